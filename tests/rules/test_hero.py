"""What is special about each race (§2.1)."""

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import EAST, NORTH, SOUTH, WEST
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
from tests.support.scenarios import HIT, MISS, refusal, room, scenario, weakened
from tests.support.tables import for_each

RACES = ("Shade", "Drow", "Vampire", "Troll", "Goblin")
HARDLY = evolve(
    BASE_RULES, enemy_kinds=tuple(evolve(kind, hp=1) for kind in BASE_RULES.enemy_kinds)
)
"""The base rules with enemies that a blow slays."""


def test_vampire_gains_5_hp_by_every_hit_without_limit() -> None:
    """§2.1, R10, R11: 5 HP for each attack that hits, and no maximum."""
    game = scenario(room("@H.\\"), "Vampire", luck=[MISS, MISS])
    for hp in (55, 60):
        assert game.play(Attack(EAST))[1:] == (Drained(5), Missed("human", "PC"))
        assert game.hero.hp == hp


def test_vampire_gains_nothing_by_a_miss() -> None:
    """R11: a miss (halfling) neither gains nor loses HP."""
    game = scenario(room("@L.\\"), "Vampire", luck=[MISS, MISS])
    assert game.play(Attack(EAST)) == (Missed("PC", "halfling"), Missed("halfling", "PC"))
    assert game.hero.hp == 50


def test_vampire_drains_the_one_it_slays() -> None:
    """R11: the blow that slays hits too."""
    game = scenario(room("@D.\\"), "Vampire", rules=HARDLY)
    assert game.play(Attack(EAST))[1:] == (Slain("dragon", "PC"), Drained(5))
    assert game.hero.hp == 55


def test_vampire_loses_5_hp_by_a_hit_on_a_dwarf() -> None:
    """§2.2: vampires are allergic to dwarves and lose 5 HP rather than gain."""
    game = scenario(room("@W.\\"), "Vampire", luck=[MISS])
    assert game.play(Attack(EAST))[1:] == (Sickened("dwarf", 5), Missed("dwarf", "PC"))
    assert game.hero.hp == 45


@for_each("hp, lost", [(5, 5), (3, 3)])
def test_vampire_dies_of_a_dwarf(hp: int, lost: int) -> None:
    """R11, R17, R23: it dies at 0, HP never show below 0, and the dwarf does not strike."""
    game = scenario(room("@W.\\"), "Vampire")
    game.hero.hp = hp
    assert game.play(Attack(EAST))[1:] == (
        Sickened("dwarf", lost),
        Slain("PC", "dwarf", means=Means.BLOOD),
    )
    assert game.hero.hp == 0
    assert game.outcome == Outcome(Slain(PC, "dwarf", means=Means.BLOOD))


def test_vampire_can_die_of_the_dwarf_that_it_slays() -> None:
    """R11: 5 HP lost by the blow that slays, too; the gold it yields counts."""
    game = scenario(room("@W.\\"), "Vampire", luck=[1], rules=HARDLY)
    game.hero.hp = 5
    assert game.play(Attack(EAST))[1:] == (
        Slain("dwarf", "PC"),
        Looted("dwarf", 2),
        Sickened("dwarf", 5),
        Slain("PC", "dwarf", means=Means.BLOOD),
    )
    assert (game.outcome, game.hero.gold) == (Outcome(Slain(PC, "dwarf", means=Means.BLOOD)), 2)


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
    "action, luck, events",
    [
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
    ],
)
def test_troll_regrows_5_hp_a_turn_before_the_enemies_act(
    action: Action, luck: list[bool], events: tuple[Event, ...]
) -> None:
    """§2.1, R12: 5 HP in every turn, after the troll's action and before the enemies act."""
    game = scenario(room(".@W\\", ".1.."), "Troll", luck=luck)
    game.hero.hp = 70
    assert game.play(action) == events


@for_each("hp, gained", [(115, 5), (116, 4), (119, 1)])
def test_troll_regrows_no_further_than_120_hp(hp: int, gained: int) -> None:
    """§2.1, R12: HP is capped at 120."""
    game = scenario(room("@.\\"), "Troll")
    game.hero.hp = hp
    assert game.play(Move(EAST)) == (Moved("East"), Regenerated(gained))
    assert game.play(Move(WEST)) == (Moved("West"),)
    assert game.hero.hp == 120


def test_troll_regrows_only_in_turns_it_takes() -> None:
    """R4, R12: neither `f` nor a refused command is a turn."""
    game = scenario(room("@.\\"), "Troll")
    game.hero.hp = 70
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=False),)
    assert refusal(game, Move(WEST)) == BlockedByWall("West")
    assert game.hero.hp == 70


@for_each("race", sorted({*RACES} - {"Troll"}))
def test_nobody_but_a_troll_regrows(race: str) -> None:
    """§2.1: only the troll regains HP every turn."""
    game = scenario(room("@.\\"), race)
    game.hero.hp = 30
    assert game.play(Move(EAST)) == (Moved("East"),)
    assert game.hero.hp == 30


@for_each(
    "glyph, luck, takes",
    [
        ("H", [0], (Stole(5),)),
        ("W", [0], (Looted("dwarf", 1), Stole(5))),
        ("E", [1], (Looted("elf", 2), Stole(5))),
        ("O", [0], (Looted("orc", 1), Stole(5))),
        ("M", [], (Stole(5),)),
        ("D", [], (Stole(5),)),
        ("L", [HIT, 1], (Looted("halfling", 2), Stole(5))),
    ],
)
def test_goblin_steals_5_gold_from_everyone_it_slays(
    glyph: str, luck: list[int], takes: tuple[Event, ...]
) -> None:
    """§2.1, R13: for every enemy, dragons and merchants included, besides what it yields."""
    game = weakened(scenario(room(f"@{glyph}.\\"), "Goblin", luck))
    events = game.play(Attack(EAST))
    assert events[2 : 2 + len(takes)] == takes
    assert game.hero.gold == sum(take.gold for take in takes if isinstance(take, Looted | Stole))


def test_goblin_steals_nothing_by_a_mere_hit() -> None:
    """R13: from the slain only."""
    game = scenario(room("@W.\\"), "Goblin", luck=[MISS])
    game.play(Attack(EAST))
    assert game.hero.gold == 0


@for_each("race", sorted({*RACES} - {"Goblin"}))
def test_nobody_but_a_goblin_steals(race: str) -> None:
    """§2.1: only the goblin steals."""
    game = weakened(scenario(room("@D.\\"), race))
    game.play(Attack(EAST))
    assert game.hero.gold == 0


@for_each("gold, score", [(0, 0), (1, 1), (2, 3), (3, 4), (7, 10), (100, 150)])
def test_shade_scores_half_as_much_again_rounded_down(gold: int, score: int) -> None:
    """§5, R15: 1.5 times the gold, rounded down."""
    game = scenario(room("@.\\"))
    game.hero.gold = gold
    assert game.score == score


@for_each("race", sorted({*RACES} - {"Shade"}))
def test_score_of_every_other_race_is_its_gold(race: str) -> None:
    """§5, R15: the score of every race but the shade is its gold."""
    game = scenario(room("@.\\"), race)
    game.hero.gold = 7
    assert game.score == 7


@for_each("race, hp", [("Shade", 125), ("Drow", 150), ("Troll", 120), ("Goblin", 110)])
@for_each("missing", [0, 4])
def test_hp_are_capped_at_the_starting_hp(race: str, hp: int, missing: int) -> None:
    """§2.1, R10: max HP is the starting HP, except for vampires."""
    game = scenario(room(".@0\\"), race)
    game.hero.hp -= missing
    game.play(Drink(EAST))
    assert game.hero.hp == hp


def test_vampire_has_no_cap_for_potions_either() -> None:
    """R10: the vampire has no cap, for blood or for RH."""
    game = scenario(room("0", "@", "0", "\\"), "Vampire")
    game.play(Drink(NORTH))
    game.play(Drink(SOUTH))
    assert game.hero.hp == 70
