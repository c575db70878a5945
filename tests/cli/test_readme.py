"""What the README says is true: its picture, its options, and its enemy in one row."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cc3k.bots.match import new_game, play_to_end
from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.play.session import Session
from cc3k.storage.config import read_config
from cc3k.tty.keys import KeyDecoder
from cc3k.ui.keymap import KEYMAPS
from tests.support import processes
from tests.support.consoles import console_at_menu, lines, pressed
from tests.support.processes import ROOT
from tests.support.terminals import GAME, Terminal
from tests.support.wheels import copied

PATH = ROOT / "README.md"
README = PATH.read_text(encoding="utf-8")
PICTURE = ".github/picture.svg"
TEXT = re.compile(r"```text\n(.*?)```", re.DOTALL)

BAT_FLOOR = r"""
|------|
|@B....|
|.....\|
|------|
"""


def block(language: str, beginning: str = "") -> str:
    """Return the first block of the README in that language, and with that beginning."""
    found = re.search(rf"```{language}\n({re.escape(beginning)}.*?)```", README, re.DOTALL)
    assert found
    return found.group(1)


def quoted(section: str) -> list[str]:
    """Return what a section has between back quotes."""
    return re.findall(r"`([^`]+)`", README.split(f"## {section}\n")[1].split("\n## ")[0])


@pytest.mark.seeded
def test_the_picture_is_what_the_command_below_it_shows() -> None:
    """A picture that the game no longer makes would be a promise broken."""
    session = Session(BASE_RULES, 42)
    for word in ("s", "no", "ea"):
        session.handle_word(word)
    assert block("text") == session.page_text()


def test_the_game_can_be_played_by_a_program() -> None:
    """The example prints what stands in its last line."""
    example = block("python", "from cc3k.api")
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert example.endswith(f"# {done.stdout}")


def test_the_game_can_be_played_by_an_agent() -> None:
    """The example runs where Gymnasium is installed."""
    pytest.importorskip("gymnasium")
    example = f"import gymnasium\n{block('python', 'env = ')}\nprint(info['seed'])"
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == "42\n"


def test_the_bot_plays() -> None:
    """The example is a bot, and does nothing that cannot be done."""
    mybots = ModuleType("mybots")
    exec(block("python", "from cc3k.engine.actions"), mybots.__dict__)  # noqa: S102 - our own
    played = play_to_end(
        new_game(BASE_RULES, BASE_RULES.races[0], 42, 1), mybots.Hasty, 1, max_commands=100
    )
    assert played.turns > 10


def test_the_table_of_bots_is_by_these_rules() -> None:
    """It takes an hour to play anew, and has to be when the ruleset is another."""
    said = re.search(r"^`cc3k arena --bot .*`, by ruleset (\d+) ", README, re.MULTILINE)
    assert said
    assert int(said[1]) == RULESET


def test_every_option_is_documented() -> None:
    """The options of `--help` are those of the README."""
    command = [sys.executable, "-m", "cc3k", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    options = set(re.findall(r"--[a-z-]+", text))
    assert len(options) > 4
    assert options == set(re.findall(r"--[a-z-]+", " ".join(quoted("Options"))))


def test_the_configuration_is_one(tmp_path: Path) -> None:
    """The example sets what it says."""
    path = tmp_path / "config.toml"
    path.write_text(block("toml"), encoding="utf-8")
    assert read_config({"CC3K_CONFIG": str(path)}) == {
        "palette": "deuteran",
        "keys": "vi",
        "effects": False,
        "bind": {"x": "look", "T": "stairs"},
    }


def test_every_key_is_documented() -> None:
    """The keys of the usual keymap are those of the README; digits are the keypad's."""
    keys = {key for key in KEYMAPS["words"] if len(key) == 1 and key not in "123456789"}
    assert len(keys) > 10
    assert keys <= set(quoted("Keys"))


@pytest.mark.parametrize("name", ["vi", "laptop"])
def test_the_keys_of_other_keymaps_are_documented(name: str) -> None:
    """They move with the keys that the README says, and use a potion with another."""
    said = re.search(rf"`--keys {name}`[a-z ]* with `([^`]+)`", README)
    assert said
    moves = {key for key, act in KEYMAPS[name].items() if act.startswith("move ")}
    assert {key for key in moves if len(key) == 1} == set(said.group(1).split())
    assert KEYMAPS[name]["d"] == "use"


@pytest.mark.seeded
@pytest.mark.parametrize(
    ("number", "size", "keys"), [(1, (80, 24), "sl\t\t"), (2, (115, 30), "snoea")]
)
def test_the_screens_are_what_a_terminal_shows(
    number: int, size: tuple[int, int], keys: str, request: pytest.FixtureRequest
) -> None:
    """The program itself, on a terminal; `--update-golden` puts what it shows into the README."""
    model = console_at_menu(size)
    with Terminal(GAME, size) as terminal:
        terminal.wait_until(lambda: terminal.lines == lines(model))
        terminal.type(keys)
        pressed(model, KeyDecoder().feed(keys.encode()))
        terminal.wait_until(lambda: terminal.lines == lines(model))
        shown = f"{terminal.text}\n"
    if request.config.getoption("--update-golden"):
        text = PATH.read_text(encoding="utf-8")
        start, end = list(TEXT.finditer(text))[number].span(1)
        PATH.write_text(f"{text[:start]}{shown}{text[end:]}", encoding="utf-8")
    else:
        assert TEXT.findall(README)[number] == shown


@pytest.mark.seeded
def test_the_picture_in_colour_is_what_its_command_draws(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The command beside it gives the same bytes."""
    assert f"]({PICTURE})" in README
    assert "`cc3k --seed 42 --picture FILE.svg`" in README
    path = tmp_path / "picture.svg"
    assert processes.run("--seed", "42", "--picture", str(path)).code == 0
    if request.config.getoption("--update-golden"):
        shutil.copy(path, ROOT / PICTURE)
    assert path.read_bytes() == (ROOT / PICTURE).read_bytes()


@pytest.fixture
def with_a_bat(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the README's row has been put where it says."""
    copy = copied(tmp_path)
    roster = copy / "content" / "roster.py"
    before, after = roster.read_text(encoding="utf-8").split("ENEMIES = (\n")
    row = "" if '"bat"' in after else block("python", "EnemyKind")
    roster.write_text(f"{before}ENEMIES = (\n    {row}{after}", encoding="utf-8")
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
    legend = "from cc3k.play.help import help_page; from cc3k.content.roster import BASE; "
    page = run(with_a_bat, tmp_path, "-c", legend + "print('\\n'.join(help_page(BASE, ())))")
    assert re.search(r"B bat +40 HP +10 Atk +0 Def +hard to hit", page)
    floors = [
        run(with_a_bat, tmp_path, "-m", "cc3k", "--seed", str(seed), words="s") for seed in range(8)
    ]
    assert any("B" in re.sub(r"[A-Z]\w+", "", floor) for floor in floors)
