"""The demonstrations in floors/: each is plain, can be won, slips nowhere and ends by itself."""

import re

import pytest

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD, STANDARD_BOARD_TEXT
from cc3k.engine.dice import Dice
from cc3k.play.session import Session
from tests.support import tour
from tests.support.expansion_sets import steps_towards

REFUSING = {"walking"}
"""The demonstrations that show refusals."""

BOARDS_OF_THEIR_OWN = {"tiny", "tutorial"}
"""The demonstrations on boards of their own."""

REFUSAL = re.compile("PC cannot |There is no |The game is over")

each_demonstration = pytest.mark.parametrize("name", tour.NAMES)


def test_every_layout_has_its_script() -> None:
    """§6: beside each layout stands the script that shows it."""
    assert sorted(path.stem for path in tour.FLOORS.glob("*.in")) == list(tour.NAMES)


def test_standard_layout_is_the_bare_plan() -> None:
    """Definition 4: floors/standard.txt is the board of Figure 1."""
    assert (tour.FLOORS / "standard.txt").read_text("ascii") == STANDARD_BOARD_TEXT


@each_demonstration
def test_layout_is_plain(name: str) -> None:
    """R29, R32: no warning, one to five floors, on the standard plan or one of its own."""
    layout = tour.layout(name)
    assert (tour.FLOORS / f"{name}.txt").read_bytes().isascii()
    assert layout.warnings == ()
    assert 1 <= len(layout.floor_layouts) <= BASE_RULES.floor_count
    standard = {drawing.board.terrain == STANDARD_BOARD.terrain for drawing in layout.floor_layouts}
    assert standard == {name not in BOARDS_OF_THEIR_OWN}


@each_demonstration
def test_stairs_of_every_floor_can_be_walked_to(name: str) -> None:
    """§1: the way leads to the end of floor 5; enemies can be slain and potions drunk on it."""
    for depth, drawing in enumerate(tour.layout(name).floor_layouts, start=1):
        floor = BASE_RULES.generate_floor(drawing, BASE_RULES, Dice(f"floor {depth}"))
        assert floor.hero_cell in steps_towards(floor.board, floor.stairs_cell), f"floor {depth}"


@each_demonstration
def test_demonstration_refuses_nothing_unless_that_is_the_point(name: str) -> None:
    """R4: a refused command in a demonstration is a slip of its author's."""
    session = tour.session(name)
    refused = [word for word in tour.script(name).split() if _is_refused(session, word)]
    assert bool(refused) == (name in REFUSING), refused


def _is_refused(session: Session, word: str) -> bool:
    is_shown = any(session.play_words([word]))
    return is_shown and REFUSAL.match(session.action_text) is not None


@each_demonstration
def test_demonstration_ends_with_its_last_word(name: str) -> None:
    """§4: `q` ends the program, with nothing left unread and no end of input to wait for."""
    session = tour.session(name)
    *words, last = tour.script(name).split()
    for word in words:
        list(session.play_words([word]))
        assert not session.is_ended
    session.give(last)
    assert session.is_ended
