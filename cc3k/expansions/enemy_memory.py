"""Enemy memory: the enemies of a floor that went out of sight, where they were last seen (X42).

Nobody else's place is kept, and of each no more than that: a player who pays attention knows it.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import define, field, frozen

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.floor import Floor
from cc3k.expansions.field_of_view import FieldOfView

ROAMING_TURNS = 12
"""Turns after which an enemy that walks about is forgotten: it may be anywhere by then."""

MOST_LOOKS = 64
"""Turns whose enemies are put off at most before they are compared with what was in sight."""


@frozen(eq=False)
class Sighting:
    """An enemy as it was last seen: whether it never steps, and on which count of steps it was."""

    enemy: Enemy
    is_stationary: bool
    steps_then: int


@frozen(eq=False)
class _Look:
    """The cell that the PC looked from at the end of a turn, and who was where on the floor."""

    turn: int
    are_held: bool
    cell: Cell
    enemies: Mapping[Cell, Enemy]
    stationary: AbstractSet[Cell]


@define(eq=False)
class EnemyMemory:
    """The enemies that were seen on a floor, by the cell where each was seen last.

    One is forgotten when its cell is seen again, or it is seen elsewhere, and after `ROAMING_TURNS`
    in which it may have stepped: while all are held, nobody steps, and who is stationary never
    does. What was in sight is worked out when somebody asks, so that a turn costs little. No value
    here is changed once it is made, so that copies share them.
    """

    _sightings: Mapping[Cell, Sighting] = field(factory=dict, init=False)
    _looks: tuple[_Look, ...] = field(default=(), init=False)
    _steps: int = field(default=0, init=False)
    _last_turn: int = field(default=0, init=False)

    def copy(self) -> "EnemyMemory":
        """Return an independent copy."""
        twin = EnemyMemory()
        twin._sightings, twin._looks = self._sightings, self._looks
        twin._steps, twin._last_turn = self._steps, self._last_turn
        return twin

    def look_around(self, floor: Floor, turn: int, fields: FieldOfView, *, are_held: bool) -> None:
        """Remember who is in sight at the end of a turn; the last look of each turn counts."""
        look = _Look(turn, are_held, floor.hero_cell, {**floor.enemies}, {*floor.stationary})
        before = self._looks
        self._looks = (*(before[:-1] if before and before[-1].turn == turn else before), look)
        if len(self._looks) > MOST_LOOKS:
            self.catch_up(fields)

    def catch_up(self, fields: FieldOfView) -> None:
        """Compare who was on the floor in each turn since with what was in sight then."""
        looks, self._looks = self._looks, ()
        for look in looks:
            self._steps += 0 if look.are_held else look.turn - self._last_turn
            self._last_turn = look.turn
            self._sightings = self._after(look, fields.area_from(look.cell).digits)

    def _after(self, look: _Look, visible: str) -> dict[Cell, Sighting]:
        """Return the sightings after a look from which those cells are visible."""
        seen = {at: enemy for at, enemy in look.enemies.items() if visible[at] == "1"}
        again = {id(enemy) for enemy in seen.values()}
        kept = {
            at: each
            for at, each in self._sightings.items()
            if visible[at] == "0" and id(each.enemy) not in again
        }
        new = {at: Sighting(one, at in look.stationary, self._steps) for at, one in seen.items()}
        return {**kept, **new}

    def out_of_sight(self, fields: FieldOfView, visible: str) -> Mapping[Cell, Sighting]:
        """Return the sightings that still count on the cells that are not visible."""
        self.catch_up(fields)
        oldest = self._steps - ROAMING_TURNS
        return {
            at: each
            for at, each in sorted(self._sightings.items(), key=_cell_of)
            if visible[at] == "0" and (each.is_stationary or each.steps_then >= oldest)
        }


def _cell_of(entry: tuple[Cell, Sighting]) -> Cell:
    return entry[0]
