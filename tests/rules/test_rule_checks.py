"""Rules are refused that would not work: what is called alike, and what no board can show."""

import re
from typing import TypeAlias

import pytest
from attrs import evolve

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats
from tests.support.document import DOCUMENT_RULES
from tests.support.tables import for_each

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
    assert rules.race_by_key("e") is ELF


@for_each(
    "row, complaint",
    [
        (
            evolve(BAT, glyph="E"),
            "found the glyph 'E' of both elf and wisp; expected one for each",
        ),
        (
            evolve(BAT, glyph="3"),
            "found the mark '3' of both wisp and PH; expected one for each",
        ),
        (evolve(TEA, mark="3"), "found the mark '3' of both PH and TE; expected one for each"),
        (evolve(COIN, mark="3"), "found the mark '3' of both PH and coin; expected one for each"),
        (evolve(COIN, mark="D"), "found the mark 'D' of both dragon and coin; expected one for"),
        (evolve(ELF, key="t"), "found the key 't' of both Troll and Elf; expected one for each"),
        (evolve(ELF, name="Troll"), "found two races called 'Troll'; expected a name for each"),
        (evolve(ELF, name="troll"), "found two races called 'troll'; expected a name for each"),
        (evolve(BAT, name="elf"), "found two enemies called 'elf'; expected a name for each"),
        (evolve(TEA, name="RH"), "found two potions called 'RH'; expected a name for each"),
        (evolve(COIN, name="small pile"), "found two piles called 'small pile'; expected a name"),
    ],
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
    "row, said",
    [
        (evolve(TEA, glyph="E"), "found the glyph 'E' of both elf and TE"),
        (evolve(COIN, glyph="D"), "found the glyph 'D' of both dragon and coin"),
        (evolve(TEA, glyph="G"), "found the glyph 'G' of TE, which the board shows for another"),
        (evolve(COIN, glyph="P"), "found the glyph 'P' of coin, which the board shows for"),
        (evolve(COIN, glyph="#"), "found the glyph '#' of coin, which the board shows for"),
    ],
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
