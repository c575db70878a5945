"""Cleanup of the home folder: finish what killed processes have left behind.

A game passes through these steps: its end is written into its journal, the journal moves to those
of games that have ended, its score is added, its pages are written, the one for programs last. A
start that finds the traces of one step and not those of the next one does the rest.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.play.messages import EMPTY_JOURNAL_REMOVED, HOME_RESTRICTED, PARTIAL_FILE_REMOVED
from cc3k.play.quoting import printable_name
from cc3k.record.journal import (
    END_WORD,
    FORMAT,
    START_WORD,
    JournalError,
    footer_lines,
    journal_lines,
    parse_tags,
)
from cc3k.record.ledger import MAX_LINE_BYTES, add_checksums
from cc3k.record.record import PRACTICE, SLAIN, WON, Record, effective_game_kind, ending_word
from cc3k.record.replay import ReplayDiverged, RulesMismatch, resume_session
from cc3k.storage.disk import PARTIAL_SUFFIX
from cc3k.storage.expansion_errors import blaming_expansions
from cc3k.storage.journal_file import JournalFile, WriterContext, open_existing_journal
from cc3k.storage.locks import LOCK_SUFFIX, is_process_running, is_stale_lock
from cc3k.storage.lookup import (
    GAME_NAME_REGEX,
    JOURNAL_NAME_PATTERN,
    JOURNAL_SUFFIX,
    read_stored_journal,
    rules_of_header,
    rules_of_recorded_tags,
)
from cc3k.storage.open_files import open_without_links, open_without_waiting
from cc3k.storage.paths import (
    CHOICE_FILE,
    FINISHED_FOLDER,
    MORGUE_FOLDER,
    SCORES_FILE,
    UNFINISHED_FOLDER,
)
from cc3k.storage.recorder import Archiver, CannotArchive, format_timestamp

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
    """Yield the files in a home folder that can be removed."""
    for place, pattern in _PARTIAL_NAME_BY_FOLDER.items():
        folder = os.path.join(home, place)
        for name in _sorted_names(folder):
            path, partial = os.path.join(folder, name), pattern.fullmatch(name)
            if partial and not is_process_running(int(partial[2])):
                if _is_saved_elsewhere(path, os.path.join(folder, partial[1])):
                    yield path
            elif _LOCK_FILE_PATTERN.fullmatch(name) and is_stale_lock(path):
                yield path


def _is_saved_elsewhere(path: str, target: str) -> bool:
    """Return True if a partial file is the beginning of its target or of the repaired journal."""
    with suppress(OSError):
        half = _read_without_links(path)
        return _read_without_links(target).startswith(half) or _repaired_journal(target).startswith(
            half
        )
    return False


def _repaired_journal(path: str) -> bytes:
    """Return the journal that would replace a damaged one, or nothing."""
    with suppress(JournalError):
        if path.endswith(JOURNAL_SUFFIX):
            return add_checksums(journal_lines(read_stored_journal(path).record))[0].encode("ascii")
    return b""


def _read_without_links(path: str) -> bytes:
    """Return the contents of a regular file that is not a link."""
    with open(path, "rb", opener=open_without_links) as file:
        return file.read()


_END_LINE_PATTERN = re.compile(rf" {END_WORD} (\w+)\n\Z".encode("ascii"))
_STEP_LINE_PATTERN = re.compile(
    rb"^[0-9a-f]{8} ([a-z0-9]+)(?: [a-z0-9]+)*? (\d+) \d+ (\d+) \d+ [0-9a-f]{8}$", re.MULTILINE
)
_HEADER_LINE_PATTERN = re.compile(
    rb"^[0-9a-f]{8} (ruleset|expansions|seed|kind|begun) ([ -~]*)$", re.MULTILINE
)
_TORN_LINE_PATTERN = re.compile(rb"[0-9a-f]{0,8}|[0-9a-f]{8} [ -~]*")
_MOVE_WORDS = frozenset({b"no", b"so", b"ea", b"we", b"ne", b"nw", b"se", b"sw"})


def clean_up_home(home: str, writer: WriterContext, archiver: Archiver) -> list[str]:
    """Archive games that have ended and remove partial files; return notices for the player.

    Returns what is still missing, and what was removed. What another process is writing is left to
    it.
    """
    place, news = os.path.join(home, UNFINISHED_FOLDER), _restrict_home(home, writer)
    for name in _sorted_names(place):
        if name.endswith(JOURNAL_SUFFIX):
            with suppress(OSError, JournalError):
                news += _clean_up_journal(os.path.join(place, name), writer)
    for path in list(find_unarchived_journals(home)):
        with suppress(OSError, CannotArchive):
            news += _archive_finished_game(path, writer, archiver)
    for path in find_leftover_files(home):
        with suppress(OSError):
            writer.disk.remove(path)
            news.append(f"{PARTIAL_FILE_REMOVED}: {printable_name(os.path.basename(path))}.")
    return news


_HOME_NAME_PATTERN = re.compile(
    rf"{UNFINISHED_FOLDER}|{FINISHED_FOLDER}|{MORGUE_FOLDER}|{re.escape(SCORES_FILE)}.*"
    rf"|{re.escape(CHOICE_FILE)}"
)
"""Names that we give to what is in a home folder."""


def _restrict_home(home: str, writer: WriterContext) -> list[str]:
    """Keep others from writing to the home folder if it is ours alone; return the notice.

    A folder that somebody else owns or uses, or that is meant to be shared, stays as it is.
    """
    with suppress(OSError):
        if _is_needlessly_writable(home):
            writer.disk.restrict_folder(home)
            return [HOME_RESTRICTED]
    return []


def _is_needlessly_writable(home: str) -> bool:
    """Return True if others may write to a folder in which only we have put something."""
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
    names = list(_sorted_names(games))
    if not names:
        return
    # Imported only where a game has ended: the first one need not wait for it.
    from cc3k.storage.scores import scored_journal_names

    pages = frozenset(_sorted_names(os.path.join(home, MORGUE_FOLDER)))
    lines = scored_journal_names(os.path.join(home, SCORES_FILE))
    for name in names:
        root, path = name.removesuffix(JOURNAL_SUFFIX), os.path.join(games, name)
        whole = f"{root}.json" in pages and f"{root}.txt" in pages
        if root != name and not (whole and root in lines):
            with suppress(OSError):
                told, scored = _expects_morgue_and_score(path)
                if (told and not whole) or (scored and root not in lines):
                    yield path


def read_ending(path: str) -> str:
    """Return the word in the last line of a journal for how its game ended, or nothing."""
    ending = _END_LINE_PATTERN.search(_read_tail(path))
    return "" if ending is None else ending[1].decode("ascii")


def _expects_morgue_and_score(path: str) -> tuple[bool, bool]:
    """Tell from its first and last lines whether a game should have morgue files and a score."""
    head, tail = _read_head(path), _read_tail(path)
    ending = _END_LINE_PATTERN.search(tail)
    if ending is None or not head.startswith(_format_line()):
        return False, False
    found = {label: value.decode("ascii") for label, value in _HEADER_LINE_PATTERN.findall(head)}
    kind, seed, begun = (found.get(label, "") for label in (b"kind", b"seed", b"begun"))
    rules = _rules_in_head(head)
    ours = found.get(b"ruleset") == str(BASE_RULES.ruleset) and rules is not None
    tags = () if rules is None else rules.expansion_tags
    with suppress(ValueError):
        counts = kind != PRACTICE and effective_game_kind(kind, int(seed), begun, tags) == kind
        return ours, ours and counts and ending[1].decode() in (WON, SLAIN)
    return ours, False


def _rules_in_head(head: bytes) -> Rules | None:
    """Return the rules of a game by the first lines of its journal; None if they are not here."""
    found = dict(_HEADER_LINE_PATTERN.findall(head)).get(b"expansions", b"").decode("ascii")
    tags = parse_tags(found)
    if tags is None:
        return None
    with suppress(RulesMismatch):
        return rules_of_recorded_tags(tags)
    return None


def _archive_finished_game(path: str, writer: WriterContext, archiver: Archiver) -> list[str]:
    """Archive a finished game, unless another process is doing so."""
    file = open_existing_journal(path, writer)
    try:
        return archiver(path)
    finally:
        with suppress(OSError):
            file.close()


def _clean_up_journal(path: str, writer: WriterContext) -> list[str]:
    """Move a journal to the finished games if its game has ended; remove it if none started."""
    tail = _read_tail(path)
    if not (
        _is_empty_journal(path, tail)
        or _END_LINE_PATTERN.search(tail)
        or _may_have_ended(tail, _rules_in_head(_read_head(path)))
    ):
        return []
    file = open_existing_journal(path, writer)
    try:
        if _is_empty_journal(path, _read_tail(path)):
            writer.disk.remove(path)
            return [f"{EMPTY_JOURNAL_REMOVED}: {printable_name(os.path.basename(path))}."]
        if _complete_ending(file):
            file.move_to_finished()
    finally:
        with suppress(OSError):
            file.close()
    return []


def _complete_ending(file: JournalFile) -> bool:
    """Return True if a game has ended, after adding a missing ending to its journal."""
    found = read_stored_journal(file.path)
    if found.damage or found.record.ending:
        return bool(found.record.ending)
    ending = _replay_to_ending(found.record)
    if ending:
        file.continue_from(found)
        file.append(*footer_lines(ending, format_timestamp(os.stat(file.path).st_mtime)))
    return bool(ending)


def _replay_to_ending(record: Record) -> str:
    """Replay a game and return its ending word, or nothing if it has not ended."""
    if record.header.game_kind == PRACTICE:
        return ""
    with suppress(ReplayDiverged, RulesMismatch, LayoutError), blaming_expansions():
        game = resume_session(record, rules_of_header(record.header)).game
        return ending_word(game) if game is not None and game.outcome is not None else ""
    return ""


def _may_have_ended(tail: bytes, rules: Rules | None) -> bool:
    """Return True if the last command can have ended the game, by death or by stairs."""
    steps = _STEP_LINE_PATTERN.findall(tail)
    if not steps:
        return False
    words, hp, floor = steps[-1]
    if rules is None:
        return False
    on_stairs = words in _MOVE_WORDS or bool(rules.expansions)  # which may have ways of their own
    return int(hp) == 0 or (int(floor) == rules.floor_count and on_stairs)


def _is_empty_journal(path: str, data: bytes) -> bool:
    """Return True if this is all of a journal that was cut off before its game started.

    One in which a byte has changed is none: there may have been a game in it.
    """
    if not JOURNAL_NAME_PATTERN.fullmatch(os.path.basename(path)) or len(data) == MAX_LINE_BYTES:
        return False
    *lines, rest = data.split(b"\n")
    if not lines:
        return _format_line().startswith(rest)
    with suppress(UnicodeDecodeError):
        payloads = [line[9:].decode("ascii") for line in lines]
        begun = payloads[0] != FORMAT or any(said.startswith(f"{START_WORD} ") for said in payloads)
        written, checksum = add_checksums(payloads)
        intact = written.encode("ascii") == data[: len(data) - len(rest)]
        return intact and not begun and _is_torn_line(rest, checksum)
    return False


def _is_torn_line(line: bytes, checksum: int) -> bool:
    """Return True if this is the beginning of a line, not a whole line with another end."""
    if _TORN_LINE_PATTERN.fullmatch(line) is None:
        return False
    whole = add_checksums([line[9:-1].decode("ascii")], checksum)[0]
    return line[:-1] != whole.rstrip("\n").encode("ascii")


def _format_line() -> bytes:
    return add_checksums([FORMAT])[0].encode("ascii")


def _read_head(path: str) -> bytes:
    with open(path, "rb", opener=open_without_waiting) as file:
        return file.read(MAX_LINE_BYTES)


def _read_tail(path: str) -> bytes:
    """Return the last line of a journal, and mostly a few before it."""
    with open(path, "rb", opener=open_without_waiting) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - MAX_LINE_BYTES))
        return file.read(MAX_LINE_BYTES)


def _sorted_names(folder: str) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(os.listdir(folder))
