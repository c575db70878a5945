"""Arcade journal: a game of the arcade as lines of a ledger, its own header, then what was put in.

The header says which game it is, when it began, and what that game began from, in lines of its own.
Then each input that changed the game, with a checksum of the state after it. Replaying is giving
the inputs to a new game, and comparing.
"""

import re
from typing import BinaryIO, NamedTuple

from attrs import evolve, frozen

from cc3k.saves.ledger import MAX_SHOWN, LineReader, WrittenLines, matching

ARCADE_FORMAT = "cc3k-arcade 1"
MAX_LINE_BYTES = 1 << 17
"""Bytes of a line: a saved board is one word of one input."""

TEXT_MARK = "|"
"""What any text begins with."""

OPENED_WORD, CLOSED_WORD, OVER_WORD, INPUT_WORD = "opened", "closed", "over", "in"


class ArcadeStep(NamedTuple):
    """An input that changed the game, and the checksum of the state after it."""

    text: str
    digest: int


@frozen
class ArcadeRecord:
    """A game of the arcade, as far as it was played.

    `header` is what that game began from, in lines that only it understands.
    """

    game: str
    begun: str
    header: tuple[str, ...] = ()
    steps: tuple[ArcadeStep, ...] = ()
    is_over: bool = False


class StoredArcadeJournal(NamedTuple):
    """A record that was read, and how much of its file is intact."""

    record: ArcadeRecord
    written: WrittenLines


def escape_line(text: str) -> str:
    """Return any text as one line of ASCII, from which `unescape_line` makes the same text.

    It is never empty: an empty line would have the checksum of the line before it.
    """
    return TEXT_MARK + text.encode("unicode_escape").decode("ascii")


def unescape_line(line: str) -> str:
    if not line.startswith(TEXT_MARK):
        message = f"no {TEXT_MARK} at the beginning"
        raise ValueError(message)
    return line.removeprefix(TEXT_MARK).encode("ascii").decode("unicode_escape")


def arcade_header_lines(record: ArcadeRecord) -> list[str]:
    return [
        ARCADE_FORMAT,
        f"game {record.game}",
        f"begun {record.begun}",
        f"header {len(record.header)}",
        *map(escape_line, record.header),
    ]


def arcade_step_line(step: ArcadeStep) -> str:
    return f"{INPUT_WORD} {step.digest:08x} {escape_line(step.text)}"


def arcade_footer_lines(timestamp: str) -> list[str]:
    return [f"{CLOSED_WORD} {timestamp}", OVER_WORD]


def read_arcade_journal(source: BinaryIO, name: str) -> StoredArcadeJournal:
    """Read a journal called `name`; raise `JournalError` if it is damaged."""
    lines = LineReader(source, name, max_bytes=MAX_LINE_BYTES)
    begun, steps, is_over = _read_header(lines), list[ArcadeStep](), False
    for payload in lines:
        step, word = _parse_step(payload), payload.partition(" ")[0]
        is_other = payload == OVER_WORD or word in (OPENED_WORD, CLOSED_WORD)
        if is_over or not (step or is_other):
            raise lines.error(ascii(payload[:MAX_SHOWN]), "an input and a checksum")
        is_over = payload == OVER_WORD
        if step is not None:
            steps.append(step)
    record = evolve(begun, steps=tuple(steps), is_over=is_over)
    return StoredArcadeJournal(record, lines.written)


def _read_header(lines: LineReader) -> ArcadeRecord:
    value = lines.read_value
    value("cc3k-arcade", matching("1"), "the number of its format, 1")
    game = value("game", matching("[a-z]+"), "a name")
    begun = value("begun", matching(r"[\dTZ:-]+"), "a time")
    count = int(value("header", matching(r"\d{1,5}|100000"), "the number of its lines"))
    header = [_text_of(lines, payload) for _, payload in zip(range(count), lines, strict=False)]
    if len(header) < count:
        found = "its end"
        raise lines.error(found, f"{count} lines of what the game began from")
    return ArcadeRecord(game, begun, tuple(header))


def _text_of(lines: LineReader, payload: str) -> str:
    try:
        return unescape_line(payload)
    except ValueError as error:
        raise lines.error(ascii(payload[:MAX_SHOWN]), "a line of text") from error


_STEP_PATTERN = re.compile(rf"{INPUT_WORD} ([0-9a-f]{{8}}) (.*)", re.ASCII)


def _parse_step(payload: str) -> ArcadeStep | None:
    found = _STEP_PATTERN.fullmatch(payload)
    try:
        return None if found is None else ArcadeStep(unescape_line(found[2]), int(found[1], 16))
    except ValueError:
        return None


def is_arcade_journal(start: bytes) -> bool:
    return start[9:].startswith(ARCADE_FORMAT.encode("ascii") + b"\n")
