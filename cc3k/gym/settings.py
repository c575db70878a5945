"""What may be chosen of an environment, and what holds where nothing is chosen."""

import warnings
from collections.abc import Mapping
from os import PathLike
from typing import Literal, TypeAlias, TypedDict

import numpy as np
from attrs import evolve, field, frozen

from cc3k import api
from cc3k.api import layout_named, race_called
from cc3k.content.layout.reader import Layout
from cc3k.content.roster import BASE
from cc3k.engine.actors import Race
from cc3k.engine.board import Drawing
from cc3k.engine.dice import Dice
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.storage.files import load_layout

Illegal: TypeAlias = Literal["ignore", "raise"]
RenderMode: TypeAlias = Literal["ansi", "rgb_array"]

ILLEGAL: tuple[Illegal, ...] = ("ignore", "raise")
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "rgb_array")

FIGURES = {
    "floors": (1, BASE.floors, f"1 to {BASE.floors}"),
    "message": (0, None, "0 or more characters"),
    "max_turns": (1, None, "1 or more, or None for no limit"),
    "max_steps": (1, None, "1 or more, or None for no limit"),
}
"""The least and the most that each figure may be, None for no end, and how that is said."""

LIMITS = ("max_turns", "max_steps")
"""The figures that may be None."""


class Options(TypedDict, total=False):
    """What `gymnasium.make` and `gymnasium.make_vec` take: the options of `Setting`."""

    race: str
    layout: str | PathLike[str] | None
    floors: int
    illegal: Illegal
    message: int
    max_turns: int | None
    max_steps: int | None
    render_mode: RenderMode | None


@frozen(kw_only=True)
class Setting:
    """One choice of everything.

    Raises ValueError for a figure or a word that cannot be chosen, TypeError for what is none.

    `race` is a name, as on the command line, and `layout` the path of a layout file or the name of
    one of the game's own; without one every floor is spawned (§2.4). A game is won by leaving
    `floors` floors, all five of them by default.

    An action that cannot be done takes no turn (R4); with `illegal` "raise" it is an error as
    well. `message` is how many characters are observed of what was said last; with 0 that is no
    part of an observation. A game is truncated after `max_turns` turns, and after `max_steps`
    steps, as not every step takes a turn; by default it has no such limit but Gymnasium's own, the
    `max_episode_steps` of what `gymnasium.make` makes. `render_mode` is None where nothing is to
    be drawn.
    """

    race: str = "shade"
    layout: str | None = field(default=None, converter=layout_named)
    floors: int = BASE.floors
    illegal: Illegal = "ignore"
    message: int = 160
    max_turns: int | None = None
    max_steps: int | None = None
    render_mode: RenderMode | None = None

    def __attrs_post_init__(self) -> None:
        for name, (least, most, said) in FIGURES.items():
            found = getattr(self, name)
            if found is None and name in LIMITS:
                continue
            figure = whole(name, found, least, most, said)
            object.__setattr__(self, name, figure)  # as attrs has it where a value is converted
        modes = ", ".join(RENDER_MODES)
        _expect(self.illegal in ILLEGAL, "illegal", self.illegal, f"one of {', '.join(ILLEGAL)}")
        _expect(
            self.render_mode in (None, *RENDER_MODES),
            "render_mode",
            self.render_mode,
            f"None, or one of {modes}",
        )


def whole_number(found: object) -> int | None:
    """Return whoever's whole number as an int; None for what is none."""
    # Older versions of NumPy only warn that its truth values are no numbers.
    return None if isinstance(found, np.bool_) else api.whole_number(found)


def whole(
    option: str,
    found: object,
    least: int = 1,
    most: int | None = None,
    said: str = "1 or more",
) -> int:
    """Return a figure as an int, whoever's whole number it is.

    Raises ValueError for one that cannot be chosen, TypeError for what is no whole number.
    """
    number = whole_number(found)
    if number is None:
        message = f"{option} {found!a}: expected a whole number, {said}"
        raise TypeError(message)
    _expect(least <= number and (most is None or number <= most), option, number, said)
    return number


def seed_of(found: object) -> int:
    """Return a seed as an int; Gymnasium has none below 0. Raises what `whole` does."""
    return whole("seed", found, 0, said="0 or more")


def expect_known(options: Mapping[str, object] | None, *known: str) -> None:
    """Refuse what a reset knows nothing of; raise ValueError."""
    unknown = [name for name in options or () if name not in known]
    if unknown:
        message = f"options {', '.join(map(ascii, unknown))}: expected {', '.join(known) or 'none'}"
        raise ValueError(message)


def _expect(holds: bool, option: str, found: object, expected: str) -> None:  # noqa: FBT001 - as `assert` has it
    if not holds:
        message = f"{option} {found!a}: expected {expected}"
        raise ValueError(message)


@frozen
class Dungeon:
    """The rules, the race and the drawn floors that all games of an environment have in common."""

    rules: Rules
    race: Race
    drawings: tuple[Drawing, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the smallest board on which each of the floors has room."""
        plans = [drawing.plan for drawing in self.drawings]
        if len(plans) < self.rules.floors:
            plans.append(self.rules.plan)
        return max([plan.height for plan in plans]), max([plan.width for plan in plans])

    def begin(self, seed: int) -> Game:
        """Return the first game of that seed, as `cc3k --seed` has it (R34)."""
        return Game(self.rules, self.race, Dice(f"{seed}/game 1"), self.drawings)


def dungeon_of(setting: Setting) -> Dungeon:
    """Return the dungeon that a setting asks for; what is odd about a layout is a `UserWarning`.

    Raises `LayoutError` for what is no layout, ValueError for an unknown race and TypeError for
    what is no name of one.
    """
    race = race_called(setting.race)
    layout = Layout() if setting.layout is None else load_layout(setting.layout, BASE)
    for warning in layout.warnings:
        warnings.warn(warning, stacklevel=2)
    rules = evolve(BASE, floors=setting.floors)
    return Dungeon(rules, race, layout.drawings[: setting.floors])
