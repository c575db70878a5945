"""Nothing tells more than what the PC has seen: no frame, look or bot, and no copy (X41, X121)."""

import random
from contextlib import suppress
from itertools import cycle

import pytest
from attrs import evolve

from cc3k.engine.actions import legal_actions
from cc3k.engine.board import SOUTH
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Moved
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import part_of
from cc3k.engine.states import AT_PEACE
from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.depths import ELDER_DRAGON
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.pack import NO_SLOTS, Pack, Slot
from cc3k.expansions.relics import FINGERS, MOST_FINGERED
from cc3k.expansions.tactics import ALERT, CAPTAIN, DIGS, ENEMIES_REMOVED, UNSEEN_DIGS
from cc3k.expansions.trials import CROWD, FAMINE, MORE_ENEMIES, Trial
from cc3k.expansions.vaults import RING_THINGS, WANDS, Treasures, Wand
from cc3k.play.collect import Collect
from cc3k.play.commands import command_table
from cc3k.play.frame import frame_text
from cc3k.play.prompts import forecast_lines
from cc3k.play.session import Session
from tests.support.effort import EFFORT
from tests.support.expansion_sets import NAMES, SetWalker
from tests.support.expansions import expanded, played, rules_of, say
from tests.support.scenarios import HIT, FirstOfAll, Wait, room, seeded
from tests.support.tables import for_each
from tests.support.unseen import another_unseen, everything_told, seen_through
from tests.support.walks import only_enemy, walk

SETS = (
    *("fog", "chambers fog", "pack shop fog", "fog hunters", "fog gear", "fog levels"),
    *("fog tactics", "fog vaults", "fog shop vaults", "all"),
)
"""Fog by itself and together with others that hide or show something."""

FORETOLD = ("push", "blink", "dig")
"""Wands that look at the ground that way."""


def explored_game(names: str, seed: int, turns: int) -> GameState:
    """Return a game that somebody has explored for some turns, and then walked about in."""
    rules = rules_of(names)
    session = Session(rules, seed)
    game = session.start_game(rules.races[seed % 5])
    dice = random.Random(seed)
    while game.turns < turns and game.outcome is None:
        if played(game, Collect(), session)[0] < 3 and game.outcome is None:
            game.play(dice.choice(legal_actions(game)))
    if "vaults" in game.parts and turns % 2 == 0:  # with wands whose casts are foretold
        part_of(game, Treasures).wands = tuple(map(Wand, FORETOLD))
        game.known_names |= {f"wand of {name}" for name in FORETOLD}
    return game


def assert_told_alike(game: GameState, other: GameState) -> None:
    one, two = everything_told(game), everything_told(other)
    for name, told in one.items():
        assert told == two[name], name


@pytest.mark.slow_from(1)
@pytest.mark.parametrize(("names", "turns"), [*zip(SETS[::-1], cycle([30, 90, 0]), strict=False)])
def test_games_that_differ_in_the_unseen_tell_the_same(names: str, turns: int) -> None:
    """X41: frames, looks, panel, travel, odds, legal actions, observations, copies, bots."""
    game = explored_game(names, 100 * turns, turns)
    other = another_unseen(game, turns)
    assert other.floor.glyphs != game.floor.glyphs
    assert_told_alike(game, other)


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("names", [*SETS, "gear depths"])
def test_a_copy_to_look_at_shows_what_is_in_sight_and_holds_nothing_else(names: str) -> None:
    """X41: also behind the window that an honest bot is given; the game itself stays as it is."""
    for seed in range(1, 1 + EFFORT):
        game = explored_game(names, seed, 40 * seed)
        before, view = game.digest(), GameView(game)
        twin = game.copy_in_sight(7)
        assert seen_through(GameView(twin)) == seen_through(view)
        if view.is_limited and game.sight.seen is not None:
            assert twin.floor.enemies.keys() == view.enemies.keys()
            assert twin.floor.items.keys() == view.items.keys()
        if twin.floor.stairs_cell != NO_CELL:
            assert twin.floor.stairs_cell == view.stairs_cell
        assert game.digest() == before


EVERY_WAY = ("ea", "we", "no", "so", "ne", "nw", "se", "sw")

UNSEEN = (
    # An alert elf, human, captain with an orc, and dwarf: nothing is announced, nobody digs.
    ("fog tactics", ("@...||{}", "....||----"), ("....", "E.H.", "O.OO", "..WO"), ("ea", "so")),
    (
        "fog tactics hunters",
        ("@...||{}", "....||----"),
        ("....", "E.H.", "O.OO"),
        ("f", "ea", "so"),
    ),
    # Wands that hit somebody in a passage, or nobody (Y22).
    *[
        ("fog vaults tactics", ("@####{}", "|-----|"), ("##", "O#", "D#"), (f"c {slot} ea",))
        for slot in "123"
    ],
    # The clock wakes the dungeon: the newcomer is nobody's news.
    ("fog clock", ("@...||{}", "....||----"), ("....", "----"), ("ea", "we")),
    # Merchants, keys, pedestals, thieves, those of name and elder dragons.
    ("fog vaults shop", ("@...||{}", "....||------"), ("......", "/=&.k.", "M../.."), EVERY_WAY),
    ("fog uniques tactics", ("@...||{}", "....||----"), ("....", "...L"), ("ea", "we", "ea")),
    ("fog depths gear", ("@...||{}", "....||----"), ("....", ".A.."), ("p ea", "ea", "p so")),
    (
        "all",
        ("@...||{}", "....||------"),
        (".O....", "/=&AEH", "MkLOOO"),
        ("ea", "p ea", "x ea k", "c 1 ea", "b we"),
    ),
)
"""Expansions, a room with a place out of sight, what may be there, and what is said."""


def _unseen_game(names: str, drawing: str) -> GameState:
    """Return a game in which all wake up, with wands and gold, near the end of its clock."""
    game = expanded(names, drawing, luck=[0] * 99)
    game.enemies_frozen, game.dice, game.turn_dice = False, FirstOfAll(), FirstOfAll()
    game.hero.gold = 200
    for one in game.floor.enemies.values():
        one.set_status(ALERT, 9)
        one.set_fact(CAPTAIN, int(one.kind.name == "orc"))
    for part in game.parts.values():
        if isinstance(part, Treasures):
            part.wands = (Wand("slow"), Wand("charm"), Wand("bolt"))
            game.known_names |= {"wand of slow", "wand of charm", "wand of bolt"}
        if isinstance(part, Clock):
            part.count = WAKING - 1
    return game


@for_each(*UNSEEN)
def test_what_happens_out_of_sight_is_told_by_nothing(
    names: str, drawing: tuple[str, ...], others: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """X41, X109, Y7, Y18, Y22: events, refusals and all that is told, after each command."""
    end = "|.\\"
    games = [
        _unseen_game(names, room(*[f"{row.replace('{}', each)}{end}" for row in drawing]))
        for each in others
    ]
    for each in words:
        events = list[object]()
        for game in games:
            action = command_table(game.rules).actions_and_answers[each]
            try:
                events.append(game.play(action))
            except Impossible as impossible:
                events.append(impossible.reason)
        assert events == events[:1] * len(games), each
    for game in games[1:]:
        assert_told_alike(games[0], game)


def test_an_offer_tells_nothing_of_the_unknown_that_one_carries() -> None:
    """R18, X11, X109: two games in which pack and wands hold other kinds that are unknown."""
    drawing = room("@M.1", "...\\")
    one, other = (expanded("pack shop vaults", drawing, luck=[0] * 9) for _ in range(2))
    potions, lore = one.rules.potions, RING_THINGS["lore"]
    for game, kinds in ((one, potions), (other, potions[::-1])):
        game.hero.gold = 50
        (merchant,) = game.floor.enemies.values()
        merchant.wares = (*potions[:3], evolve(WANDS["slow"], unknown_name=""))
        game.floor.place_item(game.floor.cell_towards(SOUTH), evolve(lore, is_pedestal=True))
        part_of(game, Pack).slots = (*map(Slot, kinds), *NO_SLOTS[len(kinds) :])
        wands = ("slow", "bolt") if game is one else ("bolt", "slow")
        part_of(game, Treasures).wands = (*map(Wand, wands), None)
    told = {line.partition(":")[0] for line in forecast_lines(one)}
    assert {"x so g", "b ea 1", "b ea 4", "c 1 ea, c 2 ea"} <= told
    assert_told_alike(one, other)


def test_a_compass_that_drops_out_of_sight_is_told_by_nothing() -> None:
    """X41, X61: nor does a copy know of it."""
    drawing = room("@...||.O..|.\\", "....||----|..")
    one, other = (_unseen_game("fog gear pack", drawing) for _ in range(2))
    (at,) = other.floor.enemies
    other.floor.remove_enemy(at)
    other.floor.place_item(at, COMPASS)
    for game in (one, other):
        assert say(game, "ea") == (Moved("East"),)
    assert_told_alike(one, other)


WITH_SECRETS = {"shop", "fog", "gear"}
"""Sets in which there is always something that the player cannot know."""

OPEN_SETS = (
    *("tactics", "uniques", "hunters", "tactics hunters", "vaults tactics"),
    " ".join(name for name in NAMES if name not in WITH_SECRETS),
)
LUCKS = range(12)


def fortune(game: GameState, original: GameState) -> GameState:
    game.dice, game.turn_dice = original.dice.copy(), original.turn_dice.copy()
    return game


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("names", OPEN_SETS[::-1])
def test_a_copy_of_a_game_without_secrets_goes_on_as_the_game_does(names: str) -> None:
    """X121: it knows what every enemy has done; also a copy of the picture that a bot is given."""
    rules, dice = rules_of(names), random.Random(names)
    for seed in range(1 + EFFORT):
        game = GameState(rules, rules.races[seed % 5], Dice(f"{seed}"))
        walker = SetWalker(rules, dice)
        for turn in range(120):
            if game.outcome is not None:
                break
            game.hero.hp = max(game.hero.hp, 60)
            game.known_names |= {each.name for each in rules.potions}
            game.known_names |= {each.name for each in WANDS.values()}
            if turn % 12 == 0:
                goes_on_alike(game, fortune(game.copy_with_luck(turn), game), dice)
                goes_on_alike(game, fortune(game.copy_in_sight(3).copy_with_luck(1), game), dice)
            words = dice.choice((walker.way_out, walker.legal_words))(game)
            with suppress(Impossible):
                say(game, words)


@for_each(*range(8))
def test_whoever_has_heard_the_pc_arrive_does_in_a_copy_what_it_does_in_the_game(seed: int) -> None:
    """X121, X84: a human has yet to raise its horn."""
    rules = rules_of("hunters tactics")
    game = GameState(rules, rules.races[seed % 5], Dice(f"{seed}"))
    game.known_names |= {each.name for each in rules.potions}
    goes_on_alike(game, fortune(game.copy_with_luck(1), game), random.Random(seed))


def goes_on_alike(game: GameState, copy: GameState, dice: random.Random) -> None:
    """Play both on, a dozen turns at most, and not to another floor."""
    game = game.copy()
    for _ in range(12):
        action = dice.choice(legal_actions(game))
        events, depth = game.play(action), copy.depth
        if game.depth != depth:
            return
        assert copy.play(action) == events
        assert frame_text(copy, "") == frame_text(game, "")
        assert copy.hero.digest_parts() == game.hero.digest_parts()
        assert copy.floor.digest_parts(is_extended=True) == game.floor.digest_parts(
            is_extended=True
        )
        if game.outcome is not None:
            return


@pytest.mark.seeded
def test_orcs_that_a_copy_deals_are_led_by_captains() -> None:
    """X94: each that is kept is one, with lesser ones beside it; as many as on a floor."""
    orcs, counts = list[Enemy](), list[int]()
    for seed in range(4):
        game = seeded(rules_of("fog tactics"), seed, race=seed)
        visible = game.sight.visible
        assert visible is not None
        for luck in LUCKS:
            dealt = game.copy_with_luck(luck).floor.enemies
            orcs += [each for at, each in dealt.items() if each.kind.name == "orc"]
            counts.append(len(dealt))
    whole = max(orc.kind.hp for orc in orcs)
    captains = [orc for orc in orcs if CAPTAIN in orc.facts]
    lesser = [orc for orc in orcs if orc.kind.hp < whole]
    assert captains == [orc for orc in orcs if orc.kind.hp == whole]
    assert len(captains) < len(lesser) <= 2 * len(captains)
    floors = [
        len(seeded(rules_of("fog tactics"), seed, race=seed).floor.enemies) for seed in range(40)
    ]
    assert abs(sum(counts) / len(counts) - sum(floors) / len(floors)) < ENEMIES_REMOVED / 4


@pytest.mark.seeded
def test_the_mutators_of_a_trial_hold_for_what_a_copy_deals() -> None:
    """X116: half of the potions are missing, and more enemies come."""
    figures = dict[tuple[str, ...], tuple[float, float]]()
    for mutators in ((), (FAMINE,), (CROWD,)):
        game = seeded(rules_of("fog trials"), 1, race=1)
        part_of(game, Trial).mutators = mutators
        dealt = [game.copy_with_luck(luck).floor for luck in LUCKS]
        potions = [isinstance(item, Potion) for floor in dealt for item in floor.items.values()]
        enemies = [len(floor.enemies) for floor in dealt]
        figures[mutators] = sum(potions) / len(dealt), sum(enemies) / len(dealt)
    (all_potions, usual), (half, _), (_, crowded) = figures.values()
    assert all_potions / 3 < half < 2 * all_potions / 3
    assert usual + MORE_ENEMIES / 2 < crowded < usual + 3 * MORE_ENEMIES / 2


@pytest.mark.seeded
def test_an_elder_dragon_guards_the_last_stairs_of_a_copy() -> None:
    """X86: where the stairs may be; there is never a second one."""
    guarded = 0
    for seed in range(3):
        game = seeded(rules_of("fog depths"), seed, race=seed, depth=8)
        assert game.sight.stairs_cell == NO_CELL
        for luck in LUCKS:
            floor = game.copy_with_luck(luck).floor
            guard = floor.guardian_by_cell.get(floor.stairs_cell)
            guarded += guard is not None and guard.kind.name == ELDER_DRAGON.name
            kinds = [each.kind.name for each in floor.enemies.values()]
            assert kinds.count(ELDER_DRAGON.name) <= 1
    assert guarded > len(LUCKS)


ROUND_A_CORNER = """
    |---------------|
    |.....|.........|
    |.D...|.........|
    |.9.............|
    |.....|.........|
    |@....|........\\|
    |---------------|"""
ROUND_IT = "ea ea ea no no ea ea se"


def test_a_copy_keeps_who_was_seen_and_is_out_of_sight_now() -> None:
    """X41: where it was seen last, with what it guards, and as hostile as it was then."""
    game = expanded("fog", ROUND_A_CORNER)
    (at,) = walk(game, ROUND_IT).floor.enemies
    assert not game.sees(at)
    for luck in LUCKS:
        floor = game.copy_with_luck(luck).floor
        assert floor.enemies[at].kind.name == "dragon"
        assert at in floor.stationary
        assert list(floor.guardian_by_cell.values()).count(floor.enemies[at]) == 1
    assert not game.copy_in_sight(1).floor.enemies


def test_a_copy_keeps_the_peace_that_was_paid_for() -> None:
    """Y6: whoever was paid is as peaceful out of sight."""
    game = expanded("fog depths", ROUND_A_CORNER.replace("D", "A").replace("9", "."))
    only_enemy(game).set_fact(AT_PEACE, 1)
    (at,) = walk(game, ROUND_IT).floor.enemies
    assert not game.sees(at)
    assert not game.copy_with_luck(1).floor.enemies[at].is_hostile_to(game.hero)


def test_a_copy_knows_a_horn_that_was_raised_and_who_has_noticed_the_pc_before() -> None:
    """X97, Y19: a human raises its horn once, when it becomes alert."""
    game = expanded("tactics", room("@.....H.....\\"))
    game.enemies_frozen, game.turn_dice = False, FirstOfAll()
    told = list[object]()
    for _ in range(6):
        told += game.play(Wait())
        copy = game.copy_with_luck(1)
        copy.turn_dice = FirstOfAll()
        assert "raises a horn" not in str(copy.play(Wait()))
    assert "raises a horn" in str(told)


def test_a_copy_knows_the_digs_that_were_seen() -> None:
    """X96: a dwarf digs six times; unseen ones are not known."""
    game = expanded("fog tactics", room("@....W....\\"))
    only_enemy(game).set_fact(DIGS, 2)
    only_enemy(game).set_fact(UNSEEN_DIGS, 3)
    for copy in (game.copy_with_luck(1), game.copy_in_sight(1)):
        assert dict(only_enemy(copy).facts) == {DIGS: 2}


def test_a_copy_knows_how_much_gold_was_taken_from_an_enemy() -> None:
    """X104, Y34: at most five from one."""
    game = expanded("vaults", room("@O...\\"), "Goblin", luck=[HIT] * 30)
    game.hero.set_fact(FINGERS, 1)
    orc, gold = only_enemy(game), game.hero.gold
    for _ in range(MOST_FINGERED + 1):
        orc.hp = game.hero.hp = 110
        walk(game, "a ea")
    assert game.hero.gold == gold + MOST_FINGERED
    copy = fortune(game.copy_with_luck(1), game)
    assert walk(copy, "a ea").hero.gold == game.hero.gold
