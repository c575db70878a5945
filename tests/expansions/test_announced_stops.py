"""Commands of many turns stop at every announcement, with its sentence (X99)."""

from collections.abc import Callable
from itertools import product, takewhile

import pytest

from cc3k.engine.board import DIRECTIONS, EAST, NORTH, WALKABLE, Cell
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.expansions.fog import FOG
from cc3k.expansions.registry import rules_with
from cc3k.expansions.tactics import TACTICS
from cc3k.play.collect import Collect
from cc3k.play.commands import ACTIONS_BY_WORDS, HpLimit
from cc3k.play.fights import Fight
from cc3k.play.interruptions import MultiTurnCommand, play_turn
from cc3k.play.macros import Repeat, Rest, Run
from cc3k.play.session import Session
from cc3k.play.travel import AutoTravel, StairsJourney, find_stairs
from cc3k.ui.console import Console
from cc3k.ui.palette import DEFAULT_STYLES, MONOCHROME_STYLES, ROLE_LETTERS
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import pressed, travelled
from tests.support.scenarios import HIT, room, scenario
from tests.support.tables import for_each

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
    "fight": lambda: Fight(HpLimit(0), goes_far=True),
}


def beside_an_elf(*rows: str) -> GameState:
    game = scenario(room(*(rows or ROWS)), "Troll", steps=[], rules=RULES)
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


LEFT = "Left: 2 gold (an elf is near)"


@for_each(
    "rows, word, reason",
    [
        (["6.@...E"], None, LEFT),
        (["@6....E"], None, LEFT),
        (["@6......E"], "ea", ""),  # seven blocks off
        (["@6..|.E"], "ea", ""),  # behind a wall
        (["@6..WE"], None, LEFT),  # the dwarf may step aside
        (["@6....W"], "ea", ""),
        (["@6...", ".....", ".....", "....E"], "so", ""),  # it waits
        (["@6...", ".....", "....E"], "ea", ""),  # in none of eight lines
        ([".@.6.", ".....", "....E"], "se", ""),  # and round the line
    ],
)
def test_collecting_keeps_out_of_the_lines_of_an_elf(
    rows: list[str], word: str | None, reason: str
) -> None:
    """X93: also of one that has not noticed the PC; it is told as any other reach."""
    drawing = room(f"{rows[0]}\\", *[f"{row}." for row in rows[1:]])
    game, collect = scenario(drawing, steps=[], rules=RULES), Collect()
    assert (collect.next_command(game), collect.stop_reason) == (word, reason)


def test_frozen_elves_do_not_keep_from_collecting() -> None:
    """X92: they aim at nobody."""
    assert Collect().next_command(scenario(room("@6....E\\"), rules=RULES)) == "ea"


def lines_of_elves(view: GameView) -> set[Cell]:
    """Return the cells two to six blocks from each elf in sight, up to the walls."""
    found, terrain = set[Cell](), view.board.terrain
    for start in [at for at, enemy in view.enemies.items() if enemy.kind.breed == "elf"]:
        for way in DIRECTIONS:
            cells = [start + blocks * way.offset(view.board.stride) for blocks in range(1, 7)]
            way_on = takewhile(lambda at: terrain[at] in WALKABLE or at in view.items, cells)
            found.update([*way_on][1:])
    return found


@pytest.mark.seeded
def test_no_step_of_collecting_leads_into_the_line_of_an_elf_in_sight() -> None:
    """X93: on whole floors, with and without the fog."""
    kept_off = 0
    for seed, rules in product(range(10), (RULES, rules_with((FOG, TACTICS)))):
        game, collect = GameState(rules, rules.races[0], Dice(f"lines {seed}")), Collect()
        while game.outcome is None and (words := collect.next_command(game)) is not None:
            view, before = GameView(game), game.floor.hero_cell
            lines = set() if view.enemies_frozen else lines_of_elves(view)
            kept_off += bool(lines)
            game.play(ACTIONS_BY_WORDS[words])
            assert game.floor.hero_cell == before or game.floor.hero_cell not in lines
    assert kept_off > 20


def test_collecting_stops_at_a_horn() -> None:
    """X99: it keeps out of the lines of elves, but a human may call from anywhere."""
    game = beside_an_elf(*[row.replace("E", "H") for row in ROWS])
    session, command, reason = session_of(game), Collect(), None
    while reason is None:
        reason = play_turn(session, command, session.handle_words)
    assert reason == "1 turn."
    names = [event.name for event in game.last_events if isinstance(event, ExpansionEvent)]
    assert names == ["tactics.raises"]


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
