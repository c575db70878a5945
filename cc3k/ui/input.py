"""Command input: typed letters, counts and the key action each key completes; debounce."""

import time
from collections.abc import Callable, Mapping

from attrs import define, field

from cc3k.ui.keymap import DIRECTION_PREFIXES, MOVE, PREFIXES, RUN, SAY, TYPED_COMMANDS

COUNT_PREFIX, RUN_PREFIX = PREFIXES["count"], PREFIXES[RUN]
MAX_TIMES = 999


@define(eq=False)
class CommandInput:
    """A partly typed command, and its count: how many times to run it, 0 if none was typed."""

    keymap: Mapping[str, str]
    typed: str = ""
    times: int = 0

    @property
    def display_text(self) -> str:
        """The typed text as shown to the player; empty if there is none."""
        if not self.times:
            return self.typed
        times = "1 time" if self.times == 1 else f"{self.times} times"
        return f"{times} {self.typed.removeprefix(COUNT_PREFIX)}".rstrip()

    def clear(self) -> None:
        """Forget the typed command."""
        self.typed, self.times = "", 0

    def press(self, key: str) -> str | None:
        """Handle a key, and return the key action that it completes, if any.

        A key that has an action completes it, unless it is a letter that continues a word.
        """
        key_action = self.keymap.get(key, "")
        letter = len(key) == 1
        if key == "escape":
            self.clear()
        elif key == "backspace":
            self._delete_last()
        elif self.typed == COUNT_PREFIX and letter and key.isdecimal():
            self.times = min(self.times * 10 + int(key), MAX_TIMES)
        elif self._is_direction_key(key, key_action):
            return self._complete_with_direction(key_action.removeprefix(f"{MOVE} "))
        elif key_action and (self.typed in ("", COUNT_PREFIX) or not (letter and key.isalpha())):
            return self._start_key_action(key_action)
        elif letter and not key.isspace():
            return self._type_letters(self.typed.removeprefix(COUNT_PREFIX) + key.lower())
        return None

    def _delete_last(self) -> None:
        if self.typed == COUNT_PREFIX and self.times:
            self.times //= 10
        else:
            self.typed = self.typed[:-1]

    def _is_direction_key(self, key: str, key_action: str) -> bool:
        """Return True if a key is the direction of the typed verb; after `:` letters spell."""
        spells = self.typed.startswith(PREFIXES["word"]) and len(key) == 1 and key.isalpha()
        return self.typed in DIRECTION_PREFIXES and key_action.startswith(f"{MOVE} ") and not spells

    def _complete_with_direction(self, direction_word: str) -> str:
        verb, self.typed = self.typed.lstrip(PREFIXES["word"]), ""
        return f"{RUN} {direction_word}" if verb == RUN_PREFIX else f"{SAY} {verb} {direction_word}"

    def _start_key_action(self, key_action: str) -> str | None:
        self.typed = PREFIXES.get(key_action, "")
        if self.typed in (COUNT_PREFIX, RUN_PREFIX):  # a run takes no count
            self.times = 0
        return None if self.typed else key_action

    def _type_letters(self, letters: str) -> str | None:
        """Return a complete command, None for a partial one; the session rejects unknown ones."""
        self.typed = (
            letters if letters not in TYPED_COMMANDS and _is_partial_command(letters) else ""
        )
        return None if self.typed else TYPED_COMMANDS.get(letters, f"{SAY} {letters}")


def _is_partial_command(letters: str) -> bool:
    return any(word.startswith(letters) for word in TYPED_COMMANDS)


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
        """Return True while keys are dropped."""
        return self.clock() < self._until

    def start(self) -> None:
        """Drop keys from now on, for a short time."""
        self._until = self.clock() + self.seconds
