"""Which words there are, and what each means (§4)."""

from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import (
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
from cc3k.play.commands import (
    COMMANDS_BY_WORDS,
    DIRECTED_VERBS,
    DIRECTIONS_BY_WORD,
    FREEZE_WORD,
    MetaCommand,
)
from tests.support.tables import for_each

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


@for_each("word, direction", WORDS.items())
def test_direction_moves_and_verbs_take_one(word: str, direction: Direction) -> None:
    """§4: a direction moves, `a direction` attacks, `u direction` uses."""
    assert COMMANDS_BY_WORDS[word] == Move(direction)
    assert COMMANDS_BY_WORDS[f"a {word}"] == Attack(direction)
    assert COMMANDS_BY_WORDS[f"u {word}"] == Drink(direction)
    assert DIRECTIONS_BY_WORD[word] is direction


def test_single_letters_hold_restart_and_quit() -> None:
    """§4: `f` stops enemies from moving, `r` restarts, `q` quits."""
    assert COMMANDS_BY_WORDS["f"] == COMMANDS_BY_WORDS[FREEZE_WORD] == ToggleFreeze()
    assert COMMANDS_BY_WORDS["r"] is MetaCommand.RESTART
    assert COMMANDS_BY_WORDS["q"] is MetaCommand.QUIT


def test_there_are_no_other_words() -> None:
    """§4: 8 moves, 8 attacks, 8 potions, f, r and q; and z, which only practice knows."""
    assert len(COMMANDS_BY_WORDS) == 3 * 8 + 4
    assert dict(DIRECTED_VERBS) == {"a": Attack, "u": Drink}
    assert DIRECTIONS_BY_WORD == WORDS == {way.command_word: way for way in DIRECTIONS}


def test_no_command_begins_another_one() -> None:
    """§4: typed without blanks, each word is complete as soon as it can be."""
    typed = [words.replace(" ", "") for words in COMMANDS_BY_WORDS]
    assert len(set(typed)) == len(typed)
    assert not [(a, b) for a in typed for b in typed if a != b and b.startswith(a)]
