"""The pack: slots, drinking, what is known of what is carried, and throwing (X10-X13)."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve

from cc3k.bots.game import observe
from cc3k.bots.situation import ValueCache
from cc3k.engine.actions import legal_actions
from cc3k.engine.board import DIRECTIONS, EAST, SOUTH, Direction
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Effect, ExpansionEvent, Provoked, Slain
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import StatModifier
from cc3k.expansions import pack
from cc3k.play.collect import Collect
from cc3k.play.commands import command_table
from cc3k.play.look import describe_cell
from cc3k.play.messages import NOTHING_LEFT
from cc3k.play.prompts import question_before
from tests.conftest import GOLDEN, Golden
from tests.support.arcade_screens import replayed
from tests.support.expansion_sets import SetWalker
from tests.support.expansions import expanded, row, rules_of, say, session_of, told
from tests.support.odds import fit
from tests.support.scenarios import MISS, board, room, weakened
from tests.support.tables import for_each
from tests.support.transcripts import Speaker
from tests.support.unseen import everything_told
from tests.support.walks import only_enemy, seeing_only, stocked, walk

RULES = rules_of("pack")
POTIONS = {potion.name: potion for potion in RULES.potions}
EMPTY = room("@....", "....\\")


def armed(drawing: str, potions: str, race: str = "Shade", luck: Sequence[int] = ()) -> GameState:
    return stocked(expanded("pack", drawing, race, luck), potions)


def larder(potions: str = "", race: str = "Shade", drawing: str = EMPTY) -> GameState:
    return armed(drawing, potions, race)


@pytest.mark.parametrize("name", ["levels", "pack", "shop", "vaults"])
def test_scenes_in_both_voices_go_as_ever(name: str, golden: Golden) -> None:
    """The claims, and the commands after `$`, stand in these files beside what they come to."""
    scenes = (GOLDEN / f"scenes/{name}.txt").read_text("ascii")
    golden(f"scenes/{name}", replayed(scenes, lambda setup: Speaker(setup).step))


def test_what_is_picked_up_leaves_the_floor_and_comes_along_to_the_next() -> None:
    """X10: the hint is due while something else lies there."""
    floor = room("@0...", "1H..\\")
    game = expanded("pack", f"{floor}\n{floor}", luck=[MISS] * 2)
    assert pack.PACK.texts.hints[0].is_due(walk(game, "g ea"))
    assert not pack.PACK.texts.hints[0].is_due(walk(game, "g so"))
    assert board(game).startswith(room("@....", ".H..\\"))
    game.take_stairs()
    assert row(game) == "Pack: a unknown  b unknown"


def test_ten_things_are_all_that_is_carried() -> None:
    """X10: for what is bought, too."""
    game = larder("BA " * pack.MAX_POTIONS)
    assert len(pack.LETTERS) == pack.MAX_POTIONS == 10
    assert game.stow_potion(POTIONS["RH"]) is None
    assert not game.has_room_for(POTIONS["RH"])


def test_no_slot_has_the_first_letter_of_a_direction() -> None:
    """X10, X4: the fifth slot is `f`: who types `ue` on the way to `uea` drinks no potion of it."""
    game = larder("PH PH PH PH RH")
    assert {way.command_word[0] for way in DIRECTIONS}.isdisjoint(pack.LETTERS)
    session = session_of(game)
    session.give("u e")
    assert session.action_text == "There is no command 'u e'."
    list(session.play_words(("u", "ea")))
    assert session.action_text == "There is no potion to the East."
    session.give("u f")
    assert session.action_text == "PC uses RH."


def test_programs_see_what_lies_in_each_slot() -> None:
    """X13: 0 for an empty slot, 1 for an unknown potion, then the kinds; and how many."""
    game = larder("RH BA WA")
    game.known_names |= {"RH", "WA"}
    seen = observe(stocked(game, "RH")).figures
    assert [seen[f"pack {letter} kind"] for letter in "abcd"] == [2, 1, 6, 0]
    assert [seen[f"pack {letter} count"] for letter in "abcd"] == [2, 1, 1, 0]


@for_each("u d", "u ea", "t f ea", "")
def test_slots_merge_into_the_first_one_however_a_kind_becomes_known(words: str) -> None:
    """X11: when a kind becomes known its slots are merged into the first."""
    game = larder("WA RH BA RH RH", drawing=room("@0..H", "....\\"))
    if not words:
        game.known_names.add("RH")
    left = 2 if words in {"u d", "t f ea"} else 3
    assert row(walk(game, words)) == f"Pack: a unknown  b RH x{left}  c unknown"
    if words:
        assert part_of(game, pack.Pack).slots == pack.slots_of(game)


@for_each(pack.MAX_POTIONS - 1, pack.MAX_POTIONS)
def test_a_full_pack_takes_nothing_more(carried: int) -> None:
    """R4, X10: the last thing for which there is room, and one more, on two sides."""
    game = larder("BA " * carried, drawing=room("@0", "1\\"))
    takes = [each for each in legal_actions(game) if isinstance(each, pack.TakePotion)]
    has_room = carried < pack.MAX_POTIONS
    assert takes == [pack.TakePotion(SOUTH), pack.TakePotion(EAST)] * has_room


@pytest.mark.seeded
def test_a_lucky_copy_deals_unknown_potions_anew() -> None:
    """X11: by their odds, from the kinds that are unknown; what is known stays."""
    game = larder("WA RH RH BD")
    game.known_names |= {"RH", "BA"}
    counts = Counter[str]()
    for luck in range(600):
        twin = game.copy_with_luck(luck)
        assert [slot and slot.count for slot in pack.slots_of(twin)][:4] == [1, 2, None, 1]
        rh = pack.slot_at(twin, "b")
        assert rh is not None
        assert rh.potion.name == "RH"
        counts.update([slot.potion.name for at in "ad" if (slot := pack.slot_at(twin, at))])
    assert fit(counts, {name: Fraction(1, 4) for name in ("BD", "PH", "WA", "WD")})
    assert row(game) == row(game.copy_with_luck(1))
    odd = Potion("OD", "does nothing", "x", lambda _hero: None, spawn_weight=0, glyph="p")
    game = larder("WA")
    pack.add_potion(game, odd)
    common = evolve(POTIONS["BA"], spawn_weight=3)
    game.rules = evolve(game.rules, potions=(POTIONS["WA"], common, odd))
    dealt = [pack.slots_of(game.copy_with_luck(luck))[:2] for luck in range(600)]
    firsts = Counter([slot.potion.name for slot, _ in dealt if slot])
    assert fit(firsts, {"WA": Fraction(1, 4), "BA": Fraction(3, 4)}), "by their weights"
    assert all(slot and slot.potion is odd for _, slot in dealt), "that looks otherwise (X5)"


def collected(game: GameState) -> tuple[list[str], str]:
    collect, words = Collect(), list[str]()
    while (said := collect.next_command(game)) is not None:
        words.append(said)
        say(game, said)
    assert collect.again is None
    return words, collect.stop_reason


def test_collecting_takes_all_potions_along_and_uses_none() -> None:
    """X10: known or not, they wait in the pack; `cc3k help pack` says so."""
    game = expanded("pack", room("@.1.0", "....\\"))
    game.known_names.add("BA")
    words, told_of = collected(game)
    assert [said for said in words if said[:2] in {"g ", "u "}] == ["g ea", "g ea"]
    assert told_of == NOTHING_LEFT
    assert row(game) == "Pack: a BA  b unknown"


@for_each((), ("RH", "BA"))
def test_collecting_with_a_full_pack_leaves_potions_and_says_so(known: tuple[str, ...]) -> None:
    """X10: what has no room is neither used nor gone for, and a second press tries nothing."""
    game = larder(drawing=room("@.1.6", "....\\"))
    game.known_names.update(known)
    game.hero.hp = 20
    stocked(game, "RH " * pack.MAX_POTIONS)
    words, told_of = collected(game)
    assert not [said for said in words if " " in said]
    assert game.hero.gold == 2
    assert told_of == "Left: 1 potion (no room for more)"


BOTH = rules_of("pack shop")


@for_each(*range(6))
def test_potions_neither_come_from_nowhere_nor_get_lost(seed: int) -> None:
    """X10, X12, X20: what is picked up or bought is carried until it is used or thrown."""
    game = GameState(BOTH, BOTH.races[seed % len(BOTH.races)], Dice(f"{seed}/game 1"))
    game.hero.gold = 20
    walker, carried = SetWalker(BOTH, random.Random(seed)), 0
    for _ in range(400):
        words = walker.words(game)
        action = command_table(BOTH).actions_and_answers.get(words)
        if action is None:
            continue
        try:
            events = game.play(action)
        except Impossible:
            events = ()
        names = [event.name for event in events if isinstance(event, ExpansionEvent)]
        used = bool(events) and words[:2] == "u " and len(words) == 3
        carried += names.count("pack.took") - used
        carried -= bool(events) and words.startswith("t ")
        slots = pack.slots_of(game)
        assert part_of(game, pack.Pack).slots == slots
        assert sum(slot.count for slot in slots if slot) == carried <= pack.MAX_POTIONS
        known = [s.potion.name for s in slots if s and s.potion.name in game.known_names]
        assert len(known) == len({*known})
        unknown = [s.count for s in slots if s and s.potion.name not in game.known_names]
        assert set(unknown) <= {1}
        if game.outcome is not None:
            return


@for_each("", "t a ea")
def test_games_that_differ_in_unknown_kinds_alone_tell_the_same(thrown: str) -> None:
    """X11, X41: of what is carried, until it is used: also while it flies and hits nobody."""

    def game_with(*potions: Potion) -> GameState:
        game = expanded("pack shop", room("@......O.", "M.......\\"), luck=[0, 1, 2])
        game.known_names.add("RH")
        for potion in (BOTH.potions[0], *potions):
            pack.add_potion(game, potion)
        if thrown:
            told(game, "t b ea")
        return game

    unknown = BOTH.potions[1:]
    ones = [everything_told(game_with(one, two)) for one in unknown for two in unknown[:1]]
    assert all(one == ones[0] for one in ones)


def test_kinds_of_other_expansions_are_sold_and_carried() -> None:
    """X5: a potion of somebody else's is a ware like any other, at the price of its row."""
    tonic = Potion("TO", "refreshes", "x", lambda _hero: None, price=7)
    rules = evolve(BOTH, potions=(tonic,))
    game = expanded("pack shop", room("@M...", "....\\"), luck=[0, 0, 0])
    game.rules = rules
    only_enemy(game).wares, game.hero.gold = (tonic,), 7
    assert told(game, "b ea")[0] == "M sells 1 TO (refreshes) for 7 gold."
    bought = "PC buys TO from M for 7 gold. PC puts a TO into the pack (a)."
    assert (told(game, "b ea 1")[0], game.hero.gold) == (bought, 0)


# Throwing (X12).


def figures(game: GameState) -> tuple[int, int, int]:
    enemy = only_enemy(game)
    return enemy.hp, enemy.stats.attack, enemy.stats.defence


def test_events_tell_whom_a_throw_helped() -> None:
    game = weakened(armed(room("@...E\\"), "WA RH BD RH"), 130)
    effects = ("a", Effect.HARM), ("b", Effect.GAIN), ("d", Effect.NONE), ("c", Effect.GAIN)
    for letter, effect in effects:
        *_, change = say(game, f"t {letter} ea")
        assert (change.effect, change.concerns) == (effect, "elf")


@for_each(
    *[(room(f"@{way}E.", "....\\"), 10) for way in ("06", "67", "9.")],
    (room("@\\.E."), 10),
    ("|---------|\n|\\.@+#+.E.|\n|---------|", 10),
    (room("@..L\\"), 10),  # R20: a halfling evades attacks alone
    (room("@.|E.", "....\\"), 0),
    (room("@....E\\"), 10),
    (room("@.....E\\"), 0),
    (room("@.EH..\\"), 10),  # the first one
)
def test_it_flies_five_cells_over_all_that_can_be_walked_on_and_over_items(
    drawing: str, lost: int
) -> None:
    """X12: straight up to there, and what it flies over stays; only whom it hits teaches."""
    game = armed(drawing, "PH")
    before, first = board(game), game.floor.enemies[min(game.floor.enemies)]
    assert board(walk(game, "t a ea")) == before
    assert game.known_names == ({"PH"} if lost else set())
    for enemy in game.floor.enemies.values():
        assert enemy.hp == enemy.kind.hp - lost * (enemy is first)


@for_each(("@.H.", EAST), ("@.0H", EAST), *[("", way) for way in DIRECTIONS])
def test_it_hits_who_stands_in_a_wall_and_flies_in_all_directions(
    drawing: str, way: Direction
) -> None:
    """R32: one drawn off the floor stays there and fights; over an item there, too."""
    rows = (drawing, "...\\") if drawing else ("......", "......", "..@...", "......", ".....\\")
    game = armed(room(*rows), "PH")
    floor = game.floor
    cell = floor.hero_cell + 2 * way.offset(floor.board.stride)
    if drawing:
        terrain = bytearray(floor.board.terrain)
        terrain[cell] = ord("|")
        floor.board = evolve(floor.board, terrain=bytes(terrain))
    else:
        game.place_enemy(cell, Enemy(RULES.enemy_kind_named("human")))
    assert only_enemy(walk(game, f"t a {way.command_word}")).hp == 130


@for_each(*POTIONS)
def test_a_merchant_is_wronged_by_any_potion(name: str) -> None:
    """X12, R21: whatever it does to it, from that moment on."""
    game = armed(room("@..M\\"), name)
    events = say(game, "t a ea")
    assert events[-1] == Provoked("merchant")
    assert only_enemy(game).kind.is_hostile(only_enemy(game), game.hero)
    pack.add_potion(game, POTIONS[name])
    assert Provoked("merchant") not in say(game, "t a ea"), "it is told once"
    slain = weakened(armed(room("@..M\\"), "PH"), 3)
    assert say(slain, "t a ea")[-2:] == (Slain("merchant", PC), Provoked("merchant"))


def test_drinking_what_is_known_to_do_harm_asks_first() -> None:
    """X10: an unknown potion, or one that helps, is drunk at once."""
    for name, asked in (("PH", "Poison Health does harm. Use it?"), ("RH", "")):
        game = armed(room("@...\\"), name)
        assert question_before(game, pack.DrinkSlot("a")) == ""
        game.known_names.add(name)
        assert question_before(game, pack.DrinkSlot("a")) == asked


def test_a_row_says_what_a_thrown_potion_does() -> None:
    """X5, X12: as a strategy over whoever is hit, else by its amount; without both, nothing."""

    def scald(target: Enemy) -> None:
        target.take_damage(5)
        target.stats = StatModifier(target.stats, attack_shift=-30, defence_shift=-1)

    rage = Potion("RG", "enrages", "x", lambda _hero: None)
    acid = Potion("AC", "burns", "y", lambda _hero: None, thrown=scald)
    game = armed(room("@..E\\"), "")
    game.rules = evolve(RULES, potions=(*RULES.potions, rage, acid))
    pack.add_potion(game, rage)
    assert told(game, "t a ea")[0] == "PC throws an RG at E. E: nothing changes."
    assert (figures(game), game.known_names) == ((140, 30, 10), {"RG"})
    pack.add_potion(game, acid)
    assert told(game, "t a ea")[0] == (
        "PC throws an AC at E. PC deals 5 damage to E (135 HP). "
        "E: Atk 30 -> 0 and Def 10 -> 9 until the floor ends."
    )


def dark(game: GameState, cells: frozenset[int] | None = None) -> GameState:
    """Let the player see those cells, or no cell but those beside the PC."""
    here, neighbourhood = game.floor.hero_cell, game.floor.board.neighbourhood
    hooks = seeing_only(neighbourhood[here] | {here} if cells is None else cells)
    game.rules = evolve(game.rules, expansions=(evolve(pack.PACK, sight=hooks),))
    return game


@for_each(*POTIONS)
def test_a_throw_into_the_dark_tells_nothing_that_is_not_seen(name: str) -> None:
    """X41: whether somebody was hit, who, and so what it was; it has happened all the same."""
    told_of = []
    for enemy in ".HWEOL":
        game = dark(armed(room(f"@..{enemy}\\"), name))
        events = say(game, "t a ea")
        told_of.append((events, row(game), game.known_names))
        if enemy == "E" and name == "PH":
            assert only_enemy(game).hp == 130
    assert all(each == told_of[0] for each in told_of)
    assert [event.name for event in events if isinstance(event, ExpansionEvent)] == ["pack.missed"]


def test_gold_that_comes_of_a_kill_in_the_dark_is_told_without_a_name() -> None:
    """X41: the purse shows it anyway."""
    game = weakened(dark(armed(room("@..E\\"), "PH", "Goblin", [0])), 10)
    document, spoken = told(game, "t a ea")
    assert document.endswith(" Something dies out of sight: PC gains 6 gold.")
    assert spoken.endswith(" Something dies out of sight: you gain 6 gold.")
    assert "elf" not in spoken


def test_wrath_called_up_in_the_dark_is_told_by_those_in_sight_alone() -> None:
    """X41, R21: who sees no merchant does not learn that one was hit."""
    game = dark(armed(room("@..M\\"), "PH"))
    assert not any(isinstance(event, Provoked) for event in say(game, "t a ea"))
    assert "merchant" in game.hero.provoked_kinds
    beside = dark(armed(room("M@..M\\"), "PH", luck=[MISS]))
    assert Provoked("merchant") in say(beside, "t a ea")
    assert question_before(game, pack.ThrowSlot("a", EAST)) == ""


def test_the_look_forecasts_a_throw_that_helps() -> None:
    """X7: odds count a thrown potion's effect: of known kinds, at who can be hit from here."""
    game = armed(room("@..O.\\"), "WA RH PH WD")
    game.known_names |= {"WA", "RH", "PH"}
    cell, only_enemy(game).hp = game.floor.hero_cell + 3, 168  # a hit less with each potion
    now, *then = describe_cell(game, cell)[1:]
    assert now.startswith("You win ")
    assert [text.partition(" first")[0] for text in then] == [
        "Wound Attack (a) thrown",
        "Poison Health (c) thrown",
    ]
    only_enemy(game).hp = 10
    assert describe_cell(game, cell)[-1] == "Poison Health (c) thrown slays it."
    only_enemy(game).kind = evolve(
        only_enemy(game).kind, evades=lambda dice: dice.renamed("x").flip_coin()
    )
    assert describe_cell(game, cell)[1:] == ["The odds of this fight cannot be computed."]
    for drawing in ("@.....O\\", "@.|O...\\", "@.H.O..\\"):  # too far, behind a wall or somebody
        game = armed(room(drawing), "WA")
        game.known_names.add("WA")
        assert len(describe_cell(game, game.floor.glyphs.index(b"O"))) == 2, drawing
    near, far = armed(room("@H.O.\\"), "WA"), armed(room("@.H..\\"), "WA")
    for game in (near, far):
        game.known_names.add("WA")
        game.hero.hp = 30
    texts = [describe_cell(game, game.floor.glyphs.index(b"H"))[2:] for game in (near, far)]
    assert texts[0] != texts[1], "a throw from beside costs a turn of its blows"
    assert len(texts[1]) == 1


def test_the_forecast_of_a_throw_is_that_of_the_fight_after_it() -> None:
    """X7: the same figures as once it has been thrown."""
    game = armed(room("@..O.\\"), "WA")
    game.known_names.add("WA")
    cell = game.floor.hero_cell + 3
    forecast = describe_cell(game, cell)[2]
    say(game, "t a ea")
    fight = describe_cell(game, cell)[1]
    percent = fight.removeprefix("You win ").partition(":")[0]
    mean = fight.partition("; ")[2].partition(",")[0]
    assert forecast == f"Wound Attack (a) thrown first: {percent}, {mean}."


def test_bots_weigh_a_fight_by_what_was_thrown() -> None:
    """X7: values that are kept tell an enemy from another one of its kind."""
    game = armed(room("@..O.\\"), "WA")
    values = ValueCache(game.rules)
    before = values.fight_odds(game.hero, only_enemy(game))
    after = values.fight_odds(game.hero, only_enemy(walk(game, "t a ea")))
    assert after.mean_hp_lost < before.mean_hp_lost


def test_who_stands_unseen_in_between_is_not_told_of() -> None:
    """X41: neither by a question nor by a forecast about who is seen behind."""

    def told_of(nearer: str) -> tuple[str, list[str]]:
        game = armed(room(f"@.{nearer}M.\\"), "WA")
        game.known_names.add("WA")
        cell = game.floor.hero_cell + 3
        dark(game, frozenset({cell}))
        return pack.ThrowSlot("a", EAST).question(game), describe_cell(game, cell)

    assert told_of("H") == told_of(".")
    assert told_of(".")[0].startswith("The merchant")
    assert "thrown first" in told_of(".")[1][-1]
