"""What a game adds up to, counted while it is played: gold by source, the dead, the floors."""

from collections import Counter
from collections.abc import Sequence

from attrs import define, field, frozen

from cc3k.engine.events import Drank, Event, PickedUp, Stole, Yielded
from cc3k.engine.game import Game
from cc3k.play.message_log import Chronicle


@frozen
class Stay:
    """The time on one floor, in turns; HP on arrival and at the end; what was gained there."""

    floor: int
    turns: int
    arrived: int
    left: int
    gold: int
    slain: int


@frozen
class Mark:
    """How things stand at a moment."""

    floor: int
    turns: int
    hp: int
    gold: int
    slain: int


@define(eq=False)
class Tally:
    """The sums of one game, and its chronicle, which counts the dead.

    `piles` counts by size, `drunk` by name; `taken` is gold by glyph. `arrivals` are the marks of
    each floor's beginning, `partings` those of its last moment.
    """

    chronicle: Chronicle = field(factory=Chronicle, init=False)
    drunk: Counter[str] = field(factory=Counter, init=False)
    piles: Counter[int] = field(factory=Counter, init=False)
    taken: Counter[str] = field(factory=Counter, init=False)
    stolen: int = field(default=0, init=False)
    arrivals: list[Mark] = field(factory=list, init=False)
    partings: list[Mark] = field(factory=list, init=False)

    def add(self, game: Game, said: str, events: Sequence[Event]) -> None:
        """Count what has happened, and note how the game stands after it."""
        self.chronicle.note(game.turns, said, events)
        for event in events:
            self._count(event)
        dead = self.chronicle.slain.total()
        mark = Mark(game.depth, game.turns, game.hero.hp, game.hero.gold, dead)
        if game.depth > len(self.arrivals):
            self.arrivals.append(mark)
            self.partings.append(mark)
        self.partings[-1] = mark

    def stays(self) -> tuple[Stay, ...]:
        """Return the stay on each floor; the turn that takes the stairs belongs to the one left."""
        ends = [*self.arrivals[1:], *self.partings[-1:]]
        return tuple(
            [
                Stay(
                    floor=first.floor,
                    turns=end.turns - first.turns,
                    arrived=first.hp,
                    left=last.hp,
                    gold=end.gold - first.gold,
                    slain=end.slain - first.slain,
                )
                for first, last, end in zip(self.arrivals, self.partings, ends, strict=True)
            ]
        )

    def _count(self, event: Event) -> None:
        match event:
            case PickedUp(gold):
                self.piles[gold] += 1
            case Yielded(enemy, gold):
                self.taken[enemy] += gold
            case Stole(gold):
                self.stolen += gold
            case Drank(potion):
                self.drunk[potion] += 1
            case _:
                pass
