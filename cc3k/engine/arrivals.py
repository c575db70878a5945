"""Arrivals: what a hero who enters a floor meets and learns, and who comes later.

Nobody hostile stands near (X82).
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from cc3k.engine.board import WALKABLE, Cell, blocks_between, cells_within, nearest_cells
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, EnemyKind
from cc3k.engine.events import ArrivedBesidePotions, Event
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Hero
from cc3k.engine.items import names_if_known

if TYPE_CHECKING:
    from cc3k.engine.game import GameState


class FloorStage(IntEnum):
    """The place of an `on_floor` among those of all expansions, when a floor is entered (X120)."""

    CONTENTS = 1
    """What was spawned changes: there are fewer enemies, or more."""
    NAMED = 2
    """Enemies of its own join the others. After that, those near the hero move away (X82)."""
    THINGS = 3
    """Things are handed out and laid out."""


FAIR_BLOCKS = 6
"""Hostile enemies within this many blocks of an arriving hero move away."""


def clear_arrival(floor: Floor, hero: Hero, dice: Dice) -> None:
    """Move every enemy that threatens the arriving hero to another chamber, out of reach (X82).

    Those are the hostile ones near it, and guardians in its chamber, who take along all that they
    guard. Who finds no place is removed with that; what it carried lies on a free tile. A guardian
    of the stairs stays.
    """
    arrival, board = floor.hero_cell, floor.board
    here = board.chamber_index.get(arrival)
    near = {*cells_within(board, arrival, FAIR_BLOCKS, board.chamber_index)}
    threatening = list(_threatening(floor, hero))
    places = [
        [tile for tile in tiles if tile not in near]
        for number, tiles in enumerate(board.chambers if threatening else ())
        if number != here
    ]
    for cell in threatening:
        _move_away(floor, cell, places, dice)


def _threatening(floor: Floor, hero: Hero) -> Iterator[Cell]:
    arrival, index = floor.hero_cell, floor.board.chamber_index
    for cell in sorted(floor.enemies):
        enemy = floor.enemies[cell]
        is_near = blocks_between(floor.board, arrival, cell) <= FAIR_BLOCKS
        is_guardian = not enemy.kind.roams and index.get(cell) == index.get(arrival)
        is_hostile = enemy.kind.is_hostile(enemy, hero)  # a truce ends some time
        if is_hostile and (is_near or is_guardian) and floor.stairs_cell not in enemy.guarded_cells:
            yield cell


def _move_away(floor: Floor, cell: Cell, places: Sequence[Sequence[Cell]], dice: Dice) -> None:
    """Move an enemy to one of those places by chamber, and what it guards beside it (R27)."""
    enemy = floor.enemies[cell]
    hoard = [floor.items[post] for post in enemy.guarded_cells]
    for post in enemy.guarded_cells:
        floor.remove_item(post)
    chambers, around = floor.free_tiles_by_chamber(places), floor.board.neighbours
    allowed = {tile for tiles in chambers for tile in tiles}

    def has_room(tile: Cell) -> bool:
        return len(allowed.intersection(around[tile])) >= len(hoard)

    if hoard:
        fitting = [list(filter(has_room, tiles)) for tiles in chambers]
        chambers = list(filter(None, fitting))
    if not chambers:  # it is removed; what it carried is laid out as any thing (R26)
        floor.remove_enemy(cell)
        for thing in enemy.carries:
            if free := floor.free_tiles_by_chamber():
                floor.place_item(dice.pick(dice.pick(free)), thing)
        return
    to = dice.pick(dice.pick(chambers))
    floor.move_enemy(cell, to)
    posts = []
    for thing in hoard:
        posts.append(dice.pick([at for at in floor.free_neighbours(to) if at in allowed]))
        floor.place_item(posts[-1], thing)
    floor.assign_guard(to, tuple(posts))


def spawn_enemy(game: "GameState", kind: EnemyKind, dice: Dice) -> None:
    """Spawn an enemy of a kind on the floor just entered, as strong as it is there (R26).

    Without a free tile there is none.
    """
    floor = game.floor
    free = floor.free_tiles_by_chamber()
    if not free:
        return
    cell = dice.pick(dice.pick(free))
    floor.place_enemy(cell, Enemy(game.kind_here(kind)))
    for on_spawned in game.rules.hooks.on_spawned:
        on_spawned(game, cell, dice)


def place_newcomer(floor: Floor, cell: Cell, enemy: Enemy) -> None:
    """Put an enemy that comes later on a free cell; off the floor tiles it steps all the same."""
    floor.place_enemy(cell, enemy)
    if enemy.kind.roams:
        floor.stationary.discard(cell)


def place_newcomer_near(floor: Floor, goal: Cell, enemy: Enemy, dice: Dice) -> Cell | None:
    """Put an enemy that comes later on the free cell nearest to another one, and return that cell.

    Return None if no cell is free.
    """
    free = [cell for cell, glyph in enumerate(floor.glyphs) if glyph in WALKABLE]
    if not free:
        return None
    cell = dice.pick(nearest_cells(floor.board, goal, free))
    place_newcomer(floor, cell, enemy)
    return cell


def arrival_events(game: "GameState") -> tuple[Event, ...]:
    """Return what the player is told on entering a floor: the potions beside the PC, then others'.

    Expansions add theirs in their order.
    """
    potions = game.floor.adjacent_potions(game.floor.hero_cell)
    beside = [ArrivedBesidePotions(names_if_known(game, potions))] * bool(potions)
    return (*beside, *[event for hook in game.rules.hooks.arrival_events for event in hook(game)])
