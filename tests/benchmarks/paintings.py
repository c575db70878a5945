"""How many bytes a turn on a screen costs, of random keys and of real games."""

import random
import time
from collections.abc import Iterator

from attrs import frozen

from cc3k.bots.bot import start_bot_game
from cc3k.bots.plugins import load_bot
from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session, SessionStage
from cc3k.terminal.paint import Painter, render_changes
from cc3k.terminal.screen import synchronized_update
from cc3k.ui.console import Console
from cc3k.ui.keymap import COMMON_BINDINGS, MOVE
from cc3k.ui.renderer import ConsoleRenderer
from tests.benchmarks.figures import Figure
from tests.support.terminal_codes import blessed_codes

SEED, TURNS = 42, 4_000
WHOLE, TIGHT, BESIDE, BELOW = (79, 30), (80, 24), (120, 40), (100, 40)
"""Screens: the document's picture, a common terminal, and two with a panel."""

GAMES, BOTS = 3, ("greedy", "careful")
"""Real games: so many by each of a bot that fights on and one that holds its enemies still."""

WAYS = [key for key, act in COMMON_BINDINGS.items() if act.name == MOVE]
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
        return (sum(self.sizes) + self.faded) / len(self.sizes)

    @property
    def percentile_99(self) -> int:
        return sorted(self.sizes)[len(self.sizes) * 99 // 100]


def figures() -> Iterator[Figure]:
    painted = random_paintings(TURNS)
    yield Figure("a turn on a screen, mean", painted.mean, "bytes", at_most=220)
    yield Figure("a turn, 99th percentile", painted.percentile_99, "bytes", at_most=400)
    yield Figure("a whole screen", painted.redraw, "bytes", at_most=2_600)
    yield Figure("drawing and painting a turn", painted.seconds * 1_000, "CPU-ms")
    tight = random_paintings(TURNS, TIGHT)
    yield Figure("a turn at 80x24, mean", tight.mean, "bytes", at_most=200)
    for (columns, rows), most in ((TIGHT, 200), (BESIDE, 400), (BELOW, 400)):
        games = {bot: game_paintings(bot, (columns, rows)) for bot in BOTS}
        turns = sum([len(played.sizes) for played in games.values()])
        total = sum([played.mean * len(played.sizes) for played in games.values()])
        name = f"a turn of real games at {columns}x{rows}, mean"
        yield Figure(name, total / turns, "bytes", at_most=most)
        for bot, played in games.items():
            yield Figure(f"a turn of {bot} at {columns}x{rows}", played.mean, "bytes")


class _Painter:
    def __init__(self, session: Session, size: tuple[int, int]) -> None:
        self.console = Console(session, *size)
        self.sizes, self.faded, self.seconds = list[int](), 0, 0.0
        self._codes, self._renderer = blessed_codes("default"), ConsoleRenderer()
        self._shown = self._renderer.draw(self.console)
        self._painter = Painter(self._codes)
        self._painter.paint(self._shown)

    def paint(self, *, counts: bool) -> None:
        begun = time.process_time()
        painting = self._changes()
        self.seconds += time.process_time() - begun
        if counts and painting:
            self.sizes.append(len(painting))
        if self.console.flashing_cells:
            self.console.flashing_cells = frozenset()
            self.faded += len(self._changes())

    def _changes(self) -> bytes:
        self._shown = self._renderer.draw(self.console)
        return synchronized_update(self._painter.paint(self._shown)).encode()

    @property
    def paintings(self) -> Paintings:
        whole = synchronized_update(render_changes(None, self._shown, self._codes))
        return Paintings(tuple(self.sizes), self.faded, len(whole), self.seconds / len(self.sizes))


def random_paintings(turns: int, size: tuple[int, int] = WHOLE) -> Paintings:
    """Press random arrows, answer yes, read every page, and play again after a death."""
    session, ways = Session(BASE_RULES, SEED), random.Random(1)
    painter = _Painter(session, size)
    while len(painter.sizes) < turns:
        turn = session.stage is SessionStage.PLAYING
        if turn:
            _take_turn(painter.console, ways)
        else:
            _begin(painter.console)
        painter.paint(counts=turn)
    return painter.paintings


def game_paintings(bot: str, size: tuple[int, int], games: int = GAMES) -> Paintings:
    """Watch whole games of a bot, one a seed, each as another race."""
    sizes, faded, redraw, seconds = list[int](), 0, 0, 0.0
    for seed in range(games):
        session = Session(BASE_RULES, seed)
        session.give(RACES[seed % len(RACES)])
        painter = _Painter(session, size)
        painter.console.running.command = start_bot_game(session, load_bot(bot))
        while session.stage is SessionStage.PLAYING:
            painter.console.tick()
            painter.paint(counts=True)
        painted = painter.paintings
        sizes += painted.sizes
        faded, redraw, seconds = faded + painted.faded, painted.redraw, seconds + painter.seconds
    return Paintings(tuple(sizes), faded, redraw, seconds / len(sizes))


def _take_turn(console: Console, ways: random.Random) -> None:
    while console.has_next_page:
        console.press(" ")
    console.press(ways.choice(WAYS))
    if console.mode is not None:
        console.press("y")


def _begin(console: Console) -> None:
    """Begin the next game, each race in turn, past the screen that ends one."""
    console.mode = console.end_screen = None
    console.session.give("r")
    console.session.give(RACES[console.session.games_started % len(RACES)])
