"""Memory of floors: what games show now and showed before, and buffers for maps."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled
from cc3k.gym.training.knowledge import (
    FIRST_KIND,
    FREE,
    GOLD,
    ROAMS,
    STAIRS,
    WAYS,
    Knowledge,
)

TO_GOLD, TO_STAIRS, TO_ENEMY = range(3)
MAP_COUNT = 3
"""Maps of the cheapest ways."""

NOBODY = -1
"""The end of a list of cells."""

FAR = 1_000_000
"""The cost of a way that there is not."""

HP_COST = 2
"""Steps that are walked to spare a HP."""

COSTS = 64
"""No step and no fight costs as much: then the cells of one cost can be told apart by the remainder
of it."""

(SEEN_ATTACK, SEEN_DEFENCE, SEEN_RACE, PILES, ENEMIES, STAIRS_CELL) = range(6)
FACT_COUNT = 6
"""Facts of a floor: the figures that its maps were drawn for, what is left on it, and the cell of
the stairs, 0 if there are none."""

GOLD_CHANGE, HP_CHANGE, FLOOR_CHANGE = 1, 2, 4
"""Bits of what is different: gold, the HP of enemies, or anything else."""

UNSEEN = 255
"""The class of a cell before anything has been seen of it."""

(STAT_HP, STAT_MAX_HP, STAT_ATTACK, STAT_DEFENCE) = range(4)
STAT_FLOOR, STAT_HELD, STAT_ROW, STAT_COLUMN = 6, 8, 9, 10
"""Places in `blstats`."""


class Seen(NamedTuple):
    """What some games show, as an environment's observations have it, and their masks."""

    chars: NDArray[np.uint8]
    enemy_hp: NDArray[np.uint8]
    hostile: NDArray[np.int8]
    blstats: NDArray[np.int32]
    masks: NDArray[np.int8]


class Maps(NamedTuple):
    """Maps of some games; the first axis is that of the games, the last one that of the cells.

    `classes`, `hp` and `hostile` are the floor that the maps were drawn for; `piles` and `enemies`
    are the cells of gold and of enemies. `threat` is the HP
    that a turn on a cell costs on average. `cost` [games, 3, cells] is what the cheapest way from a
    cell costs, a step 1 and a HP `HP_COST`, and `steps` its length; `target` is the cell of the
    enemy that it leads to. `loss` is the HP that a fight against the enemy on a cell costs.
    `guarded` has a 1 where a dragon guards gold. `following`
    and `heads` are room to work in: lists of the cells of each cost.
    """

    classes: NDArray[np.uint8]
    piles: NDArray[np.int32]
    enemies: NDArray[np.int32]
    hp: NDArray[np.uint8]
    hostile: NDArray[np.int8]
    guarded: NDArray[np.uint8]
    threat: NDArray[np.float32]
    loss: NDArray[np.float32]
    cost: NDArray[np.int32]
    steps: NDArray[np.int32]
    target: NDArray[np.int32]
    facts: NDArray[np.int32]
    following: NDArray[np.int32]
    heads: NDArray[np.int32]


def allocate_maps(games: int, cells: int) -> Maps:
    return Maps(
        classes=np.full((games, cells), UNSEEN, np.uint8),
        piles=np.zeros((games, cells), np.int32),
        enemies=np.zeros((games, cells), np.int32),
        hp=np.zeros((games, cells), np.uint8),
        hostile=np.zeros((games, cells), np.int8),
        guarded=np.zeros((games, cells), np.uint8),
        threat=np.zeros((games, cells), np.float32),
        loss=np.zeros((games, cells), np.float32),
        cost=np.full((games, MAP_COUNT, cells), FAR, np.int32),
        steps=np.zeros((games, MAP_COUNT, cells), np.int32),
        target=np.zeros((games, cells), np.int32),
        facts=np.zeros((games, FACT_COUNT), np.int32),
        following=np.zeros((games, cells), np.int32),
        heads=np.zeros((games, COSTS), np.int32),
    )


GameMaps: TypeAlias = Maps
"""The maps of one game: a row of each array of all games' maps."""


@compiled
def maps_of(maps: Maps, game: int) -> GameMaps:
    return GameMaps(
        maps.classes[game],
        maps.piles[game],
        maps.enemies[game],
        maps.hp[game],
        maps.hostile[game],
        maps.guarded[game],
        maps.threat[game],
        maps.loss[game],
        maps.cost[game],
        maps.steps[game],
        maps.target[game],
        maps.facts[game],
        maps.following[game],
        maps.heads[game],
    )


@compiled
def race_of(most_hp: int, known: Knowledge) -> int:
    """Return the number of the race with that `max_hp`, as far as an agent can tell."""
    for race in range(known.most_hp.size):
        if known.most_hp[race] == most_hp:
            return race
    return 0


@compiled
def copy_floor(maps: GameMaps, seen: Seen, game: int, known: Knowledge) -> int:
    """Copy what a game shows; return what is different as bits."""
    stats, facts, change, cell = seen.blstats[game], maps.facts, 0, 0
    race = race_of(stats[STAT_MAX_HP], known)
    if (
        facts[SEEN_ATTACK] != stats[STAT_ATTACK]
        or facts[SEEN_DEFENCE] != stats[STAT_DEFENCE]
        or facts[SEEN_RACE] != race
    ):
        change = FLOOR_CHANGE
        facts[SEEN_ATTACK], facts[SEEN_DEFENCE] = stats[STAT_ATTACK], stats[STAT_DEFENCE]
        facts[SEEN_RACE] = race
    facts[PILES] = facts[ENEMIES] = facts[STAIRS_CELL] = 0
    for row in range(seen.chars.shape[1]):
        for column in range(seen.chars.shape[2]):
            found, before = known.classes[seen.chars[game, row, column]], maps.classes[cell]
            if found != before:
                change |= _kind_of_change(maps, cell, before, found, known)
                maps.classes[cell] = found
            if found == GOLD:
                maps.piles[facts[PILES]] = cell
                facts[PILES] += 1
            elif found == STAIRS:
                facts[STAIRS_CELL] = cell
            elif found >= FIRST_KIND:
                maps.enemies[facts[ENEMIES]] = cell
                facts[ENEMIES] += 1
                hp, hostile = seen.enemy_hp[game, row, column], seen.hostile[game, row, column]
                if hp != maps.hp[cell]:
                    change |= HP_CHANGE
                    maps.hp[cell] = hp
                if hostile != maps.hostile[cell]:
                    change |= FLOOR_CHANGE
                    maps.hostile[cell] = hostile
            cell += 1
    return change


@compiled
def _kind_of_change(maps: GameMaps, cell: int, before: int, found: int, known: Knowledge) -> int:
    """Tell gold that is there or gone from all else: who guards it changes more than that."""
    if max(before, found) != GOLD or min(before, found) != FREE:
        return FLOOR_CHANGE
    for way in range(WAYS):
        near = maps.classes[cell + known.offsets[way]]
        if FIRST_KIND <= near < UNSEEN and not known.kinds[near - FIRST_KIND, ROAMS]:
            return FLOOR_CHANGE
    return GOLD_CHANGE
