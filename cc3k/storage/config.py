"""Configuration file: a player's defaults for all games on a terminal.

It is the file that `CC3K_CONFIG` names, or else `cc3k/config.toml` in the folder of the XDG rules.
A run through a pipe never reads it, so that it behaves the same everywhere.
"""

import os
import re
import stat
from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import frozen

from cc3k.cells.key_names import (
    CONTROL_KEYS,
    FUNCTION_KEYS,
    KEY_NAMES,
    LETTER_SEQUENCE_KEYS,
    NUMBER_SEQUENCE_KEYS,
)
from cc3k.engine.board import DIRECTIONS
from cc3k.play.commands import EXPECTED_RACE, EXPECTED_SEED, MAX_SEED_DIGITS, parse_race, parse_seed
from cc3k.play.interruptions import EXPECTED_HP_LIMIT, parse_hp_limit
from cc3k.play.quoting import printable_name
from cc3k.storage.open_files import open_without_waiting
from cc3k.storage.paths import config_path
from cc3k.ui import settings
from cc3k.ui.keymap import KEY_ACTIONS, KEYMAPS, MOVE, REQUIRED_KEY_ACTIONS, RUN
from cc3k.ui.settings import ConfigError

MAX_CONFIG_BYTES = 1 << 14
"""Bytes of the longest file that is read: a hundred times the usual size."""

_SHOWN_LENGTH = 60
_ERROR_POSITION = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@frozen
class TomlFile:
    """A parsed TOML file: its name, its lines and its contents."""

    name: str
    lines: tuple[str, ...]
    contents: dict[str, object]

    def error_at(self, expected: str, *names: str) -> ConfigError:
        """Return the error for the value of these names: its own, or its table's and its own.

        Its line is the last one of the shortest part of the file that has the value.
        """
        line = _shortest_prefix(self.lines, lambda lines: _has_value(lines, names))
        return _config_error(self.name, line, self.lines[line - 1], expected)


def read_toml(path: str) -> TomlFile:
    """Return the file of that path, parsed; raise `ConfigError` if it cannot be read."""
    name = printable_name(path)
    try:
        data = _read_bytes(path)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        found = error.strerror if isinstance(error, OSError) else None
        message = f"{name}: found {(found or str(error)).lower()}; expected a configuration file"
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
    return TomlFile(name, lines, _parse_contents(name, lines))


def _read_bytes(path: str) -> bytes:
    """Return the contents of a regular file, at most one byte over the limit."""
    with open(path, "rb", opener=open_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(None, "no regular file")
        return file.read(MAX_CONFIG_BYTES + 1)


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
    # Imported only where there is a configuration: other games need not wait for it.
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


BIND_TABLE = "bind"
"""The table of single keys and what they do."""

_NAMED_KEYS = {
    *LETTER_SEQUENCE_KEYS.values(),
    *NUMBER_SEQUENCE_KEYS.values(),
    *FUNCTION_KEYS,
}
NAMED_KEYS = {
    *KEY_NAMES.values(),
    *CONTROL_KEYS.values(),
    *_NAMED_KEYS,
    *(f"shift-{name}" for name in (*_NAMED_KEYS, "tab")),
    "escape",
}
"""Keys that can be bound and are not characters."""

_DIRECTION_WORDS = [way.command_word for way in DIRECTIONS]
_PLAIN_KEY_ACTIONS = sorted(KEY_ACTIONS.keys() - {MOVE})
_BINDABLE_KEY_ACTIONS = (
    *_PLAIN_KEY_ACTIONS,
    *(f"{act} {way}" for act in (MOVE, RUN) for way in _DIRECTION_WORDS),
)

_UNSHIFTED_KEYS = sorted({*KEY_NAMES.values(), *_NAMED_KEYS, "escape"} - {*FUNCTION_KEYS})
EXPECTED_KEY = (
    f"a single character, {FUNCTION_KEYS[0]} to {FUNCTION_KEYS[-1]}, ctrl- and a letter, "
    f"or one of {', '.join(_UNSHIFTED_KEYS)}, some also with shift-"
)
EXPECTED_KEY_ACTION = (
    f"one of {', '.join(_PLAIN_KEY_ACTIONS)}, "
    f"or {MOVE} or {RUN} and one of {', '.join(_DIRECTION_WORDS)}"
)

ValueParser: TypeAlias = Callable[[object], object]
"""Converts a value of the file into an option's value; None if it is not valid."""


def read_config(environ: Mapping[str, str]) -> dict[str, object]:
    """Return the player's defaults by option name; empty without a configuration file.

    Raises `ConfigError`.
    """
    path = config_path(environ)
    return {} if path is None else _parse_config(read_toml(path))


def _parse_config(file: TomlFile) -> dict[str, object]:
    chosen = dict[str, object]()
    for name, value in file.contents.items():
        option = CONFIG_ALIASES.get(name, name)
        if option not in CONFIG_OPTIONS:
            raise file.error_at(EXPECTED_OPTION, name)
        if option in chosen:
            expected = f"one of the two names {option} and {ALIAS_OF_OPTION[option]}, not both"
            raise file.error_at(expected, name)
        expected, read = CONFIG_OPTIONS[option]
        chosen[option] = read(value)
        if chosen[option] is None:
            raise file.error_at(expected, name)
        if isinstance(value, dict):
            _check_bindings(file, name, value)
    return chosen


def _check_bindings(file: TomlFile, name: str, table: Mapping[str, object]) -> None:
    """Reject keys that nobody can press, and actions that do not exist."""
    for key, act in table.items():
        if key not in NAMED_KEYS and not (len(key) == 1 and key.isprintable()):
            raise file.error_at(EXPECTED_KEY, name, key)
        if act not in _BINDABLE_KEY_ACTIONS:
            raise file.error_at(EXPECTED_KEY_ACTION, name, key)
    for keymap in KEYMAPS.values():
        _check_required_actions(file, name, table, keymap)


def _check_required_actions(
    file: TomlFile, name: str, table: Mapping[str, object], keymap: Mapping[str, str]
) -> None:
    """Reject bindings that take the last key of an action that is required."""
    acts = {**dict[str, object](keymap), **table}.values()
    for act in REQUIRED_KEY_ACTIONS:
        if act not in acts:
            taken = next(key for key in table if keymap.get(key) == act)
            expected = f"another key for {act}, which would be left without one"
            raise file.error_at(expected, name, taken)


def _choice(names: tuple[str, ...]) -> tuple[str, ValueParser]:
    return f"one of {', '.join(names)}", lambda value: value if value in names else None


def _parse_bool(value: object) -> object:
    return value if isinstance(value, bool) else None


def _parse_table(value: object) -> object:
    return value if isinstance(value, dict) else None


def _parse_layout(value: object) -> object:
    return value if isinstance(value, str) and value else None


def _parse_race_value(value: object) -> object:
    return parse_race(value) if isinstance(value, str) else None


def _parse_seed_value(value: object) -> object:
    within = type(value) is int and abs(value) < 10**MAX_SEED_DIGITS
    return parse_seed(str(value)) if within else None


def _parse_fight_until(value: object) -> object:
    is_number = type(value) is int
    return parse_hp_limit(str(value)) if is_number or isinstance(value, str) else None


CONFIG_OPTIONS: Mapping[str, tuple[str, ValueParser]] = {
    BIND_TABLE: (f"a table of keys, [{BIND_TABLE}]", _parse_table),
    "bell": ("true or false", _parse_bool),
    "effects": ("true or false", _parse_bool),
    "mouse": ("true or false", _parse_bool),
    "fight_until": (f"{EXPECTED_HP_LIMIT}; percent in quotes", _parse_fight_until),
    "floor": ("the name of a layout, in quotes", _parse_layout),
    "glyphs": _choice(settings.GLYPH_SET_NAMES),
    "keys": _choice(settings.KEYMAP_NAMES),
    "more": ("true or false", _parse_bool),
    "palette": _choice(settings.PALETTE_NAMES),
    "plain": ("true or false", _parse_bool),
    "race": (EXPECTED_RACE, _parse_race_value),
    "seed": (EXPECTED_SEED, _parse_seed_value),
}
"""The options of the file: what is expected of each, and its parser."""

CONFIG_ALIASES: Mapping[str, str] = {"layout": "floor", "fight-until": "fight_until"}
"""Other names of options of the file, as on the command line."""

ALIAS_OF_OPTION = {option: name for name, option in CONFIG_ALIASES.items()}

EXPECTED_OPTION = f"one of {', '.join(CONFIG_OPTIONS)}"
