"""`cc3k completion`: print tab completion for a shell, made from the parsers of all commands."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from cc3k.bots.plugins import bot_names
from cc3k.cli.argument_parser import COMMANDS, CommandParser, add_option, run_tool
from cc3k.cli.help import help_pages
from cc3k.cli.options import build_parser as build_game_parser
from cc3k.cli.streams import print_error, print_text
from cc3k.content.roster import BASE_RULES
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.saves.expansion_plugins import expansion_names
from cc3k.saves.paths import shipped_layouts

SHELLS = ("bash", "zsh", "fish")

LAYOUT_ARGUMENTS = ("floor", "layout", "positional_floor")
FILE_ARGUMENTS = ("svg", "results", "cast", "journal", "file", "files")
"""Arguments of any command that are completed by the names of layouts, and of files."""

_LAYOUT = "_cc3k_layout_or_file"
LAYOUT_COMPLETER = {"bash": _LAYOUT, "zsh": _LAYOUT, "fish": f"({_LAYOUT})"}
LAYOUT_FUNCTIONS = {
    "bash": """\
_cc3k_layout_or_file() {{
  compgen -W "{layouts}" -- "$1"
  compgen -f -- "$1"
}}""",
    "zsh": """\
_cc3k_layout_or_file() {{
  _alternative 'layouts:layout:({layouts})' 'files:file:_files'
}}""",
    "fish": """\
function _cc3k_layout_or_file
  printf '%s\\n' {layouts}
  __fish_complete_path (commandline -ct)
end""",
}
"""For each shell, the function that completes the name of a shipped layout or of a file."""

FILES_TOO = "complete -o bashdefault -o default -F _shtab_cc3k cc3k\n"
"""Lets bash complete a file's name where no command fits: `cc3k FILE` plays a layout."""


class CompletionOptions(Namespace):
    shell: str


def run(arguments: list[str]) -> int:
    return run_tool(build_parser(), arguments, CompletionOptions(), _print_completion)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k completion",
        description="Print tab completion of all commands and options for a shell. "
        'bash: eval "$(cc3k completion bash)" in ~/.bashrc. '
        'zsh: eval "$(cc3k completion zsh)" in ~/.zshrc, after compinit. '
        "fish: cc3k completion fish > ~/.config/fish/completions/cc3k.fish",
    )
    add_option(parser, "shell", "the shell to complete in", choices=SHELLS)
    return parser


def build_full_parser() -> ArgumentParser:
    game = build_game_parser()
    game.complete_options()
    for action in [action for action in game._actions if not action.option_strings]:  # noqa: SLF001 - argparse has no other way to take an argument back
        game._remove_action(action)  # noqa: SLF001 - FLOORS and SEED, whose place the commands take
    parser = ArgumentParser(prog="cc3k", add_help=False, parents=[game])
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command: ArgumentParser = import_module(f"cc3k.cli.{name}").build_parser()
        if isinstance(command, CommandParser):
            command.complete_options()
        commands.add_parser(name, help=summary, add_help=False, parents=[command])
    return parser


def _print_completion(options: CompletionOptions) -> int:
    try:
        import shtab
    except ModuleNotFoundError:
        print_error(
            "completion: found no module shtab; expected the extra `completion` to be installed: "
            "pipx install '.[completion]'"
        )
        return EXIT_USAGE
    print_text(render_completion(shtab, options.shell))
    return EXIT_OK


def render_completion(shtab: ModuleType, shell: str) -> str:
    parser = build_full_parser()
    for action in _all_actions(parser):
        _set_completer(action, shtab.FILE)
    functions = LAYOUT_FUNCTIONS[shell].format(layouts=" ".join(shipped_layouts()))
    script: str = shtab.complete(parser, shell=shell, preamble=functions)
    return f"{script.rstrip()}\n{FILES_TOO if shell == 'bash' else ''}"


def _set_completer(action: Action, file_completer: object) -> None:
    words = {
        "bot": tuple(bot_names()),
        "race": tuple(race.name.lower() for race in BASE_RULES.races),
        "dlc": ("all", "none", *expansion_names()),
        "topic": (*help_pages(), *COMMANDS),
    }
    if action.dest in LAYOUT_ARGUMENTS:
        action.complete = LAYOUT_COMPLETER  # type: ignore[attr-defined] # shtab reads it
    elif action.dest in FILE_ARGUMENTS:
        action.complete = file_completer  # type: ignore[attr-defined] # as above
    elif action.dest in words:
        action.choices = list(dict.fromkeys(words[action.dest]))


def _all_actions(parser: ArgumentParser) -> Iterator[Action]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to list them
        if isinstance(action.choices, dict):
            for subparser in action.choices.values():
                yield from _all_actions(subparser)
        else:
            yield action
