"""Tally of a game: gold by source, kills, potions and frozen turns, counted from its events."""

from collections import Counter
from collections.abc import Iterable

from attrs import define, evolve, field, frozen

from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Drank, Event, Looted, Missed, PickedUp, Slain, Stole, Struck
from cc3k.engine.game import GameState
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


@define(eq=False)
class GameTally:
    """Counts of one game. `piles_by_value` counts by size, `potions_drunk` and `kills` by kind.

    `gold_taken` is gold by kind of enemy. `frozen_turns` are the turns during which enemies were
    held still (R5). `fight` is the latest one; None before the first blow.
    """

    kills: Counter[str] = field(factory=Counter, init=False)
    potions_drunk: Counter[str] = field(factory=Counter, init=False)
    piles_by_value: Counter[int] = field(factory=Counter, init=False)
    gold_taken: Counter[str] = field(factory=Counter, init=False)
    gold_stolen: int = field(default=0, init=False)
    frozen_turns: int = field(default=0, init=False)
    fight: LatestFight | None = field(default=None, init=False)
    _turns: int = field(default=0, init=False)
    _hp: int | None = field(default=None, init=False)

    def add_turn(self, game: GameState, events: Iterable[Event]) -> None:
        """Count the events of the last command, even if it took no turn."""
        if game.enemies_frozen:
            self.frozen_turns += game.turns - self._turns
        blows = False
        for event in events:
            self._count_event(event)
            blows = blows or isinstance(event, Struck | Missed)
        if blows:
            self._note_blows(game)
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

    def _note_blows(self, game: GameState) -> None:
        fight, hp = self.fight, game.race.hp if self._hp is None else self._hp
        if fight is None or game.turns - fight.last_turn > FIGHT_PAUSE:
            fight = LatestFight(hp, game.turns, game.turns)
        view, known = GameView(game), {foe.identity for foe, _ in fight.foes}
        passed = game.turns - fight.first_turn
        close = view.known_enemies_close(view.hero_cell)
        new = tuple([(each, passed) for each in close if each.identity not in known])
        self.fight = evolve(fight, last_turn=game.turns, foes=(*fight.foes, *new))
