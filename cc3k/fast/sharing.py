"""Sharing: a step of all games, shared out among threads.

Each thread has a share of its own and takes of it what it can; who has done with that helps the
others. So one that wakes late, or loses its processor, does less, and nobody waits for long. The
threads are OpenMP's; where Numba has no OpenMP they are Python's, which take longer to wake.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.arriving import Arrivals
from cc3k.fast.compiler import (
    count_native_threads,
    limit_native_threads,
    parallel_entry_point,
    prange,
    prepare,
)
from cc3k.fast.state import Core, Plans, State
from cc3k.fast.stepping import Answers, Step, do_share

FEWEST_GAMES_A_THREAD = 32
"""Fewer games than this are not worth a thread of their own."""

FEWEST_ARRIVALS_A_THREAD = 4
"""Fewer floors than this are not worth a thread, where nothing else is done."""

SHARED_CORE = "the fast core for several threads"
"""The thing that is compiled here."""


class SharedStep:
    """A step of that many games, done by so many threads at most."""

    def __init__(self, games: int, threads: int) -> None:
        self._shares = max(1, min(threads, games // FEWEST_GAMES_A_THREAD))
        bounds = [games * share // self._shares for share in range(self._shares + 1)]
        self._firsts, self._ends = np.array([0, *bounds[:-1]]), np.array([0, *bounds[1:]])
        self._waiting = np.zeros(games + 1, np.int64)
        self._nobody = np.zeros(0, np.int64), np.zeros(0, np.uint8)
        self._native_threads = min(self._shares, count_native_threads())
        is_native = self._native_threads > 1 or self._shares == 1
        self._executor = None if is_native else ThreadPoolExecutor(self._shares)

    def compile(self, core: Core, arrivals: Arrivals) -> None:
        flags = np.zeros(0, np.bool_)
        answers = Answers(core.state.seen[:0], np.zeros(0), flags, flags)
        step = Step(*self._nobody, arrivals, answers, self._firsts, self._ends, self._waiting)
        prepare(do_share, core, step, 0)
        if self._native_threads > 1:
            prepare(_do_shares, core, step, 0, of=SHARED_CORE)

    def perform(
        self,
        core: Core,
        actions: NDArray[np.int64],
        doings: NDArray[np.uint8],
        arrivals: Arrivals,
        answers: Answers,
    ) -> list[int]:
        """Do what `do_share` does with all games; return those that wait for their next floor."""
        self._ends[0] = len(arrivals.rows)
        bounds = self._firsts.copy(), self._ends, self._waiting
        return self._run(core, Step(actions, doings, arrivals, answers, *bounds), self._shares)

    def admit(self, core: Core, arrivals: Arrivals, answers: Answers) -> list[int]:
        count = len(arrivals.rows)
        threads = max(1, min(self._shares, count // FEWEST_ARRIVALS_A_THREAD))
        bounds = np.array([0]), np.array([count]), self._waiting
        return self._run(core, Step(*self._nobody, arrivals, answers, *bounds), threads)

    def _run(self, core: Core, step: Step, threads: int) -> list[int]:
        waiting = step.waiting
        waiting[0] = 0
        if threads == 1:
            do_share(core, step, 0)
        elif self._executor is not None:
            works = [self._executor.submit(do_share, core, step, share) for share in range(threads)]
            for work in works:
                work.result()
        else:
            with limit_native_threads(self._native_threads):
                _do_shares(core, step, threads)
        count = int(waiting[0])
        return sorted(waiting[1 : 1 + count].tolist()) if count else []

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown()


@parallel_entry_point
def _do_shares(core: Core, step: Step, count: int) -> None:
    """Do that many shares at once.

    Everything is taken out of its tuple and put into one again: a loop in parallel takes arrays,
    and no tuples of them.
    """
    seen, ground, items, numbers, enemies, words, rewards, terminated, truncated = core.state
    rules, letters, weights = core[1:]
    actions, doings, arrivals, answers, nexts, ends, waiting = step
    rows, keys, (grounds, chambers), things = arrivals
    shown, brought, over, spent = answers
    for share in prange(count):
        state = State(seen, ground, items, numbers, enemies, words, rewards, terminated, truncated)
        own = Core(state, rules, letters, weights)
        come = Arrivals(rows, keys, Plans(grounds, chambers), things)
        part = Answers(shown, brought, over, spent)
        games = Step(actions, doings, come, part, nexts, ends, waiting)
        do_share(own, games, share)
