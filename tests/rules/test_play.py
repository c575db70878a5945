"""Which words there are, and what each means (§4)."""

import pytest

from cc3k.engine.actions import Attack, Drink, Hold, Move
from cc3k.engine.grid import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
)
from cc3k.play.commands import AIMED, COMMANDS, DIRECTION_WORDS, HOLD_WORD, Verdict

WORDS = {
    "no": NORTH,
    "so": SOUTH,
    "ea": EAST,
    "we": WEST,
    "ne": NORTHEAST,
    "nw": NORTHWEST,
    "se": SOUTHEAST,
    "sw": SOUTHWEST,
}


@pytest.mark.parametrize(("word", "direction"), WORDS.items())
def test_direction_moves_and_verbs_take_one(word: str, direction: Direction) -> None:
    """§4: a direction moves, `a direction` attacks, `u direction` uses."""
    assert COMMANDS[word] == Move(direction)
    assert COMMANDS[f"a {word}"] == Attack(direction)
    assert COMMANDS[f"u {word}"] == Drink(direction)
    assert DIRECTION_WORDS[word] is direction


def test_single_letters_hold_restart_and_quit() -> None:
    """§4: `f` stops enemies from moving, `r` restarts, `q` quits."""
    assert COMMANDS["f"] == COMMANDS[HOLD_WORD] == Hold()
    assert COMMANDS["r"] is Verdict.RESTART
    assert COMMANDS["q"] is Verdict.QUIT


def test_there_are_no_other_words() -> None:
    """§4: 8 moves, 8 attacks, 8 potions, f, r and q; and z, which only practice knows."""
    assert len(COMMANDS) == 3 * 8 + 4
    assert dict(AIMED) == {"a": Attack, "u": Drink}
    assert DIRECTION_WORDS == WORDS == {way.word: way for way in DIRECTIONS}


def test_no_command_begins_another_one() -> None:
    """§4: typed without blanks, each word is complete as soon as it can be."""
    typed = [words.replace(" ", "") for words in COMMANDS]
    assert len(set(typed)) == len(typed)
    assert not [(a, b) for a in typed for b in typed if a != b and b.startswith(a)]
