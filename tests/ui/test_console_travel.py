"""Commands of many turns at the keyboard: each step is a word, and any key stops them."""

from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.messages import NEVER_MIND, NO_GOAL_HERE
from cc3k.play.session import Session
from cc3k.ui.console import Console
from tests.support.consoles import WHOLE, action, console, playing, pressed, travelled, with_keys
from tests.support.scenarios import HIT, MISS, board, room
from tests.support.tables import for_each

HALL = room("@.....", "......", "......", ".....\\")
EAST = "You move East."


@for_each("keys", [["shift-right"], [".", "right"], [".", "e", "a"], [".", "6"]])
def test_run_goes_on_to_the_wall(keys: list[str]) -> None:
    shell = console(HALL)
    assert travelled(shell, keys) == [EAST] * 5
    assert playing(shell).turns == 5
    assert [entry.text_with_count for entry in shell.session.message_log.entries] == [
        f"{EAST} (x5)"
    ]


@for_each(
    ("left", 2, "You move West."),
    ("escape", 1, "Stopped by your key."),
    (" ", 1, "Stopped by your key."),
    ("q", 1, "Give this game up and quit?"),
    ("x", 1, "There is no command 'x'."),
)
def test_any_key_stops_a_journey_and_does_what_it_does(key: str, turns: int, told: str) -> None:
    """No key is lost; Space and Esc mean nothing else."""
    shell = with_keys(console(HALL), ["shift-right"])
    shell.tick()
    assert told in pressed(shell, [key])
    assert (shell.running.command, playing(shell).turns) == (None, turns)


def test_the_key_that_began_a_journey_lets_it_go_on() -> None:
    """Whoever presses it again, or holds it, wants no other thing."""
    shell = with_keys(console(HALL), ["shift-right"])
    for _ in range(3):
        shell.tick()
        pressed(shell, ["shift-right"])
    assert playing(shell).turns == 3
    assert shell.running.command is not None


def test_risk_that_was_taken_on_a_floor_is_asked_about_no_more() -> None:
    """A blow stops the journey; the same key goes on with it, until something new is told."""
    two_floors = "\n".join([room("@.....\\", "...L...")] * 2)
    shell = console(two_floors, luck=[HIT, MISS, MISS])
    asked = "A halfling can strike you on the way (12 HP at worst): press > again to go all the"
    assert asked in pressed(shell, [">"])
    assert len(travelled(shell, [">"])) == 2
    assert "Stopped: a halfling is close." in shell.message
    assert len(travelled(shell, [">"])) == 4
    shell = console(two_floors, luck=[HIT])
    travelled(shell, [">", ">"])
    playing(shell).hero.hp = 12
    assert "may kill you (12 HP at worst): press > again" in pressed(shell, [">"])


def test_first_step_that_is_refused_ends_the_journey() -> None:
    """R4: a command that cannot be done takes no turn; the journey must not try for ever."""
    shell = console(HALL)
    assert travelled(shell, ["shift-up"]) == []
    assert action(shell) == "There is no way to the North."
    pressed(shell, ["right"])
    assert travelled(shell, "05no") == []
    assert [entry.times for entry in shell.session.message_log.entries] == [1, 1, 1]
    assert travelled(shell, "05f") == []
    assert playing(shell).enemies_frozen is False


@for_each((">", (HALL + "\n") * 2, 5), ("G", room("@..6..\\"), 3), ("P", room("@...1.\\"), 3))
def test_travel_to_stairs_gold_and_potions(key: str, drawing: str, steps: int) -> None:
    assert len(travelled(console(drawing), key)) == steps


@for_each("key", ["G", "P"])
def test_travel_to_what_is_not_there_says_so(key: str) -> None:
    shell = console(HALL)
    assert pressed(shell, key) == NO_GOAL_HERE
    assert pressed(shell, f"03{key}") == NO_GOAL_HERE


def test_count_repeats_a_command() -> None:
    shell = console(HALL)
    assert pressed(shell, "03") == "3 times"
    assert travelled(shell, ["right"]) == [EAST] * 3
    assert pressed(shell, "02s") == "2 times s"
    assert travelled(shell, "o") == ["You move South."] * 2
    assert pressed(shell, ["0", "1", "2", "backspace"]) == "1 time"
    assert pressed(shell, ["escape"]) == NEVER_MIND
    assert pressed(shell, "0" + "9" * 30) == "999 times"
    assert pressed(shell, ".") == "."


@for_each(
    ([*"05aea"], 5),
    (["0", "5", "right"], 5),
    (["0", "5", "a", "right"], 5),
    ([*"09aea"], 7),
    ([*"01aea"], 1),
)
def test_count_of_attacks_is_a_fight(keys: list[str], blows: int) -> None:
    shell = console(room("@H.\\"), luck=[*[HIT] * 2, *[MISS] * 4, 0])
    assert len(travelled(shell, keys)) == blows
    assert playing(shell).turns == blows


def test_fight_against_somebody_peaceful_asks_once() -> None:
    """R21: a yes is for all of the blows."""
    shell = with_keys(console(room("@M\\"), luck=[MISS]), "05aea")
    assert shell.mode is not None
    assert len(travelled(shell, "y")) == 2
    assert not playing(shell).floor.enemies


@for_each("keys", ["03.ea", "03>", "03G", "03P", "03Z", "03l", "03m", "03D"])
def test_act_that_no_count_makes_sense_for_is_done_once(keys: str) -> None:
    """And the number is forgotten: the next command is done once as well."""
    drawing = "\n".join([room("@......", "0.....6", ".....\\.")] * 2)
    counted, once = console(drawing, race="Troll"), console(drawing, race="Troll")
    for shell, typed in ((counted, keys), (once, keys.removeprefix("03"))):
        playing(shell).hero.hp = 101
        travelled(shell, typed)
        assert travelled(shell, ["escape", "right"]) == []
    assert board(playing(counted)) == board(playing(once))
    assert playing(counted).turns == playing(once).turns > 0


def test_count_of_something_asked_about_is_done_once() -> None:
    """A potion can be used once, and `f` is a switch."""
    shell = with_keys(console(room("@0.\\")), ["0", "5", "right"])
    assert travelled(shell, "y") == ["Restore Health: nothing changes."]
    assert playing(shell).turns == 1
    held = playing(shell).enemies_frozen
    assert travelled(shell, "04f") == []
    assert playing(shell).enemies_frozen is not held


def test_rest_heals_a_troll() -> None:
    shell = console(room("@.....", ".....\\"), race="Troll")
    playing(shell).hero.hp = 101
    assert len(travelled(shell, "Z")) == 4
    assert playing(shell).hero.hp == 120


def test_journey_ends_on_a_screen_that_is_too_small_to_see_it() -> None:
    shell = with_keys(console(HALL), ["shift-right"])
    shell.resize(20, 10)
    assert travelled(shell) == []
    shell.resize(*WHOLE)
    assert playing(shell).turns == 0


def test_no_press_paces_for_ever_between_dangers_that_were_agreed_to() -> None:
    """X42: where each of two ways has one, it asks again."""
    session = Session(ExpansionRegistry().select(["tactics"]), 11)
    shell = with_keys(Console(session, *WHOLE), ["t"])
    for _ in range(12):
        shell.press(">")
        for _ in range(40):
            shell.tick()
        assert shell.running.command is None
