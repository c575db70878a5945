"""Bots: the interface of a bot, its errors, how to make one and ask it, and the simplest ones.

Each game gets a new bot, with its own dice. All its random choices use those dice, so its games
can be replayed. It is shown a picture of what a player sees, and nothing of it is part of the true
game. It may copy that picture to look ahead, with what a player cannot know drawn again. Only a bot
that declares `omniscient = True` is shown the exact game, in a copy.
"""

from collections.abc import Callable
from typing import ClassVar, Protocol, TextIO, TypeAlias
from weakref import ref

from attrs import define, field, frozen

from cc3k.api import Game
from cc3k.bots.game import EXPECTED_ACTION, Choice, PlayableGame, action_from_choice
from cc3k.engine.actions import ATTACKS, MOVES, TOGGLE_FREEZE, Move, PlayerAction
from cc3k.engine.board import TILE, Cell, blocks_between
from cc3k.engine.dice import Dice
from cc3k.engine.expansion import BrokenExpansion
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.text import printable_name
from cc3k.engine.view import GameView
from cc3k.exit_codes import BotError
from cc3k.play.commands import command_table
from cc3k.play.interruptions import WATCHED_BOT, MultiTurnCommand, TravelPolicy
from cc3k.play.look import find_stairs_guard
from cc3k.play.paths import find_path
from cc3k.play.session import Session
from cc3k.play.travel import find_free_gold, find_outlooks, find_stairs

MAX_COMMANDS = 20_000
"""Commands after which a game is given up: far more than a normal game takes."""


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


class Bot(Protocol):
    """A player of one game.

    A bot is honest unless its class declares `omniscient = True`: then it is shown the exact game,
    with the luck to come, and the arena says so.
    """

    def choose(self, game: PlayableGame) -> Choice:
        """Return the action to take now, or its words; the game is not over (R4)."""
        ...


BotFactory: TypeAlias = Callable[[Dice], Bot]
"""Make a bot for a game: a class will do. The dice are the bot's own."""


def is_omniscient(factory: BotFactory) -> bool:
    return getattr(factory, "omniscient", False) is True


@define(eq=False)
class BotPlayer:
    """A bot as a player: it is shown its own game and asked for each action.

    The caller plays the actions in the true game. `game_class` is the class of the shown game.
    """

    bot: Bot
    omniscient: bool = False
    game_class: type[PlayableGame] = PlayableGame
    _words: list[str] = field(factory=list, init=False)

    def choose(self, game: GameState) -> PlayerAction:
        """Return the action that the bot chooses in that game.

        Raises `BadChoice` for what is no action, `GameChanged` for a bot that played in the game it
        was shown, and `BotFailed` for any error of the bot's own.
        """
        shown = self.game_class.shown_to_bot(game, self._words, omniscient=self.omniscient)
        try:
            choice = self.bot.choose(shown)
        except (KeyboardInterrupt, BrokenExpansion):  # the latter is no fault of the bot
            raise
        except BaseException as error:
            raise bot_failed_error(_describe_moment(game), error) from error
        if shown.has_been_played:
            raise GameChanged(_describe_moment(game))
        look = ref(shown)
        del shown
        if (kept := look()) is not None:  # by the bot, which may look at it later
            kept.take_picture()
        action = _checked_action(game, choice)
        self._words.append(command_table(game.rules).words_by_action[action])
        return action


def create_bot(
    game: GameState, factory: BotFactory, game_class: type[PlayableGame] = PlayableGame
) -> BotPlayer:
    """Return a player with a bot made for that game; raise `BotFailed`.

    The path of its dice does not reveal the seed of the game.
    """
    dice = game.dice.fork("bot")
    dice = dice.renamed(dice.path.partition("/")[2])
    try:
        return BotPlayer(factory(dice), is_omniscient(factory), game_class)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise bot_failed_error(_describe_moment(game), error) from error


def _checked_action(game: GameState, choice: Choice) -> PlayerAction:
    try:
        return action_from_choice(choice, command_table(game.rules))
    except Impossible as refusal:
        raise bad_choice_error(game, choice, str(refusal)) from refusal
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # its comparisons, too, are the bot's own
        raise bad_choice_error(game, choice, EXPECTED_ACTION) from error


def bot_failed_error(moment: str, error: BaseException) -> BotFailed:
    kind = type(error).__name__
    text = _one_line(lambda: f"{kind}: {error}", kind)
    return BotFailed(f"{moment}: {text.removesuffix(':')}")


def bad_choice_error(game: GameState, choice: object, reason: str) -> BadChoice:
    shown = _one_line(lambda: repr(choice), f"a {type(choice).__name__}")
    return BadChoice(f"{_describe_moment(game)}: {shown}: {reason}")


def _one_line(make_text: Callable[[], str], fallback: str) -> str:
    """Return a text in one printable line; the fallback if it cannot be made."""
    try:
        return printable_name(" ".join(make_text().split()))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the text is the bot's own, and so is whatever it raises
        return fallback


def _describe_moment(game: GameState) -> str:
    """Return the race, the seed, the game and the turn as text (R34)."""
    return f"as {game.race.name}, seed {game.dice.path.replace('/', ', ')}, turn {game.turns}"


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


FLEE_HP_PART = 2
"""The bot flees to the stairs when one part in this many of the HP of its race is left."""


@frozen
class GreedyBot:
    """Takes gold by the nearest path, even past enemies; attacks whatever blocks it."""

    dice: Dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        """Return the next step, or an attack on an enemy in the way, or any action."""
        view = game.view
        is_afraid = view.hero.hp * FLEE_HP_PART <= view.race.hp
        for goals in ([] if is_afraid else find_free_gold(view), find_stairs(view)):
            way = find_path(view, goals) if goals else None
            if way is not None and way.steps:
                return Move(way.steps[0])
        legal = game.legal_actions()
        for kind in (ATTACKS, MOVES):
            fitting = [option for option in legal if option in kind]
            if fitting:
                return self.dice.pick(fitting)
        return self.dice.pick(legal)


CHASED_STEPS = 3
"""Where freezes are counted, one is spent only if a hostile enemy that steps is so near."""

PAYMENT = "p "
"""How the words begin that pay the guard of the stairs."""


@define(eq=False)
class RunnerBot:
    """Freezes enemies and runs for the stairs; it strikes only who bars the way."""

    dice: Dice
    _depth: int = field(default=0, init=False)
    _trodden: set[Cell] = field(factory=set, init=False)

    def choose(self, game: PlayableGame) -> Choice:
        view, legal = game.view, game.legal_actions()
        if view.depth != self._depth:
            self._depth, self._trodden = view.depth, set()
        self._trodden.add(view.hero_cell)
        if TOGGLE_FREEZE in legal and not view.enemies_frozen and is_freeze_due(view):
            return TOGGLE_FREEZE
        words = command_table(game.rules).words_by_action
        payments = [action for action in legal if words[action].startswith(PAYMENT)]
        way = find_path(view, self._goals(view))
        steps = [Move(step) for step in way.steps[:1]] if way else []
        for options in (payments, steps, ATTACKS, MOVES):
            fitting = [option for option in options if option in legal]
            if fitting:
                return self.dice.pick(fitting)
        return self.dice.pick([action for action in legal if action != TOGGLE_FREEZE] or legal)

    def _goals(self, view: GameView) -> list[Cell]:
        """Return the stairs, or what is beside their guard; else where they may be."""
        if guard := find_stairs_guard(view):
            return list(view.board.neighbours[guard[0]])
        tiles = [cell for cell, glyph in enumerate(view.glyphs) if glyph == TILE]
        unknown = [cell for cell in tiles if cell not in self._trodden]
        return find_stairs(view) or find_outlooks(view) or unknown


def is_freeze_due(view: GameView) -> bool:
    """Tell whether a freeze is worth it: where they are counted, only if somebody is near."""
    return view.figure("freezes") is None or any(
        view.is_hostile(enemy) and blocks_between(view.board, view.hero_cell, cell) <= CHASED_STEPS
        for cell, enemy in view.enemies.items()
        if cell not in view.stationary
    )


@frozen
class RandomBot:
    """Takes a random legal action, each equally likely."""

    dice: Dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        return self.dice.pick(game.legal_actions())
