"""What is done once a game has ended: its score and what is told of it are put into the home."""

import json
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress

from cc3k.content.layout.reader import MOST_BYTES, read_layout
from cc3k.content.layout.writer import LayoutError, text_of
from cc3k.content.roster import BASE
from cc3k.engine.rules import Rules
from cc3k.play.messages import not_kept, not_yet
from cc3k.play.quoting import legible
from cc3k.record.journal import JournalError
from cc3k.record.morgue import morgue_facts, morgue_text
from cc3k.record.record import LEFT, Header, Record, kind_on
from cc3k.record.replay import Diverged, OtherRules
from cc3k.record.scores import TABLED, score_of
from cc3k.record.summary import Tale, tale_of
from cc3k.storage.disk import Disk, put_file
from cc3k.storage.files import read_bounded
from cc3k.storage.lookup import SUFFIX, read_found
from cc3k.storage.paths import MORGUE, SCORES, shipped_layouts
from cc3k.storage.recorder import Untold, timestamp
from cc3k.storage.scores import append_score, digest_of, readable

UNTOLD = "What came of this game"


def archive_file(home: str, disk: Disk, path: str, rules: Rules) -> list[str]:
    """Keep what came of the ended game of a journal, as far as it is not kept yet.

    Returns what is still missing, a sentence each. Raises `Untold`.
    """
    try:
        found, digest = read_found(path), digest_of(path)
        date = found.record.ended or timestamp(os.stat(path).st_mtime)
    except JournalError as error:
        raise Untold(str(error)) from error
    except OSError as error:
        return [not_yet("What came of this game", error.strerror or str(error))]
    if found.damage or not found.record.ending:
        raise Untold(not_kept(found.damage or "it has not ended", UNTOLD))
    return archive(home, disk, found.record, rules, os.path.basename(path), date, digest)


def archive(  # noqa: PLR0913, PLR0917 - where, what, by which rules, called how, and when
    home: str,
    disk: Disk,
    record: Record,
    rules: Rules,
    journal_name: str,
    date: str,
    digest: str = "",
) -> list[str]:
    """Keep what came of a game that has ended; return what is still missing, a sentence each.

    `journal_name` is that of its journal, `digest` what tells it from others, `date` the time of
    its end. A game that was given up has no score, and one of practice keeps none (§5). The page
    for programs comes last: where it is, so is the other. Raises `Untold`.
    """
    name = journal_name.removesuffix(SUFFIX)
    try:
        tale = tale_of(record, rules)
    except (Diverged, OtherRules, LayoutError) as error:
        raise Untold(not_kept(str(error), UNTOLD)) from error
    told = []
    if counts(tale):
        score, path = score_of(tale, name, date, digest), os.path.join(home, SCORES)
        told.append(_try("The score of this game", lambda: append_score(path, disk, score)))
    told.append(_try("The story of this game", lambda: _put_morgue(home, disk, tale, name)))
    return [sentence for sentence in told if sentence]


def counts(tale: Tale) -> bool:
    """Tell whether a game has a place in a table; another day's game of the day has none."""
    header = tale.header
    return tale.counts and kind_on(header.kind, header.seed, header.begun) == header.kind


def replay_command(header: Header, name: str) -> str:
    """Return the command line that plays the game of a journal of that name again (R34).

    A layout is named as shipped only if it is the shipped one, and else by its path. Where that is
    not known the journal has it, which shows the game in any case.
    """
    if header.game > 1:
        return f"cc3k replay {shlex.quote(name)}"
    floors = f" --floor {_layout_of(header)}" if header.layout else ""
    if floors and not _layout_of(header):
        return f"cc3k replay {shlex.quote(name)}"
    return f"cc3k{floors} --seed {header.seed} --race {header.race.lower()}"


def _layout_of(header: Header) -> str:
    """Return what the layout of a game is called on a command line, if that is known."""
    shipped = shipped_layouts().get(header.called)
    if shipped is not None:
        with suppress(OSError, LayoutError):
            layout = read_layout(read_bounded(shipped, MOST_BYTES), header.called, BASE)
            if text_of(layout.drawings) == header.layout:
                return header.called
    return shlex.quote(header.path) if header.path else ""


def _put_morgue(home: str, disk: Disk, tale: Tale, name: str) -> None:
    folder, command = os.path.join(home, MORGUE), replay_command(tale.header, name)
    disk.folder(folder)
    page = legible(morgue_text(tale, command, name), "\n")
    facts = json.dumps(morgue_facts(tale, command, name), indent=1)
    for suffix, text in ((".txt", page), (".json", f"{facts}\n")):
        data = text.encode("ascii", "backslashreplace")
        put_file(disk, os.path.join(folder, f"{name}{suffix}"), data)


def _try(what: str, keep: Callable[[], None]) -> str:
    """Keep something; return why it could not be, or nothing."""
    try:
        keep()
    except OSError as error:
        return not_yet(what, error.strerror or str(error))
    return ""


MAX_MORGUE_BYTES = 1 << 20
"""No page of a game is as long."""


def given_up(home: str) -> Counter[str]:
    """Return how many games of each race were given up, practice apart.

    A page that cannot be read tells of none.
    """
    return Counter(_races(os.path.join(home, MORGUE)))


def _races(folder: str) -> Iterator[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    for name in sorted(names):
        if name.endswith(".json"):
            found = _facts(os.path.join(folder, name))
            race = readable(found.get("race"))
            if found.get("ending") == LEFT and found.get("kind") in TABLED and race is not None:
                yield race


def _facts(path: str) -> dict[str, object]:
    """Return what a page says, or nothing."""
    found: object = None
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(read_bounded(path, MAX_MORGUE_BYTES))
    return found if isinstance(found, dict) else {}
