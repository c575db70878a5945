"""The daily game: one scored attempt a date, whatever process, clock or kill comes in between."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from attrs import define, evolve

from cc3k.cli.arcade import find_arcade_game, find_arcade_offers
from cc3k.cli.games import run as run_games
from cc3k.content.roster import BASE_RULES
from cc3k.play.endings import GIVEN_UP
from cc3k.play.session import Session
from cc3k.saves.arcade_games import ArcadeRecorder, find_arcade_journal, unfinished_arcade_games
from cc3k.saves.disk import Disk
from cc3k.saves.journal_reader import read_stored_journal
from cc3k.saves.journal_writer import JournalLocked, SaveContext
from cc3k.saves.record import DAILY, ORDINARY, PRACTICE, daily_date_of, daily_seed
from cc3k.saves.recorder import Recorder
from cc3k.saves.saved_games import find_daily_attempt, find_latest_attempt, load_saved_games
from tests.support.fixtures import Patch, Said
from tests.support.processes import PATIENCE, environment
from tests.support.records import header

DAY, NEXT_DAY = "2026-11-20", "2026-11-21"
EVENING = 1_795_219_140.0
"""2026-11-20, 23:59 UTC."""


@define
class Clock:
    now: float = EVENING

    def __call__(self) -> float:
        return self.now


def keeper(home: Path, clock: Clock, kind: str = DAILY) -> Recorder:
    return Recorder(
        SaveContext(Disk(), "a test"),
        clock,
        lambda of: str(
            home
            / "games"
            / f"{of.started_at[:10].replace('-', '')}-{of.started_at[11:19].replace(':', '')}"
            f"-{of.race.lower()}-{of.seed}.cc3k"
        ),
        kind,
        home=str(home),
    )


def begun(home: Path, clock: Clock, kind: str = DAILY, date: str = DAY) -> Session:
    session = Session(BASE_RULES, int(daily_seed(date)), daily_date=date)
    session.keeper = keeper(home, clock, kind)
    session.start_game(BASE_RULES.races[0])
    return session


def said(session: Session, words: str) -> Session:
    list(session.play_words(words.split()))
    return session


def recorder_of(session: Session) -> Recorder:
    assert isinstance(session.keeper, Recorder)
    return session.keeper


def kinds(home: Path) -> list[str]:
    paths = sorted(home.glob("games/*.cc3k"))
    return sorted(read_stored_journal(str(path)).record.header.game_kind for path in paths)


def test_first_daily_game_is_the_attempt_and_a_further_one_practice_with_a_word(
    tmp_path: Path,
) -> None:
    clock = Clock()
    first = begun(tmp_path, clock)
    assert (first.is_practice, first.label, kinds(tmp_path)) == (False, f"Daily {DAY}", [DAILY])
    digest = first.game.digest() if first.game else 0
    said(first, "r s")
    assert first.is_practice
    assert first.label == f"Daily {DAY}, practice"
    assert first.game is not None
    assert first.game.digest() == digest
    assert recorder_of(first).take_notices() == [f"Daily {DAY} is played: this is practice."]
    other = begun(tmp_path, clock)
    assert other.is_practice
    assert kinds(tmp_path) == [DAILY, PRACTICE, PRACTICE]
    attempt = find_daily_attempt(str(tmp_path), DAY)
    assert attempt is not None
    assert (attempt.date, attempt.is_over, attempt.result.ending) == (DAY, True, GIVEN_UP)


def test_attempt_that_is_open_elsewhere_leaves_practice(tmp_path: Path) -> None:
    clock = Clock()
    one, other = Session(BASE_RULES, 1, daily_date=DAY), Session(BASE_RULES, 1, daily_date=DAY)
    one.keeper, other.keeper = keeper(tmp_path, clock), keeper(tmp_path, clock)
    other.start_game(BASE_RULES.races[1])
    one.start_game(BASE_RULES.races[0])
    assert (one.is_practice, other.is_practice) == (True, False)
    assert one.seed == other.seed == int(daily_seed(DAY))
    assert recorder_of(one).take_notices() == [f"Daily {DAY} has been begun: this is practice."]
    attempt = find_daily_attempt(str(tmp_path), DAY)
    assert attempt is not None
    with pytest.raises(JournalLocked):
        keeper(tmp_path, clock).resume(attempt.path)


BEGIN = """
import sys
from pathlib import Path
from unittest.mock import Mock
from tests.saves.test_daily import Clock, begun
sys.stdin.readline()
session = begun(Path(sys.argv[1]), Clock())
print("practice" if session.is_practice else "scored", flush=True)
sys.stdin.readline()
"""


def racer(home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
        cwd=Path(__file__).parents[2],
    )


@pytest.mark.slow
def test_of_processes_that_begin_at_once_one_is_scored(tmp_path: Path) -> None:
    processes = [racer(tmp_path) for _ in range(4)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    told = []
    for process in processes:
        assert process.stdout is not None
        told.append(process.stdout.readline().strip())
    for process in processes:
        process.communicate("\n", timeout=PATIENCE)
    assert sorted(told) == ["practice", "practice", "practice", "scored"]


def test_journal_that_was_cut_off_before_its_game_is_no_attempt(tmp_path: Path) -> None:
    session = begun(tmp_path, Clock())
    recorder_of(session).close()
    (path,) = tmp_path.glob("games/*")
    path.write_bytes(path.read_bytes()[:150])
    assert find_daily_attempt(str(tmp_path), DAY) is None
    assert not begun(tmp_path, Clock()).is_practice


def test_race_chosen_past_midnight_begins_the_new_day(tmp_path: Path) -> None:
    clock = Clock(EVENING + 120)
    session = begun(tmp_path, clock)
    assert (session.label, session.seed) == (f"Daily {NEXT_DAY}", int(daily_seed(NEXT_DAY)))
    assert recorder_of(session).take_notices() == [
        f"It is past midnight (UTC): this is Daily {NEXT_DAY}."
    ]
    assert kinds(tmp_path) == [DAILY]
    assert find_daily_attempt(str(tmp_path), DAY) is None
    assert find_daily_attempt(str(tmp_path), NEXT_DAY) is not None


def test_game_played_past_midnight_stays_that_of_its_day(tmp_path: Path) -> None:
    clock = Clock()
    session = begun(tmp_path, clock)
    clock.now += 120
    said(session, "no so f")
    assert session.label == f"Daily {DAY}"
    said(session, "r d")
    assert (session.label, session.is_practice) == (f"Daily {NEXT_DAY}", False)
    days = [find_daily_attempt(str(tmp_path), day) for day in (DAY, NEXT_DAY)]
    assert [attempt is not None and attempt.is_over for attempt in days] == [True, False]
    latest = find_latest_attempt(str(tmp_path))
    assert latest is not None
    assert latest.date == NEXT_DAY
    assert find_latest_attempt(None) is None, "where there is no home folder"


def test_attempt_is_resumed_on_the_next_day_as_that_of_its_own(tmp_path: Path) -> None:
    clock = Clock()
    recorder_of(said(begun(tmp_path, clock), "no so")).close()
    attempt = find_daily_attempt(str(tmp_path), DAY)
    assert attempt is not None
    clock.now += 86_400
    session = keeper(tmp_path, clock, ORDINARY).resume(attempt.path)
    assert (session.label, session.is_practice) == (f"Daily {DAY}", False)
    assert not begun(tmp_path, clock).is_practice


def test_practice_that_is_asked_for_uses_up_no_attempt(tmp_path: Path) -> None:
    practice = begun(tmp_path, Clock(), PRACTICE)
    assert (practice.is_practice, practice.label) == (True, f"Daily {DAY}, practice")
    assert recorder_of(practice).take_notices() == []
    assert not begun(tmp_path, Clock()).is_practice


def test_deleting_a_kept_attempt_gives_it_up(
    tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    recorder_of(said(begun(tmp_path, Clock()), "no so")).close()
    (path,) = tmp_path.glob("games/*")
    assert run_games([]) == 0
    assert f"Daily {DAY}" in capsys.readouterr().out
    assert run_games(["--delete", path.stem]) == 0
    assert capsys.readouterr().out == (
        f"{path.stem} is given up, as a daily game is played once.\n"
    )
    attempt = find_daily_attempt(str(tmp_path), DAY)
    assert attempt is not None
    assert attempt.result.ending == GIVEN_UP
    assert begun(tmp_path, Clock()).is_practice


def test_daily_game_is_known_by_its_header() -> None:
    daily = evolve(header(kind=DAILY), seed=int(daily_seed(DAY)))
    assert daily_date_of(daily) == DAY
    assert daily_date_of(evolve(daily, game_kind=PRACTICE)) == DAY
    assert not daily_date_of(evolve(daily, game_kind=PRACTICE, game_number=2))
    assert not daily_date_of(evolve(daily, game_kind=ORDINARY))
    assert not daily_date_of(evolve(daily, seed=int(daily_seed(NEXT_DAY))))
    assert not daily_date_of(evolve(daily, layout_text="|"))


def test_daily_game_is_practice_where_nobody_can_see_whether_it_was_played(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    def fail(path: str) -> list[str]:
        raise OSError(errno.EIO, os.strerror(errno.EIO), path)

    monkeypatch.setattr("cc3k.saves.index.list_folder", fail)
    monkeypatch.setattr("cc3k.saves.journal_writer.list_folder", fail)
    session, unread = begun(tmp_path, Clock()), f"{tmp_path}/open: input/output error"
    assert (session.is_practice, kinds(tmp_path)) == (True, [PRACTICE])
    assert recorder_of(session).take_notices() == [
        f"It cannot be seen whether Daily {DAY} is played ({unread}): this is practice."
    ]
    keeper = ArcadeRecorder("gems", (), str(tmp_path))
    game = find_arcade_game("gems")
    assert game is not None
    assert find_arcade_offers(game, keeper, str(tmp_path)) == []
    told = f"{tmp_path}/arcade/open: input/output error"
    assert keeper.take_notices() == [f"Your kept games cannot be offered: {told}."]


def test_clock_that_is_set_back_leaves_practice_and_says_why(tmp_path: Path) -> None:
    recorder_of(begun(tmp_path, Clock(EVENING + 3600), date=NEXT_DAY)).close()
    session = begun(tmp_path, Clock())
    assert session.is_practice
    assert recorder_of(session).take_notices() == [
        f"Daily {NEXT_DAY} has been begun, but the clock says {DAY}: this is practice."
    ]
    announced = begun(tmp_path / "other", Clock(), date=NEXT_DAY)
    assert (announced.daily_date, announced.is_practice) == (NEXT_DAY, False)


def test_daily_game_outside_a_home_is_always_the_attempt(tmp_path: Path) -> None:
    context = SaveContext(Disk(), "a test")
    for path in [str(tmp_path / f"{name}.cc3k") for name in "ab"]:
        session = Session(BASE_RULES, int(daily_seed(DAY)), daily_date=DAY)
        session.keeper = Recorder(context, Clock(), Mock(return_value=path), DAILY)
        session.start_game(BASE_RULES.races[0])
        assert not session.is_practice
        assert read_stored_journal(path).record.header.game_kind == DAILY


def test_arcade_folder_of_an_older_release_may_have_other_files_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "arcade" / "unfinished"
    folder.mkdir(parents=True)
    (folder / "a.lock").touch()
    assert unfinished_arcade_games(str(tmp_path)) == []
    (folder / "a.cc3k").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", lambda *_: fail_to_read())
        assert find_arcade_journal("a", str(tmp_path)) is None


def fail_to_read() -> int:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def test_game_that_cannot_be_read_is_told_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "a.cc3k").write_text("no journal\n")
    (game,) = load_saved_games(str(tmp_path))
    assert game.description == game.problem != ""
