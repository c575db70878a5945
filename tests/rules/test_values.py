"""What programs are given are values: a copy of one, or one from another process, is equal."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest

from cc3k import api
from cc3k.api import Attack, Direction, Drink, Game, Hold, Impossible, LayoutError, Move, Outcome
from cc3k.bots.bot import action_of, words_of
from cc3k.content.layout.reader import read_layout
from cc3k.content.layout.writer import text_of
from cc3k.content.roster import BASE, NORMAL
from cc3k.engine import events
from cc3k.engine.actions import ATTACKS, DRINKS, MOVES, OPTIONS
from cc3k.engine.board import plan_of
from cc3k.engine.gold import Spoils
from cc3k.engine.grid import DIRECTIONS, NORTH
from cc3k.engine.stats import Brewed, Innate
from cc3k.play.commands import COMMANDS
from cc3k.record.replay import Diverged
from tests.support.processes import environment
from tests.support.scenarios import room

Copied: TypeAlias = Callable[[object], object]


def pickled(value: object) -> object:
    """Return a value written down and read again."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - of our own


HAPPENED = (
    events.Spawned(),
    events.Moved("East", ("RH", None)),
    events.Descended("East", 2),
    events.Escaped("East"),
    events.PickedUp(2),
    events.Drank("RH"),
    events.Struck("PC", "E", 23, 117),
    events.Missed("E", "PC"),
    events.Slain("PC", "E"),
    events.Provoked("merchant"),
    events.Yielded("E", 2),
    events.Stole(5),
    events.Drained(5),
    events.Sickened("W", 5),
    events.Regrew(5),
    events.Saw((None, "PH")),
    events.Held(still=True),
)

REFUSALS = {
    events.NoWay("East"): "PC cannot move East.",
    events.InTheWay("East", "E"): "PC cannot move East: E is in the way.",
    events.NoEnemy("East"): "There is no enemy to the East.",
    events.NoPotion("East"): "There is no potion to the East.",
    events.GameOver(): "The game is over.",
    events.NoSuchCommand("jump"): "There is no command 'jump'.",
    events.NothingToTakeBack(): "There is no turn to take back.",
}
"""What a player reads for each reason."""

DRAWING = room("@.L0", "..6\\") + "\n"

DRAWN = read_layout(DRAWING.encode("ascii"), "drawn", BASE)

VALUES: tuple[object, ...] = (
    *DIRECTIONS,
    *OPTIONS,
    *COMMANDS.values(),
    *HAPPENED,
    *REFUSALS,
    Outcome(won=False, slain_by="E"),
    Game(8).observe(),
    *Game(8).observe().enemies,
    *BASE.races,
    *BASE.enemies,
    *BASE.potions,
    *BASE.piles,
    Spoils(2, (NORMAL,)),
    Brewed(Innate(25, 25), 5),
    BASE.plan,
    DRAWN.drawings[0].plan,
    DRAWN.drawings[0],
    DRAWN,
    BASE,
)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_copy_of_a_value_is_equal_to_it(value: object, copied: Copied) -> None:
    """By what it says, not by where it lies in memory; what is equal is hashed alike."""
    again = copied(value)
    assert again == value
    assert type(again) is type(value)
    assert hash(again) == hash(value)


def test_every_event_and_refusal_is_tried() -> None:
    """No kind of them is left out above."""
    tried = {type(event) for event in (*HAPPENED, *REFUSALS)}
    assert tried == {*events.Event.__args__, *events.Refusal.__args__}


def test_values_that_say_different_things_differ() -> None:
    """No two directions, actions or races are equal."""
    for values in (DIRECTIONS, OPTIONS, BASE.races, BASE.enemies, BASE.potions, BASE.piles):
        assert len(set(values)) == len(values)
        assert all((one == other) is (one is other) for one in values for other in values)


def test_directions_are_equal_by_value() -> None:
    """One made elsewhere will do, and one that leads elsewhere will not."""
    assert Direction("no", "North", -1, 0) == NORTH
    assert {NORTH: "up"}[Direction("no", "North", -1, 0)] == "up"
    assert Direction("no", "North", -2, 0) != NORTH
    assert len({"no", NORTH}) == 2


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_copy_of_an_action_is_played_as_the_action_is(number: int, copied: Copied) -> None:
    """By the game for programs and by bots alike."""
    option, again = OPTIONS[number], copied(OPTIONS[number])
    assert isinstance(again, api.Move | api.Attack | api.Drink | api.Hold)
    assert action_of(again) == option
    assert words_of(again) == words_of(option)
    game = Game(1, drawing=room("LLL0", "L@L0", "|.00", "..0\\"))
    if option in game.legal_actions():
        ahead = game.copy()
        assert game.play(again) == ahead.play(option)
        assert game.hash() == ahead.hash()
    else:
        with pytest.raises(Impossible):
            game.play(again)


def test_an_action_crosses_to_another_process() -> None:
    """Where words have other hashes, a value is still found by its own."""
    program = (
        "import pickle, sys\n"
        "from cc3k.api import Game\n"
        "from cc3k.engine.actions import OPTIONS\n"
        "sent = pickle.load(sys.stdin.buffer)\n"
        "print(sent == OPTIONS, [hash(one) for one in sent] == [hash(one) for one in OPTIONS])\n"
        "print(Game(8).play(sent[3]) == Game(8).play(OPTIONS[3]))\n"
    )
    hash(OPTIONS)
    there = environment() | {"PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", program]
    said = subprocess.check_output(command, env=there, input=pickle.dumps(OPTIONS))
    assert said.decode().split() == ["True", "True", "True"]


@pytest.mark.parametrize(
    "thing",
    [
        None,
        3,
        [],
        {},
        Move,
        ("a", "no"),
        Move(Direction("up", "Up", -2, 0)),
        Attack("no"),  # type: ignore[arg-type]
        Drink([]),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_action_is_named(thing: object) -> None:
    """A TypeError that says what was found and what was expected, and nothing has happened."""
    game = Game(1)
    before = game.hash()
    with pytest.raises(TypeError, match="expected an action or its words"):
        game.play(thing)  # type: ignore[arg-type]
    assert game.hash() == before


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("reason", REFUSALS, ids=lambda reason: type(reason).__name__)
def test_a_refusal_says_what_a_player_reads(reason: events.Refusal, copied: Copied) -> None:
    """R4, R36: the error as text is the sentence on the Action row; so is its copy's."""
    for refused in (Impossible(reason), copied(Impossible(reason))):
        assert isinstance(refused, Impossible)
        assert str(refused) == REFUSALS[reason]
        assert refused.reason == reason
        assert repr(refused) == f"Impossible({reason!r})"


def test_a_refusal_in_play_says_what_the_frame_would() -> None:
    """Whoever refuses it: the game, or the reader of words."""
    game = Game(1, drawing=room("@L\\"))
    said = {
        "we": "PC cannot move West.",
        "ea": "PC cannot move East: L is in the way.",
        "a we": "There is no enemy to the West.",
        "u we": "There is no potion to the West.",
        "fly": "There is no command 'fly'.",
        "no \x1b[31m": r"There is no command 'no \x1b[31m'.",
        "x" * 30: f"There is no command '{'x' * 20}...'.",
    }
    for words, sentence in said.items():
        with pytest.raises(Impossible) as refused:
            game.play(words)
        assert str(refused.value) == sentence


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("error", [LayoutError("a:1:1: b"), Diverged(3, "hp", 4, 5)], ids=str)
def test_an_error_crosses_to_another_process(error: Exception, copied: Copied) -> None:
    """An exception whose arguments are not those it is made of would break the worker's pipe."""
    again = copied(error)
    assert (type(again), str(again)) == (type(error), str(error))


def test_a_plan_is_written_down_as_its_rows() -> None:
    """Not with all that was worked out about it: where one is known already, it is that one."""
    game = Game(8)
    for words in ("no", "ea", "so", "we"):
        game.play(words)
    plan = plan_of(("|---|", "|...|", "|---|"))
    assert pickled(plan) is plan is copy.deepcopy(plan)
    assert len(pickle.dumps(BASE.plan)) < 2 * len(BASE.plan.ground)
    assert text_of(DRAWN.drawings) == DRAWING
    assert DRAWN.drawings[0].plan != BASE.plan
    others: list[object] = [None, BASE.plan.ground, BASE.plan.rows]
    assert BASE.plan not in others


def test_actions_are_told_apart_by_kind() -> None:
    """To go North is not to attack there."""
    assert len({*MOVES, *ATTACKS, *DRINKS, Hold()}) == len(OPTIONS)
