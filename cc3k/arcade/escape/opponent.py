"""Opponent: alpha-beta search some moves ahead, with a fixed order of moves and no randomness.

It plays by the manager's rules on a board of its own, where moves are taken back. It considers no
move that falls through an exit, and on an infinite board none that leads away from everything.
How long it thinks is bounded by a count of moves, not by a clock: it plays alike on every machine.
"""

from typing import NamedTuple

from cc3k.arcade.escape.board import Cell, Coordinate, EscapeBoard, PlacedPiece, way_ends
from cc3k.arcade.escape.manager import EscapeGameManager, fight
from cc3k.arcade.escape.terms import BLOCK, EXIT, MoveResult, verdict

WON = 1_000_000
PER_POINT, PER_VALUE = 100, 20
"""Worth of a point that is scored, and of a point's worth of pieces on the board."""

MOST_TURNS = 12
"""Turns to an exit after which a piece is no nearer to one than any other."""

LONGEST_CONSIDERED = 30
"""Steps of the longest ways that are considered where pieces stand farther apart than that."""

MAX_DEPTH = 4
"""The most moves that it is asked to look ahead: on the sample it always gets so far in time."""

MOST_LISTED = 600_000
"""Moves that are listed for one answer, about a second of work; then it plays the best it knows."""


class OwnMove(NamedTuple):
    """A move that is considered; in order, those that lose least at once come first."""

    loss: int
    source: Cell
    destination: Cell


class Reach(NamedTuple):
    """Where a piece can go: moves onto free cells, and the others' cells."""

    free: tuple[OwnMove, ...]
    occupied: tuple[Cell, ...]


def choose_move(game: EscapeGameManager, depth: int) -> tuple[Coordinate, Coordinate]:
    """Return the best move of the player to move, that many moves ahead; there has to be one."""
    best = _Search(game).best_move(depth)
    return Coordinate(*best.source), Coordinate(*best.destination)


class _TooMany(Exception):
    """Raised when as many moves have been listed as there may be for one answer."""


class _Search:
    def __init__(self, game: EscapeGameManager) -> None:
        board = game.board
        self._game = game
        self._board = EscapeBoard((board.x_max, board.y_max), board.tiles, board.pieces)
        low_x, high_x, low_y, high_y = self._within = board.area(((1, 1),), margin=1)
        if max(high_x - low_x, high_y - low_y) > LONGEST_CONSIDERED:
            self._board.pieces = {
                cell: piece._replace(
                    piece_type=kind._replace(distance=min(kind.distance, LONGEST_CONSIDERED))
                )
                for cell, piece in board.pieces.items()
                for kind in [piece.piece_type]
            }
        self._exits = [cell for cell, tile in board.tiles.items() if tile == EXIT]
        self._worths: dict[tuple[Cell, str, int], int] = {}
        self._bits: dict[Cell, int] = {}
        self._areas: dict[tuple[Cell, str], int] = {}
        self._reaches: dict[tuple[Cell, str, int, int], Reach] = {}
        """By cell, type and value of a piece, and the bits of the occupied cells around it."""
        self._occupied = sum(self._bit(cell) for cell in board.pieces)
        """The bits of all cells on which a piece stands."""
        self._scores = [*game.scores]
        self._turn, self._moves_made = game.turn, game.moves_made
        self._balance = sum(
            self._worth(cell, piece) * (1 if piece.player == self._turn else -1)
            for cell, piece in board.pieces.items()
        )
        """Worth of the pieces of the player to move, less that of the other's."""
        self._listed = 0

    def best_move(self, depth: int) -> OwnMove:
        """Return the best move; deeper looks begin with what a shallower one found best."""
        moves = self._moves()
        for ahead in range(1, depth + 1):
            try:
                values = self._root_values(moves, ahead)
            except _TooMany:
                break
            order = sorted(range(len(moves)), key=lambda place: -values[place])
            moves = [moves[place] for place in order]
        return moves[0]

    def _root_values(self, moves: list[OwnMove], ahead: int) -> list[int]:
        """Return what each move is worth; no more than the best so far for those below it."""
        best, values = -WON * 2, []
        for move in moves:
            values.append(self._try(move, ahead, best, WON * 2, 0))
            if values[-1] <= best:
                values[-1] = best - 1
            best = max(best, values[-1])
        return values

    def _value(self, ahead: int, alpha: int, beta: int, ply: int) -> int:
        """Return the worth of the position to the player to move, within alpha and beta."""
        moves = self._moves()
        if self._listed > MOST_LISTED:
            raise _TooMany
        if not moves:
            return ply - WON
        best = -WON * 2
        for move in moves:
            best = max(best, self._try(move, ahead, max(alpha, best), beta, ply))
            if best >= beta:
                break
        return best

    def _try(self, move: OwnMove, ahead: int, alpha: int, beta: int, ply: int) -> int:
        """Return the worth of a move to its mover, that many moves ahead with itself."""
        before = {**self._board.pieces}, [*self._scores], self._balance, self._occupied
        self._make(move)
        scores = self._scores[1 - self._turn], self._scores[self._turn]
        turns = self._moves_made // self._game.term.moves_a_turn
        result = verdict(self._game.rules, scores, turns)
        if result is MoveResult.DRAW:
            value = 0
        elif result is not MoveResult.NONE:
            value = WON - ply if result is MoveResult.WIN else ply - WON
        elif ahead == 1:
            points = self._scores[self._turn] - self._scores[1 - self._turn]
            standing = self._balance + PER_POINT * points
            value = -standing if self._can_move() else WON - ply
        else:
            value = -self._value(ahead - 1, -beta, -alpha, ply + 1)
        self._board.pieces, self._scores, self._balance, self._occupied = before
        self._turn, self._moves_made = 1 - self._turn, self._moves_made - 1
        return value

    def _moves(self) -> list[OwnMove]:
        moves = list[OwnMove]()
        for source, piece in self._board.pieces.items():
            if piece.player == self._turn:
                reach = self._reach(source, piece)
                moves += reach.free
                for cell in reach.occupied:
                    if self._can_fight_at(cell):
                        moves.append(OwnMove(-self._gain(piece, source, cell), source, cell))
        self._listed += len(moves)
        moves.sort()
        return moves

    def _reach(self, source: Cell, piece: PlacedPiece) -> Reach:
        """Return where a piece can go; found once for each way in which its reach is occupied."""
        kind = piece.piece_type
        area = self._areas.get((source, kind.name))
        if area is None:
            area = self._areas[source, kind.name] = self._area_around(source, kind.distance)
        outset = (source, kind.name, piece.value, self._occupied & area)
        found = self._reaches.get(outset)
        if found is None:
            ends = [*way_ends(self._board, kind, source, self._within)]
            found = self._reaches[outset] = Reach(
                tuple(
                    OwnMove(-self._gain(piece, source, cell), source, cell)
                    for cell in ends
                    if cell not in self._board.pieces and self._board.tile(cell) != BLOCK
                ),
                tuple(cell for cell in ends if cell in self._board.pieces),
            )
        return found

    def _area_around(self, source: Cell, distance: int) -> int:
        (x, y), (low_x, high_x, low_y, high_y) = source, self._within
        return sum(
            self._bit((near_x, near_y))
            for near_x in range(max(x - distance, low_x), min(x + distance, high_x) + 1)
            for near_y in range(max(y - distance, low_y), min(y + distance, high_y) + 1)
        )

    def _bit(self, cell: Cell) -> int:
        return self._bits.setdefault(cell, 1 << len(self._bits))

    def _can_move(self) -> bool:
        own = [each for each in self._board.pieces.items() if each[1].player == self._turn]
        for source, piece in own:
            reach = self._reach(source, piece)
            if reach.free or any(map(self._can_fight_at, reach.occupied)):
                return True
        return any(  # for what leads away from everything
            self._can_fight_at(cell)
            if cell in self._board.pieces
            else self._board.tile(cell) != BLOCK
            for source, piece in own
            for cell in way_ends(self._board, piece.piece_type, source)
        )

    def _can_fight_at(self, cell: Cell) -> bool:
        return self._game.can_fight and self._board.pieces[cell].player != self._turn

    def _gain(self, piece: PlacedPiece, source: Cell, cell: Cell) -> int:
        before = self._worth(source, piece)
        if self._board.tile(cell) == EXIT:
            return PER_POINT * piece.value - before
        there = self._board.pieces.get(cell)
        if there is None:
            return self._worth(cell, piece) - before
        survivor, _ = fight(piece, there)
        after = 0 if survivor is None else self._worth(cell, survivor)
        sign = 1 if survivor is not None and survivor.player == piece.player else -1
        return sign * after + self._worth(cell, there) - before

    def _make(self, move: OwnMove) -> None:
        pieces = self._board.pieces
        attacker, defender = pieces.pop(move.source), pieces.pop(move.destination, None)
        self._occupied &= ~self._bit(move.source)
        self._balance -= move.loss
        if self._board.tile(move.destination) == EXIT:
            self._scores[self._turn] += attacker.value
            self._balance -= PER_POINT * attacker.value
        elif defender is None:
            pieces[move.destination] = attacker
            self._occupied |= self._bit(move.destination)
        else:
            kept, _ = fight(attacker, defender)
            if kept is not None:
                pieces[move.destination] = kept
            else:
                self._occupied &= ~self._bit(move.destination)
        self._balance = -self._balance
        self._turn, self._moves_made = 1 - self._turn, self._moves_made + 1

    def _worth(self, cell: Cell, piece: PlacedPiece) -> int:
        key = (cell, piece.piece_type.name, piece.value)
        worth = self._worths.get(key)
        if worth is None:
            worth = piece.value * (PER_VALUE + MOST_TURNS - self._turns_to_exit(cell, piece))
            self._worths[key] = worth
        return worth

    def _turns_to_exit(self, cell: Cell, piece: PlacedPiece) -> int:
        kind, least = piece.piece_type, MOST_TURNS
        for x, y in self._exits:
            dx, dy = x - cell[0], y - cell[1]
            steps = kind.step_set.distance(dx, dy)
            if steps is None:
                continue
            turns = -(-steps // kind.distance)
            straight = any(
                (dx, dy) == (steps * across, steps * along) for across, along in kind.step_set.steps
            )
            least = min(least, turns if kind.turns or straight else max(turns, 2))
        return least
