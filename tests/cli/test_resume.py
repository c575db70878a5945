"""Who keeps the games that are played: which journal, and which game can be gone on with."""

import os
import re
import shlex
from pathlib import Path

import pytest

from cc3k.cli.options import parse_play_options, settle_rules
from cc3k.cli.play import create_session
from cc3k.cli.race_screen_offers import (
    NONE_CAN_CONTINUE,
    NOTHING_TO_CONTINUE,
    find_resume_offers,
    resume_game,
)
from cc3k.cli.recorded_games import create_recorder, load_past_games, set_up_recorded_game
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OTHER_RULES, EXIT_USAGE
from cc3k.play.session import Session
from cc3k.play.start_offers import CannotResume
from cc3k.saves.end_report import PastGames
from cc3k.saves.index import find_results
from cc3k.saves.journal_format import add_checksums, journal_lines
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import GAMES_FOLDER, OPEN_FOLDER, UNFINISHED_FOLDER
from cc3k.saves.record import DAILY, ORDINARY, Record
from cc3k.saves.recorder import Recorder
from cc3k.ui.settings import ScreenSettings
from tests.support.disks import files
from tests.support.fixtures import Patch
from tests.support.processes import Ended, run
from tests.support.records import WAYS_OUT, header, keep, recorded, won
from tests.support.scenarios import drawn
from tests.support.tables import for_each

WALK = recorded(header(race="Goblin"), "no", "ea", "f")

NOON = 1_795_208_220
"""The time at which games of these tests were played, in seconds since 1970."""


pytestmark = pytest.mark.usefixtures("home")


def keeper(*arguments: str, kind: str = ORDINARY) -> Recorder:
    return create_recorder(parse_play_options(arguments), kind)


def put(
    folder: Path, record: Record, name: str = "20260101-000000-goblin-42", data: bytes = b""
) -> Path:
    path = folder / UNFINISHED_FOLDER / f"{name}{JOURNAL_SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data or add_checksums(journal_lines(record))[0].encode("ascii"))
    return path


def journal(folder: Path) -> Record:
    (path,) = [path for path in files(folder) if path.suffix == JOURNAL_SUFFIX]
    return read_stored_journal(str(path)).record


def played(keeper: Recorder, *words: str, drawing: str = "") -> Session:
    floors = read_layout(drawing.encode(), "it", BASE_RULES).floor_layouts if drawing else ()
    session = Session(BASE_RULES, 42, floors)
    session.keeper = keeper
    list(session.play_words(words))
    return session


def test_game_on_a_terminal_is_kept_in_the_home(home: Path) -> None:
    played(keeper(), "s", "no")
    path, _noted, marker = files(home)
    assert (path.parent.name, marker.parent.name) == (GAMES_FOLDER, OPEN_FOLDER)
    assert path.match("2???????-??????-shade-42.cc3k")
    header = journal(home).header
    assert path.name.startswith(header.started_at.translate(str.maketrans("T", "-", "-:Z")))
    assert (header.game_kind, header.layout_text, header.layout_name) == (ORDINARY, "", "")
    assert f"process {os.getpid()} since 2" in journal(home).opened_by


def test_game_through_a_pipe_or_of_a_bot_or_a_picture_is_kept_by_nobody(tmp_path: Path) -> None:
    assert "Action: " in run("--bot", "random", "--race", "troll", "--seed", "1").out
    assert run(typed="s no").code == run("--svg", str(tmp_path / "x.svg")).code == 0
    assert [path.name for path in files(tmp_path)] == ["x.svg"]
    assert run("--journal", str(tmp_path / "it"), typed="s no").code == 0
    assert [path.name for path in files(tmp_path)] == ["it", "x.svg"]


@pytest.mark.parametrize(
    ("path", "called"),
    [
        ("floors/tiny.txt", "tiny"),
        ("tiny", "tiny"),
        ("my maze.layout", "my maze.layout"),
        (".txt", ""),
        ("-.txt", ""),
        ("\x1b[2J.txt", r"\x1b[2J"),
        ("é.txt", r"\xe9"),
        (f"{chr(0x1F600) * 60}.txt", r"\U0001f600" * 8),
        ("\udcff" * 250, (r"\udcff" * 14)[:80]),
    ],
)
def test_layout_is_called_by_what_can_be_shown_of_its_name(
    home: Path, path: str, called: str
) -> None:
    played(own := keeper(f"--floor={path}"), "s", drawing=drawn(WAYS_OUT))
    own.close()
    assert journal(home).header.layout_name == called
    session = own.resume(str(next(files(home))))
    assert session.frame_or_prompt().startswith("|---|")


@pytest.mark.parametrize("there", ["a file", "a folder", "a link to nothing"])
def test_journal_is_never_written_over(tmp_path: Path, there: str) -> None:
    """`--journal` names a new file, or with `--continue` one to go on in."""
    path = tmp_path / "it"
    if there == "a file":
        path.write_bytes(b"mine")
    elif there == "a folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere")
    with pytest.raises(CannotResume, match="found a file of that name; expected a new one"):
        keeper("--journal", str(path))
    ended = run("--journal", str(path), typed="s no")
    assert ended == Ended(2, "", f"cc3k: '{path}': found a file of that name; expected a new one\n")


def test_next_game_of_a_run_says_in_which_journal_it_is_kept(tmp_path: Path) -> None:
    ended = run("--journal", "it", typed="s no r s no q", folder=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it", "it-2.cc3k"]
    assert ended.err == "cc3k: This game is kept in it-2.cc3k.\n"


@for_each("shown", ["it", "'my game'"])
def test_whoever_leaves_is_told_how_to_go_on_in_the_journal(tmp_path: Path, shown: str) -> None:
    name = shown.strip("'")
    ended = run("--plain", "--journal", name, typed="s\nleave\n", folder=tmp_path)
    assert f"`cc3k --continue --journal {shown}` goes on with it." in " ".join(ended.out.split())


def test_journal_that_cannot_be_written_is_told_before_a_game(tmp_path: Path) -> None:
    ended = run("--journal", "none/it", typed="s no", folder=tmp_path)
    found = "found no such file or directory; expected a place for a new file"
    assert ended == Ended(2, "", f"cc3k: 'none/it': {found}\n")
    assert not [*tmp_path.iterdir()]


def test_game_that_was_killed_at_its_end_is_scored_at_the_next_start(home: Path) -> None:
    record = recorded(header(WAYS_OUT * 5), *["ea"] * 10)
    path = put(home, record)
    setup = set_up_recorded_game(parse_play_options([]), ORDINARY, lambda: Session(BASE_RULES, 7))
    setup.recorder.close()
    assert read_stored_journal(str(path)).record.ending == "won"
    assert setup.news.describe_last_game().startswith("Last game: 7 as a shade, won (")


@pytest.mark.usefixtures("homeless")
def test_without_a_home_the_game_goes_on_and_it_is_told() -> None:
    own = keeper()
    session = played(own, "s", "f")
    assert session.action_text == "Enemies stand still."
    assert own.take_notices() == ["This game cannot be kept: no folder is named by HOME."]
    assert not own.try_to_save()
    assert find_resume_offers(parse_play_options([]), own)[0] == ()
    with pytest.raises(CannotResume, match=NOTHING_TO_CONTINUE):
        resume_game(parse_play_options(["--continue"]), own)


@pytest.mark.parametrize("what", ["nothing", "an ended game", "junk"])
def test_there_may_be_nothing_to_go_on_with(home: Path, what: str) -> None:
    """A kept game that is damaged is named, with the exit code of its kind."""
    if what == "an ended game":
        put(home, WALK, data=add_checksums([*journal_lines(WALK), "end left"])[0].encode("ascii"))
    elif what == "junk":
        put(home, WALK, data=b"junk\n")
    wanted, is_kept = parse_play_options(["--continue"]), what == "junk"
    told = NONE_CAN_CONTINUE if is_kept else NOTHING_TO_CONTINUE
    with pytest.raises(CannotResume, match=told) as refused:
        resume_game(wanted, keeper("--continue"))
    assert refused.value.exit_code == (EXIT_DAMAGED if is_kept else EXIT_USAGE)
    assert find_resume_offers(parse_play_options([]), keeper())[0] == ()


def left_at(path: Path, seconds: int) -> Path:
    os.utime(path, (NOON + seconds, NOON + seconds))
    return path


def test_games_are_offered_from_the_one_played_last(home: Path) -> None:
    races = ["Shade", "Drow", "Vampire", "Troll"]
    for seconds, race in zip((2, 0, 3, 1), races, strict=True):
        left_at(put(home, recorded(header(race=race), "no"), f"2026010{seconds}-x-{race}"), seconds)
    own = keeper()
    found = find_resume_offers(parse_play_options([]), own)[0]
    races = [offer.text.partition(",")[0] for offer in found]
    assert races == ["Vampire", "Shade", "Troll", "Drow"]
    found[-1].resume()
    own.close()
    assert find_resume_offers(parse_play_options([]), own)[0][0].text.startswith("Drow")


def changed(change: tuple[str, str]) -> bytes:
    """Return the journal of a walk, with one thing of it put in place of another."""
    says = "\n".join(journal_lines(WALK)).replace(*change).split("\n")
    return add_checksums(says)[0].encode("ascii")


OTHERS = {
    "another ruleset": (f"ruleset {RULESET}", "ruleset 9"),
    "another expansion": ("expansions -", "expansions moon-1"),
    "no such race": ("race Goblin", "race Elder Thing"),
    "a layout that is none": ("layout 0 -", "layout 1 theirs\nx\x1b[2J"),
}


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_game_that_cannot_be_gone_on_with_hides_no_older_one(
    home: Path, change: tuple[str, str]
) -> None:
    newest = left_at(put(home, WALK, "newest", data := changed(change)), 9)
    left_at(put(home, recorded(header(race="Troll"), "no"), "older"), 5)
    own = keeper("--continue")
    session = resume_game(parse_play_options(["--continue"]), own)
    assert session.frame_or_prompt().splitlines()[25].startswith("Race: Troll")
    (told,) = own.take_notices()
    assert told.startswith(f"Passed over {newest}: ")
    assert newest.read_bytes() == data


def test_games_that_cannot_be_gone_on_with_are_all_named(home: Path) -> None:
    one, two = [
        left_at(put(home, WALK, name, changed(OTHERS["another ruleset"])), seconds)
        for seconds, name in enumerate(("one", "two"))
    ]
    with pytest.raises(CannotResume) as refused:
        resume_game(parse_play_options(["--continue"]), keeper("--continue"))
    why = f"found a Goblin's game by ruleset 9; this is ruleset {RULESET}"
    assert str(refused.value) == f"{NONE_CAN_CONTINUE}. {two}: {why}. {one}: {why}"
    assert refused.value.exit_code == EXIT_OTHER_RULES
    assert find_resume_offers(parse_play_options([]), own := keeper())[0] == ()
    assert own.take_notices() == ["2 kept games cannot be gone on with: cc3k games says why."]


def test_game_that_is_offered_is_told_looked_at_and_gone_on_with(home: Path) -> None:
    walk = recorded(header(race="Goblin"), "f", "no")
    path = left_at(put(home, walk), 0)
    (found,) = find_resume_offers(parse_play_options([]), keeper())[0]
    figures = f"floor 1, {walk.last_state.hp} HP, 0 gold, turn {walk.turn_count}"
    assert found.text == f"Goblin, {figures}, played 2026-11-20 20:57 UTC."
    assert found.is_playable
    before = path.read_bytes()
    looked = found.preview()
    assert path.read_bytes() == before
    assert looked[:-1] == found.resume().frame_or_prompt().splitlines()[:-1]
    assert path.read_bytes() != before
    said = ("Action: You move North.", "Action: There is no way to the North.")
    assert looked[-1] in said, "as the screen does"


@pytest.mark.parametrize(
    "arguments",
    [["--new"], ["--seed", "1"], ["--floor", "tiny"], ["--practice"], ["--journal", "{}/it"]],
)
def test_nothing_is_offered_to_whoever_said_what_to_play(
    home: Path, tmp_path: Path, arguments: list[str]
) -> None:
    put(home, WALK)
    chosen = [argument.format(tmp_path) for argument in arguments]
    assert find_resume_offers(parse_play_options(chosen), keeper(*chosen))[0] == ()


UNPLAYABLE = "1 kept game cannot be gone on with: cc3k games says why."
HOSTILE = {**OTHERS, "another game": ("seed 42", "seed 43")}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_strangers_journal_is_a_game_or_a_sentence(home: Path, change: tuple[str, str]) -> None:
    path = put(home, WALK, data=(data := changed(change)))
    own = keeper()
    is_known = change not in (HOSTILE["a layout that is none"], HOSTILE["another game"])
    offers = find_resume_offers(parse_play_options([]), own)[0]
    assert own.take_notices() == [UNPLAYABLE] * is_known
    assert len(offers) == 1 - is_known
    for found in offers:
        assert found.text.isprintable()
        (shown,) = found.preview()
        assert shown.isprintable()
        with pytest.raises(CannotResume) as refused:
            found.resume()
        assert str(refused.value).isprintable()
    assert path.read_bytes() == data
    ended = run("--continue", "--journal", str(path))
    assert (ended.code, ended.out) == (run("replay", str(path)).code, "")
    assert ended.code in {EXIT_DIVERGED, EXIT_OTHER_RULES, EXIT_DAMAGED}
    assert ended.err.startswith(f"cc3k: {path}: ")
    assert ended.err.count("\n") == 1


def test_page_of_a_game_names_a_layout_of_ones_own_by_its_path(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """Though it is called as a shipped one is: that line plays the very same game again."""
    floor = tmp_path / "my floors" / "tiny.txt"
    floor.parent.mkdir()
    floor.write_text(drawn(WAYS_OUT * 5), "ascii")
    monkeypatch.chdir(floor.parent)
    own = keeper("--floor", "tiny.txt")
    session = played(own, "s", *["ea"] * 10, drawing=floor.read_text("ascii"))
    assert own.take_notices() == []
    assert own.ended_game is not None
    name = Path(own.ended_game[0]).stem
    command = f"cc3k --floor '{floor}' --seed 42 --race shade"
    assert f"\n  {command}\n" in run("games", "--page", name).out
    _, *arguments = shlex.split(command)
    assert run(*arguments, typed="ea " * 10).out.endswith(session.frame_or_prompt())


@pytest.mark.parametrize(
    "name", ["tiny", "no such file", "folder", "é.txt", "a\n.txt", f"{'x' * 100}/" * 6 + "y"]
)
def test_path_is_kept_only_of_a_file_that_a_line_of_a_journal_can_name(
    home: Path, tmp_path: Path, name: str, monkeypatch: Patch
) -> None:
    """A shipped layout has none, and an odd path would not fit."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    if name not in {"tiny", "no such file", "folder"}:
        os.makedirs(os.path.dirname(os.path.abspath(name)), exist_ok=True)
        Path(name).write_text(drawn(WAYS_OUT), "ascii")
    played(own := keeper("--floor", name), "s", drawing=drawn(WAYS_OUT))
    assert (own.take_notices(), journal(home).header.layout_path) == ([], "")
    own.close()


def test_game_of_the_day_is_one_only_on_its_day(home: Path) -> None:
    own = keeper(kind=DAILY)
    own.clock = lambda: 1_795_208_220.0
    for seed, kind in ((20261120, DAILY), (20261119, ORDINARY)):
        session = Session(BASE_RULES, seed)
        session.keeper = own
        session.give("s")
        own.close()
        path = home / GAMES_FOLDER / f"20261120-205700-shade-{seed}{JOURNAL_SUFFIX}"
        assert read_stored_journal(str(path)).record.header.game_kind == kind


def test_journal_of_the_home_that_is_named_is_scored_as_any_other(home: Path) -> None:
    record = recorded(header(WAYS_OUT * 5), *["ea"] * 9)
    path = put(home, record)
    ended = run("--continue", "--journal", str(path), typed="ea")
    assert (ended.code, ended.err) == (0, "")
    assert [score.journal for score in find_results(str(home)).scored] == [path.stem]
    last = path.read_text("ascii").splitlines()[-1]
    assert re.fullmatch(r"[0-9a-f]{8} end won \{.*\} [0-9a-f]{32}", last)


NAME = "20261120-205700-drow-42"


def kept(home: Path) -> str:
    keep(home, **{NAME: won()})
    return str(home / "games" / f"{NAME}.cc3k")


def past_games(path: str, race: str = "Drow") -> PastGames:
    recorder = keeper()
    recorder.ended_game = path, won().header
    return load_past_games(recorder, ScreenSettings(), race)


def test_kept_game_has_its_names_and_its_last_board_can_be_drawn(home: Path) -> None:
    game = past_games(kept(home)).kept
    assert game is not None
    assert (game.journal, game.page) == (NAME, f"cc3k games --page {NAME}")
    assert game.command is None, "its layout has no name"
    picture = home / "pictures" / f"{NAME}.svg"
    assert game.draw_board() == f"The last board is drawn: {picture}"
    assert picture.read_text("utf-8").startswith("<svg")
    picture.unlink()
    picture.parent.rmdir()
    picture.parent.write_text("a file")
    assert game.draw_board().endswith("exists.")
    (home / "games" / f"{NAME}.cc3k").write_bytes(b"no journal\n")
    assert "found a line that is marked" in game.draw_board()


def test_scores_are_found_and_a_game_that_is_kept_there_unless_there_is_no_home(
    home: Path, request: pytest.FixtureRequest
) -> None:
    assert past_games(kept(home / "other")).kept is None
    found = past_games(path := kept(home))
    assert [score.journal for score in found.results] == [NAME]
    assert found.kept is not None
    assert list(past_games(path, "Troll").results) == []
    (home / "scores.jsonl").mkdir()
    assert list(past_games(path).results) == []
    assert load_past_games(None, ScreenSettings(), "Drow").kept is None
    request.getfixturevalue("homeless")
    assert past_games(path) == PastGames()


def test_the_command_of_a_game_names_its_layout_also_once_it_is_resumed(home: Path) -> None:
    """R34: a game after the tutorial is on floors furnished at random."""
    arguments = ["--floor", "tiny", "--seed", "42"]
    for layout, *words in (("tiny", *arguments), ("tutorial", "--tutorial", "--seed", "42")):
        options = parse_play_options(words)
        settle_rules(options, is_daily=False, is_race_asked_for=False)
        session = create_session(options)
        assert command_after(session, "s") == f"cc3k --floor {layout} --seed 42 --race shade"
    assert command_after(session, "r s") == "cc3k --seed 42, and then its game 2"
    own, session = keeper(*arguments), create_session(parse_play_options(arguments))
    session.keeper = own
    told = command_after(session, "s")
    own.close()
    session = own.resume(str(next(files(home))))
    assert command_after(session, "no") == told == "cc3k --floor tiny --seed 42 --race shade"
    session.layout_argument = ""
    assert command_after(session, "no") == "", "none is known for a drawing"


def command_after(session: Session, words: str) -> str:
    list(session.play_words(words.split()))
    assert session.game is not None
    return session.command_of(session.game)
