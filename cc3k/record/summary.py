"""Summary of a recorded game: gold, kills and floors, counted by replaying it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar
from zlib import crc32

from attrs import define, field, frozen

from cc3k.engine.events import Drank, Event, Looted, PickedUp, Stole
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.play.frame import render_frame
from cc3k.play.message_log import LogEntry, MessageLog
from cc3k.play.messages import cause_of_death, ending_lines
from cc3k.record.record import PRACTICE, SLAIN, WON, Header, Record, ending_word
from cc3k.record.replay import replay_steps, start_session


@frozen
class FloorVisit:
    """One floor's visit: turns, HP at the start and the end, gold and kills gained."""

    floor: int
    turns: int
    arrived: int
    left: int
    gold: int
    slain: int


@frozen
class ProgressSnapshot:
    """Floor, turns, HP, gold and kills at one moment."""

    floor: int
    turns: int
    hp: int
    gold: int
    slain: int


@define(eq=False)
class SummaryBuilder:
    """Counters of one game for its summary, and its message log.

    `piles_by_value` counts by size, `potions_drunk` by name; `taken` is gold by glyph.
    `floor_starts` are the marks of each floor's beginning, `floor_ends` those of its last moment.
    """

    message_log: MessageLog = field(factory=MessageLog, init=False)
    potions_drunk: Counter[str] = field(factory=Counter, init=False)
    piles_by_value: Counter[int] = field(factory=Counter, init=False)
    gold_taken: Counter[str] = field(factory=Counter, init=False)
    gold_stolen: int = field(default=0, init=False)
    floor_starts: list[ProgressSnapshot] = field(factory=list, init=False)
    floor_ends: list[ProgressSnapshot] = field(factory=list, init=False)

    def add_turn(self, game: GameState, action_text: str, events: Sequence[Event]) -> None:
        """Count the events of a turn, and take a snapshot after it."""
        self.message_log.add(game.turns, action_text, events)
        for event in events:
            self._count_event(event)
        dead = self.message_log.kills.total()
        mark = ProgressSnapshot(game.depth, game.turns, game.hero.hp, game.hero.gold, dead)
        if game.depth > len(self.floor_starts):
            self.floor_starts.append(mark)
            self.floor_ends.append(mark)
        self.floor_ends[-1] = mark

    def floor_visits(self) -> tuple[FloorVisit, ...]:
        """Return the visit of each floor; the turn on the stairs counts for the floor left."""
        ends = [*self.floor_starts[1:], *self.floor_ends[-1:]]
        return tuple(
            [
                FloorVisit(
                    floor=first.floor,
                    turns=end.turns - first.turns,
                    arrived=first.hp,
                    left=last.hp,
                    gold=end.gold - first.gold,
                    slain=end.slain - first.slain,
                )
                for first, last, end in zip(self.floor_starts, self.floor_ends, ends, strict=True)
            ]
        )

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
            case _:
                pass


CountKey = TypeVar("CountKey", str, int)


@frozen
class GoldIncome:
    """Gold by source: piles by size, gold from each kind of enemy, stolen, bonus.

    `bonus` is what the race adds to the gold for a score (R15).
    """

    piles: Mapping[int, int]
    taken: Mapping[str, int]
    stolen: int
    bonus: int


@frozen
class GameSummary:
    """The summary of a game.

    `ending_lines` is one of `ENDINGS`, or empty for a game that goes on; `cause_of_death` is what
    slew the PC, if anything did; `result_lines` what the player was told when it was won or lost.
    `score` is what the gold is worth. `kills` and `potions_drunk` count by kind, in the roster's
    order; `last_frame` is the last frame.
    """

    header: Header
    ending: str
    cause_of_death: str
    result_lines: tuple[str, ...]
    score: int
    gold: int
    gold_income: GoldIncome
    turns: int
    kills: Mapping[str, int]
    potions_drunk: Mapping[str, int]
    floor_visits: tuple[FloorVisit, ...]
    log_entries: tuple[LogEntry, ...]
    last_frame: str

    @property
    def last_floor(self) -> int:
        """The number of the last floor that the PC entered."""
        return self.floor_visits[-1].floor

    @property
    def layout_digest(self) -> str:
        """The digest that identifies the layout; empty for random floors."""
        text = self.header.layout_text
        return f"{crc32(text.encode('ascii')):08x}" if text else ""

    @property
    def is_scored(self) -> bool:
        """Whether it has a score to save: won or lost, and not practice (§5)."""
        return self.ending in (WON, SLAIN) and self.header.game_kind != PRACTICE


def summarize_record(record: Record, rules: Rules) -> GameSummary:
    """Return the summary of a record's game.

    Raises `RulesMismatch` and `ReplayDiverged` where it is no game by these rules, and
    `LayoutError` where its layout is none.
    """
    session = start_session(record.header, rules)
    game, tally = session.game, SummaryBuilder()
    assert game is not None  # noqa: S101 - it has just begun
    for _ in replay_steps(record, session):
        tally.add_turn(game, session.action_text, session.last_events)
    return _build_summary(record, game, tally)


def _build_summary(record: Record, game: GameState, builder: SummaryBuilder) -> GameSummary:
    chronicle = builder.message_log
    names = {kind.glyph: kind.name for kind in game.rules.enemy_kinds}
    potions = {potion.name: potion.name for potion in game.rules.potions}
    return GameSummary(
        header=record.header,
        ending=record.ending if game.outcome is None else ending_word(game),
        cause_of_death=cause_of_death(game),
        result_lines=() if game.outcome is None else ending_lines(game)[:2],
        score=game.score,
        gold=game.hero.gold,
        gold_income=GoldIncome(
            piles=_counts_by_name(
                builder.piles_by_value, {size: size for size in sorted(builder.piles_by_value)}
            ),
            taken=_counts_by_name(builder.gold_taken, names),
            stolen=builder.gold_stolen,
            bonus=game.score - game.hero.gold,
        ),
        turns=game.turns,
        kills=_counts_by_name(chronicle.kills, names),
        potions_drunk=_counts_by_name(builder.potions_drunk, potions),
        floor_visits=builder.floor_visits(),
        log_entries=tuple(chronicle.entries),
        last_frame=render_frame(game, chronicle.entries[-1].text).text,
    )


def _counts_by_name(
    counts: Mapping[CountKey, int], names: Mapping[CountKey, CountKey]
) -> Mapping[CountKey, int]:
    """Return counts by name, in the order of the names; others are left out."""
    return {name: counts[key] for key, name in names.items() if key in counts}
