"""The game on terminals of different kinds: colours, none, and those that only show lines."""

import os
import re
import subprocess
import sys
from functools import cache
from textwrap import fill

import pytest

from cc3k.cli.race_screen_offers import describe_attempt
from cc3k.content.roster import BASE_RULES
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.help import race_sentences
from cc3k.play.messages import goal_sentence, race_prompt
from tests.support.consoles import LARGE, newcomers_console, pressed, shows
from tests.support.tables import for_each
from tests.support.terminals import GAME, ROOT, Terminal

pytestmark = pytest.mark.slow

STYLE = re.compile(r"\x1b\[([0-9;]*)m")
COLOURS = re.compile(r"[349][0-8]|10[0-7]|38;.*|48;.*")


@cache
def played(**env: str) -> Terminal:
    with Terminal(env=env) as terminal:
        model = newcomers_console()
        for keys in ("v", "f", "ano"):
            terminal.wait_until(lambda: shows(terminal.lines, model))
            terminal.type(keys)
            pressed(model, keys)
        terminal.wait_until(lambda: shows(terminal.lines, model))
        terminal.type("qy")
        assert terminal.end() == 0
    return terminal


def renditions(terminal: Terminal) -> set[str]:
    return {part for style in STYLE.findall(terminal.output.decode()) for part in style.split(";")}


def colours(terminal: Terminal) -> set[str]:
    return {part for part in renditions(terminal) if COLOURS.fullmatch(part)}


@for_each(("xterm-256color", 107), ("tmux-256color", 107), ("linux", 47))
def test_board_is_in_colours_that_the_terminal_has(kind: str, most: int) -> None:
    found = {int(colour) for colour in colours(played(TERM=kind))}
    assert len(found) >= 4
    assert max(found) <= most
    assert (max(found) > 47) == (most > 47)


@for_each(
    {"TERM": "xterm-256color", "NO_COLOR": "1"},
    {"TERM": "xterm-256color", "NO_COLOR": "1", "COLORTERM": "truecolor"},
    {"TERM": "linux", "NO_COLOR": "yes"},
    {"TERM": "vt100"},
)
def test_board_is_shown_without_any_colour(env: dict[str, str]) -> None:
    """`NO_COLOR` switches off colours, not cursor movement and the full screen."""
    terminal = played(**env)
    assert colours(terminal) == set()
    assert {"1", "4", "7"} <= renditions(terminal), "bold, underline and reverse"


def test_empty_no_color_is_none() -> None:
    assert colours(played(TERM="xterm-256color", NO_COLOR=""))


@for_each("kind", ["xterm", "xterm-256color", "screen", "tmux-256color"])
def test_alternate_screen_is_used_where_there_is_one(kind: str) -> None:
    output = played(TERM=kind).output.decode()
    assert output.startswith("\x1b[?1049h")
    assert "\x1b[?1049l" in output


@for_each("kind", ["linux", "vt100"])
def test_screen_is_left_empty_where_there_is_no_other(kind: str) -> None:
    """The shell's prompt must not come up in the middle of the board."""
    terminal = played(TERM=kind)
    assert terminal.text == "ChamberCrawler3000, seed 42."


LINES = f"""\
ChamberCrawler3000, seed 42.
{race_prompt(BASE_RULES)}"""

SWITCHES = (
    f"Expansions that are on: none; off: {', '.join([each.name for each in OWN_EXPANSIONS])}. "
    "A name switches one, expansions tells what each does."
)

SPOKEN = "\n".join(
    fill(sentence, 79)
    for sentence in (
        "ChamberCrawler3000, seed 42.",
        goal_sentence(BASE_RULES),
        "Say `help` for the words.",
        *race_sentences(BASE_RULES),
        f"The game of the day, `cc3k daily`: {describe_attempt(None)}.",
        SWITCHES,
        race_prompt(BASE_RULES),
    )
)
"""The same in sentences, for a player who has not played yet."""


@for_each(
    *({"TERM": "dumb"}, {"TERM": "unknown"}, {"TERM": ""}, {}, {"TERM": "no-such-kind"}),
    {"TERM": "vt52"},
)
def test_terminal_that_can_only_show_lines_gets_lines(env: dict[str, str]) -> None:
    """Blessed would take these for an xterm; a VT52 moves its cursor by other codes."""
    with Terminal(size=LARGE, env=env) as terminal:
        assert_lines(terminal, SPOKEN, "You enter the dungeon.")


def test_script_option_gives_lines_on_any_terminal() -> None:
    with Terminal([*GAME, "--script"], LARGE) as terminal:
        assert_lines(terminal, LINES, "Player character has spawned.")


def assert_lines(terminal: Terminal, asked: str, spawned: str) -> None:
    """Play on a terminal line by line; only in sentences is there a question before the end."""
    terminal.wait_for(asked)
    assert terminal.modes == terminal.modes_at_first
    terminal.type("s\n")
    terminal.wait_for(spawned)
    terminal.type("q yes\n")
    assert terminal.end() == 0
    assert terminal.output.isascii()
    assert b"\x1b" not in terminal.output


def test_one_end_that_is_no_terminal_means_lines() -> None:
    """`inkey()` with stdin or stdout not a tty returns at once, for ever."""
    with Terminal(["/bin/sh", "-c", 'echo q | "$@"', "sh", *GAME]) as terminal:
        assert terminal.end() == 0
        assert terminal.output.decode().replace("\r", "") == f"{LINES}\n"


WITHOUT_SCREEN = """\
import sys
from cc3k.cli.main import main
code = main(sys.argv[1:])
print(sorted({name.partition(".")[0] for name in sys.modules} & {"blessed", "curses", "asyncio"}))
raise SystemExit(code)
"""


@for_each("arguments", [["--version"], ["--help"], ["--script"], []])
def test_blessed_is_imported_only_for_a_screen(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SCREEN, *arguments],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm-256color"},
        input="s no q",
        capture_output=True,
        encoding="ascii",
        check=True,
    )
    assert done.stdout.endswith("[]\n")


def test_blessed_is_not_imported_where_only_lines_can_be_shown() -> None:
    with Terminal([sys.executable, "-c", WITHOUT_SCREEN], env={"TERM": "dumb"}) as terminal:
        terminal.wait_for("Choose")
        terminal.type("q\n")
        assert terminal.end() == 0
        assert b"blessed" not in terminal.output


FIRST_START = """\
import sys
from cc3k.terminal import screen
def stop(*_arguments, **_options):
    print(sorted({"blessed", "tomllib", "cc3k.cli.scores"} & {*sys.modules}))
    raise SystemExit
screen.open_screen = stop
from cc3k.cli.main import main
main(["--seed", "42"])
"""


def test_first_start_imports_neither_scores_nor_a_reader_of_configurations() -> None:
    with Terminal([sys.executable, "-c", FIRST_START]) as terminal:
        terminal.wait_for("[]")
