"""Features: maps of a floor, the numbers that a network gets, and a wrapper that shows them.

All is drawn from the rules and from what games show. The maps of a game are kept until the floor
looks different: who walks among frozen enemies needs no new ones.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import NDArray

from cc3k.content.roster import BASE_RULES
from cc3k.engine import board
from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Hero, Race
from cc3k.engine.rules import Rules
from cc3k.fast.compiler import compiled, entry_point, prepare
from cc3k.gym.observation import ArrayObservation
from cc3k.gym.vector import CC3kVectorEnv

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
WAYS = len(board.DIRECTIONS)

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
        offsets=np.array([way.offset(columns) for way in board.DIRECTIONS], np.int64),
    )


def _glyph_classes(kinds: Iterable[EnemyKind]) -> NDArray[np.uint8]:
    classes = np.full(128, BLOCKED, np.uint8)
    classes[list(board.PASSABLE_GLYPHS)] = FREE
    classes[board.HERO_GLYPH] = FREE
    classes[[board.GOLD_GLYPH, board.STAIRS_GLYPH, board.POTION_GLYPH]] = GOLD, STAIRS, POTION
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
    for cell in range(maps.threat.size):
        maps.threat[cell], maps.guarded[cell] = 0, 0
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
            for other in range(WAYS):
                near = hoard + known.offsets[other]
                rows = abs(near // columns - cell // columns)
                if max(rows, abs(near % columns - cell % columns)) > 1:
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
    return bool(maps.classes[cell] == FREE or maps.classes[cell] == GOLD)


@compiled
def cost_to_enter(maps: GameMaps, cell: int) -> int:
    """Return what a step onto a cell costs; nobody steps onto an enemy."""
    if maps.classes[cell] >= FIRST_KIND:
        return 0
    return min(COSTS - 1, 1 + int(HP_COST * maps.threat[cell]))


(ONE, HP, HP_PART, DANGER, STRENGTH, TOUGHNESS, DEPTH, IS_DEEPEST, IS_HELD) = range(9)
(PILES_LEFT, ENEMIES_LEFT, FOES_NEAR, IS_MORTAL) = range(9, 13)
GAIN, LOSS, IS_TARGET_PEACEFUL = 13, 14, 15
FIRST_MAP = 16
WAY_COST, WAY_STEPS, WAY_DANGER, HAS_NO_WAY = range(4)
MAP_FEATURES = 4
FIRST_RACE = FIRST_MAP + MAP_COUNT * MAP_FEATURES
"""Places of the features of the whole: the hero, the floor, the enemy that is the cheapest to
fight, the ways by each map, and a 1 for the race."""

(IS_MOVE, IS_ATTACK, IS_DRINK, IS_FREEZE) = range(4)
(THREAT, MORE_THREAT, IS_SAFE, TAKES_GOLD, TAKES_STAIRS) = range(4, 9)
FIRST_DETOUR = 9
DETOUR_FEATURES = 2
FIRST_FIGHT = FIRST_DETOUR + MAP_COUNT * DETOUR_FEATURES
(HITS, FIGHT_LOSS, FIGHT_GAIN, FIGHT_BLOW, OTHERS, IS_PEACEFUL, IS_TARGET) = range(
    FIRST_FIGHT, FIRST_FIGHT + 7
)
FIRST_FEATURE_OF_KIND = FIRST_FIGHT + 7
"""Places of the features of an action: what it is; for a move how dangerous the cell is, what is
there, and how much longer the way over it is by each map; for an attack how hard the fight is."""

MOST = 3.0
"""No feature is greater."""


@entry_point
def sense(  # noqa: PLR0913, PLR0917 - compiled functions take no keywords
    seen: Seen,
    kept: Maps,
    known: Knowledge,
    floors: int,
    whole: NDArray[np.float32],
    actions: NDArray[np.float32],
) -> None:
    """Write the features of games, `whole` [games, features] and `actions` [games, 25, ...].

    Only those of legal actions are written.
    """
    for game in range(len(seen.chars)):
        own = maps_of(kept, game)
        update_maps(own, seen, game, known)
        _sense_whole(own, seen, game, known, floors, whole[game])
        for action in range(ACTION_COUNT):
            if seen.masks[game, action]:
                _sense_action(own, seen, game, known, action, actions[game, action])


@compiled
def _hero_cell(seen: Seen, game: int) -> int:
    stats = seen.blstats[game]
    return int(stats[STAT_ROW] * seen.chars.shape[2] + stats[STAT_COLUMN])


@compiled
def _sense_whole(  # noqa: PLR0913, PLR0917 - as above
    floor: GameMaps,
    seen: Seen,
    game: int,
    known: Knowledge,
    floors: int,
    features: NDArray[np.float32],
) -> None:
    stats, facts, here = seen.blstats[game], floor.facts, _hero_cell(seen, game)
    hp, race = max(1, stats[STAT_HP]), facts[SEEN_RACE]
    for place in range(features.size):
        features[place] = 0
    features[ONE] = 1
    features[HP] = min(MOST, hp / 100)
    most_hp = stats[STAT_MAX_HP]
    features[HP_PART] = hp / most_hp if most_hp else min(1.0, hp / 100)
    features[DANGER] = min(MOST, floor.threat[here] / hp)
    features[IS_MORTAL] = 2 * floor.threat[here] >= hp
    features[STRENGTH] = stats[STAT_ATTACK] / 25
    features[TOUGHNESS] = stats[STAT_DEFENCE] / 25
    features[DEPTH] = stats[STAT_FLOOR] / 5
    features[IS_DEEPEST] = stats[STAT_FLOOR] == floors
    features[IS_HELD] = stats[STAT_HELD]
    features[PILES_LEFT] = min(MOST, facts[PILES] / 10)
    features[ENEMIES_LEFT] = min(MOST, facts[ENEMIES] / 20)
    features[FIRST_RACE + race] = 1
    foes = 0
    for way in range(WAYS):
        near = here + known.offsets[way]
        if floor.classes[near] >= FIRST_KIND and floor.hostile[near]:
            foes += 1
    features[FOES_NEAR] = foes / 4
    if floor.cost[TO_ENEMY, here] < FAR:
        target = floor.target[here]
        kind = floor.classes[target] - FIRST_KIND
        features[GAIN] = known.versus[race, kind, LOOT] / 5
        features[LOSS] = max(-MOST, min(MOST, floor.loss[target] / hp))
        features[IS_TARGET_PEACEFUL] = not floor.hostile[target]
    for which in range(MAP_COUNT):
        _sense_way(floor, which, here, hp, features)


@compiled
def _sense_way(
    floor: GameMaps, which: int, here: int, hp: int, features: NDArray[np.float32]
) -> None:
    first = FIRST_MAP + which * MAP_FEATURES
    cost, steps = floor.cost[which, here], floor.steps[which, here]
    if cost >= FAR:
        features[first + HAS_NO_WAY] = 1
        return
    features[first + WAY_COST] = min(MOST, cost / 64)
    features[first + WAY_STEPS] = min(MOST, steps / 32)
    features[first + WAY_DANGER] = min(MOST, max(0, cost - steps) / HP_COST / hp)


@compiled
def _sense_action(  # noqa: PLR0913, PLR0917 - as above
    floor: GameMaps,
    seen: Seen,
    game: int,
    known: Knowledge,
    action: int,
    features: NDArray[np.float32],
) -> None:
    here, hp = _hero_cell(seen, game), max(1, seen.blstats[game, STAT_HP])
    for place in range(features.size):
        features[place] = 0
    if action == ACTION_COUNT - 1:
        features[IS_FREEZE] = 1
        return
    cell, group = here + known.offsets[action % WAYS], action // WAYS
    features[group] = 1
    if group == IS_MOVE:
        _sense_move(floor, here, cell, hp, features)
    elif group == IS_ATTACK:
        _sense_attack(floor, here, cell, hp, known, features)


@compiled
def _sense_move(
    floor: GameMaps, here: int, cell: int, hp: int, features: NDArray[np.float32]
) -> None:
    threat = floor.threat[cell]
    features[THREAT] = min(MOST, threat / hp)
    features[MORE_THREAT] = max(-MOST, min(MOST, (threat - floor.threat[here]) / 20))
    features[IS_SAFE] = threat == 0
    features[TAKES_GOLD] = floor.classes[cell] == GOLD and not floor.guarded[cell]
    features[TAKES_STAIRS] = floor.classes[cell] == STAIRS
    for which in range(MAP_COUNT):
        if floor.cost[which, here] < FAR:
            way = floor.cost[which, cell] + cost_to_enter(floor, cell)
            first, detour = FIRST_DETOUR + which * DETOUR_FEATURES, way - floor.cost[which, here]
            features[first] = detour <= 0
            features[first + 1] = min(1.0, detour / 8)


@compiled
def _sense_attack(  # noqa: PLR0913, PLR0917 - as above
    floor: GameMaps, here: int, cell: int, hp: int, known: Knowledge, features: NDArray[np.float32]
) -> None:
    kind = floor.classes[cell] - FIRST_KIND
    blow = blow_of(floor, kind, known)
    features[HITS] = min(MOST, hits_to_slay(floor, cell, kind, known) / 5)
    features[FIGHT_LOSS] = max(-MOST, min(MOST, floor.loss[cell] / hp))
    features[FIGHT_GAIN] = known.versus[floor.facts[SEEN_RACE], kind, LOOT] / 5
    features[FIGHT_BLOW] = min(MOST, blow / hp)
    others = floor.threat[here] - (blow if floor.hostile[cell] else 0)
    features[OTHERS] = min(MOST, max(0.0, others) / hp)
    features[IS_PEACEFUL] = not floor.hostile[cell]
    features[IS_TARGET] = floor.cost[TO_ENEMY, here] < FAR and floor.target[here] == cell
    features[FIRST_FEATURE_OF_KIND + kind] = 1


AGENT_CODE = "the agent's features"
"""What the compiled functions here are called while they are compiled."""

Features: TypeAlias = dict[str, NDArray[np.float32]]
FeatureAnswer: TypeAlias = tuple[
    Features, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]
]


class FeatureWrapper(VectorWrapper):
    """The games of a vector environment, observed as features of the whole and of each action.

    `whole` is float32 [games, features], `actions` float32 [games, 25, features], and all zero for
    an illegal action; `cc3k.gym.features` names the places. They are made of what the
    environment shows and of the rules, as a player knows them. They are those of the base game:
    ValueError is raised for expansions. Numba is needed, as for the fast core.
    """

    def __init__(self, env: VectorEnv) -> None:
        super().__init__(env)
        games = env.unwrapped
        if not isinstance(games, CC3kVectorEnv) or games.settings.dlc:
            message = f"{games}: expected games of CC3k without expansions"
            raise ValueError(message)
        rows, columns = games.board_shape
        self._floors = games.settings.floors or BASE_RULES.floor_count
        self._known = read_knowledge(BASE_RULES, columns)
        races, kinds = self._known.versus.shape[:2]
        self._sizes = FIRST_RACE + races, FIRST_FEATURE_OF_KIND + kinds
        self._cells = rows * columns
        self.maps, self._is_compiled = allocate_maps(self.num_envs, self._cells), False
        self.single_observation_space = self._space()
        self.observation_space = self._space(self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Features, dict[str, object]]:
        shown, info = self.env.reset(seed=seed, options=options)
        return self.features_of(shown, info["action_mask"]), info

    def step(self, actions: NDArray[np.int64]) -> FeatureAnswer:
        shown, rewards, terminated, truncated, info = self.env.step(actions)
        if "final_obs" in info:
            info = {**info, "final_obs": self._features_of_ended(info["final_obs"])}
        return self.features_of(shown, info["action_mask"]), rewards, terminated, truncated, info

    def _features_of_ended(self, lasts: NDArray[np.object_]) -> NDArray[np.object_]:
        """Return the features of games when they ended; no action is legal by then."""
        ended = [number for number, last in enumerate(lasts) if last is not None]
        names = lasts[ended[0]]
        arrays = {name: np.stack([lasts[number][name] for number in ended]) for name in names}
        masks = np.zeros((len(ended), ACTION_COUNT), np.int8)
        shown = self.features_of(arrays, masks, allocate_maps(len(ended), self._cells))
        features = np.full(self.num_envs, None, np.object_)
        for place, number in enumerate(ended):
            features[number] = {name: array[place] for name, array in shown.items()}
        return features

    def features_of(
        self, shown: ArrayObservation, masks: NDArray[np.int8], kept: Maps | None = None
    ) -> Features:
        """Return the features of games in arrays of their own; maps are kept if none are given."""
        games, (whole, action) = len(masks), self._sizes
        of_whole = np.zeros((games, whole), np.float32)
        of_actions = np.zeros((games, ACTION_COUNT, action), np.float32)
        seen = Seen(  # contiguous, so that it is compiled only once
            chars=np.ascontiguousarray(shown["chars"], np.uint8),
            enemy_hp=np.ascontiguousarray(shown["enemy_hp"], np.uint8),
            hostile=np.ascontiguousarray(shown["hostile"], np.int8),
            blstats=np.ascontiguousarray(shown["blstats"], np.int32),
            masks=np.ascontiguousarray(masks, np.int8),
        )
        arguments = seen, kept or self.maps, self._known, self._floors, of_whole, of_actions
        if not self._is_compiled:
            prepare(sense, *arguments, of=AGENT_CODE)
            self._is_compiled = True
        sense(*arguments)
        return {"whole": of_whole, "actions": of_actions}

    def _space(self, *games: int) -> spaces.Dict:
        whole, action = self._sizes
        shapes = {"whole": (*games, whole), "actions": (*games, ACTION_COUNT, action)}
        return spaces.Dict(
            {name: spaces.Box(-MOST, MOST, shape, np.float32) for name, shape in shapes.items()}
        )
