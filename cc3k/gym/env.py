"""Single environment: one action a step, with the score gained as the reward."""

from copy import copy, deepcopy
from typing import Self, SupportsIndex, Unpack

import gymnasium
import numpy as np
from attrs import define, evolve
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from cc3k.api import as_whole_number
from cc3k.engine.actions import all_actions
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.gym.observation import (
    ArrayObservation,
    GameObserver,
    build_observation_space,
    check_same_spaces,
    encode_text,
    render_rgb,
)
from cc3k.gym.settings import (
    GAME_OPTIONS,
    RENDER_MODES,
    EnvOptions,
    EnvSettings,
    GameFactory,
    check_seed,
    load_game_factory,
    reject_unknown_options,
    reject_unknown_settings,
)
from cc3k.play.endings import cause_of_death
from cc3k.play.frame import frame_text
from cc3k.play.messages import join_messages
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
        cause = cause_of_death(self.game.outcome) or ("victory" if won else self._spent_limit)
        return {"won": won, "is_success": won, "floor": self.game.depth, "cause": cause}

    @property
    def text(self) -> str:
        """The frame that `cc3k --script` would print (§3)."""
        return frame_text(self.game, self.message)

    @property
    def message(self) -> str:
        """The message of the Action row (R36)."""
        voice = DocumentVoice(self.game.rules)
        return join_messages(
            event_messages(voice, self.game.last_events)
            if self.refusal is None
            else refusal_messages(voice, self.refusal)
        )


MAX_SEEDS = 10**12
"""Number of seeds to draw from: few enough digits to type after `cc3k --seed`."""


class CC3kEnv(gymnasium.Env):
    """A Gymnasium environment of one game (§1); its options are those of `EnvSettings`.

    The action is a number of `cc3k.engine.actions.all_actions`: 0 to 7 move, 8 to 15 attack and 16
    to 23 drink, each in the order of `DIRECTIONS`; 24 holds enemies or lets them go; those of
    expansions follow. What is observed is told by `build_observation_space`. The reward is the
    score gained, and so all of them together the score (R15), unless the setting `reward` says
    otherwise. A victory or a death terminates the game; a limit of turns or steps truncates one
    that is not over.

    `info` has an `action_mask`, int8 [actions] with a 1 for each one that can be done, and the
    `seed` of the game: `cc3k --seed` begins the same one. With the last step it also tells `won`,
    `is_success`, the `floor` and the `cause`.
    """

    action_space: spaces.Discrete
    observation_space: spaces.Dict
    metadata = {  # noqa: RUF012 - as the base class has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 8,
    }

    def __init__(self, **options: Unpack[EnvOptions]) -> None:
        reject_unknown_settings(options, *EnvOptions.__annotations__)
        self.settings = EnvSettings(**options)
        self.render_mode = self.settings.render_mode
        self.game_factory = load_game_factory(self.settings)
        self.action_space = spaces.Discrete(len(all_actions(self.game_factory.rules)))
        self.observation_space = build_observation_space(self.game_factory, self.settings.message)
        self.board_shape = self.game_factory.board_shape
        self._episode: Episode | None = None

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, object] | None = None
    ) -> tuple[ArrayObservation, dict[str, object]]:
        """Start the first game of a seed, or without one a game of a random seed.

        The `options` are settings that hold for this game and those after it: `race`, `layout` or
        `drawing`, and `dlc`. Raises ValueError for any other, for floors larger than the observed
        board, for expansions that need other spaces and for a seed below 0; TypeError for one that
        is no whole number, and for options that are no mapping.
        """
        reject_unknown_options(options, *GAME_OPTIONS)
        settings = self.settings.with_game_options(options)
        if settings is not self.settings:
            game_factory = load_game_factory(settings)
            game_factory.check_board(self.board_shape)
            check_same_spaces(self.game_factory, game_factory)
            self.settings, self.game_factory = settings, game_factory
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        if number is None:
            number = int(self.np_random.integers(MAX_SEEDS))
        episode = Episode.start(self.game_factory, self.settings, number, self.board_shape)
        self._episode = episode
        return self._observe(episode), self._info(episode)

    def step(
        self, action: SupportsIndex
    ) -> tuple[ArrayObservation, float, bool, bool, dict[str, object]]:
        """Perform an action: (observation, reward, terminated, truncated, info).

        Raises `InvalidAction` for what is no number of an action and, where the setting asks for
        it, for what cannot be done; `ResetNeeded` before the first game.
        """
        number = as_whole_number(action)
        if number is None:
            message = f"action {action!r}: expected a whole number"
            raise InvalidAction(message)
        episode, count = self.episode, int(self.action_space.n)
        if not 0 <= number < count:
            message = f"action {number}: expected 0 to {count - 1}"
            raise InvalidAction(message)
        gained = episode.step(number)
        if episode.refusal is not None and self.settings.illegal == "raise":
            raise InvalidAction(episode.message)
        terminated, truncated = episode.terminated_and_truncated
        return self._observe(episode), gained, terminated, truncated, self._info(episode)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask as bools, by the name that MaskablePPO calls."""
        return self.episode.observer.action_mask().astype(np.bool_)

    def __deepcopy__(self, memo: dict[int, object]) -> "CC3kEnv":
        """Return a copy to look ahead in: it continues exactly as this one would."""
        twin = copy(self)
        twin._np_random = deepcopy(self._np_random, memo)  # noqa: SLF001 - of the same class
        twin.action_space = deepcopy(self.action_space, memo)
        episode = self._episode
        twin._episode = None if episode is None else episode.copy()  # noqa: SLF001 - as above
        return twin

    @property
    def episode(self) -> Episode:
        """The current game; raises `ResetNeeded` if there is none."""
        if self._episode is None:
            message = "no game has begun: reset the environment first"
            raise ResetNeeded(message)
        return self._episode

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the frame as text or as a picture, as `render_mode` says, or None."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.episode.text
        return render_rgb(self.episode.observer.glyphs(), self.game_factory.rules)

    def _observe(self, episode: Episode) -> ArrayObservation:
        percept = {name: array.copy() for name, array in episode.observer.observe().items()}
        if self.settings.message:
            percept["message"] = encode_text(episode.message, self.settings.message).copy()
        return percept

    def _info(self, episode: Episode) -> dict[str, object]:
        mask = episode.observer.action_mask().copy()
        return {"action_mask": mask, "seed": episode.seed, **episode.end_info}
