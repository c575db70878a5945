"""Signals that come while the game goes on, and while it cannot (terminal.md)."""

import os
import signal

import pytest

from cc3k.shell.terminal.signals import ALARM, FATAL, NOTED, Interrupted, noted_signals


def send(number: int) -> None:
    """Send this process a signal."""
    os.kill(os.getpid(), number)


def test_signals_are_noted_in_order_and_taken_once() -> None:
    """terminal.md: handlers only set flags and wake the loop."""
    with noted_signals() as signals:
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGWINCH):
            send(number)
        assert os.read(signals.wake, 9)
        assert signals.take() == [signal.SIGWINCH, signal.SIGTERM, signal.SIGWINCH]
        assert signals.take() == []


def test_handlers_are_as_before_afterwards() -> None:
    """Whoever runs a game inside a program of their own keeps their handlers."""
    before = [signal.getsignal(number) for number in sorted(NOTED)]
    with noted_signals():
        assert [signal.getsignal(number) for number in sorted(NOTED)] != before
    assert [signal.getsignal(number) for number in sorted(NOTED)] == before
    assert signal.set_wakeup_fd(-1) == -1


@pytest.mark.parametrize("number", sorted(FATAL))
def test_fatal_signal_breaks_off_what_may_wait(number: int) -> None:
    """terminal.md: SIGTERM while output is blocked must not hang."""
    with noted_signals() as signals:
        with pytest.raises(Interrupted), signals.cut_short_by(FATAL):
            send(number)
        assert signals.take() == [number]


def test_signal_that_came_before_breaks_off_what_comes_after() -> None:
    """Nothing is begun that would only be broken off, or that nothing breaks off any more."""
    with noted_signals() as signals:
        send(signal.SIGTERM)
        begun = False
        with pytest.raises(Interrupted), signals.cut_short_by(FATAL):
            begun = True
        assert not begun


def test_other_signals_are_only_noted() -> None:
    """A resize is no reason to stop."""
    with noted_signals() as signals, signals.cut_short_by(FATAL):
        send(signal.SIGWINCH)
        assert signals.take() == [signal.SIGWINCH]


def test_second_signal_breaks_off_nothing_more() -> None:
    """What is done about the first must not be broken off in turn."""
    done = False
    with noted_signals() as signals:
        with pytest.raises(Interrupted), signals.cut_short_by(FATAL):
            try:
                send(signal.SIGTERM)
            finally:
                send(signal.SIGHUP)
                done = True
        assert signals.take() == [signal.SIGTERM, signal.SIGHUP]
    assert done


def test_alarm_breaks_off_a_write_that_nobody_takes() -> None:
    """terminal.md: a 2 s alarm, lest the clean-up waits for ever."""
    reading, writing = os.pipe()
    with noted_signals() as signals:
        with pytest.raises(Interrupted), signals.cut_short_by(ALARM, 0.01):
            os.write(writing, bytes(1 << 20))
        assert signals.take() == []
    os.close(reading)
    os.close(writing)


def test_alarm_rings_no_longer_than_it_is_needed() -> None:
    """A sleep elsewhere is nobody's business here."""
    with noted_signals() as signals:
        with signals.cut_short_by(FATAL, 0.01):
            pass
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_signal_may_do_for_a_while_what_it_does_to_any_program() -> None:
    """terminal.md: for TSTP, the default action."""
    with noted_signals() as signals:
        with signals.by_default(signal.SIGTSTP, signal.SIGWINCH):
            assert signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
            send(signal.SIGWINCH)
        assert signals.take() == []
        send(signal.SIGWINCH)
        assert signals.take() == [signal.SIGWINCH]
