"""Settings of an environment, with their defaults and checks."""

import warnings
from collections.abc import Mapping, Sequence
from math import isfinite
from os import PathLike
from typing import Literal, TypeAlias, TypedDict

from attrs import evolve, field, fields, frozen

from cc3k.api import as_whole_number, check_layout_name, choose_api_rules, race_by_name
from cc3k.content.layout.reader import Layout, read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast.support import board_shape
from cc3k.storage.files import load_layout

IllegalMode: TypeAlias = Literal["ignore", "raise"]
RenderMode: TypeAlias = Literal["ansi", "rgb_array"]

ILLEGAL_MODES: tuple[IllegalMode, ...] = ("ignore", "raise")
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "rgb_array")

INTEGER_BOUNDS = {
    "floors": (1, BASE_RULES.floor_count, f"1 to {BASE_RULES.floor_count}"),
    "message": (0, None, "0 or more characters"),
    "max_turns": (1, None, "1 or more, or None for no limit"),
    "max_steps": (1, None, "1 or more, or None for no limit"),
}
"""Minimum and maximum of each integer setting, None for no limit, and how errors say it."""

OPTIONAL_LIMITS = ("max_turns", "max_steps")
"""Names of the integer settings that may be None."""

REWARD_NAMES = ("gold", "victory", "floor", "death", "step")
"""What a reward can be given for: each piece of gold, the victory, each floor that is left for the
next one, the death, and every step."""

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
    floors: int
    dlc: str | Sequence[str]
    illegal: IllegalMode
    message: int
    max_turns: int | None
    max_steps: int | None
    render_mode: RenderMode | None


def _check_drawing(drawing: object) -> str | None:
    """Return a drawing if it is text, or None; raise TypeError for all else."""
    if drawing is None or isinstance(drawing, str):
        return drawing
    message = f"a drawing that is {type(drawing).__name__}: expected the text of a layout"
    raise TypeError(message)


@frozen(kw_only=True)
class EnvSettings:
    """Settings of an environment.

    Raises ValueError for a figure or a word that cannot be chosen, TypeError for what is none.

    `race` is a name, as on the command line, and `layout` the path of a layout file
    or the name of one of the game's own, or `drawing` the text of one; without either every floor
    is spawned (§2.4). `dlc` names the expansions that are on, such as `("pack", "fog")` or `"all"`.
    A game is won by leaving `floors` floors, all of them by default.

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
    drawing: str | None = field(default=None, converter=_check_drawing)
    reward: Mapping[str, float] | None = None
    floors: int = BASE_RULES.floor_count
    dlc: str | Sequence[str] = ()
    illegal: IllegalMode = "ignore"
    message: int = 160
    max_turns: int | None = None
    max_steps: int | None = None
    render_mode: RenderMode | None = None

    def __attrs_post_init__(self) -> None:
        for name, (least, most, said) in INTEGER_BOUNDS.items():
            found = getattr(self, name)
            if found is None and name in OPTIONAL_LIMITS:
                continue
            figure = check_whole_number(name, found, least, most, said)
            object.__setattr__(self, name, figure)  # as attrs has it where a value is converted
        modes = ", ".join(RENDER_MODES)
        _check_rewards(self.reward)
        _require(
            self.illegal in ILLEGAL_MODES,
            "illegal",
            self.illegal,
            f"one of {', '.join(ILLEGAL_MODES)}",
        )
        _require(
            self.render_mode in (None, *RENDER_MODES),
            "render_mode",
            self.render_mode,
            f"None, or one of {modes}",
        )

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
    _require(minimum <= number and (maximum is None or number <= maximum), option, number, expected)
    return number


def _check_rewards(rewards: object) -> None:
    """Raise TypeError for what is no mapping of numbers, ValueError for an unknown name."""
    if rewards is None:
        return
    expected = f"a mapping of {', '.join(REWARD_NAMES)} to numbers"
    if not isinstance(rewards, Mapping):
        message = f"reward {rewards!a}: expected {expected}"
        raise TypeError(message)
    for name, value in rewards.items():
        _require(name in REWARD_NAMES, "reward", name, expected)
        if isinstance(value, bool) or not isinstance(value, int | float):
            message = f"reward {name} {value!a}: expected a number"
            raise TypeError(message)
        _require(isfinite(value), f"reward {name}", value, "a finite number")


def check_seed(value: object) -> int:
    """Return a seed of 0 or more as an int; raise ValueError or TypeError for anything else."""
    return check_whole_number("seed", value, 0, expected="0 or more")


def reject_unknown_options(options: Mapping[str, object] | None, *known: str) -> None:
    """Reject options that a reset does not have; raise ValueError."""
    unknown = [name for name in options or () if name not in known]
    if unknown:
        message = f"options {', '.join(map(ascii, unknown))}: expected {', '.join(known) or 'none'}"
        raise ValueError(message)


def _require(condition: bool, option: str, value: object, expected: str) -> None:  # noqa: FBT001 - as `assert` has it
    if not condition:
        message = f"{option} {value!a}: expected {expected}"
        raise ValueError(message)


@frozen
class GameFactory:
    """Creates games that share rules, race and drawn floors."""

    rules: Rules
    race: Race
    floor_layouts: tuple[FloorLayout, ...]

    @property
    def board_shape(self) -> tuple[int, int]:
        """The rows and columns of the smallest board on which each of the floors fits."""
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
    rules = rules_of_expansions(settings.dlc)
    race = race_by_name(settings.race, rules)
    layout = _load_layout(settings, rules)
    for warning in layout.warnings:
        warnings.warn(warning, stacklevel=2)
    if settings.floors != BASE_RULES.floor_count:  # an expansion may have more of its own
        rules = evolve(rules, floor_count=settings.floors)
    return GameFactory(rules, race, layout.floor_layouts[: rules.floor_count])


def rules_of_expansions(names: str | Sequence[str]) -> Rules:
    """Return the rules of a game in which those expansions are on.

    Raises ValueError for a name that is not known, TypeError for what is none.
    """
    return choose_api_rules(None, names, {})


def _load_layout(settings: EnvSettings, rules: Rules) -> Layout:
    """Return the drawn floors that the settings ask for; raise `LayoutError` or ValueError."""
    drawing = settings.drawing
    if drawing is None:
        return Layout() if settings.layout is None else load_layout(settings.layout, rules)
    _require(settings.layout is None, "layout", settings.layout, "none beside a drawing")
    return read_layout(drawing.encode("utf-8", "surrogatepass"), "drawing", rules)
