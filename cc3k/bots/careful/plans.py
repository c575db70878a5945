"""What somebody careful does on a floor besides fighting: gold, potions, rest, and waiting.

Each idea returns a plan for enemies that are held, and nothing if it is not to be had safely.
"""

from cc3k.bots.areas import area, has
from cc3k.bots.brews import Effect
from cc3k.bots.careful.situation import Outlook
from cc3k.engine.actions import Move
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.engine.options import Option, legal_actions
from cc3k.play.macros import heals_by_itself, opposite
from cc3k.play.travel import gold

THIRST = 40
"""HP that it takes to try an unknown potion."""

LONGEST_REST = 100
"""Turns of rest after which one looks about again."""


def take_gold(outlook: Outlook) -> list[Option]:
    """Return the way to the nearest gold that is free to take."""
    return outlook.way_to(area(gold(outlook.game.floor)))


def drink_what_helps(outlook: Outlook) -> list[Option]:
    """Return the way to a known potion that can do all the good it does."""
    hp, most = outlook.game.hero.hp, outlook.game.race.max_hp
    return outlook.way_to_drink(
        [
            name
            for name, effect in _known_effects(outlook).items()
            if effect.harmless and (most is None or hp + effect.hp <= most)
        ]
    )


def drink_the_unknown(outlook: Outlook) -> list[Option]:
    """Return the way to an unknown potion, as long as there are floors left to profit from it."""
    game = outlook.game
    if game.depth == game.rules.floors or game.hero.hp < THIRST:
        return []
    return outlook.way_to_drink([None])


def drink_the_way_free(outlook: Outlook) -> list[Option]:
    """Return the way to any potion that does not cost HP: it may stand in the way of others."""
    names = [name for name, effect in _known_effects(outlook).items() if effect.hp >= 0]
    return outlook.way_to_drink([*names, *[None] * (outlook.game.hero.hp >= THIRST)])


def _known_effects(outlook: Outlook) -> dict[str, Effect]:
    """Return what each kind of potion that is known does, by its name."""
    game, book = outlook.game, outlook.book
    known = [potion for potion in game.rules.potions if potion.name in game.known]
    return {potion.name: book.effect_of(potion, game.race) for potion in known}


def rest(outlook: Outlook) -> list[Option]:
    """Return some steps to and fro, for a race that heals by itself and is hurt."""
    game, exits = outlook.game, outlook.exits()
    if not exits or not heals_by_itself(game) or game.hero.hp == game.race.max_hp:
        return []
    there, turns = outlook.step(exits[0]), _turns_to_heal(game)
    return [there, Move(opposite(there.direction))] * -(-turns // 2)


def _turns_to_heal(game: Game) -> int:
    """Return how many turns it takes until the PC is whole, up to the longest rest."""
    resting = game.hero.copy()
    turns = 0
    while resting.hp != game.race.max_hp and turns < LONGEST_REST:
        list(game.race.each_turn(resting))
        turns += 1
    return turns


def pass_time(outlook: Outlook) -> Option:
    """Return a step that keeps to where nobody comes, or else as far from enemies as can be."""
    game, exits = outlook.game, outlook.exits()
    floor, where = game.floor, game.floor.plan.where
    if not exits:
        return legal_actions(game)[0]
    hostile = [where(c) for c, e in floor.enemies.items() if e.kind.temper(e, game.hero)]

    def distance(cell: Cell) -> tuple[bool, int]:
        row, column = where(cell)
        near = [max(abs(row - r), abs(column - c)) for r, c in hostile]
        return has(outlook.havens, cell), min(near, default=0)

    return outlook.step(max(exits, key=distance))
