"""Where what is kept of games is: a folder of the player's own, by the XDG rules."""

import os

from cc3k.saves.paths import home_folder
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
