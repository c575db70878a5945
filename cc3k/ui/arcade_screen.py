"""Arcade screens: a board of any of the three games, the menu of the games, and replays."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from attrs import Factory, evolve, field

from cc3k.arcade.protocols import ArcadeGame, BoardScreen, RefusedInput, Row
from cc3k.engine.text import count_text, escape_text, wrap_text
from cc3k.engine.values import define
from cc3k.exit_codes import EXIT_DIVERGED
from cc3k.play.messages import paste_ignored
from cc3k.saves.journal_format import RecordError
from cc3k.terminal.app import PLAIN_ROLE, Canvas, Line, ScreenApp
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.screen_layout import styled_line
from cc3k.ui.settings import Rewording

if TYPE_CHECKING:
    from cc3k.saves.arcade_games import ArcadeRecord, ArcadeRecorder, ArcadeStep

MIN_COLUMNS, MIN_ROWS = 80, 24
"""The smallest screen on which every game can be played."""

STEP_SECONDS = 0.15
"""Seconds that a step of animation is shown."""

BOARD_KEYS: Mapping[str, str] = {
    "up": "UP",
    "down": "DOWN",
    "left": "LEFT",
    "right": "RIGHT",
    "enter": "ENTER",
    "tab": "TAB",
    "escape": "ESC",
    "backspace": "BACKSPACE",
    "page up": "PGUP",
    "page down": "PGDN",
    "home": "HOME",
    "end": "END",
    "f1": "F1",
}
"""The keys of a board screen by the terminal's names; a character is its own name."""

LOOKING_KEYS = ("up", "down", "left", "right", "tab", "page up", "page down", "home", "end")
"""The keys that still reach the board of a game that is over."""

HELP_KEYS = ("?", "f1")
TOO_SMALL = "q leaves."
LEAVE_QUESTION = "Leave? The game is kept. y leaves, any other key goes on."
LOSING_QUESTION = "Leave? The end of the game is not kept. y leaves, any other key goes on."
OVER = "The game is over. Enter plays again, q leaves."


class CannotContinue(Exception):
    """Raised for a saved game that cannot be resumed, with the reason."""


class ArcadeOffer(NamedTuple):
    """A kept game, and how to go on with it; `resume` raises `CannotContinue`."""

    description: str
    resume: Callable[[], BoardScreen]


@define(eq=False)
class ArcadeScreen(ScreenApp):
    """A game of the arcade on the screen; `resume_command` is the command that resumes it.

    `rewording` has the words for players without keys. `_pages` cover the board, one by one.
    While `_is_leaving`, a key answers whether to leave. `_notice` is shown below the board until
    the next key.
    """

    game: ArcadeGame
    keeper: "ArcadeRecorder"
    resume_command: str
    columns: int
    rows: int
    offers: Sequence[ArcadeOffer] = ()
    is_ended: bool = field(default=False, init=False)
    rewording: Rewording = field(factory=Rewording, init=False)
    _board: BoardScreen = field(init=False)
    _pages: list[list[str]] = field(factory=list, init=False)
    _is_leaving: bool = field(default=False, init=False)
    _notice: str = field(default="", init=False)

    @_board.default
    def _begin_game(self) -> BoardScreen:
        return self._begin(None, self.game.open_board(self.keeper.header))

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def tick_seconds(self) -> float | None:
        is_moving = self._board.steps() or self._next_input() is not None
        return STEP_SECONDS if self._is_playing and is_moving else None

    @property
    def exit_message(self) -> str:
        kept = f"This game is kept: {self.resume_command} goes on with it.\n"
        return f"{self.title}\n{kept if self.keeper.try_to_save() else ''}"

    @property
    def place(self) -> tuple[int, ...]:
        return self._board.place()

    def go_to(self, place: Sequence[int]) -> None:
        self._board.go_to(place)

    def close(self) -> list[str]:
        """Stop keeping the game; return what is left to be told."""
        self.keeper.close()
        return self.keeper.take_notices()

    def show_ended_game(self, board: BoardScreen) -> None:
        """Show a game that is over, and kept as such; Enter begins another."""
        self._board, self.offers = board, ()

    def draw(self) -> Canvas:
        for text in self.keeper.take_notices():
            self._notice = text
        question = LOSING_QUESTION if self.keeper.is_failing else LEAVE_QUESTION
        below = self.rewording.of(question) if self._is_leaving else self._notice
        if self.columns < MIN_COLUMNS or self.rows < MIN_ROWS:
            below = below or self.rewording.of(TOO_SMALL)
            return self._canvas(size_lines(self.title, self.columns, self.rows, below))
        if self._pages:
            return self._canvas([styled_line(text) for text in self._pages[0]])
        if self.offers:
            return self._canvas(self._offer_lines(below))
        rows = self._board.rows(self.columns, self.rows)
        lines = [line_of(self._reworded(row)) for row in rows]
        if not below and self._is_over() and not self._board.steps():
            below = self.rewording.of(OVER)
        if below:
            blank = [Line("", "")] * (self.rows - len(lines))
            lines = [*lines, *blank][: self.rows - 1]
            lines.append(styled_line(escape_text(below), "asking"))
        return self._canvas(lines)

    def press_keys(self, keys: list[str]) -> bool:
        for key in keys:
            if not self.is_ended and key != "ctrl-l":
                self._press(key)
        return "ctrl-l" in keys

    def report_paste(self, key_count: int) -> None:
        self._notice = paste_ignored(key_count)

    def tick(self) -> None:
        if self._board.steps():
            self._board.show_next_step()
        elif (text := self._next_input()) is not None:
            self._take(text)

    def stop_ticking(self) -> None:
        while self._board.steps():
            self._board.show_next_step()

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows

    @property
    def _is_playing(self) -> bool:
        is_large_enough = self.columns >= MIN_COLUMNS and self.rows >= MIN_ROWS
        return is_large_enough and not self._pages and not self.offers

    def _next_input(self) -> str | None:
        return None if self._is_leaving else self._board.next_input()

    def _is_over(self) -> bool:
        return self._board.is_over() or self._board.program.exit_status is not None

    def _press(self, key: str) -> None:
        self._notice = ""
        if key == "ctrl-d":
            self._is_leaving = self.keeper.is_failing
            self.is_ended = not self._is_leaving
        elif self._is_leaving:
            self._is_leaving, self.is_ended = False, key in {"y", "Y"}
        elif self._pages:
            del self._pages[0]
        elif key == "q" and not self.is_typing:
            self._is_leaving, self.is_ended = not self._is_over(), self._is_over()
        elif key in HELP_KEYS and not self.is_typing:
            self._pages = self._help_pages()
        elif self.offers:
            self._press_in_offers(key)
        else:
            self.stop_ticking()
            self._play(key)

    @property
    def is_typing(self) -> bool:
        """True while a board asks for text, in which every character is a letter."""
        return not self.offers and self._board.is_typing()

    @property
    def is_asking(self) -> bool:
        """True while a question is open that `y` answers with yes, and any other key with no."""
        return self._is_leaving or self._board.is_asking()

    @property
    def is_reading(self) -> bool:
        """True while a page covers the board, which any key closes."""
        return bool(self._pages)

    def _press_in_offers(self, key: str) -> None:
        at = 0 if key == "enter" else int(key) - 1 if key in "123456789" else -1
        if key == "n":
            self.offers = ()
        elif 0 <= at < min(len(self.offers), MAX_OFFERS):
            try:
                self._board = self.offers[at].resume()
            except CannotContinue as error:
                self.offers = [offer for number, offer in enumerate(self.offers) if number != at]
                self._notice = str(error)
            else:
                self.offers = ()
                if self._is_over():  # its program was killed before it could put it away
                    self.keeper.game_ended()

    def _play(self, key: str) -> None:
        board = self._board
        if self._is_over():
            if key == "enter":
                following = board.next_game()
                self._board = self._begin(*following) if following else self._begin_game()
            elif key in LOOKING_KEYS and board.program.exit_status is None:
                board.press(BOARD_KEYS[key])  # to read what has happened: it changes nothing
            return
        if key.startswith("click "):
            column, row = map(int, key.split()[1:])
            text = board.click(row, column)
        else:
            is_board_key = key in BOARD_KEYS or len(key) == 1
            text = board.press(BOARD_KEYS.get(key, key)) if is_board_key else None
        if text is not None:
            self._take(text)

    def _take(self, text: str) -> None:
        board, program = self._board, self._board.program
        answer = program.take(text)
        self.keeper.input_taken(program.kept_input(text), program.digest())
        if self._is_over():
            self.keeper.game_ended()
        board.answered(answer)

    def _begin(self, header: Sequence[str] | None, board: BoardScreen) -> BoardScreen:
        self.keeper.game_began(board.program.digest(), header)
        return board

    def _offer_lines(self, below: str) -> list[Line]:
        """Return the kept games that can be gone on with, each after its number."""
        listed = [
            styled_line(f"{number}  {escape_text(offer.description)}")
            for number, offer in enumerate(self.offers[:MAX_OFFERS], start=1)
        ]
        return [
            styled_line(self.title, "heading"),
            Line("", ""),
            *listed,
            Line("", ""),
            styled_line(self.rewording.of(OFFER_HINT)),
            styled_line(escape_text(below), "asking"),
        ]

    def _help_pages(self) -> list[list[str]]:
        """Return what the game is about, and what its keys do, or taps and buttons in their place.

        That is one page if it fits on the screen, and else two.
        """
        about, every = self._board.about(self.columns), [*self._board.keys, *SHELL_KEYS]
        width = max(len(key) for key, _ in every)
        lines = self.rewording.help_lines or [f"{key:{width}}  {does}" for key, does in every]
        end = ["", self.rewording.of(ANY_KEY)]
        whole = [self.title, "", *about, *([""] if about else []), *lines, *end]
        if not about or len(whole) <= self.rows:
            return [whole]
        goes_on = ["", self.rewording.of(MORE_KEY)]
        return [[self.title, "", *about, *goes_on], [self.title, "", *lines, *end]]

    def _reworded(self, row: Row) -> Row:
        """Return a row in other words if it is a sentence, and as it is if it is of the board."""
        match row:
            case ((text, role),):
                return ((self.rewording.of(text), role),)
        return row

    def _canvas(self, lines: list[Line]) -> Canvas:
        return Canvas.from_lines(self.columns, self.rows, lines)


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


def size_lines(heading: str, columns: int, rows: int, below: str) -> list[Line]:
    """Return that a screen of so many columns and rows is too small for a game."""
    needed = f"{heading} needs {MIN_COLUMNS} columns and {MIN_ROWS} rows;"
    text = f"{needed} this screen has {columns} and {rows}."
    lines = [*wrap_text(text, max(1, columns)), "", *wrap_text(below, max(1, columns))]
    return [styled_line(escape_text(line), "asking") for line in lines]


def line_of(row: Row) -> Line:
    """Return a row as a line; what a terminal would take for orders is escaped."""
    texts = [(escape_text(text), role) for text, role in row]
    roles = [ROLE_LETTERS.get(role, PLAIN_ROLE) * len(text) for text, role in texts]
    return Line("".join([text for text, _ in texts]), "".join(roles))


HEADING = "The arcade"
HINT = "Arrows and Enter play, or a letter; q leaves."
HELP = "`cc3k help {}` tells the rules; ? in the game tells goal and keys."
NO_SUCH_GAME = "No game has the key {}."
HEAD_ROWS = 2
LEAVE_KEYS = ("q", "escape", "ctrl-d")


@define(eq=False)
class ArcadeMenu(ScreenApp):
    """The menu, or the game that was chosen from it; that game has all keys until it is left.

    Each game has a sentence. `open_game` takes the columns and rows of the screen, too, and
    `count_kept` returns how many games are kept, by the names of those that have any.
    """

    games: Mapping[ArcadeGame, str]
    open_game: Callable[[ArcadeGame, int, int], ArcadeScreen]
    count_kept: Callable[[], Mapping[str, int]]
    columns: int
    rows: int
    is_ended: bool = field(default=False, init=False)
    _at: int = field(default=0, init=False)
    _game: ArcadeScreen | None = field(default=None, init=False)
    _kept: Mapping[str, int] = field(
        default=Factory(lambda self: self.count_kept(), takes_self=True), init=False
    )
    _notice: str = field(default="", init=False)
    _farewell: str = field(default=f"{HEADING}\n", init=False)

    @property
    def tick_seconds(self) -> float | None:
        return None if self._game is None else self._game.tick_seconds

    @property
    def title(self) -> str:
        return HEADING if self._game is None else self._game.title

    @property
    def exit_message(self) -> str:
        return self._farewell if self._game is None else self._game.exit_message

    def draw(self) -> Canvas:
        if self._game is not None:
            return self._game.draw()
        lines = [styled_line(HEADING, "heading"), Line("", "")]
        for at, game in enumerate(self.games):
            mark = ">" if at == self._at else " "
            count = self._kept.get(game.name, 0)
            kept = count_text(count, "kept game") if count else ""
            text = f"{mark} {game.name[0]}  {game.title:18}{kept}"
            lines.append(styled_line(text.rstrip(), "cursor" * (at == self._at)))
        for text in (f"{[*self.games.values()][self._at]}.", HINT):
            lines += [Line("", ""), *map(styled_line, wrap_text(text, max(1, self.columns)))]
        below = wrap_text(escape_text(self._notice), max(1, self.columns)) if self._notice else []
        lines += [Line("", ""), *[styled_line(text, "asking") for text in below]]
        return Canvas.from_lines(self.columns, self.rows, lines)

    def press_keys(self, keys: list[str]) -> bool:
        for key in keys:
            if self.is_ended:
                break
            if self._game is None:
                self._press(key)
                continue
            self._game.press_keys([key])
            if self._game.is_ended:
                self._farewell = self.exit_message
                notices = self.close()
                self._kept = self.count_kept()
                self._notice = " ".join([*self._farewell.splitlines()[1:], *notices])
                self.is_ended = key == "ctrl-d"
        return "ctrl-l" in keys

    def report_paste(self, key_count: int) -> None:
        if self._game is None:
            self._notice = paste_ignored(key_count)
        else:
            self._game.report_paste(key_count)

    def tick(self) -> None:
        if self._game is not None:
            self._game.tick()

    def stop_ticking(self) -> None:
        if self._game is not None:
            self._game.stop_ticking()

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        if self._game is not None:
            self._game.resize(columns, rows)

    def close(self) -> Sequence[str]:
        closed, self._game = self._game, None
        return () if closed is None else closed.close()

    def _press(self, key: str) -> None:
        self._notice = ""
        games = [*self.games]
        letters = [game.name[0] for game in games]
        chosen = None
        if key in LEAVE_KEYS:
            self.is_ended = True
        elif key in {"up", "down"}:
            self._at = (self._at + (1 if key == "down" else -1)) % len(self.games)
        elif key == "enter":
            chosen = self._at
        elif key.lower() in letters:
            chosen = letters.index(key.lower())
        elif key.startswith("click "):
            row = int(key.split()[2]) - HEAD_ROWS
            chosen = row if 0 <= row < len(self.games) else None
        elif key in HELP_KEYS:
            self._notice = HELP.format(games[self._at].name)
        elif len(key) == 1:
            self._notice = NO_SUCH_GAME.format(key)
        if chosen is not None:
            self._at = chosen
            self._game = self.open_game(games[chosen], self.columns, self.rows)


TICK_SECONDS = 0.5
"""Seconds that an input is shown while the replay runs."""

KEYS_LINE = "Space runs, Right and Left step, Home and End jump, q leaves"


class ArcadeDiverged(RecordError):
    """Raised for a game that goes another way than it went when it was kept."""

    exit_code = EXIT_DIVERGED


def give_inputs(board: BoardScreen, inputs: "Iterable[ArcadeStep]") -> list[str]:
    answers = []
    for number, (text, digest) in enumerate(inputs, start=1):
        try:
            answer = board.program.take(text)
        except RefusedInput as error:
            message = f"input {number}: {error}"
            raise ArcadeDiverged(message) from error
        board.answered(answer)
        answers.append(answer)
        if board.program.digest() != digest:
            message = f"input {number}: found another state than when it was played"
            raise ArcadeDiverged(message)
    while board.steps():
        board.show_next_step()
    return answers


@define(eq=False)
class ArcadeReplayScreen(ScreenApp):
    """A replay on the screen; the board at `position` has had that many inputs."""

    game: ArcadeGame
    record: "ArcadeRecord"
    columns: int
    rows: int
    position: int = 0
    is_running: bool = False
    is_ended: bool = field(default=False, init=False)
    rewording: Rewording = field(factory=Rewording, init=False)
    _board: BoardScreen = field(init=False)
    _trouble: str = field(default="", init=False)
    _notice: str = field(default="", init=False)

    @_board.default
    def _new_board(self) -> BoardScreen:
        return self.game.open_board(self.record.header)

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def tick_seconds(self) -> float | None:
        return TICK_SECONDS if self.is_running else None

    @property
    def exit_message(self) -> str:
        return f"{self.title}\n{self._trouble}"

    def draw(self) -> Canvas:
        if self.columns < MIN_COLUMNS or self.rows < MIN_ROWS:
            needed = size_lines(self.title, self.columns, self.rows, "q: leave")
            return Canvas.from_lines(self.columns, self.rows, needed)
        lines = [line_of(row) for row in self._board.rows(self.columns, self.rows - 1)]
        canvas = Canvas.from_lines(self.columns, self.rows, lines)
        position = f"[{self.position} of {len(self.record.steps)}]"
        state = self._notice or self._trouble or f"{position} {self.rewording.of(KEYS_LINE)}"
        below = styled_line(state, "asking").padded(self.columns)
        return evolve(canvas, lines=(*canvas.lines[:-1], below))

    def press_keys(self, keys: list[str]) -> bool:
        for key in keys:
            self._press(key)
        return "ctrl-l" in keys

    def report_paste(self, key_count: int) -> None:
        self.is_running, self._notice = False, paste_ignored(key_count)

    def tick(self) -> None:
        self._go_to(self.position + 1)
        self.is_running = self.is_running and self.position < len(self.record.steps)

    def stop_ticking(self) -> None:
        self.is_running = False

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows

    def _press(self, key: str) -> None:
        was_running, self.is_running, self._notice = self.is_running, False, ""
        at, end = self.position, len(self.record.steps)
        places = {"right": at + 1, "n": at + 1, "left": at - 1, "b": at - 1, "home": 0, "end": end}
        if key == " ":
            self.is_running = not was_running and at < end
        elif key in places:
            self._go_to(places[key])
        elif key in LEAVE_KEYS:
            self.is_ended = True

    def _go_to(self, position: int) -> None:
        """Show the game after that many inputs, played from here or from the start."""
        position = min(max(0, position), len(self.record.steps))
        if position < self.position:
            self._board, self.position, self._trouble = self._new_board(), 0, ""
        try:
            give_inputs(self._board, self.record.steps[self.position : position])
        except ArcadeDiverged as error:
            self._trouble, self.is_running = str(error), False
        self.position = position
