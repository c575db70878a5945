"""`cc3k daily`: the game of the day, one scored attempt a date, and a text to share of it."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from cc3k.cli import play
from cc3k.cli.argument_parser import CommandParser, add_option, require_parsed, run_tool
from cc3k.cli.options import (
    ON_OFF_OPTION,
    PLAIN_MEANING,
    PlayOptions,
    add_expansion_options,
    choose_rules,
    parse_race_or_name,
)
from cc3k.cli.streams import print_error, print_text
from cc3k.content.roster import BASE_RULES
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK
from cc3k.play.choices import RACE_NAMES
from cc3k.play.endings import GIVEN_UP, WON
from cc3k.play.messages import daily_label, with_article
from cc3k.saves.journal_format import RecordError
from cc3k.saves.journal_reader import read_journal_by_name, rules_of_recorded_tags
from cc3k.saves.open_files import format_timestamp
from cc3k.saves.paths import home_folder
from cc3k.saves.record import daily_seed, is_date, with_expansions
from cc3k.saves.replay import RulesMismatch
from cc3k.saves.saved_games import DailyAttempt, find_daily_attempt, find_latest_attempt

LATEST = "last"
EXPECTED = "expected a daily game that is over"

LEFT_SIGN, DIED_SIGN, GIVEN_UP_SIGN, UNSEEN_SIGN = ">", "x", "-", "."
"""Signs of a floor that was left by its stairs, died on, given up on, and never reached."""


class DailyOptions(PlayOptions):
    share: str | None


def run(arguments: Sequence[str], clock: Callable[[], float] = time.time) -> int:
    def play_or_share(options: DailyOptions) -> int:
        if options.share is not None:
            return _share(options.share, options)
        options.seed = int(daily_seed(format_timestamp(clock())[:10]))
        return play.play(options, is_daily=True)

    return run_tool(build_parser(), arguments, DailyOptions(), play_or_share)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k daily",
        description="Play the game of the day: the same floors for everybody, by the date in UTC. "
        "Each date has one scored attempt, with the race that you choose. It is kept turn by turn, "
        "and `cc3k daily` goes on with it; once it is over, the same floors are practice. Each set "
        "of expansions has floors of its own, and an attempt for each date.",
        epilog=f"The text to share has a sign for each floor: '{LEFT_SIGN}' left by its stairs, "
        f"'{DIED_SIGN}' died there, '{GIVEN_UP_SIGN}' given up there, '{UNSEEN_SIGN}' never "
        "reached. The story of the game follows, in ten lines at most.",
    )
    told = (
        "print the result to share: of that date, or else of the latest attempt; with --dlc "
        "that of these expansions"
    )
    add_option(parser, "--share DATE", told, type=_parse_date, nargs="?", const=LATEST)
    told = f"begin as one of: {RACE_NAMES}"
    add_option(parser, "--race NAME", told, type=parse_race_or_name)
    add_option(parser, "--practice", "z takes turns back; the attempt is not used up")
    add_expansion_options(parser)
    add_option(parser, "--plain", PLAIN_MEANING, action=ON_OFF_OPTION)
    return parser


def _parse_date(text: str) -> str:
    known = text == LATEST
    if is_date(text):
        with suppress(ValueError):  # for a day that there is not
            known = bool(time.strptime(text, "%Y-%m-%d"))
    expected = f"a date such as 2026-11-22, or '{LATEST}'"
    return require_parsed(text if known else None, text, expected)


def _share(date: str, options: DailyOptions) -> int:
    home = home_folder(os.environ)
    tags = None if options.dlc is None else choose_rules(options).expansion_tags
    is_latest = date == LATEST
    attempt = find_latest_attempt(home, tags) if is_latest else find_daily_attempt(home, date, tags)
    if attempt is None:
        of = "at a daily game" if is_latest else f"at {daily_label(date)}"
        print_error(f"daily: --share: found no attempt {of}; {EXPECTED}")
        return EXIT_FAILED
    if not attempt.is_over:
        label = daily_label(attempt.date)
        print_error(f"daily: --share: found {label}, which is not over yet; {EXPECTED}")
        return EXIT_FAILED
    from cc3k.saves.game_page import summarize_record

    lines = share_lines(attempt)
    with suppress(RecordError):
        lines += summarize_record(read_journal_by_name(attempt.path, None).record).story
    print_text("".join([f"{line}\n" for line in lines]))
    return EXIT_OK


def share_lines(attempt: DailyAttempt) -> list[str]:
    of = attempt.result
    result = "Given up" if of.ending == GIVEN_UP else f"Score {of.score}"
    floor_count = BASE_RULES.floor_count
    with suppress(RulesMismatch):
        floor_count = rules_of_recorded_tags(of.expansions).floor_count
    here = {WON: LEFT_SIGN, GIVEN_UP: GIVEN_UP_SIGN}.get(of.ending, DIED_SIGN)
    signs = [*[LEFT_SIGN] * (of.floors - 1), here, *[UNSEEN_SIGN] * (floor_count - of.floors)]
    return [
        f"CC3k {daily_label(attempt.date)}{with_expansions(of.expansions)}",
        f"{result} as {with_article(of.race.lower())}",
        " ".join(signs),
    ]
