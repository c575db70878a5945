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

It is the first game of `cc3k --seed 8`, turn by turn and for good. A copy has the luck of its
original: what it brings is what will be.
"""

import os
import warnings
from collections.abc import Iterable
from operator import index
from typing import SupportsIndex, TypeAlias
from zlib import crc32

from cc3k.content.layout.reader import Layout, read_layout
from cc3k.content.layout.writer import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.engine import events
from cc3k.engine import game as engine
from cc3k.engine.actions import (
    Attack,
    Drink,
    Move,
    PlayerAction,
    ToggleFreeze,
    is_player_action,
    legal_actions,
)
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event, Impossible, UnknownCommand
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
from cc3k.engine.hero import Race
from cc3k.play.commands import COMMANDS_BY_WORDS, EXPECTED_RACE, MetaCommand, parse_race
from cc3k.play.frame import render_frame
from cc3k.play.messages import join_messages
from cc3k.play.observation import Observation, SeenEnemy, observe
from cc3k.play.voices import DocumentVoice, event_messages
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
    "PlayerAction",
    "SeenEnemy",
    "ToggleFreeze",
    "describe_events",
    "events",
    "tell",
]

_VOICE = DocumentVoice(BASE_RULES)


def describe_events(happened: Iterable[Event]) -> str:
    """Return events as one line, in the wording of the Action row (R36)."""
    return join_messages(event_messages(_VOICE, happened))


Option: TypeAlias = PlayerAction
Hold = ToggleFreeze
tell = describe_events
"""These three are the names of release 1."""


class Game:
    """One game: a hero's way down through the floors (§1).

    `seed` is a whole number, Python's or NumPy's, and `race` a name,
    as on the command line. `layout` is the path of a layout file or the name of one of the game's
    own, `drawing` the text of one; without either, every floor is spawned. What is
    odd about a layout is a `UserWarning`. Raises `LayoutError` for what is no layout, ValueError
    for an unknown race or two layouts, and TypeError for what can be none of these.
    """

    def __init__(
        self,
        seed: SupportsIndex,
        race: str = "shade",
        *,
        layout: str | os.PathLike[str] | None = None,
        drawing: str | None = None,
    ) -> None:
        number = as_whole_number(seed)
        if number is None:
            message = f"seed {seed!a}: expected a whole number"
            raise TypeError(message)
        read = _load_layout(layout, drawing)
        for warning in read.warnings:
            warnings.warn(warning, stacklevel=2)
        dice = Dice(f"{number}/game 1")
        self._game = engine.GameState(BASE_RULES, race_by_name(race), dice, read.floor_layouts)

    def legal_actions(self) -> list[PlayerAction]:
        """Return every action that is possible now, in a fixed order; none when the game is over.

        Moves come first, then attacks, then drinks, each in the order of `DIRECTIONS`, and at
        last `Hold()`, which takes no turn.
        """
        return legal_actions(self._game)

    def play(self, action: PlayerAction | str) -> tuple[Event, ...]:
        """Play one action and return what happened, in order.

        An action is a value such as `Attack(NORTH)`, or the words for it, such as `"a no"` (§4).
        What can happen stands in `events`. Raises `Impossible`, having changed nothing, for what
        cannot be done (R4): `str()` of it is the sentence that says why, and its `reason` says
        it as a value. Raises TypeError for what is no action at all.
        """
        if isinstance(action, str):
            action = _parse_action(action)
        elif not is_player_action(action):
            message = f"{action!a}: expected an action or its words"
            raise TypeError(message)
        return self._game.play(action)

    def observe(self) -> Observation:
        """Return everything that a player can see now, and nothing else."""
        return observe(self._game)

    def frame(self) -> str:
        """Return the rows of text that `cc3k --script` shows: the board and the status (§3)."""
        return render_frame(self._game, describe_events(self._game.last_events)).text

    def copy(self) -> "Game":
        """Return an independent copy that continues exactly as this game would."""
        twin = Game.__new__(Game)
        twin._game = self._game.copy()  # noqa: SLF001 - of the same class
        return twin

    def hash(self) -> int:
        """Return a 32-bit hash of the state, the same on every Python (R34).

        The luck to come is part of it: games of one layout with equal hashes have, almost
        certainly, equal futures. `hash(game)` is another thing: a game is not told from others by
        its state, as that changes.
        """
        game = self._game
        return crc32(game.turn_dice.digest().to_bytes(4, "little"), game.digest())

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()


def as_whole_number(value: object) -> int | None:
    """Return any integer-like value as an int, or None for all else, also for floats and bools."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
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


def race_by_name(name: str) -> Race:
    """Return the race of that name; raise ValueError if unknown, TypeError if no text."""
    race = parse_race(name) if isinstance(name, str) else None
    if race is None:
        message = f"race {name!a}: expected {EXPECTED_RACE}"
        raise (ValueError if isinstance(name, str) else TypeError)(message)
    return race


def _parse_action(words: str) -> PlayerAction:
    """Return the action that some words name; `r` and `q` are commands, not actions."""
    command = COMMANDS_BY_WORDS.get(" ".join(words.lower().split()))
    if command is None or isinstance(command, MetaCommand):
        raise Impossible(UnknownCommand(words))
    return command


def _load_layout(layout: object, drawing: object) -> Layout:
    name = check_layout_name(layout)
    if not isinstance(drawing, str | None):
        message = f"a drawing that is {type(drawing).__name__}: expected the text of a layout"
        raise TypeError(message)
    if name is not None and drawing is not None:
        message = "both a layout and a drawing: expected one of them"
        raise ValueError(message)
    if name is not None:
        return load_layout(name, BASE_RULES)
    if drawing is not None:
        return read_layout(drawing.encode("utf-8", "surrogatepass"), "drawing", BASE_RULES)
    return Layout()
