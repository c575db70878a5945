"""`cc3k arcade`, and its games that are kept, gone on with, listed, replayed and verified."""

import json
import os
import sys
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION
from cc3k.cli import gems
from cc3k.cli.arcade import ARCADE_NAMES, find_arcade_offers, play_record
from cc3k.cli.argument_parser import COMMANDS
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OK
from cc3k.saves.arcade_games import (
    ArcadeRecord,
    ArcadeRecorder,
    ArcadeStep,
    find_arcade_journal,
    read_stored_arcade_journal,
    unfinished_arcade_games,
)
from cc3k.saves.journal_writer import JournalLocked
from cc3k.ui.arcade_screen import ArcadeDiverged, ArcadeReplayScreen, CannotContinue, give_inputs
from tests.support import processes
from tests.support.arcade_screens import arcade_screen, shown
from tests.support.fixtures import Patch
from tests.support.processes import COMMAND, refused, run, told
from tests.support.terminals import Terminal

START = "new curve ChainedRemovalPolicy InteractivePlayer"
GAME = gems.ARCADE_GAME


@pytest.fixture
def home(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def recorder(home: Path | None, *header: str) -> ArcadeRecorder:
    return ArcadeRecorder("gems", header, None if home is None else str(home), lambda: 0.0)


def played(keeper: ArcadeRecorder, *texts: str) -> Path:
    board = GAME.open_board(keeper.header)
    keeper.game_began(board.program.digest())
    for text in texts:
        board.program.take(text)
        keeper.input_taken(text, board.program.digest())
    if board.program.exit_status is not None:
        keeper.game_ended()
    keeper.close()
    assert keeper.home
    (path,) = Path(keeper.home).glob("arcade/*/*.cc3k")
    return path


def noted(keeper: ArcadeRecorder, text: str = "x", digest: int = 1) -> None:
    """Keep a game of one input, after which the board is said to have that digest."""
    keeper.game_began(0)
    keeper.input_taken(text, digest)
    keeper.close()


def test_the_games_are_listed_with_a_sentence_each() -> None:
    listed = told("arcade").splitlines()
    assert len(listed) == len(ARCADE_NAMES) > 0
    for line, name in zip(listed, ARCADE_NAMES, strict=True):
        assert line.startswith(f"cc3k {name} ")
        assert line.lower().endswith(COMMANDS[name].lower())


def test_a_game_is_kept_and_gone_on_with(home: Path) -> None:
    keeper = recorder(home, "practice")
    path = played(keeper, START, "move 9 9", "save x", "move 2 0")
    assert path.parent.name == "games"
    record = read_stored_arcade_journal(str(path)).record
    assert (record.header, record.begun) == (("practice",), "1970-01-01T00:00:00Z")
    assert [step.text for step in record.steps] == [START, "move 2 0"]
    again = recorder(home)
    board = play_record(GAME, again.resume(str(path)))
    assert again.try_to_save()
    with pytest.raises(JournalLocked):
        recorder(home).resume(str(path))
    board.program.take("move 2 1")
    again.input_taken("move 2 1", board.program.digest())
    again.close()
    texts = [step.text for step in read_stored_arcade_journal(str(path)).record.steps]
    assert texts == [START, "move 2 0", "move 2 1"]


def test_a_journal_cut_anywhere_after_its_header_goes_on(home: Path) -> None:
    path = played(recorder(home), START, "move 2 0", "move 2 1")
    data = path.read_bytes()
    ends = [at for at in range(len(data)) if data[: at + 1].endswith(b"\n")]
    header = next(at for at in ends if b"opened" in data[:at])
    for cut in range(header + 1, len(data) + 1):
        path.write_bytes(data[:cut])
        keeper = recorder(home)
        board = play_record(GAME, keeper.resume(str(path)))
        whole = sum(at < cut for at in ends) - sum(at <= header for at in ends)
        told = "".join(keeper.take_notices())
        assert ("cut off" in told) is (cut - 1 not in ends)
        assert board.program.take("") == ""
        keeper.close()
        assert len(read_stored_arcade_journal(str(path)).record.steps) == whole
        assert not read_stored_arcade_journal(str(path)).written.has_torn_line


def test_only_games_of_that_name_that_can_be_read_are_offered(home: Path) -> None:
    path = played(recorder(home), START, "move 2 0")
    (home / "arcade" / "unfinished").mkdir()
    (home / "arcade" / "unfinished" / "broken.cc3k").write_bytes(b"nonsense\n")
    other = home / "arcade" / "unfinished" / "other.cc3k"
    other.write_bytes(path.read_bytes())
    noted(ArcadeRecorder("escape", (), str(home)))
    keeper = recorder(home)
    offers = find_arcade_offers(GAME, keeper, str(home))
    assert len(offers) == 2
    assert all(offer.description.startswith("gems, 2 inputs, last played ") for offer in offers)
    assert find_arcade_offers(GAME, keeper, None) == []
    assert offers[0].resume().program.digest() == offers[1].resume().program.digest()
    keeper.close()


def test_an_offer_that_cannot_be_taken_says_why(home: Path) -> None:
    path = played(recorder(home), START, "move 2 0")
    keeper = recorder(home)
    (offer,) = find_arcade_offers(GAME, keeper, str(home))
    holder = recorder(home)
    holder.resume(str(path))
    with pytest.raises(CannotContinue, match="has this game open"):
        offer.resume()
    holder.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-3], b"x\n"]))
    with pytest.raises(CannotContinue, match=r"found .*; expected "):
        offer.resume()
    path.unlink()
    with pytest.raises(CannotContinue, match="No such file"):
        offer.resume()
    noted(recorder(home), START)
    (offer,) = find_arcade_offers(GAME, keeper, str(home))
    with pytest.raises(CannotContinue, match="another state"):
        offer.resume()
    assert not keeper.try_to_save()


def test_a_game_that_cannot_be_kept_goes_on() -> None:
    keeper = recorder(None)
    keeper.game_began(0)
    for number in range(1, 4):
        keeper.input_taken("x", number)
    assert keeper.take_notices() == ["This game cannot be kept: no folder is named by HOME."]
    keeper.game_ended()
    assert not keeper.try_to_save()


def test_kept_games_are_listed_and_deleted(home: Path) -> None:
    path = played(recorder(home), START)
    broken = home / "arcade" / "unfinished" / "broken.cc3k"
    broken.parent.mkdir()
    broken.write_bytes(b"nonsense\n")
    for header in (("c25", "0 my.egc", "?"), ("c25",)):
        noted(ArcadeRecorder("escape", header, str(home), lambda: 9.0))
    listed = told("games")
    assert f"{path.stem}\n  gems, 1 input, last played " in listed
    assert "-escape\n  my.egc, c25, two people, 1 input, last played " in listed
    assert "-escape-2\n  escape, 1 input, last played " in listed
    assert "broken\n  broken.cc3k:1:1: found " in listed
    facts = {each["name"]: each for each in json.loads(told("games", "--json"))}
    assert facts[path.stem]["arcade"] == "gems"
    assert facts[path.stem]["inputs"] == 1
    assert facts["broken"]["trouble"]
    others = [name for name in facts if name.endswith(("-escape", "-escape-2"))]
    assert told("games", "--delete", path.stem, "broken", *others)
    assert not unfinished_arcade_games(str(home))


def test_a_game_is_replayed_and_verified(home: Path) -> None:
    path = played(recorder(home), START, "move 0 0", "move 1 0")
    with pytest.raises(OSError, match="this game has ended"):
        recorder(home).resume(str(path))
    assert find_arcade_journal(path.name, str(home)) == str(path)
    for name in (str(path), path.stem):
        assert told("replay", "--verify", name) == f"{name}: the same in all of 3 commands\n"
    out = told("replay", str(path))
    assert out.startswith("----------------------\nWelcome to Modern Gems\n")
    assert out.endswith(">>> Final Score: 41\n")
    assert "-- Move   1 --" in out
    assert "expected one of the dungeon" in refused("replay", "--svg", "x.svg", str(path))


def test_a_forged_game_is_found(home: Path) -> None:
    noted(recorder(home), START, 12345)
    (path,) = home.glob("arcade/games/*.cc3k")
    ended = run("replay", "--verify", str(path))
    assert (ended.code, "input 1: found another state" in ended.err) == (EXIT_DIVERGED, True)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"curve", b"large"))
    assert run("replay", "--verify", str(path)).code == EXIT_DAMAGED
    path.write_bytes(data[:-2])
    ended = run("replay", "--verify", str(path))
    assert (ended.code, "cut off" in ended.err) == (EXIT_OK, True)
    noted(ArcadeRecorder("chess", (), str(home / "other")))
    (path,) = (home / "other").glob("arcade/games/*.cc3k")
    ended = run("replay", str(path))
    assert (ended.code, "found the game 'chess'" in ended.err) == (EXIT_DAMAGED, True)


def test_other_files_are_left_to_the_dungeon(home: Path) -> None:
    (home / "text").write_bytes(b"01234567 cc3k-journal 1\n")
    for name in (".", "none", "text", "a\0b", "-"):
        assert find_arcade_journal(name, str(home)) is None
    assert find_arcade_journal("none", None) is None


def test_a_replay_is_stepped_through() -> None:
    record = record_of(START, "move 0 0", "move 1 0")
    screen = ArcadeReplayScreen(GAME, record, 80, 24)

    def text() -> str:
        return "\n".join([line.text.rstrip() for line in screen.draw().lines])

    def runs() -> bool:
        return screen.tick_seconds is not None

    assert "[0 of 3] Space runs" in text()
    assert "Removal policy" in text()
    for keys, seen in (
        (["right", "n"], "Score 25   Move 1"),
        (["left"], "Score 0   Move 0"),
        (["end", "n"], "Final Score: 41."),
        ([], "[3 of 3]"),
    ):
        screen.press_keys(keys)
        assert seen in text()
    screen.press_keys(["home", "b", " "])
    assert runs()
    for _ in range(3):
        screen.tick()
    assert not runs()
    for keys in ([" "], ["home", " ", " "]):
        screen.press_keys(keys)
        assert not runs()
    screen.press_keys([" "])
    screen.report_paste(41)
    assert "A paste of 41 keys was ignored." in text()
    assert not runs()
    screen.press_keys(["escape "])
    assert "[0 of 3]" in text()
    screen.stop_ticking()
    screen.resize(100, 30)
    assert screen.draw().width == 100
    assert screen.press_keys(["ctrl-l"])
    assert not screen.press_keys(["q"])
    assert screen.is_ended
    assert not screen.may_hang
    assert not screen.after_drawing()
    assert screen.title == "Modern Gems"
    assert screen.exit_message == "Modern Gems\n"


def test_a_replay_says_where_it_goes_another_way() -> None:
    played_so_far = record_of(START)
    steps = (*played_so_far.steps, ArcadeStep("move 0 0", 7))
    screen = ArcadeReplayScreen(GAME, evolve(played_so_far, steps=steps), 80, 24)
    screen.press_keys(["end"])
    assert "another state" in screen.draw().lines[-1].text
    assert "another state" in screen.exit_message
    with pytest.raises(ArcadeDiverged):
        give_inputs(GAME.open_board(()), steps)


def record_of(*texts: str) -> ArcadeRecord:
    board, steps = GAME.open_board(()), list[ArcadeStep]()
    for text in texts:
        board.program.take(text)
        steps.append(ArcadeStep(text, board.program.digest()))
    return ArcadeRecord("gems", "1970-01-01T00:00:00Z", (), tuple(steps))


def test_a_journal_that_is_a_link_is_named_and_not_read(home: Path) -> None:
    keeper = recorder(home)
    path = played(keeper, START)
    path.rename(home / "elsewhere")
    path.symlink_to(home / "elsewhere")
    (found,) = unfinished_arcade_games(str(home))
    assert found.record is None
    assert found.described() == f"{path}: a symbolic link, which is not followed"
    assert find_arcade_offers(GAME, keeper, str(home)) == []


def test_a_game_that_a_program_plays_is_left_amid_and_played_on(home: Path) -> None:
    """G15: each of its moves is kept, and it goes on from there to the same end."""
    keeper = recorder(home)
    screen = arcade_screen(keeper)
    screen.press_keys(["tab", "tab", "down", "enter"])
    for _ in range(8):
        screen.tick()
    keeper.close()
    (kept,) = unfinished_arcade_games(str(home))
    assert kept.record
    assert [step.text for step in kept.record.steps[1:]] == ["next"] * 3
    again = recorder(home)
    (offer,) = find_arcade_offers(GAME, again, str(home))
    screen = arcade_screen(again, [offer])
    screen.press_keys(["enter"])
    while screen.tick_seconds is not None:
        screen.tick()
    again.close()
    (path,) = home.glob("arcade/games/*.cc3k")
    assert len(read_stored_arcade_journal(str(path)).record.steps) == 45
    assert "Score 150   Move 44" in "\n".join(shown(screen))
    assert told("replay", "--verify", str(path))


PLAY = (*COMMAND, "gems")


@pytest.mark.slow
def test_a_replay_is_watched_on_a_terminal(tmp_path: Path) -> None:
    keeper = ArcadeRecorder("gems", (), str(tmp_path))
    path = played(keeper, START, "move 0 0")
    with Terminal((*COMMAND, "replay", str(path)), (80, 24)) as game:
        game.wait_until(lambda: "[0 of 2]" in game.text)
        game.type("\x1b[F")
        game.wait_until(lambda: "Score 25   Move 1" in game.text)
        assert game.end("q") == EXIT_OK


@pytest.mark.slow
def test_the_dialogue_is_played_on_a_terminal_that_can_only_print_lines(tmp_path: Path) -> None:
    env = {"TERM": "dumb", "CC3K_HOME": str(tmp_path)}
    for program, its_env in ((PLAY, env), ((*PLAY, "--script"), {**env, "TERM": "xterm"})):
        with Terminal(program, (80, 24), its_env) as game:
            game.wait_until(lambda: game.text.endswith(">>>"))
            assert game.end("quit\n") == EXIT_OK
            game.wait_until(lambda: "Thanks for playing!" in game.text)
    assert os.listdir(tmp_path) == []
    assert sys.executable in PLAY


IMPORTED = """
import sys
from cc3k.cli.main import main
main(sys.argv[1:])
print([name for name in sys.modules if name.startswith(("cc3k.engine.", "cc3k.content", "cc3k.bots",
    "cc3k.saves.i", "cc3k.saves.j", "cc3k.ui", "blessed", "curses", "json"))
    and name not in {"cc3k.engine.values", "cc3k.engine.text"}], file=sys.stderr)
"""


@pytest.mark.slow
def test_a_script_imports_neither_the_dungeon_nor_a_terminal(home: Path) -> None:
    (home / "it.egc").write_text(SAMPLE_CONFIGURATION, "utf-8")
    for line in ("gems", "defender", "escape it.egc", "escape convert -s it.egc"):
        program = (sys.executable, "-c", IMPORTED, *line.split())
        ended = processes.start_and_wait(command=program, folder=home)
        assert (ended.code, ended.err) == (0, "[]\n"), line
