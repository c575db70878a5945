"""Gymnasium environments: importing this package registers all of them.

>>> import gymnasium
>>> import cc3k.gym
>>> gymnasium.register_envs(cc3k.gym)
>>> env = gymnasium.make("CC3k-v0", race="troll")

There is `CC3k-v0`, one for each race such as `CC3k-Troll-v0`, and one for each layout that comes
with the game, such as `CC3k-Tiny-v0`; `gymnasium.make("cc3k.gym:CC3k-v0")` imports this by itself.
A game is truncated after `MAX_EPISODE_STEPS` steps, or as many as `gymnasium.make` and `make_vec`
are told by `max_episode_steps`.

It holds the environments, their settings, observations and the training of an agent.
Only programs of agents may import it.
Open `env.py` first; `settings.py` lists what can be chosen.
"""

import sys
from collections.abc import Iterator

from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT

if sys.argv[:1] == ["-m"]:  # Python is about to run a module of this package as the program
    IMMEDIATE_EXIT.exit_on_interrupt()

from cc3k.content.roster import BASE_RULES
from cc3k.saves.paths import shipped_layouts

ENV_VERSION = "v0"
"""Raised when observations, actions or rewards change after release 2.

Rulesets version the games themselves."""

MAX_EPISODE_STEPS = 100_000
"""Steps after which a game is truncated; Gymnasium tells it as `spec.max_episode_steps`."""


def _env_variants() -> Iterator[tuple[str, dict[str, str]]]:
    yield "CC3k", {}
    for race in BASE_RULES.races:
        yield f"CC3k-{race.name}", {"race": race.name.lower()}
    for layout in shipped_layouts():
        yield f"CC3k-{layout.capitalize()}", {"layout": layout}


def _register_envs() -> None:
    try:
        from gymnasium.envs.registration import register
    except ModuleNotFoundError as missing:
        if missing.name != "gymnasium":
            raise
        return
    for name, options in _env_variants():
        register(
            f"{name}-{ENV_VERSION}",
            entry_point="cc3k.gym.env:CC3kEnv",
            vector_entry_point="cc3k.gym.vector:CC3kVectorEnv",
            max_episode_steps=MAX_EPISODE_STEPS,
            kwargs=options,
        )


_register_envs()
