"""What the player may do: small values that carry themselves out on a game."""

from typing import TypeAlias, TypeGuard

from attrs import frozen

from cc3k.engine import combat
from cc3k.engine.events import (
    PC,
    Descended,
    Drank,
    Escaped,
    Event,
    Held,
    Impossible,
    InTheWay,
    Moved,
    NoEnemy,
    NoPotion,
    NoWay,
    PickedUp,
    Slain,
)
from cc3k.engine.floor import GOLD, PASSABLE, STAIRS, WALLS
from cc3k.engine.game import Game
from cc3k.engine.gold import Pile
from cc3k.engine.grid import DIRECTIONS, Direction
from cc3k.engine.potions import Potion

STEPS = {direction.name: Moved(direction.name) for direction in DIRECTIONS}
"""Steps on which no potion is seen: so are most, and a value need not be made again."""


@frozen
class Move:
    """Step onto a floor tile, doorway, passage or gold, or leave by the stairs (§2.4, R9)."""

    direction: Direction
    takes_turn = True

    def perform(self, game: Game) -> list[Event]:
        """Take the step, and the gold that lies there."""
        floor, way = game.floor, self.direction.name
        to = floor.hero + self.direction.shift(floor.plan.stride)
        glyph = floor.picture[to]
        if glyph not in PASSABLE:
            raise Impossible(NoWay(way) if glyph in WALLS else InTheWay(way, chr(glyph)))
        if glyph == STAIRS:
            if not game.take_stairs():
                return [Escaped(way)]
            return [Descended(way, game.depth), *game.sighted()]
        floor.place_hero(to)
        moved = STEPS[way]
        if seen := floor.potions_around(to):
            moved = Moved(way, game.recognized(seen))
        return [moved, *pick_up(game)] if glyph == GOLD else [moved]


@frozen
class Attack:
    """Attack the enemy next to the PC (§2.5)."""

    direction: Direction
    takes_turn = True

    def perform(self, game: Game) -> list[Event]:
        """Strike, and take the gold that a slain guardian has left free under the PC (R25)."""
        floor = game.floor
        cell = floor.hero + self.direction.shift(floor.plan.stride)
        if cell not in floor.enemies:
            raise Impossible(NoEnemy(self.direction.name))
        blow = combat.attack_enemy(game.hero, floor, cell, game.luck)
        return [*blow, *pick_up(game)]


@frozen
class Drink:
    """Use the potion next to the PC (§2.3.1)."""

    direction: Direction
    takes_turn = True

    def perform(self, game: Game) -> list[Event]:
        """Drink it, and learn its kind (R18)."""
        floor, hero = game.floor, game.hero
        cell = floor.hero + self.direction.shift(floor.plan.stride)
        potion = floor.items.get(cell)
        if not isinstance(potion, Potion):
            raise Impossible(NoPotion(self.direction.name))
        floor.remove_item(cell)
        potion.effect(hero)
        game.known.add(potion.name)
        drank = Drank(potion.name)
        return [drank] if hero.hp else [drank, Slain(PC, potion.name)]


@frozen
class Hold:
    """Stop enemies from moving, or let them move again (§4, R5)."""

    takes_turn = False

    def perform(self, game: Game) -> list[Event]:
        """Turn it over."""
        game.held = not game.held
        return [Held(game.held)]


def pick_up(game: Game) -> list[Event]:
    """Take the gold under the PC unless it is guarded (R25)."""
    floor = game.floor
    pile = floor.items.get(floor.hero)
    if not isinstance(pile, Pile) or floor.hero in floor.guardians:
        return []
    floor.remove_item(floor.hero)
    game.hero.gold += pile.value
    return [PickedUp(pile.value)]


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
