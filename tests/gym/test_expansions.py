"""Environments with expansions: spaces grow only where they must, and masks are right (X3)."""

import os

import gymnasium
import numpy as np
import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import ALL_ACTIONS, all_actions, legal_actions
from cc3k.engine.refusals import Impossible
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.gym.env import CC3kEnv
from cc3k.gym.settings import EnvSettings, load_game_factory

NAMES = [each.name for each in OWN_EXPANSIONS]
SETS = [(), *[(name,) for name in NAMES], ("all",)]
STEPS = 200


def test_the_base_spaces_are_what_they_were() -> None:
    """X3: whoever chooses nothing observes nothing more, and has the 25 actions."""
    env = CC3kEnv()
    assert env.action_space.n == len(ALL_ACTIONS)
    assert [*env.observation_space.spaces] == ["glyphs", "known", "message", "stats"]


@pytest.mark.parametrize("names", SETS, ids=str)
def test_spaces_grow_by_what_is_on(names: tuple[str, ...]) -> None:
    """X3: an action for each command, a number for each figure; all is within the bounds."""
    env = CC3kEnv(dlc=names, race="troll")
    rules = env.game_factory.rules
    assert env.action_space.n == len(all_actions(rules))
    assert ("figures" in env.observation_space.spaces) == bool(rules.figures)
    seen, info = env.reset(seed=7)
    choices = np.random.default_rng(1)
    for _ in range(STEPS):
        assert env.observation_space.contains(seen)
        game = env.episode.game
        legal = set(legal_actions(game))
        mask = info["action_mask"]
        assert isinstance(mask, np.ndarray)
        assert [action in legal for action in all_actions(rules)] == [*map(bool, mask)]
        for figure, number in zip(rules.figures, seen.get("figures", ()), strict=True):
            assert number == figure.value(game)
        seen, _, over, _, info = env.step(int(choices.choice(np.flatnonzero(mask))))
        if over:
            seen, info = env.reset()


MASK_STEPS = int(os.environ.get("CC3K_MASK_STEPS", "4000"))
"""Steps of each set of the slow test; `CC3K_MASK_STEPS=100000` walks as many."""


@pytest.mark.slow
@pytest.mark.parametrize("names", SETS, ids=str)
def test_masks_are_right_for_many_steps(names: tuple[str, ...]) -> None:
    """X3, R4: what the mask allows is never refused, and what it does not always is."""
    env = CC3kEnv(dlc=names, race="troll")
    actions = all_actions(env.game_factory.rules)
    choices = np.random.default_rng(2)
    _, info = env.reset(seed=11)
    for _ in range(MASK_STEPS):
        mask = info["action_mask"]
        assert isinstance(mask, np.ndarray)
        game, refused = env.episode.game, int(choices.choice(np.flatnonzero(mask == 0)))
        before = game.digest()
        with pytest.raises(Impossible):
            game.play(actions[refused])
        assert game.digest() == before
        chosen = int(choices.choice(np.flatnonzero(mask)))
        turns, frozen = game.turns, game.enemies_frozen
        _, _, over, cut, info = env.step(chosen)
        assert game.turns > turns or game.enemies_frozen is not frozen
        if over or cut:
            _, info = env.reset()


def test_games_side_by_side_observe_the_same() -> None:
    """X3: the vector environment has the same arrays, a row for each game."""
    envs = gymnasium.make_vec("cc3k.gym:CC3k-v0", num_envs=2, dlc="all")
    seen, info = envs.reset(seed=7)
    single = CC3kEnv(dlc="all")
    for number, seed in enumerate((7, 8)):
        alone, _ = single.reset(seed=seed)
        for name, array in alone.items():
            assert (seen[name][number] == array).all()
    assert info["action_mask"].shape == (2, single.action_space.n)
    envs.close()


def test_floors_are_those_of_the_expansion_unless_chosen() -> None:
    """X80: depths has floors of its own; `floors` still shortens a game."""
    assert load_game_factory(EnvSettings()).rules.floor_count == BASE_RULES.floor_count
    deep = load_game_factory(EnvSettings(dlc="depths")).rules
    assert deep.floor_count > BASE_RULES.floor_count
    assert load_game_factory(EnvSettings(dlc="depths", floors=2)).rules.floor_count == 2


@pytest.mark.parametrize(
    ("names", "error", "reason"),
    [
        ("star", ValueError, "expansion 'star': expected one of pack"),
        (("pack", "star"), ValueError, "expansion 'star': expected one of pack"),
        (3, TypeError, "dlc 3: expected names of expansions"),
        ((3,), TypeError, r"dlc \(3,\): expected names of expansions"),
    ],
)
def test_unknown_expansions_are_refused(names: object, error: type[Exception], reason: str) -> None:
    """X1: with those that are known."""
    with pytest.raises(error, match=reason):
        gymnasium.make("cc3k.gym:CC3k-v0", dlc=names)
