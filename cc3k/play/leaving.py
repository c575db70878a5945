"""Leaving: the journey to the stairs, with a report of what stays behind on the floor.

The last stairs end the game. So while gold is left on that floor, a first press stops beside them
and a second one leaves. On other floors the journey goes straight down.
"""

from collections.abc import Collection, Mapping
from copy import copy
from typing import ClassVar

from attrs import define, evolve, field

from cc3k.engine.board import Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.commands import DIRECTIONS_BY_WORD
from cc3k.play.interruptions import (
    INTERRUPTIBLE,
    GoOnQuestion,
    MultiTurnCommand,
    SecondPress,
    TravelPolicy,
)
from cc3k.play.messages import join_list
from cc3k.play.stop_messages import LEAVE_ALL_THE_SAME
from cc3k.play.travel import (
    AutoTravel,
    GoalFinder,
    can_explore,
    find_outlooks,
    find_stairs,
    is_harmful,
)

UNSEEN = "unseen place"


@define(eq=False)
class StairsJourney:
    """Travel to the stairs and down, and report what was left behind.

    Unless `is_told`, it stops before the last stairs while the floor has known gold.
    """

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    is_told: bool = False
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)
    _travel: AutoTravel = field(factory=lambda: AutoTravel(find_stairs))

    def next_command(self, game: GameState) -> str | None:
        """Return the next step; None where the way ends, or before the last stairs."""
        self._travel = copy(self._travel)  # a trial of this command must not take its steps
        words = self._travel.next_command(game)
        self.stop_reason, self.foes = self._travel.stop_reason, self._travel.foes
        self.again = self._press_that_goes_on(self._travel.again)
        view = GameView(game)
        if words is None or not _leads_to(view, words, view.stairs_cell):
            return words
        if view.depth < view.rules.floor_count:
            self.stop_reason = left_behind_message(view.depth, things_left(view))
        elif view.gold and not self.is_told:
            gold = sum([pile.value for pile in view.gold.values()])
            self.stop_reason = last_stairs_message(gold)
            bold = AutoTravel(find_stairs, allow_danger=self._travel.allow_danger)
            self.again = SecondPress(StairsJourney(is_told=True, travel=bold), LEAVE_ALL_THE_SAME)
            return None
        return words

    def _press_that_goes_on(
        self, again: SecondPress | GoOnQuestion | None
    ) -> SecondPress | GoOnQuestion | None:
        """Return what a second press starts: a journey past enemies, with the same report."""
        if isinstance(again, SecondPress) and isinstance(again.command, AutoTravel):
            return evolve(again, command=StairsJourney(self.is_told, again.command))
        return again


def journey_to(find_goals: GoalFinder) -> MultiTurnCommand:
    return StairsJourney() if find_goals is find_stairs else AutoTravel(find_goals)


def _leads_to(view: GameView, words: str, cell: Cell) -> bool:
    return view.hero_cell + DIRECTIONS_BY_WORD[words].offset(view.board.stride) == cell


def things_left(view: GameView) -> Mapping[str, int]:
    """Return how much there is of what might be worth it, as far as it is known.

    Potions that are known to do harm are not; nor is what nobody can walk to see.
    """
    left = dict[str, int]()
    if gold := sum([pile.value for pile in view.gold.values()]):
        left["gold"] = gold
    for trinket in view.trinkets.values():
        left[trinket.name] = left.get(trinket.name, 0) + 1
    potions = view.potions.values()
    good = [each for each in potions if each is None or not is_harmful(view.hero, each)]
    left["potion"] = len(good)
    left[UNSEEN] = len(find_outlooks(view)) if can_explore(view) else 0
    return {thing: count for thing, count in left.items() if count}


def left_behind_message(floor: int, left: Mapping[str, int]) -> str:
    named = [f"{count} {thing}{_ending(thing, count)}" for thing, count in left.items()]
    return f"Left on floor {floor}: {join_list(named)}." if named else ""


def last_stairs_message(gold: int) -> str:
    """Return that the game ends on these stairs, with gold left; without a full stop."""
    return f"These are the last stairs, and {gold} gold is left here"


def _ending(thing: str, count: int) -> str:
    return "s" if thing != "gold" and count > 1 else ""
