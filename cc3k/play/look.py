"""What can be told of a cell by looking: what is there, its mood, how a fight would go."""

from cc3k.engine.actors import Enemy, hostile
from cc3k.engine.board import DOORWAY, PASSAGE, TILE
from cc3k.engine.floor import Floor
from cc3k.engine.game import Game
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.potions import Potion
from cc3k.play.odds import Forecast, forecast

ONE_PERCENT = 0.01
ROUNDING = 1e-9
"""By how much the chances of all that can happen may miss 1."""

GROUND = {
    TILE: "the floor of a chamber",
    DOORWAY: "a doorway",
    PASSAGE: "a passage",
    ord("\\"): "the stairs down",
    ord(" "): "solid rock",
}


def describe(game: Game, cell: Cell) -> list[str]:
    """Return what there is on a cell, in sentences."""
    floor = game.floor
    if cell == floor.hero:
        return [f"You, a {game.race.name.lower()}: {game.race.trait}."]
    if cell in floor.enemies:
        return _enemy(game, floor.enemies[cell])
    item = floor.items.get(cell)
    if isinstance(item, Potion):
        return [_potion(game, item)]
    if isinstance(item, Pile):
        return [_pile(floor, cell, item)]
    return [f"{GROUND.get(floor.under(cell), 'a wall').capitalize()}."]


def mood(game: Game, enemy: Enemy) -> str:
    """Return whether an enemy is hostile, and why."""
    kind = enemy.kind
    if not kind.temper(enemy, game.hero):
        return "peaceful until one of them is attacked"
    if kind.temper is not hostile:
        return "hostile, since you attacked one of them"
    return "hostile near its hoard" if enemy.guards else "hostile"


def odds(told: Forecast) -> str:
    """Return a forecast as a sentence."""
    if told.hits is None:
        return "You cannot hurt it."
    hits = "1 hit slays it" if told.hits == 1 else f"{told.hits} hits slay it"
    return (
        f"Fought to the end from here: you win {_percent(told.win)} of such fights; {hits}; "
        f"your HP change by {-round(told.cost):+d} on the average, "
        f"by {-told.worst:+d} in the worst of twenty."
    )


def _enemy(game: Game, enemy: Enemy) -> list[str]:
    kind = enemy.kind
    traits = dict.fromkeys((kind.trait, mood(game, enemy)))  # one may say what the other does
    figures = (
        f"{kind.name.capitalize()}: {enemy.hp} of {kind.hp} HP, Atk {kind.stats.attack}, "
        f"Def {kind.stats.defence}; {'; '.join(traits)}."
    )
    return [figures, odds(forecast(game.rules, game.hero, enemy))]


def _potion(game: Game, potion: Potion) -> str:
    if potion.name not in game.known:
        return "A potion of a kind you have not used yet."
    return f"A {potion.name} potion: {potion.title}."


def _pile(floor: Floor, cell: Cell, pile: Pile) -> str:
    guarded = ", guarded" if cell in floor.guardians else ""
    return f"Gold: a {pile.name}, worth {pile.value}{guarded}."


def _percent(chance: float) -> str:
    """Return a chance in percent; only what is certain is 0 % or 100 %."""
    if 0.0 < chance < ONE_PERCENT:
        return "less than 1 %"
    if 1.0 - ONE_PERCENT < chance < 1.0 - ROUNDING:
        return "more than 99 %"
    return f"{chance:.0%}".replace("%", " %")
