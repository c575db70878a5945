"""Arcade replay: the inputs of a kept game given to a new one, at once or step by step."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from attrs import evolve, field

from cc3k.arcade.protocols import BoardScreen, RefusedInput
from cc3k.engine.values import define
from cc3k.exit_codes import EXIT_DIVERGED
from cc3k.play.messages import paste_ignored
from cc3k.saves.ledger import RecordError
from cc3k.terminal.canvas import Canvas, ScreenApp
from cc3k.ui.arcade_screen import MIN_COLUMNS, MIN_ROWS, line_of, size_lines
from cc3k.ui.screen_layout import styled_line
from cc3k.ui.settings import Rewording

ArcadeInput: TypeAlias = tuple[str, int]
"""An input, and the checksum of the state after it."""

TICK_SECONDS = 0.5
"""Seconds that an input is shown while the replay runs."""

KEYS_LINE = "Space runs, Right and Left step, Home and End jump, q leaves"


class ArcadeDiverged(RecordError):
    """Raised for a game that goes another way than it went when it was kept."""

    exit_code = EXIT_DIVERGED


def give_inputs(board: BoardScreen, inputs: Iterable[ArcadeInput]) -> list[str]:
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

    heading: str
    new_board: Callable[[], BoardScreen]
    inputs: Sequence[ArcadeInput]
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
    def _default_board(self) -> BoardScreen:
        return self.new_board()

    @property
    def tick_seconds(self) -> float | None:
        return TICK_SECONDS if self.is_running else None

    @property
    def exit_message(self) -> str:
        return f"{self.heading}\n{self._trouble}"

    @property
    def title(self) -> str:
        return self.heading

    def draw(self) -> Canvas:
        if self.columns < MIN_COLUMNS or self.rows < MIN_ROWS:
            size = self.columns, self.rows
            needed = size_lines(self.heading, (MIN_COLUMNS, MIN_ROWS), *size, "q: leave")
            return Canvas.from_lines(self.columns, self.rows, needed)
        lines = [line_of(row) for row in self._board.rows(self.columns, self.rows - 1)]
        canvas = Canvas.from_lines(self.columns, self.rows, lines)
        position = f"[{self.position} of {len(self.inputs)}]"
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
        self.is_running = self.is_running and self.position < len(self.inputs)

    def stop_ticking(self) -> None:
        self.is_running = False

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows

    def _press(self, key: str) -> None:
        was_running, self.is_running, self._notice = self.is_running, False, ""
        if key == " ":
            self.is_running = not was_running and self.position < len(self.inputs)
        elif key in {"right", "n"}:
            self._go_to(self.position + 1)
        elif key in {"left", "b"}:
            self._go_to(self.position - 1)
        elif key == "home":
            self._go_to(0)
        elif key == "end":
            self._go_to(len(self.inputs))
        elif key in {"q", "escape", "ctrl-d"}:
            self.is_ended = True

    def _go_to(self, position: int) -> None:
        """Show the game after that many inputs, played from here or from the start."""
        position = min(max(0, position), len(self.inputs))
        if position < self.position:
            self._board, self.position, self._trouble = self.new_board(), 0, ""
        try:
            give_inputs(self._board, self.inputs[self.position : position])
        except ArcadeDiverged as error:
            self._trouble, self.is_running = str(error), False
        self.position = position
