"""Being hunted: what journeys, rest, fights, look, screens and plain mode do about it (X7, X50).

A fight that stops at few HP names what could save the PC now (X10, X51, X104).
"""

from collections.abc import Sequence
from itertools import product
from typing import ClassVar

from cc3k.bots.game import observe
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ToggleFreeze
from cc3k.engine.board import DOORWAY, EAST, PASSAGE, Board
from cc3k.engine.dice import Dice
from cc3k.engine.events import FreezeToggled
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.states import FLEEING, SLOWED
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.hunters import FREEZE_TURNS, FREEZES, HUNTERS, HUNTING_TURNS, Hunt
from cc3k.expansions.tactics import AIMING
from cc3k.expansions.vaults import Treasures, Wand
from cc3k.expansions.words import enemy_does
from cc3k.play.choices import HpLimit
from cc3k.play.collect import COLLECTING, Collect
from cc3k.play.commands import DIRECTIONS_BY_WORD, command_table
from cc3k.play.fights import Fight, describe_ways_out
from cc3k.play.interruptions import MultiTurnCommand, SecondPress, TravelPolicy, find_interruption
from cc3k.play.look import describe_cell, describe_floor, describe_nearby, hunted_by
from cc3k.play.macros import HUNTED, Repeat, RepeatAttack, Rest, Run, rest_refusal
from cc3k.play.messages import join_messages
from cc3k.play.prompts import plan
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, StairsJourney, find_free_gold, find_stairs, journey_to
from cc3k.play.voices import DocumentVoice
from cc3k.ui.palette import ROLE_LETTERS, role_styles
from tests.support.consoles import console_of, lines, pressed, roles_of, travelled
from tests.support.expansions import all_hunt, expanded, foe_of, played, rules_of, session_of
from tests.support.scenarios import HIT, MISS, room, scenario, weakened
from tests.support.tables import for_each
from tests.support.walks import only_enemy, second_press, stocked, texts, tried, walk

RULES, WITH_TACTICS = rules_of("hunters"), rules_of("hunters tactics")
TO_THE_EAST = ("ea", "ne", "se")
NOTICES = True
WIDE = (115, 32)


def a_game(
    drawing: str, luck: Sequence[int] = (), hp: int = 125, rules: Rules = RULES, race: str = "Shade"
) -> GameState:
    game = scenario(drawing, race, luck, [EAST] * 99, rules)
    game.hero.hp = hp
    return game


def hunted(
    drawing: str, luck: Sequence[int] = (), hp: int = 125, rules: Rules = RULES
) -> GameState:
    return all_hunt(a_game(drawing, luck, hp, rules))


def with_dice(game: GameState) -> GameState:
    game.turn_dice = Dice("being hunted")
    return game


@for_each(AutoTravel(find_stairs), Run(EAST), Repeat("ea", 9), Collect(), Rest())
def test_whoever_begins_to_hunt_stops_a_journey(command: MultiTurnCommand) -> None:
    """X7: every stop of a journey counts hunters: the turn in which one notices is its last."""
    hp = 100 if isinstance(command, Rest) else 120
    game = with_dice(a_game(room("@............7\\", "      O........"), hp=hp, race="Troll"))
    turns, reason = played(game, command)
    assert reason.endswith("Stopped: an orc hunts you.")
    assert 0 < turns < 9
    assert "O notices PC." in texts(game.last_events)


class CollectingSteps(Repeat):
    policy: ClassVar[TravelPolicy] = COLLECTING


def test_a_journey_begun_while_hunted_goes_on_until_the_hunter_is_close() -> None:
    """X7: to flee must not take a key for every step; one more hunter stops it."""
    game = hunted("\n".join([room("O...@........\\")] * 2))
    assert played(game, AutoTravel(find_stairs)) == (9, "")
    assert game.depth == 2
    for command, told in (
        (Repeat("ea", 9), "Stopped: an elf is close."),
        (CollectingSteps("ea", 9), "Stopped: an elf is close; {fight} fights it."),
    ):
        game = with_dice(hunted(room("@.............\\", ".......E.......")))
        turns, reason = played(game, command)
        assert reason.endswith(told)
        assert 1 < turns < 5
    game = hunted(room("O.......@........\\"))
    assert find_interruption(game, (), list(GameView(game).hunters.values())) is None
    assert find_interruption(game) == "Stopped: an orc hunts you."
    game.enemies_frozen = True
    assert find_interruption(game) is None
    assert find_interruption(hunted(room("O@........\\"))) == "Stopped: an orc is close."


def test_two_that_notice_the_pc_in_one_turn_are_told_of_once() -> None:
    """X50: an event each, and in the document's words a sentence each; people hear one."""
    kinds = [RULES.enemy_kind_named(name) for name in ("elf", "orc")]
    elf, orc = [enemy_does("hunters.noticed", kind, "notices {}", "notice {}") for kind in kinds]
    voice, race = SpokenVoice(RULES), RULES.races[0]
    for events, told in (
        ([elf], "The elf notices you."),
        ([elf, orc, elf], "Two elves notice you. The orc notices you."),
        ([elf] * 12, "12 elves notice you."),
    ):
        assert join_messages(voice.word_turn(events, race)) == told
    game = a_game(room("....@......\\", ".E.......E."), luck=[NOTICES, NOTICES, 0, 0])
    session = session_of(game)
    session.use_voice(voice)
    session.give("ea")
    assert "Two elves notice you." in session.action_text
    assert texts(game.last_events) == ["E notices PC."] * 2
    document = DocumentVoice(RULES).word_turn((elf, elf), race)
    assert join_messages(document) == "E notices PC. E notices PC."


@for_each(
    (room("@......O......\\", ".             .", "..............."), "so"),
    (room(".....", "@...\\", "--+--", ".O...", "....."), "ne"),
)
def test_travel_does_not_count_on_a_hunter_to_go_out_of_the_way(drawing: str, step: str) -> None:
    """X7: others may be elsewhere by the time; one that hunts comes nearer, through doorways."""
    assert AutoTravel(find_stairs).next_command(a_game(drawing)) == "ea"
    assert AutoTravel(find_stairs).next_command(hunted(drawing)) == step


def test_rest_is_refused_while_hunted() -> None:
    """X7, X51: hunters come closer while one rests; frozen ones do not, while the freeze lasts."""
    drawing = room("@.......O.........", ".................\\")
    game = all_hunt(a_game(drawing, hp=100, race="Troll"))
    assert rest_refusal(game) == HUNTED
    assert played(game, Rest()) == (0, HUNTED)
    game.enemies_frozen = True
    assert rest_refusal(game) == ""
    assert played(game, Rest())[0] == 4
    game.enemies_frozen = False
    game.hero.hp = 10
    game.play(ToggleFreeze())
    assert played(game, Rest()) == (FREEZE_TURNS, "")
    assert played(game, Rest()) == (0, HUNTED)


@for_each(AutoTravel(find_stairs), Run(EAST), Repeat("ea", 19), Collect(), Fight(goes_far=True))
def test_a_journey_stops_when_the_freeze_ends(command: MultiTurnCommand) -> None:
    """X51: who walks on among hunters wants to be asked; the message of the turn says why."""
    rows = ["@.................6....\\", *["." * 24] * 3, ".....................W.."]
    game = with_dice(a_game(room(*rows)))
    game.play(ToggleFreeze())
    part_of(game, Hunt).turns_frozen = 7
    turns, reason = played(game, command)
    assert (turns, game.enemies_frozen) == (7, False)
    assert FreezeToggled(enemies_frozen=False) in game.last_events
    assert reason == ("7 turns." if isinstance(command, Collect) else "")
    assert part_of(game, Hunt).freezes == FREEZES - 1, "no journey begins one"


def test_the_odds_of_a_fight_count_hunters_that_join_it() -> None:
    """X7: those that get there before the fight ends, where it can be fought; they stop it not."""
    drawing = room("@..W...O\\", "........ ")
    joined, far = hunted(drawing), hunted(room("@W" + "." * 20 + "O\\", "." * 24))
    fight = Fight(HpLimit(0))
    assert "orc" in fight.warning(joined)
    assert sorted([enemy.kind.name for enemy in fight.foes]) == ["dwarf", "orc"]
    held, harmless = hunted(drawing), hunted(room("@W...O\\"))
    held.enemies_frozen, harmless.hero.stats = True, BaseStats(0, 25)
    far.floor.enemies[min(far.floor.enemies)].hp = 1
    for each in (joined, a_game(drawing), held, far, harmless):
        others = [enemy.kind.name for enemy in foe_of(each, HpLimit(0)).others]
        assert others == ["orc"] * (each is joined)


def test_the_odds_name_those_near_who_may_yet_notice() -> None:
    """X7, X50: they are not in the odds, so it is said that these are of a fight alone."""
    drawing = room("@..O.E.L" + "." * 30 + "W\\", "." * 40)
    question = Fight().warning(a_game(drawing))
    assert question.startswith("You win 86 % against an orc alone; HP -")
    assert question.endswith("; an elf and a halfling are near")
    for row, told in (("@..O.E..\\", "an elf is near"), ("@..OHEWLHEWL.\\", "8 enemies are near")):
        assert Fight().warning(a_game(room(row, "." * len(row)))).endswith(f"; {told}")
    frozen, base = a_game(drawing), a_game(drawing, rules=BASE_RULES)
    frozen.enemies_frozen = True
    for each in (frozen, base):
        assert "near" not in Fight().warning(each)


@for_each((BASE_RULES, "dwarf"), (RULES, "orc"))
def test_whoever_strikes_on_the_way_to_an_enemy_is_in_its_odds(rules: Rules, chosen: str) -> None:
    """X7, X50: an orc that attacks always notices and follows, so the dwarf beyond pays no more."""
    drawing = room("|||O||||||||", "@.........W\\")
    assert foe_of(a_game(drawing, rules=rules), HpLimit(0)).enemy.kind.name == chosen


def at_a_door(row: str, glyph: str = "+", steps: int = 1) -> GameState:
    """Return the game of a mighty hero who has stepped there while all were held."""
    drawing = room("||.............", "@+" + row, "||............\\").replace("+", glyph)
    game = a_game(drawing, [MISS] * 9, 5000)
    game.enemies_frozen = True
    walk(game, "ea " * steps)
    game.enemies_frozen = False
    return all_hunt(game)


@for_each(("+", "a doorway"), ("#", "a passage"))
def test_a_fight_asks_before_it_leaves_a_narrow_place_to_several(glyph: str, place: str) -> None:
    """X50: hunters come by themselves, one at a time there; a yes goes to them all the same."""
    game = at_a_door("......W....W.", glyph)
    assert Fight().warning(game).endswith(f" You leave {place}, and 2 dwarves hunt you")
    assert Fight(is_accepted=True).next_command(game) in TO_THE_EAST
    game.enemies_frozen = True
    in_the_open = at_a_door("......W....W.", glyph, steps=2)
    alone, beside = at_a_door("......W......", glyph), at_a_door("W....W.......", glyph)
    weak = weakened(at_a_door("......W....W.", glyph))  # so that nothing is lost on average
    for each in (game, in_the_open, alone, beside, weak):
        assert Fight().warning(each) == "", "nothing is given up"


def in_a_passage(behind: str, row: str, rules: Rules = RULES, here: int = DOORWAY) -> GameState:
    """Return a mighty hero in a doorway behind which is a passage, hunted by those before it."""
    walls = "|" * (len(behind) + 1)
    rows = (walls + "." * len(row), f"{behind}@{row}", f"{walls}{'.' * (len(row) - 1)}\\")
    game = hunted(room(*rows), [MISS] * 99, 5000, rules)
    board = game.floor.board
    terrain = bytearray(board.terrain)
    terrain[game.floor.hero_cell] = here
    game.floor.board = Board(bytes(terrain), board.width, board.height)
    return with_dice(game)


def test_a_fight_steps_back_into_a_passage_so_that_hunters_come_one_at_a_time() -> None:
    """X50: it asks for leave to go out only where there is no way back, or nobody came."""
    game = in_a_passage("######", "......W....W.")
    assert Fight().warning(game) == ""
    assert Fight().next_command(game) == "we"
    for enemy in game.floor.enemies.values():
        enemy.set_status(SLOWED, 99)
    assert played(game, Fight()) == (4, "You leave a passage, and 2 dwarves hunt you")
    shut = in_a_passage("", "......W....W.")
    good = in_a_passage("+", "......W....W.", here=PASSAGE)  # more have room in a doorway
    for each, place in ((shut, "a doorway"), (good, "a passage")):
        assert Fight().warning(each).endswith(f"You leave {place}, and 2 dwarves hunt you")


def test_a_fight_does_not_step_back_from_who_shoots() -> None:
    """X93: the way back is as much in the line of an elf."""
    game = in_a_passage("######", "..E..W.", WITH_TACTICS)
    assert Fight().next_command(game) is None or "leave a doorway" in Fight().warning(game)


def test_a_fight_waits_in_a_narrow_place_for_one_that_is_two_steps_away() -> None:
    """X50: it comes and gets the first blow; where it has no way, it is gone to all the same."""
    game, fight = in_a_passage("", "..W...."), Fight()
    words = [fight.next_command(game) for _ in range(3)]
    assert words[0] == words[2] == "wait"
    assert words[1] in TO_THE_EAST


@for_each((False, "wait"), (True, "ea"))
def test_a_fight_waits_for_nobody_in_the_line_of_an_arrow(aims: bool, words: str) -> None:
    """X93: who aims shoots in the next turn."""
    drawing = room("@.W....\\", ".......", ".......", "E......")
    game = hunted(drawing, rules=WITH_TACTICS)
    at = max(game.floor.enemies)
    if aims:
        AIMING.announce(game, at, game.floor.enemies[at])
    assert Fight(HpLimit(0)).next_command(game) == words


def test_a_fight_whose_foe_was_slain_before_it_goes_on_is_against_the_next_one() -> None:
    """So the key that was to fight on does something."""
    game = weakened(a_game(room("W@W....\\"), luck=[HIT] * 9))
    fight, first = Fight(), min(game.floor.enemies)
    assert fight.warning(game) == ""
    game.floor.enemies[first].hp, game.turns = 0, 1
    game.floor.remove_enemy(first)
    assert fight.next_command(game) == "a ea"


def with_a_thief(row: str, hp: int) -> GameState:
    """Return a game in a doorway, with a halfling that runs, and dwarves that hunt."""
    game = in_a_passage("", row, WITH_TACTICS)
    halfling = game.floor.enemies[min(game.floor.enemies)]
    halfling.hp, halfling.hunting_turns, game.hero.hp = 1, 0, hp
    halfling.set_status(FLEEING, 99)
    return game


@for_each(
    ("..L.....", 30, "HP is low"),
    ("..L.......W", 125, "you would leave a doorway, and a dwarf hunts you"),
)
def test_a_fight_chases_who_runs_at_a_risk_only_when_told_to(row: str, hp: int, why: str) -> None:
    """X95, X42: with few HP, or out of a narrow place while another hunts."""
    game, fight = with_a_thief(row, 125), Fight()
    if "W" not in row:
        assert fight.next_command(game) in TO_THE_EAST
    game.hero.hp, told = hp, f"Stopped: {why}. A halfling runs"
    assert tried(game, fight) == (None, told)
    assert second_press(fight).purpose == "to chase it"
    assert second_press(fight).command.next_command(game) in TO_THE_EAST


def test_a_fight_does_not_go_where_a_thief_was_seen_last_with_few_hp() -> None:
    """X42, X95: one out of sight is chased no more than one in sight."""
    game, fight = with_a_thief("..L.....", 125), Fight()
    assert fight.next_command(game) in TO_THE_EAST
    game.hero.hp = 30
    game.floor.remove_enemy(min(game.floor.enemies))
    assert tried(game, fight) == (None, "Stopped: HP is low. A halfling runs")


@for_each(
    ("@....O.....", ""),
    ("@...O......", "An orc hunts you; {fight} fights"),
    ("@..O....O..", "An orc hunts you"),  # it would not fight two
)
def test_collecting_asks_before_it_goes_on_under_hunters_near_by(row: str, told: str) -> None:
    """X7, X42: as it does beside an enemy; a second press goes on."""
    game, collect = hunted(room("7.........\\", row)), Collect()
    words, reason = tried(game, collect)
    assert (words is None, reason) == (bool(told), told)
    if told:
        assert second_press(collect).purpose == "to go on all the same"
        assert second_press(collect).command.next_command(game) is not None
    game.enemies_frozen = True
    assert Collect().next_command(game) is not None


def test_once_the_dungeon_is_awake_collecting_asks_before_it_walks_away_from_any_hunter() -> None:
    """X113: of those far off, too."""
    game = expanded("clock hunters", room("7.........\\", "@....O....."))
    game.enemies_frozen = False
    all_hunt(game)
    for count, told in ((WAKING - 1, ""), (WAKING, "The dungeon is awake: an orc hunts you")):
        part_of(game, Clock).count, collect = count, Collect()
        assert (collect.next_command(game) is None) is bool(told)
        assert collect.stop_reason.removesuffix("; {fight} fights") == told


def test_a_hunter_in_the_way_is_named_at_once_and_tab_with_it() -> None:
    """X7: it comes nearer, so no step back opens the way."""
    drawing = room(".||||||||", "..#@#W##\\")
    assert AutoTravel(find_stairs).next_command(a_game(drawing)) is not None
    for hp, fights in ((125, "; {fight} fights"), (20, "")):  # Tab would not fight it then
        hunting, told = AutoTravel(find_stairs), f"Stopped: a dwarf is ahead{fights}."
        assert tried(hunted(drawing, hp=hp), hunting) == (None, told)
        assert hunting.again is None, "nobody is beside the PC"
    for hp, percent in ((5000, 100), (40, 69), (20, 31)):
        beside = AutoTravel(find_stairs)
        turns, stop = played(hunted(room(".|||||||", "#@W.###\\"), hp=hp), beside)
        fights = "; {fight} fights" * (percent > 50)
        assert stop.startswith(f"Stopped: a dwarf is ahead{fights}. You win {percent} %")
        assert stop.endswith("{fight} won't: {attacking} attacks.") is (not fights)
        again = beside.again.command if isinstance(beside.again, SecondPress) else None
        assert (turns, isinstance(again, RepeatAttack)) == (0, percent > 50)
    game = hunted(room(".|.||||||", "..#@#..#\\", ".|||W||||"))
    words, stop = tried(game, AutoTravel(find_stairs))
    assert words is None
    assert stop.startswith("A dwarf can strike you on the way (")
    assert stop.endswith(" HP a turn); {fight} fights")


@for_each((20, True), (60, True), (100, False))
def test_a_way_that_begins_beside_a_dangerous_hunter_is_asked_about(hp: int, asks: bool) -> None:
    """X7: it comes along; asked where HP are low, or a turn may cost a quarter of them."""
    game, journey = hunted(room("O@.......\\"), hp=hp), StairsJourney()
    game.enemies_frozen = True
    assert AutoTravel(find_stairs).next_command(game) == "ea", "who cannot follow is no danger"
    game.enemies_frozen = False
    words, reason = tried(game, journey)
    assert words == (None if asks else "ea")
    assert reason.startswith("An orc can strike you on the way") is asks
    assert (second_press(journey).purpose == "to go all the same") is asks
    game, early = hunted(room("O@.......\\"), hp=100), journey_to(find_stairs, HpLimit(101))
    assert early.next_command(game) is None, "the player's limit counts, as in a fight"


def test_no_further_press_goes_back_where_the_last_one_came_from() -> None:
    """X7: a journey that was interrupted goes on; a hunter in its way does not turn it round."""
    game, journey = hunted(room("..######.\\", ".@||||||.W", "..######..")), AutoTravel(find_stairs)
    session, ((at, dwarf),) = session_of(game), game.floor.enemies.items()
    game.floor.remove_enemy(at)
    for _ in range(3):
        session.give(words := journey.next_command(game) or "")
    game.floor.place_enemy(game.floor.cell_towards(DIRECTIONS_BY_WORD[words]), dwarf)
    assert AutoTravel(find_stairs).next_command(game) is not None, "a new journey goes round"
    words_of_next, reason = tried(game, second_press(journey).command)
    assert words_of_next is None
    assert reason.startswith("A dwarf can strike you on the way (")
    desk = console_of(with_dice(a_game(room("@............7\\", "      O........"))))
    travelled(desk, ">")
    assert desk.action_text.endswith("Stopped: an orc hunts you.")
    assert not desk.running.told_key, "it is not told, so no key after it is dropped"


@for_each(
    *[(("@..........6\\", "........W...."), hp, hp == 1) for hp in (1, 100)],
    (("W@O........6\\",), 1, False),  # another one is beside
)
def test_who_dies_of_one_blow_and_hardly_hurts_stops_no_journey(
    rows: tuple[str, ...], hp: int, goes_on: bool
) -> None:
    """The journey slays it and goes on; one that is tougher stops it."""
    for command in (Collect(), AutoTravel(find_free_gold)):
        game = with_dice(hunted(room(*rows), hp=5000))
        dwarf = game.floor.enemies[min(game.floor.enemies)]
        dwarf.hp = hp
        _, reason = played(game, command)
        assert (dwarf.hp == 0) == goes_on
        assert ("dwarf" in reason or "orc" in reason) != goes_on


def test_a_fight_strikes_first_at_whose_death_saves_most() -> None:
    """X7, X95: not at the one that it began with, which takes no HP while there is gold."""
    game, fight = a_game(room("L@.W...\\"), [MISS] * 9, 5000), Fight()
    (_, halfling), (at, dwarf) = sorted(game.floor.enemies.items())
    dwarf.hunting_turns = HUNTING_TURNS
    assert fight.next_command(game) == "a we"
    game.floor.move_enemy(at, at - 1)
    dwarf.hp = 1
    assert fight.next_command(game) == "a ea"
    halfling.hp = 1
    assert fight.next_command(game) == "a ea", "the harder blows, where one of ours is enough"
    halfling.set_fact(FLEEING, 1)
    dwarf.hp = 100
    assert fight.next_command(game) == "a ea", "who runs strikes nobody"


def test_a_fight_expects_the_lowest_hp_that_it_told() -> None:
    """X70: a level at the first kill heals, so that the worst end tells less than the way there."""
    game, fight = a_game(room("@HH.\\"), (), 150, rules_of("hunters levels"), "Vampire"), Fight()
    weakened(all_hunt(game), 60)
    assert fight.next_command(game) == "a ea"  # at worst it ends with 128, and falls to 120
    for hp, is_over in ((121, False), (119, True)):
        game.hero.hp, game.turns = hp, game.turns + 1
        assert (fight.next_command(game) is None) == is_over
    assert "lost 31 HP in this fight, more than expected, 119 " in fight.stop_reason


@for_each((RULES, 7), (BASE_RULES, 9))
def test_a_fight_stops_once_it_costs_more_than_the_worst_of_its_odds(
    rules: Rules, turns: int
) -> None:
    """With expansions: however good the odds of now are. Of eight blows, seven hit once in 28."""
    game, fight = weakened(a_game(room("@W...\\"), [*[HIT] * 8, 0], 400, rules), 180), Fight()
    game.enemies_frozen = True
    count, reason = played(game, fight)
    assert count == turns
    if turns < 9:
        assert "you have lost 112 HP in this fight, more than expected, 288 are left" in reason
        assert second_press(fight)


def test_a_hunter_far_off_is_met_half_way() -> None:
    """It comes by itself, so Tab does not give it the first blow."""
    fight = Fight()
    assert fight.next_command(hunted(room("@" + "." * 21 + "W\\"))) is None
    assert second_press(fight).purpose == "to meet it half-way"


def test_a_count_of_attacks_ends_before_hp_are_low_or_once_nobody_is_there() -> None:
    """HP need not be low now: a turn may leave less than the limit."""
    game = hunted(room("@W.\\"), [MISS] * 3, 45)
    _, reason = played(game, RepeatAttack("a ea", 9))
    assert reason == "Stopped: a turn may leave you 29 of 125 HP; your limit is 31."
    game, attack = hunted(room("@W.\\")), RepeatAttack("a ea", 9)
    assert attack.next_command(game) == "a ea"
    game.floor.remove_enemy(game.floor.cell_towards(EAST))
    assert tried(game, attack) == (None, "Stopped: nobody is there any more.")


def test_collecting_asks_before_a_hunter_of_whom_one_turn_may_kill() -> None:
    """One far off is left alone otherwise."""
    drawing = room("6.@........W.\\")
    assert tried(hunted(drawing, hp=5), Collect()) == (None, "A dwarf hunts you")
    assert tried(hunted(drawing, hp=5000), Collect())[0] == "we"


@for_each(("@W....L", ""), ("@W..OOO", "Stopped: an orc hunts you."))
def test_a_fight_takes_on_who_joins_it_as_long_as_the_odds_are_good(row: str, reason: str) -> None:
    """X7: a key for each would be one too many; bad odds are for the player to know."""
    game = with_dice(a_game(room(f"{row}....", ".........\\ "), hp=125 if reason else 5000))
    fight, others = Fight(), [*game.floor.enemies.values()][1:]
    without_limit = Fight(HpLimit(0), is_accepted=True)
    assert fight.next_command(game) == without_limit.next_command(game) == "a ea"
    for enemy in others:
        enemy.hunting_turns = HUNTING_TURNS
    game.turns += 1  # odds are weighed once a turn
    assert without_limit.next_command(game) == "a ea"
    assert (fight.next_command(game) is None) == bool(reason)
    assert fight.stop_reason.startswith(reason)
    if reason:
        assert "against a dwarf and 3 orcs" in fight.stop_reason
    else:
        _, ended = played(game, fight)
        assert ended == f"HP -{5000 - game.hero.hp} ({game.hero.hp} left), 3 gold."
        assert not game.floor.enemies


def test_below_the_limit_only_a_fight_that_may_cost_half_of_the_hp_is_asked_about() -> None:
    """X7: a key for each would be one too many; this dwarf may strike once, for 8 HP."""
    for hp, words in ((30, "a ea"), (15, None)):
        game = weakened(hunted(room("@W.\\"), hp=hp), 28)
        only_enemy(game).stats = BaseStats(10, only_enemy(game).stats.defence)
        assert tried(game, Fight())[0] == words


def test_who_joins_a_fight_below_the_limit_is_asked_about_where_the_sum_is_worse() -> None:
    """X7: what was told, or agreed to, was the odds against the others."""
    for hp, words in ((28, None), (125, "a ea")):
        game = with_dice(weakened(a_game(room("@W.L......", ".........\\"), hp=hp), 5))
        fight, (_, joiner) = Fight(), [*game.floor.enemies.values()]
        assert fight.next_command(game) == "a ea"
        joiner.hunting_turns = HUNTING_TURNS
        game.turns += 1
        assert fight.next_command(game) == words
        assert ("hunts you" in fight.stop_reason) == (words is None)


def test_a_wait_that_may_kill_is_asked_about() -> None:
    """X7: as other keys ask; it shows nobody out of sight."""
    for hp, asked in ((16, "A turn may kill you (16 HP at worst). Wait?"), (17, "")):
        game = hunted(room("@W.\\"), hp=hp)
        assert plan(game, command_table(game.rules), "wait").question == asked


def test_look_says_who_hunts() -> None:
    """X51, X7, X3: the cell, what is near, the floor; a bot sees what a player sees."""
    game = hunted(room("@..O\\"))
    (cell,) = game.floor.enemies
    for turns in (HUNTING_TURNS, 0):
        only_enemy(game).hunting_turns = turns
        assert describe_cell(game, cell)[0].endswith("it hunts you.") == bool(turns)
        assert describe_nearby(game).endswith("An orc hunts you.") == bool(turns)
        assert f"Enemies: {'hunting ' * bool(turns)}orc, 3 east." in describe_floor(game)
        assert observe(game).enemies[0].hunting == bool(turns)
        assert HUNTERS.texts.hints[0].is_due(game) == bool(turns)
    assert hunted_by([]) == ""
    assert hunted_by(["elf", "orc", "elf"]) == "2 elves and an orc hunt you."


def test_a_screen_underlines_hunters_and_the_panel_says_so() -> None:
    """X51: on a screen a hunter's letter is underlined, and the panel says so."""
    far = console_of(hunted(room("@" + "." * 20 + "O...", "........\\" + " " * 16)), size=WIDE)
    assert any("O orc      ===== 180 21 ea hunts" in line for line in lines(far))
    game = hunted(room("@..O......", ".........\\"))
    shell = console_of(game, size=WIDE)
    for turns, role, told in ((HUNTING_TURNS, "hunting orc", " hunts"), (0, "orc", "")):
        only_enemy(game).hunting_turns = turns
        assert roles_of(shell, "O") == ROLE_LETTERS[role]
        assert any(line[81:] == f" O orc      ===== 180  3 ea{told}" for line in lines(shell))


@for_each(*product(["default", "deuteran", "mono"], [0, 8, 16, 256]))
def test_every_hunter_is_underlined_and_unlike_its_kind(palette: str, colours: int) -> None:
    """X51: underlined in every palette, also kinds that are underlined at all times."""
    styles = role_styles(colours, palette)
    hunting = {role: style for role, style in styles.items() if role.startswith("hunting ")}
    assert len(hunting) >= len(RULES.enemy_kinds)
    for role, style in hunting.items():
        assert "underline" in style
        assert style != styles[role.removeprefix("hunting ")]


def hurt(row: str, hp: int, *wands: Wand) -> GameState:
    """Return a game with a potion that heals, and those wands."""
    game = a_game(room(row), (), hp, rules_of("pack hunters vaults"))
    part_of(game, Treasures).wands = (*wands, *[None] * (3 - len(wands)))
    return stocked(game, "RH")


def test_it_names_what_the_player_has() -> None:
    """A known potion that heals, the freezes left, a known wand that blinks; no barred stairs."""
    game, fight = hurt("@...E.\\", 40, Wand("slow", 1), Wand("blink", 2)), Fight()
    freezing = "{freeze} holds them for 3 turns, but those beside you strike on (3 left)"
    assert fight.next_command(game) is None
    assert f"may kill you. {freezing}. {{fight}} won't" in fight.stop_reason
    game.known_names.update(("RH", "wand of blink"))
    told = f" Potion a heals 10, {freezing} and wand 2 blinks away."
    assert describe_ways_out(GameView(game)) == told


def test_what_does_not_help_is_not_named() -> None:
    """A potion that heals nothing, no freezes, a spent wand; but stairs that can be reached."""
    game = hurt("E.@..\\", 125, Wand("blink", 4))
    game.known_names.update(("RH", "wand of blink"))
    part_of(game, Hunt).freezes = 0
    assert describe_ways_out(GameView(game)) == " {stairs} leaves in 3 steps."
    for row, rules in (("@...E.\\", rules_of("fog")), ("E.@..\\", BASE_RULES)):
        assert not describe_ways_out(GameView(a_game(room(row), (), 40, rules)))


def test_a_second_press_of_travel_attacks_who_stands_in_the_only_way() -> None:
    """`cc3k help keys`: `>` again attacks whoever bars the way, and then `>` goes on."""
    floor = room(".|||||||", "#@W.###\\")
    game = with_dice(hunted(f"{floor}\n{floor}", hp=60))
    desk = console_of(game)
    for hp, told in ((60, "Stopped: a turn may leave you "), (5000, "")):
        game.hero.hp = hp
        assert pressed(desk, ">").endswith(": press > again to attack.")
        travelled(desk, ">")
        assert told in desk.action_text
    assert not game.floor.enemies
    travelled(desk, ">")
    assert game.depth == 2


def test_a_long_way_round_is_told_before_it_is_gone() -> None:
    """With who bars the short way it may go on for ever: `>` again takes it, unasked from then."""
    for height, asks in ((10, False), (14, True)):
        floor = room("@#W#\\", *["#|||#"] * height, "#####")
        game = with_dice(hunted(f"{floor}\n{floor}"))
        game.enemies_frozen, desk = True, console_of(game)
        pressed(desk, ">")
        assert (desk.running.command is None) is asks
        if asks:
            assert desk.action_text == (
                "Stopped: the way is blocked, and the way round takes 32 steps, not 4: "
                "press > again to go round."
            )
            travelled(desk, ">")
            assert (game.turns, game.depth) == (32, 2)
