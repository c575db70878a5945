"""Fight: walk up to the nearest enemy that it pays to fight, and fight it to its end (§2.5)."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import ClassVar

from attrs import evolve, field

from cc3k.engine.board import DIRECTIONS, DOORWAY, PASSAGE, Cell, Direction, blocks_between
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.values import define
from cc3k.engine.view import GameView, wary_view
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.foes import (
    LEAST_WIN_CHANCE,
    Foe,
    choose_foe,
    comes_by_itself,
    describe_fight_odds,
    enemies_close,
    has_bad_odds,
    hostiles_in_walking_distance,
    is_sure,
    steps_beside,
    weigh_unseen,
    worst_hp_after,
)
from cc3k.play.interruptions import (
    FIGHTING,
    GoOnQuestion,
    MultiTurnCommand,
    SecondPress,
    TravelPolicy,
    turns_until_waking,
)
from cc3k.play.look import things_near, ways_out
from cc3k.play.messages import (
    FIGHT_ON,
    GO_THERE,
    LOW_HP,
    TAB_DECLINES,
    WAY_CLOSED,
    capitalized,
    count_names,
    hp_of_full,
    join_list,
    name_or_count,
    stopped_by_enemy,
    stopped_by_hunter,
    stopped_by_limit,
    with_article,
)
from cc3k.play.odds import Joiner, best_to_begin_with
from cc3k.play.paths import cells_along, cells_beside, find_steps
from cc3k.play.travel import AutoTravel

PEACEFUL = "peaceful"
"""The sort of enemies that no command of many turns attacks."""

MAX_UNASKED_STEPS = 20
"""Steps to the farthest enemy that is gone to at once: farther off, it is named first. So many
more than the way was long at first, a fight goes after one that keeps away before it asks."""

TURNS_TO_LOOK_FOR_ONE = 50
"""Turns left on the clock below which they are told before a way to where an enemy was seen."""

GOOD_SHARE, FAIR_SHARE = 4, 10
"""A fight looks at its odds again whenever it has cost this part of the HP of then: a quarter. If
that is more than the worst that was expected, it stops; at first a tenth is enough."""

NARROW_PLACES = {DOORWAY: "a doorway", PASSAGE: "a passage"}
"""Terrain where few enemies can reach the PC."""

GO_AFTER = "to chase it"

FEWEST_TO_AVOID = 2
"""Hunters that a fight awaits in a narrow place; it leaves that only at a second press."""

MAX_STEPS_BACK = 4
"""Steps that a fight goes back in a narrow place, so that hunters come one at a time."""


def _attackers(view: GameView) -> list[Enemy]:
    """Return the enemies that strike the PC where it is, and those that come after it."""
    close = enemies_close(view, view.hero_cell)
    hunters = [] if view.enemies_frozen else view.hunters.values()
    return [*close, *[each for each in hunters if each not in close]]


def count_unfought(view: GameView) -> Mapping[str, int]:
    reached = {cell for _, cell in hostiles_in_walking_distance(view)}
    hostile = [cell for cell, enemy in view.enemies.items() if view.is_hostile(enemy)]
    return {
        PEACEFUL: len(view.enemies) - len(hostile),
        "out of reach": len(hostile) - len(reached),
    }


@define(eq=False)
class Fight(MultiTurnCommand):
    """Fight the nearest enemy that it pays to fight, until it is dead or a limit of HP is near.

    A fight pays if the enemy is hostile and can be reached, and if the PC wins nine times of ten
    and keeps the limit of HP on average; other enemies that would attack meanwhile count, too. If
    no fight pays, the nearest hostile enemy is named with the odds: a second press of the key
    begins that fight, unless the odds are worse than even. An enemy that is far off is named first,
    too, unless it `goes_far` at once.

    The fight stops before a turn whose worst case leaves less than the limit, unless the player has
    accepted its odds (`is_accepted`). It stops before a turn that may kill, unless the player has
    accepted that (`accepts_death`). Unless the player was told that the enemy runs (`chases`), it
    stops before it goes after one with HP below the limit, or out of a narrow place to others that
    hunt. It lets whoever hunts take the last step, so that the PC has the first blow, and in games
    with expansions strikes at whoever beside the PC it is best to slay first. After each good share
    of the HP that it costs, it stops if the odds are worse than the player knows; it stops, too, if
    it has cost more than the worst of its odds. Then it asks whether to go on; at worse than even
    odds it ends, and says so. With a limit of 0, it stops nowhere.
    """

    policy: ClassVar[TravelPolicy] = FIGHTING
    limit: HpLimit = DEFAULT_HP_LIMIT
    is_accepted: bool = False
    goes_far: bool = False
    accepts_death: bool = False
    chases: bool = False
    _foe: Foe | None = field(default=None, init=False)
    _weighed: dict[int, Foe | None] = field(factory=dict, init=False)
    _known_chance: float = field(default=LEAST_WIN_CHANCE, init=False)
    _first_hp: int = field(default=0, init=False)
    _checked_hp: int = field(default=0, init=False)
    _least_hp: int = field(default=0, init=False)
    _steps_left: int = field(default=MAX_UNASKED_STEPS, init=False)
    _steps_back: int = field(default=0, init=False)
    _awaited_steps: int = field(default=0, init=False)
    _hunters: Collection[object] = field(default=(), init=False)
    _last_cell: Cell | None = field(default=None, init=False)

    def warning(self, game: GameState) -> str:
        """Return the odds of a fight that does not pay, without a full stop; else empty.

        One that pays is told of, too, if it leads out of a narrow place to several hunters. A fight
        whose first turn may kill is never begun, so nothing is told.
        """
        view = GameView(game)
        foe = self._choose(view)
        if self.is_accepted or foe is None or self._may_kill(foe.worst_hp):
            return ""
        leaving = "" if find_step_back(game) else leaves_narrow_place(view, foe)
        is_good = foe.pays(view.hero.hp, self.limit.hp(view.race)) or is_sure(foe)
        if is_good and not leaving:
            return ""
        return f"{describe_fight_odds(foe)} {leaving}".rstrip(". ")

    def next_command(self, game: GameState) -> str | None:
        view = GameView(game)
        foe = self._choose(view)
        if foe is None:
            self._tell_of_nobody(view)
            return None
        if self._first_hp:
            foe = self._take_on(view, foe)
            if self.stop_reason or self.again:
                return None
        cell = next((at for at, enemy in view.enemies.items() if enemy is foe.enemy), None)
        if cell is None:
            return self._pursue(game, foe) if foe.enemy.hp else None
        self._last_cell = cell
        if not self._first_hp and self._is_not_begun(game, cell, foe):
            return None
        if not self._first_hp:
            self._first_hp = self._checked_hp = view.hero.hp
            self._least_hp = self._least_hp_expected(view, foe)
            self._steps_left += len(steps_beside(view, cell) or ())
        return self._attack_or_step(game, cell, foe)

    def _pursue(self, game: GameState, foe: Foe) -> str | None:
        """Return a step to where an enemy was seen last; None once there, or at the limit of HP."""
        view = GameView(game)
        goals = [] if self._last_cell is None else [self._last_cell]
        steps = find_steps(view, goals, costly=view.cells_to_avoid())
        self._steps_left -= 1
        if steps and self._steps_left > 0:
            if self._lets_run(view, steps[0], foe) or self._asks_to_pass(view, steps[0]):
                return None
            worst_hp = worst_hp_after(view, view.cell_towards(steps[0]))
            return None if self._is_limit_near(view, worst_hp, foe) else steps[0].command_word
        self.stop_reason = f"Stopped: {foe.enemy.kind.the_name} is nowhere to be seen."
        return None

    def _take_on(self, view: GameView, foe: Foe) -> Foe:
        """Return whom to fight now, if others attack or hunt as well, or the first one is slain."""
        attackers, new = _attackers(view), self._note_attackers(view)
        if not new and (foe.enemy.hp or not attackers):
            return self._strike_best(view, foe)
        found = self._weigh(view)
        if found is not None and self._is_as_good(view, found) and not self._is_worse(view, found):
            self._foe, self.foes = found, (*self.foes, *new)
            self._steps_left = max(self._steps_left, MAX_UNASKED_STEPS)
            return found
        if found is not None and self.limit.amount:
            other = [*new, *attackers][0]
            is_close = other in enemies_close(view, view.hero_cell)
            stopped = stopped_by_enemy if is_close else stopped_by_hunter
            self.stop_reason = stopped(other.kind.name)
            self._ask_to_go_on(view, found, may_kill=False)
        return foe

    def _strike_best(self, view: GameView, foe: Foe) -> Foe:
        cells = view.board.neighbours[view.hero_cell] if view.rules.expansions else ()
        beside = [each for at in cells if (each := view.enemies.get(at)) and view.is_hostile(each)]
        if not beside or beside == [foe.enemy]:
            return foe
        beside.sort(key=lambda each: each is not foe.enemy)  # it stays the first of equals
        first = best_to_begin_with(view.hero, [*map(Joiner, beside)], view.blows).enemy
        others = [each for each in (foe.enemy, *foe.others) if each is not first]
        self._foe = evolve(foe, enemy=first, others=tuple(others))
        return self._foe

    def _note_attackers(self, view: GameView) -> list[Enemy]:
        """Note who attacks or hunts; return who is news: close and no foe yet, or a hunter."""
        close = enemies_close(view, view.hero_cell)
        foes = {each.identity for each in self.foes}
        hunters = [each for each in _attackers(view) if each not in close]
        new = [each for each in close if each.identity not in foes]
        new += [each for each in hunters if each.identity not in {*foes, *self._hunters}]
        self._hunters = {*self._hunters, *[each.identity for each in hunters]}
        return new

    def _is_as_good(self, view: GameView, foe: Foe) -> bool:
        is_good = foe.pays(view.hero.hp, self.limit.hp(view.race)) or is_sure(foe)
        odds = foe.odds if self.is_accepted else None
        return is_good or (odds is not None and odds.win_chance >= self._known_chance)

    def _is_worse(self, view: GameView, foe: Foe) -> bool:
        """Tell whether a fight agreed to at a risk may now cost more than was told of it."""
        limit, lost = self.limit.hp(view.race), 0 if foe.odds is None else foe.odds.worst_hp_lost
        is_risk = bool(view.rules.expansions) and (self.is_accepted or self._first_hp < limit)
        return is_risk and view.hero.hp - lost < min(self._least_hp, limit)

    def _tell_of_nobody(self, view: GameView) -> None:
        others = count_unfought(view)
        left = ", ".join([f"{count} {sort}" for sort, count in others.items() if count])
        told = [f"Nobody to fight here{': ' if left else ''}{left}."]
        told += [TAB_DECLINES] * bool(others[PEACEFUL])
        remembered = view.remembered_enemies
        cells = [at for at, each in remembered.items() if view.is_hostile(each)]
        ways = [(len(way), at) for at in cells if (way := steps_beside(view, at))]
        if ways:
            steps, cell = min(ways)
            enemy, foe = remembered[cell], weigh_unseen(view, remembered[cell])
            who = capitalized(with_article(enemy.kind.name))
            place = view.describe_way_to(cell)
            due = turns_until_waking(view)
            off = f", {steps} steps off" * (steps > MAX_UNASKED_STEPS)
            off += f", and the dungeon wakes in {due}" * (0 < due < TURNS_TO_LOOK_FOR_ONE)
            off += "; who waits strikes first when you meet" * (enemy in view.unseen_hunters)
            odds = "" if is_sure(foe) else f". {describe_fight_odds(foe)}".rstrip(".")
            told.append(f"{who} was last seen {place} of you{off}{odds}")

            def in_sight(at: GameView, cell: Cell = cell) -> list[Cell]:
                return [at.hero_cell] if cell in at.enemies else cells_beside(at, cell)

            journey = AutoTravel(in_sight, allow_danger=True, is_to_fight=True, risks_death=True)
            self.again = SecondPress(journey, GO_THERE)
        elif view.hidden_stairs_note:
            near = things_near(view, has_exits=False)
            told += [f"Near: {'; '.join(near)}."] * bool(near)
            told.append(view.hidden_stairs_note)
        self.stop_reason = " ".join(told)

    def _is_not_begun(self, game: GameState, cell: Cell, foe: Foe) -> bool:
        view, told = GameView(game), self.warning(game)
        if not told:
            return self._is_limit_near(view, foe.worst_hp, foe) or self._is_far(view, cell, foe)
        if has_bad_odds(foe, self.limit):
            self.stop_reason = f"{told}.{describe_ways_out(view)} {TAB_DECLINES}"
        else:
            self.stop_reason = told
            self.again = SecondPress(self._going_on(foe, is_accepted=True), "to fight all the same")
        return True

    def _may_kill(self, worst_hp: int) -> bool:
        return bool(self.limit.amount) and not worst_hp and not self.accepts_death

    def _going_on(self, foe: Foe, *, is_accepted: bool, accepts_death: bool = False) -> "Fight":
        fight = Fight(
            self.limit,
            is_accepted=is_accepted,
            goes_far=True,
            accepts_death=accepts_death,
            chases=foe.enemy.is_fleeing,
        )
        fight._begin_with(foe)
        return fight

    def _begin_with(self, foe: Foe) -> None:
        self._foe, self.foes = foe, (foe.enemy, *foe.others)
        if self.is_accepted and foe.odds is not None:
            self._known_chance = min(foe.odds.win_chance, LEAST_WIN_CHANCE)

    def _choose(self, view: GameView) -> Foe | None:
        if self._foe is not None and not (self._first_hp or self._foe.enemy.hp):
            found, self._foe = self._weigh(view), None  # it was slain before this one went on
            self.is_accepted &= found is not None and self._is_as_good(view, found)
        if self._foe is None and (foe := self._weigh(view)) is not None:
            self._begin_with(foe)
        if self._foe is not None and not self._first_hp:
            close = enemies_close(view, view.hero_cell)
            self.foes = (self._foe.enemy, *self._foe.others, *close)
            self._note_attackers(view)
        return self._foe

    def _weigh(self, view: GameView) -> Foe | None:
        """Return the foe to choose now: weighed once a turn, for all copies of a fight."""
        if view.turns not in self._weighed:
            self._weighed.clear()
            self._weighed[view.turns] = choose_foe(view, self.limit)
        return self._weighed[view.turns]

    def _is_far(self, view: GameView, cell: Cell, foe: Foe) -> bool:
        """Tell whether the way to the enemy of a cell is long, and say whose it is and where."""
        steps = len(steps_beside(view, cell) or ())
        if steps <= MAX_UNASKED_STEPS or self.goes_far or self.is_accepted:
            return False
        enemies = [view.enemies[at] for _, at in hostiles_in_walking_distance(view)]
        nearer = [enemy.kind.name for enemy in enemies[: enemies.index(foe.enemy)]]
        place = view.describe_way_to(cell)
        what = "enemy that it pays to fight" if nearer else "enemy"
        who = with_article(foe.enemy.kind.name)
        past = f", farther than {count_names(nearer)}" if nearer else ""
        self.stop_reason = f"The nearest {what} is {who}, {steps} steps off, {place} of you{past}"
        purpose = "to meet it half-way" if comes_by_itself(view, cell) else GO_THERE
        self.again = SecondPress(self._going_on(foe, is_accepted=False), purpose)
        if view.rules.expansions and not foe.enemy.kind.spawn_weight:
            self.stop_reason += f". {describe_fight_odds(foe)}".rstrip(".")  # else asked on the way
        else:
            self.foes = ()  # their odds are not told
        return True

    def _is_limit_near(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        limit = self.limit.hp(view.race)
        may_kill = self._may_kill(worst_hp)
        is_harmless = worst_hp >= min(limit, view.hero.hp)
        if not may_kill and (self.is_accepted or is_harmless or self._is_safe_bet(view, foe)):
            return False
        told = stopped_by_limit(worst_hp, view.hero.full_hp, limit)
        self.stop_reason = f"{told}{describe_ways_out(view)}"
        self._ask_to_go_on(view, foe, may_kill=may_kill)
        return True

    def _is_safe_bet(self, view: GameView, foe: Foe) -> bool:
        """Tell whether a fight at low HP is sure to be won, and takes half of them at worst."""
        hp, odds = self._first_hp or view.hero.hp, foe.odds
        is_low = bool(view.rules.expansions) and hp < self.limit.hp(view.race)
        return is_low and odds is not None and is_sure(foe) and odds.worst_hp_lost * 2 <= hp

    def _is_costly(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        hp = view.hero.hp
        lost, is_worse = self._first_hp - hp, hp < self._least_hp
        is_much = is_worse or (self._checked_hp - hp) * GOOD_SHARE >= self._checked_hp
        if not (self.limit.amount and is_much and worst_hp < hp):
            return False
        self._checked_hp = hp
        now = self._weigh(view) or foe
        is_as_good = is_sure(now) or (now.odds and now.odds.win_chance >= self._known_chance)
        if is_as_good and not is_worse:
            return False
        worse = ", more than expected" * is_worse
        left = hp_of_full(hp, view.hero.full_hp)
        self.stop_reason = (
            f"Stopped: you have lost {lost} HP in this fight{worse}, {left} are left."
        )
        self._ask_to_go_on(view, now, may_kill=False)
        return True

    def _least_hp_expected(self, view: GameView, foe: Foe) -> int:
        """Return the HP below which a fight has cost more than the worst of its odds, and much.

        Where what heals the PC hides how low its HP sink on the way, that was told and expected.
        """
        odds = foe.odds if view.rules.expansions and self.limit.amount else None
        if odds is None:
            return 0
        much = view.hero.hp // (GOOD_SHARE if self.is_accepted else FAIR_SHARE)
        expected = view.hero.hp - max(odds.worst_hp_lost, much)
        return expected if odds.lowest_hp is None else min(expected, odds.lowest_hp)

    def _ask_to_go_on(self, view: GameView, foe: Foe, *, may_kill: bool) -> None:
        """Ask whether to fight on, with the odds of now; do not ask where they are very good.

        Where they are bad, or where a first turn may kill, an arrow is all that attacks.
        """
        now = (self._weigh(view) if self._first_hp else None) or foe
        odds, self.foes = describe_fight_odds(now), (*self.foes, now.enemy, *now.others)
        if has_bad_odds(now, self.limit) or (may_kill and (is_sure(now) or not self._first_hp)):
            told = "" if may_kill and not self._first_hp else f"{odds} "
            self.stop_reason = f"{self.stop_reason} {told}{TAB_DECLINES}"
            return
        going_on = self._going_on(now, is_accepted=True, accepts_death=may_kill)
        if is_sure(now):
            self.stop_reason = f"{self.stop_reason} {odds}".rstrip(".")
            self.again = SecondPress(going_on, FIGHT_ON)
        else:
            self.again = GoOnQuestion(f"{odds} Fight on?", going_on)

    def _attack_or_step(self, game: GameState, cell: Cell, foe: Foe) -> str | None:
        view = GameView(game)
        steps = steps_beside(view, cell)
        if steps is None:
            self.stop_reason = WAY_CLOSED
            return None
        if steps and self._steps_left <= 0:
            self.stop_reason = f"{capitalized(with_article(foe.enemy.kind.name))} keeps away"
            self.again = SecondPress(self._going_on(foe, is_accepted=self.is_accepted), GO_AFTER)
            return None
        if steps and (self._lets_run(view, steps[0], foe) or self._asks_to_pass(view, steps[0])):
            return None
        if steps and not self.is_accepted and (leaving := leaves_narrow_place(view, foe)):
            return self._hold_place(game, foe, leaving)
        if steps:
            self._steps_left -= 1
            is_narrow = view.terrain_at(view.hero_cell) in NARROW_PLACES
            comes = len(steps) <= 1 + is_narrow and comes_by_itself(view, cell)
            is_aimed_at = any(each.reach for each in view.threats.values())
            # It may have no way after all, and who waits in the line of an arrow is hit.
            waits = comes and len(steps) != self._awaited_steps and not is_aimed_at
            self._awaited_steps = len(steps) if waits else 0
            words = "wait" if waits else steps[0].command_word
            end = view.hero_cell if waits else view.cell_towards(steps[0])
            worst_hp = worst_hp_after(view, end)
        else:
            way = next(way for way in DIRECTIONS if view.cell_towards(way) == cell)
            words = f"a {way.command_word}"
            worst_hp = worst_hp_after(view, view.hero_cell, view.enemies[cell])
        is_over = self._is_limit_near(view, worst_hp, foe) or self._is_costly(view, worst_hp, foe)
        return None if is_over else words

    def _lets_run(self, view: GameView, way: Direction, foe: Foe) -> bool:
        others = [each.kind.name for each in view.hunters.values() if each is not foe.enemy]
        place = NARROW_PLACES.get(view.terrain_at(view.hero_cell))
        leaves = place and view.terrain_at(view.cell_towards(way)) not in NARROW_PLACES
        if view.hero.hp < self.limit.hp(view.race):
            risk = LOW_HP
        elif leaves and others and not view.enemies_frozen and self.limit.amount:
            hunt = "hunts" if len(others) == 1 else "hunt"
            risk = f"Stopped: you would leave {place}, and {count_names(others)} {hunt} you."
        else:
            return False
        if self.chases or not foe.enemy.is_fleeing:
            return False
        self.stop_reason = f"{risk} {capitalized(with_article(foe.enemy.kind.name))} runs"
        self.again = SecondPress(self._going_on(foe, is_accepted=self.is_accepted), GO_AFTER)
        return True

    def _asks_to_pass(self, view: GameView, way: Direction) -> bool:
        """Tell whether a step leads into the reach of one that stays there and is not fought."""
        here, beside = map(view.known_enemies_close, (view.hero_cell, view.cell_towards(way)))
        staying = {view.known_enemies[at].identity for at in view.known_stationary}
        staying -= {each.identity for each in (*self.foes, *here)}
        found = [each for each in beside if each.identity in staying and self.limit.amount]
        if found and self._last_cell is not None:
            find_cells = partial(cells_beside, cell=self._last_cell)
            journey = AutoTravel(find_cells, limit=self.limit, is_to_fight=True)
            self.stop_reason, self.again = journey.ask_to_pass(view, found), journey.again
        return bool(found)

    def _hold_place(self, game: GameState, foe: Foe, leaving: str) -> str | None:
        """Return a step back from those who come, a few times; then ask before the way to them."""
        way = find_step_back(game) if self._steps_back < MAX_STEPS_BACK else None
        if way is None:
            self.stop_reason = leaving.rstrip(". ")
            self.again = SecondPress(self._going_on(foe, is_accepted=True), "to go out to them")
            return None
        self._steps_back += 1
        return way.command_word


def describe_ways_out(view: GameView) -> str:
    """Return what could save a PC with few HP, after a blank; empty if nothing is known."""
    ways = ways_out(view)
    return f" {capitalized(join_list(ways))}." if ways else ""


def leaves_narrow_place(view: GameView, foe: Foe) -> str:
    """Return that the way to an enemy leads out of a narrow place to several hunters, if it does.

    They come there by themselves, and fewer of them can strike there (X50). Where nothing is lost
    on average, that is nothing to tell. It ends with a blank.
    """
    place = NARROW_PLACES.get(view.terrain_at(view.hero_cell))
    hunters = [] if view.enemies_frozen else [each.kind.name for each in view.hunters.values()]
    is_free = foe.odds is not None and is_sure(foe) and foe.odds.mean_hp_lost <= 0
    if place is None or len(hunters) < FEWEST_TO_AVOID or is_free:
        return ""
    cell = next(at for at, enemy in view.enemies.items() if enemy is foe.enemy)
    way = cells_along(view, steps_beside(view, cell) or ())
    if all(view.terrain_at(at) in NARROW_PLACES for at in way):
        return ""
    return f"You leave {place}, and {name_or_count(hunters)} hunt you. "


def find_step_back(game: GameState) -> Direction | None:
    """Return a safe step into a passage, where one can come at a time, away from all hunters.

    None leads from there back into a doorway, where more have room. Where somebody could hurt
    the PC, even from afar, none is safe.
    """
    view = wary_view(game)
    danger, here, hunters = view.cells_to_avoid(), view.hero_cell, view.hunters
    for way in [] if here in danger else DIRECTIONS:
        to = view.cell_towards(way)
        is_open = view.terrain_at(to) == PASSAGE and view.may_enter(to) and to not in danger
        if is_open and all(
            blocks_between(view.board, to, at) > blocks_between(view.board, here, at)
            for at in hunters
        ):
            return way
    return None
