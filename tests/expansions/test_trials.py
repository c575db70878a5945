"""Trials: conditions, a quest and a factor for each seed, and a feat for each race (X116-X118)."""

import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from cc3k.api import Game
from cc3k.bots.game import observe
from cc3k.cli.play import run_script
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import TOGGLE_FREEZE, Attack, Drink, Move, legal_actions
from cc3k.engine.board import EAST, NORTHWEST, SOUTH, WEST
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Escaped, Slain, Struck
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import Potion
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CHARMED, NEWCOMER
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions.depths import growth_percent, tell_what_ends
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.expansions.relics import KNIFE, WING_STEPS, WINGS
from cc3k.expansions.trials import (
    FEATS,
    MUTATORS,
    NO_FREEZE,
    QUESTS,
    SWIFT_TURNS,
    TROLL_TURNS,
    Trial,
    draw_trial,
    half_as_strong,
    kind_in_trial,
    short_trial_rows,
    tell_end,
    tell_line,
    tell_quest,
    trial_of,
    weigh_purse,
)
from cc3k.expansions.vaults import RELIC_THINGS, Treasures, gain
from cc3k.expansions.wands import strike_charmed
from cc3k.play.collect import Collect
from cc3k.play.endings import Ending
from cc3k.play.fights import Fight
from cc3k.play.foes import is_trifle
from cc3k.play.frame import status_text
from cc3k.play.help import expansion_help
from cc3k.play.look import describe_cell
from cc3k.play.odds import compute_fight_odds
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.saves.end_report import PastGames, build_end_report
from cc3k.saves.journal_format import read_journal
from cc3k.saves.paths import INDEX_FILE, KEY_FILE
from cc3k.saves.record import daily_seed
from cc3k.ui.console import Console
from cc3k.ui.status import expansion_wordings
from tests.support.consoles import TIGHT, pressed, travelled
from tests.support.expansions import played, session_of
from tests.support.processes import run
from tests.support.scenarios import HIT, MISS, Wait, refusal, room, scenario, seeded, weakened
from tests.support.tables import for_each
from tests.support.walks import only_enemy, texts, walk

REGISTRY = ExpansionRegistry()


def rules_of(*names: str, step: int = 0) -> Rules:
    return REGISTRY.select(["trials", *names], {"trial": step})


def game_of(seed: int = 1, *names: str, race: int = 0, step: int = 0) -> GameState:
    return seeded(rules_of(*names, step=step), seed, race=race)


def seed_with(*mutators: str, step: int = 0) -> int:
    def has_all(seed: int) -> bool:
        return {*mutators} <= {*draw_trial(step, Dice(f"{seed}/game 1")).mutators}

    return next(filter(has_all, range(1, 2000)))


def trial_game(  # noqa: PLR0913 - the conditions of a game
    *rows: str,
    mutators: str = "Cold, Crowd",
    quest: str = "Dry",
    race: str = "Shade",
    luck: Sequence[int] = (),
    names: str = "",
    frozen: bool = True,
) -> GameState:
    """Return a drawn game with those two conditions: its dice draw them, as a seed's would."""
    (first, second), names_drawn = mutators.split(", "), [*MUTATORS]
    script = [names_drawn.index(first), [n for n in names_drawn if n != first].index(second)]
    floors, rules = "\n".join([room(*rows)] * 5), rules_of(*names.split())
    game = scenario(floors, race, [*script, [*QUESTS].index(quest), *luck], rules=rules)
    assert (trial_of(game).mutators, trial_of(game).quest) == ((first, second), quest)
    game.enemies_frozen = frozen
    return game


def told(game: GameState) -> list[str]:
    return [text for text in texts(game.last_events) if text.startswith(("Quest", "Feat"))]


def row_of(game: GameState) -> str:
    rows = status_text(game).splitlines()
    return next(row for row in rows if row.startswith("Trial: "))


def test_two_different_mutators_and_a_quest_are_drawn_for_each_seed() -> None:
    """X116, Y41: every one and every quest is drawn, as often as the others."""
    drawn = [draw_trial(0, Dice(f"{seed}/game 1")) for seed in range(1400)]
    assert all(len({*trial.mutators}) == 2 for trial in drawn)
    mutators = Counter([name for trial in drawn for name in trial.mutators])
    quests = Counter([trial.quest for trial in drawn])
    assert mutators.keys() == MUTATORS.keys()
    assert all(300 < count < 500 for count in mutators.values()), mutators
    assert all(200 < count < 360 for count in quests.values()), quests


@for_each(
    ("Swift", "Shade", 2, "this floor is too slow for the quest Swift in 12"),
    ("Swift", "Shade", 3, "this floor is too slow for the quest Swift in 12"),
    ("Swift", "Shade", 4, ""),
    ("Dry", "Troll", 1, "the feat fails in 12"),
    ("Swift", "Troll", 3, "this floor is too slow for the quest Swift in 12"),
    ("Dry", "Shade", 1, ""),
    ("", "Vampire", 3, ""),
)
def test_collecting_asks_once_before_a_floor_takes_too_many_turns(
    quest: str, race: str, floor: int, told: str
) -> None:
    """X116, X117: how far the stairs are; only while quest or feat can still be done."""
    game = trial_game(f"6{'.' * 20}@..\\", quest=quest or "Swift", race=race)
    trial = trial_of(game)
    trial.quest_done, game.depth = not quest, floor
    trial.floor_began = 20 - (SWIFT_TURNS if quest == "Swift" else TROLL_TURNS)
    reason = played(game, Collect())[1]
    assert (f"Stopped: the stairs are 11 turns away, {told}" in reason) is bool(told), reason
    assert bool(told) or game.turns == 21


def test_tab_asks_once_before_its_way_takes_too_many_turns() -> None:
    """X116: as collecting does; a blow goes nowhere, so it is not asked about."""
    for row, told in ((f"W{'.' * 20}@..\\", True), (f"{'.' * 20}W@..\\", False)):
        game, fight = weakened(trial_game(row, quest="Swift")), Fight(goes_far=True)
        trial_of(game).floor_began = 4 - SWIFT_TURNS
        game.dice = game.turn_dice = Dice("a chase")
        reason = played(game, fight)[1]
        asked = "Stopped: the stairs are 3 turns away, this floor is too slow for the quest Swift"
        assert reason.startswith(asked) is told
        assert (fight.again is not None) is told


def test_nobody_is_a_trifle_while_the_quest_is_to_slay_few() -> None:
    """X116: travel and collecting stop for whoever is close, and slay nobody."""
    for quest, kills, slays in (("Gentle", 0, False), ("Gentle", 9, True), ("Dry", 0, True)):
        game = weakened(trial_game("@W...\\", quest=quest))
        trial_of(game).kills, game.hero.hp = kills, 400
        assert is_trifle(GameView(game), only_enemy(game)) is slays, (quest, kills)


def test_start_and_look_tell_the_conditions_and_what_the_quest_still_offers() -> None:
    """X116: the quest until it is done or failed; on a screen only, as a pipe hears it before."""
    game = trial_game("@W...\\", quest="Dry")
    trial = trial_of(game)
    conditions = " ".join([f"{name}: {MUTATORS[name][1]}." for name in trial.mutators])
    told = f"{conditions} Quest Dry: drink nothing (holds), for 30 % more score."
    assert told in describe_cell(game, game.floor.hero_cell)
    (begins,) = tell_line(game)
    assert (begins.document_text, begins.spoken_text) == ("", trial.line)
    spoken = SpokenVoice(game.rules).word_turn((begins,), game.race)
    assert [message.text for message in spoken] == [trial.line]
    game.depth = 2
    assert not [*tell_line(game)]
    for name, value in (("drinks", 1), ("quest_done", True)):
        setattr(trial_of(over := game.copy()), name, value)
        assert tell_quest(over) == ""


def test_neither_race_nor_other_sets_change_a_trial() -> None:
    """X116: its dice know the game's seed and number alone; a further step keeps the first two."""
    for seed in range(1, 8):
        first, *others = [
            trial_of(game_of(seed, *names, race=race, step=step)).mutators[:2]
            for names in ((), ("pack", "shop", "depths"))
            for race in (0, 3)
            for step in (0, 5)
        ]
        assert {first} == {*others, first}
    games = [GameState(rules_of(), BASE_RULES.races[0], Dice(f"7/game {n}")) for n in (1, 2)]
    two = [*map(trial_of, games)]
    assert two[0].line != two[1].line


def test_steps_add_mutators_and_twenty_percent_each() -> None:
    """X116, X118: 2 and 4 a mutator more; the tag has the number, and its game of the day."""
    points = "Steady 0, Glass 20, Famine 20, Cold 30, Crowd 30, Heavy purse 20, Glowing 10"
    assert points == ", ".join([f"{name} {percent}" for name, (percent, _) in MUTATORS.items()])
    days = set()
    for step, mutators in ((0, 2), (1, 2), (2, 3), (3, 3), (4, 4), (5, 4)):
        trial = draw_trial(step, Dice("3/game 1"))
        assert len({*trial.mutators}) == mutators
        assert trial.factor == 100 + 20 * step + sum([MUTATORS[name][0] for name in trial.mutators])
        tags = rules_of(step=step).expansion_tags
        assert tags == (f"trials-2:{step}",)
        days.add(daily_seed("2026-11-23", tags))
    assert len(days) == 6
    for wrong in (-1, 6):
        with pytest.raises(ValueError, match=f"trial {wrong}: expected 0 to 5"):
            rules_of(step=wrong)
    assert Trial(0, ("Steady", "Famine"), "Swift").line == (
        "Trial: Steady, Famine. Quest: Swift. Factor 120 %."
    )
    assert Trial(1, ("Steady", "Cold"), "Dry", quest_done=True, feat_done=True).factor == 200
    page = [line for line in expansion_help(rules_of()) if isinstance(line, str)]
    assert [line.split(":")[0].strip() for line in page[2 : 2 + len(MUTATORS)]] == [*MUTATORS]


@for_each(
    ("@E\\", "Steady, Cold", (), [23, 12, 12]),
    ("@E\\", "Steady, Glass", (), [35, 18, 18]),  # 24, 12, 18
    ("@L\\", "Steady, Cold", (MISS,), [6]),  # the PC may miss
    ("@W\\", "Glass, Cold", (HIT,), [30, 24]),  # 20 and 16, and half of it
    ("@W\\", "Glass, Cold", (MISS,), [30]),
)
def test_enemies_never_miss_in_a_steady_trial_and_blows_do_half_more_in_one_of_glass(
    row: str, mutators: str, luck: tuple[int, ...], damage: list[int]
) -> None:
    """X116, Y42, Y5: Steady halves those of enemies, rounded up; Glass is for both sides."""
    game = trial_game(row, mutators=mutators, luck=luck)
    (enemy,) = game.floor.enemies.values()
    odds = compute_fight_odds(game.rules, game.hero, enemy)
    events = game.play(Attack(EAST))
    assert [e.damage for e in events if isinstance(e, Struck)] == damage
    if enemy.kind.name == "dwarf":
        assert odds.hits_to_slay == 4
    if mutators == "Steady, Cold":
        assert odds.worst_hp_lost == odds.mean_hp_lost or luck


def test_blows_between_enemies_are_those_of_enemies_too() -> None:
    """X116, Y42: a dwarf beside a charmed orc does 16, without a coin in a steady trial."""
    for first, luck, damage in (("Steady", (), 8), ("Glass", (HIT,), 24), ("Famine", (HIT,), 16)):
        rows, mutators = "@..OW\\", f"{first}, Cold"
        game = trial_game(rows, mutators=mutators, luck=luck, names="vaults", frozen=False)
        orc, dwarf = sorted(game.floor.enemies)
        game.floor.enemies[orc].set_status(CHARMED, 9)
        game.hero.set_fact(KNIFE, 1)  # the PC's own, which doubles no blow of others
        assert strike_charmed(game, dwarf, game.floor.enemies[dwarf])
        assert game.floor.enemies[orc].hp == 180 - damage, first


def test_every_second_potion_is_missing_in_a_famine() -> None:
    """X116, Y42: the second, fourth and so on in reading order; all else is as ever."""
    seed = seed_with("Famine")
    base = seeded(seed=seed)
    game = game_of(seed)
    potions, others = (
        [[at for at in sorted(g.floor.items) if isinstance(g.floor.items[at], Potion) is kind]
         for g in (base, game)]
        for kind in (True, False)
    )  # fmt: skip
    assert potions[1] == potions[0][::2]
    assert others[0] == others[1]
    drawn = trial_game("@00000\\", mutators="Famine, Cold")
    assert len(drawn.floor.items) == 5, "Y41: what is drawn stays"


def test_freezing_is_refused_in_the_cold() -> None:
    """X116, R4: with its sentence, no turn, and not among the legal actions."""
    for names in ("", "hunters"):
        game = trial_game("@..\\", names=names, frozen=False)
        assert refusal(game, TOGGLE_FREEZE) == ExpansionRefusal(NO_FREEZE, NO_FREEZE)
        assert NO_FREEZE == "There is no freeze in this trial."
        assert TOGGLE_FREEZE not in legal_actions(game)
        assert ("Freeze: none" in status_text(game)) == bool(names)
        assert GameView(game).ways_out == []
        shown = [row.short for row in expansion_wordings(game)]
        assert ("Freeze none" in shown) == bool(names)
    warm = trial_game("@..\\", mutators="Famine, Crowd", frozen=False)
    assert TOGGLE_FREEZE in legal_actions(warm)
    assert len(warm.play(TOGGLE_FREEZE)) == 1


def test_a_crowd_is_five_more_enemies() -> None:
    """X116, Y15, Y41: as strong as their floor is, and none on a drawn floor."""
    seed = seed_with("Crowd")
    base = seeded(seed=seed)
    assert len(game_of(seed).floor.enemies) == len(base.floor.enemies) + 5
    deep = game_of(seed, "depths", step=2)
    base.take_stairs()
    deep.take_stairs()
    assert len(deep.floor.enemies) == len(base.floor.enemies) + 5
    for enemy in deep.floor.enemies.values():
        row = deep.rules.enemy_kind_named(enemy.kind.name)
        grown = row.hp + row.hp * growth_percent(2) // 100
        assert enemy.hp == grown + grown * 10 // 100
    assert len(trial_game("@E\\", mutators="Crowd, Cold").floor.enemies) == 1
    full = trial_game("@\\", mutators="Crowd, Cold")
    assert not full.floor.enemies


def test_gold_weighs_on_attack_and_defence() -> None:
    """X116: one point for each 20 gold held, at once, and never below 0."""
    game = trial_game("@.6666\\", mutators="Heavy purse, Cold", quest="Bold")
    game.hero.gold = 17
    figures = []
    for _ in range(4):
        game.play(Move(EAST))
        figures.append((game.hero.gold, game.hero.stats.attack, game.hero.stats.defence))
    assert figures == [(17, 25, 25), (19, 25, 25), (21, 24, 24), (23, 24, 24)]
    for gold, word, figure in ((10_000, "ea", 0), (0, "we", 25)):
        game.hero.gold = gold
        stats = walk(game, word).hero.stats
        assert (stats.attack, stats.defence) == (figure, figure)
    robbed = trial_game("L@H\\", mutators="Heavy purse, Cold", luck=(HIT, HIT), names="tactics")
    robbed.hero.gold = 22
    assert not weigh_purse(robbed)
    events = robbed.play(Wait())
    assert [e.damage for e in events if isinstance(e, Struck)] == [12], "on Def 25, not 24 (R19)"
    light = trial_game("@.\\", mutators="Famine, Cold")
    light.hero.gold = 200
    light.play(Move(EAST))
    assert light.hero.stats.attack == 25


@pytest.mark.seeded
def test_potions_glow_and_good_ones_are_half_as_strong() -> None:
    """X116, Y42: known from the start; RH 5, BA and BD 3, before a drow's half more (R14)."""
    for race, hp, attack in (("Shade", 5, 3), ("Drow", 7, 4)):
        game = trial_game("@.0\\", "1234", mutators="Glowing, Cold", race=race)
        assert len(GameView(game).known_kinds) == 6
        before = game.hero.stats
        game.hero.hp = 50
        game.play(Drink(SOUTH))
        assert game.hero.stats.attack == before.attack + attack
        game.play(Move(EAST))
        game.play(Drink(EAST))
        assert game.hero.hp == 50 + hp
        game.play(Drink(SOUTH))
        assert game.hero.stats.defence == before.defence + attack
        texts = {kind.name: game.effect_text(kind) for kind in game.rules.potions}
        assert (texts["RH"], texts["BA"]) == (f"restores {hp} HP", f"raises Atk by {attack}")
    bad = [kind for kind in BASE_RULES.potions if kind.name in ("PH", "WA", "WD")]
    assert [half_as_strong(kind) for kind in bad] == bad


def test_steps_make_enemies_stronger() -> None:
    """X118, Y15: 5 percent of HP and attack each, rounded down; experience stays the row's."""
    orc = BASE_RULES.enemy_kind_named("orc")
    for step in (0, 1, 3, 5):
        kind = kind_in_trial(orc, step)
        assert (kind.hp, kind.stats.attack) == (180 + 9 * step, 30 + 30 * 5 * step // 100)
        assert (kind.stats.defence, kind.experience) == (25, 18)
        drawn = scenario(room("@O\\"), luck=[0] * 9, rules=rules_of(step=step))
        assert only_enemy(drawn).hp == kind.hp


def test_swift_asks_for_three_floors_within_150_turns() -> None:
    """X116: the step onto the stairs counts; a slow floor does not, and loses nothing."""
    game = trial_game("@\\.", quest="Swift")
    game.turns = 150
    assert row_of(walk(game, "ea")).startswith("Trial: Swift 0 of 3;"), "151 turns"
    game.turns += 149
    assert row_of(walk(game, "ea")).startswith("Trial: Swift 1 of 3;")
    assert told(walk(game, "ea")) == []
    assert told(walk(game, "ea")) == ["Quest done: Swift."]
    assert row_of(game).startswith("Trial: Swift done;")
    winged = trial_game("@.\\", quest="Swift", race="Vampire", names="vaults")
    winged.hero.set_fact(WINGS, 1)
    part_of(winged, Treasures).steps, winged.turns = WING_STEPS - 2, 149
    winged.play(Move(EAST))
    winged.play(Move(EAST))
    assert row_of(winged).startswith("Trial: Swift 1 of 3;"), "a free step is no turn (Y33)"
    assert (trial_of(winged).slowest_floor, trial_of(winged).floor_began) == (150, 150)


def test_dry_is_judged_at_the_victory_and_rich_at_any_moment() -> None:
    """X116, Y43: a lost quest is told in the row; gold once held is enough for good."""
    game = trial_game("@\\0", quest="Dry")
    for _ in range(4):
        game.play(Move(EAST))
        assert row_of(game).startswith("Trial: Dry holds;")
    assert isinstance(game.play(Move(EAST))[0], Escaped)
    assert game.outcome == Outcome()
    assert told(game) == ["Quest done: Dry."]
    wet = trial_game("@\\.", "0..", quest="Dry")
    wet.play(Drink(SOUTH))
    assert row_of(wet).startswith("Trial: Dry failed;")
    walk(wet, "ea " * 5)
    assert (wet.outcome, told(wet)) == (Outcome(), [])
    game = trial_game("@9..\\", quest="Rich")
    for gold, sentences in ((54, ["Quest done: Rich."]), (0, [])):
        game.hero.gold = gold
        game.play(Move(EAST))
        assert told(game) == sentences
        assert row_of(game).startswith("Trial: Rich done;")


def test_bold_asks_for_two_dragons_and_gentle_for_few_kills() -> None:
    """X116, Y8: newcomers count for nothing."""
    bold = weakened(trial_game("D.\\", "D@D", quest="Bold", luck=[MISS] * 9))
    bold.floor.enemies[min(bold.floor.enemies)].set_fact(NEWCOMER, 1)
    rows = []
    for way in (NORTHWEST, WEST, EAST):
        bold.play(Attack(way))
        rows.append((row_of(bold).partition(";")[0], told(bold)))
    assert rows == [
        ("Trial: Bold 0 of 2", []),
        ("Trial: Bold 1 of 2", []),
        ("Trial: Bold done", ["Quest done: Bold."]),
    ]
    for kills, sentences in ((8, ["Quest done: Gentle."]), (9, [])):
        game = trial_game("@\\.", quest="Gentle")
        trial_of(game).kills = kills
        walk(game, "ea " * 5)
        assert told(game) == sentences, kills


@for_each(
    ("@W\\", "Gentle", 8, "tab", "One more kill fails the quest Gentle: press Tab again to fight"),
    ("@W\\", "Gentle", 7, "tab", ""),
    ("@W\\", "Gentle", 9, "tab", ""),
    ("@W\\", "Dry", 8, "tab", ""),
    ("@1\\", "Dry", 0, "o", "A drink fails the quest Dry: press o again to drink"),
    ("@1\\", "Gentle", 8, "o", ""),
)
def test_tab_and_o_ask_once_before_they_fail_a_quest(
    row: str, quest: str, kills: int, key: str, told_first: str
) -> None:
    """X116, X7: while it is still to be had; another key takes nothing back."""
    game = weakened(trial_game(row, quest=quest, luck=[0] * 9))
    trial_of(game).kills = kills
    game.known_names.update([potion.name for potion in game.rules.potions])
    desk = Console(session_of(game), *TIGHT)
    if told_first:
        travelled(desk, [key])
        assert f"{told_first} all the same." in " ".join(desk.action_text.split())
        pressed(desk, ["m", "escape"])
        assert game.turns == 0
    travelled(desk, [key])
    assert game.turns > 0


@pytest.mark.seeded
def test_feats_are_those_of_the_races() -> None:
    """X117, Y43: a victory where it says so, else the moment; another race has none."""
    assert [*FEATS] == [race.name for race in BASE_RULES.races]
    shade = trial_game("@\\", race="Shade", quest="Bold")
    for gold, text in ((79, "79 of 80"), (117, "holds"), (40, "40 of 80"), (80, "holds")):
        shade.hero.gold = gold  # it may yet be spent
        assert row_of(shade) == f"Trial: Bold 0 of 2; feat {text}"
    assert told(walk(shade, "ea " * 4)) == []
    assert told(walk(shade, "ea")) == ["Feat done: win with 80 gold."]
    vampire = trial_game("@..\\", race="Vampire", quest="Bold")
    vampire.hero.hp = 150
    vampire.play(Move(EAST))
    assert told(vampire) == ["Feat done: have 150 HP."]
    goblin = weakened(trial_game("@E\\", race="Goblin", quest="Bold", luck=(0,)))
    part_of(goblin, Trial).kills = 39
    assert row_of(goblin).endswith("; feat 39 of 40")
    goblin.play(Attack(EAST))
    assert told(goblin) == ["Feat done: slay 40."]
    drow = trial_game("012", "3@0", "45\\", race="Drow", quest="Bold")
    done = list[str]()
    for drink in [each for each in legal_actions(drow) if isinstance(each, Drink)]:
        drow.play(drink)
        done += told(drow)
    assert done == ["Feat done: drink six kinds of potion."]
    assert (len(trial_of(drow).kinds_drunk), trial_of(drow).drinks) == (6, 7)


def test_a_troll_takes_200_turns_on_each_floor_at_most() -> None:
    """X117, Y43: of every floor singly."""
    for turns, sentences in ((199, ["Feat done: win within 200 turns a floor."]), (200, [])):
        game = trial_game("@\\", race="Troll", quest="Bold")
        game.play(Move(EAST))
        game.turns += turns
        assert row_of(game).endswith(f"; feat {turns} of 200 turns on a floor")
        walk(game, "ea " * 4)
        assert (game.outcome, told(game)) == (Outcome(), sentences), turns
    assert row_of(game).endswith("; feat failed: 201 turns on a floor")
    assert short_trial_rows(game) == ["Trial Bold 0/2 feat failed"]


def test_the_elder_dragon_is_told_of_as_strong_as_the_trial_makes_it() -> None:
    """X86, X118: a step gives it more HP."""
    told_of = [tell_what_ends(game_of(1, "depths", step=step)) for step in (0, 1)]
    easy, hard = (int(each.rpartition("you it in ")[2].rstrip(".")) for each in told_of)
    assert easy < hard


def test_the_elder_dragon_is_told_of_as_the_grave_knife_wounds_it() -> None:
    """Y5: it doubles the first blow alone."""
    game = game_of(1, "depths", "vaults")
    before = int(tell_what_ends(game).rpartition("you it in ")[2].rstrip("."))
    list(gain(game, RELIC_THINGS["grave knife"]))
    assert tell_what_ends(game).endswith(f"you it in {before - 1}.")
    game.hero.stats = BaseStats(0, 25)
    assert tell_what_ends(game).endswith("you it never.")


def test_the_factor_multiplies_the_score_last() -> None:
    """X118, R15: after a shade's half more and all bonuses, of a lost game too."""
    game = trial_game("@E\\", mutators="Glass, Cold", names="depths", quest="Bold")
    game.hero.gold = 11
    assert game.score == (16 + 5) * 150 // 100
    assert Ending(game).score_line == (
        "Score: 31 (11 gold + 5 for a shade + 5 for the floors reached, times 150 % for the trial)"
    )
    game.outcome = Outcome(Slain(PC, "elf"))
    session = session_of(game)
    report = dict(build_end_report(session, game, PastGames()))
    assert report["Trial"] == "Glass, Cold. Quest: Bold. Factor 150 %."
    assert report["Quest"] == "slay two dragons: failed (0 of 2)."
    assert report["Feat"] == "win with 80 gold: failed (11 of 80)."
    trial_of(game).feat_done, trial_of(game).quest = True, "Dry"
    assert [*tell_end(game)][1:] == [
        ("Quest", "drink nothing: failed."),
        ("Feat", "win with 80 gold: done."),
    ]
    assert "times 150 % for the trial" in report["Score"]


def test_a_pipe_is_told_before_the_prompt() -> None:
    """X116: before each game."""
    rules, out = rules_of(), io.StringIO()
    words = iter([b"s r q", b""])
    run_script(Session(rules, 7), lambda _most: next(words), out)
    rows = out.getvalue().splitlines()
    prompts = [at for at, row in enumerate(rows) if row.startswith("Choose a race")]
    lines = [draw_trial(0, Dice(f"7/game {number}")).line for number in (1, 2)]
    assert [rows[at - 1] for at in prompts] == lines


def test_figures_tell_programs_what_the_rows_tell() -> None:
    """X121: the mutators, the quest with its count, the feat, the factor."""
    game = trial_game("@9\\", mutators="Glass, Cold", quest="Rich")
    game.hero.gold = 12
    figures = observe(game).figures
    assert {name for name in MUTATORS if figures[f"trial {name.lower()}"]} == {"Glass", "Cold"}
    assert figures["trial quest"] == [*QUESTS].index("Rich")
    assert (figures["trial quest count"], figures["trial quest done"]) == (12, 0)
    assert (figures["trial feat count"], figures["trial feat done"]) == (12, 0)
    assert figures["trial factor"] == 150


def test_a_journal_names_the_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """X116, X118: with its tag, and the line that was told; it is played again as any other."""
    monkeypatch.setenv("CC3K_HOME", f"{tmp_path}")
    path = tmp_path / "game.cc3k"
    options = ("--dlc", "trials,depths", "--trial", "3", "--seed", "7", "--journal", f"{path}")
    ended = run("--plain", *options, typed="troll\nno\nleave\n")
    assert ended.code == 0, ended.err
    rows = [row[9:] for row in path.read_text("ascii").splitlines()]
    assert "expansions depths-14:8 trials-2:3" in rows
    line = draw_trial(3, Dice("7/game 1")).line
    assert f"told {line}" in rows
    assert line in ended.out.replace("\n", " ")
    assert run("replay", "--verify", f"{path}").code == 0
    line = draw_trial(0, Dice("42/game 1")).line  # as a journal of the API does
    text = Game(seed=42, race="shade", dlc="trials").journal()
    assert f" told {line}\n" in text
    assert read_journal(io.BytesIO(text.encode("ascii")), "text").record.news == (line,)


def test_feats_are_kept_for_each_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """X116, X117: in the last line of a journal, in `cc3k stats`, and on the page of the game."""
    monkeypatch.setenv("CC3K_HOME", f"{tmp_path}")
    seed = next(each for each in range(99) if draw_trial(0, Dice(f"{each}/game 1")).quest == "Dry")
    layout = tmp_path / "way.txt"
    layout.write_text("|---|\n|@.\\|\n|---|\n" * 5, "ascii")
    journals = [tmp_path / "games" / f"{race}.cc3k" for race in ("shade", "vampire")]
    journals[0].parent.mkdir()
    for path in journals:
        options = ("--dlc", "trials", "--seed", f"{seed}", "--journal", f"{path}", f"{layout}")
        ended = run("--plain", *options, typed=f"{path.stem}\n{'ea ea ' * 5}\nq\n")
        assert "Quest done: Dry." in ended.out, ended
    assert all('"feats": ["quest Dry"]' in path.read_text("ascii") for path in journals)
    for _ in range(2):  # by its last line, and by a replay where nothing has sealed it
        stats = run("stats").out
        for race in ("shade", "vampire"):
            assert f"Feats of a {race}: quest Dry (1 game)\n" in stats
        found = json.loads(run("stats", "--json").out)["feats"]
        assert found == {"Shade": {"quest Dry": 1}, "Vampire": {"quest Dry": 1}}
        for name in (KEY_FILE, INDEX_FILE):
            (tmp_path / name).unlink(missing_ok=True)
    page = run("games", "--page", journals[0].stem)
    assert "\nTrial: " in page.out, page
    report = json.loads(run("games", "--page", journals[0].stem, "--json").out)["report"]
    assert f"Trial: {report['Trial']}" in page.out
