"""What programs are given are values: a copy of one, or one from another process, is equal."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest

from cc3k import api
from cc3k.api import Attack, Direction, Drink, Game, Impossible, LayoutError, Move, Outcome
from cc3k.bots.game import action_from_choice
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, NORMAL_PILE
from cc3k.engine import events, refusals
from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.board import DIRECTIONS, NORTH, board_from_rows
from cc3k.engine.items import Loot
from cc3k.engine.stats import BaseStats, StatModifier
from cc3k.play.commands import COMMANDS_BY_WORDS, command_table
from cc3k.saves.replay import ReplayDiverged
from tests.support.processes import environment
from tests.support.scenarios import room
from tests.support.tables import for_each

Copied: TypeAlias = Callable[[object], object]


def pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - of our own


HAPPENED = (
    events.HeroSpawned(),
    events.Moved("East", ("RH", None)),
    events.Descended("East", 2),
    events.Escaped("East"),
    events.PickedUp(2),
    events.Drank("RH"),
    events.Struck("PC", "elf", 23, 117),
    events.Missed("elf", "PC"),
    events.Slain("PC", "elf"),
    events.Provoked("merchant"),
    events.Looted("elf", 2),
    events.Stole(5),
    events.Drained(5),
    events.Sickened("dwarf", 5),
    events.Regenerated(5),
    events.ArrivedBesidePotions((None, "PH")),
    events.FreezeToggled(enemies_frozen=True),
    events.TookTrinket("compass"),
    events.ExpansionEvent("pack.threw", "PC throws a WA.", "You throw a WA."),
)

REFUSALS = {
    refusals.BlockedByWall("East"): "PC cannot move East.",
    refusals.BlockedByThing("East", "elf"): "PC cannot move East: elf is in the way.",
    refusals.NoEnemyThere("East"): "There is no enemy to the East.",
    refusals.NoPotionThere("East"): "There is no potion to the East.",
    refusals.GameOver(): "The game is over.",
    refusals.UnknownCommand("jump"): "There is no command 'jump'.",
    refusals.NothingToUndo(): "There is no turn to take back.",
    refusals.ExpansionRefusal("The pack is full.", "Your pack is full."): "The pack is full.",
}
"""What a player reads for each reason."""

DRAWING = room("@.L0", "..6\\") + "\n"

DRAWN = read_layout(DRAWING.encode("ascii"), "drawn", BASE_RULES)

VALUES: tuple[object, ...] = (
    *DIRECTIONS,
    *ALL_ACTIONS,
    *COMMANDS_BY_WORDS.values(),
    *HAPPENED,
    *REFUSALS,
    Outcome(events.Slain("PC", "elf")),
    Game(8).observe(),
    *Game(8).observe().enemies,
    *BASE_RULES.races,
    *BASE_RULES.enemy_kinds,
    *BASE_RULES.potions,
    *BASE_RULES.piles,
    Loot(2, (NORMAL_PILE,)),
    StatModifier(BaseStats(25, 25), 5),
    BASE_RULES.standard_board,
    DRAWN.floor_layouts[0].board,
    DRAWN.floor_layouts[0],
    DRAWN,
    BASE_RULES,
)


@for_each("copied", [copy.copy, copy.deepcopy, pickled])
@for_each("value", VALUES)
def test_a_copy_of_a_value_is_equal_to_it(value: object, copied: Copied) -> None:
    again = copied(value)
    assert again == value
    assert type(again) is type(value)
    assert hash(again) == hash(value)


def test_every_event_and_refusal_is_tried() -> None:
    tried = {type(event) for event in (*HAPPENED, *REFUSALS)}
    assert tried == {*events.Event.__args__, *refusals.Refusal.__args__}


def test_directions_are_equal_by_value() -> None:
    """One made elsewhere will do, and one that leads elsewhere will not."""
    assert Direction("no", "North", -1, 0) == NORTH
    assert {NORTH: "up"}[Direction("no", "North", -1, 0)] == "up"
    assert Direction("no", "North", -2, 0) != NORTH
    assert len({"no", NORTH}) == 2


@for_each("copied", [copy.deepcopy, pickled])
@for_each("number", range(len(ALL_ACTIONS)))
def test_a_copy_of_an_action_is_played_as_the_action_is(number: int, copied: Copied) -> None:
    option, again = ALL_ACTIONS[number], copied(ALL_ACTIONS[number])
    assert isinstance(again, api.Move | api.Attack | api.Drink | api.ToggleFreeze)
    table = command_table(BASE_RULES)
    assert action_from_choice(again, table) == option
    assert table.words_by_action[option] == table.words_by_action[again]
    game = Game(1, drawing=room("LLL0", "L@L0", "|.00", "..0\\"))
    if option in game.legal_actions():
        ahead = game.copy()
        assert game.play(again) == ahead.play(option)
        assert game.hash() == ahead.hash()
    else:
        with pytest.raises(Impossible):
            game.play(again)


@pytest.mark.slow
def test_an_action_crosses_to_another_process() -> None:
    program = (
        "import pickle, sys\n"
        "from cc3k.api import Game\n"
        "from cc3k.engine.actions import ALL_ACTIONS\n"
        "sent = pickle.load(sys.stdin.buffer)\n"
        "print(sent == ALL_ACTIONS)\n"
        "print([hash(one) for one in sent] == [hash(one) for one in ALL_ACTIONS])\n"
        "print(Game(8).play(sent[3]) == Game(8).play(ALL_ACTIONS[3]))\n"
    )
    hash(ALL_ACTIONS)
    there = environment() | {"PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", program]
    said = subprocess.check_output(command, env=there, input=pickle.dumps(ALL_ACTIONS))
    assert said.decode().split() == ["True", "True", "True"]


@for_each(
    None,
    3,
    [],
    {},
    Move,
    ("a", "no"),
    Move(Direction("up", "Up", -2, 0)),
    Attack("no"),  # type: ignore[arg-type]
    Drink([]),  # type: ignore[arg-type]
)
def test_what_is_no_action_is_named(thing: object) -> None:
    """A TypeError that says what was found and what was expected, and nothing has happened."""
    game = Game(1)
    before = game.hash()
    with pytest.raises(TypeError, match="expected an action or its words"):
        game.play(thing)  # type: ignore[arg-type]
    assert game.hash() == before


@for_each("copied", [copy.copy, copy.deepcopy, pickled])
@for_each("reason", REFUSALS)
def test_a_refusal_says_what_a_player_reads(reason: refusals.Refusal, copied: Copied) -> None:
    """R4, R36: the error as text is the sentence that says why; so is its copy's."""
    for refused in (Impossible(reason), copied(Impossible(reason))):
        assert isinstance(refused, Impossible)
        assert str(refused) == REFUSALS[reason]
        assert refused.reason == reason
        assert repr(refused) == f"Impossible({reason!r})"


def test_a_refusal_in_play_says_why_in_names() -> None:
    game = Game(1, drawing=room("@L\\"))
    said = {
        "we": "PC cannot move West.",
        "ea": "PC cannot move East: halfling is in the way.",
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


@for_each("copied", [copy.copy, copy.deepcopy, pickled])
@for_each("error", [LayoutError("a:1:1: b"), ReplayDiverged(3, "hp", 4, 5)])
def test_an_error_crosses_to_another_process(error: Exception, copied: Copied) -> None:
    """An exception whose arguments are not those it is made of would break the worker's pipe."""
    again = copied(error)
    assert (type(again), str(again)) == (type(error), str(error))


def test_the_tables_of_a_board_cannot_be_changed() -> None:
    board = board_from_rows(("|--|", "|..|", "|--|"))
    tables: tuple[object, ...] = (board.neighbours, board.neighbourhood)
    for table in tables:
        assert isinstance(table, dict)
        for change in (table.update, table.clear, table.popitem):
            with pytest.raises(TypeError, match="found a change to the table of a board"):
                change()
