"""Features: observations as the numbers that a network gets, and a wrapper that shows them."""

from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import NDArray

from cc3k.content.roster import BASE_RULES
from cc3k.fast.compiler import compiled, entry_point, prepare
from cc3k.gym.maps import (
    ACTION_COUNT,
    ENEMIES,
    FAR,
    FIRST_KIND,
    GOLD,
    HP_COST,
    LOOT,
    MAP_COUNT,
    PILES,
    SEEN_RACE,
    STAIRS,
    STAT_ATTACK,
    STAT_COLUMN,
    STAT_DEFENCE,
    STAT_FLOOR,
    STAT_HELD,
    STAT_HP,
    STAT_MAX_HP,
    STAT_ROW,
    TO_ENEMY,
    WAYS,
    GameMaps,
    Knowledge,
    Maps,
    Seen,
    allocate_maps,
    blow_of,
    cost_to_enter,
    hits_to_slay,
    maps_of,
    read_knowledge,
    update_maps,
)
from cc3k.gym.observation import ArrayObservation
from cc3k.gym.vector import CC3kVectorEnv

Span: TypeAlias = tuple[int, int]
"""The first game of some, and the one after the last."""

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


def count_features(known: Knowledge) -> tuple[int, int]:
    races, kinds = known.versus.shape[:2]
    return FIRST_RACE + races, FIRST_FEATURE_OF_KIND + kinds


@entry_point
def sense(  # noqa: PLR0913, PLR0917 - compiled functions take no keywords
    seen: Seen,
    maps: Maps,
    known: Knowledge,
    floors: int,
    whole: NDArray[np.float32],
    actions: NDArray[np.float32],
    span: Span,
) -> None:
    """Write the features of some games, `whole` [games, features] and `actions` [games, 25, ...].

    Only those of legal actions are written.
    """
    for game in range(span[0], span[1]):
        own = maps_of(maps, game)
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
    maps: GameMaps,
    seen: Seen,
    game: int,
    known: Knowledge,
    floors: int,
    features: NDArray[np.float32],
) -> None:
    stats, facts, here = seen.blstats[game], maps.facts, _hero_cell(seen, game)
    hp, race = max(1, stats[STAT_HP]), facts[SEEN_RACE]
    for place in range(features.size):
        features[place] = 0
    features[ONE] = 1
    features[HP] = min(MOST, hp / 100)
    features[HP_PART] = hp / stats[STAT_MAX_HP] if stats[STAT_MAX_HP] else min(1.0, hp / 100)
    features[DANGER] = min(MOST, maps.threat[here] / hp)
    features[IS_MORTAL] = 2 * maps.threat[here] >= hp
    features[STRENGTH], features[TOUGHNESS] = stats[STAT_ATTACK] / 25, stats[STAT_DEFENCE] / 25
    features[DEPTH], features[IS_DEEPEST] = stats[STAT_FLOOR] / 5, stats[STAT_FLOOR] == floors
    features[IS_HELD] = stats[STAT_HELD]
    features[PILES_LEFT] = min(MOST, facts[PILES] / 10)
    features[ENEMIES_LEFT] = min(MOST, facts[ENEMIES] / 20)
    features[FIRST_RACE + race] = 1
    foes = 0
    for way in range(WAYS):
        near = here + known.offsets[way]
        if maps.classes[near] >= FIRST_KIND and maps.hostile[near]:
            foes += 1
    features[FOES_NEAR] = foes / 4
    if maps.cost[TO_ENEMY, here] < FAR:
        target = maps.target[here]
        kind = maps.classes[target] - FIRST_KIND
        features[GAIN] = known.versus[race, kind, LOOT] / 5
        features[LOSS] = max(-MOST, min(MOST, maps.loss[target] / hp))
        features[IS_TARGET_PEACEFUL] = not maps.hostile[target]
    for which in range(MAP_COUNT):
        _sense_way(maps, which, here, hp, features)


@compiled
def _sense_way(
    maps: GameMaps, which: int, here: int, hp: int, features: NDArray[np.float32]
) -> None:
    """Write the features of the way from a cell by one of the maps."""
    first, cost, steps = (
        FIRST_MAP + which * MAP_FEATURES,
        maps.cost[which, here],
        maps.steps[which, here],
    )
    if cost >= FAR:
        features[first + HAS_NO_WAY] = 1
        return
    features[first + WAY_COST] = min(MOST, cost / 64)
    features[first + WAY_STEPS] = min(MOST, steps / 32)
    features[first + WAY_DANGER] = min(MOST, max(0, cost - steps) / HP_COST / hp)


@compiled
def _sense_action(  # noqa: PLR0913, PLR0917 - as above
    maps: GameMaps,
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
        _sense_move(maps, here, cell, hp, features)
    elif group == IS_ATTACK:
        _sense_attack(maps, here, cell, hp, known, features)


@compiled
def _sense_move(
    maps: GameMaps, here: int, cell: int, hp: int, features: NDArray[np.float32]
) -> None:
    threat = maps.threat[cell]
    features[THREAT] = min(MOST, threat / hp)
    features[MORE_THREAT] = max(-MOST, min(MOST, (threat - maps.threat[here]) / 20))
    features[IS_SAFE] = threat == 0
    features[TAKES_GOLD] = maps.classes[cell] == GOLD and not maps.guarded[cell]
    features[TAKES_STAIRS] = maps.classes[cell] == STAIRS
    for which in range(MAP_COUNT):
        if maps.cost[which, here] < FAR:
            way = maps.cost[which, cell] + cost_to_enter(maps, cell)
            first, detour = FIRST_DETOUR + which * DETOUR_FEATURES, way - maps.cost[which, here]
            features[first] = detour <= 0
            features[first + 1] = min(1.0, detour / 8)


@compiled
def _sense_attack(  # noqa: PLR0913, PLR0917 - as above
    maps: GameMaps,
    here: int,
    cell: int,
    hp: int,
    known: Knowledge,
    features: NDArray[np.float32],
) -> None:
    kind = maps.classes[cell] - FIRST_KIND
    blow = blow_of(maps, kind, known)
    features[HITS] = min(MOST, hits_to_slay(maps, cell, kind, known) / 5)
    features[FIGHT_LOSS] = max(-MOST, min(MOST, maps.loss[cell] / hp))
    features[FIGHT_GAIN] = known.versus[maps.facts[SEEN_RACE], kind, LOOT] / 5
    features[FIGHT_BLOW] = min(MOST, blow / hp)
    others = maps.threat[here] - (blow if maps.hostile[cell] else 0)
    features[OTHERS] = min(MOST, max(0.0, others) / hp)
    features[IS_PEACEFUL] = not maps.hostile[cell]
    features[IS_TARGET] = maps.cost[TO_ENEMY, here] < FAR and maps.target[here] == cell
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
        self._sizes, self._cells = count_features(self._known), rows * columns
        self.maps, self._is_compiled = allocate_maps(self.num_envs, self._cells), False
        self.single_observation_space = self._space()
        self.observation_space = self._space(self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Features, dict[str, object]]:
        """Begin games as the environment does, and observe them as features."""
        shown, info = self.env.reset(seed=seed, options=options)
        return self.features_of(shown, info["action_mask"]), info

    def step(self, actions: NDArray[np.int64]) -> FeatureAnswer:
        """Perform an action in each game, and observe them as features."""
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
        self, shown: ArrayObservation, masks: NDArray[np.int8], maps: Maps | None = None
    ) -> Features:
        """Return the features of games in arrays of their own; maps are kept if none are given."""
        games, (whole, action) = len(masks), self._sizes
        made = {
            "whole": np.zeros((games, whole), np.float32),
            "actions": np.zeros((games, ACTION_COUNT, action), np.float32),
        }
        seen = Seen(  # contiguous, so that it is compiled only once
            chars=np.ascontiguousarray(shown["chars"], np.uint8),
            enemy_hp=np.ascontiguousarray(shown["enemy_hp"], np.uint8),
            hostile=np.ascontiguousarray(shown["hostile"], np.int8),
            blstats=np.ascontiguousarray(shown["blstats"], np.int32),
            masks=np.ascontiguousarray(masks, np.int8),
        )
        of = seen, maps or self.maps, self._known, self._floors
        to = made["whole"], made["actions"]
        if not self._is_compiled:
            prepare(sense, *of, *to, (0, games), of=AGENT_CODE)
            self._is_compiled = True
        sense(*of, *to, (0, games))
        return made

    def _space(self, *games: int) -> spaces.Dict:
        whole, action = self._sizes
        shapes = {"whole": (*games, whole), "actions": (*games, ACTION_COUNT, action)}
        return spaces.Dict(
            {name: spaces.Box(-MOST, MOST, shape, np.float32) for name, shape in shapes.items()}
        )
