"""Hunters: what enemies do that see the PC, each behaviour drawn (X50, X51)."""

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import EAST, NORTH, SOUTH, WEST, Cell, Direction
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import (
    Event,
    ExpansionEvent,
    Missed,
    Struck,
)
from cc3k.engine.expansion import Expansion, SightHooks
from cc3k.engine.floor import Sight
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import (
    HUNTERS,
    HUNTING_TURNS,
    NOTICING_STEPS,
)
from cc3k.expansions.registry import rules_with
from tests.support.scenarios import HIT, MISS, Steps, board, drawn, room, scenario, script
from tests.support.tables import for_each

RULES = rules_with((HUNTERS,))
NOTICES, OVERLOOKS = True, False
"""A coin by which an enemy notices the PC, and one by which it does not."""


def watched(drawing: str, luck: Sequence[int] = (), steps: Sequence[Direction] = ()) -> GameState:
    """Return a game whose enemies have not noticed the PC yet, and roam by those steps."""
    return scenario(drawing, luck=luck, steps=[*steps, *[NORTH] * 999], rules=RULES)


def hunting(drawing: str, luck: Sequence[int] = (), turns: int = HUNTING_TURNS) -> GameState:
    """Return a game whose enemies that can step hunt for so many more turns."""
    game = watched(drawing, luck)
    for cell, enemy in game.floor.enemies.items():
        if cell not in game.floor.stationary:
            enemy.hunting_turns = turns
    return game


def noticed(glyph: str, name: str) -> ExpansionEvent:
    """Return the event of an enemy of that kind that notices the PC."""
    spoken = f"The {name} notices you."
    event = ExpansionEvent("hunters.noticed", f"{glyph} notices PC.", spoken, name)
    return evolve(event, spoken_plural=" notice you.")


def notices(events: Sequence[Event]) -> list[Event]:
    """Return the events of enemies that begin to hunt."""
    return [e for e in events if isinstance(e, ExpansionEvent) and e.name == "hunters.noticed"]


def only_enemy(game: GameState) -> tuple[Cell, Enemy]:
    """Return the one enemy of a floor and its cell."""
    ((cell, enemy),) = game.floor.enemies.items()
    return cell, enemy


def enemy_place(game: GameState) -> tuple[int, int]:
    """Return the row and the column of the one enemy of a floor."""
    return game.floor.board.row_and_column(only_enemy(game)[0])


def walk(game: GameState, *ways: Direction) -> list[str]:
    """Take steps, and return the picture after each."""
    pictures = []
    for way in ways:
        game.play(Move(way))
        pictures.append(board(game))
    return pictures


# Noticing


def facing(steps: int, behind: int = 1) -> str:
    """Return a row with the PC, an elf so many steps east of it, and the stairs beyond."""
    return room("." * behind + "@" + "." * (steps - 1) + "E." + "\\ ")


def test_an_enemy_in_sight_within_so_many_steps_notices_the_pc_and_comes() -> None:
    """X50, X9: in its line of sight, near enough, by a coin; it hunts from that turn on."""
    assert NOTICING_STEPS == 12
    game = watched(facing(NOTICING_STEPS + 1), [NOTICES])
    assert notices(game.play(Move(EAST))) == [noticed("E", "elf")]
    gap = "." * (NOTICING_STEPS - 2)
    assert board(game) == drawn(room(rf"..@{gap}E..\ "))
    assert walk(game, WEST) == [drawn(room(rf".@{gap}E...\ "))]


def test_an_enemy_one_step_further_away_does_not_notice() -> None:
    """X50: nobody rolls for one that is one step too far."""
    game = watched(facing(NOTICING_STEPS), steps=[EAST])
    assert notices(game.play(Move(WEST))) == []
    assert board(game) == drawn(room("@" + "." * (NOTICING_STEPS + 1) + r"E\ "))


def test_noticing_fails_half_of_the_time() -> None:
    """X50: one time in two each turn: one coin a turn, until it has noticed."""
    coins = [OVERLOOKS, OVERLOOKS, NOTICES]
    game = watched(facing(NOTICING_STEPS - 1), coins, [EAST, WEST])
    for way in (EAST, WEST):
        assert not notices(game.play(Move(way)))
        assert not only_enemy(game)[1].hunting_turns
    assert notices(game.play(Move(EAST))) == [noticed("E", "elf")]
    assert not script(game).luck


def test_noticing_is_even() -> None:
    """X50: one time in two: half of two thousand dice, within five standard deviations."""
    game, count = watched(facing(NOTICING_STEPS)), 0
    for seed in range(2000):
        twin = game.copy()
        twin.turn_dice = Dice(f"eyes {seed}")
        count += len(notices(twin.play(Move(EAST))))
    assert 888 < count < 1112


@for_each(
    "drawing, step",
    [
        (room(r".@.|.E.\ "), EAST),
        (room(r".@.-...", r"...-...", r"-..-...", r"\-...E-"), WEST),
        (room(r".@. .E.\ "), EAST),
    ],
)
def test_an_enemy_behind_a_wall_does_not_notice(drawing: str, step: Direction) -> None:
    """X50: only in a line of sight: nobody rolls for one behind a wall or rock."""
    game = watched(drawing, steps=[step])
    assert not notices(game.play(Move(WEST)))
    assert not only_enemy(game)[1].hunting_turns


def test_an_enemy_sees_through_a_doorway_and_a_passage() -> None:
    """X50: a line of sight leads over doorways and passages."""
    game = watched(room(r"@.+#+O\ "), [NOTICES])
    assert notices(game.play(Move(EAST))) == [noticed("O", "orc")]


def test_who_attacks_has_noticed() -> None:
    """X50: an enemy that fights the PC goes after it, without another coin or a word."""
    game = watched(room(r"..@E..\ "), [MISS, MISS])
    assert notices(game.play(Attack(EAST))) == []
    assert walk(game, WEST) == [drawn(room(r".@E...\ "))]


def test_one_that_is_not_seen_notices_in_silence() -> None:
    """X41, X50: a message only if the player sees the enemy; it hunts all the same."""

    def see_nothing(_game: GameState, sight: Sight) -> Sight:
        return evolve(sight, visible=frozenset())

    mist = Expansion(
        name="mist",
        sentence="Nobody is seen.",
        sight=SightHooks(limit_sight=see_nothing),
    )
    rules = rules_with((mist, HUNTERS))
    game = scenario(room(r"@....O\ "), luck=[NOTICES], steps=[NORTH], rules=rules)
    assert not notices(game.play(Move(EAST)))
    assert only_enemy(game)[1].hunting_turns
    assert not GameView(game).hunters
    assert not HUNTERS.texts.hints[0].is_due(game)


def test_the_first_in_reading_order_rolls_first() -> None:
    """X50, R3: rows first, then columns."""
    game = watched(room("@....O", "....E.", r"     \ "[:6]), [OVERLOOKS, NOTICES, 0], [WEST])
    assert notices(game.play(Move(EAST))) == [noticed("E", "elf")]


# Its way


def test_a_hunter_comes_by_a_shortest_way_through_doorway_and_passage() -> None:
    """X50: doorways and passages are no bounds for a hunter; what it leaves is there again."""
    game = hunting(
        r"""
        |-------------|
        |@..|     |---|
        |...+#####+..H|
        |\..|     |---|
        |-------------|
        """,
        luck=[2],
        turns=10,
    )
    seen = []
    for way in (SOUTH, NORTH) * 5:
        game.play(Move(way))
        seen.append(enemy_place(game))
    assert seen == [*[(2, column) for column in range(12, 3, -1)], (3, 3)]
    assert board(game).splitlines()[2:4] == ["|...+#####+...|", r"|\.H|     |---|"]


def test_ties_are_drawn_evenly() -> None:
    """X50: of three shortest steps each is as likely as the others, and no other one is taken."""
    ends = Counter[tuple[int, int]]()
    game = hunting(room("......", "@....E", "......", r"     \ "[:6]))
    for seed in range(3000):
        twin = game.copy()
        twin.turn_dice = Dice(f"ties {seed}")
        twin.play(Move(EAST))
        ends[enemy_place(twin)] += 1
    assert set(ends) == {(1, 5), (2, 5), (3, 5)}
    assert all(870 < count < 1130 for count in ends.values())


def test_a_tie_takes_one_number_and_a_single_way_none() -> None:
    """X50: what is drawn is which of the ways, in reading order, and nothing else."""
    game = hunting(room(" .... ", "@....E", r"     \ "[:6]), [1])
    game.play(Move(EAST))
    assert script(game).counts == [2]
    assert enemy_place(game) == (2, 5)
    game = hunting(room(r"@....E\ "))
    game.play(Move(EAST))
    assert script(game).counts == []


def test_a_hunter_goes_round_one_that_fights_in_its_way() -> None:
    """X50: past others where the way is taken: the orc fights in it, so the elf comes from behind.

    The straight way is five steps, the one round the rock seven.
    """
    game = hunting(room(r"\@O...E.", " .    . ", "  ....  "), [MISS] * 9)
    ((orc_cell, orc),) = [(c, e) for c, e in game.floor.enemies.items() if e.kind.name == "orc"]
    seen = []
    for _ in range(7):
        game.play(Attack(EAST))
        orc.hp = orc.kind.hp
        (elf_cell,) = game.floor.enemies.keys() - {orc_cell}
        seen.append(game.floor.board.row_and_column(elf_cell))
    assert seen == [(2, 7), (3, 6), (3, 5), (3, 4), (3, 3), (2, 2), (2, 2)]


def test_a_hunter_waits_where_the_way_round_is_far_longer() -> None:
    """X50: it waits behind one that fights, rather than go more than eight steps further."""
    game = hunting(room(r"\@OE......", " .      . ", " .      . ", " ........ "), [MISS] * 9)
    for _ in range(4):
        game.play(Attack(EAST))
        assert board(game).splitlines()[1] == r"|\@OE......|"


def test_a_hunter_steps_aside_past_one_that_goes_its_own_way() -> None:
    """X50: where its only shortest step is taken, it takes one that is as near as before."""
    game = watched(room("E....", ".M...", ".....", ".....", r"\..@."), [1], [NORTH, EAST])
    game.floor.enemies[game.floor.board.stride + 1].hunting_turns = HUNTING_TURNS
    game.play(Move(EAST))
    assert board(game) == drawn(room(".....", "E.M..", ".....", ".....", r"\...@"))
    assert script(game).counts == [2]


def test_hunters_come_one_at_a_time_through_a_passage() -> None:
    """X50: the ways are one wide: who is behind waits, and only the first one fights."""
    game = hunting(room(r"\@+###+HO"), [MISS] * 4)
    assert walk(game, EAST, EAST) == [
        drawn(room(r"\.@###HO.")),
        drawn(room(r"\.+@#HO..")),
    ]
    assert game.play(Move(EAST))[1:] == (Missed("human", "PC"),)
    assert game.play(Attack(EAST))[1:] == (Missed("human", "PC"),)
    assert board(game) == drawn(room(r"\.+#@HO.."))


@for_each("thing", ["G", "0", "\\"])
def test_a_hunter_goes_round_things(thing: str) -> None:
    """X50, R7: never onto items or the stairs."""
    last = "     " if thing == "\\" else r"    \ "[:5]
    game = hunting(room(f"@..{thing}E", ".....", last))
    before = bytes(game.floor.glyphs)
    assert before.count(b"\\") == 1
    game.play(Move(EAST))
    assert enemy_place(game) == (2, 4)


def test_a_hunter_without_any_way_roams() -> None:
    """X50: things on every way to the PC: it takes a step as in the base game."""
    game = watched(room(r"@..0E..\ "), steps=[EAST])
    only_enemy(game)[1].hunting_turns = HUNTING_TURNS
    game.play(Move(EAST))
    assert board(game) == drawn(room(r".@.P.E.\ "))


@for_each(
    "drawing, step, luck, after",
    [
        (r"@..0E..\ ", (WEST, EAST), [], r".@.P.E.\ "),
        (r"@..0E..\ ", WEST, [0], r".@.P.E.\ "),
        (r"@..0E0.\ ", WEST, [], r".@.PEP.\ "),
    ],
)
def test_one_that_roams_tries_two_steps_and_then_its_exits(
    drawing: str, step: Steps, luck: list[int], after: str
) -> None:
    """X50, R7: the second step, one of the exits, or none where there is no exit."""
    game = scenario(room(drawing), luck=luck, steps=[step], rules=RULES)
    only_enemy(game)[1].hunting_turns = HUNTING_TURNS
    game.play(Move(EAST))
    assert board(game) == drawn(room(after))


# The end of a hunt


HOOK = r"""
|-------------------------|
|#########################|
|#                       #|
|+                       #|
|@                       +|
|.\                      H|
|-------------------------|
"""
"""Two chambers out of sight of one another, and a long passage between them."""


def test_without_sight_for_so_long_it_walks_back_into_the_nearest_chamber() -> None:
    """X50, X9: it hunts for some turns, then goes to the nearest chamber, and roams there."""
    assert HUNTING_TURNS == 5
    game, seen = hunting(HOOK), list[tuple[int, int]]()
    for way in (SOUTH, NORTH) * 12:
        assert (only_enemy(game)[1].hunting_turns > 0) == (len(seen) < HUNTING_TURNS)
        game.play(Move(way))
        seen.append(enemy_place(game))
    path = [(5, 25), (4, 25), (3, 25), (2, 25), *[(1, column) for column in range(24, 17, -1)]]
    there = path[1 : HUNTING_TURNS + 1]
    back = path[HUNTING_TURNS - 1 :: -1]
    assert seen[: 2 * HUNTING_TURNS] == [*there, *back]
    assert set(seen[2 * HUNTING_TURNS :]) == {(5, 25)}


def test_the_nearest_chamber_may_be_another_than_its_own() -> None:
    """X50: into the nearest one, wherever it came from."""
    game = hunting(HOOK)
    floor = game.floor
    floor.move_enemy(only_enemy(game)[0], floor.board.stride + 12)  # thirteen steps to the PC's
    only_enemy(game)[1].hunting_turns = 0
    game.play(Move(SOUTH))
    assert enemy_place(game) == (1, 11)
    floor.move_enemy(only_enemy(game)[0], floor.board.stride + 14)
    game.play(Move(NORTH))
    assert enemy_place(game) == (1, 15)


def test_sight_of_the_pc_renews_a_hunt() -> None:
    """X50: turns without sight count from the last turn with it, at any distance."""
    game = hunting(room(r"@.............E\ "), turns=3)
    game.play(Move(EAST))
    assert only_enemy(game)[1].hunting_turns == HUNTING_TURNS


def test_a_hunt_ends_in_the_chamber_where_it_is() -> None:
    """X50: turns enough without sight and it roams again, in the chamber where it is."""
    game = hunting(room("@. ....", ".# .E..", r"\#  ..."), luck=[0], turns=1)
    game.play(Move(EAST))
    places = set()
    for number, way in enumerate((WEST, EAST) * 20):
        assert only_enemy(game)[1].hunting_turns == 0
        game.turn_dice = Dice(f"roam {number}")
        game.play(Move(way))
        places.add(enemy_place(game))
    assert len(places) > 5
    assert all(column > 3 for _, column in places)


# Who hunts


def test_a_merchant_hunts_once_wronged() -> None:
    """X51: a peaceful one notices nobody; a wronged one like any other enemy, then hunts."""
    near = facing(NOTICING_STEPS).replace("E", "M")
    game = watched(near, steps=[EAST])
    assert not notices(game.play(Move(EAST)))
    assert not only_enemy(game)[1].hunting_turns
    game = watched(near, [NOTICES])
    game.hero.provoked_kinds.add("merchant")
    assert notices(game.play(Move(EAST))) == [noticed("M", "merchant")]
    assert board(game) == drawn(room("..@" + "." * (NOTICING_STEPS - 3) + r"M..\ "))


def test_a_merchant_that_was_attacked_comes_after_the_pc() -> None:
    """X51, R21: wronged by a blow, it strikes back and follows."""
    game = watched(room(r"..@M..\ "), [MISS])
    game.play(Attack(EAST))
    assert walk(game, WEST) == [drawn(room(r".@M...\ "))]


def test_dragons_never_hunt() -> None:
    """X51: a dragon neither rolls nor moves, but strikes who comes near."""
    game = watched(room(r"@..9D..\ "), [MISS])
    assert not notices(game.play(Move(EAST)))
    assert game.play(Move(EAST))[-1] == Missed("dragon", "PC")
    assert not only_enemy(game)[1].hunting_turns
    assert walk(game, WEST) == [drawn(room(r".@.GD..\ "))]


def test_an_enemy_drawn_off_the_tiles_never_hunts() -> None:
    """R32: it stays where it is and fights, so nobody rolls for it."""
    game = watched(room(r"@..+###+.\ "))
    kind = RULES.enemy_kind_named("orc")
    game.place_enemy(game.floor.board.stride + 5, Enemy(kind))
    assert not notices(game.play(Move(EAST)))
    assert board(game) == drawn(room(r".@.+O##+.\ "))
    assert not only_enemy(game)[1].hunting_turns


def test_the_digest_tells_hunters_apart() -> None:
    """X3: how long an enemy hunts is part of the state."""
    games = [
        hunting(room(r"@...E.\ "), turns=turns) for turns in (0, HUNTING_TURNS - 1, HUNTING_TURNS)
    ]
    assert len({game.digest() for game in games}) == 3


def test_a_slain_pc_is_attacked_no_more() -> None:
    """R23: the first blow that slays it ends the turn."""
    game = hunting(room(r"O@O\ "), [HIT])
    game.hero.hp = 1
    assert isinstance(game.play(Attack(EAST))[-2], Struck)
