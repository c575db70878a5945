"""Arcade games: their journals, with checksums as those of the dungeon, their recorder and list.

The header of a journal says which game it is, when it began, and what that game began from, in
lines of its own. Then each input that changed the game, with a checksum of the state after it:
replaying is giving the inputs to a new game, and comparing. The journals lie in the folder `arcade`
of the home folder, as those of the dungeon do in the home folder itself.
"""

import errno
import os
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import BinaryIO, NamedTuple

from attrs import define, evolve, field, frozen

from cc3k.engine.text import count_text, printable_name
from cc3k.play.messages import GAME_OVER, LAST_COMMAND_LOST, NO_HOME_FOLDER
from cc3k.saves.journal_format import MAX_SHOWN, JournalError, LineReader, WrittenLines, matching
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, find_journal
from cc3k.saves.journal_writer import (
    GameEnded,
    JournalFile,
    JournalWriter,
    SaveContext,
    create_journal,
    marker_of,
    open_existing_journal,
    open_sources,
)
from cc3k.saves.open_files import format_timestamp, modification_time, open_regular, reason_of
from cc3k.saves.paths import GAMES_FOLDER

ARCADE_FORMAT = "cc3k-arcade 1"
MAX_LINE_BYTES = 1 << 17
"""Bytes of a line: a saved board is one word of one input."""

TEXT_MARK = "|"
"""What any text begins with."""

OPENED_WORD, CLOSED_WORD, OVER_WORD, INPUT_WORD = "opened", "closed", "over", "in"


class ArcadeStep(NamedTuple):
    """An input, and the checksum of the state after it."""

    text: str
    digest: int


@frozen
class ArcadeRecord:
    """A game of the arcade, as far as it was played.

    `header` is what that game began from, in lines that only it understands.
    """

    game: str
    begun: str
    header: tuple[str, ...] = ()
    steps: tuple[ArcadeStep, ...] = ()
    is_over: bool = False


class StoredArcadeJournal(NamedTuple):
    record: ArcadeRecord
    written: WrittenLines


def escape_line(text: str) -> str:
    """Return any text as one line of ASCII, from which `unescape_line` makes the same text.

    It is never empty: an empty line would have the checksum of the line before it.
    """
    return TEXT_MARK + text.encode("unicode_escape").decode("ascii")


def unescape_line(line: str) -> str:
    if not line.startswith(TEXT_MARK):
        message = f"no {TEXT_MARK} at the beginning"
        raise ValueError(message)
    return line.removeprefix(TEXT_MARK).encode("ascii").decode("unicode_escape")


def arcade_header_lines(record: ArcadeRecord) -> list[str]:
    return [
        ARCADE_FORMAT,
        f"game {record.game}",
        f"begun {record.begun}",
        f"header {len(record.header)}",
        *map(escape_line, record.header),
    ]


def arcade_step_line(step: ArcadeStep) -> str:
    return f"{INPUT_WORD} {step.digest:08x} {escape_line(step.text)}"


def arcade_footer_lines(timestamp: str) -> list[str]:
    return [f"{CLOSED_WORD} {timestamp}", OVER_WORD]


def read_arcade_journal(source: BinaryIO, name: str) -> StoredArcadeJournal:
    lines = LineReader(source, name, max_bytes=MAX_LINE_BYTES)
    begun, steps, is_over = _read_header(lines), list[ArcadeStep](), False
    for payload in lines:
        step, word = _parse_step(payload), payload.partition(" ")[0]
        is_other = payload == OVER_WORD or word in (OPENED_WORD, CLOSED_WORD)
        if is_over or not (step or is_other):
            raise lines.error(ascii(payload[:MAX_SHOWN]), "an input and a checksum")
        is_over = payload == OVER_WORD
        if step is not None:
            steps.append(step)
    record = evolve(begun, steps=tuple(steps), is_over=is_over)
    return StoredArcadeJournal(record, lines.written)


def _read_header(lines: LineReader) -> ArcadeRecord:
    value = lines.read_value
    value("cc3k-arcade", matching("1"), "the number of its format, 1")
    game = value("game", matching("[a-z]+"), "a name")
    begun = value("begun", matching(r"[\dTZ:-]+"), "a time")
    count = int(value("header", matching(r"\d{1,5}|100000"), "the number of its lines"))
    header = [_text_of(lines, payload) for _, payload in zip(range(count), lines, strict=False)]
    if len(header) < count:
        found = "its end"
        raise lines.error(found, f"{count} lines of what the game began from")
    return ArcadeRecord(game, begun, tuple(header))


def _text_of(lines: LineReader, payload: str) -> str:
    try:
        return unescape_line(payload)
    except ValueError as error:
        raise lines.error(ascii(payload[:MAX_SHOWN]), "a line of text") from error


_STEP_PATTERN = re.compile(rf"{INPUT_WORD} ([0-9a-f]{{8}}) (.*)", re.ASCII)


def _parse_step(payload: str) -> ArcadeStep | None:
    found = _STEP_PATTERN.fullmatch(payload)
    try:
        return None if found is None else ArcadeStep(unescape_line(found[2]), int(found[1], 16))
    except ValueError:
        return None


def is_arcade_journal(start: bytes) -> bool:
    return start[9:].startswith(ARCADE_FORMAT.encode("ascii") + b"\n")


ARCADE_FOLDER = "arcade"
HEAD_BYTES = 64
"""Bytes that show whether a file is an arcade journal."""


@define(eq=False)
class ArcadeRecorder:
    """Keeps one game of the arcade after another, each in a journal of its own.

    A journal begins with the first input: who only looks at a menu leaves nothing. `header` is that
    of the game that was begun or resumed last, and of the next one.
    """

    game: str
    header: Sequence[str]
    home: str | None
    clock: Callable[[], float] = time.time
    _writer: JournalWriter = field(init=False, factory=JournalWriter)
    _digest: int | None = field(default=None, init=False)

    def try_to_save(self) -> bool:
        return self._writer.try_to_save()

    def game_began(self, digest: int, header: Sequence[str] | None = None) -> None:
        """Take the state of a new game, of which nothing is written before its first input.

        The `header` is kept as what it begins from, if one is given.
        """
        self._writer.close()
        self.header = self.header if header is None else header
        self._digest = digest

    def input_taken(self, text: str, digest: int) -> None:
        if digest == self._digest:
            return
        self._digest = digest
        if not self._writer.is_open:
            begun = format_timestamp(self.clock())
            record = ArcadeRecord(self.game, begun, tuple(self.header))
            opened = f"{OPENED_WORD} process {os.getpid()}"
            lines = [*arcade_header_lines(record), opened]
            self._writer.begin(partial(self._create_journal, begun), *lines)
        self._writer.record(arcade_step_line(ArcadeStep(text, digest)))

    def game_ended(self) -> None:
        self._writer.finish(*arcade_footer_lines(format_timestamp(self.clock())))

    def resume(self, path: str) -> ArcadeRecord:
        """Go on with the journal at that path; raise `OSError` or `JournalError`."""
        self._writer.close()
        file = open_existing_journal(path, SaveContext())
        try:
            record, file.written = read_stored_arcade_journal(path)
            if record.is_over:
                raise GameEnded(errno.EINVAL, GAME_OVER)  # noqa: TRY301 - the file is closed
        except BaseException:
            file.close()
            raise
        self._writer.begin(lambda _: file)
        self._writer.notices.extend([LAST_COMMAND_LOST] * file.written.has_torn_line)
        self._digest = record.steps[-1].digest if record.steps else None
        self.header = record.header
        self._writer.record(f"{OPENED_WORD} process {os.getpid()}")
        return record

    @property
    def is_failing(self) -> bool:
        """Return True if the last inputs cannot be written, after trying again."""
        self._writer.try_to_save()
        return self._writer.is_failing

    def add_notice(self, text: str) -> None:
        self._writer.notices.append(text)

    def take_notices(self) -> list[str]:
        return self._writer.take_notices()

    def close(self) -> None:
        """Stop recording, after a last try to write what is missing; the game can be resumed."""
        self._writer.try_to_save()
        self._writer.close()

    def _create_journal(self, begun: str, lines: Sequence[str]) -> JournalFile:
        if self.home is None:
            raise FileNotFoundError(errno.ENOENT, NO_HOME_FOLDER)
        name = f"{begun[:19].replace('-', '').replace(':', '').replace('T', '-')}-{self.game}"
        path = os.path.join(self.home, ARCADE_FOLDER, GAMES_FOLDER, name + JOURNAL_SUFFIX)
        return create_journal(path, SaveContext(), lines)


@frozen
class ArcadeGameOnDisk:
    """An unfinished game of the arcade; `record` is None if none can be read, for that reason."""

    path: str
    modified_at: float
    record: ArcadeRecord | None
    problem: str = ""

    @property
    def name(self) -> str:
        return os.path.basename(self.path).removesuffix(JOURNAL_SUFFIX)

    @property
    def last_played(self) -> str:
        return format_timestamp(self.modified_at)

    def described(self, what: str = "") -> str:
        if self.record is None:
            return self.problem
        inputs = count_text(len(self.record.steps), "input")
        return f"{what or self.record.game}, {inputs}, last played {self.last_played}"


def read_stored_arcade_journal(path: str) -> StoredArcadeJournal:
    with open_regular(path) as file:
        return read_arcade_journal(file, printable_name(os.path.basename(path)))


def unfinished_arcade_games(home: str) -> list[ArcadeGameOnDisk]:
    root, found = os.path.join(home, ARCADE_FOLDER), list[ArcadeGameOnDisk]()
    for source in open_sources(root):
        with suppress(FileNotFoundError):
            found.append(_read_game(os.path.join(root, source)))
    kept = [game for game in found if game.record is None or not game.record.is_over]
    for game in found:
        if game not in kept and marker_of(game.path):  # its program has not looked at it since
            with suppress(OSError):
                os.unlink(marker_of(game.path))
    return sorted(kept, key=lambda game: game.modified_at, reverse=True)


def _read_game(path: str) -> ArcadeGameOnDisk:
    played = modification_time(path)
    try:
        return ArcadeGameOnDisk(path, played, read_stored_arcade_journal(path).record)
    except JournalError as error:
        return ArcadeGameOnDisk(path, played, None, str(error))
    except OSError as error:
        problem = f"{printable_name(path)}: {reason_of(error)}"
        return ArcadeGameOnDisk(path, played, None, problem)


def find_arcade_journal(name: str, home: str | None) -> str | None:
    path = name if home is None else find_journal(name, os.path.join(home, ARCADE_FOLDER))
    with suppress(OSError, ValueError):
        if os.path.isfile(path):
            with open_regular(path, follow_links=True) as file:
                return path if is_arcade_journal(file.read(HEAD_BYTES)) else None
    return None
