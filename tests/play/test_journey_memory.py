"""Journey memory: an enemy that comes and goes is reported once (X7, X42)."""

from collections import Counter
from copy import copy
from typing import ClassVar

from attrs import define

from cc3k.engine.board import EAST, SOUTH, WEST
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.levels import Growth, experience_for_level
from cc3k.expansions.pack import MAX_POTIONS, add_potion
from cc3k.play.choices import HpLimit
from cc3k.play.collect import Collect
from cc3k.play.fights import Fight
from cc3k.play.interruptions import WATCHED_BOT, MultiTurnCommand, TravelPolicy, play_turn
from cc3k.play.journey_memory import NEWS_TURNS, NO_ROOM, SEE_PRICES, JourneyMemory, KindCounts
from cc3k.play.macros import Repeat, Run
from cc3k.play.session import Session
from cc3k.ui.console import Console
from tests.support.consoles import pressed, travelled
from tests.support.expansions import all_hunt, expanded, game_of, say
from tests.support.scenarios import HIT, MISS, FirstOfAll, room, scenario, weakened, with_hp
from tests.support.tables import for_each
from tests.support.walks import second_press

ORC, ELF = (
    Enemy(kind)
    for name in ("orc", "elf")
    for kind in scenario("|---|\n|@.\\|\n|---|").rules.enemy_kinds
    if kind.name == name
)

CORNER = r"""
    |----------------|
    ||---|  |-------||
    ||@..+##+.......||
    ||...|  |...O..\||
    ||---|  |-------||
    |----------------|
"""


def stops(session: Session, ways: str) -> list[str]:
    """Return why counts of single steps stopped, those that did not left out."""
    said = []
    for way in ways.split():
        reason = play_turn(session, command := Repeat(way, 2), session.give)
        assert command.times_left == 1
        said.append(reason or "")
    return list(filter(None, said))


def session_of(game: GameState) -> Session:
    session = Session(game.rules, 42)
    session.game = game
    session.start_history()
    return session


def test_collecting_with_few_hp_is_asked_about_once_where_not_all_is_seen() -> None:
    """X42: and again once there are half of them; the stop names a way on, and stairs that heal."""
    for names, told in (("fog", 3), ("levels", 0)):
        session = session_of(expanded(names, CORNER))
        stopped = []
        for hp in (60, 20, 11, 10, 40, 30):
            game_of(session).hero.hp = hp
            stopped.append(play_turn(session, Collect(), session.give) or "")
        low = [text for text in stopped if "{collect} goes on all the same" in text.lower()]
        assert len(low) == told


@for_each(("fog clock", WAKING + 1, True), ("fog clock", 1, False), ("fog gear", 0, True))
def test_collecting_stops_when_it_learns_where_the_stairs_are_and_should_leave(
    names: str, count: int, is_told: bool
) -> None:
    """X89, X113: once the dungeon is awake, and when a compass shows them."""
    drawing = CORNER.replace("O", ".")
    session = session_of(expanded(names, drawing.replace("@.", "@C") if count == 0 else drawing))
    game = game_of(session)
    for clock in [part for part in game.parts.values() if isinstance(part, Clock)]:
        clock.count = count
    reason = stop_of(session, Collect())
    assert ("Stopped: the stairs are " in reason) == is_told
    assert is_told == reason.endswith(" of you; {stairs} goes there.")


@define(eq=False)
class WatchedSteps(Repeat):
    """Steps that only a refusal interrupts, as those of a bot that is watched."""

    policy: ClassVar[TravelPolicy] = WATCHED_BOT


def test_a_watched_bot_plays_on_whatever_is_near_and_then_says_why_it_ends() -> None:
    """An orc in view, which would stop the counts of a player, is the bot's own business."""
    session = session_of(scenario("|------|\n|@...O\\|\n|------|"))
    steps = WatchedSteps("ea", 2)
    assert [play_turn(session, steps, session.give) for _ in range(2)] == [None, None]
    steps.stop_reason = "The bot is done."
    assert play_turn(session, steps, session.give) == "The bot is done."
    assert play_turn(session, WatchedSteps("no", 2), session.give) == ""


def test_more_of_a_kind_than_were_told_of_are_news() -> None:
    """X41: nobody can tell which of a kind came back, so they are counted."""
    counts = KindCounts()
    assert counts.note([ORC], 1) == ["orc"]
    assert counts.note([], 2) == counts.note([ORC], 3) == []
    assert counts.note([ORC, ORC, ELF], 4) == ["orc", "elf"]
    assert counts.note([ORC], 5) == counts.note([ORC, ORC], 6) == []


def test_the_slain_make_room_for_news() -> None:
    """X42: an orc that comes after one was slain is another one."""
    counts = KindCounts()
    counts.note([ORC, ELF], 1)
    counts.forget_slain(Counter(["orc", "orc", "human"]))
    assert counts.note([ORC, ELF], 2) == ["orc"]


def test_after_a_while_an_enemy_is_news_again() -> None:
    """X42: who was seen long ago may be anywhere; the turns count from the last sight."""
    counts = KindCounts()
    counts.note([ORC], 0)
    assert counts.note([ORC], NEWS_TURNS) == []
    assert counts.note([ORC], 2 * NEWS_TURNS) == []
    assert counts.note([ORC], 3 * NEWS_TURNS + 1) == ["orc"]


IN, OUT, PAUSE = "ea " * 6, "we " * 6, "ea we " * 10


def test_an_enemy_that_comes_back_into_view_does_not_stop_a_journey_again() -> None:
    """X42: it was reported; who has seen none of its kind for long is told again."""
    session = session_of(expanded("fog", CORNER, steps=[EAST, WEST] * 200))
    stopped = ["Stopped: an orc comes into view."]
    assert stops(session, IN) == stopped
    assert stops(session, OUT + PAUSE + IN) == []
    assert stops(session, OUT + PAUSE * 2 + IN) == stopped


def test_one_that_comes_after_a_kill_stops_a_journey() -> None:
    """X42: the tally of the session counts kills by hand, too."""
    session = session_of(expanded("fog", CORNER, steps=[EAST, WEST] * 200))
    assert stops(session, IN + OUT + PAUSE) == ["Stopped: an orc comes into view."]
    session.tally.kills["orc"] += 1
    assert stops(session, IN) == ["Stopped: an orc comes into view."]


def test_nobody_enters_a_chamber_with_several_in_sight_unasked() -> None:
    """X42: who is in view is named once, all of them; a second press goes in."""
    drawing = CORNER.replace(".......", "....O..")
    to_and_fro = [EAST, EAST, WEST, WEST] * 100  # both of them
    session = session_of(expanded("fog", drawing, steps=to_and_fro))
    assert stops(session, IN) == ["Stopped: 2 orcs are in view."]
    session = session_of(expanded("fog", drawing, steps=to_and_fro))
    session.give("f")
    assert stops(session, IN) == [], "the frozen stop nobody"
    session.give("f")
    stopped = play_turn(session, Run(EAST), session.give)
    assert stopped == "Stopped before the chamber: 2 orcs are in view."
    assert play_turn(session, Run(EAST), session.give) is None
    session.give("we")
    assert play_turn(session, Run(EAST), session.give) is None, "told once"


RULE = "who strikes from doorway or passage does half damage"
BORIN_COMES = f"Borin comes into view: {RULE}."
UNIQUE_AHEAD = CORNER.replace("O", "U")


def stop_of(session: Session, command: MultiTurnCommand) -> str:
    reason = None
    while reason is None:
        reason = play_turn(session, command, session.give)
    return reason


@for_each("command", [Run(EAST), Repeat("ea", 9), Collect()])
def test_a_unique_stops_a_command_once_when_it_comes_into_view(command: MultiTurnCommand) -> None:
    """X110: its rule is told then, in the fog; where all is seen, the arrival alone tells it."""
    for names, times in (("fog uniques", 1), ("uniques", 0)):
        session = session_of(expanded(names, UNIQUE_AHEAD, luck=[0] * 8))
        session.give("ea")
        told = [stop_of(session, copy(command)) for _ in range(4)]
        assert len([text for text in told if BORIN_COMES in text]) == times, told
        assert times == 0 or not any("Borin comes into view." in text for text in told), told


@for_each(
    ("@U....", "is beside you"),
    ("@...U.", "comes into view"),
)
def test_a_unique_in_reach_does_not_come_into_view(row: str, comes: str) -> None:
    """X110: its rule stops a run all the same, and the next one goes."""
    session = session_of(expanded("fog uniques", room(row, ".....\\"), luck=[0] * 8))
    assert stop_of(session, Run(SOUTH)) == f"Stopped: Borin {comes}: {RULE}."
    assert game_of(session).turns == 0


def test_one_press_tells_all_that_stops_a_journey_and_the_next_one_goes() -> None:
    """X42, X110: the danger, the rule of a unique, points to spend, and that HP are low."""
    game = expanded("fog levels uniques", room("@......", ".U....\\"), luck=[0] * 8)
    game.dice = game.turn_dice = FirstOfAll()
    game.hero.hp = 20
    desk = Console(session_of(game), 115, 32)
    told = pressed(desk, ">")
    borin = f"Borin can strike you on the way (up to 16 HP a turn): {RULE}"
    undone = "You have points to spend. HP is low. A point heals 31"
    assert told == f"{borin}. {undone}: press > again to go all the same."
    travelled(desk, ">")
    assert game.turns


def test_tab_stops_before_the_first_blow_at_a_unique_and_tells_its_rule_with_the_odds() -> None:
    """X110: in one press, also where a step by hand has brought it into view."""
    session = session_of(expanded("fog uniques", room("@U....\\"), luck=[0] * 8))
    game = game_of(session)
    told = stop_of(session, Fight())
    assert game.turns == 0
    assert told.startswith("You win ")
    assert "against Borin" in told
    assert told.endswith(f": {RULE}")
    game.hero.hp = 20
    assert "against Borin" in stop_of(session, Fight())


@for_each(
    ("uniques", "@.U.W\\", "against Borin; "),
    ("hunters", "@.9D.\\", "against a dragon; "),
    ("hunters", "@.W..\\", ""),
    ("", "@.9D.\\", ""),
)
def test_tab_asks_once_before_it_fights_a_unique_or_a_dragon(
    names: str, row: str, told: str
) -> None:
    luck = [*[0] * 8 * (names == "uniques"), MISS, *([0] if "W" in row[:3] else [MISS] * 9)]
    session = session_of(expanded(names, room(row), luck=luck))
    game, fight = game_of(session), Fight()
    weakened(game).hero.hp = 1_000
    reason = stop_of(session, fight)
    assert told in reason
    assert (game.turns == 0) == bool(told)
    if told:
        reason = stop_of(session, second_press(fight).command)
        if "under half" in reason:
            stop_of(session, Fight())
        left = [each.kind.name for each in game.floor.enemies.values()]
        assert left == ["dwarf"] * (names == "uniques")


@for_each(
    ("....U..", f"Stopped: {BORIN_COMES}"),
    ("..O.U..", f"Stopped: an orc comes into view. {BORIN_COMES}"),
    ("U......", f"Stopped: Borin is close: {RULE}."),
)
def test_a_unique_is_told_of_along_with_what_else_stops_a_command(seen: str, told: str) -> None:
    """X110: in one sentence where the reason names it, and in one message with others."""
    drawing = CORNER.replace("...O..", "......").replace(".......", seen, 1)
    count = len(seen.replace(".", ""))
    steps = [*[EAST] * count, *[WEST] * count] * 9
    session = session_of(expanded("fog uniques", drawing, luck=[0] * 8, steps=steps))
    assert stop_of(session, Repeat("ea", 9)) == told


def test_a_new_floor_and_a_new_game_are_all_news() -> None:
    """X42: nothing is remembered of another floor."""
    memory, game = JourneyMemory(), expanded("hunters", CORNER)
    all_hunt(game, 5)
    memory.begin_turn(object(), game, Counter())
    assert memory.hunting.note(game.floor.enemies.values(), 0) == []
    other = game.copy()
    all_hunt(other, 0)
    memory.begin_turn(object(), other, Counter())
    assert memory.hunting.note(other.floor.enemies.values(), 0) == ["orc"]


HOARD_ON_THE_WAY = r"""
    |------------------|
    ||-----|    |-----||
    ||..9D.|    |.....||
    ||.....|    |.....||
    ||.....+####+...O.||
    ||@....|    |....\||
    ||-----|    |-----||
    |------------------|
"""


def test_the_stop_of_collecting_names_what_it_passed_in_sight_and_why_once() -> None:
    """X42: gold that stays where it is seen asks for a reason at once; with no fog it does not."""
    session = session_of(expanded("fog", HOARD_ON_THE_WAY, steps=[EAST, EAST, EAST, WEST] * 9))
    assert stop_of(session, Collect()) == (
        "10 turns. Left the gold 2 north 8 west: a dragon guards it. "
        "Stopped: an orc comes into view."
    )
    assert session.journeys.sum_up(game_of(session), Counter()) == "10 turns."


def test_no_more_than_two_things_passed_are_told_at_one_stop() -> None:
    """The nearest come first; what is no more there, or was gone to after all, is not told."""
    session = session_of(expanded("fog", "|--------|\n|@7.7.7.\\|\n|--------|"))
    game, memory = game_of(session), JourneyMemory()
    memory.begin_turn(object(), game, Counter(), tells_sum=True)
    gold = sorted(GameView(game).gold)
    memory.passed.update(dict.fromkeys(gold, "an elf is near"))
    game.turns += 1
    assert memory.sum_up(game, Counter()) == (
        "1 turn. Left the gold 1 east and 3 east: an elf is near."
    )
    assert memory.sum_up(game, Counter()) == "1 turn. Left the gold 5 east: an elf is near."
    memory.passed[gold[0]] = ""
    assert memory.sum_up(game, Counter()) == "1 turn."


def test_what_holds_for_all_potions_is_told_once_a_floor() -> None:
    """X42, X10: a vault is known; that the pack is full, once until it has room."""
    session = session_of(expanded("fog pack", room("@0.0.0.0\\")))
    game, memory = game_of(session), JourneyMemory()
    potions = sorted(GameView(game).potions)
    for _ in range(MAX_POTIONS):
        add_potion(game, game.rules.potions[0])
    for at, depth, reason, told in (
        (1, 1, NO_ROOM, "1 turn. Left the potion 3 east: no room for more."),
        (0, 1, NO_ROOM, "1 turn."),
        (2, 1, SEE_PRICES, "1 turn. Left the potion 5 east: walk into it to see its prices."),
        (3, 1, SEE_PRICES, "1 turn."),
        (3, 1, "an elf is near", "1 turn. Left the potion 7 east: an elf is near."),
        (1, 2, NO_ROOM, "1 turn."),
        (2, 3, SEE_PRICES, "1 turn. Left the potion 5 east: walk into it to see its prices."),
        (1, 0, NO_ROOM, "1 turn. Left the potion 3 east: no room for more."),
    ):
        if not depth:
            say(game, "u a")
            game.known_names.clear()
        game.depth = max(1, depth)
        memory.begin_turn(object(), game, Counter(), tells_sum=True)
        memory.passed[potions[at]] = reason
        game.turns += 1
        assert memory.sum_up(game, Counter()) == told
    memory.begin_turn(object(), game, Counter(), tells_sum=True)
    memory.passed.update(dict.fromkeys(potions, SEE_PRICES))
    game.turns += 1
    assert memory.sum_up(game, Counter()).count("Left") == 1, "the nearest of them"


def test_a_long_fight_is_summed_up_where_it_cost_hp_with_expansions() -> None:
    """More than three turns with wounds: what was slain, lost and won; else not a word."""
    for names, hp, hits, told in (
        ("fog", 125, 2, "1 slain, HP -32 (93 of 125 left), 2 gold."),
        ("fog", 300, 2, "1 slain, HP -32 (268 left), 2 gold."),
        ("fog", 125, 0, ""),
        ("", 125, 2, ""),
    ):
        luck = [*[HIT] * hits, *[MISS] * (4 - hits), 1]
        game = with_hp(expanded(names, "|-----|\n|@W..\\|\n|-----|", "Shade", luck), hp)
        assert stop_of(session_of(game), Fight()) == told


@for_each(
    ("levels", "@W...\\", 70, 50, [HIT] * 2, "Stopped: your HP are under half"),
    ("levels", "@W...\\", 60, 50, [HIT] * 2, ""),
    ("", "@W...\\", 70, 50, [HIT] * 2, ""),
    ("uniques", "@U...\\", 125, 80, [HIT] * 3, "Stopped: Borin's HP are under half"),
    ("uniques", "@U...\\", 70, 80, [HIT] * 3, "Stopped: your and Borin's HP are under half"),
    ("levels", "W@W..\\", 50, 20, [0, MISS], "Stopped: you can spend a point"),
    ("levels", "W@W..\\", 125, 20, [0, MISS], ""),
    ("levels", "@W...\\", 125, 20, [], ""),
)
def test_fight_that_goes_on_stops_once_for_wounds_and_for_a_level(  # noqa: PLR0913, PLR0917 - a table
    names: str, row: str, hp: int, enemy_hp: int, luck: list[int], told: str
) -> None:
    """With expansions; a second press goes on, and a fight that is over tells its own end."""
    game = expanded(names, room(row), luck=[*[0] * 8 * (names == "uniques"), *luck, 0])
    session = session_of(game)
    weakened(game, enemy_hp)
    for growth in [part for part in game.parts.values() if isinstance(part, Growth)]:
        growth.experience = experience_for_level(2) - 1
    game.hero.hp = hp
    session.tally.add_turn(game, ())
    session.journeys.note_prey(GameView(game), game.floor.enemies.values())
    fight: MultiTurnCommand = Fight(HpLimit(0))
    assert stop_of(session, fight) == told
    if told:
        assert stop_of(session, second_press(fight).command) == ""
    assert not game.floor.enemies


def test_collecting_fetches_what_it_sees_before_it_explores_unless_that_is_far() -> None:
    """X42: gold a few steps beyond the next unseen place would have to be come back for."""
    for row, first in (("@..7..............", "ea"), ("@...............7.", "we")):
        drawing = f"""
            |-----------------------|
            |###|-------------------|
            |###+{row}\\|
            |###|-------------------|
            |-----------------------|
        """
        assert Collect().next_command(expanded("fog", drawing)) == first
