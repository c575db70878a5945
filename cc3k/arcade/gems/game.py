"""A game of Modern Gems: board, score and moves, and the file it is saved in (G8, G13)."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from zlib import crc32

from cc3k.arcade.gems.board import GemBoard, parse_board, parse_number
from cc3k.arcade.gems.players import PLAYERS, GemPlayer
from cc3k.arcade.gems.policies import POLICIES, RemovalPolicy

ENCODING, UNDECODABLE = "utf-8", "surrogateescape"
"""How bytes become text: whatever they are, the same bytes are written again."""


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
        """The removal policy, or None if none has that name."""
        return POLICIES.get(self.policy_name)

    @property
    def player(self) -> GemPlayer | None:
        """The player, or None if none has that name."""
        return PLAYERS.get(self.player_name)

    @property
    def is_over(self) -> bool:
        """True if no gem is left."""
        return max(self.board.kinds) < 0

    def after(self, policy: RemovalPolicy, cell: int) -> "GemGame":
        """Return the game after the gem of that cell is selected."""
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
        """Return the lines of the board as they are in the file, each with a line end."""
        return decode(b"".join([line + b"\n" for line in self.lines]))

    def game(self) -> GemGame:
        """Return the game; raise `InvalidBoard`."""
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
    """Return the game if it has a policy and a player; raise `Unloadable`."""
    if game.policy is None:
        message = f"No removal policy named {game.policy_name} exists"
        raise Unloadable(message)
    if game.player is None:
        message = f"No player named {game.player_name} exists"
        raise Unloadable(message)
    return game


def decode(data: bytes) -> str:
    """Return bytes as text, from which `encode` makes the same bytes."""
    return data.decode(ENCODING, UNDECODABLE)


def encode(text: str) -> bytes:
    """Return the bytes of a text."""
    return text.encode(ENCODING, UNDECODABLE)


class GemFiles(Protocol):
    """The files that the dialogue lists, reads and writes, or those of a screen.

    `read` and `write` raise `OSError`, and `ValueError` for what can be no file's name.
    """

    def names(self) -> list[str]:
        """Return the names that may be loaded, in the order in which they are listed."""
        ...

    def read(self, name: str) -> bytes:
        """Return what is in a file."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Write a file, over the one that is there."""
        ...


def not_saved(name: str, error: OSError | ValueError) -> str:
    """Return what standard error, or a screen, says of a file that cannot be written (G9)."""
    return f"Could not save to file {name} : {file_reason(error)}"


def file_reason(error: OSError | ValueError) -> str:
    """Return why a file cannot be read or written."""
    reason = error.strerror if isinstance(error, OSError) else None
    return reason or str(error)


def save_digest(game: GemGame) -> str:
    """Return the CRC-32 of a game's file as a word."""
    return f"{crc32(game.saved()):08x}"
