"""Lint of layout files: all errors, and warnings about what looks odd (§2.4, R7, R26, R31).

A lint rule is a function from a floor to cells and messages. To add a rule, write the function and
add it to `LINT_RULES`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import field

from cc3k.content.layout.diagnostics import Diagnostic, Diagnostics
from cc3k.content.layout.reader import read_floors
from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.board import TILE, WALKABLE, Board, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.items import GoldPile, Potion, Trinket, guardian_of
from cc3k.engine.rules import Rules
from cc3k.engine.values import define


@define(eq=False, slots=False)  # cached properties need a `__dict__`
class LintedFloor:
    """The floor that lint rules look at: its layout, and the floor made from it.

    `hero_cell` and `stairs_cell` are set only if they are drawn, as otherwise they may be anywhere.
    """

    floor_layout: FloorLayout
    rules: Rules
    floor: Floor = field(init=False)
    hero_cell: Cell = field(init=False)
    stairs_cell: Cell = field(init=False)

    def __attrs_post_init__(self) -> None:
        drawing, rules = self.floor_layout, self.rules
        bare = not drawing.marks
        self.floor = (
            Floor(drawing.board) if bare else rules.generate_floor(drawing, rules, Dice("site"))
        )
        ends = {mark: cell for cell, mark in drawing.marks}
        self.hero_cell = ends.get(PC_MARK, NO_CELL)
        self.stairs_cell = ends.get(STAIRS_MARK, NO_CELL)

    @property
    def board(self) -> Board:
        return self.floor_layout.board

    @property
    def walk_start(self) -> tuple[Cell, str]:
        """The cell where walks begin, and its name: the PC, else the stairs, else a chamber."""
        for cell, mark in ((self.hero_cell, PC_MARK), (self.stairs_cell, STAIRS_MARK)):
            if cell != NO_CELL and not self.is_walled_in(cell):
                return cell, mark
        roomy = filter(self.has_unmarked_tile, self.board.chambers)
        return next(roomy, self.board.chambers[0])[0], "the first chamber"

    def has_unmarked_tile(self, chamber: Sequence[Cell]) -> bool:
        return not self._marked_cells.issuperset(chamber)

    def is_walled_in(self, cell: Cell) -> bool:
        """Return True if a cell is cut off from every walkable cell without a mark.

        It is in rock then. On a board of one's own, a tile lies under every mark all the same.
        """
        return bool(self._unmarked_walkable_cells) and all(
            near not in self._unmarked_walkable_cells for near in self._cells_reachable_from(cell)
        )

    @cached_property
    def _marked_cells(self) -> frozenset[Cell]:
        return frozenset([cell for cell, _ in self.floor_layout.marks])

    @cached_property
    def _unmarked_walkable_cells(self) -> frozenset[Cell]:
        walkable = [cell for cell, kind in enumerate(self.board.terrain) if kind in WALKABLE]
        return frozenset(walkable) - self._marked_cells

    @cached_property
    def reachable_cells(self) -> set[Cell]:
        """The cells that the PC can walk to. Stairs are included, but the PC cannot pass them.

        The PC can walk onto gold wherever it lies, even in a wall.
        """
        start, _ = self.walk_start
        return set(self._cells_reachable_from(start))

    def _cells_reachable_from(self, start: Cell) -> Iterator[Cell]:
        reached, edge = {start}, [start]
        for cell in edge:
            yield cell
            if cell == self.stairs_cell != start:
                continue
            found = [near for near in self.board.neighbours[cell] if self._is_walkable(near)]
            edge += [near for near in found if near not in reached]
            reached.update(found)

    def is_obtainable(self, cell: Cell) -> bool:
        """Tell whether the PC can get an item on a cell; a potion is used from beside it."""
        beside = self.reachable_cells.intersection(self.board.neighbours[cell]) - {self.stairs_cell}
        return cell in self.reachable_cells or bool(beside)

    def _is_walkable(self, cell: Cell) -> bool:
        thing = isinstance(self.floor.items.get(cell), GoldPile | Trinket)
        return self.board.terrain[cell] in WALKABLE or thing or cell == self.stairs_cell


FIRST_CELL: Cell = 0
"""The cell of a warning about the whole floor."""

LintWarnings: TypeAlias = Iterator[tuple[Cell, str]]
LintRule: TypeAlias = Callable[[LintedFloor], Iterable[tuple[Cell, str]]]


def find_unusual_counts(linted: LintedFloor) -> LintWarnings:
    """Find floors with more or fewer items or enemies than a random one has (§2.4)."""
    rules = linted.rules
    usual = (rules.potions_per_floor, rules.piles_per_floor, rules.enemies_per_floor)
    if linted.floor_layout.marks and _count_contents(linted) != usual:
        potions, gold, enemies = (
            f"{count}" if count == other else f"{count}, not {other}"
            for count, other in zip(_count_contents(linted), usual, strict=True)
        )
        besides = " and ".join([f"{name}s" for name in _hoard_of_guardian(rules)])
        held = f"potions {potions}; gold {gold}; enemies besides {besides} {enemies}"
        yield FIRST_CELL, f"unlike a furnished floor: {held}"


def find_single_chamber(linted: LintedFloor) -> LintWarnings:
    """Find floors of one chamber, which the stairs must share with the PC (R26)."""
    chambers = [tiles for tiles in linted.board.chambers if not linted.is_walled_in(tiles[0])]
    if len(chambers) == 1:
        yield chambers[0][0], "a lone chamber: the PC and the stairs have to share it"


def find_unreachable_chambers(linted: LintedFloor) -> LintWarnings:
    """Find unreachable chambers in which something may be spawned (R26)."""
    if NO_CELL in (linted.hero_cell, linted.stairs_cell):
        for tiles in linted.board.chambers:
            if linted.has_unmarked_tile(tiles) and linted.reachable_cells.isdisjoint(tiles):
                text = "in this chamber something may be spawned, but no way leads to it from"
                yield tiles[0], f"{text} {linted.walk_start[1]}"


def find_walled_in_hero(linted: LintedFloor) -> LintWarnings:
    if linted.hero_cell != NO_CELL and linted.is_walled_in(linted.hero_cell):
        yield (
            linted.hero_cell,
            f"no way leads from {PC_MARK} to anything but what is drawn beside it",
        )


def find_unreachable_stairs(linted: LintedFloor) -> LintWarnings:
    if linted.stairs_cell != NO_CELL and linted.stairs_cell not in linted.reachable_cells:
        yield linted.stairs_cell, f"no way leads from {linted.walk_start[1]} to the stairs"


def find_unreachable_items(linted: LintedFloor) -> LintWarnings:
    """Find gold that the PC cannot walk to, and potions that it cannot get next to."""
    for cell, item in linted.floor.items.items():
        if not linted.is_obtainable(cell):
            name = "potion" if isinstance(item, Potion) else item.name
            yield cell, f"no way leads from {linted.walk_start[1]} to this {name}"


def find_unguarded_hoards(linted: LintedFloor) -> LintWarnings:
    """Find hoards without a guardian beside them (R31)."""
    for cell, item in linted.floor.items.items():
        guardian = guardian_of(item)
        if guardian and cell not in linted.floor.guardian_by_cell:
            yield cell, f"a {item.name} with no {guardian} beside it: it is free to take"


def find_guardians_without_hoard(linted: LintedFloor) -> LintWarnings:
    """Find guardians without a hoard of their own (R31)."""
    hoards = _hoard_of_guardian(linted.rules)
    for cell, enemy in linted.floor.enemies.items():
        name = enemy.kind.name
        if name in hoards and not enemy.guarded_cells:
            yield cell, f"a {name} with no {hoards[name]} of its own beside it"


def find_trapped_enemies(linted: LintedFloor) -> LintWarnings:
    """Find enemies that roam, but have no free floor tile next to them (R7)."""
    terrain, drawn = linted.board.terrain, dict(linted.floor_layout.marks)
    for cell, enemy in linted.floor.enemies.items():
        around = linted.board.neighbours[cell]
        if enemy.kind.roams and not any(terrain[at] == TILE and at not in drawn for at in around):
            yield cell, f"{enemy.kind.name} without room to move: no floor tile beside it is free"


LINT_RULES: tuple[LintRule, ...] = (
    find_unusual_counts,
    find_single_chamber,
    find_unreachable_chambers,
    find_walled_in_hero,
    find_unreachable_stairs,
    find_unreachable_items,
    find_unguarded_hoards,
    find_guardians_without_hoard,
    find_trapped_enemies,
)


def _count_contents(linted: LintedFloor) -> tuple[int, int, int]:
    """Return the number of potions, of piles, and of enemies other than guardians."""
    floor, kinds = linted.floor, linted.rules.enemy_spawn_table
    spawned = {kind.name for kind in kinds}
    return (
        sum(isinstance(item, Potion) for item in floor.items.values()),
        sum(isinstance(item, GoldPile) for item in floor.items.values()),
        sum(enemy.kind.name in spawned for enemy in floor.enemies.values()),
    )


def _hoard_of_guardian(rules: Rules) -> dict[str, str]:
    return {pile.guardian: pile.name for pile in rules.piles if pile.guardian}


def lint_layout(data: bytes, rules: Rules) -> list[Diagnostic]:
    """Return all errors and warnings about the bytes of a layout file, sorted by place.

    Floors with errors are not checked for oddities.
    """
    reporter = Diagnostics()
    drafts, _ = read_floors(data, rules, reporter)
    for draft in drafts:
        if draft.floor_layout is not None:
            site = LintedFloor(draft.floor_layout, rules)
            for cell, text in [warning for rule in LINT_RULES for warning in rule(site)]:
                row, column = site.board.row_and_column(cell)
                reporter.warn(draft.line + row, column + 1, text)
    if 0 < len(drafts) < rules.floor_count:
        draws_boards = any(each.floors.draw_board for each in rules.expansions)
        boards = "boards of their own" if draws_boards else "the standard plan"
        text = f"floor {len(drafts)} is the last one drawn: those after it, up to floor "
        text += f"{rules.floor_count}, are furnished at random on {boards}"
        reporter.warn(drafts[-1].line, 1, text)
    return sorted(reporter.found)
