"""Visit: the screen that is open on the page, and the bookmark by which a reload finds it again."""

import os
from collections.abc import Callable

from attrs import define, evolve, field

from cc3k.content.layout.text import LayoutError
from cc3k.play.session import Session
from cc3k.saves.ledger import RecordError
from cc3k.saves.lookup import JOURNAL_SUFFIX, find_journal
from cc3k.saves.paths import home_folder
from cc3k.saves.replay import CannotResume
from cc3k.terminal.canvas import ScreenApp
from cc3k.ui.arcade_screen import ArcadeReplayScreen, ArcadeScreen
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.replay_screen import ReplayScreen
from cc3k.ui.settings import ConfigError
from cc3k.web.bookmark import (
    MAX_KEYS,
    Bookmark,
    KeyKeepingConsole,
    bookmark_of_console,
    format_bookmark,
    parse_bookmark,
    question_of_fight,
    restore_console,
)
from cc3k.web.file_mirror import FileChange, FileMirror
from cc3k.web.links import Link, LinkError, parse_link
from cc3k.web.screens import (
    Clock,
    OpeningScreen,
    OpenScreen,
    Size,
    ended_board,
    open_arcade_game,
    open_game,
    open_kept_game,
    open_replay,
)
from cc3k.web.touch_words import BY_KEYBOARD, BY_TOUCH

REFUSALS = (ConfigError, LayoutError, LinkError, RecordError, CannotResume, OSError, ValueError)
"""Why a link or a file can be shown on no screen."""


BOOKMARK_FILE = "page.json"
"""The name by which the browser keeps the bookmark."""


@define(eq=False)
class Visit:
    """The open screen of a page, in the folder `root` of the player's files.

    `kept_bookmark` is the bookmark as the browser has it, which is no file of the player.
    `_pressed` are the keys since the bookmark was set, of a screen that is no console.
    """

    root: str
    mirror: FileMirror
    clock: Clock
    size: Size
    kept_bookmark: bytes = b""
    bookmark: Bookmark = field(factory=Bookmark, init=False)
    is_by_touch: bool = field(default=False, init=False)
    _screen: OpenScreen | None = field(default=None, init=False)
    _session: Session | None = field(default=None, init=False)
    _pressed: tuple[str, ...] = field(default=(), init=False)
    _early: list[FileChange] = field(factory=list, init=False)

    @property
    def screen(self) -> OpenScreen:
        """The screen that is open: if there is none yet, the race screen."""
        screen = self._screen
        if screen is None:
            screen = self._screen = open_game(Link(), self.size, self.clock)
            self._reword(screen)
        return screen

    @property
    def has_screen(self) -> bool:
        return self._screen is not None

    @property
    def app(self) -> ScreenApp:
        return self.screen.app

    @property
    def console(self) -> KeyKeepingConsole | None:
        return self.screen.console

    def use_touch(self, *, is_by_touch: bool) -> None:
        self.is_by_touch = is_by_touch
        if self._screen is not None:
            self._reword(self._screen)

    def _reword(self, screen: OpenScreen) -> None:
        app, is_by_touch = screen.app, self.is_by_touch
        rewording = BY_TOUCH if is_by_touch else BY_KEYBOARD
        if isinstance(app, GameScreen | ReplayScreen):
            app.console.settings = evolve(app.console.settings, rewording=rewording)
        elif isinstance(app, ArcadeReplayScreen):
            app.rewording = rewording
        elif isinstance(app, ArcadeScreen):
            from cc3k.web.arcade_touch import arcade_rewording  # late, as it imports all games

            app.rewording = arcade_rewording(screen.arcade_game, is_by_touch=is_by_touch)

    def open_link(self, link: Link, text: str) -> None:
        """Open what a link asks for; raise one of `REFUSALS`, with the screen left as it was."""
        if link.journal:
            self.watch(link.journal, "the link", text)
        elif link.arcade_game:
            name = link.arcade_game
            self._open(lambda: open_arcade_game(name, self.size), Bookmark(text, arcade_game=name))
        else:
            self._open(lambda: open_game(link, self.size, self.clock), Bookmark(text))

    def open_layout(self, path: str) -> None:
        """Open a new game on a layout file; raise one of `REFUSALS`."""
        self._open(lambda: open_game(Link(), self.size, self.clock, path), Bookmark(layout=path))

    def open_kept(self, path: str) -> None:
        """Go on with the kept game of a journal; raise one of `REFUSALS`."""
        self._open(lambda: open_kept_game(path, self.size), Bookmark(journal=path))

    def watch(self, journal: bytes, name: str, link: str = "") -> None:
        path = os.path.join(self.root, f"watched{JOURNAL_SUFFIX}")
        self._open(lambda: open_replay(journal, name, self.size), Bookmark(link, watched=path))
        with open(path, "wb") as file:
            file.write(journal)

    @property
    def is_replay(self) -> bool:
        return isinstance(self.app, ReplayScreen | ArcadeReplayScreen | OpeningScreen)

    def show_opened_replay(self) -> None:
        app = self.app
        if isinstance(app, OpeningScreen) and app.replay is not None:
            self._screen = evolve(self.screen, app=app.replay)
            self._reword(self._screen)

    @property
    def ended_journal(self) -> str:
        """The journal of the game whose end screen is seen; empty if none is, or it is not kept."""
        console = self.console
        screen = None if console is None else console.shown_end_screen
        if screen is None or screen.kept is None:
            return ""
        return find_journal(screen.kept.journal, home_folder(os.environ))

    def go_on(self, link: str | None = None, *, watches: bool) -> bool:
        """Open what the bookmark says, as it was left; tell whether that can be.

        With a link, only if that is the one that was opened. What is in no link was handed in to be
        watched: whoever opens the plain address wants to play, unless the tab itself `watches`.
        """
        bookmark = parse_bookmark(self.kept_bookmark, self.root)
        if bookmark.watched and not bookmark.link and not watches:
            return False
        if bookmark == Bookmark() or link not in (None, bookmark.link):
            return False
        try:
            self._open(lambda: self._screen_of(bookmark), bookmark)
            self._restore(bookmark)
        except REFUSALS:
            return False
        self.bookmark = bookmark
        self._early = self.mirror.take_changes()
        return True

    def _screen_of(self, bookmark: Bookmark) -> OpenScreen:
        self.close()  # a journal can be open once
        if bookmark.watched:
            with open(bookmark.watched, "rb") as file:
                return open_replay(file.read(), os.path.basename(bookmark.watched), self.size)
        if bookmark.arcade_game:
            return open_arcade_game(bookmark.arcade_game, self.size)
        if bookmark.journal:
            return open_kept_game(bookmark.journal, self.size)
        link = parse_link(bookmark.link)
        return open_game(link, self.size, self.clock, bookmark.layout, bookmark)

    def _restore(self, bookmark: Bookmark) -> None:
        app, console = self.app, self.console
        if console is not None:
            restore_console(console, bookmark)
            app.draw()
            for key in bookmark.keys:
                console.press(key)
        elif isinstance(app, ReplayScreen):
            app.stop_ticking()
            app.playback.seek(bookmark.position)
            app.resize(*self.size)
        elif isinstance(app, OpeningScreen):
            app.position = bookmark.position
        elif isinstance(app, ArcadeReplayScreen):
            app.press_keys(["right"] * bookmark.position)
        elif isinstance(app, ArcadeScreen):
            ended = ended_board(bookmark.journal)
            if ended is not None:
                app.show_ended_game(ended)
            elif app.offers and bookmark.journal:
                app.press_keys(["enter"])
            app.go_to(bookmark.place)
            for key in bookmark.keys:
                app.draw()  # a click is on what was drawn
                app.press_keys([key])
            self._pressed = bookmark.keys

    def close(self) -> None:
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    def press(self, keys: list[str]) -> bool:
        if self.console is None:
            self._pressed = (*self._pressed, *keys)
        return self.app.press_keys(keys)

    def take_changes(self, *, is_tick: bool = False) -> list[FileChange]:
        early, self._early = self._early, []
        changes = self.mirror.take_changes()
        self.bookmark = bookmark = self._next_bookmark(changes, is_tick=is_tick)
        data = format_bookmark(bookmark, self.root)
        if data != self.kept_bookmark:
            self.kept_bookmark = data
            path = os.path.join(self.root, BOOKMARK_FILE)
            changes.append(FileChange(path, 0, data, self.clock()))
        return [*early, *changes]

    def _next_bookmark(self, changes: list[FileChange], *, is_tick: bool) -> Bookmark:
        written = [each.path for each in changes if each.path.endswith(JOURNAL_SUFFIX)]
        journals = [path for path in written if os.path.exists(path)]
        console, app, before = self.console, self.app, self.bookmark
        if isinstance(app, ReplayScreen):
            return evolve(before, position=app.playback.position)
        if isinstance(app, ArcadeReplayScreen | OpeningScreen):
            return evolve(before, position=app.position or 0)
        if console is None:
            journal = journals[-1] if journals else before.journal
            self._pressed = () if journals else self._pressed[-MAX_KEYS:]
            place = app.place if journals and isinstance(app, ArcadeScreen) else before.place
            return evolve(before, journal=journal, keys=self._pressed, place=place)
        last, self._session = self._session, console.session
        if last is not None and last.daily_date and not self._session.daily_date:
            console.taken_keys.clear()  # an ordinary game was chosen, with chance of its own
            return Bookmark(
                seed=self._session.seed,
                previous_key=console.previous_key,
                expansions=self._session.rules.expansion_tags,
            )
        is_asked = bool(question_of_fight(console))  # by a fight that has just ended
        is_idle = not console.is_input_pending and console.mode is None
        is_settled = is_tick and (is_idle or is_asked)
        if journals or is_settled or before.games_started != console.session.games_started:
            console.taken_keys.clear()
            journal = journals[-1] if journals else before.journal
            return bookmark_of_console(evolve(before, journal=journal), console)
        keys = tuple(console.taken_keys[-MAX_KEYS:])
        seed = console.session.seed
        return evolve(before, seed=seed, keys=keys)

    def _open(self, opener: Callable[[], OpenScreen], bookmark: Bookmark) -> None:
        screen = opener()
        self.close()
        self._screen, self.bookmark = screen, bookmark
        self._pressed = ()
        self._reword(screen)
        if screen.console is not None:
            self._session = session = screen.console.session
            self.bookmark = evolve(bookmark, expansions=session.rules.expansion_tags)
