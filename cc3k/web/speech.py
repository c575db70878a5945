"""Speech: what the live region of the page says of a screen, in the voice of plain mode."""

from attrs import define, field

from cc3k.engine.hero import Race
from cc3k.play.help import race_sentence
from cc3k.play.messages import join_messages
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.terminal.canvas import ScreenApp
from cc3k.ui.console import Console
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.modes import ChoiceMode, PagerMode, covering_text
from cc3k.ui.race_screen import ExpansionPage, RaceScreen
from cc3k.ui.replay_screen import ReplayScreen
from cc3k.web.screens import OpeningScreen

SPOKEN_COLUMNS, MANY_ROWS = 200, 1000
"""The screen for which a menu is laid out to be said: no sentence is cut that would be in sight."""

MAX_ROWS = 12
"""Rows of a board that are read out at once, where no sentence tells what has changed."""


@define(eq=False)
class Announcer:
    """Says what is new on a screen since it was asked last: sentences, not the picture.

    While a command of many turns runs nothing is said, and then what it came to.
    """

    _session: Session | None = field(default=None, init=False)
    _narrator: Narrator | None = field(default=None, init=False)
    _told_entry: object = field(default=None, init=False)
    _told: str = field(default="", init=False)

    def news(self, app: ScreenApp, changed_rows: list[str]) -> list[str]:
        if isinstance(app, GameScreen):
            return [] if app.console.running_command else self._of_console(app.console)
        if isinstance(app, ReplayScreen):
            return [] if app.is_running else self._changed(app.console.message)
        if isinstance(app, OpeningScreen):
            return self._changed(app.sentence)
        rows = [row.strip() for row in changed_rows if row.strip()]
        return rows[:MAX_ROWS] if app.tick_seconds is None else []

    def _of_console(self, console: Console) -> list[str]:
        game = console.session.game
        if isinstance(console.mode, PagerMode):
            top, room = console.mode.top, console.mode.visible_lines(console.rows)
            page = console.mode.wrapped_lines(console.columns)[top : top + room]
            return self._changed("\n".join([line.strip() for line in page if line.strip()]))
        if isinstance(console.mode, ExpansionPage | ChoiceMode):
            return self._new_lines(_lines_of_choice(console, console.mode))
        if game is None:
            return self._new_lines(_race_screen_text(console).split("\n"))
        covering = console.settings.rewording.of(covering_text(console.mode))
        return self._changed(covering) if covering else self._of_game(console)

    def _of_game(self, console: Console) -> list[str]:
        session, narrator = console.session, self._narrator
        if narrator is None or self._session is not session:
            self._session, self._told_entry = session, None
            self._narrator = narrator = Narrator(session)
        entries, drawn = console.message_log.entries, console.drawn_messages
        message = console.message if drawn is None else join_messages(drawn)
        state = (session.game, len(entries), entries[-1] if entries else None)
        if state == self._told_entry:
            return self._changed(message)
        is_first, self._told_entry, self._told = self._told_entry is None, state, message
        rewording = console.settings.rewording
        lines = [rewording.of(line) for line in narrator.session_lines()] if is_first else [message]
        return [*lines, *narrator.end_line()]

    def _new_lines(self, lines: list[str]) -> list[str]:
        """Return the lines that were not among those said last: of a long screen, what changed."""
        before, self._told = self._told.split("\n"), "\n".join(lines)
        return [line for line in lines if line not in before]

    def _changed(self, text: str) -> list[str]:
        if text == self._told:
            return []
        self._told = text
        return text.split("\n") if text else []


def _lines_of_choice(console: Console, mode: ExpansionPage | ChoiceMode) -> list[str]:
    """Return a menu in lines, the one under the cursor told of by its own words at the end."""
    rewording = console.settings.rewording
    if isinstance(mode, ChoiceMode):
        lines, chosen = mode.lines(SPOKEN_COLUMNS, MANY_ROWS, rewording), mode.chosen.text
    else:
        lines = mode.lines(console.session, SPOKEN_COLUMNS, MANY_ROWS, rewording)
        chosen = mode.switches.find_expansions()[mode.index].name
    return [*[line.text.strip() for line in lines if line.text.strip()], f"Chosen: {chosen}."]


def _race_screen_text(console: Console) -> str:
    """Return the race screen in sentences, or what is under the cursor once that is moved."""
    menu, session = console.menu, console.session
    if console.notice:
        return console.notice
    menu.read_news(session)
    marked, reword = menu.marked_item, console.settings.rewording.of
    if marked is not None:
        return race_sentence(marked) if isinstance(marked, Race) else marked.text
    screen = RaceScreen(session, menu, "", SPOKEN_COLUMNS, MANY_ROWS)
    return "\n".join([reword(text) for text in screen.sentences()])
