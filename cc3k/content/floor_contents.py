"""Contents of a floor: positions of all things, kind by kind."""

from attrs import frozen

from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.floor import Floor
from cc3k.engine.grid import Cell


@frozen
class Position:
    """A cell as row and column, both from 1, with the positions guarded from there."""

    row: int
    column: int
    guards: tuple["Position", ...] = ()

    def __str__(self) -> str:
        at = f"{self.row},{self.column}"
        return " ".join([at, *[f"({post})" for post in self.guards]])


@frozen
class FloorContentsEntry:
    """Everything of one kind on a floor: its layout mark, its name, its positions."""

    mark: str
    name: str
    spots: tuple[Position, ...]


def list_floor_contents(floor: Floor) -> tuple[FloorContentsEntry, ...]:
    """Return the contents of a floor: PC, stairs, items by mark, enemies by name."""
    items = {(item.mark, item.name) for item in floor.items.values()}
    enemies = {(enemy.kind.name, enemy.kind.glyph) for enemy in floor.enemies.values()}
    return (
        FloorContentsEntry(PC_MARK, "PC", (_position(floor, floor.hero_cell),)),
        FloorContentsEntry(STAIRS_MARK, "stairs", (_position(floor, floor.stairs_cell),)),
        *[
            FloorContentsEntry(mark, name, _item_positions(floor, mark))
            for mark, name in sorted(items)
        ],
        *[
            FloorContentsEntry(glyph, name, _enemy_positions(floor, name))
            for name, glyph in sorted(enemies)
        ],
    )


def _item_positions(floor: Floor, mark: str) -> tuple[Position, ...]:
    cells = [cell for cell, item in floor.items.items() if item.mark == mark]
    return tuple([_position(floor, cell) for cell in sorted(cells)])


def _enemy_positions(floor: Floor, name: str) -> tuple[Position, ...]:
    cells = [cell for cell, enemy in floor.enemies.items() if enemy.kind.name == name]
    return tuple(
        [_position(floor, cell, floor.enemies[cell].guarded_cells) for cell in sorted(cells)]
    )


def _position(floor: Floor, cell: Cell, guarded_cells: tuple[Cell, ...] = ()) -> Position:
    row, column = floor.board.row_and_column(cell)
    return Position(row + 1, column + 1, tuple([_position(floor, post) for post in guarded_cells]))
