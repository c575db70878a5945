"""README and help pages as text: their code blocks, quoted words, commands and options."""

import re
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module

from cc3k.cli import options as play_options
from cc3k.cli.argument_parser import COMMANDS, CommandParser
from cc3k.cli.help import help_pages, read_page

PLACEHOLDERS = {"N": "1", "SECONDS": "1", "SEED": "1"}
"""Words that stand for a number, and one that a parser accepts in their place."""

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_COMMAND = re.compile(r"(?<![\w/.'\"-])cc3k(?=[\s)]|$)([^|<>)\n#]*)", re.MULTILINE)
_OPTION = re.compile(r"(?<![\w-])--[a-z](?:[a-z-]*[a-z])?")


def pages() -> dict[str, str]:
    return {topic: read_page(path) for topic, path in help_pages().items()}


def blocks(text: str, language: str) -> list[str]:
    return [body for its_language, body in _BLOCK.findall(text) if its_language == language]


def quoted(text: str) -> list[str]:
    """Return what stands between back quotes in the running text."""
    return _INLINE.findall(_BLOCK.sub("", text))


def shell_code(text: str) -> list[str]:
    """Return all that can be typed in a shell: shell blocks and quoted words."""
    return [*blocks(text, "sh"), *quoted(text)]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the arguments of every `cc3k` that stands in shell code."""
    for code in shell_code(text):
        for written in _COMMAND.findall(code):
            yield [PLACEHOLDERS.get(word, word) for word in shlex.split(written)]


def options(text: str) -> set[str]:
    return {option for code in shell_code(text) for option in _OPTION.findall(code)}


def parser_for(arguments: list[str]) -> tuple[ArgumentParser, list[str]]:
    """Return the parser that these arguments go to, and those that it gets."""
    named = arguments[:1] if arguments[:1] and arguments[0] in COMMANDS else []
    parser: ArgumentParser = (
        import_module(f"cc3k.cli.{named[0]}") if named else play_options
    ).build_parser()
    if isinstance(parser, CommandParser):
        parser.complete_options()
    return parser, arguments[len(named) :]


def options_of(parser: ArgumentParser) -> set[str]:
    """Return the options that a parser has, but for those that ask for help."""
    help_text = parser.format_help()
    return set(_OPTION.findall(help_text.partition("\noptions:\n")[2])) - {"--help"}
