"""Pager: texts on a screen of their own, scrolled and searched: help, messages, what is known."""

import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from attrs import evolve, field

from cc3k.engine.game import GameState
from cc3k.engine.values import frozen
from cc3k.play.commands import MetaCommand
from cc3k.play.help import (
    KeyGuide,
    PageLine,
    TopicTable,
    discoveries_page,
    end_of_game_page,
    help_page,
    message_log_page,
)
from cc3k.play.messages import FORECAST_HEADING
from cc3k.play.prompts import NOTHING_TO_FORETELL, forecast_lines, forecasts_and_odds
from cc3k.play.session import Session, SessionStage
from cc3k.terminal.app import WHEEL_KEYS, Line, fits_cells
from cc3k.ui.keymap import (
    KEYMAPS,
    Keymap,
    bound_letters,
    first_keys,
    format_compass,
    list_keys,
    lost_key_actions,
)
from cc3k.ui.modes import AGAIN, Close, ConsoleRequest, KeyPress, Mode, Notify, Open, PassOn
from cc3k.ui.palette import GLYPH_SETS
from cc3k.ui.screen_layout import styled_line
from cc3k.ui.settings import Rewording

AND_ACT = " and act"
"""The end of a hint over a running game, where keys of the game close the page and act."""
OTHERS_GO_ON = f"others go on{AND_ACT}"
ANY_KEY_HINT = f"Press any key to go on{AND_ACT}."
SHORT_SCROLL_HINT = f"Arrows; / finds; {OTHERS_GO_ON}."
SCROLL_KEYS_HINT = f"Arrows, PgUp, PgDn, Space or the wheel scroll; / finds; {OTHERS_GO_ON}."
TOPICS_HINT = "A letter goes to its topic; arrows and Space scroll; / finds; Esc goes on."
SHORT_TOPICS_HINT = "Letters: topics; / finds; Esc goes on."

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
class PagerMode(Mode):
    """Text on a screen of its own, scrolled to line `top`; `covered_mode` is shown after it.

    `topics` are headings that a letter goes to. Over the map of a running game, a key of the game
    closes it and acts: none of the action it was `opened_by`, and no `q`, which closes pages
    elsewhere.
    """

    is_scrolled: ClassVar[bool] = True
    lines: Sequence[PageLine]
    top: int = 0
    covered_mode: Mode | None = None
    opened_by: str = ""
    topics: Mapping[str, str] = field(factory=dict)
    search: TextSearch | None = None

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
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

    def page(self, session: Session, columns: int, rows: int, rewording: Rewording) -> list[Line]:
        folded, room = self.wrapped_lines(columns), self.visible_lines(rows)
        found = self.search.line if self.search is not None else None
        lines = [
            styled_line(text, "cursor" if at == found else "heading" * (text[:1] != " "))
            for at, text in enumerate(folded[self.top : self.top + room], start=self.top)
        ]
        blank = [styled_line("")] * (room - len(lines)) if self.search or self.topics else []
        hint = rewording.of(self.hint(columns, rows))
        hint = hint if self._lets_act(session) else hint.replace(AND_ACT, "")
        return [*lines, *blank, styled_line(hint, "asking")]

    def hint(self, columns: int, rows: int) -> str:
        search = self.search
        if search is not None and search.is_typed:
            return f"Find: {search.sought}_"
        if search is not None and search.line is None:
            return f"There is no '{search.sought}' here; / finds something else; {OTHERS_GO_ON}."
        if search is not None:
            found = f"n or Enter finds the next '{search.sought}', N the one before"
            return f"{found}; {OTHERS_GO_ON}."
        if self._is_all_shown(columns, rows):
            return ANY_KEY_HINT
        if self.topics:
            return TOPICS_HINT if len(TOPICS_HINT) <= columns else SHORT_TOPICS_HINT
        return SCROLL_KEYS_HINT if len(SCROLL_KEYS_HINT) <= columns else SHORT_SCROLL_HINT

    def scrolled(self, lines: int, columns: int, rows: int) -> "PagerMode":
        last = max(0, len(self.wrapped_lines(columns)) - self.visible_lines(rows))
        return evolve(self, top=min(max(0, self.top + lines), last))

    def wrapped_lines(self, columns: int) -> Sequence[str]:
        return _wrap_lines(tuple(self.lines), columns)

    def _lets_act(self, session: Session) -> bool:
        is_over_map = self.covered_mode is None and session.stage is SessionStage.PLAYING
        return is_over_map and bool(self.opened_by)

    def _is_all_shown(self, columns: int, rows: int) -> bool:
        return self.top == 0 and len(self.wrapped_lines(columns)) <= self.visible_lines(rows)

    @staticmethod
    def visible_lines(rows: int) -> int:
        return rows - 1

    def _scroll_or_close(self, press: KeyPress) -> ConsoleRequest:
        if press.key in self.topics:
            before = self.lines[: self.lines.index(self.topics[press.key])]
            return Open(evolve(self, top=len(_wrap_lines(tuple(before), press.columns))))
        step = lines_scrolled(press, self.visible_lines(press.rows))
        is_still = self._is_all_shown(press.columns, press.rows) and press.key not in WHEEL_STEPS
        if is_still or step is None:
            lets_act = self._lets_act(press.session) and press.key.lower() != MetaCommand.QUIT.word
            if lets_act and press.acts_after(self.opened_by):
                return PassOn(press)
            is_over = press.session.stage is SessionStage.GAME_OVER
            is_again = is_over and press.key.lower() == MetaCommand.RESTART.word
            return AGAIN if is_again else Close(self.covered_mode)
        scrolled = self.scrolled(step, press.columns, press.rows)
        if press.key == " " and scrolled.top == self.top:
            return Close(self.covered_mode)
        return Open(scrolled)

    def _type_search(self, search: TextSearch, press: KeyPress) -> ConsoleRequest:
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
def _wrap_lines(lines: tuple[PageLine, ...], columns: int) -> Sequence[str]:
    return [part for line in lines for part in _wrap_line(line, columns)]


def _wrap_line(line: PageLine, columns: int) -> list[str]:
    if not isinstance(line, str):
        return line.fold(columns)
    indent = " " * (len(line) - len(line.lstrip()) + WRAP_INDENT)
    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]


def message_log_pager(press: KeyPress) -> PagerMode:
    log = message_log_page(press.session.message_log)
    pager = PagerMode((press.session.label, *log), opened_by=press.action.name)
    return pager.scrolled(SCROLL_TO_END, press.columns, press.rows)


def discoveries_pager(press: KeyPress, game: GameState) -> PagerMode:
    page = discoveries_page(game, press.session.tally)
    return PagerMode((press.session.label, *page), opened_by=press.action.name)


def summary_pager(press: KeyPress, game: GameState) -> PagerMode:
    page = end_of_game_page(press.session, game)
    return PagerMode(tuple(map(press.settings.rewording.of, page)))


def help_pager(press: KeyPress, keymap: Keymap, covered_mode: Mode | None) -> PagerMode:
    rules, name = press.session.rules, press.settings.keys
    guide = KeyGuide(
        keymap=name,
        keys=tuple(list_keys(keymap, rules)),
        first_keys=tuple(list_keys(first_keys(keymap), rules)),
        direction_lines=tuple(format_compass(keymap)),
        taken_letters=frozenset(bound_letters(keymap)),
        actions_without_key=tuple(lost_key_actions(keymap, KEYMAPS[name])),
    )
    game = press.session.game
    foretold = [] if game is None or game.is_over else forecast_lines(game)
    page = help_page(rules, guide, GLYPH_SETS[press.settings.glyphs], foretold)
    topics = next((line.headings for line in page if isinstance(line, TopicTable)), ())
    lines = (press.session.greeting, *press.settings.rewording.help_lines, *page)
    return PagerMode(lines, 0, covered_mode, press.action.name, dict(topics))


def open_forecast(press: KeyPress, game: GameState, menu: Mode | None = None) -> ConsoleRequest:
    lines = (press.session.label, FORECAST_HEADING, *(forecasts := forecasts_and_odds(game)))
    pager = PagerMode(lines, covered_mode=menu, opened_by=press.action.name)
    return Open(pager) if forecasts else Notify(NOTHING_TO_FORETELL)
