"""`cc3k scores`: the best games of each race, on each board; and whether they are what they say."""

import json
import os
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

from cc3k.cli.command import Parser, fit, number_of, obey, race, say, say_list
from cc3k.cli.resume import put_in_order
from cc3k.content.roster import BASE
from cc3k.engine.actors import Race
from cc3k.play.quoting import shown
from cc3k.record.scores import LAST, Score, Table, chosen, lines, table_facts, tables, unique
from cc3k.storage.audit import Finding, audits
from cc3k.storage.config import RACES
from cc3k.storage.disk import Disk
from cc3k.storage.paths import SCORES, home
from cc3k.storage.recorder import timestamp
from cc3k.storage.scores import Scores, read_scores
from cc3k.tty.streams import DAMAGED, DIVERGED, FAILED, OK, OTHER_RULES, complain

TOP = 10
"""Places of a table that are shown if nothing is said."""

MOST_PLACES = 999_999

NOTHING = "No score is kept yet: the first game that is won or lost on a terminal will be."
NONE_SUCH = "No score is kept of such games."

EXITS = (
    (Finding.DIVERGED, DIVERGED),
    (Finding.REPEATED, DIVERGED),
    (Finding.DAMAGED, DAMAGED),
    (Finding.MISSING, DAMAGED),
    (Finding.OTHER_RULES, OTHER_RULES),
)
"""The exit codes of what may be found, the worst first."""


class Wanted(Namespace):
    """What the command line asks for."""

    race: Race | None
    layout: str | None
    top: int
    json: bool
    verify: bool
    rebuild: bool


def run(arguments: Sequence[str]) -> int:
    """Show the scores, or verify them; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _answer)


def kept_scores(folder: str) -> Scores | None:
    """Return the scores in a home; None, having complained, where they cannot be read.

    Those of games whose program came to a sudden end are made up for first.
    """
    if os.path.isdir(os.path.join(folder, SCORES)):
        return _read(folder)
    for text in put_in_order(folder):
        complain(text)
    return _read(folder)


def _read(folder: str) -> Scores | None:
    path = os.path.join(folder, SCORES)
    try:
        scores = read_scores(path)
    except OSError as error:
        complain(f"{shown(path)}: {error.strerror or error}")
        return None
    if scores.damaged:
        lines_are = "1 line is" if scores.damaged == 1 else f"{scores.damaged} lines are"
        complain(f"warning: {shown(path)}: {lines_are} damaged and left out")
    return scores


def _answer(wanted: Wanted) -> int:
    folder = home(os.environ)
    if wanted.rebuild and folder is not None:
        return _rebuild(folder)
    read = _read if wanted.verify else kept_scores  # what is to be verified is left as it is
    scores = Scores() if folder is None else read(folder)
    if scores is None:
        return FAILED
    race = None if wanted.race is None else wanted.race.name
    if wanted.verify and folder is not None:
        return _verify(folder, chosen(scores.kept, race, wanted.layout))
    games = unique(scores.kept)
    if len(games) < len(scores.kept):
        again = len(scores.kept) - len(games)
        lines_tell = "1 line tells" if again == 1 else f"{again} lines tell"
        complain(f"warning: {lines_tell} of a game again: left out")
    last = games[-1] if games else None
    _show(tables(chosen(games, race, wanted.layout), wanted.top, last), wanted, scores)
    return OK


def _rebuild(folder: str) -> int:
    """Make the table again from the journals, and tell what came of it; return the exit code."""
    # Imported only to make it again: to show it need not wait for what plays games.
    from cc3k.storage.audit import rebuild

    for text in put_in_order(folder):
        complain(text)
    try:
        done = rebuild(folder, Disk(), BASE)
    except OSError as error:
        complain(f"{shown(os.path.join(folder, SCORES))}: {error.strerror or error}")
        return FAILED
    for text in done.left_out:
        complain(f"left out: {text}")
    kept = f"; the table before it is kept as {shown(done.before)}" if done.before else ""
    say(f"scores: {done.scores}; journals: {done.journals}{kept}\n")
    return DAMAGED if done.left_out else OK


def _show(found: Sequence[Table], wanted: Wanted, scores: Scores) -> None:
    if wanted.json:
        say('{"tables": ')
        say_list(map(table_facts, found))
        say(f', "damaged": {json.dumps(scores.damaged)}}}\n')
    elif found:
        for line in lines(found):
            say(f"{line}\n")
        if any(place.last for table in found for place in table.places):
            say(f"\n{LAST} your last game\n")
    else:
        say(f"{NONE_SUCH if scores.kept else NOTHING}\n")


def _verify(folder: str, scores: Sequence[Score]) -> int:
    """Play every game again, tell of each whether it is the same, and return the exit code."""
    counts = Counter[Finding]()
    for audited in audits(folder, scores, BASE, timestamp(time.time())):
        counts[audited.finding] += 1
        reason = f": {audited.reason}" if audited.reason else ""
        say(f"{audited.finding.value:<11}  {audited.score.journal}{reason}\n")
    told = [f"{counts[finding]} {finding.value}" for finding in Finding if counts[finding]]
    say(f"{', '.join(told) or NOTHING}\n")
    return next((code for finding, code in EXITS if counts[finding]), OK)


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k scores",
        description="Show the best games, race by race; daily games and layouts on their own.",
        epilog=f"With --verify the exit code is {DIVERGED} if any game goes another way than its "
        f"score says or has two lines, {DAMAGED} if a journal is damaged or missing, {OTHER_RULES} "
        f"if one is by other rules, else {OK}. With --rebuild it is {DAMAGED} if a journal that "
        "had to have a score is left out.",
    )
    parser.add_argument("--race", metavar="NAME", type=race, help=f"only one of: {RACES}")
    parser.add_argument("--layout", metavar="NAME", help="only a layout, by its name or digits")
    parser.add_argument(
        "--top", metavar="N", type=_top, default=TOP, help=f"so many places, not {TOP}"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="one JSON document")
    how.add_argument("--verify", action="store_true", help="play the games of the scores again")
    how.add_argument(
        "--rebuild", action="store_true", help="make the table again from the journals"
    )
    return parser


def _top(text: str) -> int:
    return fit(number_of(text, 1, MOST_PLACES), text, f"a whole number from 1 to {MOST_PLACES}")
