"""Bot game as text: a bot plays, one plain frame for each command."""

from typing import ClassVar, TextIO

from attrs import define, field

from cc3k.api import Game
from cc3k.bots.bot import BotFactory, BotPlayer, bad_choice_error, create_bot
from cc3k.bots.game import command_words
from cc3k.bots.match import MAX_COMMANDS
from cc3k.engine.game import GameState
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session
from cc3k.play.travel import WATCHED_BOT, MultiTurnCommand, TravelPolicy


@define(eq=False)
class Autoplay:
    """Play what a bot chooses until the game is over; no event interrupts it."""

    policy: ClassVar[TravelPolicy] = WATCHED_BOT
    bot: BotPlayer
    stop_reason: str = field(default="", init=False)

    def next_command(self, game: GameState) -> str | None:
        """Return the command that the bot chooses, or None once the game is over.

        Raises `BadChoice`, `GameChanged` and `BotFailed`.
        """
        return command_words(self.bot.choose(game)) if game.outcome is None else None


def start_bot_game(session: Session, factory: BotFactory) -> Autoplay:
    """Return a bot's run through the session's game; if there is none, start one.

    Raises `BotFailed`.
    """
    game = session.game or session.start_game(session.rules.races[0])
    return Autoplay(create_bot(game, factory, Game))


def print_bot_game(session: Session, command: MultiTurnCommand, out: TextIO) -> None:
    """Write the frames of a whole bot game; a game without an end is cut off.

    Raises `BadChoice`, also for what the game refuses, `GameChanged` and `BotFailed`.
    """
    out.write(f"{greeting_line(session.seed)}\n{session.page_text()}")
    for _ in range(MAX_COMMANDS):
        game = session.game
        words = None if game is None else command.next_command(game)
        if game is None or words is None:
            break
        for word in words.split():
            if session.handle_word(word):
                out.write(session.page_text())
        if session.last_refusal is not None:
            raise bad_choice_error(game, words, session.action_text)
    out.flush()
