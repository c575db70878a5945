"""Features: observations as the numbers that a network gets, and a wrapper that shows them."""

from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import NDArray

from cc3k.content.roster import BASE_RULES
from cc3k.fast.compiler import compiled, entry_point, prepare
from cc3k.gym import maps
from cc3k.gym.maps import GameMaps, Knowledge, Maps, Seen
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
FIRST_RACE = FIRST_MAP + maps.MAP_COUNT * MAP_FEATURES
"""Places of the features of the whole: the hero, the floor, the enemy that is the cheapest to
fight, the ways by each map, and a 1 for the race."""

(IS_MOVE, IS_ATTACK, IS_DRINK, IS_FREEZE) = range(4)
(THREAT, MORE_THREAT, IS_SAFE, TAKES_GOLD, TAKES_STAIRS) = range(4, 9)
FIRST_DETOUR = 9
DETOUR_FEATURES = 2
FIRST_FIGHT = FIRST_DETOUR + maps.MAP_COUNT * DETOUR_FEATURES
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
    kept: Maps,
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
        own = maps.maps_of(kept, game)
        maps.update_maps(own, seen, game, known)
        _sense_whole(own, seen, game, known, floors, whole[game])
        for action in range(maps.ACTION_COUNT):
            if seen.masks[game, action]:
                _sense_action(own, seen, game, known, action, actions[game, action])


@compiled
def _hero_cell(seen: Seen, game: int) -> int:
    stats = seen.blstats[game]
    return int(stats[maps.STAT_ROW] * seen.chars.shape[2] + stats[maps.STAT_COLUMN])


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
    hp, race = max(1, stats[maps.STAT_HP]), facts[maps.SEEN_RACE]
    for place in range(features.size):
        features[place] = 0
    features[ONE] = 1
    features[HP] = min(MOST, hp / 100)
    most_hp = stats[maps.STAT_MAX_HP]
    features[HP_PART] = hp / most_hp if most_hp else min(1.0, hp / 100)
    features[DANGER] = min(MOST, floor.threat[here] / hp)
    features[IS_MORTAL] = 2 * floor.threat[here] >= hp
    features[STRENGTH] = stats[maps.STAT_ATTACK] / 25
    features[TOUGHNESS] = stats[maps.STAT_DEFENCE] / 25
    features[DEPTH] = stats[maps.STAT_FLOOR] / 5
    features[IS_DEEPEST] = stats[maps.STAT_FLOOR] == floors
    features[IS_HELD] = stats[maps.STAT_HELD]
    features[PILES_LEFT] = min(MOST, facts[maps.PILES] / 10)
    features[ENEMIES_LEFT] = min(MOST, facts[maps.ENEMIES] / 20)
    features[FIRST_RACE + race] = 1
    foes = 0
    for way in range(maps.WAYS):
        near = here + known.offsets[way]
        if floor.classes[near] >= maps.FIRST_KIND and floor.hostile[near]:
            foes += 1
    features[FOES_NEAR] = foes / 4
    if floor.cost[maps.TO_ENEMY, here] < maps.FAR:
        target = floor.target[here]
        kind = floor.classes[target] - maps.FIRST_KIND
        features[GAIN] = known.versus[race, kind, maps.LOOT] / 5
        features[LOSS] = max(-MOST, min(MOST, floor.loss[target] / hp))
        features[IS_TARGET_PEACEFUL] = not floor.hostile[target]
    for which in range(maps.MAP_COUNT):
        _sense_way(floor, which, here, hp, features)


@compiled
def _sense_way(
    floor: GameMaps, which: int, here: int, hp: int, features: NDArray[np.float32]
) -> None:
    """Write the features of the way from a cell by one of the maps."""
    first = FIRST_MAP + which * MAP_FEATURES
    cost, steps = floor.cost[which, here], floor.steps[which, here]
    if cost >= maps.FAR:
        features[first + HAS_NO_WAY] = 1
        return
    features[first + WAY_COST] = min(MOST, cost / 64)
    features[first + WAY_STEPS] = min(MOST, steps / 32)
    features[first + WAY_DANGER] = min(MOST, max(0, cost - steps) / maps.HP_COST / hp)


@compiled
def _sense_action(  # noqa: PLR0913, PLR0917 - as above
    floor: GameMaps,
    seen: Seen,
    game: int,
    known: Knowledge,
    action: int,
    features: NDArray[np.float32],
) -> None:
    here, hp = _hero_cell(seen, game), max(1, seen.blstats[game, maps.STAT_HP])
    for place in range(features.size):
        features[place] = 0
    if action == maps.ACTION_COUNT - 1:
        features[IS_FREEZE] = 1
        return
    cell, group = here + known.offsets[action % maps.WAYS], action // maps.WAYS
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
    features[TAKES_GOLD] = floor.classes[cell] == maps.GOLD and not floor.guarded[cell]
    features[TAKES_STAIRS] = floor.classes[cell] == maps.STAIRS
    for which in range(maps.MAP_COUNT):
        if floor.cost[which, here] < maps.FAR:
            way = floor.cost[which, cell] + maps.cost_to_enter(floor, cell)
            first, detour = FIRST_DETOUR + which * DETOUR_FEATURES, way - floor.cost[which, here]
            features[first] = detour <= 0
            features[first + 1] = min(1.0, detour / 8)


@compiled
def _sense_attack(  # noqa: PLR0913, PLR0917 - as above
    floor: GameMaps,
    here: int,
    cell: int,
    hp: int,
    known: Knowledge,
    features: NDArray[np.float32],
) -> None:
    kind = floor.classes[cell] - maps.FIRST_KIND
    blow = maps.blow_of(floor, kind, known)
    features[HITS] = min(MOST, maps.hits_to_slay(floor, cell, kind, known) / 5)
    features[FIGHT_LOSS] = max(-MOST, min(MOST, floor.loss[cell] / hp))
    features[FIGHT_GAIN] = known.versus[floor.facts[maps.SEEN_RACE], kind, maps.LOOT] / 5
    features[FIGHT_BLOW] = min(MOST, blow / hp)
    others = floor.threat[here] - (blow if floor.hostile[cell] else 0)
    features[OTHERS] = min(MOST, max(0.0, others) / hp)
    features[IS_PEACEFUL] = not floor.hostile[cell]
    features[IS_TARGET] = floor.cost[maps.TO_ENEMY, here] < maps.FAR and floor.target[here] == cell
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
        self._known = maps.read_knowledge(BASE_RULES, columns)
        self._sizes, self._cells = count_features(self._known), rows * columns
        self.maps, self._is_compiled = maps.allocate_maps(self.num_envs, self._cells), False
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
        masks = np.zeros((len(ended), maps.ACTION_COUNT), np.int8)
        shown = self.features_of(arrays, masks, maps.allocate_maps(len(ended), self._cells))
        features = np.full(self.num_envs, None, np.object_)
        for place, number in enumerate(ended):
            features[number] = {name: array[place] for name, array in shown.items()}
        return features

    def features_of(
        self, shown: ArrayObservation, masks: NDArray[np.int8], kept: Maps | None = None
    ) -> Features:
        """Return the features of games in arrays of their own; maps are kept if none are given."""
        games, (whole, action) = len(masks), self._sizes
        made = {
            "whole": np.zeros((games, whole), np.float32),
            "actions": np.zeros((games, maps.ACTION_COUNT, action), np.float32),
        }
        seen = Seen(  # contiguous, so that it is compiled only once
            chars=np.ascontiguousarray(shown["chars"], np.uint8),
            enemy_hp=np.ascontiguousarray(shown["enemy_hp"], np.uint8),
            hostile=np.ascontiguousarray(shown["hostile"], np.int8),
            blstats=np.ascontiguousarray(shown["blstats"], np.int32),
            masks=np.ascontiguousarray(masks, np.int8),
        )
        of = seen, kept or self.maps, self._known, self._floors
        to = made["whole"], made["actions"]
        if not self._is_compiled:
            prepare(sense, *of, *to, (0, games), of=AGENT_CODE)
            self._is_compiled = True
        sense(*of, *to, (0, games))
        return made

    def _space(self, *games: int) -> spaces.Dict:
        whole, action = self._sizes
        shapes = {"whole": (*games, whole), "actions": (*games, maps.ACTION_COUNT, action)}
        return spaces.Dict(
            {name: spaces.Box(-MOST, MOST, shape, np.float32) for name, shape in shapes.items()}
        )
