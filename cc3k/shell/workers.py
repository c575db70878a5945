"""Many games at once: workers are dealt hands of them, and what comes back is in order.

Whoever works, and however many of them, the results are the same: a game depends on nothing but
what its match says. Any `concurrent.futures.Executor` will do, such as that of a Dask cluster:

    from distributed import Client
    from cc3k.shell.workers import Match, play_all

    games = [Match("careful", "Troll", seed=1, number=number) for number in range(1, 1001)]
    with Client("tcp://scheduler:8786") as client:
        results = list(play_all(games, client.get_executor()))
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

from attrs import frozen

from cc3k.bots.contest import MOST_COMMANDS, Result, game_of, play_out
from cc3k.bots.errors import BotFailed, Mishap
from cc3k.content.layout import read_layout
from cc3k.content.roster import BASE
from cc3k.engine.characters import Race
from cc3k.engine.plan import Drawing
from cc3k.shell.choices import A_RACE, race_of
from cc3k.shell.contestants import bot_named
from cc3k.shell.mishaps import trace_of
from cc3k.shell.streams import FAILED, give_up

HAND = 4
"""Games that a worker is given at once: few, so that nobody waits long for the last one."""

AHEAD = 512
"""Hands that are dealt before any of them is back."""


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


_Playing: TypeAlias = Future[tuple[list[Result], Mishap | None]]


def play_all(matches: Iterable[Match], executor: Executor, hand: int = HAND) -> Iterator[Result]:
    """Yield the result of each match, in their order, as soon as it and all before it are known.

    `hand` is how many games a worker is given at once. Raises what goes wrong in any game, as soon
    as it is known: `NoSuchBot`, `BadChoice`, `BotFailed`, `LayoutError`, and ValueError for an
    unknown race.
    """
    early, place = dict[int, Result](), 0
    for number, result in play_each(matches, executor, hand):
        early[number] = result
        while place in early:
            yield early.pop(place)
            place += 1


def play_each(
    matches: Iterable[Match], executor: Executor, hand: int = HAND
) -> Iterator[tuple[int, Result]]:
    """Yield the place of each match, from 0, and its result, as soon as that is known.

    A game without end holds up no other; for the rest it is as `play_all`.
    """
    if hand < 1:
        message = f"hand {hand}: expected at least one game"
        raise ValueError(message)
    waiting, back, places = enumerate(matches), SimpleQueue[_Playing](), dict[_Playing, list[int]]()
    while True:
        while len(places) < AHEAD and (dealt := list(islice(waiting, hand))):
            playing = executor.submit(play_hand, [match for _, match in dealt])
            places[playing] = [place for place, _ in dealt]
            playing.add_done_callback(back.put)
        if not places:
            return
        playing = back.get()
        results, mishap = playing.result()
        yield from zip(places.pop(playing), results, strict=False)
        if mishap is not None:
            raise mishap


def play_hand(matches: Sequence[Match]) -> tuple[list[Result], Mishap | None]:
    """Play some games, one after another, up to the first mishap of a bot, if there is one."""
    results = list[Result]()
    for match in matches:
        try:
            results.append(_play(match))
        except Mishap as mishap:
            return results, mishap
    return results, None


class OwnWorkers(ProcessPoolExecutor):
    """Processes of this machine, which end with this one, or by a Ctrl-C without a word.

    What bots write to standard output is theirs, and goes to standard error.
    """

    def __init__(self, count: int) -> None:
        super().__init__(count, get_context("spawn"), initializer=_settle_in)
        self._strangers = set(active_children())

    def end(self) -> None:
        """End them at once, whatever they are at."""
        self.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - self._strangers:
            worker.kill()


def own_workers(count: int) -> Executor:
    """Return so many processes of this machine."""
    return OwnWorkers(count)


def dismiss(executor: Executor) -> None:
    """Let go of workers whose results nobody waits for any more; only our own are ended by it."""
    if isinstance(executor, OwnWorkers):
        executor.end()
    else:
        executor.shutdown(cancel_futures=True)


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


def _settle_in() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stderr is None:
        give_up(sys.stdout)
    else:
        os.dup2(sys.stderr.fileno(), 1)  # also for what a bot does not write in Python
        sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that gives the games, and end, in the midst of any game."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(FAILED)
