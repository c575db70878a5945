"""Pad buttons: a button below the screen, and the buttons of screens that always have the same."""

from collections.abc import Sequence

from attrs import frozen


@frozen
class PadButton:
    """A button: its label, what a screen reader says of it, and the keys that it presses.

    One of what is in reach stands below those that are always there: they stay where they are.
    """

    label: str
    meaning: str
    keys: tuple[str, ...]
    is_in_reach: bool = False


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
    ("help", "?", "all keys"),
)
"""Key actions with a button of their own: the action, its label, and its meaning."""

FREEZE = PadButton("Freeze", "hold enemies still, or let them go", ("f",))
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
"""What stands for a direction on a button, as on the pad."""

WATCH_KEY, LEAVE_KEY = "watch game", "leave replay"
"""Names of what the page itself does at a button, which no keyboard has."""

WATCH_ENDED = PadButton("Watch", "watch this game", (WATCH_KEY,))
LEAVE_REPLAY = PadButton("Leave the replay", "leave the replay for a game", (LEAVE_KEY,))

YES_OR_NO = (PadButton("Yes", "yes", ("y",)), PadButton("No", "no", ("n",)))
PAGER = (
    PadButton("▲", "scroll up", ("page up",)),
    PadButton("▼", "scroll down", ("page down",)),
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
REPLAY = (
    PadButton("⏯", "pause or continue", (" ",)),
    PadButton("◀", "a command back", ("left",)),
    PadButton("▶", "a command forward", ("right",)),
    PadButton("Slower", "half as fast", ("-",)),
    PadButton("Faster", "twice as fast", ("+",)),
    PadButton("Floor", "the next floor", (">",)),
    PadButton("Fight", "the next fight", ("f",)),
    PadButton("⏮", "the beginning", ("home",)),
    PadButton("⏭", "the end", ("end",)),
    PadButton("Log", "all messages so far", ("m",)),
)
ARCADE_REPLAY = tuple(
    [button for button in REPLAY if button.keys[0] in {" ", "left", "right", "home", "end"}]
)
ARCADE = (
    PadButton("⏎", "Enter", ("enter",)),
    PadButton("Space", "Space", (" ",)),
    PadButton("Tab", "Tab", ("tab",)),
    PadButton("⌫", "Backspace", ("backspace",)),
    PadButton("Esc", "Escape", ("escape",)),
    PadButton("n", "n", ("n",)),
    PadButton("y", "y", ("y",)),
    PadButton("?", "the keys of this game", ("?",)),
    PadButton("Leave", "leave this game", ("q",)),
)
UP_AND_DOWN = (
    PadButton("▲", "the one above", ("up",)),
    PadButton("▼", "the one below", ("down",)),
)
CLOSE_CHOICE = PadButton("Close", "go back, with nothing chosen", ("escape",))
RACE_SCREEN_END = (
    *UP_AND_DOWN,
    PadButton("Choose", "choose the marked one", ("enter",)),
    PadButton("?", "all keys", ("f1",)),
)
