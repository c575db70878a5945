"""What `>`, `o` and Tab do and say where stairs or the way are unknown, or barred (X80, X7)."""

from textwrap import dedent
from unittest.mock import Mock, patch

from cc3k.cli.argument_parser import nearest_word
from cc3k.content.layout.reader import read_layout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CHARMED
from cc3k.engine.view import GameView
from cc3k.expansions.gear import COMPASS, Outfit
from cc3k.expansions.pack import MAX_POTIONS
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry, rules_with
from cc3k.play.collect import Collect, wary_journey
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, find_unsearched_cells, goal_at
from cc3k.ui.console import Console
from tests.support.consoles import action, console_of, pressed, travelled
from tests.support.expansions import all_hunt, rules_of, session_of
from tests.support.scenarios import race_named, room
from tests.support.tables import for_each
from tests.support.walks import only_enemy, stocked, tried

FAR_STAIRS = r"""
    |------------------------|
    ||-----|        |-------||
    ||.@...|        |..6..\.||
    ||..M..+########+.......||
    ||-----|        |-------||
    |------------------------|
"""
WALLED_STAIRS = r"""
    |-------|
    |@..|\..|
    |...|...|
    |-------|
"""
CARRIED = (
    "The stairs are hidden: one enemy, no dragon or merchant, has the compass, or let it fall."
)


def drawn_game(names: str, drawing: str, *, held: bool = True) -> GameState:
    """Return a game on two drawn floors whose enemies are held, or roam as the dice have it."""
    return on_floors(rules_of(names), dedent(drawing).strip() + "\n", held=held)


def on_floors(rules: Rules, drawing: str, *, held: bool) -> GameState:
    layouts = read_layout((drawing * 2).encode("ascii"), "drawing", rules).floor_layouts
    game = GameState(rules, race_named("Shade", rules), Dice("finding the stairs"), layouts)
    game.enemies_frozen = held
    return game


def with_compass(game: GameState) -> GameState:
    for enemy in game.floor.enemies.values():
        enemy.carries = ()
    part_of(game, Outfit).has_compass = True
    return game.copy()


def test_travel_to_stairs_without_a_known_way_explores_towards_them() -> None:
    """X41, X61, X42: the compass shows them far off, and one key goes down; fog alone does not."""
    game = with_compass(drawn_game("fog gear", FAR_STAIRS, held=False))
    assert GameView(game).known_stairs
    travelled(console_of(game), ">")
    assert game.depth == 2
    game = with_compass(drawn_game("fog gear", WALLED_STAIRS, held=False))
    desk = console_of(game)
    travelled(desk, ">")
    assert (pressed(desk, ">"), game.depth) == ("There is no way there.", 1)
    desk = console_of(drawn_game("fog", FAR_STAIRS))
    assert pressed(desk, ">") == "You do not know where the stairs are: o explores."
    game = drawn_game("fog", CHAMBERS)
    desk = console_of(game)
    travelled(desk, "o")
    assert game.depth == 1
    told = "8 turns. All is explored; the stairs are beside you. Left: "
    assert desk.action_text.startswith(told)


def test_travel_explores_on_the_shortest_way_and_not_to_and_fro() -> None:
    """X41, X61: what comes into view on the way does not turn it round again and again."""
    session = Session(rules_with(OWN_EXPANSIONS), 3)
    game = session.start_game(session.rules.races[0])
    game.floor.enemies.clear()
    part_of(game, Outfit).has_compass = True
    desk = Console(session, 115, 32)
    travelled(desk, ">")
    travelled(desk, ">")  # it was asked first whether points should stay unspent
    assert (game.depth, game.turns < 80) == (2, True)


def test_a_hunter_before_what_is_unseen_does_not_turn_travel_round() -> None:
    """X7, X41: it is named where it stands, on the way to the stairs that the compass shows."""
    drawing = """
    |-------------------|
    |.###@W#########.\\..|
    |-------------------|
    """
    game = with_compass(drawn_game("fog gear hunters", drawing, held=False))
    assert pressed(console_of(all_hunt(game)), ">").startswith(
        "Stopped: a dwarf is ahead; Tab fights. You win "
    )
    assert game.turns == 0


def test_travel_names_who_stands_before_what_is_unseen() -> None:
    """X42: it is not said that there is no way, even where nothing can be explored now."""
    game = drawn_game("fog", FAR_STAIRS)
    (merchant,) = game.floor.enemies
    game.floor.move_enemy(merchant, merchant + 3)  # onto the doorway
    journey = AutoTravel(goal_at(game.floor.stairs_cell))
    assert tried(game.copy(), journey) == (None, "Stopped: a merchant is ahead.")


def test_travel_behind_walls_or_potions_waits_for_nobody() -> None:
    """R4 in spirit: where no enemy that can go bars the way, no turn is spent."""
    takes_it, full = "g takes it", "use or throw one of your full pack to take it"
    for row, carried, why in (
        ("@..|..H..\\", 0, "There is no way there."),
        ("@0....H..\\", 0, f"Stopped: a potion is ahead; {takes_it}."),
        ("@0....H..\\", MAX_POTIONS, f"Stopped: a potion is ahead; {full}."),
    ):
        game = drawn_game("pack", room(row), held=False)
        stocked(game, "RH " * carried)
        assert pressed(console_of(game), ">") == why
        assert game.turns == 0


CHAMBERS = r"""
    |---------------|
    ||----|  |-----||
    ||@.M.|  |-----||
    ||....+##+.\.6.||
    ||----|  |-----||
    |---------------|
"""


WITHOUT_A_WAY = r"""
    |----------------|
    ||-----| |------||
    ||@.M..| |.....E||
    ||.....| |.\....||
    ||-----| |------||
    |----------------|
"""


def test_all_explored_says_who_may_have_the_compass() -> None:
    """X61: whoever has seen all there is to be seen needs to know what shows the stairs."""
    game = drawn_game("fog gear", WITHOUT_A_WAY)
    desk = console_of(game)
    travelled(desk, "o")
    assert desk.action_text.endswith(f"All that can be reached is explored. {CARRIED}")
    nobody = "Nobody to fight here: 1 peaceful. Tab won't: an arrow attacks."
    near = "Near: peaceful merchant, 1 north."
    assert pressed(desk, ["tab"]) == f"{nobody} {near} {CARRIED}"
    assert pressed(desk, ["tab"]) == f"{nobody} {near}", "told once a floor"
    assert pressed(desk, ">") == CARRIED
    game = drawn_game("gear", room("@.M..|...E\\"))
    desk = console_of(game)
    travelled(desk, "o")
    left = "Left: 6 unsearched places (a merchant is in the way)"
    assert desk.action_text.endswith(f"Stopped: the rest is barred. {CARRIED} {left}")


EMPTY = "." * 30
HALL = room(
    EMPTY, "@" + EMPTY[1:], EMPTY, EMPTY, EMPTY[5:] + "\\....", EMPTY[2:] + "||", EMPTY[2:] + "|E"
)


@for_each("gear", "gear fog")
def test_exploring_goes_on_to_search_for_hidden_stairs(names: str) -> None:
    """X89: they show within two blocks, so it walks where the PC has not been near."""
    game = drawn_game(names, HALL)
    desk = console_of(game)
    assert pressed(desk, ">") == f"{CARRIED} o searches."
    travelled(desk, "o")
    assert GameView(game).known_stairs
    assert game.depth == 1
    assert game.turns < 90
    assert "unsearched" not in desk.action_text


def test_a_search_that_a_thief_hides_a_place_of_begins_no_way_anew() -> None:
    """X89: it would pace for ever, as no way would know where it has been."""
    game, collect, begun = drawn_game("gear", HALL), Collect(), list[bool]()
    for hidden in (0, 1, 0, 1, 0):
        search = Mock(side_effect=lambda view, first=hidden: find_unsearched_cells(view)[first:])
        with (
            patch("cc3k.play.collect.find_unsearched_cells", search),
            patch("cc3k.play.collect.wary_journey", wraps=wary_journey) as journey,
        ):
            assert collect.next_command(game)
        begun.append(any(call.args[0] is search for call in journey.call_args_list))
    assert begun[2::2] == [False, False]


def test_who_is_near_leaves_places_unsearched() -> None:
    """X89: the search shuns enemies as collecting does, and says what it has not searched."""
    game = drawn_game("gear", room("@....|....", ".....+..E.", ".....|...\\"))
    desk = console_of(game)
    travelled(desk, "o")
    assert "unsearched places (an elf is near)" in desk.action_text
    assert GameView(game).unsearched_cells
    assert pressed(desk, ">") == CARRIED, "it does not send the player back to `o`"
    for hp, fights in ((125, ""), (500, " Tab fights.")):
        game = drawn_game("gear", room("@E...|....", ".....+...\\"))
        game.hero.hp = hp
        beside = console_of(game)  # nor where `o` explores nothing, nor to a Tab that declines
        assert pressed(beside, ">") == f"{CARRIED}{fights}"
        assert ("Tab won't" in pressed(beside, ["tab"])) is not bool(fights)


def test_places_of_the_chamber_of_the_arrival_need_no_search() -> None:
    """R26: the stairs of a furnished floor are in another one."""
    game = GameState(rules_of("gear"), race_named("Shade", rules_of("gear")), Dice("searching"))
    view, board = GameView(game), game.floor.board
    arrival = board.chamber_index[view.hero_cell]
    chambers = {board.chamber_index[cell] for cell in view.unsearched_cells}
    assert arrival not in chambers
    assert len(chambers) == len(board.chambers) - 1


def test_compass_that_lies_there_is_named() -> None:
    """X61: then nobody has to be slain for it."""
    game = drawn_game("gear", room("@L|..\\", "..|..."))
    only_enemy(game).carries = ()
    game.floor.place_item(game.floor.hero_cell + 3, COMPASS)
    note = GameView(game.copy()).hidden_stairs_note
    assert note == "The stairs are hidden: the compass (C) that lies here shows them."
    for each in (with_compass(game), drawn_game("fog", CHAMBERS), drawn_game("pack", CHAMBERS)):
        assert not GameView(each).hidden_stairs_note


@for_each(
    (["@W...\\"], "A dwarf is close", ""),
    ([".....\\", "W@"], "A dwarf is close", "ne"),
    (["@L...\\", "L...."], "2 halflings are close", "se"),
)
def test_exploring_is_not_begun_beside_an_enemy(rows: list[str], names: str, way: str) -> None:
    """A step to flee by is named that is possible, out of reach if there is one; or none is."""
    game = drawn_game("pack", room(*rows), held=False)
    desk = console_of(game)
    fights = "; Tab fights it" if "dwarf" in names else ""  # it would not fight two
    refused = f"{names}: nothing is explored or collected now{fights}"
    expected = f"{refused}{'; to flee, use > or the arrow keys' * bool(way)}."
    assert pressed(desk, "o") == expected
    assert game.turns == 0
    session = session_of(game)
    assert Narrator(session, nearest_word).handle_word("collect") == [
        expected.replace("Tab fights", "`fight` fights").replace(
            "> or the arrow keys", f"`travel stairs` or a step such as `{way}`"
        )
    ]


def test_exploring_begins_beside_whoever_stays_there() -> None:
    """R5, §2.2: neither the frozen nor dragons follow, so one can walk off and collect."""
    game = drawn_game("pack", room("6...@W..\\"))
    travelled(console_of(game), "o")
    assert game.hero.gold == 2
    game = drawn_game("pack", room("D9@...6\\", "........"), held=False)
    travelled(console_of(game), "o")
    assert game.hero.gold == 2


LAST_STAIRS = r"""
|---------|
|.@......C|
|.........|
|.........|
|.........|
|....6....|
|....\....|
|....A....|
|---------|
"""
"""The gold is beside the last stairs, and two cells away from their guard."""


def test_journeys_keep_away_from_stairs_that_a_guard_may_hide() -> None:
    """X61, X80: who bars unseen stairs strikes beside them; the compass shows where that is."""
    game = drawn_game("gear depths", LAST_STAIRS, held=False)
    view, stride = GameView(game), 12
    guard, gold = 7 * stride + 5, 5 * stride + 5
    assert (view.stairs_cell, view.find_threat(gold)) == (NO_CELL, game.floor.enemies[guard])
    assert guard - 2 in view.cells_to_avoid()
    desk = console_of(game)
    for _ in range(3):
        pressed(desk, "G")
        assert game.floor.hero_cell not in view.cells_to_avoid()
    shown = GameView(with_compass(game))
    assert shown.find_threat(gold) is not None
    assert guard - 2 not in shown.cells_to_avoid()


BARRED = (
    "The elder dragon bars the stairs: slay it, or pay it 12 gold from beside it or the stairs."
)


def last_floor(drawing: str, *names: str, held: bool = True) -> GameState:
    rules = ExpansionRegistry().select(["depths", *names], {"floors": 1})
    return on_floors(rules, dedent(drawing).strip() + "\n", held=held)


@for_each(("@....\\A", "6 east"), ("@\\A", "2 east"), ("...@0..\\A6", "5 east"))
@for_each("", "fog", "gear fog hunters")
def test_travel_says_first_who_bars_the_stairs_and_where(names: str, row: str, place: str) -> None:
    """X80, X7: nothing is walked and nothing risked for a step, or a click, that is refused."""
    game = last_floor(room(row), *names.split(), held=False)
    if "gear" in names:
        with_compass(game)
    expected = f"{BARRED} It is {place} of you."
    desk = console_of(game)
    for _ in range(3):
        assert pressed(desk, ">") == expected
        assert (travelled(desk), desk.running.told_key) == ([], "")
    stairs = row.index("\\") + 1
    assert pressed(desk, [f"click {stairs} 1"]) == expected
    assert Narrator(session_of(game), nearest_word).handle_word(">") == [expected]
    assert game.turns == 0


def test_the_way_to_who_bars_the_stairs_is_asked_about_with_what_it_may_cost() -> None:
    """X80: a second press goes beside it, where it strikes; where it cannot, nothing is told."""
    game = last_floor(room("@....\\A", "......."))
    desk = console_of(game)
    risk = "An elder dragon can strike you on the way (up to 19 HP a turn)"
    told = f"{BARRED} It is 6 east of you. {risk}: press > again to go all the same."
    assert pressed(desk, ">") == told
    travelled(desk, ">")
    assert GameView(game).find_threat(game.floor.hero_cell) is not None
    peaceful = last_floor(room("@....\\A", "......."))
    only_enemy(peaceful).set_status(CHARMED, 9)
    offer = f"{BARRED} It is 6 east of you: press > again to go there."
    assert pressed(console_of(peaceful), ">") == offer


def test_the_stairs_are_open_once_their_guard_is_slain() -> None:
    """X80: then the same key goes there."""
    game = last_floor(room("@....\\A"))
    game.floor.remove_enemy(min(game.floor.enemies))
    game = game.copy()
    travelled(console_of(game), ">")
    assert game.outcome is not None


def test_whoever_guards_other_things_bars_no_stairs() -> None:
    """R25: a dragon strikes beside its hoard; one can go down there all the same."""
    game = last_floor(room("@......\\", ".9D....."))
    desk = console_of(game)
    assert pressed(desk, ">").endswith("(up to 15 HP a turn): press > again to go all the same.")
    assert desk.running.told_key


UNSEEN_GUARD = r"""
    |----------------|
    ||---|  |-------||
    ||@..+##+..\.---||
    ||---|  |--.A---||
    |----------------|
"""


def test_a_guard_never_seen_is_not_given_away() -> None:
    """X41: the compass shows stairs; who bars them is known when it comes into view."""
    game, free = (
        with_compass(last_floor(UNSEEN_GUARD.replace("A", glyph), "fog", "gear")) for glyph in "A."
    )
    for each in (game, free):
        pressed(console_of(each), ">")
    assert game.floor.hero_cell == free.floor.hero_cell
    assert BARRED not in action(console_of(game))
    desk = console_of(game)
    while not GameView(game).enemies:
        travelled(desk, "o")
    assert pressed(desk, ">").startswith(BARRED)


def test_exploring_ends_without_a_way_to_barred_stairs() -> None:
    """X42, X7: it goes to the known stairs at its end, unless they are barred; none flee there."""
    game = last_floor(room("@.......\\A"), "fog")
    desk, told = console_of(game), f"All that can be reached is explored. {BARRED}"
    assert pressed(desk, "o") == f"{told} It is 9 east of you."
    assert (travelled(desk), game.turns) == ([], 0)
    game = last_floor(room(".@W....\\A"), held=False)
    assert pressed(console_of(game), "o").endswith("Tab fights it; to flee, use the arrow keys.")


def test_exploring_names_the_key_of_the_stairs_only_where_it_goes_there() -> None:
    """Where `>` says what is in the way, `o` does not say that it leads away."""
    game = drawn_game("pack", room(".W|...", ".@0..\\"), held=False)
    assert pressed(console_of(game), "o").endswith("; to flee, use the arrow keys.")
    assert pressed(console_of(game), ">") == "Stopped: a potion is ahead; g takes it."


FAR_COMPASS = r"""
    |----------------------------|
    ||-----------------------|   |
    ||@.....................C|   |
    ||+----------------------|   |
    | #                          |
    ||+----|                     |
    ||....\|                     |
    ||-----|                     |
    |----------------------------|
"""


def test_exploring_fetches_a_compass_in_sight_first() -> None:
    """X89: it shows the way, and is farther off than the doorway to what is unseen."""
    game = drawn_game("fog gear", FAR_COMPASS)
    desk = console_of(game)
    pressed(desk, "o")
    while not part_of(game, Outfit).has_compass:
        desk.tick()
    assert game.turns == 22
