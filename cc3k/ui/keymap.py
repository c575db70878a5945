"""Which key does what: one table a keymap, and a player's own changes to it.

A key is what `keys` calls it, and what it does is the name of an act, such as `look` or `move no`.
Keys without an act spell the document's words.
"""

from collections.abc import Mapping, Sequence

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


_WORDS = [way.word for way in DIRECTIONS]
_CALLED = {" ": "Space", "Page up": "PgUp", "Page down": "PgDn"}
_COMMON_NAMES = {"": "arrows", "shift-": "Shift-arrows"}


def key_table(keymap: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the keys of each act and what it is; the keys of many ways stand for one another."""
    keys: dict[str, list[str]] = {}
    for key, act in keymap.items():
        keys.setdefault(act.partition(" ")[0], []).append(key)
    return [(_names(names), ACTS[act]) for act, names in keys.items()]


def compass(keymap: Mapping[str, str]) -> list[str]:
    """Return which key goes which way: the characters, the other keys and the words for it."""
    keys = {way: [key for key, act in keymap.items() if act == f"{MOVE} {way}"] for way in _WORDS}
    characters = {way: " ".join([key for key in keys[way] if len(key) == 1]) for way in _WORDS}
    others = {way: " ".join([name_of(key) for key in keys[way] if len(key) > 1]) for way in _WORDS}
    words = {way: way for way in _WORDS}
    found = [_around(names) for names in (characters, others, words) if any(names.values())]
    return [f"  {'     '.join(row)}".rstrip() for row in zip(*found, strict=True)]


def taken(keymap: Mapping[str, str]) -> set[str]:
    """Return the letters that are keys, so that no word begins with them but after `:`."""
    return {key for key in keymap if len(key) == 1 and key.isalpha()}


def name_of(key: str) -> str:
    """Return what stands on a key: a character, or a name such as `Shift-PgUp`."""
    parts = [key] if len(key) == 1 else [part.capitalize() for part in key.split("-")]
    return "-".join([_CALLED.get(part, part) for part in parts])


def _around(names: Mapping[str, str]) -> list[str]:
    """Return the names of the ways in three lines, each on its side of the PC."""
    placed = {(way.rows, way.columns): names[way.word] for way in DIRECTIONS} | {(0, 0): "@"}
    width = max(map(len, placed.values()))
    sides = (-1, 0, 1)
    return [" ".join([f"{placed[row, side]:<{width}}" for side in sides]) for row in sides]


def _names(keys: Sequence[str]) -> str:
    """Return keys in words: most of the arrows with their corners, and a character a way, as one.

    What is missing of them is named where it stands for something else.
    """
    names = []
    for shift, common in _COMMON_NAMES.items():
        placed = [key for key in keys if key in {f"{shift}{name}" for name in PLACED}]
        if len(placed) > len(PLACED) // 2:
            names.append(common)
            keys = [key for key in keys if key not in placed]
    characters = [key for key in keys if len(key) == 1 and key.isalnum()]
    if len(characters) < len(_WORDS):
        return " ".join([*names, *map(name_of, keys)])
    others = [name_of(key) for key in keys if key not in characters]
    return " ".join([*names, *others, "".join(characters)])


REPLAY_ACTIONS = {
    "pause": "pause, or go on; at the end, begin again",
    "forward": "a page or a command forward",
    "back": "a command back",
    "faster": "twice as fast",
    "slower": "half as fast",
    "turn": "go to a turn: a number and Enter follow",
    "floor": "go to where the next floor begins",
    "fight": "go to where the next fight begins",
    "beginning": "go to the beginning",
    "end": "go to the end",
    "messages": "read all messages so far",
    "help": "see these keys",
    "redraw": "paint the screen anew",
    "leave": "leave",
}
"""Everything a key can do, and what it is."""

KEYS: Mapping[str, str] = {
    " ": "pause",
    "right": "forward",
    "n": "forward",
    "left": "back",
    "b": "back",
    "+": "faster",
    "=": "faster",
    "-": "slower",
    "g": "turn",
    ">": "floor",
    "f": "fight",
    "home": "beginning",
    "end": "end",
    "m": "messages",
    "?": "help",
    "ctrl-l": "redraw",
    "q": "leave",
    "escape": "leave",
    "ctrl-d": "leave",
}

KEY_COLUMNS = 18
"""Width of the names of keys on their page."""


def key_page() -> list[str]:
    """Return which keys there are, to be read."""
    keys: dict[str, list[str]] = {}
    for key, act in KEYS.items():
        keys.setdefault(act, []).append(name_of(key))
    rows = [
        f"  {' '.join(names):<{KEY_COLUMNS}}{REPLAY_ACTIONS[act]}" for act, names in keys.items()
    ]
    return ["Keys while a game is watched", *rows]
