"""What a player has set down for all games on a terminal: the configuration file.

It is `cc3k/config.toml` in the folder that the XDG rules name, or else what `CC3K_CONFIG` names. A
run through a pipe never reads it, so that it goes the same everywhere.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from cc3k.engine.grid import DIRECTIONS
from cc3k.shell.choices import A_RACE, A_SEED, LONGEST_SEED, race_of, seed_of
from cc3k.shell.tomlfile import TomlFile, read_toml
from cc3k.storage.paths import config_file
from cc3k.tty.keys import CONTROLS, LETTERED, NAMES, NUMBERED
from cc3k.ui import settings
from cc3k.ui.keymap import ACTS, KEYMAPS, MOVE, NEEDED, RUN

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
