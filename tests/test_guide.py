"""What a player is told of the keys and of who is who (§2, §4)."""

from attrs import evolve

from cc3k.content.roster import BASE
from cc3k.engine.characters import EnemyKind, Race
from cc3k.engine.stats import Innate
from cc3k.play.guide import KEYS, help_page, race_menu

ROOM = 79
"""Columns of the board, and so of a screen that is wide enough."""


def test_menu_has_a_line_a_race_with_its_key_and_figures() -> None:
    """§2.1, §4: the races to choose from, as the roster has them."""
    lines = race_menu(BASE)
    assert [line.split()[:2] for line in lines] == [[r.key, r.name] for r in BASE.races]
    assert lines[3] == "  t  Troll    120 HP  25 Atk  15 Def  regains 5 HP every turn"


def test_help_names_every_key_enemy_and_potion_within_the_board() -> None:
    """§2.2, §2.3.1, §4: the legend is the roster's, and fits on a screen of 79 columns."""
    page = help_page(BASE)
    text = "\n".join(page)
    assert "  D dragon    150 HP  20 Atk  20 Def  never moves, guards its hoard" in page
    assert all(f"  {kind.glyph} {kind.name} " in text for kind in BASE.enemies)
    assert all(f"{potion.name} {potion.title}" in text for potion in BASE.potions)
    assert all(f"  {keys} " in text for keys, _ in KEYS)
    assert max(map(len, [*page, *race_menu(BASE)])) <= ROOM
    assert not [line for line in page if line != line.rstrip()]


def test_new_row_is_in_the_menu_and_in_the_legend() -> None:
    """§2.1, §2.2: a row is all that a new race or enemy needs."""
    elf = Race("Elf", "e", 90, Innate(30, 10), max_hp=90, trait="is new")
    rat = EnemyKind("rat", "R", 10, Innate(5, 0), weight=3, trait="is new, too")
    rules = evolve(BASE, races=(*BASE.races, elf), enemies=(*BASE.enemies, rat))
    assert race_menu(rules)[-1] == "  e  Elf       90 HP  30 Atk  10 Def  is new"
    assert "  R rat        10 HP   5 Atk   0 Def  is new, too" in help_page(rules)
