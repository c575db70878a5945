"""Situation: one moment of a game, with its dangers, safe paths and costs of fights."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from attrs import define, field, frozen

from cc3k.bots.careful.routes import (
    SafePaths,
    contains_cell,
    directions_by_offset,
    find_safe_paths,
    max_damage_by_cell,
    max_damage_by_kind,
    moves_along,
    passable_cells,
    permanently_safe_cells,
    threatened_cell_set,
)
from cc3k.bots.careful.value import ValueCache, value_cache_for
from cc3k.bots.game import PlayableGame
from cc3k.engine.actions import Attack, Drink, Move, PlayerAction
from cc3k.engine.board import Cell, Direction
from cc3k.engine.cell_areas import CellSet, cell_set
from cc3k.engine.view import GameView


@frozen
class Approach:
    """A path to a cell: its last safe cell, and its length in steps."""

    target: Cell
    last_safe_cell: Cell
    length: int


@define(eq=False)
class Situation:
    """A game at one moment: the damage each cell may cost, and safe paths.

    Paths hold as long as no enemy moves. Each part is computed when it is first asked for.
    """

    game: PlayableGame
    view: GameView = field(init=False)

    @view.default
    def _view_of_game(self) -> GameView:
        return self.game.view

    @cached_property
    def threatened_cells(self) -> CellSet:
        return threatened_cell_set(self.view)

    @cached_property
    def max_damage_by_cell(self) -> Mapping[Cell, int]:
        """The most HP that a turn on each threatened cell may cost."""
        return (
            max_damage_by_cell(self.view, self.max_damage_by_kind) if self.threatened_cells else {}
        )

    @cached_property
    def max_damage_by_kind(self) -> Mapping[str, int]:
        """The most HP that an enemy takes in a turn, by the name of its kind."""
        return max_damage_by_kind(self.view)

    @cached_property
    def safe_cells(self) -> CellSet:
        return passable_cells(self.view) & ~self.threatened_cells

    @cached_property
    def safe_paths(self) -> SafePaths:
        return find_safe_paths(self.view, self.safe_cells)

    @cached_property
    def permanently_safe_cells(self) -> CellSet:
        """The cells that no enemy threatens or will ever reach."""
        return permanently_safe_cells(self.view) & ~self.threatened_cells

    @cached_property
    def value_cache(self) -> ValueCache:
        return value_cache_for(self.view.rules)

    @property
    def has_safe_exit(self) -> bool:
        return self.view.stairs_cell in self.safe_paths or self.has_safe_refuge

    @property
    def has_safe_refuge(self) -> bool:
        return self.permanently_safe_cells & self.safe_paths.reachable != 0

    @property
    def max_damage_here(self) -> int:
        """The most HP that a turn on the PC's cell may cost."""
        here = self.view.hero_cell
        return self.max_damage_by_cell[here] if contains_cell(self.threatened_cells, here) else 0

    def plan_path_to(self, goals: CellSet) -> list[PlayerAction]:
        return self._moves_along(self.safe_paths.path_to(goals)) if goals else []

    def plan_drink(self, potion_names: Collection[str | None]) -> list[PlayerAction]:
        """Return the safe path to the nearest potion of some names, and the drink at its end.

        The name of an unknown one is None (R18).
        """
        view, potions = self.view, self._potion_cells(potion_names)
        if not potions:
            return []
        beside = {near: cell for cell in potions for near in view.board.neighbours[cell]}
        here = [view.hero_cell] if self.max_damage_here else []
        shunned = cell_set([*view.known_stairs, *here])
        way = self.safe_paths.path_to(cell_set(beside) & ~shunned)
        if not way:
            return []
        return [*self._moves_along(way), Drink(self.direction_between(way[-1], beside[way[-1]]))]

    def plan_attack(self, enemy_cell: Cell) -> list[PlayerAction]:
        """Return the path to a cell from which to fight that enemy alone, and an attack.

        All of the way but its last step is safe, so that the PC can always step back.
        """
        approaches = list(filter(None, map(self._find_approach, self._attack_cells(enemy_cell))))
        if not approaches:
            return []
        nearest = min(approaches, key=lambda approach: approach.length)
        way = self.safe_paths.path_to(cell_set([nearest.last_safe_cell]))
        if nearest.target != nearest.last_safe_cell:
            way.append(nearest.target)
        return [*self._moves_along(way), Attack(self.direction_between(nearest.target, enemy_cell))]

    def max_damage_of(self, enemy_cell: Cell) -> int:
        """Return the most HP that the enemy of a cell takes in a turn."""
        return self.max_damage_by_kind[self.view.enemies[enemy_cell].kind.name]

    def expected_gold(self, enemy_cell: Cell) -> float:
        return self.value_cache.expected_gold(self.view, self.view.enemies[enemy_cell])

    def expected_hp_loss(self, enemy_cell: Cell) -> float:
        """Return the HP that a fight against the enemy of a cell costs on average.

        From one step away: one that is hostile strikes once before it is struck, as the PC comes
        near.
        """
        odds = self.value_cache.fight_odds(self.view.hero, self.view.enemies[enemy_cell])
        return odds.mean_hp_lost + self._approach_cost(enemy_cell)

    def costs_no_hp_on_average(self, enemy_cell: Cell) -> bool:
        """Tell whether a fight against the enemy of a cell costs no HP on average.

        That takes odds only if HP lost on the approach can be had back in the fight.
        """
        kind, race = self.view.enemies[enemy_cell].kind, self.view.race
        lost = self._approach_cost(enemy_cell) > 0 and not self.value_cache.can_gain_hp(kind, race)
        return not lost and self.expected_hp_loss(enemy_cell) <= 0

    def adjacent_hostiles(self) -> list[Cell]:
        view = self.view
        near = [cell for cell in view.board.neighbours[view.hero_cell] if cell in view.enemies]
        return [c for c in near if view.is_hostile(view.enemies[c])]

    def attack_on(self, enemy_cell: Cell) -> Attack:
        return Attack(self.direction_between(self.view.hero_cell, enemy_cell))

    def safe_neighbours(self) -> list[Cell]:
        view = self.view
        near = view.board.neighbours[view.hero_cell]
        return [
            cell
            for cell in near
            if contains_cell(self.safe_cells, cell) and cell != view.stairs_cell
        ]

    def move_to(self, cell: Cell) -> Move:
        return Move(self.direction_between(self.view.hero_cell, cell))

    def direction_between(self, start: Cell, end: Cell) -> Direction:
        return directions_by_offset(self.view.board.stride)[end - start]

    def _potion_cells(self, names: Collection[str | None]) -> list[Cell]:
        potions = self.view.potions.items() if names else ()
        return [cell for cell, kind in potions if (kind and kind.name) in names]

    def _approach_cost(self, enemy_cell: Cell) -> float:
        enemy = self.view.enemies[enemy_cell]
        return self.max_damage_of(enemy_cell) / 2 if self.view.is_hostile(enemy) else 0.0

    def _attack_cells(self, enemy_cell: Cell) -> Iterator[Cell]:
        """Yield the cells from which to attack an enemy while only that one fights back."""
        view = self.view
        own = view.cells_attacked_from(enemy_cell)
        alone = self.max_damage_of(enemy_cell)
        for spot in view.board.neighbours[enemy_cell]:
            enterable = view.may_enter(spot) or spot == view.hero_cell
            others = self.max_damage_by_cell.get(spot, 0) - (alone if spot in own else 0)
            if (
                enterable
                and spot != view.stairs_cell
                and not others
                and self._count_same_kind(enemy_cell, spot) == 1
            ):
                yield spot

    def _count_same_kind(self, enemy_cell: Cell, attack_cell: Cell) -> int:
        """Return how many enemies of the same kind could attack that cell once provoked."""
        view = self.view
        kind = view.enemies[enemy_cell].kind
        near = [view.enemies.get(cell) for cell in view.board.neighbours[attack_cell]]
        return sum(enemy is not None and enemy.kind is kind for enemy in near)

    def _find_approach(self, target: Cell) -> Approach | None:
        view, routes = self.view, self.safe_paths
        if target in routes:
            return Approach(target, target, routes.distance(target))
        for near in view.board.neighbours[target]:
            if near in routes and near != view.stairs_cell:
                return Approach(target, near, routes.distance(near) + 1)
        return None

    def _moves_along(self, cells: list[Cell]) -> list[PlayerAction]:
        return moves_along(cells, self.view.board.stride)
