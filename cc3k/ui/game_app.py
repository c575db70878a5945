"""Game app: the program behind the screen of a game, in which all keys arrive.

The loop of a terminal (`terminal.loop`), or a web page, gives it the keys that it has read, and
paints what it draws, as of any `ScreenApp`. It presses those keys on the `Console`.
"""

import time
from collections.abc import Callable

from attrs import evolve, field

from cc3k.engine.values import define
from cc3k.play.messages import RESUME_COMMAND, game_saved_message, paste_ignored
from cc3k.play.session import SessionStage
from cc3k.terminal.app import Canvas, ScreenApp
from cc3k.ui.console import Console
from cc3k.ui.keymap import NO_ACTION
from cc3k.ui.renderer import ConsoleRenderer

FLASH_SECONDS = 0.15
"""Seconds that a flash lasts."""

DEBOUNCE_SECONDS = 0.2
"""Seconds in which further keys are dropped after a key that stopped a command."""

END_GUARD_SECONDS = 0.5
"""Seconds after the end of a game in which keys are dropped: they were meant for the game."""


@define(eq=False)
class KeyDebounce:
    """A short time in which keys are dropped, by a clock in seconds.

    If the first letter of a word stops travel, the other letters would spell another word.
    """

    seconds: float = DEBOUNCE_SECONDS
    clock: Callable[[], float] = time.monotonic
    _until: float = field(default=0.0, init=False)

    def is_active(self) -> bool:
        return self.clock() < self._until

    def start(self) -> None:
        self._until = self.clock() + self.seconds


@define(eq=False)
class GameApp(ScreenApp):
    """Gives keys and ticks to a console, but drops keys that were meant for what it showed before.

    Such are those just after a command was stopped, or, by the `end_guard`, after the end of a game
    was seen. Keys typed while odds are weighed wait; if something is asked then, they are dropped.
    """

    console: Console
    resume_command: str = RESUME_COMMAND
    ring_bell: Callable[[], None] = lambda: None
    end_guard: KeyDebounce = field(factory=lambda: KeyDebounce(END_GUARD_SECONDS))
    _typed_ahead: list[str] = field(factory=list, init=False)
    _rung_turn: int = field(default=0, init=False)
    _renderer: ConsoleRenderer = field(factory=ConsoleRenderer, init=False)
    _debounce: KeyDebounce = field(factory=KeyDebounce, init=False)
    _has_shown_end: bool = field(default=False, init=False)

    @property
    def is_ended(self) -> bool:
        return self.console.session.is_ended

    @property
    def tick_seconds(self) -> float | None:
        """None, except during a multi-turn command, or while damage flashes."""
        if self.console.running.command is not None:
            return self.console.running.command.policy.seconds_per_step
        return FLASH_SECONDS if self.console.flashing_cells else None

    @property
    def exit_message(self) -> str:
        """The seed, to repeat the run (R34), how the game ended, or that it can be resumed."""
        session = self.console.session
        game = session.game
        lines = [session.greeting]
        if game is not None and game.is_over:
            lines += session.voice.ending_lines(game)
        elif game is not None and session.keeper is not None and session.keeper.try_to_save():
            lines.append(game_saved_message(self.resume_command))
        return "".join([f"{text}\n" for text in lines])

    @property
    def title(self) -> str:
        """The title with the seed, to repeat the run (R34)."""
        return self.console.session.greeting

    def draw(self) -> Canvas:
        """Return the screen of the console, with new notices if they can be seen on it.

        So a question is drawn with what was found out just before: that a journal has vanished.
        """
        keeper = self.console.session.keeper
        if keeper is not None and self.console.can_show_notice:
            for text in keeper.take_notices():
                self.console.add_notice(text)
        return self._renderer.draw(self.console)

    def press_keys(self, keys: list[str]) -> bool:
        """Press keys, except in a guarded time; return True if everything must be repainted."""
        repaint, console, running = False, self.console, self.console.running
        if not running.is_weighing:
            self._typed_ahead = []
        if console.session.keeper is not None:
            console.session.keeper.try_to_save()
        is_guarded = self._debounce.is_active() or self.end_guard.is_active()
        for key in [] if is_guarded else keys:
            is_typed = len(key) == 1 and console.mode is not None and console.mode.takes_text
            if console.command_input.keymap.get(key, NO_ACTION).name == "redraw" and not is_typed:
                repaint = True
            elif running.is_weighing and key != "escape" and running.is_stopped_by(key):
                self._typed_ahead.append(key)
            elif not console.session.is_ended and self._press_one(key):
                break
        return repaint

    def _press_one(self, key: str) -> bool:
        """Press a key; return True if those typed after it are dropped: they meant something else.

        So they are at the end of a game, and after it. They are, with those that come a little
        later, where a hint came up, a second press of the key was offered, or a bot was stopped.
        """
        console, running = self.console, self.console.running
        command, was_at_end = running.command, console.is_at_end_stop
        told = running.offers.get(running.told_key)
        console.press(key)
        self._ring_and_keep_note()
        has_stopped_bot = command is not None and command.policy.ignores_events
        has_offer = running.offers.get(running.told_key) not in (None, told)
        if has_stopped_bot or console.hint or has_offer:
            self._debounce.start()
            return True
        return console.is_at_end_stop != was_at_end

    def report_paste(self, key_count: int) -> None:
        self.console.running.drop()
        self.console.replace_notice(paste_ignored(key_count))
        self._ring_and_keep_note()

    def _ring_and_keep_note(self) -> None:
        """Ring the bell, if that is wanted, once for a turn that was a heavy blow.

        Keep what is shown, but nothing that is open, asked or half typed.
        """
        console, session = self.console, self.console.session
        is_plain = console.mode is None and not console.is_input_pending
        if session.keeper and is_plain and session.stage is SessionStage.PLAYING:
            times = session.message_log.times_noted(console.note)
            session.keeper.keep_note(evolve(console.note, times=times))
        turn = 0 if session.game is None else session.game.turns
        if not console.is_heavy_blow:
            self._rung_turn = 0
        elif console.settings.bell and turn != self._rung_turn:
            self.ring_bell()
            self._rung_turn = turn

    def after_drawing(self) -> bool:
        """Start the guard when the end of a game is seen first; all keys before it are dropped."""
        is_new = self.console.is_at_end_stop and not self._has_shown_end
        self._has_shown_end = self.console.is_at_end_stop
        if is_new:
            self.end_guard.start()
        return is_new

    @property
    def may_hang(self) -> bool:
        command = self.console.running.command
        return command is not None and command.policy.may_hang

    def tick(self) -> None:
        console = self.console
        if console.running.command is None:
            console.flashing_cells = frozenset()
            return
        console.tick()
        self._ring_and_keep_note()
        if console.running.told_key or console.is_input_pending:
            self._debounce.start()
        self.press_keys(self._typed_ahead)

    def stop_ticking(self) -> None:
        self.console.running.drop()

    def resize(self, columns: int, rows: int) -> None:
        self.console.resize(columns, rows)
