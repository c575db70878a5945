"""What processes that came to a sudden end have left in a home, put in order at the next start.

A game passes through these steps: its end is written into its journal, the journal moves to those
of games that have ended, its score is added, its pages are written, the one for programs last. A
start that finds the traces of one step and not those of the next one does the rest.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.play.messages import HALF_WRITTEN, NO_GAME
from cc3k.play.quoting import shown
from cc3k.record.journal import (
    END,
    FORMAT,
    LONGEST_LINE,
    NOTHING,
    START,
    JournalError,
    closing,
    rewritten,
    sealed,
)
from cc3k.record.record import PRACTICE, SLAIN, WON, Record, ending_of, kind_on
from cc3k.record.replay import Diverged, OtherRules, resumed
from cc3k.storage.disk import PARTIAL
from cc3k.storage.journal_file import Clerk, JournalFile, open_journal
from cc3k.storage.locks import LOCK, is_alive, is_stale
from cc3k.storage.lookup import SUFFIX, read_found
from cc3k.storage.paths import GAMES, MORGUE, SCORES, UNFINISHED
from cc3k.storage.recorder import Archive, Untold, timestamp
from cc3k.storage.scores import tabled

_GAME = r"[0-9]{8}-[0-9]{6}-[a-z]+-{1,2}[0-9]+(?:-[0-9]+)?"
_BY_PROCESS = rf"\.([1-9][0-9]{{0,8}})(?:-[0-9]+)?{re.escape(PARTIAL)}"

JOURNAL_NAME = re.compile(rf"{_GAME}{re.escape(SUFFIX)}")
"""How we call the journal of a game."""

_IN = {
    UNFINISHED: re.compile(rf"({_GAME}{re.escape(SUFFIX)}){_BY_PROCESS}"),
    GAMES: re.compile(rf"({_GAME}{re.escape(SUFFIX)}){_BY_PROCESS}"),
    MORGUE: re.compile(rf"({_GAME}\.(?:txt|json)){_BY_PROCESS}"),
    "": re.compile(rf"({re.escape(SCORES)}){_BY_PROCESS}"),
}
"""What we call a file in each folder while it is written; for which other, and by which process."""

_LOCKED = re.compile(rf"(?:{_GAME}{re.escape(SUFFIX)}|{re.escape(SCORES)}){re.escape(LOCK)}")


def leftovers(home: str) -> Iterator[str]:
    """Yield the files of a home that can go."""
    for place, pattern in _IN.items():
        folder = os.path.join(home, place)
        for name in _leftovers_names(folder):
            path, partial = os.path.join(folder, name), pattern.fullmatch(name)
            if partial and not is_alive(int(partial[2])):
                if _is_elsewhere(path, os.path.join(folder, partial[1])):
                    yield path
            elif _LOCKED.fullmatch(name) and is_stale(path):
                yield path


def _is_elsewhere(path: str, target: str) -> bool:
    """Tell whether a half file is the beginning of the whole one, or of what was to replace it."""
    with suppress(OSError):
        half = _contents(path)
        return _contents(target).startswith(half) or _anew(target).startswith(half)
    return False


def _anew(path: str) -> bytes:
    """Return the journal that a damaged one would be replaced by, or nothing."""
    with suppress(JournalError):
        if path.endswith(SUFFIX):
            return sealed(rewritten(read_found(path).record))[0].encode("ascii")
    return b""


def _contents(path: str) -> bytes:
    """Return what is in a regular file that is no link."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags), "rb") as file:
        return file.read()


def _leftovers_names(folder: str) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(os.listdir(folder))


_ENDING = re.compile(rf" {END} (\w+)\n\Z".encode("ascii"))
_STEP = re.compile(
    rb"^[0-9a-f]{8} ([a-z]+)(?: \w\w)? (\d+) \d+ (\d+) \d+ [0-9a-f]{8}$", re.MULTILINE
)
_HEADER = re.compile(rb"^[0-9a-f]{8} (ruleset|expansions|seed|kind|begun) ([ -~]*)$", re.MULTILINE)
_TORN_LINE = re.compile(rb"[0-9a-f]{0,8}|[0-9a-f]{8} [ -~]*")
_MOVES = frozenset({b"no", b"so", b"ea", b"we", b"ne", b"nw", b"se", b"sw"})


def sweep(home: str, clerk: Clerk, archive: Archive) -> list[str]:
    """Put away the games that have ended, make what is missing of them, remove half files of ours.

    Returns what is still missing, and what was removed. What another process is writing is left to
    it.
    """
    place, news = os.path.join(home, UNFINISHED), list[str]()
    for name in _names(place):
        if name.endswith(SUFFIX):
            with suppress(OSError, JournalError):
                news += _settled(os.path.join(place, name), clerk)
    for path in list(incomplete(home)):
        with suppress(OSError, Untold):
            news += _completed(path, clerk, archive)
    for path in leftovers(home):
        with suppress(OSError):
            clerk.disk.remove(path)
            news.append(f"{HALF_WRITTEN}: {shown(os.path.basename(path))}.")
    return news


def incomplete(home: str) -> Iterator[str]:
    """Yield the journals of ended games that have no page, or no line in the table but a score."""
    games, pages = os.path.join(home, GAMES), frozenset(_names(os.path.join(home, MORGUE)))
    lines = tabled(os.path.join(home, SCORES))
    for name in _names(games):
        root, path = name.removesuffix(SUFFIX), os.path.join(games, name)
        whole = f"{root}.json" in pages and f"{root}.txt" in pages
        if root != name and not (whole and root in lines):
            with suppress(OSError):
                told, scored = _prospects(path)
                if (told and not whole) or (scored and root not in lines):
                    yield path


def _prospects(path: str) -> tuple[bool, bool]:
    """Tell, at a glance, whether a journal's game has a page and a score by these rules."""
    head, tail = _head(path), _tail(path)
    ending = _ENDING.search(tail)
    if ending is None or not head.startswith(_first_line()):
        return False, False
    found = {label: value.decode("ascii") for label, value in _HEADER.findall(head)}
    kind, seed, begun = (found.get(label, "") for label in (b"kind", b"seed", b"begun"))
    ours = found.get(b"ruleset") == str(BASE.version) and found.get(b"expansions") == NOTHING
    with suppress(ValueError):
        counts = kind != PRACTICE and kind_on(kind, int(seed), begun) == kind
        return ours, ours and counts and ending[1].decode() in (WON, SLAIN)
    return ours, False


def _completed(path: str, clerk: Clerk, archive: Archive) -> list[str]:
    """Archive an ended game, unless another process is doing so."""
    file = open_journal(path, clerk)
    try:
        return archive(path)
    finally:
        with suppress(OSError):
            file.close()


def _settled(path: str, clerk: Clerk) -> list[str]:
    """Put a journal away if its game is over, and remove it if no game was ever begun in it."""
    tail = _tail(path)
    if not (_is_stub(path, tail) or _ENDING.search(tail) or _may_be_over(tail)):
        return []
    file = open_journal(path, clerk)
    try:
        if _is_stub(path, _tail(path)):
            clerk.disk.remove(path)
            return [f"{NO_GAME}: {shown(os.path.basename(path))}."]
        if _has_ended(file):
            file.move()
    finally:
        with suppress(OSError):
            file.close()
    return []


def _has_ended(file: JournalFile) -> bool:
    """Tell whether a game has ended; its journal may have been cut off before the last line."""
    found = read_found(file.path)
    if found.damage or found.record.ending:
        return bool(found.record.ending)
    ending = _ending_now(found.record)
    if ending:
        file.go_on(found)
        file.add(*closing(ending, timestamp(os.stat(file.path).st_mtime)))
    return bool(ending)


def _ending_now(record: Record) -> str:
    """Return how a game has ended that is over, or nothing; practice is over when it is left."""
    if record.header.kind == PRACTICE:
        return ""
    with suppress(Diverged, OtherRules, LayoutError):
        game = resumed(record, BASE).game
        return ending_of(game) if game is not None and game.outcome is not None else ""
    return ""


def _may_be_over(tail: bytes) -> bool:
    """Tell whether the last command was one that a game can end with: by death, or by stairs."""
    steps = _STEP.findall(tail)
    if not steps:
        return False
    words, hp, floor = steps[-1]
    return int(hp) == 0 or (int(floor) == BASE.floors and words in _MOVES)


def _is_stub(path: str, data: bytes) -> bool:
    """Tell whether this is all of a journal of ours that was cut off before its game began.

    One in which a byte has changed is none: there may have been a game in it.
    """
    if not JOURNAL_NAME.fullmatch(os.path.basename(path)) or len(data) == LONGEST_LINE:
        return False
    *lines, rest = data.split(b"\n")
    if not lines:
        return _first_line().startswith(rest)
    with suppress(UnicodeDecodeError):
        payloads = [line[9:].decode("ascii") for line in lines]
        begun = payloads[0] != FORMAT or any(said.startswith(f"{START} ") for said in payloads)
        written, checksum = sealed(payloads)
        intact = written.encode("ascii") == data[: len(data) - len(rest)]
        return intact and not begun and _is_torn(rest, checksum)
    return False


def _is_torn(line: bytes, checksum: int) -> bool:
    """Tell whether this is the beginning of a line, and not a whole one with another end."""
    if _TORN_LINE.fullmatch(line) is None:
        return False
    whole = sealed([line[9:-1].decode("ascii")], checksum)[0]
    return line[:-1] != whole.rstrip("\n").encode("ascii")


def _first_line() -> bytes:
    return sealed([FORMAT])[0].encode("ascii")


def _head(path: str) -> bytes:
    with open(path, "rb", opener=_waiting_for_nothing) as file:
        return file.read(LONGEST_LINE)


def _tail(path: str) -> bytes:
    """Return the last line of a journal, and mostly a few before it."""
    with open(path, "rb", opener=_waiting_for_nothing) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LONGEST_LINE))
        return file.read(LONGEST_LINE)


def _waiting_for_nothing(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _names(folder: str) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(os.listdir(folder))
