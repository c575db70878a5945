"""The mask of a game has what can be done in it."""

import numpy as np

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ALL_ACTIONS, legal_actions
from cc3k.gym.env import CC3kEnv
from cc3k.saves.paths import shipped_layouts
from tests.gym.players import any_legal, array
from tests.support.effort import EFFORT
from tests.support.tables import for_each


@for_each("race", [race.name for race in BASE_RULES.races])
@for_each("layout", [None, *shipped_layouts()])
def test_the_mask_has_what_can_be_done_and_nothing_else(race: str, layout: str | None) -> None:
    """R4: as `legal_actions` lists it, until there is nothing more to do."""
    env = CC3kEnv(race=race, layout=layout)
    chance = np.random.default_rng(1)
    for seed in range(2 * EFFORT):
        _, info = env.reset(seed=seed)
        for _ in range(60):
            mask = array(info, "action_mask")
            assert [ALL_ACTIONS[at] for at in np.flatnonzero(mask)] == legal_actions(
                env.episode.game
            )
            assert env.action_masks().tolist() == mask.astype(bool).tolist()
            if not mask.any():
                break
            info = env.step(any_legal(mask, chance))[-1]
