"""Snapshots: long games as they stood, so that going on with one does not play all of it again.

A snapshot is derived from a journal: it stands for the bytes of its beginning, and is no good for
any others. It is sealed by the home folder, so that no other one is ever taken. Where there is none
that fits, the game is played again from its start, which comes to the same.

A state is pickled: values of the game's own classes alone. What the rules have, such as kinds and
strategies, is its place in their tables.
"""

import os
import pickle
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from hashlib import blake2b
from io import BytesIO

import attrs
from attrs import define, evolve

from cc3k import __version__
from cc3k.engine.board import DIRECTIONS, FloorLayout
from cc3k.engine.events import Event
from cc3k.engine.floor import Sight
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Refusal
from cc3k.engine.rules import Rules
from cc3k.play.history import GameTally, LogEntries, LogEntry, MessageLog
from cc3k.play.session import Session
from cc3k.play.voices import refusal_messages
from cc3k.saves.disk import Disk, atomic_write, is_sealed, make_seal
from cc3k.saves.journal_format import (
    LineReader,
    RecordError,
    Snapshot,
    StoredJournal,
    read_body,
    read_header,
    read_journal,
)
from cc3k.saves.open_files import open_regular, read_regular
from cc3k.saves.paths import path_of_snapshot
from cc3k.saves.plugins import blaming_expansions
from cc3k.saves.replay import new_session, resume_session

FORMAT = f"cc3k-snapshot 5 of {__version__}".encode()
"""Of another version of the game none is taken: it may play otherwise."""

MAX_SNAPSHOT_BYTES = 1 << 24

KEPT_ENTRIES = 200
"""Latest entries of the message log that are kept: more than any screen shows at once."""


def read_with_snapshot(path: str, home: str) -> StoredJournal | None:
    """Return a journal from the end of its snapshot on; None if that is not good for it."""
    with suppress(OSError, RecordError, ValueError, TypeError, LookupError, AttributeError):
        snapshot = _read_snapshot(path_of_snapshot(home, path), home)
        with open_regular(path) as file:
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
    seal, _, sealed = read_regular(path, MAX_SNAPSHOT_BYTES).partition(b"\n")
    named, _, encoded = sealed.partition(b"\n")
    is_ours = is_sealed(home, sealed.decode("latin-1"), seal.decode("latin-1"))
    found = decode_state(encoded) if is_ours and named == FORMAT else None
    if not isinstance(found, Snapshot):
        message = "found no snapshot of this home"
        raise ValueError(message)  # noqa: TRY004 - as for all that is no good
    return found


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
    with open_regular(journal.path) as file:
        beginning = file.read(journal.written.valid_bytes)
    constants = constants_of(session.rules, session.floor_layouts)
    encoded = encode_state(state, constants)
    decode_state(encoded, constants)  # which only what is the game's own can be
    snapshot = Snapshot(
        _digest_of(beginning),
        journal.written.valid_bytes,
        journal.written.checksum,
        record.turn_count,
        record.last_state,
        session.note,
        record.header.layout_path,
        encoded,
    )
    sealed, disk = FORMAT + b"\n" + encode_state(snapshot), Disk()
    data = make_seal(home, disk, sealed.decode("latin-1")).encode("ascii") + b"\n" + sealed
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
    made = decode_state(snapshot.state, constants_of(rules, session.floor_layouts))
    if not isinstance(made, _State):
        raise NotEncodable(snapshot.digest)
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


OWN_MODULES = ("cc3k.content.", "cc3k.engine.", "cc3k.expansions.", "cc3k.play.", "cc3k.saves.")
"""Where the classes are whose values a state is made of: none of another package is ever made."""

OTHER_MAKERS = {
    *(("builtins", "object"), ("collections", "Counter"), ("cc3k.engine.dice", "Dice")),
    *(("cc3k.engine.board", "board_from_rows"), ("cc3k.engine.states", "_values")),
}
"""What else makes values of a state, besides those that need nothing by name."""

SIGHT = -1
"""Stands for a `Sight`, which is found again when it is asked for."""


class NotEncodable(ValueError):
    """A value that cannot be encoded, or data that is none of these classes and rules."""


def constants_of(rules: Rules, layouts: Sequence[FloorLayout]) -> list[object]:
    """Return what a game has of its rules and layouts, always in the same order."""
    rows = (*rules.races, *rules.enemy_kinds, *rules.potions, *rules.piles, *rules.trinkets)
    strategies = [value for row in rows for value in _values_of(row) if callable(value)]
    stats = [race.stats for race in rules.races] + [kind.stats for kind in rules.enemy_kinds]
    boards = [rules.standard_board, *[layout.board for layout in layouts]]
    named = [layouts] * bool(layouts)
    return [rules, *named, *boards, *layouts, *rows, *stats, *strategies, *DIRECTIONS]


def _values_of(row: object) -> list[object]:
    kind = type(row)
    return [getattr(row, each.name) for each in attrs.fields(kind)] if attrs.has(kind) else []


def encode_state(value: object, constants: Sequence[object] = ()) -> bytes:
    """Return a value as bytes, with places in their table for the constants."""
    encoded = BytesIO()
    _Encoder(encoded, constants).dump(value)
    return encoded.getvalue()


def decode_state(encoded: bytes, constants: Sequence[object] = ()) -> object:
    """Return the value that was encoded with such constants; raise `NotEncodable` for others."""
    try:
        return _Decoder(encoded, constants).load()
    except (pickle.UnpicklingError, EOFError, ImportError) as error:
        raise NotEncodable(str(error)) from error


class _Encoder(pickle.Pickler):
    def __init__(self, file: BytesIO, constants: Sequence[object]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._places = {id(each): place for place, each in reversed([*enumerate(constants)])}

    def persistent_id(self, value: object) -> int | None:
        return SIGHT if isinstance(value, Sight) else self._places.get(id(value))


class _Decoder(pickle.Unpickler):
    def __init__(self, encoded: bytes, constants: Sequence[object]) -> None:
        super().__init__(BytesIO(encoded))
        self._constants = constants

    def persistent_load(self, place: int) -> object:
        return None if place == SIGHT else self._constants[place]

    def find_class(self, module: str, name: str) -> object:
        found: object = super().find_class(module, name)
        is_value = isinstance(found, type) and (attrs.has(found) or issubclass(found, Enum))
        is_own = is_value and module.startswith(OWN_MODULES)
        if not is_own and (module, name) not in OTHER_MAKERS:
            raise NotEncodable(name)
        return found
