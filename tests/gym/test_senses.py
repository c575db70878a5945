"""What an agent perceives is what a player can see, in arrays of its own."""

from pathlib import Path

import numpy as np

from cc3k.content.roster import BASE_RULES
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import STAT_NAMES
from tests.gym.players import ATTACK, DRINK, EAST, HOLD, NORTHEAST, any_legal, array, drawn, made
from tests.support.scenarios import room
from tests.support.tables import for_each


def test_floors_of_all_sizes_have_room() -> None:
    """R32: a smaller floor is shown at the upper left, and what is beside it is blank."""
    env = CC3kEnv(layout="tiny")
    glyphs = env.reset(seed=1)[0]["chars"]
    assert glyphs.shape == (25, 79)
    rows = [row.tobytes().decode() for row in glyphs]
    assert rows[5] == "|   |...@...+###+....|  |".ljust(79)
    assert rows[11:] == [" " * 79] * 14
    assert CC3kEnv(layout="tiny", floors=2).observation_space["chars"].shape == (11, 25)


def test_a_floor_left_behind_is_not_seen(tmp_path: Path) -> None:
    """§2.4: the board of the next floor is its own, also where it is smaller."""
    layout = tmp_path / "three.txt"
    floors = [room("@\\.", "...", "..."), room("@\\.", "..."), room("@.\\")]
    layout.write_text("\n".join(floors), "ascii")
    env = CC3kEnv(layout=str(layout), floors=3)
    env.reset(seed=1)
    for expected in (floors[1] + "\n     ", floors[2] + "\n     \n     "):
        glyphs = env.step(EAST)[0]["chars"]
        assert [row.tobytes().decode() for row in glyphs] == expected.splitlines()


def test_a_board_is_no_larger_than_the_floors_that_are_played(tmp_path: Path) -> None:
    """R29: what is drawn beyond the last of them takes no room."""
    layout = tmp_path / "two.txt"
    layout.write_text(room("@\\") + "\n" + room("@\\", ".."), "ascii")
    shapes = [
        CC3kEnv(layout=str(layout), floors=floors).game_factory.board_shape for floors in (1, 2, 3)
    ]
    assert shapes == [(3, 4), (4, 4), (25, 79)]


def test_enemies_are_seen_with_their_hp_and_whether_they_are_hostile(tmp_path: Path) -> None:
    """R21: a player sees both; a merchant is hostile once any has been attacked."""
    env = drawn(tmp_path, "@M.L", "...M", "6.0\\")
    seen, _ = env.reset(seed=1)
    hp, hostile = seen["enemy_hp"], seen["hostile"]
    assert hp[1:4, 1:5].tolist() == [[0, 30, 0, 100], [0, 0, 0, 30], [0, 0, 0, 0]]
    assert hostile[1:4, 1:5].tolist() == [[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert (hp.dtype.name, hostile.dtype.name) == ("uint8", "int8")
    env.step(HOLD)
    seen = env.step(ATTACK + EAST)[0]
    assert seen["enemy_hp"][1, 2] == 30 - 24
    assert (seen["hostile"] == (seen["enemy_hp"] > 0)).all()
    assert sorted(seen["enemy_hp"].ravel().tolist())[-3:] == [6, 30, 100]


def known(*names: str) -> list[int]:
    return [int(potion.name in names) for potion in BASE_RULES.potions]


def test_potions_used_are_known(tmp_path: Path) -> None:
    """R18: kind by kind, in the order of the roster, until the game is over."""
    env = drawn(tmp_path, "05\\", "@..")
    assert env.step(DRINK)[0]["known"].tolist() == known("RH")
    assert env.step(DRINK + NORTHEAST)[0]["known"].tolist() == known("RH", "WD")
    assert env.reset(seed=1)[0]["known"].tolist() == known()


def test_a_race_without_a_cap_has_no_greatest_hp() -> None:
    """R10: the vampire's figure is 0."""
    figures = dict(
        zip(STAT_NAMES, made({"race": "vampire"}).reset(seed=1)[0]["blstats"], strict=True)
    )
    assert (figures["hp"], figures["max_hp"]) == (50, 0)


def test_what_was_returned_is_not_written_to() -> None:
    env, chance = made(), np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    arrays = [*seen.values(), array(info, "action_mask")]
    kept = [one.copy() for one in arrays]
    assert all(one.flags.writeable for one in arrays)
    for _ in range(12):
        env.step(any_legal(env.action_masks(), chance))
    assert all(map(np.array_equal, arrays, kept))
    assert not np.array_equal(env.step(HOLD)[0]["chars"], seen["chars"])


@for_each("message", [0, 5, 60])
def test_a_message_is_cut_or_filled_up(message: int) -> None:
    env = made({"message": message})
    seen, _ = env.reset(seed=42)
    text = "Player character has spawned."
    expected = [] if message == 0 else [list(text[:message].encode().ljust(message, b"\0"))]
    assert [seen["message"].tolist() for _ in range(1) if "message" in seen] == expected
