"""Where the PC would be struck and how hard, and where it never can be."""

from collections.abc import Mapping
from functools import lru_cache

from cc3k.bots.areas import Area, area, within_a_step
from cc3k.engine.actors import EnemyKind, Hero
from cc3k.engine.board import WALKABLE, Plan
from cc3k.engine.combat import damage
from cc3k.engine.floor import Floor
from cc3k.engine.grid import Cell
from cc3k.play.paths import struck_from


def worst_turn(kind: EnemyKind, hero: Hero) -> int:
    """Return the HP that an enemy takes in a turn if all its blows hit; half of it on average."""
    each = damage(kind.stats.attack, hero.stats.defence, kind.might(hero.race))
    return kind.blows(hero.race) * each


def danger(floor: Floor, hero: Hero) -> Area:
    """Return the cells on which an enemy would strike the PC: those within a block of its posts."""
    posts = 0
    for place, enemy in floor.enemies.items():
        if enemy.kind.temper(enemy, hero):
            posts |= 1 << place
            for post in enemy.guards:
                posts |= 1 << post
    return within_a_step(posts, floor.plan.stride)


def worst_turns(floor: Floor, hero: Hero) -> dict[str, int]:
    """Return the worst turn of each kind of enemy on a floor, by name."""
    kinds = {enemy.kind.name: enemy.kind for enemy in floor.enemies.values()}
    return {name: worst_turn(kind, hero) for name, kind in kinds.items()}


def harms(floor: Floor, hero: Hero, worst_of: Mapping[str, int]) -> dict[Cell, int]:
    """Return the HP that a turn ending on a cell may cost, for each cell that an enemy reaches."""
    found: dict[Cell, int] = {}
    for place, enemy in floor.enemies.items():
        worst = worst_of[enemy.kind.name]
        for cell in struck_from(floor, hero, place):
            found[cell] = found.get(cell, 0) + worst
    return found


def havens(floor: Floor, hero: Hero) -> Area:
    """Return the cells that no enemy on its wanderings can ever reach: none leaves its chamber."""
    chamber_of, plan = floor.plan.chamber_of, floor.plan
    haunted = {
        chamber_of[place]
        for place, enemy in floor.enemies.items()
        if place not in floor.sentries and enemy.kind.temper(enemy, hero)
    }
    return _away_from(plan, frozenset(haunted))


@lru_cache(maxsize=1024)
def _away_from(plan: Plan, haunted: frozenset[int]) -> Area:
    """Return the cells that are not within one block of some chambers."""
    tiles = area(cell for number in haunted for cell in plan.chambers[number])
    walkable = area(cell for cell, kind in enumerate(plan.ground) if kind in WALKABLE)
    return walkable & ~within_a_step(tiles, plan.stride)
