"""What a player has set down for all games on a terminal: the configuration file.

It is `cc3k/config.toml` in the folder that the XDG rules name, or else what `CC3K_CONFIG` names. A
run through a pipe never reads it, so that it goes the same everywhere.
"""

import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import frozen

from cc3k.content.roster import BASE
from cc3k.engine.actors import Race
from cc3k.engine.grid import DIRECTIONS
from cc3k.play.quoting import shown
from cc3k.storage.paths import config_file
from cc3k.tty.keys import CONTROLS, LETTERED, NAMES, NUMBERED
from cc3k.ui import settings
from cc3k.ui.keymap import ACTS, KEYMAPS, MOVE, NEEDED, RUN
from cc3k.ui.settings import ConfigError

LONGEST_SEED = 32
"""Digits of a seed: enough for a clock's nanoseconds, and still a line to be shown."""

RACES = ", ".join([race.name.lower() for race in BASE.races])
A_SEED = f"a whole number of at most {LONGEST_SEED} digits"
A_RACE = f"one of {RACES}"


def seed_of(text: str) -> int | None:
    """Return the seed that is written so, or None (R34)."""
    return int(text) if re.fullmatch(rf"[+-]?[0-9]{{1,{LONGEST_SEED}}}", text) else None


def race_of(text: str) -> Race | None:
    """Return the race of that name or key, or None."""
    asked = text.lower()
    return next((r for r in BASE.races if asked in (r.name.lower(), r.key)), None)


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


BIND = "bind"
"""The table of single keys and what they do."""

_PLACED = {*LETTERED.values(), *NUMBERED.values()}
NAMED_KEYS = {
    *NAMES.values(),
    *CONTROLS.values(),
    *_PLACED,
    *(f"shift-{name}" for name in _PLACED),
} - {"backspace"}
"""The keys that can be bound and are no characters; Backspace and Esc mean the same always."""

_WAYS = [way.word for way in DIRECTIONS]
_SIMPLE_ACTS = sorted(ACTS.keys() - {MOVE})
_ALL_ACTS = (*_SIMPLE_ACTS, *(f"{act} {way}" for act in (MOVE, RUN) for way in _WAYS))

A_KEY = f"a single character, or one of {', '.join(sorted(NAMED_KEYS))}"
AN_ACT = f"one of {', '.join(_SIMPLE_ACTS)}, or {MOVE} or {RUN} and one of {', '.join(_WAYS)}"

Reader: TypeAlias = Callable[[object], object]
"""Turns what stands in the file into what is meant; None if it means nothing."""


def read_config(environ: Mapping[str, str]) -> dict[str, object]:
    """Return what the player has chosen, by the names of the options; nothing without a file.

    Raises `ConfigError`.
    """
    path = config_file(environ)
    return {} if path is None else _chosen(read_toml(path))


def _chosen(file: TomlFile) -> dict[str, object]:
    chosen = {}
    for name, value in file.document.items():
        if name not in OPTIONS:
            raise file.error(A_NAME, name)
        expected, read = OPTIONS[name]
        chosen[name] = read(value)
        if chosen[name] is None:
            raise file.error(expected, name)
        if isinstance(value, dict):
            _check_keys(file, name, value)
    return chosen


def _check_keys(file: TomlFile, name: str, table: Mapping[str, object]) -> None:
    """Refuse keys that nobody can press, and acts that there are not."""
    for key, act in table.items():
        if key not in NAMED_KEYS and not (len(key) == 1 and key.isprintable()):
            raise file.error(A_KEY, name, key)
        if act not in _ALL_ACTS:
            raise file.error(AN_ACT, name, key)
    for keymap in KEYMAPS.values():
        _check_needed(file, name, table, keymap)


def _check_needed(
    file: TomlFile, name: str, table: Mapping[str, object], keymap: Mapping[str, str]
) -> None:
    """Refuse to take the last key of an act that nobody can do without."""
    acts = {**dict[str, object](keymap), **table}.values()
    for act in NEEDED:
        if act not in acts:
            taken = next(key for key in table if keymap.get(key) == act)
            expected = f"another key for {act}, which would be left without one"
            raise file.error(expected, name, taken)


def _one_of(names: tuple[str, ...]) -> tuple[str, Reader]:
    return f"one of {', '.join(names)}", lambda value: value if value in names else None


def _switch(value: object) -> object:
    return value if isinstance(value, bool) else None


def _table(value: object) -> object:
    return value if isinstance(value, dict) else None


def _layout(value: object) -> object:
    return value if isinstance(value, str) and value else None


def _race(value: object) -> object:
    return race_of(value) if isinstance(value, str) else None


def _seed(value: object) -> object:
    within = type(value) is int and abs(value) < 10**LONGEST_SEED
    return seed_of(str(value)) if within else None


OPTIONS: Mapping[str, tuple[str, Reader]] = {
    BIND: (f"a table of keys, [{BIND}]", _table),
    "effects": ("true or false", _switch),
    "mouse": ("true or false", _switch),
    "floor": ("the name of a layout, in quotes", _layout),
    "glyphs": _one_of(settings.GLYPHS),
    "keys": _one_of(settings.KEYMAPS),
    "more": ("true or false", _switch),
    "palette": _one_of(settings.PALETTES),
    "plain": ("true or false", _switch),
    "race": (A_RACE, _race),
    "seed": (A_SEED, _seed),
}
"""What can be chosen: what is expected of each, and how that is read."""

A_NAME = f"one of {', '.join(OPTIONS)}"
