"""`cc3k stats`: what all kept games add up to, as text, as a picture, or for programs."""

import json
import os
from argparse import Namespace
from collections.abc import Sequence

from cc3k.cli.command import Parser, obey, say, written
from cc3k.cli.scores import kept_scores
from cc3k.export.svg import diagram
from cc3k.record.scores import unique
from cc3k.record.statistics import History, chart_lines, charts, history_facts, history_of, summary
from cc3k.storage.archive import given_up
from cc3k.storage.disk import write_whole
from cc3k.storage.paths import home
from cc3k.tty.streams import FAILED, OK

NOTHING = "No game is kept yet: the first one that ends on a terminal will be."


class Wanted(Namespace):
    """What the command line asks for."""

    json: bool
    svg: str | None


def run(arguments: Sequence[str]) -> int:
    """Sum up the games that are kept; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _answer)


def _answer(wanted: Wanted) -> int:
    folder = home(os.environ)
    history = history_of((), {})
    if folder is not None:
        scores = kept_scores(folder)
        if scores is None:
            return FAILED
        history = history_of(unique(scores.kept), given_up(folder))
    if wanted.svg is not None:
        return _draw(wanted.svg, history)
    if wanted.json:
        say(f"{json.dumps(history_facts(history), indent=1)}\n")
    else:
        _tell(history)
    return OK


def _tell(history: History) -> None:
    if not history.standings:
        say(f"{NOTHING}\n")
        return
    for line in summary(history):
        say(f"{line}\n")
    for chart in charts(history):
        say("\n")
        for line in chart_lines(chart):
            say(f"{line}\n")


def _draw(path: str, history: History) -> int:
    return written(path, lambda: write_whole(path, [diagram(summary(history), charts(history))]))


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k stats",
        description="Sum up the games that are kept: how many were won, what the others were lost "
        "to, and how the scores are spread. Practice is left out.",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="one JSON document")
    how.add_argument("--svg", metavar="FILE.svg", help="draw it into a file")
    return parser
