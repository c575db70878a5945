"""Pad: the buttons below the screen, and the words that name them in place of keys.

On a terminal menus are chosen from by letters and digits; whoever has no keys taps a row, or one
of the buttons that this module names. A sentence calls a button by its label, in brackets.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.view import GameView
from cc3k.play import messages
from cc3k.play.macros import heals_at_rest
from cc3k.play.narrator import PLAIN_HELP_HINT
from cc3k.play.prompts import find_menus, suited_ways
from cc3k.play.session import SessionStage
from cc3k.play.start_offers import ResumeOffer, StartOffer
from cc3k.terminal.app import ScreenApp
from cc3k.ui import pager, race_screen
from cc3k.ui.arcade_screen import KEYS_LINE, ArcadeReplayScreen
from cc3k.ui.command_input import ENTER
from cc3k.ui.console import Console
from cc3k.ui.end_screen import ASKED, SCROLL_HINT
from cc3k.ui.game_app import GameApp
from cc3k.ui.game_keys import LookMode
from cc3k.ui.keymap import DIRECTION_KEYS, KEYMAPS, MOVE, key_label
from cc3k.ui.menus import MENU_HINT, ChoiceMode
from cc3k.ui.modes import QuestionMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.race_screen import ExpansionPage, MenuItem, RaceMenu
from cc3k.ui.renderer import BOTTOM_TITLE
from cc3k.ui.replay_screen import KEYS_HINT, SHORT_KEYS_HINT, ReplayScreen
from cc3k.ui.settings import Phrase, Rewording


class PadButton(NamedTuple):
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
    ("forecast", "If", "what payments and wands would do here"),
    ("help", "?", "what keys and buttons do"),
)
"""Key actions with a button of their own: the action, its label, and its meaning."""

FREEZE = PadButton("Freeze", "hold enemies still", ("f",))
LEAVE = PadButton("Leave", "save the game and leave it", ("ctrl-d",))
GO = PadButton("Go", "go all the same", ("enter",), is_in_reach=True)
"""What a second press of the key of a look begins."""

CONTINUE_LABEL, EXPANSIONS_LABEL = "Go on", "Expansions"

WAY_SIGNS = {"nw": "↖", "no": "↑", "ne": "↗", "we": "←", "ea": "→", "sw": "↙", "so": "↓", "se": "↘"}
"""What stands for a direction on a button, as on the pad: drawn by the page, without a font."""

WATCH_KEY, LEAVE_KEY = "watch game", "leave replay"
"""Names of what the page itself does at a button, which no keyboard has."""

WATCH_ENDED = PadButton("Watch", "watch this game", (WATCH_KEY,))
LEAVE_REPLAY = PadButton("Leave the replay", "leave the replay for a game", (LEAVE_KEY,))

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
    PadButton("Next", "the next enemy or thing", ("tab",)),
    PadButton("Done", "stop looking", ("escape",)),
)
BUTTONS_OF_MODES: Mapping[type, Sequence[PadButton]] = {
    PagerMode: PAGER,
    QuestionMode: YES_OR_NO,
    LookMode: LOOKING,
}
GO_ON = PadButton("Go on", "go on from the end of the game", ("enter",))
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
JUMPING = (PadButton("Start", "the beginning", ("home",)), PadButton("End", "the end", ("end",)))
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
LESS_AND_MORE = (
    PadButton("Less", "a lower number for the chosen expansion", ("left",)),
    PadButton("More", "a higher number for the chosen expansion", ("right",)),
)
CLOSE_CHOICE = PadButton("Close", "go back, with nothing chosen", ("escape",))
PLAY_MARKED = PadButton("Play", "play what is marked", ("enter",), is_start=True)
HELP = PadButton("?", "what keys and buttons do", ("f1",))


def pad_of(app: ScreenApp) -> list[PadButton]:
    """Return the buttons of a screen; those of the arcade's games are in `arcade_touch`."""
    if isinstance(app, GameApp):
        return list(_console_buttons(app.console))
    if isinstance(app, ReplayScreen):
        runs = PAUSE if app.is_running else RUN
        return list(PAGER) if app.console.mode is not None else [runs, *REPLAY]
    if isinstance(app, ArcadeReplayScreen):
        return [PAUSE if app.is_running else RUN, *ARCADE_REPLAY]
    return []


def is_playing(console: Console) -> bool:
    """Return True while a game waits for its next command, and nothing else is open."""
    return console.mode is None and console.session.stage is SessionStage.PLAYING


def _console_buttons(console: Console) -> Iterator[PadButton]:
    game = console.session.game
    if type(console.mode) in BUTTONS_OF_MODES:
        yield from BUTTONS_OF_MODES[type(console.mode)]
    elif isinstance(console.mode, ExpansionPage):
        yield from expansion_buttons(console, console.mode)
    elif isinstance(console.mode, ChoiceMode):
        yield from menu_buttons(console.mode)
    elif game is None:
        yield from race_buttons(console)
    elif game.is_over:
        yield from (GO_ON,) if console.is_at_end_stop else END_SCREEN
    else:
        if console.has_next_page:
            yield MORE
        verbs = list(_verb_buttons(console, game))
        yield from verbs
        key = console.running.told_key  # a second press of which begins something
        if key and all(button.keys != (key,) for button in verbs):
            yield GO._replace(keys=(key,))
        yield from _buttons_in_reach(console, game)


def _buttons_in_reach(console: Console, game: GameState) -> Iterator[PadButton]:
    view, word_key = GameView(game), console.command_input.key_of("word")

    def in_reach(label: str, meaning: str, words: str) -> PadButton:
        keys = (word_key, *words.replace(" ", ""))
        return PadButton(label.rstrip(), meaning.rstrip(), keys, is_in_reach=True)

    for verb, does in (("a", "Attack"), ("u", "Use")):
        for way in suited_ways(game, verb):
            word, cell = way.command_word, view.cell_towards(way)
            name = view.enemies[cell].kind.name if cell in view.enemies else "potion"
            meaning = f"{does} the {name} to the {way.name}"
            yield in_reach(f"{does} {WAY_SIGNS[word]}", meaning, f"{verb} {word}")
    for each in game.rules.expansions:
        verb = each.items.pick_up_verb
        for way in suited_ways(game, "u") if verb else ():
            word, meaning = way.command_word, f"Take the potion to the {way.name} along"
            yield in_reach(f"Take {WAY_SIGNS[word]}", meaning, f"{verb} {word}")
    for menu, _ in find_menus(game):
        word = menu.words.partition(" ")[2]
        label = f"{menu.title} {WAY_SIGNS.get(word, word)}"
        yield in_reach(label, f"open the menu: {menu.title} {word}", menu.words)


def _verb_buttons(console: Console, game: GameState) -> Iterator[PadButton]:
    most = game.race.max_hp
    can_rest = most is not None and game.hero.hp < most and heals_at_rest(GameView(game))
    for action, label, meaning in VERBS:
        key = console.command_input.key_of(action)
        if key and (action != "rest" or can_rest):
            yield PadButton(label, meaning, (key,))
    word_key = console.command_input.key_of("word")
    yield FREEZE._replace(keys=(word_key, *FREEZE.keys))
    if console.session.is_practice:
        yield PadButton("Undo", "take the last turn back", (word_key, "z"))
    yield LEAVE._replace(keys=(console.command_input.key_of("leave"),))


def direction_keys(app: ScreenApp) -> dict[str, str]:
    """Return the key of each direction word: the arrows and their kin, unless bound otherwise.

    `middle` is that of the button between them: it looks around in a game, and chooses elsewhere.
    """
    if not isinstance(app, GameApp):
        return {**ARROWS, MIDDLE: " " if isinstance(app, ReplayScreen) else "enter"}
    console, keymap = app.console, app.console.command_input.keymap
    middle = console.command_input.key_of("look") if is_playing(console) else "enter"
    moves = {
        action.direction.command_word: key
        for key, action in keymap.items()
        if action.name == MOVE and action.direction is not None
    }
    kept = {word: key for word, key in ARROWS.items() if keymap.get(key) == KEYMAPS["words"][key]}
    return {**ARROWS, **moves, **kept, MIDDLE: middle}


def bound_keys(app: ScreenApp) -> list[str]:
    """Return the keys that a program has of those that are else the browser's: Ctrl, F1 and on."""
    keymap = app.console.command_input.keymap if isinstance(app, GameApp) else KEYMAPS["words"]
    return [key for key in keymap if key.startswith(("ctrl-", "f", "shift-f")) and len(key) > 1]


MIDDLE = "middle"

ARROWS = {way.command_word: key for key, way in DIRECTION_KEYS.items()}

MAX_LABEL = 24
"""Characters of a button at most; its meaning tells the rest."""

LEAST_OFFER_TEXT = 8
"""Characters of a row by which it is known to be of a kept game."""

SUMMARY = "Expansions on:"
"""The beginning of the row that stands for all expansions."""

SIGNS = {False: race_screen.OFF_MARK, True: race_screen.ON_MARK}
"""What stands before an expansion that is off or on, as on the screen."""


def race_buttons(console: Console) -> Iterator[PadButton]:
    """Yield the buttons of the race screen: other games, races, kept ones, and expansions.

    As a tap on its row does, the button of a race or of another game first marks it: only the
    second one begins a game.
    """
    menu = console.menu
    yield PLAY_MARKED
    for item in _new_games(menu):
        is_marked = item is menu.marked_item
        if isinstance(item, StartOffer):
            label, told = item.label, item.text
        else:
            label, told = item.name, f"a {item.name.lower()}"
        meaning = f"{'play' if is_marked else 'mark'} {told}"
        keys, is_start = tuple(keys_of_item(menu, item)), isinstance(item, StartOffer)
        yield PadButton(label, meaning, keys, is_marked=is_marked, is_start=is_start)
    if menu.resume_offers:
        yield PadButton(CONTINUE_LABEL, menu.resume_offers[0].text, (race_screen.CONTINUE_KEY,))
    if menu.switches.find_expansions():
        on = ", ".join([each.name for each in console.session.rules.expansions])
        meaning = f"switch expansions; on: {on or 'none'}"
        yield PadButton(EXPANSIONS_LABEL, meaning, (race_screen.PAGE_KEY,))
    yield HELP


def expansion_buttons(console: Console, page: ExpansionPage) -> Iterator[PadButton]:
    yield from (CLOSE_CHOICE, *UP_AND_DOWN)
    yield from LESS_AND_MORE if page.chosen_with_number(console.session) else ()
    on = {each.name for each in console.session.rules.expansions}
    for key, each in zip(race_screen.PAGE_KEYS, page.switches.find_expansions(), strict=False):
        is_on = each.name in on
        meaning = f"{each.name} is {'on' if is_on else 'off'}: {each.sentence}"
        yield PadButton(f"{SIGNS[is_on]} {each.name}", meaning, (key,))


def menu_buttons(mode: ChoiceMode) -> Iterator[PadButton]:
    """Yield a way back, what can be done with the chosen line of a menu, and its lines.

    The lines come last: of many the last ones may have to be scrolled to.
    """
    yield from (CLOSE_CHOICE, *UP_AND_DOWN)
    for command in mode.chosen.commands:
        label, key = command.label, command.key
        meaning = f"{key_label(key)}: {label} {mode.chosen.text}"
        yield PadButton(label[:1].upper() + label[1:MAX_LABEL], meaning, (key,))
    for line in mode.choices:
        yield PadButton(_short_label(line.name), line.text, (line.key,))


def _short_label(text: str) -> str:
    name = re.sub(r"^(an?|the) ", "", text)
    if len(name) <= MAX_LABEL:
        return name[:1].upper() + name[1:]
    whole = name[:MAX_LABEL].rpartition(" ")[0].rstrip(" ,;:") or name[: MAX_LABEL - 1]
    return f"{whole[:1].upper()}{whole[1:]}…"


def keys_of_row(console: Console, rows: Sequence[str], number: int) -> list[str] | None:
    """Return the keys that a tap on a row of a choice stands for; None if nothing is chosen from.

    A row begins with its key; kept games, and rows below another, are known by their text.
    """
    text = rows[number] if number < len(rows) else ""
    word = next(filter(None, text.split(" ")), "")
    if isinstance(console.mode, ChoiceMode):
        return [word] if word in [line.key for line in console.mode.choices] else []
    if isinstance(console.mode, ExpansionPage):
        chosen = race_screen.expansion_of_key(console.mode.switches, word)
        return [] if chosen is None else [word]
    if console.session.game is not None or console.mode is not None:
        return None
    same_above = sum([row == text for row in rows[:number]])
    return _keys_of_race_row(console, word, text.strip(), same_above)


def _keys_of_race_row(console: Console, word: str, text: str, same_above: int) -> list[str]:
    menu = console.menu
    strengths = {race.good_at or race.trait: race for race in menu.races}
    for item in _new_games(menu):
        if word == item.key or strengths.get(text) is item:
            return keys_of_item(menu, item)
    if text.startswith(SUMMARY):
        return [race_screen.PAGE_KEY]
    if len(text) < LEAST_OFFER_TEXT:
        return []
    offers: list[StartOffer | ResumeOffer] = [*menu.start_offers, *menu.resume_offers]
    offers_so_called = [offer for offer in offers if text in offer.text]
    return keys_of_item(menu, offers_so_called[same_above]) if offers_so_called else []


def keys_of_item(menu: RaceMenu, item: MenuItem) -> list[str]:
    """Return the key that marks a row of the race screen; once it is marked, the one that plays."""
    if item is not menu.marked_item:
        return [f"{race_screen.MARK}{menu.items.index(item)}"]
    return [ENTER if isinstance(item, ResumeOffer) else item.key]


def _new_games(menu: RaceMenu) -> list[Race | StartOffer]:
    return [*menu.start_offers, *menu.races]


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
    pager.ANY_KEY_HINT: "[Close] goes back.",
    pager.SCROLL_KEYS_HINT: "[Up], [Down] or a drag scrolls; [Close] goes back.",
    pager.SHORT_SCROLL_HINT: "[Up] [Down] scroll; [Close] goes back.",
    pager.TOPICS_HINT: "[Up], [Down] or a drag scrolls; [Close] goes back.",
    pager.SHORT_TOPICS_HINT: "[Up] [Down] scroll; [Close] goes back.",
    messages.END_STOP_HINT: "Tap [Go on].",
    messages.YES_OR_NO_KEYS: "Tap [Yes] or [No].",
    messages.GAME_SUMMARY_HINT: "([Story] tells it)",
    ASKED: "[Again] plays again, [Leave] leaves. [Board], [Story], [Log] and [Watch] show this "
    "game, [Picture] draws its last board.",
    SCROLL_HINT: "The arrow buttons scroll.",
    messages.RESUME_KEYS_HINT: "[Go on] goes on with the game you left; a race begins another one.",
    PLAIN_HELP_HINT: "[?] lists all buttons.",
    messages.HELP_HINT: "[?] explains the game and its buttons, and tells who is who.",
    race_screen.MORE_ABOVE: "-- more above: drag --",
    race_screen.MORE_BELOW: "-- more below: drag --",
    race_screen.PAGE_HEADING: "Expansions: a tap switches one",
    MENU_HINT: "[Up] and [Down] choose; [Close] goes back.",
    BOTTOM_TITLE: " any button goes on ",
    messages.STOPPED_BY_KEY: "Stopped.",
    SHORT_KEYS_HINT: "",
    KEYS_HINT: "[Leave the replay] ends it.",
    KEYS_LINE: "[Run] runs, [Back] and [Next] step, [Leave the replay] ends it",
}
"""Whole sentences about keys, and what is said in their place."""

PATTERNS: Sequence[Phrase] = (
    (
        re.escape(messages.race_menu_hint("\0")).replace("\0", "(.*)"),
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
