"""What the README says is true: its screen, its commands, its tree, and its enemy in one row."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cc3k.cli.help import help_pages
from cc3k.content.roster import RULESET
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.ui.keymap import KEYMAPS
from tests.support import processes
from tests.support.documents import blocks, commands, options, options_of, parser_for, quoted
from tests.support.packages import install_module
from tests.support.processes import ROOT
from tests.support.wheels import copied

PATH = ROOT / "README.md"
README = PATH.read_text(encoding="utf-8")
PICTURE = ".github/picture.svg"

API_LINES = 8

BAT_FLOOR = r"""
|------|
|@V....|
|.....\|
|------|
"""


def section(title: str) -> str:
    return README.split(f"## {title}\n")[1].split("\n## ")[0]


def test_two_commands_play_and_test() -> None:
    for word, ending in (("Play", ".venv/bin/cc3k"), ("Test", "-m pytest -n auto -m 'not slow'")):
        found = re.search(rf"^{word}:\n\n```sh\n(.+)\n```$", README, re.MULTILINE)
        assert found
        assert found[1].startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert found[1].endswith(ending)


@pytest.mark.seeded
def test_the_picture_in_colour_is_what_its_command_draws(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    assert f"]({PICTURE})" in README
    assert "`cc3k --seed 42 --svg FILE.svg`" in README
    path = tmp_path / "picture.svg"
    assert processes.run("--seed", "42", "--svg", str(path)).code == 0
    if request.config.getoption("--update-golden"):
        shutil.copy(path, ROOT / PICTURE)
    assert path.read_bytes() == (ROOT / PICTURE).read_bytes()


def test_ten_lines_play() -> None:
    assert len(blocks(section("Play"), "sh")[0].splitlines()) == 10
    for arguments in commands(README):
        if arguments and arguments[0].isupper():
            continue
        parser, rest = parser_for(arguments)
        parser.parse_args(rest)


def test_options_that_are_named_exist() -> None:
    others = {"--update-golden", "--editable", "--quiet", *options_of(parser_for(["web"])[0])}
    assert options(README) - others <= options_of(parser_for([])[0])


def test_the_keys_at_a_glance_exist() -> None:
    said = {word for code in quoted(section("Keys at a glance")) for word in code.split()}
    keys = {word for word in said if len(word) == 1}
    assert len(keys) > 10
    assert keys - {"a", "u", "f", "r", "q"} <= KEYMAPS["words"].keys()


@pytest.mark.slow
def test_the_game_can_be_played_by_a_program() -> None:
    (example,) = blocks(section("API"), "python")
    assert len(example.splitlines()) <= API_LINES
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert f"It prints `{done.stdout.strip()}`" in README


def test_the_tree_is_the_package() -> None:
    tree = blocks(section("Architecture"), "text")[0]
    said = dict(re.findall(r"  (\w+)/ +(\S.*?)(?=  |$)", tree, re.MULTILINE))
    folders = {path.name for path in (ROOT / "cc3k").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == said.keys()
    for folder, words in said.items():
        for name in re.findall(r"\w+\.py\b|\w+/", words):
            assert (ROOT / "cc3k" / folder / name).exists(), name


def test_topics_that_are_named_exist() -> None:
    topics = [
        arguments[1] for arguments in commands(README) if arguments[:1] == ["help"] if arguments[1:]
    ]
    assert topics
    assert {*topics} <= help_pages().keys()


@pytest.fixture
def with_a_bat(tmp_path: Path) -> Path:
    copy = copied(tmp_path)
    roster = copy / "content" / "roster.py"
    raised = f"RULESET = {RULESET + 1}\n"
    text = roster.read_text(encoding="utf-8").replace(f"RULESET = {RULESET}\n", raised)
    assert raised in text
    before, after = text.split("ENEMIES = (\n")
    row = "" if '"bat"' in after else blocks(section("Add an enemy"), "python")[0]
    roster.write_text(f"{before}ENEMIES = (\n    {row}{after}", encoding="utf-8")
    (tmp_path / "bat.txt").write_text(BAT_FLOOR.lstrip(), encoding="ascii")
    return tmp_path


@pytest.mark.slow
def test_an_enemy_in_one_row_is_read_drawn_and_fought(with_a_bat: Path) -> None:
    asked, words = ("--floor", "bat.txt", "--seed", "7"), "s a ea a ea a ea a ea a ea a ea"
    ended = processes.start_and_wait(*asked, typed=words, packages=with_a_bat)
    assert (ended.code, ended.err) == (0, "")
    shown = ended.out
    assert "|@V....|" in shown
    assert "PC deals 25 damage to V (15 HP)." in shown
    assert "PC misses V." in shown
    assert "PC slays V." in shown


def test_every_expansion_is_named_with_its_sentence() -> None:
    """X1: as the tables have it."""
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", section("Expansions"), re.MULTILINE)
    assert rows == [(each.name, each.sentence) for each in OWN_EXPANSIONS]


@pytest.mark.slow
def test_a_package_with_an_expansion_takes_fifteen_lines(tmp_path: Path) -> None:
    """X5: what is shown is a package that plays."""
    text = section("Expansions")
    (code,) = re.findall(r"^```python\n(.+?)^```$", text, re.MULTILINE | re.DOTALL)
    (entry,) = re.findall(r'^`(\w+) = "(\w+):MOON"`', text, re.MULTILINE)
    assert len([line for line in code.splitlines() if line]) <= 15
    site = install_module(tmp_path / "site", entry[1], code, {entry[0]: f"{entry[1]}:MOON"})
    words = "no so " * 14
    asked = ("--dlc", "moon", "--seed", "1", "--race", "s", "--script")
    ended = processes.start_and_wait(*asked, typed=words, packages=site)
    assert (ended.code, ended.err) == (0, "")
    assert "Y" in ended.out.partition("Race:")[0]
