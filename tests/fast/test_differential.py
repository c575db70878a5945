"""The compiled core is the engine: the same observations, rewards, masks, ends and digests."""

import pytest

from cc3k.gym.settings import EnvOptions
from tests.fast.differential import GAMES, HOSTILE_LAYOUTS, Comparison, Scenario, compare
from tests.support.scenarios import room

pytestmark = pytest.mark.core


def test_the_core_plays_as_the_engine_does() -> None:
    assert compare(4_000, hostile=12) >= 4_000


def test_whole_games_are_the_same() -> None:
    text = "\n".join([room("@.\\", "6.P")] * 5)
    options = EnvOptions(drawing=text, race="troll", reward={"victory": 10.0})
    comparison = Comparison.begin(Scenario("five rooms", options, 3))
    comparison.play(60 * GAMES)
    assert comparison.victories > GAMES


@pytest.mark.slow
def test_the_core_plays_as_the_engine_does_for_long() -> None:
    assert compare(6_000, HOSTILE_LAYOUTS // 10, seed=2) >= 6_000
