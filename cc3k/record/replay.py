"""A record played again: the very same game, or where it goes another way."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from attrs import fields, frozen

from cc3k.engine.actors import Race
from cc3k.engine.board import Drawing
from cc3k.engine.events import Impossible
from cc3k.engine.rules import Rules
from cc3k.play.commands import ACTIONS
from cc3k.play.message_log import Chronicle
from cc3k.play.session import Session, Stage
from cc3k.record.record import LEFT, PRACTICE, Header, Record, State, ending_of, state_of


class Diverged(Exception):
    """A game that does not go as its record says."""

    def __init__(self, turn: int, part: str, found: object, kept: object) -> None:
        super().__init__(turn, part, found, kept)  # as it is made again in another process

    def __str__(self) -> str:
        return "turn {}: {} is {}; the record has {}".format(*self.args)


class OtherRules(Exception):
    """A record of a game by rules that are not these."""


def resumed(record: Record, rules: Rules) -> Session:
    """Return a session that stands where the record ends, with the chronicle of its game.

    Raises `Diverged` and `OtherRules`.
    """
    session = begun(record.header, rules)
    for _ in replayed(record, session):
        pass
    return session


def begun(header: Header, rules: Rules) -> Session:
    """Return the session of a header at the beginning of its game; raise `OtherRules`."""
    race = race_of(header, rules)
    drawings, practice = _drawings(header, rules), header.kind == PRACTICE
    session = Session(rules, header.seed, drawings, practice)
    session.chronicle = Chronicle()
    session.games = header.game - 1
    session.begin(race)
    return session


def race_of(header: Header, rules: Rules) -> Race:
    """Return the race of a game by these rules; raise `OtherRules` where it is by others."""
    race = next((race for race in rules.races if race.name == header.race), None)
    if race is None:
        message = f"a game of a race called {header.race!a}, which these rules have not"
        raise OtherRules(message)
    if header.ruleset != rules.version or header.expansions:
        wanted = " and ".join([f"ruleset {header.ruleset}", *header.expansions])
        message = f"a {header.race}'s game by {wanted}; this is ruleset {rules.version}"
        raise OtherRules(message)
    return race


def _drawings(header: Header, rules: Rules) -> Sequence[Drawing]:
    if not header.layout:
        return ()
    # Imported only for a layout: most games need not wait for what reads one.
    from cc3k.content.layout.reader import read_layout

    return read_layout(header.layout.encode("ascii"), header.called, rules).drawings


def replayed(record: Record, session: Session) -> Iterator[int]:
    """Play a record's commands, and yield how many are done: 0 first; raise `Diverged`.

    It does also where the game is over before the record is, or has ended otherwise.
    """
    return _retraced(record, session, partial(_say, session))


def _retraced(record: Record, session: Session, do: Callable[[str], None]) -> Iterator[int]:
    _compare(session, record.start)
    yield 0
    for number, step in enumerate(record.steps, start=1):
        if session.stage is Stage.OVER:
            raise Diverged(_turns(session), "the game", "over", "more commands")
        do(step.words)
        _compare(session, step.state)
        yield number
    found = LEFT if session.game is None else ending_of(session.game)
    if record.ending not in ("", found):
        raise Diverged(_turns(session), "the ending", found, record.ending)


def verify(record: Record, rules: Rules) -> None:
    """Play a record's commands on the bare game, where nothing is told: that is the fastest.

    Raises `Diverged` as `replayed` does, and `OtherRules`.
    """
    session = begun(record.header, rules)
    for _ in _retraced(record, session, partial(_play, session)):
        pass


def _play(session: Session, words: str) -> None:
    action = ACTIONS.get(words)
    if session.game is None or action is None or session.ended:
        _say(session, words)
        return
    try:
        session.game.play(action)
    except Impossible:
        return


def _say(session: Session, words: str) -> None:
    for word in words.split():
        session.say(word)


def _turns(session: Session) -> int:
    return 0 if session.game is None else session.game.turns


def _compare(session: Session, kept: State) -> None:
    game = session.game
    if game is None:
        raise Diverged(0, "the game", "given up", "more commands")
    found = state_of(game)
    if found != kept:
        names = [part.name for part in fields(State)]
        part = next(name for name in names if getattr(found, name) != getattr(kept, name))
        raise Diverged(game.turns, part, getattr(found, part), getattr(kept, part))


News: TypeAlias = Callable[[], list[str]]
"""What the player has to be told, each piece once."""


class Unresumable(Exception):
    """Why a game cannot be gone on with, as a sentence."""


class JournalTaken(Exception):
    """A journal that was to be begun and is there already."""


class NoSuchBot(Exception):
    """A name that no bot has, or one whose package cannot be loaded: found and expected."""


@frozen
class Offer:
    """A game to go on with: a line that tells of it, its picture, and how to have it.

    `resume` raises `Unresumable`, as is known already of one that is not `playable`.
    """

    text: str
    look: Callable[[], list[str]]
    resume: Callable[[], Session]
    playable: bool = True


@frozen
class Sitting:
    """A session to be played, or a game of the offers, the one played last first.

    `news` returns what the player has to be told of how it is kept, each piece once; `close` ends
    the keeping.
    """

    session: Session
    offers: tuple[Offer, ...] = ()
    news: News = list
    close: Callable[[], None] = lambda: None
