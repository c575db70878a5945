"""What the player may do now: found by looking, never by trying."""

from typing import TypeAlias, TypeGuard

from cc3k.engine.actions import Attack, Drink, Hold, Move
from cc3k.engine.floor import PASSABLE
from cc3k.engine.game import Game
from cc3k.engine.grid import DIRECTIONS
from cc3k.engine.potions import Potion

Option: TypeAlias = Move | Attack | Drink | Hold

MOVES = tuple(map(Move, DIRECTIONS))
ATTACKS = tuple(map(Attack, DIRECTIONS))
DRINKS = tuple(map(Drink, DIRECTIONS))
HOLD = Hold()
OPTIONS: tuple[Option, ...] = (*MOVES, *ATTACKS, *DRINKS, HOLD)
"""All that can ever be done, in the order in which it is listed: moves, attacks, drinks, `f`."""


_KNOWN = frozenset(OPTIONS)


def is_option(thing: object) -> TypeGuard[Option]:
    """Tell whether something is one of `OPTIONS`, by its value and not by its identity."""
    try:
        return thing in _KNOWN
    except TypeError:  # what cannot be hashed, such as a list, is none
        return False


def legal_actions(game: Game) -> list[Option]:
    """Return every action that would not be refused now, in the order of `OPTIONS` (R4).

    There is none once the game is over.
    """
    if game.outcome is not None:
        return []
    floor = game.floor
    picture, enemies, items = floor.picture, floor.enemies, floor.items
    around = [floor.hero + shift for shift in floor.plan.shifts[: len(DIRECTIONS)]]
    return [
        *[move for move, to in zip(MOVES, around, strict=True) if picture[to] in PASSABLE],
        *[attack for attack, cell in zip(ATTACKS, around, strict=True) if cell in enemies],
        *[
            drink
            for drink, cell in zip(DRINKS, around, strict=True)
            if isinstance(items.get(cell), Potion)
        ],
        HOLD,
    ]
