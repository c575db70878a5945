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

from attrs import define, field, frozen

from cc3k.bots.statistics import GameResult
from cc3k.cli.arena_games import GameSpec
from cc3k.play.quoting import escape_text, printable_name
from cc3k.saves.disk import DEFAULT_FILE_MODE, Disk, UnsuitableTarget, write_all
from cc3k.saves.foreign_data import parse_json
from cc3k.saves.locks import lock_file, remove_lock_file
from cc3k.saves.open_files import UnreadableError, file_error_reason
from cc3k.saves.scores_file import MAX_COUNT

SYNC_SECONDS = 2.0
"""Seconds of results that a power loss may take, at most."""

MAX_LINE_BYTES = 1 << 16
"""Bytes of the longest line of a file; a longer one is of no game."""

MAX_SHOWN = 100
"""Characters shown of what is wrong."""

DIGEST_DIGITS = 16

_END, _CLOSED = b"\n", -1
_Value = TypeVar("_Value", str, int)


class ResultsFileError(Exception):
    """A results file that is of other games, or cannot be written: where, and why."""


@frozen
class RunSettings:
    """What the games of a results file have in common, besides how many of them there are.

    `layout` is a digest of the layout file, None for floors furnished at random.
    """

    bot: str
    seed: int
    ruleset: int
    expansions: tuple[str, ...]
    layout: str | None
    most: int

    @classmethod
    def of(cls, spec: GameSpec, ruleset: int) -> Self:
        layout = sha256(spec.layout).hexdigest()[:DIGEST_DIGITS] if spec.layout else None
        return cls(spec.bot, spec.seed, ruleset, spec.expansions, layout, spec.max_commands)

    @property
    def facts(self) -> dict[str, object]:
        return {
            "bot": self.bot,
            "seed": self.seed,
            "ruleset": self.ruleset,
            "expansions": list(self.expansions),
            "layout": self.layout,
            "most": self.most,
        }

    @property
    def beginning(self) -> str:
        return json.dumps(self.facts).removesuffix("}")


@define(eq=False)
class ResultsFile:
    """An open file of results, locked against other programs."""

    path: str
    settings: RunSettings
    _descriptor: int
    _lock_path: str
    _beginning: str = field(init=False)
    _synced: float = field(factory=monotonic, init=False)

    def __attrs_post_init__(self) -> None:
        self._beginning = self.settings.beginning

    @classmethod
    def open(cls, path: str, settings: RunSettings) -> tuple[Self, list[GameResult]]:
        """Return the file, made if it is not there, and the results that it holds.

        Raises `ResultsFileError` for a file of other games, which stays as it is, and for what
        cannot be opened.
        """
        try:
            descriptor = _open_for_appending(path)
        except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
            message = f"{printable_name(path)}: {file_error_reason(error)}"
            raise ResultsFileError(message) from error
        try:
            lock_path = _lock(path, descriptor)
            try:
                results, end = _read(path, descriptor, settings)
                if end != os.fstat(descriptor).st_size:
                    _DISK.truncate(descriptor, end)
            except BaseException:
                remove_lock_file(_DISK, lock_path)
                raise
        except BaseException:
            _DISK.close(descriptor)
            raise
        return cls(path, settings, descriptor, lock_path), results

    def append(self, result: GameResult) -> None:
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
        with self._writing():
            write_all(_DISK, self._descriptor, f"{self._beginning}, {rest}\n".encode("ascii"))
            now = monotonic()
            if now - self._synced > SYNC_SECONDS:
                self._synced = now
                _DISK.sync(self._descriptor)

    def close(self) -> None:
        """Close the file when all of it is safe from a power loss; raise `ResultsFileError`.

        One that is closed already stays so.
        """
        descriptor, self._descriptor = self._descriptor, _CLOSED
        if descriptor == _CLOSED:
            return
        with self._writing():
            try:
                _DISK.sync(descriptor)
            finally:
                _DISK.close(descriptor)
                remove_lock_file(_DISK, self._lock_path)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = f"{printable_name(self.path)}: {file_error_reason(error)}"
            raise ResultsFileError(message) from error


_DISK = Disk()


def _open_for_appending(path: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    descriptor = os.open(path, flags, DEFAULT_FILE_MODE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        message = "found no regular file; expected one"
        raise UnsuitableTarget(message)
    return descriptor


def _lock(path: str, descriptor: int) -> str:
    try:
        return lock_file(_DISK, path, descriptor)
    except BlockingIOError as error:
        message = f"{printable_name(path)}: another arena writes its results there"
        raise ResultsFileError(message) from error


def _read(path: str, descriptor: int, settings: RunSettings) -> tuple[list[GameResult], int]:
    known, end = dict[tuple[str, int], GameResult](), 0
    for number, line in enumerate(_lines(descriptor), start=1):
        try:
            if not line.endswith(_END):
                _check_cut_line(line, settings)
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


def _result_of_line(line: bytes, settings: RunSettings) -> GameResult:
    try:
        found = parse_json(line)
    except UnreadableError:
        found = None
    if not isinstance(found, dict) or not found.keys() >= settings.facts.keys():
        message = "found what is no result of a game; expected a file of --results"
        raise ResultsFileError(message)
    for name, expected in settings.facts.items():
        if found[name] != expected:
            raise ResultsFileError(_other_settings_message(name, found[name], expected))
    return GameResult(
        race=_field(found, "race", str),
        game_number=_count(found, "game"),
        cause_of_death=escape_text(_field(found, "cause", str)),
        score=_count(found, "score"),
        gold=_count(found, "gold"),
        floors=_count(found, "floors"),
        turns=_count(found, "turns"),
    )


def _field(found: Mapping[str, object], name: str, kind: type[_Value]) -> _Value:
    value = found.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _field_error(name, value)
    return value


def _count(found: Mapping[str, object], name: str) -> int:
    value = _field(found, name, int)
    if not 0 <= value < MAX_COUNT:
        raise _field_error(name, value)
    return value


def _field_error(name: str, value: object) -> ResultsFileError:
    shown = ascii(value)[:MAX_SHOWN]
    return ResultsFileError(f"found the {name} {shown}; expected that of a result")


def _other_settings_message(name: str, found: object, expected: object) -> str:
    return (
        f"found results with {name} {json.dumps(found)[:MAX_SHOWN]}; "
        f"expected {name} {json.dumps(expected)}, or another file"
    )


def _check_cut_line(line: bytes, settings: RunSettings) -> None:
    """Raise `ResultsFileError` for a last line without an end that none of ours begins with."""
    begun = line.rstrip(b"\0")  # as some disks fill up a file after a power loss
    first = settings.beginning.encode("ascii")
    if not (begun.startswith(first) or first.startswith(begun)):
        message = "found a last line that is cut off, and of other games; expected another file"
        raise ResultsFileError(message)
