"""Macros: run, rest, repeat a command, and repeat an attack."""

from attrs import field

from cc3k.engine.actions import Attack, Move
from cc3k.engine.board import (
    DIRECTIONS,
    DOORWAY,
    EAST,
    NORTH,
    SOUTH,
    TILE,
    WALKABLE,
    WEST,
    Direction,
    opposite_direction,
)
from cc3k.engine.events import Moved, PickedUp, Slain
from cc3k.engine.game import GameState
from cc3k.engine.hero import no_turn_effect
from cc3k.engine.values import define
from cc3k.engine.view import GameView
from cc3k.play.choices import DEFAULT_HP_LIMIT, HpLimit
from cc3k.play.commands import COMMANDS_BY_WORDS
from cc3k.play.foes import enemies_close, worst_hp_after
from cc3k.play.interruptions import MultiTurnCommand
from cc3k.play.messages import LOW_HP, stopped_by_enemy, stopped_by_limit

STAIRS_AHEAD = "Stopped: the stairs are ahead."
HUNTED = "You cannot rest while you are hunted."


@define(eq=False)
class Run(MultiTurnCommand):
    """Run straight on, along the bends of a passage, until there is a choice (§3)."""

    direction: Direction
    _started: bool = field(default=False, init=False)

    def next_command(self, game: GameState) -> str | None:
        """Return the next step; None at a doorway, a fork, a wall or something to look at.

        The first step is always tried, so that a wall is reported. No step leads onto the stairs,
        and only the first step of a run that starts in an enemy's reach may lead into reach.
        """
        view = GameView(game)
        if self._started and not self._continues(view, game):
            return None
        self.stop_reason = _step_warning(view, self.direction, started=self._started)
        self._started = True
        return None if self.stop_reason else self.direction.command_word

    def _continues(self, view: GameView, game: GameState) -> bool:
        for event in game.last_events:
            if isinstance(event, PickedUp) or (isinstance(event, Moved) and event.seen_potions):
                return False
        terrain = view.terrain_at(view.hero_cell)
        if terrain == TILE:
            return view.may_enter(view.cell_towards(self.direction))
        if terrain == DOORWAY:
            return False
        back = opposite_direction(self.direction)
        onward = [
            way
            for way in (NORTH, SOUTH, EAST, WEST)
            if way != back
            and (to := view.cell_towards(way)) != view.stairs_cell
            and view.may_enter(to)
        ]
        if len(onward) == 1:
            self.direction = onward[0]
        return len(onward) == 1


@define(eq=False)
class Rest(MultiTurnCommand):
    """Step back and forth until healed: no command waits, and a step takes a turn."""

    _way_back: Direction = field(default=NORTH, init=False)

    def next_command(self, game: GameState) -> str | None:
        view = GameView(game)
        if game.hero.hp == game.hero.race.max_hp:
            return None
        if _is_hunted(view):
            self.stop_reason = HUNTED
            return None
        danger = view.cells_to_avoid()
        for way in (self._way_back, *DIRECTIONS):
            to = view.cell_towards(way)
            if view.glyphs[to] in WALKABLE and to not in danger:
                self._way_back = opposite_direction(way)
                return way.command_word
        self.stop_reason = "There is no free and safe step to rest by."
        return None


def heals_at_rest(view: GameView) -> bool:
    return view.race.each_turn is not no_turn_effect and view.rests_heal


def rest_refusal(game: GameState) -> str:
    view = GameView(game)
    if game.race.each_turn is no_turn_effect:
        return "Rest does not heal your race."
    if not heals_at_rest(view):
        return f"{game.race.name}s heal only in a fight."
    if game.hero.hp == game.hero.race.max_hp:
        return "You are at full HP."
    if view.hero_cell in view.cells_to_avoid():
        return "You cannot rest in an enemy's reach."
    return HUNTED if _is_hunted(view) else ""


def _is_hunted(view: GameView) -> bool:
    """Tell whether an enemy in sight comes nearer while the hero rests (X7)."""
    return bool(view.hunters) and not view.enemies_frozen


@define(eq=False)
class Repeat(MultiTurnCommand):
    """Repeat a step a number of times; any other command is done once.

    Only the first step may lead onto the stairs. None leads into an enemy's reach, but the first
    one of a count that begins there.
    """

    command: str
    times_left: int
    _started: bool = field(default=False, init=False)

    def next_command(self, game: GameState) -> str | None:
        if self.times_left == 0:
            return None
        self.times_left -= 1
        move, started = COMMANDS_BY_WORDS.get(self.command), self._started
        if isinstance(move, Move):
            self.stop_reason = _step_warning(
                GameView(game), move.direction, started=started, may_descend=not started
            )
        else:
            self.times_left = 0
        self._started = True
        return None if self.stop_reason else self.command


@define(eq=False)
class RepeatAttack(MultiTurnCommand):
    """Repeat an attack until the enemy is dead, or before a turn that may end below a limit of HP.

    The first one is made in any case, as it was asked for.
    """

    command: str
    times_left: int
    limit: HpLimit = DEFAULT_HP_LIMIT
    _started: bool = field(default=False, init=False)

    def next_command(self, game: GameState) -> str | None:
        view, attack = GameView(game), COMMANDS_BY_WORDS.get(self.command)
        cell = view.cell_towards(attack.direction) if isinstance(attack, Attack) else None
        target = None if cell is None else view.enemies.get(cell)
        if not self._started:
            close = enemies_close(view, view.hero_cell)
            self.foes = close if target is None else [*close, target]
        elif any(isinstance(event, Slain) for event in game.last_events) or not self.times_left:
            return None
        elif target is None:
            self.stop_reason = "Stopped: nobody is there any more."
            return None
        else:
            limit = self.limit.hp(game.hero.race)
            worst_hp = worst_hp_after(view, view.hero_cell, target)
            if worst_hp < min(view.hero.hp, limit):
                self.stop_reason = LOW_HP
                if game.rules.expansions:
                    self.stop_reason = stopped_by_limit(worst_hp, view.hero.full_hp, limit)
                return None
        self._started = True
        self.times_left -= 1
        return self.command


def repeated(words: str, times: int, limit: HpLimit) -> MultiTurnCommand:
    """Return the command that gives words so many times; attacks end before that limit of HP."""
    is_attack = isinstance(COMMANDS_BY_WORDS.get(words), Attack)
    return RepeatAttack(words, times, limit) if is_attack else Repeat(words, times)


def _step_warning(
    view: GameView, way: Direction, *, started: bool, may_descend: bool = False
) -> str:
    to = view.cell_towards(way)
    if to == view.stairs_cell and not may_descend:
        return STAIRS_AHEAD
    enemy = view.find_threat(to)
    is_in_reach_already = not started and bool(enemies_close(view, view.hero_cell))
    if enemy is None or not view.may_enter(to) or is_in_reach_already:
        return ""
    return stopped_by_enemy(enemy.kind.name)
