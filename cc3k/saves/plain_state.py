"""Plain state: the values of a game encoded as lists, texts and numbers, and decoded from them.

Only values of the game's own classes are encoded and decoded: nothing in a text is ever called.
What the rules have, such as kinds and strategies, is encoded as its place in their tables.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

import attrs

from cc3k.engine.board import DIRECTIONS, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Sight
from cc3k.engine.rules import Rules

OWN_MODULES = ("cc3k.content.", "cc3k.engine.", "cc3k.expansions.", "cc3k.play.", "cc3k.saves.")
"""Where the classes are whose values can be encoded: none of another package."""

REBUILT = ("Board", "FieldOfView")
"""Classes of values that are made of what they are given: the rest is derived from it."""

LARGEST_NUMBER = 1 << 53
"""From here on numbers are encoded as hexadecimal digits: JSON has no such numbers."""

Plain: TypeAlias = "bool | int | float | str | list[Plain] | None"

ATOMS = (type(None), bool, float, str)

_CONSTANT, _AGAIN, _NUMBER, _DICE, _ENUM, _OBJECT, _MISSING = "crnDEo-"
_GROUPS: Mapping[str, Callable[[Sequence[object]], object]] = {
    "t": tuple,
    "l": list,
    "s": set,
    "f": frozenset,
    "d": lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
    "m": lambda parts: MappingProxyType(dict(zip(parts[::2], parts[1::2], strict=True))),
    "C": lambda parts: Counter(dict(zip(parts[::2], parts[1::2], strict=True))),
}
"""Letters of groups of values, and how each is decoded; a mapping is encoded as keys and values."""

_TEXTS: Mapping[str, Callable[[bytes], object]] = {"b": bytes, "B": bytearray}

_LETTERS: Mapping[type, str] = {
    tuple: "t",
    list: "l",
    set: "s",
    frozenset: "f",
    dict: "d",
    MappingProxyType: "m",
    Counter: "C",
    bytes: "b",
    bytearray: "B",
}


class NotEncodable(ValueError):
    """A value that cannot be encoded, or data that is none of these classes and rules."""


def constants_of(rules: Rules, layouts: Sequence[FloorLayout]) -> list[object]:
    """Return what a game has of its rules and layouts, always in the same order."""
    rows = (*rules.races, *rules.enemy_kinds, *rules.potions, *rules.piles, *rules.trinkets)
    values = [getattr(row, name) for row in rows for name in _fields_of(type(row))]
    strategies = [value for value in values if callable(value)]
    stats = [race.stats for race in rules.races] + [kind.stats for kind in rules.enemy_kinds]
    boards = [rules.standard_board, *[layout.board for layout in layouts]]
    named = [layouts] * bool(layouts)
    return [rules, *named, *boards, *layouts, *rows, *stats, *strategies, *DIRECTIONS]


class StateEncoder:
    """Encodes values as plain data: one that is met again as a reference to the first."""

    def __init__(self, constants: Sequence[object]) -> None:
        self._places = {id(each): place for place, each in reversed([*enumerate(constants)])}
        self._numbers = dict[int, int]()
        self._kept = list[object]()  # so that no other value gets the same id
        self._classes = dict[type, int]()
        self.class_rows: list[list[str]] = []

    def encode(self, value: object) -> Plain:
        if isinstance(value, ATOMS):
            return value
        if isinstance(value, Sight):  # it is found again when it is asked for
            return None
        if type(value) is int:
            return value if abs(value) < LARGEST_NUMBER else [_NUMBER, f"{value:x}"]
        if id(value) in self._places:
            return [_CONSTANT, self._places[id(value)]]
        if id(value) in self._numbers:
            return [_AGAIN, self._numbers[id(value)]]
        encoded = self._encode_new(value)
        self._numbers[id(value)] = len(self._kept)
        self._kept.append(value)
        return encoded

    def _encode_new(self, value: object) -> Plain:
        kind = type(value)
        if kind in _LETTERS and isinstance(value, Iterable):
            return [_LETTERS[kind], *self._encode_parts(value)]
        if kind is object:
            return [_OBJECT]
        if isinstance(value, Dice):
            path, state = value.__reduce__()[1]
            return [_DICE, path, *([] if state is None else [state[0], *state[1]])]
        if isinstance(value, Enum):
            return [_ENUM, self._number_of(kind), value.name]
        number, parts = self._number_of(kind), list[Plain]()
        for name in _fields_of(kind):
            parts.append(self.encode(getattr(value, name)) if hasattr(value, name) else [_MISSING])
        return [number, *parts]

    def _encode_parts(self, value: Iterable[object]) -> list[Plain]:
        match value:
            case bytes() | bytearray():
                return [value.decode("latin-1")]
            case dict() | MappingProxyType():
                value = [part for pair in value.items() for part in pair]
            case set() | frozenset():
                value = sorted(value)
        return [self.encode(part) for part in value]

    def _number_of(self, kind: type) -> int:
        if kind not in self._classes:
            self._classes[kind] = len(self._classes)
            module, name = kind.__module__, kind.__qualname__
            _own_class(module, name)
            self.class_rows.append([module, name, *_fields_of(kind)])
        return self._classes[kind]


class StateDecoder:
    """Decodes what a `StateEncoder` has encoded; raises `NotEncodable`, a ValueError."""

    def __init__(self, constants: Sequence[object], class_rows: Sequence[Sequence[str]]) -> None:
        self._constants = constants
        self._made = list[object]()
        self._classes = [_own_class(module, name) for module, name, *_ in class_rows]
        for kind, (_, _, *names) in zip(self._classes, class_rows, strict=True):
            if _fields_of(kind) != names:
                raise NotEncodable(kind.__name__)

    def decode(self, encoded: Plain) -> object:
        if not isinstance(encoded, list):
            return encoded
        tag, *parts = encoded
        match tag, parts:
            case "n", [str(digits)]:
                return int(digits, 16)
            case "c", [int(place)]:
                return self._constants[place]
            case "r", [int(number)]:
                return self._made[number]
        value = self._decode_new(tag, parts)
        self._made.append(value)
        return value

    def _decode_new(self, tag: Plain, parts: list[Plain]) -> object:
        value: object
        match tag, parts:
            case str() as letter, _ if letter in _GROUPS:
                value = _GROUPS[letter]([self.decode(part) for part in parts])
            case str() as letter, [str(text)] if letter in _TEXTS:
                value = _TEXTS[letter](text.encode("latin-1"))
            case "o", []:
                value = object()
            case "D", [str(path), *words]:
                numbers = tuple([word for word in words if isinstance(word, int)])
                value = Dice(path, (numbers[0], numbers[1:], None) if numbers else None)
            case "E", [int(number), str(name)]:
                value = getattr(self._classes[number], name)
            case int(number), _:
                value = self._decode_value(self._classes[number], parts)
            case _:
                raise NotEncodable(tag)
        return value

    def _decode_value(self, kind: type, parts: list[Plain]) -> object:
        names = _fields_of(kind)
        if kind.__name__ in REBUILT:
            return kind(*map(self.decode, parts))
        value: object = object.__new__(kind)
        for name, part in zip(names, parts, strict=True):
            if part != [_MISSING]:
                object.__setattr__(value, name, self.decode(part))
        return value


def _own_class(module: str, name: str) -> type:
    found: object = getattr(sys.modules.get(module), name, None)
    if not (isinstance(found, type) and module.startswith(OWN_MODULES)):
        raise NotEncodable(name)
    if not (attrs.has(found) or issubclass(found, Enum)):
        raise NotEncodable(name)
    return found


def _fields_of(kind: type) -> list[str]:
    if not attrs.has(kind):
        return []
    is_rebuilt = kind.__name__ in REBUILT
    return [each.name for each in attrs.fields(kind) if each.init or not is_rebuilt]
