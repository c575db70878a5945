"""The way from a key to the canvas is as short as it was made: a longer one has to say why."""

import pytest

from tests.benchmarks.key_walk import ENDINGS, KEYS, walk_of, walks_to_end

pytestmark = pytest.mark.slow

MOST = {"step": (21, 88), "attack": (22, 119), "potion": (22, 103)}
"""Modules and functions of each key at most, of which `play/prompts` says what an arrow means."""

MOST_TO_END = {"victory": 39, "death": 48}
"""Modules from the last key to the end screen; the turn before it meets 35 and 31."""


def test_a_key_walks_few_modules_and_functions_to_the_canvas() -> None:
    for name, (modules, functions) in MOST.items():
        walk = walk_of(*KEYS[name])
        assert len(walk.modules) <= modules, (name, walk.modules)
        assert len(walk.functions) <= functions, (name, len(walk.functions))


def test_a_key_is_an_action_once() -> None:
    for name, key in KEYS.items():
        names = {function for _, function in walk_of(*key).functions}
        assert "Session.give" in names, name
        assert "Session.play_words" not in names, name


def test_the_end_of_a_game_is_told_from_the_live_game() -> None:
    for name, floor in ENDINGS.items():
        ending = walks_to_end(floor)
        known = {*ending.turn.modules, *ending.report.modules}
        assert ending.modules <= known, (name, ending.modules - known)
        assert len(ending.modules) <= MOST_TO_END[name], (name, sorted(ending.modules))
        assert "saves/replay" not in ending.modules, name
