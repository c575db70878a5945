"""What is read up of a keymap: which keys do what, and which way they go."""

from collections.abc import Mapping, Sequence

from cc3k.engine.grid import DIRECTIONS
from cc3k.ui.keymap import ACTS, MOVE, PLACED

_WORDS = [way.word for way in DIRECTIONS]
_CALLED = {" ": "Space", "Page up": "PgUp", "Page down": "PgDn"}
_COMMON_NAMES = {"": "arrows", "shift-": "Shift-arrows"}


def key_table(keymap: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the keys of each act and what it is; the keys of many ways stand for one another."""
    keys: dict[str, list[str]] = {}
    for key, act in keymap.items():
        keys.setdefault(act.partition(" ")[0], []).append(key)
    return [(_names(names), ACTS[act]) for act, names in keys.items()]


def compass(keymap: Mapping[str, str]) -> list[str]:
    """Return which key goes which way: the characters, the other keys and the words for it."""
    keys = {way: [key for key, act in keymap.items() if act == f"{MOVE} {way}"] for way in _WORDS}
    characters = {way: " ".join([key for key in keys[way] if len(key) == 1]) for way in _WORDS}
    others = {way: " ".join([name_of(key) for key in keys[way] if len(key) > 1]) for way in _WORDS}
    words = {way: way for way in _WORDS}
    found = [_around(names) for names in (characters, others, words) if any(names.values())]
    return [f"  {'     '.join(row)}".rstrip() for row in zip(*found, strict=True)]


def taken(keymap: Mapping[str, str]) -> set[str]:
    """Return the letters that are keys, so that no word begins with them but after `:`."""
    return {key for key in keymap if len(key) == 1 and key.isalpha()}


def name_of(key: str) -> str:
    """Return what stands on a key: a character, or a name such as `Shift-PgUp`."""
    parts = [key] if len(key) == 1 else [part.capitalize() for part in key.split("-")]
    return "-".join([_CALLED.get(part, part) for part in parts])


def _around(names: Mapping[str, str]) -> list[str]:
    """Return the names of the ways in three lines, each on its side of the PC."""
    placed = {(way.rows, way.columns): names[way.word] for way in DIRECTIONS} | {(0, 0): "@"}
    width = max(map(len, placed.values()))
    sides = (-1, 0, 1)
    return [" ".join([f"{placed[row, side]:<{width}}" for side in sides]) for row in sides]


def _names(keys: Sequence[str]) -> str:
    """Return keys in words: most of the arrows with their corners, and a character a way, as one.

    What is missing of them is named where it stands for something else.
    """
    names = []
    for shift, common in _COMMON_NAMES.items():
        placed = [key for key in keys if key in {f"{shift}{name}" for name in PLACED}]
        if len(placed) > len(PLACED) // 2:
            names.append(common)
            keys = [key for key in keys if key not in placed]
    characters = [key for key in keys if len(key) == 1 and key.isalnum()]
    if len(characters) < len(_WORDS):
        return " ".join([*names, *map(name_of, keys)])
    others = [name_of(key) for key in keys if key not in characters]
    return " ".join([*names, *others, "".join(characters)])
