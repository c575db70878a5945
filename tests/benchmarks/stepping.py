"""What is measured of environments: random actions, and random ones that can be done."""

import gymnasium
import numpy as np

from tests.benchmarks.clock import Work, in_turn, medians

MINIGRID = "minigrid:MiniGrid-Empty-8x8-v0"
OURS = "cc3k.gym:CC3k-v0"
STEPS, FEWER_STEPS = 20_000, 4_000
"""How many steps of ours and of MiniGrid are measured at a time."""

GAMES = 16
"""How many games a vector environment plays."""


def speeds(minigrid: str | None) -> list[float]:
    """Return the steps a CPU-second: of any action, of many games, of turns, and of MiniGrid."""
    ours, many = gymnasium.make(OURS), gymnasium.make_vec(OURS, GAMES)
    works = [
        (lambda: any_actions(ours, STEPS), STEPS),
        (lambda: many_actions(many, STEPS), STEPS),
        (lambda: turns(ours, STEPS), STEPS),
    ]
    if minigrid is not None:
        theirs = gymnasium.make(minigrid)
        works.append((lambda: any_actions(theirs, FEWER_STEPS), FEWER_STEPS))
    seconds = medians(in_turn(*[work for work, _ in works]))
    return [steps / taken for (_, steps), taken in zip(works, seconds, strict=True)]


def any_actions(env: gymnasium.Env, steps: int) -> None:
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    env.reset(seed=0)
    for action in np.random.default_rng(1).integers(env.action_space.n, size=steps):
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()


def many_actions(envs: gymnasium.vector.VectorEnv, steps: int) -> None:
    envs.reset(seed=0)
    envs.action_space.seed(1)
    for _ in range(steps // envs.num_envs):
        envs.step(envs.action_space.sample())


def turns(env: gymnasium.Env, steps: int) -> None:
    """Take random actions that can be done, and of those none that takes no turn if it need not."""
    _, info = env.reset(seed=0)
    for chance in np.random.default_rng(1).random(steps).tolist():
        legal = np.flatnonzero(info["action_mask"])
        *_, terminated, truncated, info = env.step(legal[int(chance * (len(legal) - 1))])
        if terminated or truncated:
            _, info = env.reset()


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
