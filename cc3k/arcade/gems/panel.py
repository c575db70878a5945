"""Panel of Modern Gems: what the gem under the cursor scores, what could follow, and hints."""

from functools import lru_cache
from typing import NamedTuple

from cc3k.arcade.gems.board import GemBoard
from cc3k.arcade.gems.game import GemGame
from cc3k.arcade.gems.players import PLAYERS, choose_greedily
from cc3k.arcade.gems.policies import POLICIES, RemovalPolicy
from cc3k.arcade.protocols import Row
from cc3k.arcade.rows import plain, wrapped

PANEL_COLUMNS = 34
"""Columns right of the board."""


class MoveHint(NamedTuple):
    player: str
    cell: int
    score: int


def hints_for(game: GemGame) -> list[MoveHint]:
    policy, found = POLICIES[game.policy_name], list[MoveHint]()
    for player in PLAYERS.values():
        if player.choose is not None:
            cell = player.choose(game.board, policy)
            score = policy.score_move(game.board, *divmod(cell, game.board.columns))
            found.append(MoveHint(player.title, cell, score))
    return found


def panel_rows(game: GemGame, cursor: int | None, hints: list[MoveHint]) -> list[Row]:
    """Return the rows of the panel; without a cursor it tells who plays."""
    policy, player = POLICIES[game.policy_name], PLAYERS[game.player_name]
    rows = [
        plain(f"Score {game.score}   Move {game.moves}", "heading"),
        *wrapped(f"{policy.description}.", PANEL_COLUMNS),
        (),
    ]
    if cursor is not None:
        rows += _prospect(game.board, policy, cursor)
    elif player.choose is not None:
        rows += wrapped(f"{player.title} plays. {player.description}", PANEL_COLUMNS)
    if hints:
        rows += [(), plain("Hints", "heading")]
        for hint in hints:
            where = place(game.board, hint.cell)
            rows += wrapped(f"{hint.player}: {where} for {hint.score}", PANEL_COLUMNS, "legal")
    return rows


def place(board: GemBoard, cell: int) -> str:
    row, column = divmod(cell, board.columns)
    return f"({row},{column})"


@lru_cache(maxsize=64)
def _prospect(board: GemBoard, policy: RemovalPolicy, cursor: int) -> tuple[Row, ...]:
    """Return what removing the gem under the cursor does, and the best that could follow."""
    at = place(board, cursor)
    if board.kinds[cursor] < 0:
        return (plain(f"{at}: no gem"),)
    group = {*policy.group(board, cursor)}
    gems = "1 gem" if len(group) == 1 else f"{len(group)} gems"
    after = board.remove(group)
    if not after.gems():
        then = "Then the board is empty."
    else:
        best = choose_greedily(after, policy)
        score = policy.score_move(after, *divmod(best, after.columns))
        then = f"Best after that: {score} at {place(after, best)}"
    return (
        plain(f"{at}: removes {gems} of kind {board.kinds[cursor]}"),
        plain(f"Scores {policy.score(len(group))}"),
        plain(then),
    )
