"""The games of `make_vec` as a `VecEnv` of Stable-Baselines3, which needs that library."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from cc3k.gym.observation import ArrayObservation
from cc3k.gym.settings import require


class CC3kVecEnv(VecEnv):
    """The games of one or several vector environments, such as one of each race, side by side.

    They come from `gymnasium.make_vec(..., autoreset_mode="SAME_STEP")`; another mode or different
    spaces are a ValueError. An attribute of a game is that of its vector environment.
    """

    def __init__(self, *envs: VectorEnv) -> None:
        for env in envs:
            mode = env.metadata.get("autoreset_mode")
            require(mode is AutoresetMode.SAME_STEP, "autoreset_mode", mode, "SAME_STEP, as in SB3")
        spaces = [(env.single_observation_space, env.single_action_space) for env in envs]
        alike = bool(spaces) and all(each == spaces[0] for each in spaces)
        require(alike, "vector environments", len(envs), "at least one, of the same spaces")
        ends = [0, *accumulate(env.num_envs for env in envs)]
        self._spans = [(env, slice(*span)) for env, span in zip(envs, pairwise(ends), strict=True)]
        self._places = [(env, number) for env in envs for number in range(env.num_envs)]
        self._actions = np.zeros(0, np.int64)
        super().__init__(ends[-1], *spaces[0])

    def reset(self) -> VecEnvObs:
        observed, self.reset_infos = [], []
        for env, span in self._spans:
            first, *others = self._options[span]
            alike = all(each == first for each in others)
            require(alike, "options", self._options[span], "the same for a whole vector env")
            shown, info = env.reset(seed=self._seeds[span], options=first)
            observed.append(shown)
            self.reset_infos += _infos_of_games(info, env.num_envs)
        self._reset_seeds()
        self._reset_options()
        return _join(observed)

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> VecEnvStepReturn:
        infos, answers = list[dict[str, object]](), []
        for env, span in self._spans:
            shown, rewards, terminated, truncated, info = env.step(self._actions[span])
            answers.append((shown, rewards, terminated | truncated))
            own = _infos_of_games(info, env.num_envs)
            lasts = _infos_of_games(info.get("final_info", {}), env.num_envs)
            for number in np.flatnonzero(terminated | truncated).tolist():
                self.reset_infos[span.start + number] = own[number]
                last = {**lasts[number], "terminal_observation": info["final_obs"][number]}
                own[number] = {**last, "TimeLimit.truncated": bool(truncated[number])}
            infos += own
        observed, gained, dones = zip(*answers, strict=True)
        rewards = np.concatenate(gained).astype(np.float32)
        return _join(observed), rewards, np.concatenate(dones), infos

    def close(self) -> None:
        for env, _ in self._spans:
            env.close()

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [np.asarray(image) for image in self.env_method("render")]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[object]:
        return [getattr(_owner(env, attr_name), attr_name) for env, _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: object, indices: VecEnvIndices = None) -> None:
        """Set an attribute of whole vector environments; ValueError for some games of one."""
        chosen = Counter(env for env, _ in self._chosen(indices))
        whole = all(count == env.num_envs for env, count in chosen.items())
        require(whole, "set_attr of some games", attr_name, "all of a vector env")
        for env in chosen:
            setattr(env.unwrapped, attr_name, value)

    def env_method(
        self, method_name: str, *args: object, indices: VecEnvIndices = None, **kwargs: object
    ) -> list[object]:
        """Return what `action_masks` or `render` answers for each game; there are no others."""
        if method_name not in {"action_masks", "render"}:
            message = f"method {method_name!a} of a game: expected action_masks or render"
            raise AttributeError(message)
        chosen, name = self._chosen(indices), method_name
        answers = {e: getattr(_owner(e, name), name)(*args, **kwargs) for e in dict(chosen)}
        return [None if answers[env] is None else answers[env][number] for env, number in chosen]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        del wrapper_class  # those there are go around vector environments
        return [False] * len(self._chosen(indices))

    def _chosen(self, indices: VecEnvIndices) -> list[tuple[VectorEnv, int]]:
        return [self._places[number] for number in self._get_indices(indices)]


def _owner(env: VectorEnv, name: str) -> VectorEnv:
    return env if hasattr(env, name) else env.unwrapped


def _join(shown: Sequence[ArrayObservation]) -> dict[str, np.ndarray]:
    return {name: np.concatenate([each[name] for each in shown]) for name in shown[0]}


def _infos_of_games(info: dict[str, np.ndarray], count: int) -> list[dict[str, object]]:
    infos: list[dict[str, object]] = [{} for _ in range(count)]
    for name in [each for each in info if not each.startswith(("_", "final_"))]:
        for number in np.flatnonzero(info[f"_{name}"]).tolist():
            infos[number][name] = info[name][number]
    return infos
