"""Honest bots: they are shown nothing of the unseen, and it does not help to change that."""

import gc
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from copy import copy
from enum import Enum
from io import BytesIO
from pathlib import Path
from types import FunctionType, MappingProxyType, MethodType, ModuleType

import attrs
import pytest

from cc3k.api import Game
from cc3k.bots.bot import BotFailed, GameChanged, create_bot
from cc3k.bots.game import ExactCopyRefused, PlayableGame
from cc3k.bots.statistics import new_game, play_to_end
from cc3k.cli.arena import run
from cc3k.content.roster import BASE_RULES, RACES
from cc3k.engine.actions import PlayerAction, legal_actions
from cc3k.engine.board import Board, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, ShownEnemy
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import FieldOfView
from cc3k.expansions.fog_memory import FogMemory
from cc3k.expansions.gear import COMPASS
from cc3k.saves.journal_format import read_journal
from cc3k.saves.record import Record
from cc3k.saves.replay import verify_record
from tests.bots.test_arena import plug_in
from tests.support.expansions import rules_of
from tests.support.fixtures import Patch, Said
from tests.support.scenarios import room, scenario, seeded
from tests.support.tables import for_each
from tests.support.unseen import everything_told


class Asking:
    """A bot that does something to the game it is shown, and freezes enemies."""

    omniscient = False

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, game: PlayableGame) -> str:
        self.ask(game)
        return "f"

    def ask(self, game: PlayableGame) -> None:
        """Ask nothing."""


def play(bot: type[Asking], drawing: str = "@0...\\") -> None:
    play_to_end(scenario(room(drawing)), bot, 1, 3, Game)


def test_an_honest_bot_is_shown_the_game_of_the_api() -> None:
    shown = list[PlayableGame]()

    class Looking(Asking):
        def ask(self, game: PlayableGame) -> None:
            shown.append(game)
            assert "7" not in self.dice.path

    game = new_game(BASE_RULES, RACES[0], 7, 1)
    play_to_end(game, Looking, 1, 2, Game)
    first, second = shown
    assert isinstance(first, Game)
    assert (first.seed, first.words, second.words) == (None, (), ("f",))
    assert repr(first) == "<Game race=Shade floor=1 HP=125/125 turn=0>"
    assert first.observe().board == Game(7).observe().board
    assert not first.observe().enemies_frozen or second.observe().enemies_frozen


def test_an_honest_bot_sees_no_kind_of_potion_wherever_it_looks() -> None:
    """R18: also behind the window there are other potions than in the true game."""
    behind = list[str]()

    class Peeping(Asking):
        def ask(self, game: PlayableGame) -> None:
            items = game._state.floor.items.values()  # noqa: SLF001 - where a cheat would look
            behind.append("".join([item.name for item in items if isinstance(item, Potion)]))

    game = new_game(BASE_RULES, RACES[0], 7, 1)
    true = "".join([item.name for item in game.floor.items.values() if isinstance(item, Potion)])
    play_to_end(game, Peeping, 1, 1)
    assert len(behind[0]) == len(true)
    assert behind[0] != true


@for_each("exactly", [PlayableGame.copy, copy])
def test_an_honest_bot_gets_no_exact_copy(exactly: object) -> None:
    class Greedy(Asking):
        def ask(self, game: PlayableGame) -> None:
            assert callable(exactly)
            exactly(game)

    with pytest.raises(BotFailed, match=re.escape("expected a number for its luck")) as failed:
        play(Greedy)
    assert isinstance(failed.value.__cause__, ExactCopyRefused)


def test_an_omniscient_bot_has_the_exact_game() -> None:
    class Omniscient(Asking):
        omniscient = True

        def ask(self, game: PlayableGame) -> None:
            assert game.hash() == game.copy().hash() == hashes.pop()

    true = Game(7)
    hashes = [true.hash()]
    play_to_end(new_game(BASE_RULES, RACES[0], 7, 1), Omniscient, 1, 1, Game)
    assert not hashes


@for_each("omniscient", [False, True])
def test_a_bot_that_changes_what_it_was_shown_gains_nothing_and_is_named(omniscient: bool) -> None:
    class Playing(Asking):
        def ask(self, game: PlayableGame) -> None:
            game.play("so")

    class Stealing(Asking):
        def ask(self, game: PlayableGame) -> None:
            game.view.hero.gold = 1_000

    for bot, error in ((Playing, GameChanged), (Stealing, BotFailed)):
        bot.omniscient = omniscient
        game = scenario(room("@0..", "...\\"))
        with pytest.raises(error, match="as Shade, seed scripted, turn 0"):
            play_to_end(game, bot, 1, 1)
        assert (game.turns, game.hero.gold) == (0, 0)


CHEAT = """
class Cheat:
    omniscient = {}
    def __init__(self, dice):
        pass
    def choose(self, game):
        {}
        return "f"
"""


@pytest.mark.slow
@pytest.mark.parametrize("omniscient", [False, True])
def test_the_arena_says_which_bots_are_omniscient(
    omniscient: bool, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    plug_in(tmp_path, monkeypatch, CHEAT.format(omniscient, "pass"), cheat="otherbots:Cheat")
    arena = ["--bot", "cheat", "--games", "1", "--race", "troll", "--workers", "1"]
    assert run(arena) == 0
    title = capsys.readouterr().out.splitlines()[0]
    assert title.startswith(f"cheat{' (omniscient)' if omniscient else ''}: games")
    assert run([*arena, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["omniscient"] is omniscient


@for_each("seed", [8, 42])
def test_the_journal_of_a_game_is_one_that_replay_plays(seed: int) -> None:
    game, dice = Game(seed, "goblin"), Dice(f"journal {seed}")
    while game.outcome is None and game.turns < 200:
        game.play(dice.pick(game.legal_actions()))
    record = replayed(game)
    assert [step.command for step in record.steps] == list(game.words)
    assert (record.ending != "") is (game.outcome is not None)


def replayed(game: Game) -> Record:
    record = read_journal(BytesIO(game.journal().encode("ascii")), "journal").record
    verify_record(record, BASE_RULES)
    return record


def test_the_journal_of_a_drawn_game_has_its_drawing() -> None:
    game = Game(3, drawing="\n".join([room("@6\\")] * 5))
    while game.outcome is None:
        game.play("ea")
    record = replayed(game)
    assert record.ending == "won"
    assert record.result is not None
    assert (record.result.score, record.result.turns) == (game.score, 10)
    assert repr(game) == "<Game seed=3 race=Shade floor=5 HP=125/125 turn=10 won>"


def test_a_game_of_dealt_luck_has_no_journal() -> None:
    with pytest.raises(ValueError, match="expected one that can be played again"):
        Game(3).copy(luck=1).journal()


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
    game, dice = seeded(rules_of(names), seed, race=seed), random.Random(f"{names} {seed}")
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
    ends = []
    for bot in (Vandal, Tame):
        game = seeded(rules_of(names), 9, race=4)
        play_to_end(game, bot, 1, 2 * TURNS)
        ends.append((game.digest(), game.turns))
    assert ends[0] == ends[1]


@for_each(("fog gear", 1), ("all", 1))
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
