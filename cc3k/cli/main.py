"""Command line entry point: pick the command, run it, return its exit code (§6)."""

import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from cc3k.cli import argument_parser
from cc3k.cli.streams import discard_output, print_error
from cc3k.exit_codes import EXIT_BROKEN_PIPE, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE
from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT
from cc3k.terminal.interrupts import INTERRUPT_HANDLER

LAYOUT_OPTIONS = ("--floor", "--layout")


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    first = arguments[0] if arguments else ""
    named = first in argument_parser.COMMANDS
    IMMEDIATE_EXIT.set_message_for(arguments)
    try:
        if argument_parser.is_unknown_command(first) and not _is_seed_of_layout(arguments):
            print_error(argument_parser.unknown_command_message(first))
            return EXIT_USAGE
        # Import only this command: start-up stays fast.
        tool = import_module(f"cc3k.cli.{first if named else 'play'}")
        if not gc.isenabled():  # as the entry point leaves it: all that was imported stays
            gc.freeze()
            gc.enable()
        with INTERRUPT_HANDLER.handle_first_signal():
            return run_to_exit_code(tool.run, arguments[named:])
    except KeyboardInterrupt as error:  # before the command began, or after it ended
        print_interrupt_message(error)
        return EXIT_INTERRUPTED


def _is_seed_of_layout(arguments: Sequence[str]) -> bool:
    number = arguments[0].removeprefix("+")
    return number.isdecimal() and any(a.startswith(LAYOUT_OPTIONS) for a in arguments)


def run_to_exit_code(command: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Return the exit code of a command, also if it is interrupted, or a file or package fails."""
    try:
        code = command(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt as error:
        return _report_interrupt(error)
    except BrokenPipeError:
        discard_output(sys.stdout)
        return EXIT_BROKEN_PIPE
    except OSError as error:
        from cc3k.saves.open_files import describe_error

        discard_output(sys.stdout)
        print_error(describe_error(error))
        return EXIT_FAILED
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # raised while a class was being created
            return _report_interrupt(error.__cause__)
        from cc3k.saves.plugins import describe_expansion_error

        text = describe_expansion_error(error, argument_parser.TRACEBACK_VARIABLE)
        if not text:
            raise
        discard_output(sys.stdout)
        print_error(*text)
        return EXIT_USAGE
    return code


def _report_interrupt(error: KeyboardInterrupt) -> int:
    discard_output(sys.stdout)
    print_interrupt_message(error)
    return EXIT_INTERRUPTED


def print_interrupt_message(error: BaseException | None = None) -> None:
    IMMEDIATE_EXIT.message = f"{error or ''}" or IMMEDIATE_EXIT.message
    message, IMMEDIATE_EXIT.message = IMMEDIATE_EXIT.message, ""
    if message:
        print_error(message)
