"""Console: a session with a keyboard and a screen.

It owns the session, the mode that has the keys, and the command of many turns that is running. A
mode returns console commands, which are carried out here.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import assert_never

from attrs import define, evolve, field

from cc3k.engine.board import Cell
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.commands import MetaCommand
from cc3k.play.frame import hurt_cells, is_heavy_blow, target_cell_of_command
from cc3k.play.interruptions import MultiTurnCommand, are_plain_steps, play_turn
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import (
    NEVER_MIND,
    QUIT_QUESTION,
    Message,
    join_messages,
    second_press_hint,
)
from cc3k.play.quoting import escape_text
from cc3k.play.races import goal_sentence, races_by_ease
from cc3k.play.session import Session, SessionStage
from cc3k.play.tutorial import Hint
from cc3k.play.voices import SpokenVoice
from cc3k.ui.console_commands import (
    Ask,
    Close,
    ConsoleCommand,
    KeyPress,
    Mode,
    Notify,
    Offer,
    Open,
    Resume,
    Say,
    Start,
)
from cc3k.ui.end_screen import Endings, EndScreen
from cc3k.ui.game_keys import ASK_TO_QUIT, GameKeys, is_mouse_key, prompt_text
from cc3k.ui.hint_box import hint_phrases
from cc3k.ui.input import CommandInput
from cc3k.ui.keymap import KEYMAPS, key_label
from cc3k.ui.menu import LEAVE_ACTIONS, GameOverKeys, RaceMenu, is_help_key, is_safe_to_leave
from cc3k.ui.modes import (
    EndStopMode,
    LookMode,
    QuestionMode,
    covering_text,
    help_pager,
    message_log_of,
)
from cc3k.ui.pager import WHEEL_STEPS, PagerMode
from cc3k.ui.screen_layout import (
    MessagePages,
    compute_screen_layout,
    is_large_enough,
    lay_out_message,
)
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.turn_messages import TurnMessages, ending_messages


@define(eq=False)
class Console:
    """A session behind a keyboard and a screen of that many columns and rows.

    `mode` is what covers the game or the menu, if anything: a question, a pager, a look around.
    `notices`, if there are any, stand on the Action row in place of the session's messages, until
    the next key. `page_index` is the page of a long message that is shown. `offer` is what a
    second press of a key begins. `took_heavy_blow` tells of the last command. A console speaks in
    the spoken voice, but in its session's for pictures of the document's frames. With `endings`,
    the end of a game has a screen of its own.
    """

    session: Session
    columns: int
    rows: int
    settings: ScreenSettings = field(factory=ScreenSettings)
    command_input: CommandInput = field(init=False)
    menu: RaceMenu = field(init=False)
    endings: Endings | None = field(default=None, init=False)
    notices: tuple[Message, ...] = field(default=(), init=False)
    mode: Mode | None = field(default=None, init=False)
    running_command: MultiTurnCommand | None = field(default=None, init=False)
    page_index: int = field(default=0, init=False)
    flashing_cells: frozenset[Cell] = field(default=frozenset(), init=False)
    took_heavy_blow: bool = field(default=False, init=False)
    previous_key: str = field(default="", init=False)
    offer: Offer | None = field(default=None, init=False)
    _pressed_key: str = field(default="", init=False)
    _starting_key: str = field(default="", init=False)
    _turn: TurnMessages = field(factory=TurnMessages, init=False)
    dismissed_hint: Hint | None = field(default=None, init=False)

    @command_input.default
    def _default_command_input(self) -> CommandInput:
        return CommandInput({**KEYMAPS[self.settings.keys], **self.settings.bind})

    @menu.default
    def _default_menu(self) -> RaceMenu:
        return RaceMenu(races_by_ease(self.session.rules))

    def __attrs_post_init__(self) -> None:
        self._take_session(self.session)

    def _take_session(self, session: Session) -> None:
        """Go on with a session, in the voice of the console."""
        self.session = session
        if not self.settings.document:
            session.use_voice(SpokenVoice(session.rules))
        session.start_message_log()

    @property
    def message_log(self) -> MessageLog:
        """The message log of the game."""
        return message_log_of(self.session)

    @property
    def keymap(self) -> Mapping[str, str]:
        """The key action of each key."""
        return self.command_input.keymap

    @property
    def is_screen_large_enough(self) -> bool:
        """Return True if the screen is large enough to play on."""
        return is_large_enough(self.columns, self.rows)

    @property
    def end_screen(self) -> EndScreen | None:
        """The end screen of a game that is over; None where no `endings` are shown."""
        if self.endings is None:
            return None
        return self.endings.screen_of(self.session, self.settings.command)

    @property
    def shown_end_screen(self) -> EndScreen | None:
        """The end screen while it is seen: not covered by its board or a mode."""
        screen = self.end_screen if self.mode is None else None
        return None if screen is None or screen.shows_board else screen

    @property
    def hint(self) -> str:
        """The hint of the tutorial that is shown, until the next key; empty if there is none."""
        hint = self.session.hint
        shown = hint is not None and hint is not self.dismissed_hint
        return hint.wording(hint_phrases(self.keymap)) if hint is not None and shown else ""

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of the screen, and show the first message page again."""
        self.columns, self.rows, self.page_index = columns, rows, 0

    def add_notice(self, notice: str) -> None:
        """Show a notice after the last messages, or before the question that is asked.

        It hides nothing of what ended a game: neither the outcome nor the score.
        """
        if isinstance(self.mode, QuestionMode):
            question = f"{escape_text(notice)} {self.mode.question}"
            self.mode = evolve(self.mode, question=question)
            return
        if self.end_screen is not None:
            self.end_screen.notices.append(escape_text(notice))
        else:
            shown = self.notices or self.session.messages
            if self.session.stage is SessionStage.GAME_OVER:
                shown = self.messages
            self.notices = (*shown, Message(escape_text(notice)))

    def replace_notice(self, notice: str) -> None:
        """Show a notice in place of the last messages, or before the question that is asked."""
        if not isinstance(self.mode, QuestionMode):
            self.notice, self.page_index = notice, 0
        elif not self.mode.question.startswith(notice):
            self.add_notice(notice)

    @property
    def notice(self) -> str:
        """The notices as one line; to set it shows one plain message, or none if it is empty."""
        return join_messages(self.notices)

    @notice.setter
    def notice(self, text: str) -> None:
        self.notices = (Message(text),) if text else ()

    @property
    def message(self) -> str:
        """The messages of the Action row as one line."""
        return join_messages(self.messages)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of the Action row."""
        covering = covering_text(self.mode) or prompt_text(self.command_input, self.session.game)
        if covering or self.notices:
            return (Message(covering),) if covering else self.notices
        game = self.session.game
        if self.endings is not None and game is not None and not game.turns:
            spawned = len(self.session.last_events) == 1
            told = () if spawned else self.session.messages
            return (Message(goal_sentence(self.session.rules)), *told)
        result = ending_messages(self.session, stops=self.is_at_end_stop)
        return (*self.turn_messages(after=join_messages(result)), *result)

    def turn_messages(self, before: str = "", after: str = "") -> tuple[Message, ...]:
        """Return the messages of the last command, shortened to fit between these texts."""
        game = self.session.game
        if game is None or not self.is_screen_large_enough:
            return self.session.messages
        view, panel = GameView(game), not self.settings.document
        layout = compute_screen_layout(
            self.columns, self.rows, view.board, view.hero_cell, may_have_panel=panel
        )
        return self._turn.fit(self.session, layout, before, after)

    @property
    def is_at_end_stop(self) -> bool:
        """Return True if a game has just ended, and waits for a key that goes on from there."""
        return isinstance(self.mode, EndStopMode)

    @property
    def is_input_pending(self) -> bool:
        """Return True if something typed or asked is unfinished."""
        return bool(self.command_input.display_text) or isinstance(self.mode, QuestionMode)

    @property
    def quit_question(self) -> QuestionMode | None:
        """The question whether to quit the game, if it is being asked."""
        if isinstance(self.mode, QuestionMode) and self.mode.question.endswith(QUIT_QUESTION):
            return self.mode
        return None

    def lay_out(self, game: GameState) -> MessagePages:
        """Return the layout of the screen with the message pages."""
        view = GameView(game)
        focus = self.mode.cell if isinstance(self.mode, LookMode) else view.hero_cell
        size, panel = (self.columns, self.rows), not self.settings.document
        return lay_out_message(size, view.board, focus, self.message, may_have_panel=panel)

    @property
    def can_show_notice(self) -> bool:
        """Return True if a notice would be seen now: no pager, look or typed word is before it."""
        if not is_large_enough(self.columns, self.rows):
            return self.quit_question is not None
        if self.mode is None:
            return not self.command_input.display_text
        return isinstance(self.mode, QuestionMode)

    def message_pages(self) -> Sequence[list[str]]:
        """Return the message of the Action row, wrapped and paged for the screen."""
        game = self.session.game
        return [[]] if game is None else self.shown_pages(self.lay_out(game))

    def shown_pages(self, laid_out: MessagePages) -> Sequence[list[str]]:
        """Return the pages of a message that are shown: all, or the last one without `more`."""
        shows_all = self.settings.more or isinstance(self.mode, LookMode)
        return laid_out.pages if shows_all else laid_out.pages[-1:]

    def press(self, key: str) -> None:
        """Handle one key. Any key stops a running command, and does nothing else then.

        The wheel is no key: it only scrolls.
        """
        if key in WHEEL_STEPS and not isinstance(self.mode, PagerMode):
            return
        self.dismissed_hint = self.session.hint
        self._pressed_key = key
        if self.takes_text(key):
            self.press_in_mode(key)
        elif self.keymap.get(key) == "leave" and (
            is_safe_to_leave(self.session) or self.mode is None
        ):
            self._leave_or_ask()
        elif self.running_command is not None:
            self.running_command = None
        elif self.is_screen_large_enough:
            self._handle_key(key)
        else:
            self._handle_key_too_small(key)
        self.previous_key = key

    def takes_text(self, key: str) -> bool:
        """Return True if a key is a character to be typed, whatever else it is bound to."""
        return len(key) == 1 and isinstance(self.mode, PagerMode) and self.mode.takes_text

    def press_in_mode(self, key: str) -> None:
        """Let the open mode handle a key: without a command it stays, with one it closes."""
        if self.mode is not None:
            self._handle_mode_key(self.mode, self._key_press(key))

    def tick(self) -> None:
        """Take the next step of the running command, unless none of it can be seen."""
        game, running = self.session.game, self.running_command
        is_hidden = not self.is_screen_large_enough
        if running is None or (is_hidden and running.policy.waits_when_hidden):
            return
        if is_hidden or game is None or self.session.stage is not SessionStage.PLAYING:
            self.running_command = None
        else:
            self._take_step(running)

    def _take_step(self, running: MultiTurnCommand) -> None:
        reason = play_turn(self.session, running, self._send_words)
        if reason is not None:
            self._stop_command(running, reason)

    def _key_press(self, key: str, laid_out: MessagePages | None = None) -> KeyPress:
        action, size = self.keymap.get(key, ""), (self.columns, self.rows)
        layout = laid_out.layout if laid_out is not None else None
        offered = self.offer.command if self.offer is not None and self.offer.key == key else None
        return KeyPress(
            key, action, self.previous_key, self.session, self.settings, *size, layout, offered
        )

    def _handle_key(self, key: str) -> None:
        """Handle a key in a mode or in the game; only the space bar turns a page."""
        game = self.session.game
        laid_out = None if game is None or self.shown_end_screen else self.lay_out(game)
        press = self._key_press(key, laid_out)
        more = laid_out is not None and self.page_index + 1 < len(self.shown_pages(laid_out))
        turns_page = more and key == " " and not isinstance(self.mode, PagerMode)
        if not turns_page:
            self.notice, self.offer = "", None
        if is_help_key(press, self.command_input.typed) and not isinstance(self.mode, PagerMode):
            self._carry_out(Open(help_pager(press, self.keymap, self.mode)))
        elif self.mode is not None and not turns_page:
            self._handle_mode_key(self.mode, press)
        elif turns_page:
            self.page_index += 1
        else:
            self._carry_out(self._mode_of_stage().handle_key(press))

    def _handle_mode_key(self, mode: Mode, press: KeyPress) -> None:
        if not isinstance(mode, PagerMode):
            self.page_index = 0
        command = mode.handle_key(press)
        if command is not None:
            self.mode = None
            self._carry_out(command)
            if isinstance(mode, QuestionMode) and isinstance(command, Close):
                self.notice = NEVER_MIND

    def _mode_of_stage(self) -> Mode:
        """Return the mode that has the keys where nothing covers it."""
        if self.session.game is None:
            return self.menu
        if self.session.stage is SessionStage.GAME_OVER:
            return GameOverKeys() if self.end_screen is None else self.end_screen
        return GameKeys(self.command_input)

    def _handle_key_too_small(self, key: str) -> None:
        """Handle a key on a screen that is too small: only quitting is possible."""
        if self.quit_question is not None:
            self.press_in_mode(key)
        elif key.lower() == MetaCommand.QUIT.value or self.keymap.get(key) in LEAVE_ACTIONS:
            playing = self.session.stage is SessionStage.PLAYING
            self._carry_out(ASK_TO_QUIT if playing else ASK_TO_QUIT.on_yes)

    def _leave_or_ask(self) -> None:
        """Leave at once where nothing is lost, else ask."""
        self.running_command = None
        if is_safe_to_leave(self.session):
            self.session.suspend()
        else:
            self._carry_out(ASK_TO_QUIT)

    def _carry_out(self, command: ConsoleCommand | None) -> None:
        match command:
            case None:
                pass
            case Say(words):
                self._send_words(words)
            case Ask(question, on_yes, accepts_enter):
                self._carry_out(Open(QuestionMode(question, on_yes, accepts_enter)))
            case Open(mode):
                self.mode = mode
                self.page_index = self.page_index if isinstance(mode, PagerMode) else 0
            case Close(covered_mode):
                self.mode = covered_mode
            case Start(running):
                self._start(running)
            case Notify(notice):
                self.notice = notice
            case Resume(session):
                self._take_session(session)
            case _:
                assert_never(command)

    def _start(self, command: MultiTurnCommand) -> None:
        """Start a command of many turns; one that has no first turn ends at once."""
        self._starting_key, self.running_command = self._pressed_key, command
        game, trial = self.session.game, copy(command)
        if game is not None and trial.next_command(game) is None:
            self._stop_command(trial, trial.stop_reason, is_first=True)

    def _stop_command(
        self, command: MultiTurnCommand, reason: str, *, is_first: bool = False
    ) -> None:
        """End a command of many turns: say why, and what a second press of its key begins."""
        self.running_command, game = None, self.session.game
        if command.again is not None:
            self.offer = Offer(self._starting_key, command.again.command)
            key = "" if is_mouse_key(self._starting_key) else key_label(self._starting_key)
            reason = second_press_hint(reason, key, command.again.purpose)
        if not reason or game is None:
            return
        if is_first or are_plain_steps(self.session.last_events):
            self.notice = reason
        else:
            self.add_notice(reason)
        self.message_log.add(game.turns, (Message(reason),), ())

    def _send_words(self, words: str) -> None:
        """Send words to the session, and show the first page of its answer."""
        game, was_playing = self.session.game, self.session.stage is SessionStage.PLAYING
        before = None if game is None else (game, target_cell_of_command(game, words))
        hp = 0 if game is None else game.hero.hp
        for word in words.split():
            if self.session.handle_word(word):
                self.page_index = 0
        if was_playing and self.session.stage is SessionStage.GAME_OVER:
            self.mode = EndStopMode()
        self.flashing_cells = frozenset()
        if before is not None and self.settings.effects:
            self.flashing_cells = hurt_cells(*before, self.session.last_events)
        self.took_heavy_blow = game is not None and is_heavy_blow(hp - game.hero.hp, game.hero)
