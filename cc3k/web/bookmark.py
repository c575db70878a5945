"""Bookmark: what of the screen the journal does not hold, so that a reload shows the same frame.

A journal has the game, and what its screen tells. Beside it stands here which journal it is, and
the keys pressed since its last line: they are pressed again.
"""

import json
import os
from contextlib import suppress

from attrs import asdict, define, field, fields, frozen

from cc3k.play.fights import Fight
from cc3k.saves.foreign_data import parse_json
from cc3k.saves.open_files import UnreadableError
from cc3k.ui.console import Console
from cc3k.ui.modes import EndStopMode, QuestionMode, Start

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


@frozen
class Bookmark:
    """Where the player is: the link that was opened, the journal, and what it does not hold.

    Without a journal it is the race screen of a `seed`, after so many games of it, perhaps on a
    `layout` file, which offers kept games or not. `keys` are those pressed since the
    `previous_key`. `shows_hint` and `is_at_end_stop` are as the console has them. `arcade_game` is
    the name of one, and `watched` the journal that is watched, at a `position`. `expansions` are
    the tags of those that were on before the keys, and `place` is where the cursor of the arcade's
    board was then. `question` is the one that a fight ended with before the keys: its text,
    nothing, the key that fights, and `DEATH` if a yes risks it.
    """

    link: str = ""
    journal: str = ""
    seed: int | None = None
    games_started: int = 0
    layout: str = ""
    previous_key: str = ""
    offers_games: bool = True
    keys: tuple[str, ...] = ()
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
        if not isinstance(found, dict):
            return Bookmark()
        known = {name: found[name] for name in _DEFAULTS if name in found}  # earlier ones had more
        if all(_is_sound(name, value) for name, value in known.items()):
            lists = {name: tuple(known[name]) for name in LISTS}
            paths = {name: known[name] and path_inside(root, known[name]) for name in PATHS}
            return Bookmark(**{**known, **lists, **paths})
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
        case list(), tuple():
            return all(isinstance(each, int if name == "place" else str) for each in value)
        case int(), None:
            return not isinstance(value, bool)
        case int(), default if value not in range(MAX_COUNT + 1):
            return False
        case _, default:
            return type(value) is type(default)


_DEFAULTS = {each.name: each.default for each in fields(Bookmark)}


def format_bookmark(bookmark: Bookmark, root: str) -> bytes:
    written = asdict(bookmark, recurse=False)
    for name in PATHS:
        written[name] = written[name].removeprefix(f"{root}/")
    return json.dumps(written).encode("ascii")


LISTS = ("keys", "expansions", "place", "question")
"""Sequences in a bookmark; lists in its file."""

PATHS = ("journal", "layout", "watched")
"""Paths in a bookmark; in its file they are relative to that."""


def restore_console(console: Console, bookmark: Bookmark) -> None:
    """Show on a console what its journal does not hold, but for the keys since the last turn."""
    session = console.session
    console.previous_key = bookmark.previous_key
    if session.game is None and not bookmark.offers_games:
        console.menu.resume_offers = ()
    if not bookmark.shows_hint:
        console.dismissed_hint = session.hint
    if bookmark.is_at_end_stop:
        console.mode = EndStopMode()
    if bookmark.question:
        text, _unused, key, *risk = bookmark.question
        limit, accepts_death = console.settings.fight_until, DEATH in risk
        fight = Fight(limit, is_accepted=True, accepts_death=accepts_death)
        console.mode = QuestionMode(text, Start(fight, key))


def bookmark_of_console(before: Bookmark, console: Console) -> Bookmark:
    session = console.session
    is_daily_again = session.game is None and bool(session.daily_date)
    return Bookmark(
        "daily" if is_daily_again else before.link,
        before.journal if session.game is not None else "",
        session.seed,
        session.games_started,
        before.layout,
        console.previous_key,
        bool(console.menu.resume_offers),
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
