"""Disk: the system calls for writing that can fail, atomic writes, and the seal of a home."""

import errno
import os
import re
import signal
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from cc3k.exit_codes import EXIT_SIGNAL_BASE
from cc3k.saves.open_files import read_regular
from cc3k.saves.paths import HOME_NAME_REGEX, KEY_FILE

PARTIAL_SUFFIX = ".part"
"""File name suffix of a file that is still being written."""

PRIVATE_FILE, PRIVATE_FOLDER, OTHERS = 0o600, 0o700, 0o077
"""Modes of new files and folders, and the umask that hides them from others."""

SAFE_FLAGS = os.O_CLOEXEC | os.O_NOCTTY | os.O_NOFOLLOW
"""Flags with which every file is opened for writing."""

MAX_NAMES = 1_000_000
"""Most names to try; no folder has room for so many files."""

NO_FOLDER_SYNC_ERRORS = frozenset({errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS})
"""Error numbers of disks on which a folder cannot be synced."""


class Disk:
    """The file system calls for writing. Every method raises `OSError` on failure."""

    def make_folder(self, path: str) -> None:
        """Create a folder and its parents, mode 0700, unless they exist; sync what is created."""
        if os.path.isdir(path):
            return
        parent = os.path.dirname(os.path.abspath(path))
        self.make_folder(parent)
        with suppress(FileExistsError), owner_only_umask():
            os.mkdir(path, PRIVATE_FOLDER)
        if not os.path.isdir(path):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        self.sync_folder(parent)

    def restrict_folder(self, path: str) -> None:
        os.chmod(path, PRIVATE_FOLDER)

    def open(self, path: str, flags: int) -> int:
        """Open a file for writing without following symbolic links; return its descriptor."""
        try:
            with owner_only_umask():
                return os.open(path, flags | SAFE_FLAGS, PRIVATE_FILE)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise OSError(errno.ELOOP, "A symbolic link, which is not followed") from error
            raise

    def write(self, descriptor: int, data: bytes) -> int:
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, length: int) -> None:
        os.ftruncate(descriptor, length)

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def sync_folder(self, path: str) -> None:
        """Wait until the file names in a folder are safe from a power loss, if the disk can."""
        try:
            descriptor = os.open(path or os.curdir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except PermissionError:  # one that can be written but not read is not synced
            return
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in NO_FOLDER_SYNC_ERRORS:
                raise
        finally:
            os.close(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def rename(self, path: str, target: str) -> None:
        os.replace(path, target)

    def remove(self, path: str) -> None:
        os.unlink(path)


@contextmanager
def owner_only_umask() -> Iterator[None]:
    before = os.umask(OTHERS)
    try:
        yield
    finally:
        os.umask(before)


def restrict_home(disk: Disk, home: str) -> bool:
    """Take write permission for others off a home folder that only we use; tell whether it was.

    A folder that somebody else owns or uses, or that is meant to be shared, stays as it is.
    """
    try:
        found, user = os.stat(home), os.getuid()
        is_open = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not found.st_mode & stat.S_ISVTX
        if not is_open or found.st_uid != user:
            return False
        with os.scandir(home) as entries:
            for entry in entries:
                is_ours = re.fullmatch(HOME_NAME_REGEX, entry.name)
                if not is_ours or entry.stat(follow_symlinks=False).st_uid != user:
                    return False
        disk.restrict_folder(home)
    except OSError:
        return False
    return True


@contextmanager
def open_descriptor(disk: Disk, path: str, flags: int) -> Iterator[int]:
    descriptor = disk.open(path, flags)
    try:
        yield descriptor
    finally:
        disk.close(descriptor)


def lock_file(descriptor: int, *, waits: bool = False) -> bool:
    """Lock an open file until it is closed; return False where nothing can be locked.

    Raises `BlockingIOError` if another process has locked it, unless it `waits` for that.
    """
    try:
        # Imported only here: not every system has it.
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX if waits else LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        return False
    return True


def write_all(disk: Disk, descriptor: int, data: bytes) -> None:
    while data:
        data = data[disk.write(descriptor, data) :]


def atomic_write(disk: Disk, path: str, pieces: Iterable[bytes]) -> None:
    """Write a file atomically: either the old one stays as it is, or the new one is complete.

    Its data is durable before its name is, and its name when this returns. Signals are blocked
    between creating the temporary file and the code that removes it.
    """
    earlier_mask = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATION_SIGNALS | {signal.SIGINT})
    try:
        partial, descriptor = create_partial_file(disk, path, os.O_WRONLY)
        try:
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, earlier_mask)
                for data in pieces:
                    write_all(disk, descriptor, data)
                disk.sync(descriptor)
            finally:
                disk.close(descriptor)
            disk.rename(partial, path)
        except BaseException:
            with suppress(OSError):
                disk.remove(partial)
            raise
        disk.sync_folder(os.path.dirname(path))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, earlier_mask)


def create_partial_file(disk: Disk, path: str, flags: int) -> tuple[str, int]:
    """Create a temporary file that will replace another; return its name and descriptor.

    Whatever exists under such a name, a link included, is left alone.
    """
    names = numbered_names(f"{path}.{os.getpid()}", PARTIAL_SUFFIX)
    return create_first_free_file(disk, names, flags)


def create_first_free_file(disk: Disk, names: Iterator[str], flags: int) -> tuple[str, int]:
    for name in names:
        with suppress(FileExistsError):
            return name, disk.open(name, flags | os.O_CREAT | os.O_EXCL)
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def numbered_names(root: str, suffix: str = "") -> Iterator[str]:
    yield f"{root}{suffix}"
    yield from (f"{root}-{number}{suffix}" for number in range(2, MAX_NAMES))


def is_same_file(path: str, descriptor: int) -> bool:
    with suppress(FileNotFoundError, NotADirectoryError):
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    return False


TERMINATION_SIGNALS = frozenset({signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
"""Signals that kill a program unless it handles them."""

DEFAULT_FILE_MODE = 0o666
"""Mode of a file that the player asked for, before the umask."""


class UnsuitableTarget(OSError):
    """Raised for a file that must not be written: what was found, and what was expected."""


def refuse_input_files(path: str, inputs: Iterable[str | int]) -> None:
    """Raise `UnsuitableTarget` if the file to be written is one of those that are read.

    `inputs` are paths or descriptors; files are compared by device and inode.
    """
    if any(_are_one_file(path, source) for source in inputs):
        message = "found the file that is read; expected another one"
        raise UnsuitableTarget(message)


def _are_one_file(path: str, source: str | int) -> bool:
    with suppress(OSError, ValueError):
        return os.path.samestat(os.stat(path), os.stat(source))
    return False


def atomic_write_text(path: str, pieces: Iterable[str]) -> None:
    """Write a text file atomically, and never over anything but a regular file.

    Raises `UnsuitableTarget` for a symbolic link, `OSError`, also for what is there and is no
    regular file, and ValueError for what can be no file's name.
    """
    path = path or os.curdir
    if os.path.islink(path):
        message = "found a symbolic link; expected a new name or a file"
        raise UnsuitableTarget(message)
    if os.path.lexists(path) and not os.path.isfile(path):
        raise OSError(None, "Not a regular file")
    replace_file(path, (piece.encode("utf-8") for piece in pieces))


def write_as_asked(path: str, data: bytes) -> None:
    """Write a file that the player named: through links, or to a device, without waiting.

    A regular file is written atomically, unless its folder is read-only. Raises `OSError`, and
    ValueError for an impossible name.
    """
    target = os.path.realpath(path) if os.path.islink(path) else path
    if not os.path.lexists(target) or os.path.isfile(target):
        try:
            replace_file(target, [data])
        except OSError as error:
            if error.errno not in {errno.EACCES, errno.EPERM, errno.ENAMETOOLONG}:
                raise
        else:
            return
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK
    disk = _SharedDisk()
    with open_descriptor(disk, path, flags) as descriptor:
        write_all(disk, descriptor, data)


def replace_file(path: str, pieces: Iterable[bytes]) -> None:
    with _exit_cleanly_on_signals():
        atomic_write(_SharedDisk(), path, pieces)


def check_writable(path: str) -> None:
    """Raise `OSError` where `write_as_asked` could not write, as far as permissions tell.

    Nothing is opened: opening and closing a pipe would end its reader.
    """
    place = path if os.path.exists(path) else os.path.join(os.path.dirname(path), "") or os.curdir
    os.stat(place)
    code = errno.EISDIR if os.path.isdir(path) else errno.EACCES
    if code == errno.EISDIR or not os.access(place, os.W_OK):
        raise OSError(code, os.strerror(code))


def check_folder_writable(path: str) -> None:
    """Raise `OSError` where no new file could be written into a folder, which need not exist."""
    while not os.path.lexists(path):
        path = os.path.dirname(path) or os.curdir
    check_writable(os.path.join(path, str(os.getpid())))


class _SharedDisk(Disk):
    """A disk for files that the player asked for: the umask decides who can read them.

    They are not synced, as they can be written again.
    """

    def open(self, path: str, flags: int) -> int:
        return os.open(path, flags | SAFE_FLAGS, DEFAULT_FILE_MODE)

    def sync(self, descriptor: int) -> None:
        """Do nothing."""

    def sync_folder(self, path: str) -> None:
        """Do nothing."""


@contextmanager
def _exit_cleanly_on_signals() -> Iterator[None]:
    """Context manager: termination signals raise SystemExit instead of killing the program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    unheard = [
        number for number in TERMINATION_SIGNALS if signal.getsignal(number) is signal.SIG_DFL
    ]
    for number in unheard:
        signal.signal(number, _raise_system_exit)
    try:
        yield
    finally:
        for number in unheard:
            signal.signal(number, signal.SIG_DFL)


def _raise_system_exit(signal_number: int, _frame: FrameType | None) -> None:
    for other in TERMINATION_SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    raise SystemExit(EXIT_SIGNAL_BASE + signal_number)


KEY_BYTES, SEAL_BYTES = 32, 16


def read_key(home: str) -> bytes:
    with suppress(OSError):
        key = read_regular(os.path.join(home, KEY_FILE), KEY_BYTES)
        return key if len(key) == KEY_BYTES else b""
    return b""


def seal_of(key: bytes, text: str) -> str:
    from hashlib import blake2s

    return blake2s(text.encode(), digest_size=SEAL_BYTES, key=key).hexdigest() if key else ""


def is_sealed(home: str, text: str, seal: str) -> bool:
    return bool(seal) and seal == seal_of(read_key(home), text)


def sealed_line(home: str, disk: Disk, line: str) -> str:
    return f"{line} {make_seal(home, disk, line)}".rstrip()


def make_seal(home: str, disk: Disk, text: str) -> str:
    """Return the seal of a text, with a key that is made if there is none; or nothing."""
    if not read_key(home):
        with suppress(OSError):
            _make_key(home, disk)
    return seal_of(read_key(home), text)


def _make_key(home: str, disk: Disk) -> None:
    """Make the key of a home, locked until it is whole, unless another process has made it."""
    disk.make_folder(home)
    flags = os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK
    with open_descriptor(disk, os.path.join(home, KEY_FILE), flags) as descriptor:
        lock_file(descriptor, waits=True)
        if not read_key(home):
            disk.truncate(descriptor, 0)
            write_all(disk, descriptor, os.urandom(KEY_BYTES))
            disk.sync(descriptor)
    disk.sync_folder(home)
