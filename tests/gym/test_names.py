"""The names by which Gymnasium finds the game."""

import doctest
import subprocess
import sys
from typing import Unpack

import gymnasium
import pytest

import cc3k.gym
from cc3k.content.roster import BASE_RULES
from cc3k.gym.env import CC3kEnv
from cc3k.gym.settings import EnvOptions
from cc3k.gym.vector import CC3kVectorEnv
from cc3k.saves.paths import shipped_layouts
from tests.gym.players import NAMES
from tests.support.processes import environment
from tests.support.tables import for_each


def test_there_is_a_name_for_each_race_and_layout() -> None:
    variants = [*[race.name for race in BASE_RULES.races], *map(str.title, shipped_layouts())]
    assert sorted(["CC3k-v0", *[f"CC3k-{variant}-v0" for variant in variants]]) == NAMES


def test_a_name_has_chosen_what_it_says() -> None:
    for race in BASE_RULES.races:
        assert made(f"CC3k-{race.name}-v0").game_factory.race is race
    assert made("CC3k-Tiny-v0").settings.layout == "tiny"
    assert made("CC3k-Troll-v0", race="goblin").game_factory.race.name == "Goblin"


def made(name: str, **options: Unpack[EnvOptions]) -> CC3kEnv:
    env = gymnasium.make(name, None, None, **options).unwrapped
    assert isinstance(env, CC3kEnv)
    return env


@for_each("name", NAMES)
def test_a_name_tells_the_limit(name: str) -> None:
    assert gymnasium.spec(name).max_episode_steps == cc3k.gym.MAX_EPISODE_STEPS
    for env in (gymnasium.make(name), gymnasium.make_vec(name, 2)):
        assert env.spec is not None
        assert env.spec.max_episode_steps == cc3k.gym.MAX_EPISODE_STEPS
    many = gymnasium.make_vec(name, 2)
    assert isinstance(many, CC3kVectorEnv)
    assert many.settings.max_steps == cc3k.gym.MAX_EPISODE_STEPS


@pytest.mark.slow
def test_a_name_can_bring_the_game_along() -> None:
    program = "import gymnasium; print(gymnasium.make('cc3k.gym:CC3k-Troll-v0').spec.id)"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=environment(),
    )
    assert run.stdout == "CC3k-Troll-v0\n"


def test_an_environment_can_be_made_again_from_its_specification() -> None:
    spec = gymnasium.make("CC3k-v0", layout="tiny", floors=2).spec
    assert spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json())).unwrapped
    assert isinstance(again, CC3kEnv)
    assert (again.settings.layout, again.settings.floors) == ("tiny", 2)


def test_the_example_is_true() -> None:
    results = doctest.testmod(cc3k.gym)
    assert (results.attempted, results.failed) == (4, 0)
