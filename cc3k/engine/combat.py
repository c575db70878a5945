"""Combat: attacks, damage, death and loot."""

from collections.abc import Iterator

from cc3k.engine.board import Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import PC, Event, Looted, Missed, Provoked, Slain, Struck
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Hero
from cc3k.engine.items import GoldPile, merge_piles


def damage(attack: int, defence: int, percent: int = 100) -> int:
    """Return the HP of damage of a hit: ceil(percent * attack / (100 + defence)) (§2.5, R19).

    In whole numbers: in floating point some pairs come out one too high.
    """
    return -(-percent * attack // (100 + defence))


def max_damage_per_turn(kind: EnemyKind, hero: Hero) -> int:
    """Return the HP that an enemy takes in a turn if all its attacks hit (R20)."""
    each = damage(kind.stats.attack, hero.stats.defence, kind.damage_percent(hero.race))
    return kind.attacks_per_turn(hero.race) * each


def attack_enemy(hero: Hero, floor: Floor, cell: Cell, dice: Dice) -> Iterator[Event]:
    """Carry out the hero's attack on the enemy on a cell (§2.5)."""
    enemy = floor.enemies[cell]
    kind = enemy.kind
    neutral = not kind.is_hostile(enemy, hero)
    hero.provoked_kinds.add(kind.name)
    if kind.evades(dice):
        yield Missed(PC, kind.name)
    else:
        hurt = damage(hero.stats.attack, kind.stats.defence)
        enemy.take_damage(hurt)
        yield Struck(PC, kind.name, hurt, enemy.hp)
        if enemy.hp == 0:
            yield from _slay_enemy(hero, floor, cell, dice)
        yield from hero.race.on_hit(hero, kind.name)
    if neutral and kind.is_hostile(enemy, hero):
        yield Provoked(kind.name)
    if hero.hp == 0:
        yield Slain(PC, kind.name)


def attack_hero(enemy: Enemy, hero: Hero, dice: Dice) -> Iterator[Event]:
    """Carry out an enemy's attacks on the hero, each missing half of the time (R20)."""
    kind = enemy.kind
    for _ in range(kind.attacks_per_turn(hero.race)):
        if not dice.flip_coin():
            yield Missed(kind.name, PC)
            continue
        hurt = damage(kind.stats.attack, hero.stats.defence, kind.damage_percent(hero.race))
        hero.take_damage(hurt)
        yield Struck(kind.name, PC, hero.reduce_damage(hurt), hero.hp)
        if hero.hp == 0:
            yield Slain(PC, kind.name)
            return


def _slay_enemy(hero: Hero, floor: Floor, cell: Cell, dice: Dice) -> Iterator[Event]:
    kind = floor.enemies[cell].kind
    yield Slain(kind.name, PC)
    floor.remove_enemy(cell)
    loot = kind.loot(dice)
    _drop_piles(floor, cell, loot.piles, dice)
    if loot.gold:
        hero.gold += loot.gold
        yield Looted(kind.name, loot.gold)
    yield from hero.race.on_slaying(hero, kind.name)


def _drop_piles(floor: Floor, cell: Cell, piles: tuple[GoldPile, ...], dice: Dice) -> None:
    """Drop the first pile on the cell and each further one on a free tile beside it (R24).

    Piles with no free tile left lie with the first as one pick-up.
    """
    if not piles:
        return
    heap, *further = piles
    for pile in further:
        free = floor.free_neighbours(cell)
        if free:
            floor.place_item(dice.pick(free), pile)
        else:
            heap = merge_piles((heap, pile))
    floor.place_item(cell, heap)
