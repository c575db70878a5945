"""Summary of a recorded game, counted by replaying it: as facts, and as the page of a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import asdict, define, field, frozen

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import Event
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.play.frame import render_frame
from cc3k.play.message_log import LogEntry, MessageLog
from cc3k.play.messages import Message, cause_of_death, end_rows, feats_of, seed_line
from cc3k.play.sentences import ending_lines
from cc3k.play.story import story_lines
from cc3k.play.tally import FloorTally, GameTally
from cc3k.saves.expansion_tags import describe_tags
from cc3k.saves.record import (
    ABANDONED,
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

JsonValue: TypeAlias = "str | int | float | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
"""Anything that JSON can express."""

LAST_MESSAGES = 20
"""Messages on the page; the journal has all of them."""


@define(eq=False)
class SummaryBuilder:
    """What the summary of a game counts: its tally, and its message log."""

    message_log: MessageLog = field(factory=MessageLog, init=False)
    tally: GameTally = field(factory=GameTally, init=False)

    def add_turn(
        self, game: GameState, messages: tuple[Message, ...], events: Sequence[Event]
    ) -> None:
        self.message_log.add(game.turns, messages, tuple(events))
        self.tally.add_turn(game, events)


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
    `potions_drunk` count by kind, in the roster's order. `end_rows` are what expansions report of a
    game that is over: labels, each with a text.
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
    story: tuple[str, ...]
    log_entries: tuple[LogEntry, ...]
    last_frame: str
    feats: tuple[str, ...] = ()
    end_rows: tuple[tuple[str, str], ...] = ()

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
        feats=summary.feats,
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
        floor_visits=tuple(map(_visit_of, tally.floors)),
        story=story_lines(game, tally),
        log_entries=tuple(message_log.entries),
        last_frame=render_frame(game, message_log.entries[-1].text).text,
        feats=feats_of(game),
        end_rows=tuple(end_rows(game)),
    )


def _visit_of(floor: FloorTally) -> FloorVisit:
    hps, slain = (floor.first.hp, floor.last.hp), floor.kills.total()
    return FloorVisit(floor.floor, floor.turns, *hps, floor.gold, slain)


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


def game_page(summary: GameSummary, command: str, journal_name: str) -> str:
    """Return the page of a game as text.

    `command` is the line that begins it again, `journal_name` the name of its journal, which shows
    it.
    """
    paragraphs = (
        [*_result_lines(summary), *_game_lines(summary)],
        ["The story", *[f"  {line}" for line in summary.story]],
        summary.last_frame.splitlines(),
        [
            "Last messages, by turn",
            *[f"  {e.turn:>5}  {e.text_with_count}" for e in summary.log_entries[-LAST_MESSAGES:]],
        ],
        ["Slain", *_count_lines(summary.kills)],
        ["Potions drunk", *_count_lines(summary.potions_drunk)],
        [f"Gold: {summary.gold}", *_gold_lines(summary)],
        ["Floor  Turns  HP at first  HP at last   Gold  Slain", *_floor_lines(summary)],
        [
            seed_line(summary.header.seed, summary.header.game_number),
            *dict.fromkeys((f"  {command}", f"  cc3k replay {journal_name}")),
        ],
    )
    return "\n".join([line for paragraph in paragraphs for line in (*paragraph, "")])


def game_page_to_json(
    summary: GameSummary, command: str, journal_name: str
) -> dict[str, JsonValue]:
    """Return the same page as values for JSON; `score` is None without one (§5)."""
    header, income = summary.header, summary.gold_income
    piles = [{"size": size, "count": count} for size, count in income.piles.items()]
    return {
        "race": header.race,
        "kind": header.game_kind,
        "begun": header.started_at,
        "seed": header.seed,
        "game": header.game_number,
        "ruleset": header.ruleset,
        "expansions": list(header.expansions),
        "layout": {"name": header.layout_name, "digest": summary.layout_digest}
        if summary.layout_digest
        else None,
        "ending": summary.ending,
        "cause": summary.cause_of_death,
        "score": summary.score if summary.result_lines else None,
        **({"report": dict(summary.end_rows)} if summary.end_rows else {}),
        "gold": summary.gold,
        "gold_by_source": {**asdict(income), "piles": piles},
        "turns": summary.turns,
        "frozen_turns": summary.frozen_turns,
        "story": list(summary.story),
        "floors": [asdict(stay) for stay in summary.floor_visits],
        "slain": summary.kills,
        "drunk": summary.potions_drunk,
        "messages": [
            {"turn": entry.turn, "text": entry.text, "times": entry.times}
            for entry in summary.log_entries[-LAST_MESSAGES:]
        ],
        "board": summary.last_frame.splitlines(),
        "command": command,
        "journal": journal_name,
    }


def _result_lines(summary: GameSummary) -> Iterator[str]:
    where = f"on floor {summary.last_floor} with {summary.gold} gold."
    yield from summary.result_lines
    if not summary.result_lines:
        yield f"Given up {where}" if summary.ending == ABANDONED else f"Not over yet: {where}"
    if summary.cause_of_death:
        yield f"Cause of death: {summary.cause_of_death}"


def _game_lines(summary: GameSummary) -> Iterator[str]:
    header = summary.header
    yield f"{header.race}, {summary.turns} turns, begun {header.started_at}"
    yield describe_freeze(summary.frozen_turns, summary.turns)
    if summary.layout_digest:
        yield f"Layout: {header.layout_name or 'unnamed'} ({summary.layout_digest})"
    if header.expansions:
        yield f"Expansions: {describe_tags(header.expansions)}"
    yield from [f"{label}: {text}" for label, text in summary.end_rows]
    if header.game_kind == PRACTICE:
        yield "A practice game: its score is not kept."


def describe_freeze(frozen_turns: int, turns: int) -> str:
    """Return a sentence about how many of the turns enemies were held (R5)."""
    if not frozen_turns:
        return "Enemies were never held still."
    return f"Enemies were held still (f) in {frozen_turns} of {turns} turns."


def _count_lines(counts: Mapping[str, int]) -> Sequence[str]:
    return [f"  {count:>5}  {name}" for name, count in counts.items()] or ["         nothing"]


def _gold_lines(summary: GameSummary) -> Iterator[str]:
    """Yield the lines about the sources of gold, and the race's bonus to the score (R15)."""
    income = summary.gold_income
    for size, piles in income.piles.items():
        yield f"  {size * piles:>5}  {piles} {'pile' if piles == 1 else 'piles'} of {size}"
    for name, gold in income.taken.items():
        yield f"  {gold:>5}  from slain {name}"
    for gold, source in ((income.stolen, "stolen"), (income.bonus, "more in the score")):
        if gold:
            yield f"  {gold:>5}  {source}"


def _floor_lines(summary: GameSummary) -> Sequence[str]:
    return [
        f"{stay.floor:>5}  {stay.turns:>5}  {stay.arrived:>11}  {stay.left:>10}"
        f"  {stay.gold:>5}  {stay.slain:>5}"
        for stay in summary.floor_visits
    ]
