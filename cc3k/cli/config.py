"""Configuration file: a player's defaults for all games on a terminal.

It is the file that `CC3K_CONFIG` names, or else `cc3k/config.toml` in the folder of the XDG rules.
A run through a pipe never reads it, so that it behaves the same everywhere.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import product, starmap
from typing import TypeAlias, TypeGuard

from attrs import frozen

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.expansion import NumberSetting
from cc3k.engine.text import printable_name
from cc3k.play import choices
from cc3k.saves.open_files import open_regular, reason_of
from cc3k.saves.paths import config_path
from cc3k.terminal import keys
from cc3k.ui import settings
from cc3k.ui.keymap import KEY_ACTIONS, KEYMAPS, MOVE, REQUIRED_KEY_ACTIONS, RUN, KeyAction, Keymap
from cc3k.ui.settings import ConfigError

MAX_CONFIG_BYTES = 1 << 14
"""Bytes of the longest file that is read: a hundred times the usual size."""

MAX_CONFIG_LINES = 1_000
"""Lines of the longest file that is read: the line of an error is found by parsing them anew."""

_MAX_SHOWN = 60
_ERROR_POSITION = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)

BIND_TABLE = "bind"

_NAMED_KEYS = {
    *keys.LETTER_SEQUENCE_KEYS.values(),
    *keys.NUMBER_SEQUENCE_KEYS.values(),
    *keys.FUNCTION_KEYS,
}
NAMED_KEYS = {
    *keys.KEY_NAMES.values(),
    *keys.CONTROL_KEYS.values(),
    *_NAMED_KEYS,
    *(f"shift-{name}" for name in (*_NAMED_KEYS, "tab")),
    "escape",
}
"""Keys that can be bound and are not characters."""

_DIRECTION_WORDS = [way.command_word for way in DIRECTIONS]
_PLAIN_KEY_ACTIONS = sorted(KEY_ACTIONS.keys() - {MOVE})
KEY_ACTIONS_BY_WORDS = {
    **{name: KeyAction(name) for name in _PLAIN_KEY_ACTIONS},
    **{str(each): each for each in starmap(KeyAction, product((MOVE, RUN), DIRECTIONS))},
}
"""The key actions that a key can be bound to, by the words for them: `look`, `move no`."""

_UNSHIFTED_KEYS = sorted({*keys.KEY_NAMES.values(), *_NAMED_KEYS, "escape"} - {*keys.FUNCTION_KEYS})
EXPECTED_KEY = (
    f"a single character, {keys.FUNCTION_KEYS[0]} to {keys.FUNCTION_KEYS[-1]}, ctrl- and a letter, "
    f"or one of {', '.join(_UNSHIFTED_KEYS)}, some also with shift-"
)
EXPECTED_KEY_ACTION = (
    f"one of {', '.join(_PLAIN_KEY_ACTIONS)}, "
    f"or {MOVE} or {RUN} and one of {', '.join(_DIRECTION_WORDS)}"
)

MAX_PLUGIN_NUMBER = 9999
"""The highest number that another package's expansion can have: journals write four digits."""

ValueParser: TypeAlias = Callable[[object], object]
"""Converts a value of the file into an option's value; None if it is not valid."""


@frozen
class TomlFile:
    name: str
    lines: tuple[str, ...]
    contents: dict[str, object]

    def error_at(self, expected: str, *names: str) -> ConfigError:
        """Return the error for the value of these names: its name, prefixed by the table's.

        Its line is the last one of the shortest part of the file that has the value.
        """
        line = _line_where(self.lines, lambda found: _has_value(found, names))
        return _config_error(self.name, line, self.lines[line - 1], expected)


def read_toml(path: str) -> TomlFile:
    name = printable_name(path)
    try:
        with open_regular(path, follow_links=True) as file:
            data = file.read(MAX_CONFIG_BYTES + 1)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        found = reason_of(error).lower().replace("not a regular", "no regular")
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
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        if not isinstance(error, tomllib.TOMLDecodeError):  # a number, or brackets, past all bounds
            kind = type(error)
            line = _line_where(lines, lambda found: type(found) is kind)
            raise _config_error(name, line, lines[line - 1], "TOML of a reasonable size") from error
        place = _ERROR_POSITION.fullmatch(str(error))
        why = (place[1] if place else str(error)).lower()
        line = int(place[2]) if place and place[2] else len(lines)
        raise _config_error(name, line, lines[line - 1], f"TOML ({why})") from error


def _has_value(found: object, names: tuple[str, ...]) -> bool:
    for name in names:
        if not isinstance(found, dict) or name not in found:
            return False
        found = found[name]
    return True


def _line_where(lines: tuple[str, ...], is_meant: Callable[[object], bool]) -> int:
    """Return the last line of the shortest beginning whose contents, or whose error, are meant."""
    for count, _ in enumerate(lines, start=1):
        found: object
        try:
            found = tomllib.loads("\n".join(lines[:count]))
        except (ValueError, RecursionError) as error:
            found = error
        if is_meant(found):
            break
    return count


def _config_error(name: str, line: int, found: str, expected: str) -> ConfigError:
    return ConfigError(f"{name}:{line}: found {found.strip()[:_MAX_SHOWN]!a}; expected {expected}")


def read_config(environ: Mapping[str, str]) -> dict[str, object]:
    """Return the player's defaults by option name, none without a file; raise `ConfigError`."""
    path = config_path(environ)
    if path is None:
        return {}
    file = read_toml(path)
    chosen, numbers = dict[str, object](), list[tuple[str, int]]()
    for name, value in file.contents.items():
        option = CONFIG_ALIASES.get(name, name)
        if option not in CONFIG_OPTIONS:
            numbers.append(_parse_expansion_number(file, name, value))
            continue
        if option in chosen:
            expected = f"one of the two names {option} and {ALIAS_OF_OPTION[option]}, not both"
            raise file.error_at(expected, name)
        expected, read = CONFIG_OPTIONS[option]
        chosen[option] = read(value)
        if chosen[option] is None:
            raise file.error_at(expected, name)
        if isinstance(value, dict):
            chosen[option] = _parse_bindings(file, name, value)
        if option == "race" and isinstance(chosen[option], str):
            _check_race(file, str(value), name)
    return {**chosen, DEFAULT_NUMBERS: numbers} if numbers else chosen


def _parse_expansion_number(file: TomlFile, name: str, value: object) -> tuple[str, int]:
    from cc3k.expansions.registry import OWN_EXPANSIONS
    from cc3k.saves.expansion_plugins import expansion_names

    option = name.replace("_", "-")
    settings = {each.setting.option: each.setting for each in OWN_EXPANSIONS if each.setting}
    setting = settings.get(option)
    others = tuple([f"{other}-" for other in expansion_names()[len(OWN_EXPANSIONS) :]])
    if setting is None and option.startswith(others):
        # Of another package, which is not loaded for it: its bounds count once it is asked for.
        setting = NumberSetting(option, "", 0, MAX_PLUGIN_NUMBER, 0)
    if setting is None:
        raise file.error_at(", ".join([EXPECTED_OPTION, *settings]), name)
    if type(value) is not int or not setting.lowest <= value <= setting.highest:
        expected = f"a whole number from {setting.lowest} to {setting.highest}"
        raise file.error_at(expected, name)
    return setting.option, value


def _check_race(file: TomlFile, race: str, name: str) -> None:
    from cc3k.saves.expansion_plugins import select_rules

    names = _parse_dlc(file.contents.get(DLC_OPTION))
    rules = select_rules(names if _is_list_of_texts(names) else ())
    if choices.parse_race(race, rules) is None:
        expected = f"one of {choices.race_names(rules)}"
        raise file.error_at(expected, name)


def _parse_bindings(file: TomlFile, name: str, table: Mapping[str, object]) -> Keymap:
    bound = dict[str, KeyAction]()
    for key, act in table.items():
        if key not in NAMED_KEYS and not (len(key) == 1 and key.isprintable()):
            raise file.error_at(EXPECTED_KEY, name, key)
        if not isinstance(act, str) or act not in KEY_ACTIONS_BY_WORDS:
            raise file.error_at(EXPECTED_KEY_ACTION, name, key)
        bound[key] = KEY_ACTIONS_BY_WORDS[act]
    for keymap, act in product(KEYMAPS.values(), REQUIRED_KEY_ACTIONS):
        if KeyAction(act) not in {**keymap, **bound}.values():
            taken = next(key for key in bound if keymap.get(key) == KeyAction(act))
            expected = f"another key for {act}, which would be left without one"
            raise file.error_at(expected, name, taken)
    return bound


def _choice(names: tuple[str, ...]) -> tuple[str, ValueParser]:
    return f"one of {', '.join(names)}", lambda value: value if value in names else None


def _parse_dlc(value: object) -> object:
    text = ",".join(value) if _is_list_of_texts(value) else value
    if not isinstance(text, str):
        return None
    from cc3k.saves.expansion_plugins import parse_selection

    try:
        return parse_selection(text) if text else []
    except ValueError:
        return None


def _is_list_of_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _parse_seed_value(value: object) -> object:
    within = type(value) is int and abs(value) < 10**choices.MAX_SEED_DIGITS
    return choices.parse_seed(str(value)) if within else None


def _parse_fight_until(value: object) -> object:
    if type(value) is int:  # Python refuses to write out one of thousands of digits
        return choices.HpLimit(value) if 0 <= value <= choices.MAX_HP_LIMIT else None
    return choices.parse_hp_limit(value) if isinstance(value, str) else None


DLC_OPTION, DEFAULT_NUMBERS = "dlc", "default_numbers"
"""The option for expansions, and the name of what is read of the numbers that they have."""

EXPECTED_DLC = 'names of expansions that are installed, such as ["pack", "fog"]'

_BOOL: tuple[str, ValueParser] = (
    "true or false",
    lambda value: value if isinstance(value, bool) else None,
)

CONFIG_OPTIONS: Mapping[str, tuple[str, ValueParser]] = {
    BIND_TABLE: (
        f"a table of keys, [{BIND_TABLE}]",
        lambda value: value if isinstance(value, dict) else None,
    ),
    "bell": _BOOL,
    DLC_OPTION: (EXPECTED_DLC, _parse_dlc),
    "effects": _BOOL,
    "mouse": _BOOL,
    "fight_until": (f"{choices.EXPECTED_HP_LIMIT}; percent in quotes", _parse_fight_until),
    "floor": (
        "the name of a layout, in quotes",
        lambda value: value if isinstance(value, str) and value else None,
    ),
    "glyphs": _choice(settings.GLYPH_SET_NAMES),
    "keys": _choice(settings.KEYMAP_NAMES),
    "more": _BOOL,
    "palette": _choice(settings.PALETTE_NAMES),
    "plain": _BOOL,
    "race": (
        choices.EXPECTED_RACE,
        lambda value: (choices.parse_race(value) or value) if isinstance(value, str) else None,
    ),
    "seed": (choices.EXPECTED_SEED, _parse_seed_value),
}
"""The options of the file: what is expected of each, and its parser."""

CONFIG_ALIASES: Mapping[str, str] = {"layout": "floor", "fight-until": "fight_until"}
ALIAS_OF_OPTION = {option: name for name, option in CONFIG_ALIASES.items()}

EXPECTED_OPTION = f"one of {', '.join(CONFIG_OPTIONS)}"
