"""The catalogue: what lies where on the floors of the first twenty seeds, and by which way."""

from math import inf

from cc3k.content.floor_contents import floors_of_seed, list_floor_contents
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import DIRECTIONS, WALL_GLYPHS, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.items import Potion
from cc3k.engine.stats import BaseStats
from cc3k.play.session import Session
from tests.conftest import Golden
from tests.support.fixed_roster import FIXED_RULES
from tests.support.tables import for_each

SEEDS = range(1, 21)
DEPTHS = range(1, BASE_RULES.floor_count + 1)

HEADING = """\
What lies where on the floors of the first game of each seed: row,column, both from 1.
Behind a dragon stands which hoard is its own."""

TITAN = Race("Titan", "!", 1_000_000, BaseStats(1_000_000, 1_000_000), max_hp=None)
"""A hero whom nothing stops on the way down."""


def test_catalogue_of_floors_never_changes(golden: Golden) -> None:
    """R34: the floors of a seed are always the same."""
    floors = [
        f"seed {seed} floor {depth}\n{listing(floor)}"
        for seed in SEEDS
        for depth, floor in enumerate(floors_of_seed(FIXED_RULES, seed), start=1)
    ]
    golden("catalogue", "\n\n".join([HEADING, *floors]) + "\n")


@for_each("seed", [1, 7, 20])
def test_floor_is_the_same_whatever_happened_before_it(seed: int) -> None:
    """R34: chance is forked by label, so a floor reached by play is the floor made directly."""
    dice = first_dice(seed)
    game = GameState(BASE_RULES, TITAN, dice)
    for depth in DEPTHS:
        assert game.depth == depth
        assert listing(game.floor) == listing(floor_of(dice, depth))
        walk_down(game)
    assert game.outcome is not None
    assert game.outcome.won


def first_dice(seed: int) -> Dice:
    """Return the dice of the first game of a seed, as a session has them."""
    session = Session(BASE_RULES, seed)
    session.start_game(BASE_RULES.races[0])
    assert session.game is not None
    return session.game.dice


def floor_of(dice: Dice, depth: int) -> Floor:
    return BASE_RULES.generate_floor(
        FloorLayout(BASE_RULES.standard_board), BASE_RULES, dice.fork(f"floor {depth}")
    )


def listing(floor: Floor) -> str:
    """Return what lies where, a line a kind: its mark in a layout file, its name, its places."""
    return "\n".join(
        f"{stock.mark} {stock.name}: {'  '.join(map(str, stock.spots))}"
        for stock in list_floor_contents(floor)
    )


def walk_down(game: GameState) -> None:
    floor = game.floor
    steps = _steps_to(floor.stairs_cell, floor)
    while game.floor is floor and game.outcome is None:
        game.play(_next_action(floor, steps))


def _steps_to(cell: Cell, floor: Floor) -> dict[Cell, int]:
    steps, edge = {cell: 0}, [cell]
    for reached in edge:
        for near in floor.board.neighbours[reached]:
            if near not in steps and floor.terrain[near] not in WALL_GLYPHS:
                steps[near] = steps[reached] + 1
                edge.append(near)
    return steps


def _next_action(floor: Floor, steps: dict[Cell, int]) -> Action:
    def ahead(way: int) -> Cell:
        return floor.hero_cell + DIRECTIONS[way].offset(floor.board.stride)

    way = min(range(len(DIRECTIONS)), key=lambda way: steps.get(ahead(way), inf))
    if ahead(way) in floor.enemies:
        return Attack(DIRECTIONS[way])
    if isinstance(floor.items.get(ahead(way)), Potion):
        return Drink(DIRECTIONS[way])
    return Move(DIRECTIONS[way])
