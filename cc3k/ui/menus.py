"""Menus of a game: what a question or a thing offers, in lines with a cursor."""

from collections.abc import Sequence

from attrs import evolve

from cc3k.engine.expansion import ChoiceMenu, MenuCommand, MenuLine
from cc3k.engine.game import GameState
from cc3k.engine.text import wrap_text
from cc3k.engine.values import frozen
from cc3k.play.prompts import PlannedCommand, find_menus, plan
from cc3k.play.session import Session
from cc3k.terminal.app import Line
from cc3k.ui.command_input import ENTER
from cc3k.ui.keymap import key_label
from cc3k.ui.modes import (
    Close,
    ConsoleRequest,
    Give,
    KeyPress,
    Mode,
    Open,
    PassOn,
    QuestionMode,
    TypeWords,
)
from cc3k.ui.pager import open_forecast
from cc3k.ui.screen_layout import shorten_text, styled_line
from cc3k.ui.settings import Rewording

MENU_HINT = "Arrows choose; any other key goes back."


def choices_page(
    heading: Sequence[str], choices: Sequence[str], index: int, below: Sequence[str], rows: int
) -> list[Line]:
    """Return a page of choices with the cursor on one of them, scrolled so that it is seen."""
    room = max(1, rows - len(heading) - len(below))
    top = max(0, min(index - room // 2, len(choices) - room))
    lines = [styled_line(text, "cursor" * (at == index)) for at, text in enumerate(choices)]
    return [
        *[styled_line(text, "heading") for text in heading],
        *lines[top : top + room],
        *[styled_line(text, "asking") for text in below],
    ]


@frozen
class ChoiceMode(Mode):
    """A menu on a screen, with a cursor: its lines are those of the moment when it was opened.

    Letters, or the key of a direction, may go on with its `words` instead: with `x`.
    """

    words: str
    title: str
    choices: tuple[MenuLine, ...]
    index: int = 0

    @property
    def chosen(self) -> MenuLine:
        return self.choices[self.index]

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        """Move the cursor, carry out a command of the chosen line, or close.

        The menu's own keys come first: in a keymap some of them may be keys of a direction.
        """
        keys = [line.key for line in self.choices]
        if press.key in keys:
            return self._choose(keys.index(press.key), press)
        commands = self.chosen.commands
        found = next((command for command in commands if command.key == press.key), None)
        if found is None and press.key == ENTER and commands:
            found = commands[0]
        if found is not None:
            return _request_of_menu(found, press)
        game, way = press.session.game, press.direction
        if game is not None and way is not None:  # the menu of what stands there
            menu = menu_of_words(game, f"{self.words} {way.command_word}")
            if menu is not None:
                return Open(menu)
        words = f"{self.words} {press.key}"
        if words in press.session.command_table.commands:
            return Give(words)  # which says why the menu has no such line
        if press.rows_down:
            return Open(evolve(self, index=(self.index + press.rows_down) % len(self.choices)))
        return self._handle_other_key(press)

    def _handle_other_key(self, press: KeyPress) -> ConsoleRequest:
        """Return what a key does that is none of the menu's: most close it."""
        table = press.session.command_table
        if press.action.text in table.answers:
            return PassOn(press)  # it opens another menu
        if press.action.name == "forecast" and press.session.game is not None:
            return open_forecast(press, press.session.game, self)
        goes_on = any(word.startswith(press.key) for word in table.next_words(self.words))
        return TypeWords(f"{self.words} {press.key}") if goes_on else Close()

    def _choose(self, index: int, press: KeyPress) -> ConsoleRequest:
        """Put the cursor on a line; if only one thing can be done with it, do that."""
        commands = self.choices[index].commands
        if len(commands) == 1:
            return _request_of_menu(commands[0], press)
        return Open(evolve(self, index=index))

    def page(self, _session: Session, columns: int, rows: int, rewording: Rewording) -> list[Line]:
        hint = "; ".join(
            [f"{key_label(command.key)} {command.label}" for command in self.chosen.commands]
        )
        keys = "numbers" if self.chosen.key.isdigit() else "letters"
        asked = MENU_HINT.replace("Arrows", f"Arrows and {keys}")
        asked = MENU_HINT if rewording.is_by_touch else f"{hint}. {asked}" if hint else asked
        below = wrap_text(rewording.of(asked), columns)
        choices = [f" {line.key}  {line.text}" for line in self.choices]
        if len(choices[self.index]) > columns:
            below = [*wrap_text(self.chosen.text, columns), *below]
        heading = wrap_text(self.title, columns)
        choices = [shorten_text(text, columns) for text in choices]
        return choices_page(heading, choices, self.index, below, rows)


def menu_of_words(game: GameState, words: str) -> ChoiceMode | None:
    """Return the menu that a screen opens for words; None if they have none, or nothing on it."""
    found = next(find_menus(game, words.__eq__), None)
    return None if found is None else _menu_mode(game, *found)


def _menu_mode(game: GameState, menu: ChoiceMenu, lines: Sequence[MenuLine]) -> ChoiceMode:
    about = menu.about(game) if menu.about else ""
    return ChoiceMode(menu.words, f"{about} {menu.title}".lstrip(), tuple(lines))


def _request_of_menu(command: MenuCommand, press: KeyPress) -> ConsoleRequest:
    game, table, words = press.session.game, press.session.command_table, command.words
    if game is None or words not in table.commands:
        return TypeWords(words)
    return request_of_plan(game, plan(game, table, words), Give(words))


def request_of_plan(
    game: GameState, planned: PlannedCommand, act: ConsoleRequest
) -> ConsoleRequest:
    """Return the request to act, or first to open the menu or to ask the question of a plan."""
    if planned.menu is not None:
        return Open(_menu_mode(game, *planned.menu))
    return Open(QuestionMode(planned.question, act)) if planned.question else act
