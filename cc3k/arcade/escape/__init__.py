"""Escape: two sides lead their animals off a board of squares or hexes, by the rules of two terms.

A builder makes a game of a configuration's text, and the game's manager takes moves, as the
course's document has it. The rulings E1 to E24, which docstrings and tests cite, are summed up in
`cc3k help escape`. `saves`, `ui` and `cli` may import it, and so may any program that plays; it
imports nothing of the dungeon. Open `terms.py` first, then `manager.py`.

>>> from cc3k.arcade.escape import EscapeGameBuilder
>>> game = EscapeGameBuilder('''
...     Coordinate type: SQUARE xMax: 4 yMax: 4 Players: Ann Ben
...     Locations: (1, 1) Ann frog (4, 4) Ben frog (1, 4) exit
...     Piece descriptors: frog orthogonal [distance 3]''').make_game_manager()
>>> game.move((1, 1), (1, 4)).final_location is None, game.scores
(True, [1, 0])
"""

from cc3k.arcade.escape.board import Coordinate
from cc3k.arcade.escape.config import ConfigurationError
from cc3k.arcade.escape.manager import (
    CombatResult,
    EscapeGameBuilder,
    EscapeGameManager,
    EscapeObserver,
    EscapePiece,
    GameStatus,
)
from cc3k.arcade.escape.terms import MoveResult

__all__ = [
    "CombatResult",
    "ConfigurationError",
    "Coordinate",
    "EscapeGameBuilder",
    "EscapeGameManager",
    "EscapeObserver",
    "EscapePiece",
    "GameStatus",
    "MoveResult",
]
