"""Nothing tells more than what the PC has seen (X41): the unseen makes no difference."""

import random
from itertools import cycle

import pytest
from attrs import evolve

from cc3k.engine.actions import legal_actions
from cc3k.engine.board import SOUTH
from cc3k.engine.events import Moved
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.pack import NO_SLOTS, Pack, Slot
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.expansions.tactics import ALERT, CAPTAIN
from cc3k.expansions.vaults import RING_THINGS, WANDS, Treasures, Wand
from cc3k.play.collect import Collect
from cc3k.play.commands import command_table
from cc3k.play.interruptions import play_turn
from cc3k.play.prompts import forecast_lines
from cc3k.play.session import Session
from tests.support.effort import EFFORT
from tests.support.expansions import expanded, rules_of, say
from tests.support.scenarios import FirstOfAll, room
from tests.support.tables import for_each
from tests.support.unseen import another_unseen, everything_told, seen_through

WANTED = (
    *("fog", "chambers fog", "pack shop fog", "fog hunters", "fog gear", "fog levels"),
    *("fog tactics", "fog vaults", "fog shop vaults", "all"),
)
OWN = {each.name for each in OWN_EXPANSIONS} | {"all"}
SETS = [names for names in WANTED if {*names.split()} <= OWN]
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
        before, collect = game.turns, Collect()
        while play_turn(session, collect, session.handle_words) is None:
            pass
        if game.outcome is None and game.turns - before < 3:
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
            action = command_table(game.rules).actions[each]
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
