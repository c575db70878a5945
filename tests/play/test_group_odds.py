"""Odds of fights against several: as they come out when they are fought as Tab fights (X7)."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event
from cc3k.engine.expansion import Expansion, TurnHooks
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Hero
from cc3k.engine.running_game import part_of
from cc3k.engine.states import FLEEING
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import HUNTERS, HUNTING_TURNS
from cc3k.expansions.levels import HP_GAIN, LEVELS, Growth, experience_for_level, forecast_kill
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play import odds as odds_module
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.commands import command_table
from cc3k.play.fights import Fight
from cc3k.play.foes import choose_foe, describe_fight_odds
from cc3k.play.look import describe_cell
from cc3k.play.odds import (
    MAX_STEPS,
    FightOdds,
    FightState,
    Joiner,
    OddsCalculator,
    StateChances,
    compute_group_odds,
)
from tests.support.expansions import all_hunt, foe_of
from tests.support.fixtures import Patch
from tests.support.scenarios import race_named, room, scenario, weakened, with_hp
from tests.support.tables import for_each

pytestmark = pytest.mark.seeded

FIGHTS = 60
DEVIATIONS = 4
"""So many standard errors off is a miss."""

LEVELS_ALONE, HUNTED = rules_with((LEVELS,)), rules_with((HUNTERS,))
CORNERED = room("........", "...@....", "..E.L...", ".......\\")


def shade_before_a_level(hp: int) -> GameState:
    """Return a shade at level 21 between an elf and a halfling of 17 HP, a kill before level 22."""
    game = scenario(CORNERED, rules=LEVELS_ALONE)
    growth, hero = part_of(game, Growth), game.hero
    hero.race, hero.hp = evolve(hero.race, hp=365, max_hp=365), hp
    hero.stats = evolve(race_named("Shade").stats, attack=45, defence=45)
    growth.level, growth.experience = 21, experience_for_level(22) - 9
    elf, halfling = [game.floor.enemies[cell] for cell in sorted(game.floor.enemies)]
    elf.hp, halfling.hp = 134, 17
    return game


def fights_by_tab(game: GameState, count: int) -> Iterator[GameState]:
    actions = command_table(game.rules).actions_and_answers
    for number in range(count):
        again = game.copy()
        again.turn_dice = Dice(f"fight {number}")
        while again.outcome is None and again.floor.enemies:
            fight = Fight(HpLimit(0), is_accepted=True)
            while again.outcome is None and (words := fight.next_command(again)) is not None:
                again.play(actions[words])
        yield again


def odds_of(game: GameState) -> FightOdds:
    """Return the odds against whom Tab would fight."""
    odds = foe_of(game).odds
    assert odds is not None
    return odds


def hunted(game: GameState) -> GameState:
    """Return the game with all of its enemies on the hunt, and awake."""
    game.enemies_frozen = False
    return all_hunt(game)


def assert_odds_come_true(game: GameState) -> None:
    odds = odds_of(game)
    fought = list(fights_by_tab(game, FIGHTS))
    won = sum(again.outcome is None for again in fought) / FIGHTS
    error = math.sqrt(max(odds.win_chance * (1 - odds.win_chance), 0.001) / FIGHTS)
    assert won == pytest.approx(odds.win_chance, abs=DEVIATIONS * error)


def test_a_level_amid_a_fight_is_in_its_odds() -> None:
    """X70, X7: one hit of two slays the halfling, and its level gives HP before the elf falls."""
    foe = foe_of(shade_before_a_level(60))
    assert foe.enemy.kind.name == "halfling"
    assert foe.odds
    assert 0.2 < foe.odds.win_chance < 0.3
    without = shade_before_a_level(60)
    part_of(without, Growth).experience = experience_for_level(21)
    assert odds_of(without).win_chance < 0.1


def test_a_gain_is_told_as_one() -> None:
    game = shade_before_a_level(300)
    game.hero.stats = evolve(race_named("Shade").stats, attack=45, defence=900)
    told = describe_fight_odds(foe_of(weakened(game)))
    assert told.startswith("You win")
    assert "; HP +" in told


def two_and_an_orc() -> GameState:
    return with_hp(weakened(scenario(room("HL...", "O@...", "....\\"), "Vampire"), 50), 90)


def troll_and_a_hunter() -> GameState:
    return hunted(scenario(room("@H....W\\"), "Troll", rules=HUNTED))


@pytest.mark.slow
@for_each(
    shade_before_a_level(27),
    shade_before_a_level(100),
    scenario(room("LH..", "@...", "...\\")),
    scenario(room("EW..", "@...", "...\\"), "Drow"),
    two_and_an_orc(),
    troll_and_a_hunter(),
)
def test_said_odds_are_those_of_fights_as_tab_fights_them(game: GameState) -> None:
    assert_odds_come_true(game)


def group(*names: str) -> list[Enemy]:
    return [Enemy(BASE_RULES.enemy_kind_named(name)) for name in names]


def no_gain(_hero: Hero, _slain: Sequence[Enemy]) -> None:
    """Bring nothing."""


def odds_in_order(hero: Hero, enemies: Sequence[Enemy]) -> float:
    foe, *others = enemies
    return odds_against(hero, foe, *map(Joiner, others)).win_chance


def odds_against(
    hero: Hero, foe: Enemy, *joiners: Joiner, calculator: OddsCalculator | None = None
) -> FightOdds:
    calculator = calculator or OddsCalculator(BASE_RULES)
    return compute_group_odds(calculator, hero, foe, joiners, no_gain)


def test_those_who_come_after_the_first_are_slain_in_the_best_order() -> None:
    """The order in which the others are named makes no difference."""
    hero = Hero(race_named("Shade"), hp=250)
    foe, *others = group("dwarf", "human", "halfling")
    chances = {odds_in_order(hero, (foe, *order)) for order in permutations(others)}
    assert len(chances) == 1


def test_a_good_order_is_taken_where_there_are_many() -> None:
    """Few hits and hard blows first: as good as any order, within a hair."""
    hero = Hero(race_named("Shade"), hp=400)
    foe, *others = group("dwarf", "human", "halfling", "dwarf")
    chances = [odds_in_order(hero, (foe, *order)) for order in permutations(others)]
    assert max(chances) - min(chances) < 1e-9
    assert 0.05 < chances[0] < 0.95


def test_whoever_waits_at_the_end_of_a_step_strikes_first() -> None:
    """X50: frozen, too (Y21). A hunter comes by itself, and is waited for; a look says the same."""
    game = scenario(room("@.H...\\"), rules=HUNTED)
    (human,) = game.floor.enemies.values()
    human.hp = 1
    for is_frozen, turns, cost in (
        (False, 0, "HP -8 on average, -16 at worst"),
        (True, HUNTING_TURNS, "HP -8 on average, -16 at worst"),
        (False, HUNTING_TURNS, "no HP lost"),
    ):
        game.enemies_frozen, human.hunting_turns = is_frozen, turns
        assert describe_fight_odds(foe_of(game)) == f"You win 100 % against a human; {cost}."
        (cell,) = game.floor.enemies
        assert f"1 hit slays it; {cost}." in describe_cell(game, cell)[1]
    assert Fight().next_command(game) == "wait"


@for_each(("@...9D...\\", "-72 on average, -112"), ("@....D9..\\", "-64 on average, -96"))
def test_a_guardian_strikes_at_every_step_beside_it_and_its_hoard(row: str, cost: str) -> None:
    """R25: one step more in its reach costs one blow more."""
    game = scenario(room(row), rules=HUNTED)
    game.enemies_frozen = False
    assert f"against a dragon; HP {cost} at worst." in describe_fight_odds(foe_of(game))


def test_in_a_passage_hunters_strike_one_at_a_time() -> None:
    """X50: those for whom no cell beside the PC is free wait, and cost less than in the open."""
    shut, wide = "|||||", "....."
    costs = list[float]()
    for side in (shut, wide):
        game = scenario(room(f"{side}..", "@..HHH.", f"{side}.\\"), rules=HUNTED)
        hunted(game).hero.hp = 500
        assert len(foe_of(game).others) == 2
        costs.append(odds_of(game).mean_hp_lost)
    assert costs[0] * 1.3 < costs[1]


def test_those_behind_whoever_fills_a_passage_are_counted() -> None:
    game = scenario(room("|||||..", "@HHH...", "|||||.\\"), rules=HUNTED)
    assert len(foe_of(hunted(game)).others) == 2


def test_a_way_counts_as_long_as_it_is() -> None:
    doors, walls = "..||||||..", "||||||||.."
    near, far = [
        scenario(room(".@H.......", row, "E.......\\."), rules=HUNTED) for row in (doors, walls)
    ]
    lost = [odds_of(with_hp(hunted(game), 500)).mean_hp_lost for game in (near, far)]
    assert lost[1] < lost[0]


def test_blows_of_others_change_nothing_of_the_enemy_that_is_fought() -> None:
    """Y37: Rann rises once, whoever else strikes meanwhile: odds had him rise for ever."""
    rules = rules_with(OWN_EXPANSIONS)
    rann = Enemy(evolve(BASE_RULES.enemy_kind_named("human"), name="Rann", of_kind="human"), 40)
    hero, other = Hero(race_named("Shade"), hp=5_000), Enemy(BASE_RULES.enemy_kind_named("orc"))
    calculator = OddsCalculator(rules)
    assert odds_against(hero, rann, Joiner(other), calculator=calculator).win_chance > 0.99


def test_who_flees_for_a_while_is_fought_when_it_comes_back() -> None:
    """X94, X95: it strikes no sooner; a thief that runs for good does not strike."""
    hero = Hero(race_named("Shade"), hp=160)
    foe, other = group("dwarf", "human")
    together = [Joiner(other)]
    costs = [odds_against(hero, foe, *together).mean_hp_lost]
    other.set_status(FLEEING, 4)
    costs.append(odds_against(hero, foe, *together).mean_hp_lost)
    other.set_fact(FLEEING, 1)
    costs.append(odds_against(hero, foe, *together).mean_hp_lost)
    foe.set_status(FLEEING, 4)
    assert costs == sorted(set(costs), reverse=True)
    assert odds_against(hero, foe).win_chance > 0.5


def test_those_who_strike_first_cost_more() -> None:
    hero = Hero(race_named("Shade"), hp=160)
    foe, other = group("dwarf", "human")
    for others, least in (([], 7), ([Joiner(other)], 12)):
        then, first = [
            odds_against(hero, foe, *others, calculator=OddsCalculator(BASE_RULES, first_blows=at))
            for at in (False, True)
        ]
        assert first.mean_hp_lost - then.mean_hp_lost > least


def test_who_comes_later_strikes_later() -> None:
    hero = Hero(race_named("Shade"), hp=160)
    foe, other = group("dwarf", "human")
    chances = [odds_against(hero, foe, Joiner(other, turn)).win_chance for turn in (0, 2, 4)]
    assert chances == sorted(set(chances))


def test_states_that_are_equally_unlikely_are_not_all_left_out(monkeypatch: Patch) -> None:
    """After loot, thefts and a level no sum of gold and HP is likely, yet one of them is true."""
    monkeypatch.setattr(odds_module, "LEAST_STATES", 1)
    monkeypatch.setattr(odds_module, "LEAST_GRAINS", 1_000)
    game = with_hp(scenario(room("LLL..", "L@L..", "LLL.\\")), 5_000)
    first, *others = [Joiner(enemy) for enemy in game.floor.enemies.values()]
    rough = OddsCalculator(game.rules, is_rough=True, steps_left=0)
    grow = GameView(game).forecast_kill
    assert compute_group_odds(rough, game.hero, first.enemy, others, grow).win_chance > 0.9


def test_a_fight_that_nobody_ends_is_not_won() -> None:
    """Whoever evades every blow and strikes none is not slain, and slays nobody."""
    harmless = evolve(
        BASE_RULES.enemy_kind_named("dwarf"),
        evades=lambda _dice: True,
        attacks_per_turn=lambda _race: 0,
    )
    enemies = [Enemy(harmless), Enemy(harmless)]
    assert odds_in_order(Hero(race_named("Shade")), enemies) == 0.0


def test_a_group_with_one_that_cannot_be_hurt_cannot_be_slain() -> None:
    """R16: without attack no order helps."""
    hero = Hero(race_named("Shade"), stats=BaseStats(0, 25))
    foe, other = group("dwarf", "human")
    assert odds_against(hero, foe, Joiner(other)).hits_to_slay is None


CROWDS = (
    room("HEL", "O@W", "LEH", "..\\"),
    room("WWW", "W@W", "WWW", "..\\"),
    room("LLL", "L@L", "DLL", "..\\"),
    room("MLE", "D@O", "EHW", "..\\"),
)


def test_odds_against_a_crowd_take_little_work(monkeypatch: Patch) -> None:
    """Work is counted, not time: turns that the engine plays, and states that are told apart."""
    counted, add, play = [0, 0], odds_module._add, GameState.play  # noqa: SLF001 - the work is there

    def count_state(states: StateChances, at: FightState, odds: float) -> None:
        counted[0] += 1
        add(states, at, odds)

    def count_turn(game: GameState, action: Action) -> tuple[Event, ...]:
        counted[1] += 1
        return play(game, action)

    monkeypatch.setattr(odds_module, "_add", count_state)
    monkeypatch.setattr(GameState, "play", count_turn)
    for drawing in CROWDS:
        for race, hp in (("Troll", 1100), ("Goblin", 120)):
            game = scenario(drawing, race)
            game.hero.race = evolve(game.hero.race, max_hp=None)
            game.hero.hp, counted[:] = hp, [0, 0]
            choose_foe(GameView(game), DEFAULT_HP_LIMIT)
            assert counted[0] < 160_000, (drawing, race, counted)
            assert counted[1] < 3_000, (drawing, race, counted)


@for_each("hp", [160, 250, 400])
def test_coarse_odds_are_about_those_that_take_all_the_time(hp: int) -> None:
    """Of two to four enemies, to a tenth: enough for `about`."""
    hero, order = Hero(race_named("Drow"), hp=hp), group("dwarf", "elf", "human", "orc")
    for count in (2, 3, 4):
        foe, *others = [*order[:count]]
        coarse, fine = [
            odds_against(hero, foe, *map(Joiner, others), calculator=calculator).win_chance
            for calculator in [
                OddsCalculator(BASE_RULES, steps_left=steps) for steps in (MAX_STEPS, 10**9)
            ]
        ]
        assert coarse == pytest.approx(fine, abs=0.1)


def heal_by_ten(_game: object, hero: Hero, slain: Sequence[Enemy]) -> None:
    hero.hp += 10 * bool(slain)


def test_any_expansion_can_tell_what_a_kill_brings() -> None:
    """X4: an expansion says it by one function, and needs no change here."""
    rules = rules_with((Expansion("moon", "Heals.", turns=TurnHooks(forecast_kill=heal_by_ten)),))
    plain, moon = (scenario(room("LH..", "@...", "...\\"), rules=r) for r in (BASE_RULES, rules))
    assert odds_of(plain).win_chance < odds_of(moon).win_chance


def test_a_forecast_counts_the_kills_before_it_and_changes_no_game() -> None:
    """X70: the second kill begins at the level that the first one brought."""
    game = scenario(CORNERED, rules=LEVELS_ALONE)
    hero, kinds = game.hero.copy(), group(*["dwarf"] * 3)
    for slain, level in ((kinds[:1], 2), (kinds, 3)):
        forecast_kill(game, hero, slain)
        assert experience_for_level(level) <= 10 * len(slain) < experience_for_level(level + 1)
        assert hero.race.hp == game.hero.race.hp + (level - 1) * HP_GAIN
    assert part_of(game, Growth).digest_parts() == (0, 1, [])


@for_each((50, -17, 28, False), (32, -17, 10, True))
def test_the_lowest_hp_on_the_way_are_told_where_what_is_drained_later_hides_them(
    hp: int, worst: int, lowest: int, is_asked: bool
) -> None:
    """X7: two blows of three turns, and two drains by then; it asks under a quarter of them all."""
    game = scenario(room("@H.\\"), "Vampire", rules=LEVELS_ALONE)
    (human,) = game.floor.enemies.values()
    game.hero.hp, human.hp = hp, 60
    foe = foe_of(game)
    told = f"{worst:+d} at worst, with what heals you; HP may fall to {lowest} on the way"
    assert told in describe_fight_odds(foe)
    assert any(
        f"HP may fall to {lowest} on" in line
        for line in describe_cell(game, min(game.floor.enemies))
    )
    assert bool(Fight().warning(game)) is is_asked
    human.set_status(FLEEING, 9)
    foe = foe_of(game)
    assert "; cornered, it strikes" in describe_fight_odds(foe)
