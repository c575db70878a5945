"""Episode: one game as an agent plays it, with rewards and its end."""

from typing import Self

from attrs import define, evolve

from cc3k.engine.actions import all_actions
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.gym.observation import GameObserver
from cc3k.gym.settings import EnvSettings, GameFactory
from cc3k.play.messages import cause_of_death, join_messages
from cc3k.play.voices import DocumentVoice, event_messages, refusal_messages


@define(eq=False)
class Episode:
    """A game started from a seed, the steps made in it, and the score so far (§5).

    `refusal` is why the last action could not be done, None if it could. `weights` are those of
    `EnvSettings.reward_weights`.
    """

    game: GameState
    seed: int
    settings: EnvSettings
    observer: GameObserver
    weights: tuple[float, ...]
    steps: int = 0
    score: int = 0
    refusal: Refusal | None = None

    @classmethod
    def start(
        cls, game_factory: GameFactory, settings: EnvSettings, seed: int, shape: tuple[int, int]
    ) -> Self:
        game = game_factory.new_game(seed)
        observer = GameObserver(game, game_factory, shape)
        return cls(game, seed, settings, observer, settings.reward_weights)

    def step(self, action: int) -> float:
        """Perform that one of `all_actions` and return the reward.

        What cannot be done changes nothing and gains nothing but the reward of a step (R4).
        """
        self.steps += 1
        game = self.game
        gold, depth = game.hero.gold, game.depth
        try:
            game.play(all_actions(game.rules)[action])
        except Impossible as refused:
            self.refusal = refused.reason
            return 0.0 + self.weights[-1]
        self.refusal = None
        for_score, for_gold, for_victory, for_floor, for_death, for_step = self.weights
        outcome, before, self.score = game.outcome, self.score, game.score
        reward = for_score * (self.score - before)
        reward += for_gold * (game.hero.gold - gold)
        reward += for_victory * (outcome is not None and outcome.won)
        reward += for_floor * (game.depth - depth)
        reward += for_death * (outcome is not None and not outcome.won)
        return reward + for_step

    def find_refusal(self, action: int) -> Refusal | None:
        """Return why that action is illegal now, None if it is legal; nothing is done."""
        if self.observer.action_mask()[action]:
            return None
        try:
            self.game.copy().play(all_actions(self.game.rules)[action])
        except Impossible as refused:
            return refused.reason
        return None

    def copy(self) -> "Episode":
        game = self.game.copy()
        return evolve(self, game=game, observer=self.observer.for_game(game))

    @property
    def terminated_and_truncated(self) -> tuple[bool, bool]:
        """Return Gymnasium's two flags: the game is over, or else it has spent a limit."""
        is_over = self.game.outcome is not None
        return is_over, not is_over and self._spent_limit is not None

    @property
    def _spent_limit(self) -> str | None:
        setting = self.settings
        if setting.max_turns is not None and self.game.turns >= setting.max_turns:
            return "max_turns"
        if setting.max_steps is not None and self.steps >= setting.max_steps:
            return "max_steps"
        return None

    @property
    def end_info(self) -> dict[str, object]:
        """What the info of the last step tells of the end, nothing before it.

        `cause` is "victory", the enemy or potion that slew the PC, or the limit that was spent.
        """
        outcome = self.game.outcome
        if outcome is None and self._spent_limit is None:
            return {}
        won = outcome is not None and outcome.won
        cause = cause_of_death(self.game) or ("victory" if won else self._spent_limit)
        return {"won": won, "is_success": won, "floor": self.game.depth, "cause": cause}

    @property
    def message(self) -> str:
        """The message of the Action row (R36)."""
        voice = DocumentVoice(self.game.rules)
        return join_messages(
            event_messages(voice, self.game.last_events)
            if self.refusal is None
            else refusal_messages(voice, self.refusal)
        )
