"""Choices: the race screen, the page of expansions and menus, by buttons and by taps on their rows.

On a terminal they are chosen from by letters and digits; whoever has no keys taps a row, or one of
the buttons that this module names.
"""

import re
from collections.abc import Iterator, Sequence

from cc3k.record.replay import ResumeOffer
from cc3k.ui.choice_menu import ENTER, ChoiceMode
from cc3k.ui.console import Console
from cc3k.ui.expansion_page import DIGITS, PAGE_KEY, ExpansionPage, expansion_of_digit
from cc3k.ui.keymap import key_label
from cc3k.ui.menu import CONTINUE_KEY, RaceMenu
from cc3k.web.pad_buttons import (
    CLOSE_CHOICE,
    CONTINUE_LABEL,
    EXPANSIONS_LABEL,
    RACE_SCREEN_END,
    UP_AND_DOWN,
    PadButton,
)

MAX_LABEL = 24
"""Characters of a button at most; its meaning tells the rest."""

LEAST_OFFER_TEXT = 8
"""Characters of a row by which it is known to be of a kept game."""

SUMMARY = "Expansions on:"
"""The beginning of the row that stands for all expansions where they have no room."""

SIGNS = {False: "☐", True: "☑"}
"""What stands before an expansion that is off or on."""


def race_buttons(console: Console) -> Iterator[PadButton]:
    """Yield the buttons of the race screen: races, other games, kept ones, and expansions."""
    menu = console.menu
    for race in menu.races:
        yield PadButton(race.name, f"play a {race.name.lower()}", (race.key,))
    for offer in menu.start_offers:
        label = offer.text.partition(":")[0].partition(",")[0][:MAX_LABEL]
        yield PadButton(label, offer.text, (offer.key,))
    if menu.resume_offers:
        yield PadButton(CONTINUE_LABEL, menu.resume_offers[0].text, (CONTINUE_KEY,))
    if menu.switches.find_expansions():
        on = ", ".join([each.name for each in console.session.rules.expansions])
        yield PadButton(EXPANSIONS_LABEL, f"switch expansions; on: {on or 'none'}", (PAGE_KEY,))
    yield from RACE_SCREEN_END


def expansion_buttons(console: Console, page: ExpansionPage) -> Iterator[PadButton]:
    """Yield a button for each expansion that has a digit, which says whether it is on."""
    yield from (CLOSE_CHOICE, *UP_AND_DOWN)
    on = {each.name for each in console.session.rules.expansions}
    for digit, each in zip(DIGITS, page.switches.find_expansions(), strict=False):
        is_on = each.name in on
        meaning = f"{each.name} is {'on' if is_on else 'off'}: {each.sentence}"
        yield PadButton(f"{SIGNS[is_on]} {each.name}", meaning, (digit,))


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

    A row begins with its key; kept games have none, and are reached by the cursor.
    """
    text = rows[number] if number < len(rows) else ""
    word = next(filter(None, text.split(" ")), "")
    if isinstance(console.mode, ChoiceMode):
        return [word] if word in [line.key for line in console.mode.choices] else []
    if isinstance(console.mode, ExpansionPage):
        return [word] if expansion_of_digit(console.mode.switches, word) is not None else []
    if console.session.game is not None or console.mode is not None:
        return None
    same_above = sum([row == text for row in rows[:number]])
    return _keys_of_race_row(console, word, text.strip(), same_above)


def _keys_of_race_row(console: Console, word: str, text: str, same_above: int) -> list[str]:
    menu = console.menu
    races = [race.key for race in menu.races]
    offers = [offer.key for offer in menu.start_offers]
    if word in (*races, *offers) or expansion_of_digit(menu.switches, word) is not None:
        return [word]
    if text.startswith(SUMMARY):
        return [PAGE_KEY]
    if len(text) < LEAST_OFFER_TEXT:
        return []
    offers_so_called = [offer for offer in menu.resume_offers if text in offer.text]
    return _keys_to_offer(menu, offers_so_called[same_above]) if offers_so_called else []


def _keys_to_offer(menu: RaceMenu, offer: ResumeOffer) -> list[str]:
    """Return the keys that move the cursor to a kept game, and choose it."""
    items, selected = list(menu.items), menu.selected_item
    before = -1 if selected is None else items.index(selected)
    return [*["down"] * ((items.index(offer) - before) % len(items)), ENTER]
