"""Where commands of many turns go, and what stops them."""

from cc3k.content.roster import BASE_RULES, RACES, STANDARD_BOARD
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import DOORWAY, EAST, NORTH, PASSAGE, SOUTH, WALKABLE, WEST, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Escaped
from cc3k.engine.floor import Floor
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.view import GameView
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.interruptions import find_interruption
from cc3k.play.macros import Run, heals_at_rest
from cc3k.play.messages import WAY_CLOSED
from cc3k.play.travel import (
    AutoTravel,
    StairsJourney,
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
    goal_at,
)
from tests.support.expansions import expanded, say
from tests.support.scenarios import MISS, race_named, room, scenario, with_hp
from tests.support.tables import for_each
from tests.support.walks import LONGEST, second_press, steps_taken

ORTHOGONAL = (NORTH, SOUTH, EAST, WEST)


def twice(*rows: str) -> str:
    return "\n".join([room(*rows)] * 2)


def marked(game: GameState, glyph: str) -> Cell:
    return game.floor.glyphs.index(glyph.encode("ascii"))


def test_every_run_along_the_standard_passages_ends_at_a_doorway_or_a_fork() -> None:
    """§2.4: on the plan of Figure 1, from each cell of each passage, in each way that is open."""
    game = GameState(BASE_RULES, RACES[0], Dice("runs"))
    game.floor = Floor(STANDARD_BOARD)
    ground, stride = STANDARD_BOARD.terrain, STANDARD_BOARD.stride
    steps = [way.offset(stride) for way in ORTHOGONAL]
    for cell in [cell for cell, glyph in enumerate(ground) if glyph == PASSAGE]:
        for way in [way for way in ORTHOGONAL if ground[cell + way.offset(stride)] in WALKABLE]:
            game.floor.place_hero(cell)
            assert steps_taken(game, Run(way))
            end = game.floor.hero_cell
            onward = sum(ground[end + step] in WALKABLE for step in steps)
            assert ground[end] == DOORWAY or onward > 2


@for_each("thing", "0M")
def test_travel_never_takes_the_stairs_to_get_beside_something(thing: str) -> None:
    """§2.4: whoever steps on the stairs has left the floor."""
    game = scenario(room(f"@..\\{thing}.", "#....."))
    cell = marked(game, "P" if thing == "0" else thing)
    goals = find_cells_beside_potions if thing == "0" else goal_at(cell)
    assert steps_taken(game, AutoTravel(goals)) == ["ea", "ea", "se"]
    assert steps_taken(game, AutoTravel(goal_at(cell))) == []
    assert game.depth == 1


@for_each(("@", 0), ("|", 0), ("#", 2), (".", 1), ("+", 3), ("G", 2), ("M", 4))
def test_travel_to_a_cell_ends_on_it_or_beside_it(glyph: str, steps: int) -> None:
    game = scenario(room("@....M", "..6...", "#....\\", "..+..."))
    cell = marked(game, glyph)
    taken = steps_taken(game, AutoTravel(goal_at(cell)))
    assert len(taken) == steps
    assert cell in game.floor.board.neighbourhood[game.floor.hero_cell]
    assert (game.floor.hero_cell == cell) is (glyph in "@.+G#")


def test_travel_that_takes_a_risk_goes_not_to_and_fro() -> None:
    """The enemy on the way moves: it is asked again before it is led back where it came from."""
    game = scenario(twice("@.......\\", "...L....#", "........."), luck=[MISS] * 9)
    journey = AutoTravel(find_stairs, allow_danger=True)
    for _ in range(2):
        assert journey.next_command(game) == "ea"
        game.play(Move(EAST))
    back = AutoTravel(lambda view: [view.hero_cell - 2], allow_danger=True)
    back._last_cell = game.floor.hero_cell - 1  # noqa: SLF001 - it came from there
    assert back.next_command(game) is None


def test_travel_asks_anew_where_what_was_agreed_to_may_kill_by_now() -> None:
    """Who agreed to blows at many HP did not agree to die of them; a third press does."""
    game = scenario(twice("@.......\\", "...L....#", "........."), luck=[MISS] * 9)
    journey = AutoTravel(find_stairs, allow_danger=True)
    assert journey.next_command(game) == "ea"
    game.play(Move(EAST))
    game.hero.hp = 5
    assert journey.next_command(game) is None
    assert "may kill you" in journey.stop_reason
    assert second_press(journey).command.next_command(game) == "ea"


def test_whoever_else_comes_close_stops_travel_that_takes_a_risk() -> None:
    """The risk that was named is that of one enemy, not of all."""
    game = scenario(
        twice("@.......\\", "...L....#", "........."), luck=[MISS] * 9, steps=[EAST, EAST]
    )
    journey = AutoTravel(find_stairs, allow_danger=True)
    assert journey.next_command(game) == "ea"
    assert [foe.kind.name for foe in journey.foes] == ["halfling"]
    other = Enemy(next(kind for kind in BASE_RULES.enemy_kinds if kind.name == "dwarf"))
    game.play(Move(EAST))
    game.place_enemy(game.floor.hero_cell + 2 * game.floor.board.stride, other)
    assert find_interruption(game, journey.foes) is None
    game.place_enemy(game.floor.hero_cell + game.floor.board.stride, other)
    assert find_interruption(game, journey.foes) == "Stopped: a dwarf is close."


def test_travel_turns_round_once_and_then_ends() -> None:
    """Whoever has to begin anew a second time is told, as there may be no end of it."""
    game, journey = scenario(room("@.....\\")), AutoTravel(find_stairs)
    start = game.floor.hero_cell
    for _ in range(2):
        assert [journey.next_command(game), journey.stop_reason] == ["ea", ""]
        game.play(Move(EAST))
        assert journey.next_command(game) == "ea"
        game.floor.place_hero(start)
    assert journey.next_command(game) is None
    assert (journey.stop_reason, journey.again) == (WAY_CLOSED, None)


def test_travel_gives_way_to_an_enemy_where_there_is_room() -> None:
    game = scenario(
        twice(".......", "@.....\\", ".......", "...L..."), steps=[NORTH, WEST, EAST] * 3
    )
    rows = []
    journey = AutoTravel(find_stairs)
    while (words := journey.next_command(game)) is not None and game.depth == 1:
        rows.append(words)
        say(game, words)
    assert rows == ["ne", *["ea"] * 4, "se"]
    assert game.depth == 2


@for_each("seed", range(6))
def test_travel_without_boldness_never_steps_into_reach(seed: int) -> None:
    """§2.5: on spawned floors whose enemies wander, however they wander."""
    game = GameState(BASE_RULES, RACES[seed % len(RACES)], Dice(f"travel {seed}"))
    journey = AutoTravel((find_stairs, find_free_gold, find_cells_beside_potions)[seed % 3])
    while find_interruption(game) is None or game.turns == 0:
        danger = GameView(game).threatened_cells()
        words, depth = journey.next_command(game), game.depth
        if words is None:
            break
        command = COMMANDS_BY_WORDS[words]
        assert isinstance(command, Move)
        game.play(command)
        assert game.floor.hero_cell not in danger or game.depth > depth
        assert game.turns < LONGEST


@for_each("race", RACES)
def test_only_a_troll_heals_by_itself(race: Race) -> None:
    """§2.1: regains 5 HP every turn."""
    game = scenario(room("@\\"), race=race.name)
    assert heals_at_rest(GameView(game)) is (race is race_named("Troll"))


@for_each(
    ("@L.\\", Attack(EAST), "Stopped: a halfling is close."),
    ("@.L\\", Move(EAST), "Stopped: a halfling is close."),
    ("@.9D\\", Move(EAST), "Stopped: a dragon is close."),
    ("@\\..", Move(EAST), ""),
)
def test_interrupting(row: str, action: Action, why: str) -> None:
    """An enemy that can strike stops everything, and so does a new floor, which tells itself."""
    game = scenario(twice(row), luck=[MISS, MISS])
    game.play(action)
    assert find_interruption(game) == why
    assert not find_interruption(game, [*game.floor.enemies.values()])


@for_each(
    ("@..\\", Move(EAST)),
    ("@.0\\", Move(EAST)),
    ("@.M\\", Move(EAST)),
    ("@..L\\", Move(EAST)),
    ("@7.\\", Move(EAST)),
    ("@0.\\", Drink(EAST)),
    ("@..\\", ToggleFreeze()),
)
def test_without_an_enemy_close_nothing_interrupts(row: str, action: Action) -> None:
    """Gold is no news for who collects, nor a potion for who goes past; merchants are neutral."""
    game = with_hp(scenario(room(row), race="Troll"), 1)
    game.play(action)
    assert find_interruption(game) is None


def test_the_last_stairs_interrupt() -> None:
    """§5: nothing goes on when the game is over."""
    game = scenario("\n".join([room("@\\")] * 5))
    for _ in range(5):
        game.play(Move(EAST))
    assert isinstance(game.last_events[0], Escaped)
    assert find_interruption(game) == ""


def test_a_risk_that_was_taken_is_asked_about_again_on_the_next_floor() -> None:
    game = expanded("gear", "\n".join([room("@..\\")] * 5))
    journey = StairsJourney()
    while (words := journey.next_command(game)) is not None and game.depth == 1:
        assert (journey.again is None) == (game.floor.hero_cell + 1 == game.floor.stairs_cell)
        say(game, words)
    assert game.depth == 2


def test_travel_that_takes_a_risk_waits_where_no_way_is_open() -> None:
    journey = AutoTravel(find_stairs, allow_danger=True)
    assert journey.next_command(scenario(room("@L\\"))) is None
