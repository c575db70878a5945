"""What is kept of a game: who plays what, and how it stood after each command."""

from collections.abc import Sequence

from attrs import frozen

from cc3k.engine.game import Game
from cc3k.play.commands import HOLD_WORD

ORDINARY, PRACTICE, DAILY = "ordinary", "practice", "daily"
KINDS = (ORDINARY, PRACTICE, DAILY)
"""Each kind has its own table of scores; practice has none."""


def seed_of_day(time: str) -> str:
    """Return the seed that everybody plays on the day of a time such as `2026-11-20T20:57:00Z`."""
    return time[:10].replace("-", "")


def kind_on(kind: str, seed: int, begun: str) -> str:
    """Return what a game is played for that is begun then: a day's game only on its day."""
    return ORDINARY if kind == DAILY and str(seed) != seed_of_day(begun) else kind


@frozen
class State:
    """How a game stands: what can be read at once, and a digest of all of it."""

    hp: int
    gold: int
    floor: int
    cell: int
    digest: int


def state_of(game: Game) -> State:
    """Return how a game stands."""
    hero, floor = game.hero, game.floor
    return State(hero.hp, hero.gold, game.depth, floor.hero, game.digest())


WON, SLAIN, LEFT = "won", "slain", "left"
ENDINGS = (WON, SLAIN, LEFT)
"""How a game can end: the last is one that was given up."""


def ending_of(game: Game) -> str:
    """Return how a game has ended; one that goes on still would be left."""
    if game.outcome is None:
        return LEFT
    return WON if game.outcome.won else SLAIN


@frozen
class Header:
    """All that a game is a function of, but for its commands.

    `layout` is the text of a layout file and `called` what it was called, both empty for floors
    that are all furnished at random. `begun` is the time, as `2026-11-20T20:57:00Z`. `path` is
    where the file of a layout of the player's own was, if that can be told in one line.
    """

    ruleset: int
    seed: int
    game: int
    race: str
    begun: str
    kind: str = ORDINARY
    layout: str = ""
    called: str = ""
    expansions: tuple[str, ...] = ()
    path: str = ""


@frozen
class Step:
    """A command, in the document's words, and how the game stood after it."""

    words: str
    state: State


@frozen
class Record:
    """A game so far. `ending` is empty as long as it can go on; `holder` last had it open.

    `ended` is the time of the end, as `2026-11-20T20:57:00Z`; older journals do not tell it.
    """

    header: Header
    start: State
    steps: Sequence[Step] = ()
    ending: str = ""
    holder: str = ""
    ended: str = ""

    @property
    def last(self) -> State:
        """How the game stood last."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def turns(self) -> int:
        """How many turns it took: what was refused changed no digest, and to hold takes none."""
        before = self.start.digest
        turns = 0
        for step in self.steps:
            turns += step.words != HOLD_WORD and step.state.digest != before
            before = step.state.digest
        return turns
