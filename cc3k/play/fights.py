"""Fight: walk up to the nearest enemy that it pays to fight, and fight it to its end (§2.5)."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from attrs import define, field

from cc3k.engine.board import DIRECTIONS, DOORWAY, PASSAGE, Cell, Direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.floor_words import describe_offset
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
from cc3k.play.paths import cells_along
from cc3k.play.stop_messages import (
    GO_THERE,
    LOW_HP,
    WAY_CLOSED,
    count_names,
    far_enemy_message,
    name_or_count,
)
from cc3k.play.targets import Foe, choose_foe, count_unfought, enemies_nearer_than, steps_beside

MAX_CHASE_STEPS = 100
"""Steps after which an enemy that keeps away is let go."""

MAX_UNASKED_STEPS = 12
"""Steps to the farthest enemy that is gone to at once: farther off, it is named first."""

LEAST_HP_ACCEPTED = 1
"""HP that the worst case of a turn must leave in a fight that was asked for below the limit."""

GOOD_SHARE = 4
"""A fight asks once it has cost this part of the maximum HP since the last question: a quarter."""

NARROW_PLACES = {DOORWAY: "a doorway", PASSAGE: "a passage"}
"""Terrain where few enemies can reach the PC."""

FEWEST_TO_AVOID = 2
"""Hunters towards which a fight leaves a narrow place only after a yes."""

MOST_SHOWN_PERCENT = 99
"""Percent of the best odds that are shown: worse ones are what a question is about."""


@define(eq=False)
class Fight:
    """Fight the nearest enemy that it pays to fight, until it is dead or a limit of HP is near.

    A fight pays if the enemy is hostile and can be reached, and if the PC wins nine times of ten
    and keeps the limit of HP on average; other enemies that would attack meanwhile count, too. If
    no fight pays, take the nearest hostile enemy: then `question` asks first, as it does below the
    limit. An enemy that is far off is named first, unless it `goes_far` at once, as on a second
    press of its key. The fight stops before a turn whose worst case leaves less than the limit. If
    the player has accepted its odds (`is_accepted`), it stops only before a turn that may kill, and
    after a yes to that, too (`accepts_death`), before none. At any odds it stops and asks again
    when it has cost a good share of the HP since the last question.
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
    _first_hp: int = field(default=0, init=False)
    _steps: int = field(default=0, init=False)

    def question(self, game: GameState) -> str:
        """Return the question about a fight that does not pay, with its odds; else empty.

        One that pays is asked about, too, if it leads out of a narrow place to several hunters.
        A fight whose first turn may kill is never begun, so nothing is asked.
        """
        view = GameView(game)
        foe = self._choose(view)
        least_hp = self.limit.hp(view.race)
        if foe is None or foe.worst_hp < min(least_hp, LEAST_HP_ACCEPTED):
            return ""
        leaving = leaves_narrow_place(view, foe)
        if foe.pays(view.hero.hp, least_hp) and not leaving:
            return ""
        return f"{describe_bad_odds(foe)} {leaving}Fight? (y/n)"

    def next_command(self, game: GameState) -> str | None:
        """Return the next step or attack; None when the enemy is dead, or this is broken off."""
        view = GameView(game)
        foe = self._choose(view)
        if foe is None:
            told = [nobody_to_fight(count_unfought(view)), view.hidden_stairs_note]
            self.stop_reason = " ".join(filter(None, told))
            return None
        cell = next((at for at, enemy in view.enemies.items() if enemy is foe.enemy), None)
        if cell is None:
            return None
        if not self._first_hp and (
            self._is_limit_near(view, foe.worst_hp, foe) or self._is_far(view, cell, foe)
        ):
            return None
        self._first_hp = self._first_hp or view.hero.hp
        return self._attack_or_step(view, cell, foe)

    def _choose(self, view: GameView) -> Foe | None:
        """Return the enemy to fight, chosen once."""
        if self._foe is None:
            self._foe = choose_foe(view, self.limit)
            if self._foe is not None:
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
        self.again = SecondPress(Fight(self.limit, goes_far=True), GO_THERE)
        return True

    def _is_broken_off(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        """Tell whether to stop before a turn that may leave so few HP, and say why."""
        return self._is_limit_near(view, worst_hp, foe) or self._is_costly(view, worst_hp, foe)

    def _is_limit_near(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        """Tell whether the next turn may leave less HP than the limit, and say so."""
        limit = self.limit.hp(view.race)
        least_hp = min(limit, LEAST_HP_ACCEPTED) if self.is_accepted else limit
        if self.accepts_death or worst_hp >= least_hp:
            return False
        goes_on = bool(worst_hp) or (self.is_accepted and bool(self._first_hp))
        self.stop_reason = low_hp_message(worst_hp, limit, is_asked=goes_on)
        self.again = self._ask_to_go_on(view, foe, may_kill=not worst_hp) if goes_on else None
        return True

    def _is_costly(self, view: GameView, worst_hp: int, foe: Foe) -> bool:
        """Tell whether this has cost a good share of the HP and may cost more, and say so.

        With a limit of 0 it never asks.
        """
        hp, most = view.hero.hp, view.race.max_hp or view.race.hp
        lost = self._first_hp - hp
        if not (self.limit.amount and lost * GOOD_SHARE >= most and worst_hp < hp):
            return False
        self.stop_reason = hp_lost_message(lost, hp, most)
        self.again = self._ask_to_go_on(view, foe, may_kill=not worst_hp)
        return True

    def _ask_to_go_on(self, view: GameView, foe: Foe, *, may_kill: bool = False) -> GoOnQuestion:
        """Return the question whether to fight on, with the odds of now.

        Where the next turn may kill, a yes is one to that and to the turns after it.
        """
        foe = choose_foe(view, self.limit) or foe
        pays = foe.pays(view.hero.hp, self.limit.hp(view.race))
        is_accepted = may_kill or not pays
        on_yes = Fight(self.limit, is_accepted=is_accepted, accepts_death=may_kill)
        is_safe = pays and not may_kill
        return GoOnQuestion(f"{describe_bad_odds(foe)} Fight on?", on_yes, safe_by_key=is_safe)

    def _attack_or_step(self, view: GameView, cell: Cell, foe: Foe) -> str | None:
        """Return the attack on the enemy of a cell, or the next step to it, if HP allow it."""
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
    """Return the direction from the PC to a cell beside it."""
    stride = view.board.stride
    return next(way for way in DIRECTIONS if view.hero_cell + way.offset(stride) == cell)


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
    percent = min(round(odds.win_chance * 100), MOST_SHOWN_PERCENT)
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


def low_hp_message(worst: int, limit: int, *, is_asked: bool = False) -> str:
    """Return that a fight is broken off, with the HP that its next turn may leave.

    Where that may be none, it says what can still be done, unless that is asked about.
    """
    if worst:
        return f"{LOW_HP} A turn may leave you {worst}; your limit is {limit}."
    return f"{LOW_HP} A turn may kill you{'' if is_asked else '; steps and `a` are up to you'}."


def hp_lost_message(lost: int, left: int, most: int) -> str:
    """Return that a fight has cost so many HP, and how many of how many are left."""
    return f"Stopped: you have lost {lost} HP in this fight, {left} of {most} are left."


def nobody_to_fight(others: Mapping[str, int]) -> str:
    """Return that there is no enemy to fight, and how many there are of each other sort."""
    left = [f"{count} {sort}" for sort, count in others.items() if count]
    return f"Nobody to fight here{': ' if left else ''}{', '.join(left)}."
