"""Arcade pages: what covers a board, such as its keys, kept games, and a screen that is too small.

Everything said of keys is said in other words to whoever has none.
"""

from collections.abc import Sequence

from cc3k.arcade.protocols import Row
from cc3k.cells.canvas import PLAIN_ROLE, Line
from cc3k.play.quoting import escape_text
from cc3k.ui.palette import ROLE_LETTERS, styled_line
from cc3k.ui.rewording import Rewording
from cc3k.ui.screen_layout import wrap_text

SHELL_KEYS = (
    ("?, F1", "these keys"),
    ("q", "leave, after a question; the game is kept"),
    ("Ctrl-D", "leave at once; the game is kept"),
    ("Ctrl-L", "paint the screen anew"),
)
ANY_KEY = "Any key goes back."
OFFER_HINT = "A number goes on with that game, Enter with the first, n begins another."
MAX_OFFERS = 9


def key_page(heading: str, keys: Sequence[tuple[str, str]], rewording: Rewording) -> list[str]:
    """Return what each key of a game does, or what taps and buttons do in their place."""
    every = [*keys, *SHELL_KEYS]
    width = max(len(key) for key, _ in every)
    lines = rewording.help_lines or [f"{key:{width}}  {does}" for key, does in every]
    return [heading, "", *lines, "", rewording.of(ANY_KEY)]


def offer_lines(
    heading: str, descriptions: Sequence[str], told: str, rewording: Rewording
) -> list[Line]:
    """Return the kept games that can be gone on with, each after its number."""
    listed = [
        styled_line(f"{number}  {escape_text(text)}")
        for number, text in enumerate(descriptions[:MAX_OFFERS], start=1)
    ]
    return [
        styled_line(heading, "heading"),
        Line("", ""),
        *listed,
        Line("", ""),
        styled_line(rewording.of(OFFER_HINT)),
        styled_line(escape_text(told), "asking"),
    ]


def size_lines(heading: str, needed: tuple[int, int], columns: int, rows: int) -> list[Line]:
    """Return that a screen is too small for a game, which needs so many columns and rows."""
    text = (
        f"{heading} needs {needed[0]} columns and {needed[1]} rows; "
        f"this screen has {columns} and {rows}."
    )
    return [styled_line(line, "asking") for line in wrap_text(text, max(1, columns))]


def line_of(row: Row) -> Line:
    """Return a row as a line; what a terminal would take for orders is escaped."""
    texts = [(escape_text(text), role) for text, role in row]
    roles = [ROLE_LETTERS.get(role, PLAIN_ROLE) * len(text) for text, role in texts]
    return Line("".join([text for text, _ in texts]), "".join(roles))
