"""What expansions add on a screen: rows, menus, keys, typed words and help (X1, X4)."""

from attrs import evolve

from cc3k.engine.board import SOUTHEAST
from cc3k.engine.expansion import ChoiceMenu, Commands, Expansion, MenuCommand, MenuLine
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.levels import FIRST_POINTS, Growth
from cc3k.expansions.pack import DrinkSlot, slots_of
from cc3k.expansions.registry import rules_with
from cc3k.expansions.vaults import WANDS, Treasures, Wand
from cc3k.play.look import describe_cell
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.ui.console import Console
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.modes import QuestionMode
from cc3k.ui.pager import SHORT_TOPICS_HINT, TOPICS_HINT, PagerMode
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import action, console_of, lines, playing, pressed, with_keys
from tests.support.expansions import expanded, told
from tests.support.scenarios import room
from tests.support.stones import STONE_RULES, Stones
from tests.support.tables import for_each
from tests.support.walks import stocked

SIZES = [(79, 31), (79, 30), (80, 24), (40, 12), (120, 40), (200, 60)]


def stone_console(size: tuple[int, int] = (80, 24), keys: str = "words") -> Console:
    session = Session(STONE_RULES, 42)
    session.start_game(STONE_RULES.races[0])
    return Console(session, *size, ScreenSettings(keys=keys))


def stones(desk: Console) -> int:
    return part_of(playing(desk), Stones).count


@for_each("size", SIZES)
def test_the_rows_are_on_every_screen(size: tuple[int, int]) -> None:
    """X4: below the figures where the picture fits, in a row of their own elsewhere."""
    shown = lines(stone_console(size))
    assert len(shown) <= size[1]
    assert sum("Stones: 2" in line for line in shown) == 1
    assert any(" 2 stones" in line for line in shown) == (size[0] >= 120), "the panel tells more"


@for_each(
    ("words", "gno", 3),
    ("words", "gnotase", 2),
    ("words", "bno2", 4),  # X20: a number buys
    ("vi", "gh", 3),  # X10: the key of the expansion, then a key of direction
    ("vi", "gl", 3),
    ("vi", ":tbso", 1),
)
def test_letters_spell_the_words(keys: str, typed: str, count: int) -> None:
    """§4, X10, X20: each acts once complete."""
    desk = with_keys(stone_console(keys=keys), typed)
    assert stones(desk) == count


def test_a_word_that_begins_another_waits_for_its_end() -> None:
    """X10: `ue` may become `uea`: Enter or a blank ends it."""
    desk = with_keys(stone_console(), "ue")
    assert stones(desk) == 2
    pressed(desk, ["enter"])
    assert stones(desk) == 1
    pressed(desk, "ue ")
    assert stones(desk) == 0
    assert pressed(desk, "uea") == "There is no potion to the East."


def test_a_direction_may_be_a_key() -> None:
    """After `g` and `t a`, as after `a` and `u`; what is asked is told."""
    desk = stone_console()
    assert pressed(desk, "ta") == "t a, stone 0: which way?"
    pressed(desk, ["right"])
    assert desk.session.action_text == "You throw a ea: 1."
    pressed(desk, ["g", "left"])
    assert desk.session.action_text == "You gather we: 2."


def test_a_question_opens_its_menu() -> None:
    """X10: `i` is a menu: arrows and letters choose, keys do, any other key goes back."""
    desk = with_keys(stone_console(), "i")
    assert isinstance(desk.mode, ChoiceMode)
    assert [line for line in lines(desk) if line] == [
        "Stones that you carry",
        " a  stone 0",
        " b  stone 1",
        "u eat; t throw. Arrows and letters choose; any other key goes back.",
    ]
    pressed(desk, ["down"])
    pressed(desk, ["t"])
    assert action(desk) == "t b, stone 1: which way?"
    pressed(desk, ["up"])
    assert desk.session.action_text == "You throw b no: 1."
    pressed(desk, "ix")
    assert stones(desk) == 1
    assert action(desk) == "You throw b no: 1."


def test_a_menu_may_ask_first() -> None:
    """X20: the question says what would happen."""
    desk = with_keys(stone_console(), ["i", "b", "u"])
    assert isinstance(desk.mode, QuestionMode)
    assert action(desk) == "Eat a stone? (y/n)"
    pressed(desk, "n")
    assert stones(desk) == 2
    pressed(desk, ["i", "b", "u", "y"])
    assert stones(desk) == 1


def test_a_menu_without_lines_is_told_in_words() -> None:
    desk = with_keys(stone_console(), "uaua")
    pressed(desk, "i")
    assert desk.mode is None
    assert action(desk) == "You count: 0."


def test_a_menu_scrolls_on_a_small_screen() -> None:
    desk = stone_console((40, 12))
    part_of(playing(desk), Stones).count = 8
    pressed(desk, ["i", "up"])
    shown = lines(desk)
    assert len(shown) <= 12
    assert any("stone 7" in line for line in shown)


def test_help_names_keys_and_words() -> None:
    """X1: `?` says what each does in one sentence, and its words."""
    desk = with_keys(stone_console(keys="vi"), "?")
    assert isinstance(desk.mode, PagerMode)
    text = "\n".join(desk.mode.wrapped_lines(100))
    for said in ("gather a stone", "Stones can be gathered", ":g and a direction", "count stones"):
        assert said in text


def test_a_letter_of_help_goes_to_its_topic() -> None:
    """The first screen lists them; a letter that is none goes back to the game."""
    desk = with_keys(stone_console(), "?")
    first = lines(desk)
    assert TOPICS_HINT in first
    row = first[first.index("Topics: a letter goes there") + 1]
    pressed(desk, row[row.index(" stones") - 1])
    assert lines(desk)[0] == "Expansion: stones"
    pressed(desk, "Q")
    assert desk.mode is None
    small = with_keys(stone_console((40, 12)), "?")
    assert lines(small)[-1] == SHORT_TOPICS_HINT


def test_another_game_has_its_own_keys_and_words() -> None:
    desk = stone_console(keys="vi")
    other = Session(STONE_RULES, 7)
    desk.take_session(other)
    assert desk.command_input.keymap["g"].text == "g"


def carrying(potions: str, names: str = "pack shop", cell: str = ".") -> GameState:
    return stocked(expanded(names, room(f"@.{cell}..", "....\\"), luck=[0, 1, 5]), potions)


def with_slot_e(potions: str) -> GameState:
    """Return a game with another package's words `u e`, which begin the document's `u ea`."""
    lines = [MenuLine("e", "an unknown potion", (MenuCommand("u", "use", "u e"),))]
    horn = Expansion(
        name="horn",
        sentence="It adds a word.",
        commands=Commands(
            actions=(("u e", DrinkSlot("a")),),
            menus=(ChoiceMenu("i", "Horn", lambda game: lines if slots_of(game)[0] else []),),
        ),
    )
    game = carrying(potions, cell="0")
    game.rules = rules_with((*game.rules.expansions, horn))
    return game


def test_words_that_begin_others_say_what_enter_means() -> None:
    """X5: `u e` is a whole command, and the beginning of `u ea`; no other key is misread then."""
    desk = console_of(with_slot_e("WA"))
    asked = pressed(desk, "ue")
    assert asked == "u e: Enter means e, an unknown potion; a means u ea."
    for key in ("right", "tab", "x", "s", "o", "f5"):
        assert pressed(desk, [key]) == asked
    assert playing(desk).turns == 0
    assert pressed(desk, ["enter"]).startswith("Wound Attack")
    assert pressed(console_of(with_slot_e("")), "ue") == (
        "u e: Enter means e, where nothing is; a means u ea."
    )
    for keys in ("uea", "u ea", ":uea"):
        assert "There is no potion to the East." in pressed(console_of(carrying("PH")), keys)
    assert pressed(desk, ["u", "e", "escape"]) == "Never mind."
    assert pressed(desk, ["u", "e", "backspace"]).startswith("Use which way?")


def beside_vault(gold: int = 0) -> GameState:
    game = expanded("vaults", room("..@...", "../=&\\"), luck=[5, 1, 0, 0, 0])
    game.hero.gold = gold
    return game


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


def test_a_point_that_is_not_there_is_said_so_at_once() -> None:
    game = expanded("levels", room("..@...", ".....\\"))
    part_of(game, Growth).spent["a"] = FIRST_POINTS
    desk = console_of(game)
    assert pressed(desk, "spend") == "You have no point to spend."
    assert not desk.is_input_pending
    narrator = Narrator(desk.session)
    narrator.handle_word("spend")
    assert narrator.after_line() == ["spend needs a point, which a level brings."]


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
