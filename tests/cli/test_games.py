"""`cc3k games`: the games that are kept to be gone on with, listed and deleted."""

import json
import os
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.saves.disk import Disk
from cc3k.saves.journal_format import add_checksums, journal_lines
from cc3k.saves.journal_reader import JOURNAL_SUFFIX
from cc3k.saves.journal_writer import SaveContext, open_existing_journal
from cc3k.saves.paths import UNFINISHED_FOLDER
from cc3k.saves.record import PRACTICE, Record
from cc3k.saves.results import END_WORD
from cc3k.saves.saved_games import load_saved_games
from tests.support.disks import files
from tests.support.processes import Ended, refused, run, told
from tests.support.records import BREWS, header, recorded

NOON = 1_795_208_220
WALK = recorded(header(race="Goblin"), "no", "ea", "f", "a so")


pytestmark = pytest.mark.usefixtures("home")


def put(home: Path, name: str, seconds: int = 0, record: Record = WALK, says: str = "") -> Path:
    path = home / UNFINISHED_FOLDER / f"{name}{JOURNAL_SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [*journal_lines(record), *[says] * bool(says)]
    path.write_text(add_checksums(lines)[0], "ascii")
    os.utime(path, (NOON + seconds, NOON + seconds))
    return path


def names(home: Path) -> list[str]:
    return [game.name for game in load_saved_games(str(home))]


def test_games_are_found_the_one_played_last_first(home: Path) -> None:
    for name, seconds in (("b", 3), ("c", 9), ("a", 9), ("d", 1)):
        put(home, name, seconds)
    assert names(home) == ["c", "a", "b", "d"]


def test_only_games_that_have_not_ended_are_found(home: Path) -> None:
    place = put(home, "walk", 9).parent
    put(home, "ended", 8, says=f"{END_WORD} left")
    put(home, "foreign").rename(place / "foreign.txt")
    (place / f"nowhere{JOURNAL_SUFFIX}").symlink_to(home / "nowhere")
    damaged = put(home, "damaged")
    damaged.write_bytes(damaged.read_bytes() + b"x\ny\n")
    os.utime(damaged, (NOON + 8, NOON + 8))
    for number, name in enumerate(("empty", "hopeless")):
        path = place / f"{name}{JOURNAL_SUFFIX}"
        path.write_bytes(b"\xff" * 99 * number)
        os.utime(path, (NOON + 7 - number, NOON + 7 - number))
    os.mkfifo(place / f"pipe{JOURNAL_SUFFIX}")
    os.utime(place / f"pipe{JOURNAL_SUFFIX}", (NOON, NOON))
    found = load_saved_games(str(home))
    assert [game.name for game in found] == ["walk", "damaged", "empty", "hopeless", "pipe"]
    assert [game.journal is not None for game in found] == [True, True, False, False, False]
    assert [game.problem.partition(": ")[0] for game in found[2:]] == [
        "empty.cc3k:1:1",
        "hopeless.cc3k:1:1",
        f"{place / 'pipe'}{JOURNAL_SUFFIX}",
    ]


@pytest.mark.parametrize("there", ["nothing", "a file"])
def test_home_that_is_none_has_no_games(home: Path, there: str) -> None:
    if there == "a file":
        home.write_bytes(b"")
    assert names(home) == []
    told = "No unfinished game is kept: one that is left on a terminal will be.\n"
    assert run("games") == Ended(0, told, "")
    assert run("games", "--json") == Ended(0, "[]\n", "")


def test_list_has_race_floor_hp_turn_and_when_of_each_game(home: Path) -> None:
    put(home, "20260101-000000-goblin-42", 60)
    practised = recorded(header(BREWS, "Troll", kind=PRACTICE), "u no", "u nw")
    put(home, "old", 0, practised)
    assert run("games") == Ended(
        0,
        "20260101-000000-goblin-42\n"
        f"  Goblin, floor 1, {WALK.last_state.hp} HP, 0 gold, turn 2, "
        "played 2026-11-20 20:58 UTC.\n"
        "old\n"
        f"  Troll, floor 1, {practised.last_state.hp} HP, 0 gold, turn 2, "
        "played 2026-11-20 20:57 UTC, practice on drawn.\n",
        "",
    )


def test_list_for_programs_is_json(home: Path) -> None:
    path = put(home, "one", 5)
    (path.parent / f"junk{JOURNAL_SUFFIX}").write_bytes(b"junk\n")
    os.utime(path.parent / f"junk{JOURNAL_SUFFIX}", (NOON, NOON))
    one, junk = json.loads(run("games", "--json").out)
    assert one == {
        "name": "one",
        "path": str(path),
        "played": "2026-11-20T20:57:05Z",
        "trouble": "",
        "race": "Goblin",
        "floor": 1,
        "hp": WALK.last_state.hp,
        "gold": 0,
        "turn": 2,
        "seed": 42,
        "game": 1,
        "kind": "ordinary",
        "layout": "",
        "expansions": [],
        "begun": WALK.header.started_at,
    }
    assert set(junk) == {"name", "path", "played", "trouble"}
    assert junk["trouble"].startswith("junk.cc3k:1:1: found a line that is marked 'junk'")


def test_games_are_deleted_by_their_names(home: Path) -> None:
    for name in "abcd":
        put(home, name)
    ended = run("games", "--delete", "b", f"d{JOURNAL_SUFFIX}", "b")
    assert ended == Ended(0, "b is deleted.\nd is deleted.\n", "")
    assert sorted(names(home)) == ["a", "c"]


@pytest.mark.parametrize("name", ["x", "", "../unfinished/a", "a/", "\x1b[2J", "."])
def test_nothing_is_deleted_where_a_name_is_unknown(home: Path, name: str) -> None:
    put(home, "a", 2)
    put(home, "b", 1)
    shown = name if name and name.isprintable() else ascii(name)
    told = refused("games", "--delete", "a", name)
    assert told == f"cc3k: games: found {shown}; expected one of: a, b\n"
    assert names(home) == ["a", "b"]


def test_game_that_is_being_played_is_not_deleted(home: Path) -> None:
    path, other = put(home, "held"), put(home, "other")
    file = open_existing_journal(str(path), SaveContext(Disk(), "process 7"))
    ended = run("games", "--delete", "held", "other")
    file.close()
    assert (ended.code, ended.out) == (1, "other is deleted.\n")
    assert ended.err.startswith(f"cc3k: {path}: ")
    assert ended.err.endswith(" has this game open\n")
    assert path in files(home)
    assert not other.exists()


def test_what_cannot_be_deleted_is_told(home: Path) -> None:
    (home / UNFINISHED_FOLDER / f"it{JOURNAL_SUFFIX}").mkdir(parents=True)
    ended = run("games", "--delete", "it")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == f"cc3k: {home / UNFINISHED_FOLDER / 'it'}{JOURNAL_SUFFIX}: Is a directory\n"


def test_damaged_game_can_be_deleted(home: Path) -> None:
    path = put(home, "junk")
    path.write_bytes(b"junk\n")
    assert run("games", "--delete", "junk") == Ended(0, "junk is deleted.\n", "")
    assert not path.exists()


def test_page_of_a_game_is_printed(home: Path) -> None:
    put(home, "it")
    page = told("games", "--page", "it")
    assert "Last messages, by turn" in page
    assert page.rstrip().endswith("cc3k replay it")
    page = run("games", "--page", "unfinished/it.cc3k", folder=home).out
    assert page.endswith("cc3k replay unfinished/it.cc3k\n")
    assert '"journal": "it"' in run("games", "--json", "--page", f"it{JOURNAL_SUFFIX}").out


def test_page_that_cannot_be_made_is_that_of_an_older_release_or_told(home: Path) -> None:
    header = evolve(WALK.header, ruleset=1)
    put(home, "other", record=evolve(WALK, header=header))
    put(home, "damaged").write_bytes(b"x\n")
    put(home, "flat", record=evolve(WALK, header=evolve(WALK.header, layout_text="x\n")))
    richer = (evolve(WALK.steps[0], state=evolve(WALK.steps[0].state, gold=99)), *WALK.steps[1:])
    put(home, "richer", record=evolve(WALK, steps=richer))
    codes = [run("games", "--page", each).code for each in ("none", "damaged", "flat", "richer")]
    assert codes == [2, 5, 5, 3]
    ended = run("games", "--page", "other")
    assert (ended.code, ended.out) == (4, "")
    assert "ruleset 1" in ended.err
    (home / "morgue").mkdir()
    (home / "morgue" / "other.txt").write_text("It was so.\n")
    assert run("games", "--page", "other") == Ended(0, "It was so.\n", "")
