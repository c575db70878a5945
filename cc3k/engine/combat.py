"""Combat: attacks, damage, death and loot."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc3k.engine.board import Cell
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Event, Looted, Missed, Provoked, Slain, Struck
from cc3k.engine.hero import Hero
from cc3k.engine.items import GoldPile, Item, merge_piles

if TYPE_CHECKING:
    from cc3k.engine.enemies import Enemy
    from cc3k.engine.floor import Floor


def damage(attack: int, defence: int, percent: int = 100) -> int:
    """Return the HP that a hit takes: ceil(percent * attack / (100 + defence)) (§2.5, R19).

    Computed in whole numbers: floating point makes some results one too high.
    """
    return -(-percent * attack // (100 + defence))


def max_damage_per_turn(enemy: "Enemy", hero: Hero) -> int:
    """Return the HP that the hero loses in a turn if all attacks of an enemy hit (R20)."""
    kind = enemy.kind
    each = damage(enemy.stats.attack, hero.stats.defence, kind.damage_percent(hero.race))
    return kind.attacks_per_turn(hero.race) * hero.reduce_damage(each)


def attack_enemy(hero: Hero, floor: "Floor", cell: Cell, dice: Dice) -> Iterator[Event]:
    """Carry out the hero's attack on the enemy on a cell (§2.5)."""
    enemy = floor.enemies[cell]
    kind = enemy.kind
    neutral = not enemy.is_hostile_to(hero)
    hero.provoked_kinds.add(kind.name)
    enemy.end_peace()
    if kind.evades(dice):
        yield Missed(PC, kind.name)
    else:
        hurt = damage(hero.stats.attack, enemy.stats.defence)
        enemy.take_damage(hurt)
        yield Struck(PC, kind.name, hurt, enemy.hp)
        if enemy.hp == 0:
            yield from slay_enemy(hero, floor, cell, dice)
        yield from hero.race.on_hit(hero, kind.name)
    if neutral and enemy.is_hostile_to(hero):
        yield Provoked(kind.name)
    if hero.hp == 0:
        yield Slain(PC, kind.name)


def attack_hero(enemy: "Enemy", hero: Hero, dice: Dice) -> Iterator[Event]:
    """Carry out an enemy's attacks on the hero, each missing half of the time (R20)."""
    kind = enemy.kind
    for _ in range(kind.attacks_per_turn(hero.race)):
        if not dice.flip_coin():
            yield Missed(kind.name, PC)
            continue
        hurt = damage(enemy.stats.attack, hero.stats.defence, kind.damage_percent(hero.race))
        hero.take_damage(hurt)
        yield Struck(kind.name, PC, hero.reduce_damage(hurt), hero.hp)
        if hero.hp == 0:
            yield Slain(PC, kind.name)
            return


def slay_enemy(hero: Hero, floor: "Floor", cell: Cell, dice: Dice) -> Iterator[Event]:
    """Remove an enemy that the PC has slain; yield its loot (R24) and the effects of the race."""
    enemy = floor.enemies[cell]
    kind = enemy.kind
    yield Slain(kind.name, PC, kind.hp)
    floor.remove_enemy(cell)
    loot = kind.loot(dice)
    _drop_piles(floor, cell, loot.piles, dice)
    for carried in enemy.carries:
        _drop_beside(floor, cell, carried)
    if loot.gold:
        hero.gold += loot.gold
        yield Looted(kind.name, loot.gold)
    yield from hero.race.on_slaying(hero, kind.name)


def _drop_piles(floor: "Floor", cell: Cell, piles: tuple[GoldPile, ...], dice: Dice) -> None:
    """Drop the first pile on the cell and each further one on a free tile beside it (R24).

    Piles that find no free tile are merged with the first.
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


def _drop_beside(floor: "Floor", cell: Cell, thing: Item) -> None:
    """Drop a thing on the free tile nearest to a cell; it is lost if no tile is free."""
    board, place = floor.board, floor.board.row_and_column(cell)

    def distance(tile: Cell) -> tuple[int, Cell]:
        row, column = board.row_and_column(tile)
        return max(abs(row - place[0]), abs(column - place[1])), tile

    free = [tile for tiles in board.chambers for tile in tiles if floor.is_free(tile)]
    if free:
        floor.place_item(min(free, key=distance), thing)
