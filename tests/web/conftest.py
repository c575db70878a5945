"""What the tests of a page need: a page changes the environment, and the working directory."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cc3k.ui import game_app
from cc3k.web import site
from tests.support.pages import Visitor


@pytest.fixture(scope="session", autouse=True)
def _pictures_are_drawn_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "pictures", cache(site.pictures))
        yield


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Return somebody at a page that was never opened before; a browser's Python has no SQLite."""
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    monkeypatch.setattr(game_app, "END_GUARD_SECONDS", 0)  # no test waits for the clock
    environment, folder = dict(os.environ), Path.cwd()
    yield Visitor(tmp_path / "page-0000")
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
