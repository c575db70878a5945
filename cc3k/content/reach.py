"""How far the PC gets on a drawing, were there no enemies and no potions (R9)."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import define, field

from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.board import WALKABLE, Drawing, Plan
from cc3k.engine.dice import Dice
from cc3k.engine.floor import NOWHERE, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
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
