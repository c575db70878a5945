"""The game as a Gymnasium environment, under the names that it has there once this is imported.

>>> import gymnasium
>>> import cc3k.gym
>>> gymnasium.register_envs(cc3k.gym)
>>> env = gymnasium.make("CC3k-v0", race="troll")

There is `CC3k-v0`, one for each race such as `CC3k-Troll-v0`, and one for each layout that comes
with the game, such as `CC3k-Tiny-v0`; `gymnasium.make("cc3k.gym:CC3k-v0")` imports this by itself.
A game is truncated after `MOST_STEPS` steps, or as many as `gymnasium.make` and `make_vec` are told
by `max_episode_steps`. What else may be chosen stands in `cc3k.gym.settings`, and what an agent sees
and does in `cc3k.gym.observation` and `cc3k.gym.env`.
"""

import sys
from collections.abc import Iterator

from cc3k.tty.early_interrupts import LEAVING

if sys.argv[:1] == ["-m"]:  # Python is about to run a module of this package as the program
    LEAVING.by_interrupt()

from cc3k.content.roster import BASE
from cc3k.storage.paths import shipped_layouts

VERSION = "v0"
"""Raised when what is seen, done or rewarded is another. Which games seeds are, rulesets say."""

MOST_STEPS = 100_000
"""Steps after which a game is truncated: thirteen times what `careful` takes for its longest ones,
those of a troll that rests. Gymnasium tells it as `spec.max_episode_steps`."""


def _variants() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name of each environment, and what is chosen by it."""
    yield "CC3k", {}
    for race in BASE.races:
        yield f"CC3k-{race.name}", {"race": race.name.lower()}
    for layout in shipped_layouts():
        yield f"CC3k-{layout.capitalize()}", {"layout": layout}


def _register() -> None:
    """Give Gymnasium the names, where it is; `cc3k.gym.train` can tell of it where it is not."""
    try:
        from gymnasium.envs.registration import register
    except ModuleNotFoundError as missing:
        if missing.name != "gymnasium":
            raise
        return
    for name, options in _variants():
        register(
            f"{name}-{VERSION}",
            entry_point="cc3k.gym.env:CC3kEnv",
            vector_entry_point="cc3k.gym.vector:CC3kVectorEnv",
            max_episode_steps=MOST_STEPS,
            kwargs=options,
        )


_register()
