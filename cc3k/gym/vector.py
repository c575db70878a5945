"""Many games at once in one process, observed in arrays that all of them write to."""

from collections.abc import Sequence
from typing import SupportsIndex, TypeAlias, TypeGuard, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cc3k.engine.actions import OPTIONS
from cc3k.engine.events import why_not
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import Array, Percept, codes
from cc3k.gym.settings import Options, Setting, expect_known, seed_of, whole

Seeds: TypeAlias = SupportsIndex | Sequence[SupportsIndex | None] | NDArray[np.integer] | None
"""The seed of the first game, or one of each; a game without a seed is the next by chance."""

RESET_MASK = "reset_mask"
"""The option of `reset`, by the name that Gymnasium gave it."""

NO_LIMIT = -1
"""What Gymnasium takes for `max_episode_steps` where there is to be none."""


class CC3kVectorEnv(VectorEnv):
    """So many environments of one setting; a game that has ended begins anew with the next step.

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
        **options: Unpack[Options],
    ) -> None:
        num_envs = whole("num_envs", num_envs)
        if max_episode_steps not in (None, NO_LIMIT):
            most, own = whole("max_episode_steps", max_episode_steps), Setting(**options).max_steps
            options["max_steps"] = most if own is None else min(most, own)
        self._envs = [CC3kEnv(**options) for _ in range(num_envs)]
        first = self._envs[0]
        self.num_envs, self.setting, self.render_mode = num_envs, first.setting, first.render_mode
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_action_space = first.action_space
        self.single_observation_space = first.observation_space
        self.action_space = batch_space(first.action_space, num_envs)
        self.observation_space = batch_space(first.observation_space, num_envs)
        self._copy = copy
        self._percepts = _arrays(first.observation_space, num_envs)
        self._masks = np.zeros((num_envs, first.action_space.n), np.int8)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: Seeds = None,
        options: dict[str, object] | None = None,
    ) -> tuple[Percept, dict[str, object]]:
        """Begin games anew: those of `seed`, `seed` + 1 and so on, or one of each in a list.

        All of them, or those for which `options["reset_mask"]`, an array of bools, is True; there
        are no other options. Raises ValueError for what cannot be chosen.
        """
        self._expect_open()
        expect_known(options, RESET_MASK)
        seeds, chosen = self._seeds(seed), self._chosen(options)
        super().reset(seed=None if _is_list(seed) else seeds[0], options=options)
        for number, (env, its_seed) in enumerate(zip(self._envs, seeds, strict=True)):
            if chosen[number]:
                env.begin(its_seed)
                self._look(number)
        self._over &= ~chosen
        return self._observe(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        Percept, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]
    ]:
        """Carry out an action in each game: (observations, rewards, terminated, truncated, info).

        One that has ended takes none: it begins anew, with the reward 0. Raises what the single
        environment does, and before any game has taken its own.
        """
        self._expect_open()
        self._check(np.asarray(actions))
        if self.setting.illegal == "raise":
            self._check_legal(np.asarray(actions).tolist())
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), np.bool_)
        turns = zip(self._envs, np.asarray(actions).tolist(), self._over.tolist(), strict=True)
        for number, (env, action, over) in enumerate(turns):
            if over:
                env.begin(None)
            else:
                rewards[number] = env.act(action)
                terminated[number], truncated[number] = env.episode.ends
            self._look(number)
        self._over = terminated | truncated
        return self._observe(), rewards, terminated, truncated, self._info()

    def render(self) -> tuple[str | NDArray[np.uint8], ...] | None:
        """Return what each environment shows, or None if they draw nothing."""
        self._expect_open()
        if self.render_mode is None:
            return None
        return tuple([shown for env in self._envs if (shown := env.render()) is not None])

    def _expect_open(self) -> None:
        if self.closed:
            message = "these games are closed: make them anew"
            raise ClosedEnvironmentError(message)

    def _check(self, actions: NDArray[np.int64]) -> None:
        """Refuse what is not one action for each environment."""
        shape, most = (self.num_envs,), len(OPTIONS)
        if actions.shape != shape or actions.dtype.kind not in "iu":
            found = f"actions of shape {actions.shape} and type {actions.dtype}"
            message = f"{found}: expected whole numbers of shape {shape}"
            raise InvalidAction(message)
        if ((actions < 0) | (actions >= most)).any():
            message = f"actions {actions.tolist()}: expected 0 to {most - 1}"
            raise InvalidAction(message)

    def _check_legal(self, actions: list[int]) -> None:
        """Refuse what cannot be done in one of the games that go on."""
        turns = zip(self._envs, actions, self._over.tolist(), strict=True)
        for number, (env, action, over) in enumerate(turns):
            refusal = None if over else env.episode.refused(action)
            if refusal is not None:
                message = f"game {number}: {why_not(refusal)}"
                raise InvalidAction(message)

    def _chosen(self, options: dict[str, object] | None) -> NDArray[np.bool_]:
        """Return which games `reset` begins anew."""
        mask = (options or {}).get(RESET_MASK)
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            message = f"reset_mask {mask!r}: expected {self.num_envs} bools"
            raise ValueError(message)
        return chosen

    def _seeds(self, seed: Seeds) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if not _is_list(seed):
            first = seed_of(seed)
            return [first + number for number in range(self.num_envs)]
        if len(seed) != self.num_envs:
            message = f"{len(seed)} seeds: expected {self.num_envs}, one for each environment"
            raise ValueError(message)
        return [None if each is None else seed_of(each) for each in seed]

    def _look(self, number: int) -> None:
        """Write what is seen of a game into its rows of the arrays."""
        episode, percepts = self._envs[number].episode, self._percepts
        if self.setting.message:
            percepts["message"][number] = codes(episode.said, self.setting.message)
        if episode.refusal is not None:
            return  # nothing else has changed (R4)
        senses = episode.senses
        percepts["glyphs"][number] = senses.glyphs()
        percepts["stats"][number] = senses.stats()
        percepts["known"][number] = senses.known()
        self._masks[number] = senses.mask()

    def _observe(self) -> Percept:
        if not self._copy:
            return self._percepts
        return {name: array.copy() for name, array in self._percepts.items()}

    def _info(self) -> dict[str, object]:
        """Return the info of all, with the arrays that Gymnasium wants: who has an entry."""
        return {
            "action_mask": self._masks.copy() if self._copy else self._masks,
            "_action_mask": np.ones(self.num_envs, np.bool_),
            "seed": np.array([env.episode.seed for env in self._envs]),
            "_seed": np.ones(self.num_envs, np.bool_),
        }


def _is_list(seed: Seeds) -> TypeGuard[Sequence[SupportsIndex | None]]:
    """Tell whether seeds are one for each game, in a list or an array."""
    return isinstance(seed, Sequence) or (isinstance(seed, np.ndarray) and seed.ndim > 0)


def _arrays(space: spaces.Dict, count: int) -> Percept:
    """Return arrays for as many observations of a space, all zero."""
    arrays: dict[str, Array] = {}
    for name, part in space.spaces.items():
        arrays[name] = np.zeros((count, *(part.shape or ())), part.dtype)
    return arrays
