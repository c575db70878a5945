"""One cell in sight: told without the rest of what is seen, and as by all of it (X8, X40)."""

import random

import pytest
from attrs import evolve

from cc3k.engine.actions import Move
from cc3k.engine.board import EAST
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.expansion import Expansion, SightHooks
from cc3k.engine.floor import Sight
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.expansions.fog import FOG
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.commands import command_table
from tests.support.expansion_sets import SetWalker, rules_of
from tests.support.scenarios import HIT, room, scenario

SETS = [(), ("fog",), ("gear",), ("fog", "gear"), tuple(each.name for each in OWN_EXPANSIONS)]


def new_game(rules: Rules) -> GameState:
    """Return a game at its beginning, with a hero who lasts."""
    race = evolve(rules.races[0], hp=5_000, max_hp=5_000)
    return GameState(rules, race, Dice("sees/game 1"))


@pytest.mark.slow_from(2)
@pytest.mark.parametrize("names", SETS, ids="+".join)
def test_a_cell_is_in_sight_if_all_of_the_sight_has_it(names: tuple[str, ...]) -> None:
    """X40: asked before anything else was, on every cell of every floor of a walk."""
    rules = rules_of(names)
    game, walker = new_game(rules), SetWalker(rules, random.Random("sees"))
    for _ in range(10):
        cells = range(len(game.floor.board.terrain))
        seen = [cell for cell in cells if game.sees(cell)]
        assert seen == [cell for cell in cells if game.sight.shows(cell)]
        game.play(command_table(rules).actions[walker.legal_words(game)])


def test_who_asks_for_a_cell_leaves_the_memory_as_it_is() -> None:
    """X40: what is remembered does not depend on what was asked, nor on when."""
    rules = rules_of(("fog", "hunters", "gear"))
    games = [new_game(rules) for _ in range(3)]
    walker = SetWalker(rules, random.Random("memory"))
    for _ in range(80):
        words = walker.legal_words(games[0])
        for game in games:
            game.play(command_table(rules).actions[words])
        games[1].sees(games[1].floor.hero_cell)
        assert games[2].sight.seen
    assert games[0].turns > 50
    assert len({game.digest() for game in games}) == 1


def test_an_enemy_notices_without_all_of_a_sight_being_worked_out() -> None:
    """X8: that would cost as much as many turns."""

    def refuse(_game: GameState, _sight: Sight) -> Sight:
        message = "nobody asked for all that is seen"
        raise AssertionError(message)

    rules = rules_with((evolve(FOG, sight=evolve(FOG.sight, limit_sight=refuse)), HUNTERS))
    game = scenario(room(r"@..O.\ "), luck=[HIT], steps=[EAST], rules=rules)
    (noticed,) = [e for e in game.play(Move(EAST)) if isinstance(e, ExpansionEvent)]
    assert noticed.name == "hunters.noticed"


def test_a_limit_without_a_test_of_one_cell_is_asked_for_all() -> None:
    """X7: such as that of another package, which only says what is seen."""

    def see_nothing(_game: GameState, sight: Sight) -> Sight:
        return evolve(sight, visible=frozenset())

    mist = Expansion(
        name="mist",
        sentence="Nobody is seen.",
        sight=SightHooks(limit_sight=see_nothing),
    )
    here = scenario(room(r"@...\ "), rules=rules_with((FOG,)))
    assert here.sees(here.floor.hero_cell)
    there = scenario(room(r"@...\ "), rules=rules_with((FOG, mist)))
    assert not there.sees(there.floor.hero_cell)
