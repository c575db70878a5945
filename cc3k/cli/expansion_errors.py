"""Errors of expansions of other packages: found by where they were raised, and told with a name.

An error of the game itself is nobody else's: it is raised again as it is.
"""

import os
from traceback import format_exception

from cc3k.cli.bot_plugins import TRACEBACK_VARIABLE
from cc3k.engine.expansion import BrokenExpansion
from cc3k.storage.expansion_plugins import blame_plugin, describe_failure


def describe_expansion_error(error: Exception) -> list[str]:
    """Return the lines that tell of an error that an expansion has made; none if none has.

    That is one that cannot be loaded, or one that raised it: the last of those in the traceback.
    """
    if isinstance(error, BrokenExpansion):
        return [str(error)]
    blamed = blame_plugin(error)
    if not blamed:
        return []
    text = describe_failure(blamed, error)
    if os.environ.get(TRACEBACK_VARIABLE):
        return [text, *"".join(format_exception(error)).rstrip().split("\n")]
    return [f"{text} ({TRACEBACK_VARIABLE}=1 shows where)"]
