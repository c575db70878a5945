"""A browser at the page; without a browser or Pyodide the tests are skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright

from tests.support.browser import (
    PHONE_WINDOW,
    Served,
    Tab,
    built_site,
    launched,
    missing,
    playing_driver,
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the page."""
    if missing():
        pytest.skip(missing())
    return built_site(tmp_path_factory.mktemp("site") / "page")


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Return the driver of browsers."""
    if missing():
        pytest.skip(missing())
    with playing_driver() as playwright:
        yield playwright


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    """Return the page, served on this machine."""
    server = Served(site)
    yield server
    server.stop()


@pytest.fixture
def context(driver: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    """Return a browser that was never used before."""
    with launched(driver, tmp_path / "profile") as browser:
        yield browser


@pytest.fixture
def tab(context: BrowserContext, served: Served) -> Tab:
    """Return a tab on a desk, before the page is opened."""
    return Tab(context.new_page(), served.address)


@pytest.fixture
def phone(driver: Playwright, tmp_path: Path, served: Served) -> Iterator[Tab]:
    """Return a tab on a phone, before the page is opened."""
    with launched(driver, tmp_path / "phone", PHONE_WINDOW, is_phone=True) as browser:
        yield Tab(browser.new_page(), served.address)
