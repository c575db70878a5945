"""Travel over spawned floors whose enemies wander: it arrives, and never goes to and fro."""

import os
from collections import Counter

import pytest

from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.board import EAST, NORTH, SOUTH
from cc3k.engine.view import GameView
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.interruptions import MultiTurnCommand, SecondPress, play_turn
from cc3k.play.paths import find_steps
from cc3k.play.session import Session
from cc3k.play.travel import (
    MAX_WAIT_TURNS,
    AutoTravel,
    find_cells_beside_potions,
    find_free_gold,
    find_stairs,
)
from tests.support.expansions import played
from tests.support.scenarios import room, scenario

GOALS = (find_stairs, find_free_gold, find_cells_beside_potions)
SEEDS = range(30)
ROUNDS = int(os.environ.get("CC3K_TRAVEL_ROUNDS", "1"))
"""Times that each goal is travelled to in a game; `CC3K_TRAVEL_ROUNDS=3` comes farther down."""


def new_travel() -> MultiTurnCommand:
    return AutoTravel(find_stairs)


@pytest.mark.slow_from(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_cell_is_visited_twice_without_reason(seed: int) -> None:
    """Reasons: a turn or two of waiting, or one turning round, where no new cell was safe.

    Each step onto a cell that was visited before is checked against the safe paths of its moment.
    """
    session = Session(BASE_RULES, seed)
    game = session.start_game(RACES[seed % len(RACES)])
    for goals in GOALS * ROUNDS:
        travel, visited, again, reason = AutoTravel(goals), [GameView(game).hero_cell], 0, None
        while reason is None and game.outcome is None:
            view, floor = GameView(game), game.depth
            barred = view.threatened_cells() | set(visited)
            onward = find_steps(view, goals(view), barred)
            reason = play_turn(session, travel, session.handle_words)
            if game.depth > floor or view.hero_cell == visited[-1]:
                continue
            if view.hero_cell in visited:
                again += 1
                assert not onward or len(onward) > 8 or again <= 2 * MAX_WAIT_TURNS
            visited.append(view.hero_cell)
        counts = Counter(visited)
        assert max(counts.values()) <= 2 + MAX_WAIT_TURNS
        reversals = sum(one == two for one, two in zip(visited, visited[2:], strict=False))
        assert reversals <= 2 * MAX_WAIT_TURNS + 1
        if game.outcome is not None:
            break


@pytest.mark.slow_from(6)
@pytest.mark.parametrize("seed", range(30))
def test_travel_arrives_with_one_key_while_enemies_are_held(seed: int) -> None:
    """R5: then nothing changes on the way, so it arrives, or names what bars it before a step."""
    session = Session(BASE_RULES, seed)
    game = session.start_game(RACES[0])
    session.handle_words("f")
    _, reason = played(game, AutoTravel(find_stairs), session)
    assert game.depth == 2 or reason.endswith((" HP at worst)", " is ahead."))
    assert game.hero.hp == game.race.hp


@pytest.mark.slow
def test_travel_comes_to_the_stairs_by_its_key_alone() -> None:
    """On first floors full of wandering enemies, each press begun anew or going on at a risk."""
    presses = []
    for seed in range(40):
        session = Session(BASE_RULES, seed)
        game = session.start_game(RACES[1])
        count, travel = 0, new_travel()
        while game.depth == 1 and game.outcome is None:
            count += 1
            played(game, travel, session)
            bold = travel.again.command if isinstance(travel.again, SecondPress) else None
            travel = new_travel() if bold is None else bold
            assert count < 60, seed
        presses.append(count)
    assert sorted(presses)[len(presses) // 2] <= 4


def test_travel_waits_rather_than_going_far_round() -> None:
    """A body before the doorway goes away in a turn; the other way takes twenty steps."""
    rows = ["@##M..........\\", "#|||..........|", "#|||..........|", "##############|"]
    drawing = "\n".join([room(*rows)] * 2)
    game = scenario(drawing, steps=[EAST, EAST, SOUTH, *[SOUTH, NORTH] * 9])
    travel, taken = AutoTravel(find_stairs), 0
    while game.depth == 1 and (words := travel.next_command(game)) is not None:
        game.play(ACTIONS_BY_WORDS[words])
        taken += 1
    assert game.depth == 2
    assert taken <= 16
