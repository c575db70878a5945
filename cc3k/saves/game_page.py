"""Game page: all that is told of a game that is kept, as text or for JSON, from its replay."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.text import count_text
from cc3k.engine.values import frozen
from cc3k.play.endings import Ending, Fate, cause_of_death, ending_word
from cc3k.play.frame import frame_text
from cc3k.play.help import story_lines
from cc3k.play.history import GameTally, LogEntry
from cc3k.play.messages import capitalized, seed_line
from cc3k.play.session import Session
from cc3k.saves.end_report import LOST, describe_freeze, gold_by_source
from cc3k.saves.journal_reader import rules_of_header
from cc3k.saves.plugins import blaming_expansions
from cc3k.saves.record import (
    PRACTICE,
    Record,
    daily_date_of,
    describe_tags,
    layout_digest,
)
from cc3k.saves.replay import replay_steps, start_session
from cc3k.saves.results import GameResult, result_of_game

LAST_MESSAGES = 20
"""Messages on the page; the journal has all of them."""


@frozen
class GameSummary:
    """A recorded game that was played again: its record, and the `session` at the end of it."""

    record: Record
    session: Session
    game: GameState

    @property
    def ending(self) -> str:
        """One of `ENDINGS`, or empty for an unfinished game."""
        return ending_word(self.game) if self.game.is_over else self.record.ending

    @property
    def story(self) -> Sequence[str]:
        return story_lines(self.game, self.session.tally)

    @property
    def log_entries(self) -> Sequence[LogEntry]:
        return self.session.message_log.entries

    @property
    def last_frame(self) -> str:
        return frame_text(self.game, self.log_entries[-1].text)

    def to_result(self, journal: str, date: str) -> GameResult:
        frozen_turns = self.session.tally.frozen_turns
        return result_of_game(self.record.header, self.game, frozen_turns, journal, date)


@blaming_expansions()
def summarize_record(record: Record) -> GameSummary:
    """Play a recorded game again by its rules; raise `RecordError`."""
    session = start_session(record.header, rules_of_header(record.header))
    game = session.game
    assert game is not None  # noqa: S101 - it has just started
    for _ in replay_steps(record, session):
        pass
    return GameSummary(record, session, game)


def counts_by_kind(
    counts: Mapping[str, int], kinds: Iterable[EnemyKind | Potion]
) -> Mapping[str, int]:
    return {kind.name: counts[kind.name] for kind in kinds if kind.name in counts}


def game_page(summary: GameSummary, command: str | None, journal_name: str) -> str:
    """Return the page of a game as text.

    `command` is the line that begins it again, if any does; `journal_name` the name of its journal,
    which shows it.
    """
    tally, header = summary.session.tally, summary.record.header
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
            seed_line(header.seed, header.game_number),
            *([f"  {command}"] if command else []),
            f"  cc3k replay {journal_name}",
        ],
    )
    return "\n".join([line for paragraph in paragraphs for line in (*paragraph, "")])


def game_page_to_json(summary: GameSummary, command: str, journal_name: str) -> dict[str, object]:
    """Return the same page as values for JSON; `score` is None without one (§5)."""
    header, game, tally = summary.record.header, summary.game, summary.session.tally
    report = Ending(game).rows
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
        "cause": cause_of_death(game.outcome),
        "score": game.score if game.is_over else None,
        **({"report": dict(report)} if report else {}),
        "gold": game.hero.gold,
        "gold_by_source": {
            "piles": [
                {"size": size, "count": count}
                for size, count in sorted(tally.piles_by_value.items())
            ],
            "taken": counts_by_kind(tally.gold_taken, game.rules.enemy_kinds),
            "stolen": tally.gold_stolen,
            **({"otherwise": tally.gold_otherwise} if tally.gold_otherwise else {}),
            **({"lost": tally.gold_lost} if tally.gold_lost else {}),
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
    game, cause = summary.game, cause_of_death(summary.game.outcome)
    if not game.is_over:
        fate = Fate(summary.ending, cause, game.depth)
        yield f"{capitalized(fate.clause)} with {game.hero.gold} gold."
    else:
        yield from Ending(game).document_lines
    if cause:
        yield f"Cause of death: {cause}"


def _game_lines(summary: GameSummary) -> Iterator[str]:
    header, turns = summary.record.header, summary.game.turns
    yield f"{header.race}, {count_text(turns, 'turn')}, begun {header.started_at}"
    yield describe_freeze(summary.session.tally.frozen_turns, turns)
    if header.layout_text:
        yield f"Layout: {header.layout_name or 'unnamed'} ({layout_digest(header.layout_text)})"
    if header.expansions:
        yield f"Expansions: {describe_tags(header.expansions)}"
    yield from [f"{label}: {text}" for label, text in Ending(summary.game).rows]
    if day := daily_date_of(header):
        yield f"The game of the day of {day}."
    if header.game_kind == PRACTICE:
        yield "A practice game: its score is not kept."


def _count_lines(counts: Mapping[str, int], kinds: Sequence[EnemyKind | Potion]) -> Sequence[str]:
    found = counts_by_kind(counts, kinds).items()
    return [f"  {count:>5}  {name}" for name, count in found] or ["         nothing"]


def _gold_lines(summary: GameSummary) -> Iterator[str]:
    game, tally = summary.game, summary.session.tally
    for size, piles in sorted(tally.piles_by_value.items()):
        yield f"  {size * piles:>5}  {piles} {'pile' if piles == 1 else 'piles'} of {size}"
    others = gold_by_source(tally, game.rules.enemy_kinds)
    ends = {LOST: -tally.gold_lost, "more in the score": game.score - game.hero.gold}
    for source, gold in {**others, **ends}.items():
        if gold:
            yield f"  {gold:>5}  {source}"


def _floor_lines(tally: GameTally) -> Sequence[str]:
    return [
        f"{floor.floor:>5}  {floor.turns:>5}  {floor.first.hp:>11}  {floor.last.hp:>10}"
        f"  {floor.gold:>5}  {floor.kills.total():>5}"
        for floor in tally.floors
    ]
