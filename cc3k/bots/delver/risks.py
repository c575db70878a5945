"""Risks of the delver: how likely a fight is to slay the hero, and which risks it takes."""

from collections.abc import Iterable
from math import erfc, sqrt

from cc3k.bots.delver import errands
from cc3k.bots.delver.fights import cost_of_fight, healing_per_turn, turns_to_slay
from cc3k.bots.delver.surroundings import Surroundings
from cc3k.engine.board import Cell
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.enemies import Enemy, EnemyKind, always_hostile, never_evades
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion

FLEEING_RISK = 0.3
"""Risk of a fight above which it is broken off by a hero whom time heals."""

LOSING_RISK = 0.8
"""Risk above which any other hero breaks it off, even if the next fight is a greater risk."""

CROWD_RISK = 0.05
"""Risk above which those who come are frozen, so that they do not join a fight."""

PREY_RISK = 0.15
"""Risk that a fight may have which is looked for."""

GUARDIAN_RISK = 0.01
"""Risk that a fight with a guardian may have."""

NEEDLESS_RISK = 0.005
"""Risk that a fight may have once the stairs are known."""

WEAK_RISK = 0.1
"""Risk of a fight with the easiest enemy from which on the hero is weak."""

FIRST_FIGHT_RISK = 0.02
"""Risk of a fight with the easiest enemy from which on a merchant is slain first."""


def risk_of_fight(hero: Hero, enemies: Iterable[Enemy]) -> float:
    """Return about how likely it is, from 0 to 1, that a fight to the end slays the hero.

    The damage of a fight is taken as normally distributed: each attack hits half of the time.
    """
    foes = sorted(enemies, key=lambda enemy: turns_to_slay(hero, enemy))
    turns, variance = 0, 0.0
    for enemy in foes:
        own = turns_to_slay(hero, enemy)
        turns += own
        attacks = max(1, enemy.kind.attacks_per_turn(hero.race))
        most = max_damage_per_turn(enemy, hero)
        variance += max(0, turns - 1) * most**2 / attacks / 4
        if enemy.kind.evades is not never_evades:
            variance += own * most**2 / 8
    left = hero.hp - cost_of_fight(hero, foes)
    return erfc(left / sqrt(2 * variance)) / 2 if variance else float(left <= 0)


def is_being_lost(scene: Surroundings, foes: Iterable[Enemy]) -> bool:
    """Tell whether a fight is better broken off: time heals the hero, or the next one is easier.

    Any other hero comes to the next one as hurt as it is, against somebody unhurt.
    """
    hero, most = scene.hero, FLEEING_RISK
    if not healing_per_turn(hero):
        most = max(most, min(LOSING_RISK, _risk_of_next_fight(scene)))
    return risk_of_fight(hero, foes) > most


def _risk_of_next_fight(scene: Surroundings) -> float:
    kinds = _roaming_kinds(scene)
    risks = [risk_of_fight(scene.hero, [Enemy(kind)]) * kind.spawn_weight for kind in kinds]
    return sum(risks) / sum([kind.spawn_weight for kind in kinds])


def is_crowd(hero: Hero, foes: Iterable[Enemy]) -> bool:
    return risk_of_fight(hero, foes) > CROWD_RISK


def is_weak(scene: Surroundings) -> bool:
    """Tell whether even the easiest of all enemies that roam is a risk."""
    return _risk_of_easiest(scene, scene.hero) > WEAK_RISK


def is_every_fight_risky(scene: Surroundings) -> bool:
    """Tell whether there is some risk in a fight with any enemy that is hostile by nature."""
    return _risk_of_easiest(scene, scene.hero) > FIRST_FIGHT_RISK


def peaceful_prey(scene: Surroundings) -> list[Cell]:
    """Return the cells of peaceful enemies that cannot slay a hero who strikes first."""
    return [
        cell
        for cell, enemy in scene.view.enemies.items()
        if cell not in scene.hostile and enemy.kind.evades is never_evades
        if _most_damage(scene.hero, enemy) < scene.hero.hp
    ]


def _most_damage(hero: Hero, enemy: Enemy) -> int:
    """Return the HP that a fight costs a hero who strikes first, if all attacks on it hit."""
    return (turns_to_slay(hero, enemy) - 1) * max_damage_per_turn(enemy, hero)


def may_try(scene: Surroundings) -> bool:
    """Tell whether an unknown potion may be tried: the hero is not weak whatever it does."""
    return errands.may_try(scene) and all(
        _risk_of_easiest(scene, _after(scene.hero, potion)) <= WEAK_RISK
        for potion in scene.view.rules.potions
    )


def _risk_of_easiest(scene: Surroundings, hero: Hero) -> float:
    return min([risk_of_fight(hero, [Enemy(kind)]) for kind in _roaming_kinds(scene)])


def _roaming_kinds(scene: Surroundings) -> list[EnemyKind]:
    return [
        kind
        for kind in scene.view.rules.enemy_kinds
        if kind.roams and kind.spawn_weight and kind.is_hostile is always_hostile
    ]


def _after(hero: Hero, potion: Potion) -> Hero:
    trial = hero.copy()
    potion.effect(trial)
    return trial
