"""Journal format: a game as a text, a header and then a line per command, none changed unnoticed.

Each line begins with a checksum of itself and all lines before it, so no line can be changed, left
out or moved unnoticed. A last line without a line end was cut off while it was written: it is
dropped. Any other damage is an error that names the line and the byte. The journals of the arcade
have the same checksums, and lines of their own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import BinaryIO, TypeVar
from zlib import crc32

from attrs import evolve, field

from cc3k.engine.values import define, frozen
from cc3k.exit_codes import EXIT_DAMAGED
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.history import ScreenNote
from cc3k.play.messages import Message
from cc3k.saves.record import GAME_KINDS, PRACTICE, Header, Record, RecordStep, StateFingerprint
from cc3k.saves.results import parse_result_line

FORMAT = "cc3k-journal 1"
MAX_LAYOUT_ROWS = 99 * 200
"""Rows of a layout: as many floors as a game can have, of the greatest size."""

START_WORD, OPENED_WORD, UNDO_WORD, NO_VALUE = "start", "opened", "undo", "-"
CLOSED, DRAWN_IN, NOTE_WORD, NEWS_WORD = "closed", "drawn-in", "shown", "told"

MAX_LINE_BYTES = 2_400
"""Bytes; the longest line is that of a result. A journal may have any length."""

_CHECKSUM_DIGITS = 8

MAX_SHOWN = 40
"""Letters shown of what is wrong."""

T = TypeVar("T")


class RecordError(Exception):
    """Why a recorded game cannot be played again; a command then ends with the `exit_code`."""

    exit_code = EXIT_DAMAGED

    def told_of(self, name: str) -> str:
        """Return the line that tells it of the record of that name."""
        return f"{name}: {self}"


class JournalError(RecordError):
    """An error in a journal: `name:line:byte: what was found; what was expected`.

    Bytes and lines count from 1. `intact_record` is the game up to the damage, if there is one. A
    journal that `is_cut_short` ends before its game began.
    """

    intact_record: Record | None = None
    is_cut_short = False

    def told_of(self, _name: str) -> str:
        return str(self)


@frozen
class WrittenLines:
    """The intact lines of a journal: their bytes, and the checksum of the last of them.

    With `has_torn_line`, half a line follows them.
    """

    valid_bytes: int = 0
    checksum: int = 0
    has_torn_line: bool = False


def add_checksums(payloads: Sequence[str], checksum: int = 0) -> tuple[str, int]:
    lines = []
    for payload in payloads:
        checksum = crc32(payload.encode("ascii"), checksum)
        lines.append(f"{checksum:08x} {payload}\n")
    return "".join(lines), checksum


@define(eq=False)
class LineReader:
    """Reads the lines of a journal called `name`, and checks each.

    `line_start` and `next_start` are byte offsets from 0; `lines_read` counts the lines before
    the present one. At the end, `has_torn_line` says whether an unfinished line was dropped.
    `max_bytes` bounds a line.
    """

    source: BinaryIO
    name: str
    max_bytes: int = MAX_LINE_BYTES
    line_start: int = 0
    next_start: int = 0
    lines_read: int = 0
    checksum: int = 0
    has_torn_line: bool = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.lines_read += self.next_start > self.line_start
        self.line_start = self.next_start
        raw = self.source.readline(self.max_bytes + 1)
        whole = raw.endswith(b"\n")
        if not whole and len(raw) <= self.max_bytes:
            self.has_torn_line = bool(raw)
            raise StopIteration
        if not whole or not raw.isascii():
            found = "what is no text"
            raise self.error(found, f"a line of {self.max_bytes} letters at most")
        written = raw[:-1][:_CHECKSUM_DIGITS].decode("ascii")
        payload = raw[_CHECKSUM_DIGITS + 1 : -1]
        checksum = crc32(payload, self.checksum)
        if raw[: _CHECKSUM_DIGITS + 1] != b"%08x " % checksum:
            found = f"a line that is marked {written!a}"
            raise self.error(found, f"'{checksum:08x}', its checksum")
        self.next_start, self.checksum = self.line_start + len(raw), checksum
        return payload.decode("ascii")

    def error(self, found: str, expected: str) -> JournalError:
        where = f"{self.name}:{self.lines_read + 1}:{self.line_start + 1}"
        return JournalError(f"{where}: found {found}; expected {expected}")

    @property
    def written(self) -> WrittenLines:
        return WrittenLines(self.next_start, self.checksum, self.has_torn_line)

    def read_value(self, label: str, parse: Callable[[str], T | None], expected: str) -> T:
        """Return what the next line has after a label; `parse` returns None for anything else."""
        payload, prefix = next(self, None), f"{label} "
        value = None
        if payload is not None and payload.startswith(prefix):
            value = parse(payload.removeprefix(prefix))
        if value is None:
            found = "its end" if payload is None else ascii(payload[:MAX_SHOWN])
            error = self.error(found, f"'{label}' and {expected}")
            error.is_cut_short = payload is None
            raise error
        return value


def matching(pattern: str) -> Callable[[str], str | None]:
    def parse(text: str) -> str | None:
        return text if re.fullmatch(pattern, text, re.ASCII) else None

    return parse


def journal_lines(record: Record) -> list[str]:
    told = [f"{NEWS_WORD} {line}" for line in record.news]
    begun = header_lines(record.header, record.start_state)
    return [*begun, *told, *map(step_line, record.steps)]


@frozen
class Snapshot:
    """A game after the first `size` bytes of its journal, whose last line has that `checksum`.

    `digest` is that of the bytes, and `beginning` are these. The commands so far took so many
    `turns`, and `note` is what the screen showed after the last. `state` is all else, still as a
    text.
    """

    digest: str
    size: int
    checksum: int
    turns: int
    fingerprint: StateFingerprint
    note: ScreenNote
    layout_path: str
    state: str = ""
    beginning: bytes = b""


@frozen
class StoredJournal:
    """A journal that was read, and its game as far as it is intact.

    `path` is where it lies, or what it is called. `damage` describes any damage but a torn last
    line. With a `snapshot` the record goes on from that.
    """

    path: str
    record: Record
    written: WrittenLines = field(factory=WrittenLines)
    damage: str = ""
    snapshot: Snapshot | None = None


def header_lines(header: Header, start: StateFingerprint) -> list[str]:
    rows = header.layout_text.splitlines()
    return [
        FORMAT,
        f"ruleset {header.ruleset}",
        f"expansions {' '.join(header.expansions) or NO_VALUE}",
        f"seed {header.seed}",
        f"game {header.game_number}",
        f"race {header.race}",
        f"kind {header.game_kind}",
        f"begun {header.started_at}",
        f"layout {len(rows)} {header.layout_name or NO_VALUE}",
        *rows,
        f"{START_WORD} {_format_state(start)}",
        *([f"{DRAWN_IN} {header.layout_path}"] if header.layout_path else []),
    ]


def step_line(step: RecordStep) -> str:
    return f"{step.command} {_format_state(step.state)}"


def undo_line(steps_kept: int) -> str:
    return f"{UNDO_WORD} {steps_kept}"


def note_line(note: ScreenNote) -> str:
    import json

    figures = f"{note.page} {int(note.has_messages)} {note.times}"
    return f"{NOTE_WORD} {figures} {json.dumps([notice.text for notice in note.notices])}"


def _format_state(state: StateFingerprint) -> str:
    return f"{state.hp} {state.gold} {state.floor} {state.cell} {state.digest:08x}"


def read_journal(source: BinaryIO, name: str) -> StoredJournal:
    """Read a journal called `name` line by line; raise `JournalError` if it is damaged."""
    lines = LineReader(source, name)
    header = _read_header(lines)
    start = lines.read_value(START_WORD, _parse_state, "how the game stood")
    return read_body(lines, header, start)


def read_body(lines: LineReader, header: Header, start: StateFingerprint) -> StoredJournal:
    body = _BodyReader(Record(header, start))
    try:
        for payload in lines:
            if not body.accept_line(payload):
                raise lines.error(ascii(payload[:MAX_SHOWN]), "a command and how the game stood")
    except JournalError as error:
        error.intact_record = body.to_record()
        raise
    return StoredJournal(lines.name, body.to_record(), lines.written)


def read_header(source: BinaryIO) -> Header:
    return _read_header(LineReader(source, ""))


def _read_header(lines: LineReader) -> Header:
    value, number = lines.read_value, matching(r"-?\d{1,32}")
    value("cc3k-journal", matching("1"), "the number of its format, 1")
    ruleset = int(value("ruleset", number, "a number"))
    expansions = value("expansions", parse_tags, EXPECTED_TAGS)
    seed = int(value("seed", number, "a number"))
    game = int(value("game", matching(r"0*[1-9]\d{0,31}"), "a number from 1 on"))
    race = value("race", matching("[ -~]+"), "a name")
    kind = value("kind", matching("|".join(GAME_KINDS)), f"one of {', '.join(GAME_KINDS)}")
    begun = value("begun", matching("[ -~]+"), "a time")
    expected = f"a number up to {MAX_LAYOUT_ROWS}, and a name"
    rows, called = value("layout", _parse_layout_line, expected)
    layout = "".join([f"{row}\n" for _, row in zip(range(rows), lines, strict=False)])
    return Header(ruleset, seed, game, race, begun, kind, layout, called, expansions)


@define(eq=False)
class _BodyReader:
    record: Record
    steps: list[RecordStep] = field(factory=list)
    notes: list[tuple[int, ScreenNote]] = field(factory=list)
    news: list[str] = field(factory=list)

    def accept_line(self, payload: str) -> bool:
        record = self.record
        if record.ending:
            return False
        pattern = _step_pattern(has_expansions=bool(record.header.expansions))
        step, other = pattern.fullmatch(payload), payload.partition(" ")
        match other:
            case _ if step is not None:
                self.steps.append(RecordStep(step[1], _state_from_parts(step.groups()[1:])))
            case [word, _, count] if word == UNDO_WORD and self._is_valid_undo(count):
                del self.steps[int(count) :]
                self.notes.clear()  # the message log began anew
            case [word, _, holder] if word == OPENED_WORD and holder and holder.isprintable():
                self.record = evolve(record, opened_by=holder)
            case [word, _, text] if word == NOTE_WORD and (note := _parse_note(text)) is not None:
                self.notes.append((len(self.steps), note))
            case [word, _, path] if word == DRAWN_IN and path.isprintable():
                self.record = evolve(record, header=evolve(record.header, layout_path=path))
            case [word, _, text] if word == NEWS_WORD and text.isprintable():
                self.news.append(text)
            case [word, _, time] if word == CLOSED and re.fullmatch(_TIME_PATTERN, time, re.ASCII):
                self.record = evolve(record, ended_at=time)
            case _ if (end := parse_result_line(payload)) is not None:
                time = record.ended_at if end.result is None else end.result.date
                self.record = evolve(record, ending=end.ending, result=end.result, ended_at=time)
            case _:
                return False
        return True

    def _is_valid_undo(self, count: str) -> bool:
        is_practice = self.record.header.game_kind == PRACTICE
        return is_practice and count.isdecimal() and int(count) <= len(self.steps)

    def to_record(self) -> Record:
        return evolve(
            self.record,
            steps=tuple(self.steps),
            notes=tuple(self.notes),
            news=tuple(self.news),
            ended_at=self.record.ended_at if self.record.ending else "",
        )


_STATE_PATTERN = r"(\d{1,9}) (\d{1,9}) (\d{1,4}) (\d{1,9}) ([0-9a-f]{8})"
_TAG_PATTERN = r"([a-z][a-z0-9]{0,15})-\d{1,4}(?::\d{1,4})?"
EXPECTED_TAGS = f"expansions such as pack-2 and depths-4:15, or {NO_VALUE}"
_TIME_PATTERN = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
_NOTE_PATTERN = r"(\d{1,3}) ([01]) (\d{1,3}) (\[.*\])"


@cache
def _step_pattern(*, has_expansions: bool) -> re.Pattern[str]:
    """Return the pattern of a step; expansions may not be installed, so any words are theirs."""
    words = "|".join(ACTIONS_BY_WORDS)
    if has_expansions:
        words = "[a-z0-9]{1,16}(?: [a-z0-9]{1,16}){0,3}"
    return re.compile(f"({words}) {_STATE_PATTERN}", re.ASCII)


def _state_from_parts(parts: Sequence[str]) -> StateFingerprint:
    hp, gold, floor, cell, digest = parts
    return StateFingerprint(int(hp), int(gold), int(floor), int(cell), int(digest, 16))


def _parse_state(text: str) -> StateFingerprint | None:
    found = re.fullmatch(_STATE_PATTERN, text, re.ASCII)
    return None if found is None else _state_from_parts(found.groups())


def _parse_note(text: str) -> ScreenNote | None:
    found = re.fullmatch(_NOTE_PATTERN, text, re.ASCII)
    if found is None:
        return None
    import json

    try:
        notices = json.loads(found[4])
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(one, str) and one.isprintable() for one in notices):
        return None
    return ScreenNote(tuple(map(Message, notices)), found[2] == "1", int(found[1]), int(found[3]))


def parse_tags(text: str) -> tuple[str, ...] | None:
    """Return the tags of expansions in a line of a header; None if they are none (X3)."""
    if text == NO_VALUE:
        return ()
    tags = tuple(text.split(" "))
    found = [re.fullmatch(_TAG_PATTERN, tag, re.ASCII) for tag in tags]
    names = {match[1] for match in found if match is not None}
    return tags if len(names) == len(tags) else None


def _parse_layout_line(text: str) -> tuple[int, str] | None:
    rows, _, called = text.partition(" ")
    is_count = rows.isdecimal() and int(rows) <= MAX_LAYOUT_ROWS
    if not (is_count and called and called.isprintable()):
        return None
    return int(rows), "" if called == NO_VALUE else called
