"""Pack and shop on screens and in plain mode: menus, keys and questions (X10, X20)."""

from cc3k.engine.actions import Move
from cc3k.engine.board import EAST
from cc3k.engine.expansion import ChoiceMenu, Commands, Expansion, MenuCommand, MenuLine
from cc3k.engine.game import GameState
from cc3k.expansions.pack import MAX_POTIONS, UseSlot, slots_of
from cc3k.expansions.registry import rules_with
from cc3k.play.narrator import Narrator
from cc3k.ui.keymap import KEYMAPS
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.modes import QuestionMode
from tests.support.consoles import action, console_of, lines, playing, pressed, travelled, with_keys
from tests.support.expansions import expanded, row, session_of
from tests.support.scenarios import room, with_hp
from tests.support.tables import for_each
from tests.support.walks import stocked

SIZES = [(79, 31), (80, 24), (40, 12), (120, 40)]


def carrying(potions: str, names: str = "pack shop", cell: str = ".") -> GameState:
    return stocked(expanded(names, room(f"@.{cell}..", "....\\"), luck=[0, 1, 5]), potions)


def beside_merchant(names: str, gold: int = 9) -> GameState:
    game = expanded(names, room("@M...", "....\\"), luck=[0, 1, 5])
    game.hero.gold = gold
    return game


@for_each("keys", KEYMAPS)
def test_a_key_travels_to_the_nearest_peaceful_merchant_that_is_known(keys: str) -> None:
    """X20: beside it, where it can be asked."""
    game = expanded("shop", room("@.....\\", "......M"), luck=[0, 1, 5])
    desk = console_of(game, keys)
    assert len(travelled(desk, ["M"])) == 5
    assert pressed(desk, ["M"]) == "You are next to it."
    game.hero.provoked_kinds.add("merchant")
    assert pressed(desk, ["M"]) == "There is none to be had on this floor."


@for_each("size", SIZES)
def test_the_pack_is_a_menu_that_uses_and_throws(size: tuple[int, int]) -> None:
    """X10: on a screen `i` is a menu that uses and throws; it says where somebody would be hit."""
    game = carrying("BA WA", cell="H")
    desk = with_keys(console_of(game, size=size), "i")
    assert isinstance(desk.mode, ChoiceMode)
    assert " b  an unknown potion" in lines(desk)
    pressed(desk, ["b", "t"])
    assert action(desk) == "t b, an unknown potion: which way? East."
    pressed(desk, ["right"])
    (human,) = game.floor.enemies.values()
    assert human.stats.attack == 15
    pressed(desk, ["i", "a", "u"])
    assert game.hero.stats.attack == 30
    assert row(game) == "Pack: empty"


def test_letters_pick_up_use_and_throw() -> None:
    """X10: words typed without blanks; there is no slot `e`, with which `ea` begins."""
    game = expanded("pack", room("@0..H", "....\\"))
    desk = with_keys(console_of(game), "gea")
    assert row(game) == "Pack: a unknown"
    pressed(desk, "taea")
    assert row(game) == "Pack: empty"
    stocked(game, "BA BD WA WD RH")
    pressed(desk, "uf")
    assert desk.session.action_text == "Restore Health: nothing changes."
    pressed(desk, "ua")
    assert desk.session.action_text == "Boost Attack: Atk 25 -> 30 until the next floor."


@for_each(
    ("vi", "gl"),
    ("vi", "da"),
    ("vi", "dB"),
    ("vi", "dH"),
    ("vi", "tal"),
    ("vi", "tbl"),
    ("vi", "thl"),
    ("laptop", "go"),
    ("laptop", "da"),
    ("laptop", "dJ"),
    ("laptop", "tao"),
    ("laptop", "tjo"),
)
def test_keys_of_other_keymaps(keys: str, typed: str) -> None:
    """X10: in vi and laptop keymaps they have keys too; each of these takes a turn."""
    count = 9 if typed.startswith("g") else MAX_POTIONS
    game = stocked(expanded("pack", room("@0..H", "....\\")), "BA " * count)
    pressed(console_of(game, keys), typed)
    assert game.turns == 1
    assert row(game) != "Pack: empty"


@for_each(("vi", "i"), ("laptop", "v"), ("words", "i"))
def test_a_key_opens_the_pack(keys: str, key: str) -> None:
    """X10: a menu in each keymap; its letters are slots there, also those of directions."""
    game = carrying("BA WA")
    pressed(console_of(game, keys), [key, "b", "u"])
    assert row(game) == "Pack: a unknown"


def test_a_throw_at_somebody_peaceful_asks_first() -> None:
    """R21: as an attack does."""
    game = carrying("WA", cell="M")
    desk = with_keys(console_of(game), "taea")
    assert isinstance(desk.mode, QuestionMode)
    assert action(desk) == "The merchant to the East is peaceful. Throw at it? (y/n)"
    pressed(desk, "n")
    assert game.turns == 0
    pressed(desk, "taeay")
    assert game.turns == 1


@for_each("size", SIZES)
def test_the_shop_is_a_menu(size: tuple[int, int]) -> None:
    """X20: `b` and a direction opens it; a number buys."""
    game = beside_merchant("pack shop")
    desk = console_of(game, size=size)
    assert pressed(desk, "be") == "b: which way? be"
    pressed(desk, "a")
    assert isinstance(desk.mode, ChoiceMode)
    assert any(line.startswith(" 2  Boost Attack: 3 gold; raises") for line in lines(desk))
    pressed(desk, "2")
    assert (row(game), game.hero.gold) == ("Pack: a BA", 6)


@for_each("chosen", [["1"], ["enter"], ["b"]])
def test_a_ware_that_is_too_dear_is_refused_in_words(chosen: list[str]) -> None:
    """X20: by its number, by Enter on its line and by the menu's own key."""
    game = beside_merchant("shop", gold=3)
    told = pressed(console_of(game), [*"bea", *chosen])
    assert (told, game.hero.gold) == ("Restore Health costs 4 gold; you have 3.", 3)


@for_each(("vi", "pl2"), ("laptop", "po2"), ("laptop", "bo2"))
def test_the_shop_has_keys(keys: str, typed: str) -> None:
    """X20: in vi, where `b` is a direction, and in laptop."""
    game = beside_merchant("pack shop")
    pressed(console_of(game, keys), typed)
    assert row(game) == "Pack: a BA"


@for_each("names", ["shop", "pack shop"])
def test_a_purchase_that_is_used_at_once_asks_first(names: str) -> None:
    """X20: with no pack or no room; the question on a screen says so first."""
    game = beside_merchant(names)
    if "pack" in names:
        stocked(game, "RH " * MAX_POTIONS)
    desk = with_keys(console_of(game), "bea2")
    assert isinstance(desk.mode, QuestionMode)
    assert action(desk).startswith("You cannot carry it, so you use it at once: Boost Attack")
    pressed(desk, "n")
    assert game.hero.gold == 9
    pressed(desk, ["b", "e", "a", "2", "y"])
    assert (game.hero.gold, game.hero.stats.attack) == (6, 30)


def said(narrator: Narrator, words: str) -> str:
    return "\n".join([line for word in words.split() for line in narrator.handle_word(word)])


def test_plain_mode_knows_the_words() -> None:
    """X10, X20: in sentences, with names of directions too."""
    game = beside_merchant("pack shop")
    narrator = Narrator(session_of(game))
    assert "Boost Attack (raises Atk by 5) for 3 gold" in said(narrator, "b east")
    said(narrator, "b ea 2")
    assert row(game) == "Pack: a BA"
    assert "In your pack: a: a Boost Attack potion" in said(narrator, "i")
    asked = said(narrator, "t a east")
    assert row(game) == "Pack: a BA", asked
    said(narrator, "no")
    said(narrator, "u a")
    assert game.hero.stats.attack == 30


def test_an_arrow_into_a_potion_picks_it_up_while_there_is_room() -> None:
    """X10: no harm in that, so nothing is asked; without room it would be used, which is."""
    game = expanded("pack", room("@0..H", "1...\\"))
    desk = with_keys(console_of(game), ["right"])
    assert row(game) == "Pack: a unknown"
    stocked(game, "RH " * (MAX_POTIONS - 1))
    pressed(desk, ["down"])
    assert isinstance(desk.mode, QuestionMode)
    makes_room = "Your pack is full: use or throw one to make room."
    asked = f"There is an unknown potion to the South. {makes_room} Use it? (y/n)"
    assert action(desk) == asked


def test_plain_mode_picks_up_what_is_walked_into() -> None:
    """X10: a direction's name does what an arrow does."""
    game = expanded("pack", room("@0..H", "1...\\"))
    said(Narrator(session_of(game)), "east")
    assert row(game) == "Pack: a unknown"


def test_collecting_picks_up_potions_and_uses_none() -> None:
    """X7: `o` counts what is on: those that help and the unknown ones, while there is room."""
    game = expanded("pack", room("@0.45...", ".......\\"))
    game.known_names |= {"RH", "WA"}
    desk = console_of(game)
    travelled(desk, "o")
    assert row(game) == "Pack: a RH  b unknown"
    assert action(desk).endswith("Left: 1 potion (harmful)")
    assert game.known_names == {"RH", "WA"}
    walled = expanded("pack", room("@..|0|..", "...|||.\\"))
    desk = console_of(walled)
    travelled(desk, "o")
    assert "Left: 1 potion (no way there)" in action(desk)


@for_each("key", ["u", ":u"])
def test_u_alone_tells_of_the_pack(key: str) -> None:
    """X10: `u` takes the letter of a slot as well as a way; an empty pack is not spoken of."""
    assert pressed(console_of(carrying("")), key) == "Use which way? No potion is near."
    desk = console_of(carrying("BA BA WA"))
    playing(desk).known_names.add("BA")
    playing(desk).play(Move(EAST))
    assert pressed(desk, key) == (
        "Use which slot? You can choose a: 2 Boost Attack potions (raises Atk by 5); "
        "c: an unknown potion."
    )
    assert pressed(desk, "c").startswith("Wound Attack")
    beside = console_of(carrying("WA", cell="0"))
    playing(beside).play(Move(EAST))
    assert pressed(beside, key) == (
        "Use which way? u or Enter: an unknown potion to the East. "
        "You can choose a: an unknown potion."
    )


def test_throwing_asks_for_what_is_carried() -> None:
    """X10: the slots that hold something, by letter where their names would take too much room.

    The only one is chosen; its letter may be typed all the same.
    """
    desk = console_of(carrying("WA WD"))
    told = "t: which, a to d or f to k? You can choose a: an unknown potion; b: an unknown potion."
    assert pressed(desk, "t") == told
    desk = console_of(carrying("WA"))
    for keys, typed in (("t", ""), ("a", ""), ("e", " tae")):
        assert pressed(desk, keys) == f"t a, an unknown potion: which way?{typed}"
    assert pressed(desk, "a").startswith("You see nobody within 5 cells to the East.")
    desk = console_of(carrying("WA " * 9))
    told = "t: which, a to d or f to k? You can choose a, b, c, d, f, g, h, i, j."
    assert pressed(desk, "t") == told


def test_vi_names_a_slot_with_shift_where_its_letter_is_a_way() -> None:
    desk = console_of(carrying("WA BA PH"), keys="vi")
    assert pressed(desk, "d") == (
        "Use which slot? You can choose a: an unknown potion; "
        "B: an unknown potion; c: an unknown potion."
    )
    assert pressed(desk, "B").startswith("Boost Attack")


def with_slot_e(potions: str) -> GameState:
    """Return a game with another package's words `u e`, which begin the document's `u ea`."""
    lines = [MenuLine("e", "an unknown potion", (MenuCommand("u", "use", "u e"),))]
    horn = Expansion(
        name="horn",
        sentence="It adds a word.",
        commands=Commands(
            actions=(("u e", UseSlot("a")),),
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


@for_each("word", ["u", "use", "drink"])
def test_plain_mode_tells_of_the_pack_where_it_asks_for_the_way(word: str) -> None:
    """X10: half a command names what else may follow."""
    narrator = Narrator(session_of(carrying("WA")))
    narrator.handle_word(word)
    assert narrator.after_line() == ["In which direction? You can choose a: an unknown potion."]
    assert narrator.handle_word("a") == ["Wound Attack: Atk 25 -> 20 until the next floor."]


def test_closing_the_pack_shows_what_stood_there_before_it() -> None:
    desk = with_keys(console_of(carrying("WA")), ["right"])
    told = pressed(desk, ["tab"])
    assert told == "Nobody to fight here."
    assert pressed(desk, ["i", "escape"]) == told
    assert pressed(desk, ["escape"]) == ""


def test_a_question_for_the_direction_names_those_that_suit() -> None:
    """X10, X12, R21: `g` where a potion lies; a throw only at a hostile enemy."""
    game = expanded("pack", room("2..", ".@M", "..\\"))
    stocked(game, "RH")
    desk = with_keys(console_of(game), "g")
    assert action(desk) == "g: which way? g or Enter: Northwest."
    pressed(desk, ["escape", *"ta"])
    assert action(desk) == "t a, an unknown potion: which way?"


def test_a_command_that_stops_before_its_first_turn_tells_no_old_news() -> None:
    """X42: what was done before it is not told once more; it says only why it stops."""
    game = expanded("fog", room("@E.6", "...\\"), luck=[0])
    (elf,) = game.floor.enemies.values()
    game.hero.hp, elf.hp = 10, 1
    desk = console_of(game)
    assert "slay" in pressed(desk, ["a", "a"])
    travelled(desk, "o")
    assert action(desk).startswith("Stopped: HP is low")


def test_travel_at_low_hp_asks_once_where_something_could_help() -> None:
    """X42: it says what; without anything of use, it goes."""
    for names in ("fog pack", "fog clock", "fog"):
        game = with_hp(expanded(names, "\n".join([room("@........\\"), room("@........\\")])), 10)
        if names == "fog pack":
            stocked(game, "RH")
            game.known_names.add("RH")
        desk = console_of(game)
        travelled(desk, ">")
        if names == "fog pack":
            assert game.turns == 0
            assert action(desk).startswith("Stopped: HP is low. Potion a heals 10: press > again")
            travelled(desk, ">")
        assert game.depth == 2
