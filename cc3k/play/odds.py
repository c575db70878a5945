"""How a fight to the end would go: exact odds, by the engine's own rules.

Nothing of the rules is written here again. A turn of the fight is played by the engine in a small
room, once for every way in which its coins can fall, and the turns are put together by how likely
each is.
"""

from typing import TypeAlias

from attrs import frozen

from cc3k.engine.actions import Attack
from cc3k.engine.actors import Enemy, Hero
from cc3k.engine.board import Drawing, plan_of
from cc3k.engine.combat import damage
from cc3k.engine.dice import Dice
from cc3k.engine.game import Game
from cc3k.engine.grid import EAST, Cell
from cc3k.engine.rules import Rules

NEGLIGIBLE = 1e-12
"""A fight is followed until it is undecided with no more than this chance."""

MOST_TURNS = 2_000
"""Turns after which a fight in which nobody gets hurt is given up as undecided."""

ONE_IN = 20
"""The worst outcome told is that of one fight in so many."""

_ROOM = plan_of(("|-----|", "|....||", "|-----|"))
_HERO: Cell = _ROOM.stride + 1
_ENEMY: Cell = _HERO + 1
_SCENE = Drawing(_ROOM, ((_HERO, "@"), (_HERO + 3, "\\")))


@frozen
class Forecast:
    """The odds of a fight of the PC against one enemy alone, the PC striking first.

    `win` is a chance from 0 to 1; `hits` the PC's hits that slay, None if they never do; `cost`
    the HP lost on the average, `worst` those lost in the worst one of twenty fights. A PC that is
    slain has lost all its HP; one that drains may gain some.
    """

    win: float
    hits: int | None
    cost: float
    worst: int


State: TypeAlias = tuple[int, int]
"""The hero's and the enemy's HP."""

Odds: TypeAlias = dict[State, float]
"""The chance of each state."""


def forecast(rules: Rules, hero: Hero, enemy: Enemy) -> Forecast:
    """Return the odds of fighting that enemy to the end, from here and now."""
    ends = _Fight(rules, hero, enemy).ends()
    costs: dict[int, float] = {}
    for (hp, _), chance in ends.items():
        costs[hero.hp - hp] = costs.get(hero.hp - hp, 0.0) + chance
    return Forecast(
        win=sum(chance for (hp, left), chance in ends.items() if hp > 0 and left == 0),
        hits=hits_to_slay(hero, enemy),
        cost=sum(cost * chance for cost, chance in costs.items()),
        worst=_worst(costs),
    )


def hits_to_slay(hero: Hero, enemy: Enemy) -> int | None:
    """Return how many hits of the hero slay the enemy; None if no number does."""
    each = damage(hero.stats.attack, enemy.kind.stats.defence)
    return -(-enemy.hp // each) if each else None


def _worst(costs: dict[int, float]) -> int:
    """Return the greatest cost that more than one fight in twenty reaches."""
    beyond, dearest_first = 0.0, iter(sorted(costs, reverse=True))
    while True:
        cost = next(dearest_first)
        beyond += costs[cost]
        if beyond * ONE_IN > 1:
            return cost


class _Fight:
    """A fight whose turns are played by the engine, each state's turn only once."""

    def __init__(self, rules: Rules, hero: Hero, enemy: Enemy) -> None:
        self._rules, self._hero, self._enemy = rules, hero, enemy
        self._after: dict[State, Odds] = {}

    def ends(self) -> Odds:
        """Return the chance of each state in which the fight is over."""
        going: Odds = {(self._hero.hp, self._enemy.hp): 1.0}
        ends: Odds = {}
        for _ in range(MOST_TURNS):
            going = self._turn(going, ends)
            if sum(going.values()) <= NEGLIGIBLE:
                break
        return {**ends, **going}

    def _turn(self, going: Odds, ends: Odds) -> Odds:
        """Fight a turn from every state; what is decided is added to `ends`."""
        further: Odds = {}
        for state, chance in going.items():
            if state not in self._after:
                self._after[state] = self._outcomes(state)
            for after, odds in self._after[state].items():
                where = further if after[0] > 0 < after[1] else ends
                where[after] = where.get(after, 0.0) + chance * odds
        return further

    def _outcomes(self, state: State) -> Odds:
        """Play a turn once for each way the coins can fall."""
        outcomes: Odds = {}
        coins = _EveryWay()
        while coins.again():
            after = self._play(state, coins)
            outcomes[after] = outcomes.get(after, 0.0) + coins.chance
        return outcomes

    def _play(self, state: State, coins: Dice) -> State:
        game = Game(self._rules, self._hero.race, coins, (_SCENE,))
        enemy = Enemy(self._enemy.kind)
        game.floor.place_enemy(_ENEMY, enemy)
        game.held = True
        game.hero.feuds.update(self._hero.feuds)
        game.hero.stats = self._hero.stats
        game.hero.hp, enemy.hp = state
        game.play(Attack(EAST))
        return game.hero.hp, enemy.hp


class _EveryWay(Dice):
    """Dice whose coins fall in every way, one way after another; other draws decide no fight."""

    def __init__(self) -> None:
        super().__init__("every way")
        self._plan: list[bool] | None = None
        self._fallen: list[bool] = []

    @property
    def chance(self) -> float:
        """How likely it is that the coins fall as they did."""
        return 0.5 ** len(self._fallen)

    def again(self) -> bool:
        """Make ready for the next way; False when all have been seen."""
        if self._plan is None:
            self._plan = []
            return True
        while self._fallen and not self._fallen[-1]:
            self._fallen.pop()
        if not self._fallen:
            return False
        self._plan, self._fallen = [*self._fallen[:-1], False], []
        return True

    def fork(self, label: str) -> Dice:
        """Go on with the same coins."""
        del label
        return self

    def coin(self) -> bool:
        """Fall as planned, and heads first where nothing is planned yet."""
        planned = self._plan or []
        number = len(self._fallen)
        self._fallen.append(planned[number] if number < len(planned) else True)
        return self._fallen[-1]

    def below(self, count: int) -> int:
        """Return 0: how much gold an enemy yields decides no fight."""
        del count
        return 0
