"""The file of scores: a line of JSON a game, appended by any number of processes at once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import asdict, evolve, fields_dict
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.saves.disk import Disk
from cc3k.saves.record import DAILY
from cc3k.saves.score import Score
from cc3k.saves.scores import score_from_summary
from cc3k.saves.scores_file import (
    MAX_LINE_BYTES,
    StoredScores,
    append_score,
    parse_printable_text,
    read_scores,
)
from cc3k.saves.summary import summarize_record
from tests.support.disks import FaultyDisk
from tests.support.processes import PATIENCE, environment
from tests.support.records import A_SCORE, WAYS_OUT, header, recorded

FULL = evolve(
    A_SCORE,
    seed=-(10**31),
    game=2,
    layout="0123abcd",
    called="drawn",
    expansions=("one", "two"),
    kind=DAILY,
)

APPENDING = """
import sys
from tests.support.records import A_SCORE
from attrs import evolve
from cc3k.saves.disk import Disk
from cc3k.saves.scores_file import append_score
sys.stdin.read()
for number in range(100):
    append_score(sys.argv[1], Disk(), evolve(A_SCORE, seed=int(sys.argv[2]), turns=number))
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Return the path of a file of scores that is not there yet, nor is its folder."""
    return str(tmp_path / "home" / "scores.jsonl")


def lines_of(path: str, *lines: bytes) -> StoredScores:
    """Write those lines, and return what they are read as."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_bytes(b"".join(lines))
    return read_scores(path)


def line(**changes: object) -> bytes:
    """Return the line of a score with some of its facts changed."""
    return json.dumps({**asdict(FULL), **changes}).encode("ascii") + b"\n"


def test_score_is_that_of_its_tale() -> None:
    """§5, R15, R34: what it was won with, and how to have the game again."""
    game = header(WAYS_OUT * 5, game=3)
    tale = summarize_record(recorded(game, *["ea"] * 10), BASE_RULES)
    score = score_from_summary(tale, "a journal", "a date")
    assert (score.score, score.gold, score.turns, score.floors) == (7, 5, 10, 5)
    assert (score.won, score.cause) == (True, "")
    assert (score.seed, score.game, score.race, score.kind) == (42, 3, "Shade", "ordinary")
    assert (score.layout, score.called) == (tale.layout_digest, "drawn")
    assert (score.ruleset, score.expansions) == (BASE_RULES.ruleset, ())
    assert (score.journal, score.date) == ("a journal", "a date")
    assert not evolve(score, cause="orc").won


def test_scores_are_read_as_they_were_written(path: str) -> None:
    """In their order; no file is no score."""
    assert read_scores(path) == StoredScores()
    scores = (FULL, evolve(FULL, cause="orc", score=0), evolve(FULL, expansions=()))
    for score in scores:
        append_score(path, Disk(), score)
    assert read_scores(path) == StoredScores(scores)
    assert Path(path).read_bytes().count(b"\n") == 3


@pytest.mark.slow
def test_processes_that_write_at_once_lose_no_line(path: str) -> None:
    """Eight of them, a hundred games each: eight hundred lines, and none of them damaged."""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", APPENDING, path, str(seed)],
            stdin=subprocess.PIPE,
            env=environment(),
        )
        for seed in range(8)
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()
    assert [writer.wait(PATIENCE) for writer in writers] == [0] * 8
    found = read_scores(path)
    assert found.damaged_lines == 0
    assert sorted((score.seed, score.turns) for score in found.scores) == [
        (seed, number) for seed in range(8) for number in range(100)
    ]


@pytest.mark.parametrize("torn", [1, 20, -2])
def test_line_torn_by_a_crash_does_not_swallow_the_next(path: str, torn: int) -> None:
    """It is ended first; only the torn one is lost."""
    assert lines_of(path, line(), line()[:torn]) == StoredScores((FULL,), 1)
    append_score(path, Disk(), FULL)
    append_score(path, Disk(), FULL)
    assert read_scores(path) == StoredScores((FULL,) * 3, 1)


def test_line_without_an_end_counts_if_it_is_whole(path: str) -> None:
    """Only its line end was lost."""
    lines_of(path, line()[:-1])
    append_score(path, Disk(), FULL)
    assert read_scores(path) == StoredScores((FULL,) * 2)


def test_score_that_is_not_written_whole_is_an_error(path: str) -> None:
    """It is said, and the next one is kept."""
    with pytest.raises(OSError, match="No space left"):
        append_score(path, FaultyDisk(bite=100), FULL)
    append_score(path, Disk(), FULL)
    assert read_scores(path) == StoredScores((FULL,))


@pytest.mark.parametrize(
    "damaged",
    [
        b"\x00" * 40 + b"\n",
        b"[]\n",
        b"{}\n",
        b"null\n",
        b"[" * 8_000 + b"\n",
        b'{"score": ' + b"9" * 6_000 + b"}\n",
        b"\xff\xfe\n",
        line(score="7"),
        line(score=True),
        line(score=-1),
        line(score=10**10),
        line(turns=1.5),
        line(seed=10**32),
        line(race=None),
        line(race="x" * 601),
        line(kind="practice"),
        line(kind=["daily"]),
        line(expansions="one"),
        line(expansions=[1]),
    ],
)
def test_damaged_lines_are_skipped_and_counted(path: str, damaged: bytes) -> None:
    """Whatever stands in one, the others are read."""
    assert lines_of(path, line(), damaged, b"\n", line()) == StoredScores((FULL,) * 2, 1)


def test_line_of_any_length_is_one_damaged_line(path: str) -> None:
    """No more of it than its beginning is ever held."""
    for length in (MAX_LINE_BYTES, MAX_LINE_BYTES + 1, 3 * MAX_LINE_BYTES + 7):
        padded = line()[:-1].ljust(length) + b"\n"
        assert lines_of(path, padded, line()) == StoredScores((FULL,), 1)
    for length in (
        MAX_LINE_BYTES + 1,
        2 * MAX_LINE_BYTES + 1,
    ):  # what follows looks like a whole one
        assert lines_of(path, b"x" * length + line(), line()) == StoredScores((FULL,), 1)
    padded = line()[:-1].ljust(MAX_LINE_BYTES - 1) + b"\n"
    assert lines_of(path, padded, line()) == StoredScores((FULL,) * 2)


OPTIONAL = ("digest", "frozen_turns")
"""What the lines of older releases lack."""


@pytest.mark.parametrize("name", OPTIONAL)
def test_line_of_an_older_release_is_read(path: str, name: str) -> None:
    """§5: formats grow, and a score is kept for good."""
    facts = {other: fact for other, fact in asdict(FULL).items() if other != name}
    (score,) = lines_of(path, json.dumps(facts).encode("ascii")).scores
    assert asdict(score) == {**asdict(FULL), name: fields_dict(Score)[name].default}


def test_frozen_turns_are_a_count(path: str) -> None:
    """R5: anything else in their place is a damaged line."""
    assert lines_of(path, line(frozen_turns=7)).scores[0].frozen_turns == 7
    assert lines_of(path, line(frozen_turns=-1), line(frozen_turns="7")) == StoredScores((), 2)


@pytest.mark.parametrize("name", [name for name in asdict(FULL) if name not in OPTIONAL])
def test_line_without_a_fact_is_damaged(path: str, name: str) -> None:
    """All of them are needed; those of a later version are no matter."""
    facts = {other: fact for other, fact in asdict(FULL).items() if other != name}
    assert lines_of(path, json.dumps(facts).encode("ascii")) == StoredScores((), 1)
    assert lines_of(path, line(colour={"of": ["magic"]})) == StoredScores((FULL,))


def test_letters_that_no_terminal_shows_are_escaped(path: str) -> None:
    """Text of a file must not move the cursor, nor break a line."""
    score = lines_of(path, line(race="\x1b[2J\n\u202e\ud800\u0041")).scores[0]
    assert score.race == r"\x1b[2J\n\u202e\ud800A"


@given(st.text())
def test_every_text_becomes_readable(text: str) -> None:
    """In the letters that a keyboard has."""
    shown = parse_printable_text(text)
    assert shown is not None
    assert shown.isascii()
    assert not shown or shown.isprintable()
    assert parse_printable_text(shown) == shown


@given(st.lists(st.binary(max_size=200)))
def test_no_bytes_are_too_odd_to_be_read(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]
) -> None:
    """What is no score is a damaged line or an empty one."""
    path = tmp_path_factory.mktemp("scores") / "scores.jsonl"
    path.write_bytes(b"\n".join([*lines, line()]))
    found = read_scores(str(path))
    assert found.scores == (FULL,)
    assert found.damaged_lines <= sum(text.count(b"\n") + 1 for text in lines)


def test_what_is_no_file_is_not_read(path: str) -> None:
    """A pipe without a writer must not hang the game, a folder has no lines."""
    os.makedirs(os.path.dirname(path))
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        read_scores(path)
    os.unlink(path)
    os.mkdir(path)
    with pytest.raises(OSError, match="Is a directory"):
        read_scores(path)
