"""Which journal a name stands for, and what reading it takes."""

import io
import os
import shutil
import sys
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import format_layout
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.saves import lookup
from cc3k.saves.layout_files import load_layout
from cc3k.saves.ledger import JournalError
from cc3k.saves.lookup import (
    LAST_GAME,
    STANDARD_INPUT,
    NoJournal,
    command_of_header,
    find_journal,
    is_journal,
    read_journal_by_name,
)
from cc3k.saves.open_files import describe_error, modification_time
from cc3k.saves.paths import GAMES_FOLDER, UNFINISHED_FOLDER, shipped_layouts
from cc3k.saves.record import describe_tags, split_tag, with_expansions
from tests.support.fixtures import Patch
from tests.support.records import BEGUN, header, journal_of, recorded, won
from tests.support.tables import for_each


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
    monkeypatch.setattr(lookup, "open_regular", refuse)
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
    "tags, told",
    [
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
    ],
)
def test_tags_are_told_in_words(tags: tuple[str, ...], told: str) -> None:
    assert describe_tags(tags) == told
    assert with_expansions(tags) == (f" with {told}" if told else "")


def test_every_other_version_is_told_expansion_by_expansion() -> None:
    older = (f"{EVERY[0].rpartition('-')[0]}-99", *EVERY[1:])
    assert describe_tags(older).startswith("pack (version 99), shop, chambers")
    assert describe_tags(older) != describe_tags(EVERY)


def test_a_tag_is_a_name_a_version_and_a_number() -> None:
    """X3: as journals have it; what strangers have written is a name."""
    assert split_tag("depths-2:15") == ("depths", 2, 15)
    assert split_tag("pack-1") == ("pack", 1, None)
    assert split_tag("") == ("", None, None)
