"""Who hits whom, how hard, and what becomes of them (§2.5)."""

from hypothesis import example, given
from hypothesis import strategies as st

from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import DIRECTIONS, EAST, SOUTH, SOUTHEAST, Direction
from cc3k.engine.combat import damage
from cc3k.engine.events import PC, Event, Missed, Moved, Slain, Struck
from cc3k.engine.game import Outcome
from tests.support.scenarios import HIT, MISS, NAMES, room, scenario, weakened
from tests.support.tables import for_each

GLYPHS = "HWEOMDL"

BLOWS = {
    # race: (HP that a hit costs each enemy, HP that a hit by each enemy costs), as GLYPHS go
    "Shade": ((21, 20, 23, 20, 24, 21, 21), (16, 16, 24, 24, 56, 16, 12)),
    "Drow": ((21, 20, 23, 20, 24, 21, 21), (18, 18, 27, 27, 61, 18, 14)),
    "Vampire": ((21, 20, 23, 20, 24, 21, 21), (16, 16, 24, 24, 56, 16, 12)),
    "Troll": ((21, 20, 23, 20, 24, 21, 21), (18, 18, 27, 27, 61, 18, 14)),
    "Goblin": ((13, 12, 14, 12, 15, 13, 13), (17, 17, 25, 38, 59, 17, 13)),
}


@for_each(
    ("Shade", [HIT, HIT], [Struck("elf", PC, 24, 101), Struck("elf", PC, 24, 77)]),
    ("Shade", [HIT, MISS], [Struck("elf", PC, 24, 101), Missed("elf", PC)]),
    ("Shade", [MISS, HIT], [Missed("elf", PC), Struck("elf", PC, 24, 101)]),
    ("Shade", [MISS, MISS], [Missed("elf", PC), Missed("elf", PC)]),
    ("Drow", [HIT], [Struck("elf", PC, 27, 123)]),
)
def test_elf_strikes_twice_unless_drow(race: str, luck: list[bool], blows: list[Event]) -> None:
    """§2.2, R20: an elf gets two attacks against every race except drow, rolled apart."""
    game = scenario(room("@E.\\"), race, luck)
    assert game.play(Attack(EAST)) == (Struck(PC, "elf", 23, hp_left=117), *blows)


@for_each("glyph", GLYPHS)
@for_each("race", BLOWS)
def test_every_blow_costs_what_the_formula_says(race: str, glyph: str) -> None:
    """§2.5, R19: ceil(100 * Atk / (100 + Def)), for orcs on goblins ceil(150 * ...)."""
    evaded, blows = [HIT] * (glyph == "L"), 2 if glyph == "E" and race != "Drow" else 1
    game = scenario(room(f"@{glyph}.\\"), race, luck=[*evaded, *[HIT] * blows])
    events = game.play(Attack(EAST))
    dealt, taken = (figures[GLYPHS.index(glyph)] for figures in BLOWS[race])
    struck = [(blow.attacker, blow.damage) for blow in events if isinstance(blow, Struck)]
    assert struck[:2] == [("PC", dealt), (NAMES[glyph], taken)]


@example(39, 56, 100)  # one too high in floating point, as are those below
@example(78, 56, 100)
@example(87, 45, 100)
@given(st.integers(0, 500), st.integers(0, 500), st.sampled_from([100, 150]))
def test_damage_is_the_least_whole_number_that_is_enough(
    attack: int, defence: int, percent: int
) -> None:
    """R19: a ceiling in whole numbers, for any figures."""
    hurt = damage(attack, defence, percent)
    assert hurt * (100 + defence) >= percent * attack > (hurt - 1) * (100 + defence)


@for_each(("5", 40), ("2", 36))
def test_half_more_of_an_orc_comes_before_the_ceiling(brew: str, hurt: int) -> None:
    """R19: at Def 15 ceil(39.13), not half more than ceil(26.09); at Def 25 exactly 36."""
    game = scenario(room("@O.\\", f"{brew}..."), "Goblin", luck=[HIT])
    game.play(Drink(SOUTH))
    assert game.hero.hp == 110 - hurt


@for_each("direction", DIRECTIONS)
def test_pc_attacks_each_of_the_eight_cells_around(direction: Direction) -> None:
    """§2.5: the PC may attack any of the 8 squares adjacent to it."""
    rows = [bytearray(b"......."), bytearray(b"...@..\\"), bytearray(b".......")]
    rows[1 + direction.row_delta][3 + direction.column_delta] = ord("W")
    game = scenario(room(*[row.decode() for row in rows]), luck=[MISS])
    assert game.play(Attack(direction)) == (
        Struck("PC", "dwarf", 20, hp_left=80),
        Missed("dwarf", "PC"),
    )


def test_halfling_makes_half_of_the_attacks_miss() -> None:
    """§2.2: a halfling has a 50% chance to cause the PC to miss in combat."""
    game = scenario(room("@L.\\"), luck=[MISS, HIT, HIT, MISS])
    assert game.play(Attack(EAST)) == (
        Missed("PC", "halfling"),
        Struck("halfling", "PC", 12, hp_left=113),
    )
    assert game.play(Attack(EAST)) == (
        Struck("PC", "halfling", 21, hp_left=79),
        Missed("halfling", "PC"),
    )


def test_attack_reaches_around_a_corner() -> None:
    """R8: radius means the eight adjacent cells, walls or not."""
    game = scenario(room("@|.\\", "-W.."), luck=[HIT])
    assert game.play(Attack(SOUTHEAST)) == (
        Struck("PC", "dwarf", 20, hp_left=80),
        Struck("dwarf", "PC", 16, hp_left=109),
    )


def test_slain_enemy_does_not_strike_back_and_is_gone() -> None:
    """Definition 5, R23: an enemy slain this turn does nothing and is removed from the floor."""
    game = weakened(scenario(room("@D.\\")), hp=21)
    assert game.play(Attack(EAST)) == (Struck("PC", "dragon", 21, hp_left=0), Slain("dragon", "PC"))
    assert not game.floor.enemies
    assert game.play(Move(EAST)) == (Moved("East"),)


def test_nobody_is_slain_with_an_hp_left() -> None:
    """Definition 5: a character is slain when its HP reaches 0, not before."""
    game = weakened(scenario(room("@D.\\"), luck=[HIT]), hp=22)
    game.hero.hp = 17
    assert game.play(Attack(EAST)) == (
        Struck("PC", "dragon", 21, hp_left=1),
        Struck("dragon", "PC", 16, hp_left=1),
    )
    assert game.outcome is None


def test_nothing_acts_on_a_slain_pc() -> None:
    """R23: the blow that slays is the last event; neither a second one nor another enemy acts."""
    game = scenario(room("E@W\\"), luck=[HIT])
    game.hero.hp = 24
    assert game.play(Attack(EAST)) == (
        Struck("PC", "dwarf", 20, hp_left=80),
        Struck("elf", "PC", 24, hp_left=0),
        Slain("PC", "elf"),
    )
    assert game.outcome == Outcome(Slain(PC, "elf"))
