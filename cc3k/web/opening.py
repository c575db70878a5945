"""Opening screen: how far a long recorded game is opened, until it can be watched.

Before a game can be watched it is played once, so that any turn can be gone to. A long one takes
seconds for that: it is played in pieces, and the page shows how far it is.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from attrs import define, field

from cc3k.saves.playback import Playback
from cc3k.terminal.canvas import Canvas
from cc3k.ui.palette import styled_line
from cc3k.ui.replay_screen import ReplayScreen
from cc3k.ui.screen_layout import wrap_text

LONG_GAME = 2_000
"""Commands of a game that is opened in pieces: a shorter one is there at once."""

COMMANDS_AT_ONCE = 500
"""Commands that are played between two pictures of how far it is."""

BAR_COLUMNS = 40
LEAVE_KEYS = frozenset({"q", "escape", "ctrl-d"})


@define(eq=False)
class OpeningScreen:
    """A long recorded game while it is opened.

    `steps` play it once; then `replay` is the screen that shows it, from `position` on if that is
    known: where it was left.
    """

    playback: Playback
    steps: Iterator[int]
    make_replay: Callable[[], ReplayScreen]
    columns: int
    rows: int
    position: int | None = None
    replay: ReplayScreen | None = field(default=None, init=False)
    is_ended: bool = field(default=False, init=False)
    _played: int = field(default=0, init=False)

    @property
    def tick_seconds(self) -> float | None:
        """No time: the next piece follows at once, until all are played."""
        return 0.0 if self.replay is None else None

    @property
    def may_hang(self) -> bool:
        return False

    @property
    def title(self) -> str:
        return self.playback.session.greeting

    @property
    def exit_message(self) -> str:
        return f"{self.title}\n"

    @property
    def sentence(self) -> str:
        return f"Opening a game of {len(self.playback.commands):,} commands."

    def draw(self) -> Canvas:
        done = self._played / len(self.playback.commands)
        width = min(BAR_COLUMNS, self.columns - 2)
        bar = f"[{'=' * int(done * width):{width}}]"
        told = [self.title, "", f"{self.sentence} {done:.0%} is done.", "", bar]
        lines = [row for text in told for row in (wrap_text(text, self.columns) or [""])]
        return Canvas.from_lines(self.columns, self.rows, [styled_line(line) for line in lines])

    def press_keys(self, keys: list[str]) -> bool:
        self.is_ended = self.is_ended or not LEAVE_KEYS.isdisjoint(keys)
        return "ctrl-l" in keys

    def report_paste(self, _key_count: int) -> None:
        """Ignore a paste, as all keys."""

    def shown(self) -> bool:
        return False

    def tick(self) -> None:
        for position in islice(self.steps, COMMANDS_AT_ONCE):
            self._played = position
            if position % COMMANDS_AT_ONCE == 0:
                return
        self._open()

    def stop_ticking(self) -> None:
        """Go on: there is nothing to see before it is open."""

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows

    def _open(self) -> None:
        self.replay = replay = self.make_replay()
        if self.position is not None:
            replay.stop_ticking()
            self.playback.seek(self.position)
        replay.resize(self.columns, self.rows)
