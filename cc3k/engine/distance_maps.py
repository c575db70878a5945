"""Distance maps: how far each cell is from a goal, for all enemies that walk there in a turn (X52).

A breadth-first flood from the goal fills a map, one step at a time over the whole board: a set of
cells is one integer with a bit for each.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_

from attrs import field

from cc3k.engine.board import TILE, WALKABLE, Cell, CellSet, cell_set, cells_of_kinds
from cc3k.engine.floor import Floor
from cc3k.engine.values import define

MAX_STEPS = 250
"""The flood stops after this many steps, to bound its cost on boards that are mazes."""

WAITING_STEPS = 8
"""Extra steps that a way round an attacker may take before the way past it is preferred."""

STEPS_PER_LOOK = 4
"""Steps of a flood from one look to the next at how far it is and what the latest one did."""

FEW_CELLS = 32
"""So many cells are packed faster one by one."""


@define(eq=False)
class DistanceMap:
    """The cells left before each step from the goal, and after the last of them.

    So the goal is what differs between the first two, and the map ends after the `steps` by which
    all `walkers` are reached. Slow cells may be more than one step farther than those beside them;
    the number of steps of others differs from that of their neighbours by one at most.
    """

    left: Sequence[CellSet]
    walkers: CellSet
    has_slow: bool

    @property
    def steps(self) -> int:
        left, first, last = self.left, 0, len(self.left) - 2
        if not self.walkers & left[-1]:
            while first < last:  # find the last step before which any walker is left
                middle = (first + last + 1) // 2
                first, last = (middle, last) if self.walkers & left[middle] else (first, middle - 1)
        return last

    def steps_nearer(self, floor: Floor, cell: Cell) -> list[Cell] | None:
        """Return the free neighbours that are nearer to the goal; None if no way leads there.

        If all nearer cells are taken, return those equally near, to walk round whoever is there.
        """
        own = self._steps_from(cell)
        if own is None:
            return None
        return self._free_on(own - 1, floor, cell) or self._free_on(own, floor, cell)

    def steps_strictly_nearer(self, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours that are nearer to the goal."""
        own = self._steps_from(cell)
        return [] if own is None else self._free_on(own - 1, floor, cell)

    def steps_farther(self, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours with a longer way to the goal."""
        own = self._steps_from(cell)
        return [] if own is None or own == self.steps else self._free_on(own + 1, floor, cell)

    def _steps_from(self, cell: Cell) -> int | None:
        left, bit, own, end = self.left, 1 << cell, -1, len(self.left) - 1
        if left[end] & bit:
            return None
        while end - own > 1:  # the cell is left before the one step, and not before the other
            middle = (own + end) // 2
            own, end = (middle, end) if left[middle] & bit else (own, middle)
        return own if own >= 0 and (bit & self.walkers or own <= self.steps) else None

    def _free_on(self, number: int, floor: Floor, cell: Cell) -> list[Cell]:
        """Return the free neighbours of a cell that are so many steps away.

        Round slow cells it is the number modulo 3 that counts.
        """
        numbers = range(number % 3, self.steps + 1, 3) if self.has_slow else (number,)
        level, left, glyphs, stride = 0, self.left, floor.glyphs, floor.board.stride
        for each in numbers:
            level |= left[each] ^ left[each + 1] if each >= 0 else 0
        first = cell - stride - 1
        level = level >> first & _eight_around(stride)
        found = []
        while level:
            near = first + (level & -level).bit_length() - 1
            level &= level - 1
            if glyphs[near] in WALKABLE:
                found.append(near)
        return found


@lru_cache(maxsize=64)
def _eight_around(stride: int) -> CellSet:
    """Return the eight cells around another one, counted from the first of them."""
    return 7 | 5 << stride | 7 << 2 * stride


@define(eq=False)
class _Flood:
    """A flood from a goal over other cells, as far as it was needed; it waits before slow cells.

    `progress` are the cells left before the goal and after each step so far, and those that wait by
    the step that enters them. Several games may share it, in several threads: it is replaced at
    once.
    """

    stride: int
    goal: CellSet
    others: CellSet
    slow: CellSet
    progress: tuple[Sequence[CellSet], Mapping[int, CellSet]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.progress = [self.goal | self.others, self.others], {}

    def map_to(self, wanted: CellSet) -> DistanceMap:
        """Return the map up to the step with which all of the wanted cells are reached."""
        left, late = self.progress
        if wanted & left[-1] and (left[-1] != left[-2] or late):
            self._go_on(wanted)
        return DistanceMap(self.progress[0], wanted, bool(self.slow))

    def _go_on(self, wanted: CellSet) -> None:
        """Flood until the wanted cells are reached, or nothing more can be.

        What is left before and after a step decides all further ones.
        """
        before, waits = self.progress
        left, late = [*before], {**waits}
        unreached, stride, slow = left[-1], self.stride, self.slow
        edge = left[-2] ^ unreached
        waiting, latest = reduce(or_, late.values(), 0), _latest_by_stride.get(stride, [])
        steps = len(left) - 2
        while wanted & unreached and (edge or late) and steps < MAX_STEPS:
            for step in range(steps + 1, min(steps + STEPS_PER_LOOK, MAX_STEPS) + 1):
                wide = edge | edge + edge | edge >> 1  # a sum is the quicker shift
                edge = (wide | wide << stride | wide >> stride) & unreached
                if slow and (late or edge & slow):
                    if first_met := edge & slow & ~waiting:
                        late[step + WAITING_STEPS] = first_met
                    entered = late.pop(step, 0)
                    waiting = (waiting | first_met) ^ entered
                    edge = edge & ~slow | entered
                unreached ^= edge
                left.append(unreached)
            steps = len(left) - 2
            # After a step of the goal, the latest flood was here at most a few steps later.
            if wanted & unreached and not slow and unreached in latest[steps : steps + 4]:
                known = latest.index(unreached, steps)
                rest = latest[known + 1 : known + 1 + MAX_STEPS - steps]
                left += rest if latest[known - 1] == left[-2] else ()
                unreached, steps = left[-1], len(left) - 2
                edge = left[-2] ^ unreached
        if not slow:
            _latest_by_stride[stride] = left
        self.progress = left, late


_latest_by_stride: dict[int, list[CellSet]] = {}
"""What the latest flood that did not wait left, by the stride of the board.

While a goal goes on by a step a turn, the next flood soon does as the latest one did.
"""

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
    # The walkable cells that are empty, or hold an enemy that may step.
    others = floor.ground & ~(goal | cell_set((floor.hero_cell, *floor.stationary)))
    return make_flood(floor.board.stride, goal, others, slow).map_to(walkers)


def pack_cells(floor: Floor, cells: Collection[Cell]) -> CellSet:
    """Return cells of a floor as a set: faster than `cell_set` where there are thousands."""
    if len(cells) < FEW_CELLS:
        return cell_set(cells)
    flags = bytearray(len(floor.glyphs) // 8 + 1)
    for cell in cells:
        flags[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(flags, "little")


def free_tiles(floor: Floor) -> CellSet:
    """Return the floor tiles with nobody and nothing on them."""
    return cells_of_kinds(floor.glyphs, bytes((TILE,)))
