"""Surroundings: what the delver sees at one moment: enemies, dangers, its pack, and its ways."""

import re
from collections.abc import Mapping
from functools import cached_property
from heapq import heappop, heappush

from attrs import define, field, frozen

from cc3k.bots.careful.routes import (
    SafePaths,
    find_safe_paths,
    moves_along,
    passable_cells,
    threatened_cell_set,
)
from cc3k.bots.game import Choice, PlayableGame
from cc3k.engine.actions import PlayerAction
from cc3k.engine.board import DIRECTIONS, TILE, Cell
from cc3k.engine.cell_areas import CellArea, CellSet, cell_set, grow
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.enemies import Enemy
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.engine.view import GameView
from cc3k.play.commands import command_table
from cc3k.play.paths import count_steps

_SLOT = re.compile(r"\b([a-k]) (\w+)(?: x(\d+))?")
_TURNS_LEFT = re.compile(r"(\d+) of \d+ turns left")
PACK_ROW, LEVEL_ROW, FREEZE_ROW = "Pack:", "Level:", "Freeze:"
UNKNOWN = "unknown"

UNLIMITED_TURNS = 1_000_000
"""The turns for which enemies can be frozen where no row tells another number."""

FEARED_DAMAGE = 12
"""HP that a turn is thought to cost beside somebody who was seen there before."""

CALM_STEPS = 4
"""Steps within which a hostile enemy is near."""


STEPS_PER_HP = 1000
"""Steps that one HP is worth: a way of least damage is the shortest of these."""


@frozen
class RiskyPath:
    """A way past enemies: its moves, and the HP that it costs on average."""

    moves: list[PlayerAction]
    damage: int


@define(eq=False)
class Surroundings:
    """A game as it stands, each part of it worked out when it is first asked for.

    `feared` are cells where somebody was seen before, and cells next to those.
    """

    game: PlayableGame
    feared: CellSet = 0
    view: GameView = field(init=False)

    @view.default
    def _view_of_game(self) -> GameView:
        return self.game.view

    @property
    def hero(self) -> Hero:
        return self.view.hero

    @property
    def health(self) -> float:
        """The share of the HP that the hero's race has, from 0; a vampire's may be above 1."""
        return self.hero.hp / self.hero.race.hp

    @cached_property
    def hostile(self) -> Mapping[Cell, Enemy]:
        view = self.view
        return {cell: enemy for cell, enemy in view.enemies.items() if view.is_hostile(enemy)}

    @cached_property
    def attackers(self) -> Mapping[Cell, Enemy]:
        here, view = self.view.hero_cell, self.view
        if not self.threatened >> here & 1:
            return {}
        return {
            cell: enemy
            for cell, enemy in self.hostile.items()
            if here in view.cells_attacked_from(cell)
        }

    @cached_property
    def hunters(self) -> Mapping[Cell, Enemy]:
        return self.view.hunters

    def has_near(self, steps: int) -> bool:
        """Tell whether a hostile enemy that may step is in sight within so many steps."""
        view = self.view
        board, here, posted = view.board, view.hero_cell, view.stationary
        return any(
            count_steps(board, here, cell) <= steps for cell in self.hostile if cell not in posted
        )

    @cached_property
    def is_calm(self) -> bool:
        """Whether nobody can strike soon: nobody is near, or those near are frozen."""
        if self.attackers:
            return False
        return self.view.enemies_frozen or not self.has_near(CALM_STEPS)

    @cached_property
    def threatened(self) -> CellSet:
        return threatened_cell_set(self.view) | self.feared

    @cached_property
    def barred_stairs(self) -> CellSet:
        view = self.view
        return cell_set([cell for cell in view.known_stairs if view.is_guarded(cell)])

    @cached_property
    def stairs(self) -> CellSet:
        return cell_set(self.view.known_stairs) & ~self.barred_stairs

    @cached_property
    def open_cells(self) -> CellSet:
        return passable_cells(self.view) & ~self.barred_stairs

    @cached_property
    def safe_paths(self) -> SafePaths:
        """The shortest ways over cells on which nobody would attack now."""
        return find_safe_paths(self.view, self.open_cells & ~self.threatened)

    @property
    def steps_around(self) -> CellSet:
        """The cells next to the hero that it can step on without being attacked."""
        rings = self.safe_paths.cells_by_distance
        return rings[1] & ~cell_set(self.view.known_stairs) if len(rings) > 1 else 0

    def safe_step(self, goals: CellSet, most: int | None = None) -> Choice | None:
        """Return the first step of a safe way to the nearest goal, within so many steps."""
        paths, view = self.safe_paths, self.view
        wanted = goals & paths.reachable & ~(1 << view.hero_cell)
        if not wanted:
            return None
        cells = paths.path_to(wanted)
        if most is not None and len(cells) - 1 > most:
            return None
        return moves_along(cells[:2], view.board.stride)[0]

    @cached_property
    def damage_by_cell(self) -> Mapping[Cell, int]:
        """The HP that a turn on each threatened cell costs on average, rounded up."""
        feared = CellArea(self.feared, len(self.view.glyphs)) if self.feared else ()
        found: dict[Cell, int] = dict.fromkeys(feared, FEARED_DAMAGE)
        for place, enemy in self.hostile.items():
            mean = -(-max_damage_per_turn(enemy, self.hero) // 2)
            for cell in self.view.cells_attacked_from(place):
                found[cell] = found.get(cell, 0) + mean
        return found

    def risky_path(self, goals: CellSet) -> RiskyPath | None:
        goals &= ~(1 << self.view.hero_cell)
        return self._find_risky_path(goals) if goals else None

    def _find_risky_path(self, goals: CellSet) -> RiskyPath | None:
        view, damage = self.view, self.damage_by_cell
        open_cells, stairs, offsets = self.open_cells, view.stairs_cell, view.board.offsets
        cost_of, came_from = {view.hero_cell: 0}, {view.hero_cell: view.hero_cell}
        waiting = [(0, view.hero_cell)]
        while waiting:
            cost, cell = heappop(waiting)
            if goals >> cell & 1:
                return RiskyPath(self._moves_to(cell, came_from), cost // STEPS_PER_HP)
            if cost > cost_of[cell] or (cell == stairs and cost):
                continue
            for offset in offsets:
                to = cell + offset
                after = cost + 1 + STEPS_PER_HP * damage.get(to, 0)
                if open_cells >> to & 1 and after < cost_of.get(to, after + 1):
                    cost_of[to], came_from[to] = after, cell
                    heappush(waiting, (after, to))
        return None

    def _moves_to(self, cell: Cell, came_from: Mapping[Cell, Cell]) -> list[PlayerAction]:
        cells = [cell]
        while came_from[cells[-1]] != cells[-1]:
            cells.append(came_from[cells[-1]])
        return moves_along(cells[::-1], self.view.board.stride)

    @cached_property
    def rows(self) -> list[str]:
        return self.game.status_rows

    def row(self, beginning: str) -> str:
        found = [row for row in self.rows if row.startswith(beginning)]
        return found[0].removeprefix(beginning) if found else ""

    @cached_property
    def slots(self) -> Mapping[str, Potion | None]:
        """The potions of the pack by their slots, None for an unknown one."""
        kinds = {potion.name: potion for potion in self.view.rules.potions}
        found = _SLOT.findall(self.row(PACK_ROW))
        return {letter: kinds.get(name) for letter, name, _ in found if name in {*kinds, UNKNOWN}}

    @cached_property
    def carried(self) -> int:
        return sum([int(count or 1) for _, _, count in _SLOT.findall(self.row(PACK_ROW))])

    @property
    def has_pack(self) -> bool:
        return bool(self.row(PACK_ROW))

    @property
    def can_grow(self) -> bool:
        return bool(self.row(LEVEL_ROW))

    @cached_property
    def freeze_turns(self) -> int:
        found = _TURNS_LEFT.search(self.row(FREEZE_ROW))
        return int(found[1]) if found else UNLIMITED_TURNS

    @cached_property
    def legal_words(self) -> frozenset[str]:
        words = command_table(self.view.rules).words_by_action
        return frozenset([words[action] for action in self.game.legal_actions()])

    def way_to(self, cell: Cell) -> str:
        step = cell - self.view.hero_cell
        stride = self.view.board.stride
        return next(way.command_word for way in DIRECTIONS if way.offset(stride) == step)

    def around(self, cells: CellSet) -> CellSet:
        return grow(cells, self.view.board.stride)

    def rays_from(self, cell: Cell, most: int) -> CellSet:
        """Return the open cells that lie in a straight open line from a cell, within some steps."""
        found, open_cells = 0, self.open_cells | 1 << self.view.hero_cell
        for offset in self.view.board.offsets:
            at = cell
            for _ in range(most):
                at += offset
                if not open_cells >> at & 1:
                    break
                found |= 1 << at
        return found

    def line_to(self, cell: Cell, most: int) -> str | None:
        """Return the direction in which a cell lies in a straight open line, within some steps."""
        view = self.view
        if not self.rays_from(cell, most) >> view.hero_cell & 1:
            return None
        return next(
            way.command_word
            for way in DIRECTIONS
            if cell in [view.hero_cell + n * way.offset(view.board.stride) for n in range(most + 1)]
        )

    @cached_property
    def narrow_cells(self) -> CellSet:
        """The doorways and passages, where enemies come one at a time."""
        terrain = self.view.board.terrain
        tiles = cell_set([cell for cell, kind in enumerate(terrain) if kind == TILE])
        return (self.open_cells | 1 << self.view.hero_cell) & ~tiles
