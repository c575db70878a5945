"""Tally of a game: gold by source, kills, potions and frozen turns, counted from its events."""

from collections import Counter
from collections.abc import Iterable

from attrs import define, field, frozen

from cc3k.engine.events import PC, Drank, Event, Looted, Missed, PickedUp, Slain, Stole, Struck
from cc3k.engine.game import GameState

FIGHT_PAUSE = 5
"""Turns without a blow after which a fight with a kind of enemy counts as another one."""


@frozen
class LatestFight:
    """The latest fight with a kind of enemy: HP when it began, and the turn of its last blow."""

    hp_at_start: int
    last_turn: int


@define(eq=False)
class GameTally:
    """Counts of one game. `piles_by_value` counts by size, `potions_drunk` and `kills` by kind.

    `gold_taken` is gold by kind of enemy. `frozen_turns` are the turns during which enemies were
    held still (R5). `fights` are the latest with each kind of enemy.
    """

    kills: Counter[str] = field(factory=Counter, init=False)
    potions_drunk: Counter[str] = field(factory=Counter, init=False)
    piles_by_value: Counter[int] = field(factory=Counter, init=False)
    gold_taken: Counter[str] = field(factory=Counter, init=False)
    gold_stolen: int = field(default=0, init=False)
    frozen_turns: int = field(default=0, init=False)
    fights: dict[str, LatestFight] = field(factory=dict, init=False)
    _turns: int = field(default=0, init=False)
    _hp: int | None = field(default=None, init=False)

    def add_turn(self, game: GameState, events: Iterable[Event]) -> None:
        """Count the events of the last command, even if it took no turn."""
        if game.enemies_frozen:
            self.frozen_turns += game.turns - self._turns
        for event in events:
            self._count_event(event)
            self._note_blow(event, game)
        self._turns, self._hp = game.turns, game.hero.hp

    def _count_event(self, event: Event) -> None:
        match event:
            case PickedUp(gold):
                self.piles_by_value[gold] += 1
            case Looted(enemy, gold):
                self.gold_taken[enemy] += gold
            case Stole(gold):
                self.gold_stolen += gold
            case Drank(potion):
                self.potions_drunk[potion] += 1
            case Slain(victim) if victim != PC:
                self.kills[victim] += 1
            case _:
                pass

    def _note_blow(self, event: Event, game: GameState) -> None:
        """Note a blow between the PC and an enemy, which starts or continues a fight."""
        if not isinstance(event, Struck | Missed):
            return
        kind = event.defender if event.attacker == PC else event.attacker
        fight, hp = self.fights.get(kind), game.race.hp if self._hp is None else self._hp
        if fight is not None and game.turns - fight.last_turn <= FIGHT_PAUSE:
            hp = fight.hp_at_start
        self.fights[kind] = LatestFight(hp, game.turns)
