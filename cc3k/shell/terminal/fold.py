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
    sentence if it can. Beside `MORE` there must be room for any one word.
    """
    return list(_pages(" ".join(text.split()), width, lines))


def _pages(text: str, width: int, lines: int) -> Iterator[list[str]]:
    while len(folded := fold(text, width)) > lines:
        most = " ".join(fold(text, width - len(MORE))[:lines])
        whole = _whole_sentences(most)
        *others, last = fold(whole, width - len(MORE))
        yield [*others, last + MORE]
        text = text[len(whole) :].lstrip()
    yield folded or [""]


def _whole_sentences(text: str) -> str:
    """Return a text up to its last full stop; without any, all of it."""
    return text[: f"{text} ".rfind(". ") + 1] or text
