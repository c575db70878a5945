"""Program entry point: `python -m cc3k`, and the command `cc3k`."""

import gc
import sys

from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT

IMMEDIATE_EXIT.set_message_for(sys.argv[1:])
IMMEDIATE_EXIT.exit_on_interrupt()  # also while all else is imported

gc.disable()  # what is imported stays: the command enables it again
from cc3k.cli.main import main  # noqa: E402 - the handler comes first
from cc3k.cli.streams import make_output_patient  # noqa: E402 - so does this


def program() -> int:
    """Run the command line; return its exit code, which an interrupt no longer changes."""
    make_output_patient()
    code = main()
    IMMEDIATE_EXIT.exit_on_interrupt(code)
    return code


if __name__ == "__main__":
    raise SystemExit(program())
