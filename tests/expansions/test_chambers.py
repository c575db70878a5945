"""Chambers: a board of its own for every floor that is not drawn (X30 to X32)."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from cc3k.content.layout.diagnostics import Severity
from cc3k.content.layout.lint import lint_layout
from cc3k.content.layout.reader import format_floor_as_layout, read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import Board, CellSet
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.view import seen_glyphs
from cc3k.expansions.chambers import CHAMBERS, INNER, SHAPES, BoardPlan, generate_board, rectangle
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.frame import frame_text
from tests.benchmarks.chambers import run_floors
from tests.support.boards import find_faults
from tests.support.scenarios import room, seeded
from tests.support.tables import for_each
from tests.support.walks import floors_of

T = TypeVar("T")

REGISTRY = ExpansionRegistry()
RULES = REGISTRY.select(["chambers"])
GAMES = 200
A_THOUSAND = 1_000


def boards(game: GameState) -> list[Board]:
    return [each.floor.board for each in floors_of(game)]


@pytest.mark.slow
def test_a_thousand_floors_hold_all_that_is_demanded() -> None:
    """X30, X32: chambers, doorways, passages, a loop, and no two boards equal."""
    run = run_floors(A_THOUSAND)
    assert run.faults == ()
    assert run.equal_boards == 0
    assert run.milliseconds > 0


class RectangularDice(Dice):
    """Dice that pick a rectangle wherever that is a choice."""

    def fork(self, label: str) -> Dice:
        return RectangularDice(f"{self.path}/{label}")

    def pick(self, options: Sequence[T]) -> T:
        return options[0] if options is SHAPES else super().pick(options)


def test_one_chamber_in_five_is_no_rectangle_whatever_the_dice() -> None:
    """X30: not by chance alone; there are 4 to 9 chambers."""
    found = [generate_board(RectangularDice(f"{number}")) for number in range(40)]
    assert [find_faults(board) for board in found] == [[]] * 40
    counts = {len(generate_board(Dice(f"board {n}")).chambers) for n in range(60)}
    assert counts == {*range(4, 10)}


def test_every_floor_that_is_not_drawn_has_a_board_of_its_own() -> None:
    """X30: another one on each floor and in each game, the same one for the same seed."""
    found = [board.terrain for number in range(10) for board in boards(seeded(RULES, number))]
    assert len(set(found)) == len(found) == 50
    assert [board.terrain for board in boards(seeded(RULES, 3))] == found[15:20]
    for board in boards(seeded(RULES, 4)):
        assert find_faults(board) == []


def test_drawn_floors_keep_their_boards() -> None:
    """X30, R29: furnished or bare; those after them have new ones."""
    layouts = read_layout(f"{room('@..6', '...E')}\n{room('....', '....')}".encode(), "x", RULES)
    game = GameState(RULES, RULES.races[0], Dice("1"), layouts.floor_layouts)
    first, second, *others = boards(game)
    assert (first, second) == tuple(drawn.board for drawn in layouts.floor_layouts)
    assert all(find_faults(board) == [] for board in others)
    assert len(others) == 3
    due = CHAMBERS.texts.hints[0].is_due
    drawn = GameState(RULES, RULES.races[0], Dice("1"), layouts.floor_layouts)
    assert [due(each) for each in (drawn, game)] == [False, True]


def test_other_expansions_play_on_the_same_boards() -> None:
    """X2: boards come from dice of their own."""
    for names in (["chambers", "levels"], ["chambers", "gear"], ["chambers", "depths"]):
        rules = REGISTRY.select(names, {"floors": 5} if "depths" in names else {})
        assert boards(seeded(rules, 7)) == boards(seeded(RULES, 7))


def test_each_chamber_is_as_likely_for_the_pc_and_the_stairs_are_in_another() -> None:
    """X31, §2.4: whatever its size; ten potions, ten piles, twenty enemies are on tiles, too."""
    chosen, expected = 0, 0.0
    for number in range(GAMES):
        game = seeded(RULES, number)
        floor = game.floor
        chamber_of, count = floor.board.chamber_index, len(floor.board.chambers)
        by_size = sorted(range(count), key=lambda each: len(floor.board.chambers[each]))
        assert chamber_of[floor.hero_cell] != chamber_of[floor.stairs_cell]
        small = by_size.index(chamber_of[floor.hero_cell]) < count // 2
        chosen += small
        expected += count // 2 / count
        names = [enemy.kind.name for enemy in floor.enemies.values()]
        assert len(floor.items) == 20
        assert len(names) - names.count("dragon") == 20
        for cell in (*floor.items, *floor.enemies):
            assert cell in chamber_of
    assert abs(chosen - expected) < 4 * (GAMES / 4) ** 0.5


def findings(text: str, rules: Rules = RULES) -> set[str]:
    """Return what `cc3k check` finds in a text but for what is so of any copy of one floor."""
    excused = (
        *("is the last one drawn", "left out what stands outside", "P is read as"),
        *("no dragon hoard of its own", "without room to move"),
    )
    found = lint_layout(text.encode("ascii"), rules)
    assert not [each for each in found if each.severity is Severity.ERROR]
    return {each.text for each in found if not any(words in each.text for words in excused)}


@pytest.mark.walk
def test_a_copy_of_the_screen_is_a_valid_layout_with_nothing_wrong() -> None:
    """X30: the frame, the catalogue's drawing, and the bare board."""
    rules = REGISTRY.select(["chambers", "depths"], {"floors": 1})
    for number in range(12):
        game = seeded(RULES, number)
        board = game.floor.board
        assert findings(frame_text(game, "")) == set()
        assert findings(format_floor_as_layout(game.floor, RULES)) == set()
        assert lint_layout(board.terrain, rules) == []
        (drawn,) = read_layout(board.terrain, "x", BASE_RULES).floor_layouts
        assert drawn.board == board
        rows = seen_glyphs(game).decode("ascii").splitlines()
        assert {len(row) for row in rows} == {79}


def test_check_says_on_which_boards_further_floors_are() -> None:
    """X6: where floors are missing in a file."""
    for rules, where in ((RULES, "boards of their own"), (BASE_RULES, "the standard plan")):
        texts = [each.text for each in lint_layout(room("@..\\").encode(), rules)]
        assert [text for text in texts if text.endswith(f"are furnished at random on {where}")]


BAND = rectangle(1, 30, 23, 3)
"""A chamber from the top to the bottom: nobody gets past it."""

ROOM, CORNER = rectangle(10, 10, 5, 5), rectangle(2, 2, 3, 3)
AROUND_THE_CORNER = rectangle(7, 2, 6, 11) | rectangle(2, 7, 11, 6)


@for_each([INNER, ROOM], [ROOM, INNER], [CORNER, AROUND_THE_CORNER])
def test_chambers_without_room_for_a_doorway_are_given_up(chambers: list[CellSet]) -> None:
    """X30: another board is drawn then."""
    assert not any(BoardPlan(Dice(f"{n}"), chambers).connect_chambers() for n in range(20))


def test_chambers_without_a_way_between_them_are_given_up() -> None:
    """X30: doorways on both sides of a chamber that parts the board."""
    plans = [BoardPlan(Dice(f"{n}"), [ROOM, BAND, ROOM << 50]) for n in range(40)]
    connected = [plan.connect_chambers() for plan in plans]
    assert not all(connected)
