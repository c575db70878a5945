"""Travel: journeys to the nearest goal, round what is dangerous, never to and fro (§4)."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from copy import copy
from functools import partial
from typing import ClassVar, TypeAlias

from attrs import evolve, field

from cc3k.engine.board import DIRECTIONS, POTION_GLYPH, WALKABLE, Cell, Direction, blocks_between
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Struck
from cc3k.engine.expansion import Deed
from cc3k.engine.game import GameState
from cc3k.engine.text import count_text
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.commands import ATTACK_WORD, DIRECTIONS_BY_WORD, MAX_TIMES
from cc3k.play.foes import (
    describe_fight_odds,
    enemies_close,
    is_declined,
    is_fought,
    steps_beside,
    travel_view,
    weigh,
)
from cc3k.play.interruptions import TRAVELLING, MultiTurnCommand, SecondPress, TravelPolicy
from cc3k.play.journey_memory import SEE_PRICES
from cc3k.play.look import barred_stairs_message, find_stairs_guard, way_past_potion
from cc3k.play.macros import RepeatAttack
from cc3k.play.messages import (
    ALREADY_BESIDE,
    ALREADY_THERE,
    GO_THERE,
    NO_GOAL_HERE,
    NO_PATH,
    POTION_AHEAD,
    TAB_DECLINES,
    WAY_CLOSED,
    capitalized,
    danger_on_the_way,
    join_list,
    stopped_by_body,
    stopped_by_enemy,
)
from cc3k.play.odds import OddsCalculator, takes_gold
from cc3k.play.paths import cells_along, cells_beside, find_path, find_steps, steps_to_cells

NEAR_STEPS = 3
"""Steps within which an enemy bars a way: one farther off may be elsewhere by the time."""

WARY_STEPS = 4
"""Steps within which the next step of an enemy is reckoned with."""


def enemies_along(view: GameView, steps: tuple[Direction, ...]) -> list[Enemy]:
    cells = [view.hero_cell, *cells_along(view, steps)]
    enemies = [enemy for cell in cells for enemy in view.known_enemies_close(cell)]
    return list({enemy.identity: enemy for enemy in enemies}.values())


def may_a_way_open(view: GameView, goals: list[Cell]) -> bool:
    """Tell whether a way is free, or would be if the enemies on it moved away.

    Hunters do not: they come nearer (X7).
    """
    if not can_anybody_move(view):
        return False
    roamers = view.enemies.keys() - view.stationary - view.hunters.keys()
    return find_steps(view, goals, open_cells=roamers) is not None


def can_anybody_move(view: GameView) -> bool:
    return not view.enemies_frozen and len(view.enemies) > len(view.stationary)


def roamers_beyond(view: GameView, distance: int) -> set[Cell]:
    """Return the cells of enemies that may have moved before the PC has come that far.

    Hunters are left out, as they come nearer (X7).
    """
    if view.enemies_frozen:
        return set()
    stationary, hunters = view.known_stationary, view.hunters
    return {
        cell
        for cell in view.known_enemies
        if cell not in stationary
        and cell not in hunters
        and blocks_between(view.board, view.hero_cell, cell) > distance
    }


def cells_reached_next(view: GameView) -> set[Cell]:
    """Return the cells in reach of hostile enemies near by after they have taken a step.

    Hunters can leave their chamber (X7).
    """
    board, reach = view.board, view.board.neighbourhood
    steps = list[Cell]()
    for cell, enemy in view.enemies.items():
        is_near = blocks_between(board, view.hero_cell, cell) <= WARY_STEPS
        if is_near and view.is_hostile(enemy) and cell not in view.stationary:
            near, terrain = board.neighbours[cell], board.terrain
            within = board.tile_neighbours[cell]
            is_hunting = view.is_hunting(enemy)
            steps += [at for at in near if terrain[at] in WALKABLE] if is_hunting else within
    return set() if view.enemies_frozen else {to for step in steps for to in reach[step]}


GoalFinder: TypeAlias = Callable[[GameView], list[Cell]]
"""Return the cells that a journey may end on."""

Steps: TypeAlias = tuple[Direction, ...]

NO_WAY_KNOWN = "No way there is known"

HEAVY_SHARE = 4
"""A turn that may cost this part of the HP, a quarter, is asked about before a way begins."""

MAX_WAIT_TURNS = 2
"""Turns that travel waits in all for a way to open: a step aside and back."""

MAX_DETOUR_STEPS = 8
"""Extra steps of a way round that are better than waiting."""


MAX_UNASKED_DETOUR = 20
"""Extra steps of a way round that are taken unasked, in games with expansions."""


@define(eq=False)
class AutoTravel(MultiTurnCommand):
    """Go to the nearest goal, with a new path each turn.

    No step leads into an enemy's reach, or back onto a cell of this journey. The exceptions are up
    to `MAX_WAIT_TURNS` turns of waiting for a way to open, and turning round once if none did. If
    every way passes an enemy, or it begins beside a dangerous hunter, as any is with HP below the
    `limit`, travel ends. A second press of its key then passes the named enemies (`allow_danger`),
    over as few cells in their reach as possible, and is asked anew where a turn may kill, unless
    it was told so (`risks_death`). These, and enemies that are close at the start,
    interrupt it only when they hit or steal. With `goes_up_to_blockers`, it goes as far as is safe
    before it ends. It takes no step to stairs that a known guard bars. With expansions, a second
    press attacks who stands beside the PC in the only way, if Tab would, and `goes_round` where
    that takes many more steps. What an enemy's reach is,
    the view says that `view_of` returns. With expansions, a second press goes on with a journey
    that was interrupted, so that no press goes back where the one before came from; but a press of
    the key that fights fights (`is_to_fight`).
    """

    policy: ClassVar[TravelPolicy] = TRAVELLING
    find_goals: GoalFinder
    allow_danger: bool = False
    goes_up_to_blockers: bool = True
    view_of: Callable[[GameState], GameView] = travel_view
    is_to_fight: bool = False
    limit: HpLimit = DEFAULT_HP_LIMIT
    goes_round: bool = False
    risks_death: bool = False
    _walked: set[Cell] = field(factory=set)
    _turns_waited: int = 0
    _has_turned: bool = False
    has_arrived: bool = field(default=False, init=False)
    _last_goals: Collection[Cell] = field(default=(), init=False)
    _last_cell: Cell | None = field(default=None, init=False)
    _long_way: str = field(default="", init=False)

    def anew(self, find_goals: GoalFinder) -> "AutoTravel":
        return AutoTravel(find_goals, allow_danger=self.allow_danger, limit=self.limit)

    def next_command(self, game: GameState) -> str | None:
        view = self.view_of(game)
        here, goals = view.hero_cell, self.find_goals(view)
        follows = isinstance(self.find_goals, MerchantFinder)  # for they walk on meanwhile
        self.has_arrived = here in (goals if follows else self._last_goals)
        self._last_goals = goals
        if self.has_arrived or here in goals or not goals:
            self.again = None
            self.stop_reason = self._arrival_message(view, goals)
            return None
        blows = [] if self._last_cell is None else game.last_events
        if hits := [each for each in blows if isinstance(each, Struck) and each.defender == PC]:
            self.stop_reason = "" if hits[0].shot else stopped_by_enemy(hits[0].attacker)
            return None
        self.again = None
        if goals == [*view.known_stairs] and (barred := barred_stairs_message(view)):
            self.stop_reason = barred
            self._offer_to_go_to_guard(view)
            return None
        if self._last_cell is None:
            steps = _least_dangerous_steps(view, goals) if self.allow_danger else None
            self.foes = enemies_along(view, steps or ())
        self._walked.add(here)
        way = self._choose_step(view, goals)
        self.stop_reason = self._reason_not_to_go(view, goals, way)
        if way is None or self.stop_reason:
            return None
        self._last_cell = here
        is_leaving = view.cell_towards(way) == view.stairs_cell  # what was agreed to stays here
        if view.rules.expansions and not (self.is_to_fight or is_leaving):
            self.again = SecondPress(evolve(self), "")
        return way.command_word

    def _offer_to_go_to_guard(self, view: GameView) -> None:
        guard = find_stairs_guard(view)
        steps = None if guard is None else steps_beside(view, guard[0])
        if guard is None or not steps:
            return
        journey = AutoTravel(partial(cells_beside, cell=guard[0]), limit=self.limit)
        told = f" {journey.ask_to_pass(view, foes)}" if (foes := enemies_along(view, steps)) else ""
        self.stop_reason = f"{self.stop_reason}{told}".rstrip(".")
        self.again = journey.again or SecondPress(evolve(journey, allow_danger=True), GO_THERE)

    def _arrival_message(self, view: GameView, goals: list[Cell]) -> str:
        if self._last_cell is not None:
            is_lost = isinstance(self.find_goals, MerchantFinder) and not goals
            is_seen = self.is_to_fight and goals == [view.hero_cell]
            told = "Your prey is in sight; {fight} fights." if is_seen else _vault_beside(view)
            return "Stopped: the merchant is out of sight." if is_lost else told
        if goals:
            return ALREADY_THERE if goals == [view.hero_cell] else ALREADY_BESIDE
        if self.find_goals is find_stairs:
            if note := view.hidden_stairs_note:
                is_beside = bool(enemies_close(view, view.hero_cell))
                fights = "{fight} fights." * (is_beside and is_fought(view, self.limit))
                helps = fights or "{collect} searches." * can_search(view)
                return f"{note} {helps}".rstrip()
            unknown = "You do not know where the stairs are"
            return f"{unknown}: {{collect}} explores." if can_explore(view) else f"{unknown}."
        if self.find_goals is find_free_gold and view.gold:
            return "All gold that you know of on this floor is guarded."
        return "You know of none on this floor." if view.is_limited else NO_GOAL_HERE

    def _choose_step(self, view: GameView, goals: list[Cell]) -> Direction | None:
        if self.allow_danger:
            return self._choose_bold_step(view, goals)
        danger = view.cells_to_avoid()
        plans = self._find_plans(view, goals, danger)
        straight = self._find_steps_past_roamers(view, goals, set(), 0)
        for steps in plans:
            if straight is None or len(steps) <= len(straight) + MAX_DETOUR_STEPS:
                return self._step_of(view, goals, steps)
        if waiting := self._wait(view, goals):
            return waiting
        if plans:
            return self._step_of(view, goals, plans[0])
        may_turn = not (self._has_turned or _is_barred_by_hunter(view, goals))
        if may_turn and (round_about := find_steps(view, goals, danger)):
            self._has_turned, self._walked = True, {view.hero_cell}
            return round_about[0]
        return self._approach(view, goals)

    def _step_of(self, view: GameView, goals: list[Cell], steps: Steps) -> Direction | None:
        """Return the first step of a way; None before a long one that nobody has agreed to."""
        asks = view.rules.expansions and self.goes_up_to_blockers and not self.goes_round
        direct = find_steps(view, goals, open_cells=view.enemies) if asks else None
        if direct is None or len(steps) <= len(direct) + MAX_UNASKED_DETOUR:
            return steps[0]
        self._long_way = f"{len(steps)} steps, not {len(direct)}"
        return None

    def _choose_bold_step(self, view: GameView, goals: list[Cell]) -> Direction | None:
        """Return no step back where it came from: those on the way move, so it asks again."""
        steps = _least_dangerous_steps(view, goals)
        if not steps:
            return self._wait(view, goals)
        worst = view.worst_damage(enemies_along(view, steps))
        is_deadly = not self.risks_death and worst >= view.hero.hp
        turns_back = view.cell_towards(steps[0]) == self._last_cell
        return None if is_deadly or turns_back else steps[0]

    def _find_plans(
        self, view: GameView, goals: list[Cell], danger: Collection[Cell]
    ) -> list[Steps]:
        """Return the ways whose first step is safe, the best kind first.

        The kinds are: out of reach even after the next step of nearby enemies; safe now; free if
        enemies farther off move out of the way.
        """
        plans = (
            self._find_steps_past_roamers(view, goals, cells_reached_next(view), WARY_STEPS),
            find_steps(view, goals, {*danger, *self._walked}),
            self._find_steps_past_roamers(view, goals, set(), NEAR_STEPS),
        )
        firsts = [(steps, view.cell_towards(steps[0])) for steps in plans if steps]
        return [at for at, to in firsts if view.may_enter(to) and to not in danger]

    def _find_steps_past_roamers(
        self, view: GameView, goals: list[Cell], shunned: set[Cell], distance: int
    ) -> Steps | None:
        roamers = roamers_beyond(view, distance)
        avoided = view.cells_to_avoid(roamers) | shunned | self._walked
        return find_steps(view, goals, avoided, open_cells=roamers)

    def _wait(self, view: GameView, goals: list[Cell]) -> Direction | None:
        if self._turns_waited >= MAX_WAIT_TURNS or not may_a_way_open(view, goals):
            return None
        if _is_barred_by_hunter(view, goals):
            return None
        cells = {view.cell_towards(way): way for way in DIRECTIONS}
        danger = view.cells_to_avoid()
        free = [cell for cell in cells if view.glyphs[cell] in WALKABLE and cell not in danger]
        if not free:
            return None
        cell = self._last_cell if self._last_cell in free else free[0]
        self._turns_waited += 1
        self._walked -= {view.hero_cell, cell}  # so that they may be stepped on once more
        return cells[cell]

    def _approach(self, view: GameView, goals: list[Cell]) -> Direction | None:
        """Return a safe step toward what bars every way; None once beside it."""
        path = find_path(view, goals) if self.goes_up_to_blockers else None
        if path is None or not path.steps:
            return None
        to, danger = cells_along(view, path.steps)[0], view.cells_to_avoid()
        may_open = path.is_safe or can_anybody_move(view)
        return path.steps[0] if may_open and to not in {*danger, *self._walked} else None

    def _reason_not_to_go(self, view: GameView, goals: list[Cell], way: Direction | None) -> str:
        if way is None and self._long_way:
            way_round = AutoTravel(self.find_goals, limit=self.limit, goes_round=True)
            self.again = SecondPress(way_round, "to go round")
            return f"Stopped: the way is blocked, and the way round takes {self._long_way}"
        if way is None:
            return self._find_stop_reason(view, goals)
        is_unasked = self._last_cell is None and not self.allow_danger
        beside = _dangerous_pursuers(view, self.limit) if is_unasked else []
        return self.ask_to_pass(view, beside) if beside else ""

    def _find_stop_reason(self, view: GameView, goals: list[Cell]) -> str:
        steps, found = _least_dangerous_steps(view, goals), find_path(view, goals)
        foes = enemies_along(view, steps or ())
        if steps and foes:
            return self.ask_to_pass(view, foes)
        if found is None and view.outlooks and not can_explore(view):
            found = find_path(view, [*view.outlooks])  # somebody stands where one could see more
        if found is None:
            is_found = self.find_goals is find_stairs
            unknown = "The stairs are known, the way there is not" if is_found else NO_WAY_KNOWN
            told = f"{unknown}." if view.outlooks else NO_PATH
            return f"{unknown}: {{collect}} explores." if can_explore(view) else told
        cell = found.blocked_cell
        if cell is not None and view.glyphs[cell] == POTION_GLYPH:
            return f"{POTION_AHEAD.rstrip('.')}{way_past_potion(view, cell)}."
        enemy = None if cell is None else view.known_enemies.get(cell) or view.find_threat(cell)
        if enemy is None:
            return WAY_CLOSED
        name, beside = enemy.kind.name, view.board.neighbours[view.hero_cell]
        is_told = cell in beside and cell in view.enemies and view.is_hostile(enemy)
        if cell is None or not (is_told and view.rules.expansions):
            is_hunting = view.is_hunting(enemy)
            return stopped_by_body(name, is_fought=is_hunting and is_fought(view, self.limit))
        return self._offer_to_attack(view, cell)

    def _offer_to_attack(self, view: GameView, cell: Cell) -> str:
        foe = weigh(view, cell, OddsCalculator(view.rules))
        declines = is_declined(foe, self.limit)
        warned = [f"{capitalized(each)}." for each in view.warnings(Deed.SLAY)]
        stopped = stopped_by_body(foe.enemy.kind.name, is_fought=not declines)
        told = " ".join([stopped, *warned, describe_fight_odds(foe)])
        if declines or self.is_to_fight:
            return f"{told} {TAB_DECLINES}" if declines else told
        way = next(way for way in DIRECTIONS if view.cell_towards(way) == cell)
        attack = RepeatAttack(f"{ATTACK_WORD} {way.command_word}", MAX_TIMES, self.limit)
        self.again = SecondPress(attack, "to attack")
        return told.rstrip(".")

    def ask_to_pass(self, view: GameView, foes: list[Enemy]) -> str:
        damage = view.worst_damage(foes)
        is_robbed = any(takes_gold(view.blows, view.hero, foe) for foe in foes)
        # In any order they are the danger that was agreed to.
        names, hp = sorted([foe.kind.name for foe in foes]), view.hero.hp
        told = danger_on_the_way(names, damage, hp, is_robbed=is_robbed)
        bold = evolve(self.anew(self.find_goals), allow_danger=True, is_to_fight=self.is_to_fight)
        bold.risks_death = damage >= hp
        self.again = SecondPress(bold, "to go all the same", told)
        is_hunted = any(map(view.is_hunting, foes))
        return f"{told}{'; {fight} fights' * (is_hunted and is_fought(view, self.limit))}"


def _dangerous_pursuers(view: GameView, limit: HpLimit) -> list[Enemy]:
    """Return the hunters beside the PC that would go with it, where they may cost it much (X7).

    They may if its HP are below the limit, or if a turn takes a good share of them at worst.
    """
    hp = view.hero.hp
    close = [] if view.enemies_frozen else enemies_close(view, view.hero_cell)
    found = [each for each in close if view.is_hunting(each)]
    much = view.worst_damage(found) * HEAVY_SHARE >= hp
    return found if much or hp < limit.hp(view.race) else []


def _is_barred_by_hunter(view: GameView, goals: list[Cell]) -> bool:
    """Tell whether one hunts on the way: it does not go out of it, but comes nearer (X7)."""
    foes = enemies_along(view, _least_dangerous_steps(view, goals) or ())
    return any(map(view.is_hunting, foes))


def _least_dangerous_steps(view: GameView, goals: list[Cell]) -> Steps | None:
    return find_steps(view, goals, costly=view.cells_to_avoid())


def find_stairs(view: GameView) -> list[Cell]:
    return list(view.known_stairs)


def find_outlook_towards_stairs(view: GameView) -> list[Cell]:
    """Return the outlook on the shortest way to known stairs to which no way is known, if any.

    What is unseen behind it counts as free: `>` explores there. One on which a hunter stands stays
    the goal, so that nobody is led to and fro.
    """
    stairs = find_stairs(view)
    if not stairs or not view.is_limited or find_path(view, stairs) is not None:
        return []
    steps, around = steps_to_cells(view), view.board.neighbours

    def length(cell: Cell) -> int:
        near = [steps[at] for at in (cell, *around[cell]) if at in steps]
        return min(near, default=len(view.glyphs)) + blocks_between(view.board, cell, stairs[0])

    held = [cell for cell in view.outlooks if cell in view.hunters]
    outlooks = sorted([*find_outlooks(view), *held], key=length)
    return next(([cell] for cell in outlooks if find_path(view, [cell]) is not None), [])


def find_free_gold(view: GameView) -> list[Cell]:
    """Return the cells of gold, and of other things to pick up, that are not guarded."""
    things = [cell for cell in view.trinkets if not view.question_before_taking(cell)]
    return [cell for cell in (*view.gold, *things) if not view.is_guarded(cell)]


def find_outlooks(view: GameView) -> list[Cell]:
    """Return the outlooks that the PC can stand on now; nobody stands on the stairs."""
    return [cell for cell in view.outlooks if view.glyphs[cell] in WALKABLE]


def find_unsearched_cells(view: GameView) -> list[Cell]:
    """Return the cells where hidden stairs may be, and nobody is known to be now (X89)."""
    return [cell for cell in view.unsearched_cells if view.glyphs[cell] in WALKABLE]


def can_search(view: GameView) -> bool:
    """Tell whether `o` would look for hidden stairs now: it explores what is unseen first (X89)."""
    goals = {*find_outlooks(view), *find_unsearched_cells(view)}
    return bool(goals) and find_steps(view, goals, view.cells_to_avoid()) is not None


def can_explore(view: GameView) -> bool:
    """Tell whether there is a way to a cell from which something new can be seen (X42)."""
    outlooks = find_outlooks(view)
    return bool(outlooks) and find_path(view, outlooks) is not None


class MerchantFinder:
    """Finds the cells beside peaceful merchants: known ones, else where some were seen last."""

    def __init__(self, seen: Mapping[Cell, Enemy]) -> None:
        self._seen = seen

    def __call__(self, view: GameView) -> list[Cell]:
        left = {at: each for at, each in self._seen.items() if not view.is_in_sight(at)}
        for enemies in (view.known_enemies, left):
            selling = [at for at, each in enemies.items() if each.kind.sells]
            cells = [at for at in selling if not view.is_hostile(enemies[at])]
            if goals := [near for at in cells for near in cells_beside(view, at)]:
                return goals
        return []


def find_cells_beside_potions(view: GameView) -> list[Cell]:
    """Return the cells from which the PC can use a potion: a harmful one if all are that."""
    others = [cell for cell, potion in view.potions.items() if not view.harms(potion)]
    return [near for cell in others or view.potions for near in cells_beside(view, cell)]


def _vault_beside(view: GameView) -> str:
    """Return what to do at a pedestal straight beside the PC; empty without any."""
    straight = [view.hero_cell + step for step in (-1, 1, -view.board.stride, view.board.stride)]
    for cell in [at for at in straight if at in view.pedestals]:
        thing, place = view.pedestals[cell].name, view.describe_way_to(cell)
        return f"The {thing} is {place} of you: {SEE_PRICES}."
    return ""


def goal_at(cell: Cell) -> GoalFinder:
    """Return a goal finder for a cell, or for the cells beside it if it cannot be entered.

    It is one straight in front of a pedestal, if that can be reached: others may be beside it, too.
    """

    def goals(view: GameView) -> list[Cell]:
        may_take = view.may_enter(cell) and not view.question_before_taking(cell)
        if cell == view.hero_cell or may_take:
            return [cell]
        beside = cells_beside(view, cell)
        ways = (1, view.board.stride) if cell in view.pedestals else ()
        front = [near for near in beside if abs(near - cell) in ways]
        return front if front and find_path(view, front) is not None else beside

    return goals


@define(eq=False)
class StairsJourney(MultiTurnCommand):
    """Travel to the stairs and down, and report what was left behind.

    Where a compass shows the stairs and no way there is known, it explores towards them. Unless
    `is_told`, it stops before the last stairs while the floor has known gold.
    """

    policy: ClassVar[TravelPolicy] = evolve(TRAVELLING, deed=Deed.LEAVE)
    is_told: bool = False
    _travel: AutoTravel = field(factory=lambda: AutoTravel(find_stairs))

    def next_command(self, game: GameState) -> str | None:
        words = self._next_step(game)
        self.stop_reason, self.foes = self._travel.stop_reason, self._travel.foes
        self.again = again = self._travel.again
        bold = again.command if isinstance(again, SecondPress) else None
        is_same_way = isinstance(bold, AutoTravel) and bold.find_goals is self._travel.find_goals
        if isinstance(again, SecondPress) and isinstance(bold, AutoTravel) and is_same_way:
            self.again = evolve(again, command=StairsJourney(self.is_told, bold))
        view = GameView(game)
        if words is None or view.cell_towards(DIRECTIONS_BY_WORD[words]) != view.stairs_cell:
            return words
        if view.depth < view.rules.floor_count:
            self.stop_reason = left_behind_message(view.depth, things_left(view))
        elif view.gold and not self.is_told:
            gold = sum([pile.value for pile in view.gold.values()])
            self.stop_reason = f"These are the last stairs, and {gold} gold is left here"
            told = StairsJourney(is_told=True, travel=self._travel.anew(find_stairs))
            self.again = SecondPress(told, "to leave all the same", self.stop_reason)
            return None
        return words

    def _next_step(self, game: GameState) -> str | None:
        self._travel = copy(self._travel)  # a trial of this command must not take its steps
        is_exploring = bool(find_outlook_towards_stairs(GameView(game)))
        wanted = find_outlook_towards_stairs if is_exploring else find_stairs
        if self._travel.find_goals is not wanted:
            self._travel = self._travel.anew(wanted)
        words = self._travel.next_command(game)
        if words is None and is_exploring and self._travel.has_arrived:
            self._travel = self._travel.anew(wanted)
            words = self._travel.next_command(game)
        return words


def journey_to(find_goals: GoalFinder, limit: HpLimit) -> MultiTurnCommand:
    travel = AutoTravel(find_goals, limit=limit)
    return StairsJourney(travel=travel) if find_goals is find_stairs else travel


def things_left(view: GameView) -> Mapping[str, int]:
    """Return how much there is of what might be worth it, as far as it is known.

    Potions that are known to do harm are not; nor is what nobody can walk to see.
    """
    potions = view.potions.values()
    good = [each for each in potions if not view.harms(each)]
    left = {
        "gold": sum([pile.value for pile in view.gold.values()]),
        **Counter([trinket.name for trinket in view.trinkets.values()]),
        "potion": len(good),
        "unseen place": len(find_outlooks(view)) if can_explore(view) else 0,
    }
    return {thing: count for thing, count in left.items() if count}


def left_behind_message(floor: int, left: Mapping[str, int]) -> str:
    """Return what was left on a floor as a sentence; empty if nothing was."""
    named = [count_text(count, thing) for thing, count in left.items()]
    return f"Left on floor {floor}: {join_list(named)}." if named else ""


TRAVEL_GOALS: Mapping[str, GoalFinder] = {
    "stairs": find_stairs,
    "gold": find_free_gold,
    "potion": find_cells_beside_potions,
}
"""The goals of a journey by the names of their key actions."""
