"""Differential test: the compiled core and the engine play the same games, step by step.

`python -m tests.fast.differential --turns 1000000` plays so many steps, legal and illegal, over
every layout that comes with the game and 200 hostile ones, and stops at the first difference with
its seed, its turn and what differs.
"""

import argparse
import sys
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ALL_ACTIONS
from cc3k.gym.observation import STAT_NAMES, ArrayObservation
from cc3k.gym.settings import EnvOptions
from cc3k.gym.vector import CC3kVectorEnv
from cc3k.saves.paths import shipped_layouts
from tests.fast.hostile_layouts import hostile_layouts
from tests.fast.seeking import StairsSeeker
from tests.gym.test_vector import same

GAMES = 8
"""Games that are played side by side; every other one seeks the stairs."""

HOSTILE_LAYOUTS = 200
LEGAL_SHARE, SEEKING_SHARE = 0.7, 0.8
PARTS = ("observation", "reward", "terminated", "truncated", "info")

Seen: TypeAlias = tuple[ArrayObservation, dict[str, object]]

REWARD = {"gold": 1.5, "victory": 100.25, "floor": 10.1, "death": -7.3, "step": -0.01}


class Difference(AssertionError):
    """The core and the engine differ."""


@frozen
class Scenario:
    """What is played: a name to find it by, the options of both environments, and a seed."""

    name: str
    options: EnvOptions
    seed: int


def scenarios(hostile: int, seed: int) -> Iterator[Scenario]:
    """Yield every race on bare floors, every layout that comes with the game, and hostile ones."""
    races = [race.name for race in BASE_RULES.races]
    for number, race in enumerate(races):
        yield Scenario(f"bare floors as {race}", {"race": race}, seed + number)
    for number, layout in enumerate(shipped_layouts()):
        race = races[number % len(races)]
        yield Scenario(f"layout {layout}", {"race": race, "layout": layout}, seed + number)
    for number, text in enumerate(hostile_layouts(hostile, seed)):
        options: EnvOptions = {"race": races[number % len(races)], "drawing": text}
        options["max_turns"] = (None, 50)[number % 2]
        options["reward"] = (None, REWARD)[number // 2 % 2]
        options["message"] = (160, 1000, 0, 7)[number // 4 % 4]
        yield Scenario(f"hostile layout {number}", options, seed + number)


@define(eq=False)
class Comparison:
    """One scenario, played by both."""

    scenario: Scenario
    fast: CC3kVectorEnv
    reference: CC3kVectorEnv
    luck: np.random.Generator
    turn: int = 0
    victories: int = 0
    seekers: list[StairsSeeker] = field(factory=lambda: [StairsSeeker() for _ in range(GAMES)])

    @classmethod
    def begin(cls, scenario: Scenario) -> "Comparison":
        with warnings.catch_warnings(action="ignore"):  # the layouts are odd on purpose
            fast, reference = (
                CC3kVectorEnv(GAMES, fast=is_fast, copy=False, **scenario.options)
                for is_fast in (True, False)
            )
        return cls(scenario, fast, reference, np.random.default_rng(scenario.seed))

    def play(self, steps: int) -> int:
        """Play that many steps or a few more, all games together; raise `Difference` at one."""
        begun = self.fast.reset(seed=self.scenario.seed)
        self._compare("reset", begun, self.reference.reset(seed=self.scenario.seed))
        while self.turn * GAMES < steps:
            self.turn += 1
            actions = self._choose(begun)
            answer, expected = self.fast.step(actions), self.reference.step(actions)
            self._compare("answer", answer, expected)
            self._compare_digests([self.turn % GAMES])
            won = answer[-1].get("won")
            self.victories += int(won.sum()) if isinstance(won, np.ndarray) else 0
            begun = (answer[0], answer[-1])
        self._compare_digests(range(GAMES))
        for envs in (self.fast, self.reference):
            envs.close()
        return self.turn * GAMES

    def _compare_digests(self, games: Iterable[int]) -> None:
        """Compare the whole state of some games: one a step, as it takes longer than the step."""
        for game in games:
            found, expected = self.fast.digest(game), self.reference.digest(game)
            self._compare(f"digest of game {game}", found, expected)

    def _choose(self, last: Seen) -> NDArray[np.int64]:
        """Choose an action in each game: any, one that can be done, or a step to the stairs."""
        observations, info = last
        masks, seeds = info["action_mask"], info["seed"]
        assert isinstance(masks, np.ndarray)
        assert isinstance(seeds, np.ndarray)
        actions = self.luck.integers(len(ALL_ACTIONS), size=GAMES)
        legal = (self.luck.random(masks.shape) * masks).argmax(axis=1)
        actions = np.where(self.luck.random(GAMES) < LEGAL_SHARE, legal, actions)
        for game in range(0, GAMES, 2):
            if self.luck.random() < SEEKING_SHARE:
                depth = int(observations["blstats"][game, STAT_NAMES.index("floor")])
                chars = np.asarray(observations["chars"][game], np.uint8)
                floor = (int(seeds[game]), depth)
                actions[game] = self.seekers[game].choose(chars, floor, int(actions[game]))
        return actions

    def _compare(self, place: str, found: object, expected: object) -> None:
        """Raise `Difference` where two answers are not the same, with the first place in them."""
        if same(found, expected):
            return
        if isinstance(found, dict) and isinstance(expected, dict):
            for name in found.keys() & expected.keys():
                self._compare(f"{place} {name}", found[name], expected[name])
        elif isinstance(found, tuple) and isinstance(expected, tuple):
            names = PARTS if len(found) == len(PARTS) else ("observation", "info")
            for name, one, other in zip(names, found, expected, strict=True):
                self._compare(name, one, other)
        where = f"{self.scenario.name}, seed {self.scenario.seed}, step {self.turn}"
        message = f"{where}: {place}: found {found}; expected {expected}"
        raise Difference(message)


def compare(turns: int, hostile: int = HOSTILE_LAYOUTS, seed: int = 1) -> int:
    """Play that many steps in all, the same number in each scenario; return how many were."""
    everything = list(scenarios(hostile, seed))
    each = -(-turns // len(everything))
    return sum(Comparison.begin(scenario).play(each) for scenario in everything)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fast.differential", description=__doc__)
    parser.add_argument("--turns", type=int, default=1_000_000, help="steps in all")
    parser.add_argument("--seed", type=int, default=1, help="of the games and the hostile layouts")
    wanted = parser.parse_args()
    begun = time.perf_counter()
    try:
        played = compare(wanted.turns, seed=wanted.seed)
    except Difference as difference:
        sys.stdout.write(f"{difference}\n")
        return 1
    seconds = time.perf_counter() - begun
    sys.stdout.write(f"{played:,} steps are the same, in {seconds:.0f} seconds\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
