"""Batch: the games of a vector environment in shared arrays, and the reference engine's way."""

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
from attrs import frozen
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from cc3k.engine.refusals import refusal_message
from cc3k.gym.env import MAX_SEEDS, Episode
from cc3k.gym.observation import ArrayObservation, encode_text, render_rgb
from cc3k.gym.settings import EnvSettings, GameFactory


@frozen
class GameStarts:
    """Games that begin in place of others: the seed of each by its number, and what makes it."""

    seeds: Mapping[int, int]
    factory: GameFactory


StepResult: TypeAlias = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]
"""What a step brings: rewards, which games are over, and which others have spent a limit."""


class ReferenceBatch:
    """Games of the engine, one after another.

    `observations` are those of all games, in arrays that the next step writes to, and `masks` those
    of legal actions, int8 [games, actions]. `FastBatch` has the same methods.
    """

    def __init__(
        self,
        space: spaces.Dict,
        action_count: int,
        settings: EnvSettings,
        board_shape: tuple[int, int],
        count: int,
    ) -> None:
        self._settings, self._board_shape = settings, board_shape
        self._episodes: list[Episode | None] = [None] * count
        self.observations: ArrayObservation = {
            name: np.zeros((count, *(part.shape or ())), part.dtype)
            for name, part in space.spaces.items()
        }
        self.masks = np.zeros((count, action_count), np.int8)
        self.rewards = np.zeros(count)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)

    def copy_observations(self) -> tuple[ArrayObservation, NDArray[np.int8]]:
        return {name: array.copy() for name, array in self.observations.items()}, self.masks.copy()

    def start(self, starts: GameStarts) -> None:
        for number, seed in starts.seeds.items():
            self._episodes[number] = Episode.start(
                starts.factory, self._settings, seed, self._board_shape
            )
            self.rewards[number] = 0
            self.terminated[number] = self.truncated[number] = False
            self._observe(number)

    def play(
        self,
        actions: NDArray[np.int64],
        running: NDArray[np.bool_],
        starts: GameStarts | None,
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
        if starts is not None:
            self.start(starts)
        return self.rewards.copy(), self.terminated.copy(), self.truncated.copy()

    def refusal(self, number: int, action: int) -> str:
        found = self._episode(number).find_refusal(action)
        return "" if found is None else refusal_message(found)

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


class InfoGatherer:
    """Copies the infos of the games that ended into the arrays of all games, as Gymnasium has it.

    Each name has an array with an entry for each game, and an array of the same name after an
    underscore, which is True for the games that have an info. `VectorEnv` copies game by game;
    copying name by name takes a fraction of that time.
    """

    def __init__(self, count: int) -> None:
        self._flags = np.zeros(count, np.bool_)
        self._blanks: dict[type[object], NDArray[np.generic]] = {
            kind: np.zeros(count, kind) for kind in (bool, int, float)
        }
        self._nothing = np.full(count, None, np.object_)

    def gather(self, infos: Mapping[int, Mapping[str, object]]) -> dict[str, NDArray[np.generic]]:
        """Return what is told of games by their number, of each under the same names."""
        gathered: dict[str, NDArray[np.generic]] = {}
        told, places, is_told = list(infos.values()), np.array(list(infos), int), self._flags.copy()
        is_told[places] = True
        for name in told[0] if told else ():
            values = [each[name] for each in told]
            array = self._blanks.get(type(values[0]), self._nothing).copy()
            array[places] = np.array(values, array.dtype)
            gathered[name], gathered[f"_{name}"] = array, is_told.copy()
        return gathered
