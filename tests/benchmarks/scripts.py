"""What a script costs: many commands with a frame each, through a pipe, in its own process."""

import statistics
from collections.abc import Iterator

from tests.benchmarks import workloads
from tests.benchmarks.clock import ROUNDS
from tests.benchmarks.figures import TIMES, Figure

COMMANDS = 20_000


def figures() -> Iterator[Figure]:
    words = workloads.script(COMMANDS)
    runs = [(workloads.scripted_run(words), workloads.scripted_run("")) for _ in range(ROUNDS)]
    seconds = statistics.median([script[0] for script, _ in runs])
    start = statistics.median([empty[0] for _, empty in runs])
    ratio = statistics.median([script[0] / empty[0] for script, empty in runs])
    yield Figure("20,000 commands, against a script of none", ratio, TIMES)
    yield Figure("20,000 commands, a frame each", seconds, "CPU-seconds", at_most=0.28)
    yield Figure("frames, the start included", COMMANDS / seconds, "a CPU-second", at_least=70_000)
    yield Figure("frames, once it is started", COMMANDS / (seconds - start), "a CPU-second")
    yield Figure("a script of none", start * 1_000, "CPU-ms")
    peak, least = (statistics.median([run[which][1] for run in runs]) / 1_024 for which in (0, 1))
    yield Figure("peak memory of a scripted run", peak, "MB", at_most=16)
    yield Figure("peak memory of a script of none", least, "MB")
