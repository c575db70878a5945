"""Distance maps: how far each cell is from a goal, for all enemies that walk there in a turn (X52).

A breadth-first flood from the goal fills a map, one step at a time over the whole board: a set of
cells is one integer with a bit for each. Neighbouring cells differ by at most one step, so the
number of steps modulo 3 tells which of the two is nearer. Three sets therefore hold the whole map.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from attrs import field

from cc3k.engine.board import TILE, WALKABLE, Cell
from cc3k.engine.cell_areas import CellSet
from cc3k.engine.floor import Floor
from cc3k.engine.values import define, frozen

MAX_STEPS = 250
"""The flood stops after this many steps, to bound its cost on boards that are mazes."""

WAITING_STEPS = 8
"""Extra steps that a way round an attacker may take before the way past it is preferred."""

PLANES = 3

_OPEN_DIGITS = bytes(49 if glyph in WALKABLE else 48 for glyph in range(256))
_TILE_DIGITS = bytes(49 if glyph == TILE else 48 for glyph in range(256))


@frozen(eq=False)
class DistanceMap:
    """The number of steps from each cell, modulo 3: a set of cells for each remainder."""

    planes: tuple[CellSet, ...]

    def steps_nearer(self, floor: Floor, cell: Cell) -> list[Cell] | None:
        """Return the free neighbours that are nearer to the goal; None if no way leads there.

        If all nearer cells are taken, return those equally near, to walk round whoever is there.
        """
        own = self._plane_of(cell)
        if own is None:
            return None
        return self._free_on(own - 1, floor, cell) or self._free_on(own, floor, cell)

    def steps_strictly_nearer(self, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours that are nearer to the goal."""
        own = self._plane_of(cell)
        return [] if own is None else self._free_on(own - 1, floor, cell)

    def steps_farther(self, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours with a longer way to the goal."""
        own = self._plane_of(cell)
        return [] if own is None else self._free_on(own + 1, floor, cell)

    def _plane_of(self, cell: Cell) -> int | None:
        planes = self.planes
        return next((k for k in range(PLANES) if planes[k] >> cell & 1), None)

    def _free_on(self, number: int, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours of a cell on the plane of that number of steps."""
        glyphs, plane = floor.glyphs, self.planes[number % PLANES]
        free = [near for near in floor.board.neighbours[cell] if glyphs[near] in WALKABLE]
        return [near for near in free if plane >> near & 1]


@frozen(eq=False)
class _Progress:
    """How far a flood went: the cells not reached yet after each step, and the planes till now.

    The flood goes on from the `edge`, and waits before the `late` cells, by the step that enters
    them.
    """

    left: tuple[CellSet, ...]
    planes: tuple[CellSet, ...]
    edge: CellSet
    late: Mapping[int, CellSet]


@define(eq=False)
class _Flood:
    """A flood from a goal over other cells, as far as it was needed; it waits before slow cells.

    Several games may share it, in several threads: its `progress` is replaced at once.
    """

    stride: int
    goal: CellSet
    others: CellSet
    slow: CellSet
    progress: _Progress = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.progress = _Progress((self.others,), (self.goal, 0, 0), self.goal, {})

    def map_to(self, wanted: CellSet) -> DistanceMap:
        """Return the map up to the step with which all of the wanted cells are reached."""
        progress = self.progress
        if wanted & progress.left[-1]:
            progress = self.progress = self._go_on(progress, wanted)
            beyond = progress.left[-1]
        else:
            beyond = next(each for each in progress.left if not wanted & each)
        return DistanceMap(tuple([plane & ~beyond for plane in progress.planes]))

    def _go_on(self, progress: _Progress, wanted: CellSet) -> _Progress:
        """Flood until the wanted cells are reached, or nothing more can be."""
        stride, slow, edge, late = self.stride, self.slow, progress.edge, {**progress.late}
        left, planes, unreached = [*progress.left], [*progress.planes], progress.left[-1]
        while wanted & unreached and (edge or late) and len(left) <= MAX_STEPS:
            steps = len(left)
            wide = edge | edge << 1 | edge >> 1
            edge = (wide | wide << stride | wide >> stride) & unreached
            if slow:
                waiting, entered = edge & slow, late.pop(steps, 0)
                if waiting:
                    late[steps + WAITING_STEPS] = waiting
                edge = edge ^ waiting | entered
                unreached = unreached ^ waiting | entered
            unreached ^= edge
            planes[steps % PLANES] |= edge
            left.append(unreached)
        return _Progress(tuple(left), tuple(planes), edge, late)


_shared_flood = lru_cache(maxsize=8)(_Flood)
"""Floods that serve others in the same turn, or the next turn if the goal has not moved."""


def map_distances(
    floor: Floor, goal: CellSet, walkers: CellSet, staying: Collection[Cell] = ()
) -> DistanceMap:
    """Return the map to a goal as far as the walkers need it, at most `MAX_STEPS` steps.

    Ways lead over everything that can be walked on, and through other enemies, as those will have
    moved by then, unless they never step. They lead through `staying` cells only if every way round
    is more than `WAITING_STEPS` longer.
    """
    slow = pack_cells(floor, [cell for cell in floor.enemies if cell in staying]) if staying else 0
    make_flood = _Flood if slow else _shared_flood
    flood = make_flood(floor.board.stride, goal, _open_cells(floor) & ~goal, slow)
    return flood.map_to(walkers)


def pack_cells(floor: Floor, cells: Iterable[Cell]) -> CellSet:
    """Return cells of a floor as a set: faster than `cell_set` where there may be thousands."""
    flags = bytearray(len(floor.glyphs) // 8 + 1)
    for cell in cells:
        flags[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(flags, "little")


def free_tiles(floor: Floor) -> CellSet:
    """Return the floor tiles with nobody and nothing on them."""
    return int(floor.glyphs.translate(_TILE_DIGITS)[::-1], 2)


def _open_cells(floor: Floor) -> CellSet:
    """Return the walkable cells that are empty, or hold an enemy that may step."""
    digits, stationary = floor.glyphs.translate(_OPEN_DIGITS), floor.stationary
    for cell in floor.enemies:
        if cell not in stationary:
            digits[cell] = 49
    digits.reverse()
    return int(digits, 2)
