"""Watched bots: a bot's run through a session, its frames, and reports of errors."""

import os
from typing import ClassVar, TextIO

from attrs import define

from cc3k.api import Game
from cc3k.bots.bot import BotFactory, BotFailed, BotPlayer, bad_choice_error, create_bot
from cc3k.bots.plugins import bot_error_message, bot_traceback
from cc3k.bots.statistics import MAX_COMMANDS
from cc3k.cli.streams import print_error
from cc3k.engine.game import GameState
from cc3k.exit_codes import EXIT_FAILED, BotError
from cc3k.play.commands import command_table
from cc3k.play.interruptions import WATCHED_BOT, MultiTurnCommand, TravelPolicy
from cc3k.play.session import Session

TRACEBACK_VARIABLE = "CC3K_TRACEBACK"


def report_bot_error(bot_name: str, error: BotError) -> int:
    text = bot_error_message(bot_name, error)
    if isinstance(error, BotFailed) and os.environ.get(TRACEBACK_VARIABLE):
        print_error(text, *bot_traceback(error).rstrip().split("\n"))
    elif isinstance(error, BotFailed):
        print_error(f"{text} ({TRACEBACK_VARIABLE}=1 shows where)")
    else:
        print_error(text)
    return EXIT_FAILED


@define(eq=False)
class Autoplay(MultiTurnCommand):
    """Play what a bot chooses until the game is over; no event interrupts it."""

    policy: ClassVar[TravelPolicy] = WATCHED_BOT
    bot: BotPlayer

    def next_command(self, game: GameState) -> str | None:
        """Return what the bot chooses until the game is over; raise `BotError`."""
        if game.is_over:
            return None
        return command_table(game.rules).words_by_action[self.bot.choose(game)]


def start_bot_game(session: Session, factory: BotFactory) -> Autoplay:
    game = session.game or session.start_game(session.rules.races[0])
    return Autoplay(create_bot(game, factory, Game))


def print_bot_game(session: Session, command: MultiTurnCommand, out: TextIO) -> None:
    """Write the frames of a whole bot game; a game without an end is cut off.

    Raises `BadChoice`, also for what the game refuses, `GameChanged` and `BotFailed`.
    """
    out.write(session.opening_text())
    for _ in range(MAX_COMMANDS):
        game = session.game
        words = None if game is None else command.next_command(game)
        if game is None or words is None:
            break
        if session.give(words):
            out.write(session.frame_or_prompt())
        if session.last_refusal is not None:
            raise bad_choice_error(game, words, session.action_text)
    out.flush()
