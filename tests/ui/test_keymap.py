"""Which key does what in each keymap, and what can be typed in each."""

import pytest

from cc3k.engine.board import DIRECTIONS
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.ui import settings
from cc3k.ui.keymap import COMMON_BINDINGS, KEY_ACTIONS, KEYMAPS, TYPED_COMMANDS, list_keys
from cc3k.ui.palette import GLYPH_SETS, PALETTES
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import console, playing, pressed
from tests.support.scenarios import room

CROSSROADS = room(".....", ".012.", ".3@4.", ".555.", "....\\")
KEYPAD_ONLY = {"center", "insert", "delete"}
WORDS = [
    words for words, command in COMMANDS_BY_WORDS.items() if not isinstance(command, MetaCommand)
]


@pytest.mark.parametrize("keys", KEYMAPS)
def test_every_act_has_a_key_or_a_word_without_the_keypad(keys: str) -> None:
    """No binding is unreachable on a laptop without a keypad."""
    laptop = {key: act for key, act in KEYMAPS[keys].items() if not key.isdecimal() or key == "0"}
    reached = {act.partition(" ")[0] for act in laptop.values()}
    reached |= {"use", "quit"}  # these are words too
    assert reached >= KEY_ACTIONS.keys()
    ways = {act.removeprefix("move ") for act in laptop.values() if act.startswith("move ")}
    assert ways == {way.command_word for way in DIRECTIONS}
    assert all(f".{way.command_word}" in TYPED_COMMANDS for way in DIRECTIONS)


@pytest.mark.parametrize("keys", KEYMAPS)
def test_no_key_of_the_common_ones_means_something_else_in_a_keymap(keys: str) -> None:
    """A key has one act; a keymap only adds to what all have in common."""
    assert KEYMAPS[keys].items() >= COMMON_BINDINGS.items()


@pytest.mark.parametrize("keys", KEYMAPS)
def test_every_act_of_a_keymap_is_described(keys: str) -> None:
    """`?` shows one table of keys, each act with its keys, no line wider than 79."""
    table = list_keys(KEYMAPS[keys])
    described = [meaning for _, meaning in table]
    assert sorted(described) == sorted(set(described))
    assert {act.partition(" ")[0] for act in KEYMAPS[keys].values()} <= KEY_ACTIONS.keys()
    assert all(len(names) <= 24 and len(meaning) <= 52 for names, meaning in table)


def test_choices_are_named_alike_wherever_they_are_made() -> None:
    """The command line names keymaps, palettes and glyphs without a screen being opened."""
    assert tuple(KEYMAPS) == settings.KEYMAP_NAMES
    assert tuple(PALETTES) == settings.PALETTE_NAMES
    assert tuple(GLYPH_SETS) == settings.GLYPH_SET_NAMES


@pytest.mark.parametrize("keys", KEYMAPS)
@pytest.mark.parametrize("words", WORDS)
def test_word_can_be_typed_in_every_keymap(keys: str, words: str) -> None:
    """The document's words always work: after `:` where their letters are taken."""
    expected = console(CROSSROADS)
    pressed(expected, words.replace(" ", ""))
    shell = console(CROSSROADS, settings=ScreenSettings(keys=keys))
    pressed(shell, f":{words.replace(' ', '')}")
    assert shell.session.action_text == expected.session.action_text != ""
    assert shell.command_input.display_text == ""


@pytest.mark.parametrize(("keys", "key"), [("vi", "l"), ("laptop", "o"), ("words", "6")])
def test_letters_move_attack_and_use_where_they_are_ways(keys: str, key: str) -> None:
    """`--keys vi` and `--keys laptop`: `d` and a way uses a potion, `a` and a way attacks."""
    drawing = room("@1..\\")
    shell = console(drawing, settings=ScreenSettings(keys=keys))
    assert pressed(shell, f"a{key}") == "There is no enemy to the East."
    use = "u" if keys == "words" else "d"
    assert pressed(shell, f"{use}{key}") == "Boost Attack: Atk 25 -> 30 until the next floor."
    assert pressed(shell, key) == "You move East."


def test_own_binding_wins_over_the_keymap() -> None:
    """A player may give single keys other acts."""
    shell = console(room("@...\\"), settings=ScreenSettings(bind={"x": "move ea", "l": "say f"}))
    assert pressed(shell, "x") == "You move East."
    assert pressed(shell, "l") == "Enemies move again."


def test_painting_anew_changes_nothing_in_the_game() -> None:
    """`ctrl-l` is the screen's business."""
    shell = console(room("@...\\"))
    assert pressed(shell, ["ctrl-l"]) == ""
    assert playing(shell).turns == 0
