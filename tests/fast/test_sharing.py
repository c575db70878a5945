"""Steps that threads share out: whatever threads there are, the games are the same."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("gymnasium")
pytest.importorskip("numba")

from gymnasium.vector import AutoresetMode

from cc3k.engine.floor import Floor
from cc3k.fast import stepping
from cc3k.fast.compiler import count_native_threads
from cc3k.fast.games import FloorWriter
from cc3k.fast.state import Core, Sizes, State
from cc3k.fast.stepping import Step, do_share
from cc3k.gym.settings import EnvOptions
from cc3k.gym.vector import CC3kVectorEnv
from tests.gym.test_vector import same

pytestmark = pytest.mark.core

GAMES, STEPS = 96, 60


def played(threads: int, seed: int = 1) -> tuple[NDArray[np.float64], list[int]]:
    """Return all rewards of random games, and the digests of where they stand then."""
    envs, chance = CC3kVectorEnv(GAMES, fast=True, threads=threads), np.random.default_rng(seed)
    envs.reset(seed=seed)
    rewards = [envs.step(chance.integers(25, size=GAMES))[1] for _ in range(STEPS)]
    digests = [envs.digest(number) for number in range(GAMES)]
    envs.close()
    return np.array(rewards), digests


@pytest.mark.parametrize("spare", [0, 2, 3])
def test_the_kind_of_threads_changes_nothing(spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = count_native_threads()
    monkeypatch.setattr(stepping, "count_native_threads", lambda: min(spare, found))
    rewards, digests = played(1)
    assert len({*digests}) == GAMES
    for threads in (2, 3):
        others = played(threads)
        assert np.array_equal(rewards, others[0])
        assert digests == others[1]


def test_environments_in_several_threads_share_the_compilers() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = [run.result() for run in [executor.submit(played, 2, seed) for seed in (3, 4)]]
    for seed, (rewards, digests) in zip((3, 4), found, strict=True):
        expected = played(1, seed)
        assert np.array_equal(rewards, expected[0])
        assert digests == expected[1]


def test_other_loops_keep_the_threads_that_they_had() -> None:
    from numba import get_num_threads

    before = get_num_threads()
    played(2)
    assert get_num_threads() == before


SMALL_CHAMBER = "\n".join(["|-------------|", *["|....|........|"] * 8, "|-------------|"])
"""A bare board on which the smaller chamber is mostly full: then the engine lays out the floor."""


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    ("options", "least", "most"),
    [({}, 0, 0.1), ({"drawing": SMALL_CHAMBER}, 0.1, 0.99), ({"layout": "tiny"}, 1, 2)],
    ids=["bare", "small", "drawn"],
)
def test_games_that_begin_are_shared_out_as_well(
    options: EnvOptions,
    least: float,
    most: float,
    mode: AutoresetMode,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written, write = list[int](), FloorWriter.write

    def note(writer: FloorWriter, state: State, sizes: Sizes, number: int, floor: Floor) -> None:
        written.append(number)
        write(writer, state, sizes, number, floor)

    monkeypatch.setattr(FloorWriter, "write", note)
    fast, reference = (
        CC3kVectorEnv(
            GAMES, fast=is_fast, threads=2, max_episode_steps=5, autoreset_mode=mode, **options
        )
        for is_fast in (True, False)
    )
    assert same(fast.reset(seed=1), reference.reset(seed=1))
    chance, ended = np.random.default_rng(1), 0
    for turn in range(14):
        if turn == 2:
            odd = {"reset_mask": np.arange(GAMES) % 2 == 1}
            assert same(fast.reset(options=odd), reference.reset(options=odd))
        actions = chance.integers(25, size=GAMES)
        answer = fast.step(actions)
        assert same(answer, reference.step(actions))
        ended += int(np.sum(answer[2] | answer[3]))
    assert ended >= 2 * GAMES
    share = len(written) / (ended + GAMES // 2)
    assert least <= share <= most
    digests = [(fast.digest(number), reference.digest(number)) for number in range(GAMES)]
    assert all(one == other for one, other in digests)


def test_one_thread_does_it_all_if_no_other_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_the_last(core: Core, step: Step, count: int) -> None:
        do_share(core, step, count - 1)

    alone = played(1)
    monkeypatch.setattr(stepping, "_do_shares", only_the_last)
    rewards, digests = played(2)
    assert np.array_equal(rewards, alone[0])
    assert digests == alone[1]
