"""Which dragon guards which hoard (R31)."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import EAST, NORTH, NORTHWEST
from cc3k.engine.events import Moved
from cc3k.engine.floor import Floor
from tests.support.scenarios import MISS, room, scenario, weakened
from tests.support.tables import for_each

Place = tuple[int, int]
"""A row and a column of the room drawn, from 0."""


def furnished(*rows: str) -> Floor:
    """Return a floor with those rows, and the PC and the stairs in a row of their own below."""
    return scenario(room(*rows, "@\\".ljust(len(rows[0])))).floor


def guards(floor: Floor) -> dict[Place, Place]:
    def place(cell: int) -> Place:
        row, column = floor.board.row_and_column(cell)
        return row - 1, column - 1

    return {
        place(post): place(cell)
        for cell, enemy in sorted(floor.enemies.items())
        for post in enemy.guarded_cells
    }


@for_each(
    "rows, pairs",
    [
        (("9D",), {(0, 0): (0, 1)}),
        (("D9D",), {(0, 1): (0, 0)}),
        (("9D9D",), {(0, 0): (0, 1), (0, 2): (0, 3)}),
        (("D9D9",), {(0, 1): (0, 0), (0, 3): (0, 2)}),
        (("D.", ".9"), {(1, 1): (0, 0)}),
        ((".D", "9D", "D."), {(1, 0): (0, 1)}),
        (("99", "DD"), {(0, 0): (1, 0), (0, 1): (1, 1)}),
        # A pair gives way where that makes room for another one.
        (("D9D", "9.."), {(0, 1): (0, 2), (1, 0): (0, 0)}),
        (("D9D9D", "9...."), {(0, 1): (0, 2), (0, 3): (0, 4), (1, 0): (0, 0)}),
        # A further hoard beside a paired dragon is guarded by it too.
        (("9D9",), {(0, 0): (0, 1), (0, 2): (0, 1)}),
        (("99", "D9"), dict.fromkeys([(0, 0), (0, 1), (1, 1)], (1, 0))),
        (("9D9D", "...9"), {(0, 0): (0, 1), (0, 2): (0, 3), (1, 3): (0, 3)}),
    ],
)
def test_pairs_are_made_in_reading_order(rows: tuple[str, ...], pairs: dict[Place, Place]) -> None:
    """R31: of dragons and hoards within one block of each other, as many as can be."""
    assert guards(furnished(*rows)) == pairs


@for_each("row", ["9.D", "9W", "6D7D8D", "9|D"])
def test_only_a_dragon_beside_a_hoard_guards_it(row: str) -> None:
    """§2.3.2, R31: no other enemy guards, no other pile is guarded, and two blocks are too far."""
    floor = furnished(row)
    assert (guards(floor), floor.guardian_by_cell) == ({}, {})


BOARDS = st.tuples(st.integers(2, 5), st.integers(1, 4)).flatmap(
    lambda size: st.lists(
        st.text("99DD.6W", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
    )
)


def most_pairs(beside: list[list[Place]], taken: frozenset[Place] = frozenset()) -> int:
    """Return how many hoards can have a dragon of their own, by trying everything."""
    if not beside:
        return 0
    first, rest = beside[0], beside[1:]
    others = [1 + most_pairs(rest, taken | {guard}) for guard in first if guard not in taken]
    return max([most_pairs(rest, taken), *others])


@given(BOARDS)
def test_every_hoard_beside_a_dragon_has_one_guard_and_most_dragons_have_hoards(
    rows: list[str],
) -> None:
    """R31: a law for any drawing, held against trying everything."""
    marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    beside = {
        hoard: [
            (hoard[0] + down, hoard[1] + right)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if marks.get((hoard[0] + down, hoard[1] + right)) == "D"
        ]
        for hoard, mark in marks.items()
        if mark == "9"
    }
    floor = furnished(*rows)
    posts = guards(floor)
    assert posts.keys() == {hoard for hoard, dragons in beside.items() if dragons}
    assert all(guard in beside[hoard] for hoard, guard in posts.items())
    assert len(set(posts.values())) == most_pairs(list(beside.values()))
    assert {cell: floor.guardian_by_cell[cell] for cell in floor.guardian_by_cell} == {
        post: enemy for enemy in floor.enemies.values() for post in enemy.guarded_cells
    }


def test_death_of_a_dragon_frees_all_that_it_guarded() -> None:
    """R31: its death frees all of them."""
    game = weakened(scenario(room("9D9", ".@.", "..\\")))
    assert len(game.floor.guardian_by_cell) == 2
    game.play(Attack(NORTH))
    assert game.floor.guardian_by_cell == {}
    for way in (NORTHWEST, EAST, EAST):
        game.play(Move(way))
    assert game.hero.gold == 12


def test_death_of_a_dragon_frees_nothing_of_another() -> None:
    """R31: each hoard waits for its own guard."""
    game = weakened(scenario(room("@9D9D.", ".....\\"), luck=[MISS] * 9))
    game.play(Move(EAST))
    assert game.hero.gold == 0
    game.play(Attack(EAST))
    assert (game.hero.gold, list(game.floor.guardian_by_cell)) == (6, [game.floor.hero_cell + 2])
    game.play(Move(EAST))
    assert game.play(Move(EAST))[0] == Moved("East")
    assert game.hero.gold == 6
