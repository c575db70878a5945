"""Checks of the tables of the rules: rows that cannot be told apart, chosen or drawn (R33, R35)."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cc3k.engine.board import (
    GOLD_GLYPH,
    HERO_GLYPH,
    POTION_GLYPH,
    STAIRS_GLYPH,
    WALKABLE,
    WALL_GLYPHS,
)

LabelledCharacter: TypeAlias = tuple[str, str, str]
"""A character of a table row: its label, the character, and the row's name."""

META_COMMAND_KEYS = "qr"
"""Keys of the meta commands at the race menu and after a game; no race may have one."""

BOARD_CHARACTERS = frozenset(
    map(chr, (*WALL_GLYPHS, *WALKABLE, STAIRS_GLYPH, HERO_GLYPH, POTION_GLYPH, GOLD_GLYPH))
)
"""The characters that already mean something on a board."""


def check_unique_names(row_label: str, names: Iterable[str]) -> None:
    """Raise ValueError if two rows of a table have the same name, ignoring case."""
    known = set[str]()
    for name in names:
        if name.lower() in known:
            message = f"found two {row_label} called {name!a}; expected a name for each"
            raise ValueError(message)
        known.add(name.lower())


def check_race_keys(keys: Sequence[LabelledCharacter]) -> None:
    """Raise ValueError for a key that cannot choose its race: input is lower case (R33, R35)."""
    check_characters(keys, frozenset())
    for label, key, name in keys:
        if key.isspace() or key.lower() != key or key in META_COMMAND_KEYS:
            expected = f"no blank or capital letter, nor {' or '.join(META_COMMAND_KEYS)}"
            message = f"found the {label} {key!a} of {name}; expected {expected}"
            raise ValueError(message)


def check_characters(characters: Iterable[LabelledCharacter], reserved: frozenset[str]) -> None:
    """Raise ValueError for a character that is not printable ASCII, not unique, or reserved."""
    owners: dict[str, str] = {}
    for label, character, name in characters:
        found = f"found the {label} {character!a} of"
        if len(character) != 1 or not character.isascii() or not character.isprintable():
            message = f"{found} {name}; expected one printable ASCII character"
            raise ValueError(message)
        if character in reserved:
            message = f"{found} {name}, which the board shows for another thing; expected a new one"
            raise ValueError(message)
        if character in owners:
            message = f"{found} both {owners[character]} and {name}; expected one for each"
            raise ValueError(message)
        owners[character] = name
