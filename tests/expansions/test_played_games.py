"""Whole games with all expansions, played by people: every state is as it was recorded (X3)."""

from pathlib import Path

import pytest

from cc3k.saves.record import ENDINGS
from cc3k.saves.replay import ReplayDiverged, verify_record
from tests.support.played_games import PATHS, played_again, read_record, rules_of_now

FIRST_EXPANSIONS = 8
"""All that there were when these games were first played."""

PLAY_ANEW = "python -m tests.support.played_games"


@pytest.mark.slow_from(1)
@pytest.mark.seeded
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_played_games_go_on_as_they_were(path: Path) -> None:
    """X3: each state, up to the end. Whoever tunes numbers or rules plays them anew, on purpose."""
    record = read_record(path)
    rules = rules_of_now(record)
    if record.header.expansions != rules.expansion_tags:
        found = " ".join(record.header.expansions)
        pytest.skip(f"found a game of {found}; {PLAY_ANEW} plays it by the versions of now")
    assert record.ending in ENDINGS
    try:
        verify_record(record, rules)
    except ReplayDiverged as error:
        pytest.fail(f"{path.name}: {error}; {PLAY_ANEW} plays it by the numbers of now")


def test_they_are_of_all_expansions_and_of_several_races() -> None:
    """X4: together these games come to what each expansion adds."""
    records = [read_record(path) for path in PATHS]
    assert len({record.header.race for record in records}) >= len(records) == 3
    assert all(len(record.header.expansions) >= FIRST_EXPANSIONS for record in records)
    words = {step.command.split()[0] for record in records for step in record.steps}
    assert {"f", "g", "a", "u"} <= words


@pytest.mark.slow
@pytest.mark.seeded
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_playing_them_anew_changes_nothing_while_numbers_stay(path: Path) -> None:
    """The helper that writes them writes what it read, where nothing was tuned."""
    record = read_record(path)
    if record.header.expansions != rules_of_now(record).expansion_tags:
        pytest.skip("they are of other versions")
    assert [line[9:] for line in played_again(record).splitlines()] == [
        line[9:] for line in path.read_text("ascii").splitlines() if " opened " not in line
    ]
