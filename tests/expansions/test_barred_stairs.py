"""Barred stairs: what journeys do and say where the last stairs have a guard (X80, X7)."""

from textwrap import dedent

from cc3k.cli.argument_parser import nearest_word
from cc3k.content.layout.reader import read_layout
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from tests.expansions.test_finding_stairs import console_of, with_compass
from tests.support.consoles import action, pressed, travelled
from tests.support.scenarios import race_named, room
from tests.support.tables import for_each

BARRED = (
    "The elder dragon bars the stairs: slay it, or pay it 12 gold from beside it or the stairs."
)


def last_floor(drawing: str, *names: str, held: bool = True) -> GameState:
    """Return a game of one floor that is drawn, with depths and other expansions."""
    rules = ExpansionRegistry().select(["depths", *names], {"floors": 1})
    data = dedent(drawing).encode("ascii")
    layouts = read_layout(data, "drawing", rules).floor_layouts
    game = GameState(rules, race_named("Shade", rules), Dice("barred stairs"), layouts)
    game.enemies_frozen = held
    return game


def narrator_of(game: GameState) -> Narrator:
    """Return plain mode at a game."""
    session = Session(game.rules, 42)
    session.game = game
    return Narrator(session, nearest_word)


@for_each("row, place", [("@....\\A", "6 east"), ("@\\A", "2 east"), ("...@0..\\A6", "5 east")])
@for_each("names", ["", "fog", "gear fog hunters"])
def test_travel_says_first_who_bars_the_stairs_and_where(row: str, place: str, names: str) -> None:
    """X80: nothing is walked and nothing risked for a step that would be refused."""
    game = last_floor(room(row), *names.split(), held=False)
    if "gear" in names:
        with_compass(game)
    expected = f"{BARRED} It is {place} of you."
    shell = console_of(game)
    for _ in range(3):
        assert pressed(shell, ">") == expected
        assert (travelled(shell), shell.offer) == ([], None)
    assert narrator_of(game).handle_word(">") == [expected]
    assert game.turns == 0


def test_a_click_on_barred_stairs_says_the_same() -> None:
    """X7: a journey to the cell of the stairs is a journey to the stairs."""
    game = last_floor(room("@....\\A"))
    assert pressed(console_of(game), ["click 6 1"]) == f"{BARRED} It is 6 east of you."
    assert game.turns == 0


def test_the_stairs_are_open_once_their_guard_is_slain() -> None:
    """X80: then the same key goes there."""
    game = last_floor(room("@....\\A"))
    (cell,) = game.floor.enemies
    game.floor.remove_enemy(cell)
    travelled(console_of(game.copy()), ">")
    game = game.copy()
    travelled(console_of(game), ">")
    assert game.outcome is not None


def test_whoever_guards_other_things_bars_no_stairs() -> None:
    """R25: a dragon strikes beside its hoard; one can go down there all the same."""
    game = last_floor(room("@......\\", ".9D....."))
    shell = console_of(game)
    assert pressed(shell, ">").endswith("(16 HP at worst): press > again to go all the same.")
    assert shell.offer is not None


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
    shell = console_of(game)
    while not GameView(game).enemies:
        travelled(shell, "o")
    assert pressed(shell, ">").startswith(BARRED)


def test_exploring_ends_without_a_way_to_barred_stairs() -> None:
    """X42: it goes to the known stairs at the end, unless that leads nowhere."""
    game = last_floor(room("@.......\\A"), "fog")
    shell = console_of(game)
    assert (
        pressed(shell, "o") == f"All that can be reached is explored. {BARRED} It is 9 east of you."
    )
    assert (travelled(shell), game.turns) == ([], 0)


def test_nobody_is_told_to_flee_down_barred_stairs() -> None:
    """X7: beside an enemy `o` names the ways out; barred stairs are none."""
    game = last_floor(room("@W....\\A"), held=False)
    assert pressed(console_of(game), "o").endswith("Tab fights it; to flee, use the arrow keys.")
