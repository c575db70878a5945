"""Evaluation: games of an agent and of bots, the same ones for each, and their table."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import numpy as np
from attrs import evolve, frozen

from cc3k.bots.statistics import (
    GIVEN_UP,
    MAX_COMMANDS,
    GameResult,
    RaceStatistics,
    format_estimate,
    statistics_by_race,
)
from cc3k.cli.arena_games import GameSpec
from cc3k.cli.workers import play_games_in_order
from cc3k.engine.rules import Rules
from cc3k.gym.settings import EnvOptions
from cc3k.gym.training.knowledge import ACTION_COUNT
from cc3k.gym.training.models import Model
from cc3k.gym.training.network import allocate_work, decide
from cc3k.gym.training.rollouts import FEWEST_GAMES, Group, allocate_decisions

BOTS = ("random", "greedy", "careful")
"""The bots that an agent is compared to."""

AGENT = "trained"
"""The agent's name in the table."""

FIRST_TEST_SEED = 3_000_000_000
"""The seed of the first game of an evaluation: those of training are smaller."""

GAMES_AT_ONCE = 128
"""Games of a race that an agent plays side by side."""

NO_END = "no end"
"""The cause of a game that was not over in time: it counts as one without any score."""

Report = Callable[[str, int, int], None]
"""Tell how many games a player has finished, out of how many."""


@frozen(kw_only=True)
class Contest:
    """The games of an evaluation: those of as many seeds for each race."""

    rules: Rules
    races: Sequence[str]
    games: int
    options: EnvOptions
    layout: bytes = b""

    @property
    def seeds(self) -> range:
        return range(FIRST_TEST_SEED, FIRST_TEST_SEED + self.games)

    @property
    def total(self) -> int:
        return self.games * len(self.races)


def play_bot(name: str, contest: Contest, executor: Executor, report: Report) -> list[GameResult]:
    specs = [
        GameSpec(name, race, seed, 1, contest.layout)
        for race in contest.races
        for seed in contest.seeds
    ]
    results = list[GameResult]()
    for result in play_games_in_order(specs, executor):
        is_over = result.cause_of_death != GIVEN_UP
        results.append(result if is_over else evolve(result, cause_of_death=NO_END, score=0))
        report(name, len(results), contest.total)
    return results


def play_agent(
    model: Model, contest: Contest, report: Report, sharpness: float = 1.0
) -> list[GameResult]:
    results = list[GameResult]()
    for race in contest.races:
        for result in _play_race(model, contest, race, sharpness):
            results.append(result)
            report(AGENT, len(results), contest.total)
    return results


def _play_race(model: Model, contest: Contest, race: str, sharpness: float) -> Iterator[GameResult]:
    wanted, waiting = min(GAMES_AT_ONCE, contest.games), list(reversed(contest.seeds))
    count = max(FEWEST_GAMES, wanted)
    settings: EnvOptions = {**contest.options, "max_steps": MAX_COMMANDS}
    group = Group.make(race, count, contest.rules, settings, "DISABLED")
    first = [waiting.pop() for _ in range(wanted)]
    group.begin([*first, *[FIRST_TEST_SEED] * (count - wanted)])
    made, work = allocate_decisions(model.shape, count), allocate_work(model.shape, ACTION_COUNT)
    chance = np.random.default_rng(FIRST_TEST_SEED)
    parameters, is_wanted = model.shape.views(model.parameters), np.arange(count) < wanted
    group.prepare(contest.rules.floor_count, made, parameters, work)
    while is_wanted.any():
        group.sense(contest.rules.floor_count, made)
        decide(made, parameters, chance.random(count, np.float32), sharpness, work, (0, count))
        group.step(made.chosen)
        if not group.is_ended.any():
            continue
        seeds = group.seeds.tolist()
        for place, result in group.ended_games():
            if is_wanted[place]:
                yield result
            is_wanted[place] = is_wanted[place] and bool(waiting)
            seeds[place] = waiting.pop() if waiting else FIRST_TEST_SEED
        group.begin(seeds, group.is_ended.copy())


def format_table(results: dict[str, list[GameResult]], contest: Contest) -> str:
    first, last = contest.seeds[0], contest.seeds[-1]
    lines = [
        f"{contest.games} games of each race, seeds {first} to {last}; 95 % intervals",
        "",
        f"{'race':9}{'player':9}{'won':24}{'score':24}{'floors'}",
    ]
    floor_count = contest.rules.floor_count
    found = {player: statistics_by_race(games, floor_count) for player, games in results.items()}
    for rows in zip(*found.values(), strict=True):
        lines += [_format_row(of, player) for of, player in zip(rows, found, strict=True)]
    return "\n".join([*lines, ""])


def _format_row(of: RaceStatistics, player: str) -> str:
    won, score = format_estimate(of.won, ".1%"), format_estimate(of.score, ".1f")
    return f"{of.race:9}{player:9}{won:24}{score:24}{of.floors.value:.2f}"
