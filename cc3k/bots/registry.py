"""Which bots come with the game, by name."""

from collections.abc import Mapping

from cc3k.bots.bot import Maker
from cc3k.bots.careful.bot import Careful
from cc3k.bots.random import Random
from cc3k.bots.simple import Greedy

BOTS: Mapping[str, Maker] = {"random": Random, "greedy": Greedy, "careful": Careful}
