"""Tally: what a session counts of its game."""

from collections import Counter
from collections.abc import Collection

from attrs import evolve, field, fields

from cc3k.engine.enemies import Enemy
from cc3k.engine.events import (
    PC,
    Drank,
    Event,
    ExpansionEvent,
    FreezeToggled,
    Looted,
    Missed,
    PickedUp,
    Slain,
    Stole,
    Struck,
)
from cc3k.engine.game import GameState
from cc3k.engine.values import define, frozen
from cc3k.engine.view import GameView

FIGHT_PAUSE = 5
"""Turns without a blow after which a fight counts as another one."""


@frozen
class LatestFight:
    """The latest fight: HP when it began, the turn of its last blow, and who struck in it.

    `foes` are in the order in which they joined, each with the turns that had passed by then.
    """

    hp_at_start: int
    first_turn: int
    last_turn: int
    foes: tuple[tuple[Enemy, int], ...] = ()


@frozen
class Moment:
    """A moment of a game: the turns played by then, HP and gold."""

    turns: int
    hp: int
    gold: int


@define(eq=False)
class FloorTally:
    """What happened on one floor, from its `first` moment to its `last` one.

    `kills` and `potions` count by kind. `hp_lost` are the HP that blows took. `deeds` are what
    events of expansions say of themselves, such as `reached level 2`.
    """

    floor: int
    first: Moment
    last: Moment
    kills: Counter[str] = field(factory=Counter)
    potions: Counter[str] = field(factory=Counter)
    hp_lost: int = 0
    deeds: list[str] = field(factory=list)

    @property
    def turns(self) -> int:
        return self.last.turns - self.first.turns

    @property
    def gold(self) -> int:
        """The gold gained: less than none if more was spent."""
        return self.last.gold - self.first.gold

    def copy(self) -> "FloorTally":
        kills, potions = self.kills.copy(), self.potions.copy()
        return evolve(self, kills=kills, potions=potions, deeds=[*self.deeds])


@define(eq=False)
class GameTally:
    """Counts of one game. `piles_by_value` counts by size, `potions_drunk` and `kills` by kind.

    `gold_taken` is gold by kind of enemy; what else was gained, such as rewards, is
    `gold_otherwise`, and `gold_lost` was paid or stolen. `frozen_turns` are the turns
    during which enemies were held still (R5). `fight` is the latest one; None before the first
    blow. `floors` has each floor so far; the turn on the stairs counts for the floor left.
    """

    kills: Counter[str] = field(factory=Counter, init=False)
    potions_drunk: Counter[str] = field(factory=Counter, init=False)
    piles_by_value: Counter[int] = field(factory=Counter, init=False)
    gold_taken: Counter[str] = field(factory=Counter, init=False)
    gold_stolen: int = field(default=0, init=False)
    gold_otherwise: int = field(default=0, init=False)
    gold_lost: int = field(default=0, init=False)
    frozen_turns: int = field(default=0, init=False)
    fight: LatestFight | None = field(default=None, init=False)
    floors: list[FloorTally] = field(factory=list, init=False)
    _turns: int = field(default=0, init=False)
    _hp: int | None = field(default=None, init=False)
    _gold: int = field(default=0, init=False)

    def copy(self) -> "GameTally":
        copy = GameTally()
        for attribute in fields(GameTally):
            value = getattr(self, attribute.name)
            setattr(copy, attribute.name, value.copy() if isinstance(value, Counter) else value)
        copy.floors = [*self.floors[:-1], *[each.copy() for each in self.floors[-1:]]]
        return copy

    def add_turn(self, game: GameState, events: Collection[Event]) -> None:
        """Count the events of the last command, even if it took no turn."""
        if game.enemies_frozen or FreezeToggled in map(type, events):
            self.frozen_turns += game.turns - self._turns
        now = Moment(game.turns, game.hero.hp, game.hero.gold)
        if not self.floors:
            self.floors.append(FloorTally(game.depth, now, now))
            self._gold = now.gold
        visit = self.floors[-1]
        for event in events:
            self._count(event, visit)
        told = [each.gold for each in events if isinstance(each, PickedUp | Looted | Stole)]
        rest = now.gold - self._gold - sum(told)
        self.gold_otherwise += max(0, rest)
        self.gold_lost -= min(0, rest)
        if game.depth == visit.floor:
            visit.last = now
        else:
            visit.last = evolve(visit.last, turns=now.turns, gold=now.gold)
            self.floors.append(FloorTally(game.depth, now, now))
        if not {Struck, Missed}.isdisjoint(map(type, events)):
            self._note_blows(game)
        self._turns, self._hp, self._gold = game.turns, game.hero.hp, now.gold

    def _count(self, event: Event, visit: FloorTally) -> None:
        match event:
            case Struck(defender=defender, damage=hp) if defender == PC:
                visit.hp_lost += hp
            case PickedUp(gold):
                self.piles_by_value[gold] += 1
            case Looted(enemy, gold):
                self.gold_taken[enemy] += gold
            case Stole(gold):
                self.gold_stolen += gold
            case Drank(potion):
                self.potions_drunk[potion] += 1
                visit.potions[potion] += 1
            case Slain(victim) if victim != PC:
                self.kills[victim] += 1
                visit.kills[victim] += 1
            case ExpansionEvent(deed=deed) if deed:
                visit.deeds.append(deed)
            case _:
                pass

    def _note_blows(self, game: GameState) -> None:
        """Note a turn of blows, which starts or continues a fight."""
        fight, hp = self.fight, game.race.hp if self._hp is None else self._hp
        if fight is None or game.turns - fight.last_turn > FIGHT_PAUSE:
            fight = LatestFight(hp, game.turns, game.turns)
        view, foes = GameView(game), {foe.identity: (foe, since) for foe, since in fight.foes}
        for each in view.known_enemies_close(view.hero_cell):
            foes.setdefault(each.identity, (each, game.turns - fight.first_turn))
        self.fight = evolve(fight, last_turn=game.turns, foes=tuple(foes.values()))
