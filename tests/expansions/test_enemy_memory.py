"""Enemies that went out of sight: where they were, for how long that counts, and for whom (X42)."""

from collections.abc import Mapping

import pytest

from cc3k.engine.board import EAST, WEST, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.fog_memory import MOST_ENEMY_LOOKS, ROAMING_TURNS
from cc3k.expansions.hunters import HUNTING_TURNS
from cc3k.play.collect import Collect
from cc3k.play.fights import Fight
from cc3k.play.foes import Foe, describe_fight_odds, steps_beside
from cc3k.play.look import describe_cell
from cc3k.play.macros import Run
from cc3k.play.odds import compute_fight_odds
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, GoalFinder, MerchantFinder, find_free_gold, goal_at
from cc3k.ui.console import Console
from tests.support.consoles import pressed, travelled
from tests.support.expansions import expanded, played, rules_of, session_of
from tests.support.scenarios import MISS, race_named, scenario
from tests.support.tables import for_each
from tests.support.walks import only_enemy, second_press, tried, walk

CHAMBER = r"""
    |------------------------------|
    ||-----|        |-------------||
    ||.@...|        |......6.....\||
    ||.....+########+...E.........||
    ||-----|        |-------------||
    |------------------------------|"""
"""The elf is seen from the doorway of its chamber, and not from the passage before it."""

ODDS = ". You win 39 % against an elf; HP -102 on average if you win, death at worst"

TO_THE_DOORWAY = "se ea ea ea ea ea ea ea ea ea ea ea ea"
DOORWAY = 3 * 33 + 16


def seen_once(drawing: str = CHAMBER, *, are_held: bool = True, names: str = "fog") -> GameState:
    """Return a game whose PC has looked into the chamber and has stepped back into the passage."""
    game = expanded(names, drawing, luck=(MISS, MISS))
    walk(game, TO_THE_DOORWAY)
    assert game.floor.hero_cell == DOORWAY
    walk(game, "we")
    game.enemies_frozen, game.turn_dice = are_held, Dice("who steps where")
    return game


def remembered(game: GameState) -> Mapping[Cell, str]:
    enemies = GameView(game).remembered_enemies
    return {cell: enemy.kind.name for cell, enemy in enemies.items()}


def elf_cell(game: GameState) -> Cell:
    (cell,) = game.floor.enemies
    return cell


def test_who_goes_out_of_sight_is_remembered_where_it_was() -> None:
    """X42: off the board, out of the view of bots, but known to a player who paid attention."""
    game = expanded("fog", CHAMBER)
    assert remembered(game) == {}
    game = seen_once(f"{CHAMBER}\n{CHAMBER}")
    view, cell = GameView(game), elf_cell(game)
    assert view.enemies == {}
    assert view.threatened_cells() == set()
    assert remembered(game) == {cell: "elf"}
    assert view.cells_to_avoid() >= {cell - 1, cell, cell + 1}
    threat = view.find_threat(cell + 1)
    assert threat is not None
    assert threat.identity is game.floor.enemies[cell].identity
    said = "You last saw an elf here, which {} since."
    assert said.format("has not moved") in describe_cell(game, cell)
    game.enemies_frozen = False
    assert said.format("may have gone") in describe_cell(game, cell)
    assert not any("last saw" in line for line in describe_cell(game, cell + 1))
    game.enemies_frozen = True
    walk(game, "ea")
    assert remembered(game) == {}, "it is seen again"
    assert view.known_enemies == view.enemies
    game.take_stairs()
    assert remembered(game) == {}
    game = scenario(CHAMBER)  # §3: X-ray vision: what is to be avoided is what threatens
    view = GameView(game)
    assert view.remembered_enemies == {}
    assert view.known_enemies == view.enemies
    assert view.cells_to_avoid() == view.threatened_cells()
    assert view.known_stationary == view.stationary


def test_who_hunted_when_it_was_seen_last_is_told_of_for_as_long_as_it_may() -> None:
    """X50: in the odds' sentence, and before collecting, as it strikes first in the dark."""
    game = expanded("fog hunters", CHAMBER, luck=(MISS, MISS))
    game.enemies_frozen = True
    walk(game, TO_THE_DOORWAY)
    unhunted = game.copy()
    game.floor.enemies[elf_cell(game)].hunting_turns = HUNTING_TURNS
    for each in (unhunted, game):
        walk(each, "ea we we")
        each.enemies_frozen = False
    view = GameView(game)
    (elf,) = view.unseen_hunters
    told, going = (
        (None, "An elf hunts you out of sight; who waits strikes first when you meet"),
        Collect(),
    )
    assert tried(game, Collect()) == told
    assert tried(unhunted, going) == ("ea", "")
    assert tried(game, going) == told
    _, reason = tried(game, Fight())
    assert (
        f"An elf was last seen 5 east of you; who waits strikes first when you meet{ODDS}" in reason
    )
    odds = compute_fight_odds(game.rules, game.hero, elf)
    sentence = describe_fight_odds(Foe(elf, (), 0, odds, unseen=(elf, elf)))
    assert sentence.endswith("; 2 elves hunt you out of sight.")
    game.turn_dice = Dice("who steps where")
    walk(game, "we " * HUNTING_TURNS)
    assert remembered(game)
    assert not GameView(game).unseen_hunters


def test_a_cell_that_is_seen_empty_is_forgotten() -> None:
    """X42: whoever was there has gone, nobody knows where, or is seen elsewhere."""
    game = seen_once()
    game.floor.remove_enemy(elf_cell(game))
    assert set(remembered(game).values()) == {"elf"}
    for word in ("ea", "we"):
        assert remembered(walk(game, word)) == {}
    game = walk(seen_once(), "we")
    enemy = only_enemy(game)
    game.floor.remove_enemy(elf_cell(game))
    game.place_enemy(DOORWAY - 1, enemy)
    assert [enemy.kind.name for enemy in GameView(game).enemies.values()] == ["elf"]
    assert remembered(game) == {}


def test_who_walks_about_is_forgotten_after_some_turns() -> None:
    """X42: it may be anywhere by then, and nothing is given away of where it is."""
    game = seen_once(are_held=False)
    (cell,) = remembered(game)
    for turn in range(ROAMING_TURNS - 1):
        walk(game, "ea" if turn % 2 else "we")
    assert remembered(game) == {cell: "elf"}
    assert remembered(walk(game, "ea we")) == {}


def test_who_never_steps_is_remembered_for_good() -> None:
    """§2.2, R5: a dragon stays at its hoard, and the frozen where they are, whoever asks."""
    game = seen_once(CHAMBER.replace("6.....", "9D....").replace("E", "."), are_held=False)
    walk(game, "we ea " * ROAMING_TURNS)
    (cell,) = game.floor.enemies
    assert remembered(game) == {cell: "dragon"}
    assert GameView(game).known_stationary == {cell}
    assert cell - 2 in GameView(game).cells_to_avoid()
    held = seen_once()
    walk(held, "we ea " * max(ROAMING_TURNS, MOST_ENEMY_LOOKS))
    assert remembered(held) == {elf_cell(held): "elf"}


def test_a_copy_has_a_memory_of_its_own_and_no_digest_counts_it() -> None:
    """R34: what a player may remember is no part of the state: journals keep their digests."""
    game = seen_once()
    digest = game.digest()
    assert remembered(walk(game.copy(), "ea")) == {}
    assert remembered(game) == {elf_cell(game): "elf"}
    assert game.digest() == digest
    for other in (game.copy_with_luck(3), game.copy_in_sight(3)):
        assert remembered(other) == remembered(game)


def test_collecting_keeps_away_from_whoever_is_out_of_sight() -> None:
    """X42: it does not come back to a doorway whose elf it has left, and takes no turn for it."""
    game = seen_once(CHAMBER.replace("+...E.", "+E...."))
    hp = game.hero.hp
    _, reason = played(game, Collect())
    assert "(an elf was seen near)" in reason
    assert played(game, Collect())[0] == 0
    assert game.hero.hp == hp
    walk(game, "we we")
    assert played(game, Run(EAST)) == (2, "Stopped: an elf is close.")
    assert steps_beside(GameView(game), DOORWAY + 9) is not None
    drawing = CHAMBER.replace("......6.....", "......6..E..").replace("...E...", ".......")
    game = seen_once(drawing)
    turns, reason = played(game, AutoTravel(find_free_gold))
    assert (reason, game.hero.gold) == ("", 2), "out of reach of whoever is remembered"
    assert turns < 12


@for_each(goal_at(DOORWAY), find_free_gold)
def test_a_journey_names_whoever_it_would_have_to_pass(goals: GoalFinder) -> None:
    """X42: no turn is taken before a second press says that it is worth it, however often."""
    game = seen_once(CHAMBER.replace("+...E.", "+E...."))
    for _ in range(3):
        journey = AutoTravel(goals)
        turns, reason = played(game, journey)
        assert (turns, journey.again is not None) == (0, True)
        assert reason.startswith("An elf can strike you on the way")


def test_who_was_in_sight_a_few_turns_ago_comes_into_view_once() -> None:
    """X42: it was told of then; who is far off stops no journey a second time."""
    game = expanded("fog", CHAMBER, steps=[WEST, EAST] * 30)
    walk(game, "se ea ea ea ea ea ea ea ea ea ea ea")
    assert played(game, AutoTravel(goal_at(DOORWAY)))[1] == "Stopped: an elf comes into view."
    walk(game, "we")
    assert remembered(game)
    assert played(game, AutoTravel(goal_at(DOORWAY)))[1] == ""


@pytest.mark.slow
@pytest.mark.seeded
def test_collecting_is_struck_once_at_a_place_that_it_cannot_see_and_not_again() -> None:
    """X42: a doorway with two enemies beside it cost 150 HP, a blow of both at each visit."""
    rules = rules_of("pack shop chambers fog levels")
    session = Session(rules, 3618749129)
    game = session.start_game(race_named("Drow", rules))
    session.give("f")
    assert [played(game, Collect())[0] > 0 for _ in range(3)] == [True, False, False]
    list(session.play_words(["f", "ea", "we", "ea", "we", "ea", "we", "ea", "we", "f"]))
    played(game, Collect())
    hp = game.hero.hp
    assert hp < game.race.hp
    first, *others = [played(game, Collect())[0] for _ in range(4)]
    assert first > 100
    assert (others, game.hero.hp) == ([0, 0, 0], hp)


NICHE = r"""
    |-----------|
    |.@..\...D..|
    |.......|6|.|
    |.......|-|.|
    |-----------|"""
"""The dragon is seen from afar, and its hoard is not: the wall before it hides that."""


def test_who_may_guard_what_is_out_of_sight_is_kept_away_from() -> None:
    """X40, R25: it attacks beside its hoard, which may be on any cell near it that is not seen."""
    game = expanded("fog", NICHE)
    view, (dragon,) = GameView(game), game.floor.enemies
    hoard, near = dragon + 14, game.floor.board.neighbourhood
    assert hoard not in view.gold
    assert not view.is_in_sight(hoard)
    assert {*near[hoard], *near[dragon]} <= view.cells_to_avoid()
    assert game.floor.hero_cell not in view.cells_to_avoid()


def test_tab_offers_to_go_where_an_enemy_was_seen_last() -> None:
    """X42: whoever is not in sight is no target, but may bar the way: so there is a next key."""
    game, fight = seen_once(), Fight()
    told = f"Nobody to fight here. An elf was last seen 5 east of you{ODDS}"
    assert tried(game, fight) == (None, told)
    journey = second_press(fight).command
    assert journey.next_command(game) == "ea"
    assert journey.again is None  # whoever comes meanwhile is fought by the next press
    late = seen_once(names="fog clock")
    far = seen_once(CHAMBER.replace("...E.........", "............E"))
    part_of(late, Clock).count = WAKING - 40
    walk(far, "we " * 12)
    strong = seen_once()
    strong.hero.hp = 1000
    for each, told in (
        (strong, "An elf was last seen 5 east of you"),
        (late, "An elf was last seen 5 east of you, and the dungeon wakes in 40" + ODDS),
        (far, "An elf was last seen 26 east of you, 25 steps off" + ODDS),
        (seen_once(CHAMBER.replace("E", "M")), ""),
    ):
        nobody = Fight()
        assert tried(each, nobody)[1].removeprefix("Nobody to fight here.").strip() == told
        assert (nobody.again is None) == (not told)


def test_tab_stops_where_it_sees_a_dragon_again_out_of_its_reach() -> None:
    """X42: it strikes whoever comes near, and no odds were told before the way."""
    game, fight = seen_once(CHAMBER.replace("E....", "D9..."), are_held=False), Fight()
    assert tried(game, fight)[1].startswith("Nobody to fight here. A dragon was last seen 5 east")
    hp, journey = game.hero.hp, second_press(fight).command
    assert played(game, journey) == (1, "Your prey is in sight; {fight} fights.")
    assert (game.hero.hp, GameView(game).find_threat(game.floor.hero_cell)) == (hp, None)


def test_a_way_to_a_merchant_goes_on_after_who_walks_off_and_says_if_nobody_is_there() -> None:
    """X42: where it stood at the last step is no goal any more."""
    drawing = CHAMBER.replace("E", "M")
    for seed in range(9):
        game, journey = seen_once(drawing, are_held=False), AutoTravel(MerchantFinder({}))
        game.turn_dice = Dice(f"who walks off {seed}")
        played(game, journey)
        assert game.floor.hero_cell in MerchantFinder({})(GameView(game)), seed
    gone, journey = seen_once(drawing), AutoTravel(MerchantFinder({}))
    gone.floor.remove_enemy(elf_cell(gone))
    assert played(gone, journey) == (1, "Stopped: the merchant is out of sight.")


def test_a_merchant_out_of_sight_for_long_is_gone_to_where_it_was_seen_last() -> None:
    """X42: the memory of the fog forgets whoever roams; `M` does not, but one that is hostile."""
    for is_there in (True, False):
        game = expanded("fog", CHAMBER.replace("E", "M"))
        desk = Console(session_of(game), 115, 32)
        for word in f"{TO_THE_DOORWAY} {'we ' * 8}".split():
            desk.session.give(word)
        ((cell, merchant),) = game.floor.enemies.items()
        game.enemies_frozen, game.turn_dice = False, Dice("who steps where")
        game.floor.remove_enemy(cell)
        for word in ("ea we " * ROAMING_TURNS).split():
            desk.session.give(word)
        assert not GameView(game).known_enemies
        if is_there:
            game.place_enemy(cell + 1, merchant)
            travelled(desk, "M")
            assert game.floor.hero_cell in MerchantFinder({})(GameView(game))
        else:
            travelled(desk, "M")
            assert "Stopped: the merchant is out of sight." in desk.action_text
            assert pressed(desk, "M") == "You know of none on this floor."
    game.hero.provoked_kinds.add("merchant")
    assert not MerchantFinder({cell: merchant})(GameView(game))
