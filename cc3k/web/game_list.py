"""Game list: the games that the page keeps, each by what it came to, and other files."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO

from attrs import asdict, frozen

from cc3k.cli.arcade_boards import find_arcade_game
from cc3k.play.quoting import escape_text, printable_name
from cc3k.saves.arcade_journal import is_arcade_journal, read_arcade_journal
from cc3k.saves.index import read_page_facts
from cc3k.saves.journal import read_journal
from cc3k.saves.ledger import LedgerError
from cc3k.saves.lookup import JOURNAL_SUFFIX, path_of_snapshot
from cc3k.saves.paths import (
    MORGUE_FOLDER,
    NOT_FOR_PLAYERS,
    OPEN_FOLDER,
    PICTURES_FOLDER,
    UNFINISHED_FOLDER,
)
from cc3k.saves.record import ABANDONED, ORDINARY, WON, Record

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

MORGUE_SUFFIXES = (".txt", ".json", ".svg")
"""What is kept beside a finished game: its story, for people and for programs, and its picture."""


@frozen
class KeptFile:
    """A file that is kept: a game that can be gone on with, one that is over, or another file.

    `path` is relative to the folder of the player, `modified` in seconds since 1970.
    """

    path: str
    name: str
    label: str
    kind: str
    bytes: int
    modified: float
    open: bool


KINDS = ("kept", "over", "file")


def list_files(home: str, root: str, open_journal: str) -> list[dict[str, object]]:
    """Return the games in a home folder, the one played last first, then other files."""
    paths = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(home)
        for name in names
        if os.path.basename(folder) not in NOT_FOR_PLAYERS and name not in NOT_FOR_PLAYERS
    ]
    found = [_kept_file(path, home, root, is_open=path == open_journal) for path in paths]
    found.sort(key=lambda each: (KINDS.index(each.kind), -each.modified))
    return [asdict(each) for each in found]


def _kept_file(path: str, home: str, root: str, *, is_open: bool) -> KeptFile:
    name, kind = printable_name(os.path.basename(path)), "file"
    label = name
    if path.endswith(JOURNAL_SUFFIX):
        kind, label = _kind_and_label(path, home)
        label = label or name
    status = os.stat(path)
    place = os.path.relpath(path, root)
    return KeptFile(place, name, label, kind, status.st_size, status.st_mtime, is_open)


def _kind_and_label(path: str, home: str) -> tuple[str, str]:
    """Return whether a game can be gone on with, and what it was in a few words, if it is read."""
    with suppress(OSError, LedgerError, ValueError), open(path, "rb") as file:
        data = file.read()
        if is_arcade_journal(data):
            record = read_arcade_journal(BytesIO(data), path).record
            game = find_arcade_game(record.game)
            title = escape_text(record.game) if game is None else game.title
            fate = "over" if record.is_over else f"{len(record.steps)} turns"
            told = ", ".join([title, fate, _day(record.begun)])
            return "over" if record.is_over else "kept", told
        found = read_journal(BytesIO(data), path).record
        told = ", ".join(filter(None, _parts_of_game(found, _story_of(path, home))))
        return "over" if found.ending else "kept", told
    return "kept" if UNFINISHED_FOLDER in path.split("/") else "over", ""


def _story_of(path: str, home: str) -> dict[str, object]:
    name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
    return read_page_facts(os.path.join(home, MORGUE_FOLDER, f"{name}.json"))


def _parts_of_game(record: Record, story: dict[str, object]) -> Iterator[str]:
    """Yield race, floor, fate, score or gold, the kind if it is not ordinary, and the day."""
    header, last = record.header, record.last_state
    yield escape_text(header.race)
    yield f"floor {last.floor}"
    yield _fate(record, story)
    score = story.get("score") if record.result is None else record.result.score
    is_scored = isinstance(score, int) and record.ending != ABANDONED
    yield str(score) if is_scored else f"{last.gold} gold"
    yield "" if header.game_kind == ORDINARY else header.game_kind
    yield _day(record.ended_at or header.started_at)


def _fate(record: Record, story: dict[str, object]) -> str:
    if not record.ending:
        return f"turn {record.turn_count}"
    if record.ending == WON:
        return "won"
    if record.ending == ABANDONED:
        return "given up"
    cause = story.get("cause") if record.result is None else record.result.cause
    return escape_text(cause) if isinstance(cause, str) and cause else "slain"


def _day(time: str) -> str:
    _, month, day = [*time[:10].split("-"), "", ""][:3]
    if not (month.isdecimal() and day.isdecimal() and 1 <= int(month) <= len(MONTHS)):
        return ""
    return f"{int(day)} {MONTHS[int(month) - 1]}"


def delete_file(path: str, open_journal: str) -> str:
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


def _files_beside(path: str) -> Sequence[str]:
    """Return the story and the pictures of a game, and what is derived, whether there are any."""
    folder, name = os.path.split(path)
    home, root = os.path.dirname(folder), name.removesuffix(JOURNAL_SUFFIX)
    if root == name:
        return ()
    pages = [os.path.join(home, MORGUE_FOLDER, f"{root}{suffix}") for suffix in MORGUE_SUFFIXES]
    picture = os.path.join(home, PICTURES_FOLDER, f"{root}.svg")
    derived = [os.path.join(home, OPEN_FOLDER, root), path_of_snapshot(home, path)]
    return [*pages, picture, *derived]
