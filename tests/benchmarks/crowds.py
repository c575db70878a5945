"""What a crowd costs: a hundred times the enemies, on a hundred times the board."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from cc3k.engine.actions import Move, legal_actions
from cc3k.engine.board import board_from_rows
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from tests.benchmarks.clock import in_turn, median_ratio, medians
from tests.benchmarks.figures import TIMES, Figure

SIDE = 10
"""How many standard boards the large one is wide and high."""

CROWD = SIDE * SIDE
TURNS, CROWDED_TURNS = 6_000, 60
EVER = 10**9
"""HP of a hero who lives as long as is measured."""


def figures() -> Iterator[Figure]:
    usual, crowded = game_of(BASE_RULES), game_of(crowded_rules())
    way, crowded_way = a_way(usual, TURNS), a_way(crowded, CROWDED_TURNS)
    rounds = in_turn(lambda: walk(crowded, crowded_way), lambda: walk(usual, way))
    dearer = median_ratio(rounds) * TURNS / CROWDED_TURNS
    yield Figure("a turn of 2,000 enemies, against one of 20", dearer, TIMES, at_most=160)
    seconds, _ = medians(rounds)
    yield Figure("a turn of 2,000 enemies", seconds / CROWDED_TURNS * 1_000, "CPU-ms")


def crowded_rules() -> Rules:
    """Return rules with a board of a hundred standard ones and as much on it as on all of them."""
    rows = tuple([row * SIDE for row in STANDARD_BOARD_TEXT.splitlines()] * SIDE)
    return evolve(
        BASE_RULES,
        standard_board=board_from_rows(rows),
        potions_per_floor=BASE_RULES.potions_per_floor * CROWD,
        piles_per_floor=BASE_RULES.piles_per_floor * CROWD,
        enemies_per_floor=BASE_RULES.enemies_per_floor * CROWD,
    )


def game_of(rules: Rules) -> GameState:
    return GameState(rules, evolve(BASE_RULES.races[0], hp=EVER, max_hp=EVER), Dice("crowd"))


def a_way(game: GameState, turns: int) -> list[Move]:
    """Return so many steps that can be taken one after another, none of them onto the stairs."""
    ways, game, way = Dice("ways"), game.copy(), list[Move]()
    floor = game.floor
    for _ in range(turns):
        steps = [
            step
            for step in legal_actions(game)
            if isinstance(step, Move)
            and floor.hero_cell + step.direction.offset(floor.board.stride) != floor.stairs_cell
        ]
        way.append(ways.pick(steps))
        game.play(way[-1])
    return way


def walk(game: GameState, way: Sequence[Move]) -> GameState:
    twin = game.copy()
    for step in way:
        twin.play(step)
    return twin
