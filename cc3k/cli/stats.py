"""`cc3k stats`: summarize all recorded games, as text or as JSON."""

import json
import os
from collections import Counter
from collections.abc import Sequence

from cc3k.cli.argument_parser import CommandParser, run_tool
from cc3k.cli.options import ExpansionOptions, add_expansion_options, chosen_names
from cc3k.cli.scores import load_results, without_garbage_collection
from cc3k.cli.streams import print_text
from cc3k.exit_codes import EXIT_OK
from cc3k.saves import scores
from cc3k.saves.index import KeptResults, find_results
from cc3k.saves.paths import home_folder
from cc3k.saves.record import GIVEN_UP, PRACTICE

NO_GAMES = "No game is kept yet: the first one that ends on a terminal will be."


class StatsOptions(ExpansionOptions):
    json: bool


@without_garbage_collection()
def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, StatsOptions(), _run_stats)


def _run_stats(options: StatsOptions) -> int:
    names = chosen_names(options)
    folder = home_folder(os.environ)
    found = KeptResults([]) if folder is None else load_results(folder, find_results)
    given_up = [
        each.result
        for each in found.results
        if each.result.ending == GIVEN_UP and each.result.kind != PRACTICE
    ]
    left = Counter([each.race for each in scores.filter_results(given_up, names)])
    history = scores.compute_statistics(scores.filter_results(found.scored, names), left)
    if options.json:
        print_text(f"{json.dumps(scores.statistics_to_json(history), indent=1)}\n")
    elif history.by_race:
        for line in (*scores.summary_lines(history), *scores.chart_lines(history)):
            print_text(f"{line}\n")
    else:
        print_text(f"{NO_GAMES}\n")
    return EXIT_OK


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k stats",
        description="Sum up the games that are kept: how many were won, what the others were lost "
        "to, and how the scores are spread. Practice is left out.",
    )
    add_expansion_options(parser, "only games with just", with_numbers=False)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser
