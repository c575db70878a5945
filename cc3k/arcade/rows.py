"""Rows of spans: cut, fill and join what a screen shows."""

from collections.abc import Iterable, Sequence

from cc3k.arcade.protocols import Row, Span


def plain(text: str, role: str = "") -> Row:
    return ((text, role),)


def width_of(row: Row) -> int:
    return sum(len(text) for text, _ in row)


def cut(row: Row, width: int) -> Row:
    kept: list[Span] = []
    for text, role in row:
        if width <= 0:
            break
        kept.append((text[:width], role))
        width -= len(text)
    return tuple(kept)


def fill(row: Row, width: int) -> Row:
    missing = width - width_of(row)
    return cut(row, width) if missing <= 0 else (*row, (" " * missing, ""))


def beside(left: Sequence[Row], right: Sequence[Row], width: int) -> list[Row]:
    count = max(len(left), len(right))
    lefts = [*left, *[()] * (count - len(left))]
    rights = [*right, *[()] * (count - len(right))]
    return [(*fill(one, width), *other) for one, other in zip(lefts, rights, strict=True)]


def wrapped(text: str, width: int, role: str = "") -> list[Row]:
    rows, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            rows.append(plain(line, role))
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*rows, plain(line, role)] if line else rows


def fitted(rows: Iterable[Row], columns: int, count: int) -> list[Row]:
    return [cut(row, columns) for row in [*rows][:count]]
