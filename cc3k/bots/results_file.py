"""Results file: the results of an arena's games, a line of JSON each, to continue from later.

Each line has the settings of its game and then its result, so lines can stand alone. They are
appended whole, in the order in which games end. An unfinished last line, as after a loss of power,
is dropped when the file is opened again, and its game is played again.
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from time import monotonic
from typing import Self, TypeVar

from attrs import define, field

from cc3k.bots.arena import ArenaError, GameSpec
from cc3k.bots.bot import MAX_COMMANDS
from cc3k.bots.statistics import BotResult
from cc3k.engine.text import escape_text, printable_name
from cc3k.saves.disk import Disk, UnsuitableTarget, lock_file, write_all
from cc3k.saves.open_files import UnreadableError, file_error_reason, parse_json
from cc3k.saves.results import MAX_COUNT

SYNC_SECONDS = 2.0
"""Seconds of results that a power loss may take, at most."""

MAX_LINE_BYTES = 1 << 16
"""Bytes of the longest line of a file; a longer one is of no game."""

MAX_SHOWN = 100
"""Characters shown of what is wrong."""

DIGEST_DIGITS = 16

_END, _CLOSED = b"\n", -1
_Value = TypeVar("_Value", str, int)


class ResultsFileError(ArenaError):
    """A results file that is of other games, or cannot be written: where, and why."""


def run_settings(spec: GameSpec, ruleset: int) -> dict[str, object]:
    """Return what the games of a results file have in common, by the names in its lines.

    `layout` is a digest of the layout file, None for floors furnished at random.
    """
    return {
        "bot": spec.bot,
        "seed": spec.seed,
        "ruleset": ruleset,
        "expansions": list(spec.expansions),
        "layout": sha256(spec.layout).hexdigest()[:DIGEST_DIGITS] if spec.layout else None,
        "most": MAX_COMMANDS,
    }


@define(eq=False)
class ResultsFile:
    """An open file of results, locked against other programs."""

    path: str
    _beginning: str
    descriptor: int
    _synced: float = field(factory=monotonic, init=False)

    @classmethod
    def open(cls, path: str, settings: Mapping[str, object]) -> tuple[Self, list[BotResult]]:
        """Return the file, made if it is not there, and the results that it holds.

        Raises `ResultsFileError` for a file of other games, which stays as it is, and for what
        cannot be opened.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY
        beginning = json.dumps(settings).removesuffix("}")
        with _named_errors(path):
            file = cls(path, beginning, os.open(path, flags, 0o666))
        try:
            with _named_errors(path):
                file.lock()
                results, end = _read(path, file.descriptor, settings, beginning)
                if end != os.fstat(file.descriptor).st_size:
                    os.ftruncate(file.descriptor, end)
        except BaseException:
            os.close(file.descriptor)
            raise
        return file, results

    def lock(self) -> None:
        """Keep other arenas from this file until it is closed, if its disk has locks."""
        if not stat.S_ISREG(os.fstat(self.descriptor).st_mode):
            message = "found no regular file; expected one"
            raise UnsuitableTarget(message)
        try:
            lock_file(self.descriptor)  # if not, a game with two lines counts once
        except BlockingIOError as error:
            message = f"{printable_name(self.path)}: another arena writes its results there"
            raise ResultsFileError(message) from error

    def append(self, result: BotResult) -> None:
        """Write the line of a result; raise `ResultsFileError` if that cannot be done."""
        rest = json.dumps(
            {
                "race": result.race,
                "game": result.game_number,
                "cause": result.cause_of_death,  # empty for a victory
                "score": result.score,
                "gold": result.gold,
                "floors": result.floors,
                "turns": result.turns,
            }
        ).removeprefix("{")
        with _named_errors(self.path):
            line = f"{self._beginning}, {rest}\n".encode("ascii")
            write_all(Disk(), self.descriptor, line)
            now = monotonic()
            if now - self._synced > SYNC_SECONDS:
                self._synced = now
                os.fsync(self.descriptor)

    def close(self) -> None:
        """Close the file when all of it is safe from a power loss; raise `ResultsFileError`.

        One that is closed already stays so.
        """
        descriptor, self.descriptor = self.descriptor, _CLOSED
        if descriptor == _CLOSED:
            return
        with _named_errors(self.path):
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


@contextmanager
def _named_errors(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        message = f"{printable_name(path)}: {file_error_reason(error)}"
        raise ResultsFileError(message) from error


def _read(
    path: str, descriptor: int, settings: Mapping[str, object], beginning: str
) -> tuple[list[BotResult], int]:
    known, end = dict[tuple[str, int], BotResult](), 0
    for number, line in enumerate(_lines(descriptor), start=1):
        try:
            if not line.endswith(_END):
                _check_cut_line(line, beginning)
                break
            result = _result_of_line(line, settings)
        except ResultsFileError as error:
            message = f"{printable_name(path)}:{number}: {error}"
            raise ResultsFileError(message) from error
        known.setdefault((result.race, result.game_number), result)
        end += len(line)
    return list(known.values()), end


def _lines(descriptor: int) -> Iterator[bytes]:
    with os.fdopen(os.dup(descriptor), "rb") as file:
        while line := file.readline(MAX_LINE_BYTES):
            yield line


def _result_of_line(line: bytes, settings: Mapping[str, object]) -> BotResult:
    try:
        found = parse_json(line)
    except UnreadableError:
        found = None
    if not isinstance(found, dict) or not found.keys() >= settings.keys():
        message = "found what is no result of a game; expected a file of --results"
        raise ResultsFileError(message)
    for name, expected in settings.items():
        if found[name] != expected:
            message = (
                f"found results with {name} {json.dumps(found[name])[:MAX_SHOWN]}; "
                f"expected {name} {json.dumps(expected)}, or another file"
            )
            raise ResultsFileError(message)
    return BotResult(
        race=_value(found, "race", str),
        game_number=_value(found, "game", int),
        cause_of_death=escape_text(_value(found, "cause", str)),
        score=_value(found, "score", int),
        gold=_value(found, "gold", int),
        floors=_value(found, "floors", int),
        turns=_value(found, "turns", int),
    )


def _value(found: Mapping[str, object], name: str, kind: type[_Value]) -> _Value:
    value = found.get(name)
    if type(value) is kind and (not isinstance(value, int) or 0 <= value < MAX_COUNT):
        return value
    message = f"found the {name} {ascii(value)[:MAX_SHOWN]}; expected that of a result"
    raise ResultsFileError(message)


def _check_cut_line(line: bytes, beginning: str) -> None:
    """Raise `ResultsFileError` for a last line without an end that none of ours begins with."""
    begun = line.rstrip(b"\0")  # as some disks fill up a file after a power loss
    first = beginning.encode("ascii")
    if not (begun.startswith(first) or first.startswith(begun)):
        message = "found a last line that is cut off, and of other games; expected another file"
        raise ResultsFileError(message)
