"""Surroundings: what the delver sees at one moment: enemies, dangers, its pack, and its ways."""

import re
from collections.abc import Mapping
from functools import cached_property

from attrs import define, field

from cc3k.bots.careful.routes import LeastDamagePath, cell_set, find_least_damage_path
from cc3k.bots.game import PlayableGame
from cc3k.engine.board import DIRECTIONS, TILE, Cell
from cc3k.engine.combat import max_damage_per_turn
from cc3k.engine.enemies import Enemy
from cc3k.engine.hero import Hero
from cc3k.engine.items import Potion
from cc3k.engine.view import GameView
from cc3k.play.commands import command_table
from cc3k.play.paths import count_steps

_SLOT = re.compile(r"\b([a-j]) (\w+)")
PACK_ROW, LEVEL_ROW = "Pack:", "Level:"
UNKNOWN = "unknown"

CALM_STEPS = 4
"""Steps within which a hostile enemy is near."""


@define(eq=False)
class Surroundings:
    """A game as it stands, each part of it worked out when it is first asked for."""

    game: PlayableGame
    view: GameView = field(init=False)

    @view.default
    def _view_of_game(self) -> GameView:
        return self.game.view

    @property
    def hero(self) -> Hero:
        """The hero."""
        return self.view.hero

    @property
    def health(self) -> float:
        """The share of the HP that the hero's race has, from 0; a vampire's may be above 1."""
        return self.hero.hp / self.hero.race.hp

    @cached_property
    def hostile(self) -> Mapping[Cell, Enemy]:
        """The hostile enemies in sight."""
        view = self.view
        return {cell: enemy for cell, enemy in view.enemies.items() if view.is_hostile(enemy)}

    @cached_property
    def attackers(self) -> Mapping[Cell, Enemy]:
        """Those who can attack the hero where it is."""
        here = self.view.hero_cell
        return {
            cell: enemy
            for cell, enemy in self.hostile.items()
            if here in self.view.cells_attacked_from(cell)
        }

    @cached_property
    def is_calm(self) -> bool:
        """Whether no hostile enemy is in sight within a few steps."""
        board, here = self.view.board, self.view.hero_cell
        return all(count_steps(board, here, cell) > CALM_STEPS for cell in self.hostile)

    @cached_property
    def hunters(self) -> Mapping[Cell, Enemy]:
        """Those in sight who come after the hero."""
        return self.view.hunters

    @cached_property
    def damage_by_cell(self) -> Mapping[Cell, int]:
        """The HP that a turn on each threatened cell costs on average, rounded up."""
        found: dict[Cell, int] = {}
        for place, enemy in self.hostile.items():
            mean = -(-max_damage_per_turn(enemy, self.hero) // 2)
            for cell in self.view.cells_attacked_from(place):
                found[cell] = found.get(cell, 0) + mean
        return found

    @cached_property
    def rows(self) -> list[str]:
        """The rows of expansions below the figures."""
        return self.game.status_rows

    @cached_property
    def slots(self) -> Mapping[str, Potion | None]:
        """The potions of the pack by their slots, None for an unknown one."""
        kinds = {potion.name: potion for potion in self.view.rules.potions}
        row = next((row for row in self.rows if row.startswith(PACK_ROW)), "")
        found = _SLOT.findall(row.removeprefix(PACK_ROW))
        return {letter: kinds.get(name) for letter, name in found if name in {*kinds, UNKNOWN}}

    @property
    def can_grow(self) -> bool:
        """Whether a fight won makes the hero stronger."""
        return any(row.startswith(LEVEL_ROW) for row in self.rows)

    @cached_property
    def legal_words(self) -> frozenset[str]:
        """The words of all that can be done now."""
        words = command_table(self.view.rules).words_by_action
        return frozenset([words[action] for action in self.game.legal_actions()])

    def path_to(self, goals: set[Cell]) -> LeastDamagePath | None:
        """Return the way of least damage to the nearest of some cells; None if there is none."""
        if not goals:
            return None
        return find_least_damage_path(self.view, cell_set(goals), self.damage_by_cell)

    def way_to(self, cell: Cell) -> str:
        """Return the word of the direction of a cell next to the hero."""
        step = cell - self.view.hero_cell
        stride = self.view.board.stride
        return next(way.command_word for way in DIRECTIONS if way.offset(stride) == step)

    def line_to(self, cell: Cell, most: int) -> str | None:
        """Return the direction in which a cell lies in a straight line, at most so many steps."""
        stride = self.view.board.stride
        for way in DIRECTIONS:
            at = self.view.hero_cell
            for _ in range(most):
                at += way.offset(stride)
                if at == cell:
                    return way.command_word
                if at in self.view.enemies or self.view.glyphs[at] in b" |-":
                    break
        return None

    def is_narrow(self, cell: Cell) -> bool:
        """Tell whether a cell is a doorway or a passage, where enemies come one at a time."""
        return self.view.terrain_at(cell) != TILE
