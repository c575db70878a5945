"""Odds of a fight to the end, computed exactly with the engine's own rules.

Nothing of the rules is written here again. A turn of the fight is played by the engine in a small
room, once for every way in which its coins can fall, and the turns are put together by how likely
each is.
"""

from typing import TypeAlias

from attrs import frozen

from cc3k.engine.actions import Attack
from cc3k.engine.actors import Enemy, Hero
from cc3k.engine.board import FloorLayout, board_from_rows
from cc3k.engine.combat import damage
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.grid import EAST, Cell
from cc3k.engine.rules import Rules

NEGLIGIBLE_CHANCE = 1e-12
"""A fight is computed until it is undecided with no more than this chance."""

MAX_TURNS = 2_000
"""Turns after which a fight is left undecided, as nobody gets hurt."""

WORST_ONE_IN = 20
"""The worst loss is the one that one fight in this many exceeds or reaches."""

_ARENA_BOARD = board_from_rows(("|-----|", "|....||", "|-----|"))
_HERO_CELL: Cell = _ARENA_BOARD.stride + 1
_ENEMY_CELL: Cell = _HERO_CELL + 1
_ARENA_LAYOUT = FloorLayout(_ARENA_BOARD, ((_HERO_CELL, "@"), (_HERO_CELL + 3, "\\")))


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


def compute_fight_odds(rules: Rules, hero: Hero, enemy: Enemy) -> FightOdds:
    """Return the odds of a fight to the end against that enemy, from here and now."""
    ends = _FightSimulation(rules, hero, enemy).final_chances()
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
    each = damage(hero.stats.attack, enemy.kind.stats.defence)
    return -(-enemy.hp // each) if each else None


def _worst_of_twenty(costs: dict[int, float]) -> int:
    """Return the greatest loss that more than one fight in twenty reaches."""
    beyond, dearest_first = 0.0, iter(sorted(costs, reverse=True))
    while True:
        cost = next(dearest_first)
        beyond += costs[cost]
        if beyond * WORST_ONE_IN > 1:
            return cost


class _FightSimulation:
    """A fight played by the engine, the turn of each state only once."""

    def __init__(self, rules: Rules, hero: Hero, enemy: Enemy) -> None:
        self._rules, self._hero, self._enemy = rules, hero, enemy
        self._next_states: dict[FightState, StateChances] = {}

    def final_chances(self) -> StateChances:
        """Return the chance of each state in which the fight is over."""
        going: StateChances = {(self._hero.hp, self._enemy.hp): 1.0}
        ends: StateChances = {}
        for _ in range(MAX_TURNS):
            going = self._play_turn(going, ends)
            if sum(going.values()) <= NEGLIGIBLE_CHANCE:
                break
        return {**ends, **going}

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
        """Play a turn once for each possible fall of the coins."""
        outcomes: StateChances = {}
        coins = _EnumeratingDice()
        while coins.next_sequence():
            after = self._play_attack(state, coins)
            outcomes[after] = outcomes.get(after, 0.0) + coins.chance
        return outcomes

    def _play_attack(self, state: FightState, coins: Dice) -> FightState:
        game = GameState(self._rules, self._hero.race, coins, (_ARENA_LAYOUT,))
        enemy = Enemy(self._enemy.kind)
        game.place_enemy(_ENEMY_CELL, enemy)
        game.enemies_frozen = True
        game.hero.provoked_kinds.update(self._hero.provoked_kinds)
        game.hero.stats = self._hero.stats
        game.hero.hp, enemy.hp = state
        game.play(Attack(EAST))
        return game.hero.hp, enemy.hp


class _EnumeratingDice(Dice):
    """Dice that go through every possible fall of their coins, one after another."""

    def __init__(self) -> None:
        super().__init__("every way")
        self._planned_flips: list[bool] | None = None
        self._flips: list[bool] = []

    @property
    def chance(self) -> float:
        """The probability of this fall of the coins."""
        return 0.5 ** len(self._flips)

    def next_sequence(self) -> bool:
        """Prepare the next sequence of coins; return False after the last one."""
        if self._planned_flips is None:
            self._planned_flips = []
            return True
        while self._flips and not self._flips[-1]:
            self._flips.pop()
        if not self._flips:
            return False
        self._planned_flips, self._flips = [*self._flips[:-1], False], []
        return True

    def fork(self, label: str) -> Dice:
        """Return these same dice: all forks share the coins."""
        del label
        return self

    def flip_coin(self) -> bool:
        """Return the planned flip, or True if none is planned yet."""
        planned = self._planned_flips or []
        number = len(self._flips)
        self._flips.append(planned[number] if number < len(planned) else True)
        return self._flips[-1]

    def below(self, count: int) -> int:
        """Return 0: the gold that an enemy yields does not decide a fight."""
        del count
        return 0
