"""Honest copies: drawn from what the player can know, with all that it has seen (X41, X121)."""

import random
from contextlib import suppress

import pytest

from cc3k.engine.actions import legal_actions
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.floor import NO_CELL
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.refusals import Impossible
from cc3k.engine.running_game import part_of
from cc3k.engine.states import AT_PEACE
from cc3k.expansions.depths import ELDER_DRAGON
from cc3k.expansions.relics import FINGERS, MOST_FINGERED
from cc3k.expansions.tactics import CAPTAIN, DIGS, ENEMIES_REMOVED, UNSEEN_DIGS
from cc3k.expansions.trials import CROWD, FAMINE, MORE_ENEMIES, Trial
from cc3k.expansions.vaults import WANDS
from cc3k.play.frame import frame_text
from tests.support.effort import EFFORT
from tests.support.expansion_sets import NAMES, SetWalker
from tests.support.expansions import expanded, rules_of, say
from tests.support.scenarios import HIT, FirstOfAll, Wait, room
from tests.support.walks import only_enemy, walk

WITH_SECRETS = {"shop", "fog", "gear"}
"""Sets in which there is always something that the player cannot know."""

OPEN_SETS = (
    *("tactics", "uniques", "hunters", "tactics hunters", "vaults tactics"),
    " ".join(name for name in NAMES if name not in WITH_SECRETS),
)
LUCKS = range(12)


def fresh(names: str, seed: int, depth: int = 1) -> GameState:
    rules = rules_of(names)
    game = GameState(rules, rules.races[seed % 5], Dice(f"{seed}/game 1"))
    while game.depth < depth:
        game.take_stairs()
    return game


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
        game = fresh("fog tactics", seed)
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
    floors = [len(fresh("fog tactics", seed).floor.enemies) for seed in range(40)]
    assert abs(sum(counts) / len(counts) - sum(floors) / len(floors)) < ENEMIES_REMOVED / 4


@pytest.mark.seeded
def test_the_mutators_of_a_trial_hold_for_what_a_copy_deals() -> None:
    """X116: half of the potions are missing, and more enemies come."""
    figures = dict[tuple[str, ...], tuple[float, float]]()
    for mutators in ((), (FAMINE,), (CROWD,)):
        game = fresh("fog trials", 1)
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
        game = fresh("fog depths", seed, depth=8)
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
