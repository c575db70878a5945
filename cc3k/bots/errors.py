"""How a bot can fail. It stands apart as every game would tell of it, and few have a bot."""


class Mishap(Exception):
    """What went wrong with a bot, as a sentence that follows upon its name."""


class BadChoice(Mishap):
    """A bot has chosen what cannot be done: when, what, and why not or what was expected."""


class BotFailed(Mishap):
    """A bot has raised an error, which is the cause of this: when, and which one.

    `trace` is the way to it, as text, once it has been written down for another process.
    """

    trace: str = ""


class GameLost(Mishap):
    """Whoever worked on a game has ended amid it, by the bot or by somebody else: which, and how.

    Where nobody knows which of some games it was, all of these are named.
    """


class GameTooLong(Mishap):
    """A bot has taken longer for a game than it was allowed: which one, and how long that is."""
