"""`cc3k scores`: show the best games of each race on each board, or verify them."""

import json
import os
import time
from collections import Counter
from collections.abc import Sequence

from cc3k.cli.command import (
    CommandParser,
    parse_whole_number,
    print_json_list,
    print_text,
    require_parsed,
    run_tool,
)
from cc3k.cli.expansion_options import (
    ExpansionOptions,
    add_expansion_options,
    choose_race,
    choose_rules,
    chosen_names,
    parse_race_or_name,
)
from cc3k.cli.list_lines import fold_list
from cc3k.cli.resume import archive_pending_games
from cc3k.cli.streams import print_error
from cc3k.engine.hero import Race
from cc3k.exit_codes import (
    EXIT_DAMAGED,
    EXIT_DIVERGED,
    EXIT_FAILED,
    EXIT_OK,
    EXIT_OTHER_RULES,
    EXIT_USAGE,
)
from cc3k.play.commands import RACE_NAMES
from cc3k.play.quoting import printable_name
from cc3k.saves.audit import AuditStatus, audit_scores, find_unlisted_games
from cc3k.saves.disk import Disk
from cc3k.saves.paths import SCORES_FILE, home_folder
from cc3k.saves.recorder import format_timestamp
from cc3k.saves.score import Score
from cc3k.saves.scores import (
    LAST_GAME_MARK,
    ScoreTable,
    build_score_tables,
    deduplicate_scores,
    filter_by_expansions,
    filter_by_freeze,
    filter_scores,
    score_table_lines,
    score_table_to_json,
)
from cc3k.saves.scores_file import StoredScores, read_scores

DEFAULT_TOP = 10
"""Places of a table that are shown by default."""

MAX_TOP = 999_999

SCORE_HANGING, FINDING_HANGING = 16, 13
"""Columns before the rest of a score, and of a finding, that a terminal has no room for."""

NO_SCORES = "No score is kept yet: the first game that is won or lost on a terminal will be."
NO_MATCHING_SCORES = "No score is kept of such games."

DAMAGED_LINE, NO_LINE = "bad line", "no line"
"""Findings about the table itself, beside those about the game of a line."""

AUDIT_EXIT_CODES = (
    (AuditStatus.DIVERGED.value, EXIT_DIVERGED),
    (AuditStatus.REPEATED.value, EXIT_DIVERGED),
    (AuditStatus.DAMAGED.value, EXIT_DAMAGED),
    (AuditStatus.MISSING.value, EXIT_DAMAGED),
    (DAMAGED_LINE, EXIT_DAMAGED),
    (NO_LINE, EXIT_DAMAGED),
    (AuditStatus.OTHER_RULES.value, EXIT_OTHER_RULES),
)
"""Exit codes of the findings, the worst first."""


class ScoresOptions(ExpansionOptions):
    layout: str | None
    top: int
    max_frozen: int | None
    json: bool
    verify: bool
    rebuild: bool


def run(arguments: Sequence[str]) -> int:
    options = ScoresOptions()
    options.parser = build_parser()
    return run_tool(options.parser, arguments, options, _show_or_verify)


def load_scores(home: str) -> StoredScores | None:
    """Return the scores of a home folder; None, after an error message, if they are unreadable.

    Those of games whose program came to a sudden end are made up for first.
    """
    if os.path.isdir(os.path.join(home, SCORES_FILE)):
        return _load_score_file(home)
    for text in archive_pending_games(home):
        print_error(text)
    return _load_score_file(home)


def _load_score_file(home: str) -> StoredScores | None:
    path = os.path.join(home, SCORES_FILE)
    try:
        scores = read_scores(path)
    except OSError as error:
        print_error(f"{printable_name(path)}: {error.strerror or error}")
        return None
    if scores.damaged_lines:
        lines_are = (
            "1 line is" if scores.damaged_lines == 1 else f"{scores.damaged_lines} lines are"
        )
        print_error(f"warning: {printable_name(path)}: {lines_are} damaged and left out")
    return scores


def _show_or_verify(options: ScoresOptions) -> int:
    try:
        options.race = choose_race(options, choose_rules(options))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    folder = home_folder(os.environ)
    if options.rebuild and folder is not None:
        return _rebuild_scores(folder)
    read = (
        _load_score_file if options.verify else load_scores
    )  # what is to be verified is left as it is
    scores = StoredScores() if folder is None else read(folder)
    if scores is None:
        return EXIT_USAGE
    if options.verify and folder is not None:
        return _verify_scores(folder, scores, options)
    games = deduplicate_scores(scores.scores)
    if len(games) < len(scores.scores):
        again = len(scores.scores) - len(games)
        lines_tell = "1 line tells" if again == 1 else f"{again} lines tell"
        print_error(f"warning: {lines_tell} of a game again: left out")
    last = games[-1] if games else None
    if options.max_frozen is not None:
        _warn_of_untold_freeze(games)
    shown = _choose_scores(games, options)
    _print_tables(build_score_tables(shown, options.top, last), options, scores)
    return EXIT_OK


def _warn_of_untold_freeze(scores: Sequence[Score]) -> None:
    untold = sum(score.frozen_turns is None for score in scores)
    if untold:
        lines_tell = "1 line does not tell" if untold == 1 else f"{untold} lines do not tell"
        message = f"{lines_tell} the frozen turns: left out; `cc3k scores --rebuild` counts them"
        print_error(f"warning: {message}")


def _rebuild_scores(home: str) -> int:
    # Imported here for a fast start: needed only to rebuild the table.
    from cc3k.saves.audit import rebuild_scores

    for text in archive_pending_games(home):
        print_error(text)
    try:
        done = rebuild_scores(home, Disk())
    except OSError as error:
        print_error(f"{printable_name(os.path.join(home, SCORES_FILE))}: {error.strerror or error}")
        return EXIT_FAILED
    for text in done.skipped:
        print_error(f"left out: {text}")
    for text in done.passed_over:
        print_error(f"passed over: {text}")
    kept = (
        f"; the table before it is kept as {printable_name(done.backup_path)}"
        if done.backup_path
        else ""
    )
    print_text(f"scores: {done.score_count}; journals: {done.journal_count}{kept}\n")
    return EXIT_DAMAGED if done.skipped else EXIT_OK


def _print_tables(
    tables: Sequence[ScoreTable], options: ScoresOptions, scores: StoredScores
) -> None:
    if options.json:
        print_text('{"tables": ')
        print_json_list(map(score_table_to_json, tables))
        print_text(f', "damaged": {json.dumps(scores.damaged_lines)}}}\n')
    elif tables:
        for line in score_table_lines(tables):
            print_text(fold_list(f"{line}\n", SCORE_HANGING))
        if any(place.is_last for table in tables for place in table.ranked_scores):
            print_text(f"\n{LAST_GAME_MARK} your last game\n")
    else:
        print_text(f"{NO_MATCHING_SCORES if scores.scores else NO_SCORES}\n")


def _choose_scores(scores: Sequence[Score], options: ScoresOptions) -> list[Score]:
    race = options.race.name if isinstance(options.race, Race) else options.race
    names, numbers = chosen_names(options)
    chosen = filter_by_expansions(filter_scores(scores, race, options.layout), names, numbers)
    return filter_by_freeze(chosen, options.max_frozen)


def _verify_scores(home: str, stored: StoredScores, options: ScoresOptions) -> int:
    """Replay every game, print what is wrong with the table, and return the exit code.

    Damaged lines are named whatever games are asked for: they tell nothing of theirs.
    """
    counts = Counter[str]()
    chosen = _choose_scores(stored.scores, options)
    for audited in audit_scores(home, chosen, format_timestamp(time.time())):
        reason = f": {audited.reason}" if audited.reason else ""
        _print_finding(counts, audited.status.value, f"{audited.score.journal}{reason}")
    for number in stored.damaged_line_numbers:
        _print_finding(counts, DAMAGED_LINE, f"line {number} of {SCORES_FILE}")
    for game in find_unlisted_games(home, stored.scores):
        if game.score is None or _choose_scores([game.score], options):
            _print_finding(counts, NO_LINE, f"{game.journal}: {game.reason}")
    order = [status.value for status in AuditStatus] + [DAMAGED_LINE, NO_LINE]
    totals = [f"{counts[finding]} {finding}" for finding in order if counts[finding]]
    print_text(f"{', '.join(totals) or NO_SCORES}\n")
    return next((code for finding, code in AUDIT_EXIT_CODES if counts[finding]), EXIT_OK)


def _print_finding(counts: Counter[str], finding: str, text: str) -> None:
    counts[finding] += 1
    print_text(fold_list(f"{finding:<11}  {text}\n", FINDING_HANGING))


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k scores",
        description="Show the best games, race by race; daily games, layouts and sets "
        "of expansions on their own.",
        epilog=f"With --verify the exit code is {EXIT_DIVERGED} if any game goes another way than "
        f"its score says or has two lines, {EXIT_DAMAGED} if a journal or a line is damaged or "
        f"missing, {EXIT_OTHER_RULES} if one is by other rules, else {EXIT_OK}. With --rebuild it "
        f"is {EXIT_DAMAGED} if a journal that had to have a score is left out.",
    )
    parser.add_argument(
        "--race", metavar="NAME", type=parse_race_or_name, help=f"only one of: {RACE_NAMES}"
    )
    parser.add_argument(
        "--floor",
        "--layout",
        dest="layout",
        metavar="NAME",
        help="only a layout, by its name or digits",
    )
    parser.add_argument(
        "--top",
        metavar="N",
        type=_parse_top,
        default=DEFAULT_TOP,
        help=f"so many places, not {DEFAULT_TOP}",
    )
    add_expansion_options(parser, "only games with just")
    parser.add_argument(
        "--no-freeze",
        action="store_const",
        const=0,
        dest="max_frozen",
        help="only games in which no turn passed with enemies held (f)",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="one JSON document")
    how.add_argument("--verify", action="store_true", help="play the games of the scores again")
    how.add_argument(
        "--rebuild", action="store_true", help="make the table again from the journals"
    )
    return parser


def _parse_top(text: str) -> int:
    return require_parsed(
        parse_whole_number(text, 1, MAX_TOP), text, f"a whole number from 1 to {MAX_TOP}"
    )
