"""Arguments that several commands read in the same way, and options of two names or gone."""

import io
import os
import pty
import termios
from pathlib import Path

import pytest

import cc3k
from cc3k import api
from cc3k.cli.argument_parser import (
    REMOVED_OPTIONS,
    RENAMED_OPTIONS,
    WRITTEN_AT_ONCE,
    parse_whole_number,
)
from cc3k.cli.config import read_config
from cc3k.cli.help import help_pages, read_page
from cc3k.cli.main import main
from cc3k.cli.options import parse_play_options, settle_rules
from cc3k.cli.streams import folded_line
from cc3k.engine.hero import Race
from cc3k.gym.train import build_train_parser
from cc3k.play.choices import DEFAULT_HP_LIMIT, EXPECTED_HP_LIMIT, EXPECTED_RACE, HpLimit
from cc3k.ui.settings import ConfigError
from tests.support.documents import parser_for
from tests.support.fixtures import Said
from tests.support.processes import refused
from tests.support.tables import for_each


@for_each("command", [(), ("scores",), ("arena",)])
def test_a_race_is_refused_in_the_same_words_by_every_command(command: tuple[str, ...]) -> None:
    told = refused(*command, "--race", "orc")
    assert f": error: argument --race: 'orc': expected {EXPECTED_RACE}" in told


@for_each(
    ("scores --race elf", "'elf': expected one of shade, drow, vampire, troll, goblin"),
    ("scores --top 0", "'0': expected a whole number from 1 to 999999"),
    ("scores --top -1", "'-1': expected a whole number"),
    (f"scores --top {'1' * 5_000}", "expected a whole number"),
    ("scores --json --verify", "not allowed with"),
    ("scores x", "unrecognized arguments: x"),
    ("check", "the following arguments are required: FILE"),
    ("check --what x", "unrecognized arguments: --what"),
    ("check --str x", "unrecognized arguments: --str"),
    ("catalog", "the following arguments are required: --seeds"),
    ("catalog --seeds", "argument --seeds: expected one argument"),
    ("catalog 7", "the following arguments are required: --seeds"),
    ("catalog --seeds 7 --what", "unrecognized arguments: --what"),
    ("gems tiny", "unrecognized arguments: tiny"),
)
def test_wrong_arguments_are_2_and_told_below_the_usage(line: str, complaint: str) -> None:
    words = line.split()
    told = refused(*words)
    assert told.startswith(f"usage: cc3k {words[0]} ")
    assert complaint in told


def test_a_limit_of_fights_is_read_from_the_command_line() -> None:
    """`--fight-until 40%` or `--fight-until 30`; the screen gets it with its other settings."""
    for text, limit in (("40%", HpLimit(40, is_percent=True)), ("30", HpLimit(30))):
        options = parse_play_options(["--fight-until", text])
        assert options.screen_settings().fight_until == limit
    usual = parse_play_options([]).screen_settings()
    assert usual.fight_until == DEFAULT_HP_LIMIT
    told = refused("--fight-until", "150%")
    assert f"argument --fight-until: '150%': expected {EXPECTED_HP_LIMIT}" in told


@for_each(
    ("2", 2),
    ("09", 9),
    ("000000009", 9),
    ("1", None),
    ("10", None),
    ("0000000009", None),
    ("9" * 5_000, None),
    ("+5", None),
    ("5 ", None),
    ("\u0665", None),
    ("", None),
)
def test_a_number_has_few_digits_and_two_bounds(text: str, number: int | None) -> None:
    assert parse_whole_number(text, 2, 9) == number


@for_each("arguments", [["--seed", "5"], ["tiny", "5"], ["--floor", "tiny", "5"], ["--seed", "0"]])
def test_a_kept_game_has_its_own_seed(arguments: list[str]) -> None:
    expected = f"not allowed with a seed, here {arguments[-1]}; the kept game has its own"
    assert f": error: argument --continue: {expected}" in refused("--continue", *arguments)
    assert parse_play_options(["--continue"]).resume
    assert parse_play_options(arguments).seed == int(arguments[-1])


def test_an_error_on_a_terminal_breaks_no_word() -> None:
    text = "there is no floor file of that name; expected " + "a-hyphenated-name or /a/path " * 9
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 60))
    with os.fdopen(theirs, "w") as terminal:
        told = folded_line(text, terminal).splitlines()
    os.close(ours)
    assert len(told) > 1
    assert max(map(len, told)) <= 60
    assert " ".join(told).split() == text.split()
    assert folded_line(text, io.StringIO()) == f"{text}\n"


def test_both_names_of_a_layout_mean_the_same() -> None:
    """`--layout` is the name of release 1; an arena has the new one alone."""
    for arguments in ([], ["catalog", "--seeds", "1"], ["scores"]):
        (parser, rest), (other, old) = (
            parser_for([*arguments, name, "x"]) for name in ("--floor", "--layout")
        )
        assert parser.parse_args(rest) == other.parse_args(old)


def test_an_option_that_is_gone_says_what_to_use_instead(capsys: Said) -> None:
    page = read_page(help_pages()["options"]).partition("## Options that are gone")[2]
    anywhere = {"cc3k stats --picture": "--json", "cc3k gems --durable": WRITTEN_AT_ONCE}
    for gone, instead in {**REMOVED_OPTIONS, **RENAMED_OPTIONS, **anywhere}.items():
        *command, option = gone.removeprefix("cc3k ").split()
        assert option in page or option.replace("--no-", "--") in page, gone
        assert main([*command, f"{option}=1"]) == 2, gone
        found = f"found {option}, which is no option any more; expected {instead}"
        assert found in " ".join(capsys.readouterr().err.split()), gone
    for unknown in ("catalog --seeds 1 --durable", "check x --picture", "web --picture"):
        assert main(unknown.split()) == 2
        assert f"unrecognized arguments: {unknown.split()[-1]}" in capsys.readouterr().err


def test_the_training_knows_both_names_of_a_layout() -> None:
    parser = build_train_parser()
    for name in ("--floor", "--layout"):
        assert parser.parse_args([name, "dragon"]).layout == "dragon"


def test_a_bot_is_only_watched() -> None:
    for option in ("--fsync", "--svg=x.svg"):
        told = refused("--bot", "random", option)
        assert told.endswith(f"--bot: not allowed with argument {option.partition('=')[0]}\n")


def test_the_names_of_release_1_can_be_imported() -> None:
    assert api.Hold is api.ToggleFreeze
    assert api.tell is api.describe_events
    assert api.Option == api.PlayerAction
    assert all(getattr(cc3k, name) is getattr(api, name) for name in ("Hold", "tell", "Option"))


def test_the_configuration_file_knows_both_names_of_a_layout(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    for name in ("floor", "layout"):
        path.write_text(f'{name} = "dragon"\n', encoding="ascii")
        assert read_config({"CC3K_CONFIG": str(path)}) == {"floor": "dragon"}
    path.write_text('floor = "dragon"\nlayout = "tiny"\n', encoding="ascii")
    with pytest.raises(ConfigError, match=r":2: .* not both"):
        read_config({"CC3K_CONFIG": str(path)})


def test_a_race_is_that_of_the_rules_which_expansions_may_change() -> None:
    """X85: a troll of the base game heals every turn, one with levels in fights."""
    for dlc, words in (("none", "every turn"), ("levels", "in a fight")):
        options = parse_play_options(["--race", "troll", "--dlc", dlc])
        settle_rules(options, is_daily=False, is_race_asked_for=True)
        assert isinstance(options.race, Race)
        assert words in options.race.trait
