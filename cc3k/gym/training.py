"""Training of a small agent, and its score compared to random play."""

import statistics
import sys
from collections.abc import Callable

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.engine.board import GOLD_GLYPH, POTION_GLYPH, STAIRS_GLYPH, WALL_GLYPHS
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import STAT_NAMES, ArrayObservation, ObservationArray
from cc3k.gym.train_options import ROLLOUT_STEPS, TrainOptions

VIEW_RADIUS = 4
"""Number of cells seen each way."""

_VIEW_SIDE = 2 * VIEW_RADIUS + 1
_BLANK = ord(" ")
_DISTANT_GOALS = (STAIRS_GLYPH, GOLD_GLYPH)
"""Goals whose direction and distance are known from anywhere."""

_STAT_SCALES = {"hp": 100, "attack": 25, "defence": 25, "floor": 5, "held": 1}
"""The stats an agent gets, and the divisor that brings each near to 1."""


class LocalViewWrapper(gymnasium.ObservationWrapper):
    """Observation wrapper that shows only what is near the hero: a float32 vector.

    First come the cells within `VIEW_RADIUS`, row by row, each with a 1 for what is there: a wall
    (or nothing at all), an enemy, a potion, gold, or the stairs. Then the rows and columns to the
    nearest stairs and gold, each divided by the board's, and at last the figures of `_STAT_SCALES`.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        game = env.unwrapped
        if not isinstance(game, CC3kEnv):
            message = f"{game}: expected an environment of this game"
            raise TypeError(message)
        self._glyph_kinds = _glyph_kind_table(
            [ord(kind.glyph) for kind in game.game_factory.rules.enemy_kinds]
        )
        self._shape = np.array(game.game_factory.board_shape)
        size = (
            _VIEW_SIDE * _VIEW_SIDE * self._glyph_kinds.shape[1]
            + 2 * len(_DISTANT_GOALS)
            + len(_STAT_SCALES)
        )
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)

    def observation(self, observation: ArrayObservation) -> NDArray[np.float32]:
        """Return the vector of an observation."""
        glyphs, stats = observation["chars"], observation["blstats"]
        figures = dict(zip(STAT_NAMES, stats.tolist(), strict=True))
        here = np.array([figures["row"], figures["column"]])
        around = np.pad(glyphs, VIEW_RADIUS, constant_values=_BLANK)
        near = around[here[0] : here[0] + _VIEW_SIDE, here[1] : here[1] + _VIEW_SIDE]
        parts = [
            self._glyph_kinds[near].ravel(),
            *[self._offset_to_nearest(glyphs, here, glyph) for glyph in _DISTANT_GOALS],
            np.array([figures[name] / scale for name, scale in _STAT_SCALES.items()]),
        ]
        return np.concatenate(parts, dtype=np.float32)

    def _offset_to_nearest(
        self, glyphs: ObservationArray, position: NDArray[np.int_], glyph: int
    ) -> NDArray[np.float64]:
        """Return rows and columns to the nearest of a glyph, as parts of the board, or 0."""
        found = np.argwhere(glyphs == glyph) - position
        if not len(found):
            return np.zeros(2)
        way: NDArray[np.float64] = found[np.abs(found).max(axis=1).argmin()] / self._shape
        return way


def _glyph_kind_table(enemy_glyphs: list[int]) -> NDArray[np.float32]:
    """Return the kinds that each glyph counts as, float32 [codes, kinds]."""
    kinds = (list(WALL_GLYPHS), enemy_glyphs, [POTION_GLYPH], [GOLD_GLYPH], [STAIRS_GLYPH])
    table = np.zeros((128, len(kinds)), np.float32)
    for number, glyphs in enumerate(kinds):
        table[glyphs, number] = 1
    return table


Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], int]
"""Chooses an action for an observation, among those that the mask allows."""

FIRST_TEST_SEED = 1_000_000
"""The seed of the first test game; the training seeds are random."""


def train_and_compare(options: TrainOptions) -> None:
    """Print the mean score of random play, and that of a trained agent.

    Before anything is played it raises ValueError or `LayoutError` for what cannot be played, and
    ModuleNotFoundError for what is not installed.
    """
    env, chance = _make_env(options), np.random.default_rng(options.seed)
    train = build_trainer(options)
    by_chance = mean_score(
        env, options.games, lambda _, mask: int(chance.choice(np.flatnonzero(mask)))
    )
    _print_score("mean score by chance", by_chance)
    _print_score(
        f"mean score after {options.steps:,} steps", mean_score(env, options.games, train())
    )


def build_trainer(options: TrainOptions) -> Callable[[], Policy]:
    """Return a function that trains an agent; raises ModuleNotFoundError without the extra.

    Its network is small, and it is told what cannot be done: that much it need not learn.
    """
    # Imported only here, so that an environment that cannot be made is told without them.
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)  # to share out so small a network costs more than it saves
    envs = make_vec_env(lambda: _make_env(options), n_envs=options.envs, seed=options.seed)
    agent = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=ROLLOUT_STEPS // options.envs,
        batch_size=ROLLOUT_STEPS // 8,
        ent_coef=0.01,
        seed=options.seed,
        device="cpu",
    )

    def train() -> Policy:
        agent.learn(options.steps)
        return lambda seen, mask: int(agent.predict(seen, action_masks=mask)[0])

    return train


def mean_score(env: gymnasium.Env, games: int, policy: Policy) -> float:
    """Return the mean score of a policy in that many games that no agent has trained on."""
    return statistics.mean(
        [_play_game(env, policy, FIRST_TEST_SEED + number) for number in range(games)]
    )


def _play_game(env: gymnasium.Env, policy: Policy, seed: int) -> float:
    seen, info = env.reset(seed=seed)
    score, over = 0.0, False
    while not over:
        action = policy(seen, info["action_mask"].astype(np.bool_))
        seen, gained, terminated, truncated, info = env.step(action)
        score, over = score + float(gained), terminated or truncated
    return score


_MAX_TURNS, _MAX_STEPS = 200, 300
"""Turns and steps of a training game at most."""


def _make_env(options: TrainOptions) -> gymnasium.Env:
    return LocalViewWrapper(
        CC3kEnv(
            layout=options.layout,
            floors=options.floors,
            race=options.race,
            message=0,
            max_turns=_MAX_TURNS,
            max_steps=_MAX_STEPS,
        )
    )


def _print_score(label: str, score: float) -> None:
    sys.stdout.write(f"{label:32} {score:6.2f}\n")
    sys.stdout.flush()
