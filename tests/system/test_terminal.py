"""The game on a real terminal that answers nothing: what is typed, and what is seen (§5)."""

import random
import re
import sys
import time
from pathlib import Path

import pytest

from cc3k.play.messages import END_STOP_HINT
from cc3k.terminal.screen import MAX_UNSYNCED
from cc3k.ui.console import Console
from cc3k.ui.pager import ANY_KEY_HINT
from tests.support.consoles import LARGE, TIGHT, WHOLE, newcomers_console, pressed, shows
from tests.support.processes import run
from tests.support.scenarios import room
from tests.support.tables import for_each
from tests.support.terminals import ATOMIC_BEGIN, ATOMIC_END, GAME, Terminal

pytestmark = pytest.mark.slow

SENT = {
    "up": "\x1b[A",
    "down": "\x1bOB",
    "right": "\x1b[C",
    "left": "\x1bOD",
    "home": "\x1b[1~",
    "end": "\x1b[F",
    "page up": "\x1b[5~",
    "page down": "\x1b[6~",
    "backspace": "\x7f",
}
"""What a terminal sends for keys that are no letters."""

HARMLESS = re.compile(
    r"\x1b\[[0-9;]*[mHGBCDJK]"  # colours, motion, clearing
    r"|\x1b\[\?[0-9;]*[hl]"  # modes: alternate screen, cursor, pastes, frames
    r"|\x1b\[2[23];0;0t"  # the window's title is kept and given back
    r"|\x1b\(B"  # the usual character set
    r"|\x1b\]2;[^\a]*\a"  # a title of the window's own
)
"""Sequences that set something; every other may be a question."""


def playing(terminal: Terminal, race: str = "d") -> Console:
    model = newcomers_console((terminal.columns, terminal.rows))
    agree(terminal, model)
    press(terminal, model, [race])
    return model


def press(terminal: Terminal, model: Console, keys: list[str]) -> None:
    terminal.type("".join([SENT.get(key, key) for key in keys]))
    pressed(model, keys)
    agree(terminal, model)


def agree(terminal: Terminal, model: Console) -> None:
    terminal.wait_until(lambda: shows(terminal.lines, model))


def test_game_starts_on_a_terminal_that_never_answers_and_asks_it_nothing() -> None:
    """Asking costs 10 s on a pty that never answers, and the keys typed meanwhile."""
    with Terminal() as terminal:
        playing(terminal)
        terminal.type("qy")
        assert terminal.end() == 0
    rest = HARMLESS.sub("", terminal.output.decode("ascii"))
    assert "\x1b" not in rest
    assert rest.isascii()
    assert re.sub(r"[\r\n\b]", "", rest).isprintable()


SLOW_COLOURS = """\
import os, sys, time
from cc3k.cli.main import main

class Waiting:
    def find_spec(self, name, path, target=None):
        while name == "blessed" and not os.path.exists(sys.argv[1]):
            time.sleep(0.01)

sys.meta_path.insert(0, Waiting())
raise SystemExit(main(["--seed", "42"]))
"""


def test_menu_is_read_while_the_colours_are_still_to_come(tmp_path: Path) -> None:
    imported = tmp_path / "imported"
    with Terminal([sys.executable, "-c", SLOW_COLOURS, str(imported)]) as terminal:
        agree(terminal, newcomers_console())
        terminal.type("d")
        imported.touch()
        terminal.wait_for("Race: Drow")
        assert b"\x1b[96m@" in terminal.output, "the hero has its colour"


HANGING = """\
from cc3k.bots.plugins import BOTS
from cc3k.cli.main import main

class Hanging:
    def __init__(self, dice):
        pass

    def choose(self, game):
        while True:
            pass

BOTS["hanging"] = Hanging
raise SystemExit(main(["--bot", "hanging", "--seed", "42"]))
"""


def test_bot_that_hangs_is_stopped_by_any_key() -> None:
    with Terminal([sys.executable, "-c", HANGING]) as terminal:
        terminal.wait_for("Race: Shade")
        terminal.type("x")
        terminal.wait_while_typed()
        insist(terminal, "\x1b[A", "North.")
        terminal.type("qy")
        assert terminal.end() == 0


SLOW_DISK = """\
import sys, time
from cc3k.cli.main import main
from cc3k.saves.disk import Disk

sync = Disk.sync
def slow(self, descriptor):
    time.sleep(1.5)
    sync(self, descriptor)

Disk.sync = slow
raise SystemExit(main(["--seed", "15", "--race", "troll", "--fsync", "--journal", sys.argv[1]]))
"""


def test_step_of_a_journey_is_kept_whatever_is_typed_meanwhile(tmp_path: Path) -> None:
    """A key ends a journey between two steps: half a turn would part the game from its journal."""
    journal = str(tmp_path / "it.cc3k")
    with Terminal([sys.executable, "-c", SLOW_DISK, journal]) as terminal:
        terminal.wait_for("Race: Troll")
        terminal.type("03ea")
        terminal.wait_while_typed()
        time.sleep(0.3)  # until a step is being kept
        terminal.type(" ")  # which only stops
        terminal.wait_for("Stopped by your key.")
        insist(terminal, "\x1b[D", "West.")
        terminal.type("\x04")
        assert terminal.end() == 0
    told = run("replay", "--verify", journal)
    assert (told.code, told.err) == (0, "")
    assert "the same in all of" in told.out
    assert "the same in all of 0 " not in told.out


def test_keys_typed_before_the_game_is_ready_are_not_lost() -> None:
    with Terminal(typed="dsosoane") as terminal:
        model = newcomers_console()
        pressed(model, "dsosoane")
        agree(terminal, model)


WORDS = (
    *[[*word] for word in ("no", "so", "ea", "we", "ne", "nw", "se", "sw", "f", "ano", "use")],
    *[[key] for key in SENT],
    *[["a", key] for key in SENT],
    ["?", "x"],
    ["q", "n"],
    ["x"],
)


@for_each("size", [WHOLE, TIGHT, LARGE])
def test_screen_shows_the_model_after_each_of_100_words(size: tuple[int, int]) -> None:
    """In a terminal: one write a turn with only the changed cells, and nothing left behind."""
    rng = random.Random(17)
    with Terminal(size=size) as terminal:
        model = playing(terminal, "t")
        for _ in range(100):
            press(terminal, model, rng.choice(WORDS))
        assert model.session.game is not None
        assert model.session.game.turns > 20


def test_each_turn_is_a_short_painting_of_what_has_changed() -> None:
    """What goes through in one piece needs no `?2026h` and `l`; a key without effect, nothing."""
    with Terminal() as terminal:
        model = playing(terminal)
        for key in ("up", "f", "5"):
            before = len(terminal.output)
            terminal.type("\x1bq\x7f")
            terminal.wait_while_typed()
            press(terminal, model, [key])
            painted = bytes(terminal.output[before:])
            assert (painted.count(ATOMIC_BEGIN), painted.count(ATOMIC_END)) == (0, 0)
            assert 0 < len(painted) < MAX_UNSYNCED


def test_whole_screen_is_one_frame() -> None:
    """A terminal that knows `?2026h` and `l` shows all of it at the same time."""
    with Terminal() as terminal:
        model = playing(terminal)
        before = len(terminal.output)
        terminal.type("\x0c")
        terminal.wait_until(lambda: terminal.output[before:].endswith(ATOMIC_END))
        painted = bytes(terminal.output[before:])
        assert (painted.count(ATOMIC_BEGIN), painted.count(ATOMIC_END)) == (1, 1)
        assert painted.startswith(ATOMIC_BEGIN)
        agree(terminal, model)


@for_each(
    "\x1b]10;rgb:rrrr/qqqq/yyyy\x07\x1b]11;rgb:rrrr/qqqq/yyyy\x1b\\",
    "\x1b[?64;1;9c\x1b[12;40R\x1b[?2026;2$y",
    "\x1b[200~" + "qyr\r" * 4000 + "\x1b[201~",
    "\x1b[<64;10;20M\x1b[M qr\x1b[[F\x1bOk\x1bq",
    "\udcff\udcfe\udcc3",
)
def test_what_nobody_typed_does_nothing(sent: str) -> None:
    with Terminal() as terminal:
        model = playing(terminal)
        terminal.type(sent)
        press(terminal, model, ["f"])


def test_paste_that_is_not_marked_is_dropped_with_a_word() -> None:
    with Terminal() as terminal:
        model = playing(terminal)
        terminal.type("qynosoea" * 39)
        terminal.wait_for("A paste of 312 keys was ignored.")
        press(terminal, model, ["f"])
        words = "noeasowe" * 4
        terminal.type(words)
        pressed(model, words)
        agree(terminal, model)


def test_resize_is_seen_at_once() -> None:
    with Terminal() as terminal:
        model = playing(terminal)
        for size in (TIGHT, LARGE, (40, 10), (3, 2), (200, 26), WHOLE):
            terminal.resize(*size)
            model.resize(*size)
            agree(terminal, model)
        press(terminal, model, ["up"])


def test_frame_is_whole_however_slowly_it_is_taken() -> None:
    """A write to a full pty is broken off by any signal, and must go on where it was."""
    with Terminal() as terminal:
        model = playing(terminal)
        terminal.fill("\x0c")
        time.sleep(1.2)  # until the program's own alarm has rung
        press(terminal, model, ["f"])
        assert terminal.output.count(ATOMIC_BEGIN) == terminal.output.count(ATOMIC_END)


def test_ctrl_l_paints_everything_again() -> None:
    with Terminal() as terminal:
        model = playing(terminal)
        terminal.spoil("rubbish")
        assert not shows(terminal.lines, model)
        terminal.type("\x0c")
        agree(terminal, model)


def test_whole_game_is_played_to_its_end_and_begun_again(tmp_path: Path) -> None:
    """§5, R33: past the fifth stairs, the score and how it is made up; `r` plays again."""
    layout = tmp_path / "short.txt"
    layout.write_text((room("@6\\") + "\n") * 5)
    with Terminal([*GAME, "--floor", str(layout)]) as terminal:
        terminal.wait_for("Choose")
        terminal.type("s" + "ea" * 10)
        terminal.wait_for(END_STOP_HINT)
        insist(terminal, "\r", "Score: 15 (10 gold + 5 for a shade)")
        insist(terminal, "r", "Choose")
        terminal.type("g" + "\x1b[C" * 10)
        terminal.wait_for(END_STOP_HINT)
        insist(terminal, "\r", "Score: 10 (10 gold)")
        terminal.type("qq")  # the first may close what another Enter has opened
        assert terminal.end() == 0


def test_journey_is_seen_to_its_end_and_escape_stops_one(tmp_path: Path) -> None:
    layout = tmp_path / "hall.txt"
    layout.write_text(room("@" + "." * 70, "." * 70 + "\\") + "\n")
    with Terminal([*GAME, "--floor", str(layout), "--race", "drow"]) as terminal:
        terminal.wait_for("|@...")
        terminal.type(".ea\x1b\x1b[A")
        insist(terminal, "\x1b[A", "There is no way to the North.")
        assert "@|" not in terminal.text
        terminal.type("\x1b[1;2C")
        terminal.wait_for(".@|")


def insist(terminal: Terminal, key: str, text: str) -> None:
    def heard() -> bool:
        if not terminal.unread:
            terminal.type(key)
        return text in terminal.text

    terminal.wait_until(heard)
    terminal.wait_while_typed()


@pytest.mark.parametrize(
    ("word", "said", "unsaid"),
    [
        ("awe", {"There is no enemy"}, {"You move West"}),
        ("use", {"There is no potion"}, {"You move Southeast"}),
        ("\x1b[Bf", {"You move South", "Enemies"}, set[str]()),
        ("nose", {"You move Southeast"}, {"You move South", "You move East."}),
    ],
)
def test_word_that_stops_a_journey_is_said_whole(
    tmp_path: Path, word: str, said: set[str], unsaid: set[str]
) -> None:
    """No key is lost: without its first letter `awe` would be a step, and `use` another."""
    layout = tmp_path / "hall.txt"
    layout.write_text(room("@" + "." * 450, "." * 450 + "\\") + "\n")
    with Terminal([*GAME, "--floor", str(layout), "--race", "drow"]) as terminal:
        terminal.wait_for("|@...")
        terminal.type("\x1b[1;2C")
        terminal.wait_for("You move East.")
        terminal.type(word)
        terminal.wait_while_typed()
        insist(terminal, "\x1b[A", "There is no way to the North.")
        terminal.type("m")
        terminal.wait_for(ANY_KEY_HINT)
        words = r"\b(?:You [a-z]+ [A-Z][a-z]+|There is no [a-z]+|Enemies)\b"
        told = set(re.findall(words, terminal.text))
        assert said <= told
        assert not unsaid & told
