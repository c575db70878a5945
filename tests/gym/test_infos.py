"""What is told of single games stands in arrays as Gymnasium's own vector environments have it."""

from collections.abc import Mapping

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.utils import seeding
from gymnasium.vector import VectorEnv

from cc3k.gym.env import MAX_SEEDS
from cc3k.gym.vector import GameSeeds, SeedSource, gather_infos
from tests.support.tables import for_each

COUNT = 5
END = {"won": True, "floor": 3, "share": 0.5, "cause": "victory"}


class Gatherer(VectorEnv):
    def gather(self, infos: Mapping[int, dict[str, object]]) -> dict[str, object]:
        self.num_envs, gathered = COUNT, dict[str, object]()
        for number, info in infos.items():
            gathered = self._add_info(gathered, info, number)
        return gathered


@for_each("numbers", [[0], [1, 4], [*range(COUNT)]])
def test_infos_are_gathered_as_gymnasium_does(numbers: list[int]) -> None:
    infos = {number: {**END, "floor": number} for number in numbers}
    expected = Gatherer().gather(infos)
    assert gather_infos({}, COUNT) == {}
    found = gather_infos(infos, COUNT)
    assert list(found) == list(expected)
    for name, array in found.items():
        other = expected[name]
        assert isinstance(other, np.ndarray)
        assert array.dtype == other.dtype
        assert array.tolist() == other.tolist()
    arrays = list(found.values())
    assert not any(
        np.shares_memory(one, other) for one in arrays for other in arrays if one is not other
    )


def test_seeds_are_those_of_gymnasiums_chance() -> None:
    source = SeedSource()
    for seed, games in ((7, 40), (8, 3), (7, 17)):
        generator, _ = seeding.np_random(seed)
        expected = [seed, *[int(generator.integers(MAX_SEEDS)) for _ in range(games)]]
        assert [source.choose(seed), *[source.choose(None) for _ in range(games)]] == expected


def test_seeds_of_now_are_those_that_were_chosen() -> None:
    seeds = GameSeeds(3)
    assert seeds.choose({0: 5, 2: 2**70}) == {0: 5, 2: 2**70}
    assert seeds.now.tolist() == [5, 0, 2**70]
    (next_one,) = seeds.choose({0: None}).values()
    assert seeds.now.tolist() == [next_one, 0, 2**70]
