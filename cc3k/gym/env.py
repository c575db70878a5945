"""Single environment: one action a step, with the score gained as the reward."""

from copy import copy, deepcopy
from typing import SupportsIndex, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from cc3k.api import as_whole_number
from cc3k.engine.actions import all_actions
from cc3k.gym.arguments import check_seed, reject_unknown_options, reject_unknown_settings
from cc3k.gym.episode import Episode
from cc3k.gym.observation import (
    ArrayObservation,
    build_observation_space,
    check_same_spaces,
    encode_text,
)
from cc3k.gym.render import render_rgb, render_text
from cc3k.gym.settings import (
    GAME_OPTIONS,
    RENDER_MODES,
    EnvOptions,
    EnvSettings,
    load_game_factory,
)

MAX_SEEDS = 10**12
"""Number of seeds to draw from: few enough digits to type after `cc3k --seed`."""


class CC3kEnv(gymnasium.Env):
    """A Gymnasium environment of one game (§1); its options are those of `EnvSettings`.

    The action is a number of `cc3k.engine.actions.all_actions`: 0 to 7 move, 8 to 15 attack and 16
    to 23 drink, each in the order of `DIRECTIONS`; 24 holds enemies or lets them go; those of
    expansions follow. What is observed is told by `build_observation_space`. The reward is the
    score gained, and so all of them together the score (R15), unless the setting `reward` says
    otherwise. A victory or a death terminates the game; a limit of turns or steps truncates one
    that is not over.

    `info` has an `action_mask`, int8 [actions] with a 1 for each one that can be done, and the
    `seed` of the game: `cc3k --seed` begins the same one. With the last step it also tells `won`,
    `is_success`, the `floor` and the `cause`.
    """

    action_space: spaces.Discrete
    observation_space: spaces.Dict
    metadata = {  # noqa: RUF012 - as the base class has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 8,
    }

    def __init__(self, **options: Unpack[EnvOptions]) -> None:
        reject_unknown_settings(options, *EnvOptions.__annotations__)
        self.settings = EnvSettings(**options)
        self.render_mode = self.settings.render_mode
        self.game_factory = load_game_factory(self.settings)
        self.action_space = spaces.Discrete(len(all_actions(self.game_factory.rules)))
        self.observation_space = build_observation_space(self.game_factory, self.settings.message)
        self.board_shape = self.game_factory.board_shape
        self._episode: Episode | None = None

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, object] | None = None
    ) -> tuple[ArrayObservation, dict[str, object]]:
        """Start the first game of a seed, or without one a game of a random seed.

        The `options` are settings that hold for this game and those after it: `race`, `layout` or
        `drawing`, and `dlc`. Raises ValueError for any other, for floors larger than the observed
        board, for expansions that need other spaces and for a seed below 0; TypeError for one that
        is no whole number, and for options that are no mapping.
        """
        reject_unknown_options(options, *GAME_OPTIONS)
        settings = self.settings.with_game_options(options)
        if settings is not self.settings:
            game_factory = load_game_factory(settings)
            game_factory.check_board(self.board_shape)
            check_same_spaces(self.game_factory, game_factory)
            self.settings, self.game_factory = settings, game_factory
        episode = self.start_episode(seed)
        return self._observe(episode), self._info(episode)

    def step(
        self, action: SupportsIndex
    ) -> tuple[ArrayObservation, float, bool, bool, dict[str, object]]:
        """Perform an action: (observation, reward, terminated, truncated, info).

        Raises `InvalidAction` for what is no number of an action and, where the setting asks for
        it, for what cannot be done; `ResetNeeded` before the first game.
        """
        number = as_whole_number(action)
        if number is None:
            message = f"action {action!r}: expected a whole number"
            raise InvalidAction(message)
        gained, episode = self.apply_action(number), self.episode
        terminated, truncated = episode.terminated_and_truncated
        return self._observe(episode), gained, terminated, truncated, self._info(episode)

    def start_episode(self, seed: SupportsIndex | None) -> Episode:
        """Start a game as `reset` does, without an observation."""
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        if number is None:
            number = int(self.np_random.integers(MAX_SEEDS))
        self._episode = Episode.start(self.game_factory, self.settings, number, self.board_shape)
        return self._episode

    def apply_action(self, action: int) -> float:
        """Perform an action as `step` does, without an observation; return the reward."""
        episode = self.episode
        count = int(self.action_space.n)
        if not 0 <= action < count:
            message = f"action {action}: expected 0 to {count - 1}"
            raise InvalidAction(message)
        reward = episode.step(action)
        if episode.refusal is not None and self.settings.illegal == "raise":
            raise InvalidAction(episode.message)
        return reward

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask as bools, by the name that MaskablePPO calls."""
        return self.episode.observer.action_mask().astype(np.bool_)

    def __deepcopy__(self, memo: dict[int, object]) -> "CC3kEnv":
        """Return a copy to look ahead in: it continues exactly as this one would."""
        twin = copy(self)
        twin._np_random = deepcopy(self._np_random, memo)  # noqa: SLF001 - of the same class
        twin.action_space = deepcopy(self.action_space, memo)
        episode = self._episode
        twin._episode = None if episode is None else episode.copy()  # noqa: SLF001 - as above
        return twin

    @property
    def episode(self) -> Episode:
        """The current game; raises `ResetNeeded` if there is none."""
        if self._episode is None:
            message = "no game has begun: reset the environment first"
            raise ResetNeeded(message)
        return self._episode

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the frame as text or as a picture, as `render_mode` says, or None."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return render_text(self.episode)
        return render_rgb(self.episode.observer.glyphs(), self.game_factory.rules)

    def _observe(self, episode: Episode) -> ArrayObservation:
        percept = {name: array.copy() for name, array in episode.observer.observe().items()}
        if self.settings.message:
            percept["message"] = encode_text(episode.message, self.settings.message).copy()
        return percept

    def _info(self, episode: Episode) -> dict[str, object]:
        mask = episode.observer.action_mask().copy()
        return {"action_mask": mask, "seed": episode.seed, **episode.end_info}
