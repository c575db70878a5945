"""Replay: play a record again, and check that it goes the same way."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from attrs import fields

from cc3k.content.layout.text import LayoutError
from cc3k.engine.board import FloorLayout
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.values import frozen
from cc3k.exit_codes import EXIT_DIVERGED, EXIT_OTHER_RULES, UserError
from cc3k.play.session import Session, SessionStage
from cc3k.saves.ledger import RecordError
from cc3k.saves.record import (
    ABANDONED,
    PRACTICE,
    Header,
    Record,
    StateFingerprint,
    daily_date_of,
    ending_word,
    state_fingerprint,
)


class ReplayDiverged(RecordError):
    exit_code = EXIT_DIVERGED

    def __init__(self, turn: int, field_name: str, replayed: object, recorded: object) -> None:
        super().__init__(
            turn, field_name, replayed, recorded
        )  # as it is made again in another process

    def __str__(self) -> str:
        return "turn {}: {} is {}; the record has {}".format(*self.args)


class RulesMismatch(RecordError):
    """A record of a game by other rules than these."""

    exit_code = EXIT_OTHER_RULES

    def told_of(self, name: str) -> str:
        return f"{name}: found {self}"


def resume_session(record: Record, rules: Rules, begun: Session | None = None) -> Session:
    """Return a session at the end of the record, with the message log and the note of its game.

    It is `begun` where the record begins, or else started. Raises `RecordError`.
    """
    session, notes = begun or start_session(record.header, rules), [*record.notes]
    for done in replay_steps(record, session):
        while notes and notes[0][0] <= done:
            at, note = notes.pop(0)
            session.note = note if at == len(record.steps) else session.note
            turns = 0 if session.game is None else session.game.turns
            session.message_log.add_note(turns, note)
    return session


def start_session(header: Header, rules: Rules) -> Session:
    session = new_session(header, rules)
    session.games_started -= 1  # it is counted as it starts
    session.start_game(race_of_header(header, rules))
    return session


def new_session(header: Header, rules: Rules) -> Session:
    """Return the session of a game without the game; raise `RecordError`.

    It is a `RulesMismatch`, or its layout is none by these rules.
    """
    race_of_header(header, rules)
    drawings, practice = _floor_layouts(header, rules), header.game_kind == PRACTICE
    tutorial = None
    if header.layout_name and not header.layout_path:
        # Imported here for a fast start: needed only for a shipped layout.
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, Tutorial

        tutorial = Tutorial() if header.layout_name == TUTORIAL_LAYOUT else None
    date = daily_date_of(header)
    session = Session(rules, header.seed, drawings, practice, date, tutorial=tutorial)
    session.start_message_log()
    session.games_started = header.game_number
    return session


def race_of_header(header: Header, rules: Rules) -> Race:
    race = next((race for race in rules.races if race.name == header.race), None)
    if race is None:
        message = f"a game of a race called {header.race!a}, which these rules have not"
        raise RulesMismatch(message)
    if header.ruleset != rules.ruleset or header.expansions != rules.expansion_tags:
        wanted, here = [
            " and ".join([f"ruleset {ruleset}", *tags])
            for ruleset, tags in (
                (header.ruleset, header.expansions),
                (rules.ruleset, rules.expansion_tags),
            )
        ]
        message = f"a {header.race}'s game by {wanted}; this is {here}"
        raise RulesMismatch(message)
    return race


def _floor_layouts(header: Header, rules: Rules) -> Sequence[FloorLayout]:
    if not header.layout_text:
        return ()
    # Imported here for a fast start: needed only for a layout.
    from cc3k.content.layout.reader import read_layout

    data = header.layout_text.encode("ascii")
    try:
        return read_layout(data, header.layout_name, rules).floor_layouts
    except LayoutError as error:
        raise RecordError(str(error)) from error


def replay_steps(record: Record, session: Session) -> Iterator[int]:
    """Play a record's commands, yielding the number done, 0 first; raise `ReplayDiverged`.

    It does also where the game is over before the record is, or has ended otherwise.
    """
    _check_state(session, record.start_state)
    yield 0
    for number, step in enumerate(record.steps, start=1):
        if session.stage is SessionStage.GAME_OVER:
            raise ReplayDiverged(_turns_taken(session), "the game", "over", "more commands")
        session.handle_words(step.command)
        _check_state(session, step.state)
        yield number
    found = ABANDONED if session.game is None else ending_word(session.game)
    if record.ending not in ("", found):
        raise ReplayDiverged(_turns_taken(session), "the ending", found, record.ending)


def verify_record(record: Record, rules: Rules) -> None:
    for _ in replay_steps(record, start_session(record.header, rules)):
        pass


def _turns_taken(session: Session) -> int:
    return 0 if session.game is None else session.game.turns


def _check_state(session: Session, recorded: StateFingerprint) -> None:
    game = session.game
    if game is None:
        raise ReplayDiverged(0, "the game", "given up", "more commands")
    found = state_fingerprint(game)
    if found != recorded:
        names = [part.name for part in fields(StateFingerprint)]
        part = next(name for name in names if getattr(found, name) != getattr(recorded, name))
        raise ReplayDiverged(game.turns, part, getattr(found, part), getattr(recorded, part))


TakeNotices: TypeAlias = Callable[[], list[str]]
"""Returns the notices for the player, each once."""


class CannotResume(UserError):
    """The reason why a game cannot be resumed, or not be kept where it was to be: a sentence."""


class UnknownBot(UserError):
    """Raised for an unknown bot name, or a bot whose package cannot be loaded."""


@frozen
class ResumeOffer:
    """An unfinished game: a line that describes it, a preview, and a function to resume it.

    `resume` raises `CannotResume`; that is already known of a game that is not `is_playable`.
    """

    text: str
    preview: Callable[[], list[str]]
    resume: Callable[[], Session]
    is_playable: bool = True
