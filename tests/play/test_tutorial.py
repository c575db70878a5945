"""The tutorial: its hints come in their moments, once each, and never change a game."""

import re
from io import StringIO

import pytest

from cc3k.cli.plain import PlainSession, play_words
from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import PC, Slain
from cc3k.engine.view import GameView
from cc3k.play.choices import parse_race
from cc3k.play.plain_words import HINT_PHRASES
from cc3k.play.session import Session
from cc3k.play.tutorial import HINTS, TUTORIAL_LAYOUT, TUTORIAL_RACE, Tutorial
from cc3k.saves.record import Header
from cc3k.saves.replay import start_session
from cc3k.ui.keymap import KEYMAPS, KeyAction, hint_phrases
from tests.support import tour
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each

WHOLE_FLOOR = """
no so ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ea ne ea ea se se
se no ne ne ne ea ea ea se ea ea ea ea ea ea ea ea ea ea se ea ea ea ea ea ea ea ea ea a se a se a
se a se a se a se a se a se so so so se so so so so so we we a sw a sw a sw a sw a sw ea ea ea ea
ea a se a se a se a se a se a se a se se sw we we we we we we we we we we we we we we we we sw we
we we we we we we we we we we we u nw we sw sw u sw nw nw nw u nw we we we sw sw sw we we we we we
we we we we we we we we we we we we we we nw nw nw nw
"""
"""Commands that play the first floor of seed 42 to its end, leaving merchant and dragon alone."""


def new_session() -> Session:
    layouts = tour.layout(TUTORIAL_LAYOUT).floor_layouts
    return Session(BASE_RULES, 42, layouts, tutorial=Tutorial())


def hint_names(session: Session, words: str) -> list[str]:
    """Play as the usual race; return the hints that are shown, in their order."""
    race = parse_race(TUTORIAL_RACE)
    assert race is not None
    session.start_game(race)
    names = [session.hint.name] if session.hint else []
    for word in words.split():
        before = session.hint
        list(session.play_words([word]))
        if session.hint is not None and session.hint is not before:
            names.append(session.hint.name)
    return names


def test_only_a_victory_is_well_fought() -> None:
    view = GameView(scenario(room("@..\\")))
    for victim, by, is_due in (("elf", PC, True), (PC, "elf", False)):
        due = {hint.name for hint in HINTS if hint.is_due(view, [Slain(victim, by)])}
        assert ("freeze" in due) is is_due, victim


@pytest.mark.seeded
def test_every_hint_is_shown_once_when_its_moment_comes() -> None:
    session = new_session()
    assert hint_names(session, WHOLE_FLOOR) == [
        *("goal", "doors", "travel", "gold", "look", "fight", "freeze"),
        *("retreat", "potions", "merchant", "dragon", "stairs", "real floor"),
    ]
    assert session.game is not None
    assert session.game.depth == 2


def test_a_dozen_hints_have_names_of_their_own() -> None:
    assert len({hint.name for hint in HINTS}) == len(HINTS) >= 12
    assert HINTS[-1].text.startswith("The tutorial ends here. ")


def test_walking_back_and_forth_shows_nothing_again() -> None:
    words = f"{'ea ' * 12} we we {'ea ' * 5} we we ea ea"
    assert hint_names(new_session(), words) == ["goal", "doors", "travel"]


@pytest.mark.seeded
def test_hints_change_nothing_of_a_game() -> None:
    with_hints, without = new_session(), tour.session(TUTORIAL_LAYOUT)
    hint_names(with_hints, WHOLE_FLOOR)
    list(without.play_words(("t", *WHOLE_FLOOR.split())))
    assert with_hints.game is not None
    assert without.game is not None
    assert with_hints.game.digest() == without.game.digest()
    assert without.hint is None


def test_what_was_shown_before_a_game_was_kept_is_not_shown_after_it() -> None:
    header = Header(
        ruleset=BASE_RULES.ruleset,
        seed=42,
        game_number=1,
        race="Troll",
        started_at="2026-11-20T20:57:00Z",
        layout_text=(tour.FLOORS / "tutorial.txt").read_text("ascii"),
        layout_name=TUTORIAL_LAYOUT,
    )
    session = start_session(header, BASE_RULES)
    assert session.hint is not None
    assert session.hint.name == "goal"
    list(session.play_words(("ea", "we", "so")))
    assert session.hint is None


def test_the_next_game_is_a_real_one() -> None:
    session = new_session()
    hint_names(session, "ea r")
    assert (session.hint, session.floor_layouts) == (None, ())
    session.give("t")
    assert session.game is not None
    assert len(GameView(session.game).enemies) >= 20


@for_each("keymap", KEYMAPS)
def test_every_hint_names_keys_that_there_are(keymap: str) -> None:
    keys = hint_phrases(KEYMAPS[keymap])
    for hint in HINTS:
        text = hint.wording(keys)
        assert "{" not in text
        assert "(no key)" not in text


def test_a_key_action_without_a_key_is_said_to_have_none() -> None:
    keys = hint_phrases({"K": KeyAction("look"), ">": KeyAction("gold")})
    assert (keys["look"], keys["gold"], keys["stairs"]) == ("K", ">", "(no key)")


def told_in_plain_mode(typed: str) -> str:
    session, out = new_session(), StringIO()
    words = iter([typed.encode("ascii")])
    play_words(PlainSession(session, out), lambda _size: next(words, b""))
    return out.getvalue().replace("\n", " ")


def test_plain_mode_tells_each_hint_once_in_words() -> None:
    told = told_in_plain_mode("t\n\n\nea\n")
    assert told.count("Hint: You are the @.") == 1
    assert "`no`, `so`, `ea`" in told
    for hint in HINTS:
        assert not re.search("[Aa]rrow|Tab|Shift", hint.wording(HINT_PHRASES))


def test_a_hint_stops_a_run_in_plain_mode() -> None:
    told = told_in_plain_mode("t\nrun east\n")
    assert "Hint: You stand in a doorway" in told
