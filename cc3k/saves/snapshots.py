"""Snapshots: long games as they stood, so that going on with one does not play all of it again.

A snapshot is derived from a journal: it stands for the bytes of its beginning, and is no good for
any others. It is sealed by the home folder, so that no other one is ever taken. Where there is none
that fits, the game is played again from its start, which comes to the same.
"""

import json
import os
import pickle
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copyreg import __newobj__  # type: ignore[attr-defined] # the stubs leave it out
from enum import Enum
from hashlib import blake2b
from io import BytesIO
from types import MappingProxyType
from typing import TypeAlias

import attrs
from attrs import asdict, define, evolve, filters

from cc3k import __version__
from cc3k.engine.board import DIRECTIONS, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.floor import Sight
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
from cc3k.saves.record import StateFingerprint
from cc3k.saves.replay import new_session, resume_session

FORMAT = f"cc3k-snapshot 3 of {__version__}"
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
    assert game is not None and log is not None  # noqa: S101, PT018 - a game was resumed
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
    encoded = encode_state(state, constants_of(session.rules, session.floor_layouts))
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
    made = decode_state(snapshot.state, constants_of(rules, session.floor_layouts))
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
            again = resume_session(record, rules).message_log
            return () if again is None else again.entries[:earlier]
        return ()

    session.message_log = MessageLog(LogEntries(made.entries, earlier, recall))
    return session


class NotEncodable(ValueError):
    """A value that cannot be encoded, or data that is none of these classes and rules."""


def constants_of(rules: Rules, layouts: Sequence[FloorLayout]) -> list[object]:
    """Return what a game has of its rules and layouts, always in the same order."""
    rows = (*rules.races, *rules.enemy_kinds, *rules.potions, *rules.piles, *rules.trinkets)
    values = [getattr(row, name) for row in rows for name in _fields_of(type(row))]
    strategies = [value for value in values if callable(value)]
    stats = [race.stats for race in rules.races] + [kind.stats for kind in rules.enemy_kinds]
    boards = [rules.standard_board, *[layout.board for layout in layouts]]
    named = [layouts] * bool(layouts)
    return [rules, *named, *boards, *layouts, *rows, *stats, *strategies, *DIRECTIONS]


def encode_state(value: object, constants: Sequence[object]) -> str:
    """Return values of a game as a text: of its rules and layouts only where `constants` have them.

    Raises `NotEncodable` for what `decode_state` would not make again.
    """
    encoded = BytesIO()
    _Encoder(encoded, constants).dump(value)
    text = b64encode(encoded.getvalue()).decode("ascii")
    decode_state(text, constants)
    return text


def decode_state(text: str, constants: Sequence[object]) -> object:
    """Return what `encode_state` has encoded; raise `NotEncodable` for anything else.

    Only values of the game's own classes are made: nothing else in a text is ever called.
    """
    try:
        return _Decoder(BytesIO(b64decode(text)), constants).load()
    except _NOT_DECODED as error:
        raise NotEncodable(str(error)) from error


OWN_MODULES = ("cc3k.content.", "cc3k.engine.", "cc3k.expansions.", "cc3k.play.", __name__)
"""Where the classes are whose values can be decoded: none of another package."""

_NOT_DECODED = (
    *(pickle.UnpicklingError, EOFError, ValueError, LookupError, TypeError),
    *(AttributeError, ImportError),
)
"""What damaged data raises, or that of classes which are no longer there."""

REBUILT = ("Board", "FieldOfView")
"""Classes of values that are made of what they are given: the rest is derived from it."""

_SIGHT = -1
"""The place of what the player sees: it is found again when it is asked for."""

_Fields: TypeAlias = tuple[tuple[str, ...], Mapping[str, object]]
"""The names of all fields of a class, and the values of those that are set."""


class _Encoder(pickle.Pickler):
    def __init__(self, file: BytesIO, constants: Sequence[object]) -> None:
        super().__init__(file, protocol=5)
        self._places = {id(each): place for place, each in reversed([*enumerate(constants)])}

    def persistent_id(self, value: object) -> int | None:
        return _SIGHT if isinstance(value, Sight) else self._places.get(id(value))

    def reducer_override(self, value: object) -> object:  # type: ignore[override] # six parts
        kind, names = type(value), _fields_of(type(value))
        if isinstance(value, MappingProxyType):
            return _proxy_of, (dict(value),)
        if kind.__name__ in REBUILT:
            return kind, tuple([getattr(value, name) for name in names])
        if attrs.has(kind):
            known = {name: getattr(value, name) for name in names if hasattr(value, name)}
            return __newobj__, (kind,), (names, known), None, None, _set_fields
        return NotImplemented


class _Decoder(pickle.Unpickler):
    def __init__(self, file: BytesIO, constants: Sequence[object]) -> None:
        super().__init__(file)
        self._constants = constants

    def persistent_load(self, place: int) -> object:
        return None if place == _SIGHT else self._constants[place]

    def find_class(self, module: str, name: str) -> object:
        found: object = None
        if module.startswith(OWN_MODULES) or module in ("builtins", "collections"):
            found = super().find_class(module, name)
        if isinstance(found, type) and found.__module__.startswith(OWN_MODULES):
            is_value = attrs.has(found) or issubclass(found, Enum | Dice)
        else:
            is_value = found in (object, Counter, _set_fields, _proxy_of)
        if not is_value:
            raise NotEncodable(name)
        return found


_FIELDS = dict[type, tuple[str, ...]]()


def _set_fields(value: object, fields: _Fields) -> None:
    names, known = fields
    if names != _fields_of(type(value)):
        raise NotEncodable(type(value).__name__)
    for name in known:
        object.__setattr__(value, name, known[name])


def _proxy_of(values: dict[object, object]) -> Mapping[object, object]:
    return MappingProxyType(values)


def _fields_of(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        is_rebuilt, fields = kind.__name__ in REBUILT, attrs.fields(kind) if attrs.has(kind) else ()
        _FIELDS[kind] = tuple([each.name for each in fields if each.init or not is_rebuilt])
    return _FIELDS[kind]
