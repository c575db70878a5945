"""What a training can be asked for on the command line; it needs nothing beside the game."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

from cc3k.cli.command import Parser

ROLLOUT = 2048
"""How many steps are learned from at a time, in all games together."""

LAST_SEED = 2**32 - 1
"""The greatest number that all libraries take for a seed."""


class Wanted(Namespace):
    """What the command line asks for."""

    layout: str
    floors: int
    race: str
    steps: int
    envs: int
    games: int
    seed: int


def parser() -> Parser:
    """Return how the arguments are read."""
    reader = Parser(
        prog="python -m cc3k.gym.train",
        description="Train a small agent, and print the score it reaches.",
    )
    reader.add_argument("--layout", default="tiny", help="the floors to play on")
    reader.add_argument("--floors", type=int, default=2, help="how many of them to leave")
    reader.add_argument("--race", default="shade", help="the race to play")
    reader.add_argument("--steps", type=_whole(1), default=200_000, help="how long to train")
    reader.add_argument(
        "--envs", type=_whole(1, ROLLOUT), default=8, help="how many games to play at once"
    )
    reader.add_argument("--games", type=_whole(1), default=100, help="how many games to measure by")
    reader.add_argument("--seed", type=_whole(0, LAST_SEED), default=1, help="repeats a training")
    return reader


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return how an argument is read that is a whole number within those bounds."""
    bounds = f"{least} or more" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            message = f"{text!a}: expected a whole number, {bounds}"
            raise ArgumentTypeError(message)
        return number

    return read
