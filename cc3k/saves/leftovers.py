"""Leftovers: temporary files and stale locks of processes that are gone."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from cc3k.saves.disk import PARTIAL_SUFFIX
from cc3k.saves.journal import JournalError, journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.locks import LOCK_SUFFIX, is_process_running, is_stale_lock
from cc3k.saves.lookup import (
    GAME_NAME_REGEX,
    JOURNAL_SUFFIX,
    MAX_JOURNAL_BYTES,
    read_stored_journal,
)
from cc3k.saves.open_files import open_without_links, read_regular
from cc3k.saves.paths import (
    CHOICE_FILE,
    FINISHED_FOLDER,
    MORGUE_FOLDER,
    SCORES_FILE,
    UNFINISHED_FOLDER,
)

_PARTIAL_SUFFIX_REGEX = rf"\.([1-9][0-9]{{0,8}})(?:-[0-9]+)?{re.escape(PARTIAL_SUFFIX)}"

_PARTIAL_NAME_BY_FOLDER = {
    UNFINISHED_FOLDER: re.compile(
        rf"({GAME_NAME_REGEX}{re.escape(JOURNAL_SUFFIX)}){_PARTIAL_SUFFIX_REGEX}"
    ),
    FINISHED_FOLDER: re.compile(
        rf"({GAME_NAME_REGEX}{re.escape(JOURNAL_SUFFIX)}){_PARTIAL_SUFFIX_REGEX}"
    ),
    MORGUE_FOLDER: re.compile(rf"({GAME_NAME_REGEX}\.(?:txt|json)){_PARTIAL_SUFFIX_REGEX}"),
    "": re.compile(rf"({re.escape(SCORES_FILE)}|{re.escape(CHOICE_FILE)}){_PARTIAL_SUFFIX_REGEX}"),
}
"""Names of temporary files in each folder: groups are the target and the process ID."""

_LOCK_FILE_PATTERN = re.compile(
    rf"(?:{GAME_NAME_REGEX}{re.escape(JOURNAL_SUFFIX)}|{re.escape(SCORES_FILE)}){re.escape(LOCK_SUFFIX)}"
)


def find_leftover_files(home: str) -> Iterator[str]:
    for place, pattern in _PARTIAL_NAME_BY_FOLDER.items():
        folder = os.path.join(home, place)
        for name in sorted_names(folder):
            path, partial = os.path.join(folder, name), pattern.fullmatch(name)
            if partial and not is_process_running(int(partial[2])):
                if _is_saved_elsewhere(path, os.path.join(folder, partial[1])):
                    yield path
            elif _LOCK_FILE_PATTERN.fullmatch(name) and is_stale_lock(path):
                yield path


def _is_saved_elsewhere(path: str, target: str) -> bool:
    """Return True if a partial file is the beginning of its target or of the repaired journal."""
    with suppress(OSError):
        partial, whole = [
            read_regular(each, MAX_JOURNAL_BYTES, open_without_links) for each in (path, target)
        ]
        return whole.startswith(partial) or _repaired_journal(target).startswith(partial)
    return False


def _repaired_journal(path: str) -> bytes:
    """Return the text that would replace a damaged journal; empty if it cannot be read."""
    with suppress(JournalError):
        if path.endswith(JOURNAL_SUFFIX):
            return add_checksums(journal_lines(read_stored_journal(path).record))[0].encode("ascii")
    return b""


def sorted_names(folder: str) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(os.listdir(folder))
