"""What is done once a game has ended: its score and what is told of it are put into the home."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.content.layout.diagnostics import format_layout
from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import not_yet_saved_message
from cc3k.saves.archive import count_abandoned_games as games_given_up
from cc3k.saves.archive import replay_command, save_score_and_morgue_page
from cc3k.saves.disk import Disk
from cc3k.saves.files import load_layout
from cc3k.saves.morgue import morgue_text, morgue_to_json
from cc3k.saves.record import DAILY, PRACTICE, Record
from cc3k.saves.recorder import CannotArchive
from cc3k.saves.scores import score_from_summary
from cc3k.saves.scores_file import StoredScores, read_scores
from cc3k.saves.summary import summarize_record
from tests.support.disks import FaultyDisk
from tests.support.records import given_up, header, lost, won

DATE = "2026-11-20T21:00:00Z"


def archived(
    home: Path, record: Record, disk: Disk | None = None, name: str = "a.cc3k"
) -> list[str]:
    """Archive a game, and return what could not be kept."""
    return save_score_and_morgue_page(str(home), disk or Disk(), record, name, DATE)


def scores(home: Path) -> StoredScores:
    """Return the scores in a home."""
    return read_scores(str(home / "scores.jsonl"))


def files(home: Path) -> dict[str, str]:
    """Return what is in the morgue."""
    folder = home / "morgue"
    return {path.name: path.read_text("ascii") for path in folder.glob("*")}


def test_game_that_was_won_or_lost_has_a_score_and_a_page(tmp_path: Path) -> None:
    """§5: both are named after its journal, whose suffix is no part of the name."""
    for record, name in ((won(), "a.cc3k"), (lost(), "b")):
        assert archived(tmp_path, record, name=name) == []
    tales = [summarize_record(won(), BASE_RULES), summarize_record(lost(), BASE_RULES)]
    assert scores(tmp_path).scores == tuple(
        score_from_summary(tale, name, DATE) for tale, name in zip(tales, "ab", strict=True)
    )
    command = "cc3k replay a"
    assert files(tmp_path).keys() == {"a.txt", "a.json", "b.txt", "b.json"}
    assert files(tmp_path)["a.txt"] == morgue_text(tales[0], command, "a")
    assert json.loads(files(tmp_path)["a.json"]) == morgue_to_json(tales[0], command, "a")


@pytest.mark.parametrize("record", [given_up(), won(PRACTICE), lost(PRACTICE)])
def test_game_without_a_score_has_a_page_all_the_same(tmp_path: Path, record: Record) -> None:
    """§5: one that was given up has no score, one of practice keeps none."""
    assert archived(tmp_path, record) == []
    assert scores(tmp_path) == StoredScores()
    assert files(tmp_path).keys() == {"a.txt", "a.json"}


def test_games_given_up_are_counted_by_race(tmp_path: Path) -> None:
    """Practice apart; pages that cannot be read tell of none."""
    assert games_given_up(str(tmp_path)) == Counter()
    records = (given_up(), given_up(), given_up(race="Troll"), given_up(PRACTICE), won())
    for name, record in zip("abcde", records, strict=True):
        archived(tmp_path, record, name=name)
    odd = (
        "[",
        "[]",
        "[" * 9_999,
        '{"ending": "left"}',
        '{"ending": "left", "kind": [], "race": 1}',
    )
    for number, text in enumerate(odd):
        (tmp_path / "morgue" / f"odd{number}.json").write_text(text)
    (tmp_path / "morgue" / "folder.json").mkdir()
    (tmp_path / "morgue" / "other.txt").write_text('{"ending": "left", "kind": "daily"}')
    assert games_given_up(str(tmp_path)) == Counter({"Shade": 2, "Troll": 1})


def test_command_line_plays_the_game_again() -> None:
    """R34: its journal does where a layout or a game has no command line of its own."""
    assert replay_command(header(), "it") == "cc3k --seed 42 --race shade"
    assert replay_command(header(kind=DAILY, seed=-7), "it") == "cc3k --seed -7 --race shade"
    assert replay_command(header(game=3), "it") == "cc3k replay it"
    drawn = header("|--|\n|@\\|\n|--|")
    assert replay_command(evolve(drawn, layout_name="my own"), "my game") == "cc3k replay 'my game'"


def test_layout_of_ones_own_is_named_by_its_path_and_never_like_a_shipped_one() -> None:
    """Whatever its file is called; a shipped one by its name, wherever it was read."""
    drawn, path = header("|--|\n|@\\|\n|--|"), "/my floors/tiny.txt"
    own = evolve(drawn, layout_name="tiny", layout_path=path)
    assert replay_command(own, "it") == f"cc3k --floor '{path}' --seed 42 --race shade"
    assert replay_command(evolve(own, layout_path=""), "it") == "cc3k replay it"
    assert replay_command(evolve(own, game_number=2), "it") == "cc3k replay it"
    shipped = format_layout(load_layout("tiny", BASE_RULES).floor_layouts)
    for path in ("", "/my floors/tiny.txt"):
        found = replay_command(evolve(own, layout_text=shipped, layout_path=path), "it")
        assert found == "cc3k --floor tiny --seed 42 --race shade"


def test_game_by_other_rules_is_not_told(tmp_path: Path) -> None:
    """It is said why, and nothing is kept of it."""
    other = evolve(won(), header=evolve(won().header, ruleset=99))
    with pytest.raises(
        CannotArchive, match="this game cannot be kept: a Drow's game by ruleset 99"
    ):
        archived(tmp_path, other)
    changed = evolve(won(), start_state=evolve(won().start_state, hp=1))
    with pytest.raises(
        CannotArchive, match=r"^What came of this game cannot be kept: turn 0: hp is 150;"
    ):
        archived(tmp_path, changed)
    assert os.listdir(tmp_path) == []


def test_every_call_may_fail_and_nothing_is_half_written(tmp_path: Path) -> None:
    """Once, or from then on: it is told, what is there is whole, and the next game is kept."""
    disk = FaultyDisk()
    assert archived(tmp_path / "whole", won(), disk) == []
    good = files(tmp_path / "whole")
    for number in range(len(disk.calls)):
        for last in (number, 999):
            home = tmp_path / f"{number}-{last}"
            told = archived(home, won(), FaultyDisk(range(number, last + 1)))
            assert told
            for sentence in told:
                assert sentence in {
                    not_yet_saved_message("The score of this game", "no space left on device"),
                    not_yet_saved_message("The story of this game", "no space left on device"),
                }
            kept = files(home)
            assert {name: text for name, text in kept.items() if ".part" not in name}.items() <= (
                good.items()
            )
            assert archived(home, won()) == []
            assert {name: text for name, text in files(home).items() if ".part" not in name} == good
