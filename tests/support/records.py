"""Records of games that are played in the test."""

import random
from io import BytesIO
from pathlib import Path
from textwrap import dedent

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move, legal_actions
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.endings import GIVEN_UP, SLAIN, WON, ending_word
from cc3k.saves.journal_format import add_checksums, journal_lines, read_journal
from cc3k.saves.record import ORDINARY, Header, Record, RecordStep, state_fingerprint
from cc3k.saves.replay import resume_session, start_session, verify_record
from cc3k.saves.results import GameResult

BEGUN, ENDED = "2026-11-20T20:57:00Z", "2026-11-20T21:00:00Z"
DAY = 20261120
"""The seed of everybody's game on that day."""

WAYS_OUT = """
    |---|
    |@7\\|
    |---|
"""
"""A floor that `ea ea` leaves, with a small pile on the way."""

BREWS = """
    |---|
    |333|
    |3@3|
    |..\\|
    |---|
"""
"""A hero among five potions that take 10 HP each."""

A_RESULT = GameResult(
    race="Shade",
    score=7,
    gold=5,
    turns=10,
    floors=5,
    cause="",
    seed=42,
    game=1,
    layout="",
    called="",
    expansions=(),
    ruleset=BASE_RULES.ruleset,
    kind=ORDINARY,
    journal="20261120-205700-shade-42",
    date="2026-11-20T21:00:00Z",
    ending=WON,
)


def header(
    drawing: str = "", race: str = "Shade", seed: int = 42, kind: str = ORDINARY, game: int = 1
) -> Header:
    layout = dedent(drawing).lstrip("\n")
    called = "drawn" if layout else ""
    return Header(BASE_RULES.ruleset, seed, game, race, BEGUN, kind, layout, called)


def recorded(of: Header, *commands: str, ending: str = "") -> Record:
    """Return the record of a game that goes so, until it is over."""
    session = start_session(of, BASE_RULES)
    assert session.game is not None
    start, steps = state_fingerprint(session.game), []
    for words in commands:
        if session.game.outcome is not None:
            break
        list(session.play_words(words.split()))
        steps.append(RecordStep(words, state_fingerprint(session.game)))
    return Record(of, start, tuple(steps), ending)


def walked(seed: int, race: Race, commands: int) -> Record:
    """Return the record of a game at random that fights and drinks wherever it can."""
    of = header(race=race.name, seed=seed)
    session, choices = start_session(of, BASE_RULES), random.Random(seed)
    game = session.game
    assert game is not None
    words_of = {action: words for words, action in COMMANDS_BY_WORDS.items()}
    record = Record(of, state_fingerprint(game))
    steps: list[RecordStep] = []
    while game.outcome is None and len(steps) < commands:
        options = legal_actions(game)
        bold = [option for option in options[:-1] if not isinstance(option, Move)]
        words = words_of[choices.choice(bold or options)]
        list(session.play_words(words.split()))
        steps.append(RecordStep(words, state_fingerprint(game)))
    return evolve(record, steps=tuple(steps))


def journal_of(record: Record) -> bytes:
    """Return the journal of a game, which ends as in release 1: without a result."""
    end = [f"closed {record.ended_at or ENDED}", f"end {record.ending}"]
    return add_checksums([*journal_lines(record), *end * bool(record.ending)])[0].encode("ascii")


def keep(home: Path, **games: Record) -> None:
    (home / "games").mkdir(parents=True, exist_ok=True)
    for name, record in games.items():
        (home / "games" / f"{name}.cc3k").write_bytes(journal_of(record))


def read_again(record: Record, game: GameState) -> GameState:
    """Write the journal of a game; read it, verify it, and go on with it, to the same state."""
    ending = "" if game.outcome is None else ending_word(game)
    read = read_journal(BytesIO(journal_of(evolve(record, ending=ending))), "journal").record
    assert read.steps == tuple(record.steps)
    verify_record(read, game.rules)
    resumed = resume_session(read, game.rules).game
    assert resumed is not None
    assert resumed.digest() == game.digest()
    return resumed


def won(kind: str = ORDINARY, race: str = "Drow", seed: int = 42) -> Record:
    return recorded(header(WAYS_OUT * 5, race, seed, kind), *["ea"] * 10, ending=WON)


def lost(kind: str = ORDINARY) -> Record:
    words = ("u nw", "u no", "u ne", "u we", "u ea")
    return recorded(header(BREWS, "Vampire", kind=kind), *words, ending=SLAIN)


def given_up(kind: str = ORDINARY, race: str = "Shade") -> Record:
    return recorded(header(BREWS, race, kind=kind), "u nw", ending=GIVEN_UP)
