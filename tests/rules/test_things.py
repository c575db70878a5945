"""Things that are no potions: taken by walking over, seen with who carries them, or shut away."""

from collections.abc import Iterable

import pytest
from attrs import evolve

from cc3k.engine.actions import Move, legal_actions
from cc3k.engine.board import EAST
from cc3k.engine.events import Event, ExpansionEvent, Moved
from cc3k.engine.expansion import Expansion, Rows
from cc3k.engine.game import GameState
from cc3k.engine.items import Trinket
from cc3k.engine.refusals import BlockedByThing, Impossible
from cc3k.engine.view import GameView
from cc3k.expansions.registry import rules_with
from cc3k.play.look import describe_cell, describe_floor
from cc3k.play.paths import find_steps
from tests.support.scenarios import room, scenario


def _ring_bell(_game: GameState, thing: Trinket) -> Iterable[Event]:
    yield ExpansionEvent("bells.rang", f"The {thing.name} rings.", f"The {thing.name} rings.")


BELL = Trinket("bell", "&", "rings", on_taken=_ring_bell, unknown_name="bell")
SILVER_BELL = evolve(BELL, name="silver bell", trait="rings high")
PEDESTAL = evolve(SILVER_BELL, is_pedestal=True)
LAMP = evolve(BELL, name="lamp", unknown_name="", is_in_view=True)
RULES = rules_with((Expansion("bells", "Bells.", rows=Rows(trinkets=(BELL,))),))


def belfry(*rows: str) -> GameState:
    return scenario(room(*rows), rules=RULES)


def test_a_thing_does_what_it_says_as_it_is_taken() -> None:
    """Section C: an entered-hook takes the place of the plain pick-up."""
    game = belfry("@&\\")
    assert [type(event) for event in game.play(Move(EAST))] == [Moved, ExpansionEvent]
    assert game.floor.items == {}


def test_kinds_that_look_alike_are_told_apart_by_the_game_alone() -> None:
    """R18 for things: the name is unknown to the player until its kind is known."""
    game = belfry("@.&\\")
    before, cell = game.digest(), game.floor.hero_cell + 2
    game.floor.place_item(cell, SILVER_BELL)
    assert game.digest() != before
    assert describe_cell(game, cell) == ["Bell: of a kind that you do not know yet."]
    game.known_names.add(SILVER_BELL.name)
    assert describe_cell(game, cell) == ["Silver bell: rings high."]
    assert not GameView(game).known_kinds


def test_nobody_enters_a_pedestal() -> None:
    """X100: neither a step nor a way leads onto one; it is seen and looked at."""
    game = belfry("@&\\", "-.-")
    cell = game.floor.hero_cell + 1
    game.floor.place_item(cell, PEDESTAL)
    with pytest.raises(Impossible) as impossible:
        game.play(Move(EAST))
    assert impossible.value.reason == BlockedByThing("East", "pedestal")
    assert Move(EAST) not in legal_actions(game)
    view = GameView(game)
    assert find_steps(view, view.known_stairs) is not None
    assert len(find_steps(view, view.known_stairs) or ()) == 2
    assert not view.may_enter(cell)
    assert (view.trinkets, [*view.pedestals]) == ({}, [cell])
    assert describe_cell(game, cell)[0].startswith("A pedestal with the bell")
    assert "Things: pedestal with the bell, 1 east." in describe_floor(game)
    game.floor.place_item(cell, SILVER_BELL)
    assert Move(EAST) in legal_actions(game)


def test_who_carries_a_thing_in_view_is_known_while_it_is_seen() -> None:
    """X101: a look says so; copies to look ahead know of no other carrier."""
    game = belfry("@.E\\O")
    elf, orc = [game.floor.enemies[cell] for cell in sorted(game.floor.enemies)]
    orc.carries, elf.carries = (BELL,), (LAMP,)
    (at, _) = sorted(game.floor.enemies)
    assert "It carries the lamp." in describe_cell(game, at)
    shown = game.copy_in_sight(1).floor
    assert [enemy.carries for _, enemy in sorted(shown.enemies.items())] == [(LAMP,), ()]
    assert shown.carried == (BELL,)
    dealt = [game.copy_with_luck(luck).floor.enemies for luck in range(9)]
    assert {LAMP in enemies[at].carries for enemies in dealt} == {True}
    assert {BELL in enemies[at].carries for enemies in dealt} == {True, False}


def test_a_thing_in_view_that_nobody_unseen_can_carry_is_left_out_of_a_copy() -> None:
    """X101: whoever is seen without it does not have it."""
    game = belfry("@.E\\.")
    game.floor.carried = (LAMP,)
    copy = game.copy_with_luck(1)
    assert all(enemy.carries == () for enemy in copy.floor.enemies.values())
