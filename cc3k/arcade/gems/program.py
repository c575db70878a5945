"""Modern Gems: a game, the file it is saved in, and the dialogue byte for byte (G1 to G9, G13).

Every question is a method that takes the word which answers it. `new` leads to those for board,
policy and player, `load` to that for a file; then a game goes on by itself as long as its player is
a program, and asks a person for each move.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeAlias
from zlib import crc32

from cc3k.arcade.gems.board import (
    BOARDS,
    PLAYERS,
    POLICIES,
    GemBoard,
    GemPlayer,
    InvalidBoard,
    RemovalPolicy,
    parse_board,
    parse_number,
)
from cc3k.arcade.protocols import RefusedInput, TextProgram

_FOUR_WORDS = re.compile(rb"\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)")


class GemGame(NamedTuple):
    """A game, a value. The names are as they were typed: nobody may have such a name (G7)."""

    board: GemBoard
    policy_name: str
    player_name: str
    score: int = 0
    moves: int = 0

    @property
    def policy(self) -> RemovalPolicy | None:
        return POLICIES.get(self.policy_name)

    @property
    def player(self) -> GemPlayer | None:
        return PLAYERS.get(self.player_name)

    @property
    def is_over(self) -> bool:
        return max(self.board.kinds) < 0

    def after(self, policy: RemovalPolicy, cell: int) -> "GemGame":
        group = {*policy.group(self.board, cell)}
        score = self.score + policy.score(len(group))
        return self._replace(board=self.board.remove(group), score=score, moves=self.moves + 1)

    def head(self) -> str:
        """Return what precedes each move in the dialogue: number, score and board (G8)."""
        head = f"\n-- Move {self.moves:>3} --\nCurrent score: {self.score}\n"
        return f"{head}{self.board.picture()}\n"

    def saved(self) -> bytes:
        """Return the file of the game (G13)."""
        head = f"{self.score} {self.moves} {self.player_name} {self.policy_name}\n"
        return encode(head + self.board.text())


class GemSave(NamedTuple):
    """A file of a saved game whose first line could be made out, the board not yet."""

    score: int
    moves: int
    player_name: str
    policy_name: str
    lines: Sequence[bytes]

    def game(self) -> GemGame:
        board = parse_board([decode(word) for word in line.split()] for line in self.lines)
        return GemGame(board, self.policy_name, self.player_name, self.score, self.moves)


def read_saved(data: bytes) -> GemSave | None:
    """Return the saved game of a file; None for one that ends the program (G13).

    Four words, the first two numbers; what else is in the line of the fourth is passed over.
    """
    found = _FOUR_WORDS.match(data)
    if found is None or found.end() == len(data):
        return None
    first, second, player, policy = [decode(word) for word in found.groups()]
    score, moves = parse_number(first), parse_number(second)
    if score is None or moves is None:
        return None
    return GemSave(score, moves, player, policy, data[found.end() :].splitlines()[1:])


def decode(data: bytes) -> str:
    """Return bytes as text, from which `encode` makes the same bytes, whatever they are."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class GemFiles(Protocol):
    """The files that the dialogue lists, reads and writes, or those of a screen.

    `read` and `write` raise `OSError`, and `ValueError` for what can be no file's name.
    """

    def names(self) -> list[str]: ...

    def read(self, name: str) -> bytes: ...

    def write(self, name: str, data: bytes) -> None: ...


def not_saved(name: str, error: OSError | ValueError) -> str:
    """Return what standard error, or a screen, says of a file that cannot be written (G9)."""
    return f"Could not save to file {name} : {file_reason(error)}"


def file_reason(error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return reason or str(error)


def save_digest(game: GemGame) -> str:
    return f"{crc32(game.saved()):08x}"


PROMPT = ">>> "
MENU = f"""\
----------------------
Welcome to Modern Gems
----------------------
Select from:
     new: Start a new game
    load: Load an existing game
    quit: Quit
{PROMPT}"""
CHOICES = f"""\
Choices:
move row col        : remove gem at row/col position
save filename.mg    : save game and continue playing
quit                : quit current game
{PROMPT}"""
FAREWELL = "Thanks for playing!\n"
UNDO, RESUME, WATCH, NEXT = "undo", "resume", "watch", "next"
SAVED = "saved"
"""Words that the document does not have: for games in practice, and for those on a screen."""

NO_SAVED_GAME = "found no saved game; expected score, number, player and policy"
NO_POLICY, NO_PLAYER = "No removal policy named {} exists", "No player named {} exists"

EXIT_QUIT, EXIT_FAILED = 0, 1
"""Exit statuses: after a farewell, and where the course's program dies (G7)."""

Question: TypeAlias = Callable[[str], str]
"""Take the word that answers a question; return what is printed then."""


class GemsProgram(TextProgram):
    """Modern Gems behind text, from the menu to the farewell.

    Without files it is the program of a screen, which lists, reads and writes them itself. Then it
    ends with its first game, `resume GAME` starts a saved one, `watch GAME` does so with a program
    that is told `next` for each move, and `saved NAME DIGEST` says what was saved: its words alone
    reproduce a game, and no word can touch a file. In practice the word `undo` takes back a move.
    """

    def __init__(self, files: GemFiles | None = None, *, is_practice: bool = False) -> None:
        self.game: GemGame | None = None
        self.is_practice = is_practice
        self.last_move: tuple[GemGame, int] | None = None
        """The game before the last move of the last answer, and the cell that was selected."""
        self.final_game: GemGame | None = None
        """The game that is over, once there is one."""
        self._waits = False
        self._files = files
        self._question: Question = self._choose_option
        self._answers: tuple[str | int, ...] = ()
        self._undone_to: tuple[GemGame, ...] = ()
        self._errors: list[str] = []
        self._saves: tuple[str, ...] = ()

    def begin(self) -> str:
        return MENU

    def take(self, text: str) -> str:
        """Take one word, or some; return what is printed. Nothing is heard after the end."""
        words, self.last_move = encode(text).split(), None
        heard = (decode(word) for word in words if self.exit_status is None)
        return "".join([self._question(word) for word in heard])

    def end_of_input(self) -> str:
        """Say farewell, wherever a word was wanted (G6)."""
        self.exit_status = EXIT_QUIT
        return FAREWELL

    def take_errors(self) -> list[str]:
        """Return the lines for standard error that came up since this was asked last."""
        errors, self._errors = self._errors, []
        return errors

    def is_asked_for_move(self) -> bool:
        return self._question == self._choose_turn and self.exit_status is None

    def is_watched(self) -> bool:
        """Return True if a program that plays waits for the word for its next move."""
        return self._question == self._choose_next and self.exit_status is None

    def can_undo(self) -> bool:
        return bool(self._undone_to)

    def digest(self) -> int:
        """Return a CRC-32 of all that the answers to come depend on, but for files."""
        state = (self._question.__name__, self._answers, self.game, len(self._undone_to))
        return crc32(repr((*state, self.exit_status, *self._saves)).encode())

    def _ask(self, question: Question, *answers: str | int) -> None:
        self._question, self._answers = question, answers

    def _choose_option(self, word: str) -> str:
        if word == "new":
            self._ask(self._choose_board)
            return _list_choices("board", BOARDS, "Board")
        if word == "load":
            return self._list_files()
        if word == "quit":
            return self.end_of_input()
        if self._asks_for_saved(word):
            return ""
        return f"'{word}' is not a valid option\n{self._return_to_menu()}"

    def _return_to_menu(self) -> str:
        self.game, self._undone_to = None, ()
        if self._files is None:
            self.exit_status = EXIT_QUIT
            return ""
        self._ask(self._choose_option)
        return f"\n{MENU}"

    def _choose_board(self, word: str) -> str:
        if word not in BOARDS:
            return self._fail(f"No board named {word} exists")
        self._ask(self._choose_policy, word)
        return _list_choices("removal policy", POLICIES, "Policy")

    def _choose_policy(self, word: str) -> str:
        self._ask(self._choose_player, *self._answers, word)
        return _list_choices("player", PLAYERS, "Player")

    def _choose_player(self, word: str) -> str:
        board, policy = map(str, self._answers)
        return f"\nLet's play!!\n\n{self._play(GemGame(BOARDS[board], policy, word))}"

    def _list_files(self) -> str:
        if self._files is None:
            message = "found `load`, which reads a file; expected `resume` with what the file held"
            raise RefusedInput(message)
        self._ask(self._choose_file)
        names = "".join([f"{name} " for name in self._files.names()])
        title = "Likely game files (*.mg) in the working directory:"
        return f"{title}\n {names}\nName a file to load:\n{PROMPT}"

    def _choose_file(self, word: str) -> str:
        assert self._files is not None, "only who lists files asks for one"  # noqa: S101 - so it has them
        try:
            saved = read_saved(self._files.read(word))
        except (OSError, ValueError) as error:
            return self._fail(f"Could not load from file {word} : {file_reason(error)}")
        if saved is None:
            return self.end_of_input()
        board = decode(b"".join([line + b"\n" for line in saved.lines]))
        text = f"Creating board from string:\n{board}\n"
        try:
            game = saved.game()
        except InvalidBoard as error:
            return text + self._fail(f"Could not load from file {word} : {error}")
        text += f"Game load completed from file '{word}'. Let's play!\n"
        return text + self._play(game)

    def _asks_for_saved(self, word: str) -> bool:
        if word not in {RESUME, WATCH} or self._files is not None:
            return False
        self._waits = word == WATCH
        self._ask(self._choose_saved)
        return True

    def _choose_saved(self, word: str) -> str:
        try:
            return self._play(game_of_word(word))
        except ValueError as error:
            return self._fail(str(error))

    def _play(self, game: GemGame) -> str:
        if game.policy is None:
            return self._fail(NO_POLICY.format(game.policy_name))
        self.game, self._undone_to = game, ()
        return f"{game.policy.description}\n{self._go_on()}"

    def _go_on(self) -> str:
        shown = []
        while True:
            game = self._current_game()
            if not game.is_over:
                shown.append(game.head())
            if game.player is None:
                return "".join(shown) + self._fail(NO_PLAYER.format(game.player_name))
            if game.is_over:
                self.final_game = game
                return f"{''.join(shown)}Final Score: {game.score}\n{self._return_to_menu()}"
            if game.player.choose is None:
                self._ask(self._choose_turn)
                return f"{''.join(shown)}{CHOICES}"
            if self._waits:
                self._ask(self._choose_next)
                return "".join(shown)
            self._move(game.player.choose(game.board, POLICIES[game.policy_name]))

    def _choose_turn(self, word: str) -> str:
        questions = {"move": self._choose_row, "save": self._choose_name}
        if self._files is None:
            questions[SAVED] = self._choose_saved_name
        if word in questions:
            self._ask(questions[word])
            return ""
        if word == "quit":
            return f"Quitting\n{self._return_to_menu()}"
        if self._asks_for_saved(word):
            return ""
        if word == UNDO and self._undone_to:
            *earlier, self.game = self._undone_to
            self._undone_to = tuple(earlier)
            return self._go_on()
        return f"Invalid option '{word}'\n\n{self._go_on()}"

    def _choose_next(self, word: str) -> str:
        if word == "quit":
            return f"Quitting\n{self._return_to_menu()}"
        if self._asks_for_saved(word):
            return ""
        game = self._current_game()
        if word == NEXT and game.player is not None and game.player.choose is not None:
            self._move(game.player.choose(game.board, POLICIES[game.policy_name]))
        return self._go_on()

    def _choose_row(self, word: str) -> str:
        row = parse_number(word)
        if row is None:
            return self.end_of_input()
        self._ask(self._choose_column, row)
        return ""

    def _choose_column(self, word: str) -> str:
        row, column = int(self._answers[0]), parse_number(word)
        if column is None:
            return self.end_of_input()
        cell = self._current_game().board.cell_at(row, column)
        if cell is None:
            return f"Invalid gem position ({row},{column})\n{self._go_on()}"
        self._move(cell)
        return self._go_on()

    def _move(self, cell: int) -> None:
        game = self._current_game()
        if self.is_practice:
            self._undone_to += (game,)
        self.last_move = game, cell
        self.game = game.after(POLICIES[game.policy_name], cell)

    def _choose_name(self, word: str) -> str:
        try:
            if self._files is not None:  # an old journal has no more than the name: none is written
                self._files.write(word, self._current_game().saved())
        except (OSError, ValueError) as error:
            self._errors.append(not_saved(word, error))
        return self._go_on()

    def _choose_saved_name(self, word: str) -> str:
        self._ask(self._choose_saved_digest, word)
        return ""

    def _choose_saved_digest(self, word: str) -> str:
        """Take the digest of what a screen has written: it must be this very game."""
        if word != save_digest(self._current_game()):
            message = (
                f"found another game saved as {self._answers[0]!a}; expected that on the board"
            )
            raise RefusedInput(message)
        self._saves += (f"{self._answers[0]} {word}",)
        return self._go_on()

    def _current_game(self) -> GemGame:
        assert self.game is not None, "a question of a game is asked in one"  # noqa: S101 - so it has one
        return self.game

    def _fail(self, message: str) -> str:
        """End where the course's program dies; nothing more is printed (G7)."""
        self._errors.append(message)
        self.exit_status = EXIT_FAILED
        return ""


def _list_choices(subject: str, names: Iterable[str], answer: str) -> str:
    listed = "".join([f"{name} " for name in names])
    return f"Select the {subject} from the following:\n  {listed}\n{answer} choice:\n{PROMPT}"  # noqa: S608 - a menu, no query


def word_of_game(game: GemGame) -> str:
    lines = decode(game.saved()).splitlines()
    return "/".join([",".join(line.split()) for line in lines])


def game_of_word(word: str) -> GemGame:
    return game_of_file(encode(word.replace("/", "\n").replace(",", " ")))


def game_of_file(data: bytes) -> GemGame:
    """Return the game of a file; raise ValueError if it would end the program."""
    saved = read_saved(data)
    if saved is None:
        raise ValueError(NO_SAVED_GAME)
    game = saved.game()
    if game.policy is None:
        raise ValueError(NO_POLICY.format(game.policy_name))
    if game.player is None:
        raise ValueError(NO_PLAYER.format(game.player_name))
    return game
