"""Gold that lies about, that the slain leave, and that dragons guard (§2.3.2, R24, R25, R31)."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import EAST, NORTH, NORTHWEST, SOUTH, WEST
from cc3k.engine.events import Looted, Missed, Moved, PickedUp, Slain, Struck
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from tests.support.scenarios import HIT, MISS, NAMES, board, drawn, room, scenario, script, weakened
from tests.support.tables import for_each


@for_each(("7", 1), ("6", 2), ("8", 4), ("9", 6))
def test_walking_onto_gold_picks_it_up(mark: str, value: int) -> None:
    """§2.3.2, R25: small 1, normal 2, merchant hoard 4, dragon hoard 6 (unguarded here, R31)."""
    game = scenario(room(f"@{mark}.\\"))
    assert board(game) == drawn(room("@G.\\"))
    assert game.play(Move(EAST)) == (Moved("East"), PickedUp(value))
    assert game.hero.gold == value
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert board(game) == drawn(room("..@\\"))


@for_each((0, 1), (1, 2))
@for_each(("E", []), ("O", []), ("W", []), ("L", [HIT]))
def test_gold_of_an_ordinary_enemy_goes_straight_into_the_purse(
    glyph: str, luck: list[int], pick: int, value: int
) -> None:
    """§2.2, R24: elf, orc, dwarf and halfling yield a small or a normal pile, evenly."""
    game = weakened(scenario(room(f"@{glyph}.\\"), luck=[*luck, pick]))
    assert game.play(Attack(EAST))[1:] == (Slain(NAMES[glyph], "PC"), Looted(NAMES[glyph], value))
    assert script(game).counts == [2]
    assert game.hero.gold == value
    assert board(game) == drawn(room("@..\\"))


def test_hoard_of_a_merchant_lies_where_it_fell() -> None:
    """§2.3.2: picked up only when the PC walks over it."""
    game = weakened(scenario(room("@M.\\")))
    game.play(Attack(EAST))
    assert game.hero.gold == 0
    assert board(game) == drawn(room("@G.\\"))
    assert game.play(Move(EAST)) == (Moved("East"), PickedUp(4))


@for_each(
    (0, room("G...", "@GP\\", "....")),
    (1, room(".G..", "@GP\\", "....")),
    (2, room("..G.", "@GP\\", "....")),
    (3, room("....", "@GP\\", "G...")),
    (4, room("....", "@GP\\", ".G..")),
    (5, room("....", "@GP\\", "..G.")),
)
def test_piles_of_a_human_lie_where_it_fell_and_beside(pick: int, after: str) -> None:
    """§2.2, R24: two normal piles, the second on a free floor tile next to it, evenly chosen."""
    game = weakened(scenario(room("....", "@H0\\", "...."), luck=[pick]))
    assert game.play(Attack(EAST))[1:] == (Slain("human", "PC"),)
    assert board(game) == drawn(after)
    assert script(game).counts == [6]
    assert game.hero.gold == 0


@for_each("rows", [("@H0\\",), ("@H\\",), ("@H+\\", "-#6|")])
def test_piles_of_a_human_with_no_room_lie_together(rows: tuple[str, ...]) -> None:
    """R24: with no floor tile free they lie together as one pick-up of 4."""
    game = weakened(scenario(room(*rows)))
    game.play(Attack(EAST))
    assert board(game) == drawn(room(*rows).replace("H", "G").replace("0", "P").replace("6", "G"))
    assert game.play(Move(EAST))[-1] == PickedUp(4)
    assert game.hero.gold == 4


def test_dragon_leaves_nothing_but_its_hoard() -> None:
    """§2.2, R24: dragons yield only their hoard, which can be taken once it is slain."""
    game = weakened(scenario(room("@D9.\\")))
    assert game.play(Attack(EAST))[1:] == (Slain("dragon", "PC"),)
    assert board(game) == drawn(room("@.G.\\"))
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert game.play(Move(EAST)) == (Moved("East"), PickedUp(6))


def on_the_hoard(luck: list[bool], dragon: str = "D") -> GameState:
    game = scenario(room("@9.\\", f".{dragon}.."), luck=luck)
    game.play(Move(EAST))
    return game


def test_guarded_hoard_is_walked_over_and_stays() -> None:
    """§2.4, R25: the player simply walks over the gold, without picking it."""
    game = on_the_hoard([MISS, MISS])
    assert game.last_events == (Moved("East"), Missed("dragon", "PC"))
    assert board(game) == drawn(room(".@.\\", ".D.."))
    game.play(Move(EAST))
    assert board(game) == drawn(room(".G@\\", ".D.."))
    assert game.hero.gold == 0


def test_hoard_under_the_pc_is_its_own_when_the_dragon_dies() -> None:
    """R25: a PC standing on it when its dragon dies picks it up at once."""
    game = weakened(on_the_hoard([MISS]))
    assert game.play(Attack(SOUTH)) == (
        Struck("PC", "dragon", 21, hp_left=0),
        Slain("dragon", "PC"),
        PickedUp(6),
    )
    assert game.hero.gold == 6
    game.play(Move(WEST))
    assert board(game) == drawn(room("@..\\", "...."))


def test_hoard_under_the_pc_stays_as_long_as_the_dragon_lives() -> None:
    """R25: a blow that does not slay, or slays another, does not free it."""
    game = scenario(room("@9L\\", ".D.."), luck=[MISS, MISS, HIT, 0, MISS, MISS])
    game.play(Move(EAST))
    weakened(game, hp=22)
    for enemy in list(game.floor.enemies.values()):
        if enemy.kind.name == "halfling":
            enemy.hp = 1
    assert Looted("halfling", 1) in game.play(Attack(EAST))
    game.play(Attack(SOUTH))
    assert game.hero.gold == 1
    assert game.floor.hero_cell in game.floor.items


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
