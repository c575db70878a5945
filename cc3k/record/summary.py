"""What is told of a game afterwards: all of it found by playing its record again."""

from collections.abc import Mapping
from typing import TypeVar
from zlib import crc32

from attrs import frozen

from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.play.frame import frame
from cc3k.play.kind import PRACTICE
from cc3k.play.message_log import Entry
from cc3k.play.messages import ending, slayer
from cc3k.play.tally import Stay, Tally
from cc3k.record.record import SLAIN, WON, Header, Record, ending_of
from cc3k.record.replay import begun, replayed

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
