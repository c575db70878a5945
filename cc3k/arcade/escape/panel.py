"""Panel of Escape: the goal, what the signs mean, how pieces move, and all pieces on the board."""

from collections.abc import Sequence

from cc3k.arcade.escape.coordinates import number_text
from cc3k.arcade.escape.manager import EscapeGameManager
from cc3k.arcade.escape.outcomes import describe_cell, describe_goal, describe_way
from cc3k.arcade.protocols import Row
from cc3k.arcade.rows import plain, wrapped

PANEL_COLUMNS = 37
"""Columns right of the board; the sample's board fits beside it on 80."""

SIGNS = "* exit   # block   . free"
SIDE_ROLES = ("friend", "foe")
"""Roles of the first player's pieces, in capitals, and of the second's, in small letters."""


def kind_rows(game: EscapeGameManager) -> list[Row]:
    kinds = {piece.piece_type.name: piece.piece_type for piece in game.board.pieces.values()}
    return [
        row
        for name, kind in sorted(kinds.items())
        for row in wrapped(
            f"{name[0]} {name} {describe_way(kind)}, value {number_text(kind.value)}", PANEL_COLUMNS
        )
    ]


def panel_rows(
    game: EscapeGameManager, kinds: Sequence[Row], fights: Sequence[str], count: int
) -> list[Row]:
    """Return at most so many rows; the pieces are listed only if all of them fit.

    `kinds` are the rows of the types with which the game began, and `fights` those that can be
    begun now.
    """
    rows = [row for text in describe_goal(game) for row in wrapped(text, PANEL_COLUMNS)]
    sides = f"Capitals: {game.players[0]}; small: {game.players[1]}"
    rows += [(), plain(SIGNS), *wrapped(sides, PANEL_COLUMNS), ()]
    rows += [plain("Pieces: most steps, how, value", "heading"), *kinds]
    rows += [plain(fight, "legal") for fight in fights]
    if len(rows) + 1 + len(game.players) + len(game.board.pieces) > count:
        return rows[:count]
    rows.append(())
    for number, name in enumerate(game.players):
        rows.append(plain(f"{name}, {number_text(game.scores[number])} points", "heading"))
        for cell, piece in sorted(game.board.pieces.items()):
            if piece.player == number:
                rows.append(plain(f"  {describe_cell(game, cell)}", SIDE_ROLES[number]))
    return rows
