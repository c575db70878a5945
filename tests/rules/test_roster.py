"""The rows of the roster: the figures of §2.1, §2.2 and §2.3, and marks that tell them apart."""

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.enemies import EnemyKind
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
    assert BASE_RULES.race_by_key("t") is race_named("Troll")
    assert BASE_RULES.race_by_key("q") is None
    assert {
        mark: thing.name for mark, thing in BASE_RULES.kinds_by_mark.items() if mark in "D09"
    } == {
        "D": "dragon",
        "0": "RH",
        "9": "dragon hoard",
    }


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
