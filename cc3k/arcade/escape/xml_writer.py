"""XML of a configuration, byte for byte as the course's tool writes it (E5)."""

from collections.abc import Iterator

from cc3k.arcade.escape.config_parser import (
    Configuration,
    Descriptor,
    LocationEntry,
    NumberedEntry,
)

_OPENING = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<escapeGameInitializer>\n'
_CLOSING = "</escapeGameInitializer>\n"


def configuration_xml(configuration: Configuration) -> str:
    return _OPENING + "".join(f"{line}\n" for line in _lines(configuration)) + _CLOSING


def _lines(configuration: Configuration) -> Iterator[str]:
    yield from _heading("Board attributes")
    yield _element(4, "coordinateType", configuration.coordinate_type)
    for axis in configuration.axes:
        yield _element(4, axis.word.kind, axis.number)
    yield from _heading("Players")
    for player in configuration.players:
        yield _element(4, "players", player.text)
    if configuration.locations:
        yield from _heading("Locations")
    for location in configuration.locations:
        yield from _location(location)
    for descriptors in configuration.descriptors:
        yield from _heading("Piece descriptors")
        for descriptor in descriptors:
            yield from _descriptor(descriptor)
    for rules in configuration.rules:
        yield from _heading("Game Rules")
        for rule in rules:
            yield from _numbered(4, "rules", ("ruleId", "ruleValue"), rule)


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"    <!-- {text} -->"


def _element(indent: int, tag: str, text: str) -> str:
    return f"{' ' * indent}<{tag}>{text}</{tag}>"


def _location(location: LocationEntry) -> Iterator[str]:
    yield "    <locationInitializers>"
    yield f"        <x>{location.x}</x><y>{location.y}</y>"
    if location.type_name is not None:
        yield _element(8, "locationType", location.type_name)
    if location.player is not None:
        player, animal = location.player.text, location.animal
        yield f"        <player>{player}</player><pieceName>{animal}</pieceName>"
    yield "    </locationInitializers>"


def _descriptor(descriptor: Descriptor) -> Iterator[str]:
    yield "    <pieceTypes>"
    yield _element(8, "pieceName", descriptor.animal.kind)
    yield _element(8, "movementPattern", descriptor.pattern.kind)
    for attribute in descriptor.attributes:
        yield from _numbered(8, "attributes", ("id", "value"), attribute)
    yield "    </pieceTypes>"


def _numbered(indent: int, tag: str, tags: tuple[str, str], entry: NumberedEntry) -> Iterator[str]:
    yield f"{' ' * indent}<{tag}>"
    yield _element(indent + 4, tags[0], entry.name)
    if entry.number is not None:
        yield _element(indent + 4, tags[1], entry.number)
    yield f"{' ' * indent}</{tag}>"
