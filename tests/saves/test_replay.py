"""Records played again: the same game, or where it differs; any place of one that is watched."""

import random
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from itertools import cycle
from pathlib import Path

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.commands import ACTIONS_BY_WORDS, DIRECTIONS_BY_WORD
from cc3k.play.endings import ENDINGS, GIVEN_UP, SLAIN, WON
from cc3k.play.history import LogEntry
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session, SessionStage
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.saves.journal_format import RecordError, add_checksums, journal_lines, read_journal
from cc3k.saves.record import (
    PRACTICE,
    Header,
    Record,
    RecordStep,
    StateFingerprint,
    state_fingerprint,
)
from cc3k.saves.replay import (
    ReplayDiverged,
    RulesMismatch,
    replay_steps,
    resume_session,
    start_session,
    verify_record,
)
from cc3k.ui.replay_screen import Playback
from tests.rules.test_determinism import copy_packages, output
from tests.support import corpus
from tests.support.pythons import other_pythons
from tests.support.records import BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import room
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
    list(played.play_words(" ".join(words).split()))
    for word in ("no", "f", "a", "ea", "so", "xyzzy"):
        assert again.frame_or_prompt() == played.frame_or_prompt()
        assert state_fingerprint(playing(again)) == state_fingerprint(playing(played))
        assert [*again.message_log.entries] == [*played.message_log.entries]
        assert (again.action_text, again.last_events, again.stage) == (
            played.action_text,
            played.last_events,
            played.stage,
        )
        list(again.play_words([word]))
        list(played.play_words([word]))


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
    (evolve(WALK.header, ruleset=7), "a Drow's game by ruleset 7; this is ruleset "),
    (evolve(WALK.header, expansions=("dlc",)), " and dlc; this is ruleset "),
    (evolve(WALK.header, race="Orc"), "a game of a race called 'Orc', which these rules "),
    (evolve(WALK.header, race="drow"), "a game of a race called 'drow', which these rules "),
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
def test_journals_are_of_all_that_a_game_can_be() -> None:
    kept = [record(path) for path in JOURNALS]
    assert {one.header.race for one in kept} == {race.name for race in BASE_RULES.races}
    assert {step.state.floor for one in kept for step in one.steps} == {1, 2, 3, 4, 5}
    assert [one.header.layout_name for one in kept if one.header.layout_text] == [corpus.ON]
    assert [one.header.game_kind for one in kept].count(PRACTICE) == 1
    assert {one.ending for one in kept} == {"won", "slain", ""}


@pytest.mark.slow
def test_every_journal_replays_alike_on_another_python(
    tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """R34: what one Python has kept, another one goes on with: of those found each in turn."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python is found besides the one that runs")
    packages = copy_packages(tmp_path)
    for path, python in zip(JOURNALS, cycle(pythons), strict=False):
        kept = record(path)
        page = resume_session(kept, BASE_RULES).frame_or_prompt()
        expected = f"{greeting_line(kept.header.seed)}\n{page}".encode("ascii")
        arguments = ["--continue", "--journal", str(_unended(path, tmp_path))]
        assert output(packages, python.path, arguments, "") == expected, python.version
    record_testsuite_property("pythons that replayed alike", len(pythons) + 1)


def _unended(path: Path, folder: Path) -> Path:
    lines = path.read_bytes().splitlines(keepends=True)
    copy = folder / path.name
    copy.write_bytes(b"".join([line for line in lines if b" end " not in line]))
    return copy


POISON = ("u nw", "u no", "u ne", "u we", "u ea")


def whole(record: Record) -> Record:
    session = start_session(record.header, BASE_RULES)
    for done in replay_steps(evolve(record, ending=""), session):
        if session.game is not None and session.game.outcome is not None:
            return evolve(record, steps=record.steps[:done])
    return record


def wandered(seed: int) -> Record:
    race = BASE_RULES.races[seed % len(BASE_RULES.races)].name
    words = random.Random(seed).choices([*DIRECTIONS_BY_WORD] * 2 + [*ACTIONS_BY_WORDS], k=400)
    return whole(recorded(header(race=race, seed=seed), *words))


LONG = [
    recorded(header(WAYS_OUT * 5, "Drow"), *["f", "we", "ea", "ea"] * 5, ending=WON),
    walked(1, BASE_RULES.races[1], 500),
    *[wandered(seed) for seed in range(5)],
]
"""Games of all races, and one through all floors."""


@frozen
class Seen:
    digest: int
    page: str
    told: tuple[object, ...]
    refusal: object
    entries: tuple[LogEntry, ...]
    slain: Counter[str]


def seen(session: Session) -> Seen:
    assert session.game is not None
    chronicle = session.message_log
    return Seen(
        session.game.digest(),
        session.frame_or_prompt(),
        session.last_events,
        session.last_refusal,
        tuple(chronicle.entries),
        session.tally.kills.copy(),
    )


def forward(record: Record) -> list[Seen]:
    session = start_session(record.header, BASE_RULES)
    session.start_history()
    return [seen(session) for _ in replay_steps(record, session)]


@pytest.mark.slow_from(2)
@pytest.mark.parametrize(
    "record", LONG, ids=lambda record: f"{record.header.race} {record.header.seed}"
)
def test_step_back_is_as_the_game_was_there_at_every_place(record: Record) -> None:
    expected, playback = forward(record), Playback.from_record(record, BASE_RULES)
    assert playback.last_position == len(record.steps)
    assert seen(playback.session) == expected[0]
    for place in [*reversed(range(len(expected))), *range(len(expected))]:
        playback.seek(place)
        assert (playback.position, seen(playback.session)) == (place, expected[place])


def test_refused_commands_are_places_of_the_same_turn() -> None:
    """R4: what cannot be done takes no turn, and is to be seen all the same."""
    record = recorded(header(room("@..", "..\\")), "we", "a no", "f", "ea", "we")
    playback = Playback.from_record(record, BASE_RULES)
    turns = []
    for place in range(playback.last_position + 1):
        playback.seek(place)
        turns.append(playback.turn)
    assert (turns, playback.total_turns) == ([0, 0, 0, 0, 1, 2], 2)
    playback.seek(1)
    assert playback.message_text == "PC cannot move West."


@for_each((0, 0), (1, 2), (2, 4), (3, 5), (4, 5))
def test_turn_is_found_where_it_has_just_been_taken(turn: int, place: int) -> None:
    playback = Playback.from_record(
        recorded(header(room("@..\\")), "we", "ea", "no", "ea", "f"), BASE_RULES
    )
    playback.seek(3)
    playback.seek_turn(turn)
    assert playback.position == place


def test_next_floor_is_where_it_begins() -> None:
    playback = Playback.from_record(LONG[0], BASE_RULES)
    places = [(playback.position, playback.floor_number)]
    while playback.seek_next_floor():
        places.append((playback.position, playback.floor_number))
    assert places == [(0, 1), (4, 2), (8, 3), (12, 4), (16, 5)]
    assert playback.position == 16


def test_next_floor_may_begin_with_the_last_command() -> None:
    playback = Playback.from_record(
        recorded(header(WAYS_OUT * 5, "Drow"), "f", "we", "ea", "ea"), BASE_RULES
    )
    assert playback.seek_next_floor()
    assert (playback.position, playback.floor_number) == (playback.last_position, 2)
    assert not playback.seek_next_floor()


def test_next_fight_is_where_its_first_blow_falls() -> None:
    """§2: blows in a row are one fight; a command without any ends it."""
    game = header(room("@D...", "....\\"))
    record = recorded(game, "f", "a ea", "a ea", "f", "a ea", "f", "f")
    playback = Playback.from_record(record, BASE_RULES)
    places = []
    while playback.seek_start_of_next_fight():
        places.append(playback.position)
    assert places == [2, 5]
    assert playback.position == 5
    playback.seek(3)
    assert playback.seek_start_of_next_fight()
    assert playback.position == 5


def test_end_tells_how_it_ended_and_what_it_scored() -> None:
    """R33: but not what may be asked of the player."""
    playback = Playback.from_record(LONG[0], BASE_RULES)
    assert playback.message_text == "Player character has spawned."
    playback.seek(playback.last_position)
    won = "PC moves East and leaves the dungeon. Victory! PC has left the dungeon alive."
    assert playback.message_text == f"{won} Score: 5 (5 gold)"


@pytest.mark.seeded
def test_playback_ends_where_the_game_goes_another_way() -> None:
    record = walked(0, BASE_RULES.races[3], 100)
    wrong = evolve(record.steps[70], state=evolve(record.steps[70].state, hp=7))
    steps = (*record.steps[:70], wrong, *record.steps[71:])
    playback = Playback.from_record(evolve(record, steps=steps), BASE_RULES)
    assert playback.last_position == 70
    assert str(playback.divergence).endswith(f"hp is {record.steps[70].state.hp}; the record has 7")
    playback.seek(100)
    assert (playback.position, seen(playback.session)) == (70, forward(record)[70])
    assert Playback.from_record(record, BASE_RULES).divergence is None


def test_record_that_is_not_even_begun_alike_is_none_to_be_watched() -> None:
    record = recorded(header(), "no")
    other = evolve(record, start_state=evolve(record.start_state, gold=9))
    with pytest.raises(ReplayDiverged, match="gold is 0; the record has 9"):
        Playback.from_record(other, BASE_RULES)


@for_each(
    (LONG[0], WON),
    (recorded(header(BREWS * 5, "Troll"), *POISON), GIVEN_UP),
    (recorded(header(room("@.D", ".\\.")), "ea", *["f", "we", "ea"] * 60), SLAIN),
)
def test_ending_must_be_that_of_the_game(record: Record, ending: str) -> None:
    for told in ("", WON, GIVEN_UP, SLAIN):
        playback = Playback.from_record(evolve(whole(record), ending=told), BASE_RULES)
        told_alike = playback.divergence is None
        assert told_alike == (told in ("", ending)), told


def test_without_a_game_there_is_nothing_to_say_in_another_voice() -> None:
    playback = Playback.from_record(walked(1, BASE_RULES.races[1], 5), BASE_RULES)
    playback.session.game, said = None, playback.messages
    playback.use_voice(SpokenVoice(BASE_RULES))
    assert playback.messages == said


def test_a_game_indexed_in_a_voice_says_what_one_reworded_says() -> None:
    record = LONG[4]
    reworded = Playback.from_record(record, BASE_RULES)
    reworded.use_voice(SpokenVoice(BASE_RULES))
    spoken = Playback.unindexed(record, BASE_RULES)
    spoken.session.use_voice(SpokenVoice(BASE_RULES))
    assert list(spoken.index_positions(record)) == list(range(len(record.steps) + 1))
    spoken.use_voice(spoken.session.voice)
    for position in (0, 1, 70, 64, spoken.last_position, 3):
        reworded.seek(position)
        spoken.seek(position)
        assert seen(spoken.session) == seen(reworded.session)
