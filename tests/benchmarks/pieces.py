"""What the pieces cost that programs are made of: to copy a game, to look, to begin another."""

from collections.abc import Iterator
from itertools import count

from cc3k.content.roster import BASE_RULES
from cc3k.content.spawn import generate_floor
from cc3k.engine.actions import legal_actions
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from tests.benchmarks.clock import in_turn, medians, repeated
from tests.benchmarks.figures import Figure
from tests.benchmarks.workloads import new_game

CALLS = 2_000
MICROSECOND = 1e-6


def figures() -> Iterator[Figure]:
    game, drawing, seeds = new_game(0), FloorLayout(BASE_RULES.standard_board), count()
    pieces = (
        ("a copy of a game", game.copy, 30),
        ("a digest", game.digest, None),
        ("what can be done now", lambda: legal_actions(game), None),
        (
            "a floor, furnished",
            lambda: generate_floor(drawing, BASE_RULES, Dice(f"{next(seeds)}")),
            30,
        ),
    )
    seconds = medians(in_turn(*[repeated(work, CALLS) for _, work, _ in pieces]))
    for (name, _, most), taken in zip(pieces, seconds, strict=True):
        yield Figure(name, taken / CALLS / MICROSECOND, "us", at_most=most)
