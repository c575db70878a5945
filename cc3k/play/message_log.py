"""Message log: the messages of a game, turn by turn, with a count of repetitions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import overload

from attrs import evolve, field

from cc3k.engine.events import Event, ExpansionEvent, Moved, Regenerated
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Refusal
from cc3k.engine.values import define, frozen
from cc3k.play.messages import Message, ScreenNote, join_messages
from cc3k.play.voices import Voice, reworded_messages


def are_plain_steps(events: Iterable[Event]) -> bool:
    """Tell whether only plain steps happened, which need no message, and what nobody tells."""
    return all(
        isinstance(event, Moved | Regenerated)
        or (isinstance(event, ExpansionEvent) and not event.spoken_text)
        for event in events
    )


@frozen
class LogEntry:
    """The messages of a turn, with a count of repetitions; `turn` is that of the last one.

    They word the `events` or the `refusal`; a notice has neither.
    """

    turn: int
    messages: tuple[Message, ...]
    times: int = 1
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None

    @cached_property
    def is_step(self) -> bool:
        """Whether it tells of a step, or of no event, and so of nothing that matters."""
        return are_plain_steps(self.events)

    @property
    def text(self) -> str:
        return join_messages(self.messages)

    @property
    def text_with_count(self) -> str:
        return self._with_count(self.text)

    @property
    def news_with_count(self) -> str:
        """The text without the step that it begins with, if more has happened."""
        is_step_first = len(self.messages) > 1 and are_plain_steps(self.events[:1])
        return self._with_count(join_messages(self.messages[is_step_first:]))

    def _with_count(self, text: str) -> str:
        return text if self.times == 1 else f"{text} (x{self.times})"


class LogEntries(Sequence[LogEntry]):
    """The entries of a log: the first `recalled_count` come from `recall` once one is asked for.

    A long game that was resumed has only its `latest` at hand.
    """

    def __init__(
        self,
        latest: Iterable[LogEntry] = (),
        recalled_count: int = 0,
        recall: Callable[[], Sequence[LogEntry]] = tuple,
    ) -> None:
        self.latest, self.recalled_count, self.recall = [*latest], recalled_count, recall

    def __len__(self) -> int:
        return self.recalled_count + len(self.latest)

    @overload
    def __getitem__(self, at: int) -> LogEntry: ...

    @overload
    def __getitem__(self, at: slice) -> list[LogEntry]: ...

    def __getitem__(self, at: int | slice) -> LogEntry | list[LogEntry]:
        if isinstance(at, slice):
            first, end, _ = at.indices(len(self))
            if first < min(end, self.recalled_count):
                self._recall_all()
            before = self.recalled_count
            return self.latest[max(0, first - before) : max(0, end - before)]
        if at < 0:
            at += len(self)
        if 0 <= at < self.recalled_count:
            self._recall_all()
        if at < 0:
            raise IndexError(at)
        return self.latest[at - self.recalled_count]

    def _recall_all(self) -> None:
        self.latest[:0] = self.recall()
        self.recalled_count, self.recall = 0, tuple


@define(eq=False)
class MessageLog:
    """The messages of one game."""

    entries: LogEntries = field(factory=LogEntries)

    def add(
        self,
        turn: int,
        messages: tuple[Message, ...],
        events: tuple[Event, ...],
        refusal: Refusal | None = None,
    ) -> None:
        latest = self.entries.latest
        last = latest[-1] if latest else None
        if last is not None and last.messages == messages:
            latest[-1] = LogEntry(turn, messages, last.times + 1, events, refusal)
        else:
            latest.append(LogEntry(turn, messages, 1, events, refusal))

    def times_noted(self, text: str) -> int:
        """Return how often in a row the last entry tells that notice; 0 for anything else."""
        last = self.entries[-1] if self.entries else None
        is_it = last is not None and not last.events and last.refusal is None and last.text == text
        return last.times if last is not None and is_it else 0

    def add_note(self, turn: int, note: ScreenNote) -> None:
        """Add the notice of a note, as often as it was told; nothing if it was not logged."""
        while note.notices and self.times_noted(note.notices[-1]) < note.times:
            self.add(turn, (Message(note.notices[-1]),), ())

    def use_voice(self, voice: Voice, race: Race) -> None:
        entries, recall = self.entries, self.entries.recall

        def reworded(told: Iterable[LogEntry]) -> list[LogEntry]:
            return [reworded_entry(entry, voice, race) for entry in told]

        entries.latest = reworded(entries.latest)
        if entries.recalled_count:
            entries.recall = lambda: reworded(recall())

    def lines(self) -> Iterator[str]:
        for entry in self.entries:
            yield f"  {entry.turn:>5}  {entry.text_with_count}"


def reworded_entry(entry: LogEntry, voice: Voice, race: Race) -> LogEntry:
    told = reworded_messages(entry.messages, entry.events, entry.refusal, voice, race)
    return evolve(entry, messages=told)
