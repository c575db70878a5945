"""Seals: marks by which a home folder knows what it has written, made with a key of its own."""

import os
from contextlib import suppress

from cc3k.saves.disk import Disk, atomic_write
from cc3k.saves.open_files import open_without_links, read_regular
from cc3k.saves.paths import KEY_FILE

KEY_BYTES, SEAL_BYTES = 32, 16


def read_key(home: str) -> bytes:
    """Return the key of a home folder; empty if it has none."""
    with suppress(OSError):
        key = read_regular(os.path.join(home, KEY_FILE), KEY_BYTES, open_without_links)
        return key if len(key) == KEY_BYTES else b""
    return b""


def seal_of(key: bytes, text: str) -> str:
    """Return the seal of a text, by which a home knows that it is its own; or nothing."""
    # Imported here for a fast start: needed only for a game that has ended.
    from hashlib import blake2s

    return blake2s(text.encode(), digest_size=SEAL_BYTES, key=key).hexdigest() if key else ""


def is_sealed(home: str, text: str, seal: str) -> bool:
    """Tell whether a seal is that of this home for a text."""
    return bool(seal) and seal == seal_of(read_key(home), text)


def sealed_line(home: str, disk: Disk, line: str) -> str:
    """Return the last line of a journal with its seal, if the home folder can have a key."""
    return f"{line} {make_seal(home, disk, line)}".rstrip()


def make_seal(home: str, disk: Disk, text: str) -> str:
    """Return the seal of a text, with a key that is made if there is none; or nothing."""
    key = read_key(home)
    if not key:
        with suppress(OSError):
            key = os.urandom(KEY_BYTES)
            disk.make_folder(home)
            atomic_write(disk, os.path.join(home, KEY_FILE), [key])
    return seal_of(read_key(home), text)
