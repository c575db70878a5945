"""Command input: typed letters, counts and the key action each key completes; debounce."""

import time
from collections.abc import Callable, Mapping

from attrs import define, field

from cc3k.ui.keymap import (
    MOVE,
    PREFIXES,
    RUN,
    SAY,
    TARGET,
    TYPE,
    UNKNOWN,
    WORDS_OF_KEY_ACTIONS,
)
from cc3k.ui.typed_commands import BASE_TYPED, VERBS_BY_TYPED_TEXT, TypedCommands

COUNT_PREFIX, RUN_PREFIX = PREFIXES["count"], PREFIXES[RUN]
MAX_TIMES = 999
ENTER, BLANK = "enter", " "


@define(eq=False)
class CommandInput:
    """A partly typed command, and its count: how many times to run it, 0 if none was typed.

    `commands` are those of the game. Letters are kept as they were typed, so that a wrong word can
    be named; case matters not (R35).
    """

    keymap: Mapping[str, str]
    commands: TypedCommands = BASE_TYPED
    typed: str = ""
    times: int = 0

    @property
    def display_text(self) -> str:
        if not self.times:
            return self.typed.lower()
        times = "1 time" if self.times == 1 else f"{self.times} times"
        return f"{times} {self.typed.lower().removeprefix(COUNT_PREFIX)}".rstrip()

    @property
    def pending_verb(self) -> str:
        verb = self.typed.lower().removeprefix(PREFIXES["word"])[:1]
        return verb if verb in VERBS_BY_TYPED_TEXT else ""

    @property
    def awaits_enter(self) -> bool:
        """Whether a whole command was typed that more letters would make another one."""
        typed = self.typed.lower()
        return typed in self.commands.key_actions and self.commands.is_partial(typed)

    def clear(self) -> None:
        self.typed, self.times = "", 0

    def press(self, key: str) -> str | None:
        """Handle a key, and return the key action that it completes, if any.

        A key that has an action completes it, unless it is a letter that continues a word, or takes
        one back.
        """
        key_action = self.keymap.get(key, "")
        letter = len(key) == 1
        if key == "escape" and self.display_text:
            self.clear()
        elif key == "backspace" and self.display_text:
            self._delete_last()
        elif self.typed == COUNT_PREFIX and letter and key.isdecimal():
            self.times = min(self.times * 10 + int(key), MAX_TIMES)
        elif key in (ENTER, BLANK) and self.typed.lower() in self.commands.key_actions:
            return self._complete_typed()
        elif self.awaits_enter and not self._goes_on(key):
            pass  # it was asked what is meant, and that is no answer
        elif self._is_verb_again(key, key_action):
            return f"{TARGET} {self.pending_verb}"
        elif self._is_direction_key(key, key_action):
            return self._complete_with_direction(key_action.removeprefix(f"{MOVE} "))
        elif key_action and (self.typed in ("", COUNT_PREFIX) or not (letter and key.isalpha())):
            return self._start_key_action(key_action)
        elif letter and not key.isspace():
            return self._type_letters(self.typed.removeprefix(COUNT_PREFIX) + key)
        return None

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
        verb = VERBS_BY_TYPED_TEXT.get(self.typed.lower(), "")
        spells = self.typed.startswith(PREFIXES["word"]) or not key_action
        own = (key.lower() == verb and spells) or PREFIXES.get(key_action) == verb
        return bool(verb) and (own or key == ENTER)

    def _is_direction_key(self, key: str, key_action: str) -> bool:
        """Return True if a key is the direction of the typed verb; after `:` letters spell."""
        spells = self.typed.startswith(PREFIXES["word"]) and len(key) == 1 and key.isalpha()
        return (
            self.typed.lower() in self.commands.takes_direction
            and key_action.startswith(f"{MOVE} ")
            and not spells
        )

    def _complete_with_direction(self, direction_word: str) -> str:
        letters, self.typed = self.typed.lower(), ""
        if letters == RUN_PREFIX:
            return f"{RUN} {direction_word}"
        return f"{SAY} {self.commands.beginnings[letters]} {direction_word}"

    def _complete_typed(self) -> str:
        """Return the command whose letters were typed, though more might have followed."""
        letters, self.typed = self.typed.lower(), ""
        return self.commands.key_actions[letters]

    def begin(self, words: str) -> None:
        self.typed = words.replace(" ", "")

    def _start_key_action(self, key_action: str) -> str | None:
        if key_action in WORDS_OF_KEY_ACTIONS and key_action not in PREFIXES:
            self.typed = ""
            return f"{SAY} {WORDS_OF_KEY_ACTIONS[key_action]}"
        name, _, words = key_action.partition(" ")
        if name == TYPE and words in self.commands.beginnings.values():
            self.begin(words)
            return None
        if name == TYPE:
            self.typed = ""
            return f"{SAY} {words}"
        self.typed = PREFIXES.get(key_action, "")
        if self.typed in (COUNT_PREFIX, RUN_PREFIX):  # a run takes no count
            self.times = 0
        return None if self.typed else key_action

    def _type_letters(self, letters: str) -> str | None:
        lower = letters.lower()
        self.typed = letters if self.commands.is_partial(lower) else ""
        return None if self.typed else self.commands.key_actions.get(lower, f"{UNKNOWN} {letters}")


DEBOUNCE_SECONDS = 0.2
"""Seconds in which further keys are dropped after a key that stopped a command."""


END_GUARD_SECONDS = 0.5
"""Seconds after the end of a game in which keys are dropped: they were meant for the game."""


@define(eq=False)
class KeyDebounce:
    """A short time in which keys are dropped, by a clock in seconds.

    If the first letter of a word stops travel, the other letters would spell another word.
    """

    seconds: float = DEBOUNCE_SECONDS
    clock: Callable[[], float] = time.monotonic
    _until: float = field(default=0.0, init=False)

    def is_active(self) -> bool:
        return self.clock() < self._until

    def start(self) -> None:
        self._until = self.clock() + self.seconds
