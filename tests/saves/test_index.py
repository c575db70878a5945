"""The index of results: derived from journals and older homes, never needed, never trusted."""

import itertools
import json
import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cc3k.cli.scores import in_table_order
from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.play.endings import GIVEN_UP, SLAIN, WON
from cc3k.saves import game_page, index, result_sources
from cc3k.saves.disk import Disk, make_seal
from cc3k.saves.index import (
    BestResults,
    find_best_results,
    find_last_scored,
    find_results,
    open_journals,
)
from cc3k.saves.journal_format import add_checksums
from cc3k.saves.journal_writer import SaveContext, add_marker, create_journal
from cc3k.saves.paths import INDEX_FILE, KEY_FILE, OPEN_FOLDER, SCORES_FILE, VERIFIED_FILE
from cc3k.saves.record import DAILY, PRACTICE, Record
from cc3k.saves.recorder import close_killed_games
from cc3k.saves.result_sources import say_nothing, verify_result
from cc3k.saves.results import parse_result, parse_result_line, rank_by_board, result_line
from cc3k.saves.saved_games import (
    find_daily_attempt,
    find_latest_attempt,
    load_saved_games,
    unfinished_journals_by_time,
)
from tests.support.fixtures import Patch
from tests.support.records import A_RESULT, given_up, header, journal_of, lost, recorded, won

HOMES = Path(__file__).parents[1] / "homes"
OLD_HOMES = {"release1": (0, None), "release2": (0, 0)}
"""Homes as those releases left them, each with a game won, lost, given up, of a day, and kept."""


def copy_home(release: str, home: Path) -> None:
    """Copy one of them, so that it may be written to: the checkout may not."""
    shutil.copytree(HOMES / release, home, copy_function=shutil.copyfile)
    for folder in (home, *home.rglob("*/")):
        folder.chmod(0o755 if folder.is_dir() else 0o644)


def kept(home: Path, name: str, record: Record, line: str = "") -> Path:
    path = home / "games" / f"{name}.cc3k"
    path.parent.mkdir(parents=True, exist_ok=True)
    payloads = [each[9:] for each in journal_of(record).decode().splitlines()]
    if line:
        payloads = [each for each in payloads if not each.startswith(("end ", "closed "))]
    path.write_text(add_checksums([*payloads, *[line] * bool(line)])[0], "ascii")
    return path


def own(home: Path, name: str, ending: str = WON, **changes: object) -> Path:
    """Keep a journal whose last line this home has sealed."""
    line = result_line(A_RESULT._replace(ending=ending, **{**changes, "journal": name}))  # type: ignore[arg-type] # names of fields
    return kept(home, name, won(), f"{line} {make_seal(str(home), Disk(), line)}")


def names(home: Path) -> list[str]:
    return [score.journal for score in find_results(str(home)).scored]


def last_name(home: Path) -> str | None:
    last = find_last_scored(str(home))
    return last and last.journal


def without_sqlite(monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)


def read_before(home: Path, _patch: Patch) -> None:
    find_results(str(home))


def spoil(home: Path, _patch: Patch) -> None:
    (home / INDEX_FILE).write_bytes(b"no database" * 99)


READINGS: dict[str, Callable[[Path, pytest.MonkeyPatch], None]] = {
    "new": lambda _home, _patch: None,
    "again": read_before,
    "no database": spoil,
    "a folder": lambda home, _patch: (home / INDEX_FILE).mkdir(),
    "without SQLite": lambda _home, patch: without_sqlite(patch),
}


DAMAGES = (
    *("DROP TABLE stamps", "DROP TABLE results", "DROP INDEX by_source"),
    *("DELETE FROM stamps", "DELETE FROM results", "INSERT INTO stamps SELECT * FROM stamps"),
    *("DELETE FROM results WHERE source LIKE '%a.cc3k'", "PRAGMA user_version = 5"),
    *("ALTER TABLE results DROP COLUMN stamp", "ALTER TABLE results ADD COLUMN more"),
    "UPDATE results SET text = replace(text, '20', '21')",
    *(
        f"UPDATE {column} = {value}"
        for column in (
            *(f"results SET {each}" for each in index.COLUMNS.split(", ")),
            *("stamps SET text", "stamps SET checksum"),
        )
        for value in ("'Elf'", "3")
    ),
    "INSERT INTO results SELECT board, 3, 3, 3, 3, stamp, mark, text FROM results LIMIT 1",
    *(f"flip a bit of byte {byte}" for byte in range(0, 24_576, 3_001)),
)


@pytest.mark.parametrize("asked", ["all", "a race", "the last", "tables"])
def test_damaged_index_is_never_believed_and_made_again_once(
    tmp_path: Path, asked: str, monkeypatch: Patch
) -> None:
    home, path = str(tmp_path), tmp_path / INDEX_FILE
    ask: Callable[[], object] = {
        "all": lambda: find_results(home),
        "a race": lambda: find_results(home, race=A_RESULT.race),
        "the last": lambda: find_last_scored(home),
        "tables": lambda: find_best_results(home, say_nothing, 10),
    }[asked]
    own(tmp_path, "a", date="2026-11-21T21:00:00Z")
    own(tmp_path, "b", SLAIN, cause="orc")
    os.utime(tmp_path / "games", (0, 0))
    expected, _ = ask(), find_results(home)
    whole = path.read_bytes()
    monkeypatch.setattr(index, "_read_all", None)
    for damage in DAMAGES:
        path.write_bytes(whole)
        if damage.startswith("flip"):
            data = bytearray(whole)
            data[int(damage.split()[-1]) % len(data)] ^= 4
            path.write_bytes(data)
        else:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.executescript(damage)
        assert ask() == expected, damage
        assert find_results(home).scored


@pytest.mark.parametrize("release", OLD_HOMES)
@pytest.mark.parametrize("reading", READINGS)
def test_homes_of_older_releases_are_read_where_they_lie(
    tmp_path: Path, release: str, reading: str, monkeypatch: Patch
) -> None:
    home = tmp_path / "home"
    copy_home(release, home)
    before = {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}
    READINGS[reading](home, monkeypatch)
    found = find_results(str(home))
    assert sorted((each.race, each.score, each.cause) for each in found.scored) == [
        ("Drow", 5, ""),
        ("Vampire", 0, "PH potion"),
    ]
    assert sorted(each.result.race for each in found.results if each.result.ending == GIVEN_UP) == [
        *("Drow", "Shade")
    ]
    assert [game.name.rpartition("-")[0][16:] for game in load_saved_games(str(home))] == ["troll"]
    assert last_name(home) == found.scored[-1].journal
    assert found.scored[-1].race == "Vampire"
    (path, _), *_ = unfinished_journals_by_time(str(home))
    shutil.copyfile(path, copied := home / "games" / Path(path).name)
    assert len(load_saved_games(str(home))) == 1
    copied.unlink()
    attempt = find_latest_attempt(str(home))
    assert attempt is not None
    assert (attempt.result.ending, attempt.result.race) == (GIVEN_UP, "Drow")
    assert find_daily_attempt(str(home), attempt.date) == attempt
    statuses = [verify_result(str(home), each)[0] for each in found.results if each.is_scored]
    assert statuses == ["same"] * 2
    assert {path: path.read_bytes() for path in before} == before


def test_scores_of_an_older_release_outlive_their_journals_and_rules(tmp_path: Path) -> None:
    home = tmp_path / "home"
    copy_home("release2", home)
    shutil.rmtree(home / "games")
    assert len(find_results(str(home)).results) == 4
    (home / SCORES_FILE).unlink()
    found = find_results(str(home))
    assert [each.result.score for each in found.results if each.is_scored] == [5, 0]
    missing, _ = verify_result(str(home), found.results[0])
    assert missing == "missing"


def test_lines_that_are_damaged_or_told_twice_are_left_out(tmp_path: Path) -> None:
    home = tmp_path / "home"
    copy_home("release1", home)
    with (home / SCORES_FILE).open("ab") as file:
        file.write((home / SCORES_FILE).read_bytes() + b"\n{}\n[]\nnull\n" + b'{"a": 1' * 2_000)
    found = find_results(str(home))
    assert (len(found.scored), found.damaged_lines) == (2, 4)
    (home / "morgue" / "odd.json").write_text("[1]")
    (home / "morgue" / "odder.json").write_text('{"ending": "left"}')
    assert len(find_results(str(home)).results) == 4


def test_result_that_this_home_has_sealed_counts_without_a_replay(tmp_path: Path) -> None:
    own(tmp_path, "a", score=4_000)
    own(tmp_path, "b", SLAIN, cause="orc", date="2026-11-21T21:00:00Z")
    own(tmp_path, "c", GIVEN_UP)
    own(tmp_path, "d", kind=PRACTICE)
    assert names(tmp_path) == ["a", "b"]
    written = (tmp_path / INDEX_FILE).stat().st_mtime_ns
    assert names(tmp_path) == ["a", "b"]
    assert (tmp_path / INDEX_FILE).stat().st_mtime_ns == written  # as nothing has changed
    (tmp_path / INDEX_FILE).unlink()
    assert names(tmp_path) == ["a", "b"]
    assert find_results(str(tmp_path), race="Elf").results == []
    (tmp_path / "games" / "a.cc3k").unlink()
    assert names(tmp_path) == ["b"]


def test_copy_of_a_journal_counts_once(tmp_path: Path, monkeypatch: Patch) -> None:
    kept(tmp_path / "other", "a", won())
    (score,) = find_results(str(tmp_path / "other")).scored
    path = own(tmp_path, "a", **score._replace(date=A_RESULT.date)._asdict())
    *lines, line = [each[9:] for each in path.read_text("ascii").splitlines()]
    unsealed = line.rpartition(" ")[0]
    shutil.copy(path, tmp_path / "games" / "b.cc3k")
    for name, last in (("c", unsealed), ("d", unsealed.replace('"gold": ', '"gold": 9'))):
        text, _ = add_checksums([*lines, "opened by another", last])
        (tmp_path / "games" / f"{name}.cc3k").write_text(text, "ascii")
    for name in "abc":
        assert names(tmp_path) == [name]
        (tmp_path / "games" / f"{name}.cc3k").unlink()
    without_sqlite(monkeypatch)
    assert names(tmp_path) == ["d"]
    assert find_results(str(tmp_path), race="Elf").results == []


def test_copy_counts_once_whenever_the_key_was_made_or_lost(tmp_path: Path) -> None:
    kept(tmp_path / "other", "a", won())
    (score,) = find_results(str(tmp_path / "other")).scored
    path = own(tmp_path / "third", "a", **score._replace(date=A_RESULT.date)._asdict())
    games, key = tmp_path / "games", tmp_path / KEY_FILE
    games.mkdir()
    shutil.copy(path, games)
    for name in "bcd":
        assert names(tmp_path) == ["a"]
        shutil.copy(games / "a.cc3k", games / f"{name}.cc3k")
        assert names(tmp_path) == ["a"]
        key.unlink()


def test_journal_that_is_marked_though_it_was_read_keeps_the_others(tmp_path: Path) -> None:
    """It may have been cut and be gone on with: what has ended is looked at without a list."""
    for name in "ab":
        own(tmp_path, name)
    assert names(tmp_path) == ["a", "b"]
    journal = tmp_path / "games" / "a.cc3k"
    add_marker(Disk(), str(journal))
    os.utime(journal, (0, 0))
    assert find_last_scored(str(tmp_path)) is not None
    assert names(tmp_path) == ["a", "b"]


def test_journal_of_a_stranger_is_replayed_before_it_counts(tmp_path: Path) -> None:
    claim = result_line(A_RESULT._replace(score=9_999))
    own(tmp_path, "own")
    kept(tmp_path, "claim", won(), claim)
    kept(tmp_path, "sealed", lost(), f"{result_line(A_RESULT._replace(ending=SLAIN))} {'0' * 32}")
    kept(
        tmp_path, "old", won(race="Elf" if "Elf" in {r.name for r in BASE_RULES.races} else "Troll")
    )
    kept(tmp_path, "practice", won(PRACTICE))
    kept(tmp_path, "no-day", won(DAILY))
    kept(tmp_path, "left", given_up())
    damaged = kept(tmp_path, "damaged", won(seed=3))
    damaged.write_bytes(damaged.read_bytes().replace(b"seed 3", b"seed 4"))
    other = kept(tmp_path, "other", won(seed=4))
    lines = [line[9:] for line in other.read_text("ascii").splitlines()]
    text, _ = add_checksums([line.replace(f"ruleset {RULESET}", "ruleset 1") for line in lines])
    other.write_text(text, "ascii")
    found = {each.result.journal: each for each in find_results(str(tmp_path)).results}
    assert found["claim"].result.score == 5
    assert found["sealed"].result.cause == "PH potion"
    assert found["old"].is_scored
    assert not any(found[name].is_scored for name in ("practice", "no-day", "left"))
    assert not {"damaged", "other"} & found.keys()


def test_what_was_replayed_once_outlives_its_rules(tmp_path: Path, monkeypatch: Patch) -> None:
    """A later ruleset, and an index that was deleted, lose no result of a journal from elsewhere.

    A line that was cut off, or that this home has not sealed, is none: its journal is replayed. So
    is one that says something else, as that of a later release may.
    """
    path = kept(tmp_path, "old", won())
    shutil.copy(path, tmp_path / "games" / "copy.cc3k")
    kept(tmp_path, "left", given_up())
    before, data = find_results(str(tmp_path)), path.read_bytes()
    assert [each.source for each in before.results if each.is_scored] == ["games/copy.cc3k"]
    assert path.read_bytes() == data
    verified = tmp_path / VERIFIED_FILE
    lines = verified.read_text("ascii")
    other = f"[] {make_seal(str(tmp_path), Disk(), '[]')}"
    verified.write_text(f"{lines}\n\n{other}\n[1] {'0' * 32}{lines[:99]}", "ascii")
    with monkeypatch.context() as later:
        later.setattr(
            game_page, "summarize_record", lambda *_: pytest.fail("no rules of that game")
        )
        (tmp_path / INDEX_FILE).unlink()
        assert find_results(str(tmp_path)) == before
        without_sqlite(later)
        assert find_results(str(tmp_path)) == before
    (tmp_path / KEY_FILE).unlink()
    (tmp_path / INDEX_FILE).unlink()
    assert find_results(str(tmp_path)) == before
    assert len(verified.read_text("ascii").splitlines()) > len(lines.splitlines())


def unfinished(home: Path) -> list[str]:
    return [Path(path).stem for path in open_journals(str(home))]


def listed_folders(monkeypatch: Patch) -> list[str]:
    """Return the paths of the folders that are listed from now on."""
    listed, list_all = list[str](), os.listdir

    def listing(path: str) -> list[str]:
        listed.append(path)
        return list_all(path)

    monkeypatch.setattr(os, "listdir", listing)
    return listed


def test_unfinished_journals_are_found_once_their_marks_are_lost(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """A start lists the folder of games only if it, or the marks, have changed."""
    games = tmp_path / "games"
    own(tmp_path, "a")
    (games / "no-journal.cc3k").write_text("no journal")
    os.utime(games, (0, 0))
    assert unfinished(tmp_path) == []

    listed = listed_folders(monkeypatch)
    lines = [each[9:] for each in journal_of(recorded(header(), "no")).decode().splitlines()]
    create_journal(str(games / "b.cc3k"), SaveContext(Disk(), "a test"), lines).close()
    assert unfinished(tmp_path) == ["b"]
    own(tmp_path, "b", score=9)
    for _ in range(2):
        (tmp_path / OPEN_FOLDER / "b").touch()  # as if it was killed before it took the mark away
        assert last_name(tmp_path) is not None
    assert last_name(tmp_path) == "b"
    assert unfinished(tmp_path) == []
    assert str(games) not in listed
    kept(tmp_path, "copied", recorded(header(), "no"))
    assert unfinished(tmp_path) == ["copied"]
    os.utime(games, (9, 9))
    for _ in range(2):
        assert unfinished(tmp_path) == ["copied"]
    assert listed.count(str(games)) == 2
    shutil.rmtree(tmp_path / OPEN_FOLDER)
    assert unfinished(tmp_path) == ["copied"]
    without_sqlite(monkeypatch)
    shutil.rmtree(tmp_path / OPEN_FOLDER)
    assert unfinished(tmp_path) == ["copied"]
    assert names(tmp_path) == ["a", "b"]
    for name in ("gone", "unread"):
        (tmp_path / OPEN_FOLDER / name).touch()
    (games / "unread.cc3k").mkdir()
    assert unfinished(tmp_path) == ["copied", "unread"]


def test_last_score_outlives_the_journal_of_a_later_one(tmp_path: Path) -> None:
    for name, date in (("a", "2026-11-21T21:00:00Z"), ("b", "2026-11-22T21:00:00Z")):
        path = own(tmp_path, name, date=date)
        assert name in names(tmp_path)
        assert last_name(tmp_path) == name
    path.unlink()
    assert names(tmp_path) == ["a"]
    assert last_name(tmp_path) == "a"


def test_index_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    own(tmp_path, "a")
    find_results(str(tmp_path))
    own(tmp_path, "b")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "BUSY_SECONDS", 0.0)
        holder = sqlite3.connect(tmp_path / INDEX_FILE, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        assert names(tmp_path) == ["a", "b"]
        holder.execute("ROLLBACK")
        holder.close()
    assert names(tmp_path) == ["a", "b"]


def test_best_scores_are_those_of_all_results(tmp_path: Path, monkeypatch: Patch) -> None:
    """Of each board only those are read that are shown, unless some games are there twice."""
    home, made = str(tmp_path), list[int]()
    for number, (race, score, turns, date) in enumerate(itertools.product("TS", "12", "12", "12")):
        ending, figures = (SLAIN, WON)[number % 3 > 0], {"score": int(score), "turns": int(turns)}
        day = f"2026-01-0{date}"
        own(tmp_path, f"{number:02d}", ending, race=race, date=day, called=f"{number}", **figures)
    own(tmp_path, "left", GIVEN_UP, date="2026-02-01")

    def best(top: int) -> BestResults:
        found = find_results(home)
        boards = in_table_order(rank_by_board(found.scored, top, found.last_scored))
        return BestResults(boards, found.last_scored)

    def found(top: int) -> BestResults:
        best = find_best_results(home, say_nothing, top)
        return best._replace(boards=in_table_order(best.boards))

    assert found(1) == best(1)
    assert found(1).boards[0].ranked[-1][0] == 4
    with monkeypatch.context() as patch:
        patch.setattr(index, "find_results", None)
        for top in (1, 3, 99):
            made.append(sum(len(board.ranked) for board in found(top).boards))
        patch.setattr(index, "_select_texts", None)
        assert not find_latest_attempt(home), "whose rows are none of those"
    assert made == [3, 7, 16]
    shutil.copy(tmp_path / "games" / "01.cc3k", tmp_path / "games" / "copy.cc3k")
    assert found(99) == best(99)
    assert made[-1] == sum(len(each.ranked) for each in best(99).boards)


def test_journal_that_was_replaced_is_read_again(tmp_path: Path, monkeypatch: Patch) -> None:
    """Its size or its time is another; of many games that is seen once their folder has changed."""
    for name in "ab":
        own(tmp_path, name, date="2026-11-21")
    for few, score in ((9, 8_888), (0, 9_999)):
        monkeypatch.setattr(index, "FEW_RESULTS", few)
        own(tmp_path, "a", score=score, date="2026-11-22")
        os.utime(tmp_path / "games", (0, few))
        found = [each.score for each in find_results(str(tmp_path)).scored]
        assert found == [A_RESULT.score, score]
        (board,) = find_best_results(str(tmp_path), say_nothing, 1).boards
        assert (board.games, board.ranked[0][1].score) == (2, score)


def test_many_games_are_listed_only_if_this_home_has_not_changed_them_itself(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """An older copy of the index does not know of them either."""
    monkeypatch.setattr(index, "FEW_RESULTS", 0)
    own(tmp_path, "a")
    os.utime(tmp_path / "games", (0, 0))
    listed = listed_folders(monkeypatch)
    assert names(tmp_path) == ["a"]
    older = (tmp_path / INDEX_FILE).read_bytes()
    create_journal(str(tmp_path / "games" / "b.cc3k"), SaveContext(Disk(), "a test"), []).close()
    own(tmp_path, "b")
    assert names(tmp_path) == ["a", "b"]
    assert listed.count(str(tmp_path / "games")) == 1
    own(tmp_path, "c")
    assert names(tmp_path) == ["a", "b", "c"]
    (tmp_path / INDEX_FILE).write_bytes(older)
    assert names(tmp_path) == ["a", "b", "c"]


def test_home_that_cannot_be_written_offers_its_unfinished_games(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    own(tmp_path, "a")
    kept(tmp_path, "b", recorded(header(), "no"))

    def refuse(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(Disk, "make_folder", refuse)
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: refuse_database())
    assert unfinished(tmp_path) == ["b"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games", "key"]


def refuse_database() -> None:
    message = "unable to open database file"
    raise sqlite3.OperationalError(message)


def test_progress_is_told_when_it_takes_long(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(result_sources, "PROGRESS_SECONDS", -1.0)
    monkeypatch.setattr(result_sources, "PROGRESS_STEP", 2)
    told = list[tuple[int, int]]()
    for name in "abc":
        own(tmp_path, name)
    find_results(str(tmp_path), lambda *done: told.append(done))
    assert told == [(0, 3), (2, 3)]


def test_home_that_is_empty_gets_no_index(tmp_path: Path) -> None:
    assert find_results(str(tmp_path)).results == []
    assert find_last_scored(str(tmp_path / "none")) is None
    assert not list(tmp_path.iterdir())


def test_key_that_is_cut_short_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(b"short")
    assert len(make_seal(str(tmp_path), Disk(), "end")) == 32
    assert make_seal("/proc/none", Disk(), "end") == ""


def test_key_that_another_program_makes_meanwhile_is_the_key_of_both(tmp_path: Path) -> None:
    home, seals = str(tmp_path / "home"), list[str]()

    class LateDisk(Disk):
        def make_folder(self, path: str) -> None:
            seals.append(make_seal(path, Disk(), "end"))

    seals.append(make_seal(home, LateDisk(), "end"))
    assert seals[0] == seals[1] == make_seal(home, Disk(), "end")
    assert os.listdir(home) == [KEY_FILE]


def test_game_that_is_over_without_its_last_line_gets_it(tmp_path: Path) -> None:
    whole = result_line(A_RESULT)
    cut = kept(tmp_path, "cut", won(), whole)
    cut.write_bytes(cut.read_bytes()[:-5])
    dead = kept(tmp_path, "dead", lost(), whole)
    dead.write_bytes(b"".join(dead.read_bytes().splitlines(keepends=True)[:-1]))
    for name, record in (
        ("practice", won(PRACTICE)),
        ("last", won()),
        ("goes-on", recorded(header())),
    ):
        path = kept(tmp_path, name, record, whole)
        path.write_bytes(
            b"".join(path.read_bytes().splitlines(keepends=True)[: -1 - (name == "last")])
        )
    kept(tmp_path, "20260101-000000-drow-1", won()).write_bytes(b"")
    for path in (tmp_path / "games").iterdir():
        (tmp_path / OPEN_FOLDER).mkdir(exist_ok=True)
        (tmp_path / OPEN_FOLDER / path.stem).touch()
    (tmp_path / OPEN_FOLDER / "gone").touch()
    close_killed_games(str(tmp_path))
    found = {
        each.result.journal: each.result.ending for each in find_results(str(tmp_path)).results
    }
    assert found == {"cut": WON, "dead": SLAIN}
    games = [game.name for game in load_saved_games(str(tmp_path))]
    assert sorted(games) == ["goes-on", "last", "practice"]


def test_last_line_is_taken_apart_or_is_none() -> None:
    line = f"{result_line(A_RESULT._replace(seed=-(10**20), expansions=('pack-2',)))} {'ab' * 16}"
    found = parse_result_line(line)
    assert found is not None
    assert found.result is not None
    assert (found.result.seed, found.seal, found.text) == (-(10**20), "ab" * 16, line[:-33])
    assert found.result.category.expansions == ("pack-2",)
    old = parse_result_line("end left")
    assert old is not None
    assert old.result is None
    for wrong in ("end gone", "end won {}", "end won 1", f"{line} 1", "ended"):
        assert parse_result_line(wrong) is None, wrong
    no_list = json.dumps({**A_RESULT.facts, "expansions": "pack-2"})
    for wrong in ("", "[]", '{"race": 1}', no_list, "[" * 10_000):
        assert parse_result(wrong, WON) is None, wrong


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_what_is_no_file_of_ours_is_no_index(
    tmp_path: Path, suffix: str, monkeypatch: Patch
) -> None:
    home, victim = tmp_path / "home", tmp_path / "victim"
    own(home, "a")
    victim.write_bytes(b"not ours")
    path = home / f"{INDEX_FILE}{suffix}"
    monkeypatch.chdir(home)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server, monkeypatch.context() as patch:
        makers: tuple[Callable[[], object], ...] = (
            lambda: path.symlink_to(victim),
            lambda: path.symlink_to(tmp_path / "new"),
            lambda: path.symlink_to(os.devnull),
            lambda: path.hardlink_to(victim),
            lambda: os.mkfifo(path),
            lambda: server.bind(path.name),
        )
        patch.setattr(sqlite3, "connect", None)
        for make in makers:
            make()
            assert names(home) == ["a"]
            assert path.lstat()
            path.unlink()
        path.touch()
        patch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
        assert names(home) == ["a"]
        path.unlink()
    assert victim.read_bytes() == b"not ours"
    assert not (tmp_path / "new").exists()
    assert names(home) == ["a"]
    assert (home / INDEX_FILE).is_file()


def test_in_a_browser_the_journals_are_read(tmp_path: Path, monkeypatch: Patch) -> None:
    own(tmp_path, "a")
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert names(tmp_path) == ["a"]
    assert not (tmp_path / INDEX_FILE).exists()


def test_database_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    own(tmp_path, "a")
    for schema in (
        "CREATE TABLE theirs (value TEXT); INSERT INTO theirs VALUES ('kept')",
        "CREATE VIEW results AS SELECT 1",
        "CREATE TABLE results (n); CREATE TRIGGER t DELETE ON results BEGIN SELECT 1; END",
    ):
        with sqlite3.connect(tmp_path / INDEX_FILE) as connection:
            connection.executescript(schema)
        connection.close()
        before = (tmp_path / INDEX_FILE).read_bytes()
        assert names(tmp_path) == ["a"]
        assert (tmp_path / INDEX_FILE).read_bytes() == before
        (tmp_path / INDEX_FILE).unlink()


def test_damaged_index_that_cannot_be_removed_is_done_without(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    own(tmp_path, "a")
    spoil(tmp_path, monkeypatch)

    def refuse(path: str) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "unlink", refuse)
    assert names(tmp_path) == ["a"]
