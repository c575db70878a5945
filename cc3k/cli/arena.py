"""`cc3k arena`: how a bot fares in many games, and how far the figures can be trusted."""

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout

from attrs import asdict

from cc3k.bots.bot import Mishap
from cc3k.bots.match import MOST_COMMANDS
from cc3k.bots.statistics import Standing, standings, told
from cc3k.cli.arena_results import ENDING, Tally, code_of, collect
from cc3k.cli.bot_plugins import TRACEBACK, bot_named, names, tell_mishap, told_of
from cc3k.cli.command import Parser, fit, help_text, number_of, obey, say, seed, written
from cc3k.cli.workers import Contest, Match, own_workers
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.export.svg import bars
from cc3k.play.quoting import shown
from cc3k.record.replay import NoSuchBot
from cc3k.storage.config import A_RACE, race_of
from cc3k.storage.disk import write_whole
from cc3k.storage.files import UnreadableError, layout_bytes, layout_of
from cc3k.tty.early_interrupts import INTERRUPTION, LEAVING
from cc3k.tty.interrupts import INTERRUPTS, tell_interrupt
from cc3k.tty.streams import FAILED, INTERRUPTED, OK, USAGE, complain

EVERY = "all"
MOST_GAMES = 10_000_000
MOST_WORKERS = 1_000

LONGEST = 86_400
"""Seconds that a game may be allowed: a day."""


class Wanted(Namespace):
    """What the command line asks for."""

    bot: str
    games: int
    race: tuple[str, ...]
    seed: int
    floor: str | None
    workers: int
    most: int
    limit: float | None
    keep_going: bool
    json: bool
    svg: str | None


def run(arguments: Sequence[str]) -> int:
    """Hold the contest that the arguments ask for; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _hold)


def _hold(wanted: Wanted) -> int:
    LEAVING.line = INTERRUPTION
    try:
        with redirect_stdout(sys.stderr):  # a package may greet whoever imports it
            bot_named(wanted.bot)
        layout = _layout(wanted.floor)
    except (NoSuchBot, LayoutError) as error:
        complain(str(error))
        return USAGE
    except Mishap as mishap:
        return tell_mishap(wanted.bot, mishap)
    if wanted.svg is not None and not _can_be_written(wanted.svg):
        return FAILED
    try:
        executor = own_workers(wanted.workers)
    except KeyboardInterrupt:
        tell_interrupt()
        return INTERRUPTED
    contest = Contest(_matches(wanted, layout), executor)
    with INTERRUPTS.heeded(contest.stop, ENDING):
        tally = Tally(len(wanted.race) * wanted.games)
        code = collect(contest, executor, tally, wanted.bot, keep_going=wanted.keep_going)
        return code_of(contest, _tell(wanted, tally, code))


def _matches(wanted: Wanted, layout: bytes) -> Iterator[Match]:
    for race in wanted.race:
        for number in range(1, wanted.games + 1):
            yield Match(wanted.bot, race, wanted.seed, number, layout, wanted.most, wanted.limit)


def _tell(wanted: Wanted, tally: Tally, code: int) -> int:
    """Tell what came of the games, as far as they are finished; return the exit code."""
    all_played = len(tally.results) + len(tally.mishaps) == tally.asked
    if not tally.results and not (tally.mishaps and all_played):
        return code
    found = standings(tally.games, BASE.floors) if tally.results else []
    say(_document(wanted, found, tally) if wanted.json else _table(wanted, found, tally))
    if wanted.svg is None or not all_played or not found:
        return code
    return _draw(wanted.svg, bars(found, _title(wanted))) or code


def _layout(name: str | None) -> bytes:
    """Return the text of a layout file, having told its warnings; raise `LayoutError`."""
    if name is None:
        return b""
    try:
        data = layout_bytes(name)
    except UnreadableError as error:
        message = f"{shown(name)}: {error}"
        raise LayoutError(message) from error
    for warning in layout_of(data, name, BASE).warnings:
        complain(f"warning: {warning}")
    return data


def _title(wanted: Wanted) -> str:
    layout = "" if wanted.floor is None else f" on {shown(wanted.floor)}"
    return f"{shown(wanted.bot)}: games 1-{wanted.games} of seed {wanted.seed}{layout}, each race"


def _table(wanted: Wanted, found: Sequence[Standing], tally: Tally) -> str:
    """Return the standings as two tables: what came of the games, and what ended those lost."""
    heads = f"{'race':9}{'games':>7}  {'won':26}{'score':24}{'floors':20}{'turns':>7}"
    games = len(tally.results)
    cut = "" if games == tally.asked else f"; {games} of {tally.asked} games"
    if tally.mishaps:
        cut += f"; {len(tally.mishaps)} failed"
    lines = [f"{_title(wanted)}{cut}; 95 % intervals", "", heads]
    if not found:
        return f"{lines[0]}\n"
    for of in found:
        figures = f"{told(of.won, '.1%'):26}{told(of.score, '.1f'):24}{told(of.floors, '.2f'):20}"
        lines.append(f"{of.race:9}{of.games:7}  {figures}{of.turns.value:7.0f}")
    lines += ["", f"{'race':9}{'slain by':14}share of all games"]
    for of in found:
        lines += [f"{of.race:9}{cause:14}{told(part, '.1%')}" for cause, part in of.causes.items()]
    return "\n".join([*lines, ""])


def _document(wanted: Wanted, found: Sequence[Standing], tally: Tally) -> str:
    """Return the same as one line of JSON."""
    facts = {
        "bot": wanted.bot,
        "seed": wanted.seed,
        "games": wanted.games,
        "finished": len(tally.results),
        "asked": tally.asked,
        "failed": len(tally.mishaps),
        "floor": wanted.floor,
        "most_commands": wanted.most,
        "ruleset": BASE.version,
        "mishaps": [told_of(wanted.bot, tally.mishaps[place]) for place in sorted(tally.mishaps)],
        "standings": [_facts(standing) for standing in found],
    }
    return f"{json.dumps(facts)}\n"


def _facts(standing: Standing) -> dict[str, object]:
    """Return a standing; programs know what a PC was slain by from its bare name, such as `PH`."""
    causes = {cause.removesuffix(" potion"): asdict(of) for cause, of in standing.causes.items()}
    return {**asdict(standing), "causes": causes}


class _NothingYet(Exception):
    """What keeps a file from being put in place."""


def _can_be_written(path: str) -> bool:
    """Tell whether there can be such a file, and complain if not; what is there stays there."""
    try:
        return written(path, lambda: write_whole(path, _nothing_yet())) == OK
    except _NothingYet:
        return True


def _nothing_yet() -> Iterator[str]:
    yield ""
    raise _NothingYet


def _draw(path: str, text: str) -> int:
    return written(path, lambda: write_whole(path, [text]))


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k arena",
        description="Let a bot play many games, and tell how it fared: the share of games won, "
        "the mean score, the floors come to, and what slew the PC. Behind each figure stands the "
        "interval that holds the true one 95 % of the time: Wilson's for shares and floors, the "
        "normal one for other means. The mean of a single game has none. The same games have the "
        f"same results on any number of workers. With {TRACEBACK}=1 in the environment an error "
        "of a bot is told in full.",
    )
    parser.add_argument(
        "--bot", default="careful", metavar="NAME", help=help_text(", ".join(names()))
    )
    parser.add_argument(
        "--games", type=_up_to(MOST_GAMES), default=100, metavar="N", help="games of each race"
    )
    parser.add_argument(
        "--race", type=_races, default=EVERY, metavar="NAME", help=f"{A_RACE}, or {EVERY}"
    )
    parser.add_argument(
        "--seed", type=seed, default=1, metavar="N", help="play the first games of this seed"
    )
    parser.add_argument("--floor", metavar="FLOORS", help="on the floors of this layout")
    parser.add_argument(
        "--workers", type=_up_to(MOST_WORKERS), default=os.cpu_count() or 1, metavar="N",
        help="processes to play in, by default one for each core",
    )  # fmt: skip
    parser.add_argument(
        "--most", type=_up_to(MOST_GAMES), default=MOST_COMMANDS, metavar="N",
        help="commands after which a game is given up",
    )  # fmt: skip
    parser.add_argument(
        "--limit", type=_seconds, metavar="SECONDS",
        help="end a worker that takes longer for a game; so a bot that hangs is found",
    )  # fmt: skip
    parser.add_argument(
        "--keep-going", action="store_true",
        help="count a game that goes wrong, and play the others all the same",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--svg", metavar="FILE.svg", help="draw the standings into a file, too")
    return parser


def _up_to(most: int) -> Callable[[str], int]:
    """Return how an argument is read that is a whole number from 1 to `most`."""
    return lambda text: fit(number_of(text, 1, most), text, f"a whole number from 1 to {most}")


def _seconds(text: str) -> float:
    """Read a time in seconds, with or without a fraction; raise ArgumentTypeError for no such."""
    written = re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII)
    seconds = float(text) if written and 0 < float(text) <= LONGEST else None
    return fit(seconds, text, f"seconds, more than 0 and up to {LONGEST}")


def _races(text: str) -> tuple[str, ...]:
    if text.lower() == EVERY:
        return tuple([row.name for row in BASE.races])
    return (fit(race_of(text), text, f"{A_RACE}, or {EVERY}").name,)
