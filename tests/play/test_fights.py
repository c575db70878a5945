"""Whom it pays to fight, and when a fight is broken off."""

import re
from copy import copy

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.board import WEST
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.play import fights
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit, parse_hp_limit
from cc3k.play.fights import MAX_UNASKED_STEPS, Fight
from cc3k.play.foes import Foe, choose_foe, worst_hp_after
from cc3k.play.interruptions import GoOnQuestion, find_interruption, play_turn
from cc3k.play.messages import WAY_CLOSED
from cc3k.play.prompts import prompt_after
from cc3k.play.session import Session
from tests.support.expansions import foe_of, played, rules_of, session_of
from tests.support.scenarios import HIT, MISS, race_named, room, scenario, weakened, with_hp
from tests.support.tables import for_each
from tests.support.walks import only_enemy, second_press, steps_taken, tried

FREE = HpLimit(0)


def target(game: GameState, limit: HpLimit = DEFAULT_HP_LIMIT) -> str:
    foe = choose_foe(GameView(game), limit)
    return "" if foe is None else foe.enemy.kind.name


@for_each(
    (["@..L....W\\"], "halfling"),
    (["L...@..W.\\"], "dwarf"),
    (["@..E....W\\", "..........", ".........."], "dwarf"),
    (["@..M....W\\", ".........."], "dwarf"),
    (["@||L..W\\", "|||....."], ""),
    (["@||L..W\\", ".||.....", "........"], "halfling"),
    (["@E..W....\\"], "elf"),
    (["@..9D...W\\"], "dragon"),
    (["@..M.....\\"], ""),
)
def test_the_nearest_enemy_that_it_pays_to_fight(rows: list[str], kind: str) -> None:
    """Hostile, in walking distance, with good odds; but first whoever strikes already."""
    assert target(scenario(room(*rows))) == kind


def test_an_accepted_fight_asks_while_its_odds_get_worse_and_ends_when_they_are_bad() -> None:
    """Whatever was agreed to, it is worth no more than a quarter; at worse than even, Tab ends."""
    game = weakened(scenario(room("@H.\\"), luck=[HIT] * 9), 300)
    fight = Fight(is_accepted=True)
    steps_taken(game, fight)
    assert fight.stop_reason.startswith("Stopped: you have lost 32 HP in this fight, 93 of 125")
    assert fight.stop_reason.endswith(" {fight} won't: {attacking} attacks.")
    assert fight.again is None


def test_an_accepted_fight_goes_on_below_the_limit_until_odds_fall_or_a_turn_may_kill() -> None:
    """A human takes 16 HP of a shade's at most: of 40 that is a good share, and of 24, too."""
    game = with_hp(weakened(scenario(room("@H.\\"), luck=[HIT] * 9), 80), 40)
    fight = Fight(is_accepted=True)
    steps_taken(game, fight)
    assert fight.stop_reason.startswith("Stopped: you have lost 16 HP in this fight, 24 of 125 ")
    fight = Fight(is_accepted=True)
    steps_taken(game, fight)
    assert game.hero.hp == 8 < DEFAULT_HP_LIMIT.hp(game.race)
    assert worst_hp_after(GameView(game), game.floor.hero_cell) == 0
    assert fight.stop_reason.startswith("Stopped: a turn may kill you.")
    assert Fight().warning(game) == ""


def deadly_question(enemy_hp: int) -> tuple[GameState, Fight]:
    """Return a fight against an orc whose next turn may kill, and that has begun."""
    game = with_hp(weakened(scenario(room("@O.\\"), luck=[HIT, MISS, 0]), enemy_hp), 47)
    fight = Fight(is_accepted=True)
    steps_taken(game, fight)
    assert game.hero.hp == 23
    assert fight.stop_reason.startswith("Stopped: a turn may kill you.")
    return game, fight


def test_a_yes_to_a_turn_that_may_kill_holds_for_those_after_it() -> None:
    """Its odds are told once more; at worse than even, or when nearly sure, an arrow attacks."""
    game, fight = deadly_question(60)
    assert isinstance(fight.again, GoOnQuestion)
    assert re.fullmatch(r"You win [5-8]\d % .* Fight on\?", fight.again.text)
    assert isinstance(fight.again.on_yes, Fight)
    steps_taken(game, fight.again.on_yes)
    assert not game.floor.enemies
    _, hopeless = deadly_question(200)
    assert hopeless.again is None
    assert hopeless.stop_reason.endswith("{fight} won't: {attacking} attacks.")


@for_each("is_accepted", [False, True])
def test_a_limit_of_nothing_lets_a_fight_kill(is_accepted: bool) -> None:
    """`--fight-until 0` breaks nothing off; a yes makes no fight more careful."""
    game = weakened(scenario(room("@O.\\"), luck=[HIT] * 9), 999)
    fight = Fight(FREE, is_accepted=is_accepted)
    assert bool(fight.warning(game)) is not is_accepted
    steps_taken(game, Fight(FREE, is_accepted=True))
    assert game.hero.hp == 0


def test_a_blow_that_surely_slays_needs_no_reserve() -> None:
    """R23: the dead do nothing; but a halfling may evade, and then it strikes."""
    game = with_hp(weakened(scenario(room("@H.\\"))), 32)
    view = GameView(game)
    human = only_enemy(game)
    assert worst_hp_after(view, view.hero_cell) == 16
    assert worst_hp_after(view, view.hero_cell, human) == 32
    game = weakened(scenario(room("@L.\\")))
    halfling = only_enemy(game)
    view = GameView(game)
    assert worst_hp_after(view, view.hero_cell, halfling) == 113


@for_each(
    ("Vampire", "W", 50, 29),
    ("Vampire", "H", 50, 39),
    ("Vampire", "L", 50, 38),
    ("Troll", "H", 50, 37),
    ("Vampire", "W", 5, 0),
)
def test_the_worst_turn_counts_what_the_race_does(
    race: str, enemy: str, hp: int, left: int
) -> None:
    """R11, R12: a dwarf sickens, blood is sure but of who may evade, and a troll heals first."""
    game = with_hp(scenario(room(f"@{enemy}.\\"), race), hp)
    view, foe = GameView(game), only_enemy(game)
    assert worst_hp_after(view, view.hero_cell, foe) == left


def test_another_enemy_interrupts_a_fight() -> None:
    """The one rule: whoever is close and is none of the foes; next time it is one of them."""
    game = scenario(room("@W...", "....L", "....\\"), luck=[*[MISS] * 9], steps=[WEST] * 6)
    fight = Fight()
    assert steps_taken(game, fight) == ["a ea"] * 3
    assert find_interruption(game, fight.foes) == "Stopped: a halfling is close."
    again = Fight()
    again.next_command(game)
    assert find_interruption(game, again.foes) is None


def test_an_enemy_that_is_gone_ends_its_fight_with_a_word() -> None:
    game = scenario(room("@.W...\\"), luck=[MISS] * 9)
    fight = Fight()
    assert fight.next_command(game)
    game.floor.remove_enemy(next(iter(game.floor.enemies)))
    assert steps_taken(game, fight) == ["ea", "ea"]
    assert fight.stop_reason == "Stopped: the dwarf is nowhere to be seen."


def test_a_fight_follows_an_enemy_that_goes_out_of_sight() -> None:
    game = scenario(room("@....W.\\"), luck=[MISS] * 9)
    fight, cell = Fight(), max(game.floor.enemies)
    dwarf = game.floor.enemies[cell]
    assert fight.next_command(game) == "ea"
    game.floor.remove_enemy(cell)
    assert [fight.next_command(game) for _ in range(2)] == ["ea", "ea"]
    game.place_enemy(game.floor.hero_cell + 1, dwarf)
    assert fight.next_command(game) == "a ea"


def test_enemies_that_strike_together_are_counted_together() -> None:
    game = scenario(room("HH..", "@...", "H..\\"))
    foe = foe_of(game)
    assert len(foe.others) == 2
    fight = Fight()
    told = "You lose against 3 humans"
    assert fight.warning(game) == told, "a sure loss is told once"
    assert {id(enemy) for enemy in fight.foes} == {id(e) for e in game.floor.enemies.values()}


def test_an_enemy_that_cannot_be_hurt_is_said_to_be_so() -> None:
    """R16: Atk 0 does no damage, and then there is nothing to win."""
    game = scenario(room("@..H\\"), "Goblin")
    game.hero.stats = BaseStats(0, 20)
    assert Fight(FREE).warning(game) == "You cannot hurt a human"


def test_odds_that_nobody_can_compute_are_bad() -> None:
    """A row of another's roster may draw what cannot be enumerated."""

    def evades_at_random(dice: Dice) -> bool:
        return dice.copy().flip_coin()

    odd = evolve(BASE_RULES.enemy_kinds[0], evades=evades_at_random)
    game = scenario(room("@..H\\"))
    only_enemy(game).kind = odd
    assert Fight().warning(game) == "Nobody can compute the odds against a human"


def test_an_enemy_that_cannot_be_walked_up_to_any_more_is_let_go() -> None:
    game = scenario(room("@.#.W\\"))
    fight = Fight()
    fight.next_command(game)
    cell = game.floor.hero_cell + 2
    game.floor.place_item(cell, BASE_RULES.potions[0])
    assert tried(game, fight) == (None, WAY_CLOSED)


def test_a_fight_asks_before_it_goes_much_farther_after_one_that_keeps_away_than_it_was() -> None:
    game, fight = scenario(room("@....L.\\")), Fight()
    steps = 0
    while fight.next_command(game) is not None:  # nobody steps: it never comes nearer
        steps += 1
    assert steps == 4 + MAX_UNASKED_STEPS
    assert fight.stop_reason == "A halfling keeps away"
    assert second_press(fight).purpose == "to chase it"
    assert second_press(fight).command.next_command(game) == "ea"


@for_each(
    ("40%", "Shade", 50),
    ("40 %", "Shade", 50),
    ("30", "Shade", 30),
    ("25%", "Vampire", 12),
    ("0", "Troll", 0),
    ("100%", "Drow", 150),
)
def test_a_limit_is_a_part_of_the_maximum_or_a_number(text: str, race: str, hp: int) -> None:
    """R10: a vampire has no maximum, so what it begins with counts."""
    limit = parse_hp_limit(text)
    assert limit is not None
    assert limit.hp(race_named(race)) == hp
    assert str(limit) == text.replace(" ", "")


@for_each(
    *[("000030", 30), ("00000000", 0), ("0000000040%", 40), ("0" * 5000 + "7", 7)],
    *[(text, None) for text in ("", "9" * 5000, *["%", "101%", "0000101%", "000010000"])],
    *[(text, None) for text in ["-1", "10000", "4O%", "1.5", "40%%", "٤"]],
)
def test_zeros_before_a_limit_count_for_nothing_and_anything_else_is_none(
    text: str, amount: int | None
) -> None:
    expected = None if amount is None else HpLimit(amount, is_percent="%" in text)
    assert parse_hp_limit(text) == expected


@pytest.mark.slow_from(4)
@pytest.mark.parametrize("is_accepted", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_fights_by_themselves_never_kill(seed: int, is_accepted: bool) -> None:
    """On spawned floors, whoever wanders up: each turn is safe even at its worst."""
    session = Session(BASE_RULES, seed)
    game = session.start_game(RACES[seed % len(RACES)])
    least = 1 if is_accepted else DEFAULT_HP_LIMIT.hp(game.race)
    for _ in range(8):
        fight = Fight(is_accepted=is_accepted, goes_far=True)
        while (reason := play_turn(session, fight, session.give)) is None:
            assert game.hero.hp >= least
        assert game.outcome is None
        assert reason == "" or reason.startswith(("Stopped: ", "Nobody to fight", "You win "))


@for_each("potion", BASE_RULES.potions)
def test_the_prompt_names_a_potion_in_full_and_warns_of_harm(potion: Potion) -> None:
    game = with_hp(scenario(room(f"@{potion.mark}.\\")), 50)
    assert prompt_after(game, "u", {}, "u") == "Use which way? u: an unknown potion to the East."
    game.known_names.add(potion.name)
    harm = "; it does harm" if potion.full_name.startswith(("Poison", "Wound")) else ""
    assert prompt_after(game, "u", {}, "u") == (
        f"Use which way? u: a {potion.full_name} potion to the East{harm}."
    )


def test_an_enemy_near_by_or_agreed_upon_is_gone_to_at_once() -> None:
    assert Fight().next_command(scenario(room("@" + "." * 20 + "W\\"))) == "ea"
    game = scenario(room("@" + "." * 30 + "E\\"))
    assert Fight().warning(game) != ""
    assert Fight(is_accepted=True).next_command(game) == "ea"


def test_a_fight_is_weighed_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The console tries a copy first: the odds take a while, so both use the same."""
    weighed = list[Foe | None]()

    def weigh(view: GameView, limit: HpLimit) -> Foe | None:
        weighed.append(choose_foe(view, limit))
        return weighed[-1]

    monkeypatch.setattr(fights, "choose_foe", weigh)
    game, fight = scenario(room("@H..\\")), Fight()
    assert copy(fight).next_command(game) == fight.next_command(game)
    assert len(weighed) == 1


def test_nothing_is_asked_before_a_turn_that_kills_nobody_whose_blood_is_sure() -> None:
    """R11: the vampire gains HP before it is struck; it was asked at 100 % whether to fight on."""
    game = scenario(room("@H...\\"), "Vampire", luck=[HIT, HIT, 0, 0], rules=rules_of("levels"))
    (human,) = game.floor.enemies.values()
    game.hero.hp, human.hp, session = 24, 50, session_of(game)
    asked = Fight()
    played(game, asked, session)
    assert "100 %" in asked.stop_reason
    assert played(game, second_press(asked).command, session) == (3, "")
