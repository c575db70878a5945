"""A game of Modern Gems: board, score and moves, and the file it is saved in (G8, G13)."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from zlib import crc32

from cc3k.arcade.gems.board import GemBoard, parse_board, parse_number
from cc3k.arcade.gems.policies import PLAYERS, POLICIES, GemPlayer, RemovalPolicy

_FOUR_WORDS = re.compile(rb"\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)")


class GemGame(NamedTuple):
    """A game, a value. The names are as they were typed: nobody may have such a name (G7)."""

    board: GemBoard
    policy_name: str
    player_name: str
    score: int = 0
    moves: int = 0

    @property
    def policy(self) -> RemovalPolicy | None:
        return POLICIES.get(self.policy_name)

    @property
    def player(self) -> GemPlayer | None:
        return PLAYERS.get(self.player_name)

    @property
    def is_over(self) -> bool:
        return max(self.board.kinds) < 0

    def after(self, policy: RemovalPolicy, cell: int) -> "GemGame":
        group = {*policy.group(self.board, cell)}
        return self._replace(
            board=self.board.remove(group),
            score=self.score + policy.score(len(group)),
            moves=self.moves + 1,
        )

    def head(self) -> str:
        """Return what precedes each move in the dialogue: number, score and board (G8)."""
        head = f"\n-- Move {self.moves:>3} --\nCurrent score: {self.score}\n"
        return f"{head}{self.board.picture()}\n"

    def saved(self) -> bytes:
        """Return the file of the game (G13)."""
        head = f"{self.score} {self.moves} {self.player_name} {self.policy_name}\n"
        return encode(head + self.board.text())


class Unloadable(ValueError):
    """Raised for a saved game that cannot be played, with the reason."""


class GemSave(NamedTuple):
    """A file of a saved game whose first line could be made out, the board not yet."""

    score: int
    moves: int
    player_name: str
    policy_name: str
    lines: Sequence[bytes]

    def board_text(self) -> str:
        return decode(b"".join([line + b"\n" for line in self.lines]))

    def game(self) -> GemGame:
        board = parse_board([decode(word) for word in line.split()] for line in self.lines)
        return GemGame(board, self.policy_name, self.player_name, self.score, self.moves)


def read_saved(data: bytes) -> GemSave | None:
    """Return the saved game of a file; None for one that ends the program (G13).

    Four words, the first two numbers; what else is in the line of the fourth is passed over.
    """
    found = _FOUR_WORDS.match(data)
    if found is None or found.end() == len(data):
        return None
    first, second, player, policy = [decode(word) for word in found.groups()]
    score, moves = parse_number(first), parse_number(second)
    if score is None or moves is None:
        return None
    return GemSave(score, moves, player, policy, data[found.end() :].splitlines()[1:])


def playable(game: GemGame) -> GemGame:
    if game.policy is None:
        message = f"No removal policy named {game.policy_name} exists"
        raise Unloadable(message)
    if game.player is None:
        message = f"No player named {game.player_name} exists"
        raise Unloadable(message)
    return game


def decode(data: bytes) -> str:
    """Return bytes as text, from which `encode` makes the same bytes, whatever they are."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class GemFiles(Protocol):
    """The files that the dialogue lists, reads and writes, or those of a screen.

    `read` and `write` raise `OSError`, and `ValueError` for what can be no file's name.
    """

    def names(self) -> list[str]: ...

    def read(self, name: str) -> bytes: ...

    def write(self, name: str, data: bytes) -> None: ...


def not_saved(name: str, error: OSError | ValueError) -> str:
    """Return what standard error, or a screen, says of a file that cannot be written (G9)."""
    return f"Could not save to file {name} : {file_reason(error)}"


def file_reason(error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return reason or str(error)


def save_digest(game: GemGame) -> str:
    return f"{crc32(game.saved()):08x}"
