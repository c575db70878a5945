"""Enemy memory: the enemies of a floor that went out of sight, where they were last seen (X42).

Nobody else's place is kept, and of each no more than that: a player who pays attention knows it.
"""

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from attrs import define, field

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.floor import Floor
from cc3k.expansions.field_of_view import FieldOfView

ROAMING_TURNS = 12
"""Turns after which an enemy that walks about is forgotten: it may be anywhere by then."""

MOST_LOOKS = 128
"""Turns whose enemies are put off at most before they are compared with what was in sight."""

Sighting: TypeAlias = tuple[Enemy, bool, int]
"""An enemy as it was last seen, whether it never steps, and the count of steps at the time."""

_Look: TypeAlias = tuple[int, bool, Cell, Mapping[Cell, Enemy]]
"""A turn, whether all were held, the cell of the PC, and who was where.

These are plain tuples as one is made in every turn, whether anybody asks or not.
"""


@define(eq=False)
class EnemyMemory:
    """The enemies that were seen on a floor, by the cell where each was seen last.

    One is forgotten when its cell is seen again, or it is seen elsewhere, and after `ROAMING_TURNS`
    in which it may have stepped: while all are held, nobody steps, and who is stationary never
    does. What was in sight is worked out when somebody asks, so that a turn costs little; the cells
    of those that never step are the same then.
    """

    _sightings: dict[Cell, Sighting] = field(factory=dict, init=False)
    _looks: list[_Look] = field(factory=list, init=False)
    _stationary: AbstractSet[Cell] = field(default=frozenset(), init=False)
    _steps: int = field(default=0, init=False)
    _last_turn: int = field(default=0, init=False)

    def copy(self) -> "EnemyMemory":
        """Return an independent copy."""
        copy = EnemyMemory()
        copy._sightings, copy._looks = dict(self._sightings), list(self._looks)
        copy._steps, copy._last_turn = self._steps, self._last_turn
        copy._stationary = frozenset(self._stationary)
        return copy

    def look_around(self, floor: Floor, turn: int, fields: FieldOfView, *, are_held: bool) -> None:
        """Remember who is in sight at the end of a turn; the last look of each turn counts."""
        looks = self._looks
        if looks and looks[-1][0] == turn:
            looks.pop()
        looks.append((turn, are_held, floor.hero_cell, floor.enemies.copy()))
        self._stationary = floor.stationary
        if len(looks) > MOST_LOOKS:
            self.catch_up(fields)

    def catch_up(self, fields: FieldOfView) -> None:
        """Compare who was on the floor in each turn since with what was in sight then."""
        looks = list(self._counted_looks())
        for steps, cell, enemies in looks:
            if steps < self._steps - ROAMING_TURNS:
                self._note_who_never_steps(fields, steps, cell, enemies)
                continue
            visible = fields.area_from(cell).digits
            seen = [at for at in enemies if visible[at] == "1"]
            if self._sightings:
                self._forget(visible, [enemies[at] for at in seen])
            for at in seen:
                self._sightings[at] = enemies[at], at in self._stationary, steps
        self._looks.clear()

    def _counted_looks(self) -> Iterator[tuple[int, Cell, Mapping[Cell, Enemy]]]:
        """Yield each look with the steps that enemies may have taken until then."""
        for turn, are_held, cell, enemies in self._looks:
            self._steps += 0 if are_held else turn - self._last_turn
            self._last_turn = turn
            yield self._steps, cell, enemies

    def _note_who_never_steps(
        self, fields: FieldOfView, steps: int, cell: Cell, enemies: Mapping[Cell, Enemy]
    ) -> None:
        """Remember of a turn long ago what still counts: all others are forgotten by now.

        Whoever sees is seen: their few fields of view are found once, and not one for each turn.
        """
        staying = self._stationary & enemies.keys()
        for at in staying.union(at for at, (_, stays, _) in self._sightings.items() if stays):
            if fields.area_from(at).digits[cell] == "1":
                self._sightings.pop(at, None)
                if at in staying:
                    self._sightings[at] = enemies[at], True, steps

    def _forget(self, visible: str, seen: Collection[Enemy]) -> None:
        """Forget who is seen elsewhere, whose cell is seen, and who may be anywhere by now."""
        oldest = self._steps - ROAMING_TURNS
        for at, (enemy, is_stationary, steps) in [*self._sightings.items()]:
            is_old = steps < oldest and not is_stationary
            if is_old or visible[at] == "1" or enemy in seen:
                del self._sightings[at]

    def out_of_sight(
        self, fields: FieldOfView, visible: str
    ) -> tuple[Mapping[Cell, Enemy], AbstractSet[Cell]]:
        """Return who was seen on cells that are not visible now, and who of them never steps."""
        self.catch_up(fields)
        hidden = [at for at in sorted(self._sightings) if visible[at] == "0"]
        stationary = {at for at in hidden if self._sightings[at][1]}
        return {at: self._sightings[at][0] for at in hidden}, stationary
