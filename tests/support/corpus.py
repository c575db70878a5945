"""The journals in tests/journals; `python -m tests.support.corpus` plays and writes them anew.

They are games at random that fight and drink wherever they can, and now and then go on to the next
floor: one of each race, one on a layout, one of practice with turns taken back. They are written
again only on purpose, when the rules or the format have changed; as long as these are the same,
every Python must replay them alike.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move, legal_actions
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.endings import SLAIN, WON
from cc3k.play.travel import AutoTravel, find_stairs
from cc3k.saves.journal_format import add_checksums, journal_lines, undo_line
from cc3k.saves.record import PRACTICE, Record, RecordStep, state_fingerprint
from cc3k.saves.replay import resume_session, start_session
from cc3k.saves.results import END_WORD
from tests.support import tour
from tests.support.records import header, recorded

FOLDER = Path(__file__).parent.parent / "journals"
COMMANDS = 400
ROAMING = 30
"""Commands at random between two ways to the stairs."""

SEED = 2_034
ON = "stairs"
"""The layout of one of the games."""


def written() -> Iterator[tuple[str, str]]:
    for race in BASE_RULES.races:
        yield race.name.lower(), _journal(_walked(race))
    layout = (tour.FLOORS / f"{ON}.txt").read_text("ascii")
    words = [word for word in tour.script(ON).split() if word in ("no", "so", "ea", "we", "f")]
    drawn = recorded(header(layout), *words[:COMMANDS])
    yield "layout", _journal(evolve(drawn, header=evolve(drawn.header, layout_name=ON)))
    played = _walked(BASE_RULES.races[0])
    yield "practice", _practised(evolve(played, header=evolve(played.header, game_kind=PRACTICE)))


def _walked(race: Race) -> Record:
    """Return the record of a game that roams a while on each floor, and then seeks the stairs."""
    of = header(race=race.name, seed=SEED)
    session, choices = start_session(of, BASE_RULES), random.Random(SEED)
    game = session.game
    assert game is not None
    start, steps = state_fingerprint(game), list[RecordStep]()
    while game.outcome is None and len(steps) < COMMANDS:
        travels = len(steps) % (3 * ROAMING) >= ROAMING
        way = AutoTravel(find_stairs, allow_danger=True).next_command(game) if travels else None
        words = way or _at_random(game, choices)
        list(session.play_words(words.split()))
        steps.append(RecordStep(words, state_fingerprint(game)))
    return Record(of, start, tuple(steps))


def _at_random(game: GameState, choices: random.Random) -> str:
    options = legal_actions(game)
    bold = [option for option in options[:-1] if not isinstance(option, Move)]
    action = choices.choice(bold or options)
    return next(words for words, known in ACTIONS_BY_WORDS.items() if known == action)


def _journal(record: Record) -> str:
    game = resume_session(record, BASE_RULES).game
    outcome = None if game is None else game.outcome
    ending = [] if outcome is None else [f"{END_WORD} {WON if outcome.won else SLAIN}"]
    return add_checksums([*journal_lines(record), *ending])[0]


def _practised(record: Record) -> str:
    """Return a journal in which half of the commands were taken back, and then played again."""
    lines = journal_lines(record)
    half = len(record.steps) // 2
    return add_checksums(
        [*lines, undo_line(half), *lines[len(lines) - len(record.steps) + half :]]
    )[0]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in written():
        (FOLDER / f"{name}.cc3k").write_text(text, "ascii")


if __name__ == "__main__":
    main()
