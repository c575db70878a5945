"""Value of fights and potions: expected gold and HP, computed once and kept."""

from collections import deque
from typing import TypeAlias

from attrs import define, field, frozen

from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.play.odds import Facts, FightOdds, compute_fight_odds


@frozen
class StatChange:
    """The change that a potion makes to HP, attack and defence."""

    hp: int
    attack: int
    defence: int

    @property
    def is_harmless(self) -> bool:
        """Whether no figure goes down."""
        return min(self.hp, self.attack, self.defence) >= 0


def measure_potion_effect(potion: Potion, race: Race) -> StatChange:
    """Return the effect of a potion on that race at half of its HP."""
    hp = race.hp // 2
    taster = Hero(race, hp)
    potion.effect(taster)
    stats, innate = taster.stats, race.stats
    return StatChange(taster.hp - hp, stats.attack - innate.attack, stats.defence - innate.defence)


HP_ROUNDING = 5
"""HP are rounded down to a multiple of this, so that fewer fights are computed."""

LOOT_SAMPLES = 12
"""Samples per kind of loot: a multiple of every small number of equal chances."""

MAX_CACHED_FIGHTS = 20_000
"""Fights that are kept; a new one pushes out the oldest."""

NamePair: TypeAlias = tuple[str, str]
"""The names of a kind of enemy, or of a potion, and of a race."""

FightKey: TypeAlias = tuple[str, str, tuple[int, ...], Facts, frozenset[str]]
"""Names of race and kind; the PC's HP and the most of them, attack and defence; the enemy's HP,
attack and defence; the PC's facts; provoked kinds."""


@define(eq=False)
class ValueCache:
    """Values of fights and potions by some rules: odds, gold, healing, potion effects.

    All is looked up by names and figures, as a fight has to be weighed in microseconds. The rules
    bound all but the odds.
    """

    rules: Rules
    fight_odds_cache: dict[FightKey, FightOdds] = field(factory=dict, init=False)
    loot_cache: dict[NamePair, float] = field(factory=dict, init=False)
    healing_cache: dict[NamePair, bool] = field(factory=dict, init=False)
    potion_effect_cache: dict[NamePair, StatChange] = field(factory=dict, init=False)

    def expected_gold(self, view: GameView, enemy: Enemy) -> float:
        posts, gold = view.cells_guarded_by(enemy), view.gold if enemy.guarded_cells else {}
        hoards = sum(gold[cell].value for cell in posts if cell in gold)
        return self.mean_loot(enemy.kind, view.race) + hoards

    def fight_odds(self, hero: Hero, enemy: Enemy) -> FightOdds:
        """Return the exact odds of a fight, with the PC's HP rounded down."""
        hp, stats, its = max(1, hero.hp - hero.hp % HP_ROUNDING), hero.stats, enemy.stats
        most, facts = hero.race.max_hp or 0, tuple(sorted(hero.facts.items()))
        figures = (hp, most, stats.attack, stats.defence, enemy.hp, its.attack, its.defence)
        question = (hero.race.name, enemy.kind.name, figures, facts, frozenset(hero.provoked_kinds))
        found = self.fight_odds_cache.get(question)
        if found is None:
            double = hero.copy()
            double.hp = hp
            found = self.fight_odds_cache[question] = compute_fight_odds(self.rules, double, enemy)
            if len(self.fight_odds_cache) > MAX_CACHED_FIGHTS:
                del self.fight_odds_cache[next(iter(self.fight_odds_cache))]
        return found

    def mean_loot(self, kind: EnemyKind, race: Race) -> float:
        match = kind.name, race.name
        if match not in self.loot_cache:
            self.loot_cache[match] = _sample_mean_loot(kind, race)
        return self.loot_cache[match]

    def can_gain_hp(self, kind: EnemyKind, race: Race) -> bool:
        match = kind.name, race.name
        if match not in self.healing_cache:
            self.healing_cache[match] = _test_hp_gain(kind, race)
        return self.healing_cache[match]

    def potion_effect(self, potion: Potion, race: Race) -> StatChange:
        match = potion.name, race.name
        if match not in self.potion_effect_cache:
            self.potion_effect_cache[match] = measure_potion_effect(potion, race)
        return self.potion_effect_cache[match]


def value_cache_for(rules: Rules) -> ValueCache:
    """Return the value cache of some rules; all bots share it."""
    book = next((book for book in _CACHES if book.rules is rules), None)
    if book is None:
        book = ValueCache(rules)
        _CACHES.append(book)
    return book


_CACHES: deque[ValueCache] = deque(maxlen=8)


def _test_hp_gain(kind: EnemyKind, race: Race) -> bool:
    """Let hurt heroes of the race hit, slay, and end a turn; tell whether any gains HP."""
    hp = race.hp // 2
    hitting, slaying, waiting = Hero(race, hp), Hero(race, hp), Hero(race, hp)
    list(race.on_hit(hitting, kind.breed))
    list(race.on_slaying(slaying, kind.breed))
    list(race.each_turn(waiting))
    return max(hitting.hp, slaying.hp, waiting.hp) > hp


def _sample_mean_loot(kind: EnemyKind, race: Race) -> float:
    dice, thief = _CyclingDice(), Hero(race)
    for _ in range(LOOT_SAMPLES):
        loot = kind.loot(dice)
        thief.gold += loot.gold + sum(pile.value for pile in loot.piles)
        list(race.on_slaying(thief, kind.breed))
    return thief.gold / LOOT_SAMPLES


class _CyclingDice(Dice):
    """Dice that roll each number in turn."""

    def __init__(self) -> None:
        super().__init__("evenly")
        self._rolled = 0

    def below(self, count: int) -> int:
        self._rolled += 1
        return self._rolled % count
