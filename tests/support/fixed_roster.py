"""A roster of its own for golden transcripts: the rows of ruleset 2, whatever the game's are now.

So no row that is added or changed alters a transcript: only a rule, a draw or a sentence does.
"""

from cc3k.content.abilities import (
    Drain,
    DropPiles,
    GoldToPurse,
    Heal,
    Poison,
    Regenerate,
    ScaleBy,
    StatPotion,
    Steal,
    VersusRace,
    evades_half,
    hostile_once_provoked,
)
from cc3k.content.roster import STANDARD_BOARD
from cc3k.content.spawn import generate_floor
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats

RACES = (
    Race("Shade", "s", 125, BaseStats(25, 25), max_hp=125, score_scale=ScaleBy(3, 2),
         trait="scores half as much again"),
    Race("Drow", "d", 150, BaseStats(25, 15), max_hp=150, potion_scale=ScaleBy(3, 2),
         trait="potions do half as much again"),
    Race("Vampire", "v", 50, BaseStats(25, 25), max_hp=None, on_hit=Drain(5, allergic_to="dwarf"),
         trait="a hit gains 5 HP, on a dwarf loses 5"),
    Race("Troll", "t", 120, BaseStats(25, 15), max_hp=120, each_turn=Regenerate(5),
         trait="regains 5 HP every turn"),
    Race("Goblin", "g", 110, BaseStats(15, 20), max_hp=110, on_slaying=Steal(5),
         trait="steals 5 gold from all it slays"),
)  # fmt: skip

SMALL_PILE = GoldPile("small pile", 1, "7", spawn_weight=2)
NORMAL_PILE = GoldPile("normal pile", 2, "6", spawn_weight=5)
MERCHANT_HOARD = GoldPile("merchant hoard", 4, "8")
DRAGON_HOARD = GoldPile("dragon hoard", 6, "9", spawn_weight=1, guardian="dragon")

PILES = (NORMAL_PILE, SMALL_PILE, MERCHANT_HOARD, DRAGON_HOARD)

SMALL_OR_NORMAL = GoldToPurse((SMALL_PILE, NORMAL_PILE))
"""One of the two, each half of the time (R24)."""

ENEMIES = (
    EnemyKind("human", "H", 140, BaseStats(20, 20), spawn_weight=4,
              loot=DropPiles((NORMAL_PILE, NORMAL_PILE)), role="human",
              trait="leaves two normal piles"),
    EnemyKind("dwarf", "W", 100, BaseStats(20, 30), spawn_weight=3, loot=SMALL_OR_NORMAL,
              role="dwarf", trait="sickens vampires"),
    EnemyKind("elf", "E", 140, BaseStats(30, 10), spawn_weight=2, loot=SMALL_OR_NORMAL,
              attacks_per_turn=VersusRace("Drow", 1, otherwise=2),
              role="elf", trait="attacks twice, but drow once"),
    EnemyKind("orc", "O", 180, BaseStats(30, 25), spawn_weight=2, loot=SMALL_OR_NORMAL,
              damage_percent=VersusRace("Goblin", 150, otherwise=100),
              role="orc", trait="hits goblins half as hard again"),
    EnemyKind("merchant", "M", 30, BaseStats(70, 5), spawn_weight=2,
              loot=DropPiles((MERCHANT_HOARD,)), is_hostile=hostile_once_provoked, role="merchant",
              trait="peaceful until one of them is attacked", sells=3),
    EnemyKind("dragon", "D", 150, BaseStats(20, 20), spawn_weight=0, roams=False, role="dragon",
              experience=30, trait="never moves, strikes near its hoard"),
    EnemyKind("halfling", "L", 100, BaseStats(15, 20), spawn_weight=5, loot=SMALL_OR_NORMAL,
              evades=evades_half, role="halfling", trait="evades half of all attacks"),
)  # fmt: skip

POTIONS = (
    Potion("RH", None, "0", Heal(10), full_name="Restore Health", price=4),
    Potion("BA", None, "1", StatPotion(attack=5), full_name="Boost Attack", price=3),
    Potion("BD", None, "2", StatPotion(defence=5), full_name="Boost Defence", price=3),
    Potion("PH", None, "3", Poison(10), full_name="Poison Health"),
    Potion("WA", None, "4", StatPotion(attack=-5), full_name="Wound Attack"),
    Potion("WD", None, "5", StatPotion(defence=-5), full_name="Wound Defence"),
)

FIXED_RULES = Rules(2, RACES, ENEMIES, POTIONS, PILES, STANDARD_BOARD, generate_floor)
