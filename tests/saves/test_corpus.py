"""Journals that were written once and are kept: each must be replayed alike, on every Python."""

from collections.abc import Callable
from io import BytesIO
from itertools import cycle
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.cli import replay
from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import greeting_line
from cc3k.play.session import SessionStage
from cc3k.saves.journal import read_journal
from cc3k.saves.record import ENDINGS, PRACTICE, Record
from cc3k.saves.replay import ReplayDiverged, resume_session
from tests.rules.test_determinism import Player
from tests.support import corpus
from tests.support.pythons import other_pythons
from tests.support.tables import for_each

JOURNALS = sorted(corpus.FOLDER.glob("*.cc3k"))
NAMES = {*[race.name.lower() for race in BASE_RULES.races], "layout", "practice"}


def record(path: Path) -> Record:
    journal = read_journal(BytesIO(path.read_bytes()), path.name)
    assert not journal.written.has_torn_line
    return journal.record


@pytest.mark.seeded
def test_every_journal_replays_alike(
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    played = {}
    for path in JOURNALS:
        kept = record(path)
        session = resume_session(kept, BASE_RULES)
        # A game of practice ends only when it is left.
        is_over = session.stage is SessionStage.GAME_OVER and kept.header.game_kind != PRACTICE
        assert is_over == (kept.ending in ENDINGS), path.name
        played[path.stem] = len(kept.steps)
    assert set(played) == NAMES
    assert min(played.values()) >= 20
    assert sum(played.values()) > 900
    record_testsuite_property("journals that were replayed", len(played))


@pytest.mark.seeded
@for_each("path", JOURNALS)
def test_every_journal_verifies_as_the_same_game(path: Path) -> None:
    """R18, R34: what is said may change; states and draws do not, and the command sees that."""
    assert replay.run(["--verify", str(path)]) == 0


@pytest.mark.seeded
def test_journals_are_of_all_that_a_game_can_be() -> None:
    kept = [record(path) for path in JOURNALS]
    assert {one.header.race for one in kept} == {race.name for race in BASE_RULES.races}
    assert {step.state.floor for one in kept for step in one.steps} == {1, 2, 3, 4, 5}
    assert [one.header.layout_name for one in kept if one.header.layout_text] == [corpus.ON]
    assert [one.header.game_kind for one in kept].count(PRACTICE) == 1
    assert {one.ending for one in kept} == {"won", "slain", ""}


@for_each("path", JOURNALS)
def test_journal_of_another_seed_diverges(path: Path) -> None:
    kept = record(path)
    with pytest.raises(ReplayDiverged):
        resume_session(
            evolve(kept, header=evolve(kept.header, seed=kept.header.seed + 1)), BASE_RULES
        )


@pytest.mark.slow
def test_every_journal_replays_alike_on_another_python(
    tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """R34: what one Python has kept, another one goes on with: of those found each in turn."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python is found besides the one that runs")
    player = Player.in_folder(tmp_path)
    for path, python in zip(JOURNALS, cycle(pythons), strict=False):
        kept = record(path)
        page = resume_session(kept, BASE_RULES).page_text()
        expected = f"{greeting_line(kept.header.seed)}\n{page}".encode("ascii")
        arguments = ["--continue", "--journal", str(_unended(path, tmp_path))]
        assert player.output(python.path, arguments, "") == expected, python.version
    record_testsuite_property("pythons that replayed alike", len(pythons) + 1)


def _unended(path: Path, folder: Path) -> Path:
    lines = path.read_bytes().splitlines(keepends=True)
    copy = folder / path.name
    copy.write_bytes(b"".join([line for line in lines if b" end " not in line]))
    return copy
