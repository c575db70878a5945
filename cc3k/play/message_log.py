"""What has happened in a game so far: every message by its turn, and who was slain."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from cc3k.engine.events import PC, Event, Slain


@frozen
class Entry:
    """What was said in a turn, and how often in a row; `turn` is that of the last time."""

    turn: int
    text: str
    times: int = 1

    @property
    def told(self) -> str:
        """The text, with how often it was said if more than once."""
        return self.text if self.times == 1 else f"{self.text} (x{self.times})"


@define(eq=False)
class Chronicle:
    """The messages and the dead of one game."""

    entries: list[Entry] = field(factory=list, init=False)
    slain: Counter[str] = field(factory=Counter, init=False)

    def note(self, turn: int, text: str, events: Iterable[Event]) -> None:
        """Take down what was said in a turn, and what happened."""
        last = self.entries[-1] if self.entries else None
        if last is not None and last.text == text:
            self.entries[-1] = Entry(turn, text, last.times + 1)
        else:
            self.entries.append(Entry(turn, text))
        for event in events:
            if isinstance(event, Slain) and event.victim != PC:
                self.slain[event.victim] += 1

    def lines(self) -> Iterator[str]:
        """Yield the whole log, a line a message."""
        for entry in self.entries:
            yield f"  {entry.turn:>5}  {entry.told}"
