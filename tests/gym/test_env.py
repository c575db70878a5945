"""The environment keeps the promises of Gymnasium, and heeds or refuses what it is asked for."""

import doctest
import pickle
import sys
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Unpack

import gymnasium
import numpy as np
import pytest
from attrs import evolve
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

import cc3k.gym
from cc3k.api import Game
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.stats import BaseStats
from cc3k.export.pictures import FONT_COLUMNS, FONT_ROWS, letters
from cc3k.fast.support import find_missing_library
from cc3k.gym import MAX_EPISODE_STEPS
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import STAT_NAMES, ArrayObservation, render_rgb
from cc3k.gym.settings import EnvOptions, EnvSettings, load_game_factory
from cc3k.gym.vector import CC3kVectorEnv
from cc3k.saves.paths import shipped_layouts
from tests.gym.players import ATTACK, DRINK, EAST, HOLD, NAMES, SOUTH, any_legal, array, drawn, made
from tests.support.document import DOCUMENT_RULES
from tests.support.processes import Ended, start_and_wait
from tests.support.scenarios import room
from tests.support.tables import for_each

CHECKED: list[dict[str, object]] = [
    {"dlc": "all", "floors": 9},
    {"dlc": ("pack", "fog"), "max_steps": 5},
    {"reward": {"gold": np.float32(1)}, "render_mode": "ansi"},
    {"drawing": room("@6\\"), "render_mode": "rgb_array"},
]


@for_each(
    *[(name, options) for name in NAMES for options in ({}, {"message": 0, "floors": 1})],
    *[("CC3k-v0", options) for options in CHECKED],
)
def test_gymnasium_finds_nothing_wrong(name: str, options: EnvOptions) -> None:
    check_env(gymnasium.make(name, None, None, **options).unwrapped)


def test_a_seed_begins_the_game_of_the_command_line() -> None:
    """R34: what is observed is what `cc3k --seed 42 --race troll` shows, turn by turn."""
    env, game = made({"race": "troll"}), Game(42, "troll")
    seen, info = env.reset(seed=42)
    chance = np.random.default_rng(1)
    for _ in range(200):
        there = game.observe()
        figures = dict(zip(STAT_NAMES, seen["blstats"].tolist(), strict=True))
        assert [row.tobytes().decode() for row in seen["chars"]] == list(there.board)
        assert figures == {
            "hp": there.hp,
            "max_hp": there.max_hp,
            "attack": there.attack,
            "defence": there.defence,
            "gold": there.gold,
            "score": there.score,
            "floor": there.floor,
            "turns": there.turns,
            "held": there.enemies_frozen,
            "row": there.row,
            "column": there.column,
        }
        names = [potion.name for potion in BASE_RULES.potions]
        assert [name for name, known in zip(names, seen["known"], strict=True) if known] == sorted(
            there.known_potions, key=names.index
        )
        if there.outcome is not None:
            break
        action = any_legal(array(info, "action_mask"), chance)
        game.play(ALL_ACTIONS[action])
        seen, _, _, _, info = env.step(action)


def test_the_rewards_of_a_game_are_its_score() -> None:
    """R15: a shade's score is half as much again as its gold, and so the rewards are."""
    env, chance, scores = made(), np.random.default_rng(1), list[int]()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        gained, over = 0.0, False
        while not over:
            _, reward, terminated, truncated, info = env.step(
                any_legal(array(info, "action_mask"), chance)
            )
            gained, over = gained + reward, terminated or truncated
        assert gained == env.episode.game.score
        scores.append(env.episode.game.score)
    assert max(scores) > 0


def test_a_victory_terminates(tmp_path: Path) -> None:
    """§1: leaving the last floor, here the first."""
    env = drawn(tmp_path, "@6\\")
    assert env.step(EAST)[1:4] == (3.0, False, False)
    _, reward, terminated, truncated, info = env.step(EAST)
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert not array(info, "action_mask").any()


def test_the_last_info_tells_how_it_ended(tmp_path: Path) -> None:
    env = drawn(tmp_path, "@\\")
    assert not ENDS & env.reset(seed=1)[1].keys()
    assert not ENDS & env.step(HOLD)[-1].keys()
    assert told(env.step(EAST)[-1]) == (True, True, 1, "victory")
    env = drawn(tmp_path, "333", "3@3", "33\\", race="vampire")
    for way in range(5):
        info = env.step(DRINK + way)[-1]
    assert told(info) == (False, False, 1, "PH potion")
    env = drawn(tmp_path, "@D\\", race="vampire")
    while not ENDS & (info := env.step(ATTACK + EAST)[-1]).keys():
        env.episode.game.hero.hp = 1
    assert told(info) == (False, False, 1, "dragon")
    for limit, options in (
        ("max_turns", EnvOptions(layout="tiny", max_turns=1)),
        ("max_steps", EnvOptions(layout="tiny", max_steps=1)),
    ):
        env = CC3kEnv(**options)
        env.reset(seed=1)
        mask = env.action_masks()[:8]
        assert told(env.step(int(mask.argmax()))[-1]) == (False, False, 1, limit)


ENDS = {"won", "is_success", "floor", "cause"}


def told(info: dict[str, object]) -> tuple[object, ...]:
    return info["won"], info["is_success"], info["floor"], info["cause"]


def test_a_game_that_is_over_is_not_truncated(tmp_path: Path) -> None:
    """Gymnasium's two flags tell two things: what comes after a truncated game was cut off."""
    env = drawn(tmp_path, "@\\")
    env = CC3kEnv(layout=env.settings.layout, floors=1, max_turns=1, max_steps=1)
    env.reset(seed=1)
    assert env.step(EAST)[2:4] == (True, False)
    env.reset(seed=1)
    assert env.step(HOLD)[2:4] == (False, True)


def test_rewards_can_be_chosen() -> None:
    reward = {"gold": 2, "victory": 100.0, "floor": 10, "death": -50, "step": -0.5}
    floors = "\n".join([room("@6", ".\\"), room("@\\")])
    env = CC3kEnv(drawing=floors, floors=2, reward=reward)
    env.reset(seed=1)
    assert [env.step(action)[1] for action in (ATTACK, HOLD, EAST)] == [-0.5, -0.5, 3.5]
    assert env.step(SOUTH)[1:3] == (9.5, False)
    assert env.step(EAST)[1:3] == (99.5, True)
    env = CC3kEnv(drawing=room("333", "3@3", "33\\"), race="vampire", reward=reward)
    env.reset(seed=1)
    assert [env.step(DRINK + way)[1] for way in range(5)] == [-0.5] * 4 + [-50.5]
    env = CC3kEnv(drawing=room("@6\\"), reward={"victory": 1})
    env.reset(seed=1)
    assert env.step(EAST)[1] == 0.0


def test_a_reset_chooses_race_and_floors() -> None:
    env = CC3kEnv()
    env.reset(seed=1, options={"race": "troll", "drawing": room("@6\\")})
    for _ in range(2):
        assert env.episode.game.race.name == "Troll"
        assert env.step(EAST)[1] == 2.0
        seen, _ = env.reset()
    assert seen["chars"][1].tobytes().decode() == "|@G\\|".ljust(79)
    env.reset(options={"layout": "tiny"})
    assert (env.settings.layout, env.settings.drawing) == ("tiny", None)
    with pytest.raises(TypeError, match=r"^a drawing that is int: expected the text of a layout"):
        env.reset(options={"drawing": 3})
    with pytest.raises(TypeError, match=r"^dlc \[3\]: expected names of expansions"):
        env.reset(options={"dlc": [3]})


def test_steps_that_take_no_turn_are_limited_as_well() -> None:
    """R4, R5: what is refused, and holding enemies, could else go on for ever."""
    env = made({"max_steps": 4})
    env.reset(seed=42)
    ends = [env.step(action)[2:4] for action in (HOLD, ATTACK, HOLD, ATTACK)]
    assert ends == [(False, False)] * 3 + [(False, True)]
    assert env.episode.game.turns == 0
    env.reset()
    assert env.step(HOLD)[3] is False


def test_there_is_no_limit_but_gymnasiums_by_default() -> None:
    for env in (CC3kEnv(), CC3kEnv(max_turns=None, max_steps=None)):
        env.reset(seed=42)
        env.episode.steps = env.episode.game.turns = 2 * MAX_EPISODE_STEPS
        assert env.step(HOLD)[2:4] == (False, False)


def test_what_cannot_be_done_changes_nothing(tmp_path: Path) -> None:
    """R4: no turn is taken and nothing is gained; only the message says so."""
    env = drawn(tmp_path, "@.L", "..\\")
    digest = env.episode.game.digest()
    seen, reward, _, _, _ = env.step(ATTACK)
    assert env.episode.game.digest() == digest
    assert reward == 0.0
    assert said(seen) == "There is no enemy to the North."


def said(seen: ArrayObservation) -> str:
    return seen["message"].tobytes().rstrip(b"\0").decode("ascii")


def test_what_cannot_be_done_is_an_error_if_so_wished(tmp_path: Path) -> None:
    env = drawn(tmp_path, "@.\\", illegal="raise")
    with pytest.raises(InvalidAction, match="There is no enemy to the North"):
        env.step(ATTACK)
    assert env.step(EAST)[1:4] == (0.0, False, False)


@for_each("action", [2.5, np.float64(2), "2", None, np.array([2]), np.bool_(1)])
def test_what_is_no_number_of_an_action_is_an_error(action: int) -> None:
    env = made()
    env.reset(seed=1)
    for unknown in (-1, 25):
        with pytest.raises(InvalidAction, match=f"action {unknown}: expected 0 to 24"):
            env.step(unknown)
    with pytest.raises(InvalidAction, match="expected a whole number"):
        env.step(action)
    assert env.episode.steps == 0
    for whole in (HOLD, np.int8(HOLD), np.uint64(HOLD), np.array(HOLD)):
        env.step(whole)
    assert env.episode.steps == 4


def test_a_game_has_to_be_begun() -> None:
    env = CC3kEnv()
    for too_early in (lambda: env.step(0), env.action_masks):
        with pytest.raises(ResetNeeded):
            too_early()


def test_a_reset_without_a_seed_goes_on_to_other_games() -> None:
    env, again = made(), made()
    first = [env.reset(seed=7)[1]["seed"], *[env.reset()[1]["seed"] for _ in range(3)]]
    second = [again.reset(seed=7)[1]["seed"], *[again.reset()[1]["seed"] for _ in range(3)]]
    assert first == second
    assert len(set(first)) == 4
    seen = env.reset()[0]["chars"]
    assert np.array_equal(again.reset(seed=env.episode.seed)[0]["chars"], seen)


RACE_NAMES = ", ".join([race.name.lower() for race in BASE_RULES.races])
NO_VALUES: tuple[tuple[EnvOptions, str], ...] = (
    ({"race": "no race"}, f"race 'no race': expected one of {RACE_NAMES}"),
    ({"floors": 0}, "floors 0: expected 1 to 5"),
    ({"floors": 6, "dlc": "pack"}, "floors 6: expected 1 to 5"),
    ({"floors": 100, "dlc": "depths"}, "floors 100: expected 1 to 99"),
    ({"floors": 0, "dlc": "depths"}, "floors 0: expected 1 to 99"),
    ({"illegal": "allow"}, "illegal 'allow': expected one of ignore, raise"),  # type: ignore[typeddict-item] # wrong on purpose
    ({"message": -1}, "message -1: expected 0 or more characters"),
    ({"max_turns": 0}, "max_turns 0: expected 1 or more, or None for no limit"),
    ({"max_steps": 0}, "max_steps 0: expected 1 or more, or None for no limit"),
    ({"dlc": "star"}, "expansion 'star': expected one of pack.*"),
    ({"dlc": ("pack", "star")}, "expansion 'star': expected one of pack.*"),
    ({"render_mode": "human"}, "render_mode 'human': expected None, or one of ansi, rgb_array"),  # type: ignore[typeddict-item] # wrong on purpose
)
NO_TYPES: tuple[tuple[dict[str, object], str], ...] = (
    ({"race": None}, f"race None: expected one of {RACE_NAMES}"),
    ({"race": b"troll"}, "race b'troll': expected one of"),
    ({"layout": b"tiny"}, "layout b'tiny': expected a path, or the name of one of the game's own"),
    ({"layout": 3}, "layout 3: expected a path, or the name of one of the game's own"),
    ({"floors": 2.0}, "floors 2.0: expected a whole number, 1 to 5"),
    ({"floors": True}, "floors True: expected a whole number, 1 to 5"),
    ({"floors": np.bool_(1)}, r"floors (np.True_|True): expected a whole number, 1 to 5"),
    ({"message": "a"}, "message 'a': expected a whole number, 0 or more characters"),
    ({"max_turns": 1.5}, "max_turns 1.5: expected a whole number, 1 or more"),
    ({"max_steps": float("inf")}, "max_steps inf: expected a whole number, 1 or more"),
    ({"dlc": 3}, "dlc 3: expected names of expansions"),
    ({"dlc": (3,)}, r"dlc \(3,\): expected names of expansions"),
    ({"max_steps": np.array(2.0)}, r"max_steps array\(2.\): expected a whole number, 1 or more"),
)


def test_what_cannot_be_chosen_is_named_at_once() -> None:
    """X1: an unknown expansion with those that are known."""
    for wrong, complaint in NO_VALUES:
        for kind in (CC3kEnv, CC3kVectorEnv):
            with pytest.raises(ValueError, match=f"^{complaint}$"):
                kind(**wrong)
    for odd, complaint in NO_TYPES:
        for name in ("make", "make_vec"):
            with pytest.raises(TypeError, match=f"^{complaint}"):
                getattr(gymnasium, name)("CC3k-v0", **odd)


def pickled(env: CC3kEnv) -> CC3kEnv:
    again = pickle.loads(pickle.dumps(env))  # noqa: S301 - of our own
    assert isinstance(again, CC3kEnv)
    return again


@for_each("copied", [deepcopy, pickled])
def test_a_copy_goes_on_as_its_original_would(copied: Callable[[CC3kEnv], CC3kEnv]) -> None:
    env, chance = made({"max_turns": 60}), np.random.default_rng(1)
    env.reset(seed=42)
    env.action_space.seed(1)
    for action in (EAST, HOLD, HOLD):
        env.step(action)
    twin, before = copied(env), env.episode.game.digest()
    actions, ahead = list[int](), list[object]()
    while not any(twin.episode.terminated_and_truncated):
        actions.append(any_legal(twin.action_masks(), chance))
        ahead.append(twin.step(actions[-1]))
    ahead.append(twin.reset())
    chosen = [twin.action_space.sample() for _ in range(9)]
    assert chosen == [env.action_space.sample() for _ in range(9)]
    assert env.episode.game.digest() == before
    assert data_equivalence(ahead, [*map(env.step, actions), env.reset()], exact=True)


_CORE = [] if find_missing_library() else [pytest.param(True, marks=pytest.mark.core)]
ENGINES = [*_CORE, pytest.param(False)]
"""What `fast` can be here: the core where it is installed, and the engine."""

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
def test_what_is_no_yes_or_no_is_named(value: bool) -> None:
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
    fast: bool | None, number: int, error: type[Exception]
) -> None:
    envs = CC3kVectorEnv(2, fast=fast)
    with pytest.raises(ResetNeeded, match=r"^game 1 has not begun"):
        envs.digest(1)
    envs.reset(seed=1)
    assert envs.digest(np.int64(1)) == envs.digest(1)
    with pytest.raises(error, match=rf"^game {number!r}: expected (a whole number, )?0 to 1$"):
        envs.digest(number)


@pytest.mark.parametrize("fast", ENGINES)
def test_masks_of_many_games_are_bools_by_the_name_of_maskable_ppo(fast: bool | None) -> None:
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
    for kind in (CC3kEnv, CC3kVectorEnv):
        with pytest.raises(error, match=f"^{complaint}"):
            kind(reward=reward)
        kind(reward={"gold": 1e9, "death": -(10**9)})


@for_each(
    *(True, 1.0, np.float64(1), np.bool_(1), "1", "ab", b"12", {"a": 1}, {1, 2}),
    *([1, False], [1, 2.0], np.array([1.0, 2.0])),
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


def test_there_is_a_name_for_each_race_and_layout() -> None:
    variants = [*[race.name for race in BASE_RULES.races], *map(str.title, shipped_layouts())]
    assert sorted(["CC3k-v0", *[f"CC3k-{variant}-v0" for variant in variants]]) == NAMES


def test_a_name_has_chosen_what_it_says() -> None:
    for race in BASE_RULES.races:
        assert registered(f"CC3k-{race.name}-v0").game_factory.race is race
    assert registered("CC3k-Tiny-v0").settings.layout == "tiny"
    assert registered("CC3k-Troll-v0", race="goblin").game_factory.race.name == "Goblin"


def registered(name: str, **options: Unpack[EnvOptions]) -> CC3kEnv:
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
    ended = start_and_wait(command=(sys.executable, "-W", "error", "-c", program))
    assert ended == Ended(0, "CC3k-Troll-v0\n", "")


def test_an_environment_can_be_made_again_from_its_specification() -> None:
    spec = gymnasium.make("CC3k-v0", layout="tiny", floors=2).spec
    assert spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json())).unwrapped
    assert isinstance(again, CC3kEnv)
    assert (again.settings.layout, again.settings.floors) == ("tiny", 2)


def test_the_example_is_true() -> None:
    results = doctest.testmod(cc3k.gym)
    assert (results.attempted, results.failed) == (4, 0)


def test_text_is_the_frame() -> None:
    """§3: what `cc3k --script` shows, also of what cannot be done; nothing is shown unasked."""
    env, game = made({"render_mode": "ansi"}), Game(42)
    env.reset(seed=42)
    assert env.render() == game.frame()
    env.step(ATTACK)
    frame = env.render()
    assert isinstance(frame, str)
    assert frame.endswith("Action: There is no enemy to the North.\n")
    unasked = made()
    unasked.reset(seed=42)
    assert unasked.render() is None


def test_a_picture_has_a_cell_for_each_glyph() -> None:
    env = made({"render_mode": "rgb_array"})
    seen, _ = env.reset(seed=42)
    shown = env.render()
    assert isinstance(shown, np.ndarray)
    assert shown.dtype == np.uint8
    assert shown.shape == (25 * FONT_ROWS, 79 * FONT_COLUMNS, 3)
    cells = {
        glyph: cell(shown, row, column) for (row, column), glyph in np.ndenumerate(seen["chars"])
    }
    assert len({drawn.tobytes() for drawn in cells.values()}) == len(cells)


def cell(shown: np.ndarray, row: int, column: int) -> np.ndarray:
    top, left = row * FONT_ROWS, column * FONT_COLUMNS
    return shown[top : top + FONT_ROWS, left : left + FONT_COLUMNS]


def test_the_dots_of_a_glyph_are_in_its_colour() -> None:
    shown = render_rgb(np.array([[ord("@")]], np.uint8), BASE_RULES)
    lit = np.any(shown != shown[0, -1], axis=2)
    rows = ["".join(".#"[dot] for dot in row.tolist()) for row in lit]
    assert {tuple(dot) for dot in shown[lit].tolist()} == {(0x5F, 0xDB, 0xE2)}
    assert rows == [f"{row}." for row in letters()["@"]]


def test_an_enemy_of_a_new_row_has_its_letter_and_a_colour_of_its_own() -> None:
    bat = EnemyKind("wisp", "B", 40, BaseStats(10, 0), spawn_weight=1)
    rules = evolve(DOCUMENT_RULES, enemy_kinds=(*DOCUMENT_RULES.enemy_kinds, bat))
    shown = render_rgb(np.array([[ord("B"), ord("H")]], np.uint8), rules)
    colours = [set(map(tuple, cell(shown, 0, column).reshape(-1, 3).tolist())) for column in (0, 1)]
    assert len(colours[0]) == len(colours[1]) == 2
    assert colours[0] != colours[1]
    assert not np.array_equal(cell(shown, 0, 0), cell(shown, 0, 1))
