"""View: draws the console's state as a canvas: board, status, menu or pager."""

from collections.abc import Iterable, Mapping

from cc3k.engine.board import Cell
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.play.frame import glyph_roles
from cc3k.play.help import race_menu_lines
from cc3k.play.messages import (
    ANY_KEY_HINT,
    ENTER_NEEDS_CURSOR,
    ENTER_RESUMES_GAME,
    HELP_HINT,
    RESUME_KEYS_HINT,
    SCROLL_KEYS_HINT,
    SHORT_SCROLL_KEYS_HINT,
    enter_starts_race,
    greeting_line,
    race_menu_hint,
    saved_games_heading,
    screen_too_small,
    seed_line,
)
from cc3k.record.replay import ResumeOffer
from cc3k.tty.canvas import Canvas, Line
from cc3k.tty.terminal_codes import PLAIN_ROLE
from cc3k.ui.console import Console
from cc3k.ui.message_rows import message_lines
from cc3k.ui.modes import LookMode, PagerMode
from cc3k.ui.palette import GLYPH_SETS, ROLE_LETTERS, styled_line
from cc3k.ui.panel import Panel, side_by_side
from cc3k.ui.screen_layout import (
    MIN_COLUMNS,
    MIN_ROWS,
    ScreenLayout,
    wrap_text,
)
from cc3k.ui.status import UNICODE_MARKS, StatusRows
from cc3k.ui.walls import joined_walls

JOINED_GLYPHS = "|-+"
"""Walls and doorways, unless somebody stands in one."""


class ConsoleRenderer:
    """Draws a console, with the style of each glyph taken from the roster once."""

    def __init__(self, rules: Rules, glyphs: str = "ascii") -> None:
        self._rules = rules
        self._glyph_set = GLYPH_SETS[glyphs]
        self._glyphs = str.maketrans(dict(self._glyph_set))
        self._marks = UNICODE_MARKS if self._glyph_set else {}
        self._roles = glyph_roles(rules)
        letters = {glyph: ROLE_LETTERS.get(role, PLAIN_ROLE) for glyph, role in self._roles.items()}
        self._board_roles = str.maketrans({".": PLAIN_ROLE, **letters})

    def draw(self, console: Console) -> Canvas:
        """Return the screen of a console in its current state."""
        return Canvas.from_lines(console.columns, console.rows, self._lines(console))

    def _lines(self, console: Console) -> list[Line]:
        game = console.session.game
        if not console.is_screen_large_enough:
            return _too_small_lines(console)
        if isinstance(console.mode, PagerMode):
            return _pager_lines(console.mode, console.columns, console.rows)
        if game is None:
            return self._menu_lines(console)
        return self._game_lines(console, game)

    def _menu_lines(self, console: Console) -> list[Line]:
        """Return the menu: races and saved games, of many only those around the cursor."""
        menu, columns = console.menu, console.columns
        selected, offers = menu.selected_item, menu.resume_offers
        races = zip(self._rules.races, race_menu_lines(self._rules), strict=True)
        title = styled_line(greeting_line(console.session.seed), "heading")
        chosen = ENTER_NEEDS_CURSOR
        if isinstance(selected, ResumeOffer):
            chosen = ENTER_RESUMES_GAME
        elif selected is not None:
            chosen = enter_starts_race(selected.name)
        above = [
            title,
            styled_line(""),
            *_wrapped_lines(race_menu_hint(chosen), columns),
            styled_line(""),
        ]
        above += [styled_line(text, "cursor" if race is selected else "") for race, text in races]
        below = [styled_line(""), *_notice_lines(console), *_wrapped_lines(HELP_HINT, columns)]
        if not offers:
            return [*above, *below]
        above += [styled_line(""), *_wrapped_lines(saved_games_heading(len(offers)), columns)]
        below = [*_wrapped_lines(RESUME_KEYS_HINT, columns), *below]
        room = max(1, console.rows - len(above) - len(below))
        return [*above, *_offer_lines(offers, selected, columns, room), *below]

    def _game_lines(self, console: Console, game: GameState) -> list[Line]:
        laid_out = console.lay_out(game)
        shown = laid_out.layout
        board = self._board_lines(game, shown, _highlighted_cells(console))
        message = message_lines(console, laid_out)
        seed = seed_line(console.session.seed, console.session.games_started)
        flashes = console.took_heavy_blow and bool(console.flashing_cells)
        status = StatusRows(game, "" if shown.has_panel_beside else seed, self._marks, flashes)
        figures = [*board, *status.lines(shown, document=console.settings.document)]
        panel = Panel(game, console.message_log, seed, self._glyph_set, self._roles)
        if shown.has_panel_beside and not shown.panel_spans_screen:
            figures = side_by_side(figures, panel.lines_beside(shown), shown.panel_column)
        lines = [*figures, *message] if shown.shows_all_rows else [*message, *figures]
        if shown.panel_spans_screen:
            return side_by_side(lines, panel.lines_beside(shown), shown.panel_column)
        return [*lines, *panel.lines_below(shown)] if shown.panel_rows_below else lines

    def _board_lines(
        self, game: GameState, layout: ScreenLayout, highlighted: Mapping[Cell, str]
    ) -> list[Line]:
        """Return the visible rows of the board, with some cells in special roles."""
        window, view = layout.viewport, GameView(game)
        stride, board = view.board.stride, view.glyphs.decode("ascii")
        roles = board.translate(self._board_roles)
        highlighted = {**dict.fromkeys(peaceful_cells(view), "peaceful"), **highlighted}
        for cell, role in highlighted.items():
            roles = f"{roles[:cell]}{ROLE_LETTERS[role]}{roles[cell + 1 :]}"
        drawn = self._drawn_glyphs(view, board)
        lines = []
        for number in range(window.top, window.top + window.rows):
            first = number * stride + window.left
            cut = slice(first, first + window.columns)
            lines.append(Line(drawn[cut], roles[cut]))
        return lines

    def _drawn_glyphs(self, view: GameView, board: str) -> str:
        """Return the board as it is drawn: with another glyph set, walls are joined."""
        if not self._glyph_set:
            return board
        cells = list(board.translate(self._glyphs))
        for cell, character in joined_walls(view.board).items():
            if board[cell] in JOINED_GLYPHS:
                cells[cell] = character
        return "".join(cells)


def _offer_lines(
    offers: Iterable[ResumeOffer], selected_item: object, columns: int, max_rows: int
) -> list[Line]:
    """Return the saved games, only as many rows as fit around the selected one."""
    rows, at = list[Line](), 0
    for offer in offers:
        at = len(rows) if offer is selected_item else at
        role = "cursor" if offer is selected_item else ""
        rows += [styled_line(f"  {text}", role) for text in wrap_text(offer.text, columns - 2)]
    top = min(max(0, at - max_rows // 2), max(0, len(rows) - max_rows))
    return rows[top : top + max_rows]


def _notice_lines(console: Console) -> list[Line]:
    """Return the notice with a blank line after it, if there is one."""
    return (
        [*_wrapped_lines(console.notice, console.columns), styled_line("")]
        if console.notice
        else []
    )


def _wrapped_lines(text: str, columns: int) -> list[Line]:
    return [styled_line(row) for row in wrap_text(text, columns)]


def peaceful_cells(view: GameView) -> list[Cell]:
    """Return the cells of the enemies that are peaceful now."""
    return [cell for cell, enemy in view.enemies.items() if not view.is_hostile(enemy)]


def _highlighted_cells(console: Console) -> dict[Cell, str]:
    """Return the cells to highlight: the one under the cursor, and those of who was hurt."""
    marked = dict.fromkeys(console.flashing_cells, "flash")
    if isinstance(console.mode, LookMode):
        marked[console.mode.cell] = "cursor"
    return marked


def _pager_lines(mode: PagerMode, columns: int, rows: int) -> list[Line]:
    """Return the visible lines of a pager, unindented ones as headings, and the key hint."""
    folded, room = mode.wrapped_lines(columns), PagerMode.visible_lines(rows)
    lines = [
        styled_line(text, "" if text.startswith(" ") else "heading")
        for text in folded[mode.top : mode.top + room]
    ]
    below = len(folded) - mode.top - room
    scroll_hint = SCROLL_KEYS_HINT if len(SCROLL_KEYS_HINT) <= columns else SHORT_SCROLL_KEYS_HINT
    return [
        *lines,
        styled_line(scroll_hint if below > 0 or mode.top else ANY_KEY_HINT, "asking"),
    ]


def _too_small_lines(console: Console) -> list[Line]:
    """Return the warning of a screen that is too small, or the quit question if asked."""
    if console.quit_question is not None:
        return [
            styled_line(folded, "asking")
            for folded in wrap_text(console.quit_question.question, console.columns)
        ]
    text = screen_too_small(console.columns, console.rows, MIN_COLUMNS, MIN_ROWS)
    return [styled_line(folded) for folded in wrap_text(text, console.columns)]
