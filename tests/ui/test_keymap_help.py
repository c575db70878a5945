"""What is read up of a keymap: which keys do what, and which way they go."""

from cc3k.engine.refusals import UnknownCommand
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.help import COMMAND_HELP
from cc3k.ui.keymap import KEY_ACTIONS, KEYMAPS, KeyAction, format_compass, key_label, list_keys
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import LARGE, bound, console, lines, pressed
from tests.support.scenarios import room
from tests.support.tables import for_each

FIELD = room(".....", ".....", "..@..", ".....", "....\\")


def test_help_says_what_own_keys_take() -> None:
    """A word whose letter is bound is shown after its colon; an act without a key is named."""
    bind = {"f": "look", "z": "rest", ">": "look"}
    shell = console(FIELD, LARGE, settings=bound(bind))
    pressed(shell, "?")
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
    """The characters, the other keys and the words of all ways, around the PC."""
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
    """Two keys for a way share its place; without any such key there is only what there is."""
    keymap = bound({"k": "move no", "x": "move no", "tab": "look"}).bind
    assert format_compass(keymap) == [
        "      k x         nw no ne",
        "      @           we @  ea",
        "                  sw so se",
    ]


@for_each(
    "key, name",
    [
        ("l", "l"),
        ("-", "-"),
        (" ", "Space"),
        ("up", "Up"),
        ("page down", "PgDn"),
        ("shift-page up", "Shift-PgUp"),
        ("shift-insert", "Shift-Insert"),
        ("ctrl-d", "Ctrl-D"),
    ],
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
    shell = console(FIELD, LARGE, settings=ScreenSettings(keys=keys))
    pressed(shell, "?")
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
    """Tell whether a word of the document, or a verb and an arrow, does what it is to do."""
    shell = console(FIELD, settings=ScreenSettings(keys=keys))
    pressed(shell, word)
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
    for said in (name, "ea") if name in "au" else (name,):
        expected.handle_words(said)
    return shell.session.action_text == expected.action_text
