"""Wands: what each does, to whom, and what is learnt (X104-X106)."""

from collections.abc import Sequence

from attrs import evolve

from cc3k.engine.board import EAST, NORTH, PASSAGE, WEST
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Provoked, Slain, Struck
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CHARMED, SLOWED
from cc3k.engine.view import GameView
from cc3k.expansions.vaults import ACTIONS, KEY, Treasures, Wand
from cc3k.expansions.wands import WAND_KINDS
from cc3k.play.frame import expansion_status_rows
from cc3k.play.interruptions import find_interruption
from cc3k.play.look import describe_cell
from cc3k.play.odds import Joiner, OddsCalculator, compute_group_odds
from cc3k.play.prompts import forecast_lines, forecasts_and_odds
from tests.support.expansions import all_hunt, expanded, refused, row, say, told
from tests.support.scenarios import HIT, MISS, FirstOfAll, Steps, Wait, board, room
from tests.support.tables import for_each
from tests.support.walks import only_enemy, texts, walk


def armed(  # noqa: PLR0913 - each says what is drawn
    drawing: str,
    wands: str,
    names: str = "vaults",
    *,
    luck: Sequence[int] = (),
    steps: Sequence[Steps] | None = None,
    known: bool = True,
) -> GameState:
    game = expanded(names, drawing, "Shade", luck, steps)
    held = [Wand(name) for name in wands.split()]
    part_of(game, Treasures).wands = (*held, *[None] * (3 - len(held)))
    if known:
        game.known_names |= {f"wand of {wand.kind_name}" for wand in held}
    return game


def test_a_cast_takes_a_turn_and_a_charge_and_makes_the_kind_known() -> None:
    """X104: `PC casts slow at E.`; the kind is known from then on (X103)."""
    game = armed(room("@...E\\"), "slow", known=False)
    assert row(game) == "Vault: 1 unknown"
    assert told(game, "c 1 ea") == (
        "PC casts slow at E. E moves slowly.",
        "You cast slow at the elf. The elf moves slowly.",
    )
    assert row(game) == "Vault: 1 slow 3"
    assert game.turns == 1


@for_each("slow", "push", "charm", "bolt")
def test_a_cast_at_nobody_loses_the_charge_and_teaches_nothing(wand: str) -> None:
    """X104: seven cells straight, over things and stairs."""
    game = armed(room("@.0.....E\\"), wand, known=False)
    for charges, name in ((1, "wand 1"), (2, wand)):
        assert told(game, "c 1 ea")[0] == f"PC casts {name} to the East and sees nobody there."
        assert part_of(game, Treasures).wands[0] == Wand(wand, charges)
        assert row(game) == "Vault: 1 unknown" or charges > 1
        game.known_names.add(f"wand of {wand}")


@for_each(
    ("c 2 ea", "PC has no wand 2."),
    ("c 3 ea", "Wand 3 is spent."),
    ("c 1 no", "A wall is in the way."),
)
def test_what_cannot_be_cast_is_refused(words: str, refusal: str) -> None:
    """X104, R4: a wall in the way of a known wand, no wand, a spent one."""
    game = armed(room("@...\\"), "slow")
    part_of(game, Treasures).wands = (Wand("slow"), None, Wand("bolt", 4))
    assert refused(game, words).text == refusal


def test_an_unknown_wand_or_dig_may_be_cast_at_a_wall() -> None:
    """Y23, X104, Y26: no other; nothing opens beyond the border, on the other side of the board."""
    charges = {kind.name: kind.charges for kind in WAND_KINDS.values()}
    assert charges == {"slow": 4, "blink": 4, "push": 5, "dig": 5, "charm": 2, "bolt": 4}
    game = armed("|------|\n|    .@|\n|      |\n| ..\\  |\n|------|", "slow dig", known=False)
    before = game.floor.board.terrain
    say(game, "c 1 ea")
    game.known_names.add("wand of dig")
    say(game, "c 2 ea")
    assert (game.turns, game.floor.board.terrain) == (2, before)


def test_the_slowed_skip_every_second_phase_for_twenty_turns() -> None:
    """X104, Y26: the first phase and every second after it, attacks too."""
    game = armed(room("@E\\."), "slow", luck=[HIT, HIT] * 12, steps=[WEST] * 30)
    say(game, "c 1 ea")
    blows = [0]
    for _ in range(21):
        game.hero.hp = 125
        events = game.play(Wait())
        blows.append(sum(isinstance(event, Struck) and event.attacker == "elf" for event in events))
    assert blows[:5] == [0, 2, 0, 2, 0]
    assert blows[18:22] == [0, 2, 2, 2]


def test_the_bolt_grows_with_depth_and_its_kill_is_the_pcs() -> None:
    """X104, X105: 20 damage, +4 a floor below the first; Def does not count."""
    game = armed(room("@...W\\"), "bolt bolt bolt", luck=[0])
    for depth, hp in ((1, 80), (3, 80 - 28)):
        game.depth = depth
        assert only_enemy(walk(game, "c 1 ea")).hp == hp
    only_enemy(game).hp = 5
    events = say(game, "c 1 ea")
    assert Struck(PC, "dwarf", 5, 0) in events
    assert Slain("dwarf", PC) in events
    assert game.hero.gold == 1


@for_each(
    ("@E......\\", 5, [140]),
    ("@E..|\\", 3, [125]),
    ("@E..0..\\", 3, [125]),
    ("@E..O..\\", 3, [125, 165]),
    ("@E.\\...", 2, [125]),
)
def test_a_push_hurts_who_is_stopped_early(drawing: str, place: int, hps: list[int]) -> None:
    """X104, Y25: back up to four cells; stopped by any cell not free, it and whom it meets."""
    game = walk(armed(room(drawing), "push"), "c 1 ea")
    found = sorted(game.floor.enemies.items())
    assert found[0][0] - game.floor.hero_cell == place
    assert [enemy.hp for _, enemy in found] == hps


def test_a_push_out_of_the_chamber_stays_there_without_hunters() -> None:
    """Y25: whoever lands outside a chamber stays and fights; back inside it roams again."""
    drawing = r"""
        |-----------------|
        ||------|         |
        ||...@E.+#####    |
        ||.\...-|         |
        |-----------------|"""
    game = walk(armed(drawing, "push push", steps=[WEST] * 9), "c 1 ea")
    cell = game.floor.hero_cell + 5
    assert [*game.floor.enemies] == [*game.floor.stationary] == [cell]
    hunted = all_hunt(armed(drawing, "push", names="hunters vaults", steps=[WEST] * 9))
    assert walk(hunted, "c 1 ea").floor.stationary == set()


def test_dragons_are_unmoved() -> None:
    """X105: not slowed, moved or charmed; the charge is gone, the kind learnt; a bolt hurts."""
    for wand in ("slow", "push", "charm"):
        game = armed(room("@..D9\\"), wand, known=False)
        assert told(game, "c 1 ea")[0] == f"PC casts {wand} at D. D is unmoved."
        assert part_of(game, Treasures).wands[0] == Wand(wand, 1)
        assert "unknown" not in row(game)
    assert only_enemy(walk(armed(room("@..D9\\"), "bolt"), "c 1 ea")).hp == 130


@for_each("slow", "push", "charm", "bolt")
def test_a_wand_wrongs_a_merchant(wand: str) -> None:
    """X105, R21, Y25."""
    game, wrath = armed(room("@M....\\"), wand, luck=[MISS]), Provoked("merchant")
    assert wrath in say(game, "c 1 ea") or wand == "charm"
    assert "merchant" in game.hero.provoked_kinds
    assert wrath in say(armed(room("@E..M.\\"), "push"), "c 1 ea")


@for_each(
    *(("@.......\\", 5), ("@..E....\\", 2), ("@..0.0..\\", 4), ("@.0E\\", 1), ("@...\\...", 5)),
    *(("@..6E\\", 3), ("@0E\\", 0), ("@E\\", 0), ("@\\", 0), ("@|.\\", 0)),
)
def test_blink_lands_on_the_last_cell_that_can_be_entered(drawing: str, place: int) -> None:
    """Y24, X104: within five cells, before an enemy or wall, never on stairs; it takes things."""
    game = armed(room(drawing), "blink", known=False, luck=[MISS, MISS])
    start = game.floor.hero_cell
    text = told(game, "c 1 ea")[0]
    no_room = "PC casts blink to the East. PC has no room to blink."
    assert text.startswith(no_room) == (not place)
    assert game.floor.hero_cell - start == place
    assert row(game) == "Vault: 1 blink 3"
    assert game.hero.gold == (2 if "6" in drawing else 0)


def test_dig_opens_the_next_four_walls_within_seven_cells() -> None:
    """X104, Y26: through enemies, never the border."""
    game = armed(
        r"""
        |-------------|
        ||---|  |---| |
        ||.@.|  |\..| |
        ||---|  |---| |
        |-------------|""",
        "dig dig",
        known=False,
    )
    for words, line in (("c 1 ea", r"||.@.####\..| |"), ("c 1 we", r"|#.@.####\..| |")):
        assert board(walk(game, words)).splitlines()[2] == line
    assert "dig" in row(game)
    assert game.floor.board.terrain[2 * game.floor.board.stride + 1] == PASSAGE


def test_an_unseen_target_is_affected_but_teaches_nothing() -> None:
    """Y22: the sentence is that of nobody there; its death is told as a throw's."""
    drawing = r"""
        |--------------|
        ||---| |-----| |
        ||..@+#+W..\.| |
        ||---| |-----| |
        |--------------|"""
    game = armed(drawing, "bolt", names="vaults fog", luck=[1], known=False)
    only_enemy(game).hp = 9
    assert not game.sees(next(iter(game.floor.enemies)))
    assert told(game, "c 1 ea")[0] == (
        "PC casts wand 1 to the East and sees nobody there. "
        "Something dies out of sight: PC gains 2 gold."
    )
    assert row(game) == "Vault: 1 unknown"


def test_the_charmed_fight_for_the_pc() -> None:
    """X106, X105, R19, R20: it steps to and attacks the nearest enemy hostile to the PC."""
    game = armed(room("@O..W\\"), "charm", luck=[HIT, MISS], steps=[WEST, WEST] * 4)
    assert told(game, "c 1 ea")[0].startswith("PC casts charm at O. O is charmed.")
    orc, dwarf = (game.floor.enemies[cell] for cell in sorted(game.floor.enemies))
    assert not orc.is_hostile_to(game.hero)
    assert orc.statuses["charmed"] == 14
    assert dwarf.hp == 100
    game.play(Wait())
    assert dwarf.hp == 100 - 24
    assert "it fights for you" in describe_cell(game, min(game.floor.enemies))[0]
    stepped = armed(room("@.|O.W\\"), "slow", luck=[HIT], steps=[WEST] * 2)
    orc = stepped.floor.enemies[min(stepped.floor.enemies)]
    orc.set_status(CHARMED, 9)
    stepped.play(Wait())
    assert orc.hp < orc.kind.hp, "whom it steps beside attacks it in that phase"


@for_each(
    # Whoever has no PC in reach; its kill is the PC's; slain it drops the key alone (X101).
    ([HIT, HIT], (180, 100), [180 - 16, 100 - 24], 0, "hits the orc for 16; 164 HP left."),
    ([HIT, 0], (180, 1), [180], 1, "hits the dwarf for 24 and slays it for you."),
    ([MISS, HIT], (1, 100), [100], 0, "The dwarf hits the orc for 16 and slays it."),
)
def test_those_beside_a_charmed_attack_it(
    luck: list[int], hp: tuple[int, int], left: list[int], gold: int, end: str
) -> None:
    """X106, X105."""
    game = armed(room("@..OW\\"), "charm", luck=luck, steps=[WEST] * 4)
    orc, dwarf = (game.floor.enemies[cell] for cell in sorted(game.floor.enemies))
    orc.hp, dwarf.hp, orc.carries = *hp, (KEY,)
    _, spoken = told(game, "c 1 ea")
    assert end in spoken
    assert "You slay" not in spoken
    assert [game.floor.enemies[cell].hp for cell in sorted(game.floor.enemies)] == left
    assert (game.hero.gold, Slain("dwarf", PC) in game.last_events) == (gold, bool(gold))
    assert (KEY in game.floor.items.values()) == (orc not in game.floor.enemies.values())


def test_two_of_a_kind_are_told_apart() -> None:
    """X106: the charmed orc misses another one, and is pushed against another one."""
    game = armed(room("@..OO\\"), "charm", luck=[MISS, HIT], steps=[WEST] * 4)
    spoken = told(game, "c 1 ea")[1]
    assert "The orc misses another orc." in spoken
    assert "The orc hits another orc for " in spoken
    game = armed(room("@O.O..\\"), "push")
    assert any("and so does another orc" in line for line in forecast_lines(game))


def test_a_charm_ends_after_fifteen_turns_and_leaves_a_hunter() -> None:
    """X104, Y27: then it is hostile and alert."""
    game = armed(room("@.0O0\\"), "charm", names="hunters vaults", steps=[NORTH] * 40)
    say(game, "c 1 ea")
    for _ in range(12):
        assert find_interruption(game) is None
        game.play(Wait())
    orc = only_enemy(game)
    for name, of_kind, told_of in (("Og", "orc", "Og"), ("orc", "", "the orc")):
        orc.kind = evolve(orc.kind, name=name, of_kind=of_kind)
        assert find_interruption(game) == f"Stopped: the charm on {told_of} ends soon."
    assert expansion_status_rows(game)[-1] == "Vault: O helps 2; 1 charm 1"
    game.play(Wait())
    assert not only_enemy(game).is_hostile_to(game.hero)
    twin = game.copy_with_luck(1)
    for each in (game, twin):
        each.turn_dice = FirstOfAll()
        each.play(Wait())
        assert only_enemy(each).is_hostile_to(each.hero)
        assert only_enemy(each).hunting_turns


RAISED = "then HP 137 of 137, Atk 27, Def 26"


def looked_at(game: GameState) -> list[str]:
    """Return what a look at the first enemy says of wands, without the odds after them."""
    told = describe_cell(game, min(game.floor.enemies))
    return [line for line in told if line.startswith("Wand")]


@for_each(
    ("@E....\\", "charm", "Wand 1 (charm): it fights for you for 15 turns."),
    ("@E....\\", "push", "Wand 1 (push): it stands 4 cells farther off."),
    ("@E.O..\\", "push", "it is stopped after 1 cell and loses 15 HP, and so does the orc."),
    ("@.E...\\", "slow", "it acts every second turn for 20 turns."),
    ("@.E...\\", "bolt", "Wand 1 (bolt) slays it."),
)
def test_a_look_tells_what_each_wand_would_do(drawing: str, wand: str, note: str) -> None:
    """X108, X122: push from beside and charm too; who is slowed or charmed; nothing if unknown."""
    game = armed(room(drawing), wand)
    game.floor.enemies[min(game.floor.enemies)].hp = 16
    (line,) = looked_at(game)
    assert line.endswith(note)
    game.known_names.clear()
    assert not looked_at(game)
    at = min(game.floor.enemies)
    for status, told_first in ((SLOWED, "hostile"), (CHARMED, "it fights for you")):
        enemy = game.floor.enemies[at]
        enemy.set_status(status, 9)
        first, *others = describe_cell(game, at)
        asked = [action.question(game) for words, action in ACTIONS if words == "c 1 ea"]
        assert any("fights for you." in each for each in asked) == (status == CHARMED)
        assert first.endswith(f"; {told_first}.")
        assert f"It is {status} for 9 more turns." in others


UNSEEN = "stands up to 4 cells farther off: you do not see who is behind it"


@for_each(
    ("vaults", "@.E...\\", "bolt", "bolt: slays the elf"),
    ("levels vaults", "@.E...\\", "bolt", f"bolt: slays the elf for 14 experience; {RAISED}"),
    ("vaults", "@.M...\\", "slow", "slow: the merchant acts every second turn for 20 turns"),
    ("vaults", "@.D...\\", "charm", "charm: the dragon is unmoved, and the charge is lost"),
    ("vaults", "@....|\\", "blink", "blink: you land 4 cells that way"),
    ("vaults", "@.E..|\\", "blink", "blink: you land 1 cell that way"),
    ("vaults", "@..|..\\", "dig", "dig: opens 1 cell of wall or rock"),
    ("vaults", "@..||.\\", "dig", "dig: opens 2 cells of wall or rock"),
    ("fog vaults", "@E#...|.\\", "push", f"push: the elf {UNSEEN}"),
    ("fog vaults", "@..|......\\", "dig", "dig: opens up to 4 cells of wall or rock"),
    ("vaults", "@.....\\", "bolt", ""),
    ("vaults", "@|E...\\", "dig", "dig: opens 1 cell of wall or rock"),
)
def test_each_cast_is_foretold(names: str, drawing: str, wand: str, told: str) -> None:
    game = armed(room(drawing), wand, names)
    for enemy in game.floor.enemies.values():
        enemy.hp = min(enemy.hp, 20)
    before = game.digest()
    found = [line for line in forecast_lines(game) if "c 1 ea" in line.partition(":")[0]]
    wrongs = "; that wrongs the merchant" * ("merchant" in told)
    assert [line.partition(": ")[2] for line in found] == [f"{told}{wrongs}."] * bool(told)
    assert game.digest() == before


def test_an_unknown_wand_foretells_its_kinds() -> None:
    """X109: it may be any kind that is not known yet, where somebody is in the way."""
    game = armed(room("@.E...\\"), "bolt", known=False)
    game.known_names.add("wand of dig")
    assert forecast_lines(game) == ["c 1 ea: unknown: slow or blink or push or charm or bolt."]
    *before, odds = forecasts_and_odds(game)
    assert before == forecast_lines(game)
    assert odds.startswith("You win ")


def test_who_is_pushed_away_does_not_strike_in_that_turn() -> None:
    """X7: the odds from beside are those of the same fight from afar."""
    beside, afar = armed(room("@E.O..\\"), "push"), armed(room("@.EO..\\"), "push")
    first = [looked_at(game)[0].partition(";")[0] for game in (beside, afar)]
    assert first[0] == first[1] != ""


def test_the_odds_of_a_slowed_enemy_count_the_turns_that_it_skips() -> None:
    """X7, Y26: as many blows as would fall in a game, also of one that joins."""
    game = armed(room("@E.\\"), "slow")
    elf, calculator = only_enemy(game), OddsCalculator(game.rules)
    free = calculator.compute(game.hero, elf)
    elf.set_status(SLOWED, 20)
    slowed = calculator.compute(game.hero, elf)
    assert slowed.win_chance > free.win_chance + 0.2
    assert slowed.worst_hp_lost < free.worst_hp_lost or slowed.mean_hp_lost < free.mean_hp_lost
    one, other = (Enemy(game.rules.enemy_kind_named("halfling")) for _ in range(2))
    together = compute_group_odds(calculator, game.hero, one, [Joiner(other)], lambda *_: None)
    for either in (one, other):
        either.set_status(SLOWED, 20)
        better = compute_group_odds(calculator, game.hero, one, [Joiner(other)], lambda *_: None)
        assert better.mean_hp_lost < together.mean_hp_lost - 5
        either.set_status(SLOWED, 0)


def test_copies_know_no_more_of_a_wand_than_the_player() -> None:
    """X109: neither its kind nor its charges; those known stay."""
    game = armed(room("@/..E\\"), "slow bolt", luck=[4], known=False)
    game.known_names.add("wand of slow")
    dealt = [part_of(game.copy_with_luck(luck), Treasures).wands for luck in range(30)]
    assert {wands[0] for wands in dealt} == {Wand("slow")}
    assert {wands[1].kind_name for wands in dealt if wands[1]} == {*WAND_KINDS} - {"slow"}
    names = {next(iter(game.copy_in_sight(n).floor.items.values())).name for n in range(30)}
    assert names == {f"wand of {kind}" for kind in WAND_KINDS if kind != "slow"}
    assert {thing.name for thing in GameView(game).trinkets.values()} == {"wand"}
    part_of(game, Treasures).wands = (Wand("bolt", 4), None, None)
    kinds = {part_of(game.copy_with_luck(n), Treasures).wands[0] for n in range(30)}
    assert {wand.kind_name for wand in kinds if wand} == {"bolt", "blink", "charm"}


def test_fights_of_others_are_told_if_both_are_seen() -> None:
    """X41, X106: what a charmed enemy does out of sight is told as a throw's kill."""
    drawing = r"""
        |------------------|
        ||-----|  |------| |
        ||@....+##+..OW..| |
        ||-----|  |...\..| |
        |------------------|"""
    game = armed(drawing, "", names="vaults fog", luck=[HIT, 1], steps=[EAST] * 2)
    missing = armed(drawing, "", names="vaults fog", luck=[MISS, MISS], steps=[EAST] * 2)
    for each in (game, missing):
        each.floor.enemies[min(each.floor.enemies)].set_status("charmed", 9)
    game.floor.enemies[max(game.floor.enemies)].hp = 1
    events = game.play(Wait())
    assert texts(events) == ["Something dies out of sight: PC gains 2 gold."]
    assert (len(events), missing.play(Wait())) == (1, ())


def test_only_a_blow_ends_a_charm_and_wrongs_nobody_else() -> None:
    """X106, Y4: a wand is no blow; `Every elf is hostile` would be wrong, they always were."""
    game = walk(armed(room("@E..\\"), "charm bolt", luck=[MISS] * 9), "c 1 ea c 2 ea")
    assert CHARMED in only_enemy(game).statuses
    assert told(game, "a ea")[0].startswith("PC deals 23 damage to E (97 HP).")
    assert CHARMED not in only_enemy(game).statuses
    assert not [event for event in game.last_events if isinstance(event, Provoked)]


def test_a_hoard_freed_by_a_charmed_enemy_is_picked_up_at_once() -> None:
    """R25, X105: the PC stands on it when its dragon dies."""
    game = armed(room("@9..\\", ".DE.."), "", luck=[MISS, HIT], steps=[WEST] * 2)
    dragon, elf = [each for _, each in sorted(game.floor.enemies.items())]
    elf.set_status(CHARMED, 9)
    dragon.hp = 1
    assert walk(game, "ea").hero.gold == 6
