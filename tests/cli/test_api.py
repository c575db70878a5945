"""The game for programs: what it says, does and shows, beside what a person is shown."""

import copy
import doctest
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

import attrs
import pytest

import cc3k
from cc3k import api
from cc3k.api import Attack, Drink, Game, Impossible, Move, Outcome, SeenEnemy, ToggleFreeze
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import EAST, NORTH, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, WEST
from cc3k.engine.events import PC, Drank, Event, Means, PickedUp, Slain
from cc3k.engine.refusals import GameOver, NoEnemyThere, Refusal, UnknownCommand
from cc3k.play.session import Session
from tests.support.processes import environment
from tests.support.scenarios import room
from tests.support.tables import for_each

WORDS = ["no", "ea", "a we", "f", "ea", "u no", "sw", "a no", "a ea", "so", "ne"]


class GameOptions(TypedDict, total=False):
    race: str
    layout: str
    drawing: str


@pytest.mark.seeded
def test_the_example_is_true() -> None:
    results = doctest.testmod(api)
    assert results.attempted > 5
    assert results.failed == 0


@for_each("race", [race.name.lower() for race in BASE_RULES.races])
def test_a_game_is_the_first_one_of_its_seed(race: str) -> None:
    """R34: turn by turn what the command line shows for that seed and race."""
    session, game = Session(BASE_RULES, 42), Game(42, race)
    session.give(race[0])
    assert game.frame() == session.frame_or_prompt()
    for words in WORDS:
        list(session.play_words(words.split()))
        assert outcome_of(game, words) == (session.last_refusal or session.last_events)
        assert session.last_refusal or game.frame() == session.frame_or_prompt()


def outcome_of(game: Game, words: str) -> tuple[Event, ...] | Refusal:
    try:
        return game.play(words)
    except Impossible as refusal:
        return refusal.reason


def test_words_and_values_do_the_same() -> None:
    """§4, R35: an action may be said or given, and case and blanks matter not."""
    drawing = room("@L0\\")
    for words, action in (("f", ToggleFreeze()), (" A  EA ", Attack(EAST))):
        said, given = Game(1, drawing=drawing), Game(1, drawing=drawing)
        assert said.play(words) == given.play(action)
        assert said.hash() == given.hash()


@for_each("words", ["", "a", "jump", "r", "q", "no ea"])
def test_what_is_no_action_is_refused(words: str) -> None:
    """R4: and so is what is about games rather than in one."""
    game = Game(1)
    before = game.hash()
    with pytest.raises(Impossible) as refused:
        game.play(words)
    assert refused.value.reason == UnknownCommand(words)
    assert game.hash() == before


def test_what_cannot_be_done_is_refused() -> None:
    """R4: the reason is that of the game."""
    with pytest.raises(Impossible) as refused:
        Game(1, drawing=room("@.\\")).play(Attack(EAST))
    assert refused.value.reason == NoEnemyThere("East")


def test_what_can_be_done_is_listed_until_it_is_over() -> None:
    """§5: nothing can be done after the end."""
    game = Game(1, "vampire", drawing=room("333", "3@3", "7|\\"))
    drinks = [Drink(way) for way in (NORTH, EAST, WEST, NORTHEAST, NORTHWEST)]
    assert game.legal_actions() == [Move(SOUTHEAST), Move(SOUTHWEST), *drinks, ToggleFreeze()]
    for drink in drinks:
        game.play(drink)
    assert game.legal_actions() == []
    assert game.observe().outcome == Outcome(Slain(PC, "PH", means=Means.POTION))
    with pytest.raises(Impossible) as refused:
        game.play(ToggleFreeze())
    assert refused.value.reason == GameOver()


def test_an_observation_shows_what_is_there() -> None:
    """§3: the board, the figures of the status rows, and the enemies with their HP."""
    game = Game(1, "drow", drawing=room("D..M", "91@.", "..7\\"))
    game.play("f")
    assert game.play("u we")[0] == Drank("BA")
    assert game.observe() == api.Observation(
        board=("|----|", "|D..M|", "|G.@.|", "|..G\\|", "|----|"),
        row=2,
        column=3,
        race="Drow",
        hp=150,
        max_hp=150,
        attack=32,
        defence=15,
        gold=0,
        score=0,
        floor=1,
        turns=1,
        enemies_frozen=True,
        known_potions=("BA",),
        enemies=(
            SeenEnemy(1, 1, "dragon", "D", 150, 150, hostile=True),
            SeenEnemy(1, 4, "merchant", "M", 30, 30, hostile=False),
        ),
        outcome=None,
    )


def test_what_is_known_is_told_by_name() -> None:
    """R18: every kind used so far, in the order of the alphabet."""
    game = Game(1, drawing=room("543", "2@0", "|1\\"))
    for words in ("u so", "u we", "u ea", "u no", "u nw", "u ne"):
        game.play(words)
    assert game.observe().known_potions == ("BA", "BD", "PH", "RH", "WA", "WD")


def test_an_observation_stays_as_it_was_made() -> None:
    game = Game(1, drawing=room("@.6\\"))
    seen = game.observe()
    kept = attrs.evolve(seen)
    game.play("ea")
    assert seen == kept != game.observe()


def pickled(game: Game) -> Game:
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - of our own
    assert isinstance(again, Game)
    return again


@for_each("copied", [Game.copy, copy.copy, copy.deepcopy, pickled])
def test_a_copy_goes_its_own_way(copied: Callable[[Game], Game]) -> None:
    game = Game(5)
    game.play(game.legal_actions()[0])
    before, seen = game.hash(), game.observe()
    twin = copied(game)
    ahead = [twin.play(action) for action in [ToggleFreeze(), twin.legal_actions()[0]]]
    assert (game.hash(), game.observe()) == (before, seen)
    assert twin.hash() != before
    assert [game.play(action) for action in [ToggleFreeze(), game.legal_actions()[0]]] == ahead
    assert game.hash() == twin.hash()


def test_a_layout_has_a_name_or_a_path(tmp_path: Path) -> None:
    """R29: as on the command line."""
    path = tmp_path / "mine.txt"
    path.write_text(room("@6\\"), encoding="ascii")
    for layout in (str(path), path):
        assert Game(1, layout=layout).play("ea")[1:] == (PickedUp(2),)
    assert Game(1, layout="dragon").hash() != Game(1).hash()


def test_what_is_odd_about_a_layout_is_a_warning() -> None:
    """R30: a board copied off the screen loads, with a word about it, where it was asked for."""
    with pytest.warns(UserWarning, match="drawing:2: P is read as a potion of any kind") as told:
        Game(1, drawing=room("@P\\"))
    assert [warning.filename for warning in told] == [__file__]


class Unnamed:
    def __fspath__(self) -> bytes:
        return b"dragon"

    def __repr__(self) -> str:
        return "Unnamed()"


@for_each(
    ({"race": "orc"}, "race 'orc': expected one of shade, drow, vampire, troll, goblin"),
    ({"layout": "dragon", "drawing": "|-|"}, "both a layout and a drawing: expected one"),
    ({"race": None}, "race None: expected one of shade, drow, vampire, troll, goblin"),
    ({"race": b"troll"}, "race b'troll': expected one of shade"),
    ({"race": 3}, "race 3: expected one of shade"),
    ({"layout": 3}, "layout 3: expected a path, or the name of one of the game's own"),
    ({"layout": b"dragon"}, "layout b'dragon': expected a path, or the name"),
    ({"layout": Unnamed()}, r"layout Unnamed\(\): expected a path, or the name"),
    ({"drawing": b"|-|"}, "a drawing that is bytes: expected the text of a layout"),
    ({"drawing": Path("mine")}, "a drawing that is PosixPath: expected the text of a layout"),
)
def test_what_is_of_no_use_is_named(arguments: GameOptions, complaint: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{complaint}"):
        Game(1, **arguments)


def test_the_package_offers_what_the_module_does() -> None:
    assert cc3k.__all__ == api.__all__
    for name in api.__all__:
        assert getattr(cc3k, name) is getattr(api, name)
    assert not hasattr(cc3k, "Session")
    assert not hasattr(cc3k, "BASE"), "what it only uses is not offered"
    everything: dict[str, object] = {}
    exec("from cc3k import *", everything)  # noqa: S102 - a star is not allowed in a function
    assert everything.keys() - {"__builtins__"} == set(api.__all__)


def test_the_package_costs_nothing_until_it_is_used() -> None:
    program = "import sys, cc3k; print([name for name in sys.modules if name.startswith('cc3k.')])"
    command = [sys.executable, "-c", program]
    assert subprocess.check_output(command, env=environment(), text=True) == "[]\n"
