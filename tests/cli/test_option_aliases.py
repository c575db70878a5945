"""Options of two names: the old one still works, and both do the same."""

from pathlib import Path

import pytest

import cc3k
from cc3k import api
from cc3k.cli.command_names import COMMANDS
from cc3k.cli.config import read_config
from cc3k.gym.train import build_train_parser
from cc3k.ui.settings import ConfigError
from tests.support.documents import options_of, parser_for
from tests.support.processes import run
from tests.support.tables import for_each

ALIASES = {"--layout": "--floor", "--picture": "--svg", "--durable": "--fsync"}
"""The other name of each option."""


@for_each("command", ["", *sorted(COMMANDS.keys() - {"arena"})])
def test_both_names_are_known_wherever_one_is(command: str) -> None:
    """`--layout` and `--floor`, `--picture` and `--svg`, `--durable` and `--fsync`."""
    known = options_of(parser_for([command] if command else [])[0])
    for old, new in ALIASES.items():
        assert (old in known) == (new in known)


@for_each(
    "arguments",
    [
        ["--floor", "x", "--svg", "y", "--fsync"],
        ["daily", "--floor", "x", "--fsync"],
        ["catalog", "--seeds", "1", "--floor", "x"],
        ["scores", "--floor", "x"],
        ["stats", "--svg", "y"],
        ["replay", "--svg", "y", "last"],
    ],
)
def test_both_names_mean_the_same(arguments: list[str]) -> None:
    """Parsed, they cannot be told apart."""
    old_names = {new: old for old, new in ALIASES.items()}
    old_arguments = [old_names.get(word, word) for word in arguments]
    parser, rest = parser_for(arguments)
    assert old_arguments != arguments
    assert parser.parse_args(rest) == parser.parse_args(parser_for(old_arguments)[1])


def test_the_training_knows_both_names_of_a_layout() -> None:
    """`python -m cc3k.gym.train` has it under the name of release 1."""
    parser = build_train_parser()
    for name in ("--floor", "--layout"):
        assert parser.parse_args([name, "dragon"]).layout == "dragon"


def test_a_game_on_a_layout_and_its_picture_go_by_either_name(tmp_path: Path) -> None:
    """The whole way, byte for byte."""
    for name in ("--floor", "--layout"):
        ended = run(name, "tiny", "--seed", "7", typed="s ea q")
        assert ended == run("tiny", "7", typed="s ea q")
    pictures = [tmp_path / "new.svg", tmp_path / "old.svg"]
    for name, path in zip(("--svg", "--picture"), pictures, strict=True):
        assert run("--seed", "42", name, str(path)).code == 0
    assert pictures[0].read_bytes() == pictures[1].read_bytes() != b""


@for_each("name", ["--fsync", "--durable", "--svg", "--picture"])
def test_a_bot_is_watched_only_by_either_name(name: str) -> None:
    """What cannot be combined is refused by the name that the option has."""
    value = ["x.svg"] if ALIASES.get(name, name) == "--svg" else []
    ended = run("--bot", "random", name, *value)
    assert ended.code == 2
    expected = f"argument --bot: not allowed with argument {ALIASES.get(name, name)}"
    assert ended.err.endswith(f"cc3k: error: {expected}\n")


def test_the_names_of_release_1_can_be_imported() -> None:
    """From the API and from the package."""
    assert api.Hold is api.ToggleFreeze
    assert api.tell is api.describe_events
    assert api.Option == api.PlayerAction
    assert all(getattr(cc3k, name) is getattr(api, name) for name in ("Hold", "tell", "Option"))


def test_the_configuration_file_knows_both_names_of_a_layout(tmp_path: Path) -> None:
    """Either, but not both."""
    path = tmp_path / "config.toml"
    for name in ("floor", "layout"):
        path.write_text(f'{name} = "dragon"\n', encoding="ascii")
        assert read_config({"CC3K_CONFIG": str(path)}) == {"floor": "dragon"}
    path.write_text('floor = "dragon"\nlayout = "tiny"\n', encoding="ascii")
    with pytest.raises(ConfigError, match=r":2: .* not both"):
        read_config({"CC3K_CONFIG": str(path)})
