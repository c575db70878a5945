"""Tab, `o`, and the verbs `a` and `u` alone, in every keymap."""

import random
import re
from collections.abc import Sequence

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.commands import DIRECTED_VERBS
from cc3k.play.session import Session, SessionStage
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.modes import QuestionMode
from tests.support.consoles import LARGE, console, playing, pressed, travelled
from tests.support.scenarios import HIT, MISS, room
from tests.support.tables import for_each


def test_answer_typed_ahead_of_the_question_is_none() -> None:
    """Who holds Tab down, or types on, has not read it."""
    shell = console(room("@H...\\"), luck=[HIT] * 9)
    next(iter(playing(shell).floor.enemies.values())).hp = 220
    screen = GameApp(shell)
    screen.press_keys(["tab"])
    while shell.running.command is not None:
        screen.press_keys(["tab"])
        screen.tick()
    screen.press_keys(["tab", "y"])
    assert shell.running.command is None
    assert playing(shell).turns == 2
    shell.press("y")
    assert shell.running.command is not None


def test_the_odds_against_a_crowd_are_announced_and_no_key_is_lost_meanwhile() -> None:
    """They take a while: the screen says so, and keys wait for the first turn, but Esc ends it.

    Keys that come before a question are no answer to it, nor a second press.
    """
    crowd = room("WW...", "@....", "W...\\")
    shell = console(crowd, luck=[MISS] * 9)
    for key in ("tab", "tab", "enter"):
        assert pressed(shell, [key]) == "Weighing the odds..."
    shell.tick()
    assert "against 3 dwarves" in shell.action_text
    for hero, turns, told in (
        (125, 1, "You move East."),  # Tab declined
        (240, 0, "You win about 65 % against 3 dwarves"),  # the key came before its offer
        (900, 2, "You move East."),
    ):
        shell = console(crowd, luck=[MISS] * 9)
        playing(shell).hero.hp, screen = hero, GameApp(shell)
        screen.press_keys(["tab", "right", "escape"])
        assert shell.action_text == "Stopped by your key."
        screen.press_keys(["tab", "right"])
        screen.press_keys(["tab"])
        assert (shell.action_text, playing(shell).turns) == ("Weighing the odds...", 0)
        screen.tick()
        assert shell.action_text.startswith(told)
        assert (shell.running.command, playing(shell).turns) == (None, turns)
    alone = console(room("@W..\\"), luck=[MISS] * 9)
    assert pressed(alone, ["tab"]) == ""


def test_tab_stops_where_somebody_else_comes_close() -> None:
    """The same four words as of travel and rest, and the odds of fighting on, which are bad."""
    shell = console(room("@H...L.\\"), luck=[MISS] * 9)
    game = playing(shell)
    pressed(shell, ["tab"])
    shell.tick()
    dwarf = next(enemy for enemy in game.floor.enemies.values() if enemy.kind.name == "halfling")
    game.floor.remove_enemy(next(at for at, who in game.floor.enemies.items() if who is dwarf))
    game.place_enemy(game.floor.hero_cell + game.floor.board.stride - 1, dwarf)
    shell.tick()
    assert shell.running.command is None
    assert "Stopped: a halfling is close. You win about 47 % against " in shell.action_text


@for_each("verb", DIRECTED_VERBS)
@for_each("way", ["no", "so", "ea", "we", "ne", "nw", "se", "sw"])
@for_each("between", ["", " "])
def test_verb_and_its_way_never_become_a_move(verb: str, way: str, between: str) -> None:
    drawing = room("..0..", "L.@.0", "....\\") if verb == "u" else room("...W.", "0.@..", "....\\")
    shell = console(drawing, luck=[MISS] * 2)
    cell = playing(shell).floor.hero_cell
    for letter in f"{verb}{between}{way}":
        pressed(shell, [letter])
        assert playing(shell).floor.hero_cell == cell
    told = shell.session.action_text
    assert told.startswith(("Boost", "Restore", "You hit", "There is no"))


@for_each((room("@.....\\", "...L..."), ">"), (room("@..7..0..\\"), "o"))
def test_second_press_typed_ahead_of_the_risk_is_none(drawing: str, key: str) -> None:
    """A key that is held down, or was typed before the message, has not read it."""
    shell = console(drawing)
    screen = GameApp(shell)
    screen.press_keys([key] * 3)
    while shell.running.command is not None:
        screen.tick()
    assert shell.running.told_key
    screen.press_keys([key])
    assert shell.running.command is None
    shell.press(key)
    assert shell.running.command is not None


NAMES_A_KEY = re.compile(r"press .+ again|attacks|explores|\(y/n\)")
JOURNEY_KEYS = ("tab", "o", "o", ">", ">", "G", "G")


def refusals_without_a_key(rules: Rules, seed: int, keys: int) -> list[list[str]]:
    """Play by Tab, `o`, `>` and `G`; return what they said where none did or named anything."""
    shell = Console(Session(rules, seed), *LARGE)
    shell.session.start_game(rules.races[seed % len(rules.races)])
    chance, told, found = random.Random(seed), list[str](), []
    for _ in range(keys):
        if shell.session.stage is not SessionStage.PLAYING:
            break
        key = "y" if shell.mode else JOURNEY_KEYS[len(told)] if len(told) < 7 else ""
        turns = playing(shell).turns
        travelled(shell, [key or chance.choice(["up", "down", "left", "right"])])
        told = [*told, shell.action_text] if playing(shell).turns == turns else []
        if len(told) == len(JOURNEY_KEYS) and not any(map(NAMES_A_KEY.search, told)):
            found.append(told)
    return found


@pytest.mark.seeded
@pytest.mark.parametrize(
    ("tags", "seeds", "keys"),
    [("none", range(1), 25), pytest.param("all", [555, 100], 150, marks=pytest.mark.slow)],
)
def test_there_is_always_a_next_key_and_a_refusal_names_it(
    tags: str, seeds: Sequence[int], keys: int
) -> None:
    rules = rules_with(OWN_EXPANSIONS if tags == "all" else ())
    for seed in seeds:
        assert not refusals_without_a_key(rules, seed, keys), seed


@pytest.mark.seeded
@pytest.mark.slow
def test_few_questions_of_fights_are_asked_and_none_about_a_sure_one() -> None:
    asked, pressed_keys = list[str](), 0
    for seed in range(3):
        shell = Console(Session(BASE_RULES, seed), *LARGE)
        shell.session.start_game(BASE_RULES.races[seed % 5])
        chance = random.Random(seed)
        for key in chance.choices(["tab", "o", ">", "y"], [50, 20, 10, 20], k=100):
            if shell.session.stage is not SessionStage.PLAYING:
                break
            was_asked = shell.mode is not None
            travelled(shell, [key])
            pressed_keys += 1
            if isinstance(shell.mode, QuestionMode) and not was_asked:
                asked.append(shell.action_text)
    assert len(asked) < pressed_keys // 20
    assert not [text for text in asked if re.search(r"You win (about )?9[5-9] %", text)]
