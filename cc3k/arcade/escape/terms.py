"""Terms, patterns, attributes, rules: the tables of Escape, a row for each.

The configuration language takes its words from here, the search its steps, and the game its ends.
A further row is all that a further one needs.
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


class LocationType(NamedTuple):
    """A type of cell: whether a move may end there, and whether the piece then leaves the board."""

    name: str
    can_end: bool = True
    leads_out: bool = False

    @property
    def can_hold(self) -> bool:
        return self.can_end and not self.leads_out


LOCATION_TYPES: Mapping[str, LocationType] = {
    row.name: row
    for row in (
        LocationType(BLOCK, can_end=False),
        LocationType(CLEAR),
        LocationType(EXIT, leads_out=True),
    )
}

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


class Pattern(NamedTuple):
    """A movement pattern: its steps on each type of coordinate that admits it."""

    name: str
    steps: Mapping[str, StepSet]


PATTERNS: Mapping[str, Pattern] = {
    row.name: row
    for row in (
        Pattern("DIAGONAL", {SQUARE: CORNERS}),
        Pattern("LINEAR", {SQUARE: EIGHT, HEX: SIX}),
        Pattern("OMNI", {SQUARE: EIGHT, HEX: SIX}),
        Pattern("ORTHOGONAL", {SQUARE: SIDES}),
        Pattern("SKEW", {SQUARE: NO_STEPS, HEX: NO_STEPS}),
    )
}


class Attribute(NamedTuple):
    """An attribute of a piece type.

    `is_required` and `needs_number` hold for games, not for the language (E8). `opens` is what it
    lets a piece pass over as if it were clear; with `jumps` it leaps over single cells (E12).
    """

    name: str
    is_required: bool = False
    needs_number: bool = False
    opens: frozenset[str] = frozenset()
    jumps: bool = False


DISTANCE, VALUE = "DISTANCE", "VALUE"
DEFAULT_VALUE = 1

ATTRIBUTES: Mapping[str, Attribute] = {
    row.name: row
    for row in (
        Attribute(DISTANCE, is_required=True, needs_number=True),
        Attribute("FLY", opens=frozenset({BLOCK, EXIT, PIECE})),
        Attribute("JUMP", jumps=True),
        Attribute("UNBLOCK", opens=frozenset({BLOCK})),
        Attribute(VALUE, needs_number=True),
    )
}


class MoveResult(Enum):
    """A move's outcome from the mover's side; NONE while the game goes on."""

    WIN = "WIN"
    LOSE = "LOSE"
    DRAW = "DRAW"
    NONE = "NONE"


class Standing(NamedTuple):
    """The game after a valid move, as rules see it: points of both sides, moves, and the term's."""

    mover_score: int
    other_score: int
    moves: int
    moves_a_turn: int


class Rule(NamedTuple):
    """A rule of the game: what it ends, and whether a piece may move onto another player's."""

    name: str
    needs_number: bool = False
    verdict: Callable[[Standing, int], MoveResult] = lambda _standing, _number: MoveResult.NONE
    fights: bool = False


def _score_reached(standing: Standing, points: int) -> MoveResult:
    return MoveResult.WIN if standing.mover_score >= points else MoveResult.NONE


def _turns_over(standing: Standing, turns: int) -> MoveResult:
    if standing.moves < turns * standing.moves_a_turn:
        return MoveResult.NONE
    if standing.mover_score == standing.other_score:
        return MoveResult.DRAW
    return MoveResult.WIN if standing.mover_score > standing.other_score else MoveResult.LOSE


POINT_CONFLICT, SCORE, TURN_LIMIT = "POINT_CONFLICT", "SCORE", "TURN_LIMIT"

RULES: Mapping[str, Rule] = {
    row.name: row
    for row in (
        Rule(POINT_CONFLICT, fights=True),
        Rule(SCORE, needs_number=True, verdict=_score_reached),
        Rule(TURN_LIMIT, needs_number=True, verdict=_turns_over),
    )
}
"""In the order in which they are asked for an end of the game (E17)."""


def verdict(rules: Mapping[str, int], standing: Standing) -> MoveResult:
    """Return how the game ends by the rules in force; NONE while it goes on (E17)."""
    for name, rule in RULES.items():
        if name in rules:
            result = rule.verdict(standing, rules[name])
            if result is not MoveResult.NONE:
                return result
    return MoveResult.NONE


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
