"""Signals that come while the game goes on, and while it cannot."""

import os
import signal

import pytest

from cc3k.terminal.interrupts import ALARM, FATAL, HANDLED, Interrupted, SignalQueue, catch_signals
from tests.support.tables import for_each

pytestmark = pytest.mark.slow


def send(number: int) -> None:
    os.kill(os.getpid(), number)


def test_signals_are_noted_in_order_and_taken_once() -> None:
    with catch_signals() as signals:
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGWINCH):
            send(number)
        assert os.read(signals.wake_descriptor, 9)
        assert signals.take_pending() == [signal.SIGWINCH, signal.SIGTERM, signal.SIGWINCH]
        assert signals.take_pending() == []


def test_handlers_are_as_before_afterwards() -> None:
    before = [signal.getsignal(number) for number in sorted(HANDLED)]
    with catch_signals():
        assert [signal.getsignal(number) for number in sorted(HANDLED)] != before
    assert [signal.getsignal(number) for number in sorted(HANDLED)] == before
    assert signal.set_wakeup_fd(-1) == -1


@for_each("number", sorted(FATAL))
def test_fatal_signal_breaks_off_what_may_wait(number: int) -> None:
    with catch_signals() as signals:
        with pytest.raises(Interrupted), signals.interruptible_by(FATAL):
            send(number)
        assert signals.take_pending() == [number]


def test_signal_that_came_before_breaks_off_what_comes_after() -> None:
    """Nothing is begun that would only be broken off, or that nothing breaks off any more."""
    with catch_signals() as signals:
        send(signal.SIGTERM)
        begun = False
        with pytest.raises(Interrupted), signals.interruptible_by(FATAL):
            begun = True
        assert not begun


def test_other_signals_are_only_noted() -> None:
    with catch_signals() as signals, signals.interruptible_by(FATAL):
        send(signal.SIGWINCH)
        assert signals.take_pending() == [signal.SIGWINCH]


def test_second_signal_breaks_off_nothing_more() -> None:
    done: list[bool] = []

    def terminated(signals: SignalQueue) -> None:
        with signals.interruptible_by(FATAL):
            try:
                send(signal.SIGTERM)
            finally:
                send(signal.SIGHUP)
                done.append(True)

    with catch_signals() as signals:
        with pytest.raises(Interrupted):
            terminated(signals)
        assert signals.take_pending() == [signal.SIGTERM, signal.SIGHUP]
    assert done


def test_alarm_ends_a_wait_and_is_not_noted() -> None:
    with catch_signals() as signals:
        with pytest.raises(Interrupted), signals.interruptible_by(ALARM, alarm_seconds=0.01):
            signal.pause()
        assert signals.take_pending() == []
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_signal_does_by_default_for_a_while_what_it_does_to_any_program() -> None:
    """Ctrl-Z stops the game as it does any other; afterwards it is noted again."""
    with catch_signals() as signals:
        with signals.default_handlers(signal.SIGCONT):
            send(signal.SIGCONT)
        assert signals.take_pending() == []
        send(signal.SIGCONT)
        assert signals.take_pending() == [signal.SIGCONT]
