"""How a game went, to be read afterwards: as a page of text, and as facts for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import asdict

from cc3k.play.message_log import Entry
from cc3k.play.messages import seed_line
from cc3k.record.record import LEFT, PRACTICE
from cc3k.record.summary import Income, Tale

Fact: TypeAlias = "str | int | float | Sequence[Fact] | Mapping[str, Fact] | None"
"""What JSON has a form for."""

LAST_MESSAGES = 20
"""Messages that are told; a journal has all of them."""


def morgue_text(tale: Tale, command: str, journal: str) -> str:
    """Return the page of a game.

    `command` is the line that begins it again, `journal` the name of its journal, which shows it.
    """
    paragraphs = (
        [*_verdict(tale), *_setting(tale)],
        tale.board.splitlines(),
        ["Last messages, by turn", *_messages(tale)],
        ["Slain", *_counts(tale.slain)],
        ["Potions drunk", *_counts(tale.drunk)],
        [f"Gold: {tale.gold}", *_income(tale)],
        ["Floor  Turns  HP at first  HP at last   Gold  Slain", *_stays(tale)],
        [
            seed_line(tale.header.seed, tale.header.game),
            *dict.fromkeys((f"  {command}", f"  cc3k replay {journal}")),
        ],
    )
    return "\n".join([line for paragraph in paragraphs for line in (*paragraph, "")])


def morgue_facts(tale: Tale, command: str, journal: str) -> dict[str, Fact]:
    """Return the facts of the same page; `score` is None for a game without one (§5)."""
    header = tale.header
    return {
        "race": header.race,
        "kind": header.kind,
        "begun": header.begun,
        "seed": header.seed,
        "game": header.game,
        "ruleset": header.ruleset,
        "expansions": list(header.expansions),
        "layout": {"name": header.called, "digest": tale.layout} if tale.layout else None,
        "ending": tale.ending,
        "cause": tale.cause,
        "score": tale.score if tale.verdict else None,
        "gold": tale.gold,
        "gold_by_source": _sources(tale.income),
        "turns": tale.turns,
        "floors": [asdict(stay) for stay in tale.stays],
        "slain": tale.slain,
        "drunk": tale.drunk,
        "messages": [asdict(entry) for entry in _last(tale)],
        "board": tale.board.splitlines(),
        "command": command,
        "journal": journal,
    }


def _verdict(tale: Tale) -> Iterator[str]:
    """Yield how the game ended, and what its score was."""
    where = f"on floor {tale.depth} with {tale.gold} gold."
    yield from tale.verdict
    if not tale.verdict:
        yield f"Given up {where}" if tale.ending == LEFT else f"Not over yet: {where}"
    if tale.cause:
        yield f"Cause of death: {tale.cause}"


def _setting(tale: Tale) -> Iterator[str]:
    """Yield who played, and on which floors."""
    header = tale.header
    yield f"{header.race}, {tale.turns} turns, begun {header.begun}"
    if tale.layout:
        yield f"Layout: {header.called or 'unnamed'} ({tale.layout})"
    if header.kind == PRACTICE:
        yield "A practice game: its score is not kept."


def _last(tale: Tale) -> Sequence[Entry]:
    return tale.entries[-LAST_MESSAGES:]


def _messages(tale: Tale) -> Sequence[str]:
    return [f"  {entry.turn:>5}  {entry.told}" for entry in _last(tale)]


def _counts(counts: Mapping[str, int]) -> Sequence[str]:
    return [f"  {count:>5}  {name}" for name, count in counts.items()] or ["         nothing"]


def _income(tale: Tale) -> Iterator[str]:
    """Yield where gold came from, and what the race makes of it in a score (R15)."""
    income = tale.income
    for size, piles in income.piles.items():
        yield f"  {size * piles:>5}  {piles} {'pile' if piles == 1 else 'piles'} of {size}"
    for name, gold in income.taken.items():
        yield f"  {gold:>5}  from slain {name}"
    for gold, source in ((income.stolen, "stolen"), (income.bonus, "more in the score")):
        if gold:
            yield f"  {gold:>5}  {source}"


def _sources(income: Income) -> dict[str, Fact]:
    piles = [{"size": size, "count": count} for size, count in income.piles.items()]
    return {**asdict(income), "piles": piles}


def _stays(tale: Tale) -> Sequence[str]:
    return [
        f"{stay.floor:>5}  {stay.turns:>5}  {stay.arrived:>11}  {stay.left:>10}"
        f"  {stay.gold:>5}  {stay.slain:>5}"
        for stay in tale.stays
    ]
