"""What is odd about a drawing that can be played all the same (§2.4, R7, R26, R31).

An oddity is a function from a site to the cells where it is found, with what to say of each. To
look for another one, write it and add it to `ODDITIES`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import define, field

from cc3k.content.layout.diagnostics import Collection, Finding, Severity
from cc3k.content.layout.reader import MOST_FINDINGS, Draft, read_drafts
from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.board import TILE, WALKABLE, Drawing, Plan
from cc3k.engine.dice import Dice
from cc3k.engine.floor import NOWHERE, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.potions import Potion
from cc3k.engine.rules import Rules


@define(eq=False, slots=False)  # no slots: what is reached is worked out once, when asked for
class Site:
    """A drawing to be looked at, and the floor that is made of it; of a bare one, a bare floor.

    `pc` and `stairs` are where they are drawn, else nowhere: in play they are anywhere then.
    """

    drawing: Drawing
    rules: Rules
    floor: Floor = field(init=False)
    pc: Cell = field(init=False)
    stairs: Cell = field(init=False)

    def __attrs_post_init__(self) -> None:
        drawing, rules = self.drawing, self.rules
        bare = not drawing.marks
        self.floor = Floor(drawing.plan) if bare else rules.lay_out(drawing, rules, Dice("site"))
        ends = {mark: cell for cell, mark in drawing.marks}
        self.pc = ends.get(PC_MARK, NOWHERE)
        self.stairs = ends.get(STAIRS_MARK, NOWHERE)

    @property
    def plan(self) -> Plan:
        """The plan under the drawing."""
        return self.drawing.plan

    @property
    def start(self) -> tuple[Cell, str]:
        """Where ways begin, and its name: at the PC, or else where it can be thought to stand."""
        for cell, mark in ((self.pc, PC_MARK), (self.stairs, STAIRS_MARK)):
            if cell != NOWHERE and not self.is_walled_in(cell):
                return cell, mark
        roomy = filter(self.has_room, self.plan.chambers)
        return next(roomy, self.plan.chambers[0])[0], "the first chamber"

    def has_room(self, tiles: Sequence[Cell]) -> bool:
        """Tell whether something may be spawned in a chamber: on a tile where nothing is drawn."""
        return not self._drawn.issuperset(tiles)

    def is_walled_in(self, cell: Cell) -> bool:
        """Tell whether nothing but what is drawn can be walked to from a cell, yet there is more.

        So it is in rock: on a board that is not the standard one a tile lies there all the same.
        """
        return bool(self._ways) and all(near not in self._ways for near in self._walk(cell))

    @cached_property
    def _drawn(self) -> frozenset[Cell]:
        return frozenset([cell for cell, _ in self.drawing.marks])

    @cached_property
    def _ways(self) -> frozenset[Cell]:
        """The cells that can be walked on and that nothing is drawn on."""
        walkable = [cell for cell, kind in enumerate(self.plan.ground) if kind in WALKABLE]
        return frozenset(walkable) - self._drawn

    @cached_property
    def reached(self) -> set[Cell]:
        """The cells that can be walked to; the stairs can, but lead no further.

        Gold is walked onto wherever it lies, in a wall too.
        """
        start, _ = self.start
        return set(self._walk(start))

    def _walk(self, start: Cell) -> Iterator[Cell]:
        """Yield the cells that can be walked to from one, the nearest first."""
        reached, edge = {start}, [start]
        for cell in edge:
            yield cell
            if cell == self.stairs != start:
                continue
            found = [near for near in self.plan.around[cell] if self._is_open(near)]
            edge += [near for near in found if near not in reached]
            reached.update(found)

    def can_be_had(self, cell: Cell) -> bool:
        """Tell whether the PC can get what lies on a cell: a potion is used from beside it."""
        beside = self.reached.intersection(self.plan.around[cell]) - {self.stairs}
        return cell in self.reached or bool(beside)

    def _is_open(self, cell: Cell) -> bool:
        gold = isinstance(self.floor.items.get(cell), Pile)
        return self.plan.ground[cell] in WALKABLE or gold or cell == self.stairs


FIRST_CELL: Cell = 0
"""Where a floor itself is odd."""

Found: TypeAlias = Iterator[tuple[Cell, str]]
Oddity: TypeAlias = Callable[[Site], Iterable[tuple[Cell, str]]]


def unusual_counts(site: Site) -> Found:
    """Find floors with marks that hold more or less than a furnished one does (§2.4)."""
    rules = site.rules
    usual = (rules.potions_a_floor, rules.piles_a_floor, rules.enemies_a_floor)
    if site.drawing.marks and _counts(site) != usual:
        potions, gold, enemies = (
            f"{count}" if count == other else f"{count}, not {other}"
            for count, other in zip(_counts(site), usual, strict=True)
        )
        besides = " and ".join([f"{name}s" for name in _hoards(rules)])
        held = f"potions {potions}; gold {gold}; enemies besides {besides} {enemies}"
        yield FIRST_CELL, f"unlike a furnished floor: {held}"


def lone_chamber(site: Site) -> Found:
    """Find floors where the stairs cannot be in another chamber than the PC (R26)."""
    chambers = [tiles for tiles in site.plan.chambers if not site.is_walled_in(tiles[0])]
    if len(chambers) == 1:
        yield chambers[0][0], "a lone chamber: the PC and the stairs have to share it"


def cut_off_chambers(site: Site) -> Found:
    """Find chambers out of reach in which something may be spawned (R26)."""
    if NOWHERE in (site.pc, site.stairs):
        for tiles in site.plan.chambers:
            if site.has_room(tiles) and site.reached.isdisjoint(tiles):
                text = "in this chamber something may be spawned, but no way leads to it from"
                yield tiles[0], f"{text} {site.start[1]}"


def walled_in_pc(site: Site) -> Found:
    """Find a PC that is drawn in rock, and cannot leave it."""
    if site.pc != NOWHERE and site.is_walled_in(site.pc):
        yield site.pc, f"no way leads from {PC_MARK} to anything but what is drawn beside it"


def stairs_out_of_reach(site: Site) -> Found:
    """Find stairs that the PC cannot walk to."""
    if site.stairs != NOWHERE and site.stairs not in site.reached:
        yield site.stairs, f"no way leads from {site.start[1]} to the stairs"


def items_out_of_reach(site: Site) -> Found:
    """Find gold that the PC cannot walk to, and potions that it cannot walk up to."""
    for cell, item in site.floor.items.items():
        if not site.can_be_had(cell):
            name = item.name if isinstance(item, Pile) else "potion"
            yield cell, f"no way leads from {site.start[1]} to this {name}"


def unguarded_hoards(site: Site) -> Found:
    """Find hoards that are free to take, as nobody beside them guards them (R31)."""
    for cell, item in site.floor.items.items():
        if isinstance(item, Pile) and item.guardian and cell not in site.floor.guardians:
            yield cell, f"a {item.name} with no {item.guardian} beside it: it is free to take"


def idle_guardians(site: Site) -> Found:
    """Find dragons that have no hoard of their own to guard (R31)."""
    hoards = _hoards(site.rules)
    for cell, enemy in site.floor.enemies.items():
        name = enemy.kind.name
        if name in hoards and not enemy.guards:
            yield cell, f"a {name} with no {hoards[name]} of its own beside it"


def hemmed_in_enemies(site: Site) -> Found:
    """Find enemies that would wander, but that no free floor tile is next to (R7)."""
    ground, drawn = site.plan.ground, dict(site.drawing.marks)
    for cell, enemy in site.floor.enemies.items():
        around = site.plan.around[cell]
        if enemy.kind.roams and not any(ground[at] == TILE and at not in drawn for at in around):
            yield cell, f"{enemy.kind.name} without room to move: no floor tile beside it is free"


ODDITIES: tuple[Oddity, ...] = (
    unusual_counts,
    lone_chamber,
    cut_off_chambers,
    walled_in_pc,
    stairs_out_of_reach,
    items_out_of_reach,
    unguarded_hoards,
    idle_guardians,
    hemmed_in_enemies,
)


def _counts(site: Site) -> tuple[int, int, int]:
    """Return how many potions, piles, and enemies that guard nothing there are."""
    floor, hoards = site.floor, _hoards(site.rules)
    return (
        sum(isinstance(item, Potion) for item in floor.items.values()),
        sum(isinstance(item, Pile) for item in floor.items.values()),
        sum(enemy.kind.name not in hoards for enemy in floor.enemies.values()),
    )


def _hoards(rules: Rules) -> dict[str, str]:
    """Return the name of each kind of enemy that guards, and of the pile that it guards."""
    return {pile.guardian: pile.name for pile in rules.piles if pile.guardian}


def survey(data: bytes, rules: Rules) -> list[Finding]:
    """Return all that is found in the bytes of a layout file, in the order of its places.

    Floors with errors are not looked at for what is odd in them.
    """
    collection = Collection(MOST_FINDINGS)
    drafts, _ = read_drafts(data, rules, collection)
    for oddity in _oddities(drafts, rules):
        collection.take(oddity)
    return sorted(collection.findings)


def _oddities(drafts: Sequence[Draft], rules: Rules) -> Iterator[Finding]:
    """Yield what is odd on each floor, and that there are too few of them (R29)."""
    for draft in drafts:
        if draft.drawing is None:
            continue
        site = Site(draft.drawing, rules)
        for oddity in ODDITIES:
            for cell, text in oddity(site):
                row, column = site.plan.where(cell)
                yield Finding(draft.line + row, column + 1, Severity.WARNING, text)
    if 0 < len(drafts) < rules.floors:
        yield Finding(
            drafts[-1].line,
            1,
            Severity.WARNING,
            f"floor {len(drafts)} is the last one drawn: those after it, up to floor "
            f"{rules.floors}, are furnished at random on the standard plan",
        )
