"""Every race, enemy, potion and pile: one row each (§2.1, §2.2, §2.3).

A row says only what is special; the defaults say the rest. The parser, the generator, the menus
and the display read these tables, so a new row is all that a new race, enemy or potion needs.
"""

from cc3k.content.abilities import (
    Against,
    Brew,
    Drain,
    Heal,
    Leave,
    Poison,
    Purse,
    Regrow,
    Steal,
    Times,
    evades_half,
    once_wronged,
)
from cc3k.content.spawn import lay_out
from cc3k.content.standard_board import PLAN
from cc3k.engine.actors import EnemyKind, Race
from cc3k.engine.gold import Pile
from cc3k.engine.potions import Potion
from cc3k.engine.rules import Rules
from cc3k.engine.stats import Innate

RULESET = 2
"""Raised whenever a rule or the order of draws changes: then old seeds play differently."""

RACES = (
    Race("Shade", "s", 125, Innate(25, 25), max_hp=125, score=Times(3, 2),
         trait="scores half as much again"),
    Race("Drow", "d", 150, Innate(25, 15), max_hp=150, potency=Times(3, 2),
         trait="potions do half as much again"),
    Race("Vampire", "v", 50, Innate(25, 25), max_hp=None, on_hit=Drain(5, allergic_to="dwarf"),
         trait="a hit gains 5 HP, on a dwarf loses 5"),
    Race("Troll", "t", 120, Innate(25, 15), max_hp=120, each_turn=Regrow(5),
         trait="regains 5 HP every turn"),
    Race("Goblin", "g", 110, Innate(15, 20), max_hp=110, on_slaying=Steal(5),
         trait="steals 5 gold from all it slays"),
)  # fmt: skip

SMALL = Pile("small pile", 1, "7", weight=2)
NORMAL = Pile("normal pile", 2, "6", weight=5)
MERCHANT_HOARD = Pile("merchant hoard", 4, "8")
DRAGON_HOARD = Pile("dragon hoard", 6, "9", weight=1, guardian="dragon")

PILES = (NORMAL, SMALL, MERCHANT_HOARD, DRAGON_HOARD)

ENEMIES = (
    EnemyKind("human", "H", 140, Innate(20, 20), weight=4, yields=Leave((NORMAL, NORMAL)),
              trait="leaves two normal piles"),
    EnemyKind("dwarf", "W", 100, Innate(20, 30), weight=3, yields=Purse((SMALL, NORMAL)),
              trait="sickens vampires"),
    EnemyKind("elf", "E", 140, Innate(30, 10), weight=2, yields=Purse((SMALL, NORMAL)),
              blows=Against("Drow", 1, otherwise=2), trait="attacks twice, but drow once"),
    EnemyKind("orc", "O", 180, Innate(30, 25), weight=2, yields=Purse((SMALL, NORMAL)),
              might=Against("Goblin", 150, otherwise=100), trait="hits goblins half as hard again"),
    EnemyKind("merchant", "M", 30, Innate(70, 5), weight=2, yields=Leave((MERCHANT_HOARD,)),
              temper=once_wronged, role="merchant", trait="peaceful until one of them is attacked"),
    EnemyKind("dragon", "D", 150, Innate(20, 20), weight=0, roams=False, role="dragon",
              trait="never moves, guards its hoard"),
    EnemyKind("halfling", "L", 100, Innate(15, 20), weight=5, yields=Purse((SMALL, NORMAL)),
              evades=evades_half, trait="evades half of all attacks"),
)  # fmt: skip

POTIONS = (
    Potion("RH", "restores 10 HP", "0", Heal(10)),
    Potion("BA", "raises Atk by 5", "1", Brew(attack=5)),
    Potion("BD", "raises Def by 5", "2", Brew(defence=5)),
    Potion("PH", "takes 10 HP", "3", Poison(10)),
    Potion("WA", "lowers Atk by 5", "4", Brew(attack=-5)),
    Potion("WD", "lowers Def by 5", "5", Brew(defence=-5)),
)

BASE = Rules(RULESET, RACES, ENEMIES, POTIONS, PILES, PLAN, lay_out)
