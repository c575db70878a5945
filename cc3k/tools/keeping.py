"""Who keeps the games that are played: which journal, and which game can be gone on with."""

import errno
import os
import time
from collections.abc import Callable
from functools import partial

from cc3k.content.drawings import LayoutError
from cc3k.content.roster import BASE
from cc3k.play.journal import JournalError
from cc3k.play.kind import PRACTICE
from cc3k.play.messages import NO_FOLDER, NOTHING_TO_CONTINUE, passed_over
from cc3k.play.record import Header
from cc3k.play.replay import Diverged, OtherRules, resumed
from cc3k.play.session import Session
from cc3k.shell.disk import Disk
from cc3k.shell.files import shown
from cc3k.shell.found import SUFFIX, Found, read_found
from cc3k.shell.home import UNFINISHED, home
from cc3k.shell.journals import Clerk, Over
from cc3k.shell.keeper import Keeper, timestamp
from cc3k.shell.kept import KeptGame, by_last_write, kept_games
from cc3k.shell.offers import JournalTaken, Offer, Sitting, Unresumable
from cc3k.shell.sweeping import sweep
from cc3k.tools.wanted import Wanted

LONGEST_NAME = 80
"""Letters of a layout's name that are kept."""


def sit_down(wanted: Wanted, kind: str, new: Callable[[], Session]) -> Sitting:
    """Return a session that is kept: that of a game gone on with, or else a new one.

    Raises `JournalTaken`, `Unresumable`, and what `new` does.
    """
    keeper = keeper_of(wanted, kind)
    session = go_on(wanted, keeper) if wanted.goes_on else new()
    session.witness = keeper
    if wanted.race is not None and session.game is None:
        session.begin(wanted.race)
    offers = offers_of(wanted, keeper) if session.game is None else ()
    return Sitting(session, offers, keeper.tell, keeper.close)


def keeper_of(wanted: Wanted, kind: str) -> Keeper:
    """Return who keeps the games: in the file that is named, or else in the player's home."""
    clerk = Clerk(Disk(), f"process {os.getpid()} since {timestamp(time.time())}", wanted.durable)
    kind = PRACTICE if wanted.practice else kind
    called = _called(wanted.floor or "")
    if wanted.journal is not None:
        if os.path.lexists(wanted.journal) and not wanted.goes_on:
            message = f"{wanted.journal!a}: found a file of that name; expected a new one"
            raise JournalTaken(message)
        there = wanted.journal
        return Keeper(clerk, time.time, lambda _: there, lambda _: [], kind, called)
    folder = home(os.environ)
    if folder is None:
        return Keeper(clerk, time.time, _nowhere, lambda _: [], kind, called)
    archived = partial(_archived, folder, clerk.disk)
    keeper = Keeper(clerk, time.time, partial(_path, folder), archived, kind, called)
    keeper.news += sweep(folder, clerk, archived)
    return keeper


def _called(path: str) -> str:
    """Return the name of a layout, as it is kept."""
    name = os.path.basename(path).removesuffix(".txt")
    printable = name if name.isascii() and name.isprintable() else ascii(name)[1:-1]
    return printable[:LONGEST_NAME]


def _nowhere(_header: Header) -> str:
    raise FileNotFoundError(errno.ENOENT, NO_FOLDER)


def _archived(folder: str, disk: Disk, path: str) -> list[str]:
    """Add a game that has ended to the scores and the morgue; return what could not be kept."""
    # Imported only at the end of a game: it need not wait for it.
    from cc3k.shell.archive import archive

    name = os.path.basename(path)
    try:
        record = read_found(path).record
    except JournalError as error:
        return [str(error)]
    return archive(folder, disk, record, BASE, name, timestamp(time.time()))


def _path(folder: str, header: Header) -> str:
    """Return where the journal of a game is to be; the names sort by the time."""
    when = header.begun.translate(str.maketrans("", "", "-:Z")).replace("T", "-")
    name = f"{when}-{header.race.lower()}-{header.seed}{SUFFIX}"
    return os.path.join(folder, UNFINISHED, name)


def go_on(wanted: Wanted, keeper: Keeper) -> Session:
    """Return the session of the game played last, or of the journal that is named.

    One that cannot be gone on with is told of, and the next one taken. Raises `Unresumable`.
    """
    if wanted.journal is not None:
        return _resume(keeper, wanted.journal)
    troubles, folder = list[str](), home(os.environ)
    for path, _ in () if folder is None else by_last_write(folder):
        try:
            session = _resume(keeper, path)
        except Unresumable as error:
            troubles += [str(error)] * (not isinstance(error.__cause__, Over))
        else:
            keeper.news += map(passed_over, troubles)
            return session
    raise Unresumable("; ".join([NOTHING_TO_CONTINUE, *map(passed_over, troubles)]))


def offers_of(wanted: Wanted, keeper: Keeper) -> tuple[Offer, ...]:
    """Return the games that can be gone on with, unless it was said which one to play."""
    chosen = wanted.new or wanted.journal or wanted.practice
    if chosen or wanted.seed is not None or wanted.floor is not None:
        return ()
    folder = home(os.environ)
    games = [] if folder is None else kept_games(folder, BASE)
    return tuple([_offer(game, game.found, keeper) for game in games if game.found is not None])


def _offer(game: KeptGame, found: Found, keeper: Keeper) -> Offer:
    look, resume = partial(_look, found), partial(_resume, keeper, game.path)
    return Offer(game.told, look, resume, playable=not game.trouble)


def _look(found: Found) -> list[str]:
    """Return the last frame of a game that was left."""
    try:
        return resumed(found.record, BASE).page().splitlines()
    except (Diverged, OtherRules, LayoutError) as error:
        return [str(error)]


def _resume(keeper: Keeper, path: str) -> Session:
    try:
        return keeper.resume(path, BASE)
    except JournalError as error:
        raise Unresumable(str(error)) from error
    except OSError as error:
        message = f"{shown(path)}: {error.strerror or error}"
        raise Unresumable(message) from error
    except (Diverged, OtherRules, LayoutError) as error:
        message = f"{shown(path)}: {error}"
        raise Unresumable(message) from error
