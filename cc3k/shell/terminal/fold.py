"""How a long line of text is laid on a screen: folded, and paged where it does not fit."""

import textwrap
from collections.abc import Iterator

MORE = " --more--"


def fold(text: str, width: int) -> list[str]:
    """Return the text in lines of at most that many columns, broken between words."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def pages(text: str, width: int, lines: int) -> list[list[str]]:
    """Return the text as pages of at most `lines` lines of at most `width` columns.

    Nothing is lost: every page but the last says that there is more (R1), and ends with a
    sentence if that costs no page more. Beside `MORE` there must be room for any one word.
    """
    text = " ".join(text.split())
    return [[text]] if len(text) <= width else list(_pages(text, width, lines))


def _pages(text: str, width: int, lines: int) -> Iterator[list[str]]:
    while len(folded := fold(text, width)) > lines:
        most = _most(text, width, lines)
        whole = _whole_sentences(most)
        rest, rest_of_most = _after(whole, text), _after(most, text)
        if _count(rest, width, lines) > _count(rest_of_most, width, lines):
            whole, rest = most, rest_of_most
        *others, last = fold(whole, width - len(MORE))
        yield [*others, last + MORE]
        text = rest
    yield folded or [""]


def _most(text: str, width: int, lines: int) -> str:
    """Return as much of a text as a page has room for beside `MORE`."""
    return " ".join(fold(text, width - len(MORE))[:lines])


def _after(page: str, text: str) -> str:
    return text[len(page) :].lstrip()


def _count(text: str, width: int, lines: int) -> int:
    """Return on how few pages a text has room."""
    count = 1
    while len(fold(text, width)) > lines:
        text = _after(_most(text, width, lines), text)
        count += 1
    return count


def _whole_sentences(text: str) -> str:
    """Return a text up to its last full stop; without any, all of it."""
    return text[: f"{text} ".rfind(". ") + 1] or text
