"""How the look of a game is chosen: by options, or else by the player's file."""

import sys
from argparse import Namespace
from pathlib import Path

import pytest

from cc3k.cli.screen_settings import (
    apply_config,
    screen_settings_for_terminal,
    screen_settings_from_options,
)
from cc3k.ui.settings import ConfigError, ScreenSettings
from tests.support.fixtures import Patch
from tests.support.processes import COMMAND, Ended, run, start_and_wait
from tests.support.tables import for_each
from tests.support.terminals import XTERM, Terminal


@pytest.fixture
def config(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Return the player's file, which is still to be written."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv("CC3K_CONFIG", str(path))
    return path


def test_the_file_chooses_what_an_option_could_have_and_has_not(config: Path) -> None:
    """Options win; what a command does not ask for is nothing to it."""
    config.write_text('palette = "mono"\nglyphs = "unicode"\nkeys = "vi"\nplain = true\n')
    wanted = Namespace(palette=None, glyphs="ascii", effects=None, plain=False)
    apply_config(wanted)
    assert wanted == Namespace(palette="mono", glyphs="ascii", effects=None, plain=False)


def test_without_a_file_nothing_is_chosen(monkeypatch: Patch, tmp_path: Path) -> None:
    """One that is named has to be there."""
    for name, value in (("CC3K_CONFIG", ""), ("XDG_CONFIG_HOME", str(tmp_path))):
        monkeypatch.setenv(name, value)
    wanted = Namespace(palette=None)
    apply_config(wanted)
    assert wanted == Namespace(palette=None)
    monkeypatch.setenv("CC3K_CONFIG", str(tmp_path / "none.toml"))
    with pytest.raises(ConfigError, match="no such file"):
        apply_config(wanted)


@pytest.mark.slow
def test_without_a_file_nothing_is_loaded_to_read_one(tmp_path: Path) -> None:
    """A terminal that only shows lines need not wait for tables of keys."""
    program = (
        "import argparse, os, sys; from cc3k.cli.screen_settings import apply_config\n"
        f"os.environ.update(CC3K_CONFIG='', XDG_CONFIG_HOME={str(tmp_path)!r})\n"
        "apply_config(argparse.Namespace()); sys.exit('cc3k.cli.config' in sys.modules)"
    )
    assert start_and_wait(command=(sys.executable, "-c", program)) == Ended(0, "", "")


def test_what_is_not_chosen_is_as_usual() -> None:
    """And the command that starts the same floors again can be typed."""
    assert screen_settings_from_options(Namespace()) == ScreenSettings()
    wanted = Namespace(palette="mono", effects=False, mouse=None, floor="my maze", seed=3)
    expected = ScreenSettings(palette="mono", effects=False, command="cc3k --floor 'my maze'")
    assert screen_settings_from_options(wanted) == expected


@pytest.mark.slow
def test_a_wrong_file_is_told_the_same_by_every_command(config: Path, tmp_path: Path) -> None:
    """On a terminal, before anything is drawn; the code is 2."""
    journal = str(tmp_path / "it")
    assert run("--seed", "1", "--journal", journal, typed="s no q").code == 0
    config.write_text("\nglyphs = 3\n")
    env = {**XTERM, "CC3K_CONFIG": str(config)}
    said = f"cc3k: {config}:2: found 'glyphs = 3'; expected one of ascii, unicode"
    for arguments in ([], ["--plain"], ["daily"], ["replay", journal]):
        with Terminal([*COMMAND, *arguments], env=env) as terminal:
            assert terminal.end() == 2, arguments
            assert terminal.output.decode().split() == said.split(), arguments  # it is folded


@pytest.mark.slow
def test_who_wants_sentences_has_them_of_a_game_told_again(config: Path, tmp_path: Path) -> None:
    """`plain` holds for all that is shown on a terminal, unless an option says otherwise."""
    journal = str(tmp_path / "it")
    assert run("--seed", "1", "--journal", journal, typed="s no q").code == 0
    config.write_text("plain = true\n")
    env = {**XTERM, "CC3K_CONFIG": str(config)}
    with Terminal([*COMMAND, "replay", journal], env=env) as terminal:
        assert terminal.end() == 0
        assert "You move North." in terminal.text
        assert b"\x1b" not in terminal.output
    with Terminal([*COMMAND, "replay", "--no-plain", journal], env=env) as terminal:
        terminal.wait_until(lambda: "turn 0 of" in terminal.text)
        terminal.type("q")
        assert terminal.end() == 0


@for_each(
    "environ, can",
    [
        ({"LANG": "en_CA.UTF-8"}, True),
        ({"LANG": "de_DE.utf8@euro"}, True),
        ({"LC_CTYPE": "UTF-8"}, True),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, True),
        ({"LANG": "C", "LC_ALL": ""}, False),
        ({}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LC_ALL": "POSIX", "LANG": "en_CA.UTF-8"}, False),
        ({"LC_CTYPE": "C", "LANG": "en_CA.UTF-8"}, False),
    ],
)
def test_line_drawing_is_sent_only_where_the_locale_has_it(
    environ: dict[str, str], *, can: bool
) -> None:
    """`--glyphs unicode`: otherwise ASCII, with a word; which files and other settings stay."""
    wanted = Namespace(palette="mono", glyphs="unicode")
    settings, notice = screen_settings_for_terminal(wanted, environ)
    assert (settings.glyphs, settings.palette) == ("unicode" if can else "ascii", "mono")
    assert bool(notice) is not can
    assert screen_settings_for_terminal(Namespace(), environ)[1] == ""
    assert screen_settings_from_options(wanted).glyphs == "unicode"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "can"),
    [
        ({"LC_ALL": "C"}, False),
        ({"LC_ALL": "", "LC_CTYPE": "", "LANG": "C"}, False),
        ({"LC_ALL": "C.UTF-8"}, True),
    ],
)
def test_no_byte_beyond_ascii_reaches_a_terminal_that_cannot_show_it(
    tmp_path: Path, locale: dict[str, str], *, can: bool
) -> None:
    """Python would use UTF-8 in the C locale as well (PEP 538): the player's own counts."""
    journal = str(tmp_path / "it")
    assert run("--seed", "1", "--journal", journal, typed="s no q").code == 0
    env = {**XTERM, **locale, "CC3K_HOME": str(tmp_path)}
    said = "Your locale has no line-drawing characters"
    for arguments in (["--seed", "1"], ["replay", journal]):
        with Terminal([*COMMAND, *arguments, "--glyphs", "unicode"], env=env) as terminal:
            if arguments[0] == "--seed":
                terminal.wait_for("Goblin")
                assert (said in terminal.text) is not can
                terminal.type("s")
            else:
                terminal.type(" ")
            terminal.wait_for("Floor 1")
            assert ("│" in terminal.text) is can
