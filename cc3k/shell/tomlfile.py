"""A file in TOML: opened warily, and every error in it named by file and line."""

import os
import re
import stat
import tomllib
from collections.abc import Callable

from attrs import frozen

from cc3k.play.quoting import shown
from cc3k.ui.settings import ConfigError

MOST_BYTES = 1 << 14
"""Bytes of the longest file that is read: a hundred times what one needs."""

_SHOWN = 60
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@frozen
class TomlFile:
    """The lines of a file called `name`, and what they say."""

    name: str
    lines: tuple[str, ...]
    document: dict[str, object]

    def error(self, expected: str, *names: str) -> ConfigError:
        """Return the error of what is called so: by its name, or by its table's and its own.

        Its line is the last of the fewest that can be read and have it.
        """
        line = _first(self.lines, lambda lines: _has(lines, names))
        return _error(self.name, line, self.lines[line - 1], expected)


def read_toml(path: str) -> TomlFile:
    """Return the file of that path; raise `ConfigError` if it cannot be read as one."""
    name = shown(path)
    try:
        data = _bytes(path)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        found = error.strerror if isinstance(error, OSError) else None
        message = f"{name}: found {(found or str(error)).lower()}; expected a configuration file"
        raise ConfigError(message) from error
    if len(data) > MOST_BYTES:
        line = data[:MOST_BYTES].count(b"\n") + 1
        message = f"{name}:{line}: found more; expected {MOST_BYTES} bytes at the most"
        raise ConfigError(message)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"{name}:{line}: found byte {data[error.start]:#04x}; expected text in UTF-8"
        raise ConfigError(message) from error
    lines = tuple(text.split("\n"))
    return TomlFile(name, lines, _document(name, lines))


def _bytes(path: str) -> bytes:
    """Return what is in a regular file, no more than one byte too much."""
    with open(path, "rb", opener=_open_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(None, "no regular file")
        return file.read(MOST_BYTES + 1)


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file so that neither a device nor a pipe without a writer can hang the game."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _document(name: str, lines: tuple[str, ...]) -> dict[str, object]:
    try:
        return _parsed(lines)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.fullmatch(str(error))
        why = (place[1] if place else str(error)).lower()
        line = int(place[2]) if place and place[2] else len(lines)
        raise _error(name, line, lines[line - 1], f"TOML ({why})") from error
    except (ValueError, RecursionError) as error:  # a number, or brackets, past all bounds
        line = _first(lines, _cannot_be_borne)
        raise _error(name, line, lines[line - 1], "TOML of a reasonable size") from error


def _parsed(lines: tuple[str, ...]) -> dict[str, object]:
    return tomllib.loads("\n".join(lines))


def _has(lines: tuple[str, ...], names: tuple[str, ...]) -> bool:
    try:
        found: object = _parsed(lines)
    except ValueError:
        return False
    for name in names:
        if not isinstance(found, dict) or name not in found:
            return False
        found = found[name]
    return True


def _cannot_be_borne(lines: tuple[str, ...]) -> bool:
    try:
        _parsed(lines)
    except (ValueError, RecursionError) as error:
        return not isinstance(error, tomllib.TOMLDecodeError)
    return False


def _first(lines: tuple[str, ...], holds: Callable[[tuple[str, ...]], bool]) -> int:
    """Return how few of the first lines it takes until something holds of them."""
    return next(count for count in range(1, len(lines) + 1) if holds(lines[:count]))


def _error(name: str, line: int, found: str, expected: str) -> ConfigError:
    return ConfigError(f"{name}:{line}: found {found.strip()[:_SHOWN]!a}; expected {expected}")
