"""Choice menu: the answer to a question of an expansion as lines to choose from: a pack, a shop."""

from attrs import evolve, frozen

from cc3k.engine.board import NORTH, SOUTH
from cc3k.engine.expansion import ChoiceMenu, MenuCommand, MenuLine
from cc3k.engine.game import GameState
from cc3k.play.commands import command_table
from cc3k.terminal.canvas import Line
from cc3k.ui.console_commands import Ask, Begin, Close, ConsoleCommand, KeyPress, Open, Say
from cc3k.ui.keymap import key_label
from cc3k.ui.palette import styled_line
from cc3k.ui.rewording import Rewording
from cc3k.ui.screen_layout import wrap_text

MENU_HINT = "Arrows choose; any other key goes back."
ENTER = "enter"


@frozen
class ChoiceMode:
    """A menu on a screen, with a cursor: its lines are those of the moment when it was opened."""

    menu: ChoiceMenu
    choices: tuple[MenuLine, ...]
    index: int = 0

    @property
    def chosen(self) -> MenuLine:
        return self.choices[self.index]

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
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
            return _carry_out(found, press)
        if press.direction not in (NORTH, SOUTH):
            return Close()
        step = 1 if press.direction == SOUTH else -1
        return Open(evolve(self, index=(self.index + step) % len(self.choices)))

    def _choose(self, index: int, press: KeyPress) -> ConsoleCommand:
        """Put the cursor on a line; if only one thing can be done with it, do that."""
        commands = self.choices[index].commands
        if len(commands) == 1:
            return _carry_out(commands[0], press)
        return Open(evolve(self, index=index))

    def lines(self, columns: int, rows: int, rewording: Rewording) -> list[Line]:
        hint = "; ".join(
            [f"{key_label(command.key)} {command.label}" for command in self.chosen.commands]
        )
        asked = f"{hint}. {MENU_HINT}" if hint and not rewording.is_by_touch else MENU_HINT
        below = [styled_line(text, "asking") for text in wrap_text(rewording.of(asked), columns)]
        heading = [styled_line(text, "heading") for text in wrap_text(self.menu.title, columns)]
        room = max(1, rows - len(heading) - len(below))
        top = max(0, min(self.index - room // 2, len(self.choices) - room))
        shown = [
            styled_line(f" {line.key}  {line.text}"[:columns], "cursor" * (at == self.index))
            for at, line in enumerate(self.choices)
        ]
        return [*heading, *shown[top : top + room], *below]


def menu_of_question(game: GameState, words: str) -> ChoiceMode | None:
    """Return the menu that a screen opens for a question; None if it has none, or nothing on it."""
    for menu in [menu for each in game.rules.expansions for menu in each.commands.menus]:
        if menu.words == words and (lines := tuple(menu.lines(game))):
            return ChoiceMode(menu, lines)
    return None


def _carry_out(command: MenuCommand, press: KeyPress) -> ConsoleCommand:
    is_whole = command.words in command_table(press.session.rules).commands
    say = Say(command.words) if is_whole else Begin(command.words)
    return Ask(command.question, say) if command.question else say
