"""Console: a session with a keyboard and a screen.

It owns the session, the mode that has the keys, the command of many turns that is running, and what
is shown of it all. Modes and running commands return requests, which are carried out here.
A key goes to the first of these that takes it (`GameApp` has dropped those that were typed ahead of
a question or an end, and repaints for Ctrl-L):

    the wheel            scrolls an open text; without one it does nothing
    a text being typed   takes every character, whatever that is bound to
    leaving              at once if nothing is lost, else it asks, unless a mode is open
    a running command    goes on if the key began it; any other key stops it, and goes on from here
                         if it has another meaning
    too small a screen   takes no key but those that quit
    pages of messages    Space and Enter turn to the next one, unless a scrolled text is open
    help                 opens, unless the key is a letter of a word, or a scrolled text is open
    the open mode        a question, a look around, a menu or a pager, which may pass the key on
    the stage            the menu of races, the game with half a word that was typed, or its end
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, assert_never

from attrs import evolve, field

from cc3k.engine.actions import Attack
from cc3k.engine.board import Cell
from cc3k.engine.events import PC, Effect, Event
from cc3k.engine.game import GameState
from cc3k.engine.text import escape_text
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.commands import MetaCommand
from cc3k.play.history import ScreenNote
from cc3k.play.messages import Message, join_messages, races_by_ease
from cc3k.play.session import Session, SessionStage
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.terminal.app import MOUSE_KEYS, WHEEL_KEYS
from cc3k.ui import modes
from cc3k.ui.command_input import CommandInput, typed_commands
from cc3k.ui.keymap import NO_ACTION, game_keymap, hint_phrases
from cc3k.ui.palette import GLYPH_SETS
from cc3k.ui.renderer import action_row, lay_out
from cc3k.ui.running_command import RunningCommand
from cc3k.ui.screen_layout import LaidOutText, is_large_enough
from cc3k.ui.settings import ScreenSettings

if TYPE_CHECKING:
    from cc3k.play.tutorial import Hint
    from cc3k.saves.end_report import LoadPastGames
    from cc3k.ui.end_screen import EndScreen, EndStage
    from cc3k.ui.race_screen import RaceMenu

HEAVY_BLOW_SHARE = 4
"""A turn is a heavy blow if it costs that part of the HP that a race has, a quarter, or more."""


@define(eq=False)
class Console:
    """A session behind a keyboard and a screen of that many columns and rows.

    A `mode` covers that of the stage, which is the menu, the keys of the game, or the `end_screen`
    of one that is over: a question, a pager, a look around. `make_menu` makes the menu before a
    game. The player's own games, for which `load_past_games` is given, show their goal before their
    first turn, and a report when they are over. The `note`, shown besides the last command, lasts
    until the next key. The `flashing_cells` are those of whoever was hurt; a heavy blow hurt the
    PC.
    """

    session: Session
    columns: int
    rows: int
    settings: ScreenSettings = field(factory=ScreenSettings)
    make_menu: "Callable[[], RaceMenu] | None" = None
    load_past_games: "LoadPastGames | None" = None
    running: RunningCommand = field(factory=RunningCommand, init=False)
    command_input: CommandInput = field(init=False)
    note: ScreenNote = field(factory=ScreenNote, init=False)
    flashing_cells: frozenset[Cell] = field(default=frozenset(), init=False)
    is_heavy_blow: bool = field(default=False, init=False)
    mode: modes.Mode | None = field(default=None, init=False)
    end_screen: "EndScreen | None" = field(default=None, init=False)
    dismissed_hint: "Hint | None" = field(default=None, init=False)
    previous_key: str = field(default="", init=False)
    _menu: "RaceMenu | None" = field(default=None, init=False)
    _pressed_key: str = field(default="", init=False)
    _covered_note: ScreenNote = field(factory=ScreenNote, init=False)

    @command_input.default
    def _make_command_input(self) -> CommandInput:
        rules, settings = self.session.rules, self.settings
        keymap = game_keymap(settings.keys, settings.bind, rules)
        return CommandInput(keymap, typed_commands(self.session.command_table))

    def __attrs_post_init__(self) -> None:
        self.take_session(self.session)

    def take_session(self, session: Session) -> None:
        if session.rules is not self.session.rules:
            self.session = session
            self.command_input = self._make_command_input()
        self.session = session
        if not self.settings.document:
            session.use_voice(SpokenVoice(session.rules))
        session.start_history()
        self.note, self.flashing_cells, self.is_heavy_blow = session.note, frozenset(), False
        self.end_screen = None
        self.open_end_screen("report")

    @property
    def menu(self) -> "RaceMenu":
        """The menu before a game, made when it is asked for first."""
        if self._menu is None:
            # Imported here for a fast start: whoever names a race sees no menu.
            from cc3k.ui.race_screen import RaceMenu

            make = self.make_menu
            self._menu = RaceMenu(races_by_ease(self.session.rules)) if make is None else make()
        return self._menu

    @property
    def stage_mode(self) -> modes.Mode:
        """What has the keys where no mode covers it: the menu of races, the game, or its end."""
        if (game := self.session.game) is None:
            return self.menu
        if self.end_screen is not None:
            return self.end_screen
        # Imported here for a fast start: the first map needs no keys.
        from cc3k.ui.game_keys import GameMode

        return GameMode(game, self.command_input)

    def open_end_screen(self, stage: "EndStage") -> None:
        """Show what ended a game until a key goes on from there, or its report; none goes on."""
        game = self.session.game
        if game is not None and game.is_over:
            # Imported here for a fast start: needed only at the end of a game.
            from cc3k.ui.end_screen import EndScreen

            self.mode = None
            self.end_screen = EndScreen(self.session, game, self.load_past_games, stage)

    @property
    def is_own_game(self) -> bool:
        """Whether it is the player's: pictures, replays and bots have no past games."""
        return self.load_past_games is not None

    @property
    def hint(self) -> str:
        hint = self.session.hint
        if hint is None or hint is self.dismissed_hint:
            return ""
        # Imported here for a fast start: hints are those of the tutorial.
        from cc3k.play.tutorial import GLYPH_PHRASES

        drawn = GLYPH_SETS[self.settings.glyphs]
        glyphs = {name: drawn.get(glyph, glyph) for name, glyph in GLYPH_PHRASES.items()}
        return hint.wording({**self.key_phrases, **glyphs})

    @property
    def key_phrases(self) -> Mapping[str, str]:
        """What messages and hints call key actions here, by the names in their braces."""
        rewording = self.settings.rewording
        return rewording.of_hints(hint_phrases(self.command_input.keymap))

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.turn_to(0)

    def turn_to(self, page: int) -> None:
        self.note = evolve(self.note, page=page)

    def show(self, *messages: Message, page: int = 0) -> None:
        """Show messages in place of those of the last command."""
        self.note = evolve(self.note, notices=messages, has_messages=False, page=page)

    def add_notice(self, notice: str) -> None:
        """Show a notice after the last messages, or before the question that is asked.

        It hides nothing of what ended a game: neither the outcome nor the score.
        """
        note = self.note
        if isinstance(self.mode, modes.QuestionMode):
            question = f"{escape_text(notice)} {self.mode.question}"
            self.mode = evolve(self.mode, question=question)
        elif self.is_own_game and self.end_screen is not None:
            self.end_screen.notices.append(escape_text(notice))
        else:
            notices = (*note.notices, Message(notice))
            has_messages = note.has_messages or not note.notices
            self.note = evolve(note, notices=notices, has_messages=has_messages)

    def replace_notice(self, notice: str) -> None:
        """Show a notice in place of the last messages, or before the question that is asked."""
        if not isinstance(self.mode, modes.QuestionMode):
            self.show(Message(notice))
        elif not self.mode.question.startswith(notice):
            self.add_notice(notice)

    @property
    def action_text(self) -> str:
        """The text of the Action row; in full where there is no row for it."""
        laid_out = self.laid_out
        return join_messages(action_row(self, None) if laid_out is None else laid_out.messages)

    @property
    def laid_out(self) -> LaidOutText | None:
        """The layout of the screen as it is drawn; None where no game has room on it."""
        game = self.session.game
        if game is None or not is_large_enough(self.columns, self.rows):
            return None
        return lay_out(self, game)

    @property
    def has_next_page(self) -> bool:
        laid_out = self.laid_out
        return laid_out is not None and self.note.page + 1 < len(laid_out.pages)

    @property
    def report_screen(self) -> "EndScreen | None":
        """The end screen while its report is seen: at no stop or board, and in no bot's game."""
        screen = self.end_screen
        return None if screen is None or screen.stage != "report" else screen

    @property
    def is_at_end_stop(self) -> bool:
        """Return True if a game has just ended, and waits for a key that goes on from there."""
        return (screen := self.end_screen) is not None and screen.stage == "stop"

    @property
    def is_input_pending(self) -> bool:
        is_typing = self.command_input.typed or self.command_input.times
        return bool(is_typing) or isinstance(self.mode, modes.QuestionMode)

    @property
    def prompt(self) -> str:
        """What stands on the Action row in place of messages: a question, or what is typed."""
        if self.running.is_weighing:
            return "Weighing the odds..."
        if self.mode is not None and (text := self.mode.text):
            return text
        if not self.is_input_pending:
            return ""
        # Imported here for a fast start: nobody has typed before the first map.
        from cc3k.ui.game_keys import prompt_text

        return prompt_text(self.command_input, self.session.game)

    @property
    def quit_question(self) -> modes.QuestionMode | None:
        mode, quits = self.mode, (modes.QUIT, modes.Suspend())
        return mode if isinstance(mode, modes.QuestionMode) and mode.on_yes in quits else None

    @property
    def can_show_notice(self) -> bool:
        """Return True if a notice would be seen now: no pager, look or typed word is before it."""
        if not is_large_enough(self.columns, self.rows):
            return self.quit_question is not None
        if self.mode is None:
            return not self.is_input_pending
        return isinstance(self.mode, modes.QuestionMode)

    def press(self, key: str) -> None:
        """Give a key to the first that takes it, in the order told at the head of this module."""
        if key in WHEEL_KEYS.values() and not self.is_scrolled:
            return
        self.dismissed_hint = self.session.hint
        self._pressed_key, press = key, self.key_press_of(key)
        is_leaving = press.action.name == "leave"
        if self.mode is not None and len(key) == 1 and self.mode.takes_text:
            self.handle_in_mode(press)
        elif is_leaving and (modes.is_safe_to_leave(self.session) or self.mode is None):
            self._leave_or_ask()
        elif (running := self.running.command) is None:
            self._pass_on(press)
        elif self.running.is_stopped_by(key):
            self._carry_out(self.running.stop(self.session))
            # A key without a meaning of its own only stops, and so does any key where a bot plays.
            if not running.policy.ignores_events and key not in modes.QUIET_KEYS:
                self._pass_on(press)
        self.previous_key = key

    @property
    def is_scrolled(self) -> bool:
        """Return True if a text is open that is scrolled, above the messages and their pages."""
        return self.mode is not None and self.mode.is_scrolled

    def tick(self) -> None:
        """Take the next step of the running command, unless none of it can be seen."""
        game, running = self.session.game, self.running.command
        is_hidden = not is_large_enough(self.columns, self.rows)
        if running is None or (is_hidden and running.policy.waits_when_hidden):
            return
        if is_hidden or game is None or self.session.stage is not SessionStage.PLAYING:
            self.running.drop()
        else:
            self._carry_out(self.running.take_turn(self.session, self.settings, self._give))

    def key_press_of(self, key: str) -> modes.KeyPress:
        """Return a key with its action and all that a mode may look at."""
        action, offer = self.command_input.keymap.get(key, NO_ACTION), self.running.offers.get(key)
        offered, size = None if offer is None else offer.command, (self.columns, self.rows)
        return modes.KeyPress(
            key, action, self.previous_key, self.session, self.settings, *size, offered=offered
        )

    def _pass_on(self, press: modes.KeyPress) -> None:
        """Give a key to the first that takes it of those below a running command."""
        if not is_large_enough(self.columns, self.rows):
            self._quit_on(press)
            return
        key = press.key
        asks = press.action.name == "help" and not self.session.is_choice(key.lower())
        asks = asks and not (self.command_input.typed and key.isalpha())  # a letter of a word
        may_turn = key in modes.GO_ON_KEYS and self.report_screen is None
        if may_turn and not (self.is_scrolled or asks) and self.has_next_page:
            self.turn_to(self.note.page + 1)
            return
        if key.startswith(MOUSE_KEYS) and (laid_out := self.laid_out) is not None:
            press = evolve(press, layout=laid_out.layout)
        self._covered_note = self.note if self.mode is None else self._covered_note
        self.note = evolve(self.note, notices=())
        self.running.told_key = ""
        if key == "escape" and self.mode is None:
            self.running.offers = {}
        if asks and not self.is_scrolled:
            from cc3k.ui.pager import help_pager

            self._carry_out(modes.Open(help_pager(press, self.command_input.keymap, self.mode)))
        else:
            self.handle_in_mode(press)

    def handle_in_mode(self, press: modes.KeyPress) -> None:
        """Let the open mode handle a key, which closes it with a request, or else the stage."""
        open_mode = self.mode
        if open_mode is not None and not open_mode.is_scrolled:
            self.turn_to(0)
        request = (self.stage_mode if open_mode is None else open_mode).handle_key(press)
        if request is not None:
            self.mode = None  # the stage is never closed
            self._carry_out(request)

    def _quit_on(self, press: modes.KeyPress) -> None:
        """Quit, or ask that: nothing else is possible on a screen that is too small."""
        if self.quit_question is not None:
            self.handle_in_mode(press)
        elif press.key.lower() == MetaCommand.QUIT.word or press.action.name in modes.QUIT_ACTIONS:
            from cc3k.ui.game_keys import give_up_question

            playing = self.session.stage is SessionStage.PLAYING
            asked = give_up_question(self.session, MetaCommand.QUIT)
            self._carry_out(modes.Open(asked) if playing else asked.on_yes)

    def _leave_or_ask(self) -> None:
        """Leave at once where nothing is lost, else ask; a game that is kept is not given up."""
        self.running.drop()
        if modes.is_safe_to_leave(self.session):
            self.session.suspend()
        else:
            from cc3k.ui.game_keys import ASK_TO_LEAVE, give_up_question

            is_kept_at_all = self.session.keeper is not None
            quit_game = give_up_question(self.session, MetaCommand.QUIT)
            self._carry_out(modes.Open(ASK_TO_LEAVE if is_kept_at_all else quit_game))

    def _carry_out(self, request: modes.ConsoleRequest | None) -> None:  # noqa: C901, PLR0912 - a case each
        match request:
            case None:
                pass
            case modes.Give(words):
                self._give(words)
            case modes.TypeWords(words, chosen):
                self.command_input.begin(words, chosen)
            case modes.Open(mode):
                self.mode = mode
                if not mode.is_scrolled:
                    self.turn_to(0)
            case modes.Close(covered_mode):
                self.mode = covered_mode
                if covered_mode is None:
                    self.note = evolve(self._covered_note, page=self.note.page)
            case modes.PassOn(press):
                self._pass_on(press)
            case modes.StartMultiTurn(_, key):
                started = request._replace(key=key or self._pressed_key)
                self._carry_out(self.running.start(self.session, self.settings, started))
            case modes.Suspend():
                self.session.suspend()
            case modes.Notify(notice, is_alone=True):
                self.show(*([Message(notice)] if notice else []))
            case modes.Notify(notice):
                self.add_notice(notice)
            case modes.Resume(session, mode):
                self.take_session(session)
                self.mode = mode
            case _:
                assert_never(request)

    def _give(self, words: str) -> None:
        """Give a command to the session, and show what it does: its messages, and who was hurt."""
        session, game = self.session, self.session.game
        target, hp = None, game.hero.hp if game else 0
        self.flashing_cells, self.is_heavy_blow = frozenset(), False
        command = session.command_table.commands.get(words)
        if game is not None and isinstance(command, Attack):
            target = GameView(game).cell_towards(command.direction)
        session.give(words)
        if isinstance(command, MetaCommand) or session.last_refusal is None:
            self.running.offers = {}
        if game is not None:
            lost = hp - game.hero.hp
            self.is_heavy_blow = lost * HEAVY_BLOW_SHARE >= game.hero.race.hp
            if self.settings.effects:
                events = session.last_events
                self.flashing_cells = hurt_cells(game, target, events, is_hero_hurt=lost > 0)
            if game.is_over and self.end_screen is None:
                self.open_end_screen("stop")
        if session.game is not game:
            self.end_screen = None
        self.note = evolve(self.note, has_messages=True, page=0)


def hurt_cells(
    game: GameState, target: Cell | None, events: Iterable[Event], *, is_hero_hurt: bool = False
) -> frozenset[Cell]:
    here = GameView(game).hero_cell
    cells: set[Cell | None] = {here} if is_hero_hurt else set()
    for event in events:
        if event.effect is Effect.HARM:
            cells.add(here if event.concerns == PC else target)
    return frozenset(filter(None, cells))
