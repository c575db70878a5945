"""The story of a game: what was done on each floor and what it cost, in ten lines."""

from collections import Counter

from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import Action, GameState
from cc3k.play.commands import command_table
from cc3k.play.help import story_lines
from cc3k.play.history import FloorTally, GameTally, Moment
from tests.support.expansions import expanded
from tests.support.scenarios import HIT, MISS, room, scenario, weakened


def played(game: GameState, *actions: Action) -> GameTally:
    tally = GameTally()
    tally.add_turn(game, game.last_events)
    for action in actions:
        tally.add_turn(game, game.play(action))
    return tally


def test_story_tells_each_floor_and_the_end() -> None:
    game = weakened(
        scenario("\n".join([room("E@06\\"), *[room("@\\...")] * 4]), luck=[HIT, MISS, 0])
    )
    east = Move(EAST)
    tally = played(game, Drink(EAST), Attack(WEST), east, east, east, *[east] * 4)
    lost = tally.floors[0].hp_lost
    assert lost == 24
    assert story_lines(game, tally) == (
        "A shade goes down into a dungeon of 5 floors.",
        f"Floor 1, 5 turns: slew an elf, drank RH and took 3 gold; lost {lost} HP to blows.",
        *[f"Floor {floor}, 1 turn: passed through; unhurt." for floor in (2, 3, 4, 5)],
        "Victory! You leave the dungeon alive on turn 9.",
    )


def test_story_of_a_game_that_goes_on_has_no_end() -> None:
    game = scenario(room("@..\\"))
    assert story_lines(game, played(game, Move(EAST)))[1:] == (
        "Floor 1, 1 turn: passed through; unhurt.",
    )


def test_dull_floors_share_a_line_where_there_are_more_floors_than_lines() -> None:
    """Ten lines at most; where most happened keeps a line of its own."""
    tally, game = GameTally(), scenario(room("@\\"))
    for floor in range(1, 13):
        first, last = Moment(10 * floor - 10, 9, 0), Moment(10 * floor, 9, 0)
        kills = Counter(orc=0 if floor in (2, 3, 4, 7) else floor)
        tally.floors.append(FloorTally(floor, first, last, +kills))
    told = story_lines(game, tally)
    assert len(told) == 10
    assert told[1:4] == (
        "Floors 1 to 4, 40 turns: slew an orc; unhurt.",
        "Floor 5, 10 turns: slew 5 orcs; unhurt.",
        "Floor 6, 10 turns: slew 6 orcs; unhurt.",
    )


DEEDS = ("did a", "reached level 9", "did b", "did c", "reached level 12", "did d", "did e")


def test_deeds_are_told_in_the_words_of_their_events() -> None:
    """Of more than four only the number, of levels the last; less gold is not told as spent."""
    game, tally = scenario(room("@..\\")), GameTally()
    game.hero.gold = 8
    tally.add_turn(game, game.last_events)
    game.hero.gold = 5
    deeds = [ExpansionEvent("x.y", "", "", deed=deed) for deed in DEEDS]
    tally.add_turn(game, (*deeds, ExpansionEvent("x.z", "", "")))
    (told,) = story_lines(game, tally)[1:]
    assert told == (
        "Floor 1, 0 turns: left 3 gold poorer, did a, reached level 12, did b, did c and "
        "did 2 things more; unhurt."
    )


def test_copy_of_a_tally_counts_on_by_itself() -> None:
    game = scenario(room("@6.\\"))
    tally = played(game)
    copy = tally.copy()
    tally.add_turn(game, game.play(Move(EAST)))
    tally.floors[-1].deeds.append("did it")
    assert (copy.floors[0].gold, copy.floors[0].deeds, copy.piles_by_value) == (0, [], Counter())
    assert (tally.floors[0].gold, tally.piles_by_value) == (2, Counter({2: 1}))


def test_what_was_bought_is_a_deed() -> None:
    """X20: expansions say in their events what is worth telling."""
    game = expanded("shop", room("@M....\\"), luck=[0, 0, 0])
    (merchant,) = game.floor.enemies.values()
    ware = game.rules.potions[0]
    merchant.wares, game.hero.gold = (ware,), 9
    bought = game.play(command_table(game.rules).actions["b ea 1"])
    deeds = [event.deed for event in bought if isinstance(event, ExpansionEvent)]
    assert deeds == [f"bought {ware.full_name} for {ware.price} gold"]
