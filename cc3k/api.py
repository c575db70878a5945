"""Python API: create a game, list the legal actions, play them, observe, and copy to look ahead.

>>> from cc3k.api import Game, PlayerAction, describe_events
>>> game = Game(seed=8, race="shade")
>>> def gold_after(action: PlayerAction) -> int:
...     ahead = game.copy()
...     ahead.play(action)
...     return ahead.observe().gold
>>> describe_events(game.play(max(game.legal_actions(), key=gold_after)))
'PC moves West. PC picks up 1 gold.'
>>> describe_events(game.play("ne"))
'PC moves Northeast.'
>>> seen = game.observe()
>>> seen.hp, seen.gold, len(seen.enemies), seen.enemies[0].kind
(125, 1, 23, 'merchant')
>>> seen.board[seen.row][seen.column]
'@'

>>> game
<Game seed=8 race=Shade floor=1 HP=125/125 turn=2>

This is the first game of `cc3k --seed 8`, turn by turn. A copy has the dice of
its original, so it shows what will happen. `game.copy(luck=7)` draws again from that number what a
player cannot know: the dice to come, the kinds of unknown potions, the floors below.
"""

import os
import warnings
from collections.abc import Iterable, Mapping
from operator import index
from typing import SupportsIndex, TypeAlias

from cc3k.bots.game import ExactCopyRefused, Observation, PlayableGame, SeenEnemy, describe_events
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import Layout, read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine import events
from cc3k.engine.actions import Attack, Drink, Move, PlayerAction, ToggleFreeze
from cc3k.engine.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
)
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.expansion import BrokenExpansion
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.saves.layout_files import load_layout

__all__ = [
    "DIRECTIONS",
    "EAST",
    "NORTH",
    "NORTHEAST",
    "NORTHWEST",
    "SOUTH",
    "SOUTHEAST",
    "SOUTHWEST",
    "WEST",
    "Attack",
    "BrokenExpansion",
    "Direction",
    "Drink",
    "Event",
    "ExactCopyRefused",
    "Game",
    "GameView",
    "Hold",
    "Impossible",
    "LayoutError",
    "Move",
    "Observation",
    "Option",
    "Outcome",
    "PlayerAction",
    "Rules",
    "SeenEnemy",
    "ToggleFreeze",
    "describe_events",
    "events",
    "tell",
]

Option: TypeAlias = PlayerAction
Hold = ToggleFreeze
tell = describe_events
"""The names of these three in release 1."""


class Game(PlayableGame):
    """One game: a hero's way down through the floors (§1).

    `seed` is a whole number, Python's or NumPy's, and `race` a name, as on the command line.
    `layout` is the path of a layout file or the name of a shipped layout, `drawing` the text of a
    layout; without either, every floor is spawned. `dlc` are the names of expansions, such as
    `("pack", "fog")`, `"pack,fog"` or `"all"`, and further keywords are the numbers that they ask
    for, such as `floors=20`. `rules` replace the standard rules.

    Warnings about a layout are `UserWarning`s. Raises `LayoutError` for an invalid layout;
    ValueError for an unknown race or expansion, a number out of bounds, two layouts, or `rules`
    along with `dlc`; TypeError for values of a wrong type; and `BrokenExpansion` if an expansion of
    another package cannot be loaded.
    """

    def __init__(  # noqa: PLR0913 - after the race all are chosen by name
        self,
        seed: SupportsIndex,
        race: str = "shade",
        *,
        layout: str | os.PathLike[str] | None = None,
        drawing: str | None = None,
        rules: Rules | None = None,
        dlc: str | Iterable[str] = (),
        **numbers: int,
    ) -> None:
        number = as_whole_number(seed)
        if number is None:
            message = f"seed {seed!a}: expected a whole number"
            raise TypeError(message)
        drawn = layout is not None or drawing is not None
        chosen = choose_api_rules(rules, dlc, numbers, for_layout=drawn)
        read = load_api_layout(layout, drawing, chosen)
        for warning in read.warnings:
            warnings.warn(warning, stacklevel=2)
        dice = Dice(f"{number}/game 1")
        super().__init__(
            GameState(chosen, race_by_name(race, chosen), dice, read.floor_layouts), number
        )


def as_whole_number(value: object) -> int | None:
    """Return an integer-like value as an int, and None for anything else, even floats and bools."""
    # Older versions of NumPy accept their type `bool_` as an index, with only a warning.
    is_truth_value = isinstance(value, bool) or type(value).__name__ == "bool_"
    if is_truth_value or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # NumPy's bools and arrays have the method, and raise this
        return None


def check_layout_name(layout: object) -> str | None:
    """Return the path or name of a layout as text; raise TypeError for anything else."""
    name = os.fspath(layout) if isinstance(layout, os.PathLike) else layout
    if not isinstance(name, str | None):
        message = f"layout {layout!a}: expected a path, or the name of one of the game's own"
        raise TypeError(message)
    return name


def choose_api_rules(
    rules: Rules | None,
    dlc: str | Iterable[str],
    numbers: Mapping[str, int],
    *,
    for_layout: bool = False,
) -> Rules:
    """Return those rules, or the base rules with the expansions of these names and numbers.

    With `for_layout`, they can name the expansion of a mark that they do not know (X6). Raises what
    `Game` does.
    """
    figures = dict[str, int]()
    for name, value in numbers.items():
        figure = as_whole_number(value)
        if figure is None:
            message = f"{name} {value!a}: expected a whole number"
            raise TypeError(message)
        figures[name.replace("_", "-")] = figure
    names = dlc if isinstance(dlc, str) else _joined_names(dlc)
    if rules is not None:
        if names or numbers:
            message = "both rules and expansions: expected one of them"
            raise ValueError(message)
        return rules
    if not (names or numbers or for_layout):
        return BASE_RULES
    # Imported here for a fast start: needed only for expansions, and for marks that they know.
    from cc3k.saves.expansion_plugins import parse_selection, select_rules

    return select_rules(parse_selection(names) if names else (), figures)


def _joined_names(names: object) -> str:
    """Return names of expansions as one text; raise TypeError for anything else."""
    if isinstance(names, Iterable):
        found = list(names)
        if all(isinstance(name, str) for name in found):
            return ",".join(found)
    message = f"dlc {names!a}: expected names of expansions, such as ('pack', 'fog')"
    raise TypeError(message)


def race_by_name(name: object, rules: Rules = BASE_RULES) -> Race:
    """Return the race of that name or key; raise ValueError if unknown, TypeError if no text."""
    asked = name.lower() if isinstance(name, str) else None
    for race in rules.races:
        if asked in (race.name.lower(), race.key):
            return race
    names = ", ".join([race.name.lower() for race in rules.races])
    message = f"race {name!a}: expected one of {names}"
    raise (TypeError if asked is None else ValueError)(message)


def check_drawing(drawing: object) -> str | None:
    """Return the text of a drawing, or None; raise TypeError for anything else."""
    if isinstance(drawing, str | None):
        return drawing
    message = f"a drawing that is {type(drawing).__name__}: expected the text of a layout"
    raise TypeError(message)


def load_api_layout(layout: object, drawing: object, rules: Rules) -> Layout:
    """Return the layout of a path or name, or of a drawing's text; raise what `Game` does."""
    name, text = check_layout_name(layout), check_drawing(drawing)
    if name is not None and text is not None:
        message = "both a layout and a drawing: expected one of them"
        raise ValueError(message)
    if name is not None:
        return load_layout(name, rules)
    if text is not None:
        return read_layout(text.encode("utf-8", "surrogatepass"), "drawing", rules)
    return Layout()
