"""Replay: a record played again, to check that it goes the same way, or to go on with it."""

from collections.abc import Iterator, Sequence

from attrs import fields

from cc3k.engine.board import FloorLayout
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.exit_codes import EXIT_DIVERGED, EXIT_OTHER_RULES
from cc3k.play.endings import ending_word
from cc3k.play.session import Session
from cc3k.saves.journal_format import RecordError
from cc3k.saves.record import (
    PRACTICE,
    Header,
    Record,
    StateFingerprint,
    daily_date_of,
    state_fingerprint,
)


class ReplayDiverged(RecordError):
    exit_code = EXIT_DIVERGED

    def __init__(self, turn: int, field_name: str, replayed: object, recorded: object) -> None:
        # By these arguments it is made again in another process.
        super().__init__(turn, field_name, replayed, recorded)

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
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, Tutorial

        tutorial = Tutorial() if header.layout_name == TUTORIAL_LAYOUT else None
    date = daily_date_of(header)
    session = Session(rules, header.seed, drawings, practice, date, tutorial=tutorial)
    session.start_history()
    session.games_started = header.game_number
    return session


def race_of_header(header: Header, rules: Rules) -> Race:
    race = next((race for race in rules.races if race.name == header.race), None)
    if race is None:
        message = f"a game of a race called {header.race!a}, which these rules have not"
        raise RulesMismatch(message)
    if header.ruleset != rules.ruleset or header.expansions != rules.expansion_tags:
        wanted = " and ".join([f"ruleset {header.ruleset}", *header.expansions])
        here = " and ".join([f"ruleset {rules.ruleset}", *rules.expansion_tags])
        message = f"a {header.race}'s game by {wanted}; this is {here}"
        raise RulesMismatch(message)
    return race


def _floor_layouts(header: Header, rules: Rules) -> Sequence[FloorLayout]:
    if not header.layout_text:
        return ()
    from cc3k.content.layout.diagnostics import LayoutError
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
    game = _checked_game(session, record.start_state)
    yield 0
    for number, step in enumerate(record.steps, start=1):
        if game.is_over or session.is_ended:
            raise ReplayDiverged(game.turns, "the game", "over", "more commands")
        session.give(step.command)
        game = _checked_game(session, step.state)
        yield number
    found = ending_word(game)
    if record.ending not in ("", found):
        raise ReplayDiverged(game.turns, "the ending", found, record.ending)


def verify_record(record: Record, rules: Rules) -> None:
    for _ in replay_steps(record, start_session(record.header, rules)):
        pass


def _checked_game(session: Session, recorded: StateFingerprint) -> GameState:
    """Return the game of a session, which stands as it was recorded."""
    game = session.game
    if game is None:
        raise ReplayDiverged(0, "the game", "given up", "more commands")
    found = state_fingerprint(game)
    if found != recorded:
        names = [part.name for part in fields(StateFingerprint)]
        part = next(name for name in names if getattr(found, name) != getattr(recorded, name))
        raise ReplayDiverged(game.turns, part, getattr(found, part), getattr(recorded, part))
    return game
