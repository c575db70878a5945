"""Enemy phase: what the enemies do in a turn, each by the strategies of its kind (R3)."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from operator import attrgetter
from typing import TYPE_CHECKING

from attrs import frozen

from cc3k.engine.board import TILE, Cell
from cc3k.engine.enemies import Enemy, EnemyKind, Strategy, strike
from cc3k.engine.events import Event

if TYPE_CHECKING:
    from cc3k.engine.game import GameState


class Stage(IntEnum):
    """The place of a behaviour among those of an enemy: the first that answers is what it does."""

    HELD = 1
    """It cannot act now."""
    CHARMED = 2
    ANNOUNCED = 3
    """It does what it announced before."""
    ATTACK = 4
    """It attacks from where it stands; last comes the `act` of its kind."""
    FLEE = 5
    PREPARE = 6
    """It digs, or announces what it will do next."""
    HUNT = 7
    """It follows the hero, out of its chamber too."""
    ALERT = 8
    """It follows the hero within its chamber."""
    ROAM = 9
    """In place of a random step."""


@frozen
class Behaviour:
    """A strategy that an expansion adds to enemies of some kinds, by name; of all if it has none.

    Behaviours of one stage are asked in the order in which the expansions are on. The frozen only
    attack (R5): for them those of the stages `HELD` and `ATTACK` are asked, and then they strike.
    """

    stage: Stage
    act: Strategy
    kinds: tuple[str, ...] = ()


@frozen(eq=False)
class ComposedAct:
    """The strategies of a kind in their order; and the few of them that the frozen have."""

    strategies: tuple[Strategy, ...]
    when_frozen: tuple[Strategy, ...]

    def __call__(self, game: "GameState", cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
        for act in self.when_frozen if game.enemies_frozen else self.strategies:
            events = act(game, cell, enemy)
            if events is not None:
                return events
        return None


def compose_acts(
    kinds: Sequence[EnemyKind], behaviours: Sequence[Behaviour]
) -> Mapping[str, Strategy]:
    """Return the strategy of each kind by name; none if all of them only strike and wander."""
    if not behaviours and all(kind.act is strike for kind in kinds):
        return {}
    return {kind.name: _compose(kind, behaviours) for kind in kinds}


def _compose(kind: EnemyKind, behaviours: Sequence[Behaviour]) -> Strategy:
    added = [each for each in behaviours if kind.name in each.kinds or not each.kinds]
    kept = [each for each in added if each.stage in (Stage.HELD, Stage.ATTACK)]
    own, frozen_own = Behaviour(Stage.ATTACK, kind.act), Behaviour(Stage.ATTACK, strike)
    in_order = [
        sorted(each, key=attrgetter("stage")) for each in ([*added, own], [*kept, frozen_own])
    ]
    return ComposedAct(*[tuple([each.act for each in every]) for every in in_order])


_FIRST_STEPS = bytes([byte & 7 for byte in range(256)])
_SECOND_STEPS = bytes([byte >> 3 & 7 for byte in range(256)])
"""The two steps that a random byte decides, each the number of a direction."""


def enemies_act(game: "GameState") -> Iterator[Event]:
    """Let every enemy act once, in reading order, or wander (R3, R7).

    Each enemy that roams tries two random steps; only if neither is free does it pick one of its
    exits. So each of `f` exits is equally likely: by either step, and by the pick. One random byte
    decides both steps: its lowest three bits the first, the next three the second.

    Most of a turn's time goes here, so a step is written out: it moves one byte of the glyphs and
    one key of the enemies, from a bare tile to a bare tile, and calls nothing. Where no kind does
    more than strike, only those are asked who are near the hero or never step.
    """
    floor, dice, frozen, acts = game.floor, game.turn_dice, game.enemies_frozen, game.rules.acts
    enemies, glyphs, board, stationary = floor.enemies, floor.glyphs, floor.board, floor.stationary
    offsets = board.offsets
    watchful = board.neighbourhood[floor.hero_cell] | stationary
    order = sorted(watchful.intersection(enemies) if frozen else enemies)
    steps = bytes(len(order)) if frozen else dice.randbytes(len(order))
    first, second = steps.translate(_FIRST_STEPS), steps.translate(_SECOND_STEPS)
    at_first = dict(enemies) if acts else {}
    asked: Container[Cell] = at_first if acts else watchful
    for cell, step, other_step in zip(order, first, second, strict=True):
        if cell in asked:
            enemy = enemies.get(cell)
            if enemy is None or (acts and enemy is not at_first[cell]):
                continue  # slain or moved by another one in this phase
            events = acts.get(enemy.kind.name, enemy.kind.act)(game, cell, enemy)
            if events is not None:
                yield from events
                if game.hero.hp == 0:
                    return
                continue
            if frozen or cell in stationary:
                continue
        to = cell + offsets[step]
        if glyphs[to] != TILE:
            to = cell + offsets[other_step]
            if glyphs[to] != TILE:
                exits = floor.free_neighbours(cell)
                if not exits:
                    continue
                to = dice.pick(exits)
        enemies[to] = enemies.pop(cell)
        glyphs[to] = glyphs[cell]
        glyphs[cell] = TILE


def can_attack_hero(game: "GameState", cell: Cell) -> bool:
    """Tell whether the enemy on a cell is hostile and the PC within its reach (R8, R22)."""
    return strike(game, cell, game.floor.enemies[cell]) is not None
