"""Common ground of all tests: the same world for each, and texts compared with golden files."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from difflib import unified_diff
from itertools import zip_longest
from pathlib import Path
from types import FrameType
from typing import TypeAlias

import pytest
from hypothesis import settings

from cc3k.content.roster import BASE_RULES
from cc3k.fast.support import find_unknown_part
from tests.support import ruleset, selection
from tests.support.effort import THOROUGH
from tests.support.tour import pages

settings.register_profile(
    "quick",
    deadline=None,  # a busy machine is not a broken law
    max_examples=20,
    derandomize=True,  # the same examples for the same code
)
settings.register_profile(
    "thorough", deadline=None, max_examples=100, derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("thorough" if THOROUGH else "quick")

GOLDEN = Path(__file__).parent / "golden"

HEEDED = ("CC3K_CONFIG", "CC3K_TRACEBACK", "NO_COLOR", "COLUMNS", "LINES")
"""Variables that the program heeds: a test that is about one of them sets it."""

UNTOUCHABLE = frozenset({signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE, signal.SIGXFSZ})
"""Signals that cannot be handled, and those that Python itself ignores."""

Golden: TypeAlias = Callable[[str, str], None]
"""Fail unless the golden file of that name (the first) holds that text (the second)."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer `--update-golden` and `--first-and-last`."""
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite tests/golden with what is said now"
    )
    parser.addoption(
        "--first-and-last",
        action="store_true",
        help="run each test with the first and the last of its parameters only",
    )


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no test keep a game in the home of whoever runs it, nor heed what was chosen there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC3K_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        for name in HEEDED:
            patch.delenv(name, raising=False)
        patch.setattr(os, "fsync", os.fstat)  # no power is lost here, so nobody waits for a disk
        yield


@pytest.fixture(scope="session", autouse=True)
def _heeded_signals() -> None:
    """Let programs that tests start heed every signal, also under `nohup` and in the background.

    What is ignored stays so in each program that is started; what is handled does not. So this
    process goes on ignoring what it was told to, by a handler.
    """
    for number in signal.valid_signals() - UNTOUCHABLE:
        if signal.getsignal(number) is signal.SIG_IGN:
            interrupt = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if interrupt else _ignore)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Go on."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Measure the core while tests run, not while they are collected, and collect them together.

    Python looks for garbage neither meanwhile nor later among what stays to the end.
    """
    gc.disable()
    with selection.unmeasured(session.config):
        selection.import_ahead(session.config)
        collected = yield
    gc.freeze()
    gc.enable()
    return collected


@pytest.hookimpl(tryfirst=True)  # before `-m` is heeded
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what was not asked for, and what holds for another roster than the game has now."""
    selection.mark_thorough(items)
    if config.getoption("--first-and-last"):
        items[:], left = selection.first_and_last(items)
        config.hook.pytest_deselected(items=left)
    if config.pluginmanager.hasplugin("_cov"):
        selection.measure_the_core(items)
    _skip_what_another_roster_had(items)


def _skip_what_another_roster_had(items: list[pytest.Item]) -> None:
    """Skip what was typed from seeded games, and what the compiled core plays.

    An ability that is new to it is played by the engine, with a warning.
    """
    if ruleset.current_ruleset() != ruleset.TYPED_RULESET:
        _skip_marked(items, "seeded", ruleset.SKIP_REASON)
    unknown = find_unknown_part(BASE_RULES)
    if unknown is not None:
        _skip_marked(items, "core", f"the compiled core does not know {unknown}")
        for item in items:
            item.add_marker(pytest.mark.filterwarnings("ignore:the fast core does not know"))


def _skip_marked(items: list[pytest.Item], marker: str, reason: str) -> None:
    for item in items:
        if item.get_closest_marker(marker):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare texts with golden files, or write these when asked to."""
    update = bool(request.config.getoption("--update-golden"))

    def check(name: str, text: str) -> None:
        path = GOLDEN / f"{name}.txt"
        kept = path.read_text("ascii") if path.exists() else ""
        if text == kept:
            return
        if not update:
            pytest.fail(f"{path}: {first_difference(kept, text)}", pytrace=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "ascii")

    return check


def first_difference(kept: str, text: str) -> str:
    """Return the first page in which two texts differ, as a diff with all of its rows."""
    paired = zip_longest(pages(kept), pages(text), fillvalue="")
    for number, (before, now) in enumerate(paired, start=1):
        if before != now:
            rows = before.splitlines(), now.splitlines()
            changes = unified_diff(*rows, "kept", "now", n=len(rows[0]), lineterm="")
            return "\n".join([f"page {number} differs", *changes])
    return "no page differs"
