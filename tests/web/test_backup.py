"""The backup: what Export all gives out, Import and a drop on the page take in again."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from cc3k.saves.paths import KEY_FILE
from cc3k.web.links import MAX_JOURNAL_BYTES
from tests.support.pages import Visitor
from tests.support.processes import ROOT

JOURNAL = (ROOT / "tests/journals/troll.cc3k").read_bytes()
NAME = "cc3k-games.zip"


def packed(**files: bytes) -> bytes:
    """Return a ZIP file with these journals."""
    return zipped({f"{name}.cc3k": data for name, data in files.items()})


def zipped(files: dict[str, bytes]) -> bytes:
    """Return a ZIP file with these files by their paths."""
    archived = io.BytesIO()
    with zipfile.ZipFile(archived, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return archived.getvalue()


def games_of(visitor: Visitor) -> dict[str, bytes]:
    """Return the kept journals by their paths, as the browser has them."""
    return {path: data for path, (data, _) in visitor.kept.items() if path.endswith(".cc3k")}


def visitor_with_games(visitor: Visitor) -> Visitor:
    """Return somebody with an unfinished game, one that is over, and one of the arcade."""
    visitor.open("seed=42&race=troll&floor=dragon").press("right", "ctrl-d")
    visitor.open("seed=3&race=goblin").press("left", "q", "y")
    visitor.open("gems").press("enter", "right", "enter", "down", "enter")
    return visitor


def elsewhere(visitor: Visitor) -> Visitor:
    """Return somebody in another browser, where nothing is kept."""
    return Visitor(visitor.folder.with_name("elsewhere")).open()


@pytest.mark.parametrize("is_dropped", [False, True])
def test_a_backup_brings_all_games_back(visitor: Visitor, *, is_dropped: bool) -> None:
    """In an empty browser: byte for byte, and one of them can be gone on with."""
    backup = visitor_with_games(visitor).page.archive()
    before = games_of(visitor)
    assert len(before) == 3
    with zipfile.ZipFile(io.BytesIO(backup)) as archive:
        assert not [name for name in archive.namelist() if name.endswith(KEY_FILE)]
    other = elsewhere(visitor)
    take_in = other.page.open_file if is_dropped else other.page.import_file
    other.take(take_in(NAME, backup))
    assert other.told == [f"{NAME}: 3 games are kept now."]
    assert games_of(other) == before
    assert other.is_kept_whole()
    (left,) = [path for path in before if "-troll-" in path]
    assert "Turn 1" in other.take(other.page.open_kept(left)).text


def test_those_that_are_there_are_not_kept_twice(visitor: Visitor) -> None:
    """Each of them is named."""
    backup = visitor_with_games(visitor).page.archive()
    before = games_of(visitor)
    visitor.take(visitor.page.import_file(NAME, backup))
    assert visitor.told[0] == f"{NAME}: 3 games are there already."
    assert len([told for told in visitor.told if told.endswith("is kept already.")]) == 3
    assert games_of(visitor) == before


@pytest.mark.seeded
def test_each_game_is_verified(visitor: Visitor) -> None:
    """A damaged one is refused by its name, the others are kept."""
    damaged = JOURNAL.replace(b"Troll", b"Shade")
    visitor.open().take(visitor.page.import_file(NAME, packed(whole=JOURNAL, damaged=damaged)))
    assert visitor.told[0] == f"{NAME}: 1 game is kept now, 1 game is not kept."
    assert visitor.told[1].startswith("damaged.cc3k is not kept: damaged.cc3k:")
    assert [Path(path).name for path in games_of(visitor)] == ["whole.cc3k"]


def lying() -> bytes:
    """Return a ZIP file that says that its journal is shorter than it is."""
    whole = packed(bomb=bytes(1 << 20))
    return whole.replace((1 << 20).to_bytes(4, "little"), (9).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (packed(one=JOURNAL)[:-30], "found File is not a zip file; expected a whole ZIP file"),
        (b"PK\x03\x04 and rubbish", "found File is not a zip file; expected a whole ZIP file"),
        (zipped({"a.txt": b"x"}), "found no file that ends with .cc3k; expected those of games"),
        (zipped({}), "found no file that ends with .cc3k; expected those of games"),
        (
            zipped({"whole.cc3k": JOURNAL, "../../x": b"x"}),
            "found the path '../../x'; expected one inside the folder of the player",
        ),
        (zipped({"/etc/whole.cc3k": JOURNAL}), "found the path '/etc/whole.cc3k'"),
        (zipped({"a\\..\\..\\b.cc3k": JOURNAL}), "found the path"),
        (
            packed(whole=JOURNAL, bomb=bytes(MAX_JOURNAL_BYTES + 1)),
            f"found 'bomb.cc3k' with {MAX_JOURNAL_BYTES + 1} bytes; expected {MAX_JOURNAL_BYTES}",
        ),
        (lying(), "found Bad CRC-32 for file 'bomb.cc3k'; expected a whole ZIP file"),
    ],
    ids=["cut", "rubbish", "others", "empty", "path", "root", "backslash", "bomb", "lying"],
)
@pytest.mark.parametrize("is_dropped", [False, True])
def test_what_is_no_backup_is_refused_and_nothing_is_lost(
    visitor: Visitor, data: bytes, told: str, *, is_dropped: bool
) -> None:
    """With one clear line; not even the whole games of such a file are kept."""
    visitor.open("seed=42&race=troll").press("right")
    before, shown = games_of(visitor), visitor.text
    take_in = visitor.page.open_file if is_dropped else visitor.page.import_file
    visitor.take(take_in(NAME, data))
    (line,) = visitor.told
    assert line.startswith(f"{NAME} is no backup of games, and nothing is changed: {told}")
    assert (games_of(visitor), visitor.text) == (before, shown)
    assert json.loads(visitor.page.kept_files())


def test_many_bombs_are_refused_together(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is small enough, and all of them are not; nor may there be too many files."""
    visitor.open()
    monkeypatch.setattr("cc3k.web.player_files.MAX_BYTES", 100)
    visitor.take(visitor.page.import_file(NAME, packed(one=bytes(60), two=bytes(60))))
    assert "found 120 bytes of games; expected 100 at the most" in visitor.told[-1]
    monkeypatch.setattr("cc3k.web.player_files.MAX_FILES", 1)
    visitor.take(visitor.page.import_file(NAME, packed(one=b"", two=b"")))
    assert "found 2 files; expected 1 at the most" in visitor.told[-1]


def test_a_backup_with_a_password_is_refused(visitor: Visitor) -> None:
    """The flag says so, before anything is read."""
    data = bytearray(packed(one=JOURNAL))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    visitor.open().take(visitor.page.import_file(NAME, bytes(data)))
    assert "found 'one.cc3k' encrypted or packed in another way" in visitor.told[-1]
