"""The list of games: each by what it came to, other files apart, and finished games deleted."""

import json
import re
from itertools import cycle

import pytest

from cc3k.web.pad import MAX_LABEL
from cc3k.web.player_files import MAX_CHAT_LINK
from tests.support.pages import PHONE, Visitor, journals
from tests.support.processes import ROOT

JOURNALS = ROOT / "tests/journals"
TODAY = r"\d{1,2} [A-Z][a-z]{2}"


def listed(visitor: Visitor) -> dict[str, list[str]]:
    """Return the labels of what is kept, by kind."""
    found: dict[str, list[str]] = {}
    for each in json.loads(visitor.page.kept_files()):
        found.setdefault(each["kind"], []).append(each["label"])
    return found


@pytest.mark.seeded
def test_a_finished_game_is_named_by_what_it_came_to(visitor: Visitor) -> None:
    """Race, floor, fate, gold or score, and the day; no name of a file."""
    visitor.open()
    for name in ("troll", "goblin", "practice"):
        data = (JOURNALS / f"{name}.cc3k").read_bytes()
        visitor.take(visitor.page.import_file(f"{name}.cc3k", data))
    labels = [label for kind in ("kept", "over") for label in listed(visitor).get(kind, [])]
    assert "Troll, floor 5, won, 4 gold, 20 Nov" in labels
    assert any(label.startswith("Goblin, floor ") for label in labels)
    assert any(", practice, 20 Nov" in label for label in labels)
    assert not any("cc3k" in label for label in labels)


@pytest.mark.slow
def test_a_game_that_is_over_tells_its_score_and_its_killer(visitor: Visitor) -> None:
    """As its last line has them; neither its marker nor the key of the home is shown."""
    visitor.open("seed=8&race=vampire&floor=combat")
    assert re.fullmatch(rf"Vampire, floor 1, turn 0, 0 gold, {TODAY}", listed(visitor)["kept"][0])
    keys = cycle(["tab", "tab", "y", "right", "up", "left", "down"])
    while not journals(visitor, "games"):
        visitor.press(next(keys))
    (label,) = listed(visitor)["over"]
    assert re.fullmatch(rf"Vampire, floor 1, [a-z ]+, \d+, {TODAY}", label)
    assert "file" not in listed(visitor)


def test_a_game_that_was_given_up_and_one_of_the_arcade(visitor: Visitor) -> None:
    """Each in its own words."""
    visitor.open("seed=3&race=goblin").press("left", "q", "y")
    assert re.fullmatch(rf"Goblin, floor 1, given up, 0 gold, {TODAY}", listed(visitor)["over"][0])
    visitor.open("gems").press("enter", "right", "enter", "down", "enter")
    assert re.fullmatch(rf"Modern Gems, \d+ turns, {TODAY}", listed(visitor)["kept"][0])


@pytest.mark.seeded
def test_a_game_that_cannot_be_read_has_the_name_of_its_file(visitor: Visitor) -> None:
    """And the story of another one may be damaged too."""
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
    """For good: the browser has none of it; the other games are there as before."""
    visitor.open("seed=8&race=vampire&floor=combat")
    keys = cycle(["tab", "tab", "y", "right", "up", "left", "down"])
    while not journals(visitor, "games"):
        visitor.press(next(keys))
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
    """Then exactly what is wrong with it."""
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
    """Then exactly what is wrong with it as a layout."""
    visitor.open().take(visitor.page.open_file("photo.png", data))
    assert visitor.told[0] == "This file is neither a layout nor a recorded game."
    assert visitor.told[1].startswith("photo.png:")


def test_a_damaged_game_is_told_of_in_plain_words_first(visitor: Visitor) -> None:
    """Then where it is damaged."""
    data = (JOURNALS / "troll.cc3k").read_bytes().replace(b"Troll", b"Trull")
    visitor.open().take(visitor.page.open_file("theirs.cc3k", data))
    sentence, error = visitor.told
    assert sentence.startswith("This recorded game is damaged, or of another version")
    assert error.startswith("theirs.cc3k:")


def test_a_long_link_says_that_it_may_be_cut(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over 8,000 characters; a short one says nothing."""
    visitor.open("seed=42&race=troll").press("right")
    shared = json.loads(visitor.page.share())
    assert shared["note"] == ""
    assert MAX_CHAT_LINK == 8_000
    length = len(shared["watch"])
    monkeypatch.setattr("cc3k.web.player_files.MAX_CHAT_LINK", length)
    assert json.loads(visitor.page.share())["note"] == ""
    monkeypatch.setattr("cc3k.web.player_files.MAX_CHAT_LINK", length - 1)
    note = json.loads(visitor.page.share())["note"]
    assert note.startswith(f"This link has {length:,} characters: a chat or a mail may cut it.")
    assert note.endswith("Save the game as a file, and send that.")
    assert visitor.page.read_file(shared["file"]) == journals(visitor)[0].read_bytes()
    with_address = json.loads(visitor.page.share(100))["note"]
    assert with_address.startswith(f"This link has {length + 100:,} characters")


def test_the_story_of_the_open_game_is_shared(visitor: Visitor) -> None:
    """It begins with who set out; where no game is open, there is none."""
    assert "story" not in json.loads(visitor.open().page.share())
    visitor.open("seed=42&race=troll").press("right")
    story = json.loads(visitor.page.share())["story"].splitlines()
    assert story[0] == "A troll goes down into a dungeon of 5 floors."
    assert len(story) == 2


@pytest.mark.seeded
def test_a_game_that_is_too_long_for_a_link_is_a_file(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No link is made of it, and it is told why; also of a journal that was handed in."""
    assert json.loads(visitor.open().page.share())["file"] == "", "there is no game yet"
    data = (JOURNALS / "troll.cc3k").read_bytes()
    visitor.open().take(visitor.page.open_file("theirs.cc3k", data))
    monkeypatch.setattr("cc3k.web.player_files.MAX_SHARED_BYTES", len(data) - 1)
    shared = json.loads(visitor.page.share(30))
    assert shared["watch"] == ""
    assert shared["note"].startswith("This game is too long for a link")
    assert visitor.page.read_file(shared["file"]) == data


def test_a_menu_on_a_phone_has_its_way_back_first_and_whole_words(visitor: Visitor) -> None:
    """Of a pack that is full: nothing is cut amid a word, and no key and no article is told."""
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
