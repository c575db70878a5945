"""Layout files: find the one of a name, a player's own or a shipped one, and read it (R32)."""

import os

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, Layout, read_layout
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.saves.open_files import UnreadableError, file_error_reason, read_limited
from cc3k.saves.paths import shipped_layouts


def load_layout(path_or_name: str, rules: Rules) -> Layout:
    """Read the layout file of that name, as `read_layout_bytes` finds it; raise `LayoutError`."""
    return parse_layout_file(read_named_layout(path_or_name), path_or_name, rules)


def read_named_layout(name: str) -> bytes:
    try:
        return read_layout_bytes(name)
    except UnreadableError as error:
        message = f"{printable_name(name)}: {error}"
        raise LayoutError(message) from error


def parse_layout_file(data: bytes, name: str, rules: Rules) -> Layout:
    """Return the layout in the bytes of a file; raise `LayoutError` with a hint to `cc3k check`.

    The error is the first one of the file, with the number of others.
    """
    try:
        return read_layout(data, printable_name(name), rules)
    except LayoutError as error:
        if not error.others:
            raise
        others = f"{error.others} more {'error' if error.others == 1 else 'errors'}"
        message = f"{error} (`cc3k check` lists {others})"
        raise LayoutError(message, error.others) from error


def read_layout_bytes(name: str) -> bytes:
    """Return the bytes of the layout file of that path, or else of the shipped one of that name.

    A directory does not hide a shipped layout of the same name. Raises `UnreadableError`.
    """
    try:
        return read_limited(find_layout(name), MAX_LAYOUT_BYTES)
    except (OSError, ValueError) as error:
        wanted = f"a layout file or one of: {', '.join(shipped_layouts())}"
        if isinstance(error, FileNotFoundError):
            message = f"no such file; give {wanted}"
        else:
            message = f"found {file_error_reason(error)}; expected {wanted}"
        raise UnreadableError(message) from error


def find_layout(name: str) -> str:
    is_own_file = os.path.lexists(name) and not os.path.isdir(name)
    return name if is_own_file else shipped_layouts().get(name, name)
