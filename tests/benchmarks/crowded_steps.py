"""What is measured of many games at once: random actions of all there are, whole observations."""

import gymnasium
import numpy as np

from tests.benchmarks.clock import Work
from tests.benchmarks.stepping import OURS


def steps_of(games: int, steps: int, *, fast: bool, threads: int = 1) -> Work:
    """Return the work of so many steps, all games together; they go on where they stood.

    The actions are drawn beforehand, and each step is one that a user would make: checked, its
    observations and masks copied, and ended games begun anew.
    """
    envs = gymnasium.make_vec(OURS, games, fast=fast, threads=threads)
    actions = np.random.default_rng(1).integers(25, size=(steps // games, games))
    envs.reset(seed=0)

    def play() -> None:
        for chosen in actions:
            seen, rewards, terminated, truncated, info = envs.step(chosen)
            del seen, rewards, terminated, truncated, info

    play()
    return play
