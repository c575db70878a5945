"""The document's own roster: a fixed one for tests, whatever rows are added to the game's.

Tests that count rows, extend the roster by rows of their own, or type what a seed plays use these
rules. Those of what holds for every row read the game's roster (`BASE_RULES`).
"""

from attrs import evolve

from cc3k.content.roster import BASE_RULES

RACE_NAMES = ("Shade", "Drow", "Vampire", "Troll", "Goblin")
ENEMY_NAMES = ("human", "dwarf", "elf", "orc", "merchant", "dragon", "halfling")
POTION_NAMES = ("RH", "BA", "BD", "PH", "WA", "WD")
PILE_NAMES = ("normal pile", "small pile", "merchant hoard", "dragon hoard")

DOCUMENT_RULES = evolve(
    BASE_RULES,
    races=tuple([row for row in BASE_RULES.races if row.name in RACE_NAMES]),
    enemy_kinds=tuple([row for row in BASE_RULES.enemy_kinds if row.name in ENEMY_NAMES]),
    potions=tuple([row for row in BASE_RULES.potions if row.name in POTION_NAMES]),
    piles=tuple([row for row in BASE_RULES.piles if row.name in PILE_NAMES]),
)
"""The rules with the rows of the document alone (§2.1 to §2.3)."""

KNOWN_MARKS = f"one of {''.join(sorted({*BASE_RULES.kinds_by_mark, 'G', 'P'}))}@\\|-.+# or a blank"
"""The marks that a layout may have, as an error lists them."""
