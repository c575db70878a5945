"""A record played again, and the journals that are kept: the same game, or where it differs."""

from collections.abc import Callable
from io import BytesIO
from itertools import cycle
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cc3k.cli import replay
from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session, SessionStage
from cc3k.saves.journal import journal_lines, read_journal
from cc3k.saves.ledger import RecordError, add_checksums
from cc3k.saves.record import (
    ENDINGS,
    PRACTICE,
    WON,
    Header,
    Record,
    RecordStep,
    StateFingerprint,
    state_fingerprint,
)
from cc3k.saves.replay import (
    ReplayDiverged,
    RulesMismatch,
    resume_session,
    start_session,
    verify_record,
)
from tests.rules.test_determinism import Player
from tests.support import corpus
from tests.support.pythons import other_pythons
from tests.support.records import WAYS_OUT, header, recorded
from tests.support.tables import for_each

WALK = recorded(header(race="Drow"), "no", "ea", "a no", "f", "so")
WORDS = st.lists(st.sampled_from(list(ACTIONS_BY_WORDS)), max_size=60)


def playing(session: Session) -> GameState:
    assert session.game is not None
    return session.game


def read_again(record: Record) -> Record:
    data = add_checksums(journal_lines(record))[0].encode("ascii")
    return read_journal(BytesIO(data), "journal").record


def outcome(record: Record, rules: Rules = BASE_RULES) -> str:
    with pytest.raises((ReplayDiverged, RulesMismatch)) as refused:
        resume_session(record, rules)
    with pytest.raises(refused.type) as unverified:
        verify_record(record, rules)
    assert str(unverified.value) == str(refused.value)
    return str(refused.value)


@given(st.sampled_from(BASE_RULES.races), st.integers(-99, 99), WORDS, st.sampled_from([1, 2, 7]))
def test_resumed_game_is_the_game_that_was_played(
    race: Race, seed: int, words: list[str], number: int
) -> None:
    """R34: the page, the chronicle and all the state are the same, and go on to be."""
    of = header(race=race.name, seed=seed, game=number)
    record = read_again(recorded(of, *words))
    played, again = start_session(of, BASE_RULES), resume_session(record, BASE_RULES)
    verify_record(record, BASE_RULES)
    for word in " ".join(words).split():
        played.handle_words(word)
    for word in ("no", "f", "a", "ea", "so", "xyzzy"):
        assert again.page_text() == played.page_text()
        assert state_fingerprint(playing(again)) == state_fingerprint(playing(played))
        assert [*again.message_log.entries] == [*played.message_log.entries]
        assert (again.action_text, again.last_events, again.stage) == (
            played.action_text,
            played.last_events,
            played.stage,
        )
        again.handle_words(word)
        played.handle_words(word)


CHANGES: list[tuple[str, Callable[[StateFingerprint], StateFingerprint]]] = [
    ("hp", lambda state: evolve(state, hp=state.hp - 1)),
    ("gold", lambda state: evolve(state, gold=state.gold + 1)),
    ("floor", lambda state: evolve(state, floor=2)),
    ("cell", lambda state: evolve(state, cell=0)),
    ("digest", lambda state: evolve(state, digest=state.digest ^ 1)),
]


@for_each("part, change", CHANGES)
@for_each("at", range(len(WALK.steps)))
def test_game_that_goes_another_way_is_told_where(
    at: int, part: str, change: Callable[[StateFingerprint], StateFingerprint]
) -> None:
    step = WALK.steps[at]
    other = evolve(step, state=change(step.state))
    record = evolve(WALK, steps=(*WALK.steps[:at], other, *WALK.steps[at + 1 :]))
    turns = sum(done.command != "f" and "a " not in done.command for done in WALK.steps[: at + 1])
    found, kept = getattr(step.state, part), getattr(other.state, part)
    assert outcome(record) == f"turn {turns}: {part} is {found}; the record has {kept}"


def test_game_that_begins_another_way_is_told_so() -> None:
    record = evolve(WALK, start_state=evolve(WALK.start_state, gold=3))
    assert outcome(record) == "turn 0: gold is 0; the record has 3"


def test_commands_after_the_end_are_of_no_game() -> None:
    """R33: a game that is over takes no more; what happened last must not be told again."""
    over = recorded(header(WAYS_OUT * 5, "Drow"), *["ea"] * 10, ending=WON)
    longer = evolve(over, steps=(*over.steps, RecordStep("no", over.last_state)))
    assert outcome(longer) == "turn 10: the game is over; the record has more commands"


@for_each("words", ["r", "q"])
def test_record_that_goes_on_after_its_game_was_left_is_told_so(words: str) -> None:
    record = evolve(WALK, steps=(RecordStep(words, WALK.start_state), *WALK.steps))
    told = outcome(record)
    assert told.startswith("turn 0: ")


@for_each(
    "of, told",
    [
        (evolve(WALK.header, ruleset=7), "a Drow's game by ruleset 7; this is ruleset "),
        (evolve(WALK.header, expansions=("dlc",)), " and dlc; this is ruleset "),
        (evolve(WALK.header, race="Orc"), "a game of a race called 'Orc', which these rules "),
        (evolve(WALK.header, race="drow"), "a game of a race called 'drow', which these rules "),
    ],
)
def test_game_of_other_rules_is_not_begun(of: Header, told: str) -> None:
    assert told in outcome(evolve(WALK, header=of))


@for_each("layout", ["x\n", "|--|\n|@ \x1b|\n|--|\n", "|--|\n"])
def test_layout_that_is_none_is_refused_by_name(layout: str) -> None:
    record = evolve(WALK, header=evolve(WALK.header, layout_text=layout, layout_name="theirs"))
    with pytest.raises(RecordError, match=r"^theirs:[1-9]\d*:[1-9]\d*: found [ -~]+$"):
        resume_session(record, BASE_RULES)


JOURNALS = sorted(corpus.FOLDER.glob("*.cc3k"))
NAMES = {*[race.name.lower() for race in BASE_RULES.races], "layout", "practice"}


def record(path: Path) -> Record:
    journal = read_journal(BytesIO(path.read_bytes()), path.name)
    assert not journal.written.has_torn_line
    return journal.record


@pytest.mark.seeded
def test_every_journal_replays_alike(
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    played = {}
    for path in JOURNALS:
        kept = record(path)
        session = resume_session(kept, BASE_RULES)
        # A game of practice ends only when it is left.
        is_over = session.stage is SessionStage.GAME_OVER and kept.header.game_kind != PRACTICE
        assert is_over == (kept.ending in ENDINGS), path.name
        played[path.stem] = len(kept.steps)
    assert set(played) == NAMES
    assert min(played.values()) >= 20
    assert sum(played.values()) > 900
    record_testsuite_property("journals that were replayed", len(played))


@pytest.mark.seeded
@for_each("path", JOURNALS)
def test_every_journal_verifies_as_the_same_game(path: Path) -> None:
    """R18, R34: what is said may change; states and draws do not, and the command sees that."""
    assert replay.run(["--verify", str(path)]) == 0


@pytest.mark.seeded
def test_journals_are_of_all_that_a_game_can_be() -> None:
    kept = [record(path) for path in JOURNALS]
    assert {one.header.race for one in kept} == {race.name for race in BASE_RULES.races}
    assert {step.state.floor for one in kept for step in one.steps} == {1, 2, 3, 4, 5}
    assert [one.header.layout_name for one in kept if one.header.layout_text] == [corpus.ON]
    assert [one.header.game_kind for one in kept].count(PRACTICE) == 1
    assert {one.ending for one in kept} == {"won", "slain", ""}


@for_each("path", JOURNALS)
def test_journal_of_another_seed_diverges(path: Path) -> None:
    kept = record(path)
    with pytest.raises(ReplayDiverged):
        resume_session(
            evolve(kept, header=evolve(kept.header, seed=kept.header.seed + 1)), BASE_RULES
        )


@pytest.mark.slow
def test_every_journal_replays_alike_on_another_python(
    tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """R34: what one Python has kept, another one goes on with: of those found each in turn."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python is found besides the one that runs")
    player = Player.in_folder(tmp_path)
    for path, python in zip(JOURNALS, cycle(pythons), strict=False):
        kept = record(path)
        page = resume_session(kept, BASE_RULES).page_text()
        expected = f"{greeting_line(kept.header.seed)}\n{page}".encode("ascii")
        arguments = ["--continue", "--journal", str(_unended(path, tmp_path))]
        assert player.output(python.path, arguments, "") == expected, python.version
    record_testsuite_property("pythons that replayed alike", len(pythons) + 1)


def _unended(path: Path, folder: Path) -> Path:
    lines = path.read_bytes().splitlines(keepends=True)
    copy = folder / path.name
    copy.write_bytes(b"".join([line for line in lines if b" end " not in line]))
    return copy
