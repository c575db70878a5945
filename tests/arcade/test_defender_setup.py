"""Space Defender around a game: states, errors, tables, score, transcript (S7-S19, S29, S30)."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.defender.board import Drop, FocusKind, Orb, ScoreKeeper
from cc3k.arcade.defender.program import sums
from cc3k.arcade.defender.tables import (
    ARMOURS,
    DIAMOND,
    ENEMIES,
    ENGINES,
    GOLD,
    PLATINUM,
    SILVER,
    WEAPONS,
)
from tests.support.defender import NO_SPAWN, last_state, transcript
from tests.support.processes import start_and_wait
from tests.support.tables import for_each

SETUP_STATES = ("weapon setup", "armour setup", "engine setup", "power setup", "setup summary")

REACHED = {
    "not started": "toggle_debug_mode toggle_debug_mode ",
    **{name: NO_SPAWN + "setup_next(1) " * place for place, name in enumerate(SETUP_STATES)},
    "in game": f"{NO_SPAWN}setup_next(5) ",
}
"""Commands that lead to each state."""

ONLY_IN_GAME = "Command can only be used in game."
ONLY_IN_SETUP = "Command can only be used in setup mode."


def test_numbers_of_a_game_count_turns_and_other_commands() -> None:
    """S7: a turn sets the second to 0, errors and changes of mode add 1; a new game begins anew."""
    game = f"{NO_SPAWN}setup_next(5) pass fire toggle_debug_mode toggle_debug_mode move(C,1) play("
    game += "5,10,2,1,1,1,1) setup_select(5) pass abort abort play(5,10,1,1,1,1,1) setup_next(5)"
    names = [line[8:] for line in transcript(game).splitlines() if line.startswith("  state:in")]
    assert names == [
        *("in game(0.0), normal, ok", "in game(1.0), normal, ok", "in game(2.0), normal, ok"),
        *("in game(2.1), debug, ok", "in game(2.2), normal, ok", "in game(2.3), normal, error"),
        *("in game(2.4), normal, error", "in game(2.5), normal, error"),
        *("in game(3.0), normal, ok", "in game(0.0), normal, ok"),
    ]


@for_each("start", range(5))
@for_each("stages", range(1, 6))
def test_stages_go_on_and_back(start: int, stages: int) -> None:
    """S10: beyond the summary a game begins; before the weapons it is not started."""
    text = NO_SPAWN + "setup_next(1) " * start
    names = ("not started", *SETUP_STATES, "in game(0.0)")
    ahead = last_state(f"{text} setup_next({stages})")
    assert ahead[0] == f"  state:{names[min(start + 1 + stages, 6)]}, normal, ok"
    back = last_state(f"{text} setup_back({stages})")
    assert back[0] == f"  state:{names[max(start + 1 - stages, 0)]}, normal, ok"
    if stages > start:
        assert back[1:] == ["  Welcome to Space Defender Version 2."]


def test_a_game_has_the_selections_of_the_moment_it_begins() -> None:
    """S10: and the numbers of the last `play` that was no error."""
    text = (
        f"{NO_SPAWN} abort play(9,12,1,1,1,1,1) play(5,10,1,1,1,1,1) setup_select(3) setup_next(5)"
    )
    state = last_state(text)
    assert "location:[E,1]" in state[2]
    assert "Projectile Pattern:Snipe" in state[3]
    assert (len(state), state[-1][:5], state[-10].split()[-1]) == (16, "    I", "12")


PLAY = "play(5,10,1,1,1,1,1)"
ERRORS = {
    PLAY: dict.fromkeys(SETUP_STATES, "Already in setup mode.")
    | {"in game": "Already in a game. Please abort to start a new one."},
    "play(5,10,2,1,1,1,1)": dict.fromkeys(SETUP_STATES, "Already in setup mode.")
    | {"in game": "Already in a game. Please abort to start a new one."}
    | {"not started": "Threshold values are not non-decreasing."},
    "setup_next(1)": dict.fromkeys(("not started", "in game"), ONLY_IN_SETUP),
    "setup_back(1)": dict.fromkeys(("not started", "in game"), ONLY_IN_SETUP),
    "setup_select(5)": dict.fromkeys(
        ("not started", "setup summary", "in game"),
        "Command can only be used in setup mode (excluding summary in setup).",
    )
    | dict.fromkeys(("armour setup", "engine setup"), "Menu option selected out of range."),
    "abort": {"not started": "Command can only be used in setup mode or in game."},
    "pass": dict.fromkeys(("not started", *SETUP_STATES), ONLY_IN_GAME),
    "fire": dict.fromkeys(("not started", *SETUP_STATES), ONLY_IN_GAME),
    "special": dict.fromkeys(("not started", *SETUP_STATES), ONLY_IN_GAME),
    "move(J,30)": dict.fromkeys(("not started", *SETUP_STATES), ONLY_IN_GAME)
    | {"in game": "Cannot move outside of board."},
}
"""The error of each command in each state in which it is one."""


@for_each("command", ERRORS)
@for_each("name", REACHED)
def test_every_error_in_every_state(command: str, name: str) -> None:
    """S8, S11: the first line and the message, nothing else; elsewhere the command is fine."""
    state = last_state(REACHED[name] + command)
    if name in ERRORS[command]:
        shown = "in game(0.1)" if name == "in game" else name
        assert state == [f"  state:{shown}, normal, error", f"  {ERRORS[command][name]}"]
    else:
        assert state[0].endswith(", ok")


@for_each("place", range(4))
def test_thresholds_do_not_decrease(place: int) -> None:
    """S11: none may be below the one before it; equal ones are fine."""
    thresholds = [50] * 5
    assert last_state(f"play(5,10,{','.join(map(str, thresholds))})")[0].endswith("ok")
    thresholds[place] = 51
    assert last_state(f"play(5,10,{','.join(map(str, thresholds))})")[1:] == [
        "  Threshold values are not non-decreasing."
    ]


@for_each((5, "C"), (6, "C"), (7, "D"), (8, "D"), (9, "E"), (10, "E"))
def test_home_is_the_middle_of_column_1(rows: int, home: str) -> None:
    """S13: row ceil(rows / 2)."""
    state = last_state(f"play({rows},10,1,1,1,1,1) setup_next(5)")
    assert state[2].endswith(f"location:[{home},1]")


def test_figures_are_the_sums_over_three_parts() -> None:
    """S13: over weapon, armour and engine, for every choice; it begins with full health."""
    for w, weapon in enumerate(WEAPONS, start=1):
        for a, armour in enumerate(ARMOURS, start=1):
            for e, engine in enumerate(ENGINES, start=1):
                parts = (weapon.figures, armour.figures, engine.figures)
                total = [one + two + three for one, two, three in zip(*parts, strict=True)]
                assert list(sums((w, a, e, 1))) == total
    select = "setup_select(4) setup_next(1) setup_select(4) setup_next(1) setup_select(3) "
    assert last_state(f"{NO_SPAWN} {select} setup_next(5)")[1:6] == [
        "  Starfighter:",
        (
            "    [0,S]->health:260/260, energy:100/100, Regen:14/3, Armour:15, Vision:8, Move:3, "
            "Move Cost:13, location:[C,1]"
        ),
        "      Projectile Pattern:Rocket, Projectile Damage:100, Projectile Cost:10 (health)",
        "      Power:Recall (50 energy): Teleport back to spawn.",
        "      score:0",
    ]


ENEMIES_TYPED = """\
Grunt G 100 1 1 5 silver orb 2
Fighter F 150 5 10 10 gold orb 3
Carrier C 200 10 15 15 diamond focus 4x3 gold orb 3
Interceptor I 50 0 0 5 bronze orb 1
Pylon P 300 0 0 5 platinum focus 3x2 bronze orb 1
"""


def drop(dropped: Drop) -> str:
    if isinstance(dropped, Orb):
        return f"{dropped.name} {dropped.points}"
    return f"{dropped.name} {dropped.places}x{dropped.multiplier} {drop(dropped.first)}"


def test_enemies_have_their_figures_and_drops() -> None:
    """S12, S29: in the order of the thresholds."""
    found = [
        f"{kind.name} {kind.symbol} {kind.health} {kind.regen} {kind.armour} {kind.vision} "
        f"{drop(kind.drop)}\n"
        for kind in ENEMIES
    ]
    assert "".join(found) == ENEMIES_TYPED


FURTHER_WEAPON = """
from cc3k.arcade.defender import tables
from cc3k.arcade.defender.board import Figures, Flight, Shot, Weapon
tables.WEAPONS += (Weapon("Fan", "Two fly straight, far apart", Figures(5, 5, 0, 0, 0, 0, 0, 0),
    33, 4, (Shot((-2, 0), Flight((0, 2), 3)), Shot((2, 1), Flight((0, 1), 4)))),)
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.defender.board_screen import DefenderScreen
program = DefenderProgram()
program.take("play(5,20,1,1,1,1,1)")
screen = DefenderScreen(program)
print("\\n".join("".join(text for text, _ in row) for row in screen.rows(80, 24)))
print(program.take("setup_select(6)"), program.take("toggle_debug_mode setup_next(5) fire pass"))
print(program.take("setup_select(7)"))
"""


@pytest.mark.slow
def test_a_further_weapon_is_one_entry() -> None:
    ended = start_and_wait(command=(sys.executable, "-c", FURTHER_WEAPON))
    assert (ended.code, ended.err) == (0, "")
    for line in (
        "  Fan",
        "  6:Fan (Two fly straight, far apart)",
        "    Projectile Damage:33, Projectile Cost:4 (energy)",
        "  Weapon Selected:Fan",
        "      A friendly projectile(id:-1) spawns at location [A,1].",
        "    A friendly projectile(id:-1) moves: [A,1] -> [A,7]",
        "    A friendly projectile(id:-2) moves: [E,2] -> [E,6]",
    ):
        assert f"\n{line}" in ended.out
    assert "setup_select(value: INPUT_VALUE = 1 .. 6)" in ended.out


def test_ids_score_and_log_belong_to_a_game() -> None:
    """S30: anew in each; the random numbers go on (S14)."""
    one = "play(9,10,101,101,101,101,101) setup_next(5) fire pass pass "
    first, second = (
        transcript(f"toggle_debug_mode {text}").splitlines() for text in (one, f"{one} abort {one}")
    )
    began = len(second) - second[::-1].index("->play(9,10,101,101,101,101,101)")
    again = second[began:]
    assert "    A friendly projectile(id:-1) moves: [E,2] -> [E,7]" in first
    assert "    A friendly projectile(id:-1) moves: [E,2] -> [E,7]" in again
    assert "      score:0" in again
    spawned = [line for line in second if " spawns at location" in line and "Grunt" in line]
    rows = [line.partition("[")[2][0] for line in spawned]
    draws = [0, *[16807**k * 900 % 2147483647 for k in (3, 5, 7, 9, 11)]]
    assert rows == ["ABCDEFGHI"[draw % 9] for draw in draws]
    assert [line.partition("(id:")[2][0] for line in spawned] == [*"123", *"123"]


def test_an_error_draws_no_number_and_takes_no_turn() -> None:
    """S11: what comes after it is as if it had not been."""
    text = "toggle_debug_mode play(9,10,1,1,1,30,101) setup_next(5) "
    turns = ("pass", "fire", "pass", "move(E,2)", "pass")
    plain = last_state(text + " ".join(turns))
    assert last_state(text + " move(J,1) setup_next(1) ".join(turns)) == plain


class Focus:
    """A list of points and foci with so many places, searched as the document has it."""

    def __init__(self, places: int, times: int, first: list[int]) -> None:
        self.places, self.times = places, times
        self.items: list[int | Focus] = [*first]

    def add(self, item: "int | Focus") -> bool:
        """Offer to each place in turn, then take an empty one."""
        if any(isinstance(each, Focus) and each.add(item) for each in self.items):
            return True
        if len(self.items) < self.places:
            self.items.append(item)
            return True
        return False

    def score(self) -> int:
        points = sum(each.score() if isinstance(each, Focus) else each for each in self.items)
        return points * (self.times if len(self.items) == self.places else 1)


def scores(*drops: Drop) -> list[int]:
    keeper = ScoreKeeper()
    found = []
    for drop in drops:
        keeper.add(drop)
        found.append(keeper.score)
    return found


def test_a_diamond_focus_triples_when_it_is_full() -> None:
    """S29: 4 places, a gold orb in the first."""
    assert scores(DIAMOND, SILVER, SILVER, SILVER, SILVER) == [3, 5, 7, 27, 29]


def test_a_platinum_focus_doubles_when_it_is_full() -> None:
    """S29: 3 places, a bronze orb in the first."""
    assert scores(PLATINUM, GOLD, GOLD, GOLD) == [1, 4, 14, 17]


def test_foci_may_lie_in_one_another_without_end() -> None:
    assert scores(*[DIAMOND] * 20_000)[-1] == 60_000


@given(st.lists(st.sampled_from([kind.drop for kind in ENEMIES]), max_size=60))
def test_the_score_is_that_of_the_search_through_all_places(drops: list[Drop]) -> None:
    """S29: from the first place to the last, recursively."""
    own, expected = Focus(10**9, 1, []), []
    for drop in drops:
        own.add(drop.points if isinstance(drop, Orb) else focus_of(drop))
        expected.append(own.score())
    assert scores(*drops) == expected


def focus_of(kind: FocusKind) -> Focus:
    return Focus(kind.places, kind.multiplier, [kind.first.points])
