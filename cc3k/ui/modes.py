"""Modes that take the keys from the game: a question, a look around, and the pages of a pager.

For a `KeyPress`, which holds all that it may look at, a mode returns None to stay open, or a
console command, which the console carries out: any command closes the mode, and `Open` opens the
next one. So no mode knows the console. The modes of this module are values, and `Open` also opens
the same one changed; the menu of races, the keys of a running game and the end screen are things
that last: each keeps what was typed or chosen in it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import evolve, field

from cc3k.engine.board import NORTH, SOUTH, Board, Cell, Direction
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.commands import Command, MetaCommand
from cc3k.play.messages import (
    FORECAST_HEADING,
    NEVER_MIND,
    YES_OR_NO_KEYS,
    nobody_walks_there,
    question_with_keys,
)
from cc3k.play.session import Session, SessionStage
from cc3k.terminal.canvas import WHEEL_KEYS, Line, fits_cells
from cc3k.ui.command_input import BLANK, ENTER
from cc3k.ui.keymap import (
    KEYMAPS,
    MOVE,
    RUN,
    KeyAction,
    Keymap,
    bound_letters,
    first_keys,
    format_compass,
    key_label,
    list_keys,
    lost_key_actions,
)
from cc3k.ui.palette import GLYPH_SETS
from cc3k.ui.screen_layout import ScreenLayout, shorten_text, styled_line, wrap_text
from cc3k.ui.settings import Rewording, ScreenSettings

if TYPE_CHECKING:
    from cc3k.engine.expansion import MenuCommand, MenuLine
    from cc3k.play.help import PageLine
    from cc3k.play.interruptions import MultiTurnCommand


@frozen
class KeyPress:
    """One key, and what a mode may look at to handle it.

    `action` is the key's action in the keymap, `NO_ACTION` if it has none. `layout` is that of the
    screen on which the key was pressed, None without a game or on a screen that is too small.
    `previous_key` is the key before this one; `offered` is the command that this key was said to
    begin if pressed again.
    """

    key: str
    action: KeyAction
    previous_key: str
    session: Session
    settings: ScreenSettings
    columns: int
    rows: int
    layout: ScreenLayout | None = None
    offered: "MultiTurnCommand | None" = None

    @property
    def direction(self) -> Direction | None:
        """The direction of a key that moves."""
        return self.action.direction if self.action.name == MOVE else None

    @property
    def rows_down(self) -> int:
        """The rows that it moves a cursor down, or a text up; 0 for any other key."""
        way = self.direction
        return way.row_delta if way in (NORTH, SOUTH) else 0


class Mode(Protocol):
    """Anything that handles keys: a question, a pager, a look around, the menu, the game."""

    def handle_key(self, press: KeyPress) -> "ConsoleCommand | None": ...


@frozen
class Give:
    """Give a command to the session."""

    command: Command


@frozen
class StartGame:
    """Start the next game of the session, with a race."""

    race: Race


@frozen
class TypeWords:
    """Begin to type a command with words, whose end is asked for: a direction.

    The last of them may be `chosen` for the player, who may type it all the same.
    """

    words: str
    chosen: str = ""


@frozen
class Open:
    """Open a mode, which gets the keys until it closes."""

    mode: Mode


@frozen
class Close:
    """Close the mode, and show what it covered: another one, or the last messages."""

    covered_mode: Mode | None = None


@frozen
class PassOn:
    """Close the mode, and handle a key as if it had not been open."""

    key: str


@frozen
class StartMultiTurn:
    """Start a command of many turns; `key` is the key that began it, where that is another one.

    One that `weighs` the odds for a while starts on the next tick, as soon as the screen says so.
    """

    command: "MultiTurnCommand"
    key: str = ""
    weighs: bool = False


@frozen
class Suspend:
    """Leave the game as far as it is kept."""


@frozen
class Notify:
    """Show a notice on the Action row, until the next key; an empty one only clears the row."""

    notice: str = ""


@frozen
class Resume:
    """Go on with another session: that of a saved game, or one by other rules.

    A `mode` may cover it at once.
    """

    session: Session
    mode: Mode | None = None


ConsoleCommand: TypeAlias = (
    Give
    | StartGame
    | TypeWords
    | Open
    | Close
    | PassOn
    | StartMultiTurn
    | Suspend
    | Notify
    | Resume
)


YES_KEYS, NO_KEYS = ("y", "Y"), ("n", "N", "escape")
GO_ON_KEYS = (ENTER, BLANK)
"""Keys that turn a page, and go on from the end of a game: nobody walks or fights with them."""

PASSING_ACTIONS = (MOVE, RUN, "collect", "stairs", "gold", "potion", "merchant", "rest", "look")
"""Key actions that take the place of what is asked about."""


@frozen
class QuestionMode:
    """A yes-or-no question; `on_yes` is carried out on yes.

    It stays until it is answered by a yes, a no or Esc, or by a key that means "no, do this": a
    step, a journey, a look. Any other key gets a hint. Enter may end the line of a typed word, as
    in the document's interpreter. So it is no answer, unless the question is about that word: then
    it is a yes (`accepts_enter`), or a no where a yes costs too much (`enter_is_no`).
    """

    question: str
    on_yes: ConsoleCommand
    accepts_enter: bool = False
    enter_is_no: bool = False
    is_missed: bool = False

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        if press.key in YES_KEYS or (press.key == ENTER and self.accepts_enter):
            return self.on_yes
        if press.key in NO_KEYS or (press.key == ENTER and self.enter_is_no):
            return Notify(NEVER_MIND)
        if press.key == ENTER:
            return None
        is_passed_over = press.action.name in PASSING_ACTIONS
        return PassOn(press.key) if is_passed_over else Open(evolve(self, is_missed=True))

    @property
    def asked(self) -> str:
        """The question with the keys that answer it."""
        enter = " Enter is y." if self.accepts_enter else " Enter is n." if self.enter_is_no else ""
        return question_with_keys(self.question, f"(y/n){enter}")

    @property
    def text(self) -> str:
        """The question as it is shown, and what to press once another key was pressed."""
        return f"{YES_OR_NO_KEYS} {self.asked}" if self.is_missed else self.asked


PEDESTAL_KEY = "x"
"""The key of a look around that goes to the next pedestal, as `x` asks for its price."""


@frozen
class LookMode:
    """A look around: the cell under the cursor, with its description; a hint is told after it."""

    game: GameState
    cell: Cell
    hint: str = ""
    description: str = field(init=False, repr=False)

    @description.default
    def _describe_cell(self) -> str:
        """Return the description of the cell, computed once: odds take a while."""
        # Imported here for a fast start: the first map needs no odds.
        from cc3k.play.look import describe_cell

        return " ".join([*describe_cell(self.game, self.cell), *[self.hint] * bool(self.hint)])

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        way, view = press.direction, GameView(self.game)
        if press.action.text in press.session.command_table.questions:
            return PassOn(press.key)  # it opens a menu, such as that of the points to spend
        if way is not None:
            cell = _move_cursor(view.board, self.cell, way)
            return Open(LookMode(self.game, cell))
        if press.key == "tab":
            from cc3k.play.look import cells_of_interest

            return Open(LookMode(self.game, self._next_of(cells_of_interest(self.game))))
        if press.key == PEDESTAL_KEY and view.pedestals:
            return Open(LookMode(self.game, self._next_of(sorted(view.pedestals))))
        if press.key not in (ENTER, "."):
            return Notify()  # what was looked at is newer than the last messages
        from cc3k.play.look import name_of_barrier

        barrier = name_of_barrier(self.game, self.cell)
        return Notify(nobody_walks_there(barrier)) if barrier else self._travel()

    def _travel(self) -> StartMultiTurn:
        from cc3k.play.travel import AutoTravel, goal_at

        return StartMultiTurn(AutoTravel(goal_at(self.cell)))

    def _next_of(self, cells: Sequence[Cell]) -> Cell:
        """Return the next of some cells; after the last, from the start again."""
        after = cells.index(self.cell) + 1 if self.cell in cells else 0
        return [*cells, self.cell][after % max(1, len(cells))]


@frozen
class EndStopMode:
    """The stop at the end of a game: what ended it stays, until Enter or Space."""

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        return Notify() if press.key in GO_ON_KEYS else None


def covering_text(mode: Mode | None) -> str:
    if isinstance(mode, QuestionMode):
        return mode.text
    return mode.description if isinstance(mode, LookMode) else ""


def _move_cursor(board: Board, cell: Cell, direction: Direction) -> Cell:
    row, column = board.row_and_column(cell)
    row = min(max(0, row + direction.row_delta), board.height - 1)
    column = min(max(0, column + direction.column_delta), board.width - 1)
    return row * board.stride + column


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
class ChoiceMode:
    """A menu on a screen, with a cursor: its lines are those of the moment when it was opened.

    Letters, or the key of a direction, may go on with its `words` instead: with `x`.
    """

    words: str
    title: str
    choices: "tuple[MenuLine, ...]"
    index: int = 0

    @property
    def chosen(self) -> "MenuLine":
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
            return _command_of_menu(found, press)
        if (menu := self._menu_that_way(press)) is not None:
            return Open(menu)
        if press.rows_down:
            return Open(evolve(self, index=(self.index + press.rows_down) % len(self.choices)))
        return self._go_on_or_close(press)

    def _go_on_or_close(self, press: KeyPress) -> ConsoleCommand:
        table, words = press.session.command_table, f"{self.words} {press.key}"
        if (whole := table.commands.get(words)) is not None:
            return Give(whole)  # which says why the menu has no such line
        if press.action.name == "forecast" and press.session.game is not None:
            return open_forecast(press, press.session.game, self)
        goes_on = any(word.startswith(press.key) for word in table.next_words(self.words))
        return TypeWords(words) if goes_on else Close()

    def _menu_that_way(self, press: KeyPress) -> "ChoiceMode | None":
        """Return the menu of what stands in a direction, where this one asks for a direction."""
        game, way = press.session.game, press.direction
        if game is None or way is None:
            return None
        return menu_of_question(game, f"{self.words} {way.command_word}")

    def _choose(self, index: int, press: KeyPress) -> ConsoleCommand:
        """Put the cursor on a line; if only one thing can be done with it, do that."""
        commands = self.choices[index].commands
        if len(commands) == 1:
            return _command_of_menu(commands[0], press)
        return Open(evolve(self, index=index))

    def lines(self, columns: int, rows: int, rewording: Rewording) -> list[Line]:
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


def menu_of_question(game: GameState, words: str) -> ChoiceMode | None:
    """Return the menu that a screen opens for a question; None if it has none, or nothing on it."""
    return _first_menu(game, words.__eq__)


def menu_of_thing(game: GameState, way: Direction) -> ChoiceMode | None:
    """Return the menu of what stands in a direction, whatever its words are; None without any."""
    return _first_menu(game, lambda words: words.endswith(f" {way.command_word}"))


def _first_menu(game: GameState, has_words: Callable[[str], bool]) -> ChoiceMode | None:
    # Imported here for a fast start: it imports the odds.
    from cc3k.play.targets import find_menus

    for menu, lines in find_menus(game, has_words):
        about = menu.about(game) if menu.about else ""
        return ChoiceMode(menu.words, f"{about} {menu.title}".lstrip(), tuple(lines))
    return None


def _command_of_menu(command: "MenuCommand", press: KeyPress) -> ConsoleCommand:
    game, whole = press.session.game, press.session.command_table.commands.get(command.words)
    menu = None if game is None else menu_of_question(game, command.words)
    if whole is not None and menu is not None:
        return Open(menu)
    act = TypeWords(command.words) if whole is None else Give(whole)
    return Open(QuestionMode(command.question, act)) if command.question else act


ANY_KEY_HINT = "Press any key to go on."
SHORT_SCROLL_HINT = "Arrows scroll; / finds; others go on."
OTHERS_GO_ON = "any other key goes on"
SCROLL_KEYS_HINT = f"Arrows, PgUp, PgDn, Space or the wheel scroll; / finds; {OTHERS_GO_ON}."
TOPICS_HINT = "A letter goes to its topic; arrows and Space scroll; / finds; Esc goes on."
SHORT_TOPICS_HINT = "Letters: topics; / finds; Esc goes on."

WRAP_INDENT = 2
"""Columns by which the rest of a wrapped line is indented further."""

SCROLL_TO_END = 1 << 20
"""More lines than any text has."""


def lines_scrolled(press: KeyPress, page: int) -> int | None:
    """Return by how many lines a key scrolls a text, of which a page is shown; None for others."""
    steps = {
        "page down": page,
        " ": page,
        "page up": -page,
        "home": -SCROLL_TO_END,
        "end": SCROLL_TO_END,
        **WHEEL_STEPS,
    }
    return steps.get(press.key, press.rows_down or None)


WHEEL_LINES = 3
WHEEL_STEPS = dict(zip(WHEEL_KEYS.values(), (-WHEEL_LINES, WHEEL_LINES), strict=True))
"""The lines that a notch of the wheel scrolls, by its key."""

FIND_KEY, NEXT_KEYS, PREVIOUS_KEY = "/", ("n", "enter"), "N"
MAX_SOUGHT = 40
"""Characters of a text to find at most."""


@frozen
class TextSearch:
    """A search in a pager: the text to find, and the line where it was found last.

    It `is_typed` until Enter ends it. Capitals and small letters are the same.
    """

    sought: str = ""
    is_typed: bool = True
    line: int | None = None

    def typed_with(self, key: str) -> "TextSearch | None":
        """Return the search with one key more; None if that takes all of it back."""
        if key == "escape" or (key == "backspace" and not self.sought):
            return None
        if key == "backspace":
            return evolve(self, sought=self.sought[:-1])
        if len(key) > 1 or not fits_cells(key) or len(self.sought) == MAX_SOUGHT:
            return self
        return evolve(self, sought=self.sought + key)

    def found_in(self, lines: Sequence[str], start: int, step: int = 1) -> "TextSearch":
        """Return the search at the first line from `start` on that has the text, or at none.

        After the last line it goes on with the first one; backwards, the other way round.
        """
        sought = self.sought.casefold()
        order = [(start + step * count) % len(lines) for count in range(len(lines))]
        line = next((at for at in order if sought in lines[at].casefold()), None)
        return evolve(self, is_typed=False, line=line)


@frozen
class PagerMode:
    """Text on a screen of its own, scrolled to line `top`; `covered_mode` is shown after it.

    `topics` are headings that a letter goes to.
    """

    lines: "Sequence[PageLine]"
    top: int = 0
    covered_mode: Mode | None = None
    topics: Mapping[str, str] = field(factory=dict)
    search: TextSearch | None = None

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        if self.search is not None and self.search.is_typed:
            return self._type_search(self.search, press)
        if press.key == FIND_KEY:
            return Open(evolve(self, search=TextSearch()))
        if self.search is not None and press.key in (*NEXT_KEYS, PREVIOUS_KEY):
            step = -1 if press.key == PREVIOUS_KEY else 1
            line = self.top if self.search.line is None else self.search.line + step
            return self._find(self.search, press, line, step)
        return self._scroll_or_close(press)

    @property
    def takes_text(self) -> bool:
        return self.search is not None and self.search.is_typed

    def hint(self, columns: int, rows: int) -> str:
        search = self.search
        if search is not None and search.is_typed:
            return f"Find: {search.sought}_"
        if search is not None and search.line is None:
            return f"There is no '{search.sought}' here; / finds something else; {OTHERS_GO_ON}."
        if search is not None:
            found = f"n or Enter finds the next '{search.sought}', N the one before"
            return f"{found}; {OTHERS_GO_ON}."
        is_all_shown = self.top == 0 and len(self.wrapped_lines(columns)) <= rows - 1
        if is_all_shown:
            return ANY_KEY_HINT
        if self.topics:
            return TOPICS_HINT if len(TOPICS_HINT) <= columns else SHORT_TOPICS_HINT
        return SCROLL_KEYS_HINT if len(SCROLL_KEYS_HINT) <= columns else SHORT_SCROLL_HINT

    def scrolled(self, lines: int, columns: int, rows: int) -> "PagerMode":
        last = max(0, len(self.wrapped_lines(columns)) - self.visible_lines(rows))
        return evolve(self, top=min(max(0, self.top + lines), last))

    def wrapped_lines(self, columns: int) -> Sequence[str]:
        return _wrap_lines(tuple(self.lines), columns)

    @staticmethod
    def visible_lines(rows: int) -> int:
        return rows - 1

    def _scroll_or_close(self, press: KeyPress) -> ConsoleCommand:
        if press.key in self.topics:
            before = self.lines[: self.lines.index(self.topics[press.key])]
            return Open(evolve(self, top=len(_wrap_lines(tuple(before), press.columns))))
        step = lines_scrolled(press, self.visible_lines(press.rows))
        if step is None:
            is_over = press.session.stage is SessionStage.GAME_OVER
            again = choice_of_key(press.session, press.key) if is_over else None
            return again if again == AGAIN else Close(self.covered_mode)
        scrolled = self.scrolled(step, press.columns, press.rows)
        if press.key == " " and scrolled.top == self.top:
            return Close(self.covered_mode)
        return Open(scrolled)

    def _type_search(self, search: TextSearch, press: KeyPress) -> ConsoleCommand:
        """Type a character of the text to find; Enter finds it from the top of the screen on."""
        if press.key in WHEEL_STEPS:
            return self._scroll_or_close(press)
        if press.key != "enter":
            return Open(evolve(self, search=search.typed_with(press.key)))
        if not search.sought:
            return Open(evolve(self, search=None))
        return self._find(search, press, self.top, 1)

    def _find(self, search: TextSearch, press: KeyPress, start: int, step: int) -> Open:
        found = search.found_in(self.wrapped_lines(press.columns), start, step)
        pager = evolve(self, search=found)
        room = self.visible_lines(press.rows)
        if found.line is None or self.top <= found.line < self.top + room:
            return Open(pager)
        return Open(pager.scrolled(found.line - self.top, press.columns, press.rows))


@lru_cache(maxsize=4)
def _wrap_lines(lines: "tuple[PageLine, ...]", columns: int) -> Sequence[str]:
    return [part for line in lines for part in _wrap_line(line, columns)]


def _wrap_line(line: "PageLine", columns: int) -> list[str]:
    if not isinstance(line, str):
        return line.fold(columns)
    indent = " " * (len(line) - len(line.lstrip()) + WRAP_INDENT)
    import textwrap

    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]


def message_log_pager(press: KeyPress) -> PagerMode:
    # The pages are imported where one is opened, for a fast start: the first map needs none.
    from cc3k.play.help import message_log_page

    log = message_log_page(press.session.message_log)
    pager = PagerMode((press.session.label, *log))
    return pager.scrolled(SCROLL_TO_END, press.columns, press.rows)


def discoveries_pager(session: Session, game: GameState) -> PagerMode:
    from cc3k.play.help import discoveries_page

    page = discoveries_page(game, session.tally)
    return PagerMode((session.label, *page))


def summary_pager(press: KeyPress, game: GameState) -> PagerMode:
    from cc3k.play.help import end_of_game_page

    session, command = press.session, press.settings.command
    page = end_of_game_page(game, session.tally, session.seed, session.games_started, command)
    return PagerMode(tuple(map(press.settings.rewording.of, page)))


def help_pager(press: KeyPress, keymap: Keymap, covered_mode: Mode | None) -> PagerMode:
    from cc3k.play.help import KeyGuide, TopicTable, help_page
    from cc3k.play.targets import forecast_lines

    rules, name = press.session.rules, press.settings.keys
    guide = KeyGuide(
        keymap=name,
        keys=tuple(list_keys(keymap, rules)),
        first_keys=tuple(list_keys(first_keys(keymap), rules)),
        direction_lines=tuple(format_compass(keymap)),
        taken_letters=frozenset(bound_letters(keymap)),
        actions_without_key=tuple(lost_key_actions(keymap, KEYMAPS[name])),
    )
    game = press.session.game
    foretold = [] if game is None or game.is_over else forecast_lines(game)
    page = help_page(rules, guide, GLYPH_SETS[press.settings.glyphs], foretold)
    topics = next((line.headings for line in page if isinstance(line, TopicTable)), ())
    lines = (press.session.greeting, *press.settings.rewording.help_lines, *page)
    return PagerMode(lines, covered_mode=covered_mode, topics=dict(topics))


def open_forecast(press: KeyPress, game: GameState, menu: Mode | None = None) -> ConsoleCommand:
    from cc3k.play.targets import NOTHING_TO_FORETELL, forecasts_and_odds

    lines = (press.session.label, FORECAST_HEADING, *(told := forecasts_and_odds(game)))
    return Open(PagerMode(lines, covered_mode=menu)) if told else Notify(NOTHING_TO_FORETELL)


META_COMMANDS = {command.value: command for command in MetaCommand}

QUIT_ACTIONS = ("leave", "quit")
"""Key actions that end a session while no game is running."""

QUIT, AGAIN = Give(MetaCommand.QUIT), Give(MetaCommand.RESTART)


def choice_of_key(session: Session, key: str) -> ConsoleCommand | None:
    """Return what a letter stands for that the menu, or the end of a game, asks for now."""
    if session.stage is SessionStage.PLAYING:
        return None
    race = session.rules.race_by_key(key.lower()) if session.game is None else None
    if race is not None:
        return StartGame(race)
    command = META_COMMANDS.get(key.lower())
    if command is None or (command is MetaCommand.UNDO and not session.is_practice):
        return None
    return Give(command)


def is_help_key(press: KeyPress, typed: str) -> bool:
    """Return True if a key asks for help: always, except as a letter of a typed command."""
    continues_word = bool(typed) and press.key.isalpha()
    return not continues_word and choice_of_key(press.session, press.key) is None


def is_safe_to_leave(session: Session) -> bool:
    """Return True if nothing is lost by leaving: no game is running, or it can be saved."""
    observer = session.observer
    return session.stage is not SessionStage.PLAYING or (
        observer is not None and observer.try_to_save()
    )


def handle_end_key(press: KeyPress) -> ConsoleCommand | None:
    if (choice := choice_of_key(press.session, press.key)) is not None:
        return choice
    if press.action.name in QUIT_ACTIONS:
        return QUIT
    return Open(message_log_pager(press)) if press.action.name == "messages" else None


class GameOverKeys:
    """The mode after a game without an end screen: again, or quit; any other key sums it up."""

    def handle_key(self, press: KeyPress) -> ConsoleCommand | None:
        command, game = handle_end_key(press), press.session.game
        return command if command is not None or game is None else Open(summary_pager(press, game))
