"""Enemy phase: what the enemies do in a turn by the base rules (R3)."""

from collections.abc import Iterator

from cc3k.engine import combat
from cc3k.engine.board import TILE, Cell
from cc3k.engine.events import Event
from cc3k.engine.running_game import RunningGame

_FIRST_STEPS = bytes([byte & 7 for byte in range(256)])
_SECOND_STEPS = bytes([byte >> 3 & 7 for byte in range(256)])
"""The two steps that a random byte decides, each the number of a direction."""


def enemies_act(game: RunningGame) -> Iterator[Event]:
    """Let every enemy attack or step once, in reading order (R3, R7).

    Each enemy that roams tries two random steps; only if neither is free does it pick one of its
    exits. So each of `f` exits is equally likely: by either step, and by the pick. One random byte
    decides both steps: its lowest three bits the first, the next three the second.

    Most of a turn's time goes here, so a step is written out: it moves one byte of the glyphs and
    one key of the enemies, from a bare tile to a bare tile, and calls nothing.
    """
    floor, dice, frozen = game.floor, game.turn_dice, game.enemies_frozen
    enemies, glyphs, board = floor.enemies, floor.glyphs, floor.board
    offsets = board.offsets
    watchful = board.neighbourhood[floor.hero_cell] | floor.stationary
    order = sorted(watchful.intersection(enemies) if frozen else enemies)
    steps = bytes(len(order)) if frozen else dice.randbytes(len(order))
    first, second = steps.translate(_FIRST_STEPS), steps.translate(_SECOND_STEPS)
    for cell, step, other_step in zip(order, first, second, strict=True):
        if cell in watchful:
            if can_attack_hero(game, cell):
                yield from combat.attack_hero(enemies[cell], game.hero, dice)
                if game.hero.hp == 0:
                    return
                continue
            if frozen or cell in floor.stationary:
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


def can_attack_hero(game: RunningGame, cell: Cell) -> bool:
    """Tell whether the enemy on a cell is hostile and the PC within its reach (R8, R22)."""
    enemy, near = game.floor.enemies[cell], game.floor.board.neighbourhood[game.floor.hero_cell]
    hostile = enemy.kind.is_hostile(enemy, game.hero)
    return hostile and not near.isdisjoint((cell, *enemy.guarded_cells))
