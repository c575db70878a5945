"""What a board is built of: walls, doorways, passages, and the chambers between them."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from attrs import define, field, frozen

from cc3k.engine.grid import DIRECTIONS, Cell

TILE, DOORWAY, PASSAGE = b".+#"
WALKABLE = bytes((TILE, DOORWAY, PASSAGE))


class _Around(dict[Cell, tuple[Cell, ...]]):
    """The eight cells about a cell in reading order, worked out when first asked for."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        self._shifts = sorted(direction.shift(stride) for direction in DIRECTIONS)

    def __missing__(self, cell: Cell) -> tuple[Cell, ...]:
        around = self[cell] = tuple([cell + shift for shift in self._shifts])
        return around


class _TilesAround(dict[Cell, tuple[Cell, ...]]):
    """The floor tiles next to a cell in reading order, worked out when first asked for."""

    def __init__(self, around: _Around, ground: bytes) -> None:
        super().__init__()
        self._around, self._ground = around, ground

    def __missing__(self, cell: Cell) -> tuple[Cell, ...]:
        around, ground = self._around[cell], self._ground
        tiles = self[cell] = tuple([near for near in around if ground[near] == TILE])
        return tiles


class _Reach(dict[Cell, frozenset[Cell]]):
    """The cells within one block of a cell, itself included, worked out when first asked for."""

    def __init__(self, around: _Around) -> None:
        super().__init__()
        self._around = around

    def __missing__(self, cell: Cell) -> frozenset[Cell]:
        reach = self[cell] = frozenset((cell, *self._around[cell]))
        return reach


@define(eq=False)
class Plan:
    """An empty board, which its ground is the value of. Equal drawings mostly share one.

    `ground` is every row followed by a line feed. `chambers` are the connected areas of floor
    tiles (R2), steps being in eight directions, in reading order of their first tiles.
    """

    ground: bytes
    width: int
    height: int
    stride: int = field(init=False)
    shifts: tuple[int, ...] = field(init=False, repr=False)
    more_shifts: tuple[int, ...] = field(init=False, repr=False)
    around: _Around = field(init=False, repr=False)
    tiles_around: _TilesAround = field(init=False, repr=False)
    reach: _Reach = field(init=False, repr=False)
    chambers: tuple[tuple[Cell, ...], ...] = field(init=False, repr=False)
    chamber_of: dict[Cell, int] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.stride = self.width + 1
        # Indexed by a random byte: each of the eight shifts stands there 32 times, and each of the
        # 64 pairs of them four times. So one byte decides on two steps that are independent.
        eight = tuple([direction.shift(self.stride) for direction in DIRECTIONS])
        self.shifts = eight * 32
        self.more_shifts = tuple([shift for shift in eight for _ in range(8)]) * 4
        self.around = _Around(self.stride)
        self.tiles_around = _TilesAround(self.around, self.ground)
        self.reach = _Reach(self.around)
        self.chambers = tuple(_chambers(self.ground, eight))
        self.chamber_of = {
            cell: number for number, tiles in enumerate(self.chambers) for cell in tiles
        }

    def __eq__(self, other: object) -> bool:
        return self.ground == other.ground if isinstance(other, Plan) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.ground)

    def __reduce__(self) -> tuple[Callable[[tuple[str, ...]], "Plan"], tuple[tuple[str, ...]]]:
        """Be copied as rows: what is worked out of them need not be, and is shared if it can."""
        return plan_of, (self.rows,)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board, from the top."""
        return tuple(self.ground.decode("ascii").splitlines())

    def where(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0."""
        return divmod(cell, self.stride)


def _chambers(ground: bytes, shifts: tuple[int, ...]) -> Iterable[tuple[Cell, ...]]:
    unseen = {cell for cell, kind in enumerate(ground) if kind == TILE}
    for first in sorted(unseen):
        if first not in unseen:
            continue
        unseen.remove(first)
        chamber, edge = [first], [first]
        while edge:
            cell = edge.pop()
            found = [cell + shift for shift in shifts if cell + shift in unseen]
            unseen.difference_update(found)
            chamber += found
            edge += found
        yield tuple(sorted(chamber))


@lru_cache(maxsize=32)
def plan_of(rows: tuple[str, ...]) -> Plan:
    """Return the plan of rows of equal width; the same object for the same rows."""
    ground = "".join(f"{row}\n" for row in rows).encode("ascii")
    return Plan(ground, len(rows[0]), len(rows))


@frozen
class Drawing:
    """A plan, and the marks drawn on it by cell, in reading order (§6).

    With no mark at all it is bare: a floor of that plan is furnished at random (R30).
    """

    plan: Plan
    marks: tuple[tuple[Cell, str], ...] = ()
