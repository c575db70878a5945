"""Settings and arguments of environments, read and checked; an error names what was expected."""

import warnings
from collections.abc import Mapping, Sequence
from numbers import Real
from os import PathLike
from typing import Literal, SupportsIndex, TypeAlias, TypedDict, TypeGuard

import numpy as np
from attrs import evolve, field, fields, frozen
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from cc3k.api import (
    as_whole_number,
    check_drawing,
    check_layout_name,
    choose_api_rules,
    load_api_layout,
    race_by_name,
)
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.expansion import NumberSetting
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast.support import board_shape

SeedArgument: TypeAlias = (
    SupportsIndex | Sequence[SupportsIndex | None] | NDArray[np.integer] | None
)
"""The seed of the first game, or one of each; a game without one continues its own chance."""

RESET_MASK_OPTION = "reset_mask"
"""The option of `reset`, by Gymnasium's name for it."""

REWARD_NAMES = ("gold", "victory", "floor", "death", "step")
"""What a reward can be given for: each piece of gold, the victory, each floor that is left for the
next one, the death, and every step."""

GREATEST_REWARD = 1e9
"""The bound of a reward, above 0 and below: sums of them stay finite, in 32 bits, too."""


def require(condition: bool, option: str, value: object, expected: str) -> None:  # noqa: FBT001 - as `assert` has it
    """Raise ValueError for a value that cannot be chosen, unless the condition holds."""
    if not condition:
        message = f"{option} {value!a}: expected {expected}"
        raise ValueError(message)


def check_whole_number(
    option: str,
    value: object,
    minimum: int = 1,
    maximum: int | None = None,
    expected: str = "1 or more",
) -> int:
    """Return a setting as an int, whatever integer type it has.

    Raises ValueError for one that cannot be chosen, TypeError for what is no whole number.
    """
    number = as_whole_number(value)
    if number is None:
        message = f"{option} {value!a}: expected a whole number, {expected}"
        raise TypeError(message)
    require(minimum <= number and (maximum is None or number <= maximum), option, number, expected)
    return number


def check_rewards(rewards: object) -> None:
    """Raise TypeError for what is no mapping of numbers, ValueError for what cannot be chosen."""
    if rewards is None:
        return
    expected = f"a mapping of {', '.join(REWARD_NAMES)} to numbers"
    if not isinstance(rewards, Mapping):
        message = f"reward {rewards!a}: expected {expected}"
        raise TypeError(message)
    for name, value in rewards.items():
        require(name in REWARD_NAMES, "reward", name, expected)
        if isinstance(value, bool) or not isinstance(value, Real):
            message = f"reward {name} {value!a}: expected a number"
            raise TypeError(message)
        is_within = bool(value <= GREATEST_REWARD and not value < -GREATEST_REWARD)  # no nan is
        require(is_within, f"reward {name}", value, "-1e9 to 1e9")


def check_flag(option: str, value: object, expected: str = "True or False") -> bool:
    """Return a setting that is True or False as a bool, NumPy's as well; raise TypeError."""
    if not isinstance(value, bool | np.bool_):
        message = f"{option} {value!a}: expected {expected}"
        raise TypeError(message)
    return bool(value)


def reject_unknown_settings(settings: Mapping[str, object], *known: str) -> None:
    unknown = [ascii(name) for name in settings if name not in known]
    if unknown:
        message = f"unknown setting {', '.join(unknown)}: expected one of {', '.join(known)}"
        raise TypeError(message)


def reject_unknown_options(options: object, *known: str) -> None:
    """Raise ValueError for options that a reset does not have, TypeError for what are none."""
    if options is None:
        return
    if not isinstance(options, Mapping):
        message = f"options {options!a}: expected a mapping of {', '.join(known)}, or None"
        raise TypeError(message)
    unknown = [name for name in options if name not in known]
    if unknown:
        message = f"options {', '.join(map(ascii, unknown))}: expected {', '.join(known) or 'none'}"
        raise ValueError(message)


def check_seed(value: object) -> int:
    """Return a seed of 0 or more as an int; raise ValueError or TypeError for anything else."""
    return check_whole_number("seed", value, 0, expected="0 or more")


def read_seeds(seed: SeedArgument, count: int) -> list[int | None]:
    """Return the seed of each of so many games, None for one that continues its own chance.

    Raises ValueError for too few or too many, and what `check_seed` does.
    """
    if seed is None:
        return [None] * count
    if not is_seed_list(seed):
        first = check_seed(seed)
        return [first + number for number in range(count)]
    if len(seed) != count:
        message = f"{len(seed)} seeds: expected {count}, one for each environment"
        raise ValueError(message)
    return [None if each is None else check_seed(each) for each in seed]


def is_seed_list(seed: SeedArgument) -> TypeGuard[Sequence[SupportsIndex | None]]:
    if isinstance(seed, str | bytes):
        return False  # a sequence, too, but of nothing that could be a seed
    return isinstance(seed, Sequence) or (isinstance(seed, np.ndarray) and seed.ndim > 0)


def read_reset_mask(options: Mapping[str, object] | None, count: int) -> NDArray[np.bool_]:
    """Return a mask of the games that a reset begins anew; raise ValueError for what is none."""
    mask = (options or {}).get(RESET_MASK_OPTION)
    if mask is None:
        return np.ones(count, np.bool_)
    chosen = _as_array(mask)
    if chosen is None or chosen.shape != (count,) or chosen.dtype != np.bool_:
        message = f"{RESET_MASK_OPTION} {mask!r}: expected {count} bools"
        raise ValueError(message)
    return chosen


def read_actions(actions: object, count: int, most: int) -> NDArray[np.int64]:
    """Return one action below `most` for each environment; raise `InvalidAction` for all else."""
    chosen = _as_array(actions)
    if chosen is None or chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        what = f"shape {chosen.shape} and type {chosen.dtype}" if chosen is not None else "no shape"
        message = f"actions of {what}: expected whole numbers of shape {(count,)}"
        raise InvalidAction(message)
    whole = chosen.astype(np.int64, copy=False)
    if np.maximum.reduce(whole.view(np.uint64)) >= most:  # those below 0 are huge
        message = f"actions {chosen.tolist()}: expected 0 to {most - 1}"
        raise InvalidAction(message)
    return whole


def _as_array(value: object) -> np.ndarray | None:
    try:
        return np.asarray(value)
    except ValueError:
        return None


def read_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return how games begin anew, given as Gymnasium's value or its name."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    expected = ", ".join([known.name for known in AutoresetMode])
    message = f"autoreset_mode {mode!a}: expected one of {expected}"
    raise ValueError(message)


IllegalMode: TypeAlias = Literal["ignore", "raise"]
RenderMode: TypeAlias = Literal["ansi", "rgb_array"]

ILLEGAL_MODES: tuple[IllegalMode, ...] = ("ignore", "raise")
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "rgb_array")

SCORE_REWARD = (1.0, *[0.0] * len(REWARD_NAMES))
"""The weights of the score gained, and of all of `REWARD_NAMES`, where none are chosen."""

GAME_OPTIONS = ("race", "layout", "drawing", "dlc")
"""The settings that a reset can choose anew."""


class EnvOptions(TypedDict, total=False):
    """Keyword arguments of `gymnasium.make` and `make_vec`: the settings of `EnvSettings`."""

    race: str
    layout: str | PathLike[str] | None
    drawing: str | None
    reward: Mapping[str, float] | None
    floors: int | None
    dlc: str | Sequence[str]
    illegal: IllegalMode
    message: int
    max_turns: int | None
    max_steps: int | None
    render_mode: RenderMode | None


@frozen(kw_only=True)
class EnvSettings:
    """Settings of an environment.

    Raises ValueError for a figure or a word that cannot be chosen, TypeError for what is none.

    `race` is a name, as on the command line, and `layout` the path of a layout file
    or the name of one of the game's own, or `drawing` the text of one; without either every floor
    is spawned (§2.4). `dlc` names the expansions that are on, such as `("pack", "fog")` or `"all"`.
    A game is won by leaving `floors` floors, by default all that its rules have; those of an
    expansion that asks for their number, such as `depths`, are as many as that one can have.

    The reward is the score gained, or with `reward` what that mapping gives for each of
    `REWARD_NAMES`, and nothing for a name that it lacks.

    An action that cannot be done takes no turn (R4); with `illegal` "raise" it is an error as
    well. `message` is how many characters are observed of what was said last; with 0 that is no
    part of an observation. A game is truncated after `max_turns` turns, and after `max_steps`
    steps, as not every step takes a turn; by default it has no such limit but Gymnasium's own, the
    `max_episode_steps` of what `gymnasium.make` makes. `render_mode` is None where nothing is to
    be drawn.
    """

    race: str = "shade"
    layout: str | None = field(default=None, converter=check_layout_name)
    drawing: str | None = field(default=None, converter=check_drawing)
    reward: Mapping[str, float] | None = None
    floors: int | None = None
    dlc: str | Sequence[str] = ()
    illegal: IllegalMode = "ignore"
    message: int = 160
    max_turns: int | None = None
    max_steps: int | None = None
    render_mode: RenderMode | None = None

    def __attrs_post_init__(self) -> None:
        self._check_number("message", 0, None, "0 or more characters")
        for name in ("max_turns", "max_steps"):
            if getattr(self, name) is not None:
                self._check_number(name, 1, None, "1 or more, or None for no limit")
        if self.floors is not None:
            rules = choose_api_rules(None, self.dlc, {})
            own = _setting_of_floors(rules)
            least, most = (1, rules.floor_count) if own is None else (own.lowest, own.highest)
            self._check_number("floors", least, most, f"{least} to {most}")
        check_rewards(self.reward)
        modes = "one of ignore, raise"
        require(self.illegal in ILLEGAL_MODES, "illegal", self.illegal, modes)
        modes = f"None, or one of {', '.join(RENDER_MODES)}"
        require(self.render_mode in (None, *RENDER_MODES), "render_mode", self.render_mode, modes)

    def _check_number(self, name: str, least: int, most: int | None, expected: str) -> None:
        number = check_whole_number(name, getattr(self, name), least, most, expected)
        object.__setattr__(self, name, number)

    @property
    def reward_weights(self) -> tuple[float, ...]:
        """The weights of the score gained and of all of `REWARD_NAMES`."""
        if self.reward is None:
            return SCORE_REWARD
        return (0.0, *[float(self.reward.get(name, 0.0)) for name in REWARD_NAMES])

    def with_game_options(self, options: Mapping[str, object] | None) -> "EnvSettings":
        """Return these settings with the race, floors and expansions that a reset chooses.

        Raises what the settings do for what cannot be chosen.
        """
        chosen = {name: value for name, value in (options or {}).items() if name in GAME_OPTIONS}
        if not chosen:
            return self
        if "layout" in chosen or "drawing" in chosen:
            chosen = {"layout": None, "drawing": None, **chosen}
        kept = {each.name: getattr(self, each.name) for each in fields(EnvSettings)}
        return EnvSettings(**{**kept, **chosen})


@frozen
class GameFactory:
    rules: Rules
    race: Race
    floor_layouts: tuple[FloorLayout, ...]

    @property
    def board_shape(self) -> tuple[int, int]:
        return board_shape(self.rules, self.floor_layouts)

    def check_board(self, shape: tuple[int, int]) -> None:
        """Raise ValueError if a floor does not fit on the board of an observation."""
        rows, columns = self.board_shape
        if rows > shape[0] or columns > shape[1]:
            message = (
                f"floors of {rows} rows and {columns} columns: expected at most {shape[0]} and "
                f"{shape[1]}, as they were when the environment was made"
            )
            raise ValueError(message)

    def new_game(self, seed: int) -> GameState:
        """Return the first game of that seed, as `cc3k --seed` starts it (R34)."""
        return GameState(self.rules, self.race, Dice(f"{seed}/game 1"), self.floor_layouts)


def load_game_factory(settings: EnvSettings) -> GameFactory:
    """Return the game factory for these settings; a layout's warnings are `UserWarning`s.

    Raises `LayoutError` for what is no layout, ValueError for an unknown race and TypeError for
    what is no name of one.
    """
    rules, floors = choose_api_rules(None, settings.dlc, {}), settings.floors
    race, all_floors = race_by_name(settings.race, rules), rules.floor_count
    if floors is not None and _setting_of_floors(rules) is not None:
        rules = choose_api_rules(None, settings.dlc, {"floors": floors})
    elif floors is not None:
        rules = evolve(rules, floor_count=floors)
    # Whoever shortens a game knows that a layout has more floors.
    readers = evolve(rules, floor_count=max(all_floors, rules.floor_count))
    if settings.layout is not None and settings.drawing is not None:
        message = (
            f"layout {settings.layout!a} and a drawing: expected one of them; layout=None leaves "
            "out that of an environment such as CC3k-Tiny-v0"
        )
        raise ValueError(message)
    layout = load_api_layout(settings.layout, settings.drawing, readers)
    for warning in layout.warnings:
        warnings.warn(warning, stacklevel=2)
    return GameFactory(rules, race, layout.floor_layouts[: rules.floor_count])


def _setting_of_floors(rules: Rules) -> NumberSetting | None:
    asked = [each.setting for each in rules.expansions if each.setting is not None]
    return next((each for each in asked if each.option == "floors"), None)
