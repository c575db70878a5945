"""Depths: floors without end, enemies that grow, and the elder dragon (X80)."""

import io
import os
import re
from collections import Counter
from collections.abc import Sequence

import pytest
from attrs import evolve

from cc3k.api import Game
from cc3k.bots.game import observe
from cc3k.content.abilities import StatPotion
from cc3k.content.layout.lint import lint_layout
from cc3k.content.layout.reader import format_floor_as_layout, read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.content.spawn import generate_floor
from cc3k.engine.actions import MOVES, Move, legal_actions
from cc3k.engine.board import EAST, SOUTH, SOUTHEAST
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Escaped, ExpansionEvent, Provoked, Slain, Struck
from cc3k.engine.expansion import Expansion, ItemHooks
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import GoldPile
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.depths import (
    DEPTHS,
    ELDER_DRAGON,
    PayToll,
    asked_toll,
    growth_percent,
    kind_at_depth,
    nobody_to_pay,
    potion_at_depth,
    tell_of_toll,
    toll,
)
from cc3k.expansions.fog import FOG
from cc3k.expansions.gear import COMPASS, Outfit
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry, rules_with
from cc3k.expansions.vaults import RELIC_THINGS, gain
from cc3k.play.endings import Ending
from cc3k.play.foes import format_percent
from cc3k.play.frame import status_text
from cc3k.play.help import discoveries_page
from cc3k.play.history import GameTally
from cc3k.play.look import describe_cell, describe_nearby
from cc3k.play.messages import goal_sentence
from cc3k.play.narrator import status_lines
from cc3k.play.odds import compute_fight_odds
from cc3k.play.paths import cells_beside
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.voices import DocumentVoice
from cc3k.saves.end_report import PastGames, build_end_report
from cc3k.saves.journal_format import read_journal
from cc3k.saves.replay import resume_session, verify_record
from tests.support.consoles import LARGE, TIGHT, WHOLE, console_of, lines, pressed, travelled
from tests.support.expansions import expanded, say, session_of
from tests.support.processes import ROOT
from tests.support.scenarios import (
    HIT,
    MISS,
    ScriptedDice,
    refusal,
    room,
    scenario,
    seeded,
    weakened,
)
from tests.support.tables import for_each
from tests.support.walks import only_enemy, stocked, texts, walk

REGISTRY = ExpansionRegistry()


def rules_of(floors: int | None = None, *names: str) -> Rules:
    numbers = {} if floors is None else {"floors": floors}
    return REGISTRY.select(["depths", *names], numbers)


RULES = rules_of()


def game_at(depth: int, floors: int = 15, number: int = 1) -> GameState:
    return seeded(rules_of(floors), number, depth=depth)


def figures(enemy: Enemy) -> tuple[int, int, int]:
    return enemy.hp, enemy.stats.attack, enemy.stats.defence


def elders(game: GameState) -> list[int]:
    enemies = game.floor.enemies.items()
    return [cell for cell, enemy in enemies if enemy.kind.name == ELDER_DRAGON.name]


def elder_figures(game: GameState) -> tuple[int, int, int]:
    return figures(game.floor.enemies[elders(game)[0]])


def grown(name: str, depth: int) -> tuple[int, int, int]:
    return figures(Enemy(kind_at_depth(RULES.enemy_kind_named(name), depth)))


def last_floor(
    *rows: str, luck: Sequence[int] = (), gold: int = 0, names: Sequence[str] = ()
) -> GameState:
    game = scenario(room(*rows), luck=luck, rules=rules_of(1, *names))
    game.hero.gold = gold
    return game


def test_there_are_eight_floors_unless_another_number_is_asked_for() -> None:
    """X86: 1 to 99."""
    assert RULES.floor_count == 8
    assert [rules_of(count).floor_count for count in (1, 5, 99)] == [1, 5, 99]
    for count in (0, 100):
        with pytest.raises(ValueError, match=f"floors {count}: expected 1 to 99"):
            rules_of(count)
    assert rules_of(20).expansions[0].tag == "depths-14:20"
    assert REGISTRY.rules_of_tags(["depths-14:20"]).floor_count == 20
    goal, scores = goal_sentence(RULES).split("; ")
    assert goal == r"Find the stairs (\) on each of eight floors"
    assert scores.endswith("out, for the floors reached and for slaying the elder dragon.")


def test_an_elf_grows_by_a_share_of_its_row_a_floor_from_a_tenth_less() -> None:
    """X86, tuned: faster to the fourth floor than later; rounded down in whole numbers."""
    elf = BASE_RULES.enemy_kind_named("elf")
    for depth, row in (
        *((1, (126, 27, 9)), (2, (169, 36, 12)), (4, (256, 54, 18))),
        *((5, (284, 60, 20)), (8, (368, 78, 26)), (99, (2916, 624, 208))),
    ):
        kind = kind_at_depth(elf, depth)
        assert figures(Enemy(kind)) == row, depth
        assert evolve(kind, hp=elf.hp, stats=elf.stats) == elf


def test_potions_grow_by_thirty_percent_a_floor() -> None:
    """Tuned (X9): drunk and thrown, and told so; one that does something else stays as it is."""
    for name, depth, amount in (("RH", 1, 10), ("RH", 4, 19), ("PH", 8, 31), ("WA", 3, 8)):
        row = next(each for each in BASE_RULES.potions if each.name == name)
        potion, hero = potion_at_depth(row, depth), GameState(RULES, RULES.races[0], Dice("0")).hero
        hero.hp -= 50
        hp, attack = hero.hp, hero.stats.attack
        potion.effect(hero)
        assert abs(hero.hp - hp) + abs(hero.stats.attack - attack) == amount, (name, depth)
        assert f" {amount}" in potion.effect_text
        enemy = Enemy(BASE_RULES.enemy_kind_named("elf"))
        enemy.hp -= 50
        potion.hit(enemy)
        assert abs(enemy.hp - 90) + abs(enemy.stats.attack - 30) == amount, (name, depth)
    row = BASE_RULES.potions[0]
    other = evolve(row, effect=lambda _hero: None)
    assert potion_at_depth(other, 8) is other
    fury = evolve(row, effect=StatPotion(5, -10), own_text="makes furious", thrown=Enemy.end_peace)
    assert potion_at_depth(fury, 1) is fury, "with words and a throw of its own"
    grown = potion_at_depth(fury, 4)
    assert (grown.effect, grown.effect_text, grown.thrown) == (
        StatPotion(9, -19), "raises Atk by 9 and lowers Def by 19", fury.thrown)  # fmt: skip


def test_a_potion_is_as_strong_as_the_floor_on_which_it_is_used() -> None:
    """Tuned (X9): drunk, thrown, or made of another by an alembic; all that tell of it say so."""
    game = expanded("pack depths vaults", "\n".join([room("@...E0\\")] * 4))
    stocked(game, "RH PH PH")
    game.known_names |= {"RH", "PH"}
    while game.depth < 4:
        assert game.take_stairs()
    told = [*lines(console_of(game, size=LARGE)), *status_lines(game), *say(game, "i")]
    told += [*discoveries_page(game, GameTally()), *describe_cell(game, min(game.floor.items))]
    strengths = [re.findall(r"restores? \d+", f"{text}") for text in told]
    assert [*map(set, filter(None, strengths))] == [{"restores 19"}] * 5
    elf, game.hero.hp = only_enemy(game), 60
    for words, hero_hp, elf_hp in (("u a", 79, 256), ("t b ea", 79, 237), ("u b", 98, 237)):
        if words == "u b":
            list(gain(game, RELIC_THINGS["alembic"]))
        say(game, words)
        assert (game.hero.hp, elf.hp) == (hero_hp, elf_hp), words


@for_each(1, 2, 3, 5)
def test_all_enemies_of_a_floor_have_grown(depth: int) -> None:
    """X80, X2, X120: guardians, too; walls, PC and potions are those of the base game."""
    game = game_at(depth)
    assert len(game.floor.enemies) >= 20
    assert status_text(game).splitlines()[0].endswith(f"Floor {depth}")
    for at, enemy in game.floor.enemies.items():
        row = BASE_RULES.enemy_kind_named(enemy.kind.name)
        percent = growth_percent(depth)
        hp, attack, defence = [each + each * percent // 100 for each in figures(Enemy(row))]
        assert figures(enemy) == (hp, attack, defence)
        assert enemy.is_as_spawned
        known = GameView(game).kind_here(row)
        assert (known.hp, known.stats) == (enemy.kind.hp, enemy.kind.stats)
        told_of = f"{hp} of {hp} HP, Atk {attack}, Def {defence};"
        assert told_of in describe_cell(game, at)[0]
    base = seeded(seed=1, depth=depth)
    ours, theirs = [
        (each.floor.terrain, each.floor.hero_cell, [*GameView(each).potions])
        for each in (game, base)
    ]
    assert ours == theirs


@pytest.mark.seeded
def test_every_fifth_pile_is_worth_one_more_a_floor() -> None:
    """X80: in reading order."""
    for depth in (1, 2, 7):
        items = game_at(depth).floor.items
        piles = [items[c] for c in sorted(items) if isinstance(items[c], GoldPile)]
        names = {pile.name: pile.value for pile in BASE_RULES.piles}
        more = [p.value - names[p.name] for p in piles if isinstance(p, GoldPile)]
        assert more == [0, 0, 0, 0, depth - 1, 0, 0, 0, 0, depth - 1]


def test_enemies_drawn_on_a_deeper_floor_have_grown_too() -> None:
    """X80, R30: a layout says who stands where and what gold is worth; figures are the floor's."""
    layouts = "\n".join([room("@\\..E.."), room("@.EG\\66"), room("@.D9\\..")])
    game = scenario(layouts, rules=RULES)
    assert figures(only_enemy(game)) == (126, 27, 9)
    assert figures(only_enemy(walk(game, "ea"))) == grown("elf", 2)
    piles = [item for item in game.floor.items.values() if isinstance(item, GoldPile)]
    assert [pile.value for pile in piles if pile.mark == "6"] == [2, 2, 2]
    game.take_stairs()
    assert figures(only_enemy(game)) == grown("dragon", 3)
    assert len(only_enemy(game).guarded_cells) == 1


@for_each(1, 3, 15)
def test_an_elder_dragon_guards_the_last_stairs(floors: int) -> None:
    """X80, X9: so many percent of a dragon of that floor, on a free tile beside the stairs."""
    for number in range(4):
        game = game_at(1, floors, number)
        for depth in range(1, floors):
            assert elders(game) == [], depth
            game.take_stairs()
        assert_guarded(game, number)
        elder = game.floor.enemies[elders(game)[0]]
        assert elder_figures(game) == grown(ELDER_DRAGON.name, floors)
        assert elder.is_as_spawned
        assert not elder.kind.roams
    assert ELDER_DRAGON.spawn_weight == 0
    assert ELDER_DRAGON not in RULES.enemy_spawn_table


def test_the_help_tells_the_figures_of_the_elder_dragon() -> None:
    elder = Enemy(kind_at_depth(ELDER_DRAGON, RULES.floor_count))
    told = f"{elder.hp} HP, Atk {elder.stats.attack} and Def {elder.stats.defence}"
    page = ROOT / "cc3k" / "help" / "depths.md"
    assert told in " ".join(page.read_text("utf-8").split())


def test_the_guarded_stairs_are_refused_until_it_is_slain() -> None:
    """X80, R4: with a sentence, and without a turn."""
    game = last_floor("@\\..", "..A.")
    assert refusal(game, Move(EAST)) == ExpansionRefusal(
        "PC cannot take the stairs. The elder dragon bars the stairs. Its toll is 12 gold.",
        "The elder dragon bars the stairs. Slay it, or pay its toll of 12 gold, before you take "
        "them.",
    )
    assert [move for move in MOVES if move in legal_actions(last_floor("...\\.", ".@...", "....A"))]
    assert Move(EAST) not in legal_actions(game)
    session = session_of(game)
    session.use_voice(SpokenVoice(session.rules))
    session.give("ea")
    assert session.action_text.startswith("The elder dragon bars the stairs. Slay it, or pay")
    game = walk(weakened(last_floor("@\\..", ".A..")), "a se")
    assert Move(EAST) in legal_actions(game)
    assert game.play(Move(EAST)) == (Escaped("East"),)
    assert game.outcome == Outcome()


def test_it_attacks_whoever_is_near_the_stairs_and_never_moves() -> None:
    """X80: within one block of them or of itself, as a dragon does for its hoard (R22)."""
    game = scenario(room("@..\\A."), luck=(HIT,), rules=rules_of(1), steps=[EAST] * 2)
    cells = elders(game)
    assert say(game, "ea")[1:] == ()
    assert say(game, "ea")[1:] == (Struck("elder dragon", PC, 19, 106),)
    assert elders(game) == cells
    assert say(last_floor("@...", "....", "\\A.."), "ea")[1:] == ()


def with_hidden_stairs(*rows: str) -> GameState:
    """Return a game whose PC knows nothing of the stairs beside it, as if it could not see them."""
    game = last_floor(*rows, luck=[0], gold=LOAD, names=["gear"])
    part_of(game, Outfit).has_found_stairs = False
    only_enemy(game).carries = (COMPASS,)
    return game


def test_it_heals_out_of_reach_alone() -> None:
    """X87: five percent of its HP a turn, up to all of them, which a player in sight is told."""
    game = last_floor("@...\\A.", luck=(HIT, HIT))
    (elder,) = [game.floor.enemies[cell] for cell in elders(game)]
    elder.hp = elder.kind.hp - 10
    assert texts(say(game, "ea")) == []
    assert elder.hp == elder.kind.hp - 10 + 8
    assert "It heals 8 HP a turn while you are out of its reach." in describe_cell(
        game, elders(game)[0]
    )
    assert texts(say(game, "we")) == ["A has healed all its wounds."]
    assert texts(say(game, "ea")) == [], "it has none"
    elder.hp = 50
    walk(game, "ea ea")
    assert elder.hp == 50 + 8, "beside the stairs it is in reach"


def test_each_blow_that_it_has_had_makes_its_own_harder() -> None:
    """X87: by a tenth, which odds and looks know, too."""
    game = last_floor("@A.\\", luck=(HIT,) * 4)
    (elder,) = [game.floor.enemies[cell] for cell in elders(game)]
    game.hero.hp = 500
    blows = [each for _ in range(4) for each in say(game, "a ea") if isinstance(each, Struck)]
    assert [each.damage for each in blows if each.defender == PC] == [21, 23, 25, 27], "of 19 HP"
    assert max_damage_per_turn([elder], game.hero, game.blows) == 27
    assert "Each of your blows makes its own 10 percent harder." in describe_cell(
        game, elders(game)[0]
    )


def test_stairs_that_are_not_seen_bar_the_way_without_being_given_away() -> None:
    """X41, X61: the step is legal, takes a turn, and tells; nothing told it before."""
    game = with_hidden_stairs("@\\..", "..A.")
    game.turn_dice, floor = ScriptedDice([MISS]), game.floor
    assert {Move(EAST), Move(SOUTH)} <= set(legal_actions(game))
    here = floor.hero_cell
    told = "PC finds the stairs. The elder dragon bars the stairs."
    assert texts(say(game, "ea")) == [told]
    assert (floor.hero_cell, game.turns, game.depth) == (here, 1, 1)
    twin = game.copy_with_luck(1)
    assert twin.floor.stairs_cell in twin.floor.guardian_by_cell
    assert len(twin.floor.guardian_by_cell) == 1
    assert set(twin.floor.enemies) == set(floor.enemies)


def test_a_drawn_last_floor_has_an_elder_dragon_only_where_one_is_drawn() -> None:
    """X80, R30: drawn layouts hold for their floors; `A` beside the stairs guards them."""
    assert elders(last_floor("@...\\")) == []
    lone = last_floor("@A..\\")
    assert GameView(lone).find_threat(lone.floor.hero_cell)
    assert not lone.floor.guardian_by_cell
    two = last_floor("@..A.", "...\\A")
    assert list(two.floor.guardian_by_cell) == [two.floor.stairs_cell]
    guard = two.floor.guardian_by_cell[two.floor.stairs_cell]
    cells = [cell for cell, enemy in two.floor.enemies.items() if enemy is guard]
    two.floor.remove_enemy(cells[0])
    assert not two.floor.guardian_by_cell
    two.floor.remove_enemy(elders(two)[0])


def test_a_drawn_elder_dragon_is_one_of_its_floor() -> None:
    """X80, X86: a dragon's HP, 1.3 times its Atk, 1.5 times its Def; grown as all are there."""
    assert figures(Enemy(ELDER_DRAGON)) == (180, 26, 30)
    assert elder_figures(game_at(8, 8)) == (473, 68, 78)
    game = scenario("\n".join([room("@\\...."), room("@..\\A.")]), rules=rules_of(3))
    assert elder_figures(walk(game, "ea")) == grown("elder dragon", 2) == (217, 31, 36)
    assert elder_figures(last_floor("@..\\A")) == (162, 23, 27)
    assert game.floor.stairs_cell in game.floor.guardian_by_cell


def bare_last_floor(number: int, *names: str, layout: str = "") -> GameState:
    """Return a game of one floor: of that layout, where nobody moves away, or the standard one."""
    rules = rules_of(1, *names)
    if layout:
        (depths,) = rules.expansions
        rules = rules_with((evolve(depths, floors=evolve(depths.floors, fair_arrival=False)),))
    layouts = read_layout(layout.encode(), "x", rules).floor_layouts if layout else ()
    return GameState(rules, rules.races[number % 5], Dice(f"{number}/game 1"), layouts)


def assert_guarded(game: GameState, number: object) -> None:
    """See one elder dragon, on a floor tile beside the stairs, which it guards."""
    (cell,) = elders(game)
    assert cell in game.floor.board.tile_neighbours[game.floor.stairs_cell], number
    assert game.floor.enemies[cell].guarded_cells == (game.floor.stairs_cell,), number


LAST_FLOORS = int(os.environ.get("CC3K_LAST_FLOORS", "200"))


@pytest.mark.slow
def test_no_last_floor_that_is_not_drawn_is_without_its_elder_dragon() -> None:
    """X86: it is always placed, whatever lies or stands beside the stairs."""
    others = tuple(each.name for each in OWN_EXPANSIONS if each.name != "depths")
    for names in ((), ("fog", "gear"), ("chambers",), others):
        for number in range(LAST_FLOORS):
            assert_guarded(bare_last_floor(number, *names), (names, number))
    assert_guarded(bare_last_floor(1372), "where eight things are beside the stairs")


CROWDED = """
|------------------|
||-----|    |-----||
||.....|    |.....||
||.....+####+.....||
||.....|    |.....||
||.....|    |.....||
||.....|    |.....||
||-----|    |-----||
|------------------|
"""
"""A board with so few tiles that the things of a floor leave hardly any of them free."""


def things_on(floor: Floor) -> list[tuple[int, str]]:
    items = [(at, item.mark) for at, item in floor.items.items()]
    enemies = [(at, enemy.kind.glyph) for at, enemy in floor.enemies.items()]
    return sorted([each for each in (*items, *enemies) if each[1] != ELDER_DRAGON.glyph])


def test_room_beside_crowded_stairs_is_made_in_a_fixed_order() -> None:
    """X86, Y44: the first unguarded item moves in its chamber, else the first but a dragon."""
    moved = Counter[str]()
    for number in range(80):
        game = bare_last_floor(number, layout=CROWDED)
        before = generate_floor(game.floor_layouts[0], BASE_RULES, Dice(f"{number}/game 1/floor 1"))
        floor, stairs = game.floor, before.stairs_cell
        beside = before.board.tile_neighbours[stairs]
        assert_guarded(game, number)
        names = [sorted(name for _, name in things_on(each)) for each in (floor, before)]
        assert names[0] == names[1]
        gone = [each for each in things_on(before) if each not in things_on(floor)]
        if before.free_neighbours(stairs):
            moved["nothing"] += 1
            assert (gone, floor.stairs_cell) == ([], stairs)
            continue
        items = [at for at in beside if at in before.items and at not in before.guardian_by_cell]
        steps = [at for at in beside if at in before.enemies and at not in before.stationary]
        first, chamber_of = (items + steps)[:1], floor.board.chamber_index
        if floor.stairs_cell == stairs:
            moved["item" if items else "enemy"] += 1
            ((at, _),) = gone
            ((to, _),) = [each for each in things_on(floor) if each not in things_on(before)]
            assert [at] == first == elders(game)
            assert chamber_of[to] == chamber_of[at]
        else:
            moved["stairs"] += 1
            arrival = chamber_of[floor.hero_cell]
            is_full = all(not before.is_free(at) for at in chamber_of if chamber_of[at] != arrival)
            assert is_full or chamber_of[floor.stairs_cell] != arrival
    assert moved.keys() == {"nothing", "item", "enemy", "stairs"}, moved
    lacking = bare_last_floor(1, layout="|----|\n|..||\n|----|\n")
    assert elders(lacking) == [], "what finds no place is left out (R26)"


def test_check_finds_nothing_odd_in_a_last_floor() -> None:
    """X6: a drawing of the last floor has an elder dragon beyond the twenty enemies."""
    rules = rules_of(1)
    drawing = format_floor_as_layout(game_at(1, 1).floor, rules)
    assert "A" in drawing
    assert lint_layout(drawing.encode(), rules) == []


def test_the_score_counts_five_for_each_floor_reached() -> None:
    """X80: besides gold, and besides what a race adds to its gold; the end tells how it is made."""
    game = game_at(3)
    for gold, score, told in ((11, 31, "11 gold + 5 for a shade"), (0, 15, "0 gold")):
        game.hero.gold = gold
        assert game.score == score
        assert Ending(game).score_line == f"Score: {score} ({told} + 15 for the floors reached)"


def test_look_tells_of_the_elder_dragon() -> None:
    """X6: its figures, its trade, and the odds."""
    game = last_floor("@..\\A")
    sentences = describe_cell(game, elders(game)[0])
    assert sentences[0] == (
        "Elder dragon: 162 of 162 HP, Atk 23, Def 27; never moves, bars the last stairs; "
        "strikes whoever is next to it or to the stairs down."
    )
    assert sentences[1].startswith("You win ")
    assert describe_cell(game, game.floor.stairs_cell) == ["The stairs down, guarded."]
    assert "guarded stairs, 3 east" in describe_nearby(game)
    hidden = last_floor("@.CA\\", luck=[0], names=["gear"])
    shown = walk(last_floor("@C.\\A", luck=[0], names=["gear"]), "ea")
    for each, told in (
        (hidden, "The floor of a chamber."),
        (shown, "The stairs down, guarded."),
    ):
        assert describe_cell(each, each.floor.stairs_cell) == [told]


def test_a_journal_holds_a_layout_of_many_floors() -> None:
    """X3, X80: more floors and rows than the document's five; a replay comes to the same state."""
    layout = BASE_RULES.standard_board.terrain.decode("ascii") * 60
    game = Game(5, drawing=layout, dlc="depths", floors=60)
    game.play("f")
    read = read_journal(io.BytesIO(game.journal().encode()), "journal").record
    assert read.header.layout_text == layout
    rules = REGISTRY.rules_of_tags(read.header.expansions)
    verify_record(read, rules)
    assert (rules.floor_count, len(resume_session(read, rules).floor_layouts)) == (60, 60)


def test_screens_tell_which_floor_of_how_many() -> None:
    """X80: where floors are counted, on screens of any size."""
    for size in (WHOLE, TIGHT, LARGE):
        assert "12/20" in "\n".join(lines(console_of(game_at(12, 20), size=size)))


def test_the_report_of_a_lost_game_has_the_odds_against_the_killer_as_it_was() -> None:
    """X7: a halfling of floor 15 is another one than the roster's."""
    game = scenario("\n".join([room("@L..\\")] * 15), luck=[MISS, HIT], rules=rules_of(15))
    while game.depth < 15:
        game.take_stairs()
    game.hero.hp = 18
    session = session_of(game)
    session.keeps_history = True
    session.tally.add_turn(game, ())
    odds = compute_fight_odds(game.rules, game.hero, only_enemy(game))
    roster = Enemy(BASE_RULES.enemy_kind_named("halfling"))
    row = compute_fight_odds(game.rules, game.hero, roster)
    assert format_percent(odds.win_chance) != format_percent(row.win_chance)
    session.give("a ea")
    assert game.outcome == Outcome(Slain(PC, "halfling"))
    report = dict(build_end_report(session, game, PastGames()))
    assert f"; {format_percent(odds.win_chance)} of such fights" in report["Odds"]


LOAD = 12
"""The toll of a game of one floor."""


def test_the_toll_buys_the_stairs() -> None:
    """X87, Y6, Y32: a turn, 12 gold a floor of the game; it guards no more and strikes nobody."""
    for words, rows in (("p se", ("@\\..", ".A..")), ("p ea", ("@\\..", "..A."))):
        game = last_floor(*rows, gold=40)
        told = texts(say(game, words))
        assert told == ["PC pays the elder dragon 12 gold."], "and no blow follows"
        assert (game.hero.gold, game.turns) == (28, 1)
        assert not game.floor.guardian_by_cell
        assert not only_enemy(game).is_hostile_to(game.hero)
        row, *_, note = describe_cell(game, elders(game)[0])
        assert row.endswith("; peaceful until it is attacked.")
        assert note == "It has had its toll."
        assert observe(game).figures["toll"] == 0
        assert game.play(Move(EAST)) == (Escaped("East"),)
        assert game.score == 28 * 3 // 2 + 5, "R15 and the floor; it was not slain"
    game = game_at(8, 8)
    assert toll(game) == observe(game).figures["toll"] == 96
    half = Expansion("half", "Half.", items=ItemHooks(changes_price=lambda _, gold: -(-gold // 2)))
    assert toll(scenario(room("@\\A"), rules=rules_with((*rules_of(7).expansions, half)))) == 42


def tolls(game: GameState) -> list[str]:
    return [each.direction.name for each in legal_actions(game) if isinstance(each, PayToll)]


def test_payments_that_are_refused() -> None:
    """X87, R4: no turn, nothing changes, a sentence, and nothing of it is legal."""
    poor = last_floor("@\\..", ".A..", gold=11)
    asks = "The elder dragon asks 12 gold; PC has 11."
    spoken = asks.replace("PC has", "you have")
    for way in (EAST, SOUTHEAST):
        assert refusal(poor, PayToll(way)) == ExpansionRefusal(asks, spoken)
    far, lone = last_floor("@...", "..\\A", gold=LOAD), last_floor("@\\..", gold=LOAD)
    paid = walk(last_floor("@\\..", ".A..", gold=30), "p ea")
    assert tolls(poor) == tolls(paid) == []
    assert "no second toll" in refusal(paid, PayToll(SOUTHEAST)).text
    for each in (far, lone, paid):
        assert refusal(each, PayToll(EAST)) == nobody_to_pay(EAST)
    near = last_floor(".\\..", "@A..", gold=LOAD)
    assert {*tolls(near)} == {"Northeast", "East"}, "at its stairs, and at the dragon"


def test_a_paid_dragon_that_is_attacked_guards_itself_alone() -> None:
    """Y6: hostile again, but the stairs are free, and it takes no second toll."""
    game = walk(last_floor("@\\..", ".A..", luck=(HIT,), gold=30), "p ea")
    events = say(game, "a se")
    assert Struck("elder dragon", "PC", 21, 104) in events, "angry of one blow"
    assert Provoked("elder dragon", is_alone=True) in events
    assert Move(EAST) in legal_actions(game)
    assert "no second toll" in refusal(game, PayToll(SOUTHEAST)).text
    assert game.floor.guardian_by_cell == {}


def test_slaying_it_scores_fifty() -> None:
    """X87: gold left, 5 a floor, 50 for slaying it; in copies, the digest and kept states too."""
    game = weakened(last_floor("@\\..", ".A.."))
    before = game.digest()
    twin = game.copy()
    walk(game, "a se")
    assert (game.score, game.copy().score, twin.score) == (55, 55, 5)
    told = "+ 5 for the floors reached + 50 for slaying the elder dragon)"
    assert Ending(game).score_line.endswith(told)
    twin.turns = game.turns
    twin.floor.remove_enemy(elders(twin)[0])
    assert twin.digest() not in (before, game.digest())
    dwarf = walk(weakened(last_floor("@W.\\.", luck=(0,))), "a ea")
    assert dwarf.score == 5 + dwarf.race.score_scale(dwarf.hero.gold)


def test_stairs_that_the_player_does_not_know_take_no_toll() -> None:
    """Y7: words and legal actions are those of an empty tile; the dragon itself can be paid."""
    game = with_hidden_stairs("@\\..", "..A.")
    assert refusal(game, PayToll(EAST)) == nobody_to_pay(EAST)
    assert tolls(game) == []
    assert tolls(with_hidden_stairs("@\\..", ".A..")) == ["Southeast"]


def test_arrival_look_and_travel_name_the_price() -> None:
    """X87: on a furnished last floor at once; on a drawn one if the guard is known."""
    told = "An elder dragon bars the stairs; its toll is {} gold."
    assert texts(tell_of_toll(game_at(8, 8))) == [told.format(96)]
    (ahead,) = tell_of_toll(game := game_at(7, 8))
    assert isinstance(ahead, ExpansionEvent)
    compared = "it could slay you in 2 turns, you it in 32."
    assert ahead.spoken_text == f"On floor 8 an elder dragon asks 96 gold; {compared}"
    assert ahead.spoken_text in describe_cell(game, game.floor.hero_cell)
    assert not [*tell_of_toll(game_at(3, 8))], "in the middle of the game it is still far"
    assert DocumentVoice(game.rules).word_turn((ahead,), game.race) == ()
    hints = [each.is_due for each in DEPTHS.texts.hints]
    due = [[is_due(game_at(depth, 8)) for depth in (1, 2, 7, 8)] for is_due in hints]
    assert due == [[False, True, True, True], [False, False, False, True]]
    game = last_floor("@...\\A", "......", luck=(MISS,) * 9)
    assert texts(game.last_events) == [told.format(12)]
    (at,) = elders(game)
    price = "Its toll is 12 gold: p and its direction, from beside it, pays."
    assert describe_cell(game, at)[-1] == price
    console = console_of(game, size=(120, 30))
    travelled(console, ">")
    assert game.floor.hero_cell == at - 5, "the first press only tells"
    travelled(console, ">")
    assert game.floor.hero_cell in cells_beside(GameView(game), at)
    assert pressed(console, ">").endswith("It is 1 north 1 east of you.")
    dark = last_floor("@.C...\\A", luck=[0], names=["gear"])
    assert texts(dark.last_events) == [], "nothing says that the stairs are beside it"


def test_keys_type_the_word() -> None:
    """X87: `$` in `vi` and `laptop`; `p` begins the word in `words`."""
    for keys, pressed_keys in (("vi", "$l"), ("laptop", "$o"), ("words", "pea")):
        game = last_floor("@\\..", ".A..", gold=LOAD)
        pressed(console_of(game, keys), pressed_keys)
        assert game.hero.gold == 0, keys


def test_a_copy_in_sight_bars_the_last_stairs_whose_guard_was_never_seen() -> None:
    """X86, X121: the player was told of it, and bots see what is legal as the player does."""
    drawing = "|-----|\n|@....|\n|--#--|\n|..\\..|\n|.A...|\n|-----|"
    for is_known in (True, False):
        game = scenario(drawing, rules=rules_with((FOG, *rules_of(1).expansions)))
        game.hero.gold = 99
        game.floor.place_hero(game.floor.board.terrain.index(ord("#")))
        if is_known:
            game.floor_layouts = ()
        assert not GameView(game).is_guarded(game.floor.stairs_cell)
        for copy in (game.copy_in_sight(1), game.copy_with_luck(1)):
            assert (PayToll(SOUTH) in legal_actions(copy)) is is_known
            assert (Move(SOUTH) in legal_actions(copy)) is not is_known
            assert (asked_toll(copy) == 12) is is_known
            assert not GameView(copy).enemies
    game.play(PayToll(SOUTH))
    game.floor_layouts = ()
    assert Move(SOUTH) in legal_actions(game.copy_in_sight(1))
