"""Other environments to measure beside ours, as far as they are installed."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec

import gymnasium
import numpy as np

from tests.benchmarks.clock import Work

GAMES = 64


def installed(steps: int) -> Iterator[tuple[str, Work]]:
    """Yield the name and the work of each environment that is here, after a first round of it."""
    for library, (name, make) in OTHERS.items():
        if find_spec(library) is not None:
            work = make(steps)
            work()
            yield name, work


def _gymnasium_steps(name: str) -> Callable[[int], Work]:

    def make(steps: int) -> Work:
        env = gymnasium.make(name)
        count = getattr(env.action_space, "n", 1)
        actions = np.random.default_rng(1).integers(count, size=steps).tolist()
        env.reset(seed=0)

        def play() -> None:
            for action in actions:
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()

        return play

    return make


def _envpool_steps(steps: int) -> Work:
    import envpool

    envs = envpool.make("CartPole-v1", env_type="gymnasium", num_envs=GAMES, num_threads=1)
    actions = np.random.default_rng(1).integers(2, size=(steps // GAMES, GAMES)).astype(np.int32)
    envs.reset()

    def play() -> None:
        for chosen in actions:
            envs.step(chosen)

    return play


def _jumanji_steps(steps: int) -> Work:
    """Return the work of a batch of Snake, compiled by JAX as one loop without an interface."""
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("Snake-v1"))
    state, _ = env.reset(jax.random.split(jax.random.PRNGKey(0), GAMES))

    def step(state: object, key: object) -> tuple[object, object]:
        state, answer = env.step(state, jax.random.randint(key, (GAMES,), 0, 4))
        return state, answer.reward

    keys = jax.random.split(jax.random.PRNGKey(1), steps // GAMES)
    run = jax.jit(lambda state: jax.lax.scan(step, state, keys))

    def play() -> None:
        jax.block_until_ready(run(state))

    return play


OTHERS: dict[str, tuple[str, Callable[[int], Work]]] = {
    "minigrid": ("MiniGrid-Empty-8x8", _gymnasium_steps("minigrid:MiniGrid-Empty-8x8-v0")),
    "nle": ("NLE's score task", _gymnasium_steps("nle:NetHackScore-v0")),
    "envpool": (f"EnvPool's CartPole, {GAMES} at once", _envpool_steps),
    "jumanji": (f"Jumanji's Snake, {GAMES} at once", _jumanji_steps),
}
"""The name of each library's environment, and what makes its work."""
