"""Memory of the delver: where it was on a floor, for how long, and where it saw whom."""

from collections import Counter

from attrs import define, field

from cc3k.bots.delver.surroundings import Surroundings
from cc3k.bots.game import PlayableGame
from cc3k.engine.board import TILE, Cell
from cc3k.engine.cell_areas import CellSet, cell_set, grow
from cc3k.engine.enemies import Enemy
from cc3k.play.paths import count_steps

FEARED_TURNS = 11
"""Turns for which somebody out of sight is kept away from: by then it has given up."""

FOR_GOOD = 1_000_000_000
"""The turn until which somebody who never steps is remembered."""

LURKING_TURNS = 12
"""Turns for which somebody out of sight is thought to be where it was."""


@define(eq=False)
class FloorMemory:
    """A floor as it was walked: cells and turns, and where anybody was seen who is feared."""

    depth: int = 0
    turns: int = 0
    trodden: set[Cell] = field(factory=set)
    visits: Counter[Cell] = field(factory=Counter)
    seen_at: dict[Cell, int] = field(factory=dict)

    def feared_cells(self, game: PlayableGame) -> CellSet:
        """Return where somebody was seen lately who is out of sight, and those cells' neighbours.

        Who was frozen since then is still there.
        """
        view = game.view
        if game.depth != self.depth:
            self.seen_at = {}
        if not view.is_limited:
            return 0
        now, kept = game.turns, dict[Cell, int]()
        for cell, turn in self.seen_at.items():
            if now - turn <= FEARED_TURNS and not view.is_in_sight(cell):
                kept[cell] = max(turn, now) if view.enemies_frozen else turn
        feared = cell_set(kept)
        for cell, enemy in view.enemies.items():
            if view.is_hostile(enemy):
                kept[cell] = now if enemy.kind.roams else FOR_GOOD
        self.seen_at = kept
        return grow(feared, view.board.stride)

    def remember(self, scene: Surroundings) -> bool:
        """Count a turn on the floor, and note where stairs cannot be (R26); tell if it is new."""
        view, is_new = scene.view, scene.game.depth != self.depth
        if is_new:
            self.depth, self.turns = scene.game.depth, 0
            self.trodden = _chamber_around(scene)
            self.visits.clear()
        self.turns += 1
        self.trodden.add(view.hero_cell)
        self.visits[view.hero_cell] += 1
        if not view.enemies_frozen:
            self.trodden.update(view.enemies)
            self.trodden.update(view.items)
        return is_new


@define(eq=False)
class Sightings:
    """Who stands guard where, with the cells that it attacks, and where others were seen last."""

    depth: int = 0
    guards: dict[Cell, Enemy] = field(factory=dict)
    _guarded: dict[Cell, CellSet] = field(factory=dict, init=False)
    _lurkers: dict[Cell, tuple[Enemy, int]] = field(factory=dict, init=False)

    def forget(self, game: PlayableGame) -> None:
        """Forget who is not where it was, and who has had time to go elsewhere."""
        view, now = game.view, game.turns
        if game.depth != self.depth:
            self.depth, self.guards = game.depth, {}
            self._guarded, self._lurkers = {}, {}
        for cell in [cell for cell in self.guards if view.is_in_sight(cell)]:
            del self.guards[cell], self._guarded[cell]
        self._lurkers = {
            cell: (enemy, turn)
            for cell, (enemy, turn) in self._lurkers.items()
            if not view.is_in_sight(cell) and (view.enemies_frozen or now - turn <= LURKING_TURNS)
        }

    def feared_cells(self, game: PlayableGame) -> CellSet:
        feared = grow(cell_set(self._lurkers), game.view.board.stride)
        for cells in self._guarded.values():
            feared |= cells
        return feared

    def note_guards(self, scene: Surroundings) -> None:
        for cell, enemy in scene.hostile.items():
            if cell in scene.view.stationary:
                self.guards[cell] = enemy
                self._guarded[cell] = cell_set(scene.view.cells_attacked_from(cell)) | 1 << cell

    def note_others(self, scene: Surroundings) -> None:
        for cell, enemy in scene.hostile.items():
            if cell not in scene.view.stationary:
                self._lurkers[cell] = enemy, scene.game.turns

    def within(self, scene: Surroundings, steps: int) -> list[Enemy]:
        """Return those who may come within so many steps, besides those who attack."""
        view = scene.view
        others = {cell: enemy for cell, (enemy, _) in self._lurkers.items()}
        others.update(scene.hostile)
        return [
            enemy
            for cell, enemy in others.items()
            if cell not in view.stationary and cell not in scene.attackers
            if count_steps(view.board, view.hero_cell, cell) <= steps
        ]


def _chamber_around(scene: Surroundings) -> set[Cell]:
    """Return the chamber in which the hero arrived, as far as it is seen: no stairs are there."""
    view = scene.view
    terrain = view.board.terrain
    tiles: CellSet = cell_set([cell for cell, kind in enumerate(terrain) if kind == TILE])
    found, wider = 0, 1 << view.hero_cell
    while wider != found:
        found, wider = wider, scene.around(wider) & (tiles | wider)
    return {cell for cell in range(len(terrain)) if found >> cell & 1}
