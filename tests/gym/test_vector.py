"""Many games at once are as many single ones, in arrays that they share."""

from pathlib import Path

import gymnasium
import numpy as np
import pytest
from attrs import evolve
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from cc3k.content.roster import BASE_RULES
from cc3k.fast.support import find_missing_library
from cc3k.gym import settings
from cc3k.gym.env import CC3kEnv
from cc3k.gym.settings import EnvOptions, SeedArgument
from cc3k.gym.vector import CC3kVectorEnv
from tests.gym.players import ATTACK, DRINK, EAST, HOLD, any_legal, array
from tests.support.scenarios import room
from tests.support.tables import for_each

pytestmark = pytest.mark.core

ENGINES: tuple[bool | None, ...] = (False,) if find_missing_library() else (True, False)
"""What `fast` can be here: the core where it is installed, and the engine."""


def vector(count: int, *, copy: bool = True) -> CC3kVectorEnv:
    envs = gymnasium.make_vec("CC3k-Vampire-v0", count, copy=copy)
    assert isinstance(envs, CC3kVectorEnv)
    return envs


@for_each("options", [{"race": "goblin"}, {"message": 0, "layout": "tiny", "max_turns": 40}])
@for_each("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@for_each("fast", ENGINES)
def test_it_plays_as_gymnasiums_own_does(
    options: EnvOptions, mode: AutoresetMode, fast: bool | None
) -> None:
    ours = CC3kVectorEnv(4, fast=fast, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: CC3kEnv(**options)] * 4, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    begun = ours.reset(seed=11)
    assert same(begun, theirs.reset(seed=11))
    masks, chance, ended = array(begun[1], "action_mask"), np.random.default_rng(1), 0
    for _ in range(600):
        actions = np.array([any_legal(mask, chance) if any(mask) else HOLD for mask in masks])
        actions[0] = ATTACK if chance.random() < 0.2 else actions[0]
        answer = ours.step(actions)
        assert same(answer, theirs.step(actions))
        masks = array(answer[-1], "action_mask")
        ended += int(np.sum(answer[2] | answer[3]))
    assert ended > 4
    assert same(ours.reset(), theirs.reset())


@for_each("seed", [np.int64(5), np.array(5), [5, np.int8(6)], np.array([5, 6])])
def test_seeds_of_numpy_are_those_games(seed: SeedArgument) -> None:
    """R34: the first one's, or one of each."""
    ours, again = vector(2), vector(2)
    assert same(ours.reset(seed=seed), again.reset(seed=[5, 6]))
    assert seeds_of(ours, [None, np.int8(9)])[1] == 9


def seeds_of(envs: CC3kVectorEnv, seed: SeedArgument) -> list[int]:
    found: list[int] = array(envs.reset(seed=seed)[1], "seed").tolist()
    return found


def test_who_is_begun_anew_has_not_ended() -> None:
    """A reset between the last step of a game and the next one begins that game, not another."""
    envs = CC3kVectorEnv(2, max_steps=1)
    envs.reset(seed=1)
    assert envs.step(np.array([HOLD, HOLD]))[3].all()
    envs.reset(seed=1)
    info = envs.step(np.array([HOLD, HOLD]))[-1]
    assert array(info, "seed").tolist() == [1, 2]


def test_an_ended_game_waits_if_nothing_begins_it() -> None:
    for fast in ENGINES:
        envs = CC3kVectorEnv(2, fast=fast, max_steps=2, autoreset_mode="DISABLED")
        envs.reset(seed=1)
        hold = np.array([HOLD, HOLD])
        envs.step(hold)
        envs.reset(seed=7, options={"reset_mask": np.array([True, False])})
        *_, info = envs.step(hold)
        assert array(info, "cause").tolist() == [None, "max_steps"]
        with pytest.raises(ResetNeeded, match="game 1 has ended: reset it"):
            envs.step(hold)
        _, info = envs.reset(options={"reset_mask": np.array([False, True])})
        assert array(info, "seed").tolist()[0] == 7
        envs.step(hold)


@pytest.mark.skipif(ENGINES == (False,), reason="the extra `fast` is not installed")
def test_make_vec_chooses_the_core_by_itself() -> None:
    made = {
        "alone": gymnasium.make_vec("CC3k-v0", 2),
        "slow": gymnasium.make_vec("CC3k-v0", 2, fast=False),
        "text": gymnasium.make_vec("CC3k-v0", 2, render_mode="ansi"),
        "pictures": gymnasium.make_vec("CC3k-v0", 2, render_mode="rgb_array"),
    }
    engines = {name: getattr(envs, "engine", "") for name, envs in made.items()}
    assert engines == {
        "alone": "fast", "slow": "reference", "text": "reference", "pictures": "fast"
    }  # fmt: skip
    sync = gymnasium.make_vec("CC3k-v0", 2, vectorization_mode="sync")
    assert isinstance(sync, SyncVectorEnv)
    with pytest.raises(ValueError, match=r"^fast=True: .* render_mode ansi; expected fast=None"):
        gymnasium.make_vec("CC3k-v0", 2, fast=True, render_mode="ansi")


@pytest.mark.skipif(ENGINES == (False,), reason="the extra `fast` is not installed")
def test_pictures_of_the_core_are_those_of_the_engine() -> None:
    shown = list[np.ndarray]()
    for fast in (True, False):
        envs = CC3kVectorEnv(2, fast=fast, render_mode="rgb_array")
        envs.reset(seed=4)
        shown.append(np.array(envs.render()))
    assert np.array_equal(shown[0], shown[1])


def test_seeds_are_as_many_as_games_and_however_long() -> None:
    envs, long = vector(3), 2**63 + 1
    assert seeds_of(envs, 5) == [5, 6, 7]
    assert seeds_of(envs, long) == [long, long + 1, long + 2]
    assert seeds_of(envs, [5, long, 2**80]) == [5, long, 2**80]
    assert seeds_of(envs, [9, None, 9])[::2] == [9, 9]
    with pytest.raises(ValueError, match="2 seeds: expected 3"):
        envs.reset(seed=[1, 2])
    assert array(vector(1).reset(seed=5)[1], "seed").dtype == np.int64


@pytest.mark.parametrize("fast", ENGINES)
def test_a_reset_chooses_race_and_floors(fast: bool | None, tmp_path: Path) -> None:
    envs = CC3kVectorEnv(3, fast=fast)
    envs.reset(seed=1)
    only = np.array([False, True, False])
    drawing = room("@6.\\")
    seen, _ = envs.reset(seed=1, options={"race": "troll", "drawing": drawing, "reset_mask": only})
    assert seen["blstats"][:, 1].tolist() == [125, 120, 125]
    assert seen["chars"][1, :3, :6].tobytes().decode() == "|----||@G.\\||----|"
    envs.step(np.array([HOLD, EAST, HOLD]))
    path = tmp_path / "floor.txt"
    path.write_text(room("@..\\"), "ascii")
    seen, _ = envs.reset(options={"layout": str(path)})
    assert seen["blstats"][:, 1].tolist() == [120] * 3
    assert (seen["chars"][:, 1, 2] == ord(".")).all()


def test_a_reset_cannot_choose_what_does_not_fit() -> None:
    for envs in (
        CC3kVectorEnv(2, drawing=room("@.\\"), floors=1),
        CC3kEnv(layout="tiny", floors=1),
    ):
        envs.reset(seed=1)
        with pytest.raises(ValueError, match=r"^floors of 25 rows and 79 columns: expected"):
            envs.reset(options={"layout": None})
        with pytest.raises(ValueError, match=r"^race 'ogre': expected one of shade"):
            envs.reset(options={"race": "ogre"})
        with pytest.raises(ValueError, match=r"^dlc pack: expected expansions with the actions"):
            envs.reset(options={"dlc": "pack"})
        envs.reset(options={"dlc": ()})
    with pytest.raises(ValueError, match=r"^layout 'tiny' and a drawing: expected one of them"):
        CC3kEnv(layout="tiny", drawing=room("@.\\"))


@pytest.mark.skipif(ENGINES == (False,), reason="the extra `fast` is not installed")
def test_rules_that_the_core_does_not_know_are_left_to_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = evolve(BASE_RULES.enemy_kinds[0], evades=lambda _dice: False)
    rules = evolve(BASE_RULES, enemy_kinds=(odd, *BASE_RULES.enemy_kinds[1:]))
    monkeypatch.setattr(
        settings,
        "choose_api_rules",
        lambda _rules, names, _numbers: rules if "odd" in names else BASE_RULES,
    )
    envs = CC3kVectorEnv(2)
    envs.reset(seed=1)
    assert envs.engine == "fast"
    with pytest.raises(ValueError, match=r"^dlc 'odd' for some games: expected a reset of all"):
        envs.reset(options={"dlc": "odd", "reset_mask": np.array([True, False])})
    with pytest.warns(UserWarning, match="does not know evades of enemy human"):
        envs.reset(seed=1, options={"dlc": ["odd"]})
    assert envs.engine == "reference"
    envs.step(np.array([HOLD, HOLD]))
    envs.reset(options={"dlc": "none"})
    assert envs.engine == "fast"


def same(one: object, other: object) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if not isinstance(one, np.ndarray) and not isinstance(one, tuple):
        return one == other
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    assert isinstance(one, np.ndarray)
    assert isinstance(other, np.ndarray)
    if one.dtype == object:  # an observation in some places, nothing in others
        return all(map(same, one.tolist(), other.tolist()))
    return one.dtype == other.dtype and np.array_equal(one, other)


@for_each("copy", [True, False])
def test_what_was_returned_is_not_written_to_if_copied(copy: bool) -> None:
    envs, chance = vector(2, copy=copy), np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    kept, masks = seen["blstats"].copy(), array(info, "action_mask")
    later, *_, later_info = envs.step(np.array([any_legal(mask, chance) for mask in masks]))
    assert np.array_equal(seen["blstats"], kept) is copy
    assert np.shares_memory(later["chars"], seen["chars"]) is not copy
    assert np.shares_memory(array(later_info, "action_mask"), masks) is not copy


def test_what_is_held_of_a_copy_stays_and_what_was_done_to_it_is_forgotten() -> None:
    """A part of one is enough to hold it; one that nobody holds is written to again, as new."""
    envs = vector(2)
    envs.reset(seed=1)
    hold = np.array([HOLD, HOLD])
    row = envs.step(hold)[0]["chars"][1, 3:]
    kept = row.copy()
    for _ in range(6):
        seen = envs.step(hold)[0]
        seen["chars"].fill(7)
        seen["chars"].flags.writeable = False
        del seen
    assert np.array_equal(row, kept)
    last = envs.step(hold)[0]
    assert last["chars"].flags.writeable
    assert envs.observation_space.contains(last)


def test_what_counts_games_steps_and_threads_is_one_or_more() -> None:
    with pytest.raises(ValueError, match="num_envs 0: expected 1 or more"):
        CC3kVectorEnv(0)
    with pytest.raises(ValueError, match="threads 0: expected 1 or more"):
        CC3kVectorEnv(2, threads=0)
    with pytest.raises(ValueError, match=r"^max_episode_steps 0: expected 1 or more"):
        CC3kVectorEnv(2, max_episode_steps=0)
    with pytest.raises(TypeError, match=r"^max_episode_steps 1.5: expected a whole number"):
        gymnasium.make_vec("CC3k-v0", 2, max_episode_steps=1.5)


@for_each("options", [{}, {"max_steps": 5}, {"max_steps": 1}])
@for_each("most", [None, -1, 2])
def test_gymnasiums_limit_of_steps_is_heeded(most: int | None, options: EnvOptions) -> None:
    ours, theirs = (
        gymnasium.make_vec("CC3k-v0", 2, mode, max_episode_steps=most, **options)
        for mode in (None, "sync")
    )
    assert isinstance(ours, CC3kVectorEnv)
    holds = np.array([HOLD, HOLD])
    for envs in (ours, theirs):
        envs.reset(seed=1)
    ends = [(ours.step(holds)[3].tolist(), theirs.step(holds)[3].tolist()) for _ in range(7)]
    assert [end for end, _ in ends] == [end for _, end in ends]
    limits = [limit for limit in (most, options.get("max_steps")) if limit not in (None, -1)]
    expected = min(limits, default=None)
    assert next((n for n, (end, _) in enumerate(ends, 1) if all(end)), None) == expected


@for_each("count", ["2", 2.0, True, None])
def test_games_are_counted_in_whole_numbers(count: int) -> None:
    with pytest.raises(TypeError, match=f"^num_envs {count!r}: expected a whole number, 1 or more"):
        gymnasium.make_vec("CC3k-v0", count)


def test_each_game_is_shown() -> None:
    shown = CC3kVectorEnv(2, render_mode="ansi")
    shown.reset(seed=1)
    first, second = shown.render() or ()
    assert isinstance(first, str)
    assert first != second
    assert CC3kVectorEnv(2).render() is None


def test_some_games_can_begin_anew_alone() -> None:
    envs = vector(3)
    envs.reset(seed=[1, 2, 3])
    _, info = envs.reset(seed=7, options={"reset_mask": np.array([False, True, False])})
    assert array(info, "seed").tolist() == [1, 8, 3]
    with pytest.raises(ValueError, match=r"reset_mask .*: expected 3 bools"):
        envs.reset(options={"reset_mask": np.array([True])})


def test_what_cannot_be_done_is_refused_before_any_is_carried_out() -> None:
    """R4: the game and the reason are named; all of them stand as they stood."""
    envs, others = (CC3kVectorEnv(3, illegal="raise", max_steps=3) for _ in range(2))
    masks = array(envs.reset(seed=1)[1], "action_mask")
    others.reset(seed=1)
    illegal = ATTACK + int(np.argmin(masks[1][ATTACK:DRINK]))
    with pytest.raises(InvalidAction, match=r"^game 1: There is no enemy to the "):
        envs.step(np.array([HOLD, illegal, HOLD]))
    for _ in range(4):
        assert same(envs.step(np.array([HOLD] * 3)), others.step(np.array([HOLD] * 3)))


@for_each("actions", [[HOLD], [HOLD, 99], [HOLD, -1], [HOLD, 1.0], [[HOLD], [HOLD]]])
def test_what_is_no_action_is_refused_before_any_is_carried_out(actions: list[int]) -> None:
    envs = vector(2)
    before, _ = envs.reset(seed=1)
    with pytest.raises(InvalidAction, match="expected"):
        envs.step(np.array(actions))
    after, *_ = envs.step(np.array([HOLD, HOLD]))
    assert np.array_equal(after["chars"], before["chars"])
