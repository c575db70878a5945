"""Many games at once: workers are dealt hands of them, and what comes back is in order.

Whoever works, and however many of them, the results are the same: a game depends on nothing but
what its match says. Any `concurrent.futures.Executor` will do, such as that of a Dask cluster:

    from distributed import Client
    from cc3k.shell.workers import Match, play_all

    games = [Match("careful", "Troll", seed=1, number=number) for number in range(1, 1001)]
    with Client("tcp://scheduler:8786") as client:
        results = list(play_all(games, client.get_executor()))
"""

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context

from attrs import frozen

from cc3k.bots.contest import MOST_COMMANDS, Result, game_of, play_out
from cc3k.bots.errors import BotFailed
from cc3k.content.layout import read_layout
from cc3k.content.roster import BASE
from cc3k.engine.characters import Race
from cc3k.engine.plan import Drawing
from cc3k.shell.choices import A_RACE, race_of
from cc3k.shell.contestants import bot_named
from cc3k.shell.mishaps import trace_of

HAND = 4
"""Games that a worker is given at once: few, so that nobody waits long for the last one."""

AHEAD = 512
"""Hands that are dealt before the first of them is back."""


@frozen
class Match:
    """One game to be played: who plays, as which race, and which game of which seed (R34).

    `layout` is the text of a layout file, empty for floors furnished at random. After `most`
    commands the game is given up.
    """

    bot: str
    race: str
    seed: int
    number: int
    layout: bytes = b""
    most: int = MOST_COMMANDS


def play_all(matches: Iterable[Match], executor: Executor, hand: int = HAND) -> Iterator[Result]:
    """Yield the result of each match, in their order, as soon as it and all before it are known.

    `hand` is how many games a worker is given at once. Raises what goes wrong in a game:
    `NoSuchBot`, `BadChoice`, `BotFailed`, `LayoutError`, and ValueError for an unknown race.
    """
    if hand < 1:
        message = f"hand {hand}: expected at least one game"
        raise ValueError(message)
    waiting, dealt = iter(matches), deque[Future[list[Result]]]()
    while True:
        while len(dealt) < AHEAD and (hand_of := tuple(islice(waiting, hand))):
            dealt.append(executor.submit(play_hand, hand_of))
        if not dealt:
            return
        yield from dealt.popleft().result()


def play_hand(matches: Sequence[Match]) -> list[Result]:
    """Play some games, one after another."""
    return [_play(match) for match in matches]


def own_workers(count: int) -> Executor:
    """Return so many processes of this machine, which a Ctrl-C ends without a word."""
    return ProcessPoolExecutor(count, get_context("spawn"), initializer=_heed_interrupts)


def _play(match: Match) -> Result:
    race, drawings = _race(match.race), _drawings(match.layout)
    game = game_of(BASE, race, match.seed, match.number, drawings)
    try:
        return play_out(game, bot_named(match.bot), match.number, match.most)
    except BotFailed as failed:
        failed.trace = trace_of(failed)  # its cause would stay in this process
        raise


def _race(name: str) -> Race:
    race = race_of(name)
    if race is None:
        message = f"race {name!a}: expected {A_RACE}"
        raise ValueError(message)
    return race


@lru_cache(maxsize=8)
def _drawings(layout: bytes) -> tuple[Drawing, ...]:
    return read_layout(layout, "layout", BASE).drawings if layout else ()


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
