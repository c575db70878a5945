"""Rings and relics: what each changes (X104, Y31-Y35)."""

from collections.abc import Sequence

from cc3k.engine.actions import Attack
from cc3k.engine.board import EAST
from cc3k.engine.combat import attack_enemy, max_damage_per_turn
from cc3k.engine.enemies import strike
from cc3k.engine.events import Drained, Sickened, Struck
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.clock import as_newcomer
from cc3k.expansions.levels import Growth
from cc3k.expansions.relics import keep_ledger
from cc3k.expansions.vaults import RELIC_THINGS, RING_THINGS, gain
from cc3k.play.choices import DEFAULT_HP_LIMIT
from cc3k.play.collect import Collect
from cc3k.play.history import are_plain_steps
from cc3k.play.interruptions import play_turn
from cc3k.play.look import describe_cell
from cc3k.play.macros import repeated
from cc3k.play.messages import join_messages
from cc3k.play.narrator import status_lines
from cc3k.play.odds import Joiner, OddsCalculator, compute_fight_odds, compute_group_odds
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, goal_at
from tests.support.expansions import expanded, played, row, say, session_of, told
from tests.support.scenarios import HIT, MISS, Steps, Wait, room, weakened
from tests.support.tables import for_each
from tests.support.walks import only_enemy, walk

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
    game = expanded(names, drawing, race, luck, steps)
    list(gain(game, RELIC_THINGS.get(thing) or RING_THINGS[thing]))
    return game


def test_thorns_take_a_third_of_what_a_hit_took() -> None:
    """X104, Y34, X105: of the HP lost, rounded up, after each blow; its kills are the PC's."""
    game = owner("thorns", room("@E.\\"), luck=[HIT, HIT])
    game.play(Wait())
    assert game.hero.hp == 125 - 2 * 24
    assert only_enemy(game).hp == 140 - 2 * 8
    far = owner("thorns", room("@9..\\", ".D.."), luck=[HIT] * 3)
    assert only_enemy(walk(far, "ea")).hp < 150
    slain = weakened(owner("thorns", room("@E.\\"), luck=[HIT, 0]), 8)
    slain.play(Wait())
    assert (slain.hero.gold, slain.hero.hp, slain.floor.enemies) == (1, 125 - 24, {})


def test_lore_names_potions_in_sight() -> None:
    """X104, tuned: in fog, those round a corner stay unknown."""
    game = owner("lore", CORNER, names="fog vaults")
    say(game, "no")
    assert not game.known_names
    assert told(game, "no")[0].endswith("The ring tells of BD. The ring tells of RH.")
    assert game.known_names == {"BD", "RH"}


def test_stealth_is_noticed_within_two_steps_only() -> None:
    """X104: with `hunters`, whose enemies notice within four."""
    names, drawing, steps = "hunters vaults", room("@..0O0\\"), [EAST] * 9
    game = owner("stealth", drawing, names=names, steps=steps)
    for each in (game, expanded(names, drawing, luck=[HIT], steps=steps)):
        each.play(Wait())
        assert bool(only_enemy(each).hunting_turns) == (each is not game)
    list(gain(game, RING_THINGS["blood"]))
    assert game.hero.noticed_within(4) == 4


@for_each((100, 108), (120, 125), (125, 125))
def test_blood_heals_a_kill(hp: int, after: int) -> None:
    """X104, Y34: 8 HP, within the maximum."""
    game = weakened(owner("blood", room("@W.\\"), luck=[0]))
    game.hero.hp = hp
    assert walk(game, "a ea").hero.hp == after


def test_the_black_ledger_gives_attack_for_gold() -> None:
    """X104: +1 Atk for each 10 gold held, up to 10."""
    game = owner("black ledger", room("@9.\\"))
    for gold, attack in ((0, 25), (9, 25), (10, 26), (57, 30), (400, 35), (3, 25)):
        game.hero.gold = gold
        game.play(Wait())
        assert game.hero.stats.attack == attack


def test_the_ledger_is_weighed_as_soon_as_gold_is_stolen() -> None:
    """R19: on the figures of that moment."""
    game = owner("black ledger", room("L@\\"), names="tactics vaults", luck=[HIT])
    game.hero.gold = 10
    keep_ledger(game)
    (cell,) = game.floor.enemies
    stolen = [*(strike(game, cell, game.floor.enemies[cell]) or ())]
    assert (len(stolen), game.hero.gold, game.hero.stats.attack) == (1, 7, 25)


def test_the_grave_knife_doubles_the_first_blow_on_an_unhurt_enemy() -> None:
    """X104, Y5."""
    game = owner("grave knife", room("@E.\\"), luck=[MISS] * 4)
    assert Struck("PC", "elf", 46, 94) in say(game, "a ea")
    assert Struck("PC", "elf", 23, 71) in say(game, "a ea")


@for_each(("3", 110, 25, 15), ("4", 100, 30, 15), ("5", 100, 25, 20))
def test_the_alembic_gives_base_amounts(drawn: str, hp: int, attack: int, defence: int) -> None:
    """X104: PH heals 10, WA and WD give 5; it is told so, and nothing says that it harms."""
    game = owner("alembic", room(f"@{drawn}.\\"), "Drow")
    game.hero.hp = 100
    game.known_names |= {"PH", "WA", "WD"}
    view, cell = GameView(game), game.floor.cell_towards(EAST)
    assert not view.harms(view.potions[cell])
    (text,) = describe_cell(game, cell)
    assert " by your alembic; thrown, " in text
    assert Collect().next_command(game) == "u ea"
    say(game, "u ea")
    figures = game.hero.hp, game.hero.stats.attack, game.hero.stats.defence
    assert figures == (hp, attack, defence)


def test_slow_brew_keeps_boosts_for_one_floor_more() -> None:
    """X104, R16: BA and BD last one floor more, no others."""
    floor = room("@.\\", "14.")
    game = owner("slow brew", "\n".join([floor] * 4), "Drow")
    ends = "until the floor after the next", "until the next floor"
    for count, words, end in zip((1, 2), ("u so", "u se"), ends, strict=True):
        assert told(game, words)[1].endswith(f" {end}.")
        *_, last = lasting = [line for line in status_lines(game) if line.startswith("Until")]
        assert (last, len(lasting)) == (f"{ends[0].capitalize()}; then Atk 25, Def 15.", count)
    assert game.hero.stats.attack == 25 + 7 - 7
    for attack in (32, 25):
        assert f"Until the next floor; then Atk {attack}, Def 15." in status_lines(game)
        assert walk(game, "ea ea").hero.stats.attack == attack
    assert game.depth == 3


def test_the_chalice_drains_ten_and_costs_hp() -> None:
    """X104, Y34: 10 HP a hit, not from dwarfs; every fifth turn costs 1 HP, never the last."""
    for glyph, effects in (("O", [Drained(10)]), ("W", [Sickened("dwarf", 5)])):
        game = owner("chalice", room(f"@{glyph}.\\"), "Vampire", luck=[MISS])
        events = say(game, "a ea")
        assert [each for each in events if isinstance(each, Drained | Sickened)] == effects
    alone = owner("chalice", room("@..\\"), "Vampire")
    told = []
    for _ in range(15):
        alone.play(Wait())
        told += [join_messages(SpokenVoice(alone.rules).word_turn(alone.last_events, alone.race))]
    assert alone.hero.hp == 47
    assert [text for text in told if "chalice" in text] == [told[4]]
    assert are_plain_steps(alone.last_events), "told once; the later ones are left out"
    alone.hero.hp = 1
    for _ in range(5):
        alone.play(Wait())
    assert alone.hero.hp == 1
    session = session_of(owner("chalice", room("@.............\\"), "Vampire"))
    steps = repeated("ea", 12, DEFAULT_HP_LIMIT)
    stops = [play_turn(session, steps, session.give) for _ in range(12)]
    assert stops == [None] * 12, "HP that it takes stop nothing: they are no theft"


def test_every_third_step_with_bat_wings_is_free() -> None:
    """X104, Y33: no phase, no turn; an attack is no step."""
    game = owner("bat wings", room("@........\\"), "Vampire")
    assert [walk(game, "ea").turns for _ in range(7)] == [1, 2, 2, 3, 4, 4, 5]
    game = owner("bat wings", room("@..................\\"), "Vampire")
    goal = game.floor.hero_cell + 9
    assert played(game, AutoTravel(goal_at(goal)))[0] == 6
    assert game.floor.hero_cell == goal, "it stops no journey (X7)"


def test_the_hot_heart_regenerates_always() -> None:
    """X104, Y35: R12 in every turn, with `levels` too; 110 HP less, and HP at most that."""
    game = owner("hot heart", room("@...\\"), "Troll", names="levels vaults")
    assert (game.hero.hp, game.hero.race.max_hp) == (10, 10)
    game.hero.hp = 3
    assert walk(game, "ea").hero.hp == 8


def test_the_great_club_hits_one_more() -> None:
    """X104, Y35: half the first's damage to one more hostile beside, in reading order."""
    game = owner("great club", room("@O.\\", "EE.."), "Troll", luck=[MISS] * 9)
    peaceful = owner("great club", room("@O.\\", "MM.."), "Troll", luck=[MISS] * 9)
    both = [Struck("PC", "orc", 20, 160), Struck("PC", "elf", 10, 130)]
    for each, blows in ((game, both), (peaceful, both[:1])):
        struck = [event for event in say(each, "a ea") if isinstance(event, Struck)]
        assert struck == blows
    slays = owner("great club", room("@O.\\", "E..."), "Troll", "levels vaults", luck=[0, MISS])
    (at,) = [cell for cell, each in slays.floor.enemies.items() if each.kind.name == "elf"]
    slays.floor.enemies[at].hp = 10
    slays.play(Attack(EAST))
    assert part_of(slays, Growth).experience == 14, "slain by the PC (X85)"
    leaves = owner("great club", room("@O.\\", "E..."), "Troll", "vaults uniques", luck=[0] * 8)
    (orc,) = [cell for cell, each in leaves.floor.enemies.items() if each.kind.name == "orc"]
    events = (*attack_enemy(leaves, orc),)  # as Hale's trick does (X110)
    assert [each.defender for each in events if isinstance(each, Struck)] == ["orc", "elf"]


def test_the_fence_halves_prices() -> None:
    """X104, Y32: gold prices of vault, shop and toll, rounded up."""
    game = owner("fence", room("@../=&\\"), "Goblin", luck=[0, 0, 0, 0, 0])
    assert [game.price_here(gold) for gold in (20, 5, 1)] == [10, 3, 1]
    list(gain(game, RELIC_THINGS["fence"]))
    assert row(game) == "Vault: fence", "relics stay (X103), and a second one changes nothing"


def test_quick_fingers_take_coins_with_a_hit() -> None:
    """X104, Y34, tuned: each hit takes 2 gold, at most 6 from one enemy."""
    game = owner("quick fingers", room("@O.\\"), "Goblin", luck=[MISS] * 9)
    assert [walk(game, "a ea").hero.gold for _ in range(4)] == [2, 4, 6, 6]
    slays = weakened(owner("quick fingers", room("@O.\\"), "Goblin", luck=[0]))
    document, spoken = told(slays, "a ea")
    assert document.partition(" PC takes ")[2].startswith("2 gold from O. PC slays O.")
    assert spoken == "You hit the orc for 12 and slay it. You take 8 gold from it."


@for_each(
    ("chalice", "Vampire", "a hit gains 10 HP, on a dwarf loses 5; chalice: you drain twice"),
    ("hot heart", "Troll", "regains 5 HP every turn; hot heart: you regenerate in every turn"),
    ("quick fingers", "Goblin", "steals 5 gold from all it slays; quick fingers: a hit takes 2"),
    ("fence", "Goblin", "steals 5 gold from all it slays; fence: all prices in gold"),
)
def test_a_look_at_yourself_counts_the_relic(thing: str, race: str, trait: str) -> None:
    """X104, X108: the trait of the race is told as it is with the relics, each of them once."""
    game = owner(thing, room("@..\\"), race, "levels vaults")
    list(gain(game, RELIC_THINGS[thing]))
    (look, *_) = describe_cell(game, game.floor.hero_cell)
    assert look.startswith(f"You, a {race.lower()}: {trait}"), look
    assert look.count(thing) == 1


@for_each(("quick fingers", "Goblin", 110), ("chalice", "Vampire", 50), ("blood", "Shade", 100))
def test_newcomers_yield_nothing_to_rings_and_relics(thing: str, race: str, hp: int) -> None:
    """X113, Y8: no gold to quick fingers, no HP to chalice and ring of blood."""
    game = owner(thing, room("@O.\\"), race)
    enemy = only_enemy(game)
    enemy.kind, enemy.hp, game.hero.hp = as_newcomer(enemy.kind), 1, hp
    walk(game, "a ea")
    assert (game.hero.gold, game.hero.hp) == (0, hp)


def test_odds_count_thorns_and_change_no_enemy() -> None:
    """X7: the odds of one, of several, and of a turn run the same rules on copies."""
    game = owner("thorns", room("@EO\\"))
    elf, orc = [enemy for _, enemy in sorted(game.floor.enemies.items())]
    before = game.digest()
    odds = compute_fight_odds(game.rules, game.hero, elf.as_shown(), strikes_first=True)
    assert odds == compute_fight_odds(game.rules, game.hero, elf, strikes_first=True)
    plain = expanded("vaults", room("@EO\\"))
    assert odds != compute_fight_odds(plain.rules, plain.hero, elf, strikes_first=True)
    calculator, joiner = OddsCalculator(game.rules), Joiner(orc.as_shown())
    several = compute_group_odds(calculator, game.hero, elf, [joiner], lambda _hero, _slain: None)
    assert several.mean_hp_lost > 0
    assert max_damage_per_turn([elf.as_shown(), elf], game.hero, game.blows) == 4 * 24
    assert not joiner.enemy.facts
    assert game.digest() == before
