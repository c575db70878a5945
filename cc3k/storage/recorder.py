"""The witness of a session that keeps its games: each command at once, and each ending."""

import errno
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias

from attrs import define, field

from cc3k.content.layout.writer import text_of
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.play.messages import GAME_OVER, KEPT_AGAIN, TORN, UNLOCKABLE, not_kept, not_yet
from cc3k.play.session import Session, Stage
from cc3k.record.journal import OPENED, closing, opening, told, undone
from cc3k.record.record import ORDINARY, Header, Step, ending_of, kind_on, state_of
from cc3k.record.replay import resumed
from cc3k.storage.journal_file import (
    Clerk,
    JournalFile,
    Over,
    begin_again,
    begin_journal,
    open_journal,
)
from cc3k.storage.lookup import Found, read_found

Archive: TypeAlias = Callable[[str], list[str]]
"""What is done with the journal of a game that has ended; returns what is still missing then.

It may be done again at any time, and does only what is not done yet. Raises `Untold`.
"""


class Untold(Exception):
    """Why nothing can be told of the game of a journal, as a sentence."""


def timestamp(seconds: float) -> str:
    """Return a time, in seconds since 1970, as `2026-11-20T20:57:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


@define(eq=False)
class Keeper:
    """Keeps the games of a session in journals, and what has to be told of it in `news`.

    `path_of` says where the journal of a game is to be, `called` and `drawn_in` what the layout is
    called and, if it is the player's own, where its file is. A game is never lost for a journal:
    what cannot be kept is told, and the game goes on. The lines of a journal that could not be
    begun yet are `_unbegun`, and `_header` is its game's.
    """

    clerk: Clerk
    clock: Callable[[], float]
    path_of: Callable[[Header], str]
    archive: Archive
    kind: str = ORDINARY
    called: str = ""
    drawn_in: str = ""
    news: list[str] = field(factory=list, init=False)
    _file: JournalFile | None = field(default=None, init=False)
    _failing: bool = field(default=False, init=False)
    _header: Header | None = field(default=None, init=False)
    _unbegun: list[str] = field(factory=list, init=False)
    _told_of_locks: bool = field(default=False, init=False)

    @property
    def keeps(self) -> bool:
        """Whether all of the game is written down, where it can be found again."""
        self._look()
        return self._file is not None and not self._failing

    def begun(self, session: Session) -> None:
        """Begin a journal for a game that has begun."""
        if session.game is None:
            return
        layout, begun = text_of(session.drawings), timestamp(self.clock())
        header = Header(
            ruleset=session.rules.version,
            seed=session.seed,
            game=session.games,
            race=session.game.race.name,
            begun=begun,
            kind=kind_on(self.kind, session.seed, begun),
            layout=layout,
            called=self.called if layout else "",
            path=self.drawn_in if layout else "",
        )
        self._header, self._failing, self._unbegun = header, False, []
        self._write(*opening(header, state_of(session.game)), self._opened)

    def done(self, session: Session, words: str) -> None:
        """Write a command down; put the journal away with the one that ends the game."""
        game = session.game
        if game is None:
            return
        line = told(Step(words, state_of(game)))
        if game.outcome is not None and not session.practice:
            self._finish(game, line)
        else:
            self._write(line)

    def undone(self, _session: Session, commands: int) -> None:
        """Write down that commands were taken back."""
        self._write(undone(commands))

    def left(self, session: Session) -> None:
        """Put the journal of a game away that is given up, or has ended in practice."""
        if session.game is not None:
            self._finish(session.game)

    def resume(self, path: str, rules: Rules) -> Session:
        """Go on with the game of a journal; nothing is written unless that can be.

        Raises `OSError`, such as `Held` and `Over`, and `JournalError`; `LayoutError`, `Diverged`
        and `OtherRules` where it is no game of these rules.
        """
        file = open_journal(path, self.clerk)
        try:
            found = _found_to_go_on(path)
            session = resumed(found.record, rules)
            self._file = self._gone_on(file, found)
        except BaseException:
            with suppress(OSError):
                file.close()
            raise
        self.kind, self.called = found.record.header.kind, found.record.header.called
        session.witness, self._failing = self, False
        self._tell_of_locks()
        if session.stage is Stage.OVER and session.game is not None and not session.practice:
            self._finish(session.game)  # it came to a sudden end before its last line
        else:
            self._write(self._opened)
        return session

    def _gone_on(self, file: JournalFile, found: Found) -> JournalFile:
        """Return the file in which a game goes on, having told what was wrong with it."""
        if found.damage:
            file = begin_again(file, found.record, self.clerk)
            self.news.append(found.damage)
            return file
        file.go_on(found)
        self.news += [TORN] * found.torn
        return file

    def tell(self) -> list[str]:
        """Return what has to be told, once."""
        self._look()
        told, self.news = self.news, []
        return told

    def close(self) -> None:
        """Keep nothing more; an unfinished game can be gone on with."""
        self._look()
        file, self._file, self._header = self._file, None, None
        if file is not None:
            with suppress(OSError):
                file.close()

    @property
    def _opened(self) -> str:
        return f"{OPENED} {self.clerk.name}"

    def _look(self) -> None:
        """Notice that the journal has gone since the last command was written."""
        if self._file is not None and not self._failing:
            self._try(self._file.look)

    def _write(self, *lines: str) -> None:
        self._try(partial(self._put, *lines))

    def _finish(self, game: Game, *last: str) -> None:
        """Write down the end, then put the journal away, then archive it.

        Whatever comes in between, the next start finds what is not done yet by what is there.
        """
        self._write(*last, *closing(ending_of(game), timestamp(self.clock())))
        if self._file is not None and not self._failing:
            try:
                self._file.move()
                self.news += self.archive(self._file.path)
            except OSError as error:
                self.news.append(not_yet("What came of this game", error.strerror or str(error)))
            except Untold as error:
                self.news.append(str(error))
        self.close()

    def _try(self, keep: Callable[[], None]) -> None:
        """Keep something; what is in the way is told once, and that it is gone."""
        try:
            keep()
        except OSError as error:
            if not self._failing:
                self.news.append(not_kept(error.strerror or str(error)))
            self._failing = True
        else:
            if self._failing:
                self.news.append(KEPT_AGAIN)
            self._failing = False

    def _put(self, *lines: str) -> None:
        """Write lines into the journal, which is begun with the first that can be."""
        if self._file is not None:
            self._file.add(*lines)
        elif self._header is not None:
            self._unbegun += lines
            path = self.path_of(self._header)
            self._file = begin_journal(path, self.clerk, self._unbegun)
            self._unbegun = []
            self._tell_of_locks()

    def _tell_of_locks(self) -> None:
        """Say once that `flock` is missing."""
        if self._file is not None and self._file.stand_in and not self._told_of_locks:
            self._told_of_locks = True
            self.news.append(UNLOCKABLE)


def _found_to_go_on(path: str) -> Found:
    found = read_found(path)
    if found.record.ending:
        raise Over(errno.EINVAL, GAME_OVER)
    return found
