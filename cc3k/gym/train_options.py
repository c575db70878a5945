"""Options of the training; no library beside the game is needed to read them."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from math import isfinite

from cc3k.cli.command import CommandParser

MAX_TRAINING_SEED = 2**32 - 1
"""The greatest number that all libraries accept as a seed."""

MAX_ENVS = 100_000
MAX_EVALUATION_GAMES = 1_000_000
MAX_THREADS = 2
"""More threads than this have nothing to do."""

DEFAULT_MINUTES, DEFAULT_ENVS, DEFAULT_SEED = 10.0, 400, 1
ALL_RACES = "all"


OF_TRAINING = ("minutes", "steps", "save", "envs", "threads", "seed")
"""Options that only a training heeds."""


class TrainOptions(Namespace):
    minutes: float | None
    steps: int | None
    race: str
    layout: str | None
    dlc: list[str] | None
    envs: int | None
    threads: int | None
    seed: int | None
    save: str | None
    load: str | None
    evaluate: bool
    games: int

    @property
    def of_training(self) -> list[str]:
        return [f"--{name}" for name in OF_TRAINING if getattr(self, name) is not None]


def build_train_parser() -> CommandParser:
    reader = CommandParser(
        prog="python -m cc3k.gym.train",
        description="Train an agent on the full game, and compare it to the bots.",
    )
    reader.add_argument(
        "--minutes",
        type=_parse_minutes,
        metavar="N",
        help="CPU-minutes of training, all threads together, after what compiling takes; 10 unless "
        "--steps is given",
    )
    reader.add_argument(
        "--steps",
        type=_whole_number_argument(1),
        metavar="N",
        help="steps of training, rounded up to whole lessons of some 64 steps of each game",
    )
    reader.add_argument("--save", metavar="FILE", help="write the trained model to a file")
    reader.add_argument("--load", metavar="FILE", help="begin with the model in a file")
    reader.add_argument(
        "--evaluate", action="store_true", help="only evaluate the loaded model, train no further"
    )
    reader.add_argument(
        "--games",
        type=_whole_number_argument(0, MAX_EVALUATION_GAMES),
        default=100,
        metavar="N",
        help="games of each race to evaluate by, 0 for no evaluation (default: 100)",
    )
    reader.add_argument(
        "--race", default=ALL_RACES, help="the race to play (default: all, as many games of each)"
    )
    reader.add_argument(
        "--floor", "--layout", dest="layout", help="a layout to play on (default: random floors)"
    )
    reader.add_argument(
        "--dlc",
        action="append",
        metavar="NAMES",
        help="expansions: none, as the fast core knows none of them",
    )
    reader.add_argument(
        "--envs",
        type=_whole_number_argument(1, MAX_ENVS),
        metavar="N",
        help=f"about how many games to play at once (default: {DEFAULT_ENVS})",
    )
    reader.add_argument(
        "--threads",
        type=_whole_number_argument(1, MAX_THREADS),
        metavar="N",
        help="threads to train with, 1 or 2 (default: 2); the model is the same",
    )
    reader.add_argument(
        "--seed",
        type=_whole_number_argument(0, MAX_TRAINING_SEED),
        metavar="N",
        help=f"repeats a training of as many steps (default: {DEFAULT_SEED})",
    )
    return reader


def _parse_minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not isfinite(minutes) or minutes <= 0:
        message = f"{text!a}: expected a number of minutes, more than 0"
        raise ArgumentTypeError(message)
    return minutes


def _whole_number_argument(minimum: int, maximum: int | None = None) -> Callable[[str], int]:
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
