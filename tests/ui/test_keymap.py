"""Which key does what in each keymap, what can be typed in each, and how that is told."""

from cc3k.engine.board import DIRECTIONS
from cc3k.engine.refusals import UnknownCommand
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.help import COMMAND_HELP
from cc3k.play.messages import NEVER_MIND
from cc3k.ui import settings
from cc3k.ui.command_input import BASE_TYPED
from cc3k.ui.game_keys import VI_KEYS_HINT
from cc3k.ui.keymap import (
    COMMON_BINDINGS,
    EXPANSION_KEYS,
    KEY_ACTIONS,
    KEYMAPS,
    TEXTS_OF_KEY_ACTIONS,
    KeyAction,
    format_compass,
    key_label,
    list_keys,
)
from cc3k.ui.pager import PagerMode
from cc3k.ui.palette import GLYPH_SETS, PALETTES
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import LARGE, action, bound, console, lines, playing, pressed, with_keys
from tests.support.scenarios import room
from tests.support.tables import for_each

CROSSROADS = room(".....", ".012.", ".3@4.", ".555.", "....\\")
TYPED_WORDS = {act: text for act, text in TEXTS_OF_KEY_ACTIONS.items() if text.isalpha()}
WORDS = [
    words for words, command in COMMANDS_BY_WORDS.items() if not isinstance(command, MetaCommand)
]


@for_each("keys", KEYMAPS)
def test_every_act_has_a_key_or_a_word_without_the_keypad(keys: str) -> None:
    usual = {**KEYMAPS[keys], **EXPANSION_KEYS[keys]}
    laptop = {key: act for key, act in usual.items() if not key.isdecimal() or key == "0"}
    reached = {act.name for act in laptop.values()}
    assert reached | TYPED_WORDS.keys() >= KEY_ACTIONS.keys()
    assert {act.direction for act in laptop.values() if act.name == "move"} == {*DIRECTIONS}
    assert all(f".{way.command_word}" in BASE_TYPED.meanings for way in DIRECTIONS)


@for_each("keys", KEYMAPS)
def test_no_key_of_the_common_ones_means_something_else_in_a_keymap(keys: str) -> None:
    """A key has one act; a keymap only adds to what all have in common."""
    assert KEYMAPS[keys].items() >= COMMON_BINDINGS.items()


@for_each("keys", KEYMAPS)
def test_every_act_of_a_keymap_is_described(keys: str) -> None:
    described = [meaning for _, meaning in list_keys(KEYMAPS[keys])]
    assert sorted(described) == sorted(set(described))
    assert {act.name for act in KEYMAPS[keys].values()} <= KEY_ACTIONS.keys()


@for_each("act", sorted(KEY_ACTIONS.keys() - {"move", "run"}))
def test_every_act_can_be_given_a_key_and_does_something(act: str) -> None:
    shell = console(CROSSROADS, settings=bound({"f9": act}))
    before = lines(shell)
    shell.press("f9")
    after = lines(shell)
    assert after != before or act == "redraw" or shell.session.is_ended


@for_each("act, word", TYPED_WORDS.items())
def test_act_that_is_a_word_does_what_the_word_does(act: str, word: str) -> None:
    shell = console(CROSSROADS, settings=bound({"f9": act}))
    expected = console(CROSSROADS)
    assert pressed(shell, ["f9"]) == pressed(expected, word)
    assert pressed(shell, ["left", "y"]) == pressed(expected, ["left", "y"])


@for_each("letter", "farzqunoseaw")
def test_letter_of_a_word_can_be_bound_and_the_word_stays(letter: str) -> None:
    for words in WORDS:
        shell = console(CROSSROADS, settings=bound({letter: "messages"}))
        expected = with_keys(console(CROSSROADS), words.replace(" ", ""))
        pressed(shell, f":{words.replace(' ', '')}")
        assert shell.session.action_text == expected.session.action_text != ""
    shell.press(letter)
    assert isinstance(shell.mode, PagerMode)


@for_each("key", ["escape", "backspace"])
def test_escape_and_backspace_take_back_words_though_they_are_bound(key: str) -> None:
    shell = console(CROSSROADS, settings=bound({key: "messages"}))
    assert pressed(shell, ["a", key]) == NEVER_MIND
    assert shell.mode is None
    pressed(shell, [key])
    assert isinstance(shell.mode, PagerMode)


@for_each(("f5", "F5"), ("ctrl-x", "Ctrl-X"), ("insert", "Insert"), ("shift-tab", "Shift-Tab"))
def test_key_with_a_name_that_does_nothing_is_named(key: str, told: str) -> None:
    """A key that is only pressed in passing is not: Enter, Esc, Backspace and a blank."""
    shell = console(CROSSROADS)
    assert pressed(shell, [key]) == f"{told} does nothing here."
    assert pressed(shell, ["a"]) == pressed(shell, [key])  # a word that is begun stays
    assert pressed(shell, ["escape"]) == NEVER_MIND
    for quiet in ("enter", "escape", "backspace", " "):
        assert pressed(shell, [quiet]) == ""


@for_each(
    ("K", "There is no command 'K'."),
    ("j", f"There is no command 'j'. {VI_KEYS_HINT}"),
    ("é", "There is no command 'é'."),
    ("nX", "There is no command 'nX'."),
    (":Yé", "There is no command ':Y'."),
    ("05B", "There is no command 'B'."),
    ("ß", "There is no command 'ß'."),
    ("中", "There is no such command."),
    ("\u0301", "There is no such command."),
    ("\x1b", "There is no command '\\x1b'."),
)
def test_wrong_keys_are_named_as_typed(keys: str, told: str) -> None:
    shell = console(CROSSROADS)
    for key in keys:
        if pressed(shell, key) == told:
            break
    assert action(shell) == told
    assert playing(shell).turns == 0
    assert pressed(shell, ["f1"]) is not None
    assert isinstance(shell.mode, PagerMode)


def test_choices_are_named_alike_wherever_they_are_made() -> None:
    """The command line names keymaps, palettes and glyphs without a screen being opened."""
    assert tuple(KEYMAPS) == settings.KEYMAP_NAMES
    assert tuple(PALETTES) == settings.PALETTE_NAMES
    assert tuple(GLYPH_SETS) == settings.GLYPH_SET_NAMES


@for_each(("vi", "l"), ("laptop", "o"), ("words", "6"))
def test_letters_move_attack_and_use_where_they_are_ways(keys: str, key: str) -> None:
    """`--keys vi` and `--keys laptop`: `d` and a way uses a potion, `a` and a way attacks."""
    drawing = room("@1..\\")
    shell = console(drawing, settings=ScreenSettings(keys=keys))
    assert pressed(shell, f"a{key}") == "There is no enemy to the East."
    use = "u" if keys == "words" else "d"
    assert pressed(shell, f"{use}{key}") == "Boost Attack: Atk 25 -> 30 until the next floor."
    assert pressed(shell, key) == "You move East."


def test_own_binding_wins_over_the_keymap() -> None:
    shell = console(room("@...\\"), settings=bound({"x": "move ea", "l": "freeze"}))
    assert pressed(shell, "x") == "You move East."
    assert pressed(shell, "l") == "Enemies move again."


def test_painting_anew_changes_nothing_in_the_game() -> None:
    shell = console(room("@...\\"))
    assert pressed(shell, ["ctrl-l"]) == ""
    assert playing(shell).turns == 0


FIELD = room(".....", ".....", "..@..", ".....", "....\\")


def test_help_says_what_own_keys_take() -> None:
    bind = {"f": "look", "z": "rest", ">": "look"}
    shell = with_keys(console(FIELD, LARGE, settings=bound(bind)), "?")
    page = "\n".join(lines(shell))
    assert "Your own keys leave none for: stairs." in page
    taken = page[page.index("Words after a colon") : page.index("The goal")]
    assert " :f " in taken
    assert " :z " in taken
    assert ":a" not in page


def keys_of(act: str, **keys: str) -> str:
    """Return how the keys of an act are shown, with those bound to others in the usual keymap."""
    keymap = {**KEYMAPS["words"], **{key: KeyAction(to) for key, to in keys.items()}}
    meaning = KEY_ACTIONS[act]
    return next(names for names, told in list_keys(keymap) if told == meaning)


def test_compass_of_each_keymap() -> None:
    others = ("Home  Up    PgUp ", "Left  @     Right", "End   Down  PgDn ")
    words = ("nw no ne", "we @  ea", "sw so se")
    for keys, characters in {
        "words": ("7 8 9", "4 @ 6", "1 2 3"),
        "vi": ("y k u", "h @ l", "b j n"),
        "laptop": ("7 8 9", "u @ o", "j k l"),
    }.items():
        rows = zip(characters, others, words, strict=True)
        assert format_compass(KEYMAPS[keys]) == [f"  {'     '.join(row)}" for row in rows]


def test_compass_has_a_players_own_keys_and_no_empty_part() -> None:
    keymap = bound({"k": "move no", "x": "move no", "tab": "look"}).bind
    assert format_compass(keymap) == [
        "      k x         nw no ne",
        "      @           we @  ea",
        "                  sw so se",
    ]


@for_each(
    ("l", "l"),
    ("-", "-"),
    (" ", "Space"),
    ("up", "Up"),
    ("page down", "PgDn"),
    ("shift-page up", "Shift-PgUp"),
    ("shift-insert", "Shift-Insert"),
    ("ctrl-d", "Ctrl-D"),
)
def test_key_is_called_what_stands_on_it(key: str, name: str) -> None:
    """A blank, too, has a name: nobody sees one."""
    assert key_label(key) == name


def test_bound_keys_are_shown_by_their_names_beside_the_act() -> None:
    """A single arrow is not all of them."""
    shown = keys_of("look", **{"shift-up": "look", " ": "look"}).split()
    assert {"Shift-Up", ";", "l", "Space"} <= {*shown}
    assert "arrows" not in " ".join(shown)
    assert keys_of("run", **{"shift-up": "look"}) == "Shift-arrows ."
    assert keys_of("move", up="look", down="look", left="look", right="look") == (
        "Home PgUp End PgDn 82649731"
    )


@for_each("keys", KEYMAPS)
def test_help_tells_which_words_can_be_typed_as_they_are(keys: str) -> None:
    """§4: what the help says of each word of the document is what happens to who types it."""
    shell = with_keys(console(FIELD, LARGE, settings=ScreenSettings(keys=keys)), "?")
    page = lines(shell)
    direct = page.index("Words, typed without Enter")
    behind = page.index("The goal")
    colon = next((at for at, line in enumerate(page) if line.startswith("Words after")), behind)
    shown = {True: " ".join(page[direct:colon]), False: " ".join(page[colon:behind])}
    for words, meaning in COMMAND_HELP:
        spoken = words.split(" and ")[0].split()
        is_direct = all(_says(keys, word) for word in spoken)
        first = spoken[0] if is_direct else f":{spoken[0]}"
        assert f" {first} " in shown[is_direct]
        assert meaning in shown[is_direct]
        assert meaning not in shown[not is_direct]
        assert all(_says(keys, f":{word}") for word in spoken)


def _says(keys: str, word: str) -> bool:
    shell = with_keys(console(FIELD, settings=ScreenSettings(keys=keys)), word)
    if word[-1] in "au" and len(word.lstrip(":")) == 1:
        pressed(shell, ["right"])
    expected = console(FIELD).session
    name = word.lstrip(":")
    if COMMANDS_BY_WORDS.get(name) is MetaCommand.UNDO:
        return shell.session.last_refusal == UnknownCommand(
            name
        )  # heard, and refused but in practice
    if isinstance(COMMANDS_BY_WORDS.get(name), MetaCommand):
        return shell.mode is not None
    expected.give(f"{name} ea" if name in "au" else name)
    return shell.session.action_text == expected.action_text
