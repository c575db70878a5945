"""Setup of a game: a configuration judged as one to be played, its board and its types (E8)."""

from collections.abc import Iterator
from typing import NamedTuple

from cc3k.arcade.escape.board import Cell, EscapeBoard, PieceType, PlacedPiece
from cc3k.arcade.escape.config_parser import Configuration, Descriptor, NumberedEntry
from cc3k.arcade.escape.coordinates import Coordinate, parse_number
from cc3k.arcade.escape.terms import (
    ATTRIBUTES,
    CLEAR,
    DEFAULT_VALUE,
    DISTANCE,
    PATTERNS,
    RULES,
    VALUE,
    Term,
)
from cc3k.arcade.escape.tokens import ConfigurationError, Place, Token


class EscapeSetup(NamedTuple):
    """What a game begins with, and what is to be said of it though it can be played."""

    coordinate_type: str
    players: tuple[str, str]
    board: EscapeBoard
    rules: dict[str, int]
    """The number of each rule in force, 0 for one without."""

    warnings: tuple[str, ...]


def set_up_game(configuration: Configuration, term: Term, file: str) -> EscapeSetup:
    """Return the setup of a configuration without errors of form or meaning.

    Raises `ConfigurationError` with a line for each reason why it cannot be played.
    """
    errors = list(_errors(configuration, file))
    if errors:
        raise ConfigurationError(*errors)
    board, warnings = _build_board(configuration, term, file)
    first, second = configuration.players
    rules = {name: int_or_zero(entry) for name, entry in _last_rules(configuration).items()}
    players = first.text, second.text
    return EscapeSetup(configuration.coordinate_type, players, board, rules, warnings)


def int_or_zero(entry: NumberedEntry) -> int:
    return 0 if entry.number is None else parse_number(entry.number)


def _errors(configuration: Configuration, file: str) -> Iterator[str]:
    for section in configuration.descriptors:
        for descriptor in section:
            yield from _descriptor_errors(descriptor, configuration.coordinate_type, file)
    for rule in _last_rules(configuration).values():
        if RULES[rule.name].needs_number and not int_or_zero(rule):
            yield _place(rule.word, file).remark(
                f"{rule.name} without a number above 0", f"one, as in `{rule.name} 5`"
            )
    yield from _location_errors(configuration, file)


def _descriptor_errors(descriptor: Descriptor, coordinate_type: str, file: str) -> Iterator[str]:
    pattern = PATTERNS[descriptor.pattern.kind]
    if not pattern.steps[coordinate_type].steps:
        played = " or ".join(
            name for name, row in PATTERNS.items() if row.steps.get(coordinate_type, ((),))[0]
        )
        yield _place(descriptor.pattern, file).remark(
            f"{pattern.name}, which no game knows", f"{played} in a game"
        )
    given = {entry.name: entry for entry in descriptor.attributes}
    for attribute in ATTRIBUTES.values():
        entry = given.get(attribute.name)
        if entry is None and attribute.is_required:
            yield _place(descriptor.animal, file).remark(
                f"{descriptor.animal.kind} without {attribute.name}", f"`{attribute.name} 5`, say"
            )
        if entry is not None and attribute.needs_number and entry.number is None:
            yield _place(entry.word, file).remark(
                f"{entry.name} without a number", f"one, as in `{entry.name} 5`"
            )


def _location_errors(configuration: Configuration, file: str) -> Iterator[str]:
    described = {each.animal.kind for section in configuration.descriptors for each in section}
    defined: set[Cell] = set()
    for location in configuration.locations:
        place = _place(location.start, file)
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
    types = _piece_types(configuration, term)
    names = [player.text for player in configuration.players]
    for location in configuration.locations:
        cell = Coordinate(parse_number(location.x), parse_number(location.y))
        if not board.has(cell):
            where = _place(location.start, file)
            warnings.append(where.remark(f"{cell}, which is left out", "a location on the board"))
            continue
        tiles[cell] = location.type_name or CLEAR
        if location.player is not None and location.animal is not None:
            kind = types[location.animal]
            pieces[cell] = PlacedPiece(names.index(location.player.text), kind, kind.value)
    return EscapeBoard((board.x_max, board.y_max), tiles, pieces), tuple(warnings)


def _piece_types(configuration: Configuration, term: Term) -> dict[str, PieceType]:
    """Return the types by name; one that is described again replaces the former."""
    return {
        each.animal.kind: _piece_type(each, configuration.coordinate_type, term)
        for section in configuration.descriptors
        for each in section
    }


def _piece_type(descriptor: Descriptor, coordinate_type: str, term: Term) -> PieceType:
    numbers = {entry.name: int_or_zero(entry) for entry in descriptor.attributes}
    rows = [ATTRIBUTES[name] for name in numbers]
    return PieceType(
        name=descriptor.animal.kind,
        step_set=PATTERNS[descriptor.pattern.kind].steps[coordinate_type],
        turns=descriptor.pattern.kind in term.turning,
        distance=numbers[DISTANCE],
        value=numbers.get(VALUE, DEFAULT_VALUE),
        opens=frozenset({CLEAR}).union(*[row.opens for row in rows]),
        leaps=term.jumps_over if any(row.jumps for row in rows) else frozenset(),
    )


def _last_rules(configuration: Configuration) -> dict[str, NumberedEntry]:
    """Return the rules by name; one that is given again replaces the former."""
    return {entry.name: entry for section in configuration.rules for entry in section}


def _place(token: Token, file: str) -> Place:
    return Place(file, token.line, token.column)
