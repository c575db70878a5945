"""What is kept of a game: its messages by their turns, its counts, and its story in ten lines."""

from collections import Counter
from collections.abc import Sequence

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.game import Action, GameState
from cc3k.play.commands import command_table
from cc3k.play.help import story_lines
from cc3k.play.history import FIGHT_PAUSE, FloorTally, GameTally, LogEntry, MessageLog, Moment
from cc3k.play.messages import Message
from cc3k.play.session import Session
from tests.support.expansions import expanded, game_of
from tests.support.scenarios import HIT, MISS, room, scenario, weakened


def chronicle(*notes: tuple[int, str], events: tuple[Event, ...] = ()) -> MessageLog:
    kept = MessageLog()
    for turn, text in notes:
        kept.add(turn, (Message(text),), events)
    return kept


def test_every_message_is_kept_with_its_turn_and_repeats_with_their_last() -> None:
    kept = chronicle((0, "b"), (2, "a"), (3, "a"), (3, "a"), (3, "c"), (4, "b"), (12345, "b"))
    assert list(kept.entries)[-1] == LogEntry(12345, (Message("b"),), 2)
    assert [*kept.lines()] == ["      0  b", "      3  a (x3)", "      3  c", "  12345  b (x2)"]


def playing(drawing: str, race: str = "Shade", luck: Sequence[int] = ()) -> Session:
    session = Session(BASE_RULES, 42)
    session.start_history()
    session.game = scenario(drawing, race, luck)
    return session


def test_frozen_turns_are_those_that_are_played_while_enemies_are_held() -> None:
    """R5: `f` takes no turn itself, nor does a command that is refused (R4)."""
    session = playing(room("@......\\"))
    game_of(session).enemies_frozen = False
    list(session.play_words(["ea", "f", "ea", "no", "ea", "f", "ea"]))
    assert session.tally.frozen_turns == 2
    assert game_of(session).turns == 4


def test_gold_potions_and_kills_are_counted_by_their_source() -> None:
    """R13, R24: piles by size, gold straight into the purse by enemy, and what was stolen."""
    session = playing(room("0M67.", "@....", "....\\"), "Goblin", [MISS, MISS])
    list(session.play_words(["u", "no", "a", "ne", "a", "ne", "ne", "ea", "ea"]))
    tally = session.tally
    assert dict(tally.potions_drunk) == {"RH": 1}
    assert dict(tally.kills) == {"merchant": 1}
    assert dict(tally.piles_by_value) == {4: 1, 2: 1, 1: 1}
    assert tally.gold_stolen == 5
    assert game_of(session).hero.gold == 12


def test_gold_that_no_pile_or_purse_explains_is_counted_as_a_gain_or_a_loss() -> None:
    """X95, X110: rewards, prices and thefts of expansions, so that all parts add up."""
    game, tally = scenario(room("@6..\\")), GameTally()
    tally.add_turn(game, ())
    tally.add_turn(game, game.play(Move(EAST)))
    for gold in (14, 9, 9):
        game.hero.gold = gold
        tally.add_turn(game, ())
    assert (dict(tally.piles_by_value), tally.gold_otherwise, tally.gold_lost) == ({2: 1}, 12, 5)
    game.hero.gold = 12
    tally.add_turn(game, [ExpansionEvent("tactics.returned", "", gold_returned=3)])
    assert (tally.gold_otherwise, tally.gold_lost) == (12, 2), "what comes back was never lost"
    told = "Floor 1, 1 turn: took 14 gold and paid or lost 2 gold; lost no HP to blows."
    assert story_lines(game, tally)[1] == told, "what was bought makes nothing else look less"


def test_fight_begins_with_the_hp_before_its_first_blow_and_ends_after_a_pause() -> None:
    """A human hits a shade of 125 HP for 16; after some quiet turns it is another fight."""
    session = playing(room("H@...", ".....", "....\\"), luck=[HIT, MISS, HIT, HIT, MISS])
    list(session.play_words(["a", "we", "a", "we", "a", "we"]))
    first = session.tally.fight
    assert first is not None
    assert (first.hp_at_start, first.first_turn, first.last_turn) == (125, 1, 3)
    assert [(foe.kind.name, turns) for foe, turns in first.foes] == [("human", 0)]
    list(session.play_words(["ea", *["ea", "we"] * (FIGHT_PAUSE // 2 + 1), "we"]))
    hp, second = game_of(session).hero.hp, session.tally.fight
    assert second is not None
    assert hp <= second.hp_at_start < 125


def test_a_fight_goes_on_with_whoever_joins_it() -> None:
    session = playing(room("H@...", "...W.", "....\\"), luck=[HIT, *[HIT, MISS], *[MISS] * 2])
    session.give("a we")
    game = game_of(session)
    (dwarf,) = [at for at, foe in game.floor.enemies.items() if foe.kind.name == "dwarf"]
    game.floor.move_enemy(dwarf, dwarf - 1)
    list(session.play_words(["a", "we", "a", "we"]))
    fight = session.tally.fight
    assert fight is not None
    assert fight.hp_at_start == 125
    assert [(foe.kind.name, turns) for foe, turns in fight.foes] == [("human", 0), ("dwarf", 1)]


def test_new_game_has_counts_of_its_own() -> None:
    session = Session(BASE_RULES, 42, is_practice=True)
    session.start_history()
    session.start_game(BASE_RULES.races[0])
    list(session.play_words(["f", "no", "so", "ea", "we"]))
    frozen = session.tally.frozen_turns
    assert frozen > 0
    session.give("z")
    assert session.tally.frozen_turns == frozen - 1
    list(session.play_words(["r", "s"]))
    assert session.tally.frozen_turns == 0


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
        *[f"Floor {floor}, 1 turn: passed through; lost no HP to blows." for floor in (2, 3, 4)],
        "Floor 5, 1 turn: lost no HP to blows.",
        "Victory! You leave the dungeon alive on turn 9.",
    )


def test_story_of_a_game_that_goes_on_has_no_end() -> None:
    game = scenario(room("@..\\"))
    assert story_lines(game, played(game, Move(EAST)))[1:] == (
        "Floor 1, 1 turn: lost no HP to blows.",
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
        "Floors 1 to 4, 40 turns: slew an orc; lost no HP to blows.",
        "Floor 5, 10 turns: slew 5 orcs; lost no HP to blows.",
        "Floor 6, 10 turns: slew 6 orcs; lost no HP to blows.",
    )


DEEDS = ("did a", "reached level 9", "did b", "did c", "reached level 12", "did d", "did e")


def test_deeds_are_told_in_the_words_of_their_events() -> None:
    """Of more than four only the number, of levels the last."""
    game, tally = scenario(room("@..\\")), GameTally()
    game.hero.gold = 8
    tally.add_turn(game, game.last_events)
    game.hero.gold = 5
    deeds = [ExpansionEvent("x.y", "", "", deed=deed) for deed in DEEDS]
    tally.add_turn(game, (*deeds, ExpansionEvent("x.z", "", "")))
    (told,) = story_lines(game, tally)[1:]
    assert told == (
        "Floor 1, 0 turns: paid or lost 3 gold, did a, reached level 12, did b, did c and "
        "did 2 things more; lost no HP to blows."
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
    bought = game.play(command_table(game.rules).actions_and_answers["b ea 1"])
    deeds = [event.deed for event in bought if isinstance(event, ExpansionEvent)]
    assert deeds == [f"bought {ware.full_name} for {ware.price} gold"]
