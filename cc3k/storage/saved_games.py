"""The games that are kept to be gone on with: found in the player's home, told of, deleted."""

import os
from contextlib import suppress

from attrs import frozen

from cc3k.engine.rules import Rules
from cc3k.play.messages import kept_game
from cc3k.play.quoting import shown
from cc3k.record.journal import JournalError
from cc3k.record.record import ORDINARY
from cc3k.record.replay import OtherRules, race_of
from cc3k.storage.journal_file import Clerk, open_journal
from cc3k.storage.lookup import SUFFIX, Found, read_found
from cc3k.storage.paths import UNFINISHED
from cc3k.storage.recorder import timestamp


@frozen
class KeptGame:
    """A journal of a game that has not ended, and what it tells.

    `played` is the time of its last write, in seconds since 1970. `trouble` says why its game
    cannot be gone on with, where that is known; there is nothing `found` where no game can be read.
    """

    path: str
    played: float
    found: Found | None
    trouble: str = ""

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return os.path.basename(self.path).removesuffix(SUFFIX)

    @property
    def when(self) -> str:
        """The time of its last write, as `2026-11-20T20:57:00Z`."""
        return timestamp(self.played)

    @property
    def told(self) -> str:
        """A line that tells it from others, and what is wrong with it."""
        if self.found is None:
            return self.trouble
        record = self.found.record
        header, last = record.header, record.last
        kind = "" if header.kind == ORDINARY else header.kind
        other = " on ".join(filter(None, [kind, header.called]))
        figures = (last.floor, last.hp, last.gold, record.turns)
        return kept_game(header.race, figures, self.when, other, self.trouble)


def kept_games(home: str, rules: Rules) -> list[KeptGame]:
    """Return the games in a home that have not ended, the one played last first.

    What cannot be read as a game is among them, and told as such.
    """
    games = [_kept(path, played, rules) for path, played in by_last_write(home)]
    return [game for game in games if game.found is None or not game.found.record.ending]


def by_last_write(home: str) -> list[tuple[str, float]]:
    """Return the paths of what may be unfinished games, and when each was written last.

    The last one comes first. None is read: to go on with one need not wait for the others.
    """
    place, times = os.path.join(home, UNFINISHED), list[tuple[float, str]]()
    with suppress(OSError):
        for name in os.listdir(place):
            path = os.path.join(place, name)
            with suppress(OSError):
                times += [(os.stat(path).st_mtime, path)] * name.endswith(SUFFIX)
    return [(path, played) for played, path in sorted(times, reverse=True)]


def delete(game: KeptGame, clerk: Clerk) -> None:
    """Delete a game for good; raise `OSError`, such as `Held` while another process plays it."""
    file = open_journal(game.path, clerk)
    try:
        clerk.disk.remove(game.path)
    finally:
        with suppress(OSError):
            file.close()


def _kept(path: str, played: float, rules: Rules) -> KeptGame:
    """Return the game of a journal, or what is in the way of it."""
    try:
        found = read_found(path)
    except JournalError as error:
        return KeptGame(path, played, None, str(error))
    except OSError as error:
        return KeptGame(path, played, None, f"{shown(path)}: {error.strerror or error}")
    try:
        race_of(found.record.header, rules)
    except OtherRules as error:
        return KeptGame(path, played, found, str(error))
    return KeptGame(path, played, found)
