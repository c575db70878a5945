"""`cc3k arena`: how a bot fares in many games, and how far the figures can be trusted."""

import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing, redirect_stdout
from types import FrameType

from attrs import asdict, frozen

from cc3k.bots.contest import MOST_COMMANDS, Result
from cc3k.bots.errors import Mishap
from cc3k.bots.standings import Standing, standings, told
from cc3k.content.drawings import LayoutError
from cc3k.content.roster import BASE
from cc3k.play.quoting import shown
from cc3k.shell.bars import bars
from cc3k.shell.choices import A_RACE, race_of
from cc3k.shell.contestants import bot_named, names
from cc3k.shell.files import UnreadableError, layout_bytes, layout_of
from cc3k.shell.mishaps import TRACEBACK, tell_mishap
from cc3k.shell.offers import NoSuchBot
from cc3k.shell.parser import Parser, help_text
from cc3k.shell.streams import FAILED, INTERRUPTED, OK, SIGNALLED, USAGE, complain
from cc3k.shell.whole import write_whole
from cc3k.shell.workers import Match, dismiss, own_workers, play_each
from cc3k.tools.arguments import fit, number_of, seed
from cc3k.tools.speech import obey, say
from cc3k.tools.writing import written

EVERY = "all"
MOST_GAMES = 10_000_000
MOST_WORKERS = 1_000

ENDING = (signal.SIGINT, signal.SIGTERM)
"""The signals that end the games."""


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


@frozen
class Finished:
    """How many games have come to their end, of those that were asked for."""

    games: int
    asked: int

    @property
    def all(self) -> bool:
        """Whether none was broken off."""
        return self.games == self.asked


def run(arguments: Sequence[str]) -> int:
    """Hold the contest that the arguments ask for; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _hold)


def _hold(wanted: Wanted) -> int:
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
    matches = [
        Match(wanted.bot, race, wanted.seed, number, layout, wanted.most)
        for race in wanted.race
        for number in range(1, wanted.games + 1)
    ]
    known = dict[int, Result]()
    code = _play(wanted, matches, known)
    if known:
        found = standings([known[place] for place in sorted(known)], BASE.floors)
        finished = Finished(len(known), len(matches))
        say(_document(wanted, found, finished) if wanted.json else _table(wanted, found, finished))
    return code if code or wanted.svg is None else _draw(wanted.svg, bars(found, _title(wanted)))


def _play(wanted: Wanted, matches: Sequence[Match], known: dict[int, Result]) -> int:
    """Play the games, telling what goes wrong; return the exit code.

    The result of each is put into `known` by its place, as soon as there is one.
    """
    before = {number: signal.getsignal(number) for number in ENDING}
    # A plain end would leave nothing of what was played.
    signal.signal(signal.SIGTERM, _end)
    try:
        _collect(matches, wanted.workers, known)
    except Mishap as mishap:
        return tell_mishap(wanted.bot, mishap)
    except BrokenExecutor:
        complain("a worker has ended amid its games: killed, out of memory, or by the bot")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except _Ended as ended:
        return SIGNALLED + ended.number
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
    return OK


def _collect(matches: Sequence[Match], workers: int, known: dict[int, Result]) -> None:
    """Let workers play the games; whatever breaks it off ends them, too."""
    executor = own_workers(workers)
    try:
        with closing(_watched(play_each(matches, executor), len(matches))) as results:
            known.update(results)  # one by one: those before an error are there
        executor.shutdown()
    except BaseException:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)  # once is enough
        dismiss(executor)
        raise


class _Ended(BaseException):
    """A signal that ends the games."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, _frame: FrameType | None) -> None:
    raise _Ended(number)


def _watched(
    results: Iterator[tuple[int, Result]], games: int
) -> Generator[tuple[int, Result], None, None]:
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
    for warning in layout_of(data, name, BASE).warnings:
        complain(f"warning: {warning}")
    return data


def _title(wanted: Wanted) -> str:
    layout = "" if wanted.floor is None else f" on {shown(wanted.floor)}"
    return f"{shown(wanted.bot)}: games 1-{wanted.games} of seed {wanted.seed}{layout}, each race"


def _table(wanted: Wanted, found: Sequence[Standing], finished: Finished) -> str:
    """Return the standings as two tables: what came of the games, and what ended those lost."""
    heads = f"{'race':9}{'games':>7}  {'won':26}{'score':24}{'floors':20}{'turns':>7}"
    cut = "" if finished.all else f"; {finished.games} of {finished.asked} games"
    lines = [f"{_title(wanted)}{cut}; 95 % intervals", "", heads]
    for of in found:
        figures = f"{told(of.won, '.1%'):26}{told(of.score, '.1f'):24}{told(of.floors, '.2f'):20}"
        lines.append(f"{of.race:9}{of.games:7}  {figures}{of.turns.value:7.0f}")
    lines += ["", f"{'race':9}{'slain by':14}share of all games"]
    for of in found:
        lines += [f"{of.race:9}{cause:14}{told(part, '.1%')}" for cause, part in of.causes.items()]
    return "\n".join([*lines, ""])


def _document(wanted: Wanted, found: Sequence[Standing], finished: Finished) -> str:
    """Return the same as one line of JSON."""
    facts = {
        "bot": wanted.bot,
        "seed": wanted.seed,
        "games": wanted.games,
        "finished": finished.games,
        "asked": finished.asked,
        "floor": wanted.floor,
        "most_commands": wanted.most,
        "ruleset": BASE.version,
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
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--svg", metavar="FILE.svg", help="draw the standings into a file, too")
    return parser


def _up_to(most: int) -> Callable[[str], int]:
    """Return how an argument is read that is a whole number from 1 to `most`."""
    return lambda text: fit(number_of(text, 1, most), text, f"a whole number from 1 to {most}")


def _races(text: str) -> tuple[str, ...]:
    if text.lower() == EVERY:
        return tuple([row.name for row in BASE.races])
    return (fit(race_of(text), text, f"{A_RACE}, or {EVERY}").name,)
