"""The witness that keeps games: as they are played, on every disk, and to go on with them."""

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define, field

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.play.endings import GIVEN_UP, SLAIN, WON
from cc3k.play.messages import LAST_COMMAND_LOST
from cc3k.play.session import Session, SessionStage
from cc3k.saves.disk import Disk
from cc3k.saves.journal_format import JournalError
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.journal_writer import (
    ENDED_GAME_KEPT,
    ENDED_GAME_LOST,
    SAVING_AGAIN,
    GameEnded,
    SaveContext,
    not_saved_message,
)
from cc3k.saves.open_files import format_timestamp
from cc3k.saves.paths import GAMES_FOLDER
from cc3k.saves.record import PRACTICE, Header, Record, StateFingerprint, state_fingerprint
from cc3k.saves.recorder import READ_ONLY_ERRORS, Recorder
from cc3k.saves.saved_games import load_saved_games
from tests.support.disks import ERRORS, SOUND, FaultyDisk, files
from tests.support.records import BEGUN, BREWS, WAYS_OUT
from tests.support.scenarios import drawn

NOON = 1_795_208_220.0
"""The time in the journals of these tests, in seconds since 1970."""

WORDS = ("no", "ea", "a", "no", "f", "so", "we", "u", "ea", "no")
FULL = not_saved_message(os.strerror(errno.ENOSPC))


@define(eq=False)
class Keeping:
    home: Path
    disk: Disk = field(factory=Disk)
    durable: bool = False
    kind: str = "ordinary"
    told: list[str] = field(factory=list)
    keeper: Recorder = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.keeper = Recorder(
            self.context, lambda: NOON, self.path_of, self.kind, layout_name="drawn"
        )

    @property
    def context(self) -> SaveContext:
        return SaveContext(self.disk, "process 7", self.durable)

    def path_of(self, header: Header) -> str:
        name = f"{header.race}-{header.game_number}{JOURNAL_SUFFIX}"
        return str(self.home / GAMES_FOLDER / name)

    def session(self, drawing: str = "") -> Session:
        data = drawn(drawing).encode("ascii")
        drawings = read_layout(data, "drawn", BASE_RULES).floor_layouts if drawing else ()
        session = Session(BASE_RULES, 42, drawings, is_practice=self.kind == PRACTICE)
        session.keeper = self.keeper
        return session

    def say(self, session: Session, *words: str) -> list[StateFingerprint]:
        states = []
        for word in " ".join(words).split():
            list(session.play_words([word]))
            self.told += self.keeper.take_notices()
            states += [] if session.game is None else [state_fingerprint(session.game)]
        return states

    def resumed(self, path: Path) -> Session:
        session = self.keeper.resume(str(path))
        self.told += self.keeper.take_notices()
        return session


def record(path: Path) -> Record:
    found = read_stored_journal(str(path))
    assert not found.damage
    return found.record


def journals(home: Path) -> list[Path]:
    return [path for path in files(home) if path.suffix == JOURNAL_SUFFIX]


def words_of(record: Record) -> list[str]:
    return [step.command for step in record.steps]


def states_of(record: Record) -> list[StateFingerprint]:
    return [record.start_state, *[step.state for step in record.steps]]


@pytest.fixture
def keeping(tmp_path: Path) -> Keeping:
    return Keeping(tmp_path / "home")


def test_journal_is_whole_after_every_command(keeping: Keeping) -> None:
    session = keeping.session()
    states = keeping.say(session, "s")
    (path,) = journals(keeping.home)
    for word in WORDS:
        states += keeping.say(session, word)
        found = read_stored_journal(str(path))
        assert not found.written.has_torn_line
        assert session.game is not None
        assert found.record.last_state == state_fingerprint(session.game)
    assert words_of(record(path)) == ["no", "ea", "a no", "f", "so", "we", "u ea", "no"]
    assert record(path).opened_by == "process 7"
    assert record(path).header.started_at == format_timestamp(NOON)
    assert keeping.told == []
    assert keeping.keeper.try_to_save()


@pytest.mark.parametrize(
    ("drawing", "words", "ending"),
    [
        ("", ["s", "no", "q"], GIVEN_UP),
        ("", ["s", "no", "r", "d"], GIVEN_UP),
        (WAYS_OUT * 5, ["s", *["ea"] * 10], WON),
        (BREWS, ["s", *["u no", "u nw", "u ne", "u we", "u ea"]], ""),
    ],
)
def test_journal_of_a_game_that_has_ended_says_so_where_it_lies(
    keeping: Keeping, drawing: str, words: list[str], ending: str
) -> None:
    keeping.say(keeping.session(drawing), *words)
    path = keeping.home / GAMES_FOLDER / f"Shade-1{JOURNAL_SUFFIX}"
    found = record(path)
    assert found.ending == ending
    if ending:
        assert found.result is not None
        floor, turns = found.last_state.floor, found.turn_count
        assert (found.result.floors, found.result.turns) == (floor, turns)
        assert found.result.digest == f"{found.last_state.digest:08x}"
        assert (found.result.journal, found.ended_at) == (path.stem, BEGUN)
        assert keeping.keeper.ended_game in (None, (str(path), found.header))
    assert keeping.keeper.try_to_save() == (not ending or words[-1] == "d")


def test_slain_hero_ends_the_journal(keeping: Keeping) -> None:
    session = keeping.session(BREWS)
    session.give("s")
    assert session.game is not None
    session.game.hero.hp = 5
    keeping.say(session, "u no")
    assert record(keeping.home / GAMES_FOLDER / f"Shade-1{JOURNAL_SUFFIX}").ending == SLAIN
    keeping.say(session, "r", "s", "no")
    assert [len(record(path).steps) for path in journals(keeping.home)] == [1, 1]


def test_games_of_a_run_have_a_journal_each(keeping: Keeping) -> None:
    """R34: the number of the game is in its header, so that it is the same one again."""
    session = keeping.session()
    keeping.say(session, "s", "no", "r", "s", "ea", "r", "t")
    numbers = {path.stem: record(path).header.game_number for path in journals(keeping.home)}
    assert numbers == {"Shade-1": 1, "Shade-2": 2, "Troll-3": 3}
    left = read_stored_journal(str(keeping.home / GAMES_FOLDER / f"Troll-3{JOURNAL_SUFFIX}"))
    keeping.keeper.close()
    again = keeping.resumed(Path(left.path))
    assert again.frame_or_prompt() == session.frame_or_prompt()
    assert again.games_started == 3


def test_practice_is_written_down_with_what_was_taken_back(tmp_path: Path) -> None:
    """The journal reads as the game that it ended as; it ends only when it is left."""
    keeping = Keeping(tmp_path, kind=PRACTICE)
    session = keeping.session(WAYS_OUT * 5)
    keeping.say(session, "s", *["ea"] * 10)
    assert session.stage is SessionStage.GAME_OVER
    (path,) = journals(tmp_path)
    assert record(path).ending == ""
    keeping.say(session, "z", "z", "f", "ea", "z", "f")
    assert words_of(record(path)) == [*["ea"] * 8, "f", "f"]
    keeping.keeper.close()
    again = keeping.resumed(path)
    assert again.frame_or_prompt() == session.frame_or_prompt()
    keeping.say(again, "z", "q")
    (path,) = journals(tmp_path)
    assert (words_of(record(path)), record(path).ending) == (["ea"] * 7, GIVEN_UP)


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_torn_last_line_is_dropped_and_told(keeping: Keeping, cut: int) -> None:
    session = keeping.session()
    states = keeping.say(session, "v", *WORDS)
    keeping.keeper.close()
    (path,) = journals(keeping.home)
    path.write_bytes(path.read_bytes()[:-cut])
    again = keeping.resumed(path)
    assert keeping.told == [LAST_COMMAND_LOST]
    assert again.game is not None
    assert state_fingerprint(again.game) == states[-2]
    keeping.say(again, "no")
    assert record(path).last_state == states[-1]


def test_damaged_journal_goes_on_from_before_the_damage(keeping: Keeping) -> None:
    keeping.say(keeping.session(), "v", *WORDS)
    keeping.keeper.close()
    (path,) = journals(keeping.home)
    lines = path.read_bytes().splitlines(keepends=True)
    spoilt = b"".join([*lines[:14], b"x" + lines[14][1:], *lines[15:]])
    path.write_bytes(spoilt)
    session = keeping.resumed(path)
    byte = len(b"".join(lines[:14])) + 1
    assert keeping.told[0].startswith(f"{path.name}:15:{byte}: found a line that is marked 'x")
    assert path.with_name(f"{path.name}.damaged").read_bytes() == spoilt
    keeping.say(session, "f")
    assert words_of(record(path)) == ["no", "ea", "a no", "f"]
    assert record(path).opened_by == "process 7"
    assert [game.path for game in load_saved_games(str(keeping.home))] == [str(path)]
    keeping.say(session, "q")
    assert record(keeping.home / GAMES_FOLDER / path.name).ending == GIVEN_UP


def test_every_damaged_journal_is_kept_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = left_behind(tmp_path, "sound")
    path.with_name(f"{path.name}.damaged-2").write_text("mine")
    spoilt = []
    for _ in range(3):
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:-1], b"x" + lines[-1][1:]]))
        spoilt.append(path.read_bytes())
        keeping = Keeping(tmp_path)
        keeping.resumed(path)
        keeping.keeper.close()
    kept = {found.name: found.read_bytes() for found in path.parent.glob("*.damaged*")}
    assert set(spoilt) == set(kept.values()) - {b"mine"}
    assert len(kept) == 1 + len(spoilt)
    assert path.with_name(f"{path.name}.damaged-2").read_text() == "mine"


def test_new_journal_is_safe_before_it_takes_the_place_of_a_damaged_one(tmp_path: Path) -> None:
    """A loss of power leaves the one or the other, never an empty file; so does the copy."""
    disk = FaultyDisk()
    Keeping(tmp_path, disk).resumed(left_behind(tmp_path, "damaged"))
    last = len(disk.calls) - disk.calls[::-1].index("rename")
    assert disk.calls[:last] == [
        *["open", "open", "write", "sync"],
        *["open", "write", "sync", "close", "rename", "sync_folder", "rename"],
    ]


def test_half_a_line_does_not_stay(tmp_path: Path) -> None:
    disk = FaultyDisk(bite=10)
    keeping = Keeping(tmp_path, disk)
    session = keeping.session()
    keeping.say(session, "v", "no")
    (path,) = journals(tmp_path)
    before = path.read_bytes()
    disk.failing = [len(disk.calls) + 2]
    keeping.say(session, "ea")
    assert disk.calls[-4:] == ["write", "write", "write", "truncate"]
    assert path.read_bytes() == before


def test_game_that_has_ended_is_not_gone_on_with(keeping: Keeping) -> None:
    keeping.say(keeping.session(), "v", "no", "q")
    (path,) = journals(keeping.home)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(GameEnded, match="this game has ended"):
            keeping.resumed(path)
    assert path.read_bytes() == before


def everything(disk: Disk, home: Path, *, durable: bool) -> tuple[Keeping, Session]:
    keeping = Keeping(home, disk, durable)
    session = keeping.session(BREWS)
    keeping.say(session, "v", "u no", "f", "no", "u we", "r", "t", "f", "no", "so")
    return keeping, session


def stories(home: Path) -> dict[str, list[StateFingerprint]]:
    whole = {path: path.read_bytes().rpartition(b"\n")[0] for path in journals(home)}
    records = [record(path) for path, lines in whole.items() if b" start " in lines]
    return {of.header.race: states_of(of) for of in records}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[StateFingerprint]]:
    """Return the games of `everything` as they are kept by a sound disk."""
    home = tmp_path_factory.mktemp("sound")
    keeping, session = everything(Disk(), home, durable=False)
    keeping.say(session, "f")
    return stories(home)


def faults(home: Path, *, durable: bool, bite: int | None) -> Iterator[int]:
    """Yield the number of each call that keeping `everything` takes, with no home before it."""
    disk = FaultyDisk(bite=bite)
    everything(disk, home, durable=durable)
    for number in range(len(disk.calls)):
        shutil.rmtree(home, ignore_errors=True)
        yield number


@pytest.mark.slow_from(2)
@pytest.mark.parametrize(
    ("error", "durable", "bite"),
    [*zip(ERRORS, [False, True, False, True], [None, None, 150, 150], strict=True)],
)
def test_call_that_fails_once_loses_nothing_in_the_end(
    tmp_path: Path,
    expected: dict[str, list[StateFingerprint]],
    error: int,
    durable: bool,
    bite: int | None,
) -> None:
    told_of, home = 0, tmp_path / "home"
    for number in faults(home, durable=durable, bite=bite):
        disk = FaultyDisk([number], error, bite)
        keeping, session = everything(disk, home, durable=durable)
        disk.failing = SOUND
        assert keeping.say(session, "f")[-1] == expected["Troll"][-1]
        reason = not_saved_message(os.strerror(error))
        assert keeping.told in ([], [reason], [reason, SAVING_AGAIN])
        told_of += bool(keeping.told)
        assert stories(home) == expected
        assert keeping.keeper.try_to_save()
        keeping.keeper.close()
    assert told_of > 10


@pytest.mark.parametrize(("durable", "bite"), [(False, None), (True, 90)])
def test_disk_that_fails_from_some_call_on_keeps_what_was_before_it(
    tmp_path: Path, expected: dict[str, list[StateFingerprint]], bite: int | None, durable: bool
) -> None:
    home = tmp_path / "home"
    for number in faults(home, durable=durable, bite=bite):
        disk = FaultyDisk(range(number, 10**6), errno.ENOSPC, bite)
        keeping, session = everything(disk, home, durable=durable)
        assert keeping.say(session, "f")[-1] == expected["Troll"][-1]
        assert 1 <= len(keeping.told) <= 2
        assert set(keeping.told) <= {FULL}
        assert FULL in keeping.told
        assert not keeping.keeper.try_to_save()
        for path in journals(home):
            assert_valid_beginning(path, expected)
        keeping.keeper.close()


def test_that_the_game_before_is_kept_says_nothing_of_this_one(tmp_path: Path) -> None:
    disk = FaultyDisk()
    keeping = Keeping(tmp_path / "home", disk)
    session = keeping.session()
    keeping.say(session, "s")
    disk.failing = range(10**6)
    keeping.say(session, "r", "t")
    disk.failing = [len(disk.calls)]  # the first call for the new game
    keeping.keeper.try_to_save()
    keeping.say(session, "f")
    assert keeping.told == [FULL, FULL, ENDED_GAME_KEPT, SAVING_AGAIN]
    disk.failing = range(10**6)
    keeping.say(session, "q")
    keeping.keeper.close()
    assert keeping.keeper.take_notices() == [ENDED_GAME_LOST]


def assert_valid_beginning(path: Path, expected: dict[str, list[StateFingerprint]]) -> None:
    """Check that a journal has no damage, and is one of those games as far as it goes."""
    try:
        found = read_stored_journal(str(path))
    except JournalError as error:
        # Not even the header could be written, and nothing could be done about that.
        assert "its end" in str(error)  # noqa: PT017 - not every journal raises it
        return
    assert not found.damage
    states = states_of(found.record)
    assert states == expected[found.record.header.race][: len(states)]


def left_behind(home: Path, damage: str) -> Path:
    """Leave a game in a home: its journal as it was, with a torn last line, or damaged."""
    keeping = Keeping(home)
    keeping.say(keeping.session(BREWS), "v", "u no", "f", "no")
    keeping.keeper.close()
    (path,) = journals(home)
    lines = path.read_bytes().splitlines(keepends=True)
    if damage == "torn":
        lines[-1] = lines[-1][:12]
    elif damage == "damaged":
        lines[-2] = b"x" + lines[-2][1:]
    path.write_bytes(b"".join(lines))
    return path


LEFT_WORDS = {"sound": ["u no", "f", "no"], "torn": ["u no", "f"], "damaged": ["u no"]}
"""What is whole of a game that was left so."""


@pytest.mark.slow_from(4)
@pytest.mark.parametrize("error", ERRORS[:2])
@pytest.mark.parametrize("damage", LEFT_WORDS)
@pytest.mark.parametrize("bite", [None, 90])
def test_call_that_fails_while_going_on_leaves_the_game_to_be_gone_on_with(
    tmp_path: Path, damage: str, error: int, bite: int | None
) -> None:
    """Either it goes on all the same, or the journal is as it was: the next try has it all."""
    home, number, refused = tmp_path / "home", 0, 0
    while True:
        shutil.rmtree(home, ignore_errors=True)
        path, disk = left_behind(home, damage), FaultyDisk([number], error, bite)
        before, keeping = path.read_bytes(), Keeping(home, disk)
        try:
            keeping.say(keeping.resumed(path), "f")
        except OSError as failed:
            assert failed.errno == error  # noqa: PT017 - not every call raises it
            refused += 1
            assert path.read_bytes() == before
        keeping.keeper.close()
        Keeping(home).resumed(path)
        whole = LEFT_WORDS[damage]
        assert words_of(record(path)) in (whole, [*whole, "f"])
        if number >= len(disk.calls):
            break
        number += 1
    least = 0 if error in READ_ONLY_ERRORS else 1  # else it goes on unwritten, if it can be read
    assert refused >= (4 if damage == "damaged" else least)


def test_game_that_could_only_be_read_goes_on_only_where_nobody_else_has(tmp_path: Path) -> None:
    for is_ahead in (True, False):
        home = tmp_path / str(is_ahead)
        path, disk = left_behind(home, "sound"), FaultyDisk(range(99), errno.EROFS)
        keeping = Keeping(home, disk)
        session = keeping.resumed(path)
        if is_ahead:
            other = Keeping(home)
            other.say(other.resumed(path), "f")
            other.keeper.close()
        before, disk.failing = path.read_bytes(), SOUND
        keeping.say(session, "no")
        assert (SAVING_AGAIN in keeping.told) is not is_ahead
        assert (path.read_bytes() == before) is is_ahead
        keeping.keeper.close()


def test_damaged_journal_that_cannot_be_replaced_stays_as_it_was(tmp_path: Path) -> None:
    path = left_behind(tmp_path, "damaged")
    before, folder, number = path.read_bytes(), sorted(path.parent.iterdir()), 0
    while True:
        disk = FaultyDisk([number], errno.EIO)
        with pytest.raises(OSError, match="Input/output"):
            Keeping(tmp_path, disk).resumed(path)
        assert path.read_bytes() == before
        if disk.calls[number] == "rename":
            break
        number += 1
        for each in {*path.parent.iterdir()}.difference(folder):
            each.unlink()
