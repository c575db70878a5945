"""How long it takes to go on with a long game: to read its journal, and to play it again."""

from collections.abc import Iterator
from io import BytesIO

from cc3k.content.roster import BASE
from cc3k.content.standard_board import BOARD
from cc3k.engine.dice import Dice
from cc3k.engine.grid import DIRECTIONS
from cc3k.play.session import Session
from cc3k.record.journal import read_journal, rewritten, sealed
from cc3k.record.record import Header, Record, Step, state_of
from cc3k.record.replay import begun, resumed
from tests.benchmarks.clock import in_turn, medians
from tests.benchmarks.figures import Figure

TURNS = 10_000
PEACEFUL = "M" * 20
"""Twenty merchants: all walk about, and none ends the game."""


def figures() -> Iterator[Figure]:
    """Resume a game of 10,000 turns."""
    journal = long_journal(TURNS)
    (seconds,) = medians(in_turn(lambda: resume(journal)))
    yield Figure("resuming 10,000 turns", seconds, "CPU-seconds", at_most=0.5)


def resume(journal: bytes) -> Session:
    """Return the session that goes on with a journal's game."""
    return resumed(read_journal(BytesIO(journal), "benchmark").record, BASE)


def long_journal(turns: int) -> bytes:
    """Return the journal of a game of that many steps, taken at random among twenty merchants."""
    layout = BOARD.replace("." * len(PEACEFUL), PEACEFUL, 1).replace("...", "@.\\", 1)
    header = Header(BASE.version, 42, 1, BASE.races[0].name, "2000-01-01T00:00:00Z", layout=layout)
    session, ways, steps = begun(header, BASE), Dice("ways"), list[Step]()
    game = session.game
    assert game is not None
    start, floor = state_of(game), game.floor
    while game.turns < turns:
        way = ways.pick(DIRECTIONS)
        if floor.hero + way.shift(floor.plan.stride) != floor.stairs:
            session.say(way.word)
            if session.refusal is None:
                steps.append(Step(way.word, state_of(game)))
    return sealed(rewritten(Record(header, start, steps)))[0].encode("ascii")
