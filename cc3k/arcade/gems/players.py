"""Players: who chooses the gem that is removed, a person or one of two programs (G11)."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from cc3k.arcade.gems.board import GemBoard
from cc3k.arcade.gems.policies import NO_GEM, RemovalPolicy

Choose: TypeAlias = Callable[[GemBoard, RemovalPolicy], int]
"""Choose the cell of a gem on a board that has one."""


class GemPlayer(NamedTuple):
    name: str
    title: str
    """What a screen calls it."""

    description: str
    choose: Choose | None = None
    """None: a person is asked."""


def best_score(board: GemBoard, policy: RemovalPolicy) -> int:
    """Return the most that one move scores; 0 on an empty board."""
    return max(0, *policy.scores(board))


def choose_greedily(board: GemBoard, policy: RemovalPolicy) -> int:
    """Return the cell that scores most; of equal ones the first by row, then by column."""
    scores = policy.scores(board)
    return scores.index(max(scores))


def outlooks(board: GemBoard, policy: RemovalPolicy) -> Iterator[tuple[int, int]]:
    """Yield each gem's cell, and its score with the best score of a move after it."""
    ahead: dict[frozenset[int], int] = {}  # what removes the same gems leads to the same board
    for cell, score in enumerate(policy.scores(board)):
        if score != NO_GEM:
            group = frozenset(policy.group(board, cell))
            if group not in ahead:
                ahead[group] = best_score(board.remove(group), policy)
            yield cell, score + ahead[group]


def choose_looking_ahead(board: GemBoard, policy: RemovalPolicy) -> int:
    """Return the first cell whose score with the best score after it is highest."""
    return max(outlooks(board, policy), key=lambda outlook: outlook[1])[0]


_ROWS = (
    GemPlayer("InteractivePlayer", "A person", "You choose the gems."),
    GemPlayer("GreedyPlayer", "Greedy", "It takes what scores most at once.", choose_greedily),
    GemPlayer(
        "LookAhead1Player",
        "LookAhead1",
        "It counts the best move after each, too.",
        choose_looking_ahead,
    ),
)

PLAYERS: Mapping[str, GemPlayer] = {player.name: player for player in _ROWS}
"""The players by name, in the order of the menu (G4)."""
