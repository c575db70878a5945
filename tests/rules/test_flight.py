"""Flight: how far what is thrown, shot or cast flies, and whom it meets (X12, Y23)."""

from cc3k.engine.board import EAST, WEST
from cc3k.engine.flight import fly
from cc3k.engine.game import GameState
from tests.support.scenarios import room, scenario


def reach(game: GameState, most: int = 9) -> tuple[int, bool]:
    """Return how many cells a flight east from the PC reaches, and whether it meets anybody."""
    flight = fly(game.floor, game.floor.hero_cell, EAST, most)
    return len(flight.cells), flight.target is not None


def test_a_flight_ends_at_its_range_a_wall_or_the_first_enemy() -> None:
    """X12, Y23: over things and stairs, up to the first enemy."""
    assert reach(scenario(room("@.........\\"))) == (9, False)
    assert reach(scenario(room("@..\\"))) == (3, False)
    assert reach(scenario(room("@06\\.E.E"))) == (5, True)
    assert reach(scenario(room("@06\\.E.E")), most=4) == (4, False)
    assert reach(scenario(room("\\@"))) == (0, False)


def test_a_flight_of_an_enemy_meets_the_pc() -> None:
    """Y23: throws, casts and arrows share one flight."""
    game = scenario(room("@...E.E\\"))
    (elf, _) = sorted(game.floor.enemies)
    flight = fly(game.floor, elf, WEST, 6)
    assert flight.target == game.floor.hero_cell
    assert len(flight.cells) == 4


def test_a_flight_passes_whom_it_does_not_meet() -> None:
    """X41: as far as a player can see, it flies past those unseen."""
    game = scenario(room("@.E.E\\"))
    first, second = sorted(game.floor.enemies)
    flight = fly(game.floor, game.floor.hero_cell, EAST, 7, lambda cell: cell != first)
    assert flight.target == second
