"""Rings and relics: what each changes (X104, Y31-Y35)."""

from collections.abc import Sequence

from cc3k.engine.actions import Attack
from cc3k.engine.board import EAST
from cc3k.engine.combat import attack_enemy, max_damage_per_turn
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Drained, Sickened, Struck
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.clock import as_newcomer
from cc3k.expansions.levels import Growth
from cc3k.expansions.relics import RELICS, RINGS
from cc3k.expansions.vaults import RELIC_THINGS, RING_THINGS, Treasures, gain
from cc3k.play.interruptions import play_turn
from cc3k.play.look import describe_cell
from cc3k.play.odds import Joiner, OddsCalculator, compute_fight_odds, compute_group_odds
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, goal_at
from tests.support.expansions import expanded, row, say, saying, told
from tests.support.scenarios import HIT, MISS, Steps, Wait, room
from tests.support.tables import for_each

CORNER = r"""
    |--------------|
    ||----------|  |
    ||......2...|  |
    ||..0.......|  |
    ||---+------|  |
    |    #         |
    |  ##@####     |
    |  #     #     |
    ||-+-| |-+---| |
    ||.5.| |..4.\| |
    ||---| |-----| |
    |--------------|"""


def owner(  # noqa: PLR0913 - each says what is drawn
    thing: str,
    drawing: str,
    race: str = "Shade",
    names: str = "vaults",
    *,
    luck: Sequence[int] = (),
    steps: Sequence[Steps] | None = None,
) -> GameState:
    """Return a drawn game in which the PC has a ring or relic."""
    game = expanded(names, drawing, race, luck, steps)
    list(gain(game, RELIC_THINGS.get(thing) or RING_THINGS[thing]))
    return game


def test_the_tables_of_rings_and_relics() -> None:
    """X104: four rings; two relics of each race."""
    assert [*RINGS] == ["thorns", "lore", "stealth", "blood"]
    races = ["Shade", "Drow", "Vampire", "Troll", "Goblin"]
    assert [relic.race for relic in RELICS] == [race for race in races for _ in range(2)]


def test_thorns_take_a_third_of_what_a_hit_took() -> None:
    """X104, Y34: who hits from beside takes a third of the HP lost, rounded up."""
    game = owner("thorns", room("@E.\\"), luck=[HIT, HIT])
    game.play(Wait())
    assert game.hero.hp == 125 - 2 * 24
    (elf,) = game.floor.enemies.values()
    assert elf.hp == 140 - 2 * 8
    far = owner("thorns", room("@9..\\", ".D.."), luck=[HIT] * 3)
    say(far, "ea")
    (dragon,) = far.floor.enemies.values()
    assert dragon.hp < 150


def test_thorns_slay_for_the_pc() -> None:
    """X105: kills by thorns are the PC's."""
    game = owner("thorns", room("@W.\\"), luck=[HIT, 0])
    (dwarf,) = game.floor.enemies.values()
    dwarf.hp = 2
    game.play(Wait())
    assert game.hero.gold == 1
    assert not game.floor.enemies


def test_odds_count_thorns() -> None:
    """X7: odds run the same rules."""
    drawing = room("@E.\\")
    plain = expanded("vaults", drawing)
    pricked = owner("thorns", drawing)
    cell = plain.floor.hero_cell + 1
    assert describe_cell(plain, cell) != describe_cell(pricked, cell)


def test_lore_names_potions_in_sight() -> None:
    """X104, tuned: in fog, those round a corner stay unknown."""
    game = owner("lore", CORNER, names="fog vaults")
    say(game, "no")
    assert not game.known_potions
    assert told(game, "no")[0].endswith("The ring tells of BD. The ring tells of RH.")
    assert game.known_potions == {"BD", "RH"}


def test_stealth_is_noticed_within_two_steps_only() -> None:
    """X104: with `hunters`, whose enemies notice within four."""
    game = owner("stealth", room("@..0O0\\"), names="hunters vaults", steps=[EAST] * 9)
    game.play(Wait())
    (orc,) = game.floor.enemies.values()
    assert not orc.hunting_turns
    seen = expanded("hunters vaults", room("@..0O0\\"), luck=[HIT], steps=[EAST] * 9)
    seen.play(Wait())
    (orc,) = seen.floor.enemies.values()
    assert orc.hunting_turns
    list(gain(game, RING_THINGS["blood"]))
    assert game.hero.noticed_within(4) == 4


@for_each("hp, after", [(100, 108), (120, 125), (125, 125)])
def test_blood_heals_a_kill(hp: int, after: int) -> None:
    """X104, Y34: 8 HP, within the maximum."""
    game = owner("blood", room("@W.\\"), luck=[0])
    (dwarf,) = game.floor.enemies.values()
    dwarf.hp, game.hero.hp = 1, hp
    say(game, "a ea")
    assert game.hero.hp == after


def test_the_black_ledger_gives_attack_for_gold() -> None:
    """X104: +1 Atk for each 10 gold held, up to 10."""
    game = owner("black ledger", room("@9.\\"))
    for gold, attack in ((0, 25), (9, 25), (10, 26), (57, 30), (400, 35), (3, 25)):
        game.hero.gold = gold
        game.play(Wait())
        assert game.hero.stats.attack == attack


def test_the_grave_knife_doubles_the_first_blow_on_an_unhurt_enemy() -> None:
    """X104, Y5."""
    game = owner("grave knife", room("@E.\\"), luck=[MISS] * 4)
    events = say(game, "a ea")
    assert Struck("PC", "elf", 46, 94) in events
    assert Struck("PC", "elf", 23, 71) in say(game, "a ea")


@for_each(
    "drawn, hp, attack, defence", [("3", 110, 25, 15), ("4", 100, 30, 15), ("5", 100, 25, 20)]
)
def test_the_alembic_gives_base_amounts(drawn: str, hp: int, attack: int, defence: int) -> None:
    """X104: PH heals 10, WA and WD give 5."""
    game = owner("alembic", room(f"@{drawn}.\\"), "Drow")
    game.hero.hp = 100
    say(game, "u ea")
    figures = game.hero.hp, game.hero.stats.attack, game.hero.stats.defence
    assert figures == (hp, attack, defence)


def test_slow_brew_keeps_boosts_for_one_floor_more() -> None:
    """X104, R16: BA and BD last one floor more, no others."""
    floor = room("@.\\", "14.")
    game = owner("slow brew", "\n".join([floor] * 4), "Drow")
    say(game, "u so")
    say(game, "u se")
    assert game.hero.stats.attack == 25 + 7 - 7
    for attack in (32, 25):
        say(game, "ea")
        say(game, "ea")
        assert game.hero.stats.attack == attack
    assert game.depth == 3


def test_the_chalice_drains_ten_and_costs_hp() -> None:
    """X104, Y34: 10 HP a hit, not from dwarfs; every fifth turn costs 1 HP, never the last."""
    game = owner("chalice", room("@O.\\"), "Vampire", luck=[MISS])
    events = say(game, "a ea")
    assert [event for event in events if isinstance(event, Drained)] == [Drained(10)]
    dwarf = owner("chalice", room("@W.\\"), "Vampire", luck=[MISS])
    events = say(dwarf, "a ea")
    assert not [event for event in events if isinstance(event, Drained)]
    assert [event for event in events if isinstance(event, Sickened)]
    alone = owner("chalice", room("@..\\"), "Vampire")
    for _ in range(5):
        alone.play(Wait())
    assert alone.hero.hp == 49
    alone.hero.hp = 1
    for _ in range(5):
        alone.play(Wait())
    assert alone.hero.hp == 1


def test_every_third_step_with_bat_wings_is_free() -> None:
    """X104, Y33: no phase, no turn; an attack is no step."""
    game = owner("bat wings", room("@........\\"), "Vampire")
    turns = []
    for _ in range(7):
        say(game, "ea")
        turns.append(game.turns)
    assert turns == [1, 2, 2, 3, 4, 4, 5]


def test_the_hot_heart_regenerates_always() -> None:
    """X104, Y35: R12 in every turn, with `levels` too; the maximum is 80 lower, HP at most that."""
    game = owner("hot heart", room("@...\\"), "Troll", names="levels vaults")
    assert (game.hero.hp, game.hero.race.max_hp) == (40, 40)
    game.hero.hp = 30
    say(game, "ea")
    assert game.hero.hp == 35


def test_the_great_club_hits_one_more() -> None:
    """X104, Y35: half the first's damage to one more hostile beside, in reading order."""
    game = owner("great club", room("@O.\\", "EE.."), "Troll", luck=[MISS] * 9)
    events = game.play(Attack(EAST))
    struck = [event for event in events if isinstance(event, Struck) and event.attacker == "PC"]
    assert struck == [Struck("PC", "orc", 20, 160), Struck("PC", "elf", 10, 130)]
    peaceful = owner("great club", room("@O.\\", "MM.."), "Troll", luck=[MISS] * 9)
    events = peaceful.play(Attack(EAST))
    assert len([each for each in events if isinstance(each, Struck)]) == 1


def test_the_fence_halves_prices() -> None:
    """X104, Y32: gold prices of vault, shop and toll, rounded up."""
    game = owner("fence", room("@../=&\\"), "Goblin", luck=[0, 0, 0, 0, 0])
    assert [game.price_of(gold) for gold in (20, 5, 1)] == [10, 3, 1]


def test_quick_fingers_take_coins_with_a_hit() -> None:
    """X104, Y34, tuned: each hit takes 2 gold, at most 6 from one enemy."""
    game = owner("quick fingers", room("@O.\\"), "Goblin", luck=[MISS] * 9)
    for gold in (2, 4, 6, 6):
        say(game, "a ea")
        assert game.hero.gold == gold


def test_a_relic_stays_and_shows_in_the_row() -> None:
    """X103: relics stay; a second one of the same name changes nothing."""
    game = owner("fence", room("@.\\"), "Goblin")
    list(gain(game, RELIC_THINGS["fence"]))
    assert row(game) == "Vault: fence"
    assert part_of(game, Treasures).relics == ("fence",)


def test_travel_goes_on_over_a_free_step() -> None:
    """Y33, X7: a step that takes no turn stops no journey."""
    game = owner("bat wings", room("@..................\\"), "Vampire")
    session = Session(game.rules, 42)
    session.game = game
    goal = game.floor.hero_cell + 9
    travel = AutoTravel(goal_at(goal))
    while play_turn(session, travel, saying(session)) is None:
        pass
    assert (game.floor.hero_cell, game.turns) == (goal, 6)


def newcomer(game: GameState) -> Enemy:
    """Make a newcomer of the only enemy, with 1 HP left."""
    (enemy,) = game.floor.enemies.values()
    enemy.kind, enemy.hp = as_newcomer(enemy.kind), 1
    return enemy


def test_newcomers_yield_nothing_to_rings_and_relics() -> None:
    """X113, Y8: no gold to quick fingers, no HP to chalice and ring of blood."""
    goblin = owner("quick fingers", room("@O.\\"), "Goblin")
    newcomer(goblin)
    vampire = owner("chalice", room("@O.\\"), "Vampire")
    newcomer(vampire)
    shade = owner("blood", room("@O.\\"))
    newcomer(shade)
    shade.hero.hp = 100
    for game in (goblin, vampire, shade):
        game.play(Attack(EAST))
    assert (goblin.hero.gold, vampire.hero.hp, shade.hero.hp) == (0, 50, 100)


def test_a_kill_by_the_great_club_gives_experience() -> None:
    """X104, X85, Y35: what the club slays is slain by the PC."""
    game = owner(
        "great club", room("@O.\\", "E..."), "Troll", names="levels vaults", luck=[0, MISS]
    )
    for enemy in game.floor.enemies.values():
        enemy.hp = 10 if enemy.kind.name == "elf" else 180
    game.play(Attack(EAST))
    assert part_of(game, Growth).experience == 14


def test_the_great_club_swings_with_the_strike_at_who_leaves() -> None:
    """Y35, X110: a blow by Hale's trick is one, too: at once, not with a later action."""
    order = [0] * 8
    game = owner("great club", room("@O.\\", "E..."), "Troll", "vaults uniques", luck=order)
    (orc,) = [cell for cell, each in game.floor.enemies.items() if each.kind.name == "orc"]
    events = list(attack_enemy(game, orc))
    struck = [event.defender for event in events if isinstance(event, Struck)]
    assert struck == ["orc", "elf"]


def test_thorns_prick_after_each_blow() -> None:
    """X104, R23: an elf that the first of its blows slays does not strike again."""
    game = owner("thorns", room("@E.\\"), luck=[HIT, 0])
    (elf,) = game.floor.enemies.values()
    elf.hp = 8
    game.play(Wait())
    assert game.hero.hp == 125 - 24
    assert not game.floor.enemies


def test_odds_after_another_turn_count_thorns_once() -> None:
    """X7: the odds change nothing of the enemy, and no sequence of draws counts for another."""
    game = owner("thorns", room("@E.\\"))
    (elf,) = game.floor.enemies.values()
    shown = elf.as_shown()
    odds = compute_fight_odds(game.rules, game.hero, shown, strikes_first=True)
    assert odds == compute_fight_odds(game.rules, game.hero, elf, strikes_first=True)
    assert not elf.facts


def test_odds_against_several_change_none_of_them() -> None:
    """X7: who strikes beside the first does so as a copy, which thorns may prick."""
    game = owner("thorns", room("@EO\\"))
    elf, orc = [each.as_shown() for _, each in sorted(game.floor.enemies.items())]
    odds = compute_group_odds(
        OddsCalculator(game.rules), game.hero, elf, [Joiner(orc)], lambda _hero, _slain: None
    )
    assert odds.mean_hp_lost > 0
    assert not orc.facts


def test_a_forecast_of_blows_changes_no_enemy() -> None:
    """X7, X104: what could be lost in a turn is asked of copies, which thorns may prick."""
    game = owner("thorns", room("@E.\\"))
    (elf,) = game.floor.enemies.values()
    before = game.digest()
    assert max_damage_per_turn([elf.as_shown(), elf], game.hero, game.blows) == 4 * 24
    assert game.digest() == before
