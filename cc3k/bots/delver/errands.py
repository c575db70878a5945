"""Errands of the delver: gold, things to wear, potions, a merchant, what was never seen, prey."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from cc3k.bots.delver.fights import armed_hero, cost_of_fight, heals, is_wanted
from cc3k.bots.delver.surroundings import Surroundings
from cc3k.engine.board import TILE, Cell
from cc3k.engine.cell_areas import CellSet, cell_set
from cc3k.engine.enemies import Enemy
from cc3k.engine.items import Potion

Trial: TypeAlias = Callable[[Surroundings], bool]
"""Tells whether an unknown potion may be tried now."""

SAFE_TO_TRY = 0.5
"""Health at which the worst of the unknown potions may be tried."""

HP_TO_TRY = 25
"""HP at which it may be tried."""

HURT_HEALTH = 0.75
"""Health below which a healing potion of the pack is drunk in peace."""

PACK_SIZE = 10
"""Potions that a pack holds."""

FIGHT_PART = 0.3
"""The share of the HP that a fight may cost which is looked for."""

COMPASS_PART = 0.08
"""The share that it may cost for the chance of a compass alone."""

DRAGON_PART = 0.5
"""The share of the HP that the guardian of something to wear may cost."""


def free_things(scene: Surroundings) -> CellSet:
    view = scene.view
    return cell_set([at for at in (*view.gold, *view.trinkets) if not view.is_guarded(at)])


def free_trinkets(scene: Surroundings) -> CellSet:
    view = scene.view
    return cell_set([cell for cell in view.trinkets if not view.is_guarded(cell)])


def potion_word(scene: Surroundings, may_try: Trial) -> str | None:
    """Return what to do with a potion next to the hero; None to leave it.

    An unknown one is drunk only if it may be tried.
    """
    view = scene.view
    beside = view.board.neighbourhood[view.hero_cell].intersection(view.items)
    if not beside:
        return None
    potions = view.potions
    for cell in sorted(beside.intersection(potions)):
        kind, way = potions[cell], scene.way_to(cell)
        if view.pick_up_verb(cell):
            return f"g {way}"
        if kind is not None and is_wanted(scene.hero, kind):
            return f"u {way}"
        if kind is None and may_try(scene):
            return f"u {way}"
    return None


def may_try(scene: Surroundings) -> bool:
    """Tell whether the worst of the unknown potions does no great harm now."""
    return scene.health >= SAFE_TO_TRY and scene.hero.hp >= HP_TO_TRY


def wanted_potions(scene: Surroundings) -> CellSet:
    """Return the cells beside potions that are worth a walk: to carry, or to be healed by."""
    has_room = scene.has_pack and scene.carried < PACK_SIZE
    cells = [
        cell
        for cell, kind in scene.view.potions.items()
        if has_room or (kind is not None and heals(scene.hero, kind))
    ]
    return scene.around(cell_set(cells)) if cells else 0


def slot_word(scene: Surroundings, may_try: Trial) -> str | None:
    """Return what to drink out of the pack while nobody is near; None for nothing.

    An unknown one is drunk only if it may be tried.
    """
    for letter, potion in scene.slots.items():
        if potion is None:
            if may_try(scene):
                return f"u {letter}"
        elif scene.health < HURT_HEALTH and heals(scene.hero, potion):
            return f"u {letter}"
    return None


def shopping_word(scene: Surroundings) -> str | None:
    """Return what to buy of a merchant next to the hero: what heals, or can be kept."""
    view, gold = scene.view, scene.hero.gold
    if not gold:
        return None
    for cell in view.board.neighbours[view.hero_cell]:
        enemy = view.enemies.get(cell)
        if enemy is None or cell in scene.hostile:
            continue
        for number, ware in enumerate(enemy.wares, start=1):
            word = f"b {scene.way_to(cell)} {number}"
            is_useful = heals(scene.hero, ware) or (scene.has_pack and is_wanted(scene.hero, ware))
            if ware.price <= gold and is_useful and word in scene.legal_words:
                return word
    return None


def merchant_cells(scene: Surroundings) -> CellSet:
    if scene.health > HURT_HEALTH or not scene.hero.gold:
        return 0
    sellers = [
        cell
        for cell, enemy in scene.view.enemies.items()
        if cell not in scene.hostile and any(_is_affordable(scene, ware) for ware in enemy.wares)
    ]
    return scene.around(cell_set(sellers)) if sellers else 0


def _is_affordable(scene: Surroundings, ware: Potion) -> bool:
    return ware.price <= scene.hero.gold and heals(scene.hero, ware)


def prey(scene: Surroundings) -> dict[Cell, Enemy]:
    """Return the enemies that it pays to fight: for experience, or for a compass they may have."""
    if (scene.view.known_stairs and not scene.can_grow) or scene.health < SAFE_TO_TRY:
        return {}
    hero = scene.hero
    most = hero.hp * (FIGHT_PART if scene.can_grow else COMPASS_PART)
    return {
        cell: enemy
        for cell, enemy in scene.hostile.items()
        if not enemy.guarded_cells and cost_of_fight(hero, [enemy]) <= most
    }


def guardians_worth_slaying(scene: Surroundings, *, at_any_price: bool) -> dict[Cell, Enemy]:
    """Return the guardians that it pays to slay, after all that the pack has to help.

    At any price, they are those that bar the stairs.
    """
    view = scene.view
    things = view.known_stairs if at_any_price else (*view.trinkets, *view.known_stairs)
    wanted = {cell for cell in things if view.is_guarded(cell)}
    if not wanted:
        return {}
    hero = armed_hero(scene)
    most = hero.hp * (1e9 if at_any_price else DRAGON_PART)
    return {
        cell: enemy
        for cell, enemy in scene.hostile.items()
        if not wanted.isdisjoint(enemy.guarded_cells) and cost_of_fight(hero, [enemy]) <= most
    }


def hidden_stairs_cells(scene: Surroundings, trodden: AbstractSet[Cell]) -> CellSet:
    """Return the tiles on which stairs may be that cannot be seen: nobody has stood on them."""
    view = scene.view
    if view.known_stairs:
        return 0
    glyphs = view.glyphs
    return cell_set(
        [cell for cell, glyph in enumerate(glyphs) if glyph == TILE and cell not in trodden]
    )
