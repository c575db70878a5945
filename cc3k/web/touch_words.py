"""Touch words: what the page says to whoever plays by buttons and taps, and has no keys.

Each button is called by its label, in brackets, as the pad has it: here no label is written anew.
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
from cc3k.play.plain_answers import PLAIN_HELP_HINT
from cc3k.ui.arcade_replay import KEYS_LINE
from cc3k.ui.end_screen import ASKED, SCROLL_HINT
from cc3k.ui.menu import PAGE_HEADING
from cc3k.ui.modes import ANY_KEY_HINT, MENU_HINT, SCROLL_KEYS_HINT, SHORT_SCROLL_HINT
from cc3k.ui.race_screen import MORE_ABOVE, MORE_BELOW
from cc3k.ui.replay_screen import KEYS_HINT, SHORT_KEYS_HINT
from cc3k.ui.settings import Phrase, Rewording
from cc3k.ui.view import BOTTOM_TITLE
from cc3k.web.pad import (
    CONTINUE_LABEL,
    END_SCREEN,
    END_STOP,
    EXPANSIONS_LABEL,
    FREEZE,
    GO,
    LEAVE,
    LEAVE_REPLAY,
    LESS_AND_MORE,
    LOOKING,
    PAGER,
    PLAY_MARKED,
    REPLAY,
    RUN,
    VERBS,
    WATCH_ENDED,
    YES_OR_NO,
    bracketed,
    name_of_button,
)

REST_OF_LINE = "(.*)"


UP, DOWN, CLOSE = (name_of_button(PAGER, key) for key in ("page up", "page down", "escape"))
PLAY = bracketed(PLAY_MARKED.label)
LOOK_NEXT = name_of_button(LOOKING, "tab")
YES, NO = (name_of_button(YES_OR_NO, key) for key in "yn")
AGAIN, BOARD, STORY, PICTURE, LOG, QUIT = (
    name_of_button(END_SCREEN, key) for key in ("r", "b", "enter", "p", "m", "q")
)
ACTIONS = {
    **{action: bracketed(label) for action, label, _ in VERBS},
    "leave": bracketed(LEAVE.label),
    "freeze": bracketed(FREEZE.label),
}
BACK, FORWARD = (name_of_button(REPLAY, key) for key in ("left", "right"))

KEYS = {"enter": bracketed(GO.label), "tab": LOOK_NEXT}
"""Buttons of keys that have no action of their own."""

HINT_PHRASES = {
    "walking": "The arrow buttons move you",
    "steps": "the arrow buttons",
    "running": "A tap on a tile travels",
    "looking": f"{ACTIONS['look']} looks around: "
    f"there {LOOK_NEXT} goes from enemy to enemy, and tells",
}

SENTENCES = {
    ANY_KEY_HINT: f"{CLOSE} goes back.",
    SCROLL_KEYS_HINT: f"{UP}, {DOWN} or a drag scrolls; {CLOSE} goes back.",
    SHORT_SCROLL_HINT: f"{UP} {DOWN} scroll; {CLOSE} goes back.",
    END_STOP_HINT: f"Tap {name_of_button(END_STOP, 'enter')}.",
    YES_OR_NO_KEYS: f"Tap {YES} or {NO}.",
    GAME_SUMMARY_HINT: f"({STORY} tells it)",
    ASKED: f"{AGAIN} plays again, {QUIT} leaves. {BOARD}, {STORY}, {LOG} and "
    f"{bracketed(WATCH_ENDED.label)} show this game, {PICTURE} draws its last board.",
    SCROLL_HINT: "The arrow buttons scroll.",
    RESUME_KEYS_HINT: f"{bracketed(CONTINUE_LABEL)} goes on with the game you left; "
    "a race begins another one.",
    PLAIN_HELP_HINT: f"{ACTIONS['help']} lists all buttons.",
    HELP_HINT: f"{ACTIONS['help']} explains the game and its buttons, and tells who is who.",
    MORE_ABOVE: "-- more above: drag --",
    MORE_BELOW: "-- more below: drag --",
    PAGE_HEADING: "Expansions: a tap switches one",
    MENU_HINT: f"{UP} and {DOWN} choose; {CLOSE} goes back.",
    BOTTOM_TITLE: " any button goes on ",
    STOPPED_BY_KEY: "Stopped.",
    SHORT_KEYS_HINT: "",
    KEYS_HINT: f"{bracketed(LEAVE_REPLAY.label)} ends it.",
    KEYS_LINE: f"{bracketed(RUN.label)} runs, {BACK} and {FORWARD} step, "
    f"{bracketed(LEAVE_REPLAY.label)} ends it",
}
"""Whole sentences about keys, and what is said in their place."""

PATTERNS: Sequence[Phrase] = (
    (
        re.escape(race_menu_hint("\0")).replace("\0", REST_OF_LINE),
        f"Tap a row to mark it, again or {PLAY} to begin.",
    ),
    (
        r"; x lists all of them, [^;]* switch [a-z ]*",
        f"; {bracketed(EXPANSIONS_LABEL)} switches them",
    ),
    (
        "Left and Right change",
        f"{' and '.join([bracketed(each.label) for each in LESS_AND_MORE])} change",
    ),
    (r" \(y/n\)( \S+ is y\.)?", ""),
    ("click there again", "tap there again"),
    (r"\b(or )?press (\[)", r"\1tap \2"),
    (r"\bp draws the last board", f"{PICTURE} draws the last board"),
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


KEYS_NOT_WORDS: Phrase = (re.escape(PLAIN_HELP_HINT), "Question mark lists all keys.")
"""What says how to ask for help, to whom the sentences of plain mode are read out."""

BY_KEYBOARD = Rewording(phrases=(*COMMAND_LINES, KEYS_NOT_WORDS))
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
        *[f"  {bracketed(label)} {meaning}" for _, label, meaning in VERBS],
        *[f"  {bracketed(button.label)} {button.meaning}" for button in (FREEZE, LEAVE)],
    ),
)


def rewording_for(*, is_by_touch: bool) -> Rewording:
    return BY_TOUCH if is_by_touch else BY_KEYBOARD
