"""Morgue page: a game's summary, as a page of text and as values for JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import asdict

from cc3k.play.message_log import LogEntry
from cc3k.play.messages import seed_line
from cc3k.saves.expansion_tags import describe_tags
from cc3k.saves.record import ABANDONED, PRACTICE
from cc3k.saves.summary import GameSummary, GoldIncome

JsonValue: TypeAlias = "str | int | float | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
"""Anything that JSON can express."""

LAST_MESSAGES = 20
"""Messages on the page; the journal has all of them."""


def morgue_text(summary: GameSummary, command: str, journal_name: str) -> str:
    """Return the morgue page of a game as text.

    `command` is the line that begins it again, `journal_name` the name of its journal, which shows
    it.
    """
    paragraphs = (
        [*_result_lines(summary), *_game_lines(summary)],
        summary.last_frame.splitlines(),
        ["Last messages, by turn", *_message_lines(summary)],
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


def morgue_to_json(summary: GameSummary, command: str, journal_name: str) -> dict[str, JsonValue]:
    """Return the same page as values for JSON; `score` is None without one (§5)."""
    header = summary.header
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
        "gold": summary.gold,
        "gold_by_source": _gold_to_json(summary.gold_income),
        "turns": summary.turns,
        "frozen_turns": summary.frozen_turns,
        "floors": [asdict(stay) for stay in summary.floor_visits],
        "slain": summary.kills,
        "drunk": summary.potions_drunk,
        "messages": [
            {"turn": entry.turn, "text": entry.text, "times": entry.times}
            for entry in _last_entries(summary)
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
    if header.game_kind == PRACTICE:
        yield "A practice game: its score is not kept."


def describe_freeze(frozen_turns: int, turns: int) -> str:
    """Return a sentence about how many of the turns enemies were held (R5)."""
    if not frozen_turns:
        return "Enemies were never held still."
    return f"Enemies were held still (f) in {frozen_turns} of {turns} turns."


def _last_entries(summary: GameSummary) -> Sequence[LogEntry]:
    return summary.log_entries[-LAST_MESSAGES:]


def _message_lines(summary: GameSummary) -> Sequence[str]:
    return [f"  {entry.turn:>5}  {entry.text_with_count}" for entry in _last_entries(summary)]


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


def _gold_to_json(income: GoldIncome) -> dict[str, JsonValue]:
    piles = [{"size": size, "count": count} for size, count in income.piles.items()]
    return {**asdict(income), "piles": piles}


def _floor_lines(summary: GameSummary) -> Sequence[str]:
    return [
        f"{stay.floor:>5}  {stay.turns:>5}  {stay.arrived:>11}  {stay.left:>10}"
        f"  {stay.gold:>5}  {stay.slain:>5}"
        for stay in summary.floor_visits
    ]
