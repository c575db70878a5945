"""A game watched on a screen: what keys do while it plays itself."""

from attrs import define, evolve, field

from cc3k.play.help import log_page
from cc3k.play.messages import (
    KEYS_HINT,
    NO_FURTHER_FIGHT,
    NO_FURTHER_FLOOR,
    PAUSED,
    WHICH_TURN,
    greeting,
    place_in_replay,
    seed_line,
    speed_of_replay,
)
from cc3k.record.playback import FASTEST, SLOWEST, Playback
from cc3k.tty.canvas import Canvas
from cc3k.tty.loop import perform
from cc3k.tty.screen import Screen
from cc3k.ui.console import Console
from cc3k.ui.keymap import KEYS, key_page
from cc3k.ui.modes import LONG, Reading
from cc3k.ui.palette import line
from cc3k.ui.screen_layout import arrange, fits
from cc3k.ui.settings import Settings
from cc3k.ui.view import View

MOST_DIGITS = 9
"""Of the number of a turn."""


def watch(playback: Playback, screen: Screen, settings: Settings, speed: int) -> int:
    """Show a playback on the screen; return the exit code, with the terminal left as it was."""
    console = Console(playback.session, *screen.size, settings)
    return perform(Watching(playback, console, speed), screen)


@define(eq=False)
class Watching:
    """A playback on a screen, as a console shows it; `speed` is in commands a second.

    `going` says whether it goes on by itself, `_typed` is what has been typed of a turn, and
    `_remark` stands in the place of what was said until the next key.
    """

    playback: Playback
    console: Console
    speed: int
    going: bool = True
    ended: bool = field(default=False, init=False)
    _typed: str | None = field(default=None, init=False)
    _remark: str = field(default="", init=False)
    _view: View = field(init=False)

    @_view.default
    def _drawing(self) -> View:
        return View(self.console.session.rules, self.console.settings.glyphs)

    def __attrs_post_init__(self) -> None:
        self._tell()

    @property
    def pace(self) -> float | None:
        """As long as a command is to be seen, unless it is paused."""
        return 1 / self.speed if self.going else None

    @property
    def in_colour(self) -> bool:
        """A game waits for the colours."""
        return True

    @property
    def farewell(self) -> str:
        """What makes the run repeatable (R34)."""
        return f"{greeting(self.playback.session.seed)}\n"

    @property
    def title(self) -> str:
        """What makes the run repeatable (R34)."""
        return greeting(self.playback.session.seed)

    def draw(self) -> Canvas:
        """Return the screen of the console; where a row is free, the last one tells the place."""
        canvas = self._view.draw(self.console)
        if not self._has_row or isinstance(self.console.mode, Reading):
            return canvas
        session = self.playback.session
        state = ", ".join([self._place, *[PAUSED] * (not self.going), self._speed])
        text = f"{seed_line(session.seed, session.games)}, {state}. {KEYS_HINT}"
        below = line(text, "asking").padded(canvas.width)
        return evolve(canvas, lines=(*canvas.lines[:-1], below))

    def press(self, keys: list[str]) -> bool:
        """Do what the keys mean; return whether all is to be painted anew."""
        anew = False
        for key in keys:
            anew = anew or KEYS.get(key) == "redraw"
            self._press(key)
        self._tell()
        return anew

    @property
    def hangs(self) -> bool:
        """Never: what is shown was played long ago."""
        return False

    def go_on(self) -> None:
        """Show the next page, or the next command; at the end it pauses."""
        self._forward()
        self._tell()

    def halt(self) -> None:
        """Pause."""
        self.going = False
        self._tell()

    def resize(self, columns: int, rows: int) -> None:
        """Go on with a screen of another size."""
        self.console.resize(columns, rows)
        self._tell()

    def _press(self, key: str) -> None:
        self._remark = ""
        if self.console.mode is not None:
            self.console.mode = self.console.mode.press(self.console, key)
        elif self._typed is not None:
            self._type(self._typed, key)
        else:
            self._do(KEYS.get(key, ""))

    def _do(self, act: str) -> None:  # noqa: C901, PLR0912 - one case an act
        playback = self.playback
        match act:
            case "pause":
                self._pause()
            case "forward":
                self.going = False
                self._forward()
            case "back":
                self.going = False
                self._to(playback.position - 1)
            case "faster":
                self._hasten(self.speed * 2)
            case "slower":
                self._hasten(self.speed // 2)
            case "turn":
                self.going, self._typed = False, ""
            case "floor":
                self._skip(NO_FURTHER_FLOOR, found=playback.to_next_floor())
            case "fight":
                self._skip(NO_FURTHER_FIGHT, found=playback.to_next_fight())
            case "beginning":
                self._to(0)
            case "end":
                self._to(playback.last)
            case "messages":
                self._read(log_page(self.console.chronicle), LONG)
            case "help":
                self._read(key_page(), 0)
            case "leave":
                self.ended = True

    def _hasten(self, speed: int) -> None:
        self.speed = min(max(SLOWEST, speed), FASTEST)
        self._remark = "" if self.going else f"{self._speed}."

    def _pause(self) -> None:
        """Pause or go on; what has come to its end begins again."""
        self.going = not self.going
        if self.going and self._at_end:
            self._to(0)

    def _type(self, typed: str, key: str) -> None:
        """Take a key of the number of a turn."""
        if key == "enter" and typed:
            self.playback.to_turn(int(typed))
            self.console.page = 0
        if key in ("enter", "escape"):
            self._typed = None
        elif key == "backspace":
            self._typed = typed[:-1]
        elif key.isascii() and key.isdecimal():
            self._typed = (typed + key)[:MOST_DIGITS]

    def _forward(self) -> None:
        if self.console.page + 1 < len(self.console.pages()):
            self.console.page += 1
        elif self._at_end:
            self.going = False
        else:
            self._to(self.playback.position + 1)

    def _to(self, position: int) -> None:
        self.playback.to(position)
        self.console.page = 0

    def _skip(self, otherwise: str, *, found: bool) -> None:
        """Stand where a skip has led, and stay there to be looked at."""
        self.going, self.console.page = False, 0
        self._remark = "" if found else otherwise

    def _read(self, lines: list[str], down: int) -> None:
        self.going = False
        self.console.mode = Reading(tuple(lines)).scrolled(self.console, down)

    @property
    def _at_end(self) -> bool:
        return self.playback.position == self.playback.last

    @property
    def _place(self) -> str:
        at = self.playback
        return place_in_replay(at.turn, at.turns, at.floor)

    @property
    def _speed(self) -> str:
        return speed_of_replay(self.speed)

    @property
    def _has_row(self) -> bool:
        """Whether a row of the screen is free for the place."""
        console, game = self.console, self.playback.session.game
        if game is None or not fits(console.columns, console.rows):
            return False
        shown = arrange(console.columns, console.rows, game.floor.plan, game.floor.hero)
        return shown.has_seed_row

    def _tell(self) -> None:
        """Have the console say what there is to be read, after the place if that has no row."""
        diverged = self.playback.diverged if self._at_end else None
        parted = "" if diverged is None else f" {diverged}."
        said = self._remark or f"{self.playback.text}{parted}"
        text = said if self._typed is None else f"{WHICH_TURN} {self._typed}"
        before = f"[{self._place}, {self._speed if self.going else PAUSED}] "
        self.console.notice = text if self._has_row else before + text
