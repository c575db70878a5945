"""Dialogues of our own with Modern Gems: inputs and transcripts in `tests/golden/arcade/gems`."""

from tests.conftest import GOLDEN, Golden
from tests.support.gems_files import Played
from tests.support.tables import for_each

FOLDER = GOLDEN / "arcade" / "gems"
NAMES = sorted(path.stem for path in FOLDER.glob("*.in"))

FILES = {
    "hanging": b"17 4 InteractivePlayer WholeRowColRemovalPolicy\n"
    b". 12 7 . 7\n3 . 7 . 7\n. . . . 7\n-5 3 3 . 7\n\n",
    "over": b"99 12 InteractivePlayer SingleRemovalPolicy\r\n. .\r\n. -1\r\n",
    "program": b"-5\n-1\nLookAhead1Player\nChainedRemovalPolicy and so on\n0 0 1\n1 0 1\n1 1 0",
    "short": b"1 2 GreedyPlayer SingleRemovalPolicy",
    "ragged": b"1 2 GreedyPlayer SingleRemovalPolicy\n1 2 3\n1 2\n",
    "cell": b"1 2 GreedyPlayer SingleRemovalPolicy\n1 2 x\n",
    "headless": b"1 2 3\n1 2 3\n",
}
"""Saved games that the inputs name."""


@for_each("name", NAMES)
def test_dialogue_never_changes(name: str, golden: Golden) -> None:
    """G1, G3 to G9, G13: output, exit status, standard error, and the files that were written."""
    played = Played((FOLDER / f"{name}.in").read_bytes(), **FILES)
    written = {
        file: data.decode("ascii")
        for file, data in played.files.files.items()
        if file.removesuffix(".mg") not in FILES
    }
    ending = [
        f"[status {played.status}]",
        *[f"[error] {error}" for error in played.errors],
        *[f"[{file}]\n{text}" for file, text in written.items()],
    ]
    golden(f"arcade/gems/{name}", f"{played.out}\n" + "".join([f"{line}\n" for line in ending]))
