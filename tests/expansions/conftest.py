"""Packages with expansions, installed for one test."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from attrs import frozen

from cc3k.saves import expansion_plugins, plugins
from tests.support.packages import install_module, install_moon


def forget_plugins() -> None:
    expansion_plugins._load_plugin.cache_clear()  # noqa: SLF001 - nobody else is to forget any
    expansion_plugins.list_expansions.cache_clear()
    plugins.LOADED.clear()
    plugins.PLAYED.clear()


@frozen
class Site:
    folder: Path
    monkeypatch: pytest.MonkeyPatch

    def install_moon(self) -> None:
        install_moon(self.folder)
        self.monkeypatch.delitem(sys.modules, "cc3k_moon", raising=False)
        forget_plugins()

    def install(self, module: str, source: str, entries: Mapping[str, str] | None = None) -> None:
        """Install a package of one module, which has an expansion of its own name, or those."""
        own = {module: f"{module}:{module.upper()}"}
        install_module(self.folder, module, source, entries or own)
        self.monkeypatch.delitem(sys.modules, module, raising=False)
        forget_plugins()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return a folder of packages, which are all forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    forget_plugins()
    yield Site(folder, monkeypatch)
    forget_plugins()


@pytest.fixture
def moon(site: Site) -> Site:
    site.install_moon()
    return site
