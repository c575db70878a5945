"""Rollouts: games of one race side by side, and some steps of many of them to learn from."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from attrs import define, field
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.bots.statistics import GameResult
from cc3k.engine.rules import Rules
from cc3k.fast.compiler import prepare
from cc3k.gym.observation import ArrayObservation
from cc3k.gym.settings import EnvOptions
from cc3k.gym.training.features import sense
from cc3k.gym.training.floor_memory import STAT_FLOOR, Maps, Seen, allocate_maps
from cc3k.gym.training.knowledge import ACTION_COUNT, Knowledge, read_knowledge
from cc3k.gym.training.network import (
    Decisions,
    Floats,
    Goals,
    Parameters,
    Shape,
    Work,
    allocate_work,
    decide,
)
from cc3k.gym.vector import CC3kVectorEnv, StepAnswer

STAT_GOLD, STAT_SCORE, STAT_TURNS = 4, 5, 7
"""Places in `blstats`."""

AGENT_CODE = "the agent"
"""The thing that compiled functions of the training belong to."""

FEWEST_GAMES = 2
"""Games of a group at least: arrays of a single one are contiguous, and code is compiled anew."""

VICTORY = "victory"
"""The cause of a game's end that is no death."""

RECENT_GAMES = 200
"""Ended games that a rollout remembers."""

Flags = NDArray[np.bool_]


@define(eq=False)
class Group:
    """Games of one race side by side: an environment, and what an agent makes of what it shows.

    `is_ended` tells which games the last step ended; `seeds` are those of the games.
    """

    race: str
    env: CC3kVectorEnv
    knowledge: Knowledge
    maps: Maps
    is_ended: Flags
    seen: Seen = field(init=False)
    seeds: NDArray[np.int64] = field(init=False)
    _info: dict[str, object] = field(factory=dict, init=False)

    @classmethod
    def make(cls, race: str, count: int, rules: Rules, options: EnvOptions, mode: str) -> "Group":
        """Return a group of that many games, which begin anew by a mode of Gymnasium's.

        Raises what an environment does for options that cannot be played.
        """
        chosen: EnvOptions = {**options, "race": race, "message": 0}
        env = CC3kVectorEnv(count, copy=False, fast=True, autoreset_mode=mode, **chosen)
        rows, columns = _board_shape(env)
        return cls(
            race=race,
            env=env,
            knowledge=read_knowledge(rules, columns),
            maps=allocate_maps(count, rows * columns),
            is_ended=np.zeros(count, np.bool_),
        )

    @property
    def size(self) -> int:
        return self.env.num_envs

    def begin(self, seeds: Sequence[int], chosen: Flags | None = None) -> None:
        options: dict[str, object] = {} if chosen is None else {"reset_mask": chosen}
        self._look(self.env.reset(seed=seeds, options=options))
        self.is_ended[:] = False

    def prepare(self, floors: int, made: Decisions, parameters: Parameters, work: Work) -> None:
        span, draws = (0, self.size), np.zeros(self.size, np.float32)
        places = made.whole, made.actions
        prepare(sense, self.seen, self.maps, self.knowledge, floors, *places, span, of=AGENT_CODE)
        prepare(decide, made, parameters, draws, 1.0, work, span, of=AGENT_CODE)

    def sense(self, floors: int, made: Decisions) -> None:
        sense(
            self.seen, self.maps, self.knowledge, floors, made.whole, made.actions, (0, self.size)
        )
        made.masks[:] = self.seen.masks

    def step(self, actions: NDArray[np.int64]) -> StepAnswer:
        answer = self.env.step(actions)
        self._look((answer[0], answer[4]))
        np.logical_or(answer[2], answer[3], out=self.is_ended)
        return answer

    def ended_games(self) -> Iterator[tuple[int, GameResult]]:
        """Yield the place and the result of each game that the last step ended.

        One that was not over by then has no score.
        """
        causes = self._info.get("cause")
        for place in np.flatnonzero(self.is_ended).tolist():
            stats = self.seen.blstats[place].tolist()
            cause = str(causes[place]) if isinstance(causes, np.ndarray) else ""
            yield (
                place,
                GameResult(
                    race=self.race,
                    game_number=int(self.seeds[place]),
                    cause_of_death="" if cause == VICTORY else cause,
                    score=0 if cause.startswith("max_") else stats[STAT_SCORE],
                    gold=stats[STAT_GOLD],
                    floors=stats[STAT_FLOOR],
                    turns=stats[STAT_TURNS],
                ),
            )

    def _look(self, answer: tuple[ArrayObservation, dict[str, object]]) -> None:
        shown, self._info = answer
        self.seen = Seen(
            chars=_array(shown, "chars"),
            enemy_hp=_array(shown, "enemy_hp"),
            hostile=_array(shown, "hostile"),
            blstats=_array(shown, "blstats"),
            masks=_array(self._info, "action_mask"),
        )
        self.seeds = _array(self._info, "seed")


def _board_shape(env: CC3kVectorEnv) -> tuple[int, int]:
    space = env.single_observation_space
    assert isinstance(space, spaces.Dict), "an environment of this game"  # noqa: S101 - for the type
    rows, columns = space["chars"].shape or (0, 0)
    return rows, columns


def _array(found: Mapping[str, object], name: str) -> np.ndarray:
    array = found[name]
    assert isinstance(array, np.ndarray), name  # noqa: S101 - for the type
    return array


def allocate_decisions(shape: Shape, *rows: int) -> Decisions:
    return Decisions(
        whole=np.zeros((*rows, shape.whole), np.float32),
        actions=np.zeros((*rows, ACTION_COUNT, shape.action), np.float32),
        masks=np.zeros((*rows, ACTION_COUNT), np.int8),
        chosen=np.zeros(rows, np.int64),
        chances=np.zeros(rows, np.float32),
        values=np.zeros(rows, np.float32),
    )


def decisions_at(made: Decisions, step: int, first: int, last: int) -> Decisions:
    games = slice(first, last)
    return Decisions(
        whole=made.whole[step, games],
        actions=made.actions[step, games],
        masks=made.masks[step, games],
        chosen=made.chosen[step, games],
        chances=made.chances[step, games],
        values=made.values[step, games],
    )


def flatten(made: Decisions) -> Decisions:
    return Decisions(
        whole=made.whole[:-1].reshape(-1, made.whole.shape[-1]),
        actions=made.actions[:-1].reshape(-1, *made.actions.shape[-2:]),
        masks=made.masks[:-1].reshape(-1, made.masks.shape[-1]),
        chosen=made.chosen[:-1].ravel(),
        chances=made.chances[:-1].ravel(),
        values=made.values[:-1].ravel(),
    )


@define(eq=False)
class Rollout:
    """Some steps of all games of some groups, one after another: [steps, games] in each array.

    `made` has one step more, for what is foretold at the end. `is_real` is False for steps in which
    a game began anew.
    """

    groups: Sequence[Group]
    floors: int
    shape: Shape
    steps: int
    chance: np.random.Generator
    recent: deque[GameResult] = field(factory=lambda: deque(maxlen=RECENT_GAMES), init=False)
    made: Decisions = field(init=False)
    rewards: Floats = field(init=False)
    is_terminated: Flags = field(init=False)
    is_ended: Flags = field(init=False)
    is_real: Flags = field(init=False)
    _work: Work = field(init=False)

    def __attrs_post_init__(self) -> None:
        games = sum(group.size for group in self.groups)
        self.made = allocate_decisions(self.shape, self.steps + 1, games)
        self.rewards = np.zeros((self.steps, games), np.float32)
        self.is_terminated = np.zeros((self.steps, games), np.bool_)
        self.is_ended = np.zeros((self.steps, games), np.bool_)
        self.is_real = np.zeros((self.steps, games), np.bool_)
        self._work = allocate_work(self.shape, ACTION_COUNT)

    def begin(self) -> None:
        for group in self.groups:
            group.begin(self.chance.integers(2**31, size=group.size).tolist())

    def prepare(self, parameters: Parameters) -> None:
        for group in self.groups:
            made = decisions_at(self.made, 0, 0, group.size)
            group.prepare(self.floors, made, parameters, self._work)

    def play(self, parameters: Parameters) -> None:
        ends = np.cumsum([0, *[group.size for group in self.groups]]).tolist()
        for step in range(self.steps + 1):
            for group, (first, last) in zip(self.groups, pairwise(ends), strict=True):
                made = decisions_at(self.made, step, first, last)
                self._decide(group, made, parameters)
                if step < self.steps:
                    self._step(group, made, step, slice(first, last))

    def _decide(self, group: Group, made: Decisions, parameters: Parameters) -> None:
        group.sense(self.floors, made)
        draws = self.chance.random(group.size, np.float32)
        decide(made, parameters, draws, 1.0, self._work, (0, group.size))

    def _step(self, group: Group, made: Decisions, step: int, games: slice) -> None:
        self.is_real[step, games] = ~group.is_ended
        _, rewards, terminated, _, _ = group.step(made.chosen)
        self.rewards[step, games] = rewards
        self.is_terminated[step, games] = terminated
        self.is_ended[step, games] = group.is_ended
        if group.is_ended.any():
            self.recent.extend([result for _, result in group.ended_games()])

    def find_goals(self, discount: float, smoothing: float) -> Goals:
        values, advantages = self.made.values, np.zeros_like(self.rewards)
        carried = np.zeros(self.rewards.shape[1], np.float32)
        for step in reversed(range(self.steps)):
            ahead = np.where(self.is_terminated[step], 0, values[step + 1])
            surprise = self.rewards[step] + discount * ahead - values[step]
            carried = surprise + discount * smoothing * np.where(self.is_ended[step], 0, carried)
            advantages[step] = carried
        return Goals(advantages.ravel(), (advantages + values[:-1]).astype(np.float32).ravel())
