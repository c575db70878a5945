"""Console display: a session on a screen, and everything that is shown of it."""

from collections.abc import Mapping, Sequence

from attrs import define, evolve, field

from cc3k.engine.board import Cell
from cc3k.engine.events import HeroSpawned
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.commands import MetaCommand
from cc3k.play.frame import expansion_rows
from cc3k.play.message_log import MessageLog, ScreenNote
from cc3k.play.messages import (
    KEY_FOR_HELP,
    Message,
    join_messages,
)
from cc3k.play.quoting import escape_text
from cc3k.play.races import goal_sentence, races_by_ease, single_row_goal
from cc3k.play.session import Session, SessionStage
from cc3k.play.stop_messages import name_keys
from cc3k.play.tutorial import Hint
from cc3k.play.voices import SpokenVoice
from cc3k.ui.console_commands import Mode, Say
from cc3k.ui.end_screen import Endings, EndScreen
from cc3k.ui.game_keys import ASK_TO_LEAVE, prompt_text
from cc3k.ui.hint_box import hint_phrases
from cc3k.ui.input import CommandInput
from cc3k.ui.keymap import game_keymap
from cc3k.ui.menu import RaceMenu
from cc3k.ui.modes import (
    EndStopMode,
    LookMode,
    QuestionMode,
    covering_text,
    message_log_of,
)
from cc3k.ui.screen_layout import (
    MessagePages,
    ScreenLayout,
    compute_screen_layout,
    is_large_enough,
    lay_out_message,
)
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.turn_messages import TurnMessages, ending_messages
from cc3k.ui.typed_commands import typed_commands


@define(eq=False)
class ConsoleDisplay:
    """A session on a screen of that many columns and rows, and all that is shown of it.

    A `mode` covers the game or the menu: a question, a pager, a look around. `notices` replace the
    session's messages on the Action row until the next key; replaced messages do not come back.
    `page_index` is the shown page of a long message. `took_heavy_blow` is about the last command.
    Screens use the spoken voice, pictures of the document's frames the document's. With `endings`,
    the end of a game has its own screen.
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
    page_index: int = field(default=0, init=False)
    flashing_cells: frozenset[Cell] = field(default=frozenset(), init=False)
    took_heavy_blow: bool = field(default=False, init=False)
    _turn: TurnMessages = field(factory=TurnMessages, init=False)
    _told_messages: tuple[Message, ...] | None = field(default=None, init=False)
    dismissed_hint: Hint | None = field(default=None, init=False)

    @command_input.default
    def _default_command_input(self) -> CommandInput:
        return self._make_command_input()

    def _make_command_input(self) -> CommandInput:
        rules, settings = self.session.rules, self.settings
        keymap = game_keymap(settings.keys, settings.bind, rules)
        return CommandInput(keymap, typed_commands(self.session.command_table))

    @menu.default
    def _default_menu(self) -> RaceMenu:
        return RaceMenu(races_by_ease(self.session.rules))

    def __attrs_post_init__(self) -> None:
        self.take_session(self.session)

    def take_session(self, session: Session) -> None:
        if session.rules is not self.session.rules:
            self.session = session
            self.command_input = self._make_command_input()
        self.session = session
        if not self.settings.document:
            session.use_voice(SpokenVoice(session.rules))
        session.start_message_log()
        self.show_note(session.note)

    @property
    def message_log(self) -> MessageLog:
        return message_log_of(self.session)

    @property
    def keymap(self) -> Mapping[str, str]:
        return self.command_input.keymap

    @property
    def is_screen_large_enough(self) -> bool:
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
        hint = self.session.hint
        if hint is None or hint is self.dismissed_hint:
            return ""
        phrases = hint_phrases(self.keymap, self.settings.glyphs)
        return hint.wording(self.settings.rewording.of_hints(phrases))

    def resize(self, columns: int, rows: int) -> None:
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

    def clear_notices(self) -> None:
        """Remove the notices; the messages that they replaced do not come back."""
        told = self.session.messages
        if self.notices and self.notices[: len(told)] != told:
            self.hide_messages()
        self.notices = ()

    def hide_messages(self) -> None:
        """Show the messages of the last command no more: they are in the log."""
        self._told_messages = self.session.messages

    @property
    def note(self) -> ScreenNote:
        told, shown = self.session.messages, self.notices
        has_messages = bool(shown) and shown[: len(told)] == told
        own = [message.text for message in shown[len(told) if has_messages else 0 :]]
        times = self.message_log.times_noted(own[-1]) if own else 0
        is_bare = not (shown or self.hides_messages)
        return ScreenNote(tuple(own), has_messages or is_bare, self.page_index, times)

    def show_note(self, note: ScreenNote) -> None:
        messages = tuple(map(Message, note.notices))
        told = self.session.messages if note.has_messages and messages else ()
        self.notices, self.page_index, self._told_messages = (*told, *messages), note.page, None
        if not note.has_messages and not messages:
            self.hide_messages()

    @property
    def hides_messages(self) -> bool:
        return self._told_messages is self.session.messages

    @property
    def notice(self) -> str:
        """The notices as one line; to set it shows one plain message, or none if it is empty."""
        return join_messages(self.notices)

    @notice.setter
    def notice(self, text: str) -> None:
        self.notices = (Message(text),) if text else ()

    @property
    def message(self) -> str:
        return join_messages(self.messages)

    @property
    def messages(self) -> tuple[Message, ...]:
        rewording, written = self.settings.rewording, self._written_messages
        if not rewording.phrases:
            return written
        return tuple([evolve(message, text=rewording.of(message.text)) for message in written])

    @property
    def _written_messages(self) -> tuple[Message, ...]:
        covering = covering_text(self.mode) or prompt_text(self.command_input, self.session.game)
        if covering or self.notices:
            return (Message(covering),) if covering else self.notices
        game = self.session.game
        if self.endings is not None and game is not None and not game.turns:
            return self._opening_messages(game)
        result = ending_messages(self.session, stops=self.is_at_end_stop)
        if self.hides_messages and not result:
            return ()
        return (*self.turn_messages(after=join_messages(result)), *result)

    def _opening_messages(self, game: GameState) -> tuple[Message, ...]:
        """Return the goal, as long as there is room, the key for help, and news before turn 1."""
        is_single_row = self._layout(game).message_rows == 1
        goal = (single_row_goal if is_single_row else goal_sentence)(self.session.rules)
        phrases = self.settings.rewording.of_hints(hint_phrases(self.keymap))
        told = (Message(goal), Message(name_keys(KEY_FOR_HELP, phrases)))
        has_only_spawned = self.session.last_events == (HeroSpawned(),)
        return (*told, *(() if has_only_spawned else self.session.messages))

    def turn_messages(self, before: str = "", after: str = "") -> tuple[Message, ...]:
        game = self.session.game
        if game is None or not self.is_screen_large_enough:
            return self.session.messages
        return self._turn.fit(self.session, self._layout(game), before, after)

    def _layout(self, game: GameState) -> ScreenLayout:
        view, panel = GameView(game), not self.settings.document
        return compute_screen_layout(
            self.columns,
            self.rows,
            view.extent,
            view.hero_cell,
            may_have_panel=panel,
            expansion_rows=len(expansion_rows(game)),
        )

    @property
    def is_at_end_stop(self) -> bool:
        """Return True if a game has just ended, and waits for a key that goes on from there."""
        return isinstance(self.mode, EndStopMode)

    @property
    def is_input_pending(self) -> bool:
        return bool(self.command_input.display_text) or isinstance(self.mode, QuestionMode)

    @property
    def quit_question(self) -> QuestionMode | None:
        leaving = Say(MetaCommand.QUIT.value), ASK_TO_LEAVE.on_yes
        if isinstance(self.mode, QuestionMode) and self.mode.on_yes in leaving:
            return self.mode
        return None

    def lay_out(self, game: GameState) -> MessagePages:
        view = GameView(game)
        focus = self.mode.cell if isinstance(self.mode, LookMode) else view.hero_cell
        size, is_document = (self.columns, self.rows), self.settings.document
        return lay_out_message(
            size,
            view.extent,
            focus,
            self.message,
            is_document=is_document,
            expansion_rows=len(expansion_rows(game)),
        )

    @property
    def can_show_notice(self) -> bool:
        """Return True if a notice would be seen now: no pager, look or typed word is before it."""
        if not is_large_enough(self.columns, self.rows):
            return self.quit_question is not None
        if self.mode is None:
            return not self.command_input.display_text
        return isinstance(self.mode, QuestionMode)

    def message_pages(self) -> Sequence[list[str]]:
        """Return the message of the Action row, wrapped and paged for the screen.

        A screen that is too small shows none of it, on one page.
        """
        game = self.session.game
        if game is None or not self.is_screen_large_enough:
            return [[]]
        return self.shown_pages(self.lay_out(game))

    def shown_pages(self, laid_out: MessagePages) -> Sequence[list[str]]:
        """Return the pages of a message that are shown: all, or the last one without `more`."""
        shows_all = self.settings.more or isinstance(self.mode, LookMode)
        return laid_out.pages if shows_all else laid_out.pages[-1:]
