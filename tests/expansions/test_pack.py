"""The pack: slots, using, and what is known of what is carried (X10, X11, X13), and its laws."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from attrs import evolve

from cc3k.bots.observation import observe
from cc3k.engine.actions import legal_actions
from cc3k.engine.board import DIRECTIONS, EAST, SOUTH
from cc3k.engine.dice import Dice
from cc3k.engine.events import PC, Drank, ExpansionEvent, Means, Slain
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import Potion
from cc3k.engine.refusals import ExpansionRefusal, Impossible, NoPotionThere
from cc3k.engine.running_game import part_of
from cc3k.expansions import pack
from cc3k.play.collect import Collect
from cc3k.play.commands import command_table
from cc3k.play.messages import NOTHING_LEFT
from tests.support.expansion_sets import SetWalker
from tests.support.expansions import expanded, refused, row, rules_of, say, session_of, told
from tests.support.odds import fit
from tests.support.scenarios import board, room
from tests.support.tables import for_each
from tests.support.unseen import everything_told
from tests.support.walks import only_enemy, stocked, walk

RULES = rules_of("pack")
POTIONS = {potion.name: potion for potion in RULES.potions}
EMPTY = room("@....", "....\\")


def larder(potions: str = "", race: str = "Shade", drawing: str = EMPTY) -> GameState:
    return stocked(expanded("pack", drawing, race), potions)


def test_a_potion_beside_the_pc_is_picked_up_by_a_turn() -> None:
    """X10, R4: `g DIR`, and enemies act; gold and enemies are no potion."""
    floor = room("@0...", "1H..\\")
    game = expanded("pack", f"{floor}\n{floor}", luck=[False] * 2, steps=[EAST] * 9)
    assert row(game) == "Pack: empty"
    assert told(game, "g ea") == (
        "PC puts an unknown potion into the pack (a). H misses PC.",
        "You put an unknown potion into your pack (a). The human misses.",
    )
    assert (game.turns, game.known_names) == (1, set())
    assert pack.PACK.texts.hints[0].is_due(game)
    two = "Pack: a unknown  b unknown"
    assert (row(walk(game, "g so")), game.turns) == (two, 2)
    assert board(game).startswith(room("@....", ".H..\\"))
    game.take_stairs()
    assert row(game) == two
    other = expanded("pack", room("@6...", "H...\\"))
    for way, name in (("no", "North"), ("ea", "East"), ("so", "South")):
        assert refused(other, f"g {way}") == NoPotionThere(name)
    assert not pack.PACK.texts.hints[0].is_due(other)


def test_ten_things_are_all_that_is_carried() -> None:
    """X10: ten things in slots `a` to `d` and `f` to `k`, unknown ones in slots of their own."""
    drawing = room("@0...", "....\\")
    game = larder("RH RH BA BA BD PH WA WD RH RH", drawing=drawing)
    assert row(game) == "Pack: " + "  ".join([f"{letter} unknown" for letter in "abcdfghijk"])
    reason = refused(game, "g ea")
    assert reason == ExpansionRefusal(
        "The pack is full: it holds 10 things.",
        "Your pack is full: it holds 10 things. Use or throw one to make room.",
    )
    assert game.stow_potion(POTIONS["RH"]) is None
    assert not game.has_room_for(POTIONS["RH"])
    walk(game, "u k g ea")
    assert len(pack.LETTERS) == pack.MAX_POTIONS == 10
    alike = larder(drawing=drawing)
    alike.known_names.add("RH")
    stocked(alike, "RH " * 10)
    assert row(alike) == "Pack: a RH x10", "those that share a slot count one by one"
    assert isinstance(refused(alike, "g ea"), ExpansionRefusal)


def test_a_slot_is_used_like_a_potion_on_the_floor() -> None:
    """X10, R17, R18: `u SLOT`: the same event, a turn, its kind is known, and poison can kill."""
    game = larder("BA RH")
    (drank,) = say(game, "u a")
    assert drank == Drank("BA")
    assert (game.hero.stats.attack, game.turns, game.known_names) == (30, 1, {"BA"})
    assert row(game) == "Pack: b unknown"
    drow = walk(larder("BA PH RH", "Drow"), "u b u a")
    assert (drow.hero.stats.attack, drow.hero.hp) == (32, 135), "half as much again (R14)"
    assert row(drow) == "Pack: c unknown"
    assert pack.add_potion(drow, POTIONS["PH"])[0] == "a", "free slots are filled from the first"
    drow.known_names.add("RH")
    assert pack.add_potion(drow, POTIONS["RH"])[0] == "c", "but those of a known kind lie together"
    poisoned = larder("PH")
    poisoned.hero.hp = 10
    assert say(poisoned, "u a")[-1] == Slain("PC", "PH", means=Means.POTION)
    assert poisoned.outcome == Outcome(Slain(PC, "PH", means=Means.POTION))


@for_each("u b", "u k", "t b ea")
def test_an_empty_slot_is_refused(words: str) -> None:
    """R4: nothing lies in it."""
    game = larder("PH")
    letter = words.split()[1]
    assert refused(game, words) == ExpansionRefusal(
        f"There is nothing in slot {letter} of the pack.",
        f"There is nothing in slot {letter} of your pack.",
    )


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


def test_asking_what_is_carried_takes_no_turn_and_says_what_is_known() -> None:
    """X10: `i` lists them."""
    game = larder("WA RH RH RH")
    say(game, "u d")
    before = game.digest()
    assert told(game, "i") == (
        "Pack: a unknown, b RH x2 (restores 10 HP).",
        "In your pack: a: an unknown potion; b: 2 Restore Health potions (restores 10 HP).",
    )
    assert (game.turns, game.digest()) == (1, before)
    assert told(larder(), "i") == ("Pack: empty.", "In your pack: nothing.")


def test_a_known_kind_joins_its_slot() -> None:
    """X11, X13: `Pack: a RH x2  b unknown  c WA`."""
    game = expanded("pack", room("@0...", "54..\\"))
    game.known_names |= {"RH", "WA"}
    walk(stocked(game, "RH"), "g so g se")
    assert told(game, "g ea") == (
        "PC puts an RH into the pack (a x2).",
        "You put a Restore Health potion into your pack (a x2).",
    )
    assert row(game) == "Pack: a RH x2  b unknown  c WA"
    seen = observe(game).figures  # 0 for an empty slot, 1 for an unknown potion, then the kinds
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
        action = command_table(BOTH).actions.get(words)
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
