"""Careful bot: takes no risk that it can avoid, and all gold that is safe to take.

It is an honest bot: it knows what a player knows. It freezes the enemies (R5): then a safe path
stays safe, and from a fight with a single enemy it can step back at any moment. It lets them move
only to wait for a path to open.
"""

from collections.abc import Sequence

from attrs import define, field

from cc3k.bots.bot import is_freeze_due
from cc3k.bots.game import PlayableGame
from cc3k.bots.situation import Situation, StatChange, contains_cell, find_least_damage_path
from cc3k.engine.actions import TOGGLE_FREEZE, Attack, Move, PlayerAction
from cc3k.engine.board import WALKABLE, Cell, cell_set, opposite_direction
from cc3k.engine.combat import hits_to_slay
from cc3k.engine.dice import Dice
from cc3k.engine.view import GameView
from cc3k.play.macros import heals_at_rest
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
            else situation.plan_path_to(cell_set(find_free_gold(situation.view)))
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
        may_wait = self._turns_waited < MAX_WAIT_TURNS and not self._is_late(view)
        if (
            may_wait
            and len(view.enemies) > len(view.stationary)  # one of them may step aside
            and (not way or find_free_gold(view))
            and situation.has_safe_refuge
        ):
            return situation.plan_path_to(situation.permanently_safe_cells)
        return way or self._plan_dash(situation)

    def _is_late(self, view: GameView) -> bool:
        """Tell whether the clock of the floor runs out: who stays will be hunted without end."""
        return (view.figure("clock") or 0) >= LATE

    def _plan_dash(self, situation: Situation) -> list[PlayerAction]:
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


MIN_HP_FOR_UNKNOWN_POTION = 40
"""HP needed to try an unknown potion."""

MAX_REST_TURNS = 100
"""Turns of rest before the bot makes a new plan."""


def plan_helpful_potion(situation: Situation) -> list[PlayerAction]:
    hp, most = situation.view.hero.hp, situation.view.race.max_hp
    return situation.plan_drink(
        [
            name
            for name, effect in _known_effects(situation).items()
            if effect.is_harmless and (most is None or hp + effect.hp <= most)
        ]
    )


def plan_unknown_potion(situation: Situation) -> list[PlayerAction]:
    view = situation.view
    if view.depth == view.rules.floor_count or view.hero.hp < MIN_HP_FOR_UNKNOWN_POTION:
        return []
    return situation.plan_drink([None])


def plan_blocking_potion(situation: Situation) -> list[PlayerAction]:
    names = [name for name, effect in _known_effects(situation).items() if effect.hp >= 0]
    return situation.plan_drink(
        [*names, *[None] * (situation.view.hero.hp >= MIN_HP_FOR_UNKNOWN_POTION)]
    )


def _known_effects(situation: Situation) -> dict[str, StatChange]:
    view, cache = situation.view, situation.value_cache
    return {kind.name: cache.potion_effect(kind, view.race) for kind in view.known_kinds}


def plan_rest(situation: Situation) -> list[PlayerAction]:
    """Return steps to and fro until the PC is at full HP, or for the longest rest."""
    view, exits = situation.view, situation.safe_neighbours()
    if not exits or not heals_at_rest(view) or view.hero.hp == view.race.max_hp:
        return []
    resting, turns = view.hero.copy(), 0
    while resting.hp != view.race.max_hp and turns < MAX_REST_TURNS:
        list(view.race.each_turn(resting))
        turns += 1
    there = situation.move_to(exits[0])
    return [there, Move(opposite_direction(there.direction))] * -(-turns // 2)


def waiting_step(situation: Situation) -> PlayerAction:
    """Return a step that stays where no enemy comes, or as far from enemies as possible."""
    view, exits = situation.view, situation.safe_neighbours()
    where = view.board.row_and_column
    if not exits:
        return situation.game.legal_actions()[0]
    hostile = [where(cell) for cell, enemy in view.enemies.items() if view.is_hostile(enemy)]

    def distance(cell: Cell) -> tuple[bool, int]:
        row, column = where(cell)
        near = [max(abs(row - r), abs(column - c)) for r, c in hostile]
        return contains_cell(situation.permanently_safe_cells, cell), min(near, default=0)

    return situation.move_to(max(exits, key=distance))


TURNS_TO_SURVIVE = 2
"""The enemy's worst turns that the PC must survive to start a fight; 1 if it heals."""

FLEE_COST_FACTOR = 2
"""An unplanned fight must cost this many times less than fleeing."""

WANDER_TURNS, WANDER_STRIDE = 50, 97
"""Turns for which a place is walked to, and how many places further the next one is."""

HITS_IF_INVULNERABLE = 100
"""The number of hits assumed for an enemy that cannot be hurt."""


def plan_fight(situation: Situation) -> list[PlayerAction]:
    worth = {place: _fight_priority(situation, place) for place in situation.view.enemies}
    best_first = sorted([place for place in worth if worth[place]], key=lambda p: -worth[p])
    return next(filter(None, map(situation.plan_attack, best_first)), [])


def _fight_priority(situation: Situation, enemy_cell: Cell) -> float:
    healing, gain = heals_at_rest(situation.view), situation.expected_gold(enemy_cell)
    worst_turns = 1 if healing else TURNS_TO_SURVIVE
    if situation.max_damage_of(enemy_cell) * worst_turns >= situation.view.hero.hp:
        return 0.0
    if healing:
        return gain
    if not gain or not is_fight_affordable(situation, enemy_cell):
        return 0.0
    return gain / max(1.0, situation.expected_hp_loss(enemy_cell))


def is_fight_affordable(situation: Situation, enemy_cell: Cell) -> bool:
    """Tell whether a fight costs no HP that the PC will need."""
    view = situation.view
    if heals_at_rest(view):
        return True
    if view.depth == view.rules.floor_count:
        return view.stairs_cell in situation.safe_paths
    return situation.costs_no_hp_on_average(enemy_cell) and (
        view.stairs_cell in situation.safe_paths or situation.has_safe_refuge
    )


def plan_escape(situation: Situation) -> list[PlayerAction]:
    """Return one step or attack for a PC under attack: fight on, or flee, by the cost."""
    view, exits, worst = situation.view, situation.safe_neighbours(), situation.max_damage_here
    hp, safe = view.hero.hp, situation.permanently_safe_cells
    way = find_least_damage_path(
        view, cell_set(view.known_stairs) | safe, situation.max_damage_by_cell
    )
    foe = min(
        situation.adjacent_hostiles(), key=lambda place: _hits_to_slay(view, place), default=None
    )
    flight = way.damage if way is not None else 0 if exits else hp
    if foe is not None and (worst < hp or not (exits or way)):
        is_alone = worst == situation.max_damage_of(foe)
        is_planned = is_alone and bool(exits) and is_fight_affordable(situation, foe)
        if is_planned or worst * (_hits_to_slay(view, foe) - 1) * FLEE_COST_FACTOR <= flight:
            return [situation.attack_on(foe)]
    if way is not None and (way.damage < hp or not exits):
        return way.moves[:1]
    if exits:
        beside = view.board.neighbours
        safest = max(
            exits,
            key=lambda cell: sum(contains_cell(situation.safe_cells, at) for at in beside[cell]),
        )
        return [situation.move_to(safest)]
    return [] if foe is None else [situation.attack_on(foe)]


def plan_last_stand(situation: Situation, legal: Sequence[PlayerAction]) -> list[PlayerAction]:
    """Return one step to the stairs, gold or gear, the next enemy or somewhere new, or an attack.

    With none of these in sight it walks about: whoever carries what it needs may be anywhere.
    """
    view = situation.view
    attacks: list[PlayerAction] = [action for action in legal if isinstance(action, Attack)]
    if attacks:
        return attacks[:1]
    beside = [near for cell in view.enemies for near in view.board.neighbours[cell]]
    walkable = [cell for cell, glyph in enumerate(view.glyphs) if glyph in WALKABLE]
    somewhere = walkable[situation.game.turns // WANDER_TURNS * WANDER_STRIDE % len(walkable)]
    free = [*find_free_gold(view)]
    for goals in ([*view.known_stairs], free, beside, view.outlooks, [somewhere]):
        way = find_least_damage_path(
            view, cell_set(goals) & ~cell_set([view.hero_cell]), situation.max_damage_by_cell
        )
        if way is not None and way.moves[0] in legal:
            return way.moves[:1]
    return [legal[situation.game.turns % len(legal)]]


def _hits_to_slay(view: GameView, enemy_cell: Cell) -> int:
    return hits_to_slay(view.hero, view.enemies[enemy_cell], view.blows) or HITS_IF_INVULNERABLE
