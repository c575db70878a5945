"""How many bytes a turn on a screen costs: random keys, each turn painted over the one before."""

import random
import time
from collections.abc import Iterator

from attrs import frozen

from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session, SessionStage
from cc3k.tty.canvas import render_changes
from cc3k.tty.screen import synchronized_update
from cc3k.ui.console import Console
from cc3k.ui.keymap import COMMON_BINDINGS, MOVE
from cc3k.ui.view import ConsoleRenderer
from tests.benchmarks.figures import Figure
from tests.support.terminal_codes import blessed_codes

SEED, SIZE, TURNS = 42, (79, 30), 4_000
WAYS = [key for key, act in COMMON_BINDINGS.items() if act.startswith(f"{MOVE} ")]
RACES = [race.key for race in BASE_RULES.races]


@frozen
class Paintings:
    """The bytes of each turn that shows something, of a whole screen, and CPU-seconds a turn.

    `faded` are the bytes that it took for the flashes of all turns to go out again.
    """

    sizes: tuple[int, ...]
    faded: int
    redraw: int
    seconds: float

    @property
    def mean(self) -> float:
        """Bytes a turn, with those of its flash going out."""
        return (sum(self.sizes) + self.faded) / len(self.sizes)

    @property
    def percentile_99(self) -> int:
        """Bytes that one turn in a hundred exceeds."""
        return sorted(self.sizes)[len(self.sizes) * 99 // 100]


def figures() -> Iterator[Figure]:
    """Paint many turns."""
    painted = random_paintings(TURNS)
    yield Figure("a turn on a screen, mean", painted.mean, "bytes", at_most=260)
    yield Figure("a turn, 99th percentile", painted.percentile_99, "bytes", at_most=352)
    yield Figure("a whole screen", painted.redraw, "bytes", at_most=2_400)
    yield Figure("drawing and painting a turn", painted.seconds * 1_000, "CPU-ms")


def random_paintings(turns: int) -> Paintings:
    """Press random arrows, answer yes, read every page, and play again after a death."""
    codes, view = blessed_codes("default"), ConsoleRenderer(BASE_RULES)
    session, ways = Session(BASE_RULES, SEED), random.Random(1)
    console, sizes, faded, seconds = Console(session, *SIZE), list[int](), 0, 0.0
    shown = view.draw(console)
    while len(sizes) < turns:
        turn = session.stage is SessionStage.PLAYING
        if turn:
            _take_turn(console, ways)
        else:
            _begin(console)
        begun = time.process_time()
        canvas = view.draw(console)
        painting = synchronized_update(render_changes(shown, canvas, codes)).encode()
        seconds += time.process_time() - begun
        shown = canvas
        if turn and painting:
            sizes.append(len(painting))
        if console.flashing_cells:
            console.flashing_cells = frozenset()
            canvas = view.draw(console)
            faded += len(render_changes(shown, canvas, codes).encode())
            shown = canvas
    return Paintings(
        tuple(sizes),
        faded,
        len(synchronized_update(render_changes(None, shown, codes))),
        seconds / turns,
    )


def _take_turn(console: Console, ways: random.Random) -> None:
    while console.page_index + 1 < len(console.message_pages()):
        console.press(" ")
    console.press(ways.choice(WAYS))
    if console.mode is not None:
        console.press("y")


def _begin(console: Console) -> None:
    """Begin the next game, each race in turn."""
    console.session.handle_word("r")
    console.session.handle_word(RACES[console.session.games_started % len(RACES)])
