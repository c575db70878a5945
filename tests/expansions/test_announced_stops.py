"""Commands of many turns stop at every announcement, with its sentence (X99)."""

from collections.abc import Callable

import pytest

from cc3k.engine.board import EAST, NORTH
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.registry import rules_with
from cc3k.expansions.tactics import TACTICS
from cc3k.play.collect import Collect
from cc3k.play.fights import Fight
from cc3k.play.interruptions import HpLimit, MultiTurnCommand, play_turn
from cc3k.play.macros import Repeat, Rest, Run
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, StairsJourney, find_stairs
from cc3k.ui.console import Console
from cc3k.ui.palette import DEFAULT_STYLES, MONOCHROME_STYLES, ROLE_LETTERS
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.view import ConsoleRenderer
from tests.support.consoles import pressed, travelled
from tests.support.scenarios import HIT, room, scenario

RULES = rules_with((TACTICS,))
ROWS = (
    "@......................7\\",
    *["........................."] * 3,
    "......E..................",
)
COMMANDS: dict[str, Callable[[], MultiTurnCommand]] = {
    "travel": lambda: AutoTravel(find_stairs),
    "stairs": StairsJourney,
    "run": lambda: Run(EAST),
    "count": lambda: Repeat("ea", 12),
    "rest": Rest,
    "collect": Collect,
    "fight": lambda: Fight(HpLimit(0), goes_far=True),
}


def beside_an_elf(race: str = "Troll") -> GameState:
    game = scenario(room(*ROWS), race, steps=[], rules=RULES)
    game.turn_dice, game.hero.hp = Dice("announced"), 90
    game.enemies_frozen = False
    return game


def session_of(game: GameState) -> Session:
    session = Session(RULES, 42)
    session.game = game
    return session


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_of_many_turns_stops_at_an_announcement(name: str) -> None:
    """X99: the turn in which an elf aims is the last."""
    game, reason = beside_an_elf(), None
    session, command = session_of(game), COMMANDS[name]()
    while reason is None:
        reason = play_turn(session, command, session.handle_words)
    assert reason in {"", f"{game.turns} turns."}
    assert 0 < game.turns < 8
    names = [event.name for event in game.last_events if isinstance(event, ExpansionEvent)]
    assert names == ["tactics.aims"]


def test_travel_says_of_an_arrow_that_it_hit_and_not_that_somebody_is_close() -> None:
    """X99: the next press goes on into the shot."""
    game = scenario(room("E..@............7.\\"), luck=[HIT], steps=[NORTH] * 9, rules=RULES)
    console = Console(session_of(game), 80, 24, ScreenSettings())
    travelled(console, ">")
    travelled(console, ">")
    assert "The elf shoots you for" in console.message
    assert "is close" not in console.message


def test_the_sentence_of_an_announcement_is_told() -> None:
    """X99: on a screen, after the key that was stopped."""
    console = Console(session_of(beside_an_elf()), 80, 24, ScreenSettings())
    travelled(console, ">")
    assert "The elf aims at you." in console.message


def test_the_letter_of_who_announces_is_reversed() -> None:
    """X92: on a screen, whatever the palette."""
    game = beside_an_elf()
    console = Console(session_of(game), 80, 24, ScreenSettings())

    def roles_of_elf() -> set[str]:
        canvas = ConsoleRenderer(RULES).draw(console)
        pairs = [
            (letter, role)
            for line in canvas.lines[:12]
            for letter, role in zip(line.text, line.roles, strict=False)
        ]
        return {role for letter, role in pairs if letter == "E"}

    assert ROLE_LETTERS["threat"] not in roles_of_elf()
    travelled(console, ">")
    assert GameView(game).threats
    assert ROLE_LETTERS["threat"] in roles_of_elf()
    for styles in (DEFAULT_STYLES, MONOCHROME_STYLES):
        assert "reverse" in styles["threat"]
    pressed(console, "f")
    assert ROLE_LETTERS["threat"] not in roles_of_elf()
