"""Playback: a recorded game that can be watched and searched, forward and back."""

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field, frozen

from cc3k.engine.events import Event, Missed, Slain, Struck
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Refusal
from cc3k.engine.rules import Rules
from cc3k.play.messages import Message, join_messages
from cc3k.play.session import LogEntries, LogEntry, MessageLog, Session, reworded_entry
from cc3k.play.tally import GameTally
from cc3k.play.voices import Voice, reworded_messages
from cc3k.saves.record import Record
from cc3k.saves.replay import ReplayDiverged, replay_steps, start_session

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
        if game is None or game.outcome is None:
            return ()
        ending = session.voice.ending_lines(game)
        return (Message(ending.outcome), Message(ending.score))

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
        self.seek(
            next(
                (at for at, taken in enumerate(self._turn_at) if taken >= turn), self.last_position
            )
        )

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
            self._keyframes.append(self._keyframe())

    def _keyframe(self) -> _Keyframe:
        session, game = self.session, self.session.game
        entries = session.message_log.entries
        return _Keyframe(
            None if game is None else game.copy(),
            session.messages,
            session.last_events,
            session.last_refusal,
            len(entries),
            entries[-1],
            session.tally.copy(),
        )

    def _restore_keyframe(self, number: int) -> None:
        """Go back to a keyframe; the log entries before its last one are final."""
        kept, session = self._keyframes[number], self.session
        session.game = None if kept.game is None else kept.game.copy()
        session.messages, session.last_events, session.last_refusal = (
            kept.messages,
            kept.events,
            kept.refusal,
        )
        self.position = number * self.keyframe_interval
        entries = [*self._entries[: kept.entry_count - 1], kept.last_entry]
        session.message_log = MessageLog(LogEntries(entries))
        session.tally = kept.tally.copy()
