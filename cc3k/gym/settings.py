"""Settings of an environment, with their defaults and checks."""

import warnings
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Literal, TypeAlias, TypedDict

from attrs import evolve, field, fields, frozen

from cc3k.api import check_layout_name, choose_api_rules, race_by_name
from cc3k.content.layout.reader import Layout, read_layout
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.expansion import NumberSetting
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast.support import board_shape
from cc3k.gym.arguments import REWARD_NAMES, check_rewards, check_whole_number, require
from cc3k.saves.files import load_layout

IllegalMode: TypeAlias = Literal["ignore", "raise"]
RenderMode: TypeAlias = Literal["ansi", "rgb_array"]

ILLEGAL_MODES: tuple[IllegalMode, ...] = ("ignore", "raise")
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "rgb_array")

INTEGER_BOUNDS = {
    "message": (0, None, "0 or more characters"),
    "max_turns": (1, None, "1 or more, or None for no limit"),
    "max_steps": (1, None, "1 or more, or None for no limit"),
}
"""Minimum and maximum of each integer setting, None for no limit, and how errors say it."""

OPTIONAL_LIMITS = ("max_turns", "max_steps")
"""Names of the integer settings that may be None."""

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
    drawing: str | None = field(default=None, converter=_check_drawing)
    reward: Mapping[str, float] | None = None
    floors: int | None = None
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
            self._convert(name, check_whole_number(name, found, least, most, said))
        if self.floors is not None:
            least, most = _bounds_of_floors(rules_of_expansions(self.dlc))
            said = f"{least} to {most}"
            self._convert("floors", check_whole_number("floors", self.floors, least, most, said))
        modes = ", ".join(RENDER_MODES)
        check_rewards(self.reward)
        require(
            self.illegal in ILLEGAL_MODES,
            "illegal",
            self.illegal,
            f"one of {', '.join(ILLEGAL_MODES)}",
        )
        require(
            self.render_mode in (None, *RENDER_MODES),
            "render_mode",
            self.render_mode,
            f"None, or one of {modes}",
        )

    def _convert(self, name: str, value: int) -> None:
        """Replace a setting, as attrs does where a value is converted."""
        object.__setattr__(self, name, value)

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
    """Creates games that share rules, race and drawn floors."""

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
    rules = rules_of_expansions(settings.dlc)
    race, all_floors = race_by_name(settings.race, rules), rules.floor_count
    rules = _with_floors(rules, settings)
    # Whoever shortens a game knows that a layout has more floors.
    readers = evolve(rules, floor_count=max(all_floors, rules.floor_count))
    layout = _load_layout(settings, readers)
    for warning in layout.warnings:
        warnings.warn(warning, stacklevel=2)
    return GameFactory(rules, race, layout.floor_layouts[: rules.floor_count])


def _with_floors(rules: Rules, settings: EnvSettings) -> Rules:
    floors = settings.floors
    if floors is None:
        return rules
    if _setting_of_floors(rules) is not None:
        return rules_of_expansions(settings.dlc, floors=floors)
    return evolve(rules, floor_count=floors)


def _bounds_of_floors(rules: Rules) -> tuple[int, int]:
    own = _setting_of_floors(rules)
    return (1, rules.floor_count) if own is None else (own.lowest, own.highest)


def _setting_of_floors(rules: Rules) -> NumberSetting | None:
    asked = [each.setting for each in rules.expansions if each.setting is not None]
    return next((each for each in asked if each.option == "floors"), None)


def rules_of_expansions(names: str | Sequence[str], **numbers: int) -> Rules:
    """Return the rules of a game in which those expansions are on, with numbers that they ask for.

    Raises ValueError for a name that is not known, TypeError for what is none.
    """
    return choose_api_rules(None, names, numbers)


def _load_layout(settings: EnvSettings, rules: Rules) -> Layout:
    """Return the drawn floors that the settings ask for; raise `LayoutError` or ValueError."""
    drawing = settings.drawing
    if drawing is None:
        return Layout() if settings.layout is None else load_layout(settings.layout, rules)
    if settings.layout is not None:
        message = (
            f"layout {settings.layout!a} and a drawing: expected one of them; layout=None leaves "
            "out that of an environment such as CC3k-Tiny-v0"
        )
        raise ValueError(message)
    return read_layout(drawing.encode("utf-8", "surrogatepass"), "drawing", rules)
