"""Player's files on the page: the games kept, layouts and journals handed in, the configuration."""

import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, NoReturn

from attrs import frozen

from cc3k.cli.arcade import arcade_game_of, find_arcade_game, play_record
from cc3k.cli.check import check_layout
from cc3k.cli.config import read_config
from cc3k.content.layout.diagnostics import Severity
from cc3k.engine.rules import Rules
from cc3k.engine.text import escape_text, printable_name
from cc3k.play.endings import GIVEN_UP, SLAIN, Fate
from cc3k.saves import paths
from cc3k.saves.arcade_games import ARCADE_FOLDER, is_arcade_journal, read_arcade_journal
from cc3k.saves.disk import PRIVATE_FOLDER, Disk, numbered_names
from cc3k.saves.journal_format import JournalError, RecordError, read_journal
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, read_result_line, rules_of_header
from cc3k.saves.journal_writer import add_marker
from cc3k.saves.open_files import UnreadableError, ZipFiles, read_zip, shown_text
from cc3k.saves.record import ORDINARY, Record
from cc3k.saves.replay import verify_record
from cc3k.saves.result_sources import read_page_facts
from cc3k.ui.settings import ConfigError
from cc3k.web.links import MAX_JOURNAL_BYTES, link_of_game, pack_journal

HOME, CONFIG = ".local/state/cc3k", ".config/cc3k/config.toml"
"""Where the game looks for its files below the folder of the player (XDG)."""

LAYOUTS, BOARDS = "layouts", "boards"
"""Folders of layouts that were handed in, and of boards that the arcade saves by name."""

MAX_NAME = 80
MAX_SHARED_BYTES = 1 << 20
"""Bytes of the longest journal that is made a link of."""

MORGUE_SUFFIXES = (".txt", ".json", ".svg")
"""What is kept beside a finished game: its story, for people and for programs, and its picture."""

KINDS = ("kept", "over", "file")

KEPT, KEPT_ALREADY, REFUSED = "kept now", "there already", "not kept"
"""What becomes of a journal that is handed in."""


class Imported(NamedTuple):
    """What became of a journal that was handed in, and the sentence that says so."""

    outcome: str
    sentence: str


class KeptFile(NamedTuple):
    """A file that is kept: a game that can be gone on with, one that is over, or another file.

    `path` is relative to the folder of the player, `modified` in seconds since 1970.
    """

    path: str
    name: str
    label: str
    kind: str
    modified: float
    open: bool


@frozen
class PlayerFiles:
    root: str

    @property
    def _home(self) -> str:
        return os.path.join(self.root, HOME)

    @property
    def _config_path(self) -> str:
        return os.path.join(self.root, CONFIG)

    def make_folders(self) -> None:
        for folder in (HOME, os.path.dirname(CONFIG), LAYOUTS, BOARDS):
            os.makedirs(os.path.join(self.root, folder), PRIVATE_FOLDER, exist_ok=True)
        os.chmod(self._home, PRIVATE_FOLDER)
        os.environ["HOME"] = self.root
        for name in ("CC3K_HOME", "CC3K_CONFIG", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ.pop(name, None)
        os.chdir(os.path.join(self.root, BOARDS))

    def is_arcade(self, path: str) -> bool:
        return path.startswith(os.path.join(self._home, ARCADE_FOLDER) + "/")

    def is_over(self, path: str) -> bool:
        with suppress(OSError):
            return read_result_line(path) is not None
        return False

    def is_journal(self, data: bytes) -> bool:
        first = data[:64].partition(b"\n")[0]  # after a checksum it says what it is
        return b" cc3k-journal " in first or b" cc3k-arcade " in first

    def shown_name(self, name: str) -> str:
        """Return the name of a file that was handed in, safe to show and to keep."""
        last = name.replace("\\", "/").rpartition("/")[2]
        return escape_text(last)[:MAX_NAME].lstrip(".") or "file"

    def keep_layout(self, name: str, data: bytes, rules: Rules) -> tuple[str, list[str]]:
        """Keep a layout; return its path, and its errors by these rules as `cc3k check` words them.

        One that has errors is not kept, and one that is kept already stays as it is.
        """
        every = check_layout(data, name, rules)
        errors = [str(found) for found in every if found.severity is Severity.ERROR]
        path, _ = self._free_path(LAYOUTS, *os.path.splitext(name), data)
        if not errors:
            Path(path).write_bytes(data)
        return path, errors

    def _free_path(self, folder: str, root: str, suffix: str, data: bytes) -> tuple[str, bool]:
        """Return a path that has these bytes already, or a free one; and whether it has them."""
        for path in numbered_names(os.path.join(self.root, folder, root), suffix):
            is_there = os.path.exists(path)
            if not is_there or Path(path).read_bytes() == data:
                return path, is_there
        raise FileExistsError(root)

    def keep_journal(self, name: str, data: bytes) -> Imported:
        """Keep a journal from elsewhere if it is whole; return a sentence that says so, or why not.

        It goes where the game itself would keep it, by another name if that is taken.
        """
        name = self.shown_name(name)
        try:
            home, is_over = self._verified(name, data)
        except (RecordError, ValueError) as error:
            return Imported(REFUSED, f"{name} is not kept: {error}")
        folder = os.path.join(home, paths.GAMES_FOLDER)
        os.makedirs(folder, exist_ok=True)
        root = name.removesuffix(JOURNAL_SUFFIX)
        path, is_there = self._free_path(folder, root, JOURNAL_SUFFIX, data)
        if is_there:
            return Imported(KEPT_ALREADY, f"{name} is kept already.")
        Path(path).write_bytes(data)
        if not is_over:
            add_marker(Disk(), path)
        return Imported(KEPT, f"{os.path.basename(path)} is kept.")

    def _verified(self, name: str, data: bytes) -> tuple[str, bool]:
        """Return the home of a journal, of the dungeon or the arcade, and whether it is over."""
        if is_arcade_journal(data):
            record = read_arcade_journal(BytesIO(data), name).record
            play_record(arcade_game_of(record, name), record)
            return os.path.join(self._home, ARCADE_FOLDER), record.is_over
        found = read_journal(BytesIO(data), name).record
        verify_record(found, rules_of_header(found.header))
        return self._home, bool(found.ending)

    def delete(self, path: str, open_journal: str) -> str:
        """Delete a game for good, unless it is open; return a sentence that says so.

        The story and the picture of a finished game go with it.
        """
        name = printable_name(os.path.basename(path))
        if path == open_journal:
            return f"{name} is the game that is open: leave it first."
        try:
            os.remove(path)
        except OSError as error:
            return f"{name}: {error.strerror or error}."
        for beside in _files_beside(path):
            with suppress(OSError):
                os.remove(beside)
        return f"{name} is deleted."

    def listing(self, open_journal: str) -> list[KeptFile]:
        """Return the games that are kept, the one played last first, then other files."""
        found = [self._kept_file(path, open_journal) for path in _paths_below(self._home)]
        return sorted(found, key=lambda each: (KINDS.index(each.kind), -each.modified))

    def _kept_file(self, path: str, open_journal: str) -> KeptFile:
        name, kind, label = printable_name(os.path.basename(path)), "file", ""
        if path.endswith(JOURNAL_SUFFIX):
            kind, label = _kind_and_label(path, self._home)
        place, is_open = os.path.relpath(path, self.root), path == open_journal
        return KeptFile(place, name, label or name, kind, os.stat(path).st_mtime, is_open)

    def archive(self) -> bytes:
        """Return a ZIP of all files, without what is derived, or is the home's alone."""
        files = {os.path.relpath(path, self.root): path for path in _paths_below(self.root)}
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for place, path in files.items():
                archive.writestr(place, Path(path).read_bytes())
        return packed.getvalue()

    def share_links(self, journal: str, link: str) -> dict[str, str]:
        """Return the links to play the game of a journal, and to watch it; empty if there are none.

        Without a journal the link that was opened is as good. The journal itself is a `file` to be
        sent.
        """
        links = {"play": link, "watch": "", "file": ""}
        with suppress(OSError, JournalError):
            data = Path(journal).read_bytes() if journal else b""
            if data and not is_arcade_journal(data):
                links["play"] = link_of_game(read_journal(BytesIO(data), "").record.header) or link
            if data:
                links["file"] = os.path.relpath(journal, self.root)
            if data and len(data) <= MAX_SHARED_BYTES:
                links["watch"] = f"replay={pack_journal(data)}"
        return links

    def read_config(self) -> str:
        with suppress(OSError):
            return Path(self._config_path).read_text("utf-8")
        return ""

    def write_config(self, text: str) -> str:
        """Keep the configuration file; return what is wrong with it, and keep the old one then."""
        before = self.read_config()
        self._write_config(text)
        try:
            read_config(os.environ)
        except ConfigError as error:
            self._write_config(before)
            return str(error).replace(f"{self._config_path}:", "config.toml:")
        return ""

    def _write_config(self, text: str) -> None:
        path = Path(self._config_path)
        if text.strip():
            path.write_text(text, "utf-8")
        else:
            path.unlink(missing_ok=True)


def _paths_below(root: str) -> list[str]:
    return [
        os.path.join(folder, name)
        for folder, _, names in os.walk(root)
        for name in sorted(names)
        if os.path.basename(folder) not in paths.NOT_FOR_PLAYERS
        and name not in paths.NOT_FOR_PLAYERS
    ]


def _kind_and_label(path: str, home: str) -> tuple[str, str]:
    with suppress(OSError, JournalError, ValueError):
        data = Path(path).read_bytes()
        if is_arcade_journal(data):
            record = read_arcade_journal(BytesIO(data), path).record
            game = find_arcade_game(record.game)
            title = escape_text(record.game) if game is None else game.title
            fate = "over" if record.is_over else f"{len(record.steps)} turns"
            told = ", ".join([title, fate, _day(record.begun)])
            return "over" if record.is_over else "kept", told
        found = read_journal(BytesIO(data), path).record
        name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
        story = read_page_facts(os.path.join(home, paths.MORGUE_FOLDER, f"{name}.json"))
        told = ", ".join(filter(None, _parts_of_game(found, story)))
        return "over" if found.ending else "kept", told
    return "kept" if paths.UNFINISHED_FOLDER in path.split("/") else "over", ""


def _parts_of_game(record: Record, story: dict[str, object]) -> Iterator[str]:
    header, last = record.header, record.last_state
    yield escape_text(header.race)
    yield f"floor {last.floor}"
    yield _fate(record, story)
    score = story.get("score") if record.result is None else record.result.score
    is_scored = isinstance(score, int) and record.ending != GIVEN_UP
    yield str(score) if is_scored else f"{last.gold} gold"
    yield "" if header.game_kind == ORDINARY else header.game_kind
    yield _day(record.ended_at or header.started_at)


def _fate(record: Record, story: dict[str, object]) -> str:
    if not record.ending:
        return f"turn {record.turn_count}"
    cause = story.get("cause") if record.result is None else record.result.cause
    told = cause if isinstance(cause, str) and cause else SLAIN
    return Fate(record.ending, escape_text(told), 0).word


def _day(time: str) -> str:
    with suppress(ValueError):
        day = date.fromisoformat(time[:10])
        return f"{day.day} {day:%b}"
    return ""


def _files_beside(path: str) -> Sequence[str]:
    folder, name = os.path.split(path)
    home, root = os.path.dirname(folder), name.removesuffix(JOURNAL_SUFFIX)
    if root == name:
        return ()
    stories = os.path.join(home, paths.MORGUE_FOLDER, root)
    pages = [stories + suffix for suffix in MORGUE_SUFFIXES]
    picture = os.path.join(home, paths.PICTURES_FOLDER, f"{root}.svg")
    derived = [os.path.join(home, paths.OPEN_FOLDER, root), paths.path_of_snapshot(home, path)]
    return [*pages, picture, *derived]


ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
"""How a ZIP file begins; the second one is empty."""

MAX_FILES = 20_000
MAX_BYTES = 1 << 28
"""Files of a backup at most, and bytes that its journals have when they are unpacked."""


def is_backup(data: bytes) -> bool:
    return data.startswith(ZIP_MARKS)


def import_backup(name: str, data: bytes, keep: Callable[[str, bytes], Imported]) -> list[str]:
    """Keep the games of a backup; return how many are, and which are not, in sentences.

    `keep` keeps a journal of a name if it is whole. All of the backup is read before the first is
    kept: of a damaged file nothing is.
    """
    try:
        journals = [(path.rpartition("/")[2], one) for path, one in read_zip(data, _journals)]
    except UnreadableError as error:
        return [f"{name} is no backup of games, and nothing is changed: {error}"]
    imported = [keep(each, journal) for each, journal in journals]
    counts = Counter([each.outcome for each in imported])
    told = [
        f"{count} game{' is' if count == 1 else 's are'} {outcome}"
        for outcome in (KEPT, KEPT_ALREADY, REFUSED)
        if (count := counts[outcome])
    ]
    others = [each.sentence for each in imported if each.outcome != KEPT]
    return [f"{name}: {', '.join(told)}.", *others]


def _journals(files: ZipFiles) -> ZipFiles:
    if len(files) > MAX_FILES:
        _refuse(f"{len(files)} files", f"{MAX_FILES} at the most")
    for each in files:
        parts = each.filename.replace("\\", "/").split("/")
        if ".." in parts or not parts[0] or ":" in parts[0]:
            path = f"the path {shown_text(each.filename)}"
            _refuse(path, "one inside the folder of the player")
    journals = [each for each in files if each.filename.endswith(JOURNAL_SUFFIX)]
    if not journals:
        _refuse(f"no file that ends with {JOURNAL_SUFFIX}", "those of games")
    for each in journals:
        if each.file_size > MAX_JOURNAL_BYTES:
            large = f"{shown_text(each.filename)} with {each.file_size} bytes"
            _refuse(large, f"{MAX_JOURNAL_BYTES} at the most")
    total = sum([each.file_size for each in journals])
    if total > MAX_BYTES:
        _refuse(f"{total} bytes of games", f"{MAX_BYTES} at the most")
    return journals


def _refuse(found: str, expected: str) -> NoReturn:
    message = f"found {found}; expected {expected}"
    raise UnreadableError(message)
