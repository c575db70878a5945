"""A record played to its end, as far as the game is the one that is recorded."""

from collections.abc import Iterator

from cc3k.play.record import LEFT, SLAIN, WON, Record
from cc3k.play.replay import Diverged, replayed
from cc3k.play.session import Session, Stage


def performed(record: Record, session: Session) -> Iterator[int]:
    """Play a record to its end, and yield how many commands are done; raise `Diverged`.

    It does also where the game is over before the record is, or has ended otherwise.
    """
    for done in replayed(record, session):
        yield done
        if session.stage is Stage.OVER and done < len(record.steps):
            raise Diverged(_turns(session), "the game", "over", "more commands")
    found = _ending(session)
    if record.ending not in ("", found):
        raise Diverged(_turns(session), "the ending", found, record.ending)


def _ending(session: Session) -> str:
    outcome = None if session.game is None else session.game.outcome
    if outcome is None:
        return LEFT
    return WON if outcome.won else SLAIN


def _turns(session: Session) -> int:
    return 0 if session.game is None else session.game.turns
