"""`cc3k arena`: how a bot fares in many games, and how far the figures can be trusted."""

import json
import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from types import FrameType

from attrs import asdict

from cc3k.bots.bot import BadChoice
from cc3k.bots.contest import MOST_COMMANDS, Result
from cc3k.bots.standings import Estimate, Standing, standings
from cc3k.content.drawings import LayoutError
from cc3k.content.layout import read_layout
from cc3k.content.roster import BASE
from cc3k.shell.bars import bars
from cc3k.shell.choices import A_RACE, A_SEED, race_of, seed_of
from cc3k.shell.contestants import bot_named, names
from cc3k.shell.files import UnreadableError, layout_bytes, shown
from cc3k.shell.offers import NoSuchBot
from cc3k.shell.streams import FAILED, OK, USAGE, complain
from cc3k.shell.whole import write_whole
from cc3k.shell.workers import Match, own_workers, play_all
from cc3k.tools.speech import obey, say

EVERY = "all"
MOST_GAMES = 10_000_000
MOST_WORKERS = 1_000

SIGNALLED = 128
"""What the number of a signal is added to for an exit code."""


class Wanted(Namespace):
    """What the command line asks for."""

    bot: str
    games: int
    race: tuple[str, ...]
    seed: int
    floor: str | None
    workers: int
    most: int
    json: bool
    svg: str | None


def run(arguments: Sequence[str]) -> int:
    """Hold the contest that the arguments ask for; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _hold)


def _hold(wanted: Wanted) -> int:
    try:
        bot_named(wanted.bot)
        results = _play(wanted, _layout(wanted.floor))
    except (NoSuchBot, LayoutError) as error:
        complain(str(error))
        return USAGE
    except BadChoice as error:
        complain(f"bot {wanted.bot!a} chose {error}")
        return FAILED
    found = standings(results)
    say(f"{json.dumps(_document(wanted, found))}\n" if wanted.json else _table(wanted, found))
    return OK if wanted.svg is None else _draw(wanted.svg, bars(found, _title(wanted)))


def _play(wanted: Wanted, layout: bytes) -> list[Result]:
    """Return the results of all games, of one race after the other."""
    matches = [
        Match(wanted.bot, race, wanted.seed, number, layout, wanted.most)
        for race in wanted.race
        for number in range(1, wanted.games + 1)
    ]
    # A plain end would leave the workers behind.
    signal.signal(signal.SIGTERM, _end)
    executor = own_workers(wanted.workers)
    try:
        return list(_watched(play_all(matches, executor), len(matches)))
    finally:
        executor.shutdown(cancel_futures=True)


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(SIGNALLED + number)


def _watched(results: Iterator[Result], games: int) -> Iterator[Result]:
    """Yield the results; whoever looks on at a terminal is told how many there are already."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    try:
        for done, result in enumerate(results, start=1):
            if watched:
                sys.stderr.write(f"\r{done} of {games} games ({done / games:.0%}) ")
                sys.stderr.flush()
            yield result
    finally:
        if watched:
            sys.stderr.write("\r\x1b[K")


def _layout(name: str | None) -> bytes:
    """Return the text of a layout file, having told its warnings; raise `LayoutError`."""
    if name is None:
        return b""
    try:
        data = layout_bytes(name)
    except UnreadableError as error:
        message = f"{shown(name)}: {error}"
        raise LayoutError(message) from error
    for warning in read_layout(data, shown(name), BASE).warnings:
        complain(f"warning: {warning}")
    return data


def _title(wanted: Wanted) -> str:
    layout = "" if wanted.floor is None else f" on {shown(wanted.floor)}"
    return f"{wanted.bot}: games 1-{wanted.games} of seed {wanted.seed}{layout}, each race"


def _table(wanted: Wanted, found: Sequence[Standing]) -> str:
    """Return the standings as two tables: what came of the games, and what ended those lost."""
    heads = f"{'race':9}{'games':>7}  {'won':26}{'score':24}{'floors':20}{'turns':>7}"
    lines = [f"{_title(wanted)}; 95 % intervals", "", heads]
    for of in found:
        figures = f"{_percent(of.won):26}{_number(of.score, 1):24}{_number(of.floors, 2):20}"
        lines.append(f"{of.race:9}{of.games:7}  {figures}{of.turns.value:7.0f}")
    lines += ["", f"{'race':9}{'slain by':14}share of all games"]
    for of in found:
        lines += [f"{of.race:9}{cause:14}{_percent(part)}" for cause, part in of.causes.items()]
    return "\n".join([*lines, ""])


def _percent(part: Estimate) -> str:
    return f"{part.value:.1%} ({part.low:.1%} - {part.high:.1%})"


def _number(figure: Estimate, digits: int) -> str:
    value, low, high = [f"{n:.{digits}f}" for n in (figure.value, figure.low, figure.high)]
    return f"{value} ({low} - {high})"


def _document(wanted: Wanted, found: Sequence[Standing]) -> dict[str, object]:
    return {
        "bot": wanted.bot,
        "seed": wanted.seed,
        "games": wanted.games,
        "floor": wanted.floor,
        "most_commands": wanted.most,
        "ruleset": BASE.version,
        "standings": [asdict(standing) for standing in found],
    }


def _draw(path: str, text: str) -> int:
    try:
        write_whole(path, [text])
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        reason = error.strerror if isinstance(error, OSError) else None
        complain(f"{shown(path)}: {reason or error}")
        return FAILED
    return OK


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="cc3k arena",
        allow_abbrev=False,
        description="Let a bot play many games, and tell how it fared: the share of games won, "
        "the mean score, the floors come to, and what slew the PC. Behind each figure stands the "
        "interval that holds the true one 95 % of the time: Wilson's for shares, the normal one "
        "for means. The same games have the same results on any number of workers.",
    )
    parser.add_argument("--bot", default="careful", metavar="NAME", help=", ".join(names()))
    parser.add_argument(
        "--games", type=_count(MOST_GAMES), default=100, metavar="N", help="games of each race"
    )
    parser.add_argument(
        "--race", type=_races, default=EVERY, metavar="NAME", help=f"{A_RACE}, or {EVERY}"
    )
    parser.add_argument(
        "--seed", type=_seed, default=1, metavar="N", help="play the first games of this seed"
    )
    parser.add_argument("--floor", metavar="FLOORS", help="on the floors of this layout")
    parser.add_argument(
        "--workers", type=_count(MOST_WORKERS), default=os.cpu_count() or 1, metavar="N",
        help="processes to play in, by default one for each core",
    )  # fmt: skip
    parser.add_argument(
        "--most", type=_count(MOST_GAMES), default=MOST_COMMANDS, metavar="N",
        help="commands after which a game is given up",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--svg", metavar="FILE.svg", help="draw the standings into a file, too")
    return parser


class _count:  # noqa: N801 - it stands for a type of argument
    """A whole number from 1 to `most`."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __call__(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and 0 < int(text) <= self._most):
            message = f"{text!a}: expected a whole number from 1 to {self._most}"
            raise ArgumentTypeError(message)
        return int(text)


def _races(text: str) -> tuple[str, ...]:
    race = race_of(text)
    if text.lower() != EVERY and race is None:
        message = f"{text!a}: expected {A_RACE}, or {EVERY}"
        raise ArgumentTypeError(message)
    return tuple([row.name for row in BASE.races if race in (None, row)])


def _seed(text: str) -> int:
    seed = seed_of(text)
    if seed is None:
        message = f"{text!a}: expected {A_SEED}"
        raise ArgumentTypeError(message)
    return seed
