"""Console: a session with a keyboard and a screen.

It owns the session, the mode that has the keys, and the command of many turns that is running. A
mode returns console commands, which are carried out here.
"""

from copy import copy
from typing import assert_never

from attrs import define, field

from cc3k.play.commands import MetaCommand
from cc3k.play.frame import hurt_cells, is_heavy_blow, target_cell_of_command
from cc3k.play.interruptions import (
    GoOnQuestion,
    MultiTurnCommand,
    SecondPress,
    are_plain_steps,
    play_turn,
)
from cc3k.play.messages import NEVER_MIND, Message
from cc3k.play.session import SessionStage
from cc3k.play.stop_messages import (
    STOPPED_BY_KEY,
    WEIGHING,
    go_on_question,
    name_keys,
    second_press_hint,
)
from cc3k.ui.console_commands import (
    Ask,
    Begin,
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
    Suspend,
    Weigh,
)
from cc3k.ui.console_display import ConsoleDisplay
from cc3k.ui.game_keys import ASK_TO_LEAVE, GameKeys, is_mouse_key, leave_question
from cc3k.ui.hint_box import hint_phrases
from cc3k.ui.keymap import key_label
from cc3k.ui.menu import LEAVE_ACTIONS, GameOverKeys, is_help_key, is_safe_to_leave
from cc3k.ui.modes import (
    EndStopMode,
    QuestionMode,
    help_pager,
)
from cc3k.ui.pager import WHEEL_STEPS, PagerMode
from cc3k.ui.race_screen import RaceScreenKeys
from cc3k.ui.screen_layout import (
    MessagePages,
)

PAGE_KEYS = (" ", "enter")
STOPPING_KEYS = (*PAGE_KEYS, "escape", "backspace", "center", "shift-center")
"""Keys that stop what runs, and do no more then."""


@define(eq=False)
class Console(ConsoleDisplay):
    """A session behind a keyboard and a screen.

    `running_command` is the command of many turns that is being carried out. `offer` is what a
    second press of a key begins.
    """

    running_command: MultiTurnCommand | None = field(default=None, init=False)
    previous_key: str = field(default="", init=False)
    offer: Offer | None = field(default=None, init=False)
    _pressed_key: str = field(default="", init=False)
    _starting_key: str = field(default="", init=False)
    _starting_turn: int = field(default=0, init=False)
    _covered_notices: tuple[Message, ...] = field(default=(), init=False)

    def press(self, key: str) -> None:
        """Handle one key. It stops a running command first, unless that was begun by it.

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
        elif not self._is_stopped_by(key):
            pass
        elif self.is_screen_large_enough:
            self._handle_key(key)
        else:
            self._handle_key_too_small(key)
        self.previous_key = key

    def _is_stopped_by(self, key: str) -> bool:
        """Stop what runs; tell whether the key has still something to do.

        The key that began it lets it go on. Keys without a meaning of their own do no more, nor
        does any key where it is a bot that plays.
        """
        running = self.running_command
        if running is None:
            return True
        if running.policy.ignores_events or key != self._starting_key:
            self._stop_by_key(running)
            return not (running.policy.ignores_events or key in STOPPING_KEYS)
        return False

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
        if isinstance(running, Weigh):
            self.notices = ()
            self._start(running.then)
            return
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
        """Handle a key in a mode or in the game; only Space and Enter turn a page.

        The layout matters to that and to clicks alone, and takes a while.
        """
        game, laid_out = self.session.game, None
        needs_layout = key in PAGE_KEYS or is_mouse_key(key)
        if game is not None and needs_layout and not self.shown_end_screen:
            laid_out = self.lay_out(game)
        press = self._key_press(key, laid_out)
        more = laid_out is not None and self.page_index + 1 < len(self.shown_pages(laid_out))
        turns_page = more and key in PAGE_KEYS and not isinstance(self.mode, PagerMode)
        if not turns_page:
            self._covered_notices = self.notices if self.mode is None else self._covered_notices
            self.clear_notices()
            self.offer = None
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
        if isinstance(mode, QuestionMode) and mode.is_passed_over(press):
            self.mode = None
            self._handle_key(press.key)
            return
        command = mode.handle_key(press)
        if command is not None:
            self.mode = None
            self._carry_out(command)
            if isinstance(mode, QuestionMode) and isinstance(command, Close):
                self.notice = NEVER_MIND
            elif self.mode is None and isinstance(command, Close):
                self.notices = self._covered_notices

    def _mode_of_stage(self) -> Mode:
        if self.session.game is None:
            return RaceScreenKeys(self.menu)
        if self.session.stage is SessionStage.GAME_OVER:
            return GameOverKeys() if self.end_screen is None else self.end_screen
        return GameKeys(self.command_input)

    def _handle_key_too_small(self, key: str) -> None:
        """Handle a key on a screen that is too small: only quitting is possible."""
        if self.quit_question is not None:
            self.press_in_mode(key)
        elif key.lower() == MetaCommand.QUIT.value or self.keymap.get(key) in LEAVE_ACTIONS:
            playing = self.session.stage is SessionStage.PLAYING
            asked = leave_question(self.session, MetaCommand.QUIT)
            self._carry_out(asked if playing else asked.on_yes)

    def _leave_or_ask(self) -> None:
        """Leave at once where nothing is lost, else ask; a game that is kept is not given up."""
        self.running_command = None
        if is_safe_to_leave(self.session):
            self.session.suspend()
        else:
            is_kept_at_all = self.session.observer is not None
            quit_game = leave_question(self.session, MetaCommand.QUIT)
            self._carry_out(ASK_TO_LEAVE if is_kept_at_all else quit_game)

    def _carry_out(self, command: ConsoleCommand | None) -> None:  # noqa: C901 - a case each
        match command:
            case None:
                pass
            case Say(words):
                self._send_words(words)
            case Begin(words):
                self.command_input.begin(words)
            case Ask(question, on_yes, accepts_enter, enter_is_no):
                self._carry_out(Open(QuestionMode(question, on_yes, accepts_enter, enter_is_no)))
            case Open(mode):
                self.mode = mode
                self.page_index = self.page_index if isinstance(mode, PagerMode) else 0
            case Close(covered_mode):
                self.mode = covered_mode
            case Start(running, key):
                self._starting_key = key or self._pressed_key
                self._start(running)
            case Suspend():
                self.session.suspend()
            case Notify(notice):
                self.notice = notice
            case Resume(session, mode):
                self.take_session(session)
                self.mode = mode
            case _:
                assert_never(command)

    def _start(self, command: MultiTurnCommand) -> None:
        """Start a command of many turns; one that has no first turn ends at once."""
        self.running_command = command
        if isinstance(command, Weigh):
            self.notice = WEIGHING
            return
        self._starting_turn = 0 if self.session.game is None else self.session.game.turns
        game, trial = self.session.game, copy(command)
        if game is not None and trial.next_command(game) is None:
            self._stop_command(trial, trial.stop_reason, is_first=True)

    def _stop_command(
        self, command: MultiTurnCommand, reason: str, *, is_first: bool = False
    ) -> None:
        self.running_command, game = None, self.session.game
        rewording, key = self.settings.rewording, self._starting_key
        reason = name_keys(reason, rewording.of_hints(hint_phrases(self.keymap)))
        name = rewording.name_of_key(key, self.keymap.get(key, ""), key_label(key))
        label = "" if is_mouse_key(key) else name
        match command.again:
            case SecondPress(again, purpose):
                self.offer = Offer(key, again)
                reason = rewording.of(second_press_hint(reason, label, purpose))
            case GoOnQuestion(question, on_yes):
                self._carry_out(Ask(go_on_question(reason, question), Start(on_yes, key)))
                return
        if not reason or game is None:
            return
        if is_first or are_plain_steps(self.session.last_events):
            self.notice = reason
        else:
            self.add_notice(reason)
        self.message_log.add(game.turns, (Message(reason),), ())

    def _stop_by_key(self, command: MultiTurnCommand) -> None:
        """End a command of many turns for a key, which does nothing else.

        The message that it stopped follows those of its last turn, if they were worth showing.
        """
        self.running_command, game = None, self.session.game
        if command.policy.ignores_events or game is None:
            return
        told = f"{self.session.journeys.spent(game)} {STOPPED_BY_KEY}".lstrip()
        if game.turns == self._starting_turn or are_plain_steps(self.session.last_events):
            self.replace_notice(told)
        else:
            self.add_notice(told)

    def _send_words(self, words: str) -> None:
        game, was_playing = self.session.game, self.session.stage is SessionStage.PLAYING
        before = None if game is None else (game, target_cell_of_command(game, words))
        hp = 0 if game is None else game.hero.hp
        if self.session.handle_words(words):
            self.page_index = 0
        if was_playing and self.session.stage is SessionStage.GAME_OVER:
            self.mode = EndStopMode()
        self.flashing_cells = frozenset()
        if before is not None and self.settings.effects:
            self.flashing_cells = hurt_cells(*before, self.session.last_events)
        self.took_heavy_blow = game is not None and is_heavy_blow(hp - game.hero.hp, game.hero)
