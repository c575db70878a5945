"""Environments to play in a test, and who plays them: at random, but the same every time."""

from pathlib import Path

import gymnasium
import numpy as np

import cc3k.gym
from cc3k.gym.env import CC3kEnv
from cc3k.gym.settings import EnvOptions, IllegalMode
from tests.support.scenarios import room

gymnasium.register_envs(cc3k.gym)

NAMES = sorted(name for name in gymnasium.registry if name.startswith("CC3k"))
"""All names that the game has."""

SOUTH, EAST, NORTHEAST = 1, 2, 4
"""The actions that move so; 8 more attack, and 16 more drink."""

ATTACK, DRINK, HOLD = 8, 16, 24


def made(options: EnvOptions | None = None) -> CC3kEnv:
    """Return an environment as it comes from `gymnasium.make`, without what that wraps about it."""
    env = gymnasium.make("CC3k-v0", **(options or {})).unwrapped
    assert isinstance(env, CC3kEnv)
    return env


def drawn(
    tmp_path: Path, *rows: str, race: str = "shade", illegal: IllegalMode = "ignore"
) -> CC3kEnv:
    layout = tmp_path / "room.txt"
    layout.write_text(room(*rows), "ascii")
    env = CC3kEnv(layout=str(layout), floors=1, race=race, illegal=illegal)
    env.reset(seed=1)
    return env


def array(info: dict[str, object], name: str) -> np.ndarray:
    found = info[name]
    assert isinstance(found, np.ndarray)
    return found


def any_legal(mask: np.ndarray, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))
