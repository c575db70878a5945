"""Errors of meaning in a configuration, as the course's tool words and orders them (E6)."""

from collections.abc import Iterator

from cc3k.arcade.escape.config_parser import (
    AXES,
    Configuration,
    Descriptor,
    LocationEntry,
    parse_configuration,
)
from cc3k.arcade.escape.terms import CLEAR, LOCATION_TYPES, PATTERNS
from cc3k.arcade.escape.tokens import ConfigurationError, Token
from cc3k.arcade.escape.xml_reader import parse_xml_configuration

HEADING = "Errors dected on input"
"""The first line of standard error; so spelt by the tool."""

PLAYER_COUNT = 2


def read_configuration(text: str, file: str) -> Configuration:
    """Return the configuration that a text is; raise `ConfigurationError` if it has errors.

    The first error of form, or else all errors of meaning.
    """
    configuration = parse_configuration(text, file)
    errors = [f"  Line {at.line}: {error}" for at, error in errors_of_meaning(configuration)]
    if errors:
        raise ConfigurationError(HEADING, *errors)
    return configuration


def read_xml_configuration(text: str, file: str) -> Configuration:
    configuration = parse_xml_configuration(text, file)
    errors = [
        f"{file}:{at.line}:{at.column}: {error}" for at, error in errors_of_meaning(configuration)
    ]
    if errors:
        raise ConfigurationError(*errors)
    return configuration


def errors_of_meaning(configuration: Configuration) -> Iterator[tuple[Token, str]]:
    """Yield each error and where it is: axes, players, locations, descriptors, in this order."""
    yield from _axis_errors(configuration)
    names = {player.text for player in configuration.players}
    yield from _player_errors(configuration.players_word, configuration.players)
    defined: set[tuple[str, str]] = set()
    for location in configuration.locations:
        yield from _location_errors(location, defined, names)
        defined.add((location.x, location.y))
    for section in configuration.descriptors:
        for descriptor in section:
            yield from _descriptor_errors(descriptor, configuration.coordinate_type)


def _axis_errors(configuration: Configuration) -> Iterator[tuple[Token, str]]:
    declared = dict.fromkeys(AXES, False)
    for axis in configuration.axes:
        if declared[axis.word.kind]:
            yield axis.word, f"{axis.word.kind} declared twice"
        declared[axis.word.kind] = True


def _player_errors(word: Token | None, players: tuple[Token, ...]) -> Iterator[tuple[Token, str]]:
    if word is None:
        return
    names: set[str] = set()
    for player in players:
        too_many = len(names) > PLAYER_COUNT
        if player.text in names:
            yield player, f"Duplicate playerName: {player.text}"
        if too_many:
            yield player, "This player cannot be added; too many players"
        names.add(player.text)
    if len(names) != PLAYER_COUNT:
        yield word, f"There must be exactly {PLAYER_COUNT} players for the C23 term"


def _location_errors(
    location: LocationEntry, defined: set[tuple[str, str]], names: set[str]
) -> Iterator[tuple[Token, str]]:
    if (location.x, location.y) in defined:
        yield location.start, "this location has been defined before"
    if location.player is None:
        return
    if location.player.text not in names:
        yield location.player, f"No such player as {location.player.text}"
    if not LOCATION_TYPES[location.type_name or CLEAR].can_hold:
        cell = f"<x>{location.x}</x><y>{location.y}</y>"
        yield location.start, f"You cannot place a piece on {cell} since it is BLOCKED or an EXIT"


def _descriptor_errors(descriptor: Descriptor, coordinate_type: str) -> Iterator[tuple[Token, str]]:
    pattern = descriptor.pattern
    if coordinate_type not in PATTERNS[pattern.kind].steps:
        yield pattern, f"{pattern.kind} is not compatible with {coordinate_type} coordinates"
    for attribute in descriptor.attributes:
        if attribute.number is not None and not attribute.number.strip("0"):
            yield attribute.word, "this attribute must have a positive value"
