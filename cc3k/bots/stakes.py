"""What a fight is worth, and what it costs: gold on the one side, HP on the other."""

from collections import deque
from typing import TypeAlias

from attrs import define, field

from cc3k.bots.danger import worst_turn
from cc3k.engine.characters import Enemy, EnemyKind, Hero, Race
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.gold import Pile
from cc3k.engine.rules import Rules
from cc3k.play.forecast import Forecast, forecast

COARSE = 5
"""HP are rounded down to a multiple of this: fewer fights to work out, none told too rosily."""

SAMPLES = 12
"""How often a yield is looked at: every small number of evenly likely ones divides it."""


Question: TypeAlias = tuple[str, str, tuple[int, int, int, int], frozenset[str]]
"""A race and a kind of enemy; the PC's HP, attack and defence, the enemy's HP; the feuds."""


@define(eq=False)
class Book:
    """What has been worked out about some rules: the odds of fights, and what enemies yield.

    Both are looked up by names and figures, as a fight has to be weighed in microseconds.
    """

    rules: Rules
    odds: dict[Question, Forecast] = field(factory=dict, init=False)
    yields: dict[tuple[str, str], float] = field(factory=dict, init=False)

    def odds_of(self, hero: Hero, enemy: Enemy) -> Forecast:
        """Return the exact odds of a fight, with the PC's HP rounded down."""
        hp, stats = max(1, hero.hp - hero.hp % COARSE), hero.stats
        figures = (hp, stats.attack, stats.defence, enemy.hp)
        question = (hero.race.name, enemy.kind.name, figures, frozenset(hero.feuds))
        if question not in self.odds:
            double = Hero(hero.race, hp, stats, feuds=set(hero.feuds))
            self.odds[question] = forecast(self.rules, double, enemy)
        return self.odds[question]

    def yield_of(self, kind: EnemyKind, race: Race) -> float:
        """Return the gold that a slain enemy brings that race on the average."""
        pair = kind.name, race.name
        if pair not in self.yields:
            self.yields[pair] = _mean_yield(kind, race)
        return self.yields[pair]


def gain(rules: Rules, floor: Floor, hero: Hero, enemy: Enemy) -> float:
    """Return the gold that the end of an enemy brings on the average, with all that it guards."""
    guarded = [floor.items.get(post) for post in enemy.guards]
    hoards = sum(item.value for item in guarded if isinstance(item, Pile))
    return book_on(rules).yield_of(enemy.kind, hero.race) + hoards


def cost(rules: Rules, hero: Hero, enemy: Enemy) -> float:
    """Return the HP that a fight costs on the average, from one step away.

    An enemy that is hostile strikes once before it is struck, as the PC comes near.
    """
    approach = worst_turn(enemy.kind, hero) / 2 if enemy.kind.temper(enemy, hero) else 0
    return book_on(rules).odds_of(hero, enemy).cost + approach


def book_on(rules: Rules) -> Book:
    """Return the book on some rules; there is one for all bots."""
    book = next((book for book in _BOOKS if book.rules is rules), None)
    if book is None:
        book = Book(rules)
        _BOOKS.append(book)
    return book


_BOOKS: deque[Book] = deque(maxlen=8)


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
