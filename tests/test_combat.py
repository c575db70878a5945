"""Who hits whom, how hard, and what becomes of them (§2.5)."""

from cc3k.engine.actions import Attack
from cc3k.engine.events import Struck
from cc3k.engine.grid import EAST
from tests.scenarios import HIT, scenario


def test_elf_strikes_twice() -> None:
    """§2.2: an elf gets two attacks against every race except drow."""
    game = scenario(
        r"""
        |-----|
        |@E..\|
        |-----|""",
        luck=[HIT, HIT],
    )
    assert game.play(Attack(EAST)) == (
        Struck("PC", "E", 23, left=117),
        Struck("E", "PC", 24, left=101),
        Struck("E", "PC", 24, left=77),
    )
