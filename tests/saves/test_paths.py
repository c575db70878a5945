"""Where what is kept of games is: a folder of the player's own, by the XDG rules."""

import os

from cc3k.saves import paths
from cc3k.saves.paths import home_folder, shipped_layouts, user_cache_folder
from tests.support.fixtures import Patch
from tests.support.tables import for_each


@for_each(
    "environ, folder",
    [
        ({}, None),
        ({"HOME": ""}, None),
        ({"HOME": "relative"}, None),
        ({"HOME": "/home/me"}, "/home/me/.local/state/cc3k"),
        ({"HOME": "/home/me", "XDG_STATE_HOME": ""}, "/home/me/.local/state/cc3k"),
        ({"HOME": "/home/me", "XDG_STATE_HOME": "state"}, "/home/me/.local/state/cc3k"),
        ({"HOME": "/home/me", "XDG_STATE_HOME": "/state"}, "/state/cc3k"),
        ({"XDG_STATE_HOME": "/state"}, "/state/cc3k"),
        ({"HOME": "/home/me", "XDG_STATE_HOME": "/state", "CC3K_HOME": ""}, "/state/cc3k"),
        ({"HOME": "/home/me", "XDG_STATE_HOME": "/state", "CC3K_HOME": "/mine"}, "/mine"),
        ({"CC3K_HOME": "mine"}, os.path.join(os.getcwd(), "mine")),
    ],
)
def test_home_is_what_the_environment_names(environ: dict[str, str], folder: str | None) -> None:
    """`CC3K_HOME`, or `$XDG_STATE_HOME/cc3k`, or `~/.local/state/cc3k`, or nothing."""
    assert home_folder(environ) == folder


@for_each(
    "environ, folder",
    [
        ({"HOME": "relative", "XDG_CACHE_HOME": "relative"}, None),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": ""}, "/home/me/.cache/cc3k"),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": "/cache"}, "/cache/cc3k"),
    ],
)
def test_cache_is_what_the_environment_names(environ: dict[str, str], folder: str | None) -> None:
    """`$XDG_CACHE_HOME/cc3k`, or `~/.cache/cc3k`, or nothing."""
    assert user_cache_folder(environ) == folder


def test_without_the_folder_of_layouts_none_is_shipped(monkeypatch: Patch) -> None:
    """A copy of the package alone plays all the same."""
    monkeypatch.setattr(paths, "_LAYOUT_FOLDERS", ("/proc/none",))
    assert shipped_layouts() == {}
