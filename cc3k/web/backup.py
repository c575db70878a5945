"""Backup: the ZIP file of all that is kept, which the page gives out and takes in again."""

import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from io import BytesIO
from typing import NamedTuple, TypeAlias

from cc3k.play.quoting import escape_text
from cc3k.saves.foreign_data import ZipFiles, read_zip
from cc3k.saves.lookup import JOURNAL_SUFFIX
from cc3k.saves.open_files import UnreadableError
from cc3k.saves.paths import NOT_FOR_PLAYERS
from cc3k.web.links import MAX_JOURNAL_BYTES

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
"""How a ZIP file begins; the second one is empty."""

MAX_FILES = 20_000
MAX_BYTES = 1 << 28
"""Files of a backup at most, and bytes that its journals have when they are unpacked."""

MAX_NAME = 60
"""Characters of a wrong name that are shown again."""


class ImportOutcome(Enum):
    KEPT = "kept now"
    KEPT_ALREADY = "there already"
    REFUSED = "not kept"


class Imported(NamedTuple):
    """What became of a journal that was handed in, and the sentence that says so."""

    outcome: ImportOutcome
    sentence: str


KeepJournal: TypeAlias = Callable[[str, bytes], Imported]
"""Keeps a journal of a name if it is whole."""


def is_backup(data: bytes) -> bool:
    return data.startswith(ZIP_MARKS)


def pack_backup(root: str) -> bytes:
    """Return a ZIP of all files, without what is derived, or is the home's alone."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, _, names in os.walk(root):
            kept = () if os.path.basename(folder) in NOT_FOR_PLAYERS else names
            for name in sorted(set(kept).difference(NOT_FOR_PLAYERS)):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    archive.writestr(os.path.relpath(path, root), file.read())
    return packed.getvalue()


def import_backup(name: str, data: bytes, keep: KeepJournal) -> list[str]:
    """Keep the games of a backup; return how many are, and which are not, in sentences.

    All of it is read before the first is kept: of a damaged file nothing is.
    """
    try:
        journals = read_zip(data, _journals)
    except UnreadableError as error:
        return [f"{name} is no backup of games, and nothing is changed: {error}"]
    return list(_tell([keep(path.rpartition("/")[2], each) for path, each in journals], name))


def _tell(imported: Sequence[Imported], name: str) -> Iterator[str]:
    """Yield how many games of a backup are kept, and then why each of the others is not."""
    counts = Counter([each.outcome for each in imported])
    told = [f"{_games(counts[each])} {each.value}" for each in ImportOutcome if counts[each]]
    yield f"{name}: {', '.join(told)}."
    for each in imported:
        if each.outcome is not ImportOutcome.KEPT:
            yield each.sentence


def _games(count: int) -> str:
    return "1 game is" if count == 1 else f"{count} games are"


def _journals(files: ZipFiles) -> ZipFiles:
    """Return the journals among files; raise `UnreadableError` if there are none, or too many.

    So it does for files that would lead elsewhere, or are too large.
    """
    if len(files) > MAX_FILES:
        message = f"found {len(files)} files; expected {MAX_FILES} at the most"
        raise UnreadableError(message)
    for each in files:
        _check_name(each.filename)
    journals = [each for each in files if each.filename.endswith(JOURNAL_SUFFIX)]
    if not journals:
        message = f"found no file that ends with {JOURNAL_SUFFIX}; expected those of games"
        raise UnreadableError(message)
    for each in journals:
        if each.file_size > MAX_JOURNAL_BYTES:
            message = f"found {_shown(each.filename)} with {each.file_size} bytes; "
            message += f"expected {MAX_JOURNAL_BYTES} at the most"
            raise UnreadableError(message)
    total = sum([each.file_size for each in journals])
    if total > MAX_BYTES:
        message = f"found {total} bytes of games; expected {MAX_BYTES} at the most"
        raise UnreadableError(message)
    return journals


def _check_name(name: str) -> None:
    parts = name.replace("\\", "/").split("/")
    if ".." in parts or not parts[0] or ":" in parts[0]:
        message = f"found the path {_shown(name)}; expected one inside the folder of the player"
        raise UnreadableError(message)


def _shown(name: str) -> str:
    shown = escape_text(name)
    return f"'{shown[:MAX_NAME]}{'...' if len(shown) > MAX_NAME else ''}'"
