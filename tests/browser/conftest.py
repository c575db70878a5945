"""Browsers at the page; without a browser or Pyodide the tests are skipped.

Without the browser's driver, of the extra `browser`, they are not collected.

Most tests share a browser, in which the modules of Python have been compiled once: a page starts
there in less than half of the time that the first one takes. It forgets all games before each test.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Playwright

if find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from tests.support.browser import (
        PHONE_WINDOW,
        Served,
        Tab,
        built_site,
        forget_games,
        launched,
        missing,
        playing_driver,
    )


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the page, which each worker writes: they would wait for one another."""
    if missing():
        pytest.skip(missing())
    folder = tmp_path_factory.getbasetemp() / "site"
    assert run("web", str(folder), "--pyodide", os.environ["CC3K_PYODIDE"]).code == 0
    return folder


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the page as it is without Node: nothing of its start is prepared."""
    if missing():
        pytest.skip(missing())
    return built_site(tmp_path_factory.getbasetemp() / "plain", prepare=lambda *_: {})


@pytest.fixture
def plain_tab(new_browser: BrowserContext, plain_site: Path) -> Iterator[Tab]:
    """Return a tab of a browser that was never used, before that page is opened."""
    server = Served(plain_site)
    yield Tab(new_browser.new_page(), server.address)
    server.stop()


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    if missing():
        pytest.skip(missing())
    with playing_driver() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def shared_server(site: Path) -> Iterator[Served]:
    server = Served(site)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def desk_browser(
    driver: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    with launched(driver, tmp_path_factory.mktemp("desk")) as browser:
        yield browser


@pytest.fixture(scope="session")
def phone_browser(
    driver: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    folder = tmp_path_factory.mktemp("phone")
    with launched(driver, folder, PHONE_WINDOW, is_phone=True) as browser:
        yield browser


@pytest.fixture
def context(desk_browser: BrowserContext, shared_server: Served) -> BrowserContext:
    return forget_games(desk_browser, shared_server.address)


@pytest.fixture
def tab(context: BrowserContext, shared_server: Served) -> Tab:
    return Tab(context.new_page(), shared_server.address)


@pytest.fixture
def phone(phone_browser: BrowserContext, shared_server: Served) -> Tab:
    address = shared_server.address
    return Tab(forget_games(phone_browser, address).new_page(), address)


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    """Return the page, served for one test, which may stop it."""
    server = Served(site)
    yield server
    server.stop()


@pytest.fixture
def new_browser(driver: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    with launched(driver, tmp_path / "profile") as browser:
        yield browser


@pytest.fixture
def new_tab(new_browser: BrowserContext, served: Served) -> Tab:
    """Return a tab of a browser that was never used, before the page is opened."""
    return Tab(new_browser.new_page(), served.address)
