"""Whether what is typed still belongs to the key that stopped a journey."""

import time
from collections.abc import Callable

from attrs import define, field

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
