"""What the command line asks for, and the code that the program ends with (§6)."""

import re
from pathlib import Path
from shutil import copyfile, rmtree

import pytest

from cc3k import __version__
from cc3k.cli.main import main
from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.play.choices import MAX_SEED_DIGITS
from cc3k.play.messages import race_prompt
from tests.support import processes, tour
from tests.support.document import KNOWN_MARKS
from tests.support.fixtures import Patch
from tests.support.processes import Ended, refused, run, told
from tests.support.tables import for_each
from tests.support.wheels import copied

PROMPT = f"{race_prompt(BASE_RULES)}\n"
GREETING = re.compile(r"ChamberCrawler3000, seed (\d+)\.\n")


@for_each("typed", ["", "q", "s q", "s no", "s r q", "s r"])
def test_end_of_input_and_quitting_are_0(typed: str) -> None:
    """§4: `q` or the end of input ends the program, and that is no failure."""
    assert told(typed=typed)


@for_each(
    ("dragon", "7"),
    ("dragon", "--seed", "7"),
    ("--floor", "dragon", "--seed", "7"),
    ("--seed=7", "--floor=dragon"),
    ("dragon", "+7"),
    ("dragon", "0007"),
    ("--seed", "7", "--script", "dragon"),
    ("--floor", "dragon", "7"),
    ("7", "--floor", "dragon"),
    ("--floor=dragon", "+007"),
)
def test_layout_and_seed_are_given_in_place_or_by_name(arguments: tuple[str, ...]) -> None:
    """§6: one optional argument names the file, and a second one is the seed."""
    words = tour.script("dragon")
    expected = run("--floor", str(tour.FLOORS / "dragon.txt"), "--seed", "7", typed=words)
    assert expected.out.startswith("ChamberCrawler3000, seed 7.\n")
    assert run(*arguments, typed=words) == expected


@for_each("seed", ["0", "-5", "9" * MAX_SEED_DIGITS, f"-{'9' * MAX_SEED_DIGITS}"])
@for_each("given", [("--seed",), ("standard",)])
def test_seed_is_any_whole_number_that_can_be_typed(given: tuple[str, ...], seed: str) -> None:
    """R34: with `--seed N` the k-th game of a run is always the same game."""
    first = run(*given, seed, typed="s no so ea r d we")
    assert first.out.startswith(f"ChamberCrawler3000, seed {seed}.\n{PROMPT}|---")
    assert run(*given, seed, typed="s no so ea r d we") == first


def test_without_a_seed_one_is_drawn_and_shown() -> None:
    """R34: without it the seed is drawn from the system, so that any game can be had again."""
    first, second = run(typed="s no"), run(typed="s no")
    greetings = [GREETING.match(ended.out) for ended in (first, second)]
    seeds = [greeting[1] for greeting in greetings if greeting]
    assert len(set(seeds)) == 2
    assert run("--seed", seeds[0], typed="s no") == first


@for_each("", "x", "1.5", "1e3", " 7", "7 ", "--7", "0x7", "\u0663", "9" * (MAX_SEED_DIGITS + 1))
def test_seed_that_is_no_number_is_refused(seed: str) -> None:
    """§6, R34: whatever else is typed for a seed is an error, in place or by name."""
    said = f"{seed!a}: expected a whole number of at most {MAX_SEED_DIGITS} digits\n"
    assert refused(f"--seed={seed}").endswith(f"argument --seed: {said}")
    assert refused("--", "dragon", seed).endswith(f"argument SEED: {said}")


@for_each("name, key", [(race.name, race.key) for race in BASE_RULES.races])
def test_race_can_be_chosen_beforehand(name: str, key: str) -> None:
    """§4: the game begins at once, as it would after the prompt."""
    asked = run("--seed", "7", typed=f"{key} no so q").out
    for spelled in (name, name.upper(), key, key.upper()):
        ended = run("--seed", "7", "--race", spelled, typed="no so q")
        assert ended == Ended(0, asked.replace(PROMPT, ""), "")


@for_each(
    (("--race", "elf"), "argument --race: 'elf': expected one of shade, drow, vampire, "),
    (("--race", "\x1b"), r"argument --race: '\x1b': expected one of shade, "),
    (("--race", ""), "argument --race: '': expected one of shade, "),
    (("--floor", "a", "b"), "two layouts, 'a' and 'b': expected one"),
    (("--floor", "a", "1", "--seed", "2"), "two seeds, 2 and 1: expected one"),
    (("tiny", "--floor", ""), "two layouts, '' and 'tiny': expected one"),
    (("tiny", "0", "--seed", "0"), "two seeds, 0 and 0: expected one"),
    (("tiny", "1", "2"), "unrecognized arguments: 2"),
    (("--plain", "--script"), "argument --script: not allowed with argument --plain"),
    (("--cheat",), "unrecognized arguments: --cheat"),
    (("--floor",), "argument --floor/--layout: expected one argument"),
    (("--script=1",), "argument --script: ignored explicit argument '1'"),
)
def test_bad_options_are_told_apart(arguments: tuple[str, ...], said: str) -> None:
    """§6: a wrong command line says what is wrong and how it is used, and its code is 2."""
    usage, _, error = refused(*arguments).partition("\ncc3k: error: ")
    assert usage.startswith("usage: cc3k ")
    assert error.startswith(said)


@for_each("arguments", [("",), ("--floor", ""), ("--floor=",)])
def test_empty_name_of_a_layout_is_no_layout(arguments: tuple[str, ...]) -> None:
    """R32: a game on other floors than those asked for would be worse than none."""
    assert refused(*arguments).startswith("cc3k: '': no such file; ")


def test_error_in_a_layout_is_one_line(tmp_path: Path) -> None:
    """R32: errors name file, line and column."""
    path = tmp_path / "demo.txt"
    path.write_text("|---|\n|@^\\|\n|---|\n")
    assert refused(str(path)) == (
        f"cc3k: {path}:2:3: found unknown mark '^'; expected {KNOWN_MARKS}\n"
    )


def test_warnings_are_one_line_each_and_the_game_begins(tmp_path: Path) -> None:
    """R29: warnings go to stderr before the game."""
    path = tmp_path / "demo.txt"
    path.write_text("a copy:\n|---|\n|@G\\|\n|---|\n")
    ended = run(str(path), "7", typed="s q")
    assert ended.code == 0
    assert ended.err == (
        f"cc3k: warning: {path}:1: left out what stands outside any floor, from 'a copy:'\n"
        f"cc3k: warning: {path}:3: P is read as a potion of any kind and G as a normal pile\n"
    )
    assert ended.out.startswith(f"ChamberCrawler3000, seed 7.\n{PROMPT}|---|\n|@G\\|\n|---|\nRace:")


def test_version_names_the_program_and_its_ruleset() -> None:
    """R34: a seed plays alike as long as the ruleset is the same, so it is told."""
    assert run("--version") == Ended(0, f"cc3k {__version__} (ruleset {RULESET})\n", "")


@for_each("option", ["--help", "-h"])
def test_help_names_every_option_race_and_layout(option: str) -> None:
    """§6: what can be asked for can be found out."""
    page = told(option, "--floor", "missing")
    options = ("FLOORS", "SEED", "--floor", "--seed", "--race", "--script", "--version", "--help")
    for word in (*options, *tour.NAMES, *[race.name.lower() for race in BASE_RULES.races]):
        assert word in page
    assert max(map(len, page.splitlines())) <= 80


def test_arguments_are_by_default_those_of_the_program(monkeypatch: Patch) -> None:
    """§6: `main` without arguments is the program itself."""
    monkeypatch.setattr("sys.argv", ["cc3k", "--version"])
    assert main() == run("--version").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("place", ["cc3k/floors", "floors"])
def test_layouts_are_found_in_an_installed_package_and_in_a_checkout(
    tmp_path: Path, place: str
) -> None:
    """§6: they ship in the wheel and are found by bare name."""
    rmtree(copied(tmp_path) / "floors")
    (tmp_path / place).mkdir()
    copyfile(tour.FLOORS / "dragon.txt", tmp_path / place / "here.txt")
    ended = processes.start_and_wait("here", typed="s q", packages=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "here" in processes.start_and_wait("missing", packages=tmp_path).err


@pytest.mark.slow
def test_game_can_be_played_without_any_layouts(tmp_path: Path) -> None:
    """§2.4: the standard plan is part of the program."""
    rmtree(copied(tmp_path) / "floors")
    (tmp_path / "mine.txt").touch()
    ended = processes.start_and_wait("--seed", "7", typed="s q", packages=tmp_path)
    assert ended == run("--seed", "7", typed="s q")
    refused = processes.start_and_wait("mine", packages=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("cc3k: found 'mine'; expected a command (")
