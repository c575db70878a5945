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

POTIONS = [("RH", "0"), ("BA", "1"), ("BD", "2"), ("PH", "3"), ("WA", "4"), ("WD", "5")]

PILES = [
    # name, mark, value, odds of 8
    ("normal pile", "6", 2, 5),
    ("small pile", "7", 1, 2),
    ("merchant hoard", "8", 4, 0),
    ("dragon hoard", "9", 6, 1),
]

ROWS = [
    (
        [
            (r.name, r.key, r.hp, r.stats.attack, r.stats.defence, r.max_hp)
            for r in DOCUMENT_RULES.races
        ],
        RACES,
    ),
    (
        [
            (k.name, k.glyph, k.hp, k.stats.attack, k.stats.defence, k.spawn_weight)
            for k in DOCUMENT_RULES.enemy_kinds
        ],
        ENEMIES,
    ),
    ([(potion.name, potion.mark) for potion in DOCUMENT_RULES.potions], POTIONS),
    (
        [(pile.name, pile.mark, pile.value, pile.spawn_weight) for pile in DOCUMENT_RULES.piles],
        PILES,
    ),
]


@for_each("rows, figures", ROWS)
def test_rows_have_the_figures_of_the_document(
    rows: list[tuple[object, ...]], figures: list[tuple[object, ...]]
) -> None:
    """§2.1, §2.2, §2.3, §2.4, §6: these figures, whatever other rows there are."""
    assert rows == figures


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


def test_marks_glyphs_and_keys_are_unique() -> None:
    """§4, §6: a letter or digit stands for one thing, and none for what a board is built of."""
    things = [(kind.glyph, kind.name) for kind in BASE_RULES.enemy_kinds]
    things += [(potion.mark, potion.name) for potion in BASE_RULES.potions]
    things += [(pile.mark, pile.name) for pile in BASE_RULES.piles]
    marks = [mark for mark, _ in things]
    assert len(set(marks)) == len(marks) == len(BASE_RULES.kinds_by_mark)
    assert not set(marks) & set("@\\PG|-+#. ")
    assert all(len(mark) == 1 for mark in marks)
    keys = [race.key for race in BASE_RULES.races]
    assert len(set(keys)) == len(keys)
    assert not {"q", "r"} & set(keys)
    names = [race.name for race in BASE_RULES.races] + [name for _, name in things]
    assert len({name.lower() for name in names}) == len(names)


def test_potions_and_gold_look_alike_on_the_board() -> None:
    """§2.3: all potions are P, gold of any kind is G, and no enemy looks like either."""
    assert {potion.glyph for potion in BASE_RULES.potions} == {"P"}
    assert {pile.glyph for pile in BASE_RULES.piles} == {"G"}
    assert {"P", "G", "@", "\\"}.isdisjoint(kind.glyph for kind in BASE_RULES.enemy_kinds)


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


def test_several_rows_may_be_added() -> None:
    rules = extended(ELF, BAT, TEA, COIN)
    assert rules.kinds_by_mark.keys() - DOCUMENT_RULES.kinds_by_mark.keys() == {"B", "t", "c"}
    assert rules.race_of("e") is ELF


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
)
def test_two_rows_called_alike_are_refused(row: Row, complaint: str) -> None:
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


@for_each(
    (evolve(TEA, glyph="E"), "found the glyph 'E' of both elf and TE"),
    (evolve(COIN, glyph="D"), "found the glyph 'D' of both dragon and coin"),
    (evolve(TEA, glyph="G"), "found the glyph 'G' of TE, which the board shows for another"),
    (evolve(COIN, glyph="P"), "found the glyph 'P' of coin, which the board shows for"),
    (evolve(COIN, glyph="#"), "found the glyph '#' of coin, which the board shows for"),
)
def test_an_item_that_looks_like_something_else_is_refused(row: Row, said: str) -> None:
    """§2.3: potions may look alike, and so may piles, but like nobody and nothing else."""
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        extended(row)


@for_each("key", ["q", "r", "Q", "E", " "])
def test_a_key_that_cannot_be_pressed_for_a_race_is_refused(key: str) -> None:
    """R33, R35: words are read in small letters, and `q` and `r` are about the game itself."""
    said = f"found the key {key!r} of Elf; expected no blank or capital letter, nor q or r"
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        extended(evolve(ELF, key=key))


def test_the_same_row_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="found two enemies called 'wisp'"):
        extended(BAT, BAT)
