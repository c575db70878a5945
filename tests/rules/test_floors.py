"""Stairs, what goes down with the PC, and how a game ends (§2.4, §5, R6)."""

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import DIRECTIONS, EAST, WEST, Direction
from cc3k.engine.dice import Dice
from cc3k.engine.events import Descended, Escaped, HeroSpawned, Moved, Slain
from cc3k.engine.game import Action, GameState, Outcome
from cc3k.engine.refusals import GameOver
from tests.support.scenarios import HIT, board, drawn, race_named, refusal, room, scenario, seeded
from tests.support.tables import for_each


def floors(*drawings: str) -> str:
    return "\n".join(drawings)


def test_game_begins_on_the_first_floor() -> None:
    """§3: "Player character has spawned." stands on the first frame."""
    game = seeded()
    assert (game.depth, game.turns, game.last_events, game.outcome) == (
        1,
        0,
        (HeroSpawned(),),
        None,
    )


@for_each("direction", DIRECTIONS)
def test_stairs_lead_to_the_next_floor(direction: Direction) -> None:
    """§2.4: when the PC attempts to move onto a stairway, the next level is displayed."""
    rows = [bytearray(b"....."), bytearray(b"..@.."), bytearray(b".....")]
    rows[1 + direction.row_delta][2 + direction.column_delta] = ord("\\")
    second = room("....\\", ".@...", ".....")
    game = scenario(floors(room(*[row.decode() for row in rows]), second))
    assert game.play(Move(direction)) == (Descended(direction.name, 2),)
    assert (game.depth, board(game)) == (2, drawn(second))


def test_stairs_end_the_turn() -> None:
    """R6: neither the enemies left behind nor those of the new floor act; their turn is the next.

    The script has one blow, and it is for the next command.
    """
    game = scenario(floors(room("@\\E."), room("E@.\\")), "Drow", luck=[HIT])
    assert game.play(Move(EAST)) == (Descended("East", 2),)
    assert game.play(Move(EAST)) == (Moved("East"),)
    game.play(Move(WEST))
    assert game.hero.hp == 150 - 27
    assert game.turns == 3


def walk_out(game: GameState) -> None:
    for _ in range(5):
        game.play(Move(EAST))


def test_stairs_of_the_fifth_floor_are_victory() -> None:
    """§5: a session ends when the PC reaches the stairs on floor 5; nobody acts any more."""
    game = scenario(floors(*[room("@\\W.")] * 5), "Troll", steps=[])
    game.hero.hp, game.hero.gold = 50, 3
    walk_out(game)
    assert game.last_events == (Escaped("East"),)
    assert game.outcome == Outcome()
    assert (game.depth, game.score, game.hero.hp) == (5, 3, 70)


OVER: list[Action] = [Move(WEST), Attack(EAST), Drink(EAST), ToggleFreeze()]


@for_each("action", OVER)
def test_nothing_can_be_done_after_victory(action: Action) -> None:
    """§5, R4: a game that is over refuses every command."""
    game = scenario(floors(*[room(".@\\")] * 5))
    walk_out(game)
    assert refusal(game, action) == GameOver()


@for_each("action", OVER)
def test_nothing_can_be_done_after_death(action: Action) -> None:
    """§5, R23: a slain PC does nothing."""
    game = scenario(room(".@0\\", ".E.."), luck=[HIT])
    game.hero.hp = 24
    assert game.play(Move(WEST))[-1] == Slain("PC", "elf")
    assert refusal(game, action) == GameOver()


def test_floors_after_the_drawn_ones_are_spawned_on_the_standard_plan() -> None:
    """R29: fewer than five may be drawn."""
    game = GameState(
        BASE_RULES, race_named("Shade"), Dice("42/game 1"), scenario(room("@\\")).floor_layouts
    )
    game.play(Move(EAST))
    assert game.depth == 2
    assert game.floor.board is BASE_RULES.standard_board
    assert len(game.floor.enemies) >= BASE_RULES.enemies_per_floor
