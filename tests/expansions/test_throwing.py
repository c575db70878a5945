"""Thrown potions: where they fly, and what they do to whom they hit (X12)."""

from collections.abc import Sequence

from attrs import evolve

from cc3k.bots.situation import ValueCache
from cc3k.engine.board import DIRECTIONS, EAST, NORTH, Direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import (
    PC,
    Effect,
    ExpansionEvent,
    Looted,
    PickedUp,
    Provoked,
    Slain,
    Stole,
    Struck,
)
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.stats import StatModifier
from cc3k.expansions.pack import DrinkSlot, ThrowSlot, add_potion
from cc3k.play.look import describe_cell
from cc3k.play.prompts import question_before
from tests.support.expansions import expanded, refused, row, rules_of, say, told
from tests.support.scenarios import HIT, MISS, board, drawn, room, weakened
from tests.support.tables import for_each
from tests.support.walks import only_enemy, seeing_only, stocked, walk

RULES = rules_of("pack")
POTIONS = {potion.name: potion for potion in RULES.potions}


def armed(drawing: str, potions: str, race: str = "Shade", luck: Sequence[int] = ()) -> GameState:
    return stocked(expanded("pack", drawing, race, luck), potions)


def figures(game: GameState) -> tuple[int, int, int]:
    enemy = only_enemy(game)
    return enemy.hp, enemy.stats.attack, enemy.stats.defence


@for_each("Shade", "Drow")
@for_each(
    ("RH", (110, 30, 10)),
    ("BA", (100, 35, 10)),
    ("BD", (100, 30, 15)),
    ("PH", (90, 30, 10)),
    ("WA", (100, 25, 10)),
    ("WD", (100, 30, 5)),
)
def test_a_thrown_potion_does_to_an_enemy_what_it_does_to_a_hero(
    name: str, after: tuple[int, int, int], race: str
) -> None:
    """X12: RH heals, PH takes 10, the others shift by 5; the drow's half more is no part of it."""
    game = armed(room("@...E\\"), name, race)
    only_enemy(game).hp = 100
    say(game, "t a ea")
    assert figures(game) == after
    assert (row(game), game.known_names, game.turns) == ("Pack: empty", {name}, 1)
    assert board(game) == drawn(room("@...E\\"))


def test_shifts_add_up_and_end_at_0_and_healing_at_the_hp_of_the_kind() -> None:
    """X12: what follows counts in full, as for the hero (R16), until the floor ends."""
    game = armed(room("@...E\\") + "\n" + room("@.E..\\"), "WD WD WD BD RH RH")
    game.known_names |= {"WD", "RH"}
    only_enemy(game).hp = 133
    for words, defence in (("t a ea", 5), ("t a ea", 0), ("t a ea", 0), ("t d ea", 5)):
        assert only_enemy(walk(game, words)).stats.defence == defence
    for _ in range(2):
        assert only_enemy(walk(game, "t f ea")).hp == 140
    game.take_stairs()
    assert only_enemy(game).stats.defence == 10


def test_the_sentences_of_both_voices() -> None:
    """R36: letters in the document's, names in the spoken one; events tell whom it helped."""
    game = armed(room("@...E\\"), "WA PH RH BA")
    assert told(game, "t a ea") == (
        "PC throws a WA at E. E: Atk 30 -> 25 until the floor ends.",
        "You throw a Wound Attack potion at the elf. The elf: Atk 30 -> 25 until the floor ends.",
    )
    assert told(game, "t b ea") == (
        "PC throws a PH at E. PC deals 10 damage to E (130 HP).",
        "You throw a Poison Health potion at the elf. You hit the elf for 10 (130 left).",
    )
    assert told(game, "t c ea") == (
        "PC throws an RH at E. E: HP 130 -> 140.",
        "You throw a Restore Health potion at the elf. The elf: HP 130 -> 140.",
    )
    add_potion(game, POTIONS["RH"])
    assert told(game, "t a ea")[0] == "PC throws an RH at E. E: nothing changes."
    only_enemy(game).hp = 130
    for name, effect in (("WA", Effect.HARM), ("RH", Effect.GAIN), ("BD", Effect.GAIN)):
        *_, change = say(game, f"t {add_potion(game, POTIONS[name])[0]} ea")
        assert (change.effect, change.concerns) == (effect, "elf")


def test_a_miss_teaches_nothing_and_the_potion_is_gone() -> None:
    """X12: it breaks at the end."""
    game = armed(room("@......E\\"), "PH WA")
    game.known_names.add("WA")
    asked = "You see nobody within 5 cells to the East. Throw an unknown potion?"
    assert question_before(game, ThrowSlot("a", EAST)) == asked
    assert told(game, "t a ea") == (
        "PC throws an unknown potion to the East, where it breaks.",
        "You throw an unknown potion to the East, where it breaks.",
    )
    assert told(game, "t b ea")[0] == "PC throws a WA to the East, where it breaks."
    assert (row(game), game.turns, game.known_names) == ("Pack: empty", 2, {"WA"})


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


def test_there_is_no_throw_at_a_wall_beside_the_pc() -> None:
    """R4: what could only break at the PC's feet is refused."""
    game = armed(room("@..E", "...\\"), "PH")
    assert refused(game, "t a no") == ExpansionRefusal(
        "PC cannot throw North.", "There is no way to throw to the North."
    )
    assert ThrowSlot("a", EAST).is_legal(game)
    assert not ThrowSlot("a", NORTH).is_legal(game)
    assert not ThrowSlot("b", EAST).is_legal(game)


def test_a_kill_counts_as_the_pcs() -> None:
    """X12: its gold and a goblin's theft."""
    game = weakened(armed(room("@..E\\"), "PH", "Goblin", [0]), 10)
    told_of = (Struck(PC, "elf", 10, 0), Slain("elf", PC), Looted("elf", 1), Stole(5))
    assert say(game, "t a ea")[1:] == told_of
    assert (game.hero.gold, game.floor.enemies) == (6, {})
    vampire = armed(room("@W.\\"), "WA", "Vampire", luck=[HIT])
    blows = say(vampire, "t a ea")[2:]
    assert blows == (Struck("dwarf", PC, 12, 38),), "a turn (R3), no blow (R11)"


@for_each(*POTIONS)
def test_a_merchant_is_wronged_by_any_potion(name: str) -> None:
    """X12, R21: whatever it does to it, from that moment on."""
    game = armed(room("@..M\\"), name)
    events = say(game, "t a ea")
    assert events[-1] == Provoked("merchant")
    assert only_enemy(game).kind.is_hostile(only_enemy(game), game.hero)
    add_potion(game, POTIONS[name])
    assert Provoked("merchant") not in say(game, "t a ea"), "it is told once"
    slain = weakened(armed(room("@..M\\"), "PH"), 3)
    assert say(slain, "t a ea")[-2:] == (Slain("merchant", PC), Provoked("merchant"))


def test_drinking_what_is_known_to_do_harm_asks_first() -> None:
    """X10: an unknown potion, or one that helps, is drunk at once."""
    for name, asked in (("PH", "Poison Health does harm. Use it?"), ("RH", "")):
        game = armed(room("@...\\"), name)
        assert question_before(game, DrinkSlot("a")) == ""
        game.known_names.add(name)
        assert question_before(game, DrinkSlot("a")) == asked


def test_a_dragon_slain_over_its_hoard_leaves_it_at_once() -> None:
    """R25: a PC standing on the hoard when its dragon dies picks it up."""
    game = weakened(walk(armed(room("@9D.\\"), "PH", luck=[MISS, MISS]), "ea"), 5)
    assert say(game, "t a ea")[-1] == PickedUp(6)


def test_a_row_says_what_a_thrown_potion_does() -> None:
    """X5, X12: as a strategy over whoever is hit, else by its amount; without both, nothing."""

    def scald(target: Enemy) -> None:
        target.take_damage(5)
        target.stats = StatModifier(target.stats, attack_shift=-30, defence_shift=-1)

    rage = Potion("RG", "enrages", "x", lambda _hero: None)
    acid = Potion("AC", "burns", "y", lambda _hero: None, thrown=scald)
    game = armed(room("@..E\\"), "")
    game.rules = evolve(RULES, potions=(*RULES.potions, rage, acid))
    add_potion(game, rage)
    assert told(game, "t a ea")[0] == "PC throws an RG at E. E: nothing changes."
    assert (figures(game), game.known_names) == ((140, 30, 10), {"RG"})
    add_potion(game, acid)
    assert told(game, "t a ea")[0] == (
        "PC throws an AC at E. PC deals 5 damage to E (135 HP). "
        "E: Atk 30 -> 0 and Def 10 -> 9 until the floor ends."
    )


def dark(game: GameState, cells: frozenset[int] | None = None) -> GameState:
    """Let the player see those cells, or no cell but those beside the PC."""
    here, neighbourhood = game.floor.hero_cell, game.floor.board.neighbourhood
    hooks = seeing_only(neighbourhood[here] | {here} if cells is None else cells)
    (pack,) = game.rules.expansions
    game.rules = evolve(game.rules, expansions=(evolve(pack, sight=hooks),))
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
    assert question_before(game, ThrowSlot("a", EAST)) == ""


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
        return ThrowSlot("a", EAST).question(game), describe_cell(game, cell)

    assert told_of("H") == told_of(".")
    assert told_of(".")[0].startswith("The merchant")
    assert "thrown first" in told_of(".")[1][-1]
