"""Tactics: each kind of enemy has a way of its own (X90-X99, with Y9, Y15-Y20 and Y45)."""

from collections.abc import Iterable, Sequence

import pytest
from attrs import evolve

from cc3k.bots.game import observe
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import EAST, NORTH, Cell
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, never_evades
from cc3k.engine.events import PC, Event, Looted, Missed, Struck
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.states import CALLED, CHARMED, FLEEING, NEWCOMER, SLOWED
from cc3k.engine.view import GameView
from cc3k.expansions import tactics
from cc3k.expansions.depths import ELDER_DRAGON
from cc3k.expansions.registry import rules_with
from cc3k.play.choices import HpLimit
from cc3k.play.collect import Collect
from cc3k.play.endings import cause_of_death
from cc3k.play.fights import Fight
from cc3k.play.foes import describe_fight_odds, worst_hp_after
from cc3k.play.frame import status_text
from cc3k.play.help import expansion_help
from cc3k.play.interruptions import MultiTurnCommand, find_interruption
from cc3k.play.look import describe_cell
from cc3k.play.macros import Repeat, Rest, Run
from cc3k.play.messages import join_messages
from cc3k.play.odds import Joiner, OddsCalculator, compute_fight_odds, compute_group_odds
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, StairsJourney, find_stairs
from cc3k.play.voices import DocumentVoice
from cc3k.ui.palette import DEFAULT_STYLES, MONOCHROME_STYLES, ROLE_LETTERS
from tests.support.consoles import LARGE, console_of, lines, pressed, roles_of, travelled
from tests.support.expansions import all_hunt, expanded, foe_of, played, rules_of, say
from tests.support.scenarios import HIT, MISS, FirstOfAll, Wait, race_named, room, scenario
from tests.support.tables import for_each
from tests.support.walks import only_enemy, texts, tried, walk

ALONE, HUNTED, FOGGY = [rules_of(f"{more} tactics") for more in ("", "hunters", "fog")]
STAYING = evolve(tactics.TACTICS, floors=evolve(tactics.TACTICS.floors, fair_arrival=False))
"""Without X82, nobody is moved away after that."""


def in_room(
    *rows: str, luck: Sequence[int] | None = None, rules: Rules = ALONE, race: str = "Shade"
) -> GameState:
    """Return a game in a room; without any luck all attacks miss, and the first option is taken."""
    game = scenario(room(*rows), race, luck or (), [NORTH] * 999, rules)
    if luck is None:
        game.turn_dice = FirstOfAll()
    return game


def enemies(game: GameState, glyph: str) -> list[Enemy]:
    return [each for _, each in sorted(game.floor.enemies.items()) if each.kind.glyph == glyph]


def cell_of(game: GameState, enemy: Enemy) -> Cell:
    return next(at for at, each in game.floor.enemies.items() if each is enemy)


def place(game: GameState) -> int:
    """Return how many columns the only enemy is East of the PC."""
    return min(game.floor.enemies) - game.floor.hero_cell


def told(game: GameState, events: Iterable[Event]) -> list[str]:
    return [DocumentVoice(game.rules).word_event(event) for event in events]


def wait(game: GameState) -> list[str]:
    return told(game, game.play(Wait()))


def threats(game: GameState) -> str:
    (row,) = tactics.threats_row(game)
    return row.removeprefix("Threat: ")


@pytest.mark.seeded
def test_ten_spawned_enemies_are_gone_and_each_orc_kept_is_a_captain() -> None:
    """X90, X94: no dragon goes, loot stays; with two orcs of half its HP."""
    found = 0
    for seed in range(12):
        game, without = [
            GameState(rules, rules.races[seed % 5], Dice(f"floor {seed}"))
            for rules in (rules_with((STAYING,)), BASE_RULES)
        ]
        floor, before = game.floor, without.floor
        captains = [enemy for enemy in enemies(game, "O") if tactics.CAPTAIN in enemy.facts]
        lesser = [enemy for enemy in enemies(game, "O") if tactics.CAPTAIN not in enemy.facts]
        assert len(enemies(game, "D")) == len(enemies(without, "D"))
        assert len(before.enemies) - (len(floor.enemies) - len(lesser)) == tactics.ENEMIES_REMOVED
        assert (floor.items, floor.hero_cell) == (before.items, before.hero_cell)
        assert floor.stairs_cell == before.stairs_cell
        assert len(lesser) == 2 * len(captains)
        assert all(enemy.hp == enemy.kind.hp == 30 for enemy in lesser)
        assert all(enemy.hp == 60 for enemy in captains)
        chambers = [floor.board.chamber_index[cell_of(game, enemy)] for enemy in captains]
        for enemy in lesser:
            assert floor.board.chamber_index[cell_of(game, enemy)] in chambers
        found += len(captains)
    assert found


def test_all_have_a_third_of_their_hp_and_less_atk_but_the_elder_dragon() -> None:
    """X90, tuned, Y15: drawn floors, too; after X86's growth. The help says so."""
    game = in_room("@...HWEOMLD..\\")
    for enemy in game.floor.enemies.values():
        row = BASE_RULES.enemy_kind_named(enemy.kind.name)
        assert enemy.hp == enemy.kind.hp == -(-row.hp // 3)
        assert enemy.stats.attack == -(-3 * row.stats.attack // 4)
        assert enemy.stats.defence == row.stats.defence
    assert tactics.weakened(ELDER_DRAGON) is ELDER_DRAGON
    assert len(game.floor.enemies) == 7
    note = "  All but the elder dragon and those of name have 1/3 of their HP and 3/4 of their Atk."
    assert note in expansion_help(ALONE)
    drawing = "\n".join([room("@\\..."), room("@.L.\\")])
    games = [expanded(names, drawing, steps=[]) for names in ("depths tactics", "depths")]
    hp = [only_enemy(walk(game, "ea")).hp for game in games]
    assert hp[1] > BASE_RULES.enemy_kind_named("halfling").hp
    assert hp[0] == -(-hp[1] // 3)


def test_an_enemy_in_sight_within_eight_steps_is_alert_and_comes_nearer() -> None:
    """X91, Y20: by a shortest way; who is nine steps off, at peace, or a dragon is not alert."""
    game = in_room("@.......O....\\")
    assert wait(game) == []
    orc = only_enemy(game)
    assert place(game) == 7
    assert not orc.facts, "a drawn orc is no captain (X94)"
    assert orc.statuses == observe(game).enemies[0].statuses == {tactics.ALERT: 5}
    for row in ("@........O....\\", "@...M...D....\\"):
        game = in_room(row)
        wait(game)
        assert not any(enemy.statuses for enemy in game.floor.enemies.values()), row
    blocked = in_room("|@HO..\\")
    wait(blocked)
    assert max(blocked.floor.enemies) == blocked.floor.hero_cell + 2, "it does not walk round"


def test_an_enemy_stays_alert_for_five_turns_without_sight() -> None:
    """X91: it waits at the wall of its chamber meanwhile (Y20)."""
    rows = ("@......|..O", ".......|...", "-+-----|-+-", " ######### ", "\\----------")
    game = in_room(*rows)
    orc = only_enemy(game)
    orc.set_status(tactics.ALERT, 6)
    for left in (5, 4, 3, 2, 1, 0):
        assert orc.statuses.get(tactics.ALERT, 0) == left + 1
        wait(game)
    assert not orc.statuses
    assert min(game.floor.enemies) in game.floor.board.chamber_index


def test_beside_the_pc_all_attack_as_ever() -> None:
    """X91, R3: alert or not, and once an enemy."""
    game = in_room("..H..", ".W@O.", "..L..", "....\\")
    assert wait(game) == ["H misses PC.", "W misses PC.", "O misses PC.", "L misses PC."]


def test_with_hunters_who_hunts_is_alert_and_nobody_else() -> None:
    """X91: notice and memory are those of X50."""
    game = in_room("@...E....\\", rules=HUNTED)
    wait(game)
    assert not only_enemy(game).statuses
    assert wait(all_hunt(game)) == ["E aims at PC."]


@for_each(
    (HIT, 125, (Struck("elf", PC, 19, 106, shot=True),), ["E shoots PC for 19 damage."]),
    (MISS, 125, (Missed("elf", PC, shot=True),), ["E's arrow misses PC."]),
    (HIT, 5, None, ["E shoots PC for 19 damage.", "E slays PC."]),
)
def test_an_elf_aims_in_one_action_and_shoots_in_the_next(
    coin: bool, hp: int, shot: tuple[Event, ...] | None, said: list[str]
) -> None:
    """X93, Y4: one attack (R19, R20), also in a copy (X122); it must be announced again."""
    game = in_room("@...E....\\", luck=[coin])
    game.hero.hp = hp
    assert wait(game) == ["E aims at PC."]
    copy = game.copy()
    for one in (game, copy):
        assert threats(one) == "E aims, 4 east"
        events = one.play(Wait())
        assert shot in {None, events}
        assert told(one, events) == said
    if game.outcome is None:
        assert wait(game) == ["E aims at PC."]
        assert game.last_events[0].concerns == "elf"
    else:
        assert cause_of_death(game.outcome) == "elf"


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
        game = in_room(*rows)
        assert ("E aims at PC." in wait(game)) == aims, rows


def test_an_elf_beside_the_pc_attacks_once_whatever_the_race() -> None:
    """X93 amends §2.2; the odds are those at arm's length (X99)."""
    for race in ("Shade", "Drow"):
        game = in_room("@E....\\", luck=[MISS], race=race)
        assert wait(game) == ["E misses PC."]
    for kind in (only_enemy(game).kind, ALONE.enemy_kind_named("elf")):
        assert kind.attacks_per_turn(race_named("Shade")) == 1


def test_what_was_announced_is_void_out_of_the_line() -> None:
    """X92, Y9: the elf does the next thing in that same phase; any clear line will do."""
    rows = ("@...E....", ".........", "........\\")
    game, other = in_room(*rows), in_room(*rows, luck=[MISS])
    (before,) = game.floor.enemies
    assert wait(game) == wait(other) == ["E aims at PC."]
    assert before not in walk(game, "so").floor.enemies, "it comes nearer instead"
    assert told(other, say(other, "ea"))[-1] == "E's arrow misses PC."


@for_each("frozen", "toggled", SLOWED, CHARMED, "moved", "slain")
def test_what_was_announced_is_void_after(change: str) -> None:
    """X92: if the enemy was slain, frozen, slowed, moved or charmed since."""
    game = in_room("@...E....", "........\\")
    assert wait(game) == ["E aims at PC."]
    (at,) = game.floor.enemies
    if change in {SLOWED, CHARMED}:
        only_enemy(game).set_status(change, 9)
    elif change == "moved":
        game.floor.move_enemy(at, at + 1)
    elif change == "slain":
        game.floor.remove_enemy(at)
    else:
        walk(game, "f f" if change == "toggled" else "f")
    assert threats(game) == "none"
    assert not any("shoots" in text or "arrow" in text for text in wait(game))


def test_only_enemies_that_the_player_sees_announce() -> None:
    """X92 with fog: the elf sees the PC in the passage, who sees one block far."""
    game = in_room("@####+...E..", "-----|......", "-----|.....\\", rules=FOGGY)
    for _ in range(3):
        only_enemy(game).set_status(tactics.ALERT, 6)
        assert wait(game) == []
    assert threats(game) == "none"


def test_the_row_names_every_threat_with_its_distance_and_direction() -> None:
    """X92, Y45: by distance, then in reading order."""
    game = in_room(".......E.", *["........."] * 3, ".E.....@.", ".......\\.")
    assert (threats(game), [*tactics.short_threats_row(game)]) == ("none", [])
    wait(game)
    assert threats(game) == "E aims, 4 north; E aims, 6 west"
    assert [*tactics.short_threats_row(game)] == ["Threat E aims 4 no +1"]
    assert "\nThreat: E aims, 4 north; E aims, 6 west\n" in status_text(game)
    figures = observe(game).figures
    assert (figures["threats"], figures["nearest_threat"]) == (2, 4)


def test_where_nobody_announces_the_row_names_who_attacks_or_hunts() -> None:
    """X92: an orc beside the PC is a threat, too; no merchant is one, nor who flees or is held."""
    game = in_room(".M.......", ".@O...O.L", "........\\", rules=HUNTED)
    beside, far = enemies(game, "O")
    (halfling,) = enemies(game, "L")
    assert threats(game) == "O attacks, 1 east"
    for each in (beside, far):
        each.hunting_turns = 3
    assert threats(game) == "O hunts, 1 east; O hunts, 5 east"
    assert [*tactics.short_threats_row(game)] == ["Threat O hunts 1 ea +1"]
    far.set_status(CHARMED, 9)
    beside.set_status(FLEEING, 9)
    assert threats(game) == "none"
    walk(game, "f")
    halfling.hunting_turns = 3
    assert threats(game) == "O attacks, 1 east"
    assert observe(game).figures["threats"] == 0


def test_orcs_near_an_alert_captain_are_alert() -> None:
    """X94, Y16: within ten blocks, but no other captain, whatever they see."""
    game = in_room("@......O..........|O......O", "..................|O......\\")
    captain, near, *_ = enemies(game, "O")
    captain.set_fact(tactics.CAPTAIN, 1)
    wait(game)
    assert CALLED not in {*captain.statuses, *near.statuses}
    game = in_room("@......O.....|O..", ".............|O\\.")
    captain, hidden, other = enemies(game, "O")
    captain.set_fact(tactics.CAPTAIN, 1)
    other.set_fact(tactics.CAPTAIN, 1)
    assert any("captain" in line for line in describe_cell(game, cell_of(game, captain)))
    wait(game)
    assert CALLED in hidden.statuses
    assert CALLED not in other.statuses


def test_with_hunters_a_captain_brings_its_orcs_beyond_the_three() -> None:
    """X94, Y10: they hunt while it does."""
    game = in_room("@......O.....|O..", ".............+.\\.", rules=HUNTED)
    (_, captain), (before, orc) = sorted(game.floor.enemies.items())
    captain.set_fact(tactics.CAPTAIN, 1)
    captain.hunting_turns = 5
    wait(game)
    assert orc.hunting_turns
    assert CALLED in orc.statuses
    assert before not in game.floor.enemies


def test_the_orcs_of_a_slain_captain_flee_for_ten_turns() -> None:
    """X94, Y16: all orcs but captains within ten blocks; of those that nobody sees, none tells."""
    for row, rules, flights in (
        ("@O...O....|..O...........O.\\", ALONE, (9, 0, 0)),  # this is the first of ten turns
        ("@O|O......\\", FOGGY, (9,)),
    ):
        game = in_room(row, rules=rules)
        captain, *orcs = enemies(game, "O")
        captain.set_fact(tactics.CAPTAIN, 1)
        captain.hp = 1
        assert ("The orcs lose heart." in texts(say(game, "a ea"))) == (rules is ALONE)
        assert tuple(orc.statuses.get(FLEEING, 0) for orc in orcs) == flights


def test_a_hit_of_a_halfling_takes_gold_instead_of_hp_and_then_it_flees() -> None:
    """X95: 3 gold, or what there is; slain, it returns that, besides R24. Without gold, HP."""
    for gold, taken in ((10, 3), (2, 2)):
        game = in_room(".@L.......\\", luck=[HIT])
        game.hero.gold, thief = gold, only_enemy(game)
        assert wait(game) == [f"L steals {taken} gold and runs."]
        assert (game.hero.gold, game.hero.hp) == (gold - taken, 125)
        assert thief.facts == {tactics.STOLEN: taken, FLEEING: 1}
        assert (wait(game), place(game)) == ([], 2)
        game.floor.move_enemy(game.floor.hero_cell + 2, game.floor.hero_cell + 1)
        thief.hp = 1
        thief.kind = evolve(thief.kind, evades=never_evades)
        game.turn_dice = FirstOfAll()
        events = say(game, "a ea")
        assert f"PC takes back {taken} gold that was stolen." in texts(events)
        loot = [event.gold for event in events if isinstance(event, Looted)]
        assert game.hero.gold == gold + sum(loot)
    game = in_room(".@L.......\\", luck=[MISS, HIT])
    for gold, said in ((1, "L misses PC."), (0, "L deals 10 damage to PC.")):
        game.hero.gold = gold
        assert wait(game) == [said]
    assert not only_enemy(game).facts


def test_a_theft_stops_commands_of_many_turns_and_is_no_blow() -> None:
    """Y17: not hurt. A fight against that thief goes on: the next blow may hit it yet."""
    game = in_room(".@L.......\\", luck=[HIT])
    game.hero.gold = 5
    assert len(texts(game.play(Wait()))) == 1
    assert find_interruption(game) == "Stopped: a halfling is close."
    assert find_interruption(game, foes=[only_enemy(game)]) is None


def test_a_thief_that_runs_keeps_nobody_from_collecting() -> None:
    """X98: it strikes nobody, but frozen or cornered it does; its row says that it flees."""
    game = in_room("6...@L.......\\")
    thief = only_enemy(game)
    thief.set_fact(tactics.STOLEN, 3)
    thief.set_fact(FLEEING, 1)
    assert find_interruption(game) is None
    assert any(" 1 ea flees" in row for row in lines(console_of(game, size=LARGE)))
    assert Collect().next_command(game) == "we"
    thief.set_fact(FLEEING, 0)
    assert Collect().next_command(game) is None
    assert find_interruption(game) == "Stopped: a halfling is close."


def test_a_cornered_thief_steals_again() -> None:
    """Y17, X98: it attacks if no free cell beside it is farther."""
    game = in_room("|.@L|...\\", luck=[HIT, HIT])
    game.hero.gold = 5
    for gold, runs in ((3, " and runs"), (2, "")):
        assert wait(game) == [f"L steals {gold} gold and runs."]
        spoken = SpokenVoice(game.rules).word_turn(game.last_events, game.race)
        assert join_messages(spoken).endswith(f"The halfling steals {gold} gold{runs}.")
    assert only_enemy(game).facts[tactics.STOLEN] == 5


def test_odds_and_worst_turns_count_no_hp_while_there_is_gold_to_steal() -> None:
    """X95: the odds run the rule of the fight; a thief without gold to take strikes as ever."""
    game = in_room(".@L.......\\")
    hero, thief, view = game.hero, only_enemy(game), GameView(game)
    hero.hp, hero.gold = 10, 300
    odds = compute_fight_odds(ALONE, hero, thief)
    assert (odds.mean_hp_lost, odds.worst_hp_lost) == (0, 0)
    assert worst_hp_after(view, game.floor.hero_cell) == 10
    assert any("; no HP lost." in line for line in describe_cell(game, cell_of(game, thief)))
    told_of = describe_fight_odds(foe_of(game))
    assert told_of.endswith("; no HP lost; your gold is at stake.")
    assert (hero.gold, dict(thief.facts)) == (300, {}), "nothing of it has happened"
    hero.gold = 0
    assert compute_fight_odds(ALONE, hero, thief) == compute_fight_odds(BASE_RULES, hero, thief)
    assert worst_hp_after(view, game.floor.hero_cell) == 0


def test_the_odds_of_who_may_shoot_say_that_arrows_come_on_top() -> None:
    """X93: on the way there alone, and not from who is frozen."""
    for row, frozen, is_told in (("@...E..", 0, 1), ("@E.....", 0, 0), ("@...E..", 1, 0)):
        game = in_room(f"{row}\\")
        game.hero.hp, game.enemies_frozen = 5000, bool(frozen)
        foe = foe_of(game)
        assert ("; arrows on the way come on top" in describe_fight_odds(foe)) == bool(is_told)


def test_gold_that_one_thief_takes_is_not_there_for_the_next() -> None:
    """X95: in a turn, and in the odds of a fight that a thief only joins."""
    game = in_room(".L@L....E.\\")
    hero, thieves, (elf,) = game.hero, enemies(game, "L"), enemies(game, "E")
    losses = []
    for gold, worst in ((300, 0), (6, 0), (3, 10), (0, 20)):
        hero.gold = gold
        assert max_damage_per_turn(thieves, hero, game.blows) == worst
        calculator = OddsCalculator(ALONE)
        joined = compute_group_odds(calculator, hero, elf, [Joiner(thieves[0])], lambda *_: None)
        losses.append(joined.mean_hp_lost)
    assert losses == sorted(losses)
    assert len({*losses}) == len(losses)


def test_an_alert_dwarf_digs_straight_towards_the_pc() -> None:
    """X96, Y18: before any walk; the cell becomes a passage, which it enters with hunters alone."""
    for rules in (ALONE, HUNTED):
        game = in_room("@.....|W....\\", rules=rules)
        dwarf = only_enemy(game)
        dwarf.set_status(tactics.ALERT, 6)
        dwarf.hunting_turns = 5 * (rules is HUNTED)
        assert wait(game) == ["W breaks through."]
        assert game.floor.board.terrain[game.floor.hero_cell + 6] == ord("#")
        assert dwarf.facts == {tactics.DIGS: 1}
        wait(game)
        assert (place(game) == 6) == (rules is HUNTED)


def test_death_of_a_charmed_captain_or_thief_counts_too() -> None:
    """X94, X95: slain by whomever, its orcs lose heart, and it returns what it stole."""
    for glyph, fact, told in (
        ("O", tactics.CAPTAIN, "The orcs lose heart."),
        ("L", tactics.STOLEN, "PC takes back 3 gold that was stolen."),
    ):
        rules = rules_of("tactics vaults")
        game = in_room(f"@...{glyph}O....\\", luck=[MISS, HIT], rules=rules)
        first = game.floor.enemies[min(game.floor.enemies)]
        first.hp = 1
        first.set_status(CHARMED, 9)
        first.set_fact(fact, 3)
        assert wait(game)[-1] == told
        assert game.hero.gold == 3 * (fact == tactics.STOLEN)


def test_a_dwarf_digs_six_times_and_never_the_border() -> None:
    """X96, X84, Y18: also in the last turn of its hunt; unseen in the fog, nothing is told."""
    for row, rules, facts, said in (
        ("@......|W..\\", ALONE, {tactics.DIGS: 6}, []),
        ("@.....|W....\\", HUNTED, {tactics.DIGS: 1}, ["W breaks through."]),
        ("@..|....|W..\\", FOGGY, {tactics.UNSEEN_DIGS: 1}, []),
    ):
        game = in_room(row, rules=rules)
        dwarf = only_enemy(game)
        if said:
            dwarf.hunting_turns = 1
        else:
            dwarf.set_status(tactics.ALERT, 6)
        if rules is ALONE:
            dwarf.set_fact(tactics.DIGS, 6)
        assert wait(game) == said
        assert dwarf.facts == facts
        if said:
            assert (dwarf.hunting_turns, dict(dwarf.statuses)) == (0, {})
        assert ("#" in GameView(game).glyphs.decode()) == bool(said)
    assert "W breaks through." not in wait(in_room("|W...@...\\|"))


def test_a_human_that_becomes_alert_raises_a_horn_and_blows_it() -> None:
    """X97: hostile enemies within ten blocks are alert for ten turns."""
    game = in_room("@.....H...|O..M..", "..........|L\\....")
    assert wait(game) == ["H raises a horn."]
    assert threats(game) == "H raises a horn, 6 east"
    rows = lines(console_of(game, size=LARGE))
    assert any(row.endswith(" H human 47 6 ea raises a horn") for row in rows)
    assert wait(game)[0] == "H blows a horn."
    (orc,), (halfling,), (merchant,) = (enemies(game, each) for each in "OLM")
    assert orc.statuses[CALLED] == halfling.statuses[CALLED] == 10
    assert not merchant.statuses
    assert "H raises a horn." not in wait(game)


def test_a_void_horn_is_spent_and_only_noticing_raises_one() -> None:
    """Y19, Y27, X113: no call, no newcomer's hunt and no end of a charm does."""
    game = in_room("@.....H.....\\")
    assert wait(game) == ["H raises a horn."]
    for _ in range(2):
        wait(walk(game, "f"))
    assert "horn" not in " ".join([*wait(game), *wait(game)])
    hunted = rules_of("hunters tactics vaults")
    for row, rules, fact, statuses, raises in (
        ("@.....|..H..\\", ALONE, None, {CALLED: 5}, False),
        ("@.....H.....\\", hunted, NEWCOMER, {}, False),
        ("@....H....\\", hunted, "was charmed", {CHARMED: 1}, False),
        ("@....H....\\", hunted, None, {}, True),
    ):
        game = in_room(row, rules=rules)
        human = only_enemy(game)
        for name, turns in statuses.items():
            human.set_status(name, turns)
        if fact is not None:
            human.set_fact(fact, 1)
        human.hunting_turns = 5 * (rules is hunted and not statuses)
        assert ("H raises a horn." in [*wait(game), *wait(game)]) == raises, (row, fact)
        assert bool(human.hunting_turns) == (rules is hunted)


def fleeing(*rows: str, luck: Sequence[int] | None = None, rules: Rules = ALONE) -> GameState:
    game = in_room(*rows, luck=luck, rules=rules)
    only_enemy(game).set_status(FLEEING, 10)
    return game


def test_who_flees_steps_away_and_does_not_attack() -> None:
    """X98: to the free cell with the longest way, without hunters in its chamber."""
    for row, rules, steps in (
        ("..@O....\\", ALONE, 1),
        ("..@.O+##...\\", ALONE, 0),
        ("..@.O+##...\\", HUNTED, 1),
    ):
        game = fleeing(row, rules=rules)
        before = place(game)
        assert (wait(game), place(game)) == ([], before + steps)
    frozen = walk(fleeing("..@O....\\", luck=[MISS]), "f")
    assert "while frozen it attacks" in " ".join(describe_cell(frozen, frozen.floor.hero_cell + 1))
    assert wait(frozen) == ["O misses PC."], "the frozen attack (Y21)"


def test_who_flees_neither_notices_nor_hunts() -> None:
    """Y10: it is none of those who hunt; a look and a rest go by that."""
    game = fleeing("..@..L....\\", luck=[], rules=HUNTED)
    assert wait(game) == [], "it does not roll"
    assert not GameView(all_hunt(game)).hunters
    look = " ".join(describe_cell(game, min(game.floor.enemies)))
    assert "It flees from you." in look
    assert "it hunts you" not in look


def test_the_cornered_attack_or_stay() -> None:
    """X98, Y20."""
    game = fleeing("..@.O|...\\", luck=[MISS])
    assert (wait(game), place(game)) == ([], 2)
    assert told(game, say(game, "ea"))[-1] == "O misses PC."


def test_ties_of_a_flight_are_drawn() -> None:
    """X98: always."""
    ends = set()
    for number in (0, 1, 2):
        game = fleeing("....", ".@O.", "....", "..\\.", luck=[number])
        wait(game)
        ends.add(place(game))
    assert len(ends) == 3


def test_looks_say_what_an_enemy_is_about() -> None:
    """X99: an elf may shoot first; X122: states are in the look."""
    game = in_room("@...E.L.O..\\")
    (elf,), (halfling,), (orc,) = (enemies(game, each) for each in "ELO")
    halfling.set_fact(tactics.STOLEN, 3)
    halfling.set_fact(FLEEING, 1)
    orc.set_fact(tactics.CAPTAIN, 1)
    wait(game)
    said = [list(tactics.notes(game, cell_of(game, each))) for each in (elf, halfling, orc)]
    assert said[0] == ["It may shoot first.", "It is alert.", "It aims."]
    assert said[1] == ["It has 3 gold of yours.", "It flees from you."]
    assert said[2][0] == "It is a captain: the orcs near it fight with it."
    halfling.set_status(CHARMED, 9)  # who is charmed does not flee
    assert [*tactics.notes(game, cell_of(game, halfling))] == said[1][:1]


def test_the_hint_says_what_to_do_about_aim() -> None:
    """X99."""
    (hint,) = tactics.TACTICS.texts.hints
    assert hint.text == "Who aims shoots next turn: leave its line, or close in."
    game = in_room("@...E....\\")
    assert not hint.is_due(game)
    wait(game)
    assert hint.is_due(game)


def in_a_hall_with(glyph: str) -> GameState:
    rows = "@" + "." * 22 + "7\\", *["." * 25] * 3, f"......{glyph}" + "." * 18
    game = scenario(room(*rows), "Troll", steps=[], rules=ALONE)
    game.turn_dice, game.hero.hp = Dice("announced"), 90
    return game


@for_each(
    *(AutoTravel(find_stairs), StairsJourney(), Run(EAST), Repeat("ea", 12), Rest()),
    Fight(HpLimit(0), goes_far=True),
)
def test_a_command_of_many_turns_stops_at_an_announcement(command: MultiTurnCommand) -> None:
    """X99: the turn in which an elf aims is the last."""
    game = in_a_hall_with("E")
    _, reason = played(game, command)
    assert reason in {"", f"{game.turns} turns."}
    assert 0 < game.turns < 8
    assert texts(game.last_events) == ["E aims at PC."]


LEFT = "Left: 2 gold (an elf is near)"


@for_each(
    (["6.@...E"], None, LEFT),
    (["@6....E"], None, LEFT),
    (["@6......E"], "ea", ""),  # seven blocks off
    (["@6..|.E"], "ea", ""),  # behind a wall
    (["@6..WE"], None, LEFT),  # the dwarf may step aside
    (["@6....W"], "ea", ""),
    (["@6...", ".....", ".....", "....E"], "so", ""),  # it waits
    (["@6...", ".....", "....E"], "ea", ""),  # in none of eight lines
    ([".@.6.", ".....", "....E"], "se", ""),  # and round the line
)
def test_collecting_keeps_out_of_the_lines_of_an_elf(
    rows: list[str], word: str | None, reason: str
) -> None:
    """X93: also of one that has not noticed the PC; it is told as any other reach."""
    drawing = room(f"{rows[0]}\\", *[f"{row}." for row in rows[1:]])
    game = scenario(drawing, steps=[], rules=ALONE)
    assert tried(game, Collect()) == (word, reason)
    if rows == ["@6....E"]:
        game.enemies_frozen = True
        assert Collect().next_command(game) == "ea", "the frozen aim at nobody (X92)"


def test_collecting_stops_at_a_horn() -> None:
    """X99: it keeps out of the lines of elves, but a human may call from anywhere."""
    game = in_a_hall_with("H")
    assert played(game, Collect())[1] == "1 turn."
    assert texts(game.last_events) == ["H raises a horn."]


def test_travel_says_of_an_arrow_that_it_hit_and_not_that_somebody_is_close() -> None:
    """X99: the next press goes on into the shot."""
    game = scenario(room("E..@............7.\\"), luck=[HIT], steps=[NORTH] * 9, rules=ALONE)
    console = console_of(game)
    travelled(console, ">")
    travelled(console, ">")
    assert "The elf shoots you for" in console.action_text
    assert "is close" not in console.action_text


def test_the_letter_of_who_announces_is_reversed() -> None:
    """X92: on a screen, whatever the palette."""
    console = console_of(in_a_hall_with("E"))
    assert roles_of(console, "E") != ROLE_LETTERS["threat"]
    travelled(console, ">")
    assert "The elf aims at you." in console.action_text
    assert roles_of(console, "E") == ROLE_LETTERS["threat"]
    for styles in (DEFAULT_STYLES, MONOCHROME_STYLES):
        assert "reverse" in styles["threat"]
    pressed(console, "f")
    assert roles_of(console, "E") != ROLE_LETTERS["threat"]
