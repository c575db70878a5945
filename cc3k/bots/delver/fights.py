"""Fights of the delver: what one would cost, whom to strike, and what to drink or throw first."""

from collections.abc import Iterable, Mapping

from cc3k.bots.delver.surroundings import Surroundings
from cc3k.engine.board import Cell
from cc3k.engine.combat import damage, max_damage_per_turn
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.play.travel import is_harmful

THROWING_CELLS = 5
LONG_FIGHT_TURNS = 4
"""Turns of a fight that are worth a potion first."""


def turns_to_slay(hero: Hero, enemy: Enemy) -> int:
    each = max(1, damage(hero.stats.attack, enemy.stats.defence))
    hits = -(-enemy.hp // each)
    return hits if enemy.kind.evades is never_evades else 2 * hits


def cost_of_fight(hero: Hero, enemies: Iterable[Enemy]) -> float:
    """Return the HP that it costs on average to slay enemies, the quickest to fall first."""
    order = sorted(enemies, key=lambda enemy: turns_to_slay(hero, enemy))
    rates = [max_damage_per_turn(enemy, hero) / 2 for enemy in order]
    cost = 0.0
    for place, enemy in enumerate(order):
        turns = turns_to_slay(hero, enemy)
        gain = healing_per_turn(hero, enemy)
        cost += turns * (sum(rates[place:]) - gain) - rates[place]
    return max(0.0, cost)


def healing_per_turn(hero: Hero, enemy: Enemy | None = None) -> float:
    """Return the HP that the hero regains in a turn, of a fight with an enemy if there is one."""
    trial = hero.copy()
    trial.hp = trial.race.hp // 2
    before = trial.hp
    list(hero.race.each_turn(trial))
    regrown = trial.hp - before
    if enemy is None:
        return regrown
    list(hero.race.on_hit(trial, enemy.kind.name))
    drained = trial.hp - before - regrown
    return regrown + (drained if enemy.kind.evades is never_evades else drained / 2)


def target_word(scene: Surroundings) -> str | None:
    """Return the attack on whoever falls first of those next to the hero; None without any."""
    hero, near = scene.hero, scene.view.board.neighbours[scene.view.hero_cell]
    beside = [cell for cell in near if cell in scene.hostile]
    if not beside:
        return None
    weakest = min(beside, key=lambda cell: (turns_to_slay(hero, scene.hostile[cell]), cell))
    return f"a {scene.way_to(weakest)}"


def helpful_word(scene: Surroundings, foes: Mapping[Cell, Enemy]) -> str | None:
    turns = sum([turns_to_slay(scene.hero, enemy) for enemy in foes.values()])
    if turns < LONG_FIGHT_TURNS or not scene.slots:
        return None
    return throw_word(scene, foes) or drink_word(scene)


def drink_word(scene: Surroundings) -> str | None:
    for letter, potion in scene.slots.items():
        if potion is not None and is_wanted(scene.hero, potion):
            return f"u {letter}"
    return None


def throw_word(scene: Surroundings, targets: Mapping[Cell, Enemy]) -> str | None:
    """Return the throw of a harmful potion at the strongest target in line; None without one."""
    letters = harmful_slots(scene)
    if not letters:
        return None
    for cell in sorted(targets, key=lambda at: -max_damage_per_turn(targets[at], scene.hero)):
        if turns_to_slay(scene.hero, targets[cell]) < LONG_FIGHT_TURNS:
            continue
        way = scene.line_to(cell, THROWING_CELLS)
        words = [f"t {letter} {way}" for letter in letters]
        legal = [word for word in words if word in scene.legal_words]
        if legal:
            return legal[0]
    return None


def harmful_slots(scene: Surroundings) -> list[str]:
    slots = scene.slots.items()
    return [letter for letter, one in slots if one is not None and is_harmful(scene.hero, one)]


def armed_hero(scene: Surroundings) -> Hero:
    trial = scene.hero.copy()
    for potion in scene.slots.values():
        if potion is not None and not is_harmful(trial, potion):
            potion.effect(trial)
    return trial


def boost_word(scene: Surroundings) -> str | None:
    for letter, potion in scene.slots.items():
        if potion is not None and is_wanted(scene.hero, potion) and not heals(scene.hero, potion):
            return f"u {letter}"
    return None


def is_wanted(hero: Hero, potion: Potion) -> bool:
    """Tell whether a known potion helps now, and none of its healing is lost."""
    if is_harmful(hero, potion):
        return False
    now, weak = hero.copy(), hero.copy()
    weak.hp = 1
    potion.effect(now)
    potion.effect(weak)
    changes = now.stats is not hero.stats or now.hp > hero.hp
    return changes and now.hp - hero.hp == weak.hp - 1


def heals(hero: Hero, potion: Potion) -> bool:
    """Tell whether a known potion gives HP now, and none of them is lost."""
    trial = hero.copy()
    potion.effect(trial)
    return trial.hp > hero.hp and is_wanted(hero, potion)
