"""Contents of a floor: the positions of everything on it, kind by kind."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from attrs import evolve

from cc3k.content.layout.reader import format_floor_as_layout
from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.board import Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
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
    items = dict[tuple[str, str], list[Position]]()
    enemies = dict[tuple[str, str], list[Position]]()
    carried = [(cell, item) for cell, enemy in floor.enemies.items() for item in enemy.carries]
    for cell, item in sorted([*floor.items.items(), *carried], key=itemgetter(0)):
        items.setdefault((item.mark, item.name), []).append(_position(floor, cell))
    for cell, enemy in sorted(floor.enemies.items()):
        place = evolve(
            _position(floor, cell),
            guards=tuple([_position(floor, post) for post in enemy.guarded_cells]),
            has=tuple([thing.name for thing in (*enemy.wares, *enemy.carries)]),
        )
        enemies.setdefault((enemy.kind.name, enemy.kind.glyph), []).append(place)
    return (
        FloorContentsEntry(PC_MARK, "PC", (_position(floor, floor.hero_cell),)),
        FloorContentsEntry(STAIRS_MARK, "stairs", (_position(floor, floor.stairs_cell),)),
        *[FloorContentsEntry(*kind, tuple(spots)) for kind, spots in sorted(items.items())],
        *[
            FloorContentsEntry(glyph, name, tuple(spots))
            for (name, glyph), spots in sorted(enemies.items())
        ],
    )


def _position(floor: Floor, cell: Cell) -> Position:
    row, column = floor.board.row_and_column(cell)
    return Position(row + 1, column + 1)
