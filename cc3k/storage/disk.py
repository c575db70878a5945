"""All that writing to a disk takes: the calls that can fail, in one place."""

import errno
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from cc3k.tty.early_interrupts import SIGNALLED

PARTIAL = ".part"
"""How the name of a file ends that is still being written."""

PRIVATE_FILE, PRIVATE_FOLDER, OTHERS = 0o600, 0o700, 0o077
"""The modes of what is made here, and the umask for it: the player's own may take more away."""

MOST_NAMES = 1_000_000
"""Names of one kind that are tried; the files of so many games fit into no folder."""


class Disk:
    """The disk as the system has it. Every method raises `OSError` where it cannot."""

    def folder(self, path: str) -> None:
        """Make a folder and those above it, unless they are there: 0700, whatever the umask."""
        with _private():
            os.makedirs(path, PRIVATE_FOLDER, exist_ok=True)

    def open(self, path: str, flags: int) -> int:
        """Open a file to be written, and return its descriptor; no symbolic link is followed."""
        flags |= os.O_CLOEXEC | os.O_NOCTTY | os.O_NOFOLLOW
        try:
            with _private():
                return os.open(path, flags, PRIVATE_FILE)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise OSError(errno.ELOOP, "A symbolic link, which is not followed") from error
            raise

    def write(self, descriptor: int, data: bytes) -> int:
        """Write as many of these bytes as there is room for, and return how many."""
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, length: int) -> None:
        """Leave only so many bytes of a file."""
        os.ftruncate(descriptor, length)

    def sync(self, descriptor: int) -> None:
        """Wait until what was written is safe from a loss of power."""
        os.fsync(descriptor)

    def sync_folder(self, path: str) -> None:
        """Wait until the names in a folder are safe from a loss of power."""
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def close(self, descriptor: int) -> None:
        """Close a file."""
        os.close(descriptor)

    def rename(self, path: str, to: str) -> None:
        """Put a file in the place of another, in one step."""
        os.replace(path, to)

    def link(self, path: str, to: str) -> None:
        """Give a file a second name, which must not be taken."""
        os.link(path, to, follow_symlinks=False)

    def remove(self, path: str) -> None:
        """Remove a file."""
        os.unlink(path)


@contextmanager
def _private() -> Iterator[None]:
    before = os.umask(OTHERS)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def opened(disk: Disk, path: str, flags: int) -> Iterator[int]:
    """Open a file for a while."""
    descriptor = disk.open(path, flags)
    try:
        yield descriptor
    finally:
        disk.close(descriptor)


def write_all(disk: Disk, descriptor: int, data: bytes) -> None:
    """Write all of these bytes; mostly that is one call."""
    while data:
        data = data[disk.write(descriptor, data) :]


def put_file(disk: Disk, path: str, data: bytes) -> None:
    """Put a file in place in one step: the old one stays as it is, or the new one is complete."""
    partial, descriptor = open_partial(disk, path, os.O_WRONLY)
    try:
        try:
            write_all(disk, descriptor, data)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
        disk.rename(partial, path)
    except BaseException:
        with suppress(OSError):
            disk.remove(partial)
        raise


def open_partial(disk: Disk, path: str, flags: int) -> tuple[str, int]:
    """Open a new file that is to take the place of another; return its name and descriptor.

    What somebody has put there under such a name, were it a link, is left alone.
    """
    return open_new(disk, partial_names(path), flags)


def open_new(disk: Disk, names: Iterator[str], flags: int) -> tuple[str, int]:
    """Open a file that is not there yet under the first of some names that is free."""
    for name in names:
        with suppress(FileExistsError):
            return name, disk.open(name, flags | os.O_CREAT | os.O_EXCL)
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def partial_names(path: str) -> Iterator[str]:
    """Yield how a file may be called while this process writes it."""
    yield from numbered(f"{path}.{os.getpid()}", PARTIAL)


def numbered(root: str, suffix: str = "") -> Iterator[str]:
    """Yield a name, and others with a number for when that is taken."""
    yield f"{root}{suffix}"
    yield from (f"{root}-{number}{suffix}" for number in range(2, MOST_NAMES))


def is_at(path: str, descriptor: int) -> bool:
    """Tell whether an open file is still the one of that path."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    return False


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
