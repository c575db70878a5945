"""What is told of a game afterwards: all of it found by playing its record again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar
from zlib import crc32

from attrs import define, field, frozen

from cc3k.engine.events import Drank, Event, PickedUp, Stole, Yielded
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.play.frame import frame
from cc3k.play.message_log import Chronicle, Entry
from cc3k.play.messages import ending, slayer
from cc3k.record.record import PRACTICE, SLAIN, WON, Header, Record, ending_of
from cc3k.record.replay import begun, replayed


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


Kind = TypeVar("Kind", str, int)


@frozen
class Income:
    """Where gold came from: how many piles of each size, how much from each kind, how much stolen.

    `bonus` is what the race adds to the gold for a score (R15).
    """

    piles: Mapping[int, int]
    taken: Mapping[str, int]
    stolen: int
    bonus: int


@frozen
class Tale:
    """What came of a game.

    `ending` is one of `ENDINGS`, or empty for a game that goes on; `cause` is what slew the PC,
    if anything did; `verdict` what the player was told when it was won or lost. `score` is what
    the gold is worth. `slain` and `drunk` count by kind, in the roster's order; `board` is the
    last frame.
    """

    header: Header
    ending: str
    cause: str
    verdict: tuple[str, ...]
    score: int
    gold: int
    income: Income
    turns: int
    slain: Mapping[str, int]
    drunk: Mapping[str, int]
    stays: tuple[Stay, ...]
    entries: tuple[Entry, ...]
    board: str

    @property
    def depth(self) -> int:
        """The last floor that the PC came to."""
        return self.stays[-1].floor

    @property
    def layout(self) -> str:
        """What tells the layout from others; nothing for floors furnished at random."""
        text = self.header.layout
        return f"{crc32(text.encode('ascii')):08x}" if text else ""

    @property
    def counts(self) -> bool:
        """Whether its score is kept: the game was won or lost, and was no practice (§5)."""
        return self.ending in (WON, SLAIN) and self.header.kind != PRACTICE


def tale_of(record: Record, rules: Rules) -> Tale:
    """Return what came of the game of a record.

    Raises `OtherRules` and `Diverged` where it is no game by these rules, and `LayoutError` where
    its layout is none.
    """
    session = begun(record.header, rules)
    game, tally = session.game, Tally()
    assert game is not None  # noqa: S101 - it has just begun
    for _ in replayed(record, session):
        tally.add(game, session.said, session.told)
    return _told(record, game, tally)


def _told(record: Record, game: Game, tally: Tally) -> Tale:
    chronicle = tally.chronicle
    names = {kind.glyph: kind.name for kind in game.rules.enemies}
    potions = {potion.name: potion.name for potion in game.rules.potions}
    return Tale(
        header=record.header,
        ending=record.ending if game.outcome is None else ending_of(game),
        cause=slayer(game),
        verdict=() if game.outcome is None else ending(game)[:2],
        score=game.score,
        gold=game.hero.gold,
        income=Income(
            piles=_counted(tally.piles, {size: size for size in sorted(tally.piles)}),
            taken=_counted(tally.taken, names),
            stolen=tally.stolen,
            bonus=game.score - game.hero.gold,
        ),
        turns=game.turns,
        slain=_counted(chronicle.slain, names),
        drunk=_counted(tally.drunk, potions),
        stays=tally.stays(),
        entries=tuple(chronicle.entries),
        board=frame(game, chronicle.entries[-1].text).text,
    )


def _counted(counts: Mapping[Kind, int], names: Mapping[Kind, Kind]) -> Mapping[Kind, int]:
    """Return counts by name, in the order of the names; there is none of what is not named."""
    return {name: counts[key] for key, name in names.items() if key in counts}
