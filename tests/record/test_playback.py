"""A record watched: any place in it is as the game was there, however it is reached."""

import random
from collections import Counter

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.play.commands import ACTIONS, DIRECTION_WORDS
from cc3k.play.message_log import Chronicle, Entry
from cc3k.play.session import Session
from cc3k.record.playback import MOST_KEYFRAMES, SPACING, Playback
from cc3k.record.record import LEFT, SLAIN, WON, Record, Step
from cc3k.record.replay import Diverged, OtherRules, begun, replayed
from tests.support.records import BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import room

POISON = ("u nw", "u no", "u ne", "u we", "u ea")


def whole(record: Record) -> Record:
    """Return a record up to where its game is over."""
    session = begun(record.header, BASE)
    for done in replayed(evolve(record, ending=""), session):
        if session.game is not None and session.game.outcome is not None:
            return evolve(record, steps=record.steps[:done])
    return record


def wandered(seed: int) -> Record:
    """Return the record of a long walk at random, with much that is refused."""
    race = BASE.races[seed % len(BASE.races)].name
    words = random.Random(seed).choices([*DIRECTION_WORDS] * 2 + [*ACTIONS], k=400)
    return whole(recorded(header(race=race, seed=seed), *words))


LONG = [
    recorded(header(WAYS_OUT * 5, "Drow"), *["f", "we", "ea", "ea"] * 5, ending=WON),
    walked(1, BASE.races[1], 500),
    *[wandered(seed) for seed in range(5)],
]
"""Games of all races, and one through all floors."""


@frozen
class Seen:
    """All that there is to be seen of a session."""

    digest: int
    page: str
    told: tuple[object, ...]
    refusal: object
    entries: tuple[Entry, ...]
    slain: Counter[str]


def seen(session: Session) -> Seen:
    """Return what is to be seen now."""
    assert session.game is not None
    chronicle = session.chronicle
    assert chronicle is not None
    return Seen(
        session.game.digest(),
        session.page(),
        session.told,
        session.refusal,
        tuple(chronicle.entries),
        Counter(chronicle.slain),
    )


def forward(record: Record) -> list[Seen]:
    """Return what is to be seen at each place of a record that is played straight on."""
    session = begun(record.header, BASE)
    session.chronicle = session.chronicle or Chronicle()
    return [seen(session) for _ in replayed(record, session)]


@pytest.mark.parametrize(
    "record", LONG, ids=lambda record: f"{record.header.race} {record.header.seed}"
)
def test_step_back_is_as_the_game_was_there_at_every_place(record: Record) -> None:
    """Keyframes are copies: what is played on from one is the same game, luck and all."""
    expected, playback = forward(record), Playback.of(record, BASE)
    assert playback.last == len(record.steps)
    assert seen(playback.session) == expected[0]
    for place in [*reversed(range(len(expected))), *range(len(expected))]:
        playback.to(place)
        assert (playback.position, seen(playback.session)) == (place, expected[place])


@given(st.lists(st.integers(min_value=-10, max_value=600), max_size=30), st.sampled_from(LONG))
def test_any_way_to_a_place_is_as_good(places: list[int], record: Record) -> None:
    """Jumps near and far, forward and back, and beyond the ends."""
    playback = Playback.of(record, BASE)
    for place in places:
        playback.to(place)
        assert playback.position == min(max(0, place), len(record.steps))
    assert seen(playback.session) == FORWARD[LONG.index(record)][playback.position]


FORWARD = [forward(record) for record in LONG]


def test_step_back_plays_few_commands_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keyframes lie no more than `SPACING` commands apart, so that a step back is instant."""
    playback = Playback.of(recorded(header(), *["f"] * 1000), BASE)
    said, say = list[str](), Session.say

    def heard(session: Session, word: str) -> bool:
        said.append(word)
        return say(session, word)

    monkeypatch.setattr(Session, "say", heard)
    playback.to(playback.last)
    for place in reversed(range(playback.last)):
        said.clear()
        playback.to(place)
        assert len(said) < SPACING


def test_keyframes_of_a_very_long_record_lie_further_apart() -> None:
    """No journal, however long, takes more than so many copies of its game."""
    commands = SPACING * MOST_KEYFRAMES + 1
    playback = Playback(begun(header(), BASE), ["f"] * commands)
    assert playback.spacing == SPACING + 1
    assert Playback(begun(header(), BASE), ["f"] * (commands - 1)).spacing == SPACING


def test_refused_commands_are_places_of_the_same_turn() -> None:
    """R4: what cannot be done takes no turn, and is to be seen all the same."""
    record = recorded(header(room("@..", "..\\")), "we", "a no", "f", "ea", "we")
    playback = Playback.of(record, BASE)
    turns = []
    for place in range(playback.last + 1):
        playback.to(place)
        turns.append(playback.turn)
    assert (turns, playback.turns) == ([0, 0, 0, 0, 1, 2], 2)
    playback.to(1)
    assert playback.text == "PC cannot move West."


@pytest.mark.parametrize(("turn", "place"), [(0, 0), (1, 2), (2, 4), (3, 5), (4, 5)])
def test_turn_is_found_where_it_has_just_been_taken(turn: int, place: int) -> None:
    """A turn that the game has not, is its end."""
    playback = Playback.of(recorded(header(room("@..\\")), "we", "ea", "no", "ea", "f"), BASE)
    playback.to(3)
    playback.to_turn(turn)
    assert playback.position == place


def test_next_floor_is_where_it_begins() -> None:
    """From floor to floor to the last one, where there is none and nothing happens."""
    playback = Playback.of(LONG[0], BASE)
    places = [(playback.position, playback.floor)]
    while playback.to_next_floor():
        places.append((playback.position, playback.floor))
    assert places == [(0, 1), (4, 2), (8, 3), (12, 4), (16, 5)]
    assert playback.position == 16


def test_next_floor_may_begin_with_the_last_command() -> None:
    """As where a game was left on the stairs; the last command is a place like any other."""
    playback = Playback.of(recorded(header(WAYS_OUT * 5, "Drow"), "f", "we", "ea", "ea"), BASE)
    assert playback.to_next_floor()
    assert (playback.position, playback.floor) == (playback.last, 2)
    assert not playback.to_next_floor()


def test_next_fight_may_begin_with_the_last_command() -> None:
    """§2: as where a game was left after the first blow."""
    playback = Playback.of(recorded(header(room("@D...", "....\\")), "f", "a ea"), BASE)
    assert playback.to_next_fight()
    assert playback.position == playback.last == 2
    assert not playback.to_next_fight()


def test_next_fight_is_where_its_first_blow_falls() -> None:
    """§2: blows in a row are one fight; a command without any ends it."""
    game = header(room("@D...", "....\\"))
    record = recorded(game, "f", "a ea", "a ea", "f", "a ea", "f", "f")
    playback = Playback.of(record, BASE)
    places = []
    while playback.to_next_fight():
        places.append(playback.position)
    assert places == [2, 5]
    assert playback.position == 5
    playback.to(3)
    assert playback.to_next_fight()
    assert playback.position == 5


def test_end_tells_how_it_ended_and_what_it_scored() -> None:
    """R33: but not what may be asked of the player."""
    playback = Playback.of(LONG[0], BASE)
    assert playback.text == "Player character has spawned."
    playback.to(playback.last)
    won = "PC moves East and leaves the dungeon. Victory! PC has left the dungeon alive."
    assert playback.text == f"{won} Score: 5 (5 gold)"


def test_playback_ends_where_the_game_goes_another_way() -> None:
    """What is the same can be watched; the rest never was."""
    record = walked(0, BASE.races[3], 100)
    wrong = evolve(record.steps[70], state=evolve(record.steps[70].state, hp=7))
    steps = (*record.steps[:70], wrong, *record.steps[71:])
    playback = Playback.of(evolve(record, steps=steps), BASE)
    assert playback.last == 70
    assert str(playback.diverged).endswith(f"hp is {record.steps[70].state.hp}; the record has 7")
    playback.to(100)
    assert (playback.position, seen(playback.session)) == (70, forward(record)[70])
    assert Playback.of(record, BASE).diverged is None


def test_record_that_is_not_even_begun_alike_is_none_to_be_watched() -> None:
    """Another beginning, another ruleset, floors that are none."""
    record = recorded(header(), "no")
    with pytest.raises(Diverged, match="gold is 0; the record has 9"):
        Playback.of(evolve(record, start=evolve(record.start, gold=9)), BASE)
    with pytest.raises(OtherRules):
        Playback.of(evolve(record, header=evolve(record.header, ruleset=99)), BASE)
    with pytest.raises(LayoutError):
        Playback.of(evolve(record, header=evolve(record.header, layout="no floor\n")), BASE)


def test_commands_after_the_end_are_not_the_same_game() -> None:
    """A game that is over takes no more commands (R33)."""
    record = LONG[0]
    longer = evolve(record, steps=(*record.steps, Step("no", record.last)))
    playback = Playback.of(longer, BASE)
    assert playback.last == len(record.steps)
    assert str(playback.diverged) == "turn 10: the game is over; the record has more commands"


def test_restart_that_stands_in_a_record_is_not_the_same_game() -> None:
    """`r` ends a game; a record has the commands of one."""
    record = recorded(header(), "f")
    playback = Playback.of(evolve(record, steps=(*record.steps, Step("r", record.last))), BASE)
    assert playback.last == 1
    playback.to(2)
    assert (playback.position, playback.floor, playback.text) == (1, 1, "Enemies stand still.")


@pytest.mark.parametrize(
    ("record", "ending"),
    [
        (LONG[0], WON),
        (recorded(header(BREWS * 5, "Troll"), *POISON), LEFT),
        (recorded(header(room("@.D", ".\\.")), "ea", *["f", "we", "ea"] * 60), SLAIN),
    ],
    ids=[WON, LEFT, SLAIN],
)
def test_ending_must_be_that_of_the_game(record: Record, ending: str) -> None:
    """A game that may go on has none; all other endings are told as another game."""
    for told in ("", WON, LEFT, SLAIN):
        playback = Playback.of(evolve(whole(record), ending=told), BASE)
        told_alike = playback.diverged is None
        assert told_alike == (told in ("", ending)), told


def test_random_jumps_and_steps_end_alike() -> None:
    """A session that has been everywhere plays its last command as one that went straight there."""
    record, choices = LONG[4], random.Random(1)
    playback = Playback.of(record, BASE)
    for _ in range(300):
        playback.to(playback.position + choices.choice((-70, -1, -1, 1, 1, 1, 90)))
    playback.to(playback.last)
    assert seen(playback.session) == forward(record)[-1]
