"""Fast batch: the games of a vector environment played by the compiled core."""

from collections.abc import Mapping
from sys import getrefcount

import numpy as np
from attrs import define
from numpy.typing import NDArray

from cc3k.fast.games import FastGames, FastSettings, NewGames
from cc3k.fast.state import ACTION_COUNT, STAT_COUNT
from cc3k.fast.stepping import Answers
from cc3k.gym.observation import ArrayObservation, render_rgb
from cc3k.gym.settings import EnvSettings, GameFactory
from cc3k.gym.vector import StepResult

_MASK = "action_mask"

_MOST_BUFFERS = 3


@define(eq=False)
class Buffer:
    """An array for what is seen in all games, and its parts: observations and masks.

    Others are given views of these: each holds the array. `references` counts those who hold it
    while nobody else does.
    """

    array: NDArray[np.uint8]
    views: ArrayObservation
    masks: NDArray[np.int8]
    references: int = 0

    def count_references(self) -> int:
        return getrefcount(self.array)


class FastBatch:
    """Games of the compiled core: all of them in one call, on several threads if so wished."""

    def __init__(
        self,
        settings: EnvSettings,
        factory: GameFactory,
        board_shape: tuple[int, int],
        count: int,
        threads: int,
    ) -> None:
        self._settings, self._board_shape, self.factory = settings, board_shape, factory
        self._games = FastGames(
            FastSettings(
                rules=factory.rules,
                board_shape=board_shape,
                letters=settings.message,
                limits=(settings.max_turns, settings.max_steps),
                weights=settings.reward_weights,
                threads=threads,
            ),
            count,
        )
        self._layout = self._read_layout()
        self._names = [name for name in self._layout.names or () if name != _MASK]
        self._shown: Buffer | None = None
        self._buffers: list[Buffer] = []
        self.observations, self.masks = self._views(self._games.state.seen)

    def copy_observations(self) -> tuple[ArrayObservation, NDArray[np.int8]]:
        """Return copies of the observations and the masks: those made in a step, while it lasts."""
        shown, self._shown = self._shown, None
        if shown is None:
            return self._views(self._games.state.seen.copy())
        return {name: view.view() for name, view in shown.views.items()}, shown.masks.view()

    def start(self, seeds: Mapping[int, int]) -> None:
        self._games.start(self._new(seeds), None if self._shown is None else self._shown.array)

    def _new(self, seeds: Mapping[int, int]) -> NewGames:
        return NewGames(seeds, self.factory.race, self.factory.floor_layouts)

    def play(
        self,
        actions: NDArray[np.int64],
        running: NDArray[np.bool_],
        starts: Mapping[int, int],
        *,
        copies: bool,
    ) -> StepResult:
        self._shown = self._unused_buffer() if copies else None
        count, state = len(actions), self._games.state
        shown = state.seen[:0] if self._shown is None else self._shown.array
        result = np.empty(count), np.empty(count, np.bool_), np.empty(count, np.bool_)
        self._games.step(actions, running, Answers(shown, *result), self._new(starts))
        return result

    def refusal(self, number: int, action: int) -> str:
        return self._games.refusal(number, action).text

    def end_info(self, number: int) -> dict[str, object]:
        games, won = self._games, self._games.is_won(number)
        if not games.has_ended(number):
            return {}
        cause = games.cause_of_death(number) or ("victory" if won else self._spent_limit(number))
        return {"won": won, "is_success": won, "floor": games.depth(number), "cause": cause}

    def digest(self, number: int) -> int:
        return self._games.digest(number)

    def render(self, number: int) -> NDArray[np.uint8]:
        """Return a game as a picture; text is left to the engine."""
        return render_rgb(
            np.asarray(self.observations["chars"][number], np.uint8), self.factory.rules
        )

    def close(self) -> None:
        self._games.close()

    def _spent_limit(self, number: int) -> str:
        most = self._settings.max_turns
        return (
            "max_turns" if most is not None and self._games.turns(number) >= most else "max_steps"
        )

    def _unused_buffer(self) -> Buffer:
        """Return an array for copies: an older one that nobody holds any more, or a new one.

        To ask the system for fresh memory in each step takes longer than to write to it.
        """
        for buffer in self._buffers:
            if buffer.count_references() == buffer.references:
                return buffer
        new = self._new_buffer()
        new.references = new.count_references()
        self._buffers = [new, *self._buffers[: _MOST_BUFFERS - 1]]
        return new

    def _new_buffer(self) -> Buffer:  # on its own: a name for the array here would be counted
        array = np.empty_like(self._games.state.seen)
        return Buffer(array, *self._views(array))

    def _read_layout(self) -> np.dtype[np.void]:
        """Return how a row of `seen` is laid out: each array of an observation, and the mask."""
        sizes, board = self._games.sizes, self._board_shape
        cells, letters = sizes.cells, sizes.letters
        parts: dict[str, tuple[int, type[np.generic], tuple[int, ...]]] = {
            "blstats": (sizes.stats_at, np.int32, (STAT_COUNT,)),
            "chars": (0, np.uint8, board),
            "enemy_hp": (cells, np.uint8, board),
            "hostile": (2 * cells, np.int8, board),
            "known": (sizes.known_at, np.int8, (sizes.potions,)),
            **({"message": (sizes.message_at, np.uint8, (letters,))} if letters else {}),
            _MASK: (sizes.mask_at, np.int8, (ACTION_COUNT,)),
        }
        return np.dtype(
            {
                "names": list(parts),
                "formats": [(kind, shape) for _, kind, shape in parts.values()],
                "offsets": [first for first, _, _ in parts.values()],
                "itemsize": self._games.state.seen.shape[1],
            }
        )

    def _views(self, seen: NDArray[np.uint8]) -> tuple[ArrayObservation, NDArray[np.int8]]:
        rows = seen.view(self._layout)[:, 0]
        return {name: rows[name] for name in self._names}, rows[_MASK]
