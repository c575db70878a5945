"""XML of a configuration: read in any order, written as the course's tool writes it (E5, E23).

expat reads the XML; what may stand in it is in two tables below. Everything else is refused where
it stands: other elements, attributes, entities beyond XML's five, document types, instructions.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from attrs import define, field

from cc3k.arcade.escape import terms
from cc3k.arcade.escape.config import (
    AXES,
    LARGEST_ATTRIBUTE,
    NAME,
    NUMBER,
    WORDS,
    Axis,
    Configuration,
    Descriptor,
    LocationEntry,
    NumberedEntry,
    Place,
    Token,
    default_players,
    is_above,
    shown,
)

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
    """An element: its name, with its place; the elements in it; and its text, with its place."""

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
    """Handlers of expat, which build a tree of elements."""

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
            Axis(each.name._replace(kind=each.name.text), each.value.text)
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
    for axis in configuration.axes:
        yield _element_line(4, axis.word.kind, axis.number)
    yield from _heading("Players")
    for player in configuration.players:
        yield _element_line(4, "players", player.text)
    if configuration.locations:
        yield from _heading("Locations")
    for location in configuration.locations:
        yield from _location_lines(location)
    for descriptors in configuration.descriptors:
        yield from _heading("Piece descriptors")
        for descriptor in descriptors:
            yield from _descriptor_lines(descriptor)
    for rules in configuration.rules:
        yield from _heading("Game Rules")
        for rule in rules:
            yield from _entry_lines(4, "rules", ("ruleId", "ruleValue"), rule)
    yield f"</{ROOT}>"


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"    <!-- {text} -->"


def _element_line(indent: int, tag: str, text: str) -> str:
    return f"{' ' * indent}<{tag}>{text}</{tag}>"


def _location_lines(location: LocationEntry) -> Iterator[str]:
    yield "    <locationInitializers>"
    yield f"        <x>{location.x}</x><y>{location.y}</y>"
    if location.type_name is not None:
        yield _element_line(8, "locationType", location.type_name)
    if location.player is not None:
        player, animal = location.player.text, location.animal
        yield f"        <player>{player}</player><pieceName>{animal}</pieceName>"
    yield "    </locationInitializers>"


def _descriptor_lines(descriptor: Descriptor) -> Iterator[str]:
    yield "    <pieceTypes>"
    yield _element_line(8, "pieceName", descriptor.animal.kind)
    yield _element_line(8, "movementPattern", descriptor.pattern.kind)
    for attribute in descriptor.attributes:
        yield from _entry_lines(8, "attributes", ("id", "value"), attribute)
    yield "    </pieceTypes>"


def _entry_lines(
    indent: int, tag: str, tags: tuple[str, str], entry: NumberedEntry
) -> Iterator[str]:
    yield f"{' ' * indent}<{tag}>"
    yield _element_line(indent + 4, tags[0], entry.name)
    if entry.number is not None:
        yield _element_line(indent + 4, tags[1], entry.number)
    yield f"{' ' * indent}</{tag}>"
