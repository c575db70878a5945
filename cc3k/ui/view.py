"""What a console shows: the board and the figures, a menu or a page to read, as a canvas."""

from collections.abc import Iterable, Mapping

from cc3k.engine.events import PC, Event, Sickened, Slain, Struck
from cc3k.engine.game import Game
from cc3k.engine.grid import Cell
from cc3k.engine.rules import Rules
from cc3k.play.frame import STATUS_WIDTH, Frame, frame, glyph_roles, health_role
from cc3k.play.help import race_menu
from cc3k.play.messages import (
    ANY_KEY,
    ENTER_GOES_ON,
    HELP_HINT,
    OFFER_KEYS,
    SCROLL_KEYS,
    choice,
    enter_begins,
    greeting,
    kept_heading,
    seed_line,
    sentence,
    too_small,
)
from cc3k.record.replay import Offer
from cc3k.tty.canvas import Canvas, Line
from cc3k.tty.terminal_codes import PLAIN
from cc3k.ui.console import Console
from cc3k.ui.modes import Looking, Reading
from cc3k.ui.palette import DRAWN, LETTERS, line
from cc3k.ui.panel import panel
from cc3k.ui.screen_layout import (
    FEWEST_COLUMNS,
    FEWEST_ROWS,
    GAP,
    MORE,
    Arrangement,
    arrange,
    fits,
    fold,
)

ASIDE = "wall"
"""The role of what is only there to be found: as dim as walls."""


class View:
    """Draws a console; what each glyph is comes from the roster, once."""

    def __init__(self, rules: Rules, glyphs: str = "ascii") -> None:
        self._rules = rules
        self._drawn = DRAWN[glyphs]
        self._glyphs = str.maketrans(dict(self._drawn))
        letters = {glyph: LETTERS.get(role, PLAIN) for glyph, role in glyph_roles(rules).items()}
        self._board_roles = str.maketrans({".": PLAIN, **letters})

    def draw(self, console: Console) -> Canvas:
        """Return the screen of a console as it stands."""
        return Canvas.of(console.columns, console.rows, self._lines(console))

    def _lines(self, console: Console) -> list[Line]:
        game = console.session.game
        if not fits(console.columns, console.rows):
            return _warning(console)
        if isinstance(console.mode, Reading):
            return _reading(console.mode, console.columns, console.rows)
        if game is None:
            return self._menu(console)
        return self._game(console, game)

    def _menu(self, console: Console) -> list[Line]:
        """Return the races and the games that are kept; of too many those around the mark."""
        reception, columns = console.reception, console.columns
        marked, offers = reception.marked, reception.offers
        races = zip(self._rules.races, race_menu(self._rules), strict=True)
        title = line(greeting(console.session.seed), "heading")
        chosen = ENTER_GOES_ON if isinstance(marked, Offer) else enter_begins(marked.name)
        above = [title, line(""), *_folded(choice(chosen), columns), line("")]
        above += [line(text, "cursor" if race is marked else "") for race, text in races]
        below = [line(""), *_told_at_menu(console), line(HELP_HINT)]
        if not offers:
            return [*above, *below]
        above += [line(""), *_folded(kept_heading(len(offers)), columns)]
        below = [*_folded(OFFER_KEYS, columns), *below]
        room = max(1, console.rows - len(above) - len(below))
        return [*above, *_some(offers, marked, columns, room), *below]

    def _game(self, console: Console, game: Game) -> list[Line]:
        floor = game.floor
        shown = arrange(console.columns, console.rows, floor.plan, console.focus(game))
        picture = frame(game, "")
        board = self._board(picture, shown, _marked(console))
        health, message = health_role(game.hero), _message(console, shown)
        seed = seed_line(console.session.seed, console.session.games)
        if not shown.whole:
            return [*message, *board, *_tight_figures(picture, health, seed)]
        lines = [*board, *_figures(picture, health), *message]
        if not shown.has_panel:
            return [*lines, *[line(seed, ASIDE)] * shown.has_seed_row]
        beside = panel(game, console.chronicle, console.rows, seed, self._drawn)
        return _side_by_side(lines, beside, shown.text_columns + GAP)

    def _board(self, picture: Frame, shown: Arrangement, marked: Mapping[Cell, str]) -> list[Line]:
        """Return the rows of the board in the window, some cells in roles of their own."""
        window = shown.window
        rows = picture.board.splitlines()
        stride = len(rows[0]) + 1
        roles = picture.board.translate(self._board_roles)
        for cell, role in marked.items():
            roles = f"{roles[:cell]}{LETTERS[role]}{roles[cell + 1 :]}"
        lines = []
        for number in range(window.top, window.top + window.rows):
            first = number * stride + window.left
            cut = slice(first, first + window.columns)
            lines.append(Line(picture.board[cut].translate(self._glyphs), roles[cut]))
        return lines


def _some(offers: Iterable[Offer], marked: object, columns: int, room: int) -> list[Line]:
    """Return the games that are kept, in so many rows around the one that is marked."""
    rows, at = list[Line](), 0
    for offer in offers:
        at = len(rows) if offer is marked else at
        role = "cursor" if offer is marked else ""
        rows += [line(f"  {text}", role) for text in fold(offer.text, columns - 2)]
    top = min(max(0, at - room // 2), max(0, len(rows) - room))
    return rows[top : top + room]


def _told_at_menu(console: Console) -> list[Line]:
    """Return what has to be told, with a blank line."""
    return [*_folded(console.notice, console.columns), line("")] if console.notice else []


def _folded(text: str, columns: int) -> list[Line]:
    return [line(row) for row in fold(text, columns)]


def _marked(console: Console) -> dict[Cell, str]:
    """Return the cells to point out: that under the cursor, and those of who was hurt."""
    marked = dict.fromkeys(console.flashes, "flash")
    if isinstance(console.mode, Looking):
        marked[console.mode.cell] = "cursor"
    return marked


def _hurts(event: Event) -> bool:
    """Tell whether an event hurts the PC."""
    match event:
        case Struck(_, defender):
            return defender == PC
        case Slain(victim):
            return victim == PC
        case Sickened():
            return True
        case _:
            return False


def _role(event: Event) -> str:
    """Return the role of a message: whom it hurts."""
    if _hurts(event):
        return "hurt"
    return "hit" if isinstance(event, Struck | Slain) else ""


def _figures(picture: Frame, health: str) -> list[Line]:
    """Return the document's four rows of figures."""
    first, hit_points, *others = picture.figures.splitlines()
    return [line(first), line(hit_points, health), *map(line, others)]


def _tight_figures(picture: Frame, health: str, seed: str) -> list[Line]:
    """Return the same figures on two rows, with the seed below the floor's number."""
    first, hit_points, *others = picture.figures.splitlines()
    rest = "".join([f"  {figure}" for figure in others])
    room = STATUS_WIDTH - len(hit_points) - len(rest)
    return [line(first), line(hit_points, health, f"{rest}{seed:>{room}}")]


def _message(console: Console, shown: Arrangement) -> list[Line]:
    """Return as many lines as messages have, with the page that is to be read."""
    found = console.pages()
    page = found[min(console.page, len(found) - 1)]
    if console.waiting:
        lines = [line(text, "asking") for text in page]
    else:
        lines = _told(page, f"Action: {console.text}", console.session.told)
    return lines + [line("")] * (shown.message_rows - len(lines))


def _told(page: list[str], text: str, events: Iterable[Event]) -> list[Line]:
    """Return the lines of a page of a text, each event in the role of whom it hurts."""
    roles, end = PLAIN * len(text), 0
    for event in events:
        said, role = sentence(event), _role(event)
        at = text.find(said, end)
        if at >= 0:
            end = at + len(said)
            roles = roles[:at] + LETTERS.get(role, PLAIN) * len(said) + roles[end:]
    lines, start = [], max(0, text.find(" ".join(page).removesuffix(MORE)))
    for one in page:
        words = one.removesuffix(MORE)
        lines.append(Line(one, roles[start : start + len(words)].ljust(len(one), PLAIN)))
        start += len(words) + 1
    return lines


def _reading(mode: Reading, columns: int, rows: int) -> list[Line]:
    """Return the lines to be read, headings being those that are not indented, and how to go on."""
    folded, room = mode.folded(columns), Reading.room(rows)
    lines = [
        line(text, "" if text.startswith(" ") else "heading")
        for text in folded[mode.top : mode.top + room]
    ]
    below = len(folded) - mode.top - room
    return [*lines, line(SCROLL_KEYS if below > 0 or mode.top else ANY_KEY, "asking")]


def _side_by_side(lines: list[Line], beside: list[Line], column: int) -> list[Line]:
    """Return lines with others to the right of them from a column on."""
    blank = [line("")] * max(0, len(beside) - len(lines))
    padded = [one.padded(column) for one in (*lines, *blank)]
    rest = [*beside, *[line("")] * (len(padded) - len(beside))]
    return [
        Line(left.text + right.text, left.roles + right.roles)
        for left, right in zip(padded, rest, strict=True)
    ]


def _warning(console: Console) -> list[Line]:
    """Return what a screen that is too small has to say, or whether to leave if that is asked."""
    if console.leaving is not None:
        return [line(folded, "asking") for folded in fold(console.leaving.text, console.columns)]
    text = too_small(console.columns, console.rows, FEWEST_COLUMNS, FEWEST_ROWS)
    return [line(folded) for folded in fold(text, console.columns)]
