"""What potions do, how long, how they lie over figures, and what is known of them (§2.3.1, R16)."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import DIRECTIONS, EAST, NORTH, NORTHWEST, SOUTH, SOUTHEAST, WEST, Direction
from cc3k.engine.events import (
    PC,
    ArrivedBesidePotions,
    Descended,
    Drank,
    Event,
    HeroSpawned,
    Means,
    Missed,
    Moved,
    Regenerated,
    Slain,
    Struck,
)
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.refusals import NoPotionThere
from cc3k.engine.stats import BaseStats, StatModifier, Stats, without_modifiers
from tests.support.scenarios import MISS, board, drawn, refusal, room, scenario
from tests.support.tables import for_each

NAMES = ("RH", "BA", "BD", "PH", "WA", "WD")
SHIFTS = {
    # race: (HP, Atk, Def) at the start, and by how much a potion shifts HP and Atk or Def
    "Shade": ((125, 25, 25), 10, 5),
    "Drow": ((150, 25, 15), 15, 7),
    "Vampire": ((50, 25, 25), 10, 5),
    "Troll": ((120, 25, 15), 10, 5),
    "Goblin": ((110, 15, 20), 10, 5),
}


def figures(game: GameState) -> tuple[int, int, int]:
    return game.hero.hp, game.hero.stats.attack, game.hero.stats.defence


def cellar(potions: str, race: str = "Shade", luck: list[int] | None = None) -> GameState:
    """Return a game in which those potions lie around the PC; the stairs are out of reach."""
    spots = iter(potions.ljust(8, "."))
    around = "".join(next(spots) if spot == "." else spot for spot in "....@....")
    rows = [around[0:3] + "..", around[3:6] + "..", around[6:9] + ".\\"]
    return scenario(room(*rows), race, luck or ())


def drink_all(game: GameState) -> None:
    stride = game.floor.board.stride
    for direction in sorted(DIRECTIONS, key=lambda way: way.offset(stride)):
        if game.floor.hero_cell + direction.offset(stride) in game.floor.items:
            game.play(Drink(direction))


@for_each("race", SHIFTS)
@for_each(
    "mark, name, signs",
    [
        ("0", "RH", (1, 0, 0)),
        ("1", "BA", (0, 1, 0)),
        ("2", "BD", (0, 0, 1)),
        ("3", "PH", (-1, 0, 0)),
        ("4", "WA", (0, -1, 0)),
        ("5", "WD", (0, 0, -1)),
    ],
)
def test_each_potion_shifts_one_figure(
    race: str, mark: str, name: str, signs: tuple[int, int, int]
) -> None:
    """§2.3.1, R14: by 10 HP or 5 points, for the drow by 15 HP or 7 points, good or bad."""
    (_, attack, defence), hp_shift, shift = SHIFTS[race]
    game = cellar(mark, race)
    game.hero.hp = 20
    drink_all(game)
    regrown = 5 if race == "Troll" else 0
    assert game.last_events[0] == Drank(name)
    (kind,) = [each for each in game.rules.potions if each.name == name]
    amount = hp_shift if signs[0] else shift
    assert re.findall(r"\d+", game.effect_text(kind)) == [str(amount)]
    assert figures(game) == (
        20 + signs[0] * hp_shift + regrown,
        attack + signs[1] * shift,
        defence + signs[2] * shift,
    )


@for_each("direction", DIRECTIONS)
def test_potion_is_within_reach_of_the_eight_cells_around(direction: Direction) -> None:
    """§2.3.1: it cannot be used unless the player is within a 1 block radius of it."""
    rows = [bytearray(b"....."), bytearray(b"..@.\\"), bytearray(b".....")]
    rows[1 + direction.row_delta][2 + direction.column_delta] = ord("0")
    game = scenario(room(*[row.decode() for row in rows]))
    assert game.play(Drink(direction)) == (Drank("RH"),)


def test_potion_is_used_up() -> None:
    """§2.3.1: what has been used is gone, and its tile is free."""
    game = scenario(room("@0.\\"))
    game.play(Drink(EAST))
    assert board(game) == drawn(room("@..\\"))
    assert refusal(game, Drink(EAST)) == NoPotionThere("East")
    assert game.play(Move(EAST)) == (Moved("East"),)


@for_each("hp", [10, 9, 1])
def test_poison_can_slay(hp: int) -> None:
    """R17: PH can kill; HP never shows below 0. R23: nothing acts on the slain."""
    game = cellar("3W")
    game.hero.hp = hp
    drink_all(game)
    assert game.last_events == (Drank("PH"), Slain("PC", "PH", means=Means.POTION))
    assert game.hero.hp == 0
    assert game.outcome == Outcome(Slain(PC, "PH", means=Means.POTION))


def test_damage_at_no_attack_is_nothing() -> None:
    """§2.3.1, R19: Atk 0 strikes for ceil(0)."""
    game = scenario(room("444", "4@W", "44\\"), "Goblin", luck=[MISS] * 5)
    for direction in (NORTH, WEST, SOUTH, NORTHWEST):
        game.play(Drink(direction))
    assert game.play(Attack(EAST)) == (Struck("PC", "dwarf", 0, hp_left=100), Missed("dwarf", "PC"))


def test_brews_end_with_the_floor_but_hp_stay() -> None:
    """§2.3.1, R16: BA, BD, WA, WD last until the floor ends; RH and PH stay."""
    first, second = room("11.", "3@.", "25\\"), room("@..", "...", "..\\")
    game = scenario(f"{first}\n{second}", "Goblin")
    drink_all(game)
    assert figures(game) == (100, 25, 20)
    game.play(Move(SOUTHEAST))
    assert figures(game) == (100, 15, 20)


@for_each("mark, name", list(zip("012345", NAMES, strict=True)))
def test_kind_is_unknown_until_one_of_it_is_used(mark: str, name: str) -> None:
    """§2.3.1, R18: a potion seen is unknown, or has its name once one of its kind was used."""
    game = scenario(room(f"{mark}@..{mark}.\\"))
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert game.play(Move(EAST)) == (Moved("East", (None,)),)
    game.play(Move(WEST))
    assert game.play(Move(WEST)) == (Moved("West", (None,)),)
    game.play(Drink(WEST))
    game.play(Move(EAST))
    assert game.play(Move(EAST)) == (Moved("East", (name,)),)
    assert game.known_names == {name}


def test_potions_seen_are_told_in_reading_order() -> None:
    """R18: every potion next to the PC is told, whatever lies between."""
    game = scenario(room("..2.\\", "1@.6.", "..5.."))
    game.known_names |= {"BD", "WD", "BA"}
    assert game.play(Move(EAST)) == (Moved("East", ("BD", "WD")),)


def test_known_kinds_stay_known_on_the_next_floor() -> None:
    """R18: known until the game session ends, not only until the floor does."""
    game = scenario("\n".join([room("1@\\..."), room("@..1.\\")]))
    game.play(Drink(WEST))
    game.play(Move(EAST))
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert game.play(Move(EAST)) == (Moved("East", ("BA",)),)


@for_each(
    ("1@...\\", (), (ArrivedBesidePotions((None,)),)),
    ("1@2..\\", (), (ArrivedBesidePotions((None, None)),)),
    (".@.1.\\", (), ()),
    ("1\\@..0", (), ()),
    ("1@2..\\", ("BA",), (ArrivedBesidePotions(("BA", None)),)),
)
@for_each("race", ["Shade", "Troll"])
def test_potions_beside_where_the_stairs_lead_are_seen(
    marks: str, known: tuple[str, ...], seen: tuple[Event, ...], race: str
) -> None:
    """R18: arriving by the stairs beside one says so too; the troll's HP come afterwards (R6)."""
    game = scenario("\n".join([room("@\\...."), room(marks)]), race)
    game.known_names |= set(known)
    game.hero.hp -= 5
    regrown = (Regenerated(5),) if race == "Troll" else ()
    assert game.play(Move(EAST)) == (Descended("East", 2), *seen, *regrown)


@for_each(
    ("1@...\\", (HeroSpawned(), ArrivedBesidePotions((None,)))),
    ("1@2..\\", (HeroSpawned(), ArrivedBesidePotions((None, None)))),
    ("1.@6E.\\", (HeroSpawned(),)),
)
def test_potions_beside_where_the_pc_spawns_are_seen(marks: str, events: tuple[Event, ...]) -> None:
    """R18: spawning beside one says so too; no kind is known yet."""
    assert scenario(room(marks)).last_events == events


BREWS = st.lists(st.tuples(st.integers(-7, 7), st.integers(-7, 7)), max_size=10)
INNATE = st.builds(BaseStats, st.integers(0, 30), st.integers(0, 30))


def drunk(stats: Stats, brews: list[tuple[int, int]]) -> Stats:
    for attack, defence in brews:
        stats = StatModifier(stats, attack, defence)
    return stats


@example(BaseStats(15, 20), [*[(-5, 0)] * 4, (5, 0)])  # Atk 5: on 0 a boost counts in full
@given(INNATE, BREWS)
def test_each_layer_shows_its_own_clamped_figures(
    innate: BaseStats, brews: list[tuple[int, int]]
) -> None:
    """§2.3.1, R16: one layer after the other, never below 0."""
    attack, defence = innate.attack, innate.defence
    for attack_shift, defence_shift in brews:
        attack, defence = max(0, attack + attack_shift), max(0, defence + defence_shift)
    stats = drunk(innate, brews)
    assert (stats.attack, stats.defence) == (attack, defence)
    assert without_modifiers(stats) is innate, "what the end of a floor leaves"
