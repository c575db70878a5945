"""Keymaps: what each key does while a game is played, and the key table for help.

A keymap maps key names, as `cc3k.terminal.keys` has them, to key actions. Keys without an action
spell the document's words.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
)
from cc3k.engine.rules import Rules
from cc3k.engine.values import frozen
from cc3k.play.commands import FREEZE_WORD, MetaCommand

MOVE, RUN = "move", "run"
"""Names of the key actions with a direction."""

TYPE, TARGET = "type", "target"
"""Names of key actions with words: expansions' keys, and a verb's key pressed twice, which aims it
at the only thing that suits."""

COUNT_PREFIX, WORD_PREFIX, RUN_PREFIX = "0", ":", "."
TEXTS_OF_KEY_ACTIONS = {
    "count": COUNT_PREFIX,
    "word": WORD_PREFIX,
    RUN: RUN_PREFIX,
    "attack": "a",
    "use": "u",
    "freeze": FREEZE_WORD,
    **{command.action: command.word for command in MetaCommand},
}
"""The text of each key action that types: a word of the document, or the beginning of a command."""


@frozen
class KeyAction:
    """What a key does: a name of `KEY_ACTIONS`, with a direction to go, or words to type."""

    name: str
    direction: Direction | None = None
    words: str = ""

    def __str__(self) -> str:
        """Return the words of a player's configuration file, such as `look` or `move no`."""
        return f"{self.name} {self.direction.command_word}" if self.direction else self.name

    @property
    def text(self) -> str:
        """The text that it types; empty for most."""
        return "" if self.direction else self.words or TEXTS_OF_KEY_ACTIONS.get(self.name, "")


NO_ACTION = KeyAction("")
"""That of a key without any."""

Keymap: TypeAlias = Mapping[str, KeyAction]

KEY_ACTIONS = {
    MOVE: "move or attack",
    RUN: "run that way",
    "fight": "fight who is nearest",
    "collect": "collect what is safe",
    "count": "repeat what follows",
    "word": "type a word",
    "attack": "attack that way",
    "use": "use the potion there",
    "look": "look around; the odds",
    "stairs": "travel to the stairs",
    "gold": "travel to gold",
    "potion": "travel to a potion",
    "merchant": "travel to a merchant",
    "rest": "rest until healed",
    "freeze": "hold enemies still",
    "messages": "read all messages",
    "discoveries": "potions known, kills",
    "forecast": "what would happen if",
    "help": "this help",
    "redraw": "redraw the screen",
    "undo": MetaCommand.UNDO.meaning,
    "restart": MetaCommand.RESTART.meaning,
    "leave": "save and leave",
    "quit": MetaCommand.QUIT.meaning,
}
"""The description of each key action; the first two have a direction, or the second asks for it."""

FIRST_KEY_ACTIONS = (
    *(MOVE, "fight", "collect", "look", "stairs", "rest", "messages", "discoveries"),
    *("forecast", "leave", TYPE),
)
"""Those that the first screen of help names where the page is long."""

REQUIRED_KEY_ACTIONS = ("help", "leave", "word")
"""Key actions that must keep a key: to look up the others, to leave, and to type any word."""

_ARROWS = {"up": NORTH, "down": SOUTH, "right": EAST, "left": WEST}
_DIAGONALS = {"home": NORTHWEST, "page up": NORTHEAST, "end": SOUTHWEST, "page down": SOUTHEAST}
DIRECTION_KEYS = {**_ARROWS, **_DIAGONALS}
"""Keys that stand for a direction by their position on the keyboard."""

VI_ARROWS = tuple("hjkl")
"""Those that players of other roguelikes try first."""


def _in_directions(name: str, keys: str) -> Keymap:
    """Return the action in each direction, for keys in the order of `DIRECTIONS`."""
    return {key: KeyAction(name, way) for key, way in zip(keys, DIRECTIONS, strict=True)}


COMMON_BINDINGS: Keymap = {
    **{key: KeyAction(MOVE, way) for key, way in DIRECTION_KEYS.items()},
    **{f"shift-{key}": KeyAction(RUN, way) for key, way in DIRECTION_KEYS.items()},
    ".": KeyAction(RUN),
    "0": KeyAction("count"),
    ":": KeyAction("word"),
    "tab": KeyAction("fight"),
    ";": KeyAction("look"),
    ">": KeyAction("stairs"),
    "G": KeyAction("gold"),
    "P": KeyAction("potion"),
    "Z": KeyAction("rest"),
    "m": KeyAction("messages"),
    "D": KeyAction("discoveries"),
    "?": KeyAction("help"),
    "f1": KeyAction("help"),
    "ctrl-l": KeyAction("redraw"),
    "ctrl-d": KeyAction("leave"),
}

KEYMAPS: Mapping[str, Keymap] = {
    "words": {
        **COMMON_BINDINGS,
        **_in_directions(MOVE, "82649731"),
        "l": KeyAction("look"),
        "o": KeyAction("collect"),
    },
    "vi": {
        **COMMON_BINDINGS,
        **_in_directions(MOVE, "kjlhuynb"),
        **_in_directions(RUN, "KJLHUYNB"),
        "d": KeyAction("use"),
        "o": KeyAction("collect"),
    },
    "laptop": {
        **COMMON_BINDINGS,
        **_in_directions(MOVE, "8kou97lj"),
        "d": KeyAction("use"),
        "i": KeyAction("collect"),
    },
}
"""The keymaps to choose from. In `words` every letter that begins a word spells it; in the others
a word is typed after the key of `word`."""

EXPANSION_KEYS: Mapping[str, Keymap] = {
    "words": {"M": KeyAction("merchant"), "h": KeyAction("forecast")},
    "vi": {"M": KeyAction("merchant"), "F": KeyAction("forecast")},
    "laptop": {"M": KeyAction("merchant"), "h": KeyAction("forecast")},
}
"""The keys of games with expansions, where merchants sell, and something can be foretold: in `vi`,
`h` is a way."""

_KEY_LABELS = {" ": "Space", "Page up": "PgUp", "Page down": "PgDn"}
_ARROW_LABELS = {"": "arrows", "shift-": "Shift-arrows"}


def game_keymap(name: str, bind: Keymap, rules: Rules) -> Keymap:
    """Return the keymap of that name with the keys that expansions add, and the player's own."""
    added = {
        binding.key: KeyAction(TYPE, words=binding.words)
        for each in rules.expansions
        for binding in each.commands.key_bindings
        if name in binding.keymaps.split()
    }
    further = EXPANSION_KEYS[name] if rules.expansions else {}
    return {**KEYMAPS[name], **further, **added, **bind}


def list_keys(keymap: Keymap, rules: Rules = BASE_RULES) -> list[tuple[str, str]]:
    """Return the keys of each action with its description; direction keys are combined."""
    added = {
        binding.words: binding.meaning
        for each in rules.expansions
        for binding in each.commands.key_bindings
    }
    keys: dict[str, list[str]] = {}
    for key, action in keymap.items():
        meaning = added[action.words] if action.name == TYPE else KEY_ACTIONS[action.name]
        keys.setdefault(meaning, []).append(key)
    return [(_format_keys(names), meaning) for meaning, names in keys.items()]


def first_keys(keymap: Keymap) -> Keymap:
    """Return the keys of a keymap that a newcomer needs, and those that expansions add."""
    return {key: action for key, action in keymap.items() if action.name in FIRST_KEY_ACTIONS}


def format_compass(keymap: Keymap) -> list[str]:
    keys = {
        way: [key for key, action in keymap.items() if action == KeyAction(MOVE, way)]
        for way in DIRECTIONS
    }
    characters = {way: " ".join([key for key in keys[way] if len(key) == 1]) for way in DIRECTIONS}
    others = {
        way: " ".join([key_label(key) for key in keys[way] if len(key) > 1]) for way in DIRECTIONS
    }
    words = {way: way.command_word for way in DIRECTIONS}
    roses = [_format_rose(names) for names in (characters, others, words) if any(names.values())]
    return [f"  {'     '.join(row)}".rstrip() for row in zip(*roses, strict=True)]


def bound_letters(keymap: Keymap) -> set[str]:
    """Return the letters that are keys, so that words starting with them need `:` first."""
    return {key for key in keymap if len(key) == 1 and key.isalpha()}


def lost_key_actions(keymap: Keymap, usual: Keymap) -> list[str]:
    """Return what a usual keymap has a key for and this one has none, such as `move no`."""
    return [f"{each}" for each in dict.fromkeys(usual.values()) if each not in keymap.values()]


def key_label(key: str) -> str:
    """Return the label of a key: a character, or a name such as `Shift-PgUp`."""
    parts = [key] if len(key) == 1 else [part.capitalize() for part in key.split("-")]
    return "-".join([_KEY_LABELS.get(part, part) for part in parts])


NO_KEY = "(no key)"
"""Label of a key action that no key is bound to."""

PHRASES = {
    "walking": "The arrow keys move you",
    "steps": "the arrow keys",
    "attacking": "an arrow",
    "running": "Shift and an arrow runs",
    "looking": "{look} looks around: there Tab goes from enemy to enemy, and tells",
}
"""What hints say of keys that are more than one."""


def hint_phrases(keymap: Keymap) -> dict[str, str]:
    """Return what hints call key actions: each by the label of its first key in that keymap."""
    labels = dict.fromkeys(KEY_ACTIONS, NO_KEY)
    for key, action in reversed([*keymap.items()]):
        labels[action.name] = key_label(key)
    prefix = WORD_PREFIX if FREEZE_WORD in bound_letters(keymap) else ""
    phrases = {name: phrase.format_map(labels) for name, phrase in PHRASES.items()}
    return {**labels, **phrases, "freeze": f"{prefix}{FREEZE_WORD}"}  # by its word


def _format_rose(labels: Mapping[Direction, str]) -> list[str]:
    placed = {(way.row_delta, way.column_delta): label for way, label in labels.items()}
    placed[0, 0] = "@"
    width = max(map(len, placed.values()))
    sides = (-1, 0, 1)
    return [" ".join([f"{placed[row, side]:<{width}}" for side in sides]) for row in sides]


def _format_keys(keys: Sequence[str]) -> str:
    """Return key labels as text; a set of direction keys, or most of the arrows, has one label."""
    names = []
    for shift, common in _ARROW_LABELS.items():
        placed = [key for key in keys if key in {f"{shift}{name}" for name in DIRECTION_KEYS}]
        if len(placed) > len(DIRECTION_KEYS) // 2:
            names.append(common)
            keys = [key for key in keys if key not in placed]
    characters = [key for key in keys if len(key) == 1 and key.isalnum()]
    if len(characters) < len(DIRECTIONS):
        return " ".join([*names, *map(key_label, keys)])
    others = [key_label(key) for key in keys if key not in characters]
    return " ".join([*names, *others, "".join(characters)])
