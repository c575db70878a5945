"""What a turn costs with expansions: each alone, and all of them, against the base game (X8).

A turn is a legal action that takes one, and what can be done next, which an agent reads after it.
Nobody is frozen, as the freeze of some sets runs out, and frozen enemies cost nothing.
Whole games are played: on every floor that they reach, until they end or are long enough.
"""

import random
from collections.abc import Iterator, Sequence
from functools import partial

from attrs import evolve, frozen

from cc3k.engine.actions import ATTACKS, Move, PlayerAction, legal_actions, legal_flags
from cc3k.engine.board import chambers_of
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import field_of_view, light_on
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.play.paths import find_path
from cc3k.play.travel import find_free_gold, find_stairs
from tests.benchmarks.clock import in_turn, median_ratio
from tests.benchmarks.figures import TIMES, Figure

GAMES, TURNS = 10, 500
"""Games of each set, and the turns after which one is over, so that the luck of none counts."""

LASTING_HP = 5_000
"""HP of a hero who mostly lives as long as that."""

ONE_IN = 5
"""One action in so many is any that is legal: a drink, a throw, a step aside."""


@frozen
class RecordedGame:
    rules: Rules
    number: int
    actions: Sequence[PlayerAction]


def figures() -> Iterator[Figure]:
    registry = ExpansionRegistry()
    base = recorded_games(registry.select(()))
    for name in (*registry.by_name, "all"):
        games = recorded_games(registry.select((name,)))
        rounds = in_turn(partial(play_all, games), partial(play_all, base))
        ratio = median_ratio(rounds) * count_turns(base) / count_turns(games)
        most = 6 if name == "all" else None
        yield Figure(f"a turn with {name}, against the base's", ratio, TIMES, at_most=most)


def recorded_games(rules: Rules, count: int = GAMES, turns: int = TURNS) -> list[RecordedGame]:
    return [recorded_game(rules, number, turns) for number in range(count)]


def recorded_game(rules: Rules, number: int, turns: int) -> RecordedGame:
    game, luck, actions = new_game(rules, number), random.Random(number), list[PlayerAction]()
    while game.outcome is None and len(actions) < turns:
        actions.append(_next_action(game, luck))
        game.play(actions[-1])
    return RecordedGame(rules, number, actions)


def new_game(rules: Rules, number: int) -> GameState:
    race = evolve(rules.races[number % len(rules.races)], hp=LASTING_HP, max_hp=LASTING_HP)
    return GameState(rules, race, Dice(f"turns/game {number}"))


def _next_action(game: GameState, luck: random.Random) -> PlayerAction:
    """Return what somebody would do who attacks, explores, collects gold, and goes on down.

    One action in a few is a random one; none holds enemies still.
    """
    view = GameView(game)
    legal = [action for action in legal_actions(game) if action.takes_turn]
    blows = [action for action in legal if action in ATTACKS]
    if luck.randrange(ONE_IN) == 0:
        return luck.choice(legal)
    if blows:
        return luck.choice(blows)
    for goals in ([*find_free_gold(view), *view.outlooks], find_stairs(view), [*view.enemies]):
        way = find_path(view, goals) if goals else None
        if way is not None and way.steps and Move(way.steps[0]) in legal:
            return Move(way.steps[0])
    return luck.choice(legal)


def play_all(games: Sequence[RecordedGame]) -> list[GameState]:
    """Play recorded games again, and read after each action what can be done next.

    Nothing is known of their boards beforehand, as if they were played for the first time.
    """
    for known in (field_of_view, light_on, chambers_of):
        known.cache_clear()
    return list(map(play_again, games))


def play_again(recorded: RecordedGame) -> GameState:
    game = new_game(recorded.rules, recorded.number)
    for action in recorded.actions:
        game.play(action)
        legal_flags(game)
    return game


def count_turns(games: Sequence[RecordedGame]) -> int:
    return sum([len(game.actions) for game in games])
