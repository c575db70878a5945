"""Vector environment: many games at once in one process, observed in shared arrays."""

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias, Unpack

import numpy as np
from attrs import evolve
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cc3k.api import as_whole_number
from cc3k.engine.actions import all_actions
from cc3k.fast.support import find_missing_library, find_unknown_part
from cc3k.gym.env import MAX_SEEDS, CC3kEnv, Episode
from cc3k.gym.observation import ArrayObservation, check_same_spaces, encode_text, render_rgb
from cc3k.gym.settings import (
    GAME_OPTIONS,
    RESET_MASK_OPTION,
    EnvOptions,
    EnvSettings,
    GameFactory,
    SeedArgument,
    check_flag,
    check_whole_number,
    is_seed_list,
    load_game_factory,
    read_actions,
    read_autoreset_mode,
    read_reset_mask,
    read_seeds,
    reject_unknown_options,
    reject_unknown_settings,
)

StepResult: TypeAlias = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]
"""What a step brings: rewards, which games are over, and which others have spent a limit."""


class ReferenceBatch:
    """Games of the engine, one after another.

    `observations` are those of all games, in arrays that the next step writes to, and `masks` those
    of legal actions, int8 [games, actions]. The `factory` makes the games that begin, their seeds
    by their numbers. `FastBatch` has the same methods.
    """

    def __init__(
        self,
        space: spaces.Dict,
        settings: EnvSettings,
        factory: GameFactory,
        board_shape: tuple[int, int],
        count: int,
    ) -> None:
        self._settings, self._board_shape, self.factory = settings, board_shape, factory
        self._episodes: list[Episode | None] = [None] * count
        self.observations: ArrayObservation = {
            name: np.zeros((count, *(part.shape or ())), part.dtype)
            for name, part in space.spaces.items()
        }
        self.masks = np.zeros((count, len(all_actions(factory.rules))), np.int8)
        self.rewards = np.zeros(count)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)

    def copy_observations(self) -> tuple[ArrayObservation, NDArray[np.int8]]:
        return {name: array.copy() for name, array in self.observations.items()}, self.masks.copy()

    def start(self, seeds: Mapping[int, int]) -> None:
        for number, seed in seeds.items():
            self._episodes[number] = Episode.start(
                self.factory, self._settings, seed, self._board_shape
            )
            self.rewards[number] = 0
            self.terminated[number] = self.truncated[number] = False
            self._observe(number)

    def play(
        self,
        actions: NDArray[np.int64],
        running: NDArray[np.bool_],
        starts: Mapping[int, int],
        *,
        copies: bool,
    ) -> StepResult:
        """Perform an action in each running game, and begin others that are not running.

        Return new arrays. With `copies` those of the observations are asked for next.
        """
        del copies
        for number, (action, is_running) in enumerate(
            zip(actions.tolist(), running.tolist(), strict=True)
        ):
            if is_running:
                episode = self._episode(number)
                self.rewards[number] = episode.step(action)
                ends = episode.terminated_and_truncated
                self.terminated[number], self.truncated[number] = ends
                self._observe(number)
        self.start(starts)
        return self.rewards.copy(), self.terminated.copy(), self.truncated.copy()

    def refusal(self, number: int, action: int) -> str:
        found = self._episode(number).find_refusal(action)
        return "" if found is None else found.text

    def end_info(self, number: int) -> dict[str, object]:
        return self._episode(number).end_info

    def digest(self, number: int) -> int:
        return self._episode(number).game.digest()

    def render(self, number: int) -> str | NDArray[np.uint8]:
        episode = self._episode(number)
        if self._settings.render_mode == "ansi":
            return episode.text
        return render_rgb(episode.observer.glyphs(), episode.game.rules)

    def close(self) -> None:
        self._episodes = [None] * len(self._episodes)

    def _episode(self, number: int) -> Episode:
        episode = self._episodes[number]
        assert episode is not None, "begun before any is played"  # noqa: S101 - for the type
        return episode

    def _observe(self, number: int) -> None:
        episode, observations = self._episode(number), self.observations
        length = self._settings.message
        if length:
            observations["message"][number] = encode_text(episode.message, length)
        if episode.refusal is not None:
            return  # nothing else has changed (R4)
        for name, array in episode.observer.observe().items():
            observations[name][number] = array
        self.masks[number] = episode.observer.action_mask()


_LONGEST_INT64 = np.iinfo(np.int64).max
_SEEDS_AT_A_TIME = 16
"""Seeds that are drawn together: one alone takes half as long as all of them."""


class GameSeeds:
    """The seeds of the games that are played side by side: `now` has those that are played now."""

    def __init__(self, count: int) -> None:
        self._sources = [SeedSource() for _ in range(count)]
        self.now: NDArray[np.int64] | NDArray[np.object_] = np.zeros(count, np.int64)

    def choose(self, seeds: Mapping[int, int | None]) -> dict[int, int]:
        chosen = {number: self._sources[number].choose(seed) for number, seed in seeds.items()}
        if max(chosen.values(), default=0) > _LONGEST_INT64:
            self.now = self.now.astype(object)  # whole numbers of any length
        for number, seed in chosen.items():
            self.now[number] = seed
        return chosen


class SeedSource:
    """Chooses the seeds of one game after another, as an environment of Gymnasium does.

    Its generator is made when it is first drawn from: most games are given a seed once at most.
    """

    def __init__(self) -> None:
        self._seed: int | None = None
        self._generator: np.random.Generator | None = None
        self._drawn = list[int]()

    def choose(self, seed: int | None) -> int:
        """Return a seed that was given, or else the next one of the chance that the last began."""
        if seed is not None:
            self._seed, self._generator = seed, None
            self._drawn.clear()
            return seed
        if not self._drawn:
            if self._generator is None:
                self._generator, _ = seeding.np_random(self._seed)
            self._drawn = self._generator.integers(MAX_SEEDS, size=_SEEDS_AT_A_TIME).tolist()[::-1]
        return self._drawn.pop()


def gather_infos(
    infos: Mapping[int, Mapping[str, object]], count: int
) -> dict[str, NDArray[np.generic]]:
    """Copy the infos of some games, by their number, into arrays of all games, as Gymnasium does.

    Each name has an array with an entry for each game, and an array of the same name after an
    underscore, which is True for the games that have an info. `VectorEnv` copies game by game;
    copying name by name takes a fraction of that time.
    """
    gathered: dict[str, NDArray[np.generic]] = {}
    told, places, is_told = list(infos.values()), np.array(list(infos), int), np.zeros(count, bool)
    is_told[places] = True
    for name in told[0] if told else ():
        values = [each[name] for each in told]
        kind = type(values[0]) if isinstance(values[0], int | float) else np.object_
        array = np.zeros(count, kind) if kind is not np.object_ else np.full(count, None, kind)
        array[places] = np.array(values, array.dtype)
        gathered[name], gathered[f"_{name}"] = array, is_told.copy()
    return gathered


if TYPE_CHECKING:
    from cc3k.gym.fast_batch import FastBatch

OWN_SETTINGS = ("num_envs", "copy", "fast", "threads", "autoreset_mode", "max_episode_steps")
"""The names of the settings that one environment lacks."""

NO_STEP_LIMIT = -1
"""Gymnasium's value for `max_episode_steps` without a limit."""

StepAnswer: TypeAlias = tuple[
    ArrayObservation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]
]


class CC3kVectorEnv(VectorEnv):
    """Many games with the same settings.

    They are played by the compiled core where it is installed and knows their rules, and else by
    the reference engine, with the same result; `engine` tells which. With `fast` False it is the
    reference engine, and with True the core, or a ValueError that says what it does not know.
    `threads` is how many threads of the core share out the games.

    `autoreset_mode` is Gymnasium's: a game that has ended begins anew with the next step, with the
    same one, or when `reset` begins it. `max_episode_steps` is what `gymnasium.make` has a wrapper
    for: the fewer steps of it and `max_steps` are made in a game; with None or -1 it counts for
    nothing.

    `step` and `reset` are Gymnasium's: as many entries in each array as there are environments.
    After `close` these and `render` raise `ClosedEnvironmentError`.

    With `copy` False what `reset` and `step` return as observations and masks are the arrays that
    the next step writes to: nothing is copied, and nothing may be kept.
    """

    def __init__(  # noqa: PLR0913 - each is chosen by its name
        self,
        num_envs: int = 1,
        *,
        copy: bool = True,
        fast: bool | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        self.closed = True  # whatever fails before the games are made leaves nothing to close
        reject_unknown_settings(options, *EnvOptions.__annotations__, *OWN_SETTINGS)
        self.num_envs = check_whole_number("num_envs", num_envs)
        self._threads = check_whole_number("threads", threads)
        self.autoreset_mode = read_autoreset_mode(autoreset_mode)
        first = CC3kEnv(**options)
        self.settings = _with_step_limit(first.settings, max_episode_steps)
        self.render_mode = first.render_mode
        self.metadata = {**first.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_action_space, self._action_count = first.action_space, int(first.action_space.n)
        self.single_observation_space = self._game_space = first.observation_space
        self.action_space = batch_space(first.action_space, self.num_envs)
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self._copy, self._fast = check_flag("copy", copy), fast
        if fast is not None:
            self._fast = check_flag("fast", fast, "True, False or None")
        self.board_shape = first.board_shape
        self._game_factory = first.game_factory
        self._seeds = GameSeeds(self.num_envs)
        self._everybody = np.ones(self.num_envs, np.bool_)
        self._is_begun = np.zeros(self.num_envs, np.bool_)
        self._has_begun = False
        self._note_ends(np.zeros(self.num_envs, np.bool_))
        self._batch = self._make_batch()
        self.closed = False

    def reset(
        self, *, seed: SeedArgument = None, options: dict[str, object] | None = None
    ) -> tuple[ArrayObservation, dict[str, object]]:
        """Start new games: those of `seed`, `seed` + 1 and so on, or one of each in a list.

        All of them, or those for which `options["reset_mask"]`, an array of bools, is True. The
        other options are settings that hold for these games and those after them: `race`, `layout`
        or `drawing`, and `dlc`. Raises ValueError for what cannot be chosen.
        """
        self._expect_open()
        reject_unknown_options(options, RESET_MASK_OPTION, *GAME_OPTIONS)
        seeds, chosen = read_seeds(seed, self.num_envs), read_reset_mask(options, self.num_envs)
        self._choose_games(options, chosen)
        super().reset(seed=None if is_seed_list(seed) else seeds[0], options=options)
        numbers = np.flatnonzero(chosen).tolist()
        self._batch.start(self._seeds.choose({number: seeds[number] for number in numbers}))
        self._note_ends(self._is_ended & ~chosen)
        self._is_begun |= chosen
        self._has_begun = bool(self._is_begun.all())
        return self._answer()

    def step(self, actions: NDArray[np.int64]) -> StepAnswer:
        """Perform an action in each game: (observations, rewards, terminated, truncated, info).

        A game that begins anew with this step takes none, and its reward is 0. Raises what the
        single environment does, before any game has taken its own.
        """
        self._expect_open()
        chosen = read_actions(actions, self.num_envs, self._action_count)
        self._expect_running()
        running, batch = ~self._is_ended, self._batch
        if self.settings.illegal == "raise":
            self._check_legal(chosen, running)
        starts = self._seeds.choose(dict.fromkeys(self._ended))
        rewards, terminated, truncated = batch.play(chosen, running, starts, copies=self._copy)
        self._note_ends(terminated | truncated)
        last: dict[str, object] = {}
        if self._ended and self.autoreset_mode is AutoresetMode.SAME_STEP:
            last = self._start_ended()
        observations, info = self._answer()
        return observations, rewards, terminated, truncated, {**last, **info}

    def render(self) -> tuple[str | NDArray[np.uint8], ...] | None:
        """Return the rendering of each environment, or None if there is no `render_mode`."""
        self._expect_open()
        if self.render_mode is None:
            return None
        return tuple([self._batch.render(number) for number in range(self.num_envs)])

    def digest(self, number: SupportsIndex) -> int:
        """Return the 32 bits that identify a game as it stands, the same by either engine.

        Raises IndexError for a game that is not there, TypeError for what is no whole number, and
        `ResetNeeded` before it has begun.
        """
        self._expect_open()
        expected = f"0 to {self.num_envs - 1}"
        index = as_whole_number(number)
        if index is None:
            message = f"game {number!a}: expected a whole number, {expected}"
            raise TypeError(message)
        if not 0 <= index < self.num_envs:
            message = f"game {index}: expected {expected}"
            raise IndexError(message)
        if not self._is_begun[index]:
            raise _not_begun(index)
        return self._batch.digest(index)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action masks as bools [games, actions], by the name that MaskablePPO calls.

        Those of a game that is over are all False.
        """
        self._expect_open()
        self._expect_begun()
        return self._batch.masks.astype(np.bool_)

    def close_extras(self, **kwargs: object) -> None:
        """Free what the games hold."""
        del kwargs
        self._batch.close()

    def _make_batch(self) -> "ReferenceBatch | FastBatch":
        lacking = None if self._fast is False else self._find_lacking()
        if self._fast and lacking is not None:
            message = f"fast=True: the fast core does not know {lacking}; expected fast=None"
            raise ValueError(message)
        games = self.settings, self._game_factory, self.board_shape, self.num_envs
        if self._fast is False or lacking is not None:
            self.engine = "reference"
            return ReferenceBatch(self._game_space, *games)
        # Imported only here: it takes a moment, and needs what is not installed everywhere.
        from cc3k.gym.fast_batch import FastBatch

        self.engine = "fast"
        return FastBatch(*games, self._threads)

    def _find_lacking(self) -> str | None:
        """Return what keeps the core from playing these games, or None; warn of unknown rules."""
        missing = find_missing_library()
        if missing is not None:
            return f"its library: {missing} is not installed"
        if self.render_mode == "ansi":
            return "the render_mode ansi"
        unknown = find_unknown_part(self._game_factory.rules)
        if unknown is not None and self._fast is None:
            said = f"the fast core does not know {unknown}: the reference engine plays these games"
            warnings.warn(said, stacklevel=4)
        return unknown

    def _choose_games(self, options: dict[str, object] | None, chosen: NDArray[np.bool_]) -> None:
        """Heed the settings that a reset chooses; other rules need all games to begin anew."""
        settings = self.settings.with_game_options(options)
        if settings is self.settings:
            return
        game_factory = load_game_factory(settings)
        game_factory.check_board(self.board_shape)
        check_same_spaces(self._game_factory, game_factory)
        factories = self._game_factory, game_factory
        before, after = [evolve(each.rules, foreign_marks=()) for each in factories]
        has_other_rules = before != after  # what is said of a wrong mark is no rule
        if has_other_rules and not chosen.all():
            message = f"dlc {settings.dlc!a} for some games: expected a reset of all of them"
            raise ValueError(message)
        self.settings, self._game_factory = settings, game_factory
        self._batch.factory = game_factory
        if has_other_rules:
            self._batch.close()
            self._batch = self._make_batch()

    def _note_ends(self, is_ended: NDArray[np.bool_]) -> None:
        self._is_ended, self._ended = is_ended, is_ended.nonzero()[0].tolist()

    def _start_ended(self) -> dict[str, object]:
        """Begin the games that have just ended; return what was last seen of them."""
        last: dict[str, object] = {}
        batch = self._batch
        for number in self._ended:
            seen = {name: array[number].copy() for name, array in batch.observations.items()}
            mask, seed = batch.masks[number].copy(), int(self._seeds.now[number])
            info = {"action_mask": mask, "seed": seed, **batch.end_info(number)}
            last = self._add_info(last, {"final_obs": seen, "final_info": info}, number)
        batch.start(self._seeds.choose(dict.fromkeys(self._ended)))
        self._note_ends(np.zeros(self.num_envs, np.bool_))
        return last

    def _expect_open(self) -> None:
        if self.closed:
            message = "these games are closed: make them anew"
            raise ClosedEnvironmentError(message)

    def _expect_begun(self) -> None:
        if not self._has_begun:
            raise _not_begun(int(np.argmin(self._is_begun)))

    def _expect_running(self) -> None:
        """Raise `ResetNeeded` if a game has to be begun before it can take an action."""
        self._expect_begun()
        if self._ended and self.autoreset_mode is AutoresetMode.DISABLED:
            message = (
                f"game {self._ended[0]} has ended: reset it with the option {RESET_MASK_OPTION}"
            )
            raise ResetNeeded(message)

    def _check_legal(self, actions: NDArray[np.int64], running: NDArray[np.bool_]) -> None:
        is_legal = self._batch.masks[np.arange(self.num_envs), actions] != 0
        for number in np.flatnonzero(running & ~is_legal).tolist():
            message = f"game {number}: {self._batch.refusal(number, int(actions[number]))}"
            raise InvalidAction(message)

    def _answer(self) -> tuple[ArrayObservation, dict[str, object]]:
        batch = self._batch
        observations, masks = batch.observations, batch.masks
        if self._copy:
            observations, masks = batch.copy_observations()
        info: dict[str, object] = {
            "action_mask": masks,
            "_action_mask": self._everybody.copy(),
            "seed": self._seeds.now.copy(),
            "_seed": self._everybody.copy(),
        }
        if self._ended:
            ends = {number: batch.end_info(number) for number in self._ended}
            info |= gather_infos(ends, self.num_envs)
        return observations, info


def _not_begun(number: int) -> ResetNeeded:
    return ResetNeeded(f"game {number} has not begun: reset it first")


def _with_step_limit(settings: EnvSettings, most: int | None) -> EnvSettings:
    if most in (None, NO_STEP_LIMIT):
        return settings
    limit, own = check_whole_number("max_episode_steps", most), settings.max_steps
    return evolve(settings, max_steps=limit if own is None else min(limit, own))
