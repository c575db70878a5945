"""Walks through games: what the PC carries and sees, commands said, and what comes of them."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.expansion import SightHooks
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.expansions.pack import add_potion
from cc3k.play.commands import command_table
from cc3k.play.interruptions import MultiTurnCommand, SecondPress, find_interruption
from tests.support.expansions import say

LONGEST = 300
"""Steps that no command on the floors of these tests needs."""


def floors_of(game: GameState) -> Iterator[GameState]:
    """Yield a game on each of its floors, whatever becomes of the PC."""
    yield game
    while game.take_stairs():
        yield game


def walk(game: GameState, words: str) -> GameState:
    """Say commands to a game one after another, each of one word or more, and return the game."""
    left, actions = words.split(), command_table(game.rules).actions_and_answers
    while left:
        count = next(n for n in (4, 3, 2, 1) if " ".join(left[:n]) in actions)
        say(game, " ".join(left[:count]))
        left = left[count:]
    return game


def steps_taken(game: GameState, command: MultiTurnCommand) -> list[str]:
    """Go on with a command until it is over or something stops it; return the words it took."""
    taken, actions = list[str](), command_table(game.rules).actions_and_answers
    while game.outcome is None and (words := command.next_command(game)) is not None:
        taken.append(words)
        assert len(taken) < LONGEST, "it never ends"
        try:
            game.play(actions[words])
        except Impossible:
            break
        if find_interruption(game, command.foes) is not None:
            break
    return taken


def texts(events: Iterable[Event]) -> list[str]:
    """Return what expansions tell by those events, in the document's words."""
    return [each.document_text for each in events if isinstance(each, ExpansionEvent)]


def only_enemy(game: GameState) -> Enemy:
    (enemy,) = game.floor.enemies.values()
    return enemy


def second_press(command: MultiTurnCommand) -> SecondPress:
    """Return what the same key does after the command has stopped with an offer."""
    assert isinstance(command.again, SecondPress)
    return command.again


def tried(game: GameState, command: MultiTurnCommand) -> tuple[str | None, str]:
    """Return the next words of a command; None and why it stops where it has none."""
    return command.next_command(game), command.stop_reason


def stocked(game: GameState, potions: str) -> GameState:
    """Return the game with those potions in the pack, by their names."""
    for name in potions.split():
        add_potion(game, next(each for each in game.rules.potions if each.name == name))
    return game


def seeing_only(cells: frozenset[int] = frozenset()) -> SightHooks:
    """Return hooks by which the player sees those cells alone."""
    return SightHooks(limit_sight=lambda _game, sight: evolve(sight, visible=cells))
