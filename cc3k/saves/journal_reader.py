"""Journal reader: journals by path, by name, or the last one; their ends, rules and commands."""

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import BufferedReader, BytesIO
from typing import BinaryIO
from zlib import crc32

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import format_layout
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_USAGE
from cc3k.play.choices import command_of_game
from cc3k.play.session import Session
from cc3k.saves.journal_format import (
    MAX_LINE_BYTES,
    JournalError,
    RecordError,
    StoredJournal,
    read_journal,
)
from cc3k.saves.open_files import (
    TimeoutReader,
    file_error_reason,
    is_plain_file,
    list_folder,
    open_regular,
    open_with_timeout,
    read_limited,
)
from cc3k.saves.paths import GAMES_FOLDER, UNFINISHED_FOLDER, path_of_snapshot, shipped_layouts
from cc3k.saves.plugins import blaming_expansions
from cc3k.saves.record import Header
from cc3k.saves.replay import ReplayDiverged, RulesMismatch, resume_session
from cc3k.saves.results import ResultLine, parse_result_line

JOURNAL_SUFFIX = ".cc3k"
MAX_JOURNAL_BYTES = 1 << 28
"""Bytes of the longest journal that is read at once: a thousand times those of a long game."""

GAME_NAME_REGEX = r"[0-9]{8}-[0-9]{6}-[a-z]+-{1,2}[0-9]+(?:-[0-9]+)?"
JOURNAL_NAME_REGEX = rf"{GAME_NAME_REGEX}{re.escape(JOURNAL_SUFFIX)}"
"""Names of our journals."""


def journal_name(header: Header) -> str:
    """Return the name of the journal of a game, such as `20261120-205700-goblin-42.cc3k`."""
    when = header.started_at.translate(str.maketrans("", "", "-:Z")).replace("T", "-")
    race = "".join([one for one in header.race.lower() if "a" <= one <= "z"]) or "race"
    return f"{when}-{race}-{header.seed}{JOURNAL_SUFFIX}"


_JOURNAL_LINE_REGEX = rb"^[0-9a-f]{8} (?:cc3k-journal|ruleset|expansions|seed|kind|begun) "
"""Lines near the start of a journal: one intact line identifies a damaged journal."""


def rules_of_header(header: Header) -> Rules:
    return rules_of_recorded_tags(header.expansions)


def rules_of_recorded_tags(tags: Sequence[str]) -> Rules:
    if not tags:
        return BASE_RULES
    from cc3k.engine.expansion import BrokenExpansion
    from cc3k.expansions.registry import MissingExpansion
    from cc3k.saves.expansion_plugins import rules_of_tags

    try:
        return rules_of_tags(tags)
    except (MissingExpansion, BrokenExpansion, ValueError) as error:
        message = f"a game with {error}"
        raise RulesMismatch(message) from error


def read_unfinished_journal(path: str, home: str | None) -> StoredJournal:
    """Read a journal file to go on with its game; where there is a snapshot, only what is later.

    Raises `OSError`, or `JournalError` if there is no game in it at all.
    """
    found = None
    if home is not None and os.path.lexists(path_of_snapshot(home, path)):
        from cc3k.saves.snapshots import read_with_snapshot

        found = read_with_snapshot(path, home)
    return found or read_stored_journal(path)


@blaming_expansions()
def resume_stored(journal: StoredJournal) -> Session:
    """Return the session at the end of a journal; raise as `resume_session` does."""
    rules, session = rules_of_header(journal.record.header), None
    if journal.snapshot is not None:
        from cc3k.saves.snapshots import session_of_snapshot

        with suppress(ReplayDiverged, ValueError, TypeError, LookupError, AttributeError):
            begun = session_of_snapshot(journal, journal.snapshot, rules)
            session = resume_session(journal.record, rules, begun)
    if session is None:
        journal = journal if journal.snapshot is None else read_stored_journal(journal.path)
        session = resume_session(journal.record, rules)
    session.layout_argument = _layout_argument(journal.record.header)
    return session


def read_stored_journal(path: str) -> StoredJournal:
    """Read a journal file; raise `OSError`, or `JournalError` if there is no game in it at all."""
    try:
        with open_regular(path) as file:
            found = read_journal(file, printable_name(os.path.basename(path)))
    except JournalError as error:
        if error.intact_record is None:
            raise
        return StoredJournal(path, error.intact_record, damage=str(error))
    return evolve(found, path=path)


def is_journal(path: str) -> bool:
    """Return True if a file holds a journal, whole or damaged, or if that cannot be read.

    A pipe, a device, another text and an empty file are none.
    """
    try:
        with open_regular(path) as file:
            return bool(re.search(_JOURNAL_LINE_REGEX, file.read(MAX_LINE_BYTES), re.MULTILINE))
    except PermissionError:
        return os.path.isfile(path)
    except OSError:
        return False


LAST_GAME, STANDARD_INPUT = "last", "-"


class NoJournal(RecordError):
    exit_code = EXIT_USAGE


NONE_FINISHED = "no game is finished yet"
EXPECTED_JOURNAL = f"the journal of a game, the name of one that is kept, '{LAST_GAME}' or '-'"


def read_journal_by_name(name: str, home: str | None) -> StoredJournal:
    """Read the journal at that path, or else the one of that name in the home folder.

    `-` is standard input, and `last` the game that has ended last. Raises `NoJournal`, and
    `JournalError` where it is damaged.
    """
    try:
        with (
            _read_standard_input()
            if name == STANDARD_INPUT
            else open_with_timeout(find_journal(name, home)) as stream
        ):
            return read_journal(stream, printable_name(name))
    except (OSError, ValueError) as error:
        if name == LAST_GAME and isinstance(error, FileNotFoundError):
            raise NoJournal(NONE_FINISHED) from error
        message = f"found {file_error_reason(error)}; expected {EXPECTED_JOURNAL}"
        raise NoJournal(message) from error


def _read_standard_input() -> BinaryIO:
    if sys.stdin is None:
        return BytesIO()
    return BufferedReader(TimeoutReader(os.dup(sys.stdin.fileno())))


def find_journal(name: str, home: str | None) -> str:
    if home is None or os.path.lexists(name):
        return name
    folders = [os.path.join(home, folder) for folder in (GAMES_FOLDER, UNFINISHED_FOLDER)]
    if name == LAST_GAME:
        return _newest_journal(folders)
    places = [os.path.join(folder, name) for folder in folders]
    paths = [path for place in places for path in (place, place + JOURNAL_SUFFIX)]
    return next(filter(is_plain_file, paths), name) if os.path.basename(name) == name else name


def _newest_journal(folders: Sequence[str]) -> str:
    """Return the newest journal of a game that has ended, as our names begin with the time.

    What is no journal is passed over; a journal of another name comes after all of ours.
    """
    journals = [
        (bool(re.fullmatch(JOURNAL_NAME_REGEX, name)), name, os.path.join(folder, name))
        for folder in folders
        for name in list_folder(folder)
        if name.endswith(JOURNAL_SUFFIX)
    ]
    newest_first = (path for _, _, path in sorted(journals, reverse=True))
    found = (each for each in newest_first if is_journal(each) and has_ended(each, if_unread=True))
    return next(found, os.path.join(folders[0], LAST_GAME))


def has_ended(path: str, *, if_unread: bool) -> bool:
    """Tell whether a journal says how its game ended; `if_unread` for one that cannot be read.

    The game of a journal that is gone has ended: it is nobody's any more.
    """
    try:
        return read_result_line(path) is not None
    except FileNotFoundError:
        return True
    except OSError:
        return if_unread


def read_result_line(path: str) -> ResultLine | None:
    """Return the last line of a journal, whole, if it says how the game ended; raise `OSError`."""
    with open_regular(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - 2 * MAX_LINE_BYTES))
        *_, before, last, rest = (b"", b"", b"", *file.read().split(b"\n"))
    try:
        is_intact = not rest and crc32(last[9:], int(before[:8], 16)) == int(last[:8], 16)
    except ValueError:
        return None
    return parse_result_line(last[9:].decode("ascii", "replace")) if is_intact else None


def command_of_header(header: Header) -> str | None:
    """Return the command line that begins a game again (R34); None if there is none.

    A layout is named as shipped only if it is the shipped one, and else by its path. Where that is
    not known only the journal has it.
    """
    floor = _layout_argument(header)
    if header.game_number > 1 or (header.layout_text and not floor):
        return None
    return command_of_game(rules_of_header(header), floor, header.seed, 1, header.race)


def _layout_argument(header: Header) -> str:
    from shlex import quote

    shipped = shipped_layouts().get(header.layout_name) if header.layout_text else None
    if shipped is not None:
        from cc3k.content.layout.diagnostics import LayoutError
        from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, read_layout

        with suppress(OSError, LayoutError):
            data, name = read_limited(shipped, MAX_LAYOUT_BYTES), header.layout_name
            layout = read_layout(data, name, rules_of_header(header))
            if format_layout(layout.floor_layouts) == header.layout_text:
                return header.layout_name
    return quote(header.layout_path) if header.layout_path else ""
