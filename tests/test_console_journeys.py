"""Commands of many turns at the keyboard: each step is a word, and any key stops them."""

import pytest

from cc3k.play.messages import ENEMY_NEAR, NO_HEALING, NO_WAY
from cc3k.shell.terminal.console import Console
from tests.consoles import WHOLE, action, console, playing, pressed, travelled
from tests.scenarios import room

HALL = room("@.....", "......", "......", ".....\\")
EAST = "PC moves East."


@pytest.mark.parametrize("keys", [["shift-right"], [".", "right"], [".", "e", "a"], [".", "6"]])
def test_run_goes_on_to_the_wall(keys: list[str]) -> None:
    """Run: Shift and an arrow, or `.` and a direction; each step is a word in the session."""
    shell = console(HALL)
    assert travelled(shell, keys) == [EAST] * 5
    assert playing(shell).turns == 5
    assert [entry.told for entry in shell.chronicle.entries] == [f"{EAST} (x5)"]


@pytest.mark.parametrize("key", ["right", "escape", " ", "q", "x", "?", "y"])
def test_any_key_stops_a_journey_and_does_nothing_else(key: str) -> None:
    """Any key stops it."""
    shell = console(HALL)
    pressed(shell, ["shift-right"])
    shell.travel()
    pressed(shell, [key])
    assert (shell.journey, shell.mode, shell.spelling.text) == (None, None, "")
    assert playing(shell).turns == 1


def test_first_step_that_is_refused_ends_the_journey() -> None:
    """R4: a command that cannot be done takes no turn; the journey must not try for ever."""
    shell = console(HALL)
    assert travelled(shell, ["shift-up"]) == []
    assert action(shell) == "PC cannot move North."
    pressed(shell, ["right"])
    assert travelled(shell, "05no") == []
    assert [entry.times for entry in shell.chronicle.entries] == [1, 1, 1]
    assert travelled(shell, "05f") == []
    assert playing(shell).held is False


@pytest.mark.parametrize(
    ("key", "drawing", "steps"),
    [(">", (HALL + "\n") * 2, 5), ("G", room("@..6..\\"), 3), ("P", room("@...1.\\"), 3)],
)
def test_travel_to_stairs_gold_and_potions(key: str, drawing: str, steps: int) -> None:
    """To the stairs (`>`), to the nearest gold or potion (`G`, `P`)."""
    assert len(travelled(console(drawing), key)) == steps


@pytest.mark.parametrize("key", ["G", "P"])
def test_travel_to_what_is_not_there_says_so(key: str) -> None:
    """Also after a count, which is forgotten."""
    shell = console(HALL)
    assert pressed(shell, key) == NO_WAY
    assert pressed(shell, f"03{key}") == NO_WAY


def test_travel_takes_the_stairs_and_ends_there() -> None:
    """Something new ends a journey."""
    shell = console((room("@..\\") + "\n") * 2)
    assert travelled(shell, ">")[-1] == "PC moves East and goes down to floor 2."
    assert shell.journey is None


def test_count_repeats_a_command() -> None:
    """A count before a key or a word: the next command so many times."""
    shell = console(HALL)
    assert pressed(shell, "03") == "3 times"
    assert travelled(shell, ["right"]) == [EAST] * 3
    assert pressed(shell, "02s") == "2 times s"
    assert travelled(shell, "o") == ["PC moves South."] * 2
    assert pressed(shell, ["0", "1", "2", "backspace"]) == "1 times"
    assert pressed(shell, ["escape"]) == "PC moves South."
    assert pressed(shell, "0" + "9" * 30) == "999 times"


def test_rest_heals_a_troll() -> None:
    """Rest until healed (`Z`), for a race that heals."""
    shell = console(room("@.....", ".....\\"), race="Troll")
    playing(shell).hero.hp = 101
    assert len(travelled(shell, "Z")) == 4
    assert playing(shell).hero.hp == 120


def test_rest_is_refused_where_it_does_not_help_or_is_not_safe() -> None:
    """Only the troll heals by itself, and nobody beside an enemy."""
    assert pressed(console(HALL), "Z") == NO_HEALING
    assert pressed(console(room("@H...\\"), race="Troll"), "Z") == ENEMY_NEAR


def test_journey_ends_on_a_screen_that_is_too_small_to_see_it() -> None:
    """Nobody is led anywhere unseen."""
    shell = console(HALL)
    pressed(shell, ["shift-right"])
    shell.resize(20, 10)
    assert travelled(shell) == []
    shell.resize(*WHOLE)
    assert playing(shell).turns == 0


def over() -> Console:
    """Return a console at the end of a game won by a shade."""
    shell = console((room("@6\\") + "\n") * 5)
    while playing(shell).outcome is None:
        pressed(shell, ["right"])
    return shell


def test_story_is_told_at_the_end() -> None:
    """Victory: score as arithmetic, what was slain, turns, seed, the command line to play again."""
    shell = over()
    pressed(shell, ["x"])
    text = " ".join(getattr(shell.mode, "lines", ()))
    for part in ("Score: 15 (10 gold + 5 for a shade)", "10 turns", "slain: nobody", "Seed 42"):
        assert part in text
    assert "--seed 42" in text
    pressed(shell, ["x"])
    assert shell.mode is None
    pressed(shell, "q")
    assert shell.session.ended


def test_log_can_be_read_at_the_end() -> None:
    """`m` opens the whole log; then the game can be left as before."""
    shell = over()
    pressed(shell, "m")
    assert "Messages, by turn" in getattr(shell.mode, "lines", ())
    pressed(shell, ["escape", "r"])
    assert shell.session.game is None


def test_run_never_begins_with_the_stairs() -> None:
    """A run is along a floor; to leave it takes a step of its own."""
    shell = console(room("@\\"))
    pressed(shell, ["shift-right"])
    while shell.journey is not None:
        shell.travel()
    assert (playing(shell).depth, playing(shell).turns) == (1, 0)
