"""Pager: text on a screen of its own, to scroll with keys or the wheel, and to search."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from cc3k.engine.values import frozen
from cc3k.terminal.canvas import fits_cells
from cc3k.terminal.keys import WHEEL_KEYS
from cc3k.ui.console_commands import Close, ConsoleCommand, KeyPress, Mode, Open

if TYPE_CHECKING:
    from cc3k.play.help import PageLine

ANY_KEY_HINT = "Press any key to go on."
SHORT_SCROLL_HINT = "Arrows scroll; / finds; others go on."
SCROLL_KEYS_HINT = "Arrows, PgUp, PgDn, Space or the wheel scroll; / finds; any other key goes on."

WRAP_INDENT = 2
"""Columns by which the rest of a wrapped line is indented further."""

SCROLL_TO_END = 1 << 20
"""More lines than any text has."""


def lines_scrolled(press: KeyPress, page: int) -> int | None:
    """Return by how many lines a key scrolls a text, of which a page is shown; None for others."""
    steps = {
        "page down": page,
        " ": page,
        "page up": -page,
        "home": -SCROLL_TO_END,
        "end": SCROLL_TO_END,
        **WHEEL_STEPS,
    }
    return steps.get(press.key, press.rows_down or None)


WHEEL_LINES = 3
WHEEL_STEPS = dict(zip(WHEEL_KEYS.values(), (-WHEEL_LINES, WHEEL_LINES), strict=True))
"""The lines that a notch of the wheel scrolls, by its key."""

FIND_KEY, NEXT_KEYS, PREVIOUS_KEY = "/", ("n", "enter"), "N"
MAX_SOUGHT = 40
"""Characters of a text to find at most."""


@frozen
class TextSearch:
    """A search in a pager: the text to find, and the line where it was found last.

    It `is_typed` until Enter ends it. Capitals and small letters are the same.
    """

    sought: str = ""
    is_typed: bool = True
    line: int | None = None

    def typed_with(self, key: str) -> "TextSearch | None":
        """Return the search with one key more; None if that takes all of it back."""
        if key == "escape" or (key == "backspace" and not self.sought):
            return None
        if key == "backspace":
            return evolve(self, sought=self.sought[:-1])
        if len(key) > 1 or not fits_cells(key) or len(self.sought) == MAX_SOUGHT:
            return self
        return evolve(self, sought=self.sought + key)

    def found_in(self, lines: Sequence[str], start: int, step: int = 1) -> "TextSearch":
        """Return the search at the first line from `start` on that has the text, or at none.

        After the last line it goes on with the first one; backwards, the other way round.
        """
        sought = self.sought.casefold()
        order = [(start + step * count) % len(lines) for count in range(len(lines))]
        line = next((at for at in order if sought in lines[at].casefold()), None)
        return evolve(self, is_typed=False, line=line)


@frozen
class PagerMode:
    """Text on a screen of its own, scrolled to line `top`; `covered_mode` is shown after it."""

    lines: "Sequence[PageLine]"
    top: int = 0
    covered_mode: Mode | None = None
    search: TextSearch | None = None

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        if self.search is not None and self.search.is_typed:
            return self._type_search(self.search, press)
        if press.key == FIND_KEY:
            return Open(evolve(self, search=TextSearch()))
        if self.search is not None and press.key in (*NEXT_KEYS, PREVIOUS_KEY):
            step = -1 if press.key == PREVIOUS_KEY else 1
            line = self.top if self.search.line is None else self.search.line + step
            return self._find(self.search, press, line, step)
        return self._scroll_or_close(press)

    @property
    def takes_text(self) -> bool:
        return self.search is not None and self.search.is_typed

    def hint(self, columns: int, rows: int) -> str:
        search = self.search
        if search is not None and search.is_typed:
            return find_prompt(search.sought)
        if search is not None:
            found = search.line is not None
            return found_hint(search.sought) if found else not_found_hint(search.sought)
        is_all_shown = self.top == 0 and len(self.wrapped_lines(columns)) <= rows - 1
        if is_all_shown:
            return ANY_KEY_HINT
        return SCROLL_KEYS_HINT if len(SCROLL_KEYS_HINT) <= columns else SHORT_SCROLL_HINT

    def scrolled(self, lines: int, columns: int, rows: int) -> "PagerMode":
        last = max(0, len(self.wrapped_lines(columns)) - self.visible_lines(rows))
        return evolve(self, top=min(max(0, self.top + lines), last))

    def wrapped_lines(self, columns: int) -> Sequence[str]:
        return _wrap_lines(tuple(self.lines), columns)

    @staticmethod
    def visible_lines(rows: int) -> int:
        return rows - 1

    def _scroll_or_close(self, press: KeyPress) -> ConsoleCommand:
        step = lines_scrolled(press, self.visible_lines(press.rows))
        if step is None:
            return Close(self.covered_mode)
        scrolled = self.scrolled(step, press.columns, press.rows)
        if press.key == " " and scrolled.top == self.top:
            return Close(self.covered_mode)
        return Open(scrolled)

    def _type_search(self, search: TextSearch, press: KeyPress) -> ConsoleCommand:
        """Type a character of the text to find; Enter finds it from the top of the screen on."""
        if press.key in WHEEL_STEPS:
            return self._scroll_or_close(press)
        if press.key != "enter":
            return Open(evolve(self, search=search.typed_with(press.key)))
        if not search.sought:
            return Open(evolve(self, search=None))
        return self._find(search, press, self.top, 1)

    def _find(self, search: TextSearch, press: KeyPress, start: int, step: int) -> Open:
        found = search.found_in(self.wrapped_lines(press.columns), start, step)
        pager = evolve(self, search=found)
        room = self.visible_lines(press.rows)
        if found.line is None or self.top <= found.line < self.top + room:
            return Open(pager)
        return Open(pager.scrolled(found.line - self.top, press.columns, press.rows))


@lru_cache(maxsize=4)
def _wrap_lines(lines: "tuple[PageLine, ...]", columns: int) -> Sequence[str]:
    return [part for line in lines for part in _wrap_line(line, columns)]


def _wrap_line(line: "PageLine", columns: int) -> list[str]:
    if not isinstance(line, str):
        return line.fold(columns)
    indent = " " * (len(line) - len(line.lstrip()) + WRAP_INDENT)
    import textwrap

    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]


def find_prompt(sought: str) -> str:
    return f"Find: {sought}_"


def found_hint(sought: str) -> str:
    return f"n or Enter finds the next '{sought}', N the one before; any other key goes on."


def not_found_hint(sought: str) -> str:
    return f"There is no '{sought}' here; / finds something else; any other key goes on."
