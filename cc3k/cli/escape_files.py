"""Configuration files of Escape: read one, or make a game of it.

>>> from cc3k.cli.escape_files import load_escape_game
>>> load_escape_game("no such file.egc")
Traceback (most recent call last):
    ...
cc3k.arcade.escape.tokens.ConfigurationError: no such file.egc: found no such file or directory; \
expected a configuration file
"""

import os

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder, EscapeGameManager
from cc3k.arcade.escape.terms import DEFAULT_TERM
from cc3k.play.quoting import printable_name
from cc3k.saves.open_files import file_error_reason, read_limited

MAX_CONFIGURATION_BYTES = 1 << 22
"""Bytes of the largest configuration that is read: some 100,000 locations."""


def load_escape_game(path: str | os.PathLike[str], term: str = DEFAULT_TERM) -> EscapeGameManager:
    """Return a new game of the configuration in a file.

    Raises `ConfigurationError` for one that cannot be read, is in error or cannot be played, and
    ValueError for a term that does not exist.
    """
    name = os.fspath(path)
    text = read_configuration_text(name)
    return EscapeGameBuilder(text, term, printable_name(name)).make_game_manager()


def read_configuration_text(path: str) -> str:
    return decode_configuration(_read_bytes(path), path)


def decode_configuration(data: bytes, path: str) -> str:
    """Return the text in the bytes of a file; raise `ConfigurationError` if they are no UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").rpartition("\n")
        line, column = before[0].count("\n") + (2 if before[1] else 1), len(before[2]) + 1
        message = (
            f"{printable_name(path)}:{line}:{column}: found the byte {data[error.start]:#04x}; "
            "expected text in UTF-8"
        )
        raise ConfigurationError(message) from error


def _read_bytes(path: str) -> bytes:
    try:
        data = read_limited(path, MAX_CONFIGURATION_BYTES)
    except (OSError, ValueError) as error:
        found = file_error_reason(error)
        message = f"{printable_name(path)}: found {found}; expected a configuration file"
        raise ConfigurationError(message) from error
    if len(data) > MAX_CONFIGURATION_BYTES:
        message = (
            f"{printable_name(path)}: found a larger file; "
            f"expected at most {MAX_CONFIGURATION_BYTES:,} bytes"
        )
        raise ConfigurationError(message)
    return data
