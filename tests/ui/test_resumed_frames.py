"""Games gone on with after a sudden end: the very frame that stood on the screen, in any set."""

import random
import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from attrs import define, field

from cc3k.engine.rules import Rules
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry
from cc3k.play.history import ScreenNote
from cc3k.play.messages import Message
from cc3k.play.session import Session, SessionStage
from cc3k.saves.disk import Disk
from cc3k.saves.journal_writer import SaveContext
from cc3k.saves.recorder import Recorder
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp, KeyDebounce
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import LARGE, TIGHT, lines
from tests.support.effort import EFFORT
from tests.support.processes import COMMAND
from tests.support.terminals import XTERM, Terminal

NAMES = tuple(each.name for each in OWN_EXPANSIONS)
SETS = ((), ("fog",), ("hunters",), ("fog", "gear"), ("pack", "shop"), ("levels", "depths"), NAMES)
KEYS = 8 * EFFORT

JOURNEYS = "oo>>GGtt.f55hjklyubnHJKLYUBN"
"""Keys of `vi`: exploring, travel, resting, steps and runs."""


@define(eq=False)
class Played:
    rules: Rules
    seed: int
    size: tuple[int, int]
    path: Path
    app: GameApp = field(init=False)

    def __attrs_post_init__(self) -> None:
        keeper = self.keeper(self.path)
        session = Session(self.rules, self.seed)
        session.keeper = keeper
        self.app = GameApp(Console(session, *self.size, ScreenSettings()))
        self.app._debounce = KeyDebounce(0.0)  # noqa: SLF001
        self.app.press_keys([self.rules.races[self.seed % 5].key])

    def keeper(self, path: Path) -> Recorder:
        context = SaveContext(Disk(), "process 7")
        return Recorder(context, lambda: 0.0, lambda _: str(path))

    def resumed(self) -> list[str]:
        copy = self.path.with_suffix(".copy")
        shutil.copy(self.path, copy)
        keeper = self.keeper(copy)
        shown = lines(Console(keeper.resume(str(copy)), *self.size, ScreenSettings()))
        keeper.close()
        return shown

    def frames(self, dice: random.Random, count: int) -> Iterator[tuple[object, list[str]]]:
        console = self.app.console
        keymap = console.command_input.keymap
        keys = [key for key, action in keymap.items() if action.name != "leave"]
        for _ in range(count):
            key = dice.choice(JOURNEYS) if dice.random() < 0.6 else dice.choice(keys)
            if key.lower() in "qr":
                continue
            self.app.press_keys([key])
            for _ in range(dice.choice((0, 1, 2, 500))):
                if console.running.command is not None:
                    self.app.tick()
            if console.session.stage is not SessionStage.PLAYING:
                return
            if console.mode is None and not console.is_input_pending:
                yield (key, console.command_input.keymap.get(key)), lines(console)
            elif dice.random() < 0.8:
                self.app.press_keys(["esc"])


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("size", [TIGHT, LARGE])
def test_a_game_goes_on_at_the_very_frame_after_any_key(
    size: tuple[int, int], tmp_path: Path
) -> None:
    """X3: board, panel, rows and messages, also in the midst of journeys and where they stopped."""
    registry, compared = ExpansionRegistry(), 0
    for number, names in enumerate(SETS):
        played = Played(registry.select(names), number, size, tmp_path / f"{number}.cc3k")
        for key, shown in played.frames(random.Random(f"frames {number} {size}"), KEYS):
            assert played.resumed() == shown, (names, key)
            compared += 1
    assert compared > len(SETS) * KEYS // 3


def test_what_is_too_long_for_a_line_of_a_journal_is_not_kept(tmp_path: Path) -> None:
    """X3: the frame has the rest; the journal stays one that can be read."""
    played = Played(ExpansionRegistry().select(()), 1, TIGHT, tmp_path / "it.cc3k")
    written = played.path.read_bytes()
    keeper = played.app.console.session.keeper
    assert keeper is not None
    keeper.keep_note(ScreenNote((Message("x" * 600),)))
    assert played.path.read_bytes() == written
    played.app.report_paste(30)
    assert played.path.read_bytes().count(b" shown ") == 1
    assert played.resumed() == lines(played.app.console)


STILL_ROUNDS = 60
"""Looks at a screen in which nothing changes, 5 ms apart, after which a journey has ended.

Only those count at which the program waits, and does not lack a processor on a busy machine.
"""


def wait_until_still(terminal: Terminal) -> list[str]:
    last, looks = list[str](), 0

    def is_still() -> bool:
        nonlocal last, looks
        lines_now = terminal.lines
        looks, last = (looks + terminal.is_asleep if lines_now == last else 0), lines_now
        return looks >= STILL_ROUNDS

    terminal.wait_until(is_still)
    return last


@pytest.mark.slow
@pytest.mark.parametrize(("names", "size"), [*zip(SETS, cycle([TIGHT, LARGE]), strict=False)])
def test_a_killed_game_goes_on_at_the_very_frame(
    names: tuple[str, ...], size: tuple[int, int], tmp_path: Path
) -> None:
    """X3: the program killed on a terminal at drawn keys, and begun again with --continue."""
    env, dice = {**XTERM, "CC3K_HOME": str(tmp_path)}, random.Random(f"kills {names} {size}")
    keys, chosen = ("--keys", "vi"), ("--dlc", ",".join(names) or "none", "--race", "troll")
    command: tuple[str, ...] = (*COMMAND, *keys, *chosen, "--seed", "42")
    for _ in range(2):
        with Terminal(command, env=env, size=size) as terminal:
            terminal.wait_for("Troll")
            for key in [dice.choice("oo>hjklyubnHJKL") for _ in range(dice.randrange(1, 8))]:
                terminal.type(key)
                shown = wait_until_still(terminal)
            terminal.process.kill()
            terminal.end()
        if list(tmp_path.glob("games/*")):
            break  # these keys have led to the end of the game
        command = (*COMMAND, *keys, "--continue")
        with Terminal(command, env=env, size=size) as terminal:
            terminal.wait_for("Troll")
            assert wait_until_still(terminal) == shown
            terminal.process.kill()
            terminal.end()
