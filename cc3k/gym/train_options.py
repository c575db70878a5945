"""Options of the training example; no library beside the game is needed."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

from cc3k.cli.command import CommandParser

ROLLOUT_STEPS = 2048
"""Steps to learn from at a time, in all games together."""

MAX_TRAINING_SEED = 2**32 - 1
"""The greatest number that all libraries accept as a seed."""


class TrainOptions(Namespace):
    """Parsed command line of the training example."""

    layout: str
    floors: int
    race: str
    steps: int
    envs: int
    games: int
    seed: int


def build_train_parser() -> CommandParser:
    """Return the argument parser of the training example."""
    reader = CommandParser(
        prog="python -m cc3k.gym.train",
        description="Train a small agent, and print the score it reaches.",
    )
    reader.add_argument(
        "--floor", "--layout", dest="layout", default="tiny", help="the floors to play on"
    )
    reader.add_argument("--floors", type=int, default=2, help="how many of them to leave")
    reader.add_argument("--race", default="shade", help="the race to play")
    reader.add_argument(
        "--steps", type=_whole_number_argument(1), default=200_000, help="how long to train"
    )
    reader.add_argument(
        "--envs",
        type=_whole_number_argument(1, ROLLOUT_STEPS),
        default=8,
        help="how many games to play at once",
    )
    reader.add_argument(
        "--games", type=_whole_number_argument(1), default=100, help="how many games to measure by"
    )
    reader.add_argument(
        "--seed",
        type=_whole_number_argument(0, MAX_TRAINING_SEED),
        default=1,
        help="repeats a training",
    )
    return reader


def _whole_number_argument(minimum: int, maximum: int | None = None) -> Callable[[str], int]:
    """Return an argument parser for whole numbers within those bounds."""
    bounds = f"{minimum} or more" if maximum is None else f"from {minimum} to {maximum}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = minimum - 1
        if number < minimum or (maximum is not None and number > maximum):
            message = f"{text!a}: expected a whole number, {bounds}"
            raise ArgumentTypeError(message)
        return number

    return read
