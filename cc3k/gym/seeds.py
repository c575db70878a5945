"""Seeds: the chance that chooses the seed of a game that was given none."""

import numpy as np
from gymnasium.utils import seeding

MAX_SEEDS = 10**12
"""Number of seeds to draw from: few enough digits to type after `cc3k --seed`."""


class SeedSource:
    """Chooses the seeds of one game after another, as an environment of Gymnasium does.

    Its generator is made when it is first drawn from: most games are given a seed once at most.
    """

    def __init__(self) -> None:
        self._seed: int | None = None
        self._generator: np.random.Generator | None = None

    def choose(self, seed: int | None) -> int:
        """Return a seed that was given, or else the next one of the chance that the last began."""
        if seed is not None:
            self._seed, self._generator = seed, None
            return seed
        if self._generator is None:
            self._generator, _ = seeding.np_random(self._seed)
        return int(self._generator.integers(MAX_SEEDS))
