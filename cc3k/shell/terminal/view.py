"""What a console shows: the board and the figures, a menu or a page of help, as a canvas."""

from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.play.display import Frame, frame, glyph_roles, health_role
from cc3k.play.guide import help_page, race_menu
from cc3k.play.messages import ANY_KEY, CHOICE, HELP_HINT, greeting, too_small
from cc3k.shell.terminal.arrangement import (
    FEWEST_COLUMNS,
    FEWEST_ROWS,
    Arrangement,
    arrange,
    fits,
)
from cc3k.shell.terminal.canvas import PLAIN, Canvas, Line
from cc3k.shell.terminal.console import Console
from cc3k.shell.terminal.fold import fold
from cc3k.shell.terminal.palette import LETTERS


class View:
    """Draws a console; what each glyph is comes from the roster, once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        letters = {glyph: LETTERS.get(role, PLAIN) for glyph, role in glyph_roles(rules).items()}
        self._board_roles = str.maketrans({".": PLAIN, **letters})

    def draw(self, console: Console) -> Canvas:
        """Return the screen of a console as it stands."""
        return Canvas.of(console.columns, console.rows, self._lines(console))

    def _lines(self, console: Console) -> list[Line]:
        game = console.session.game
        if not fits(console.columns, console.rows):
            return _warning(console.columns, console.rows)
        if console.helping:
            help_lines = _page(help_page(self._rules))
            return [_title(console), *help_lines, _line(ANY_KEY, "asking")]
        if game is None:
            menu = ["", CHOICE, "", *race_menu(self._rules), "", HELP_HINT]
            return [_title(console), *map(_line, menu)]
        return self._game(console, game)

    def _game(self, console: Console, game: Game) -> list[Line]:
        floor = game.floor
        shown = arrange(console.columns, console.rows, floor.plan, floor.hero)
        picture = frame(game, "")
        board = self._board(picture, shown)
        figures = _figures(picture, health_role(game.hero), whole=shown.whole)
        message = _message(console, shown)
        return [*board, *figures, *message] if shown.whole else [*message, *board, *figures]

    def _board(self, picture: Frame, shown: Arrangement) -> list[Line]:
        window = shown.window
        rows = picture.board.splitlines()[window.top : window.top + window.rows]
        cut = [row[window.left : window.left + window.columns] for row in rows]
        return [Line(row, row.translate(self._board_roles)) for row in cut]


def _title(console: Console) -> Line:
    return _line(greeting(console.session.seed), "heading")


def _figures(picture: Frame, health: str, *, whole: bool) -> list[Line]:
    """Return the document's four rows of figures, or the same on two."""
    first, hit_points, *others = picture.figures.splitlines()
    if whole:
        return [_line(first), _line(hit_points, health), *map(_line, others)]
    rest = "".join([f"  {figure}" for figure in others])
    return [_line(first), _line(hit_points, health, rest)]


def _message(console: Console, shown: Arrangement) -> list[Line]:
    """Return as many lines as messages have, with the page that is to be read."""
    asking = console.question is not None or console.typed
    found = console.pages()
    page = found[min(console.page, len(found) - 1)]
    lines = [_line(text, "asking" if asking else "") for text in page]
    return lines + [_line("")] * (shown.message_rows - len(lines))


def _page(lines: list[str]) -> list[Line]:
    """Return lines of text, those that are not indented as headings."""
    return [_line(text, "" if text.startswith(" ") else "heading") for text in lines]


def _warning(columns: int, rows: int) -> list[Line]:
    text = too_small(columns, rows, FEWEST_COLUMNS, FEWEST_ROWS)
    return [_line(line) for line in fold(text, columns)]


def _line(text: str, role: str = "", rest: str = "") -> Line:
    letter = LETTERS.get(role, PLAIN)
    return Line(text + rest, letter * len(text) + PLAIN * len(rest))
