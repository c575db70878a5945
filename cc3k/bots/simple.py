"""A bot that goes for the nearest gold, and for the stairs once there is none or it is hurt."""

from attrs import frozen

from cc3k.engine.actions import ATTACKS, MOVES, Move, Option, legal_actions
from cc3k.engine.dice import Dice
from cc3k.engine.game import Game
from cc3k.play.paths import path
from cc3k.play.travel import gold, stairs

FEAR = 2
"""It flees to the stairs when no more than one part in so many of its first HP is left."""


@frozen
class Greedy:
    """Take gold by the nearest path, past enemies if need be; strike whoever bars the way."""

    dice: Dice

    def choose(self, game: Game) -> Option:
        """Return the next step, or a blow at somebody in the way, or else any step at all."""
        floor, hero = game.floor, game.hero
        for goals in ([], stairs(floor)) if _afraid(game) else (gold(floor), stairs(floor)):
            way = path(floor, hero, goals) if goals else None
            if way is not None and way.steps:
                return Move(way.steps[0])
        return self._make_way(legal_actions(game))

    def _make_way(self, legal: list[Option]) -> Option:
        """Strike somebody, or get out of the way, or give in and do what is left."""
        for kind in (ATTACKS, MOVES):
            fitting = [option for option in legal if option in kind]
            if fitting:
                return self.dice.pick(fitting)
        return self.dice.pick(legal)


def _afraid(game: Game) -> bool:
    return game.hero.hp * FEAR <= game.race.hp


@frozen
class Random:
    """Do any of the things that can be done, each equally likely."""

    dice: Dice

    def choose(self, game: Game) -> Option:
        """Return one of them."""
        return self.dice.pick(legal_actions(game))
