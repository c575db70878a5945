"""TOML file: reads a configuration file, with errors that name its lines."""

import re
from collections.abc import Callable

from attrs import frozen

from cc3k.play.quoting import printable_name
from cc3k.saves.open_files import open_regular
from cc3k.ui.settings import ConfigError

MAX_CONFIG_BYTES = 1 << 14
"""Bytes of the longest file that is read: a hundred times the usual size."""

MAX_CONFIG_LINES = 1_000
"""Lines of the longest file that is read: the line of an error is found by parsing them anew."""

_SHOWN_LENGTH = 60
_ERROR_POSITION = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@frozen
class TomlFile:
    """A parsed TOML file: its name, its lines and its contents."""

    name: str
    lines: tuple[str, ...]
    contents: dict[str, object]

    def error_at(self, expected: str, *names: str) -> ConfigError:
        """Return the error for the value of these names: its name, prefixed by the table's.

        Its line is the last one of the shortest part of the file that has the value.
        """
        line = _shortest_prefix(self.lines, lambda lines: _has_value(lines, names))
        return _config_error(self.name, line, self.lines[line - 1], expected)


def read_toml(path: str) -> TomlFile:
    name = printable_name(path)
    try:
        with open_regular(path) as file:
            data = file.read(MAX_CONFIG_BYTES + 1)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        found = error.strerror if isinstance(error, OSError) else None
        found = (found or str(error)).lower().replace("not a regular", "no regular")
        message = f"{name}: found {found}; expected a configuration file"
        raise ConfigError(message) from error
    if len(data) > MAX_CONFIG_BYTES:
        line = data[:MAX_CONFIG_BYTES].count(b"\n") + 1
        message = f"{name}:{line}: found more; expected {MAX_CONFIG_BYTES} bytes at the most"
        raise ConfigError(message)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"{name}:{line}: found byte {data[error.start]:#04x}; expected text in UTF-8"
        raise ConfigError(message) from error
    lines = tuple(text.split("\n"))
    if len(lines) > MAX_CONFIG_LINES:
        line = MAX_CONFIG_LINES + 1
        message = f"{name}:{line}: found more; expected {MAX_CONFIG_LINES:,} lines at the most"
        raise ConfigError(message)
    return TomlFile(name, lines, _parse_contents(name, lines))


def _parse_contents(name: str, lines: tuple[str, ...]) -> dict[str, object]:
    try:
        return _parse(lines)
    except (ValueError, RecursionError) as error:
        if not _is_syntax_error(error):  # a number, or brackets, past all bounds
            line = _shortest_prefix(lines, _is_too_complex)
            raise _config_error(name, line, lines[line - 1], "TOML of a reasonable size") from error
        place = _ERROR_POSITION.fullmatch(str(error))
        why = (place[1] if place else str(error)).lower()
        line = int(place[2]) if place and place[2] else len(lines)
        raise _config_error(name, line, lines[line - 1], f"TOML ({why})") from error


def _parse(lines: tuple[str, ...]) -> dict[str, object]:
    # Imported here for a fast start: needed only where there is a configuration.
    import tomllib

    return tomllib.loads("\n".join(lines))


def _is_syntax_error(error: Exception) -> bool:
    """Return True if a file is no TOML; otherwise it is too much of it."""
    # Imported only for an error: see `_parse`.
    import tomllib

    return isinstance(error, tomllib.TOMLDecodeError)


def _has_value(lines: tuple[str, ...], names: tuple[str, ...]) -> bool:
    try:
        found: object = _parse(lines)
    except ValueError:
        return False
    for name in names:
        if not isinstance(found, dict) or name not in found:
            return False
        found = found[name]
    return True


def _is_too_complex(lines: tuple[str, ...]) -> bool:
    try:
        _parse(lines)
    except (ValueError, RecursionError) as error:
        return not _is_syntax_error(error)
    return False


def _shortest_prefix(lines: tuple[str, ...], condition: Callable[[tuple[str, ...]], bool]) -> int:
    """Return the number of lines in the shortest beginning of a file that meets a condition."""
    return next(count for count in range(1, len(lines) + 1) if condition(lines[:count]))


def _config_error(name: str, line: int, found: str, expected: str) -> ConfigError:
    return ConfigError(
        f"{name}:{line}: found {found.strip()[:_SHOWN_LENGTH]!a}; expected {expected}"
    )
