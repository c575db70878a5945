"""Odds of a fight to the end, computed exactly with the engine's own rules.

None of the rules is repeated here. The engine plays a turn of the fight in a small room, once for
every sequence of draws that its dice can give, and the turns are combined by their probabilities.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TypeAlias, TypeVar

from attrs import evolve, frozen

from cc3k.engine.actions import Attack
from cc3k.engine.board import EAST, Cell, FloorLayout, board_from_rows
from cc3k.engine.combat import attack_hero, damage
from cc3k.engine.dice import BYTE_VALUES, Dice, DrawBits
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.rules import Rules

T = TypeVar("T")

NEGLIGIBLE_CHANCE = 1e-12
"""A fight is computed until it is undecided with no more than this chance."""

MAX_TURNS = 2_000
"""Turns after which a fight is left undecided, as nobody gets hurt."""

MAX_PLAYED_TURNS = 250_000
"""Turns of one fight that are played at most, a few seconds' worth; the document's need 5,000."""

WORST_ONE_IN = 20
"""The worst loss is the one that one fight in this many exceeds or reaches."""

_ARENA_BOARD = board_from_rows(("|-----|", "|....||", "|-----|"))
_HERO_CELL: Cell = _ARENA_BOARD.stride + 1
_ENEMY_CELL: Cell = _HERO_CELL + 1
_ARENA_LAYOUT = FloorLayout(_ARENA_BOARD, ((_HERO_CELL, "@"), (_HERO_CELL + 3, "\\")))


class OddsError(ValueError):
    """The odds of a fight cannot be computed exactly: it says what was found and expected."""


@frozen
class FightOdds:
    """The odds of a fight of the PC against one enemy alone, the PC striking first.

    `win_chance` is a chance from 0 to 1; `hits_to_slay` the PC's hits that slay, None if they never
    do; `mean_hp_lost` the HP lost on the average, `worst_hp_lost` those lost in the worst one of
    twenty fights. A PC that is slain has lost all its HP; one that drains may gain some.
    """

    win_chance: float
    hits_to_slay: int | None
    mean_hp_lost: float
    worst_hp_lost: int


FightState: TypeAlias = tuple[int, int]
"""The hero's and the enemy's HP."""

StateChances: TypeAlias = dict[FightState, float]
"""The chance of each state."""


def compute_fight_odds(
    rules: Rules, hero: Hero, enemy: Enemy, *, strikes_first: bool = False
) -> FightOdds:
    """Return the odds of a fight to the end against that enemy, from here and now.

    If the enemy `strikes_first`, the PC has just spent a turn in its reach on something else.
    Raises OddsError for a fight whose draws cannot all be enumerated.
    """
    ends = _FightSimulation(rules, hero, enemy).final_chances(strikes_first=strikes_first)
    costs: dict[int, float] = {}
    for (hp, _), chance in ends.items():
        costs[hero.hp - hp] = costs.get(hero.hp - hp, 0.0) + chance
    return FightOdds(
        win_chance=sum(chance for (hp, left), chance in ends.items() if hp > 0 and left == 0),
        hits_to_slay=hits_to_slay(hero, enemy),
        mean_hp_lost=sum(cost * chance for cost, chance in costs.items()),
        worst_hp_lost=_worst_of_twenty(costs),
    )


def hits_to_slay(hero: Hero, enemy: Enemy) -> int | None:
    """Return the number of the hero's hits that slay the enemy; None if none do."""
    each = damage(hero.stats.attack, enemy.stats.defence)
    return -(-enemy.hp // each) if each else None


def _worst_of_twenty(costs: dict[int, float]) -> int:
    """Return the greatest loss that more than one fight in twenty reaches."""
    beyond, dearest_first = 0.0, iter(sorted(costs, reverse=True))
    while True:
        cost = next(dearest_first)
        beyond += costs[cost]
        if beyond * WORST_ONE_IN > 1:
            return cost


@lru_cache(maxsize=512)
def _fight_rules(rules: Rules) -> Rules:
    """Return the rules of a fight alone, in which no expansion draws or adds anything.

    What one has done to the hero and the enemy is in their figures. What a victory brings comes
    after the fight, and is no part of its cost.
    """
    return evolve(rules, expansions=())


class _FightSimulation:
    """A fight played by the engine, the turn of each state only once."""

    def __init__(self, rules: Rules, hero: Hero, enemy: Enemy) -> None:
        self._rules = _fight_rules(rules) if rules.expansions else rules
        self._hero, self._enemy = hero, enemy
        self._next_states: dict[FightState, StateChances] = {}
        self._played_turns = 0

    def final_chances(self, *, strikes_first: bool) -> StateChances:
        """Return the chance of each state in which the fight is over."""
        state, ends = (self._hero.hp, self._enemy.hp), StateChances()
        going = self._enemy_turn(ends) if strikes_first else {state: 1.0}
        for _ in range(MAX_TURNS):
            going = self._play_turn(going, ends)
            if sum(going.values()) <= NEGLIGIBLE_CHANCE:
                break
        return {**ends, **going}

    def _enemy_turn(self, ends: StateChances) -> StateChances:
        """Let the enemy act once, after the PC's race; add decided states to `ends`."""
        going, dice = StateChances(), _EnumeratingDice()
        while dice.next_sequence():
            hero = self._hero.copy()
            list(hero.race.each_turn(hero))
            list(attack_hero(self._enemy, hero, dice))
            state, where = (hero.hp, self._enemy.hp), going if hero.hp else ends
            where[state] = where.get(state, 0.0) + float(dice.chance)
        return going

    def _play_turn(self, undecided: StateChances, ends: StateChances) -> StateChances:
        """Play a turn from every state; add decided states to `ends`."""
        further: StateChances = {}
        for state, chance in undecided.items():
            if state not in self._next_states:
                self._next_states[state] = self._outcomes(state)
            for after, odds in self._next_states[state].items():
                where = further if after[0] > 0 < after[1] else ends
                where[after] = where.get(after, 0.0) + chance * odds
        return further

    def _outcomes(self, state: FightState) -> StateChances:
        """Play a turn once for each possible sequence of draws."""
        outcomes: dict[FightState, Fraction] = {}
        dice = _EnumeratingDice()
        while dice.next_sequence():
            self._count_played_turn()
            after = self._play_attack(state, dice)
            outcomes[after] = outcomes.get(after, Fraction()) + dice.chance
        return {after: float(chance) for after, chance in outcomes.items()}

    def _count_played_turn(self) -> None:
        self._played_turns += 1
        if self._played_turns > MAX_PLAYED_TURNS:
            message = f"found a fight of more than {MAX_PLAYED_TURNS} different turns"
            text = f"{message}; expected fewer, as each of them is played"
            raise OddsError(text)

    def _play_attack(self, state: FightState, dice: Dice) -> FightState:
        game = GameState(self._rules, self._hero.race, dice, (_ARENA_LAYOUT,))
        enemy, game.hero = self._enemy.copy(), self._hero.copy()
        enemy.guarded_cells = ()  # what it guards lies on its own floor
        game.place_enemy(_ENEMY_CELL, enemy)
        game.enemies_frozen = True
        game.hero.hp, enemy.hp = state
        game.play(Attack(EAST))
        return game.hero.hp, enemy.hp


class _EnumeratingDice(Dice):
    """Dice that go through every possible sequence of draws, one after another.

    A draw below `n` has `n` outcomes, each equally likely. `flip_coin`, `below` and what `Dice`
    builds on them are decided here, and so are `pick_many` and `randbytes`. Any other way to draw
    ends in `_bit_source`, which refuses: nothing is left to chance in silence.
    """

    def __init__(self) -> None:
        super().__init__("every sequence")
        self._planned_draws: list[int] | None = None
        self._draws: list[int] = []
        self._counts: list[int] = []

    @property
    def chance(self) -> Fraction:
        """The probability of this sequence of draws."""
        return Fraction(1, prod(self._counts))

    def next_sequence(self) -> bool:
        """Prepare the next sequence of draws; return False after the last one."""
        if self._planned_draws is None:
            self._planned_draws = []
            return True
        while self._draws and self._draws[-1] == self._counts[-1] - 1:
            self._draws.pop()
            self._counts.pop()
        if not self._draws:
            return False
        self._planned_draws = [*self._draws[:-1], self._draws[-1] + 1]
        self._draws, self._counts = [], []
        return True

    def fork(self, label: str) -> Dice:
        """Return these same dice: all forks share the sequence."""
        del label
        return self

    def copy(self) -> Dice:
        """Raise OddsError: a copy would draw the same numbers once more."""
        message = "found a copy of dice within a fight; expected none, as it has no odds of its own"
        raise OddsError(message)

    def below(self, count: int) -> int:
        """Return the planned number below `count`, or 0 if none is planned yet."""
        position, planned = len(self._draws), self._planned_draws or []
        self._draws.append(planned[position] if position < len(planned) else 0)
        self._counts.append(count)
        return self._draws[-1]

    def flip_coin(self) -> bool:
        """Return the planned flip, or True if none is planned yet."""
        return self.below(2) == 0

    def pick_many(self, options: Sequence[T], count: int) -> list[T]:
        """Return `count` options, each draw a choice among all of them."""
        return [self.pick(options) for _ in range(count)]

    def randbytes(self, count: int) -> bytes:
        """Return `count` bytes, each a choice among 256."""
        return bytes([self.below(BYTE_VALUES) for _ in range(count)])

    def _bit_source(self) -> DrawBits:
        """Raise OddsError: whatever draws bits directly cannot be enumerated."""
        message = "found a draw of random bits within a fight; expected `below` or `flip_coin`"
        raise OddsError(message)
