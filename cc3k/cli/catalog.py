"""`cc3k catalog`: list all items and enemies on the floors of seeds."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from attrs import asdict

from cc3k.cli.argument_parser import CommandParser, add_option, require_parsed, run_tool
from cc3k.cli.options import ExpansionOptions, add_expansion_options, choose_rules
from cc3k.cli.play import load_floor_layouts
from cc3k.cli.streams import fold_list, print_json_list, print_text
from cc3k.content.floor_contents import FloorContents, FloorContentsEntry, contents_of_seed
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.engine.rules import Rules
from cc3k.exit_codes import EXIT_OK
from cc3k.play.choices import EXPECTED_SEED, parse_seed

MAX_SEEDS = 10_000

EXPECTED_SEEDS = f"seeds such as 7, 1-25 or 1,4,9-12, {MAX_SEEDS} at the most, each {EXPECTED_SEED}"

_SEED_RANGE = re.compile(r"([+-]?[0-9]+)(?:-([+-]?[0-9]+))?")

POSITIONS_COLUMN = 10
"""Columns before the positions of things in a list, besides those of their names."""


class CatalogOptions(ExpansionOptions):
    rules: Rules = BASE_RULES
    seeds: tuple[range, ...]
    floor: str | None
    pictures: bool
    json: bool


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, CatalogOptions(), _print_catalog)


def parse_seed_ranges(text: str) -> tuple[range, ...]:
    found = [_parse_seed_range(part) for part in text.split(",")]
    spans = tuple([require_parsed(span, text, EXPECTED_SEEDS) for span in found])
    few = sum(span.stop - span.start for span in spans) <= MAX_SEEDS  # too many for `len`
    return require_parsed(spans if few else None, text, EXPECTED_SEEDS)


def format_floor_contents(entries: Sequence[FloorContentsEntry], rules: Rules = BASE_RULES) -> str:
    columns = _name_columns(rules)
    return "".join(
        f"  {stock.mark} {stock.name:{columns}} {len(stock.spots):3}  "
        f"{'  '.join(map(str, stock.spots))}\n"
        for stock in entries
    )


def _print_catalog(options: CatalogOptions) -> int:
    options.rules = choose_rules(options, for_layout=options.floor is not None)
    layouts = load_floor_layouts(options.floor, options.rules)
    if options.json:
        print_json_list(_floors_to_json(options, layouts))
        print_text("\n")
    else:
        hanging = POSITIONS_COLUMN + _name_columns(options.rules)
        for seed, depth, floor in _generate_floors(options, layouts):
            picture = floor.drawing if options.pictures else ""
            contents = fold_list(format_floor_contents(floor.entries, options.rules), hanging)
            print_text(f"seed {seed} floor {depth}\n{contents}{picture}\n")
    return EXIT_OK


def _name_columns(rules: Rules) -> int:
    return max([len(thing.name) for thing in rules.kinds_by_mark.values()])


def _floors_to_json(
    options: CatalogOptions, floor_layouts: Sequence[FloorLayout]
) -> Iterator[dict[str, object]]:
    for seed, depth, floor in _generate_floors(options, floor_layouts):
        things = [
            # What enemies have stands there only where they have it.
            {
                **asdict(stock, filter=lambda at, value: at.name != "has" or bool(value)),
                "count": len(stock.spots),
            }
            for stock in floor.entries
        ]
        document: dict[str, object] = {"seed": seed, "floor": depth, "things": things}
        if options.pictures:
            document["picture"] = floor.drawing.splitlines()
        yield document


def _generate_floors(
    options: CatalogOptions, floor_layouts: Sequence[FloorLayout]
) -> Iterator[tuple[int, int, FloorContents]]:
    for seed in chain(*options.seeds):
        floors = contents_of_seed(options.rules, seed, floor_layouts)
        for depth, floor in enumerate(floors, start=1):
            yield seed, depth, floor


def _parse_seed_range(part: str) -> range | None:
    written = _SEED_RANGE.fullmatch(part)
    if written is None:
        return None
    first, last = [parse_seed(number) for number in (written[1], written[2] or written[1])]
    if first is None or last is None or first > last:
        return None
    return range(first, last + 1)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k catalog",
        description="Show what lies where on the floors of the first game of seeds: the mark in a "
        "layout file, the name, how many, and the row and the column of each, from 1. Behind a "
        "dragon stands the hoard that it guards.",
    )
    seeds = parse_seed_ranges
    add_option(parser, "--seeds SEEDS", "7, 1-25 or 1,4,9-12", type=seeds, required=True)
    add_option(parser, "--floor,--layout FLOORS", "the floors of this layout")
    add_expansion_options(parser, "the floors with")
    add_option(parser, "--pictures", "draw each floor, too")
    add_option(parser, "--json", "one JSON document")
    return parser
