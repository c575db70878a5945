"""`cc3k catalog`: what lies where on the floors of seeds."""

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence

from attrs import asdict

from cc3k.cli.command import Parser, fit, obey, say, say_list
from cc3k.content.floor_contents import Stock, inventory
from cc3k.content.layout.reader import Layout, drawing
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.engine.board import Drawing
from cc3k.engine.floor import Floor
from cc3k.engine.rules import Rules
from cc3k.play.session import Session
from cc3k.storage.config import A_SEED, seed_of
from cc3k.storage.files import load_layout
from cc3k.tty.streams import OK, USAGE, complain

MOST_SEEDS = 10_000

SEEDS = f"seeds such as 7, 1-25 or 1,4,9-12, {MOST_SEEDS} at the most, each {A_SEED}"

_SPAN = re.compile(r"([+-]?[0-9]+)(?:-([+-]?[0-9]+))?")
_NAME = max(len(thing.name) for thing in BASE.marks.values())


class Wanted(Namespace):
    """What the command line asks for."""

    seeds: tuple[range, ...]
    floor: str | None
    pictures: bool
    json: bool


def run(arguments: Sequence[str]) -> int:
    """Print the catalogue that the arguments ask for; return the exit code."""
    return obey(_parser(), arguments, Wanted(), _catalogue)


def seeds_of(text: str) -> tuple[range, ...]:
    """Return the seeds that are written so, in order; raise ArgumentTypeError if none are."""
    spans = tuple([fit(_span(part), text, SEEDS) for part in text.split(",")])
    few = sum(span.stop - span.start for span in spans) <= MOST_SEEDS
    return fit(spans if few else None, text, SEEDS)


def table(stocks: Sequence[Stock]) -> str:
    """Return what there is on a floor, a line a kind: mark, name, how many, and where."""
    return "".join(
        f"  {stock.mark} {stock.name:{_NAME}} {len(stock.spots):3}  "
        f"{'  '.join(map(str, stock.spots))}\n"
        for stock in stocks
    )


def _catalogue(wanted: Wanted) -> int:
    try:
        layout = Layout() if wanted.floor is None else load_layout(wanted.floor, BASE)
    except LayoutError as error:
        complain(str(error))
        return USAGE
    for warning in layout.warnings:
        complain(f"warning: {warning}")
    if wanted.json:
        say_list(_documents(wanted, layout.drawings))
        say("\n")
    else:
        for text in _pages(wanted, layout.drawings):
            say(text)
    return OK


def _pages(wanted: Wanted, drawings: Sequence[Drawing]) -> Iterator[str]:
    """Yield the text of one floor after another."""
    for seed, depth, floor in _floors(wanted, drawings):
        picture = f"{drawing(floor, BASE)}" if wanted.pictures else ""
        yield f"seed {seed} floor {depth}\n{table(inventory(floor))}{picture}\n"


def _documents(wanted: Wanted, drawings: Sequence[Drawing]) -> Iterator[dict[str, object]]:
    """Yield what JSON has of one floor after another."""
    for seed, depth, floor in _floors(wanted, drawings):
        things = [{**asdict(stock), "count": len(stock.spots)} for stock in inventory(floor)]
        document: dict[str, object] = {"seed": seed, "floor": depth, "things": things}
        if wanted.pictures:
            document["picture"] = drawing(floor, BASE).splitlines()
        yield document


def _floors(wanted: Wanted, drawings: Sequence[Drawing]) -> Iterator[tuple[int, int, Floor]]:
    """Yield the floors asked for, each with its seed and its number."""
    for span in wanted.seeds:
        for seed in span:
            for depth, floor in enumerate(floors_of(BASE, seed, drawings), start=1):
                yield seed, depth, floor


def _span(part: str) -> range | None:
    """Return the seeds of a part of a text between commas, or None if it has none."""
    written = _SPAN.fullmatch(part)
    if written is None:
        return None
    first, last = [seed_of(number) for number in (written[1], written[2] or written[1])]
    if first is None or last is None or first > last:
        return None
    return range(first, last + 1)


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k catalog",
        description="Show what lies where on the floors of the first game of seeds: the mark in a "
        "layout file, the name, how many, and the row and the column of each, from 1. Behind a "
        "dragon stands the hoard that it guards.",
    )
    parser.add_argument(
        "--seeds", metavar="SEEDS", type=seeds_of, required=True, help="7, 1-25 or 1,4,9-12"
    )
    parser.add_argument("--floor", metavar="FLOORS", help="the floors of this layout")
    parser.add_argument("--pictures", action="store_true", help="draw each floor, too")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser


def floors_of(rules: Rules, seed: int, drawings: Sequence[Drawing] = ()) -> Iterator[Floor]:
    """Yield the floors of a seed's first game, as they are when they are entered.

    They are the same for all races, so any will do to go down the stairs.
    """
    game = Session(rules, seed, drawings).begin(rules.races[0])
    yield game.floor
    while game.take_stairs():
        yield game.floor
