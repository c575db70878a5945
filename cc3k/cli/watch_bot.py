"""A game played by a bot, for somebody to watch: as plain pages, one for each command."""

from typing import ClassVar, TextIO

from attrs import define, field

from cc3k.bots.bot import Bot, Maker, bad_choice, bot_for, chosen, words_of
from cc3k.bots.match import MOST_COMMANDS
from cc3k.engine.game import Game
from cc3k.play.messages import greeting
from cc3k.play.session import Session
from cc3k.play.travel import WATCHED, Journey, Manner


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


def begin_watched(session: Session, make: Maker) -> Autoplay:
    """Return the journey of a bot through a session's game; without one, the first race's.

    Raises `BotFailed`.
    """
    game = session.game or session.begin(session.rules.races[0])
    return Autoplay(bot_for(game, make))


def run_watched(session: Session, journey: Journey, out: TextIO) -> None:
    """Write the pages of a whole game; no input is needed. One without end is left as it is.

    Raises `BadChoice`, also for what the game refuses, and `BotFailed`.
    """
    out.write(f"{greeting(session.seed)}\n{session.page()}")
    for _ in range(MOST_COMMANDS):
        game = session.game
        words = None if game is None else journey.next_words(game)
        if game is None or words is None:
            break
        for word in words.split():
            if session.say(word):
                out.write(session.page())
        if session.refusal is not None:
            raise bad_choice(game, words, session.said)
    out.flush()
