"""Arcade pages: what covers a board, such as its keys, kept games, and a screen that is too small.

Everything said of keys is said in other words to whoever has none.
"""

from collections.abc import Sequence

from cc3k.arcade.protocols import Row
from cc3k.play.quoting import escape_text
from cc3k.terminal.canvas import PLAIN_ROLE, Line
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
MORE_KEY = "Any key goes on to the keys."
OFFER_HINT = "A number goes on with that game, Enter with the first, n begins another."
MAX_OFFERS = 9


def help_pages(
    heading: str,
    about: Sequence[str],
    keys: Sequence[tuple[str, str]],
    rewording: Rewording,
    rows: int,
) -> list[list[str]]:
    """Return what a game is about, and what its keys do, or taps and buttons in their place.

    That is one page if it fits into so many rows, and else two.
    """
    every = [*keys, *SHELL_KEYS]
    width = max(len(key) for key, _ in every)
    lines = rewording.help_lines or [f"{key:{width}}  {does}" for key, does in every]
    end = ["", rewording.of(ANY_KEY)]
    whole = [heading, "", *about, *[""] * bool(about), *lines, *end]
    if not about or len(whole) <= rows:
        return [whole]
    return [[heading, "", *about, "", rewording.of(MORE_KEY)], [heading, "", *lines, *end]]


def offer_lines(
    heading: str, descriptions: Sequence[str], told: str, rewording: Rewording
) -> list[Line]:
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


def size_lines(
    heading: str, needed: tuple[int, int], columns: int, rows: int, told: str
) -> list[Line]:
    text = (
        f"{heading} needs {needed[0]} columns and {needed[1]} rows; "
        f"this screen has {columns} and {rows}."
    )
    lines = [*wrap_text(text, max(1, columns)), "", *wrap_text(told, max(1, columns))]
    return [styled_line(escape_text(line), "asking") for line in lines]


def line_of(row: Row) -> Line:
    """Return a row as a line; what a terminal would take for orders is escaped."""
    texts = [(escape_text(text), role) for text, role in row]
    roles = [ROLE_LETTERS.get(role, PLAIN_ROLE) * len(text) for text, role in texts]
    return Line("".join([text for text, _ in texts]), "".join(roles))
