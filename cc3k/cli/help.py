"""`cc3k help`: list the commands and topics, print a topic, or a command's own help."""

import os
from argparse import Namespace
from collections.abc import Iterable, Mapping
from importlib import import_module

from cc3k.cli.argument_parser import (
    COMMANDS,
    CommandParser,
    add_option,
    did_you_mean,
    nearest_word,
    run_tool,
)
from cc3k.cli.streams import print_error, print_text
from cc3k.engine.text import wrap_text
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.saves.paths import shipped_layouts

PAGE_SUFFIX = ".md"
LINE_COLUMNS = 79
_PACKAGE_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PAGES_FOLDER = os.path.join(_PACKAGE_FOLDER, "help")
_RULES_PAGES = {
    "rules": os.path.join(_PACKAGE_FOLDER, "engine", "RULES.md"),
    "rulings": os.path.join(_PACKAGE_FOLDER, "expansions", "RULINGS.md"),
}


class HelpOptions(Namespace):
    topic: str | None


def run(arguments: list[str]) -> int:
    return run_tool(build_parser(), arguments, HelpOptions(), _print_help)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k help", description="List the commands and topics, or print the page of one."
    )
    add_option(parser, "topic TOPIC", f"{', '.join(help_pages())}, or a command", nargs="?")
    return parser


def help_pages() -> dict[str, str]:
    names = [name for name in os.listdir(_PAGES_FOLDER) if name.endswith(PAGE_SUFFIX)]
    pages = {name.removesuffix(PAGE_SUFFIX): os.path.join(_PAGES_FOLDER, name) for name in names}
    return dict(sorted({**pages, **_RULES_PAGES}.items()))


def read_page(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def page_summary(text: str) -> str:
    first_paragraph = " ".join(text.split("\n\n")[1].split())
    return first_paragraph.partition(". ")[0].removesuffix(".")


def _print_help(options: HelpOptions) -> int:
    pages = help_pages()
    if options.topic is None:
        for line in _list_lines(pages):
            print_text(f"{line}\n")
        return EXIT_OK
    topic = options.topic.lower()
    if topic in pages:
        print_text(read_page(pages[topic]))
        return EXIT_OK
    if topic in COMMANDS:
        code: int = import_module(f"cc3k.cli.{topic}").run(["--help"])
        return code
    known = [*COMMANDS, *pages]
    near = nearest_word(topic, known)
    expected = f"one of {', '.join(sorted({*known}))}"
    if near is not None:
        expected = f"a topic. {did_you_mean(f'cc3k help {near}')}"
    print_error(f"help: found {options.topic!a}; expected {expected}")
    return EXIT_USAGE


def _list_lines(pages: Mapping[str, str]) -> list[str]:
    from cc3k.expansions.registry import OWN_EXPANSIONS

    topics = {topic: page_summary(read_page(path)) for topic, path in pages.items()}
    expansions = {each.name: topics.pop(each.name) for each in OWN_EXPANSIONS}
    layouts = ", ".join(shipped_layouts()) or "none are installed"
    return [
        "cc3k plays a game; `cc3k --help` lists its options.",
        "",
        "Commands (each has a --help):",
        *_table(COMMANDS.items()),
        "",
        "Topics (`cc3k help TOPIC` prints one):",
        *_table(topics.items()),
        "",
        "Expansions (`cc3k --dlc NAME` plays with one; each is a topic, too):",
        *_table(expansions.items()),
        "",
        "Layouts (`cc3k --floor NAME` plays one):",
        *[f"  {line}" for line in wrap_text(layouts, LINE_COLUMNS - 2)],
    ]


def _table(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"  {name:<11} {sentence[0].upper()}{sentence[1:]}" for name, sentence in rows]
