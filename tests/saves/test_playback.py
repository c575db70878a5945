"""A record watched: any place in it is as the game was there, however it is reached."""

import random
from collections import Counter

import pytest
from attrs import evolve, frozen

from cc3k.content.roster import BASE_RULES
from cc3k.play.commands import ACTIONS_BY_WORDS, DIRECTIONS_BY_WORD
from cc3k.play.history import LogEntry
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.saves.record import GIVEN_UP, SLAIN, WON, Record
from cc3k.saves.replay import Playback, ReplayDiverged, replay_steps, start_session
from tests.support.records import BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import room
from tests.support.tables import for_each

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
        session.page_text(),
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


@for_each("turn, place", [(0, 0), (1, 2), (2, 4), (3, 5), (4, 5)])
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
    "record, ending",
    [
        (LONG[0], WON),
        (recorded(header(BREWS * 5, "Troll"), *POISON), GIVEN_UP),
        (recorded(header(room("@.D", ".\\.")), "ea", *["f", "we", "ea"] * 60), SLAIN),
    ],
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
