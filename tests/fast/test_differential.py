"""The compiled core is the engine: the same observations, rewards, masks, ends and digests."""

import re

import numpy as np
import pytest
from numpy.typing import NDArray

from cc3k.content.roster import BASE_RULES
from cc3k.gym.settings import EnvOptions
from cc3k.gym.vector import StepAnswer
from cc3k.saves.paths import shipped_layouts
from tests.fast.differential import (
    GAMES,
    HOSTILE_LAYOUTS,
    Comparison,
    Difference,
    Scenario,
    compare,
    scenarios,
)
from tests.fast.hostile_layouts import hostile_layouts
from tests.support.scenarios import room

pytestmark = pytest.mark.core


def test_everything_is_compared() -> None:
    """All races, every layout that comes with the game, and 200 hostile ones, none twice."""
    names = [scenario.name for scenario in scenarios(HOSTILE_LAYOUTS, 1)]
    assert len(set(names)) == len(BASE_RULES.races) + len(shipped_layouts()) + 200
    assert {f"layout {layout}" for layout in shipped_layouts()} < set(names)
    assert len(set(hostile_layouts(200, seed=1))) == 200


def test_the_core_plays_as_the_engine_does() -> None:
    """A few steps of every race and shipped layout, and of some hostile ones."""
    assert compare(4_000, hostile=12) >= 4_000


def test_whole_games_are_the_same() -> None:
    """Down the stairs of all five floors, to a victory, and on to the next game."""
    text = "\n".join([room("@.\\", "6.P")] * 5)
    options = EnvOptions(drawing=text, race="troll", reward={"victory": 10.0})
    comparison = Comparison.begin(Scenario("five rooms", options, 3))
    comparison.play(60 * GAMES)
    assert comparison.victories > GAMES


def test_a_difference_is_told_with_its_seed_step_and_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that it can be had again."""
    comparison = Comparison.begin(Scenario("one room", {"drawing": room("@....\\")}, 5))
    play = comparison.fast.step

    def altered(actions: NDArray[np.int64]) -> StepAnswer:
        answer = play(actions)
        answer[0]["blstats"][3, 4] += comparison.turn == 7
        return answer

    monkeypatch.setattr(comparison.fast, "step", altered)
    expected = "one room, seed 5, step 7: observation blstats of game 3: found [125 125"
    with pytest.raises(Difference, match=re.escape(expected)):
        comparison.play(100 * GAMES)


@pytest.mark.slow
def test_the_core_plays_as_the_engine_does_for_long() -> None:
    """12,000 steps; `python -m tests.fast.differential` plays a million, over more layouts."""
    assert compare(12_000, HOSTILE_LAYOUTS // 4, seed=2) >= 12_000
