"""A game on a screen: what a console does with keys, and between them."""

from attrs import define, field

from cc3k.play.frame import FLASH
from cc3k.play.messages import CONTINUE, greeting, kept
from cc3k.record.replay import News
from cc3k.tty.canvas import Canvas
from cc3k.tty.loop import perform
from cc3k.tty.screen import Screen
from cc3k.ui.console import Console
from cc3k.ui.input import Hush
from cc3k.ui.view import View


def run_terminal(
    console: Console, screen: Screen, news: News = list, command: str = CONTINUE
) -> int:
    """Play at a console on the screen; return the exit code, with the terminal left as it was.

    `command` goes on with a game that is left and kept.
    """
    return perform(Playing(console, news, command), screen)


@define(eq=False)
class Playing:
    """A console on a screen: it goes on by itself on a journey, which any key stops."""

    console: Console
    news: News = list
    command: str = CONTINUE
    _view: View = field(init=False)
    _hush: Hush = field(factory=Hush, init=False)

    @_view.default
    def _drawing(self) -> View:
        return View(self.console.session.rules, self.console.settings.glyphs)

    @property
    def ended(self) -> bool:
        """Whether the session has ended."""
        return self.console.session.ended

    @property
    def pace(self) -> float | None:
        """As long as it takes, but on a journey, or while damage flashes."""
        if self.console.journey is not None:
            return self.console.journey.manner.pace
        return FLASH if self.console.flashes else None

    @property
    def in_colour(self) -> bool:
        """A game waits for the colours, the menu does not."""
        return self.console.session.game is not None

    @property
    def farewell(self) -> str:
        """What makes the run repeatable (R34), and where a game is that goes on."""
        session = self.console.session
        goes_on = session.game is not None and session.game.outcome is None
        told = [greeting(session.seed)]
        if goes_on and session.witness is not None and session.witness.keeps:
            told.append(kept(self.command))
        return "".join([f"{text}\n" for text in told])

    @property
    def title(self) -> str:
        """What makes the run repeatable (R34)."""
        return greeting(self.console.session.seed)

    def draw(self) -> Canvas:
        """Return the screen of the console, with the news on it."""
        for text in self.news():
            self.console.report(text)
        return self._view.draw(self.console)

    def press(self, keys: list[str]) -> bool:
        """Press keys; with one that stops a journey all that is typed in the same breath goes."""
        anew = False
        for key in () if self._hush.lasts() else keys:
            stops = self.console.journey is not None
            if self.console.keymap.get(key) == "redraw":
                anew = True
            elif not self.ended:
                self.console.press(key)
                if stops:
                    self._hush.begin()
                    break
        return anew

    @property
    def hangs(self) -> bool:
        """Whether it is a bot's turn."""
        return self.console.journey is not None and self.console.journey.manner.hangs

    def go_on(self) -> None:
        """Take the next step of a journey, or let a flash go out."""
        if self.console.journey is not None:
            self.console.travel()
        else:
            self.console.flashes = frozenset()

    def halt(self) -> None:
        """End a journey where it is."""
        self.console.journey = None

    def resize(self, columns: int, rows: int) -> None:
        """Go on with a screen of another size."""
        self.console.resize(columns, rows)
