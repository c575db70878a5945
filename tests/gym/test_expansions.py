"""Environments with expansions: spaces grow only where they must, and masks are right (X3)."""

import os
import random
from collections.abc import Sequence
from itertools import compress

import numpy as np
import pytest

from cc3k.engine.actions import ALL_ACTIONS, Move, PlayerAction, all_actions, legal_actions
from cc3k.engine.board import Cell
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.view import GameView
from cc3k.expansions.depths import PayToll
from cc3k.expansions.hunters import WAIT
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.fast.support import find_missing_library
from cc3k.gym.env import CC3kEnv
from cc3k.gym.vector import CC3kVectorEnv
from cc3k.play.commands import command_table
from tests.support.expansion_sets import SetWalker
from tests.support.tables import for_each

NAMES = [each.name for each in OWN_EXPANSIONS]
SETS = [(), *[(name,) for name in NAMES], ("all",)]
STEPS = 200


def test_the_base_spaces_are_what_they_were() -> None:
    """X3: whoever chooses nothing observes nothing more, and has the 25 actions."""
    env = CC3kEnv()
    assert env.action_space.n == len(ALL_ACTIONS)
    names = ["blstats", "chars", "enemy_hp", "hostile", "known", "message"]
    assert [*env.observation_space.spaces] == names


@for_each("names", SETS)
def test_spaces_grow_by_what_is_on(names: tuple[str, ...]) -> None:
    """X3, X41: an action for each command, a number for each figure; all is within the bounds.

    The enemies observed are those in sight as they are now, and nobody else.
    """
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
        view, shape = GameView(game), seen["chars"].shape
        hp, hostile = np.zeros(shape, int), np.zeros(shape, bool)
        for cell, enemy in view.enemies.items():
            at = divmod(cell, view.board.stride)
            hp[at], hostile[at] = enemy.hp, enemy.kind.is_hostile(enemy, game.hero)
        assert np.array_equal(seen["enemy_hp"], hp)
        assert np.array_equal(seen["hostile"], hostile)
        seen, _, over, _, info = env.step(int(choices.choice(np.flatnonzero(mask))))
        if over:
            seen, info = env.reset()


def test_a_wait_is_one_of_the_actions() -> None:
    """X3: with hunters, it can be chosen at any time."""
    env = CC3kEnv(dlc="hunters", race="troll")
    env.reset(seed=3)
    number = all_actions(env.game_factory.rules).index(WAIT)
    assert env.action_masks()[number]
    env.step(number)
    assert env.episode.game.turns == 1


@for_each("name", NAMES)
def test_the_engine_plays_each_expansion(name: str) -> None:
    unknown = f"the fast core does not know the expansion {name}"
    if find_missing_library() is None:
        with pytest.raises(ValueError, match=f"^fast=True: {unknown}; expected fast=None$"):
            CC3kVectorEnv(2, dlc=name, fast=True)
        with pytest.warns(UserWarning, match=f"^{unknown}: the reference engine plays"):
            assert CC3kVectorEnv(2, dlc=(name,)).engine == "reference"
    envs, single = CC3kVectorEnv(2, dlc=name, fast=False, race="troll"), CC3kEnv(dlc=name)
    assert envs.engine == "reference"
    seen, info = envs.reset(seed=5)
    alone, alone_info = single.reset(seed=6, options={"race": "troll"})
    choices = np.random.default_rng(3)
    for _ in range(STEPS):
        assert all(np.array_equal(alone[part], seen[part][1]) for part in (*alone, *seen))
        masks = info["action_mask"]
        assert isinstance(masks, np.ndarray)
        assert np.array_equal(masks[1], np.asarray(alone_info["action_mask"]))
        assert envs.digest(1) == single.episode.game.digest()
        actions = [int(choices.choice(np.flatnonzero(mask))) for mask in masks]
        seen, rewards, over, _, info = envs.step(np.array(actions))
        alone, reward, alone_over, _, alone_info = single.step(actions[1])
        assert (rewards[1], over[1]) == (reward, alone_over)
        if over.any():
            seen, info = envs.reset(seed=5)
            alone, alone_info = single.reset(seed=6)


def test_all_rewards_together_are_the_score_also_with_expansions() -> None:
    """R15, X80: what the first floor brings is in the first reward of a turn."""
    env = CC3kEnv(dlc="depths", race="troll")
    _, info = env.reset(seed=9)
    choices, gained = np.random.default_rng(5), 0.0
    for _ in range(STEPS):
        mask = np.asarray(info["action_mask"])
        _, reward, over, _, info = env.step(int(choices.choice(np.flatnonzero(mask))))
        gained += reward
        if over:
            break
    assert gained == env.episode.game.score > 0


@for_each("kind", [CC3kEnv, CC3kVectorEnv])
def test_a_reset_chooses_expansions_that_fit_the_spaces(
    kind: type[CC3kEnv] | type[CC3kVectorEnv],
) -> None:
    env = kind(fast=False) if kind is CC3kVectorEnv else kind()
    env.reset(seed=1, options={"dlc": ("fog", "chambers")})
    assert env.settings.dlc == ("fog", "chambers")
    for name in ("pack", "shop", "hunters", "gear", "levels", "depths", "all"):
        with pytest.raises(ValueError, match=r"^dlc \S.*: expected expansions with the actions"):
            env.reset(options={"dlc": name})
        assert env.settings.dlc == ("fog", "chambers")
    env.reset(options={"dlc": "none"})


ONWARD = 0.6
"""The share of steps towards a goal, where one is legal: stairs, a thing or an enemy."""

STEPS_TO_GOAL = 50
"""Steps for each goal."""

ALL_REFUSED = 20
"""Each so manieth step all is tried that the mask does not allow, else one action."""

MASK_STEPS = int(os.environ.get("CC3K_MASK_STEPS", "4000"))
"""Steps of the slow test with all sets, half as many with others; `CC3K_MASK_STEPS` has others."""


@pytest.mark.slow
@for_each("names", [*SETS[:-1:3], SETS[-1]])
def test_masks_are_right_for_many_steps(names: tuple[str, ...]) -> None:
    """X3, R4: what the mask allows is never refused, and what it does not always is.

    All kinds of action are played, on several floors: a random walk would mostly step about.
    """
    env = CC3kEnv(dlc=names, race="troll")
    rules, dice = env.game_factory.rules, random.Random("masks")
    actions, walker = all_actions(rules), SetWalker(rules, dice)
    played, deepest, goal = set[type[PlayerAction]](), 1, 0
    _, info = env.reset(seed=1 if names == ("all",) else 11)  # a walk that plays all kinds
    for step in range(MASK_STEPS if names == ("all",) else MASK_STEPS // 2):
        mask, game = info["action_mask"], env.episode.game
        assert isinstance(mask, np.ndarray)
        legal, refused = [list(compress(actions, mask == flag)) for flag in (1, 0)]
        _check_refused(game, refused if step % ALL_REFUSED == 0 else [_pick_kind(refused, dice)])
        if step % STEPS_TO_GOAL == 0:
            game.hero.gold += 2  # so that there is something to buy with on every floor
            goal = dice.choice(_goals(game.floor))
        wanted = command_table(rules).actions_and_answers[walker.way_to(game, goal)]
        is_wanted = isinstance(wanted, Move) and wanted in legal and dice.random() < ONWARD
        chosen = wanted if is_wanted else _pick_kind(legal, dice)
        turns, frozen = game.turns, game.enemies_frozen
        _, _, over, cut, info = env.step(actions.index(chosen))
        assert game.turns > turns or game.enemies_frozen is not frozen
        played.add(type(chosen))
        deepest = max(deepest, game.depth)
        if over or cut:
            _, info = env.reset()
    assert played >= set(map(type, actions)) - {PayToll}  # which needs the last floor, and riches
    assert deepest > 1


def _goals(floor: Floor) -> list[Cell]:
    """Return where to go: often to the stairs and to merchants, who are few, or to anything."""
    sellers = [cell for cell, enemy in floor.enemies.items() if enemy.wares]
    return [*[floor.stairs_cell, *sellers] * 10, *floor.items, *floor.enemies]


def _check_refused(game: GameState, actions: Sequence[PlayerAction]) -> None:
    before = game.digest()
    for action in actions:
        with pytest.raises(Impossible):
            game.play(action)
    assert game.digest() == before


def _pick_kind(legal: Sequence[PlayerAction], dice: random.Random) -> PlayerAction:
    """Return a legal action of a random kind: potions and merchants are rare, steps are not."""
    kinds = {type(action).__name__: type(action) for action in legal}
    kind = kinds[dice.choice(sorted(kinds))]
    return dice.choice([action for action in legal if isinstance(action, kind)])
