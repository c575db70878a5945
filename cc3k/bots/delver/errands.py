"""Errands of the delver: gold, things to wear, potions, a merchant, what was never seen, stairs."""

from collections.abc import Iterator

from cc3k.bots.delver.fights import cost_of_fight, is_wanted
from cc3k.bots.delver.surroundings import Surroundings
from cc3k.engine.board import TILE, Cell
from cc3k.engine.floor import NO_CELL

SAFE_TO_TRY = 0.5
"""Health at which the worst of the unknown potions may be tried."""

MOST_SLOTS = 10
PURSE_TO_SPEND = 4
"""Gold that is worth a walk to a merchant: the price of what heals."""

FIGHT_PART = 0.2
"""The share of the HP that a fight may cost which is looked for."""

DRAGON_PART = 0.55
"""The share of the HP that the guardian of something to wear may cost."""


def free_things(scene: Surroundings) -> set[Cell]:
    """Return the cells of gold and trinkets that nobody guards."""
    view = scene.view
    return {cell for cell in (*view.gold, *view.trinkets) if not view.is_guarded(cell)}


def potion_word(scene: Surroundings) -> str | None:
    """Return what to do with a potion next to the hero; None to leave it."""
    view = scene.view
    for cell in view.board.neighbours[view.hero_cell]:
        if cell in view.potions:
            word = _word_for_potion(scene, cell)
            if word is not None:
                return word
    return None


def _word_for_potion(scene: Surroundings, cell: Cell) -> str | None:
    kind, way = scene.view.potions[cell], scene.way_to(cell)
    if f"g {way}" in scene.legal_words:
        return f"g {way}"
    if kind is None:
        return f"u {way}" if scene.health >= SAFE_TO_TRY and scene.is_calm else None
    return f"u {way}" if is_wanted(scene.hero, kind) else None


def wanted_potions(scene: Surroundings) -> set[Cell]:
    """Return the cells beside potions that are worth a walk."""
    view, carries = scene.view, len(scene.slots)
    has_pack = any(row.startswith("Pack:") for row in scene.rows)
    cells = set[Cell]()
    for cell, kind in view.potions.items():
        tries = kind is None and scene.health >= SAFE_TO_TRY and scene.is_calm
        if (has_pack and carries < MOST_SLOTS) or tries or (kind and is_wanted(scene.hero, kind)):
            cells.update(view.board.neighbours[cell])
    return cells


def slot_word(scene: Surroundings) -> str | None:
    """Return what to drink out of the pack while nobody is near; None for nothing."""
    for letter, potion in scene.slots.items():
        if potion is None and scene.health >= SAFE_TO_TRY:
            return f"u {letter}"
        if potion is not None and scene.health < 1:
            heals = is_wanted(scene.hero, potion) and _heals(scene, letter)
            if heals:
                return f"u {letter}"
    return None


def _heals(scene: Surroundings, letter: str) -> bool:
    potion, trial = scene.slots[letter], scene.hero.copy()
    if potion is not None:
        potion.effect(trial)
    return trial.hp > scene.hero.hp


def shopping_word(scene: Surroundings) -> str | None:
    """Return what to buy of a merchant next to the hero: what heals, and known good brews."""
    view, gold = scene.view, scene.hero.gold
    for cell in view.board.neighbours[view.hero_cell]:
        enemy = view.enemies.get(cell)
        if enemy is None or cell in scene.hostile:
            continue
        for number, ware in enumerate(enemy.wares, start=1):
            word = f"b {scene.way_to(cell)} {number}"
            if ware.price <= gold and is_wanted(scene.hero, ware) and word in scene.legal_words:
                return word
    return None


def merchant_cells(scene: Surroundings) -> set[Cell]:
    """Return the cells beside peaceful merchants while the hero is hurt and has gold to spend."""
    if scene.health > SAFE_TO_TRY or scene.hero.gold < PURSE_TO_SPEND:
        return set()
    view = scene.view
    sellers = [cell for cell, enemy in view.enemies.items() if enemy.wares]
    return {
        near
        for cell in sellers
        if cell not in scene.hostile
        for near in view.board.neighbours[cell]
    }


def frontier(scene: Surroundings) -> set[Cell]:
    """Return the cells from which something new can be seen (X42)."""
    return set(scene.view.outlooks)


def prey(scene: Surroundings) -> set[Cell]:
    """Return the cells beside enemies that it pays to fight: for experience, or what they guard."""
    return {near for cell in _worth_fighting(scene) for near in scene.view.board.neighbours[cell]}


def _worth_fighting(scene: Surroundings) -> Iterator[Cell]:
    view, hero = scene.view, scene.hero
    trinkets = {cell for cell in view.trinkets if view.is_guarded(cell)}
    for cell, enemy in scene.hostile.items():
        cost = cost_of_fight(hero, [enemy])
        guards = not trinkets.isdisjoint(enemy.guarded_cells)
        if (guards and cost <= DRAGON_PART * hero.hp) or (
            scene.can_grow and scene.health > SAFE_TO_TRY and cost <= FIGHT_PART * hero.hp
        ):
            yield cell


def hidden_stairs_cells(scene: Surroundings, stepped_on: set[Cell]) -> set[Cell]:
    """Return the tiles on which stairs may be that cannot be seen."""
    view = scene.view
    if view.stairs_cell != NO_CELL:
        return set()
    return {cell for cell, glyph in enumerate(view.glyphs) if glyph == TILE} - stepped_on
