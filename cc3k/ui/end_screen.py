"""End screen: the report of a game that is over, and what to do next."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import field

from cc3k.engine.game import GameState
from cc3k.engine.text import wrap_text
from cc3k.engine.values import define
from cc3k.play.endings import WON, ending_word
from cc3k.play.messages import PLAY_AGAIN_QUESTION, join_messages
from cc3k.play.session import Session
from cc3k.saves.end_report import HEADLINE, LoadPastGames, PastGames, build_end_report
from cc3k.terminal.app import Line
from cc3k.ui.modes import GO_ON_KEYS, QUIT, ConsoleRequest, Give, KeyPress, Mode, Notify, Open
from cc3k.ui.pager import lines_scrolled, message_log_pager, summary_pager
from cc3k.ui.screen_layout import styled_line
from cc3k.ui.settings import Rewording

LABEL_COLUMNS = 9
"""Columns of a row's label, and of the blanks below it."""

BESIDE_COLUMNS, BESIDE_GAP = 50, 2
"""Columns that the report needs beside the board, and of the gap between them."""

MAX_LAST_ROWS = 3
"""Rows of the last messages at most; the log has all of them."""

BOARD_KEY, PICTURE_KEY = "b", "p"
ASKED = f"{PLAY_AGAIN_QUESTION} b: board, p: picture, m: messages, Enter: story."
SCROLL_HINT = "Up and Down scroll."

EndStage: TypeAlias = Literal["stop", "report", "board"]


@define(eq=False)
class EndScreen(Mode):
    """The screen after a game: its report, scrolled to row `top`, until `r` or `q` is pressed.

    It lasts until then, and changes in place. Its `stage` is the stop, where what ended the game is
    seen until Enter or Space, the report, or the last board again, until the next key. Kept games
    are read before the report is seen first; without `load` there is none, as of the game of
    a bot. `notices` are what there was to tell meanwhile; they hide nothing.
    """

    session: Session
    game: GameState
    load: LoadPastGames | None
    stage: EndStage
    top: int = field(default=0, init=False)
    notices: list[str] = field(factory=list, init=False)
    past_games: PastGames = field(factory=PastGames, init=False)
    report: Sequence[tuple[str, str]] = field(default=(), init=False)

    def __attrs_post_init__(self) -> None:
        if self.stage == "report":
            self.open_report()

    def open_report(self) -> None:
        """Read the kept games and make the report; the board stays where none can be made."""
        self.stage = "board" if self.load is None else "report"
        if self.load is not None:
            self.past_games = self.load(self.game.race.name)
            self.report = build_end_report(self.session, self.game, self.past_games)

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        if self.stage == "stop":
            goes_on = press.key in GO_ON_KEYS
            if goes_on:
                self.open_report()
            return Notify() if goes_on else None
        if press.session.is_choice(press.key.lower()):
            return Give(press.key.lower())
        if press.action.name == "quit":
            return QUIT
        if press.action.name == "messages":
            return Open(message_log_pager(press))
        if self.load is None or (press.key == "enter" and self.stage == "report"):
            return Open(summary_pager(press, self.game))
        if self.stage == "board":
            self.stage = "report"
        elif press.key.lower() == BOARD_KEY:
            self.stage = "board"
        elif press.key.lower() == PICTURE_KEY and (kept := self.past_games.kept) is not None:
            self.notices = [kept.draw_board()]
        else:
            report = self.report_lines(press.columns, press.settings.rewording)
            top = self.top + (lines_scrolled(press, press.rows - 1) or 0)
            self.top = min(max(0, top), max(0, len(report) + 1 - press.rows))
        return None

    def lines(self, columns: int, rows: int, rewording: Rewording) -> list[Line]:
        report = self.report_lines(columns, rewording)
        asked = [styled_line(text, "asking") for text in wrap_text(rewording.of(ASKED), columns)]
        room = max(1, rows - len(asked))
        if len(report) > room:
            asked = [styled_line(rewording.of(SCROLL_HINT), "asking"), *asked]
            room = max(1, rows - len(asked))
        return [*report[self.top : self.top + room], *asked]

    def report_lines(self, columns: int, rewording: Rewording) -> list[Line]:
        role = "heading" if ending_word(self.game) == WON else "dying"
        headline, others = list[Line](), list[Line]()
        for label, text in self.report:
            said = rewording.of(text)
            if label == HEADLINE:
                headline += [styled_line(row, role) for row in wrap_text(said, columns)]
            else:
                others += _row_lines(label, said, columns)
        messages = join_messages(self.session.messages)
        last = [styled_line(text, "wall") for text in wrap_text(messages, columns)]
        notices = [
            styled_line(row, "asking") for n in self.notices for row in wrap_text(n, columns)
        ]
        return [*headline, *last[-MAX_LAST_ROWS:], styled_line(""), *others, *notices]


def _row_lines(label: str, text: str, columns: int) -> Sequence[Line]:
    folded = wrap_text(text, max(1, columns - LABEL_COLUMNS))
    labels = [label, *[""] * len(folded)]
    rows = zip(labels, folded, strict=False)
    return [styled_line(f"{label:<{LABEL_COLUMNS}}", "wall", row) for label, row in rows]
