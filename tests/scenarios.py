"""Games drawn in the test: a room, a race, and luck by script."""

from collections.abc import Sequence
from textwrap import dedent

from cc3k.content.layout import read_layout
from cc3k.content.roster import BASE
from cc3k.engine.characters import Race
from cc3k.engine.dice import Dice
from cc3k.engine.game import Game
from cc3k.engine.grid import DIRECTIONS, Direction
from cc3k.engine.rules import Rules

HIT, MISS = True, False
"""A coin that lets an attack land, and one that does not."""


class ScriptedDice(Dice):
    """Dice that roll what they are told, and fail a test that rolls more than that.

    `luck` answers coins (bools) and `below` (ints) in order; `steps` are the first steps that
    wandering enemies try, one a wanderer and turn.
    """

    def __init__(self, luck: Sequence[int] = (), steps: Sequence[Direction] = ()) -> None:
        super().__init__("scripted")
        self.luck = list(luck)
        self.steps = list(steps)

    def fork(self, label: str) -> Dice:
        """Go on with the same script."""
        del label
        return self

    def below(self, count: int) -> int:
        """Return the next number of the script."""
        assert self.luck, f"the script has no number below {count}"
        number = self.luck.pop(0)
        assert type(number) is int, f"the script has {number} for a number below {count}"
        assert 0 <= number < count
        return number

    def coin(self) -> bool:
        """Return the next coin of the script."""
        assert self.luck, "the script has no coin"
        coin = self.luck.pop(0)
        assert type(coin) is bool, f"the script has {coin} for a coin"
        return coin

    def strides(self, count: int) -> bytes:
        """Return the next steps of the script."""
        assert len(self.steps) >= count, f"the script has no {count} steps"
        steps, self.steps = self.steps[:count], self.steps[count:]
        return bytes(DIRECTIONS.index(step) for step in steps)


def race_named(name: str, rules: Rules = BASE) -> Race:
    """Return the race of that name."""
    return next(race for race in rules.races if race.name == name)


def scenario(
    drawing: str,
    race: str = "Shade",
    luck: Sequence[int] = (),
    steps: Sequence[Direction] | None = None,
    rules: Rules = BASE,
) -> Game:
    """Return a game on the floors drawn; its enemies stand still unless their steps are given."""
    data = dedent(drawing).encode("ascii")
    drawings = read_layout(data, "scenario", rules).drawings
    game = Game(rules, race_named(race, rules), ScriptedDice(luck, steps or ()), drawings)
    game.held = steps is None
    return game


def board(game: Game) -> str:
    """Return the picture of the floor as drawn in a scenario."""
    return game.floor.picture.decode("ascii")
