"""Floors of chambers: how long one takes, and whether many in a row hold what is promised (X32).

`python -m tests.benchmarks.chambers` draws, furnishes and checks 100,000 of them.
"""

import sys
import time
from collections.abc import Iterator, Sequence

from attrs import frozen

from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.expansions.chambers import generate_board
from cc3k.expansions.registry import ExpansionRegistry
from tests.benchmarks.figures import Figure
from tests.support.boards import find_faults

SEED, FEW, ALL = 42, 400, 100_000
MOST_MILLISECONDS = 3


@frozen
class FloorRun:
    """Many floors in a row: CPU-seconds, how many boards are alike, and the faults by number."""

    floors: int
    seconds: float
    equal_boards: int
    faults: tuple[tuple[int, str], ...]

    @property
    def milliseconds(self) -> float:
        return self.seconds / self.floors * 1_000


def figures() -> Iterator[Figure]:
    spent = run_floors(FEW).milliseconds
    name = "a floor of chambers, drawn, furnished, checked"
    yield Figure(name, spent, "CPU-ms", at_most=MOST_MILLISECONDS)


def run_floors(count: int) -> FloorRun:
    rules, seen, faults = ExpansionRegistry().select(["chambers"]), set[bytes](), []
    start = time.process_time()
    for number in range(count):
        dice = Dice(f"{SEED}/floor {number}")
        board = generate_board(dice.fork("board"))
        rules.generate_floor(FloorLayout(board), rules, dice)
        faults += [(number, fault) for fault in find_faults(board)]
        seen.add(board.terrain)
    return FloorRun(count, time.process_time() - start, count - len(seen), tuple(faults))


def main(argv: Sequence[str] | None = None) -> int:
    """Run so many floors; return an exit code: 1 if any is not as promised."""
    words = sys.argv[1:] if argv is None else argv
    run = run_floors(int(words[0]) if words else ALL)
    for number, fault in run.faults:
        sys.stdout.write(f"floor {number}: expected {fault}\n")
    sys.stdout.write(
        f"{run.floors} floors: {len(run.faults)} faults, {run.equal_boards} equal boards, "
        f"{run.milliseconds:.2f} CPU-ms each\n"
    )
    return 1 if run.faults or run.equal_boards else 0


if __name__ == "__main__":
    sys.exit(main())
