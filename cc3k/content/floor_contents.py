"""Contents of a floor: the positions of everything on it, kind by kind."""

from collections.abc import Iterator, Sequence

from cc3k.content.layout.reader import format_floor_as_layout
from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.board import Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.items import Item
from cc3k.engine.rules import Rules
from cc3k.engine.values import frozen


@frozen
class Position:
    """A cell as row and column, both from 1, with the positions guarded from there.

    `has` names what an enemy sells or carries, if expansions are on.
    """

    row: int
    column: int
    guards: tuple["Position", ...] = ()
    has: tuple[str, ...] = ()

    def __str__(self) -> str:
        at = f"{self.row},{self.column}"
        things = [f"[{' '.join(self.has)}]"] * bool(self.has)
        return " ".join([at, *[f"({post})" for post in self.guards], *things])


@frozen
class FloorContentsEntry:
    """Everything of one kind on a floor: its layout mark, its name, its positions."""

    mark: str
    name: str
    spots: tuple[Position, ...]


@frozen
class FloorContents:
    """The contents of a floor, kind by kind, and its drawing as in a layout file."""

    entries: tuple[FloorContentsEntry, ...]
    drawing: str


def contents_of_seed(
    rules: Rules, seed: int, floor_layouts: Sequence[FloorLayout] = ()
) -> Iterator[FloorContents]:
    """Yield the contents of the floors of a seed's first game, as they are when entered."""
    for floor in floors_of_seed(rules, seed, floor_layouts):
        yield FloorContents(list_floor_contents(floor), format_floor_as_layout(floor, rules))


def floors_of_seed(
    rules: Rules, seed: int, floor_layouts: Sequence[FloorLayout] = ()
) -> Iterator[Floor]:
    """Yield the floors of a seed's first game, as they are when entered.

    They are the same for all races, so any will do to go down the stairs.
    """
    game = GameState(rules, rules.races[0], Dice(f"{seed}/game 1"), floor_layouts)
    yield game.floor
    while game.take_stairs():
        yield game.floor


def list_floor_contents(floor: Floor) -> tuple[FloorContentsEntry, ...]:
    things = [*floor.items.values(), *[item for _, item in _carried_items(floor)]]
    items = {(item.mark, item.name) for item in things}
    enemies = {(enemy.kind.name, enemy.kind.glyph) for enemy in floor.enemies.values()}
    return (
        FloorContentsEntry(PC_MARK, "PC", (_position(floor, floor.hero_cell),)),
        FloorContentsEntry(STAIRS_MARK, "stairs", (_position(floor, floor.stairs_cell),)),
        *[
            FloorContentsEntry(mark, name, _item_positions(floor, name))
            for mark, name in sorted(items)
        ],
        *[
            FloorContentsEntry(glyph, name, _enemy_positions(floor, name))
            for name, glyph in sorted(enemies)
        ],
    )


def _item_positions(floor: Floor, name: str) -> tuple[Position, ...]:
    lying = [cell for cell, item in floor.items.items() if item.name == name]
    cells = [*lying, *[cell for cell, item in _carried_items(floor) if item.name == name]]
    return tuple([_position(floor, cell) for cell in sorted(cells)])


def _carried_items(floor: Floor) -> list[tuple[Cell, Item]]:
    return [(cell, item) for cell, enemy in floor.enemies.items() for item in enemy.carries]


def _enemy_positions(floor: Floor, name: str) -> tuple[Position, ...]:
    cells = [cell for cell, enemy in floor.enemies.items() if enemy.kind.name == name]
    return tuple([_enemy_position(floor, cell) for cell in sorted(cells)])


def _enemy_position(floor: Floor, cell: Cell) -> Position:
    enemy, at = floor.enemies[cell], _position(floor, cell)
    guards = tuple([_position(floor, post) for post in enemy.guarded_cells])
    has = tuple([thing.name for thing in (*enemy.wares, *enemy.carries)])
    return Position(at.row, at.column, guards, has)


def _position(floor: Floor, cell: Cell) -> Position:
    row, column = floor.board.row_and_column(cell)
    return Position(row + 1, column + 1)
