"""Summary of a recorded game, counted by replaying it: as facts, and as the page of a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.play.frame import frame_text
from cc3k.play.help import story_lines
from cc3k.play.messages import cause_of_death, end_rows, plural, seed_line
from cc3k.play.session import LogEntry, MessageLog, Session
from cc3k.play.tally import GameTally
from cc3k.play.voices import ending_lines
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
    score_of_game,
)
from cc3k.saves.replay import replay_steps, start_session

JsonValue: TypeAlias = "str | int | float | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
"""Anything that JSON can express."""

LAST_MESSAGES = 20
"""Messages on the page; the journal has all of them."""


@frozen
class GameSummary:
    """A recorded game that was played again: its record, and the `session` at the end of it."""

    record: Record
    session: Session
    game: GameState

    @property
    def header(self) -> Header:
        return self.record.header

    @property
    def tally(self) -> GameTally:
        return self.session.tally

    @property
    def ending(self) -> str:
        """One of `ENDINGS`, or empty for an unfinished game."""
        return self.record.ending if self.game.outcome is None else ending_word(self.game)

    @property
    def story(self) -> Sequence[str]:
        return story_lines(self.game, self.tally)

    @property
    def log_entries(self) -> Sequence[LogEntry]:
        return (self.session.message_log or MessageLog()).entries

    @property
    def last_frame(self) -> str:
        return frame_text(self.game, self.log_entries[-1].text)

    @property
    def is_scored(self) -> bool:
        """Whether it has a score to save: won or lost, and not practice (§5)."""
        return self.ending in (WON, SLAIN) and self.header.game_kind != PRACTICE

    def to_score(self, journal: str, date: str) -> Score:
        """Return what came of it, recorded in a journal of that name."""
        return score_of_game(self.header, self.game, self.tally.frozen_turns, journal, date)


def summarize_record(record: Record, rules: Rules) -> GameSummary:
    """Play a record again; raise `RecordError` if it is no game by these rules."""
    session = start_session(record.header, rules)
    game = session.game
    assert game is not None  # noqa: S101 - it has just started
    for _ in replay_steps(record, session):
        pass
    return GameSummary(record, session, game)


def counts_by_kind(
    counts: Mapping[str, int], kinds: Iterable[EnemyKind | Potion]
) -> Mapping[str, int]:
    """Return counts in the order of the kinds."""
    return {kind.name: counts[kind.name] for kind in kinds if kind.name in counts}


def gold_by_source(tally: GameTally, kinds: Sequence[EnemyKind]) -> Mapping[str, int]:
    """Return the gold taken from the slain, by the name of somebody or the plural of a kind."""
    return {
        kind.name if kind.is_named else f"slain {plural(kind.name)}": tally.gold_taken[kind.name]
        for kind in kinds
        if kind.name in tally.gold_taken
    }


def game_page(summary: GameSummary, command: str, journal_name: str) -> str:
    """Return the page of a game as text.

    `command` is the line that begins it again, `journal_name` the name of its journal, which shows
    it.
    """
    tally = summary.tally
    paragraphs = (
        [*_result_lines(summary), *_game_lines(summary)],
        ["The story", *[f"  {line}" for line in summary.story]],
        summary.last_frame.splitlines(),
        [
            "Last messages, by turn",
            *[f"  {e.turn:>5}  {e.text_with_count}" for e in summary.log_entries[-LAST_MESSAGES:]],
        ],
        ["Slain", *_count_lines(tally.kills, summary.game.rules.enemy_kinds)],
        ["Potions drunk", *_count_lines(tally.potions_drunk, summary.game.rules.potions)],
        [f"Gold: {summary.game.hero.gold}", *_gold_lines(summary)],
        ["Floor  Turns  HP at first  HP at last   Gold  Slain", *_floor_lines(tally)],
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
    header, game, tally = summary.header, summary.game, summary.tally
    report = end_rows(game)
    layout = {"name": header.layout_name, "digest": layout_digest(header.layout_text)}
    return {
        "race": header.race,
        "kind": header.game_kind,
        "begun": header.started_at,
        "seed": header.seed,
        "game": header.game_number,
        "ruleset": header.ruleset,
        "expansions": list(header.expansions),
        "layout": layout if header.layout_text else None,
        "ending": summary.ending,
        "cause": cause_of_death(game),
        "score": None if game.outcome is None else game.score,
        **({"report": dict(report)} if report else {}),
        "gold": game.hero.gold,
        "gold_by_source": {
            "piles": [
                {"size": size, "count": count}
                for size, count in sorted(tally.piles_by_value.items())
            ],
            "taken": counts_by_kind(tally.gold_taken, game.rules.enemy_kinds),
            "stolen": tally.gold_stolen,
            "bonus": game.score - game.hero.gold,
        },
        "turns": game.turns,
        "frozen_turns": tally.frozen_turns,
        "story": list(summary.story),
        "floors": [
            {
                "floor": floor.floor,
                "turns": floor.turns,
                "arrived": floor.first.hp,
                "left": floor.last.hp,
                "gold": floor.gold,
                "slain": floor.kills.total(),
            }
            for floor in tally.floors
        ],
        "slain": counts_by_kind(tally.kills, game.rules.enemy_kinds),
        "drunk": counts_by_kind(tally.potions_drunk, game.rules.potions),
        "messages": [
            {"turn": entry.turn, "text": entry.text, "times": entry.times}
            for entry in summary.log_entries[-LAST_MESSAGES:]
        ],
        "board": summary.last_frame.splitlines(),
        "command": command,
        "journal": journal_name,
    }


def _result_lines(summary: GameSummary) -> Iterator[str]:
    game, cause = summary.game, cause_of_death(summary.game)
    if game.outcome is None:
        verdict = "Given up" if summary.ending == ABANDONED else "Not over yet:"
        yield f"{verdict} on floor {game.depth} with {game.hero.gold} gold."
    else:
        yield from ending_lines(game)[:2]
    if cause:
        yield f"Cause of death: {cause}"


def _game_lines(summary: GameSummary) -> Iterator[str]:
    header, turns = summary.header, summary.game.turns
    yield f"{header.race}, {turns} turns, begun {header.started_at}"
    yield describe_freeze(summary.tally.frozen_turns, turns)
    if header.layout_text:
        yield f"Layout: {header.layout_name or 'unnamed'} ({layout_digest(header.layout_text)})"
    if header.expansions:
        yield f"Expansions: {describe_tags(header.expansions)}"
    yield from [f"{label}: {text}" for label, text in end_rows(summary.game)]
    if header.game_kind == PRACTICE:
        yield "A practice game: its score is not kept."


def describe_freeze(frozen_turns: int, turns: int) -> str:
    """Return a sentence about how many of the turns enemies were held (R5)."""
    if not frozen_turns:
        return "Enemies were never held still."
    return f"Enemies were held still (f) in {frozen_turns} of {turns} turns."


def _count_lines(counts: Mapping[str, int], kinds: Sequence[EnemyKind | Potion]) -> Sequence[str]:
    found = counts_by_kind(counts, kinds).items()
    return [f"  {count:>5}  {name}" for name, count in found] or ["         nothing"]


def _gold_lines(summary: GameSummary) -> Iterator[str]:
    """Yield the lines about the sources of gold, and the race's bonus to the score (R15)."""
    game, tally = summary.game, summary.tally
    for size, piles in sorted(tally.piles_by_value.items()):
        yield f"  {size * piles:>5}  {piles} {'pile' if piles == 1 else 'piles'} of {size}"
    for source, gold in gold_by_source(tally, game.rules.enemy_kinds).items():
        yield f"  {gold:>5}  from {source}"
    bonus = game.score - game.hero.gold
    for gold, source in ((tally.gold_stolen, "stolen"), (bonus, "more in the score")):
        if gold:
            yield f"  {gold:>5}  {source}"


def _floor_lines(tally: GameTally) -> Sequence[str]:
    return [
        f"{floor.floor:>5}  {floor.turns:>5}  {floor.first.hp:>11}  {floor.last.hp:>10}"
        f"  {floor.gold:>5}  {floor.kills.total():>5}"
        for floor in tally.floors
    ]
