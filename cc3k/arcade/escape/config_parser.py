"""Parser of the configuration language: text to the tree of a configuration (E3, E4, E7).

A configuration is kept as it was written, numbers as text: the converter writes them so.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from cc3k.arcade.escape.terms import (
    ANIMALS,
    ATTRIBUTES,
    COORDINATE_TYPES,
    DEFAULT_PLAYERS,
    LOCATION_TYPES,
    PATTERNS,
    RULES,
)
from cc3k.arcade.escape.tokens import END, NAME, NUMBER, Place, Token, read_tokens, shown

LARGEST_ATTRIBUTE = 2_147_483_647
AXES = ("xMax", "yMax")


class Axis(NamedTuple):
    word: Token
    number: str


class LocationEntry(NamedTuple):
    """A location: two numbers as written, and what it lacks as None."""

    start: Token
    x: str
    y: str
    type_name: str | None
    player: Token | None
    animal: str | None


class NumberedEntry(NamedTuple):
    """An attribute or a rule, with a number or without."""

    word: Token
    number: str | None

    @property
    def name(self) -> str:
        return self.word.kind


class Descriptor(NamedTuple):
    """A piece type: an animal, its pattern and its attributes."""

    animal: Token
    pattern: Token
    attributes: tuple[NumberedEntry, ...]


class Configuration(NamedTuple):
    """A configuration as it was written; sections of pieces and of rules apart from one another."""

    coordinate_type: str
    axes: tuple[Axis, ...]
    players_word: Token | None
    players: tuple[Token, ...]
    locations: tuple[LocationEntry, ...]
    descriptors: tuple[tuple[Descriptor, ...], ...]
    rules: tuple[tuple[NumberedEntry, ...], ...]


Entry = TypeVar("Entry")


def parse_configuration(text: str, file: str) -> Configuration:
    return _Parser(text, file).configuration()


class _Parser:
    __slots__ = ("_file", "_next", "_tokens")

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._tokens = read_tokens(text, file)
        self._next = next(self._tokens)

    def configuration(self) -> Configuration:
        self._take("Coordinate")
        has_type = self._take_if("Type")
        self._take(":", before="" if has_type else "Type or ")
        coordinate_type = self._take(*COORDINATE_TYPES).kind
        axes = self._at_least_one(AXES, self._axis)
        players_word, players = self._players()
        locations: list[LocationEntry] = []
        descriptors: list[tuple[Descriptor, ...]] = []
        rules: list[tuple[NumberedEntry, ...]] = []
        while self._next.kind != END:
            word = self._take("Locations", "Piece", "Rules", END)
            if word.kind == "Locations":
                self._take(":")
                locations += self._at_least_one(("(",), self._location)
            elif word.kind == "Piece":
                self._take("Descriptors")
                self._take(":")
                descriptors.append(self._at_least_one(ANIMALS, self._descriptor))
            else:
                self._take(":")
                rules.append(self._at_least_one(RULES, self._rule))
        return Configuration(
            coordinate_type,
            axes,
            players_word,
            players,
            tuple(locations),
            tuple(descriptors),
            tuple(rules),
        )

    def _players(self) -> tuple[Token | None, tuple[Token, ...]]:
        word = self._take_if("Players")
        if word is None:
            return None, default_players(self._next)
        self._take(":")
        return word, self._at_least_one((NAME,), lambda: self._take(NAME))

    def _axis(self) -> Axis:
        word = self._take(*AXES)
        self._take(":")
        return Axis(word, self._take(NUMBER).text)

    def _location(self) -> LocationEntry:
        start = self._take("(")
        x = self._coordinate()
        self._take(",")
        y = self._coordinate()
        self._take(")")
        type_word = self._take_if(*LOCATION_TYPES)
        player = self._take_if(NAME)
        animal = None if player is None else self._take(*ANIMALS).kind
        return LocationEntry(start, x, y, type_word and type_word.kind, player, animal)

    def _coordinate(self) -> str:
        sign = self._take_if("-")
        return ("-" if sign else "") + self._take(NUMBER).text

    def _descriptor(self) -> Descriptor:
        animal, pattern = self._take(*ANIMALS), self._take(*PATTERNS)
        self._take("[")
        attributes = [self._attribute()]
        while self._take(",", "]").kind == ",":
            attributes.append(self._attribute())
        return Descriptor(animal, pattern, tuple(attributes))

    def _attribute(self) -> NumberedEntry:
        word = self._take(*ATTRIBUTES)
        if self._next.kind == NUMBER and is_above(self._next.text, LARGEST_ATTRIBUTE):
            raise self._error(self._next, f"a number up to {LARGEST_ATTRIBUTE}")
        number = self._take_if(NUMBER)
        return NumberedEntry(word, number and number.text)

    def _rule(self) -> NumberedEntry:
        word = self._take(*RULES)
        number = self._take_if(NUMBER)
        return NumberedEntry(word, number and number.text)

    def _at_least_one(self, first: Collection[str], read: Callable[[], Entry]) -> tuple[Entry, ...]:
        """Return what `read` reads, as often as a token of the kinds that begin one follows."""
        found = [read()]
        while self._next.kind in first:
            found.append(read())
        return tuple(found)

    def _take_if(self, *kinds: str) -> Token | None:
        return self._take(*kinds) if self._next.kind in kinds else None

    def _take(self, *kinds: str, before: str = "") -> Token:
        token = self._next
        if token.kind not in kinds:
            raise self._error(token, before + _alternatives(kinds))
        self._next = next(self._tokens)
        return token

    def _error(self, token: Token, expected: str) -> Exception:
        return Place(self._file, token.line, token.column).error(shown(token), expected)


def _alternatives(kinds: tuple[str, ...]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} or {last}" if others else last


def default_players(here: Token) -> tuple[Token, ...]:
    """Return the players of a configuration that names none, in whose place something is (E4)."""
    return tuple(Token(NAME, name, here.line, here.column) for name in DEFAULT_PLAYERS)


def is_above(digits: str, limit: int) -> bool:
    """Return True if digits are a number above a limit; they may be very many."""
    significant = digits.lstrip("0")
    return len(significant) > len(str(limit)) or int(significant or "0") > limit
