"""Summary of a recorded game: gold, kills and floors, counted by replaying it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

from attrs import define, field, frozen

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import Drank, Event, Looted, PickedUp, Stole
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.play.frame import render_frame
from cc3k.play.message_log import LogEntry, MessageLog
from cc3k.play.messages import Message, cause_of_death, ending_lines
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

    `piles_by_value` counts by size, `potions_drunk` by kind; `gold_taken` is gold by kind of enemy.
    `floor_starts` are the snapshots of each floor's first moment, `floor_ends` of its last one.
    """

    message_log: MessageLog = field(factory=MessageLog, init=False)
    potions_drunk: Counter[str] = field(factory=Counter, init=False)
    piles_by_value: Counter[int] = field(factory=Counter, init=False)
    gold_taken: Counter[str] = field(factory=Counter, init=False)
    gold_stolen: int = field(default=0, init=False)
    floor_starts: list[ProgressSnapshot] = field(factory=list, init=False)
    floor_ends: list[ProgressSnapshot] = field(factory=list, init=False)

    def add_turn(
        self, game: GameState, messages: tuple[Message, ...], events: Sequence[Event]
    ) -> None:
        """Count the events of a turn, and take a snapshot after it."""
        self.message_log.add(game.turns, messages, tuple(events))
        for event in events:
            self._count_event(event)
        kills = self.message_log.kills.total()
        now = ProgressSnapshot(game.depth, game.turns, game.hero.hp, game.hero.gold, kills)
        if game.depth > len(self.floor_starts):
            self.floor_starts.append(now)
            self.floor_ends.append(now)
        self.floor_ends[-1] = now

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
    killed the PC, if anything did; `result_lines` are the outcome and the score, once it is over.
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
    game, builder = session.game, SummaryBuilder()
    assert game is not None  # noqa: S101 - it has just started
    for _ in replay_steps(record, session):
        builder.add_turn(game, session.messages, session.last_events)
    return _build_summary(record, game, builder)


def _build_summary(record: Record, game: GameState, builder: SummaryBuilder) -> GameSummary:
    message_log, rules = builder.message_log, game.rules
    return GameSummary(
        header=record.header,
        ending=record.ending if game.outcome is None else ending_word(game),
        cause_of_death=cause_of_death(game),
        result_lines=() if game.outcome is None else ending_lines(game)[:2],
        score=game.score,
        gold=game.hero.gold,
        gold_income=GoldIncome(
            piles=dict(sorted(builder.piles_by_value.items())),
            taken=_counts_by_kind(builder.gold_taken, rules.enemy_kinds),
            stolen=builder.gold_stolen,
            bonus=game.score - game.hero.gold,
        ),
        turns=game.turns,
        kills=_counts_by_kind(message_log.kills, rules.enemy_kinds),
        potions_drunk=_counts_by_kind(builder.potions_drunk, rules.potions),
        floor_visits=builder.floor_visits(),
        log_entries=tuple(message_log.entries),
        last_frame=render_frame(game, message_log.entries[-1].text).text,
    )


def _counts_by_kind(
    counts: Mapping[str, int], kinds: Iterable[EnemyKind | Potion]
) -> Mapping[str, int]:
    """Return the counts of those kinds that have one, in the order of the roster."""
    return {kind.name: counts[kind.name] for kind in kinds if kind.name in counts}
