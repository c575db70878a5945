"""Group odds: the odds of a fight against several enemies, one slain after another.

The engine plays each turn against the enemy that is fought, as for the odds of a single fight. The
others that have arrived strike in the same turn. A kill changes the PC as its expansions say: a
level heals it before the next enemy is fought (X7, X70).

The work is bounded, and counted in steps instead of time, so the same game has the same odds on any
machine. Where a fight has too many states, those with about as many HP are told as one.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cc3k.engine.combat import attack_hero, max_damage_per_turn
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.hero import Hero
from cc3k.engine.values import frozen
from cc3k.play.odds import (
    MAX_TURNS,
    STEPS_OF_NEW_STATE,
    EnumeratingDice,
    FightOdds,
    OddsCalculator,
    StateChances,
    hits_to_slay,
    odds_of_ends,
)

LEAST_CHANCE = 1e-5
"""Less likely states are left out, and so is what is undecided with no more than this chance."""

LEAST_STATES = 12
"""States in a turn below which nothing more is told as one."""

LEAST_GRAINS = 6
"""Parts into which the HP of the PC are divided at least."""

LEAST_PART = 0.1
"""Part of the average chance of a state below which it is left out where there are too many."""

_UNHURT_HP = 1_000_000
"""HP that no turn uses up: blows are counted against a hero with so many."""

GrowHero: TypeAlias = Callable[[Hero, Sequence[EnemyKind]], None]
"""Change a copy of the hero as slaying the last of some enemies would, after the others."""

Blows: TypeAlias = tuple[tuple[int, float], ...]
"""The HP that a turn's blows may take, each with its chance."""


@frozen(eq=False)
class Joiner:
    """An enemy that strikes in a fight from a turn on, counted from 0."""

    enemy: Enemy
    first_turn: int = 0


def compute_group_odds(
    calculator: OddsCalculator,
    hero: Hero,
    foe: Enemy,
    others: Sequence[Joiner],
    grow: GrowHero,
) -> FightOdds:
    """Return the odds of slaying that enemy first, and then the others in a good order.

    What the last kill brings is not in them. Raises OddsError where a single fight does.
    """
    if not others:
        return calculator.compute(hero, foe)
    for each in (foe, *[other.enemy for other in others]):
        if hits_to_slay(hero, each) is None:
            return calculator.compute(hero, each)
    order = (Joiner(foe), *_in_good_order(hero, others))
    return _GroupFight(calculator, hero, order, grow).odds()


def compute_best_odds(
    calculator: OddsCalculator, hero: Hero, joiners: Sequence[Joiner], grow: GrowHero
) -> FightOdds:
    """Return the odds against all of them, beginning with the best of those there from turn 0.

    Raises OddsError where a single fight does.
    """
    first = best_to_begin_with(hero, [each for each in joiners if not each.first_turn])
    others = [each for each in joiners if each is not first]
    return compute_group_odds(calculator, hero, first.enemy, others, grow)


def best_to_begin_with(hero: Hero, joiners: Sequence[Joiner]) -> Joiner:
    """Return the enemy that it is best to fight first, or about as good."""
    return _in_good_order(hero, joiners)[0]


def _in_good_order(hero: Hero, joiners: Sequence[Joiner]) -> Sequence[Joiner]:
    """Return enemies in an order that is best, or about as good: few hits and hard blows first."""

    def hits_by_threat(each: Joiner) -> float:
        hits = hits_to_slay(hero, each.enemy) or 0
        return hits / max(1, max_damage_per_turn(each.enemy, hero))

    return sorted(joiners, key=hits_by_threat)


class _GroupFight:
    """A fight against enemies in a given order, played turn by turn until it is decided.

    A stage is the part of it in which one of them is fought. Where a turn has more states than its
    share of the steps left, HP are told only as multiples of `_grain`.
    """

    def __init__(
        self, calculator: OddsCalculator, hero: Hero, order: Sequence[Joiner], grow: GrowHero
    ) -> None:
        self._hero, self._order, self._grow = hero, order, grow
        self._calculator, self._grain = calculator, 1
        self._blows_met: dict[tuple[int, int, int], Blows] = {}
        self._heroes = [hero.copy()]
        for stage in range(len(order) - 1):
            self._heroes.append(self._after_kill(self._heroes[-1], stage))
        pairs = zip(self._heroes, order, strict=True)
        self._turns = [calculator.turns_of(each, foe.enemy) for each, foe in pairs]

    def odds(self) -> FightOdds:
        """Return the odds of the whole fight."""
        ends, stages = StateChances(), [StateChances() for _ in self._order]
        stages[0][self._hero.hp, self._order[0].enemy.hp] = 1.0
        for turn in range(MAX_TURNS):
            further = [StateChances() for _ in self._order]
            for stage, states in enumerate(stages):
                self._play_turn(turn, stage, states, further, ends)
            stages = self._bounded(further)
            if sum([sum(states.values()) for states in stages]) <= LEAST_CHANCE:
                break
        for states in stages:
            _add_all(ends, states)
        total = sum(ends.values())
        chances = {state: chance / total for state, chance in ends.items()}
        return odds_of_ends(self._hero.hp, chances, self._hits())

    def _hits(self) -> int:
        return sum([hits_to_slay(self._hero, foe.enemy) or 0 for foe in self._order])

    def _after_kill(self, hero: Hero, stage: int) -> Hero:
        grown = hero.copy()
        self._grow(grown, [foe.enemy.kind for foe in self._order[: stage + 1]])
        return grown

    def _play_turn(
        self,
        turn: int,
        stage: int,
        states: StateChances,
        further: Sequence[StateChances],
        ends: StateChances,
    ) -> None:
        """Play a turn of a stage from every state: the PC and its foe first, then the others."""
        going, slain = StateChances(), StateChances()
        turns = self._turns[stage]
        self._calculator.steps_left -= len(states)
        for state, chance in states.items():
            if chance < LEAST_CHANCE:
                continue
            if state not in turns:
                self._calculator.steps_left -= STEPS_OF_NEW_STATE
            on, over = turns.after(state)
            for after, odds in on:
                _add(going, after, chance * odds)
            for after, odds in over:
                _add(slain if after[0] else ends, after, chance * odds)
        _strike(going, self._blows(turn, stage, stage), further[stage], ends)
        if slain and stage + 1 == len(self._order):
            _add_all(ends, slain)
        elif slain:
            grown, next_hp = StateChances(), self._order[stage + 1].enemy.hp
            for (hp, _), chance in slain.items():
                hero = self._heroes[stage].copy()
                hero.hp = hp
                _add(grown, (self._after_kill(hero, stage).hp, next_hp), chance)
            _strike(grown, self._blows(turn, stage, stage + 1), further[stage + 1], ends)

    def _bounded(self, stages: list[StateChances]) -> list[StateChances]:
        most = max(LEAST_STATES, self._calculator.steps_left // (2 * self._hits()))
        while sum(map(len, stages)) > most and self._grain * LEAST_GRAINS < self._hero.hp:
            self._grain *= 2
            stages = [self._coarsened(states) for states in stages]
        if self._grain == 1:
            return stages
        stages = [self._coarsened(states) for states in stages]
        count, chance = sum(map(len, stages)), sum([sum(states.values()) for states in stages])
        least = LEAST_PART * chance / most if count > most else 0.0
        return [{at: odds for at, odds in states.items() if odds >= least} for states in stages]

    def _coarsened(self, states: StateChances) -> StateChances:
        """Return states with HP in multiples of the grain, or 1; the mean HP stay the same."""
        coarse, grain = StateChances(), self._grain
        for (hp, enemy_hp), chance in states.items():
            low = max(1, hp - hp % grain)
            high = hp - hp % grain + grain
            part = (hp - low) / (high - low)
            _add(coarse, (low, enemy_hp), chance * (1 - part))
            if part:
                _add(coarse, (high, enemy_hp), chance * part)
        return coarse

    def _blows(self, turn: int, stage: int, armed: int) -> Blows:
        """Return the blows of those behind the enemy of a stage that have come by a turn.

        They fall on the hero of the stage `armed`.
        """
        others = [each.enemy for each in self._order[stage + 1 :] if each.first_turn <= turn]
        key = stage, armed, len(others)
        if key not in self._blows_met:
            blows: Blows = ((0, 1.0),)
            for other in others:
                blows = _with_blows_of(other, self._heroes[armed], blows)
            self._blows_met[key] = blows
        return self._blows_met[key]


def _with_blows_of(enemy: Enemy, hero: Hero, blows: Blows) -> Blows:
    """Return the blows of a turn in which one more enemy strikes, as the engine lets it."""
    own, found, dice = dict[int, float](), dict[int, float](), EnumeratingDice()
    while dice.next_sequence():
        struck = hero.copy()
        struck.hp = _UNHURT_HP
        list(attack_hero(enemy, struck, dice))
        lost = _UNHURT_HP - struck.hp
        own[lost] = own.get(lost, 0.0) + float(dice.chance)
    for lost, chance in blows:
        for more, odds in own.items():
            found[lost + more] = found.get(lost + more, 0.0) + chance * odds
    return tuple(found.items())


def _strike(states: StateChances, blows: Blows, living: StateChances, ends: StateChances) -> None:
    """Let blows fall in every state; add those that the PC survives to `living`."""
    for (hp, enemy_hp), chance in states.items():
        for lost, odds in blows:
            state = max(0, hp - lost), enemy_hp
            _add(living if state[0] else ends, state, chance * odds)


def _add(states: StateChances, state: tuple[int, int], chance: float) -> None:
    states[state] = states.get(state, 0.0) + chance


def _add_all(states: StateChances, more: StateChances) -> None:
    for state, chance in more.items():
        _add(states, state, chance)
