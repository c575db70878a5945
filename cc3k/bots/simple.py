"""Simple bots: greedy goes for the nearest gold, random takes any legal action."""

from attrs import frozen

from cc3k.bots.game import PlayableGame
from cc3k.engine.actions import ATTACKS, MOVES, Move, PlayerAction
from cc3k.engine.dice import Dice
from cc3k.play.paths import find_path
from cc3k.play.travel import find_free_gold, find_stairs

FLEE_HP_PART = 2
"""The bot flees to the stairs when one part in this many of the HP of its race is left."""


@frozen
class GreedyBot:
    """Takes gold by the nearest path, even past enemies; attacks whatever blocks it."""

    dice: Dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        """Return the next step, or an attack on an enemy in the way, or any action."""
        view = game.view
        is_afraid = view.hero.hp * FLEE_HP_PART <= view.race.hp
        for goals in ([] if is_afraid else find_free_gold(view), find_stairs(view)):
            way = find_path(view, goals) if goals else None
            if way is not None and way.steps:
                return Move(way.steps[0])
        legal = game.legal_actions()
        for kind in (ATTACKS, MOVES):
            fitting = [option for option in legal if option in kind]
            if fitting:
                return self.dice.pick(fitting)
        return self.dice.pick(legal)


@frozen
class RandomBot:
    """Takes a random legal action, each equally likely."""

    dice: Dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        return self.dice.pick(game.legal_actions())
