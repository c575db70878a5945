"""Which games an environment plays: one race on the same floors, seed after seed."""

import warnings

from attrs import evolve, frozen

from cc3k.api import race_called
from cc3k.content.layout.reader import Layout
from cc3k.content.roster import BASE
from cc3k.engine.actors import Race
from cc3k.engine.board import Drawing
from cc3k.engine.dice import Dice
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.gym.settings import Setting
from cc3k.storage.files import load_layout


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
