"""The game for programs: begin one, ask what may be done, do it, look, and copy it to look ahead.

>>> from cc3k.api import Game, Option, tell
>>> game = Game(seed=8, race="shade")
>>> def gold_after(action: Option) -> int:
...     ahead = game.copy()
...     ahead.play(action)
...     return ahead.observe().gold
>>> tell(game.play(max(game.legal_actions(), key=gold_after)))
'PC moves West. PC picks up 1 gold.'
>>> tell(game.play("ne"))
'PC moves Northeast.'
>>> seen = game.observe()
>>> seen.hp, seen.gold, len(seen.enemies), seen.enemies[0].kind
(125, 1, 23, 'merchant')
>>> seen.board[seen.row][seen.column]
'@'

It is the first game of `cc3k --seed 8`, turn by turn and for good. A copy has the luck of its
original: what it brings is what will be.
"""

import os
import warnings
from operator import index
from typing import SupportsIndex
from zlib import crc32

from cc3k.content.layout.reader import Layout, read_layout
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE
from cc3k.engine import events
from cc3k.engine import game as engine
from cc3k.engine.actions import Attack, Drink, Hold, Move, Option, is_option, legal_actions
from cc3k.engine.actors import Race
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event, Impossible, NoSuchCommand
from cc3k.engine.game import Outcome
from cc3k.engine.grid import (
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
from cc3k.play.commands import COMMANDS, Verdict
from cc3k.play.frame import frame
from cc3k.play.messages import tell
from cc3k.play.observation import Observation, SeenEnemy, observe
from cc3k.storage.config import A_RACE, race_of
from cc3k.storage.files import load_layout

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
    "Direction",
    "Drink",
    "Event",
    "Game",
    "Hold",
    "Impossible",
    "LayoutError",
    "Move",
    "Observation",
    "Option",
    "Outcome",
    "SeenEnemy",
    "events",
    "tell",
]


class Game:
    """One hero's way through the floors (§1).

    `seed` is a whole number, Python's or NumPy's, and `race` a name, as on the command line.
    `layout` is the path of a layout file or the name of one of the game's own, `drawing` the text
    of one; without either, every floor is spawned. What is odd about a layout is a `UserWarning`.
    Raises `LayoutError` for what is no layout, ValueError for an unknown race or two layouts, and
    TypeError for what can be none of these.
    """

    def __init__(
        self,
        seed: SupportsIndex,
        race: str = "shade",
        *,
        layout: str | os.PathLike[str] | None = None,
        drawing: str | None = None,
    ) -> None:
        number = whole_number(seed)
        if number is None:
            message = f"seed {seed!a}: expected a whole number"
            raise TypeError(message)
        read = _layout(layout, drawing)
        for warning in read.warnings:
            warnings.warn(warning, stacklevel=2)
        dice = Dice(f"{number}/game 1")
        self._game = engine.Game(BASE, race_called(race), dice, read.drawings)

    def legal_actions(self) -> list[Option]:
        """Return every action that can be done now, in a fixed order; none when it is over.

        Moves come first, then attacks, then drinks, each in the order of `DIRECTIONS`, and at
        last `Hold()`, which takes no turn.
        """
        return legal_actions(self._game)

    def play(self, action: Option | str) -> tuple[Event, ...]:
        """Carry out a turn and return what happened, in order.

        An action is a value such as `Attack(NORTH)`, or the words for it, such as `"a no"` (§4).
        What can happen stands in `events`. Raises `Impossible`, having changed nothing, for what
        cannot be done (R4): `str()` of it is the sentence that says why, and its `reason` says
        it as a value. Raises TypeError for what is no action at all.
        """
        if isinstance(action, str):
            action = _action(action)
        elif not is_option(action):
            message = f"{action!a}: expected an action or its words"
            raise TypeError(message)
        return self._game.play(action)

    def observe(self) -> Observation:
        """Return all that a player can see now, and nothing else."""
        return observe(self._game)

    def frame(self) -> str:
        """Return the rows of text that `cc3k --script` shows: the board and the status (§3)."""
        return frame(self._game, tell(self._game.events)).text

    def copy(self) -> "Game":
        """Return a game that plays on exactly as this one does, whatever is played in either."""
        twin = Game.__new__(Game)
        twin._game = self._game.copy()  # noqa: SLF001 - of the same class
        return twin

    def hash(self) -> int:
        """Return 32 bits that tell this state from others: the same on every Python (R34).

        The luck to come is part of it: games of one layout with equal hashes have, almost
        certainly, equal futures. `hash(game)` is another thing: a game is not told from others by
        its state, as that changes.
        """
        game = self._game
        return crc32(game.luck.digest().to_bytes(4, "little"), game.digest())

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()


def whole_number(found: object) -> int | None:
    """Return a whole number as an int, whoever's it is; None for all else, floats and bools too."""
    if isinstance(found, bool) or not isinstance(found, SupportsIndex):
        return None
    try:
        return index(found)
    except TypeError:  # NumPy's bools and arrays have the method, and raise this
        return None


def layout_named(layout: object) -> str | None:
    """Return the path or name of a layout as text; raise TypeError for what is neither."""
    name = os.fspath(layout) if isinstance(layout, os.PathLike) else layout
    if not isinstance(name, str | None):
        message = f"layout {layout!a}: expected a path, or the name of one of the game's own"
        raise TypeError(message)
    return name


def race_called(name: str) -> Race:
    """Return the race of that name; raise ValueError if there is none, TypeError for no name."""
    race = race_of(name) if isinstance(name, str) else None
    if race is None:
        message = f"race {name!a}: expected {A_RACE}"
        raise (ValueError if isinstance(name, str) else TypeError)(message)
    return race


def _action(words: str) -> Option:
    """Return the action of some words; `r` and `q` are about a game and not in it."""
    command = COMMANDS.get(" ".join(words.lower().split()))
    if command is None or isinstance(command, Verdict):
        raise Impossible(NoSuchCommand(words))
    return command


def _layout(layout: object, drawing: object) -> Layout:
    name = layout_named(layout)
    if not isinstance(drawing, str | None):
        message = f"a drawing that is {type(drawing).__name__}: expected the text of a layout"
        raise TypeError(message)
    if name is not None and drawing is not None:
        message = "both a layout and a drawing: expected one of them"
        raise ValueError(message)
    if name is not None:
        return load_layout(name, BASE)
    if drawing is not None:
        return read_layout(drawing.encode("utf-8", "surrogatepass"), "drawing", BASE)
    return Layout()
