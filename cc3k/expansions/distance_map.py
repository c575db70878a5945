"""Distance map: how many steps it is to a goal, for all who walk there in one turn (X52).

The map is a flood from the goal, one step at a time, of a whole board at once: an area is one
integer with a bit for each cell. Cells side by side differ by one step at most, so the remainder of
the steps by three tells which of two is nearer: three areas hold all of the map.
"""

from collections.abc import Container, Iterable

from attrs import frozen

from cc3k.engine.board import TILE, WALKABLE, Cell
from cc3k.engine.cell_areas import CellSet
from cc3k.engine.floor import Floor

MAX_STEPS = 250
"""Steps beyond which no way is looked for: bounds the cost on boards that are mazes."""

WAITING_STEPS = 8
"""Steps by which a way round somebody who stays may be longer and is still the shorter one."""

PLANES = 3

_OPEN_DIGITS = bytes(49 if glyph in WALKABLE else 48 for glyph in range(256))
_TILE_DIGITS = bytes(49 if glyph == TILE else 48 for glyph in range(256))


@frozen(eq=False)
class DistanceMap:
    """The cells by the remainder of their steps by three, a bit for each cell in each plane."""

    planes: tuple[bytes, ...]

    def steps_nearer(self, floor: Floor, cell: Cell) -> list[Cell] | None:
        """Return the free cells next to one that are nearer to the goal; None without any way.

        Where all of those are taken, the free ones that are as near, to go past who is there.
        """
        byte, bit, planes = cell >> 3, cell & 7, self.planes
        own = next((k for k in range(PLANES) if planes[k][byte] >> bit & 1), None)
        if own is None:
            return None
        glyphs, before, level = floor.glyphs, planes[own - 1], planes[own]
        free = [near for near in floor.board.neighbours[cell] if glyphs[near] in WALKABLE]
        nearer = [near for near in free if before[near >> 3] >> (near & 7) & 1]
        return nearer or [near for near in free if level[near >> 3] >> (near & 7) & 1]


def map_distances(
    floor: Floor, goal: CellSet, walkers: Iterable[Cell], staying: Container[Cell] = ()
) -> DistanceMap:
    """Return the steps to a goal as far as the walkers need them, at most `MAX_STEPS`.

    Ways lead over all that can be walked on, and past enemies, who will have gone on by then: but
    for those that never step. The cells of `staying` are crossed only where any way round them is
    more than `WAITING_STEPS` longer.
    """
    stride, edge, steps = floor.board.stride, goal, 0
    wanted = cell_set(floor, walkers)
    slow = cell_set(floor, [cell for cell in floor.enemies if cell in staying])
    unreached = _open_ground(floor) & ~goal
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


def cell_set(floor: Floor, cells: Iterable[Cell]) -> CellSet:
    """Return cells of a floor as an area, in one pass however many they are."""
    flags = bytearray(len(floor.glyphs) // 8 + 1)
    for cell in cells:
        flags[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(flags, "little")


def free_tiles(floor: Floor) -> CellSet:
    """Return the floor tiles with nobody and nothing on them."""
    return int(floor.glyphs.translate(_TILE_DIGITS)[::-1], 2)


def _open_ground(floor: Floor) -> CellSet:
    """Return the cells with nothing on them but ground, or an enemy that may step."""
    digits, stationary = floor.glyphs.translate(_OPEN_DIGITS), floor.stationary
    for cell in floor.enemies:
        if cell not in stationary:
            digits[cell] = 49
    digits.reverse()
    return int(digits, 2)
