"""Archive: put the score and the morgue files of a finished game into the home folder."""

import json
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from cc3k.content.layout.diagnostics import LayoutError, format_layout
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, read_layout
from cc3k.play.messages import expansion_options, not_saved_message, not_yet_saved_message
from cc3k.play.quoting import escape_text
from cc3k.saves.disk import Disk, atomic_write
from cc3k.saves.expansion_errors import ExpansionFailed, blaming_expansions
from cc3k.saves.foreign_data import parse_json
from cc3k.saves.journal import JournalError
from cc3k.saves.lookup import (
    JOURNAL_SUFFIX,
    read_stored_journal,
    rules_of_header,
    rules_of_recorded_tags,
)
from cc3k.saves.morgue import morgue_text, morgue_to_json
from cc3k.saves.open_files import (
    UnreadableError,
    list_folder,
    open_without_links,
    read_limited,
    read_regular,
)
from cc3k.saves.paths import MORGUE_FOLDER, SCORES_FILE, shipped_layouts
from cc3k.saves.record import ABANDONED, Header, Record, effective_game_kind
from cc3k.saves.recorder import CannotArchive, format_timestamp
from cc3k.saves.replay import ReplayDiverged, RulesMismatch
from cc3k.saves.scores import SCORED_KINDS, score_from_summary
from cc3k.saves.scores_file import append_score, file_digest_of, parse_printable_text
from cc3k.saves.summary import GameSummary, summarize_record

RESULT_SUBJECT = "What came of this game"


def archive_journal(home: str, disk: Disk, path: str) -> list[str]:
    """Archive the finished game of a journal, as far as that has not been done.

    Returns a sentence for everything that failed. Raises `CannotArchive`.
    """
    try:
        found, digest = read_stored_journal(path), file_digest_of(path)
        date = found.record.ended_at or format_timestamp(os.stat(path).st_mtime)
    except JournalError as error:
        raise CannotArchive(str(error)) from error
    except OSError as error:
        return [not_yet_saved_message("What came of this game", error.strerror or str(error))]
    if found.damage or not found.record.ending:
        raise CannotArchive(not_saved_message(found.damage or "it has not ended", RESULT_SUBJECT))
    return save_score_and_morgue_page(
        home, disk, found.record, os.path.basename(path), date, digest
    )


def save_score_and_morgue_page(  # noqa: PLR0913, PLR0917 - where, what, called how, and when
    home: str,
    disk: Disk,
    record: Record,
    journal_name: str,
    date: str,
    digest: str = "",
) -> list[str]:
    """Save the score and morgue files of a finished game; return a sentence for each failure.

    `digest` identifies the journal, `date` is the time of the end. Abandoned and practice games get
    no score (§5). The page for programs is written last: if it exists, so does the other. Raises
    `CannotArchive`.
    """
    name = journal_name.removesuffix(JOURNAL_SUFFIX)
    try:
        with blaming_expansions():
            tale = summarize_record(record, rules_of_header(record.header))
    except ExpansionFailed as error:
        return [not_yet_saved_message(f"{RESULT_SUBJECT} ({name})", str(error))]
    except (ReplayDiverged, RulesMismatch, LayoutError) as error:
        raise CannotArchive(not_saved_message(str(error), RESULT_SUBJECT)) from error
    told = []
    if is_ranked(tale):
        score, path = score_from_summary(tale, name, date, digest), os.path.join(home, SCORES_FILE)
        told.append(_try_save("The score of this game", lambda: append_score(path, disk, score)))
    told.append(_try_save("The story of this game", lambda: _write_morgue(home, disk, tale, name)))
    return [sentence for sentence in told if sentence]


def is_ranked(summary: GameSummary) -> bool:
    """Return True if a game gets a place in the score tables; a late daily game does not."""
    header = summary.header
    return (
        summary.is_scored
        and effective_game_kind(header.game_kind, header.seed, header.started_at, header.expansions)
        == header.game_kind
    )


def replay_command(header: Header, name: str) -> str:
    """Return the command line that replays the game of a journal of that name (R34).

    A layout is named as shipped only if it is the shipped one, and else by its path. Where that is
    not known the journal has it, which shows the game in any case.
    """
    if header.game_number > 1:
        return f"cc3k replay {shlex.quote(name)}"
    options = expansion_options(rules_of_recorded_tags(header.expansions))
    floors = "".join([f" {option}" for option in options])
    floors += f" --floor {_layout_argument(header)}" if header.layout_text else ""
    if header.layout_text and not _layout_argument(header):
        return f"cc3k replay {shlex.quote(name)}"
    return f"cc3k{floors} --seed {header.seed} --race {header.race.lower()}"


def _layout_argument(header: Header) -> str:
    shipped = shipped_layouts().get(header.layout_name)
    if shipped is not None:
        with suppress(OSError, LayoutError):
            layout = read_layout(
                read_limited(shipped, MAX_LAYOUT_BYTES),
                header.layout_name,
                rules_of_header(header),
            )
            if format_layout(layout.floor_layouts) == header.layout_text:
                return header.layout_name
    return shlex.quote(header.layout_path) if header.layout_path else ""


def _write_morgue(home: str, disk: Disk, summary: GameSummary, name: str) -> None:
    folder, command = os.path.join(home, MORGUE_FOLDER), replay_command(summary.header, name)
    disk.make_folder(folder)
    page = escape_text(morgue_text(summary, command, name), "\n")
    facts = json.dumps(morgue_to_json(summary, command, name), indent=1)
    for suffix, text in ((".txt", page), (".json", f"{facts}\n")):
        data = text.encode("ascii", "backslashreplace")
        atomic_write(disk, os.path.join(folder, f"{name}{suffix}"), [data])


def _try_save(subject: str, save: Callable[[], None]) -> str:
    """Save something; return the reason as a sentence if that fails, else nothing."""
    try:
        save()
    except OSError as error:
        return not_yet_saved_message(subject, error.strerror or str(error))
    return ""


MAX_MORGUE_BYTES = 1 << 20
"""No page of a game is as long."""


def count_abandoned_games(
    home: str, is_of_set: Callable[[Sequence[str]], bool] = lambda _tags: True
) -> Counter[str]:
    """Return how many games of each race were abandoned, practice excluded.

    It counts games with tags that `is_of_set` accepts, and skips pages that cannot be read.
    """
    return Counter(_abandoned_races(os.path.join(home, MORGUE_FOLDER), is_of_set))


def _abandoned_races(folder: str, is_of_set: Callable[[Sequence[str]], bool]) -> Iterator[str]:
    names = list_folder(folder)
    for name in sorted(names):
        if name.endswith(".json"):
            found = read_morgue_facts(os.path.join(folder, name))
            race = parse_printable_text(found.get("race"))
            tags = found.get("expansions")
            if (
                is_of_set([str(tag) for tag in tags] if isinstance(tags, list) else [])
                and found.get("ending") == ABANDONED
                and found.get("kind") in SCORED_KINDS
                and race is not None
            ):
                yield race


def read_morgue_facts(path: str) -> dict[str, object]:
    found: object = None
    with suppress(OSError, UnreadableError):
        found = parse_json(read_regular(path, MAX_MORGUE_BYTES, open_without_links))
    return found if isinstance(found, dict) else {}
