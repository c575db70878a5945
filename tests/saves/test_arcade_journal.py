"""Arcade journals: what is written is read again, and all damage is found."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.saves.arcade_games import (
    ArcadeRecord,
    ArcadeStep,
    StoredArcadeJournal,
    arcade_footer_lines,
    arcade_header_lines,
    arcade_step_line,
    escape_line,
    is_arcade_journal,
    read_arcade_journal,
    unescape_line,
)
from cc3k.saves.ledger import JournalError, add_checksums
from tests.support.tables import for_each

BEGUN = "2026-11-22T01:40:00Z"
RECORD = ArcadeRecord(
    "escape",
    BEGUN,
    ("board 3 3", "\ttext with \\ and \N{SNOWMAN}", ""),
    (ArcadeStep("move 1 1", 0), ArcadeStep("say \n\udcff é", 0xFFFFFFFF)),
)
OPENED = "opened process 1"


def payloads(record: ArcadeRecord) -> list[str]:
    end = arcade_footer_lines(BEGUN) if record.is_over else []
    return [*arcade_header_lines(record), OPENED, *map(arcade_step_line, record.steps), *end]


def written(*lines: str) -> bytes:
    return add_checksums(lines)[0].encode("ascii")


def read(data: bytes) -> StoredArcadeJournal:
    return read_arcade_journal(BytesIO(data), "it")


def test_what_is_written_is_read_again() -> None:
    for is_over in (False, True):
        record = ArcadeRecord("escape", BEGUN, RECORD.header, RECORD.steps, is_over)
        data = written(*payloads(record))
        found = read(data)
        assert found.record == record
        assert (found.written.valid_bytes, found.written.has_torn_line) == (len(data), False)
        assert is_arcade_journal(data)


@given(st.text())
def test_any_text_is_one_line_of_ascii(text: str) -> None:
    line = escape_line(text)
    assert line.isascii()
    assert not {"\n", "\r"} & {*line}
    assert unescape_line(line) == text


def test_a_torn_last_line_is_dropped() -> None:
    data = written(*payloads(RECORD))
    whole = len(written(*payloads(RECORD)[:-1]))
    for cut in range(whole, len(data)):
        found = read(data[:cut])
        assert found.record.steps == RECORD.steps[:-1]
        assert (found.written.valid_bytes, found.written.has_torn_line) == (whole, cut > whole)


def test_every_changed_byte_is_found() -> None:
    data = written(*payloads(RECORD))
    for at in range(len(data) - 1):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(JournalError, match=r"^it:\d+:\d+: found "):
            read(changed)
    lines = data.splitlines(keepends=True)
    for at in range(len(lines) - 1):
        with pytest.raises(JournalError):
            read(b"".join([*lines[:at], *lines[at + 1 :]]))


@for_each(
    "lines",
    [
        [],
        ["cc3k-arcade 2"],
        ["cc3k-arcade 1", "game 1"],
        ["cc3k-arcade 1", "game gems"],
        ["cc3k-arcade 1", "game gems", "begun ?"],
        ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header x"],
        ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 2", "|one"],
        ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 1", "|\\x"],
        ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 1", "x"],
        ["cc3k-arcade 1", "game gems", f"begun {BEGUN}", "header 100001"],
        [*arcade_header_lines(RECORD), "nonsense"],
        [*arcade_header_lines(RECORD), "in 12 x"],
        [*arcade_header_lines(RECORD), "in 0000000g x"],
        [*arcade_header_lines(RECORD), "in 00000000 |\\u12"],
        [*arcade_header_lines(RECORD), "in 00000000 x"],
        [*arcade_header_lines(RECORD), "over", "in 00000000 |x"],
        [*arcade_header_lines(RECORD), "over", "over"],
    ],
)
def test_lines_that_cannot_stand_there_are_errors(lines: list[str]) -> None:
    with pytest.raises(JournalError, match=r"found .*; expected "):
        read(written(*lines))


def test_other_files_are_no_arcade_journals() -> None:
    assert not is_arcade_journal(b"")
    assert not is_arcade_journal(written("cc3k-journal 1"))
    assert not is_arcade_journal(written("cc3k-arcade 11"))
