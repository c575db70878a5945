"""Bookmark: what of the screen the journal does not hold, so that a reload shows the same frame.

A journal has the game. Beside it stands here which journal it is, the notices that no turn tells,
and the keys pressed since the last turn: they are pressed again.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from attrs import asdict, define, field, fields, frozen

from cc3k.play.fights import Fight
from cc3k.play.message_log import LogEntry, MessageLog
from cc3k.play.messages import Message, ScreenNote
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.saves.foreign_data import parse_json
from cc3k.saves.ledger import JournalError
from cc3k.saves.lookup import read_stored_journal
from cc3k.saves.open_files import UnreadableError
from cc3k.saves.replay import replay_steps, start_session
from cc3k.ui.console import Console
from cc3k.ui.console_commands import Start
from cc3k.ui.modes import EndStopMode, QuestionMode

MAX_NOTICES = 300
"""Notices of a message log at most, those of the last turns: each key writes them anew."""

MAX_COUNT = 10**6
"""Games of a seed, commands of a game and the like at most; one with more is no bookmark."""

MAX_KEYS = 2_000
"""Keys since the last turn at most; whoever presses more sees the game as its journal has it."""


@define(eq=False)
class KeyKeepingConsole(Console):
    """A console that knows the keys it was given, but for those that were dropped before it."""

    taken_keys: list[str] = field(factory=list, init=False)

    def press(self, key: str) -> None:
        self.taken_keys.append(key)
        super().press(key)


DEATH = "death"
"""What a yes risks, where the next turn of a fight may kill."""

LogNotice: TypeAlias = tuple[int, str, int]
"""A notice of a message log: after how many turns told of, its text, and how often in a row."""


@frozen
class Bookmark:
    """Where the player is: the link that was opened, the journal, and what it does not hold.

    Without a journal it is the race screen of a `seed`, after so many games of it, perhaps on a
    `layout` file, which offers kept games or not. `keys` are those pressed since the
    `previous_key`. `notices` stand after the messages of the last
    turn if `has_messages`, and else alone. `log` has the notices of the message log. `shows_hint`
    and `is_at_end_stop` are as the console has them. `arcade_game` is the name of one, and
    `watched` the journal that is watched, at a `position`. `expansions` are the tags of those that
    were on before the keys, and `place` is where the cursor of the arcade's board was then.
    `question` is the one that a fight ended with before the keys: its text, nothing, the
    key that fights, and `DEATH` if a yes risks it.
    """

    link: str = ""
    journal: str = ""
    seed: int | None = None
    games_started: int = 0
    layout: str = ""
    previous_key: str = ""
    offers_games: bool = True
    keys: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    has_messages: bool = True
    log: tuple[LogNotice, ...] = ()
    shows_hint: bool = True
    is_at_end_stop: bool = False
    arcade_game: str = ""
    watched: str = ""
    position: int = 0
    expansions: tuple[str, ...] = ()
    place: tuple[int, ...] = ()
    question: tuple[str, ...] = ()


def parse_bookmark(data: bytes, root: str) -> Bookmark:
    with suppress(UnreadableError, ValueError, TypeError, KeyError):
        found = parse_json(data)
        if isinstance(found, dict) and all(_is_sound(name, found[name]) for name in found):
            lists = {name: tuple(found[name]) for name in LISTS}
            paths = {name: found[name] and path_inside(root, found[name]) for name in PATHS}
            return Bookmark(**{**found, **lists, **paths, "log": tuple(map(tuple, found["log"]))})
    return Bookmark()


def path_inside(root: str, path: str) -> str:
    """Return the path of a file below the player's folder; raise ValueError for any other."""
    place = os.path.normpath(os.path.join(root, path))
    if not place.startswith(f"{root}/"):
        message = f"found {path!a}; expected a file of the player"
        raise ValueError(message)
    return place


def _is_sound(name: str, value: object) -> bool:
    match value, _DEFAULTS[name]:
        case str(), str():
            return True
        case bool(), default:
            return isinstance(default, bool)
        case (None, None) | (int(), None):
            return True
        case int(), int():
            return 0 <= value <= MAX_COUNT
        case list(), tuple():
            return all(_is_entry(name, each) for each in value)
    return False


def _is_entry(name: str, value: object) -> bool:
    match name, value:
        case "log", [int(turns), str(), int(times)]:
            return turns >= 0 and 0 <= times <= MAX_COUNT
        case "place", int():
            return True
    return name not in ("log", "place") and isinstance(value, str)


_DEFAULTS = {each.name: each.default for each in fields(Bookmark)}


def format_bookmark(bookmark: Bookmark, root: str) -> bytes:
    written = asdict(bookmark, recurse=False)
    for name in PATHS:
        written[name] = written[name].removeprefix(f"{root}/")
    return json.dumps(written).encode("ascii")


LISTS = ("keys", "notices", "expansions", "place", "question")
"""Sequences in a bookmark; lists in its file."""

PATHS = ("journal", "layout", "watched")
"""Paths in a bookmark; in its file they are relative to that."""


@define(eq=False)
class LogNotices:
    """The notices in the message log of a session, which tell of no event and no refusal."""

    taken: list[LogNotice] = field(factory=list)
    _log: MessageLog | None = field(default=None, init=False)
    _seen: int = field(default=0, init=False)

    def follow(self, session: Session) -> None:
        self._log = session.message_log
        self._seen = len(self._log.entries) if self._log is not None else 0

    def take_new(self, session: Session) -> None:
        log = session.message_log
        if log is None:
            return
        if log is not self._log:  # another game, or turns were taken back
            self._log, self._seen, self.taken = log, 0, []
        last = log.entries[self._seen - 1] if self._seen else None
        if last is not None and self.taken and _is_notice(last):
            self.taken[-1] = (*self.taken[-1][:2], last.times)
        for at, entry in enumerate(log.entries[self._seen :], start=self._seen):
            if _is_notice(entry):
                told = sum([each.times for each in log.entries[:at] if not _is_notice(each)])
                self.taken.append((told, entry.text, entry.times))
        self._seen = len(log.entries)


def _is_notice(entry: LogEntry) -> bool:
    return not entry.events and entry.refusal is None


def restore_console(console: Console, bookmark: Bookmark) -> None:
    """Show on a console what its journal does not hold, but for the keys since the last turn."""
    session = console.session
    console.previous_key = bookmark.previous_key
    if session.game is None and not bookmark.offers_games:
        console.menu.resume_offers = ()
    if bookmark.log:
        _restore_log(session, bookmark)
    console.show_note(ScreenNote(bookmark.notices, bookmark.has_messages))
    if not bookmark.shows_hint:
        console.dismissed_hint = session.hint
    if bookmark.is_at_end_stop:
        console.mode = EndStopMode()
    if bookmark.question:
        text, _unused, key, *risk = bookmark.question
        limit, accepts_death = console.settings.fight_until, DEATH in risk
        fight = Fight(limit, is_accepted=True, accepts_death=accepts_death)
        console.mode = QuestionMode(text, Start(fight, key))


def _restore_log(session: Session, bookmark: Bookmark) -> None:
    """Play the game again beside, with the notices of its log where they belong."""
    try:
        record = read_stored_journal(bookmark.journal).record
    except (OSError, JournalError):
        return
    again = start_session(record.header, session.rules)
    again.use_voice(SpokenVoice(session.rules))
    notices = list(bookmark.log)
    for done in replay_steps(record, again):
        while notices and notices[0][0] <= done + 1:  # the first is told before any command
            _add_notice(again, *notices.pop(0)[1:])
    session.message_log = again.message_log


def _add_notice(session: Session, text: str, times: int) -> None:
    for _ in range(times):
        if session.message_log is not None and session.game is not None:
            session.message_log.add(session.game.turns, (Message(text),), ())


def bookmark_of_console(before: Bookmark, console: Console, log: Sequence[LogNotice]) -> Bookmark:
    session, note = console.session, console.note
    is_daily_again = session.game is None and bool(session.daily_date)
    return Bookmark(
        "daily" if is_daily_again else before.link,
        before.journal if session.game is not None else "",
        session.seed,
        session.games_started,
        before.layout,
        console.previous_key,
        bool(console.menu.resume_offers),
        notices=note.notices,
        has_messages=note.has_messages,
        log=tuple(log[-MAX_NOTICES:]),
        shows_hint=bool(console.hint),
        is_at_end_stop=console.is_at_end_stop,
        expansions=session.rules.expansion_tags,
        question=question_of_fight(console),
    )


def question_of_fight(console: Console) -> tuple[str, ...]:
    match console.mode:
        case QuestionMode(text, Start(Fight(accepts_death=accepts_death), key)):
            return (text, "", key, *([DEATH] * accepts_death))
    return ()
