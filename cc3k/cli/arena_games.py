"""Arena games: one game of a bot as a specification, and how a worker plays it.

A game depends only on its specification. So it has the same result on any worker, and whether the
bot plays in Python or compiled.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Protocol, TypeAlias

from attrs import frozen

from cc3k.api import Game
from cc3k.bots.bot import BotError, BotFailed, bot_failed_error
from cc3k.bots.statistics import MAX_COMMANDS, GameResult, new_game, play_to_end
from cc3k.cli.bot_plugins import bot_traceback, load_bot
from cc3k.cli.worker_processes import limit_task_seconds, report_partial_result
from cc3k.content.layout.reader import read_layout
from cc3k.engine.board import FloorLayout
from cc3k.engine.expansion import BrokenExpansion
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast.support import find_missing_library, find_unknown_part
from cc3k.play.commands import parse_race, race_names
from cc3k.saves.expansion_plugins import rules_of_tags


@frozen
class GameSpec:
    """One game to be played: the bot, the race, and which game of which seed (R34).

    `layout` is the text of a layout file, empty for floors furnished at random. `expansions` are
    the tags of those that are on, as in journals. The game is given up after `max_commands`
    commands. With a `time_limit` in seconds, a worker process of our own is killed when the game
    takes longer. If it may be `compiled`, the compiled version of the bot plays where available.
    """

    bot: str
    race: str
    seed: int
    game_number: int
    layout: bytes = b""
    max_commands: int = MAX_COMMANDS
    time_limit: float | None = None
    expansions: tuple[str, ...] = ()
    compiled: bool = False


ResultOrError: TypeAlias = GameResult | BotError
"""The result of a game, or the error of the bot."""


def play_chunk(specs: Sequence[GameSpec]) -> tuple[list[GameResult], BotError | None]:
    results = list[GameResult]()
    for spec in specs:
        try:
            result = _play_game(spec)
        except BotError as error:
            return results, error
        results.append(result)
        report_partial_result(result)
    return results, None


def describe_spec(spec: GameSpec) -> str:
    """Return a game's race, seed and number as text, so that it can be repeated (R34)."""
    race = parse_race(spec.race)
    name = spec.race if race is None else race.name
    return f"as {name}, seed {spec.seed}, game {spec.game_number}"


def _play_game(spec: GameSpec) -> GameResult:
    rules = rules_of_tags(spec.expansions)
    race, drawings = _find_race(spec.race, rules), _load_floor_layouts(spec.layout, spec.expansions)
    make = load_bot(spec.bot)
    if spec.compiled:
        player = _compiled_player(spec.bot, spec.layout, spec.expansions)
        if player is not None:
            with suppress(ValueError):  # of a floor that has no room: the engine tells of it, below
                return player.play(race, spec.seed, spec.game_number, spec.max_commands)
    game = new_game(rules, race, spec.seed, spec.game_number, drawings)
    if spec.time_limit is not None:
        limit_task_seconds(spec.time_limit)
    try:
        return play_to_end(game, make, spec.game_number, spec.max_commands, Game)
    except BotFailed as failed:
        failed.traceback_text = bot_traceback(failed)  # its cause would stay in this process
        raise
    except (KeyboardInterrupt, BotError, BrokenExpansion):
        raise
    except BaseException as error:  # a bot has done to the game what no game goes on with
        blamed = bot_failed_error(describe_spec(spec), error)
        blamed.__cause__ = error
        blamed.traceback_text = bot_traceback(blamed)
        raise blamed from error


class TwinError(Exception):
    """A bot that has to be played by its compiled twin and cannot be: why."""


class TwinPlayer(Protocol):
    """Plays games of one bot on the same floors, by the same rules."""

    def play(self, race: Race, seed: int, game_number: int, max_commands: int) -> GameResult: ...


def why_not_compiled(bot: str, rules: Rules) -> str | None:
    missing, unknown = find_missing_library(), find_unknown_part(rules)
    if missing is not None:
        return f"{missing} is not installed"
    if unknown is not None:
        return f"the fast core does not know {unknown}"
    # Imported only here: it takes a moment, and needs what is not installed everywhere.
    from cc3k.fast.compiled_bots import find_compiled_bot

    if find_compiled_bot(load_bot(bot)) is None:
        return f"the bot {bot} has no compiled twin"
    return None


def prepare_compiled(spec: GameSpec) -> None:
    """Compile what plays such games, or find it compiled, so that no worker has to wait for it."""
    _compiled_player(spec.bot, spec.layout, spec.expansions)


@lru_cache(maxsize=8)
def _compiled_player(bot: str, layout: bytes, expansions: tuple[str, ...]) -> TwinPlayer | None:
    rules = rules_of_tags(expansions)
    if why_not_compiled(bot, rules) is not None:
        return None
    # Imported only here, as above.
    from cc3k.fast.compiled_bots import CompiledPlayer, find_compiled_bot

    play_on = find_compiled_bot(load_bot(bot))
    floor_layouts = _load_floor_layouts(layout, expansions)
    return None if play_on is None else CompiledPlayer(play_on, rules, floor_layouts)


def _find_race(name: str, rules: Rules) -> Race:
    race = parse_race(name, rules)
    if race is None:
        message = f"race {name!a}: expected one of {race_names(rules)}"
        raise ValueError(message)
    return race


@lru_cache(maxsize=8)
def _load_floor_layouts(layout: bytes, expansions: tuple[str, ...]) -> tuple[FloorLayout, ...]:
    rules = rules_of_tags(expansions)
    return read_layout(layout, "layout", rules).floor_layouts if layout else ()
