"""What a player has set down for all games on a terminal, and when that is read."""

import os
import re
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

import pytest

from cc3k.cli.config import (
    CONFIG_OPTIONS,
    EXPECTED_KEY,
    EXPECTED_KEY_ACTION,
    EXPECTED_OPTION,
    MAX_CONFIG_BYTES,
    read_config,
)
from cc3k.cli.options import ScreenOptions
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import NORTHEAST, SOUTH
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.choices import EXPECTED_RACE, EXPECTED_SEED, MAX_SEED_DIGITS, HpLimit
from cc3k.ui.keymap import KEYMAPS, KeyAction
from cc3k.ui.settings import ConfigError, ScreenSettings
from tests.support import processes
from tests.support.fixtures import Patch
from tests.support.processes import COMMAND, run
from tests.support.tables import for_each
from tests.support.terminals import XTERM, Terminal

GAME = (sys.executable, "-m", "cc3k")
COLOUR = re.compile(rb"\x1b\[[0-9;]*(3[0-7]|38;5;[0-9]+)m")
PALETTES = "one of default, deuteran, mono"
SWITCH = "true or false"
NUMBERS = [each.setting.option for each in OWN_EXPANSIONS if each.setting]
EXPECTED_NAME = ", ".join([EXPECTED_OPTION, *NUMBERS])

PROBE = """
import sys
from cc3k.cli.main import main
code = main(sys.argv[1:])
late = {"tomllib", "cc3k.cli.config", "cc3k.ui.keymap"}
sys.exit(f"{code} {sorted(late & sys.modules.keys())}")
"""


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "cc3k" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def read(folder: Path, text: str | bytes) -> dict[str, object]:
    return read_config({"CC3K_CONFIG": str(written(folder, text))})


def read_bindings(folder: Path, text: str) -> dict[str, str]:
    bindings = read(folder, text)["bind"]
    assert isinstance(bindings, dict)
    return {key: f"{action}" for key, action in bindings.items()}


def refused(path: Path | str) -> str:
    with pytest.raises(ConfigError) as error:
        read_config({"CC3K_CONFIG": str(path)})
    name, _, rest = str(error.value).partition(f"{path}:")
    assert name == ""
    return rest


@for_each(
    ({}, None),
    ({"HOME": ""}, None),
    ({"HOME": "home"}, None),
    ({"HOME": "{}/home"}, 1),
    ({"HOME": "{}/home", "XDG_CONFIG_HOME": ""}, 1),
    ({"HOME": "{}/home", "XDG_CONFIG_HOME": "xdg"}, 1),
    ({"HOME": "{}/home", "XDG_CONFIG_HOME": "{}/xdg"}, 2),
    ({"HOME": "{}/home", "XDG_CONFIG_HOME": "{}/empty"}, None),
    ({"XDG_CONFIG_HOME": "{}/xdg", "CC3K_CONFIG": ""}, 2),
    ({"XDG_CONFIG_HOME": "{}/xdg", "CC3K_CONFIG": "{}/own/cc3k/config.toml"}, 3),
    ({"CC3K_CONFIG": "own/cc3k/config.toml"}, 3),
)
def test_the_configuration_file_follows_the_environment(
    environ: Mapping[str, str], seed: int | None, tmp_path: Path, monkeypatch: Patch
) -> None:
    """By the XDG rules, which take no relative folder; `CC3K_CONFIG` overrides them."""
    for number, folder in enumerate(("home/.config", "xdg", "own"), start=1):
        written(tmp_path / folder, f"seed = {number}")
    monkeypatch.chdir(tmp_path)
    found = read_config({name: text.format(tmp_path) for name, text in environ.items()})
    assert found.get("seed") == seed


def test_all_that_can_be_chosen(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
        floor = "dragon"  # a layout
        seed = -42
        race = "Troll"
        palette = "mono"
        glyphs = "unicode"
        keys = "vi"
        more = false
        effects = true
        bell = true
        dlc = ["pack", "all"]
        mouse = true
        fight_until = "40%"
        plain = true

        [bind]
        x = "look"
        "shift-page up" = "run ne"
        "é" = "move so"
        " " = "rest"
        """,
    )
    assert found == {
        "floor": "dragon",
        "seed": -42,
        "race": BASE_RULES.race_of("t"),
        "palette": "mono",
        "glyphs": "unicode",
        "keys": "vi",
        "more": False,
        "effects": True,
        "bell": True,
        "dlc": ["pack", "all"],
        "mouse": True,
        "fight_until": HpLimit(40, is_percent=True),
        "plain": True,
        "bind": {
            "x": KeyAction("look"),
            "shift-page up": KeyAction("run", NORTHEAST),
            "é": KeyAction("move", SOUTH),
            " ": KeyAction("rest"),
        },
    }
    assert found.keys() == CONFIG_OPTIONS.keys()


@for_each("name", ["fight_until", "fight-until"])
@for_each("value, text", [("30", "30"), ("'30'", "30"), ("'5 %'", "5%")])
def test_a_limit_of_fights_is_percent_or_a_number(
    tmp_path: Path, name: str, value: str, text: str
) -> None:
    found = read(tmp_path, f"{name} = {value}")
    assert {key: str(limit) for key, limit in found.items()} == {"fight_until": text}


@for_each("value", ["'101%'", "-1", "true", "4.5", "''", "[30]", "10000", "0x" + "f" * 4_000])
def test_any_other_limit_is_an_error(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="expected a percentage of the maximum HP, 0% to 100%"):
        read(tmp_path, f"fight_until = {value}")


@for_each("race", BASE_RULES.races)
def test_a_race_is_called_as_on_the_command_line(tmp_path: Path, race: object) -> None:
    for spelled in (
        name for r in BASE_RULES.races if r is race for name in (r.name, r.key.upper())
    ):
        assert read(tmp_path, f"race = '{spelled}'") == {"race": race}


@for_each("keymap", KEYMAPS)
def test_every_key_and_act_of_a_keymap_can_be_bound(tmp_path: Path, keymap: str) -> None:
    lines = [f'"{key}" = "{act}"' for key, act in KEYMAPS[keymap].items()]
    assert read(tmp_path, "\n".join(["[bind]", *lines])) == {"bind": KEYMAPS[keymap]}


@for_each("text", ["", "\n\n", "# nothing\n", "[bind]", b"\xef\xbb\xbf"])
def test_nothing_may_be_chosen(tmp_path: Path, text: str | bytes) -> None:
    assert not any(read(tmp_path, text).values())


def test_files_from_elsewhere_and_long_ones_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfseed = 1\r\nmore = false\r\n") == {"seed": 1, "more": False}
    assert read(tmp_path, LONGEST) == {"seed": 1}


LONGEST = f"seed = 1\n{'#' * (MAX_CONFIG_BYTES - 9)}"
SIZE = "; expected TOML of a reasonable size"


@for_each(
    ('palete = "mono"', 1, EXPECTED_NAME),
    ("\n\n[keymap]\nx = 1", 3, EXPECTED_NAME),
    ("seed.x = 1", 1, EXPECTED_SEED),
    ('palette = "pink"', 1, PALETTES),
    ("[palette]", 1, PALETTES),
    ("seed = 1\n\npalette = ['mono']", 3, PALETTES),
    ('glyphs = "utf-8"', 1, "one of ascii, unicode"),
    ('keys = "emacs"', 1, "one of words, vi, laptop"),
    ('more = "no"', 1, SWITCH),
    ("effects = 0", 1, SWITCH),
    ("plain = 'yes'", 1, SWITCH),
    ("script = true", 1, EXPECTED_NAME),
    ('race = "elf"', 1, EXPECTED_RACE),
    ("race = 1", 1, EXPECTED_RACE),
    ("seed = '1'", 1, EXPECTED_SEED),
    ("seed = 1.0", 1, EXPECTED_SEED),
    ("seed = true", 1, EXPECTED_SEED),
    (f"seed = {'9' * (MAX_SEED_DIGITS + 1)}", 1, EXPECTED_SEED),
    ('floor = ""', 1, "the name of a layout, in quotes"),
    ("floor = 1", 1, "the name of a layout, in quotes"),
    ("bind = 'x'", 1, "a table of keys, [bind]"),
    ("[[bind]]", 1, "a table of keys, [bind]"),
    ("[bind]\nl = 'look'\nxx = 'look'", 3, EXPECTED_KEY),
    ("[bind]\nf13 = 'look'", 2, EXPECTED_KEY),
    ('[bind]\n"" = "look"', 2, EXPECTED_KEY),
    ('[bind]\n"\\u001b" = "look"', 2, EXPECTED_KEY),
    ("[bind]\nx = 'fly'", 2, EXPECTED_KEY_ACTION),
    ("[bind]\nx = 'move'", 2, EXPECTED_KEY_ACTION),
    ("[bind]\nx = 'look no'", 2, EXPECTED_KEY_ACTION),
    ("[bind]\nx = ''", 2, EXPECTED_KEY_ACTION),
    ("[bind]\nx = []", 2, EXPECTED_KEY_ACTION),
    ("bind.x = 'say no'", 1, EXPECTED_KEY_ACTION),
    ("more = true # x = 'fly'\n\n[bind]\n# x = 'fly'\n  'x' = 'fly' ", 5, EXPECTED_KEY_ACTION),
)
def test_what_cannot_be_chosen_is_an_error(
    text: str, line: int, expected: str, tmp_path: Path
) -> None:
    found = text.splitlines()[line - 1].strip()
    assert refused(written(tmp_path, text)) == f"{line}: found {found!a}; expected {expected}"


@for_each(("ctrl-d", "leave"), (":", "word"))
def test_what_nobody_can_do_without_keeps_a_key(key: str, act: str, tmp_path: Path) -> None:
    """The last key of help, of quitting and of words may be taken only for another one."""
    taken = f"{key!a} = 'look'"
    path = written(tmp_path, f"[bind]\nx = 'rest'\n{taken}\nT = 'stairs'\n")
    expected = f"another key for {act}, which would be left without one"
    assert refused(path) == f"3: found {taken!a}; expected {expected}"
    assert read_bindings(tmp_path, f"[bind]\n{taken}\nF = '{act}'\n") == {key: "look", "F": act}
    assert read_bindings(tmp_path, "[bind]\n'?' = 'look'\n") == {"?": "look"}  # f1 is help, too
    path = written(tmp_path, "[bind]\n'?' = 'look'\nf1 = 'look'\n")
    assert refused(path).startswith("2: found \"'?' = 'look'\"; expected another key for help, ")


@for_each("key", [*"farzqunoseaw", *"YNMZ?/ é", "escape", "backspace", "f12"])
@for_each("act", ["look", "freeze", "attack", "restart", "undo", "quit", "run no"])
def test_any_key_can_be_bound_to_any_action(tmp_path: Path, key: str, act: str) -> None:
    bindings = f'[bind]\nf11 = "help"\n"{key}" = "{act}"\n'
    assert read_bindings(tmp_path, bindings) == {"f11": "help", key: act}


@for_each(
    ("palette mono", "1: found 'palette mono'; expected TOML (expected '=' after a key in a "),
    ("\n\nmore = no", "3: found 'more = no'; expected TOML (invalid value)"),
    (
        "more = true\nmore = true",
        "2: found 'more = true'; expected TOML (cannot overwrite a value)",
    ),
    ("seed = [1,", "1: found 'seed = [1,'; expected TOML (invalid value)"),
    ("seed = 1\rmore = 1", "1: found 'seed = 1\\rmore = 1'; expected TOML ("),
    (f"a = true\nb = '''\n'''\nseed = {'9' * 5000}\n", f"4: found 'seed = {'9' * 53}'{SIZE}"),
    (f"a = true\nb = '''\n'''\nseed = {'[' * 5000}\n", f"4: found 'seed = {'[' * 53}'{SIZE}"),
    (f"{LONGEST}#", f"2: found more; expected {MAX_CONFIG_BYTES} bytes at the most"),
    (b"seed = 1\n# \xff\n", "2: found byte 0xff; expected text in UTF-8"),
    (
        'floor = """\nrace = 1\n"""\nrace = """\nan\nelf"""\nmore = 1',  # the last line of it
        f'6: found \'elf"""\'; expected {EXPECTED_RACE}',
    ),
    (b"seed = 1\r\n\r\nmore = 1\r\n", f"3: found 'more = 1'; expected {SWITCH}"),
)
def test_what_is_no_toml_of_a_reasonable_size_is_an_error_with_its_line(
    text: str | bytes, said: str, tmp_path: Path
) -> None:
    assert refused(written(tmp_path, text)).startswith(said)


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, found in (
        (pipe, "no regular file"),
        ("/dev/zero", "no regular file"),
        (tmp_path, "is a directory"),
        (tmp_path / "missing", "no such file or directory"),
    ):
        assert refused(path) == f" found {found}; expected a configuration file"


@for_each(("a\0b", ""), ("\x1b[2J", "no "))
def test_a_name_is_told_in_printable_characters(name: str, found: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"{name!a}: found {found}")):
        read_config({"CC3K_CONFIG": name})


def on_a_terminal(folder: Path, text: str, *arguments: str) -> Terminal:
    written(folder, text)
    return Terminal([*GAME, *arguments], env={**XTERM, "XDG_CONFIG_HOME": str(folder)})


@pytest.mark.slow
def test_what_is_chosen_holds_on_a_screen(tmp_path: Path) -> None:
    text = 'floor = "standard"\nseed = 7\nrace = "troll"\npalette = "mono"\n[bind]\nx = "look"'
    with on_a_terminal(tmp_path, text) as terminal:
        terminal.wait_for("Race: Troll", then="x")
        terminal.wait_for("You, a troll: regains 5 HP every turn.")
        assert terminal.end("x\x04y") == 0
        assert "seed 7" in terminal.text
        assert not COLOUR.search(terminal.output)


@pytest.mark.slow
def test_sentences_can_be_chosen_for_good_and_a_screen_for_once(tmp_path: Path) -> None:
    """`plain = true` is what `--plain` is; `--no-plain` wins over it."""
    for arguments, said in (((), "Choose a race: shade (s)"), (("--no-plain",), "by its letter")):
        with on_a_terminal(tmp_path, "plain = true", *arguments) as terminal:
            terminal.wait_for(said)
            assert terminal.end("q\n" if not arguments else "q") == 0


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("--version",), ("--script", "--seed", "42")])
def test_what_is_the_same_everywhere_reads_no_file_on_a_terminal_either(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    with on_a_terminal(tmp_path, "?", *arguments) as terminal:
        assert terminal.end("\nq\n") == 0


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--script",), ("--plain",)])
def test_no_file_is_read_and_nothing_loaded_for_it_through_a_pipe(
    monkeypatch: Patch, arguments: tuple[str, ...]
) -> None:
    """What plays through a pipe is the same everywhere, even where `CC3K_CONFIG` is wrong."""
    probe = (sys.executable, "-c", PROBE)
    plain = processes.start_and_wait(*arguments, "--seed", "7", typed="t no q", command=probe)
    assert plain.err == "0 []\n"
    monkeypatch.setenv("CC3K_CONFIG", "missing.toml")
    assert (
        processes.start_and_wait(*arguments, "--seed", "7", typed="t no q", command=probe) == plain
    )


@pytest.fixture
def config(tmp_path: Path, monkeypatch: Patch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("CC3K_CONFIG", str(path))
    return path


def test_the_file_chooses_what_an_option_could_have_and_has_not(config: Path) -> None:
    config.write_text('palette = "mono"\nglyphs = "unicode"\nkeys = "vi"\nplain = true\n')
    wanted = ScreenOptions(palette=None, glyphs="ascii", effects=None, plain=False)
    wanted.apply_config()
    assert wanted == Namespace(palette="mono", glyphs="ascii", effects=None, plain=False)


def test_without_a_file_nothing_is_chosen(monkeypatch: Patch, tmp_path: Path) -> None:
    for name, value in (("CC3K_CONFIG", ""), ("XDG_CONFIG_HOME", str(tmp_path))):
        monkeypatch.setenv(name, value)
    wanted = ScreenOptions(palette=None)
    wanted.apply_config()
    assert wanted == Namespace(palette=None)
    monkeypatch.setenv("CC3K_CONFIG", str(tmp_path / "none.toml"))
    with pytest.raises(ConfigError, match="no such file"):
        wanted.apply_config()


def test_what_is_not_chosen_is_as_usual() -> None:
    assert ScreenOptions().screen_settings() == ScreenSettings()
    wanted = ScreenOptions(palette="mono", effects=False, mouse=None, floor="my maze", seed=3)
    expected = ScreenSettings(palette="mono", effects=False)
    assert wanted.screen_settings() == expected


@pytest.mark.slow
def test_a_wrong_file_is_told_the_same_by_every_command(config: Path, tmp_path: Path) -> None:
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
        assert terminal.end("q") == 0


@for_each(
    ({"LANG": "en_CA.UTF-8"}, True),
    ({"LANG": "de_DE.utf8@euro"}, True),
    ({"LC_CTYPE": "UTF-8"}, True),
    ({"LC_ALL": "C.UTF-8", "LANG": "C"}, True),
    ({"LANG": "C", "LC_ALL": ""}, False),
    ({}, False),
    ({"LANG": "de_DE.ISO-8859-1"}, False),
    ({"LC_ALL": "POSIX", "LANG": "en_CA.UTF-8"}, False),
    ({"LC_CTYPE": "C", "LANG": "en_CA.UTF-8"}, False),
)
def test_line_drawing_is_sent_only_where_the_locale_has_it(
    environ: dict[str, str], can: bool
) -> None:
    """`--glyphs unicode`: otherwise ASCII, with a word; which files and other settings stay."""
    wanted = ScreenOptions(palette="mono", glyphs="unicode")
    settings, notice = wanted.settings_for_terminal(environ)
    assert (settings.glyphs, settings.palette) == ("unicode" if can else "ascii", "mono")
    assert bool(notice) is not can
    assert ScreenOptions().settings_for_terminal(environ)[1] == ""
    assert wanted.screen_settings().glyphs == "unicode"


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
    tmp_path: Path, locale: dict[str, str], can: bool
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
