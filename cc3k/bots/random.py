"""A bot that does anything that can be done: what all others are measured by."""

from attrs import frozen

from cc3k.engine.dice import Dice
from cc3k.engine.game import Game
from cc3k.engine.options import Option, legal_actions


@frozen
class Random:
    """Do any of the things that can be done, each equally likely."""

    dice: Dice

    def choose(self, game: Game) -> Option:
        """Return one of them."""
        return self.dice.pick(legal_actions(game))
