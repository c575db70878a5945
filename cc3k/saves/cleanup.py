"""Cleanup of the home folder: finish what killed processes have left behind.

A game ends in these steps:

1. Its journal gets a last line, for how it ended.
2. The journal moves from the unfinished games to the finished ones.
3. The score is appended to the table.
4. The morgue files are written, the one for programs last.

A process can be killed between any two of them. The next start sees which steps were done by the
files that are there, and does the others. Each step can safely be done twice.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.play.messages import EMPTY_JOURNAL_REMOVED, HOME_RESTRICTED, PARTIAL_FILE_REMOVED
from cc3k.play.quoting import printable_name
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.journal import (
    JournalError,
    footer_lines,
)
from cc3k.saves.journal_ends import (
    expected_files,
    has_ended,
    is_empty_journal,
    may_have_ended,
    read_head,
    read_tail,
    rules_in_head,
)
from cc3k.saves.journal_file import JournalFile, WriterContext, open_existing_journal
from cc3k.saves.leftovers import find_leftover_files, sorted_names
from cc3k.saves.lookup import (
    JOURNAL_SUFFIX,
    read_stored_journal,
    rules_of_header,
)
from cc3k.saves.paths import (
    CHOICE_FILE,
    FINISHED_FOLDER,
    MORGUE_FOLDER,
    SCORES_FILE,
    UNFINISHED_FOLDER,
)
from cc3k.saves.record import PRACTICE, Record, ending_word
from cc3k.saves.recorder import Archiver, CannotArchive, format_timestamp
from cc3k.saves.replay import ReplayDiverged, RulesMismatch, resume_session


def clean_up_home(home: str, writer: WriterContext, archiver: Archiver) -> list[str]:
    """Archive games that have ended and remove partial files; return notices for the player.

    The notices name what is still missing and what was removed. Files that another process is
    writing stay as they are.
    """
    folder, notices = os.path.join(home, UNFINISHED_FOLDER), _restrict_home(home, writer)
    for name in sorted_names(folder):
        if name.endswith(JOURNAL_SUFFIX):
            with suppress(OSError, JournalError):
                notices += _clean_up_journal(os.path.join(folder, name), writer)
    for path in list(find_unarchived_journals(home)):
        with suppress(OSError, CannotArchive):
            notices += _archive_finished_game(path, writer, archiver)
    for path in find_leftover_files(home):
        with suppress(OSError):
            writer.disk.remove(path)
            notices.append(f"{PARTIAL_FILE_REMOVED}: {printable_name(os.path.basename(path))}.")
    return notices


_HOME_NAME_PATTERN = re.compile(
    rf"{UNFINISHED_FOLDER}|{FINISHED_FOLDER}|{MORGUE_FOLDER}|{re.escape(SCORES_FILE)}.*"
    rf"|{re.escape(CHOICE_FILE)}"
)
"""Names of files and folders that we create in a home folder."""


def _restrict_home(home: str, writer: WriterContext) -> list[str]:
    """Take write permission for others off the home folder, if only we use it; return the notice.

    A folder that somebody else owns or uses, or that is meant to be shared, stays as it is.
    """
    with suppress(OSError):
        if _is_needlessly_writable(home):
            writer.disk.restrict_folder(home)
            return [HOME_RESTRICTED]
    return []


def _is_needlessly_writable(home: str) -> bool:
    found, user = os.stat(home), os.getuid()
    open_to_others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if not open_to_others or found.st_mode & stat.S_ISVTX or found.st_uid != user:
        return False
    with os.scandir(home) as entries:
        return all(
            _HOME_NAME_PATTERN.fullmatch(entry.name)
            and entry.stat(follow_symlinks=False).st_uid == user
            for entry in entries
        )


def find_unarchived_journals(home: str) -> Iterator[str]:
    """Yield the journals of finished games that lack their morgue files or their score."""
    games = os.path.join(home, FINISHED_FOLDER)
    names = list(sorted_names(games))
    if not names:
        return
    # Imported here for a fast start: needed only if games have ended.
    from cc3k.saves.scores_file import scored_journal_names

    pages = frozenset(sorted_names(os.path.join(home, MORGUE_FOLDER)))
    scored = scored_journal_names(os.path.join(home, SCORES_FILE))
    for name in names:
        root, path = name.removesuffix(JOURNAL_SUFFIX), os.path.join(games, name)
        has_pages, has_score = f"{root}.json" in pages and f"{root}.txt" in pages, root in scored
        if root != name and not (has_pages and has_score):
            with suppress(OSError):
                needs_pages, needs_score = expected_files(path)
                if (needs_pages and not has_pages) or (needs_score and not has_score):
                    yield path


def _archive_finished_game(path: str, writer: WriterContext, archiver: Archiver) -> list[str]:
    file = open_existing_journal(path, writer)
    try:
        file.sync()  # who moved it may have been killed before that
        return archiver(path)
    finally:
        with suppress(OSError):
            file.close()


def _clean_up_journal(path: str, writer: WriterContext) -> list[str]:
    """Move a journal to the finished games if its game has ended; remove it if none started."""
    tail = read_tail(path)
    if not (
        is_empty_journal(path, tail)
        or has_ended(tail)
        or may_have_ended(tail, rules_in_head(read_head(path)))
    ):
        return []
    file = open_existing_journal(path, writer)
    try:
        if is_empty_journal(path, read_tail(path)):
            writer.disk.remove(path)
            return [f"{EMPTY_JOURNAL_REMOVED}: {printable_name(os.path.basename(path))}."]
        if _complete_ending(file):
            file.move_to_finished()
    finally:
        with suppress(OSError):
            file.close()
    return []


def _complete_ending(file: JournalFile) -> bool:
    found = read_stored_journal(file.path)
    if found.damage or found.record.ending:
        return bool(found.record.ending)
    ending = _replay_to_ending(found.record)
    if ending:
        file.continue_from(found)
        file.append(*footer_lines(ending, format_timestamp(os.stat(file.path).st_mtime)))
    return bool(ending)


def _replay_to_ending(record: Record) -> str:
    if record.header.game_kind == PRACTICE:
        return ""
    with suppress(ReplayDiverged, RulesMismatch, LayoutError), blaming_expansions():
        game = resume_session(record, rules_of_header(record.header)).game
        return ending_word(game) if game is not None and game.outcome is not None else ""
    return ""
