"""Pastes that no terminal marks: dropped by their speed; typing, and typing ahead, goes through."""

from collections.abc import Iterable, Sequence

from cc3k.play.interruptions import INTERRUPTIBLE
from cc3k.play.messages import paste_ignored
from cc3k.terminal.keys import MAX_TYPED_KEYS, PASTE_SECONDS, PROMPT_KEYS, KeyDecoder, PasteGuard
from cc3k.ui.game_screen import GameScreen
from tests.support.consoles import action, console, lines, playing, pressed
from tests.support.scenarios import room
from tests.support.tables import for_each

Arrival = tuple[float, int]
"""A time in seconds, and how many keys come then."""


def passed(arrivals: Iterable[Arrival]) -> tuple[int, int, PasteGuard]:
    """Return how many keys of those arrivals are pressed and dropped, by a clock of our own.

    As the main loop does, it settles whenever the time to wait is over.
    """
    now, count = 0.0, 0
    guard = PasteGuard(lambda: now)
    for arrives, keys in arrivals:
        while guard.timeout is not None and now + guard.timeout < arrives:
            now += guard.timeout
            count += len(guard.settle())
        now = arrives
        count += len(guard.pass_on(["n"] * keys))
    while guard.timeout is not None:
        now += guard.timeout
        count += len(guard.settle())
    return count, guard.take_dropped(), guard


@for_each(
    "arrivals",
    [
        [(0.0, MAX_TYPED_KEYS + 1)],
        [(0.0, 312)],
        [(0.0, 20), (0.02, 20), (0.04, 20)],
        [(0.0, 20), (0.049, 21)],
        [(0.0, 4095), (0.01, 4095), (0.02, 10)],
        [(at / 1000, 100) for at in range(0, 400, 40)],
        [(0.0, 300), (0.03, 1)],
    ],
)
def test_flood_is_dropped_as_a_whole(arrivals: Sequence[Arrival]) -> None:
    """More than 40 keys within 50 ms: none of them is pressed, the first ones included."""
    assert passed(arrivals)[:2] == (0, sum(keys for _, keys in arrivals))


@for_each(
    "arrivals",
    [
        [(0.0, 1)],
        [(0.0, MAX_TYPED_KEYS)],
        [(at / 30, 1) for at in range(300)],
        [(at / 100, 1) for at in range(300)],
        [(at / 100, 3) for at in range(100)],
        [(0.0, 40), (0.051, 40), (0.102, 40)],
        [(0.0, 20), (0.051, 21)],
    ],
)
def test_typing_goes_through(arrivals: Sequence[Arrival]) -> None:
    """Fast typing, keys held down and words sent at once are no paste: not a key is lost."""
    assert passed(arrivals)[:2] == (sum(keys for _, keys in arrivals), 0)


def test_key_held_down_after_a_paste_is_not_part_of_it() -> None:
    """Its keys are 33 ms apart, which is less than the window: the paste ends all the same."""
    count, dropped, _ = passed([(0.0, 312), *[(0.1 + at / 30, 1) for at in range(60)]])
    assert (count, dropped) == (60, 312)
    count, dropped, _ = passed([(0.0, 312), *[(0.02 + at / 30, 1) for at in range(60)]])
    assert count >= 58
    assert count + dropped == 312 + 60


def test_few_keys_are_pressed_at_once() -> None:
    guard = PasteGuard(lambda: 0.0)
    assert guard.pass_on(["n"] * PROMPT_KEYS) == ["n"] * PROMPT_KEYS
    waits = [guard.timeout]
    assert guard.pass_on(["o"]) == []
    assert [*waits, guard.timeout] == [None, PASTE_SECONDS]
    assert guard.settle() == ["o"]


def test_paste_is_told_once_and_when_it_is_over() -> None:
    """Two pieces are one paste; the next paste is told by itself."""
    guard = PasteGuard(lambda: 0.0)
    guard.pass_on(["n"] * 50)
    assert guard.take_dropped() == 0
    guard.pass_on(["n"] * 50)
    guard.settle()
    assert (guard.take_dropped(), guard.take_dropped()) == (100, 0)


@for_each(
    "sent, count",
    [(b"\x1b[200~q\ry\x1b[201~", 3), (b"\x1b[200~\x1b[201~", 0), (b"\x1b[200~" + b"q" * 99, 99)],
)
def test_marked_paste_is_counted_too(sent: bytes, count: int) -> None:
    """A terminal that marks a paste gets the same word for it, once it is over."""
    decoder = KeyDecoder()
    assert decoder.feed(sent) == []
    assert decoder.flush() == []
    assert (decoder.take_pasted(), decoder.take_pasted()) == (count, 0)


def test_word_of_a_paste_stands_until_the_next_key() -> None:
    """In place of the last turn's messages; whatever ran is stopped, as by any key."""
    shell = console(room("@......\\"))
    screen = GameScreen(shell)
    pressed(shell, ["right", "shift-right"])
    ticks = [screen.tick_seconds]
    screen.report_paste(312)
    assert [*ticks, screen.tick_seconds] == [INTERRUPTIBLE.seconds_per_step, None]
    assert action(shell) == "A paste of 312 keys was ignored." == paste_ignored(312)
    assert any("A paste of 312 keys was ignored." in line for line in lines(shell))
    assert pressed(shell, ["right"]) == "You move East."
    assert paste_ignored(1) == "A paste of 1 key was ignored."


def test_paste_answers_no_question() -> None:
    """The question stays, after the word of the paste; each is told once."""
    shell = console(room("@......\\"))
    screen = GameScreen(shell)
    pressed(shell, "q")
    screen.report_paste(312)
    screen.report_paste(312)
    assert action(shell).startswith("A paste of 312 keys was ignored. Give this game up")
    assert playing(shell).turns == 0
    pressed(shell, "y")
    assert shell.session.is_ended
