"""Maps: threats on a floor, and the cheapest ways to gold, stairs and enemies.

All is drawn from what an agent is shown. The maps of a game are kept until the floor looks
different: who walks among frozen enemies needs no new ones.
"""

import numpy as np

from cc3k.fast.compiler import compiled
from cc3k.gym.training.floor_memory import (
    COSTS,
    ENEMIES,
    FAR,
    FLOOR_CHANGE,
    GOLD_CHANGE,
    HP_CHANGE,
    HP_COST,
    NOBODY,
    PILES,
    SEEN_ATTACK,
    SEEN_DEFENCE,
    SEEN_RACE,
    STAIRS_CELL,
    TO_ENEMY,
    TO_GOLD,
    TO_STAIRS,
    GameMaps,
    Seen,
    copy_floor,
)
from cc3k.gym.training.knowledge import (
    ATTACK,
    BLOW_PERCENT,
    BLOWS,
    DEFENCE,
    EVADES,
    FIRST_KIND,
    FREE,
    GAIN_A_HIT,
    GOLD,
    ROAMS,
    WAYS,
    Knowledge,
)


@compiled
def update_maps(maps: GameMaps, seen: Seen, game: int, known: Knowledge) -> None:
    change = copy_floor(maps, seen, game, known)
    if not change:
        return
    _map_threats(maps, seen.chars.shape[2], known)
    if change & (GOLD_CHANGE | FLOOR_CHANGE):
        _map_gold(maps, known)
    if change & FLOOR_CHANGE:
        _map_stairs(maps, known)
    if change & (HP_CHANGE | FLOOR_CHANGE):
        _map_enemies(maps, known)


@compiled
def blow_of(maps: GameMaps, kind: int, known: Knowledge) -> float:
    """Return the HP that an enemy of a kind takes on average in a turn."""
    versus = known.versus[maps.facts[SEEN_RACE], kind]
    most = np.ceil(
        versus[BLOW_PERCENT] * known.kinds[kind, ATTACK] / (100 + maps.facts[SEEN_DEFENCE])
    )
    return float(most * versus[BLOWS] / 2)


@compiled
def hits_to_slay(maps: GameMaps, cell: int, kind: int, known: Knowledge) -> float:
    each = np.ceil(100 * maps.facts[SEEN_ATTACK] / (100 + known.kinds[kind, DEFENCE]))
    if each < 1:
        return 100.0
    return float(np.ceil(maps.hp[cell] / each) / (1 - known.kinds[kind, EVADES]))


@compiled
def _map_threats(maps: GameMaps, columns: int, known: Knowledge) -> None:
    """Map the HP that a turn on each cell costs, and what each fight would cost."""
    for cell in range(maps.threat.size):
        maps.threat[cell] = 0
    for cell in range(maps.guarded.size):
        maps.guarded[cell] = 0
    for number in range(maps.facts[ENEMIES]):
        cell = maps.enemies[number]
        _map_enemy(maps, cell, maps.classes[cell] - FIRST_KIND, columns, known)


@compiled
def _map_enemy(maps: GameMaps, cell: int, kind: int, columns: int, known: Knowledge) -> None:
    blow, hits = blow_of(maps, kind, known), hits_to_slay(maps, cell, kind, known)
    race = maps.facts[SEEN_RACE]
    turns = hits if maps.hostile[cell] else hits - 1
    maps.loss[cell] = (
        turns * blow
        - hits * (1 - known.kinds[kind, EVADES]) * known.versus[race, kind, GAIN_A_HIT]
        - hits * known.regrowth[race]
    )
    if not maps.hostile[cell]:
        return
    for way in range(-1, WAYS):
        near = cell if way < 0 else cell + known.offsets[way]
        maps.threat[near] += blow
    if known.kinds[kind, ROAMS]:
        return
    for way in range(WAYS):
        hoard = cell + known.offsets[way]
        if maps.classes[hoard] == GOLD:
            maps.guarded[hoard] = 1
            _threaten_around(maps, hoard, cell, columns, blow, known)


@compiled
def _threaten_around(  # noqa: PLR0913, PLR0917 - compiled functions take no keywords
    maps: GameMaps, hoard: int, dragon: int, columns: int, blow: float, known: Knowledge
) -> None:
    """Add a dragon's threat around its hoard, where it is not felt already."""
    for way in range(WAYS):
        near = hoard + known.offsets[way]
        rows = abs(near // columns - dragon // columns)
        if max(rows, abs(near % columns - dragon % columns)) > 1:
            maps.threat[near] += blow


@compiled
def _map_gold(maps: GameMaps, known: Knowledge) -> None:
    _clear(maps, TO_GOLD)
    for number in range(maps.facts[PILES]):
        cell = maps.piles[number]
        if not maps.guarded[cell]:
            _begin_at(maps, TO_GOLD, cell, 0)
    _spread(maps, TO_GOLD, known)


@compiled
def _map_stairs(maps: GameMaps, known: Knowledge) -> None:
    _clear(maps, TO_STAIRS)
    if maps.facts[STAIRS_CELL]:
        _begin_at(maps, TO_STAIRS, maps.facts[STAIRS_CELL], 0)
    _spread(maps, TO_STAIRS, known)


@compiled
def _map_enemies(maps: GameMaps, known: Knowledge) -> None:
    """Map the ways to the enemies, the cheapest fight first."""
    _clear(maps, TO_ENEMY)
    for number in range(maps.facts[ENEMIES]):
        cell = maps.enemies[number]
        _begin_at(maps, TO_ENEMY, cell, min(COSTS - 1, max(0, int(maps.loss[cell]))))
        maps.target[cell] = cell
    _spread(maps, TO_ENEMY, known)


@compiled
def _clear(maps: GameMaps, which: int) -> None:
    cost = maps.cost[which]
    for cell in range(cost.size):
        cost[cell] = FAR
    for number in range(COSTS):
        maps.heads[number] = NOBODY


@compiled
def _begin_at(maps: GameMaps, which: int, cell: int, cost: int) -> None:
    maps.cost[which, cell], maps.steps[which, cell] = cost, 0
    _put(maps, cell, cost + cost_to_enter(maps, cell))


@compiled
def _put(maps: GameMaps, cell: int, cost: int) -> None:
    maps.following[cell] = maps.heads[cost % COSTS]
    maps.heads[cost % COSTS] = cell


@compiled
def _spread(maps: GameMaps, which: int, known: Knowledge) -> None:
    """Spread a map from its goals to all cells from which a way leads there.

    Cells are taken by what it costs to go on by them, least first: what is reached from one for the
    first time is never reached for less.
    """
    costs, steps, total, empty = maps.cost[which], maps.steps[which], 0, 0
    while empty < COSTS:
        cell = maps.heads[total % COSTS]
        if cell == NOBODY:
            total += 1
            empty += 1
            continue
        empty = 0
        maps.heads[total % COSTS] = maps.following[cell]
        for way in range(WAYS):
            near = cell + known.offsets[way]
            if costs[near] == FAR and can_walk(maps, near):
                costs[near], steps[near] = total, steps[cell] + 1
                if which == TO_ENEMY:
                    maps.target[near] = maps.target[cell]
                _put(maps, near, total + cost_to_enter(maps, near))


@compiled
def can_walk(maps: GameMaps, cell: int) -> bool:
    """Tell whether a way can lead over a cell: it ends on the stairs."""
    return bool(maps.classes[cell] == FREE or maps.classes[cell] == GOLD)


@compiled
def cost_to_enter(maps: GameMaps, cell: int) -> int:
    """Return what a step onto a cell costs; nobody steps onto an enemy."""
    if maps.classes[cell] >= FIRST_KIND:
        return 0
    return min(COSTS - 1, 1 + int(HP_COST * maps.threat[cell]))
