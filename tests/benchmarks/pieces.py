"""What the pieces cost that programs are made of: to copy a game, to look, to begin another."""

from collections.abc import Iterator

from cc3k.content.roster import BASE
from cc3k.content.spawn import lay_out
from cc3k.engine.dice import Dice
from cc3k.engine.options import legal_actions
from cc3k.engine.plan import Drawing
from tests.benchmarks.clock import in_turn, medians, repeated
from tests.benchmarks.figures import Figure
from tests.benchmarks.workloads import new_game

CALLS = 2_000
MICROSECOND = 1e-6


def figures() -> Iterator[Figure]:
    """Do each of them so many times, in turn."""
    game, drawing = new_game(0), Drawing(BASE.plan)
    names = ("a copy of a game", "a digest", "what can be done now", "a floor, furnished")
    works = (
        game.copy,
        game.digest,
        lambda: legal_actions(game),
        lambda: lay_out(drawing, BASE, Dice("benchmark")),
    )
    seconds = medians(in_turn(*[repeated(work, CALLS) for work in works]))
    for name, taken in zip(names, seconds, strict=True):
        yield Figure(name, taken / CALLS / MICROSECOND, "us")
