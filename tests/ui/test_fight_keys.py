"""Tab, `o`, and the verbs `a` and `u` alone, in every keymap."""

import random
import re
from collections.abc import Sequence

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.choices import HpLimit
from cc3k.play.commands import DIRECTED_VERBS
from cc3k.play.session import Session, SessionStage
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.keymap import KEYMAPS
from cc3k.ui.modes import QuestionMode
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import LARGE, console, playing, pressed, travelled, with_keys
from tests.support.expansions import expanded, session_of
from tests.support.scenarios import HIT, MISS, room
from tests.support.tables import for_each

COLLECT_KEYS = {"words": "o", "vi": "o", "laptop": "i"}
USE_KEYS = {"words": "u", "vi": "d", "laptop": "d"}


@for_each("keys", KEYMAPS)
def test_tab_walks_up_and_fights_to_the_end(keys: str) -> None:
    shell = console(
        room("@..L.\\"), luck=[MISS, *[HIT, MISS] * 4, HIT, 0], settings=ScreenSettings(keys=keys)
    )
    said = travelled(shell, ["tab"])
    assert said[0] == "You move East."
    assert "slay" in said[-1]
    assert not playing(shell).floor.enemies
    assert pressed(shell, ["tab"]) == "Nobody to fight here."


def test_the_odds_against_a_dragon_are_told_once_before_a_fight() -> None:
    """With expansions they are told even where they are good; 20 steps off, with its place."""
    for row, hp, asked in (
        ("@9D...", 80, ["fight."]),
        ("@9D...", 150, ["fight all the same."]),
        (f"@{'.' * 24}9D..", 80, ["go there."]),
    ):
        game = expanded("pack", room(row, f"{'.' * (len(row) - 1)}\\"), luck=[MISS] * 9)
        game.hero.hp, (dragon,) = 80, game.floor.enemies.values()
        dragon.hp, desk = hp, Console(session_of(game), *LARGE)
        told = [(travelled(desk, ["tab"]), desk.message.partition(" again to ")[2]) for _ in asked]
        assert told == [([], each) for each in asked]
        assert "You win " in desk.message
        assert travelled(desk, ["tab"])


def test_tab_tells_bad_odds_first_and_another_tab_fights() -> None:
    """No key is lost to a question: any other key does what it does."""
    odds = (
        "You win 86 % against an orc; HP -87 on average if you win, death at worst: "
        "press Tab again to fight"
    )
    for key, moves in (("right", 1), ("tab", 1), ("escape", 0)):
        shell = console(room("@.O...\\"), luck=[MISS] * 9)
        assert pressed(shell, ["tab"]) == f"{odds} all the same."
        pressed(shell, [key])
        for _ in range(moves if key == "tab" else 0):
            shell.tick()
        assert playing(shell).turns == moves


@for_each(
    ("tab o tab", True),
    ("tab o tab o", True),
    ("tab up l escape tab", True),  # a wall refuses the step
    ("tab o a o", False),  # which is a letter then
    ("tab escape tab", False),
    ("tab right tab", False),
    ("tab o right left o", False),
)
def test_second_press_confirms_as_long_as_nothing_was_done(keys: str, begins: bool) -> None:
    shell = with_keys(console(room(".0@.O...\\"), luck=[MISS] * 9), keys.split())
    assert (shell.running.command is not None) is begins


def test_tab_will_not_fight_at_worse_than_even_odds_and_says_what_attacks() -> None:
    """However often it is pressed: an arrow, or a step up to the enemy first, is the next key."""
    shell = console(room("@E...\\"), luck=[MISS] * 9)
    odds = "You win 39 % against an elf; HP -102 on average if you win, death at worst."
    told = f"{odds} Tab won't: an arrow attacks."
    assert pressed(shell, ["tab"]) == pressed(shell, ["tab"]) == told
    assert playing(shell).turns == 0
    assert pressed(shell, ["right"]).startswith("You hit the elf")


def test_tab_breaks_off_at_the_limit_and_another_tab_goes_on_with_a_sure_fight() -> None:
    """`--fight-until`: before a turn whose worst case is below it; nothing is asked at 95 %."""
    settings = ScreenSettings(fight_until=HpLimit(70))
    shell = console(room("@W...\\"), luck=[*[HIT] * 4, 0], settings=settings)
    playing(shell).hero.hp = 110
    travelled(shell, ["tab"])
    assert playing(shell).hero.hp == 78
    assert re.fullmatch(
        r".*Stopped: a turn may leave you 62 of 125 HP; your limit is 70. "
        r"You win 100 % against a dwarf; HP -.*: press Tab again to fight on.",
        shell.message,
    )
    travelled(shell, ["tab"])
    assert playing(shell).hero.hp == 46
    assert not playing(shell).floor.enemies


def worse_and_worse() -> Console:
    """Return a console at the question that a fight ends with which has become a bad one."""
    shell = console(room("@H...\\"), luck=[HIT, HIT, *[MISS] * 8, 0])
    next(iter(playing(shell).floor.enemies.values())).hp = 220
    travelled(shell, ["tab"])
    return shell


def test_tab_asks_once_a_good_share_of_the_hp_is_gone_and_the_odds_are_worse() -> None:
    for key in ("y", "n", "tab"):
        shell = worse_and_worse()
        asked = shell.message
        assert re.fullmatch(
            r"Stopped: you have lost 32 HP in this fight, 93 of 125 are left. "
            r"You win 86 % against a human; HP -.* Fight on\? \(y/n\)",
            asked,
        )
        travelled(shell, [key])
        assert bool(playing(shell).floor.enemies) is (key != "y")
        assert (shell.message == f"Press y or n. {asked}") is (key == "tab")


@for_each("key", [">", "o", "left", "right", "G", "l", "Z"])
def test_a_key_that_acts_is_a_no_to_the_question_of_a_fight(key: str) -> None:
    shell = worse_and_worse()
    before = shell.message
    pressed(shell, [key])
    assert not isinstance(shell.mode, QuestionMode)
    assert shell.message != before


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
    assert "against 3 dwarves" in shell.message
    for hero, turns, told in (
        (125, 1, "You move East."),  # Tab declined
        (240, 0, "You win about 65 % against 3 dwarves"),  # the key came before its offer
        (900, 2, "You move East."),
    ):
        shell = console(crowd, luck=[MISS] * 9)
        playing(shell).hero.hp, screen = hero, GameApp(shell)
        screen.press_keys(["tab", "right", "escape"])
        assert shell.message == "Stopped by your key."
        screen.press_keys(["tab", "right"])
        screen.press_keys(["tab"])
        assert (shell.message, playing(shell).turns) == ("Weighing the odds...", 0)
        screen.tick()
        assert shell.message.startswith(told)
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
    assert "Stopped: a halfling is close. You win about 47 % against " in shell.message


@for_each("keys", KEYMAPS)
def test_o_collects_and_says_what_is_left(keys: str) -> None:
    shell = console(
        room("@..7..6......", ".............", "0.........9D\\"),
        (120, 40),
        settings=ScreenSettings(keys=keys),
    )
    key = COLLECT_KEYS[keys]
    travelled(shell, key)
    assert playing(shell).hero.gold == 3
    assert shell.message.endswith(
        " Left: 6 gold (a dragon guards it), 1 potion (unknown): "
        f"press {key} again to try the unknown."
    )
    said = travelled(shell, key)
    assert said[-1].startswith("Restore Health")
    assert shell.message.endswith("Left: 6 gold (a dragon guards it)")


@for_each("keys", KEYMAPS)
@for_each("key", ["again", "enter"])
def test_verb_alone_means_the_only_potion_or_enemy(keys: str, key: str) -> None:
    for drawing, verb, asked, target, done in (
        (room("@1..\\"), USE_KEYS[keys], "Use", "an unknown potion", "Boost Attack"),
        (room("@W..\\"), "a", "Attack", "the dwarf", "You hit the dwarf for 20"),
    ):
        shell = console(drawing, luck=[MISS], settings=ScreenSettings(keys=keys))
        told = f"{asked} which way? {verb} or Enter: {target} to the East."
        assert pressed(shell, verb) == told
        assert playing(shell).turns == 0
        assert pressed(shell, [verb if key == "again" else key]).startswith(done)


def test_verb_alone_asks_for_the_way_where_there_are_several_or_none() -> None:
    shell = console(room("1@1.", "W.W\\"), luck=[MISS] * 2)
    assert pressed(shell, "u") == "Use which way?"
    assert pressed(shell, "u") == "Use which way?"
    assert pressed(shell, ["enter"]) == "Use which way?"
    assert pressed(shell, ["escape"]) == "Never mind."
    assert pressed(shell, ["a", "enter"]) == "Attack which way?"
    assert playing(shell).turns == 0
    assert pressed(shell, ["left"]) == "There is no enemy to the West."
    shell = console(room("@..\\"))
    assert pressed(shell, "uu") == "Use which way? No potion is near."
    assert pressed(shell, ["escape", "right"]) == "You move East."


def test_a_alone_asks_before_it_attacks_somebody_peaceful() -> None:
    """R21: as with the way."""
    shell = console(room("@M..\\"))
    assert pressed(shell, "aa") == "The merchant to the East is peaceful. Attack it? (y/n)"


def test_count_goes_with_the_only_enemy() -> None:
    shell = console(room("@W..\\"), luck=[MISS] * 3)
    assert len(travelled(shell, "03aa")) == 3


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


@for_each(("vi", "l"), ("laptop", "o"))
def test_direction_letter_after_a_verb_stays_one(keys: str, key: str) -> None:
    """In `vi` the letter `u` is a way, also after the key that uses."""
    shell = console(room("..1", ".@.", "..\\"), settings=ScreenSettings(keys=keys))
    if keys == "vi":
        assert pressed(shell, "du").startswith("Boost Attack")
    assert pressed(shell, ["a", key]) == "There is no enemy to the East."


def test_second_click_at_the_same_place_goes_on() -> None:
    """A click has no name, so the message says what to do."""
    shell = console("\n".join([room("@.....\\", "...L...")] * 2), luck=[MISS] * 3)
    click = "click 7 1"
    assert pressed(shell, [click]) == (
        "A halfling can strike you on the way (12 HP at worst): "
        "click there again to go all the same."
    )
    assert len(travelled(shell, [click])) == 6


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
        told = [*told, shell.message] if playing(shell).turns == turns else []
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
                asked.append(shell.message)
    assert len(asked) < pressed_keys // 20
    assert not [text for text in asked if re.search(r"You win (about )?9[5-9] %", text)]
