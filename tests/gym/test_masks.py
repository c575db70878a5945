"""The mask of a game has what can be done in it."""

import numpy as np
import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ALL_ACTIONS, legal_actions
from cc3k.gym import observation as masks
from cc3k.gym.env import CC3kEnv
from cc3k.storage.paths import shipped_layouts
from tests.gym.players import HOLD, any_legal, array, made


@pytest.mark.parametrize("race", [race.name for race in BASE_RULES.races])
@pytest.mark.parametrize("layout", [None, *shipped_layouts()])
def test_the_mask_has_what_can_be_done_and_nothing_else(race: str, layout: str | None) -> None:
    """R4: as `legal_actions` lists it, until there is nothing more to do."""
    env = CC3kEnv(race=race, layout=layout)
    chance = np.random.default_rng(1)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        for _ in range(150):
            mask = array(info, "action_mask")
            assert [ALL_ACTIONS[at] for at in np.flatnonzero(mask)] == legal_actions(
                env.episode.game
            )
            assert env.action_masks().tolist() == mask.astype(bool).tolist()
            if not mask.any():
                break
            info = env.step(any_legal(mask, chance))[-1]


def test_masks_are_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long training meets more neighbourhoods than there is room for; they are found anew."""
    monkeypatch.setattr(masks, "MAX_CACHED_MASKS", 3)
    kept, env, chance = masks.ActionMaskCache(b"HWEOMDL", b"P"), made(), np.random.default_rng(1)
    env.reset(seed=2)
    for _ in range(30):
        expected = legal_actions(env.episode.game)
        assert [
            ALL_ACTIONS[at] for at in np.flatnonzero(kept.mask_for(env.episode.game))
        ] == expected
        assert len(kept) <= 3
        env.step(any_legal(env.action_masks()[:HOLD], chance))
