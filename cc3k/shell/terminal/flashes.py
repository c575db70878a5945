"""Where damage flashes on the board for a moment: on whoever was hurt."""

from collections.abc import Iterable

from cc3k.engine.events import Event, Sickened, Struck
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.play.commands import ACTIONS, AIMED, DIRECTION_WORDS

FLASH = 0.15
"""Seconds that a flash lasts."""


def aimed_at(game: Game, words: str) -> Cell | None:
    """Return the cell that a command with a direction is aimed at."""
    verb, _, way = words.partition(" ")
    if words not in ACTIONS or verb not in AIMED:
        return None
    return game.floor.hero + DIRECTION_WORDS[way].shift(game.floor.plan.stride)


def struck(game: Game, target: Cell | None, events: Iterable[Event]) -> frozenset[Cell]:
    """Return the cells of those that were hurt: the PC, and whoever it aimed at."""
    cells = set()
    for event in events:
        match event:
            case Sickened() | Struck(_, "PC"):
                cells.add(game.floor.hero)
            case Struck("PC") if target is not None:
                cells.add(target)
    return frozenset(cells)
