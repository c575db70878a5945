"""Options that choose expansions, `--dlc` and their numbers, and the rules they ask for (X1).

The registry of expansions is imported only to choose or list them, for a fast start.
"""

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cc3k.cli.argument_parser import HELP_OPTIONS
from cc3k.cli.command import CommandParser, parse_whole_number, require_parsed
from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.commands import parse_race, race_names
from cc3k.play.quoting import escape_text

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion, NumberSetting

OPTION = "--dlc"


class ExpansionOptions(argparse.Namespace):
    """The expansions on a command line; None for options that are not given.

    `dlc` are the names of expansions, `numbers` their settings by option, and `default_numbers`
    those of the configuration, which count only if their expansion is on. `race` is a race, or a
    name that an expansion may know. `parser` reports errors.
    """

    parser: CommandParser
    dlc: list[str] | None = None
    numbers: list[tuple[str, int]] | None = None
    default_numbers: list[tuple[str, int]] | None = None
    race: Race | str | None


def add_expansion_options(parser: CommandParser, meaning: str = "play with") -> None:
    """Add `--dlc`; and, where they matter, what each expansion does and the numbers they have."""
    group = parser.add_argument_group("expansions")
    group.add_argument(
        OPTION, metavar="NAMES", type=_parse_names, action="extend",
        help=f"{meaning} these, such as pack,fog; or all, or none",
    )  # fmt: skip

    def add_late_options(arguments: Sequence[str]) -> None:
        expansions = installed_expansions()
        lines = [f"{each.name}: {each.sentence}" for each in expansions]
        group.description = escape_text("\n".join(lines), "\n").replace("%", "%%")
        for each in [*expansions, *_plugins_asked_for(arguments)]:
            if each.setting is not None:
                _check_option(parser, each, each.setting)
                group.add_argument(
                    f"--{each.setting.option}", metavar="N", dest="numbers", action="append",
                    type=_number_parser(each.setting), help=_describe_setting(each, each.setting),
                )  # fmt: skip

    parser.add_late_options(add_late_options)


def _check_option(parser: CommandParser, expansion: "Expansion", setting: "NumberSetting") -> None:
    if parser.has_option(f"--{setting.option}"):
        from cc3k.engine.expansion import BrokenExpansion

        message = (
            f"expansion {expansion.name!a}: found its number --{setting.option}, which is another "
            "option; expected a new one"
        )
        raise BrokenExpansion(message)


def installed_expansions() -> "tuple[Expansion, ...]":
    """Return all expansions that can be chosen, of other packages the name and package alone."""
    # Imported only for lists, as it looks through the packages that are installed.
    from cc3k.saves.expansion_plugins import list_expansions

    return list_expansions()


def _plugins_asked_for(arguments: Sequence[str]) -> "list[Expansion]":
    """Return the expansions of other packages that `--dlc` names, unless help is asked for."""
    # Imported here, as above.
    from cc3k.saves.expansion_plugins import load_plugins

    names = list[str]()
    for before, text in pairwise([*arguments, ""]):
        option, _, value = before.partition("=")
        if option in HELP_OPTIONS:
            return []
        names += (value or text).lower().split(",") if option == OPTION else []
    return load_plugins([name.strip() for name in names])


def choose_rules(options: ExpansionOptions, *, for_layout: bool = False) -> Rules:
    """Return the rules that the options ask for; raise `BrokenExpansion`.

    A choice that cannot be played is a usage error, which raises `SystemExit`. With `for_layout`
    they know of marks that only expansions know which are off (X6).
    """
    if not (options.dlc or options.numbers or for_layout):
        return BASE_RULES
    # Imported only for an expansion, or for an error in a layout that tells of one.
    from cc3k.saves.expansion_plugins import select_rules

    try:
        return select_rules(
            options.dlc or (), dict(options.numbers or ()), dict(options.default_numbers or ())
        )
    except ValueError as error:
        options.parser.error(str(error))


def chosen_names(options: ExpansionOptions) -> tuple[list[str] | None, dict[str, int]]:
    if options.dlc is None:
        return None, {}
    given, expansions = dict(options.numbers or ()), choose_rules(options).expansions
    owners = {each.name: each.setting.option for each in expansions if each.setting is not None}
    numbers = {name: given[option] for name, option in owners.items() if option in given}
    return [each.name for each in expansions], numbers


def choose_race(options: ExpansionOptions, rules: Rules) -> Race | None:
    """Return the race that the options name, None if none; an unknown one is a usage error."""
    name = options.race
    if not isinstance(name, str):
        return name
    race = parse_race(name, rules)
    if race is None:
        options.parser.error(f"argument --race: {name!a}: expected one of {race_names(rules)}")
    return race


def parse_race_or_name(text: str) -> Race | str:
    return parse_race(text) or text


def _parse_names(text: str) -> list[str]:
    # Imported only for an expansion.
    from cc3k.saves.expansion_plugins import parse_selection

    try:
        return parse_selection(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _number_parser(setting: "NumberSetting") -> Callable[[str], tuple[str, int]]:
    lowest, highest = setting.lowest, setting.highest
    expected = f"a whole number from {lowest} to {highest}"

    def parse(text: str) -> tuple[str, int]:
        number = require_parsed(parse_whole_number(text, lowest, highest), text, expected)
        return setting.option, number

    return parse


def _describe_setting(expansion: "Expansion", setting: "NumberSetting") -> str:
    text = f"with {expansion.name}: {setting.meaning}, {setting.lowest} to {setting.highest}"
    return escape_text(f"{text}; {setting.default} by default").replace("%", "%%")
