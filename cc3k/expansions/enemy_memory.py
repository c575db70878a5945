"""Enemy memory: where enemies that are out of sight now were last seen (X42).

It holds nothing that an attentive player would not know: an enemy is remembered as a value, with
the figures that it had when it was seen last.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import TypeAlias

from attrs import define, field

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy, EnemyKind, ShownEnemy
from cc3k.engine.floor import Floor
from cc3k.engine.stats import Stats
from cc3k.expansions.field_of_view import FieldOfView

ROAMING_TURNS = 12
"""Turns after which an enemy that moves is forgotten, as it may be anywhere."""

MOST_LOOKS = 128
"""Looks that are put off, at most, before they are worked into the memory."""

Sighting: TypeAlias = tuple[ShownEnemy, bool, int]
"""An enemy as last seen, whether it never steps, and the count of steps at that time."""

_Seen: TypeAlias = tuple[EnemyKind, int, Stats, object]
"""The kind, HP, figures and identity of an enemy at the time of a look."""

_seen_of: Callable[[Enemy], _Seen] = attrgetter("kind", "hp", "stats", "identity")

_Look: TypeAlias = tuple[int, bool, Cell, Mapping[Cell, _Seen]]
"""A turn, whether enemies were frozen, the cell of the PC, and all enemies by cell.

It is a plain tuple for speed: each turn makes one.
"""


@define(eq=False)
class EnemyMemory:
    """The enemies seen on a floor, each at the cell where it was last seen.

    An enemy is forgotten when its cell is seen again, when it is seen elsewhere, or after
    `ROAMING_TURNS` turns in which it may have moved. Frozen and stationary enemies do not move. The
    memory is lazy: a turn only notes what was on the floor, and the rest is computed on demand.
    """

    _sightings: dict[Cell, Sighting] = field(factory=dict, init=False)
    _looks: list[_Look] = field(factory=list, init=False)
    _stationary: AbstractSet[Cell] = field(default=frozenset(), init=False)
    _steps: int = field(default=0, init=False)
    _last_turn: int = field(default=0, init=False)

    def copy(self) -> "EnemyMemory":
        copy = EnemyMemory()
        copy._sightings, copy._looks = dict(self._sightings), list(self._looks)
        copy._steps, copy._last_turn = self._steps, self._last_turn
        copy._stationary = frozenset(self._stationary)
        return copy

    def look_around(self, floor: Floor, turn: int, fields: FieldOfView, *, are_held: bool) -> None:
        """Note the enemies at the end of a turn; the last look of each turn counts."""
        looks, enemies = self._looks, floor.enemies
        if looks and looks[-1][0] == turn:
            looks.pop()
        seen = dict(zip(enemies, map(_seen_of, enemies.values()), strict=True))
        looks.append((turn, are_held, floor.hero_cell, seen))
        self._stationary = floor.stationary
        if len(looks) > MOST_LOOKS:
            self.catch_up(fields)

    def catch_up(self, fields: FieldOfView) -> None:
        looks = list(self._counted_looks())
        for steps, cell, enemies in looks:
            if steps < self._steps - ROAMING_TURNS:
                self._note_who_never_steps(fields, steps, cell, enemies)
                continue
            visible = fields.area_from(cell).digits
            seen = [at for at in enemies if visible[at] == "1"]
            if self._sightings:
                self._forget(visible, {enemies[at][-1] for at in seen})
            for at in seen:
                self._sightings[at] = _remembered(enemies[at]), at in self._stationary, steps
        self._looks.clear()

    def _counted_looks(self) -> Iterator[tuple[int, Cell, Mapping[Cell, _Seen]]]:
        """Yield each look with the number of steps that enemies may have taken by then."""
        for turn, are_held, cell, enemies in self._looks:
            self._steps += 0 if are_held else turn - self._last_turn
            self._last_turn = turn
            yield self._steps, cell, enemies

    def _note_who_never_steps(
        self, fields: FieldOfView, steps: int, cell: Cell, enemies: Mapping[Cell, _Seen]
    ) -> None:
        """Work in a turn so long ago that only stationary enemies of it are still remembered.

        Sight is symmetric: the fields of view of these few enemies serve for all such turns.
        """
        staying = self._stationary & enemies.keys()
        for at in staying.union(at for at, (_, stays, _) in self._sightings.items() if stays):
            if fields.area_from(at).digits[cell] == "1":
                self._sightings.pop(at, None)
                if at in staying:
                    self._sightings[at] = _remembered(enemies[at]), True, steps

    def _forget(self, visible: str, seen: Collection[object]) -> None:
        """Forget enemies that are seen elsewhere, whose cell is seen, or that may be anywhere."""
        oldest = self._steps - ROAMING_TURNS
        for at, (enemy, is_stationary, steps) in [*self._sightings.items()]:
            is_old = steps < oldest and not is_stationary
            if is_old or visible[at] == "1" or enemy.identity in seen:
                del self._sightings[at]

    def out_of_sight(
        self, fields: FieldOfView, visible: str
    ) -> tuple[dict[Cell, ShownEnemy], AbstractSet[Cell]]:
        """Return the remembered enemies out of sight, and the cells of those that never step."""
        self.catch_up(fields)
        hidden = [at for at in sorted(self._sightings) if visible[at] == "0"]
        stationary = {at for at in hidden if self._sightings[at][1]}
        return {at: self._sightings[at][0] for at in hidden}, stationary


def _remembered(seen: _Seen) -> ShownEnemy:
    kind, hp, stats, identity = seen
    return ShownEnemy(kind, hp, stats=stats, identity=identity)
