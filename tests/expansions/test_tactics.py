"""Tactics: each kind of enemy has a way of its own (X90-X99, with Y9, Y15-Y20 and Y45)."""

from collections.abc import Iterable, Sequence

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move, ToggleFreeze
from cc3k.engine.announcements import nearest_direction
from cc3k.engine.board import EAST, NORTH, SOUTH, Cell, blocks_between
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.events import Event, ExpansionEvent, Looted, Missed, Struck
from cc3k.engine.game import GameState
from cc3k.engine.observation import observe
from cc3k.engine.rules import Rules
from cc3k.engine.states import CALLED, CHARMED, FLEEING, NEWCOMER, SLOWED
from cc3k.engine.view import GameView
from cc3k.expansions.depths import ELDER_DRAGON
from cc3k.expansions.fog import FOG
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.registry import ExpansionRegistry, rules_with
from cc3k.expansions.tactics import (
    ALERT,
    CAPTAIN,
    DIGS,
    ENEMIES_REMOVED,
    STOLEN,
    TACTICS,
    UNSEEN_DIGS,
    notes,
    short_threats_row,
    threats_row,
    weakened,
)
from cc3k.expansions.vaults import VAULTS
from cc3k.play.commands import DEFAULT_HP_LIMIT
from cc3k.play.fights import choose_foe, describe_fight_odds
from cc3k.play.frame import status_text
from cc3k.play.help import expansion_help
from cc3k.play.interruptions import find_interruption, worst_hp_after
from cc3k.play.look import describe_cell
from cc3k.play.odds import Joiner, OddsCalculator, compute_fight_odds, compute_group_odds
from cc3k.play.voices import DocumentVoice
from tests.support.scenarios import HIT, MISS, FirstOfAll, Wait, board, race_named, room, scenario

ALONE = rules_with((TACTICS,))
HUNTED = rules_with((HUNTERS, TACTICS))
STAYING = rules_with((evolve(TACTICS, floors=evolve(TACTICS.floors, fair_arrival=False)),))
"""Without X82, nobody is moved away after that."""

SEEDS = range(12)


def played(
    *rows: str,
    luck: Sequence[int] | None = None,
    rules: Rules = ALONE,
    race: str = "Shade",
) -> GameState:
    """Return a game in a room; without any luck all attacks miss, and the first option is taken."""
    game = scenario(room(*rows), race, luck or (), [NORTH] * 999, rules)
    if luck is None:
        game.turn_dice = FirstOfAll()
    return game


def enemies(game: GameState, glyph: str) -> list[Enemy]:
    """Return the enemies with a letter, in reading order."""
    floor = game.floor
    return [
        floor.enemies[at] for at in sorted(floor.enemies) if floor.enemies[at].kind.glyph == glyph
    ]


def cell_of(game: GameState, enemy: Enemy) -> Cell:
    return next(at for at, each in game.floor.enemies.items() if each is enemy)


def told(game: GameState, events: Iterable[Event]) -> list[str]:
    voice = DocumentVoice(game.rules)
    return [voice.word_event(event) for event in events]


def wait(game: GameState) -> list[str]:
    """Let a turn pass, and return what happened in it."""
    return told(game, game.play(Wait()))


def fresh(seed: int, rules: Rules = ALONE) -> GameState:
    return GameState(rules, rules.races[seed % len(rules.races)], Dice(f"floor {seed}"))


# X90: the floor.


@pytest.mark.seeded
def test_ten_spawned_enemies_are_gone_and_dragons_are_not() -> None:
    """X90: on a floor that is not drawn, evenly drawn; loot stays."""
    base = rules_with(())
    for seed in SEEDS:
        game, without = fresh(seed, STAYING), fresh(seed, base)
        kinds = [enemy.kind.name for enemy in game.floor.enemies.values()]
        before = [enemy.kind.name for enemy in without.floor.enemies.values()]
        captains = [enemy for enemy in enemies(game, "O") if CAPTAIN in enemy.facts]
        assert kinds.count("dragon") == before.count("dragon")
        lost = len(before) - (len(kinds) - 2 * len(captains))
        assert lost == ENEMIES_REMOVED
        assert game.floor.items == without.floor.items
        assert game.floor.hero_cell == without.floor.hero_cell
        assert game.floor.stairs_cell == without.floor.stairs_cell


def test_all_enemies_have_a_quarter_of_their_hp_rounded_up_but_elder_dragons() -> None:
    """X90, tuned: drawn floors, too; nothing else of a row changes but an elf's attacks."""
    game = played("@...HWEOMLD..\\")
    for enemy in game.floor.enemies.values():
        row = BASE_RULES.enemy_kind_named(enemy.kind.name)
        assert enemy.hp == enemy.kind.hp == -(-row.hp // 4)
        assert enemy.stats == row.stats
    assert weakened(ELDER_DRAGON) is ELDER_DRAGON
    assert len(game.floor.enemies) == 7


def test_growth_comes_before_the_quarter() -> None:
    """Y15: X86's growth, rounded down, then X90, rounded up."""
    rules = ExpansionRegistry().select(["depths", "tactics"])
    drawing = "\n".join([room("@\\..."), room("@.L.\\")])
    game = scenario(drawing, steps=[], rules=rules)
    game.play(Move(EAST))
    grown = ExpansionRegistry().select(["depths"])
    other = scenario(drawing, steps=[], rules=grown)
    other.play(Move(EAST))
    (halfling,), (full,) = enemies(game, "L"), enemies(other, "L")
    assert full.hp > BASE_RULES.enemy_kind_named("halfling").hp
    assert halfling.hp == -(-full.hp // 4)


# X91: alert.


def test_an_enemy_in_sight_within_eight_steps_is_alert_and_comes_nearer() -> None:
    """X91: by a shortest way; nine steps off it is not."""
    game = played("@.......O....\\")
    assert wait(game) == []
    assert board(game) == played("@......O.....\\").floor.glyphs.decode()
    (orc,) = enemies(game, "O")
    assert orc.statuses == {ALERT: 5}
    assert observe(game).enemies[0].statuses == {ALERT: 5}
    far = played("@........O....\\")
    wait(far)
    assert not enemies(far, "O")[0].statuses


def test_an_enemy_stays_alert_for_five_turns_without_sight() -> None:
    """X91: it waits at the wall of its chamber meanwhile (Y20)."""
    game = played(
        "@......|..O",
        ".......|...",
        "-+-----|-+-",
        " ######### ",
        "\\----------",
    )
    (orc,) = enemies(game, "O")
    orc.set_status(ALERT, 6)
    for left in (5, 4, 3, 2, 1, 0):
        assert orc.statuses.get(ALERT, 0) == left + 1
        wait(game)
    assert not orc.statuses
    assert game.floor.board.terrain[cell_of(game, orc)] == ord(".")


def test_beside_the_pc_all_attack_as_ever() -> None:
    """X91, R3: alert or not, and once an enemy."""
    game = played("..H..", ".W@O.", "..L..", "....\\")
    assert wait(game) == [
        "H misses PC.",
        "W misses PC.",
        "O misses PC.",
        "L misses PC.",
    ]


def test_peaceful_merchants_and_dragons_are_never_alert() -> None:
    """Y20."""
    game = played("@...M...D....\\")
    wait(game)
    assert not any(enemy.statuses for enemy in game.floor.enemies.values())


def test_an_alert_enemy_without_a_nearer_tile_stays() -> None:
    """Y20: it does not walk round whoever is in its way."""
    game = played("|@HO..\\")
    wait(game)
    assert cell_of(game, enemies(game, "O")[0]) == game.floor.hero_cell + 2


def test_with_hunters_who_hunts_is_alert_and_nobody_else() -> None:
    """X91: notice and memory are those of X50."""
    game = played("@...E....\\", rules=HUNTED)
    wait(game)
    (elf,) = enemies(game, "E")
    assert not elf.statuses
    elf.hunting_turns = 5
    assert wait(game) == ["E aims at PC."]


# X92, X93, X99, Y9, Y45: what is announced.


def test_an_elf_aims_in_one_action_and_shoots_in_the_next() -> None:
    """X93: one attack (R19, R20)."""
    for coin, shot in ((HIT, "E shoots PC for 24 damage."), (MISS, "E's arrow misses PC.")):
        game = played("@...E....\\", luck=[coin])
        assert wait(game) == ["E aims at PC."]
        assert wait(game) == [shot]
        assert wait(game) == ["E aims at PC."], "it must be announced again"
    assert game.last_events[0].concerns == "elf"


def test_an_arrow_is_an_attack_and_its_events_say_that_it_was_shot() -> None:
    """Y4: a blow is an attack that does not miss, an arrow as well."""
    game = played("@...E....\\", luck=[HIT, MISS])
    wait(game)
    assert game.play(Wait()) == (Struck("elf", "PC", 24, 101, shot=True),)
    wait(game)
    assert game.play(Wait()) == (Missed("elf", "PC", shot=True),)


def test_an_arrow_can_slay() -> None:
    """R23: and it says who did."""
    game = played("@...E....\\", luck=[HIT])
    game.hero.hp = 5
    wait(game)
    assert wait(game) == ["E shoots PC for 24 damage.", "E slays PC."]
    assert game.outcome is not None
    assert game.outcome.slain_by == "elf"


def test_an_elf_shoots_two_to_six_blocks_far_in_eight_lines() -> None:
    """X93: of walkable cells without enemies."""
    cases = {
        ("@E....\\",): False,
        ("@.E...\\",): True,
        ("@.....E.\\",): True,
        ("@......E.\\",): False,
        ("@..", "...", "..E", "\\.."): True,
        ("@..", "..E", "\\.."): False,
        ("@0.E...\\",): True,
        ("@\\.E....",): True,
        ("@L.E...\\",): False,
        ("E......", ".......", ".......", "...@..\\"): True,
    }
    for rows, aims in cases.items():
        game = played(*rows)
        assert ("E aims at PC." in wait(game)) == aims, rows


def test_an_elf_beside_the_pc_attacks_once_whatever_the_race() -> None:
    """X93 amends §2.2; the odds are those at arm's length (X99)."""
    for race in ("Shade", "Drow"):
        game = played("@E....\\", luck=[MISS], race=race)
        assert wait(game) == ["E misses PC."]
    (elf,) = enemies(game, "E")
    assert elf.kind.attacks_per_turn(race_named("Shade")) == 1
    assert ALONE.enemy_kind_named("elf").attacks_per_turn(race_named("Shade")) == 1


def test_what_was_announced_is_void_out_of_the_line() -> None:
    """X92, Y9: the elf does the next thing in that same phase; any clear line will do."""
    game = played("@...E....", ".........", "........\\")
    assert wait(game) == ["E aims at PC."]
    elf = enemies(game, "E")[0]
    before = cell_of(game, elf)
    game.play(Move(SOUTH))
    assert cell_of(game, elf) != before, "it comes nearer instead"
    other = played("@...E....", ".........", "........\\", luck=[MISS])
    wait(other)
    other.floor.enemies[cell_of(other, enemies(other, "E")[0])].hp = 1
    other.play(Move(EAST))
    assert told(other, other.last_events)[-1] == "E's arrow misses PC."


@pytest.mark.parametrize("change", ["frozen", "toggled", SLOWED, CHARMED, "moved", "slain"])
def test_what_was_announced_is_void_after(change: str) -> None:
    """X92: if the enemy was slain, frozen, slowed, moved or charmed since."""
    game = played("@...E....", "........\\")
    assert wait(game) == ["E aims at PC."]
    (elf,) = enemies(game, "E")
    at = cell_of(game, elf)
    if change in {SLOWED, CHARMED}:
        elf.set_status(change, 9)
    elif change == "moved":
        game.floor.move_enemy(at, at + 1)
    elif change == "slain":
        game.floor.remove_enemy(at)
    else:
        game.play(ToggleFreeze())
        if change == "toggled":
            game.play(ToggleFreeze())
    assert list(threats_row(game)) == ["Threat: none"]
    assert not any("shoots" in text or "arrow" in text for text in wait(game))


def test_only_enemies_that_the_player_sees_announce() -> None:
    """X92 with fog: the elf sees the PC in the passage, who sees one block far."""
    rules = rules_with((FOG, TACTICS))
    rows = ("@####+...E..", "-----|......", "-----|.....\\")
    game = played(*rows, rules=rules)
    (elf,) = enemies(game, "E")
    for _ in range(3):
        elf.set_status(ALERT, 6)
        assert wait(game) == []
    assert list(threats_row(game)) == ["Threat: none"]


def test_the_row_names_every_threat_with_its_distance_and_direction() -> None:
    """X92, Y45: by distance, then in reading order."""
    game = played(
        ".......E.",
        ".........",
        ".........",
        ".........",
        ".E.....@.",
        ".......\\.",
    )
    assert list(threats_row(game)) == ["Threat: none"]
    assert list(short_threats_row(game)) == []
    wait(game)
    assert list(threats_row(game)) == ["Threat: E aims, 4 north; E aims, 6 west"]
    assert list(short_threats_row(game)) == ["E aims 4 no +1"]
    assert "\nThreat: E aims, 4 north; E aims, 6 west\n" in status_text(game)
    figures = observe(game).figures
    assert (figures["threats"], figures["nearest_threat"]) == (2, 4)


def test_where_nobody_announces_the_row_names_who_attacks_or_hunts() -> None:
    """X92: an orc beside the PC is a threat, too; no merchant is one, nor who flees or is held."""
    game = played(".M.......", ".@O...O.L", "........\\", rules=HUNTED)
    beside, far = enemies(game, "O")
    (halfling,) = enemies(game, "L")
    assert list(threats_row(game)) == ["Threat: O attacks, 1 east"]
    for each in (beside, far):
        each.hunting_turns = 3
    assert list(threats_row(game)) == ["Threat: O hunts, 1 east; O hunts, 5 east"]
    assert list(short_threats_row(game)) == ["O hunts 1 ea +1"]
    far.set_status(CHARMED, 9)
    beside.set_status(FLEEING, 9)
    assert list(threats_row(game)) == ["Threat: none"]
    game.play(ToggleFreeze())
    halfling.hunting_turns = 3
    assert list(threats_row(game)) == ["Threat: O attacks, 1 east"]
    assert observe(game).figures["threats"] == 0


def test_directions_are_the_nearest_of_eight() -> None:
    """Y45: of north, northeast and the others."""
    big = scenario(room(*["." * 30] * 15, "@\\" + "." * 28), rules=ALONE).floor.board
    centre = 8 * big.stride + 15
    for down, right, way in (
        (0, 5, "east"),
        (2, 5, "east"),
        (3, 5, "southeast"),
        (5, 2, "south"),
        (-5, 3, "northeast"),
        (-5, -2, "north"),
        (-1, -1, "northwest"),
        (1, -2, "southwest"),
        (0, -9, "west"),
    ):
        cell = centre + down * big.stride + right
        assert nearest_direction(big, centre, cell).name.lower() == way, (down, right)
        assert blocks_between(big, centre, cell) == max(abs(down), abs(right))


# X94: orcs.


@pytest.mark.seeded
def test_each_orc_kept_is_a_captain_with_two_orcs_of_half_its_hp() -> None:
    """X94: on the nearest free tiles of its chamber."""
    found = 0
    for seed in SEEDS:
        game = fresh(seed, STAYING)
        floor, captains = game.floor, [e for e in enemies(game, "O") if CAPTAIN in e.facts]
        lesser = [enemy for enemy in enemies(game, "O") if CAPTAIN not in enemy.facts]
        assert len(lesser) == 2 * len(captains)
        assert all(enemy.hp == enemy.kind.hp == 23 for enemy in lesser)
        assert all(enemy.hp == 45 for enemy in captains)
        chambers = [floor.board.chamber_index[cell_of(game, enemy)] for enemy in captains]
        for enemy in lesser:
            assert floor.board.chamber_index[cell_of(game, enemy)] in chambers
        found += len(captains)
    assert found


def test_a_drawn_orc_is_no_captain() -> None:
    """X94."""
    game = played("@.......O....\\")
    assert not enemies(game, "O")[0].facts
    assert len(game.floor.enemies) == 1


def test_orcs_near_an_alert_captain_are_alert() -> None:
    """X94, Y16: within ten blocks, but no other captain, whatever they see."""
    rows = ("@......O..........|O......O", "..................|O......\\")
    game = played(*rows)
    captain, near, *_ = enemies(game, "O")
    captain.set_fact(CAPTAIN, 1)
    wait(game)
    assert CALLED not in captain.statuses
    assert CALLED not in near.statuses
    game = played("@......O.....|O..", ".............|O\\.")
    captain, hidden, other = enemies(game, "O")
    captain.set_fact(CAPTAIN, 1)
    other.set_fact(CAPTAIN, 1)
    wait(game)
    assert CALLED in hidden.statuses
    assert CALLED not in other.statuses


def test_with_hunters_a_captain_brings_its_orcs_beyond_the_three() -> None:
    """X94, Y10: they hunt while it does."""
    game = played("@......O.....|O..", ".............+.\\.", rules=HUNTED)
    captain, orc = enemies(game, "O")
    captain.set_fact(CAPTAIN, 1)
    captain.hunting_turns = 5
    before = cell_of(game, orc)
    wait(game)
    assert orc.hunting_turns
    assert CALLED in orc.statuses
    assert cell_of(game, orc) != before


def test_the_orcs_of_a_slain_captain_flee_for_ten_turns() -> None:
    """X94, Y16: all orcs but captains within ten blocks."""
    game = played("@O...O....|..O...........O.\\", luck=[0, 0])
    game.turn_dice = FirstOfAll()
    captain, near, hidden, far = enemies(game, "O")
    captain.set_fact(CAPTAIN, 1)
    captain.hp = 1
    events = told(game, game.play(Attack(EAST)))
    assert "The orcs lose heart." in events
    assert near.statuses[FLEEING] == 9, "this is the first of ten turns"
    assert FLEEING not in hidden.statuses
    assert FLEEING not in far.statuses


def test_orcs_that_nobody_sees_lose_heart_silently() -> None:
    """X41 with fog: nothing tells of them."""
    game = played("@O|O......\\", rules=rules_with((FOG, TACTICS)))
    captain, hidden = enemies(game, "O")
    captain.set_fact(CAPTAIN, 1)
    captain.hp = 1
    assert "The orcs lose heart." not in told(game, game.play(Attack(EAST)))
    assert FLEEING in hidden.statuses


def test_the_look_says_who_is_a_captain() -> None:
    """X94."""
    game = played("@......O.....\\")
    (orc,) = enemies(game, "O")
    orc.set_fact(CAPTAIN, 1)
    assert any("captain" in line for line in describe_cell(game, cell_of(game, orc)))


# X95: halflings.


def test_a_hit_of_a_halfling_takes_gold_instead_of_hp_and_then_it_flees() -> None:
    """X95: 3 gold, or what there is."""
    for gold, taken in ((10, 3), (2, 2)):
        game = played(".@L.......\\", luck=[HIT])
        game.hero.gold = gold
        hp = game.hero.hp
        assert wait(game) == [f"L steals {taken} gold and runs."]
        (thief,) = enemies(game, "L")
        assert (game.hero.gold, game.hero.hp) == (gold - taken, hp)
        assert thief.facts == {STOLEN: taken, FLEEING: 1}
        at = cell_of(game, thief)
        assert wait(game) == []
        assert cell_of(game, thief) == at + 1


def test_a_halfling_may_miss_and_takes_hp_without_gold() -> None:
    """X95, R20."""
    game = played(".@L.......\\", luck=[MISS, HIT])
    game.hero.gold = 1
    assert wait(game) == ["L misses PC."]
    game.hero.gold = 0
    assert wait(game) == ["L deals 12 damage to PC."]
    assert not enemies(game, "L")[0].facts


def test_a_theft_stops_commands_of_many_turns_and_is_no_blow() -> None:
    """Y17: not hurt. A fight against that thief goes on: the next blow may hit it yet."""
    game = played(".@L.......\\", luck=[HIT])
    game.hero.gold = 5
    (event,) = game.play(Wait())
    assert isinstance(event, ExpansionEvent)
    assert find_interruption(game) == "Stopped: a halfling is close."
    assert find_interruption(game, foes=[*enemies(game, "L")]) is None


def test_a_cornered_thief_steals_again() -> None:
    """Y17, X98: it attacks if no free cell beside it is farther."""
    game = played("|.@L|...\\", luck=[HIT, HIT])
    game.hero.gold = 5
    assert wait(game) == ["L steals 3 gold and runs."]
    assert wait(game) == ["L steals 2 gold and runs."]
    assert enemies(game, "L")[0].facts[STOLEN] == 5


def test_a_slain_thief_returns_what_it_stole() -> None:
    """X95: besides R24."""
    game = played(".@L.......\\", luck=[HIT, HIT, 0])
    game.hero.gold = 5
    wait(game)
    (thief,) = enemies(game, "L")
    game.floor.move_enemy(cell_of(game, thief), game.floor.hero_cell + 1)
    thief.hp = 1
    thief.kind = evolve(thief.kind, evades=never_evades)
    game.turn_dice = FirstOfAll()
    events = told(game, game.play(Attack(EAST)))
    assert "PC takes back 3 gold that was stolen." in events
    loot = [event.gold for event in game.last_events if isinstance(event, Looted)]
    assert game.hero.gold == 5 + sum(loot)


def test_odds_and_worst_turns_count_no_hp_while_there_is_gold_to_steal() -> None:
    """X95: the odds run the rule of the fight; a thief without gold to take strikes as ever."""
    game = played(".@L.......\\")
    hero, (thief,), view = game.hero, enemies(game, "L"), GameView(game)
    hero.hp = 12
    hero.gold = 300
    odds = compute_fight_odds(ALONE, hero, thief)
    assert (odds.mean_hp_lost, odds.worst_hp_lost) == (0, 0)
    assert worst_hp_after(view, game.floor.hero_cell) == 12
    assert any("; no HP lost." in line for line in _look_at(game, thief))
    foe = choose_foe(view, DEFAULT_HP_LIMIT)
    assert foe is not None
    assert describe_fight_odds(foe).endswith("; no HP lost; your gold is at stake.")
    assert (hero.gold, dict(thief.facts)) == (300, {}), "nothing of it has happened"
    hero.gold = 0
    assert compute_fight_odds(ALONE, hero, thief) == compute_fight_odds(BASE_RULES, hero, thief)
    assert worst_hp_after(view, game.floor.hero_cell) == 0


def test_gold_that_one_thief_takes_is_not_there_for_the_next() -> None:
    """X95: in a turn, and in the odds of a fight that a thief only joins."""
    game = played(".L@L....E.\\")
    hero, thieves, (elf,) = game.hero, enemies(game, "L"), enemies(game, "E")
    losses = []
    for gold, worst in ((300, 0), (6, 0), (3, 12), (0, 24)):
        hero.gold = gold
        assert max_damage_per_turn(thieves, hero, game.blows) == worst
        calculator = OddsCalculator(ALONE)
        joined = compute_group_odds(calculator, hero, elf, [Joiner(thieves[0])], lambda *_: None)
        losses.append(joined.mean_hp_lost)
    assert losses == sorted(losses)
    assert len({*losses}) == len(losses)


def _look_at(game: GameState, enemy: Enemy) -> Sequence[str]:
    return describe_cell(game, cell_of(game, enemy))


# X96: dwarfs.


def test_an_alert_dwarf_digs_straight_towards_the_pc() -> None:
    """X96, Y18: before any walk; the cell becomes a passage, which it enters with hunters alone."""
    for rules in (ALONE, HUNTED):
        game = played("@.....|..W..\\", rules=rules)
        (dwarf,) = enemies(game, "W")
        at = cell_of(game, dwarf)
        game.floor.move_enemy(at, at - 2)
        dwarf.set_status(ALERT, 6)
        dwarf.hunting_turns = 5 * (rules is HUNTED)
        assert wait(game) == ["W breaks through."]
        assert game.floor.board.terrain[at - 3] == ord("#")
        assert dwarf.facts == {DIGS: 1}
        wait(game)
        assert (cell_of(game, dwarf) == at - 3) == (rules is HUNTED)


def test_a_dwarf_digs_in_the_last_turn_of_its_memory() -> None:
    """X84, X96: it hunts in that turn as in those before it."""
    game = played("@.....|W....\\", rules=HUNTED)
    (dwarf,) = enemies(game, "W")
    dwarf.hunting_turns = 1
    assert wait(game) == ["W breaks through."]
    assert (dwarf.hunting_turns, dict(dwarf.statuses)) == (0, {})


def test_the_end_of_a_charm_is_no_noticing() -> None:
    """Y19, Y27: a human that was charmed is alert then, and raises no horn for it."""
    for charmed, told in ((0, ["H raises a horn."]), (1, [])):
        game = played("@....H....\\", rules=rules_with((HUNTERS, TACTICS, VAULTS)))
        (human,) = enemies(game, "H")
        human.set_status(CHARMED, charmed)
        human.set_fact("was charmed", charmed)
        human.hunting_turns = 5 * (not charmed)
        heard = [wait(game) for _ in range(2)]
        assert human.hunting_turns
        assert [text for texts in heard for text in texts if "raises" in text] == told


def test_death_of_a_charmed_captain_or_thief_counts_too() -> None:
    """X94, X95: slain by whomever, its orcs lose heart, and it returns what it stole."""
    for glyph, fact, told in (
        ("O", CAPTAIN, "The orcs lose heart."),
        ("L", STOLEN, "PC takes back 3 gold that was stolen."),
    ):
        rules = rules_with((TACTICS, VAULTS))
        game = played(f"@...{glyph}O....\\", luck=[MISS, HIT], rules=rules)
        first = game.floor.enemies[min(game.floor.enemies)]
        first.hp = 1
        first.set_status(CHARMED, 9)
        first.set_fact(fact, 3)
        assert wait(game)[-1] == told
        assert game.hero.gold == 3 * (fact == STOLEN)


def test_a_dwarf_digs_six_times_and_never_the_border() -> None:
    """X96."""
    game = played("@......|W..\\")
    (dwarf,) = enemies(game, "W")
    dwarf.set_fact(DIGS, 6)
    dwarf.set_status(ALERT, 6)
    assert wait(game) == []
    border = played("|W...@...\\|")
    assert "W breaks through." not in wait(border)


def test_a_dwarf_digs_unseen_in_the_fog() -> None:
    """Y18: cell and sentence reach the player only when the cell is seen."""
    rules = rules_with((FOG, TACTICS))
    game = played("@..|....|W..\\", rules=rules)
    (dwarf,) = enemies(game, "W")
    dwarf.set_status(ALERT, 6)
    assert wait(game) == []
    assert dwarf.facts == {UNSEEN_DIGS: 1}
    assert "#" not in GameView(game).glyphs.decode()


# X97: humans.


def test_a_human_that_becomes_alert_raises_a_horn_and_blows_it() -> None:
    """X97: hostile enemies within ten blocks are alert for ten turns."""
    game = played("@.....H...|O..M..", "..........|L\\....")
    assert wait(game) == ["H raises a horn."]
    assert list(threats_row(game)) == ["Threat: H raises a horn, 6 east"]
    assert wait(game)[0] == "H blows a horn."
    (orc,), (halfling,), (merchant,) = (enemies(game, each) for each in "OLM")
    assert orc.statuses[CALLED] == halfling.statuses[CALLED] == 10
    assert not merchant.statuses
    assert "H raises a horn." not in wait(game)


def test_a_called_human_raises_no_horn() -> None:
    """Y19: only noticing makes it do so."""
    game = played("@.....|..H..\\")
    (human,) = enemies(game, "H")
    human.set_status(CALLED, 5)
    assert "H raises a horn." not in wait(game)


def test_a_newcomer_that_hunts_raises_no_horn() -> None:
    """Y19, X113: it hunts without having noticed anything."""
    game = played("@.....H.....\\", rules=HUNTED)
    (human,) = enemies(game, "H")
    human.set_fact(NEWCOMER, 1)
    human.hunting_turns = 5
    assert wait(game) == []


def test_a_void_horn_is_spent() -> None:
    """Y19."""
    game = played("@.....H.....\\")
    assert wait(game) == ["H raises a horn."]
    game.play(ToggleFreeze())
    wait(game)
    game.play(ToggleFreeze())
    for _ in range(3):
        assert "horn" not in " ".join(wait(game))


# X98: flight.


def test_who_flees_steps_away_and_does_not_attack() -> None:
    """X98: to the free cell with the longest way; the frozen attack (Y21)."""
    game = played("..@O....\\", luck=[MISS])
    (orc,) = enemies(game, "O")
    orc.set_status(FLEEING, 10)
    assert wait(game) == []
    assert cell_of(game, orc) == game.floor.hero_cell + 2
    frozen = played("..@O....\\", luck=[MISS])
    enemies(frozen, "O")[0].set_status(FLEEING, 10)
    frozen.play(ToggleFreeze())
    assert "while frozen it attacks" in " ".join(describe_cell(frozen, frozen.floor.hero_cell + 1))
    assert wait(frozen) == ["O misses PC."]


def test_who_flees_neither_notices_nor_hunts() -> None:
    """Y10: it is none of those who hunt; a look and a rest go by that."""
    game = played("..@..L....\\", luck=[], rules=HUNTED)
    (thief,) = enemies(game, "L")
    thief.set_fact(FLEEING, 1)
    assert wait(game) == [], "it does not roll"
    thief.hunting_turns = 5
    assert not GameView(game).hunters
    look = " ".join(describe_cell(game, cell_of(game, thief)))
    assert "It flees from you." in look
    assert "it hunts you" not in look


def test_the_cornered_attack_or_stay() -> None:
    """X98, Y20."""
    game = played("..@.O|...\\", luck=[MISS])
    (orc,) = enemies(game, "O")
    orc.set_status(FLEEING, 10)
    at = cell_of(game, orc)
    assert wait(game) == []
    assert cell_of(game, orc) == at
    game.play(Move(EAST))
    assert told(game, game.last_events)[-1] == "O misses PC."


def test_ties_of_a_flight_are_drawn() -> None:
    """X98: always."""
    ends = set()
    for number in (0, 1, 2):
        game = played("....", ".@O.", "....", "..\\.", luck=[number])
        (orc,) = enemies(game, "O")
        orc.set_status(FLEEING, 10)
        wait(game)
        ends.add(cell_of(game, orc))
    assert len(ends) == 3


def test_without_hunters_who_flees_keeps_to_its_chamber() -> None:
    """X98."""
    for rules, leaves in ((ALONE, False), (HUNTED, True)):
        game = played("..@.O+##...\\", rules=rules)
        (orc,) = enemies(game, "O")
        orc.set_status(FLEEING, 10)
        at = cell_of(game, orc)
        wait(game)
        assert (cell_of(game, orc) == at + 1) == leaves


# X99 and what the player sees.


def test_looks_say_what_an_enemy_is_about() -> None:
    """X99: an elf may shoot first; X122: states are in the look."""
    game = played("@...E.L.O..\\")
    (elf,), (halfling,), (orc,) = (enemies(game, each) for each in "ELO")
    halfling.set_fact(STOLEN, 3)
    halfling.set_fact(FLEEING, 1)
    orc.set_fact(CAPTAIN, 1)
    wait(game)
    said = [list(notes(game, cell_of(game, each))) for each in (elf, halfling, orc)]
    assert said[0] == ["It may shoot first.", "It is alert.", "It aims."]
    assert said[1] == ["It has 3 gold of yours.", "It flees from you."]
    assert said[2][0] == "It is a captain: the orcs near it fight with it."
    halfling.set_status(CHARMED, 9)
    assert list(notes(game, cell_of(game, halfling))) == said[1][:1], "who is charmed does not flee"


def test_the_hint_says_what_to_do_about_aim() -> None:
    """X99."""
    (hint,) = TACTICS.texts.hints
    assert hint.text == "Who aims shoots next turn: leave its line, or close in."
    game = played("@...E....\\")
    assert not hint.is_due(game)
    wait(game)
    assert hint.is_due(game)


def test_the_help_says_that_the_hp_below_are_not_whole() -> None:
    """X90: the legend of `?` has the figures of the roster."""
    note = "  All but the elder dragon and those of name have a quarter of their HP."
    assert note in expansion_help(rules_with((TACTICS,)))


def test_states_play_on_in_a_copy() -> None:
    """X122: undo restores them."""
    game = played("@...E....\\", luck=[HIT])
    wait(game)
    copy = game.copy()
    assert copy.digest() == game.digest()
    assert told(copy, copy.play(Wait())) == ["E shoots PC for 24 damage."]
    assert list(threats_row(game)) == ["Threat: E aims, 4 east"]
    assert list(threats_row(game.copy_in_sight(1))) == ["Threat: E aims, 4 east"]
