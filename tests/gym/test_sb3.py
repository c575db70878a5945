"""The games of `make_vec` are a `VecEnv` of Stable-Baselines3, as its users know it."""

from typing import Unpack

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from cc3k.gym.sb3 import CC3kVecEnv
from cc3k.gym.settings import EnvOptions
from cc3k.gym.vector import CC3kVectorEnv
from tests.gym.players import array


def games(count: int = 3, mode: str = "SAME_STEP", **options: Unpack[EnvOptions]) -> CC3kVectorEnv:
    return CC3kVectorEnv(count, fast=False, autoreset_mode=mode, **options)


def test_steps_are_those_of_the_vector_environment() -> None:
    ours, theirs = CC3kVecEnv(games(max_steps=40)), games(max_steps=40)
    ours.seed(7)
    seen, (expected, info) = ours.reset(), theirs.reset(seed=7)
    chance, ended = np.random.default_rng(1), 0
    for _ in range(100):
        assert all(np.array_equal(seen[name], expected[name]) for name in expected)
        masks = get_action_masks(ours)
        assert np.array_equal(masks, array(info, "action_mask").astype(bool))
        actions = (chance.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, dones, infos = ours.step(actions)
        expected, gained, over, cut, info = theirs.step(actions)
        assert rewards.tolist() == gained.tolist()
        assert dones.tolist() == (over | cut).tolist()
        for number in np.flatnonzero(dones):
            ended += 1
            last = infos[number]["terminal_observation"]
            assert all(np.array_equal(last[n], array(info, "final_obs")[number][n]) for n in last)
            assert infos[number]["TimeLimit.truncated"] == cut[number]
            assert isinstance(infos[number]["cause"], str)
            assert ours.reset_infos[number]["seed"] == array(info, "seed")[number]
    assert ended > 3


def test_games_of_several_races_play_side_by_side() -> None:
    both = CC3kVecEnv(games(2, race="troll"), games(1, race="drow"))
    assert (both.num_envs, both.seed(3)) == (3, [3, 4, 5])
    assert both.reset()["blstats"][:, 1].tolist() == [120, 120, 150]
    assert [info["seed"] for info in both.reset_infos] == [3, 4, 5]
    both.set_options({"race": "vampire"})
    assert both.reset()["blstats"][:, 1].tolist() == [0, 0, 0]


def test_attributes_and_methods_are_told_game_by_game() -> None:
    both = CC3kVecEnv(games(2, render_mode="rgb_array"), games(1, render_mode="rgb_array"))
    both.reset()
    assert is_masking_supported(both)
    assert both.get_attr("num_envs") == [2, 2, 1]
    assert both.get_attr("num_envs", 2) == [1]
    both.set_attr("note", "seen", indices=[0, 1])
    assert both.get_attr("note", [1]) == ["seen"]
    assert not both.has_attr("note")
    with pytest.raises(ValueError, match="of some games"):
        both.set_attr("note", "seen", indices=[0])
    assert len(both.env_method("action_masks", indices=[2, 0])) == 2
    with pytest.raises(AttributeError, match="expected action_masks or render"):
        both.env_method("step", 0)
    assert both.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert len(both.get_images()) == 3
    both.close()


def test_what_cannot_be_a_vec_env_is_refused() -> None:
    with pytest.raises(ValueError, match="expected SAME_STEP"):
        CC3kVecEnv(games(mode="NEXT_STEP"))
    for envs in ((), (games(), games(message=0))):
        with pytest.raises(ValueError, match="of the same spaces"):
            CC3kVecEnv(*envs)


@pytest.mark.slow
def test_its_usual_policy_learns_in_them() -> None:
    agent = MaskablePPO("MultiInputPolicy", VecMonitor(CC3kVecEnv(games(4))), n_steps=8, n_epochs=1)
    assert agent.learn(64).num_timesteps == 64
