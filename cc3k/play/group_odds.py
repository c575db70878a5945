"""Group odds: the odds of a fight against several enemies, one slain after another.

The engine plays each turn against the enemy that is fought, as for the odds of a single fight. The
others that have arrived strike in the same turn. A kill changes the PC as its expansions say: a
level heals it before the next enemy is fought (X7, X70).

The work is bounded, and counted in steps instead of time, so the same game has the same odds on any
machine. Where a fight has too many states, those with about as many HP are told as one.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cc3k.engine.combat import NO_BLOW_RULES, BlowRules, max_damage_per_turn
from cc3k.engine.enemies import Enemy
from cc3k.engine.hero import Hero
from cc3k.engine.values import frozen
from cc3k.play.odds import (
    MAX_TURNS,
    STEPS_OF_NEW_STATE,
    EnumeratingDice,
    Facts,
    FightOdds,
    FightState,
    Kept,
    OddsCalculator,
    StateChances,
    hits_to_slay,
    odds_of_ends,
    restore,
    strike_hero,
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

GrowHero: TypeAlias = Callable[[Hero, Sequence[Enemy]], None]
"""Change a copy of the hero as slaying the last of some enemies would, after the others."""

Blows: TypeAlias = tuple[tuple[int, Kept, float], ...]
"""The HP that a turn's blows may take, what else they change of the hero, and the chance of it."""


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
        if hits_to_slay(hero, each, calculator.blows) is None:
            return calculator.compute(hero, each)
    order = (Joiner(foe), *_in_good_order(hero, others, calculator.blows))
    return _GroupFight(calculator, hero, order, grow).odds()


def compute_best_odds(
    calculator: OddsCalculator, hero: Hero, joiners: Sequence[Joiner], grow: GrowHero
) -> FightOdds:
    """Return the odds against all of them, beginning with the best of those who are there first.

    Raises OddsError where a single fight does.
    """
    start = min([each.first_turn for each in joiners])
    now = [each for each in joiners if each.first_turn == start]
    first = best_to_begin_with(hero, now, calculator.blows)
    others = [each for each in joiners if each is not first]
    return compute_group_odds(calculator, hero, first.enemy, others, grow)


def best_to_begin_with(
    hero: Hero, joiners: Sequence[Joiner], blows: BlowRules = NO_BLOW_RULES
) -> Joiner:
    """Return the enemy that it is best to fight first, or about as good."""
    return _in_good_order(hero, joiners, blows)[0]


def _in_good_order(hero: Hero, joiners: Sequence[Joiner], blows: BlowRules) -> Sequence[Joiner]:
    """Return enemies in an order that is best, or about as good: few hits and hard blows first."""

    def hits_by_threat(each: Joiner) -> float:
        hits = hits_to_slay(hero, each.enemy, blows) or 0
        return hits / max(1, max_damage_per_turn([each.enemy], hero, blows))

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
        self._blows_met: dict[tuple[int, int, tuple[int, ...], Kept], Blows] = {}
        self._heroes = [hero.copy()]
        for stage in range(len(order) - 1):
            self._heroes.append(self._after_kill(self._heroes[-1], stage))
        pairs = [*zip(self._heroes, order, strict=True)]
        self._turns = [calculator.turns_of(each, foe.enemy) for each, foe in pairs]
        self._held_turns = {
            stage: calculator.turns_of(each, foe.enemy, is_held=True)
            for stage, (each, foe) in enumerate(pairs)
            if foe.enemy.is_slowed
        }

    def odds(self) -> FightOdds:
        ends, stages = StateChances(), [StateChances() for _ in self._order]
        stages[0][self._first_state(0, self._hero)] = 1.0
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
        blows = self._calculator.blows
        return sum([hits_to_slay(self._hero, foe.enemy, blows) or 0 for foe in self._order])

    def _first_state(self, stage: int, hero: Hero) -> FightState:
        enemy = self._order[stage].enemy
        return hero.hp, enemy.hp, self._turns[stage].kept(hero, enemy)

    def _after_kill(self, hero: Hero, stage: int) -> Hero:
        grown = hero.copy()
        self._grow(grown, [foe.enemy for foe in self._order[: stage + 1]])
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
        is_held = self._order[stage].enemy.is_held_in(turn)
        turns = self._held_turns[stage] if is_held else self._turns[stage]
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
        self._strike(going, (turn, stage, stage), further[stage], ends)
        if slain and stage + 1 == len(self._order):
            _add_all(ends, slain)
        elif slain:
            grown = StateChances()
            for (hp, _, kept), chance in slain.items():
                hero = self._heroes[stage].copy()
                hero.hp = hp
                restore(hero, kept)
                _add(grown, self._first_state(stage + 1, self._after_kill(hero, stage)), chance)
            self._strike(grown, (turn, stage, stage + 1), further[stage + 1], ends)

    def _bounded(self, stages: list[StateChances]) -> list[StateChances]:
        most = max(LEAST_STATES, self._calculator.steps_left // (2 * self._hits()))
        while sum(map(len, stages)) > most and self._grain * LEAST_GRAINS < self._hero.hp:
            self._grain *= 2
            stages = [self._coarsened(states) for states in stages]
        if self._grain == 1:
            return stages
        stages = [self._coarsened(states) for states in stages]
        count, chance = sum(map(len, stages)), sum([sum(states.values()) for states in stages])
        likeliest = max([odds for states in stages for odds in states.values()], default=0.0)
        least = min(likeliest, LEAST_PART * chance / most) if count > most else 0.0
        kept = [{at: odds for at, odds in states.items() if odds >= least} for states in stages]
        part = chance / (sum([sum(states.values()) for states in kept]) or 1.0)
        return [{at: odds * part for at, odds in states.items()} for states in kept]

    def _coarsened(self, states: StateChances) -> StateChances:
        """Return states with HP in multiples of the grain, or 1; the mean HP stay the same.

        So are facts of the hero that count HP.
        """
        coarse, grain = StateChances(), self._grain
        for (hp, enemy_hp, kept), chance in states.items():
            low = max(1, hp - hp % grain)
            high = hp - hp % grain + grain
            part = (hp - low) / (high - low)
            for rounded, odds in _rounded_facts(kept, grain):
                _add(coarse, (low, enemy_hp, rounded), chance * odds * (1 - part))
                if part:
                    _add(coarse, (high, enemy_hp, rounded), chance * odds * part)
        return coarse

    def _strike(
        self,
        states: StateChances,
        moment: tuple[int, int, int],
        living: StateChances,
        ends: StateChances,
    ) -> None:
        """Let the others' blows fall in every state; add those that the PC survives to `living`.

        They are of those behind the enemy of its stage that have come by its turn, and fall on the
        hero of the stage `armed`.
        """
        turn, stage, armed = moment
        others = [
            at
            for at, each in enumerate(self._order)
            if at > stage and each.first_turn <= turn and not each.enemy.is_held_in(turn)
        ]
        for (hp, enemy_hp, kept), chance in states.items():
            for lost, after, odds in self._blows(stage, armed, others, kept):
                state = max(0, hp - lost), enemy_hp, after
                _add(living if state[0] else ends, state, chance * odds)

    def _blows(self, stage: int, armed: int, others: Sequence[int], kept: Kept) -> Blows:
        """Return the blows of the enemies at those places of the order."""
        key = stage, armed, tuple(others), kept
        if key not in self._blows_met:
            blows: Blows = ((0, kept, 1.0),)
            for at in others:
                blows = self._with_blows_of(self._order[at].enemy, armed, blows)
            self._blows_met[key] = blows
        return self._blows_met[key]

    def _with_blows_of(self, enemy: Enemy, armed: int, blows: Blows) -> Blows:
        """Return the blows of a turn in which one more enemy strikes, as the engine lets it."""
        found, dice = dict[tuple[int, Kept], float](), EnumeratingDice()
        turns, rules = self._turns[armed], self._calculator.blows
        for lost, kept, chance in blows:
            dice.begin()
            while dice.next_sequence():
                struck = self._heroes[armed].copy()
                struck.hp = _UNHURT_HP
                restore(struck, kept)
                strike_hero(enemy.copy(), struck, dice, rules)
                after = turns.kept(struck, self._order[armed].enemy) if kept else kept
                key = lost + _UNHURT_HP - struck.hp, after
                found[key] = found.get(key, 0.0) + chance * float(dice.chance)
        return tuple([(lost, kept, chance) for (lost, kept), chance in found.items()])


def _rounded_facts(kept: Kept, grain: int) -> list[tuple[Kept, float]]:
    """Return facts in multiples of a grain, with the chances that keep their means the same."""
    if not kept:
        return [(kept, 1.0)]
    facts, of_enemy, gold = kept
    found: list[tuple[Facts, float]] = [((), 1.0)]
    for name, number in facts:
        low, part = number - number % grain, number % grain / grain
        ends = [(number, 1.0)] if number <= grain else [(low, 1 - part), (low + grain, part)]
        found = [
            ((*told, (name, end)), chance * odds)
            for told, chance in found
            for end, odds in ends
            if odds
        ]
    return [((told, of_enemy, gold), chance) for told, chance in found]


def _add(states: StateChances, state: FightState, chance: float) -> None:
    states[state] = states.get(state, 0.0) + chance


def _add_all(states: StateChances, more: StateChances) -> None:
    for state, chance in more.items():
        _add(states, state, chance)
