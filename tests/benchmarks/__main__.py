"""Print how fast the game is: medians of CPU time, everything measured in turn in one run."""

import os
import statistics
import sys
import time
from collections.abc import Callable

from tests.benchmarks import paintings, waits, workloads, yardstick

ROUNDS = 5
TURNS = 60_000
YARDSTICK_TURNS = 10_000
COMMANDS = 20_000
PAINTED_TURNS = 4_000
FALSIFYING = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")


def main() -> int:
    """Measure, print a table, and return an exit code."""
    set_here = [name for name in FALSIFYING if os.environ.get(name)]
    if set_here:
        sys.stderr.write(f"{' and '.join(set_here)} would falsify the figures: unset first\n")
        return 2
    words = workloads.script(COMMANDS)
    ours, theirs, runs, memory = list[float](), list[float](), list[float](), 0
    for _ in range(ROUNDS):
        ours.append(TURNS / _cpu_seconds(lambda: workloads.random_turns(TURNS)))
        theirs.append(YARDSTICK_TURNS / _cpu_seconds(lambda: yardstick.play(YARDSTICK_TURNS)))
        seconds, memory = workloads.scripted_run(words)
        runs.append(seconds)
    turns, straightforward, script = map(statistics.median, (ours, theirs, runs))
    print(f"random turns, against the yardstick   {turns / straightforward:10.1f} times")
    print(f"random turns                          {turns:10,.0f} a CPU-second")
    print(f"the yardstick's                       {straightforward:10,.0f} a CPU-second")
    print(f"{COMMANDS:,} commands, a frame each         {script:10.3f} CPU-seconds")
    print(f"frames                                {COMMANDS / script:10,.0f} a CPU-second")
    print(f"peak memory of a scripted run         {memory / 1024:10.1f} MB")
    painted = paintings.random_paintings(PAINTED_TURNS)
    print(f"bytes a turn on a screen, mean        {statistics.mean(painted.sizes):10.1f}")
    print(f"bytes a turn, 99th percentile         {painted.percentile_99:10}")
    print(f"bytes of a whole screen               {painted.redraw:10}")
    print(f"drawing and painting a turn           {painted.seconds * 1000:10.3f} CPU-ms")
    start, latency = waits.start(), waits.key_to_last_byte()
    print(f"start to race prompt, against import  {start.ours / start.bare:10.1f} times")
    print(f"start to race prompt                  {start.ours * 1000:10.1f} ms")
    print(f"key to last byte, against an echo     {latency.ours / latency.bare:10.1f} times")
    print(f"key to last byte                      {latency.ours * 1000:10.2f} ms")
    return 0


def _cpu_seconds(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


if __name__ == "__main__":
    raise SystemExit(main())
