"""Console: a session with a keyboard and a screen; maps keys to words, travel and modes."""

from collections.abc import Callable, Mapping

from attrs import define, field

from cc3k.engine.game import GameState
from cc3k.engine.grid import Cell, Direction
from cc3k.engine.view import GameView
from cc3k.play.commands import DIRECTIONS_BY_WORD, MetaCommand
from cc3k.play.frame import hurt_cells, target_cell_of_command
from cc3k.play.help import discoveries_page, help_page, message_log_page
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import (
    DANGEROUS_PATH_QUESTION,
    GAME_SUMMARY_HINT,
    QUIT_QUESTION,
    ending_lines,
    greeting_line,
    seed_line,
)
from cc3k.play.quoting import escape_text
from cc3k.play.session import Session, SessionStage
from cc3k.play.travel import (
    AutoTravel,
    MultiTurnCommand,
    goal_at,
    interruption_message,
    is_interrupted,
)
from cc3k.tty.keys import MOUSE_BUTTONS
from cc3k.ui.input import CommandInput
from cc3k.ui.key_actions import KeyActionRunner
from cc3k.ui.keymap import KEYMAPS, MOVE, bound_letters, format_compass, list_keys
from cc3k.ui.menu import LEAVE_ACTIONS, GameMenu
from cc3k.ui.modes import LookMode, Mode, PagerMode, QuestionMode
from cc3k.ui.palette import GLYPH_SETS
from cc3k.ui.screen_layout import compute_screen_layout, is_large_enough, paginate
from cc3k.ui.settings import ScreenSettings


@define(eq=False)
class Console:
    """A session behind a keyboard and a screen of that many columns and rows."""

    session: Session
    columns: int
    rows: int
    settings: ScreenSettings = field(factory=ScreenSettings)
    command_input: CommandInput = field(init=False)
    notice: str = field(default="", init=False)
    mode: Mode | None = field(default=None, init=False)
    running_command: MultiTurnCommand | None = field(default=None, init=False)
    page_index: int = field(default=0, init=False)
    flashing_cells: frozenset[Cell] = field(default=frozenset(), init=False)
    last_key: str = field(default="", init=False)
    menu: GameMenu = field(init=False)
    key_action_runner: KeyActionRunner = field(init=False)

    @menu.default
    def _default_menu(self) -> GameMenu:
        return GameMenu(self)

    @key_action_runner.default
    def _default_key_action_runner(self) -> KeyActionRunner:
        return KeyActionRunner(self)

    @command_input.default
    def _default_command_input(self) -> CommandInput:
        return CommandInput({**KEYMAPS[self.settings.keys], **self.settings.bind})

    def __attrs_post_init__(self) -> None:
        """Let the session have a log, that begins as the game did if that has begun already."""
        session = self.session
        if session.message_log is None:
            session.message_log = MessageLog()
            if session.game is not None and session.action_text:
                session.message_log.add(
                    session.game.turns, session.action_text, session.last_events
                )

    @property
    def message_log(self) -> MessageLog:
        """The message log of the game."""
        return self.session.message_log or MessageLog()

    @property
    def keymap(self) -> Mapping[str, str]:
        """The key action of each key."""
        return self.command_input.keymap

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of the screen, and show the first message page again."""
        self.columns, self.rows, self.page_index = columns, rows, 0

    def add_notice(self, notice: str) -> None:
        """Show a notice beside the last message."""
        self.notice = f"{self.notice or self.session.action_text} {escape_text(notice)}".lstrip()

    def press(self, key: str) -> None:
        """Handle one key. Any key stops a running command, and does nothing else then."""
        if self.keymap.get(key) == "leave" and (self._can_leave or self.mode is None):
            self._leave_or_ask()
        elif self.running_command is not None:
            self.running_command = None
        elif is_large_enough(self.columns, self.rows):
            more = self.page_index + 1 < len(self.message_pages())
            if not more:
                self.notice = ""
            self._handle_key(key, more=more)
        else:
            self._handle_key_too_small(key)
        self.last_key = key

    def tick(self) -> None:
        """Take the next step of the running command, unless none of it can be seen."""
        game, journey = self.session.game, self.running_command
        seen = (
            is_large_enough(self.columns, self.rows) and self.session.stage is SessionStage.PLAYING
        )
        if game is None or journey is None or not seen:
            waits = journey is not None and journey.policy.waits_when_hidden
            self.running_command = (
                journey if waits and not is_large_enough(self.columns, self.rows) else None
            )
            return
        words, turns = journey.next_command(game), game.turns
        if words is None:
            self._stop_command(journey.stop_reason)
            return
        self.send_words(words)
        steadfast = journey.policy.ignores_events
        if self.session.last_refusal is not None or (game.turns == turns and not steadfast):
            self._stop_command("")
        elif is_interrupted(game) and not steadfast:
            self._stop_command(interruption_message(game))

    def message_pages(self) -> list[list[str]]:
        """Return the message of the Action row, wrapped and paged for the screen."""
        game = self.session.game
        if game is None:
            return [[]]
        shown = compute_screen_layout(
            self.columns, self.rows, GameView(game).board, self.focus_cell(game)
        )
        text = f"Action: {self.message}" if shown.shows_all_rows else self.message
        found = paginate(text, shown.text_columns, shown.message_rows)
        return found if self.settings.more or isinstance(self.mode, LookMode) else found[-1:]

    @property
    def message(self) -> str:
        """The message of the Action row."""
        if isinstance(self.mode, QuestionMode):
            return self.mode.question
        if isinstance(self.mode, LookMode):
            return self.mode.description
        game = self.session.game
        found = self.command_input.display_text or self.notice
        if found or game is None or game.outcome is None:
            return found or self.session.action_text
        return " ".join([self.session.action_text, *ending_lines(game), GAME_SUMMARY_HINT])

    @property
    def quit_question(self) -> QuestionMode | None:
        """The question whether to quit the game, if it is being asked."""
        if isinstance(self.mode, QuestionMode) and self.mode.question == QUIT_QUESTION:
            return self.mode
        return None

    @property
    def is_input_pending(self) -> bool:
        """Return True if something typed or asked is unfinished."""
        return bool(self.command_input.display_text) or isinstance(self.mode, QuestionMode)

    def direction_of_key(self, key: str) -> Direction | None:
        """Return the direction of a key, if it has one."""
        act, _, word = self.keymap.get(key, "").partition(" ")
        return DIRECTIONS_BY_WORD.get(word) if act == MOVE else None

    def start_travel(self, travel: AutoTravel) -> None:
        """Start to travel; if every way leads past an enemy, ask first."""
        game = self.session.game
        way = travel.current_path(game) if game is not None else None
        if way is not None and not way.is_safe:
            self.ask_yes_no(
                DANGEROUS_PATH_QUESTION,
                lambda: self.start_command(AutoTravel(travel.find_goals, allow_danger=True)),
            )
        elif game is not None and travel.next_command(game) is None:
            self._stop_command(travel.stop_reason)
        else:
            self.start_command(travel)

    def _handle_key(self, key: str, *, more: bool) -> None:
        """Handle a key in a mode, on a page before the last one, or in the game."""
        game = self.session.game
        if self._is_help_key(key):
            self._open_help()
        elif self.mode is not None and not (
            isinstance(self.mode, LookMode) and key == " " and more
        ):
            mode, self.mode = self.mode, None
            self.page_index = self.page_index if isinstance(mode, PagerMode) else 0
            self.mode = mode.press(self, key) or self.mode
        elif more:
            # A letter does not turn the page: the word it begins would be left without it.
            self.page_index += key == " " or len(key) > 1
        elif game is None:
            self.menu.handle_race_menu_key(key)
        elif self.session.stage is SessionStage.GAME_OVER:
            self.menu.handle_game_over_key(game, key)
        elif key.partition(" ")[0] in MOUSE_BUTTONS.values():
            self._handle_click(game, *key.split(" "))
        else:
            act = self.command_input.press(key)
            if act is not None:
                times = self.command_input.times
                self.command_input.clear()
                self.key_action_runner.run(game, act, times)

    def _leave_or_ask(self) -> None:
        """Leave at once where nothing is lost, else ask."""
        self.running_command = None
        if self._can_leave:
            self.session.suspend()
        else:
            self._ask_to_quit()

    def _ask_to_quit(self) -> None:
        self.ask_yes_no(
            QUIT_QUESTION, lambda: self.send_words(MetaCommand.QUIT.value), accepts_enter=True
        )

    @property
    def _can_leave(self) -> bool:
        """Return True if nothing is lost by leaving: no game is running, or it is recorded."""
        witness = self.session.observer
        return self.session.stage is not SessionStage.PLAYING or (
            witness is not None and witness.is_resumable
        )

    def _handle_key_too_small(self, key: str) -> None:
        """Handle a key on a screen that is too small: only quitting is possible."""
        if self.quit_question is not None:
            self.mode = self.quit_question.press(self, key)
        elif not (key.lower() == MetaCommand.QUIT.value or self.keymap.get(key) in LEAVE_ACTIONS):
            return
        elif self.session.stage is SessionStage.PLAYING:
            self._ask_to_quit()
        else:
            self.send_words(MetaCommand.QUIT.value)

    def _handle_click(self, game: GameState, button: str, column: str, row: str) -> None:
        """Travel to the clicked cell, or look at it with the other button."""
        plan = GameView(game).board
        shown = compute_screen_layout(self.columns, self.rows, plan, self.focus_cell(game))
        cell = shown.cell_at(int(column), int(row), plan)
        if cell is not None and button == MOUSE_BUTTONS["0"]:
            self.start_travel(AutoTravel(goal_at(cell)))
        elif cell is not None:
            self.open_mode(LookMode(game, cell))

    def focus_cell(self, game: GameState) -> Cell:
        """Return the cell that must be visible: the one looked at, or the PC's."""
        return self.mode.cell if isinstance(self.mode, LookMode) else GameView(game).hero_cell

    def _is_help_key(self, key: str) -> bool:
        """Return True if a key opens help now: always, except as a letter of a command."""
        spells = self.menu.is_choice_key(key) or (bool(self.command_input.typed) and key.isalpha())
        return (
            self.keymap.get(key) == "help" and not spells and not isinstance(self.mode, PagerMode)
        )

    def open_mode(self, mode: Mode) -> None:
        """Open a mode, which gets the keys until it closes."""
        self.page_index, self.mode = self.page_index if isinstance(mode, PagerMode) else 0, mode

    def open_pager(self, lines: list[str]) -> None:
        """Show lines in a pager."""
        self.open_mode(PagerMode(tuple(lines), covered_mode=self.mode))

    @property
    def _seed_line(self) -> str:
        return seed_line(self.session.seed, self.session.games_started)

    def open_message_log(self) -> None:
        """Show the message log in a pager, from its end."""
        reading = PagerMode((self._seed_line, *message_log_page(self.message_log)))
        self.open_mode(reading.scrolled(self, len(reading.wrapped_lines(self.columns))))

    def open_discoveries(self, game: GameState) -> None:
        """Show the discoveries in a pager: known potions, and enemies slain."""
        self.open_pager([self._seed_line, *discoveries_page(game, self.message_log)])

    def _open_help(self) -> None:
        title, keymap = greeting_line(self.session.seed), self.keymap
        rules, drawn = self.session.rules, GLYPH_SETS[self.settings.glyphs]
        page = help_page(
            rules, list_keys(keymap), format_compass(keymap), bound_letters(keymap), drawn
        )
        self.open_pager([title, *page])

    def ask_yes_no(
        self, question: str, on_yes: Callable[[], None], *, accepts_enter: bool = False
    ) -> None:
        """Ask a question, perhaps about a typed word, and call a function on yes."""
        self.open_mode(QuestionMode(question, on_yes, accepts_enter))

    def start_command(self, command: MultiTurnCommand) -> None:
        """Start a multi-turn command."""
        self.running_command = command

    def _stop_command(self, reason: str) -> None:
        self.running_command, self.notice = None, reason
        game = self.session.game
        if reason and game is not None:
            self.message_log.add(game.turns, reason, ())

    def send_words(self, words: str) -> None:
        """Send words to the session, and show the first page of its answer."""
        game = self.session.game
        before = None if game is None else (game, target_cell_of_command(game, words))
        for word in words.split():
            if self.session.handle_word(word):
                self.page_index = 0
        self.flashing_cells = frozenset()
        if before is not None and self.settings.effects:
            self.flashing_cells = hurt_cells(*before, self.session.last_events)
