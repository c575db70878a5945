"""The rows of the roster: the figures of §2.1, §2.2 and §2.3, and marks that tell them apart."""

import pytest
from attrs import evolve

from cc3k.content.roster import BASE
from cc3k.engine.actors import EnemyKind
from cc3k.engine.stats import Innate

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
        [(r.name, r.key, r.hp, r.stats.attack, r.stats.defence, r.max_hp) for r in BASE.races],
        RACES,
    ),
    (
        [(k.name, k.glyph, k.hp, k.stats.attack, k.stats.defence, k.weight) for k in BASE.enemies],
        ENEMIES,
    ),
    ([(potion.name, potion.mark) for potion in BASE.potions], POTIONS),
    ([(pile.name, pile.mark, pile.value, pile.weight) for pile in BASE.piles], PILES),
]


@pytest.mark.parametrize(("rows", "figures"), ROWS, ids=["races", "enemies", "potions", "piles"])
def test_rows_have_the_figures_of_the_document(
    rows: list[tuple[object, ...]], figures: list[tuple[object, ...]]
) -> None:
    """§2.1, §2.2, §2.3, §2.4, §6: nobody else, nothing else, and these figures."""
    assert rows == figures


def test_a_floor_is_spawned_with_ten_potions_ten_piles_and_twenty_enemies() -> None:
    """§2.4: and there are five floors (§1)."""
    assert (BASE.potions_a_floor, BASE.piles_a_floor, BASE.enemies_a_floor) == (10, 10, 20)
    assert BASE.floors == 5


def test_only_a_dragon_guards_and_never_moves() -> None:
    """§2.2: dragons are stationary and always guard a treasure hoard."""
    assert [(pile.name, pile.guardian) for pile in BASE.piles if pile.guardian] == [
        ("dragon hoard", "dragon")
    ]
    assert [kind.name for kind in BASE.enemies if not kind.roams] == ["dragon"]


def test_marks_glyphs_and_keys_are_unique() -> None:
    """§4, §6: a letter or digit stands for one thing, and none for what a board is built of."""
    things = [(kind.glyph, kind.name) for kind in BASE.enemies]
    things += [(potion.mark, potion.name) for potion in BASE.potions]
    things += [(pile.mark, pile.name) for pile in BASE.piles]
    marks = [mark for mark, _ in things]
    assert len(set(marks)) == len(marks) == len(BASE.marks)
    assert not set(marks) & set("@\\PG|-+#. ")
    assert all(len(mark) == 1 for mark in marks)
    keys = [race.key for race in BASE.races]
    assert len(set(keys)) == len(keys)
    assert not {"q", "r"} & set(keys)
    names = [race.name for race in BASE.races] + [name for _, name in things]
    assert len({name.lower() for name in names}) == len(names)


def test_potions_and_gold_look_alike_on_the_board() -> None:
    """§2.3: all potions are P, gold of any kind is G, and no enemy looks like either."""
    assert {potion.glyph for potion in BASE.potions} == {"P"}
    assert {pile.glyph for pile in BASE.piles} == {"G"}
    assert {"P", "G", "@", "\\"}.isdisjoint(kind.glyph for kind in BASE.enemies)


def test_rows_are_found_by_what_they_are_called() -> None:
    """§4: by name, by key and by mark; an unknown key is nobody's."""
    assert BASE.enemy("dragon").glyph == "D"
    assert BASE.race("t") is BASE.races[3]
    assert BASE.race("x") is None
    assert {mark: thing.name for mark, thing in BASE.marks.items() if mark in "D09"} == {
        "D": "dragon",
        "0": "RH",
        "9": "dragon hoard",
    }


def test_new_row_is_known_to_marks_and_bags() -> None:
    """§2.2: how easily another enemy is added: by one row."""
    rat = EnemyKind("rat", "R", 10, Innate(5, 0), weight=3)
    rules = evolve(BASE, enemies=(*BASE.enemies, rat))
    assert rules.enemy("rat") is rules.marks["R"] is rat
    assert (len(rules.enemy_bag), rules.enemy_bag.count(rat)) == (21, 3)
    assert "R" not in BASE.marks


def test_every_row_says_what_is_special_about_it() -> None:
    """§2.1, §2.2: the menu and the legend are made of these."""
    assert all(race.trait for race in BASE.races)
    assert all(kind.trait for kind in BASE.enemies)
    assert all(potion.title for potion in BASE.potions)
