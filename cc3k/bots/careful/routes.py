"""Routes: threatened and safe cells, shortest safe paths, and paths of least damage."""

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from cc3k.engine.actions import MOVES, Move, PlayerAction
from cc3k.engine.board import DIRECTIONS, WALKABLE, Board, Cell, Direction
from cc3k.engine.cell_areas import CellSet, cell_set, cells_of_kinds, grow
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.view import GameView


def contains_cell(cells: CellSet, cell: Cell) -> bool:
    return cell >= 0 and cells >> cell & 1 == 1


def passable_cells(view: GameView) -> CellSet:
    return cells_of_kinds(view.step_glyphs, view.rules.passable_glyphs)


def threatened_cell_set(view: GameView) -> CellSet:
    posts = 0
    for place, enemy in view.enemies.items():
        if view.is_hostile(enemy):
            posts |= 1 << place
            for post in view.cells_guarded_by(enemy):
                posts |= 1 << post
    return grow(posts, view.board.stride)


def max_damage_by_kind(view: GameView) -> dict[str, int]:
    found: dict[str, int] = {}
    for enemy in view.enemies.values():
        if enemy.kind.name not in found or not enemy.is_as_spawned:
            damage, name = max_damage_per_turn([enemy], view.hero, view.blows), enemy.kind.name
            found[name] = max(damage, found.get(name, 0))
    return found


def max_damage_by_cell(view: GameView, damage_by_kind: Mapping[str, int]) -> dict[Cell, int]:
    """Return the most HP that a turn ending on each threatened cell may cost."""
    found: dict[Cell, int] = {}
    for place, enemy in view.enemies.items():
        worst = damage_by_kind[enemy.kind.name]
        for cell in view.cells_attacked_from(place):
            found[cell] = found.get(cell, 0) + worst
    return found


def permanently_safe_cells(view: GameView) -> CellSet:
    """Return the cells that no enemy can ever reach: none leaves its chamber.

    Once one did, as hunters do, there are no such cells.
    """
    chamber_of, board = view.board.chamber_index, view.board
    roaming = [
        place
        for place, enemy in view.enemies.items()
        if place not in view.stationary and view.is_hostile(enemy)
    ]
    haunted = {chamber_of[place] for place in roaming if place in chamber_of}
    if any(place not in chamber_of for place in roaming):
        return 0
    return _cells_away_from_chambers(board, frozenset(haunted))


@lru_cache(maxsize=1024)
def _cells_away_from_chambers(board: Board, chambers: frozenset[int]) -> CellSet:
    tiles = cell_set(cell for number in chambers for cell in board.chambers[number])
    walkable = cells_of_kinds(board.terrain, WALKABLE)
    return walkable & ~grow(tiles, board.stride)


@lru_cache
def _are_passable(passable_glyphs: bytes) -> bytes:
    return bytes([glyph in passable_glyphs for glyph in range(256)])


@frozen
class SafePaths:
    """The shortest paths over safe cells, to every cell that has one; none over the stairs.

    The cells that are reached lie in rings, each a step further from the PC than the one before.
    """

    view: GameView
    cells_by_distance: list[CellSet]
    reachable: CellSet

    def __contains__(self, cell: Cell) -> bool:
        return cell >= 0 and contains_cell(self.reachable, cell)

    def distance(self, cell: Cell) -> int:
        return next(
            number
            for number, ring in enumerate(self.cells_by_distance)
            if contains_cell(ring, cell)
        )

    def path_to(self, goals: CellSet) -> list[Cell]:
        """Return the cells of the shortest path to the nearest goal; nothing if there is none.

        The first is the PC's own. Of equally short ways it is the one whose first step comes
        first in the order of `DIRECTIONS`, then its second step, and so on.
        """
        if not goals & self.reachable:
            return []
        cells = [self.view.hero_cell]
        shifts = self.view.board.offsets
        for stage in self._cells_by_step(goals):
            cells.append(next(to for shift in shifts if stage >> (to := cells[-1] + shift) & 1))
        return cells

    def _cells_by_step(self, goals: CellSet) -> list[CellSet]:
        """Return the cells that each step towards the nearest goals can lead to."""
        stages, wanted = list[CellSet](), goals
        stride, onward = (
            self.view.board.stride,
            self.reachable & ~cell_set(self.view.known_stairs),
        )
        last = next(number for number, ring in enumerate(self.cells_by_distance) if ring & goals)
        for ring in self.cells_by_distance[last:0:-1]:
            stages.append(wanted & ring)
            wanted = grow(stages[-1], stride) & onward
        return stages[::-1]


def find_safe_paths(view: GameView, safe_cells: CellSet) -> SafePaths:
    rings, ring, unseen = list[CellSet](), cell_set([view.hero_cell]), safe_cells
    stride, onward = view.board.stride, (ring | safe_cells) & ~cell_set(view.known_stairs)
    while ring:
        rings.append(ring)
        ring = grow(ring & onward, stride) & unseen
        unseen ^= ring
    return SafePaths(view, rings, safe_cells ^ unseen | rings[0])


def moves_along(path_cells: list[Cell], stride: int) -> list[PlayerAction]:
    way = _moves_by_offset(stride)
    return [way[to - cell] for to, cell in zip(path_cells[1:], path_cells, strict=False)]


@frozen
class LeastDamagePath:
    """A path of least damage: its moves, and the most HP that it may cost."""

    moves: list[PlayerAction]
    damage: int


def find_least_damage_path(
    view: GameView, goals: CellSet, damage_by_cell: Mapping[Cell, int]
) -> LeastDamagePath | None:
    """Return the path of least damage to any of the goals, the shortest of these; or None.

    Cells wait in rows by the harm done on the way to them, so that the first goal come to is the
    one that costs least. What a cell costs is the same from every side, so that the first way to
    it is the best one.
    """
    came, rows = {view.hero_cell: view.hero_cell}, {0: [view.hero_cell]}
    unseen, stairs = (
        view.step_glyphs.translate(_are_passable(view.rules.passable_glyphs)),
        view.stairs_cell,
    )
    shifts = view.board.offsets
    while rows:
        harm = min(rows)
        for cell in (row := rows[harm]):
            if contains_cell(goals, cell):
                return LeastDamagePath(
                    moves_along(_trace_back(came, cell), view.board.stride), harm
                )
            if cell == stairs:
                continue
            for shift in shifts:
                to = cell + shift
                if unseen[to]:
                    unseen[to] = False
                    came[to] = cell
                    after = harm + damage_by_cell.get(to, 0)
                    (row if after == harm else rows.setdefault(after, [])).append(to)
        del rows[harm]
    return None


def _trace_back(came_from: Mapping[Cell, Cell], cell: Cell) -> list[Cell]:
    cells = [cell]
    while (before := came_from[cells[-1]]) != cells[-1]:
        cells.append(before)
    return cells[::-1]


@lru_cache(maxsize=32)
def directions_by_offset(stride: int) -> dict[int, Direction]:
    return {way.offset(stride): way for way in DIRECTIONS}


@lru_cache(maxsize=32)
def _moves_by_offset(stride: int) -> dict[int, Move]:
    return {move.direction.offset(stride): move for move in MOVES}
