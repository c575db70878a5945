"""Touch words: what the page says to whoever plays by buttons and taps, and has no keys.

A button is called by its label, in brackets, as the pad has it.
"""

import re
from collections.abc import Sequence

from cc3k.play.messages import (
    END_STOP_HINT,
    GAME_SUMMARY_HINT,
    HELP_HINT,
    RESUME_KEYS_HINT,
    STOPPED_BY_KEY,
    YES_OR_NO_KEYS,
    race_menu_hint,
)
from cc3k.play.narrator import PLAIN_HELP_HINT
from cc3k.ui.arcade_screen import KEYS_LINE
from cc3k.ui.end_screen import ASKED, SCROLL_HINT
from cc3k.ui.modes import (
    ANY_KEY_HINT,
    MENU_HINT,
    SCROLL_KEYS_HINT,
    SHORT_SCROLL_HINT,
    SHORT_TOPICS_HINT,
    TOPICS_HINT,
)
from cc3k.ui.race_screen import MORE_ABOVE, MORE_BELOW, PAGE_HEADING
from cc3k.ui.renderer import BOTTOM_TITLE
from cc3k.ui.replay_screen import KEYS_HINT, SHORT_KEYS_HINT
from cc3k.ui.settings import Phrase, Rewording
from cc3k.web.pad import FREEZE, LEAVE, VERBS

ACTIONS = {action: f"[{label}]" for action, label, _ in VERBS}
ACTIONS |= {"leave": "[Leave]", "freeze": "[Freeze]"}

KEYS = {"enter": "[Go]", "tab": "[Next]"}
"""Buttons of keys that have no action of their own."""

HINT_PHRASES = {
    "walking": "The arrow buttons move you",
    "steps": "the arrow buttons",
    "running": "A tap on a tile travels",
    "looking": "[Look] looks around: there [Next] goes from enemy to enemy, and tells",
}

SENTENCES = {
    ANY_KEY_HINT: "[Close] goes back.",
    SCROLL_KEYS_HINT: "[Up], [Down] or a drag scrolls; [Close] goes back.",
    SHORT_SCROLL_HINT: "[Up] [Down] scroll; [Close] goes back.",
    TOPICS_HINT: "[Up], [Down] or a drag scrolls; [Close] goes back.",
    SHORT_TOPICS_HINT: "[Up] [Down] scroll; [Close] goes back.",
    END_STOP_HINT: "Tap [Go on].",
    YES_OR_NO_KEYS: "Tap [Yes] or [No].",
    GAME_SUMMARY_HINT: "([Story] tells it)",
    ASKED: "[Again] plays again, [Leave] leaves. [Board], [Story], [Log] and [Watch] show this "
    "game, [Picture] draws its last board.",
    SCROLL_HINT: "The arrow buttons scroll.",
    RESUME_KEYS_HINT: "[Go on] goes on with the game you left; a race begins another one.",
    PLAIN_HELP_HINT: "[?] lists all buttons.",
    HELP_HINT: "[?] explains the game and its buttons, and tells who is who.",
    MORE_ABOVE: "-- more above: drag --",
    MORE_BELOW: "-- more below: drag --",
    PAGE_HEADING: "Expansions: a tap switches one",
    MENU_HINT: "[Up] and [Down] choose; [Close] goes back.",
    BOTTOM_TITLE: " any button goes on ",
    STOPPED_BY_KEY: "Stopped.",
    SHORT_KEYS_HINT: "",
    KEYS_HINT: "[Leave the replay] ends it.",
    KEYS_LINE: "[Run] runs, [Back] and [Next] step, [Leave the replay] ends it",
}
"""Whole sentences about keys, and what is said in their place."""

PATTERNS: Sequence[Phrase] = (
    (
        re.escape(race_menu_hint("\0")).replace("\0", "(.*)"),
        "Tap a row to mark it, again or [Play] to begin.",
    ),
    (r"; x lists all of them, [^;]* switch [a-z ]*", "; [Expansions] switches them"),
    ("Left and Right change", "[Less] and [More] change"),
    (r" \(y/n\)( \S+ is y\.)?", ""),
    ("click there again", "tap there again"),
    (r"\b(or )?press (\[)", r"\1tap \2"),
    (r"\bp draws the last board", "[Picture] draws the last board"),
)
"""Parts of sentences about keys, as regular expressions."""

PLAY_HINT = "Share copies a link that plays these floors again."
WATCH_HINT = "Share copies a link that shows all of it."

COMMAND_LINES: Sequence[Phrase] = (
    (r"cc3k\b[^\n]* --seed \d+ --race \w+", PLAY_HINT),
    (r"cc3k\b[^\n]* --seed \d+, and then its game \d+", WATCH_HINT),
    (": cc3k --continue resumes it", "; Games goes on with it"),
)
"""Command lines, which a page has none of: its links do the same."""

HELP_LINES = (
    "By touch",
    "  Tap a tile to travel there: it stops for whatever is dangerous.",
    "  Tap an enemy beside you to attack it.",
    "  Press long on a tile to look at it: for an enemy, the odds of a fight are shown.",
    "  Drag up or down to scroll a page; tap a row of a menu to choose it.",
    "  On the race screen a tap marks a row, and shows a race's figures; tap it again to play.",
    "  The arrow buttons go a step, or attack; the one in their middle looks around.",
    "  What is in reach has buttons of its own: attacks, potions, a shop.",
)


BY_KEYBOARD = Rewording(
    phrases=(*COMMAND_LINES, (re.escape(PLAIN_HELP_HINT), "Question mark lists all keys."))
)
"""Sentences of plain mode are read out: one says how to ask for help, to whom they are read."""

BY_TOUCH = Rewording(
    ACTIONS,
    KEYS,
    HINT_PHRASES,
    (
        *[(re.escape(hint), said.replace("\\", r"\\")) for hint, said in SENTENCES.items()],
        *PATTERNS,
        *COMMAND_LINES,
    ),
    (
        *HELP_LINES,
        "The buttons",
        *[f"  [{label}] {meaning}" for _, label, meaning in VERBS],
        *[f"  [{button.label}] {button.meaning}" for button in (FREEZE, LEAVE)],
    ),
)
