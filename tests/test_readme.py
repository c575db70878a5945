"""What the README says is true: its picture, its options, and its enemy in one row."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cc3k
from cc3k.content.roster import BASE
from cc3k.play.session import Session

README = Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8")

BAT_FLOOR = r"""
|------|
|@B....|
|.....\|
|------|
"""


def block(language: str) -> str:
    """Return the first block of the README in that language."""
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found
    return found.group(1)


def test_the_picture_is_what_the_command_below_it_shows() -> None:
    """A picture that the game no longer makes would be a promise broken."""
    session = Session(BASE, 42)
    for word in ("s", "no", "ea"):
        session.say(word)
    assert block("text") == session.page()


def test_every_option_is_documented() -> None:
    """The options of `--help` are those of the README."""
    command = [sys.executable, "-m", "cc3k", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    options = set(re.findall(r"--[a-z]+", text))
    assert len(options) > 4
    section = README.split("## Options")[1].split("\n## ")[0]
    assert options == set(re.findall(r"`[^`]*?(--[a-z]+)", section)) | {"--help"}


@pytest.fixture
def with_a_bat(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the README's row has been put where it says."""
    copy = tmp_path / "cc3k"
    shutil.copytree(Path(cc3k.__file__).parent, copy)
    shutil.copytree(Path(__file__).parent.parent / "floors", copy / "floors", dirs_exist_ok=True)
    roster = copy / "content" / "roster.py"
    before, after = roster.read_text(encoding="utf-8").split("ENEMIES = (\n")
    roster.write_text(f"{before}ENEMIES = (\n    {block('python')}{after}", encoding="utf-8")
    (tmp_path / "bat.txt").write_text(BAT_FLOOR.lstrip(), encoding="ascii")
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def run(environment: dict[str, str], tmp_path: Path, *arguments: str, words: str = "") -> str:
    """Run Python in the directory with the bat and return what it prints."""
    result = subprocess.run(
        [sys.executable, *arguments],
        input=words,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_an_enemy_in_one_row_is_read_drawn_and_fought(
    with_a_bat: dict[str, str], tmp_path: Path
) -> None:
    """The row of the README, put where the README says, is a bat on the board that fights."""
    game = ("-m", "cc3k", "--floor", "bat.txt", "--seed", "7")
    shown = run(with_a_bat, tmp_path, *game, words="s a ea a ea a ea a ea a ea a ea")
    assert "|@B....|" in shown
    assert "PC deals 25 damage to B (15 HP)." in shown
    assert "PC misses B." in shown
    assert "PC slays B." in shown


def test_an_enemy_in_one_row_spawns_and_is_explained(
    with_a_bat: dict[str, str], tmp_path: Path
) -> None:
    """The generator and the legend pick the row up."""
    legend = "from cc3k.play.guide import help_page; from cc3k.content.roster import BASE; "
    page = run(with_a_bat, tmp_path, "-c", legend + "print('\\n'.join(help_page(BASE)))")
    assert re.search(r"B bat +40 HP +10 Atk +0 Def +hard to hit", page)
    floors = [
        run(with_a_bat, tmp_path, "-m", "cc3k", "--seed", str(seed), words="s") for seed in range(8)
    ]
    assert any("B" in re.sub(r"[A-Z]\w+", "", floor) for floor in floors)
