"""`cc3k arena --results`: a line a game, gone on with where it stopped, whoever plays and dies."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from cc3k.bots import results_file
from cc3k.bots.arena import GameSpec, play_chunk
from cc3k.bots.results_file import ResultsFile, run_settings
from cc3k.cli.arena import ArenaRun, run
from cc3k.content.roster import BASE_RULES
from cc3k.saves.disk import Disk, write_all
from tests.bots.test_arena import plug_in, started
from tests.support.fixtures import Patch, Said
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.slow

COUNT = 40
"""Games of an arena that is killed."""

SPECS = [GameSpec("random", "Troll", 3, number) for number in range(1, COUNT + 1)]
SETTINGS = run_settings(SPECS[0], BASE_RULES.ruleset)


def arena(path: Path, *more: str, games: int = 6) -> list[str]:
    games_of = ["--bot", "random", "--race", "troll", "--seed", "3", "--games", str(games)]
    return [*games_of, "--workers", "2", "--results", str(path), *more]


def lines(path: Path) -> list[dict[str, object]]:
    text = path.read_text("ascii")
    assert text.endswith("\n") or not text
    return [json.loads(line) for line in text.splitlines()]


def numbers(path: Path) -> list[int]:
    return [int(str(line["game"])) for line in lines(path)]


def test_each_game_is_a_line(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "games.jsonl"
    assert run([*arena(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] == 6
    expected = {result.game_number: result for result in play_chunk(SPECS[:6])[0]}
    found = lines(path)
    assert len(found) == 6
    for line in found:
        of = expected.pop(int(str(line["game"])))
        assert line == {
            "bot": "random", "seed": 3, "ruleset": BASE_RULES.ruleset, "expansions": [],
            "layout": None, "most": 20_000, "race": "Troll", "game": of.game_number,
            "cause": of.cause_of_death, "score": of.score, "gold": of.gold, "floors": of.floors,
            "turns": of.turns,
        }  # fmt: skip
    assert oct(path.stat().st_mode & 0o111) == "0o0"


def begun(path: Path, count: int = 1) -> str:
    file, _ = ResultsFile.open(str(path), SETTINGS)
    for result in play_chunk(SPECS[:count])[0]:
        file.append(result)
    file.close()
    return path.read_text("ascii")


@pytest.fixture
def dealt(monkeypatch: Patch) -> list[int]:
    dealt, remaining = list[int](), ArenaRun.remaining

    def noted(self: ArenaRun, *, compiled: bool) -> Iterator[tuple[int, GameSpec]]:
        for place, spec in remaining(self, compiled=compiled):
            dealt.append(spec.game_number)
            yield place, spec

    monkeypatch.setattr(ArenaRun, "remaining", noted)
    return dealt


def test_a_later_start_goes_on(tmp_path: Path, dealt: list[int], capsys: Said) -> None:
    path = tmp_path / "games.jsonl"
    assert run(arena(path)) == 0
    at_once = capsys.readouterr().out
    kept = path.read_text("ascii").splitlines(keepends=True)
    path.write_text("".join([kept[0], kept[3]]), "ascii")
    dealt.clear()
    assert run(arena(path)) == 0
    told = f"cc3k: {path}: 2 of 6 games are there already\n"
    assert capsys.readouterr() == (at_once, told)
    assert len(dealt) == 4
    assert sorted(numbers(path)) == [*range(1, 7)]
    dealt.clear()
    assert run(arena(path)) == 0  # nothing is left: the results are told again
    assert (capsys.readouterr().out, dealt) == (at_once, [])


def test_more_games_and_races_of_the_same_settings_go_on(
    tmp_path: Path, dealt: list[int], capsys: Said
) -> None:
    path = tmp_path / "games.jsonl"
    assert run(arena(path, games=2)) == 0
    assert run(arena(path, games=4)) == 0
    assert dealt == [1, 2, 3, 4]
    assert run([*arena(path, games=1), "--race", "all", "--json"]) == 0
    assert dealt[4:] == [1] * (len(BASE_RULES.races) - 1)
    document = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert document["finished"] == document["asked"] == len(BASE_RULES.races)
    assert len(lines(path)) == 4 + len(BASE_RULES.races) - 1


CUT = '{"bot": "random", "se'
NONE = "found what is no result of a game; expected a file of --results"
OTHER = "found a last line that is cut off, and of other games; expected another file"
RULESET = f'"ruleset": {BASE_RULES.ruleset}'
REFUSED: list[tuple[str, list[str], str]] = [
    ("LINE", ["--seed", "4"], "1: found results with seed 3; expected seed 4, or another file"),
    (f"LINE{CUT}", ["--seed", "4"], "1: found results with seed 3; expected seed 4, or another"),
    ("LINE", ["--bot", "greedy"], '1: found results with bot "random"; expected bot "greedy", or'),
    ("LINE", ["--dlc", "fog"], '1: found results with expansions []; expected expansions ["fog'),
    ("LINE", ["--floor", "tiny"], "1: found results with layout null; expected layout "),
    ("OLD", [], f"1: found results with ruleset 1; expected ruleset {BASE_RULES.ruleset}, or"),
    ("# Notes\n", [], f"1: {NONE}"),
    ("Notes", [], f"1: {OTHER}"),
    ("[]\n", [], f"1: {NONE}"),
    ("\n", [], f"1: {NONE}"),
    ("LINE{}\n", [], f"2: {NONE}"),
    ("\x00\x01\n", [], f"1: {NONE}"),
    *[
        (f"LINE without {field}", [], f"1: found the {field} None; expected that of a result")
        for field in ("race", "game", "score", "turns")
    ],
]
"""What is in a file, with what it is gone on with, and why it is refused."""


@pytest.mark.parametrize(("text", "more", "said"), REFUSED)
def test_a_file_of_anything_else_is_refused(
    text: str, more: list[str], said: str, tmp_path: Path, capsys: Said
) -> None:
    path = tmp_path / "games.jsonl"
    line = begun(path)
    text = text.replace("OLD", line.replace(RULESET, '"ruleset": 1'))
    kept, _, field = text.partition(" without ")
    line = json.dumps({**json.loads(line), field: None}) + "\n" if field else line
    path.write_text(kept.replace("LINE", line), "ascii")
    before = path.read_bytes()
    assert run([*arena(path), *more]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert captured.err.startswith(f"cc3k: {path}:{said}")
    assert path.read_bytes() == before


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = begun(path, 6).encode().splitlines(keepends=True)
    for cut, filling in ((1, b""), (2, b"\0" * 300), (40, b""), (-5, b"\0"), (-1, b"")):
        path.write_bytes(b"".join(whole[:4]) + whole[4][:cut] + filling)
        assert run(arena(path, "--workers", "1")) == 0, cut
        again = path.read_bytes().splitlines(keepends=True)
        assert again[:4] == whole[:4], cut
        assert sorted(again) == sorted(whole), cut


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "is a directory"),
        ("none/games.jsonl", "no such file or directory"),
        ("x" * 300, "file name too long"),
        ("\0", "no such file name"),
        ("pipe", "found no regular file; expected one"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_the_first_game(
    name: str, said: str, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("cc3k.bots.arena.LocalWorkers", pytest.fail)
    assert run(["--results", f"{tmp_path}/{name}"]) == 2
    assert capsys.readouterr().err.endswith(f": {said}\n")


def test_one_arena_at_a_time_writes_a_file(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "games.jsonl"
    file, found = ResultsFile.open(str(path), SETTINGS)
    assert (found, run(arena(path))) == ([], 2)
    assert capsys.readouterr().err == f"cc3k: {path}: another arena writes its results there\n"
    file.close()
    file.close()  # as often as one likes
    assert run(arena(path)) == 0


def test_a_full_disk_ends_the_games(tmp_path: Path, monkeypatch: Patch, capsys: Said) -> None:
    path, written = tmp_path / "games.jsonl", list[bytes]()
    write = write_all

    def write_three(disk: Disk, descriptor: int, data: bytes) -> None:
        if len(written) == 3:
            write(disk, descriptor, data[:50])
            raise OSError(28, "No space left on device")
        written.append(data)
        write(disk, descriptor, data)

    monkeypatch.setattr(results_file, "write_all", write_three)
    assert run(arena(path)) == 1
    assert capsys.readouterr().err == f"cc3k: {path}: no space left on device\n"
    assert path.read_bytes().startswith(b"".join(written))
    monkeypatch.setattr(results_file, "write_all", write)
    assert run(arena(path)) == 0
    assert sorted(numbers(path)) == [*range(1, 7)]


SLOW = """
import os, time
from cc3k.bots.plugins import BOTS

class Slow:
    def __init__(self, dice):
        self.bot, self.path = BOTS["random"](dice), dice.path
        with open({log!r}, "a") as log:
            log.write(f"{{os.getpid()}} {{self.path}}\\n")
        time.sleep(0.05)

    def choose(self, game):
        return self.bot.choose(game)
"""
"""A bot that takes its time, and keeps a list of the games that it begins, and in which process."""

KILLED = ("--bot", "slow", "--games", str(COUNT), "--race", "troll", "--seed", "3")


def slow_arena(folder: Path, monkeypatch: Patch) -> subprocess.Popen[str]:
    if not (folder / "otherbots.py").exists():
        source = SLOW.format(log=str(folder / "begun.txt"))
        plug_in(folder, monkeypatch, source, slow="otherbots:Slow")
    return started(folder, *KILLED, "--workers", "2", "--results", str(folder / "games.jsonl"))


def kill_a_worker(
    process: subprocess.Popen[str], path: Path, log: Path, killed: set[int], count: int
) -> None:
    """Kill a process that plays, once so many games are in the file; none if all are played.

    On a busy machine an arena may have played on for long before this one looks at it.
    """
    latest = monotonic() + PATIENCE
    while process.poll() is None:
        assert monotonic() < latest, f"no worker has begun a game after {count}"
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            begun = [int(line.split()[0]) for line in log.read_text().splitlines()]
            if worker := next((each for each in reversed(begun) if each not in killed), 0):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
                    killed.add(worker)
                return
        sleep(0.02)


def said(err: str) -> str:
    """Return what was said on standard error, but for the progress that a slow machine tells."""
    return "".join(line for line in err.splitlines(keepends=True) if " games (" not in line)


def wait_for_lines(process: subprocess.Popen[str], path: Path, count: int) -> None:
    latest = monotonic() + PATIENCE
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert monotonic() < latest
        assert process.poll() is None
        sleep(0.02)


def check_killed_run(folder: Path) -> None:
    expected = {of.game_number: (of.cause_of_death, of.turns) for of in play_chunk(SPECS)[0]}
    found = lines(folder / "games.jsonl")
    assert len(found) == COUNT
    assert {line["game"]: (line["cause"], line["turns"]) for line in found} == expected


def test_killed_workers_lose_no_game_and_play_none_twice(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """SIGKILL to worker after worker: what each was amid is begun again, and nothing else."""
    path, log, killed = tmp_path / "games.jsonl", tmp_path / "begun.txt", set[int]()
    with slow_arena(tmp_path, monkeypatch) as process:
        for count in (4, 12, 20, 28):
            kill_a_worker(process, path, log, killed, count)
        out, err = process.communicate(timeout=PATIENCE)
    assert killed
    assert (process.returncode, said(err)) == (0, "")
    assert f"Troll         {COUNT}" in out
    check_killed_run(tmp_path)
    begun = [line.partition(" ")[2] for line in log.read_text().splitlines()]
    assert len(set(begun)) == COUNT
    assert len(begun) <= COUNT + len(killed)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_arena_goes_on_where_it_stopped(
    number: signal.Signals, tmp_path: Path, monkeypatch: Patch
) -> None:
    path = tmp_path / "games.jsonl"
    with slow_arena(tmp_path, monkeypatch) as process:
        wait_for_lines(process, path, 8)
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == (128 + number if number is not signal.SIGKILL else -number)
    kept = {line["game"] for line in lines(path)}
    assert 8 <= len(kept) < COUNT
    (tmp_path / "begun.txt").unlink()
    with slow_arena(tmp_path, monkeypatch) as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert said(err) == f"cc3k: {path}: {len(kept)} of {COUNT} games are there already\n"
    check_killed_run(tmp_path)
    assert len((tmp_path / "begun.txt").read_text().splitlines()) == COUNT - len(kept)
