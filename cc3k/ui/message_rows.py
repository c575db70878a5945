"""Message rows: the last turn bright, each message in its own role, and older turns dim."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from cc3k.play.message_log import LogEntry
from cc3k.play.messages import Message, MessageKind, join_messages
from cc3k.play.turn_reports import MessageRoom
from cc3k.play.voices import SpokenVoice
from cc3k.terminal.canvas import PLAIN_ROLE, Line
from cc3k.ui.console import Console
from cc3k.ui.modes import LookMode
from cc3k.ui.palette import ROLE_LETTERS, styled_line
from cc3k.ui.screen_layout import MORE_PROMPT, LaidOutText, shorten_text

OLDER_ROLE = "older"

FEW_ROWS = 3
"""Rows of older turns up to which they show only what is worth it; more of them are a log."""

MAX_AGE_TURNS = 10
"""Turns after which a message is old news, and loses its row."""

MAX_SKIPPED_ENTRIES = 50
"""Entries of the log that are looked through for one that is worth a row."""


def message_role(message: Message) -> str:
    if message.hurts_player:
        return "hurt"
    return "hit" if message.kind is MessageKind.HARM else ""


def message_lines(console: Console, laid_out: LaidOutText) -> list[Line]:
    """Return as many lines as there are message rows: the current page, and older turns.

    Above the board time goes down the rows, and the current page is the last of them. In the
    document's picture the Action row keeps its place, and older turns stand below it.
    """
    pages, layout = console.shown_pages(laid_out), laid_out.layout
    number = min(console.page_index, len(pages) - 1)
    if console.is_input_pending:
        lines = [styled_line(text, "asking") for text in pages[number]]
    else:
        lines = _page_lines(pages[number:], laid_out.messages)
    room = layout.message_rows + laid_out.covered_rows - len(lines)
    older = [] if console.settings.document else _older_lines(console, room, layout.text_columns)
    blank = [styled_line("")] * (room - len(older))
    if layout.shows_all_rows:
        return [*lines, *older, *blank]
    return [*blank, *(older if room > FEW_ROWS else reversed(older)), *lines]


def _page_lines(pages: Sequence[list[str]], messages: Iterable[Message]) -> list[Line]:
    """Return the lines of the first of the last pages, each message in its own role.

    The pages are as long as the end of the messages, so a page is found by counting from there.
    """
    words = [(" ".join(message.text.split()), message_role(message)) for message in messages]
    if not any(role for _, role in words):  # as most often
        return [styled_line(row) for row in pages[0]]
    roles = PLAIN_ROLE.join(
        [ROLE_LETTERS.get(role, PLAIN_ROLE) * len(text) for text, role in words if text]
    )
    rows = [[row.removesuffix(MORE_PROMPT) for row in page] for page in pages]
    length = sum([len(row) + 1 for page in rows for row in page]) - 1
    roles = roles.rjust(length, PLAIN_ROLE)[-length:] if length > 0 else ""
    lines, start = [], 0
    for row, text in zip(pages[0], rows[0], strict=True):
        lines.append(Line(row, roles[start : start + len(text)].ljust(len(row), PLAIN_ROLE)))
        start += len(text) + 1
    return lines


def _older_lines(console: Console, rows: int, columns: int) -> list[Line]:
    """Return turns before the one that is shown, a dim row each.

    A few stand with the newest first, below the turn that it comes before; many are a log.
    """
    told = _entries_before(console)
    if rows > FEW_ROWS:
        told = told[_first_shown(len(told), rows) :]
    else:
        told = list(_last_worthwhile(_recent(console, told), rows))
    return [styled_line(_older_text(console, entry, columns), OLDER_ROLE) for entry in told]


def _entries_before(console: Console) -> list[LogEntry]:
    entries = console.message_log.entries
    if console.is_input_pending or isinstance(console.mode, LookMode):
        return entries
    if console.hides_messages and not console.notices:
        return entries
    shown = {message.text for message in console.notices or console.session.messages}
    count = len(entries)
    while count and all(message.text in shown for message in entries[count - 1].messages):
        count -= 1
    return entries[:count]


def _recent(console: Console, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the last entries of the last few turns: what is older is no news."""
    game = console.session.game
    since = 0 if game is None else game.turns - MAX_AGE_TURNS
    return [entry for entry in entries[-MAX_SKIPPED_ENTRIES:] if entry.turn >= since]


def _first_shown(count: int, rows: int) -> int:
    """Return the first entry to show.

    Entries move up by several rows at once: on a slow line, every row that changes takes time.
    """
    step = rows // 2
    return max(0, -(-(count - rows) // step) * step)


def _last_worthwhile(entries: Sequence[LogEntry], rows: int) -> Iterator[LogEntry]:
    """Yield the last entries that tell of more than steps, the newest first."""
    yield from islice((entry for entry in reversed(entries) if not entry.is_step), rows)


def _older_text(console: Console, entry: LogEntry, columns: int) -> str:
    times = "" if entry.times == 1 else f"(x{entry.times})"
    text = join_messages(entry.messages)
    game, voice = console.session.game, console.session.voice
    if entry.events and game is not None and isinstance(voice, SpokenVoice):
        room = MessageRoom(1, columns, after=times)
        text = join_messages(voice.fit_turn(entry.events, game.race, room, entry.messages))
    return shorten_text(text, columns - len(times) - bool(times)) + f" {times}" * bool(times)
