"""Fast batch: the games of a vector environment played by the compiled core."""

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.rules import Rules
from cc3k.fast.games import FastGames, FastSettings
from cc3k.fast.state import ACTION_COUNT
from cc3k.gym.observation import ArrayObservation
from cc3k.gym.render import render_rgb
from cc3k.gym.settings import EnvSettings, GameFactory


class FastBatch:
    """Games of the compiled core: all of them in one call, on several threads if so wished."""

    def __init__(
        self,
        rules: Rules,
        settings: EnvSettings,
        board_shape: tuple[int, int],
        count: int,
        threads: int,
    ) -> None:
        self._settings, self._board_shape, self._rules = settings, board_shape, rules
        self._games = FastGames(
            FastSettings(
                rules=rules,
                board_shape=board_shape,
                letters=settings.message,
                limits=(settings.max_turns, settings.max_steps),
                weights=settings.reward_weights,
                threads=threads,
            ),
            count,
        )
        state = self._games.state
        self.rewards, self.terminated = state.rewards, state.terminated
        self.truncated = state.truncated
        self.observations, self.masks = self._views(state.seen)

    def copy_observations(self) -> tuple[ArrayObservation, NDArray[np.int8]]:
        """Return copies of the observations and the masks."""
        return self._views(self._games.state.seen.copy())

    def start(self, number: int, seed: int, game_factory: GameFactory) -> None:
        """Begin the first game of a seed in place of one."""
        self._games.start(number, seed, game_factory.race, game_factory.floor_layouts)

    def play(self, actions: NDArray[np.int64], running: NDArray[np.bool_]) -> None:
        """Perform an action in each running game."""
        self._games.step(actions.astype(np.int64, copy=False), running)

    def refusal(self, number: int, action: int) -> str:
        """Return why an action is illegal in a game now; it has to be."""
        return self._games.refusal(number, action)

    def end_info(self, number: int) -> dict[str, object]:
        """Return what the info of a game tells of its end; nothing before it."""
        if not (self.terminated[number] or self.truncated[number]):
            return {}
        games, won = self._games, self._games.is_won(number)
        cause = games.cause_of_death(number) or ("victory" if won else self._spent_limit(number))
        return {"won": won, "is_success": won, "floor": games.depth(number), "cause": cause}

    def digest(self, number: int) -> int:
        """Return the 32 bits that identify a game as it stands."""
        return self._games.digest(number)

    def render(self, number: int) -> NDArray[np.uint8]:
        """Return a game as a picture; text is left to the engine."""
        return render_rgb(np.asarray(self.observations["chars"][number], np.uint8), self._rules)

    def close(self) -> None:
        """Free what the games hold."""
        self._games.close()

    def _spent_limit(self, number: int) -> str:
        most = self._settings.max_turns
        return (
            "max_turns" if most is not None and self._games.turns(number) >= most else "max_steps"
        )

    def _views(self, seen: NDArray[np.uint8]) -> tuple[ArrayObservation, NDArray[np.int8]]:
        """Return what is observed of all games, and their masks, as views of one array."""
        sizes, (rows, columns) = self._games.sizes, self._board_shape
        cells, shape = sizes.cells, (len(seen), rows, columns)
        views: ArrayObservation = {
            "blstats": seen[:, sizes.stats_at :].view(np.int32),
            "chars": seen[:, :cells].reshape(shape),
            "enemy_hp": seen[:, cells : 2 * cells].reshape(shape),
            "hostile": seen[:, 2 * cells : 3 * cells].view(np.int8).reshape(shape),
            "known": seen[:, sizes.known_at : sizes.message_at].view(np.int8),
        }
        if sizes.letters:
            views["message"] = seen[:, sizes.message_at : sizes.mask_at]
        mask_end = sizes.mask_at + ACTION_COUNT
        return views, seen[:, sizes.mask_at : mask_end].view(np.int8)
