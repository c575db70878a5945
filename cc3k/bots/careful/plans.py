"""What somebody careful does on a floor besides fighting: gold, potions, rest, and waiting.

Each idea returns a plan for enemies that are held, and nothing if it is not to be had safely.
"""

from cc3k.bots.careful.routes import area, has, trail
from cc3k.bots.careful.situation import Outlook
from cc3k.bots.careful.value import Effect
from cc3k.engine.actions import Move, Option, legal_actions
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.play.macros import heals_by_itself, opposite
from cc3k.play.odds import hits_to_slay
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


SPARE = 2
"""How many of its worst turns the PC has to survive to begin a fight; one, if it heals."""

EAGER = 2
"""To fight on where that was not sought has to cost so many times less than to flee."""

ENDLESS = 100
"""The blows that count for a foe that cannot be hurt."""


def fight(outlook: Outlook) -> list[Option]:
    """Return the way to the fight that pays best, and its first blow."""
    worth = {place: _worth(outlook, place) for place in outlook.game.floor.enemies}
    best_first = sorted([place for place in worth if worth[place]], key=lambda p: -worth[p])
    return next(filter(None, map(outlook.way_to_fight, best_first)), [])


def _worth(outlook: Outlook, place: Cell) -> float:
    """Return how much a fight is to be preferred, 0 if it is not to be had."""
    healing = heals_by_itself(outlook.game)
    if outlook.blow(place) * (1 if healing else SPARE) >= outlook.game.hero.hp:
        return 0.0
    if healing:
        return outlook.gain(place)
    gain = outlook.gain(place) if welcome(outlook, place) else 0.0
    return gain / max(1.0, outlook.cost(place)) if gain else 0.0


def welcome(outlook: Outlook, place: Cell) -> bool:
    """Tell whether a fight costs no HP that will be missed."""
    game = outlook.game
    if heals_by_itself(game):
        return True
    if game.depth == game.rules.floors:
        return game.floor.stairs in outlook.routes
    return outlook.costs_nothing(place) and outlook.free


def escape(outlook: Outlook) -> list[Option]:
    """Return one step or blow, where enemies strike: fight on if that is wanted or costs least."""
    game, exits = outlook.game, outlook.exits()
    floor, hp = game.floor, game.hero.hp
    way = trail(floor, area([floor.stairs]) | outlook.havens, outlook.harms)
    foe = min(outlook.foes(), key=lambda place: _blows_left(game, place), default=None)
    flight = way.harm if way is not None else 0 if exits else hp
    if (
        foe is not None
        and (outlook.harm < hp or not (exits or way))
        and (_wanted(outlook, foe) or outlook.harm * (_blows_left(game, foe) - 1) * EAGER <= flight)
    ):
        return [outlook.strike(foe)]
    if way is not None and (way.harm < hp or not exits):
        return way.steps[:1]
    if exits:
        return [outlook.step(max(exits, key=lambda cell: _room(outlook, cell)))]
    return [] if foe is None else [outlook.strike(foe)]


def _wanted(outlook: Outlook, foe: Cell) -> bool:
    """Tell whether a fight is one that would have been sought, and can be left."""
    alone = outlook.harm == outlook.blow(foe)
    return alone and bool(outlook.exits()) and welcome(outlook, foe)


def _blows_left(game: Game, place: Cell) -> int:
    """Return how many hits slay the enemy of a cell; very many if none do."""
    return hits_to_slay(game.hero, game.floor.enemies[place]) or ENDLESS


def _room(outlook: Outlook, cell: Cell) -> int:
    """Return on how many sides of a cell nobody strikes."""
    return sum(has(outlook.safe, near) for near in outlook.game.floor.plan.around[cell])
