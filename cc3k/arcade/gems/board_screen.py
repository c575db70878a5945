"""Modern Gems on a screen: a cursor, the lit group under it, hints, removals in three frames."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, Protocol, TypeAlias

from cc3k.arcade.gems.board import (
    BOARDS,
    PLAYERS,
    POLICIES,
    GemBoard,
    RemovalPolicy,
    choose_greedily,
)
from cc3k.arcade.gems.program import (
    NEXT,
    RESUME,
    SAVED,
    UNDO,
    WATCH,
    GemFiles,
    GemGame,
    GemsProgram,
    file_reason,
    game_of_file,
    not_saved,
    save_digest,
    word_of_game,
)
from cc3k.arcade.protocols import ARROWS, BoardScreen, Row, Span, beside, fitted, plain, wrapped

SUFFIX = ".mg"


class GemsPrompt(Protocol):
    is_done: bool = False
    is_typing: bool = False
    help_line: str

    def press(self, key: str) -> str | None: ...

    def rows(self, _count: int) -> list[Row]:
        return []

    def question(self) -> str:
        return ""


class FilePrompt(GemsPrompt):
    """A list of saved games. `load` returns the words that load one, or None if it has a flaw."""

    help_line = "Arrows choose, Enter loads, Esc goes back"

    def __init__(self, names: Sequence[str], load: Callable[[str], str | None]) -> None:
        self._names, self._load = names, load
        self._at = 0

    def press(self, key: str) -> str | None:
        if key in {"UP", "DOWN"}:
            self._at = (self._at + ARROWS[key][0]) % len(self._names)
        elif key in {"ENTER", "ESC"}:
            self.is_done = True
        return self._load(self._names[self._at]) if key == "ENTER" else None

    def rows(self, count: int) -> list[Row]:
        shown = max(1, count - 1)
        first = max(0, min(self._at - shown // 2, len(self._names) - shown))
        rows = [plain(f"  {name}") for name in self._names]
        rows[self._at] = plain(f"> {self._names[self._at]}", "cursor")
        return [plain("Saved games", "heading"), *rows[first : first + shown]]


class NamePrompt(GemsPrompt):
    """The name of a file to save in, as it is typed. `save` returns the words that say it is."""

    is_typing = True
    help_line = "Type a name, Enter saves, Esc goes back"

    def __init__(self, save: Callable[[str], str | None]) -> None:
        self._name, self._save = "", save

    def press(self, key: str) -> str | None:
        if key == "BACKSPACE":
            self._name = self._name[:-1]
        elif key in {"ENTER", "ESC"}:
            self.is_done = True
        elif len(key) == 1 and key.isprintable() and not key.isspace():
            self._name += key
        if key != "ENTER" or not self._name:
            return None
        return self._save(f"{self._name.removesuffix(SUFFIX)}{SUFFIX}")

    def question(self) -> str:
        return f"Save as (*{SUFFIX}): {self._name}_"


class GiveUpPrompt(GemsPrompt):
    help_line = "y gives up, any other key goes on"

    def press(self, key: str) -> str | None:
        self.is_done = True
        return "quit" if key == "y" else None

    def question(self) -> str:
        return "Give up this game?"


LIST_COLUMNS = 26
HEADINGS = ("Board", "Removal policy", "Who plays")
FIRST_CHOICES = ("large", "AdjacentRemovalPolicy", "InteractivePlayer")
"""What is chosen at first: a board on which a choice matters (G15)."""

CAPITAL = re.compile("(?=[A-Z])")


class StartMenu:
    """Three lists side by side, of boards, policies and players; the arrows choose in one."""

    def __init__(self) -> None:
        self._lists = ([*BOARDS], [*POLICIES], [*PLAYERS])
        self._titles = (
            [CAPITAL.sub(" ", name).lower() for name in BOARDS],
            [policy.title for policy in POLICIES.values()],
            [player.title for player in PLAYERS.values()],
        )
        self._chosen = [
            names.index(name) for names, name in zip(self._lists, FIRST_CHOICES, strict=True)
        ]
        self._active = 0

    def _names(self) -> list[str]:
        return [names[at] for names, at in zip(self._lists, self._chosen, strict=True)]

    def place(self) -> tuple[int, ...]:
        return (self._active, *self._chosen)

    def go_to(self, place: Sequence[int]) -> None:
        active, *chosen = place
        if all(0 <= at < len(each) for at, each in zip(chosen, self._lists, strict=True)):
            self._active, self._chosen = active % len(self._lists), chosen

    def press(self, key: str) -> str | None:
        if key == "ENTER":
            board, policy, player = self._names()
            if PLAYERS[player].choose is None:
                return f"new {board} {policy} {player}"
            return start_words(GemGame(BOARDS[board], policy, player))
        if key in {"LEFT", "RIGHT", "TAB"}:
            self._active = (self._active + (-1 if key == "LEFT" else 1)) % len(self._lists)
        elif key in {"UP", "DOWN"}:
            count = len(self._lists[self._active])
            self._chosen[self._active] = (self._chosen[self._active] + ARROWS[key][0]) % count
        return None

    def click(self, row: int, column: int) -> str | None:
        which = min(column // LIST_COLUMNS, len(self._lists) - 1)
        at = row - 1
        if not 0 <= at < len(self._lists[which]):
            return None
        if (self._active, self._chosen[which]) == (which, at):
            return self.press("ENTER")
        self._active, self._chosen[which] = which, at
        return None

    def rows(self, columns: int, rows: int) -> list[Row]:
        board_name, policy, player = self._names()
        told = wrapped(PLAYERS[player].description, LIST_COLUMNS)
        players = [*self._list_rows(2), (), *told]
        lists = beside(self._list_rows(1), players, LIST_COLUMNS)
        lists = beside(self._list_rows(0), lists, LIST_COLUMNS)
        above = [*lists, (), plain(f"{POLICIES[policy].description}."), ()]
        board = BOARDS[board_name]
        window = window_of(board, 0, columns, rows - len(above))
        return [*above, *board_rows(board, window, Marks())]

    def _list_rows(self, which: int) -> list[Row]:
        titles, chosen = self._titles[which], self._chosen[which]
        rows = [plain(HEADINGS[which], "heading"), *[plain(f"  {title}") for title in titles]]
        rows[chosen + 1] = plain(f"> {titles[chosen]}", "cursor" if which == self._active else "")
        return rows


def start_words(game: GemGame) -> str:
    is_watched = PLAYERS[game.player_name].choose is not None
    return f"{WATCH if is_watched else RESUME} {word_of_game(game)}"


TITLE = "Modern Gems"
TITLE_ROWS, FOOT_ROWS = 2, 2
MENU_LINE = "Arrows and Tab choose, Enter starts, l loads, ? help, q leaves"
GAME_LINE = "Arrows, Enter remove, h hints, u undo, s save, l load, n new, ? help, q leave"
WATCH_LINE = "Any key makes the next move at once, l load, n new, ? help, q leave"
NO_GEM = "There is no gem."
NO_FILES = "There is no file *.mg in the working directory."
NO_UNDO = "Moves are taken back in practice only: cc3k gems --practice"
NOTHING_TO_UNDO = "There is no move to take back."


Frame: TypeAlias = tuple[GemBoard, frozenset[int], GemGame, int]
"""A step of an animation: a board, its lit gems, the game before it, and what was chosen."""


class GemsScreen(BoardScreen):
    """Modern Gems as rows and keys; only keys that save or load a game touch its `files`."""

    program: GemsProgram
    keys = (
        ("arrows", "move the cursor; in a list, choose"),
        ("Tab", "the next list, before a game"),
        ("Enter", "remove the lit gems; in a list, start or load; a program's next move"),
        ("click", "move the cursor there; once more, remove"),
        ("h", "hints; again, the cursor goes to the next"),
        ("u", "take back a move, in practice"),
        ("s", "save the game in a file of the working directory"),
        ("l", "load a game from one"),
        ("n", "give up the game, and choose another"),
    )

    def __init__(self, program: GemsProgram, files: GemFiles) -> None:
        self.program = program
        self._files = files
        self._menu = StartMenu()
        self._prompt: GemsPrompt | None = None
        self._cursor = 0
        self._hints: list[MoveHint] = []
        self._message = ""
        self._was_told_by_answer = False
        self._frames: list[Frame] = []
        self._window: Window | None = None

    def rows(self, columns: int, rows: int) -> list[Row]:
        room = max(0, rows - TITLE_ROWS - FOOT_ROWS)
        body = self._body(columns, room)[:room]
        blank: list[Row] = [()] * (room - len(body))
        message = self._message if self._prompt is None else self._prompt.question()
        foot = [plain(message, "heading"), plain(self._help_line())]
        return fitted([plain(TITLE, "heading"), (), *body, *blank, *foot], columns, rows)

    def press(self, key: str) -> str | None:
        self._frames.clear()
        self._message = ""
        if self._prompt is not None:
            words = self._prompt.press(key)
            self._prompt = None if self._prompt.is_done else self._prompt
            return words
        if key == "l":
            names = [name for name in self._files.names() if name.split() == [name]]
            self._prompt = FilePrompt(names, self._load) if names else None
            self._message = "" if names else NO_FILES
            return None
        if self.program.exit_status is not None:
            return None
        if self.program.is_watched():
            self._prompt = GiveUpPrompt() if key == "n" else None
            return self.next_input()
        game = self._game()
        return self._menu.press(key) if game is None else self._press_in_game(game, key)

    def click(self, row: int, column: int) -> str | None:
        if self._prompt is not None or self._frames:
            self._frames.clear()
            return None
        self._message = ""
        if self.program.is_watched():
            return self.next_input()
        game, row = self._game(), row - TITLE_ROWS
        if game is None:
            return self._menu.click(row, column)
        cell = None if self._window is None else self._window.cell_at(game.board, row, column)
        if cell == self._cursor:
            return self._remove(game)
        self._cursor = self._cursor if cell is None else cell
        return None

    def answered(self, answer: str) -> None:
        errors, game = self.program.take_errors(), self._game()
        if self.program.last_move is not None:
            before, cell = self.program.last_move
            lit = _group_at(before, cell)
            fallen = before.board.without(lit).fallen()  # the board closed up follows it
            self._frames = [(before.board, lit, before, cell), (fallen, frozenset(), before, cell)]
        scores = [line for line in answer.splitlines() if line.startswith("Final Score: ")]
        if self._was_told_by_answer:
            self._message = ""
        self._was_told_by_answer = bool(errors or scores)
        if errors:
            self._message = errors[-1]
        elif scores:
            self._message = f"{scores[-1]}."
        self._hints = []
        if game is not None:
            self._cursor = _cursor_on(game.board, self._cursor)

    def steps(self) -> int:
        return len(self._frames)

    def show_next_step(self) -> None:
        del self._frames[:1]

    def next_input(self) -> str | None:
        return NEXT if self.program.is_watched() and self._prompt is None else None

    def is_typing(self) -> bool:
        return self._prompt is not None and self._prompt.is_typing

    def is_asking(self) -> bool:
        return isinstance(self._prompt, GiveUpPrompt)

    def place(self) -> tuple[int, ...]:
        return (self._cursor, *self._menu.place())

    def go_to(self, place: Sequence[int]) -> None:
        game = self._game()
        if len(place) != len(self.place()):
            return
        self._menu.go_to(place[1:])
        if game is not None and 0 <= place[0] < len(game.board.kinds):
            self._cursor = place[0]

    def _game(self) -> GemGame | None:
        return self.program.game if self.program.is_asked_for_move() else None

    def _help_line(self) -> str:
        if self._prompt is not None:
            return self._prompt.help_line
        if self.program.is_watched():
            return WATCH_LINE
        return MENU_LINE if self._game() is None else GAME_LINE

    def _body(self, columns: int, rows: int) -> list[Row]:
        if self._prompt is not None and (listed := self._prompt.rows(rows)):
            return listed
        width, game = columns - PANEL_COLUMNS - 1, self._game()
        if self._frames:
            board, lit, before, cell = self._frames[0]
            shown = board_rows(board, window_of(board, cell, width, rows), Marks(lit=lit))
            at = None if PLAYERS[before.player_name].choose else cell
            return beside(shown, panel_rows(before, at, []), width)
        still = self.program.game if self.program.is_watched() else self.program.final_game
        if still is not None:
            shown = board_rows(still.board, window_of(still.board, 0, width, rows), Marks())
            return beside(shown, panel_rows(still, None, []), width)
        if self.program.exit_status is not None:
            return []
        if game is None:
            return self._menu.rows(columns, rows)
        lit = _group_at(game, self._cursor)
        marks = Marks(self._cursor, lit, {hint.cell for hint in self._hints})
        self._window = window_of(game.board, self._cursor, width, rows)
        shown = board_rows(game.board, self._window, marks)
        return beside(shown, panel_rows(game, self._cursor, self._hints), width)

    def _press_in_game(self, game: GemGame, key: str) -> str | None:
        if key in ARROWS:
            self._step(game.board, *ARROWS[key])
        elif key == "h" and self._hints:
            self._cursor = self._hints[0].cell
            self._hints = [*self._hints[1:], self._hints[0]]
        elif key == "h":
            self._hints = hints_for(game)
        elif key == "s":
            self._prompt = NamePrompt(partial(self._save, game))
        elif key == "n":
            self._prompt = GiveUpPrompt()
        elif key == "u" and self.program.can_undo():
            return UNDO
        elif key == "u":
            self._message = NOTHING_TO_UNDO if self.program.is_practice else NO_UNDO
        elif key == "ENTER":
            return self._remove(game)
        return None

    def _step(self, board: GemBoard, down: int, right: int) -> None:
        row, column = divmod(self._cursor, board.columns)
        row = min(max(0, row + down), board.rows - 1)
        self._cursor = row * board.columns + min(max(0, column + right), board.columns - 1)

    def _remove(self, game: GemGame) -> str | None:
        row, column = divmod(self._cursor, game.board.columns)
        if game.board.cell_at(row, column) is None:
            self._message = NO_GEM
            return None
        return f"move {row} {column}"

    def _save(self, game: GemGame, name: str) -> str | None:
        try:
            self._files.write(name, game.saved())
        except (OSError, ValueError) as error:
            self._message = not_saved(name, error)
            return None
        self._message = f"Saved in {name}."
        return f"{SAVED} {name} {save_digest(game)}"

    def _load(self, name: str) -> str | None:
        """Return what loads a file, unless it would end the program: no board is lost by it."""
        try:
            game = game_of_file(self._files.read(name))
        except (OSError, ValueError) as error:
            self._message = f"{name}: {file_reason(error)}"
            return None
        self._cursor = 0
        return start_words(game)


def _group_at(game: GemGame, cell: int) -> frozenset[int]:
    if game.board.kinds[cell] < 0:
        return frozenset()
    return frozenset(POLICIES[game.policy_name].group(game.board, cell))


def _cursor_on(board: GemBoard, cell: int) -> int:
    width = board.columns
    row, column = divmod(cell if cell < len(board.kinds) else 0, width)
    return min(board.gems(), key=lambda gem: abs(gem // width - row) + abs(gem % width - column))


GEM_ROLES = 6
"""Roles `gem1` to `gem6`; kinds beyond begin again."""

CURSOR, LIT, HINT = "[]", "()", "<>"
"""Marks around a gem: everything is told apart without colour."""

WIDER, HIGHER = 2, 2
"""More columns of a cell where there is room, and its rows."""

HEAD_ROWS, NUMBER_COLUMNS = 2, 4
"""Rows above the board, and columns left of it, for the numbers of columns and rows."""


class Marks(NamedTuple):
    """What is marked on a board: cells, counted row by row."""

    cursor: int | None = None
    lit: Collection[int] = ()
    hints: Collection[int] = ()


class Window(NamedTuple):
    """The part of a board that is shown: its first row and column, and how many of each."""

    row: int
    column: int
    rows: int
    columns: int
    cell_width: int
    row_height: int

    def cell_at(self, board: GemBoard, row: int, column: int) -> int | None:
        """Return the cell that is drawn at a place below and right of the board's first, or None.

        Counted from the first row of the picture, its numbers included.
        """
        down, right = row - HEAD_ROWS, column - NUMBER_COLUMNS
        if not (
            0 <= down < self.rows * self.row_height and 0 <= right < self.columns * self.cell_width
        ):
            return None
        at = self.column + right // self.cell_width
        return (self.row + down // self.row_height) * board.columns + at


def window_of(board: GemBoard, cursor: int, columns: int, rows: int) -> Window:
    """Return the part of a board around the cursor that is shown, drawn larger if there is room."""
    cell_width, row_height = len(str(max(board.kinds))) + 2, 1
    is_wide = board.columns * (cell_width + WIDER) <= columns - NUMBER_COLUMNS
    if is_wide and board.rows * HIGHER <= rows - HEAD_ROWS:
        cell_width, row_height = cell_width + WIDER, HIGHER
    shown_rows = min(board.rows, max(1, (rows - HEAD_ROWS) // row_height))
    shown_columns = min(board.columns, max(1, (columns - NUMBER_COLUMNS) // cell_width))
    row, column = divmod(cursor, board.columns)
    first_row = max(0, min(row - shown_rows // 2, board.rows - shown_rows))
    first_column = max(0, min(column - shown_columns // 2, board.columns - shown_columns))
    return Window(first_row, first_column, shown_rows, shown_columns, cell_width, row_height)


def board_rows(board: GemBoard, window: Window, marks: Marks) -> list[Row]:
    width = window.cell_width
    columns = range(window.column, window.column + window.columns)
    numbers = "".join([f"{column % 100:^{width}}" for column in columns])
    rows: list[Row] = [
        ((" " * NUMBER_COLUMNS + numbers, "heading"),),
        ((" " * NUMBER_COLUMNS + "-" * width * window.columns, ""),),
    ]
    for row in range(window.row, window.row + window.rows):
        cells = [_cell(board, row * board.columns + column, width, marks) for column in columns]
        rows.append(((f"{row % 1000:>3}", "heading"), ("|", ""), *cells))
        rows += [plain("   |")] * (window.row_height - 1)
    return rows


def _cell(board: GemBoard, cell: int, width: int, marks: Marks) -> Span:
    kind = board.kinds[cell]
    text, role = (str(kind), f"gem{(kind - 1) % GEM_ROLES + 1}") if kind >= 0 else ("", "")
    around = "  "
    if cell == marks.cursor:
        around, role = CURSOR, "cursor"
    elif cell in marks.hints:
        around, role = HINT, "legal"
    elif cell in marks.lit:
        around, role = LIT, "hit"
    return f"{around[0]}{text:^{width - 2}}{around[1]}", role


PANEL_COLUMNS = 34


class MoveHint(NamedTuple):
    player: str
    cell: int
    score: int


def hints_for(game: GemGame) -> list[MoveHint]:
    board, policy = game.board, POLICIES[game.policy_name]
    chosen = [(each.title, each.choose(board, policy)) for each in PLAYERS.values() if each.choose]
    scores = policy.scores(board)
    return [MoveHint(title, cell, scores[cell]) for title, cell in chosen]


def panel_rows(game: GemGame, cursor: int | None, hints: list[MoveHint]) -> list[Row]:
    """Return the rows of the panel; without a cursor it tells who plays."""
    policy, player = POLICIES[game.policy_name], PLAYERS[game.player_name]
    rows = [
        plain(f"Score {game.score}   Move {game.moves}", "heading"),
        *wrapped(f"{policy.description}.", PANEL_COLUMNS),
        (),
    ]
    if cursor is not None:
        rows += _prospect(game.board, policy, cursor)
    elif player.choose is not None:
        rows += wrapped(f"{player.title} plays. {player.description}", PANEL_COLUMNS)
    if hints:
        rows += [(), plain("Hints", "heading")]
        for hint in hints:
            where = place(game.board, hint.cell)
            rows += wrapped(f"{hint.player}: {where} for {hint.score}", PANEL_COLUMNS, "legal")
    return rows


def place(board: GemBoard, cell: int) -> str:
    row, column = divmod(cell, board.columns)
    return f"({row},{column})"


@lru_cache(maxsize=64)
def _prospect(board: GemBoard, policy: RemovalPolicy, cursor: int) -> tuple[Row, ...]:
    at = place(board, cursor)
    if board.kinds[cursor] < 0:
        return (plain(f"{at}: no gem"),)
    group = {*policy.group(board, cursor)}
    gems = "1 gem" if len(group) == 1 else f"{len(group)} gems"
    after = board.remove(group)
    if not after.gems():
        then = "Then the board is empty."
    else:
        best = choose_greedily(after, policy)
        score = policy.score_move(after, *divmod(best, after.columns))
        then = f"Best after that: {score} at {place(after, best)}"
    return (
        plain(f"{at}: removes {gems} of kind {board.kinds[cursor]}"),
        plain(f"Scores {policy.score(len(group))}"),
        plain(then),
    )
