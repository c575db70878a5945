"""Summary of a recorded game: gold, kills and floors, counted by replaying it."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field, frozen

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import Event
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.play.frame import render_frame
from cc3k.play.message_log import LogEntry, MessageLog
from cc3k.play.messages import Message, cause_of_death
from cc3k.play.sentences import ending_lines
from cc3k.play.tally import GameTally
from cc3k.saves.record import (
    PRACTICE,
    SLAIN,
    WON,
    Header,
    Record,
    Score,
    ending_word,
    layout_digest,
    make_score,
)
from cc3k.saves.replay import replay_steps, start_session


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
    """Counters of one game for its summary: its tally, its message log, and its floors.

    `floor_starts` are the snapshots of each floor's first moment, `floor_ends` of its last one.
    """

    message_log: MessageLog = field(factory=MessageLog, init=False)
    tally: GameTally = field(factory=GameTally, init=False)
    floor_starts: list[ProgressSnapshot] = field(factory=list, init=False)
    floor_ends: list[ProgressSnapshot] = field(factory=list, init=False)

    def add_turn(
        self, game: GameState, messages: tuple[Message, ...], events: Sequence[Event]
    ) -> None:
        self.message_log.add(game.turns, messages, tuple(events))
        self.tally.add_turn(game, events)
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


@frozen
class GoldIncome:
    """Gold by source: piles by size, gold from each kind of enemy, stolen, bonus.

    `bonus` is what the race and expansions add to the gold for a score (R15).
    """

    piles: Mapping[int, int]
    taken: Mapping[str, int]
    stolen: int
    bonus: int


@frozen
class GameSummary:
    """The summary of a game.

    `ending` is one of `ENDINGS`, or empty for an unfinished game. `cause_of_death` is what killed
    the PC, if anything did. `result_lines` are the outcome and the score, once it is over.
    `frozen_turns` counts the turns during which enemies were frozen (R5). `kills` and
    `potions_drunk` count by kind, in the roster's order.
    """

    header: Header
    ending: str
    cause_of_death: str
    result_lines: tuple[str, ...]
    score: int
    gold: int
    gold_income: GoldIncome
    turns: int
    frozen_turns: int
    digest: int
    kills: Mapping[str, int]
    potions_drunk: Mapping[str, int]
    floor_visits: tuple[FloorVisit, ...]
    log_entries: tuple[LogEntry, ...]
    last_frame: str

    @property
    def last_floor(self) -> int:
        return self.floor_visits[-1].floor

    @property
    def layout_digest(self) -> str:
        return layout_digest(self.header.layout_text)

    @property
    def is_scored(self) -> bool:
        """Whether it has a score to save: won or lost, and not practice (§5)."""
        return self.ending in (WON, SLAIN) and self.header.game_kind != PRACTICE


def score_from_summary(summary: GameSummary, journal_name: str, date: str) -> Score:
    """Return the result of a game by its summary."""
    return make_score(
        summary.header,
        journal_name,
        date,
        score=summary.score,
        gold=summary.gold,
        turns=summary.turns,
        floors=summary.last_floor,
        cause=summary.cause_of_death,
        digest=summary.digest,
        frozen_turns=summary.frozen_turns,
    )


def summarize_record(record: Record, rules: Rules) -> GameSummary:
    """Return the summary of a record's game.

    Raises `RulesMismatch` and `ReplayDiverged` if it is no game by these rules, and `LayoutError`
    if its layout is invalid.
    """
    session = start_session(record.header, rules)
    game, builder = session.game, SummaryBuilder()
    assert game is not None  # noqa: S101 - it has just started
    for _ in replay_steps(record, session):
        builder.add_turn(game, session.messages, session.last_events)
    return _build_summary(record, game, builder)


def _build_summary(record: Record, game: GameState, builder: SummaryBuilder) -> GameSummary:
    message_log, tally = builder.message_log, builder.tally
    return GameSummary(
        header=record.header,
        ending=record.ending if game.outcome is None else ending_word(game),
        cause_of_death=cause_of_death(game),
        result_lines=() if game.outcome is None else ending_lines(game)[:2],
        score=game.score,
        gold=game.hero.gold,
        gold_income=gold_income(game, tally),
        turns=game.turns,
        frozen_turns=tally.frozen_turns,
        digest=game.digest(),
        kills=_counts_by_kind(tally.kills, game.rules.enemy_kinds),
        potions_drunk=_counts_by_kind(tally.potions_drunk, game.rules.potions),
        floor_visits=builder.floor_visits(),
        log_entries=tuple(message_log.entries),
        last_frame=render_frame(game, message_log.entries[-1].text).text,
    )


def gold_income(game: GameState, tally: GameTally) -> GoldIncome:
    return GoldIncome(
        piles=dict(sorted(tally.piles_by_value.items())),
        taken=_counts_by_kind(tally.gold_taken, game.rules.enemy_kinds),
        stolen=tally.gold_stolen,
        bonus=game.score - game.hero.gold,
    )


def _counts_by_kind(
    counts: Mapping[str, int], kinds: Iterable[EnemyKind | Potion]
) -> Mapping[str, int]:
    return {kind.name: counts[kind.name] for kind in kinds if kind.name in counts}
