"""A bot at the keys: a journey on which it, and no goal, says where to go."""

from typing import ClassVar

from attrs import define, field

from cc3k.bots.bot import Bot, chosen, words_of
from cc3k.engine.game import Game
from cc3k.play.journey import WATCHED, Manner


@define(eq=False)
class Autoplay:
    """Play on as a bot says until the game is over. Neither blows nor finds interrupt it."""

    manner: ClassVar[Manner] = WATCHED
    bot: Bot
    why: str = field(default="", init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the words that the bot chooses, or None once the game is over.

        Raises `BadChoice` and `BotFailed`.
        """
        return words_of(chosen(self.bot, game)) if game.outcome is None else None
