"""`cc3k replay`: told again, checked, filmed; what cannot be is said (§4)."""

import json
import os
import signal
import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.play.frame import frame_text
from cc3k.saves.journal_format import MAX_LINE_BYTES, add_checksums, journal_lines, read_journal
from cc3k.saves.record import Record
from cc3k.saves.replay import resume_session
from tests.cli.test_animation import rows
from tests.support import tour
from tests.support.processes import Ended, refused, run, start_and_wait
from tests.support.records import header, journal_of, recorded
from tests.support.scenarios import race_named
from tests.support.tables import for_each

pytestmark = pytest.mark.slow

WALK = ("no", "ea", "a no", "f", "u se", "so", "so")
GAME = recorded(header(race="Troll"), *WALK)
SVG = "{http://www.w3.org/2000/svg}"


def kept(folder: Path, record: Record = GAME, name: str = "game.cc3k") -> str:
    path = folder / name
    path.write_bytes(journal_of(record))
    return str(path)


def replay(*arguments: str, typed: str = "") -> Ended:
    return run("replay", *arguments, typed=typed)


@pytest.mark.parametrize("name", tour.NAMES)
def test_pages_are_those_of_the_script_byte_for_byte(name: str, tmp_path: Path) -> None:
    """§4: also for what was refused. What is no command is no part of a game."""
    path = tmp_path / "game.cc3k"
    arguments = ("--script", "--floor", name, "--seed", "42", "--journal", str(path))
    assert run(*arguments, typed=tour.script(name)).code == 0
    record = read_journal(BytesIO(path.read_bytes()), name).record
    race = race_named(record.header.race).key
    words = " ".join([race, *[step.command for step in record.steps]])
    played = run("--floor", name, "--seed", "42", typed=words)
    assert replay(str(path)) == replay("--script", str(path)) == played
    assert replay("--verify", str(path)).code == 0


def test_journal_comes_through_a_pipe_as_well(tmp_path: Path) -> None:
    from_file = replay(kept(tmp_path))
    assert replay("-", typed=journal_of(GAME).decode()) == from_file
    assert from_file.out.count("Action: ") == len(GAME.steps) + 1


def test_later_game_of_a_seed_is_that_game(tmp_path: Path) -> None:
    """R34: the k-th game of a run is always the same one."""
    record = recorded(header(race="Drow", game=3), *WALK)
    told_again = replay(kept(tmp_path, record))
    played = run("--seed", "42", typed=f"s r s r d {' '.join(WALK)}")
    assert played.out.endswith(told_again.out.partition("quit (q).\n")[2])


def test_game_that_goes_another_way_is_3(tmp_path: Path) -> None:
    wrong = evolve(GAME.steps[5], state=evolve(GAME.steps[5].state, gold=77))
    record = evolve(GAME, steps=(*GAME.steps[:5], wrong, *GAME.steps[6:]))
    path = kept(tmp_path, record)
    complaint = f"cc3k: {path}: turn 3: gold is 0; the record has 77\n"
    shown = replay(path)
    assert (shown.code, shown.err) == (3, complaint)
    assert replay(kept(tmp_path, name="right.cc3k")).out.startswith(shown.out)
    assert shown.out.count("Action: ") == 6
    film = tmp_path / "film.cast"
    ended = replay("--cast", str(film), path)
    assert (ended.code, ended.err) == (3, complaint)
    assert film.exists()


@pytest.mark.parametrize("mode", ["--verify", "--script"])
def test_game_of_another_ruleset_is_4(mode: str, tmp_path: Path) -> None:
    path = kept(tmp_path, Record(evolve(GAME.header, expansions=("bats-1",)), GAME.start_state))
    ended = replay(mode, path)
    reason = "a game with the expansion bats 1, which is not installed"
    assert (ended.code, ended.err) == (4, f"cc3k: {path}: found {reason}\n")
    assert "Action" not in ended.out


def test_damaged_journal_is_5_and_shown_up_to_there(tmp_path: Path) -> None:
    lines = journal_of(GAME).decode().splitlines(keepends=True)
    at = len(lines) - 3
    path = tmp_path / "damaged.cc3k"
    path.write_text("".join([*lines[:at], lines[at].replace(" ", "  ", 1), *lines[at + 1 :]]))
    byte = len("".join(lines[:at])) + 1
    verified, shown = replay("--verify", str(path)), replay(str(path))
    assert (verified.code, shown.code) == (5, 5)
    assert verified.out == ""
    assert verified.err.startswith(f"cc3k: {path}:{at + 1}:{byte}: found ")
    assert verified.err.count("\n") == 1
    assert shown.err == f"{verified.err}cc3k: {path}: 4 commands before that are whole\n"
    assert replay(kept(tmp_path)).out.startswith(shown.out)
    assert shown.out.count("Action: ") == 5


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 9000, b"hello\n", b"\xff" * (MAX_LINE_BYTES + 9), b"20ecbdb0 cc3k-journal 1\n"],
)
@pytest.mark.parametrize("mode", ["--verify", "--script", "--plain"])
def test_what_is_no_journal_is_5(data: bytes, mode: str, tmp_path: Path) -> None:
    path = tmp_path / "none"
    path.write_bytes(data)
    ended = replay(mode, str(path))
    assert (ended.code, ended.out) == (5, "")
    assert ended.err.startswith(f"cc3k: {path}:")
    assert ended.err.count("\n") == 1
    assert ended.err.rstrip("\n").isprintable()


def test_last_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "torn.cc3k"
    path.write_bytes(journal_of(GAME)[:-3])
    notice = f"cc3k: {path}: the last line was cut off and is left out\n"
    ended = replay("--verify", str(path))
    assert ended == Ended(0, f"{path}: the same in all of 6 commands\n", notice)
    assert replay(str(path)).err == notice


@for_each("name", ["missing", "", ".", "/dev/null", "a\nb", "x" * 300])
def test_what_cannot_be_read_is_2(name: str) -> None:
    """§4: what, why, and what was expected."""
    told = refused("replay", name)
    shown = name if name and name.isprintable() else ascii(name)
    assert told.startswith(f"cc3k: {shown}: found ")
    assert told.endswith(
        "; expected the journal of a game, the name of one that is kept, 'last' or '-'\n"
    )


@pytest.mark.parametrize("through", ["a file", "standard input"])
def test_journal_of_any_size_is_verified(tmp_path: Path, through: str) -> None:
    path = tmp_path / "long.cc3k"
    held = [f"opened {'x' * (MAX_LINE_BYTES - 20)}"] * 31_000
    path.write_text(add_checksums([*journal_lines(GAME), *held])[0], "ascii")
    assert path.stat().st_size > 1 << 24
    typed = path.read_text("ascii") if through == "standard input" else ""
    name = "-" if typed else str(path)
    ended = run("replay", "--verify", name, typed=typed)
    assert ended == Ended(0, f"{name}: the same in all of 7 commands\n", "")


@for_each(
    [],
    ["x", "--verify", "--script"],
    ["x", "--cast", "a", "--svg", "b"],
    ["x", "--turn", "3"],
    ["x", "--svg", "y", "--turn", "-1"],
    ["x", "--svg", "y", "--turn", "1234567890"],
    ["x", "--svg", "y", "--turn", "٣"],
    ["x", "--veri"],
)
def test_arguments_that_make_no_sense_are_2(arguments: list[str]) -> None:
    """§4: a clear error, and nothing done."""
    refused("replay", *arguments)


def test_film_is_written(tmp_path: Path) -> None:
    film, path = tmp_path / "film.cast", kept(tmp_path)
    assert replay("--cast", str(film), path) == Ended(0, "", "")
    head, *events = [json.loads(line) for line in film.read_text().splitlines()]
    assert head["version"] == 2
    assert [event[0] for event in events] == [number / 4 for number in range(len(WALK) + 2)]
    assert sorted(os.listdir(tmp_path)) == ["film.cast", "game.cc3k"]


def test_moving_picture_is_written(tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    assert replay("--svg", str(picture), kept(tmp_path)) == Ended(0, "", "")
    root = ET.parse(picture).getroot()  # noqa: S314 - our own
    assert root.find(f".//{SVG}animateTransform") is not None


@pytest.mark.parametrize(("turn", "done"), [("0", 0), ("2", 2), ("3", 6), ("last", 7)])
def test_picture_of_a_turn_is_its_frame(turn: str, done: int, tmp_path: Path) -> None:
    """§3: as it was when that turn had just been taken."""
    picture = tmp_path / "turn.svg"
    assert replay("--svg", str(picture), "--turn", turn, kept(tmp_path)) == Ended(0, "", "")
    session = resume_session(evolve(GAME, steps=GAME.steps[:done]), BASE_RULES)
    assert session.game is not None
    expected = frame_text(session.game, session.action_text).splitlines()
    root = ET.parse(picture).getroot()  # noqa: S314 - our own
    assert rows(root) == [row.rstrip() for row in expected]


def test_picture_of_a_turn_that_was_not_taken_is_2(tmp_path: Path) -> None:
    picture, path = tmp_path / "turn.svg", kept(tmp_path)
    told = f"cc3k: {path}: found no turn 9; expected 0 to 4, or 'last'\n"
    assert replay("--svg", str(picture), "--turn", "9", path) == Ended(2, "", told)
    assert not picture.exists()


@pytest.mark.slow
def test_game_that_is_too_long_for_a_picture_is_2(tmp_path: Path) -> None:
    picture = tmp_path / "long.svg"
    path = kept(tmp_path, recorded(header(), *["f"] * 4_001))
    assert refused("replay", "--svg", str(picture), path) == (
        f"cc3k: {path}: found more than 4000 pictures; expected fewer, "
        "or --turn N for one of them\n"
    )
    assert not picture.exists()
    assert replay("--svg", str(picture), "--turn", "last", path).code == 0


KILLED_AMID_A_FILM = """
import os, sys
from cc3k.export import films
from cc3k.cli.main import main

lines = films.asciicast_lines

def half(*arguments):
    for number, line in enumerate(lines(*arguments)):
        if number == 3:
            assert os.listdir(os.path.dirname(sys.argv[3]))
            os.kill(os.getpid(), int(sys.argv[-1]))
        yield line

films.asciicast_lines = half
sys.exit(main(sys.argv[1:-1]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_film_that_is_ended_by_a_signal_leaves_nothing(
    tmp_path: Path, number: signal.Signals
) -> None:
    film = tmp_path / "films" / "film"
    film.parent.mkdir()
    command = (sys.executable, "-c", KILLED_AMID_A_FILM)
    ended = start_and_wait(
        "replay", "--cast", str(film), kept(tmp_path), str(int(number)), command=command
    )
    assert ended == Ended(128 + number, "", "")
    assert os.listdir(film.parent) == []
