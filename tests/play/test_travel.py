"""Where commands of many turns go, and what stops them."""

from collections.abc import Callable
from copy import copy

from cc3k.content.roster import BASE_RULES, RACES, STANDARD_BOARD
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import (
    DOORWAY,
    EAST,
    NORTH,
    NORTHEAST,
    PASSAGE,
    SOUTH,
    SOUTHEAST,
    WALKABLE,
    WEST,
    Cell,
    Direction,
)
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Descended, Escaped
from cc3k.engine.floor import Floor
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.view import GameView
from cc3k.play.choices import parse_hp_limit
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.foes import enemies_close
from cc3k.play.interruptions import MultiTurnCommand, find_interruption
from cc3k.play.macros import STAIRS_AHEAD, Repeat, RepeatAttack, Rest, Run, heals_at_rest
from cc3k.play.messages import (
    ALREADY_BESIDE,
    ALREADY_THERE,
    LOW_HP,
    NO_GOAL_HERE,
    NO_PATH,
    POTION_AHEAD,
    WAY_CLOSED,
    stopped_by_enemy,
)
from cc3k.play.travel import (
    AutoTravel,
    GoalFinder,
    StairsJourney,
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
    goal_at,
)
from tests.support.expansions import expanded, say
from tests.support.scenarios import (
    HIT,
    MISS,
    current_path,
    race_named,
    room,
    scenario,
    weakened,
    with_hp,
)
from tests.support.tables import for_each
from tests.support.walks import LONGEST, second_press, steps_taken

ORTHOGONAL = (NORTH, SOUTH, EAST, WEST)

EASTWARD: tuple[Callable[[], MultiTurnCommand], ...] = (lambda: Run(EAST), lambda: Repeat("ea", 9))
"""A run and a count the same way."""

WINDING = r"""
    |----------|
    |@+###     |
    |--| #  |--|
    |    ###+.\|
    |----------|"""


def twice(*rows: str) -> str:
    return "\n".join([room(*rows)] * 2)


def column(game: GameState) -> int:
    return game.floor.board.row_and_column(game.floor.hero_cell)[1]


def marked(game: GameState, glyph: str) -> Cell:
    return game.floor.glyphs.index(glyph.encode("ascii"))


@for_each((EAST, 3), (SOUTH, 1), (SOUTHEAST, 1), (NORTH, 1), (NORTHEAST, 1))
def test_a_run_goes_straight_on_up_to_a_wall(way: Direction, steps: int) -> None:
    """The first step is said in any case, so that a wall is told of (R4)."""
    game = scenario(room("@...", "...\\"))
    assert steps_taken(game, Run(way)) == [way.command_word] * steps


def test_a_run_stops_on_a_doorway_and_goes_on_from_there_when_asked_again() -> None:
    """A doorway is where to decide; a bend of a passage is not (§3)."""
    game = scenario(WINDING)
    assert steps_taken(game, Run(EAST)) == ["ea"]
    assert steps_taken(game, Run(EAST)) == ["ea"] * 3 + ["so"] * 2 + ["ea"] * 3
    assert game.floor.terrain[game.floor.hero_cell] == DOORWAY
    assert steps_taken(game, Run(WEST)) == ["we"] * 3 + ["no"] * 2 + ["we"] * 3
    assert column(game) == 2


@for_each("beside", ["  #   ", "  ##  ", "  +   ", "# #   "])
def test_a_run_stops_at_a_fork(beside: str) -> None:
    for rows in (beside, "@###.\\"), ("@###.\\", beside):
        assert steps_taken(scenario(room(*rows)), Run(EAST)) == ["ea"] * 2


@for_each("below", ["   #.\\", "    .\\"])
def test_a_run_stops_where_a_passage_ends(below: str) -> None:
    assert steps_taken(scenario(room("@##   ", below)), Run(EAST)) == ["ea"] * 2


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


@for_each(
    (("@..0..", ".....\\"), 2),
    (("@.....", "....0\\"), 3),
    (("@..6..", ".....\\"), 3),
    (("@...L.", ".....\\"), 2),
    (("@..M..", ".....\\"), 2),
    (("@...9D", ".....\\"), 2),
    (("@...\\", "....."), 3),
)
def test_a_run_stops_for(rows: tuple[str, ...], steps: int) -> None:
    game = scenario(room(*rows))
    assert steps_taken(game, Run(EAST)) == ["ea"] * steps
    assert game.depth == 1


@for_each("begun", EASTWARD)
@for_each(
    "row, steps, why",
    [
        ("@...L.\\", 2, stopped_by_enemy("halfling")),
        ("@.E...\\", 0, stopped_by_enemy("elf")),
        ("@...9D\\", 2, stopped_by_enemy("dragon")),
        ("@...\\..", 3, STAIRS_AHEAD),
        ("@L....\\", 1, ""),
        ("@...M.\\", None, ""),
    ],
)
def test_a_run_and_a_count_end_before_what_nobody_asked_for(
    begun: Callable[[], MultiTurnCommand], row: str, steps: int | None, why: str
) -> None:
    """§2.5, R6: a step into reach or onto the stairs is for a key of its own."""
    game, journey = scenario(room(row)), begun()
    taken = steps_taken(game, journey)
    assert steps in (None, len(taken))
    assert journey.stop_reason == why
    assert game.depth == 1


@for_each("begun", EASTWARD)
def test_a_run_and_a_count_that_begin_in_reach_take_their_first_step(
    begun: Callable[[], MultiTurnCommand],
) -> None:
    """Whoever is in danger may move as they like; the enemy still in reach stops what follows."""
    game = scenario(room("@......\\", ".L......"), luck=[MISS])
    assert steps_taken(game, begun()) == ["ea"]
    game = scenario(room(".@......\\", "L........"))
    assert steps_taken(game, begun())[:2] == ["ea", "ea"]


def test_only_the_first_step_of_a_count_takes_the_stairs() -> None:
    """§2.4: that one was asked for; a run never takes them."""
    game = scenario(twice("@\\"))
    assert steps_taken(game, Repeat("ea", 5)) == ["ea"]
    assert game.depth == 2
    game, run = scenario(twice("@\\")), Run(EAST)
    assert steps_taken(game, run) == []
    assert run.stop_reason == STAIRS_AHEAD


def test_a_run_does_not_stop_for_the_healing_of_a_troll() -> None:
    """R12: it heals in every turn, and that is no news."""
    game = with_hp(scenario(room("@....\\"), race="Troll"), 1)
    assert steps_taken(game, Run(EAST)) == ["ea"] * 4


def test_travel_goes_down_the_stairs_and_no_further() -> None:
    """R6: the new floor waits for the next command."""
    game = scenario(twice("@...", "...\\"))
    assert steps_taken(game, AutoTravel(find_stairs)) == ["ea", "ea", "se"]
    assert isinstance(game.last_events[0], Descended)


def test_travel_to_gold_takes_the_nearest_that_is_not_guarded() -> None:
    """R25: a guarded hoard stays where it is, so there is no going for it."""
    game = scenario(room("7..........6", "D9..@......\\"))
    assert len(find_free_gold(GameView(game))) == 2
    game = scenario(room("...7...6....", "............", "..@.......9D", "...........\\"))
    for purse in (1, 3):
        steps_taken(game, AutoTravel(find_free_gold))
        assert game.hero.gold == purse
    assert steps_taken(game, AutoTravel(find_free_gold)) == []


def test_a_hoard_is_gold_like_any_other_once_its_dragon_is_slain() -> None:
    """R25, R31: the dragon's death frees it."""
    game = weakened(scenario(room("9D@..\\"), luck=[HIT]))
    assert find_free_gold(GameView(game)) == []
    game.play(Attack(WEST))
    assert steps_taken(game, AutoTravel(find_free_gold)) == ["we", "we"]
    assert game.hero.gold == 6


@for_each(
    ("3.@....0\\", ["PH"], "0"),
    ("3.@....0\\", ["PH", "RH"], "0"),
    ("3@.....0\\", ["PH"], "0"),
    ("3.@....0\\", [], "3"),
    ("3.@....4\\", ["PH", "WA"], "3"),
    ("3.@....5\\", ["PH"], "5"),
)
def test_travel_to_a_potion_shuns_those_known_to_harm(
    row: str, known: list[str], goal: str
) -> None:
    game = scenario(room(row))
    game.known_names.update(known)
    steps_taken(game, AutoTravel(find_cells_beside_potions))
    place = game.floor.board.row_and_column(game.floor.hero_cell)[1]
    assert abs(place - (row.index(goal) + 1)) == 1


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


NARROW = room("@.....\\", ".......", "...L...")


def test_travel_waits_two_turns_for_a_way_to_open_and_then_names_the_risk() -> None:
    """Here an enemy comes up to every way and stays: a step back and forth, and no more of them."""
    game = scenario(NARROW, steps=[NORTH, EAST, WEST, EAST, WEST])
    journey = AutoTravel(find_stairs)
    path = current_path(journey, game)
    assert path is not None
    assert path.is_safe
    assert steps_taken(game, journey) == ["ea", "we", "ea", "we", "ea"]
    assert journey.stop_reason == "A halfling can strike you on the way (12 HP at worst)"
    assert journey.again is not None
    assert game.hero.hp == 125


def test_travel_goes_on_as_soon_as_the_way_opens() -> None:
    """A body where a passage ends costs the turn that it needs to go away."""
    game = scenario(
        twice("@##M...\\", "   |...."), steps=[EAST, EAST, WEST, EAST, WEST, EAST, WEST]
    )
    assert len(steps_taken(game, AutoTravel(find_stairs))) <= 8
    assert game.depth == 2


@for_each((13, " (12 HP at worst)"), (12, " and may kill you (12 HP at worst)"))
def test_the_risk_is_told_in_hp(hp: int, risk: str) -> None:
    game, journey = scenario(room("@.....\\", "...L...")), AutoTravel(find_stairs)
    game.hero.hp = hp
    assert steps_taken(game, journey) == []
    assert journey.stop_reason == f"A halfling can strike you on the way{risk}"
    elves = scenario(room("@.....\\", "...E.E."), "Goblin")
    both = AutoTravel(find_stairs)
    assert steps_taken(elves, both) == []
    each = max_damage_per_turn([*elves.floor.enemies.values()][:1], elves.hero)
    assert both.stop_reason == f"2 elves can strike you on the way ({2 * each} HP at worst)"
    for row in ("...L.W.", "...W.L."):
        journey = AutoTravel(find_stairs)
        assert steps_taken(scenario(room("@.....\\", row)), journey) == []
        assert journey.stop_reason.startswith("A dwarf and a halfling can"), "one danger"


def test_travel_that_takes_a_risk_stops_for_a_thief_and_goes_not_to_and_fro() -> None:
    """The enemy on the way moves: it is asked again before it is led back where it came from."""
    game = scenario(twice("@.......\\", "...L....#", "........."), luck=[MISS] * 9)
    journey = AutoTravel(find_stairs, allow_danger=True)
    game.hero.gold = 5
    assert journey.next_command(game) == "ea"
    game.play(Move(EAST))
    robbed = copy(journey)
    game.hero.gold = 2
    assert (robbed.next_command(game), robbed.stop_reason) == (None, "")
    game.hero.gold = 5
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


def test_whoever_is_close_when_travel_begins_interrupts_it_only_by_a_hit() -> None:
    """The press that follows `Stopped: a halfling is close.` has heard of it."""
    drawing = twice(".@......\\", "L........", ".........")
    game = scenario(drawing, steps=[EAST] * 8)
    journey = AutoTravel(find_stairs)
    assert steps_taken(game, journey)[:2] == ["ea", "ea"]
    assert game.depth == 2
    assert game.hero.hp == 125


@for_each(
    ("@..M..\\", find_stairs, 2, "Stopped: a merchant is ahead."),
    ("@..0..\\", find_stairs, 2, POTION_AHEAD),
    ("@..E..\\", find_stairs, 1, "Stopped: an elf is ahead."),
    ("@M....\\", find_stairs, 0, "Stopped: a merchant is ahead."),
    ("@0....\\", find_stairs, 0, POTION_AHEAD),
    ("@.E...\\", find_stairs, 0, "Stopped: an elf is ahead."),
    ("@..|..\\", find_stairs, 0, NO_PATH),
    ("@0...\\", find_cells_beside_potions, 0, ALREADY_BESIDE),
    ("@...0\\", find_cells_beside_potions, 3, ""),
    ("@....\\", find_cells_beside_potions, 0, NO_GOAL_HERE),
    ("@.9D.\\", find_free_gold, 0, "All gold that you know of on this floor is guarded."),
    ("@....\\", find_free_gold, 0, NO_GOAL_HERE),
    ("@|6..\\", find_free_gold, 0, NO_PATH),
    ("@....\\", lambda view: [view.hero_cell], 0, ALREADY_THERE),
)
def test_travel_says_why_it_is_over_but_not_on_arrival(
    row: str, goals: GoalFinder, steps: int, why: str
) -> None:
    """R9: it goes up to what bars every way; only walls are there for good."""
    game, journey = scenario(room(row)), AutoTravel(goals)
    assert steps_taken(game, journey) == ["ea"] * steps
    assert journey.stop_reason == why


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


def test_a_troll_rests_to_and_fro_until_healed() -> None:
    """R12: 5 HP a turn; an even number of steps leads back to where it was."""
    game = with_hp(scenario(room("@.", ".\\"), race="Troll"), 101)
    assert steps_taken(game, Rest()) == ["so", "no", "so", "no"]
    assert (game.hero.hp, column(game)) == (120, 1)
    assert steps_taken(game, Rest()) == []


@for_each(
    ("@#\\", 2), ("@+\\", 2), ("@\\.", 0), ("6@\\", 0), ("0@\\", 0), ("M@\\", 0), ("@.L\\", 0)
)
def test_rest_needs_a_step_that_changes_nothing(row: str, taken: int) -> None:
    """Not onto gold or the stairs, nor into reach; a doorway or a passage will do (R9)."""
    game = with_hp(scenario(room(row), race="Troll"), 110)
    journey = Rest()
    assert len(steps_taken(game, journey)) == taken
    assert journey.stop_reason == ("" if taken else "There is no free and safe step to rest by.")


@for_each(("@...L\\", WEST, ["ea", "we"]), ("L...@.\\", EAST, ["ea", "we", "ea"]))
def test_rest_ends_before_a_step_into_reach(row: str, towards: Direction, taken: list[str]) -> None:
    game = with_hp(scenario(room(row), race="Troll", steps=[towards] * 3), 1)
    assert steps_taken(game, Rest()) == taken
    view = GameView(game)
    assert not enemies_close(view, view.hero_cell)


def test_rest_steps_another_way_when_the_way_back_is_taken() -> None:
    game = with_hp(scenario(room("M@.\\", "   ."), race="Troll", steps=[EAST, EAST]), 110)
    assert steps_taken(game, Rest()) == ["ea", "se"]


@for_each("race", RACES)
def test_only_a_troll_heals_by_itself(race: Race) -> None:
    """§2.1: regains 5 HP every turn."""
    game = scenario(room("@\\"), race=race.name)
    assert heals_at_rest(GameView(game)) is (race is race_named("Troll"))


@for_each(("f", 0), ("u ea", 1), ("a we", 0), ("x", 0))
def test_what_is_more_than_a_step_is_done_once(words: str, turns: int) -> None:
    """Its own event, or its refusal, is what stops a count."""
    game = scenario(room("@0.\\"))
    journey = Repeat(words, 5)
    assert journey.next_command(game) == words
    action = COMMANDS_BY_WORDS.get(words)
    if isinstance(action, Drink | ToggleFreeze):
        game.play(action)
    assert journey.next_command(game) is None
    assert game.turns == turns


@for_each(
    (125, 3, [HIT] * 3, 3, ""),
    (125, 99, [MISS] * 6 + [0], 7, ""),
    (70, 99, [HIT] * 9, 2, LOW_HP),
    (31, 99, [MISS], 1, LOW_HP),
    (31, 1, [MISS], 1, ""),
)
def test_a_fight_goes_on_until_it_is_decided(
    hp: int, times: int, luck: list[int], blows: int, why: str
) -> None:
    """§2.5: blows in both directions interrupt nothing; death and a quarter of the HP do."""
    game, journey = scenario(room("@H.\\"), luck=luck), RepeatAttack("a ea", times)
    assert len(steps_taken(with_hp(game, hp), journey)) == blows
    assert journey.stop_reason == why


@for_each(("0", 3), ("25%", 2), ("36%", 1), ("40", 1))
def test_a_count_of_attacks_ends_before_a_turn_that_may_go_below_the_limit(
    limit: str, blows: int
) -> None:
    """§2.2: an orc takes 38 HP of a goblin's 110 in its worst turn; the first blow is asked for."""
    game = scenario(room("@O.\\"), "Goblin", luck=[HIT] * 9)
    least = parse_hp_limit(limit)
    assert least is not None
    assert len(steps_taken(game, RepeatAttack("a ea", 99, least))) == blows


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
