"""Chambers: a board of its own for every floor that is not drawn (X30 to X32)."""

from cc3k.engine.expansion import Expansion
from cc3k.engine.running_game import RunningGame
from cc3k.expansions.board_generator import generate_board


def is_board_new(game: RunningGame) -> bool:
    """Tell whether the PC is on a board that no layout has drawn."""
    return game.depth > len(game.floor_layouts)


CHAMBERS = Expansion(
    name="chambers",
    sentence="Every floor has its own board, with chambers of many shapes.",
    draw_board=generate_board,
    hint="No two floors are alike: four to nine chambers of many shapes, and more than one way "
    "between some of them.",
    is_hint_due=is_board_new,
)
"""A new board for every floor."""
