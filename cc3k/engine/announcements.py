"""Announcements: what enemies announce in one action and do in the next (X92).

Only an enemy that the player sees announces anything. What it announced is void once it was moved,
slowed, charmed or frozen, or once the condition does not hold any more: it is judged again when it
is due.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from cc3k.engine.board import Cell, blocks_between
from cc3k.engine.enemies import Behaviour, CellsRule, Enemy, Stage, Strategy
from cc3k.engine.events import Event
from cc3k.engine.states import CHARMED, SLOWED
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.game import GameState

EnemyCondition: TypeAlias = Callable[["GameState", Cell, Enemy], bool]
"""Tell it of the enemy on a cell, from whatever the game knows."""

ReachRule: TypeAlias = Callable[["GameState", Cell], Iterable[Cell]]
"""Return where an enemy on a cell could do something to the PC, from what the player can know."""

PENDING_TURNS = 2
"""The enemies' phase in which it is announced counts, and the one in which it is done."""

_PLACE = "announced from"
"""The fact that tells on which cell an enemy announced something."""


@frozen(eq=False)
class Announcement:
    """What enemies of some kinds announce, by `name`: the words of a row, such as `aims`.

    An enemy announces it by `begin`, which returns the event, where it `is_possible`, and then does
    it by `act` in its next action if it still is. The name is the status of an enemy that has
    announced it. `is_able` tells who of those kinds does it in a game, if that are not all.
    `occasion` is what must be true besides for it to announce it; `among` is that of a `Behaviour`.
    If it hurts, `reach` says where, so that collecting keeps off.
    """

    name: str
    begin: Callable[[Enemy], Event]
    is_possible: EnemyCondition
    act: Strategy
    kinds: tuple[str, ...] = ()
    is_able: Callable[["GameState", Enemy], bool] | None = None
    occasion: EnemyCondition | None = None
    among: CellsRule | None = None
    reach: ReachRule | None = None

    @property
    def behaviours(self) -> tuple[Behaviour, Behaviour]:
        """The strategies of an enemy for both of the actions."""
        return (
            Behaviour(Stage.ANNOUNCED, self.carry_out, self.kinds, self.among, needs_state=True),
            Behaviour(Stage.PREPARE, self.announce, self.kinds, self.among),
        )

    def cells_in_reach(self, game: "GameState", cell: Cell, enemy: Enemy) -> Iterable[Cell]:
        """Return where the enemy on a cell could do it to the PC, noticed or not."""
        return self.reach(game, cell) if self.reach and self.hurts_by(game, enemy) else ()

    def hurts_by(self, game: "GameState", enemy: Enemy) -> bool:
        """Tell whether it hurts, and that enemy is one that may do it."""
        names = {enemy.kind.name, enemy.kind.breed}
        is_of_kind = not self.kinds or not names.isdisjoint(self.kinds)
        return self.reach is not None and is_of_kind and self._is_able(game, enemy)

    def _is_able(self, game: "GameState", enemy: Enemy) -> bool:
        return self.is_able is None or self.is_able(game, enemy)

    def announce(self, game: "GameState", cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
        if self.occasion is not None and not self.occasion(game, cell, enemy):
            return None
        if not self._is_able(game, enemy):
            return None
        if not (self.is_possible(game, cell, enemy) and game.sees(cell)):
            return None
        enemy.set_status(self.name, PENDING_TURNS)
        enemy.set_fact(_PLACE, cell)
        return (self.begin(enemy),)

    def carry_out(self, game: "GameState", cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
        if self.name not in enemy.statuses:
            return None
        was_pending = self.is_pending(cell, enemy)
        self.void(enemy)
        if was_pending and self.is_possible(game, cell, enemy) and game.sees(cell):
            return self.act(game, cell, enemy)
        return None

    def is_pending(self, cell: Cell, enemy: Enemy) -> bool:
        """Tell whether an enemy has announced it, and nothing has befallen it since."""
        statuses = enemy.statuses
        if self.name not in statuses or SLOWED in statuses or CHARMED in statuses:
            return False
        return enemy.facts.get(_PLACE) == cell

    def void(self, enemy: Enemy) -> None:
        enemy.set_status(self.name, 0)
        enemy.set_fact(_PLACE, 0)


def void_announcements(game: "GameState") -> None:
    """Make all that enemies have announced void: they are frozen."""
    for enemy in game.floor.enemies.values():
        for each in game.rules.announcements if enemy.statuses else ():
            each.void(enemy)


def pending_announcements(
    game: "GameState", enemies: Mapping[Cell, Enemy]
) -> dict[Cell, Announcement]:
    """Return what those enemies have announced: the nearest first, then in reading order (Y45)."""
    known = [(cell, enemy) for cell, enemy in enemies.items() if enemy.statuses]
    found = [
        (blocks_between(game.floor.board, game.floor.hero_cell, cell), cell, each)
        for each in game.rules.announcements
        for cell, enemy in known
        if each.is_pending(cell, enemy)
    ]
    return {cell: each for _, cell, each in sorted(found, key=lambda entry: entry[:2])}
