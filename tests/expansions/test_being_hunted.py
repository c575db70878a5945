"""Being hunted: what journeys, rest, fights, look, screens and plain mode do about it (X7)."""

from collections.abc import Sequence

from cc3k.cli.argument_parser import nearest_word
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move, ToggleFreeze
from cc3k.engine.board import DOORWAY, EAST, Board
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent, FreezeToggled
from cc3k.engine.game import GameState
from cc3k.engine.observation import SeenEnemy, observe
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.states import SLOWED
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import FREEZE_TURNS, FREEZES, HUNTERS, HUNTING_TURNS, Hunt
from cc3k.expansions.registry import rules_with
from cc3k.expansions.tactics import TACTICS
from cc3k.play.collect import Collect
from cc3k.play.commands import HpLimit
from cc3k.play.fights import Fight, choose_foe
from cc3k.play.frame import frame_text
from cc3k.play.interruptions import MultiTurnCommand, find_interruption, play_turn
from cc3k.play.look import describe_cell, describe_floor, describe_nearby
from cc3k.play.macros import Repeat, Rest, Run, rest_refusal
from cc3k.play.messages import HUNTED, hunted_by, join_messages
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, find_stairs
from cc3k.play.tutorial import HINTS
from cc3k.play.voices import DocumentVoice
from cc3k.ui.console import Console
from cc3k.ui.palette import ROLE_LETTERS, role_styles
from cc3k.ui.settings import ScreenSettings
from tests.cli.test_plain import said
from tests.conftest import Golden
from tests.support import tour
from tests.support.consoles import lines, playing, roles_of
from tests.support.fixed_roster import fixed_rules_of
from tests.support.scenarios import MISS, room, scenario
from tests.support.tables import for_each

RULES = rules_with((HUNTERS,))
SEEN_ORC = SeenEnemy(1, 4, "orc", "O", hp=180, max_hp=180, hostile=True, hunting=True)
NOTICES, OVERLOOKS = True, False
WIDE = (115, 32)


def a_game(drawing: str, luck: Sequence[int] = (), race: str = "Shade") -> GameState:
    """Return a game whose enemies have not noticed the PC."""
    return scenario(drawing, race, luck=luck, steps=[EAST] * 99, rules=RULES)


def hunted(drawing: str, luck: Sequence[int] = (), race: str = "Shade") -> GameState:
    """Return a game whose enemies hunt the PC."""
    game = a_game(drawing, luck, race)
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = HUNTING_TURNS
    return game


def with_dice(game: GameState) -> GameState:
    """Return a game with dice in place of a script."""
    game.turn_dice = Dice("being hunted")
    return game


def twice(row: str) -> str:
    """Return the drawing of two floors of one row."""
    return "\n".join([room(row)] * 2)


def session_of(game: GameState) -> Session:
    """Return a session amid a game."""
    session = Session(RULES, 42)
    session.game = game
    return session


def played(game: GameState, command: MultiTurnCommand) -> tuple[int, str]:
    """Play a command to its end; return the turns it took and why it ended."""
    session, begun, reason = session_of(game), game.turns, None

    def say(words: str) -> None:
        session.handle_words(words)

    while reason is None:
        reason = play_turn(session, command, say)
    return game.turns - begun, reason


def console_of(game: GameState, size: tuple[int, int] = WIDE) -> Console:
    """Return a console at a game."""
    return Console(session_of(game), *size, ScreenSettings())


# Journeys


@for_each("command", [AutoTravel(find_stairs), Run(EAST), Repeat("ea", 9), Collect()])
def test_whoever_begins_to_hunt_stops_a_journey(command: MultiTurnCommand) -> None:
    """X7: every stop of a journey counts hunters: the turn in which one notices is its last."""
    game = with_dice(a_game(room("@............7\\", "      O........")))
    turns, reason = played(game, command)
    assert reason is not None
    assert reason.endswith("Stopped: an orc hunts you.")
    assert 0 < turns < 9
    assert "hunters.noticed" in [getattr(event, "name", "") for event in game.last_events]


def test_a_journey_begun_while_hunted_goes_on_until_the_hunter_is_close() -> None:
    """X7: to flee must not take a key for every step; who strikes stops it as ever."""
    game = hunted(twice("O...@........\\"))
    assert played(game, AutoTravel(find_stairs)) == (9, "")
    assert game.depth == 2
    game = with_dice(hunted(room("@.............\\", ".......E.......")))
    turns, reason = played(game, Repeat("ea", 9))
    assert reason == "Stopped: an elf is close."
    assert 1 < turns < 5


def test_one_more_hunter_stops_a_journey_of_the_hunted() -> None:
    """X7: those known before do not stop it, a new one does."""
    game = hunted(room("O.......@........\\"))
    known = list(GameView(game).hunters.values())
    assert find_interruption(game, (), known) is None
    assert find_interruption(game) == "Stopped: an orc hunts you."


def test_a_hunter_that_is_frozen_stops_nothing_from_afar() -> None:
    """R5, X7: it comes no nearer; but it strikes whoever comes beside it."""
    game = hunted(room("O.......@........\\"))
    game.enemies_frozen = True
    assert find_interruption(game) is None
    assert find_interruption(hunted(room("O@........\\"))) == "Stopped: an orc is close."


def test_two_that_notice_the_pc_in_one_turn_are_told_of_once() -> None:
    """X50: an event each, and in the document's words a sentence each; people hear one."""
    elf, orc = [
        ExpansionEvent(
            "hunters.noticed",
            f"{glyph} notices PC.",
            f"The {name} notices you.",
            name,
            spoken_plural=" notice you.",
        )
        for glyph, name in (("E", "elf"), ("O", "orc"))
    ]
    voice, race = SpokenVoice(RULES), RULES.races[0]

    def words(*events: ExpansionEvent) -> str:
        return join_messages(voice.word_turn(events, race))

    assert words(elf) == "The elf notices you."
    assert words(elf, orc, elf) == "Two elves notice you. The orc notices you."
    assert words(*[elf] * 12) == "12 elves notice you."
    game = a_game(room("....@......\\", ".E.......E."), luck=[NOTICES, NOTICES, 0, 0])
    session = session_of(game)
    session.use_voice(voice)
    session.handle_word("ea")
    assert "Two elves notice you." in session.action_text
    assert [getattr(event, "name", "") for event in game.last_events].count("hunters.noticed") == 2
    assert join_messages(DocumentVoice(RULES).word_turn((elf, elf), race)) == (
        "E notices PC. E notices PC."
    )


def test_travel_does_not_count_on_a_hunter_to_go_out_of_the_way() -> None:
    """X7: enemies farther off may be elsewhere by the time; one that hunts comes nearer."""
    drawing = room("@......O......\\", ".             .", "...............")
    assert AutoTravel(find_stairs).next_command(a_game(drawing)) == "ea"
    assert AutoTravel(find_stairs).next_command(hunted(drawing)) == "so"


def test_travel_reckons_with_a_hunter_that_leaves_its_chamber() -> None:
    """X7: the next step of a hunter may lead into a doorway, that of another enemy never."""
    drawing = room(".....", "@...\\", "--+--", ".O...", ".....")
    assert AutoTravel(find_stairs).next_command(a_game(drawing)) == "ea"
    assert AutoTravel(find_stairs).next_command(hunted(drawing)) == "ne"


# Rest


def hurt_troll(drawing: str, *, is_hunted: bool, luck: Sequence[int] = ()) -> GameState:
    """Return a troll's game, 20 HP short of its maximum."""
    game = (hunted if is_hunted else a_game)(drawing, luck, "Troll")
    game.hero.hp -= 20
    return game


FAR_ORC = room("@.......O.........", ".................\\")


def test_rest_is_refused_while_hunted() -> None:
    """X7: hunters come closer while one rests; frozen ones do not."""
    game = hurt_troll(FAR_ORC, is_hunted=True)
    assert rest_refusal(game) == HUNTED
    assert played(game, Rest()) == (0, HUNTED)
    game.enemies_frozen = True
    assert rest_refusal(game) == ""
    assert played(game, Rest())[0] == 4


def test_rest_ends_when_somebody_begins_to_hunt() -> None:
    """X7: rest is interrupted by the first that notices."""
    near = room("@...O..........", "..............\\")
    game = with_dice(hurt_troll(near, is_hunted=False))
    turns, reason = played(game, Rest())
    assert turns < 4
    assert reason == "Stopped: an orc hunts you."


def test_rest_ends_when_the_freeze_does() -> None:
    """X7, X51: resting on while the freeze lasts, not after."""
    game = hurt_troll(FAR_ORC, is_hunted=True)
    game.hero.hp = 10
    game.play(ToggleFreeze())
    assert played(game, Rest()) == (FREEZE_TURNS, "")
    assert played(game, Rest()) == (0, HUNTED)


# The freeze


def frozen(drawing: str, left: int) -> GameState:
    """Return a game whose enemies are frozen for that many more turns."""
    game = with_dice(a_game(drawing))
    game.play(ToggleFreeze())
    part_of(game, Hunt).turns_frozen = left
    return game


@for_each(
    "command",
    [AutoTravel(find_stairs), Run(EAST), Repeat("ea", 19), Collect(), Fight(goes_far=True)],
)
def test_a_journey_stops_when_the_freeze_ends(command: MultiTurnCommand) -> None:
    """X51: who walks on among hunters wants to be asked; the message of the turn says why."""
    rows = ["@.................6....\\", *["." * 24] * 3, ".....................W.."]
    game = frozen(room(*rows), 7)
    turns, reason = played(game, command)
    assert (turns, game.enemies_frozen) == (7, False)
    assert FreezeToggled(enemies_frozen=False) in game.last_events
    assert reason == ("7 turns." if isinstance(command, Collect) else "")
    assert part_of(game, Hunt).freezes == FREEZES - 1, "no journey begins one"


# Fights


def test_the_odds_of_a_fight_count_hunters_that_join_it() -> None:
    """X7: one that gets there before the fight ends fights as well."""
    drawing = room("@..W...O\\", "........ ")
    alone, joined = a_game(drawing), hunted(drawing)
    names = [
        [enemy.kind.name for enemy in foe.others]
        for game in (alone, joined)
        if (foe := choose_foe(GameView(game), HpLimit(0))) is not None
    ]
    assert names == [[], ["orc"]]
    joined.enemies_frozen = True
    foe = choose_foe(GameView(joined), HpLimit(0))
    assert foe is not None
    assert foe.others == ()


def test_a_fight_goes_on_when_those_it_counted_on_come_close() -> None:
    """X7: whoever was in the odds is no surprise."""
    game = hunted(room("@..W...O\\", "........ "), [0] * 9)
    fight = Fight(HpLimit(0))
    assert "orc" in fight.warning(game)
    close = [enemy.kind.name for enemy in fight.foes]
    assert sorted(close) == ["dwarf", "orc"]


def test_a_hunter_too_far_to_join_is_not_in_the_odds() -> None:
    """X7: a fight that is over before it comes is fought alone."""
    game = hunted(room("@W" + "." * 20 + "O\\", "." * 24))
    weak = min(game.floor.enemies)
    game.floor.enemies[weak].hp = 1
    foe = choose_foe(GameView(game), HpLimit(0))
    assert foe is not None
    assert foe.others == ()


def test_the_odds_name_those_near_who_may_yet_notice() -> None:
    """X7, X50: they are not in the odds, so it is said that these are of a fight alone."""
    drawing = room("@..O.E.L" + "." * 30 + "W\\", "." * 40)
    question = Fight().warning(a_game(drawing))
    assert question.startswith("You win 86 % against an orc alone; HP -")
    assert question.endswith("; an elf and a halfling are near")
    one = Fight().warning(a_game(room("@..O.E..\\", "........ ")))
    assert one.endswith("; an elf is near")
    frozen = a_game(drawing)
    frozen.enemies_frozen = True
    assert "near" not in Fight().warning(frozen)
    base = scenario(drawing, steps=[EAST] * 99, rules=BASE_RULES)
    assert "near" not in Fight().warning(base)
    kinds = "".join("HEWL"[n % 4] for n in range(8))
    crowd = Fight().warning(a_game(room("@..O" + kinds + ".\\", "." * 14)))
    assert crowd.endswith("; 8 enemies are near")


@for_each("rules, chosen", [(BASE_RULES, "dwarf"), (RULES, "orc")])
def test_whoever_strikes_on_the_way_to_an_enemy_is_in_its_odds(rules: Rules, chosen: str) -> None:
    """X7, X50: an orc that attacks always notices and follows, so the dwarf beyond pays no more."""
    drawing = room("|||O||||||||", "@.........W\\")
    foe = choose_foe(GameView(scenario(drawing, steps=[EAST], rules=rules)), HpLimit(0))
    assert foe is not None
    assert foe.enemy.kind.name == chosen


def at_a_door(row: str, glyph: str = "+") -> GameState:
    """Return a mighty hero at the end of a passage, hunted by those in the chamber beyond."""
    drawing = room("||.............", "@+" + row, "||............\\").replace("+", glyph)
    game = hunted(drawing, [MISS] * 9)
    return stepped_east(game)


def stepped_east(game: GameState) -> GameState:
    """Step East while all are held; return the game of a mighty hero, still hunted by them all."""
    game.enemies_frozen = True
    game.play(Move(EAST))
    game.enemies_frozen = False
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = HUNTING_TURNS
    game.hero.hp = 5000
    return game


@for_each("glyph, place", [("+", "a doorway"), ("#", "a passage")])
def test_a_fight_asks_before_it_leaves_a_narrow_place_to_several(glyph: str, place: str) -> None:
    """X50: hunters come by themselves, one at a time there; a yes goes to them all the same."""
    game = at_a_door("......W....W.", glyph)
    assert Fight().warning(game).endswith(f" You leave {place}, and 2 dwarves hunt you")
    assert Fight(is_accepted=True).next_command(game) in ("ea", "ne", "se")


def test_a_fight_asks_nothing_where_nothing_is_given_up() -> None:
    """Of one hunter, of those that are frozen, who strike already, or are met in the open."""
    assert Fight().warning(at_a_door("......W......")) == ""
    frozen = at_a_door("......W....W.")
    frozen.enemies_frozen = True
    assert Fight().warning(frozen) == ""
    assert Fight().warning(at_a_door("W....W.......")) == ""
    in_the_open = stepped_east(at_a_door("......W....W."))
    assert Fight().warning(in_the_open) == ""


def in_a_passage(behind: str, row: str, rules: Rules = RULES) -> GameState:
    """Return a mighty hero in a doorway behind which is a passage, hunted by those before it."""
    walls = "|" * (len(behind) + 1)
    rows = (walls + "." * len(row), f"{behind}@{row}", f"{walls}{'.' * (len(row) - 1)}\\")
    game = scenario(room(*rows), luck=[MISS] * 99, steps=[EAST] * 99, rules=rules)
    board = game.floor.board
    terrain = bytearray(board.terrain)
    terrain[game.floor.hero_cell] = DOORWAY
    game.floor.board = Board(bytes(terrain), board.width, board.height)
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = HUNTING_TURNS
    game.hero.hp = 5000
    return with_dice(game)


def test_a_fight_steps_back_into_a_passage_so_that_hunters_come_one_at_a_time() -> None:
    """X50: it asks for leave to go out only where there is no way back, or nobody came."""
    game = in_a_passage("######", "......W....W.")
    assert Fight().warning(game) == ""
    assert Fight().next_command(game) == "we"
    for enemy in game.floor.enemies.values():
        enemy.set_status(SLOWED, 99)
    turns, reason = played(game, Fight())
    assert (turns, reason) == (4, "You leave a passage, and 2 dwarves hunt you")
    shut = in_a_passage("", "......W....W.")
    assert Fight().warning(shut).endswith("You leave a doorway, and 2 dwarves hunt you")


def test_a_fight_does_not_step_back_from_who_shoots() -> None:
    """X93: the way back is as much in the line of an elf."""
    game = in_a_passage("######", "..E..W.", rules_with((HUNTERS, TACTICS)))
    assert Fight().next_command(game) is None or "leave a doorway" in Fight().warning(game)


def test_in_a_passage_only_as_many_strike_as_there_is_room_for() -> None:
    """X50: the odds there are those of one fight after another."""
    lost = []
    for beside in "|.":
        wall = beside * 6
        game = hunted(room(f".{wall}.", "..@##WWW", f".{wall}.", ".......\\"))
        foe = choose_foe(GameView(game), HpLimit(0))
        assert foe is not None
        assert foe.odds is not None
        lost.append(foe.odds.mean_hp_lost)
    assert lost[0] < lost[1]


def test_a_hunter_in_the_way_is_named_at_once_and_tab_with_it() -> None:
    """X7: it comes nearer, so no step back opens the way."""
    drawing = room(".||||||||", "..#@#W##\\")
    roaming, hunting = AutoTravel(find_stairs), AutoTravel(find_stairs)
    assert roaming.next_command(a_game(drawing)) is not None
    assert hunting.next_command(hunted(drawing)) is None
    assert hunting.stop_reason == "Stopped: a dwarf is ahead; {fight} fights."
    beside = AutoTravel(find_stairs)
    assert beside.next_command(hunted(room(".|.||||||", "..#@#..#\\", ".|||W||||"))) is None
    assert beside.stop_reason.startswith("A dwarf can strike you on the way (")
    assert beside.stop_reason.endswith(" HP at worst); {fight} fights")


@for_each("row, reason", [("@W....L", ""), ("@W..OOO", "Stopped: an orc hunts you.")])
def test_a_fight_takes_on_who_joins_it_as_long_as_the_odds_are_good(row: str, reason: str) -> None:
    """X7: a key for each would be one too many; bad odds are for the player to know."""
    game = with_dice(a_game(room(f"{row}....", ".........\\ ")))
    game.hero.hp = 125 if reason else 5000
    fight, others = Fight(), [*game.floor.enemies.values()][1:]
    assert fight.next_command(game) == "a ea"
    for enemy in others:
        enemy.hunting_turns = HUNTING_TURNS
    assert (fight.next_command(game) is None) == bool(reason)
    assert fight.stop_reason.startswith(reason)
    if reason:
        assert "against a dwarf and 2 orcs" in fight.stop_reason
    else:
        _, ended = played(game, fight)
        assert ended == f"HP -{5000 - game.hero.hp} ({game.hero.hp} of 125 left), 3 gold."
        assert not game.floor.enemies


def test_a_fight_without_a_limit_takes_on_whoever_joins_it() -> None:
    """Nothing stops it, however bad the odds."""
    game = with_dice(a_game(room("@W..OOO....", ".........\\ ")))
    fight, others = Fight(HpLimit(0), is_accepted=True), [*game.floor.enemies.values()][1:]
    assert fight.next_command(game) == "a ea"
    for enemy in others:
        enemy.hunting_turns = HUNTING_TURNS
    assert fight.next_command(game) == "a ea"


def test_an_enemy_that_cannot_be_hurt_brings_nobody() -> None:
    """X7: its odds say that already."""
    game = hunted(room("@W...O\\"))
    game.hero.stats = BaseStats(0, 25)
    foe = choose_foe(GameView(game), HpLimit(0))
    assert foe is not None
    assert foe.others == ()


# What is told


def test_look_says_who_hunts() -> None:
    """X51, X7: the cell, what is near, and the floor."""
    game = hunted(room("@..O\\"))
    (cell,) = game.floor.enemies
    assert describe_cell(game, cell)[0].endswith("it hunts you.")
    assert describe_nearby(game).endswith("An orc hunts you.")
    assert "Enemies: hunting orc, 3 east." in describe_floor(game)
    (enemy,) = game.floor.enemies.values()
    enemy.hunting_turns = 0
    assert "hunts" not in " ".join([*describe_cell(game, cell), describe_nearby(game)])
    assert "Enemies: orc, 3 east." in describe_floor(game)


def test_those_who_hunt_are_counted_by_kind() -> None:
    """One sentence for all of them."""
    assert hunted_by([]) == ""
    assert hunted_by(["orc"]) == "An orc hunts you."
    assert hunted_by(["elf", "orc", "elf"]) == "2 elves and an orc hunt you."


def test_observations_tell_who_hunts() -> None:
    """X3: a bot sees what a player sees; without the expansion nobody hunts."""
    game = hunted(room("@..O\\"))
    assert observe(game).enemies == (SEEN_ORC,)
    (enemy,) = game.floor.enemies.values()
    enemy.hunting_turns = 0
    assert not observe(game).enemies[0].hunting


def test_a_screen_underlines_hunters_and_the_panel_says_so() -> None:
    """X51: on a screen a hunter's letter is underlined, and the panel says so."""
    game = hunted(room("@..O......", ".........\\"))
    shell = console_of(game)
    assert roles_of(shell, "O") == ROLE_LETTERS["hunting orc"]
    assert any(line[81:] == " O orc      ===== 180  3 ea hunts" for line in lines(shell))
    (enemy,) = playing(shell).floor.enemies.values()
    enemy.hunting_turns = 0
    assert roles_of(shell, "O") == ROLE_LETTERS["orc"]
    assert any(line[81:] == " O orc      ===== 180  3 ea" for line in lines(shell))


def test_a_hunter_far_away_has_a_row_of_the_panel() -> None:
    """X51: who comes is near enough to be named."""
    shell = console_of(hunted(room("@" + "." * 20 + "O...", "........\\" + " " * 16)))
    assert any("O orc      ===== 180 21 ea hunts" in line for line in lines(shell))


@for_each("palette", ["default", "deuteran", "mono"])
@for_each("colours", [0, 8, 16, 256])
def test_every_hunter_is_underlined_and_unlike_its_kind(palette: str, colours: int) -> None:
    """X51: underlined in every palette, also kinds that are underlined at all times."""
    styles = role_styles(colours, palette)
    hunting = {role: style for role, style in styles.items() if role.startswith("hunting ")}
    assert len(hunting) >= len(RULES.enemy_kinds)
    for role, style in hunting.items():
        assert "underline" in style
        assert style != styles[role.removeprefix("hunting ")]


def test_plain_mode_tells_who_notices_and_who_hunts() -> None:
    """X51: in sentences, when it happens and when asked."""
    game = a_game(room("@....O...", "........\\"), [NOTICES, 0])
    told = Narrator(session_of(game), nearest_word)
    assert "The orc notices you." in " ".join(said(told, "ea"))
    assert "An orc hunts you." in " ".join(said(told, "look"))


def test_the_document_voice_and_the_frame_tell_it() -> None:
    """X6, X51: on the Action row, and the freeze in a row of its own."""
    game = a_game(room("@....O...", "........\\"), [NOTICES, 0])
    session = session_of(game)
    session.handle_words("ea")
    rows = frame_text(game, "").splitlines()
    texts = [each.document_text for each in game.last_events if isinstance(each, ExpansionEvent)]
    assert texts == ["O notices PC."]
    assert rows[-2] == f"Freeze: {FREEZES}"


@for_each(
    "rules, doors, retreat", [(BASE_RULES, "doors", "retreat"), (RULES, "open doors", "stand")]
)
def test_the_tutorial_says_nothing_false_of_doorways(
    rules: Rules, doors: str, retreat: str
) -> None:
    """X50: that none leaves its chamber holds for the base game alone."""
    game = scenario(room("@+....O.O..\\"), rules=rules)
    view = GameView(game)
    game.play(ToggleFreeze())
    game.turn_dice = Dice("being hunted")
    game.play(Move(EAST))
    due = {hint.name for hint in HINTS if hint.is_due(view, ())}
    assert due & {"doors", "open doors", "retreat", "stand"} == {doors, retreat}


def test_the_hint_is_due_when_a_hunter_is_seen() -> None:
    """The tutorial tells of hunters when first met."""
    assert not HUNTERS.texts.hints[0].is_due(a_game(room("@..O\\")))
    assert HUNTERS.texts.hints[0].is_due(hunted(room("@..O\\")))


CHASE = "t nw nw no no nw we we nw nw we we we we sw so so sw a ne a ne a ne"
"""A troll flees through a passage, and fights in it."""

HELD = "f f sw so so f so no so f q"
"""It spends two freezes, and asks for more than there are."""


def test_a_chase_never_changes(golden: Golden) -> None:
    """X3, R34: a seed and a script are the same chase every time."""
    session = Session(fixed_rules_of("hunters"), tour.SEED)
    text = tour.transcript(session, CHASE)
    assert session.game is not None
    part_of(session.game, Hunt).freezes = 2
    text += tour.transcript(session, HELD)
    golden("expansions/hunters_seeded", text)
    for told in (
        f"Freeze: {FREEZES}",
        f"Freeze: 1, on for {FREEZE_TURNS} turns",
        "Freeze: 0, on for 1 turn",
        f"Enemies stay frozen for {FREEZE_TURNS} more turns.",
        "Enemies move again.",
        "PC has no freeze left.",
    ):
        assert told in text
