"""The board: walls, doorways, passages and chambers of an empty floor, and sets of its cells.

A set of cells is an integer with a bit for each cell, or a `CellArea` of one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NoReturn, TypeAlias, TypeVar

from attrs import Factory, field

from cc3k.engine.values import frozen

Cell: TypeAlias = int

AroundT = TypeVar("AroundT")
Derived = TypeVar("Derived")


@frozen(cache_hash=True)
class Direction:
    """One of the eight directions of a step (§4). Its hash is cached: most actions have one."""

    command_word: str
    name: str
    row_delta: int
    column_delta: int

    def offset(self, stride: int) -> int:
        """Return what to add to a cell for one step this way, on a board of that stride."""
        return self.row_delta * stride + self.column_delta


NORTH = Direction("no", "North", -1, 0)
SOUTH = Direction("so", "South", 1, 0)
EAST = Direction("ea", "East", 0, 1)
WEST = Direction("we", "West", 0, -1)
NORTHEAST = Direction("ne", "Northeast", -1, 1)
NORTHWEST = Direction("nw", "Northwest", -1, -1)
SOUTHEAST = Direction("se", "Southeast", 1, 1)
SOUTHWEST = Direction("sw", "Southwest", 1, -1)

DIRECTIONS = (NORTH, SOUTH, EAST, WEST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST)
_DIRECTIONS_BY_DELTAS = {(way.row_delta, way.column_delta): way for way in DIRECTIONS}

HALF, DIAGONAL, ZERO = (1, 2), (5, 12), (0, 1)
"""Slopes below which a way counts as straight: a half, the tangent of 22.5 degrees, and zero."""


TILE, DOORWAY, PASSAGE = b".+#"
WALKABLE = bytes((TILE, DOORWAY, PASSAGE))
WALL_GLYPHS = b" |-"
HERO_GLYPH, STAIRS_GLYPH, POTION_GLYPH, GOLD_GLYPH = b"@\\PG"
PASSABLE_GLYPHS = bytes((*WALKABLE, STAIRS_GLYPH, GOLD_GLYPH))
"""The glyphs of the cells that the PC can enter (R9)."""


class _LazyTable(dict[Cell, AroundT]):
    """A mapping that makes what is asked for; all boards share it, so nobody else may change it."""

    def __init__(self, make: Callable[[Cell], AroundT]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, cell: Cell) -> AroundT:
        around = self._make(cell)
        dict.__setitem__(self, cell, around)
        return around

    def _refuse(self, *_values: object) -> NoReturn:
        message = "found a change to the table of a board; expected none"
        raise TypeError(message)

    __setitem__ = __delitem__ = __ior__ = pop = setdefault = update = _refuse
    clear = popitem = _refuse


_CellsAround: TypeAlias = _LazyTable[tuple[Cell, ...]]


@lru_cache(maxsize=64)
def _reach(stride: int) -> tuple[_CellsAround, _LazyTable[frozenset[Cell]]]:
    """Return the eight neighbours of each cell in reading order, and a set of them and the cell."""
    offsets = sorted(direction.offset(stride) for direction in DIRECTIONS)
    neighbours = _LazyTable(lambda cell: tuple([cell + shift for shift in offsets]))
    return neighbours, _LazyTable(lambda cell: frozenset((cell, *neighbours[cell])))


@lru_cache(maxsize=8)
def _steps_by_byte(offsets: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return offsets * 32, tuple([each for each in offsets for _ in range(8)]) * 4


def _tiles_around(around: _CellsAround, terrain: bytes) -> _CellsAround:
    """Return a table of the floor tiles next to each cell, in reading order."""
    return _LazyTable(lambda cell: tuple([at for at in around[cell] if terrain[at] == TILE]))


def _derived(make: "Callable[[Board], Derived]") -> Derived:
    """Return a field that a board makes of those before it."""
    return field(default=Factory(make, takes_self=True), init=False, repr=False)


@frozen(eq=False)
class Board:
    """An empty board: a value. Boards are equal if their terrain is.

    A cell is an index into `terrain`, which holds every row followed by a line feed: `stride` bytes
    a row. `offsets` is what each direction adds to a cell, in the order of `DIRECTIONS`;
    `steps_by_byte` is what a random byte adds: its lowest three bits, and the next three.
    """

    terrain: bytes
    width: int
    height: int
    stride: int = _derived(lambda board: board.width + 1)
    offsets: tuple[int, ...] = _derived(
        lambda board: tuple([direction.offset(board.stride) for direction in DIRECTIONS])
    )
    steps_by_byte: tuple[tuple[int, ...], tuple[int, ...]] = _derived(
        lambda board: _steps_by_byte(board.offsets)
    )
    neighbours: _CellsAround = _derived(lambda board: _reach(board.stride)[0])
    tile_neighbours: _CellsAround = _derived(
        lambda board: _tiles_around(board.neighbours, board.terrain)
    )
    neighbourhood: _LazyTable[frozenset[Cell]] = _derived(lambda board: _reach(board.stride)[1])

    @cached_property
    def walkable(self) -> int:
        """The cells on which one can walk, as the bits of an integer."""
        return cells_of_kinds(self.terrain, WALKABLE)

    @cached_property
    def walkable_rows(self) -> tuple[int, int]:
        """The first and the last row with walkable cells, including the walls around them."""
        digits = self.terrain.translate(digits_of_kinds(WALKABLE))
        return digits.index(b"1") // self.stride - 1, digits.rindex(b"1") // self.stride + 1

    @cached_property
    def chambers(self) -> tuple[tuple[Cell, ...], ...]:
        """The areas of floor tiles connected in eight directions (R2), in reading order.

        They are found on first use: nothing needs those of a board that is only partly known.
        """
        return chambers_of(self.terrain.translate(digits_of_kinds(bytes((TILE,)))), self.stride)[0]

    @cached_property
    def chamber_index(self) -> Mapping[Cell, int]:
        return chambers_of(self.terrain.translate(digits_of_kinds(bytes((TILE,)))), self.stride)[1]

    def __eq__(self, other: object) -> bool:
        return self.terrain == other.terrain if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.terrain)

    def __reduce__(self) -> tuple[Callable[[tuple[str, ...]], "Board"], tuple[tuple[str, ...]]]:
        """Pickle and copy the rows alone: the rest is derived from them, and may be shared."""
        return board_from_rows, (self.rows,)

    def is_on_border(self, cell: Cell) -> bool:
        row, column = divmod(cell, self.stride)
        return not (0 < row < self.height - 1 and 0 < column < self.width - 1)

    def may_open(self, cell: Cell) -> bool:
        """Tell whether a cell is a wall or solid rock off the border, which never opens."""
        return not self.is_on_border(cell) and self.terrain[cell] in WALL_GLYPHS

    def with_passage(self, cell: Cell) -> "Board":
        terrain = b"%b%c%b" % (self.terrain[:cell], PASSAGE, self.terrain[cell + 1 :])
        return Board(terrain, self.width, self.height)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(self.terrain.decode("ascii").splitlines())

    def row_and_column(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0."""
        return divmod(cell, self.stride)


@lru_cache(maxsize=32)
def chambers_of(
    tiles: bytes, stride: int
) -> tuple[tuple[tuple[Cell, ...], ...], Mapping[Cell, int]]:
    """Return the chambers of a board, a `1` for each tile, and the number of that of each tile."""
    chambers = tuple(_find_chambers(tiles, stride))
    numbers = {cell: number for number, found in enumerate(chambers) for cell in found}
    return chambers, MappingProxyType(numbers)


def _find_chambers(tiles: bytes, stride: int) -> Iterable[tuple[Cell, ...]]:
    """Return the tiles of each chamber: a union-find over the spans of tiles of each row.

    Spans that touch, diagonally too, are joined; a chamber has the number of its first span.
    """
    spans = list(spans_of(tiles.decode("ascii")))
    owner, above = list(range(len(spans))), 0
    for number, (first, end) in enumerate(spans):
        while spans[above][1] < first - stride:
            above += 1
        other = above
        while other < number and spans[other][0] <= end - stride:
            one, two = sorted((_root(owner, number), _root(owner, other)))
            owner[two] = one
            other += 1
    chambers: dict[int, list[Cell]] = {}
    for number, span in enumerate(spans):
        chambers.setdefault(_root(owner, number), []).extend(range(*span))
    return map(tuple, chambers.values())


def spans_of(digits: str) -> Iterator[tuple[Cell, Cell]]:
    """Yield the unbroken spans of ones, each with the place after its end.

    `str.find` is faster here than a regular expression.
    """
    first = digits.find("1")
    while first >= 0:
        end = digits.find("0", first)
        if end < 0:
            end = len(digits)
        yield first, end
        first = digits.find("1", end)


def _root(owner: list[int], number: int) -> int:
    while owner[number] != number:
        owner[number] = number = owner[owner[number]]
    return number


@lru_cache(maxsize=32)
def board_from_rows(rows: tuple[str, ...]) -> Board:
    """Return the board of rows of equal width; the same object for the same rows."""
    terrain = "".join(f"{row}\n" for row in rows).encode("ascii")
    return Board(terrain, len(rows[0]), len(rows))


def blocks_between(board: Board, one: Cell, other: Cell) -> int:
    """Return the larger of row and column difference (Y2)."""
    stride = board.stride
    return max(abs(one // stride - other // stride), abs(one % stride - other % stride))


def cells_within(board: Board, centre: Cell, blocks: int, cells: Iterable[Cell]) -> list[Cell]:
    """Return those of the cells at most that many blocks away, as `blocks_between` counts them."""
    stride, (row, column) = board.stride, divmod(centre, board.stride)
    first, end = (row - blocks) * stride, (row + blocks + 1) * stride
    left, right = column - blocks, column + blocks
    return [at for at in cells if first <= at < end and left <= at % stride <= right]


def nearest_cells(board: Board, goal: Cell, cells: Iterable[Cell]) -> list[Cell]:
    """Return those of the cells that are the fewest blocks away from a goal."""
    stride, (row, column) = board.stride, divmod(goal, board.stride)
    blocks = {at: max(abs(at // stride - row), abs(at % stride - column)) for at in cells}
    least = min(blocks.values(), default=0)
    return [cell for cell in blocks if blocks[cell] == least]


def steps_between(board: Board, start: Cell, end: Cell) -> tuple[int, int]:
    """Return how many rows another cell is farther down, and how many columns to the right."""
    (row, column), (to_row, to_column) = divmod(start, board.stride), divmod(end, board.stride)
    return to_row - row, to_column - column


def nearest_direction(
    board: Board, start: Cell, end: Cell, slope: tuple[int, int] = HALF
) -> Direction:
    """Return which of the eight directions points nearest to another cell.

    What is less oblique than that slope is straight.
    """
    (down, right), (less, more) = steps_between(board, start, end), slope
    rows = 0 if more * abs(down) < less * abs(right) else down
    columns = 0 if more * abs(right) < less * abs(down) else right
    return _DIRECTIONS_BY_DELTAS[(rows > 0) - (rows < 0), (columns > 0) - (columns < 0)]


def opposite_direction(way: Direction) -> Direction:
    return _DIRECTIONS_BY_DELTAS[-way.row_delta, -way.column_delta]


@frozen
class FloorLayout:
    """The board of one floor and the marks drawn on it by cell, in reading order (§6).

    A layout without any mark is bare: its floor is furnished at random (R30).
    """

    board: Board
    marks: tuple[tuple[Cell, str], ...] = ()


Member = TypeVar("Member")

CellSet: TypeAlias = int
"""Cells of a board as the bits of an integer: `|` joins two sets, `&` intersects them."""


def cell_set(cells: Iterable[Cell]) -> CellSet:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_of_kinds(glyphs: bytes | bytearray, kinds: bytes) -> CellSet:
    """Return the cells of some kinds of terrain, or of any other glyphs."""
    return int(glyphs[::-1].translate(digits_of_kinds(kinds)), 2)


@lru_cache(maxsize=32)
def digits_of_kinds(kinds: bytes) -> bytes:
    """Return a table with a binary digit for each glyph: 1 for those kinds."""
    return bytes([b"01"[kind in kinds] for kind in range(256)])


@frozen(eq=False)
class CellArea(AbstractSet[Cell]):
    """A set of cells of a board with `cell_count` cells, as the bits of an integer."""

    bits: CellSet
    cell_count: int

    @cached_property
    def digits(self) -> str:
        """A digit for each cell of the board: 1 for those of the area."""
        return f"{self.bits:0{self.cell_count}b}"[::-1]

    @cached_property
    def spans(self) -> tuple[tuple[Cell, Cell], ...]:
        """The cells in unbroken spans: the first of each, and the one after its last."""
        return tuple(spans_of(self.digits))

    @property
    def is_whole(self) -> bool:
        return self.bits == (1 << self.cell_count) - 1

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < self.cell_count and self.bits >> cell & 1 == 1

    def __iter__(self) -> Iterator[Cell]:
        return iter([cell for first, end in self.spans for cell in range(first, end)])

    def __len__(self) -> int:
        return self.bits.bit_count()

    @classmethod
    def _from_iterable(cls, it: Iterable[Member]) -> AbstractSet[Member]:
        return frozenset(it)


def area_of(cells: AbstractSet[Cell], cell_count: int) -> CellArea:
    if isinstance(cells, CellArea):
        return cells
    return CellArea(cell_set(cells), cell_count)


def grow(cells: CellSet, stride: int) -> CellSet:
    """Return the cells and all cells within one step of them, on a board of that stride."""
    rows = cells | cells << stride | cells >> stride
    return rows | rows << 1 | rows >> 1


def flood(start: CellSet, ground: CellSet, stride: int) -> CellSet:
    """Return the cells of some ground that are connected with `start`, in eight directions."""
    edge = start & ground
    left = ground ^ edge
    while edge:
        edge = grow(edge, stride) & left
        left ^= edge
    return ground ^ left


def format_layout(floor_layouts: Iterable[FloorLayout]) -> str:
    text = ""
    for each in floor_layouts:
        glyphs = bytearray(each.board.terrain)
        for cell, mark in each.marks:
            glyphs[cell] = ord(mark)
        text += glyphs.decode("ascii")
    return text
