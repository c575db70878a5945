"""`cc3k scores`: the best games of each race, on each board; and whether they are what they say."""

import json
import os
import shutil
from pathlib import Path

import pytest
from attrs import asdict, evolve

from cc3k.cli.resume import archive_pending_games
from cc3k.cli.scores import NO_MATCHING_SCORES, NO_SCORES, run
from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.saves.archive import save_score_and_morgue_page
from cc3k.saves.disk import Disk
from cc3k.saves.journal import journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.record import DAILY, PRACTICE, WON, Record
from cc3k.saves.score import Score
from cc3k.saves.scores import score_from_summary
from cc3k.saves.scores_file import format_score_line, read_scores
from cc3k.saves.summary import summarize_record
from tests.support import processes
from tests.support.disks import FaultyDisk
from tests.support.records import (
    A_SCORE,
    DAY,
    WAYS_OUT,
    given_up,
    header,
    journal_of,
    lost,
    recorded,
    won,
)

DATE = "2026-11-20T21:00:00Z"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of the player, with nothing in it."""
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    return tmp_path


def keep(home: Path, **games: Record) -> None:
    """Keep games, each under the name of its journal."""
    for name, record in games.items():
        (home / "games" / f"{name}.cc3k").write_bytes(journal_of(record))
        assert save_score_and_morgue_page(str(home), Disk(), record, name, DATE) == []


def reseal(home: Path, **games: Record) -> None:
    """Put other journals in the place of those of games that are kept."""
    for name, record in games.items():
        (home / "games" / f"{name}.cc3k").write_bytes(journal_of(record))


def test_scores_are_shown_race_by_race(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last game is marked; a game given up has none; layouts and days are on their own."""
    keep(home, a=won(), b=won(race="Goblin"), c=given_up(), d=won(DAILY, seed=DAY), e=lost())
    assert run([]) == 0
    assert capsys.readouterr().out == (
        "Ordinary games on the layout drawn (49bf963a)\n"
        "  Vampire, 1 game                      turns  frozen\n"
        "  *    1       0  floor 1, PH potion        5       0  2026-11-20  Seed 42\n"
        "\n"
        "Ordinary games on the layout drawn (9ac48bc0)\n"
        "  Drow, 1 game                         turns  frozen\n"
        "       1       5  won                      10       0  2026-11-20  Seed 42\n"
        "  Goblin, 1 game                       turns  frozen\n"
        "       1       5  won                      10       0  2026-11-20  Seed 42\n"
        "\n"
        "Daily games on the layout drawn (9ac48bc0)\n"
        "  Drow, 1 game                         turns  frozen\n"
        "       1       5  won                      10       0  2026-11-20  of 2026-11-20\n"
        "\n"
        "* your last game\n"
    )


def test_scores_can_be_chosen(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By race, by layout, and how many of each table."""
    keep(home, a=won(), b=won(race="Goblin"), c=won(seed=7), d=lost())
    assert run(["--race", "g"]) == 0
    out = capsys.readouterr().out
    assert "Goblin, 1 game" in out
    assert "Drow" not in out
    assert "*" not in out
    assert run(["--layout", "drawn", "--race", "drow", "--top", "1"]) == 0
    out = capsys.readouterr().out
    assert "Drow, 2 games" in out
    assert out.count("won") == 1
    assert run(["--layout", "other"]) == 0
    assert capsys.readouterr().out == f"{NO_MATCHING_SCORES}\n"


FROZEN = ("f", "ea", "ea", "f", *["ea"] * 8)
"""A won game with enemies held for its first two turns."""


def test_scores_are_chosen_by_their_frozen_turns(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R5: freeze is no fault, but games with it can be told from those without."""
    frozen = recorded(header(WAYS_OUT * 5, "Troll"), *FROZEN, ending=WON)
    keep(home, a=won(), b=frozen)
    assert run([]) == 0
    out = capsys.readouterr().out
    assert "won                      10       0  2026-11-20" in out
    assert "won                      10       2  2026-11-20" in out
    for arguments, races in (
        (["--no-freeze"], ["Drow"]),
        ([], ["Drow", "Troll"]),
    ):
        assert run([*arguments, "--json"]) == 0
        told = capsys.readouterr()
        assert sorted(table["race"] for table in json.loads(told.out)["tables"]) == races
        assert told.err == ""
    assert run(["--verify", "--no-freeze"]) == 0
    assert capsys.readouterr().out == "same         a\n1 same\n"


def test_lines_of_release_1_do_not_tell_the_freeze_until_they_are_made_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They go on to be shown and to verify; where a number is asked for, they are named."""
    frozen = recorded(header(WAYS_OUT * 5, "Troll"), *FROZEN, ending=WON)
    keep(home, a=won(), b=frozen)
    path = home / "scores.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        del line["frozen_turns"]
    path.write_text("".join([f"{json.dumps(line)}\n" for line in lines]), "ascii")
    assert run(["--verify"]) == 0
    assert capsys.readouterr().out.endswith("2 same\n")
    assert run([]) == 0
    assert "won                      10       ?  2026-11-20" in capsys.readouterr().out
    assert run(["--no-freeze"]) == 0
    told = capsys.readouterr()
    assert told.out == f"{NO_MATCHING_SCORES}\n"
    assert told.err.endswith(
        "warning: 2 lines do not tell the frozen turns: left out; "
        "`cc3k scores --rebuild` counts them\n"
    )
    assert run(["--rebuild"]) == 0
    assert [score.frozen_turns for score in read_scores(str(path)).scores] == [0, 2]


def test_verify_finds_a_false_number_of_frozen_turns(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that tells one has to be true."""
    keep(home, a=won())
    path = home / "scores.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"frozen_turns": 0', b'"frozen_turns": 1'))
    assert run(["--verify"]) == 3
    assert "frozen_turns is 0; the line has 1" in capsys.readouterr().out


def test_json_is_one_document(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the tables that would be shown."""
    keep(home, a=won(), b=lost())
    assert run(["--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["damaged"] == 0
    assert sorted(table["race"] for table in document["tables"]) == ["Drow", "Vampire"]
    assert {place["journal"] for table in document["tables"] for place in table["places"]} == {
        *"ab"
    }


@pytest.mark.parametrize("arguments", [[], ["--verify"], ["--race", "troll"]])
def test_nothing_kept_is_no_error(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """A friendly sentence, and 0."""
    assert run(arguments) == 0
    assert capsys.readouterr() == (f"{NO_SCORES}\n", "")
    assert os.listdir(home) == ["games"]


def test_without_a_home_nothing_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder is made for it either."""
    for name in ("CC3K_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for arguments in ([], ["--verify"]):
        assert run(arguments) == 0
        assert capsys.readouterr() == (f"{NO_SCORES}\n", "")
    assert run(["--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"tables": [], "damaged": 0}


def test_damaged_lines_are_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are shown; what cannot be read at all is 1."""
    keep(home, a=won())
    path = home / "scores.jsonl"
    with path.open("a") as file:
        file.write("x\n")
    assert run([]) == 0
    said = capsys.readouterr()
    assert "Drow, 1 game" in said.out
    assert said.err == f"cc3k: warning: {path}: 1 line is damaged and left out\n"
    path.write_text("x\ny\n")
    run([])
    assert capsys.readouterr().err == (f"cc3k: warning: {path}: 2 lines are damaged and left out\n")
    path.unlink()
    path.mkdir()
    assert run([]) == 2
    assert capsys.readouterr() == ("", f"cc3k: {path}: Is a directory\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--race", "elf"], "'elf': expected one of shade, drow, vampire, troll, goblin"),
        (["--top", "0"], "'0': expected a whole number from 1 to 999999"),
        (["--top", "-1"], "'-1': expected a whole number"),
        (["--top", "1" * 5_000], "expected a whole number"),
        (["--json", "--verify"], "not allowed with"),
        (["x"], "unrecognized arguments: x"),
    ],
)
def test_wrong_arguments_are_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    """What was found, and what was expected."""
    assert run(arguments) == 2
    assert complaint in capsys.readouterr().err


def test_verify_finds_true_scores_the_same(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every game is played again from its journal."""
    keep(home, a=won(), b=lost(), c=given_up())
    assert run(["--verify"]) == 0
    assert capsys.readouterr().out == "same         a\nsame         b\n2 same\n"
    assert run(["--verify", "--race", "drow"]) == 0
    assert capsys.readouterr().out == "same         a\n1 same\n"


def test_verify_says_what_goes_another_way(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A journal that was changed, a score that was changed, a game that has none: 3."""
    keep(home, a=won(), b=won(), c=won(), d=won())
    steps = won().steps
    richer = (evolve(steps[0], state=evolve(steps[0].state, gold=99)), *steps[1:])
    reseal(home, a=evolve(won(), steps=richer), b=won(seed=7), c=given_up())
    assert run(["--verify"]) == 3
    assert capsys.readouterr().out == (
        "diverged     a: turn 1: gold is 1; the record has 99\n"
        "diverged     b: seed is 7; the line has 42\n"
        "diverged     c: the journal's game has no score\n"
        "same         d\n"
        "1 same, 3 diverged\n"
    )


def test_verify_says_what_cannot_be_read(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Journals that are damaged, missing, or hold no floor: 5."""
    keep(home, a=won(), b=won(), c=won(), d=won(), e=won())
    games = home / "games"
    data = journal_of(won())
    (games / "a.cc3k").write_bytes(data.replace(b" ea ", b" we ", 1))
    (games / "b.cc3k").unlink()
    (games / "c.cc3k").write_bytes(b"x\n")
    (games / "d.cc3k").unlink()
    (games / "d.cc3k").mkdir()
    reseal(home, e=evolve(won(), header=evolve(won().header, layout_text="nothing")))
    assert run(["--verify"]) == 5
    found = [line.split(":")[0].split() for line in capsys.readouterr().out.splitlines()]
    assert found[:-1] == [
        [what, name]
        for what, name in zip(
            ("damaged", "missing", "damaged", "damaged", "damaged"), "abcde", strict=True
        )
    ]


def test_verify_ends_with_what_is_worst(home: Path) -> None:
    """A game that goes another way outweighs what is missing, and that one of other rules."""
    keep(home, a=won(), b=won(), c=won())
    reseal(home, a=evolve(won(), header=evolve(won().header, ruleset=99)), b=won(seed=7))
    journal = home / "games" / "c.cc3k"
    journal.write_bytes(b"damaged")
    assert run(["--verify"]) == 3
    journal.unlink()
    assert run(["--verify"]) == 3
    reseal(home, b=won())
    assert run(["--verify"]) == 5


def test_verify_leaves_other_rules_open(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game by rules that are not these is neither true nor false: 4."""
    keep(home, a=won(), b=won())
    reseal(home, a=evolve(won(), header=evolve(won().header, ruleset=99)))
    assert run(["--verify"]) == 4
    out = capsys.readouterr().out
    reason = f"a Drow's game by ruleset 99; this is ruleset {RULESET}"
    assert out.startswith(f"other rules  a: {reason}\n")
    reseal(home, b=won(seed=7))
    assert run(["--verify"]) == 3


@pytest.mark.parametrize("name", ["../games/a", "/etc/passwd", "", "..", "a/../a"])
def test_verify_reads_no_file_but_a_journal_of_the_home(
    home: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """What stands in a line is no path."""
    keep(home, a=won())
    line = json.dumps(asdict(evolve(A_SCORE, journal=name)))
    (home / "scores.jsonl").write_text(f"{line}\n")
    assert run(["--verify"]) == 5
    assert capsys.readouterr().out.startswith("missing      ")


@pytest.mark.slow
def test_command_line_offers_it(home: Path) -> None:
    """`cc3k scores` through a pipe, in a process of its own."""
    keep(home, a=won())
    ended = processes.run("scores", "--top", "1")
    assert (ended.code, ended.err) == (0, "")
    assert "Drow, 1 game" in ended.out
    assert processes.start_and_wait("scores", redirected=">/dev/full").code == 1
    assert processes.start_and_wait("scores", redirected=">&-").code == 1


def lines_of(home: Path) -> list[Score]:
    """Return the lines of the table."""
    return list(read_scores(str(home / "scores.jsonl")).scores)


def play_on(home: Path, **games: Record) -> None:
    """Let games end that are kept as the program keeps them."""
    for name, record in games.items():
        (home / "games" / f"{name}.cc3k").write_bytes(journal_of(record))
    assert archive_pending_games(str(home)) == []


def tamper(home: Path, *scores: Score) -> None:
    """Write another table."""
    (home / "scores.jsonl").write_bytes(b"".join(map(format_score_line, scores)))


def test_game_that_has_two_lines_is_repeated(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line written twice, or a copy of a journal with a line of its own: 3, and one place."""
    play_on(home, a=won(), b=lost())
    assert run(["--verify"]) == 0
    assert capsys.readouterr().out == "same         a\nsame         b\n2 same\n"
    first, second = lines_of(home)
    shutil.copy(home / "games" / "a.cc3k", home / "games" / "c.cc3k")
    for again in (first, evolve(first, journal="c"), evolve(first, journal="c", digest="")):
        tamper(home, first, second, again)
        assert run(["--verify"]) == 3
        assert capsys.readouterr().out == (
            "same         a\nsame         b\n"
            f"repeated     {again.journal}: the game of a, which has its line\n2 same, 1 repeated\n"
        )
    tamper(home, first, second, first)
    assert run(["--race", "drow"]) == 0
    told = capsys.readouterr()
    assert "Drow, 1 game " in told.out
    assert told.err == "cc3k: warning: 1 line tells of a game again: left out\n"


@pytest.mark.parametrize(
    ("date", "code"),
    [
        ("2026-11-20T21:00:00Z", 0),
        ("2026-11-20T21:00:01Z", 3),
        ("1999-01-01T00:00:00Z", 3),
        ("2999-01-01T00:00:00Z", 3),
        ("yesterday", 3),
        ("", 3),
    ],
)
def test_date_of_a_score_is_that_of_the_end(home: Path, date: str, code: int) -> None:
    """It stands in the journal."""
    play_on(home, a=won())
    (score,) = lines_of(home)
    tamper(home, evolve(score, date=date))
    assert run(["--verify"]) == code


@pytest.mark.parametrize(
    ("date", "code"),
    [
        ("2020-02-02T20:00:00Z", 0),
        ("2020-02-02T21:00:00Z", 0),
        ("2020-02-02T19:59:59Z", 3),
        ("2999-01-01T00:00:00Z", 3),
        ("2020-02-02", 3),
    ],
)
def test_date_of_an_older_score_lies_between_the_beginning_and_now(
    home: Path, date: str, code: int
) -> None:
    """Older journals do not tell when they ended, and older lines not which journal is meant."""
    begun = evolve(won(), header=evolve(won().header, started_at="2020-02-02T20:00:00Z"))
    text = add_checksums([*journal_lines(begun), "end won"])[0]
    (home / "games" / "a.cc3k").write_text(text)
    assert archive_pending_games(str(home)) == []
    (score,) = lines_of(home)
    tamper(home, evolve(score, date=date, digest=""))
    assert run(["--verify"]) == code


@pytest.mark.parametrize(("seed", "code"), [(DAY, 0), (DAY - 1, 3), (42, 3), (-DAY, 3)])
def test_seed_of_the_game_of_the_day_is_its_date(
    home: Path, seed: int, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """An ordinary game that somebody calls the day's: it is none, and gets no score as one."""
    record = won(DAILY, seed=seed)
    play_on(home, a=record)
    assert len(lines_of(home)) == (code == 0)
    tamper(
        home, score_from_summary(summarize_record(record, BASE_RULES), "a", "2026-11-20T21:00:00Z")
    )
    assert run(["--verify"]) == code
    reason = f"the game of the day of '2026-11-20' has not the seed {seed}\n"
    assert (reason in capsys.readouterr().out) == bool(code)


def test_table_is_made_again_from_the_journals(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The very same one, byte for byte; games that have no score have none, copies no second."""
    play_on(home, a=won(), b=lost(), c=given_up(), d=won(PRACTICE), e=won(DAILY, seed=DAY))
    table = home / "scores.jsonl"
    before = table.read_bytes()
    shutil.copy(home / "games" / "a.cc3k", home / "games" / "f.cc3k")
    for spoilt in (None, b"", before[:100], before * 2):
        table.unlink()
        if spoilt is not None:
            table.write_bytes(spoilt)
        assert run(["--rebuild"]) == 0
        assert table.read_bytes() == before
        assert capsys.readouterr().out.startswith("scores: 3; journals: 6")
    assert run(["--verify"]) == 0


def test_nothing_of_the_table_before_is_lost(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines without a journal are kept in a file beside it, which is never written over."""
    play_on(home, a=won(), b=lost())
    (home / "games" / "b.cc3k").unlink()
    table = home / "scores.jsonl"
    before = table.read_bytes()
    kept = [home / "scores.jsonl.before", home / "scores.jsonl.before-2"]
    for path in kept:
        table.write_bytes(before)
        assert run(["--rebuild"]) == 0
        assert capsys.readouterr().out == (
            f"scores: 1; journals: 1; the table before it is kept as {path}\n"
        )
        assert path.read_bytes() == before
    assert [score.journal for score in lines_of(home)] == ["a"]
    assert run(["--rebuild"]) == 0
    assert capsys.readouterr().out == "scores: 1; journals: 1\n"


def test_journal_that_has_no_score_now_is_named(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Damaged, of another game, of other rules: 5; the line of a game by other rules stays."""
    play_on(home, a=won(), b=won(seed=7), c=won(seed=8), d=won(seed=9))
    steps = won().steps
    richer = (evolve(steps[0], state=evolve(steps[0].state, gold=99)), *steps[1:])
    reseal(home, b=evolve(won(seed=7), steps=richer))
    reseal(home, c=evolve(won(seed=8), header=evolve(won(seed=8).header, ruleset=99)))
    path = home / "games" / "d.cc3k"
    path.write_bytes(path.read_bytes().replace(b" ea ", b" we ", 1))
    assert run(["--rebuild"]) == 5
    told = capsys.readouterr()
    assert [line.split(": ")[:3] for line in told.err.splitlines()] == [
        ["cc3k", "left out", "b.cc3k"],
        ["cc3k", "left out", "d.cc3k"],
    ]
    assert [score.journal for score in lines_of(home)] == ["a", "c"]


def test_table_that_cannot_be_made_again_stays(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk at any call: it is told, and the old one is whole."""
    play_on(home, a=won(), b=lost())
    before, disk = (home / "scores.jsonl").read_bytes(), FaultyDisk()
    monkeypatch.setattr("cc3k.cli.scores.Disk", lambda: disk)
    assert run(["--rebuild"]) == 0
    for number in range(len(disk.calls)):
        disk = FaultyDisk([number])
        run(["--rebuild"])
        assert (home / "scores.jsonl").read_bytes() == before
    disk = FaultyDisk(range(99))
    assert run(["--rebuild"]) == 1
    assert "scores.jsonl: No space left on device\n" in capsys.readouterr().err


def test_scores_are_made_up_for_before_they_are_shown(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program of the game came to a sudden end, and nobody has played since."""
    (home / "games" / "a.cc3k").write_bytes(journal_of(won()))
    assert run([]) == 0
    assert "Drow, 1 game " in capsys.readouterr().out
    assert sorted(os.listdir(home / "morgue")) == ["a.json", "a.txt"]


FALSE_VALUES = (
    {"turns": -1},
    {"floors": True},
    {"seed": "x"},
    {"gold": 10**30},
    {"ruleset": "2"},
    {"layout": None},
)


@pytest.mark.parametrize("false", FALSE_VALUES, ids=str)
def test_verify_names_a_damaged_line_and_the_game_that_it_costs_its_line(
    home: Path, capsys: pytest.CaptureFixture[str], false: dict[str, object]
) -> None:
    """By its number, counted as an editor does: 5."""
    play_on(home, a=won(), b=lost())
    first, second = lines_of(home)
    spoilt = json.dumps({**asdict(first), **false}).encode()
    (home / "scores.jsonl").write_bytes(b"\n" + spoilt + b"\n" + format_score_line(second))
    assert run(["--verify"]) == 5
    assert capsys.readouterr().out == (
        "same         b\n"
        "bad line     line 2 of scores.jsonl\n"
        "no line      a: its game has no line\n"
        "1 same, 1 bad line, 1 no line\n"
    )
    assert run(["--verify", "--race", "goblin"]) == 5
    assert capsys.readouterr().out == "bad line     line 2 of scores.jsonl\n1 bad line\n"
    assert run(["--rebuild"]) == 0
    assert run(["--verify"]) == 0


def test_verify_names_journals_without_a_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that should have one: no copy, no practice, no game given up, nobody else's file."""
    play_on(home, a=won(), b=won(seed=7), c=given_up(), d=won(PRACTICE), e=won(DAILY, seed=42))
    shutil.copy(home / "games" / "a.cc3k", home / "games" / "copy.cc3k")
    (home / "games" / "other.cc3k").write_text("a text\n")
    tamper(home, *[score for score in lines_of(home) if score.journal == "a"])
    assert run(["--verify"]) == 5
    assert capsys.readouterr().out == (
        "same         a\nno line      b: its game has no line\n1 same, 1 no line\n"
    )
    assert run(["--verify", "--race", "troll"]) == 0
    (home / "games" / "b.cc3k").write_bytes(journal_of(won()).replace(b" ea ", b" we ", 1))
    assert run(["--verify"]) == 5
    assert "no line      b: its game has no line, and none can be made: " in capsys.readouterr().out


def strange_files(folder: Path) -> None:
    """Put files there that are no journals, though they are called so."""
    os.mkfifo(folder / "99990101-000000-elf-1.cc3k")
    (folder / "zz-device.cc3k").symlink_to("/dev/zero")
    (folder / "zz-empty.cc3k").touch()
    (folder / "zz-folder.cc3k").mkdir()
    (folder / "zz-nowhere.cc3k").symlink_to("nowhere")
    (folder / "zz-text.cc3k").write_text("Dear diary\n")


def test_strange_files_are_passed_over_when_the_table_is_made_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """5 is for a journal of ours alone; each is named once, and no device is read for ever."""
    play_on(home, a=won())
    strange_files(home / "games")
    assert run(["--rebuild"]) == 0
    told = capsys.readouterr()
    assert told.out == "scores: 1; journals: 1\n"
    names = ("99990101-000000-elf-1", "zz-device", "zz-empty", "zz-folder", "zz-nowhere", "zz-text")
    assert told.err == "".join(f"cc3k: passed over: {name}.cc3k: no journal\n" for name in names)
    assert run(["--verify"]) == 0
    (score,) = lines_of(home)
    tamper(home, score, evolve(score, journal="zz-device"))
    assert run(["--verify"]) == 5
    assert (
        "damaged      zz-device: a symbolic link, which is not followed\n"
        in capsys.readouterr().out
    )


def test_journal_of_ours_that_cannot_be_read_is_named_once(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its line and byte; one of practice or of a game given up costs nobody a score: 0."""
    ours = "20260101-000000-drow-42"
    play_on(home, a=won(), b=given_up(), c=won(PRACTICE))
    for name in ("a", "b", "c"):
        path = home / "games" / f"{name}.cc3k"
        data = path.read_bytes()
        path.write_bytes(data[:-60] + bytes([data[-60] ^ 1]) + data[-59:])
    (home / "games" / f"{ours}.cc3k").write_bytes(b"\0" * 99)
    assert run(["--rebuild"]) == 5
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(".cc3k: ")[0] for line in lines] == [
        f"cc3k: left out: {ours}",
        "cc3k: left out: a",
        "cc3k: passed over: b",
        "cc3k: passed over: c",
    ]
    assert all(line.count(".cc3k") == 1 for line in lines)
    for name in (ours, "a"):
        (home / "games" / f"{name}.cc3k").unlink()
    assert run(["--rebuild"]) == 0


def test_false_daily_game_is_named_when_it_is_left_out(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its seed is no date, so it gets no score; that is told, and no error of a journal."""
    play_on(home, a=won(DAILY, seed=42))
    assert run(["--rebuild"]) == 0
    assert capsys.readouterr() == (
        "scores: 0; journals: 1\n",
        "cc3k: passed over: a.cc3k: the game of the day of '2026-11-20' has not the seed 42\n",
    )
