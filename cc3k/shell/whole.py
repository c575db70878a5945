"""A file that a player asks for by its name: whole, or not at all."""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from cc3k.storage.disk import partial_names
from cc3k.tty.early_interrupts import SIGNALLED

ENDING = frozenset({signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
"""What ends a program at once, unless it is told to put things in order first."""

FOR_ALL = 0o666
"""The mode of a file that was asked for; the umask takes its part away."""


def write_whole(path: str, pieces: Iterable[str]) -> None:
    """Put a text in place in one step, and nothing but a file; a signal leaves no half of one.

    Raises `OSError`, also for what is there and is no regular file, and ValueError for what can
    be no file's name.
    """
    path = os.path.realpath(path)
    if os.path.lexists(path) and not os.path.isfile(path):
        raise OSError(None, "Not a regular file")
    with _ended_in_order():
        # Between the file and the first line that would remove it no signal is heard.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING | {signal.SIGINT})
        try:
            partial, descriptor = _open_new(path)
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, heard)
                with open(descriptor, "w", encoding="utf-8") as file:
                    file.writelines(pieces)
                os.replace(partial, path)
            except BaseException:
                with suppress(OSError):
                    os.unlink(partial)
                raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _open_new(path: str) -> tuple[str, int]:
    """Open a new file beside that one; what others have put there is left alone."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    for name in partial_names(path):
        with suppress(FileExistsError):
            return name, os.open(name, flags, FOR_ALL)
    raise OSError(None, "No name is free beside it")


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let a signal that would end the program at once end it as an error does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    unheard = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in unheard:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in unheard:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: FrameType | None) -> None:
    """End the program, once: another signal must not cut short what puts things in order."""
    for other in ENDING:
        signal.signal(other, signal.SIG_IGN)
    raise SystemExit(SIGNALLED + number)
