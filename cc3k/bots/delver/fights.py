"""Fights of the delver: what one would cost, whom to strike, and what to drink or throw first."""

from collections.abc import Iterable

from cc3k.bots.delver.surroundings import Surroundings
from cc3k.engine.combat import damage, max_damage_per_turn
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.play.travel import is_harmful

THROWING_CELLS = 5
LONG_FIGHT_TURNS = 3
"""Turns of a fight that are worth a potion first."""


def turns_to_slay(hero: Hero, enemy: Enemy) -> int:
    """Return the turns that it takes on average to slay an enemy."""
    each = max(1, damage(hero.stats.attack, enemy.stats.defence))
    hits = -(-enemy.hp // each)
    return hits if enemy.kind.evades is never_evades else 2 * hits


def cost_of_fight(hero: Hero, enemies: Iterable[Enemy]) -> float:
    """Return the HP that it costs on average to slay enemies, the quickest to fall first."""
    order = sorted(enemies, key=lambda enemy: turns_to_slay(hero, enemy))
    rates = [max_damage_per_turn(enemy, hero) / 2 for enemy in order]
    gain = healing_per_turn(hero)
    cost = 0.0
    for place, enemy in enumerate(order):
        turns = turns_to_slay(hero, enemy)
        cost += turns * (sum(rates[place:]) - gain) - rates[place]
    return max(0.0, cost)


def healing_per_turn(hero: Hero) -> float:
    """Return the HP that the hero regains in a turn of a fight, at most."""
    trial = hero.copy()
    trial.hp = 1
    list(hero.race.each_turn(trial))
    list(hero.race.on_hit(trial, ""))
    return trial.hp - 1


def target_word(scene: Surroundings) -> str | None:
    """Return the attack on whoever falls first of those next to the hero; None without any."""
    hero, near = scene.hero, scene.view.board.neighbours[scene.view.hero_cell]
    beside = [cell for cell in near if cell in scene.hostile]
    if not beside:
        return None
    weakest = min(beside, key=lambda cell: (turns_to_slay(hero, scene.hostile[cell]), cell))
    return f"a {scene.way_to(weakest)}"


def helpful_word(scene: Surroundings, foes: list[Enemy]) -> str | None:
    """Return what to drink or throw before striking in a long fight; None if nothing helps."""
    hero = scene.hero
    turns = sum([turns_to_slay(hero, enemy) for enemy in foes])
    for letter, potion in scene.slots.items():
        if potion is None:
            continue
        if is_harmful(hero, potion):
            word = _throw(scene, letter, potion)
            if word is not None:
                return word
        elif turns >= LONG_FIGHT_TURNS and is_wanted(hero, potion):
            return f"u {letter}"
    return None


def _throw(scene: Surroundings, letter: str, potion: Potion) -> str | None:
    """Return the throw of a harmful potion at the strongest enemy in a straight line."""
    del potion
    targets = sorted(
        scene.hostile.items(), key=lambda item: -max_damage_per_turn(item[1], scene.hero)
    )
    for cell, enemy in targets:
        if turns_to_slay(scene.hero, enemy) < LONG_FIGHT_TURNS:
            continue
        way = scene.line_to(cell, THROWING_CELLS)
        if way is not None and f"t {letter} {way}" in scene.legal_words:
            return f"t {letter} {way}"
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
