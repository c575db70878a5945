"""Which floors a seed has, without a turn being played (R34)."""

from collections.abc import Iterator, Sequence

from cc3k.engine.board import Drawing
from cc3k.engine.floor import Floor
from cc3k.engine.rules import Rules
from cc3k.play.session import Session


def floors_of(rules: Rules, seed: int, drawings: Sequence[Drawing] = ()) -> Iterator[Floor]:
    """Yield the floors of a seed's first game, as they are when they are entered.

    They are the same for all races, so any will do to go down the stairs.
    """
    game = Session(rules, seed, drawings).begin(rules.races[0])
    yield game.floor
    while game.take_stairs():
        yield game.floor
