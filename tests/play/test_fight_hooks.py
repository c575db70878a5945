"""Hooks of fights: rules for blows, misses, falls and races, in the engine and in odds (Y4, Y5)."""

from collections.abc import Iterable

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import DOORWAY, EAST, TILE
from cc3k.engine.combat import (
    NO_BLOW_RULES,
    Blow,
    BlowRule,
    BlowRules,
    BlowStage,
    hits_to_slay,
    max_damage_per_turn,
    max_damage_to,
)
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event, Slain, Struck
from cc3k.engine.expansion import Expansion, FightHooks, Rows
from cc3k.engine.game import GameState
from cc3k.engine.hero import ALWAYS_TAKES_EFFECT, SPARE_LIFE, STANDS, STOOD_AGAIN, Hero
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats
from cc3k.expansions.registry import rules_with
from cc3k.play.odds import (
    Facts,
    Joiner,
    OddsCalculator,
    _rounded_facts,
    compute_fight_odds,
    compute_group_odds,
)
from tests.support.scenarios import HIT, MISS, race_named, room, scenario, with_hp

ELF = BASE_RULES.enemy_kind_named("elf")


def rules_of(fights: FightHooks, rows: Rows | None = None) -> Rules:
    return rules_with(
        (Expansion("hooks", "It changes fights.", rows=rows or Rows(), fights=fights),)
    )


def blows_of(*rules: BlowRule) -> BlowRules:
    return rules_of(FightHooks(blows=rules)).blows


def wear(blow: Blow) -> int:
    """Let armour that the fact `plate` counts take 5 of each blow at the PC."""
    left = blow.hero.facts.get("plate", 0)
    if blow.defender is not None or not left:
        return blow.damage
    blow.hero.set_fact("plate", left - 5)
    return blow.damage - 5


PLATED = rules_of(FightHooks(blows=(BlowRule(BlowStage.ARMOUR, wear),)))


def test_rules_change_a_blow_in_the_order_of_their_stages_and_never_below_1() -> None:
    """Y5: each in turn, whatever the order of the expansions; a blow of 0 stays one."""
    half = BlowRule(BlowStage.TRICK, lambda blow: -(-blow.damage // 2))
    more = BlowRule(BlowStage.WEAPON, lambda blow: blow.damage + 1)
    none = BlowRule(BlowStage.ARMOUR, lambda _blow: 0)
    hero = Hero(race_named("Shade"))
    assert blows_of(half, more).land(hero, 4)[0] == 3
    assert blows_of(none, half).land(hero, 4)[0] == 1
    assert blows_of(more).land(hero, 0)[0] == 0
    assert NO_BLOW_RULES.land(hero, 4) == (4, ())
    assert not NO_BLOW_RULES
    assert blows_of(half).on(DOORWAY).terrain == DOORWAY
    assert NO_BLOW_RULES.on(DOORWAY).terrain == TILE


def test_the_worst_turn_counts_armour_that_wears_off() -> None:
    """X7: the blows of several enemies, one after another."""
    hero, elves = Hero(race_named("Shade"), facts={"plate": 10}), [Enemy(ELF), Enemy(ELF)]
    assert max_damage_per_turn(elves, hero) == 96
    assert max_damage_per_turn(elves, hero, PLATED.blows) == 86
    assert hero.facts == {"plate": 10}
    assert max_damage_to(hero, elves[0]) == max_damage_to(hero, elves[0], PLATED.blows) == 23


def test_odds_of_one_and_of_several_count_what_a_fight_uses_up() -> None:
    """X7: a plate that lasts, or part of the fight, or is coarse where there are many states."""
    chances = []
    for plate in (0, 20, 400):
        hero = Hero(race_named("Shade"), facts={"plate": plate} if plate else {})
        alone = compute_fight_odds(PLATED, hero, Enemy(ELF))
        for steps in (8_000, 200):
            calculator = OddsCalculator(PLATED, steps_left=steps)
            joiners = [Joiner(Enemy(ELF)), Joiner(Enemy(ELF), 3)]
            together = compute_group_odds(calculator, hero, Enemy(ELF), joiners, no_gain)
            assert together.win_chance <= alone.win_chance
        chances.append(alone.win_chance)
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]


def no_gain(_hero: Hero, _slain: object) -> None:
    """Bring nothing."""


def test_odds_find_blows_that_are_harder_than_they_seem() -> None:
    fourfold = rules_of(FightHooks(blows=(BlowRule(BlowStage.WEAPON, fourfold_of_hero),)))
    hero = Hero(race_named("Shade"))
    odds = compute_fight_odds(fourfold, hero, Enemy(ELF))
    assert odds.hits_to_slay == hits_to_slay(hero, Enemy(ELF), fourfold.blows) == 2
    strong = Hero(race_named("Shade"), stats=BaseStats(100, 25))
    base = compute_fight_odds(BASE_RULES, strong, Enemy(ELF))
    assert odds.win_chance == pytest.approx(base.win_chance)
    first = rules_of(FightHooks(blows=(BlowRule(BlowStage.WEAPON, double_if_unhurt),)))
    assert hits_to_slay(hero, Enemy(ELF), first.blows) == 6
    easier = compute_fight_odds(first, hero, Enemy(ELF))
    plain = compute_fight_odds(BASE_RULES, hero, Enemy(ELF))
    assert easier.mean_hp_lost < plain.mean_hp_lost


def fourfold_of_hero(blow: Blow) -> int:
    return blow.damage * (4 if blow.attacker is None else 1)


def double_if_unhurt(blow: Blow) -> int:
    victim = blow.defender
    return blow.damage * (2 if victim is not None and victim.hp == victim.kind.hp else 1)


def test_an_attack_that_is_sure_to_hit_needs_no_luck() -> None:
    """R20: for whom the rule says so."""
    sure = rules_of(FightHooks(sure_hits=lambda _hero, attacker, _defender: attacker is not None))
    game = scenario(room("@E...\\"), rules=sure)
    events = game.play(Attack(EAST))
    assert [each.damage for each in events if isinstance(each, Struck)] == [23, 24, 24]
    never = compute_fight_odds(BASE_RULES, game.hero, Enemy(ELF), strikes_first=True)
    assert compute_fight_odds(sure, game.hero, Enemy(ELF), strikes_first=True).win_chance < (
        never.win_chance
    )


def test_gold_is_kept_apart_in_odds_where_a_rule_minds_it() -> None:
    """A blow that costs gold is dear once there is none."""
    paid = rules_of(
        FightHooks(
            blows=(BlowRule(BlowStage.DEFENDER, pay),), minds_gold=lambda _hero, _enemy: True
        )
    )
    rich, poor = (Hero(race_named("Shade"), gold=gold) for gold in (9, 1))
    odds = [compute_fight_odds(paid, hero, Enemy(ELF)) for hero in (rich, poor)]
    assert odds[0].win_chance > odds[1].win_chance
    assert (rich.gold, poor.gold) == (9, 1)


def pay(blow: Blow) -> int:
    """Let each blow of the PC cost 1 gold, and do half without."""
    if blow.attacker is not None:
        return blow.damage
    if not blow.hero.gold:
        return -(-blow.damage // 2)
    blow.hero.gold -= 1
    return blow.damage


def test_who_acts_twice_strikes_or_steps_twice() -> None:
    """Each action is whole; the worst turn and the odds count both."""
    row = evolve(ELF, name="Zig", glyph="Q", actions_per_turn=2)
    rules = rules_of(FightHooks(), Rows(enemy_kinds=(row,)))
    game = scenario(room("@Q...\\"), luck=[HIT, MISS, MISS, HIT], rules=rules)
    assert len([e for e in game.play(Attack(EAST)) if isinstance(e, Struck)]) == 3
    assert max_damage_per_turn([Enemy(row)], game.hero) == 96
    held = scenario(room("@...Q.\\"), rules=rules)
    held.play(Move(EAST))
    assert list(held.floor.enemies) == [held.floor.hero_cell + 3]
    shut = scenario(room("@.|Q|\\"), steps=[EAST], rules=rules)
    shut.play(Move(EAST))
    assert list(shut.floor.enemies) == [shut.floor.hero_cell + 2]
    dying = with_hp(scenario(room("@Q...\\"), luck=[HIT], rules=rules), 1)
    dying.play(Attack(EAST))
    assert dying.outcome is not None
    odds = [compute_fight_odds(rules, Hero(race_named("Drow")), Enemy(kind)) for kind in (row, ELF)]
    assert odds[0].win_chance < odds[1].win_chance
    first = compute_fight_odds(rules, dying.hero, Enemy(row), strikes_first=True)
    assert first.win_chance == 0


def test_an_enemy_may_be_kept_from_dying() -> None:
    def rise(_game: GameState, _cell: int, enemy: Enemy) -> Iterable[Event] | None:
        if "risen" in enemy.facts:
            return None
        enemy.hp = 5
        enemy.set_fact("risen", 1)
        return ()

    rules = rules_of(FightHooks(on_fall=rise))
    game = scenario(room("@W...\\"), luck=[MISS, 0], rules=rules)
    (enemy,) = game.floor.enemies.values()
    enemy.hp = 1
    assert not [each for each in game.play(Attack(EAST)) if isinstance(each, Slain)]
    assert enemy.hp == 5
    odds = compute_fight_odds(rules, game.hero, Enemy(enemy.kind, hp=1))
    assert odds.mean_hp_lost > 0
    assert [each for each in game.play(Attack(EAST)) if isinstance(each, Slain)]


def test_a_spare_life_keeps_1_hp_once() -> None:
    hero = Hero(race_named("Shade"), hp=5)
    hero.set_fact(SPARE_LIFE, 1)
    assert hero.take_damage(3) == 3
    assert [hero.loss_by(hp) for hp in (1, 2, 9)] == [1, 1, 1]
    assert hero.take_damage(9) == 1
    assert (hero.hp, dict(hero.facts)) == (1, {STOOD_AGAIN: 1})
    assert [*hero.tell_spent_life(), *hero.tell_spent_life()] == [STANDS]
    assert hero.take_damage(9) == 1
    assert hero.hp == 0


def test_a_race_may_be_kept_from_its_effect_and_from_that_rule() -> None:
    """R12: unless the hero's race always takes effect."""
    rules = rules_of(FightHooks(race_takes_effect=lambda _hero, is_in_fight: is_in_fight))
    game = with_hp(scenario(room("@...\\"), "Troll", rules=rules), 50)
    game.play(Move(EAST))
    assert game.hero.hp == 50
    game.hero.set_fact(ALWAYS_TAKES_EFFECT, 1)
    game.play(Move(EAST))
    assert game.hero.hp == 55
    assert Hero(race_named("Vampire"), hp=48).heal_within(9) == 2
    assert Hero(race_named("Vampire"), hp=80).heal_within(9) == 0


def test_facts_are_rounded_so_that_their_means_stay() -> None:
    """X7: of odds with many states only multiples of a grain are kept; a small number stays."""
    facts: Facts = (("suit", 13), ("taken", 3))
    rounded = [
        (dict(each[0]), chance) for each, chance in _rounded_facts((facts, (), None), 8) if each
    ]
    assert sum(chance for _, chance in rounded) == pytest.approx(1)
    for name, number in facts:
        mean = sum(found[name] * chance for found, chance in rounded)
        assert mean == pytest.approx(number)
    assert {found["taken"] for found, _ in rounded} == {3}
    assert _rounded_facts((), 8) == [((), 1.0)]


def test_odds_leave_out_a_race_that_takes_no_effect() -> None:
    """X85: a troll that is kept from healing loses as many HP as another race would."""
    stilled = rules_of(FightHooks(race_takes_effect=lambda _hero, _is_in_fight: False))
    troll = Hero(race_named("Troll"))
    healing, still = [
        compute_fight_odds(rules, troll, Enemy(ELF), strikes_first=True)
        for rules in (BASE_RULES, stilled)
    ]
    assert still.win_chance < healing.win_chance


def test_an_enemy_that_acts_twice_stays_while_frozen() -> None:
    """R5: the frozen attack beside them if they are hostile, and do not step."""
    merchant = BASE_RULES.enemy_kind_named("merchant")
    imp = evolve(merchant, name="imp", glyph="I", actions_per_turn=2)
    rules = rules_of(FightHooks(), Rows(enemy_kinds=(imp,)))
    game = scenario(room("@.I..\\", "......"), rules=rules)
    game.enemies_frozen = True
    before = [*game.floor.enemies]
    game.play(Move(EAST))
    assert [*game.floor.enemies] == before
