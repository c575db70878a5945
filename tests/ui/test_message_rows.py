"""Message rows: the last turn bright, what hurts in its colour, and older turns dim."""

import re
from collections.abc import Iterator

import pytest

from cc3k.bots.bot import start_bot_game
from cc3k.bots.plugins import load_bot
from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import PC, Effect, Sickened, Struck
from cc3k.play.messages import Message
from cc3k.play.session import Session
from cc3k.terminal.app import PLAIN_ROLE
from cc3k.ui.console import Console
from cc3k.ui.modes import Close, QuestionMode
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.renderer import FEW_ROWS, count_entries_before, lay_out, message_lines
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import (
    TIGHT,
    WHOLE,
    console,
    lines,
    playing,
    pressed,
    roles_of,
    with_keys,
)
from tests.support.scenarios import HIT, MISS, room
from tests.support.tables import for_each

FIELD = room("@.....", *["......"] * 19, ".....\\")
DIM = ROLE_LETTERS["older"]


def rows(shell: Console) -> list[str]:
    game, count = playing(shell), count_entries_before(shell)
    return [line.text.rstrip() for line in message_lines(shell, game, lay_out(shell, game), count)]


def test_turn_before_is_dim_above_the_last_one() -> None:
    shell = console(room("@H....", *["......"] * 19, ".....\\"), TIGHT, luck=[HIT, MISS])
    pressed(shell, "aea")
    assert rows(shell) == ["", "You hit the human for 21 (119 left). It hits you for 16."]
    assert set(roles_of(shell, "It hits you for 16.")) == {ROLE_LETTERS["hurt"]}
    pressed(shell, "aea")
    assert rows(shell) == [
        "You hit the human for 21 (119 left). It hits you for 16.",
        "You hit the human for 21 (98 left). It misses.",
    ]
    assert set(roles_of(shell, "It misses.")) == {PLAIN_ROLE}
    assert set(roles_of(shell, "It hits you for 16.")) == {DIM}


def test_notice_stands_after_the_turn_that_it_came_with() -> None:
    """What stopped a journey, and above it what happened before: time goes down the rows."""
    shell = with_keys(console(FIELD, TIGHT), "f")
    shell.show(Message("Stopped."))
    assert rows(shell) == ["Enemies move again.", "Stopped."]
    pressed(shell, "n")
    assert rows(shell) == ["Enemies move again.", "n"]


@for_each("height", [32, 45])
def test_tall_screen_shows_the_log_and_moves_it_by_half(height: int) -> None:
    """Below the Action row, the oldest first; few rows change from turn to turn."""
    shell = console(FIELD, (79, height))
    changes = []
    for number in range(60):
        before = rows(shell)[1:]
        shell.session.message_log.add(number, (Message(f"Event number {number}."),), ())
        after = rows(shell)[1:]
        told = [row for row in after if row]
        assert told[-1] == f"Event number {number}."
        assert told == sorted(told, key=lambda row: int(row.split()[-1][:-1]))
        changes.append(sum(one != other for one, other in zip(before, after, strict=True)))
    room_for_log = len(rows(shell)) - 1
    assert room_for_log > FEW_ROWS
    assert sum(changes) / len(changes) < room_for_log * 2 / 3
    assert len([row for row in rows(shell)[1:] if row]) >= room_for_log // 2


def test_older_message_that_cannot_be_shortened_shows_its_beginning() -> None:
    """Not the end of a sentence: three dots say that it goes on."""
    shell = console(FIELD, (79, 32))
    long = " ".join(f"word{number}" for number in range(60))
    for _ in range(2):
        shell.session.message_log.add(0, (Message(long),), ())
    older = next(row for row in rows(shell)[1:] if "word" in row)
    assert older.startswith("word0 word1 ")
    assert older.endswith("... (x2)")
    assert len(older) <= 79


@for_each("hero_row", [0, 10, 20])
def test_a_question_stands_on_one_page_of_the_smallest_screen(hero_row: int) -> None:
    """Nobody answers what is behind `--more--`: it covers the board, but never the hero."""
    drawn = ["......"] * 20 + [".....\\"]
    drawn[hero_row] = "@" + drawn[hero_row][1:]
    shell = console(room(*drawn), (40, 12))
    question = (
        "Stopped: you have lost 34 HP in this fight, 61 of 125 are left. You win about 78 % "
        "against an orc and 2 humans; HP -40 on average, -90 at worst. Fight on? (y/n)"
    )
    shell.mode = QuestionMode(question, Close())
    shown = lines(shell)
    assert question in " ".join(" ".join(shown).split())
    assert "--more--" not in " ".join(shown)
    assert len(shown) <= 12
    assert any("@" in row for row in shown)


KEYS_TO_A_PAGE = 200
"""Of so many keys fewer than one may be a page."""

SMALL = (40, 12)


def played(seed: int, size: tuple[int, int], commands: int) -> Iterator[Console]:
    session = Session(BASE_RULES, seed)
    session.start_game(BASE_RULES.races[seed % len(BASE_RULES.races)])
    console = Console(session, *size, ScreenSettings(effects=False))
    console.running.command = start_bot_game(session, load_bot("careful"))
    for _ in range(commands):
        console.tick()
        if playing(console).outcome is not None:
            return
        yield console


def count_keys(seeds: range, size: tuple[int, int], commands: int) -> tuple[int, int]:
    """Return the keys that played those games, and how many more pages they had to turn."""
    keys = pages = 0
    for seed in seeds:
        for shell in played(seed, size, commands):
            keys += 1
            pages += len(lay_out(shell, playing(shell)).pages) - 1
            assert harm_told(shell) == harm_done(shell)
            assert PC not in shell.action_text
    return keys, pages


def harm_done(console: Console) -> int:
    """Return the HP that the blows of the last turn have cost the PC, and the blood of a dwarf."""
    events = console.session.last_events
    blows = [event for event in events if isinstance(event, Struck) and event.defender == PC]
    blood = [event.hp for event in events if isinstance(event, Sickened)]
    return sum(blow.damage for blow in blows) + sum(blood)


def harm_told(console: Console) -> int:
    """Return the HP that the messages say to be lost, but by potions."""
    told = lay_out(console, playing(console)).messages
    hurting = [each.text for each in told if each.effect is Effect.HARM and each.concerns == PC]
    return sum(int(hp) for text in hurting for hp in re.findall(r"(?:for|lose) ([0-9]+)", text))


@for_each("size", [TIGHT, WHOLE, SMALL])
def test_hardly_a_key_is_a_page(size: tuple[int, int]) -> None:
    keys, pages = count_keys(range(1, 3), size, 100)
    assert keys > 150
    assert pages * KEYS_TO_A_PAGE < keys


@pytest.mark.slow
def test_hardly_a_key_is_a_page_in_five_games() -> None:
    keys, pages = count_keys(range(1, 6), TIGHT, 100_000)
    assert keys > 2_500
    assert pages * KEYS_TO_A_PAGE < keys
