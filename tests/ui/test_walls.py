"""How walls are joined with `--glyphs unicode`."""

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD
from cc3k.engine.board import board_from_rows
from cc3k.ui.palette import joined_walls
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import TIGHT, WHOLE, console_at_menu, lines, playing, pressed
from tests.support.tables import for_each


def drawn(*rows: str) -> list[str]:
    board = board_from_rows(rows)
    cells = list("\n".join(rows))
    for cell, character in joined_walls(board).items():
        cells[cell] = character
    return "".join(cells).split("\n")


@for_each(
    "rows, joined",
    [
        (  # corners are drawn with either character in a layout; only the neighbours tell
            ("|---|---|", "|...|...|", "|---+...|", "|...|...|", "|---|---|"),
            ("┌───┬───┐", "│...│...│", "├───╪...│", "│...│...│", "└───┴───┘"),
        ),
        (  # four chambers meet in one cell
            ("-------", "|..|..|", "|--|--|", "|..|..|", "-------"),
            ("┌──┬──┐", "│..│..│", "├──┼──┤", "│..│..│", "└──┴──┘"),
        ),
        (  # a wall runs up to its doorways on both sides, and the gap is across it
            ("|---|  |-|", "|...+##+.|", "|-+-|  |-|"),
            ("┌───┐  ┌─┐", "│...╪##╪.│", "└─╫─┘  └─┘"),
        ),
        (  # a layout may have a doorway in no wall, and a pillar without neighbours
            ("|-----|", "|.....|", "|.|.-.|", "|..+..|", "|.....|", "|-----|"),
            ("┌─────┐", "│.....│", "│.│.─.│", "│..╬..│", "│.....│", "└─────┘"),
        ),
        (  # a wall of two cells' thickness is two lines
            ("|--||--|", "|..||..|", "|--||--|", "|------|", "|......|", "|------|"),
            ("┌──┐┌──┐", "│..││..│", "├──┤├──┤", "├──┴┴──┤", "│......│", "└──────┘"),
        ),
    ],
)
def test_walls_and_doorways_are_joined(rows: tuple[str, ...], joined: tuple[str, ...]) -> None:
    assert drawn(*rows) == [*joined]


@for_each("size", [WHOLE, TIGHT])
def test_the_standard_board_is_drawn_with_joined_walls(size: tuple[int, int]) -> None:
    """`--glyphs unicode`: five chambers with corners, and no wall left as it was."""
    shell = console_at_menu(size, settings=ScreenSettings(glyphs="unicode"))
    pressed(shell, "s")
    top = size[1] - 22 if size == TIGHT else 2
    rows = lines(shell)[top : top + 21]
    assert not [row for row in rows if set(row) & set("|-+")]
    assert rows[0].startswith("│ ┌──────────────────────────┐        ┌───────────────────────┐")
    assert any("├─" in row for row in rows) is False
    assert sum(row.count("╪") + row.count("╫") for row in rows) == STANDARD_BOARD.terrain.count(
        b"+"
    )


def test_whoever_stands_in_a_doorway_is_seen() -> None:
    """Only what is drawn as a wall or a doorway is joined."""
    shell = console_at_menu(WHOLE, settings=ScreenSettings(glyphs="unicode"))
    pressed(shell, "s")
    game = playing(shell)
    doorway = STANDARD_BOARD.terrain.index(b"+")
    game.floor.glyphs[doorway] = ord("@")
    row, column = STANDARD_BOARD.row_and_column(doorway)
    assert lines(shell)[row][column] == "@"
    assert BASE_RULES.standard_board is STANDARD_BOARD
