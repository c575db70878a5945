"""Options of two names, and those that are gone."""

from pathlib import Path

import pytest

import cc3k
from cc3k import api
from cc3k.cli.argument_parser import REMOVED_OPTIONS
from cc3k.cli.config import read_config
from cc3k.cli.help import help_pages, read_page
from cc3k.cli.main import main
from cc3k.gym.train import build_train_parser
from cc3k.ui.settings import ConfigError
from tests.support.documents import parser_for
from tests.support.processes import run


def test_both_names_of_a_layout_mean_the_same() -> None:
    """`--layout` is the name of release 1; an arena has the new one alone."""
    for arguments in ([], ["catalog", "--seeds", "1"], ["scores"]):
        (parser, rest), (other, old) = (
            parser_for([*arguments, name, "x"]) for name in ("--floor", "--layout")
        )
        assert parser.parse_args(rest) == other.parse_args(old)


def test_an_option_that_is_gone_says_what_to_use_instead(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """2, whatever stands beside it; `cc3k help options` lists them all."""
    page = read_page(help_pages()["options"]).partition("## Options that are gone")[2]
    for gone, instead in REMOVED_OPTIONS.items():
        *command, option = gone.removeprefix("cc3k ").split()
        assert option in page or option.replace("--no-", "--") in page, gone
        assert main([*command, f"{option}=1"]) == 2, gone
        found = f"found {option}, which is no option any more; expected {instead}"
        assert found in " ".join(capsys.readouterr().err.split()), gone


def test_the_training_knows_both_names_of_a_layout() -> None:
    """`python -m cc3k.gym.train` has it under the name of release 1."""
    parser = build_train_parser()
    for name in ("--floor", "--layout"):
        assert parser.parse_args([name, "dragon"]).layout == "dragon"


def test_a_bot_is_only_watched() -> None:
    """What cannot be combined is refused."""
    for option in ("--fsync", "--svg=x.svg"):
        ended = run("--bot", "random", option)
        name = option.partition("=")[0]
        assert ended.code == 2
        assert ended.err.endswith(f"argument --bot: not allowed with argument {name}\n")


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
