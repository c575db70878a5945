"""Print how fast the game is, ratios first; with `--json`, as JSON."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from tests.benchmarks import (
    agents,
    chambers,
    crowds,
    defender,
    escape,
    expansions,
    floor_keys,
    gems,
    hunters,
    instructions,
    key_walk,
    memory,
    paintings,
    pieces,
    resuming,
    scripts,
    waits,
    yardstick,
)
from tests.benchmarks.figures import Figure, as_json, as_table, ratios_first

FALSIFYING = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")

MEASURED: tuple[Callable[[], Iterable[Figure]], ...] = (
    yardstick.figures,
    crowds.figures,
    hunters.figures,
    expansions.figures,
    scripts.figures,
    instructions.figures,
    agents.figures,
    waits.figures,
    key_walk.figures,
    floor_keys.figures,
    pieces.figures,
    chambers.figures,
    resuming.figures,
    escape.figures,
    paintings.figures,
    defender.figures,
    gems.figures,
    memory.figures,
)
"""All that is measured, one after another. `memory` comes last: it slows down what follows it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return an exit code: 2 where the figures would be false."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args(argv)
    set_here = [name for name in FALSIFYING if os.environ.get(name)]
    if sys.flags.dont_write_bytecode and not set_here:
        set_here = ["-B"]
    if set_here:
        sys.stderr.write(
            f"{' and '.join(set_here)} would falsify the figures: expected a run without\n"
        )
        return 2
    figures = ratios_first(chain.from_iterable(measure() for measure in MEASURED))
    sys.stdout.write(as_json(figures) if wanted.json else as_table(figures))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
