"""Delver bot: plays any set of expansions by what a player sees.

It is an honest bot: it knows what a player sees, and asks no game to be played ahead. How it plays
is decided once a game, by what stands on the status rows: where a hero grows by fights and enemies
cannot be frozen for good, it fights; everywhere else it keeps out of their way.
"""

from attrs import define, field

from cc3k.bots.delver.evader import Evader
from cc3k.bots.delver.fighter import Fighter
from cc3k.bots.delver.surroundings import UNLIMITED_TURNS, Surroundings
from cc3k.bots.game import Choice, PlayableGame
from cc3k.engine.dice import Dice


@define(eq=False)
class DelverBot:
    """Explores, carries, throws, buys, fights in doorways, flees and rests.

    Whether it fights is settled by its first look at a game, as no set of expansions changes
    within one; how it fares is told by `cc3k help balance`.
    """

    dice: Dice
    _player: Evader | None = field(default=None, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        """Return the words of the next action."""
        if self._player is None:
            self._player = self._player_for(game)
        return self._player.choose(game)

    def _player_for(self, game: PlayableGame) -> Evader:
        return Fighter(self.dice) if has_to_fight(Surroundings(game)) else Evader(self.dice)


def has_to_fight(scene: Surroundings) -> bool:
    """Tell whether fights pay: they make the hero stronger, and cannot be avoided for good."""
    return scene.can_grow and scene.freeze_turns != UNLIMITED_TURNS
