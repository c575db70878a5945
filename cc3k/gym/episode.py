"""One game as an agent plays it: what an action brings, and when there is an end."""

from typing import Self

from attrs import define, evolve

from cc3k.engine.actions import OPTIONS
from cc3k.engine.events import Impossible, Refusal, why_not
from cc3k.engine.game import Game
from cc3k.gym.observation import Senses
from cc3k.gym.settings import Dungeon, Setting
from cc3k.play.messages import tell


@define(eq=False)
class Episode:
    """A game begun from a seed, the steps made in it, and the score they have brought (§5).

    `refusal` is why the last action could not be done, None if it could.
    """

    game: Game
    seed: int
    setting: Setting
    senses: Senses
    steps: int = 0
    score: int = 0
    refusal: Refusal | None = None

    @classmethod
    def begin(cls, dungeon: Dungeon, setting: Setting, seed: int) -> Self:
        """Begin the first game of a seed."""
        game = dungeon.begin(seed)
        return cls(game, seed, setting, Senses(game, dungeon))

    def act(self, action: int) -> int:
        """Carry out that one of `OPTIONS` and return the score gained.

        What cannot be done changes nothing and gains nothing (R4).
        """
        self.steps += 1
        try:
            self.game.play(OPTIONS[action])
        except Impossible as refused:
            self.refusal = refused.reason
            return 0
        self.refusal = None
        before, self.score = self.score, self.game.score
        return self.score - before

    def refused(self, action: int) -> Refusal | None:
        """Return why that one of `OPTIONS` cannot be done now, None if it can; nothing is done."""
        if self.senses.mask()[action]:
            return None
        try:
            self.game.copy().play(OPTIONS[action])
        except Impossible as refused:
            return refused.reason
        return None

    def copy(self) -> "Episode":
        """Return an episode that goes on exactly as this one does, whatever is done in either."""
        game = self.game.copy()
        return evolve(self, game=game, senses=self.senses.of(game))

    @property
    def ends(self) -> tuple[bool, bool]:
        """Whether the game is terminated, and whether it is truncated."""
        game, setting = self.game, self.setting
        spent = (setting.max_turns is not None and game.turns >= setting.max_turns) or (
            setting.max_steps is not None and self.steps >= setting.max_steps
        )
        return game.outcome is not None, spent

    @property
    def said(self) -> str:
        """What the Action row says (R36)."""
        return tell(self.game.events) if self.refusal is None else why_not(self.refusal)
