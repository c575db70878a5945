"""What is collected, in which order, and what is said of the rest."""

import re

from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.board import EAST, WEST
from cc3k.engine.events import Descended, Drank
from cc3k.engine.view import GameView
from cc3k.play.choices import HpLimit
from cc3k.play.collect import Collect
from cc3k.play.interruptions import find_interruption, play_turn
from cc3k.play.messages import NOTHING_LEFT
from cc3k.play.session import Session
from tests.support.scenarios import room, scenario, with_hp
from tests.support.tables import for_each
from tests.support.walks import second_press, steps_taken


def left_over(drawing: str, race: str = "Shade", hp: int = 125, known: str = "") -> str:
    game, collect = scenario(drawing, race), Collect()
    game.hero.hp = hp
    game.known_names.update(known.split())
    steps_taken(game, collect)
    return collect.stop_reason


def test_all_gold_is_fetched_the_nearest_first() -> None:
    """R25: it is picked up by walking onto it, and nothing stops for that."""
    game, collect = scenario(room("6...@.7..", "........6", "........\\")), Collect()
    taken = steps_taken(game, collect)
    assert taken[:2] == ["ea", "ea"]
    assert game.hero.gold == 5
    assert (collect.stop_reason, collect.again) == (NOTHING_LEFT, None)
    assert game.depth == 1


@for_each(
    "mark, hp, used",
    [("0", 115, True), ("0", 116, False), ("1", 125, True), ("2", 125, True)]
    + [(mark, 60, False) for mark in "345"],
)
def test_known_potions_are_used_if_they_help_in_full(mark: str, hp: int, used: bool) -> None:
    """R18: RH, BA and BD; of RH nothing is wasted."""
    game, collect = scenario(room(f"@...{mark}..\\")), Collect()
    game.hero.hp = hp
    game.known_names.update([potion.name for potion in BASE_RULES.potions])
    taken = steps_taken(game, collect)
    assert taken == (["ea", "ea", "ea", "u ea"] if used else [])
    assert collect.stop_reason == (
        NOTHING_LEFT
        if used
        else f"Left: 1 potion ({'not needed now' if mark == '0' else 'harmful'})"
    )


def test_vampires_take_all_that_heals() -> None:
    """R10: they have no cap."""
    assert left_over(room("@.0..\\"), "Vampire", 500, "RH") == NOTHING_LEFT


@for_each(
    (["@...9D\\"], "Left: 6 gold (a dragon guards it)"),
    (["@..6E.\\"], "Left: 2 gold (an elf is near)"),
    (["@..E6\\"], "Left: 2 gold (an elf is near)"),
    (["@..0.E\\"], "Left: 1 potion (unknown)"),
    (["@M6.66\\"], "Left: 6 gold (a merchant is in the way)"),
    (["@06...\\"], "Left: 2 gold (a potion is in the way), 1 potion (unknown)"),
    (["@|6|.0\\"], "Left: 2 gold and 1 potion (no way there)"),
    (
        ["@.....0\\", "......3.", "........", "D9......"],
        "Left: 6 gold (a dragon guards it), 2 potions (unknown)",
    ),
)
def test_what_is_left_has_a_reason(rows: list[str], why: str) -> None:
    assert left_over(room(*rows)) == why


def test_a_known_potion_near_an_enemy_is_left_for_that_reason() -> None:
    assert left_over(room("@..1.E\\"), known="BA") == NOTHING_LEFT
    assert (
        left_over(room("@...1", "....E", "\\...."), known="BA") == "Left: 1 potion (an elf is near)"
    )


def test_unknown_potions_are_for_a_second_press() -> None:
    """Each kind is known once tried, so what harms is tried once and helps ever after."""
    game, first = scenario(room("@.4..4..1..1.\\")), Collect()
    assert steps_taken(game, first) == []
    assert first.stop_reason == ("Left: 1 potion (unknown), 3 potions (a potion is in the way)")
    second = second_press(first).command
    assert isinstance(second, Collect)
    taken = steps_taken(game, second)
    assert taken.count("u ea") == 1
    assert second.again is None
    assert second.stop_reason == ("Left: 1 potion (harmful), 2 potions (a potion is in the way)")


def test_unknown_potions_are_offered_only_if_one_can_be_had() -> None:
    """A second press that could do nothing would be a wasted key, and none may kill (R17)."""
    rows = ("@..0.E\\", 125, True), ("@M0...\\", 125, False), ("@..0..\\", 10, False)
    for row, hp, is_offered in rows:
        collect = Collect(HpLimit(0))
        assert steps_taken(with_hp(scenario(room(row)), hp), collect) == []
        assert (collect.again is not None) is is_offered


def test_potions_that_can_take_no_hp_are_tried_below_the_limit() -> None:
    """R17: only PH takes any, and it is known."""
    game = with_hp(scenario(room("@.1..\\")), 20)
    for known, reason in ((set(), "your limit is 31"), ({"PH"}, "1 potion (unknown)")):
        game.known_names = known
        collect = Collect()
        assert steps_taken(game, collect) == []
        assert reason in collect.stop_reason
        assert (collect.again is not None) is bool(known)


def test_collecting_stops_where_an_enemy_comes_close() -> None:
    """The one rule, in its four words: here while it waits for the way to open."""
    game = scenario(room("@.....6", "..W....", "......\\"), steps=[WEST])
    collect = Collect()
    assert steps_taken(game, collect) == ["so"]
    assert find_interruption(game, collect.foes) == "Stopped: a dwarf is close."
    assert game.hero.hp == 125


def test_gold_behind_an_enemy_is_fetched_when_it_gives_way() -> None:
    game = scenario(room("@...6..W\\"), steps=[*[WEST] * 2, *[EAST, WEST] * 3])
    assert steps_taken(game, Collect()) == ["ea", "ea", "we", "ea", "we", "ea", "ea", "ea"]
    assert game.hero.gold == 2
    assert game.hero.hp == 125


@for_each("seed", range(6))
def test_collecting_costs_no_blow_and_never_leaves_the_floor(seed: int) -> None:
    """On spawned floors whose enemies wander; it comes to an end, and nobody strikes on the way."""
    session = Session(BASE_RULES, seed)
    game = session.start_game(RACES[seed % len(RACES)])
    for tries_unknown in (False, False, True):
        collect, hp, turns = Collect(HpLimit(1), tries_unknown), game.hero.hp, game.turns
        for _ in range(1000):
            danger = GameView(game).threatened_cells()
            cell = game.floor.hero_cell
            reason = play_turn(session, collect, session.give)
            assert not any(isinstance(event, Descended) for event in game.last_events)
            assert game.floor.hero_cell == cell or game.floor.hero_cell not in danger
            if reason is not None:
                break
        else:
            raise AssertionError(seed)
        is_refused = "is close: nothing is explored or collected" in reason
        assert is_refused or any(told in reason for told in ("Left: ", "Stopped: ", NOTHING_LEFT))
        sums = re.match(r"(\d+ gold, )?(\d+ potions?, )?\d+ turns?\. ", reason)
        assert (sums is not None) is (game.turns > turns)
        if not tries_unknown:
            assert game.hero.hp >= hp
            assert not any(isinstance(event, Drank) for event in game.last_events)


@for_each(
    (40, "Shade", "unknown: the worst may leave you 30 HP, your limit is 31"),
    (41, "Shade", "unknown"),
    (4, "Drow", "unknown: the worst may leave you 0 HP, your limit is 37"),
    (51, "Drow", "unknown: the worst may leave you 36 HP, your limit is 37"),
    (52, "Drow", "unknown"),
)
def test_unknown_potions_are_left_for_a_reason(hp: int, race: str, why: str) -> None:
    """R17: the worst kind takes 10 HP, of a drow 15; otherwise a second press tries them."""
    game, collect = scenario(room("@..0.1.\\", "......."), race), Collect()
    game.hero.hp = hp
    steps_taken(game, collect)
    assert collect.stop_reason == f"Left: 2 potions ({why})"
    assert (collect.again is None) == (why != "unknown")
