"""Vaults on screens and in plain mode: keys, the menu of prices, and questions (X102, X103)."""

from attrs import evolve

from cc3k.engine.board import SOUTHEAST
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.levels import FIRST_POINTS, Growth
from cc3k.expansions.vaults import WANDS, Treasures, Wand
from cc3k.play.look import describe_cell
from cc3k.play.messages import FORECAST_HEADING
from cc3k.play.narrator import Narrator
from cc3k.play.prompts import NOTHING_TO_FORETELL
from cc3k.ui.game_keys import LookMode
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.modes import QuestionMode
from tests.support.consoles import action, console_of, lines, playing, pressed, travelled, with_keys
from tests.support.expansions import expanded, row, session_of, told
from tests.support.scenarios import board, room
from tests.support.tables import for_each

SIZES = [(79, 31), (80, 24), (40, 12), (120, 40)]


def beside_vault(gold: int = 0) -> GameState:
    game = expanded("vaults", room("..@...", "../=&\\"), luck=[5, 1, 0, 0, 0])
    game.hero.gold = gold
    return game


def test_who_walks_into_a_pedestal_gets_its_menu() -> None:
    """X102: no word needs to be known; nothing is taken yet, and no turn goes by."""
    game = beside_vault(gold=20)
    desk = with_keys(console_of(game), ["down"])
    assert isinstance(desk.mode, ChoiceMode)
    assert lines(desk)[0].startswith("The wand of bolt: ")
    assert playing(desk).turns == 0
    pressed(desk, ["escape", "right"])
    assert playing(desk).turns == 1


def test_a_ring_that_would_tell_nothing_new_is_said_to_be_of_no_use() -> None:
    """X116: as in the trial Glowing, in which all potions are known: menu, look and question."""
    game = beside_vault()
    ring = game.floor.hero_cell + SOUTHEAST.offset(game.floor.board.stride)
    assert not any("of no use" in line.lower() for line in describe_cell(game, ring))
    game.known_names.update([potion.name for potion in game.rules.potions])
    assert "Of no use: you know all potions." in describe_cell(game, ring)
    assert "ring of lore (of no use: you know all potions)" in told(game, "x se")[1]
    desk = with_keys(console_of(game), ["x"])
    assert any("lore: of no use: you know all potions" in line for line in lines(desk))


def test_the_menu_of_a_pedestal_foretells_what_a_payment_would_do() -> None:
    desk = with_keys(console_of(beside_vault(gold=20)), ["down", "h"])
    assert any("bolt" in line for line in lines(desk)[2:])
    assert lines(desk)[1] == FORECAST_HEADING
    pressed(desk, ["escape"])
    assert isinstance(desk.mode, ChoiceMode)


@for_each("size", SIZES)
def test_a_pedestal_is_a_menu_of_three_prices(size: tuple[int, int]) -> None:
    """X102: on a screen `x so` is a menu, which says what the thing does and why none is paid."""
    game = beside_vault(gold=20)
    desk = with_keys(console_of(game, size=size), "xso")
    assert isinstance(desk.mode, ChoiceMode)
    shown = "\n".join(lines(desk))
    assert shown.startswith("The wand of bolt: ")
    assert " k  the key: you have no key" in shown
    assert " g  20 gold" in shown
    assert " b  32 HP: then HP 93 of 125" in shown
    pressed(desk, ["g"])
    assert row(game) == "Vault: 1 bolt 4"
    assert game.hero.gold == 0


@for_each(("words", "xsob", "c1ea"), ("vi", "xj", "c1l"), ("laptop", "xk", "c1o"))
def test_keys_pay_and_cast(keys: str, pay: str, aim: str) -> None:
    """X121: `c` and `x` are keys of `vi` and `laptop`, and words."""
    game = beside_vault()
    desk = with_keys(console_of(game, keys), pay)
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
    desk = with_keys(console_of(game), "c")
    assert action(desk) == "c: which, 1 to 3? You can choose 1: bolt 4; 2: unknown."


@for_each(
    ("c", "c needs a wand that is not spent."),
    ("x", "x needs a pedestal beside you."),
    ("g", "g needs a potion beside you, and room for it."),
    ("t", "t needs something in your pack."),
    ("b", "b needs a peaceful merchant beside you."),
    ("p", "p needs the elder dragon or its stairs beside you, and the toll."),
    ("spend", "spend needs a point, which a level brings."),
)
def test_what_is_not_there_is_said_at_once(words: str, needed: str) -> None:
    """X102, X103: nobody is asked for a slot, or for a way; plain mode says the same."""
    game = expanded("vaults pack shop depths levels", room("..@...", ".....\\"), luck=[0])
    part_of(game, Growth).spent["a"] = FIRST_POINTS
    desk = console_of(game)
    refused = "You have no point to spend." if words == "spend" else needed
    assert (pressed(desk, words), desk.is_input_pending) == (refused, False)
    narrator = Narrator(desk.session)
    narrator.handle_word(words)
    assert narrator.after_line() == [needed]


@for_each(((4,), "c needs a wand that is not spent."), ((4, 0), "Wand 1 is spent."))
def test_the_arrow_of_a_spent_wand_is_no_step(wands: tuple[int, ...], told: str) -> None:
    """X104: none is spent by mistake; any other key does what it does."""
    game = expanded("vaults pack", room("..@...", ".....\\"))
    part_of(game, Treasures).wands = (*[Wand("bolt", used) for used in wands], None, None)[:3]
    desk = console_of(game)
    assert pressed(desk, ["c", "1", "right"]) == told
    assert (game.turns, desk.mode) == (0, None)
    assert pressed(desk, ["t", "a", "e", "a"]) == "t needs something in your pack."
    pressed(desk, ["t", "right"])
    assert game.turns == 1


@for_each(
    ("c", "q", ""),
    ("05x", "l", "'l' is no choice; Esc ends this. 5 times x"),
    ("c", "x", "'x' is no choice; Esc ends this. c 1, bolt 4: which way?"),
    ("c1", "x", "'x' is no choice; Esc ends this. c 1, bolt 4: which way?"),
    ("x", "sx", "'sx' is no choice; Esc ends this. x: which way? x or Enter: South: wand of bolt."),
    ("c", "漢", "That is no choice; Esc ends this. c 1, bolt 4: which way?"),
    ("c", ["backspace", "L"], "'L' is no choice; Esc ends this. c: which, 1 to 3? You can"),
)
def test_a_wrong_key_leaves_the_question(keys: str, wrong: str, question: str) -> None:
    """What is expected is said again, and nothing of two keys together; `q` still quits (R35)."""
    game = expanded("vaults", room("..@...", "../..\\"), luck=[5, 0])
    game.floor.place_item(min(game.floor.items), evolve(WANDS["bolt"], is_pedestal=True))
    part_of(game, Treasures).wands = (Wand("bolt"), None, None)
    game.known_names.add("wand of bolt")
    desk = with_keys(console_of(game), [*keys, *wrong])
    assert action(desk).startswith(question or "Give this game up and quit?")
    pressed(desk, ["escape"])
    assert (game.turns, desk.is_input_pending) == (0, False)


@for_each("key", ["x", "enter"])
def test_a_verb_again_means_the_only_pedestal(key: str) -> None:
    """X102: as `aa` and `uu` mean the only enemy and the only potion."""
    game = beside_vault(gold=20)
    for cell in sorted(game.floor.pedestals)[::2]:
        game.floor.remove_item(cell)
    desk = with_keys(console_of(game), "x")
    assert action(desk) == "x: which way? x or Enter: Southeast: ring of lore."
    pressed(desk, [key])
    assert lines(desk)[0].startswith("The ring of lore: ")


@for_each(
    (["2"], "ring of thorns"),
    (["enter"], "wand of bolt"),
    (["down"], "ring of thorns"),
    (["up", "enter"], "black ledger"),
    (["s", "o"], "ring of thorns"),
    (["s", "e"], "black ledger"),
    (["z"], ""),
)
def test_several_pedestals_are_one_menu(keys: list[str], chosen: str) -> None:
    """X102: it tells all three with their prices; then the direction, a number or Enter chooses."""
    game = expanded("vaults", room("..@...", "./=&.\\"), luck=[5, 0, 0, 0, 0])
    desk = with_keys(console_of(game), "x")
    prices = "for the key (you have no key), 20 gold (you have 0) or 32 HP"
    assert " ".join(lines(desk)).startswith(f"You can open one pedestal, {prices}. Which one?")
    things = (
        "Southwest, the wand of bolt",
        "South, the ring of thorns",
        "Southeast, the black ledger",
    )
    shown = "\n".join(lines(desk))
    assert all(f" {number}  {thing}: " in shown for number, thing in enumerate(things, 1))
    pressed(desk, keys)
    assert lines(desk)[0].startswith(f"The {chosen}: ") == bool(chosen)
    assert game.turns == 0
    narrator = Narrator(desk.session)
    narrator.handle_word("x")
    (said,) = narrator.after_line()
    told = f"{things[0]}: hurts an enemy, within 7 cells; {things[1]}: "
    assert said.startswith(f"You can open one pedestal, {prices}. {told}")
    assert said.endswith(" In which direction?")


@for_each(("words", "h"), ("vi", "F"), ("laptop", "h"))
def test_a_key_tells_what_would_happen(keys: str, key: str) -> None:
    """Each payment and each cast with what it would leave; `?` has the same above the help."""
    game = beside_vault(gold=20)
    part_of(game, Treasures).wands = (Wand("bolt"), Wand("dig"), None)
    game.known_names.update(["wand of bolt", "wand of dig"])
    desk = console_of(game, keys)
    for asked in (key, "?"):
        pressed(desk, [asked])
        shown = " ".join(" ".join(lines(desk)).split())
        assert "What would happen" in shown
        assert "20 gold for the wand of bolt (hurts an enemy, within 7 cells); then gold 0" in shown
        pressed(desk, ["escape"])
    game.floor.items.clear()
    part_of(game, Treasures).wands = (None,) * 3
    pressed(desk, [key])
    assert action(desk) == NOTHING_TO_FORETELL


def test_plain_mode_tells_what_would_happen() -> None:
    game = beside_vault(gold=20)
    told = Narrator(session_of(game)).handle_word("forecast")
    assert told[0].startswith("x so g: 20 gold for the wand of bolt")
    game.floor.items.clear()
    assert Narrator(session_of(game)).handle_word("h") == [NOTHING_TO_FORETELL]


def full_hands() -> GameState:
    game = expanded("vaults", room("@/.\\"), luck=[0])
    part_of(game, Treasures).wands = (Wand("bolt"),) * 3
    return game


def test_a_screen_asks_before_a_wand_is_lost() -> None:
    """X103, Y28: "no" takes no turn."""
    game = full_hands()
    desk = with_keys(console_of(game), ["right"])
    assert isinstance(desk.mode, QuestionMode)
    pressed(desk, ["n"])
    assert game.turns == 0
    pressed(desk, ["right", "y"])
    assert game.turns == 1
    assert game.floor.items == {}


def test_plain_mode_asks_too() -> None:
    """Y28: a question in words, answered yes or no."""
    game = full_hands()
    narrator = Narrator(session_of(game))
    narrator.handle_word("east")
    assert "You lose wand 1 (unknown) for the wand." in narrator.after_line()[0]
    narrator.handle_word("no")
    assert game.turns == 0


@for_each(
    (("@......", "...../=&", "........\\"), 6),
    ((".....@..", "...../=&", "........\\"), 1),
    (("....@---", "...../=&", "........\\"), 3),
)
def test_a_look_travels_straight_in_front_of_a_pedestal(rows: tuple[str, ...], steps: int) -> None:
    """X102: not beside two of them, from where a diagonal step means the one that was chosen."""
    rows = tuple([row.ljust(9, ".") for row in rows])
    desk = with_keys(console_of(expanded("vaults", room(*rows), luck=[5, 0, 0, 0, 0])), ["l", "x"])
    assert isinstance(desk.mode, LookMode)
    cell = desk.mode.cell
    assert len(travelled(desk, ["enter"])) == steps
    game = playing(desk)
    assert abs(game.floor.hero_cell - cell) in (1, game.floor.board.stride)


def test_a_look_goes_to_the_hostile_first_and_to_pedestals_before_things() -> None:
    """X109: from the nearest one; pedestals, stairs, things, the others, the PC; `x`: pedestals."""
    drawing = room("@.../=&.H..0....W", "................\\")
    game = expanded("vaults", drawing, luck=[5, 0, 0, 0, 0])
    desk = console_of(game)
    assert pressed(desk, "l").endswith("Tab: next thing. x: next pedestal. Enter: go.")
    seen = []
    for key in ("",) + ("tab",) * 8 + ("x",) * 4:
        pressed(desk, [key] * bool(key))
        assert isinstance(desk.mode, LookMode)
        seen.append(board(game)[desk.mode.cell])
    assert "".join(seen) == "HW/=&\\P@H/=&/"
    game.floor.items.clear()
    pressed(desk, ["escape", "l", "x"])
    assert desk.mode is None


@for_each("chosen", [["g"], ["down", "enter"]])
def test_a_price_that_cannot_be_paid_is_refused_in_words(chosen: list[str]) -> None:
    """X102: by its letter, and by Enter on its line."""
    desk = console_of(beside_vault(gold=3))
    told = pressed(desk, [*"x", "down", *chosen])
    assert told.startswith("The pedestal asks 20 gold; you have 3.")
