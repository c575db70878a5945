"""Pad buttons: a button below the screen, and the buttons of screens that always have the same."""

from collections.abc import Sequence

from attrs import frozen


@frozen
class PadButton:
    """A button: its label, what a screen reader says of it, and the keys that it presses.

    A label is of letters that every font has; the page draws `WAY_SIGNS` itself. A button of what
    is in reach, or seldom needed, stands above the directions: all others stay where they are.
    """

    label: str
    meaning: str
    keys: tuple[str, ...]
    is_in_reach: bool = False
    is_marked: bool = False
    """Whether it names what is marked on the screen."""
    is_start: bool = False
    """Whether it begins a game on the first screen: without a pad it stands above that."""
    is_answer: bool = False
    """Whether it answers a question: these stand where no other button does."""


VERBS: Sequence[tuple[str, str, str]] = (
    ("fight", "Fight", "fight the nearest enemy that it pays to fight"),
    ("collect", "Collect", "collect what is safe"),
    ("stairs", "Stairs", "travel to the stairs"),
    ("gold", "Gold", "travel to gold"),
    ("potion", "Potion", "travel to a potion"),
    ("rest", "Rest", "rest until healed"),
    ("look", "Look", "look around"),
    ("messages", "Log", "all messages"),
    ("discoveries", "Found", "potions known, and kills"),
    ("help", "?", "what keys and buttons do"),
)
"""Key actions with a button of their own: the action, its label, and its meaning."""

FREEZE = PadButton("Freeze", "hold enemies still", ("f",))
LEAVE = PadButton("Leave", "save the game and leave it", ("ctrl-d",))
GO = PadButton("Go", "go all the same", ("enter",), is_in_reach=True)
"""What a second press of the key of a look begins."""

CONTINUE_LABEL, EXPANSIONS_LABEL = "Go on", "Expansions"

WAY_SIGNS = {
    "nw": "↖",
    "no": "↑",
    "ne": "↗",
    "we": "←",
    "ea": "→",
    "sw": "↙",
    "so": "↓",
    "se": "↘",
}
"""What stands for a direction on a button, as on the pad: drawn by the page, without a font."""

WATCH_KEY, LEAVE_KEY = "watch game", "leave replay"
"""Names of what the page itself does at a button, which no keyboard has."""

WATCH_ENDED = PadButton("Watch", "watch this game", (WATCH_KEY,))
LEAVE_REPLAY = PadButton("Leave the replay", "leave the replay for a game", (LEAVE_KEY,))


def bracketed(label: str) -> str:
    return f"[{label}]"


def name_of_button(buttons: Sequence[PadButton], key: str) -> str:
    return bracketed(next(button.label for button in buttons if button.keys == (key,)))


YES_OR_NO = (
    PadButton("Yes", "yes", ("y",), is_answer=True),
    PadButton("No", "no", ("n",), is_answer=True),
)
PAGER = (
    PadButton("Up", "scroll up", ("page up",)),
    PadButton("Down", "scroll down", ("page down",)),
    PadButton("Close", "close this page", ("escape",)),
)
LOOKING = (
    PadButton("Go", "travel there", ("enter",)),
    PadButton("Next", "the next enemy", ("tab",)),
    PadButton("Done", "stop looking", ("escape",)),
)
END_STOP = (PadButton("Go on", "go on from the end of the game", ("enter",)),)
MORE = PadButton("More", "read on", (" ",), is_in_reach=True)
END_SCREEN = (
    PadButton("Again", "play again", ("r",)),
    PadButton("Board", "the last board", ("b",)),
    PadButton("Story", "the story of the game", ("enter",)),
    PadButton("Picture", "draw the last board as a picture", ("p",)),
    PadButton("Log", "all messages", ("m",)),
    PadButton("Leave", "leave this game", ("q",)),
)
RUN = PadButton("Run", "let the replay run", (" ",))
PAUSE = PadButton("Pause", "let the replay pause", (" ",))
STEPPING = (
    PadButton("Back", "a command back", ("left",)),
    PadButton("Next", "a command forward", ("right",)),
)
JUMPING = (
    PadButton("Start", "the beginning", ("home",)),
    PadButton("End", "the end", ("end",)),
)
REPLAY = (
    *STEPPING,
    PadButton("Slower", "half as fast", ("-",)),
    PadButton("Faster", "twice as fast", ("+",)),
    PadButton("Floor", "the next floor", (">",)),
    PadButton("Fight", "the next fight", ("f",)),
    *JUMPING,
    PadButton("Log", "all messages so far", ("m",)),
)
ARCADE_REPLAY = (*STEPPING, *JUMPING)
"""Buttons of replays, after the one that lets it run or pause."""

UP_AND_DOWN = (
    PadButton("Up", "the one above", ("up",)),
    PadButton("Down", "the one below", ("down",)),
)
CLOSE_CHOICE = PadButton("Close", "go back, with nothing chosen", ("escape",))
PLAY_MARKED = PadButton("Play", "play what is marked", ("enter",), is_start=True)
HELP = PadButton("?", "what keys and buttons do", ("f1",))
