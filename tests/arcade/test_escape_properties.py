"""Escape by laws: held against a straightforward version, and never at a loss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder, board
from cc3k.arcade.escape.board import Way, find_way, way_ends
from cc3k.arcade.escape.config import WORDS, configuration_xml
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.program import EscapeProgram
from cc3k.arcade.escape.terms import TERMS
from tests.support.characters import ANY_CHARACTER
from tests.support.escape_reference import FAR, Cell, Kind, ReferenceGame, Standing

NEAR = 4
"""Coordinates of what stands on a board; a distance leads no farther than the reference sees."""

ANIMALS = ("BIRD", "DOG", "FROG", "HORSE", "SNAIL")


@st.composite
def games(draw: st.DrawFn) -> ReferenceGame:
    shape = draw(st.sampled_from(["SQUARE", "HEX"]))
    limits = draw(st.tuples(*[st.sampled_from([0, 1, 2, 3, 4, 5])] * 2))
    xs, ys = (st.integers(1, limit) if limit else st.integers(-NEAR, NEAR) for limit in limits)
    cells = draw(st.lists(st.tuples(xs, ys), unique=True, min_size=1, max_size=22))
    patterns = ["LINEAR", "OMNI"] + (["ORTHOGONAL", "DIAGONAL"] if shape == "SQUARE" else [])
    kinds = [
        Kind(
            name,
            draw(st.sampled_from(patterns)),
            draw(st.integers(1, 14 if all(limits) else FAR - NEAR)),
            draw(st.sampled_from([None, 1, 2, 3])),
            *draw(st.sampled_from(ABILITIES)),
        )
        for name in draw(st.sampled_from([ANIMALS[:2], ANIMALS]))
    ]
    blocks, exits = set[Cell](), set[Cell]()
    pieces: dict[Cell, Standing] = {}
    for cell in cells:
        what = draw(st.sampled_from("BBXPPP"))
        if what == "P":
            kind = draw(st.sampled_from(kinds))
            pieces[cell] = Standing(draw(st.integers(0, 1)), kind, kind.value or 1)
        else:
            (blocks if what == "B" else exits).add(cell)
    rules = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "POINT_CONFLICT": st.just(0),
                "SCORE": st.integers(1, 3),
                "TURN_LIMIT": st.integers(1, 4),
            },
        )
    )
    term = draw(st.sampled_from(["c23", "c25"]))
    return ReferenceGame(shape, limits, blocks, exits, pieces, rules, term)


ABILITIES = [
    (False, False, False),
    (True, False, False),
    (False, True, False),
    (False, False, True),
    (False, True, True),
    (True, True, True),
]


def built(game: ReferenceGame) -> EscapeProgram:
    return EscapeProgram(EscapeGameBuilder(game.text(), game.term).make_game_manager())


@given(games())
def test_a_way_found_is_a_way_by_brute_force(game: ReferenceGame) -> None:
    """E10 to E13: to each cell in sight, safely, by a fall or not at all; and the list of ends."""
    manager = built(game).game
    for start, piece in game.pieces.items():
        kind = manager.board.pieces[start].piece_type
        safe, fallen = game.reached(start), game.reached(start, exits_clear=True)
        for goal in sight():
            way = Way.SAFE if goal in safe else Way.FALL if goal in fallen else Way.NONE
            assert find_way(manager.board, kind, start, goal) is way, (start, goal, piece)
        assert {*way_ends(manager.board, kind, start, (-FAR, FAR, -FAR, FAR))} == safe
        assert {*way_ends(manager.board, kind, start, (0, 2, 0, 1))} == {
            (x, y) for x, y in safe if 0 <= x <= 2 and 0 <= y <= 1
        }


@given(games())
def test_a_search_from_either_end_finds_the_same(game: ReferenceGame) -> None:
    """E10: where it looks at few cells before it turns round."""
    manager = built(game).game
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board, "FEW_CELLS", 1)
        for start in game.pieces:
            kind, safe = manager.board.pieces[start].piece_type, game.reached(start)
            for goal in sight()[::7]:
                way = find_way(manager.board, kind, start, goal)
                assert (way is Way.SAFE) == (goal in safe)


def sight() -> list[Cell]:
    return [(x, y) for x in range(-FAR, FAR + 1) for y in range(-FAR, FAR + 1)]


@given(games(), st.data())
def test_a_game_goes_as_the_straightforward_one(game: ReferenceGame, data: st.DataObject) -> None:
    """E13 to E20: every answer is the same, of moves likely and unlikely."""
    program = built(game)
    near = st.tuples(*[st.integers(-NEAR - 1, NEAR + 1)] * 2)
    for _ in range(8):
        own = [cell for cell, piece in game.pieces.items() if piece.player == game.turn]
        start = data.draw(st.one_of(st.sampled_from(own), near) if own else near)
        ends = sorted(game.reached(start)) if start in game.pieces else []
        goal = data.draw(st.one_of(st.sampled_from(ends), near) if ends else near)
        expected = game.move(start, goal)
        typed = f"move {start[0]} {start[1]} {goal[0]} {goal[1]}"
        assert program.take(typed) == expected
        assert program.take("status") == game.status()
    for cell, piece in game.pieces.items():
        assert program.take(f"piece {cell[0]} {cell[1]}").endswith(f"value={piece.value}\n")


@given(games())
def test_what_can_be_reached_without_bounds_begins_alike(game: ReferenceGame) -> None:
    """E17: the first end found tells whether there is one, however far a piece goes."""
    manager = built(game).game
    for cell, piece in game.pieces.items():
        kind = manager.board.pieces[cell].piece_type
        first = next(way_ends(manager.board, kind, cell), None)
        assert (first is None) == (not game.reached(cell)), piece


WORD_LIKE = st.one_of(
    st.sampled_from(
        [*WORDS, *":[],()-", "/*", "*/", "/*/", "7", "007", "2147483648", "Ann", "Ben"]
    ),
    st.text(ANY_CHARACTER, max_size=3),
)


@given(st.lists(WORD_LIKE, max_size=12), st.sampled_from([*TERMS]))
def test_any_text_is_a_configuration_or_an_error(words: list[str], term: str) -> None:
    """E2, E3, E6, E7, E8: nothing else is raised, and an error has a line."""
    head = "Coordinate: HEX xMax: 3 "
    for text in (" ".join(words), head + " ".join(words), head + "Locations: (1,1) ".join(words)):
        lines = error_lines(text, term)
        assert lines is None or (lines and all(line.isprintable() for line in lines))


def error_lines(text: str, term: str) -> tuple[str, ...] | None:
    try:
        configuration_xml(read_configuration(text, "f"))
        EscapeGameBuilder(text, term).make_game_manager()
    except ConfigurationError as error:
        return error.lines
    return None


@given(games(), st.lists(st.text(st.sampled_from("move pisatuq-+0123456789 \t\x00é"), max_size=16)))
def test_any_line_is_answered_with_at_most_one_line(game: ReferenceGame, lines: list[str]) -> None:
    """E20: the program never raises."""
    program = built(game)
    for line in (*lines, *[f"move {line}" for line in lines], "MOVE 1 1 +2 -0", "piece 1 01"):
        answer = program.take(line)
        assert answer == "" or (answer.endswith("\n") and answer.count("\n") == 1)
        assert program.digest() >= 0
