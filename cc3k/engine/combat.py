"""Who hits whom, how hard, and what becomes of them."""

from collections.abc import Iterator

from cc3k.engine.actors import Enemy, Hero
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Event, Missed, Provoked, Slain, Struck, Yielded
from cc3k.engine.floor import Floor
from cc3k.engine.gold import Pile, heaped
from cc3k.engine.grid import Cell


def damage(attack: int, defence: int, percent: int = 100) -> int:
    """Return the HP that a hit costs: ceil(percent * attack / (100 + defence)) (§2.5, R19).

    In whole numbers: in floating point some pairs come out one too high.
    """
    return -(-percent * attack // (100 + defence))


def attack_enemy(hero: Hero, floor: Floor, cell: Cell, dice: Dice) -> Iterator[Event]:
    """Let the hero attack the enemy on a cell (§2.5)."""
    enemy = floor.enemies[cell]
    kind = enemy.kind
    neutral = not kind.temper(enemy, hero)
    hero.feuds.add(kind.name)
    if kind.evades(dice):
        yield Missed(PC, kind.glyph)
    else:
        hurt = damage(hero.stats.attack, kind.stats.defence)
        enemy.hurt(hurt)
        yield Struck(PC, kind.glyph, hurt, enemy.hp)
        if enemy.hp == 0:
            yield from _slay(hero, floor, cell, dice)
        yield from hero.race.on_hit(hero, kind)
    if neutral and kind.temper(enemy, hero):
        yield Provoked(kind.name)
    if hero.hp == 0:
        yield Slain(PC, kind.glyph)


def attack_hero(enemy: Enemy, hero: Hero, dice: Dice) -> Iterator[Event]:
    """Let an enemy attack the hero, each blow missing half of the time (R20)."""
    kind = enemy.kind
    for _ in range(kind.blows(hero.race)):
        if not dice.coin():
            yield Missed(kind.glyph, PC)
            continue
        hurt = damage(kind.stats.attack, hero.stats.defence, kind.might(hero.race))
        hero.hurt(hurt)
        yield Struck(kind.glyph, PC, hurt, hero.hp)
        if hero.hp == 0:
            yield Slain(PC, kind.glyph)
            return


def _slay(hero: Hero, floor: Floor, cell: Cell, dice: Dice) -> Iterator[Event]:
    kind = floor.enemies[cell].kind
    yield Slain(kind.glyph, PC)
    floor.remove_enemy(cell)
    spoils = kind.yields(dice)
    _scatter(floor, cell, spoils.piles, dice)
    if spoils.purse:
        hero.gold += spoils.purse
        yield Yielded(kind.glyph, spoils.purse)
    yield from hero.race.on_slaying(hero, kind)


def _scatter(floor: Floor, cell: Cell, piles: tuple[Pile, ...], dice: Dice) -> None:
    """Lay the first pile where its owner fell and each further one on a free tile beside it (R24).

    Piles with no free tile left lie with the first as one pick-up.
    """
    if not piles:
        return
    heap, *further = piles
    for pile in further:
        free = floor.free_around(cell)
        if free:
            floor.place_item(dice.pick(free), pile)
        else:
            heap = heaped((heap, pile))
    floor.place_item(cell, heap)
