"""Ways: where they lead, where an enemy would strike, and travel among enemies that wander."""

import os
from collections import Counter

import pytest

from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    SOUTH,
    SOUTHEAST,
    Cell,
    Direction,
    board_from_rows,
)
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.interruptions import MultiTurnCommand, SecondPress, play_turn
from cc3k.play.paths import Path, find_path, find_steps
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
from tests.support.tables import for_each
from tests.support.walks import steps_taken

DETOUR = r"""
    |-----------|
    |...........|
    |.@...H...\.|
    |...........|
    |...........|
    |...........|
    |-----------|"""


def path_to(game: GameState, *goals: Cell) -> Path:
    found = find_path(GameView(game), goals)
    assert found is not None
    return found


def test_a_path_is_the_shortest() -> None:
    game = scenario(room("@.....", "....\\."))
    found = path_to(game, game.floor.stairs_cell)
    assert found.is_safe
    assert found.steps == (EAST, EAST, EAST, SOUTHEAST)


def test_a_path_goes_round_an_enemys_reach() -> None:
    game = scenario(DETOUR)
    found = path_to(game, game.floor.stairs_cell)
    assert found.is_safe
    assert len(found.steps) == 8
    cell, danger = game.floor.hero_cell, GameView(game).threatened_cells()
    for way in found.steps:
        cell += way.offset(game.floor.board.stride)
        assert cell not in danger
    assert cell == game.floor.stairs_cell
    assert path_to(game, game.floor.hero_cell).steps == (), "there already"


@for_each(("@..M..\\", 2, 3), ("@..0..\\", 2, 3), ("@..H..\\", 1, 2))
def test_a_path_leads_up_to_what_bars_the_only_way(row: str, steps: int, barred: int) -> None:
    """R9: a body or a potion is not walked onto; of an enemy awake the reach is where it ends."""
    game = scenario(room(row))
    found = find_path(GameView(game), [game.floor.stairs_cell])
    assert found == Path((EAST,) * steps, is_safe=True, blocked_cell=game.floor.hero_cell + barred)


def test_what_bars_the_way_is_as_little_as_can_be() -> None:
    game = scenario(room("@.0M...", "..||||.", "...0..\\"))
    found = path_to(game, game.floor.stairs_cell)
    assert found.blocked_cell == game.floor.hero_cell + 2 * game.floor.board.stride + 3


def test_the_way_up_to_what_bars_it_is_a_safe_one() -> None:
    game = scenario(room("@..H...0\\", ".......||", ".......||", ".......||"))
    floor = game.floor
    found = path_to(game, floor.stairs_cell)
    assert found.blocked_cell == floor.hero_cell + 7
    assert len(found.steps) == 6
    cell, danger = floor.hero_cell, GameView(game).threatened_cells()
    for way in found.steps:
        cell += way.offset(floor.board.stride)
        assert cell not in danger


def test_a_path_past_an_enemy_is_found_but_not_safe() -> None:
    """Where no way avoids it, the shortest is told and said to be dangerous."""
    game = scenario(room("@.....\\", "...L..."))
    found = path_to(game, game.floor.stairs_cell)
    assert not found.is_safe
    assert found.steps == (EAST,) * 6


def test_nobody_peaceful_is_gone_round() -> None:
    """§2.2: merchants are neutral until one is attacked."""
    game = scenario(room("@.....\\", "...M..."))
    assert GameView(game).threatened_cells() == set()
    assert path_to(game, game.floor.stairs_cell).is_safe
    game.hero.provoked_kinds.add("merchant")
    assert GameView(game).threatened_cells()


def test_a_hoard_is_part_of_its_dragons_reach() -> None:
    """R22: a dragon attacks whoever is within one block of it or of its hoard."""
    game = scenario(room("@......9.", "........D", ".......\\."))
    stride = game.floor.board.stride
    assert {stride + 6, stride + 7} & GameView(game).threatened_cells() == {stride + 7}


def test_threat_is_the_first_enemy_that_could_strike_there() -> None:
    """§2.5: in reading order; nobody peaceful, and a dragon also beside its hoard (R22)."""
    game = scenario(room("@.M.L", "..H..", "9....", ".D..\\"))
    floor = game.floor
    stride, names = floor.board.stride, []
    for cell in (
        floor.hero_cell,
        floor.hero_cell + 1,
        floor.hero_cell + 3,
        floor.hero_cell + stride,
    ):
        enemy = GameView(game).find_threat(cell)
        names.append(None if enemy is None else enemy.kind.name)
    assert names == [None, "human", "halfling", "dragon"]


def test_the_stairs_are_stepped_on_only_as_a_goal() -> None:
    game = scenario(room("@.\\.6"))
    assert find_path(GameView(game), [game.floor.board.stride + 5]) is None
    assert path_to(game, game.floor.stairs_cell).steps == (EAST, EAST)


@for_each("enemy", "HWEOLM")
def test_a_body_is_walked_round(enemy: str) -> None:
    """R9: never onto an enemy; past one that is hostile only as there is no other way."""
    game = scenario(room(".....", f"@.{enemy}.\\"))
    found = path_to(game, game.floor.stairs_cell)
    assert found.is_safe is (enemy == "M")
    assert len(found.steps) == 4
    assert "@" not in walked(game.floor, found.steps)
    assert enemy not in walked(game.floor, found.steps)


@for_each("thing", "0123459")
def test_potions_are_walked_round_and_gold_is_walked_over(thing: str) -> None:
    """R9: never onto a potion; onto gold, guarded or not."""
    game = scenario(room(f"@{thing}.\\", "###."))
    found = path_to(game, game.floor.stairs_cell)
    assert len(found.steps) == 3
    assert "P" not in walked(game.floor, found.steps)


def test_one_of_several_goals_is_the_nearest() -> None:
    game = scenario(room("7..@.7", "0....\\"))
    first, last = game.floor.board.stride + 1, game.floor.board.stride + 6
    found = path_to(game, 0, first, first + game.floor.board.stride, last)
    assert found.steps == (EAST, EAST)


def walked(floor: Floor, steps: tuple[Direction, ...]) -> str:
    cell, seen = floor.hero_cell, ""
    for way in steps:
        cell += way.offset(floor.board.stride)
        seen += chr(floor.glyphs[cell])
    return seen


@for_each("seed", range(40))
def test_paths_are_as_short_as_any(seed: int) -> None:
    """On chance floors: as long as distances relaxed until nothing changes say, and walkable."""
    dice = Dice(f"maze {seed}")
    rows = ["".join(".#+ |"[dice.below(5)] for _ in range(12)) for _ in range(7)]
    floor = Floor(board_from_rows(tuple(room(*rows).splitlines())))
    open_cells = [cell for cell, glyph in enumerate(floor.terrain) if glyph in b".#+"]
    hero, goal = dice.pick(open_cells), dice.pick(open_cells)
    floor.place_hero(hero)
    game = scenario(room("@\\"))
    game.floor = floor
    found = find_path(GameView(game), [goal])
    distance = distances(open_cells, hero, floor.board.stride)
    assert (found is None) is (goal not in distance)
    if found is not None:
        assert len(found.steps) == distance[goal]
        assert all(glyph in ".#+" for glyph in walked(floor, found.steps))
        assert hero + sum(way.offset(floor.board.stride) for way in found.steps) == goal


def distances(cells: list[Cell], start: Cell, stride: int) -> dict[Cell, int]:
    shifts = [way.offset(stride) for way in DIRECTIONS]
    known = {start: 0}
    while True:
        further = {
            cell: min(known[cell + shift] + 1 for shift in shifts if cell + shift in known)
            for cell in cells
            if cell not in known and any(cell + shift in known for shift in shifts)
        }
        if not further:
            return known
        known.update(further)


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
            reason = play_turn(session, travel, session.give)
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
    session.give("f")
    _, reason = played(game, AutoTravel(find_stairs), session)
    assert game.depth == 2 or reason.endswith((" HP a turn)", " is ahead."))
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
    assert len(steps_taken(game, AutoTravel(find_stairs))) <= 16
    assert game.depth == 2
