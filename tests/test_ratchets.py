"""Sizes that may only fall: of the package, of its tests, of the command line, of the README."""

from cc3k.cli.argument_parser import COMMANDS
from tests.support.documents import parser_for
from tests.support.processes import ROOT
from tests.support.ratchet import numbers


def lines_of(folder: str) -> int:
    modules = (ROOT / folder).rglob("*.py")
    return sum(len(module.read_text("utf-8").splitlines()) for module in modules)


def options_of(command: str) -> int:
    parser, _ = parser_for([command])
    actions = parser._actions  # noqa: SLF001 - argparse has no other list of them
    return sum(bool(action.option_strings) and action.dest != "help" for action in actions)


def test_nothing_grows_beyond_what_is_written_down() -> None:
    counted = {
        "cc3k_lines": lines_of("cc3k"),
        "tests_lines": lines_of("tests"),
        "options": sum(map(options_of, ("", *COMMANDS))),
        "readme_lines": len((ROOT / "README.md").read_text("utf-8").splitlines()),
    }
    most = numbers("most")
    assert counted.keys() == most.keys()
    for name, bound in most.items():
        assert counted[name] <= bound, f"{name}: found {counted[name]}; expected {bound} at most"
