"""Where a player's own files are, by the XDG rules: what is kept of games, and the choices."""

import os
from collections.abc import Mapping

UNFINISHED, GAMES, MORGUE, SCORES = "unfinished", "games", "morgue", "scores.jsonl"
"""What is in it: journals of games that can go on, of those that have ended, what is told of these
to be read, and a line a score."""


def home(environ: Mapping[str, str]) -> str | None:
    """Return the folder: what `CC3K_HOME` names, or where the XDG rules have state; or None.

    A relative folder is heeded only in `CC3K_HOME`, where somebody has typed it.
    """
    named = environ.get("CC3K_HOME", "")
    if named:
        return os.path.abspath(named)
    usual = os.path.join(environ.get("HOME", ""), ".local", "state")
    folder = next(filter(os.path.isabs, (environ.get("XDG_STATE_HOME", ""), usual)), None)
    return None if folder is None else os.path.join(folder, "cc3k")


def config_file(environ: Mapping[str, str]) -> str | None:
    """Return the configuration file: what `CC3K_CONFIG` names, or the usual one if it is there.

    The XDG rules heed no relative folder.
    """
    named = environ.get("CC3K_CONFIG", "")
    if named:
        return named
    folders = (environ.get("XDG_CONFIG_HOME", ""), f"{environ.get('HOME', '')}/.config")
    folder = next(filter(os.path.isabs, folders), "")
    path = os.path.join(folder, "cc3k", "config.toml")
    return path if folder and os.path.lexists(path) else None


_SUFFIX = ".txt"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PLACES = (os.path.join(_PACKAGE, "floors"), os.path.join(os.path.dirname(_PACKAGE), "floors"))
"""Where the shipped layouts are: in an installed package, and in a checkout of the project."""


def shipped_layouts() -> dict[str, str]:
    """Return the paths of the layouts that come with the game, by name."""
    floors = next(filter(os.path.isdir, _PLACES), None)
    if floors is None:
        return {}
    files = sorted([file for file in os.listdir(floors) if file.endswith(_SUFFIX)])
    return {file.removesuffix(_SUFFIX): os.path.join(floors, file) for file in files}
