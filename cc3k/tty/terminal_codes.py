"""The shortest way to say things to a terminal: where the cursor goes, and how cells look."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from attrs import frozen

PLAIN = " "
"""The role of a cell without any."""

EDGE = -1
"""The column of a cursor that has painted the last one of its row."""

_RENDITION = re.compile(r"\x1b\[([\d;]+)m")
_PART = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")
_LASTING = re.compile(r"[1-57]|4\d|48;.*|10\d")
"""What only a reset ends, such as bold, reverse or a background; a new colour ends the old one."""


@frozen
class Brush:
    """What a terminal understands. `styles` are by the letter of a role; PLAIN has none.

    `clear` makes the screen blank, `erase` the rest of a row.
    `move` goes to a row and a column and `column` to a column of the same row, both from 0;
    `right`, `left` and `down` go so many cells. What a terminal cannot do is empty.
    """

    styles: Mapping[str, str]
    normal: str
    clear: str
    erase: str
    move: Callable[[int, int], str]
    column: Callable[[int], str]
    right: Callable[[int], str]
    left: Callable[[int], str]
    down: Callable[[int], str]

    def turn(self, role: str, to: str) -> str:
        """Return what changes the look of one role into that of another."""
        return _turn(self.styles.get(role, ""), self.styles.get(to, ""), self.normal)

    def hides_in(self, character: str, role: str, current: str) -> bool:
        """Tell whether a cell looks the same in the current role as in its own."""
        return role == current or (
            character == " " and role == PLAIN and not _lasts(self.styles.get(current, ""))
        )

    def go(self, at: tuple[int, int], to: tuple[int, int]) -> str:
        """Return the shortest move of the cursor to a place.

        From beyond the last column, `EDGE`, it is not known what a relative move would do: only
        the first column is sure.
        """
        (row, column), (to_row, to_column) = at, to
        straight = self.move(to_row, to_column)
        if to_row < row:
            return straight
        across = _across(self.right, self.left, self.column, column, to_column)
        if across is None:
            return straight
        stepped = across + _down(self.down, to_row - row)
        return stepped if len(stepped) < len(straight) else straight


@lru_cache(maxsize=1024)
def _down(down: Callable[[int], str], rows: int) -> str:
    """Return the shortest way down; line feeds are one that every terminal has."""
    feeds = "\n" * rows
    return min(feeds, down(rows) or feeds, key=len) if rows else ""


@lru_cache(maxsize=1 << 13)
def _across(
    right: Callable[[int], str],
    left: Callable[[int], str],
    at: Callable[[int], str],
    column: int,
    to: int,
) -> str | None:
    """Return the shortest way to another column of the row, None if there is none."""
    if to == column:
        return ""
    if to == 0:
        return "\r"
    if column == EDGE:
        ways = [f"\r{right(to)}" if right(to) else ""]
    elif to > column:
        ways = [right(to - column), at(to)]
    else:
        ways = ["\b" * (column - to), left(column - to), at(to)]
    return min(filter(None, ways), key=len, default=None)


@lru_cache(maxsize=256)
def _turn(style: str, to: str, normal: str) -> str:
    """Return the shortest change of style; what is no plain rendition is said in full."""
    before, after = _renditions(style), _renditions(to)
    if before is None or after is None:
        return normal + to
    gone = [one for one in before if one not in after]
    uncoloured = all(map(_LASTING.fullmatch, after))
    if any(map(_LASTING.fullmatch, gone)) or (gone and uncoloured):
        return f"\x1b[{';'.join(['', *after])}m" if after else "\x1b[m"
    new = [one for one in after if one not in before]
    return f"\x1b[{';'.join(new)}m" if new else ""


@lru_cache(maxsize=256)
def _renditions(style: str) -> list[str] | None:
    """Return the parts of a style, or None if it is more than renditions."""
    if _RENDITION.sub("", style):
        return None
    return [part for one in _RENDITION.findall(style) for part in _PART.findall(one)]


@lru_cache(maxsize=256)
def _lasts(style: str) -> bool:
    """Tell whether a style shows on a blank."""
    parts = _renditions(style)
    return parts is None or any(map(_LASTING.fullmatch, parts))
