"""Reloads: a page that is loaded anew shows the same frame of a game or of a replay."""

import json
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from cc3k.ui.game_app import KeyDebounce
from cc3k.web.links import parse_link
from cc3k.web.visit import BOOKMARK_FILE
from tests.support.effort import EFFORT
from tests.support.pages import DESK, PHONE, Visitor, journals
from tests.support.processes import ROOT

GAME = "seed=42&race=troll"
PRESSED = 8 * EFFORT
"""Keys of each game at which it is reloaded."""

KEYS = (
    *("up", "down", "left", "right", "home", "end", "page up", "page down", "tab", "tab", "o"),
    *(">", "G", "P", "Z", "l", "m", "D", "?", "escape", "enter", " ", "shift-left", "shift-up"),
    *("no", "so", "u", "a", "f", "0", "3", ".", "q", "n", "y", "scroll down", "click 30 12", "/"),
)


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_reload_at_any_key_shows_the_same_frame(
    visitor: Visitor, seed: int, size: tuple[int, int]
) -> None:
    chance = Random(f"{seed} {size}")
    visitor.size = size
    visitor.open(f"seed={seed}&race=shade")
    pressed = list[str]()
    for _ in range(PRESSED):
        pressed.append(chance.choice(KEYS))
        visitor.press(*(pressed[-1] if pressed[-1] in ("no", "so") else [pressed[-1]]))
        again = visitor.reloaded()
        assert again.text == visitor.text, (seed, pressed)
        assert again.is_kept_whole()
        again.page.close()


@pytest.mark.slow
@pytest.mark.seeded
def test_the_question_that_a_fight_ended_with_comes_back(visitor: Visitor) -> None:
    """It is no key's and no turn's doing; its answers do what they did, a wrong one nothing."""
    for seed in range(60):
        visitor.open(f"seed={seed}&race=drow").press("tab").press("tab")
        if "Fight on? (y/n)" in " ".join(visitor.text.split()):
            break
    again, twice = visitor.reloaded(), visitor.reloaded()
    assert again.text == visitor.text
    assert again.press("x").text != visitor.text
    assert again.reloaded().text == again.text
    assert again.reloaded().press("n").text == again.press("n").text
    assert "Never mind." in again.text
    assert twice.press("y").text != visitor.text
    assert "Press y or n." not in twice.text
    assert "There is no command" not in twice.text


def test_a_reload_amid_a_journey_shows_the_last_turn(visitor: Visitor) -> None:
    visitor.open(GAME)
    visitor.take(visitor.page.press([">"]))
    for _ in range(5):
        visitor.take(visitor.page.tick())
        assert visitor.reloaded().text == visitor.text


def test_the_race_screen_comes_back_with_its_seed_and_cursor(visitor: Visitor) -> None:
    visitor.open("").press("down", "down")
    again = visitor.reloaded()
    assert again.text == visitor.text
    assert again.press("enter").text == visitor.press("enter").text


@pytest.mark.slow
@pytest.mark.seeded
def test_a_death_comes_back(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed, and loaded anew: the same stop, then the same screen, then the next game.

    No key is dropped for coming soon after a warning: how many would be is up to the machine.
    """
    monkeypatch.setattr(KeyDebounce, "is_active", lambda _debounce: False)
    visitor.open("seed=8&race=vampire")
    for key in 400 * ("tab", "tab", "y", "enter", "right", "up", "left", "down"):
        visitor.press(key)  # one at a time: what was pressed before a question does not answer it
        if journals(visitor, "games"):
            break
    assert journals(visitor, "games")
    again = visitor.reloaded()
    assert again.text == visitor.text
    for key in ("enter", "b", "enter", "enter", "escape", "r"):
        assert again.press(key).text == visitor.press(key).text, key
        third = visitor.reloaded()
        assert third.text == visitor.text, key


ARCADE_KEYS = (
    *("up", "down", "left", "right", "tab", "enter", "enter", " ", "f", "p", "h", "u", "a", "d"),
    *("l", "page up", "page down", "escape", "?", "click 20 9", "click 33 12", "q", "n"),
)


@pytest.mark.walk
@pytest.mark.parametrize("seed", range(EFFORT))
@pytest.mark.parametrize("name", ["defender", "gems", "escape"])
def test_a_reload_amid_a_game_of_the_arcade_shows_the_same_frame(
    visitor: Visitor, name: str, seed: int
) -> None:
    chance = Random(f"{seed} {name}")
    visitor.open(name)
    pressed = list[str]()
    for _ in range(PRESSED):
        pressed.append(chance.choice(ARCADE_KEYS))
        visitor.press(pressed[-1])
        again = visitor.reloaded()
        assert again.wait().text == visitor.text, (name, seed, pressed)
        again.page.close()


def test_each_key_costs_the_browser_a_line(visitor: Visitor) -> None:
    visitor.open(GAME)
    for key in ("right", "left", "right", "left"):
        visitor.take(visitor.page.press([key]))
        grown = [
            (change["offset"], len(change["data"]))
            for change in visitor.changes
            if change["path"].endswith(".cc3k")
        ]
        assert len(grown) == 1
        assert grown[0][0] > 200
        assert grown[0][1] < 100


@pytest.mark.slow
@pytest.mark.seeded
def test_the_end_of_a_game_tells_of_the_page_and_of_no_command_line(visitor: Visitor) -> None:
    visitor.open("seed=8&race=vampire&dlc=levels&floor=combat")
    chance = Random(8)
    while "Share copies" not in visitor.text:  # whoever walks about at random dies soon
        visitor.press(*chance.choices(("right", "up", "left", "down", "tab", "y", "enter"), k=1))
    told = visitor.text
    assert "Again    Share copies a link that plays these floors again." in told
    assert "Watch    Watch plays it here. Share copies a link that shows" in told
    play = parse_link(json.loads(visitor.page.share())["play"]).play_options()
    assert (play.seed, play.dlc) == (8, ["levels"])
    assert "cc3k " not in told
    assert "/player" not in told
    assert str(visitor.folder) not in told
    visitor.press("p")
    assert "The last board is drawn: 2" in visitor.text
    for key in ("", "enter"):  # the report, and the story
        visitor.press(*[key] * bool(key))
        assert str(visitor.folder) not in visitor.page.text()
        assert ".local" not in visitor.text
        assert "cc3k " not in visitor.text
        assert "Share copies a link that plays these floors again." in visitor.text
    assert any(path.endswith(".svg") for path in visitor.kept)


@pytest.mark.slow
def test_a_spoiled_bookmark_is_none(visitor: Visitor) -> None:
    visitor.open("seed=42&race=troll&floor=dragon").press("right", "l")
    data, modified = visitor.kept[BOOKMARK_FILE]
    others: list[object] = [None, 10**30, "gems", ["x"], [[1]]]
    for number, (name, other) in enumerate(product(json.loads(data), others)):
        spoiled = json.dumps({**json.loads(data), name: other}).encode()
        kept = {**visitor.kept, BOOKMARK_FILE: (spoiled, modified)}
        folder = visitor.folder.with_name(f"again{number}")
        assert Visitor(folder, kept=kept).open("seed=42&race=troll&floor=dragon").text
    for number, spoiled in enumerate((b"", b"[" * 200_000, b"\xff", b"NaN", b'{"x": 1}')):
        kept = {**visitor.kept, BOOKMARK_FILE: (spoiled, modified)}
        assert Visitor(visitor.folder.with_name(f"bomb{number}"), kept=kept).open().text


JOURNAL = (ROOT / "tests/journals/troll.cc3k").read_bytes()
START = "Choose a race"


def labels(visitor: Visitor) -> Sequence[str]:
    return [button["label"] for button in json.loads(json.dumps(visitor.last_offers))]


def test_the_plain_address_begins_with_the_start_screen_after_a_replay(visitor: Visitor) -> None:
    """A journal was dropped: a reload of that tab shows it, any other tab does not."""
    visitor.open().take(visitor.page.open_file("theirs.cc3k", JOURNAL)).press(" ", "end")
    assert visitor.link == ""
    assert visitor.reloaded().text == visitor.text
    other = visitor.reloaded(in_new_tab=True)
    assert START in other.text
    assert START in other.reloaded().text


@pytest.mark.seeded
def test_an_unfinished_game_is_gone_on_with_at_the_plain_address(visitor: Visitor) -> None:
    visitor.open().press("t", "right")
    assert visitor.link == ""
    assert visitor.reloaded(in_new_tab=True).text == visitor.text
    visitor.take(visitor.page.open_file("theirs.cc3k", JOURNAL))
    other = visitor.reloaded(in_new_tab=True)
    assert START in other.text
    assert "Race: Troll" in other.press("c").text


def test_a_replay_of_a_link_is_that_of_its_address(visitor: Visitor) -> None:
    visitor.open("seed=42&race=troll").press("right", "left")
    watch = json.loads(visitor.page.share())["watch"]
    visitor.take(visitor.page.open_link(watch)).press(" ", "end")
    assert visitor.reloaded(in_new_tab=True).text == visitor.text


@pytest.mark.seeded
@pytest.mark.parametrize("covering", [(), ("?",), ("m", "/", "x")])
def test_a_replay_has_a_button_to_leave_it(visitor: Visitor, covering: Sequence[str]) -> None:
    visitor.open()
    assert labels(visitor) == []
    visitor.take(visitor.page.open_file("theirs.cc3k", JOURNAL)).press(" ", *covering)
    assert labels(visitor) == ["Leave the replay"]
    visitor.press("leave replay")
    assert START in visitor.text
    assert labels(visitor) == []
    assert START in visitor.reloaded().text
