"""Learning: proximal policy optimization on games of all races, played by two threads."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from cc3k.bots.statistics import GameResult
from cc3k.engine.rules import Rules
from cc3k.fast.compiler import prepare
from cc3k.gym.settings import EnvOptions
from cc3k.gym.training.features import count_features
from cc3k.gym.training.knowledge import ACTION_COUNT, read_knowledge
from cc3k.gym.training.network import (
    Floats,
    Goals,
    Parameters,
    Shape,
    Weights,
    Work,
    add_gradients,
    allocate_work,
)
from cc3k.gym.training.optimizer import TINY, Adam, Checkpoint
from cc3k.gym.training.rollouts import AGENT_CODE, FEWEST_GAMES, Group, Rollout, flatten

SHARDS = 2
"""Parts of all games, each played and learned from by itself: as many threads are of use.

They do not depend on the threads that there are, and so neither does what is learned.
"""

TRAINING_REWARD = {"gold": 0.1, "victory": 0.5, "step": -0.0005}
"""The rewards of training: gold for the most part, and a little for an end that is no death."""

MAX_TRAINING_STEPS = 5000
"""Steps after which a game of training is truncated."""


WEIGHTS = Weights(clip=0.2, entropy=0.005, value=0.5)
"""The weights of the loss."""


@frozen(kw_only=True)
class Recipe:
    """Figures of the training.

    `steps` are those of each game between two lessons; in each of these all that happened is gone
    over `passes` times, in batches of about `batch` decisions. `discount` and `smoothing` are those
    of generalized advantage estimation, `rate` is the learning rate, which falls to 0 by the end,
    and `max_norm` cuts gradients.
    """

    steps: int = 64
    hidden: int = 48
    passes: int = 6
    batch: int = 2048
    discount: float = 0.998
    smoothing: float = 0.95
    rate: float = 1.5e-3
    max_norm: float = 0.5
    weights: Weights = WEIGHTS


@define(eq=False)
class Shard:
    """One part of the games: its rollout, and room for its gradients and losses."""

    rollout: Rollout
    gradients: Floats
    views: Parameters
    work: Work
    losses: NDArray[np.float64] = field(factory=lambda: np.zeros(3))

    def prepare(self, parameters: Parameters, weights: Weights) -> None:
        self.rollout.prepare(parameters)
        made, none = flatten(self.rollout.made), np.zeros(0, np.float32)
        goals, rows = Goals(none, none), np.zeros(0, np.int64)
        to = self.views, self.losses, self.work
        prepare(add_gradients, made, goals, rows, parameters, weights, *to, of=AGENT_CODE)

    def learn(
        self, goals: Goals, rows: NDArray[np.int64], parameters: Parameters, weights: Weights
    ) -> Floats:
        self.gradients.fill(0)
        add_gradients(
            flatten(self.rollout.made),
            goals,
            rows,
            parameters,
            weights,
            self.views,
            self.losses,
            self.work,
        )
        return self.gradients


@define(eq=False)
class Learner:
    """Learns to play by playing: each `lesson` plays some steps of all games, and learns of them.

    The same seed, games and lessons lead to the same parameters, bit for bit on the same machine
    with the same libraries, however many threads the executor has.
    """

    shape: Shape
    parameters: Floats
    recipe: Recipe
    shards: Sequence[Shard]
    executor: Executor
    adam: Adam
    order: np.random.Generator
    steps: int = 0

    def prepare(self) -> None:
        views = self.shape.views(self.parameters)
        for shard in self.shards:
            shard.prepare(views, self.recipe.weights)

    def lesson(self, part_done: float) -> None:
        views = self.shape.views(self.parameters)
        list(self.executor.map(lambda shard: shard.rollout.play(views), self.shards))
        self.steps += sum(int(shard.rollout.is_real.sum()) for shard in self.shards)
        goals = self._find_goals()
        rate = self.recipe.rate * (1 - part_done)
        for _ in range(self.recipe.passes):
            for rows in self._batches():
                self._learn(goals, rows, views, rate)

    def recent_games(self) -> list[GameResult]:
        return [result for shard in self.shards for result in shard.rollout.recent]

    def _find_goals(self) -> list[Goals]:
        recipe, real = self.recipe, [shard.rollout.is_real.ravel() for shard in self.shards]
        goals = [
            shard.rollout.find_goals(recipe.discount, recipe.smoothing) for shard in self.shards
        ]
        found = np.concatenate(
            [each.advantages[rows] for each, rows in zip(goals, real, strict=True)]
        )
        middle, spread = found.mean(), found.std() + TINY
        return [
            Goals(((each.advantages - middle) / spread).astype(np.float32), each.returns)
            for each in goals
        ]

    def _batches(self) -> Iterator[list[NDArray[np.int64]]]:
        rows = [
            self.order.permutation(np.flatnonzero(shard.rollout.is_real)) for shard in self.shards
        ]
        count = max(1, round(sum(map(len, rows)) / self.recipe.batch))
        yield from map(list, zip(*[np.array_split(each, count) for each in rows], strict=True))

    def _learn(
        self, goals: list[Goals], rows: list[NDArray[np.int64]], views: Parameters, rate: float
    ) -> None:
        weights = self.recipe.weights
        gradients = sum(
            self.executor.map(
                lambda shard, goal, own: shard.learn(goal, own, views, weights),
                self.shards,
                goals,
                rows,
            ),
            start=np.zeros_like(self.parameters),
        ) / np.float32(max(1, sum(map(len, rows))))
        norm = float(np.sqrt(np.square(gradients).sum()))
        gradients *= np.float32(min(1.0, self.recipe.max_norm / (norm + TINY)))
        self.adam.move(self.parameters, gradients, rate)


def make_learner(  # noqa: PLR0913 - each is chosen by its name
    *,
    rules: Rules,
    races: Sequence[str],
    games: int,
    seed: int,
    options: EnvOptions,
    executor: Executor,
    recipe: Recipe | None = None,
    before: Checkpoint | None = None,
) -> Learner:
    """Return a learner, its games begun; about as many of each race play as `games` tells in all.

    It goes on from what was learned `before`, with other games, or begins at random. Raises what
    an environment does for options that cannot be played.
    """
    chosen = recipe or Recipe()
    shape = find_shape(rules, chosen.hidden)
    entropy = seed if before is None else [seed, before.steps]
    sequences = np.random.SeedSequence(entropy).spawn(2 + SHARDS)
    draws, order, *chances = map(np.random.default_rng, sequences)
    settings: EnvOptions = {
        "max_steps": MAX_TRAINING_STEPS,
        "reward": TRAINING_REWARD,
        **options,
    }
    each = max(FEWEST_GAMES, games // (SHARDS * len(races)))
    shards = [
        _make_shard(
            Rollout(
                [Group.make(race, each, rules, settings, "NEXT_STEP") for race in races],
                rules.floor_count,
                shape,
                chosen.steps,
                chance,
            )
        )
        for chance in chances
    ]
    for shard in shards:
        shard.rollout.begin()
    own = shape.draw(draws) if before is None else before.parameters.copy()
    adam = Adam.begin(shape.size) if before is None else before.adam.copy()
    return Learner(shape, own, chosen, shards, executor, adam, order)


def find_shape(rules: Rules, hidden: int) -> Shape:
    return Shape(*count_features(read_knowledge(rules, 1)), hidden)


def _make_shard(rollout: Rollout) -> Shard:
    gradients = np.zeros(rollout.shape.size, np.float32)
    views = rollout.shape.views(gradients)
    return Shard(rollout, gradients, views, allocate_work(rollout.shape, ACTION_COUNT))
