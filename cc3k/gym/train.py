"""`python -m cc3k.gym.train`: train an agent on the full game, and compare it to the bots.

It needs `cc3k[train]`: without it a sentence says how to install that.
"""

from collections.abc import Sequence

from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT

if __name__ == "__main__":
    IMMEDIATE_EXIT.exit_on_interrupt()  # also while all else is imported

from cc3k.cli.main import print_interrupt_message
from cc3k.cli.streams import print_error
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.exit_codes import EXIT_INTERRUPTED, EXIT_USAGE
from cc3k.gym.train_options import TrainOptions, build_train_parser
from cc3k.terminal.interrupts import INTERRUPT_HANDLER


def main(arguments: Sequence[str] | None = None) -> int:
    wanted = build_train_parser().parse_args(arguments, TrainOptions())
    try:
        with INTERRUPT_HANDLER.handle_first_signal():
            return _run(wanted)
    except KeyboardInterrupt:
        print_interrupt_message()
        return EXIT_INTERRUPTED


def _run(options: TrainOptions) -> int:
    try:
        # Imported only here, so that whoever lacks what it needs can be told.
        from cc3k.gym.training.session import UsageError, run_session
    except ModuleNotFoundError as missing:
        how = "pip install '.[train]' brings it"
        print_error(f"found no module {missing.name}; expected cc3k[train] to be installed: {how}")
        return EXIT_USAGE
    try:
        return run_session(options)
    except (UsageError, LayoutError) as error:
        print_error(str(error))
        return EXIT_USAGE


if __name__ == "__main__":
    code = main()
    IMMEDIATE_EXIT.exit_on_interrupt(code)
    raise SystemExit(code)
