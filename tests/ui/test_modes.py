"""Modes of a console: looking around, pages to read and to search, and questions."""

import ast
from pathlib import Path

import cc3k.ui
from cc3k.engine.running_game import part_of
from cc3k.expansions.levels import Growth
from cc3k.expansions.pack import add_potion
from cc3k.play.messages import Message
from cc3k.ui.console import Console
from cc3k.ui.game_keys import LookMode
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.modes import Close, QuestionMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.renderer import lay_out
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import (
    LARGE,
    TIGHT,
    WHOLE,
    action,
    bound,
    console,
    lines,
    playing,
    pressed,
    roles_of,
    with_keys,
)
from tests.support.expansions import expanded, session_of
from tests.support.scenarios import room
from tests.support.tables import for_each

HALL = room("....W", "@....", "..H..", ".....", "....\\", ".....", "...E.")


def test_no_mode_knows_the_console() -> None:
    """Only the screens and the renderer import it; the rest returns commands."""
    importers = set()
    for path in Path(cc3k.ui.__file__).parent.glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text()))
        modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
        importers |= {path.name} if "cc3k.ui.console" in modules else set()
    assert importers == {"game_app.py", "replay_screen.py", "renderer.py"}


@for_each("key", ["l", "i"])
def test_a_key_of_a_menu_leaves_the_look_or_another_menu_and_opens_it(key: str) -> None:
    """X70: its letters would be other keys otherwise, such as that of an attack."""
    game = expanded("levels pack", HALL)
    add_potion(game, game.rules.potions[0])
    shell = Console(session_of(game), *WHOLE)
    part_of(game, Growth).level = 2
    pressed(shell, [key, "+"])
    assert isinstance(shell.mode, ChoiceMode)
    assert shell.mode.words == "spend"


def test_cell_that_is_looked_at_is_told_of_once() -> None:
    """A forecast takes a while: it is not made again for every picture."""
    shell = with_keys(console(HALL), ["l", "tab"])
    assert isinstance(shell.mode, LookMode)
    assert shell.mode.text is shell.mode.text


def test_log_is_read_from_its_end_and_scrolls_by_line_page_and_to_its_ends() -> None:
    shell = with_keys(console(room("@" + "." * 40 + "\\"), WHOLE), (["right"] * 2 + ["f"]) * 20)
    shell.press("m")
    assert "   40  Enemies" in lines(shell)[-2]
    end = lines(shell)
    for key in ("up", "home", "down", "page down", "page up"):
        before = lines(shell)
        shell.press(key)
        assert lines(shell) != before, key
    pressed(shell, ["end", "down", "end"])
    assert lines(shell) == end
    shell.press("home")
    assert lines(shell)[:2] == ["Seed 42", "Messages, by turn"]
    assert "You move East. (x2)" in lines(shell)[2]


def test_space_reads_to_the_end_and_then_leaves() -> None:
    shell = console(HALL, (79, 24))
    shell.press("?")
    pages = 0
    while isinstance(shell.mode, PagerMode):
        shell.press(" ")
        pages += 1
    assert 1 < pages < 5


@for_each("page", ["m", "D", "?"])
@for_each("key, told", [("right", "You move East."), ("4", "to the West"), ("f", "Enemies")])
def test_a_key_of_the_game_closes_a_page_and_acts(page: str, key: str, told: str) -> None:
    """No key is lost to a page over the map: an arrow that closes it is a step."""
    shell = console(room("@..\\"), (79, 60))
    pressed(shell, page)
    assert isinstance(shell.mode, PagerMode)
    assert any(line.endswith("go on and act.") for line in lines(shell))
    assert told in pressed(shell, [key])
    assert shell.mode is None


def test_a_key_that_closes_a_page_asks_its_question() -> None:
    shell = console(room("@1.\\"), (79, 60))
    question = pressed(shell, ["right", "n", "right"])
    assert question.endswith("(y/n)")
    assert pressed(shell, ["escape", "m", "right"]) == question


def test_long_line_is_folded_not_cut() -> None:
    shell = console(HALL, (79, 24))
    playing(shell)
    shell.session.message_log.add(
        3, (Message(" ".join(f"word{number}." for number in range(60))),), ()
    )
    shell.press("m")
    text = " ".join(lines(shell))
    assert all(f"word{number}." in text for number in range(60))


@for_each(((79, 24), (79, 60)), ((79, 60), (79, 24)))
def test_page_survives_a_resize(size: tuple[int, int], then: tuple[int, int]) -> None:
    shell = with_keys(console(HALL, size), ["?", "end"])
    shell.resize(*then)
    assert any(lines(shell)[:-1])
    pressed(shell, ["up", "end"])
    assert any(lines(shell)[:-1])


def test_pages_are_off_when_the_player_wants_it() -> None:
    """`--no-more`: the last page is shown at once, and no key is asked for."""
    shell = console(HALL, settings=ScreenSettings(more=False))
    shell.show(Message("Something happens. " * 100))
    assert not shell.has_next_page
    assert not action(shell).endswith("--more--")
    assert pressed(shell, "so") == "You move South."


def test_what_is_looked_at_is_on_the_screen_and_told_to_the_end() -> None:
    """A large board scrolls with the cursor; `--no-more` is for what happened, not for looks."""
    rows = ["|" + "-" * 150 + "|", "|@" + "." * 148 + "H|", *["|" + "." * 150 + "|"] * 40]
    rows[-1] = rows[-1][:-2] + "\\|"
    drawing = "\n".join([*rows, rows[0]])
    shell = with_keys(console(drawing, (40, 12), settings=ScreenSettings(more=False)), ["l", "tab"])
    assert "H" in "".join(lines(shell)[2:10])
    assert lay_out(shell, playing(shell)).pages[0][0].startswith("Human: 140 of 140 HP")
    assert "at worst" in lay_out(shell, playing(shell)).pages[-1][-1]


def test_a_question_that_tells_its_keys_tells_them_once() -> None:
    """X4: packages of release 2 wrote the keys that answer a question into it."""
    assert QuestionMode("Step there? (y/n)", Close()).text == "Step there? (y/n)"


def with_log(size: tuple[int, int] = TIGHT) -> Console:
    shell = console(room("@..\\"), size)
    for turn in range(1, 61):
        text = "Elf misses PC." if turn % 10 == 0 else f"Message {turn}."
        shell.session.message_log.add(turn, (Message(text),), ())
    pressed(shell, ["m", "home"])
    return shell


def found(shell: Console) -> str:
    assert isinstance(shell.mode, PagerMode)
    assert shell.mode.search is not None
    assert shell.mode.search.line is not None
    line = shell.mode.wrapped_lines(shell.columns)[shell.mode.search.line]
    assert line in lines(shell)[:-1]
    return line.strip()


@for_each("keys", [[], ["n"], ["q"]])
def test_f1_is_help(keys: list[str]) -> None:
    shell, other = console(room("@..\\")), console(room("@..\\"))
    pressed(shell, [*keys, "f1"])
    pressed(other, [*keys, "?"])
    assert isinstance(shell.mode, PagerMode)
    assert lines(shell) == lines(other)


@for_each("next_key", ["n", "enter"])
def test_search_finds_a_word_and_goes_on(next_key: str) -> None:
    shell = with_keys(with_log(), "/")
    assert lines(shell)[-1] == "Find: _"
    pressed(shell, "ELF")
    assert lines(shell)[-1] == "Find: ELF_"
    pressed(shell, ["enter"])
    assert found(shell) == "10  Elf misses PC."
    assert lines(shell)[-1].startswith("n or Enter finds the next 'ELF'")
    for turn in (20, 30, 40, 50, 60, 10, 20):
        pressed(shell, [next_key])
        assert found(shell) == f"{turn}  Elf misses PC."
    for turn in (10, 60, 50):
        pressed(shell, "N")
        assert found(shell) == f"{turn}  Elf misses PC."


def test_found_line_stands_out() -> None:
    shell = with_keys(with_log(), [*"/message 7", "enter"])
    assert set(roles_of(shell, "7  Message 7.")) == {ROLE_LETTERS["cursor"]}
    assert set(roles_of(shell, "Message 8.")) == {" "}


def test_search_in_the_help() -> None:
    shell = with_keys(console(room("@..\\"), TIGHT), [*"?/the word f", "enter"])
    assert found(shell).startswith("The word f holds all enemies still")


def test_search_for_what_is_not_there_says_so() -> None:
    shell = with_log()
    before = lines(shell)[:-1]
    pressed(shell, [*"/dragon", "enter"])
    assert lines(shell)[:-1] == before
    assert lines(shell)[-1].startswith("There is no 'dragon' here")
    pressed(shell, ["n"])
    assert lines(shell)[-1].startswith("There is no 'dragon' here")
    pressed(shell, [*"/elf", "enter"])
    assert found(shell) == "10  Elf misses PC."


@for_each("keys", [["escape"], ["backspace"], ["e", "backspace", "backspace"]])
def test_search_can_be_taken_back(keys: list[str]) -> None:
    shell = with_log()
    before = lines(shell)
    pressed(shell, ["/", *keys])
    assert lines(shell) == before


def test_keys_are_letters_while_a_search_is_typed() -> None:
    bind = {"x": "leave", "y": "redraw"}
    shell = with_keys(console(room("@..\\"), settings=bound(bind)), "m/q?/ xyn")
    assert lines(shell)[-1] == "Find: q?/ xyn_"
    assert not shell.session.is_ended
    pressed(shell, ["中", "up", "f5", "scroll up"])
    assert lines(shell)[-1] == "Find: q?/ xyn_"


def test_search_is_over_when_the_text_is_closed() -> None:
    shell = console(room("@1.\\"), LARGE)
    question = pressed(shell, ["right"])
    assert pressed(shell, ["?", *"/goal", "enter", "x"]) == question
    assert pressed(shell, ["n", "m", "x"]) != question
    assert playing(shell).turns == 0


def test_search_scrolls_as_before() -> None:
    shell = with_keys(with_log(), [*"/elf", "enter", "page down", "home", " "])
    assert isinstance(shell.mode, PagerMode)
    pressed(shell, ["n"])
    assert found(shell) == "20  Elf misses PC."
