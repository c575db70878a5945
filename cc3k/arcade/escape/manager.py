"""Game manager: the document's interface to a game of Escape, in either term (E14 to E19).

A builder makes one of a configuration's text, once that is judged: errors of meaning (E6), then
what no game can be played with (E8). It is given moves, and tells whoever observes it.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from cc3k.arcade.escape import config, terms
from cc3k.arcade.escape.board import (
    Cell,
    Coordinate,
    EscapeBoard,
    PieceType,
    PlacedPiece,
    Rectangle,
    Way,
    find_way,
    parse_number,
    way_ends,
)
from cc3k.arcade.escape.terms import DEFAULT_TERM, TERMS, MoveResult, Term, verdict

DRAWN = "Game is over and results in a draw"


class CombatResult(Enum):
    """Who stays after one piece has moved onto another; NONE without a combat (E16)."""

    ATTACKER = "ATTACKER"
    DEFENDER = "DEFENDER"
    DRAW = "DRAW"
    NONE = "NONE"


class GameStatus(NamedTuple):
    """The answer to a move."""

    is_valid: bool
    more_information: bool
    """True if this move sent a message to the observers."""

    move_result: MoveResult
    final_location: Coordinate | None
    """Where the piece is now; the source of an invalid move; None if it has left the board."""

    combat_result: CombatResult


class EscapePiece(NamedTuple):
    """A piece as a client sees it: its player's name, its own, and its current points."""

    player: str
    name: str
    value: int


class EscapeObserver(Protocol):
    def notify(self, message: str) -> None:
        """Take a message, such as `There is no piece at (1,2)`."""


class EscapeGameManager:
    """A game of Escape: who is to move, who stands where, and what has been scored.

    Raises `ConfigurationError` with each reason against a configuration that cannot be played.
    """

    def __init__(self, configuration: config.Configuration, term: Term, file: str) -> None:
        reasons = _reasons_against(configuration)
        if errors := [at.place(file).remark(*reason) for at, *reason in reasons]:
            raise config.ConfigurationError(*errors)
        self.term = term
        self.board, self.warnings = _build_board(configuration, term, file)
        self.coordinate_type = configuration.coordinate_type
        self.players = tuple(player.text for player in configuration.players)
        """The names of the players, in the order in which they move."""
        self.scores = [0, 0]
        """The points of the players, in the same order."""
        self.moves_made = 0
        """How many valid moves have been made."""
        self.turn = 0
        """The number of the player to move, from 0."""
        self.winner: int | None = None
        """The number of the player who has won."""
        rules = _last_rules(configuration)
        self.rules = {name: int_or_zero(entry) for name, entry in rules.items()}
        """The number of each rule in force, 0 for one without."""
        self.is_over = False
        self._observers: list[EscapeObserver] = []
        self._told = False

    @property
    def can_fight(self) -> bool:
        """True if a piece may move onto another player's (POINT_CONFLICT)."""
        return terms.POINT_CONFLICT in self.rules

    def make_coordinate(self, x: int, y: int) -> Coordinate | None:
        """Return the cell of these numbers; None for one off the board in C25 (E9)."""
        cell = Coordinate(x, y)
        return cell if self.term.has_cells_off_board or self.board.has(cell) else None

    def piece_at(self, coordinate: Cell) -> EscapePiece | None:
        piece = self.board.pieces.get(coordinate)
        if piece is None:
            return None
        return EscapePiece(self.players[piece.player], piece.piece_type.name, piece.value)

    def add_observer(self, observer: EscapeObserver) -> EscapeObserver:
        """Let an observer be told all messages from now on, once each; return it."""
        if not any(known is observer for known in self._observers):
            self._observers.append(observer)
        return observer

    def remove_observer(self, observer: EscapeObserver) -> EscapeObserver | None:
        for place, known in enumerate(self._observers):
            if known is observer:
                return self._observers.pop(place)
        return None

    def move(self, source: Cell, destination: Cell) -> GameStatus:
        """Move the piece on the source to the destination, if that is valid (E14 to E17)."""
        source, destination = Coordinate(*source), Coordinate(*destination)
        self._told = False
        if self.is_over:
            winner = None if self.winner is None else self.players[self.winner]
            self._tell(DRAWN if winner is None else f"Game is over and {winner} has won")
            return self._status(source, is_valid=False)
        if self.moves_made == 0 and not self.can_move(self.turn):  # later the game would be over
            return self._status(source, is_valid=False, result=self._win(1 - self.turn))
        if fault := self._fault_at_the_ends(source, destination):
            return self._refuse(source, fault)
        way = find_way(self.board, self.board.pieces[source].piece_type, source, destination)
        if way is Way.NONE:
            return self._refuse(source, f"There is no way from {source} to {destination}")
        final, combat = self._carry_out(source, destination, way)
        result = self._end_turn()
        return self._status(final, is_valid=True, result=result, combat=combat)

    def way(self, source: Cell, destination: Cell) -> Way:
        """Return how the player to move would get there; NONE if that is no valid move (E14, 3)."""
        source, destination = Coordinate(*source), Coordinate(*destination)
        if self._fault_at_the_ends(source, destination) is not None:
            return Way.NONE
        return find_way(self.board, self.board.pieces[source].piece_type, source, destination)

    def destinations(
        self, source: Cell, within: Rectangle | None = None, longest: int | None = None
    ) -> Iterator[Coordinate]:
        """Yield where the piece on a cell can go without falling, in a fixed order.

        All those in a rectangle of cells, and by ways no longer than that; without either there
        may be too many on an infinite board.
        """
        piece = self.board.pieces[source]
        kind = piece.piece_type
        if longest is not None:
            kind = kind._replace(distance=min(kind.distance, longest))
        for cell in way_ends(self.board, kind, source, within):
            there = self.board.pieces.get(cell)
            is_barred = there is not None and (there.player == piece.player or not self.can_fight)
            if not is_barred and self.board.tile(cell) != terms.BLOCK:
                yield Coordinate(*cell)

    def _refuse(self, source: Coordinate, fault: str) -> GameStatus:
        self._tell(fault)
        loses = self.term.invalid_move_loses
        result = self._win(1 - self.turn) if loses else MoveResult.NONE
        return self._status(source, is_valid=False, result=result)

    def _fault_at_the_ends(self, source: Coordinate, destination: Coordinate) -> str | None:
        """Return what is wrong with a move whatever lies between; None if nothing is (E14, 3)."""
        piece = self.board.pieces.get(source)
        if piece is None:
            return f"There is no piece at {source}"
        if piece.player != self.turn:
            return f"The piece at {source} belongs to {self.players[piece.player]}"
        if source == destination:
            return "The piece does not move"
        return self._fault_at_destination(destination)

    def _fault_at_destination(self, destination: Coordinate) -> str | None:
        there = self.board.pieces.get(destination)
        if not self.board.has(destination):
            return f"{destination} is not on the board"
        if self.board.tile(destination) == terms.BLOCK:
            return f"{destination} is a BLOCK"
        if there is not None and (there.player == self.turn or not self.can_fight):
            return f"{destination} holds a piece of {self.players[there.player]}"
        return None

    def can_move(self, player: int) -> bool:
        # Falls need not be looked at: whoever can fall through an exit can also move onto it.
        return any(
            next(self.destinations(cell), None) is not None
            for cell, piece in self.board.pieces.items()
            if piece.player == player
        )

    def _carry_out(
        self, source: Coordinate, destination: Coordinate, way: Way
    ) -> tuple[Coordinate | None, CombatResult]:
        """Make a valid move; return where the piece is then, and how a combat ended (E13, E15)."""
        pieces = self.board.pieces
        piece = pieces.pop(source)
        if way is Way.FALL:
            return None, CombatResult.NONE
        if self.board.tile(destination) == terms.EXIT:
            self.scores[piece.player] += piece.value
            return None, CombatResult.NONE
        defender = pieces.pop(destination, None)
        if defender is None:
            pieces[destination] = piece
            return destination, CombatResult.NONE
        survivor, outcome = fight(piece, defender)
        if survivor is not None:
            pieces[destination] = survivor
        return (destination if outcome is CombatResult.ATTACKER else None), outcome

    def _end_turn(self) -> MoveResult:
        """Pass the turn on; return how the game ends for who has moved, if it does (E17)."""
        mover, other = self.turn, 1 - self.turn
        self.moves_made += 1
        self.turn = other
        scores = self.scores[mover], self.scores[other]
        result = verdict(self.rules, scores, self.moves_made // self.term.moves_a_turn)
        if result is MoveResult.NONE and not self.can_move(other):
            result = MoveResult.WIN
        return result if result is MoveResult.NONE else self._end(mover, result)

    def _end(self, mover: int, result: MoveResult) -> MoveResult:
        self.is_over = True
        if result is MoveResult.DRAW:
            self._tell(DRAWN)
        else:
            self._win(mover if result is MoveResult.WIN else 1 - mover)
        return result

    def _win(self, player: int) -> MoveResult:
        self.is_over, self.winner = True, player
        self._tell(f"{self.players[player]} wins")
        return MoveResult.LOSE

    def _tell(self, message: str) -> None:
        self._told = True
        for observer in tuple(self._observers):
            observer.notify(message)

    def _status(
        self,
        final: Coordinate | None,
        *,
        is_valid: bool,
        result: MoveResult = MoveResult.NONE,
        combat: CombatResult = CombatResult.NONE,
    ) -> GameStatus:
        return GameStatus(is_valid, self._told, result, final, combat)


class EscapeGameBuilder:
    """Makes game managers of a configuration, in its language or in XML (§Configuring games, E23).

    Raises `ConfigurationError` for a text that is in error, or that cannot be played (E6 to E8),
    and ValueError for a term that does not exist. `warnings` is what is odd about it.
    """

    def __init__(self, text: str, term: str = DEFAULT_TERM, file: str = "configuration") -> None:
        if term not in TERMS:
            message = f"found {term!a}; expected {' or '.join(TERMS)}"
            raise ValueError(message)
        read = read_xml_configuration if config.is_xml(text, file) else read_configuration
        self._make = partial(EscapeGameManager, read(text, file), TERMS[term], file)
        self.warnings: Sequence[str] = self._make().warnings

    def make_game_manager(self) -> EscapeGameManager:
        return self._make()


def fight(attacker: PlacedPiece, defender: PlacedPiece) -> tuple[PlacedPiece | None, CombatResult]:
    """Return who stays, with the points that are left, and how the combat ended (E15, E16)."""
    left = attacker.value - defender.value
    if left > 0:
        return attacker._replace(value=left), CombatResult.ATTACKER
    if left < 0:
        return defender._replace(value=-left), CombatResult.DEFENDER
    return None, CombatResult.DRAW


HEADING = "Errors dected on input"
"""The first line of standard error; so spelt by the tool."""

PLAYER_COUNT = 2


def read_configuration(text: str, file: str) -> config.Configuration:
    """Return the configuration that a text is; raise `ConfigurationError` if it has errors.

    The first error of form, or else all errors of meaning.
    """
    configuration = config.ConfigurationParser(text, file).configuration()
    errors = [f"  Line {at.line}: {error}" for at, error in errors_of_meaning(configuration)]
    if errors:
        raise config.ConfigurationError(HEADING, *errors)
    return configuration


def read_xml_configuration(text: str, file: str) -> config.Configuration:
    configuration = config.parse_xml_configuration(text, file)
    found = errors_of_meaning(configuration)
    if errors := [f"{file}:{at.line}:{at.column}: {error}" for at, error in found]:
        raise config.ConfigurationError(*errors)
    return configuration


def errors_of_meaning(configuration: config.Configuration) -> Iterator[tuple[config.Token, str]]:
    """Yield each error and where it is: axes, players, locations, descriptors, in this order."""
    declared = set[str]()
    for axis in configuration.axes:
        if axis.name in declared:
            yield axis.word, f"{axis.name} declared twice"
        declared.add(axis.name)
    names = {player.text for player in configuration.players}
    yield from _player_errors(configuration.players_word, configuration.players)
    defined: set[tuple[str, str]] = set()
    for location in configuration.locations:
        yield from _location_errors(location, defined, names)
        defined.add((location.x, location.y))
    for section in configuration.descriptors:
        for descriptor in section:
            yield from _descriptor_errors(descriptor, configuration.coordinate_type)


def _player_errors(
    word: config.Token | None, players: tuple[config.Token, ...]
) -> Iterator[tuple[config.Token, str]]:
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
    location: config.LocationEntry, defined: set[tuple[str, str]], names: set[str]
) -> Iterator[tuple[config.Token, str]]:
    if (location.x, location.y) in defined:
        yield location.start, "this location has been defined before"
    if location.player is None:
        return
    if location.player.text not in names:
        yield location.player, f"No such player as {location.player.text}"
    if location.type_name in {terms.BLOCK, terms.EXIT}:
        cell = f"<x>{location.x}</x><y>{location.y}</y>"
        yield location.start, f"You cannot place a piece on {cell} since it is BLOCKED or an EXIT"


def _descriptor_errors(
    descriptor: config.Descriptor, coordinate_type: str
) -> Iterator[tuple[config.Token, str]]:
    pattern = descriptor.pattern
    if coordinate_type not in terms.PATTERNS[pattern.kind]:
        yield pattern, f"{pattern.kind} is not compatible with {coordinate_type} coordinates"
    for attribute in descriptor.attributes:
        if attribute.number is not None and not attribute.number.strip("0"):
            yield attribute.word, "this attribute must have a positive value"


def int_or_zero(entry: config.NumberedEntry) -> int:
    return 0 if entry.number is None else parse_number(entry.number)


Reason: TypeAlias = tuple[config.Token, str, str]
"""Where something stands with which no game can be played, what was found there, and expected."""


def _reasons_against(configuration: config.Configuration) -> Iterator[Reason]:
    for section in configuration.descriptors:
        for descriptor in section:
            yield from _bad_descriptor(descriptor, configuration.coordinate_type)
    for rule in _last_rules(configuration).values():
        if rule.name != terms.POINT_CONFLICT and not int_or_zero(rule):
            found = f"{rule.name} without a number above 0"
            yield rule.word, found, f"one, as in `{rule.name} 5`"
    described = {each.animal.kind for section in configuration.descriptors for each in section}
    defined: set[Cell] = set()
    for location in configuration.locations:
        cell = Coordinate(parse_number(location.x), parse_number(location.y))
        if cell in defined:
            yield location.start, f"the location {cell} again", "each location once"
        defined.add(cell)
        if location.animal is not None and location.animal not in described:
            found = f"a {location.animal} without a descriptor"
            yield location.start, found, "one among the piece descriptors"


def _bad_descriptor(descriptor: config.Descriptor, coordinate_type: str) -> Iterator[Reason]:
    animal, pattern, attributes = descriptor
    if terms.PATTERNS[pattern.kind][coordinate_type] is terms.NO_STEPS:
        played = [
            name
            for name, steps in terms.PATTERNS.items()
            if steps.get(coordinate_type, terms.NO_STEPS) is not terms.NO_STEPS
        ]
        yield pattern, f"{pattern.kind}, which no game knows", f"{' or '.join(played)} in a game"
    given = {entry.name: entry for entry in attributes}
    for name, attribute in terms.ATTRIBUTES.items():
        entry = given.get(name)
        if entry is None and attribute.is_required:
            yield animal, f"{animal.kind} without {name}", f"`{name} 5`, say"
        if entry is not None and attribute.needs_number and entry.number is None:
            yield entry.word, f"{name} without a number", f"one, as in `{name} 5`"


def _build_board(
    configuration: config.Configuration, term: Term, file: str
) -> tuple[EscapeBoard, tuple[str, ...]]:
    limits = {axis.name: int_or_zero(axis) for axis in configuration.axes}
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


def _piece_type(descriptor: config.Descriptor, coordinate_type: str, term: Term) -> PieceType:
    numbers = {entry.name: int_or_zero(entry) for entry in descriptor.attributes}
    rows = [terms.ATTRIBUTES[name] for name in numbers]
    return PieceType(
        name=descriptor.animal.kind,
        step_set=terms.PATTERNS[descriptor.pattern.kind][coordinate_type],
        turns=descriptor.pattern.kind in term.turning,
        distance=numbers[terms.DISTANCE],
        value=numbers.get(terms.VALUE, terms.DEFAULT_VALUE),
        opens=frozenset({terms.CLEAR}).union(*[row.opens for row in rows]),
        leaps=term.jumps_over if any(row.jumps for row in rows) else frozenset(),
    )


def _last_rules(configuration: config.Configuration) -> dict[str, config.NumberedEntry]:
    """Return the rules by name; one that is given again replaces the former."""
    return {entry.name: entry for section in configuration.rules for entry in section}
