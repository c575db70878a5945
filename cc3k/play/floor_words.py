"""Floor words: what is on a floor, near and far, as sentences: for plain mode above all."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice

from cc3k.engine.board import (
    DIRECTIONS,
    DOORWAY,
    PASSAGE,
    TILE,
    WALKABLE,
    Board,
    Cell,
    Direction,
)
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.paths import count_steps
from cc3k.play.stop_messages import barred_by, hunted_by

MAX_OUTLOOKS = 3
"""Places named from which more can be seen: the nearest ones."""

NOTHING_THERE = "Nothing else is known that way."

NEAR_STEPS = 4
"""Steps to the farthest cell that counts as near, past anybody in the way."""

PLACE_NAMES = {TILE: "chamber", DOORWAY: "doorway", PASSAGE: "passage"}

CellsByKind = Mapping[str, Iterable[Cell]]
"""The cells of each kind of thing."""


def describe_nearby(game: GameState) -> str:
    """Return a sentence about what is a few steps away, by kind, the nearest first."""
    view = GameView(game)
    at_hand = _cells_within(view, NEAR_STEPS) | view.board.neighbourhood[view.hero_cell]
    found = [
        description
        for cells in _cells_by_kind(view).values()
        for description in _describe_things(view, [cell for cell in cells if cell in at_hand])
    ]
    return f"Near: {'; '.join(found) or 'nothing'}.{_exits_sentence(view)}{_hunted_sentence(view)}"


def near_enemies(game: GameState) -> list[Cell]:
    view = GameView(game)
    at_hand = _cells_within(view, NEAR_STEPS) | view.board.neighbourhood[view.hero_cell]
    distance = partial(count_steps, view.board, view.hero_cell)
    cells = sorted(sorted(view.enemies), key=distance)
    return [cell for cell in cells if cell in at_hand] or cells[:1]


def describe_floor(game: GameState) -> list[str]:
    view = GameView(game)
    place = PLACE_NAMES.get(view.board.terrain[view.hero_cell], "wall")
    nothing = "none known" if view.is_limited else "none"
    kinds = [
        f"{kind}: {'; '.join(_describe_things(view, cells)) or nothing}."
        for kind, cells in _cells_by_kind(view).items()
    ]
    places = islice(_describe_places(view, view.outlooks), MAX_OUTLOOKS)
    unseen = [f"More can be seen from: {'; '.join(places)}."] * bool(view.outlooks)
    stand = f"You stand in a {place}.{_exits_sentence(view)}{_hunted_sentence(view)}"
    return [stand, *kinds, *unseen]


def describe_way(view: GameView, way: Direction) -> list[str]:
    """Return everything on the PC's side of the floor in a direction, a line per kind.

    What lies askew counts for the direction that it is nearer to; a diagonal has its quarter.
    """
    cells_by_kind = {
        kind: [cell for cell in cells if _is_towards(view, cell, way)]
        for kind, cells in _cells_by_kind(view).items()
    }
    found = [
        f"{kind}: {'; '.join(_describe_things(view, cells))}."
        for kind, cells in cells_by_kind.items()
        if cells
    ]
    return found or [NOTHING_THERE]


def _is_towards(view: GameView, cell: Cell, way: Direction) -> bool:
    (row, column), (to_row, to_column) = map(view.board.row_and_column, (view.hero_cell, cell))
    down, right = (to_row - row) * way.row_delta, (to_column - column) * way.column_delta
    if way.row_delta and way.column_delta:
        return down > 0 and right > 0
    along, aside = (down, to_column - column) if way.row_delta else (right, to_row - row)
    return along > 0 and along >= abs(aside)


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


def find_stairs_guard(view: GameView) -> tuple[Cell, Enemy] | None:
    """Return who is known to bar the known stairs, and where; None where nobody is (X80).

    A guard that was never seen is not known, nor are hidden stairs (X41).
    """
    if not any(each.floors.bars_stairs for each in view.rules.expansions):
        return None
    known = view.known_enemies.items()
    guards = [(at, enemy) for at, enemy in known if view.stairs_cell in enemy.guarded_cells]
    return guards[0] if guards else None


def barred_stairs_message(view: GameView) -> str:
    """Return who bars the stairs and where, and what to do about it; empty where nobody does."""
    guard = find_stairs_guard(view)
    if guard is None:
        return ""
    cell, enemy = guard
    return barred_by(enemy.kind.name, describe_offset(view.board, view.hero_cell, cell))


def _cells_by_kind(view: GameView) -> CellsByKind:
    return {
        "Enemies": view.enemies,
        "Potions": view.potions,
        "Gold": view.gold,
        **({"Things": view.trinkets} if view.rules.trinkets else {}),
        "Stairs": view.known_stairs,
        "Exits": [cell for cell in _find_exits(view.board) if cell != view.hero_cell],
    }


@lru_cache(maxsize=8)
def _find_exits(board: Board) -> tuple[Cell, ...]:
    """Return the doorways, and where a passage opens into a chamber without one."""
    terrain, chamber_of = board.terrain, board.chamber_index
    return tuple(
        [
            cell
            for cell, kind in enumerate(terrain)
            if kind == DOORWAY
            or (kind == PASSAGE and any(near in chamber_of for near in board.neighbours[cell]))
        ]
    )


def _describe_things(view: GameView, cells: Iterable[Cell]) -> Iterator[str]:
    for cell in _by_distance(view, cells):
        place = describe_offset(view.board, view.hero_cell, cell)
        yield f"{_describe_thing(view, cell)}, {place}"


def _describe_places(view: GameView, cells: Iterable[Cell]) -> Iterator[str]:
    for cell in _by_distance(view, cells):
        place = describe_offset(view.board, view.hero_cell, cell)
        yield f"{PLACE_NAMES[view.board.terrain[cell]]}, {place}"


def _by_distance(view: GameView, cells: Iterable[Cell]) -> list[Cell]:
    board, hero_cell = view.board, view.hero_cell
    row, column = board.row_and_column(hero_cell)

    def distance(cell: Cell) -> tuple[int, Cell]:
        to_row, to_column = board.row_and_column(cell)
        return max(abs(to_row - row), abs(to_column - column)), cell

    return sorted(cells, key=distance)


def _describe_thing(view: GameView, cell: Cell) -> str:
    enemy, potions, gold = view.enemies.get(cell), view.potions, view.gold
    if enemy is not None:
        hurt = f" with {enemy.hp} HP" if enemy.hp < enemy.kind.hp else ""
        mood = "hunting " if view.is_hunting(enemy) else ""
        mood = mood if view.is_hostile(enemy) else "peaceful "
        return f"{mood}{enemy.kind.name}{hurt}"
    if cell in potions:
        potion = potions[cell]
        return f"{'unknown' if potion is None else potion.full_name} potion"
    if cell in gold:
        return _with_guard(view, cell, gold[cell].name)
    if cell in view.trinkets:
        return _with_guard(view, cell, view.trinkets[cell].name)
    if cell == view.stairs_cell:
        return _with_guard(view, cell, "stairs")
    return PLACE_NAMES[view.board.terrain[cell]]


def _with_guard(view: GameView, cell: Cell, name: str) -> str:
    return f"guarded {name}" if view.is_guarded(cell) else name


def _exits_sentence(view: GameView) -> str:
    """Return the ways on from a doorway or a passage; empty inside a chamber."""
    if view.board.terrain[view.hero_cell] == TILE:
        return ""
    ways = [
        way.name.lower()
        for way in DIRECTIONS
        if view.glyphs[view.hero_cell + way.offset(view.board.stride)] in view.rules.passable_glyphs
    ]
    return f" Ways on: {', '.join(ways) or 'none'}."


def _hunted_sentence(view: GameView) -> str:
    """Return who comes after the hero; empty if nobody in sight does (X51)."""
    hunters = hunted_by([enemy.kind.name for enemy in view.hunters.values()])
    return f" {hunters}" if hunters else ""


def _cells_within(view: GameView, steps: int) -> set[Cell]:
    """Return the cells at most that many steps away, past anybody in the way."""
    terrain, around = view.board.terrain, view.board.neighbours
    found = edge = {view.hero_cell}
    for _ in range(steps):
        edge = {to for cell in edge for to in around[cell] if terrain[to] in WALKABLE} - found
        found = found | edge
    return found
