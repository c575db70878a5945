"""Episode: one game as an agent plays it, with rewards and its end."""

from typing import Self

from attrs import define, evolve

from cc3k.engine.actions import all_actions
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.gym.observation import GameObserver
from cc3k.gym.settings import EnvSettings, GameFactory
from cc3k.play.messages import join_messages
from cc3k.play.voices import DocumentVoice, event_messages, refusal_messages


@define(eq=False)
class Episode:
    """A game started from a seed, the steps made in it, and the score so far (§5).

    `refusal` is why the last action could not be done, None if it could.
    """

    game: GameState
    seed: int
    settings: EnvSettings
    observer: GameObserver
    steps: int = 0
    score: int = 0
    refusal: Refusal | None = None

    @classmethod
    def start(cls, game_factory: GameFactory, settings: EnvSettings, seed: int) -> Self:
        """Start the first game of a seed."""
        game = game_factory.new_game(seed)
        return cls(game, seed, settings, GameObserver(game, game_factory))

    def step(self, action: int) -> int:
        """Perform that one of `OPTIONS` and return the score gained.

        What cannot be done changes nothing and gains nothing (R4).
        """
        self.steps += 1
        try:
            self.game.play(all_actions(self.game.rules)[action])
        except Impossible as refused:
            self.refusal = refused.reason
            return 0
        self.refusal = None
        before, self.score = self.score, self.game.score
        return self.score - before

    def find_refusal(self, action: int) -> Refusal | None:
        """Return why that one of `OPTIONS` is illegal now, None if it is legal; nothing is done."""
        if self.observer.action_mask()[action]:
            return None
        try:
            self.game.copy().play(all_actions(self.game.rules)[action])
        except Impossible as refused:
            return refused.reason
        return None

    def copy(self) -> "Episode":
        """Return an independent copy that continues exactly as this one would."""
        game = self.game.copy()
        return evolve(self, game=game, observer=self.observer.for_game(game))

    @property
    def terminated_and_truncated(self) -> tuple[bool, bool]:
        """Return Gymnasium's two flags: terminated, and truncated."""
        game, setting = self.game, self.settings
        spent = (setting.max_turns is not None and game.turns >= setting.max_turns) or (
            setting.max_steps is not None and self.steps >= setting.max_steps
        )
        return game.outcome is not None, spent

    @property
    def message(self) -> str:
        """The message of the Action row (R36)."""
        voice = DocumentVoice(self.game.rules)
        return join_messages(
            event_messages(voice, self.game.last_events)
            if self.refusal is None
            else refusal_messages(voice, self.refusal)
        )
