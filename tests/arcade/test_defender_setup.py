"""States and errors of Space Defender before and around a game (S7 to S13)."""

from cc3k.arcade.defender.program import sums
from cc3k.arcade.defender.tables import ARMOURS, ENGINES, WEAPONS
from tests.support.defender import NO_SPAWN, last_state, transcript
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


@for_each("rows, home", [(5, "C"), (6, "C"), (7, "D"), (8, "D"), (9, "E"), (10, "E")])
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
