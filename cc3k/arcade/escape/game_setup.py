"""A configuration judged: its errors of meaning (E6), then its board and types in a game (E8)."""

from collections.abc import Iterator
from typing import NamedTuple

from cc3k.arcade.escape import terms
from cc3k.arcade.escape.board import (
    Cell,
    Coordinate,
    EscapeBoard,
    PieceType,
    PlacedPiece,
    parse_number,
)
from cc3k.arcade.escape.config import (
    Configuration,
    ConfigurationError,
    ConfigurationParser,
    Descriptor,
    LocationEntry,
    NumberedEntry,
    Token,
)
from cc3k.arcade.escape.config_xml import parse_xml_configuration
from cc3k.arcade.escape.terms import Term

HEADING = "Errors dected on input"
"""The first line of standard error; so spelt by the tool."""

PLAYER_COUNT = 2


def read_configuration(text: str, file: str) -> Configuration:
    """Return the configuration that a text is; raise `ConfigurationError` if it has errors.

    The first error of form, or else all errors of meaning.
    """
    configuration = ConfigurationParser(text, file).configuration()
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
    declared = set[str]()
    for axis in configuration.axes:
        if axis.word.kind in declared:
            yield axis.word, f"{axis.word.kind} declared twice"
        declared.add(axis.word.kind)
    names = {player.text for player in configuration.players}
    yield from _player_errors(configuration.players_word, configuration.players)
    defined: set[tuple[str, str]] = set()
    for location in configuration.locations:
        yield from _location_errors(location, defined, names)
        defined.add((location.x, location.y))
    for section in configuration.descriptors:
        for descriptor in section:
            yield from _descriptor_errors(descriptor, configuration.coordinate_type)


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
    if not terms.LOCATION_TYPES[location.type_name or terms.CLEAR].can_hold:
        cell = f"<x>{location.x}</x><y>{location.y}</y>"
        yield location.start, f"You cannot place a piece on {cell} since it is BLOCKED or an EXIT"


def _descriptor_errors(descriptor: Descriptor, coordinate_type: str) -> Iterator[tuple[Token, str]]:
    pattern = descriptor.pattern
    if coordinate_type not in terms.PATTERNS[pattern.kind].steps:
        yield pattern, f"{pattern.kind} is not compatible with {coordinate_type} coordinates"
    for attribute in descriptor.attributes:
        if attribute.number is not None and not attribute.number.strip("0"):
            yield attribute.word, "this attribute must have a positive value"


class EscapeSetup(NamedTuple):
    """What a game begins with, and what is to be said of it though it can be played."""

    coordinate_type: str
    players: tuple[str, str]
    board: EscapeBoard
    rules: dict[str, int]
    """The number of each rule in force, 0 for one without."""

    warnings: tuple[str, ...]


def set_up_game(configuration: Configuration, term: Term, file: str) -> EscapeSetup:
    """Return what a game begins with; raise `ConfigurationError` with each reason against it."""
    errors = list(_reasons_against(configuration, file))
    if errors:
        raise ConfigurationError(*errors)
    board, warnings = _build_board(configuration, term, file)
    first, second = configuration.players
    rules = {name: int_or_zero(entry) for name, entry in _last_rules(configuration).items()}
    players = first.text, second.text
    return EscapeSetup(configuration.coordinate_type, players, board, rules, warnings)


def int_or_zero(entry: NumberedEntry) -> int:
    return 0 if entry.number is None else parse_number(entry.number)


def _reasons_against(configuration: Configuration, file: str) -> Iterator[str]:
    for section in configuration.descriptors:
        for descriptor in section:
            yield from _bad_descriptor(descriptor, configuration.coordinate_type, file)
    for rule in _last_rules(configuration).values():
        if terms.RULES[rule.name].needs_number and not int_or_zero(rule):
            yield rule.word.place(file).remark(
                f"{rule.name} without a number above 0", f"one, as in `{rule.name} 5`"
            )
    yield from _bad_locations(configuration, file)


def _bad_descriptor(descriptor: Descriptor, coordinate_type: str, file: str) -> Iterator[str]:
    pattern = terms.PATTERNS[descriptor.pattern.kind]
    if not pattern.steps[coordinate_type].steps:
        played = " or ".join(
            name for name, row in terms.PATTERNS.items() if row.steps.get(coordinate_type, ((),))[0]
        )
        yield descriptor.pattern.place(file).remark(
            f"{pattern.name}, which no game knows", f"{played} in a game"
        )
    given = {entry.name: entry for entry in descriptor.attributes}
    for attribute in terms.ATTRIBUTES.values():
        entry = given.get(attribute.name)
        if entry is None and attribute.is_required:
            yield descriptor.animal.place(file).remark(
                f"{descriptor.animal.kind} without {attribute.name}", f"`{attribute.name} 5`, say"
            )
        if entry is not None and attribute.needs_number and entry.number is None:
            yield entry.word.place(file).remark(
                f"{entry.name} without a number", f"one, as in `{entry.name} 5`"
            )


def _bad_locations(configuration: Configuration, file: str) -> Iterator[str]:
    described = {each.animal.kind for section in configuration.descriptors for each in section}
    defined: set[Cell] = set()
    for location in configuration.locations:
        place = location.start.place(file)
        cell = Coordinate(parse_number(location.x), parse_number(location.y))
        if cell in defined:
            yield place.remark(f"the location {cell} again", "each location once")
        defined.add(cell)
        if location.animal is not None and location.animal not in described:
            yield place.remark(
                f"a {location.animal} without a descriptor", "one among the piece descriptors"
            )


def _build_board(
    configuration: Configuration, term: Term, file: str
) -> tuple[EscapeBoard, tuple[str, ...]]:
    limits = {axis.word.kind: parse_number(axis.number) for axis in configuration.axes}
    board = EscapeBoard((limits.get("xMax", 0), limits.get("yMax", 0)), {}, {})
    tiles: dict[Cell, str] = {}
    pieces: dict[Cell, PlacedPiece] = {}
    warnings = []
    types = {  # one that is described again replaces the former
        each.animal.kind: _piece_type(each, configuration.coordinate_type, term)
        for section in configuration.descriptors
        for each in section
    }
    names = [player.text for player in configuration.players]
    for location in configuration.locations:
        cell = Coordinate(parse_number(location.x), parse_number(location.y))
        if not board.has(cell):
            where = location.start.place(file)
            warnings.append(where.remark(f"{cell}, which is left out", "a location on the board"))
            continue
        tiles[cell] = location.type_name or terms.CLEAR
        if location.player is not None and location.animal is not None:
            kind = types[location.animal]
            pieces[cell] = PlacedPiece(names.index(location.player.text), kind, kind.value)
    return EscapeBoard((board.x_max, board.y_max), tiles, pieces), tuple(warnings)


def _piece_type(descriptor: Descriptor, coordinate_type: str, term: Term) -> PieceType:
    numbers = {entry.name: int_or_zero(entry) for entry in descriptor.attributes}
    rows = [terms.ATTRIBUTES[name] for name in numbers]
    return PieceType(
        name=descriptor.animal.kind,
        step_set=terms.PATTERNS[descriptor.pattern.kind].steps[coordinate_type],
        turns=descriptor.pattern.kind in term.turning,
        distance=numbers[terms.DISTANCE],
        value=numbers.get(terms.VALUE, terms.DEFAULT_VALUE),
        opens=frozenset({terms.CLEAR}).union(*[row.opens for row in rows]),
        leaps=term.jumps_over if any(row.jumps for row in rows) else frozenset(),
    )


def _last_rules(configuration: Configuration) -> dict[str, NumberedEntry]:
    """Return the rules by name; one that is given again replaces the former."""
    return {entry.name: entry for section in configuration.rules for entry in section}
