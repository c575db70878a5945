"""Games drawn in the test: a room, a race, and luck by script."""

from collections.abc import Iterable, Sequence
from textwrap import dedent
from typing import TypeAlias, TypeVar

import pytest
from attrs import define

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import DIRECTIONS, Direction
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.play.paths import Path, find_path
from cc3k.play.travel import AutoTravel

T = TypeVar("T")

Steps: TypeAlias = Direction | tuple[Direction, Direction]
"""The first step that an enemy tries, and the next one: the same, in vain, unless it is told."""

HIT, MISS = True, False
"""A coin that lets an attack land, and one that does not."""


class ScriptedDice(Dice):
    """Dice that roll what they are told, and fail a test that rolls more than that.

    `luck` answers coins (bools) and `below` (ints) in order; `steps` are the first steps that
    enemies try, one an enemy and turn, sentries included. `counts` are those asked of `below`.
    """

    def __init__(self, luck: Sequence[int] = (), steps: Sequence[Steps] = ()) -> None:
        super().__init__("scripted")
        self.luck = list(luck)
        self.steps = list(steps)
        self.counts: list[int] = []

    def fork(self, label: str) -> Dice:
        del label
        return self

    def copy(self) -> "ScriptedDice":
        return ScriptedDice(self.luck, self.steps)

    def below(self, count: int) -> int:
        assert self.luck, f"the script has no number below {count}"
        number = self.luck.pop(0)
        assert type(number) is int, f"the script has {number} for a number below {count}"
        assert 0 <= number < count
        self.counts.append(count)
        return number

    def pick_many(self, options: Sequence[T], count: int) -> list[T]:
        """Return the options that the next numbers of the script stand for."""
        return [self.pick(options) for _ in range(count)]

    def flip_coin(self) -> bool:
        assert self.luck, "the script has no coin"
        coin = self.luck.pop(0)
        assert type(coin) is bool, f"the script has {coin} for a coin"
        return coin

    def randbytes(self, count: int) -> bytes:
        assert len(self.steps) >= count, f"the script has no {count} steps"
        steps, self.steps = self.steps[:count], self.steps[count:]
        pairs = [step if isinstance(step, tuple) else (step, step) for step in steps]
        return bytes([DIRECTIONS.index(one) + 8 * DIRECTIONS.index(two) for one, two in pairs])


class FirstOfAll(ScriptedDice):
    """Dice that miss, pick the first of all options, and let nobody wander."""

    def copy(self) -> "FirstOfAll":
        return FirstOfAll()

    def below(self, count: int) -> int:
        del count
        return 0

    def flip_coin(self) -> bool:
        return MISS

    def randbytes(self, count: int) -> bytes:
        return bytes(count)


NAMES = {kind.glyph: kind.name for kind in BASE_RULES.enemy_kinds}
"""The name of each kind of enemy, as events have it, by its letter in a drawing."""


def race_named(name: str, rules: Rules = BASE_RULES) -> Race:
    return next(race for race in rules.races if race.name == name)


@define
class Wait:
    takes_turn = True

    def perform(self, _game: GameState) -> Iterable[Event]:
        return ()


def scenario(
    drawing: str,
    race: str = "Shade",
    luck: Sequence[int] = (),
    steps: Sequence[Steps] | None = None,
    rules: Rules = BASE_RULES,
) -> GameState:
    """Return a game on the floors drawn; its enemies stand still unless their steps are given."""
    data = dedent(drawing).encode("ascii")
    drawings = read_layout(data, "scenario", rules).floor_layouts
    game = GameState(rules, race_named(race, rules), ScriptedDice(luck, steps or ()), drawings)
    game.enemies_frozen = steps is None
    return game


def seeded(
    rules: Rules = BASE_RULES, seed: int = 42, *, race: int = 0, depth: int = 1
) -> GameState:
    """Return the first game of a seed, whose race has that number, on one of its floors."""
    game = GameState(rules, rules.races[race % len(rules.races)], Dice(f"{seed}/game 1"))
    while game.depth < depth:
        assert game.take_stairs()
    return game


def board(game: GameState) -> str:
    return game.floor.glyphs.decode("ascii")


def room(*rows: str) -> str:
    wall = f"|{'-' * len(rows[0])}|"
    return "\n".join([wall, *[f"|{row}|" for row in rows], wall])


def drawn(drawing: str) -> str:
    return dedent(drawing).strip("\n") + "\n"


def weakened(game: GameState, hp: int = 1) -> GameState:
    """Return the game with that many HP left to every enemy of its floor."""
    for enemy in game.floor.enemies.values():
        enemy.hp = hp
    return game


def with_hp(game: GameState, hp: int) -> GameState:
    """Return the game with that many HP left to its hero."""
    game.hero.hp = hp
    return game


def script(game: GameState) -> ScriptedDice:
    assert isinstance(game.turn_dice, ScriptedDice)
    return game.turn_dice


def snapshot(game: GameState) -> tuple[object, ...]:
    """Return all that can be told of a game but its dice: equal as long as nothing happens."""
    floor, hero = game.floor, game.hero
    return (
        (bytes(floor.glyphs), bytes(floor.terrain), floor.hero_cell, floor.stairs_cell),
        [
            (cell, enemy.kind, enemy.hp, enemy.guarded_cells)
            for cell, enemy in floor.enemies.items()
        ],
        (dict(floor.items), set(floor.guardian_by_cell), set(floor.stationary)),
        (hero.hp, hero.stats, hero.gold, set(hero.provoked_kinds)),
        (
            game.depth,
            game.enemies_frozen,
            set(game.known_names),
            game.turns,
            game.outcome,
            game.last_events,
        ),
    )


def refusal(game: GameState, action: Action) -> Refusal:
    """Return why an action is refused, having seen that nothing changed (R4)."""
    before = snapshot(game)
    with pytest.raises(Impossible) as refused:
        game.play(action)
    assert snapshot(game) == before
    return refused.value.reason


def current_path(journey: AutoTravel, game: GameState) -> Path | None:
    """Return the path of a journey from here, or None if there is none."""
    view = GameView(game)
    return find_path(view, journey.find_goals(view))
