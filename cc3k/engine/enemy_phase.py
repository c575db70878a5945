"""Enemy phase: what the enemies do in a turn, each by the strategies of its kind (R3)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from cc3k.engine.board import TILE, Cell
from cc3k.engine.enemies import Enemy, EnemyKind, Strategy, strike
from cc3k.engine.events import Event
from cc3k.engine.values import frozen

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


CellsRule: TypeAlias = Callable[["GameState"], Collection[Cell]]
"""Return the cells of all enemies that a behaviour may answer for in this turn."""


@frozen
class Behaviour:
    """A strategy that an expansion adds to enemies of some kinds, by name; of all if it has none.

    Behaviours of one stage are asked in the order in which the expansions are on. The frozen only
    attack (R5): for them those of the stages `HELD` and `ATTACK` are asked, and then they strike.
    """

    stage: Stage
    act: Strategy
    kinds: tuple[str, ...] = ()
    among: CellsRule | None = None
    """Where they are few; None stands for all."""


@frozen(eq=False)
class Strategies:
    """The strategies of a kind in the order in which they are asked; and those of the frozen."""

    awake: tuple[Strategy, ...]
    frozen: tuple[Strategy, ...]


StrategiesByKind: TypeAlias = Mapping[str, Strategies]
"""The strategies of each kind of enemy by name."""


def strategies_of(
    kind: EnemyKind, behaviours: Sequence[Behaviour], idle: Collection[CellsRule | None] = ()
) -> Strategies:
    """Return the strategies that expansions add to a kind, with its own among them.

    Those whose rule for cells is `idle` answer for nobody now, and are left out.
    """
    names = {kind.name, kind.breed}
    behaviours = [each for each in behaviours if each.among not in idle]
    added = [each for each in behaviours if not each.kinds or not names.isdisjoint(each.kinds)]
    kept = [each for each in added if each.stage in (Stage.HELD, Stage.ATTACK)]
    awake = [*added, Behaviour(Stage.ATTACK, kind.act)]
    held = [*kept, Behaviour(Stage.ATTACK, strike)]
    return Strategies(_in_order(awake), _in_order(held))


def _in_order(behaviours: Iterable[Behaviour]) -> tuple[Strategy, ...]:
    return tuple([each.act for each in sorted(behaviours, key=attrgetter("stage"))])


def strategies_by_kind(
    kinds: Sequence[EnemyKind],
    behaviours: Sequence[Behaviour],
    idle: Collection[CellsRule | None] = (),
) -> StrategiesByKind:
    """Return the strategies of each kind by name; nothing if none does more than strike."""
    if not behaviours and not any(map(_is_special, kinds)):
        return {}
    return {kind.name: strategies_of(kind, behaviours, idle) for kind in kinds}


def _is_special(kind: EnemyKind) -> bool:
    """Tell whether enemies of a kind do more of themselves than strike once or take a step."""
    return kind.act is not strike or kind.actions_per_turn > 1


def cells_rules(
    kinds: Sequence[EnemyKind], behaviours: Sequence[Behaviour]
) -> tuple[CellsRule, ...] | None:
    """Return the rules for the cells of those who are asked; None if everybody is."""
    limits = dict.fromkeys([each.among for each in behaviours])
    if None in limits or any(kind.act is not strike for kind in kinds):
        return None
    glyphs = {ord(kind.glyph) for kind in kinds if _is_special(kind)}
    special = [partial(_special_cells, glyphs)] * bool(glyphs)
    return (*[among for among in limits if among], *special)


def _special_cells(glyphs: AbstractSet[int], game: "GameState") -> Collection[Cell]:
    if not any(map(game.floor.glyphs.__contains__, glyphs)):
        return ()
    enemies = game.floor.enemies.items()
    return [cell for cell, enemy in enemies if enemy.kind.actions_per_turn > 1]


def _asked(
    game: "GameState", watchful: frozenset[Cell]
) -> tuple[Mapping[Cell, Enemy], AbstractSet[Cell], Strategy]:
    """Return all enemies, the cells of those that may do something of their own, and what.

    All are asked if it is not known who may.
    """
    rules, enemies = game.rules, dict(game.floor.enemies)
    if rules.cells_asked is None:
        return enemies, enemies.keys(), partial(_act, rules.strategies)
    found = [cells(game) for cells in rules.cells_asked]
    has_cells = tuple(map(bool, found))
    if has_cells not in rules.strategies_by_cells:
        idle = [cells for cells, asked in zip(rules.cells_asked, found, strict=True) if not asked]
        rules.strategies_by_cells[has_cells] = strategies_by_kind(
            rules.enemy_kinds, rules.behaviours, idle
        )
    return enemies, watchful.union(*found), partial(_act, rules.strategies_by_cells[has_cells])


def _act_often(game: "GameState", found: StrategiesByKind, enemy: Enemy) -> Iterator[Event]:
    """Let an enemy act as often as its kind does in a turn, each time as if it were the first."""
    floor = game.floor
    for _ in range(enemy.kind.actions_per_turn):
        cells = [at for at, other in floor.enemies.items() if other is enemy]
        if not cells or game.hero.hp == 0:
            return
        events = _answer(game, found, cells[0], enemy)
        if events is not None:
            yield from events
        elif not game.enemies_frozen and cells[0] not in floor.stationary:
            exits = floor.free_neighbours(cells[0])
            if exits:
                floor.move_enemy(cells[0], game.turn_dice.pick(exits))


def _act(
    found: StrategiesByKind, game: "GameState", cell: Cell, enemy: Enemy
) -> Iterable[Event] | None:
    often = enemy.kind.actions_per_turn > 1
    return _act_often(game, found, enemy) if often else _answer(game, found, cell, enemy)


def _answer(
    game: "GameState", found: StrategiesByKind, cell: Cell, enemy: Enemy
) -> Iterable[Event] | None:
    """Return what an enemy does by the first of its strategies that answers; None if none does."""
    if game.floor.enemies.get(cell) is not enemy:
        return ()  # it was slain or moved in this phase
    kind = enemy.kind
    strategies = found.get(kind.name) or strategies_of(kind, game.rules.behaviours)
    for act in strategies.frozen if game.enemies_frozen else strategies.awake:
        events = act(game, cell, enemy)
        if events is not None:
            return events
    return None


def enemies_act(game: "GameState") -> Iterator[Event]:
    """Let every enemy act once, in reading order, or wander (R3, R7).

    Each enemy that roams tries two random steps; only if neither is free does it pick one of its
    exits. So each of `f` exits is equally likely: by either step, and by the pick. One random byte
    decides both steps.

    Most of a turn's time goes here, so a step is written out: it moves one byte of the glyphs and
    one key of the enemies, from a bare tile to a bare tile, and calls nothing. Only those are
    asked for more whose strategies may answer: in the base rules, who can strike.
    """
    floor, dice, is_frozen = game.floor, game.turn_dice, game.enemies_frozen
    enemies, glyphs, board, stationary = floor.enemies, floor.glyphs, floor.board, floor.stationary
    first_steps, second_steps = board.steps_by_byte
    watchful = board.neighbourhood[floor.hero_cell] | stationary
    order = sorted(watchful.intersection(enemies) if is_frozen else enemies)
    steps = bytes(len(order)) if is_frozen else dice.randbytes(len(order))
    has_others, is_disturbed = bool(game.rules.strategies), False
    at_first, asked, act = _asked(game, watchful) if has_others else (enemies, watchful, strike)
    for cell, step in zip(order, steps, strict=True):
        if cell in asked:
            is_disturbed = has_others
            events = act(game, cell, at_first[cell])
            if events is not None:
                yield from events
                if game.hero.hp == 0:
                    return
                continue
            if is_frozen or cell in stationary:
                continue
        elif is_disturbed and enemies.get(cell) is not at_first[cell]:
            continue  # it was slain or moved in this phase
        to = cell + first_steps[step]
        if glyphs[to] != TILE:
            to = cell + second_steps[step]
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
