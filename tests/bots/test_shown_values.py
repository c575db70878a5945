"""What a view hands out: values, of which the true game holds none, and nothing of the unseen."""

import gc
import os
import random
from collections.abc import Callable, Iterator
from enum import Enum
from types import FunctionType, MappingProxyType, MethodType, ModuleType

import attrs

from cc3k.api import Game
from cc3k.bots.bot import create_bot
from cc3k.bots.game import PlayableGame
from cc3k.bots.statistics import play_to_end
from cc3k.engine.actions import PlayerAction, legal_actions
from cc3k.engine.board import Board, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, ShownEnemy
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import FieldOfView
from cc3k.expansions.fog_memory import FogMemory
from cc3k.expansions.gear import COMPASS
from tests.support.expansions import rules_of
from tests.support.tables import for_each
from tests.support.unseen import everything_told

SETS = ("", "fog", "fog gear", "chambers fog pack shop hunters", "gear", "all")
TURNS = int(os.environ.get("CC3K_VIEW_TURNS", "25"))

CONTAINERS = (dict, list, set, frozenset, tuple, bytearray, MappingProxyType)
SHARED_VALUES = (Rules, Board, FieldOfView)
"""What games may share: values, and what is worked out of them alone."""


def reachable(start: object, leaves: tuple[type, ...] = SHARED_VALUES) -> dict[int, object]:
    """Return all that can be reached from an object, by what `gc` and closures tell, by id."""
    found, waiting = dict[int, object](), [start]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, (type, ModuleType, Enum)):
            continue
        found[id(one)] = one
        if isinstance(one, leaves):
            continue
        if isinstance(one, FunctionType):
            waiting += [cell.cell_contents for cell in one.__closure__ or ()]
        elif isinstance(one, MethodType):
            waiting += [one.__self__, one.__func__]
        elif isinstance(one, MappingProxyType):
            waiting += one.values()
        elif isinstance(one, CONTAINERS) or type(one).__module__.startswith("cc3k"):
            waiting += gc.get_referents(one)
            waiting += vars(one).values() if hasattr(one, "__dict__") else ()
    return found


def is_thing(one: object) -> bool:
    kind = type(one)
    if isinstance(one, tuple | frozenset | MappingProxyType | FieldOfView):
        return False
    if isinstance(one, CONTAINERS):
        return True
    if not kind.__module__.startswith("cc3k"):
        return False
    return not attrs.has(kind) or bool([*changed_attributes(one)])


def shared_things(shown: object, true: GameState) -> list[str]:
    held, here = reachable(true), reachable(shown)
    return sorted({type(held[at]).__qualname__ for at in held.keys() & here if is_thing(held[at])})


def played(names: str, seed: int, turns: int) -> GameState:
    rules, dice = rules_of(names), random.Random(f"{names} {seed}")
    game = GameState(rules, rules.races[seed % 5], Dice(f"{seed}/game 1"))
    while game.turns < turns and game.outcome is None:
        game.play(dice.choice(legal_actions(game)))
        assert GameView(game).known_enemies is not None
    return game


Window = Callable[[GameState], object]

WINDOWS: dict[str, Window] = {
    "the view of the API": lambda game: PlayableGame(game).view,
    "the view of a copy": lambda game: PlayableGame(game).copy(luck=3).view,
    "the view of an exact copy": lambda game: PlayableGame(game).copy().view,
    "a copy with luck": lambda game: PlayableGame(game).copy(luck=3),
    "an exact copy": lambda game: PlayableGame(game).copy(),
    "the game shown to a bot": lambda game: PlayableGame.shown_to_bot(game, (), omniscient=False),
    "the game of an omniscient": lambda game: PlayableGame.shown_to_bot(game, (), omniscient=True),
    "an observation": lambda game: PlayableGame(game).observe(),
    "what happened": lambda game: game.last_events,
}


@for_each("names", SETS)
def test_nothing_that_is_handed_out_is_part_of_the_true_game(names: str) -> None:
    """X41: whatever leads there, attributes, slots, closures or methods, is a value or a copy."""
    for seed in (0, 2):
        game = played(names, seed, TURNS * seed)
        for window, look in WINDOWS.items():
            shown = look(game)
            assert shared_things(shown, game) == [], (window, seed, "before a look at it")
            if isinstance(shown, PlayableGame):
                assert shown.view.known_enemies is not None  # what is looked at may be kept
            assert shared_things(shown, game) == [], (window, seed)


def test_no_board_of_a_view_is_the_whole_one_while_some_of_it_is_unseen() -> None:
    """X41: nor is there anything else behind the window that was never seen, or is out of sight."""
    for names in ("fog", "chambers fog", "fog gear"):
        game = played(names, 2, TURNS)
        seen = part_of(game, FogMemory).seen
        assert not seen.is_whole
        for view in (PlayableGame(game).view, PlayableGame(game).copy(luck=1).view):
            found = reachable(view, (Rules,)).values()
            boards = [one for one in found if isinstance(one, Board)]
            assert boards
            assert all(one.terrain != game.floor.board.terrain for one in boards)
            assert all(type(one) is ShownEnemy for one in found if isinstance(one, Enemy))


def changed_attributes(one: object) -> Iterator[str]:
    kind = type(one)
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        try:
            setattr(one, field.name, getattr(one, field.name))
        except AttributeError:
            continue
        yield field.name


class Tame:
    """A bot that takes a random step, and can be made to spoil all that it sees before."""

    is_vandal = False

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, game: PlayableGame) -> PlayerAction:
        choices = [action for action in game.legal_actions() if action.takes_turn]
        action = self.dice.pick(choices or game.legal_actions())
        if self.is_vandal:
            view, ahead = game.view, game.copy(luck=1).view
            for enemy in (*view.known_enemies.values(), *ahead.known_enemies.values()):
                assert list(changed_attributes(enemy)) == []
            view.enemies.clear()
            view.hero.provoked_kinds.add("merchant")
            view.stationary.clear()
        return action


class Vandal(Tame):
    is_vandal = True


@for_each("names", SETS[::-2])
def test_nobody_who_writes_to_what_is_shown_changes_the_game(names: str) -> None:
    """X41: the same choices lead to the same states, whatever was tried in between."""
    rules = rules_of(names)
    ends = []
    for bot in (Vandal, Tame):
        game = GameState(rules, rules.races[4], Dice("9/game 1"))
        play_to_end(game, bot, 1, 2 * TURNS)
        ends.append((game.digest(), game.turns))
    assert ends[0] == ends[1]


@for_each("names, seeds", [("fog gear", 1), ("all", 1)])
def test_nothing_tells_who_carries_the_compass(names: str, seeds: int) -> None:
    """X89: whoever carries it out of sight, a player and a bot learn the same."""
    for seed in range(seeds):
        game = played(names, seed, TURNS)
        if not game.floor.is_carried(COMPASS):
            continue
        cells, told = sorted(game.floor.enemies), list[object]()
        seen = GameView(game).enemies
        unseen = [cell for cell in cells if cell not in seen]
        for cell in {*unseen[:2], *unseen[-1:]}:
            other = game.copy()
            for enemy in other.floor.enemies.values():
                enemy.carries = tuple([each for each in enemy.carries if each is not COMPASS])
            other.floor.enemies[cell].carries += (COMPASS,)
            told.append((told_to_player(other), told_to_bot(other)))
        assert len(told) > 2
        assert all(each == told[0] for each in told)


def told_to_player(game: GameState) -> object:
    """Return all that a game tells; without fog, all but what only games in the fog have."""
    if "fog" in game.parts:
        return everything_told(game)
    return PlayableGame(game).frame(), PlayableGame(game).observe(), legal_actions(game)


def told_to_bot(game: GameState) -> object:
    """Return what a view, its copies and the states behind them tell of stairs and carriers."""
    shown = PlayableGame.shown_to_bot(game, (), omniscient=False)
    hints = [each.name for each in shown.view.hints_of_expansions()]
    notes = [shown.view.hidden_stairs_note, hints]
    carried = [
        [(cell, each.carries) for cell, each in sorted(view.known_enemies.items())]
        for view in (shown.view, PlayableGame(game).view, shown.copy(luck=4).view)
    ]
    return notes, carried, shown.hash(), [shown.copy(luck=luck).hash() for luck in range(3)]


def test_hidden_stairs_are_noted_alike_by_game_view_and_copy() -> None:
    """X61: while the compass is not found, the note is there whoever has it."""
    for seed in range(12):
        game = played("fog gear", seed, TURNS)
        note = GameView(game).hidden_stairs_note
        shown = PlayableGame.shown_to_bot(game, (), omniscient=False)
        for other in (shown, PlayableGame(game), shown.copy(luck=2)):
            assert other.view.hidden_stairs_note == note, seed


def test_a_layout_in_the_fog_tells_a_bot_only_that_it_is_drawn() -> None:
    """X41: what is drawn out of sight is not behind the window, either."""
    drawing = "|------|\n|@+####|\n|---+--|\n|E.6.\\.|\n|------|\n"
    game = Game(1, drawing=drawing, dlc="fog")
    layouts = [one for one in reachable(game.view).values() if isinstance(one, FloorLayout)]
    assert layouts
    assert all(len(each.marks) == 1 and each.marks[0][1] == "" for each in layouts)
    assert create_bot(played("fog", 1, 0), Tame).omniscient is False
