"""Vector environment: many games at once in one process, observed in shared arrays."""

from collections.abc import Sequence
from typing import SupportsIndex, TypeAlias, TypeGuard, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cc3k.engine.refusals import refusal_message
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import ArrayObservation, ObservationArray, encode_text
from cc3k.gym.settings import (
    EnvOptions,
    EnvSettings,
    check_seed,
    check_whole_number,
    reject_unknown_options,
)

SeedArgument: TypeAlias = (
    SupportsIndex | Sequence[SupportsIndex | None] | NDArray[np.integer] | None
)
"""The seed of the first game, or one of each; a game without one continues its own chance."""

RESET_MASK_OPTION = "reset_mask"
"""The option of `reset`, by Gymnasium's name for it."""

NO_STEP_LIMIT = -1
"""Gymnasium's value for `max_episode_steps` without a limit."""


class CC3kVectorEnv(VectorEnv):
    """Several environments with the same settings; a finished game restarts with the next step.

    `max_episode_steps` is what `gymnasium.make` has a wrapper for: the fewer steps of it and
    `max_steps` are made in a game; with None or -1 it counts for nothing.

    `step` and `reset` are Gymnasium's: as many entries in each array as there are environments.
    After `close` these and `render` raise `ClosedEnvironmentError`.

    With `copy` False what `reset` and `step` return as observations and masks are the arrays that
    the next step writes to: nothing is copied, and nothing may be kept.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        copy: bool = True,
        max_episode_steps: int | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        num_envs = check_whole_number("num_envs", num_envs)
        if max_episode_steps not in (None, NO_STEP_LIMIT):
            most, own = (
                check_whole_number("max_episode_steps", max_episode_steps),
                EnvSettings(**options).max_steps,
            )
            options["max_steps"] = most if own is None else min(most, own)
        self._envs = [CC3kEnv(**options) for _ in range(num_envs)]
        first = self._envs[0]
        self.num_envs, self.settings, self.render_mode = num_envs, first.settings, first.render_mode
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_action_space = first.action_space
        self.single_observation_space = first.observation_space
        self.action_space = batch_space(first.action_space, num_envs)
        self.observation_space = batch_space(first.observation_space, num_envs)
        self._copy = copy
        self._observations = _zero_arrays(first.observation_space, num_envs)
        self._masks = np.zeros((num_envs, first.action_space.n), np.int8)
        self._is_ended = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: SeedArgument = None,
        options: dict[str, object] | None = None,
    ) -> tuple[ArrayObservation, dict[str, object]]:
        """Start new games: those of `seed`, `seed` + 1 and so on, or one of each in a list.

        All of them, or those for which `options["reset_mask"]`, an array of bools, is True; there
        are no other options. Raises ValueError for what cannot be chosen.
        """
        self._expect_open()
        reject_unknown_options(options, RESET_MASK_OPTION)
        seeds, chosen = self._seed_per_game(seed), self._games_to_reset(options)
        super().reset(seed=None if _is_seed_list(seed) else seeds[0], options=options)
        for number, (env, its_seed) in enumerate(zip(self._envs, seeds, strict=True)):
            if chosen[number]:
                env.start_episode(its_seed)
                self._write_observation(number)
        self._is_ended &= ~chosen
        return self._observe(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        ArrayObservation,
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, object],
    ]:
        """Perform an action in each game: (observations, rewards, terminated, truncated, info).

        One that has ended takes none: it begins anew, with the reward 0. Raises what the single
        environment does, and before any game has taken its own.
        """
        self._expect_open()
        self._check_actions(np.asarray(actions))
        if self.settings.illegal == "raise":
            self._check_legal(np.asarray(actions).tolist())
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), np.bool_)
        turns = zip(self._envs, np.asarray(actions).tolist(), self._is_ended.tolist(), strict=True)
        for number, (env, action, over) in enumerate(turns):
            if over:
                env.start_episode(None)
            else:
                rewards[number] = env.apply_action(action)
                terminated[number], truncated[number] = env.episode.terminated_and_truncated
            self._write_observation(number)
        self._is_ended = terminated | truncated
        return self._observe(), rewards, terminated, truncated, self._info()

    def render(self) -> tuple[str | NDArray[np.uint8], ...] | None:
        """Return the rendering of each environment, or None if there is no `render_mode`."""
        self._expect_open()
        if self.render_mode is None:
            return None
        return tuple([shown for env in self._envs if (shown := env.render()) is not None])

    def _expect_open(self) -> None:
        if self.closed:
            message = "these games are closed: make them anew"
            raise ClosedEnvironmentError(message)

    def _check_actions(self, actions: NDArray[np.int64]) -> None:
        """Reject anything but one action for each environment."""
        shape, most = (self.num_envs,), self._masks.shape[1]
        if actions.shape != shape or actions.dtype.kind not in "iu":
            found = f"actions of shape {actions.shape} and type {actions.dtype}"
            message = f"{found}: expected whole numbers of shape {shape}"
            raise InvalidAction(message)
        if ((actions < 0) | (actions >= most)).any():
            message = f"actions {actions.tolist()}: expected 0 to {most - 1}"
            raise InvalidAction(message)

    def _check_legal(self, actions: list[int]) -> None:
        """Reject an action that is illegal in one of the running games."""
        turns = zip(self._envs, actions, self._is_ended.tolist(), strict=True)
        for number, (env, action, over) in enumerate(turns):
            refusal = None if over else env.episode.find_refusal(action)
            if refusal is not None:
                message = f"game {number}: {refusal_message(refusal)}"
                raise InvalidAction(message)

    def _games_to_reset(self, options: dict[str, object] | None) -> NDArray[np.bool_]:
        """Return a mask of the games that `reset` starts anew."""
        mask = (options or {}).get(RESET_MASK_OPTION)
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            message = f"reset_mask {mask!r}: expected {self.num_envs} bools"
            raise ValueError(message)
        return chosen

    def _seed_per_game(self, seed: SeedArgument) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if not _is_seed_list(seed):
            first = check_seed(seed)
            return [first + number for number in range(self.num_envs)]
        if len(seed) != self.num_envs:
            message = f"{len(seed)} seeds: expected {self.num_envs}, one for each environment"
            raise ValueError(message)
        return [None if each is None else check_seed(each) for each in seed]

    def _write_observation(self, index: int) -> None:
        """Write the observation of a game into its rows of the arrays."""
        episode, percepts = self._envs[index].episode, self._observations
        if self.settings.message:
            percepts["message"][index] = encode_text(episode.message, self.settings.message)
        if episode.refusal is not None:
            return  # nothing else has changed (R4)
        senses = episode.observer
        percepts["glyphs"][index] = senses.glyphs()
        percepts["stats"][index] = senses.stats()
        percepts["known"][index] = senses.known_potions()
        if episode.game.rules.figures:
            percepts["figures"][index] = senses.figures()
        self._masks[index] = senses.action_mask()

    def _observe(self) -> ArrayObservation:
        if not self._copy:
            return self._observations
        return {name: array.copy() for name, array in self._observations.items()}

    def _info(self) -> dict[str, object]:
        """Return the info of all games, with the masks that Gymnasium wants beside each entry."""
        return {
            "action_mask": self._masks.copy() if self._copy else self._masks,
            "_action_mask": np.ones(self.num_envs, np.bool_),
            "seed": np.array([env.episode.seed for env in self._envs]),
            "_seed": np.ones(self.num_envs, np.bool_),
        }


def _is_seed_list(seed: SeedArgument) -> TypeGuard[Sequence[SupportsIndex | None]]:
    """Return True if the seeds are one for each game, in a list or an array."""
    return isinstance(seed, Sequence) or (isinstance(seed, np.ndarray) and seed.ndim > 0)


def _zero_arrays(space: spaces.Dict, count: int) -> ArrayObservation:
    """Return arrays for that many observations of a space, all zero."""
    arrays: dict[str, ObservationArray] = {}
    for name, part in space.spaces.items():
        arrays[name] = np.zeros((count, *(part.shape or ())), part.dtype)
    return arrays
