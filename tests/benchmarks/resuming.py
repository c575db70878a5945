"""How long it takes to go on with a long game: to read its journal, and to play it again."""

import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.dice import Dice
from cc3k.play.session import Session
from cc3k.saves.disk import Disk
from cc3k.saves.journal_format import add_checksums, journal_lines, read_journal
from cc3k.saves.journal_writer import SaveContext
from cc3k.saves.record import Header, Record, RecordStep, state_fingerprint
from cc3k.saves.recorder import Recorder
from cc3k.saves.replay import resume_session, start_session
from tests.benchmarks.clock import in_turn, medians
from tests.benchmarks.figures import Figure

TURNS, MANY_TURNS = 10_000, 100_000
PEACEFUL = "M" * 12
"""Twelve merchants: all walk about, too few to shut the PC in, and none ends the game."""


def figures() -> Iterator[Figure]:
    """Resume a game of 10,000 turns by a replay, and one of 100,000 turns from its snapshot."""
    journal = long_journal(TURNS)
    (seconds,) = medians(in_turn(lambda: resume(journal)))
    yield Figure("resuming 10,000 turns by a replay", seconds, "CPU-seconds", at_most=0.5)
    with tempfile.TemporaryDirectory(prefix="cc3k-") as home:
        path = str(Path(home, "long.cc3k"))
        Path(path).write_bytes(long_journal(MANY_TURNS))
        resume_file(home, path)  # which takes the snapshot
        (seconds,) = medians(in_turn(lambda: resume_file(home, path)))
    yield Figure("resuming 100,000 turns", seconds, "CPU-seconds", at_most=0.5)


def resume(journal: bytes) -> Session:
    return resume_session(read_journal(BytesIO(journal), "benchmark").record, BASE_RULES)


def resume_file(home: str, path: str) -> Session:
    """Resume the game of a journal as `cc3k --continue` does, and leave it at once."""
    context = SaveContext(Disk(), "benchmark")
    recorder = Recorder(context, time.time, lambda _: path, home=home)
    session = recorder.resume(path)
    recorder.close()
    return session


def long_journal(turns: int) -> bytes:
    """Return the journal of a game of that many steps, taken at random among merchants."""
    layout = STANDARD_BOARD_TEXT.replace("." * len(PEACEFUL), PEACEFUL, 1).replace("...", "@.\\", 1)
    header = Header(
        BASE_RULES.ruleset,
        42,
        1,
        BASE_RULES.races[0].name,
        "2000-01-01T00:00:00Z",
        layout_text=layout,
    )
    session, ways, steps = start_session(header, BASE_RULES), Dice("ways"), list[RecordStep]()
    game = session.game
    assert game is not None
    start, floor = state_fingerprint(game), game.floor
    while game.turns < turns:
        way = ways.pick(DIRECTIONS)
        if floor.hero_cell + way.offset(floor.board.stride) != floor.stairs_cell:
            session.give(way.command_word)
            if session.last_refusal is None:
                steps.append(RecordStep(way.command_word, state_fingerprint(game)))
    return add_checksums(journal_lines(Record(header, start, steps)))[0].encode("ascii")
