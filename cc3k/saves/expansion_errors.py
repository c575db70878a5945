"""Errors of expansions of other packages: recognized by where they were raised, and reported.

An error of the game itself, without any such expansion, is raised again unchanged.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from cc3k.saves.replay import RulesMismatch


@contextmanager
def blaming_expansions() -> Iterator[None]:
    """Raise `RulesMismatch` for whatever an expansion of another package raises in this block.

    A recorded game that cannot be replayed for that must not keep anybody from playing another.
    """
    try:
        yield
    except Exception as error:
        text = describe_failure(error)
        if not text:
            raise
        raise RulesMismatch(text) from error


def describe_expansion_error(error: Exception, traceback_variable: str) -> list[str]:
    """Return the lines that report an error of an expansion; empty if it is not to blame.

    The expansion cannot be loaded, or is the last one in the traceback. The traceback is included
    if that variable is set in the environment.
    """
    text = describe_failure(error)
    if not text:
        return []
    from cc3k.engine.expansion import BrokenExpansion

    if isinstance(error, BrokenExpansion) and error.__cause__ is None:
        return [text]
    if os.environ.get(traceback_variable):
        # Imported here for a fast start: needed only for a traceback.
        from traceback import format_exception

        return [text, *"".join(format_exception(error)).rstrip().split("\n")]
    return [f"{text} ({traceback_variable}=1 shows where)"]


def describe_failure(error: Exception) -> str:
    """Return the sentence, without a full stop, that a plug-in has failed; empty if none has.

    The last one in the traceback is to blame. An error of the game itself is nobody else's, but
    one after a plug-in was called with a game is told with its name: nobody knows what it did.
    """
    # Imported here for a fast start: needed only for an error.
    from traceback import walk_tb

    from cc3k.engine.expansion import BrokenExpansion
    from cc3k.saves.expansion_plugins import describe_error, loaded_plugins, played_plugins

    if isinstance(error, BrokenExpansion):
        return str(error)
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    blamed = [
        plugin.description
        for module in [str(frame.f_globals.get("__name__")) for frame in frames]
        for plugin in loaded_plugins()
        if module == plugin.module or module.startswith(f"{plugin.module}.")
    ]
    if blamed:
        return f"{blamed[-1]} failed: {describe_error(error)}"
    called = " and ".join(played_plugins())
    is_mishap = type(error).__module__ == "builtins" and not isinstance(error, OSError)
    return f"the game failed with {called}: {describe_error(error)}" if called and is_mishap else ""
