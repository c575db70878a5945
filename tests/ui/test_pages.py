"""Keys that only turn pages: hardly any, as a turn is shortened to the message rows."""

import re
from collections.abc import Iterator

import pytest
from attrs import define

from cc3k.bots.plugins import load_bot
from cc3k.cli.watched_bots import start_bot_game
from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import PC, Effect, Sickened, Struck
from cc3k.play.session import Session
from cc3k.ui.console import Console
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import TIGHT, WHOLE, playing
from tests.support.tables import for_each

KEYS_TO_A_PAGE = 200
"""Of so many keys fewer than one may be a page."""

SMALL = (40, 12)


@define
class KeyCount:
    """Keys of a game: all that played it, and those among them that only turned a page."""

    keys: int = 0
    pages: int = 0


def played(seed: int, size: tuple[int, int], commands: int) -> Iterator[Console]:
    """Let the bot `careful` play, and yield the console after each of its commands."""
    session = Session(BASE_RULES, seed)
    session.start_game(BASE_RULES.races[seed % len(BASE_RULES.races)])
    console = Console(session, *size, ScreenSettings(effects=False))
    console.running.command = start_bot_game(session, load_bot("careful"))
    for _ in range(commands):
        console.tick()
        if playing(console).outcome is not None:
            return
        yield console


def count_keys(seeds: range, size: tuple[int, int], commands: int) -> KeyCount:
    """Count the keys of games of `careful`, and check what each turn tells."""
    count = KeyCount()
    for seed in seeds:
        for console in played(seed, size, commands):
            pages = console.message_pages()
            count.keys += 1
            count.pages += len(pages) - 1
            assert harm_told(console) == harm_done(console)
            assert PC not in console.message
    return count


def harm_done(console: Console) -> int:
    """Return the HP that the blows of the last turn have cost the PC, and the blood of a dwarf."""
    events = console.session.last_events
    blows = [event for event in events if isinstance(event, Struck) and event.defender == PC]
    blood = [event.hp for event in events if isinstance(event, Sickened)]
    return sum(blow.damage for blow in blows) + sum(blood)


def harm_told(console: Console) -> int:
    """Return the HP that the messages say to be lost, but by potions."""
    told = [each for each in console.messages if each.effect is Effect.HARM]
    hurting = [each.text for each in told if each.concerns == PC]
    return sum(int(hp) for text in hurting for hp in re.findall(r"(?:for|lose) ([0-9]+)", text))


@for_each("size", [TIGHT, WHOLE, SMALL])
def test_hardly_a_key_is_a_page(size: tuple[int, int]) -> None:
    """A few hundred commands of two games."""
    count = count_keys(range(1, 3), size, 100)
    assert count.keys > 150
    assert count.pages * KEYS_TO_A_PAGE < count.keys


@pytest.mark.slow
def test_hardly_a_key_is_a_page_in_five_games() -> None:
    """Over the seeds 1 to 5 played by `careful` at 80x24, to their ends."""
    count = count_keys(range(1, 6), TIGHT, 100_000)
    assert count.keys > 2_500
    assert count.pages * KEYS_TO_A_PAGE < count.keys
