"""A changed board: a wall or rock that becomes a passage, and all that follows it."""

from cc3k.engine.board import EAST, PASSAGE
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.fog_memory import FogMemory
from cc3k.play.paths import find_steps
from cc3k.saves.snapshots import StateDecoder, StateEncoder, constants_of
from tests.support.expansions import expanded
from tests.support.scenarios import board, scenario
from tests.support.walks import walk

TWO_ROOMS = r"""
    |---------------|
    ||---| |-------||
    ||@..| |....\..||
    ||---| |-------||
    |---------------|"""
"""Two chambers without a way between them: wall, rock and wall, at columns 5 to 7."""

FIRST_WALL = 2 * 18 + 5


def dig_through(game: GameState) -> None:
    for cell in range(FIRST_WALL, FIRST_WALL + 3):
        assert game.floor.board.may_open(cell)
        game.floor.open_cell(cell)


def test_an_opened_cell_is_a_passage_of_a_new_board() -> None:
    """Section C, `open_cell`: glyphs, terrain and digest know of it; the old board stays."""
    game = scenario(TWO_ROOMS)
    before, old, copy = game.digest(), game.floor.board, game.copy()
    game.floor.open_cell(FIRST_WALL)
    assert game.floor.board.terrain[FIRST_WALL] == PASSAGE == game.floor.glyphs[FIRST_WALL]
    assert game.digest() != before == copy.digest()
    assert copy.floor.board is old
    assert game.floor.board.chambers == old.chambers
    assert game.copy().digest() == game.digest()


def test_the_border_and_what_is_open_never_open() -> None:
    """X104: `dig` opens walls and rock, never the border."""
    game = scenario(TWO_ROOMS)
    plan = game.floor.board
    opening = [cell for cell in range(len(plan.terrain)) if plan.may_open(cell)]
    rows = {divmod(cell, plan.stride)[0] for cell in opening}
    columns = {divmod(cell, plan.stride)[1] for cell in opening}
    assert (min(rows), max(rows), min(columns), max(columns)) == (1, 3, 1, 15)
    assert game.floor.hero_cell not in opening


def test_a_way_leads_through_what_was_opened() -> None:
    """Section C: travel follows a changed board."""
    game = scenario(TWO_ROOMS)
    assert find_steps(GameView(game), GameView(game).known_stairs) is None
    dig_through(game)
    steps = find_steps(GameView(game), GameView(game).known_stairs)
    assert steps == (EAST,) * 10


def test_who_stands_in_a_wall_stays_there() -> None:
    """R32: an enemy drawn into a wall of the standard board is still seen when that opens."""
    game = scenario(TWO_ROOMS.replace("|....", "|...E"))
    cell = next(iter(game.floor.enemies))
    wall = FIRST_WALL
    game.floor.enemies[wall] = game.floor.enemies.pop(cell)
    game.floor.glyphs[wall] = ord("E")
    game.floor.open_cell(wall)
    assert game.floor.glyphs[wall] == ord("E")
    assert game.floor.board.terrain[wall] == PASSAGE


def known_at(game: GameState, cell: int) -> str:
    return chr(GameView(game).glyphs[cell])


def test_fog_follows_what_opens_in_sight() -> None:
    """X40 on a changed board: an opened cell in sight is seen at once, and what lies behind."""
    game = expanded("fog", TWO_ROOMS)
    assert known_at(game, FIRST_WALL) == "|"
    game.floor.open_cell(FIRST_WALL)
    assert known_at(walk(game, "f"), FIRST_WALL) == "#"
    assert FIRST_WALL in GameView(game).outlooks
    assert known_at(walk(game, "ea"), FIRST_WALL + 1) == " "
    assert GameView(walk(game, "ea")).is_in_sight(FIRST_WALL)


def test_fog_remembers_a_wall_that_opened_out_of_sight() -> None:
    """X41: what opens out of sight stays a wall until it is seen again; copies know no more."""
    game = expanded(
        "fog",
        r"""
        |-----------|
        ||--------| |
        ||@...|...| |
        |||-+-|-+-| |
        ||  #####   |
        ||--------\-|
        |-----------|""",
    )
    stride = game.floor.board.stride
    wall = 2 * stride + 6
    walk(game, "ea se so")
    assert not GameView(game).is_in_sight(wall)
    before = game.digest()
    game.floor.open_cell(wall)
    assert known_at(walk(game, "f"), wall) == "|"
    assert game.digest() != before
    assert chr(GameView(game.copy_in_sight(1)).glyphs[wall]) == "|"
    assert chr(game.copy_with_luck(1).floor.board.terrain[wall]) == "|"
    memory = part_of(game, FogMemory)
    unaware = memory.digest_parts()
    assert known_at(walk(game, "no no"), wall) == "#"
    assert memory.digest_parts() != unaware


def test_a_snapshot_keeps_a_changed_board() -> None:
    game = scenario(TWO_ROOMS)
    dig_through(game)
    constants = constants_of(game.rules, game.floor_layouts)
    encoder = StateEncoder(constants)
    data = encoder.encode(game.floor.board)
    decoded = StateDecoder(constants, encoder.class_rows).decode(data)
    assert decoded == game.floor.board
    assert board(game).splitlines()[2] == r"||@..###....\..||"
