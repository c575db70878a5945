"""Terms, patterns, attributes, rules: the tables of Escape.

The configuration language takes its words from here, the search its steps, and the game its ends.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple, TypeAlias

SQUARE, HEX = "SQUARE", "HEX"
COORDINATE_TYPES = (HEX, SQUARE)

ANIMALS = ("BIRD", "DOG", "FROG", "HORSE", "SNAIL")
"""Names of pieces; none means anything."""

CLEAR, BLOCK, EXIT, PIECE = "CLEAR", "BLOCK", "EXIT", "PIECE"
"""What may be on a cell: its type, or any piece."""

LOCATION_TYPES = (BLOCK, CLEAR, EXIT)

Step: TypeAlias = tuple[int, int]


class StepSet(NamedTuple):
    """The steps of a pattern, and the least number of them between two cells of an empty board.

    `distance` takes the differences in x and y; None means that no number is enough. `word` says
    which steps they are; "" for all that there are.
    """

    steps: tuple[Step, ...]
    distance: Callable[[int, int], int | None]
    word: str = ""


_SIDES: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
_CORNERS: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))

SIDES = StepSet(_SIDES, lambda dx, dy: abs(dx) + abs(dy), "orthogonal")
CORNERS = StepSet(
    _CORNERS, lambda dx, dy: None if (dx + dy) % 2 else max(abs(dx), abs(dy)), "diagonal"
)
EIGHT = StepSet((*_SIDES, *_CORNERS), lambda dx, dy: max(abs(dx), abs(dy)))
SIX = StepSet(
    ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)),
    lambda dx, dy: max(abs(dx), abs(dy), abs(dx + dy)),
)
NO_STEPS = StepSet((), lambda _dx, _dy: None)
"""Steps of a pattern that the language knows and no game does."""


PATTERNS: Mapping[str, Mapping[str, StepSet]] = {
    "DIAGONAL": {SQUARE: CORNERS},
    "LINEAR": {SQUARE: EIGHT, HEX: SIX},
    "OMNI": {SQUARE: EIGHT, HEX: SIX},
    "ORTHOGONAL": {SQUARE: SIDES},
    "SKEW": {SQUARE: NO_STEPS, HEX: NO_STEPS},
}
"""Movement patterns: their steps on each type of coordinate that admits them."""


class Attribute(NamedTuple):
    """An attribute of a piece type.

    `is_required` and `needs_number` hold for games, not for the language (E8). `opens` is what it
    lets a piece pass over as if it were clear; with `jumps` it leaps over single cells (E12).
    """

    is_required: bool = False
    needs_number: bool = False
    opens: frozenset[str] = frozenset()
    jumps: bool = False


DISTANCE, VALUE = "DISTANCE", "VALUE"
DEFAULT_VALUE = 1

ATTRIBUTES: Mapping[str, Attribute] = {
    DISTANCE: Attribute(is_required=True, needs_number=True),
    "FLY": Attribute(opens=frozenset({BLOCK, EXIT, PIECE})),
    "JUMP": Attribute(jumps=True),
    "UNBLOCK": Attribute(opens=frozenset({BLOCK})),
    VALUE: Attribute(needs_number=True),
}


class MoveResult(Enum):
    """A move's outcome from the mover's side; NONE while the game goes on."""

    WIN = "WIN"
    LOSE = "LOSE"
    DRAW = "DRAW"
    NONE = "NONE"


POINT_CONFLICT, SCORE, TURN_LIMIT = RULES = ("POINT_CONFLICT", "SCORE", "TURN_LIMIT")


def verdict(rules: Mapping[str, int], scores: tuple[int, int], turns: int) -> MoveResult:
    """Return how the game ends by the rules in force; NONE while it goes on (E17).

    `scores` are those of the mover and of the other, `turns` those that are over.
    """
    mover, other = scores
    if SCORE in rules and mover >= rules[SCORE]:
        return MoveResult.WIN
    if TURN_LIMIT not in rules or turns < rules[TURN_LIMIT]:
        return MoveResult.NONE
    if mover == other:
        return MoveResult.DRAW
    return MoveResult.WIN if mover > other else MoveResult.LOSE


class Term(NamedTuple):
    """A term of the course, and how its game differs from the others' (rulings, last table)."""

    name: str
    turning: frozenset[str]
    jumps_over: frozenset[str]
    invalid_move_loses: bool
    moves_a_turn: int
    has_cells_off_board: bool
    """True if its `make_coordinate` returns a cell off the board."""


TERMS: Mapping[str, Term] = {
    row.name: row
    for row in (
        Term(
            "c23",
            turning=frozenset({"ORTHOGONAL", "DIAGONAL", "OMNI"}),
            jumps_over=frozenset({PIECE, EXIT}),
            invalid_move_loses=True,
            moves_a_turn=2,
            has_cells_off_board=True,
        ),
        Term(
            "c25",
            turning=frozenset({"OMNI"}),
            jumps_over=frozenset({PIECE}),
            invalid_move_loses=False,
            moves_a_turn=1,
            has_cells_off_board=False,
        ),
    )
}
DEFAULT_TERM = "c25"
DEFAULT_PLAYERS = ("player1", "player2")
"""Players of a configuration that names none (E4)."""
