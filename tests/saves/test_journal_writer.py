"""Journals as files: their names, their lock, how they are found and put away, how they vanish."""

import errno
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import format_layout
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.commands import MetaCommand
from cc3k.play.messages import LEAVE_QUESTION
from cc3k.play.session import Session
from cc3k.saves import journal_reader
from cc3k.saves.arcade_games import (
    ArcadeRecord,
    ArcadeStep,
    StoredArcadeJournal,
    arcade_header_lines,
    escape_line,
    is_arcade_journal,
    read_arcade_journal,
    unescape_line,
)
from cc3k.saves.disk import Disk
from cc3k.saves.journal_format import JournalError, add_checksums, header_lines, journal_lines
from cc3k.saves.journal_reader import (
    JOURNAL_SUFFIX,
    LAST_GAME,
    STANDARD_INPUT,
    NoJournal,
    command_of_header,
    find_journal,
    is_journal,
    read_journal_by_name,
    read_stored_journal,
)
from cc3k.saves.journal_writer import (
    NO_FLOCK,
    SAVING_AGAIN,
    JournalFile,
    JournalLocked,
    JournalWriter,
    SaveContext,
    create_journal,
    open_existing_journal,
)
from cc3k.saves.layout_files import load_layout
from cc3k.saves.open_files import describe_error, modification_time
from cc3k.saves.paths import GAMES_FOLDER, OPEN_FOLDER, UNFINISHED_FOLDER, shipped_layouts
from cc3k.saves.record import Header, describe_tags, with_expansions
from cc3k.saves.recorder import Recorder
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.modes import QuestionMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.settings import ScreenSettings
from tests.support.characters import ANY_CHARACTER
from tests.support.disks import FaultyDisk, files
from tests.support.fixtures import Patch
from tests.support.processes import environment, run
from tests.support.records import BEGUN, header, journal_of, recorded, won
from tests.support.tables import for_each
from tests.support.terminals import Terminal

CONTEXT = SaveContext(Disk(), "process 7 since 2026-11-20T20:57:00Z")
RECORD = recorded(header(race="Goblin"), "no", "ea")
HEADER = header_lines(RECORD.header, RECORD.start_state)

HOLDING = """
import sys
from cc3k.saves.disk import Disk
from cc3k.saves.journal_reader import read_stored_journal
from cc3k.saves.journal_writer import SaveContext, open_existing_journal
file = open_existing_journal(sys.argv[1], SaveContext(Disk(), "process 8"))
file.written = read_stored_journal(sys.argv[1]).written
file.append("opened process 8")
print("held", flush=True)
sys.stdin.read()
"""


def begun(path: Path) -> JournalFile:
    return create_journal(str(path), CONTEXT, [*HEADER, f"opened {CONTEXT.process_name}"])


def kept(path: Path, *more: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(add_checksums([*journal_lines(RECORD), *more])[0], "ascii")
    return path


@contextmanager
def held(path: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", HOLDING, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_two_games_of_one_second_have_two_names(tmp_path: Path) -> None:
    path = tmp_path / f"game{JOURNAL_SUFFIX}"
    files = [begun(path) for _ in range(3)]
    names = [os.path.basename(file.path) for file in files]
    assert names == ["game.cc3k", "game-2.cc3k", "game-3.cc3k"]
    assert len({(tmp_path / name).stat().st_ino for name in names}) == 3
    for file in files:
        file.close()


def test_there_are_names_for_so_many_games_only(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("cc3k.saves.disk.MAX_NAMES", 4)
    path = tmp_path / f"game{JOURNAL_SUFFIX}"
    for _ in range(3):
        begun(path).close()
    with pytest.raises(FileExistsError):
        begun(path)


@pytest.mark.parametrize("durable", [False, True])
def test_power_may_go_once_a_line_and_a_name_are_written(tmp_path: Path, *, durable: bool) -> None:
    """`--fsync`: lines and names are waited for; a marker is there before the first line is."""
    disk, path = FaultyDisk(), tmp_path / GAMES_FOLDER / f"it{JOURNAL_SUFFIX}"
    for name in (OPEN_FOLDER, GAMES_FOLDER):
        (tmp_path / name).mkdir()
    file = create_journal(str(path), SaveContext(disk, "process 7", durable), HEADER)
    file.append("no 110 0 1 7 00000000")
    synced = ["write", "sync"] if durable else ["write"]
    settled = ["sync_folder"] if durable else []
    marked = ["folder", "open", "close"]
    assert disk.calls == ["folder", "open", *marked, *synced, *settled, *synced]
    assert (tmp_path / OPEN_FOLDER / path.stem).read_bytes() == b""


def test_another_process_is_kept_out_and_told_by_whom(tmp_path: Path) -> None:
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")
    with held(path):
        before = path.read_bytes()
        with pytest.raises(JournalLocked, match="process 8 has this game open"):
            open_existing_journal(str(path), CONTEXT)
        assert path.read_bytes() == before
    open_existing_journal(str(path), CONTEXT).close()


def test_who_has_a_nameless_journal_open_is_another_process(tmp_path: Path) -> None:
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")
    file = open_existing_journal(str(path), CONTEXT)
    path.write_bytes(b"")
    with pytest.raises(JournalLocked, match=r"another process has this game open"):
        open_existing_journal(str(path), CONTEXT)
    file.close()


@pytest.mark.parametrize("replaced", [True, False])
def test_journal_that_went_away_before_it_was_locked_is_not_written(
    tmp_path: Path, *, replaced: bool
) -> None:
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")

    class Slow(Disk):
        def open(self, path: str, flags: int) -> int:
            descriptor = super().open(path, flags)
            os.rename(path, f"{path}.away")
            if replaced:
                kept(Path(path))
            return descriptor

    before = path.read_bytes()
    with pytest.raises(JournalLocked, match="another process has gone on with this game"):
        open_existing_journal(str(path), SaveContext(Slow(), "slow"))
    assert Path(f"{path}.away").read_bytes() == before


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_regular_file_is_no_journal(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "it"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path = Path("/dev/zero")
    with pytest.raises(OSError, match=r"(?i)not a regular file|is a directory"):
        read_stored_journal(str(path))


def test_pipe_is_not_waited_for_when_it_is_gone_on_with(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device") as refused:
        open_existing_journal(str(tmp_path / "pipe"), CONTEXT)
    assert refused.value.errno == errno.ENXIO


def test_junk_without_an_end_is_not_read_whole(tmp_path: Path) -> None:
    path = kept(tmp_path / "large")
    length = path.stat().st_size
    os.truncate(path, 1 << 40)
    found = read_stored_journal(str(path))
    assert found.record == RECORD
    assert f":{length + 1}: found what is no text; expected a line of" in found.damage


def test_name_of_a_file_is_shown_with_its_control_characters_escaped(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[2J\n.cc3k"
    path.write_bytes(b"")
    with pytest.raises(JournalError) as refused:
        read_stored_journal(str(path))
    assert str(refused.value).startswith(r"'\x1b[2J\n.cc3k':1:1: found its end; ")


@pytest.mark.parametrize("number", [errno.ENOLCK, None])
def test_game_goes_on_where_nothing_can_be_locked(
    tmp_path: Path, monkeypatch: Patch, number: int | None
) -> None:
    def missing(*_: object) -> None:
        raise OSError(number, "missing")

    if number is None:
        monkeypatch.setitem(sys.modules, "fcntl", None)
    else:
        monkeypatch.setattr("fcntl.flock", missing)
    writer = JournalWriter()
    for name in "ab":
        path = str(tmp_path / name)
        writer.begin(partial(create_journal, path, SaveContext(Disk(), "it")), "a line")
        writer.finish("the last")
    assert writer.take_notices() == [NO_FLOCK]


def test_nothing_is_finished_where_nothing_was_begun() -> None:
    writer = JournalWriter()
    assert writer.finish("the last")
    assert writer.take_notices() == []


ARCADE_RECORD = ArcadeRecord(
    "escape",
    BEGUN,
    ("board 3 3", "\ttext with \\ and \N{SNOWMAN}", ""),
    (ArcadeStep("move 1 1", 0), ArcadeStep("say \n\udcff é", 0xFFFFFFFF)),
)
OPENED = "opened process 1"


def written(*lines: str) -> bytes:
    return add_checksums(lines)[0].encode("ascii")


def read(data: bytes) -> StoredArcadeJournal:
    return read_arcade_journal(BytesIO(data), "it")


@given(st.text(ANY_CHARACTER))
def test_any_text_is_one_line_of_ascii(text: str) -> None:
    line = escape_line(text)
    assert line.isascii()
    assert not {"\n", "\r"} & {*line}
    assert unescape_line(line) == text


@for_each(
    [],
    ["cc3k-arcade 2"],
    ["cc3k-arcade 1", "game 1"],
    ["cc3k-arcade 1", "game gems"],
    ["cc3k-arcade 1", "game gems", "begun ?"],
    ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header x"],
    ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 2", "|one"],
    ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 1", "|\\x"],
    ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 1", "x"],
    ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 100001"],
    [*arcade_header_lines(ARCADE_RECORD), "nonsense"],
    [*arcade_header_lines(ARCADE_RECORD), "in 12 x"],
    [*arcade_header_lines(ARCADE_RECORD), "in 0000000g x"],
    [*arcade_header_lines(ARCADE_RECORD), "in 00000000 |\\u12"],
    [*arcade_header_lines(ARCADE_RECORD), "in 00000000 x"],
    [*arcade_header_lines(ARCADE_RECORD), "over", "in 00000000 |x"],
    [*arcade_header_lines(ARCADE_RECORD), "over", "over"],
)
def test_lines_that_cannot_stand_there_are_errors(lines: list[str]) -> None:
    with pytest.raises(JournalError, match=r"found .*; expected "):
        read(written(*lines))


def test_other_files_are_no_arcade_journals() -> None:
    assert not is_arcade_journal(b"")
    assert not is_arcade_journal(written("cc3k-journal 1"))
    assert not is_arcade_journal(written("cc3k-arcade 11"))


SCREEN = [sys.executable, "-m", "cc3k", "--seed", "42"]


def _unlinked(path: Path) -> None:
    path.unlink()


def _without_its_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def _without_the_home(path: Path) -> None:
    shutil.rmtree(path.parent.parent)


def _moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def _replaced(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def _behind_a_file(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_bytes(b"")


WAYS = (_unlinked, _without_its_folder, _without_the_home, _moved, _replaced, _behind_a_file)
VANISHED = pytest.mark.parametrize("vanish", WAYS, ids=lambda way: way.__name__[1:])


def begun_for(folder: Path) -> tuple[Session, Recorder, Path]:
    def place(_header: Header) -> str:
        return str(folder / "home" / UNFINISHED_FOLDER / f"it{JOURNAL_SUFFIX}")

    keeper = Recorder(SaveContext(Disk(), "process 7"), lambda: 0.0, place)
    session = Session(BASE_RULES, 42)
    session.keeper = keeper
    session.give("s")
    assert keeper.try_to_save()
    (path,) = files(folder)
    return session, keeper, path


def not_kept(path: Path) -> list[str]:
    return [f"This game cannot be kept: its journal is no longer at {path}."]


@VANISHED
def test_journal_that_vanishes_is_noticed_by_the_next_command(
    tmp_path: Path, vanish: Callable[[Path], None]
) -> None:
    session, keeper, path = begun_for(tmp_path)
    vanish(path)
    session.give("no")
    assert keeper.take_notices() == not_kept(path)
    assert not keeper.try_to_save()
    session.give("ea")
    assert keeper.take_notices() == []
    keeper.close()
    assert keeper.take_notices() == []


def test_journal_that_is_back_is_whole(tmp_path: Path) -> None:
    session, keeper, path = begun_for(tmp_path)
    away = path.with_name("away")
    path.rename(away)
    session.give("no")
    assert keeper.take_notices() == not_kept(path)
    away.rename(path)
    session.give("ea")
    assert keeper.take_notices() == [SAVING_AGAIN]
    assert keeper.try_to_save()
    assert [step.command for step in read_stored_journal(str(path)).record.steps] == ["no", "ea"]


def test_game_that_ends_without_its_journal_is_told_not_to_be_kept(tmp_path: Path) -> None:
    session, keeper, path = begun_for(tmp_path)
    path.unlink()
    session.give("q")
    assert keeper.take_notices() == not_kept(path)
    assert list(files(tmp_path)) == []


@pytest.mark.slow  # and a path that fits on the screen
def test_vanished_folder_is_told_on_a_screen_and_no_farewell_says_kept(tmp_path: Path) -> None:
    env = {"TERM": "xterm-256color", "CC3K_HOME": str(tmp_path / "home")}
    with Terminal(SCREEN, env=env) as terminal:
        terminal.wait_for("Choose a race")
        terminal.type("s")
        terminal.wait_for("125/125")
        shutil.rmtree(tmp_path / "home")
        terminal.type("f")
        terminal.wait_for("This game cannot be kept")
        terminal.type("\x04")
        terminal.wait_for("leaving loses the rest. Leave? (y/n)")
        terminal.type("y")
        assert terminal.end() == 0
    assert b"Your game is kept" not in terminal.output


@pytest.mark.slow
def test_farewell_names_the_journal_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "my game"
    with Terminal([*SCREEN, "--journal", str(path)]) as terminal:
        terminal.wait_for("Choose a race")
        terminal.type("s")
        terminal.wait_for("125/125")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert f"`cc3k --continue --journal '{path}'` goes on with it.".encode() in terminal.output


def test_that_a_script_is_not_kept_is_told_aside(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300)
    words = "s no ea"
    ended = run("--seed", "7", "--journal", str(path), typed=words)
    assert ended.out == run("--seed", "7", typed=words).out
    assert ended.err.startswith("cc3k: This game cannot be kept: ")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("key", ["q", "r", "ctrl-d"])
@pytest.mark.parametrize("size", [(79, 30), (20, 10)], ids=str)
def test_question_tells_first_that_the_journal_has_vanished(
    tmp_path: Path, monkeypatch: Patch, key: str, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(tmp_path)  # a long name of a folder would take another page
    session, keeper, path = begun_for(Path())
    console = Console(session, *size, ScreenSettings())
    screen = GameApp(console)
    screen.draw()
    path.unlink()
    screen.press_keys([key])
    screen.draw()
    if size == (20, 10) and key == "r":
        return
    assert isinstance(console.mode, QuestionMode)
    questions = {
        "r": MetaCommand.RESTART.question,
        "q": MetaCommand.QUIT.question,
        "ctrl-d": LEAVE_QUESTION,
    }
    assert console.mode.question == f"{not_kept(path)[0]} {questions[key]}"
    screen.press_keys(["y"])
    assert session.game is None if key == "r" else session.is_ended
    assert keeper.take_notices() == []


@pytest.mark.parametrize("keys", [["?"], ["l"], ["a"]], ids="".join)
def test_notice_is_not_lost_behind_a_page_or_a_typed_word(tmp_path: Path, keys: list[str]) -> None:
    session, _, path = begun_for(tmp_path)
    console = Console(session, 79, 30, ScreenSettings())
    screen = GameApp(console)
    if keys == ["?"]:
        console.mode = PagerMode(("a page",))
    else:
        screen.press_keys(keys)
    assert console.mode is not None or console.command_input.display_text
    path.unlink()
    screen.draw()
    assert not_kept(path)[0] not in console.action_text
    screen.press_keys(["esc" if keys != ["a"] else "backspace"])
    screen.draw()
    assert not_kept(path)[0] in console.action_text


def test_journal_that_is_cut_short_is_told_and_then_kept_on_the_next_try(tmp_path: Path) -> None:
    """By another program: what it still has is the game as far as it is whole."""
    _, keeper, path = begun_for(tmp_path)
    os.truncate(path, 20)
    keeper.try_to_save()
    (told,) = keeper.take_notices()
    assert "its journal has been cut short at" in told
    assert not keeper.try_to_save()


def refuse(*_: object) -> int:
    raise PermissionError(13, "Permission denied")


def test_last_game_is_the_newest_that_has_ended(tmp_path: Path) -> None:
    for folder, name, data in (
        (GAMES_FOLDER, "20260102-000000-drow-1", journal_of(won())),
        (UNFINISHED_FOLDER, "20260103-000000-drow-1", journal_of(recorded(header(), "no"))),
        (GAMES_FOLDER, "20260104-000000-drow-1", b"no journal"),
        (GAMES_FOLDER, "zoo", journal_of(won())),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.cc3k").write_bytes(data)
    home, games = str(tmp_path), tmp_path / GAMES_FOLDER
    (games / "20260105-000000-drow-1.cc3k").symlink_to("/nowhere")
    (games / "20260106-000000-drow-1.cc3k").symlink_to("/dev/zero")
    os.mkfifo(games / "20260107-000000-drow-1.cc3k")
    (games / "20260108-000000-drow-1.cc3k").mkdir()
    last = games / "20260102-000000-drow-1.cc3k"
    assert find_journal(LAST_GAME, home) == str(last)
    for name in (last.name, last.stem):
        assert find_journal(name, home) == str(last)
    assert find_journal(f"../{GAMES_FOLDER}/{last.stem}", home) != str(last)
    open_game = tmp_path / UNFINISHED_FOLDER / "20260103-000000-drow-1.cc3k"
    assert find_journal(open_game.stem, home) == str(open_game)
    damaged = games / "20260109-000000-drow-1.cc3k"
    damaged.write_bytes(b"x" + journal_of(won()))
    assert find_journal(LAST_GAME, home) == str(damaged)
    assert find_journal("zoo", home) == str(games / "zoo.cc3k")
    assert find_journal("none", home) == find_journal("none", None) == "none"
    shutil.rmtree(games)
    assert find_journal(LAST_GAME, home) == str(games / LAST_GAME)
    with pytest.raises(NoJournal, match="no game is finished yet"):
        read_journal_by_name(LAST_GAME, home)


def test_journal_that_cannot_be_read_counts_as_one(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / GAMES_FOLDER / "20260102-000000-drow-1.cc3k"
    path.parent.mkdir()
    path.write_bytes(journal_of(won()))
    monkeypatch.setattr(journal_reader, "open_regular", refuse)
    assert is_journal(str(path))
    assert not is_journal(str(tmp_path))
    assert find_journal(LAST_GAME, str(tmp_path)) == str(path)


def test_standard_input_is_read_as_a_journal(monkeypatch: Patch) -> None:
    reader, writer = os.pipe()
    with open(reader, "rb") as source:
        os.write(writer, journal_of(won()))
        os.close(writer)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(source))
        assert read_journal_by_name(STANDARD_INPUT, None).record.header.started_at == BEGUN
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(JournalError):
            read_journal_by_name(STANDARD_INPUT, None)


def test_shipped_layout_is_named_as_such_and_another_by_its_path() -> None:
    """R34: the command line shows the same game again."""
    name, path = next(iter(shipped_layouts().items()))
    drawn = evolve(header(), layout_text=format_layout(load_layout(path, BASE_RULES).floor_layouts))
    for called, floor in ((name, f"--floor {name} "), ("other", "--floor 'my floor' ")):
        found = command_of_header(evolve(drawn, layout_name=called, layout_path="my floor"))
        assert found == f"cc3k {floor}--seed 42 --race shade"
    assert command_of_header(evolve(drawn, layout_name="other")) is None


def test_errors_of_calls_about_names_are_told(tmp_path: Path, monkeypatch: Patch) -> None:
    assert describe_error(OSError(5, "Input/output error")) == "Input/output error"
    monkeypatch.setattr(os, "stat", refuse)
    assert modification_time(str(tmp_path)) == 0.0


DEPTHS = ExpansionRegistry().select(["depths"], {"floors": 20}).expansion_tags[0]
EVERY = ExpansionRegistry().select(["all"], {"floors": 20}).expansion_tags


@for_each(
    ((), ""),
    (("pack-2",), "pack"),
    (("pack-2", "fog-1"), "pack and fog"),
    (("pack-2", DEPTHS), "pack and depths (20 floors)"),
    ((DEPTHS.replace("20", "1"),), "depths (1 floor)"),
    (EVERY, "all expansions (20 floors, trial 0)"),
    ((*EVERY, "moon-3"), "all expansions (20 floors, trial 0) and moon (version 3)"),
    (("pack-7", "moon-3:8"), "pack (version 7) and moon (8, version 3)"),
    (("pack-7", *EVERY[1:2]), "pack (version 7) and shop"),
    (("odd",), "odd"),
)
def test_tags_are_told_in_words(tags: tuple[str, ...], told: str) -> None:
    assert describe_tags(tags) == told
    assert with_expansions(tags) == (f" with {told}" if told else "")
