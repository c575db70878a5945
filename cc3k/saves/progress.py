"""Progress: what a replay of a journal would have besides the game, kept while it is played.

The log of a screen has notices, and words of another voice; what is resumed has the document's.
"""

from typing import TypeAlias

from attrs import field

from cc3k.engine.events import Event
from cc3k.engine.refusals import Refusal
from cc3k.engine.values import define
from cc3k.play.commands import FREEZE_WORD
from cc3k.play.message_log import LogEntries, MessageLog
from cc3k.play.messages import ScreenNote
from cc3k.play.session import Session
from cc3k.play.voices import DocumentVoice, refusal_messages
from cc3k.saves.lookup import StoredJournal
from cc3k.saves.record import RecordStep

KEPT_ENTRIES = 200
"""Latest entries of the message log that are kept: more than any screen shows at once."""

Done: TypeAlias = tuple[RecordStep | ScreenNote, int, tuple[Event, ...], Refusal | None]
"""A command or a note, the turns after it, and what it came to."""


@define(eq=False)
class Progress:
    """The log of a game, the commands given, the turns they took, and the digest after them.

    `note` is what the screen shows after the last, if the journal has it; `layout_path` is that of
    the header.
    What was done lately waits until somebody asks, as most games end before.
    """

    session: Session
    log: MessageLog
    steps: int
    turns: int
    digest: int
    layout_path: str
    note: ScreenNote = field(factory=ScreenNote)
    waiting: list[Done] = field(factory=list, init=False)
    told: tuple[tuple[Event, ...], Refusal | None] = field(init=False)

    @told.default
    def _told_so_far(self) -> tuple[tuple[Event, ...], Refusal | None]:
        return self.session.last_events, self.session.last_refusal

    @classmethod
    def of_start(cls, session: Session, digest: int, layout_path: str) -> "Progress":
        """Return that of a game that has just begun."""
        assert session.game is not None  # noqa: S101 - it has begun
        log, events = MessageLog(), session.last_events
        log.add(0, DocumentVoice(session.rules).word_turn(events, session.game.race), events)
        return cls(session, log, 0, 0, digest, layout_path)

    @classmethod
    def of_resumed(cls, session: Session, journal: StoredJournal) -> "Progress":
        """Return that of a game that has just been resumed, before another voice words it."""
        record, before = journal.record, 0 if journal.snapshot is None else journal.snapshot.steps
        steps, digest = before + len(record.steps), record.last_state.digest
        entries = (session.message_log or MessageLog()).entries
        latest = entries[-KEPT_ENTRIES:]
        log = MessageLog(LogEntries(latest, len(entries) - len(latest)))
        path = record.header.layout_path
        return cls(session, log, steps, record.turn_count, digest, path, session.note)

    def add(self, done: RecordStep | ScreenNote) -> None:
        """Note a command that was given, or what the screen shows after it."""
        session = self.session
        assert session.game is not None  # noqa: S101 - a game is recorded
        self.note = done if isinstance(done, ScreenNote) else ScreenNote()
        told = session.last_events, session.last_refusal
        self.told = self.told if isinstance(done, ScreenNote) else told
        self.waiting.append((done, session.game.turns, *told))

    def catch_up(self) -> None:
        """Work in what waits."""
        game, voice = self.session.game, DocumentVoice(self.session.rules)
        assert game is not None  # noqa: S101 - a game is recorded
        for done, turn, events, refusal in self.waiting:
            if isinstance(done, ScreenNote):
                self.log.add_note(turn, done)
                continue
            told = voice.word_turn(events, game.race)
            if refusal is not None:
                told = refusal_messages(voice, refusal)
            self.log.add(turn, told, events, refusal)
            digest = done.state.digest
            self.steps += 1
            self.turns += done.command != FREEZE_WORD and digest != self.digest
            self.digest = digest
        self.waiting.clear()
        self.log.entries.forget_all_but(KEPT_ENTRIES)
