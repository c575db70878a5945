"""Laws of the pack and the shop, over random games."""

import random
from collections import Counter
from contextlib import suppress

import pytest
from attrs import evolve

from cc3k.engine.actions import TOGGLE_FREEZE, all_actions, legal_flags
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.observation import observe
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import part_of
from cc3k.expansions.pack_slots import MOST_THINGS, Pack, add_potion, slots_of
from cc3k.play.commands import command_table
from cc3k.play.frame import frame_text
from cc3k.play.look import describe_cell, describe_floor
from tests.support.expansion_sets import SetWalker
from tests.support.expansions import expanded, rules_of, told
from tests.support.scenarios import room
from tests.support.tables import for_each

BOTH = rules_of("pack shop")
SEEDS = range(6)


def new_game(seed: int, potions: int = 6) -> GameState:
    """Return a game whose PC carries some unknown potions, and gold."""
    game = GameState(BOTH, BOTH.races[seed % len(BOTH.races)], Dice(f"{seed}/game 1"))
    for potion in Dice(f"carried {seed}").pick_many(BOTH.potions, potions):
        add_potion(game, potion)
    game.hero.gold = 20
    return game


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_legal_is_what_is_not_refused(seed: int) -> None:
    """R4: at every turn of random games, for every action there is."""
    game, walker = new_game(seed), SetWalker(BOTH, random.Random(seed))
    actions, table = all_actions(BOTH), command_table(BOTH)
    for _ in range(20):
        flags = legal_flags(game)
        digest = game.digest()
        for action, flag in zip(actions, flags, strict=True):
            twin = game.copy()
            try:
                twin.play(action)
            except Impossible:
                assert not flag
                assert twin.digest() == digest
            else:
                assert flag
        with suppress(Impossible):
            game.play(table.actions.get(walker.words(game), TOGGLE_FREEZE))
        if game.outcome is not None:
            return


@for_each("seed", SEEDS)
def test_potions_neither_come_from_nowhere_nor_get_lost(seed: int) -> None:
    """X10, X12, X20: what is picked up or bought is carried until it is used or thrown."""
    game, walker = new_game(seed, 0), SetWalker(BOTH, random.Random(seed))
    table, carried = command_table(BOTH), 0
    for _ in range(400):
        words = walker.words(game)
        action = table.actions.get(words)
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
        slots = slots_of(game)
        assert part_of(game, Pack).slots == slots
        assert sum(slot.count for slot in slots if slot) == carried <= MOST_THINGS
        known = [s.potion.name for s in slots if s and s.potion.name in game.known_potions]
        assert len(known) == len({*known})
        unknown = [s.count for s in slots if s and s.potion.name not in game.known_potions]
        assert set(unknown) <= {1}
        if game.outcome is not None:
            return


def everything_told(game: GameState) -> list[object]:
    """Return all that a player can learn of a game without a turn."""
    enemies = sorted(game.floor.enemies)
    return [
        frame_text(game, ""),
        observe(game),
        list(legal_flags(game)),
        told(game, "i"),
        describe_floor(game),
        [describe_cell(game, cell) for cell in enemies],
        [
            [(line.key, line.text, line.commands) for line in menu.lines(game)]
            for each in BOTH.expansions
            for menu in each.commands.menus
        ],
        [action.question(game) for each in BOTH.expansions for _, action in each.commands.actions],
    ]


@for_each("thrown", ["", "t a ea"])
def test_games_that_differ_in_unknown_kinds_alone_tell_the_same(thrown: str) -> None:
    """X11, X41: of what is carried, until it is used: also while it flies and hits nobody."""

    def game_with(*potions: Potion) -> GameState:
        game = expanded("pack shop", room("@......O.", "M.......\\"), luck=[0, 1, 2])
        game.known_potions.add("RH")
        for potion in (BOTH.potions[0], *potions):
            add_potion(game, potion)
        if thrown:
            told(game, "t b ea")
        return game

    unknown = BOTH.potions[1:]
    ones = [everything_told(game_with(one, two)) for one in unknown for two in unknown[:2]]
    assert all(one == ones[0] for one in ones)


def test_games_that_differ_in_wares_out_of_reach_tell_the_same() -> None:
    """X20, X41: one has to stand beside a merchant to ask."""
    games = [
        expanded("pack shop", room("@.M...H..", "........\\"), luck=luck)
        for luck in ([0, 1, 2], [3, 3, 5])
    ]
    first, second = map(everything_told, games)
    assert first == second


def test_a_lucky_copy_knows_no_more_than_the_player() -> None:
    """X11: copies of games that differ in unknown kinds alone are dealt alike."""
    counts = [Counter[str](), Counter[str]()]
    for count, kind in zip(counts, (BOTH.potions[1], BOTH.potions[5]), strict=True):
        game = expanded("pack shop", room("@......O.", "M.......\\"), luck=[0, 1, 2])
        add_potion(game, kind)
        for luck in range(120):
            (slot, *_) = slots_of(game.copy_with_luck(luck))
            assert slot is not None
            count[slot.potion.name] += 1
    assert counts[0] == counts[1]
    assert len(counts[0]) == len(BOTH.potions)


def test_kinds_of_other_expansions_are_sold_and_carried() -> None:
    """X5: a potion of somebody else's is a ware like any other, at the price of its row."""
    tonic = Potion("TO", "refreshes", "x", lambda _hero: None, price=7)
    rules = evolve(BOTH, potions=(tonic,))
    game = expanded("pack shop", room("@M...", "....\\"), luck=[0, 0, 0])
    game.rules = rules
    (merchant,) = game.floor.enemies.values()
    merchant.wares = (tonic,)
    game.hero.gold = 7
    assert told(game, "b ea")[0] == "M sells 1 TO (refreshes) for 7 gold."
    assert told(game, "b ea 1")[0] == (
        "PC buys TO from M for 7 gold. PC puts a TO into the pack (a)."
    )
    assert game.hero.gold == 0
