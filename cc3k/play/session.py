"""Session: games from one seed, one after another: choose a race, play, end (§4, §5, R33).

A word is typed without blanks: `u`, `no`, the key of a race. Words are a whole command as it goes
from a key, a menu, a journey or a script to its line in a journal: `u no`. A command is what they
stand for in the `CommandTable`: an action, which the game plays, or a `MetaCommand`, such as `q`.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from attrs import Factory, field

from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.events import Descended, Event, Moved
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Impossible, NothingToUndo, Refusal, UnknownCommand
from cc3k.engine.rules import Rules
from cc3k.engine.text import escape_text
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.commands import GIVE_UP_COMMANDS_BY_WORD, CommandTable, MetaCommand, command_table
from cc3k.play.frame import frame_text
from cc3k.play.history import GameTally, MessageLog, ScreenNote
from cc3k.play.messages import (
    PLAY_AGAIN_QUESTION,
    Message,
    daily_label,
    greeting_line,
    join_messages,
    news_before,
    race_prompt,
    seed_line,
)
from cc3k.play.voices import DocumentVoice, Voice, refusal_messages, reworded_messages

if TYPE_CHECKING:
    from cc3k.play.journey_memory import JourneyMemory
    from cc3k.play.tutorial import Hint, Tutorial


LINE_END = "\n"
"""The word that a line ends with: it tells that `b no` was whole."""


class GameKeeper(Protocol):
    """Keeper of the games of a session, told of every game and command; a recorder is one."""

    def try_to_save(self) -> bool:
        """Save what is not saved yet; return True if the game can be resumed if it is left now."""
        ...

    def game_starting(self, session: "Session") -> None:
        """Prepare the session for its next game: a daily game gets the date of its start."""
        ...

    def game_started(self, session: "Session") -> None: ...

    def command_given(self, session: "Session", command: str) -> None:
        """Note a command, carried out or refused; the game after it, which it may have ended."""
        ...

    def commands_undone(self, session: "Session", commands_kept: int) -> None:
        """Note that all but the first `commands_kept` commands were undone."""
        ...

    def leaving_game(self, session: "Session") -> None:
        """Note that the game is about to be left, which gives it up unless it is over."""
        ...

    def keep_note(self, note: ScreenNote) -> None: ...

    def take_notices(self) -> list[str]:
        """Return what the player has not been told yet."""
        ...


class SessionStage(Enum):
    """The input that a session is waiting for."""

    CHOOSING_RACE = auto()
    PLAYING = auto()
    GAME_OVER = auto()
    SESSION_ENDED = auto()


@define(eq=False)
class Session:
    """A series of games from one seed: words or commands go in, frames of text come out.

    `messages` report the last command in the `voice` of the session. `last_events` are the events
    behind them, and `last_refusal` is the reason if the command was refused. The `keeper` is
    called for every game and command. `games_started` counts games: the k-th game of a seed is
    always the same (R34). In practice turns can be undone: `_words_by_turn` has the commands before
    the first turn, and those of each turn or free step with what took no turn after it. The
    `message_log` and the `tally` are about the current game, and empty unless it `keeps_history`.
    `_pending_words` are those of a command that needs, or may get, further words. `journeys` is
    what commands of many turns remember, and `note` what a screen showed when a resumed game was
    left. `daily_date` is the date of a daily game, such as `2026-11-22`, else empty. A `tutorial`
    lasts one game, and gives the `hint` that is due; the next game is played on floors furnished at
    random. `command_table` has the commands of its games. The `layout_argument` is what a shell
    takes after `--floor` for its layouts, if that is known.
    """

    rules: Rules
    seed: int
    floor_layouts: Sequence[FloorLayout] = ()
    is_practice: bool = False
    daily_date: str = ""
    game: GameState | None = field(default=None, init=False)
    games_started: int = field(default=0, init=False)
    voice: Voice = field(default=Factory(lambda self: DocumentVoice(self.rules), takes_self=True))
    messages: tuple[Message, ...] = field(default=(), init=False)
    last_events: tuple[Event, ...] = field(default=(), init=False)
    last_refusal: Refusal | None = field(default=None, init=False)
    is_ended: bool = field(default=False, init=False)
    keeper: GameKeeper | None = field(default=None, init=False)
    message_log: MessageLog = field(factory=MessageLog, init=False)
    keeps_history: bool = field(default=False, init=False)
    tally: GameTally = field(factory=GameTally, init=False)
    note: ScreenNote = field(factory=ScreenNote, init=False)
    tutorial: "Tutorial | None" = None
    layout_argument: str = ""
    command_table: CommandTable = field(
        default=Factory(lambda self: command_table(self.rules), takes_self=True), init=False
    )
    hint: "Hint | None" = field(default=None, init=False)
    _pending_words: str = field(default="", init=False)
    _journeys: "JourneyMemory | None" = field(default=None, init=False)
    _words_by_turn: list[list[str]] = field(factory=lambda: [[]], init=False)

    @property
    def journeys(self) -> "JourneyMemory":
        if self._journeys is None:
            # Imported here for a fast start of scripts, which have no such commands.
            from cc3k.play.journey_memory import JourneyMemory

            self._journeys = JourneyMemory()
        return self._journeys

    @property
    def label(self) -> str:
        """The name of the game on screens: the day of a daily game, else its seed (R34)."""
        if self.daily_date:
            return daily_label(self.daily_date, is_practice=self.is_practice)
        return seed_line(self.seed, self.games_started)

    def command_of(self, game: GameState) -> str:
        """Return the command line that plays the floors of its game again; empty if none does."""
        # Imported here for a fast start: needed only at the end of a game.
        from cc3k.play.choices import command_of_game

        if self.floor_layouts and not self.layout_argument:
            return ""
        layout, number, race = self.layout_argument, self.games_started, game.race.name
        return command_of_game(game.rules, layout, self.seed, number, race)

    @property
    def news_of_game(self) -> tuple[str, ...]:
        """What expansions tell of the game, or the next one, before a race is chosen (X116)."""
        number = self.games_started + (self.game is None)
        return news_before(self.rules, self._dice_of_game(number))

    @property
    def greeting(self) -> str:
        """The title of the game, or of the next one, which makes it repeatable (R34)."""
        if self.daily_date:
            return f"ChamberCrawler3000, {self.label}."
        is_next = self.game is None and not self.is_ended
        return greeting_line(self.seed, self.games_started + is_next)

    @property
    def action_text(self) -> str:
        return join_messages(self.messages)

    @property
    def stage(self) -> SessionStage:
        if self.is_ended:
            return SessionStage.SESSION_ENDED
        if self.game is None:
            return SessionStage.CHOOSING_RACE
        return SessionStage.PLAYING if not self.game.is_over else SessionStage.GAME_OVER

    def with_rules(self, rules: Rules, floor_layouts: Sequence[FloorLayout]) -> "Session":
        other = Session(rules, self.seed, floor_layouts, self.is_practice, self.daily_date)
        other.keeper, other.games_started = self.keeper, self.games_started
        other.tutorial, other.layout_argument = self.tutorial, self.layout_argument
        return other

    def start_history(self) -> None:
        if not self.keeps_history:
            self.keeps_history = True
            if self.game is not None and self.messages:
                self._report(self.game, self.last_events, self.last_refusal)

    def use_voice(self, voice: Voice) -> None:
        self.voice = voice
        if self.game is None:
            return
        race = self.game.race
        self.messages = reworded_messages(
            self.messages, self.last_events, self.last_refusal, voice, race
        )
        self.message_log.use_voice(voice, race)

    def start_game(self, race: Race) -> GameState:
        if self.keeper is not None:
            self.keeper.game_starting(self)
        self.games_started += 1
        game = self._new_game(race)
        if self.keeper is not None:
            self.keeper.game_started(self)
        return game

    def play_words(self, words: Iterable[str]) -> Iterator[str]:
        """Take typed words, with `LINE_END` after each line; yield each frame that is to be shown.

        `u` waits for a direction, and then `no` drinks the potion to the north. `b no` is a whole
        command, carried out once the next word of its line is known not to go on with it.
        """
        for command in self._whole_commands(words):
            if self.give(command):
                yield self.frame_or_prompt()

    def is_choice(self, word: str) -> bool:
        """Return True if a word is asked for before or after a game: a race's key, `q`, `r`."""
        if self.stage in (SessionStage.PLAYING, SessionStage.SESSION_ENDED):
            return False
        is_race = self.game is None and self.rules.race_of(word) is not None
        return is_race or self.meta_command(word) is not None

    def give(self, words: str) -> bool:
        """Carry out a whole command, or start a game of the race with that key.

        Return True if there is a frame to show.
        """
        game, action = self.game, self.command_table.actions_and_answers.get(words)
        if game is None:
            if (race := self.rules.race_of(words)) is not None:
                self.start_game(race)
            self.is_ended = race is None and words == MetaCommand.QUIT.word
            return race is not None
        if action is not None:
            self._play_action(game, words, action, self.keeper)
        elif (meta := self.meta_command(words)) is not None:
            self._handle_meta_command(game, meta)
        else:
            self._report(game, (), UnknownCommand(words))
        return not self.is_ended

    def take_notices(self) -> list[str]:
        return [] if self.keeper is None else self.keeper.take_notices()

    def suspend(self) -> None:
        """End the session and leave its game as it is, to be resumed later."""
        self.is_ended = True

    @property
    def race_question(self) -> list[str]:
        return [*self.news_of_game, race_prompt(self.rules)]

    def opening_text(self) -> str:
        """Return what scripts see first: the seed, to repeat the run (R34), and what is asked."""
        return f"{greeting_line(self.seed)}\n{self.frame_or_prompt()}"

    def frame_or_prompt(self) -> str:
        """Return the text to show now, in whole lines; nothing of it can drive a terminal."""
        if (game := self.game) is None:
            text = "\n".join([*self.race_question, ""])
        else:
            text = frame_text(game, self.action_text)
            if game.outcome is not None:
                text = "\n".join(
                    [text.rstrip("\n"), *self.voice.ending_lines(game), PLAY_AGAIN_QUESTION, ""]
                )
        return escape_text(text, "\n") if self.rules.expansions else text  # else all ours

    def _whole_commands(self, words: Iterable[str]) -> Iterator[str]:
        """Yield each command once it is whole; each is carried out before the next word is read.

        Where a choice is asked for, any other word is ignored (R33).
        """
        table = self.command_table
        for typed in words:
            word, begun = typed.lower(), self._pending_words
            if begun and begun in table.open_ended and f"{begun} {word}" not in table.commands:
                self._pending_words = ""
                yield begun
                begun = ""
            if (game := self.game) is None or game.outcome is not None or self.is_ended:
                if self.is_choice(word):
                    yield word
            elif word != LINE_END:
                if begun and word not in GIVE_UP_COMMANDS_BY_WORD:
                    word = f"{begun} {word}"
                is_whole = word not in table.beginnings  # else it needs, or may get, further words
                self._pending_words = "" if is_whole else word
                if is_whole:
                    yield word

    def _new_game(self, race: Race) -> GameState:
        dice = self._dice_of_game(self.games_started)
        self.game = GameState(self.rules, race, dice, self.floor_layouts)
        self._words_by_turn, self.tally = [[]], GameTally()
        self.message_log = MessageLog()
        self._report(self.game, self.game.last_events)
        return self.game

    def _dice_of_game(self, number: int) -> Dice:
        return Dice(f"{self.seed}/game {number}")

    def _play_action(
        self, game: GameState, words: str, action: Action, keeper: GameKeeper | None = None
    ) -> None:
        turns = game.turns
        try:
            self._report(game, game.play(action))
        except Impossible as refusal:
            self._report(game, (), refusal.reason)
        if self.is_practice:
            # a step that takes no turn is taken back by itself, too (Y33)
            stepped = any(isinstance(event, Moved | Descended) for event in self.last_events)
            if game.turns > turns or stepped:
                self._words_by_turn.append([])
            self._words_by_turn[-1].append(words)
        if keeper is not None:
            keeper.command_given(self, words)

    def _report(
        self, game: GameState, events: tuple[Event, ...], refusal: Refusal | None = None
    ) -> None:
        self.last_events, self.last_refusal = events, refusal
        if refusal is not None:
            self.messages = refusal_messages(self.voice, refusal)
        else:
            self.messages = self.voice.word_turn(events, game.race)
        if self.keeps_history:
            self.message_log.add(game.turns, self.messages, events, refusal)
            self.tally.add_turn(game, events)
        if self.tutorial is not None and refusal is None:
            self.hint = self.tutorial.next_hint(GameView(game), events)

    def meta_command(self, word: str) -> MetaCommand | None:
        """Return the command about the game that a word is; None if it is none, or not legal."""
        command = self.command_table.commands.get(word)
        is_known = self.is_practice or command is not MetaCommand.UNDO
        return command if is_known and isinstance(command, MetaCommand) else None

    def _handle_meta_command(self, game: GameState, command: MetaCommand) -> None:
        if command is MetaCommand.UNDO:
            self._undo_turn(game)
            return
        if self.keeper is not None:
            self.keeper.leaving_game(self)
        if command is MetaCommand.QUIT:
            self.is_ended = True
            return
        self.game = None
        if self.tutorial is not None:
            self.tutorial, self.hint, self.floor_layouts = None, None, ()
            self.layout_argument = ""

    def _undo_turn(self, game: GameState) -> None:
        *before, _ = self._words_by_turn
        if not before:
            self._report(game, (), NothingToUndo())
            return
        anew, kept = self._new_game(game.race), [words for turn in before for words in turn]
        for words in kept:
            self._play_action(anew, words, self.command_table.actions_and_answers[words])
        if self.keeper is not None:
            self.keeper.commands_undone(self, len(kept))
