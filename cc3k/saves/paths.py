"""Paths: the player's home folder and configuration file (XDG), and the shipped layouts."""

import os
import re
from collections.abc import Mapping

GAMES_FOLDER, OPEN_FOLDER, INDEX_FILE, KEY_FILE = "games", "open", "index.sqlite3", "key"
"""Contents of the home folder: all journals, a marker of each whose end the index does not know,
that index, and the key by which the home knows the results that it has written."""

VERIFIED_FILE = "verified.jsonl"
"""What replays of journals from elsewhere came to, sealed: a later ruleset cannot replay them."""

UNFINISHED_FOLDER, MORGUE_FOLDER, SCORES_FILE = "unfinished", "morgue", "scores.jsonl"
"""What releases 1 and 2 have left in a home folder: it is only read, but for games gone on with."""

SNAPSHOTS_FOLDER = "snapshots"
"""Folder of the home folder for long games as they stood: derived, so it may be deleted."""

NOT_FOR_PLAYERS = (OPEN_FOLDER, SNAPSHOTS_FOLDER, KEY_FILE, INDEX_FILE, VERIFIED_FILE)
"""What in the home folder is derived, or is the home's alone: no list or backup has it."""

PICTURES_FOLDER = "pictures"
"""Folder of the home folder for the pictures of last boards."""

CHOICE_FILE = "expansions.txt"
"""File of the home folder that has the names of the expansions that were chosen last."""

HOME_NAME_REGEX = (
    rf"{GAMES_FOLDER}|{OPEN_FOLDER}|{UNFINISHED_FOLDER}|{MORGUE_FOLDER}|{PICTURES_FOLDER}|arcade"
    rf"|{SNAPSHOTS_FOLDER}|{KEY_FILE}|{re.escape(VERIFIED_FILE)}"
    rf"|(?:{re.escape(INDEX_FILE)}|{re.escape(SCORES_FILE)}|{re.escape(CHOICE_FILE)}).*"
)
"""Names of files and folders that we create in a home folder."""


def home_folder(environ: Mapping[str, str]) -> str | None:
    """Return the home folder: `CC3K_HOME`, or the XDG state folder's `cc3k`; or None.

    A relative path is accepted only in `CC3K_HOME`.
    """
    named = environ.get("CC3K_HOME", "")
    return os.path.abspath(named) if named else _xdg_folder(environ, "STATE", ".local/state")


def config_path(environ: Mapping[str, str]) -> str | None:
    """Return the configuration file: `CC3K_CONFIG`, or the usual one if it exists; or None."""
    named = environ.get("CC3K_CONFIG", "")
    folder = _xdg_folder(environ, "CONFIG", ".config")
    if named or folder is None:
        return named or None
    path = os.path.join(folder, "config.toml")
    return path if os.path.lexists(path) else None


def user_cache_folder(environ: Mapping[str, str]) -> str | None:
    return _xdg_folder(environ, "CACHE", ".cache")


def _xdg_folder(environ: Mapping[str, str], kind: str, usual: str) -> str | None:
    """Return our folder in one of the XDG rules, which ignore relative paths; None without any."""
    places = environ.get(f"XDG_{kind}_HOME", ""), os.path.join(environ.get("HOME", ""), usual)
    folder = next(filter(os.path.isabs, places), None)
    return None if folder is None else os.path.join(folder, "cc3k")


def path_of_snapshot(home: str, journal: str) -> str:
    return os.path.join(home, SNAPSHOTS_FOLDER, os.path.basename(journal))


_LAYOUT_SUFFIX = ".txt"
_PACKAGE_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LAYOUT_FOLDERS = (
    os.path.join(_PACKAGE_FOLDER, "floors"),
    os.path.join(os.path.dirname(_PACKAGE_FOLDER), "floors"),
)
"""Folders of the shipped layouts: in an installed package, and in a checkout."""


def shipped_layouts() -> dict[str, str]:
    floors = next(filter(os.path.isdir, _LAYOUT_FOLDERS), None)
    if floors is None:
        return {}
    files = sorted([file for file in os.listdir(floors) if file.endswith(_LAYOUT_SUFFIX)])
    return {file.removesuffix(_LAYOUT_SUFFIX): os.path.join(floors, file) for file in files}
