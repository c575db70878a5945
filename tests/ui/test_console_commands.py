"""Modes own their keys: each returns a command for a key and knows no console."""

import ast
from collections.abc import Sequence
from pathlib import Path

import cc3k.ui
from cc3k.content.roster import BASE_RULES
from cc3k.engine.view import GameView
from cc3k.play.commands import MetaCommand
from cc3k.play.messages import NEVER_MIND
from cc3k.play.session import Session, SessionStage
from cc3k.play.travel import AutoTravel, StairsJourney
from cc3k.ui.command_input import CommandInput
from cc3k.ui.end_screen import EndScreen
from cc3k.ui.game_keys import GameKeys, LookMode, give_up_question
from cc3k.ui.keymap import KEYMAPS, NO_ACTION
from cc3k.ui.modes import (
    Close,
    Give,
    KeyPress,
    Notify,
    Open,
    PassOn,
    QuestionMode,
    StartGame,
    StartMultiTurn,
)
from cc3k.ui.pager import PagerMode
from cc3k.ui.race_screen import RaceMenu
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import TIGHT
from tests.support.scenarios import HIT, race_named, room, scenario
from tests.support.tables import for_each

KEYMAP = KEYMAPS["words"]
DRINK = Give("u ea")
KNOW_THE_CONSOLE = {"game_screen.py", "replay_screen.py", "renderer.py"}


def press(key: str, session: Session | None = None, previous_key: str = "") -> KeyPress:
    return KeyPress(
        key,
        KEYMAP.get(key, NO_ACTION),
        previous_key,
        session or Session(BASE_RULES, 42),
        ScreenSettings(),
        *TIGHT,
    )


def in_room(drawing: str, luck: Sequence[int] = ()) -> Session:
    session = Session(BASE_RULES, 42)
    session.game = scenario(drawing, luck=luck)
    return session


def test_no_mode_knows_the_console() -> None:
    """Only the screens and the view import it; the rest returns commands."""
    importers = set()
    for path in Path(cc3k.ui.__file__).parent.glob("*.py"):
        imports = [node for node in ast.walk(ast.parse(path.read_text())) if _imports_console(node)]
        importers |= {path.name} if imports else set()
    assert importers == KNOW_THE_CONSOLE


def _imports_console(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "cc3k.ui.console"


@for_each("key, command", [("y", DRINK), ("Y", DRINK), ("n", Notify(NEVER_MIND)), ("enter", None)])
def test_question_returns_the_command_of_a_yes(key: str, command: object) -> None:
    """Yes is the command itself, a no closes, and Enter leaves the question open."""
    assert QuestionMode("Drink?", DRINK).handle_key(press(key)) == command


def test_pager_scrolls_and_closes_onto_the_mode_it_covers() -> None:
    """It returns itself, scrolled; at the end a space closes, as any other key does."""
    covered = QuestionMode("Sure?", Give("q"))
    pager = PagerMode(tuple(map(str, range(30))), covered_mode=covered)
    end = PagerMode(pager.lines, 7, covered)
    assert pager.handle_key(press(" ")) == Open(end)
    assert end.handle_key(press(" ")) == Close(covered)
    assert pager.handle_key(press("x")) == Close(covered)


def test_look_moves_travels_and_closes() -> None:
    """Directions move the cursor, Enter travels to it; a command closes it and is not lost."""
    game = scenario(room("@..\\"))
    look = LookMode(game, game.floor.hero_cell)
    assert look.handle_key(press("right")) == Open(LookMode(game, look.cell + 1))
    travel = look.handle_key(press("enter"))
    assert isinstance(travel, StartMultiTurn)
    assert isinstance(travel.command, AutoTravel)
    assert travel.command.find_goals(GameView(game)) == [look.cell]
    for key in (">", "a", "m"):
        assert look.handle_key(press(key)) == PassOn(key)
    for key in ("escape", "l", " "):
        assert look.handle_key(press(key)) == Notify()


@for_each(
    "keys, command",
    [
        (["right"], Give("ea")),
        (["left"], Give("we")),
        (["q"], Open(give_up_question(Session(BASE_RULES, 42), MetaCommand.QUIT))),
        (["r"], Open(give_up_question(Session(BASE_RULES, 42), MetaCommand.RESTART))),
        (["e"], None),
        (["e", "a"], Give("ea")),
    ],
)
def test_keys_of_a_game_return_what_to_do(keys: list[str], command: object) -> None:
    """A key acts at once, begins a word, or is asked about first."""
    session, mode = in_room(room(".@..\\")), GameKeys(CommandInput(KEYMAP))
    *first, last = [mode.handle_key(press(key, session)) for key in keys]
    assert (first, last) == ([None] * len(first), command)


def test_keys_of_a_game_ask_before_a_potion_and_start_long_commands() -> None:
    """A potion is asked about, `>` travels, a run starts."""
    session, mode = in_room(room("@0.\\")), GameKeys(CommandInput(KEYMAP))
    ask = mode.handle_key(press("right", session))
    assert isinstance(ask, Open)
    assert isinstance(ask.mode, QuestionMode)
    assert ask.mode.on_yes == DRINK
    travel = mode.handle_key(press(">", session))
    assert isinstance(travel, StartMultiTurn)
    assert isinstance(travel.command, StairsJourney)
    assert isinstance(mode.handle_key(press("shift-right", session)), StartMultiTurn)


def test_menu_returns_the_race_and_keeps_its_cursor() -> None:
    """A letter or Enter chooses; Enter after a letter only ends its line."""
    menu = RaceMenu(BASE_RULES.races)
    assert menu.handle_key(press("d")) == StartGame(race_named("Drow"))
    assert menu.handle_key(press("down")) is None
    assert menu.handle_key(press("enter")) == StartGame(BASE_RULES.races[1])
    assert menu.handle_key(press("enter", previous_key="r")) is None
    assert menu.handle_key(press("ctrl-d")) == Give("q")


@for_each("key, command", [("q", Give("q")), ("R", Give("r")), ("x", None)])
def test_keys_after_a_game_choose_or_open_the_summary(key: str, command: object) -> None:
    """R33: `r` plays again and `q` quits; any other key opens the summary."""
    session = in_room(room("@.L\\"), luck=[HIT])
    assert session.game is not None
    session.game.hero.hp = 1
    session.handle_words("ea")
    assert session.stage is SessionStage.GAME_OVER
    found = EndScreen(session, session.game, None, "cc3k").handle_key(press(key, session))
    assert found == command if command is not None else isinstance(found, Open)
