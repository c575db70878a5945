"""Errors of expansions of other packages: found by where they were raised, and told with a name.

An error of the game itself is nobody else's: it is raised again as it is.
"""

import os
from traceback import format_exception
from types import TracebackType

from cc3k.cli.bot_plugins import TRACEBACK_VARIABLE
from cc3k.engine.expansion import BrokenExpansion
from cc3k.storage.expansion_plugins import loaded_plugins


def describe_expansion_error(error: Exception) -> list[str]:
    """Return the lines that tell of an error that an expansion has made; none if none has.

    That is one that cannot be loaded, or one that raised it: the last of those in the traceback.
    """
    if isinstance(error, BrokenExpansion):
        return [str(error)]
    blamed = [
        plugin
        for module in _modules_of(error.__traceback__)
        for plugin in loaded_plugins()
        if module == plugin.module or module.startswith(f"{plugin.module}.")
    ]
    if not blamed:
        return []
    text = f"{blamed[-1].description} failed: {type(error).__name__}: {error}"
    if os.environ.get(TRACEBACK_VARIABLE):
        return [text, *"".join(format_exception(error)).rstrip().split("\n")]
    return [f"{text} ({TRACEBACK_VARIABLE}=1 shows where)"]


def _modules_of(traceback: TracebackType | None) -> list[str]:
    """Return the names of the modules in a traceback, from the outermost."""
    found = list[str]()
    while traceback is not None:
        found.append(str(traceback.tb_frame.f_globals.get("__name__")))
        traceback = traceback.tb_next
    return found
