"""Renderer: draws a console as a canvas: board, status, menu or pager, and the Action row."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from attrs import evolve

from cc3k.engine.board import Cell
from cc3k.engine.enemies import always_hostile
from cc3k.engine.events import PC, Effect, HeroSpawned
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.states import TRUCE
from cc3k.engine.text import wrap_text
from cc3k.engine.view import GameView
from cc3k.play.frame import ACTION_LABEL, expansion_status_rows, glyph_legend
from cc3k.play.messages import (
    END_STOP_HINT,
    GAME_SUMMARY_HINT,
    PLAY_AGAIN_QUESTION,
    Message,
    MessageRoom,
    join_messages,
    name_keys,
    opening_goal,
    single_row_goal,
)
from cc3k.play.session import SessionStage
from cc3k.terminal.app import PLAIN_ROLE, Canvas, Line
from cc3k.ui.keymap import key_label
from cc3k.ui.modes import is_safe_to_leave
from cc3k.ui.palette import GLYPH_SETS, ROLE_LETTERS, glyph_roles, hunting_role, joined_walls
from cc3k.ui.screen_layout import (
    MIN_COLUMNS,
    MIN_ROWS,
    MORE_PROMPT,
    LaidOutText,
    ScreenLayout,
    Viewport,
    compute_screen_layout,
    is_large_enough,
    lay_out_text,
    most_of_board,
    shorten_text,
    side_by_side,
    styled_line,
)
from cc3k.ui.status import ASCII_MARKS, UNICODE_MARKS, Panel, StatusRows, expansion_wordings

if TYPE_CHECKING:
    from cc3k.ui.console import Console
    from cc3k.ui.end_screen import EndScreen

JOINED_GLYPHS = "|-+"
"""Walls and doorways, unless somebody stands in one."""

REMEMBERED, PEACEFUL = ROLE_LETTERS["remembered"], ord(ROLE_LETTERS["peaceful"])
ALWAYS_DIM = (ROLE_LETTERS["wall"], ROLE_LETTERS["passage"])
"""Letters of the roles that are as dim in sight: they stay as they are, and are not repainted."""


class ConsoleRenderer:
    """Draws a console, with the style of each glyph taken from the roster once."""

    def __init__(self) -> None:
        self._drawn: tuple[Rules, str] | None = None

    def _use(self, rules: Rules, glyphs: str) -> None:
        self._drawn, self._roles = (rules, glyphs), glyph_roles(rules)
        self._glyph_set = GLYPH_SETS[glyphs]
        self._glyphs = str.maketrans(dict(self._glyph_set))
        self._marks = UNICODE_MARKS if self._glyph_set else ASCII_MARKS
        self._legend = glyph_legend(rules, self._glyph_set)
        letters = {glyph: ROLE_LETTERS.get(role, PLAIN_ROLE) for glyph, role in self._roles.items()}
        letters["."] = PLAIN_ROLE
        marks, roles = "".join(letters).encode("ascii"), "".join(letters.values()).encode("ascii")
        self._board_roles = bytes.maketrans(marks, roles)
        dim = [letter if letter in ALWAYS_DIM else REMEMBERED for letter in letters.values()]
        self._remembered_roles = bytes.maketrans(marks, "".join(dim).encode("ascii"))

    def draw(self, console: "Console") -> Canvas:
        if self._drawn != (look := (console.session.rules, console.settings.glyphs)):
            self._use(*look)
        game, mode = console.session.game, console.mode
        size, rewording = (console.columns, console.rows), console.settings.rewording
        if not is_large_enough(*size):
            lines = _too_small_lines(console)
        elif mode is not None and (page := mode.page(console.session, *size, rewording)):
            lines = page
        elif game is None:
            lines = self._menu_lines(console)
        elif (screen := console.end_screen) is not None and screen.stage == "report":
            lines = self._end_lines(console, screen, game)
        else:
            lines = self._game_lines(console, game)
        return Canvas.from_lines(*size, lines)

    def _end_lines(self, console: "Console", screen: "EndScreen", game: GameState) -> list[Line]:
        """Return the end screen, with the last board beside or above it if most of that fits."""
        # Imported here for a fast start: needed only at the end of a game.
        from cc3k.ui.end_screen import BESIDE_COLUMNS, BESIDE_GAP

        view, columns, rows = GameView(game), console.columns, console.rows
        rewording = console.settings.rewording
        board, width = view.board, view.board.width + BESIDE_GAP
        beside = most_of_board(board, view.hero_cell, rows)
        if beside is not None and columns >= width + BESIDE_COLUMNS:
            report = screen.lines(columns - width, rows, rewording)
            return side_by_side(self._board_lines(game, beside, {}), report, width)
        report = screen.lines(columns, rows, rewording)
        above = most_of_board(board, view.hero_cell, rows - len(report))
        if above is None or columns < board.width:
            return report
        gap = [styled_line("")] * (above.rows + len(report) < rows)
        return [*self._board_lines(game, above, {}), *gap, *report]

    @staticmethod
    def _menu_lines(console: "Console") -> list[Line]:
        from cc3k.ui.race_screen import RaceScreen

        menu, session = console.menu, console.session
        menu.read_news(session)
        size, rewording = (console.columns, console.rows), console.settings.rewording
        notices = join_messages(console.note.notices)
        return RaceScreen(session, menu, notices, *size, rewording).lines()

    def _game_lines(self, console: "Console", game: GameState) -> list[Line]:
        """Return board, status and Action row, with a panel and the box of a hint where they go."""
        wordings = expansion_wordings(game) if game.rules.expansions else []
        rows = sum([bool(row.long) for row in wordings]) if wordings else 0
        laid_out = lay_out(console, game, rows)
        layout, covered, window = laid_out.layout, laid_out.covered_rows, laid_out.layout.viewport
        marked = dict.fromkeys(console.flashing_cells, "flash")
        if console.mode is not None and console.mode.cell is not None:
            marked[console.mode.cell] = "cursor"
        board = self._board_lines(game, window, marked)
        box, hero_row = _box_of_hint(console, game, window) if console.hint else ([], 0)
        hidden = 0 if layout.shows_all_rows else covered
        seen, hero_row = board[hidden:], hero_row - hidden
        is_on_board = bool(box) and _fits_on_board(box, hero_row, window.rows - hidden)
        if is_on_board:
            board = [*board[:hidden], *draw_box(seen, box, window.columns, hero_row)]

        session, is_document = console.session, console.settings.document
        named = "" if layout.has_panel_beside else session.label
        flashes = console.is_heavy_blow and bool(console.flashing_cells)
        is_daily = bool(named and session.daily_date)
        status = StatusRows(game, named, self._marks, flashes, keeps_seed=is_daily)
        upper = [*board, *status.lines(layout, wordings, document=is_document)]

        panel, has_log = list[Line](), False
        older = 0 if is_document else count_entries_before(console)
        if layout.panel_rows:
            earlier = session.message_log.entries[:older]
            look = self._legend, self._roles, self._marks
            panel, has_log = Panel(game, layout, earlier, session.label, *look).lines()
        if layout.has_panel_beside and not layout.panel_spans_screen:
            upper = side_by_side(upper, panel, layout.panel_column)

        message = message_lines(console, game, laid_out, 0 if has_log else older)
        if layout.shows_all_rows:
            lines = [*upper[: len(upper) - covered], *message]
        else:
            lines = [*message, *upper[covered:]]
        if box and not is_on_board:
            lines = draw_box(lines, box, window.columns, hero_row + hidden + layout.message_rows)
        if layout.panel_spans_screen:
            return side_by_side(lines, panel, layout.panel_column)
        return [*lines, *panel] if layout.panel_rows_below else lines

    def _board_lines(
        self, game: GameState, window: Viewport, highlighted: Mapping[Cell, str]
    ) -> list[Line]:
        view = GameView(game)
        stride, glyphs = view.board.stride, bytearray(view.glyphs)
        marked = glyphs.translate(self._board_roles)
        if view.is_limited:  # what is out of sight is dim (X40)
            lit, marked = marked, glyphs.translate(self._remembered_roles)
            for first, end in view.spans_in_sight:
                marked[first:end] = lit[first:end]
        is_truce = TRUCE in game.hero.statuses
        for cell, enemy in view.enemies.items():
            may_be_peaceful = is_truce or enemy.kind.is_hostile is not always_hostile
            if may_be_peaceful and not view.is_hostile(enemy):
                marked[cell] = PEACEFUL
        if game.rules.expansions:
            for cell in view.remembered_stationary:
                # Those who never step are where they were seen last, so they stay on the board.
                glyphs[cell] = ord(view.remembered_enemies[cell].kind.glyph)
                marked[cell] = ord(REMEMBERED)
            for cell, enemy in view.hunters.items():
                marked[cell] = ord(ROLE_LETTERS[hunting_role(self._roles[enemy.kind.glyph])])
            for cell in view.threats:
                marked[cell] = ord(ROLE_LETTERS["threat"])
        board = glyphs.decode("ascii")
        for cell, role in highlighted.items():
            marked[cell] = ord(ROLE_LETTERS[role])
        roles = marked.decode("ascii")
        drawn = self._drawn_glyphs(view, board) if self._glyph_set else board
        first, width = window.top * stride + window.left, window.columns
        starts = range(first, first + window.rows * stride, stride)
        return [Line(drawn[at : at + width], roles[at : at + width]) for at in starts]

    def _drawn_glyphs(self, view: GameView, board: str) -> str:
        cells = list(board.translate(self._glyphs))
        for cell, character in joined_walls(view.board).items():
            if board[cell] in JOINED_GLYPHS:
                cells[cell] = character
        return "".join(cells)


def _too_small_lines(console: "Console") -> list[Line]:
    """Return the warning of a screen that is too small, or the quit question if asked."""
    if (question := console.quit_question) is not None:
        text, role = question.asked, "asking"
    else:
        sizes = f"{console.columns} columns and {console.rows} rows"
        needed = f"the game needs {MIN_COLUMNS} and {MIN_ROWS}"
        way_out = f"Make it larger to go on, or press {_way_out(console)}"
        text, role = f"This screen has {sizes}; {needed}. {way_out}.", ""
    return [styled_line(folded, role) for folded in wrap_text(text, console.columns)]


def _way_out(console: "Console") -> str:
    key = key_label(console.command_input.key_of("leave"))
    if console.session.stage is not SessionStage.PLAYING:
        return f"{key or 'q'} to leave"
    if key and is_safe_to_leave(console.session):
        return f"{key} to save the game and leave"
    return "q to give the game up and quit"


BOX_ROLE = "asking"
MAX_TEXT_COLUMNS = 60
BORDER_COLUMNS = 4
"""Columns of the frame and of the blanks inside it."""

TITLE, BOTTOM_TITLE = " Hint ", " any key goes on "

FRAMES = {"ascii": tuple("-|++++"), "unicode": tuple("─│┌┐└┘")}
"""Lines and corners of the frame, by glyph set."""


def _box_of_hint(console: "Console", game: GameState, window: Viewport) -> tuple[list[str], int]:
    """Return the box of the hint that is due, and the row of the board in which the hero stands."""
    view, settings = GameView(game), console.settings
    bottom = settings.rewording.of(BOTTOM_TITLE)
    hero_row = view.board.row_and_column(view.hero_cell)[0] - window.top
    return hint_box(console.hint, window.columns, settings.glyphs, bottom), hero_row


def hint_box(
    text: str, columns: int, glyphs: str = "ascii", bottom: str = BOTTOM_TITLE
) -> list[str]:
    """Return the rows of a box with a hint, for a board of so many columns."""
    level, upright, *corners = FRAMES[glyphs]
    folded = wrap_text(text, min(MAX_TEXT_COLUMNS, columns - BORDER_COLUMNS))
    width = max(map(len, folded))
    top, below = [f"{level}{title:{level}<{width + 1}}" for title in (TITLE, bottom)]
    return [
        f"{corners[0]}{top}{corners[1]}",
        *[f"{upright} {row:<{width}} {upright}" for row in folded],
        f"{corners[2]}{below}{corners[3]}",
    ]


def draw_box(lines: list[Line], box: list[str], columns: int, hero_row: int) -> list[Line]:
    """Return rows of a board, or of a whole screen, with a box in the half without the hero."""
    top = _top_row(hero_row, len(lines), len(box))
    covered = lines[top : top + len(box)]
    return [
        *lines[:top],
        *[_cover(line, row, columns) for line, row in zip(covered, box, strict=False)],
        *lines[top + len(box) :],
    ]


def _fits_on_board(box: list[str], hero_row: int, rows: int) -> bool:
    """Tell whether a box fits over the visible rows of a board, and does not cover the hero."""
    top = _top_row(hero_row, rows, len(box))
    return len(box) <= rows and not top <= hero_row < top + len(box)


def _top_row(hero_row: int, rows: int, height: int) -> int:
    return 0 if hero_row >= rows // 2 else max(0, rows - height)


def _cover(line: Line, row: str, columns: int) -> Line:
    start, box = max(0, (columns - len(row)) // 2), styled_line(row, BOX_ROLE)
    end = start + len(row)
    text, roles = line.padded(max(len(line.text), end))
    return Line(text[:start] + box.text + text[end:], roles[:start] + box.roles + roles[end:])


def lay_out(console: "Console", game: GameState, expansion_rows: int | None = None) -> LaidOutText:
    """Return the layout of a screen, with the messages of its Action row as pages that fit it.

    Without `more` it has the last of the pages alone, except while the player looks around.
    The rows of expansions are counted, if that has not been done.
    """
    if expansion_rows is None:
        expansion_rows = len(expansion_status_rows(game)) if game.rules.expansions else 0
    view, mode, is_document = GameView(game), console.mode, console.settings.document
    looked_at = None if mode is None else mode.cell
    focus = view.hero_cell if looked_at is None else looked_at
    size, extent = (console.columns, console.rows), view.extent
    layout = compute_screen_layout(
        *size, extent, focus, may_have_panel=not is_document, expansion_rows=expansion_rows
    )
    told, is_question = action_row(console, layout), mode is not None and mode.is_question
    laid_out = lay_out_text(
        layout, told, extent, focus, is_document=is_document, is_question=is_question
    )
    shows_all = console.settings.more or looked_at is not None
    return laid_out if shows_all else evolve(laid_out, pages=laid_out.pages[-1:])


def action_row(console: "Console", layout: ScreenLayout | None) -> tuple[Message, ...]:
    """Return what the Action row says, fitted to a layout; in full without one."""
    session, game, note = console.session, console.session.game, console.note
    said: tuple[Message, ...]
    if asked := console.prompt:
        said = (Message(asked),)
    elif note.notices and not note.has_messages:
        said = note.notices
    elif game is not None and game.is_over:
        ending = _ending_messages(console, game)
        turn = fitted_messages(console, layout, after=join_messages(ending))
        said = (*turn, *ending, *note.notices)
    elif note.notices:
        said = (*session.messages, *note.notices)
    elif game is not None and not game.turns and console.is_own_game:
        said = _opening_messages(console, layout)
    else:
        said = fitted_messages(console, layout) if note.has_messages else ()
    rewording = console.settings.rewording
    if not rewording.phrases:
        return said
    return tuple([evolve(message, text=rewording.of(message.text)) for message in said])


def _ending_messages(console: "Console", game: GameState) -> tuple[Message, ...]:
    outcome, score = console.session.voice.ending_lines(game)
    others = (score, PLAY_AGAIN_QUESTION, GAME_SUMMARY_HINT)
    hints = (END_STOP_HINT,) if console.is_at_end_stop else others
    return tuple(map(Message, (outcome, *hints)))


def _opening_messages(console: "Console", layout: ScreenLayout | None) -> tuple[Message, ...]:
    """Return the goal, as long as there is room, the key for help, and news before turn 1."""
    session, is_single_row = console.session, layout is not None and layout.message_rows == 1
    goal = (single_row_goal if is_single_row else opening_goal)(session.rules)
    opening = (Message(goal), Message(name_keys("{help} for help.", console.key_phrases)))
    has_only_spawned = session.last_events == (HeroSpawned(),)
    return (*opening, *(() if has_only_spawned else session.messages))


def fitted_messages(
    console: "Console", layout: ScreenLayout | None, before: str = "", after: str = ""
) -> tuple[Message, ...]:
    """Return the messages of the last command, shortened to fit between two texts."""
    session, game = console.session, console.session.game
    if layout is None or game is None:
        return session.messages
    may_cover = game.rules.expansions and not layout.shows_all_rows  # a row of the board
    rows = layout.message_rows + bool(may_cover)
    before = f"{ACTION_LABEL * layout.shows_all_rows}{before}"
    room = MessageRoom(rows, layout.text_columns, before, after)
    return session.voice.fit_turn(session.last_events, game.race, room, session.messages)


OLDER = ROLE_LETTERS["older"]

FEW_ROWS = 3
"""Rows of older turns up to which they show only what is worth it; more of them are a log."""

MAX_AGE_TURNS = 4
"""Turns after which a message is old news, and loses its row."""

MAX_SKIPPED_ENTRIES = 50
"""Entries of the log that are looked through for one that is worth a row."""


def message_lines(
    console: "Console", game: GameState, laid_out: LaidOutText, count: int
) -> list[Line]:
    """Return as many lines as there are message rows: the current page, and older turns.

    Those are among the first `count` entries of the log. Above the board time goes down the rows,
    and the current page is the last of them. In the document's picture the Action row keeps its
    place, and older turns stand below it.
    """
    pages, layout = laid_out.pages, laid_out.layout
    number = min(console.note.page, len(pages) - 1)
    is_asking = console.is_input_pending
    if is_asking or Effect.HARM not in [each.effect for each in laid_out.messages]:  # most often
        lines = [styled_line(text, "asking" * is_asking) for text in pages[number]]
    else:
        lines = _page_lines(pages[number:], laid_out.messages)
    room = layout.message_rows + laid_out.covered_rows - len(lines)
    older = _older_lines(console, game, count, room, layout.text_columns) if count else []
    blank = [Line("", "")] * (room - len(older))
    if layout.shows_all_rows:
        return [*lines, *older, *blank]
    return [*blank, *(older if room > FEW_ROWS else reversed(older)), *lines]


def _page_lines(pages: Sequence[list[str]], messages: Sequence[Message]) -> list[Line]:
    """Return the lines of the first of the last pages, each message in its own role.

    The pages are as long as the end of the messages, so a page is found by counting from there.
    """
    roles_by_message = list[str]()
    for message in messages:
        role, text = PLAIN_ROLE, " ".join(message.text.split())
        if message.effect is Effect.HARM:
            role = ROLE_LETTERS["hurt" if message.concerns == PC else "hit"]
        roles_by_message += [role * len(text)] if text else []
    roles = PLAIN_ROLE.join(roles_by_message)
    rows = [row.removesuffix(MORE_PROMPT) for page in pages for row in page]
    length = sum(map(len, rows)) + len(rows) - 1
    roles = roles.rjust(length, PLAIN_ROLE)[-length:] if length > 0 else ""
    lines, start = [], 0
    for row, text in zip(pages[0], rows, strict=False):
        lines.append(Line(row, roles[start : start + len(text)].ljust(len(row), PLAIN_ROLE)))
        start += len(text) + 1
    return lines


def _older_lines(
    console: "Console", game: GameState, count: int, rows: int, columns: int
) -> list[Line]:
    """Return turns before the one that is shown, a dim row each.

    A few stand with the newest first, below the turn that it comes before, if they tell of more
    than steps; many are a log.
    """
    entries = console.session.message_log.entries
    if rows > FEW_ROWS:
        # They move up by several rows at once: on a slow line, every row that changes takes time.
        step = rows // 2
        older = entries[max(0, -(-(count - rows) // step) * step) : count]
    else:
        latest = entries[max(0, count - MAX_SKIPPED_ENTRIES) : count]
        since = game.turns - MAX_AGE_TURNS
        older = [e for e in reversed(latest) if e.turn >= since and not e.is_step][:rows]
    voice, lines = console.session.voice, list[Line]()
    for entry in older:
        repeated = f" (x{entry.times})" * (entry.times > 1)
        room = MessageRoom(1, columns - len(repeated))
        fitted = voice.fit_turn(entry.events, game.race, room, entry.messages)
        row = shorten_text(join_messages(fitted), room.columns) + repeated
        lines.append(Line(row, OLDER * len(row)))
    return lines


def count_entries_before(console: "Console") -> int:
    """Return how many entries of the log tell of turns before the one that is shown."""
    entries = console.session.message_log.entries
    count = len(entries)
    if console.prompt:
        return count
    note, text_of = console.note, attrgetter("text")
    messages = (*(console.session.messages if note.has_messages else ()), *note.notices)
    texts = set(map(text_of, messages))
    while count and texts.issuperset(map(text_of, entries[count - 1].messages)):
        count -= 1
    return count
