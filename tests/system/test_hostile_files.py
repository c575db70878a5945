"""Files of strangers: reading one touches nothing but that file and the player's own home."""

import json
import os
import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.arcade.gems.program import GemsProgram
from cc3k.saves.arcade_games import (
    ArcadeRecord,
    ArcadeStep,
    arcade_footer_lines,
    arcade_header_lines,
    arcade_step_line,
)
from cc3k.saves.journal_format import add_checksums, journal_lines, read_journal
from cc3k.web.browser_store import Bookmark, format_bookmark
from cc3k.web.links import pack_journal
from tests.support.audited import Job, Outcome, run_audited
from tests.support.processes import ROOT
from tests.support.records import A_RESULT, BEGUN

JOURNAL = (ROOT / "tests/journals/troll.cc3k").read_bytes()
LAYOUT = (ROOT / "floors/dragon.txt").read_bytes()
ESCAPE = (ROOT / "tests/golden/arcade/escape/square.egc").read_text("utf-8")
START = "new tiny AdjacentRemovalPolicy InteractivePlayer"
CANARY = "nobody else's business"
NAMES = ("{victim}", "../victim", "..", "link", "pipe", "a\\..\\victim")
"""What hostile files name: a file beside, folders, links and pipes.

All lie in the folder of the test: where the game is wrong, nothing else may suffer by it.
"""


class Place:
    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.here = folder, folder / "home", folder / "here"
        self.victim = folder / "victim"
        self.victim.write_text(CANARY, encoding="ascii")
        self.here.mkdir()
        (self.here / "link").symlink_to(self.victim)
        os.mkfifo(self.here / "pipe")
        self.jobs: list[Job] = []

    def named(self, pattern: str) -> str:
        return pattern.format(victim=self.victim)

    def write(self, name: str, data: bytes) -> str:
        path = self.here / name
        path.write_bytes(data)
        return str(path)

    def add(
        self,
        name: str,
        *calls: Sequence[object],
        typed: str = "",
        reads: Sequence[str] = (),
        changes: Sequence[str] = (),
        environ: dict[str, str] | None = None,
    ) -> None:
        environ = {"HOME": str(self.home), "CC3K_HOME": str(self.home), **(environ or {})}
        every = [[*call] for call in calls] or [["cc3k", *name.split()]]
        folder = str(self.here)
        self.jobs.append(
            Job(
                name=name,
                calls=every,
                typed=typed,
                reads=[*reads],
                changes=[*changes],
                environ=environ,
                folder=folder,
            )
        )

    def add_page(self, name: str, *calls: Sequence[object], link: str = "") -> None:
        root = self.folder / f"page-{len(self.jobs)}"
        restored = [call for call in calls if call[0] == "restore_file"]
        begun = [*restored, ("begin", link, 80, 24), *calls[len(restored) :]]
        changed = [str(root), f"{root}/.local", f"{root}/.config"]
        self.add(name, *[("page", *call) for call in begun], changes=changed)

    def run(self) -> dict[str, Outcome]:
        outcomes = run_audited(self.jobs)
        assert len(outcomes) == len(self.jobs), "two readers have one name"
        touched = [
            f"{name}: {each['touched']}" for name, each in outcomes.items() if each["touched"]
        ]
        assert not touched, "\n".join(touched)
        for name, each in outcomes.items():
            assert "Traceback (" not in each["err"], name
            assert CANARY not in each["out"] + each["err"], name
        assert self.victim.read_text("ascii") == CANARY
        assert {path.name for path in self.folder.iterdir()} <= {
            *("home", "here", "victim", "empty"),
            *(f"page-{number}" for number in range(len(self.jobs))),
        }
        return outcomes


BOOKMARK = json.loads(format_bookmark(Bookmark(), ""))

slow = pytest.mark.slow


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path)
    made.home.mkdir(0o700)
    return made


def arcade_journal(game: str, inputs: Sequence[str], header: Sequence[str] = ()) -> bytes:
    program, steps = GemsProgram(), list[ArcadeStep]()
    for text in inputs:
        if "load" not in text and game == "gems":
            program.take(text)
        steps.append(ArcadeStep(text, program.digest()))
    record = ArcadeRecord(game, BEGUN, tuple(header))
    lines = [*arcade_header_lines(record), *map(arcade_step_line, steps)]
    return add_checksums(lines)[0].encode("ascii")


def finished(journal: bytes) -> bytes:
    last = int(journal.splitlines()[-1][:8], 16)
    return journal + add_checksums(arcade_footer_lines(BEGUN), last)[0].encode("ascii")


def hex_of(data: bytes) -> str:
    return f"hex:{data.hex()}"


def gems_journals(place: Place) -> dict[str, bytes]:
    names = list(map(place.named, NAMES))
    saves = [START, *[f"save {name}" for name in names]]
    return {
        "saves": arcade_journal("gems", saves),
        "saves at once": arcade_journal("gems", [" ".join(saves)]),
        "saves apart": arcade_journal("gems", " ".join(saves).split()),
        "loads": arcade_journal("gems", [f"load {names[0]}"]),
        "loads apart": arcade_journal("gems", ["load", *names]),
        "loads later": arcade_journal("gems", [START, "quit", f"load {names[0]}"]),
        "resumes": arcade_journal("gems", [f"resume {place.victim}"]),
    }


@pytest.mark.slow
def test_a_game_of_gems_is_replayed_without_any_file(place: Place) -> None:
    """However a stranger's journal saves and loads: replayed, verified, imported, dropped, resumed.

    One that only saves is replayed, as nothing in it depends on a file; one that loads is refused.
    """
    for name, data in gems_journals(place).items():
        path = place.write(f"{name}.cc3k", data)
        for options in ((), ("--verify",)):
            place.add(f"replay {name}{options}", ("cc3k", "replay", *options, path), reads=[path])
        place.add_page(f"import {name}", ("import_file", "a.cc3k", hex_of(data)))
        place.add_page(f"drop {name}", ("open_file", "a.cc3k", hex_of(data)), ("press", ["end"]))
        kept, over = (f".local/state/cc3k/arcade/{each}/a.cc3k" for each in ("unfinished", "games"))
        restored = ("restore_file", kept, hex_of(data), 0.0)
        place.add_page(f"resume {name}", restored, ("press", ["enter"]), link="gems")
        restored = ("restore_file", over, hex_of(finished(data)), 0.0)
        place.add_page(f"watch {name}", restored, ("kept_files",), ("open_kept", over))
    outcomes = place.run()
    for name in ("saves", "saves at once", "saves apart"):
        assert outcomes[f"replay {name}('--verify',)"]["code"] == 0
        assert "a.cc3k is kept." in outcomes[f"import {name}"]["out"]
        assert "Move 0" in outcomes[f"resume {name}"]["out"]
    for name in ("loads", "loads apart"):
        refused = outcomes[f"replay {name}('--verify',)"]
        assert refused["code"] == 3
        told = r"cc3k: .*\.cc3k: input 1: found `load`, which reads a file; expected `resume`.*\n"
        assert re.fullmatch(told, refused["err"])
        assert "a.cc3k is not kept: input 1: found `load`" in outcomes[f"import {name}"]["out"]
        assert "a: input 1: found `load`" in outcomes[f"resume {name}"]["out"]


@slow
def test_other_games_of_the_arcade_name_no_file(place: Place) -> None:
    for number, pattern in enumerate(NAMES):
        name = place.named(pattern)
        for game, header in (
            ("defender", (name,)),
            *(("escape", each) for each in (("c25", "0", ESCAPE), (name, "0", ESCAPE))),
            *(("escape", each) for each in (("c25", name, ESCAPE), ("c25", "2", name), (name,))),
            ("gems", (name,)),
        ):
            data = arcade_journal(game, [name, f"save {name} load {name}", f"move {name}"], header)
            file = f"{game}-{number}-{len(place.jobs)}.cc3k"
            path = place.write(file, data)
            place.add(f"replay --verify {file}", reads=[path])
        place.add(f"defender -b {number}", ("cc3k", "defender"), typed=f"{name}\nload {name}\n")
        place.add(
            f"escape {number}",
            ("cc3k", "escape", place.write("a.egc", ESCAPE.encode())),
            typed=f"{name}\nmove {name}\n",
            reads=[f"{place.here}/a.egc"],
        )
    outcomes = place.run()
    assert all(each["code"] in {0, 2, 3, 5} for each in outcomes.values())


def dungeon_journals(place: Place) -> dict[str, bytes]:
    record, found = read_journal(BytesIO(JOURNAL), "troll").record, {"honest": JOURNAL}
    for number, pattern in enumerate(NAMES):
        name = place.named(pattern).replace("\\", "/")
        for what, header in (
            ("path", evolve(record.header, layout_path=name, layout_name=name.split("/")[-1])),
            ("tags", evolve(record.header, expansions=(f"{name}/1",))),
            ("race", evolve(record.header, race=name)),
            ("kind", evolve(record.header, started_at=name)),
        ):
            lines = journal_lines(evolve(record, header=header))
            found[f"{what}-{number}"] = add_checksums(lines)[0].encode("ascii")
    return found


@slow
def test_a_game_of_the_dungeon_names_no_file(place: Place) -> None:
    journals = dungeon_journals(place)
    imports = [("import_file", f"{name}.cc3k", hex_of(data)) for name, data in journals.items()]
    drops = [("open_file", f"{name}.cc3k", hex_of(data)) for name, data in journals.items()]
    place.add_page("import", *imports, *drops, ("kept_files",), ("archive",))
    for name in ("honest", "path-0"):
        data = journals[name]
        path = place.write(f"{name}.cc3k", data)
        place.add(f"replay --verify {path}", reads=[path])
        picture, cast = f"{place.here}/a.svg", f"{place.here}/a.cast"
        made = [str(place.here)]  # a picture is written beside its place, and then swapped in
        place.add(f"replay --plain {path}", reads=[path])
        place.add(f"replay --svg {picture} {path}", reads=[path], changes=made)
        place.add(f"replay --cast {cast} {path}", reads=[path], changes=made)
        place.add_page(f"link {name}", link=f"replay={pack_journal(data)}")
        kept, over = (f".local/state/cc3k/{each}/a.cc3k" for each in ("unfinished", "games"))
        restored = ("restore_file", kept, hex_of(data), 0.0)
        place.add_page(f"resume {name}", restored, ("open_kept", kept), ("press", ["q", "y"]))
        restored = ("restore_file", over, hex_of(data), 0.0)
        place.add_page(f"open {name}", restored, ("open_kept", over), ("share",))
    place.run()


@pytest.mark.slow
def test_a_home_of_strangers_leads_nowhere(place: Place) -> None:
    for folder in ("games", "unfinished", "morgue", "arcade/games", "arcade/unfinished"):
        (place.home / folder).mkdir(parents=True, mode=0o700)
        for number, name in enumerate(("20261120-205700-troll-1", "a")):
            for suffix in (".cc3k", ".json", ".txt", ".part", ".lock", ".cc3k.1.part"):
                path = place.home / folder / f"{name}{suffix}"
                (os.mkfifo if number else lambda each: each.symlink_to(place.victim))(path)
    for name, data in dungeon_journals(place).items():
        (place.home / "games" / f"{name}.cc3k").write_bytes(data)
    for name, data in gems_journals(place).items():
        (place.home / "arcade/unfinished" / f"{name}.cc3k").write_bytes(data)
    scores = [{**A_RESULT._asdict(), "journal": place.named(name)} for name in NAMES]
    table = place.home / "scores.jsonl"
    table.write_text("".join([f"{json.dumps(score)}\n" for score in scores]), encoding="ascii")
    (place.home / "expansions.txt").symlink_to(place.victim)
    for command in (
        *("games", "games --json", "scores", "scores --verify", "stats", "stats --json"),
        *("games --page a", "replay last", "replay a", "games --delete a"),
    ):
        named = [str(place.here / "a")]  # it would come before one in the home
        place.add(command, reads=named, changes=[str(place.home)])
    place.run()


@slow
def test_files_that_are_named_lead_to_no_others(place: Place) -> None:
    for number, pattern in enumerate(NAMES):
        name = place.named(pattern)
        hostile = f"#include {name}\n{name}\n|--|\n"
        layout = place.write(f"{number}.txt", hostile.encode())
        place.add(f"check {layout}", reads=[layout])
        place.add(f"--floor {layout}", typed="s\nq\n", reads=[layout])
        results = place.write(f"{number}.jsonl", json.dumps({"bot": name, "layout": name}).encode())
        lines = f"arena --bot random --games 1 --workers 1 --results {results}"
        place.add(lines, reads=[results], changes=[results])
        for option in ("dlc", "race", "palette", "seed", "include", "keys"):
            config = place.write(
                f"{number}-{option}.toml", f"{option} = {json.dumps(name)}\n".encode()
            )
            place.add(
                f"{option} {number}",
                ("cc3k",),
                typed="q\n",
                reads=[config],
                environ={"CC3K_CONFIG": config},
            )
        for command in (("escape",), ("escape", "convert")):
            config = place.write(f"{number}.egc", hostile.encode())
            place.add(f"{' '.join(command)} {config}", reads=[config])
        place.add(f"defender -b {layout}", reads=[layout])
    place.run()


@pytest.mark.slow
def test_what_a_page_is_handed_stays_inside_it(place: Place) -> None:
    gems = gems_journals(place)
    for pattern in NAMES:
        name, backup = place.named(pattern), BytesIO()
        with zipfile.ZipFile(backup, "w") as archive:
            archive.writestr("a.cc3k", gems["saves"])
            archive.writestr(f"{name}.cc3k", gems["loads"])
        calls: list[Sequence[object]] = [
            (call, name, hex_of(data))
            for call in ("import_file", "open_file")
            for data in (backup.getvalue(), LAYOUT, gems["saves"])
        ]
        calls += [
            *((call, name) for call in ("open_kept", "watch_kept", "read_file", "delete_file")),
            *(
                ("open_link", f"{each}={name}")
                for each in ("floor", "dlc", "race", "replay", "seed")
            ),
            ("restore_file", name, hex_of(b"not ours"), 0.0),
        ]
        for field in ("journal", "layout", "watched", "link", "arcade_game"):
            bookmark = json.dumps({**BOOKMARK, field: name}).encode("ascii")
            calls.append(("restore_file", "page.json", hex_of(bookmark), 0.0))
            calls += [("begin", "", 80, 24, True), ("share",)]
        place.add_page(f"page {name}", ("kept_files",), *calls)
    place.run()
