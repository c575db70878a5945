"""Arcade menu: choose a game of the arcade, play it, and come back to choose another."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from attrs import field

from cc3k.engine.values import define
from cc3k.play.messages import paste_ignored
from cc3k.play.quoting import escape_text
from cc3k.terminal.canvas import Canvas, Line, ScreenApp
from cc3k.ui.arcade_screen import HELP_KEYS, ArcadeScreen
from cc3k.ui.screen_layout import styled_line, wrap_text

HEADING = "The arcade"
HINT = "Arrows and Enter play, or a letter; q leaves."
HELP = "`cc3k help {}` tells the rules; ? in the game tells goal and keys."
NO_SUCH_GAME = "No game has the key {}."
HEAD_ROWS = 2
LEAVE_KEYS = ("q", "escape", "ctrl-d")


class OpenGame(NamedTuple):
    """A game on the screen, and how to stop keeping it, which returns what is left to be told."""

    screen: ArcadeScreen
    close: Callable[[], Sequence[str]]


class MenuGame(NamedTuple):
    """A game of the menu; `open` takes the columns and rows of the screen."""

    name: str
    title: str
    sentence: str
    open: Callable[[int, int], OpenGame]


@define(eq=False)
class ArcadeMenu(ScreenApp):
    """The menu, or the game that was chosen from it; that game has all keys until it is left.

    `count_kept` returns how many games are kept, by the names of those that have any.
    """

    games: Sequence[MenuGame]
    count_kept: Callable[[], Mapping[str, int]]
    columns: int
    rows: int
    is_ended: bool = field(default=False, init=False)
    _at: int = field(default=0, init=False)
    _open: OpenGame | None = field(default=None, init=False)
    _kept: Mapping[str, int] = field(init=False)
    _told: str = field(default="", init=False)
    _farewell: str = field(default=f"{HEADING}\n", init=False)

    @_kept.default
    def _default_kept(self) -> Mapping[str, int]:
        return self.count_kept()

    @property
    def _game(self) -> ArcadeScreen | None:
        return None if self._open is None else self._open.screen

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
            text = f"{mark} {game.name[0]}  {game.title:18}{_counted(self._kept.get(game.name, 0))}"
            lines.append(styled_line(text.rstrip(), "cursor" * (at == self._at)))
        below = [self.games[self._at].sentence, HINT]
        for text in below:
            lines += [Line("", ""), *map(styled_line, wrap_text(text, max(1, self.columns)))]
        told = wrap_text(escape_text(self._told), max(1, self.columns)) if self._told else []
        lines += [Line("", ""), *[styled_line(text, "asking") for text in told]]
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
                self._come_back()
                self.is_ended = key == "ctrl-d"
        return "ctrl-l" in keys

    def report_paste(self, key_count: int) -> None:
        if self._game is None:
            self._told = paste_ignored(key_count)
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
        opened, self._open = self._open, None
        return () if opened is None else opened.close()

    def _press(self, key: str) -> None:
        self._told = ""
        letters = [game.name[0] for game in self.games]
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
            self._told = HELP.format(self.games[self._at].name)
        elif len(key) == 1:
            self._told = NO_SUCH_GAME.format(key)
        if chosen is not None:
            self._at = chosen
            self._open = self.games[chosen].open(self.columns, self.rows)

    def _come_back(self) -> None:
        self._farewell = self.exit_message
        notices = self.close()
        self._kept = self.count_kept()
        self._told = " ".join([*self._farewell.splitlines()[1:], *notices])


def _counted(kept: int) -> str:
    if not kept:
        return ""
    return f"{kept} kept game" if kept == 1 else f"{kept} kept games"
