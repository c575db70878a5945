"""`cc3k scores`: show the best games of each race on each board, or verify them."""

import gc
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from textwrap import wrap
from typing import TypeVar

from cc3k.cli.argument_parser import CommandParser, add_option, count_argument, run_tool
from cc3k.cli.options import (
    ExpansionOptions,
    add_expansion_options,
    choose_race,
    choose_rules,
    chosen_names,
    parse_race_or_name,
)
from cc3k.cli.streams import fold_list, print_error, print_json_list, print_text
from cc3k.content.roster import RULESET
from cc3k.engine.text import count_text, printable_name
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OK, EXIT_OTHER_RULES
from cc3k.play.choices import RACE_NAMES
from cc3k.play.messages import seed_line
from cc3k.saves.index import BestResults, FoundResults, find_best_results, find_results
from cc3k.saves.open_files import UnreadableError, describe_error
from cc3k.saves.paths import SCORES_FILE, home_folder
from cc3k.saves.record import DAILY, split_tag, with_expansions
from cc3k.saves.recorder import close_killed_games
from cc3k.saves.result_sources import VERDICTS, IndexEntry, Tell, verify_result
from cc3k.saves.results import BoardResults, GameResult, rank_by_board

DEFAULT_TOP = 10
MAX_TOP = 999_999

SCORE_HANGING, FINDING_HANGING = 16, 13
"""Columns before the rest of a score, and of a finding, that a terminal has no room for."""

LAST_GAME_MARK = "*"
"""The mark of the player's last game."""

_COLUMNS, _NAME_WIDTH, _RESULT_WIDTH = 79, 40, 20
"""Width of a column of text, in letters."""

_HEADING_WIDTH, _COLUMN_HEADINGS = 36, "   turns  frozen"
"""Columns of a table's heading, before those of its figures."""

NO_SCORES = "No score is kept yet: the first game that is won or lost on a terminal will be."
NO_MATCHING_SCORES = "No score is kept of such games."

WORST_CODES = (EXIT_DIVERGED, EXIT_DAMAGED, EXIT_OTHER_RULES, EXIT_OK)


class ScoresOptions(ExpansionOptions):
    layout: str | None
    top: int
    no_freeze: bool
    json: bool
    verify: bool


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Look for no cycles meanwhile: there are none, and the command takes half of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@without_garbage_collection()
def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, ScoresOptions(), _show_or_verify)


T = TypeVar("T", FoundResults, BestResults)


def load_results(home: str, find: Callable[[str, Tell], T]) -> T:
    """Return what is found in a home folder; raise `UnreadableError` if it cannot be read.

    What a killed program has left without its last line gets it first.
    """
    close_killed_games(home)
    try:
        with suppress(FileNotFoundError):
            os.scandir(home).close()  # one that cannot be read is not an empty one
        found = find(home, _tell_progress)
    except OSError as error:
        raise UnreadableError(describe_error(error)) from error
    if found.damaged_lines:
        name, count = printable_name(os.path.join(home, SCORES_FILE)), found.damaged_lines
        lines_are = "1 line is" if count == 1 else f"{count} lines are"
        print_error(f"warning: {name}: {lines_are} damaged and left out")
    return found


def _tell_progress(done: int, total: int) -> None:
    print_error(f"index: {done:,} of {total:,} games are read")


def has_expansions(result: GameResult, names: Iterable[str] | None) -> bool:
    """Return True for a game with just these expansions, in any version; None means any."""
    return names is None or {*names} == {split_tag(tag)[0] for tag in result.expansions}


def _show_or_verify(options: ScoresOptions) -> int:
    race, names = choose_race(options, choose_rules(options)), chosen_names(options)
    layout = options.layout

    def is_wanted(of: GameResult) -> bool:
        return (
            (race is None or race.name == of.race)
            and (layout is None or (of.layout != "" and layout in (of.called, of.layout)))
            and has_expansions(of, names)
            and not (options.no_freeze and of.frozen_turns != 0)  # unknown ones may be frozen
        )

    folder = home_folder(os.environ)
    if folder is None:
        return _print_tables([], options, 0, None)
    if not (options.verify or options.no_freeze or layout is not None):
        best = load_results(folder, partial(find_best_results, top=options.top))
        best_shown = [each for each in best.boards if is_wanted(each.latest)]
        return _print_tables(best_shown, options, best.damaged_lines, best.last_scored)
    found = load_results(folder, find_results)  # as only all results tell that
    kept = [each for each in found.results if each.is_scored and is_wanted(each.result)]
    if options.verify and kept:
        return _verify_scores(folder, kept)
    untold = sum(score.frozen_turns is None for score in found.scored)
    if untold and options.no_freeze:
        of = "1 game" if untold == 1 else f"{untold} games"
        print_error(f"warning: the frozen turns of {of} of an earlier release are not known")
    boards = rank_by_board([each.result for each in kept], options.top, found.last_scored)
    return _print_tables(boards, options, found.damaged_lines, found.last_scored)


def _print_tables(
    boards: list[BoardResults], options: ScoresOptions, damaged: int, last: GameResult | None
) -> int:
    boards = in_table_order(boards)
    if options.json:
        print_text('{"tables": ')
        print_json_list([score_table_to_json(board, last) for board in boards])
        print_text(f', "damaged": {json.dumps(damaged)}}}\n')
    elif boards:
        for line in score_table_lines(boards, last):
            print_text(fold_list(f"{line}\n", SCORE_HANGING))
        if any(result == last for board in boards for _, result in board.ranked):
            print_text(f"\n{LAST_GAME_MARK} your last game\n")
    else:
        print_text(f"{NO_SCORES if last is None else NO_MATCHING_SCORES}\n")
    return EXIT_OK


def in_table_order(boards: Iterable[BoardResults]) -> list[BoardResults]:
    """Put floors furnished at random first, and the race with the best score."""

    def order(board: BoardResults) -> tuple[bool, bool, str, int, tuple[str, ...], int, str]:
        of, best = board.latest, board.ranked[0][1].score
        is_daily = of.kind == DAILY
        return bool(of.layout), is_daily, of.layout, -of.ruleset, of.expansions, -best, of.race

    return sorted(boards, key=order)


def score_table_lines(
    boards: Iterable[BoardResults], last_scored: GameResult | None
) -> Iterator[str]:
    title = ""
    for board in boards:
        if board_title(board.latest) != title:
            title_lines = wrap(board_title(board.latest), _COLUMNS, break_on_hyphens=False)
            yield from ["", *title_lines][not title :]
        title = board_title(board.latest)
        heading = f"  {board.latest.race[:_NAME_WIDTH]}, {count_text(board.games, 'game')}"
        yield f"{heading:<{_HEADING_WIDTH}}{_COLUMN_HEADINGS}"
        for rank, result in board.ranked:
            yield _format_score(rank, result, is_last=result == last_scored)


def board_title(of: GameResult) -> str:
    """Return the title of the board of a result; its layout is called as in the latest one."""
    layout = f"{of.called[:_NAME_WIDTH] or 'unnamed'} ({of.layout})"
    parts = (
        "Daily games" if of.kind == DAILY else "Ordinary games",
        f" on the layout {layout}" if of.layout else "",
        with_expansions(of.expansions),
        f" by ruleset {of.ruleset}" if of.ruleset != RULESET else "",
    )
    return "".join(parts)


def score_table_to_json(board: BoardResults, last_scored: GameResult | None) -> dict[str, object]:
    places = [
        {"rank": rank, "last": result == last_scored, **result.facts}
        for rank, result in board.ranked
    ]
    latest = board.latest
    return {
        **latest.category._asdict(),
        "called": latest.called,
        "race": latest.race,
        "games": board.games,
        "places": places,
    }


def _format_score(rank: int, result: GameResult, *, is_last: bool) -> str:
    held = "?" if result.frozen_turns is None else result.frozen_turns  # an older line does not say
    game, day = seed_line(result.seed, result.game), f"{result.seed:08d}"
    if result.kind == DAILY:
        game = f"of {day[:4]}-{day[4:6]}-{day[6:8]}"
    return (
        f"  {LAST_GAME_MARK if is_last else ' '} {rank:>4} {result.score:>7}"
        f"  {result.fate.cell[:_RESULT_WIDTH]:<{_RESULT_WIDTH}}"
        f" {result.turns:>6} {held:>7}  {result.date[:10]:<10}  {game}"
    )


def _verify_scores(home: str, scores: Iterable[IndexEntry]) -> int:
    counts = Counter[str]()
    for score in scores:
        verdict, reason = verify_result(home, score)
        counts[verdict] += 1
        finding = f"{score.result.journal}: {reason}" if reason else score.result.journal
        print_text(fold_list(f"{verdict:<11}  {finding}\n", FINDING_HANGING))
    totals = [f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]]
    print_text(f"{', '.join(totals)}\n")
    codes = {*map(VERDICTS.__getitem__, counts)}
    return next(code for code in WORST_CODES if code in codes)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k scores",
        description="Show the best games, race by race; daily games, layouts and sets "
        "of expansions on their own.",
        epilog=f"With --verify the exit code is {EXIT_DIVERGED} if any game goes another way than "
        f"its score says, {EXIT_DAMAGED} if a journal is damaged or missing, {EXIT_OTHER_RULES} if "
        f"one is by other rules, else {EXIT_OK}.",
    )
    add_option(parser, "--race NAME", f"only one of: {RACE_NAMES}", type=parse_race_or_name)
    told = "only a layout, by its name or digits"
    add_option(parser, "--floor,--layout NAME", told, dest="layout")
    told, count = f"so many places, not {DEFAULT_TOP}", count_argument(MAX_TOP)
    add_option(parser, "--top N", told, type=count, default=DEFAULT_TOP)
    add_expansion_options(parser, "only games with just", with_numbers=False)
    add_option(parser, "--no-freeze", "only games in which no turn passed with enemies held (f)")
    how = parser.add_mutually_exclusive_group()
    add_option(how, "--json", "one JSON document")
    add_option(how, "--verify", "play the games of the scores again")
    return parser
