"""What has been typed so far, and the act that each key completes."""

import time
from collections.abc import Callable, Mapping

from attrs import define, field

from cc3k.ui.keymap import AIMING, MOVE, PROMPTS, RUN, SAY, SPELLED

COUNT, RUNNING = PROMPTS["count"], PROMPTS[RUN]
MOST_TIMES = 999


@define(eq=False)
class Spelling:
    """The beginning of a command, and how many times it is to be done; 0 if nobody said."""

    keymap: Mapping[str, str]
    typed: str = ""
    times: int = 0

    @property
    def text(self) -> str:
        """What is to be seen of it; nothing if there is none."""
        if not self.times:
            return self.typed
        times = "1 time" if self.times == 1 else f"{self.times} times"
        return f"{times} {self.typed.removeprefix(COUNT)}".rstrip()

    def clear(self) -> None:
        """Forget it."""
        self.typed, self.times = "", 0

    def press(self, key: str) -> str | None:
        """Take a key, and return the act that is complete with it, if one is.

        A key with an act of its own does it, unless it is a letter that goes on with a word.
        """
        act = self.keymap.get(key, "")
        letter = len(key) == 1
        if key == "escape":
            self.clear()
        elif key == "backspace":
            self._take_back()
        elif self.typed == COUNT and letter and key.isdecimal():
            self.times = min(self.times * 10 + int(key), MOST_TIMES)
        elif self._is_aim(key, act):
            return self._aimed(act.removeprefix(f"{MOVE} "))
        elif act and (self.typed in ("", COUNT) or not (letter and key.isalpha())):
            return self._begun(act)
        elif letter and not key.isspace():
            return self._spelled(self.typed.removeprefix(COUNT) + key.lower())
        return None

    def _take_back(self) -> None:
        if self.typed == COUNT and self.times:
            self.times //= 10
        else:
            self.typed = self.typed[:-1]

    def _is_aim(self, key: str, act: str) -> bool:
        """Tell whether a key is the direction of what is typed; after `:` letters only spell."""
        spells = self.typed.startswith(PROMPTS["word"]) and len(key) == 1 and key.isalpha()
        return self.typed in AIMING and act.startswith(f"{MOVE} ") and not spells

    def _aimed(self, way: str) -> str:
        verb, self.typed = self.typed.lstrip(PROMPTS["word"]), ""
        return f"{RUN} {way}" if verb == RUNNING else f"{SAY} {verb} {way}"

    def _begun(self, act: str) -> str | None:
        self.typed = PROMPTS.get(act, "")
        if self.typed in (COUNT, RUNNING):  # a run is run once
            self.times = 0
        return None if self.typed else act

    def _spelled(self, letters: str) -> str | None:
        """Return a complete act, keep the beginning of one; anything else is said to be refused."""
        self.typed = letters if letters not in SPELLED and _begins(letters) else ""
        return None if self.typed else SPELLED.get(letters, f"{SAY} {letters}")


def _begins(letters: str) -> bool:
    return any(word.startswith(letters) for word in SPELLED)


BREATH = 0.2
"""Seconds after that key in which others are taken to be typed with it."""


@define(eq=False)
class Hush:
    """The time in which keys are not heard, by a clock that tells seconds.

    A word that stops a journey with its first letter would be another word without it.
    """

    clock: Callable[[], float] = time.monotonic
    _until: float = field(default=0.0, init=False)

    def lasts(self) -> bool:
        """Tell whether keys are to be dropped now."""
        return self.clock() < self._until

    def begin(self) -> None:
        """Drop keys from now on, for a breath."""
        self._until = self.clock() + BREATH
