"""What is collected on spawned floors, and what is known to be left when the PC leaves one."""

import re

from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.events import Descended, Drank
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.collect import Collect
from cc3k.play.interruptions import play_turn
from cc3k.play.messages import NOTHING_LEFT
from cc3k.play.session import Session
from cc3k.play.travel import (
    AutoTravel,
    StairsJourney,
    find_free_gold,
    find_stairs,
    journey_to,
    left_behind_message,
    things_left,
)
from tests.expansions.test_fog import CLOSED, TWO_CHAMBERS
from tests.expansions.test_gear import gear_game
from tests.support.expansions import expanded
from tests.support.scenarios import scenario
from tests.support.tables import for_each


@for_each("seed", range(6))
def test_collecting_costs_no_blow_and_never_leaves_the_floor(seed: int) -> None:
    """On spawned floors whose enemies wander; it comes to an end, and nobody strikes on the way."""
    session = Session(BASE_RULES, seed)
    game = session.start_game(RACES[seed % len(RACES)])
    for tries_unknown in (False, False, True):
        collect, hp, turns = Collect(HpLimit(1), tries_unknown), game.hero.hp, game.turns
        for _ in range(1000):
            danger = GameView(game).threatened_cells()
            cell = game.floor.hero_cell
            reason = play_turn(session, collect, session.give)
            assert not any(isinstance(event, Descended) for event in game.last_events)
            assert game.floor.hero_cell == cell or game.floor.hero_cell not in danger
            if reason is not None:
                break
        else:
            raise AssertionError(seed)
        is_refused = "is close: nothing is explored or collected" in reason
        assert is_refused or any(told in reason for told in ("Left: ", "Stopped: ", NOTHING_LEFT))
        sums = re.match(r"(\d+ gold, )?(\d+ potions?, )?\d+ turns?\. ", reason)
        assert (sums is not None) is (game.turns > turns)
        if not tries_unknown:
            assert game.hero.hp >= hp
            assert not any(isinstance(event, Drank) for event in game.last_events)


@for_each(
    ({}, ""),
    ({"gold": 1}, "Left on floor 3: 1 gold."),
    ({"gold": 7, "potion": 1}, "Left on floor 3: 7 gold and 1 potion."),
    (
        {"gold": 7, "potion": 2, "unseen place": 3},
        "Left on floor 3: 7 gold, 2 potions and 3 unseen places.",
    ),
)
def test_what_is_left_is_one_sentence(left: dict[str, int], said: str) -> None:
    assert left_behind_message(3, left) == said


def test_unseen_places_count_where_they_can_be_walked_to() -> None:
    """X42: as `o` would go there; without fog there are none."""
    assert things_left(GameView(expanded("fog", TWO_CHAMBERS))).keys() == {"potion", "unseen place"}
    assert things_left(GameView(scenario(TWO_CHAMBERS))) == {"gold": 2, "potion": 1}
    assert things_left(GameView(expanded("fog", CLOSED))) == {}


def test_trinkets_are_named() -> None:
    """X60: what an expansion lays on a floor is told by its name."""
    assert things_left(GameView(gear_game("@.C.\\"))) == {"compass": 1}


def test_only_the_way_to_the_stairs_is_such_a_journey() -> None:
    assert isinstance(journey_to(find_free_gold, DEFAULT_HP_LIMIT), AutoTravel)
    assert isinstance(journey_to(find_stairs, DEFAULT_HP_LIMIT), StairsJourney)
