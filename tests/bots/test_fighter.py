"""Fighter: how the delver plays a hero that grows and is hunted; a position for each habit."""

import pytest

from cc3k.bots.delver.bot import DelverBot
from cc3k.bots.delver.fighter import DESPERATE_TURNS, Fighter
from cc3k.bots.delver.risks import FLEEING_RISK, LOSING_RISK, is_being_lost, risk_of_fight
from cc3k.bots.delver.surroundings import Surroundings
from cc3k.bots.game import PlayableGame
from cc3k.content.roster import ENEMIES
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import raise_base
from cc3k.expansions.hunters import FREEZE_TURNS, Hunt
from cc3k.expansions.pack_slots import add_potion
from tests.bots.test_delver import POTIONS, choice
from tests.support.expansions import expanded
from tests.support.scenarios import room

KINDS = {kind.name: kind for kind in ENEMIES}
WAR = "levels hunters"
PACKED = "levels hunters pack"


def war(drawing: str, *, race: str = "Shade", names: str = WAR, hp: int = 0) -> GameState:
    """Return a drawn game in which heroes grow and are hunted, with its enemies not frozen."""
    game = expanded(names, drawing, race=race)
    game.enemies_frozen = False
    game.hero.hp = hp or game.hero.hp
    return game


def strong(game: GameState) -> GameState:
    """Return a game whose hero fears hardly anybody."""
    game.hero.hp, game.hero.stats = 900, raise_base(game.hero.stats, 60, 60)
    return game


def test_risk_grows_with_the_foes_and_falls_with_the_hp() -> None:
    """It is a probability: near 0 for a hero of many HP, near 1 for one who is nearly slain."""
    hero = expanded("", room("@\\")).hero
    human, elf = Enemy(KINDS["human"]), Enemy(KINDS["elf"])
    one, two = risk_of_fight(hero, [human]), risk_of_fight(hero, [human, elf])
    assert 0 < one < two < 1
    hero.hp = 2000
    assert risk_of_fight(hero, [human, elf]) < 0.001
    hero.hp = 5
    assert risk_of_fight(hero, [elf]) > 0.9
    assert risk_of_fight(hero, []) == 0


def test_it_goes_to_who_can_be_slain_and_the_cheapest_first() -> None:
    """A fight won makes the hero stronger; the dwarf is as near as the elf, and cheaper."""
    game = strong(war(room("W....@....E", "...........", "..........\\")))
    assert choice(game) in {"we", "nw", "sw"}


def test_it_leaves_alone_who_is_too_dangerous() -> None:
    """It takes the stairs rather than an orc, which may well slay a shade."""
    game = war(room("O....@....\\"), hp=60)
    bot = DelverBot(Dice("bot"))
    words = [choice(game, bot)]
    while words[-1] == "f" and len(words) < 3:
        game.enemies_frozen = not game.enemies_frozen
        words.append(choice(game, bot))
    assert words[-1] == "ea"


def test_it_freezes_who_comes_to_join_a_fight() -> None:
    """One at a time; alone, the same enemy is struck at once."""
    alone = war(room("...@W.....", "..........", ".........\\"))
    assert choice(alone) == "a ea"
    joined = war(room("...@W.E...", "..........", ".........\\"))
    assert choice(joined) == "f"


def test_it_breaks_off_a_fight_that_is_being_lost() -> None:
    """It freezes, steps away, and no elf follows."""
    game = war(room("....@E....", "..........", ".........\\"), hp=30)
    bot = DelverBot(Dice("bot"))
    assert choice(game, bot) == "f"
    game.enemies_frozen = True
    assert choice(game, bot) in {"we", "sw"}


def test_it_runs_for_the_stairs_when_no_freeze_is_left() -> None:
    """Nobody follows there."""
    game = war(room("....@E....", "...\\......"), hp=60)
    part_of(game, Hunt).turns_used = FREEZE_TURNS
    assert choice(game) == "sw"


def test_it_strikes_who_falls_by_the_next_blow() -> None:
    """However weak it is itself."""
    game = war(room("....@E....", "..........", ".........\\"), hp=10)
    next(iter(game.floor.enemies.values())).hp = 1
    assert choice(game) == "a ea"


@pytest.mark.seeded
def test_it_sweeps_a_frozen_floor_while_it_is_weak() -> None:
    """A goblin cannot take on even the easiest: it gathers first."""
    drawing = room("6...@......H", "............", "...........\\")
    game = war(drawing, race="Goblin", hp=60)
    bot = DelverBot(Dice("bot"))
    assert choice(game, bot) == "f"
    game.enemies_frozen = True
    assert choice(game, bot) == "we"


def test_it_thaws_when_nobody_is_near() -> None:
    """The freeze is for what is worth it."""
    game = strong(war(room("@..........", "..........\\")))
    game.enemies_frozen = True
    assert choice(game) == "f"


def test_it_fights_several_hunters_where_they_come_one_at_a_time() -> None:
    """It steps into the doorway beside it."""
    rows = ["|----------|", "|  |......||", "|##+@.L.L\\||", "|  |......||", "|----------|"]
    game = strong(war("\n".join(rows)))
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = 10
    assert choice(game) == "we"


def test_a_troll_rests_until_it_is_well() -> None:
    """With nobody near, it waits; a shade gains nothing by that and goes."""
    drawing = room(".......@\\")
    troll = war(drawing, race="Troll", hp=70)
    assert choice(troll) == "we"
    assert choice(war(drawing, hp=70)) == "ea"


@pytest.mark.parametrize("names", ["", "hunters", "levels", "fog levels"])
def test_elsewhere_it_keeps_out_of_the_way(names: str) -> None:
    """Without growth, or where a freeze has no end, even a strong hero walks past."""
    game = strong(war(room("...@...\\", "W......."), names=names))
    assert not choice(game).startswith("a ")


def test_only_a_hero_whom_time_heals_breaks_off_a_fight_early() -> None:
    """A shade would come to the next fight as hurt as it is; a troll comes back well."""
    for race, hp, words in (("Shade", 50, "a ea"), ("Troll", 25, "f")):
        game = war(room("....@H....", "..........", ".........\\"), race=race, hp=hp)
        (human,) = game.floor.enemies.values()
        assert FLEEING_RISK < risk_of_fight(game.hero, [human]) < LOSING_RISK
        assert choice(game) == words, race


@pytest.mark.seeded
def test_it_tries_an_unknown_potion_only_while_that_cannot_make_it_weak() -> None:
    """A goblin of no level keeps it in its pack, as a wound would lose it the first fight."""
    for race, hp, tries in (("Goblin", 110, False), ("Goblin", 900, True), ("Drow", 150, True)):
        game = war(room("..........", "@.........", ".........\\"), race=race, names=PACKED, hp=hp)
        add_potion(game, POTIONS["WA"])
        assert Surroundings(PlayableGame(game)).slots == {"a": None}
        assert (choice(game) == "u a") is tries, (race, hp)
        beside = war(room("@1........", ".........\\"), race=race, hp=hp)
        assert (choice(beside) == "u ea") is tries, (race, hp)


def test_it_breaks_off_a_fight_that_is_worse_than_the_next_one() -> None:
    """A dwarf sickens a vampire: any other enemy is easier, while a shade need not fear it."""
    for race, hp, words in (("Vampire", 50, "f"), ("Shade", 40, "a ea")):
        game = war(room("....@W....", "..........", ".........\\"), race=race, hp=hp)
        assert FLEEING_RISK < risk_of_fight(game.hero, game.floor.enemies.values()) < LOSING_RISK
        assert choice(game) == words, race


@pytest.mark.seeded
def test_a_hero_to_whom_every_fight_is_a_risk_slays_a_merchant_first() -> None:
    """Two blows of a goblin, and the level heals it; a shade fights whom it likes."""
    for race, hp, robs in (("Goblin", 110, True), ("Goblin", 59, False), ("Shade", 125, False)):
        game = war(room("....@M....", "..........", ".........\\"), race=race, hp=hp)
        assert (choice(game) == "a ea") is robs, (race, hp)
    game = war(room("...@....M", ".........", "........\\"), race="Goblin")
    bot = DelverBot(Dice("bot"))
    assert choice(game, bot) == "f", "nobody is to come meanwhile"
    game.enemies_frozen = True
    assert choice(game, bot) in {"ea", "se"}


@pytest.mark.seeded
def test_it_walks_to_a_merchant_when_no_freeze_is_left() -> None:
    """Nothing else makes the next fight easier."""
    game = war(room("...@....M", ".........", "\\........"), race="Goblin")
    part_of(game, Hunt).turns_used = FREEZE_TURNS
    assert choice(game) in {"ea", "se"}


@pytest.mark.seeded
def test_merchants_that_are_hostile_by_now_make_no_hero_bold() -> None:
    """A goblin keeps an unknown potion: a wound would lose the fight with any other enemy."""
    drawing = room("..........", "@.........", ".........\\")
    game = war(drawing, race="Goblin", names=PACKED, hp=125)
    add_potion(game, POTIONS["WA"])
    game.hero.provoked_kinds.add("merchant")
    assert choice(game) != "u a"


@pytest.mark.seeded
def test_it_does_not_leave_a_guardian_that_it_can_slay() -> None:
    """A dragon may cost half of the HP, as long as there is no risk; a hurt hero steps away."""
    drawing = room("....@D9...", "..........", ".........\\")
    assert choice(war(drawing, hp=125)) == "a ea"
    assert choice(war(drawing, hp=60)) in {"we", "nw", "sw"}


@pytest.mark.seeded
def test_it_does_not_step_beside_an_enemy_that_it_would_leave_at_once() -> None:
    """To go to a dwarf past a frozen orc, and back again, is a blow for nothing each time."""
    game = war(room("\\W...O.@", "........"), race="Goblin", hp=130)
    game.hero.stats = raise_base(game.hero.stats, 10, 10)
    game.enemies_frozen = True
    scene = Surroundings(PlayableGame(game))
    by_name = {enemy.kind.name: enemy for enemy in scene.hostile.values()}
    assert risk_of_fight(game.hero, [by_name["dwarf"]]) < 0.005, "the dwarf is worth a way"
    assert is_being_lost(scene, [by_name["orc"]])
    assert choice(game) == "so"


@pytest.mark.seeded
def test_it_drinks_what_helps_before_it_leaves_a_single_enemy() -> None:
    """The fight may be won that way."""
    game = war(room("....@E....", "..........", ".........\\"), hp=30, names=PACKED)
    game.known_potions.add("BD")
    add_potion(game, POTIONS["BD"])
    assert choice(game) == "u a"


@pytest.mark.seeded
def test_it_strikes_on_where_there_is_nowhere_to_go() -> None:
    """A dead end, and the stairs are behind the elf."""
    assert choice(war(room("@E.\\"), hp=30)) == "a ea"


@pytest.mark.seeded
def test_it_freezes_whom_it_cannot_fight_before_it_is_reached() -> None:
    """An orc three steps away."""
    assert choice(war(room("@..O......", "..........", ".........\\"), hp=60)) == "f"


@pytest.mark.seeded
def test_it_thaws_who_bars_the_only_way_from_afar() -> None:
    """As long as the orc is frozen, it will not go anywhere else."""
    game = war(room("@...O.\\"), hp=60)
    game.enemies_frozen = True
    assert choice(game) == "f"


@pytest.mark.seeded
def test_a_weak_hero_gathers_potions_while_enemies_are_frozen() -> None:
    """It carries one that lies beside it."""
    game = war(room("@1.......H", ".........\\"), race="Goblin", hp=60, names=PACKED)
    game.enemies_frozen = True
    assert choice(game) == "g ea"


@pytest.mark.seeded
def test_a_desperate_hero_without_any_way_still_does_something() -> None:
    """A merchant in a dead end bars the stairs for good: nothing but a blow is left."""
    game = war(room("@M.\\"), hp=20)
    fighter = Fighter(Dice("bot"))
    fighter.choose(PlayableGame(game))
    fighter._memory.turns = DESPERATE_TURNS  # noqa: SLF001 - so many turns take long
    assert fighter.choose(PlayableGame(game)) == "a ea"
