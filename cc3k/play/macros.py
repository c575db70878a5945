"""Macros: run, rest, repeat a command, and repeat an attack."""

from collections.abc import Collection
from typing import ClassVar

from attrs import field

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import (
    DIRECTIONS,
    DOORWAY,
    EAST,
    NORTH,
    SOUTH,
    STAIRS_GLYPH,
    TILE,
    WALKABLE,
    WEST,
    Direction,
)
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event, Moved, PickedUp, Slain
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race, no_turn_effect
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.interruptions import (
    DEFAULT_HP_LIMIT,
    INTERRUPTIBLE,
    GoOnQuestion,
    HpLimit,
    SecondPress,
    TravelPolicy,
    enemies_close,
    worst_hp_after,
)
from cc3k.play.stop_messages import (
    ENEMY_NEAR,
    FULL_HP,
    HUNTED,
    LOW_HP,
    NO_HEALING,
    NO_SAFE_STEP,
    STAIRS_AHEAD,
    stopped_by_enemy,
)


@define(eq=False)
class Run:
    """Run straight on, along the bends of a passage, until there is a choice (§3)."""

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    direction: Direction
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)
    _started: bool = field(default=False, init=False)

    def next_command(self, game: GameState) -> str | None:
        """Return the next step; None at a doorway, a fork, a wall or something to look at.

        The first step is always tried, so that a wall is reported. No step leads onto the stairs,
        and only the first step of a run that starts in an enemy's reach may lead into reach.
        """
        if self._started and not self._continues(game):
            return None
        self.stop_reason = _stairs_warning(game, self.direction) or _enemy_warning(
            game, self.direction, started=self._started
        )
        self._started = True
        return None if self.stop_reason else self.direction.command_word

    def _continues(self, game: GameState) -> bool:
        view = GameView(game)
        if any(_is_worth_a_look(event) for event in game.last_events):
            return False
        terrain = view.terrain_at(view.hero_cell)
        if terrain == TILE:
            return (
                view.glyphs[view.hero_cell + self.direction.offset(view.board.stride)]
                in view.rules.passable_glyphs
            )
        return terrain != DOORWAY and self._follow_bend(view)

    def _follow_bend(self, view: GameView) -> bool:
        """Turn with the passage; return False unless there is exactly one way on."""
        onward = [
            way
            for way in (NORTH, SOUTH, EAST, WEST)
            if _can_step(view, way)
            and (way.row_delta, way.column_delta)
            != (-self.direction.row_delta, -self.direction.column_delta)
        ]
        if len(onward) != 1:
            return False
        self.direction = onward[0]
        return True


def _is_worth_a_look(event: Event) -> bool:
    """Tell whether an event ends a run: gold picked up, or a potion seen."""
    return isinstance(event, PickedUp) or (isinstance(event, Moved) and bool(event.seen_potions))


@define(eq=False)
class Rest:
    """Step back and forth until healed: no command waits, and a step takes a turn."""

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)
    _way_back: Direction = field(default=NORTH, init=False)

    def next_command(self, game: GameState) -> str | None:
        if game.hero.hp == game.hero.race.max_hp:
            return None
        if _is_hunted(GameView(game)):
            self.stop_reason = HUNTED
            return None
        way = _safe_step(game, self._way_back)
        if way is None:
            self.stop_reason = NO_SAFE_STEP
            return None
        self._way_back = opposite_direction(way)
        return way.command_word


def race_regenerates(race: Race) -> bool:
    return race.each_turn is not no_turn_effect


def rest_refusal(game: GameState) -> str:
    view = GameView(game)
    if not race_regenerates(game.race):
        return NO_HEALING
    if game.hero.hp == game.hero.race.max_hp:
        return FULL_HP
    if view.hero_cell in view.cells_to_avoid():
        return ENEMY_NEAR
    return HUNTED if _is_hunted(view) else ""


def _is_hunted(view: GameView) -> bool:
    """Tell whether an enemy in sight comes nearer while the hero rests (X7)."""
    return bool(view.hunters) and not view.enemies_frozen


@define(eq=False)
class Repeat:
    """Repeat a step a number of times; any other command is done once.

    Only the first step may lead onto the stairs. None leads into an enemy's reach, but the first
    one of a count that begins there.
    """

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    command: str
    times_left: int
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)
    _started: bool = field(default=False, init=False)

    def next_command(self, game: GameState) -> str | None:
        if self.times_left == 0:
            return None
        self.times_left -= 1
        command = COMMANDS_BY_WORDS.get(self.command)
        if isinstance(command, Move):
            self.stop_reason = self._step_warning(game, command.direction)
        else:
            self.times_left = 0
        self._started = True
        return None if self.stop_reason else self.command

    def _step_warning(self, game: GameState, way: Direction) -> str:
        stairs = _stairs_warning(game, way) if self._started else ""
        return stairs or _enemy_warning(game, way, started=self._started)


@define(eq=False)
class RepeatAttack:
    """Repeat an attack until the enemy is dead, or before a turn that may end below a limit of HP.

    The first one is made in any case, as it was asked for.
    """

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    command: str
    times_left: int
    limit: HpLimit = DEFAULT_HP_LIMIT
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)
    _started: bool = field(default=False, init=False)

    def next_command(self, game: GameState) -> str | None:
        view, attack = GameView(game), COMMANDS_BY_WORDS.get(self.command)
        target = (
            view.enemies.get(view.hero_cell + attack.direction.offset(view.board.stride))
            if isinstance(attack, Attack)
            else None
        )
        if not self._started:
            close = enemies_close(view, view.hero_cell)
            self.foes = close if target is None else [*close, target]
        elif any(isinstance(event, Slain) for event in game.last_events) or not self.times_left:
            return None
        elif worst_hp_after(view, view.hero_cell, target) < self.limit.hp(game.hero.race):
            self.stop_reason = LOW_HP
            return None
        self._started = True
        self.times_left -= 1
        return self.command


def opposite_direction(direction: Direction) -> Direction:
    return next(
        d
        for d in DIRECTIONS
        if (d.row_delta, d.column_delta) == (-direction.row_delta, -direction.column_delta)
    )


def _safe_step(game: GameState, preferred: Direction) -> Direction | None:
    view = GameView(game)
    danger = view.cells_to_avoid()
    for way in (preferred, *DIRECTIONS):
        to = view.hero_cell + way.offset(view.board.stride)
        if view.glyphs[to] in WALKABLE and to not in danger:
            return way
    return None


def _stairs_warning(game: GameState, way: Direction) -> str:
    view = GameView(game)
    return (
        STAIRS_AHEAD if view.hero_cell + way.offset(view.board.stride) == view.stairs_cell else ""
    )


def _enemy_warning(game: GameState, way: Direction, *, started: bool) -> str:
    view = GameView(game)
    to = view.hero_cell + way.offset(view.board.stride)
    enemy = view.find_threat(to)
    if (
        enemy is None
        or view.glyphs[to] not in view.rules.passable_glyphs
        or (not started and enemies_close(view, view.hero_cell))
    ):
        return ""
    return stopped_by_enemy(enemy.kind.name)


def _can_step(view: GameView, direction: Direction) -> bool:
    glyph = view.glyphs[view.hero_cell + direction.offset(view.board.stride)]
    return glyph in view.rules.passable_glyphs and glyph != STAIRS_GLYPH
