"""Choices among the tests that were collected: which to run, and which to measure.

`--first-and-last` runs every test, but not with all of its parameters: enough to see if another
Python, another place or a new row of the roster breaks it, where the whole suite is run as well.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from shutil import rmtree
from tempfile import gettempdir

import pytest

TESTS = Path(__file__).parents[1]

UNMEASURED = frozenset(
    {"benchmarks", "bots", "browser", "gym", "system", "terminal", "web"} | {"test_architecture.py"}
)
"""Tests that are about other parts: they reach no branch of the core but by chance."""


def first_and_last(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return each test with the first and the last of its parameters, and all others."""
    last = {name_without_parameters(item): item for item in items}
    kept, left, seen = list[pytest.Item](), list[pytest.Item](), set[str]()
    for item in items:
        name = name_without_parameters(item)
        (kept if name not in seen or item is last[name] else left).append(item)
        seen.add(name)
    return kept, left


def name_without_parameters(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def mark_thorough(items: Sequence[pytest.Item]) -> None:
    """Mark what `slow_from(N)` says as slow, and what does more with more effort as a `walk`.

    Of a test's parameters, all but the first N are slow then.
    """
    counts = Counter[str]()
    for item in items:
        name = name_without_parameters(item)
        counts[name] += 1
        quick = item.get_closest_marker("slow_from")
        if quick is not None and counts[name] > quick.args[0]:
            item.add_marker("slow")
        if getattr(getattr(item, "function", None), "is_hypothesis_test", False):
            item.add_marker("walk")


def measure_the_core(items: Sequence[pytest.Item]) -> None:
    """Measure coverage only while tests run that are about the core: it doubles their time."""
    for item in items:
        if item.path.is_relative_to(TESTS) and item.path.relative_to(TESTS).parts[0] in UNMEASURED:
            item.add_marker("no_cover")


def import_ahead(config: pytest.Config) -> None:
    """Import the modules of the tests, each worker of several beginning at another one.

    All of them collect all tests. So each rewrites the assertions of its share of the modules, and
    reads what the others have written.
    """
    own = getattr(config, "workerinput", None)
    if own is None:
        return
    folders = [config.invocation_params.dir / each for each in config.args]
    paths = sorted({path for each in folders for path in each.rglob("test_*.py")})
    first = len(paths) * int(own["workerid"].removeprefix("gw")) // own["workercount"]
    with _shared_bytecode(config, Path(gettempdir(), f"cc3k-tests-{own['testrunuid']}")):
        for path in [*paths[first:], *paths[:first]]:
            name = ".".join(path.relative_to(config.rootpath).with_suffix("").parts)
            with suppress(ImportError, pytest.skip.Exception):  # told of when it is collected
                import_module(name)


@contextmanager
def _shared_bytecode(config: pytest.Config, folder: Path) -> Iterator[None]:
    """Let workers read from a folder what each has compiled, where the checkout is to keep none."""
    if not sys.dont_write_bytecode:
        yield
        return
    config.add_cleanup(partial(rmtree, folder, ignore_errors=True))
    before, sys.pycache_prefix = sys.pycache_prefix, str(folder)
    sys.dont_write_bytecode = False
    try:
        yield
    finally:
        sys.pycache_prefix, sys.dont_write_bytecode = before, True


@contextmanager
def unmeasured(config: pytest.Config) -> Iterator[None]:
    """Measure no coverage meanwhile, but of what the modules of the core do as they are imported.

    Tests are collected in half of the time then.
    """
    controller = getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)
    if controller is None or config.pluginmanager.hasplugin("dsession"):  # others collect
        yield
        return
    from coverage import Coverage

    for name in controller.cov.get_option("run:source"):
        for module in walk_packages(import_module(name).__path__, f"{name}."):
            import_module(module.name)
    controller.pause()
    while (another := Coverage.current()) is not None:  # pytest-cov starts two in a worker
        another.stop()
    yield
    controller.resume()
