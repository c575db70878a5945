"""Frames: the page shows, and prints, what the command line prints for the same words."""

import re
from random import Random

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import DIRECTIONS, Direction
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.view import GameView
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.prompts import suited_ways
from cc3k.play.session import Session
from tests.support.browser import Tab
from tests.support.expansions import game_of
from tests.support.processes import run

pytestmark = pytest.mark.browser

COMMANDS, SEEDS = 200, range(2)
BOARD_ROWS, COLUMNS = 25, 79
LOW_HP = 60

FIGURES = re.compile(
    r"Race: (\w+) Gold: (\d+).*Floor (\d).*HP: (\d+).*Atk: (\d+).*Def: (\d+)", re.DOTALL
)

SCRIPT = """
import io
from cc3k.cli.play import run_script
from cc3k.content.roster import BASE_RULES
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.session import Session
def played(seed, words):
    session, out, chunks = Session(BASE_RULES, seed), io.StringIO(), [words.encode()]
    session.start_game(BASE_RULES.race_of("t"))
    run_script(session, lambda _size: chunks.pop() if chunks else b"", out)
    return out.getvalue()
"""

START_PLAYED = """async (code) => {
  const { startPython } = await import("./python.js");
  const { page } = await startPython(() => {}, async () => undefined);
  page.python.runPython(code);
  globalThis.played = page.python.globals.get("played");
}"""
"""Starts another Python in the page, for `played`: games byte for byte, the same chance."""


def played(seed: int) -> tuple[list[str], list[str]]:
    chance, session = Random(seed), Session(BASE_RULES, seed)
    race = BASE_RULES.race_of("t")
    assert race is not None
    session.start_game(race)
    commands, frames = list[str](), [session.frame_or_prompt()]
    for _ in range(COMMANDS):
        commands.append(_next_command(session, chance, is_frozen="f" in commands))
        list(session.play_words(commands[-1].split()))
        frames.append(session.frame_or_prompt())
    return commands, frames


def _next_command(session: Session, chance: Random, *, is_frozen: bool) -> str:
    """Return a command: fights while there is health for them, then walks among who is frozen."""
    game = game_of(session)
    if not is_frozen and game.hero.hp < LOW_HP:
        return "f"
    choices = [f"a {way.command_word}" for way in _hostile_ways(game)] * 3 if not is_frozen else []
    choices += [f"u {way.command_word}" for way in suited_ways(game, "u")]
    choices += [way.command_word for way in DIRECTIONS]
    chance.shuffle(choices)
    safe, left = LOW_HP - 20 if not is_frozen else game.hero.hp, dict[str, int]()
    for command in choices:
        left[command] = _hp_after(game, command)
        if left[command] >= safe:
            return command
    return max(choices, key=left.__getitem__)


def _hostile_ways(game: GameState) -> list[Direction]:
    view = GameView(game)
    return [
        way
        for way in suited_ways(game, "a")
        if view.is_hostile(view.enemies[view.hero_cell + way.offset(view.board.stride)])
    ]


def _hp_after(game: GameState, command: str) -> int:
    """Return the HP that a command leaves; none for a way off the floor, to more enemies."""
    ahead, depth = game.copy(), game.depth
    try:
        ahead.play(ACTIONS_BY_WORDS[command])
    except Impossible:
        return ahead.hero.hp
    return ahead.hero.hp if ahead.outcome is None and ahead.depth == depth else -1


def test_frames_of_200_commands_are_those_of_the_command_line(tab: Tab) -> None:
    tab.open()
    tab.page.evaluate(START_PLAYED, SCRIPT)
    for seed in SEEDS:
        commands, frames = played(seed)
        words = " ".join(commands)
        printed = run("--seed", str(seed), "--race", "troll", "--script", typed=words).out
        assert printed.endswith("".join(frames))
        assert tab.page.evaluate("([seed, words]) => played(seed, words)", [seed, words]) == printed
        tab.follow(f"seed={seed}&race=troll")
        groups = [list(command.replace(" ", "")) for command in commands]
        shown = [tab.rows, *tab.press_groups(groups)]
        for frame, rows in zip(frames, shown, strict=True):
            board = [line.ljust(COLUMNS) for line in frame.splitlines()[:BOARD_ROWS]]
            assert [row[:COLUMNS] for row in rows[:BOARD_ROWS]] == board
            found, wanted = FIGURES.search("\n".join(rows)), FIGURES.search(frame)
            assert found is not None
            assert wanted is not None
            assert found.groups() == wanted.groups()
    assert not tab.errors
