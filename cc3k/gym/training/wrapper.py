"""Features as observations: a wrapper for the games of `make_vec`."""

from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import NDArray

from cc3k.content.roster import BASE_RULES
from cc3k.fast.compiler import prepare
from cc3k.gym.observation import ArrayObservation
from cc3k.gym.training.features import MOST, count_features, sense
from cc3k.gym.training.floor_memory import Maps, Seen, allocate_maps
from cc3k.gym.training.knowledge import ACTION_COUNT, read_knowledge
from cc3k.gym.vector import CC3kVectorEnv

AGENT_CODE = "the agent's features"
"""What the compiled functions here are called while they are compiled."""

Features: TypeAlias = dict[str, NDArray[np.float32]]
FeatureAnswer: TypeAlias = tuple[
    Features, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]
]


class FeatureWrapper(VectorWrapper):
    """The games of a vector environment, observed as features of the whole and of each action.

    `whole` is float32 [games, features], `actions` float32 [games, 25, features], and all zero for
    an illegal action; `cc3k.gym.training.features` names the places. They are made of what the
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
