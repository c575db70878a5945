"""Replay: a record played again, to check that it goes the same way, or to watch and search it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from attrs import evolve, field, fields

from cc3k.engine.board import FloorLayout
from cc3k.engine.events import Event, Missed, Slain, Struck
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.values import define, frozen
from cc3k.exit_codes import EXIT_DIVERGED, EXIT_OTHER_RULES
from cc3k.play.endings import ending_word
from cc3k.play.history import GameTally, LogEntries, LogEntry, MessageLog, reworded_entry
from cc3k.play.messages import Message, join_messages
from cc3k.play.session import Session
from cc3k.play.voices import Voice, reworded_messages
from cc3k.saves.journal_format import RecordError
from cc3k.saves.record import (
    PRACTICE,
    Header,
    Record,
    StateFingerprint,
    daily_date_of,
    state_fingerprint,
)


class ReplayDiverged(RecordError):
    exit_code = EXIT_DIVERGED

    def __init__(self, turn: int, field_name: str, replayed: object, recorded: object) -> None:
        # By these arguments it is made again in another process.
        super().__init__(turn, field_name, replayed, recorded)

    def __str__(self) -> str:
        return "turn {}: {} is {}; the record has {}".format(*self.args)


class RulesMismatch(RecordError):
    """A record of a game by other rules than these."""

    exit_code = EXIT_OTHER_RULES

    def told_of(self, name: str) -> str:
        return f"{name}: found {self}"


def resume_session(record: Record, rules: Rules, begun: Session | None = None) -> Session:
    """Return a session at the end of the record, with the message log and the note of its game.

    It is `begun` where the record begins, or else started. Raises `RecordError`.
    """
    session, notes = begun or start_session(record.header, rules), [*record.notes]
    for done in replay_steps(record, session):
        while notes and notes[0][0] <= done:
            at, note = notes.pop(0)
            session.note = note if at == len(record.steps) else session.note
            turns = 0 if session.game is None else session.game.turns
            session.message_log.add_note(turns, note)
    return session


def start_session(header: Header, rules: Rules) -> Session:
    session = new_session(header, rules)
    session.games_started -= 1  # it is counted as it starts
    session.start_game(race_of_header(header, rules))
    return session


def new_session(header: Header, rules: Rules) -> Session:
    """Return the session of a game without the game; raise `RecordError`.

    It is a `RulesMismatch`, or its layout is none by these rules.
    """
    race_of_header(header, rules)
    drawings, practice = _floor_layouts(header, rules), header.game_kind == PRACTICE
    tutorial = None
    if header.layout_name and not header.layout_path:
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, Tutorial

        tutorial = Tutorial() if header.layout_name == TUTORIAL_LAYOUT else None
    date = daily_date_of(header)
    session = Session(rules, header.seed, drawings, practice, date, tutorial=tutorial)
    session.start_history()
    session.games_started = header.game_number
    return session


def race_of_header(header: Header, rules: Rules) -> Race:
    race = next((race for race in rules.races if race.name == header.race), None)
    if race is None:
        message = f"a game of a race called {header.race!a}, which these rules have not"
        raise RulesMismatch(message)
    if header.ruleset != rules.ruleset or header.expansions != rules.expansion_tags:
        wanted = " and ".join([f"ruleset {header.ruleset}", *header.expansions])
        here = " and ".join([f"ruleset {rules.ruleset}", *rules.expansion_tags])
        message = f"a {header.race}'s game by {wanted}; this is {here}"
        raise RulesMismatch(message)
    return race


def _floor_layouts(header: Header, rules: Rules) -> Sequence[FloorLayout]:
    if not header.layout_text:
        return ()
    from cc3k.content.layout.diagnostics import LayoutError
    from cc3k.content.layout.reader import read_layout

    data = header.layout_text.encode("ascii")
    try:
        return read_layout(data, header.layout_name, rules).floor_layouts
    except LayoutError as error:
        raise RecordError(str(error)) from error


def replay_steps(record: Record, session: Session) -> Iterator[int]:
    """Play a record's commands, yielding the number done, 0 first; raise `ReplayDiverged`.

    It does also where the game is over before the record is, or has ended otherwise.
    """
    game = _checked_game(session, record.start_state)
    yield 0
    for number, step in enumerate(record.steps, start=1):
        if game.is_over:
            raise ReplayDiverged(game.turns, "the game", "over", "more commands")
        session.handle_words(step.command)
        game = _checked_game(session, step.state)
        yield number
    found = ending_word(game)
    if record.ending not in ("", found):
        raise ReplayDiverged(game.turns, "the ending", found, record.ending)


def verify_record(record: Record, rules: Rules) -> None:
    for _ in replay_steps(record, start_session(record.header, rules)):
        pass


def _checked_game(session: Session, recorded: StateFingerprint) -> GameState:
    """Return the game of a session, which stands as it was recorded."""
    game = session.game
    if game is None:
        raise ReplayDiverged(0, "the game", "given up", "more commands")
    found = state_fingerprint(game)
    if found != recorded:
        names = [part.name for part in fields(StateFingerprint)]
        part = next(name for name in names if getattr(found, name) != getattr(recorded, name))
        raise ReplayDiverged(game.turns, part, getattr(found, part), getattr(recorded, part))
    return game


MIN_SPEED, DEFAULT_SPEED, MAX_SPEED = 1, 4, 64
"""How many commands, or pages of what they say, are shown in a second."""

KEYFRAME_INTERVAL = 64
"""Commands between two keyframes, few enough that a step back feels instant."""

MAX_KEYFRAMES = 1_024
"""Keyframes of one record; those of a longer one lie further apart."""


@frozen
class _Keyframe:
    game: GameState | None
    messages: tuple[Message, ...]
    events: tuple[Event, ...]
    refusal: Refusal | None
    entry_count: int
    last_entry: LogEntry
    tally: GameTally


@define(eq=False)
class Playback:
    """A record to watch from any position: 0 is the start, n is after n commands.

    `session` is at the `position`, and its message log has the messages up to there. If the game
    diverges from its record, `divergence` says why, and that is the last position. To go back, it
    restarts from a keyframe, taken every `keyframe_interval` commands.
    """

    session: Session
    commands: Sequence[str]
    position: int = field(default=0, init=False)
    divergence: ReplayDiverged | None = field(default=None, init=False)
    keyframe_interval: int = field(init=False)
    _keyframes: list[_Keyframe] = field(factory=list, init=False)
    _turn_at: list[int] = field(factory=list, init=False)
    _floor_at: list[int] = field(factory=list, init=False)
    _is_fight_at: list[bool] = field(factory=list, init=False)
    _entries: Sequence[LogEntry] = field(default=(), init=False)
    _voice: Voice | None = field(default=None, init=False)

    @keyframe_interval.default
    def _default_interval(self) -> int:
        return max(KEYFRAME_INTERVAL, -(-len(self.commands) // MAX_KEYFRAMES))

    @classmethod
    def from_record(cls, record: Record, rules: Rules) -> "Playback":
        """Play a record once, and return its playback at the start.

        Raises `RecordError` where not even its beginning is the same.
        """
        playback = cls.unindexed(record, rules)
        for _ in playback.index_positions(record):
            pass
        return playback

    @classmethod
    def unindexed(cls, record: Record, rules: Rules) -> "Playback":
        return cls(start_session(record.header, rules), [step.command for step in record.steps])

    def index_positions(self, record: Record) -> Iterator[int]:
        """Play a record once, yielding each position once it is indexed, and go back to the start.

        Raises `ReplayDiverged` before any, where not even its beginning is the same.
        """
        try:
            for position in replay_steps(record, self.session):
                self._index_position(position)
                yield position
        except ReplayDiverged as diverged:
            if not self._turn_at:
                raise
            self.divergence = diverged
        self._entries, self._voice = self.session.message_log.entries[:], self.session.voice
        self._restore_keyframe(0)

    @property
    def last_position(self) -> int:
        return len(self._turn_at) - 1

    @property
    def turn(self) -> int:
        """The turns taken so far; a command that is refused takes none (R4)."""
        return self._turn_at[self.position]

    @property
    def total_turns(self) -> int:
        return self._turn_at[-1]

    @property
    def floor_number(self) -> int:
        return self._floor_at[self.position]

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.session.messages, *self.result_messages)

    @property
    def result_messages(self) -> tuple[Message, ...]:
        session, game = self.session, self.session.game
        if game is None or not game.is_over:
            return ()
        return tuple(map(Message, session.voice.ending_lines(game)))

    @property
    def message_text(self) -> str:
        return join_messages(self.messages)

    def use_voice(self, voice: Voice) -> None:
        game = self.session.game
        if game is None or voice is self._voice:
            return
        race, self._voice = game.race, voice
        self._entries = [reworded_entry(entry, voice, race) for entry in self._entries]
        self._keyframes = [
            evolve(
                kept,
                messages=reworded_messages(kept.messages, kept.events, kept.refusal, voice, race),
                last_entry=reworded_entry(kept.last_entry, voice, race),
            )
            for kept in self._keyframes
        ]
        self.session.use_voice(voice)

    def seek(self, position: int) -> None:
        position = min(max(0, position), self.last_position)
        keyframe = position // self.keyframe_interval
        if not keyframe * self.keyframe_interval <= self.position <= position:
            self._restore_keyframe(keyframe)
        while self.position < position:
            self.session.handle_words(self.commands[self.position])
            self.position += 1

    def seek_turn(self, turn: int) -> None:
        self.seek(bisect_left(self._turn_at, turn))

    def seek_next_floor(self) -> bool:
        floors, here = self._floor_at, self.position
        return self._seek_first(
            at for at in range(here, self.last_position + 1) if floors[at] > floors[here]
        )

    def seek_start_of_next_fight(self) -> bool:
        fights, here = self._is_fight_at, self.position
        later = range(here + 1, self.last_position + 1)
        return self._seek_first(at for at in later if fights[at] and not fights[at - 1])

    def _seek_first(self, positions: Iterator[int]) -> bool:
        position = next(positions, None)
        if position is not None:
            self.seek(position)
        return position is not None

    def _index_position(self, position: int) -> None:
        session, game = self.session, self.session.game
        is_fight = any(isinstance(event, Struck | Missed | Slain) for event in session.last_events)
        self._turn_at.append(0 if game is None else game.turns)
        self._floor_at.append(0 if game is None else game.depth)
        self._is_fight_at.append(is_fight)
        if position % self.keyframe_interval == 0:
            entries, then = session.message_log.entries, None if game is None else game.copy()
            told = session.messages, session.last_events, session.last_refusal
            log = len(entries), entries[-1], session.tally.copy()
            self._keyframes.append(_Keyframe(then, *told, *log))

    def _restore_keyframe(self, number: int) -> None:
        """Go back to a keyframe; the log entries before its last one are final."""
        kept, session = self._keyframes[number], self.session
        session.game = None if kept.game is None else kept.game.copy()
        session.messages, session.last_events = kept.messages, kept.events
        session.last_refusal = kept.refusal
        self.position = number * self.keyframe_interval
        entries = [*self._entries[: kept.entry_count - 1], kept.last_entry]
        session.message_log = MessageLog(LogEntries(entries))
        session.tally = kept.tally.copy()
