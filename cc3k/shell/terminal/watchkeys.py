"""Which key does what while a game is watched."""

from collections.abc import Mapping

from cc3k.shell.terminal.keytable import name_of

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
