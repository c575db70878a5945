"""Keymaps: the action of each key, commands that are typed, and the key table for help.

A keymap maps key names, as `cc3k.terminal.keys` has them, to key actions: `look`, `move no`.
Keys without an action spell the document's words.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.rules import Rules
from cc3k.engine.values import define, frozen
from cc3k.play.commands import (
    BASE_COMMANDS,
    DIRECTED_VERBS,
    FREEZE_WORD,
    GIVE_UP_COMMANDS_BY_WORD,
    Command,
    CommandTable,
    MetaCommand,
)

MOVE, RUN, TYPE, TARGET, UNKNOWN = "move", "run", "type", "target", "unknown"
"""Key actions with words after them; `type` is that of the keys that expansions add, and the last
one that of letters which are no command."""

MOVE_DIRECTIONS = {f"{MOVE} {way.command_word}": way for way in DIRECTIONS}
"""The directions of the key actions that move."""

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
    "undo": "undo, in practice",
    "restart": "give up and restart",
    "leave": "save and leave",
    "quit": "give up and quit",
}
"""The description of each key action; a direction follows the first two."""

FIRST_KEY_ACTIONS = (
    *(MOVE, "fight", "collect", "look", "stairs", "rest", "messages", "discoveries"),
    *("forecast", "leave"),
)
"""Those that the first screen of help names where the page is long."""

REQUIRED_KEY_ACTIONS = ("help", "leave", "word")
"""Key actions that must keep a key: to look up the others, to leave, and to type any word."""

_ARROWS = {"up": "no", "down": "so", "right": "ea", "left": "we"}
_DIAGONALS = {"home": "nw", "page up": "ne", "end": "sw", "page down": "se"}
DIRECTION_KEYS: Mapping[str, str] = {**_ARROWS, **_DIAGONALS}
"""Keys that stand for a direction by their position on the keyboard."""

_KEYPAD = {"8": "no", "2": "so", "6": "ea", "4": "we", "9": "ne", "7": "nw", "3": "se", "1": "sw"}
_VI = {"k": "no", "j": "so", "l": "ea", "h": "we", "u": "ne", "y": "nw", "n": "se", "b": "sw"}
VI_ARROWS = tuple("hjkl")
"""Those that players of other roguelikes try first."""
_LAPTOP = {"8": "no", "k": "so", "o": "ea", "u": "we", "9": "ne", "7": "nw", "l": "se", "j": "sw"}


def _direction_bindings(
    key_action: str, direction_words: Mapping[str, str], shift: str = ""
) -> dict[str, str]:
    return {f"{shift}{key}": f"{key_action} {word}" for key, word in direction_words.items()}


COMMON_BINDINGS: Mapping[str, str] = {
    **_direction_bindings(MOVE, DIRECTION_KEYS),
    **_direction_bindings(RUN, DIRECTION_KEYS, "shift-"),
    ".": "run",
    "0": "count",
    ":": "word",
    "tab": "fight",
    ";": "look",
    ">": "stairs",
    "G": "gold",
    "P": "potion",
    "Z": "rest",
    "m": "messages",
    "D": "discoveries",
    "?": "help",
    "f1": "help",
    "ctrl-l": "redraw",
    "ctrl-d": "leave",
}

KEYMAPS: Mapping[str, Mapping[str, str]] = {
    "words": {**COMMON_BINDINGS, **_direction_bindings(MOVE, _KEYPAD), "l": "look", "o": "collect"},
    "vi": {
        **COMMON_BINDINGS,
        **_direction_bindings(MOVE, _VI),
        **_direction_bindings(RUN, {key.upper(): way for key, way in _VI.items()}),
        "d": "use",
        "o": "collect",
    },
    "laptop": {**COMMON_BINDINGS, **_direction_bindings(MOVE, _LAPTOP), "d": "use", "i": "collect"},
}
"""The keymaps to choose from. In `words` every letter that begins a word spells it; in the others
a word is typed after the key of `word`."""

EXPANSION_KEYS: Mapping[str, Mapping[str, str]] = {
    "words": {"M": "merchant", "h": "forecast"},
    "vi": {"M": "merchant", "F": "forecast"},
    "laptop": {"M": "merchant", "h": "forecast"},
}
"""The keys of games with expansions, where merchants sell, and something can be foretold: in `vi`,
`h` is a way."""

PREFIXES = {"count": "0", "word": ":", RUN: ".", "attack": "a", "use": "u"}
"""Key actions that only start a command, and the text they type."""

WORDS_OF_KEY_ACTIONS: Mapping[str, str] = {
    "freeze": FREEZE_WORD,
    "undo": MetaCommand.UNDO.value,
    "restart": MetaCommand.RESTART.value,
    "quit": MetaCommand.QUIT.value,
    **{action: text for action, text in PREFIXES.items() if text in DIRECTED_VERBS},
}
"""Key actions that are words of the document, so that they need no key of their own."""

_DIRECTION_WORDS = [way.command_word for way in DIRECTIONS]
_KEY_LABELS = {" ": "Space", "Page up": "PgUp", "Page down": "PgDn"}
_ARROW_LABELS = {"": "arrows", "shift-": "Shift-arrows"}


def game_keymap(name: str, bind: Mapping[str, str], rules: Rules) -> dict[str, str]:
    """Return the keymap of that name with the keys that expansions add, and the player's own."""
    added = {
        binding.key: f"{TYPE} {binding.words}"
        for each in rules.expansions
        for binding in each.commands.key_bindings
        if binding.keymap == name
    }
    further = EXPANSION_KEYS[name] if rules.expansions else {}
    return {**KEYMAPS[name], **further, **added, **bind}


def list_keys(keymap: Mapping[str, str], rules: Rules = BASE_RULES) -> list[tuple[str, str]]:
    """Return the keys of each action with its description; direction keys are combined."""
    added = {
        f"{TYPE} {binding.words}": binding.meaning
        for each in rules.expansions
        for binding in each.commands.key_bindings
    }
    keys: dict[str, list[str]] = {}
    for key, key_action in keymap.items():
        own = key_action if key_action in added else key_action.partition(" ")[0]
        keys.setdefault(own, []).append(key)
    meanings = {**KEY_ACTIONS, **added}
    return [(_format_keys(names), meanings[key_action]) for key_action, names in keys.items()]


def first_keys(keymap: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of a keymap that a newcomer needs, and those that expansions add."""
    needed = (*FIRST_KEY_ACTIONS, TYPE)
    return {key: action for key, action in keymap.items() if action.partition(" ")[0] in needed}


def format_compass(keymap: Mapping[str, str]) -> list[str]:
    keys = {
        way: [key for key, key_action in keymap.items() if key_action == f"{MOVE} {way}"]
        for way in _DIRECTION_WORDS
    }
    characters = {
        way: " ".join([key for key in keys[way] if len(key) == 1]) for way in _DIRECTION_WORDS
    }
    others = {
        way: " ".join([key_label(key) for key in keys[way] if len(key) > 1])
        for way in _DIRECTION_WORDS
    }
    words = {way: way for way in _DIRECTION_WORDS}
    roses = [_format_rose(names) for names in (characters, others, words) if any(names.values())]
    return [f"  {'     '.join(row)}".rstrip() for row in zip(*roses, strict=True)]


def bound_letters(keymap: Mapping[str, str]) -> set[str]:
    """Return the letters that are keys, so that words starting with them need `:` first."""
    return {key for key in keymap if len(key) == 1 and key.isalpha()}


def lost_key_actions(keymap: Mapping[str, str], usual: Mapping[str, str]) -> list[str]:
    """Return what a usual keymap has a key for and this one has none, such as `move no`."""
    return [action for action in dict.fromkeys(usual.values()) if action not in keymap.values()]


def key_label(key: str) -> str:
    """Return the label of a key: a character, or a name such as `Shift-PgUp`."""
    parts = [key] if len(key) == 1 else [part.capitalize() for part in key.split("-")]
    return "-".join([_KEY_LABELS.get(part, part) for part in parts])


NO_KEY = "(no key)"
"""Label of a key action that no key is bound to."""

FREEZE = "freeze"
"""Name in hints of the document's word that freezes enemies; no key action does."""

PHRASES = {
    "walking": "The arrow keys move you",
    "steps": "the arrow keys",
    "attacking": "an arrow",
    "running": "Shift and an arrow runs",
    "looking": "{look} looks around: there Tab goes from enemy to enemy, and tells",
}
"""What hints say of keys that are more than one."""


def hint_phrases(keymap: Mapping[str, str]) -> dict[str, str]:
    """Return what hints call key actions: each by the label of its first key in that keymap."""
    labels = dict.fromkeys(KEY_ACTIONS, NO_KEY)
    for key, key_action in reversed([*keymap.items()]):
        labels[key_action.partition(" ")[0]] = key_label(key)
    prefix = PREFIXES["word"] if FREEZE_WORD in bound_letters(keymap) else ""
    phrases = {name: phrase.format_map(labels) for name, phrase in PHRASES.items()}
    return {**labels, **phrases, FREEZE: f"{prefix}{FREEZE_WORD}"}


def _format_rose(labels: Mapping[str, str]) -> list[str]:
    placed = {(way.row_delta, way.column_delta): labels[way.command_word] for way in DIRECTIONS} | {
        (0, 0): "@"
    }
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
    if len(characters) < len(_DIRECTION_WORDS):
        return " ".join([*names, *map(key_label, keys)])
    others = [key_label(key) for key in keys if key not in characters]
    return " ".join([*names, *others, "".join(characters)])


REPLAY_ACTIONS = {
    "pause": "pause, or continue; at the end, start over",
    "forward": "a page or a command forward",
    "back": "a command back",
    "faster": "twice as fast",
    "slower": "half as fast",
    "turn": "go to a turn: a number and Enter follow",
    "floor": "go to the next floor",
    "fight": "go to the next fight",
    "beginning": "go to the beginning",
    "end": "go to the end",
    "messages": "read all messages so far",
    "help": "see these keys",
    "redraw": "redraw the screen",
    "leave": "leave",
}
"""The description of each replay action."""

REPLAY_KEYS: Mapping[str, str] = {
    " ": "pause",
    "right": "forward",
    "n": "forward",
    "left": "back",
    "b": "back",
    "+": "faster",
    "=": "faster",
    "-": "slower",
    "g": "turn",
    ">": "floor",
    "f": "fight",
    "home": "beginning",
    "end": "end",
    "m": "messages",
    "?": "help",
    "f1": "help",
    "ctrl-l": "redraw",
    "q": "leave",
    "escape": "leave",
    "ctrl-d": "leave",
}

KEY_COLUMNS = 18
"""Width of the key labels on the help page."""


def replay_key_page() -> list[str]:
    keys: dict[str, list[str]] = {}
    for key, key_action in REPLAY_KEYS.items():
        keys.setdefault(key_action, []).append(key_label(key))
    rows = [
        f"  {' '.join(names):<{KEY_COLUMNS}}{REPLAY_ACTIONS[key_action]}"
        for key_action, names in keys.items()
    ]
    return ["Keys while a game is watched", *rows]


COUNT_PREFIX, WORD_PREFIX, RUN_PREFIX = PREFIXES["count"], PREFIXES["word"], PREFIXES[RUN]
MAX_TIMES = 999
ENTER, BLANK = "enter", " "

KeyAction: TypeAlias = str | Command
"""What a key means: an action of the keymap, such as `move no`, or a command that was spelled."""

VERBS_BY_TYPED_TEXT: Mapping[str, str] = {
    f"{prefix}{verb}": verb for prefix in ("", WORD_PREFIX) for verb in DIRECTED_VERBS
}
"""The document's verbs, which wait for their direction, by the text typed so far."""


@frozen(eq=False)
class TypedCommands:
    """The commands of a game as they are spelled, letter by letter and without blanks.

    `uno` are the letters of `u no`: `key_actions` has what they do, `words` how the document writes
    it. Of the base game's none begins another, so each runs once complete; one that is the
    beginning of another waits for Enter or a blank, but a question is answered at once.
    `beginnings` are words after which more must follow, by their letters, such as `u`; after those
    in `takes_direction` a single key may give the direction, and after `verbs` the verb's own key,
    once more, means the only one that suits: `uu`. With expansions, the longest of `asked` stays
    when letters after it spell nothing.
    """

    key_actions: Mapping[str, KeyAction]
    words: Mapping[str, str]
    beginnings: Mapping[str, str]
    takes_direction: frozenset[str]
    acts_at_once: frozenset[str]
    verbs: Mapping[str, str]
    asked: frozenset[str]

    def is_partial(self, letters: str) -> bool:
        if letters in self.acts_at_once:
            return False
        return any(
            spelled.startswith(letters) and spelled != letters for spelled in self.key_actions
        )

    def question_in(self, letters: str) -> str:
        """Return the longest beginning of letters after which more is asked for; maybe none."""
        begun = [each for each in self.asked if letters.lower().startswith(each)]
        return max(begun, key=len, default="")

    def key_action_of(self, letters: str) -> KeyAction:
        """Return what letters spell, or that they spell nothing."""
        return self.key_actions.get(letters.lower(), f"{UNKNOWN} {letters}")


@lru_cache(maxsize=64)
def typed_commands(table: CommandTable) -> TypedCommands:
    spelled = {_letters(words): words for words in table.commands}
    beginnings = {_letters(words): words for words in table.beginnings}
    for letters in beginnings:  # `q` and `r` mean the same after a verb (R35)
        spelled.update({f"{letters}{word}": word for word in GIVE_UP_COMMANDS_BY_WORD})
    spelled.update(_after_colon(spelled))
    runs = {f"{RUN_PREFIX}{way.command_word}": f"{RUN} {way.command_word}" for way in DIRECTIONS}
    first = DIRECTIONS[0].command_word
    directed = [
        letters for letters, words in beginnings.items() if f"{words} {first}" in table.commands
    ]
    return TypedCommands(
        {**{letters: table.commands[words] for letters, words in spelled.items()}, **runs},
        spelled,
        {**beginnings, **_after_colon(beginnings)},
        frozenset([*_with_colon(directed), RUN_PREFIX]),
        frozenset(_with_colon(map(_letters, table.questions))),
        {
            text: words
            for letters, words in beginnings.items()
            if letters == words and letters in directed
            for text in _with_colon([letters])
        },
        frozenset(() if table is BASE_COMMANDS else _with_colon(beginnings)),
    )


def _letters(words: str) -> str:
    return words.replace(" ", "")


def _after_colon(spelled: Mapping[str, str]) -> dict[str, str]:
    return {f"{WORD_PREFIX}{letters}": words for letters, words in spelled.items()}


def _with_colon(spellings: Iterable[str]) -> list[str]:
    return [text for letters in spellings for text in (letters, f"{WORD_PREFIX}{letters}")]


BASE_TYPED = typed_commands(BASE_COMMANDS)
"""The commands of a game without expansions, as they are typed."""


@define(eq=False)
class CommandInput:
    """A partly typed command, and its count: how many times to run it, 0 if none was typed.

    `commands` are those of the game. Letters are kept as they were typed, so that a wrong word can
    be named; case matters not (R35). Letters that were `wrong` after a question are told with it.
    What was `chosen` for the player may be typed once more: it changes nothing.
    """

    keymap: Mapping[str, str]
    commands: TypedCommands = BASE_TYPED
    typed: str = ""
    times: int = 0
    wrong: str = ""
    chosen: str = ""

    @property
    def display_text(self) -> str:
        if not self.times:
            return self.typed.lower()
        times = "1 time" if self.times == 1 else f"{self.times} times"
        return f"{times} {self.typed.lower().removeprefix(COUNT_PREFIX)}".rstrip()

    @property
    def pending_verb(self) -> str:
        verb = self.typed.lower().removeprefix(WORD_PREFIX)[:1]
        return verb if verb in VERBS_BY_TYPED_TEXT else ""

    @property
    def awaits_enter(self) -> bool:
        """Whether a whole command was typed that more letters would make another one."""
        typed = self.typed.lower()
        return typed in self.commands.key_actions and self.commands.is_partial(typed)

    def key_of(self, action: str) -> str:
        """Return the first key of a key action; empty if it has none."""
        return next((key for key, bound in self.keymap.items() if bound == action), "")

    def clear(self) -> None:
        self.typed, self.times = "", 0

    def press(self, key: str) -> KeyAction | None:  # noqa: C901, PLR0911 - one case a kind of key
        """Handle a key, and return what it completes, if anything.

        A key that has an action completes it, unless it is a letter that continues a word, or takes
        one back.
        """
        key_action, self.wrong = self.keymap.get(key, ""), ""
        chosen, self.chosen = self.chosen, ""
        if key == chosen:
            return None
        if not self.typed and not self.times and key_action:
            return self._start_key_action(key_action)
        letter = len(key) == 1
        if key == "escape" and self.display_text:
            self.clear()
        elif key == "backspace" and self.display_text:
            self._delete_last()
        elif self.typed == COUNT_PREFIX and letter and key.isdecimal():
            self.times = min(self.times * 10 + int(key), MAX_TIMES)
        elif key in (ENTER, BLANK) and self.typed.lower() in self.commands.key_actions:
            letters, self.typed = self.typed.lower(), ""
            return self.commands.key_actions[letters]
        elif self.awaits_enter and not self._goes_on(key):
            pass  # it was asked what is meant, and that is no answer
        elif self._is_verb_again(key, key_action):
            return f"{TARGET} {self.commands.verbs[self.typed.lower()]}"
        elif self._is_direction_key(key, key_action):
            letters, self.typed = self.typed.lower(), ""
            return self.commands.key_action_of(letters + key_action.removeprefix(f"{MOVE} "))
        elif key_action and not self._spells(key):
            return self._start_key_action(key_action)
        elif letter and not key.isspace():
            return self._take_letters(self.typed.removeprefix(COUNT_PREFIX) + key)
        return None

    def _take_letters(self, letters: str) -> KeyAction | None:
        """Return what letters complete; where they spell nothing, the last question stays."""
        commands, spelled = self.commands, letters.lower()
        if commands.is_partial(spelled):
            self.typed = letters
            return None
        self.typed = "" if spelled in commands.key_actions else commands.question_in(spelled)
        if not self.typed:
            return commands.key_action_of(letters)
        self.wrong = letters[len(self.typed) :]
        return None

    def _spells(self, key: str) -> bool:
        """Tell whether a key that has an action goes on with a word that was begun."""
        if self.typed in ("", COUNT_PREFIX) or len(key) > 1:
            return False
        return key.isalpha() or (key.isdecimal() and self._goes_on(key))

    def _goes_on(self, key: str) -> bool:
        letters = f"{self.typed}{key}".lower()
        return letters in self.commands.key_actions or self.commands.is_partial(letters)

    def _delete_last(self) -> None:
        if self.typed == COUNT_PREFIX and self.times:
            self.times //= 10
        else:
            self.typed = self.typed[:-1]

    def _is_verb_again(self, key: str, key_action: str) -> bool:
        """Return True if a key is Enter or the verb's own once more: it means the only target.

        No word is spelled with a doubled verb, and no direction begins with one, so it cannot be
        taken for a way; a blank could, as it stands between the words of `u no`.
        """
        verb = self.commands.verbs.get(self.typed.lower(), "")
        spells = self.typed.startswith(WORD_PREFIX) or not key_action
        own = (key.lower() == verb and spells) or key_action == f"{TYPE} {verb}"
        return bool(verb) and (own or PREFIXES.get(key_action) == verb or key == ENTER)

    def _is_direction_key(self, key: str, key_action: str) -> bool:
        """Return True if a key is the direction of the typed verb; after `:` letters spell."""
        spells = self.typed.startswith(WORD_PREFIX) and len(key) == 1 and key.isalpha()
        return (
            self.typed.lower() in self.commands.takes_direction
            and key_action.startswith(f"{MOVE} ")
            and not spells
        )

    def begin(self, words: str, chosen: str = "") -> None:
        self.typed, self.chosen = _letters(f"{words} {chosen}"), chosen

    def _start_key_action(self, key_action: str) -> KeyAction | None:
        if key_action in WORDS_OF_KEY_ACTIONS and key_action not in PREFIXES:
            self.typed = ""
            return self.commands.key_actions[WORDS_OF_KEY_ACTIONS[key_action]]
        name, _, words = key_action.partition(" ")
        asks = _letters(words) in self.commands.acts_at_once
        if name == TYPE and words in self.commands.beginnings.values() and not asks:
            self.begin(words)
            return None
        if name == TYPE:
            self.typed = ""
            return self.commands.key_action_of(_letters(words))
        self.typed = PREFIXES.get(key_action, "")
        if self.typed in (COUNT_PREFIX, RUN_PREFIX):  # a run takes no count
            self.times = 0
        return None if self.typed else key_action
