"""Uniques: eight enemies of name, the rules they break and their trophies (X110, X111)."""

from itertools import pairwise

from attrs import evolve

from cc3k.bots.game import observe
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import DOORWAY, EAST, WEST, Cell
from cc3k.engine.combat import Blow, hits_to_slay
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Descended, Event, ExpansionEvent, Missed, Slain, Struck
from cc3k.engine.game import GameState
from cc3k.engine.hero import SPARE_LIFE
from cc3k.engine.items import GoldPile
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CHARMED, FLEEING
from cc3k.engine.stats import BaseStats
from cc3k.engine.view import GameView
from cc3k.expansions import uniques
from cc3k.expansions.depths import ELDER_DRAGON, growth_percent
from cc3k.expansions.vaults import Treasures, Wand
from cc3k.expansions.wands import fight_for_hero, strike_charmed
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.endings import cause_of_death
from cc3k.play.fights import Fight
from cc3k.play.interruptions import find_interruption, play_turn
from cc3k.play.look import describe_cell
from cc3k.play.macros import repeated
from cc3k.play.odds import compute_fight_odds
from cc3k.play.prompts import prompt_after, question_before
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel
from tests.support.expansions import expanded, played, row, rules_of, say, session_of
from tests.support.scenarios import HIT, MISS, Wait, refusal, room, seeded, weakened
from tests.support.walks import floors_of, second_press, texts, walk

RULES = rules_of("uniques")
NAMES = list(uniques.BY_NAME)


def met(
    name: str,
    *rows: str,
    race: str = "Shade",
    luck: tuple[int, ...] = (),
    roaming: bool = False,
    names: str = "",
) -> GameState:
    """Return a game in a room whose `U` is that unique; enemies are held unless they roam."""
    order, steps = [NAMES.index(name), *[0] * 7], [EAST] * 40 if roaming else None
    return expanded(f"uniques {names}", room(*rows), race, [*order, *luck], steps)


def unique(game: GameState) -> Enemy:
    (found,) = [each for each in game.floor.enemies.values() if each.kind.is_named]
    return found


def learned(game: GameState, *names: str) -> GameState:
    for name in names:
        game.hero.set_fact(uniques.TROPHY_FACTS[name], 1)
    return game


def test_questions_and_prompts_name_a_unique_without_an_article() -> None:
    game = met("Og", "@U.\\")
    assert prompt_after(game, "a", {}, "a").endswith("a: Og to the East.")
    unique(game).set_status(CHARMED, 9)
    told = "Og to the East fights for you. Attack it?"
    assert question_before(game, Attack(EAST)) == told


def test_a_theft_stops_commands_of_many_turns_though_the_thief_is_gone() -> None:
    """Y17: Pim steals and runs in one turn, so that nobody is close when it ends."""
    game = met("Pim", ".@....6", ".U....\\", luck=(HIT, 0), roaming=True, names="tactics")
    game.hero.gold = 5
    session, command = session_of(game), repeated("ea", 5, DEFAULT_HP_LIMIT)
    assert play_turn(session, command, session.give) == ""
    assert session.action_text.endswith("steals 3 gold and runs.")
    assert find_interruption(game) is None


def blows(events: tuple[Event, ...]) -> list[int]:
    return [event.damage for event in events if isinstance(event, Struck)]


def test_each_has_the_figures_of_its_kind_and_half_more_hp() -> None:
    """X110: hostile, with twice its kind's experience (Y36); a look tells rule and trophy."""
    for name, trait in uniques.BY_NAME.items():
        game = met(name, "@....U\\")
        enemy, kind = unique(game), BASE_RULES.enemy_kind_named(trait.breed)
        assert enemy.hp == enemy.kind.hp == kind.hp * 3 // 2, name
        assert enemy.stats == kind.stats, name
        assert enemy.kind.experience == 2 * kind.experience, name
        first, *_, last = describe_cell(game, min(game.floor.enemies))
        assert first.startswith(f"{name}: "), name
        assert trait.rule in first, name
        assert last == f"Slain, it leaves you its trick: {trait.trophy}."
    assert unique(met("Ember", "@....U\\")).kind.experience == 60
    for drawing, is_due in (("@....U\\", True), ("@..\\", False)):
        hint = uniques.UNIQUE_ENEMIES.texts.hints[0]
        assert hint.is_due(met("Ember", drawing)) is is_due


def test_it_grows_with_its_floor_before_its_half_more() -> None:
    """Y15: growth is rounded down, then half more up; X90 does not weaken it."""
    rules = rules_of("uniques depths tactics")
    for number in range(6):
        game = seeded(rules, number, depth=2)
        enemy = unique(game)
        hp = BASE_RULES.enemy_kind_named(enemy.kind.breed).hp
        assert enemy.hp == -(-3 * (hp + hp * growth_percent(2) // 100) // 2)


def test_every_second_floor_has_one_in_another_chamber_and_none_twice() -> None:
    """X110: the order is drawn once; after eight it begins anew."""
    rules, orders = evolve(RULES, floor_count=20), set()
    for number in range(3):
        found = []
        for game in floors_of(seeded(rules, number)):
            here = [at for at, each in game.floor.enemies.items() if each.kind.is_named]
            assert len(here) == (game.depth % 2 == 0)
            for cell in here:
                index = game.floor.board.chamber_index
                assert index[cell] != index[game.floor.hero_cell]
                found.append(game.floor.enemies[cell].kind.name)
        assert sorted(found[:8]) == sorted(NAMES)
        assert found[8:] == found[:2]
        orders.add(tuple(found))
    assert len(orders) == 3


def test_the_arrival_says_who_is_here_and_which_rule_it_breaks() -> None:
    """X110: in a sentence of its own, in fog as well."""
    for names in ("", "fog"):
        game = met("Borin", "@.|..", "..|.U", "---..", "\\....", names=names)
        text = "Borin is here: who strikes from doorway or passage does half damage."
        (event,) = [each for each in game.last_events if isinstance(each, ExpansionEvent)]
        trick = "a quarter less damage to you in doorway or passage"
        spoken = f"{text[:-1]}; its trick for you: {trick}."
        assert (event.document_text, event.spoken_text) == (text, spoken)
        assert (not GameView(game).enemies) == bool(names)


def test_slain_it_leaves_gold_its_trick_and_points() -> None:
    """X110, X111: 12 gold into the purse, 10 points, and the row."""
    game, again = [weakened(met("Ysil", "@U...\\")) for _ in range(2)]
    assert row(game) == "Trophies: none"
    assert "PC takes Ysil's trick: you never miss." in texts(say(game, "a ea"))
    assert (game.hero.gold, row(game)) == (12, "Trophies: Ysil")
    assert game.score_bonuses() == [(10, "for the uniques slain")]
    figures = observe(game).figures
    assert (figures["trophy ysil"], figures["slain"], figures["unique"]) == (1, 1, 0)
    part_of(again, uniques.Roll).slain = ("Ysil",)  # after eight anew
    assert "12 gold" in describe_cell(again, min(again.floor.enemies))[-1]
    assert "PC gains 12 gold for Ysil's trick." in texts(say(again, "a ea"))
    assert again.hero.gold == 24


def test_borin_halves_blows_from_a_doorway_or_passage() -> None:
    """X110: and his trick takes a quarter less there; on a tile neither counts (Y39)."""
    for ground, his, mine in ((".", 20, 16), ("+", 10, 12), ("#", 10, 12)):
        game = met("Borin", f"@{ground}U..\\", luck=(MISS, HIT))
        game.play(Move(EAST))
        learned(game, "Borin")
        assert blows(game.play(Attack(EAST))) == [his, mine], ground
    game = met("Borin", "@U...\\", race="Vampire", luck=(HIT,))
    hp = game.hero.hp
    game.play(Attack(EAST))
    assert hp - game.hero.hp == 5 + 16, "race traits meet the kind (Y36, R11)"
    game = met("Og", "@U...\\", race="Goblin", luck=(HIT,))
    assert blows(game.play(Attack(EAST)))[-1] == -(-150 * 30 // 120), "R19"


def test_pim_acts_twice() -> None:
    """X110, Y39: both actions are whole: two attacks, or two steps, also of a thief (X95)."""
    game = met("Pim", "@U...\\", luck=(HIT, HIT, MISS))
    events = game.play(Attack(EAST))
    assert [type(event) for event in events] == [Struck, Struck, Missed]
    free = met("Pim", "@.|...U......\\")
    free.enemies_frozen, free.turn_dice, cells = False, Dice("pim"), []
    for word in ("ea", "we") * 4:
        cells += list(walk(free, word).floor.enemies)
    steps = {one - other for one, other in pairwise(cells)}
    assert len(steps) > 0
    assert steps <= {-2, 0, 2}
    for names in ("hunters", "tactics", "hunters tactics"):
        game = met("Pim", "...U............@\\", roaming=True, names=names)
        unique(game).hunting_turns = 5 * ("hunters" in names)
        unique(game).set_status("alert", 6)
        (before,) = game.floor.enemies
        game.play(Wait())
        assert [*game.floor.enemies] == [before + 2], names
        if "tactics" in names:
            game = met("Pim", ".@U........\\", roaming=True, names=names)
            unique(game).set_fact(FLEEING, 1)
            game.play(Wait())
            assert [*game.floor.enemies] == [game.floor.hero_cell + 3], names


def test_with_tactics_they_have_the_way_of_their_kind() -> None:
    """X111: Hale and Rann raise a horn and blow it (X97), Ysil aims, and never misses still."""
    for name, ways in (
        ("Hale", ["U raises a horn.", "U blows a horn."]),
        ("Rann", ["U raises a horn.", "U blows a horn."]),
        ("Ysil", ["U aims at PC."]),
    ):
        game = met(name, "@.....U.....\\", roaming=True, names="tactics")
        (cell,) = game.floor.enemies
        assert uniques.BY_NAME[name].rule in describe_cell(game, cell)[0]
        assert [texts(game.play(Wait())) for _ in ways] == [[way] for way in ways], name


def test_pims_trick_makes_every_fourth_step_free() -> None:
    """X110, Y33: no phase and no turn; an attack is no step."""
    game = learned(met("Ysil", "@........U\\"), "Pim")
    turns = [walk(game, word).turns for word in ("ea", "we") * 4]
    assert turns == [1, 2, 3, 3, 4, 5, 6, 6]


def test_ysil_never_misses_nor_does_who_has_her_trick() -> None:
    """X110, X123: no coin decides it."""
    game = met("Ysil", "@U...\\", luck=())
    assert len(blows(game.play(Attack(EAST)))) == 3
    halfling = learned(met("Borin", "@L....U\\", luck=(MISS, MISS)), "Ysil")
    assert blows(halfling.play(Attack(EAST))) == [21]
    charmed = met("Ysil", "@..UW\\", luck=(), names="vaults")
    ysil, dwarf = sorted(charmed.floor.enemies)
    unique(charmed).set_status(CHARMED, 9)
    assert fight_for_hero(charmed, ysil, unique(charmed))
    assert charmed.floor.enemies[dwarf].hp == 100 - 24


def test_og_regains_hp_in_a_turn_without_damage() -> None:
    """X110, Y39: after each phase, up to his full HP; a wand hurts him, too."""
    game = met("Og", "@....U\\", names="vaults")
    og = unique(game)
    part_of(game, Treasures).wands = (Wand("bolt"),)
    found = []
    for words in ("c 1 ea", "ea", "we"):
        say(game, words)
        found.append(og.hp)
    og.take_damage(30)
    twin = game.copy_with_luck(1)
    for each in (game, twin):
        each.play(Move(EAST))
    assert [*found, og.hp, unique(twin).hp] == [250, 255, 260, 230, 230]
    og.hp = og.kind.hp - 2
    walk(game, "we ea")
    assert og.hp == og.kind.hp
    game = met("Og", "@U\\", luck=(HIT, MISS))
    hurt = blows(game.play(Attack(EAST)))[0]
    assert unique(game).hp == unique(game).kind.hp - hurt


def test_ogs_trick_heals_in_every_fourth_turn_beside_somebody_hostile() -> None:
    """X110: 1 HP, within the maximum; not beside nobody."""
    game = learned(met("Ysil", "@W....U\\", luck=(MISS,) * 20), "Og")
    game.hero.hp, found = 50, []
    for _ in range(8):
        game.floor.enemies[game.floor.hero_cell + 1].hp = 100
        game.play(Attack(EAST))
        found.append(game.hero.hp)
    assert found == [50, 50, 50, 51, 51, 51, 51, 52]


def test_hale_strikes_at_once_when_the_pc_steps_away() -> None:
    """X110, Y38: one attack, from beside to not beside, stairs included; not frozen (X122)."""
    game = met("Hale", "..@U..\\", luck=(HIT,), roaming=True)
    events = game.play(Move(WEST))
    assert texts(events) == ["Hale strikes PC as it leaves."]
    assert blows(events) == [16]
    saved = learned(met("Hale", "\\@U..", luck=(HIT, *[0] * 9), roaming=True), "Rann")
    saved.hero.hp, saved.floor_layouts = 5, (*saved.floor_layouts, *saved.floor_layouts)
    *before, descended, _ = saved.play(Move(WEST))
    assert texts((*before,)) == ["Hale strikes PC as it leaves.", "PC stands again."], "R36"
    assert isinstance(descended, Descended)
    assert texts(say(met("Hale", "..@U..\\"), "we")) == [], "held"
    game = met("Hale", "\\@U..", luck=(HIT, *[0] * 9), roaming=True)
    game.floor_layouts = (*game.floor_layouts, *game.floor_layouts)
    hp = game.hero.hp
    events = game.play(Move(WEST))
    assert [type(event) for event in events][:3] == [ExpansionEvent, Struck, Descended]
    assert game.hero.hp == hp - 16
    dying = met("Hale", "\\@U..", luck=(HIT,), roaming=True)
    dying.hero.hp = 1
    walk(dying, "we")
    assert (dying.depth, cause_of_death(dying.outcome)) == (1, "Hale")
    twice = met("Hale", "......\\", "..@U..", luck=(HIT, HIT), roaming=True)
    beside = twice.floor.hero_cell + 1 - twice.floor.board.stride
    twice.place_enemy(beside, unique(twice).copy())
    twice.hero.hp = 1
    assert blows(twice.play(Move(WEST))) == [16], "nobody strikes the slain"


def test_hales_trick_strikes_who_leaves_the_pcs_side() -> None:
    """Y38: a hostile enemy that the PC sees; its own step."""
    game = met("Ysil", "@L.....", "O.....U", "\\......", names="tactics")
    game.enemies_frozen, game.turn_dice = False, Dice("leaving")
    learned(game, "Hale", "Ysil")
    thief = game.floor.enemies[game.floor.hero_cell + 1]
    thief.set_status(FLEEING, 5)
    thief.hp = 100
    events = game.play(Attack(EAST))
    assert "PC strikes L as it leaves." in texts(events)
    assert thief.hp == 100 - 2 * 21
    mine = [each for each in events if isinstance(each, Struck) and each.attacker == PC]
    orcs = [each for each in events if isinstance(each, Struck | Missed) and each.attacker != PC]
    assert events.index(mine[-1]) < events.index(orcs[0]), "at once, before others act"
    thief.set_status(CHARMED, 9)
    (cell,) = [at for at, each in game.floor.enemies.items() if each is thief]
    assert not [*uniques.strike_who_leaves(game, cell, thief)], "a friend may leave"


def test_a_blow_at_vey_costs_gold_and_does_half_without() -> None:
    """X110: 2 gold a blow; she wrongs no merchant (X111); her trick adds 1 to every pile."""
    game = met("Vey", "@U.M.\\", luck=(MISS, MISS))
    game.hero.gold = 3
    events = game.play(Attack(EAST))
    assert "The blow costs PC 2 gold." in texts(events)
    assert blows(events) == [24]
    assert blows(game.play(Attack(EAST))) == [12]
    assert game.hero.gold == 1
    assert "merchant" not in game.hero.provoked_kinds
    game = learned(met("Ysil", "@6.....U\\"), "Vey")
    assert texts(game.play(Move(EAST))) == ["PC finds 1 gold more."]
    assert game.hero.gold == 3


def test_ember_steps_every_second_turn_and_guards_nothing() -> None:
    """X110: she attacks in any; her trick halves the blows of dragons."""
    game = met("Ember", "@..9...U", "........", "\\.......")
    game.enemies_frozen, cells = False, []
    assert not unique(game).guarded_cells
    assert isinstance(next(iter(game.floor.items.values())), GoldPile)
    game.turn_dice = Dice("ember")
    for way in (EAST, WEST) * 4:
        twin = game.copy_with_luck(1)
        twin.turn_dice = game.turn_dice.copy()
        for each in (game, twin):
            each.play(Move(way))
        cells.append(next(iter(game.floor.enemies)))
        assert cells[-1] in twin.floor.enemies
    moved = [one != other for one, other in pairwise(cells)]
    assert sum(moved) in (3, 4)
    assert not any(one and other for one, other in pairwise(moved))
    dragon = learned(met("Ysil", "@D....U\\", luck=(HIT,)), "Ember")
    assert blows(dragon.play(Attack(EAST)))[-1] == 8
    assert uniques.BY_NAME["Ember"].trophy == "dragons but the elder do half damage to you"
    for kind, damage in ((RULES.enemy_kind_named("dragon"), 8), (ELDER_DRAGON, 16)):
        assert uniques.shield_hero(Blow(dragon.hero, 16, attacker=Enemy(kind))) == damage


def fallen(row: str, phases: int = 4) -> tuple[GameState, Cell]:
    """Return a game in which Rann has fallen and rises after those phases, and where he lies."""
    game = weakened(met("Rann", row, luck=(0,) * 4))
    events = say(game, "a ea")
    assert texts(events) == ["Rann falls, and stirs."]
    assert not [event for event in events if isinstance(event, Slain)]
    lying = part_of(game, uniques.Roll).fallen
    assert lying
    assert lying.phases == 4
    lying.phases = phases
    return game, game.floor.hero_cell + 1


def test_rann_rises_after_five_turns_with_half_his_hp() -> None:
    """X110, Y37: where he fell; the second time he dies, and rewards."""
    game, cell = fallen(".@U...\\")
    assert [texts(say(game, word)) for word in ("we", "ea", "we")] == [[]] * 3
    assert texts(say(game, "ea")) == ["Rann rises."]
    assert game.floor.enemies[cell].hp == 105
    told = texts(say(weakened(game), "a ea"))
    assert "PC takes Rann's trick: once, at 0 HP, you have 1." in told
    assert game.hero.gold == 12


def test_a_fight_stops_as_rann_falls_and_says_how_he_stays_down() -> None:
    """Y37: he is not out of sight, but lies there; told in that turn alone."""
    game = weakened(met("Rann", ".@U...\\", luck=(0,) * 4))
    asked, session = Fight(), session_of(game)
    played(game, asked, session)
    why = "Stopped: Rann lies 1 east of you and rises in 4 turns, unless you stand there then."
    assert played(game, second_press(asked).command, session) == (1, why)
    assert not find_interruption(walk(game, "we"))


def test_rann_falls_by_whomever_and_the_charm_passes_meanwhile() -> None:
    """X110, Y3: also by an enemy that fights one who is charmed."""
    game = met("Rann", "@..UW\\", luck=(HIT, 0), names="vaults")
    rann, dwarf = sorted(game.floor.enemies)
    unique(game).hp = 1
    unique(game).set_status(CHARMED, 7)
    game.enemies_frozen = False
    events = (*(strike_charmed(game, dwarf, game.floor.enemies[dwarf]) or ()),)
    assert texts(events)[-1] == "Rann falls, and stirs."
    game.enemies_frozen = True
    assert [texts(game.play(Wait())) for _ in range(5)] == [[], [], [], [], ["Rann rises."]]
    assert game.floor.enemies[rann].statuses == {CHARMED: 2}


def test_rann_dies_under_who_stands_on_him_and_rises_beside_what_lies_there() -> None:
    """Y37: judged after the fifth phase; he rises on the nearest free cell."""
    game, _ = fallen(".@U...\\", phases=1)
    events = say(game, "ea")
    assert not game.floor.enemies
    assert [event.victim for event in events if isinstance(event, Slain)] == ["Rann"]
    assert SPARE_LIFE in game.hero.facts
    game, cell = fallen("0@U.|.\\", phases=1)
    game.floor.place_item(cell, BASE_RULES.potions[0])
    assert [*walk(game, "u we").floor.enemies] in ([cell + 1], [cell - 2])


def test_ranns_trick_lets_the_pc_stand_again_once() -> None:
    """X110: at 0 HP of anything; the row loses it."""
    game = learned(met("Ysil", "3@....U\\"), "Rann")
    game.hero.hp = 5
    assert texts(say(game, "u we")) == ["PC stands again."]
    assert (game.hero.hp, game.outcome, row(game)) == (1, None, "Trophies: none")
    game.hero.take_damage(1)
    assert game.hero.hp == 0
    struck = met("Borin", "@U....\\", luck=(HIT,))
    sick = met("Ysil", "@W...U\\", race="Vampire", luck=(MISS,))
    for each in (struck, sick):
        learned(each, "Rann").hero.hp = 3
        assert texts(say(each, "a ea")) == ["PC stands again."]
    thorny = learned(met("Ysil", "@W...U\\", luck=(HIT,), names="vaults"), "Rann")
    thorny.hero.set_fact("thorns", 1)
    thorny.hero.hp = 10
    _, stands, thorns = thorny.play(Wait())
    assert texts((stands,)) == ["PC stands again."], "right after the blow (R36)"
    assert blows((thorns,)) == [3], "a third of the 9 HP lost (Y34)"


def test_odds_count_rule_and_trophy() -> None:
    """X111: each rule makes the fight harder than with its kind of as many HP; tricks easier."""
    for name in ("Pim", "Ysil", "Rann", "Vey"):
        game = met(name, "@U...\\")
        enemy = unique(game)
        kind = BASE_RULES.enemy_kind_named(uniques.BY_NAME[name].breed)
        plain = Enemy(evolve(kind, hp=enemy.hp, is_hostile=enemy.kind.is_hostile))
        game.hero.stats = BaseStats(40, 30)
        hard = compute_fight_odds(RULES, game.hero, enemy)
        easy = compute_fight_odds(RULES, game.hero, plain)
        assert hard.mean_hp_lost > easy.mean_hp_lost or hard.win_chance < easy.win_chance, name
    game = met("Og", "@U...\\")
    game.hero.stats = BaseStats(40, 30)
    orc = Enemy(BASE_RULES.enemy_kind_named("orc"), hp=unique(game).hp)
    odds = [compute_fight_odds(RULES, game.hero, each) for each in (unique(game), orc)]
    assert odds[0] == odds[1], "every turn of a fight hurts Og, so he heals in none"
    game = met("Borin", "@U...\\")
    borin, hero = unique(game), game.hero
    narrow = compute_fight_odds(RULES, hero, borin, terrain=DOORWAY)
    assert narrow.win_chance < compute_fight_odds(RULES, hero, borin).win_chance
    assert narrow.hits_to_slay == hits_to_slay(hero, borin, RULES.blows.on(DOORWAY))
    learned(game, "Borin")
    assert compute_fight_odds(RULES, hero, borin, terrain=DOORWAY).win_chance > narrow.win_chance


def test_the_voice_for_people_knows_names() -> None:
    hits = [Struck("Pim", PC, 7, left) for left in (93, 86)]
    told = SpokenVoice(RULES).word_turn(hits, RULES.races[0])
    assert [message.text for message in told] == ["Pim hits you for 7.", "It hits you for 7."]
    session = session_of(met("Borin", "@U...\\", luck=(HIT,)))
    session.use_voice(SpokenVoice(RULES))
    session.give("a ea")
    assert session.action_text.startswith("You hit Borin for 20 (130 left).")
    refused = SpokenVoice(RULES).word_refusal(refusal(met("Borin", "@U..\\"), Move(EAST)))
    assert refused == "You cannot move East: Borin is in the way."


def test_a_copy_for_thinking_draws_the_order_of_the_rest() -> None:
    """X122, X121: what the digest has of a fallen one is in a copy as well."""
    game, _ = fallen(".@U...\\")
    before = game.digest()
    twin = walk(game.copy(), "we")
    assert game.digest() == before != twin.digest()
    orders = {part_of(game.copy_with_luck(luck), uniques.Roll).order for luck in range(9)}
    assert {order[0] for order in orders} == {"Rann"}
    assert len(orders) > 5


def test_fog_hides_where_a_unique_is_but_not_who() -> None:
    """X110: a copy for thinking has it somewhere out of sight."""
    game = seeded(rules_of("uniques fog"), 2, depth=2)
    (name,) = part_of(game, uniques.Roll).here
    cells = set()
    for luck in range(8):
        twin = game.copy_with_luck(luck)
        (cell,) = [at for at, each in twin.floor.enemies.items() if each.kind.is_named]
        assert twin.floor.enemies[cell].kind.name == name
        assert not game.sees(cell)
        cells.add(cell)
    assert len(cells) > 4
    assert not [e for e in game.copy_in_sight(1).floor.enemies.values() if e.kind.is_named]


def test_a_blow_of_the_pc_does_not_end_a_journey() -> None:
    """X111, X7: with Hale's trick it strikes whoever leaves as it goes on."""
    game = learned(met("Ysil", "@........U\\"), "Hale")
    journey = AutoTravel(lambda _view: [game.floor.hero_cell + 4])
    assert journey.next_command(game) == "ea"
    game.last_events = (Struck(PC, "orc", 5, 10),)
    assert journey.next_command(game) == "ea"
