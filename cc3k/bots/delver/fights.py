"""Fights of the delver: what one costs, how likely it slays the hero, and what to strike with."""

from collections.abc import Iterable, Mapping
from math import erfc, sqrt

from cc3k.bots.careful.plans import HITS_IF_INVULNERABLE
from cc3k.bots.delver.scene import Scene
from cc3k.engine.board import Cell
from cc3k.engine.combat import NO_BLOW_RULES, BlowRules, max_damage_per_turn, take_hit_effect
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.hero import Hero
from cc3k.engine.states import SLOWED
from cc3k.expansions.depths import TOLL_PER_FLOOR
from cc3k.expansions.levels import EXPERIENCE_STEP, ON_WOUNDS, hp_gain
from cc3k.play.odds import hits_to_slay, takes_gold

# Risks: how likely a fight slays the hero, from 0 to 1.
FLEEING_RISK = 0.3  # a hero whom time heals breaks off a riskier fight
LOSING_RISK = 0.8  # any other hero breaks it off, even if the next fight is a greater risk
CROWD_RISK = 0.05  # those who come are frozen, so that they do not join a fight
PREY_RISK = 0.04  # a fight that is looked for may have this risk
WEAK_RISK = 0.1  # with the easiest enemy: the hero is weak

# Shares of the HP that a fight may cost on average.
CHEAP_SHARE = 0.15  # of a hero who gains nothing by it, and could walk away
COMPASS_SHARE = 0.08  # for the chance of a compass alone
DRAGON_SHARE = 0.5  # with the guardian of something to wear

STATS_WORTH = 50  # HP that the Atk and Def of a level are worth
THING_WORTH = 20  # HP that a key in sight is worth
GOLD_A_FLOOR = 18  # that it may hope to find on each floor still to come

FIGHTS_A_FLOOR = 2  # for which a potion that lasts as long counts

LONG_FIGHT_TURNS = 4  # of a fight that are worth a potion first


def turns_to_slay(hero: Hero, enemy: Enemy, blows: BlowRules) -> int:
    """Return the turns that it takes on average to slay an enemy."""
    hits = hits_to_slay(hero, enemy, blows) or HITS_IF_INVULNERABLE
    is_sure = enemy.kind.evades is never_evades or blows.is_sure(hero, defender=enemy)
    return hits if is_sure else 2 * hits


def most_damage_of_fight(hero: Hero, enemy: Enemy, blows: BlowRules) -> int:
    """Return the HP that it costs to slay an enemy if all its attacks hit."""
    turns = turns_to_slay(hero, enemy, blows)
    return (turns - 1) * max_damage_per_turn([enemy], hero, blows)


def cost_of_fight(hero: Hero, enemies: Iterable[Enemy], blows: BlowRules = NO_BLOW_RULES) -> float:
    """Return the HP that it costs on average to slay enemies, the quickest to fall first."""
    return max(0.0, _cost_and_variance(hero, enemies, blows)[0])


def risk_of_fight(hero: Hero, enemies: Iterable[Enemy], blows: BlowRules = NO_BLOW_RULES) -> float:
    """Return about how likely it is, from 0 to 1, that a fight to the end slays the hero.

    The damage of a fight is taken as normally distributed: each attack hits half of the time.
    """
    cost, variance = _cost_and_variance(hero, enemies, blows)
    left = hero.hp - max(0.0, cost)
    return erfc(left / sqrt(2 * variance)) / 2 if variance else float(left <= 0)


def _cost_and_variance(
    hero: Hero, enemies: Iterable[Enemy], blows: BlowRules
) -> tuple[float, float]:
    numbered = enumerate(enemies)
    order = sorted([(turns_to_slay(hero, enemy, blows), at, enemy) for at, enemy in numbered])
    elapsed, cost, variance = 0, 0.0, 0.0
    for turns, _, enemy in order:
        elapsed += turns
        most = max_damage_per_turn([enemy], hero, blows)
        mean = _mean_of(most, hero, enemy, blows)
        is_easy = enemy.kind.evades is never_evades or blows.is_sure(hero, defender=enemy)
        attacks = max(1, enemy.kind.attacks_per_turn(hero.race))
        spread = mean * (most - mean) / attacks
        cost += (elapsed - 1) * mean - turns * healing_per_turn(hero, enemy)
        variance += (elapsed - 1) * spread + (0 if is_easy else turns * mean**2 / 2)
    return cost, variance


def mean_damage(hero: Hero, enemy: Enemy, blows: BlowRules) -> float:
    """Return the HP that an enemy beside the hero takes in a turn on average (R20)."""
    return _mean_of(max_damage_per_turn([enemy], hero, blows), hero, enemy, blows)


def _mean_of(most: int, hero: Hero, enemy: Enemy, blows: BlowRules) -> float:
    """Return the mean damage of an enemy whose attacks take so many HP if they all hit."""
    hit = most if blows.is_sure(hero, attacker=enemy) else most / 2
    return hit / 2 if SLOWED in enemy.statuses else hit


def healing_per_turn(hero: Hero, enemy: Enemy | None = None) -> float:
    """Return the HP that the hero regains in a turn, of a fight with an enemy if there is one."""
    trial = hero.copy()
    trial.hp = before = trial.race.hp // 2
    list(hero.race.each_turn(trial))
    regrown = trial.hp - before
    if enemy is None:
        return regrown
    list(take_hit_effect(trial, enemy.kind))
    drained = trial.hp - before - regrown
    return regrown + (drained if enemy.kind.evades is never_evades else drained / 2)


def is_better_left(scene: Scene, foes: Iterable[Enemy]) -> bool:
    """Tell whether a fight is better broken off: it brings nothing, or is likely lost.

    A hero whom time does not heal comes to the next fight as hurt as it is, against somebody
    unhurt: it breaks off a fight only for an easier one.
    """
    hero, most = scene.hero, FLEEING_RISK
    if not scene.can_grow:
        return cost_of_fight(hero, foes, scene.view.blows) > CHEAP_SHARE * hero.hp
    if not (scene.view.rests_heal and healing_per_turn(hero)):
        foes_to_come, blows = scene.usual_foes, scene.view.blows
        weights = [enemy.kind.spawn_weight for enemy in foes_to_come]
        risks = [
            risk_of_fight(hero, [enemy], blows) * enemy.kind.spawn_weight for enemy in foes_to_come
        ]
        risk_of_next = sum(risks) / sum(weights)
        most = max(most, min(LOSING_RISK, risk_of_next))
    return risk_of_fight(hero, foes, scene.view.blows) > most


def is_crowd(scene: Scene, foes: list[Enemy]) -> bool:
    """Tell whether those who come are too dangerous together."""
    is_useless = not scene.can_grow and is_better_left(scene, foes)
    return is_useless or risk_of_fight(scene.hero, foes, scene.view.blows) > CROWD_RISK


def risk_of_easiest(scene: Scene, hero: Hero) -> float:
    """Return the risk of a fight with the easiest of all enemies that roam and are hostile.

    It is kept for a hero that comes to be the same again, on the same floor.
    """
    blows, known = scene.view.blows, scene.least_risks
    figures = hero.race, hero.hp, hero.stats, hero.gold
    states = tuple(hero.facts.items()), tuple(hero.statuses.items())
    question = (scene.view.depth, blows.terrain, *figures, *states)
    if question not in known:
        risks = [risk_of_fight(hero, [enemy], blows) for enemy in scene.usual_foes]
        known[question] = min(risks)
    return known[question]


def is_prey(scene: Scene, cell: Cell, enemy: Enemy) -> bool:
    """Tell whether it pays to fight an enemy, with all who are near enough to join in (X85)."""
    foes, hero, blows = [enemy, *scene.company_of(cell)], scene.hero, scene.view.blows
    strikers = [each for each in foes if not takes_gold(blows, hero, each)]
    is_safe = risk_of_fight(hero, strikers, blows) <= PREY_RISK
    return is_safe and cost_of_fight(hero, strikers, blows) <= worth_of_victory(scene, foes)


def worth_of_victory(scene: Scene, foes: Iterable[Enemy]) -> float:
    """Return the HP that it is worth to slay enemies: what a level gives, in parts, and a key."""
    hero, level = scene.hero, scene.view.figure("level") or 0
    of_level = (
        hp_gain(hero.race) + hero.full_hp / ON_WOUNDS.healed_part + STATS_WORTH if level else 0
    )
    each = of_level / (EXPERIENCE_STEP * max(1, level))
    return sum([each * enemy.kind.experience + THING_WORTH * bool(enemy.carries) for enemy in foes])


def spare_gold(scene: Scene) -> int:
    """Return the gold that it need not keep for the toll of the last floor (X87)."""
    view, gold = scene.view, scene.hero.gold
    if view.figure("toll") is None:
        return gold
    floors = view.rules.floor_count
    to_come = GOLD_A_FLOOR * (floors - view.depth)
    return gold - max(0, view.price_of(TOLL_PER_FLOOR * floors) - to_come)


def guardians_worth_slaying(scene: Scene, *, at_any_price: bool) -> dict[Cell, Enemy]:
    """Return the guardians that it pays to slay, after all that the pack has to help.

    At any price, they are those that bar the stairs.
    """
    view = scene.view
    things = view.known_stairs if at_any_price else (*view.trinkets, *view.known_stairs)
    wanted = {cell for cell in things if view.is_guarded(cell)}
    armed = scene.hero.copy()
    for potion in scene.slots.values() if wanted else ():
        if potion is not None and scene.effect(potion).is_harmless:
            potion.effect(armed)
    return {
        cell: enemy
        for cell, enemy in scene.hostile.items()
        if not wanted.isdisjoint(enemy.guarded_cells)
        and (at_any_price or cost_of_fight(armed, [enemy], view.blows) <= DRAGON_SHARE * armed.hp)
    }


def can_slay_guard(scene: Scene) -> bool:
    """Tell whether it may fight who bars the stairs, or go on with that: the toll is saved.

    Where freezes last for ever it pays: the careful bot, whom it follows there, knows no guards.
    """
    if scene.can_freeze_for_good:
        return False
    barring = guardians_worth_slaying(scene, at_any_price=True)
    return (
        bool(barring)
        and barring.keys() <= guardians_worth_slaying(scene, at_any_price=False).keys()
    )


def strike_word(scene: Scene, foes: Mapping[Cell, Enemy]) -> str | None:
    """Return what to throw or drink in a long fight, or the attack on whoever falls first."""
    hero, near = scene.hero, scene.view.board.neighbours[scene.view.hero_cell]
    beside = [cell for cell in near if cell in scene.hostile]
    if not beside:
        return None
    blows = scene.view.blows
    weakest = min(beside, key=lambda at: (turns_to_slay(hero, scene.hostile[at], blows), at))
    turns = sum([turns_to_slay(hero, enemy, blows) for enemy in foes.values()])
    throw = throw_word(scene, foes) if turns >= LONG_FIGHT_TURNS else None
    return throw or drink_word(scene, foes) or f"a {scene.way_to(weakest)}"


def drink_word(scene: Scene, foes: Mapping[Cell, Enemy], turn: float = 1.0) -> str | None:
    """Return what to drink before or in a fight, if it saves more HP than its turn costs.

    That costs what the foes do in this part of a `turn`: nothing while they are still coming.
    """
    blows, best, most = scene.view.blows, None, 0.0
    before = cost_of_fight(scene.hero, foes.values(), blows)
    lost = turn * sum([mean_damage(scene.hero, enemy, blows) for enemy in foes.values()])
    for letter, potion in scene.slots.items() if foes else ():
        if potion is None or not scene.is_wanted(potion):
            continue
        armed = scene.hero.copy()
        potion.effect(armed)
        saved = FIGHTS_A_FLOOR * (before - cost_of_fight(armed, foes.values(), blows)) - lost
        saved += armed.hp - scene.hero.hp
        if saved > most:
            best, most = f"u {letter}", saved
    return best


def throw_word(scene: Scene, targets: Mapping[Cell, Enemy]) -> str | None:
    """Return the throw of a harmful potion at the strongest target in line; None without one."""
    for letter, potion in scene.slots.items():
        if potion is not None and not scene.effect(potion).is_harmless:
            hero, blows = scene.hero, scene.view.blows
            order = sorted(targets, key=lambda at: -max_damage_per_turn([targets[at]], hero, blows))
            long = [
                at for at in order if turns_to_slay(hero, targets[at], blows) >= LONG_FIGHT_TURNS
            ]
            words = [f"t {letter} {scene.line_to(cell)}" for cell in long]
            return next((word for word in words if word in scene.legal_words), None)
    return None
