"""Maps: what a player knows of the rules, threats on a floor, and the cheapest ways over it.

All is drawn from the rules and from what games show. The maps of a game are kept until the floor
looks different: who walks among frozen enemies needs no new ones.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.board import (
    DIRECTIONS,
    GOLD_GLYPH,
    HERO_GLYPH,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
    STAIRS_GLYPH,
)
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Hero, Race
from cc3k.engine.rules import Rules
from cc3k.fast.compiler import compiled

BLOCKED, FREE, GOLD, STAIRS, POTION, FIRST_KIND = range(6)
"""Classes of what a cell shows; an enemy's is `FIRST_KIND` and the number of its kind."""

(ATTACK, DEFENCE, EVADES, ROAMS) = range(4)
KIND_FIGURES = 4
"""Columns of a kind of enemy; `EVADES` is the share of attacks on it that miss."""

(BLOW_PERCENT, BLOWS, LOOT, GAIN_A_HIT) = range(4)
VERSUS_FIGURES = 4
"""Columns of a kind of enemy against a race: how hard and how often it strikes in a turn, the gold
that slaying it brings on average, and the HP that a hit on it brings."""

ACTION_COUNT = len(ALL_ACTIONS)
WAYS = len(DIRECTIONS)

_SAMPLES = 256
"""Rolls of the dice by which averages are found."""


class Knowledge(NamedTuple):
    """Tables of the rules.

    `classes` [128]: the class of each glyph. `kinds` [kinds, 4] and `versus` [races, kinds, 4]: the
    figures above. `most_hp` [races]: the `max_hp` by which an agent knows its race, and `regrowth`
    [races]: the HP that it regains in a turn. `offsets` [8]: cells from one to the next each way.
    """

    classes: NDArray[np.uint8]
    kinds: NDArray[np.float32]
    versus: NDArray[np.float32]
    most_hp: NDArray[np.int64]
    regrowth: NDArray[np.float32]
    offsets: NDArray[np.int64]


def read_knowledge(rules: Rules, columns: int) -> Knowledge:
    races, kinds = rules.races, rules.enemy_kinds
    return Knowledge(
        classes=_glyph_classes(kinds),
        kinds=np.array([_kind_figures(kind) for kind in kinds], np.float32),
        versus=np.array(
            [[_versus_figures(kind, race) for kind in kinds] for race in races], np.float32
        ),
        most_hp=np.array([race.max_hp or 0 for race in races], np.int64),
        regrowth=np.array([_regrowth(race) for race in races], np.float32),
        offsets=np.array([way.offset(columns) for way in DIRECTIONS], np.int64),
    )


def _glyph_classes(kinds: Iterable[EnemyKind]) -> NDArray[np.uint8]:
    classes = np.full(128, BLOCKED, np.uint8)
    classes[list(PASSABLE_GLYPHS)] = FREE
    classes[HERO_GLYPH] = FREE
    classes[[GOLD_GLYPH, STAIRS_GLYPH, POTION_GLYPH]] = GOLD, STAIRS, POTION
    for number, kind in enumerate(kinds):
        classes[ord(kind.glyph)] = FIRST_KIND + number
    return classes


def _kind_figures(kind: EnemyKind) -> list[float]:
    dice = Dice("evasion")
    evaded = sum(kind.evades(dice) for _ in range(_SAMPLES)) / _SAMPLES
    return [kind.stats.attack, kind.stats.defence, evaded, kind.roams]


def _versus_figures(kind: EnemyKind, race: Race) -> list[float]:
    hero, dice = _hurt_hero(race), Dice("loot")
    hits = hero.copy()
    list(race.on_hit(hits, kind.breed))
    list(race.on_slaying(hero, kind.breed))
    loot = [kind.loot(dice) for _ in range(_SAMPLES)]
    gold = sum(each.gold + sum(pile.value for pile in each.piles) for each in loot) / _SAMPLES
    return [
        kind.damage_percent(race),
        kind.attacks_per_turn(race),
        gold + hero.gold,
        hits.hp - _hurt_hero(race).hp,
    ]


def _regrowth(race: Race) -> int:
    hero = _hurt_hero(race)
    before = hero.hp
    list(race.each_turn(hero))
    return hero.hp - before


def _hurt_hero(race: Race) -> Hero:
    return Hero(race, hp=race.hp // 2)


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
