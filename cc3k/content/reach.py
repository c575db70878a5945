"""How far the PC gets on a drawing, were there no enemies and no potions (R9)."""

from functools import cached_property

from attrs import define, field

from cc3k.content.spawn import PC_MARK, STAIRS_MARK
from cc3k.engine.dice import Dice
from cc3k.engine.floor import NOWHERE, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.plan import WALKABLE, Drawing, Plan
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
        if self.pc != NOWHERE:
            return self.pc, PC_MARK
        if self.stairs != NOWHERE:
            return self.stairs, STAIRS_MARK
        return self.plan.chambers[0][0], "the first chamber"

    @cached_property
    def reached(self) -> set[Cell]:
        """The cells that can be walked to; the stairs can, but lead no further.

        Gold is walked onto wherever it lies, in a wall too.
        """
        start, _ = self.start
        reached, edge = {start}, [start]
        for cell in edge:
            if cell == self.stairs != start:
                continue
            found = [near for near in self.plan.around[cell] if self._is_open(near)]
            edge += [near for near in found if near not in reached]
            reached.update(found)
        return reached

    def can_be_had(self, cell: Cell) -> bool:
        """Tell whether the PC can get what lies on a cell: a potion is used from beside it."""
        beside = self.reached.intersection(self.plan.around[cell]) - {self.stairs}
        return cell in self.reached or bool(beside)

    def _is_open(self, cell: Cell) -> bool:
        gold = isinstance(self.floor.items.get(cell), Pile)
        return self.plan.ground[cell] in WALKABLE or gold or cell == self.stairs
