"""Which bots come with the game, by name."""

from collections.abc import Mapping

from cc3k.bots.bot import Maker
from cc3k.bots.careful import Careful
from cc3k.bots.greedy import Greedy
from cc3k.bots.random import Random

BOTS: Mapping[str, Maker] = {"random": Random, "greedy": Greedy, "careful": Careful}
