"""What can be told of a cell by looking: what is there, its mood, how a fight would go."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from cc3k.engine.actors import Enemy, hostile
from cc3k.engine.board import DOORWAY, PASSAGE, TILE, WALKABLE, Plan
from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.game import Game
from cc3k.engine.gold import Pile
from cc3k.engine.grid import DIRECTIONS, Cell
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


NEAR = 4
"""Steps that one would walk to what counts as near, if nobody stood in the way."""

PLACES = {TILE: "chamber", DOORWAY: "doorway", PASSAGE: "passage"}

Kinds = Mapping[str, Iterable[Cell]]
"""The cells of each kind of thing."""


def near(game: Game) -> str:
    """Return what can be walked to in a few steps, kind by kind and the nearest first."""
    floor = game.floor
    at_hand = _walked(floor, NEAR) | floor.plan.reach[floor.hero]
    found = [
        told
        for cells in _kinds(floor).values()
        for told in _told(game, [cell for cell in cells if cell in at_hand])
    ]
    return f"Near: {'; '.join(found) or 'nothing'}.{_onward(floor)}"


def surroundings(game: Game) -> list[str]:
    """Return all that is on the floor, a line a kind, the nearest of each first."""
    floor = game.floor
    place = PLACES.get(floor.plan.ground[floor.hero], "wall")
    kinds = [
        f"{kind}: {'; '.join(_told(game, cells)) or 'none'}."
        for kind, cells in _kinds(floor).items()
    ]
    return [f"You stand in a {place}.{_onward(floor)}", *kinds]


def bearing(plan: Plan, one: Cell, other: Cell) -> str:
    """Return the way from one cell to another as the crow flies, such as `2 north 1 east`."""
    (row, column), (to_row, to_column) = plan.where(one), plan.where(other)
    down, right = to_row - row, to_column - column
    parts = [
        f"{abs(cells)} {way}"
        for cells, way in (
            (down, "south" if down > 0 else "north"),
            (right, "east" if right > 0 else "west"),
        )
        if cells
    ]
    return " ".join(parts) or "here"


def _kinds(floor: Floor) -> Kinds:
    """Return where everything but the PC is."""
    items = floor.items.items()
    return {
        "Enemies": floor.enemies,
        "Potions": [cell for cell, item in items if isinstance(item, Potion)],
        "Gold": [cell for cell, item in items if isinstance(item, Pile)],
        "Stairs": [floor.stairs],
        "Exits": [cell for cell in _exits(floor.plan) if cell != floor.hero],
    }


@lru_cache(maxsize=8)
def _exits(plan: Plan) -> tuple[Cell, ...]:
    """Return the doorways, and where a passage opens into a chamber without one."""
    ground, chamber_of = plan.ground, plan.chamber_of
    return tuple(
        [
            cell
            for cell, kind in enumerate(ground)
            if kind == DOORWAY
            or (kind == PASSAGE and any(near in chamber_of for near in plan.around[cell]))
        ]
    )


def _told(game: Game, cells: Iterable[Cell]) -> Iterator[str]:
    """Yield what is on each of those cells and where that is, the nearest first."""
    floor = game.floor
    plan, hero = floor.plan, floor.hero
    row, column = plan.where(hero)

    def distance(cell: Cell) -> tuple[int, Cell]:
        to_row, to_column = plan.where(cell)
        return max(abs(to_row - row), abs(to_column - column)), cell

    for cell in sorted(cells, key=distance):
        yield f"{_thing(game, cell)}, {bearing(plan, hero, cell)}"


def _thing(game: Game, cell: Cell) -> str:
    """Return what is on a cell, with what matters about it."""
    floor = game.floor
    enemy, item = floor.enemies.get(cell), floor.items.get(cell)
    if enemy is not None:
        hurt = f" with {enemy.hp} HP" if enemy.hp < enemy.kind.hp else ""
        mood = "" if enemy.kind.temper(enemy, game.hero) else "peaceful "
        return f"{mood}{enemy.kind.name}{hurt}"
    if isinstance(item, Potion):
        return f"{item.name if item.name in game.known else 'unknown'} potion"
    if isinstance(item, Pile):
        return f"guarded {item.name}" if cell in floor.guardians else item.name
    return "stairs" if cell == floor.stairs else PLACES[floor.plan.ground[cell]]


def _onward(floor: Floor) -> str:
    """Return the ways on from a doorway or a passage, where no walls of a room tell them."""
    if floor.plan.ground[floor.hero] == TILE:
        return ""
    ways = [
        way.name.lower()
        for way in DIRECTIONS
        if floor.picture[floor.hero + way.shift(floor.plan.stride)] in PASSABLE
    ]
    return f" Ways on: {', '.join(ways) or 'none'}."


def _walked(floor: Floor, steps: int) -> set[Cell]:
    """Return the cells that are so many steps away at the most, whoever stands in between."""
    ground, around = floor.plan.ground, floor.plan.around
    found = edge = {floor.hero}
    for _ in range(steps):
        edge = {to for cell in edge for to in around[cell] if ground[to] in WALKABLE} - found
        found = found | edge
    return found
