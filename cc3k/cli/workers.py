"""Many games at once: workers are dealt hands of them, and what comes back is in order.

Whoever works, and however many of them, the results are the same: a game depends on nothing but
what its match says. Any `concurrent.futures.Executor` will do, such as that of a Dask cluster:

    from distributed import Client
    from cc3k.cli.workers import Match, play_all

    games = [Match("careful", "Troll", seed=1, number=number) for number in range(1, 1001)]
    with Client("tcp://scheduler:8786") as client:
        results = list(play_all(games, client.get_executor()))
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from functools import lru_cache
from itertools import islice
from queue import SimpleQueue
from typing import TypeAlias

from attrs import frozen

from cc3k.bots.bot import BotFailed, GameLost, GameTooLong, Mishap, failure
from cc3k.bots.match import MOST_COMMANDS, Result, game_of, play_out
from cc3k.cli.bot_plugins import bot_named, trace_of
from cc3k.cli.worker_processes import Processes, TaskLost, TaskTooLong, allow, report
from cc3k.content.layout.reader import read_layout
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.engine.actors import Race
from cc3k.engine.board import Drawing
from cc3k.record.replay import NoSuchBot
from cc3k.storage.config import A_RACE, race_of

HAND = 4
"""Games that a worker is given at once: few, so that nobody waits long for the last one."""

AHEAD = 2
"""Hands that are dealt for each worker: the one it plays, and the one it takes up then."""

UNKNOWN_SIZE = 16
"""Workers that an executor is taken to have if it does not tell."""


@frozen
class Match:
    """One game to be played: who plays, as which race, and which game of which seed (R34).

    `layout` is the text of a layout file, empty for floors furnished at random. After `most`
    commands the game is given up. With a `limit` the bot's process is ended after so many seconds
    of the game; only our own workers can do so.
    """

    bot: str
    race: str
    seed: int
    number: int
    layout: bytes = b""
    most: int = MOST_COMMANDS
    limit: float | None = None


Outcome: TypeAlias = Result | Mishap
"""What came of a match."""

_Hand: TypeAlias = Sequence[tuple[int, Match]]
_Playing: TypeAlias = Future[tuple[list[Result], Mishap | None]]


def play_all(matches: Iterable[Match], executor: Executor, hand: int = HAND) -> Iterator[Result]:
    """Yield the result of each match, in their order, as soon as it and all before it are known.

    `hand` is how many games a worker is given at once. Raises what goes wrong in any game, as soon
    as it is known: `NoSuchBot`, `BadChoice`, `BotFailed`, `GameLost`, `GameTooLong`, `LayoutError`,
    and ValueError for an unknown race. Then, and when no more results are asked for, the games that
    nobody has begun are cancelled; the executor is left open.
    """
    early, place = dict[int, Result](), 0
    with closing(play_each(matches, executor, hand)) as results:
        for number, result in results:
            early[number] = result
            while place in early:
                yield early.pop(place)
                place += 1


def play_each(
    matches: Iterable[Match], executor: Executor, hand: int = HAND
) -> Generator[tuple[int, Result], None, None]:
    """Yield the place of each match, from 0, and its result, as soon as that is known.

    A game without end holds up no other; for the rest it is as `play_all`.
    """
    with closing(Contest(matches, executor, hand).outcomes()) as outcomes:
        for place, outcome in outcomes:
            if isinstance(outcome, Mishap):
                raise outcome
            yield place, outcome


class Contest:
    """Matches that an executor's workers are dealt in hands, and what comes of each."""

    def __init__(self, matches: Iterable[Match], executor: Executor, hand: int = HAND) -> None:
        if hand < 1:
            message = f"hand {hand}: expected at least one game"
            raise ValueError(message)
        self._waiting, self._hand = enumerate(matches), hand
        self._executor, self._size = executor, _size(executor)
        self._again = deque[_Hand]()
        self._playing = dict[_Playing, _Hand]()
        self._back = SimpleQueue[_Playing | None]()
        self.stopped_by: int | None = None

    def outcomes(self) -> Generator[tuple[int, Outcome], None, None]:
        """Yield the place of each match, from 0, and what came of it, as soon as that is known.

        A match with a mishap keeps no other from being played, unless it has broken the executor:
        then `GameLost` is raised. So are `NoSuchBot`, `LayoutError`, and ValueError for an unknown
        race. In the end the games that nobody has begun are cancelled.
        """
        try:
            while True:
                self._deal()
                playing = self._back.get() if self._playing else None
                if playing is None:
                    return
                yield from self._outcomes(playing)
        finally:
            for playing in self._playing:
                playing.cancel()

    def stop(self, number: int) -> None:
        """Let there be no more outcomes than are known by now, as the signal of that number came.

        It may be its handler that calls this.
        """
        self.stopped_by = number
        self._back.put(None)

    def late(self) -> Iterator[tuple[int, Result]]:
        """Yield the results that have become known since there are no more outcomes."""
        for playing, hand in self._playing.items():
            if playing.done() and not playing.cancelled():
                error = playing.exception()
                results, _ = playing.result() if error is None else (_reported(error), None)
                yield from zip([place for place, _ in hand], results, strict=False)

    def _deal(self) -> None:
        while len(self._playing) < AHEAD * self._size:
            hand = self._again.popleft() if self._again else [*islice(self._waiting, self._hand)]
            if not hand:
                break
            try:
                playing = self._executor.submit(play_hand, [match for _, match in hand])
            except BrokenExecutor:
                if not self._playing:
                    raise
                return  # those that were dealt before tell more
            self._playing[playing] = hand
            playing.add_done_callback(self._back.put)

    def _outcomes(self, playing: _Playing) -> Iterator[tuple[int, Outcome]]:
        """Yield what came of a hand; what of it has not been played is dealt again."""
        error = playing.exception()
        if isinstance(error, BrokenExecutor) and not isinstance(error, TaskLost):
            raise self._broken(error) from error
        hand = self._playing.pop(playing)
        if error is not None and not isinstance(error, TaskLost):
            yield from self._blamed(error, hand)
            return
        results, mishap = playing.result() if error is None else (_reported(error), None)
        yield from zip([place for place, _ in hand], results, strict=False)
        for place, match in hand[len(results) :][:1]:
            if error is not None:
                kind = GameTooLong if isinstance(error, TaskTooLong) else GameLost
                mishap = kind(f"{_name(match)}: {error}")
            if mishap is not None:
                yield place, mishap
            if rest := hand[len(results) + 1 :]:
                self._again.append(rest)

    def _broken(self, error: BrokenExecutor) -> GameLost:
        """Return what there is to tell of an executor that has ended with all of its workers."""
        begun = [hand for playing, hand in self._playing.items() if not _is_played(playing)]
        names = [_name(match) for hand in begun[: self._size] for _, match in hand]
        message = f"one of these: {'; '.join(names)}" if names[1:] else names[0]
        return GameLost(f"{message}: {error}")

    def _blamed(self, error: BaseException, hand: _Hand) -> Iterator[tuple[int, Outcome]]:
        """Yield the match to which an error is due; which of a hand, is seen by each alone."""
        if isinstance(error, (NoSuchBot, LayoutError, ValueError)):
            raise error
        if len(hand) > 1:
            self._again.extend([one] for one in hand)
            return
        [(place, match)] = hand
        blamed = failure(_name(match), error)
        # An interrupt that comes as a result is the bot's own; other errors are of who worked.
        mishap = blamed if isinstance(error, KeyboardInterrupt) else GameLost(str(blamed))
        mishap.__cause__ = error
        yield place, mishap


def play_hand(matches: Sequence[Match]) -> tuple[list[Result], Mishap | None]:
    """Play some games, one after another, up to the first mishap of a bot, if there is one."""
    results = list[Result]()
    for match in matches:
        try:
            result = _play(match)
        except Mishap as mishap:
            return results, mishap
        results.append(result)
        report(result)
    return results, None


def own_workers(count: int) -> Executor:
    """Return so many processes of this machine."""
    return Processes(count)


def dismiss(executor: Executor) -> None:
    """Let go of workers whose results nobody waits for any more; only our own are ended by it."""
    if isinstance(executor, Processes):
        executor.end()
    else:
        executor.shutdown(wait=False)  # what was dealt is cancelled; not all could be told so here


def _size(executor: Executor) -> int:
    """Return how many tasks an executor does at once, as far as it tells."""
    workers = getattr(executor, "_max_workers", None)  # the standard library's, and those like it
    if isinstance(workers, int):
        return workers
    threads = getattr(getattr(executor, "_client", None), "nthreads", dict)  # Dask's
    return sum(threads().values()) or UNKNOWN_SIZE


def _is_played(playing: _Playing) -> bool:
    return playing.done() and not playing.cancelled() and playing.exception() is None


def _reported(error: BaseException | None) -> list[Result]:
    """Return the results of a hand that were known before its worker ended."""
    reports = error.reports if isinstance(error, TaskLost) else ()
    return [result for result in reports if isinstance(result, Result)]


def _name(match: Match) -> str:
    """Return which game it is, so that it can be had again (R34)."""
    race = race_of(match.race)
    name = match.race if race is None else race.name
    return f"as {name}, seed {match.seed}, game {match.number}"


def _play(match: Match) -> Result:
    race, drawings = _race(match.race), _drawings(match.layout)
    make = bot_named(match.bot)
    game = game_of(BASE, race, match.seed, match.number, drawings)
    if match.limit is not None:
        allow(match.limit)
    try:
        return play_out(game, make, match.number, match.most)
    except BotFailed as failed:
        failed.trace = trace_of(failed)  # its cause would stay in this process
        raise
    except (KeyboardInterrupt, Mishap):
        raise
    except BaseException as error:  # a bot has done to the game what no game goes on with
        blamed = failure(_name(match), error)
        blamed.__cause__ = error
        blamed.trace = trace_of(blamed)
        raise blamed from error


def _race(name: str) -> Race:
    race = race_of(name)
    if race is None:
        message = f"race {name!a}: expected {A_RACE}"
        raise ValueError(message)
    return race


@lru_cache(maxsize=8)
def _drawings(layout: bytes) -> tuple[Drawing, ...]:
    return read_layout(layout, "layout", BASE).drawings if layout else ()
