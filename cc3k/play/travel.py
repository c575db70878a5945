"""Travel and other commands of many turns: pace, goals, interruption; each step a command (§4)."""

from collections.abc import Callable, Collection, Container
from typing import ClassVar, Protocol, TypeAlias

from attrs import define, field, frozen

from cc3k.engine.board import (
    DIRECTIONS,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
    STAIRS_GLYPH,
    Cell,
    Direction,
)
from cc3k.engine.events import Moved, Regenerated
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.play.messages import (
    ALREADY_BESIDE,
    ALREADY_THERE,
    NO_GOAL_HERE,
    NO_PATH,
    PATH_NOW_DANGEROUS,
    POTION_IN_THE_WAY,
    enemy_in_reach_warning,
    enemy_in_the_way,
)


@frozen
class Path:
    """The steps to a goal. `is_safe` says whether no enemy can strike on the way.

    Where somebody or something bars every way, the steps lead as far as is safe, and `blocked_cell`
    is the cell that would come next.
    """

    steps: tuple[Direction, ...]
    is_safe: bool
    blocked_cell: Cell | None = None


def find_path(view: GameView, goals: Collection[Cell]) -> Path | None:
    """Return the shortest path of the PC to one of the goals; None if the walls allow none.

    A longer path that no enemy can reach is taken before a shorter one that leads past an enemy.
    """
    danger = view.threatened_cells()
    steps = _breadth_first_search(view, goals, danger)
    if steps is not None:
        return Path(steps, is_safe=True)
    steps = _breadth_first_search(view, goals, ())
    return (
        _find_path_to_blocker(view, goals, danger) if steps is None else Path(steps, is_safe=False)
    )


def _find_path_to_blocker(
    view: GameView, goals: Collection[Cell], danger: Container[Cell]
) -> Path | None:
    """Return the safe part of the path with the fewest blockers and dangers."""
    steps = _breadth_first_search(view, goals, danger, through_blockers=True)
    if steps is None:
        return None
    cells = _cells_along(view, steps)
    safe = [cell not in danger and view.glyphs[cell] in PASSABLE_GLYPHS for cell in cells]
    count = safe.index(False)
    return Path(steps[:count], is_safe=True, blocked_cell=cells[count])


def _breadth_first_search(
    view: GameView,
    goals: Collection[Cell],
    avoided: Container[Cell],
    *,
    through_blockers: bool = False,
) -> tuple[Direction, ...] | None:
    """Search breadth first; the stairs are stepped on only as a goal.

    With `through_blockers`, the path may also lead through enemies, potions and `avoided` cells,
    but through as few of them as possible: each is entered only when all that can be reached
    without it has been searched.
    """
    glyphs, hero_cell = view.glyphs, view.hero_cell
    came: dict[Cell, tuple[Cell, Direction] | None] = {hero_cell: None}
    waiting, later = [hero_cell], list[Cell]()
    ways = [(way, way.offset(view.board.stride)) for way in DIRECTIONS]
    while waiting:
        for cell in waiting:
            if cell in goals:
                return _trace_steps(came, cell)
            for way, shift in ways:
                to = cell + shift
                glyph = glyphs[to]
                if to in came or (glyph == STAIRS_GLYPH and to not in goals):
                    continue
                if glyph in PASSABLE_GLYPHS and to not in avoided:
                    waiting.append(to)
                elif through_blockers and view.terrain_at(to) in PASSABLE_GLYPHS:
                    later.append(to)
                else:
                    continue
                came[to] = (cell, way)
        waiting, later = later, []
    return None


def _cells_along(view: GameView, steps: tuple[Direction, ...]) -> list[Cell]:
    """Return the cells that steps of the PC lead over."""
    cells = [view.hero_cell]
    for way in steps:
        cells.append(cells[-1] + way.offset(view.board.stride))
    return cells[1:]


def _trace_steps(
    came_from: dict[Cell, tuple[Cell, Direction] | None], goal: Cell
) -> tuple[Direction, ...]:
    steps = []
    before = came_from[goal]
    while before is not None:
        cell, way = before
        steps.append(way)
        before = came_from[cell]
    return tuple(reversed(steps))


@frozen
class TravelPolicy:
    """The pace of a command of many turns, and what interrupts it.

    One that is `ignores_events` is not interrupted by what happens, only by what cannot be done;
    one that `waits_when_hidden` does so where nothing can be seen of it, and does not end there.
    One that `may_hang` may never come to its next step, and is broken off amid it if need be; no
    other must be.
    """

    seconds_per_step: float = 0.02
    ignores_events: bool = False
    waits_when_hidden: bool = False
    may_hang: bool = False


INTERRUPTIBLE = TravelPolicy()
UNINTERRUPTIBLE = TravelPolicy(ignores_events=True)
WATCHED_BOT = TravelPolicy(
    seconds_per_step=0.1, ignores_events=True, waits_when_hidden=True, may_hang=True
)


class MultiTurnCommand(Protocol):
    """A command of many turns; once it is over, `stop_reason` may say why."""

    policy: ClassVar[TravelPolicy]
    stop_reason: str

    def next_command(self, game: GameState) -> str | None:
        """Return the command of the next turn, or None when this one is over."""
        ...


GoalFinder: TypeAlias = Callable[[GameView], list[Cell]]
"""Return the cells that a journey may end on."""


def is_interrupted(game: GameState) -> bool:
    """Tell whether the last turn stops travel: an enemy in reach, damage, something new."""
    return not _was_plain_step(game) or is_hero_threatened(game)


def interruption_message(game: GameState) -> str:
    """Return the message of an interruption without an event: an enemy in reach."""
    view = GameView(game)
    enemy = view.find_threat(view.hero_cell)
    return enemy_in_reach_warning(enemy.kind.name) if enemy and _was_plain_step(game) else ""


def _was_plain_step(game: GameState) -> bool:
    """Tell whether the last turn was a step and nothing more."""
    return all(isinstance(event, Moved | Regenerated) for event in game.last_events)


def is_hero_threatened(game: GameState) -> bool:
    """Tell whether an enemy can strike the PC where it stands."""
    view = GameView(game)
    return view.hero_cell in view.threatened_cells()


@define(eq=False)
class AutoTravel:
    """Go to the nearest goal, finding the path anew each turn.

    It goes past enemies only if `allow_danger`, and only where no other way is left. Where all ways
    are barred by a body or a potion, it goes as far as is safe.
    """

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    find_goals: GoalFinder
    allow_danger: bool = False
    stop_reason: str = field(default="", init=False)
    _started: bool = field(default=False, init=False)

    def current_path(self, game: GameState) -> Path | None:
        """Return the path from here, or None if there is none."""
        view = GameView(game)
        return find_path(view, self.find_goals(view))

    def next_command(self, game: GameState) -> str | None:
        """Return the next step; None at the goal, if blocked, or if the path is not safe."""
        found = self.current_path(game)
        if found is not None and found.steps and (found.is_safe or self.allow_danger):
            self._started = True
            return found.steps[0].command_word
        self.stop_reason = self._find_stop_reason(game, found)
        return None

    def _find_stop_reason(self, game: GameState, found_path: Path | None) -> str:
        """Return the reason why there is no next step; none on arrival."""
        view = GameView(game)
        goals = self.find_goals(view)
        if found_path is None:
            return NO_PATH if goals else NO_GOAL_HERE
        if found_path.blocked_cell is not None:
            return _blocker_message(view, found_path.blocked_cell)
        if found_path.steps:
            return PATH_NOW_DANGEROUS
        arrived = ALREADY_THERE if goals == [view.hero_cell] else ALREADY_BESIDE
        return "" if self._started else arrived


def find_stairs(view: GameView) -> list[Cell]:
    """Return the cell of the stairs, in a list."""
    return [view.stairs_cell]


def find_free_gold(view: GameView) -> list[Cell]:
    """Return the cells of gold that is not guarded."""
    return [cell for cell in view.gold if not view.is_guarded(cell)]


def find_cells_beside_potions(view: GameView) -> list[Cell]:
    """Return the cells from which the PC can use a potion."""
    return [near for cell in view.potions for near in _neighbours_to_stand_on(view, cell)]


def goal_at(cell: Cell) -> GoalFinder:
    """Return a goal finder for one cell, or for those beside it if it cannot be entered."""

    def goals(view: GameView) -> list[Cell]:
        enterable = cell == view.hero_cell or view.glyphs[cell] in PASSABLE_GLYPHS
        return [cell] if enterable else _neighbours_to_stand_on(view, cell)

    return goals


def _neighbours_to_stand_on(view: GameView, cell: Cell) -> list[Cell]:
    """Return the cells next to one, except the stairs: nobody stands on those."""
    return [near for near in view.board.neighbours[cell] if near != view.stairs_cell]


def _blocker_message(view: GameView, cell: Cell) -> str:
    """Return the message about the enemy or potion that blocks a cell."""
    if view.glyphs[cell] == POTION_GLYPH:
        return POTION_IN_THE_WAY
    enemy = view.enemies.get(cell) or view.find_threat(cell)
    return enemy_in_the_way(enemy.kind.name) if enemy else ""
