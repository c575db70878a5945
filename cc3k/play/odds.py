"""Odds of a fight to the end, computed exactly with the engine's own rules.

None of the rules is repeated here. The engine plays a turn of the fight in a small room, once for
every sequence of draws that its dice can give, and the turns are combined by their probabilities.

Against several enemies, one is slain after another, and those that have arrived strike in the same
turn. A kill changes the PC as its expansions say: a level heals it before the next enemy is fought
(X7, X70). The work is bounded, and counted in steps instead of time, so the same game has the same
odds on any machine. Where a fight has too many states, those with about as many HP are told as one.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from attrs import evolve, field

from cc3k.engine.actions import Attack
from cc3k.engine.board import EAST, TILE, Cell, FloorLayout, board_from_rows
from cc3k.engine.combat import (
    NO_BLOW_RULES,
    BlowRules,
    attack_hero,
    damage,
    hits_to_slay,
    max_damage_per_turn,
)
from cc3k.engine.dice import BYTE_VALUES, Dice, DrawBits
from cc3k.engine.enemies import Behaviour, Enemy, Stage
from cc3k.engine.expansion import NO_FIGHT_HOOKS, Expansion, Rows
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.rules import Rules
from cc3k.engine.states import FLEEING, NO_NUMBERS
from cc3k.engine.values import define, frozen

if TYPE_CHECKING:
    from fractions import Fraction


T = TypeVar("T")


class OddsError(ValueError):
    """The odds of a fight cannot be computed exactly: it says what was found and expected."""


class EnumeratingDice(Dice):
    """Dice that go through every possible sequence of draws, one after another.

    A draw below `n` has `n` outcomes, each equally likely. `flip_coin`, `below` and what `Dice`
    builds on them are decided here, and so are `pick_many` and `randbytes`. Any other way to draw
    ends in `_bit_source`, which refuses: nothing is left to chance in silence.
    """

    def __init__(self) -> None:
        super().__init__("every sequence")
        self.begin()

    def begin(self) -> None:
        self._planned_draws: list[int] | None = None
        self._draws: list[int] = []
        self._counts: list[int] = []

    @property
    def chance(self) -> "Fraction":
        from fractions import Fraction

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
        return [self.pick(options) for _ in range(count)]

    def randbytes(self, count: int) -> bytes:
        """Return `count` bytes, each a choice among 256."""
        return bytes([self.below(BYTE_VALUES) for _ in range(count)])

    def _bit_source(self) -> DrawBits:
        """Raise OddsError: whatever draws bits directly cannot be enumerated."""
        message = "found a draw of random bits within a fight; expected `below` or `flip_coin`"
        raise OddsError(message)


NEGLIGIBLE_CHANCE = 1e-12
"""A fight is computed until it is undecided with no more than this chance."""

ROUGH_CHANCE = 1e-5
"""Where odds may be rough, what is less likely than this is left out: half a percent in all."""

ROUGH_HP = 150
"""HP of the PC up to which odds are exact all the same: they take no time."""

MAX_TURNS = 2_000
"""Turns after which a fight is left undecided, as nobody gets hurt."""

MAX_PLAYED_TURNS = 250_000
"""Bound of the turns played for one fight, a few seconds; fights of the document need 5,000."""

MAX_STEPS = 8_000
"""Steps for the odds of one choice: a state in a turn is one. They take at most about 40 ms."""

MAX_STEPS_TO_SINK = 1_000
"""Steps for each fight in the search for the lowest HP on the way."""

PARTS_OF_LOWEST_HP = 32
"""The lowest HP on the way are told to this part of the HP of the PC."""

STEPS_OF_NEW_STATE = 20
"""Steps for a state whose turns have to be played by the engine."""

WORST_ONE_IN = 20
"""The worst loss is one that one fight in this many reaches or exceeds."""

_HERO_CELL: Cell = 9
_ENEMY_CELL: Cell = _HERO_CELL + 1


@lru_cache(maxsize=8)
def _arena_layout(terrain: int) -> FloorLayout:
    board = board_from_rows(("|-----|", f"|{terrain:c}...||", "|-----|"))
    return FloorLayout(board, ((_HERO_CELL, "@"), (_HERO_CELL + 3, "\\")))


@frozen
class FightOdds:
    """The odds of a fight of the PC against a single enemy, with the first blow by the PC.

    `win_chance` is from 0 to 1. `hits_to_slay` is the number of hits that slay, None if no number
    does. `mean_hp_lost` is the average loss of HP, `worst_hp_lost` that of the worst fight in
    twenty, which `is_deadly_at_worst` if it slays. A slain PC has lost all its HP, so it may lose
    more than is told; a draining one may gain some. `mean_hp_lost_if_won` leaves out fights lost.
    `lowest_hp` are the HP to which one fight in twenty sinks on its way, if they are fewer than at
    the worst end, and known.
    """

    win_chance: float
    hits_to_slay: int | None
    mean_hp_lost: float
    worst_hp_lost: int
    is_deadly_at_worst: bool = False
    mean_hp_lost_if_won: float = 0.0
    lowest_hp: int | None = None


Facts: TypeAlias = tuple[tuple[str, int], ...]

Kept: TypeAlias = "tuple[()] | tuple[Facts, Facts, int | None]"
"""What else a fight changes: facts of hero and enemy, and gold if it matters; base: nothing."""

FightState: TypeAlias = tuple[int, int, Kept]
"""The hero's and the enemy's HP, and what else the fight has changed."""

StateChances: TypeAlias = dict[FightState, float]
"""The chance of each state."""

Outcomes: TypeAlias = list[tuple[FightState, float]]
"""States after a turn, each with its chance."""

TurnOutcomes: TypeAlias = tuple[Outcomes, Outcomes]
"""The states after a turn: those in which the fight goes on, and those in which it is over."""


def compute_fight_odds(
    rules: Rules, hero: Hero, enemy: Enemy, *, strikes_first: bool = False, terrain: int = TILE
) -> FightOdds:
    """Return the odds of a fight to the end against that enemy, from the present state.

    With `strikes_first`, the PC spends a turn in its reach on something else before. It stands on
    that `terrain`. Raises OddsError for a fight with too many possible draws to enumerate.
    """
    calculator = OddsCalculator(rules, terrain=terrain)
    return calculator.compute(hero, enemy, strikes_first=strikes_first)


def takes_gold(blows: BlowRules, hero: Hero, enemy: Enemy) -> bool:
    """Tell whether a hit of an enemy takes gold of the PC, and no HP as long as it does (X95)."""
    robbed = hero.copy()
    blows.replace_hit(robbed, enemy.copy())
    return robbed.gold < hero.gold


@define(eq=False)
class OddsCalculator:
    """Odds of several fights by the same rules, which share the turns played for them.

    With `is_rough` they leave out what hardly ever happens. That saves most of the time for a PC
    with more than `ROUGH_HP`. Odds against several are the coarser the fewer `steps_left` there
    are: the work is counted instead of the time, so a game has the same odds on any machine. The PC
    fights where it stands: on that `terrain`. In `compute_group_odds`, those who are there strike
    in so many turns, its `first_blows`, before it strikes for the first time.
    """

    rules: Rules
    is_rough: bool = False
    steps_left: int = MAX_STEPS
    terrain: int = TILE
    first_blows: int = 0
    fight_rules: Rules = field(init=False)
    _turns: dict[Hashable, "FightTurns"] = field(factory=dict, init=False)

    @fight_rules.default
    def _find_fight_rules(self) -> Rules:
        return fight_rules(self.rules) if self.rules.expansions else self.rules

    @property
    def blows(self) -> BlowRules:
        return self.rules.blows.on(self.terrain)

    def compute(self, hero: Hero, enemy: Enemy, *, strikes_first: int = 0) -> FightOdds:
        least = ROUGH_CHANCE if self.is_rough and hero.hp > ROUGH_HP else 0.0
        fights = [self.turns_of(hero, enemy)]
        if enemy.is_slowed:
            fights.append(self.turns_of(hero, enemy, is_held=True))
        known = sum(map(len, fights))
        ends = StateChances()
        going: StateChances = {(hero.hp, enemy.hp, fights[0].kept(hero, enemy)): 1.0}
        for _ in range(strikes_first):
            going = fights[0].let_enemy_act(hero, enemy, going, ends)
        for turn in range(strikes_first, strikes_first + MAX_TURNS):
            going = fights[enemy.is_held_in(turn)].play(going, ends, least)
            if sum(going.values()) <= max(NEGLIGIBLE_CHANCE, least):
                break
        self.steps_left -= STEPS_OF_NEW_STATE * (sum(map(len, fights)) - known)
        hits = hits_to_slay(hero, enemy, self.blows)
        return odds_of_ends(hero.hp, {**ends, **going}, hits)

    def turns_of(self, hero: Hero, enemy: Enemy, *, is_held: bool = False) -> "FightTurns":
        """Return the turns of fights that differ by nothing but the HP of both.

        In those of one that `is_held` the enemy does not act.
        """
        armed = (hero.race, hero.stats, frozenset(hero.provoked_kinds))
        terrain = self.terrain if self.rules.blows else TILE
        key = (armed, enemy.kind, enemy.stats, terrain, is_held)
        if key not in self._turns:
            rules = held_rules(self.fight_rules) if is_held else self.fight_rules
            layout = _arena_layout(terrain)
            self._turns[key] = FightTurns(rules, hero.copy(), enemy.copy(), layout)
        self._turns[key].played = 0
        return self._turns[key]


def odds_of_ends(hp: int, ends: StateChances, hits: int | None) -> FightOdds:
    """Return the odds of a fight begun with so many HP, of the chances of its ends."""
    costs: dict[int, float] = {}
    for (left, _, _), chance in ends.items():
        costs[hp - left] = costs.get(hp - left, 0.0) + chance
    dearest = sorted(costs, reverse=True)
    chances_of_more = accumulate([costs[cost] for cost in dearest])
    is_reached = [chance * WORST_ONE_IN > 1 for chance in chances_of_more]
    worst = dearest[is_reached.index(True)]
    won = [(hp - left, chance) for (left, foe, _), chance in ends.items() if left > 0 and foe == 0]
    win_chance = sum(chance for _, chance in won)
    return FightOdds(
        win_chance=win_chance,
        hits_to_slay=hits,
        mean_hp_lost=sum(cost * chance for cost, chance in costs.items()),
        worst_hp_lost=worst,
        is_deadly_at_worst=worst == hp,
        mean_hp_lost_if_won=sum(cost * chance for cost, chance in won) / (win_chance or 1.0),
    )


@lru_cache(maxsize=512)
def fight_rules(rules: Rules) -> Rules:
    """Return the rules of a fight alone, in which no expansion draws or adds anything else.

    What one has done to the hero and the enemy is in their figures and facts. What a victory brings
    comes after the fight, and is no part of its cost.
    """
    fighting = [each for each in rules.expansions if each.fights is not NO_FIGHT_HOOKS]
    bare = [Expansion(each.name, each.sentence, fights=each.fights) for each in fighting]
    return evolve(rules, expansions=tuple(bare))


@lru_cache(maxsize=512)
def held_rules(rules: Rules) -> Rules:
    hold = Behaviour(Stage.HELD, lambda *_: ())
    held = Expansion("held", "Enemies do not act.", rows=Rows(behaviours=(hold,)))
    return evolve(rules, expansions=(*rules.expansions, held))


class FightTurns:
    """The turns of fights between a hero and a kind of enemy, each played once by the engine.

    A turn in which no blow slays does not depend on the enemy's HP. So it is played once, with the
    fewest HP that survive a blow, and its loss counts for any higher number.
    """

    def __init__(self, rules: Rules, hero: Hero, enemy: Enemy, layout: FloorLayout) -> None:
        self._rules, self._hero, self._enemy, self._layout = rules, hero, enemy, layout
        self._enemy.guarded_cells = ()  # what it guards lies on its own floor
        self._enemy.statuses = NO_NUMBERS  # whoever is slowed is held in some turns
        self._most_told = damage(hero.stats.attack, enemy.stats.defence) + 1
        self._next_states: dict[FightState, TurnOutcomes] = {}
        self._dice = EnumeratingDice()
        self._arena: tuple[GameState, Enemy] | None = None
        self.played = 0

    def __contains__(self, state: FightState) -> bool:
        return state in self._next_states

    def __len__(self) -> int:
        return len(self._next_states)

    def play(self, going: StateChances, ends: StateChances, least: float) -> StateChances:
        """Play a turn from every state with that chance at least; add decided states to `ends`."""
        further = StateChances()
        for state, chance in going.items():
            if chance < least:
                continue
            on, over = self.after(state)
            for after, odds in on:
                further[after] = further.get(after, 0.0) + chance * odds
            for after, odds in over:
                ends[after] = ends.get(after, 0.0) + chance * odds
        return further

    def after(self, state: FightState) -> TurnOutcomes:
        found = self._next_states.get(state)
        if found is None:
            hp, enemy_hp, kept = state
            is_first = bool(kept) and enemy_hp == self._enemy.kind.hp  # a rule may look at that
            if enemy_hp <= self._most_told or is_first:
                found = self._outcomes(state)
            else:
                more = enemy_hp - self._most_told
                going, over = self.after((hp, self._most_told, kept))
                if any(not left for (_, left, _), _ in over):  # a rule makes the blow harder
                    self._most_told *= 2
                    return self.after(state)
                found = _with_more_hp(going, more), _with_more_hp(over, more)
            self._next_states[state] = found
        return found

    def kept(self, hero: Hero, enemy: Enemy) -> Kept:
        """Return what a fight has changed besides HP, as far as expansions look at it."""
        if not self._rules.expansions:
            return ()
        minded = self._rules.hooks.minds_gold
        gold = hero.gold if any(minds(hero, enemy) for minds in minded) else None
        return tuple(sorted(hero.facts.items())), tuple(sorted(enemy.facts.items())), gold

    def let_enemy_act(
        self, hero: Hero, enemy: Enemy, states: StateChances, ends: StateChances
    ) -> StateChances:
        """Let the enemy act once, after the PC's race; add decided states to `ends`."""
        going, dice, rules = StateChances(), EnumeratingDice(), self._rules
        blows = rules.blows.on(self._layout.board.terrain[_HERO_CELL])
        for (hp, enemy_hp, kept), chance in states.items():
            dice.begin()
            while dice.next_sequence():
                struck, striker = hero.copy(), enemy.copy()
                struck.hp, striker.hp = hp, enemy_hp
                restore(struck, kept, striker)
                if rules.race_takes_effect(struck, is_in_fight=True):
                    list(struck.race.each_turn(struck))
                if not enemy.is_held_in(0):
                    strike_hero(striker, struck, dice, blows)
                state = struck.hp, striker.hp, self.kept(struck, striker)
                _add(going if struck.hp else ends, state, chance * float(dice.chance))
        return going

    def _outcomes(self, state: FightState) -> TurnOutcomes:
        # Imported here for a fast start: it imports much, and most fights are computed later.
        from fractions import Fraction

        outcomes: dict[FightState, Fraction] = {}
        dice = self._dice
        dice.begin()
        while dice.next_sequence():
            self.played += 1
            if self.played > MAX_PLAYED_TURNS:
                message = f"found a fight of more than {MAX_PLAYED_TURNS} different turns"
                text = f"{message}; expected fewer, as each of them is played"
                raise OddsError(text)
            after = self._play_attack(state)
            outcomes[after] = outcomes.get(after, Fraction()) + dice.chance
        told = [(after, float(chance)) for after, chance in outcomes.items()]
        going = [each for each in told if each[0][0] > 0 < each[0][1]]
        return going, [each for each in told if each not in going]

    def _play_attack(self, state: FightState) -> FightState:
        if self._arena is None:
            enemy = self._enemy.copy()
            game = GameState(self._rules, self._hero.race, self._dice, (self._layout,))
            game.place_enemy(_ENEMY_CELL, enemy)
            game.enemies_frozen = True
        else:
            game, enemy = self._arena
        hero = game.hero = self._hero.copy()
        hero.hp, enemy.hp, kept = state
        enemy.stats = self._enemy.stats
        if kept:
            restore(hero, kept, enemy)
        game.play(Attack(EAST))
        self._arena = (game, enemy) if hero.hp and enemy.hp else None
        return hero.hp, enemy.hp, self.kept(hero, enemy)


def strike_hero(enemy: Enemy, hero: Hero, dice: Dice, blows: BlowRules) -> None:
    """Let an enemy attack a hero in all the actions of a turn."""
    for _ in range(enemy.kind.actions_per_turn):
        if hero.hp:
            list(attack_hero(enemy, hero, dice, blows))


def restore(hero: Hero, kept: Kept, enemy: Enemy | None = None) -> None:
    """Give a hero back what a fight has changed, and its enemy."""
    if kept:
        facts, of_enemy, gold = kept
        if enemy is not None:
            enemy.facts = dict(of_enemy) or NO_NUMBERS
        hero.facts = dict(facts) or NO_NUMBERS
        hero.gold = hero.gold if gold is None else gold


def _with_more_hp(outcomes: Outcomes, more: int) -> Outcomes:
    return [((hp, left + more, kept), chance) for (hp, left, kept), chance in outcomes]


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
    """An enemy that strikes in a fight from a turn on, counted from 0.

    Where there is no room beside the PC, it waits until so many `kills` have made some.
    """

    enemy: Enemy
    first_turn: int = 0
    kills: int = 0

    @property
    def arrival(self) -> int:
        """The turn from which it is there: it comes back once it has fled for a while (X94)."""
        return max(self.first_turn, self.enemy.statuses.get(FLEEING, 0))

    def strikes_in(self, turn: int, kills: int) -> bool:
        is_there = self.arrival <= turn and self.kills <= kills
        return is_there and not _does_nothing(self.enemy, turn)


def compute_group_odds(
    calculator: OddsCalculator, hero: Hero, foe: Enemy, others: Sequence[Joiner], grow: GrowHero
) -> FightOdds:
    """Return the odds of slaying that enemy first, unless it flees, and the others in a good order.

    What the last kill brings is not in them. Raises OddsError where a single fight does.
    """
    if not (others or foe.is_fleeing):
        return calculator.compute(hero, foe, strikes_first=calculator.first_blows)
    for each in (foe, *[other.enemy for other in others]):
        if hits_to_slay(hero, each, calculator.blows) is None:
            return calculator.compute(hero, each)
    return _GroupFight(calculator, hero, _order(calculator, hero, foe, others), grow).odds()


def with_lowest_hp(
    odds: FightOdds,
    calculator: OddsCalculator,
    hero: Hero,
    fight: tuple[Enemy, Sequence[Joiner]],
    grow: GrowHero,
) -> FightOdds:
    """Return the odds of a fight with the lowest HP on its way, if it heals the PC meanwhile.

    They are found by halving, down to a thirty-second part of the HP, with fewer steps for each
    fight than the odds have.
    """
    end = min(hero.hp, hero.hp - odds.worst_hp_lost)
    if odds.hits_to_slay is None or odds.is_deadly_at_worst or end <= 1:
        return odds
    steps_left, grain = calculator.steps_left, max(1, hero.hp // PARTS_OF_LOWEST_HP)
    group = _GroupFight(calculator, hero, _order(calculator, hero, *fight), grow)
    least, most = 0, end - 1
    does_sink = group.sinks_to(most)
    while does_sink and most - least > grain:
        half = (least + most) // 2
        least, most = (least, half) if group.sinks_to(half) else (half, most)
    calculator.steps_left = steps_left
    return evolve(odds, lowest_hp=least + 1) if does_sink else odds


def _order(
    calculator: OddsCalculator, hero: Hero, foe: Enemy, others: Sequence[Joiner]
) -> Sequence[Joiner]:
    first, hits = Joiner(foe), hits_to_slay(hero, foe, calculator.blows) or 0
    if first.arrival:  # it flees: whoever comes is fought before
        return _in_good_order(hero, (first, *others), calculator.blows)
    return (first, *_in_good_order(hero, others, calculator.blows, hits, 1))


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
    return _in_good_order(hero, joiners, blows)[0]


def _in_good_order(
    hero: Hero, joiners: Sequence[Joiner], blows: BlowRules, turn: int = 0, kills: int = 0
) -> Sequence[Joiner]:
    """Return enemies in an order that is best, or about as good, with that turn as the first.

    Of those who are there, few hits and hard blows come first; those that run strike nobody.
    """
    hits = {id(each): hits_to_slay(hero, each.enemy, blows) or 0 for each in joiners}

    def rank(each: Joiner) -> tuple[int, float]:
        wait = MAX_TURNS if each.kills > kills else max(0, each.arrival - turn)
        runs = FLEEING in each.enemy.facts
        threat = 0 if runs else max_damage_per_turn([each.enemy], hero, blows)
        return wait, hits[id(each)] / max(1, threat)

    left, order = [*joiners], list[Joiner]()
    while left:
        order.append(min(left, key=rank))
        left.remove(order[-1])
        turn, kills = max(turn, order[-1].arrival) + hits[id(order[-1])], kills + 1
    return order


def _does_nothing(enemy: Enemy, turn: int) -> bool:
    """Tell whether an enemy is held in a turn, or runs from the PC for good (X95)."""
    return FLEEING in enemy.facts or enemy.is_held_in(turn)


class _GroupFight:
    """A fight against enemies in a given order, played turn by turn until it is decided.

    A stage is the part of it in which one of them is fought. Where a turn has more states than its
    share of the steps left, HP are told only as multiples of `_grain`. It ends, too, where the HP
    of the PC sink to `_least_hp`.
    """

    def __init__(
        self, calculator: OddsCalculator, hero: Hero, order: Sequence[Joiner], grow: GrowHero
    ) -> None:
        self._hero, self._order, self._grow, self._least_hp = hero, order, grow, 0
        self._calculator, self._grain = calculator, 1
        self._blows_met: dict[tuple[int, int, tuple[int, ...], Kept], Blows] = {}
        self._grown: dict[tuple[int, int, Kept], FightState] = {}
        blows = calculator.blows
        self._hits = sum([hits_to_slay(hero, foe.enemy, blows) or 0 for foe in order])
        self._heroes = [hero.copy()]
        for stage in range(len(order) - 1):
            self._heroes.append(self._after_kill(self._heroes[-1], stage))
        pairs = [*zip(self._heroes, order, strict=True)]
        self._turns = [calculator.turns_of(each, foe.enemy) for each, foe in pairs]
        self._held_turns = {
            stage: calculator.turns_of(each, foe.enemy, is_held=True)
            for stage, (each, foe) in enumerate(pairs)
            if foe.enemy.is_slowed or foe.enemy.is_fleeing
        }

    def odds(self) -> FightOdds:
        return odds_of_ends(self._hero.hp, self._ends(), self._hits)

    def sinks_to(self, least_hp: int) -> bool:
        """Tell whether one fight in twenty brings the PC down to so few HP on the way."""
        self._least_hp, self._grain = least_hp, 1
        self._calculator.steps_left = MAX_STEPS_TO_SINK
        return self._chance_of_sunk(self._ends()) * WORST_ONE_IN > 1

    def _chance_of_sunk(self, ends: StateChances) -> float:
        return sum([chance for (hp, _, _), chance in ends.items() if hp <= self._least_hp])

    def _is_decided(self, ends: StateChances, undecided: float) -> bool:
        """Tell whether no more turns need be played: of a fight that sinks, once that is known."""
        if undecided <= LEAST_CHANCE or not self._least_hp:
            return undecided <= LEAST_CHANCE
        sunk = self._chance_of_sunk(ends) * WORST_ONE_IN
        return sunk > 1 or sunk + undecided * WORST_ONE_IN <= 1

    def _ends(self) -> StateChances:
        ends, stages = StateChances(), [StateChances() for _ in self._order]
        first = StateChances({self._first_state(0, self._hero): 1.0})
        start = self._calculator.first_blows
        for turn in range(start):  # the first enemy strikes, too
            struck = StateChances()
            self._strike(first, (turn, -1, 0), struck, ends)
            first = struck
        stages[0] = first
        for turn in range(start, start + MAX_TURNS):
            further = [StateChances() for _ in self._order]
            for stage, states in enumerate(stages):
                self._play_turn(turn, stage, states, further, ends)
            stages = self._bounded(further)
            if self._is_decided(ends, sum([sum(states.values()) for states in stages])):
                break
        for states in stages:
            _add_all(ends, states)
        total = sum(ends.values())
        return {state: chance / total for state, chance in ends.items()}

    def _first_state(self, stage: int, hero: Hero) -> FightState:
        enemy = self._order[stage].enemy
        return hero.hp, enemy.hp, self._turns[stage].kept(hero, enemy)

    def _next_first_state(self, stage: int, hp: int, kept: Kept) -> FightState:
        key = stage, hp, kept
        if key not in self._grown:
            hero = self._heroes[stage].copy()
            hero.hp = hp
            restore(hero, kept)
            self._grown[key] = self._first_state(stage + 1, self._after_kill(hero, stage))
        return self._grown[key]

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
        foe = self._order[stage]
        if foe.arrival > turn:  # the PC waits for it
            self._strike(states, (turn, stage, stage), further[stage], ends)
            return
        is_held = _does_nothing(foe.enemy, turn)
        turns = self._held_turns[stage] if is_held else self._turns[stage]
        self._calculator.steps_left -= len(states)
        for state, chance in states.items():
            if chance < LEAST_CHANCE:
                continue
            if state not in turns:
                self._calculator.steps_left -= STEPS_OF_NEW_STATE
            on, over = turns.after(state)
            for after, odds in on:
                _add(going if after[0] > self._least_hp else ends, after, chance * odds)
            for after, odds in over:
                _add(slain if after[0] > self._least_hp else ends, after, chance * odds)
        self._strike(going, (turn, stage, stage), further[stage], ends)
        if slain and stage + 1 == len(self._order):
            _add_all(ends, slain)
        elif slain:
            grown = StateChances()
            for (hp, _, kept), chance in slain.items():
                _add(grown, self._next_first_state(stage, hp, kept), chance)
            self._strike(grown, (turn, stage, stage + 1), further[stage + 1], ends)

    def _bounded(self, stages: list[StateChances]) -> list[StateChances]:
        most = max(LEAST_STATES, self._calculator.steps_left // (2 * self._hits))
        grain = self._grain
        while sum(map(len, stages)) > most and self._grain * LEAST_GRAINS < self._hero.hp:
            self._grain *= 2
            stages = [self._coarsened(states) for states in stages]
        if self._grain == 1:
            return stages
        if self._grain == grain:
            stages = [self._coarsened(states) for states in stages]
        count, chance = sum(map(len, stages)), sum([sum(states.values()) for states in stages])
        likeliest = max([odds for states in stages for odds in states.values()], default=0.0)
        least = min(likeliest, LEAST_PART * chance / most) if count > most else 0.0
        kept = [{at: odds for at, odds in states.items() if odds >= least} for states in stages]
        part = chance / (sum([sum(states.values()) for states in kept]) or 1.0)
        return [{at: odds * part for at, odds in states.items()} for states in kept]

    def _coarsened(self, states: StateChances) -> StateChances:
        """Return states with HP in multiples of the grain, or 1; the mean HP stay the same."""
        coarse, grain = StateChances(), self._grain
        for (hp, enemy_hp, kept), chance in states.items():
            low = max(self._least_hp + 1, hp - hp % grain)
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
            if at > stage and each.strikes_in(turn, max(0, stage))
        ]
        for (hp, enemy_hp, kept), chance in states.items():
            for lost, after, odds in self._blows(stage, armed, others, kept):
                state = max(0, hp - lost), enemy_hp, after
                _add(living if state[0] > self._least_hp else ends, state, chance * odds)

    def _blows(self, stage: int, armed: int, others: Sequence[int], kept: Kept) -> Blows:
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
                after = kept
                if kept:  # a blow changes the hero alone, not the enemy that is fought
                    facts, _, gold = turns.kept(struck, self._order[armed].enemy) or kept
                    after = facts, kept[1], gold
                key = lost + _UNHURT_HP - struck.hp, after
                found[key] = found.get(key, 0.0) + chance * float(dice.chance)
        return tuple([(lost, kept, chance) for (lost, kept), chance in found.items()])


@lru_cache(maxsize=4096)
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
