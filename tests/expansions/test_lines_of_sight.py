"""Lines of sight: what can be seen from a cell, drawn and by their laws (X40, X50)."""

from textwrap import dedent

from cc3k.content.roster import STANDARD_BOARD_TEXT
from cc3k.engine.board import WALKABLE, Board, Cell, board_from_rows
from cc3k.engine.dice import Dice
from cc3k.expansions.field_of_view import cells_in_line_of_sight, is_in_line_of_sight, visible_from
from tests.support.tables import for_each

STANDARD = board_from_rows(tuple(STANDARD_BOARD_TEXT.splitlines()))


def seen(drawing: str) -> str:
    """Return a board with an `x` where the `@` of it does not see."""
    text = dedent(drawing).strip("\n")
    cell = text.index("@")
    board = board_from_rows(tuple(text.replace("@", ".").splitlines()))
    sight = visible_from(board, cell)
    shown = [glyph if glyph == "\n" or sight >> at & 1 else "x" for at, glyph in enumerate(text)]
    return "".join(shown)


def drawn(drawing: str) -> str:
    return dedent(drawing).strip("\n")


@for_each(
    "before, after",
    [
        (
            """
            |-------|
            |...|...|
            |@..|...|
            |...|...|
            |-------|
            """,
            """
            |---xxxxx
            |...|xxxx
            |@..|xxxx
            |...|xxxx
            |---xxxxx
            """,
        ),
        (
            """
            |--------|
            |...|....|
            |@..+....|
            |...|....|
            |--------|
            """,
            """
            |---xxxxxx
            |...|xx..|
            |@..+....|
            |...|xx..|
            |---xxxxxx
            """,
        ),
        (
            """
            |---------|
            |...| |...|
            |@..+#+...|
            |...| |...|
            |---------|
            """,
            """
            |---xxxxxxx
            |...|xxxxxx
            |@..+#+...|
            |...|xxxxxx
            |---xxxxxxx
            """,
        ),
    ],
)
def test_walls_end_a_line_and_openings_let_it_through(before: str, after: str) -> None:
    """X50: floor tiles, doorways and passages are seen over; walls and rock are not."""
    assert lit_ground(seen(before)) == lit_ground(drawn(after))


def lit_ground(picture: str) -> str:
    return "".join([" " if glyph in "|-x" else glyph for glyph in picture])


def open_cells(board: Board) -> list[Cell]:
    return [cell for cell, glyph in enumerate(board.terrain) if glyph in WALKABLE]


def random_board(number: int) -> Board:
    dice = Dice(f"walls {number}")
    height, width = 5 + dice.below(8), 5 + dice.below(16)
    inside = ["".join(dice.pick_many("......+# |", width)) for _ in range(height)]
    border = f"|{'-' * width}|"
    return board_from_rows((border, *[f"|{row}|" for row in inside], border))


@for_each("number", range(12))
def test_who_is_seen_sees(number: int) -> None:
    """X50: lines of sight are symmetric on any board."""
    board = random_board(number)
    views = {cell: visible_from(board, cell) for cell in open_cells(board)}
    for one, view in views.items():
        assert view >> one & 1
        assert all(view >> other & 1 == views[other] >> one & 1 for other in views)


@for_each("number", range(12))
def test_a_single_line_tells_the_same_as_all_that_is_seen(number: int) -> None:
    """X50: whether asked of one cell, of a few, or of many at once, on any board."""
    board = random_board(number)
    cells = range(len(board.terrain))
    for one in open_cells(board):
        seen_cells = [cell for cell in cells if visible_from(board, one) >> cell & 1]
        assert [cell for cell in cells if is_in_line_of_sight(board, one, cell)] == seen_cells
        assert [*cells_in_line_of_sight(board, one, cells)] == seen_cells
        few = cells[one : one + 4]
        assert {*cells_in_line_of_sight(board, one, few)} == {*few}.intersection(seen_cells)


def test_a_single_line_tells_the_same_on_the_standard_board() -> None:
    """X50: over long ways, from a tile of each chamber and from a passage, to everywhere."""
    starts = [tiles[len(tiles) // 2] for tiles in STANDARD.chambers]
    for one in [*starts, STANDARD.terrain.index(b"#")]:
        sight = visible_from(STANDARD, one)
        for cell in range(len(STANDARD.terrain)):
            assert is_in_line_of_sight(STANDARD, one, cell) == bool(sight >> cell & 1)


def test_a_straight_line_over_open_cells_is_seen() -> None:
    """X40: on the standard board, along rows, columns and diagonals as far as nothing is closed."""
    terrain, offsets = STANDARD.terrain, STANDARD.offsets
    for cell in open_cells(STANDARD):
        view = visible_from(STANDARD, cell)
        for shift in offsets:
            to = cell + shift
            while terrain[to] in WALKABLE:
                assert view >> to & 1
                to += shift
            assert not view >> to & 1  # the wall that ends it
