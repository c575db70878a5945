"""What is seen: the board and the five status rows (§3, R1)."""

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from cc3k.engine.actions import Drink, Move
from cc3k.engine.board import EAST, WEST, board_from_rows
from cc3k.play.frame import frame_text, status_text
from tests.support.scenarios import board, drawn, room, scenario, seeded
from tests.support.tables import for_each

SAMPLE = """\
Race: Shade Gold: 0                                                     Floor 1
HP: 125
Atk: 25
Def: 25
Action: Player character has spawned.
"""


def test_standard_plan_is_25_rows_of_79_with_five_chambers() -> None:
    """R1, R2: five chambers of 104, 201, 36, 147 and 150 floor tiles, joined by passages."""
    plan = BASE_RULES.standard_board
    assert (plan.height, plan.width) == (25, 79)
    assert plan.rows == tuple(STANDARD_BOARD_TEXT.splitlines())
    assert [*map(len, plan.chambers)] == [104, 201, 36, 147, 150]
    assert {cell for chamber in plan.chambers for cell in chamber} == {
        cell for cell, ground in enumerate(plan.terrain) if ground == ord(".")
    }


@for_each(
    (("..|..", "..|.."), 2),
    (("..+..", "--+-."), 2),
    (("..#..",), 2),
    ((".|.", "|.|", ".|."), 1),
    ((". .",), 2),
    (("##",), 0),
)
def test_chambers_are_connected_areas_of_floor_tiles(rows: tuple[str, ...], chambers: int) -> None:
    """R2: a doorway, a passage or a wall ends them; tiles touch at their corners, too."""
    assert len(board_from_rows(tuple(room(*rows).splitlines())).chambers) == chambers


def test_equal_drawings_share_one_plan() -> None:
    """§1: what a plan knows of its cells is worked out once."""
    plans = [board_from_rows(tuple(room(row).splitlines())) for row in ("..", "..", "+.")]
    assert plans[0] is plans[1]
    assert plans[0] is not plans[2]


def test_frame_is_30_rows_the_board_and_five_of_status() -> None:
    """§1, R1: 25 rows of 79 columns, and the rows of the sample."""
    game = seeded()
    shown = frame_text(game, "Player character has spawned.")
    rows = shown.splitlines()
    assert len(rows) == 30
    assert {len(row) for row in rows[:25]} == {79}
    assert shown == board(game) + SAMPLE


@for_each("gold", [0, 12, 12345])
@for_each("race", ["Shade", "Vampire"])
def test_floor_ends_in_column_79(race: str, gold: int) -> None:
    """R1: whatever the figures and the width of the board."""
    game = scenario(room("@\\"), race)
    game.hero.gold = gold
    status = status_text(game).splitlines()[0]
    assert len(status) == 79
    assert status.split() == ["Race:", race, "Gold:", str(gold), "Floor", "1"]
    assert status.endswith("  Floor 1")


def test_status_shows_the_figures_of_this_moment() -> None:
    """§3: race, gold, floor, HP, Atk and Def as they count now."""
    game = scenario("\n".join([room("@6\\."), room("1@4\\")]), "Goblin")
    for _ in range(2):
        game.play(Move(EAST))
    game.play(Drink(WEST))
    game.hero.hp = 7
    figures = [row.split() for row in status_text(game).splitlines()]
    assert figures == [
        ["Race:", "Goblin", "Gold:", "2", "Floor", "2"],
        ["HP:", "7"],
        ["Atk:", "20"],
        ["Def:", "20"],
    ]


def test_action_row_is_one_line_however_long_it_grows() -> None:
    """R1: never cut, never folded here."""
    said = "PC moves East. " * 40
    assert frame_text(scenario(room("@\\")), said).splitlines()[-1] == f"Action: {said}"


def test_board_of_another_size_is_shown_as_it_is() -> None:
    """R1, R32: the rows of the board are the floor's, no wider and no more."""
    rows = (".@.", "HP\\")
    assert board(scenario(room(".@.", "H0\\"))) == drawn(room(*rows))
