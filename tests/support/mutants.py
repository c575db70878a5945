"""Detection power: mutants drawn at random, and whether the tests that reach them see them.

    python -m tests.support.mutants draw --seed 1 --count 60 >mutants.tsv
    python -m tests.support.mutants try mutants.tsv >quick.tsv
    python -m tests.support.mutants try quick.tsv --thorough >thorough.tsv
    python -m tests.support.mutants tell thorough.tsv

`draw` takes the same number from each folder, by chance, of all mutants that cosmic-ray makes of
lines that the README's selection of tests executes. It needs to know by which tests:

    pytest -m 'not slow' --cov=cc3k --cov-context=test

`try` changes one file at a time, in place, so run it in a clone; it runs the tests that execute the
changed line, each file of tests in the order of what it has of them, and stops at the first that
fails. With `--thorough`, it tries survivors again with the slow tests, too, of the files that reach
the line and of `tests/system`, and with more examples and longer walks, as `.ci/run` does. `tell`
gives the share that was killed, by folder, with Wilson's interval of 95 %, and the survivors.

cosmic-ray is not among the development dependencies: `pip install cosmic-ray` where this is run.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

from attrs import evolve, frozen
from coverage import CoverageData

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "content", "play", "saves", "expansions")
LEFT_OUT = (
    *("RemoveDecorator", "ZeroIterationForLoop", "ReplaceUnaryOperator_Delete_Not"),
    *("VariableInserter", "VariableReplacer"),
)
"""Operators that change more than one thing, or what others change already, or ask for more."""

MOST_TESTS = 400
"""Tests that are tried with a mutant; most die of the first few."""

PATIENCE = 300
"""Seconds after which a mutant that still runs is dead: it has made a loop endless."""

KILLED, SURVIVED, UNTRIED = "killed", "survived", "untried"


@frozen
class Mutant:
    """A place in a module, and which operator changes what it finds there."""

    module: str
    line: int
    operator: str
    occurrence: int
    fate: str = UNTRIED

    @property
    def folder(self) -> str:
        return self.module.split("/")[1]

    @classmethod
    def read(cls, row: str) -> "Mutant":
        """Return the mutant that a line of a table tells of."""
        module, line, operator, occurrence, fate = row.split("\t")[:5]
        return cls(module, int(line), operator, int(occurrence), fate)

    def __str__(self) -> str:
        return f"{self.module}\t{self.line}\t{self.operator}\t{self.occurrence}\t{self.fate}"


def tests_by_line(module: Path) -> dict[int, list[str]]:
    data = CoverageData(str(ROOT / ".coverage"))
    data.read()
    found = data.contexts_by_lineno(str(module))
    return {
        line: sorted({context.rpartition("|")[0] for context in contexts if context})
        for line, contexts in found.items()
        if any(contexts)
    }


def mutants_of(module: Path) -> Iterator[Mutant]:
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    tree, executed = get_ast_from_path(module), tests_by_line(module)
    for name in operator_names():
        if name.split("/")[1] in LEFT_OUT:
            continue
        operator, occurrence = get_operator(name)(), 0
        for node in ast_nodes(tree):
            for (line, _), _ in operator.mutation_positions(node):
                if line in executed:
                    yield Mutant(str(module.relative_to(ROOT)), line, name, occurrence)
                occurrence += 1


def draw(seed: int, count: int) -> Iterator[Mutant]:
    chance = random.Random(seed)
    for folder in FOLDERS:
        modules = sorted((ROOT / "cc3k" / folder).rglob("*.py"))
        every = [mutant for module in modules for mutant in mutants_of(module)]
        yield from chance.sample(every, count // len(FOLDERS))


def tried(mutant: Mutant, *, thorough: bool) -> Mutant:
    """Return the mutant with its fate, having changed the module and changed it back."""
    from cosmic_ray.mutating import use_mutation
    from cosmic_ray.plugins import get_operator

    module = ROOT / mutant.module
    names = tests_by_line(module)[mutant.line]
    files = Counter(name.partition("::")[0] for name in names)
    selected = sorted(names, key=lambda name: (files[name.partition("::")[0]], name))[:MOST_TESTS]
    options = ["-m", "not slow", *selected]
    if thorough:
        options = ["-m", "not browser", *[name for name, _ in files.most_common()], "tests/system"]
    operator = get_operator(mutant.operator)()
    with use_mutation(module, operator, mutant.occurrence) as (_, changed):
        assert changed is not None, f"{mutant} is no mutant: the module has changed since"
        return evolve(mutant, fate=KILLED if _fail(options, thorough=thorough) else SURVIVED)


def _fail(options: list[str], *, thorough: bool) -> bool:
    """Run tests up to the first that fails; return True if one does, or if they never end."""
    running = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CC3K_EFFORT": "2" if thorough else "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return running.wait(PATIENCE * (6 if thorough else 1)) != 0
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        return True


def interval(killed: int, count: int) -> tuple[float, float]:
    z = 1.96
    middle = (killed + z * z / 2) / (count + z * z)
    half = z * sqrt(killed * (count - killed) / count + z * z / 4) / (count + z * z)
    return middle - half, middle + half


def told(mutants: list[Mutant]) -> Iterator[str]:
    for folder in (*FOLDERS, "all"):
        fates = [each.fate for each in mutants if folder in (each.folder, "all")]
        if fates:
            killed, low_high = fates.count(KILLED), interval(fates.count(KILLED), len(fates))
            shares = " to ".join(f"{100 * share:.0f} %" for share in low_high)
            yield f"{folder:12} {killed} of {len(fates)} killed ({shares})"
    yield from [str(each) for each in mutants if each.fate == SURVIVED]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("task", choices=("draw", "try", "tell"))
    parser.add_argument("table", nargs="?", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--thorough", action="store_true")
    options = parser.parse_args()
    if options.task == "draw":
        lines: Iterator[str] = map(str, draw(options.seed, options.count))
    else:
        mutants = [Mutant.read(row) for row in options.table.read_text("utf-8").splitlines()]
        lines = told(mutants) if options.task == "tell" else _tries(mutants, options.thorough)
    for line in lines:
        print(line, flush=True)  # noqa: T201 - its output


def _tries(mutants: list[Mutant], thorough: bool) -> Iterator[str]:
    """Yield each mutant with its fate; with `thorough`, only survivors are tried again."""
    for mutant in mutants:
        yield str(mutant if mutant.fate == KILLED else tried(mutant, thorough=thorough))


if __name__ == "__main__":
    main()
