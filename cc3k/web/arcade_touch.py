"""Arcade by touch: the buttons of each game, and the words that name them in place of its keys."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cc3k.arcade.defender import board_screen as defender
from cc3k.arcade.escape import board_screen as escape
from cc3k.arcade.gems import board_screen as gems
from cc3k.terminal.app import ScreenApp
from cc3k.ui import arcade_screen as shell
from cc3k.ui.arcade_screen import ArcadeScreen
from cc3k.ui.settings import Rewording
from cc3k.web.pad import PAGER, YES_OR_NO, PadButton

ENTER = PadButton("Enter", "Enter", ("enter",))
HELP = PadButton("?", "what buttons and taps do", ("?",), is_in_reach=True)
LEAVE_GAME = PadButton("Leave", "leave this game, which is kept", ("q",), is_in_reach=True)
ANOTHER = PadButton("New game", "begin another game", ("n",))
CLOSE = PAGER[-1]
ERASE = PadButton("Erase", "take a letter back", ("backspace",))
SAVE_NAME = PadButton("Save", "save by this name", ("enter",))
GO_BACK = PadButton("Go back", "go back, with nothing done", ("escape",))
LETTERS = tuple([PadButton(letter, letter, (letter,)) for letter in "abcdefghijklmnopqrstuvwxyz"])

GEMS = (
    PadButton("Hints", "hints; again, the next one", ("h",)),
    PadButton("List", "the next list, before a game", ("tab",)),
    PadButton("Save", "save the game by a name", ("s",)),
    PadButton("Load", "load a game that was saved", ("l",)),
    PadButton("New", "give the game up, and choose another", ("n",)),
    GO_BACK,
)
DEFENDER = (
    PadButton("Pass", "pass, and regenerate twice", ("p",)),
    PadButton("Fire", "fire", ("f",)),
    PadButton("Power", "use the special power", ("s",)),
    PadButton("Action", "choose what [Enter] does: move or pass, fire, the power", ("a",)),
    PadButton("Enemy", "aim at the next enemy in sight", ("tab",)),
    PadButton("Ship", "put the cursor on the Starfighter", ("home",)),
    PadButton("Log", "the log in words, or as the transcript has it", ("l",)),
    PadButton("Log up", "read the log of the turn, upwards", ("page up",)),
    PadButton("Log down", "read the log of the turn, downwards", ("page down",)),
    PadButton("Debug", "no fog, and the whole log", ("d",)),
    PadButton("Give up", "end this game or setup; in a game, twice", ("x",), is_in_reach=True),
)
ESCAPE = (
    PadButton("Next piece", "go to the next piece of yours", ("tab",)),
    PadButton("Put back", "put the picked piece back", ("escape",)),
    PadButton("Far up", "move the cursor far up", ("page up",)),
    PadButton("Far down", "move the cursor far down", ("page down",)),
    PadButton("Rules", "hide or show goal, signs and pieces", ("i",)),
)


class ArcadeTouch(NamedTuple):
    """A game of the arcade without keys: its buttons, what taps do, and sentences about keys."""

    buttons: Sequence[PadButton]
    taps: Sequence[str]
    sentences: Mapping[str, str]


BY_KEYBOARD = Rewording(phrases=((re.escape(": cc3k gems --practice"), "."),))
"""A page has no command line."""

SHELL_SENTENCES = {
    shell.LEAVE_QUESTION: "Leave? The game is kept. [Yes] leaves, any other button goes on.",
    shell.OVER: "The game is over. [Enter] plays again, [Leave] leaves.",
    shell.TOO_SMALL: "[Leave] leaves.",
    shell.OFFER_HINT: "A tap goes on with that game, [New game] begins another.",
    shell.ANY_KEY: "Any button goes back.",
    shell.MORE_KEY: "Any button goes on to the buttons.",
}
"""What every game is told in, beside its own sentences."""

ARCADE_TOUCH: Mapping[str, ArcadeTouch] = {
    "defender": ArcadeTouch(
        DEFENDER,
        (
            "Tap a cell to aim there, and tap it again to fly there.",
            "In a menu, tap what you want; the arrow buttons change numbers.",
            "[Enter] does what is chosen; in a menu, it goes on.",
        ),
        {
            defender.FORM_KEYS: "The arrow buttons change a number, [Enter] goes on to the setup.",
            defender.MENU_KEYS: "Tap what you want; [Enter] begins the game, [Give up] goes back "
            "to the start.",
            defender.GAME_KEYS: "A tap aims, a second one or [Enter] flies there; [Fire] fires "
            "ahead.",
            defender.OVER_KEYS: "[Enter] begins another game.",
            defender.ABORT_QUESTION: "This ends the game. Tap [Give up] again to do it.",
        },
    ),
    "gems": ArcadeTouch(
        GEMS,
        (
            "Tap a gem to put the cursor there, and tap it again to remove its group.",
            "In a list, tap what you want, and tap it again to begin.",
            "[Enter] removes the lit gems; in a list, it begins or loads.",
        ),
        {
            gems.WATCH_LINE: "A tap or [Enter] makes the next move at once.",
            gems.MENU_LINE: "Tap a board, a policy and who plays; [Enter] begins, [Load] loads a "
            "saved game.",
            gems.GAME_LINE: "A tap puts the cursor on a gem; a second one or [Enter] removes its "
            "group.",
            gems.NO_UNDO: "Moves are taken back in practice only.",
            gems.FilePrompt.help_line: "The arrow buttons choose, [Enter] loads, [Go back] goes "
            "back.",
            gems.NamePrompt.help_line: "Tap the letters of a name; [Save] saves, [Go back] goes "
            "back.",
            gems.GiveUpPrompt.help_line: "[Yes] gives up, any other button goes on.",
        },
    ),
    "escape": ArcadeTouch(
        ESCAPE,
        (
            "Tap a piece of yours to pick it, and then the place where it goes.",
            "Tap it again to put it back.",
            "[Enter] picks and puts a piece under the cursor of the arrow buttons.",
        ),
        {
            escape.KEYS_LINE: "Tap a piece of yours, then where it goes; [Next piece] finds one.",
            escape.PICK_FIRST: "Pick a piece of yours first: [Next piece] goes to the next one.",
            escape.AGAIN_TO_FALL: "Tap there again, if that is what you want.",
        },
    ),
}


def arcade_rewording(game: str, *, is_by_touch: bool) -> Rewording:
    if not is_by_touch:
        return BY_KEYBOARD
    buttons, taps, sentences = ARCADE_TOUCH[game]
    buttons = [*buttons, HELP, LEAVE_GAME]
    width = max(len(button.label) for button in buttons) + 2
    lines = [f"{f'[{each.label}]':{width}}  {each.meaning}" for each in buttons]
    said = {**SHELL_SENTENCES, **sentences}
    phrases = [(re.escape(written), words) for written, words in said.items()]
    return Rewording(phrases=phrases, help_lines=(*taps, "", *lines))


def arcade_buttons(app: ArcadeScreen, game: str) -> Iterator[PadButton]:
    if app.is_reading:
        yield CLOSE
    elif app.is_asking:
        yield from YES_OR_NO
    elif app.is_typing:
        yield from (SAVE_NAME, ERASE, GO_BACK, *LETTERS)
    elif app.offers:
        for number, offer in enumerate(app.offers[: shell.MAX_OFFERS], start=1):
            yield PadButton(str(number), f"go on: {offer.description}", (str(number),))
        yield from (ANOTHER, HELP, LEAVE_GAME)
    else:
        yield from (ENTER, *ARCADE_TOUCH[game].buttons, HELP, LEAVE_GAME)


def keys_of_offer(app: ScreenApp, rows: Sequence[str], number: int) -> list[str]:
    """Return the key that goes on with the kept game of a row; none if the row has no such game."""
    if not isinstance(app, ArcadeScreen) or not app.offers or app.is_asking or app.is_reading:
        return []
    word = (rows[number] if number < len(rows) else "").partition(" ")[0]
    return [word] if word in [str(at + 1) for at in range(len(app.offers))] else []
