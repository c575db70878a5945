"""Visit: the screens that a link, a file or a kept game is shown on, and the one that is open."""

import os
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path

from attrs import define, evolve, field, frozen

from cc3k.arcade.protocols import BoardScreen
from cc3k.cli import arcade
from cc3k.cli.options import PlayOptions, settle_rules
from cc3k.cli.play import create_session, make_menu
from cc3k.cli.race_screen_offers import read_last_choice
from cc3k.cli.recorded_games import (
    GameSetup,
    load_past_games,
    set_up_recorded_game,
    set_up_resumed_game,
)
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.engine.rules import Rules
from cc3k.engine.text import wrap_text
from cc3k.play.session import Session
from cc3k.play.start_offers import CannotResume
from cc3k.saves.arcade_games import is_arcade_journal, read_arcade_journal
from cc3k.saves.end_report import KeptGame, PastGames
from cc3k.saves.journal_format import RecordError, read_journal
from cc3k.saves.journal_reader import (
    JOURNAL_SUFFIX,
    find_journal,
    rules_of_header,
    rules_of_recorded_tags,
)
from cc3k.saves.open_files import format_timestamp
from cc3k.saves.paths import PICTURES_FOLDER, home_folder
from cc3k.saves.record import DAILY, ORDINARY, daily_seed
from cc3k.saves.recorder import Recorder
from cc3k.terminal.app import Canvas, ScreenApp
from cc3k.ui.arcade_screen import LEAVE_KEYS, ArcadeReplayScreen, ArcadeScreen
from cc3k.ui.arcade_screen import MIN_COLUMNS as ARCADE_COLUMNS
from cc3k.ui.arcade_screen import MIN_ROWS as ARCADE_ROWS
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.replay_screen import DEFAULT_SPEED, Playback, ReplayScreen
from cc3k.ui.screen_layout import MIN_COLUMNS, MIN_ROWS, styled_line
from cc3k.ui.settings import ConfigError, ScreenSettings
from cc3k.web import browser_store
from cc3k.web.browser_store import Bookmark, FileChange, FileMirror, KeyKeepingConsole
from cc3k.web.links import Link, LinkError, link_of_game, parse_link, usage_errors_as_link_errors
from cc3k.web.pad import BY_KEYBOARD, BY_TOUCH, PLAY_HINT, WATCH_HINT

LONG_GAME = 2_000
"""Commands of a game that is opened in pieces: a shorter one is there at once."""

COMMANDS_AT_ONCE = 500
"""Commands that are played between two pictures of how far it is."""

BAR_COLUMNS = 40


@define(eq=False)
class OpeningScreen(ScreenApp):
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
        return 0.0 if self.replay is None else None  # the next piece follows at once

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
        self.is_ended = self.is_ended or any(key in LEAVE_KEYS for key in keys)
        return "ctrl-l" in keys

    def report_paste(self, _key_count: int) -> None:
        """Ignore a paste, as all keys."""

    def tick(self) -> None:
        for position in islice(self.steps, COMMANDS_AT_ONCE):
            self._played = position
            if position % COMMANDS_AT_ONCE == 0:
                return
        self.replay = replay = self.make_replay()
        if self.position is not None:
            replay.stop_ticking()
            self.playback.seek(self.position)
        replay.resize(self.columns, self.rows)

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows


Size = tuple[int, int]
"""Columns and rows."""

Clock = Callable[[], float]


@frozen
class OpenScreen:
    """A screen of the page, and how to put away what it keeps."""

    app: ScreenApp
    settings: ScreenSettings
    close: Callable[[], object] = lambda: None  # a replay is not written down

    @property
    def console(self) -> KeyKeepingConsole | None:
        console = self.app.console if isinstance(self.app, GameApp) else None
        return console if isinstance(console, KeyKeepingConsole) else None


def open_game(
    link: Link, size: Size, clock: Clock, layout: str = "", later: Bookmark | None = None
) -> OpenScreen:
    """Return the screen of the game that a link asks for, before or at its beginning.

    It is played on a layout file if one is given; `later` has the race screen to come back to. A
    link that says which game to play says also with which expansions: none if it names none.
    Raises `ConfigError`, `LayoutError` and `LinkError`.
    """
    kind = DAILY if link.is_daily else ORDINARY
    options = _settled_options(link, layout, clock)
    if later is not None:
        options.rules = rules_of_recorded_tags(later.expansions)
        options.race = None if later.games_started else options.race
    setup = set_up_recorded_game(options, kind, partial(_create_session, options, later))
    return _screen_of(setup, options, size)


def rules_of_layout(layout: str, clock: Clock) -> Rules:
    """Return the rules by which a layout is played: those chosen last; raise `ConfigError`."""
    return _settled_options(Link(), layout, clock).rules


def _settled_options(link: Link, layout: str, clock: Clock) -> PlayOptions:
    options, kind = link.play_options(), ORDINARY
    options.floor, asked_race = layout or options.floor, options.race
    if link.is_daily:
        kind, options.seed = DAILY, int(daily_seed(format_timestamp(clock())))
    if options.dlc is None and (link.arguments or link.is_daily):  # it names a game
        options.dlc = []
    options.apply_config()
    if options.dlc is None:
        options.dlc = read_last_choice(os.environ)
    with usage_errors_as_link_errors():
        settle_rules(options, is_daily=kind == DAILY, is_race_asked_for=asked_race is not None)
    return options


def _create_session(options: PlayOptions, later: Bookmark | None) -> Session:
    if later is None:
        return create_session(options)
    seeded = copy(options)
    seeded.seed = later.seed if options.seed is None else options.seed
    session = create_session(seeded)
    session.games_started = later.games_started
    return session


def open_kept_game(path: str, size: Size) -> OpenScreen:
    options = Link().play_options()
    options.apply_config()
    options.race = options.seed = options.floor = None
    return _screen_of(set_up_resumed_game(options, path), options, size)


def _screen_of(setup: GameSetup, options: PlayOptions, size: Size) -> OpenScreen:
    settings = evolve(options.screen_settings(), mouse=True)
    console = KeyKeepingConsole(
        setup.session,
        *size,
        settings,
        partial(make_menu, setup),
        partial(_load_past_games, setup.recorder, settings),
    )
    return OpenScreen(GameApp(console), settings, setup.recorder.close)


PICTURE_HINT = "p draws the last board as an SVG file, which Games saves."


def _load_past_games(recorder: Recorder, settings: ScreenSettings, race: str) -> PastGames:
    found = load_past_games(recorder, settings, race)
    if found.kept is not None and recorder.ended_game is not None:
        watch = f"Watch plays it here. {WATCH_HINT}"
        kept = evolve(
            found.kept,
            command=PLAY_HINT if link_of_game(recorder.ended_game[1]) else None,
            page="",
            watch=watch,
            draw_board=partial(_draw_board, found.kept),
            picture_hint=PICTURE_HINT,
        )
        found = evolve(found, kept=kept)
    return found


def _draw_board(kept: KeptGame) -> str:
    home = home_folder(os.environ) or ""
    return kept.draw_board().replace(f"{os.path.join(home, PICTURES_FOLDER)}/", "")


def open_arcade_game(name: str, size: Size) -> OpenScreen:
    game = arcade.find_arcade_game(name)
    if game is None:
        message = f"found the game {name!a}; expected one of the arcade"
        raise ValueError(message)
    app = arcade.open_arcade_screen(game, game.usual_header(), f"#{name}", size)
    return OpenScreen(app, _settings(), app.close)


def ended_board(journal: str) -> BoardScreen | None:
    """Return the board of a game of the arcade that is over; None for any other journal."""
    if not journal:
        return None
    data = BytesIO(Path(journal).read_bytes())
    record = read_arcade_journal(data, os.path.basename(journal)).record
    game = arcade.find_arcade_game(record.game) if record.is_over else None
    return None if game is None else arcade.play_record(game, record)


def open_replay(journal: bytes, name: str, size: Size) -> OpenScreen:
    """Return the screen that shows a journal, of the dungeon or of the arcade, or that opens it."""
    if is_arcade_journal(journal):
        inputs = read_arcade_journal(BytesIO(journal), name).record
        game = arcade.arcade_game_of(inputs, name)
        arcade.play_record(game, inputs)  # so that one that goes another way is told of at once
        return OpenScreen(ArcadeReplayScreen(game, inputs, *size), _settings())
    record = read_journal(BytesIO(journal), name).record
    playback = Playback.unindexed(record, rules_of_header(record.header))
    settings = _settings()
    console = Console(playback.session, *size, settings)  # sets the voice in which it is indexed
    make_replay = partial(ReplayScreen, playback, console, DEFAULT_SPEED)
    positions = playback.index_positions(record)
    next(positions, None)  # so that one that begins another way is told of at once
    opening = OpeningScreen(playback, positions, make_replay, *size)
    while opening.replay is None and len(record.steps) < LONG_GAME:
        opening.tick()
    return OpenScreen(opening.replay or opening, settings)


def _settings() -> ScreenSettings:
    options = Link().play_options()
    options.apply_config()
    return options.screen_settings()


def least_size(app: ScreenApp) -> Size:
    is_arcade = isinstance(app, ArcadeScreen | ArcadeReplayScreen)
    return (ARCADE_COLUMNS, ARCADE_ROWS) if is_arcade else (MIN_COLUMNS, MIN_ROWS)


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
        if isinstance(app, GameApp | ReplayScreen):
            app.console.settings = evolve(app.console.settings, rewording=rewording)
        elif isinstance(app, ArcadeReplayScreen):
            app.rewording = rewording
        elif isinstance(app, ArcadeScreen):
            from cc3k.web.arcade_touch import arcade_rewording  # late, as it imports all games

            game = self.bookmark.arcade_game
            app.rewording = arcade_rewording(game, is_by_touch=is_by_touch)

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
        self._open(lambda: open_game(Link(), self.size, self.clock, path), Bookmark(layout=path))

    def open_kept(self, path: str) -> None:
        self._open(lambda: open_kept_game(path, self.size), Bookmark(journal=path))

    def watch(self, journal: bytes, name: str, link: str = "") -> None:
        path = os.path.join(self.root, f"watched{JOURNAL_SUFFIX}")
        self._open(lambda: open_replay(journal, name, self.size), Bookmark(link, watched=path))
        Path(path).write_bytes(journal)

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
        screen = None if console is None or console.mode is not None else console.report_screen
        kept = None if screen is None else screen.past_games.kept
        return "" if kept is None else find_journal(kept.journal, home_folder(os.environ))

    def go_on(self, link: str | None = None, *, watches: bool) -> bool:
        """Open what the bookmark says, as it was left; tell whether that can be.

        With a link, only if that is the one that was opened. What is in no link was handed in to be
        watched: whoever opens the plain address wants to play, unless the tab itself `watches`.
        """
        bookmark = browser_store.parse_bookmark(self.kept_bookmark, self.root)
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
            journal = Path(bookmark.watched).read_bytes()
            return open_replay(journal, os.path.basename(bookmark.watched), self.size)
        if bookmark.arcade_game:
            return open_arcade_game(bookmark.arcade_game, self.size)
        if bookmark.journal:
            return open_kept_game(bookmark.journal, self.size)
        link = parse_link(bookmark.link)
        return open_game(link, self.size, self.clock, bookmark.layout, bookmark)

    def _restore(self, bookmark: Bookmark) -> None:
        app, console = self.app, self.console
        if console is not None:
            browser_store.restore_console(console, bookmark)
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
        data = browser_store.format_bookmark(bookmark, self.root)
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
            self._pressed = () if journals else self._pressed[-browser_store.MAX_KEYS :]
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
        is_asked = bool(browser_store.question_of_fight(console))  # by a fight that has just ended
        is_idle = not console.is_input_pending and console.mode is None
        is_settled = is_tick and (is_idle or is_asked)
        if journals or is_settled or before.games_started != console.session.games_started:
            console.taken_keys.clear()
            journal = journals[-1] if journals else before.journal
            return browser_store.bookmark_of_console(evolve(before, journal=journal), console)
        keys = tuple(console.taken_keys[-browser_store.MAX_KEYS :])
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
