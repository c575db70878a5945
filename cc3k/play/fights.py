"""Fight: walk up to the nearest enemy that it pays to fight, and fight it to its end (§2.5)."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import ClassVar

from attrs import define, field

from cc3k.engine.board import DIRECTIONS, DOORWAY, PASSAGE, Cell, Direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.interruptions import (
    DEFAULT_HP_LIMIT,
    INTERRUPTIBLE,
    GoOnQuestion,
    HpLimit,
    SecondPress,
    TravelPolicy,
    enemies_close,
    worst_hp_after,
)
from cc3k.play.look import describe_offset
from cc3k.play.odds import FightOdds
from cc3k.play.paths import cells_along
from cc3k.play.stop_messages import (
    FIGHT_ALL_THE_SAME,
    FIGHT_ON,
    GO_THERE,
    TAB_DECLINES,
    WAY_CLOSED,
    count_names,
    far_enemy_message,
    hp_lost_message,
    last_seen_message,
    low_hp_message,
    name_or_count,
)
from cc3k.play.targets import (
    LEAST_WIN_CHANCE,
    PEACEFUL,
    Foe,
    choose_foe,
    count_unfought,
    enemies_nearer_than,
    steps_beside,
)
from cc3k.play.travel import AutoTravel, cells_beside

MAX_CHASE_STEPS = 100
"""Steps after which an enemy that keeps away is let go."""

MAX_UNASKED_STEPS = 12
"""Steps to the farthest enemy that is gone to at once: farther off, it is named first."""

GOOD_SHARE = 4
"""A fight looks at its odds again whenever it has cost this part of the maximum HP: a quarter."""

NARROW_PLACES = {DOORWAY: "a doorway", PASSAGE: "a passage"}
"""Terrain where few enemies can reach the PC."""

FEWEST_TO_AVOID = 2
"""Hunters towards which a fight leaves a narrow place only at a second press."""

MOST_SHOWN_PERCENT = 99
"""Percent of the best odds that are shown."""

SURE_PERCENT = 95
"""Percent of the odds from which on no question is asked."""

LEAST_PERCENT = 50
"""Percent of the odds below which no fight is begun or gone on with: an arrow attacks."""


@define(eq=False)
class Fight:
    """Fight the nearest enemy that it pays to fight, until it is dead or a limit of HP is near.

    A fight pays if the enemy is hostile and can be reached, and if the PC wins nine times of ten
    and keeps the limit of HP on average; other enemies that would attack meanwhile count, too. If
    no fight pays, the nearest hostile enemy is named with the odds: a second press of the key
    begins that fight, unless the odds are worse than even. An enemy that is far off is named first,
    too, unless it `goes_far` at once.

    The fight stops before a turn whose worst case leaves less than the limit, unless the player has
    accepted its odds (`is_accepted`). It stops before a turn that may kill, unless the player has
    accepted that (`accepts_death`). After each good share of the HP that it costs, it stops if the
    odds are worse than the player knows. Then it asks whether to go on; at worse than even odds it
    ends, and says so. With a limit of 0, it stops nowhere.
    """

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    limit: HpLimit = DEFAULT_HP_LIMIT
    is_accepted: bool = False
    goes_far: bool = False
    accepts_death: bool = False
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)
    _foe: Foe | None = field(default=None, init=False)
    _known_chance: float = field(default=LEAST_WIN_CHANCE, init=False)
    _first_hp: int = field(default=0, init=False)
    _steps: int = field(default=0, init=False)

    def warning(self, game: GameState) -> str:
        """Return the odds of a fight that does not pay, without a full stop; else empty.

        One that pays is told of, too, if it leads out of a narrow place to several hunters. A fight
        whose first turn may kill is never begun, so nothing is told.
        """
        view = GameView(game)
        foe = self._choose(view)
        if self.is_accepted or foe is None or self._may_kill(foe.worst_hp):
            return ""
        leaving = leaves_narrow_place(view, foe)
        is_good = foe.pays(view.hero.hp, self.limit.hp(view.race)) or is_sure(foe)
        if is_good and not leaving:
            return ""
        return f"{describe_bad_odds(foe)} {leaving}".rstrip(". ")

    def next_command(self, game: GameState) -> str | None:
        view = GameView(game)
        foe = self._choose(view)
        if foe is None:
            self._tell_of_nobody(view)
            return None
        cell = next((at for at, enemy in view.enemies.items() if enemy is foe.enemy), None)
        if cell is None or (not self._first_hp and self._is_not_begun(game, cell, foe)):
            return None
        self._first_hp = self._first_hp or view.hero.hp
        return self._attack_or_step(view, cell, foe)

    def _tell_of_nobody(self, view: GameView) -> None:
        """Say that there is nobody to fight, and offer to go where one was seen last (X42)."""
        self.stop_reason = nobody_to_fight(count_unfought(view))
        cells = [at for at, each in view.remembered_enemies.items() if view.is_hostile(each)]
        ways = [(len(way), at) for at in cells if (way := steps_beside(view, at)) is not None]
        if ways and min(ways)[0]:
            cell = min(ways)[1]
            name = view.remembered_enemies[cell].kind.name
            place = describe_offset(view.board, view.hero_cell, cell)
            self.stop_reason += f" {last_seen_message(name, place)}"
            find_cells = partial(cells_beside, cell=cell)
            self.again = SecondPress(AutoTravel(find_cells, allow_danger=True), GO_THERE)
        elif view.hidden_stairs_note:
            self.stop_reason += f" {view.hidden_stairs_note}"

    def _is_not_begun(self, game: GameState, cell: Cell, foe: Foe) -> bool:
        view, told = GameView(game), self.warning(game)
        if not told:
            return self._is_limit_near(view, foe.worst_hp, foe) or self._is_far(view, cell, foe)
        if self._declines(foe):
            self.stop_reason = f"{told}. {TAB_DECLINES}"
        else:
            self.stop_reason = told
            self.again = SecondPress(self._going_on(foe, is_accepted=True), FIGHT_ALL_THE_SAME)
        return True

    def _may_kill(self, worst_hp: int) -> bool:
        """Tell whether a turn that may leave so few HP is one that the player must agree to."""
        return bool(self.limit.amount) and not worst_hp and not self.accepts_death

    def _declines(self, foe: Foe) -> bool:
        """Tell whether the odds are too bad to fight except by hand."""
        odds = foe.odds
        return bool(self.limit.amount) and odds is not None and shown_percent(odds) < LEAST_PERCENT

    def _going_on(self, foe: Foe, *, is_accepted: bool, accepts_death: bool = False) -> "Fight":
        """Return the fight that goes on with an enemy, whose odds the player has been told."""
        fight = Fight(
            self.limit, is_accepted=is_accepted, goes_far=True, accepts_death=accepts_death
        )
        fight._begin_with(foe)
        return fight

    def _begin_with(self, foe: Foe) -> None:
        self._foe, self.foes = foe, (foe.enemy, *foe.others)
        if self.is_accepted and foe.odds is not None:
            self._known_chance = min(foe.odds.win_chance, LEAST_WIN_CHANCE)

    def _choose(self, view: GameView) -> Foe | None:
        if self._foe is None and (foe := choose_foe(view, self.limit)) is not None:
            self._begin_with(foe)
        if self._foe is not None and not self._first_hp:
            close = enemies_close(view, view.hero_cell)
            self.foes = (self._foe.enemy, *self._foe.others, *close)
        return self._foe

    def _is_far(self, view: GameView, cell: Cell, foe: Foe) -> bool:
        """Tell whether the way to the enemy of a cell is long, and say whose it is and where.

        It is not asked about once the player has said yes to a fight against it.
        """
        steps = len(steps_beside(view, cell) or ())
        if steps <= MAX_UNASKED_STEPS or self.goes_far or self.is_accepted:
            return False
        nearer = [enemy.kind.name for enemy in enemies_nearer_than(view, foe.enemy)]
        place = describe_offset(view.board, view.hero_cell, cell)
        self.stop_reason = far_enemy_message(foe.enemy.kind.name, steps, place, nearer)
        self.again = SecondPress(self._going_on(foe, is_accepted=False), GO_THERE)
        return True

    def _is_broken_off(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        """Tell whether to stop before a turn that may leave so few HP, and say why."""
        return self._is_limit_near(view, worst_hp, foe) or self._is_costly(view, worst_hp, foe)

    def _is_limit_near(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        """Tell whether the next turn may leave less HP than the limit, and say so."""
        limit = self.limit.hp(view.race)
        may_kill = self._may_kill(worst_hp)
        if not may_kill and (self.is_accepted or worst_hp >= limit):
            return False
        self.stop_reason = low_hp_message(worst_hp, limit)
        self._ask_to_go_on(view, foe, may_kill=may_kill)
        return True

    def _is_costly(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        """Tell whether this has cost a good share of the HP, and the odds are worse by now."""
        hp, most = view.hero.hp, view.race.max_hp or view.race.hp
        lost = self._first_hp - hp
        if not (self.limit.amount and lost * GOOD_SHARE >= most and worst_hp < hp):
            return False
        self._first_hp = hp
        now = choose_foe(view, self.limit) or foe
        if is_sure(now) or (now.odds and now.odds.win_chance >= self._known_chance):
            return False
        self.stop_reason = hp_lost_message(lost, hp, most)
        self._ask_to_go_on(view, now, may_kill=False)
        return True

    def _ask_to_go_on(self, view: GameView, foe: Foe, *, may_kill: bool) -> None:
        """Ask whether to fight on, with the odds of now; do not ask where they are very good.

        Where they are bad, or where a first turn may kill, an arrow is all that attacks.
        """
        now = (choose_foe(view, self.limit) if self._first_hp else None) or foe
        odds = describe_bad_odds(now)
        if self._declines(now) or (may_kill and (is_sure(now) or not self._first_hp)):
            told = "" if may_kill and not self._first_hp else f"{odds} "
            self.stop_reason = f"{self.stop_reason} {told}{TAB_DECLINES}"
            return
        going_on = self._going_on(now, is_accepted=True, accepts_death=may_kill)
        if is_sure(now):
            self.stop_reason = f"{self.stop_reason} {odds}".rstrip(".")
            self.again = SecondPress(going_on, FIGHT_ON)
        else:
            self.again = GoOnQuestion(f"{odds} Fight on?", going_on)

    def _attack_or_step(self, view: GameView, cell: Cell, foe: Foe) -> str | None:
        steps = steps_beside(view, cell)
        if steps is None or self._steps >= MAX_CHASE_STEPS:
            self.stop_reason = WAY_CLOSED
            return None
        if not steps:
            worst_hp = worst_hp_after(view, view.hero_cell, view.enemies[cell])
            way = _direction_to(view, cell)
            return None if self._is_broken_off(view, worst_hp, foe) else f"a {way.command_word}"
        self._steps += 1
        to = view.hero_cell + steps[0].offset(view.board.stride)
        is_over = self._is_broken_off(view, worst_hp_after(view, to), foe)
        return None if is_over else steps[0].command_word


def _direction_to(view: GameView, cell: Cell) -> Direction:
    stride = view.board.stride
    return next(way for way in DIRECTIONS if view.hero_cell + way.offset(stride) == cell)


def shown_percent(odds: FightOdds) -> int:
    return min(round(odds.win_chance * 100), MOST_SHOWN_PERCENT)


def is_sure(foe: Foe) -> bool:
    """Tell whether the odds are so good that nothing is asked."""
    return foe.odds is not None and shown_percent(foe.odds) >= SURE_PERCENT


def describe_bad_odds(foe: Foe) -> str:
    """Return the odds against an enemy and those beside it, as a sentence.

    It says who is near, and may notice the PC and join.
    """
    named = count_names([enemy.kind.name for enemy in (foe.enemy, *foe.others)])
    odds = foe.odds
    if odds is None:
        return f"Nobody can compute the odds against {named}."
    if odds.hits_to_slay is None:
        return f"You cannot hurt {named}."
    about, alone = "about " if foe.others else "", ""
    near = name_or_count([enemy.kind.name for enemy in foe.near])
    if near:
        alone = "" if foe.others else " alone"
        near = f"; {near} {'is' if len(foe.near) == 1 else 'are'} near"
    percent = shown_percent(odds)
    mean, worst = round(odds.mean_hp_lost), odds.worst_hp_lost
    cost = f"losing {mean} HP ({worst} at worst)"
    if mean < 0:  # a level heals, and so does blood
        least = f"{worst} lost" if worst > 0 else f"{-worst} gained"
        cost = f"gaining {-mean} HP ({least} at worst)"
    return f"You win {about}{percent} % against {named}{alone}, {cost}{near}."


def leaves_narrow_place(view: GameView, foe: Foe) -> str:
    """Return that the way to an enemy leads out of a narrow place to several hunters, if it does.

    They come there by themselves, and fewer of them can strike there (X50). It ends with a blank.
    """
    place = NARROW_PLACES.get(view.terrain_at(view.hero_cell))
    hunters = [] if view.enemies_frozen else [each.kind.name for each in view.hunters.values()]
    if place is None or len(hunters) < FEWEST_TO_AVOID:
        return ""
    cell = next(at for at, enemy in view.enemies.items() if enemy is foe.enemy)
    way = cells_along(view, steps_beside(view, cell) or ())
    if all(view.terrain_at(at) in NARROW_PLACES for at in way):
        return ""
    return f"You leave {place}, and {name_or_count(hunters)} hunt you. "


def nobody_to_fight(others: Mapping[str, int]) -> str:
    left = [f"{count} {sort}" for sort, count in others.items() if count]
    told = f"Nobody to fight here{': ' if left else ''}{', '.join(left)}."
    return f"{told} {TAB_DECLINES}" if others.get(PEACEFUL) else told
