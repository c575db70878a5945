"""What may be done now: what is listed is what is not refused."""

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import (
    ALL_ACTIONS,
    Attack,
    Drink,
    Move,
    PlayerAction,
    ToggleFreeze,
    legal_actions,
)
from cc3k.engine.board import EAST, NORTH, NORTHEAST, NORTHWEST, SOUTH, SOUTHEAST, SOUTHWEST, WEST
from cc3k.engine.dice import Dice
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Impossible
from tests.support.effort import EFFORT
from tests.support.scenarios import room, scenario

ONE_FLOOR = evolve(BASE_RULES, floor_count=1)
GAMES, TURNS = 1 + EFFORT, 200


def is_refused(game: GameState, action: Action) -> bool:
    try:
        game.copy().play(action)
    except Impossible:
        return True
    return False


def tried(game: GameState) -> list[PlayerAction]:
    return [option for option in ALL_ACTIONS if not is_refused(game, option)]


@pytest.mark.walk
@pytest.mark.slow_from(1)
@pytest.mark.parametrize("race", BASE_RULES.races, ids=lambda race: race.name)
def test_what_is_listed_is_what_can_be_done_in_long_games(race: Race) -> None:
    """R4: turn by turn, through fights, potions, doorways and down the stairs."""
    dice = Dice(f"long games of a {race.name}")
    for number in range(GAMES):
        game = GameState(BASE_RULES, race, Dice(f"{number}"))
        for _ in range(TURNS):
            options = legal_actions(game)
            assert options == tried(game)
            if not options:
                break
            game.play(dice.pick(options))


def test_options_stand_in_a_fixed_order() -> None:
    """Moves, attacks and drinks, each by direction as the document lists them, and `f`."""
    game = scenario(room("M0.", "8@|", "#L\\"))
    assert legal_actions(game) == [
        Move(WEST),
        Move(NORTHEAST),
        Move(SOUTHEAST),
        Move(SOUTHWEST),
        Attack(SOUTH),
        Attack(NORTHWEST),
        Drink(NORTH),
        ToggleFreeze(),
    ]


def test_nothing_can_be_done_when_it_is_over() -> None:
    """R33: what is left is to play again or to quit, and that is no action."""
    game = scenario(room("@\\"), rules=ONE_FLOOR)
    assert legal_actions(game) == [Move(EAST), ToggleFreeze()]
    game.play(Move(EAST))
    assert legal_actions(game) == tried(game) == []
