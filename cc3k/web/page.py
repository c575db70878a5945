"""Page: the game behind a page of a browser; its script hands in keys, and shows what comes back.

Every call returns one JSON text: the rows to paint, what to say, the buttons, when to tick, and the
changes of files, which the browser has to keep, before it shows any of that.
"""

import importlib.util
import json
import os
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from attrs import define, field

import cc3k
from cc3k.engine.hero import Race
from cc3k.engine.view import GameView
from cc3k.play.help import race_sentence, story_lines
from cc3k.play.messages import join_messages
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.terminal.app import Canvas, ScreenApp
from cc3k.ui.arcade_screen import ArcadeScreen
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.menus import ChoiceMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.race_screen import ExpansionPage, RaceScreen
from cc3k.ui.replay_screen import ReplayScreen
from cc3k.web import pad, visit
from cc3k.web.browser_store import FileChange, FileMirror, path_inside
from cc3k.web.links import Link, link_of_race_screen, parse_link
from cc3k.web.player_files import PlayerFiles, import_backup, is_backup

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
        if isinstance(app, GameApp):
            return [] if app.console.running.command else self._of_console(app.console)
        if isinstance(app, ReplayScreen):
            return [] if app.is_running else self._changed(app.console.action_text)
        if isinstance(app, visit.OpeningScreen):
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
        covering = console.settings.rewording.of(console.mode.text if console.mode else "")
        return self._changed(covering) if covering else self._of_game(console)

    def _of_game(self, console: Console) -> list[str]:
        session, narrator = console.session, self._narrator
        if narrator is None or self._session is not session:
            self._session, self._told_entry = session, None
            self._narrator = narrator = Narrator(session)
        entries, message = console.session.message_log.entries, console.action_text
        state = (session.game, len(entries), entries[-1] if entries else None)
        if state == self._told_entry:
            return self._changed(message)
        is_first, self._told_entry, self._told = self._told_entry is None, state, message
        rewording = console.settings.rewording
        lines = [rewording.of(line) for line in narrator.session_lines()] if is_first else [message]
        return [*lines, *narrator.after_line()]

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
    rewording = console.settings.rewording
    lines = mode.page(console.session, SPOKEN_COLUMNS, MANY_ROWS, rewording)
    if isinstance(mode, ChoiceMode):
        chosen = mode.chosen.text
    else:
        chosen = mode.switches.find_expansions()[mode.index].name
    return [*[line.text.strip() for line in lines if line.text.strip()], f"Chosen: {chosen}."]


def _race_screen_text(console: Console) -> str:
    menu, session = console.menu, console.session
    if notice := join_messages(console.note.notices):
        return notice
    menu.read_news(session)
    marked, reword = menu.marked_item, console.settings.rewording.of
    if marked is not None:
        return race_sentence(marked) if isinstance(marked, Race) else marked.text
    screen = RaceScreen(session, menu, "", SPOKEN_COLUMNS, MANY_ROWS)
    return "\n".join([reword(text) for text in screen.sentences()])


NEW_GAME = "This link is damaged, so here is a new game."
GAME_STAYS = "This link is damaged, so nothing is changed."
DAMAGED_GAME = "This recorded game is damaged, or of another version, and cannot be watched."
UNKNOWN_FILE = "This file is neither a layout nor a recorded game."
NOT_PLAYED = "This cannot be played."
"""What is told first of a link or a file that shows nothing; what is wrong with it comes after."""

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of a compiled module that is taken as it is, whatever its source's time (PEP 552)."""


@define(eq=False)
class Page:
    """Everything that the script of the page is told of the screen that is open.

    `root` is the folder of the player's files, which the browser keeps.
    """

    root: str
    clock: Callable[[], float] = time.time
    _files: PlayerFiles = field(init=False)
    _visit: visit.Visit = field(init=False)
    _shown: Canvas | None = field(default=None, init=False)
    _announcer: Announcer = field(factory=Announcer, init=False)
    _shown_app: object = field(default=None, init=False)
    _pad: object = field(default=None, init=False)
    _shows_pad: bool = field(default=True, init=False)
    _told: list[str] = field(factory=list, init=False)
    _rings: bool = field(default=False, init=False)
    _has_tiles: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self._files = PlayerFiles(self.root)
        self._visit = visit.Visit(self.root, FileMirror(self.root), self.clock, (80, 24))

    def restore_file(self, path: str, data: bytes, modified: float) -> None:
        """Write a file as the browser has kept it, before anything else is done."""
        if path == visit.BOOKMARK_FILE:
            self._visit.kept_bookmark = bytes(data)
        else:
            self._visit.mirror.restore(path_inside(self.root, path), data, modified)

    def use_touch(self, is_by_touch: bool) -> None:  # noqa: FBT001 - for a script
        """Show the pad and say what there is to say of its buttons, or of keys, from now on."""
        self._visit.use_touch(is_by_touch=is_by_touch)
        self._shows_pad, self._pad = is_by_touch, None

    def use_tiles(self, has_tiles: bool) -> None:  # noqa: FBT001 - for a script
        """Say where the board is on the screen, from the next frame on, or do not."""
        self._has_tiles = has_tiles

    def begin(self, link: str, columns: int, rows: int, watches: bool = False) -> str:  # noqa: FBT001, FBT002 - for a script
        """Open what a link asks for, or go on where the page was left.

        It `watches` if it is a reload of the very tab in which a replay was watched.
        """
        self._files.make_folders()
        self._visit.size = columns, rows
        if self._visit.go_on(link.removeprefix("#"), watches=watches):
            return self._update()
        return self.open_link(link)

    def open_link(self, link: str) -> str:
        """Open what a link asks for; one that says nothing is told of, over what was there."""
        text = link.removeprefix("#")
        sentence = GAME_STAYS if self._visit.has_screen else NEW_GAME
        return self._tried(lambda: self._visit.open_link(parse_link(text), text), sentence)

    def open_kept(self, path: str) -> str:
        """Go on with a kept game of the dungeon, or watch any other."""
        place = path_inside(self.root, path)
        if not self._files.is_arcade(place) and not self._files.is_over(place):
            self._visit.close()
            return self._tried(lambda: self._visit.open_kept(place), NOT_PLAYED)
        return self.watch_kept(path)

    def watch_kept(self, path: str) -> str:
        place = path_inside(self.root, path)
        name = os.path.basename(place)
        return self._tried(lambda: self._visit.watch(Path(place).read_bytes(), name), DAMAGED_GAME)

    def open_file(self, name: str, data: bytes) -> str:
        """Play a layout file, watch a journal, or take a backup's games in; tell what is wrong."""
        name, data = self._files.shown_name(name), bytes(data)
        if is_backup(data):
            return self.import_file(name, data)
        if self._files.is_journal(data):
            return self._tried(lambda: self._visit.watch(data, name), DAMAGED_GAME)
        return self._tried(lambda: self._open_layout(name, data), NOT_PLAYED)

    def _open_layout(self, name: str, data: bytes) -> None:
        path, errors = self._files.keep_layout(name, data, visit.rules_of_layout(name, self.clock))
        is_layout = b"|--" in data or b"--|" in data  # the corner of a board
        self._told += [*[UNKNOWN_FILE] * bool(errors and not is_layout), *errors]
        if not errors:
            self._visit.open_layout(path)

    def press(self, keys: Sequence[str]) -> str:
        """Press keys, each by its name; a button of the page itself has one name alone."""
        match list(keys):
            case [pad.LEAVE_KEY] if self._visit.is_replay:
                return self.open_link("")
            case [pad.WATCH_KEY] if ended := self._visit.ended_journal:
                return self.watch_kept(os.path.relpath(ended, self.root))
            case [pad.LEAVE_KEY | pad.WATCH_KEY]:
                return self._update()
        if self._visit.press(list(keys)):
            self._shown = None
        return self._update()

    def tap(self, column: int, row: int, is_long: bool) -> str:  # noqa: FBT001 - for a script
        """Tap on a cell: travel there, or look if it is held; or choose what its row names."""
        return self.press(self._keys_of_tap(column, row, is_long=is_long))

    def tick(self) -> str:
        app = self._visit.app
        if app.tick_seconds is not None:
            app.tick()
        self._visit.show_opened_replay()
        return self._update(is_tick=True)

    def paste(self, count: int) -> str:
        self._visit.app.report_paste(count)
        return self._update()

    def resize(self, columns: int, rows: int) -> str:
        self._visit.size = columns, rows
        self._visit.app.resize(columns, rows)
        return self._update()

    def set_config(self, text: str) -> str:
        """Keep the player's configuration file, and show the same game with it."""
        error = self._files.write_config(text)
        if error:
            self._told.append(error)
        elif not self._visit.go_on(watches=True):
            self._visit.open_link(Link(), "")
        return self._update()

    def config(self) -> str:
        return self._files.read_config()

    def kept_files(self) -> str:
        listed = self._files.listing(self._visit.bookmark.journal)
        return json.dumps([each._asdict() for each in listed])

    def read_file(self, path: str) -> bytes:
        return Path(path_inside(self.root, path)).read_bytes()

    def archive(self) -> bytes:
        return self._files.archive()

    def bytecode(self) -> bytes:
        """Return a ZIP of what is compiled of the game, which the browser keeps to start sooner."""
        root, packed = os.path.dirname(os.path.dirname(os.path.abspath(cc3k.__file__))), BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for module in list(sys.modules.values()):
                source = getattr(module, "__file__", None) or ""
                if source.startswith(f"{root}/") and source.endswith(".py"):
                    path = importlib.util.cache_from_source(source)
                    with suppress(OSError):
                        code = bytearray(Path(path).read_bytes())
                        code[4:8] = UNCHECKED
                        archive.writestr(os.path.relpath(path, root), bytes(code))
        return packed.getvalue()

    def import_file(self, name: str, data: bytes) -> str:
        """Keep a journal from elsewhere, or all those of a backup, each after it was verified."""
        name, data = self._files.shown_name(name), bytes(data)
        if is_backup(data):
            self._told += import_backup(name, data, self._files.keep_journal)
        else:
            self._told.append(self._files.keep_journal(name, data).sentence)
        return self._update()

    def delete_file(self, path: str) -> str:
        """Delete a kept game for good; not the one that is open."""
        place = path_inside(self.root, path)
        self._told.append(self._files.delete(place, self._visit.bookmark.journal))
        return self._update()

    def share(self) -> str:
        """Return as JSON the links to what is open, to play it and to watch it, and its `story`."""
        bookmark, console = self._visit.bookmark, self._visit.console
        journal, link = bookmark.journal or bookmark.watched, bookmark.link
        if console is not None and console.session.game is None:
            journal, link = "", link_of_race_screen(console.session, link)
        links = self._files.share_links(journal, link)
        if console is not None and (game := console.session.game) is not None:
            links["story"] = "\n".join(story_lines(game, console.session.tally))
        return json.dumps(links)

    def close(self) -> None:
        self._visit.close()

    def text(self) -> str:
        return "\n".join([text.rstrip() for text in self._texts])

    def _tried(self, open_screen: Callable[[], None], sentence: str) -> str:
        try:
            open_screen()
        except visit.REFUSALS as error:
            self._told += [sentence, str(error)]
        return self._update()

    def _ring(self) -> None:
        self._rings = True

    def _keys_of_tap(self, column: int, row: int, *, is_long: bool) -> list[str]:
        console = self._visit.console
        if console is None:
            from cc3k.web.arcade_touch import keys_of_offer  # late, as it imports all games

            offered = keys_of_offer(self._visit.app, self._texts, row)
            return offered or [f"click {column} {row}"]
        if isinstance(console.mode, PagerMode):
            return ["page up" if row < self._visit.size[1] // 2 else " "]
        chosen = pad.keys_of_row(console, self._texts, row)
        if chosen is not None:
            return chosen
        if console.is_at_end_stop:
            return ["enter"]
        if not is_long and console.has_next_page:
            return [" "]
        return [f"{'point' if is_long else 'click'} {column} {row}"]

    def _update(self, *, is_tick: bool = False) -> str:
        self._leave_if_ended()
        self._begin_to_show()
        app = self._visit.app
        canvas = app.draw()
        app.after_drawing()
        rows = self._take_changed_rows(canvas)
        changes = self._visit.take_changes(is_tick=is_tick)
        update: dict[str, object] = {
            "columns": canvas.width,
            "lines": len(canvas.lines),
            "rows": rows,
            "tick": app.tick_seconds,
            "title": app.title,
            "say": self._announcer.news(app, [text for _, text, _ in rows]),
            "told": self._told,
            "bell": self._rings,
            "files": [_change_to_json(change, self.root) for change in changes],
            "link": self._visit.bookmark.link,
            "palette": self._visit.screen.settings.palette,
            "needs": visit.least_size(app),
            "is_replay": self._visit.is_replay,
            "board": shown_board(app) if self._has_tiles else None,
        }
        self._told, self._rings = [], False
        offers = [pad.WATCH_ENDED] if self._visit.ended_journal else []
        if self._visit.is_replay:
            offers = [pad.LEAVE_REPLAY]
        verbs = self._pad_buttons()
        ways = pad.direction_keys(app) if self._shows_pad else {}
        if (offers, verbs, ways) != self._pad:
            self._pad = offers, verbs, ways
            update["pad"] = [each._asdict() for each in (*offers, *verbs)]
            update["offers"] = [each._asdict() for each in offers]
            update["ways"], update["bound"] = ways, pad.bound_keys(app)
        return json.dumps(update)

    def _take_changed_rows(self, canvas: Canvas) -> list[tuple[int, str, str]]:
        """Return number, text and roles of each row that differs, as all do at another size."""
        before, self._shown = self._shown, canvas
        shown = () if before is None or before.width != canvas.width else before.lines
        is_same_size = len(shown) == len(canvas.lines)
        return [
            (number, *line)
            for number, line in enumerate(canvas.lines)
            if not is_same_size or line != shown[number]
        ]

    @property
    def _texts(self) -> list[str]:
        return [] if self._shown is None else [line.text for line in self._shown.lines]

    def _pad_buttons(self) -> list[pad.PadButton]:
        """Return the buttons of the pad; where it has no place, what begins a game or answers."""
        app, console = self._visit.app, self._visit.console
        if not self._shows_pad and console is not None and pad.is_playing(console):
            return []
        buttons = pad.pad_of(app)
        if isinstance(app, ArcadeScreen):
            from cc3k.web.arcade_touch import arcade_buttons  # late, as it imports all games

            buttons += arcade_buttons(app, self._visit.bookmark.arcade_game)
        return [each for each in buttons if self._shows_pad or each.is_start or each.is_answer]

    def _leave_if_ended(self) -> None:
        app = self._visit.app
        if app.is_ended:
            if not isinstance(app, GameApp):  # of a game the race screen tells
                self._told += app.exit_message.splitlines()[1:]  # the first is what it was
            self._visit.close()
            self._visit.open_link(Link(), "")

    def _begin_to_show(self) -> None:
        app = self._visit.app
        if app is not self._shown_app:
            self._shown_app, self._announcer, self._pad = app, Announcer(), None
            self._shown = None
            if isinstance(app, GameApp):
                app.ring_bell = self._ring


def _change_to_json(change: FileChange, root: str) -> dict[str, object]:
    data = None if change.data is None else change.data.decode("latin-1")
    return {**change._asdict(), "path": change.path.removeprefix(f"{root}/"), "data": data}


def shown_board(app: ScreenApp) -> dict[str, object] | None:
    """Return where the board is, from its first column on, and the cells of hoards in it.

    A hint may lie over it; it is None while something else is shown.
    """
    console = app.console if isinstance(app, GameApp | ReplayScreen) else None
    game = None if console is None else console.session.game
    if console is None or game is None:
        return None
    is_covered = isinstance(console.mode, PagerMode | ChoiceMode | ExpansionPage)
    if is_covered or console.report_screen or (laid_out := console.laid_out) is None:
        return None
    view, layout, window = GameView(game), laid_out.layout, laid_out.layout.viewport
    covered = 0 if layout.shows_all_rows else laid_out.covered_rows
    first = window.top + covered
    places = [view.board.row_and_column(cell) for cell, pile in view.gold.items() if pile.guardian]
    return {
        "row": 0 if layout.shows_all_rows else layout.message_rows + covered,
        "rows": window.rows - covered,
        "columns": min(window.columns, view.board.width - window.left),
        "hoards": [(column - window.left, row - first) for row, column in places],
    }
