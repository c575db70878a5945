"""What expansions add on a screen: rows, menus, keys, typed words and help (X1, X4)."""

from cc3k.engine.running_game import part_of
from cc3k.play.session import Session
from cc3k.ui.console import Console
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.modes import QuestionMode
from cc3k.ui.pager import SHORT_TOPICS_HINT, TOPICS_HINT, PagerMode
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import action, lines, playing, pressed, with_keys
from tests.support.stones import STONE_RULES, Stones
from tests.support.tables import for_each

SIZES = [(79, 31), (79, 30), (80, 24), (40, 12), (120, 40), (200, 60)]


def stone_console(size: tuple[int, int] = (80, 24), keys: str = "words") -> Console:
    session = Session(STONE_RULES, 42)
    session.start_game(STONE_RULES.races[0])
    return Console(session, *size, ScreenSettings(keys=keys))


def stones(desk: Console) -> int:
    return part_of(playing(desk), Stones).count


@for_each("size", SIZES)
def test_the_rows_are_on_every_screen(size: tuple[int, int]) -> None:
    """X4: below the figures where the picture fits, in a row of their own elsewhere."""
    shown = lines(stone_console(size))
    assert len(shown) <= size[1]
    assert sum("Stones: 2" in line for line in shown) == 1
    assert any(" 2 stones" in line for line in shown) == (size[0] >= 120), "the panel tells more"


@for_each(
    ("words", "gno", 3),
    ("words", "gnotase", 2),
    ("words", "bno2", 4),  # X20: a number buys
    ("vi", "gh", 3),  # X10: the key of the expansion, then a key of direction
    ("vi", "gl", 3),
    ("vi", ":tbso", 1),
)
def test_letters_spell_the_words(keys: str, typed: str, count: int) -> None:
    """§4, X10, X20: each acts once complete."""
    desk = with_keys(stone_console(keys=keys), typed)
    assert stones(desk) == count


def test_a_word_that_begins_another_waits_for_its_end() -> None:
    """X10: `ue` may become `uea`: Enter or a blank ends it."""
    desk = with_keys(stone_console(), "ue")
    assert stones(desk) == 2
    pressed(desk, ["enter"])
    assert stones(desk) == 1
    pressed(desk, "ue ")
    assert stones(desk) == 0
    assert pressed(desk, "uea") == "There is no potion to the East."


def test_a_direction_may_be_a_key() -> None:
    """After `g` and `t a`, as after `a` and `u`; what is asked is told."""
    desk = stone_console()
    assert pressed(desk, "ta") == "t a, stone 0: which way?"
    pressed(desk, ["right"])
    assert desk.session.action_text == "You throw a ea: 1."
    pressed(desk, ["g", "left"])
    assert desk.session.action_text == "You gather we: 2."


def test_a_question_opens_its_menu() -> None:
    """X10: `i` is a menu: arrows and letters choose, keys do, any other key goes back."""
    desk = with_keys(stone_console(), "i")
    assert isinstance(desk.mode, ChoiceMode)
    assert [line for line in lines(desk) if line] == [
        "Stones that you carry",
        " a  stone 0",
        " b  stone 1",
        "u eat; t throw. Arrows and letters choose; any other key goes back.",
    ]
    pressed(desk, ["down"])
    pressed(desk, ["t"])
    assert action(desk) == "t b, stone 1: which way?"
    pressed(desk, ["up"])
    assert desk.session.action_text == "You throw b no: 1."
    pressed(desk, "ix")
    assert stones(desk) == 1
    assert action(desk) == "You throw b no: 1."


def test_a_menu_may_ask_first() -> None:
    """X20: the question says what would happen."""
    desk = with_keys(stone_console(), ["i", "b", "u"])
    assert isinstance(desk.mode, QuestionMode)
    assert action(desk) == "Eat a stone? (y/n)"
    pressed(desk, "n")
    assert stones(desk) == 2
    pressed(desk, ["i", "b", "u", "y"])
    assert stones(desk) == 1


def test_a_menu_without_lines_is_told_in_words() -> None:
    desk = with_keys(stone_console(), "uaua")
    pressed(desk, "i")
    assert desk.mode is None
    assert action(desk) == "You count: 0."


def test_a_menu_scrolls_on_a_small_screen() -> None:
    desk = stone_console((40, 12))
    part_of(playing(desk), Stones).count = 8
    pressed(desk, ["i", "up"])
    shown = lines(desk)
    assert len(shown) <= 12
    assert any("stone 7" in line for line in shown)


def test_help_names_keys_and_words() -> None:
    """X1: `?` says what each does in one sentence, and its words."""
    desk = with_keys(stone_console(keys="vi"), "?")
    assert isinstance(desk.mode, PagerMode)
    text = "\n".join(desk.mode.wrapped_lines(100))
    for said in ("gather a stone", "Stones can be gathered", ":g and a direction", "count stones"):
        assert said in text


def test_a_letter_of_help_goes_to_its_topic() -> None:
    """The first screen lists them; a letter that is none goes back to the game."""
    desk = with_keys(stone_console(), "?")
    first = lines(desk)
    assert TOPICS_HINT in first
    row = first[first.index("Topics: a letter goes there") + 1]
    pressed(desk, row[row.index(" stones") - 1])
    assert lines(desk)[0] == "Expansion: stones"
    pressed(desk, "Q")
    assert desk.mode is None
    small = with_keys(stone_console((40, 12)), "?")
    assert lines(small)[-1] == SHORT_TOPICS_HINT


def test_another_game_has_its_own_keys_and_words() -> None:
    desk = stone_console(keys="vi")
    other = Session(STONE_RULES, 7)
    desk.take_session(other)
    assert desk.command_input.keymap["g"].text == "g"
