"""States and errors of Space Defender before and around a game (S7 to S13)."""

from cc3k.arcade.defender.program import sums
from cc3k.arcade.defender.tables import ARMOURS, ENGINES, POWERS, WEAPONS
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

WEAPON_MENU = """\
  1:Standard (A single projectile is fired in front)
    Health:10, Energy:10, Regen:0/1, Armour:0, Vision:1, Move:1, Move Cost:1,
    Projectile Damage:70, Projectile Cost:5 (energy)
  2:Spread (Three projectiles are fired in front, two going diagonal)
    Health:0, Energy:60, Regen:0/2, Armour:1, Vision:0, Move:0, Move Cost:2,
    Projectile Damage:50, Projectile Cost:10 (energy)
  3:Snipe (Fast and high damage projectile, but only travels via teleporting)
    Health:0, Energy:100, Regen:0/5, Armour:0, Vision:10, Move:3, Move Cost:0,
    Projectile Damage:1000, Projectile Cost:20 (energy)
  4:Rocket (Two projectiles appear behind to the sides of the Starfighter and accelerates)
    Health:10, Energy:0, Regen:10/0, Armour:2, Vision:2, Move:0, Move Cost:3,
    Projectile Damage:100, Projectile Cost:10 (health)
  5:Splitter (A single mine projectile is placed in front of the Starfighter)
    Health:0, Energy:100, Regen:0/10, Armour:0, Vision:0, Move:0, Move Cost:5,
    Projectile Damage:150, Projectile Cost:70 (energy)
"""
ARMOUR_MENU = """\
  1:None
    Health:50, Energy:0, Regen:1/0, Armour:0, Vision:0, Move:1, Move Cost:0
  2:Light
    Health:75, Energy:0, Regen:2/0, Armour:3, Vision:0, Move:0, Move Cost:1
  3:Medium
    Health:100, Energy:0, Regen:3/0, Armour:5, Vision:0, Move:0, Move Cost:3
  4:Heavy
    Health:200, Energy:0, Regen:4/0, Armour:10, Vision:0, Move:-1, Move Cost:5
"""
ENGINE_MENU = """\
  1:Standard
    Health:10, Energy:60, Regen:0/2, Armour:1, Vision:12, Move:8, Move Cost:2
  2:Light
    Health:0, Energy:30, Regen:0/1, Armour:0, Vision:15, Move:10, Move Cost:1
  3:Armoured
    Health:50, Energy:100, Regen:0/3, Armour:3, Vision:6, Move:4, Move Cost:5
"""
POWER_TEXTS = (
    "Recall (50 energy): Teleport back to spawn.",
    (
        "Repair (50 energy): Gain 50 health, can go over max health."
        " Health regen will not be in effect if over cap."
    ),
    (
        "Overcharge (up to 50 health): Gain 2*health spent energy, can go over max energy."
        " Energy regen will not be in effect if over cap."
    ),
    "Deploy Drones (100 energy): Clear all projectiles.",
    "Orbital Strike (100 energy): Deal 100 damage to all enemies, affected by armour.",
)
POWER_MENU = "".join(f"  {number}:{text}\n" for number, text in enumerate(POWER_TEXTS, start=1))


def menu(text: str) -> str:
    return "".join(f"{line}\n" for line in last_state(text)[1:])


@for_each("name", SETUP_STATES)
def test_setup_states_have_their_names(name: str) -> None:
    """S7: in the order of the setup."""
    assert last_state(REACHED[name])[0] == f"  state:{name}, normal, ok"


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


@for_each("name", REACHED)
def test_mode_can_be_changed_in_any_state(name: str) -> None:
    """S8: the first line and whether it is on, nothing else."""
    shown = "in game(0.{})" if name == "in game" else name
    text = f"{REACHED[name]} toggle_debug_mode"
    first = f"  state:{shown.format(1)}, debug, ok"
    assert last_state(text) == [first, "  In debug mode."]
    first = f"  state:{shown.format(2)}, normal, ok"
    assert last_state(f"{text} toggle_debug_mode") == [first, "  Not in debug mode."]


def test_the_mode_outlives_games() -> None:
    """S8: neither an abort nor a new game changes it."""
    text = f"toggle_debug_mode {NO_SPAWN} setup_next(5) abort {NO_SPAWN} setup_next(5)"
    assert ", debug, ok" in last_state(text)[0]
    assert "  Enemy:" in last_state(text)


@for_each("name", [*SETUP_STATES, "in game"])
def test_abort_leads_to_the_start(name: str) -> None:
    """S8: and says from where."""
    told = "game" if name == "in game" else "setup mode"
    state = ["  state:not started, normal, ok", f"  Exited from {told}."]
    assert last_state(f"{REACHED[name]} abort") == state


@for_each(
    "stages, listed, label, titles",
    [
        (0, WEAPON_MENU, "Weapon", ("Standard", "Spread", "Snipe", "Rocket", "Splitter")),
        (1, ARMOUR_MENU, "Armour", ("None", "Light", "Medium", "Heavy")),
        (2, ENGINE_MENU, "Engine", ("Standard", "Light", "Armoured")),
        (3, POWER_MENU, "Power", POWER_TEXTS),
    ],
)
def test_menus(stages: int, listed: str, label: str, titles: tuple[str, ...]) -> None:
    """S9, S12: the options as the document lists them, and the one that is selected."""
    text = NO_SPAWN + "setup_next(1) " * stages
    assert menu(text) == f"{listed}  {label} Selected:{titles[0]}\n"
    for number, title in enumerate(titles, start=1):
        assert menu(f"{text} setup_select({number})") == f"{listed}  {label} Selected:{title}\n"
    if len(titles) < 5:
        refused = last_state(f"{text} setup_select({len(titles) + 1})")
        error = f"  state:{SETUP_STATES[stages]}, normal, error"
        assert refused == [error, "  Menu option selected out of range."]


def test_the_summary_has_four_lines() -> None:
    """S9: weapon, armour, engine, power."""
    select = "setup_select({}) setup_next(1) "
    text = NO_SPAWN + "".join(select.format(number) for number in (4, 3, 2, 5))
    assert menu(text) == (
        "  Weapon Selected:Rocket\n  Armour Selected:Medium\n  Engine Selected:Light\n"
        f"  Power Selected:{POWER_TEXTS[4]}\n"
    )


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


def test_selections_last_until_the_process_ends() -> None:
    """S10: over setups that are left, games, and errors."""
    select = "setup_select(2) setup_next(1) "
    text = f"{NO_SPAWN} {select * 4} setup_back(5) {NO_SPAWN} setup_next(5) abort {NO_SPAWN}"
    assert menu(f"{text} setup_next(4)").splitlines()[:3] == [
        *("  Weapon Selected:Spread", "  Armour Selected:Light", "  Engine Selected:Light"),
    ]


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


def test_the_powers_are_those_of_the_document() -> None:
    """S12: texts and costs."""
    assert tuple(power.text for power in POWERS) == POWER_TEXTS
    assert [power.cost for power in POWERS] == [50, 50, 0, 100, 100]
