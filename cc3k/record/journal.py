"""A game as a text that can be read, mailed and fed back: a header, then a line a command.

Each line begins with a checksum of itself and all lines before it, so that none can be changed,
left out or put elsewhere unnoticed. A last line without an end was being written when the power
went: it is dropped. All other damage is an error that names the line and the byte.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, TypeVar
from zlib import crc32

from attrs import define, evolve, field, frozen

from cc3k.play.commands import ACTIONS
from cc3k.record.record import ENDINGS, KINDS, PRACTICE, Header, Record, State, Step

FORMAT = "cc3k-journal 1"
LONGEST_LINE = 600
"""Bytes; a row of the widest layout and its checksum are shorter. A journal may have any length."""

MOST_ROWS = 1_000
"""Rows of a layout: five floors of the greatest size."""

START, END, OPENED, UNDO, NOTHING = "start", "end", "opened", "undo", "-"
CLOSED, DRAWN_IN = "closed", "drawn-in"
_SUM, SHOWN = 8, 40
"""Digits of a checksum, and letters shown of what is wrong."""

T = TypeVar("T")


class JournalError(Exception):
    """A text that is no journal: `name:line:byte: what was found; what was expected`.

    `intact` is the game up to the damage, if there is one. Bytes and lines count from 1.
    """

    def __init__(self, message: str, intact: Record | None) -> None:
        super().__init__(message)
        self.intact = intact


def rewritten(record: Record) -> list[str]:
    """Return the lines of a game so far, without their checksums."""
    return [*opening(record.header, record.start), *map(told, record.steps)]


@frozen
class Journal:
    """A record that was read, and whether a torn last line was dropped from it.

    `length` are the bytes that hold, and `checksum` that of the last line of them.
    """

    record: Record
    torn: bool
    length: int
    checksum: int


def sealed(payloads: Sequence[str], checksum: int = 0) -> tuple[str, int]:
    """Return lines with their checksums, and the last one of these, to go on from."""
    lines = []
    for payload in payloads:
        checksum = crc32(payload.encode("ascii"), checksum)
        lines.append(f"{checksum:08x} {payload}\n")
    return "".join(lines), checksum


def opening(header: Header, start: State) -> list[str]:
    """Return the first lines of a journal, without their checksums."""
    rows = header.layout.splitlines()
    return [
        FORMAT,
        f"ruleset {header.ruleset}",
        f"expansions {' '.join(header.expansions) or NOTHING}",
        f"seed {header.seed}",
        f"game {header.game}",
        f"race {header.race}",
        f"kind {header.kind}",
        f"begun {header.begun}",
        f"layout {len(rows)} {header.called or NOTHING}",
        *rows,
        f"{START} {_written(start)}",
        *([f"{DRAWN_IN} {header.path}"] if header.path else []),
    ]


def told(step: Step) -> str:
    """Return the line of a command, without its checksum."""
    return f"{step.words} {_written(step.state)}"


def closing(ending: str, time: str) -> list[str]:
    """Return the lines that end a game, the time of that as `2026-11-20T20:57:00Z`."""
    return [f"{CLOSED} {time}", f"{END} {ending}"]


def undone(steps: int) -> str:
    """Return the line that takes back all but the first so many commands."""
    return f"{UNDO} {steps}"


def _written(state: State) -> str:
    return f"{state.hp} {state.gold} {state.floor} {state.cell} {state.digest:08x}"


def read_journal(source: BinaryIO, name: str) -> Journal:
    """Read a journal called `name` line by line; raise `JournalError` where it is damaged."""
    lines = _Lines(source, name)
    body = _Body(_header(lines), _value(lines, START, _state, "how the game stood"))
    try:
        for payload in lines:
            if not body.takes(payload):
                raise lines.error(ascii(payload[:SHOWN]), "a command and how the game stood")
    except JournalError as error:
        error.intact = body.record()
        raise
    return Journal(body.record(), lines.torn, lines.at, lines.checksum)


@define(eq=False)
class _Lines:
    """The lines of a journal, each checked; the last one read began at `start`, the next is `at`.

    Both are bytes, counted from 0; `read` are the whole lines before the last one. When they have
    come to an end, `torn` tells whether one without an end was left out.
    """

    source: BinaryIO
    name: str
    start: int = 0
    at: int = 0
    read: int = 0
    checksum: int = 0
    torn: bool = False

    def __iter__(self) -> Iterator[str]:
        """Return itself."""
        return self

    def __next__(self) -> str:
        """Return what the next whole line says, its checksum being right."""
        self.read += self.at > self.start
        self.start = self.at
        raw = self.source.readline(LONGEST_LINE + 1)
        whole = raw.endswith(b"\n")
        if not whole and len(raw) <= LONGEST_LINE:
            self.torn = bool(raw)
            raise StopIteration
        if not whole or not raw.isascii():
            found = "what is no text"
            raise self.error(found, f"a line of {LONGEST_LINE} letters at most")
        written, payload = raw[:-1][:_SUM].decode("ascii"), raw[_SUM + 1 : -1]
        checksum = crc32(payload, self.checksum)
        if raw[: _SUM + 1] != b"%08x " % checksum:
            found = f"a line that is marked {written!a}"
            raise self.error(found, f"'{checksum:08x}', its checksum")
        self.at, self.checksum = self.start + len(raw), checksum
        return payload.decode("ascii")

    def error(self, found: str, expected: str) -> JournalError:
        """Return the error of the line that was read last; line and byte count from 1."""
        where = f"{self.name}:{self.read + 1}:{self.start + 1}"
        return JournalError(f"{where}: found {found}; expected {expected}", None)


def _header(lines: _Lines) -> Header:
    """Read the lines before the first state, in the order in which they are written."""
    _value(lines, "cc3k-journal", _one_of("1"), "the number of its format, 1")
    ruleset = _value(lines, "ruleset", _number, "a number")
    expansions = _value(lines, "expansions", _names, "names")
    seed = _value(lines, "seed", _number, "a number")
    game = _value(lines, "game", _ordinal, "a number from 1 on")
    race = _value(lines, "race", _text, "a name")
    kind = _value(lines, "kind", _one_of(*KINDS), f"one of {', '.join(KINDS)}")
    begun = _value(lines, "begun", _text, "a time")
    rows, called = _value(lines, "layout", _layout, f"a number up to {MOST_ROWS}, and a name")
    layout = "".join([f"{row}\n" for _, row in zip(range(rows), lines, strict=False)])
    return Header(ruleset, seed, game, race, begun, kind, layout, called, expansions)


def _value(lines: _Lines, label: str, read: Callable[[str], T | None], expected: str) -> T:
    """Read a line of the header."""
    payload, prefix = next(lines, None), f"{label} "
    if payload is None:
        found, value = "its end", None
    else:
        found = ascii(payload[:SHOWN])
        value = read(payload.removeprefix(prefix)) if payload.startswith(prefix) else None
    if value is None:
        raise lines.error(found, f"'{label}' and {expected}")
    return value


@define(eq=False)
class _Body:
    """What follows the header, as far as it was read."""

    header: Header
    start: State
    steps: list[Step] = field(factory=list)
    ending: str = ""
    holder: str = ""
    ended: str = ""

    def takes(self, payload: str) -> bool:
        """Take a line, and tell whether it can stand where it does."""
        if self.ending:
            return False
        step, other = _STEP.fullmatch(payload), payload.partition(" ")
        match other:
            case _ if step is not None:
                self.steps.append(Step(step[1], _made(step.groups()[1:])))
            case [word, _, count] if word == UNDO and self._has_undone(count):
                del self.steps[int(count) :]
            case [word, _, holder] if word == OPENED and _text(holder):
                self.holder = holder
            case [word, _, path] if word == DRAWN_IN and path.isprintable():
                self.header = evolve(self.header, path=path)
            case [word, _, time] if word == CLOSED and is_time(time):
                self.ended = time
            case [word, _, ending] if word == END and ending in ENDINGS:
                self.ending = ending
            case _:
                return False
        return True

    def _has_undone(self, count: str) -> bool:
        """Tell whether so many commands may be left; only practice takes any back."""
        return self.header.kind == PRACTICE and _below(count, len(self.steps) + 1)

    def record(self) -> Record:
        """Return the game so far."""
        steps, ended = tuple(self.steps), self.ended if self.ending else ""
        return Record(self.header, self.start, steps, self.ending, self.holder, ended)


_STATE = r"(\d{1,9}) (\d{1,9}) (\d{1,4}) (\d{1,9}) ([0-9a-f]{8})"
_STEP = re.compile(rf"({'|'.join(ACTIONS)}) {_STATE}", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,32}", re.ASCII)


def _made(parts: Sequence[str]) -> State:
    hp, gold, floor, cell, digest = parts
    return State(int(hp), int(gold), int(floor), int(cell), int(digest, 16))


def _state(text: str) -> State | None:
    found = re.fullmatch(_STATE, text, re.ASCII)
    return None if found is None else _made(found.groups())


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None


def is_time(text: str) -> bool:
    """Tell whether a text is a time such as `2026-11-20T20:57:00Z`."""
    return _TIME.fullmatch(text) is not None


def _ordinal(text: str) -> int | None:
    number = _number(text)
    return None if number is None or number < 1 else number


def _below(text: str, limit: int) -> bool:
    number = _number(text)
    return number is not None and 0 <= number < limit


def _text(text: str) -> str | None:
    return text if text.isprintable() and text else None


def _one_of(*texts: str) -> Callable[[str], str | None]:
    return lambda text: text if text in texts else None


def _names(text: str) -> tuple[str, ...] | None:
    if not text.isprintable():
        return None
    return () if text == NOTHING else tuple(text.split(" "))


def _layout(text: str) -> tuple[int, str] | None:
    rows, _, called = text.partition(" ")
    if not (_below(rows, MOST_ROWS + 1) and called and called.isprintable()):
        return None
    return int(rows), "" if called == NOTHING else called
