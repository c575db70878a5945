"""A game as a text: what is written is read back, and nothing else is taken for it."""

import re
from io import BytesIO

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.endings import ENDINGS
from cc3k.play.history import ScreenNote
from cc3k.play.messages import Message
from cc3k.saves.journal_format import (
    EXPECTED_TAGS,
    FORMAT,
    MAX_LAYOUT_ROWS,
    MAX_LINE_BYTES,
    JournalError,
    StoredJournal,
    add_checksums,
    journal_lines,
    note_line,
    read_journal,
    undo_line,
)
from cc3k.saves.record import GAME_KINDS, PRACTICE, Header, Record, RecordStep, StateFingerprint
from tests.support.records import BREWS, header, journal_of, recorded
from tests.support.tables import for_each

ERROR = re.compile(r"small:([1-9]\d*):([1-9]\d*): found [ -~]+; expected [ -~]+")

DRAWN = recorded(header(BREWS, race="Troll"), "u no", "f", "a so", "no", ending="left")
BARE = recorded(header(race="Goblin"), "no", "a ea", "se", "we", ending="left")
GOING_ON = evolve(BARE, ending="")
SMALL = {"with a layout": DRAWN, "without": BARE}
EACH = pytest.mark.parametrize("record", SMALL.values(), ids=SMALL)

_WORD = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=60)
_NAME = st.lists(_WORD, min_size=1, max_size=4).map(" ".join)
_CALLED = _NAME.filter(lambda name: name != "-")
_ROW = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=80)
_LAYOUTS = st.lists(_ROW, max_size=9).map(lambda rows: "".join([f"{row}\n" for row in rows]))
_SEEDS = st.integers(-(10**32) + 1, 10**32 - 1)
_FIGURES = st.integers(0, 10**9 - 1)
STATES = st.builds(
    StateFingerprint, _FIGURES, _FIGURES, st.integers(0, 9_999), _FIGURES, st.integers(0, 2**32 - 1)
)
HEADERS = st.builds(
    Header,
    ruleset=_SEEDS,
    seed=_SEEDS,
    game_number=st.integers(1, 10**32 - 1),
    race=_NAME,
    started_at=_NAME,
    game_kind=st.sampled_from(GAME_KINDS),
    layout_text=_LAYOUTS,
    layout_name=_CALLED | st.just(""),
    expansions=st.sampled_from(
        [(), ("pack-1",), ("pack-1", "fog-20"), ("fog-1", "depths-3:15"), ("a1-9999:9999",)]
    ),
)
STEPS = st.lists(
    st.builds(RecordStep, st.sampled_from(list(ACTIONS_BY_WORDS)), STATES), max_size=9
).map(tuple)
RECORDS = st.builds(
    Record, HEADERS, STATES, STEPS, st.sampled_from(["", *ENDINGS]), st.just("") | _NAME
)


def payloads(record: Record) -> list[str]:
    holder = [f"opened {record.opened_by}"] * bool(record.opened_by)
    return [*journal_lines(record), *holder, *[f"end {record.ending}"] * bool(record.ending)]


def text(*says: str) -> bytes:
    """Return a journal whose lines say that, each with the checksum that it ought to have."""
    return add_checksums(says)[0].encode("ascii")


def whole(record: Record) -> bytes:
    return text(*payloads(record))


def read(data: bytes) -> StoredJournal:
    return read_journal(BytesIO(data), "small")


def refusal(data: bytes) -> JournalError:
    with pytest.raises(JournalError) as refused:
        read(data)
    assert ERROR.fullmatch(str(refused.value))
    return refused.value


def place(error: JournalError) -> tuple[int, int]:
    found = ERROR.fullmatch(str(error))
    assert found
    return int(found[1]), int(found[2])


def is_prefix(record: Record | None, of: Record) -> bool:
    if record is None:
        return True
    unended = evolve(record, steps=of.steps, ending=of.ending, opened_by=of.opened_by)
    same_end = record.ending in ("", of.ending)
    return unended == of and same_end and record.steps == of.steps[: len(record.steps)]


@given(RECORDS)
@example(evolve(DRAWN, opened_by="process 7 since 2026-11-20T20:57:00Z"))
def test_every_record_is_read_as_it_was_written(record: Record) -> None:
    data = whole(record)
    journal = read(data)
    assert journal.record == record
    assert (journal.written.has_torn_line, journal.written.valid_bytes) == (False, len(data))


@given(RECORDS)
def test_journal_is_written_on_from_the_checksum_that_was_read(record: Record) -> None:
    says, more = journal_lines(record), "f 1 2 3 4 00000005"
    data = text(*says)
    appended, _ = add_checksums([more], read(data).written.checksum)
    assert data + appended.encode("ascii") == text(*says, more)


@EACH
def test_journal_cut_at_any_byte_is_the_game_so_far_or_an_error(record: Record) -> None:
    data = whole(record)
    told = 0
    for cut in range(len(data)):
        lines = data[:cut].count(b"\n")
        if lines < len(journal_lines(evolve(record, steps=()))):
            error = refusal(data[:cut])
            assert error.intact_record is None
            assert place(error) == (lines + 1, data.rfind(b"\n", 0, cut) + 2)
            continue
        journal = read(data[:cut])
        told += 1
        steps = lines - len(journal_lines(evolve(record, steps=())))
        assert journal.record == evolve(record, steps=record.steps[:steps], ending="")
        assert journal.written.has_torn_line == (data[cut - 1 : cut] != b"\n")
        assert journal.written.valid_bytes == data.rfind(b"\n", 0, cut) + 1
    assert told > 100


@EACH
def test_byte_changed_anywhere_is_named_by_line_and_byte(record: Record) -> None:
    """Only a last line without an end is no error; it is dropped. Never is it another game."""
    data = whole(record)
    for at in range(len(data)):
        start = data.rfind(b"\n", 0, at) + 1
        for mask in (1, 16, 128, data[at] ^ ord("\n"), data[at]):
            spoilt = bytearray(data)
            spoilt[at] ^= mask
            if spoilt == data:
                continue
            if at == len(data) - 1:
                journal = read(bytes(spoilt))
                assert journal.written.has_torn_line
                assert journal.record == evolve(record, ending="")
                continue
            error = refusal(bytes(spoilt))
            assert place(error) == (data.count(b"\n", 0, at) + 1, start + 1)
            assert is_prefix(error.intact_record, record)


@EACH
def test_line_left_out_doubled_or_moved_is_an_error(record: Record) -> None:
    lines = whole(record).splitlines(keepends=True)
    for number in range(len(lines)):
        before, line, after = lines[:number], lines[number], lines[number + 1 :]
        doubled = refusal(b"".join([*before, line, line, *after]))
        assert place(doubled)[0] == number + 2
        assert is_prefix(doubled.intact_record, record)
        if after:
            left_out = refusal(b"".join([*before, *after]))
            moved = refusal(b"".join([*before, after[0], line, *after[1:]]))
            assert place(left_out) == place(moved) == (number + 1, len(b"".join(before)) + 1)


@for_each(
    (FORMAT, "cc3k-journal 2", "'cc3k-journal' and the number of its format, 1"),
    ("seed", "", "'seed' and a number"),
    (FORMAT, "", "'cc3k-journal' and the number of its format, 1"),
    ("ruleset", "ruleset one", "'ruleset' and a number"),
    ("ruleset", "rules 1", "'ruleset' and a number"),
    ("expansions", "expansions \x7f", "'expansions' and " + EXPECTED_TAGS),
    ("expansions", "expansions pack-1 pack", "'expansions' and " + EXPECTED_TAGS),
    ("expansions", "expansions pack-1 pack-2", "'expansions' and " + EXPECTED_TAGS),
    ("expansions", "expansions pack-1  fog-1", "'expansions' and " + EXPECTED_TAGS),
    ("expansions", "expansions depths-1:", "'expansions' and " + EXPECTED_TAGS),
    ("seed", "seed 4x", "'seed' and a number"),
    ("seed", f"seed {'4' * 33}", "'seed' and a number"),
    ("seed", "seed", "'seed' and a number"),
    ("game", "game 0", "'game' and a number from 1 on"),
    ("game", "game one", "'game' and a number from 1 on"),
    ("race", "race ", "'race' and a name"),
    ("race", "race \x1b[2J", "'race' and a name"),
    ("kind", "kind odd", "'kind' and one of ordinary, practice, daily"),
    ("begun", "begun \x07", "'begun' and a time"),
    ("layout", "layout -1 it", "'layout' and a number up to 19800, and a name"),
    ("layout", f"layout {MAX_LAYOUT_ROWS + 1} it", "'layout' and a number up to 19800, and a name"),
    ("layout", "layout 5", "'layout' and a number up to 19800, and a name"),
    ("layout", "layout 0 \x1b", "'layout' and a number up to 19800, and a name"),
    ("layout", "layout 1 it", "'start' and how the game stood"),
    ("start", "start 1 2 3 4", "'start' and how the game stood"),
    ("start", "start 1 2 3 4 0000000g", "'start' and how the game stood"),
    ("start", "start -1 2 3 4 00000000", "'start' and how the game stood"),
    ("start", "start 1 2 3 4 00000000 ", "'start' and how the game stood"),
)
def test_header_is_read_line_by_line_and_strictly(label: str, line: str, expected: str) -> None:
    says = payloads(BARE)
    number = next(at for at, said in enumerate(says) if said.startswith(label))
    says[number] = line
    error = refusal(text(*says))
    late = expected.startswith("'start'") and label == "layout"
    assert place(error)[0] == number + 1 + 2 * late
    assert str(error).endswith(f"; expected {expected}")
    assert error.intact_record is None


@for_each(
    "",
    "no",
    "no 1 2 3 4",
    "no 1 2 3 4 00000000 ",
    "no  1 2 3 4 00000000",
    "NO 1 2 3 4 00000000",
    "no -1 2 3 4 00000000",
    "no 1 2 3 4 0000000G",
    f"no {10**9} 2 3 4 00000000",
    "a 1 2 3 4 00000000",
    "a up 1 2 3 4 00000000",
    "q 1 2 3 4 00000000",
    "r 1 2 3 4 00000000",
    "z 1 2 3 4 00000000",
    "no so 1 2 3 4 00000000",
    "undo",
    "undo -1",
    "undo 5",
    "undo one",
    "end",
    "end well",
    "ended left",
    "start 1 2 3 4 00000000",
    "\x1b[2J",
)
def test_line_after_the_header_is_a_command_or_an_error(line: str) -> None:
    says = payloads(evolve(BARE, ending=""))
    error = refusal(text(*says, line))
    assert place(error) == (len(says) + 1, len(text(*says)) + 1)
    assert str(error).endswith("; expected a command and how the game stood")
    assert error.intact_record == evolve(BARE, ending="")
    assert error.intact_record is not None
    assert error.intact_record.last_state == BARE.last_state


def test_nothing_can_stand_after_the_end() -> None:
    for line in ("f 1 2 3 4 00000005", "undo 0", "opened process 1", "end left", "\x00"):
        error = refusal(text(*payloads(BARE), line))
        assert error.intact_record == BARE


@for_each("kept", range(5))
def test_commands_that_were_taken_back_are_not_in_the_record(kept: int) -> None:
    """Practice: `undo n` leaves the first n of them, and the game goes on from there."""
    more = RecordStep("f", StateFingerprint(1, 2, 3, 4, 5))
    practice = evolve(BARE, header=evolve(BARE.header, game_kind=PRACTICE))
    says = [*journal_lines(practice), undo_line(kept), "f 1 2 3 4 00000005"]
    assert read(text(*says)).record.steps == (*BARE.steps[:kept], more)


def test_only_practice_takes_commands_back() -> None:
    with pytest.raises(JournalError, match="found 'undo 1'"):
        read(text(*journal_lines(BARE), undo_line(1)))


@for_each("junk", [b"\x00", b"\x1b[2J", b"\xff\xfe", "é".encode(), b"x" * 600])
def test_junk_where_a_line_begins_is_named_and_shown_as_no_letter(junk: bytes) -> None:
    data = whole(evolve(BARE, ending=""))
    error = refusal(data + junk + b"\n")
    assert place(error) == (data.count(b"\n") + 1, len(data) + 1)
    assert error.intact_record == evolve(BARE, ending="")
    assert str(error).isprintable()
    assert str(error).isascii()


@for_each("ended", [b"", b"\n"])
def test_line_too_long_is_an_error_with_or_without_an_end(ended: bytes) -> None:
    data = whole(evolve(BARE, ending=""))
    error = refusal(data + b"0" * (MAX_LINE_BYTES + 1) + ended)
    assert place(error) == (data.count(b"\n") + 1, len(data) + 1)
    assert str(error).endswith(f"; expected a line of {MAX_LINE_BYTES} letters at most")
    assert read(data + b"0" * MAX_LINE_BYTES).written.has_torn_line


class Endless(BytesIO):
    def __init__(self, begins: bytes) -> None:
        super().__init__(begins)
        self.asked: list[int | None] = []

    def readline(self, size: int | None = -1, /) -> bytes:
        self.asked.append(size)
        return super().readline(size) or b"0" * (size or 0)


def test_line_without_an_end_is_given_up_where_no_line_is_longer() -> None:
    endless = Endless(whole(evolve(BARE, ending="")))
    with pytest.raises(
        JournalError, match=f"expected a line of {MAX_LINE_BYTES} letters"
    ) as refused:
        read_journal(endless, "small")
    assert refused.value.intact_record == evolve(BARE, ending="")
    assert set(endless.asked) == {MAX_LINE_BYTES + 1}


def test_torn_line_is_left_out_whatever_it_says() -> None:
    assert read(whole(DRAWN)[:-9].ljust(len(whole(DRAWN)), b"0")).written.has_torn_line


@given(st.binary(max_size=400))
@example(b"")
@example(b"\n" * 9)
@example(b"00000000 cc3k-journal 1\n")
def test_any_bytes_at_all_are_an_error_and_no_more(data: bytes) -> None:
    assert refusal(data).intact_record is None


@given(st.lists(st.text(st.characters(max_codepoint=0x7E), max_size=50), max_size=9))
def test_any_lines_with_right_checksums_are_a_game_or_an_error(lines: list[str]) -> None:
    plain = [line.replace("\n", "") for line in lines]
    with pytest.raises(JournalError) as refused:
        read(text(*journal_lines(BARE), *plain, "no"))
    assert refused.value.intact_record is not None
    assert str(refused.value).isprintable()


def test_end_of_a_game_has_its_time() -> None:
    assert read(journal_of(BARE)).record.ended_at == "2026-11-20T21:00:00Z"
    older = add_checksums([*journal_lines(GOING_ON), "end left"])[0]
    assert read(older.encode("ascii")).record == evolve(GOING_ON, ending="left")
    # The time alone is no end: whatever came in between, the game goes on.
    going_on = add_checksums([*journal_lines(GOING_ON), "closed 2026-11-20T21:00:00Z"])[0]
    assert read(going_on.encode("ascii")).record == GOING_ON
    for time in ("yesterday", "2026-11-20", "2026-11-20T21:00:00Z "):
        wrong = add_checksums([*journal_lines(GOING_ON), f"closed {time}"])[0].encode("ascii")
        with pytest.raises(JournalError, match="found 'closed "):
            read(wrong)


def test_path_of_a_layout_is_read_back() -> None:
    """§5: it goes with the journal."""
    drawn_in = evolve(GOING_ON, header=evolve(GOING_ON.header, layout_path="/my floors/tiny.txt"))
    data = add_checksums(journal_lines(drawn_in))[0].encode("ascii")
    assert read(data).record == drawn_in


NOTICES = Message("Stopped: an elf is close."), Message('It says "no\u00e9".')
NOTE = ScreenNote(NOTICES, has_messages=False, page=1, times=2)


def journal_with(*lines: str) -> bytes:
    whole = [*journal_lines(evolve(BARE, steps=(), ending="")), *lines]
    return add_checksums(whole)[0].encode("ascii")


def test_notes_of_a_screen_are_read_as_they_were_written() -> None:
    """X3: with the number of commands before them; they are no commands."""
    record = read_journal(BytesIO(journal_with(note_line(NOTE))), "it").record
    assert (record.notes, record.steps) == (((0, NOTE),), ())


def test_damaged_notes_are_damage() -> None:
    deep, escape = f"0 1 0 {'[' * 400}]", r'0 1 0 ["\u001b[31m"]'
    for text in ("x", "0 1 0 []]", "0 1 0 [1]", "0 2 0 []", deep, escape):
        with pytest.raises(JournalError, match="expected a command and how the game stood"):
            read_journal(BytesIO(journal_with(f"shown {text}")), "it")
