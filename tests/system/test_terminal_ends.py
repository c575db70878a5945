"""How a game ends, stops and goes on by keys and signals on a terminal, and what it leaves."""

import os
import shlex
import signal

import pytest

from cc3k.play.messages import RESUME_COMMAND, game_saved_message
from cc3k.terminal.interrupts import ALARM, FATAL, HANDLED, Interrupted, SignalQueue, catch_signals
from tests.support.consoles import TIGHT, WHOLE, newcomers_console, pressed, shows
from tests.support.tables import for_each
from tests.support.terminals import ATOMIC_BEGIN, ATOMIC_END, GAME, PATIENCE, Terminal

pytestmark = pytest.mark.slow

ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"
PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
CURSOR_OFF, CURSOR_ON = "\x1b[?25l", "\x1b[?25h"

SIGNALS = [(signal.SIGINT, 130), (signal.SIGQUIT, 131), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


MOUSE = ("\x1b[?1000h", "\x1b[?1000l")


SEED = "ChamberCrawler3000, seed 42."


def last_words(terminal: Terminal) -> list[str]:
    after = terminal.output.decode().rpartition("\x1b")[2]
    return after[after.index("t") + 1 :].splitlines()


def assert_left(terminal: Terminal) -> None:
    output = terminal.output.decode()
    for on, off in ((ENTERED, LEFT), (PASTE_ON, PASTE_OFF), (CURSOR_OFF, CURSOR_ON), MOUSE):
        assert output.count(on) == 1
        assert output.rindex(on) < output.rindex(off)
    assert output.count(ATOMIC_BEGIN.decode()) <= output.count(ATOMIC_END.decode())
    assert terminal.modes == terminal.modes_at_first


@for_each("keys", ["z\x1b[Aq", "\x04", "d\x04", "dry\x04"])
def test_quitting_ends_with_0_and_leaves_the_terminal_as_it_was(keys: str) -> None:
    """§4: `q`, or the end of input at the race prompt; 0 also for quitting."""
    with Terminal(controlling=False) as terminal:
        terminal.wait_for("Choose")
        terminal.type(keys)
        assert terminal.end() == 0
        assert_left(terminal)
        assert last_words(terminal) == [
            SEED,
            *[game_saved_message(RESUME_COMMAND)] * (keys == "d\x04"),
        ]


@for_each("started, number, code", [("", *SIGNALS[0]), *[("d", *each) for each in SIGNALS[1:]]])
def test_signal_ends_with_its_code_and_leaves_the_terminal_as_it_was(
    started: str, number: signal.Signals, code: int
) -> None:
    with Terminal(typed=started, controlling=False) as terminal:
        terminal.wait_for("Turn 0" if started else "Choose")
        assert terminal.modes != terminal.modes_at_first
        terminal.process.send_signal(number)
        assert terminal.end() == code
        assert_left(terminal)
        assert last_words(terminal) == [
            SEED,
            *[game_saved_message(RESUME_COMMAND)] * bool(started),
        ], "R34: the seed is told"


@for_each(("\x03", 130), ("\x1c", 131))
def test_interrupting_keys_end_the_game(key: str, code: int) -> None:
    with Terminal() as terminal:
        terminal.wait_for("Choose")
        terminal.type(key)
        assert terminal.end() == code
        assert LEFT in terminal.output.decode()


@for_each("number, code", SIGNALS[2:])
def test_signal_ends_a_game_whose_output_is_stopped(number: signal.Signals, code: int) -> None:
    with Terminal(typed="d", controlling=False) as terminal:
        terminal.wait_for("Turn 0")
        terminal.stop_output()
        terminal.type("f")
        terminal.wait_while_typed()
        terminal.process.send_signal(number)
        assert terminal.end() == code
        assert terminal.modes == terminal.modes_at_first


def test_further_signals_do_not_keep_the_terminal_from_being_restored() -> None:
    """While the program waits to be able to restore the terminal, only time ends the wait."""
    with Terminal(typed="d", controlling=False) as terminal:
        terminal.wait_for("Turn 0")
        terminal.stop_output()
        terminal.process.terminate()
        terminal.wait_until(lambda: terminal.modes == terminal.modes_at_first)
        terminal.process.send_signal(signal.SIGHUP)
        terminal.go_on()
        assert terminal.end() in (143, -signal.SIGHUP)
        assert_left(terminal)


def test_signal_ends_a_game_that_nobody_looks_at() -> None:
    """A terminal that has stopped reading, so that its pty is full: what waits is dropped."""
    with Terminal(typed="d", controlling=False) as terminal:
        terminal.wait_for("Turn 0")
        terminal.fill("\x0c")
        terminal.process.terminate()
        assert terminal.process.wait(timeout=PATIENCE) == 143
        assert terminal.end() == 143
        assert terminal.output.decode("ascii", "replace").rpartition(LEFT)[1]
        assert terminal.output.rindex(ATOMIC_BEGIN) < terminal.output.rindex(ATOMIC_END)
        assert terminal.modes == terminal.modes_at_first


def test_ctrl_s_does_not_stop_the_screen() -> None:
    with Terminal() as terminal:
        model = newcomers_console()
        terminal.wait_for("Choose")
        terminal.type("\x13d")
        pressed(model, "d")
        terminal.wait_until(lambda: shows(terminal.lines, model))


@for_each((True, 129), (False, 0))
def test_closed_window_ends_the_game(controlling: bool, code: int) -> None:
    """A hang-up comes as SIGHUP, or else as the end of input."""
    with Terminal(typed="d", controlling=controlling) as terminal:
        terminal.wait_for("Turn 0")
        terminal.hang_up()
        assert terminal.end() == code


class Shell:
    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._seen = 0
        self.prompt()
        self.modes = terminal.modes
        self.model = newcomers_console((terminal.columns, terminal.rows))
        self.run(shlex.join(GAME))
        self.press("")
        self.press("d")

    def run(self, command: str) -> None:
        self._seen = len(self.terminal.output)
        self.terminal.type(f"{command}\n")

    def press(self, keys: str) -> None:
        self.terminal.type(keys)
        pressed(self.model, keys)
        self.terminal.wait_until(lambda: shows(self.terminal.lines, self.model))

    def prompt(self) -> None:
        self.see("$ ")

    def see(self, text: str) -> None:
        """Wait until a text has come since the last command."""
        self.terminal.wait_until(lambda: text in self.new)

    def stop(self) -> None:
        self._seen = len(self.terminal.output)
        self.terminal.type("\x1a")
        self.see("Stopped")
        self.prompt()

    @property
    def new(self) -> str:
        """What has come since the last command."""
        return self.terminal.output[self._seen :].decode()


def shell() -> Terminal:
    return Terminal(("/bin/sh", "-i"), env={"TERM": "xterm-256color", "PS1": "$ "})


def test_suspended_game_gives_the_terminal_back_and_takes_it_again() -> None:
    """Ctrl-Z restores and stops; `fg` enters again and draws everything."""
    with shell() as terminal:
        job = Shell(terminal)
        playing = terminal.modes
        for size in (TIGHT, WHOLE):
            job.stop()
            for off in (LEFT, PASTE_OFF, CURSOR_ON):
                assert job.new.count(off) == 1
            terminal.wait_until(lambda: terminal.modes == job.modes)
            terminal.resize(*size)
            job.model.resize(*size)
            job.run("fg")
            job.press("")
            for on in (ENTERED, PASTE_ON, CURSOR_OFF):
                assert job.new.count(on) == 1
            assert terminal.modes == playing
            job.press("f")
        job.run("qy")
        job.prompt()
        assert job.new.count(LEFT) == 1
        terminal.wait_until(lambda: terminal.modes == job.modes)


def test_suspended_game_can_be_killed_without_touching_the_terminal() -> None:
    """It has given the terminal back: `kill` must not make it take it again, or stop once more."""
    with shell() as terminal:
        job = Shell(terminal)
        job.stop()
        job.run("kill %1; kill -CONT %1; while kill -0 %1; do sleep 0; done; wait %1; echo now $?")
        job.see("now 143")
        assert "\x1b" not in job.new.replace("\x1b[?2004h", "")
        assert terminal.modes == job.modes


def test_continued_from_outside_the_game_draws_everything_again() -> None:
    with Terminal(controlling=False) as terminal:
        terminal.wait_for("Choose")
        playing = terminal.modes
        terminal.process.send_signal(signal.SIGSTOP)
        terminal.spoil("rubbish")
        terminal.set_modes(terminal.modes_at_first)
        terminal.process.send_signal(signal.SIGCONT)
        model = newcomers_console()
        terminal.wait_until(lambda: shows(terminal.lines, model))
        assert terminal.modes == playing


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
