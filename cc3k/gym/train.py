"""Training example: a small agent in a few minutes, with Stable-Baselines3.

`python -m cc3k.gym.train` needs `cc3k[train]`. It prints the mean score of games in which every
action that can be done is as likely, and then that of the agent in the same games.
"""

from collections.abc import Sequence

from cc3k.tty.early_interrupts import IMMEDIATE_EXIT

if __name__ == "__main__":
    IMMEDIATE_EXIT.exit_on_interrupt()  # also while all else is imported

from cc3k.cli.streams import print_error
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.exit_codes import EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from cc3k.gym.train_options import TrainOptions, build_train_parser
from cc3k.tty.interrupts import INTERRUPT_HANDLER


def main(arguments: Sequence[str] | None = None) -> int:
    """Train an agent as the arguments ask, print how well it plays, and return the exit code."""
    wanted = build_train_parser().parse_args(arguments, TrainOptions())
    try:
        with INTERRUPT_HANDLER.handle_first_signal():
            return _run_training(wanted)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _run_training(options: TrainOptions) -> int:
    try:
        # Imported only here, so that whoever lacks what it needs can be told.
        from cc3k.gym.training import train_and_compare

        train_and_compare(options)
    except ModuleNotFoundError as missing:
        print_error(f"found no module {missing.name}; expected cc3k[train] to be installed")
        return EXIT_USAGE
    except (LayoutError, ValueError) as error:
        print_error(str(error))
        return EXIT_USAGE
    return EXIT_OK


if __name__ == "__main__":
    code = main()
    IMMEDIATE_EXIT.exit_on_interrupt(code)
    raise SystemExit(code)
