"""Hunters in random games: the laws that hold in every turn of theirs (X50, X52)."""

from collections.abc import Iterator
from heapq import heappop, heappush

import pytest
from attrs import evolve

from cc3k.content.layout.reader import read_layout
from cc3k.engine.actions import ToggleFreeze, legal_actions
from cc3k.engine.board import WALKABLE, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.expansions.distance_map import MAX_STEPS, WAITING_STEPS
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.lines_of_sight import visible_from
from cc3k.expansions.registry import rules_with

RULES = rules_with((HUNTERS,))
LASTING = evolve(RULES.races[0], hp=10_000, max_hp=10_000)
"""A race whose hero lives long enough to be hunted."""

WARREN = rb"""
|------------------------------|
|..........+######+............|
|.@........|      |....H..O....|
|..........|--+---|............|
|--+-------|  #   |-----+------|
   #          #         #
   #####################H#
|--+-----|    #   |-----+------|
|.....E..|    #   |....W.......|
|..O.....+#####   |......M.....|
|........|  |-+---|.....D6.....|
|..H..\..|  |.O...|..W.........|
|------------------------------|
""".replace(b"\n   #", b"\n|  #").replace(b"#H#", b"###")


def turns(seed: int, drawn: bytes | None, count: int) -> Iterator[tuple[GameState, GameState]]:
    """Yield the game before and after each of so many turns of a random walk."""
    layouts = read_layout(drawn, "warren", RULES).floor_layouts if drawn else ()
    game, ways = GameState(RULES, LASTING, Dice(f"hunt {seed}"), layouts), Dice(f"ways {seed}")
    while game.turns < count and not game.is_over:
        before = game.copy()
        actions = legal_actions(game)
        choice = ways.pick(actions)
        if isinstance(choice, ToggleFreeze) and ways.below(20):
            choice = ways.pick(actions)
        game.play(choice)
        if choice.takes_turn:
            yield before, game


def steps_to(floor: Floor, staying: set[Cell]) -> dict[Cell, int]:
    """Return the steps to the PC by another algorithm, those who stay as dear as a way round."""
    found, waiting = dict[Cell, int](), [(0, floor.hero_cell)]
    while waiting:
        steps, cell = heappop(waiting)
        if cell in found or steps > MAX_STEPS:
            continue
        found[cell] = steps
        for to in floor.board.neighbours[cell]:
            is_open = floor.glyphs[to] in WALKABLE or (
                to in floor.enemies and to not in floor.stationary
            )
            if is_open and to not in found:
                heappush(waiting, (steps + 1 + WAITING_STEPS * (to in staying), to))
    return found


def places(game: GameState) -> dict[int, Cell]:
    """Return the cell of each enemy, by its number in reading order as the turn began."""
    return {id(enemy): cell for cell, enemy in game.floor.enemies.items()}
