"""What is special about each race (§2.1)."""

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import EAST, SOUTH, WEST
from cc3k.engine.events import (
    PC,
    Drained,
    Drank,
    Event,
    FreezeToggled,
    Looted,
    Means,
    Missed,
    Moved,
    Regenerated,
    Sickened,
    Slain,
    Stole,
    Struck,
)
from cc3k.engine.game import Action, Outcome
from cc3k.engine.refusals import BlockedByWall
from cc3k.engine.rules import Rules
from tests.support.scenarios import HIT, MISS, refusal, room, scenario, weakened
from tests.support.tables import for_each

RACES = ("Shade", "Drow", "Vampire", "Troll", "Goblin")
HARDLY = evolve(
    BASE_RULES, enemy_kinds=tuple(evolve(kind, hp=1) for kind in BASE_RULES.enemy_kinds)
)
"""The base rules with enemies that a blow slays."""


@for_each(
    ("@H.\\", [MISS], BASE_RULES, 55, [Drained(5), Missed("human", PC)]),
    ("@L.\\", [MISS, MISS], BASE_RULES, 50, [Missed("halfling", PC)]),  # a miss is no hit
    ("@D.\\", [], HARDLY, 55, [Slain("dragon", PC), Drained(5)]),  # the blow that slays hits
    ("@W.\\", [MISS], BASE_RULES, 45, [Sickened("dwarf", 5), Missed("dwarf", PC)]),
)
def test_vampire_gains_5_hp_by_every_hit_and_loses_5_by_one_on_a_dwarf(
    row: str, luck: list[bool], rules: Rules, hp: int, events: list[Event]
) -> None:
    """§2.1, §2.2, R10, R11: for each attack that hits, and with no maximum."""
    game = scenario(room(row), "Vampire", luck, rules=rules)
    assert [*game.play(Attack(EAST))[1:]] == events
    assert game.hero.hp == hp


@for_each(
    (5, BASE_RULES, ()),
    (3, BASE_RULES, ()),
    (5, HARDLY, (Slain("dwarf", PC), Looted("dwarf", 2))),  # whose gold counts
)
def test_vampire_dies_of_a_dwarf(hp: int, rules: Rules, before: tuple[Event, ...]) -> None:
    """R11, R17, R23: also of one it slays; HP never show below 0, and the dwarf does nothing."""
    death = Slain(PC, "dwarf", means=Means.BLOOD)
    game = scenario(room("@W.\\"), "Vampire", luck=[1] * bool(before), rules=rules)
    game.hero.hp = hp
    assert game.play(Attack(EAST))[1:] == (*before, Sickened("dwarf", hp), death)
    assert (game.hero.hp, game.hero.gold, game.outcome) == (0, len(before), Outcome(death))


@for_each("race", sorted({*RACES} - {"Vampire"}))
@for_each("glyph", "WH")
def test_nobody_but_a_vampire_is_changed_by_a_hit(race: str, glyph: str) -> None:
    """§2.1, §2.2: only vampires drain, and only they are allergic to dwarves."""
    game = scenario(room(f"@{glyph}.\\"), race, luck=[MISS])
    game.hero.hp = 100 if race != "Troll" else 120
    before = game.hero.hp
    assert [type(event) for event in game.play(Attack(EAST))] == [Struck, Missed]
    assert game.hero.hp == before


@for_each(
    (Move(WEST), [], (Moved("West", (None,)), Regenerated(5))),
    (
        Attack(EAST),
        [HIT],
        (
            Struck("PC", "dwarf", 20, hp_left=80),
            Regenerated(5),
            Struck("dwarf", "PC", 18, hp_left=57),
        ),
    ),
    (Drink(SOUTH), [MISS], (Drank("BA"), Regenerated(5), Missed("dwarf", "PC"))),
)
def test_troll_regrows_5_hp_a_turn_before_the_enemies_act(
    action: Action, luck: list[bool], events: tuple[Event, ...]
) -> None:
    """§2.1, R12: 5 HP in every turn, after the troll's action and before the enemies act."""
    game = scenario(room(".@W\\", ".1.."), "Troll", luck=luck)
    game.hero.hp = 70
    assert game.play(action) == events


@for_each(
    *[("Troll", hp, gained) for hp, gained in ((115, 5), (116, 4), (119, 1), (120, 0))],
    *[(race, 30, 0) for race in RACES if race != "Troll"],
)
def test_troll_alone_regrows_and_no_further_than_120_hp(race: str, hp: int, gained: int) -> None:
    """§2.1, R12: only the troll regains HP every turn; they are capped at 120."""
    game = scenario(room("@.\\"), race)
    game.hero.hp = hp
    assert game.play(Move(EAST)) == (Moved("East"), *[Regenerated(gained)] * bool(gained))
    assert game.hero.hp == hp + gained


def test_troll_regrows_only_in_turns_it_takes() -> None:
    """R4, R12: neither `f` nor a refused command is a turn."""
    game = scenario(room("@.\\"), "Troll")
    game.hero.hp = 70
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=False),)
    assert refusal(game, Move(WEST)) == BlockedByWall("West")
    assert game.hero.hp == 70


@for_each(
    ("H", [0], (Stole(5),)),
    ("W", [0], (Looted("dwarf", 1), Stole(5))),
    ("E", [1], (Looted("elf", 2), Stole(5))),
    ("O", [0], (Looted("orc", 1), Stole(5))),
    ("M", [], (Stole(5),)),
    ("D", [], (Stole(5),)),
    ("L", [HIT, 1], (Looted("halfling", 2), Stole(5))),
)
def test_goblin_steals_5_gold_from_everyone_it_slays(
    glyph: str, luck: list[int], takes: tuple[Event, ...]
) -> None:
    """§2.1, R13: for every enemy, dragons and merchants included, besides what it yields."""
    game = weakened(scenario(room(f"@{glyph}.\\"), "Goblin", luck))
    events = game.play(Attack(EAST))
    assert events[2 : 2 + len(takes)] == takes
    assert game.hero.gold == sum(take.gold for take in takes if isinstance(take, Looted | Stole))


@for_each(("Goblin", "@W.\\", 99), *[(race, "@D.\\", 1) for race in RACES[:-1]])
def test_goblin_steals_from_the_slain_and_nobody_else_does(race: str, row: str, hp: int) -> None:
    """§2.1, R13: nothing by a mere hit."""
    game = weakened(scenario(room(row), race, luck=[MISS] * (hp > 1)), hp)
    game.play(Attack(EAST))
    assert game.hero.gold == 0


@for_each(
    *[("Shade", gold, score) for gold, score in ((0, 0), (1, 1), (2, 3), (7, 10), (100, 150))],
    *[(race, 7, 7) for race in RACES if race != "Shade"],
)
def test_shade_scores_half_as_much_again_rounded_down(race: str, gold: int, score: int) -> None:
    """§5, R15: 1.5 times the gold, rounded down; the score of every other race is its gold."""
    game = scenario(room("@.\\"), race)
    game.hero.gold = gold
    assert game.score == score


@for_each(("Shade", 125), ("Drow", 150), ("Vampire", 60), ("Troll", 120), ("Goblin", 110))
@for_each("missing", [0, 4])
def test_hp_are_capped_at_the_starting_hp(race: str, hp: int, missing: int) -> None:
    """§2.1, R10: max HP is the starting HP; the vampire has no cap, for blood or for RH."""
    game = scenario(room(".@0\\"), race)
    game.hero.hp -= missing
    game.play(Drink(EAST))
    assert game.hero.hp == hp - missing * (race == "Vampire")
