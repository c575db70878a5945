"""Replay screen: a recorded game on a screen, with pause, speed and search, from any position."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from attrs import Factory, evolve, field

from cc3k.engine.events import Event, Missed, Slain, Struck
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.values import define, frozen
from cc3k.play.help import message_log_page
from cc3k.play.history import GameTally, LogEntries, LogEntry, MessageLog, reworded_entry
from cc3k.play.messages import Message, capitalized, join_messages, paste_ignored
from cc3k.play.session import Session
from cc3k.play.voices import Voice, reworded_messages
from cc3k.saves.record import Record
from cc3k.saves.replay import ReplayDiverged, replay_steps, start_session
from cc3k.terminal.app import Canvas, ScreenApp
from cc3k.ui.console import Console
from cc3k.ui.keymap import key_label
from cc3k.ui.pager import SCROLL_TO_END, PagerMode
from cc3k.ui.renderer import ConsoleRenderer, fitted_messages
from cc3k.ui.screen_layout import first_that_fits, styled_line

REPLAY_ACTIONS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "pause": ((" ",), "pause, or continue; at the end, start over"),
    "forward": (("right", "n"), "a page or a command forward"),
    "back": (("left", "b"), "a command back"),
    "faster": (("+", "="), "twice as fast"),
    "slower": (("-",), "half as fast"),
    "turn": (("g",), "go to a turn: a number and Enter follow"),
    "floor": ((">",), "go to the next floor"),
    "fight": (("f",), "go to the next fight"),
    "beginning": (("home",), "go to the beginning"),
    "end": (("end",), "go to the end"),
    "messages": (("m",), "read all messages so far"),
    "help": (("?", "f1"), "see these keys"),
    "redraw": (("ctrl-l",), "redraw the screen"),
    "leave": (("q", "escape", "ctrl-d"), "leave"),
}
"""The replay actions, each with its keys and its description."""

REPLAY_KEYS = {key: name for name, (keys, _) in REPLAY_ACTIONS.items() for key in keys}

KEY_COLUMNS = 18
"""Width of the key labels on the help page."""


def replay_key_page() -> list[str]:
    rows = [
        f"  {' '.join(map(key_label, keys)):<{KEY_COLUMNS}}{meaning}"
        for keys, meaning in REPLAY_ACTIONS.values()
    ]
    return ["Keys while a game is watched", *rows]


MAX_TURN_DIGITS = 9
"""Digits of a turn number that can be typed."""

TURN_QUESTION = "Which turn?"
NO_NEXT_FLOOR = "There is no further floor."
NO_NEXT_FIGHT = "There is no further fight."
PAUSED = "paused"
KEYS_HINT, SHORT_KEYS_HINT = "? shows the keys.", "?: keys."


@define(eq=False)
class ReplayScreen(ScreenApp):
    """A replay on the screen; `speed` is in commands a second.

    `rows` are those of the screen; `is_running` is False while paused. `_typed_turn` holds the
    digits of a turn number as it is typed, and `_notice` replaces the message until the next key.
    """

    playback: "Playback"
    console: Console
    speed: int
    is_running: bool = True
    _notice: str = ""
    is_ended: bool = field(default=False, init=False)
    rows: int = field(default=Factory(lambda self: self.console.rows, takes_self=True), init=False)
    _typed_turn: str | None = field(default=None, init=False)
    _renderer: ConsoleRenderer = field(factory=ConsoleRenderer, init=False)

    def __attrs_post_init__(self) -> None:
        self.playback.use_voice(self.console.session.voice)
        self._update_notice()

    @property
    def tick_seconds(self) -> float | None:
        return 1 / self.speed if self.is_running else None

    @property
    def exit_message(self) -> str:
        """The seed, to repeat the run (R34)."""
        return f"{self.playback.session.greeting}\n"

    @property
    def title(self) -> str:
        """The title with the seed, to repeat the run (R34)."""
        return self.playback.session.greeting

    def draw(self) -> Canvas:
        """Return the screen of the console, with the replay's position on a free last row."""
        canvas = self._renderer.draw(self.console)
        if not self._has_free_row:
            return canvas
        text = first_that_fits(self._state_wordings(), canvas.width)
        below = styled_line(text, "asking").padded(canvas.width)
        return evolve(canvas, lines=(*canvas.lines, below))

    def _state_wordings(self) -> list[str]:
        """Return where the replay is, and the hint on keys: all of it, then less and less.

        The turn stays the longest; the name of the game goes first, which the title has as well.
        """
        at, rewording = self.playback, self.console.settings.rewording
        hint, short_hint = rewording.of(KEYS_HINT), rewording.of(SHORT_KEYS_HINT)
        paused = [] if self.is_running else [PAUSED]
        whole = ", ".join([self._position_text, *paused, self._speed_text])
        without_speed = ", ".join([self._position_text, *paused])
        brief = ", ".join([f"turn {at.turn}/{at.total_turns}", *paused])
        shorter = (
            *((whole, hint), (without_speed, hint), (brief, hint)),
            *((brief, short_hint), (brief, "")),
        )
        told = [f"{capitalized(state)}. {keys}".rstrip() for state, keys in shorter]
        return [f"{at.session.label}, {whole}. {hint}", *told]

    def press_keys(self, keys: list[str]) -> bool:
        repaint = False
        for key in keys:
            repaint = repaint or REPLAY_KEYS.get(key) == "redraw"
            self._press(key)
        self._update_notice()
        return repaint

    def report_paste(self, key_count: int) -> None:
        self.is_running, self._notice = False, paste_ignored(key_count)
        self._update_notice()

    def tick(self) -> None:
        """Show the next page, or the next command; pause at the end."""
        self._step_forward()
        self._update_notice()

    def stop_ticking(self) -> None:
        self.is_running = False
        self._update_notice()

    def resize(self, columns: int, rows: int) -> None:
        self.console.resize(columns, rows)
        self.rows = rows
        self._update_notice()

    def _press(self, key: str) -> None:
        self._notice = ""
        if self.console.mode is not None:
            self.console.handle_in_mode(self.console.key_press_of(key))
        elif self._typed_turn is not None:
            self._type_turn_key(self._typed_turn, key)
        else:
            self._run_action(REPLAY_KEYS.get(key, ""))

    def _run_action(self, replay_action: str) -> None:  # noqa: C901, PLR0912 - one case for each action
        playback = self.playback
        match replay_action:
            case "pause":
                self.is_running = not self.is_running
                if self.is_running and self._is_at_end:
                    self._seek(0)  # it starts over
            case "forward":
                self.is_running = False
                self._step_forward()
            case "back":
                self.is_running = False
                self._seek(playback.position - 1)
            case "faster":
                self._set_speed(self.speed * 2)
            case "slower":
                self._set_speed(self.speed // 2)
            case "turn":
                self.is_running, self._typed_turn = False, ""
            case "floor":
                self._show_search_result(NO_NEXT_FLOOR, is_found=playback.seek_next_floor())
            case "fight":
                self._show_search_result(
                    NO_NEXT_FIGHT, is_found=playback.seek_start_of_next_fight()
                )
            case "beginning":
                self._seek(0)
            case "end":
                self._seek(playback.last_position)
            case "messages":
                self._open_pager(message_log_page(self.console.session.message_log), SCROLL_TO_END)
            case "help":
                self._open_pager(replay_key_page(), 0)
            case "leave":
                self.is_ended = True

    def _set_speed(self, speed: int) -> None:
        self.speed = min(max(MIN_SPEED, speed), MAX_SPEED)
        self._notice = "" if self.is_running else f"{self._speed_text}."

    def _type_turn_key(self, digits: str, key: str) -> None:
        if key == "enter" and digits:
            self.playback.seek_turn(int(digits))
            self.console.turn_to(0)
        if key in ("enter", "escape"):
            self._typed_turn = None
        elif key == "backspace":
            self._typed_turn = digits[:-1]
        elif key.isascii() and key.isdecimal():
            self._typed_turn = (digits + key)[:MAX_TURN_DIGITS]

    def _step_forward(self) -> None:
        if self.console.has_next_page:
            self.console.turn_to(self.console.note.page + 1)
        elif self._is_at_end:
            self.is_running = False
        else:
            self._seek(self.playback.position + 1)

    def _seek(self, position: int) -> None:
        self.playback.seek(position)
        self.console.turn_to(0)

    def _show_search_result(self, not_found: str, *, is_found: bool) -> None:
        self.is_running = False
        self.console.turn_to(0)
        self._notice = "" if is_found else not_found

    def _open_pager(self, lines: list[str], scroll: int) -> None:
        self.is_running = False
        pager, console = PagerMode(tuple(lines)), self.console
        console.mode = pager.scrolled(scroll, console.columns, console.rows)

    @property
    def _is_at_end(self) -> bool:
        return self.playback.position == self.playback.last_position

    @property
    def _position_text(self) -> str:
        at = self.playback
        return f"turn {at.turn} of {at.total_turns}, floor {at.floor_number}"

    @property
    def _speed_text(self) -> str:
        return f"{self.speed} a second"

    @property
    def _has_free_row(self) -> bool:
        return self.console.rows < self.rows

    def _keep_last_row_free(self) -> None:
        """Keep the last row free of the game if board and figures are shown without it as well."""
        console = self.console
        console.rows = self.rows
        if isinstance(console.mode, PagerMode) or (whole := console.laid_out) is None:
            return
        console.rows = self.rows - 1
        rest, at = console.laid_out, attrgetter("layout.viewport", "layout.status_rows")
        if rest is None or at(rest) != at(whole):
            console.rows = self.rows

    def _game_messages(self, position: tuple[Message, ...]) -> tuple[Message, ...]:
        result, laid_out = self.playback.result_messages, self.console.laid_out
        layout = None if laid_out is None else laid_out.layout
        turn = fitted_messages(self.console, layout, join_messages(position), join_messages(result))
        return (*turn, *result)

    def _update_notice(self) -> None:
        self._keep_last_row_free()
        diverged = self.playback.divergence if self._is_at_end else None
        divergence = () if diverged is None else (Message(f"{diverged}."),)
        speed = self._speed_text if self.is_running else PAUSED
        position = () if self._has_free_row else (Message(f"[{self._position_text}, {speed}]"),)
        if self._typed_turn is not None:
            shown = (Message(f"{TURN_QUESTION} {self._typed_turn}".rstrip()),)
        elif self._notice:
            shown = (Message(self._notice),)
        else:
            shown = (*self._game_messages(position), *divergence)
        self.console.show(*position, *shown, page=self.console.note.page)


MIN_SPEED, DEFAULT_SPEED, MAX_SPEED = 1, 4, 64
"""How many commands, or pages of what they say, are shown in a second."""

KEYFRAME_INTERVAL = 64
"""Commands between two keyframes, few enough that a step back feels instant."""

MAX_KEYFRAMES = 1_024
"""Keyframes of one record; those of a longer one lie further apart."""


@frozen
class _Keyframe:
    game: GameState | None
    messages: tuple[Message, ...]
    events: tuple[Event, ...]
    refusal: Refusal | None
    entry_count: int
    last_entry: LogEntry
    tally: GameTally


@define(eq=False)
class Playback:
    """A record to watch from any position: 0 is the start, n is after n commands.

    `session` is at the `position`, and its message log has the messages up to there. If the game
    diverges from its record, `divergence` says why, and that is the last position. To go back, it
    restarts from a keyframe, taken every `keyframe_interval` commands.
    """

    session: Session
    commands: Sequence[str]
    position: int = field(default=0, init=False)
    divergence: ReplayDiverged | None = field(default=None, init=False)
    keyframe_interval: int = field(init=False)
    _keyframes: list[_Keyframe] = field(factory=list, init=False)
    _turn_at: list[int] = field(factory=list, init=False)
    _floor_at: list[int] = field(factory=list, init=False)
    _is_fight_at: list[bool] = field(factory=list, init=False)
    _entries: Sequence[LogEntry] = field(default=(), init=False)
    _voice: Voice | None = field(default=None, init=False)

    @keyframe_interval.default
    def _default_interval(self) -> int:
        return max(KEYFRAME_INTERVAL, -(-len(self.commands) // MAX_KEYFRAMES))

    @classmethod
    def from_record(cls, record: Record, rules: Rules) -> "Playback":
        """Play a record once, and return its playback at the start.

        Raises `RecordError` where not even its beginning is the same.
        """
        playback = cls.unindexed(record, rules)
        for _ in playback.index_positions(record):
            pass
        return playback

    @classmethod
    def unindexed(cls, record: Record, rules: Rules) -> "Playback":
        return cls(start_session(record.header, rules), [step.command for step in record.steps])

    def index_positions(self, record: Record) -> Iterator[int]:
        """Play a record once, yielding each position once it is indexed, and go back to the start.

        Raises `ReplayDiverged` before any, where not even its beginning is the same.
        """
        try:
            for position in replay_steps(record, self.session):
                self._index_position(position)
                yield position
        except ReplayDiverged as diverged:
            if not self._turn_at:
                raise
            self.divergence = diverged
        self._entries, self._voice = self.session.message_log.entries[:], self.session.voice
        self._restore_keyframe(0)

    @property
    def last_position(self) -> int:
        return len(self._turn_at) - 1

    @property
    def turn(self) -> int:
        """The turns taken so far; a command that is refused takes none (R4)."""
        return self._turn_at[self.position]

    @property
    def total_turns(self) -> int:
        return self._turn_at[-1]

    @property
    def floor_number(self) -> int:
        return self._floor_at[self.position]

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.session.messages, *self.result_messages)

    @property
    def result_messages(self) -> tuple[Message, ...]:
        session, game = self.session, self.session.game
        if game is None or not game.is_over:
            return ()
        return tuple(map(Message, session.voice.ending_lines(game)))

    @property
    def message_text(self) -> str:
        return join_messages(self.messages)

    def use_voice(self, voice: Voice) -> None:
        game = self.session.game
        if game is None or voice is self._voice:
            return
        race, self._voice = game.race, voice
        self._entries = [reworded_entry(entry, voice, race) for entry in self._entries]
        self._keyframes = [
            evolve(
                kept,
                messages=reworded_messages(kept.messages, kept.events, kept.refusal, voice, race),
                last_entry=reworded_entry(kept.last_entry, voice, race),
            )
            for kept in self._keyframes
        ]
        self.session.use_voice(voice)

    def seek(self, position: int) -> None:
        position = min(max(0, position), self.last_position)
        keyframe = position // self.keyframe_interval
        if not keyframe * self.keyframe_interval <= self.position <= position:
            self._restore_keyframe(keyframe)
        while self.position < position:
            self.session.give(self.commands[self.position])
            self.position += 1

    def seek_turn(self, turn: int) -> None:
        self.seek(bisect_left(self._turn_at, turn))

    def seek_next_floor(self) -> bool:
        floors, here = self._floor_at, self.position
        return self._seek_first(
            at for at in range(here, self.last_position + 1) if floors[at] > floors[here]
        )

    def seek_start_of_next_fight(self) -> bool:
        fights, here = self._is_fight_at, self.position
        later = range(here + 1, self.last_position + 1)
        return self._seek_first(at for at in later if fights[at] and not fights[at - 1])

    def _seek_first(self, positions: Iterator[int]) -> bool:
        position = next(positions, None)
        if position is not None:
            self.seek(position)
        return position is not None

    def _index_position(self, position: int) -> None:
        session, game = self.session, self.session.game
        is_fight = any(isinstance(event, Struck | Missed | Slain) for event in session.last_events)
        self._turn_at.append(0 if game is None else game.turns)
        self._floor_at.append(0 if game is None else game.depth)
        self._is_fight_at.append(is_fight)
        if position % self.keyframe_interval == 0:
            entries, then = session.message_log.entries, None if game is None else game.copy()
            told = session.messages, session.last_events, session.last_refusal
            log = len(entries), entries[-1], session.tally.copy()
            self._keyframes.append(_Keyframe(then, *told, *log))

    def _restore_keyframe(self, number: int) -> None:
        """Go back to a keyframe; the log entries before its last one are final."""
        kept, session = self._keyframes[number], self.session
        session.game = None if kept.game is None else kept.game.copy()
        session.messages, session.last_events = kept.messages, kept.events
        session.last_refusal = kept.refusal
        self.position = number * self.keyframe_interval
        entries = [*self._entries[: kept.entry_count - 1], kept.last_entry]
        session.message_log = MessageLog(LogEntries(entries))
        session.tally = kept.tally.copy()
