"""Collect: fetch the gold of a floor and use its potions, as far as that is safe (§2.3, X42).

If the floor was not all seen, collecting also explores it, and ends at the stairs.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from copy import copy
from functools import partial
from typing import ClassVar

from attrs import field

from cc3k.engine.board import DIRECTIONS, Cell, blocks_between
from cc3k.engine.expansion import Deed
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.engine.text import count_text
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.fights import Fight
from cc3k.play.foes import enemies_close, is_trifle, wary_travel_view
from cc3k.play.interruptions import (
    MultiTurnCommand,
    SecondPress,
    TravelPolicy,
    find_floor_deadlines,
    turns_until_waking,
)
from cc3k.play.journey_memory import HAS_KEY, NO_ROOM, SEE_PRICES, VAULT
from cc3k.play.look import are_stairs_open, barred_stairs_message, way_past_potion
from cc3k.play.messages import (
    EXPLORED,
    EXPLORED_AT_STAIRS,
    GO_TO_VAULT,
    NOTHING_LEFT,
    TRY_UNKNOWN,
    capitalized,
    count_names,
    join_list,
    with_article,
)
from cc3k.play.paths import cells_beside, find_path, find_steps, ways_of_steps
from cc3k.play.travel import (
    WARY_STEPS,
    AutoTravel,
    StairsJourney,
    enemies_along,
    find_free_gold,
    find_outlooks,
    find_stairs,
    find_unsearched_cells,
    goal_at,
)

MAX_FAILURES = 2
"""Journeys in a row that may end short of their goal before collecting does."""

MOST_DETOUR = 12
"""Steps that collecting goes farther for what it knows of than to see something new."""


def judge_things_in_sight(game: GameState) -> Mapping[Cell, str]:
    """Return why each thing in sight is left where it is now, empty for those gone to (X42).

    A vault counts as long as it is known. Where nothing is hidden, what is left is told at the end
    alone.
    """
    view = wary_travel_view(game)
    things = [*view.gold, *view.trinkets, *view.potions] if view.is_limited else []
    reasons = {cell: _why_left(view, cell) for cell in things if view.is_in_sight(cell)}
    vault = view.pedestals if view.is_limited and not view.figure("key") else ()
    reasons |= dict.fromkeys(vault, SEE_PRICES)
    return {cell: "" if why in NOT_TOLD_AT_ONCE else why for cell, why in reasons.items()}


def find_deadlines(view: GameView) -> Mapping[str, str]:
    """Return what cannot be prevented much longer by leaving the floor, with when and how (X113).

    Where no way to the stairs is known, a few turns are enough to think of another one. A vault
    that the PC has the key of counts, too: a second press goes there (`way_to_vault`).
    """
    due = dict(find_floor_deadlines(view))
    if not (view.pedestals and view.figure("key")):
        return due
    place = view.describe_way_to(_nearest_pedestal(view))
    return {VAULT: f"the vault is {place} of you, and {HAS_KEY}", **due}


def way_to_vault(view: GameView) -> SecondPress | None:
    """Return the offer to go to the nearest pedestal; None without any, or beside it."""
    goals = goal_at(_nearest_pedestal(view)) if view.pedestals else None
    if goals is None or view.hero_cell in goals(view) or not find_steps(view, goals(view)):
        return None
    return SecondPress(AutoTravel(goals), GO_TO_VAULT, VAULT)


COLLECTING = TravelPolicy(
    tells_sum=True,
    finds_deadlines=find_deadlines,
    offers={VAULT: way_to_vault},
    judges_things=judge_things_in_sight,
    slays_trifles=True,
    deed=Deed.DRINK,
)

wary_journey = partial(AutoTravel, goes_up_to_blockers=False, view_of=wary_travel_view)
"""Begin a journey that stops where no step is safe, not even from afar."""


@define(eq=False)
class Collect(MultiTurnCommand):
    """Fetch gold, and use known potions that help, the nearest first, until no more is safe.

    It also walks to places from which something new can be seen, if nothing to fetch is about as
    near, nor any other thing than gold and potions known. When no such place is left, it goes to
    the stairs, if they are known and part of the floor was hidden, or searches for hidden ones. If
    potions can be carried, it picks up those not known to harm while there is room, and uses none.

    No step leads into an enemy's reach, also from afar (`WaryView`). A potion that would heal more
    than is missing is left for later. With `tries_unknown` it uses unknown potions too, as long as
    the worst of them leaves the limit of HP. At the end it says what is left and why; a second
    press of the key tries the unknown potions.

    It does not start beside an enemy that can follow, unless that flees. While a unique hunts, a
    hunter is near, or one turn of a hunter may kill, it starts at a second press (`is_told`).
    """

    policy: ClassVar[TravelPolicy] = COLLECTING
    limit: HpLimit = DEFAULT_HP_LIMIT
    tries_unknown: bool = False
    is_told: bool = False
    _travel: AutoTravel | None = field(default=None, init=False)
    _has_begun: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)
    _outlooks: Collection[Cell] = field(default=(), init=False)
    _way_to_stairs: AutoTravel | None = field(default=None, init=False)
    _unsearched: Collection[Cell] = field(default=(), init=False)
    _hunters_told: Collection[object] = field(default=(), init=False)

    def next_command(self, game: GameState) -> str | None:
        if (not self._has_begun and self._refuses_beside(game)) or self._asks_when_hunted(game):
            return None
        words = self._next_errand(game) or self._next_step_to_stairs(game)
        if words is None:
            self._tell_what_is_left(game)
        return words

    def _next_step_to_stairs(self, game: GameState) -> str | None:
        """Return a step to the stairs once all is explored, or in search of hidden ones."""
        view = GameView(game)
        places = [] if _is_explored(view) else find_unsearched_cells(view)
        # Places come back with whoever hid one and runs: the way goes on then, and ends.
        is_new = len(places) < len(self._unsearched) or bool(places) > bool(self._unsearched)
        if self._way_to_stairs is None or is_new:
            find = find_unsearched_cells if places else find_cells_beside_stairs
            self._way_to_stairs = wary_journey(find)
            self._unsearched = places
        is_going = bool(places) or _is_explored(view)
        return self._way_to_stairs.next_command(game) if is_going else None

    def can_begin(self, game: GameState) -> bool:
        return self._next_errand(game) is not None

    def _refuses_beside(self, game: GameState) -> bool:
        view = GameView(game)
        close = enemies_close(view, view.hero_cell)
        staying = [view.enemies[cell] for cell in view.stationary]
        close = [each for each in close if not view.is_running(each)]
        if view.enemies_frozen or all(enemy in staying for enemy in close):
            return False
        who = capitalized(count_names([enemy.kind.name for enemy in close]))
        are, them = ("is", "it") if len(close) == 1 else ("are", "them")
        fights = f"; {{fight}} fights {them}" * self._is_fought(game)
        way_out = "{stairs} or {steps}" if self._leads_to_stairs(game) else "{steps}"
        flee = f"; to flee, use {way_out}" * bool(ways_of_steps(view))
        self.stop_reason = f"{who} {are} close: nothing is explored or collected now{fights}{flee}."
        return True

    def _is_fought(self, game: GameState) -> bool:
        """Tell whether the key that fights would do so, or offer it: else it is not named."""
        fight = Fight(self.limit)
        return fight.next_command(game) is not None or fight.again is not None

    def _leads_to_stairs(self, game: GameState) -> bool:
        """Tell whether the key of the stairs would go there, or offer it: else it is not named."""
        journey = StairsJourney(travel=AutoTravel(find_stairs, limit=self.limit))
        if journey.next_command(game) is not None:
            return True
        again = journey.again
        return isinstance(again, SecondPress) and isinstance(again.command, StairsJourney)

    def _asks_when_hunted(self, game: GameState) -> bool:
        """Tell whether somebody hunts who is dangerous, near or out of sight; offer to go on.

        Before the first step that is asked of all hunters, on the way of those out of sight alone.
        Once the dungeon is awake, that is of those far off, too (X113).
        """
        view = GameView(game)
        is_awake = turns_until_waking(view) <= 0
        if self.is_told and not self._has_begun:
            hunters = *view.hunters.values(), *view.unseen_hunters
            self._hunters_told = {each.identity for each in hunters}
        grave = [
            enemy.kind.name
            for cell, enemy in ({} if self._has_begun or self.is_told else view.hunters).items()
            if enemy.kind.is_named
            or (
                not is_trifle(view, enemy)
                and (is_awake or blocks_between(view.board, view.hero_cell, cell) <= WARY_STEPS)
            )
            or view.worst_damage([enemy]) >= view.hero.hp
        ]
        unseen = [
            each.kind.name
            for each in view.unseen_hunters
            if each.identity not in self._hunters_told and not is_trifle(view, each)
        ]
        if view.enemies_frozen or not (grave or unseen):
            return False
        hunt = "hunts you" if len(grave or unseen) == 1 else "hunt you"
        advice = "" if grave else " out of sight; who waits strikes first when you meet"
        advice = advice or "; {fight} fights" * self._is_fought(game)
        who = f"{'the dungeon is awake: ' * is_awake}{count_names(grave or unseen)}"
        self.stop_reason = f"{capitalized(who)} {hunt}{advice}"
        told = Collect(self.limit, self.tries_unknown, is_told=True)
        self.again = SecondPress(told, "to go on all the same")
        return True

    def _next_errand(self, game: GameState) -> str | None:
        view = wary_travel_view(game)
        if not self._has_begun:
            self._has_begun, self.foes = True, enemies_close(GameView(game), view.hero_cell)
        if view.hero_cell not in view.cells_to_avoid():
            for way in DIRECTIONS:
                if self._wants(view, cell := view.cell_towards(way)):
                    self._travel = None
                    return f"{view.pick_up_verb(cell) or 'u'} {way.command_word}"
        if (outlooks := view.outlooks) != self._outlooks:
            # More was seen: what is nearest now may lie the other way.
            self._outlooks, self._travel, self._failures = outlooks, None, 0
        words = None if self._travel is None else self._travel.next_command(game)
        if words is None and self._may_set_out():
            self._travel = wary_journey(self._find_goals)
            words = self._travel.next_command(game)
        return words

    def _may_set_out(self) -> bool:
        """Tell whether to plan again: after each arrival, and a few times after a block."""
        if self._travel is None or self._travel.has_arrived:
            self._failures = 0
        else:
            self._failures += 1
        return self._failures <= MAX_FAILURES

    def _find_goals(self, view: GameView) -> list[Cell]:
        wanted = [cell for cell in view.potions if self._wants(view, cell)]
        beside = {near for cell in wanted for near in cells_beside(view, cell)}
        things, outlooks = [*find_free_gold(view), *beside], find_outlooks(view)
        if not (things and outlooks):
            return [*things, *outlooks]
        danger = view.cells_to_avoid()
        trinkets = [at for at in things if at in view.trinkets]
        if trinkets and find_steps(view, trinkets, danger) is not None:
            return trinkets  # few as they are, and a compass shows where to go
        to_thing, to_outlook = (find_steps(view, goals, danger) for goals in (things, outlooks))
        if to_thing is None:
            return [*things, *outlooks]
        is_on_the_way = to_outlook is None or len(to_thing) <= len(to_outlook) + MOST_DETOUR
        return things if is_on_the_way else outlooks

    def _wants(self, view: GameView, cell: Cell) -> bool:
        if cell not in view.potions:
            return False
        potion = view.potions[cell]
        if potion is None and not view.can_carry_potions:
            return self.tries_unknown and can_try_unknown(view, self.limit)
        return not _why_unwanted(view, cell, potion)

    def _tell_what_is_left(self, game: GameState) -> None:
        view = wary_travel_view(game)
        left = count_left_things(view, self.limit)
        told = [left_message(left)] * bool(left)
        barred = {thing: why for thing, why in left if thing in PLACES and why != NO_WAY}
        if view.is_limited:
            fights = "; {fight} fights" * (_is_watched(barred) and self._is_fought(game))
            rest = f"Stopped: the rest is barred{fights}." if barred else explored_message(view)
            note = view.hidden_stairs_note if [*barred] == [UNSEARCHED_PLACE] else ""
            told.insert(0, f"{rest} {note}".rstrip())
        command = Collect(self.limit, tries_unknown=True)
        if not self.tries_unknown and copy(command).can_begin(game):
            self.again = SecondPress(command, TRY_UNKNOWN)
        else:
            self.again = way_to_vault(view)
        if self.again is None and _is_watched(barred):
            past = wary_journey(lambda at: find_outlooks(at) or find_unsearched_cells(at))
            past.next_command(game)
            if isinstance(past.again, SecondPress) and past.again.agreed:
                self.again, told[-1] = past.again, f"{told[-1]}."
                told.append(past.again.agreed)
        self.stop_reason = " ".join(told) or NOTHING_LEFT
        if self.again is not None:
            self.stop_reason = self.stop_reason.rstrip(".")


def _is_watched(barred: Mapping[str, str]) -> bool:
    return any(why.endswith(" near") for why in barred.values())


def explored_message(view: GameView) -> str:
    """Return that all is explored where a step is safe, and what is known of the stairs."""
    if are_stairs_open(view):
        if view.hero_cell in find_cells_beside_stairs(view):
            return EXPLORED_AT_STAIRS
        place = view.describe_way_to(view.stairs_cell)
        return f"{EXPLORED} The stairs are {place} of you."
    note = view.hidden_stairs_note or barred_stairs_message(view)
    return (
        f"{EXPLORED} {note}"
        if note
        else "All that can be reached is explored; you know of no stairs."
    )


def _is_explored(view: GameView) -> bool:
    if not (view.is_limited and are_stairs_open(view)):
        return False
    is_there = view.hero_cell in find_cells_beside_stairs(view)
    return not is_there and find_steps(view, frozenset(view.outlooks)) is None


def find_cells_beside_stairs(view: GameView) -> list[Cell]:
    return list(view.board.neighbours[view.stairs_cell])


PLACES = UNSEEN_PLACE, UNSEARCHED_PLACE = "unseen place", "unsearched place"
UNKNOWN, HARMFUL, NOT_NEEDED = "unknown", "harmful", "not needed now"
CLOSED, NO_WAY = "the way there closed", "no way there"
TAKEN_BY_HAND = "step onto it to take it"
NOT_TOLD_AT_ONCE = (HARMFUL, NOT_NEEDED, CLOSED, NO_WAY)
"""Reasons that go without saying, or may be over as soon as more has been explored."""


def count_left_things(view: GameView, limit: HpLimit) -> Counter[tuple[str, str]]:
    """Return how much is left of each thing for each reason; potions are tried within a limit."""
    left = Counter[tuple[str, str]]()
    for cell, pile in view.gold.items():
        left["gold", _why_left(view, cell)] += pile.value
    for cell, trinket in view.trinkets.items():
        left[trinket.name, _why_left(view, cell)] += 1
    for cell, potion in view.potions.items():
        reason = _why_left(view, cell)
        if potion is None and reason == CLOSED and not view.can_carry_potions:
            reason = UNKNOWN
            if not can_try_unknown(view, limit):
                worst, least = _worst_hp_of_unknown(view), max(1, limit.hp(view.race))
                reason += f": the worst may leave you {worst} HP, your limit is {least}"
        left["potion", reason] += 1
    if view.pedestals:
        what = HAS_KEY if view.figure("key") else SEE_PRICES
        left[VAULT, f"{view.describe_way_to(_nearest_pedestal(view))} of you; {what}"] += 1
    if places := find_unsearched_cells(view):
        left[UNSEARCHED_PLACE, _obstacle(view, places)] += len(places)
    for cell in view.outlooks:
        if (reason := _obstacle(view, [cell])) != NO_WAY:
            left[UNSEEN_PLACE, reason] += 1
    return left


def _nearest_pedestal(view: GameView) -> Cell:
    return min(view.pedestals, key=partial(blocks_between, view.board, view.hero_cell))


def _why_left(view: GameView, cell: Cell) -> str:
    """Return why a thing stays where it lies; `CLOSED` where nothing is known to bar the way."""
    if cell in view.potions:
        unwanted = _why_unwanted(view, cell, view.potions[cell])
        return unwanted or _obstacle(view, cells_beside(view, cell))
    if view.question_before_taking(cell):
        return TAKEN_BY_HAND
    return _guardian(view, cell) or _obstacle(view, [cell])


def _why_unwanted(view: GameView, cell: Cell, potion: Potion | None) -> str:
    if not view.can_carry_potions:
        return reason_to_leave(view.hero, view.potion_for_hero(potion)) if potion else ""
    if view.harms(potion):
        return HARMFUL
    return "" if view.pick_up_verb(cell) else NO_ROOM


def reason_to_leave(hero: Hero, potion: Potion) -> str:
    weak, now = hero.copy(), hero.copy()
    weak.hp = 1
    potion.effect(weak)
    potion.effect(now)
    if potion.harms(hero):
        return HARMFUL
    before = (hero.stats.attack, hero.stats.defence)
    is_useful = now.hp > hero.hp or (now.stats.attack, now.stats.defence) != before
    return "" if is_useful and now.hp - hero.hp == weak.hp - 1 else NOT_NEEDED


def can_try_unknown(view: GameView, limit: HpLimit) -> bool:
    """Tell whether the worst of the unknown kinds leaves the limit of HP, or takes none (R17)."""
    return _worst_hp_of_unknown(view) >= min(view.hero.hp, max(1, limit.hp(view.race)))


def _worst_hp_of_unknown(view: GameView) -> int:
    left = []
    for potion in view.rules.potions:
        if potion not in view.known_kinds:
            hero = view.hero.copy()
            view.potion_for_hero(potion).effect(hero)
            left.append(hero.hp)
    return min(left, default=view.hero.hp)


def _guardian(view: GameView, cell: Cell) -> str:
    for enemy in view.enemies.values():
        if cell in view.cells_guarded_by(enemy):
            return f"{with_article(enemy.kind.name)} guards it"
    return "guarded when last seen" if view.is_guarded(cell) else ""


def _obstacle(view: GameView, goals: list[Cell]) -> str:
    path = find_path(view, goals)
    if path is None:
        return NO_WAY
    if path.blocked_cell is None:
        enemy = next(iter(enemies_along(view, path.steps)), None)
    elif path.blocked_cell in view.potions:
        return f"a potion is in the way{way_past_potion(view, path.blocked_cell)}"
    else:
        enemy = view.find_threat(path.blocked_cell)
        if enemy is None:
            return f"{with_article(view.enemies[path.blocked_cell].kind.name)} is in the way"
    if enemy is None:
        return CLOSED
    near = "is near" if enemy in view.enemies.values() else "was seen near"
    return f"{with_article(enemy.kind.name)} {near}"


def left_message(left: Mapping[tuple[str, str], int]) -> str:
    things = dict[str, list[str]]()
    for (thing, reason), count in left.items():
        things.setdefault(reason, []).append(count_text(count, thing))
    return f"Left: {', '.join([f'{join_list(each)} ({why})' for why, each in things.items()])}"
