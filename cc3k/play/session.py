"""What a run is made of: choose a race, play, see how it ended, and again (§4, §5, R33)."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import define, field

from cc3k.engine.actors import Race
from cc3k.engine.board import Drawing
from cc3k.engine.dice import Dice
from cc3k.engine.events import (
    Event,
    Impossible,
    NoSuchCommand,
    NothingToTakeBack,
    Refusal,
    why_not,
)
from cc3k.engine.game import Action, Game
from cc3k.engine.rules import Rules
from cc3k.play.commands import ACTIONS, AIMED, COMMANDS, GIVING_UP, Command, Verdict
from cc3k.play.frame import frame
from cc3k.play.message_log import Chronicle
from cc3k.play.messages import ending, race_prompt, tell


class Witness(Protocol):
    """Somebody who is told what a session does, and keeps it."""

    @property
    def keeps(self) -> bool:
        """Whether the game can be gone on with if it is left now."""
        ...

    def begun(self, session: "Session") -> None:
        """Be told that a game has begun."""
        ...

    def done(self, session: "Session", words: str) -> None:
        """Be told of a command, carried out or refused, and how the game stands after it."""
        ...

    def undone(self, session: "Session", commands: int) -> None:
        """Be told that all but the first so many commands have been taken back."""
        ...

    def left(self, session: "Session") -> None:
        """Be told that the game is about to be left, over or not."""
        ...


class Stage(Enum):
    """What a session is waiting for."""

    CHOOSING = auto()
    PLAYING = auto()
    OVER = auto()
    ENDED = auto()


@define(eq=False)
class Session:
    """A run of games from one seed: words go in, pages come out.

    `said` is the text of the Action row, `told` the events behind it, none for a refusal, and
    `refusal` why the last command was refused, if it was. A `witness` is told of every game and
    command. `games` counts the games begun: the k-th game of a seed is always the same one (R34).
    In `practice` turns can be taken back; `_past` are the commands so far, and the turn after each.
    Where a `chronicle` is wanted, it is that of the game that goes on.
    """

    rules: Rules
    seed: int
    drawings: Sequence[Drawing] = ()
    practice: bool = False
    game: Game | None = field(default=None, init=False)
    games: int = field(default=0, init=False)
    said: str = field(default="", init=False)
    told: tuple[Event, ...] = field(default=(), init=False)
    refusal: Refusal | None = field(default=None, init=False)
    ended: bool = field(default=False, init=False)
    witness: Witness | None = field(default=None, init=False)
    chronicle: Chronicle | None = field(default=None, init=False)
    _verb: str = field(default="", init=False)
    _past: list[tuple[str, int]] = field(factory=list, init=False)

    @property
    def stage(self) -> Stage:
        """What the session is waiting for."""
        if self.ended:
            return Stage.ENDED
        if self.game is None:
            return Stage.CHOOSING
        return Stage.PLAYING if self.game.outcome is None else Stage.OVER

    def begin(self, race: Race) -> Game:
        """Begin the next game of the run with that race."""
        self.games += 1
        game = self._set_out(race)
        if self.witness is not None:
            self.witness.begun(self)
        return game

    def say(self, word: str) -> bool:
        """Take one word. Return whether there is a page to show for it."""
        if self.ended:
            return False
        word = word.lower()
        if self.game is None:
            return self._choose(word)
        if self.game.outcome is not None:
            return self._judge(self.game, COMMANDS.get(word))
        if word in GIVING_UP:
            self._verb = ""
        if not self._verb and word in AIMED:
            self._verb = word
            return False
        words, self._verb = f"{self._verb} {word}".lstrip(), ""
        return self._play(self.game, words)

    def pause(self) -> None:
        """End the session with its game as it is, to be gone on with."""
        self.ended = True

    def page(self) -> str:
        """Return what is to be read now, in whole lines."""
        if self.game is None:
            return f"{race_prompt(self.rules)}\n"
        text = frame(self.game, self.said).text
        if self.game.outcome is None:
            return text
        return "\n".join([text.rstrip("\n"), *ending(self.game), ""])

    def _choose(self, word: str) -> bool:
        race = self.rules.race(word)
        if race is not None:
            self.begin(race)
            return True
        self.ended = COMMANDS.get(word) is Verdict.QUIT
        return False

    def _set_out(self, race: Race) -> Game:
        dice = Dice(f"{self.seed}/game {self.games}")
        self.game = Game(self.rules, race, dice, self.drawings)
        self._past = []
        if self.chronicle is not None:
            self.chronicle = Chronicle()
        self._tell(self.game.events)
        return self.game

    def _play(self, game: Game, words: str) -> bool:
        command = COMMANDS.get(words)
        if isinstance(command, Verdict) and (command is not Verdict.UNDO or self.practice):
            return self._judge(game, command)
        if command is None or isinstance(command, Verdict):
            self._refuse(NoSuchCommand(words))
            return True
        self._carry_out(game, words, command)
        if self.witness is not None:
            self.witness.done(self, words)
        return True

    def _carry_out(self, game: Game, words: str, action: Action) -> None:
        try:
            self._tell(game.play(action))
        except Impossible as refusal:
            self._refuse(refusal.reason)
        if self.practice:
            self._past.append((words, game.turns))

    def _tell(self, events: tuple[Event, ...]) -> None:
        self.told, self.said, self.refusal = events, tell(events), None
        self._note()

    def _refuse(self, reason: Refusal) -> None:
        self.told, self.said, self.refusal = (), why_not(reason), reason
        self._note()

    def _note(self) -> None:
        if self.chronicle is not None and self.game is not None:
            self.chronicle.note(self.game.turns, self.said, self.told)

    def _judge(self, game: Game, command: Command | None) -> bool:
        """Leave the game, for another one or for good; or go back a turn, in practice."""
        if command is Verdict.UNDO and self.practice:
            self._take_back(game)
            return True
        leaves = command in (Verdict.RESTART, Verdict.QUIT)
        if leaves and self.witness is not None:
            self.witness.left(self)
        if command is Verdict.RESTART:
            self.game = None
            return True
        self.ended = command is Verdict.QUIT
        return False

    def _take_back(self, game: Game) -> None:
        """Play the game again up to the turn before the last one."""
        kept = [words for words, turns in self._past if turns < game.turns]
        if not game.turns:
            self._refuse(NothingToTakeBack())
            return
        anew = self._set_out(game.race)
        for words in kept:
            self._carry_out(anew, words, ACTIONS[words])
        if self.witness is not None:
            self.witness.undone(self, len(kept))
