"""Clock: leave early and be healed, stay and be hunted (X113-X115, Y3, Y8, Y40)."""

from collections.abc import Callable, Sequence

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import CellArea
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import ExpansionEvent, Slain
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.states import NEWCOMER
from cc3k.engine.view import GameView
from cc3k.expansions import clock
from cc3k.expansions.depths import kind_at_depth
from cc3k.expansions.field_of_view import visible_from
from cc3k.expansions.gear import Outfit
from cc3k.expansions.hunters import FREEZE_TURNS, HUNTING_TURNS
from cc3k.expansions.levels import Growth
from cc3k.expansions.uniques import PIM, TROPHY_FACTS, Roll
from cc3k.play.collect import Collect
from cc3k.play.fights import Fight
from cc3k.play.frame import expansion_status_rows
from cc3k.play.interruptions import MultiTurnCommand
from cc3k.play.look import describe_cell
from cc3k.play.macros import Repeat, Rest
from cc3k.play.travel import AutoTravel, find_stairs
from cc3k.ui.status import expansion_wordings
from tests.support.expansions import expanded, played, say, session_of
from tests.support.scenarios import HIT, MISS, FirstOfAll, room
from tests.support.tables import for_each
from tests.support.walks import only_enemy, second_press, texts, walk

HALLS = room(
    "@.......|.....|..........",
    "........|.....|..........",
    "........+#####+..........",
    ".......\\|.....|..........",
)
"""Two chambers with a passage between them, and a closed one in the middle."""


def clocked(
    drawing: str = HALLS, names: str = "", race: str = "Shade", luck: Sequence[int] = ()
) -> GameState:
    game = expanded(f"clock {names}", drawing, race, luck, [])
    game.dice = Dice("clock")
    if not luck:
        game.turn_dice = Dice("turns")
    return game


def at(game: GameState, count: int) -> GameState:
    part_of(game, clock.Clock).count = count
    return game


def pace(game: GameState, turns: int) -> list[str]:
    words = ("ea", "we") * turns
    return [text for word in words[:turns] for text in texts(say(game, word))]


def row(game: GameState) -> str:
    return next(each for each in expansion_status_rows(game) if each.startswith("Clock"))


def newcomers(game: GameState) -> dict[int, Enemy]:
    enemies = game.floor.enemies
    return {cell: enemies[cell] for cell in sorted(enemies) if NEWCOMER in enemies[cell].facts}


def test_a_turn_adds_one_and_three_with_enemies_frozen() -> None:
    """X113: also the last turn of a freeze that ends by itself; a refused command adds nothing."""
    game = clocked()
    for words, count in (("", 0), ("ea we ea we", 4), ("f", 4), ("ea we", 10)):
        assert row(walk(game, words)) == f"Clock: {count} of 300"
    held = walk(clocked(names="hunters"), "f")
    pace(held, FREEZE_TURNS + 1)
    assert row(held) == f"Clock: {3 * FREEZE_TURNS + 1} of 300"


def test_it_stirs_at_225_and_wakes_at_300_once() -> None:
    """X113, Y40: reached or passed."""
    game = at(clocked(), 223)
    assert pace(game, 1) == []
    assert pace(game, 2) == ["The dungeon stirs."]
    assert clock.STIRS.spoken_text == "The dungeon stirs: leave before it wakes at 300."
    walk(at(game, 298), "f")
    assert pace(game, 3) == ["The dungeon wakes."]
    assert row(game) == "Clock: awake"
    assert len(newcomers(game)) == 1


def test_when_it_stirs_it_tells_who_has_the_compass_of_hidden_stairs() -> None:
    """Kind, blocks and direction; nothing once the stairs are found, nor in fog of one unseen."""
    far = room("@.......|.....|........E.", "........|.....|.........\\")
    near = room("@..E....|.....|..........", "........|.....|.........\\")
    for names, elf_in, finds_stairs, blocks in (
        ("gear", far, False, 22),
        ("gear", far, True, 0),
        ("fog gear", far, False, 0),
        ("fog gear", near, False, 2),
    ):
        game = at(clocked(elf_in, names=names, luck=(0,)), clock.STIRRING - 1)
        part_of(game, Outfit).has_found_stairs = finds_stairs
        told = [f"The elf with the compass is {blocks} blocks to the East."] * bool(blocks)
        assert pace(walk(game, "f"), 1) == ["The dungeon stirs.", *told], (names, blocks)


def test_a_newcomer_comes_every_thirty_up_to_six_at_a_time() -> None:
    """X113: spawned kinds but no merchants, hostile; a slain one makes room for the next."""
    game = at(clocked(), clock.WAKING - 1)
    found = []
    for _ in range(clock.MOST_NEWCOMERS + 2):
        pace(game, 1)
        found.append(len(newcomers(game)))
        part_of(game, clock.Clock).count += clock.NEWCOMER_PACE - 1
        game.floor.place_hero(game.floor.board.stride + 1)
    assert found == [1, 2, 3, 4, 5, 6, 6, 6]
    for enemy in newcomers(game).values():
        assert enemy.kind.name != "merchant"
        assert enemy.is_hostile_to(game.hero)
    game.floor.remove_enemy(next(iter(newcomers(game))))
    pace(game, 1)
    assert len(newcomers(game)) == clock.MOST_NEWCOMERS


@pytest.mark.seeded
def test_each_further_newcomer_is_stronger() -> None:
    """X113, tuned, Y15: by two fifths of what its kind has on the floor; the first is as others."""
    kinds = set()
    for seed, (number, percent) in enumerate([(1, 0), (2, 40), (5, 160), *[(1, 0)] * 30]):
        game = at(clocked(names="depths"), clock.WAKING + clock.NEWCOMER_PACE * (number - 1) - 1)
        game.dice, game.depth = Dice(f"{seed}"), 3
        pace(game, 1)
        (newcomer,) = newcomers(game).values()
        kind = kind_at_depth(BASE_RULES.enemy_kind_named(newcomer.kind.name), 3)
        attack = kind.stats.attack
        assert kind.hp > BASE_RULES.enemy_kind_named(kind.name).hp
        assert newcomer.hp == kind.hp + kind.hp * percent // 100
        assert newcomer.stats.attack == attack + attack * percent // 100
        kinds.add(kind.name)
    assert kinds == {"human", "dwarf", "elf", "orc", "halfling"}, "no merchant"


def test_it_stands_where_the_way_is_longest_and_the_pc_does_not_see() -> None:
    """X113, Y40: by the steps of a way, fog or not; none without a way, or in sight."""
    for names in ("", "fog"):
        game = clocked(names=names)
        floor = game.floor
        cells = clock.farthest_hidden_tiles(floor)
        hidden = CellArea(visible_from(floor.board, floor.hero_cell), len(floor.glyphs))
        assert all(cell not in hidden for cell in cells)
        assert {floor.board.row_and_column(cell)[1] for cell in cells} == {25}
        pace(at(game, clock.WAKING - 1), 1)
        assert set(newcomers(game)) <= set(cells)
    assert clock.farthest_hidden_tiles(clocked(room("@...\\")).floor) == []
    seen = at(clocked(room("@...\\")), clock.WAKING - 1)
    pace(seen, 1)
    assert not newcomers(seen)


@pytest.mark.seeded
def test_with_hunters_it_hunts_without_end_beyond_the_three() -> None:
    """X113, Y10; without, it stays in its chamber."""
    game = at(clocked(names="hunters"), clock.WAKING - 1)
    pace(game, 1)
    for _ in range(2):
        pace(game, 2 * HUNTING_TURNS)
        (enemy,) = newcomers(game).values()
        assert enemy.hunting_turns == HUNTING_TURNS
        game.hero.hp = 125
    assert min(newcomers(game)) % game.floor.board.stride < 16, "it came through the passage"
    plain = at(clocked(), clock.WAKING - 1)
    pace(plain, clock.NEWCOMER_PACE - 1)
    (enemy,) = newcomers(plain).values()
    assert not enemy.hunting_turns
    assert min(newcomers(plain)) % plain.floor.board.stride > 15


def beside(glyph: str, race: str, names: str = "levels") -> GameState:
    """Return a game with a newcomer of that mark beside the PC, which the next blow slays."""
    game = clocked(room(f"@{glyph}..\\"), names, race, luck=[HIT] * 9)
    enemy = only_enemy(game)
    enemy.kind, enemy.hp = clock.as_newcomer(enemy.kind), 1
    enemy.set_fact(NEWCOMER, 1)
    return game


@for_each(
    *(("H", "Shade", 0), ("O", "Goblin", 0), ("E", "Vampire", 0)),
    *(("W", "Shade", 0), ("W", "Vampire", -5)),
)
def test_it_brings_nothing(glyph: str, race: str, hp: int) -> None:
    """X113, Y8: no gold, theft, experience or HP; it counts as slain, and a dwarf sickens (R11)."""
    game = beside(glyph, race)
    game.hero.hp -= 9
    before = (game.hero.gold, game.hero.hp + hp, game.score)
    assert [event for event in say(game, "a ea") if isinstance(event, Slain)]
    assert not game.floor.items
    assert (game.hero.gold, game.hero.hp, game.score) == before
    assert part_of(game, Growth).experience == 0


FLOORS = "\n".join([room("@\\..")] * 2)


@for_each(
    ("Shade", 40, 0, 85, 3),
    ("Shade", 60, 207, 31, 0),
    ("Shade", 110, 0, 15, 17),
    ("Shade", 60, 299, 0, 0),
    ("Shade", 60, 340, 0, 0),
    ("Vampire", 30, 0, 20, 16),
    ("Vampire", 90, 0, 0, 20),
)
def test_stairs_heal_one_hp_for_every_three_left(
    race: str, hp: int, count: int, regained: int, points: int
) -> None:
    """X114, tuned: a vampire up to the HP that it starts with; 5 HP beyond that score a point."""
    game = at(clocked(FLOORS, race=race), count)
    game.hero.hp = hp
    assert GameView(game).ways_out == [f"the stairs heal {regained}"] * bool(regained)
    told = [f"PC leaves early, for {points} points."] * bool(points)
    told += [f"PC rests on the stairs and regains {regained} HP."] * bool(regained)
    assert (texts(say(game, "ea")), game.hero.hp) == (told, hp + regained)
    assert game.score_bonuses() == [(points, "for turns left on the clocks")]
    assert row(game) == "Clock: 0 of 300", "drawn floors have clocks, each its own"


def test_the_last_stairs_score_one_for_every_two_left() -> None:
    """X114: instead of healing, which is told with the score."""
    game = at(clocked(room("@\\"), names="depths"), 241)
    game.rules = evolve(game.rules, floor_count=1)
    assert not GameView(game).ways_out
    game.hero.hp, score = 60, game.score
    assert "PC leaves early, for 29 points." in texts(say(game, "ea"))
    assert (game.hero.hp, game.score) == (60, score + 29)
    assert (29, "for turns left on the clocks") in game.score_bonuses()


@for_each((clock.STIRS, clock.STIRRING), (clock.WAKES, clock.WAKING))
@for_each(lambda: AutoTravel(find_stairs), Collect, lambda: Repeat("ea", 9), Rest)
def test_commands_of_many_turns_stop_at_both_marks(
    make: Callable[[], MultiTurnCommand], count: ExpansionEvent, mark: int
) -> None:
    """X115: the message of the turn says why."""
    game = at(clocked(room("@" + "." * 20 + "6\\"), race="Troll"), mark - 3)
    game.hero.hp = 30
    assert played(game, make())[0] == 3
    assert count in game.last_events


@for_each(
    ("\\", "the stairs are 11 turns away, the dungeon wakes in 12"),
    ("|\\", "the dungeon wakes in 30 turns"),
)
def test_collecting_asks_once_before_it_is_too_late_for_the_stairs(way: str, told: str) -> None:
    """X113: it says how far they are, if that is known; a second press goes on."""
    row, left = (f"6{'.' * 20}@..{way}", 20) if way == "\\" else (f"6{'.' * 40}@..{way}", 40)
    game, collect = at(clocked(room(row), race="Troll"), clock.WAKING - left), Collect()
    session = session_of(game)
    assert played(game, collect, session)[1].endswith(f" turns. Stopped: {told}")
    assert "Stopped" not in played(game, second_press(collect).command, session)[1]
    assert clock.WAKES in game.last_events


def test_they_stop_when_a_newcomer_is_in_sight() -> None:
    """X115, Y33: the first time that one is, not for one behind a wall, nor in a free step."""

    def with_newcomer(*rows: str, names: str = "", luck: Sequence[int] = ()) -> GameState:
        game = at(clocked(room(*rows), names, luck=luck), clock.WAKING)
        game.floor.enemies[max(game.floor.enemies)].set_fact(NEWCOMER, 1)
        return game

    seen = (1, "Stopped: a newcomer is in sight: elf, 140 HP, 48 HP a turn at worst.")
    in_sight = ("@.........\\...", ".............E")
    game = with_newcomer(*in_sight)
    assert played(game, Repeat("ea", 4)) == seen
    assert played(game, Repeat("ea", 2)) == (2, "")
    behind = with_newcomer("@.......\\.|...", "----------|..E")
    assert played(behind, Repeat("ea", 4)) == (4, "")
    quick = with_newcomer(*in_sight, names="uniques", luck=[0] * 8)
    quick.turn_dice = Dice("turns")
    quick.hero.set_fact(TROPHY_FACTS[PIM], 1)
    assert played(quick, Repeat("ea", 4)) == seen
    part_of(quick, Roll).steps = 3
    assert played(quick, Repeat("ea", 3)) == (2, "")
    for drawing, turns in (("@W........\\...", 2), ("@....W....\\...", 1)):
        fight = with_newcomer(drawing, ".............E", luck=[MISS] * 9)
        fight.turn_dice = FirstOfAll()
        fight.floor.enemies[min(fight.floor.enemies)].hp = 30
        assert played(fight, Fight())[0] == turns, "it goes on while its foe is beside"


def test_rows_figures_and_looks_tell_the_same() -> None:
    """X121: long and short rows, the figure up to 300, and who is a newcomer."""
    game = at(clocked(), 140)
    for long, short, figure in (("140 of 300", "140", 140), ("awake", "awake", clock.WAKING)):
        (wording,) = expansion_wordings(game)
        assert (row(game), wording.short) == (f"Clock: {long}", f"Clock {short}")
        assert GameView(game).figure("clock") == figure
        pace(at(game, clock.WAKING - 1), 1)
    told = " ".join(describe_cell(game, min(newcomers(game))))
    assert "It came when the dungeon woke, and brings you no gold, experience or HP." in told


def test_the_hint_is_due_to_a_hurt_hero() -> None:
    """X115: it says what the turns left are good for."""
    (hint,), game = clock.CLOCK.texts.hints, clocked()
    assert hint.text == "Turns left on the clock heal you on the stairs, or score."
    assert not hint.is_due(game)
    game.hero.hp -= 1
    assert hint.is_due(game)
