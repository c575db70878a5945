"""Who keeps the games that are played: which journal, and which game can be gone on with."""

import errno
import os
import time
from collections.abc import Callable
from functools import partial

from cc3k.cli.play_options import Wanted
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.play.messages import NO_FOLDER, NOTHING_TO_CONTINUE, passed_over
from cc3k.play.quoting import plain, shown
from cc3k.play.session import Session
from cc3k.record.journal import JournalError
from cc3k.record.record import PRACTICE, Header
from cc3k.record.replay import (
    Diverged,
    JournalTaken,
    Offer,
    OtherRules,
    Sitting,
    Unresumable,
    resumed,
)
from cc3k.storage.cleanup import sweep
from cc3k.storage.disk import Disk
from cc3k.storage.journal_file import Clerk, Over
from cc3k.storage.lookup import SUFFIX, Found
from cc3k.storage.paths import UNFINISHED, home
from cc3k.storage.recorder import Archive, Keeper, timestamp
from cc3k.storage.saved_games import KeptGame, by_last_write, kept_games

LONGEST_NAME = 80
"""Letters of a layout's name that are kept."""

LONGEST_PATH = 500
"""Letters of the path of a layout that are kept: a line of a journal has room for no more."""


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
    clerk = Clerk(Disk(), _process(), wanted.durable)
    kind = PRACTICE if wanted.practice else kind
    floor = wanted.floor or ""
    names = _called(floor), _drawn_in(floor)
    folder = home(os.environ)
    if wanted.journal is not None:
        if os.path.lexists(wanted.journal) and not wanted.goes_on:
            message = f"{wanted.journal!a}: found a file of that name; expected a new one"
            raise JournalTaken(message)
        there = wanted.journal
        archive = _archive(folder, clerk.disk) if _is_unfinished(there, folder) else _not_archived
        return Keeper(clerk, time.time, lambda _: there, archive, kind, *names)
    if folder is None:
        return Keeper(clerk, time.time, _nowhere, _not_archived, kind, *names)
    archive = _archive(folder, clerk.disk)
    keeper = Keeper(clerk, time.time, partial(_path, folder), archive, kind, *names)
    keeper.news += sweep(folder, clerk, archive)
    return keeper


def put_in_order(folder: str) -> list[str]:
    """Make what is missing in a home of games that have ended; return what still is."""
    disk = Disk()
    return sweep(folder, Clerk(disk, _process()), _archive(folder, disk))


def _process() -> str:
    return f"process {os.getpid()} since {timestamp(time.time())}"


def _is_unfinished(journal: str, folder: str | None) -> bool:
    """Tell whether a journal is one of those in a home, named by its path."""
    place = os.path.dirname(os.path.abspath(journal))
    return folder is not None and place == os.path.join(folder, UNFINISHED)


def _called(path: str) -> str:
    """Return the name of a layout, as it is kept."""
    name = os.path.basename(path).removesuffix(".txt")
    return plain(name)[:LONGEST_NAME]


def _drawn_in(path: str) -> str:
    """Return where a layout of the player's own is, if that goes into a line of a journal."""
    if not path or os.path.isdir(path) or not os.path.lexists(path):
        return ""
    there = os.path.abspath(path)
    fits = there.isascii() and there.isprintable() and len(there) <= LONGEST_PATH
    return there if fits else ""


def _nowhere(_header: Header) -> str:
    raise FileNotFoundError(errno.ENOENT, NO_FOLDER)


def _archive(folder: str | None, disk: Disk) -> Archive:
    """Return what adds a game that has ended to the scores and the morgue of a home."""

    def archive(path: str) -> list[str]:
        # Imported only at the end of a game: it need not wait for it.
        from cc3k.storage.archive import archive_file

        return archive_file(folder, disk, path, BASE) if folder is not None else []

    return archive


def _not_archived(_path: str) -> list[str]:
    return []


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
