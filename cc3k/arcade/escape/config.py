"""The configuration language: text to tokens to the tree of a configuration (E2 to E4, E7).

A configuration is kept as it was written, numbers as text: the converter writes them so.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
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

NUMBER, NAME, SIGN, END = "a number", "a name", "a sign", "the end of the file"
"""Kinds of tokens besides words; the kind of a word is the word, in capitals or as `xMax`."""

UNUSED_WORDS = ("STACK", "REMOVE", "TRIANGLE")
"""Words of former terms: no names, and they stand nowhere."""

_BOTH_CASES = (*COORDINATE_TYPES, *LOCATION_TYPES, *ANIMALS, *PATTERNS, *ATTRIBUTES, *RULES)

WORDS: Mapping[str, str] = {
    **{word.lower(): word for word in (*_BOTH_CASES, *UNUSED_WORDS)},
    **{word: word for word in (*_BOTH_CASES, *UNUSED_WORDS)},
    **{
        spelt: word
        for word in ("Coordinate", "Type", "Players", "Locations", "Piece", "Descriptors", "Rules")
        for spelt in (word, word.lower())
    },
    "xMax": "xMax",
    "yMax": "yMax",
}
"""Every spelling of a word, and the word."""

_WITH_UNDERSCORE = "|".join(re.escape(word) for word in WORDS if not word.isalnum())

_TOKEN = re.compile(
    rf"(?P<blank>[ \t\n\r\f]+)|(?P<comment>/\*)|(?P<number>[0-9]+)"
    rf"|(?P<word>{_WITH_UNDERSCORE}|[A-Za-z][A-Za-z0-9]*)|(?P<sign>[:\[\],()-])"
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")

_EXPECTED = "a word, a name, a number, a comment or one of : [ ] , ( ) -"
_OPEN_COMMENT = ("a comment without an end", "`*/` after it")

_MOST_SHOWN = 40
"""Characters of a token that an error shows."""


class ConfigurationError(Exception):
    """Raised for a configuration in error, with all lines that are to be said of it."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Place(NamedTuple):
    file: str
    line: int
    column: int

    def error(self, found: str, expected: str) -> ConfigurationError:
        return ConfigurationError(self.remark(found, expected))

    def remark(self, found: str, expected: str) -> str:
        return f"{self.file}:{self.line}:{self.column}: found {found}; expected {expected}"


class Token(NamedTuple):
    """A token and the place of its first character, from 1."""

    kind: str
    text: str
    line: int
    column: int

    def place(self, file: str) -> Place:
        return Place(file, self.line, self.column)


def read_tokens(text: str, file: str) -> Iterator[Token]:
    """Yield the tokens of a text and one for its end; raise `ConfigurationError` where it has none.

    It is read as far as tokens are asked for, so that the first error of a file is the one told.
    """
    at, line, line_start = 0, 1, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        place = Place(file, line, at - line_start + 1)
        if match is None:
            raise place.error(ascii(text[at]), _EXPECTED)
        kind, end = match.lastgroup, match.end()
        if kind == "comment":
            end = _comment_end(text, at, place)
        elif kind != "blank":
            word = match[0]
            known = WORDS.get(word, NAME) if kind == "word" else word
            yield Token(NUMBER if kind == "number" else known, word, place.line, place.column)
        if newlines := text.count("\n", at, end):
            line, line_start = line + newlines, text.rfind("\n", at, end) + 1
        at = end
    yield Token(END, "", line, at - line_start + 1)


def shown(token: Token) -> str:
    if token.kind == END:
        return END
    is_long = len(token.text) > _MOST_SHOWN
    return ascii(token.text[:_MOST_SHOWN] + "..." * is_long)


def _comment_end(text: str, start: int, place: Place) -> int:
    """Return where a comment ends: comments nest, and one left open ends with the last of all."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(text, start):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    last = text.rfind("*/", start + 2)
    if last < 0:
        raise place.error(*_OPEN_COMMENT)
    return last + 2


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


class ConfigurationParser:
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
        players_word = self._take_if("Players")
        players = default_players(self._next)
        if players_word is not None:
            self._take(":")
            players = self._at_least_one((NAME,), lambda: self._take(NAME))
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
                rules.append(self._at_least_one(RULES, lambda: self._numbered(RULES)))
        return Configuration(
            coordinate_type,
            axes,
            players_word,
            players,
            tuple(locations),
            tuple(descriptors),
            tuple(rules),
        )

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
        attributes = [self._numbered(ATTRIBUTES, LARGEST_ATTRIBUTE)]
        while self._take(",", "]").kind == ",":
            attributes.append(self._numbered(ATTRIBUTES, LARGEST_ATTRIBUTE))
        return Descriptor(animal, pattern, tuple(attributes))

    def _numbered(self, words: Collection[str], largest: int = 0) -> NumberedEntry:
        word, following = self._take(*words), self._next
        if largest and following.kind == NUMBER and is_above(following.text, largest):
            raise self._error(following, f"a number up to {largest}")
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
            *others, last = kinds
            expected = f"{', '.join(others)} or {last}" if others else last
            raise self._error(token, before + expected)
        self._next = next(self._tokens)
        return token

    def _error(self, token: Token, expected: str) -> Exception:
        return token.place(self._file).error(shown(token), expected)


def default_players(here: Token) -> tuple[Token, ...]:
    """Return the players of a configuration that names none, in whose place something is (E4)."""
    return tuple(Token(NAME, name, here.line, here.column) for name in DEFAULT_PLAYERS)


def is_above(digits: str, limit: int) -> bool:
    """Return True if digits are a number above a limit; they may be very many."""
    significant = digits.lstrip("0")
    return len(significant) > len(str(limit)) or int(significant or "0") > limit
