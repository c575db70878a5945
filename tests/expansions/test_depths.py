"""Depths: floors without end, enemies that grow, and the elder dragon (X80)."""

import io
import os
import re
from collections import Counter

import pytest
from attrs import evolve

from cc3k.bots.observation import observe
from cc3k.content.abilities import StatPotion
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.lint import lint_layout
from cc3k.content.layout.reader import format_floor_as_layout, read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.content.spawn import generate_floor
from cc3k.engine.actions import MOVES, Attack, Move, legal_actions
from cc3k.engine.board import EAST, SOUTH, SOUTHEAST
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Escaped, ExpansionEvent, Provoked, Slain, Struck
from cc3k.engine.expansion import Expansion, PackHooks
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.depths import (
    DEPTHS,
    ELDER_ATTACK_PERCENT,
    ELDER_DEFENCE_PERCENT,
    ELDER_DRAGON,
    ELDER_HP_PERCENT,
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
from cc3k.expansions.pack import add_potion
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry, rules_with
from cc3k.expansions.vaults import RELIC_THINGS, gain
from cc3k.play.commands import command_table
from cc3k.play.foes import format_percent
from cc3k.play.frame import status_text
from cc3k.play.help import discoveries_page
from cc3k.play.history import GameTally
from cc3k.play.look import describe_cell, describe_nearby
from cc3k.play.messages import goal_sentence
from cc3k.play.narrator import status_lines
from cc3k.play.odds import compute_fight_odds
from cc3k.play.paths import cells_beside
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, find_stairs
from cc3k.play.voices import DocumentVoice, score_line
from cc3k.saves.end_report import PastGames, build_end_report
from cc3k.saves.journal_format import add_checksums, journal_lines, read_journal
from cc3k.saves.record import Header, Record, RecordStep, state_fingerprint
from cc3k.saves.replay import resume_session
from cc3k.ui.console import Console
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import LARGE, TIGHT, WHOLE, lines, pressed, travelled
from tests.support.expansions import expanded, say, session_of
from tests.support.processes import ROOT
from tests.support.scenarios import HIT, MISS, refusal, room, scenario, weakened
from tests.support.tables import for_each

REGISTRY = ExpansionRegistry()


def rules_of(floors: int | None = None, *names: str) -> Rules:
    numbers = {} if floors is None else {"floors": floors}
    return REGISTRY.select(["depths", *names], numbers)


RULES = rules_of()


def game_at(depth: int, floors: int = 15, number: int = 1) -> GameState:
    rules = rules_of(floors)
    game = GameState(rules, rules.races[0], Dice(f"{number}/game 1"))
    while game.depth < depth:
        assert game.take_stairs()
    return game


def figures(enemy: Enemy) -> tuple[int, int, int]:
    return enemy.hp, enemy.stats.attack, enemy.stats.defence


def elders(floor: Floor) -> list[int]:
    return [cell for cell, enemy in floor.enemies.items() if enemy.kind.name == ELDER_DRAGON.name]


def grown(name: str, depth: int) -> tuple[int, int, int]:
    return figures(Enemy(kind_at_depth(RULES.enemy_kind_named(name), depth)))


def last_floor(*rows: str, luck: tuple[int, ...] = ()) -> GameState:
    return scenario(room(*rows), luck=luck, rules=rules_of(1))


def test_there_are_eight_floors_unless_another_number_is_asked_for() -> None:
    """X86: 1 to 99."""
    assert RULES.floor_count == 8
    assert [rules_of(count).floor_count for count in (1, 5, 99)] == [1, 5, 99]
    for count in (0, 100):
        with pytest.raises(ValueError, match=f"floors {count}: expected 1 to 99"):
            rules_of(count)
    assert rules_of(20).expansions[0].tag == "depths-12:20"
    assert REGISTRY.rules_of_tags(["depths-12:20"]).floor_count == 20
    assert goal_sentence(RULES) == (
        r"Find the stairs (\) on each of eight floors; "
        "you score for the gold you carry out, for the floors reached and for slaying the elder "
        "dragon."
    )


def test_an_elf_grows_by_a_share_of_its_row_a_floor_from_a_tenth_less() -> None:
    """X86, tuned: faster to the fourth floor than later; rounded down in whole numbers."""
    elf = BASE_RULES.enemy_kind_named("elf")
    for depth, *row in (
        (1, 126, 27, 9),
        (2, 169, 36, 12),
        (4, 256, 54, 18),
        (5, 284, 60, 20),
        (8, 368, 78, 26),
        (99, 2916, 624, 208),
    ):
        kind = kind_at_depth(elf, depth)
        assert [kind.hp, kind.stats.attack, kind.stats.defence] == row, depth
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
        lost = (
            abs(enemy.hp - (enemy.kind.hp - 50)),
            abs(enemy.stats.attack - enemy.kind.stats.attack),
        )
        assert sum(lost) == amount, (name, depth)
    row = BASE_RULES.potions[0]
    other = evolve(row, effect=lambda _hero: None)
    assert potion_at_depth(other, 8) is other
    fury = evolve(row, effect=StatPotion(5, -10), own_text="makes furious", thrown=Enemy.end_peace)
    assert potion_at_depth(fury, 1) is fury, "with words and a throw of its own"
    grown = potion_at_depth(fury, 4)
    assert (grown.effect, grown.effect_text, grown.thrown) == (
        StatPotion(9, -19), "raises Atk by 9 and lowers Def by 19", fury.thrown)  # fmt: skip


def test_a_potion_is_as_strong_as_the_floor_on_which_it_is_used() -> None:
    """Tuned (X9): wherever it comes from, drunk, thrown, or made of another by an alembic.

    All that tell of it say so, also of the kind alone.
    """
    game = expanded("pack depths vaults", "\n".join([room("@...E0\\")] * 4))
    for name in ("RH", "PH", "PH"):
        add_potion(game, next(each for each in BASE_RULES.potions if each.name == name))
    game.known_names |= {"RH", "PH"}
    while game.depth < 4:
        assert game.take_stairs()
    session = session_of(game)
    told = [*lines(Console(session, 120, 40)), *status_lines(game), *say(game, "i")]
    told += [*discoveries_page(game, GameTally()), *describe_cell(game, min(game.floor.items))]
    strengths = [re.findall(r"restores? \d+", f"{text}") for text in told]
    assert [*map(set, filter(None, strengths))] == [{"restores 19"}] * 5
    (elf,), game.hero.hp = game.floor.enemies.values(), 60
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
        hp, attack, defence = figures(enemy)
        assert (hp, attack, defence) == (
            row.hp + row.hp * percent // 100,
            row.stats.attack + row.stats.attack * percent // 100,
            row.stats.defence + row.stats.defence * percent // 100,
        )
        assert enemy.is_as_spawned
        known = GameView(game).kind_here(row)
        assert (known.hp, known.stats) == (enemy.kind.hp, enemy.kind.stats)
        told_of = f"{hp} of {hp} HP, Atk {attack}, Def {defence};"
        assert told_of in describe_cell(game, at)[0]
    base = GameState(BASE_RULES, BASE_RULES.races[0], Dice("1/game 1"))
    while base.depth < depth:
        base.take_stairs()
    floors = [game.floor, base.floor]
    assert floors[0].terrain == floors[1].terrain
    assert floors[0].hero_cell == floors[1].hero_cell
    ours, theirs = (
        {at: item.name for at, item in floor.items.items() if isinstance(item, Potion)}
        for floor in floors
    )
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
    assert [figures(e) for e in game.floor.enemies.values()] == [(126, 27, 9)]
    game.play(Move(EAST))
    assert [figures(e) for e in game.floor.enemies.values()] == [grown("elf", 2)]
    piles = [item for item in game.floor.items.values() if isinstance(item, GoldPile)]
    assert [pile.value for pile in piles if pile.mark == "6"] == [2, 2, 2]
    game.take_stairs()
    (dragon,) = game.floor.enemies.values()
    assert figures(dragon) == grown("dragon", 3)
    assert len(dragon.guarded_cells) == 1


def test_layouts_may_draw_as_many_floors_as_there_are() -> None:
    """X80, R29: floors after the last are left out."""
    seven = "\n".join([room("@\\")] * 7).encode()
    assert len(read_layout(seven, "x", RULES).floor_layouts) == 7
    assert len(read_layout(seven, "x", rules_of(3)).floor_layouts) == 3
    assert len(read_layout(seven, "x", BASE_RULES).floor_layouts) == 5


@for_each(1, 3, 15)
def test_an_elder_dragon_guards_the_last_stairs(floors: int) -> None:
    """X80, X9: so many percent of a dragon of that floor, on a free tile beside the stairs."""
    for number in range(4):
        game = game_at(1, floors, number)
        for depth in range(1, floors):
            assert elders(game.floor) == [], depth
            game.take_stairs()
        (cell,) = elders(game.floor)
        elder = game.floor.enemies[cell]
        row = figures(Enemy(BASE_RULES.enemy_kind_named("dragon")))
        more = 100 + growth_percent(floors)
        percents = (ELDER_HP_PERCENT, ELDER_ATTACK_PERCENT, ELDER_DEFENCE_PERCENT)
        elders_row = [part * figure // 100 for part, figure in zip(percents, row, strict=True)]
        assert figures(elder) == tuple([figure * more // 100 for figure in elders_row])
        assert elder.is_as_spawned
        assert elder.guarded_cells == (game.floor.stairs_cell,)
        assert cell in game.floor.board.neighbours[game.floor.stairs_cell]
        assert cell in game.floor.board.chamber_index
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
    session.handle_words("ea")
    assert session.action_text.startswith("The elder dragon bars the stairs. Slay it, or pay")
    game = last_floor("@\\..", ".A..")
    weakened(game)
    game.play(Attack(SOUTHEAST))
    assert Move(EAST) in legal_actions(game)
    assert game.play(Move(EAST)) == (Escaped("East"),)
    assert game.outcome == Outcome()


def test_it_attacks_whoever_is_near_the_stairs_and_never_moves() -> None:
    """X80: within one block of them or of itself, as a dragon does for its hoard (R22)."""
    game = scenario(room("@..\\A."), luck=(HIT,), rules=rules_of(1), steps=[EAST] * 2)
    cells = elders(game.floor)
    assert game.play(Move(EAST))[1:] == ()
    (blow,) = game.play(Move(EAST))[1:]
    assert isinstance(blow, Struck)
    assert (blow.attacker, blow.damage) == ("elder dragon", 19)
    assert elders(game.floor) == cells
    far = last_floor("@...", "....", "\\A..")
    assert far.play(Move(EAST))[1:] == ()


def test_travel_stops_before_the_guarded_stairs() -> None:
    """X7: the way to the stairs is dangerous, and is said to be."""
    game = last_floor("@....\\A")
    travel = AutoTravel(find_stairs)
    while words := travel.next_command(game):
        game.play(command_table(game.rules).actions[words])
    assert "elder dragon" in travel.stop_reason
    assert GameView(game).find_threat(GameView(game).hero_cell) is None


def hide_stairs(game: GameState) -> None:
    """Let the PC know nothing of the stairs beside it, as where it cannot see them."""
    part_of(game, Outfit).has_found_stairs = False
    for enemy in game.floor.enemies.values():
        enemy.carries = (COMPASS,)


def test_stairs_that_are_not_seen_bar_the_way_without_being_given_away() -> None:
    """X41, X61: the step is legal, takes a turn, and tells; nothing told it before."""
    rules = rules_of(1, "gear")
    game = scenario(room("@\\..", "..A."), rules=rules, luck=[MISS])
    floor = game.floor
    hide_stairs(game)
    assert {Move(EAST), Move(SOUTH)} <= set(legal_actions(game))
    here, turns = floor.hero_cell, game.turns
    event, *_ = game.play(Move(EAST))
    assert isinstance(event, ExpansionEvent)
    assert event.document_text == "PC finds the stairs. The elder dragon bars the stairs."
    assert (floor.hero_cell, game.turns, game.depth) == (here, turns + 1, 1)
    twin = game.copy_with_luck(1)
    assert twin.floor.stairs_cell in twin.floor.guardian_by_cell
    assert len(twin.floor.guardian_by_cell) == 1
    assert set(twin.floor.enemies) == set(floor.enemies)


def test_a_drawn_last_floor_has_an_elder_dragon_only_where_one_is_drawn() -> None:
    """X80, R30: drawn layouts hold for their floors; `A` beside the stairs guards them."""
    assert elders(last_floor("@...\\").floor) == []
    lone = last_floor("@A..\\")
    assert GameView(lone).find_threat(lone.floor.hero_cell)
    assert not lone.floor.guardian_by_cell
    two = last_floor("@..A.", "...\\A")
    assert list(two.floor.guardian_by_cell) == [two.floor.stairs_cell]
    guard = two.floor.guardian_by_cell[two.floor.stairs_cell]
    cells = [cell for cell, enemy in two.floor.enemies.items() if enemy is guard]
    two.floor.remove_enemy(cells[0])
    assert not two.floor.guardian_by_cell
    two.floor.remove_enemy(elders(two.floor)[0])
    with pytest.raises(LayoutError, match="or the expansion depths, which knows it"):
        read_layout(room("@.A\\").encode(), "x", REGISTRY.select(["none"]))


def test_a_drawn_elder_dragon_is_one_of_its_floor() -> None:
    """X80, X86: a dragon's HP, 1.3 times its Atk, 1.5 times its Def; grown as all are there."""
    assert figures(Enemy(ELDER_DRAGON)) == (150, 26, 30)
    floor = game_at(8, 8).floor
    assert figures(floor.enemies[elders(floor)[0]]) == (394, 68, 78)
    game = scenario("\n".join([room("@\\...."), room("@..\\A.")]), rules=rules_of(3))
    game.play(Move(EAST))
    (cell,) = elders(game.floor)
    assert figures(game.floor.enemies[cell]) == grown("elder dragon", 2) == (181, 31, 36)
    first = last_floor("@..\\A").floor
    assert figures(first.enemies[elders(first)[0]]) == (135, 23, 27)
    assert game.floor.stairs_cell in game.floor.guardian_by_cell


def bare_last_floor(number: int, *names: str, layout: str = "") -> GameState:
    """Return a game of one floor, furnished on a bare board: the standard one, or that one.

    On that one nobody moves away from where the PC arrives.
    """
    rules = rules_of(1, *names)
    if layout:
        (depths,) = rules.expansions
        rules = rules_with((evolve(depths, floors=evolve(depths.floors, fair_arrival=False)),))
    layouts = read_layout(layout.encode(), "x", rules).floor_layouts if layout else ()
    return GameState(rules, rules.races[number % 5], Dice(f"{number}/game 1"), layouts)


def assert_guarded(game: GameState, number: object) -> None:
    """See one elder dragon, on a floor tile beside the stairs, which it guards."""
    (cell,) = elders(game.floor)
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
        assert sorted(name for _, name in things_on(floor)) == sorted(
            name for _, name in things_on(before)
        )
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
            assert [at] == first == elders(floor)
            assert chamber_of[to] == chamber_of[at]
        else:
            moved["stairs"] += 1
            arrival = chamber_of[floor.hero_cell]
            is_full = all(not before.is_free(at) for at in chamber_of if chamber_of[at] != arrival)
            assert is_full or chamber_of[floor.stairs_cell] != arrival
    assert moved.keys() == {"nothing", "item", "enemy", "stairs"}, moved
    lacking = bare_last_floor(1, layout="|----|\n|..||\n|----|\n")
    assert elders(lacking.floor) == [], "what finds no place is left out (R26)"


def test_check_finds_nothing_odd_in_a_last_floor() -> None:
    """X6: a drawing of the last floor has an elder dragon beyond the twenty enemies."""
    rules = rules_of(1)
    drawing = format_floor_as_layout(game_at(1, 1).floor, rules)
    assert "A" in drawing
    assert lint_layout(drawing.encode(), rules) == []


def test_the_score_counts_five_for_each_floor_reached() -> None:
    """X80: besides gold, and besides what a race adds to its gold; the end tells how it is made."""
    game = game_at(3)
    assert game.score == 15
    game.hero.gold = 11
    assert game.score == 16 + 15
    assert score_line(game) == "Score: 31 (11 gold + 5 for a shade + 15 for the floors reached)"
    game.hero.gold = 0
    assert score_line(game) == "Score: 15 (0 gold + 15 for the floors reached)"


def test_look_tells_of_the_elder_dragon() -> None:
    """X6: its figures, its trade, and the odds."""
    game = last_floor("@..\\A")
    sentences = describe_cell(game, elders(game.floor)[0])
    assert sentences[0] == (
        "Elder dragon: 135 of 135 HP, Atk 23, Def 27; never moves, bars the last stairs; "
        "strikes whoever is next to it or to the stairs down."
    )
    assert sentences[1].startswith("You win ")
    assert describe_cell(game, game.floor.stairs_cell) == ["The stairs down, guarded."]
    assert "guarded stairs, 3 east" in describe_nearby(game)
    hidden = scenario(room("@.CA\\"), rules=rules_of(1, "gear"), luck=[0])
    assert describe_cell(hidden, hidden.floor.stairs_cell) == ["The floor of a chamber."]
    shown = scenario(room("@C.\\A"), rules=rules_of(1, "gear"), luck=[0])
    shown.play(Move(EAST))
    assert describe_cell(shown, shown.floor.stairs_cell) == ["The stairs down, guarded."]


@for_each(1, 2, 7, 99)
def test_a_game_ends_after_its_last_floor(floors: int) -> None:
    """X80: and not after the fifth."""
    game = game_at(floors, floors)
    assert game.outcome is None
    assert not game.take_stairs()
    assert game.outcome == Outcome()


def test_a_journal_holds_a_layout_of_many_floors() -> None:
    """X3, X80: more floors and rows than the document's five; a replay comes to the same state."""
    rules = rules_of(60)
    layout = "\n".join([BASE_RULES.standard_board.terrain.decode("ascii")] * 60)
    tags = tuple([each.tag for each in rules.expansions])
    header = Header(rules.ruleset, 5, 1, "Shade", "2026-11-22T00:00:00Z", expansions=tags)
    header = evolve(header, layout_text=layout, layout_name="many")
    session = Session(rules, 5, read_layout(layout.encode(), "many", rules).floor_layouts)
    game = session.start_game(rules.races[0])
    assert len(session.floor_layouts) == 60
    start = state_fingerprint(game)
    session.handle_words("f")
    steps = (RecordStep("f", state_fingerprint(game)),)
    text = add_checksums(journal_lines(Record(header, start, steps)))[0]
    read = read_journal(io.BytesIO(text.encode()), "journal").record
    assert read.header == header
    resumed = resume_session(read, REGISTRY.rules_of_tags(read.header.expansions)).game
    assert resumed is not None
    assert resumed.digest() == game.digest()
    assert resumed.rules.floor_count == 60


def test_screens_tell_which_floor_of_how_many() -> None:
    """X80: where floors are counted, on screens of any size."""
    session = session_of(game_at(12, 20))
    for size in (WHOLE, TIGHT, LARGE):
        text = "\n".join(lines(Console(session, *size, ScreenSettings())))
        assert "12/20" in text


def test_the_report_of_a_lost_game_has_the_odds_against_the_killer_as_it_was() -> None:
    """X7: a halfling of floor 15 is another one than the roster's."""
    game = scenario("\n".join([room("@L..\\")] * 15), luck=[MISS, HIT], rules=rules_of(15))
    while game.depth < 15:
        game.take_stairs()
    game.hero.hp = 18
    rules = game.rules
    session = Session(rules, 42)
    session.game, session.keeps_history = game, True
    session.tally.add_turn(game, ())
    (enemy,) = game.floor.enemies.values()
    odds = compute_fight_odds(rules, game.hero, enemy)
    row = compute_fight_odds(rules, game.hero, Enemy(BASE_RULES.enemy_kind_named("halfling")))
    assert format_percent(odds.win_chance) != format_percent(row.win_chance)
    session.handle_words("a ea")
    assert game.outcome == Outcome(Slain(PC, "halfling"))
    report = build_end_report(session, game, PastGames())
    (text,) = [each.text for each in report if each.label == "Odds"]
    assert f"; {format_percent(odds.win_chance)} of such fights" in text


LOAD = 12
"""The toll of a game of one floor."""


def rich(game: GameState, gold: int = LOAD) -> GameState:
    game.hero.gold = gold
    return game


def told(game: GameState) -> list[str]:
    return [e.document_text for e in game.last_events if isinstance(e, ExpansionEvent)]


def test_the_toll_buys_the_stairs() -> None:
    """X87, Y6, Y32: a turn, 12 gold a floor of the game; it guards no more and strikes nobody."""
    for words, rows in (("p se", ("@\\..", ".A..")), ("p ea", ("@\\..", "..A."))):
        game = rich(last_floor(*rows), 40)
        game.play(command_table(game.rules).actions[words])
        assert told(game) == ["PC pays the elder dragon 12 gold."], "and no blow follows"
        assert (game.hero.gold, game.turns) == (28, 1)
        assert not game.floor.guardian_by_cell
        (elder,) = game.floor.enemies.values()
        assert not elder.is_hostile_to(game.hero)
        row, *_, note = describe_cell(game, elders(game.floor)[0])
        assert row.endswith("; peaceful until it is attacked.")
        assert note == "It has had its toll."
        assert observe(game).figures["toll"] == 0
        assert game.play(Move(EAST)) == (Escaped("East"),)
        assert game.score == 28 * 3 // 2 + 5, "R15 and the floor; it was not slain"
    game = game_at(8, 8)
    assert toll(game) == observe(game).figures["toll"] == 96
    half = Expansion("half", "Half.", pack=PackHooks(changes_price=lambda _, gold: -(-gold // 2)))
    assert toll(scenario(room("@\\A"), rules=rules_with((*rules_of(7).expansions, half)))) == 42


def test_payments_that_are_refused() -> None:
    """X87, R4: no turn, nothing changes, a sentence, and nothing of it is legal."""
    poor = rich(last_floor("@\\..", ".A.."), 11)
    asks = "The elder dragon asks 12 gold; PC has 11."
    spoken = asks.replace("PC has", "you have")
    for way in (EAST, SOUTHEAST):
        assert refusal(poor, PayToll(way)) == ExpansionRefusal(asks, spoken)
    assert not any(isinstance(each, PayToll) for each in legal_actions(poor))
    far = rich(last_floor("@...", "..\\A"))
    assert refusal(far, PayToll(EAST)) == nobody_to_pay(EAST)
    lone = rich(last_floor("@\\.."))
    assert refusal(lone, PayToll(EAST)) == nobody_to_pay(EAST), "nobody guards these stairs"
    paid = rich(last_floor("@\\..", ".A.."), 30)
    paid.play(PayToll(EAST))
    assert not any(isinstance(each, PayToll) for each in legal_actions(paid))
    assert "no second toll" in refusal(paid, PayToll(SOUTHEAST)).text
    assert refusal(paid, PayToll(EAST)) == nobody_to_pay(EAST)
    legal = legal_actions(rich(last_floor(".\\..", "@A..")))
    directions = {each.direction.name for each in legal if isinstance(each, PayToll)}
    assert directions == {"Northeast", "East"}, "at its stairs, and at the dragon"


def test_a_paid_dragon_that_is_attacked_guards_itself_alone() -> None:
    """Y6: hostile again, but the stairs are free, and it takes no second toll."""
    game = rich(last_floor("@\\..", ".A..", luck=(HIT,)), 30)
    game.play(PayToll(EAST))
    events = game.play(Attack(SOUTHEAST))
    assert Struck("elder dragon", "PC", 19, 106) in events
    assert Provoked("elder dragon", is_alone=True) in events
    assert Move(EAST) in legal_actions(game)
    assert "no second toll" in refusal(game, PayToll(SOUTHEAST)).text
    assert game.floor.guardian_by_cell == {}


def test_slaying_it_scores_fifty() -> None:
    """X87: gold left, 5 a floor, 50 for slaying it; in copies, the digest and kept states too."""
    game = weakened(last_floor("@\\..", ".A.."))
    before = game.digest()
    twin = game.copy()
    game.play(Attack(SOUTHEAST))
    assert (game.score, twin.score) == (55, 5)
    assert score_line(game).endswith(
        "+ 5 for the floors reached + 50 for slaying the elder dragon)"
    )
    assert game.copy().score == 55
    twin.turns = game.turns
    twin.floor.remove_enemy(elders(twin.floor)[0])
    assert twin.digest() not in (before, game.digest())
    dwarf = weakened(last_floor("@W.\\.", luck=(0,)))
    dwarf.play(Attack(EAST))
    assert dwarf.score == 5 + dwarf.race.score_scale(dwarf.hero.gold)


def test_stairs_that_the_player_does_not_know_take_no_toll() -> None:
    """Y7: words and legal actions are those of an empty tile; the dragon itself can be paid."""
    rules = rules_of(1, "gear")
    game = scenario(room("@\\..", "..A."), rules=rules, luck=[0])
    hide_stairs(game)
    rich(game)
    assert refusal(game, PayToll(EAST)) == nobody_to_pay(EAST)
    assert not any(isinstance(each, PayToll) for each in legal_actions(game))
    near = rich(scenario(room("@\\..", ".A.."), rules=rules, luck=[0]))
    hide_stairs(near)
    legal = [each for each in legal_actions(near) if isinstance(each, PayToll)]
    assert legal == [PayToll(SOUTHEAST)]


def test_arrival_look_and_travel_name_the_price() -> None:
    """X87: on a furnished last floor at once; on a drawn one if the guard is known."""
    (event,) = tell_of_toll(game_at(8, 8))
    assert isinstance(event, ExpansionEvent)
    assert event.document_text == "An elder dragon bars the stairs; its toll is 96 gold."
    (ahead,) = tell_of_toll(game := game_at(7, 8))
    assert isinstance(ahead, ExpansionEvent)
    compared = "it could slay you in 3 turns, you it in 27."
    assert ahead.spoken_text == f"On floor 8 an elder dragon asks 96 gold; {compared}"
    assert ahead.spoken_text in describe_cell(game, game.floor.hero_cell)
    assert not [*tell_of_toll(game_at(3, 8))], "in the middle of the game it is still far"
    assert DocumentVoice(game.rules).word_turn((ahead,), game.race) == ()
    hints = [each.is_due for each in DEPTHS.texts.hints]
    due = [[is_due(game_at(depth, 8)) for depth in (1, 2, 7, 8)] for is_due in hints]
    assert due == [[False, True, True, True], [False, False, False, True]]
    game = last_floor("@...\\A", "......", luck=(MISS,) * 9)
    assert told(game) == ["An elder dragon bars the stairs; its toll is 12 gold."]
    (at,) = elders(game.floor)
    price = "Its toll is 12 gold: p and its direction, from beside it, pays."
    assert describe_cell(game, at)[-1] == price
    travel = AutoTravel(find_stairs)
    assert travel.next_command(game) is None
    assert travel.stop_reason == (
        "The elder dragon bars the stairs: slay it, or pay it 12 gold from beside it or the "
        "stairs. It is 5 east of you"
    )
    console = Console(session_of(game), 120, 30, ScreenSettings())
    travelled(console, ">")
    assert game.floor.hero_cell == at - 5, "the first press only tells"
    travelled(console, ">")
    assert game.floor.hero_cell in cells_beside(GameView(game), at)
    assert pressed(console, ">").endswith("It is 1 north 1 east of you.")
    dark = scenario(room("@.C...\\A"), rules=rules_of(1, "gear"), luck=[0])
    assert told(dark) == [], "nothing says that the stairs are beside it"


def test_keys_type_the_word() -> None:
    """X87: `$` in `vi` and `laptop`; `p` begins the word in `words`."""
    for keys, pressed_keys in (("vi", "$l"), ("laptop", "$o"), ("words", "pea")):
        game = rich(last_floor("@\\..", ".A.."))
        console = Console(session_of(game), *WHOLE, ScreenSettings(keys=keys))
        pressed(console, pressed_keys)
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
