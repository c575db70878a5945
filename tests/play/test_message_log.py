"""Message log: every message of a game by its turn, and the kills."""

from cc3k.engine.events import Event
from cc3k.play.history import LogEntry, MessageLog
from cc3k.play.messages import Message


def chronicle(*notes: tuple[int, str], events: tuple[Event, ...] = ()) -> MessageLog:
    """Return the log of those messages by their turns; the events are those of each."""
    kept = MessageLog()
    for turn, text in notes:
        kept.add(turn, (Message(text),), events)
    return kept


def test_every_message_is_kept_with_its_turn() -> None:
    """In the order in which they were said, refusals included: those of no turn."""
    kept = chronicle((0, "Spawned."), (1, "PC moves East."), (1, "There is no way."))
    assert list(kept.lines()) == [
        "      0  Spawned.",
        "      1  PC moves East.",
        "      1  There is no way.",
    ]


def test_repeats_are_folded_and_tell_the_last_turn() -> None:
    kept = chronicle((1, "a"), (2, "a"), (3, "a"), (4, "b"), (12345, "b"))
    assert list(kept.entries) == [
        LogEntry(3, (Message("a"),), 3),
        LogEntry(12345, (Message("b"),), 2),
    ]
    assert list(kept.lines()) == ["      3  a (x3)", "  12345  b (x2)"]


def test_the_same_message_later_is_a_line_of_its_own() -> None:
    kept = chronicle((1, "a"), (2, "b"), (3, "a"))
    assert [entry.text_with_count for entry in kept.entries] == ["a", "b", "a"]
