"""Snapshots: long games as they stood, so that going on with one does not play all of it again.

A snapshot is derived from a journal: it stands for the bytes of its beginning, and is no good for
any others. It is plain data, sealed by the home folder, so that no other one is ever taken. Where
there is none that fits, the game is played again from its start, which comes to the same.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from io import BytesIO

from attrs import asdict, define, evolve, filters

from cc3k import __version__
from cc3k.engine.events import Event
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Refusal
from cc3k.engine.rules import Rules
from cc3k.play.messages import ScreenNote
from cc3k.play.session import LogEntries, LogEntry, MessageLog, Session
from cc3k.play.tally import GameTally
from cc3k.play.voices import refusal_messages
from cc3k.saves.disk import Disk, atomic_write, is_sealed, make_seal
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.journal import Snapshot, StoredJournal, read_body, read_header, read_journal
from cc3k.saves.ledger import LineReader, RecordError
from cc3k.saves.open_files import open_plain_file, read_regular
from cc3k.saves.paths import path_of_snapshot
from cc3k.saves.plain_state import NotEncodable, StateDecoder, StateEncoder, constants_of
from cc3k.saves.record import StateFingerprint
from cc3k.saves.replay import new_session, resume_session

FORMAT = f"cc3k-snapshot 2 of {__version__}"
"""Of another version of the game none is taken: it may play otherwise."""

MAX_SNAPSHOT_BYTES = 1 << 24

KEPT_ENTRIES = 200
"""Latest entries of the message log that are kept: more than any screen shows at once."""


def read_with_snapshot(path: str, home: str) -> StoredJournal | None:
    """Return a journal from the end of its snapshot on; None if that is not good for it."""
    with suppress(OSError, RecordError, ValueError, TypeError, LookupError):
        snapshot = _read_snapshot(path_of_snapshot(home, path), home)
        with open_plain_file(path) as file:
            snapshot = evolve(snapshot, beginning=file.read(snapshot.size))
            if _digest_of(snapshot.beginning) != snapshot.digest:
                return None
            header = read_header(BytesIO(snapshot.beginning))
            lines = LineReader(file, path, checksum=snapshot.checksum)
            lines.line_start = lines.next_start = snapshot.size
            read = read_body(
                lines, evolve(header, layout_path=snapshot.layout_path), snapshot.fingerprint
            )
        notes = ((0, snapshot.note), *read.record.notes)
        record = evolve(read.record, notes=notes, turns_before=snapshot.turns)
        return evolve(read, record=record, snapshot=snapshot)
    return None


def _read_snapshot(path: str, home: str) -> Snapshot:
    """Return a snapshot that this home has sealed; raise `OSError` or ValueError."""
    text = read_regular(path, MAX_SNAPSHOT_BYTES, follow_links=False).decode("ascii")
    seal, _, sealed = text.partition("\n")
    if not is_sealed(home, sealed, seal):
        message = "found a snapshot of another home"
        raise ValueError(message)
    named, facts, state = sealed.split("\n")
    if named != FORMAT:
        raise ValueError(named)
    found = json.loads(facts)
    note = ScreenNote(**{**found["note"], "notices": tuple(found["note"]["notices"])})
    fingerprint = StateFingerprint(**found["fingerprint"])
    return Snapshot(**{**found, "note": note, "fingerprint": fingerprint}, state=state)


def write_snapshot(home: str, journal: StoredJournal, session: Session) -> None:
    """Write a snapshot of the game of a journal, whose `session` is at its end.

    Raises `OSError`, and `NotEncodable` if an expansion has values of its own.
    """
    game, log, record = session.game, session.message_log, journal.record
    assert game is not None  # noqa: S101 - a game was resumed
    game.copy()  # which works in what its parts have put off
    latest = log.entries.latest[-KEPT_ENTRIES:]
    told = session.last_events, session.last_refusal
    state = _State(game, *told, session.tally, len(log.entries), latest)
    with open_plain_file(journal.path) as file:
        beginning = file.read(journal.written.valid_bytes)
    snapshot = Snapshot(
        _digest_of(beginning),
        journal.written.valid_bytes,
        journal.written.checksum,
        record.turn_count,
        record.last_state,
        session.note,
        record.header.layout_path,
    )
    facts = json.dumps(asdict(snapshot, filter=filters.exclude("state", "beginning")))
    encoder = StateEncoder(constants_of(session.rules, session.floor_layouts))
    told_state = encoder.encode(state)
    encoded = json.dumps([encoder.class_rows, told_state])
    sealed, disk = f"{FORMAT}\n{facts}\n{encoded}", Disk()
    data = f"{make_seal(home, disk, sealed)}\n{sealed}".encode("ascii")
    name = path_of_snapshot(home, journal.path)
    disk.make_folder(os.path.dirname(name))
    atomic_write(disk, name, [data])


def _digest_of(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


@define(eq=False)
class _State:
    """What of a session is kept besides its rules, its seed and its layouts."""

    game: GameState
    events: tuple[Event, ...]
    refusal: Refusal | None
    tally: GameTally
    entry_count: int
    entries: list[LogEntry]


def session_of_snapshot(journal: StoredJournal, snapshot: Snapshot, rules: Rules) -> Session:
    session = new_session(journal.record.header, rules)
    class_rows, told = json.loads(snapshot.state)
    decoder = StateDecoder(constants_of(rules, session.floor_layouts), class_rows)
    made = decoder.decode(told)
    if not isinstance(made, _State):
        raise NotEncodable(FORMAT)
    session.game, session.tally = made.game, made.tally
    session.last_events, session.last_refusal = made.events, made.refusal
    voice = session.voice
    session.messages = voice.word_turn(made.events, made.game.race)
    if made.refusal is not None:
        session.messages = refusal_messages(voice, made.refusal)
    earlier = made.entry_count - len(made.entries)

    def recall() -> Sequence[LogEntry]:
        # Where it does not play as it did, only lines of the log are missed.
        with suppress(RecordError), blaming_expansions():
            record = read_journal(BytesIO(snapshot.beginning), journal.path).record
            return resume_session(record, rules).message_log.entries[:earlier]
        return ()

    session.message_log = MessageLog(LogEntries(made.entries, earlier, recall))
    return session
