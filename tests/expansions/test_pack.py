"""The pack: slots, using, and what is known of what is carried (X10, X11, X13)."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.cli.main import main
from cc3k.engine.actions import legal_actions
from cc3k.engine.board import DIRECTIONS, EAST, SOUTH
from cc3k.engine.dice import Dice
from cc3k.engine.events import Drank, Slain
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.items import Potion
from cc3k.engine.observation import observe
from cc3k.engine.refusals import ExpansionRefusal, NoPotionToDrink
from cc3k.engine.running_game import part_of
from cc3k.expansions.pack import PACK, TakePotion
from cc3k.expansions.pack_slots import (
    LETTERS,
    MOST_THINGS,
    Pack,
    add_potion,
    pack_row,
    slot_at,
    slots_of,
    take_potion,
)
from cc3k.play.collect import Collect
from cc3k.play.messages import NOTHING_LEFT
from cc3k.play.session import Session
from cc3k.saves.journal import footer_lines, journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.record import ABANDONED
from tests.support.expansions import expanded, refused, row, rules_of, say, told
from tests.support.odds import fit
from tests.support.played_games import PATHS, read_record
from tests.support.scenarios import board, room
from tests.support.tables import for_each

RULES = rules_of("pack")
POTIONS = {potion.name: potion for potion in RULES.potions}


def larder(potions: str = "", race: str = "Shade") -> GameState:
    """Return a game in which the PC carries potions of those names, all of them unknown."""
    game = expanded("pack", room("@....", "....\\"), race)
    for name in potions.split():
        add_potion(game, POTIONS[name])
    return game


def test_a_potion_beside_the_pc_is_picked_up_by_a_turn() -> None:
    """X10: `g DIR` picks up the potion there (a turn)."""
    game = expanded("pack", room("@0...", "1...\\"))
    assert row(game) == "Pack: empty"
    assert told(game, "g ea") == (
        "PC puts an unknown potion into the pack (a).",
        "You put an unknown potion into your pack (a).",
    )
    assert (game.turns, game.known_potions) == (1, set())
    say(game, "g so")
    assert (game.turns, row(game)) == (2, "Pack: a unknown  b unknown")
    assert board(game) == room("@....", "....\\") + "\n"


def test_enemies_act_after_a_pick_up() -> None:
    """X10: it is a turn like any other."""
    game = expanded("pack", room("@0...", "H...\\"), luck=[False], steps=[EAST])
    assert told(game, "g ea")[0].endswith("H misses PC.")


def test_there_must_be_a_potion_to_pick_up() -> None:
    """R4, X7: what is refused takes no turn and changes nothing; gold and enemies are no potion."""
    game = expanded("pack", room("@6...", "H...\\"))
    for way, name in (("no", "North"), ("ea", "East"), ("so", "South")):
        assert refused(game, f"g {way}") == NoPotionToDrink(name)
    assert game.turns == 0


def test_ten_things_are_all_that_is_carried() -> None:
    """X10: ten things in slots `a` to `d` and `f` to `k`, unknown ones in slots of their own."""
    game = expanded("pack", room("@0...", "....\\"))
    for name in ["RH", "RH", "BA", "BA", "BD", "PH", "WA", "WD", "RH", "RH"]:
        add_potion(game, POTIONS[name])
    assert pack_row(game) == "Pack: " + "  ".join([f"{letter} unknown" for letter in "abcdfghijk"])
    reason = refused(game, "g ea")
    assert reason == ExpansionRefusal(
        "The pack is full: it holds 10 things.", "Your pack is full: it holds 10 things."
    )
    assert game.stow_potion(POTIONS["RH"]) is None
    assert not game.has_room_for(POTIONS["RH"])
    say(game, "u k")
    say(game, "g ea")
    assert len(LETTERS) == MOST_THINGS == 10


def test_those_that_share_a_slot_count_one_by_one() -> None:
    """X10, X11: ten restoratives of a known kind fill the pack, though they take one slot."""
    game = expanded("pack", room("@0...", "....\\"))
    game.known_potions.add("RH")
    for _ in range(10):
        add_potion(game, POTIONS["RH"])
    assert row(game) == "Pack: a RH x10"
    assert isinstance(refused(game, "g ea"), ExpansionRefusal)


def test_a_slot_is_used_like_a_potion_on_the_floor() -> None:
    """X10, R18: `u SLOT` uses one: the same event, a turn, and its kind is known."""
    game = larder("BA RH")
    (drank,) = say(game, "u a")
    assert drank == Drank("BA")
    assert (game.hero.stats.attack, game.turns, game.known_potions) == (30, 1, {"BA"})
    assert row(game) == "Pack: b unknown"


def test_a_drow_drinks_half_as_much_again() -> None:
    """R14: out of the pack, too."""
    game = larder("BA PH", "Drow")
    say(game, "u a")
    say(game, "u b")
    assert (game.hero.stats.attack, game.hero.hp) == (32, 135)


def test_poison_out_of_the_pack_can_kill() -> None:
    """R17: and the potion is named as what killed the PC."""
    game = larder("PH")
    game.hero.hp = 10
    assert say(game, "u a")[-1] == Slain("PC", "PH")
    assert game.outcome == Outcome(won=False, slain_by="PH")


@for_each("words", ["u b", "u k", "t b ea"])
def test_an_empty_slot_is_refused(words: str) -> None:
    """R4: nothing lies in it."""
    game = larder("PH")
    letter = words.split()[1]
    assert refused(game, words) == ExpansionRefusal(
        f"There is nothing in slot {letter} of the pack.",
        f"There is nothing in slot {letter} of your pack.",
    )


def test_a_direction_still_uses_what_lies_on_the_floor() -> None:
    """X4: `u ea` stays the document's, beside `u d`, a slot."""
    game = expanded("pack", room("@1...", "....\\"))
    session_words = ["u", "ea"]
    session = Session(game.rules, 1)
    session.game = game
    for word in session_words:
        session.handle_word(word)
    assert session.action_text == "PC uses BA."


def test_no_slot_has_the_first_letter_of_a_direction() -> None:
    """X10: the fifth slot is `f`: nobody who types `ue` on the way to `uea` drinks a potion."""
    game = larder("PH PH PH PH RH")
    assert {way.command_word[0] for way in DIRECTIONS}.isdisjoint(LETTERS)
    session = Session(game.rules, 1)
    session.game = game
    session.handle_words("u e")
    assert session.action_text == "There is no command 'u e'."
    session.handle_words("u f")
    assert session.action_text == "PC uses RH."


def test_journals_of_packs_with_a_slot_e_are_of_other_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """X3: exit code 4, which names the version of the journal and the one installed."""
    path = tmp_path / "old.cc3k"
    record = read_record(PATHS[0])
    tags = ("pack-1", *record.header.expansions[1:])
    record = evolve(record, header=evolve(record.header, expansions=tags))
    lines = [*journal_lines(record), *footer_lines(ABANDONED, record.header.started_at)]
    path.write_text(add_checksums(lines)[0], "ascii")
    for words in (["replay", "--verify", str(path)], ["replay", str(path)]):
        assert main(words) == 4
        assert "the expansion pack 1; installed is pack 2" in capsys.readouterr().err


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
    game.known_potions |= {"RH", "WA"}
    add_potion(game, POTIONS["RH"])
    say(game, "g so")
    say(game, "g se")
    assert told(game, "g ea") == (
        "PC puts an RH into the pack (a x2).",
        "You put a Restore Health potion into your pack (a x2).",
    )
    assert row(game) == "Pack: a RH x2  b unknown  c WA"


def test_unknown_potions_of_one_kind_do_not_share_a_slot() -> None:
    """X11: two that look alike must not be told apart or together."""
    alike, unlike = larder("RH RH"), larder("RH BA")
    assert row(alike) == row(unlike) == "Pack: a unknown  b unknown"
    assert legal_actions(alike) == legal_actions(unlike)
    assert told(alike, "i") == told(unlike, "i")


@for_each("way", ["by use", "by a drink", "by a throw", "by other means"])
def test_slots_merge_into_the_first_one_however_a_kind_becomes_known(way: str) -> None:
    """X11: when a kind becomes known its slots are merged into the first."""
    game = expanded("pack", room("@0..H", "....\\"))
    for name in ["WA", "RH", "BA", "RH", "RH"]:
        add_potion(game, POTIONS[name])
    if way == "by use":
        say(game, "u d")
    elif way == "by a drink":
        say(game, "u ea")
    elif way == "by a throw":
        say(game, "t f ea")
    else:
        game.known_potions.add("RH")
    left = 3 if way in ("by a drink", "by other means") else 2
    assert row(game) == f"Pack: a unknown  b RH x{left}  c unknown"
    if way != "by other means":
        assert part_of(game, Pack).slots == slots_of(game)


def test_free_slots_are_filled_from_the_first() -> None:
    """X10: the letters of the others stay what they are."""
    game = larder("WA BA BD")
    say(game, "u b")
    say(game, "u a")
    assert row(game) == "Pack: c unknown"
    assert add_potion(game, POTIONS["PH"]) == "a"


def test_nothing_is_taken_out_of_an_empty_slot() -> None:
    """Whoever asks for it has a mistake in the program."""
    with pytest.raises(LookupError, match="k"):
        take_potion(larder(), "k")


def test_the_pack_goes_down_the_stairs() -> None:
    """X10: it is carried, unlike what potions do."""
    game = expanded("pack", room("@\\...") + "\n" + room("@...\\"))
    add_potion(game, POTIONS["BA"])
    say(game, "ea")
    assert (game.depth, row(game)) == (2, "Pack: a unknown")


@for_each("carried", [MOST_THINGS - 1, MOST_THINGS])
def test_a_full_pack_takes_nothing_more(carried: int) -> None:
    """R4, X10: the last thing for which there is room, and one more, on two sides."""
    game = expanded("pack", room("@0", "1\\"))
    for _ in range(carried):
        add_potion(game, POTIONS["BA"])
    takes = [action for action in legal_actions(game) if isinstance(action, TakePotion)]
    assert takes == ([TakePotion(SOUTH), TakePotion(EAST)] if carried < MOST_THINGS else [])


def test_a_copy_has_a_pack_of_its_own() -> None:
    """R34: playing in a copy leaves the game as it was, and digests tell them apart."""
    game = larder("RH BA")
    twin = game.copy()
    assert twin.digest() == game.digest()
    say(twin, "u a")
    assert (row(game), row(twin)) == ("Pack: a unknown  b unknown", "Pack: b unknown")
    assert twin.digest() != game.digest()


def test_kinds_and_counts_are_in_the_digest() -> None:
    """X3: a damaged journal shows."""
    assert len({larder(names).digest() for names in ("", "RH", "BA", "RH RH", "RH BA")}) == 5
    known = [larder("RH"), larder("RH RH")]
    for game in known:
        game.known_potions.add("RH")
        add_potion(game, POTIONS["RH"])
    assert known[0].digest() != known[1].digest()


@pytest.mark.seeded
def test_a_lucky_copy_deals_unknown_potions_anew() -> None:
    """X11: by their odds, from the kinds that are unknown; what is known stays."""
    game = larder("WA RH RH BD")
    game.known_potions |= {"RH", "BA"}
    counts = Counter[str]()
    for luck in range(600):
        twin = game.copy_with_luck(luck)
        assert [slot and slot.count for slot in slots_of(twin)][:4] == [1, 2, None, 1]
        rh = slot_at(twin, "b")
        assert rh is not None
        assert rh.potion.name == "RH"
        counts.update([slot.potion.name for at in "ad" if (slot := slot_at(twin, at))])
    assert fit(counts, {name: Fraction(1, 4) for name in ("BD", "PH", "WA", "WD")})
    assert row(game) == row(game.copy_with_luck(1))


def test_kinds_that_look_otherwise_are_not_dealt_for_one_another() -> None:
    """X5: a potion of another expansion may look otherwise, and be spawned by none."""
    game = larder()
    odd = Potion("OD", "does nothing", "x", lambda _hero: None, spawn_weight=0, glyph="p")
    add_potion(game, odd)
    twin = game.copy()
    twin.rules = evolve(game.rules, potions=(*game.rules.potions, odd))
    dealt = slot_at(twin.copy_with_luck(1), "a")
    assert dealt is not None
    assert dealt.potion is odd


def test_what_is_drawn_is_as_without_a_pack() -> None:
    """X2: floor 3 of seed 42 has the same walls, enemies and items with `pack`."""
    for names in ("pack", "shop", "pack shop"):
        games = [GameState(rules_of(n), RULES.races[0], Dice("42/game 1")) for n in ("", names)]
        for game in games:
            game.take_stairs()
            game.take_stairs()
        base, other = games
        assert base.floor.glyphs == other.floor.glyphs
        assert base.floor.items == other.floor.items
        assert base.floor.hero_cell == other.floor.hero_cell


def test_the_menu_has_a_line_for_each_slot() -> None:
    """X10: on a screen `i` is a menu that uses and throws."""
    game = larder("WA RH RH")
    game.known_potions.add("RH")
    (menu,) = PACK.commands.menus
    assert menu.words == "i"
    lines = menu.lines(game)
    assert [(line.key, line.text) for line in lines] == [
        ("a", "an unknown potion"),
        ("b", "2 Restore Health potions: restores 10 HP"),
    ]
    assert [(each.label, each.words) for each in lines[1].commands] == [
        ("use", "u b"),
        ("throw", "t b"),
    ]
    assert menu.lines(larder()) == []


def test_the_hint_is_due_beside_a_potion() -> None:
    """X10: the pack is told of when it is first of use."""
    assert not PACK.texts.hints[0].is_due(larder())
    assert PACK.texts.hints[0].is_due(expanded("pack", room("@0...", "....\\")))


def test_unknown_potions_are_dealt_anew_by_their_weights() -> None:
    """X11: a kind that is spawned three times as often is three times as likely."""
    game = larder("WA")
    common = evolve(POTIONS["BA"], spawn_weight=3)
    game.rules = evolve(game.rules, potions=(POTIONS["WA"], common))
    slots = [slot_at(game.copy_with_luck(luck), "a") for luck in range(600)]
    counts = Counter([slot.potion.name for slot in slots if slot])
    assert fit(counts, {"WA": Fraction(1, 4), "BA": Fraction(3, 4)})


def test_programs_observe_kinds_and_counts() -> None:
    """X3: 0 for an empty slot, 1 for an unknown potion, then the kinds of the rules."""
    game = larder("WA RH RH")
    game.known_potions.add("RH")
    seen = observe(game).figures
    assert [seen[f"pack {letter} kind"] for letter in "abc"] == [1, 2, 0]
    assert [seen[f"pack {letter} count"] for letter in "abc"] == [1, 2, 0]


def collected(game: GameState) -> tuple[list[str], str]:
    """Collect as far as that goes; return the words that it took, and what was left."""
    session = Session(game.rules, 1)
    session.game, collect, words = game, Collect(), list[str]()
    while (said := collect.next_command(game)) is not None:
        words.append(said)
        session.handle_words(said)
    assert collect.again is None
    return words, collect.stop_reason


def test_collecting_takes_all_potions_along_and_uses_none() -> None:
    """X10: known or not, they wait in the pack; `cc3k help pack` says so."""
    game = expanded("pack", room("@.1.0", "....\\"))
    game.known_potions.add("BA")
    words, told_of = collected(game)
    assert [said for said in words if said[:2] in {"g ", "u "}] == ["g ea", "g ea"]
    assert told_of == NOTHING_LEFT
    assert row(game) == "Pack: a BA  b unknown"


@for_each("known", [(), ("RH", "BA")])
def test_collecting_with_a_full_pack_leaves_potions_and_says_so(known: tuple[str, ...]) -> None:
    """X10: what has no room is neither used nor gone for, and a second press tries nothing."""
    game = expanded("pack", room("@.1.6", "....\\"))
    game.known_potions.update(known)
    game.hero.hp = 20
    for _ in range(MOST_THINGS):
        add_potion(game, POTIONS["RH"])
    words, told_of = collected(game)
    assert not [said for said in words if " " in said]
    assert game.hero.gold == 2
    assert told_of == "Left: 1 potion (no room for more)"
