"""Command names: the table of all commands, and suggestions for unknown words."""

import os
from collections.abc import Iterable, Mapping

COMMANDS: Mapping[str, str] = {
    "arcade": "choose one of the sibling games, or list them",
    "arena": "let a bot play many games, and report how it fared",
    "catalog": "list what lies on the floors of seeds",
    "check": "find the mistakes in layout files",
    "completion": "print tab completion for bash, zsh or fish",
    "daily": "play the game of the day, the same for everybody",
    "defender": "play Space Defender 2, or turn its commands into a transcript",
    "escape": "play Escape on squares or hexes, or convert its configurations",
    "games": "list the saved games, or delete some",
    "gems": "play Modern Gems: remove gems of a kind, and let others fall",
    "help": "list commands and topics, or print a topic",
    "replay": "watch, verify or export a recorded game",
    "scores": "show the best games, or verify them",
    "stats": "sum up all recorded games",
    "web": "write the game as a folder that any browser plays",
}
"""The commands and what they do. Each is a module of its name in `cc3k/cli` with `run`, which
takes the arguments and returns the exit code, and `build_parser`. Playing has no name."""

MEANT_OPTIONS: Mapping[str, str] = {
    "continue": "--continue",
    "new": "--new",
    "plain": "--plain",
    "practice": "--practice",
    "resume": "--continue",
    "script": "--script",
    "version": "--version",
}
"""Words that people type as commands, and the options of a game that do what they mean."""

MIN_LIKENESS = 0.6
"""Similarity, from 0 to 1, that makes a word a near one: `scroes` and `scores` have 0.83."""


def is_unknown_word(word: str) -> bool:
    """Return True if a first argument is no command, option, file, shipped layout or path."""
    if word in COMMANDS or not word or word.startswith("-"):
        return False
    is_path = os.sep in word or "." in word  # whoever types these means a file
    return not is_path and "\0" not in word and not _is_layout(word)


def unknown_word_message(word: str) -> str:
    meant = _meant_command(word)
    if meant is not None:
        expected = "a command, a layout file or the name of a layout"
        return f"found {word!a}; expected {expected}. {did_you_mean(meant)}"
    # Imported here for a fast start: needed only for the names of layouts.
    from cc3k.saves.paths import shipped_layouts

    layouts = ", ".join(shipped_layouts()) or "none are installed"
    return (
        f"found {word!a}; expected a command ({', '.join(COMMANDS)}), a layout file, "
        f"or the name of a layout ({layouts})"
    )


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    # Imported only for a mistake: nobody else need wait for it.
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), known, n=1, cutoff=MIN_LIKENESS)), None)


def did_you_mean(command_line: str) -> str:
    return f"Did you mean `{command_line}`?"


def _is_layout(word: str) -> bool:
    # Imported here for a fast start: needed only for the names of layouts.
    from cc3k.saves.paths import shipped_layouts

    return os.path.lexists(word) or word in shipped_layouts()


def _meant_command(word: str) -> str | None:
    # Imported here for a fast start: needed only for the names of layouts.
    from cc3k.saves.paths import shipped_layouts

    if word.removeprefix("+").isdecimal() and word.isascii():
        return f"cc3k --seed {word}"
    meant = {
        **{name: f"cc3k --floor {name}" for name in shipped_layouts()},
        **{name: f"cc3k {option}" for name, option in MEANT_OPTIONS.items()},
        **{name: f"cc3k {name}" for name in COMMANDS},
    }
    near = nearest_word(word, meant)
    return None if near is None else meant[near]
