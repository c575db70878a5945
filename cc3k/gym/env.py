"""The game as one environment: an action a step, and the score gained as the reward."""

from copy import copy, deepcopy
from typing import SupportsIndex, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from cc3k.engine.actions import OPTIONS
from cc3k.gym.episode import Episode
from cc3k.gym.observation import Percept, codes, space_of
from cc3k.gym.render import picture, text
from cc3k.gym.settings import (
    RENDER_MODES,
    Options,
    Setting,
    dungeon_of,
    expect_known,
    seed_of,
    whole_number,
)

MOST_SEEDS = 10**12
"""How many seeds games are drawn from: few enough digits to type after `cc3k --seed`."""


class CC3kEnv(gymnasium.Env):
    """A way through the floors (§1); its options are those of `Setting`.

    The action is a number of `cc3k.engine.actions.OPTIONS`: 0 to 7 move, 8 to 15 attack and 16 to
    23 drink, each in the order of `DIRECTIONS`; 24 holds enemies or lets them go. What is observed
    is told by `space_of`. The reward is the score gained, and so all of them together the score
    (R15). A victory or a death terminates the game.

    `info` has an `action_mask`, int8 [25] with a 1 for each action that can be done, and the
    `seed` of the game: `cc3k --seed` begins the same one.
    """

    action_space: spaces.Discrete
    observation_space: spaces.Dict
    metadata = {  # noqa: RUF012 - as the base class has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 8,
    }

    def __init__(self, **options: Unpack[Options]) -> None:
        self.setting = Setting(**options)
        self.render_mode = self.setting.render_mode
        self.dungeon = dungeon_of(self.setting)
        self.action_space = spaces.Discrete(len(OPTIONS))
        self.observation_space = space_of(self.dungeon, self.setting.message)
        self._episode: Episode | None = None

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, object] | None = None
    ) -> tuple[Percept, dict[str, object]]:
        """Begin the first game of a seed, or without one the next game that chance brings.

        There are no `options`; what else is to be chosen is chosen when the environment is made.
        Raises ValueError for any, and for a seed below 0; TypeError for one that is no whole
        number.
        """
        expect_known(options)
        episode = self.begin(seed)
        return self._observe(episode), self._info(episode)

    def step(self, action: SupportsIndex) -> tuple[Percept, float, bool, bool, dict[str, object]]:
        """Carry out an action: (observation, reward, terminated, truncated, info).

        Raises `InvalidAction` for what is no number of an action and, where the setting asks for
        it, for what cannot be done; `ResetNeeded` before the first game.
        """
        number = whole_number(action)
        if number is None:
            message = f"action {action!r}: expected a whole number"
            raise InvalidAction(message)
        gained, episode = self.act(number), self.episode
        terminated, truncated = episode.ends
        return self._observe(episode), gained, terminated, truncated, self._info(episode)

    def begin(self, seed: SupportsIndex | None) -> Episode:
        """Begin a game as `reset` does, and do not look at it."""
        number = None if seed is None else seed_of(seed)
        super().reset(seed=number)
        if number is None:
            number = int(self.np_random.integers(MOST_SEEDS))
        self._episode = Episode.begin(self.dungeon, self.setting, number)
        return self._episode

    def act(self, action: int) -> float:
        """Carry out an action as `step` does, and do not look; return the score gained."""
        episode = self.episode
        if not 0 <= action < len(OPTIONS):
            message = f"action {action}: expected 0 to {len(OPTIONS) - 1}"
            raise InvalidAction(message)
        gained = episode.act(action)
        if episode.refusal is not None and self.setting.illegal == "raise":
            raise InvalidAction(episode.said)
        return float(gained)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask as bools, by the name that MaskablePPO asks for it."""
        return self.episode.senses.mask().astype(np.bool_)

    def __deepcopy__(self, memo: dict[int, object]) -> "CC3kEnv":
        """Return an environment to look ahead in: it goes on exactly as this one would."""
        twin = copy(self)
        twin._np_random = deepcopy(self._np_random, memo)  # noqa: SLF001 - of the same class
        twin.action_space = deepcopy(self.action_space, memo)
        episode = self._episode
        twin._episode = None if episode is None else episode.copy()  # noqa: SLF001 - as above
        return twin

    @property
    def episode(self) -> Episode:
        """The game that was begun last; raises `ResetNeeded` if there is none."""
        if self._episode is None:
            message = "no game has begun: reset the environment first"
            raise ResetNeeded(message)
        return self._episode

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the frame as text or as a picture, as `render_mode` says, or None."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return text(self.episode)
        return picture(self.episode.senses.glyphs(), self.dungeon.rules)

    def _observe(self, episode: Episode) -> Percept:
        senses = episode.senses
        percept: Percept = {
            "glyphs": senses.glyphs().copy(),
            "stats": senses.stats().copy(),
            "known": senses.known().copy(),
        }
        if self.setting.message:
            percept["message"] = codes(episode.said, self.setting.message).copy()
        return percept

    def _info(self, episode: Episode) -> dict[str, object]:
        return {"action_mask": episode.senses.mask().copy(), "seed": episode.seed}
