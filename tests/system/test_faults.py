"""Every call that a command makes to the disk or the terminal fails once, and nothing is lost."""

import errno
import json
import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import evolve, frozen

from cc3k.saves.journal_reader import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import GAMES_FOLDER, UNFINISHED_FOLDER
from tests.support import processes
from tests.support.effort import EFFORT
from tests.support.faults import (
    ALWAYS,
    COMPILER,
    SIGNALLED,
    Fault,
    FaultServer,
    Run,
    compile_library,
)
from tests.support.records import BREWS, WAYS_OUT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler"),
]

ERRORS = {
    errno.EIO: "",
    errno.EINTR: "",
    errno.ENOSPC: "writing write mkdir link rename fsync",
    errno.EACCES: "open writing opendir mkdir unlink link rename",
}
"""What a disk has to say, and which of the calls."""

TERMINAL_ERRORS = (errno.EIO, errno.EINTR, errno.EAGAIN)
IS_WHOLE = EFFORT >= 10
HUNG_UP = 129
DOCUMENTED = (0, 1, 2, 3, 4, 5, HUNG_UP)
"""What `cc3k help exits` tells."""

DOWN_TO_THE_LAST = ["e", "a"] * 9
LEAVE = ["\x04", "y"]


@frozen
class Sweep:
    """A command that is run in a copy of a home, and what is there afterwards if nothing fails.

    `turns` are those of the games that are kept to be gone on with, `scores` how many are told.
    A menu may refuse a game that it cannot read: it stays as it was, `if_refused`.
    """

    home: str
    arguments: Sequence[str]
    keys: Sequence[str] = ()
    on_terminal: bool = False
    turns: tuple[int, ...] = ()
    scores: int = 0
    if_refused: tuple[int, ...] = ()


SWEEPS = {
    "a new game": Sweep(
        "empty", ["--seed", "42"], ["s", *"eaea", *LEAVE], on_terminal=True, turns=(2,)
    ),
    "a new game that is synced": Sweep(
        "empty", ["--seed", "42", "--fsync"], ["s", *"eaea", *LEAVE], on_terminal=True, turns=(2,)
    ),
    "a new game in sentences": Sweep(
        "empty",
        ["--seed", "42", "--plain"],
        ["s east\n", "east\n", "\x04"],
        on_terminal=True,
        turns=(2,),
    ),
    "a resumed game": Sweep(
        "kept", ["--continue"], [*"eaea", *LEAVE], on_terminal=True, turns=(2,)
    ),
    "a resumed game through a pipe": Sweep("kept", ["--continue"], ["ea ea\n"], turns=(2,)),
    "the menu": Sweep(
        "kept", [], ["c", *"ea", *LEAVE], on_terminal=True, turns=(2,), if_refused=(1,)
    ),
    "a game that is given up": Sweep("kept", ["--continue"], ["q", "y", "q"], on_terminal=True),
    "a game that is won": Sweep(
        "won", ["--continue"], [*"ea", "\r", "q", "\x04"], on_terminal=True, scores=1
    ),
    "a game that is won through a pipe": Sweep("won", ["--continue"], ["ea\n"], scores=1),
    "a game that is lost": Sweep(
        "lost", ["--continue"], [*"uea", "\r", "q", "\x04"], on_terminal=True, scores=1
    ),
    "a game that is lost through a pipe": Sweep("lost", ["--continue"], ["u ea\n"], scores=1),
    "the game of the day": Sweep("kept", ["daily"], ["s", *LEAVE], on_terminal=True, turns=(0, 1)),
    "games": Sweep("kept", ["games"], turns=(1,)),
    "games for programs": Sweep("ended", ["games", "--json"], scores=1),
    "a game that is deleted": Sweep("kept", ["games", "--delete", "NAME"]),
    "scores": Sweep("ended", ["scores"], scores=1),
    "scores that are verified": Sweep("ended", ["scores", "--verify"], scores=1),
    "statistics": Sweep("ended", ["stats"], scores=1),
    "a replay": Sweep("ended", ["replay", "last"], scores=1),
    "a replay on a screen": Sweep("ended", ["replay", "last"], ["q"], on_terminal=True, scores=1),
    "a replay that is verified": Sweep("ended", ["replay", "last", "--verify"], scores=1),
    "a film": Sweep("ended", ["replay", "last", "--cast", "HOME/f.cast"], scores=1),
    "a result to share": Sweep("ended", ["daily", "--share"], scores=1),
    "a layout that is checked": Sweep("ended", ["check", "HOME/ways.txt"], scores=1),
    "a picture of a game": Sweep("empty", ["--seed", "1", "--svg", "HOME/p.svg"]),
    "defender": Sweep("kept", ["defender"], ["n", " ", " ", "\x04"], on_terminal=True, turns=(1,)),
    "gems": Sweep("kept", ["gems"], ["\r", "\x04"], on_terminal=True, turns=(1,)),
    "escape": Sweep("kept", ["escape"], ["\r", "\x04"], on_terminal=True, turns=(1,)),
    "an arena": Sweep(
        "empty",
        [
            "arena",
            "--bot",
            "random",
            "--games",
            "1",
            "--race",
            "drow",
            "--workers",
            "1",
        ],
    ),
    "a catalog": Sweep("empty", ["catalog", "--seeds", "1"]),
    "help": Sweep("empty", ["help", "saves"], on_terminal=True),
    "the arcade": Sweep("empty", ["arcade"], ["q"], on_terminal=True),
    "completion": Sweep("empty", ["completion", "bash"]),
    "web": Sweep("empty", ["web", "--pyodide-url", "https://example.org/", "HOME/page"]),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultServer]:
    with FaultServer(compile_library(tmp_path_factory.mktemp("library"))) as running:
        yield running


@pytest.fixture(scope="module")
def homes(server: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("homes")
    kept = ["--seed", "42"], ["s", *"ea", *LEAVE]
    ways = ["--floor", "ways.txt", "--race", "drow", "--seed", "42"], [*DOWN_TO_THE_LAST, *LEAVE]
    brews = (
        ["--floor", "brews.txt", "--race", "vampire", "--seed", "42"],
        [*"unwunouneuwe", *LEAVE],
    )
    begun = {"empty": None, "kept": kept, "won": ways, "lost": brews, "ended": ways}
    for name, played in begun.items():
        home = folder / name
        home.mkdir()
        for drawing, text in (("ways", WAYS_OUT * 5), ("brews", BREWS)):
            (home / f"{drawing}.txt").write_text(dedent(text).lstrip("\n"))
        if played is not None:
            arguments = [
                a.replace(".txt", "") and (str(home / a) if ".txt" in a else a) for a in played[0]
            ]
            assert server.run(home, arguments, played[1], on_terminal=True).code == 0
    assert server.run(folder / "ended", ["--continue"], ["ea\n"]).code == 0
    for name in ("torn", "damaged"):
        lines = journals(folder / "kept")[0].read_bytes().splitlines(keepends=True)
        lines[-1] = lines[-1][:14] if name == "torn" else b"x" + lines[-1][1:] + lines[-1]
        target = folder / name / UNFINISHED_FOLDER / f"20260101-000000-shade-42{JOURNAL_SUFFIX}"
        target.parent.mkdir(parents=True)
        target.write_bytes(b"".join(lines))
    return folder


def journals(home: Path) -> list[Path]:
    places = home / GAMES_FOLDER, home / UNFINISHED_FOLDER
    return [path for place in places for path in place.glob(f"*{JOURNAL_SUFFIX}")]


def ran(server: FaultServer, homes: Path, home: Path, sweep: Sweep, fault: Fault) -> Run:
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(homes / sweep.home, home)
    names = [path.stem for path in home.glob("open/[!.]*")] or [""]
    given = [each.replace("HOME", str(home)).replace("NAME", names[0]) for each in sweep.arguments]
    return server.run(home, given, sweep.keys, fault, on_terminal=sweep.on_terminal)


def what_is_kept(home: Path) -> tuple[tuple[int, ...], int]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC3K_HOME", str(home))
        games = json.loads(processes.run("games", "--json").out)
        tables = json.loads(processes.run("scores", "--json").out)["tables"]
    turns = [game["turn"] for game in games if "turn" in game]
    return tuple(sorted(turns)), sum(table["games"] for table in tables)


def offences(home: Path, sweep: Sweep, fault: Fault, run: Run) -> list[str]:
    is_sound = not run.has_failed_call
    call = next((call for call in run.calls if call.startswith("!")), "none")
    at = f"{errno.errorcode[fault.error]} at {fault.first} ({call}): "
    found = []
    if "Traceback" in run.err + run.out:
        found.append(f"{at}{run.err}")
    if run.code not in DOCUMENTED:
        found.append(f"{at}exit code {run.code}")
    if not run.is_terminal_as_found:
        found.append(f"{at}the terminal is not as it was found")
    if sweep.home == "empty" and not sweep.turns:
        return found
    turns, scores = what_is_kept(home)
    begun = {"kept": 1, "won": 9, "lost": 4}.get(sweep.home, 0)
    is_played = run.code == 0 and not fault.on_terminal
    is_refused = not is_sound and turns == sweep.if_refused
    is_as_expected = (turns, scores) == (sweep.turns, sweep.scores) or is_refused
    if not is_as_expected and (is_sound or is_played):
        found.append(f"{at}{turns} turns and {scores} scores are kept: {run.err} {run.out[-200:]}")
    if begun and sum(turns) < begun and not scores and (*sweep.turns, sweep.scores) != (0,):
        found.append(f"{at}the game that was kept is lost: {turns}")
    return found


def swept(  # noqa: PLR0913, PLR0917 - what is swept, where, and which calls fail how
    server: FaultServer,
    homes: Path,
    home: Path,
    name: str,
    error: int,
    names: str = "",
    *,
    on_terminal: bool = False,
) -> list[str]:
    sweep, sound = SWEEPS[name], Fault(ALWAYS, ALWAYS, error, on_terminal, names)
    run = ran(server, homes, home, sweep, sound)
    found = offences(home, sweep, sound, run)
    for number in chosen(run, home)[:: 7 if name in ALIKE and not IS_WHOLE else 1]:
        fault = evolve(sound, first=number, last=number)
        found += offences(home, sweep, fault, ran(server, homes, home, sweep, fault))
    return found


def chosen(run: Run, home: Path) -> list[int]:
    """Return the first and the last of each kind of call; the files of a page are of one kind."""
    changing = rf"{re.escape(str(home))}|(?<=/page/)[\w.-]+?(?=\.\d+\.part|$)|\d+"
    calls = [re.sub(changing, "", call) for call in run.calls]
    ends = {call: at for at, call in enumerate(calls)}
    return [
        number
        for number, call in enumerate(calls, start=1)
        if IS_WHOLE or call not in calls[: number - 1] or ends[call] == number - 1
    ]


def order(run: Run, home: Path) -> list[str]:
    """Return the calls that write, as `fsync games`: the name, and the file below the home."""
    written = ("write", "fsync", "fdatasync", "link", "unlink", "rename", "mkdir")
    parts = [call.split(f" {home}", 1) for call in run.calls]
    calls = [f"{part[0]} {part[1].strip('/')}".strip() for part in parts if part[0] in written]
    return [re.sub(r"\.[0-9]+\.part$", "", call) for call in calls]


def assert_in_order(calls: list[str], *expected: str) -> None:
    at = -1
    for call in expected:
        assert call in calls[at + 1 :], (
            f"no {call!r} after {calls[: at + 1]}, but {calls[at + 1 :]}"
        )
        at = calls.index(call, at + 1)


@pytest.mark.parametrize("fsync", [[], ["--fsync"]], ids=["usual", "fsync"])
def test_last_line_of_a_journal_is_durable_at_the_end_of_a_game(
    server: FaultServer, homes: Path, tmp_path: Path, fsync: list[str]
) -> None:
    """§5: the result is in the journal, and safe from a loss of power before anything else is."""
    home = tmp_path / "home"
    sweep = Sweep("won", ["--continue", *fsync], ["ea\n"], scores=1)
    calls = order(ran(server, homes, home, sweep, Fault(first=ALWAYS)), home)
    (name,) = [path.stem for path in home.glob("games/*")]
    journal = f"games/{name}.cc3k"
    last = max(number for number, call in enumerate(calls) if call == f"write {journal}")
    assert_in_order(calls[last:], f"fsync {journal}")
    synced = [calls[number + 1] for number, call in enumerate(calls) if call == f"write {journal}"]
    assert all((call == f"fsync {journal}") == bool(fsync) for call in synced[:-1])


def test_mark_of_an_open_game_goes_only_after_the_index_is_durable(
    server: FaultServer, homes: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    sweep = Sweep("won", ["--continue"], [*"ea", "\r", "q"], on_terminal=True)
    calls = order(ran(server, homes, home, sweep, Fault(first=ALWAYS)), home)
    unmarked = next(at for at, call in enumerate(calls) if call.startswith("unlink open/"))
    at_index = [call for call in calls[:unmarked] if call.endswith("index.sqlite3-wal")]
    assert at_index[-1] == "fdatasync index.sqlite3-wal"


READ_ONLY = "writing mkdir link unlink rename chmod"
"""The calls that a file system refuses which is mounted to be read only."""


def test_game_that_cannot_be_kept_is_left_only_after_a_yes_and_never_given_up(
    server: FaultServer, homes: Path, tmp_path: Path
) -> None:
    """§5: Enter is no yes; what was written before is there to be gone on with."""
    fault = Fault(2, ALWAYS, errno.ENOSPC, names="write")
    for arguments, keys in (
        (["--seed", "42"], ["s", *"ea", "\x04", "\r", "n", "\x04", "y"]),
        (["--seed", "42", "--plain"], ["s east\n", "leave\n", "no\n", "leave\n", "yes\n"]),
    ):
        home = tmp_path / "home"
        run = ran(server, homes, home, Sweep("empty", arguments, keys, on_terminal=True), fault)
        assert run.out.count("Not all of this game is kept: leaving loses the rest.") >= 2
        assert "Give this game up" not in run.out
        assert run.code == 0
        assert what_is_kept(home) == ((0,), 0)


@pytest.mark.parametrize(
    ("home_name", "keys", "failures"),
    [
        ("lost", ["u ea\n"], 1),
        ("lost", [*"uea", "\r", "q"], 3),
        ("won", ["ea\n"], 1),
        ("won", [*"ea", "\r", "q"], 3),
    ],
)
def test_end_that_could_not_be_written_at_once_is_an_end_all_the_same(  # noqa: PLR0913, PLR0917
    server: FaultServer,
    homes: Path,
    tmp_path: Path,
    home_name: str,
    keys: list[str],
    failures: int,
) -> None:
    """§5: a death is not undone, nor a victory, by a disk that is full for a moment."""
    home, fault = tmp_path / "home", Fault(2, 1 + failures, errno.ENOSPC, names="write")
    ran(server, homes, home, Sweep(home_name, ["--continue"], keys, len(keys) > 1), fault)
    assert what_is_kept(home) == ((), 1)


def test_folder_that_cannot_be_read_is_named_and_never_said_to_be_empty(
    server: FaultServer, homes: Path, tmp_path: Path
) -> None:
    fault, home = Fault(1, ALWAYS, errno.EIO, names="opendir"), tmp_path / "home"
    unread = f"{home}/games: input/output error"  # it is read first
    for arguments, code in ((["games"], 1), (["--continue"], 2), (["daily"], 2)):
        on_terminal = arguments != ["games"]
        run = ran(server, homes, home, Sweep("kept", arguments, [], on_terminal), fault)
        assert (run.code, run.err.splitlines()[0]) == (code, f"cc3k: {unread}")
        assert "No unfinished game" not in run.out
    run = ran(server, homes, home, Sweep("kept", ["games", "--json"]), fault)
    assert (run.code, run.out) == (1, "[]\n")
    run = ran(server, homes, home, Sweep("kept", [], ["s", "\x04"], on_terminal=True), fault)
    assert run.code == 0
    assert "Your kept games cannot be offered" in run.out
    run = ran(server, homes, home, Sweep("kept", ["gems"], ["\x04"], on_terminal=True), fault)
    assert run.code == 0
    assert "Your kept games cannot be offered" in run.out


def test_game_in_a_home_that_can_only_be_read_goes_on_and_says_that_nothing_is_kept(
    server: FaultServer, homes: Path, tmp_path: Path
) -> None:
    """R33: it goes on from what is kept; once the disk can be written, so is the game."""
    home, sweep = tmp_path / "home", Sweep("kept", ["--continue"], ["ea ea\n"])
    told = "Nothing more can be kept: read-only file system."
    run = ran(server, homes, home, sweep, Fault(1, ALWAYS, errno.EROFS, names=READ_ONLY))
    assert (run.code, run.out.count("Action: ")) == (0, 3)
    assert told in run.err
    assert what_is_kept(home) == ((1,), 0)
    on_screen = Sweep("kept", ["--continue"], ["\x04", "y"], on_terminal=True)
    run = ran(server, homes, home, on_screen, Fault(1, ALWAYS, errno.EROFS, names=READ_ONLY))
    assert "This game goes on from what is kept of it." in run.out
    run = ran(server, homes, home, sweep, Fault(1, 2, errno.EROFS, names="writing"))
    assert told in run.err
    assert what_is_kept(home) == ((2,), 0)


def test_terminal_that_takes_no_output_for_a_moment_is_waited_for(
    server: FaultServer, homes: Path, tmp_path: Path
) -> None:
    fault = Fault(1, 5, errno.EAGAIN, on_terminal=True, names="write")
    for more, keys in ([], ["s", *"ea", "\x04"]), (["--plain"], ["s east\n", "\x04"]):
        sweep = Sweep("empty", ["--seed", "42", *more], keys, on_terminal=True)
        run = ran(server, homes, tmp_path / "home", sweep, fault)
        assert (run.code, run.err, run.is_terminal_as_found) == (0, "", True)
        assert what_is_kept(tmp_path / "home") == ((1,), 0)


ALIKE = {
    "a new game": "a new game that is synced",
    "a new game in sentences": "a new game that is synced",
    "a game that is lost": "a game that is won",
    "a game that is won through a pipe": "a game that is won",
    "a game that is lost through a pipe": "a game that is won",
    "a resumed game": "the menu",
    "a resumed game through a pipe": "the menu",
    "the menu": "a game that is given up",
    "a replay on a screen": "a replay that is verified, and the menu",
    "an arena": "a film",
    "defender": "gems",
    "escape": "gems",
    "the game of the day": "the menu",
    "games for programs": "scores",
    "scores that are verified": "scores",
    "statistics": "scores",
    "a result to share": "scores",
    "a replay": "a replay that is verified",
    "web": "a film",
}
"""Sweeps that make the calls of others: of them each seventh that is chosen fails."""

FULL = ("a new game that is synced", "a game that is won", "a game that is deleted", "a film")
"""Sweeps with a full disk, too: only SQLite tells it from another error, and a message."""


@pytest.mark.parametrize("name", SWEEPS)
def test_no_call_that_fails_loses_anything(
    server: FaultServer, homes: Path, tmp_path: Path, name: str
) -> None:
    """Each call to the disk and the terminal, to the end of each command.

    The first and the last of each kind of call fail with an error of the device; with
    `CC3K_EFFORT=10` every single call does, with each error in turn.
    """
    found = [
        *[
            offence
            for error, names in ERRORS.items()
            if IS_WHOLE or error == errno.EIO or (error == errno.ENOSPC and name in FULL)
            for offence in swept(server, homes, tmp_path / "home", name, error, names=names)
        ],
        *[
            offence
            for error in TERMINAL_ERRORS
            if IS_WHOLE or error == errno.EIO
            for offence in swept(server, homes, tmp_path / "home", name, error, on_terminal=True)
        ],
    ]
    assert not found, "\n".join(found)


CHANGING = "writing write fsync fdatasync ftruncate link unlink rename mkdir flock close"
"""The calls that change what is on the disk, or that follow them."""

ON = ["--continue", "--fsync"]
KILLED = {
    "a new game": (Sweep("empty", ["--seed", "42"], ["s", *"eaea", *LEAVE], turns=(2,)), 1),
    "a game with a torn line": (Sweep("torn", ON, [*"eaea", *LEAVE], turns=(2,)), 0),
    "a damaged game": (Sweep("damaged", ON, [*"eaea", *LEAVE], turns=(2,)), 0),
    "a game that is won": (Sweep("won", ON, [*"ea", "\r", "q", "\x04"], scores=1), 0),
    "a game that is given up": (Sweep("kept", ON, ["q", "y", "q"], turns=(1,)), 0),
}
"""What is killed at each of its calls, and how many of its keys come before the first command."""


@pytest.mark.parametrize("name", KILLED)
def test_kill_at_any_call_loses_no_key_and_no_score(
    server: FaultServer, homes: Path, tmp_path: Path, name: str
) -> None:
    """§5: what was dealt with is in the journal; the game goes on from there to the same end."""
    home, (sweep, lead) = tmp_path / "home", KILLED[name]
    sweep = evolve(sweep, on_terminal=True)
    sound = Fault(ALWAYS, ALWAYS, -signal.SIGKILL, names=CHANGING)
    run = ran(server, homes, home, sweep, sound)
    (whole,) = [read_stored_journal(str(path)).record for path in journals(home)]
    begun = [read_stored_journal(str(path)).record for path in journals(homes / sweep.home)]
    first, wanted = sum(len(each.steps) for each in begun), [step.command for step in whole.steps]
    for number in chosen(run, home):
        run = ran(server, homes, home, sweep, evolve(sound, first=number, last=number))
        at = f"killed at {number}: {run.calls[-1:]}"
        assert run.code == SIGNALLED + signal.SIGKILL, at
        dealt_with = run.typed - 1 - lead
        ends = [
            len("".join(wanted[first:last]).replace(" ", ""))
            for last in range(first + 1, len(wanted) + 1)
        ]
        written = [
            read_stored_journal(str(path)).record for path in journals(home) if path.stat().st_size
        ]
        if not written:
            assert dealt_with <= 0, at
            continue
        (record,) = written
        done = [step.command for step in record.steps]
        assert done == wanted[: len(done)], at
        assert len(done) >= first + sum(end <= dealt_with for end in ends), at
        rest = wanted[len(done) :]
        if rest:
            run = server.run(home, ["--continue"], [" ".join(rest)])
            assert (run.code, "Traceback" in run.err) == (0, False), at
        is_over = bool(record.ending)
        assert what_is_kept(home) == (() if is_over else sweep.turns, sweep.scores), at
