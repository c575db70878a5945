"""Stepping: an action in each of many games, what it brings, and what is then seen.

These are the functions that Python calls. The interpreter's lock is released while they run, so
that threads can share out the games.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled, entry_point
from cc3k.fast.dice import seed_dice
from cc3k.fast.hero import clear_modifiers, regrow
from cc3k.fast.observing import observe, score_of
from cc3k.fast.rows import (
    CELLS,
    FIRST_HP,
    KIND_COUNT,
    MAX_STEPS,
    MAX_TURNS,
    POTION_COUNT,
    RACE_FIGURES,
    RACES,
    race_figure,
)
from cc3k.fast.state import (
    DEPTH,
    DEPTH_BEFORE,
    ENEMIES,
    FIGURES,
    GOLD,
    GOLD_BEFORE,
    HERO,
    HP,
    LETTERS,
    LOST,
    OUTCOME,
    PENDING,
    RACE,
    RACE_ROW,
    REFUSED,
    SCORE,
    STEPS,
    TURNS,
    WON,
    Core,
    GameRow,
    game_row,
)
from cc3k.fast.texts import ARRIVED_SEEING, SEEING_END, SPAWNED
from cc3k.fast.turns import perform
from cc3k.fast.writing import begin_message, end_message, say, say_potions, sees_potions

BY_SCORE, BY_GOLD, BY_VICTORY, BY_FLOOR, BY_DEATH, BY_STEP = range(6)
"""Entries of `weights`, the rewards of a step, in the order in which they are added up."""


Span: TypeAlias = tuple[int, int]
"""The first game of some, and the one after the last."""


@entry_point
def step_games(
    core: Core,
    actions: NDArray[np.int64],
    running: NDArray[np.bool_],
    shown: NDArray[np.uint8],
    span: Span,
) -> int:
    """Perform an action in each running game; return how many wait for their next floor.

    What is then seen of each game is copied to `shown`, unless that has no rows.
    """
    waiting, seen = 0, core.state.seen
    for number in range(span[0], span[1]):
        if running[number]:
            waiting += _step(core, number, actions[number])
        if shown.shape[0]:
            _copy_row(seen[number], shown[number])
    return waiting


@compiled
def _copy_row(row: NDArray[np.uint8], other: NDArray[np.uint8]) -> None:
    """Copy a row to another: a loop of this form becomes a block copy."""
    for place in range(row.size):
        other[place] = row[place]


@compiled
def _step(core: Core, number: int, action: int) -> int:
    game = game_row(core, number)
    game.numbers[STEPS] += 1
    begin_message(game)
    is_done = perform(game, action)
    game.numbers[REFUSED] = not is_done
    if game.numbers[PENDING]:
        return 1
    end_message(game)
    if is_done:
        observe(game)
    _judge(core, number, is_done)
    return 0


@entry_point
def begin_game(core: Core, number: int, race: int, key: NDArray[np.uint32]) -> None:
    """Begin a game on the floor that lies there, its dice seeded by a key."""
    game = game_row(core, number)
    numbers, rules = game.numbers, game.rules
    _clear(game)
    numbers[RACE], numbers[RACE_ROW] = race, rules[RACES] + race * RACE_FIGURES
    numbers[HP], numbers[DEPTH], numbers[DEPTH_BEFORE] = race_figure(game, FIRST_HP), 1, 1
    begin_message(game)
    say(game, SPAWNED, 0, 0, 0)
    _arrive(game, key)
    core.state.rewards[number] = 0
    core.state.terminated[number], core.state.truncated[number] = False, False


@compiled
def _clear(game: GameRow) -> None:
    """Forget the last game, but for what it said, and the floor that now lies there."""
    numbers, rules = game.numbers, game.rules
    letters, hero, enemies = numbers[LETTERS], numbers[HERO], numbers[ENEMIES]
    for place in range(FIGURES + rules[KIND_COUNT]):
        numbers[place] = 0
    numbers[LETTERS], numbers[HERO], numbers[ENEMIES] = letters, hero, enemies
    for potion in range(rules[POTION_COUNT]):
        game.seen[3 * rules[CELLS] + potion] = 0


@entry_point
def enter_floor(core: Core, number: int, key: NDArray[np.uint32]) -> None:
    """End the turn in which the PC went down to the floor that lies there now."""
    game = game_row(core, number)
    game.numbers[DEPTH] += 1
    game.numbers[PENDING] = 0
    _arrive(game, key)
    _judge(core, number, is_done=True)


@compiled
def _arrive(game: GameRow, key: NDArray[np.uint32]) -> None:
    """Put the PC on a floor that has just been laid out (§2.3.1, R6, R16)."""
    clear_modifiers(game)
    seed_dice(game, key)
    cell = game.numbers[HERO]
    if sees_potions(game, cell):
        say_potions(game, cell, ARRIVED_SEEING, 0, SEEING_END)
    if game.numbers[TURNS]:
        regrow(game)
    end_message(game)
    observe(game)


@compiled
def _judge(core: Core, number: int, is_done: bool) -> None:  # noqa: FBT001 - compiled
    """Work out the reward of a step, and whether the game has ended with it."""
    game, weights, reward = game_row(core, number), core.weights, 0.0
    numbers, rules = game.numbers, game.rules
    if is_done:
        score = score_of(game)
        reward += weights[BY_SCORE] * (score - numbers[SCORE])
        reward += weights[BY_GOLD] * (numbers[GOLD] - numbers[GOLD_BEFORE])
        reward += weights[BY_VICTORY] * (numbers[OUTCOME] == WON)
        reward += weights[BY_FLOOR] * (numbers[DEPTH] - numbers[DEPTH_BEFORE])
        reward += weights[BY_DEATH] * (numbers[OUTCOME] == LOST)
        numbers[SCORE], numbers[GOLD_BEFORE] = score, numbers[GOLD]
        numbers[DEPTH_BEFORE] = numbers[DEPTH]
    core.state.rewards[number] = reward + weights[BY_STEP]
    is_over = numbers[OUTCOME] != 0
    is_spent = 0 <= rules[MAX_TURNS] <= numbers[TURNS] or 0 <= rules[MAX_STEPS] <= numbers[STEPS]
    core.state.terminated[number] = is_over
    core.state.truncated[number] = is_spent and not is_over
