"""Browser store: what the browser keeps of the page, which are files and a bookmark.

The page's files are in memory, and gone with the page. So every change is told to the browser's
storage, after each key: a journal that has grown by a line costs that line, whatever its length.
Python itself tells which files are opened for writing, renamed and removed (PEP 578), whoever does
it, so nothing else need know that there is a mirror.

A journal has the game, and what its screen tells. The bookmark says which journal it is, and what
the journal does not hold, so that a reload shows the same frame: the keys since its last line, for
example, are pressed again.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias
from weakref import WeakSet

from attrs import asdict, define, field, fields, frozen

from cc3k.play.fights import Fight
from cc3k.saves.open_files import UnreadableError, parse_json
from cc3k.ui.console import Console
from cc3k.ui.modes import QuestionMode, StartMultiTurn

WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

FIRST, SECOND, BOTH = slice(1), slice(1, 2), slice(2)
PATHS_OF_EVENTS = {"open": FIRST, "os.remove": FIRST, "os.link": SECOND, "os.rename": BOTH}
"""Where events of Python by which files change have their paths."""


class FileChange(NamedTuple):
    """A change of a file: bytes from an offset on, where 0 replaces all; or that it is gone.

    `modified` is the time of its last change, in seconds since 1970.
    """

    path: str
    offset: int
    data: bytes | None
    modified: float


AuditEvent: TypeAlias = tuple[object, ...]


@define(eq=False)
class FileMirror:
    """The files under a root that may have changed since the browser was told of them.

    `_watched` are those that were opened for writing, renamed or removed, as nobody else changes:
    their size and time when they were told of last, or None if that is to be asked anew. `_kept` is
    what the browser has of a file; of one that was restored it is nothing, as if it were empty.
    """

    root: str
    _kept: dict[str, bytes] = field(factory=dict, init=False)
    _watched: dict[str, tuple[int, int] | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        if not _HOOKED:
            _HOOKED.append(_tell_mirrors)
            sys.addaudithook(_tell_mirrors)  # for good: none can be taken back
        _MIRRORS.add(self)

    def restore(self, path: str, data: bytes, modified: float) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_bytes(data)
        os.utime(path, (modified, modified))
        self._kept[path] = b""
        self._watched.pop(path, None)

    def take_changes(self) -> list[FileChange]:
        """Return what has changed since the last time, each change once."""
        changes = [change for path in list(self._watched) for change in self._changes_of(path)]
        # A file that is new is kept before the one whose name it takes over is gone.
        return sorted(changes, key=lambda change: change.data is None)

    def _changes_of(self, path: str) -> Iterator[FileChange]:
        before = self._kept.get(path, b"")
        try:
            status = os.stat(path)
        except OSError:
            del self._watched[path]
            if self._kept.pop(path, None) is not None:
                yield FileChange(path, 0, None, 0.0)
            return
        stamp = status.st_size, status.st_mtime_ns
        if stamp == self._watched[path]:
            return
        data = Path(path).read_bytes()
        is_longer = len(data) > len(before) and data.startswith(before)
        offset = len(before) if is_longer else 0
        self._kept[path], self._watched[path] = data, stamp
        yield FileChange(path, offset, data[offset:], status.st_mtime)

    def observe(self, event: str, arguments: AuditEvent) -> None:
        """Note files that are about to change; this is an audit hook, called for very much."""
        flags = arguments[2] if event == "open" else WRITING_FLAGS
        paths = arguments[PATHS_OF_EVENTS[event]]
        if isinstance(flags, int) and flags & WRITING_FLAGS:
            with suppress(FileNotFoundError):  # the working directory is gone, and so is all in it
                for path in map(os.path.abspath, [each for each in paths if isinstance(each, str)]):
                    if path.startswith(f"{self.root}/"):
                        self._watched[path] = None


_HOOKED = list[object]()
"""The audit hook, once it is set."""

_MIRRORS = WeakSet[FileMirror]()
"""All mirrors there are: on a page one."""


def _tell_mirrors(event: str, arguments: AuditEvent) -> None:
    if event in PATHS_OF_EVENTS:
        for mirror in list(_MIRRORS):
            mirror.observe(event, arguments)


MAX_COUNT = 10**6
"""Games of a seed, commands of a game and the like at most; one with more is no bookmark."""

MAX_KEYS = 2_000
"""Keys since the last turn at most; whoever presses more sees the game as its journal has it."""


@define(eq=False)
class KeyKeepingConsole(Console):
    """A console that knows the keys it was given, but for those that were dropped before it."""

    taken_keys: list[str] = field(factory=list, init=False)

    def press(self, key: str) -> None:
        self.taken_keys.append(key)
        super().press(key)


DEATH = "death"
"""What a yes risks, where the next turn of a fight may kill."""


@frozen
class Bookmark:
    """Where the player is: the link that was opened, the journal, and what it does not hold.

    Without a journal it is the race screen of a `seed`, after so many games of it, perhaps on a
    `layout` file, which offers kept games or not. `keys` are those pressed since the
    `previous_key`. `shows_hint` and `is_at_end_stop` are as the console has them. `arcade_game` is
    the name of one, and `watched` the journal that is watched, at a `position`. `expansions` are
    the tags of those that were on before the keys, and `place` is where the cursor of the arcade's
    board was then. `question` is the one that a fight ended with before the keys: its text,
    nothing, the key that fights, and `DEATH` if a yes risks it.
    """

    link: str = ""
    journal: str = ""
    seed: int | None = None
    games_started: int = 0
    layout: str = ""
    previous_key: str = ""
    offers_games: bool = True
    keys: tuple[str, ...] = ()
    shows_hint: bool = True
    is_at_end_stop: bool = False
    arcade_game: str = ""
    watched: str = ""
    position: int = 0
    expansions: tuple[str, ...] = ()
    place: tuple[int, ...] = ()
    question: tuple[str, ...] = ()


def parse_bookmark(data: bytes, root: str) -> Bookmark:
    with suppress(UnreadableError, ValueError, TypeError, KeyError):
        found = parse_json(data)
        if not isinstance(found, dict):
            return Bookmark()
        known = {name: found[name] for name in _DEFAULTS if name in found}  # earlier ones had more
        if all(_is_sound(name, value) for name, value in known.items()):
            lists = {name: tuple(known[name]) for name in LISTS}
            paths = {name: known[name] and path_inside(root, known[name]) for name in PATHS}
            return Bookmark(**{**known, **lists, **paths})
    return Bookmark()


def path_inside(root: str, path: str) -> str:
    """Return the path of a file below the player's folder; raise ValueError for any other."""
    place = os.path.normpath(os.path.join(root, path))
    if not place.startswith(f"{root}/"):
        message = f"found {path!a}; expected a file of the player"
        raise ValueError(message)
    return place


def _is_sound(name: str, value: object) -> bool:
    match value, _DEFAULTS[name]:
        case list(), tuple():
            return all(isinstance(each, int if name == "place" else str) for each in value)
        case int(), None:
            return not isinstance(value, bool)
        case int(), default if value not in range(MAX_COUNT + 1):
            return False
        case _, default:
            return type(value) is type(default)


_DEFAULTS = {each.name: each.default for each in fields(Bookmark)}


def format_bookmark(bookmark: Bookmark, root: str) -> bytes:
    written = asdict(bookmark, recurse=False)
    for name in PATHS:
        written[name] = written[name].removeprefix(f"{root}/")
    return json.dumps(written).encode("ascii")


LISTS = ("keys", "expansions", "place", "question")
"""Sequences in a bookmark; lists in its file."""

PATHS = ("journal", "layout", "watched")
"""Paths in a bookmark; in its file they are relative to that."""


def restore_console(console: Console, bookmark: Bookmark) -> None:
    """Show on a console what its journal does not hold, but for the keys since the last turn."""
    session = console.session
    console.previous_key = bookmark.previous_key
    if session.game is None and not bookmark.offers_games:
        console.menu.resume_offers = ()
    if not bookmark.shows_hint:
        console.dismissed_hint = session.hint
    if bookmark.is_at_end_stop:
        console.open_end_screen("stop")
    if bookmark.question:
        text, _unused, key, *risk = bookmark.question
        limit, accepts_death = console.settings.fight_until, DEATH in risk
        fight = Fight(limit, is_accepted=True, accepts_death=accepts_death)
        console.mode = QuestionMode(text, StartMultiTurn(fight, key))


def bookmark_of_console(before: Bookmark, console: Console) -> Bookmark:
    session = console.session
    is_daily_again = session.game is None and bool(session.daily_date)
    return Bookmark(
        "daily" if is_daily_again else before.link,
        before.journal if session.game is not None else "",
        session.seed,
        session.games_started,
        before.layout,
        console.previous_key,
        bool(console.menu.resume_offers),
        shows_hint=bool(console.hint),
        is_at_end_stop=console.is_at_end_stop,
        expansions=session.rules.expansion_tags,
        question=question_of_fight(console),
    )


def question_of_fight(console: Console) -> tuple[str, ...]:
    match console.mode:
        case QuestionMode(text, StartMultiTurn(Fight(accepts_death=accepts_death), key)):
            return (text, "", key, *([DEATH] * accepts_death))
    return ()
