"""The configuration as a tree: read from its language or XML, written as XML (E2 to E7, E23).

It is kept as it was written, numbers as text: the converter writes them so. expat reads the XML,
and what may stand in that is in two tables below. Everything else is refused where it stands: other
elements, attributes, entities beyond XML's five, document types, instructions.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple, NoReturn, TypeVar
from xml.parsers import expat

from attrs import define, field

from cc3k.arcade.escape import terms
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

_WITH_UNDERSCORE = "|".join(re.escape(word) for word in WORDS if not word.isalnum())

_TOKEN = re.compile(
    rf"(?P<blank>[ \t\n\r\f]+)|(?P<comment>/\*)|(?P<number>[0-9]+)"
    rf"|(?P<word>{_WITH_UNDERSCORE}|[A-Za-z][A-Za-z0-9]*)|(?P<sign>[:\[\],()-])"
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")

_EXPECTED = "a word, a name, a number, a comment or one of : [ ] , ( ) -"
_OPEN_COMMENT = ("a comment without an end", "`*/` after it")

_MOST_SHOWN = 40


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


class LocationEntry(NamedTuple):
    """A location: two numbers as written, and what it lacks as None."""

    start: Token
    x: str
    y: str
    type_name: str | None
    player: Token | None
    animal: str | None


class NumberedEntry(NamedTuple):
    """An axis, or an attribute or a rule, which may lack a number."""

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
    axes: tuple[NumberedEntry, ...]
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
        sections = tuple(locations), tuple(descriptors), tuple(rules)
        return Configuration(coordinate_type, axes, players_word, players, *sections)

    def _axis(self) -> NumberedEntry:
        word = self._take(*AXES)
        self._take(":")
        return NumberedEntry(word, self._take(NUMBER).text)

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


XML_SUFFIX = ".xml"
ROOT = "escapeGameInitializer"


class Times(NamedTuple):
    """How often an element may stand in another: at least, and whether more than once."""

    least: int = 0
    is_repeated: bool = False


ONCE, MAYBE, ANY, SOME = Times(1), Times(), Times(0, True), Times(1, True)  # noqa: FBT003 - named

CHILDREN: Mapping[str, Mapping[str, Times]] = {
    "": {ROOT: ONCE},
    ROOT: {
        "coordinateType": ONCE,
        **dict.fromkeys(AXES, ANY),
        **dict.fromkeys(("players", "locationInitializers", "pieceTypes", "rules"), ANY),
    },
    "locationInitializers": {
        **dict.fromkeys(("x", "y"), ONCE),
        **dict.fromkeys(("locationType", "player", "pieceName"), MAYBE),
    },
    "pieceTypes": {"pieceName": ONCE, "movementPattern": ONCE, "attributes": SOME},
    "attributes": {"id": ONCE, "value": MAYBE},
    "rules": {"ruleId": ONCE, "ruleValue": MAYBE},
}
"""What may stand in each element that has elements in it."""

A_NUMBER, A_SIGNED_NUMBER, A_NAME = "[0-9]+", "-?[0-9]+", "[A-Za-z][A-Za-z0-9]*"

VALUES: Mapping[str, str | Collection[str]] = {
    "coordinateType": terms.COORDINATE_TYPES,
    **dict.fromkeys((*AXES, "value", "ruleValue"), A_NUMBER),
    **dict.fromkeys(("x", "y"), A_SIGNED_NUMBER),
    **dict.fromkeys(("players", "player"), A_NAME),
    "locationType": terms.LOCATION_TYPES,
    "pieceName": terms.ANIMALS,
    "movementPattern": terms.PATTERNS,
    "id": terms.ATTRIBUTES,
    "ruleId": terms.RULES,
}
"""What an element holds that has no elements in it: one of some words, or a pattern's text."""


def is_xml(text: str, file: str) -> bool:
    """Return True for a configuration in XML, by its name or by how it begins."""
    return file.lower().endswith(XML_SUFFIX) or text.lstrip("\ufeff \t\r\n").startswith("<")


@define(eq=False)
class _Element:
    name: Token
    value: Token
    children: list["_Element"] = field(factory=list)

    def all(self, name: str) -> list["_Element"]:
        return [each for each in self.children if each.name.text == name]

    def the(self, name: str) -> Token:
        return self.all(name)[0].value

    def token(self, name: str) -> Token | None:
        return self.the(name) if self.all(name) else None


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._open = [_element("", 1, 1)]
        self._pieces: list[str] = []
        """The text so far of the element that was opened last."""
        self._parser = parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.XmlDeclHandler = self._declaration
        parser.StartDoctypeDeclHandler = lambda *_: self._refuse("a document type")
        parser.ProcessingInstructionHandler = lambda *_: self._refuse("a processing instruction")
        parser.StartCdataSectionHandler = lambda: self._refuse("a CDATA section")

    def read(self, text: str) -> _Element:
        try:
            self._parser.Parse(text, True)  # noqa: FBT003 - its only form: this is all
        except expat.ExpatError as error:
            place = Place(self._file, error.lineno, error.offset + 1)
            found = f"broken XML ({expat.ErrorString(error.code)})"
            raise place.error(found, "XML as `convert` writes it") from error
        return self._open[0].children[0]

    def _here(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _refuse(self, found: str, expected: str = "elements, text and comments only") -> NoReturn:
        raise Place(self._file, *self._here()).error(found, expected)

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.upper() != "UTF-8":
            self._refuse(f"the encoding {encoding!a}", "UTF-8")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        parent = self._open[-1]
        allowed = CHILDREN.get(parent.name.text, {})
        if name not in allowed:
            self._refuse(f"<{name}>", _names(allowed) or "text")
        if not allowed[name].is_repeated and parent.all(name):
            self._refuse(f"<{name}> again", f"it once in <{parent.name.text}>")
        if attributes:
            self._refuse(f"the attribute {next(iter(attributes))!a}", f"<{name}>")
        element = _element(name, *self._here())
        parent.children.append(element)
        self._open.append(element)

    def _text(self, text: str) -> None:
        element = self._open[-1]
        if self._pieces:
            self._pieces.append(text)
        elif begun := text.lstrip():
            if element.name.text not in VALUES:
                self._refuse(f"{begun[:40]!a}", f"elements in <{element.name.text}>")
            line, column = self._here()
            element.value = Token("", "", line, column + len(text) - len(begun))
            self._pieces = [begun]

    def _end(self, name: str) -> None:
        element = self._open.pop()
        for child, times in CHILDREN.get(name, {}).items():
            if times.least and not element.all(child):
                self._refuse(f"</{name}>", f"<{child}> before it")
        if name in VALUES:
            element.value = self._checked(element)
        if name == "locationInitializers" and (
            (element.token("player") is None) != (element.token("pieceName") is None)
        ):
            self._refuse(f"</{name}>", "<player> and <pieceName> together")
        if name == ROOT and not any(map(element.all, AXES)):
            self._refuse(f"</{name}>", f"{_names(AXES)} before it")

    def _checked(self, element: _Element) -> Token:
        expected = VALUES[element.name.text]
        token = element.value._replace(text="".join(self._pieces).rstrip())
        self._pieces = []
        place = token.place(self._file)
        if isinstance(expected, str):
            if not re.fullmatch(expected, token.text) or token.text in WORDS:
                raise place.error(shown(token), _told(expected))
            if element.name.text == "value" and is_above(token.text, LARGEST_ATTRIBUTE):
                raise place.error(shown(token), f"a number up to {LARGEST_ATTRIBUTE}")
            return token._replace(kind=NAME if expected == A_NAME else NUMBER)
        if token.text not in expected:
            raise place.error(shown(token), _told(expected))
        return token._replace(kind=token.text)


def _element(name: str, line: int, column: int) -> _Element:
    return _Element(Token(NAME, name, line, column), Token("", "", line, column))


def _told(expected: str | Collection[str]) -> str:
    if isinstance(expected, str):
        return "a name" if expected == A_NAME else "a number"
    return ", ".join(expected)


def _names(elements: Collection[str]) -> str:
    return " or ".join(f"<{name}>" for name in elements)


def parse_xml_configuration(text: str, file: str) -> Configuration:
    root = _Reader(file).read(text.removeprefix("\ufeff"))
    players = tuple(each.value for each in root.all("players"))
    return Configuration(
        coordinate_type=root.the("coordinateType").text,
        axes=tuple(
            NumberedEntry(each.name._replace(kind=each.name.text), each.value.text)
            for each in root.children
            if each.name.text in AXES
        ),
        players_word=root.all("players")[0].name if players else None,
        players=players or default_players(root.name),
        locations=tuple(map(_location, root.all("locationInitializers"))),
        descriptors=(tuple(map(_descriptor, root.all("pieceTypes"))),),
        rules=(tuple(_numbered(each, "ruleId", "ruleValue") for each in root.all("rules")),),
    )


def _location(element: _Element) -> LocationEntry:
    tile, animal = element.token("locationType"), element.token("pieceName")
    x, y = element.the("x").text, element.the("y").text
    return LocationEntry(
        element.name, x, y, tile and tile.text, element.token("player"), animal and animal.text
    )


def _descriptor(element: _Element) -> Descriptor:
    attributes = tuple(_numbered(each, "id", "value") for each in element.all("attributes"))
    return Descriptor(element.the("pieceName"), element.the("movementPattern"), attributes)


def _numbered(element: _Element, name: str, number: str) -> NumberedEntry:
    value = element.token(number)
    return NumberedEntry(element.the(name), value and value.text)


def configuration_xml(configuration: Configuration) -> str:
    return "".join(f"{line}\n" for line in _lines(configuration))


def _lines(configuration: Configuration) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    yield f"<{ROOT}>"
    yield from _heading("Board attributes")
    yield _element_line(4, "coordinateType", configuration.coordinate_type)
    yield from [_element_line(4, each.name, each.number or "") for each in configuration.axes]
    yield from _heading("Players")
    yield from [_element_line(4, "players", player.text) for player in configuration.players]
    if configuration.locations:
        yield from _heading("Locations")
    for location in configuration.locations:
        yield "    <locationInitializers>"
        yield f"        <x>{location.x}</x><y>{location.y}</y>"
        if location.type_name is not None:
            yield _element_line(8, "locationType", location.type_name)
        if location.player is not None:
            player, animal = location.player.text, location.animal
            yield f"        <player>{player}</player><pieceName>{animal}</pieceName>"
        yield "    </locationInitializers>"
    for descriptors in configuration.descriptors:
        yield from _heading("Piece descriptors")
        for kind, pattern, attributes in descriptors:
            yield "    <pieceTypes>"
            yield _element_line(8, "pieceName", kind.kind)
            yield _element_line(8, "movementPattern", pattern.kind)
            for attribute in attributes:
                yield from _entry_lines(8, "attributes", ("id", "value"), attribute)
            yield "    </pieceTypes>"
    for rules in configuration.rules:
        yield from _heading("Game Rules")
        for rule in rules:
            yield from _entry_lines(4, "rules", ("ruleId", "ruleValue"), rule)
    yield f"</{ROOT}>"


def _heading(text: str) -> tuple[str, str]:
    return "", f"    <!-- {text} -->"


def _element_line(indent: int, tag: str, text: str) -> str:
    return f"{' ' * indent}<{tag}>{text}</{tag}>"


def _entry_lines(
    indent: int, tag: str, tags: tuple[str, str], entry: NumberedEntry
) -> Iterator[str]:
    yield f"{' ' * indent}<{tag}>"
    yield _element_line(indent + 4, tags[0], entry.name)
    if entry.number is not None:
        yield _element_line(indent + 4, tags[1], entry.number)
    yield f"{' ' * indent}</{tag}>"
