"""The rows of the roster: figures of §2.1, §2.2 and §2.3, and which rows are refused."""

import re
from typing import TypeAlias

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats
from tests.support.document import DOCUMENT_RULES
from tests.support.scenarios import race_named
from tests.support.tables import for_each

RACES = [
    # name, key, HP, Atk, Def, maximum of HP
    ("Shade", "s", 125, 25, 25, 125),
    ("Drow", "d", 150, 25, 15, 150),
    ("Vampire", "v", 50, 25, 25, None),
    ("Troll", "t", 120, 25, 15, 120),
    ("Goblin", "g", 110, 15, 20, 110),
]

ENEMIES = [
    # name, glyph, HP, Atk, Def, odds of 18
    ("human", "H", 140, 20, 20, 4),
    ("dwarf", "W", 100, 20, 30, 3),
    ("elf", "E", 140, 30, 10, 2),
    ("orc", "O", 180, 30, 25, 2),
    ("merchant", "M", 30, 70, 5, 2),
    ("dragon", "D", 150, 20, 20, 0),
    ("halfling", "L", 100, 15, 20, 5),
]

POTIONS = [
    # name, mark, glyph
    *(("RH", "0", "P"), ("BA", "1", "P"), ("BD", "2", "P")),
    *(("PH", "3", "P"), ("WA", "4", "P"), ("WD", "5", "P")),
]

PILES = [
    # name, mark, glyph, value, odds of 8
    ("normal pile", "6", "G", 2, 5),
    ("small pile", "7", "G", 1, 2),
    ("merchant hoard", "8", "G", 4, 0),
    ("dragon hoard", "9", "G", 6, 1),
]


def test_rows_have_the_figures_of_the_document() -> None:
    """§2.1, §2.2, §2.3, §2.4, §6: these figures, whatever other rows there are."""
    rules = DOCUMENT_RULES
    assert [
        (each.name, each.key, each.hp, each.stats.attack, each.stats.defence, each.max_hp)
        for each in rules.races
    ] == RACES
    assert [
        (each.name, each.glyph, each.hp, each.stats.attack, each.stats.defence, each.spawn_weight)
        for each in rules.enemy_kinds
    ] == ENEMIES
    assert [(each.name, each.mark, each.glyph) for each in rules.potions] == POTIONS
    assert [
        (each.name, each.mark, each.glyph, each.value, each.spawn_weight) for each in rules.piles
    ] == PILES


def test_a_floor_is_spawned_with_ten_potions_ten_piles_and_twenty_enemies() -> None:
    """§2.4: and there are five floors (§1)."""
    assert (
        BASE_RULES.potions_per_floor,
        BASE_RULES.piles_per_floor,
        BASE_RULES.enemies_per_floor,
    ) == (10, 10, 20)
    assert BASE_RULES.floor_count == 5


def test_only_a_dragon_guards_and_never_moves() -> None:
    """§2.2: dragons are stationary and always guard a treasure hoard."""
    assert [(pile.name, pile.guardian) for pile in DOCUMENT_RULES.piles if pile.guardian] == [
        ("dragon hoard", "dragon")
    ]
    assert [kind.name for kind in DOCUMENT_RULES.enemy_kinds if not kind.roams] == ["dragon"]


def test_rows_are_found_by_what_they_are_called() -> None:
    """§4: by name, by key and by mark; an unknown key is nobody's."""
    assert BASE_RULES.enemy_kind_named("dragon").glyph == "D"
    assert BASE_RULES.race_of("t") is race_named("Troll")
    assert BASE_RULES.race_of("q") is None
    assert {
        mark: thing.name for mark, thing in BASE_RULES.kinds_by_mark.items() if mark in "D09"
    } == {"D": "dragon", "0": "RH", "9": "dragon hoard"}


def test_new_row_is_known_to_marks_and_bags() -> None:
    """§2.2: how easily another enemy is added: by one row."""
    rat = EnemyKind("rat", "R", 10, BaseStats(5, 0), spawn_weight=3)
    rules = evolve(DOCUMENT_RULES, enemy_kinds=(*DOCUMENT_RULES.enemy_kinds, rat))
    assert rules.enemy_kind_named("rat") is rules.kinds_by_mark["R"] is rat
    assert (len(rules.enemy_spawn_table), rules.enemy_spawn_table.count(rat)) == (21, 3)
    assert "R" not in DOCUMENT_RULES.kinds_by_mark


def test_every_row_says_what_is_special_about_it() -> None:
    """§2.1, §2.2: the menu and the legend are made of these."""
    assert all(race.trait for race in BASE_RULES.races)
    assert all(kind.trait for kind in BASE_RULES.enemy_kinds)
    assert all(potion.effect_text for potion in BASE_RULES.potions)


Row: TypeAlias = Race | EnemyKind | Potion | GoldPile

ELF = Race("Elf", "e", 90, BaseStats(30, 10), max_hp=90)
BAT = EnemyKind("wisp", "B", 40, BaseStats(10, 0), spawn_weight=1)
TEA = Potion("TE", "does nothing", "t", lambda _hero: None)
COIN = GoldPile("coin", 1, "c", spawn_weight=1)


def extended(*rows: Row) -> Rules:
    return evolve(
        DOCUMENT_RULES,
        races=(*DOCUMENT_RULES.races, *[row for row in rows if isinstance(row, Race)]),
        enemy_kinds=(
            *DOCUMENT_RULES.enemy_kinds,
            *[row for row in rows if isinstance(row, EnemyKind)],
        ),
        potions=(*DOCUMENT_RULES.potions, *[row for row in rows if isinstance(row, Potion)]),
        piles=(*DOCUMENT_RULES.piles, *[row for row in rows if isinstance(row, GoldPile)]),
    )


@for_each("row", [ELF, BAT, TEA, COIN, evolve(BAT, glyph="~"), evolve(BAT, glyph="!")])
def test_a_row_that_is_told_from_all_others_is_taken(row: Row) -> None:
    """Any printable ASCII will do; a race may be called as an enemy is, with a capital."""
    extended(row)


@for_each(
    (evolve(BAT, glyph="E"), "found the glyph 'E' of both elf and wisp; expected one for each"),
    (evolve(BAT, glyph="3"), "found the mark '3' of both wisp and PH; expected one for each"),
    (evolve(TEA, mark="3"), "found the mark '3' of both PH and TE; expected one for each"),
    (evolve(COIN, mark="3"), "found the mark '3' of both PH and coin; expected one for each"),
    (evolve(COIN, mark="D"), "found the mark 'D' of both dragon and coin; expected one for"),
    (evolve(ELF, key="t"), "found the key 't' of both Troll and Elf; expected one for each"),
    (evolve(ELF, name="Troll"), "found two races called 'Troll'; expected a name for each"),
    (evolve(ELF, name="troll"), "found two races called 'troll'; expected a name for each"),
    (evolve(BAT, name="elf"), "found two enemies called 'elf'; expected a name for each"),
    (evolve(TEA, name="RH"), "found two potions called 'RH'; expected a name for each"),
    (evolve(COIN, name="small pile"), "found two piles called 'small pile'; expected a name"),
    # Potions may look alike, and so may piles, but like nobody and nothing else.
    (evolve(TEA, glyph="E"), "found the glyph 'E' of both elf and TE"),
    (evolve(COIN, glyph="D"), "found the glyph 'D' of both dragon and coin"),
    (evolve(TEA, glyph="G"), "found the glyph 'G' of TE, which the board shows for another"),
    (evolve(COIN, glyph="P"), "found the glyph 'P' of coin, which the board shows for"),
    (evolve(COIN, glyph="#"), "found the glyph '#' of coin, which the board shows for"),
    *[
        (evolve(ELF, key=key), f"found the key {key!r} of Elf; expected no blank or capital")
        for key in ("q", "r", "Q", "E", " ")
    ],
)
def test_a_row_that_is_taken_for_something_else_is_refused(row: Row, complaint: str) -> None:
    """§2.3, R33, R35: in words, on the board, or when a race is chosen."""
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}"):
        extended(row)


@for_each("glyph", list(" |-.+#@\\PG"))
def test_a_glyph_that_the_board_has_already_is_refused(glyph: str) -> None:
    """§6: it would be read as something else, and the PC could walk through it or be stopped."""
    said = f"found the glyph {glyph!r} of wisp, which the board shows for another thing"
    with pytest.raises(ValueError, match=f"^{re.escape(said)}; expected a new one$"):
        extended(evolve(BAT, glyph=glyph))
    for row in (evolve(TEA, mark=glyph), evolve(COIN, mark=glyph)):
        with pytest.raises(ValueError, match="which the board shows for another thing"):
            extended(row)


@for_each("glyph", ["\x1b", "\n", "\x7f", "\x00", "é", "🦇", "", "BB", "\u202e"])
def test_what_is_no_printable_ascii_character_is_refused(glyph: str) -> None:
    refused: list[tuple[Row, str]] = [
        (evolve(BAT, glyph=glyph), f"found the glyph {glyph!a} of wisp"),
        (evolve(TEA, mark=glyph), f"found the mark {glyph!a} of TE"),
        (evolve(TEA, glyph=glyph), f"found the glyph {glyph!a} of TE"),
        (evolve(COIN, mark=glyph), f"found the mark {glyph!a} of coin"),
        (evolve(COIN, glyph=glyph), f"found the glyph {glyph!a} of coin"),
        (evolve(ELF, key=glyph), f"found the key {glyph!a} of Elf"),
    ]
    for row, said in refused:
        complaint = f"{said}; expected one printable ASCII character"
        with pytest.raises(ValueError, match=f"^{re.escape(complaint)}$"):
            extended(row)
