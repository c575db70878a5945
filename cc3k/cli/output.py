"""Output of the commands: print text and JSON, and write files, with errors reported."""

import sys
from collections.abc import Callable, Iterable

from cc3k.cli.streams import print_error
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import escape_text, printable_name


def print_text(text: str) -> None:
    """Print text on standard output, escaping what its encoding lacks."""
    encoding, text = sys.stdout.encoding or "ascii", escape_text(text, "\n")
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def print_json_list(items: Iterable[object]) -> None:
    """Print a JSON list item by item, so that a long one takes no memory."""
    import json

    before = "["
    for item in items:
        print_text(f"{before}\n{json.dumps(item)}")
        before = ","
    print_text("[]" if before == "[" else "\n]")


def try_write(path: str, write: Callable[[], None], inputs: Iterable[str | int] = ()) -> int:
    """Call `write` for a file, or print an error if that fails; return the exit code.

    A file that is one of `inputs`, which the command reads, is not written over.
    """
    from cc3k.saves.disk import UnsuitableTarget, refuse_input_files
    from cc3k.saves.open_files import file_error_reason

    try:
        refuse_input_files(path, inputs)
        write()
    except UnsuitableTarget as error:
        print_error(f"{printable_name(path)}: {error}")
        return EXIT_USAGE
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        print_error(f"{printable_name(path)}: {file_error_reason(error)}")
        return EXIT_FAILED
    return EXIT_OK
