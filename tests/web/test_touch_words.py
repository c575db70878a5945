"""Words for touch: a page without a keyboard speaks of buttons; so does the arcade on a phone."""

import re
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pytest

from cc3k.cli.arcade import ARCADE_NAMES, find_arcade_game
from cc3k.play.tutorial import HINTS
from cc3k.ui.keymap import KEYMAPS, hint_phrases
from cc3k.ui.settings import Rewording
from cc3k.web import pad
from cc3k.web.arcade_touch import ARCADE_TOUCH
from cc3k.web.pad import BY_TOUCH, REPLAY, SENTENCES, SIGNS, VERBS, WAY_SIGNS, PadButton
from cc3k.web.site import STATIC_FOLDER
from tests.support.pages import (
    KEYBOARD,
    PHONE,
    Visitor,
    journals,
    keys_of,
    labels,
    named_buttons,
    words_of,
)
from tests.support.processes import ROOT
from tests.support.tables import for_each

SHADE = "seed=3&race=shade"
"""A game in which the way to the nearest enemy leads past others."""

MESSAGE_ROWS = 5
"""Rows of messages above the board on a phone."""

PLAIN_LETTERS = {*map(chr, range(32, 127)), "…"}
"""What every font has."""


@pytest.fixture
def phone(visitor: Visitor) -> Visitor:
    visitor.size = PHONE
    visitor.page.use_touch(is_by_touch=True)
    return visitor


def test_a_second_go_goes(phone: Visitor) -> None:
    phone.open(SHADE)
    for label in ("Look", "Next", "Go"):
        phone.press(*keys_of(phone, label))
    assert "can strike you on the way" in words_of(phone)
    assert "tap [Go] again to go all the same." in words_of(phone)
    assert phone.text.rstrip().endswith(" T 2")
    go = keys_of(phone, "Go")
    while phone.text.rstrip().endswith(" T 2"):  # keys just after the warning are dropped
        phone.press(*go)
    assert "Go" not in labels(phone)


def test_a_verb_that_asks_is_its_own_second_press(phone: Visitor) -> None:
    for seed in range(40):
        phone.open(f"seed={seed}&race=shade").press(*keys_of(phone, "Stairs"))
        if "again" in words_of(phone):
            break
    assert "tap [Stairs] again" in words_of(phone)
    assert "Go" not in labels(phone)


@pytest.mark.slow
def test_a_tap_that_asks_has_a_button_too(phone: Visitor) -> None:
    lines = phone.open(SHADE).text.splitlines()
    cells = [
        (row, column)
        for row, text in enumerate(lines[:-2])
        for column, mark in enumerate(text)
        if row > MESSAGE_ROWS and mark in "EWLGP"
    ]
    for row, column in cells:
        phone.open(SHADE).take(phone.page.tap(column, row, is_long=False)).wait()
        if "again to go all the same" in words_of(phone):
            break
    assert "tap there again to go all the same" in words_of(phone)
    assert "Go" in labels(phone)
    assert keys_of(phone, "Go")[0].startswith("click")


SCREENS: dict[str, tuple[str, tuple[str, ...]]] = {
    "race screen": ("", ()),
    "expansions": ("", ("x",)),
    "opening": (SHADE, ()),
    "quit": (SHADE, ("q",)),
    "missed question": (SHADE, ("q", "right")),
    "log": (SHADE, ("right", "m")),
    "found": (SHADE, ("D",)),
    "look": (SHADE, ("l", "tab")),
    "collect": (SHADE, ("o",)),
    "stairs": (SHADE, (">",)),
    "fight": ("seed=7&race=troll", ("tab",)),  # whose stop names no button: it stays as worded
    "arrows": ("seed=7&race=troll&dlc=pack", ("o", "o", "i")),
    "tutorial": ("tutorial", ()),
    "a later hint": ("tutorial", ("right", "right", ">", ">")),
}


@pytest.mark.slow_from(4)
@pytest.mark.parametrize(("link", "keys"), SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("size", [PHONE, (54, 60)])
def test_no_screen_on_a_phone_speaks_of_keys(
    phone: Visitor, link: str, keys: Sequence[str], size: tuple[int, int]
) -> None:
    phone.size = size
    phone.open(link).press(*keys)
    assert not KEYBOARD.search(words_of(phone)), words_of(phone)
    known = {label.rstrip("…") for label in labels(phone)} | {"Go", "Next"}
    assert set(named_buttons(words_of(phone))) <= known | set(labels(phone)), words_of(phone)
    phone.page.use_touch(is_by_touch=False)
    phone.take(phone.page.resize(*size))
    assert not list(named_buttons(words_of(phone)))


def test_the_race_screen_with_a_kept_game_names_its_buttons(phone: Visitor) -> None:
    phone.size = (54, 60)
    phone.open(SHADE).press("right", "ctrl-d")
    assert "[Go on] goes on with the game you left" in words_of(phone)
    assert "Tap a row to mark it, again or [Play] to begin." in words_of(phone)
    assert not KEYBOARD.search(words_of(phone)), words_of(phone)


@pytest.mark.slow
def test_the_end_of_a_game_names_its_buttons(phone: Visitor) -> None:
    phone.size = (54, 90)
    phone.open("seed=8&race=vampire&floor=combat")
    keys = cycle(["tab", "tab", "y", "right", "up", "left", "down"])
    while not journals(phone, "games"):
        phone.press(next(keys))
    assert {*named_buttons(words_of(phone))} & {*labels(phone)} == {"Go on"}
    while "plays again" not in words_of(phone):  # keys just after the end are dropped
        phone.press("enter")
    assert set(named_buttons(words_of(phone))) <= set(labels(phone))
    assert not KEYBOARD.search(words_of(phone)), words_of(phone)
    phone.press(*keys_of(phone, "Picture"))
    assert any(path.endswith(".svg") for path in phone.kept)
    phone.press(*keys_of(phone, "Story"))
    assert "[Close] goes back." in words_of(phone)
    phone.press("escape").press(*keys_of(phone, "Watch"), " ", "end")
    assert re.search(r"Turn (\d+)/\1, paused", words_of(phone))


@pytest.mark.seeded
def test_a_replay_on_a_phone_names_its_buttons(phone: Visitor) -> None:
    phone.size = (120, 40)
    journal = (ROOT / "tests/journals/troll.cc3k").read_bytes()
    phone.open().take(phone.page.open_file("theirs.cc3k", journal)).press(" ")
    assert "? shows the keys" not in words_of(phone)
    assert "[Leave the replay] ends it" in words_of(phone)
    phone.open("gems").press("enter", "right", "enter", "down", "enter")
    (path,) = [path for path in phone.kept if path.endswith(".cc3k") and "arcade" in path]
    phone.take(phone.page.watch_kept(path))
    assert set(named_buttons(words_of(phone))) >= {"Leave the replay"}
    assert "Home and End jump" not in words_of(phone)


def test_the_help_on_a_phone_begins_with_taps(phone: Visitor) -> None:
    phone.size = (54, 60)
    phone.open(SHADE).press(*keys_of(phone, "?"))
    told = words_of(phone)
    assert "Tap a tile to travel there" in told
    assert "Press long on a tile to look at it" in told
    assert "[Fight] fight the nearest enemy that it pays to fight" in told
    assert told.index("By touch") < 200
    assert "Your keys" not in told[:800]
    phone.press("escape")
    phone.page.use_touch(is_by_touch=False)
    assert "By touch" not in phone.press("?").text


def test_what_is_said_is_worded_as_it_is_shown(phone: Visitor) -> None:
    phone.open().press("x", "escape", "s")
    for key in ("l", "tab", "enter", "m", "escape", "q", "n"):
        phone.press(key)
    assert not KEYBOARD.search(" ".join(phone.said)), phone.said


def test_every_hint_of_the_tutorial_has_words_for_touch() -> None:
    phrases = BY_TOUCH.of_hints(hint_phrases(KEYMAPS["words"]))
    for hint in HINTS:
        told = hint.wording(phrases)
        assert not KEYBOARD.search(told), told
        assert "{" not in told


@for_each("written", SENTENCES)
def test_each_sentence_has_other_words_and_is_itself_for_a_keyboard(written: str) -> None:
    assert BY_TOUCH.of(f"Before. {written} After.") == f"Before. {SENTENCES[written]} After."
    assert Rewording().of(written) == written


def test_labels_need_no_font_of_their_own() -> None:
    """Letters, and signs of directions that the page draws: no system shows a box for a label."""
    drawn = {*"".join(WAY_SIGNS.values())}
    icons = (Path(STATIC_FOLDER) / "icons.js").read_text(encoding="utf-8")
    assert all(sign in icons for sign in drawn)
    groups = [[value] if isinstance(value, PadButton) else value for value in vars(pad).values()]
    buttons = [one for group in groups if isinstance(group, list | tuple) for one in group]
    labels = [one.label for one in buttons if isinstance(one, PadButton)]
    assert len(labels) > len(REPLAY)
    for label in (*labels, *SIGNS.values(), *[label for _, label, _ in VERBS]):
        assert {*label} <= PLAIN_LETTERS | drawn, label


def test_the_script_says_whether_the_page_is_used_by_touch() -> None:
    scripts = [
        (Path(STATIC_FOLDER) / name).read_text(encoding="utf-8")
        for name in ("cc3k.js", "dialogs.js")
    ]
    start = scripts[0]
    assert start.index("page.use_touch(wantsPad())") < start.index("page.begin(")
    assert "use_touch(target.checked)" in scripts[1]


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
def arcade(visitor: Visitor) -> Visitor:
    visitor.size = SMALLEST
    visitor.page.use_touch(is_by_touch=True)
    return visitor


def tap_button(arcade: Visitor, *names: str) -> None:
    for label in names:
        arcade.press(*keys_of(arcade, label))


@for_each("name", ARCADE_NAMES)
def test_every_key_of_a_game_has_a_button(name: str) -> None:
    """All that the help of a keyboard lists can be done by buttons, arrows and taps.

    But for what only practice has, which no link begins.
    """
    game = find_arcade_game(name)
    assert game is not None
    keys = {button.keys[0] for button in ARCADE_TOUCH[name].buttons}
    for written, does in game.open_board(game.usual_header()).keys:
        for key in re.split(r", | (?=PGDN)", written):
            pressed = KEY_NAMES.get(key, key)
            is_free = key in BY_WAYS_AND_TAPS | PASSES_TOO or "practice" in does
            assert is_free or pressed in keys, (key, does)


ARCADE_SCREENS: dict[str, tuple[str, Sequence[str]]] = {
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


@pytest.mark.parametrize(("link", "names"), ARCADE_SCREENS.values(), ids=ARCADE_SCREENS)
def test_no_screen_of_the_arcade_on_a_phone_speaks_of_keys(
    arcade: Visitor, link: str, names: Sequence[str]
) -> None:
    arcade.open(link)
    tap_button(arcade, *names)
    told = words_of(arcade).removeprefix("Space Defender 2").removeprefix("Escape")
    assert not KEYBOARD.search(told.replace("[Enter]", "")), told
    last = arcade.text.rstrip().splitlines()[-1]
    assert last.endswith("."), "it is cut"
    known = {*labels(arcade), *[button.label for button in ARCADE_TOUCH[link].buttons]}
    assert set(named_buttons(last)) <= known | {"Enter"}, last


def test_a_game_is_saved_by_letters_of_the_pad(arcade: Visitor) -> None:
    arcade.open("gems")
    tap_button(arcade, "Enter", "Save", "a", "b", "c", "Erase", "Save")
    assert "Saved in ab.mg." in arcade.text
    tap_button(arcade, "Load")
    assert "ab.mg" in arcade.text
    tap_button(arcade, "Go back", "New", "Yes")
    assert "The game is over. [Enter] plays again, [Leave] leaves." in arcade.text


def test_a_page_and_a_question_have_their_own_buttons(arcade: Visitor) -> None:
    arcade.open("escape")
    tap_button(arcade, "?")
    assert labels(arcade) == ["Close"]
    tap_button(arcade, "Close", "Leave")
    assert labels(arcade) == ["Yes", "No"]
    tap_button(arcade, "No")
    assert "Put back" in labels(arcade)
