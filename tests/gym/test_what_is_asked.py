"""What an environment is asked for is heeded, or refused with what was found and expected."""

from fractions import Fraction

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from cc3k.api import Game
from cc3k.content.roster import BASE_RULES
from cc3k.fast.support import find_missing_library
from cc3k.gym.env import CC3kEnv
from cc3k.gym.settings import EnvOptions, EnvSettings, load_game_factory
from cc3k.gym.vector import CC3kVectorEnv
from tests.gym.players import ATTACK, EAST, array
from tests.support.scenarios import room
from tests.support.tables import for_each

_CORE = [] if find_missing_library() else [pytest.param(True, marks=pytest.mark.core)]
ENGINES = [*_CORE, pytest.param(False)]
"""What `fast` can be here: the core where it is installed, and the engine."""

KINDS = (CC3kEnv, CC3kVectorEnv)
"""One environment and many have the same settings."""

SETTINGS = "race, layout, drawing, reward, floors, dlc, illegal, message, max_turns, max_steps"


def test_floors_follow_the_floors_that_are_played() -> None:
    """X80: five without an expansion; with depths the number that it asks for itself."""
    assert load_game_factory(EnvSettings(floors=3)).rules.floor_count == 3
    for floors in (1, BASE_RULES.floor_count, 7, 99):
        deep = load_game_factory(EnvSettings(dlc="depths", floors=floors)).rules
        assert deep.floor_count == floors
        assert [each.tag.partition(":")[2] for each in deep.expansions] == [str(floors)]
    assert load_game_factory(EnvSettings(dlc="pack", floors=4)).rules.floor_count == 4
    for floors in (1, 20):  # without a warning of floors that are left out
        shorter = load_game_factory(EnvSettings(dlc="depths", layout="dragon", floors=floors))
        assert len(shorter.floor_layouts) == min(floors, 2)


def test_floors_are_asked_for_again_where_a_reset_chooses_expansions() -> None:
    """Thirty floors are too many for a game without depths."""
    env = CC3kEnv(dlc="depths", floors=30)
    with pytest.raises(ValueError, match=r"^floors 30: expected 1 to 5$"):
        env.reset(options={"dlc": ()})


@for_each("one", [np.float32(1), np.float64(1), np.int8(1), Fraction(1), 1])
def test_a_reward_is_any_real_number(one: float) -> None:
    env = CC3kEnv(drawing=room("@6\\"), reward={"gold": one})
    env.reset(seed=1)
    reward = env.step(EAST)[1]
    assert (reward, type(reward)) == (2.0, float)


def test_an_unknown_setting_is_named_with_those_that_are_known() -> None:
    known = f"^unknown setting 'foo': expected one of {SETTINGS}, render_mode"
    with pytest.raises(TypeError, match=f"{known} was raised"):  # as Gymnasium goes on
        gymnasium.make("CC3k-v0", foo=1)
    more = "num_envs, copy, fast, threads, autoreset_mode, max_episode_steps"
    with pytest.raises(TypeError, match=f"{known}, {more}$"):
        gymnasium.make_vec("CC3k-v0", 2, foo=1)


@for_each("value", ["yes", 1, 0, np.int8(1)])
def test_what_is_no_yes_or_no_is_named(value: bool) -> None:  # noqa: FBT001 - it is none
    with pytest.raises(TypeError, match=r"^fast .*: expected True, False or None$"):
        gymnasium.make_vec("CC3k-v0", 2, fast=value)
    for none in (value, None):
        with pytest.raises(TypeError, match=r"^copy .*: expected True or False$"):
            gymnasium.make_vec("CC3k-v0", 2, copy=none)


@pytest.mark.parametrize("fast", ENGINES)
@pytest.mark.parametrize(
    ("number", "error"), [(2, IndexError), (-1, IndexError), ("a", TypeError), (1.0, TypeError)]
)
def test_a_game_that_is_not_there_has_no_digest(
    fast: bool | None,  # noqa: FBT001 - a case of two
    number: int,
    error: type[Exception],
) -> None:
    envs = CC3kVectorEnv(2, fast=fast)
    with pytest.raises(ResetNeeded, match=r"^game 1 has not begun"):
        envs.digest(1)
    envs.reset(seed=1)
    assert envs.digest(np.int64(1)) == envs.digest(1)
    with pytest.raises(error, match=rf"^game {number!r}: expected (a whole number, )?0 to 1$"):
        envs.digest(number)


@pytest.mark.parametrize("fast", ENGINES)
def test_masks_of_many_games_are_bools_by_the_name_of_maskable_ppo(
    fast: bool | None,  # noqa: FBT001 - a case of two
) -> None:
    envs = gymnasium.make_vec("CC3k-v0", 3, fast=fast)
    assert isinstance(envs, CC3kVectorEnv)
    masks_of = envs.action_masks
    with pytest.raises(ResetNeeded, match=r"^game 0 has not begun"):
        masks_of()
    _, info = envs.reset(seed=1)
    single = CC3kEnv()
    for number, mask in enumerate(masks_of()):
        single.reset(seed=1 + number)
        assert mask.tolist() == single.action_masks().tolist()
    first = masks = masks_of()
    kept = first.copy()
    assert masks.dtype == np.bool_
    assert masks.shape == (3, 25)
    for _ in range(50):
        actions = envs.action_space.sample(tuple(array(info, "action_mask")))
        masks = masks_of()
        assert (masks[np.arange(3), actions] | ~masks.any(axis=1)).all()
        *_, info = envs.step(actions)
    assert kept.tolist() == first.tolist() != masks.tolist()


@for_each("ragged", [[1, [2]], [[True], True]])
def test_lists_of_several_lengths_are_neither_actions_nor_a_mask(ragged: np.ndarray) -> None:
    envs = CC3kVectorEnv(2)
    envs.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"^actions of no shape: expected whole numbers of sha"):
        envs.step(ragged)
    with pytest.raises(ValueError, match=r"^reset_mask \[.*\]: expected 2 bools$"):
        envs.reset(options={"reset_mask": ragged})


@for_each(
    "options",
    [
        {"dlc": "all", "floors": 9},
        {"dlc": ("pack", "fog"), "max_steps": 5},
        {"reward": {"gold": np.float32(1)}, "render_mode": "ansi"},
        {"drawing": room("@6\\"), "render_mode": "rgb_array"},
    ],
)
def test_gymnasium_finds_nothing_wrong_with_any_settings(options: EnvOptions) -> None:
    check_env(gymnasium.make("CC3k-v0", None, None, **options).unwrapped)


def test_the_limit_that_tells_how_it_ended_is_max_steps() -> None:
    """Gymnasium's own truncates one environment from outside, which says nothing; help says so."""
    own = gymnasium.make("CC3k-v0", max_steps=1)
    own.reset(seed=1)
    *_, truncated, info = own.step(ATTACK)
    assert truncated
    assert (info["won"], info["cause"]) == (False, "max_steps")
    outside = gymnasium.make("CC3k-v0", max_episode_steps=1)
    outside.reset(seed=1)
    *_, truncated, info = outside.step(ATTACK)
    assert truncated
    assert "won" not in info
    many = gymnasium.make_vec("CC3k-v0", 1, max_episode_steps=1)
    many.reset(seed=1)
    assert array(many.step(np.array([ATTACK]))[-1], "cause").tolist() == ["max_steps"]


NO_REWARDS = (
    ({"silver": 1}, ValueError, "reward 'silver': expected a mapping of gold, victory, floor"),
    ([1, 2], TypeError, r"reward \[1, 2\]: expected a mapping of gold, victory, floor, death"),
    *[
        ({"gold": value}, ValueError, "reward gold .*: expected -1e9 to 1e9$")
        for value in (1e308, -1.1e9, float("nan"), np.float64("inf"), 10**400, np.float32("nan"))
    ],
    *[
        ({"gold": value}, TypeError, "reward gold .*: expected a number$")
        for value in ("1", True, np.bool_(1), 1j, np.array([1.0]), None)
    ],
)


@for_each("reward, error, complaint", NO_REWARDS)
def test_what_is_no_reward_is_named(
    reward: dict[str, float], error: type[Exception], complaint: str
) -> None:
    """A reward has bounds, so that no sum is infinite, and 32 bits can hold each."""
    for kind in KINDS:
        with pytest.raises(error, match=f"^{complaint}"):
            kind(reward=reward)
        kind(reward={"gold": 1e9, "death": -(10**9)})


@for_each(
    "seed",
    [
        *(True, 1.0, np.float64(1), np.bool_(1), "1", "ab", b"12", {"a": 1}, {1, 2}),
        *([1, False], [1, 2.0], np.array([1.0, 2.0])),
    ],
)
def test_what_is_no_whole_number_is_no_seed(seed: int) -> None:
    """Text is no list of seeds, and Gymnasium itself would take True for the seed of a game."""
    for env in (CC3kEnv(), CC3kVectorEnv(2)):
        with pytest.raises(TypeError, match=r"^seed .*: expected a whole number, 0 or more"):
            env.reset(seed=seed)
        with pytest.raises(ValueError, match=r"^seed -1: expected 0 or more$"):
            env.reset(seed=-1)
    with pytest.raises(TypeError, match=r"^seed .*: expected a whole number$"):
        Game(seed)


@for_each("options", [3, "race", [("race", "troll")]])
def test_options_of_a_reset_are_a_mapping_of_known_names(options: dict[str, object]) -> None:
    for env, more in ((CC3kEnv(), ""), (CC3kVectorEnv(2), "reset_mask, ")):
        with pytest.raises(TypeError, match=r"^options .*: expected a mapping of .*race, layout"):
            env.reset(options=options)
        with pytest.raises(ValueError, match=f"^options 'sead': expected {more}race, layout, draw"):
            env.reset(options={"race": "troll", "sead": 4})
        assert env.settings.race == "shade"
        env.reset(seed=1, options={})
