"""What is done once a game has ended: its score and what is told of it are put into the home."""

import json
import os
import shlex
from collections.abc import Callable

from cc3k.content.drawings import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.messages import not_kept
from cc3k.play.morgue import morgue_facts, morgue_text
from cc3k.play.quoting import legible
from cc3k.play.record import Header, Record
from cc3k.play.replay import Diverged, OtherRules
from cc3k.play.score import score_of
from cc3k.play.tale import Tale, tale_of
from cc3k.shell.disk import Disk, put_file
from cc3k.shell.found import SUFFIX
from cc3k.shell.home import MORGUE, SCORES
from cc3k.shell.scores import append_score
from cc3k.shell.shipped import shipped_layouts


def archive(  # noqa: PLR0913, PLR0917 - where, what, by which rules, called how, and when
    home: str, disk: Disk, record: Record, rules: Rules, journal_name: str, date: str
) -> list[str]:
    """Keep what came of a game that has ended; return what could not be kept, a sentence each.

    `journal_name` is that of its journal, `date` the time of its end. A game that was given up has
    no score, and one of practice keeps none (§5).
    """
    name = journal_name.removesuffix(SUFFIX)
    try:
        tale = tale_of(record, rules)
    except (Diverged, OtherRules, LayoutError) as error:
        return [not_kept(str(error), "What came of this game")]
    told = []
    if tale.counts:
        score, path = score_of(tale, name, date), os.path.join(home, SCORES)
        told.append(_try("The score of this game", lambda: append_score(path, disk, score)))
    told.append(_try("The story of this game", lambda: _put_morgue(home, disk, tale, name)))
    return [sentence for sentence in told if sentence]


def replay_command(header: Header, name: str) -> str:
    """Return the command line that plays the game of a journal of that name again (R34).

    A layout of the player's own may be elsewhere by then, or another one: the journal has it.
    """
    own = bool(header.layout) and header.called not in shipped_layouts()
    if own or header.game > 1:
        return f"cc3k replay {shlex.quote(name)}"
    floors = f" --floor {header.called}" if header.layout else ""
    return f"cc3k{floors} --seed {header.seed} --race {header.race.lower()}"


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
        return not_kept(error.strerror or str(error), what)
    return ""
