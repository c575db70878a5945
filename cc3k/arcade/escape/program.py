"""Escape as a text program: a line goes in, a line comes out (E20)."""

import re
from collections.abc import Callable, Mapping
from zlib import crc32

from cc3k.arcade.escape.board import Coordinate, parse_number
from cc3k.arcade.escape.manager import EscapeGameManager
from cc3k.arcade.escape.opponent import choose_move
from cc3k.arcade.protocols import TextProgram

SAMPLE_CONFIGURATION = """\
/* A meadow between two rivers: each side has five animals, and all four corners lead out. */
Coordinate type: SQUARE
xMax: 9
yMax: 12
Players: South North

Locations:
    /* The ways out, and the rocks before them. */
    (1, 1) exit   (1, 12) exit   (9, 1) exit   (9, 12) exit
    (3, 2) block  (3, 11) block  (7, 2) block  (7, 11) block
    (5, 4) block  (5, 9) block   (5, 6) exit   (5, 7) exit

    (1, 10) South bird (1, 8) South dog  (1, 7) South horse  (1, 5) South frog  (1, 3) South snail
    (9, 3) North bird  (9, 5) North dog  (9, 6) North horse  (9, 8) North frog  (9, 10) North snail

Piece descriptors:
    bird  diagonal   [distance 3, fly, value 2]
    dog   orthogonal [distance 3, value 3]
    horse linear     [distance 2, jump, value 4]
    frog  omni       [distance 2, jump]
    snail omni       [distance 1, unblock, value 5]

Rules:
    POINT_CONFLICT
    SCORE 8
    TURN_LIMIT 80
"""
"""The game that `cc3k escape` plays when it is given no file."""

REPLY = " reply "
"""What stands between a line and a reply to it that was found before."""

_NUMBER = re.compile(r"[+-]?[0-9]+")


class EscapeProgram(TextProgram):
    """A game behind lines of text: `move`, `piece`, `status` and `quit`."""

    def __init__(self, game: EscapeGameManager) -> None:
        self.game = game
        self._messages: list[str] = []
        game.add_observer(self)

    def take(self, text: str) -> str:
        """Carry out a line; return the answer with its line end, or nothing if it has none."""
        words = text.split()
        if not words or self.exit_status is not None:
            return ""
        name = words[0].lower()
        if name == "quit":
            self.exit_status = 0
            return ""
        command = COMMANDS.get(name)
        if command is None:
            return f"error: unknown command '{words[0]}'\n"
        usage, answer = command
        if len(words) != len(usage.split()) or not all(map(_NUMBER.fullmatch, words[1:])):
            return f"error: usage: {usage}\n"
        return f"{answer(self, [parse_number(word) for word in words[1:]])}\n"

    def digest(self) -> int:
        game = self.game
        pieces = sorted(
            f"{Coordinate(*cell)}{piece.player}{piece.piece_type.name}{piece.value}"
            for cell, piece in game.board.pieces.items()
        )
        return crc32("\n".join([self.status(), *pieces]).encode())

    def notify(self, message: str) -> None:
        self._messages.append(message)

    def move(self, source: Coordinate, destination: Coordinate) -> str:
        self._messages = []
        status = self.game.move(source, destination)
        final = "none" if status.final_location is None else str(status.final_location)
        answer = (
            f"move valid={'yes' if status.is_valid else 'no'} result={status.move_result.value} "
            f"final={final} combat={status.combat_result.value} "
            f"more={'yes' if status.more_information else 'no'}"
        )
        return " | ".join([answer, *self._messages])

    def piece(self, cell: Coordinate) -> str:
        if not self.game.board.has(cell):
            return f"piece {cell} off"
        piece = self.game.piece_at(cell)
        if piece is None:
            return f"piece {cell} none"
        return f"piece {cell} {piece.name} {piece.player} value={piece.value}"

    def status(self) -> str:
        game = self.game
        if not game.is_over:
            turn, over = game.players[game.turn], "no"
        elif game.winner is None:
            turn, over = "-", "draw"
        else:
            turn, over = "-", f"win:{game.players[game.winner]}"
        scores = ",".join(map(str, game.scores))
        return f"status turn={turn} moves={game.moves_made} score={scores} over={over}"


class AnsweringProgram(EscapeProgram):
    """One whose second player is the opponent: each valid move is answered by one.

    The answer is followed by `reply move X1 Y1 X2 Y2`, and by the answer to that. With
    `takes_replies` a line may end with a reply that was found before, as those that are kept do.
    """

    def __init__(self, game: EscapeGameManager, depth: int, *, takes_replies: bool = False) -> None:
        super().__init__(game)
        self._depth, self._takes_replies, self._reply = depth, takes_replies, ""

    def take(self, text: str) -> str:
        """Carry out a line, and the opponent's move if it is to move then."""
        text, _, known = text.partition(REPLY) if self._takes_replies else (text, "", "")
        answer, self._reply = super().take(text), ""
        if self.game.is_over or self.game.turn == 0:
            return answer
        if not known:
            source, destination = choose_move(self.game, self._depth)
            known = f"move {source[0]} {source[1]} {destination[0]} {destination[1]}"
        self._reply = known
        return f"{answer}{REPLY.lstrip()}{self._reply}\n{super().take(self._reply)}"

    def kept_input(self, text: str) -> str:
        return f"{text}{REPLY}{self._reply}" if self._reply else text


COMMANDS: Mapping[str, tuple[str, Callable[[EscapeProgram, list[int]], str]]] = {
    "move": ("move X1 Y1 X2 Y2", lambda of, at: of.move(Coordinate(*at[:2]), Coordinate(*at[2:]))),
    "piece": ("piece X Y", lambda of, at: of.piece(Coordinate(*at))),
    "status": ("status", lambda of, _at: of.status()),
}
"""How each line is used, and what answers it, given its numbers."""
