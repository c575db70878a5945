"""Help and log on a screen of their own: F1, and finding a word in them."""

from cc3k.play.messages import Message
from cc3k.ui.console import Console
from cc3k.ui.pager import PagerMode
from cc3k.ui.palette import ROLE_LETTERS
from tests.support.consoles import LARGE, TIGHT, bound, console, lines, playing, pressed, roles_of
from tests.support.scenarios import room
from tests.support.tables import for_each


def with_log(size: tuple[int, int] = TIGHT) -> Console:
    """Return a console whose log is open at its first line, with an elf in every tenth line."""
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
    """In the game, amid a word and over a question, as `?` is."""
    shell, other = console(room("@..\\")), console(room("@..\\"))
    pressed(shell, [*keys, "f1"])
    pressed(other, [*keys, "?"])
    assert isinstance(shell.mode, PagerMode)
    assert lines(shell) == lines(other)


@for_each("next_key", ["n", "enter"])
def test_search_finds_a_word_and_goes_on(next_key: str) -> None:
    """`/`, the word and Enter; then `n` or Enter finds the next, and after the last the first."""
    shell = with_log()
    pressed(shell, "/")
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
    shell = with_log()
    pressed(shell, [*"/message 7", "enter"])
    assert set(roles_of(shell, "7  Message 7.")) == {ROLE_LETTERS["cursor"]}
    assert set(roles_of(shell, "Message 8.")) == {" "}


def test_search_in_the_help() -> None:
    shell = console(room("@..\\"), TIGHT)
    pressed(shell, [*"?/the word f", "enter"])
    assert found(shell).startswith("The word f holds all enemies still")


def test_search_for_what_is_not_there_says_so() -> None:
    """The page stays where it is; another search can follow."""
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
    """Esc, or Backspace past the first letter; the text stays open."""
    shell = with_log()
    before = lines(shell)
    pressed(shell, ["/", *keys])
    assert lines(shell) == before


def test_keys_are_letters_while_a_search_is_typed() -> None:
    """Whatever else they do, or are bound to: `q`, `?`, `/`, a blank, and a key that leaves."""
    bind = {"x": "leave", "y": "redraw"}
    shell = console(room("@..\\"), settings=bound(bind))
    pressed(shell, "m/q?/ xyn")
    assert lines(shell)[-1] == "Find: q?/ xyn_"
    assert not shell.session.is_ended
    pressed(shell, ["中", "up", "f5", "scroll up"])
    assert lines(shell)[-1] == "Find: q?/ xyn_"


def test_search_is_over_when_the_text_is_closed() -> None:
    """Any other key closes it, as it does without a search; what it covered is there again."""
    shell = console(room("@1.\\"), LARGE)
    question = pressed(shell, ["right"])
    assert pressed(shell, ["?", *"/goal", "enter", "x"]) == question
    assert pressed(shell, ["n", "m", "x"]) != question
    assert playing(shell).turns == 0


def test_search_scrolls_as_before() -> None:
    """Arrows and pages move; the next search begins where the last one found something."""
    shell = with_log()
    pressed(shell, [*"/elf", "enter", "page down", "home", " "])
    assert isinstance(shell.mode, PagerMode)
    pressed(shell, ["n"])
    assert found(shell) == "20  Elf misses PC."
