"""How a fight to the end would go: exact odds (§2.5)."""

import math
import os
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES, ENEMIES, RACES
from cc3k.engine import combat, enemies
from cc3k.engine.board import FloorLayout, board_from_rows
from cc3k.engine.combat import attack_enemy, attack_hero, hits_to_slay
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import PC, Event, Slain
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero, Race
from cc3k.engine.states import SLOWED
from cc3k.engine.stats import BaseStats, StatModifier
from cc3k.play import odds as play_odds
from cc3k.play.look import describe_cell
from cc3k.play.odds import (
    ROUGH_HP,
    FightOdds,
    FightState,
    OddsCalculator,
    OddsError,
    TurnOutcomes,
    compute_fight_odds,
)
from tests.support.fixtures import Patch
from tests.support.scenarios import race_named, room, scenario
from tests.support.tables import for_each

Evasion: TypeAlias = Callable[[Dice], bool]

DUELS = int(os.environ.get("CC3K_DUELS", "1000"))
"""Duels of each race with each enemy; `CC3K_DUELS=10000` finds an error half as large."""

DEVIATIONS = 4.5
"""So many standard errors off is a miss: one in 150,000 by chance."""

RING = board_from_rows(("|---|", "|...|", "|---|"))
HERO, ENEMY = RING.stride + 1, RING.stride + 2


def kind_named(name: str) -> EnemyKind:
    return BASE_RULES.enemy_kind_named(name)


def odds_of(hero: Hero, enemy: Enemy, *, strikes_first: bool = False) -> FightOdds:
    return compute_fight_odds(BASE_RULES, hero, enemy, strikes_first=strikes_first)


def duel(race: Race, kind: EnemyKind, dice: Dice) -> int:
    layout = FloorLayout(RING, ((HERO, "@"), (ENEMY + 1, "\\")))
    game = GameState(BASE_RULES, race, dice, (layout,))
    hero, enemy = game.hero, Enemy(kind)
    game.place_enemy(ENEMY, enemy)
    game.turn_dice = dice
    while True:
        list(attack_enemy(game, ENEMY))
        if hero.hp > 0:
            list(race.each_turn(hero))
        if hero.hp == 0 or enemy.hp == 0:
            return hero.hp
        list(attack_hero(enemy, hero, dice))
        if hero.hp == 0:
            return 0


@pytest.mark.slow
@for_each("kind", ENEMIES)
@for_each("race", RACES)
def test_the_forecast_agrees_with_played_duels(race: Race, kind: EnemyKind) -> None:
    told = odds_of(Hero(race), Enemy(kind))
    dice = Dice(f"duels {race.name} {kind.name}")
    left = [duel(race, kind, dice) for _ in range(DUELS)]
    wins = sum(hp > 0 for hp in left) / DUELS
    error = math.sqrt(told.win_chance * (1 - told.win_chance) / DUELS)
    assert abs(wins - told.win_chance) <= DEVIATIONS * error + 1e-9
    mean = sum(left) / DUELS
    spread = math.sqrt(sum((hp - mean) ** 2 for hp in left) / DUELS)
    assert (
        abs((race.hp - mean) - told.mean_hp_lost) <= DEVIATIONS * spread / math.sqrt(DUELS) + 1e-9
    )
    beyond = sum(race.hp - hp > told.worst_hp_lost for hp in left) / DUELS
    within = sum(race.hp - hp >= told.worst_hp_lost for hp in left) / DUELS
    assert beyond <= 0.05 + DEVIATIONS * math.sqrt(0.05 * 0.95 / DUELS)
    assert within >= 0.05 - DEVIATIONS * math.sqrt(0.05 * 0.95 / DUELS)


@for_each(("Shade", "elf", 39), ("Vampire", "dwarf", 31), ("Goblin", "orc", 1))
def test_odds_at_full_hp_match_known_percentages(race: str, enemy: str, percent: int) -> None:
    told = odds_of(Hero(race_named(race)), Enemy(kind_named(enemy)))
    assert round(100 * told.win_chance) == percent


def test_the_forecast_counts_from_here_and_now() -> None:
    """HP lost already and brews drunk already count; nothing of the game is changed."""
    hero, enemy = Hero(race_named("Shade")), Enemy(kind_named("elf"))
    before = odds_of(hero, enemy)
    enemy.hp = 20
    assert odds_of(hero, enemy).win_chance == 1.0
    assert odds_of(hero, enemy).hits_to_slay == 1
    hero.hp = 24
    assert odds_of(hero, Enemy(kind_named("elf"))).win_chance < before.win_chance
    hero.stats = StatModifier(hero.stats, attack_shift=200)
    assert odds_of(hero, Enemy(kind_named("elf"))).win_chance == 1.0
    assert (hero.hp, hero.provoked_kinds, hero.gold, enemy.hp) == (24, set(), 0, 20)


def test_a_peaceful_enemy_is_forecast_as_it_fights_once_attacked() -> None:
    """R21: merchants are hostile from the moment the PC attacks one."""
    told = odds_of(Hero(race_named("Vampire")), Enemy(kind_named("merchant")))
    assert told.win_chance == 0.5
    assert told.mean_hp_lost == 0.5 * 50 + 0.5 * -10


def test_one_who_cannot_hurt_never_wins() -> None:
    """§2.3.1: Atk may have fallen to 0; then no number of hits slays."""
    hero = Hero(race_named("Goblin"))
    hero.stats = BaseStats(0, 20)
    assert hits_to_slay(hero, Enemy(kind_named("human"))) is None
    told = odds_of(hero, Enemy(kind_named("human")))
    assert (told.win_chance, told.hits_to_slay, told.worst_hp_lost) == (0.0, None, 110)
    assert told.mean_hp_lost == pytest.approx(110)


def test_a_fight_without_end_is_given_up_undecided() -> None:
    """R12: a troll heals as fast as it is hurt; here by 4 HP in half of the turns, the last too."""
    hero = Hero(race_named("Troll"))
    hero.stats = BaseStats(0, 400)
    told = odds_of(hero, Enemy(kind_named("human")))
    assert (told.win_chance, told.hits_to_slay, told.worst_hp_lost) == (0.0, None, 4)
    assert told.mean_hp_lost == pytest.approx(2)


@for_each((20, 0), (40, 24), (60, 48), (100, 96), (120, 96))
def test_the_worst_of_twenty_is_what_more_than_one_in_twenty_comes_to(
    enemy_hp: int, worst: int
) -> None:
    """A shade hits an orc for 20, and is hit for 24 in half of the turns but the last."""
    enemy = Enemy(kind_named("orc"), hp=enemy_hp)
    assert odds_of(Hero(race_named("Shade")), enemy).worst_hp_lost == worst


def test_to_die_of_the_last_blow_is_not_to_win() -> None:
    """R11: a vampire loses 5 HP by a hit on a dwarf, even by the one that slays it."""
    hero, dwarf = Hero(race_named("Vampire"), hp=5), Enemy(kind_named("dwarf"), hp=1)
    told = odds_of(hero, dwarf)
    assert (told.win_chance, told.hits_to_slay) == (0.0, 1)
    assert (told.mean_hp_lost, told.worst_hp_lost) == (5.0, 5)


@for_each(
    (lambda dice: dice.below(50) < 20, 2 / 5),
    (lambda dice: dice.below(3) == 0, 1 / 3),
    (lambda dice: dice.below(1) > 0, 0.0),
    (lambda dice: dice.pick((True, False, False)), 1 / 3),
    (lambda dice: dice.pick_many((True, False, False), 2) == [True, False], 2 / 9),
    (lambda dice: dice.randbytes(1) < b"\x40", 1 / 4),
    (lambda dice: dice.below(2) == dice.below(3) == 0 and dice.flip_coin(), 1 / 12),
    (lambda dice: dice.fork("elsewhere").below(5) == 4, 1 / 5),
)
def test_every_way_to_draw_is_counted_exactly(evades: Evasion, chance: float) -> None:
    """`below(n)` has n outcomes of 1/n each, and all other draws come down to it."""
    foe = evolve(kind_named("elf"), evades=evades, attacks_per_turn=lambda _race: 1)
    # The first hit slays either side: the PC wins if it hits before the elf does.
    odds = odds_of(Hero(race_named("Shade"), hp=1), Enemy(foe, hp=1))
    assert odds.win_chance == pytest.approx((1 - chance) / (1 - chance / 2), abs=1e-12)


def test_a_certain_win_is_certain_whatever_the_loot() -> None:
    """R24: a third of the ways to lay down a pile, three times, is all of them and no less."""
    odds = odds_of(Hero(race_named("Shade")), Enemy(kind_named("human"), hp=1))
    assert (odds.win_chance, odds.mean_hp_lost) == (1.0, 0.0)


def random_damage_attack(enemy: Enemy, hero: Hero, dice: Dice, _rules: object) -> Iterator[Event]:
    for _ in range(enemy.kind.attacks_per_turn(hero.race)):
        hero.take_damage(dice.below(50))
    if hero.hp == 0:
        yield Slain(PC, enemy.kind.name)


def test_damage_below_fifty_is_counted_exactly(monkeypatch: Patch) -> None:
    monkeypatch.setattr(enemies, "attack_hero", random_damage_attack)
    odds = odds_of(Hero(race_named("Shade"), hp=60), Enemy(kind_named("elf"), hp=46))
    # Slain by the second hit: the PC has been attacked twice, and lost 60 or more, or less.
    sums = [first + second for first in range(50) for second in range(50)]
    assert odds.hits_to_slay == 2
    assert odds.win_chance == pytest.approx(sum(lost < 60 for lost in sums) / 2500, abs=1e-12)
    assert odds.mean_hp_lost == pytest.approx(sum(min(60, lost) for lost in sums) / 2500)
    assert odds.worst_hp_lost == 60


@for_each(
    (Dice.flip_coin, "a draw of random bits within a fight"),
    (lambda dice: dice.copy().flip_coin(), "a copy of dice within a fight"),
    (lambda dice: dice.randbytes(4) == bytes(4), "a fight of more than 1000 different turns"),
)
def test_what_cannot_be_counted_is_refused(evades: Evasion, found: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(play_odds, "MAX_PLAYED_TURNS", 1_000)
    foe = evolve(kind_named("elf"), evades=evades)
    with pytest.raises(OddsError, match=f"^found {re.escape(found)}"):
        odds_of(Hero(race_named("Shade")), Enemy(foe))
    game = scenario(room("@E..\\"))
    cell = game.floor.hero_cell + 1
    game.floor.enemies[cell] = Enemy(foe)
    assert describe_cell(game, cell)[1] == "The odds of this fight cannot be computed."


@for_each("race", ["Shade", "Troll", "Vampire"])
@for_each("kind", ["orc", "elf"])
@for_each("hp", [20, 45])
def test_an_enemy_may_strike_first(race: str, kind: str, hp: int) -> None:
    """R20: after a turn in its reach the fight begins with what its attacks have left."""
    enemy, chosen = Enemy(kind_named(kind)), race_named(race)
    hero = Hero(chosen, hp)
    healed = hero.copy()
    list(chosen.each_turn(healed))
    each = combat.damage(enemy.stats.attack, hero.stats.defence)
    count = enemy.kind.attacks_per_turn(chosen)
    win = mean = 0.0
    for hits in range(count + 1):
        weight, left = math.comb(count, hits) / 2**count, max(0, healed.hp - hits * each)
        odds = odds_of(Hero(chosen, left), enemy) if left else None
        win += weight * odds.win_chance if odds else 0.0
        mean += weight * (hp - left + (odds.mean_hp_lost if odds else 0.0))
    struck = odds_of(hero, enemy, strikes_first=True)
    assert struck.win_chance == pytest.approx(win)
    assert struck.mean_hp_lost == pytest.approx(mean)


def test_a_slowed_enemy_may_skip_its_first_blow() -> None:
    """Y26: held in the phase before the fight, it strikes as often as one that begins no fight."""
    hero, slowed = Hero(race_named("Shade")), Enemy(kind_named("orc"))
    slowed.set_status(SLOWED, 2)
    struck = odds_of(hero, slowed, strikes_first=True)
    odds = odds_of(hero, Enemy(kind_named("orc")))
    assert struck.win_chance == pytest.approx(odds.win_chance)
    assert struck.mean_hp_lost == pytest.approx(odds.mean_hp_lost)


@for_each("shift", [(-5, 0), (0, -5), (5, 5)])
def test_odds_count_what_an_enemy_drank_of_thrown_potions(shift: tuple[int, int]) -> None:
    """X7: the layers over its stats are fought against, as a kind with those figures would be."""
    orc = kind_named("orc")
    swayed = Enemy(orc)
    swayed.stats = StatModifier(orc.stats, *shift)
    figures = BaseStats(orc.stats.attack + shift[0], orc.stats.defence + shift[1])
    like_it = evolve(BASE_RULES, enemy_kinds=(evolve(orc, stats=figures),))
    hero = Hero(race_named("Shade"))
    assert odds_of(hero, swayed) == compute_fight_odds(like_it, hero, Enemy(like_it.enemy_kinds[0]))


def test_odds_of_a_guardian_leave_its_hoard_alone() -> None:
    """R31: what it guards lies on its own floor."""
    dragon = Enemy(kind_named("dragon"), 10)
    bare = odds_of(Hero(race_named("Shade")), dragon)
    dragon.guarded_cells = (3, 4)
    assert odds_of(Hero(race_named("Shade")), dragon) == bare
    assert dragon.guarded_cells == (3, 4)


def grown(race: str, level: int) -> Hero:
    """Return a hero of a high level (X70)."""
    row = race_named(race)
    most = row.max_hp and row.max_hp + level * row.hp // 20
    hero = Hero(evolve(row, hp=row.hp + level * row.hp // 20, max_hp=most))
    hero.stats = BaseStats(row.stats.attack + level, row.stats.defence + level)
    return hero


@pytest.mark.slow_from(2)
@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
@pytest.mark.parametrize("level", [0, 10, 40])
def test_rough_odds_are_those_that_are_told(race: Race, level: int) -> None:
    """Half a percent and a HP or two are no news; a document's hero has them exact."""
    hero, calculator = grown(race.name, level), OddsCalculator(BASE_RULES, is_rough=True)
    for kind in ENEMIES:
        for hp in (kind.hp, kind.hp // 3):
            enemy = Enemy(kind, hp=hp)
            exact = odds_of(hero, enemy)
            rough = calculator.compute(hero, enemy)
            if hero.hp <= ROUGH_HP:
                assert rough == exact
            assert rough.hits_to_slay == exact.hits_to_slay
            assert rough.win_chance == pytest.approx(exact.win_chance, abs=0.005)
            assert rough.mean_hp_lost == pytest.approx(exact.mean_hp_lost, abs=0.5)
            assert rough.worst_hp_lost == pytest.approx(exact.worst_hp_lost, abs=3)


def test_one_calculator_tells_what_many_do() -> None:
    """The turns that fights share are those of each: figures and HP of either side tell them."""
    calculator = OddsCalculator(BASE_RULES)
    for hp in (125, 40):
        for kind in ENEMIES:
            for enemy_hp in (kind.hp, 25, 1):
                hero, enemy = Hero(race_named("Shade"), hp), Enemy(kind, hp=enemy_hp)
                exact = odds_of(hero, enemy)
                assert calculator.compute(hero, enemy) == exact
        armoured = Hero(race_named("Shade"), hp, facts={"suit": 9})
        orc = Enemy(kind_named("orc"))
        assert calculator.compute(armoured, orc) == odds_of(armoured, orc)


@pytest.mark.parametrize("race", ["Troll", "Vampire"])
def test_odds_of_a_hero_of_a_high_level_are_told_at_once(race: str, monkeypatch: Patch) -> None:
    """Work is counted, not time: 4,000 turns are played and 40,000 states gone through at most."""
    looked_up = list[FightState]()
    find_after = play_odds.FightTurns.after

    def after(turns: play_odds.FightTurns, state: FightState) -> TurnOutcomes:
        looked_up.append(state)
        return find_after(turns, state)

    monkeypatch.setattr(play_odds.FightTurns, "after", after)
    monkeypatch.setattr(play_odds, "MAX_PLAYED_TURNS", 4_000)
    hero = grown(race, 40)
    for kind in ENEMIES:
        looked_up.clear()
        OddsCalculator(BASE_RULES, is_rough=True).compute(hero, Enemy(kind))
        assert len(looked_up) < 40_000, kind.name
