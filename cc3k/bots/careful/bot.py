"""Careful bot: takes no risk that it can avoid, and all gold that is safe to take.

It is an honest bot: it knows what a player knows. It freezes the enemies (R5): then a safe path
stays safe, and from a fight with a single enemy it can step back at any moment. It lets them move
only to wait for a path to open.
"""

from collections.abc import Sequence

from attrs import define, field

from cc3k.bots.careful.plans import (
    plan_blocking_potion,
    plan_escape,
    plan_fight,
    plan_gold,
    plan_helpful_potion,
    plan_last_stand,
    plan_rest,
    plan_unknown_potion,
    waiting_step,
)
from cc3k.bots.careful.routes import contains_cell, find_least_damage_path
from cc3k.bots.careful.situation import Situation
from cc3k.bots.game import PlayableGame
from cc3k.bots.simple import is_freeze_due
from cc3k.engine.actions import TOGGLE_FREEZE, PlayerAction
from cc3k.engine.cell_areas import cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.view import GameView
from cc3k.play.travel import find_free_gold

MAX_WAIT_TURNS = 100
"""Turns to wait on a floor for a safe path to the stairs, or to gold."""

ACCEPTED_HP_LOSS = 50
"""HP that may be lost on a dangerous path at once; one more for each turn waited."""

DESPERATE_WAIT_TURNS = 1_000
"""Turns of waiting after which a path may cost all HP."""

LATE = 150
"""Turns on the clock of a floor after which it leaves."""

LAST_STAND_TURNS = 600
"""Turns of waiting after which it fights anybody: stairs that are hidden or barred never open."""


@define(eq=False)
class CarefulBot:
    """Makes a plan, follows it, and makes a new one at its end or on another floor.

    Plans are made for frozen enemies, so that nothing can happen on the way. It never rolls its
    dice: its choices depend on the game alone.
    """

    dice: Dice
    _plan: list[PlayerAction] = field(factory=list, init=False)
    _planned_floor: int = field(default=0, init=False)
    _turns_waited: int = field(default=0, init=False)
    _frozen_as_planned: bool = field(default=False, init=False)

    def choose(self, game: PlayableGame) -> PlayerAction:
        depth = game.depth
        if depth != self._planned_floor:
            self._planned_floor, self._turns_waited, self._plan = depth, 0, []
        if game.rules.expansions:
            return self._choose_with_expansions(game)
        if not self._plan:
            self._plan = self._make_plan(Situation(game))
        return self._plan.pop(0)

    def _choose_with_expansions(self, game: PlayableGame) -> PlayerAction:
        """Return the next action of the plan, made anew where something overtook it.

        A freeze can run out or be refused, somebody can come into view, and stairs can be barred.
        """
        situation, legal = Situation(game), game.legal_actions()
        if situation.view.enemies_frozen is not self._frozen_as_planned:
            self._plan = []
        if not self._plan or self._plan[0] not in legal:
            self._plan = self._plan_with_expansions(situation, legal)
        action = self._plan.pop(0)
        self._frozen_as_planned = situation.view.enemies_frozen is not (action == TOGGLE_FREEZE)
        return action

    def _plan_with_expansions(
        self, situation: Situation, legal: Sequence[PlayerAction]
    ) -> list[PlayerAction]:
        """Return a plan that can begin; without a freeze to be had, a step of it."""
        if self._turns_waited >= LAST_STAND_TURNS:
            return plan_last_stand(situation, legal)
        plan = self._make_plan(situation)
        if plan[0] == TOGGLE_FREEZE and not (plan[0] in legal and is_freeze_due(situation.view)):
            plan = plan[1:2]
        if plan[0] in legal:
            return plan
        self._turns_waited += 1
        return plan_last_stand(situation, legal)

    def _make_plan(self, situation: Situation) -> list[PlayerAction]:
        """Return a plan with enemies frozen; with nothing to do, unfreeze them and wait."""
        plan = (
            plan_escape(situation)
            if situation.max_damage_here
            else plan_gold(situation)
            or plan_helpful_potion(situation)
            or (self._is_late(situation.view) and self._plan_leaving(situation))
            or plan_rest(situation)
            or plan_fight(situation)
            or plan_unknown_potion(situation)
            or self._plan_leaving(situation)
        )
        still = bool(plan)
        if not plan:
            self._turns_waited += 1
            plan = [waiting_step(situation)]
        return plan if situation.view.enemies_frozen is still else [TOGGLE_FREEZE, *plan]

    def _plan_leaving(self, situation: Situation) -> list[PlayerAction]:
        """Return the path to the stairs, or to a safe place to wait; nothing while waiting."""
        view = situation.view
        way = situation.plan_path_to(cell_set(view.known_stairs))
        if not way and (opening := plan_blocking_potion(situation)):
            return opening
        if (
            self._should_wait(view)
            and (not way or find_free_gold(view))
            and situation.has_safe_refuge
        ):
            return situation.plan_path_to(situation.permanently_safe_cells)
        return way or self._plan_dash(situation)

    def _is_late(self, view: GameView) -> bool:
        """Tell whether the clock of the floor runs out: who stays will be hunted without end."""
        return (view.figure("clock") or 0) >= LATE

    def _should_wait(self, view: GameView) -> bool:
        """Tell whether to wait longer: as long as an enemy may step aside."""
        if self._is_late(view):
            return False
        return self._turns_waited < MAX_WAIT_TURNS and len(view.enemies) > len(view.stationary)

    def _plan_dash(self, situation: Situation) -> list[PlayerAction]:
        """Return the path of least damage, if that is acceptable after so long a wait."""
        view = situation.view
        goals = cell_set(view.known_stairs)
        if not contains_cell(situation.permanently_safe_cells, view.hero_cell):
            goals |= situation.permanently_safe_cells
        way = find_least_damage_path(view, goals, situation.max_damage_by_cell)
        most = (
            view.hero.hp - 1 if self._turns_waited < DESPERATE_WAIT_TURNS else DESPERATE_WAIT_TURNS
        )
        bearable = min(ACCEPTED_HP_LOSS + self._turns_waited, most)
        return way.moves if way is not None and way.damage <= bearable else []
