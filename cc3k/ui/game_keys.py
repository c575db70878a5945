"""Game keys: what keys, typed words and clicks do while a game is running; a look around, too."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from attrs import evolve, field

from cc3k.engine.board import Board, Cell, Direction
from cc3k.engine.game import GameState
from cc3k.engine.refusals import UnknownCommand
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.collect import Collect
from cc3k.play.commands import MetaCommand
from cc3k.play.fights import Fight
from cc3k.play.foes import takes_weighing
from cc3k.play.look import cells_of_interest, describe_cell, name_of_barrier
from cc3k.play.macros import Rest, Run, repeated, rest_refusal
from cc3k.play.messages import LEAVE_QUESTION, NEVER_MIND
from cc3k.play.prompts import (
    PlannedCommand,
    options_after,
    plan,
    plan_step,
    prompt_after,
    suited_ways,
    what_is_needed,
)
from cc3k.play.session import Session
from cc3k.play.travel import (
    TRAVEL_GOALS,
    AutoTravel,
    GoalFinder,
    MerchantFinder,
    goal_at,
    journey_to,
)
from cc3k.terminal.app import MOUSE_BUTTONS, MOUSE_KEYS, fits_cells
from cc3k.ui.command_input import ENTER, CommandInput, Completed, typed_commands
from cc3k.ui.keymap import MOVE, RUN, TARGET, VI_ARROWS, KeyAction, key_label
from cc3k.ui.menus import menu_of_words, request_of_plan
from cc3k.ui.modes import (
    QUIET_KEYS,
    ConsoleRequest,
    Give,
    KeyPress,
    Mode,
    Notify,
    Open,
    PassOn,
    QuestionMode,
    StartMultiTurn,
    Suspend,
    TypeWords,
)
from cc3k.ui.pager import discoveries_pager, message_log_pager, open_forecast

LOOK_HINT = "Tab: next thing. Enter: go."
LOOK_HINT_AT_VAULT = "Tab: next thing. x: next pedestal. Enter: go."
"""The keys of a look around, told where it begins."""

VI_KEYS_HINT = "Arrows move; so do h, j, k and l in the keymap vi."
"""Said after one of these letters where it is no command, to players of other roguelikes."""

ASK_TO_LEAVE = QuestionMode(LEAVE_QUESTION, Suspend())


def give_up_question(session: Session, command: MetaCommand) -> QuestionMode:
    """Return the question before a game is given up; a daily attempt needs a typed `y`."""
    is_attempt = bool(session.daily_date) and not session.is_practice
    question = command.daily_question if is_attempt else command.question
    return QuestionMode(question, Give(command.word), enter_is="n" if is_attempt else "y")


@frozen
class GameMode(Mode):
    """The keys of a running game: each acts at once, or goes on with the command being typed."""

    game: GameState
    typing: CommandInput

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        game, typing = self.game, self.typing
        was_typing = bool(typing.typed or typing.times)
        if press.offered is not None and not was_typing:
            return StartMultiTurn(press.offered)
        way = press.action.direction
        if way is not None and press.action.name == MOVE and not was_typing:  # most often
            planned = plan_step(game, press.session.command_table, way)
            is_asked = planned.question or planned.menu
            return _act(press, game, planned) if is_asked else Give(planned.words)
        if press.key.startswith(MOUSE_KEYS):
            typing.clear()  # whoever clicks means that, and no half a word
            return _click(press, game)
        return _type(press, game, typing, was_typing=was_typing)


def _act(
    press: KeyPress, game: GameState, planned: PlannedCommand, times: int = 0
) -> ConsoleRequest:
    """Return the command to act, so many times if that was typed, or what comes before it."""
    act: ConsoleRequest = Give(planned.words)
    if times:
        act = StartMultiTurn(repeated(planned.words, times, press.settings.fight_until))
    return request_of_plan(game, planned, act)


def _type(
    press: KeyPress, game: GameState, typing: CommandInput, *, was_typing: bool
) -> ConsoleRequest | None:
    completed = typing.take_key(press.key, press.action)
    if completed is not None:
        return _complete(press, game, typing, completed)
    is_asking = not typing.wrong and press.key != "backspace"
    if is_asking and (answer := _reply_to_half_command(game, typing)):
        typing.clear()
        return answer
    if was_typing:
        return None if typing.display_text else Notify(NEVER_MIND)
    has_meaning = press.key in typing.keymap or press.key in QUIET_KEYS
    is_named = len(press.key) > 1 and not has_meaning
    return Notify(f"{key_label(press.key)} does nothing here.") if is_named else None


def _reply_to_half_command(game: GameState, typing: CommandInput) -> ConsoleRequest | None:
    """Return the menu of the ways that a verb has, or what it lacks; None to ask for more.

    Where only one thing can be chosen, such as a wand, only its way is asked for.
    """
    typed = typing.typed.lower()
    commands = typing.commands
    words = commands.beginnings.get(typed, "")
    if needed := what_is_needed(game, words):
        takes_slot = typed not in commands.takes_direction
        return Open(NeedsMode(typed, needed)) if takes_slot else Notify(needed)
    options = [*options_after(game, words)] if words else []
    if len(options) == 1 and f"{typed}{options[0]}" in commands.takes_direction:
        return TypeWords(words, options[0])
    menu = menu_of_words(game, words) if typed in commands.takes_direction else None
    return Open(menu) if menu is not None and len(menu.choices) > 1 else None


def _complete(
    press: KeyPress, game: GameState, typing: CommandInput, completed: Completed
) -> ConsoleRequest | None:
    times, table = typing.times, press.session.command_table
    if isinstance(completed, KeyAction) and completed.name == TARGET:
        ways = suited_ways(game, completed.words)
        if len(ways) != 1:
            return None  # the question for the direction stays
        completed = f"{completed.words} {ways[0].command_word}"
    typing.clear()
    if isinstance(completed, UnknownCommand):
        return Notify(_unknown_command(completed.command))
    if not isinstance(completed, KeyAction):
        command = table.commands[completed]
        if not isinstance(command, MetaCommand):
            return _act(press, game, plan(game, table, completed), times)
        is_undo = command is MetaCommand.UNDO
        return Give(completed) if is_undo else Open(give_up_question(press.session, command))
    if (way := completed.direction) is not None:
        run, is_run = StartMultiTurn(Run(way)), completed.name == RUN
        return run if is_run else _act(press, game, plan_step(game, table, way), times)
    begin = REQUESTS_BY_KEY_ACTION.get(completed.name)
    return None if begin is None else begin(press, game)


@frozen
class NeedsMode(Mode):
    """What a verb needs, after which a slot is asked for: the rest of its words does nothing.

    So no arrow that was meant for a wand is a step. Any other key does what it does.
    """

    typed: str
    text: str

    def handle_key(self, press: KeyPress) -> ConsoleRequest:
        commands, letters = typed_commands(press.session.command_table), f"{self.typed}{press.key}"
        if commands.is_partial(letters):
            return Open(evolve(self, typed=letters))
        goes_on = press.direction is not None and self.typed in commands.takes_direction
        return Notify(self.text) if goes_on or letters in commands.meanings else PassOn(press)


def _unknown_command(typed: str) -> str:
    """Return why letters do nothing, with a hint for those that move in other roguelikes."""
    if not fits_cells(typed):  # letters that have no place on the screen
        return "There is no such command."
    hint = f" {VI_KEYS_HINT}" if typed in VI_ARROWS else ""
    return f"There is no command '{typed}'.{hint}"


def prompt_text(command_input: CommandInput, game: GameState | None) -> str:
    """Return what is typed of a command, with the prompt for what may follow it."""
    text, commands, wrong = command_input.display_text, command_input.commands, command_input.wrong
    if game is None or not command_input.typed or command_input.times:
        prompt = text
    elif command_input.awaits_enter:
        prompt = _prompt_of_two(command_input, game)
    elif begun := commands.beginning_of(text):
        # where a letter is a way, the slot of that letter is typed with Shift
        bound = command_input.keymap.items() if begun in commands.takes_direction else ()
        ways = [key for key, action in bound if action.name == MOVE]
        verb = commands.verb_of(begun)
        own = [key for key, action in command_input.keymap.items() if action.text == verb]
        keys = f"{key_label(own[0]) if own else verb} or Enter" if verb else ""
        words = commands.beginnings[begun]
        named = options_after(game, words).items()
        options = {word.upper() if word in ways else word: line for word, line in named}
        prompt = prompt_after(game, words, options, keys)
        # once letters of the next word are typed, they stand in place of what can be chosen
        prompt = prompt if begun == text else f"{prompt.partition('?')[0]}? {text}"
    else:
        prompt = text
    told = f"'{wrong}'" if fits_cells(wrong) else "That"
    return f"{told} is no choice; Esc ends this. {prompt}" if wrong else prompt


def _prompt_of_two(command_input: CommandInput, game: GameState) -> str:
    """Return what Enter means after a command that begins others, and what their letters mean."""
    typed, meanings = command_input.typed.lower(), command_input.commands.meanings
    words = f"{meanings[typed]}"
    beginning, _, word = words.rpartition(" ")
    line = options_after(game, beginning).get(word)
    others = [
        f"{letters.removeprefix(typed)} means {meant}"
        for letters, meant in meanings.items()
        if letters.startswith(typed) and letters != typed
    ]
    what = line.phrase if line else "where nothing is"
    return f"{words}: Enter means {word}, {what}; {', '.join(others)}."


def _click(press: KeyPress, game: GameState) -> ConsoleRequest | None:
    """Travel to the clicked cell, or look at it with the other button."""
    button, column, row = press.key.split(" ")
    board, layout = GameView(game).board, press.layout
    cell = None if layout is None else layout.cell_at(int(column), int(row), board)
    if cell is None:
        return None
    if button == MOUSE_BUTTONS["0"] and (place := name_of_barrier(game, cell)):
        return Notify(_nobody_walks_there(place))
    if button == MOUSE_BUTTONS["0"]:
        return StartMultiTurn(AutoTravel(goal_at(cell), limit=press.settings.fight_until))
    return Open(LookMode(game, cell))


def _nobody_walks_there(place: str) -> str:
    return f"There is {place}: nobody walks there."


def _fight(press: KeyPress, game: GameState) -> ConsoleRequest:
    return StartMultiTurn(Fight(press.settings.fight_until), weighs=takes_weighing(GameView(game)))


def _rest(_press: KeyPress, game: GameState) -> ConsoleRequest:
    reason = rest_refusal(game)
    return Notify(reason) if reason else StartMultiTurn(Rest())


def _look(press: KeyPress, game: GameState) -> ConsoleRequest:
    view = GameView(game)
    hint = LOOK_HINT_AT_VAULT if view.pedestals else LOOK_HINT
    hint = "" if press.settings.rewording.is_by_touch else hint
    told = cells_of_interest(game) if view.rules.expansions else ()
    return Open(LookMode(game, next(filter(view.is_in_sight, told), view.hero_cell), hint))


def _travel(find_goal: GoalFinder, press: KeyPress, _game: GameState) -> ConsoleRequest:
    return StartMultiTurn(journey_to(find_goal, press.settings.fight_until))


REQUESTS_BY_KEY_ACTION: Mapping[str, Callable[[KeyPress, GameState], ConsoleRequest]] = {
    "fight": _fight,
    "collect": lambda press, _game: StartMultiTurn(Collect(press.settings.fight_until)),
    "look": _look,
    "rest": _rest,
    "messages": lambda press, _game: Open(message_log_pager(press)),
    "discoveries": lambda press, game: Open(discoveries_pager(press, game)),
    "forecast": open_forecast,
    **{name: partial(_travel, find_goal) for name, find_goal in TRAVEL_GOALS.items()},
    "merchant": lambda it, game: _travel(MerchantFinder(it.session.tally.sellers), it, game),
}
"""What begins the command of a key action; leaving and help are the console's, and
repainting is the screen's."""


PEDESTAL_KEY = "x"
"""The key of a look around that goes to the next pedestal, as `x` asks for its price."""


@frozen
class LookMode(Mode):
    """A look around: the cell under the cursor, with its description; a hint is told after it."""

    game: GameState
    cell: Cell
    hint: str = ""
    text: str = field(init=False, repr=False)

    @text.default
    def _describe_cell(self) -> str:
        """Return the description of the cell, computed once: odds take a while."""
        return " ".join([*describe_cell(self.game, self.cell), self.hint]).rstrip()

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        way, view = press.direction, GameView(self.game)
        cell = None
        if way is not None:
            cell = _move_cursor(view.board, self.cell, way)
        elif press.key == "tab":
            cell = self._next_of(cells_of_interest(self.game))
        elif press.key == PEDESTAL_KEY and view.pedestals:
            cell = self._next_of(sorted(view.pedestals))
        if cell is not None:
            return Open(LookMode(self.game, cell))
        if press.key not in (ENTER, "."):
            # Without another command, what was looked at is newer than the last messages.
            return PassOn(press) if press.acts_after("look") else Notify()
        barrier = name_of_barrier(self.game, self.cell)
        if barrier:
            return Notify(_nobody_walks_there(barrier))
        journey = AutoTravel(goal_at(self.cell), limit=press.settings.fight_until)
        return StartMultiTurn(journey)

    def _next_of(self, cells: Sequence[Cell]) -> Cell:
        """Return the next of some cells; after the last, from the start again."""
        after = cells.index(self.cell) + 1 if self.cell in cells else 0
        return [*cells, self.cell][after % max(1, len(cells))]


def _move_cursor(board: Board, cell: Cell, direction: Direction) -> Cell:
    row, column = board.row_and_column(cell)
    row = min(max(0, row + direction.row_delta), board.height - 1)
    column = min(max(0, column + direction.column_delta), board.width - 1)
    return row * board.stride + column
