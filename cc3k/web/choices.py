"""Choices: the race screen, the page of expansions and menus, by buttons and by taps on their rows.

On a terminal they are chosen from by letters and digits; whoever has no keys taps a row, or one of
the buttons that this module names.
"""

import re
from collections.abc import Iterator, Sequence

from cc3k.engine.hero import Race
from cc3k.saves.replay import ResumeOffer
from cc3k.saves.setup import StartOffer
from cc3k.ui.console import Console
from cc3k.ui.keymap import key_label
from cc3k.ui.menu import (
    CONTINUE_KEY,
    OFF_MARK,
    ON_MARK,
    PAGE_KEY,
    PAGE_KEYS,
    ExpansionPage,
    MenuItem,
    RaceMenu,
    expansion_of_key,
)
from cc3k.ui.modes import ENTER, ChoiceMode
from cc3k.ui.race_screen import mark_key
from cc3k.web.pad_buttons import (
    CLOSE_CHOICE,
    CONTINUE_LABEL,
    EXPANSIONS_LABEL,
    HELP,
    PLAY_MARKED,
    UP_AND_DOWN,
    PadButton,
)

MAX_LABEL = 24
"""Characters of a button at most; its meaning tells the rest."""

LEAST_OFFER_TEXT = 8
"""Characters of a row by which it is known to be of a kept game."""

SUMMARY = "Expansions on:"
"""The beginning of the row that stands for all expansions."""

SIGNS = {False: OFF_MARK, True: ON_MARK}
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
        label, told = _words_of_item(item)
        meaning = f"{'play' if is_marked else 'mark'} {told}"
        keys, is_start = tuple(keys_of_item(menu, item)), isinstance(item, StartOffer)
        yield PadButton(label, meaning, keys, is_marked=is_marked, is_start=is_start)
    if menu.resume_offers:
        yield PadButton(CONTINUE_LABEL, menu.resume_offers[0].text, (CONTINUE_KEY,))
    if menu.switches.find_expansions():
        on = ", ".join([each.name for each in console.session.rules.expansions])
        yield PadButton(EXPANSIONS_LABEL, f"switch expansions; on: {on or 'none'}", (PAGE_KEY,))
    yield HELP


def expansion_buttons(console: Console, page: ExpansionPage) -> Iterator[PadButton]:
    yield from (CLOSE_CHOICE, *UP_AND_DOWN)
    on = {each.name for each in console.session.rules.expansions}
    for key, each in zip(PAGE_KEYS, page.switches.find_expansions(), strict=False):
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
        yield PadButton(_short_label(line.text), line.text, (line.key,))


def _short_label(text: str) -> str:
    """Return what a line of a menu names, without its article, cut at the end of a word."""
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
        return [word] if expansion_of_key(console.mode.switches, word) is not None else []
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
        return [PAGE_KEY]
    if len(text) < LEAST_OFFER_TEXT:
        return []
    offers: list[StartOffer | ResumeOffer] = [*menu.start_offers, *menu.resume_offers]
    offers_so_called = [offer for offer in offers if text in offer.text]
    return keys_of_item(menu, offers_so_called[same_above]) if offers_so_called else []


def keys_of_item(menu: RaceMenu, item: MenuItem) -> list[str]:
    """Return the key that marks a row of the race screen; once it is marked, the one that plays."""
    if item is not menu.marked_item:
        return [mark_key(menu.items.index(item))]
    return [ENTER if isinstance(item, ResumeOffer) else item.key]


def _new_games(menu: RaceMenu) -> list[Race | StartOffer]:
    return [*menu.start_offers, *menu.races]


def _words_of_item(item: Race | StartOffer) -> tuple[str, str]:
    if isinstance(item, StartOffer):
        return item.label, item.text
    return item.name, f"a {item.name.lower()}"
