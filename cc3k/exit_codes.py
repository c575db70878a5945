"""Exit codes of every command, and the errors for which one is that of wrong usage.

They stand apart, and import nothing: the very first module that is imported needs one of them.
"""

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2
"""Done; not done, as the message says; and what was asked for makes no sense."""

EXIT_DIVERGED, EXIT_OTHER_RULES, EXIT_DAMAGED = 3, 4, 5
"""Exit codes for a stored game: it diverges, has another ruleset, or a damaged journal."""

EXIT_SIGNAL_BASE = 128
"""Base of the exit code of a program killed by a signal, as in a shell: add its number."""

EXIT_INTERRUPTED, EXIT_BROKEN_PIPE = EXIT_SIGNAL_BASE + 2, EXIT_SIGNAL_BASE + 13
"""Exit codes for SIGINT and SIGPIPE."""


class UserError(Exception):
    """Why a command cannot do what its options ask, as a sentence; it ends with `exit_code`."""

    exit_code = EXIT_USAGE


class BotError(Exception):
    """An error of a bot, as a sentence that follows the bot's name."""
