"""When somebody careful fights, and when it gets away.

HP are for coming through: a fight is sought where it costs none that will be missed, as with a
race that heals by itself, or on the last floor with the way out open.
"""

from cc3k.bots.areas import area, has
from cc3k.bots.careful.routes import trail
from cc3k.bots.careful.situation import Outlook
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.engine.options import Option
from cc3k.play.macros import heals_by_itself
from cc3k.play.odds import hits_to_slay

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
