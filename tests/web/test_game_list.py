"""The list of games: each by what it came to, and deleted; and the backup of them all."""

import io
import json
import re
import zipfile
from itertools import cycle

import pytest

from cc3k.saves.paths import KEY_FILE
from cc3k.web.links import MAX_JOURNAL_BYTES
from cc3k.web.pad import MAX_LABEL
from tests.support.pages import PHONE, Visitor, journals
from tests.support.processes import ROOT

JOURNALS = ROOT / "tests/journals"
TODAY = r"\d{1,2} [A-Z][a-z]{2}"


def listed(visitor: Visitor) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in json.loads(visitor.page.kept_files()):
        found.setdefault(each["kind"], []).append(each["label"])
    return found


@pytest.mark.seeded
def test_a_finished_game_is_named_by_what_it_came_to(visitor: Visitor) -> None:
    visitor.open()
    for name in ("troll", "goblin", "practice"):
        data = (JOURNALS / f"{name}.cc3k").read_bytes()
        visitor.take(visitor.page.import_file(f"{name}.cc3k", data))
    labels = [label for kind in ("kept", "over") for label in listed(visitor).get(kind, [])]
    assert "Troll, floor 5, won, 4 gold, 20 Nov" in labels
    assert any(label.startswith("Goblin, floor ") for label in labels)
    assert any(", practice, 20 Nov" in label for label in labels)
    assert not any("cc3k" in label for label in labels)


def test_a_game_that_was_given_up_and_one_of_the_arcade(visitor: Visitor) -> None:
    visitor.open("seed=3&race=goblin").press("left", "q", "y")
    assert re.fullmatch(rf"Goblin, floor 1, given up, 0 gold, {TODAY}", listed(visitor)["over"][0])
    visitor.open("gems").press("enter", "right", "enter", "down", "enter")
    assert re.fullmatch(rf"Modern Gems, \d+ turns, {TODAY}", listed(visitor)["kept"][0])


@pytest.mark.seeded
def test_a_game_that_cannot_be_read_has_the_name_of_its_file(visitor: Visitor) -> None:
    visitor.open("seed=8&race=vampire&floor=combat").press("right", "ctrl-d")
    (path,) = journals(visitor)
    path.with_name("odd.cc3k").write_bytes(b"00000000 cc3k-journal 1\nrubbish")
    assert "odd.cc3k" in listed(visitor)["over"]
    data = (JOURNALS / "troll.cc3k").read_bytes()
    visitor.take(visitor.page.import_file("troll.cc3k", data))
    morgue = visitor.folder / ".local/state/cc3k/morgue"
    for story in ("[]", "{", '{"score": "x", "cause": 3}'):
        morgue.mkdir(exist_ok=True)
        (morgue / "troll.json").write_text(story, encoding="ascii")
        assert "Troll, floor 5, won, 4 gold, 20 Nov" in listed(visitor)["over"]


@pytest.mark.slow
@pytest.mark.seeded
def test_a_finished_game_is_deleted_with_its_story(visitor: Visitor) -> None:
    visitor.open("seed=8&race=vampire&floor=combat")
    keys = cycle(["tab", "tab", "y", "right", "up", "left", "down"])
    while not journals(visitor, "games"):
        visitor.press(next(keys))
    (label,) = listed(visitor)["over"]
    assert re.fullmatch(rf"Vampire, floor \d, [a-z ]+, \d+, {TODAY}", label)
    while "Play again" not in visitor.text:
        visitor.press("enter")
    visitor.press("p", "q")
    data = (JOURNALS / "troll.cc3k").read_bytes()
    visitor.take(visitor.page.import_file("troll.cc3k", data))
    (vampire,) = [
        each["path"]
        for each in json.loads(visitor.page.kept_files())
        if each["label"].startswith("Vampire")
    ]
    visitor.take(visitor.page.delete_file(vampire))
    assert visitor.told[-1].endswith(" is deleted.")
    assert not any("vampire" in path for path in visitor.kept)
    assert any("troll" in path for path in visitor.kept)
    assert visitor.is_kept_whole()


@pytest.mark.parametrize("is_open", [False, True])
def test_a_link_that_is_damaged_is_told_of_in_plain_words_first(
    visitor: Visitor, *, is_open: bool
) -> None:
    if is_open:
        visitor.open("seed=42&race=troll").press("right")
        before = visitor.text
        visitor.take(visitor.page.open_link("#wat=1"))
        assert visitor.text == before
    else:
        visitor.open("#wat=1")
        assert "Choose a race" in visitor.text
    sentence, error = visitor.told
    instead = "nothing is changed" if is_open else "here is a new game"
    assert sentence == f"This link is damaged, so {instead}."
    assert error.startswith("found 'wat'; expected one of seed")


@pytest.mark.parametrize("data", [b"rubbish\n", b"\x89PNG\r\n\x1a\n\0\0", b"{}", b"# Notes\n|x|\n"])
def test_a_file_that_is_nothing_is_told_of_in_plain_words_first(
    visitor: Visitor, data: bytes
) -> None:
    visitor.open().take(visitor.page.open_file("photo.png", data))
    assert visitor.told[0] == "This file is neither a layout nor a recorded game."
    assert visitor.told[1].startswith("photo.png:")


def test_a_damaged_game_is_told_of_in_plain_words_first(visitor: Visitor) -> None:
    data = (JOURNALS / "troll.cc3k").read_bytes().replace(b"Troll", b"Trull")
    visitor.open().take(visitor.page.open_file("theirs.cc3k", data))
    sentence, error = visitor.told
    assert sentence.startswith("This recorded game is damaged, or of another version")
    assert error.startswith("theirs.cc3k:")


@pytest.mark.seeded
def test_a_game_that_is_too_long_for_a_link_is_a_file(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert json.loads(visitor.open().page.share())["file"] == "", "there is no game yet"
    data = (JOURNALS / "troll.cc3k").read_bytes()
    visitor.open().take(visitor.page.open_file("theirs.cc3k", data))
    monkeypatch.setattr("cc3k.web.player_files.MAX_SHARED_BYTES", len(data) - 1)
    shared = json.loads(visitor.page.share())
    assert shared["watch"] == ""
    assert visitor.page.read_file(shared["file"]) == data


def test_a_menu_on_a_phone_has_its_way_back_first_and_whole_words(visitor: Visitor) -> None:
    visitor.size = PHONE
    visitor.open("seed=7&race=troll&dlc=pack").press("o", "o", "i")
    buttons = json.loads(json.dumps(visitor.last_pad))
    labels = [button["label"] for button in buttons]
    assert labels[0] == "Close"
    lines = [button for button in buttons if len(button["meaning"]) > MAX_LABEL // 2][-1:]
    assert lines, labels
    for button in lines:
        words = button["label"].rstrip("…").lower()
        assert words in button["meaning"].lower()
        assert not re.match("(a|an|[a-z]) ", button["label"])


JOURNAL = (ROOT / "tests/journals/troll.cc3k").read_bytes()
NAME = "cc3k-games.zip"


def packed(**files: bytes) -> bytes:
    return zipped({f"{name}.cc3k": data for name, data in files.items()})


def zipped(files: dict[str, bytes]) -> bytes:
    archived = io.BytesIO()
    with zipfile.ZipFile(archived, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return archived.getvalue()


def games_of(visitor: Visitor) -> dict[str, bytes]:
    return {path: data for path, (data, _) in visitor.kept.items() if path.endswith(".cc3k")}


def visitor_with_games(visitor: Visitor) -> Visitor:
    """Return somebody with an unfinished game, one that is over, and one of the arcade."""
    visitor.open("seed=42&race=troll&floor=dragon").press("right", "ctrl-d")
    visitor.open("seed=3&race=goblin").press("left", "q", "y")
    visitor.open("gems").press("enter", "right", "enter", "down", "enter")
    return visitor


def elsewhere(visitor: Visitor) -> Visitor:
    return Visitor(visitor.folder.with_name("elsewhere")).open()


@pytest.mark.parametrize("is_dropped", [False, True])
def test_a_backup_brings_all_games_back(visitor: Visitor, *, is_dropped: bool) -> None:
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
    backup = visitor_with_games(visitor).page.archive()
    before = games_of(visitor)
    visitor.take(visitor.page.import_file(NAME, backup))
    assert visitor.told[0] == f"{NAME}: 3 games are there already."
    assert len([told for told in visitor.told if told.endswith("is kept already.")]) == 3
    assert games_of(visitor) == before


def lying() -> bytes:
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
    visitor.open("seed=42&race=troll").press("right")
    before, shown = games_of(visitor), visitor.text
    take_in = visitor.page.open_file if is_dropped else visitor.page.import_file
    visitor.take(take_in(NAME, data))
    (line,) = visitor.told
    assert line.startswith(f"{NAME} is no backup of games, and nothing is changed: {told}")
    assert (games_of(visitor), visitor.text) == (before, shown)
    assert json.loads(visitor.page.kept_files())


def test_many_bombs_are_refused_together(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor.open()
    monkeypatch.setattr("cc3k.web.player_files.MAX_BYTES", 100)
    visitor.take(visitor.page.import_file(NAME, packed(one=bytes(60), two=bytes(60))))
    assert "found 120 bytes of games; expected 100 at the most" in visitor.told[-1]
    monkeypatch.setattr("cc3k.web.player_files.MAX_FILES", 1)
    visitor.take(visitor.page.import_file(NAME, packed(one=b"", two=b"")))
    assert "found 2 files; expected 1 at the most" in visitor.told[-1]


def test_a_backup_with_a_password_is_refused(visitor: Visitor) -> None:
    data = bytearray(packed(one=JOURNAL))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    visitor.open().take(visitor.page.import_file(NAME, bytes(data)))
    assert "found 'one.cc3k' encrypted or packed in another way" in visitor.told[-1]
