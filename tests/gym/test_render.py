"""What a person is shown of an environment."""

import numpy as np
from attrs import evolve

from cc3k.api import Game
from cc3k.content.roster import BASE_RULES
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.stats import BaseStats
from cc3k.export.pictures import FONT_COLUMNS, FONT_ROWS, letters
from cc3k.gym.observation import render_rgb
from tests.gym.players import ATTACK, made
from tests.support.document import DOCUMENT_RULES


def test_text_is_the_frame() -> None:
    """§3: what `cc3k --script` shows, also of what cannot be done; nothing is shown unasked."""
    env, game = made({"render_mode": "ansi"}), Game(42)
    env.reset(seed=42)
    assert env.render() == game.frame()
    env.step(ATTACK)
    frame = env.render()
    assert isinstance(frame, str)
    assert frame.endswith("Action: There is no enemy to the North.\n")
    unasked = made()
    unasked.reset(seed=42)
    assert unasked.render() is None


def test_a_picture_has_a_cell_for_each_glyph() -> None:
    env = made({"render_mode": "rgb_array"})
    seen, _ = env.reset(seed=42)
    shown = env.render()
    assert isinstance(shown, np.ndarray)
    assert shown.dtype == np.uint8
    assert shown.shape == (25 * FONT_ROWS, 79 * FONT_COLUMNS, 3)
    cells = {
        glyph: cell(shown, row, column) for (row, column), glyph in np.ndenumerate(seen["chars"])
    }
    assert len({drawn.tobytes() for drawn in cells.values()}) == len(cells)


def cell(shown: np.ndarray, row: int, column: int) -> np.ndarray:
    top, left = row * FONT_ROWS, column * FONT_COLUMNS
    return shown[top : top + FONT_ROWS, left : left + FONT_COLUMNS]


def test_the_dots_of_a_glyph_are_in_its_colour() -> None:
    shown = render_rgb(np.array([[ord("@")]], np.uint8), BASE_RULES)
    lit = np.any(shown != shown[0, -1], axis=2)
    rows = ["".join(".#"[dot] for dot in row.tolist()) for row in lit]
    assert {tuple(dot) for dot in shown[lit].tolist()} == {(0x5F, 0xDB, 0xE2)}
    assert rows == [f"{row}." for row in letters()["@"]]


def test_an_enemy_of_a_new_row_has_its_letter_and_a_colour_of_its_own() -> None:
    bat = EnemyKind("wisp", "B", 40, BaseStats(10, 0), spawn_weight=1)
    rules = evolve(DOCUMENT_RULES, enemy_kinds=(*DOCUMENT_RULES.enemy_kinds, bat))
    shown = render_rgb(np.array([[ord("B"), ord("H")]], np.uint8), rules)
    colours = [set(map(tuple, cell(shown, 0, column).reshape(-1, 3).tolist())) for column in (0, 1)]
    assert len(colours[0]) == len(colours[1]) == 2
    assert colours[0] != colours[1]
    assert not np.array_equal(cell(shown, 0, 0), cell(shown, 0, 1))
