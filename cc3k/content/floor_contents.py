"""What lies where on a floor, kind by kind."""

from attrs import frozen

from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.floor import Floor
from cc3k.engine.grid import Cell


@frozen
class Spot:
    """A place on a floor: row and column, both from 1; and the places guarded from there."""

    row: int
    column: int
    guards: tuple["Spot", ...] = ()

    def __str__(self) -> str:
        at = f"{self.row},{self.column}"
        return " ".join([at, *[f"({post})" for post in self.guards]])


@frozen
class Stock:
    """All there is of one kind on a floor: its mark in a layout file, its name, its places."""

    mark: str
    name: str
    spots: tuple[Spot, ...]


def inventory(floor: Floor) -> tuple[Stock, ...]:
    """Return what is on a floor: the PC, the stairs, items by mark, enemies by name."""
    items = {(item.mark, item.name) for item in floor.items.values()}
    enemies = {(enemy.kind.name, enemy.kind.glyph) for enemy in floor.enemies.values()}
    return (
        Stock(PC_MARK, "PC", (_spot(floor, floor.hero),)),
        Stock(STAIRS_MARK, "stairs", (_spot(floor, floor.stairs),)),
        *[Stock(mark, name, _items(floor, mark)) for mark, name in sorted(items)],
        *[Stock(glyph, name, _enemies(floor, name)) for name, glyph in sorted(enemies)],
    )


def _items(floor: Floor, mark: str) -> tuple[Spot, ...]:
    cells = [cell for cell, item in floor.items.items() if item.mark == mark]
    return tuple([_spot(floor, cell) for cell in sorted(cells)])


def _enemies(floor: Floor, name: str) -> tuple[Spot, ...]:
    cells = [cell for cell, enemy in floor.enemies.items() if enemy.kind.name == name]
    return tuple([_spot(floor, cell, floor.enemies[cell].guards) for cell in sorted(cells)])


def _spot(floor: Floor, cell: Cell, guards: tuple[Cell, ...] = ()) -> Spot:
    row, column = floor.plan.where(cell)
    return Spot(row + 1, column + 1, tuple([_spot(floor, post) for post in guards]))
