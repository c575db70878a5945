"""The program: `python -m cc3k`, and the command `cc3k`."""

import sys

from cc3k.tty.early_interrupts import INTERRUPTION, LEAVING

LEAVING.by_interrupt()  # also while all else is imported
if sys.argv[1:2] == ["arena"]:  # the others end without a word
    LEAVING.line = INTERRUPTION

from cc3k.cli.main import main  # noqa: E402 - see above


def program() -> int:
    """Do what the command line asks for; return the exit code, which nothing changes any more."""
    code = main()
    LEAVING.by_interrupt(code)
    return code


if __name__ == "__main__":
    raise SystemExit(program())
