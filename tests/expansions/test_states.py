"""State of enemies and of the PC: statuses that pass, facts, and who is hostile (section C, Y3)."""

from collections.abc import Iterable

import pytest

from cc3k.engine.actions import Attack, Move, ToggleFreeze
from cc3k.engine.board import EAST, WEST
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Missed, Moved, Provoked
from cc3k.engine.expansion import Expansion, FloorHooks
from cc3k.engine.game import GameState
from cc3k.engine.states import AT_PEACE, CHARMED, NO_NUMBERS
from cc3k.engine.view import GameView
from cc3k.expansions.registry import rules_with
from cc3k.saves.plain_state import StateDecoder, StateEncoder, constants_of
from tests.support.scenarios import HIT, MISS, room, scenario

RULES = rules_with((Expansion("quiet", "It does nothing.", floors=FloorHooks()),))


def played(drawing: str, luck: Iterable[bool] = ()) -> GameState:
    return scenario(room(drawing), luck=list(luck), steps=[EAST] * 99, rules=RULES)


def only_enemy(game: GameState) -> Enemy:
    (enemy,) = game.floor.enemies.values()
    return enemy


def test_a_status_ends_after_as_many_enemies_phases_as_it_has_turns() -> None:
    """Y3: all durations count once after each enemies' phase, frozen or not."""
    game = played("@....E...\\")
    enemy, hero = only_enemy(game), game.hero
    enemy.set_status("slowed", 3)
    hero.set_status("blessed", 2)
    game.play(Move(EAST))
    assert (enemy.statuses, hero.statuses) == ({"slowed": 2}, {"blessed": 1})
    game.play(ToggleFreeze())
    assert enemy.statuses == {"slowed": 2}, "a freeze takes no turn"
    game.play(Move(EAST))
    assert (enemy.statuses, hero.statuses) == ({"slowed": 1}, NO_NUMBERS)
    game.play(Move(WEST))
    assert enemy.statuses is NO_NUMBERS


def test_stairs_end_the_statuses_of_the_hero() -> None:
    """Section C: ended by stairs."""
    drawing = "\n".join([room("@\\...."), room("@...\\.")])
    game = scenario(drawing, steps=[], rules=RULES)
    game.hero.set_status("blessed", 20)
    game.play(Move(EAST))
    assert game.depth == 2
    assert not game.hero.statuses


def test_states_are_copied_and_told_apart_by_digests() -> None:
    """X122: states are in the digest, and a copy has its own."""
    game = played("@....E...\\")
    before = game.digest()
    for each in (only_enemy(game), game.hero):
        plain = game.digest()
        each.set_status("slowed", 3)
        assert game.digest() != plain
        each.set_status("slowed", 0)
        assert game.digest() == plain
    only_enemy(game).set_fact("stolen", 3)
    assert game.digest() != before
    copy = game.copy()
    only_enemy(copy).set_fact("stolen", 6)
    copy.hero.set_status("blessed", 1)
    assert only_enemy(game).facts == {"stolen": 3}
    assert not game.hero.statuses
    assert only_enemy(copy).facts == {"stolen": 6}


def test_players_do_not_learn_states_whose_names_begin_with_an_underscore() -> None:
    """Neither in a picture of the game nor in a copy with other luck."""
    game = played("@....E...\\")
    enemy = only_enemy(game)
    for name in ("stolen", "_digs"):
        enemy.set_fact(name, 3)
        enemy.set_status(name, 3)
    for copy in (game.copy_in_sight(1), game.copy_with_luck(1)):
        shown = only_enemy(copy)
        assert (shown.facts, shown.statuses) == ({"stolen": 3}, {"stolen": 3})
    assert enemy.facts == enemy.statuses == {"stolen": 3, "_digs": 3}


def test_states_are_kept_in_a_snapshot_of_the_game() -> None:
    """They are plain numbers by name."""
    game = played("@....E...\\")
    only_enemy(game).set_fact("stolen", 3)
    game.hero.set_status("blessed", 2)
    constants = constants_of(game.rules, game.floor_layouts)
    encoder = StateEncoder(constants)
    encoded = encoder.encode(game)
    decoded = StateDecoder(constants, encoder.class_rows).decode(encoded)
    assert isinstance(decoded, GameState)
    assert decoded.digest() == game.digest()
    assert only_enemy(decoded).facts == {"stolen": 3}


@pytest.mark.parametrize("state", [CHARMED, AT_PEACE])
def test_an_enemy_that_is_charmed_or_at_peace_is_not_hostile(state: str) -> None:
    """It does not attack, and the cells around it are no threat."""
    game = played("@.E...\\")
    enemy, view = only_enemy(game), GameView(game)
    assert view.threatened_cells()
    (enemy.set_status if state == CHARMED else enemy.set_fact)(state, 5)
    assert not enemy.is_hostile_to(game.hero)
    assert not view.is_hostile(enemy)
    assert not view.threatened_cells()
    assert all(event == Moved(EAST.name) for event in game.play(Move(EAST)))


def test_an_attack_ends_the_peace_of_an_enemy() -> None:
    """Y6: it is not hostile until attacked."""
    game = played("@E..\\", luck=[HIT, MISS, MISS])
    enemy = only_enemy(game)
    enemy.set_fact(AT_PEACE, 1)
    events = game.play(Attack(EAST))
    assert Provoked("elf", is_alone=True) in events
    assert enemy.is_hostile_to(game.hero)
    assert Missed("elf", "PC") in events


def test_games_start_without_states() -> None:
    """The base pays nothing: all enemies share one empty mapping."""
    game = scenario(room("@E\\"))
    assert only_enemy(game).statuses is only_enemy(game).facts is NO_NUMBERS
