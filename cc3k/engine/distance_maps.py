"""Distance maps: how far each cell is from a goal, for all enemies that walk there in a turn (X52).

A breadth-first flood from the goal fills a map, one step at a time over the whole board: a set of
cells is one integer with a bit for each. Neighbouring cells differ by at most one step, so the
number of steps modulo 3 tells which of the two is nearer. Three sets therefore hold the whole map.
"""

from collections.abc import Container, Iterable

from cc3k.engine.board import TILE, WALKABLE, Cell
from cc3k.engine.cell_areas import CellSet
from cc3k.engine.floor import Floor
from cc3k.engine.values import frozen

MAX_STEPS = 250
"""The flood stops after this many steps, to bound its cost on boards that are mazes."""

WAITING_STEPS = 8
"""Extra steps that a way round an attacker may take before the way past it is preferred."""

PLANES = 3

_OPEN_DIGITS = bytes(49 if glyph in WALKABLE else 48 for glyph in range(256))
_TILE_DIGITS = bytes(49 if glyph == TILE else 48 for glyph in range(256))


@frozen(eq=False)
class DistanceMap:
    """The number of steps from each cell, modulo 3: a plane of bits for each remainder."""

    planes: tuple[bytes, ...]

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
        byte, bit, planes = cell >> 3, cell & 7, self.planes
        return next((k for k in range(PLANES) if planes[k][byte] >> bit & 1), None)

    def _free_on(self, number: int, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours of a cell on the plane of that number of steps."""
        glyphs, plane = floor.glyphs, self.planes[number % PLANES]
        free = [near for near in floor.board.neighbours[cell] if glyphs[near] in WALKABLE]
        return [near for near in free if plane[near >> 3] >> (near & 7) & 1]


def map_distances(
    floor: Floor, goal: CellSet, walkers: Iterable[Cell], staying: Container[Cell] = ()
) -> DistanceMap:
    """Return the map to a goal as far as the walkers need it, at most `MAX_STEPS` steps.

    Ways lead over everything that can be walked on, and through other enemies, as those will have
    moved by then, unless they never step. They lead through `staying` cells only if every way round
    is more than `WAITING_STEPS` longer.
    """
    stride, edge, steps = floor.board.stride, goal, 0
    wanted = _pack(floor, walkers)
    slow = _pack(floor, [cell for cell in floor.enemies if cell in staying])
    unreached = _open_cells(floor) & ~goal
    planes, late = [goal, 0, 0], dict[int, CellSet]()
    while wanted & unreached and (edge or late) and steps < MAX_STEPS:
        steps += 1
        wide = edge | edge << 1 | edge >> 1
        edge = (wide | wide << stride | wide >> stride) & unreached
        if waiting := edge & slow:
            edge ^= waiting
            unreached ^= waiting
            late[steps + WAITING_STEPS] = waiting
        edge |= late.pop(steps, 0)
        unreached &= ~edge
        planes[steps % PLANES] |= edge
    size = len(floor.glyphs) // 8 + 1
    return DistanceMap(tuple([plane.to_bytes(size, "little") for plane in planes]))


def _pack(floor: Floor, cells: Iterable[Cell]) -> CellSet:
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
