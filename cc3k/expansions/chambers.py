"""Chambers: a new random board for every floor without a layout (X30 to X32)."""

from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    FloorHooks,
    TextHooks,
)
from cc3k.engine.game import GameState
from cc3k.expansions.board_generator import generate_board


def is_board_new(game: GameState) -> bool:
    """Tell whether the PC is on a board of this expansion, not of a layout."""
    return game.depth > len(game.floor_layouts)


CHAMBERS = Expansion(
    name="chambers",
    sentence="Every floor has its own board, with chambers of many shapes.",
    floors=FloorHooks(draw_board=generate_board),
    texts=TextHooks(
        hints=(
            ExpansionHint(
                "chambers",
                "No two floors are alike: four to nine chambers of many shapes, and more than one "
                "way between some of them.",
                is_board_new,
            ),
        )
    ),
)
"""A new board for every floor."""
