"""Gold that lies about, and gold that the slain leave (§2.3.2, R24, R25)."""

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import EAST, SOUTH, WEST
from cc3k.engine.events import Looted, Missed, Moved, PickedUp, Slain, Struck
from cc3k.engine.game import GameState
from tests.support.scenarios import HIT, MISS, NAMES, board, drawn, room, scenario, script, weakened
from tests.support.tables import for_each


@for_each("mark, value", [("7", 1), ("6", 2), ("8", 4), ("9", 6)])
def test_walking_onto_gold_picks_it_up(mark: str, value: int) -> None:
    """§2.3.2, R25: small 1, normal 2, merchant hoard 4, dragon hoard 6 (unguarded here, R31)."""
    game = scenario(room(f"@{mark}.\\"))
    assert board(game) == drawn(room("@G.\\"))
    assert game.play(Move(EAST)) == (Moved("East"), PickedUp(value))
    assert game.hero.gold == value
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert board(game) == drawn(room("..@\\"))


@for_each("pick, value", [(0, 1), (1, 2)])
@for_each("glyph, luck", [("E", []), ("O", []), ("W", []), ("L", [HIT])])
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
    "pick, after",
    [
        (0, room("G...", "@GP\\", "....")),
        (1, room(".G..", "@GP\\", "....")),
        (2, room("..G.", "@GP\\", "....")),
        (3, room("....", "@GP\\", "G...")),
        (4, room("....", "@GP\\", ".G..")),
        (5, room("....", "@GP\\", "..G.")),
    ],
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
