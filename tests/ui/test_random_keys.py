"""Random keys in every keymap and every mode: nothing crashes, and nobody gets stuck."""

import random

import pytest

from cc3k.play.session import SessionStage
from cc3k.ui import keymap
from cc3k.ui.console import Console
from cc3k.ui.settings import KEYMAP_NAMES, ScreenSettings
from tests.support.consoles import LARGE, TIGHT, WHOLE, console_at_menu, lines, pressed
from tests.support.tables import for_each

pytestmark = pytest.mark.slow

NAMED = ("escape", "backspace", "enter", "tab", "insert", "delete", "center", "", "shift-tab")
GAMES, KEYS_A_GAME = 5, 500
SIZES = (WHOLE, TIGHT, LARGE, (78, 24), (80, 28), (200, 60), (40, 12), (39, 12))
MODES = {
    "QuestionMode",
    "PagerMode",
    "LookMode",
    "END_STOP",
    "JOURNEY",
    "TYPED",
    *(stage.name for stage in SessionStage),
}


def keys_of(keys: str) -> list[str]:
    return [*keymap.KEYMAPS[keys], *NAMED, *"nsewouafrqydvtgxl05 é" * 2, *"lm;", *["tab", "enter"]]


@for_each("keys", KEYMAP_NAMES)
def test_random_keys_never_crash_and_never_get_stuck(keys: str) -> None:
    """7,500 keys in all: whatever was pressed, a player can read on and leave the game."""
    rng, modes, choice = random.Random(f"3000 {keys}"), set[str](), keys_of(keys)
    for seed in range(GAMES):
        shell = console_at_menu(seed=seed, settings=ScreenSettings(keys=keys))
        for count in range(KEYS_A_GAME):
            if shell.session.is_ended:
                shell = console_at_menu(seed=seed, settings=ScreenSettings(keys=keys))
            shell.press(rng.choice(choice))
            modes.add(_mode(shell))
            if rng.random() < 0.7:
                shell.tick()
            if count % 50 == 0:
                shell.resize(*rng.choice(SIZES))
                seen = lines(shell)
                assert (len(seen), max(map(len, seen)) <= shell.columns) == (shell.rows, True)
        _leave(shell)
    assert modes - {"MORE"} == MODES  # hardly a message has a second page


def _mode(shell: Console) -> str:
    if shell.mode is not None:
        return type(shell.mode).__name__
    if shell.running.command is not None:
        return "JOURNEY"
    if shell.has_next_page:
        return "MORE"
    if shell.is_at_end_stop:
        return "END_STOP"
    return "TYPED" if shell.command_input.display_text else shell.session.stage.name


def _leave(shell: Console) -> None:
    shell.resize(*WHOLE)
    pressed(shell, ["escape"] * 40)
    pressed(
        shell, ["ctrl-d"] if shell.session.stage is not SessionStage.PLAYING else ["ctrl-d", "y"]
    )
    assert shell.session.is_ended
