"""Settings of an environment, with their defaults and checks."""

import warnings
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Literal, TypeAlias, TypedDict

from attrs import evolve, field, frozen

from cc3k.api import as_whole_number, check_layout_name, choose_api_rules, race_by_name
from cc3k.content.layout.reader import Layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
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


class EnvOptions(TypedDict, total=False):
    """Keyword arguments of `gymnasium.make` and `make_vec`: the settings of `EnvSettings`."""

    race: str
    layout: str | PathLike[str] | None
    floors: int
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
    or the name of one of the game's own; without one every floor is spawned (§2.4). `dlc` names
    the expansions that are on, such as `("pack", "fog")` or `"all"`. A game is won by leaving
    `floors` floors, all of them by default.

    An action that cannot be done takes no turn (R4); with `illegal` "raise" it is an error as
    well. `message` is how many characters are observed of what was said last; with 0 that is no
    part of an observation. A game is truncated after `max_turns` turns, and after `max_steps`
    steps, as not every step takes a turn; by default it has no such limit but Gymnasium's own, the
    `max_episode_steps` of what `gymnasium.make` makes. `render_mode` is None where nothing is to
    be drawn.
    """

    race: str = "shade"
    layout: str | None = field(default=None, converter=check_layout_name)
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
        plans = [drawing.board for drawing in self.floor_layouts]
        if len(plans) < self.rules.floor_count:
            plans.append(self.rules.standard_board)
        return max([plan.height for plan in plans]), max([plan.width for plan in plans])

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
    layout = Layout() if settings.layout is None else load_layout(settings.layout, rules)
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
