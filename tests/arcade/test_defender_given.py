"""The given transcripts of Space Defender 2, byte for byte, through the command itself."""

from pathlib import Path

import pytest

from cc3k.cli import defender
from tests.support.given_data import given_folder
from tests.support.tables import for_each

FOLDER = given_folder("arcade")
PAIRS = (
    []
    if FOLDER is None
    else sorted(
        path
        for path in (FOLDER / "space_defender_2" / "tests").glob("*.txt")
        if not path.name.endswith(".expected.txt")
    )
)


@pytest.mark.skipif(not PAIRS, reason="the given data of the arcade is not here")
@for_each("path", PAIRS)
def test_given_transcript_byte_for_byte(
    path: Path, capfdbinary: "pytest.CaptureFixture[bytes]"
) -> None:
    """S6: the transcript that the course's program writes for these commands."""
    assert defender.run(["-b", str(path)]) == 0
    written, errors = capfdbinary.readouterr()
    assert written == path.with_suffix(".expected.txt").read_bytes()
    assert not errors
