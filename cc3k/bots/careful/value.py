"""What a fight is worth, and what it costs: gold on the one side, HP on the other."""

from collections import deque
from typing import TypeAlias

from attrs import define, field, frozen

from cc3k.engine.actors import Enemy, EnemyKind, Hero, Race
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.gold import Pile
from cc3k.engine.potions import Potion
from cc3k.engine.rules import Rules
from cc3k.play.odds import Forecast, forecast


@frozen
class Effect:
    """What a potion adds to HP, attack and defence."""

    hp: int
    attack: int
    defence: int

    @property
    def harmless(self) -> bool:
        """Whether it takes nothing."""
        return min(self.hp, self.attack, self.defence) >= 0


def effect_of(potion: Potion, race: Race) -> Effect:
    """Return what a potion does to that race when it is neither full nor near its end."""
    hp = race.hp // 2
    taster = Hero(race, hp)
    potion.effect(taster)
    stats, innate = taster.stats, race.stats
    return Effect(taster.hp - hp, stats.attack - innate.attack, stats.defence - innate.defence)


COARSE = 5
"""HP are rounded down to a multiple of this: fewer fights to work out, none told too rosily."""

SAMPLES = 12
"""How often a yield is looked at: every small number of evenly likely ones divides it."""

MOST_ODDS = 20_000
"""How many fights a book remembers; as a new one is added, the oldest is forgotten."""

Match: TypeAlias = tuple[str, str]
"""The names of a kind of enemy, or of a potion, and of a race."""

Question: TypeAlias = tuple[str, str, tuple[int, int, int, int], frozenset[str]]
"""A race and a kind of enemy; the PC's HP, attack and defence, the enemy's HP; the feuds."""


@define(eq=False)
class Book:
    """What has been worked out about some rules: the odds of fights, and what comes of them.

    All is looked up by names and figures, as a fight has to be weighed in microseconds. The rules
    bound all but the odds.
    """

    rules: Rules
    odds: dict[Question, Forecast] = field(factory=dict, init=False)
    yields: dict[Match, float] = field(factory=dict, init=False)
    healing: dict[Match, bool] = field(factory=dict, init=False)
    effects: dict[Match, Effect] = field(factory=dict, init=False)

    def gain(self, floor: Floor, hero: Hero, enemy: Enemy) -> float:
        """Return the gold that the end of an enemy brings on the average, with all it guards."""
        guarded = [floor.items.get(post) for post in enemy.guards]
        hoards = sum(item.value for item in guarded if isinstance(item, Pile))
        return self.yield_of(enemy.kind, hero.race) + hoards

    def odds_of(self, hero: Hero, enemy: Enemy) -> Forecast:
        """Return the exact odds of a fight, with the PC's HP rounded down."""
        hp, stats = max(1, hero.hp - hero.hp % COARSE), hero.stats
        figures = (hp, stats.attack, stats.defence, enemy.hp)
        question = (hero.race.name, enemy.kind.name, figures, frozenset(hero.feuds))
        found = self.odds.get(question)
        if found is None:
            double = Hero(hero.race, hp, stats, feuds=set(hero.feuds))
            found = self.odds[question] = forecast(self.rules, double, enemy)
            if len(self.odds) > MOST_ODDS:
                del self.odds[next(iter(self.odds))]
        return found

    def yield_of(self, kind: EnemyKind, race: Race) -> float:
        """Return the gold that a slain enemy brings that race on the average."""
        match = kind.name, race.name
        if match not in self.yields:
            self.yields[match] = _mean_yield(kind, race)
        return self.yields[match]

    def heals(self, kind: EnemyKind, race: Race) -> bool:
        """Tell whether that race can gain HP in a fight with such an enemy."""
        match = kind.name, race.name
        if match not in self.healing:
            self.healing[match] = _gains_hp(kind, race)
        return self.healing[match]

    def effect_of(self, potion: Potion, race: Race) -> Effect:
        """Return what a potion does to that race."""
        match = potion.name, race.name
        if match not in self.effects:
            self.effects[match] = effect_of(potion, race)
        return self.effects[match]


def book_on(rules: Rules) -> Book:
    """Return the book on some rules; there is one for all bots."""
    book = next((book for book in _BOOKS if book.rules is rules), None)
    if book is None:
        book = Book(rules)
        _BOOKS.append(book)
    return book


_BOOKS: deque[Book] = deque(maxlen=8)


def _gains_hp(kind: EnemyKind, race: Race) -> bool:
    """Let others of the race, who are hurt, hit the enemy, slay it and end a turn."""
    hp = race.hp // 2
    hitting, slaying, waiting = Hero(race, hp), Hero(race, hp), Hero(race, hp)
    list(race.on_hit(hitting, kind))
    list(race.on_slaying(slaying, kind))
    list(race.each_turn(waiting))
    return max(hitting.hp, slaying.hp, waiting.hp) > hp


def _mean_yield(kind: EnemyKind, race: Race) -> float:
    dice, thief = _Evenly(), Hero(race)
    for _ in range(SAMPLES):
        spoils = kind.yields(dice)
        thief.gold += spoils.purse + sum(pile.value for pile in spoils.piles)
        list(race.on_slaying(thief, kind))
    return thief.gold / SAMPLES


class _Evenly(Dice):
    """Dice that roll each number in its turn."""

    def __init__(self) -> None:
        super().__init__("evenly")
        self._rolled = 0

    def below(self, count: int) -> int:
        """Return the next number."""
        self._rolled += 1
        return self._rolled % count
