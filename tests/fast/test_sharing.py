"""Steps that threads share out: whatever threads there are, the games are the same."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("gymnasium")
pytest.importorskip("numba")

from cc3k.fast import sharing
from cc3k.fast.compiler import count_native_threads
from cc3k.gym.vector import CC3kVectorEnv

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
    """Without the compiler's they are Python's; three shares go to fewer threads, too."""
    found = count_native_threads()
    monkeypatch.setattr(sharing, "count_native_threads", lambda: min(spare, found))
    rewards, digests = played(1)
    assert len({*digests}) == GAMES
    for threads in (2, 3):
        others = played(threads)
        assert np.array_equal(rewards, others[0])
        assert digests == others[1]


def test_environments_in_several_threads_share_the_compilers() -> None:
    """Two loops at once, each shared out, as two that train side by side ask for."""
    with ThreadPoolExecutor(2) as executor:
        found = [run.result() for run in [executor.submit(played, 2, seed) for seed in (3, 4)]]
    for seed, (rewards, digests) in zip((3, 4), found, strict=True):
        expected = played(1, seed)
        assert np.array_equal(rewards, expected[0])
        assert digests == expected[1]


def test_other_loops_keep_the_threads_that_they_had() -> None:
    """The number of threads is put back after a step."""
    from numba import get_num_threads

    before = get_num_threads()
    played(2)
    assert get_num_threads() == before
