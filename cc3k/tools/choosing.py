"""How the look of a game is chosen: by options, or else by the player's file."""

import os
import shlex
from argparse import Namespace

from attrs import fields

from cc3k.play.quoting import legible
from cc3k.storage.paths import config_file
from cc3k.ui.settings import Settings


def configure(wanted: Namespace) -> None:
    """Let the player's file choose what an option of the command could have, and has not.

    Raises `ConfigError`.
    """
    if config_file(os.environ) is None:
        return
    # Imported only to read one: most need not wait for it.
    from cc3k.storage.config import read_config

    for name, value in read_config(os.environ).items():
        if getattr(wanted, name, value) is None:
            setattr(wanted, name, value)


def settings_of(wanted: Namespace) -> Settings:
    """Return the settings that are chosen; what no option of the command chooses is as usual."""
    values = {each.name: getattr(wanted, each.name, None) for each in fields(Settings)}
    chosen = {name: value for name, value in values.items() if value is not None}
    return Settings(**{"command": _command(wanted), **chosen})


def _command(wanted: Namespace) -> str:
    """Return what starts the same floors again."""
    floor = getattr(wanted, "floor", None)
    return "cc3k" if floor is None else f"cc3k --floor {legible(shlex.quote(floor))}"
