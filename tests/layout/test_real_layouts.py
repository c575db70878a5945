"""Layouts that other people have drawn load, and play to the letter of R29-R32.

They are no part of this project (`tests/support/given_data.py` says where they are looked for);
without them there is nothing to test here.
"""

from random import Random

import pytest

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import Layout, format_floor_as_layout, read_layout
from cc3k.content.roster import STANDARD_BOARD
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.play.commands import COMMANDS_BY_WORDS, MetaCommand
from cc3k.play.session import Session
from tests.support.document import DOCUMENT_RULES
from tests.support.given_data import given_folder

FOLDER = given_folder("layouts")
USUAL = {
    "course_sample",
    "crlf_no_last_newline",
    "five_bare_floors",
    "hero_on_first_floor_only",
    "hoards_with_several_dragons",
    "other_size",
    "twelve_hoards_no_dragon",
}
"""Those that are always there, if any are: a test is skipped for each where they are not."""

NAMES = sorted(USUAL | {path.stem for path in FOLDER.glob("*.txt")} if FOLDER else USUAL)
WITH_UNKNOWN_MARKS = "hoards_with_several_dragons"
WORDS = [
    word for word, command in COMMANDS_BY_WORDS.items() if not isinstance(command, MetaCommand)
]

pytestmark = pytest.mark.skipif(FOLDER is None, reason="there is no shared/layouts here")
each_good_one = pytest.mark.parametrize("name", [x for x in NAMES if x != WITH_UNKNOWN_MARKS])


def data(name: str) -> bytes:
    assert FOLDER
    return (FOLDER / f"{name}.txt").read_bytes()


def layout(name: str) -> Layout:
    return read_layout(data(name), name, DOCUMENT_RULES)


def floors(layout: Layout) -> list[Floor]:
    return [
        DOCUMENT_RULES.generate_floor(drawn, DOCUMENT_RULES, Dice(f"floor {depth}"))
        for depth, drawn in enumerate(layout.floor_layouts, start=1)
    ]


@each_good_one
def test_real_layout_is_read_without_a_warning(name: str) -> None:
    """R29, R32: these are what layouts look like."""
    read = layout(name)
    assert 1 <= len(read.floor_layouts) <= DOCUMENT_RULES.floor_count
    assert read.warnings == ()


@each_good_one
def test_real_layout_is_drawn_as_it_was_read(name: str) -> None:
    """§6: what is drawn is all there is, and it can be drawn again."""
    for floor in floors(layout(name)):
        (again,) = floors(
            read_layout(
                format_floor_as_layout(floor, DOCUMENT_RULES).encode(), name, DOCUMENT_RULES
            )
        )
        assert again.glyphs == floor.glyphs
        assert again.guardian_by_cell.keys() == floor.guardian_by_cell.keys()


@each_good_one
@pytest.mark.parametrize("seed", [1, 2])
def test_real_layout_can_be_played(name: str, seed: int) -> None:
    """§4: whatever is typed, there is a frame for it, of the size of its board."""
    session, random = Session(DOCUMENT_RULES, seed, layout(name).floor_layouts), Random(seed)
    for _ in range(400):
        if session.game is None or session.game.outcome:
            session.game = None
            session.give(random.choice("sdvtg"))
        list(session.play_words(random.choice(WORDS).split()[-1:]))
        assert session.game
        rows = session.frame_or_prompt().split("Race: ")[0].splitlines()
        plan = session.game.floor.board
        assert (len(rows), {len(row) for row in rows}) == (plan.height, {plan.width})


def test_course_sample_is_five_times_the_same_floor() -> None:
    """§6: the file that came with the course has all that the document draws."""
    read = layout("course_sample")
    assert len(read.floor_layouts) == 5
    assert len(set(read.floor_layouts)) == 1
    (floor, *_) = floors(read)
    assert floor.board is STANDARD_BOARD
    marks = "".join(sorted(mark for _, mark in read.floor_layouts[0].marks))
    assert marks == "01111223345677799@DDEHHLLMOOWW\\"
    assert STANDARD_BOARD.row_and_column(floor.hero_cell) == (3, 10)
    assert STANDARD_BOARD.row_and_column(floor.stairs_cell) == (15, 9)
    assert [STANDARD_BOARD.row_and_column(hoard) for hoard in floor.guardian_by_cell] == [
        (3, 53),
        (5, 66),
    ]


def test_unknown_mark_is_a_clear_error() -> None:
    """R32: file, line and column, what was found and what was expected."""
    other, marks = "an enemy of another edition", "0123456789DEGHLMOPW@\\|-.+#"
    said = f"found unknown mark 'X' (24 times), {other}; expected one of {marks} or a blank"
    with pytest.raises(LayoutError) as refused:
        layout(WITH_UNKNOWN_MARKS)
    assert str(refused.value) == f"{WITH_UNKNOWN_MARKS}:6:43: {said}"
    assert refused.value.others == 3  # N, T and V, each once
