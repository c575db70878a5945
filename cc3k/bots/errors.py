"""Errors of bots, in a module of their own: it loads no game, for a fast start."""


class BotError(Exception):
    """An error of a bot, as a sentence that follows the bot's name."""


class BadChoice(BotError):
    """A bot chose an action that cannot be done, or no action at all."""


class BotFailed(BotError):
    """A bot raised an exception, which is the cause of this one.

    `traceback_text` is the way to it, as text, once it has been written down for another process.
    """

    traceback_text: str = ""


class GameChanged(BotError):
    """A bot played in the game it was shown, which is only a copy."""


class GameWorkerDied(BotError):
    """Raised when a worker process ended during a game: which game, and how it ended.

    Where nobody knows which of some games it was, all of these are named.
    """
