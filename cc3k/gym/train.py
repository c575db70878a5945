"""An example: train a small agent in a few minutes, with the library Stable-Baselines3.

`python -m cc3k.gym.train` needs `cc3k[train]`. It prints the mean score of games in which every
action that can be done is as likely, and then that of the agent in the same games.
"""

from collections.abc import Sequence

from cc3k.tty.early_interrupts import LEAVING

if __name__ == "__main__":
    LEAVING.by_interrupt()  # also while all else is imported

from cc3k.content.layout.writer import LayoutError
from cc3k.gym.train_options import Wanted, parser
from cc3k.tty.interrupts import INTERRUPTS
from cc3k.tty.streams import INTERRUPTED, OK, USAGE, complain


def main(arguments: Sequence[str] | None = None) -> int:
    """Train an agent as the arguments ask, print how well it plays, and return the exit code."""
    wanted = parser().parse_args(arguments, Wanted())
    try:
        with INTERRUPTS.heeded():
            return _trained(wanted)
    except KeyboardInterrupt:
        return INTERRUPTED


def _trained(wanted: Wanted) -> int:
    try:
        # Imported only here, so that whoever lacks what it needs can be told.
        from cc3k.gym.training import compare

        compare(wanted)
    except ModuleNotFoundError as missing:
        complain(f"found no module {missing.name}; expected cc3k[train] to be installed")
        return USAGE
    except (LayoutError, ValueError) as error:
        complain(str(error))
        return USAGE
    return OK


if __name__ == "__main__":
    code = main()
    LEAVING.by_interrupt(code)
    raise SystemExit(code)
