"""Game manager: the document's interface to a game of Escape, in either term (E14 to E19).

A builder makes one of a configuration's text; it is given moves, and tells whoever observes it.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol

from cc3k.arcade.escape.board import Cell, Coordinate, EscapeBoard, PlacedPiece, Rectangle
from cc3k.arcade.escape.config_xml import is_xml
from cc3k.arcade.escape.game_setup import (
    EscapeSetup,
    read_configuration,
    read_xml_configuration,
    set_up_game,
)
from cc3k.arcade.escape.movement import Way, find_way, way_ends
from cc3k.arcade.escape.terms import (
    DEFAULT_TERM,
    RULES,
    TERMS,
    MoveResult,
    Standing,
    Term,
    verdict,
)

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
        ...


class EscapeGameManager:
    """A game of Escape: who is to move, who stands where, and what has been scored."""

    def __init__(self, setup: EscapeSetup, term: Term) -> None:
        self.term = term
        self.board: EscapeBoard = setup.board
        self.coordinate_type = setup.coordinate_type
        self.players = setup.players
        """The names of the players, in the order in which they move."""
        self.scores = [0, 0]
        """The points of the players, in the same order."""
        self.moves_made = 0
        """How many valid moves have been made."""
        self.turn = 0
        """The number of the player to move, from 0."""
        self.winner: int | None = None
        """The number of the player who has won."""
        self.rules = setup.rules
        """The number of each rule in force, 0 for one without."""
        self.is_over = False
        self._observers: list[EscapeObserver] = []
        self._told = False

    @property
    def can_fight(self) -> bool:
        """True if a piece may move onto another player's (POINT_CONFLICT)."""
        return any(RULES[name].fights for name in self.rules)

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
            if not is_barred and self.board.location_type(cell).can_end:
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
        if not self.board.location_type(destination).can_end:
            return f"{destination} is a {self.board.tiles[destination]}"
        if there is not None and (there.player == self.turn or not self.can_fight):
            return f"{destination} holds a piece of {self.players[there.player]}"
        return None

    def can_move(self, player: int) -> bool:
        """Return True if a player can move.

        Falls need not be looked at: whoever can fall through an exit can also move onto it.
        """
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
        if self.board.location_type(destination).leads_out:
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
        standing = Standing(
            self.scores[mover], self.scores[other], self.moves_made, self.term.moves_a_turn
        )
        result = verdict(self.rules, standing)
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
        read = read_xml_configuration if is_xml(text, file) else read_configuration
        self._term = TERMS[term]
        self._set_up = partial(set_up_game, read(text, file), self._term, file)
        self.warnings: Sequence[str] = self._set_up().warnings

    def make_game_manager(self) -> EscapeGameManager:
        return EscapeGameManager(self._set_up(), self._term)


def fight(attacker: PlacedPiece, defender: PlacedPiece) -> tuple[PlacedPiece | None, CombatResult]:
    """Return who stays, with the points that are left, and how the combat ended (E15, E16)."""
    left = attacker.value - defender.value
    if left > 0:
        return attacker._replace(value=left), CombatResult.ATTACKER
    if left < 0:
        return defender._replace(value=-left), CombatResult.DEFENDER
    return None, CombatResult.DRAW
