"""Which key does what: one table a keymap, and a player's own changes to it.

A key is what `keys` calls it, and what it does is the name of an act, such as `look` or `move no`.
Keys without an act spell the document's words.
"""

from collections.abc import Mapping

from cc3k.engine.grid import DIRECTIONS
from cc3k.play.commands import AIMED, COMMANDS, GIVING_UP

MOVE, RUN, SAY = "move", "run", "say"

ACTS = {
    MOVE: "go that way, or attack or use what is there",
    RUN: "run that way, or the way that follows",
    "count": "begin a number: the next command so many times",
    "word": "begin one of the document's words",
    "use": "use a potion; the way follows",
    "look": "look around the board",
    "stairs": "travel to the stairs",
    "gold": "travel to the nearest gold",
    "potion": "travel to the nearest potion",
    "rest": "rest until healed, if the race heals",
    "messages": "read all messages",
    "discoveries": "see which potions are known, and who was slain",
    "help": "see the keys and who is who",
    "redraw": "paint the screen anew",
    "leave": "leave; the game can be gone on with next time",
    "quit": "give the game up and quit",
}
"""Everything a key can do; the first two with or before a direction."""

NEEDED = ("help", "leave", "word")
"""The acts that must keep a key, or nobody could look up the others, leave, or say all words."""

_ARROWS = {"up": "no", "down": "so", "right": "ea", "left": "we"}
_CORNERS = {"home": "nw", "page up": "ne", "end": "sw", "page down": "se"}
PLACED: Mapping[str, str] = {**_ARROWS, **_CORNERS}
"""The keys that stand for a way by where they are."""

_KEYPAD = {"8": "no", "2": "so", "6": "ea", "4": "we", "9": "ne", "7": "nw", "3": "se", "1": "sw"}
_VI = {"k": "no", "j": "so", "l": "ea", "h": "we", "u": "ne", "y": "nw", "n": "se", "b": "sw"}
_LAPTOP = {"8": "no", "k": "so", "o": "ea", "u": "we", "9": "ne", "7": "nw", "l": "se", "j": "sw"}


def _ways(act: str, keys: Mapping[str, str], shift: str = "") -> dict[str, str]:
    return {f"{shift}{key}": f"{act} {word}" for key, word in keys.items()}


COMMON: Mapping[str, str] = {
    **_ways(MOVE, PLACED),
    **_ways(RUN, PLACED, "shift-"),
    ".": "run",
    "0": "count",
    ":": "word",
    ";": "look",
    ">": "stairs",
    "G": "gold",
    "P": "potion",
    "Z": "rest",
    "m": "messages",
    "D": "discoveries",
    "?": "help",
    "ctrl-l": "redraw",
    "ctrl-d": "leave",
}

KEYMAPS: Mapping[str, Mapping[str, str]] = {
    "words": {**COMMON, **_ways(MOVE, _KEYPAD), "l": "look"},
    "vi": {
        **COMMON,
        **_ways(MOVE, _VI),
        **_ways(RUN, {key.upper(): way for key, way in _VI.items()}),
        "d": "use",
    },
    "laptop": {**COMMON, **_ways(MOVE, _LAPTOP), "d": "use"},
}
"""The keymaps to choose from. `words` leaves every letter that begins a word to spell it; in the
others such a word is spelled after the key of `word`."""

PROMPTS = {"count": "0", "word": ":", RUN: ".", "use": "u"}
"""The acts that are only a beginning, and what they put down as typed."""

_TYPED: Mapping[str, str] = {
    **{words.replace(" ", ""): words for words in COMMANDS},
    **{f"{verb}{word}": word for verb in AIMED for word in GIVING_UP},
}
"""What is said by letters; `q` and `r` are themselves after a verb too (R35)."""

SPELLED: Mapping[str, str] = {
    **{letters: f"{SAY} {words}" for letters, words in _TYPED.items()},
    **{f".{way.word}": f"{RUN} {way.word}" for way in DIRECTIONS},
    **{f":{letters}": f"{SAY} {words}" for letters, words in _TYPED.items()},
}
"""The acts that are typed letter by letter: none begins another, so each acts once complete."""

AIMING = (*AIMED, *(f":{verb}" for verb in AIMED), ".")
"""What a direction may follow by a single key."""
