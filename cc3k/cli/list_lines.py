"""List lines: long lines of a command's list, folded where a terminal is too narrow for them.

What is read by a program keeps one line for each thing: nothing is folded in a pipe.
"""

import sys
from collections.abc import Iterator

COLUMN_GAP = "  "
"""What parts the columns of a list: lines are folded there rather than within a column."""

MIN_COLUMNS = 40
"""Columns for which lines are folded at least, on whatever terminal."""


def terminal_columns() -> int | None:
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    # Imported here for a fast start: needed only on a terminal.
    import shutil

    return max(MIN_COLUMNS, shutil.get_terminal_size().columns)


def fold_list(text: str, hanging: int = 4) -> str:
    columns = terminal_columns()
    if columns is None:
        return text
    rows = [row for line in text.split("\n") for row in fold_line(line, columns, hanging)]
    return "\n".join(rows)


def fold_line(line: str, columns: int, hanging: int) -> Iterator[str]:
    """Yield a line in rows of at most that many columns, all but the first indented by `hanging`.

    A word that is too long stays whole.
    """
    start = 0
    while len(line) > columns:
        start = max(start, len(line) - len(line.lstrip()) + 1)
        at = max(_last_gap(line, start, columns), start)
        if at == start:
            at = line.find(" ", columns)
        if at < 0:
            break
        yield line[:at].rstrip()
        line, start = f"{'':{hanging}}{line[at:].lstrip()}", hanging + 1
    yield line


def _last_gap(line: str, start: int, columns: int) -> int:
    """Return where the last column ends that fits in full, or else the last word; 0 for neither."""
    between_columns = line.rfind(COLUMN_GAP, max(start, columns // 2), columns + len(COLUMN_GAP))
    return between_columns if between_columns > 0 else max(0, line.rfind(" ", start, columns + 1))
