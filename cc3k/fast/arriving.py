"""Arriving: the PC comes to a floor, in a game that begins or by the stairs.

Floors are laid out here, too, where the core can do it; the engine does it for all others, before.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled
from cc3k.fast.dice import seed_dice
from cc3k.fast.hero import clear_modifiers, regrow
from cc3k.fast.observing import observe
from cc3k.fast.rows import (
    CELLS,
    FIRST_HP,
    KIND_COUNT,
    POTION_COUNT,
    RACE_FIGURES,
    RACES,
    race_figure,
)
from cc3k.fast.spawning import spawn_floor
from cc3k.fast.state import (
    DEPTH,
    DEPTH_BEFORE,
    ENEMIES,
    FIGURES,
    HERO,
    HP,
    LETTERS,
    PENDING,
    RACE,
    RACE_ROW,
    TURNS,
    Core,
    GameRow,
    Plan,
    Plans,
    game_row,
)
from cc3k.fast.texts import ARRIVED_SEEING, SEEING_END, SPAWNED
from cc3k.fast.writing import begin_message, end_message, say, say_potions, sees_potions

(GAME, NEW_RACE, PLAN, FLOOR_KEY, TURNS_KEY, KEYS_END) = range(6)
ARRIVAL_FIGURES = 6
"""Columns of an arrival: the game, the race of a new one, the floor's plan, and where keys begin.

They are that of the dice which lay out the floor, and that of those which are rolled there.
"""

NO_RACE = -1
"""The new race of a game that goes on."""

LAID_OUT = -1
"""The plan of a floor that is laid out already."""


class Arrivals(NamedTuple):
    """The games in which the PC enters a floor, each once, and what laying the floors out needs.

    `keys` are the keys of the dice of all games, `plans` the boards. `things` has a row for each
    game: room for what is to be spawned.
    """

    rows: NDArray[np.int64]
    keys: NDArray[np.uint32]
    plans: Plans
    things: NDArray[np.int64]


@compiled
def arrive(core: Core, arrivals: Arrivals, row: int) -> bool:
    """Put the PC of a game on its next floor; tell whether that could be laid out here."""
    figures, keys = arrivals.rows[row], arrivals.keys
    game, race, plan = game_row(core, figures[GAME]), figures[NEW_RACE], figures[PLAN]
    if race != NO_RACE:
        _forgive(game)
    if plan != LAID_OUT:
        board = Plan(arrivals.plans.grounds[plan], arrivals.plans.chambers[plan])
        key = keys[figures[FLOOR_KEY] : figures[TURNS_KEY]]
        if not spawn_floor(game, board, key, arrivals.things[row]):
            return False
    if race != NO_RACE:
        _begin_game(game, race)
    game.numbers[DEPTH] += 1
    game.numbers[PENDING] = 0
    _look_around(game, keys[figures[TURNS_KEY] : figures[KEYS_END]])
    return True


@compiled
def _forgive(game: GameRow) -> None:
    for kind in range(game.rules[KIND_COUNT]):
        game.numbers[FIGURES + kind] = 0


@compiled
def _begin_game(game: GameRow, race: int) -> None:
    """Forget the last game, but for what it said, and the floor that now lies there."""
    numbers, rules, seen = game.numbers, game.rules, game.seen
    letters, hero, enemies = numbers[LETTERS], numbers[HERO], numbers[ENEMIES]
    for place in range(FIGURES):
        numbers[place] = 0
    numbers[LETTERS], numbers[HERO], numbers[ENEMIES] = letters, hero, enemies
    for potion in range(rules[POTION_COUNT]):
        seen[3 * rules[CELLS] + potion] = 0
    numbers[RACE], numbers[RACE_ROW] = race, rules[RACES] + race * RACE_FIGURES
    numbers[HP], numbers[DEPTH_BEFORE] = race_figure(game, FIRST_HP), 1
    begin_message(game)
    say(game, SPAWNED, 0, 0, 0)


@compiled
def _look_around(game: GameRow, key: NDArray[np.uint32]) -> None:
    """Let the PC see the floor that it has come to (§2.3.1, R6, R16)."""
    clear_modifiers(game)
    seed_dice(game, key)
    cell = game.numbers[HERO]
    if sees_potions(game, cell):
        say_potions(game, cell, ARRIVED_SEEING, 0, SEEING_END)
    if game.numbers[TURNS]:
        regrow(game)
    end_message(game)
    observe(game)
