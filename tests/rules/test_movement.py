"""Where the PC can go, and what a refused command does (§3, §4, R4, R9)."""

from cc3k.content.roster import STANDARD_BOARD_TEXT
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
)
from cc3k.engine.events import FreezeToggled, Moved, PickedUp
from cc3k.engine.game import Action
from cc3k.engine.refusals import BlockedByThing, BlockedByWall, NoEnemyThere, NoPotionThere, Refusal
from tests.support.scenarios import NAMES, board, drawn, refusal, room, scenario
from tests.support.tables import for_each


@for_each(
    "direction, word, after",
    [
        (NORTH, "no", room(".@..", "...\\", "....")),
        (SOUTH, "so", room("....", "...\\", ".@..")),
        (EAST, "ea", room("....", "..@\\", "....")),
        (WEST, "we", room("....", "@..\\", "....")),
        (NORTHEAST, "ne", room("..@.", "...\\", "....")),
        (NORTHWEST, "nw", room("@...", "...\\", "....")),
        (SOUTHEAST, "se", room("....", "...\\", "..@.")),
        (SOUTHWEST, "sw", room("....", "...\\", "@...")),
    ],
)
def test_pc_moves_one_block_in_each_direction(direction: Direction, word: str, after: str) -> None:
    """§4: no, so, ea, we, ne, nw, se, sw."""
    game = scenario(room("....", ".@.\\", "...."))
    assert game.play(Move(direction)) == (Moved(direction.name),)
    assert board(game) == drawn(after)
    assert direction.command_word == word


@for_each("ground", ".+#")
def test_pc_walks_on_tiles_doorways_and_passages(ground: str) -> None:
    """§3, R9: and what it walked on is there again when it has left."""
    game = scenario(room(f"@{ground}.\\"))
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert board(game) == drawn(room(".@.\\"))
    game.play(Move(EAST))
    assert board(game) == drawn(room(f".{ground}@\\"))


def test_pc_walks_onto_gold() -> None:
    """R9, R25: onto gold, which it picks up."""
    assert scenario(room("@6.\\")).play(Move(EAST)) == (Moved("East"), PickedUp(2))


@for_each("mark, thing", [*[(mark, "potion") for mark in "012345"], *NAMES.items()])
def test_pc_never_walks_onto_a_potion_or_an_enemy(mark: str, thing: str) -> None:
    """R4, R9: refused, with what is in the way; R18: the kind of a potion is not given away."""
    assert refusal(scenario(room(f"@{mark}.\\")), Move(EAST)) == BlockedByThing("East", thing)


@for_each("wall", "|- ")
def test_pc_never_walks_into_a_wall(wall: str) -> None:
    """§3, R9: the PC only ever occupies a passage, a doorway or a floor tile."""
    assert refusal(scenario(room(f"@{wall}.\\")), Move(EAST)) == BlockedByWall("East")


@for_each("direction", DIRECTIONS)
def test_walls_stop_the_pc_on_every_side(direction: Direction) -> None:
    """R4: a command that cannot be done says why."""
    game = scenario(room(" " * 5, "  @  ", " " * 4 + "\\"))
    assert refusal(game, Move(direction)) == BlockedByWall(direction.name)


REFUSED = [
    ("@-.\\", Move(EAST), BlockedByWall("East")),
    ("@E.\\", Move(EAST), BlockedByThing("East", "elf")),
    ("@0E\\", Move(EAST), BlockedByThing("East", "potion")),
    ("@.E\\", Attack(EAST), NoEnemyThere("East")),
    ("@0E\\", Attack(EAST), NoEnemyThere("East")),
    ("@6E\\", Attack(NORTH), NoEnemyThere("North")),
    ("@E0\\", Drink(EAST), NoPotionThere("East")),
    ("@6E\\", Drink(EAST), NoPotionThere("East")),
]


@for_each("row, action, reason", REFUSED)
@for_each("race", ["Shade", "Troll"])
def test_refused_command_changes_nothing(
    race: str, row: str, action: Action, reason: Refusal
) -> None:
    """R4: it changes nothing, draws no random number (the script is empty) and takes no turn."""
    game = scenario(room(row), race, steps=[])
    game.hero.hp -= 20
    before = game.last_events
    assert refusal(game, action) == reason
    assert (game.turns, game.last_events) == (0, before)


def test_hold_takes_no_turn() -> None:
    """R4: `f` takes no turn either: the elf beside the PC does nothing."""
    game = scenario(room("@E.\\"), steps=[])
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=True),)
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=False),)
    assert game.turns == 0


@for_each("action", [Move(WEST), Attack(EAST), Drink(SOUTH)])
def test_move_attack_and_drink_take_a_turn(action: Action) -> None:
    """R3: everything else that is done does."""
    game = scenario(room(".@M\\", ".1.."), luck=[True] * isinstance(action, Attack))
    game.play(action)
    assert game.turns == 1


def test_pc_in_a_doorway_leaves_a_doorway() -> None:
    """R9, R32: on the standard plan the doorway is there again when the PC drawn in it leaves."""
    lines = STANDARD_BOARD_TEXT.splitlines()
    lines[4] = lines[4].replace("+########+", "@########+")
    game = scenario("\n".join(lines), luck=[0, 0])
    game.play(Move(EAST))
    assert game.floor.glyphs.decode().splitlines()[4].count("+@#######+") == 1
