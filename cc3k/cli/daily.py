"""`cc3k daily`: the game of the day, the same seed for everybody, with its own score table."""

import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence

from cc3k.cli import play, play_options
from cc3k.record.record import DAILY
from cc3k.tty.streams import EXIT_USAGE, print_error


def build_parser() -> ArgumentParser:
    """Return the argument parser of `cc3k daily`: that of a game."""
    return play_options.build_parser(play_options.PROGRAM_NAMES[DAILY])


def run(arguments: Sequence[str], clock: Callable[[], float] = time.time) -> int:
    """Play the seed of the day, its date in UTC; other options are those of a game."""
    for taken in ("--seed", "--continue"):
        if any(argument.partition("=")[0] == taken for argument in arguments):
            print_error(f"daily: found {taken}; the day says which game is played")
            return EXIT_USAGE
    seed = time.strftime("%Y%m%d", time.gmtime(clock()))
    return play.run([*arguments, "--seed", seed], DAILY)
