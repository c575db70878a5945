"""Modes that take the keys from the game: a question, a pager and its pages, a look around.

Each is a value. For a key it returns None to stay as it is, or a console command: any command
closes the mode, and `Open` opens the next one or the same one changed.
"""

import textwrap
from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from cc3k.engine.board import NORTH, SOUTH, Board, Cell, Direction
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.help import discoveries_page, end_of_game_page, help_page, message_log_page
from cc3k.play.look import describe_cell
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import greeting_line, seed_line
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, goal_at
from cc3k.ui.console_commands import Close, ConsoleCommand, KeyPress, Mode, Open, Travel
from cc3k.ui.keymap import bound_letters, format_compass, list_keys
from cc3k.ui.palette import GLYPH_SETS

YES_KEYS, ENTER = ("y", "Y"), "enter"
END_KEYS = (ENTER, " ")
"""Keys that go on from the end of a game: nobody walks or fights with them."""

WRAP_INDENT = 2
"""Columns by which the rest of a wrapped line is indented further."""

SCROLL_TO_END = 1 << 20
"""More lines than any text has."""


@frozen
class QuestionMode:
    """A yes-or-no question; `on_yes` is carried out on yes.

    Enter may be the end of the line of a word that was typed, as the document's interpreter has
    lines. So it is never a no: where the question is about that word (`accepts_enter`) it is a yes,
    and otherwise the question stays.
    """

    question: str
    on_yes: ConsoleCommand
    accepts_enter: bool = False

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Return the command of a yes; close on any other key."""
        if press.key == ENTER and not self.accepts_enter:
            return None
        return self.on_yes if press.key in (*YES_KEYS, ENTER) else Close()


@frozen
class PagerMode:
    """Text on a screen of its own, scrolled to line `top`; `covered_mode` is shown after it."""

    lines: Sequence[str]
    top: int = 0
    covered_mode: Mode | None = None

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Scroll; any other key closes the pager."""
        page, way = self.visible_lines(press.rows), press.direction
        steps = {
            "page down": page,
            " ": page,
            "page up": -page,
            "home": -self.top,
            "end": SCROLL_TO_END,
        }
        step = steps.get(press.key, way.row_delta if way in (NORTH, SOUTH) else None)
        if step is None:
            return Close(self.covered_mode)
        scrolled = self.scrolled(step, press.columns, press.rows)
        if press.key == " " and scrolled.top == self.top:
            return Close(self.covered_mode)
        return Open(scrolled)

    def scrolled(self, lines: int, columns: int, rows: int) -> "PagerMode":
        """Return the pager scrolled down by that many lines, but not beyond its ends."""
        last = max(0, len(self.wrapped_lines(columns)) - self.visible_lines(rows))
        return evolve(self, top=min(max(0, self.top + lines), last))

    def wrapped_lines(self, columns: int) -> list[str]:
        """Return the lines wrapped to the screen, continuation lines indented."""
        return [part for line in self.lines for part in _wrap_line(line, columns)]

    @staticmethod
    def visible_lines(rows: int) -> int:
        """Return the number of lines that fit above the key hint."""
        return rows - 1


def _wrap_line(line: str, columns: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + WRAP_INDENT)
    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]


@frozen
class LookMode:
    """A look around: the cell under the cursor, with its description."""

    game: GameState
    cell: Cell
    description: str = field(init=False, repr=False)

    @description.default
    def _describe_cell(self) -> str:
        """Return the description of the cell, computed once: odds take a while."""
        return " ".join(describe_cell(self.game, self.cell))

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Move the cursor, travel there, or close."""
        way = press.direction
        if way is not None:
            return Open(evolve(self, cell=_move_cursor(GameView(self.game).board, self.cell, way)))
        if press.key == "tab":
            return Open(evolve(self, cell=self._next_enemy()))
        return Travel(AutoTravel(goal_at(self.cell))) if press.key in (ENTER, ".") else Close()

    def _next_enemy(self) -> Cell:
        """Return the next enemy's cell, nearest to the PC first, then from the start again."""
        cells = enemies_by_distance(self.game)
        if self.cell in cells:
            return cells[(cells.index(self.cell) + 1) % len(cells)]
        return cells[0] if cells else self.cell


@frozen
class EndStopMode:
    """The stop at the end of a game: what ended it stays, until a key that is no command."""

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        """Close on one of the keys that go on; any other does nothing."""
        return Close() if press.key in END_KEYS else None


def covering_text(mode: Mode | None) -> str:
    """Return the question or the description that stands in place of the messages, if any."""
    if isinstance(mode, QuestionMode):
        return mode.question
    return mode.description if isinstance(mode, LookMode) else ""


def enemies_by_distance(game: GameState) -> list[Cell]:
    """Return the cells of the enemies, the nearest to the PC first."""
    view = GameView(game)
    plan, hero = view.board, view.hero_cell
    return sorted(view.enemies, key=lambda cell: (count_steps(plan, hero, cell), cell))


def count_steps(board: Board, start: Cell, end: Cell) -> int:
    """Return the number of steps between two cells if nothing is in the way."""
    (row, column), (to_row, to_column) = board.row_and_column(start), board.row_and_column(end)
    return max(abs(row - to_row), abs(column - to_column))


def _move_cursor(board: Board, cell: Cell, direction: Direction) -> Cell:
    row, column = board.row_and_column(cell)
    row = min(max(0, row + direction.row_delta), board.height - 1)
    column = min(max(0, column + direction.column_delta), board.width - 1)
    return row * board.stride + column


def start_message_log(session: Session) -> None:
    """Give a session a message log, which starts with the last message of a running game."""
    if session.message_log is None:
        session.message_log = MessageLog()
        if session.game is not None and session.messages:
            session.message_log.add(
                session.game.turns, session.messages, session.last_events, session.last_refusal
            )


def message_log_of(session: Session) -> MessageLog:
    """Return the message log of a session's game, an empty one if it keeps none."""
    return session.message_log or MessageLog()


def message_log_pager(press: KeyPress) -> PagerMode:
    """Return the message log in a pager, scrolled to its end."""
    log = message_log_page(message_log_of(press.session))
    pager = PagerMode((_seed_line(press.session), *log))
    return pager.scrolled(SCROLL_TO_END, press.columns, press.rows)


def discoveries_pager(session: Session, game: GameState) -> PagerMode:
    """Return the discoveries in a pager: known potions, and enemies slain."""
    page = discoveries_page(game, message_log_of(session))
    return PagerMode((_seed_line(session), *page))


def summary_pager(press: KeyPress, game: GameState) -> PagerMode:
    """Return the summary of a game that is over."""
    session, command = press.session, press.settings.command
    log = message_log_of(session)
    page = end_of_game_page(game, log, session.seed, session.games_started, command)
    return PagerMode(tuple(page))


def help_pager(press: KeyPress, keymap: Mapping[str, str], covered_mode: Mode | None) -> PagerMode:
    """Return the help page for a keymap, over the mode that it covers."""
    glyphs = GLYPH_SETS[press.settings.glyphs]
    page = help_page(
        press.session.rules,
        list_keys(keymap),
        format_compass(keymap),
        bound_letters(keymap),
        glyphs,
    )
    lines = (greeting_line(press.session.seed), *page)
    return PagerMode(lines, covered_mode=covered_mode)


def _seed_line(session: Session) -> str:
    return seed_line(session.seed, session.games_started)
