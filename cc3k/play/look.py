"""Look: descriptions of a cell, of what is near, and of the whole floor."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from cc3k.engine.board import DOORWAY, PASSAGE, TILE, WALKABLE, Board
from cc3k.engine.enemies import Enemy, always_hostile
from cc3k.engine.floor import PASSABLE_GLYPHS, Floor
from cc3k.engine.game import GameState
from cc3k.engine.grid import DIRECTIONS, Cell
from cc3k.engine.items import GoldPile, Potion
from cc3k.play.odds import FightOdds, OddsError, compute_fight_odds

ONE_PERCENT = 0.01
ROUNDING_ERROR = 1e-9
"""The chances of all outcomes may add up to this much more or less than 1."""

TERRAIN_NAMES = {
    TILE: "the floor of a chamber",
    DOORWAY: "a doorway",
    PASSAGE: "a passage",
    ord("\\"): "the stairs down",
    ord(" "): "solid rock",
}


def describe_cell(game: GameState, cell: Cell) -> list[str]:
    """Return sentences about what is on a cell."""
    floor = game.floor
    if cell == floor.hero_cell:
        return [f"You, a {game.race.name.lower()}: {game.race.trait}."]
    if cell in floor.enemies:
        return _describe_enemy(game, floor.enemies[cell])
    item = floor.items.get(cell)
    if isinstance(item, Potion):
        return [_describe_potion(game, item)]
    if isinstance(item, GoldPile):
        return [_describe_pile(floor, cell, item)]
    return [f"{TERRAIN_NAMES.get(floor.terrain_at(cell), 'a wall').capitalize()}."]


def describe_hostility(game: GameState, enemy: Enemy) -> str:
    """Return whether an enemy is hostile, and why."""
    kind = enemy.kind
    if not kind.is_hostile(enemy, game.hero):
        return "peaceful until one of them is attacked"
    if kind.is_hostile is not always_hostile:
        return "hostile, since you attacked one of them"
    return "hostile near its hoard" if enemy.guarded_cells else "hostile"


def describe_odds(odds: FightOdds) -> str:
    """Return the odds of a fight as a sentence."""
    if odds.hits_to_slay is None:
        return "You cannot hurt it."
    hits = "1 hit slays it" if odds.hits_to_slay == 1 else f"{odds.hits_to_slay} hits slay it"
    return (
        f"Fought to the end from here: you win {_format_percent(odds.win_chance)} of such fights; "
        f"{hits}; "
        f"your HP change by {-round(odds.mean_hp_lost):+d} on the average, "
        f"by {-odds.worst_hp_lost:+d} in the worst of twenty."
    )


def _describe_enemy(game: GameState, enemy: Enemy) -> list[str]:
    kind = enemy.kind
    traits = dict.fromkeys(
        (kind.trait, describe_hostility(game, enemy))
    )  # one may say what the other does
    figures = (
        f"{kind.name.capitalize()}: {enemy.hp} of {kind.hp} HP, Atk {kind.stats.attack}, "
        f"Def {kind.stats.defence}; {'; '.join(traits)}."
    )
    return [figures, _describe_fight(game, enemy)]


def _describe_fight(game: GameState, enemy: Enemy) -> str:
    """Return the odds of fighting that enemy, or that nobody can compute them."""
    try:
        return describe_odds(compute_fight_odds(game.rules, game.hero, enemy))
    except OddsError:
        return "The odds of this fight cannot be computed."


def _describe_potion(game: GameState, potion: Potion) -> str:
    if potion.name not in game.known_potions:
        return "A potion of a kind you have not used yet."
    return f"A {potion.name} potion: {potion.effect_text}."


def _describe_pile(floor: Floor, cell: Cell, pile: GoldPile) -> str:
    guarded = ", guarded" if cell in floor.guardian_by_cell else ""
    return f"Gold: a {pile.name}, worth {pile.value}{guarded}."


def _format_percent(chance: float) -> str:
    """Return a chance in percent; 0 % and 100 % only if certain."""
    if 0.0 < chance < ONE_PERCENT:
        return "less than 1 %"
    if 1.0 - ONE_PERCENT < chance < 1.0 - ROUNDING_ERROR:
        return "more than 99 %"
    return f"{chance:.0%}".replace("%", " %")


NEAR_STEPS = 4
"""Steps to the farthest cell that counts as near, past anybody in the way."""

PLACE_NAMES = {TILE: "chamber", DOORWAY: "doorway", PASSAGE: "passage"}

CellsByKind = Mapping[str, Iterable[Cell]]
"""The cells of each kind of thing."""


def describe_nearby(game: GameState) -> str:
    """Return a sentence about what is a few steps away, by kind, the nearest first."""
    floor = game.floor
    at_hand = _cells_within(floor, NEAR_STEPS) | floor.board.neighbourhood[floor.hero_cell]
    found = [
        told
        for cells in _cells_by_kind(floor).values()
        for told in _describe_things(game, [cell for cell in cells if cell in at_hand])
    ]
    return f"Near: {'; '.join(found) or 'nothing'}.{_exits_sentence(floor)}"


def describe_floor(game: GameState) -> list[str]:
    """Return everything on the floor, a line per kind, the nearest of each first."""
    floor = game.floor
    place = PLACE_NAMES.get(floor.board.terrain[floor.hero_cell], "wall")
    kinds = [
        f"{kind}: {'; '.join(_describe_things(game, cells)) or 'none'}."
        for kind, cells in _cells_by_kind(floor).items()
    ]
    return [f"You stand in a {place}.{_exits_sentence(floor)}", *kinds]


def describe_offset(board: Board, start: Cell, end: Cell) -> str:
    """Return the offset from one cell to another in words, such as `2 north 1 east`."""
    (row, column), (to_row, to_column) = board.row_and_column(start), board.row_and_column(end)
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


def _cells_by_kind(floor: Floor) -> CellsByKind:
    """Return the cells of everything on the floor but the PC."""
    items = floor.items.items()
    return {
        "Enemies": floor.enemies,
        "Potions": [cell for cell, item in items if isinstance(item, Potion)],
        "Gold": [cell for cell, item in items if isinstance(item, GoldPile)],
        "Stairs": [floor.stairs_cell],
        "Exits": [cell for cell in _find_exits(floor.board) if cell != floor.hero_cell],
    }


@lru_cache(maxsize=8)
def _find_exits(board: Board) -> tuple[Cell, ...]:
    """Return the doorways, and where a passage opens into a chamber without one."""
    ground, chamber_of = board.terrain, board.chamber_index
    return tuple(
        [
            cell
            for cell, kind in enumerate(ground)
            if kind == DOORWAY
            or (kind == PASSAGE and any(near in chamber_of for near in board.neighbours[cell]))
        ]
    )


def _describe_things(game: GameState, cells: Iterable[Cell]) -> Iterator[str]:
    """Yield a description of each of those cells, the nearest first."""
    floor = game.floor
    plan, hero = floor.board, floor.hero_cell
    row, column = plan.row_and_column(hero)

    def distance(cell: Cell) -> tuple[int, Cell]:
        to_row, to_column = plan.row_and_column(cell)
        return max(abs(to_row - row), abs(to_column - column)), cell

    for cell in sorted(cells, key=distance):
        yield f"{_describe_thing(game, cell)}, {describe_offset(plan, hero, cell)}"


def _describe_thing(game: GameState, cell: Cell) -> str:
    """Return what is on a cell, with what matters about it."""
    floor = game.floor
    enemy, item = floor.enemies.get(cell), floor.items.get(cell)
    if enemy is not None:
        hurt = f" with {enemy.hp} HP" if enemy.hp < enemy.kind.hp else ""
        mood = "" if enemy.kind.is_hostile(enemy, game.hero) else "peaceful "
        return f"{mood}{enemy.kind.name}{hurt}"
    if isinstance(item, Potion):
        return f"{item.name if item.name in game.known_potions else 'unknown'} potion"
    if isinstance(item, GoldPile):
        return f"guarded {item.name}" if cell in floor.guardian_by_cell else item.name
    return "stairs" if cell == floor.stairs_cell else PLACE_NAMES[floor.board.terrain[cell]]


def _exits_sentence(floor: Floor) -> str:
    """Return the ways on from a doorway or a passage; empty inside a chamber."""
    if floor.board.terrain[floor.hero_cell] == TILE:
        return ""
    ways = [
        way.name.lower()
        for way in DIRECTIONS
        if floor.glyphs[floor.hero_cell + way.offset(floor.board.stride)] in PASSABLE_GLYPHS
    ]
    return f" Ways on: {', '.join(ways) or 'none'}."


def _cells_within(floor: Floor, steps: int) -> set[Cell]:
    """Return the cells at most that many steps away, past anybody in the way."""
    ground, around = floor.board.terrain, floor.board.neighbours
    found = edge = {floor.hero_cell}
    for _ in range(steps):
        edge = {to for cell in edge for to in around[cell] if ground[to] in WALKABLE} - found
        found = found | edge
    return found
