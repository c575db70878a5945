"""What the player sees in the fog, what stays on the board, and how it is explored (X40-X42)."""

import re

from attrs import evolve

from cc3k.bots.game import observe
from cc3k.engine.actions import Attack, Drink, Move, legal_actions
from cc3k.engine.board import EAST, NORTH, WEST
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, SOMETHING, Missed, Slain, Struck
from cc3k.engine.floor import NO_CELL, Sight
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.text import plural
from cc3k.engine.view import GameView, seen_glyphs
from cc3k.expansions.fog import FOG
from cc3k.expansions.fog_memory import FogMemory
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.registry import rules_with
from cc3k.play.collect import Collect, explored_message
from cc3k.play.endings import Ending, cause_of_death
from cc3k.play.look import describe_cell, describe_floor, name_of_barrier
from cc3k.play.messages import EXPLORED_AT_STAIRS, join_messages
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, find_free_gold, find_stairs
from cc3k.play.voices import DocumentVoice
from cc3k.ui.palette import ROLE_LETTERS
from tests.support.consoles import console_of, lines, roles_of
from tests.support.expansion_sets import steps_towards
from tests.support.expansions import expanded, played, rules_of, say, told
from tests.support.scenarios import HIT, MISS, room, scenario, seeded
from tests.support.tables import for_each
from tests.support.walks import second_press, seeing_only, texts, tried, walk

TWO_CHAMBERS = r"""
    |------------------------|
    ||-----|        |-------||
    ||.@..0|        |..6..\.||
    ||.....+########+...E...||
    ||-----|        |-------||
    |------------------------|"""


CLOSED = r"""
    |--------------|
    ||----| |----| |
    ||.@..| |..\.| |
    ||----| |----| |
    |--------------|"""


BARRED = r"""
    |------------------|
    ||-----|           |
    ||.@...|   |----|  |
    ||....E+###+...\|  |
    ||-----|   |----|  |
    |------------------|"""


def fogged(drawing: str, race: str = "Shade", luck: tuple[int, ...] = ()) -> GameState:
    return expanded("fog", drawing, race, luck)


def shown(game: GameState) -> str:
    return seen_glyphs(game).decode("ascii")


def test_only_what_was_seen_is_on_the_board() -> None:
    """X40, X41: what was never seen is blank, rows keep their columns; a floor begins anew."""
    game = fogged(TWO_CHAMBERS)
    rows = shown(game).splitlines()
    assert {len(row) for row in rows} == {26}
    board = ["", " |-----|", " |.@..P|", " |.....+", " |-----|", ""]
    assert [row.rstrip() for row in rows] == board
    assert [move in legal_actions(game) for move in (Move(EAST), Move(NORTH))] == [True, False]
    assert not [one for one in legal_actions(game) if isinstance(one, Attack | Drink)]
    assert GameView(game).stairs_cell == NO_CELL
    journey = AutoTravel(find_free_gold)
    assert tried(game, journey) == (None, "You know of none on this floor.")
    game = seeded(rules_of("fog"), 40)
    first = part_of(game, FogMemory).seen
    game.take_stairs()
    memory = part_of(game, FogMemory)
    assert memory.terrain.count(b".") == len(GameView(game).board.chamber_index)
    assert memory.seen != first
    assert GameView(game).board.terrain != game.floor.board.terrain


def test_what_was_seen_stays_and_enemies_do_not() -> None:
    """X40: walls and ground for good, items as last seen, enemies only while they are seen."""
    game = walk(fogged(TWO_CHAMBERS), "se ea ea ea ea ea")
    assert "P" in shown(game)
    assert "E" not in shown(game)
    for words, row in (
        ("ea ea ea ea ea ea ea", " |.....+########@...E...|"),
        ("we we", " |.....+######@#+.......|"),
    ):
        rows = shown(walk(game, words)).splitlines()
        assert [rows[2].rstrip(), rows[3].rstrip()] == [r" |....P|        |..G..\.|", row]
    assert not GameView(game).enemies
    assert observe(game).enemies == ()
    assert GameView(game).gold
    assert GameView(game).known_stairs


def test_a_thing_that_goes_while_it_is_out_of_sight_is_remembered() -> None:
    """X40: items as last seen, until it is looked at again."""
    game = walk(fogged(TWO_CHAMBERS), "se ea ea ea ea ea")
    potion = next(iter(game.floor.items))
    game.floor.remove_item(potion)
    assert potion in GameView(walk(game, "ea")).potions
    assert potion not in GameView(walk(game, "we we we")).potions


def struck_unseen(luck: tuple[int, ...], hp: int = 125, other: str = "-") -> GameState:
    """Return a game in which a dragon strikes from where it is not seen, by its hoard (X41)."""
    drawing = f"|--------|\n|@#9D..\\|\n|--{other}-----|\n|--------|"
    game = fogged(drawing, luck=luck)
    game.hero.hp = hp
    return game


def test_who_strikes_from_out_of_sight_is_something() -> None:
    """X41: "Something" attacks from where it is not seen, in both voices."""
    game, blow = struck_unseen((HIT,)), "PC moves East. Something deals 16 damage to PC."
    assert not GameView(game).enemies
    assert told(game, "ea") == (blow, "You move East. Something hits you for 16.")
    assert game.last_events[1] == Struck(SOMETHING, PC, 16, 109)
    assert told(struck_unseen((MISS,)), "ea")[0] == "PC moves East. Something misses PC."
    two = told(struck_unseen((HIT, HIT), other="D"), "ea")
    assert two[0] == f"{blow} D deals 16 damage to PC."
    game = struck_unseen((HIT,), hp=3)
    spoken = "You move East. Something hits you for 16 and kills you."
    assert told(game, "ea") == (f"{blow} Something slays PC.", spoken)
    assert cause_of_death(game.outcome) == SOMETHING
    assert Ending(game).sentence == "Killed by something on floor 1, turn 1."


def test_several_unseen_attackers_have_words() -> None:
    """X41: in the spoken voice, and where a message has to be short."""
    rules, slain = rules_of("fog"), Slain(PC, SOMETHING)
    two = "Something hits you for 5. Something else hits you for 6 and kills you."
    for events, text in (
        ((Struck(SOMETHING, PC, 5, 60), Struck(SOMETHING, PC, 6, 54), slain), two),
        ((slain,), "Something kills you."),
    ):
        assert join_messages(SpokenVoice(rules).word_turn(events, rules.races[0])) == text
    assert plural(SOMETHING) == "unseen enemies"
    missed = DocumentVoice(rules).word_turn((Missed(SOMETHING, PC),), rules.races[0])
    assert missed[0].text == "Something misses PC."


def test_a_guard_is_remembered_with_what_it_guards() -> None:
    """X42: gold that was guarded when it was seen last is no free gold."""
    game = fogged(
        r"""
        |-----------|
        ||-----|    |
        ||@....+##  |
        ||.....|    |
        ||.....|    |
        ||...9D|    |
        ||....\|    |
        ||-----|    |
        |-----------|"""
    )
    assert find_free_gold(GameView(game)) == []
    view = GameView(walk(game, "ea ea ea ea ea ea ea"))
    assert not view.enemies
    assert view.gold
    assert find_free_gold(view) == []
    desk = console_of(game, size=(80, 31))
    assert any(line.startswith(" |...GD|") for line in lines(desk))
    assert roles_of(desk, "D") == ROLE_LETTERS["remembered"]


def test_a_look_tells_the_unseen_from_the_remembered() -> None:
    """X41: nothing is said of the one, and of the other that it is out of sight."""
    game = walk(fogged(TWO_CHAMBERS), "se ea ea ea ea ea")
    stride = game.floor.board.stride
    assert describe_cell(game, 2 * stride + 19) == ["You have not seen what is there."]
    assert name_of_barrier(game, 2 * stride + 17) == ""
    assert name_of_barrier(game, 1) == ""
    assert name_of_barrier(game, stride + 2) == "a wall"
    out_of_sight = ["The floor of a chamber.", "It is out of sight now."]
    assert describe_cell(game, 2 * stride + 2) == out_of_sight
    told_of = describe_floor(game)
    assert {"Enemies: none known.", "Stairs: none known."} <= {*told_of}
    assert told_of[-1] == "More can be seen from: passage, 1 east."


def explore(game: GameState, collect: Collect | None = None) -> str:
    """Press the key that explores once; return why it stopped, after the sum of it."""
    _, reason = played(game, collect or Collect())
    return re.sub(r"^(\d+ gold, )?\d+ turns?\. ", "", reason)


def test_it_explores_until_an_enemy_comes_into_view_and_then_goes_on() -> None:
    """X42: pressed again it goes on, takes the gold, and ends at the known stairs with a word."""
    game = expanded("fog", TWO_CHAMBERS.replace("E", "M"), steps=[EAST, WEST] * 20)
    game.hero.provoked_kinds.add("merchant")
    assert explore(game) == "Stopped: a merchant comes into view."
    assert game.floor.glyphs[game.floor.hero_cell - 1] == ord("#")
    game.hero.provoked_kinds.clear()
    reason = explore(game)
    assert reason.startswith(EXPLORED_AT_STAIRS)
    assert "1 potion (unknown)" in reason
    assert game.hero.gold == 2
    assert game.floor.stairs_cell in game.floor.board.neighbours[game.floor.hero_cell]


def test_nobody_peaceful_or_frozen_stops_a_journey_by_coming_into_view() -> None:
    """X42: neither is a threat; the board shows them, and one press explores the chamber."""
    merchant = expanded("fog", TWO_CHAMBERS.replace("E", "M"), steps=[EAST, WEST] * 20)
    for game in (merchant, fogged(TWO_CHAMBERS.replace("E", "M"))):
        assert explore(game).startswith(EXPLORED_AT_STAIRS)
        assert game.hero.gold == 2
    reason = explore(fogged(TWO_CHAMBERS))
    assert "2 gold" in reason
    assert "(an elf is near)" in reason


def test_who_can_hardly_hurt_stops_no_journey_by_coming_into_view() -> None:
    """A turn of it takes less than a twentieth of the HP, and no gold."""
    for hp, stops in ((125, True), (999, False)):
        game = expanded("fog", TWO_CHAMBERS.replace("E", "L"), steps=[EAST, WEST] * 20)
        game.hero.hp = hp
        assert (explore(game) == "Stopped: a halfling comes into view.") == stops


def test_it_says_what_is_left_unseen() -> None:
    """X42: stairs behind a wall; an unseen place behind an enemy; none behind the stairs."""
    game = fogged(CLOSED)
    said = "All that can be reached is explored; you know of no stairs."
    assert explore(game) == said
    assert tried(game, AutoTravel(find_stairs))[1] == "You do not know where the stairs are."
    for mark, fights, who, cost in (
        ("E", "", "an elf", 48),
        ("L", "; {fight} fights", "a halfling", 12),
    ):
        game, collect = fogged(BARRED.replace("E", mark)), Collect()
        barred = f"Stopped: the rest is barred{fights}. Left: 1 unseen place"
        told = f"{who.capitalize()} can strike you on the way (up to {cost} HP a turn)"
        assert explore(game, collect) == f"{barred} ({who} is near). {told}"
        assert second_press(collect).agreed == told
        assert second_press(collect).command.next_command(game) is not None, "it is of use"
    told = "Stopped: the rest is barred. Left: 1 unseen place (an elf is near)"
    assert explore(fogged(BARRED.replace("E+", ".E"))) == told, "no way by"
    game = fogged(
        r"""
        |-----------|
        ||-----|    |
        ||@..\.+###|
        ||-----|    |
        |-----------|"""
    )
    assert GameView(game).outlooks
    told = "All that can be reached is explored. The stairs are 3 east of you."
    assert explored_message(GameView(game)) == told
    assert explore(game) == EXPLORED_AT_STAIRS
    clear = expanded("", TWO_CHAMBERS.replace("E", "."))  # without fog it collects as ever
    assert GameView(clear).outlooks == []
    assert explore(clear) == "Left: 1 potion (unknown)"
    assert clear.hero.gold == 2


def test_a_limit_may_name_the_cells_in_sight_alone() -> None:
    """X4: who stands there is worked out of it, and how the screen is painted."""
    gear = seeded(rules_of("gear"), 40)
    assert GameView(gear).extent is GameView(gear).board
    game = fogged(TWO_CHAMBERS)
    extent = GameView(game).extent
    assert len(extent.terrain) == extent.stride * extent.height
    cell = next(iter(game.floor.enemies))
    for seen, enemies in ((cell, [cell]), (1, [])):
        expansions = (evolve(game.rules.expansions[0], sight=seeing_only(frozenset({seen}))),)
        other = GameState(evolve(game.rules, expansions=expansions), game.race, Dice("1"))
        other.floor = game.floor
        view = GameView(other)
        assert [*view.enemies] == enemies
        assert view.spans_in_sight == ((seen, seen + 1),)


def test_the_tutorial_tells_of_fog_where_there_is_some() -> None:
    """X4: once, as long as something was not seen."""
    game = fogged(TWO_CHAMBERS)
    assert [each.name for each in GameView(game).hints_of_expansions()] == ["fog"]
    whole = fogged(room("@..\\"))
    assert part_of(whole, FogMemory).seen.is_whole
    assert GameView(whole).hints_of_expansions() == []


def test_memory_is_dim_on_a_screen() -> None:
    """X40: what is out of sight, but walls and passages, which are as dim in sight."""
    desk = console_of(walk(fogged(TWO_CHAMBERS), "se ea ea ea ea ea"), size=(80, 31))
    dim, wall = ROLE_LETTERS["remembered"], ROLE_LETTERS["wall"]
    assert roles_of(desk, "|....P|") == wall + dim * 5 + wall


@for_each("fog", "chambers fog")
def test_a_copy_deals_a_whole_floor_that_agrees(names: str) -> None:
    """X41: with a way to its stairs, and the same to look at; also where no other board fits."""
    for drawing in (TWO_CHAMBERS, room("@#\\."), room("@\\"), CLOSED):
        game = fogged(drawing)
        for luck in range(3):
            twin = game.copy_with_luck(luck)
            assert shown(twin) == shown(game)
            assert twin.floor.stairs_cell != NO_CELL
    rules = rules_of(names)
    for seed in range(4):
        session = Session(rules, seed)
        game = session.start_game(rules.races[seed % 5])
        for _ in range(seed):
            explore(game)
        for luck in range(3):
            twin = game.copy_with_luck(luck)
            assert shown(twin) == shown(game)
            assert observe(twin) == observe(game)
            known = GameView(game).known_stairs
            assert known in ((), (twin.floor.stairs_cell,))
            assert twin.floor.stairs_cell != NO_CELL
            hidden = [at for at in twin.floor.enemies if at not in GameView(twin).enemies]
            assert len(hidden) > 2
            floor = twin.floor
            assert floor.hero_cell in steps_towards(floor.board, floor.stairs_cell)


def test_an_enemy_notices_without_all_of_a_sight_being_worked_out() -> None:
    """X8: that would cost as much as many turns."""

    def refuse(_game: GameState, _sight: Sight) -> Sight:
        message = "nobody asked for all that is seen"
        raise AssertionError(message)

    rules = rules_with((evolve(FOG, sight=evolve(FOG.sight, limit_sight=refuse)), HUNTERS))
    game = scenario(room(r"@..O.\ "), luck=[HIT], steps=[EAST], rules=rules)
    assert texts(say(game, "ea")) == ["O notices PC."]
