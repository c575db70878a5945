"""Tokens of the configuration language: words, names, numbers and signs, with their places (E2)."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cc3k.arcade.escape.terms import (
    ANIMALS,
    ATTRIBUTES,
    COORDINATE_TYPES,
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


class Token(NamedTuple):
    """A token and the place of its first character, from 1."""

    kind: str
    text: str
    line: int
    column: int


class Place(NamedTuple):
    file: str
    line: int
    column: int

    def error(self, found: str, expected: str) -> ConfigurationError:
        return ConfigurationError(self.remark(found, expected))

    def remark(self, found: str, expected: str) -> str:
        return f"{self.file}:{self.line}:{self.column}: found {found}; expected {expected}"


def read_tokens(text: str, file: str) -> Iterator[Token]:
    """Yield the tokens of a text and one for its end; raise `ConfigurationError` where it has none.

    It is read as far as tokens are asked for, so that the first error of a file is the one told.
    """
    at, line, line_start = 0, 1, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        place = Place(file, line, at - line_start + 1)
        if match is None:
            found = ascii(text[at])
            raise place.error(found, _EXPECTED)
        kind, end = match.lastgroup, match.end()
        if kind == "comment":
            end = _comment_end(text, at, place)
        elif kind != "blank":
            yield Token(_token_kind(str(kind), match[0]), match[0], place.line, place.column)
        if newlines := text.count("\n", at, end):
            line, line_start = line + newlines, text.rfind("\n", at, end) + 1
        at = end
    yield Token(END, "", line, at - line_start + 1)


def shown(token: Token) -> str:
    if token.kind == END:
        return END
    cut = f"{token.text[:_MOST_SHOWN]}..." if len(token.text) > _MOST_SHOWN else token.text
    return f"{cut!a}"


def _token_kind(group: str, text: str) -> str:
    if group == "word":
        return WORDS.get(text, NAME)
    return NUMBER if group == "number" else text


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
