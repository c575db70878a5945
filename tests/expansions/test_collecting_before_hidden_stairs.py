"""Collecting where stairs are hidden: the chamber of arrival first, which never has them (X61)."""

import pytest

from cc3k.cli.argument_parser import nearest_word
from cc3k.content.layout.reader import read_layout
from cc3k.engine.dice import Dice
from cc3k.engine.events import Drank
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.gear import chamber_of_arrival
from cc3k.play.collect import Collect, cells_without_stairs
from cc3k.play.interruptions import SecondPress
from cc3k.play.narrator import Narrator
from cc3k.play.paths import find_steps
from cc3k.play.session import Session
from cc3k.ui.console import Console
from tests.expansions.test_finding_stairs import console_of, drawn_game, with_compass
from tests.support.consoles import pressed, travelled
from tests.support.expansions import rules_of
from tests.support.scenarios import race_named, room
from tests.support.tables import for_each

OUTSIDE = "The stairs of this floor are hidden, and any step out of this chamber may lead down them"
EXPANSIONS = ["gear", "gear fog", "gear fog chambers pack"]


def furnished(names: str, seed: int, board: str = "") -> GameState:
    """Return a game on floors furnished at random, whose enemies are held."""
    rules = rules_of(names)
    layouts = read_layout(board.encode("ascii"), "board", rules).floor_layouts if board else ()
    game = GameState(rules, race_named("Shade", rules), Dice(f"hidden {seed}"), layouts)
    game.enemies_frozen = True
    return game


def cells_walked(shell: Console, game: GameState) -> set[int]:
    """Go on until the journey ends; return the cells on which its steps ended."""
    cells = {game.floor.hero_cell}
    while shell.running_command is not None:
        shell.tick()
        cells.add(game.floor.hero_cell)
    return cells


@pytest.mark.slow_from(1)
@pytest.mark.seeded
@pytest.mark.parametrize("names", EXPANSIONS)
def test_the_chamber_of_arrival_is_collected_before_anything_is_asked(names: str) -> None:
    """§2.3, X31: the stairs are never there; a step out of it may lead down them."""
    gold = 0
    for seed in range(3):
        game = furnished(names, seed)
        board, shell = game.floor.board, console_of(game)
        home = set(board.chambers[board.chamber_index[game.floor.hero_cell]])
        assert game.floor.stairs_cell not in home
        pressed(shell, "o")
        assert cells_walked(shell, game) <= home
        goes_on = Collect(told_of_hidden_stairs=True).next_command(game) is not None
        asked = f"{OUTSIDE}: press o again to explore all the same." in shell.message
        assert asked == goes_on
        view, safe = GameView(game), cells_without_stairs(game)
        near = [cell for cell in view.gold if cell in safe and not view.is_guarded(cell)]
        avoided = {*view.cells_to_avoid(), *set(range(len(view.glyphs))).difference(safe)}
        assert find_steps(view, near, avoided) is None
        gold += game.hero.gold
        walked = game.turns
        travelled(shell, "o")
        assert (game.turns > walked) or not asked
    assert gold > 0


@pytest.mark.seeded
@for_each("names", EXPANSIONS)
def test_what_is_known_of_the_chamber_gives_nothing_away(names: str) -> None:
    """X41: in the fog only tiles seen count, and no other chamber does."""
    for seed in range(6):
        game = furnished(names, seed)
        board, view = game.floor.board, GameView(game)
        home = set(board.chambers[board.chamber_index[game.floor.hero_cell]])
        assert game.floor.hero_cell in chamber_of_arrival(game)
        assert set(chamber_of_arrival(game)) <= home
        assert all(map(view.has_seen, chamber_of_arrival(game)))
        assert not cells_without_stairs(with_compass(game))


@pytest.mark.seeded
def test_who_was_told_is_not_asked_again_but_still_collects_there_first() -> None:
    """X61: once a game; what lies at hand comes first on each floor."""
    for seed in range(6):
        game = furnished("gear", seed)
        home, command = cells_without_stairs(game), Collect(told_of_hidden_stairs=True)
        asking = Collect()
        words = asking.next_command(game)
        assert (words is None) == isinstance(asking.again, SecondPress)
        if words is not None:
            assert command.next_command(game) == words
        assert game.floor.hero_cell in home


def test_a_drawn_floor_promises_nothing() -> None:
    """R30: its stairs may be beside the PC; so the first step is asked about."""
    game = drawn_game("gear", 2 * (room("@..6.M\\", ".......") + "\n"))
    assert not cells_without_stairs(game)
    told = pressed(console_of(game), "o")
    assert told.startswith("The stairs of this floor are hidden, and any step may lead down them:")
    assert game.turns == 0


def test_a_board_of_one_chamber_promises_nothing() -> None:
    """R26: there the PC and the stairs share it."""
    game = furnished("gear", 1, room(*["." * 60] * 20) + "\n")
    assert game.is_furnished
    assert not cells_without_stairs(game)


@pytest.mark.seeded
def test_plain_mode_collects_there_first_and_asks_in_words() -> None:
    """The same in sentences."""
    game = next(
        game for seed in range(6) if Collect().next_command(game := furnished("gear", seed))
    )
    session = Session(game.rules, 42)
    session.game = game
    told = Narrator(session, nearest_word).handle_word("o")
    assert told[-1] == (f"2 gold, 6 turns. {OUTSIDE}: say `collect` again to explore all the same.")
    assert game.turns > 0
    assert not any(isinstance(event, Drank) for event in game.last_events)
