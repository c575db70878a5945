"""The arcade on a phone: a button for each key, and words that name no key."""

import re
from collections.abc import Sequence

import pytest

from cc3k.cli.arcade import ARCADE_NAMES, find_arcade_game, open_board
from cc3k.web.arcade_touch import ARCADE_TOUCH
from tests.support.pages import KEYBOARD, Visitor, keys_of, labels, named_buttons, words_of
from tests.support.tables import for_each

SMALLEST = (80, 24)
"""Columns and rows of the arcade on a phone."""

BY_WAYS_AND_TAPS = {"arrows", "Enter", "ENTER", "click"}
KEY_NAMES = {
    "Tab": "tab",
    "TAB": "tab",
    "ESC": "escape",
    "PGUP": "page up",
    "PGDN": "page down",
    "Page Up": "page up",
    "Page Down": "page down",
    "Home": "home",
}
PASSES_TOO = {"Space", "blank"}
"""Keys that do what another key of the same row does."""


@pytest.fixture
def phone(visitor: Visitor) -> Visitor:
    visitor.size = SMALLEST
    visitor.page.use_touch(is_by_touch=True)
    return visitor


def tap_button(phone: Visitor, *names: str) -> None:
    for label in names:
        phone.press(*keys_of(phone, label))


@for_each("name", ARCADE_NAMES)
def test_every_key_of_a_game_has_a_button(name: str) -> None:
    """All that the help of a keyboard lists can be done by buttons, arrows and taps.

    But for what only practice has, which no link begins.
    """
    game = find_arcade_game(name)
    assert game is not None
    keys = {button.keys[0] for button in ARCADE_TOUCH[name].buttons}
    board = open_board(game, tuple(game.usual_header()))
    listed = board.keys()
    for written, does in listed:
        for key in re.split(r", | (?=PGDN)", written):
            pressed = KEY_NAMES.get(key, key)
            is_free = key in BY_WAYS_AND_TAPS | PASSES_TOO or "practice" in does
            assert is_free or pressed in keys, (key, does)


SCREENS: dict[str, tuple[str, Sequence[str]]] = {
    "gems: menu": ("gems", ()),
    "gems: game": ("gems", ("Enter",)),
    "gems: no undo": ("gems", ("Enter", "Hints")),
    "gems: name": ("gems", ("Enter", "Save")),
    "gems: no file": ("gems", ("Load",)),
    "gems: files": ("gems", ("Enter", "Save", "b", "Save", "Load")),
    "gems: give up": ("gems", ("Enter", "New")),
    "gems: leave": ("gems", ("Enter", "Leave")),
    "gems: help": ("gems", ("Enter", "?")),
    "defender: form": ("defender", ()),
    "defender: menu": ("defender", ("Enter",)),
    "defender: game": ("defender", ("Enter", "Enter")),
    "defender: abort": ("defender", ("Enter", "Enter", "Give up")),
    "defender: over": ("defender", ("Enter", "Enter", "Give up", "Give up")),
    "defender: help": ("defender", ("?",)),
    "defender: help on": ("defender", ("?", "Close")),
    "escape: game": ("escape", ()),
    "escape: picked": ("escape", ("Enter",)),
    "escape: help": ("escape", ("?",)),
}


@pytest.mark.parametrize(("link", "names"), SCREENS.values(), ids=SCREENS)
def test_no_screen_of_the_arcade_on_a_phone_speaks_of_keys(
    phone: Visitor, link: str, names: Sequence[str]
) -> None:
    phone.open(link)
    tap_button(phone, *names)
    told = words_of(phone).removeprefix("Space Defender 2").removeprefix("Escape")
    assert not KEYBOARD.search(told.replace("[Enter]", "")), told
    last = phone.text.rstrip().splitlines()[-1]
    assert last.endswith("."), "it is cut"
    known = {*labels(phone), *[button.label for button in ARCADE_TOUCH[link].buttons]}
    assert set(named_buttons(last)) <= known | {"Enter"}, last


def test_a_game_is_saved_by_letters_of_the_pad(phone: Visitor) -> None:
    phone.open("gems")
    tap_button(phone, "Enter", "Save", "a", "b", "c", "Erase", "Save")
    assert "Saved in ab.mg." in phone.text
    tap_button(phone, "Load")
    assert "ab.mg" in phone.text
    tap_button(phone, "Go back", "New", "Yes")
    assert "The game is over. [Enter] plays again, [Leave] leaves." in phone.text


def test_a_page_and_a_question_have_their_own_buttons(phone: Visitor) -> None:
    phone.open("escape")
    tap_button(phone, "?")
    assert labels(phone) == ["Close"]
    tap_button(phone, "Close", "Leave")
    assert labels(phone) == ["Yes", "No"]
    tap_button(phone, "No")
    assert "Put back" in labels(phone)
