"""Vaults on screens and in plain mode: keys, the menu of prices, and questions (X102, X103)."""

from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.vaults import Treasures, Wand
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.play.targets import NOTHING_TO_FORETELL
from cc3k.ui.console import Console
from cc3k.ui.modes import ChoiceMode, QuestionMode
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import action, lines, playing, pressed
from tests.support.expansions import expanded, row, rules_of
from tests.support.scenarios import room
from tests.support.tables import for_each

SIZES = [(79, 31), (80, 24), (40, 12), (120, 40)]


def console_of(game: GameState, keys: str = "words", size: tuple[int, int] = (80, 24)) -> Console:
    """Return a console in that game."""
    session = Session(game.rules, 42)
    session.game = game
    return Console(session, *size, ScreenSettings(keys=keys))


def beside_vault(gold: int = 0) -> GameState:
    game = expanded("vaults", room("..@...", "../=&\\"), luck=[5, 1, 0, 0, 0])
    game.hero.gold = gold
    return game


def test_who_walks_into_a_pedestal_gets_its_menu() -> None:
    """X102: no word needs to be known; nothing is taken yet, and no turn goes by."""
    game = beside_vault(gold=20)
    desk = console_of(game)
    pressed(desk, ["down"])
    assert isinstance(desk.mode, ChoiceMode)
    assert lines(desk)[0].startswith("The wand of bolt: ")
    assert playing(desk).turns == 0
    pressed(desk, ["escape", "right"])
    assert playing(desk).turns == 1


@for_each("size", SIZES)
def test_a_pedestal_is_a_menu_of_three_prices(size: tuple[int, int]) -> None:
    """X102: on a screen `x so` is a menu, which says what the thing does and why none is paid."""
    game = beside_vault(gold=20)
    desk = console_of(game, size=size)
    pressed(desk, "xso")
    assert isinstance(desk.mode, ChoiceMode)
    shown = "\n".join(lines(desk))
    assert shown.startswith("The wand of bolt: ")
    assert " k  the key. You have no key." in shown
    assert " g  20 gold" in shown
    assert " b  32 HP" in shown
    pressed(desk, ["g"])
    assert row(game) == "Vault: 1 bolt 4"
    assert game.hero.gold == 0


def test_the_question_for_a_way_names_what_is_on_each_pedestal() -> None:
    """X102: which is the wand and which the ring need not be found out by a key each."""
    desk = console_of(beside_vault())
    assert "South: wand of bolt" in pressed(desk, "x")


@for_each(
    "keys, pay, aim", [("words", "xsob", "c1ea"), ("vi", "xj", "c1l"), ("laptop", "xk", "c1o")]
)
def test_keys_pay_and_cast(keys: str, pay: str, aim: str) -> None:
    """X121: `c` and `x` are keys of `vi` and `laptop`, and words."""
    game = beside_vault()
    desk = console_of(game, keys)
    pressed(desk, pay)
    if isinstance(desk.mode, ChoiceMode):
        pressed(desk, ["b"])
    assert row(game) == "Vault: 1 bolt 4"
    pressed(desk, aim)
    assert action(desk) == "You see nobody within 7 cells to the East. Cast bolt? (y/n)"
    pressed(desk, "y")
    assert row(game) == "Vault: 1 bolt 3"


def test_the_prompt_names_the_wands() -> None:
    """X103: after `c` the wands in hand are told, unknown ones without a kind."""
    game = beside_vault()
    part_of(game, Treasures).wands = (Wand("bolt"), Wand("slow"), None)
    desk = console_of(game)
    pressed(desk, "c")
    assert action(desk) == "c: which, 1 to 3? You can choose 1: bolt 4; 2: unknown."


@for_each("words", ["c", "x"])
def test_a_prompt_says_if_nothing_can_be_done_with_it(words: str) -> None:
    """X102, X103: without a wand, and without a pedestal beside the PC."""
    desk = console_of(expanded("vaults", room("..@...", ".....\\")))
    pressed(desk, words)
    assert action(desk).endswith("? None is possible now.")


@for_each("keys, key", [("words", "h"), ("vi", "F"), ("laptop", "h")])
def test_a_key_tells_what_would_happen(keys: str, key: str) -> None:
    """Each payment and each cast with what it would leave; `?` has the same above the help."""
    game = beside_vault(gold=20)
    part_of(game, Treasures).wands = (Wand("bolt"), Wand("dig"), None)
    game.known_potions.update(["wand of bolt", "wand of dig"])
    desk = console_of(game, keys)
    for asked in (key, "?"):
        pressed(desk, [asked])
        shown = " ".join(" ".join(lines(desk)).split())
        assert "What would happen" in shown
        assert "20 gold for the wand of bolt (hurts an enemy); then gold 0" in shown
        pressed(desk, ["escape"])
    game.floor.items.clear()
    part_of(game, Treasures).wands = (None,) * 3
    pressed(desk, [key])
    assert action(desk) == NOTHING_TO_FORETELL


def test_plain_mode_tells_what_would_happen() -> None:
    """The word `forecast`, or `h`, takes no turn."""
    session = Session(rules_of("vaults"), 42)
    session.game = beside_vault(gold=20)
    told = Narrator(session).handle_word("forecast")
    assert told[0].startswith("x so g: 20 gold for the wand of bolt")
    session.game.floor.items.clear()
    assert Narrator(session).handle_word("h") == [NOTHING_TO_FORETELL]


def full_hands() -> GameState:
    game = expanded("vaults", room("@/.\\"), luck=[0])
    part_of(game, Treasures).wands = (Wand("bolt"),) * 3
    return game


def test_a_screen_asks_before_a_wand_is_lost() -> None:
    """X103, Y28: "no" takes no turn."""
    game = full_hands()
    desk = console_of(game)
    pressed(desk, ["right"])
    assert isinstance(desk.mode, QuestionMode)
    pressed(desk, ["n"])
    assert game.turns == 0
    pressed(desk, ["right", "y"])
    assert game.turns == 1
    assert game.floor.items == {}


def test_plain_mode_asks_too() -> None:
    """Y28: a question in words, answered yes or no."""
    game = full_hands()
    session = Session(game.rules, 42)
    session.game = game
    narrator = Narrator(session)
    narrator.handle_word("east")
    assert "You lose wand 1 (unknown) for the wand." in narrator.end_line()[0]
    narrator.handle_word("no")
    assert game.turns == 0
