"""What enemies do in their turn: whether, where and in which order (§2.2, §2.5, R3, R7, R8)."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

from cc3k.content.roster import STANDARD_BOARD_TEXT
from cc3k.engine.actions import Attack, Move, ToggleFreeze
from cc3k.engine.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    SOUTH,
    SOUTHWEST,
    WEST,
    Cell,
    Direction,
)
from cc3k.engine.events import (
    Descended,
    FreezeToggled,
    Missed,
    Moved,
    PickedUp,
    Provoked,
    Slain,
    Struck,
)
from tests.support.scenarios import HIT, MISS, NAMES, board, drawn, room, scenario, script, weakened
from tests.support.tables import for_each


@for_each(
    ([WEST, WEST], [], room("@...HE..\\")),
    ([EAST, EAST], [0], room("@...H..E\\")),
    ([EAST, WEST], [0], room("@...HE..\\")),
)
def test_enemies_move_from_the_left_of_a_row(
    steps: list[Direction], luck: list[int], after: str
) -> None:
    """§2.2, R3: the leftmost first, so the second can go where the first was, not vice versa."""
    game = scenario(room(".@...HE.\\"), luck=luck, steps=steps)
    game.play(Move(WEST))
    assert board(game) == drawn(after)


def test_order_is_that_of_the_start_of_each_turn() -> None:
    """R3: two that changed rows change turns, too: both want the same tile, the upper gets it."""
    rows = ("..@.H...", ".....E.\\")
    game = scenario(room(*rows), luck=[0], steps=[SOUTH, NORTH, SOUTH, EAST])
    game.play(Move(WEST))
    assert board(game) == drawn(room(".@...E..", "....H..\\"))
    game.play(Move(WEST))
    assert board(game) == drawn(room("@..H....", ".....E.\\"))


@for_each("step", [EAST, SOUTH, NORTHEAST, SOUTHWEST])
def test_enemy_that_moves_ahead_does_not_move_again(step: Direction) -> None:
    """§2.2: moving to a line that has not been processed does not grant an extra move."""
    rows = [".@......", "....H...", "........", ".......\\"]
    game = scenario(room(*rows), steps=[step])
    before = game.floor.board.stride * 2 + 5
    game.play(Move(WEST))
    assert list(game.floor.enemies) == [before + step.offset(game.floor.board.stride)]


def test_enemies_attack_in_reading_order() -> None:
    """R3: every enemy once, in the order of its row and then its column."""
    game = scenario(room("HWO..", "D@L..", "OHW.\\"), luck=[MISS] * 8)
    assert game.play(Attack(WEST))[1:] == tuple(Missed(NAMES[glyph], "PC") for glyph in "HWODLOHW")


def test_enemy_attacks_as_soon_as_the_pc_comes_within_a_block() -> None:
    """§2.5: they attack even before the PC has had a chance to attack; R3: and do not move."""
    game = scenario(room("@.E.\\"), luck=[HIT, MISS], steps=[EAST])
    assert game.play(Move(EAST)) == (
        Moved("East"),
        Struck("elf", "PC", 24, hp_left=101),
        Missed("elf", "PC"),
    )
    assert board(game) == drawn(room(".@E.\\"))


@for_each(
    ([".@E.\\"], WEST, ["@..E\\"]),  # §2.5: not within a 1 block radius any more
    ([".@M..\\", "......"], SOUTH, ["...M.\\", ".@...."]),  # §2.2: neutral by default
)
def test_enemy_that_does_not_attack_moves_on(
    rows: list[str], way: Direction, after: list[str]
) -> None:
    """§2.5, §2.2, R3: one left behind resumes random movement, and a merchant never left it."""
    game = scenario(room(*rows), steps=[EAST])
    assert game.play(Move(way)) == (Moved(way.name),)
    assert board(game) == drawn(room(*after))


ELF = 1, 1
"""Row and column of the elf in the rooms below."""


def chances(rows: tuple[str, ...], free: int) -> dict[Cell, Fraction]:
    """Return how likely each cell is for the elf of a room that has so many free tiles around.

    Every first step is tried, after each that leads nowhere every second one, and then every pick.
    """
    found: defaultdict[Cell, Fraction] = defaultdict(Fraction)
    for one, two in product(DIRECTIONS, repeat=2):
        for pick in range(max(free, 1)):
            game = scenario(room(*rows), luck=[pick], steps=[(one, two)] * 2)
            game.play(Move(EAST))
            assert script(game).counts in ([], [free])
            found[game.floor.glyphs.index(b"E")] += Fraction(1, 64 * max(free, 1))
    return dict(found)


@for_each(
    ("...  ", ".E.@.", "...\\."),
    ("...  ", "|E-@.", "0 6\\."),
    ("+.#  ", "#E+@.", ".\\..."),
    ("6.7  ", "8E9@.", "0.1\\."),
    ("..   ", "DE-@.", "...\\."),
    ("-+   ", "|E-@.", "- .\\."),
    ("-+   ", "6E0@.", "\\#8.."),
)
def test_enemy_goes_to_each_free_tile_around_with_equal_chance(rows: tuple[str, ...]) -> None:
    """§2.2, R7: to one of the free floor tiles around it, each equally likely; with none it stays.

    Gold, potions, doorways, passages, stairs and others are not free floor tiles.
    """
    stride = len(rows[0]) + 3
    around = [(ELF[0] + way.row_delta, ELF[1] + way.column_delta) for way in DIRECTIONS]
    free = [(row, column) for row, column in around if rows[row][column] == "."] or [ELF]
    number = 0 if free == [ELF] else len(free)
    cells = [(row + 1) * stride + column + 1 for row, column in free]
    assert chances(rows, number) == dict.fromkeys(cells, Fraction(1, len(cells)))


def test_hold_stops_movement_until_pressed_again() -> None:
    """§4: `f` stops enemies from moving until this key is pressed again."""
    game = scenario(room("@...W.\\"), steps=[EAST, EAST])
    game.play(ToggleFreeze())
    game.play(Move(EAST))
    assert board(game) == drawn(room(".@..W.\\"))
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=False),)
    game.play(Move(WEST))
    assert board(game) == drawn(room("@....W\\"))


def test_held_enemies_still_attack() -> None:
    """R5: `f` holds enemies' movement only."""
    game = scenario(room("@.W.\\"), luck=[HIT], steps=[])
    game.play(ToggleFreeze())
    assert game.play(Move(EAST)) == (Moved("East"), Struck("dwarf", "PC", 16, hp_left=109))


def test_hold_stays_in_force_across_floors() -> None:
    """R5: across floors until pressed again."""
    game = scenario("\n".join([room("@\\...."), room(".@..W\\")]), steps=[])
    game.play(ToggleFreeze())
    game.play(Move(EAST))
    game.play(Move(WEST))
    assert (game.depth, board(game)) == (2, drawn(room("@...W\\")))


def test_enemy_drawn_off_the_floor_tiles_stays_there_and_fights() -> None:
    """R32: whatever step it is given; and under it lies the standard plan's doorway."""
    drawing = STANDARD_BOARD_TEXT.replace("...+########+", "@..H########+", 1)
    game = weakened(scenario(drawing, luck=[0, 0, HIT, 0], steps=[WEST, WEST]), hp=21)
    enemies = dict(game.floor.enemies)
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert game.play(Move(EAST)) == (Moved("East"), Struck("human", "PC", 16, hp_left=109))
    assert game.floor.enemies == enemies
    assert game.play(Attack(EAST))[1:] == (Slain("human", "PC"),)
    assert game.play(Move(EAST)) == (Moved("East"), PickedUp(2))
    game.play(Move(EAST))
    assert "+@#######+" in board(game)


def test_attacked_merchant_is_hostile_at_once() -> None:
    """§2.2, R21: from the moment the PC attacks one; that is told once."""
    game = scenario(room("@M.\\"), "Drow", luck=[MISS, MISS])
    blow, back = Struck("PC", "merchant", 24, hp_left=6), Missed("merchant", "PC")
    assert game.play(Attack(EAST)) == (blow, Provoked("merchant"), back)
    weakened(game, hp=30)
    assert game.play(Attack(EAST)) == (blow, back)


def test_slaying_a_merchant_makes_every_merchant_hostile() -> None:
    """§2.2: attacking or slaying one makes every merchant from that point forward hostile."""
    game = weakened(scenario(room("M@M\\"), luck=[HIT]))
    assert game.play(Attack(EAST)) == (
        Struck("PC", "merchant", 24, hp_left=0),
        Slain("merchant", "PC"),
        Provoked("merchant"),
        Struck("merchant", "PC", 56, hp_left=69),
    )


def test_merchants_remember_on_every_floor() -> None:
    """R21: on every floor, until the session ends."""
    first, second = room("M@\\...", "......"), room("@.M..\\", "......")
    game = scenario(f"{first}\n{second}", luck=[MISS, HIT])
    game.play(Attack(WEST))
    assert game.play(Move(EAST)) == (Descended("East", 2),)
    assert game.play(Move(EAST)) == (Moved("East"), Struck("merchant", "PC", 56, hp_left=69))


@for_each("glyph", "HWEODL")
def test_quarrel_with_others_leaves_merchants_neutral(glyph: str) -> None:
    """R21: only an attack on a merchant makes merchants hostile."""
    game = scenario(room(f"M@{glyph}\\"), "Drow", luck=[HIT] * (glyph == "L") + [MISS])
    assert game.play(Attack(EAST))[-1] == Missed(NAMES[glyph], "PC")
    assert len(game.last_events) == 2


def test_dragon_never_moves() -> None:
    """§2.2, R7: dragons are stationary, with a hoard or without, whoever is about."""
    rows = ("@...D.", "......", ".D9..\\")
    game = scenario(room(*rows), steps=[EAST, WEST] * 2)
    for way in (EAST, WEST):
        game.play(Move(way))
    assert board(game) == drawn(room(*rows).replace("9", "G"))


@for_each(
    ("@.9D.\\",),
    ("@.D9.\\",),
    ("@9D..\\",),
    ("@..D.\\", "..9..."),
    ("@.9|..", "---D.\\"),
    ("@.9|D9", "...D.\\"),
    ("@.9D..", "......", "...9D\\"),  # R31: of two apart, the one whose hoard it is
)
def test_dragon_attacks_whoever_comes_near_it_or_its_hoard_alone(rows: tuple[str, ...]) -> None:
    """§2.5, R22: when the PC is within one block of it or of its hoard, wherever that lies."""
    game = scenario(room(*rows), luck=[HIT])
    assert game.play(Move(EAST)) == (Moved("East"), Struck("dragon", "PC", 16, hp_left=109))
    for row in ("@..9D.\\", "@..D9.\\", "@..D..\\"):
        assert scenario(room(row)).play(Move(EAST)) == (Moved("East"),)
