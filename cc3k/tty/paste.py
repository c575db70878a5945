"""Paste guard: keys that come faster than anybody types are dropped as a paste."""

import time
from collections import deque
from collections.abc import Callable

from attrs import define, field

PASTE_SECONDS = 0.05
MAX_TYPED_KEYS = 40
"""More keys than these within `PASTE_SECONDS` are a paste that the terminal did not mark."""

PROMPT_KEYS = 8
"""Keys within `PASTE_SECONDS` that are passed on at once; any further ones wait that long."""


@define(eq=False)
class PasteGuard:
    """Passes on typed keys, and drops floods of keys, by a clock in seconds.

    A few keys are passed on at once, so typing is never delayed. Further ones may start a paste and
    are held back until it is clear that they do not. A paste lasts until keys come as slowly as
    from a person, or from a key held down. `dropped_keys` counts the dropped keys that have not
    been reported.
    """

    clock: Callable[[], float] = time.monotonic
    dropped_keys: int = field(default=0, init=False)
    _arrivals: deque[tuple[float, int]] = field(factory=deque, init=False)
    _held: list[str] = field(factory=list, init=False)
    _is_pasting: bool = field(default=False, init=False)
    _settles_at: float | None = field(default=None, init=False)

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for more before `settle`; None when nothing is held back or pasted."""
        return None if self._settles_at is None else max(0.0, self._settles_at - self.clock())

    def pass_on(self, keys: list[str]) -> list[str]:
        """Return the keys to press now, of those that have just come and those held back."""
        now = self.clock()
        due = [] if self._settles_at is None or now < self._settles_at else self.settle()
        recent = self._count_recent(now, len(keys))
        if self._is_pasting and recent <= PROMPT_KEYS:
            due += self.settle()
        if self._is_pasting or recent > MAX_TYPED_KEYS:
            self._drop(keys, now)
        elif self._held or recent > PROMPT_KEYS:
            self._settles_at = self._settles_at or now + PASTE_SECONDS
            self._held += keys
        else:
            due += keys
        return due

    def settle(self) -> list[str]:
        """End the wait; return the keys that were held back and turned out to be typed."""
        held, self._held = self._held, []
        self._is_pasting, self._settles_at = False, None
        return held

    def take_dropped(self) -> int:
        """Return how many keys the pastes had that are over by now, each paste once."""
        if self._is_pasting:
            return 0
        count, self.dropped_keys = self.dropped_keys, 0
        return count

    def _count_recent(self, now: float, new: int) -> int:
        self._arrivals.append((now, new))
        while self._arrivals[0][0] <= now - PASTE_SECONDS:
            self._arrivals.popleft()
        return sum([count for _, count in self._arrivals])

    def _drop(self, keys: list[str], now: float) -> None:
        """Drop keys of a paste, with those held back, which began it."""
        self._is_pasting, self._settles_at = True, now + PASTE_SECONDS
        self.dropped_keys += len(self._held) + len(keys)
        self._held = []
