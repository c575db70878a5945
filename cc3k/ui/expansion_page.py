"""Expansion page: the expansions that a race screen switches, as lines on it and on a page."""

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from cc3k.engine.board import NORTH, SOUTH
from cc3k.engine.expansion import Expansion
from cc3k.play.session import Session
from cc3k.saves.setup import CannotSwitch, ExpansionSwitches
from cc3k.terminal.canvas import Line
from cc3k.ui.console_commands import Close, ConsoleCommand, KeyPress, Notify, Open, Resume
from cc3k.ui.palette import styled_line
from cc3k.ui.rewording import Rewording
from cc3k.ui.screen_layout import wrap_text

DIGITS = "1234567890"
"""Keys that switch the first ten expansions; further ones have none on the race screen."""

PAGE_KEY = "x"
"""The key that opens the page of the expansions; no race has it."""

HEADING = f"Expansions: a digit switches one, {PAGE_KEY} tells more"
PAGE_HEADING = "Expansions: a digit switches one"
PAGE_HINT = "Arrows choose; any other key goes back."
ON_MARK, OFF_MARK = "[x]", "[ ]"
ELLIPSIS = "..."


def expansion_of_digit(switches: ExpansionSwitches, key: str) -> str | None:
    if len(key) != 1 or key not in DIGITS:
        return None
    expansions, at = switches.find_expansions(), DIGITS.index(key)
    return expansions[at].name if at < len(expansions) else None


def switch_expansion(
    switches: ExpansionSwitches, session: Session, name: str, mode: "ExpansionPage | None" = None
) -> ConsoleCommand:
    """Switch an expansion and stay on the race screen, or on its page; or say why not."""
    try:
        return Resume(switches.switch(session, name), mode)
    except CannotSwitch as error:
        return Notify(str(error))


def expansion_lines(
    switches: ExpansionSwitches, session: Session, columns: int, rewording: Rewording
) -> list[Line]:
    expansions = switches.find_expansions()
    if not expansions:
        return []
    lines = [styled_line(row) for row in expansion_rows(expansions, session, columns)]
    heading = [styled_line(row) for row in wrap_text(rewording.of(HEADING), columns)]
    return [styled_line(""), *heading, *lines]


def expansion_summary(
    switches: ExpansionSwitches, session: Session, columns: int, rewording: Rewording
) -> list[Line]:
    expansions = switches.find_expansions()
    if not expansions:
        return []
    names = ", ".join([each.name for each in session.rules.expansions])
    keys = f"{DIGITS[0]}-{DIGITS[min(len(expansions), len(DIGITS)) - 1]}"
    text = f"Expansions on: {names or 'none'}; {keys} switch, {PAGE_KEY} lists them"
    return [styled_line(row) for row in wrap_text(rewording.of(text), columns)]


def expansion_rows(
    expansions: Sequence[Expansion], session: Session, columns: int
) -> Iterator[str]:
    on = {each.name for each in session.rules.expansions}
    width = max([len(each.name) for each in expansions])
    for at, each in enumerate(expansions):
        digit = DIGITS[at] if at < len(DIGITS) else " "
        mark = ON_MARK if each.name in on else OFF_MARK
        yield _clip(f"  {digit} {mark} {each.name:{width}}  {each.sentence}", columns)


def _clip(text: str, columns: int) -> str:
    """Return a row cut at the end of a word where it is too long."""
    if len(text) <= columns:
        return text
    shortened = text[: max(0, columns - len(ELLIPSIS) + 1)].rpartition(" ")[0].rstrip()
    return f"{shortened or text[: columns - len(ELLIPSIS)]}{ELLIPSIS}"


@frozen
class ExpansionPage:
    """The page of the expansions, with a cursor, and all that the chosen one says of itself."""

    switches: ExpansionSwitches
    index: int = 0

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        expansions, mode = self.switches.find_expansions(), self
        name = expansion_of_digit(self.switches, press.key)
        if name is not None:
            mode = evolve(self, index=DIGITS.index(press.key))
        elif press.key == "enter":
            name = expansions[self.index].name
        if name is not None:
            return switch_expansion(self.switches, press.session, name, mode)
        if press.direction not in (NORTH, SOUTH):
            return Close()
        step = 1 if press.direction == SOUTH else -1
        return Open(evolve(self, index=(self.index + step) % len(expansions)))

    def lines(self, session: Session, columns: int, rows: int, rewording: Rewording) -> list[Line]:
        expansions = self.switches.find_expansions()
        below = [
            *wrap_text(expansions[self.index].sentence, columns),
            *wrap_text(rewording.of(PAGE_HINT), columns),
        ]
        heading = wrap_text(rewording.of(PAGE_HEADING), columns)
        room = max(1, rows - len(heading) - len(below))
        top = max(0, min(self.index - room // 2, len(expansions) - room))
        shown = [
            styled_line(row, "cursor" * (at == self.index))
            for at, row in enumerate(expansion_rows(expansions, session, columns))
        ]
        return [
            *[styled_line(row, "heading") for row in heading],
            *shown[top : top + room],
            *[styled_line(row, "asking") for row in below],
        ]
