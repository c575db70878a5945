"""Snapshots: long games as they stood, so that going on with one does not play all of it again.

A snapshot is derived from a journal: it stands for the bytes of its beginning, and is no good for
any others. It is plain data, sealed by the home folder, so that no other one is ever taken. Where
there is none that fits, the game is played again from its start, which comes to the same.

A state is encoded as lists, texts and numbers: values of the game's own classes alone, and nothing
in it is ever called. What the rules have, such as kinds and strategies, is its place in their
tables.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
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
from cc3k.play.history import GameTally, LogEntries, LogEntry, MessageLog, ScreenNote
from cc3k.play.messages import Message
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
from cc3k.saves.record import StateFingerprint
from cc3k.saves.replay import new_session, resume_session

FORMAT = f"cc3k-snapshot 4 of {__version__}"
"""Of another version of the game none is taken: it may play otherwise."""

MAX_SNAPSHOT_BYTES = 1 << 24

KEPT_ENTRIES = 200
"""Latest entries of the message log that are kept: more than any screen shows at once."""


def read_with_snapshot(path: str, home: str) -> StoredJournal | None:
    """Return a journal from the end of its snapshot on; None if that is not good for it."""
    with suppress(OSError, RecordError, ValueError, TypeError, LookupError):
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
    text = read_regular(path, MAX_SNAPSHOT_BYTES).decode("ascii")
    seal, _, sealed = text.partition("\n")
    if not is_sealed(home, sealed, seal):
        message = "found a snapshot of another home"
        raise ValueError(message)
    named, facts, state = sealed.split("\n")
    if named != FORMAT:
        raise ValueError(named)
    found = json.loads(facts)
    notices = tuple([Message(**each) for each in found["note"]["notices"]])
    note = ScreenNote(**{**found["note"], "notices": notices})
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
    with open_regular(journal.path) as file:
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
    kept = filters.exclude("state", "beginning", "effect", "concerns")
    facts = json.dumps(asdict(snapshot, filter=kept))
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


OWN_MODULES = ("cc3k.content.", "cc3k.engine.", "cc3k.expansions.", "cc3k.play.", "cc3k.saves.")
"""Where the classes are whose values can be encoded: none of another package."""

REBUILT = ("Board", "FieldOfView")
"""Classes of values that are made of what they are given: the rest is derived from it."""

LARGEST_NUMBER = 1 << 53
"""From here on numbers are encoded as hexadecimal digits: JSON has no such numbers."""

Plain: TypeAlias = "bool | int | float | str | list[Plain] | None"

ATOMS = (type(None), bool, float, str)

_CONSTANT, _AGAIN, _NUMBER, _DICE, _ENUM, _OBJECT, _MISSING = "crnDEo-"
Kind: TypeAlias = Callable[..., object]
"""Makes a group of values of its parts."""

_GROUPS: Mapping[str, Kind] = {"t": tuple, "l": list, "s": set, "f": frozenset}
_MAPPINGS: Mapping[str, Kind] = {"d": dict, "m": MappingProxyType, "C": Counter}
_TEXTS: Mapping[str, Kind] = {"b": bytes, "B": bytearray}
_KINDS = {**_GROUPS, **_MAPPINGS, **_TEXTS}
"""Letters of groups of values; a mapping is encoded as keys and values."""

_LETTERS: Mapping[object, str] = {kind: letter for letter, kind in _KINDS.items()}


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


class StateEncoder:
    """Encodes values as plain data: one that is met again as a reference to the first."""

    def __init__(self, constants: Sequence[object]) -> None:
        self._places = {id(each): place for place, each in reversed([*enumerate(constants)])}
        self._numbers = dict[int, int]()
        self._kept = list[object]()  # so that no other value gets the same id
        self._classes = dict[type, int]()
        self.class_rows: list[list[str]] = []

    def encode(self, value: object) -> Plain:
        if isinstance(value, ATOMS):
            return value
        if isinstance(value, Sight):  # it is found again when it is asked for
            return None
        if type(value) is int:
            return value if abs(value) < LARGEST_NUMBER else [_NUMBER, f"{value:x}"]
        if id(value) in self._places:
            return [_CONSTANT, self._places[id(value)]]
        if id(value) in self._numbers:
            return [_AGAIN, self._numbers[id(value)]]
        encoded = self._encode_new(value)
        self._numbers[id(value)] = len(self._kept)
        self._kept.append(value)
        return encoded

    def _encode_new(self, value: object) -> Plain:
        kind = type(value)
        if kind in _LETTERS and isinstance(value, Iterable):
            return [_LETTERS[kind], *self._encode_parts(value)]
        if kind is object:
            return [_OBJECT]
        if isinstance(value, Dice):
            path, state = value.__reduce__()[1]
            return [_DICE, path, *([] if state is None else [state[0], *state[1]])]
        if isinstance(value, Enum):
            return [_ENUM, self._number_of(kind), value.name]
        number, parts = self._number_of(kind), list[Plain]()
        for name in _fields_of(kind):
            parts.append(self.encode(getattr(value, name)) if hasattr(value, name) else [_MISSING])
        return [number, *parts]

    def _encode_parts(self, value: Iterable[object]) -> list[Plain]:
        match value:
            case bytes() | bytearray():
                return [value.decode("latin-1")]
            case dict() | MappingProxyType():
                value = [part for pair in value.items() for part in pair]
            case set() | frozenset():
                value = sorted(value)
        return [self.encode(part) for part in value]

    def _number_of(self, kind: type) -> int:
        if kind not in self._classes:
            self._classes[kind] = len(self._classes)
            module, name = kind.__module__, kind.__qualname__
            _own_class(module, name)
            self.class_rows.append([module, name, *_fields_of(kind)])
        return self._classes[kind]


class StateDecoder:
    """Decodes what a `StateEncoder` has encoded; raises `NotEncodable`, a ValueError."""

    def __init__(self, constants: Sequence[object], class_rows: Sequence[Sequence[str]]) -> None:
        self._constants = constants
        self._made = list[object]()
        self._classes = [_own_class(module, name) for module, name, *_ in class_rows]
        for kind, (_, _, *names) in zip(self._classes, class_rows, strict=True):
            if _fields_of(kind) != names:
                raise NotEncodable(kind.__name__)

    def decode(self, encoded: Plain) -> object:
        if not isinstance(encoded, list):
            return encoded
        tag, *parts = encoded
        match tag, parts:
            case "n", [str(digits)]:
                return int(digits, 16)
            case "c", [int(place)]:
                return self._constants[place]
            case "r", [int(number)]:
                return self._made[number]
        value = self._decode_new(tag, parts)
        self._made.append(value)
        return value

    def _decode_new(self, tag: Plain, parts: list[Plain]) -> object:
        value: object
        match tag, parts:
            case str() as letter, [str(text)] if letter in _TEXTS:
                value = _KINDS[letter](text.encode("latin-1"))
            case str() as letter, _ if letter in _KINDS:
                made = [self.decode(part) for part in parts]
                pairs = zip(made[::2], made[1::2], strict=True)
                value = _KINDS[letter](dict(pairs) if letter in _MAPPINGS else made)
            case "o", []:
                value = object()
            case "D", [str(path), *words]:
                numbers = tuple([word for word in words if isinstance(word, int)])
                value = Dice(path, (numbers[0], numbers[1:], None) if numbers else None)
            case "E", [int(number), str(name)]:
                value = getattr(self._classes[number], name)
            case int(number), _:
                value = self._decode_value(self._classes[number], parts)
            case _:
                raise NotEncodable(tag)
        return value

    def _decode_value(self, kind: type, parts: list[Plain]) -> object:
        names = _fields_of(kind)
        if kind.__name__ in REBUILT:
            return kind(*map(self.decode, parts))
        value: object = object.__new__(kind)
        for name, part in zip(names, parts, strict=True):
            if part != [_MISSING]:
                object.__setattr__(value, name, self.decode(part))
        return value


def _own_class(module: str, name: str) -> type:
    found: object = getattr(sys.modules.get(module), name, None)
    if not (isinstance(found, type) and module.startswith(OWN_MODULES)):
        raise NotEncodable(name)
    if not (attrs.has(found) or issubclass(found, Enum)):
        raise NotEncodable(name)
    return found


def _fields_of(kind: type) -> list[str]:
    if not attrs.has(kind):
        return []
    is_rebuilt = kind.__name__ in REBUILT
    return [each.name for each in attrs.fields(kind) if each.init or not is_rebuilt]
